// SPDX-License-Identifier: Apache-2.0
// merge: one total order of the events of all sources, one event a cycle, and the running threads that follow from it.
//
// Order    without SNOOP an event of a port passes through. With SNOOP it waits one cycle, so that a snooped store of the same
//          edge goes first. With several harts, they and the ports take turns; two snooped stores of a hart wait at most.
`default_nettype none
module weir_merge #(
    parameter integer HARTS = 1,
    parameter integer SNOOP = 1
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,

    // Values stored to the snooped words, hart 0 in the low bits: taken at once, each a switch if it is not the running thread.
    input  wire [HARTS-1:0]         snoop_valid_i,
    input  wire [32*HARTS-1:0]      snoop_value_i,

    input  wire                     port_valid_i,   // taken at once, as set_valid_i; never against block or busy
    input  wire [weir_event::W-1:0] port_event_i,
    input  wire [HARTS-1:0]         set_valid_i,    // a store to RUNNING of one hart, instead of a port's event; never without SNOOP
    input  wire [31:0]              set_value_i,
    input  wire                     set_silent_i,   // it makes no event
    input  wire [15:0]              switch_id_i,    // must not change while something waits here

    // In this cycle:
    output wire                     block_o,        // no write, and no read of VALUE or RUNNING,
    output wire [HARTS-1:0]         block_hart_o,   // of this hart, if there are several; or its ports
    output wire                     busy_o,         // no event of a port, and no store to RUNNING
    output wire [32*HARTS-1:0]      running_o,      // running threads; 0 without SNOOP
    output wire [HARTS-1:0]         switched_o,     // it changes at the end of this cycle
    output wire                     idle_o,         // nothing waits here
    output wire                     port_o,         // what came by the register port leaves, as an event or not

    output wire                     event_valid_o,  // taken at once
    output wire [weir_event::W-1:0] event_o
);
  // Number of the member of a set of one.
  function automatic [3:0] number(input [HARTS-1:0] set);
    integer k;
    begin
      number = 4'd0;
      for (k = 0; k < HARTS; k = k + 1) if (set[k]) number = number | k[3:0];
    end
  endfunction
  function automatic [31:0] pick(input [32*HARTS-1:0] words, input [HARTS-1:0] which);   // which: one, or none
    integer k;
    begin
      pick = 32'd0;
      for (k = 0; k < HARTS; k = k + 1) if (which[k]) pick = pick | words[32*k +: 32];
    end
  endfunction

  genvar h;
  generate
    if (SNOOP != 0) begin : g_snoop
      logic                     wait_q, set_q, silent_q;           // an event of a port or a store to RUNNING waits
      logic [weir_event::W-1:0] event_q;
      logic [32*HARTS-1:0]      running_q;

      wire                      set = set_valid_i != '0;

      // ---- whose turn it is
      wire [HARTS-1:0] turn;                                       // a snooped store of this hart,
      wire [31:0]      turn_value;
      wire             port;                                       // or what waits of a port,
      wire [HARTS-1:0] over;                                       // or of this hart one was passed over; or nothing
      if (HARTS == 1) begin : g_one
        assign turn         = snoop_valid_i;
        assign turn_value   = snoop_value_i;
        assign port         = wait_q && !snoop_valid_i[0];
        assign over         = 1'b0;
        assign block_o      = snoop_valid_i[0] || (wait_q && event_q[weir_event::SWITCH_LSB]);
        assign block_hart_o = 1'b0;
        assign busy_o       = 1'b0;
        assign idle_o       = !(wait_q || snoop_valid_i[0]);
      end else begin : g_turns
        localparam [HARTS:0]   ONE = 1;
        localparam [HARTS-1:0] ONE_HART = 1;
        logic                fresh_q, behind_q;                    // what waits of a port came in the cycle before; it is behind a store
        logic [HARTS-1:0]    old_q, new_q;                         // places taken; the new one never alone
        logic [32*HARTS-1:0] old_value_q, new_value_q, over_q;     // over_q: stores that were passed over, not told yet
        logic [HARTS:0]      had_q;                                // the one that had the last turn, and those below
        wire  [32*HARTS-1:0] value;
        wire  [HARTS-1:0]    mine, overs;                          // mine: the hart of what waits of a port
        wire                 behind = fresh_q ? (snoop_valid_i & mine) != '0 : behind_q;
        wire  [HARTS:0]      wants = {wait_q && !behind, old_q | snoop_valid_i};
        wire  [HARTS:0]      above = wants & ~had_q;
        wire  [HARTS:0]      from  = above != '0 ? above : wants;
        wire  [HARTS:0]      next  = from & (~from + ONE);         // the lowest
        assign turn         = next[HARTS-1:0];
        assign turn_value   = pick(value, turn);
        assign port         = next[HARTS];
        assign over         = wants == '0 ? overs & (~overs + ONE_HART) : '0;
        assign block_o      = wait_q && event_q[weir_event::SWITCH_LSB];
        assign block_hart_o = old_q | snoop_valid_i;
        assign busy_o       = wait_q && !port;
        assign idle_o       = !(wait_q || wants != '0 || overs != '0);
        always_ff @(posedge clk_i) begin
          if (!rst_ni) had_q <= '0;
          else if (wants != '0) had_q <= next | (next - ONE);
          fresh_q  <= rst_ni && (port_valid_i || set);
          behind_q <= behind && (turn & mine) == '0;
        end
        for (h = 0; h < HARTS; h = h + 1) begin : g_hart
          wire        come = snoop_valid_i[h];
          wire [31:0] come_value = snoop_value_i[32*h +: 32];
          wire        full = new_q[h] && !turn[h];                 // then the new one is passed over: what comes is the running thread
          assign mine[h] = {28'd0, event_q[weir_event::HART_LSB +: 4]} == h;
          assign value[32*h +: 32] = old_q[h] ? old_value_q[32*h +: 32] : come_value;
          assign overs[h] = over_q[32*h +: 32] != 32'd0;
          always_ff @(posedge clk_i) begin
            if (!rst_ni) begin
              old_q[h]           <= 1'b0;
              new_q[h]           <= 1'b0;
              over_q[32*h +: 32] <= 32'd0;
            end else begin
              old_q[h] <= turn[h] ? new_q[h] || (old_q[h] && come) : old_q[h] || come;
              new_q[h] <= turn[h] ? new_q[h] && come : new_q[h] || (old_q[h] && come);
              if (come && full) over_q[32*h +: 32] <= over_q[32*h +: 32] + 32'd1;
              else if (over[h]) over_q[32*h +: 32] <= over_q[32*h +: 32] - 32'd1;
            end
            if (turn[h] ? 1'b1 : !old_q[h]) old_value_q[32*h +: 32] <= turn[h] && new_q[h] ? new_value_q[32*h +: 32] : come_value;
            if (come) new_value_q[32*h +: 32] <= come_value;
          end
        end
      end

      // ---- what waits of a port
      wire snoop = turn != '0;
      wire told  = over != '0;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) wait_q <= 1'b0;
        else if (port_valid_i || set) wait_q <= 1'b1;
        else if (port) wait_q <= 1'b0;
        if (port_valid_i || set) begin
          set_q    <= set;
          silent_q <= set && set_silent_i;
          event_q  <= set ? {1'b1, number(set_valid_i), weir_pkg::CONTEXT_SNOOP, weir_pkg::KIND_SYS, switch_id_i, set_value_i} : port_event_i;
        end
      end

      // ---- the event, and the running thread
      wire                     valid   = snoop || port || told;
      wire [weir_event::W-1:0] first   = snoop ? {1'b1, number(turn), weir_pkg::CONTEXT_SNOOP, weir_pkg::KIND_SYS, switch_id_i, turn_value}
                                       : told  ? {1'b0, number(over), weir_pkg::CONTEXT_SNOOP, weir_pkg::KIND_OVERRUN, 16'd0, 32'd0} : event_q;
      wire [HARTS-1:0]         whose;
      wire                     changes = first[weir_event::VALUE_LSB +: 32] != pick(running_q, whose);
      wire                     judged  = snoop || (port && set_q);  // an event only if it changes the running thread
      wire                     switch  = valid && first[weir_event::SWITCH_LSB] && first[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS;
      for (h = 0; h < HARTS; h = h + 1) begin : g_running
        assign whose[h] = HARTS == 1 || {28'd0, first[weir_event::HART_LSB +: 4]} == h;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) running_q[32*h +: 32] <= 32'd0;
          else if (switch && whose[h]) running_q[32*h +: 32] <= first[weir_event::VALUE_LSB +: 32];
        end
        assign switched_o[h] = switch && whose[h] && (!judged || changes);
      end
      assign running_o     = running_q;
      assign port_o        = port;
      assign event_o       = first;
      assign event_valid_o = valid && (!judged || changes) && !(port && silent_q);
    end else begin : g_through
      for (h = 0; h < HARTS; h = h + 1) begin : g_hart
        assign switched_o[h] = port_valid_i && port_event_i[weir_event::SWITCH_LSB]
                             && port_event_i[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS
                             && {28'd0, port_event_i[weir_event::HART_LSB +: 4]} == h;
      end
      assign block_o       = 1'b0;
      assign block_hart_o  = '0;
      assign busy_o        = 1'b0;
      assign running_o     = '0;
      assign idle_o        = 1'b1;
      assign port_o        = port_valid_i;
      assign event_o       = port_event_i;
      assign event_valid_o = port_valid_i;
      wire unused = &{1'b0, clk_i, rst_ni, snoop_valid_i, snoop_value_i, set_valid_i, set_value_i, set_silent_i, switch_id_i};
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

  wire f_take = port_valid_i || set_valid_i != '0;
  wire [HARTS-1:0] f_take_hart;                // of what is taken
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_formal_hart
      assign f_take_hart[h] = set_valid_i != '0 ? set_valid_i[h] : {28'd0, port_event_i[weir_event::HART_LSB +: 4]} == h;
    end
  endgenerate
  always_comb if (f_started) begin
    // Events and stores to RUNNING come one at a time, and not against block and busy; RUNNING is not there without SNOOP.
    m_block: `WEIR_ENV (!(f_take && (block_o || busy_o || (block_hart_o & f_take_hart) != '0)));
    m_one: `WEIR_ENV (!(port_valid_i && set_valid_i != '0) && (set_valid_i & (set_valid_i - 1'b1)) == '0);
    m_set: `WEIR_ENV (SNOOP != 0 || (set_valid_i == '0 && snoop_valid_i == '0));
    m_hart: `WEIR_ENV (!port_valid_i || {28'd0, port_event_i[weir_event::HART_LSB +: 4]} < HARTS);
  end

  // ---- any one hart is followed: what was stored to its snooped word and has not left, and its running thread
  (* anyconst *) wire [3:0] f_any;
  wire [3:0]  f_hart  = {28'd0, f_any} < HARTS ? f_any : 4'd0;
  wire        f_come  = snoop_valid_i[f_hart];
  wire [31:0] f_came  = snoop_value_i[32*f_hart +: 32];
  wire        f_turn, f_port, f_told, f_another;                   // who leaves: this hart, the port, one passed over; another hart
  wire        f_told_here;                     // of this hart
  logic [1:0]  f_n;                            // stores of this hart that wait,
  logic [31:0] f_old, f_new;                   // and their values
  logic [31:0] f_over;                         // passed over, and not told
  wire  [31:0] f_leaving = f_n != 2'd0 ? f_old : f_came;
  wire         f_full    = f_come && !f_turn && f_n == 2'd2;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      f_n    <= 2'd0;
      f_over <= 32'd0;
    end else begin
      f_n    <= f_full ? 2'd2 : f_n + {1'b0, f_come} - {1'b0, f_turn};
      f_over <= f_over + {31'd0, f_full} - {31'd0, f_told_here};
    end
    // In order, the one that came last always kept.
    if (f_turn) begin
      f_old <= f_n == 2'd2 ? f_new : f_came;
      f_new <= f_came;
    end else if (f_come) begin
      if (f_n == 2'd0) f_old <= f_came;
      else f_new <= f_came;
    end
  end

  // ---- what was taken of a port and has not left
  logic                     f_waits, f_set, f_silent;
  logic                     f_first;           // it was taken in the cycle before
  logic                     f_behind;          // a store of the same edge and hart has not left
  logic [weir_event::W-1:0] f_event;
  logic [31:0]              f_running;
  logic [31:0]              f_taken, f_left;   // events and stores to RUNNING: taken; left, or judged to be no event
  wire  f_here  = SNOOP != 0 ? f_waits : port_valid_i;             // the event of the port that may leave
  wire [weir_event::W-1:0] f_what = SNOOP != 0 ? f_event : port_event_i;
  wire  f_mine   = f_what[weir_event::HART_LSB +: 4] == f_hart;
  wire  f_behind_now = f_first ? f_come && f_mine : f_behind;
  wire  f_leaves = SNOOP != 0 ? f_port : port_valid_i;
  wire  f_switch = f_what[weir_event::SWITCH_LSB] && f_what[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS;
  wire  f_is_set = SNOOP != 0 && f_set;
  wire [weir_event::W-1:0] f_switch_event = {1'b1, f_hart, weir_pkg::CONTEXT_SNOOP, weir_pkg::KIND_SYS, switch_id_i, f_leaving};
  wire [weir_event::W-1:0] f_over_event = {1'b0, f_hart, weir_pkg::CONTEXT_SNOOP, weir_pkg::KIND_OVERRUN, 48'd0};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      f_waits   <= 1'b0;
      f_running <= 32'd0;
      f_taken   <= 32'd0;
      f_left    <= 32'd0;
      f_first   <= 1'b0;
    end else begin
      if (f_take) f_waits <= 1'b1;
      else if (f_leaves) f_waits <= 1'b0;
      if (f_take) f_taken <= f_taken + 32'd1;
      if (f_leaves) f_left <= f_left + 32'd1;
      f_first <= f_take;
      // The last switch of the hart, by any of the three ways, says which thread runs.
      if (f_turn) f_running <= f_leaving;
      else if (f_leaves && f_switch && f_mine) f_running <= f_what[weir_event::VALUE_LSB +: 32];
    end
    f_behind <= f_behind_now && !f_turn;
    if (f_take) begin
      f_set    <= set_valid_i != '0;
      f_silent <= set_silent_i;
      f_event  <= set_valid_i != '0 ? {1'b1, number(set_valid_i), weir_pkg::CONTEXT_SNOOP, weir_pkg::KIND_SYS, switch_id_i, set_value_i} : port_event_i;
    end
  end
  wire [31:0] f_value = f_what[weir_event::VALUE_LSB +: 32];
  wire        f_same, f_fair;
  always_comb if (f_started && rst_ni) begin
    // A snooped store leaves in its turn, as an event exactly if its value is not the running thread.
    a_snoop: assert (!f_turn || (event_valid_o == (f_leaving != f_running) && (!event_valid_o || event_o == f_switch_event)));
    a_there: assert (!f_turn || f_n != 2'd0 || f_come);
    // An event of a port leaves unchanged, and so does a store to RUNNING: as an event exactly if it changes the running thread, and never
    // a silent one. It leaves behind a snooped store of its hart that was accepted at the same edge.
    a_port: assert (!(f_leaves && !f_is_set) || (event_valid_o && event_o == f_what));
    a_set: assert (!(f_leaves && f_is_set && f_mine) || (event_valid_o == (f_value != f_running && !f_silent) && (!event_valid_o || event_o == f_what)));
    a_behind: assert (!(SNOOP != 0 && f_leaves && f_mine) || !f_behind_now);
    // One for each store passed over leaves, and says so.
    a_told: assert (!f_told_here || (f_over != 32'd0 && event_valid_o && event_o == f_over_event));
    // Nothing else leaves, and one thing at a time.
    a_port_out: assert (port_o == f_leaves);
    a_only: assert (!event_valid_o || f_turn || f_another || f_leaves || f_told);
    a_one: assert ({2'd0, f_turn} + {2'd0, f_another} + {2'd0, f_port} + {2'd0, f_told} <= 3'd1);
    // Nothing is lost or doubled: the one that waits leaves before another is taken.
    a_place: assert (!(SNOOP != 0 && f_take && f_waits) || f_leaves);
    a_conserved: assert (SNOOP == 0 || f_taken == f_left + {31'd0, f_waits});
    a_idle: assert (!idle_o || (SNOOP == 0 || !(f_come || f_waits || f_n != 2'd0 || f_over != 32'd0)));
    a_wait: assert (!(SNOOP != 0 && f_waits && f_mine) || f_turn || f_another || f_port);        // something leaves while something waits
    // The running thread is that of the last switch that has left; without SNOOP there is none.
    a_running: assert (running_o[32*f_hart +: 32] == (SNOOP != 0 ? f_running : 32'd0));
    // switched_o comes with every switch and with every change of the running thread,
    a_switched: assert (switched_o[f_hart] == ((f_turn && event_valid_o) || (f_leaves && f_switch && f_mine && (!f_is_set || f_value != f_running))));
    // and then, as long as a switch waits, and with every snooped store, no access that depends on it is accepted.
    a_block: assert (SNOOP == 0 || block_o == ((HARTS == 1 && f_come) || (f_waits && f_event[weir_event::SWITCH_LSB])));
    a_block_hart: assert (SNOOP == 0 || HARTS == 1 || block_hart_o[f_hart] == (f_come || f_n != 2'd0));
    // Why:
    a_same: assert (SNOOP == 0 || f_same);
    a_none: assert (HARTS != 1 || (f_n == 2'd0 && f_over == 32'd0));
    a_event_hart: assert (!f_waits || {28'd0, f_event[weir_event::HART_LSB +: 4]} < HARTS);
    // Fair: while a store of a hart waits, everybody else has one turn at most.
    a_fair: assert (f_fair);
  end
  generate
    if (SNOOP != 0) begin : g_formal
      assign f_turn      = g_snoop.turn[f_hart];
      assign f_another   = (g_snoop.turn & ~({{(HARTS-1){1'b0}}, 1'b1} << f_hart)) != '0;
      assign f_port      = g_snoop.port;
      assign f_told      = g_snoop.told;
      assign f_told_here = g_snoop.over[f_hart];
      wire same = g_snoop.wait_q == f_waits && (!f_waits || (g_snoop.event_q == f_event && g_snoop.set_q == f_set
                  && g_snoop.silent_q == (f_set && f_silent))) && (!(f_waits && f_set) || f_event[weir_event::SWITCH_LSB]
                  && f_event[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS);
      if (HARTS == 1) begin : g_one
        assign f_same = same;
        assign f_fair = 1'b1;
      end else begin : g_several
        assign f_same = same;
        always_comb if (f_started && rst_ni) begin
          a_places: assert (f_n <= 2'd2 && g_snoop.g_turns.old_q[f_hart] == (f_n != 2'd0) && g_snoop.g_turns.new_q[f_hart] == (f_n == 2'd2));
          a_old: assert (f_n == 2'd0 || g_snoop.g_turns.old_value_q[32*f_hart +: 32] == f_old);
          a_new: assert (f_n != 2'd2 || g_snoop.g_turns.new_value_q[32*f_hart +: 32] == f_new);
          a_over: assert (g_snoop.g_turns.over_q[32*f_hart +: 32] == f_over);
          a_first: assert (g_snoop.g_turns.fresh_q == f_first);
          a_is_behind: assert (f_first || !f_waits || !f_mine || (g_snoop.g_turns.behind_q == f_behind && (!f_behind || f_n != 2'd0)));
        end
        // Turns of each other (harts, port) while a store of this hart waits
        logic [HARTS:0] f_had;
        always_ff @(posedge clk_i) begin
          if (!rst_ni || f_turn || !(f_come || f_n != 2'd0)) f_had <= '0;
          else f_had <= f_had | g_snoop.g_turns.next;
        end
        // Why: had_q is a run from below up to the last turn; those that had one since this hart waits come after it, cyclically.
        wire [HARTS:0] f_one   = {{HARTS{1'b0}}, 1'b1} << f_hart;
        wire [HARTS:0] f_upto  = g_snoop.g_turns.had_q;
        wire           f_past  = (f_upto & f_one) != '0;           // the last turn is this hart's, or above it
        assign f_fair = (f_upto & (f_upto + 1'b1)) == '0
                     && (f_past ? (f_had & ~(f_upto & ~(f_one | (f_one - 1'b1)))) == '0
                                : (f_had & (f_one | ((f_one - 1'b1) & ~f_upto))) == '0)
                     && (f_had & g_snoop.g_turns.next) == '0;
      end
    end else begin : g_formal_none
      assign f_turn = 1'b0;
      assign f_another = 1'b0;
      assign f_port = 1'b0;
      assign f_told = 1'b0;
      assign f_told_here = 1'b0;
      assign f_same = 1'b1;
      assign f_fair = 1'b1;
    end
  endgenerate
`ifdef PROVE_weir_merge
  generate
    if (SNOOP != 0) begin : g_cover
      always_comb if (f_started) begin
        c_waits: cover (f_waits && (HARTS == 1 ? f_come : f_turn));
        c_set: cover (f_leaves && f_is_set && event_valid_o);
        c_same: cover (f_turn && !event_valid_o);
        c_over: cover (HARTS == 1 || f_told_here);
      end
    end
  endgenerate
`endif
`undef WEIR_ENV
`endif
endmodule
`default_nettype wire
