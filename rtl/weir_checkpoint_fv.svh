// SPDX-License-Identifier: Apache-2.0
// Properties of weir_checkpoint, which includes this file under FORMAL.
//
//! proof checkpoint (THREAD_CACHE=4), induction, cover 90: entries pass as they are, none
//!     inside a checkpoint; a checkpoint reports time and loss of the entry before it, its parts in
//!     order; it begins only in reserved space
//! proof checkpoint_as_full (HARTS=2 THREAD_CACHE=16 RESERVED=608 ENTRY=44), induction:
//!     the same, as in full
//! proof checkpoint_sw_entry (THREAD_CACHE=4 RESERVED=440), induction: the same; a software
//!     entry arrives whole, word by word, with nothing in between, and within the space reserved
//!     for it

`ifdef PROVE_weir_checkpoint
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_checkpoint
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic [63:0] f_time;                     // ticks up to the entry that passed last
logic        f_loss;                     // what the last entry of loss reported
logic [12:0] f_written, f_remain;          // bytes of checkpoints; words whose space is in use
wire  [12:0] f_debt = f_written - f_remain;
logic [5:0]  f_was;                      // the state before, of the sequence
logic [5:0]  f_words;                    // of an entry by software, still to be reported
logic [4:0]  f_at;                       // the next of them
wire  [5:0]  f_left;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_words <= 6'd0;
  else if (sw_entry_start_i) f_words <= sw_entry_words_i;
  else if (f_words != 6'd0 && out_state_o && out_valid_o && out_ready_i) f_words <= f_words - 6'd1;
  if (sw_entry_start_i) f_at <= 5'd0;
  else if (f_words != 6'd0 && out_state_o && out_valid_o && out_ready_i) f_at <= f_at + 5'd1;
end
assign f_left = left_q;
// the entry that passed last is part of an event that follows
logic        f_part;
// an entry by software waited in the cycle before, and no event was half reported
logic        f_sw_entry;
// no reset or clear in the cycle before; nothing was reported
`ifndef PROVE_weir
(* hierconn *) wire \u_table.f_was ;
`endif
logic        f_ran, f_none, f_took, f_passed;
logic [15:0] f_bytes;                   // bytes_q of the cycle before
logic        f_ends;                     // a checkpoint was being ended in it
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_time    <= '0;
    f_loss    <= 1'b0;
    f_part    <= 1'b0;
    f_written <= 13'd0;
    f_remain    <= 13'd0;
  end else begin
    if (in_valid_i && in_ready_o && in_timed_i) f_time <= f_time + in_delta_i;
    if (in_valid_i && in_ready_o) f_part <= in_is_arg_i;
    if (in_valid_i && in_ready_o && entry.item
        == 21'd3) f_loss <= entry.value[0];
    if (state_packed_i) f_written <= f_written + ENTRY[12:0] - {7'd0, unused_i};
    if (pop_i && !freed_o) f_remain <= f_remain + 13'd4;
  end
  f_was  <= state_q;
  f_passed <= rst_ni && !clear_i && pass;
  f_sw_entry  <= state_q == PASS && f_words != 6'd0 && !f_part;
  f_ran  <= rst_ni && !clear_i;
  f_bytes <= bytes_q;
  f_ends   <= state_q == WAIT && !sw_entry_q;
  f_took <= rst_ni && !clear_i && (out_ready_i || state_q == SKIP || state_q == SW_ENTRY_LOOK
      || state_q == LOOK || state_q == ZERO || state_q == PASS || state_q == WAIT);
end
function automatic f_is_item(input [20:0] item);
  f_is_item = item[20:4] == 17'd0 || ({28'd0, item[3:0]} < HARTS
      && (item[20:8] != weir_pkg::ITEM_CACHE_ENTRY[20:8] || {28'd0, item[7:4]} < THREAD_CACHE)
      && (item[20:10] != 11'd0 || item[9] == item[8]
          || ({item[9], item[7:6]} == weir_pkg::DROP_OVERRUN ? item[4]
          : item[5:4] != weir_pkg::CONTEXT_SNOOP
          || {item[9], item[7:6]} == weir_pkg::DROP_SYS)));
endfunction
always_comb if (f_started) begin
  m_none: `WEIR_ENV (!(state_q == PASS && state_packed_i));
  // pack takes no two entries in successive cycles.
  m_pace: `WEIR_ENV (!(f_passed && pass));
  a_seen: assert (seen_q == f_passed);
  a_seen_state: assert (!seen_q || state_q == PASS || state_q == CURR || state_q == SW_ENTRY_LOOK);
`ifndef PROVE_weir
  a_seen_before: assert (!\u_table.f_was || state_q == PASS || state_q <= LOW
      || state_q == SW_ENTRY_LOOK || state_q == SW_ENTRY_TELL);
