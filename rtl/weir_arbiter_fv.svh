// SPDX-License-Identifier: Apache-2.0
// Properties of weir_arbiter, which includes this file under FORMAL.
//
//! proof arbiter, induction, cover 10, quick: order, nothing lost or doubled, the running thread
//!     follows from the events, accesses wait for a switch
//! proof arbiter_harts (HARTS=3), induction, cover 12: the same of several harts, granted in
//!     rotation: fair, in order, and every overrun is reported, one event for each
//! proof arbiter_pins (HARTS=2 PINS=1), induction, cover 12: the same, with event pins, granted
//!     in rotation with the harts and the register port
//! proof arbiter_pins_one (PINS=1), induction: the same, of one hart

`ifdef PROVE_weir_arbiter
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_arbiter
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif

// ---- any one hart is followed: the items of its snoop, and its running thread
(* anyconst *) wire [3:0] f_any;
wire [3:0]  f_hart  = {28'd0, f_any} < HARTS ? f_any : 4'd0;
wire [3:0]  f_count = snoop_count_i[4*f_hart +: 4];
item_t      f_item;
assign f_item = snoop_item_i[weir_event::ITEM*f_hart +: weir_event::ITEM];
wire        f_grant  = snoop_grant_o[f_hart];
// who leaves besides: the port, one that gave its place away, another hart
wire        f_port, f_reported, f_another;
wire        f_take  = port_valid_i || set_valid_i;
wire [HARTS-1:0] f_take_hart;                // of what is taken
event_t f_port_event;
assign f_port_event = port_event_i;
generate
  for (h = 0; h < HARTS; h = h + 1) begin : g_formal_hart
    assign f_take_hart[h] = set_valid_i ? hart_i[h]
        : {28'd0, f_port_event.hart} == h;
  end
endgenerate
// an event of the pins waited in the cycle before, and did not leave
logic        f_pins_stay;
logic [37:0] f_pins_was;
always_ff @(posedge clk_i) begin
  f_pins_stay <= rst_ni && pins_wait_i && !pins_grant_o;
  f_pins_was <= {pins_number_i, pins_value_i};
end
logic [3:0] f_count_was;                     // of what waited and has not left in the cycle before
always_ff @(posedge clk_i) f_count_was <= rst_ni ? f_count - {3'd0, f_grant} : 4'd0;
always_comb if (f_started) begin
  // Events and stores to RUNNING come one at a time, and not against block and busy; RUNNING is not
  // there without SNOOP.
  m_block: `WEIR_ENV (!(f_take && (stall_order_o || stall_port_o
      || (stall_order_hart_o & f_take_hart) != '0)));
  m_one: `WEIR_ENV (!(port_valid_i && set_valid_i)
      && (!set_valid_i || (hart_i != '0 && (hart_i & (hart_i - 1'b1)) == '0)));
  m_offers: `WEIR_ENV (!f_take || (offers_i && set_i == set_valid_i));
  m_hart: `WEIR_ENV (!port_valid_i || {28'd0, f_port_event.hart} < HARTS);
  // Items leave by turns only.
  m_count: `WEIR_ENV (f_count >= f_count_was && f_count <= 4'd12 && snoop_some_i[f_hart]
      == (f_count != 4'd0));
  // One that may be nothing is a switch.
  m_item: `WEIR_ENV (f_count == 4'd0 || !f_item.change || (f_item.is_switch && f_item.kind
      == weir_pkg::DROP_SYS));
  // So does what the pins are; they are not there without SNOOP.
  m_pins: `WEIR_ENV (!f_pins_stay || (pins_wait_i && {pins_number_i, pins_value_i} == f_pins_was));
  m_number: `WEIR_ENV (!pins_wait_i || pins_number_i <= 6'd32);
end

// ---- what was taken of a port and has not left
logic                     f_waits, f_set, f_silent;
logic                     f_first;           // it was taken in the cycle before
// items of its hart that came before it, or at the same edge, and have not left
logic [3:0]               f_before;
event_t                   f_event;
logic [31:0]              f_running;
// events and stores to RUNNING: taken; left, or judged to be no event
logic [31:0]              f_taken, f_left;
event_t f_what;
assign f_what = f_event;
wire  f_mine   = f_what.hart == f_hart;
wire  [3:0] f_before_now = f_first ? f_count : f_before;         // if it is of this hart
wire  f_leaves = f_port;
wire  f_switch = f_what.is_switch && f_what.kind
    == weir_pkg::DROP_SYS;
wire  f_is_set = f_set;
wire  f_item_switch = f_item.is_switch && f_item.kind == weir_pkg::DROP_SYS;
// no argument; what is in their place is not read
wire [97:0] f_none = {2'd0, event_q.args};
wire [weir_event::W-1:0] f_item_event = {f_none, f_item.is_switch, f_hart, f_item.ctx,
    f_item.kind, f_item.id, f_item.value};
wire [weir_event::W-1:0] f_pins_event = {f_none, 1'b0, PINS_HART, 2'd1, weir_pkg::DROP_COM,
    weir_pkg::ID_PIN + {10'd0, pins_number_i}, pins_value_i};
wire [weir_event::W-1:0] f_pins_overrun = {f_none, 1'b0, PINS_HART, 2'd1, weir_pkg::DROP_OVERRUN,
    48'd0};
wire [weir_event::W-1:0] f_overrun_event = {f_none, 1'b0, f_hart, weir_pkg::CONTEXT_SNOOP,
    weir_pkg::DROP_OVERRUN, 48'd0};
always_ff @(posedge clk_i) begin
  if (!rst_ni) begin
    f_waits   <= 1'b0;
    f_running <= 32'd0;
    f_taken   <= 32'd0;
    f_left    <= 32'd0;
  end else begin
    if (f_take) f_waits <= 1'b1;
    else if (f_leaves) f_waits <= 1'b0;
    if (f_take) f_taken <= f_taken + 32'd1;
    if (f_leaves) f_left <= f_left + 32'd1;
    // The last switch of the hart, by any of the three ways, says which thread runs.
    if (f_grant && f_item_switch) f_running <= f_item.value;
    else if (f_leaves && f_switch && f_mine) f_running <= f_what.value;
  end
  f_first  <= f_take;
  f_before <= f_before_now - {2'd0, f_grant};
  if (f_take) begin
    f_set    <= set_valid_i;
    f_silent <= set_silent_i;
    f_event  <= set_valid_i ? {2'd0, f_port_event.args, 1'b1, number(hart_i),
        weir_pkg::CONTEXT_SNOOP, weir_pkg::DROP_SYS, switch_id_i, set_value_i} : port_event_i;
  end
end
wire [31:0] f_value = f_what.value;
wire        f_same, f_fair;
always_comb if (f_started && rst_ni) begin
  // An item leaves the snoop in its grant, as an event unless that is one of changes only, and it
  // is the running thread.
  a_snoop: assert (!f_grant || (event_valid_o == (!f_item.change || f_item.value != f_running)
      && (!event_valid_o || event_o == f_item_event)));
  //! mutant arbiter_same: a store of the running thread again is an event
  //!     @same assign counts[h] = 1'b1;
  //! mutant arbiter_masked: a switch that may not be changes the running thread
  //!     @item_switch wire item_switch = grant[h] && snoop_item_i[AT+SWITCH_AT];
  a_present: assert (!f_grant || f_count != 4'd0);
  // An event of a port leaves unchanged, and so does a store to RUNNING: as an event exactly if it
  // changes the running thread, and never a silent one.
  a_port: assert (!(f_leaves && !f_is_set) || (event_valid_o && event_o == f_what));
  //! mutant arbiter_loads, in arbiter_harts: what waits is overwritten by a store that is not
  //!     accepted
  //!     @loads wire loads = offers_i;
  a_set: assert (!(f_leaves && f_is_set && f_mine)
      || (event_valid_o == (f_value != f_running && !f_silent)
      && (!event_valid_o || event_o == f_what)));
  // It leaves behind all items of its hart that came before it or at the same edge, and before all
  // that came later.
  a_behind: assert (!(f_leaves && f_mine) || f_before_now == 4'd0);
  //! mutant arbiter_overtakes, in arbiter_harts: an event of a port overtakes an item of the
  //!     snoop of its hart
  //!     @overtakes wire first_port = wait_q;
  a_ahead: assert (!(f_grant && f_waits && f_mine) || f_before_now != 4'd0);
  //! mutant arbiter_later, in arbiter_harts: a later item of the snoop overtakes an event of a
  //!     port of its hart
  //!     @later wire [HARTS:0] requests_hart = {first_port, some};
  // That one gave its place away is reported if it is so.
  a_reported: assert (!snoop_reported_o[f_hart]
      || (snoop_overrun_i[f_hart] && event_valid_o && event_o == f_overrun_event));
  // What the pins are leaves in its grant, unchanged; and that of what they gave up is reported.
  a_pins: assert (!pins_grant_o || (PINS != 0 && pins_wait_i && event_valid_o && event_o
      == f_pins_event));
  //! mutant arbiter_pins_lost, in arbiter_pins: an event of the pins is granted and is not offered
  //!     @pins_lost assign event_valid_o = (grant & counts) != '0 || (port && (!set_q || (changes
  //!     &&
  //!     !silent_q))) || reported;
  a_pins_reported: assert (!pins_reported_o || (PINS != 0 && pins_overrun_i && event_valid_o
      && event_o == f_pins_overrun));
  // Nothing else leaves, and one thing at a time.
  a_port_out: assert (port_o == f_leaves && pending_o == (f_waits));
  a_leaves: assert (leaves_o == (f_grant || f_another || f_leaves || f_reported || pins_grant_o));
  a_only: assert (!event_valid_o || f_grant || f_another || f_leaves || f_reported || pins_grant_o);
  a_one: assert ({2'd0, f_grant} + {2'd0, f_another} + {2'd0, f_port} + {2'd0, f_reported}
      + {2'd0, pins_grant_o} <= 3'd1);
  // Nothing is lost or doubled: the one that waits leaves before another is taken.
  a_index: assert (!(f_take && f_waits) || f_leaves);
  //! mutant arbiter_overwrites, quick: an event is taken while items of the snoop wait
  //!     @overwrites assign stall_order_o = (wait_q && event_q.is_switch);
  a_conserved: assert (f_taken == f_left + {31'd0, f_waits});
  a_idle: assert (!idle_o || (!(f_count != 4'd0 || f_waits || snoop_overrun_i[f_hart]
      || (PINS != 0 && (pins_wait_i || pins_overrun_i)))));
  // Something leaves while something waits.
  a_wait: assert (!(((f_waits && f_mine) || f_count != 4'd0 || (PINS != 0 && pins_wait_i)))
      || f_grant || f_another || f_port || pins_grant_o);
  // The running thread is that of the last switch that has left; without SNOOP there is none.
  a_running: assert (running_o[32*f_hart +: 32] == (f_running));
  //! mutant arbiter_torn: a torn switch changes the running thread
  //!     @torn wire switches = event_q.is_switch;
  // switched_o arrives with every switch and with every change of the running thread,
  a_switched: assert (switched_o[f_hart] == ((f_grant && f_item_switch && event_valid_o)
      || (f_leaves && f_switch && f_mine && (!f_is_set || f_value != f_running))));
  // and then, as long as a switch waits, and as long as items of the snoop do, no access that
  // depends on it is accepted.
  a_block: assert (stall_order_o == ((!SEVERAL && f_count != 4'd0)
      || (f_waits && f_event.is_switch)));
  a_block_hart: assert (!SEVERAL || stall_order_hart_o[f_hart] == (f_count != 4'd0));
  // Why:
  a_same: assert (f_same);
  //! mutant arbiter_pins_starve, in arbiter_pins: pins wait until nobody else has a request
  //!     @pins_starve assign requests[OTHERS] = pins_wait_i && requests_hart == '0;
  a_event_hart: assert (!f_waits || {28'd0, f_event.hart} < HARTS);
  // Fair: while a source could leave, everybody else has one grant at most.
  a_fair: assert (f_fair);
  //! mutant arbiter_unfair, in arbiter_harts: the lowest hart always goes first
  //!     @unfair else if (requests != '0) last_grant_q <= '0;
end
generate
  assign f_another   = (snoop_grant_o & ~({{(HARTS-1){1'b0}}, 1'b1} << f_hart)) != '0;
  assign f_port      = port;
  assign f_reported      = reported;
  assign f_same = wait_q == f_waits && (!f_waits || (event_q == f_event && set_q == f_set
                  && silent_q == (f_set && f_silent) && fresh_q == f_first
                  && (!f_mine || f_first || (ahead_q == f_before && behind_q == (f_before != '0)
                      && f_before <= f_count))))
                  && (PINS == 0 || requests[HARTS + (PINS != 0 ? 1 : 0)] == pins_wait_i)
                  && (!(f_waits && f_set) || (f_event.is_switch
                      && f_event.kind == weir_pkg::DROP_SYS));
  if (!SEVERAL) begin : g_one
    assign f_fair = 1'b1;
  end else begin : g_several
    // Turns of each other while any one source waits for its own
    (* anyconst *) wire [4:0] f_source;
    localparam integer F_LAST = HARTS + (PINS != 0 ? 1 : 0);
    wire [F_LAST:0]  f_one  = {{F_LAST{1'b0}}, 1'b1} << ({27'd0, f_source} <= F_LAST ? f_source
        : 5'd0);
    logic [F_LAST:0] f_last_grant;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || (requests & f_one) == '0 || (next & f_one) != '0) f_last_grant <= '0;
      else f_last_grant <= f_last_grant | next;
    end
    // Why: last_grant_q is a run from below up to the last grant; those granted since this one
    // waits come after it, cyclically.
    wire [F_LAST:0] f_upto  = g_turns.last_grant_q;
    // the last grant is this one's, or above it
    wire           f_past  = (f_upto & f_one) != '0;
    assign f_fair = (f_upto & (f_upto + 1'b1)) == '0
                 && (f_past ? (f_last_grant & ~(f_upto & ~(f_one | (f_one - 1'b1)))) == '0
                            : (f_last_grant & (f_one | ((f_one - 1'b1) & ~f_upto))) == '0)
                 && ((requests & f_one) == '0 || (f_last_grant & next) == '0);
  end
endgenerate
`ifdef PROVE_weir_arbiter
generate
  always_comb if (f_started) begin
    c_waits: cover (f_waits && f_mine && f_grant);
    c_set: cover (f_leaves && f_is_set && event_valid_o);
    c_same: cover (f_grant && !event_valid_o);
    c_other: cover (f_grant && !f_item_switch);
    c_ahead: cover (f_leaves && f_mine && f_count != 4'd0);
    c_overrun: cover (f_reported);
  end
endgenerate
`endif
`undef WEIR_ENV
