// SPDX-License-Identifier: Apache-2.0
// weir_thread_cache: shortens thread switches in front of pack. A switch to a thread that a cache
// entry holds loses its value; any other switch fills an entry, and its item says which. All other
// entries pass.
// Search   One entry a cycle, while the switch waits in the queue and pack writes the one before:
//          at most THREAD_CACHE + 3 cycles.
// Victim   Entries are filled in rotation; an entry that hits when its grant arrives is skipped.
`default_nettype none
module weir_thread_cache #(
    parameter integer THREAD_CACHE = 8        // cache entries, 4..16; 0: everything passes
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              clear_i,    // empties the cache; no entry arrives in that cycle
    input  wire              off_i,      // 1: everything passes; constant from reset or clear on

    input  wire              in_valid_i, // stays, unchanged, until accepted
    output wire              in_ready_o,
    input  wire [weir_event::ENTRY_W-1:0] in_entry_i,

    output wire              out_valid_o,
    input  wire              out_ready_i,
    output wire [weir_event::ENTRY_W-1:0] out_entry_o
);
`include "weir_types.svh"
  entry_t entry, out;
  assign entry = in_entry_i;
  assign out_entry_o = out;
`ifdef FORMAL
  // progress of the search, up to THREAD_CACHE + 2
  (* keep *) wire [5:0] f_searched;
`endif
  generate
    if (THREAD_CACHE != 0 && (THREAD_CACHE < 4 || THREAD_CACHE > 16)) begin : g_range
      ERROR_THREAD_CACHE_must_be_0_or_4_to_16 error ();
    end
    if (THREAD_CACHE != 0) begin : g_cache
      localparam integer LOG = $clog2(THREAD_CACHE);
      localparam integer LAST_ENTRY = THREAD_CACHE - 1;
      localparam [LOG-1:0] LAST = LAST_ENTRY[LOG-1:0];

      localparam integer IW = weir_event::ITEM_W;
      wire [IW-1:0] item = entry.item;
      wire [31:0] value  = entry.value;
      wire        first  = item == weir_pkg::ITEM_THREAD;
      wire        cached = (first || (item[IW-1:4] == weir_pkg::ITEM_ROW_THREAD[IW-1:4]))
          && value != 32'd0 && !off_i;
      wire [3:0]  hart   = first ? 4'd0 : item[3:0];  // @hart

      // ---- storage, filled from entry 0 on
      // AREA: a read during a write to the same entry is repeated
      (* no_rw_check *)
      logic [31:0]    values [0:THREAD_CACHE-1];
      logic [31:0]    read_q;            // what entry nth_q - 1 holds
      logic [LOG-1:0] victim_q;          // entry to fill next
      logic           full_q;            // all entries are filled; else those below victim_q
      logic [LOG:0]   nth_q;             // entries read in this search
      logic           done_q, hit_q;
      logic [LOG-1:0] entry_q;            // the entry that hit, or the one to fill
      wire [LOG:0]    filled = full_q ? THREAD_CACHE[LOG:0] : {1'b0, victim_q};
      wire            search = in_valid_i && cached && !done_q;
      wire            hit    = nth_q != '0 && read_q == value;  // @early
      wire            miss   = !hit && nth_q == filled;  // @empty
      wire [LOG-1:0]  prior  = nth_q[LOG-1:0] - 1'b1;
      wire            fill   = done_q && out_ready_i && !hit_q;
      wire            spare  = hit && full_q && prior == victim_q;

      always_ff @(posedge clk_i) begin
        if (fill) values[entry_q] <= value;
        read_q <= values[nth_q[LOG-1:0]];
      end
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) begin
          nth_q    <= '0;
          done_q   <= 1'b0;
          victim_q <= '0;
          full_q   <= 1'b0;
        end else begin
          nth_q <= (search && !hit && !miss) ? nth_q + 1'b1 : '0;
          if (search) done_q <= hit || miss;
          else if (out_ready_i) done_q <= 1'b0;
          if (fill || spare) victim_q <= victim_q == LAST ? '0 : victim_q + 1'b1;
          if (fill && victim_q == LAST) full_q <= 1'b1;
        end
        if (search) hit_q <= hit;
        if (search) entry_q <= hit ? prior : victim_q;
      end

      wire [3:0]  entry_index = {{(4-LOG){1'b0}}, entry_q};
      assign out_valid_o = in_valid_i && (done_q || !cached);
      assign in_ready_o  = out_ready_i && (done_q || !cached);
      assign out.is_event = entry.is_event;
      assign out.item     = done_q ? weir_pkg::ITEM_CACHE_ENTRY  // @cached
          | {{(IW-8){1'b0}}, entry_index, hart} : item;
      assign out.value    = (done_q && hit_q) ? 32'd0 : value;

`ifdef FORMAL
`include "weir_thread_cache_fv.svh"
`endif
    end else begin : g_none
      assign out_valid_o = in_valid_i;
      assign in_ready_o  = out_ready_i;
      assign out         = entry;
      wire unused = &{1'b0, clk_i, rst_ni, clear_i, off_i};
`ifdef FORMAL
      assign f_searched = 6'd0;
`endif
    end
  endgenerate
endmodule
`default_nettype wire
