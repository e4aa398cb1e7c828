// SPDX-License-Identifier: Apache-2.0
// Properties of weir_fifo_snapshot, which includes this file under FORMAL.
//
//! proof snapshot (LOG2=12), induction, quick: the snapshot is what there was, shows after a
//!     reset while a stream was on, and not while one continues

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_fifo_snapshot
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic [W-1:0] f_last;                  // what there was, and
logic         f_run;                   // a stream went on, in the last cycle without reset
always_ff @(posedge clk_i) begin
  if (!f_started) f_run <= 1'b0;
  else if (rst_ni && live_q) f_run <= 1'b1;
  if (rst_ni && live_q) f_last <= current;
end
always_comb if (f_started && f_run) begin
  // What was held last shows after a reset, and stays until a stream begins.
  a_stays: assert ({tail_count_o, tail_o, wr_o, rd_o} == f_last);
  a_copies: assert (inverse_q == ~snapshot_q);
  a_valid: assert (valid_o == (!live_q && !begins_i));
end
always_comb if (f_started) begin
  // Nothing shows of the stream that continues, and nothing was held before one went on.
  a_live: assert (!(live_q && valid_o));
  //! mutant snapshot_stays, quick: the snapshot shows while the next stream continues
  //!     @stays assign valid_o = !begins_i && whole_q;
end
