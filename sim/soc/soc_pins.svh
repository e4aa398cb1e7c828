// SPDX-License-Identifier: Apache-2.0
// The ports every demo SoC shows to its bench, so that one bench fits all; soc_system.sv says what they are.
  input  wire         clk_i,
  input  wire         rst_ni,           // synchronous; must fall once, see the core's own reset
  output logic        console_valid_o,
  output logic [7:0]  console_data_o,
  output logic        exit_valid_o,
  output logic [31:0] exit_code_o,
  output logic        host_valid_o,
  output logic [3:0]  host_strb_o,
  output logic [31:0] host_data_o,
  output logic        reg_valid_o,
  output logic        reg_write_o,
  output logic [16:0] reg_addr_o,
  output logic [31:0] reg_wdata_o,
  output logic [3:0]  reg_wstrb_o,
  output logic        reg_ready_o,
  output logic [31:0] reg_rdata_o,
  output logic        snoop_valid_o,
  output logic [31:0] snoop_addr_o,
  output logic [31:0] snoop_data_o,
  output logic [3:0]  snoop_strb_o,
  output logic        irq_o,
  // A store as the core's own data port completes it; no part of the SoC stands between.
  output logic        core_store_o,
  output logic [31:0] core_addr_o,
  output logic [31:0] core_data_o,
  output logic [3:0]  core_strb_o
