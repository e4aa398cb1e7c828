// SPDX-License-Identifier: Apache-2.0
// Demo SoC around SERV (bit-serial, RV32I, machine mode; an instruction takes 32 cycles and more). It has one interrupt, the
// timer's, 7: Weir's is on it, too, and the handler asks the SoC which is up.
//
// SERV 1.2.0 forgets that interrupts were enabled if one is up when mret ends (serv_csr.v: mstatus_mie takes !i_trap while the
// mret is still decoded): no interrupt would come any more. So interrupts are hidden from an mret until the next fetch.
`default_nettype none
module soc_serv (
`include "soc_pins.svh"
);
  logic        instr_cyc, instr_ack, data_cyc, data_ack, data_we, irq_timer;
  logic [31:0] instr_adr, instr_rdata, data_adr, data_rdata, data_wdata;
  logic [3:0]  data_sel;
  logic        returning_q;

  always_ff @(posedge clk_i)
    if (!rst_ni) returning_q <= 1'b0;
    else if (instr_ack) returning_q <= instr_rdata == 32'h3020_0073;

  serv_rf_top #(.RESET_PC(32'h80), .COMPRESSED(0), .MDU(0)) u_core (
    .clk(clk_i), .i_rst(!rst_ni), .i_timer_irq((irq_timer | irq_o) & !returning_q),
    .o_ibus_adr(instr_adr), .o_ibus_cyc(instr_cyc), .i_ibus_rdt(instr_rdata), .i_ibus_ack(instr_ack),
    .o_dbus_adr(data_adr), .o_dbus_dat(data_wdata), .o_dbus_sel(data_sel), .o_dbus_we(data_we), .o_dbus_cyc(data_cyc),
    .i_dbus_rdt(data_rdata), .i_dbus_ack(data_ack),
    .o_ext_rs1(), .o_ext_rs2(), .o_ext_funct3(), .i_ext_rd(32'd0), .i_ext_ready(1'b0), .o_mdu_valid());

  // Wishbone holds a cycle until its acknowledge, which is the answer of the cycle before.
  soc_system u_system (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .instr_req_i(instr_cyc & ~instr_ack), .instr_addr_i(instr_adr), .instr_rvalid_o(instr_ack), .instr_rdata_o(instr_rdata),
    .data_req_i(data_cyc & ~data_ack), .data_gnt_o(), .data_we_i(data_we), .data_be_i(data_sel),
    .data_addr_i(data_adr), .data_wdata_i(data_wdata), .data_rvalid_o(data_ack), .data_rdata_o(data_rdata),
    .irq_timer_o(irq_timer), .irq_weir_o(irq_o),
    .console_valid_o(console_valid_o), .console_data_o(console_data_o), .exit_valid_o(exit_valid_o),
    .exit_code_o(exit_code_o), .host_valid_o(host_valid_o), .host_strb_o(host_strb_o), .host_data_o(host_data_o),
    .reg_valid_o(reg_valid_o), .reg_write_o(reg_write_o), .reg_addr_o(reg_addr_o), .reg_wdata_o(reg_wdata_o),
    .reg_wstrb_o(reg_wstrb_o), .reg_ready_o(reg_ready_o), .reg_rdata_o(reg_rdata_o),
    .snoop_valid_o(snoop_valid_o), .snoop_addr_o(snoop_addr_o), .snoop_data_o(snoop_data_o),
    .snoop_strb_o(snoop_strb_o),
    .retire_rd_i(retire_rd_o), .retire_rd_data_i(retire_rd_data_o), .retire_csr_valid_i(retire_csr_valid_o), .retire_csr_i(retire_csr_o),
    .retire_csr_data_i(retire_csr_data_o), .retire_trap_i(retire_trap_o), .retire_interrupt_i(retire_interrupt_o), .retire_code_i(retire_code_o), .retire_return_i(retire_return_o),
    .m_valid_o(m_valid_o), .m_addr_o(m_addr_o), .m_wdata_o(m_wdata_o));

  assign {retire_rd_o, retire_rd_data_o, retire_csr_valid_o, retire_csr_o, retire_csr_data_o, retire_trap_o, retire_interrupt_o,
          retire_code_o, retire_return_o} = '0;          // it does not show what it does

  assign core_store_o = data_cyc & data_ack & data_we;
  assign core_addr_o  = data_adr;
  assign core_data_o  = data_wdata;
  assign core_strb_o  = data_sel;
endmodule
`default_nettype wire
