// SPDX-License-Identifier: Apache-2.0
// Properties of weir_control, which includes this file under FORMAL.
//
//! proof control, induction, cover 10: CLEAR has an effect only in an idle unit; while counters are
//!     zeroed the unit is off

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_control
`define WEIR_ENV assume
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`else
`define WEIR_ENV assert
`endif
logic f_idle, f_zeroing;                  // in the cycle before
always_ff @(posedge clk_i) begin
  f_idle    <= rst_ni && !enable_q && !busy_i;
  f_zeroing <= rst_ni && zeroing_i;
end
always_comb if (f_started) begin
  // What is known early of a store to CTRL is right.
  m_store: `WEIR_ENV (!at_ctrl_i || store_i == (opens_i && sets_i));
  a_clear: assert (!clear_o || f_idle);
  a_zeroing: assert (!f_zeroing || (stall_clear_o && !on_o));
  //! mutant control_on, bound 10: the unit is on while counters are zeroed
  //!     @zeroing wire on = ((opens_i ? would_enable : enable_q) && !clear_q) && (!may_clear ||
  //!     busy_i);
  a_on: assert (on_q == (enable_q && !stall_clear_q));
end
`ifdef PROVE_weir_control
always_comb if (f_started) c_cleared: cover (clear_o);
`endif
`undef WEIR_ENV
