// SPDX-License-Identifier: Apache-2.0
// merge: one total order of the events of all sources, one event a cycle, and the running thread that follows from it.
//
// Order    a snoop event cannot wait, so it goes first. With SNOOP the event of a port waits one cycle for it, so that both
//          are stamped with the edge of their store; without, it passes through.
`default_nettype none
module weir_merge #(
    parameter integer SNOOP = 1
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,

    input  wire                     snoop_valid_i,  // taken at once; an event if its value is not the running thread
    input  wire [weir_event::W-1:0] snoop_event_i,

    input  wire                     port_valid_i,   // taken at once; never in a cycle with block_o
    input  wire [weir_event::W-1:0] port_event_i,
    input  wire                     set_valid_i,    // a store to RUNNING, instead of a port's event; never without SNOOP
    input  wire [31:0]              set_value_i,
    input  wire                     set_silent_i,   // it makes no event
    input  wire [15:0]              switch_id_i,

    output wire                     block_o,        // no write, no read that depends on the running thread, in this cycle
    output wire [31:0]              running_o,      // running thread; 0 without SNOOP
    output wire                     switched_o,     // it changes at the end of this cycle
    output wire                     idle_o,         // nothing waits here

    output wire                     event_valid_o,  // taken at once
    output wire [weir_event::W-1:0] event_o
);
  generate
    if (SNOOP != 0) begin : g_snoop
      logic                     wait_q, set_q, silent_q;           // an event of the port or a store to RUNNING waits
      logic [weir_event::W-1:0] event_q;
      logic [31:0]              running_q;

      always_ff @(posedge clk_i) begin
        if (!rst_ni) wait_q <= 1'b0;
        else if (port_valid_i || set_valid_i) wait_q <= 1'b1;
        else if (!snoop_valid_i) wait_q <= 1'b0;
        if (port_valid_i || set_valid_i) begin
          set_q    <= set_valid_i;
          silent_q <= set_valid_i && set_silent_i;
          event_q  <= set_valid_i ? {1'b1, 4'd0, weir_pkg::CONTEXT_SNOOP, weir_pkg::KIND_SYS, switch_id_i, set_value_i} : port_event_i;
        end
      end
      wire                     valid   = snoop_valid_i || wait_q;
      wire [weir_event::W-1:0] first   = snoop_valid_i ? snoop_event_i : event_q;
      wire                     changes = first[weir_event::VALUE_LSB +: 32] != running_q;
      wire                     judged  = snoop_valid_i || set_q;   // an event only if it changes the running thread
      wire                     switch  = valid && first[weir_event::SWITCH_LSB] && first[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) running_q <= 32'd0;
        else if (switch) running_q <= first[weir_event::VALUE_LSB +: 32];
      end
      assign block_o       = snoop_valid_i || (wait_q && event_q[weir_event::SWITCH_LSB]);
      assign running_o     = running_q;
      assign switched_o    = switch && (!judged || changes);
      assign idle_o        = !valid;
      assign event_o       = first;
      assign event_valid_o = valid && (!judged || changes) && (snoop_valid_i || !silent_q);
    end else begin : g_through
      assign block_o       = 1'b0;
      assign running_o     = 32'd0;
      assign switched_o    = port_valid_i && port_event_i[weir_event::SWITCH_LSB]
                           && port_event_i[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS;
      assign idle_o        = 1'b1;
      assign event_o       = port_event_i;
      assign event_valid_o = port_valid_i;
      wire unused = &{1'b0, clk_i, rst_ni, snoop_valid_i, snoop_event_i, set_valid_i, set_value_i, set_silent_i, switch_id_i};
    end
  endgenerate

`ifdef FORMAL
`ifdef PROVE_weir_merge
  `define WEIR_ENV assume
`else
  `define WEIR_ENV assert
