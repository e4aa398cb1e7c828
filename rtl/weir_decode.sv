// SPDX-License-Identifier: Apache-2.0
// weir_decode: what an address means: which page, hart, context, port or counter. Wires only.
`default_nettype none
module weir_decode #(
    parameter integer HARTS = 1,
    parameter integer WORDS = 1,                // of a value, with its extra arguments
    parameter integer RETIRE = 0,
    parameter integer PINS = 0,
    parameter integer FILTER = 0,
    parameter integer CHECKPOINT = 0,
    parameter integer PROTECT = 0,
    parameter integer RING = 0
) (
    input  wire [20:0]      addr_i,             // byte address inside the unit

    output wire             control_o,          // control page; filter and ring are part of it
    output wire             filter_o,
    output wire             ring_o,
    output wire             data_o,             // data page
    output wire             sw_entry_o,         // page of software entries: one of these three
    output wire             begin_o,
    output wire             word_o,
    output wire             end_o,
    output wire             hart_page_o,        // a page of a hart: a port or an event window
    output wire             guaranteed_o,       // of those whose stores wait for free space
    output wire             window_o,
    output wire             value_o,            // of a port
    output wire             arg_o,
    output wire             id_o,
    output wire [1:0]       context_o,          // of a port or event window
    output wire [1:0]       arg_index_o,        // which extra argument, from 1 on
    output wire [HARTS-1:0] hart_o,             // hart of page, snoop or software entry, one-hot
    output wire             count_o,            // a counter of this unit
    output wire             count_delivered_o,    // delivered, by class; else dropped, by reason
    output wire [5:0]       count_source_o,     // this and the next: 0 unless a counter page
    output wire [weir_pkg::DROP_W-1:0] count_code_o
);
  localparam [4:0] FIRST = {1'b0, weir_pkg::REG_HART[19:16]};  // block of 64 KiB of hart 0
  localparam integer CONTEXTS = PROTECT != 0 ? 3 : 2;
  localparam integer CODE_W = weir_pkg::DROP_W;
  localparam integer RATE_LIMIT = {{(32-CODE_W){1'b0}}, weir_pkg::DROP_RATE_LIMIT};
  localparam integer CLASS_SYS = {{(32-weir_pkg::CLASS_W){1'b0}}, weir_pkg::CLASS_SYS};
  localparam integer OVERRUN = {{(32-CODE_W){1'b0}}, weir_pkg::DROP_OVERRUN};
  localparam [11:0] SNOOP = weir_pkg::REG_SNOOP, ARG = weir_pkg::REG_HART_PORT_ARG;
  localparam [11:0] SELECT = weir_pkg::REG_SELECT, RING_CTRL = weir_pkg::REG_RING_CTRL;
  localparam [11:0] DELIVERED = weir_pkg::REG_COUNTERS_DELIVERED;

  wire [4:0]  block  = addr_i[20:16];
  wire [11:0] offset = {addr_i[11:2], 2'b00};
  wire        unit   = block == 5'd0;           // pages of the unit itself

  // ---- pages of the unit
  wire counters = unit && addr_i[15:13] == weir_pkg::REG_COUNTERS[15:13];
  assign control_o  = unit && addr_i[15:12] == 4'd0;
  assign filter_o   = FILTER != 0 && control_o && offset[11:7] == SELECT[11:7];  // @filter
  assign ring_o     = RING != 0 && control_o && offset[11:6] == RING_CTRL[11:6];
  assign data_o     = unit && addr_i[15:12] == weir_pkg::REG_DATA[15:12];
  assign sw_entry_o = CHECKPOINT != 0 && unit && addr_i[15:12] == weir_pkg::REG_SW_ENTRY[15:12]
      && offset[11:8] == 4'd0 && {28'd0, offset[7:4]} < HARTS;  // @entry
  assign begin_o    = sw_entry_o && offset[3:0] == weir_pkg::REG_SW_ENTRY_BEGIN[3:0];
  assign word_o     = sw_entry_o && offset[3:0] == weir_pkg::REG_SW_ENTRY_WORD[3:0];
  assign end_o      = sw_entry_o && offset[3:0] == weir_pkg::REG_SW_ENTRY_END[3:0];

  // ---- pages of a hart
  wire is_port = hart_page_o && !window_o;
  assign context_o    = addr_i[13:12];
  assign hart_page_o  = block >= FIRST && {27'd0, block} < HARTS + {27'd0, FIRST}
      && {30'd0, context_o} < CONTEXTS;  // @context
  assign guaranteed_o = hart_page_o && |(addr_i[15:0] & weir_pkg::REG_HART_GUARANTEED_PORT);
  assign window_o     = hart_page_o && |(addr_i[15:0] & weir_pkg::REG_HART_WINDOW);
  assign value_o      = is_port && (offset == weir_pkg::REG_HART_PORT_VALUE
      || (WORDS > 1 && offset == weir_pkg::REG_HART_PORT_LOW));
  assign id_o         = is_port && offset == weir_pkg::REG_HART_PORT_ID;
  assign arg_o        = is_port && WORDS > 1 && offset[11:5] == ARG[11:5]
      && offset[4:2] >= ARG[4:2] && {29'd0, offset[4:2]} < {29'd0, ARG[4:2]} + WORDS - 1;  // @arg
  assign arg_index_o  = offset[3:2] - ARG[3:2] + 2'd1;

  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      // AREA: with one hart, always: whatever uses it looks at the page, too.
      assign hart_o[h] = HARTS == 1 || (control_o ? offset[11:5] == SNOOP[11:5] + h[6:0]  // @hart
          : sw_entry_o ? {28'd0, offset[7:4]} == h : {27'd0, block} == h + {27'd0, FIRST});
    end
  endgenerate

  // ---- counters: of a source, the delivered events of a class, or the drops for a reason
  wire [3:0]  hart       = addr_i[12:9];
  wire [1:0]  context_w  = addr_i[8:7];
  wire [31:0] code       = {28'd0, addr_i[5:2]};
  wire        has_source = PINS != 0 && {28'd0, hart} == HARTS
      ? context_w == weir_pkg::CONTEXT_INTERRUPT  // @pins
      : {28'd0, hart} < HARTS && (context_w == weir_pkg::CONTEXT_SNOOP
          || {30'd0, context_w} < CONTEXTS);
  wire        has_reason = code < weir_pkg::DROP_COUNT && (code != RATE_LIMIT || FILTER != 0)
      && (code != OVERRUN || HARTS > 1 || RETIRE != 0 || PINS != 0);  // @overrun
  wire        is_delivered = addr_i[6] == DELIVERED[6];
  assign count_o         = counters && has_source
      && (is_delivered ? code <= CLASS_SYS : has_reason);
  assign count_delivered_o = counters && is_delivered;
  assign count_source_o  = counters ? {hart, context_w} : 6'd0;  // @source
  assign count_code_o    = counters ? addr_i[2 +: CODE_W] : '0;

  wire unused = &{1'b0, addr_i[1:0]};

`ifdef FORMAL
`include "weir_decode_fv.svh"
`endif
endmodule
`default_nettype wire
