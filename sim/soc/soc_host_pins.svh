// SPDX-License-Identifier: Apache-2.0
// Ports of a SoC for its bench: clock, reset, and what soc_devices.sv gives out.
  input  wire         clk_i,
  input  wire         rst_ni,           // synchronous; falls once, for asynchronous resets
  output logic        console_valid_o,
  output logic [7:0]  console_data_o,
  output logic        exit_valid_o,
  output logic [31:0] exit_code_o,
  output logic        host_valid_o,
  output logic [3:0]  host_strb_o,
  output logic [31:0] host_data_o,
