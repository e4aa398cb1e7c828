// SPDX-License-Identifier: Apache-2.0
// Properties of weir_peek, which includes this file under FORMAL.
//
//! proof peek, induction, cover 10: a read of PEEK_DATA waits two cycles at most and shows the word
//!     at PEEK_AT; meanwhile no read takes a word of the data page
//! proof peek_as_full (FIFO_LOG2=12), induction: the same, as in full

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_peek
`define WEIR_ENV assume
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`else
`define WEIR_ENV assert
`endif
wire         f_read = reg_read_i && at_data_i && !stall_i;
logic        f_asked, f_came;             // the RAM was asked a cycle before; its word is f_word
logic        f_again;                     // and the RAM shows the word of the stream again
logic [31:0] f_word;
logic [1:0]  f_waited;                    // cycles that this read has waited
always_ff @(posedge clk_i) begin
  f_asked <= rst_ni && peek_o;
  f_came  <= rst_ni && f_asked && f_read;
  f_again <= rst_ni && f_asked;
  if (f_asked) f_word <= peek_word_i;
  f_waited <= rst_ni && f_read && wait_o ? f_waited + 2'd1 : 2'd0;
end
always_comb if (f_started && rst_ni) begin
  // PEEK_DATA and the data page are different ones.
  m_pages: `WEIR_ENV (!(at_data_i && at_page_i));
  a_word: assert (!(f_read && !wait_o) || (f_came && word_o == f_word));
  //! mutant peek_at_once, bound 10: a read of PEEK_DATA does not wait for its word
  //!     @peek_at_once assign wait_o = at_page_i && looking_o;
  a_page: assert (!(reg_read_i && at_page_i && !wait_o) || !(f_asked || f_again));
  //! mutant peek_word_early, bound 10: a read of the data page behind a read of PEEK_DATA that was
  //!     withdrawn finds no word
  //!     @peek_at_once assign wait_o = at_data_i && !peeked_q;
  a_bounded: assert (f_waited <= 2'd2 && (f_waited != 2'd2 || !f_read || !wait_o));
  // Why:
  a_asked: assert (looked_q == f_asked && peeked_q == f_came && after_q == f_again
      && (!peeked_q || peek_q == f_word));
  a_waited: assert (f_waited == 2'd0 || peeked_q || (f_waited == 2'd1 && looked_q));
end
`ifdef PROVE_weir_peek
always_comb if (f_started) c_word: cover (f_read && !wait_o && peek_at_o == 10'd2);
`endif
`undef WEIR_ENV
