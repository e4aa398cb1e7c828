// SPDX-License-Identifier: Apache-2.0
// Ports of every demo SoC, so that one bench fits all. SOC_HARTS is the number of harts.
`ifndef SOC_HARTS
`define SOC_HARTS 1
`endif
`include "soc_system_pins.svh"
  output logic [3:0]  snoop_hart_o,     // hart of the snooped store; 0 with one hart
  // Retire view of the harts, as the unit sees it, hart 0 lowest; 0 for a core without
  output logic [5*`SOC_HARTS-1:0]  retire_rd_o,
  output logic [32*`SOC_HARTS-1:0] retire_rd_data_o,
  output logic [`SOC_HARTS-1:0]    retire_csr_valid_o,
  output logic [12*`SOC_HARTS-1:0] retire_csr_o,
  output logic [32*`SOC_HARTS-1:0] retire_csr_data_o,
  output logic [`SOC_HARTS-1:0]    retire_trap_o,
  output logic [`SOC_HARTS-1:0]    retire_interrupt_o,
  output logic [12*`SOC_HARTS-1:0] retire_code_o,
  output logic [`SOC_HARTS-1:0]    retire_return_o,
  output logic [`SOC_HARTS-1:0]    retire_hint_o,
  output logic [`SOC_HARTS-1:0]    retire_hint_u_o,
  output logic [`SOC_HARTS-1:0]    retire_user_o,
  // A store at the core's own data port, before any logic of the SoC
  output logic        core_store_o,
  output logic [3:0]  core_hart_o,
  output logic [31:0] core_addr_o,
  output logic [31:0] core_data_o,
  output logic [3:0]  core_strb_o,
  // What the core of hart 0 itself shows of an instruction that took effect (RVFI), before any
  // adapter; 0 for a core without
  output logic        rvfi_done_o,
  output logic        rvfi_intr_o,      // the first of a handler
  output logic        rvfi_user_o,      // in user mode
  output logic [31:0] rvfi_insn_o,
  output logic [31:0] rvfi_rs1_o,
  output logic [31:0] rvfi_addr_o,      // a store
  output logic [31:0] rvfi_data_o,
  output logic [3:0]  rvfi_strb_o
