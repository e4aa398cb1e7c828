// SPDX-License-Identifier: Apache-2.0
// Properties of weir_wide_ring, which includes this file under FORMAL.
//
//! proof wide_ring, induction, cover 30, quick: rows go to memory once, in order, inside the ring
//!     buffer; when it is not busy all bytes are written; a full ring takes nothing

`ifdef PROVE_weir_wide_ring
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_wide_ring
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic        f_on, f_waits, f_put, f_flush;
logic [28:0] f_addr;
logic [63:0] f_data;
logic [27:0] f_next;
logic [3:0]  f_still;                  // cycles without more bytes, up to 15, once there was
logic        f_counts = 1'b0;          // another one
wire  [27:0] f_window = (28'd1 << (window - 5'd3)) - 28'd1;
wire  [63:0] f_part = some_i ? {8'd0, tail_i, row_i[31:0]} : {40'd0, tail_i};
always_ff @(posedge clk_i) begin
  f_on    <= rst_ni && !clear_i;
  f_waits <= rst_ni && m_valid_o && !m_ready_i;
  f_put   <= rst_ni && (take_o || flush);
  f_flush <= rst_ni && !clear_i && flush;
  f_addr  <= take_o || flush ? base[31:3] + {1'b0, at_q} : m_addr_q;
  f_data  <= take_o ? row_i : flush ? f_part : m_wdata_q;
  f_still <= stays ? f_still + {3'd0, f_still != 4'd15} : 4'd0;
  f_counts <= f_started && (f_counts || !stays);
  f_next  <= take_o ? (at_q + 28'd1) & f_window : at_q;
end
always_comb if (f_started) begin
  m_tail: `WEIR_ENV ((tail_i >> {tail_count_i, 3'b000}) == 24'd0);
  // It is cleared only when it is not busy.
  m_clear: `WEIR_ENV (!clear_i || (!busy_o && !enable_i && !store_i));
  // A row that is taken, or what is left of one, is written next, and stays until it is accepted.
  a_put: assert (!f_put || (m_valid_o && m_addr_o == {f_addr, 3'd0} && m_wdata_o == f_data));
  a_stays: assert (!f_waits || (m_valid_o && m_addr_o == {f_addr, 3'd0} && m_wdata_o == f_data));
  //! mutant wide_ring_part, by a_put, quick: bytes that fill no row are written without the word
  //!     before
  //!     @part take ? row_i[31:0] : {8'd0, tail_i}};
  a_no_more: assert (f_put || f_waits || !m_valid_o);
  // Rows follow each other, and stay inside the ring buffer.
  a_follows: assert (!f_on || at_q == f_next);
  a_inside: assert (!enabled || (at_q & ~f_window) == 28'd0);
  //! mutant wide_ring_window, by a_inside, quick: rows go on behind the ring buffer
  //!     @window wire ends = next[28];
  a_fits: assert (!enabled || (section == 5'd0 && window >= LEAST && !base[2] && !fifo));
  //! mutant wide_ring_fits, by a_fits, quick: a ring may have sections
  //!     @fits wire plain = 1'b1;
  // A full ring takes nothing; the last row has made it full, if it is to stop.
  a_full: assert (!full_q || (!take_o && !flush && stop));
  //! mutant wide_ring_full, by a_end, quick: a ring that is to stop goes on
  //!     @full full_q <= 1'b0;
  a_end: assert (!(f_on && enabled && stop && at_q == 28'd0 && f_put && !f_flush) || full_q
      || f_window == 28'd0);
  a_off: assert (enabled || (at_q == 28'd0 && part_q == 3'd0 && !full_q && !wrapped_q));
  // Not busy: everything is written, and in memory.
  a_busy: assert (busy_o || !enabled || full_q
      || (!both_i && rest_i && part == part_q && !m_valid_o && m_idle_i));
  // A part of a row waits for 15 cycles in which more bytes could come.
  a_still: assert (!f_counts || quiet_q == f_still);
  //! mutant wide_ring_hurries, by a_still, quick: a part of a row is written after one cycle
  //!     @still quiet_q <= stays ? 4'd15 : 4'd0;
  // Nothing but the bus keeps a row waiting.
  a_rate: assert (!both_i || !enabled || full_q || take_o || (m_valid_o && !m_ready_i));
end
`ifdef PROVE_weir_wide_ring
always_comb if (f_started) begin
  c_flush: cover (f_flush && some_i);
  c_wrapped: cover (wrapped_q);
  c_full: cover (full_q);
end
`endif
`undef WEIR_ENV
