// SPDX-License-Identifier: Apache-2.0
// A SoC on AHB-Lite without its hart, for cores whose bus has split phases: RAM, devices, and Weir
// by weir_ahb, with its snoop by weir_snoop_ahb on the hart's data port. The map is that of
// soc_system.sv. So the programs of the demo SoCs run on it.
//
// The RAM has 0 to WAITS wait states, at random. Weir and devices have theirs. A subordinate of its
// own answers at all other addresses, with an error of two cycles.
//
// +fault=N hooks Weir up wrongly, see soc_faults.sv, and one that only a bus with phases has:
//   23  the snoop takes the data of the address phase, as if the bus were OBI
`default_nettype none
module soc_ahb #(
  parameter RAM_LOG2 = 16,     // words
  parameter [1:0] WAITS = 2'd3
) (
`include "soc_system_pins.svh"
  input  wire  [31:0] i_haddr,          // fetches, whole words
  input  wire  [1:0]  i_htrans,
  output logic        i_hready,
  output logic [31:0] i_hrdata,

  input  wire  [31:0] d_haddr,
  input  wire  [1:0]  d_htrans,
  input  wire         d_hwrite,
  input  wire  [2:0]  d_hsize,
  input  wire  [31:0] d_hwdata,
  input  wire  [3:0]  d_hwstrb,         // a core without HWSTRB ties it to ones
  output logic        d_hready,
  output logic        d_hresp,
  output logic [31:0] d_hrdata,

  output logic        irq_timer_o
);
  localparam [2:0] NONE = 3'd0, RAM = 3'd1, WEIR = 3'd2, DEVICE = 3'd3, NOBODY = 3'd4;

  logic [31:0] ram [0:(1 << RAM_LOG2) - 1];
