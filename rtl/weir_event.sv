// SPDX-License-Identifier: Apache-2.0
// The packed event from port and snoop to admit, and the packed entry from admit to pack.
// Made by `make regs` from rtl/regs/weir.rdl and rtl/regs/stream.toml.
// A module uses what it needs of these:
// verilator lint_off UNUSEDPARAM
package weir_event;
  localparam integer VALUE_LSB   =  0;  // 32 bits
  localparam integer ID_LSB      = 32;  // 16 bits
  // 3 bits, weir_pkg::DROP_*: the reason if it is dropped; USER, COM, SYS: its class
  localparam integer KIND_LSB    = 48;
  localparam integer CONTEXT_LSB = 51;  // 2 bits, weir_pkg::CONTEXT_*
  localparam integer HART_LSB    = 53;  // 4 bits
  localparam integer SWITCH_LSB  = 57;  // 1 bit, 1: id is SWITCH_ID
  localparam integer W           = 58;

  // Kinds of items from snoop to the arbiter, above the value:
  // a word that is a THREAD_SWITCH if it is not the running thread
  localparam [1:0] SNOOP_CHANGE = 2'd0;
  localparam [1:0] SNOOP_EVERY  = 2'd1;  // a word that is a THREAD_SWITCH
  localparam [1:0] SNOOP_ISR    = 2'd2;  // entry into a trap, or return

  // An entry; the time since the entry before it is above.
  localparam integer E_VALUE_LSB =  0;  // 32 bits
  localparam integer E_ITEM_LSB  = 32;  // 21 bits
  localparam integer E_EVENT_LSB = 53;  // 1 bit, 1: flux event, 0: integer
  localparam integer E_DELTA_LSB = 54;
endpackage
// verilator lint_on UNUSEDPARAM
