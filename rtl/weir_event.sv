// SPDX-License-Identifier: Apache-2.0
// Widths of what goes from stage to stage; its fields are in weir_types.svh.
// Made by `make regs` from rtl/regs/weir.rdl and rtl/regs/stream.toml.
// A module uses what it needs of these:
// verilator lint_off UNUSEDPARAM
package weir_event;
  localparam integer ID_W    = 16;
  localparam integer ITEM_W  = 21;   // a row, one bit wider than an id, and a hart
  localparam integer W       = 156;  // event_t, from port and snoop to admit
  localparam integer ENTRY_W = 54;   // entry_t, from admit to pack
  localparam integer SOURCE_W = 6;   // a source: hart, context
  // arg_count and args of an event without
  localparam [97:0] NO_ARGS = 98'd0;
  localparam integer ITEM = 55;  // item_t, from snoop to arbiter
endpackage
// verilator lint_on UNUSEDPARAM
