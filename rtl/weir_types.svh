// SPDX-License-Identifier: Apache-2.0
// Types of what goes from stage to stage, for a module to include. Ports are plain bits,
// as wide as weir_event says: not every tool takes types of ports, or of packages.
// Made by `make regs` from rtl/regs/weir.rdl and rtl/regs/stream.toml.
typedef struct packed {
  logic [1:0] arg_count;  // extra arguments it has,
  // and these, the first in the low bits; nothing else is read
  logic [95:0] args;
  logic is_switch;  // id is SWITCH_ID
  logic [3:0] hart;
  logic [1:0] ctx;  // weir_pkg::CONTEXT_*
  // the drop reason, weir_pkg::DROP_*; USER, COM, SYS: its class
  logic [weir_pkg::DROP_W-1:0] kind;
  logic [weir_event::ID_W-1:0] id;
  logic [31:0] value;
} event_t;
typedef struct packed {
  // an event only if value is another running thread
  logic change;
  logic is_switch;  // id is SWITCH_ID
  logic [1:0] ctx;  // weir_pkg::CONTEXT_*
  // the drop reason, weir_pkg::DROP_*; USER, COM, SYS: its class
  logic [weir_pkg::DROP_W-1:0] kind;
  logic [weir_event::ID_W-1:0] id;
  logic [31:0] value;
} item_t;
typedef struct packed {
  logic is_event;  // 1: flux event, 0: integer
  logic [weir_event::ITEM_W-1:0] item;
  logic [31:0] value;
} entry_t;
