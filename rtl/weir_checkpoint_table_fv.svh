// SPDX-License-Identifier: Apache-2.0
// Properties of weir_checkpoint_table, which includes this file under FORMAL.
//
//! proof checkpoint_table (HARTS=2 THREAD_CACHE=4), induction: a checkpoint reports of each
//!     table entry what the stream reported of it last, by an item of its own
//! proof checkpoint_table_as_full (HARTS=2 THREAD_CACHE=16), induction: the same, as in full

`ifdef PROVE_weir_checkpoint_table
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
`ifndef PROVE_weir // in the proof of the whole unit a checkpoint may report anything
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// nothing was written or shown in the cycle before, nor the place behind read in vain
logic f_settled;
logic f_looked;                        // this place was looked at, and nothing was written since
wire  f_stays = rst_ni && !clear_i && !write && !entry_valid_i;
always_ff @(posedge clk_i) begin
  f_settled <= f_stays && next_i == (zero_i || look_i || report_i);
  f_looked  <= f_stays && !next_i && (look_i ? f_settled : f_looked);
end
// in the cycle before an entry arrived, or locations were zeroed
logic        f_was, f_was_zero;
logic [20:0] f_was_item;
logic [31:0] f_was_value;
always_ff @(posedge clk_i) begin
  f_was       <= rst_ni && !clear_i && entry_valid_i;
  f_was_zero  <= rst_ni && !clear_i && zero_i;
  f_was_item  <= item_i;
  f_was_value <= value_i;
end
// The item is one there is: of a hart and a cache entry there is, a total of drops that are
// possible.
wire f_is_total = item_i[20:10] == 11'd0 && item_i[9] != item_i[8];
wire f_is_named = item_i[20:8] == weir_pkg::ITEM_CACHE_ENTRY[20:8];
wire f_of_total = {item_i[9], item_i[7:6]} == weir_pkg::DROP_OVERRUN ? item_i[4]
    : item_i[5:4] != weir_pkg::CONTEXT_SNOOP || {item_i[9], item_i[7:6]} == weir_pkg::DROP_SYS;
