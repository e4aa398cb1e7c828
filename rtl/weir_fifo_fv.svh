// SPDX-License-Identifier: Apache-2.0
// Properties of weir_fifo, which includes this file under FORMAL.
//
//! proof fifo (WIDTH=4 LOG2=2), pdr, cover 20, quick: order and integrity of any word, level, no
//!     push lost, nothing shown that was not pushed
//! proof fifo_out (WIDTH=4 LOG2=2 OUT=1), pdr, cover 20, quick: the same, with a register behind
//!     the RAM
//! proof fifo_full_size (WIDTH=32 LOG2=10), smt: the same
//! proof fifo_as_full (WIDTH=32 LOG2=12 OUT=1), smt: the same, as in full
//! proof queue_as_small (WIDTH=118 LOG2=5), smt: the same, of the queue of small
//! proof queue_as_full (WIDTH=216 LOG2=6), smt: the same, of the queue of full

`ifdef PROVE_weir_fifo
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_fifo
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif

// Levels as a user counts them: pushes less pops.
logic [LOG2+1:0] f_level;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_level <= '0;
  else f_level <= f_level + {{(LOG2+1){1'b0}}, push} - {{(LOG2+1){1'b0}}, pop};
end
`ifdef SHOW_WORDS
(* keep *) wire [(WIDTH<<LOG2)-1:0] f_words;
// all words, for proofs around a small one
generate
  if (LOG2 <= 5) begin : g_words
    genvar f_k;
    for (f_k = 0; f_k < (1 << LOG2); f_k = f_k + 1) begin : g_word
      assign f_words[WIDTH*f_k +: WIDTH] = ram[f_k];
    end
  end
endgenerate
`endif
// cycles in which a word was in store, none showed, and no other was looked at
logic [1:0] f_hidden;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i || out_valid_o || empty_o) f_hidden <= 2'd0;
  else if (!peek_i) f_hidden <= f_hidden + 2'd1;
end
// in the cycle before level_o counted a word behind the one taken then; another was looked at
logic f_count, f_looks;
always_ff @(posedge clk_i) begin
  f_count <= rst_ni && !clear_i && level_o != {{LOG2{1'b0}}, pop};
  f_looks <= peek_i;
end
logic f_looks_2;                       // the same in the cycle before that
logic f_fresh;                         // the first word came in the cycle before
always_ff @(posedge clk_i) begin
  f_looks_2 <= f_looks;
  f_fresh   <= push && (empty_o || (one && pop));
end
wire f_full = OUT != 0 && out_valid_o;

always_comb if (f_started) begin
  // The level counts what was pushed and not taken, and never exceeds the depth.
  a_level: assert ({1'b0, level_o} + {{(LOG2+1){1'b0}}, pending_o} == f_level
      && f_level <= (1 << LOG2) && empty_o == (f_level == '0));
  //! mutant fifo_counts_early, in fifo_out: LEVEL counts a word that cannot be read yet
  //!     @counts_early assign counts = push;
  // There is space exactly when the store is not full, so a push is never lost and never writes
  // over a word.
  a_space: assert (in_ready_o == (f_level < (1 << LOG2)));
  //! mutant fifo_off_by_one, quick: takes a word when full and being read
  //!     @off_by_one assign in_ready_o = !level_q[LOG2] || out_ready_i;
  // Nothing shows that is not in store.
  a_valid: assert (!out_valid_o || f_level != '0);
  // Why: the level is the distance of the pointers.
  a_pointers: assert (level_q + {{LOG2{1'b0}}, pending_o} == wr_q - rd_o && rd_q == rd_o
      + {{LOG2{1'b0}}, f_full} && after_q == rd_q + 1'b1);
  a_inner: assert (level_q >= {{LOG2{1'b0}}, valid_q} + {{LOG2{1'b0}}, f_full});
  //! mutant fifo_out_empty, in fifo_out: what was never written shows behind the last word
  //!     @out_empty assign more = !empty_q && !((full_q || valid_q) && one) ;
  a_follows: assert (f_looks || valid_q || level_q == '0
      || (f_full && level_q == {{LOG2{1'b0}}, 1'b1}) || (OUT == 0 && f_fresh));
  // A word that is counted can be taken in the next cycle, but behind a look at another.
  a_counted: assert (!f_count || out_valid_o || f_looks || (OUT != 0 && f_looks_2));
  // A word in store shows a cycle later (two), but for cycles in which another word is looked at.
  a_shows: assert (out_valid_o || empty_o || f_hidden <= (OUT != 0 && valid_q ? 2'd1 : 2'd0));
  // Nothing arrives or goes while it is cleared.
  m_clear: `WEIR_ENV (!clear_i || !(in_valid_i || pop));
end

`ifdef PROVE_weir_fifo
// Any one word is followed from its push: it leaves after exactly the words before it,
// unchanged.
(* anyseq *) wire f_pick;
logic             f_followed = 1'b0;
logic [WIDTH-1:0] f_data;
logic [LOG2:0]    f_before;            // words ahead of it
logic [LOG2:0]    f_where;             // its place in the RAM: only to make the proof inductive
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_followed <= 1'b0;
  else if (f_followed && pop && f_before == '0) f_followed <= 1'b0;
  else if (!f_followed && push && f_pick) f_followed <= 1'b1;
  if (!f_followed) begin
    f_data   <= in_data_i;
    f_before <= f_level[LOG2:0] - {{LOG2{1'b0}}, pop};
    f_where  <= wr_q;
  end else if (pop) f_before <= f_before - 1'b1;
end
wire [LOG2:0] f_distance = f_where - rd_o;
always_comb if (f_started && f_followed) begin
  a_in_store: assert ({1'b0, f_before} < f_level);
  a_index: assert (f_distance == f_before);
  a_stays: assert (ram[f_where[LOG2-1:0]] == f_data);
  // Order and integrity: the word that shows after those before it is the word that was pushed.
  a_word: assert (!(out_valid_o && f_before == '0) || out_data_o == f_data);
  //! mutant fifo_out_overwritten, in fifo_out, quick: the word in the register is overwritten by
  //!     the
  //!     next
  //!     @out_overwritten if (valid_q || out_ready_i) out_q <= data_q;
  //! mutant fifo_peek_shows: a word that is looked at can be taken for the oldest
  //!     @peek_shows valid_q <= more;
  //! mutant fifo_shows_early: a word is valid in the cycle after its push
  //!     @shows_early assign more = (!empty_q || push) && !(pop && one);
  a_read: assert (!(valid_q && f_where == rd_q) || data_q == f_data);
end
// It can be looked at, too: from the cycle after its push on, as long as it is in store.
logic f_looked;                        // it was, in the cycle before
always_ff @(posedge clk_i) f_looked <= rst_ni && f_followed && peek_i && peek_at_i
    == f_where[LOG2-1:0];
always_comb if (f_started) a_looked: assert (!(f_looked && f_followed) || peek_o == f_data);

// The store gets full, and continues after its pointers wrapped.
always_comb if (f_started) begin
  c_full: cover (!in_ready_o);
  c_wrapped: cover (f_followed && pop && f_before == '0 && wr_q[LOG2-1:0] < rd_o[LOG2-1:0]);
  c_empty_again: cover (empty_o && wr_q[LOG2]);
end
`endif
`undef WEIR_ENV
