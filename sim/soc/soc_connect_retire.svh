// SPDX-License-Identifier: Apache-2.0
// Connections of the retire view to soc_system: the unit has what the bench sees.
    .retire_rd_i(retire_rd_o), .retire_rd_data_i(retire_rd_data_o),
    .retire_csr_valid_i(retire_csr_valid_o), .retire_csr_i(retire_csr_o),
    .retire_csr_data_i(retire_csr_data_o), .retire_trap_i(retire_trap_o),
    .retire_interrupt_i(retire_interrupt_o), .retire_code_i(retire_code_o),
    .retire_return_i(retire_return_o), .retire_hint_i(retire_hint_o),
    .retire_hint_u_i(retire_hint_u_o), .retire_user_i(retire_user_o));