always_comb if (f_started) begin
  m_present: `WEIR_ENV (!entry_valid_i || !f_is_named || {28'd0, item_i[7:4]} < THREAD_CACHE);
  m_hart: `WEIR_ENV (!entry_valid_i || {28'd0, item_i[3:0]} < HARTS || item_i[20:4] == 17'd0);
  m_possible: `WEIR_ENV (!entry_valid_i || !f_is_total || f_of_total);
end
(* keep *) wire f_there = (!f_is_named || {28'd0, item_i[7:4]} < THREAD_CACHE)
    && ({28'd0, item_i[3:0]} < HARTS || item_i[20:4] == 17'd0) && (!f_is_total || f_of_total);
// locations that hold something
(* keep *) wire [(1<<INDEX_W)-1:0] f_holds;
generate
  genvar f_k;
  for (f_k = 0; f_k < (1 << INDEX_W); f_k = f_k + 1) begin : g_holds
    assign f_holds[f_k] = state[f_k][32];
  end
endgenerate
always_comb if (f_started) begin
  // An entry stays for a cycle more, and none arrives then, nor while the locations are walked; all
  // are zeroed first.
  m_stay: `WEIR_ENV (!f_was || (item_i == f_was_item && value_i == f_was_value && !entry_valid_i
      && !next_i));
  m_walk: `WEIR_ENV (!entry_valid_i || (!next_i && !zero_i && index_q == '0));
  m_next: `WEIR_ENV (!next_i || zero_i || look_i || report_i);
  m_zero: `WEIR_ENV ((!zero_i || next_i) && !(zero_i && f_was)
      && (!f_was_zero || zero_i || index_q == '0));
  a_shows: assert (!f_settled || state_rd_q == state[index_q]);
  a_looked: assert (!f_looked || value_q == state[index_q][31:0]);
end
`endif
`ifdef PROVE_weir_checkpoint_table
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
// ---- what entries reported of any location, and of any cache entry that others name
localparam integer F_FIRST_ENTRY = (4 << DW) << $clog2(HARTS);
(* anyconst *) wire [INDEX_W-1:0] f_any;
wire  [INDEX_W-1:0] f_place = {{(32-INDEX_W){1'b0}}, f_any} < F_FIRST_ENTRY + THREAD_CACHE ? f_any
    : '0;
(* anyconst *) wire [3:0]         f_entry_at;
wire  [3:0]  f_hart = f_place[HARTS_W-1:0] >> (2 + DW);
wire         f_of_entry = THREAD_CACHE != 0 && {{(32-INDEX_W){1'b0}}, f_place} >= F_FIRST_ENTRY;
wire         f_of_thread = !f_of_entry && f_place[DW+1:0] == {2'd0, KIND_THREAD};
wire  [3:0]  f_reason = {{(4-DW){1'b0}}, f_place[DW-1:0]};
wire  [3:0]  f_nth = f_place[3:0];           // cache entry
// of this hart, by value
wire         f_switch = item_i == 21'd1 ? f_hart == 4'd0 : item_i == 21'd16 + {17'd0, f_hart};
wire         f_names = THREAD_CACHE != 0 && item_i[20:8] == 13'd3;
wire         f_same_entry = f_names && item_i[7:4] == f_entry_at;
wire  [20:0] f_item = f_of_entry ? 21'd768 + {13'd0, f_nth, 4'd0} : f_of_thread
    ? (f_hart == 4'd0 ? 21'd1 : 21'd16 + {17'd0, f_hart})
                                : (f_reason[3] ? 21'd525312 : 21'd256)
                                    + {12'd0, f_reason[2:0], f_place[DW +: 2], f_hart};
wire         f_hits = f_of_entry ? f_names && item_i[7:4] == f_nth && value_i != 32'd0
    : f_of_thread ? f_switch : item_i == f_item;
// a cache entry is named: its thread runs
wire         f_runs = f_names && f_of_thread && item_i[3:0] == f_hart;
// since it was zeroed, it is known what was reported; something was
logic        f_known, f_has, f_entry_has, f_entry_zeroed;
logic [31:0] f_value, f_entry_value;
wire         f_zero = zero_i && index_q == f_place;
wire         f_zero_entry = zero_i && {{(32-INDEX_W){1'b0}}, index_q} == F_FIRST_ENTRY
    + {28'd0, f_entry_at};
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_known       <= 1'b0;
    f_entry_zeroed <= 1'b0;
  end else begin
    if (f_zero) f_known <= 1'b1;
    else if (entry_valid_i && f_runs && value_i == 32'd0
        && !(f_same_entry && f_entry_zeroed && f_entry_has)) f_known <= 1'b0;
    else if (entry_valid_i && (f_hits || f_runs)) f_known <= 1'b1;
    if (f_zero_entry) f_entry_zeroed <= 1'b1;
  end
  if (f_zero) f_has <= 1'b0;
  else if (entry_valid_i && (f_hits || f_runs)) begin
    f_has   <= 1'b1;
    f_value <= f_runs && value_i == 32'd0 ? f_entry_value : value_i;
  end
  if (f_zero_entry) f_entry_has <= 1'b0;
  else if (entry_valid_i && f_same_entry && value_i != 32'd0) begin
    f_entry_has   <= 1'b1;
    f_entry_value <= value_i;
  end
end
// written in this cycle
wire f_pending = f_was && runs_q && f_was_item[20:8] == 13'd3 && f_of_thread && f_was_item[3:0]
    == f_hart;
always_comb if (f_started) begin
  // A place reports what the entries reported of it last: that it holds something,
  a_reported: assert (!(f_settled && index_q == f_place && f_known) || held_o == f_has);
  // and what,
  a_value: assert (!(f_looked && index_q == f_place && f_known && f_has) || report_value_o
      == f_value);
  // and it has their item.
  a_item: assert (!(index_q == f_place && {28'd0, f_hart} < HARTS) || report_item_o == f_item);
  a_event: assert (index_q != f_place || event_o == (f_of_entry || f_of_thread));
  // Why:
  a_stays: assert (!(f_known && !f_pending) || (state[f_place][32] == f_has
      && (!f_has || state[f_place][31:0] == f_value)));
  //! mutant checkpoint_table_runs, step: a switch to a known thread does not change the running
  //!     thread
  //!     @runs runs_q <= entry_valid_i && refills;
  //! mutant checkpoint_table_hart, step: the thread of hart 0 is reported of hart 1
  //!     @hart wire [3:0] hart = item_i[3:0];
  a_pending: assert (!(f_known && f_pending) || (f_has
      && (f_was_value == 32'd0 ? state_rd_q == {1'b1, f_value} : f_value == f_was_value)));
  a_entry_stays: assert (!(THREAD_CACHE != 0 && f_entry_zeroed
      && {28'd0, f_entry_at} < THREAD_CACHE) || (state[F_FIRST_ENTRY + f_entry_at][32]
          == f_entry_has
                       && (!f_entry_has || state[F_FIRST_ENTRY + f_entry_at][31:0]
                           == f_entry_value)));
  a_was: assert (!f_was || {28'd0, f_was_item[3:0]} < HARTS || f_was_item[20:4] == 17'd0);
  a_runs: assert (runs_q == (f_was && f_was_item[20:8] == 13'd3 && THREAD_CACHE != 0));
end
always_comb if (f_started) begin
  c_named: cover (f_settled && index_q == f_place && f_known && f_of_thread && f_has && f_was_zero
      == 1'b0 && f_value == 32'd5 && f_entry_value == 32'd5);
end
`endif
`undef WEIR_ENV
