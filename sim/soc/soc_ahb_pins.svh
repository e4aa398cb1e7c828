// SPDX-License-Identifier: Apache-2.0
// A SoC on AHB: connections of the bench's pins to soc_ahb, and 0 for the pins that it has not.
    .irq_timer_o(irq_timer),
    .console_valid_o(console_valid_o), .console_data_o(console_data_o), .exit_valid_o(exit_valid_o),
    .exit_code_o(exit_code_o), .host_valid_o(host_valid_o), .host_strb_o(host_strb_o),
    .host_data_o(host_data_o),
    .reg_valid_o(reg_valid_o), .reg_write_o(reg_write_o), .reg_addr_o(reg_addr_o),
    .reg_wdata_o(reg_wdata_o), .reg_wstrb_o(reg_wstrb_o), .reg_ready_o(reg_ready_o),
    .reg_rdata_o(reg_rdata_o),
    .snoop_valid_o(snoop_valid_o), .snoop_addr_o(snoop_addr_o), .snoop_data_o(snoop_data_o),
    .snoop_strb_o(snoop_strb_o), .m_valid_o(m_valid_o), .m_addr_o(m_addr_o),
    .m_wdata_o(m_wdata_o), .irq_o(irq_o));

  // one hart, no retire view
  assign snoop_hart_o = 4'd0;
  assign core_hart_o  = 4'd0;
  assign {retire_rd_o, retire_rd_data_o, retire_csr_valid_o, retire_csr_o, retire_csr_data_o,
      retire_trap_o, retire_interrupt_o, retire_code_o, retire_return_o, retire_hint_o,
      retire_hint_u_o, retire_user_o} = '0;
  assign {rvfi_done_o, rvfi_intr_o, rvfi_user_o, rvfi_insn_o, rvfi_rs1_o, rvfi_addr_o, rvfi_data_o,
      rvfi_strb_o} = '0;
