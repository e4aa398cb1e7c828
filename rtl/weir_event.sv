// SPDX-License-Identifier: Apache-2.0
// The packed event from port and snoop to admit, and the packed entry from admit to pack: where their fields lie.
// A module uses what it needs of these:
// verilator lint_off UNUSEDPARAM
package weir_event;
  localparam integer VALUE_LSB = 0;    // 32 bit
  localparam integer ID_LSB = 32;      // 16 bit
  localparam integer KIND_LSB = 48;    // DROP_W bits, weir_pkg::DROP_*: the reason if it is dropped. USER, COM, SYS are
                                       // also its class; with another it is dropped in any case, of class NONE
  localparam integer CONTEXT_LSB = KIND_LSB + weir_pkg::DROP_W; // 2 bit, weir_pkg::CONTEXT_*
  localparam integer HART_LSB = CONTEXT_LSB + 2;    // 4 bit
  localparam integer SWITCH_LSB = HART_LSB + 4;  // 1: id is SWITCH_ID
  localparam integer W = SWITCH_LSB + 1;

  // What an item from snoop to merge is, above its value:
  localparam [1:0] SNOOP_CHANGE = 2'd0; // a word that is a THREAD_SWITCH if it is not the running thread
  localparam [1:0] SNOOP_EVERY = 2'd1;  // a word that is a THREAD_SWITCH
  localparam [1:0] SNOOP_ISR = 2'd2;    // entry into a trap, or return from it

  // An entry; the time since the entry before it is above.
  localparam integer E_VALUE_LSB = 0;  // 32 bit
  localparam integer E_ITEM_LSB = 32;  // 21 bit
  localparam integer E_EVENT_LSB = 53; // 1: flux event, 0: integer
  localparam integer E_DELTA_LSB = 54;
endpackage
// verilator lint_on UNUSEDPARAM
