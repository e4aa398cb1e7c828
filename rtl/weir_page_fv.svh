// SPDX-License-Identifier: Apache-2.0
// Properties of weir_page, which includes this file under FORMAL. The FIFO has its own.
//
//! proof page (FIFO_LOG2=2 OUT=1), induction, cut u_fifo.data_q, quick: bus and frames never
//!     have the stream both, and what is hidden shows nothing
//! proof page_plain (FIFO_LOG2=2), induction, cut u_fifo.data_q, quick: the same, without
//!     a register behind the RAM
//! proof page_as_small (FIFO_LOG2=10), induction, cut u_fifo.data_q: the same as page_plain, as in
//!     small
//! proof page_as_full (FIFO_LOG2=12 OUT=1 PEEK=1), induction, cut u_fifo.data_q: the same as page,
//!     with a snapshot, as in full

`ifdef PROVE_weir_page
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_page
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic [FIFO_LOG2+1:0] f_in, f_out;          // words stored here, and taken
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_in  <= '0;
    f_out <= '0;
  end else begin
    f_in  <= f_in + (word_valid_i && to_page_i && word_ready_o);
    f_out <= f_out + taken_o;
  end
end
logic f_cleared;                            // in the cycle before
always_ff @(posedge clk_i) f_cleared <= rst_ni && clear_i;
always_comb if (f_started) begin
  // Frames have the stream while framing_i, which hides it, from the cycle after the clear on that
  // gives it to them; the bus takes a word that it sees.
  m_hidden: `WEIR_ENV (!framing_i || hidden_i || f_cleared);
  m_cleared: `WEIR_ENV (!f_cleared || !pop_i);
  m_pop: `WEIR_ENV (!pop_i || word_valid_o);
  m_frame: `WEIR_ENV (!frame_ready_i || frame_valid_o);
  m_clear: `WEIR_ENV (!clear_i || (!word_valid_i && !pop_i && !frame_ready_i && !peek_i));
  a_one: assert (!(word_valid_o && frame_valid_o) && !(pop_i && frame_ready_i));
  a_hidden: assert (!hidden_i || (!word_valid_o && tail_o == 24'd0 && tail_count_o == 2'd0));
  //! mutant page_tail, quick: the number of bytes in the tail is visible while it is hidden
  //!     @tail assign tail_count_o = tail_count_i;
  // Each word is taken once, and the tail follows the last one.
  a_words: assert ({1'b0, level_o} + {{(FIFO_LOG2+1){1'b0}}, pending_o} == f_in - f_out);
  a_tail: assert (!frame_tail_o || (f_in == f_out && to_page_i));
  //! mutant page_frame_tail, quick: frames read the tail in front of words that wait
  //!     @frame_tail assign frame_tail_o = framing_i && to_page_i && !valid;
  a_waits: assert (!framing_i || frame_waits_o == (f_in != f_out));
end
`undef WEIR_ENV
