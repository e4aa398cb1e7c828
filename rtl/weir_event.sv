// SPDX-License-Identifier: Apache-2.0
// The packed event that travels from port and snoop to admit: where its fields lie.
// A module uses what it needs of these:
// verilator lint_off UNUSEDPARAM
package weir_event;
  localparam integer VALUE_LSB = 0;    // 32 bit
  localparam integer ID_LSB = 32;      // 16 bit
  localparam integer CLASS_LSB = 48;   // 2 bit, weir_pkg::CLASS_*
  localparam integer CONTEXT_LSB = 50; // 2 bit, weir_pkg::CONTEXT_*
  localparam integer HART_LSB = 52;    // 4 bit
  localparam integer SWITCH_LSB = 56;  // 1: a THREAD_SWITCH
  localparam integer TORN_LSB = 57;    // 1: to be refused, cause TORN
  localparam integer BADID_LSB = 58;   // 1: to be refused, cause ID
  localparam integer W = 59;

  // What admit tells pack of an entry.
  localparam integer E_VALUE_LSB = 0;  // 32 bit
  localparam integer E_ID_LSB = 32;    // 16 bit
  localparam integer E_HART_LSB = 48;  // 4 bit
  localparam integer E_SWITCH_LSB = 52;// 1: a THREAD_SWITCH
  localparam integer E_LOSS_LSB = 53;  // 1: a loss record, whose content is on the loss_* wires
  localparam integer E_DELTA_LSB = 54; // 64 bit, time since the entry before
  localparam integer E_W = 118;
endpackage
// verilator lint_on UNUSEDPARAM
