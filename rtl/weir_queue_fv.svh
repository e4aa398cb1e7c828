// SPDX-License-Identifier: Apache-2.0
// Properties of weir_queue, which includes this file under FORMAL. weir_fifo proves that
// words leave as they came, in order.
//
//! proof queue_args (LOG2=2 WORDS=3), induction, cut u_fifo.data_q, quick: a word has all of an
//!     entry, and its arguments; a report entry has none
//! proof queue_plain (LOG2=2), induction, cut u_fifo.data_q, quick: the same, without arguments
//! proof queue_plain_as_small (LOG2=5), induction, cut u_fifo.data_q: the same, as in small and
//!     wide
//! proof queue_args_as_full (LOG2=6 WORDS=4), induction, cut u_fifo.data_q: the same as queue_args,
//!     as in full

`ifdef PROVE_weir_queue
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_queue
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
always_comb if (f_started) begin
  m_clear: `WEIR_ENV (!clear_i || (idle_o && !in_valid_i));
  // An event has no more arguments than the unit has words.
  m_args: `WEIR_ENV (!in_valid_i || in_report_i || ({30'd0, in_event.arg_count} < WORDS
      && {1'b0, in_event.args} >> MW == 97'd0));
  // The same word has the same entry, time and arguments.
  a_word: assert (!in_valid_i || in != out
      || (out_entry_o == in_entry_i && out_delta_o == in_delta_i
      && (out_args_o ^ in_event.args) << (96 - MW) == 96'd0
      && out_arg_count_o == (in_report_i ? 2'd0 : in_event.arg_count)));
  //! mutant queue_swapped, quick: time and entry are swapped
  //!     @out assign {out_arg_count_o, out_args_o[MW-1:0], out_entry_o, out_delta_o} = out;
  a_taken: assert (taken_o == (out_valid_o && out_ready_i));
end
`undef WEIR_ENV
