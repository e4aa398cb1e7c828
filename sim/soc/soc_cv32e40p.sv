// SPDX-License-Identifier: Apache-2.0
// Demo SoC with CV32E40P (RV32IMC, machine mode; OBI): one hart, or several that share the
// data port round-robin. Timer interrupt 7 and Weir's interrupt 11 go to hart 0. Its package has
// no RVFI for synthesis, so there is no retire view. For make regress-obi.
`default_nettype none
module soc_cv32e40p (
`include "soc_pins.svh"
);
  localparam integer HARTS = `SOC_HARTS;
  logic                data_gnt, data_rvalid, irq_timer;
  logic [31:0]         data_rdata;
  logic [32*HARTS-1:0] instr_addr, instr_rdata;
  logic [HARTS-1:0]    instr_req, instr_rvalid, irq_soft, req, gnt, rvalid, we, snooped;
  logic [32*HARTS-1:0] addr, wdata;
  logic [4*HARTS-1:0]  be;
  logic                bus_req, bus_we, core_rst_n;
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      localparam integer INDEX = h;
      cv32e40p_top u_core (
        .clk_i(clk_i), .rst_ni(core_rst_n), .pulp_clock_en_i(1'b0), .scan_cg_en_i(1'b0),
        .boot_addr_i(32'h80), .mtvec_addr_i(32'h100), .dm_halt_addr_i(32'd0), .hart_id_i(INDEX),
        .dm_exception_addr_i(32'd0),
        .instr_req_o(instr_req[h]), .instr_gnt_i(instr_req[h]), .instr_rvalid_i(instr_rvalid[h]),
        .instr_addr_o(instr_addr[32*h +: 32]), .instr_rdata_i(instr_rdata[32*h +: 32]),
        .data_req_o(req[h]), .data_gnt_i(gnt[h]), .data_rvalid_i(rvalid[h]),
        .data_we_o(we[h]), .data_be_o(be[4*h +: 4]), .data_addr_o(addr[32*h +: 32]),
        .data_wdata_o(wdata[32*h +: 32]),
        .data_rdata_i(data_rdata),
        .irq_i({20'd0, irq_o && h == 0, 3'd0, irq_timer && h == 0, 3'd0, irq_soft[h], 3'd0}),
        .irq_ack_o(), .irq_id_o(), .debug_req_i(1'b0), .debug_havereset_o(), .debug_running_o(),
        .debug_halted_o(), .fetch_enable_i(1'b1), .core_sleep_o());

      // The module of the guide, on the pins of the core, shows the unit the same stores.
      logic [31:0] store_addr, store_data;
      logic [3:0]  store_strb;
      weir_snoop_obi u_snoop (
        .obi_req_i(req[h]), .obi_gnt_i(gnt[h]), .obi_addr_i(addr[32*h +: 32]),
        .obi_we_i(we[h]), .obi_be_i(be[4*h +: 4]), .obi_wdata_i(wdata[32*h +: 32]),
        .snoop_valid_o(snooped[h]), .snoop_addr_o(store_addr), .snoop_data_o(store_data),
        .snoop_strb_o(store_strb));
      wire shown = snoop_valid_o && snoop_hart_o == h;
`ifndef YOSYS
      always @(posedge clk_i)
        if (rst_ni && u_system.fault == 8'd0 && (snooped[h] != shown || (shown &&
            {store_addr[31:2], store_data, store_strb} !=
            {snoop_addr_o[31:2], snoop_data_o, snoop_strb_o}))) begin
          $display("weir_snoop_obi differs from the unit's snoop");
          $fatal;
        end
`endif
      wire unused = &{1'b0, store_addr[1:0]};
    end
  endgenerate

  soc_join #(.HARTS(HARTS)) u_join (
    .clk_i(clk_i), .rst_ni(rst_ni), .req_i(req), .we_i(we), .be_i(be), .addr_i(addr),
    .wdata_i(wdata), .gnt_o(gnt), .rvalid_o(rvalid),
    .req_o(bus_req), .hart_o(snoop_hart_o), .we_o(bus_we), .be_o(core_strb_o),
    .addr_o(core_addr_o), .wdata_o(core_data_o), .gnt_i(data_gnt), .rvalid_i(data_rvalid));

  soc_system #(.HARTS(HARTS)) u_system (
`include "soc_connect.svh"
    .instr_req_i(instr_req), .instr_addr_i(instr_addr), .instr_rvalid_o(instr_rvalid),
    .instr_rdata_o(instr_rdata),
    .data_hart_i(snoop_hart_o), .data_req_i(bus_req), .data_gnt_o(data_gnt), .data_we_i(bus_we),
    .data_be_i(core_strb_o), .data_addr_i(core_addr_o), .data_wdata_i(core_data_o),
    .data_rvalid_o(data_rvalid), .data_rdata_o(data_rdata),
    .irq_timer_o(irq_timer), .irq_soft_o(irq_soft),
    .core_rst_no(core_rst_n), .core_div_o(),
    .exit_valid_o(exit_valid_o), .exit_code_o(exit_code_o),
`include "soc_connect_retire.svh"
`include "soc_plain.svh"

  assign core_store_o = |(gnt & we);
  assign core_hart_o  = snoop_hart_o;
endmodule
`default_nettype wire
