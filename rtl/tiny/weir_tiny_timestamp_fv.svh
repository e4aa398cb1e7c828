// SPDX-License-Identifier: Apache-2.0
// Properties of weir_tiny_timestamp, which includes this file under FORMAL.
//
//! proof tiny_timestamp, induction, quick: a delta is the time since the entry before; deltas add
//!     up to the time

`ifdef PROVE_weir_tiny_timestamp
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_tiny_timestamp
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif

logic [47:0] f_time;                     // cycles up to an event of this cycle
logic [47:0] f_sum;                      // deltas of the entries so far
logic [48:0] f_gap;                      // cycles since the last entry; stops at 2**48
(* keep *) logic f_made, f_made_2;       // entry_i in the cycle before, in the one before that
(* keep *) logic f_was_clear;
logic        f_was_reset;
logic [47:0] f_valid;                    // delta_o of the cycle before
always_ff @(posedge clk_i) begin
  if (!rst_ni) begin
    f_time <= 48'd1;
    f_sum  <= 48'd0;
    f_gap  <= 49'd1;
  end else if (clear_i) begin
    f_time <= 48'd2;
    f_sum  <= 48'd0;
    f_gap  <= 49'd2;
  end else begin
    f_time <= f_time + 48'd1;
    if (entry_i) f_sum <= f_sum + f_valid;
    if (entry_i) f_gap <= 49'd2;
    else if (!f_gap[48]) f_gap <= f_gap + 49'd1;
  end
  f_made      <= rst_ni && entry_i;
  f_made_2    <= rst_ni && f_made;
  f_valid     <= delta_o;
  f_was_clear <= rst_ni && clear_i;
  f_was_reset <= !rst_ni;
end
wire [47:0] f_delta = f_made ? 48'd2 : delta_o;      // no entry can be made, and no delta is valid
always_comb if (f_started) begin
  // No entry in the cycle of a clear or in the next, nor in the two cycles after an entry.
  m_clear: `WEIR_ENV (!((clear_i || f_was_clear || f_was_reset) && entry_i));
  m_pause: `WEIR_ENV (!((f_made || f_made_2) && entry_i));
  // An entry's delta is the time since the entry before it, exactly, if that is below 2**48.
  a_delta: assert (f_gap[48] || f_delta == f_gap[47:0]);
  //! mutant tiny_timestamp_restart: the cycle after an entry is not counted
  //!     @restart else delta_q <= entry_q ? 48'd2 : delta_q + 48'd1;
  // Deltas add up to the time of the entry: the cycle that accepted its store; so nothing drifts.
  a_sum: assert (f_sum + f_delta == f_time);
  // Why:
  a_valid: assert (f_made || f_made_2 || f_was_clear || f_was_reset || delta_o == f_valid + 48'd1);
  a_restart: assert (entry_q == f_made);
end
`undef WEIR_ENV
