// SPDX-License-Identifier: Apache-2.0
// Properties of weir_port_mux, which includes this file under FORMAL.
//
//! proof port_mux (HARTS=3), induction, quick: the event and its kind are those of the addressed
//!     hart
//! proof port_mux_one, induction, quick: the same, of one hart

`ifdef PROVE_weir_port_mux
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
localparam [HARTS-1:0] F_ONE = 1;
(* anyconst *) wire [3:0] f_any;
wire [3:0]    f_hart = {28'd0, f_any} < HARTS ? f_any : 4'd0;
wire [DW-1:0] f_kind = access_kind_i[DW*f_hart +: DW];
always_comb begin
  m_hart: `WEIR_ENV ((hart_i & (hart_i - F_ONE)) == '0);
  // An event of this hart leaves as it is;
  a_event: assert (!hart_i[f_hart] || event_o == event_i[EW*f_hart +: EW]);
  //! mutant port_mux_other, quick: fields of an unaddressed hart mix with the event
  //!     @mux event_of = event_of | events[EW*k +: EW];
  a_valid: assert (!valid_i[f_hart] || valid_o);
  // SYS, COM and USER wait for space.
  a_wanted: assert (!hart_i[f_hart] || (wanted_o == (f_kind < weir_pkg::DROP_TORN)
      && sys_o == (f_kind == weir_pkg::DROP_SYS)));
end
`undef WEIR_ENV
