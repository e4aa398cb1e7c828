// SPDX-License-Identifier: Apache-2.0
// Properties of weir_stall, which includes this file under FORMAL.
//
//! proof stall (HARTS=2), induction, cover 10: a store that waits for free space does so for WAIT
//!     cycles at most; a counter is shown to a read of this one
//! proof stall_one (HARTS=1), induction: the same as stall, with one hart
//! proof stall_as_full (HARTS=1 PINS=8), induction: the same as stall, as in full

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_stall
`define WEIR_ENV assume
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`else
`define WEIR_ENV assert
`endif
// a read of this counter was at the port in the cycle before
logic        f_asked;
logic [12:2] f_asked_at;
logic [23:0] f_wait;                      // WAIT
// A store that offers, at a guaranteed port or window: cycles since one was accepted
wire         f_there = reg_valid_i && reg_write_i && guaranteed_i;
logic [23:0] f_held;
always_ff @(posedge clk_i) begin
  f_asked    <= rst_ni && reg_valid_i && !reg_write_i && count_i;
  f_asked_at <= counter_i;
  if (!rst_ni) f_wait <= weir_pkg::WAIT_CYCLES_RESET;
  else if (wait_store_i) f_wait <= wait_data_i;
  if (!rst_ni || wait_store_i) f_held <= 24'd0;
  else if (f_there) f_held <= reg_ready_o ? 24'd0 : f_held + {23'd0, f_held != 24'hffffff};
end
// nothing but want of free space may hold it
wire f_in   = f_there && enable_i && !stall_clear_i && !filter_busy_i && !blocked;
wire f_over = f_wait == 24'd0 ? !drains_i : f_held >= f_wait;
always_comb if (f_started && rst_ni) begin
  m_wait: `WEIR_ENV (wait_cycles_i == f_wait);
  m_store: `WEIR_ENV (!(wait_store_i && f_there));
  // Held for WAIT cycles it is accepted, whatever the space; so is one that is dropped for
  // something else, and all while FROZEN.
  a_bounded: assert (!(f_in && (f_over || !wanted_i || frozen_i)) || reg_ready_o);
  //! mutant stall_wait, bound 20: a store stalls for one cycle more than WAIT
  //!     @wait late_q <= late || nth == wait_cycles_i + 24'd1;
  // Until then it is accepted only when there is space.
  a_waits: assert (!(f_in && !f_over && wanted_i && !frozen_i) || reg_ready_o == space_i);
  // What a read of a counter shows was asked for by a read of this one, not of one that was given
  // up.
  a_counter: assert (!(read_o && count_i) || (f_asked && same_counter));
  // Why:
  a_asked: assert (counter_q == (f_asked_at & COUNTER) && (!counted_q || f_asked));
  a_held: assert (never_q == (f_wait == 24'd0) && (never_q || (late == (f_held >= f_wait)
      && (late || nth == f_held + 24'd1))));
  //! mutant stall_wait_again, bound 20: the wait begins anew when something else arrives between
  //!     @wait_again else if (at_port) first_q <= reg_ready_o || !stall_space_o;
end
`ifdef PROVE_weir_stall
always_comb if (f_started && rst_ni)
  c_expired: cover (f_in && f_over && !space_i && wanted_i && f_wait == 24'd3 && reg_ready_o);
`endif
`undef WEIR_ENV
