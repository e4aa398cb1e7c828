// SPDX-License-Identifier: Apache-2.0
// Properties of weir_tiny_port, which includes this file under FORMAL.
//
//! proof tiny_port, induction, cover 10, quick: an event carries the value that its port stored
//!     last, once, and never after a switch; ids and classes

`ifdef PROVE_weir_tiny_port
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_tiny_port
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
always_comb if (f_started) begin
  // An access is one of two, and only while enabled.
  m_access: `WEIR_ENV (!(acc_value_i && acc_id_i));
  m_enabled: `WEIR_ENV (!(acc_value_i || acc_id_i) || enable_i);
  // A switch has one of two ids.
  m_switch_id: `WEIR_ENV (switch_id_i == weir_pkg::ID_THREAD_SWITCH
                          || switch_id_i == weir_pkg::ID_THREAD_SWITCH_ALT);
end

`ifdef PROVE_weir_tiny_port
// ---- the event, by the rules
wire        f_id_fits = !acc_narrow_i && acc_data_i <= 32'h0000ffff;
wire [15:0] f_id      = acc_data_i[15:0];
wire        f_switch  = f_id_fits && f_id == switch_id_i;
wire        f_user_id = f_id >= weir_pkg::ID_USER_FIRST && f_id <= weir_pkg::ID_USER_LAST;
wire        f_com_id  = f_id >= weir_pkg::ID_COM_FIRST && f_id <= weir_pkg::ID_COM_LAST;
wire        f_sys_id  = f_switch || f_id >= weir_pkg::ID_SYS_FIRST;
wire        f_named   = f_id_fits && (f_user_id || f_com_id || f_sys_id);
event_t     f_made;
assign f_made = event_o;
wire [2:0]  f_kind    = f_made.kind;
wire [31:0] f_sent    = f_made.value;
wire        f_pair    = event_valid_o && f_kind <= weir_pkg::DROP_SYS;
wire        f_torn    = event_valid_o && f_kind == weir_pkg::DROP_TORN;

// ---- the value of one port, either of them
(* anyconst *) wire f_interrupt;
wire         f_mine  = interrupt_i == f_interrupt;
wire         f_store = acc_value_i && !acc_narrow_i;
logic        f_fresh;                    // stored, and since then no id, narrow value or disable
logic [31:0] f_value;
always_ff @(posedge clk_i) begin
  if (!rst_ni || !enable_i) f_fresh <= 1'b0;
  else if (f_pair && f_switch && !f_interrupt) f_fresh <= 1'b0;
  else if ((acc_value_i || acc_id_i) && f_mine) f_fresh <= f_store;
  if (f_store && f_mine) f_value <= acc_data_i;
end
wire        f_fresh_q = f_interrupt ? int_fresh_q : thread_fresh_q;
wire [31:0] f_value_q = f_interrupt ? int_value_q : thread_value_q;
always_comb if (f_started) begin
  // Every store of an id is an event at once; nothing else is.
  a_event: assert (event_valid_o == acc_id_i);
  a_fields: assert (!event_valid_o || (f_made.id == f_id
                    && f_made.ctx == {1'b0, interrupt_i}
                    && f_made.hart == 4'd0
                    && f_made.is_switch == f_switch));
  // Dropped for its id if that is none; else of its class, or torn.
  a_kind: assert (!event_valid_o || (f_kind == weir_pkg::DROP_ID) == !f_named);
  a_class: assert (!f_pair || f_kind == (f_sys_id ? weir_pkg::DROP_SYS
                                         : f_com_id ? weir_pkg::DROP_COM : weir_pkg::DROP_USER));
  a_kinds: assert (!event_valid_o || f_pair || f_torn || f_kind == weir_pkg::DROP_ID);
  // A port uses a value once at most, and the thread port none from before a switch. A pair is
  // torn exactly if the port has no such value.
  a_pair: assert (!(f_pair && f_mine) || (f_fresh && f_sent == f_value));
  //! mutant tiny_port_spent: an event takes a value that a narrow store made invalid
  //!     @spent else if (interrupt_i && acc_id_i) int_fresh_q <= 1'b0;
  //! mutant tiny_port_stale: an event takes a value from before a thread switch
  //!     @stale else if (!interrupt_i && spend) thread_fresh_q <= 1'b0;
  a_torn: assert (!(f_torn && f_mine) || !f_fresh);
  // A port reads its fresh value, else 0, and 0 while disabled.
  a_read: assert (!f_mine || value_o == (f_fresh && enable_i ? f_value : 32'd0));
  // Why:
  a_fresh: assert (f_fresh_q == f_fresh && (!f_fresh || f_value_q == f_value));
end

// All of this happens.
always_comb if (f_started) begin
  c_pair: cover (f_pair && f_mine && f_value == 32'd7);
  c_stale: cover (f_torn && f_mine && !f_interrupt && f_value == 32'd5);
end
`endif
`undef WEIR_ENV
