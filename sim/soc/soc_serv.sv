// SPDX-License-Identifier: Apache-2.0
// Demo SoC with SERV (bit-serial, RV32I).
`default_nettype none
module soc_serv (
`include "soc_pins.svh"
);
  logic        core_rst_n, instr_req, instr_rvalid, data_req, data_rvalid, data_we, irq_timer;
  logic [31:0] instr_addr, instr_rdata, data_addr, data_rdata, data_wdata;
  logic [3:0]  data_be;

  core_serv u_core (
    .clk_i(clk_i), .rst_ni(core_rst_n), .irq_timer_i(irq_timer), .irq_weir_i(irq_o),
    .instr_req_o(instr_req), .instr_addr_o(instr_addr), .instr_rvalid_i(instr_rvalid),
    .instr_rdata_i(instr_rdata),
    .data_req_o(data_req), .data_we_o(data_we), .data_be_o(data_be), .data_addr_o(data_addr),
    .data_wdata_o(data_wdata),
    .data_rvalid_i(data_rvalid), .data_rdata_i(data_rdata),
    .retire_rd_o(retire_rd_o), .retire_rd_data_o(retire_rd_data_o),
    .retire_csr_valid_o(retire_csr_valid_o),
    .retire_csr_o(retire_csr_o), .retire_csr_data_o(retire_csr_data_o),
    .retire_trap_o(retire_trap_o),
    .retire_interrupt_o(retire_interrupt_o), .retire_code_o(retire_code_o),
    .retire_return_o(retire_return_o), .retire_hint_o(retire_hint_o),
    .retire_hint_u_o(retire_hint_u_o), .retire_user_o(retire_user_o),
    .rvfi_done_o(rvfi_done_o), .rvfi_intr_o(rvfi_intr_o), .rvfi_insn_o(rvfi_insn_o),
    .rvfi_rs1_o(rvfi_rs1_o), .rvfi_addr_o(rvfi_addr_o), .rvfi_data_o(rvfi_data_o),
    .rvfi_strb_o(rvfi_strb_o));

  soc_system u_system (
`include "soc_connect.svh"
    .instr_req_i(instr_req), .instr_addr_i(instr_addr), .instr_rvalid_o(instr_rvalid),
    .instr_rdata_o(instr_rdata),
    .data_hart_i(4'd0), .data_req_i(data_req), .data_gnt_o(), .data_we_i(data_we),
    .data_be_i(data_be),
    .data_addr_i(data_addr), .data_wdata_i(data_wdata), .data_rvalid_o(data_rvalid),
    .data_rdata_o(data_rdata),
    .irq_timer_o(irq_timer), .irq_soft_o(),
    .core_rst_no(core_rst_n), .core_div_o(),
    .exit_valid_o(exit_valid_o), .exit_code_o(exit_code_o),
`include "soc_connect_retire.svh"

  assign snoop_hart_o = 4'd0;
  assign core_store_o = data_rvalid & data_we;
  assign core_hart_o  = 4'd0;
  assign core_addr_o  = data_addr;
  assign core_data_o  = data_wdata;
  assign core_strb_o  = data_be;
  assign rvfi_user_o  = 1'b0;
endmodule
`default_nettype wire
