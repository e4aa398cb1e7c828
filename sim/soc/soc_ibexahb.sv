// SPDX-License-Identifier: Apache-2.0
// Ibex on AHB-Lite (soc_ahb.sv), behind a small bridge: one access under way while the next has its
// address phase. Accesses that are no byte, half or word at its place have HWSTRB of AHB5.
`default_nettype none
module soc_ibexahb (
`include "soc_pins.svh"
);
  logic        instr_req, instr_gnt, instr_rvalid, data_req, data_gnt, data_rvalid, data_we;
  logic        irq_timer;
  logic [31:0] instr_addr, instr_rdata, data_addr, data_rdata, data_wdata;
  logic [3:0]  data_be;
  logic        i_hready, d_hready, d_hresp;

  ibex_top #(
    .PMPEnable(1'b1), .RV32M(ibex_pkg::RV32MFast), .RV32B(ibex_pkg::RV32BNone),
    .RegFile(ibex_pkg::RegFileFF), .BranchTargetALU(1'b0), .WritebackStage(1'b0)
  ) u_core (
    .clk_i(clk_i), .rst_ni(rst_ni), .test_en_i(1'b0), .scan_rst_ni(1'b1), .ram_cfg_i(10'd0),
    .hart_id_i(32'd0), .boot_addr_i(32'd0),            // first fetch: boot_addr + 0x80
    .instr_req_o(instr_req), .instr_gnt_i(instr_gnt), .instr_rvalid_i(instr_rvalid),
    .instr_addr_o(instr_addr),
    .instr_rdata_i(instr_rdata), .instr_rdata_intg_i(7'd0), .instr_err_i(1'b0),
    .data_req_o(data_req), .data_gnt_i(data_gnt), .data_rvalid_i(data_rvalid),
    .data_we_o(data_we), .data_be_o(data_be), .data_addr_o(data_addr), .data_wdata_o(data_wdata),
    .data_wdata_intg_o(), .data_rdata_i(data_rdata), .data_rdata_intg_i(7'd0),
    .data_err_i(d_hresp),
    .irq_software_i(1'b0), .irq_timer_i(irq_timer), .irq_external_i(irq_o), .irq_fast_i(15'd0),
    .irq_nm_i(1'b0),
    .scramble_key_valid_i(1'b0), .scramble_key_i(128'd0), .scramble_nonce_i(64'd0),
    .scramble_req_o(),
    .debug_req_i(1'b0), .crash_dump_o(), .double_fault_seen_o(),
    .fetch_enable_i(ibex_pkg::IbexMuBiOn),
    .alert_minor_o(), .alert_major_internal_o(), .alert_major_bus_o(), .core_sleep_o());

  // ---- the bridge
  logic        fetch_q, access_q, store_q;
  logic [31:0] data_addr_q, data_wdata_q;
  logic [3:0]  data_be_q;
  logic [2:0]  size;
  logic [1:0]  low, lane;
  always_comb begin
    {size, low} = {3'd2, 2'd0};
    lane = 2'd0;
    for (int b = 0; b < 4; b = b + 1) begin
      if (data_be == 4'b0001 << b) {size, low} = {3'd0, lane};
      lane = lane + 2'd1;
    end
    if (data_be == 4'b0011) {size, low} = {3'd1, 2'd0};
    if (data_be == 4'b1100) {size, low} = {3'd1, 2'd2};
  end
  assign instr_gnt    = instr_req && i_hready;
  assign instr_rvalid = fetch_q && i_hready;
  assign data_gnt     = data_req && d_hready;
  assign data_rvalid  = access_q && d_hready;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fetch_q  <= 1'b0;
      access_q <= 1'b0;
      store_q  <= 1'b0;
    end else begin
      if (i_hready) fetch_q <= instr_req;
      if (d_hready) begin
        access_q <= data_req;
        store_q  <= data_req && data_we;
      end
    end
    if (data_gnt) begin
      data_addr_q  <= data_addr;
      data_wdata_q <= data_wdata;
      data_be_q    <= data_be;
    end
  end

  soc_ahb u_system (
`include "soc_connect.svh"
    .i_haddr(instr_addr), .i_htrans({instr_req, 1'b0}), .i_hready(i_hready),
    .i_hrdata(instr_rdata),
    .d_haddr({data_addr[31:2], low}), .d_htrans({data_req, 1'b0}), .d_hwrite(data_we),
    .d_hsize(size), .d_hwdata(data_wdata_q), .d_hwstrb(data_be_q), .d_hready(d_hready),
    .d_hresp(d_hresp), .d_hrdata(data_rdata),
    .irq_timer_o(irq_timer), .exit_valid_o(exit_valid_o), .exit_code_o(exit_code_o));
`include "soc_plain.svh"
  assign snoop_hart_o = 4'd0;
  assign core_hart_o  = 4'd0;

  // as the core sees its answer
  assign core_store_o = store_q && data_rvalid && !d_hresp;
  assign core_addr_o  = data_addr_q;
  assign core_data_o  = data_wdata_q;
  assign core_strb_o  = data_be_q;

  wire unused = &{1'b0, data_addr[1:0]};
endmodule
`default_nettype wire