`include "soc_options.svh"

  logic [15:0] random_q;                // x^16 + x^14 + x^13 + x^11 + 1
  always_ff @(posedge clk_i)
    if (!rst_ni) random_q <= 16'h1d2b;
    else random_q <= {random_q[14:0], random_q[15] ^ random_q[13] ^ random_q[12] ^ random_q[10]};

  // ---- fetches
  logic [31:0] fetch_q;
  logic [1:0]  fetch_wait_q;
  assign i_hready = fetch_wait_q == 2'd0;
  assign i_hrdata = ram[fetch_q[RAM_LOG2+1:2]];
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      fetch_wait_q <= 2'd0;
      fetch_q      <= 32'd0;
    end else if (!i_hready) fetch_wait_q <= fetch_wait_q - 2'd1;
    else if (i_htrans[1]) begin
      fetch_q      <= i_haddr;
      fetch_wait_q <= random_q[1:0] & WAITS;
    end

  // ---- data: the data phase
  logic [2:0]  phase_q;
  logic        write_q;
  logic [31:0] addr_q;
  logic [3:0]  lanes_q;
  logic [1:0]  wait_q;                  // wait states left, of RAM, devices and errors
  wire  [2:0]  selected = !d_htrans[1] ? NONE : d_haddr[31:28] == 4'h0 ? RAM
      : d_haddr[31:28] == 4'h4 ? WEIR : d_haddr[31:28] == 4'h5 ? DEVICE : NOBODY;
  wire  [3:0]  lanes = d_hsize == 3'd0 ? 4'b0001 << d_haddr[1:0]
      : d_hsize == 3'd1 ? (d_haddr[1] ? 4'b1100 : 4'b0011) : 4'b1111;
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      phase_q <= NONE;
      wait_q  <= 2'd0;
      write_q <= 1'b0;
    end else if (d_hready) begin
      phase_q <= selected;
      write_q <= d_hwrite;
      addr_q  <= d_haddr;
      lanes_q <= lanes;
      wait_q  <= selected == RAM ? random_q[3:2] & WAITS
          : selected == NOBODY || (selected == DEVICE && !d_hwrite) ? 2'd1 : 2'd0;
    end else if (wait_q != 2'd0) wait_q <= wait_q - 2'd1;

  logic        weir_ready, weir_resp;
  logic [31:0] weir_rdata, device_rdata;
  assign d_hready = phase_q == WEIR ? weir_ready : wait_q == 2'd0;
  assign d_hresp  = phase_q == NOBODY || (phase_q == WEIR && weir_resp);
  assign d_hrdata = phase_q == RAM ? ram[addr_q[RAM_LOG2+1:2]] : phase_q == WEIR ? weir_rdata
      : device_rdata;

  wire        stores = write_q && d_hready;
  wire [3:0]  stored = lanes_q & d_hwstrb;
  always_ff @(posedge clk_i) begin
    for (int b = 0; b < 4; b = b + 1)
      if (phase_q == RAM && stores && stored[b])
        ram[addr_q[RAM_LOG2+1:2]][8*b +: 8] <= d_hwdata[8*b +: 8];
    if (m_valid_o && m_addr_o[31:28] == 4'h0) ram[m_addr_o[RAM_LOG2+1:2]] <= m_wdata_o;
  end

  logic irq_pending;                    // as the devices see it
  soc_devices u_devices (
    .clk_i(clk_i), .rst_ni(rst_ni), .store_i(phase_q == DEVICE && stores),
    .addr_i({addr_q[7:2], 2'd0}), .hart_i(4'd0), .be_i(stored), .wdata_i(d_hwdata),
    .rdata_o(device_rdata), .run_i(run), .irq_weir_i(irq_pending), .irq_timer_o(irq_timer_o),
    .console_valid_o(console_valid_o), .console_data_o(console_data_o), .exit_valid_o(exit_valid_o),
    .exit_code_o(exit_code_o),
    .host_valid_o(host_valid_o), .host_strb_o(host_strb_o), .host_data_o(host_data_o));

  // ---- Weir
  logic        port_valid, port_write, port_ready;
  logic [16:0] port_addr;
  logic [31:0] port_wdata, port_rdata;
  logic [3:0]  port_wstrb;
  weir_ahb #(.ADDR_W(17)) u_bus (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .s_ahb_hsel(selected == WEIR), .s_ahb_haddr(d_haddr[16:0]), .s_ahb_htrans(d_htrans),
    .s_ahb_hwrite(d_hwrite), .s_ahb_hsize(d_hsize), .s_ahb_hwdata(d_hwdata),
    .s_ahb_hwstrb(d_hwstrb), .s_ahb_hready(d_hready), .s_ahb_hreadyout(weir_ready),
    .s_ahb_hresp(weir_resp), .s_ahb_hrdata(weir_rdata),
    .reg_valid_o(port_valid), .reg_write_o(port_write), .reg_addr_o(port_addr),
    .reg_wdata_o(port_wdata), .reg_wstrb_o(port_wstrb), .reg_ready_i(port_ready),
    .reg_rdata_i(port_rdata));

  logic        store_valid;
  logic [31:0] store_addr, store_data;
  logic [3:0]  store_strb;
  weir_snoop_ahb u_snoop (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .ahb_haddr_i(d_haddr), .ahb_htrans_i(d_htrans), .ahb_hwrite_i(d_hwrite),
    .ahb_hsize_i(d_hsize), .ahb_hwdata_i(d_hwdata), .ahb_hwstrb_i(d_hwstrb),
    .ahb_hready_i(d_hready), .ahb_hresp_i(d_hresp),
    .snoop_valid_o(store_valid), .snoop_addr_o(store_addr), .snoop_data_o(store_data),
    .snoop_strb_o(store_strb));

  wire  as_obi = fault == 8'd23;
  soc_faults u_faults (
    .clk_i(clk_i), .rst_ni(rst_ni), .fault_i(fault),
    .bus_valid_i(port_valid), .bus_write_i(port_write), .bus_addr_i({4'd0, port_addr}),
    .bus_wdata_i(port_wdata), .bus_wstrb_i(port_wstrb), .bus_ready_o(port_ready),
    .bus_rdata_o(port_rdata),
    .store_valid_i(as_obi ? d_htrans[1] && d_hwrite && d_hready : store_valid),
    .store_addr_i(as_obi ? {d_haddr[31:2], 2'd0} : store_addr),
    .store_data_i(as_obi ? d_hwdata : store_data), .store_strb_i(as_obi ? lanes : store_strb),
    .irq_o(irq_pending),
    .reg_valid_o(reg_valid_o), .reg_write_o(reg_write_o), .reg_addr_o(reg_addr_o),
    .reg_wdata_o(reg_wdata_o), .reg_wstrb_o(reg_wstrb_o), .reg_ready_i(reg_ready_o),
    .reg_rdata_i(reg_rdata_o),
    .snoop_valid_o(snoop_valid_o), .snoop_addr_o(snoop_addr_o), .snoop_data_o(snoop_data_o),
    .snoop_strb_o(snoop_strb_o), .irq_i(irq_o));

  weir #(`UNIT_PARAMETERS) u_weir (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .reg_valid_i(reg_valid_o), .reg_write_i(reg_write_o), .reg_addr_i(reg_addr_o[16:0]),
    .reg_wdata_i(reg_wdata_o), .reg_wstrb_i(reg_wstrb_o), .reg_ready_o(reg_ready_o),
    .reg_rdata_o(reg_rdata_o),
    .snoop_valid_i(snoop_valid_o), .snoop_addr_i(snoop_addr_o), .snoop_data_i(snoop_data_o),
    .snoop_strb_i(snoop_strb_o),
    .retire_rd_i(5'd0), .retire_rd_data_i(32'd0), .retire_csr_valid_i(1'b0),
    .retire_csr_i(12'd0), .retire_csr_data_i(32'd0), .retire_trap_i(1'b0),
    .retire_interrupt_i(1'b0), .retire_code_i(12'd0), .retire_return_i(1'b0),
    .retire_hint_i(1'b0), .retire_hint_u_i(1'b0), .retire_user_i(1'b0),
    .m_valid_o(m_valid_o), .m_addr_o(m_addr_o), .m_wdata_o(m_wdata_o), .m_ready_i(1'b1),
    .m_idle_i(1'b1), .m_error_i(1'b0),
    .pins_i('0), .auth_i(1'b1), .time_gray_i(64'd0), .trigger_i(1'b0), .trigger_o(),
    .frame_valid_o(), .frame_data_o(), .frame_ready_i(1'b0), .irq_o(irq_o));

  // nothing of soc_life.sv here
  assign {unit_rst_no, pins_o, mtime_o} = {rst_ni, 72'd0};

  wire unused = &{1'b0, fetch_q[31:RAM_LOG2+2], fetch_q[1:0], i_htrans[0], addr_q[31:RAM_LOG2+2],
      addr_q[1:0]};
endmodule
`default_nettype wire
