// SPDX-License-Identifier: Apache-2.0
// Properties of weir_wide_thread_cache, which includes this file under FORMAL.
//
//! proof wide_thread_cache (THREAD_CACHE=4), induction, cover 40: an entry that names a cache
//!     entry decodes to the thread that came in; a thread is filled once; all else passes;
//!     an entry a cycle, unless threads agree in the bits that are compared first
//! proof wide_thread_cache_as_wide (THREAD_CACHE=8), induction, limit 1200: the same, as in wide

`ifdef PROVE_weir_wide_thread_cache
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_wide_thread_cache
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
// of the cycle before: an entry waited at the input, or at the output
logic        f_waits, f_held_back, f_taken;
logic [weir_event::ENTRY_W-1:0] f_entry, f_out;
logic [63:0] f_delta, f_out_delta;
// the entry that went to the output last, and that it did in the cycle before
logic        f_new;
logic [weir_event::ENTRY_W-1:0] f_came;
logic [63:0] f_came_delta;
always_ff @(posedge clk_i) begin
  f_waits     <= rst_ni && in_valid_i && !in_ready_o;
  f_taken     <= rst_ni && !clear_i && in_valid_i && in_ready_o;
  f_entry     <= in_entry_i;
  f_delta     <= in_delta_i;
  f_held_back <= rst_ni && !clear_i && out_valid_o && !out_ready_i;
  f_out       <= out_entry_o;
  f_out_delta <= out_delta_o;
  f_new       <= rst_ni && !clear_i && step;
  if (step) f_came <= entry_q;
  if (step) f_came_delta <= delta_q;
end
always_comb if (f_started) begin
  m_stays: `WEIR_ENV (!f_waits || (in_valid_i && in_entry_i == f_entry && in_delta_i == f_delta));
  m_clear: `WEIR_ENV (!clear_i || (!in_valid_i && idle_o));
  // No item of a cache entry arrives.
  m_item: `WEIR_ENV (!in_valid_i || in_entry_i[52:40] != weir_pkg::ITEM_CACHE_ENTRY[20:8]);
  a_taken: assert (!f_taken || (valid_q && entry_q == f_entry && delta_q == f_delta));
  a_item: assert (!valid_q || came.item[20:8] != weir_pkg::ITEM_CACHE_ENTRY[20:8]);
  a_idle: assert (idle_o == !(valid_q || out_valid_o));
  a_stays: assert (!f_held_back || (out_valid_o && out_entry_o == f_out
      && out_delta_o == f_out_delta));
  a_comes: assert (!f_new || (out_valid_o && out_delta_o == f_came_delta));
end

