// SPDX-License-Identifier: Apache-2.0
// Hazard3 (its sources are not here: make regress-ahb CORE=DIR) on AHB-Lite, by both its ports.
`default_nettype none
module soc_hazard3 (
`include "soc_pins.svh"
);
  logic        irq_timer, i_hready, d_hready, d_hresp, d_hwrite, powered;
  logic [31:0] i_haddr, i_hrdata, d_haddr, d_hwdata, d_hrdata;
  logic [1:0]  i_htrans, d_htrans;
  logic [2:0]  d_hsize;

  // first fetch: as Ibex. U_MODE and PMP as the programs use them.
  hazard3_cpu_2port #(
    .RESET_VECTOR(32'h80), .CSR_COUNTER(1), .U_MODE(1), .PMP_REGIONS(4)
  ) u_core (
    .clk(clk_i), .clk_always_on(clk_i), .rst_n(rst_ni),
    .pwrup_req(powered), .pwrup_ack(powered), .clk_en(), .unblock_out(), .unblock_in(1'b0),
    .i_haddr(i_haddr), .i_hwrite(), .i_htrans(i_htrans), .i_hsize(), .i_hburst(), .i_hprot(),
    .i_hmastlock(), .i_hmaster(), .i_hready(i_hready), .i_hresp(1'b0), .i_hwdata(),
    .i_hrdata(i_hrdata),
    .d_haddr(d_haddr), .d_hwrite(d_hwrite), .d_htrans(d_htrans), .d_hsize(d_hsize), .d_hburst(),
    .d_hprot(), .d_hmastlock(), .d_hmaster(), .d_hexcl(), .d_hready(d_hready), .d_hresp(d_hresp),
    .d_hexokay(1'b1), .d_hwdata(d_hwdata), .d_hrdata(d_hrdata),
    .dbg_req_halt(1'b0), .dbg_req_halt_on_reset(1'b0), .dbg_req_resume(1'b0), .dbg_halted(),
    .dbg_running(), .dbg_data0_rdata(32'd0), .dbg_data0_wdata(), .dbg_data0_wen(),
    .dbg_instr_data(32'd0), .dbg_instr_data_vld(1'b0), .dbg_instr_data_rdy(),
    .dbg_instr_caught_exception(), .dbg_instr_caught_ebreak(), .dbg_sbus_addr(32'd0),
    .dbg_sbus_write(1'b0), .dbg_sbus_size(2'd0), .dbg_sbus_vld(1'b0), .dbg_sbus_rdy(),
    .dbg_sbus_err(), .dbg_sbus_wdata(32'd0), .dbg_sbus_rdata(),
    .irq(irq_o), .soft_irq(1'b0), .timer_irq(irq_timer));

  soc_ahb u_system (
`include "soc_connect.svh"
    .i_haddr(i_haddr), .i_htrans(i_htrans), .i_hready(i_hready), .i_hrdata(i_hrdata),
    .d_haddr(d_haddr), .d_htrans(d_htrans), .d_hwrite(d_hwrite), .d_hsize(d_hsize),
    .d_hwdata(d_hwdata), .d_hwstrb(4'b1111), .d_hready(d_hready), .d_hresp(d_hresp),
    .d_hrdata(d_hrdata),
    .irq_timer_o(irq_timer), .exit_valid_o(exit_valid_o), .exit_code_o(exit_code_o));
`include "soc_plain.svh"
  assign snoop_hart_o = 4'd0;
  assign core_hart_o  = 4'd0;

  // The truth of the tests, written without a look at weir_snoop_ahb: a queue of one store, filled
  // by an address phase, emptied by the end of its data phase.
  logic        waits_q = 1'b0;
  logic [31:0] addr_q;
  logic [2:0]  size_q;
  always @(posedge clk_i)
    if (!rst_ni) waits_q <= 1'b0;
    else if (d_hready) begin
      waits_q <= d_htrans == 2'd2 && d_hwrite;
      addr_q  <= d_haddr;
      size_q  <= d_hsize;
    end
  assign core_store_o = waits_q && d_hready && !d_hresp;
  assign core_addr_o  = {addr_q[31:2], 2'd0};
  assign core_data_o  = d_hwdata;
  assign core_strb_o  = size_q == 3'd0 ? 4'd1 << addr_q[1:0]
                      : size_q == 3'd1 ? 4'd3 << addr_q[1:0] : 4'd15;
endmodule
`default_nettype wire
