// SPDX-License-Identifier: Apache-2.0
// Properties of weir_args, which includes this file under FORMAL.
//
//! proof args, induction, cover 20: an event leaves behind all its extra arguments, in their
//!     order, at one time, and nothing between

`ifdef PROVE_weir_args
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_args
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic              f_waits;              // an entry waited in the cycle before
logic              f_empty;              // and the register was free
logic [weir_event::ENTRY_W-1:0]            f_entry;
logic [95:0]       f_args;
logic [1:0]        f_words;
logic [63:0] f_delta;
always_ff @(posedge clk_i) begin
  f_waits <= rst_ni && in_valid_i && !in_ready_o;
  f_empty <= rst_ni && !clear_i && (!out_valid_o || out_ready_i);
  f_entry <= in_entry_i;
  f_args  <= in_args_i;
  f_words <= in_arg_count_i;
  f_delta <= in_delta_i;
end
always_comb if (f_started) begin
  m_stays: `WEIR_ENV (!f_waits || (in_valid_i && in_entry_i == f_entry && in_args_i == f_args
      && in_arg_count_i == f_words && in_delta_i == f_delta));
  m_clear: `WEIR_ENV (!clear_i || !in_valid_i);
  m_words: `WEIR_ENV (!in_valid_i || {30'd0, in_arg_count_i} < ARGS);
end

// ---- a reader that joins what leaves: any one of the words
(* anyconst *) wire [1:0] f_which;
logic [1:0]        f_seen;               // words of the event so far
logic [31:0]       f_word;               // the one followed, if it was among them
logic [63:0] f_time;               // since the entry before the event
logic [weir_event::ENTRY_W-1:0]            f_last_entry;         // the event that was taken last
logic [95:0]       f_last_args;
logic [1:0]        f_last_words;
logic [63:0] f_last_delta;
logic              f_owed;               // it has not leave
wire               f_in    = in_valid_i && in_ready_o;
wire               f_taken = out_valid_o && out_ready_i;
wire [63:0]        f_since = out_timed_o ? out_delta_o : 64'd0;
assign f_out = out_entry_o;
wire [20:0]        f_item  = f_out.item;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i || (f_taken && !out_is_arg_o)) f_seen <= 2'd0;
  else if (f_taken) f_seen <= f_seen + 2'd1;
  if (f_taken && out_is_arg_o && f_seen == f_which) f_word <= out_entry_o[31:0];
  if (f_taken && f_seen == 2'd0) f_time <= f_since;
  if (!rst_ni || clear_i) f_owed <= 1'b0;
  else f_owed <= (f_in || f_owed) && !(f_taken && !out_is_arg_o);
  if (f_in) begin
    f_last_entry <= in_entry_i;
    f_last_args  <= in_args_i;
    f_last_words <= in_arg_count_i;
    f_last_delta <= in_delta_i;
  end
end
// The event that leaves: it is taken in this cycle, or was before; its words leave while it
// waits.
assign f_event = f_owed ? f_last_entry : in_entry_i;
wire [95:0]       f_all   = f_owed ? f_last_args : in_args_i;
wire [1:0]        f_many  = f_owed ? f_last_words : in_arg_count_i;
wire [63:0] f_delta_of = f_owed ? f_last_delta : in_delta_i;
wire [20:0]       f_report   = f_event.item;
wire [31:0]       f_wants = f_which == 2'd0 ? f_all[31:0] : f_which == 2'd1 ? f_all[63:32]
    : f_all[95:64];
wire [weir_event::ENTRY_W-1:0] f_part = {1'b0, 21'd192 + 21'd16 * {19'd0, f_seen}
    + (f_report < 21'd16 ? 21'd0 : {17'd0, f_report[3:0]}), out_entry_o[31:0]};
always_comb if (f_started) begin
  // An event leaves as it came in, behind all its extra arguments in their order, each of its hart
  // and its item; once.
  a_event: assert (!(f_taken && !out_is_arg_o) || ((f_in || f_owed) && out_entry_o == f_event
      && f_seen == f_many
                                                 && (f_which >= f_many || f_word == f_wants)));
  a_part: assert (!(f_taken && out_is_arg_o) || (in_valid_i && !f_in && !f_owed && out_entry_o
      == f_part && f_seen < in_arg_count_i));
  //! mutant args_early, bound 20: an event of four words is taken with its third
  //!     @early taken_q <= goes && (!is_arg || at_q == 2'd2);
  a_once: assert (!(f_in && f_owed));
  // All have the time of the first.
  a_time: assert (!f_taken || (f_seen == 2'd0 ? f_since == f_delta_of : f_since == '0
      && f_time == f_delta_of));
  //! mutant args_late, bound 20: the time since the entry before is reported again
  //!     @late timed_q <= 1'b1;
  // Nothing is held back: what is free is filled at once, but for the cycle in which an event is
  // taken.
  a_valid: assert (!(f_waits && f_empty) || out_valid_o);
  // Why:
  a_at: assert (full_q && !is_arg_q ? at_q == 2'd0 && f_seen == f_many : at_q == f_seen
      + {1'b0, full_q});
  a_full: assert (!full_q || out_entry_o == (is_arg_q
      ? {f_part[53:32], f_seen == 2'd0 ? f_all[31:0] : f_seen == 2'd1 ? f_all[63:32]
      : f_all[95:64]} : f_event));
  a_delta: assert (!full_q || f_since == (f_seen == 2'd0 ? f_delta_of : '0));
  a_taken: assert (full_q && !is_arg_q ? taken_q == !f_owed : !taken_q && !f_owed);
  a_seen: assert ((f_seen == 2'd0 && !(full_q && is_arg_q)) || f_owed
      || (in_valid_i && f_seen <= in_arg_count_i));
  a_words: assert (!(full_q && is_arg_q) || (in_valid_i && f_seen < in_arg_count_i));
  a_waits: assert (!taken_q || in_valid_i);
  a_word: assert (f_seen <= f_which || f_word == f_wants);
  a_first: assert (f_seen == 2'd0 || f_time == f_delta_of);
end
`ifdef PROVE_weir_args
// All of this happens.
always_comb if (f_started) begin
  c_most: cover (f_taken && !out_is_arg_o && f_seen == ARGS[1:0] - 2'd1);
  c_one: cover (f_taken && !out_is_arg_o && f_seen == 2'd0);
end
`endif
`undef WEIR_ENV