entry_t f_in;
assign f_in = f_came;
generate
  if (THREAD_CACHE != 0) begin : g_formal
    wire [20:0] f_item   = out.item;
    wire        f_first  = f_in.item == weir_pkg::ITEM_THREAD;
    wire        f_switch = (f_first || f_in.item[20:4] == 17'd1) && f_in.value != 32'd0;
    // ---- a decoder: any one cache entry, as the entries report it
    localparam integer F_LOG = $clog2(THREAD_CACHE);
    (* anyconst *) wire [F_LOG-1:0] f_entry_at;
    logic        f_filled;
    logic [31:0] f_held;
    wire         f_tells = f_new && f_item[20:8] == 13'd3;         // an item of a cache entry
    wire         f_of    = f_tells && f_item[7:4] == {{(4-F_LOG){1'b0}}, f_entry_at};
    wire         f_refills = f_of && out.value != 32'd0;
    wire         f_filled_now = f_filled || f_refills;
    wire  [31:0] f_held_now = f_refills ? out.value : f_held;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_i) f_filled <= 1'b0;
      else f_filled <= f_filled_now;
      f_held <= f_held_now;
    end
    always_comb if (f_started) begin
      // An entry without a value names the cache entry that was last reported to hold what came.
      a_known: assert (!(f_of && out.value == 32'd0) || (f_filled && f_held == f_in.value));
      //! mutant wide_thread_cache_agrees, quick: twelve bits that agree are enough
      //!     @agrees wire hit = cached && agree_q != '0;
      // One with a value reports what came, and no cache entry holds that yet.
      a_fill: assert (!(f_tells && out.value != 32'd0)
          || (out.value == f_in.value && !(f_filled && f_held == out.value)));
      //! mutant wide_thread_cache_more: the search ends with the first that agrees
      //!     @more assign more = 1'b0;
      //! mutant wide_thread_cache_filled: what the entry before fills is not seen
      //!     @filled if (in_ready_o) agree_q[g] <= here ? 1'b0
      // They are switches, of the hart that switched, and name a cache entry there is.
      a_switch: assert (!f_tells || (f_switch && f_item[3:0] == (f_first ? 4'd0 : f_in.item[3:0])
          && {28'd0, f_item[7:4]} < THREAD_CACHE && out.is_event == f_in.is_event));
      //! mutant wide_thread_cache_hart: a switch of hart 0 is reported of hart 1
      //!     @hart wire [3:0] hart = came.item[3:0];
      // Every switch to a thread is reported so; everything else passes.
      a_pass: assert (!f_new || f_tells || (!f_switch && out_entry_o == f_came));
      // Why:
      a_held: assert (f_filled_now == g_cache.filled_q[f_entry_at]
          || {{(32-F_LOG){1'b0}}, f_entry_at} >= THREAD_CACHE);
      a_value: assert (!f_filled_now
          || (g_cache.values[f_entry_at] == f_held_now && f_held_now != 32'd0));
      a_none: assert ({{(32-F_LOG){1'b0}}, f_entry_at} < THREAD_CACHE || !f_filled_now);
      a_victim: assert (g_cache.victim_q <= g_cache.LAST);
    end
    // One entry a cycle: nothing but the output keeps one waiting, or cache entries that agree.
    always_comb if (f_started) a_rate: assert (in_ready_o || (out_valid_o && !out_ready_i)
        || (g_cache.agree_q & (g_cache.agree_q - g_cache.ONE)) != '0);
    // No two cache entries hold the same thread; the one that holds the thread of the entry is
    // among those that agree.
    genvar a;
    wire [THREAD_CACHE-1:0] f_missed, f_wrong;
    for (a = 0; a < THREAD_CACHE; a = a + 1) begin : g_missed
      assign f_missed[a] = g_cache.filled_q[a] && g_cache.values[a] == came.value
          && !g_cache.agree_q[a];
      assign f_wrong[a] = g_cache.filled_q[a]
          ? g_cache.folds_q[12*a +: 12]
            != (g_cache.values[a][13:2] ^ g_cache.values[a][25:14])
          : valid_q && g_cache.agree_q[a];
    end
    (* anyconst *) wire [F_LOG-1:0] f_one, f_other;              // any two
    wire f_same = f_one != f_other && g_cache.filled_q[f_one] && g_cache.filled_q[f_other]
        && g_cache.values[f_one] == g_cache.values[f_other];
    always_comb if (f_started) begin
      a_once: assert ({{(32-F_LOG){1'b0}}, f_one} >= THREAD_CACHE
          || {{(32-F_LOG){1'b0}}, f_other} >= THREAD_CACHE || !f_same);
      a_missed: assert (!(valid_q && g_cache.cached) || f_missed == '0);
      a_folds: assert (f_wrong == '0);
    end
`ifdef PROVE_weir_wide_thread_cache
    // All of this happens.
    always_comb if (f_started) begin
      c_known: cover (f_of && out.value == 32'd0 && f_entry_at == 2);
      c_again: cover (f_refills && f_filled);
      c_spared: cover (g_cache.spare);
      c_more: cover (valid_q && more);
    end
`endif
  end
endgenerate
`undef WEIR_ENV
