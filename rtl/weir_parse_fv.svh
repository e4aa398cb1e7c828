// SPDX-License-Identifier: Apache-2.0
// Properties of weir_parse, which includes this file under FORMAL.
//
//! proof parse (CHECKPOINT=1), induction, cover 20, quick: each byte of a word is given
//!     once, waits unchanged, and not without authorisation; a word is taken with its last
//! proof parse_as_full (CHECKPOINT=1), induction: the same, as the ring of full has it
//! proof parse_of_frames (CHECKPOINT=0), induction: the same, as the frames of full have it

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_parse
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic [7:0] f_words, f_bytes, f_byte;  // words and bytes taken since the last clear
logic       f_waits;                     // a byte was there, and not taken
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_words  <= 8'd0;
    f_bytes <= 8'd0;
  end else begin
    f_words  <= f_words + {7'd0, word_ready_o};
    f_bytes <= f_bytes + {7'd0, take};
  end
  f_waits <= rst_ni && !clear_i && have_q && !take;
  f_byte <= byte_o;
end
always_comb if (f_started) begin
  // Each byte of a word is given once, and the word is taken with its last.
  a_once: assert ({f_words[5:0], 2'b00} + {6'd0, pos_q} == f_bytes + {7'd0, have_q}
      + {7'd0, spare_q});
  // A byte that waits stays, unchanged.
  a_waits: assert (!f_waits || (have_q && byte_o == f_byte));
  //! mutant parse_overrun, quick: a byte arrives in place of one that waits for an entry to be
  //!     taken
  //!     @overrun if (!have_q || byte_ready_i) byte_q <= spare_q ? spare_byte_q : next_byte;
  // Nothing is taken or given without authorisation.
  a_auth: assert (auth_i || !(byte_valid_o || word_ready_o));
  // Why: the spare one is behind another; an entry begins with the first byte of its header.
  a_spare: assert (have_q || !spare_q);
  a_last: assert (last_q == (pos_q == 2'd3));
  a_first: assert (first_q == (state_q == HEAD && at_q == 4'd0));
end
`ifdef PROVE_weir_parse
always_comb if (f_started) c_entry: cover (valid_q && known_q && value_q != 32'd0 && delta_q != '0
    && header_q[23:3] > 21'd1024);
`endif
