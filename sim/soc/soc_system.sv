// SPDX-License-Identifier: Apache-2.0
// The demo SoC without its harts: RAM, devices, and Weir with its snoops on the data bus.
//
// A hart has a fetch port and a data port. The SoC accepts a data access in a cycle with data_req_i
// and data_gnt_o; data_rvalid_o marks its answer in the next cycle. It always accepts fetches at
// once. Only Weir stalls a hart. Several harts share the data port; data_hart_i names the hart of
// the access. Each has a fetch port.
//
//   0x0000_0000  RAM, 256 KiB, loaded from +hex=FILE (one 32-bit word a line, hexadecimal)
//   0x4000_0000  Weir: registers, stream and counters; ports and event windows of hart 0 from
//                +0x1_0000, of hart 1 from +0x2_0000
//   0x5000_0000  devices, see soc_devices.sv, soc_harts.sv and soc_life.sv; +run=N: cycles that
//                the program should run
//
// +fault=N hooks Weir up wrongly, see soc_faults.sv.
//
// The macro UNIT_PARAMETERS has Weir's parameters, from rtl/presets.mk. The bench uses the same.
// UNIT_PINS is the number of its event pins, at least 1.
`default_nettype none
module soc_system #(
  parameter integer HARTS = 1,
  parameter RAM_LOG2 = 16      // words
) (
  input  wire  [HARTS-1:0]    instr_req_i,
  input  wire  [32*HARTS-1:0] instr_addr_i,
  output logic [HARTS-1:0]    instr_rvalid_o,
  output logic [32*HARTS-1:0] instr_rdata_o,

  input  wire         data_req_i,
  input  wire  [3:0]  data_hart_i,
  output logic        data_gnt_o,
  input  wire         data_we_i,
  input  wire  [3:0]  data_be_i,
  input  wire  [31:0] data_addr_i,
  input  wire  [31:0] data_wdata_i,
  output logic        data_rvalid_o,
  output logic [31:0] data_rdata_o,

`include "soc_system_pins.svh"
  output logic             irq_timer_o,
  output logic [HARTS-1:0] irq_soft_o,   // software interrupts; 0 with one hart
  output logic             core_rst_no,  // reset of the harts, see soc_life.sv,
  output logic [3:0]       core_div_o,   // and their clock

  // Retire view of each hart; 0 without weir_rvfi
  input  wire  [5*HARTS-1:0]  retire_rd_i,
  input  wire  [32*HARTS-1:0] retire_rd_data_i,
  input  wire  [HARTS-1:0]    retire_csr_valid_i,
  input  wire  [12*HARTS-1:0] retire_csr_i,
  input  wire  [32*HARTS-1:0] retire_csr_data_i,
  input  wire  [HARTS-1:0]    retire_trap_i,
  input  wire  [HARTS-1:0]    retire_interrupt_i,
  input  wire  [12*HARTS-1:0] retire_code_i,
  input  wire  [HARTS-1:0]    retire_return_i,
  input  wire  [HARTS-1:0]    retire_hint_i,
  input  wire  [HARTS-1:0]    retire_hint_u_i,
  input  wire  [HARTS-1:0]    retire_user_i
);
  // Address decoder and handshake
  wire at_weir   = data_addr_i[31:28] == 4'h4;
  wire at_device = data_addr_i[31:28] == 4'h5;
  wire at_ram    = data_addr_i[31:28] == 4'h0;
  wire accept    = data_req_i & data_gnt_o;
  wire store     = accept & data_we_i;

  logic        dma_read, dma_write;    // by the data port of the RAM
  logic [31:0] dma_read_addr, dma_write_addr, dma_data;
  logic        weir_ready;
  logic [31:0] weir_rdata;
  assign data_gnt_o = at_weir ? weir_ready : !(at_ram && (dma_read || dma_write));

  // RAM: a port for the fetches of each hart, one for data of harts or DMA, one for Weir's ring
  logic [31:0] ram [0:(1 << RAM_LOG2) - 1];
  logic [31:0] ram_rdata_q;
  wire [31:0]         ram_addr      = dma_write ? dma_write_addr : dma_read ? dma_read_addr
      : data_addr_i;
  wire [RAM_LOG2-1:0] ram_data_word = ram_addr[RAM_LOG2+1:2];

