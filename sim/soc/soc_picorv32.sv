// SPDX-License-Identifier: Apache-2.0
// Demo SoC with PicoRV32, RV32IMC.
`default_nettype none
module soc_picorv32 (
`include "soc_pins.svh"
);
  logic        core_rst_n, data_req, data_rvalid, irq_timer, exit_valid, trap;
  logic [31:0] data_addr, data_rdata, data_wdata, exit_code;
  logic [3:0]  data_be;

  core_picorv32 u_core (
    .clk_i(clk_i), .rst_ni(core_rst_n), .irq_timer_i(irq_timer), .irq_weir_i(irq_o),
    .data_req_o(data_req), .data_be_o(data_be), .data_addr_o(data_addr),
    .data_wdata_o(data_wdata), .data_rvalid_i(data_rvalid), .data_rdata_i(data_rdata),
    .trap_o(trap),
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
  assign rvfi_user_o = 1'b0;

  // Fetches and data share one port.
  soc_system u_system (
`include "soc_connect.svh"
    .instr_req_i(1'b0), .instr_addr_i(32'd0), .instr_rvalid_o(), .instr_rdata_o(),
    .data_req_i(data_req), .data_hart_i(4'd0), .data_gnt_o(), .data_we_i(|data_be),
    .data_be_i(data_be), .data_addr_i(data_addr), .data_wdata_i(data_wdata),
    .data_rvalid_o(data_rvalid), .data_rdata_o(data_rdata),
    .irq_timer_o(irq_timer), .irq_soft_o(),
    .core_rst_no(core_rst_n), .core_div_o(),
    .exit_valid_o(exit_valid), .exit_code_o(exit_code),
`include "soc_connect_retire.svh"

  assign exit_valid_o = exit_valid | trap;             // a trap stops the core until reset
  assign exit_code_o  = exit_valid ? exit_code : 32'd254;

  assign snoop_hart_o = 4'd0;
  assign core_store_o = data_rvalid & |data_be;
  assign core_hart_o  = 4'd0;
  assign core_addr_o  = data_addr;
  assign core_data_o  = data_wdata;
  assign core_strb_o  = data_be;
endmodule
`default_nettype wire
