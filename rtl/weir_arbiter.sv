// SPDX-License-Identifier: Apache-2.0
// weir_arbiter: puts the events of all origins into one total order, one event a cycle, and keeps
// the running threads that follow from it.
//
// Order    The events of one hart leave in program order; of one cycle, the snoop's precede the
//          port's. Origins are served round-robin.
`default_nettype none
module weir_arbiter #(
    parameter integer HARTS = 1,
    // watched pins; 0: none; HARTS is up to 15 with pins
    parameter integer PINS = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,

    // Snoops, hart 0 in the low bits; see weir_snoop
    input  wire [4*HARTS-1:0]       snoop_count_i,  // queued items,
    input  wire [HARTS-1:0]         snoop_some_i,   // at least one
    input  wire [weir_event::ITEM*HARTS-1:0] snoop_item_i,   // the oldest, item_t
    output wire [HARTS-1:0]         snoop_grant_o,   // taken in this cycle
    input  wire [HARTS-1:0]         snoop_overrun_i,   // overruns are pending,
    output wire [HARTS-1:0]         snoop_reported_o,   // and one is reported in this cycle

    // Event pins; see weir_pins
    input  wire                     pins_wait_i,    // an event is queued, as these say,
    input  wire [5:0]               pins_number_i,
    input  wire [31:0]              pins_value_i,
    output wire                     pins_grant_o,    // and is taken in this cycle
    input  wire                     pins_overrun_i,    // overruns are pending,
    output wire                     pins_reported_o,    // and one is reported in this cycle

    // accepted at once, as set_valid_i; never against block or busy
    input  wire                     port_valid_i,
    input  wire [weir_event::W-1:0] port_event_i,
    input  wire                     reserve_i,      // space is reserved for the one accepted now
    // a store to RUNNING, instead of a port's event
    input  wire                     set_valid_i,
    input  wire [31:0]              set_value_i,
    input  wire                     set_silent_i,   // it makes no event
    // a store that may be one of these is at the register port, accepted or not; port_event_i and
    // set_value_i belong to it
    input  wire                     offers_i,
    input  wire                     set_i,          // a store to RUNNING
    input  wire [HARTS-1:0]         hart_i,         // of this hart
    input  wire [weir_event::ID_W-1:0] switch_id_i,    // constant while something is queued here

    // Stalls of this cycle:
    output wire                     stall_order_o,        // writes, and reads of VALUE or RUNNING
    // the same for this hart, with several harts; or for its ports
    output wire [HARTS-1:0]         stall_order_hart_o,
    output wire                     stall_port_o,         // events of a port, and stores to RUNNING
    output wire [32*HARTS-1:0]      running_o,      // running threads
    output wire [HARTS-1:0]         switched_o,     // changes at the end of this cycle
    // nothing is queued here, in the snoops or in the pins
    output wire                     idle_o,
    // an access of the register port waits, or leaves in this cycle
    output wire                     pending_o,
    // an access of the register port leaves, as an event or not
    output wire                     port_o,
    output wire                     reserved_o,     // and space is reserved for it

    output wire                     leaves_o,       // something leaves, as an event or not
    output wire                     event_valid_o,  // accepted at once
    output wire [weir_event::W-1:0] event_o
);
`include "weir_types.svh"
  localparam [$bits(weir_event::NO_ARGS)-1:0] NO_ARGS = weir_event::NO_ARGS;
  localparam [weir_event::ID_W-1:0] NO_ID = '0;
  // of item_t, above its value and its id
  localparam integer KIND_AT = 32 + weir_event::ID_W, SWITCH_AT = KIND_AT + weir_pkg::DROP_W + 2,
      CHANGE_AT = SWITCH_AT + 1;
  // Index of a one-hot set.
  function automatic [3:0] number(input [HARTS-1:0] set);
    integer k;
    begin
      number = 4'd0;
      for (k = 0; k < HARTS; k = k + 1) if (set[k]) number = number | k[3:0];
    end
  endfunction
  // which: one-hot or 0
  function automatic [31:0] pick(input [32*HARTS-1:0] words, input [HARTS-1:0] which);
    integer k;
    begin
      pick = 32'd0;
      for (k = 0; k < HARTS; k = k + 1) if (which[k]) pick = pick | words[32*k +: 32];
    end
  endfunction
  function automatic [weir_event::ITEM-1:0] pick_item(
      input [weir_event::ITEM*HARTS-1:0] items, input [HARTS-1:0] which);
    integer k;
    begin
      pick_item = '0;
      for (k = 0; k < HARTS; k = k + 1)
        if (which[k]) pick_item = pick_item | items[weir_event::ITEM*k +: weir_event::ITEM];
    end
  endfunction
  function automatic [3:0] pick_count(input [4*HARTS-1:0] counts, input [HARTS-1:0] which);
    integer k;
    begin
      pick_count = 4'd0;
      for (k = 0; k < HARTS; k = k + 1) if (which[k]) pick_count = pick_count | counts[4*k +: 4];
    end
  endfunction

  // the pins count as one more hart, with its interrupt port
  localparam [3:0] PINS_HART = HARTS[3:0];
  // several origins besides the port: round-robin
  localparam SEVERAL = HARTS > 1 || PINS != 0;
  genvar h;
  generate
    // origins besides the port: the snoops, the pins
    localparam integer OTHERS = HARTS + (PINS != 0 ? 1 : 0);
    // an event of a port or a store to RUNNING waits; it arrived in the cycle before
    logic                     wait_q, fresh_q, set_q, silent_q;
    event_t                   event_q, port_event, out;
    assign port_event = port_event_i;
    wire unused_event = &{1'b0, port_event, out.args};
    logic                     reserve_q;
    // queued items of its hart that precede it; not valid when fresh
    logic [3:0]               ahead_q;
    logic                     behind_q;                         // there are some of them
    logic [32*HARTS-1:0]      running_q;

    wire                      take = port_valid_i || set_valid_i;

    // ---- grant: an item of a snoop, or the waiting access of a port; those of one hart in their
    // order
    wire [HARTS-1:0]  some = snoop_some_i;                       // items wait
    wire [HARTS-1:0]  mine;                                      // the hart of the waiting access
    wire [3:0]        ahead = fresh_q ? pick_count(snoop_count_i, mine) : ahead_q;
    // @overtakes
    wire              first_port = wait_q && !((fresh_q || behind_q) && (some & mine) != '0);
    wire [HARTS:0]    requests_hart = {first_port, some & ~(mine & {HARTS{first_port}})};  // @later
    wire [OTHERS:0]   requests;                                     // snoops, port, pins
    wire [OTHERS:0]   next;                                      // one-hot
    wire [HARTS-1:0]  grant = next[HARTS-1:0];
    wire              port = next[HARTS];
    wire              pins = PINS != 0 && next[OTHERS];
    assign requests[HARTS:0] = requests_hart;
    // TIMING: the register port is free when the access before has left, or leaves unopposed:
    // both are known early.
    wire              alone = some == '0 && !(PINS != 0 && pins_wait_i);
    wire              loads = offers_i && (!wait_q || alone);  // @loads
    if (PINS != 0) begin : g_pins
      assign requests[OTHERS] = pins_wait_i;  // @pins_starve
    end
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      assign mine[h] = HARTS == 1 || {28'd0, event_q.hart} == h;
    end
    // only one can request: they belong to the same hart
    if (!SEVERAL) begin : g_one
      assign next         = requests;
      // @overwrites
      assign stall_order_o      = some[0] || (wait_q && event_q.is_switch);
      assign stall_order_hart_o = 1'b0;
      assign stall_port_o       = 1'b0;
    end else begin : g_turns
      localparam [OTHERS:0] ONE = 1;
      // the last grant, and all below
      logic [OTHERS:0] last_grant_q;
      wire  [OTHERS:0] above = requests & ~last_grant_q;
      wire  [OTHERS:0] from  = above != '0 ? above : requests;
      assign next         = from & (~from + ONE);                // the lowest request
      assign stall_order_o      = wait_q && event_q.is_switch;
      assign stall_order_hart_o = some;
      assign stall_port_o       = wait_q && !alone;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) last_grant_q <= '0;
        else if (requests != '0) last_grant_q <= next | (next - ONE);  // @unfair
      end
    end
    localparam [HARTS-1:0] ONE_HART = 1;
    wire [HARTS-1:0] overrun = requests == '0 ? snoop_overrun_i & (~snoop_overrun_i + ONE_HART)
        : '0;
    wire snoop = grant != '0;
    wire reported_pins = PINS != 0 && pins_overrun_i && requests == '0 && snoop_overrun_i == '0;
    wire reported  = overrun != '0 || reported_pins;
    assign snoop_grant_o = grant;
    assign snoop_reported_o = overrun;
    assign pins_grant_o  = pins;
    assign pins_reported_o  = reported_pins;
    assign pending_o      = wait_q;
    assign idle_o       = !(wait_q || some != '0 || snoop_overrun_i != '0
        || (PINS != 0 && (pins_wait_i || pins_overrun_i)));

    // ---- the waiting access of a port
    always_ff @(posedge clk_i) begin
      if (!rst_ni) wait_q <= 1'b0;
      else if (take) wait_q <= 1'b1;
      else if (port) wait_q <= 1'b0;
      fresh_q  <= take;
      if (take) reserve_q <= reserve_i;
      ahead_q  <= ahead - {3'd0, (grant & mine) != '0};
      behind_q <= (grant & mine) != '0 ? ahead > 4'd1 : ahead != 4'd0;  // @behind
      // AREA: this much holds no more than the queue
      if (loads) begin
        set_q    <= set_i;
        silent_q <= set_i && set_silent_i;
        event_q  <= set_i ? {2'd0, port_event.args, 1'b1, number(hart_i), weir_pkg::CONTEXT_SNOOP,
            weir_pkg::DROP_SYS, switch_id_i, set_value_i} : port_event_i;
      end
    end

    // ---- running threads, and whether an item is an event. TIMING: everything is compared with
    // them before the grant is known
    // the oldest item of this snoop is an event
    wire [HARTS-1:0]    counts;
    item_t              item;                                   // that leaves
    assign item = pick_item(snoop_item_i, grant);
    wire [31:0]         value    = event_q.value;
    wire [31:0]         left     = out.value;
    wire                changes  = value != pick(running_q, mine);
    // @torn
    wire                switches = event_q.is_switch
        && event_q.kind == weir_pkg::DROP_SYS;
    wire                valid    = snoop || port || pins || reported;
    for (h = 0; h < HARTS; h = h + 1) begin : g_running
      localparam integer AT = weir_event::ITEM * h;  // not every tool takes a struct here
      wire [weir_pkg::DROP_W-1:0] kind = snoop_item_i[AT+KIND_AT +: weir_pkg::DROP_W];
      // @same
      assign counts[h] = !snoop_item_i[AT+CHANGE_AT]
          || snoop_item_i[AT +: 32] != running_q[32*h +: 32];
      // @item_switch
      wire item_switch = grant[h] && snoop_item_i[AT+SWITCH_AT] && kind == weir_pkg::DROP_SYS;
      wire port_switch = port && switches && mine[h];
      always_ff @(posedge clk_i) begin
        if (!rst_ni) running_q[32*h +: 32] <= 32'd0;
        else if (item_switch || port_switch) running_q[32*h +: 32] <= left;
      end
      assign switched_o[h] = (item_switch && counts[h]) || (port_switch && (!set_q || changes));
    end
    assign running_o     = running_q;
    assign port_o        = port;
    assign reserved_o    = port && reserve_q;
    assign leaves_o      = valid;
    // @pins_lost
    assign event_valid_o = (grant & counts) != '0 || (port && (!set_q || (changes && !silent_q)))
        || pins || reported;

    // ---- the event: an OR of all, one of them not 0
    wire                     wires = pins || reported_pins;
    wire [weir_event::W-1:0] of_snoop = {NO_ARGS, item.is_switch, number(grant), item.ctx,
        item.kind, item.id, item.value};
    wire unused_change = &{1'b0, item.change};
    wire [weir_event::W-1:0] of_pins  = {NO_ARGS, 1'b0, PINS_HART, weir_pkg::CONTEXT_INTERRUPT,
        weir_pkg::DROP_COM, weir_pkg::ID_PIN[15:6], pins_number_i, pins_value_i};
    wire [weir_event::W-1:0] of_reported = {NO_ARGS, 1'b0, wires ? PINS_HART : number(overrun),
        wires ? weir_pkg::CONTEXT_INTERRUPT : weir_pkg::CONTEXT_SNOOP, weir_pkg::DROP_OVERRUN,
        NO_ID, 32'd0};
    localparam integer EW = weir_event::W;
    assign out = ({EW{snoop}} & of_snoop) | ({EW{pins}} & of_pins) | ({EW{port}} & event_q)
        | ({EW{reported}} & of_reported);
    // AREA: arguments of an event that has none are never read
    assign event_o = {out.arg_count, event_q.args, out.is_switch, out.hart, out.ctx, out.kind,
        out.id, out.value};
    if (PINS == 0) begin : g_no_pins
      wire unused = &{1'b0, pins_wait_i, pins_number_i, pins_value_i, pins_overrun_i};
    end
  endgenerate

`ifdef FORMAL
`include "weir_arbiter_fv.svh"
`endif
endmodule
`default_nettype wire
