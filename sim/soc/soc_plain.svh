// SPDX-License-Identifier: Apache-2.0
// A core that shows nothing of what it retires: 0 at the bench's pins for it.
  assign {retire_rd_o, retire_rd_data_o, retire_csr_valid_o, retire_csr_o, retire_csr_data_o,
      retire_trap_o, retire_interrupt_o, retire_code_o, retire_return_o, retire_hint_o,
      retire_hint_u_o, retire_user_o} = '0;
  assign {rvfi_done_o, rvfi_intr_o, rvfi_user_o, rvfi_insn_o, rvfi_rs1_o, rvfi_addr_o, rvfi_data_o,
      rvfi_strb_o} = '0;
