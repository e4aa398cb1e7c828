// SPDX-License-Identifier: Apache-2.0
// Ports of a SoC for the bench: its output, and the pins of Weir. soc_system.sv explains them.
`include "soc_host_pins.svh"
  output logic        unit_rst_no,      // reset of Weir: that of the SoC, or of Weir alone
  output logic        reg_valid_o,
  output logic        reg_write_o,
  output logic [20:0] reg_addr_o,
  output logic [31:0] reg_wdata_o,
  output logic [3:0]  reg_wstrb_o,
  output logic        reg_ready_o,
  output logic [31:0] reg_rdata_o,
  output logic        snoop_valid_o,
  output logic [31:0] snoop_addr_o,
  output logic [31:0] snoop_data_o,
  output logic [3:0]  snoop_strb_o,
  output logic        m_valid_o,        // writes of its ring, accepted at once
  output logic [31:0] m_addr_o,
  output logic [31:0] m_wdata_o,
  output logic [7:0]  pins_o,           // event pins
  output logic [63:0] mtime_o,          // the external counter, as time_gray_i has it
  output logic        irq_o,