`endif
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_merge
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
`endif

  always_comb if (f_started) begin
    // Events and stores to RUNNING come one at a time, and not in a cycle with block_o; RUNNING is not there without SNOOP.
    m_block: `WEIR_ENV (!(block_o && (port_valid_i || set_valid_i)));
    m_one: `WEIR_ENV (!(port_valid_i && set_valid_i));
    m_set: `WEIR_ENV (SNOOP != 0 || !(set_valid_i || snoop_valid_i));
    // A snoop event is a switch.
    m_snoop: `WEIR_ENV (!snoop_valid_i || (snoop_event_i[weir_event::SWITCH_LSB]
                                           && snoop_event_i[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS));
  end

  wire f_wait_same;
  // ---- what was taken and has not left, and the running thread as the events tell it
  wire f_take = port_valid_i || set_valid_i;
  logic                     f_waits, f_set, f_silent;
  logic [weir_event::W-1:0] f_event;
  logic [31:0]              f_running;
  logic [31:0]              f_taken, f_left;   // events and stores to RUNNING: taken; left, or judged to be no event
  wire  f_here  = SNOOP != 0 ? f_waits : port_valid_i;             // the event of the port that may leave
  wire [weir_event::W-1:0] f_what = SNOOP != 0 ? f_event : port_event_i;
  wire  f_leaves = f_here && !snoop_valid_i;
  wire  f_switch = f_what[weir_event::SWITCH_LSB] && f_what[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS;
  wire  f_is_set = SNOOP != 0 && f_set;
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
      // The last switch, by any of the three ways, says which thread runs.
      if (snoop_valid_i) f_running <= snoop_event_i[weir_event::VALUE_LSB +: 32];
      else if (f_leaves && f_switch) f_running <= f_what[weir_event::VALUE_LSB +: 32];
    end
    if (f_take) begin
      f_set    <= set_valid_i;
      f_silent <= set_silent_i;
      f_event  <= set_valid_i ? {1'b1, 4'd0, weir_pkg::CONTEXT_SNOOP, weir_pkg::KIND_SYS, switch_id_i, set_value_i} : port_event_i;
    end
  end
  wire [31:0] f_value = f_what[weir_event::VALUE_LSB +: 32];
  always_comb if (f_started && rst_ni) begin
    // A snooped store leaves at once, as an event exactly if its value is not the running thread.
    a_snoop: assert (!snoop_valid_i || (event_valid_o == (snoop_event_i[weir_event::VALUE_LSB +: 32] != f_running)
                                        && (!event_valid_o || event_o == snoop_event_i)));
    // An event of a port leaves unchanged in the first cycle without a snoop event, and so does a store to RUNNING: as an event
    // exactly if it changes the running thread, and never a silent one.
    a_port: assert (!(f_leaves && !f_is_set) || (event_valid_o && event_o == f_what));
    a_set: assert (!(f_leaves && f_is_set) || (event_valid_o == (f_value != f_running && !f_silent) && (!event_valid_o || event_o == f_what)));
    // Nothing else leaves.
    a_only: assert (!event_valid_o || snoop_valid_i || f_leaves);
    // Nothing is lost or doubled: the one that waits leaves before another is taken.
    a_place: assert (!(SNOOP != 0 && f_take && f_waits) || f_leaves);
    a_conserved: assert (SNOOP == 0 || f_taken == f_left + {31'd0, f_waits});
    a_idle: assert (idle_o == (SNOOP == 0 || !(snoop_valid_i || f_waits)));
    // The running thread is that of the last switch that has left; without SNOOP there is none.
    a_running: assert (running_o == (SNOOP != 0 ? f_running : 32'd0));
    // switched_o comes with every switch and with every change of the running thread,
    a_switched: assert (switched_o == ((snoop_valid_i && event_valid_o) || (f_leaves && f_switch && (!f_is_set || f_value != f_running))));
    // and then, as long as a switch waits, and with every snooped store, no access that depends on it is accepted.
    a_block: assert (block_o == (SNOOP != 0 && (snoop_valid_i || (f_waits && f_event[weir_event::SWITCH_LSB]))));
    // Why:
    a_waits: assert (SNOOP == 0 || f_wait_same);
  end
  generate
    if (SNOOP != 0) begin : g_formal
      wire same = g_snoop.wait_q == f_waits && (!f_waits || (g_snoop.event_q == f_event && g_snoop.set_q == f_set
                  && g_snoop.silent_q == (f_set && f_silent))) && (!(f_waits && f_set) || f_event[weir_event::SWITCH_LSB]
                  && f_event[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS);
      assign f_wait_same = same;
    end else begin : g_formal_none
      assign f_wait_same = 1'b1;
    end
  endgenerate
`ifdef PROVE_weir_merge
  generate
    if (SNOOP != 0) begin : g_cover
      always_comb if (f_started) begin
        c_waits: cover (f_waits && snoop_valid_i);
        c_set: cover (f_leaves && f_is_set && event_valid_o);
        c_same: cover (snoop_valid_i && !event_valid_o);
      end
    end
  endgenerate
`endif
`undef WEIR_ENV
`endif
endmodule
`default_nettype wire
