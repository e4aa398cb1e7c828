// SPDX-License-Identifier: Apache-2.0
// Properties of weir_thread_cache, which includes this file under FORMAL.
//
//! proof thread_cache (THREAD_CACHE=5), induction, cover 40, quick: an entry that names a cache
//!     entry decodes to the thread that came in; a thread is filled once; the search ends; all else
//!     passes
//! proof thread_cache_as_small (THREAD_CACHE=8), induction: the same, as in small
//! proof thread_cache_as_full (THREAD_CACHE=16), induction: the same, as in full

`ifdef PROVE_weir_thread_cache
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
assign f_searched = done_q ? 6'd2 + THREAD_CACHE[5:0] : {{(5-LOG){1'b0}}, nth_q};
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_thread_cache
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
// of the cycle before: an entry waited; off_i; no reset or clear
logic        f_waits, f_off, f_on;
logic [weir_event::ENTRY_W-1:0]      f_entry;
logic [5:0]  f_waited;                   // cycles it was not shown
always_ff @(posedge clk_i) begin
  f_waits  <= rst_ni && in_valid_i && !in_ready_o;
  f_entry  <= in_entry_i;
  f_off    <= off_i;
  f_on     <= rst_ni && !clear_i;
  f_waited <= (rst_ni && in_valid_i && !out_valid_o) ? f_waited + 6'd1 : 6'd0;
end
always_comb if (f_started) begin
  m_stays: `WEIR_ENV (!f_waits || (in_valid_i && in_entry_i == f_entry));
  m_clear: `WEIR_ENV (!clear_i || !in_valid_i);
  m_off: `WEIR_ENV (!f_on || off_i == f_off);
  // No item of a cache entry arrives in.
  m_item: `WEIR_ENV (!in_valid_i || item[20:8] != weir_pkg::ITEM_CACHE_ENTRY[20:8]);
end

// ---- a decoder: any one cache entry, as the entries report it
(* anyconst *) wire [LOG-1:0] f_entry_at;
logic        f_filled;
logic [31:0] f_held;
wire         f_taken = out_valid_o && out_ready_i;
wire  [20:0] f_item  = out.item;
wire  [31:0] f_value = out.value;
wire         f_tells = f_taken && f_item[20:8] == 13'd3;         // an item of a cache entry
wire         f_of    = f_tells && f_item[7:4] == {{(4-LOG){1'b0}}, f_entry_at};
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_filled <= 1'b0;
  else if (f_of && f_value != 32'd0) f_filled <= 1'b1;
  if (f_of && f_value != 32'd0) f_held <= f_value;
end
always_comb if (f_started) begin
  // An entry without a value names the cache entry that was last reported to hold what came in.
  a_known: assert (!(f_of && f_value == 32'd0) || (f_filled && f_held == value));
  //! mutant thread_cache_early, quick: what was read for the entry before counts as a cache
  //!     entry of this one
  //!     @early wire hit = read_q == value;
  //! mutant thread_cache_empty: cache entries that were filled before CLEAR are known
  //!     @empty wire miss = !hit && nth_q == THREAD_CACHE[LOG:0];
  // One with a value reports what came in, and no cache entry holds that yet.
  a_fill: assert (!(f_tells && f_value != 32'd0)
      || (f_value == value && !(f_filled && f_held == value)));
  //! mutant thread_cache_short: the search ends after three cache entries
  //!     @empty wire miss = !hit && (nth_q == filled || &nth_q[1:0]);
  // They are switches, of the hart that switched, and name a cache entry there is.
  a_switch: assert (!f_tells || (cached && f_item[3:0] == (item == 21'd1 ? 4'd0 : item[3:0])
      && (item == 21'd1 || item[20:4] == 17'd1)
                                 && {28'd0, f_item[7:4]} < THREAD_CACHE));
  //! mutant thread_cache_hart: a switch of hart 0 is reported of hart 1
  //!     @hart wire [3:0] hart = item[3:0];
  // Every switch to a thread is reported so, unless it is off; everything else passes.
  a_pass: assert (!f_taken || f_tells || (!cached && out_entry_o == in_entry_i));
  // It does not take long.
  a_soon: assert (f_waited <= THREAD_CACHE + 2);
  // Why:
  a_held: assert (!f_filled || (values[f_entry_at] == f_held && f_held != 32'd0));
  a_filled: assert (f_filled == ({1'b0, f_entry_at} < filled)
      || {28'd0, f_entry_at} >= THREAD_CACHE);
  a_none: assert ({28'd0, f_entry_at} < THREAD_CACHE || !f_filled);
  a_victim: assert (victim_q <= LAST);
  a_read: assert (!(nth_q == {1'b0, f_entry_at} + 1'b1 && f_filled) || read_q == f_held);
  a_not: assert (!(nth_q > {1'b0, f_entry_at} + 1'b1 && f_filled) || f_held != value);
  a_nth: assert (nth_q <= filled && (nth_q == '0 || (in_valid_i && cached && !done_q)));
  a_done: assert (!done_q || (in_valid_i && cached && nth_q == '0
      && {28'd0, entry_q} < THREAD_CACHE));
  a_hit: assert (!(done_q && hit_q && entry_q == f_entry_at) || (f_filled && f_held == value));
  a_hit_filled: assert (!(done_q && hit_q) || {1'b0, entry_q} < filled);
  a_miss: assert (!(done_q && !hit_q) || (entry_q == victim_q && !(f_filled && f_held == value)));
  a_waited: assert (f_waited == (done_q ? 6'd0 : {{(5-LOG){1'b0}}, nth_q})
      || (done_q && out_valid_o));
end
`ifdef PROVE_weir_thread_cache
// All of this happens.
always_comb if (f_started) begin
  c_known: cover (f_of && f_value == 32'd0 && f_entry_at == 2);
  c_again: cover (f_of && f_value != 32'd0 && f_filled);
  c_spared: cover (spare);
end
`endif
`undef WEIR_ENV
