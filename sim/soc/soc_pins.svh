// SPDX-License-Identifier: Apache-2.0
// Ports of every demo SoC, so that one bench fits all; soc_system.sv explains them.
  input  wire         clk_i,
  input  wire         rst_ni,           // synchronous; falls once, for asynchronous resets
  output logic        console_valid_o,
  output logic [7:0]  console_data_o,
  output logic        exit_valid_o,
  output logic [31:0] exit_code_o,
  output logic        host_valid_o,
  output logic [3:0]  host_strb_o,
  output logic [31:0] host_data_o,
  output logic        reg_valid_o,
  output logic        reg_write_o,
  output logic [20:0] reg_addr_o,
  output logic [31:0] reg_wdata_o,
  output logic [3:0]  reg_wstrb_o,
  output logic        reg_ready_o,
  output logic [31:0] reg_rdata_o,
  output logic [3:0]  snoop_hart_o,     // hart of the snooped store; 0 with one hart
  output logic        snoop_valid_o,
  output logic [31:0] snoop_addr_o,
  output logic [31:0] snoop_data_o,
  output logic [3:0]  snoop_strb_o,
  // Retire view of the hart, as the unit sees it; 0 for a core without
  output logic [4:0]  retire_rd_o,
  output logic [31:0] retire_rd_data_o,
  output logic        retire_csr_valid_o,
  output logic [11:0] retire_csr_o,
  output logic [31:0] retire_csr_data_o,
  output logic        retire_trap_o,
  output logic        retire_interrupt_o,
  output logic [11:0] retire_code_o,
  output logic        retire_return_o,
  output logic        retire_hint_o,
  output logic        retire_hint_u_o,
  output logic        retire_user_o,
  output logic        m_valid_o,
  output logic [31:0] m_addr_o,
  output logic [31:0] m_wdata_o,
  output logic        irq_o,
  // A store at the core's own data port, before any logic of the SoC
  output logic        core_store_o,
  output logic [3:0]  core_hart_o,
  output logic [31:0] core_addr_o,
  output logic [31:0] core_data_o,
  output logic [3:0]  core_strb_o,
  // What the core itself shows of an instruction that took effect (RVFI), before any adapter; 0 for
  // a core without
  output logic        rvfi_done_o,
  output logic        rvfi_intr_o,      // the first of a handler
  output logic        rvfi_user_o,      // in user mode
  output logic [31:0] rvfi_insn_o,
  output logic [31:0] rvfi_rs1_o,
  output logic [31:0] rvfi_addr_o,      // a store
  output logic [31:0] rvfi_data_o,
  output logic [3:0]  rvfi_strb_o
