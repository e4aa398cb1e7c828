// SPDX-License-Identifier: Apache-2.0
// weir_wide_thread_cache: what weir_thread_cache does, for one switch in every cycle.
//
// Rules    Those of weir_thread_cache: entries are filled in rotation; one that hits when it is the
//          next to be filled is skipped.
// Search   AREA: twelve bits of every cache entry are compared at once; then the first of those
//          that agree is compared whole. So a switch takes a cycle, and one more for each cache
//          entry before its own that agrees in these bits.
// Latency  Two cycles; an entry and its time distance leave from registers.
`default_nettype none
module weir_wide_thread_cache #(
    parameter integer THREAD_CACHE = 8        // cache entries, 4..16; 0: everything passes
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              clear_i,    // empties the cache; no entry arrives in that cycle

    input  wire              in_valid_i, // stays, unchanged, until accepted
    output wire              in_ready_o,
    input  wire [weir_event::ENTRY_W-1:0] in_entry_i,
    input  wire [63:0]       in_delta_i,

    output wire              out_valid_o, // stays, unchanged, until accepted
    input  wire              out_ready_i,
    output wire [weir_event::ENTRY_W-1:0] out_entry_o,
    output wire [63:0]       out_delta_o,
    output wire              idle_o      // no entry is here
);
`include "weir_types.svh"
  localparam integer IW = weir_event::ITEM_W;
  entry_t      came, out;
  // ---- the entry that is searched for
  logic        valid_q;
  logic [weir_event::ENTRY_W-1:0] entry_q;
  logic [63:0] delta_q;
  wire         more;                     // another cache entry may be its thread
  wire         known;                    // it becomes an entry without a value
  wire [IW-1:0] item;                    // its item behind the cache
  // ---- the entry that leaves
  logic        out_valid_q, out_event_q;
  logic [IW-1:0] out_item_q;
  logic [31:0] out_value_q;
  logic [63:0] out_delta_q;

  wire         go   = !out_valid_q || out_ready_i;
  wire         step = valid_q && go && !more;
  assign came       = entry_q;
  assign in_ready_o = !valid_q || (go && !more);
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      valid_q     <= 1'b0;
      out_valid_q <= 1'b0;
    end else begin
      if (in_ready_o) valid_q <= in_valid_i;
      if (go) out_valid_q <= step;
    end
    if (in_ready_o) entry_q <= in_entry_i;
    if (in_ready_o) delta_q <= in_delta_i;
    if (go) begin
      out_event_q <= came.is_event;
      out_item_q  <= item;
      out_value_q <= known ? 32'd0 : came.value;
      out_delta_q <= delta_q;
    end
  end
  assign out.is_event = out_event_q;
  assign out.item     = out_item_q;
  assign out.value    = out_value_q;
  assign out_entry_o  = out;
  assign out_delta_o  = out_delta_q;
  assign out_valid_o  = out_valid_q;
  assign idle_o       = !valid_q && !out_valid_q;

  generate
    if (THREAD_CACHE != 0) begin : g_cache
      localparam integer LOG = $clog2(THREAD_CACHE);
      localparam integer LAST_ENTRY = THREAD_CACHE - 1;
      localparam [LOG-1:0] LAST = LAST_ENTRY[LOG-1:0];
      localparam integer TW = 12;
      localparam [THREAD_CACHE-1:0] ONE = 1;
      wire       first  = came.item == weir_pkg::ITEM_THREAD;
      wire       cached = (first || (came.item[IW-1:4] == weir_pkg::ITEM_ROW_THREAD[IW-1:4]))
          && came.value != 32'd0;
      wire [3:0] hart   = first ? 4'd0 : came.item[3:0];  // @hart
      // The bits in which addresses of threads differ, folded.
      function automatic [TW-1:0] fold(input [25:2] value);
        fold = value[13:2] ^ value[25:14];
      endfunction
      function automatic [LOG-1:0] number(input [THREAD_CACHE-1:0] set);
        integer k;
        begin
          number = '0;
          for (k = 0; k < THREAD_CACHE; k = k + 1) if (set[k]) number = number | k[LOG-1:0];
        end
      endfunction

      logic [31:0]                values [0:THREAD_CACHE-1];
      logic [TW*THREAD_CACHE-1:0] folds_q;
      logic [THREAD_CACHE-1:0]    filled_q;
      logic [LOG-1:0]             victim_q;      // entry to fill next
      logic [THREAD_CACHE-1:0]    agree_q;       // may hold the thread, as not compared yet
      wire  [TW-1:0]              in_fold = fold(in_entry_i[25:2]);
      wire  [TW-1:0]              came_fold = fold(came.value[25:2]);
      wire  [THREAD_CACHE-1:0]    look = agree_q & (~agree_q + ONE);        // the first of them
      wire  [LOG-1:0]             look_at = number(look);
      wire  [31:0]                read = values[look_at];
      wire  hit   = cached && agree_q != '0 && read == came.value;  // @agrees
      wire  fill  = step && cached && !hit;
      wire  spare = step && hit && (&filled_q) && look_at == victim_q;
      assign more  = cached && !hit && (agree_q & ~look) != '0;  // @more
      assign known = hit;
      genvar g;
      for (g = 0; g < THREAD_CACHE; g = g + 1) begin : g_entry
        wire here = fill && {{(32-LOG){1'b0}}, victim_q} == g;
        always_ff @(posedge clk_i) begin
          if (here) folds_q[TW*g +: TW] <= came_fold;
          if (!rst_ni || clear_i) filled_q[g] <= 1'b0;
          else if (here) filled_q[g] <= 1'b1;
          if (in_ready_o) agree_q[g] <= here ? in_fold == came_fold  // @filled
              : filled_q[g] && folds_q[TW*g +: TW] == in_fold;
          else if (go && look[g]) agree_q[g] <= 1'b0;
        end
      end
      always_ff @(posedge clk_i) begin
        if (fill) values[victim_q] <= came.value;
        if (!rst_ni || clear_i) victim_q <= '0;
        else if (fill || spare) victim_q <= victim_q == LAST ? '0 : victim_q + 1'b1;
      end
      wire [LOG-1:0] at = hit ? look_at : victim_q;
      wire [3:0] index = {{(4-LOG){1'b0}}, at};
      assign item  = cached ? weir_pkg::ITEM_CACHE_ENTRY | {{(IW-8){1'b0}}, index, hart}
          : came.item;
    end else begin : g_none
      assign item  = came.item;
      assign known = 1'b0;
      assign more  = 1'b0;
    end
  endgenerate

`ifdef FORMAL
`include "weir_wide_thread_cache_fv.svh"
`endif
endmodule
`default_nettype wire
