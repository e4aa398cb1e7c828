// SPDX-License-Identifier: Apache-2.0
// weir_encode: the entry of an event: which item of the stream it is, and whether it is a flux
// event.
//
// Items    docs/reference/stream.md has the table: frequent ones are short.
`default_nettype none
module weir_encode #(
    parameter integer RETIRE = 0          // 1: events of traps may come
) (
    input  wire [weir_event::W-1:0]       event_i,
    output wire [weir_event::ENTRY_W-1:0] entry_o
);
`include "weir_types.svh"
  event_t ev;
  entry_t entry;
  assign ev = event_i;
  wire unused = &{1'b0, ev};
  localparam integer IW = weir_event::ITEM_W;
  wire [IW-1:0] hart  = {{(IW-4){1'b0}}, ev.hart};
  wire          first = ev.hart == 4'd0;
  wire          is_isr = RETIRE != 0 && ev.ctx == weir_pkg::CONTEXT_SNOOP && !ev.is_switch;
  wire          near  = first && ev.id <= weir_pkg::ITEM_USER_SHORT_IDS;
  wire [IW-5:0] row   = weir_pkg::ITEM_ID_BIAS[IW-5:0] + {1'b0, ev.id};
  // @thread_item
  wire [IW-1:0] thread = first ? weir_pkg::ITEM_THREAD : weir_pkg::ITEM_ROW_THREAD + hart;
  wire [IW-1:0] isr    = first ? weir_pkg::ITEM_ISR : weir_pkg::ITEM_ROW_ISR + hart;
  wire [IW-1:0] short_item = weir_pkg::ITEM_USER_SHORT + {{(IW-4){1'b0}}, ev.id[3:0]};
  assign entry.is_event = ev.is_switch || is_isr;
  assign entry.item     = is_isr ? isr : ev.is_switch ? thread : near ? short_item : {row, ev.hart};
  assign entry.value    = ev.value;
  assign entry_o = entry;

`ifdef FORMAL
`include "weir_encode_fv.svh"
`endif
endmodule
`default_nettype wire
