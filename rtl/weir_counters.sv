// SPDX-License-Identifier: Apache-2.0
// weir_counters: counters of drops by source and reason, and of offered events by source and class.
//
// Reads    With traps, pins or several harts an event may come in every cycle: software uses a
//          second read port and never waits. Otherwise a read waits for a cycle without an event,
//          which the stores of one hart leave.
`default_nettype none
module weir_counters #(
    parameter integer HARTS = 1,
    parameter integer RETIRE = 0,         // 1: events of traps may come
    parameter integer LOG2 = 5            // entries of the queue, log2: not 0
) (
    input  wire                          clk_i,
    input  wire                          rst_ni,
    input  wire                          clear_i,
    output wire                          zeroing_o,     // after reset and clear: no event yet

    input  wire                          event_valid_i, // is counted as offered,
    input  wire [weir_event::W-1:0]      event_i,
    input  wire                          drop_i,        // and as dropped
    input  wire                          coming_i,      // one that software made is on its way

    // for weir_drop_report
    input  wire                          look_i,        // read counter at_i of drops
    input  wire [weir_event::SOURCE_W+weir_pkg::DROP_W-1:0] at_i,
    output wire                          look_ready_o,  // read, unless an event arrives
    output wire                          changed_o,     // it has changed; in the cycle after
    output wire [31:0]                   count_o,
    input  wire                          reported_i,    // forget that

    // for software: offered events by class, or dropped events by reason
    input  wire                          read_offered_i,
    input  wire [weir_event::SOURCE_W-1:0] read_source_i,
    input  wire [weir_pkg::DROP_W-1:0]   read_code_i,
    output wire                          read_ready_o,  // the counter can be read in this cycle
    output wire [31:0]                   read_count_o,  // its value: one cycle later,
    output wire                          read_late_o    // or two if this is high; constant
);
`include "weir_types.svh"
  localparam integer DW = weir_pkg::DROP_W, CW = weir_pkg::CLASS_W;
  localparam integer SW = 2 + (HARTS > 1 ? $clog2(HARTS) : 0);        // bits of a source there is
  localparam integer TWO = RETIRE != 0 || HARTS > 1 ? 1 : 0;
  event_t ev;
  assign ev = event_i;
  wire [weir_event::SOURCE_W-1:0] source = {ev.hart, ev.ctx};
  wire [SW-1:0] ev_source   = source[SW-1:0];
  wire [SW-1:0] read_source = read_source_i[SW-1:0];
  wire unused = &{1'b0, ev, source, read_source_i, at_i};

  wire        dropped_zeroing, offered_zeroing, ready;
  wire [31:0] second_count;
  weir_counter_ram #(.LOG2(SW + DW), .FORWARD(LOG2), .TWO(TWO)) u_dropped (
      .clk_i, .rst_ni, .clear_i, .busy_o(dropped_zeroing), .event_i(drop_i),
      .index_i(event_valid_i ? {ev_source, ev.kind}
          : (look_i || TWO != 0) ? at_i[SW+DW-1:0] : {read_source, read_code_i}),
      .read_ready_o(look_ready_o), .count_o, .changed_o, .unmark_i(reported_i),
      .second_index_i({read_source, read_code_i}), .second_count_o(second_count));
  wire        dropped_ready = look_ready_o && (TWO != 0 || !look_i);
  wire [31:0] dropped = TWO != 0 ? second_count : count_o;

  logic        offered_q;                           // the counter read was one of these
  wire  [31:0] offered_first, offered_second;
  wire         unmarked;
  // @offered
  wire [CW-1:0] ev_class = ev.kind > weir_pkg::DROP_SYS ? weir_pkg::CLASS_NONE : ev.kind[CW-1:0];
  weir_counter_ram #(.LOG2(SW + CW), .FORWARD(LOG2), .TWO(TWO)) u_offered (
      .clk_i, .rst_ni, .clear_i, .busy_o(offered_zeroing), .event_i(event_valid_i),
      .index_i(event_valid_i ? {ev_source, ev_class} : {read_source, read_code_i[CW-1:0]}),
      .read_ready_o(ready), .count_o(offered_first), .changed_o(unmarked), .unmark_i(1'b0),
      .second_index_i({read_source, read_code_i[CW-1:0]}), .second_count_o(offered_second));
  always_ff @(posedge clk_i) offered_q <= read_offered_i;
  // @reads_wait
  wire other = (coming_i || (TWO == 0 && event_valid_i));
  wire [31:0] read_count = !offered_q ? dropped : TWO != 0 ? offered_second : offered_first;
  assign read_ready_o = (read_offered_i ? ready : dropped_ready) && !other;
  wire unused_counts = &{1'b0, unmarked, offered_first, offered_second, second_count};
  generate
    if (TWO != 0) begin : g_late                    // TIMING: large counters are far away
      logic [31:0] read_count_q;
      always_ff @(posedge clk_i) read_count_q <= read_count;
      assign read_count_o = read_count_q;
    end else begin : g_soon
      assign read_count_o = read_count;
    end
  endgenerate
  assign read_late_o = TWO != 0;
  assign zeroing_o   = dropped_zeroing || offered_zeroing;
endmodule
`default_nettype wire