`endif
  m_unused: `WEIR_ENV (!(packed_i || state_packed_i) || {26'd0, unused_i} <= ENTRY);
`ifndef PROVE_weir
  // What passes is one of the items that there are: of a hart and a cache entry there is, a total
  // of drops that are possible. (In the proof of the whole unit counters may hold anything.)
  m_item: `WEIR_ENV (!(in_valid_i && in_ready_o) || f_is_item(entry.item));
  // Why: so is what the table gets a cycle later.
  a_item: assert (!seen_q || f_is_item(item_q));
`endif
  // An entry passes as it is, and none while a checkpoint is written.
  a_pass: assert (!(in_valid_i && in_ready_o) || (out_valid_o && !out_state_o && out_entry_o
      == in_entry_i && out_delta_o == in_delta_i && out_timed_o == in_timed_i && !out_copy_o));
  //! mutant checkpoint_inside, bound 80: an entry is taken while a checkpoint is written
  //!     @inside assign in_ready_o = (passes || state_q == LOOK) && out_ready_i;
  a_taken: assert (!(out_valid_o && out_ready_i && !out_state_o) || (in_valid_i && in_ready_o));
  // CURR reports the time of the entry before it; the end, whether a loss continues. They have no
  // delta.
  a_time: assert (!(out_valid_o && out_copy_o && state_q != SW_ENTRY_TELL) || out_entry_o[31:0]
      == (state_q == CURR ? 32'h08002300 : state_q == LOW ? f_time[31:0] : f_time[63:32]));
  a_loss: assert (!(out_valid_o && state_q == END) || out_entry_o == {1'b0, 21'd4, 31'd1, f_loss});
  a_delta: assert (!(out_state_o && out_timed_o));
  // One part arrives behind the other.
  a_order: assert (!f_ran || f_was == state_q || (f_took
      && (state_q == (f_was == WAIT ? PASS : f_was + 6'd1) || (f_was == PASS && state_q == CURR)
      || (f_was == ZERO && state_q == PASS) || (f_was == LOOK && state_q == END)
                   || (f_was == TELL && state_q == LOOK) || (f_was == PASS && state_q
                       == SW_ENTRY_LOOK) || (f_was == SW_ENTRY_TELL && (state_q == SW_ENTRY_LOOK
                       || state_q == SKIP)))));
  // A checkpoint begins only when at most 14 bytes of those before have space that was not
  // given back;
  a_begin: assert (!(state_q == PASS && begins) || f_debt < 13'd15);
  //! mutant checkpoint_early, bound 120: a checkpoint begins before the space of the previous
  //!     one has returned
  //!     @early wire ripe = on && state_q[4] && !begins && due && debt_q < 13'd19;
  // what they have is exactly what admit cannot use.
  a_debt: assert (f_debt == debt_q);
  a_stays: assert (!pop_i || freed_o == (debt_q < 13'd4));
  // Why:
  a_now: assert (f_time == time_q && loss_q == f_loss);
  a_states: assert (state_q <= SW_ENTRY_TELL || state_q == PASS || state_q == ZERO);
  // A software entry: as many words as it has, one behind the other, as they are, and nothing
  // between them.
  a_sw_entry: assert (!(out_valid_o && state_q == SW_ENTRY_TELL)
      || (out_copy_o && out_state_o && out_entry_o[31:0] == sw_entry_word_i));
  a_sw_entry_index: assert ((state_q == SW_ENTRY_LOOK || state_q == SW_ENTRY_TELL
      || (state_q == PASS && sw_entry_q)) == (f_words != 6'd0) && sw_entry_busy_o
      == (f_words != 6'd0));
  a_sw_entry_at: assert (f_words == 6'd0 || (sw_entry_at_o == f_at && f_words == f_left
      && (state_q != PASS || f_at == 5'd0)));
  // but the rest of an event of several words before it, and as soon as that is whole it arrives.
  a_sw_entry_alone: assert (f_words == 6'd0 || f_part || !(in_valid_i && in_ready_o));
  //! mutant checkpoint_sw_entry_between, in checkpoint_sw_entry, bound 300: an event goes into
  //!     the middle of a software entry
  //!     @sw_entry_between wire passes = (state_q[4] && !begins && !sw_entry_next) || state_q ==
  //!     SW_ENTRY_LOOK;
  a_sw_entry_soon: assert (!(f_ran && f_sw_entry) || state_q == SW_ENTRY_LOOK);
  a_sw_entry_space: assert (!sw_entry_can_o || (state_q == PASS && !begins && sw_entry_on
      && {3'd0, f_debt} + {8'd0, sw_entry_words_i, 2'b00} <= RESERVED - 3));
  //! mutant checkpoint_sw_entry_space, in checkpoint_sw_entry, bound 300: a software entry
  //!     takes space that is not reserved for it
  //!     @sw_entry_space assign sw_entry_can_o = state_q[4] && !begins && !of_q && sw_entry_on &&
  //!     debt_q <= MOST[12:0];
  m_sw_entry_start: `WEIR_ENV (!sw_entry_start_i
      || (sw_entry_can_o && sw_entry_words_i != 6'd0 && sw_entry_words_i <= 6'd32));
  // No checkpoint and no software entry arrives between the words of an event; nor does anything of
  // it wait once it has begun.
  a_whole: assert (!f_part || (!out_state_o && in_ready_o == out_ready_i));
  //! mutant checkpoint_sw_entry_in_event, in checkpoint_sw_entry, bound 300: a software entry
  //!     may follow the first word of an event
  //!     @sw_entry_in_event wire sw_entry_next = state_q[4] && sw_entry_q;
  // Bytes are counted and never forgotten: from 65535 on there are as many.
  a_bytes: assert (!f_ran || f_ends || bytes_q >= f_bytes);
  //! mutant checkpoint_bytes_round, step: the bytes since the previous checkpoint wrap
  //!     @bytes_round else if (packed_i) bytes_q <= bytes[15:0];
  a_due: assert (!due_q || (debt_q < 13'd15 && (asked_q || bytes_q != 16'd0)));
  a_part: assert (is_arg_q == f_part && (!f_part || state_q == PASS));
end
// The locations of a checkpoint are walked from the first to the last.
(* hierconn *) wire [4+$clog2(HARTS)+(THREAD_CACHE != 0 ? 1 : 0):0] \u_table.index_q ;
// to come
wire [8:0] f_indices = F_LOCATIONS[8:0] - {{(4-$clog2(HARTS)-(THREAD_CACHE != 0 ? 1 : 0)){1'b0}},
    \u_table.index_q };
wire       f_walks  = state_q == LOOK || state_q == TELL;
always_comb if (f_started) begin
  a_index: assert (f_indices != 9'd0 && f_indices <= F_LOCATIONS
      && (f_walks || state_q == ZERO || f_indices == F_LOCATIONS));
end
assign f_debts  = debt_q;
assign f_coming = state_q <= BEGIN ? 8 * F_LOCATIONS + 6 + 4 * (3 - {7'd0, state_q})
                : f_walks ? {1'b0, f_indices, 3'b000} + 13'd3 : state_q == END ? 13'd3
                    : sw_entry_busy_o ? {5'd0, f_left, 2'b00} : 13'd0;
assign f_items  = state_q <= BEGIN ? F_LOCATIONS + 1 + (4 - {3'd0, state_q})
                : f_walks ? f_indices + 9'd1 : state_q == END ? 9'd1 : sw_entry_busy_o
                    ? {3'd0, f_left} : 9'd0;
assign f_walk   = state_q <= BEGIN ? 2 * F_LOCATIONS + 4 : f_walks ? {f_indices[7:0], 1'b0}
    + (state_q == LOOK ? 9'd3 : 9'd2)
                : sw_entry_busy_o ? {2'd0, f_left, 1'b0} + (state_q == PASS ? 9'd4 : state_q
                    == SW_ENTRY_LOOK ? 9'd3 : 9'd2) : state_q == END ? 9'd3 : state_q == SKIP
                    ? 9'd2 : state_q == WAIT ? 9'd1 : 9'd0;
assign f_passes = state_q == PASS || state_q == ZERO;
assign f_ended  = state_q == SKIP;
assign f_waits  = state_q == WAIT;
assign f_due_asked  = asked_q;
assign f_half       = is_arg_q;
assign f_rests      = f_passes && !due_q && !sw_entry_q;
assign f_blocked    = state_q == PASS && on && due && !begins && !ripe;
assign f_due_bytes = bytes_q != 16'd0 && (state_q == PASS || sw_entry_q);
`ifdef PROVE_weir_checkpoint
// All of this happens.
always_comb if (f_started) begin
  c_end: cover (out_valid_o && out_ready_i && state_q == END && f_loss);
  c_report: cover (out_valid_o && state_q == TELL && out_entry_o[31:0] == 32'd7);
end
`endif
`undef WEIR_ENV
