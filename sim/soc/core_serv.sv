// SPDX-License-Identifier: Apache-2.0
// SERV (bit-serial, RV32I, machine mode; an instruction takes 32 cycles and more) on the ports of the demo SoCs. It has one
// interrupt, the timer's, 7: Weir's is on it, too, and the handler asks the SoC which is up.
//
// SERV 1.2.0 notes an interrupt at the end of each instruction with MIE as it was before, so that at the end of an mret or of an ecall one is
// taken at the first instruction behind, whatever MIE has become: of the trap it forgets that interrupts were enabled, and of the ecall
// where it was. So interrupts are hidden from mret, ecall and ebreak, until the next fetch.
`default_nettype none
module core_serv (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         irq_timer_i,
  input  wire         irq_weir_i,

  output wire         instr_req_o,     // stays until the answer, as that of data; never both
  output wire  [31:0] instr_addr_o,
  input  wire         instr_rvalid_i,
  input  wire  [31:0] instr_rdata_i,

  output wire         data_req_o,
  output wire         data_we_o,
  output wire  [3:0]  data_be_o,
  output wire  [31:0] data_addr_o,
  output wire  [31:0] data_wdata_o,
  input  wire         data_rvalid_i,   // the answer, in the cycle after the one in which the access was accepted
  input  wire  [31:0] data_rdata_i
);
  wire  instr_cyc, data_cyc;
  logic trapping_q;

  always_ff @(posedge clk_i)
    if (!rst_ni) trapping_q <= 1'b0;
    else if (instr_rvalid_i) trapping_q <= {instr_rdata_i[14:12], instr_rdata_i[6:0]} == 10'h073;

  serv_rf_top #(.RESET_PC(32'h80), .COMPRESSED(0), .MDU(0)) u_core (
    .clk(clk_i), .i_rst(!rst_ni), .i_timer_irq((irq_timer_i | irq_weir_i) & !trapping_q),
    .o_ibus_adr(instr_addr_o), .o_ibus_cyc(instr_cyc), .i_ibus_rdt(instr_rdata_i), .i_ibus_ack(instr_rvalid_i),
    .o_dbus_adr(data_addr_o), .o_dbus_dat(data_wdata_o), .o_dbus_sel(data_be_o), .o_dbus_we(data_we_o), .o_dbus_cyc(data_cyc),
    .i_dbus_rdt(data_rdata_i), .i_dbus_ack(data_rvalid_i),
    .o_ext_rs1(), .o_ext_rs2(), .o_ext_funct3(), .i_ext_rd(32'd0), .i_ext_ready(1'b0), .o_mdu_valid());

  // Wishbone holds a cycle until its acknowledge, which is the answer of the cycle before.
  assign instr_req_o = instr_cyc & ~instr_rvalid_i;
  assign data_req_o  = data_cyc & ~data_rvalid_i;
endmodule
`default_nettype wire
