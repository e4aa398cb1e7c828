// SPDX-License-Identifier: Apache-2.0
// Properties of weir_offer, which includes this file under FORMAL.
//
//! proof offer, induction, quick: what the filter passes is offered one cycle later, unchanged; the
//!     stage is idle only when nothing is on its way

`ifdef PROVE_weir_offer
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_offer
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic                     f_valid, f_port, f_reserved;        // of the cycle before
logic [weir_event::W-1:0] f_event;
always_ff @(posedge clk_i) begin
  f_valid    <= rst_ni && event_valid_i;
  f_port     <= rst_ni && port_i;
  f_reserved <= rst_ni && reserved_i;
  f_event    <= event_i;
end
always_comb if (f_started) begin
  // What is an event leaves; so does what has a reservation, which an access of the port has.
  m_leaves: `WEIR_ENV ((!event_valid_i || leaves_i) && (!reserved_i || port_i));
  a_event: assert (event_valid_o == f_valid && (!f_valid || event_o == f_event));
  //! mutant offer_late, quick: the event of an earlier cycle is offered
  //!     @event if (event_valid_o) event_q <= event_i;
  a_reserved: assert (reserved_o == f_reserved);
  a_idle: assert (!idle_o || !(f_valid || f_port || f_reserved || !arbiter_idle_i
      || !filter_idle_i));
  //! mutant offer_idle, quick: idle though an event is offered
  //!     @idle assign idle_o = arbiter_idle_i && filter_idle_i && !port_q;
  a_flush: assert (flush_o == (idle_o && !enable_i));
  a_coming: assert (!(f_port || arbiter_pending_i || filter_pending_i) || coming_o);
  a_port: assert (port_q == f_port);
end
`undef WEIR_ENV