`include "soc_options.svh"

  always_ff @(posedge clk_i) begin
    instr_rvalid_o <= instr_req_i & {HARTS{rst_ni}};
    for (int i = 0; i < HARTS; i = i + 1)
      instr_rdata_o[32*i +: 32] <= ram[instr_addr_i[32*i+2 +: RAM_LOG2]];
    ram_rdata_q    <= ram[ram_data_word];
    for (int b = 0; b < 4; b = b + 1)
      if (dma_write || (store & at_ram & data_be_i[b]))
        ram[ram_data_word][8*b +: 8] <= dma_write ? dma_data[8*b +: 8] : data_wdata_i[8*b +: 8];
    if (m_valid_o & m_addr_o[31:28] == 4'h0) ram[m_addr_o[RAM_LOG2+1:2]] <= m_wdata_o;
  end

  logic [31:0] device_rdata;
  logic        irq_pending;            // as the devices see it
  soc_devices u_devices (
    .clk_i(clk_i), .rst_ni(rst_ni), .store_i(store & at_device), .addr_i(data_addr_i[7:0]),
    .hart_i(data_hart_i), .be_i(data_be_i),
    .wdata_i(data_wdata_i), .rdata_o(device_rdata), .run_i(run), .irq_weir_i(irq_pending),
    .irq_timer_o(irq_timer_o),
    .console_valid_o(console_valid_o), .console_data_o(console_data_o), .exit_valid_o(exit_valid_o),
    .exit_code_o(exit_code_o),
    .host_valid_o(host_valid_o), .host_strb_o(host_strb_o), .host_data_o(host_data_o));

  logic [31:0] harts_rdata, life_rdata;
  logic [63:0] gray;
  soc_life u_life (
    .clk_i(clk_i), .rst_ni(rst_ni), .store_i(store & at_device), .addr_i(data_addr_i[7:0]),
    .wdata_i(data_wdata_i), .rdata_o(life_rdata),
    .read_o(dma_read), .read_addr_o(dma_read_addr), .read_data_i(ram_rdata_q),
    .write_o(dma_write), .write_addr_o(dma_write_addr), .write_data_o(dma_data),
    .pins_o(pins_o), .core_div_o(core_div_o), .gray_o(gray), .mtime_o(mtime_o),
    .waits_i(reg_valid_o), .core_rst_no(core_rst_no), .unit_rst_no(unit_rst_no));
  generate
    if (HARTS > 1) begin : g_harts
      soc_harts #(.HARTS(HARTS)) u_harts (
        .clk_i(clk_i), .rst_ni(rst_ni), .store_i(store & at_device), .addr_i(data_addr_i[7:0]),
        .hart_i(data_hart_i), .wdata_i(data_wdata_i), .rdata_o(harts_rdata),
        .irq_soft_o(irq_soft_o));
    end else begin : g_one_hart
      assign harts_rdata = 32'd0;
      assign irq_soft_o  = '0;
    end
  endgenerate

  // Read data
  logic from_weir_q, from_device_q;
  always_ff @(posedge clk_i) begin
    data_rvalid_o <= accept & rst_ni;
    from_weir_q   <= at_weir;
    from_device_q <= at_device;
  end
  assign data_rdata_o = from_weir_q ? weir_rdata
      : from_device_q ? device_rdata | harts_rdata | life_rdata : ram_rdata_q;

  // Weir: its register port, and its snoop on every store that the bus accepts
  localparam integer ADDR_W = 16 + $clog2(HARTS + 1);
  soc_faults u_faults (
    .clk_i(clk_i), .rst_ni(rst_ni), .fault_i(fault),
    .bus_valid_i(data_req_i & at_weir), .bus_write_i(data_we_i),
    .bus_addr_i({{(21-ADDR_W){1'b0}}, data_addr_i[ADDR_W-1:0]}), .bus_wdata_i(data_wdata_i),
    .bus_wstrb_i(data_be_i), .bus_ready_o(weir_ready), .bus_rdata_o(weir_rdata),
    .store_valid_i(store), .store_addr_i(data_addr_i), .store_data_i(data_wdata_i),
    .store_strb_i(data_be_i), .irq_o(irq_pending),
    .reg_valid_o(reg_valid_o), .reg_write_o(reg_write_o), .reg_addr_o(reg_addr_o),
    .reg_wdata_o(reg_wdata_o), .reg_wstrb_o(reg_wstrb_o), .reg_ready_i(reg_ready_o),
    .reg_rdata_i(reg_rdata_o),
    .snoop_valid_o(snoop_valid_o), .snoop_addr_o(snoop_addr_o), .snoop_data_o(snoop_data_o),
    .snoop_strb_o(snoop_strb_o), .irq_i(irq_o));

  wire [HARTS-1:0] snoop_valid;
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      assign snoop_valid[h] = snoop_valid_o & (HARTS == 1 || data_hart_i == h);
    end
  endgenerate

  weir #(`UNIT_PARAMETERS) u_weir (
    .clk_i(clk_i), .rst_ni(unit_rst_no),
    .reg_valid_i(reg_valid_o), .reg_write_i(reg_write_o), .reg_addr_i(reg_addr_o[ADDR_W-1:0]),
    .reg_wdata_i(reg_wdata_o),
    .reg_wstrb_i(reg_wstrb_o), .reg_ready_o(reg_ready_o), .reg_rdata_o(reg_rdata_o),
    .snoop_valid_i(snoop_valid), .snoop_addr_i({HARTS{snoop_addr_o}}),
    .snoop_data_i({HARTS{snoop_data_o}}), .snoop_strb_i({HARTS{snoop_strb_o}}),
    .retire_rd_i(retire_rd_i), .retire_rd_data_i(retire_rd_data_i),
    .retire_csr_valid_i(retire_csr_valid_i), .retire_csr_i(retire_csr_i),
    .retire_csr_data_i(retire_csr_data_i), .retire_trap_i(retire_trap_i),
    .retire_interrupt_i(retire_interrupt_i), .retire_code_i(retire_code_i),
    .retire_return_i(retire_return_i), .retire_hint_i(retire_hint_i),
    .retire_hint_u_i(retire_hint_u_i), .retire_user_i(retire_user_i),
    .m_valid_o(m_valid_o), .m_addr_o(m_addr_o), .m_wdata_o(m_wdata_o), .m_ready_i(1'b1),
    .m_idle_i(1'b1), .m_error_i(1'b0),
    .pins_i(pins_o[`UNIT_PINS-1:0]), .auth_i(1'b1), .time_gray_i(gray),
    .trigger_i(1'b0), .trigger_o(),
    .frame_valid_o(), .frame_data_o(), .frame_ready_i(1'b0), .irq_o(irq_o));

  wire unused = &{1'b0, instr_addr_i, ram_addr};
endmodule
`default_nettype wire
