// SPDX-License-Identifier: Apache-2.0
// Properties of weir_auth, which includes this file under FORMAL.
//
//! proof auth (PROTECT=1 FRAME=1), induction, quick: the pin decides two cycles later, and what it
//!     forbids, the bus does not see
//! proof auth_none, induction, quick: without PROTECT and FRAME nothing is hidden

logic       f_started = 1'b0;
logic       f_was_framing, f_was_reset;
logic [1:0] f_pin;                        // the pin in the two cycles before
always_ff @(posedge clk_i) begin
  f_started     <= 1'b1;
  f_was_framing <= framing_i;
  f_was_reset   <= !rst_ni;
  f_pin         <= rst_ni ? {f_pin[0], auth_i} : 2'b00;
end
`ifdef PROVE_weir_auth
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
always_comb if (f_started) begin
  a_auth: assert (auth_o == (PROTECT == 0 || f_pin[1]));
  // What may not leave is hidden, and so is what frames take; nothing else is, but after reset.
  a_hidden: assert (!(!auth_o || (FRAME != 0 && f_was_framing)) || hidden_o);
  //! mutant auth_hidden, quick: the bus reads the stream in the first cycle without
  //!     @hidden always_ff @(posedge clk_i) hidden_q <= !rst_ni || framing_i || !auth_o;
  a_seen: assert (!hidden_o || !auth_o || f_was_framing || f_was_reset);
end
generate
  if (PROTECT != 0) begin : g_formal_auth
    always_comb if (f_started) a_pin: assert (g_auth.auth_q == f_pin);
  end
endgenerate
