// SPDX-License-Identifier: Apache-2.0
// Properties of weir_wide_fifo, which includes this file under FORMAL.
//
//! proof wide_fifo (LOG2=3), induction, cover 20, quick: order and integrity of any word, level,
//!     nothing readable that was not written
//! proof wide_fifo_as_wide (LOG2=10), smt: the same, as in wide

`ifdef PROVE_weir_wide_fifo
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_wide_fifo
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
// Words written less words taken.
wire  [LOG2:0] f_stored = level_q + {{(LOG2-1){1'b0}}, came_q};
wire  [LOG2:0] f_after  = f_stored + {{(LOG2-1){1'b0}}, came};
always_comb if (f_started) begin
  // Words alternate between the lanes; their space is reserved.
  m_lanes: `WEIR_ENV (in_valid_i == 2'd0 || in_valid_i[wr_q[0]]);
  m_space: `WEIR_ENV (f_after <= (1 << LOG2));
  m_take: `WEIR_ENV (!(take_word_i && (take_row_i || level_o == '0)));
  m_row: `WEIR_ENV (!take_row_i || (|level_o[LOG2:1] && !rd_q[0]));
  m_clear: `WEIR_ENV (!clear_i || (in_valid_i == 2'd0 && !take_word_i && !take_row_i));
  // The level is the distance of the pointers, and never exceeds the depth.
  a_level: assert (f_stored <= (1 << LOG2) && wr_q - rd_q == f_stored[LOG2-1:0]
      && came_q <= 2'd2 && {{(LOG2-1){1'b0}}, came_q} <= f_stored);
end
`ifdef PROVE_weir_wide_fifo
// Any one word is followed from its write: it is taken after exactly the words before it,
// unchanged.
(* anyseq *) wire f_pick, f_pick_second;
logic          f_followed = 1'b0;
logic [31:0]   f_data;
logic [LOG2:0] f_before;               // words ahead of it
logic          f_fresh;                // it was written in the cycle before
wire           f_second = f_pick_second && (&in_valid_i);
wire           f_lane   = wr_q[0] ^ f_second;
wire           f_write  = f_pick && in_valid_i != 2'd0 && !f_followed;
wire  [LOG2:0] f_left   = {{(LOG2-1){1'b0}}, left};
always_ff @(posedge clk_i) begin
  f_fresh <= rst_ni && f_write;
  if (!rst_ni || clear_i) f_followed <= 1'b0;
  else if (f_write) f_followed <= 1'b1;
  else if (f_before < f_left) f_followed <= 1'b0;
  if (f_write) begin
    f_data   <= in_data_i[32*f_lane +: 32];
    f_before <= f_stored + {{LOG2{1'b0}}, f_second} - f_left;
  end else f_before <= f_before - f_left;
end
wire [LOG2-1:0] f_at = rd_q + f_before[LOG2-1:0];
wire [31:0] f_ram = f_at[0] ? upper[f_at[LOG2-1:1]] : lower[f_at[LOG2-1:1]];
always_comb if (f_started && f_followed) begin
  a_stored: assert (f_before < f_stored
      && (f_fresh ? f_before >= level_o : f_before < level_o));
  a_stays: assert (f_ram == f_data);
  // Order and integrity: the words that show after those before it are those that were written.
  a_word: assert (f_fresh || f_before != '0 || word_o == f_data);
  a_row: assert (f_fresh || rd_q[0] || f_before > 1 || row_o[32*f_before[0] +: 32] == f_data);
  //! mutant wide_fifo_row, by a_stays: of two words the second replaces one that was not read
  //!     @row wire [LOG2-2:0] lower_row = wr_q[LOG2-1:1];
  //! mutant wide_fifo_early, by a_stored: a word can be read in the cycle after it was written
  //!     @early level_q <= level_q + {{(LOG2-1){1'b0}}, came} - {{(LOG2-1){1'b0}}, left};
  // Why:
  a_read: assert (f_fresh || f_at[LOG2-1:1] != rd_q[LOG2-1:1]
      || (f_at[0] ? upper_q : lower_q) == f_data);
end
always_comb if (f_started) begin
  c_full: cover (f_stored == (1 << LOG2));
  c_wrapped: cover (f_followed && take_row_i && f_before == 1 && wr_q < rd_q);
  c_odd: cover (take_word_i && rd_q[0] && (&in_valid_i));
end
`endif
`undef WEIR_ENV
