// SPDX-License-Identifier: Apache-2.0
// weir_counters: counters of events by source: dropped by reason, delivered by class. Each event is
// counted once, so they share one RAM.
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

    input  wire                          event_valid_i, // is counted as dropped or delivered
    input  wire [weir_event::W-1:0]      event_i,
    input  wire                          drop_i,
    input  wire                          coming_i,      // one that software made is on its way

    // for weir_drop_report
    input  wire                          look_i,        // read counter at_i of drops
    input  wire [weir_event::SOURCE_W+weir_pkg::DROP_W-1:0] at_i,
    output wire                          look_ready_o,  // read, unless an event arrives
    output wire                          changed_o,     // it has changed; in the cycle after
    output wire [31:0]                   count_o,
    input  wire                          reported_i,    // forget that

    // for software: delivered events by class, or dropped events by reason
    input  wire                          read_delivered_i,
    input  wire [weir_event::SOURCE_W-1:0] read_source_i,
    input  wire [weir_pkg::DROP_W-1:0]   read_code_i,
    output wire                          read_ready_o,  // the counter can be read in this cycle
    output wire [31:0]                   read_count_o,  // its value: one cycle later,
    output wire                          read_late_o    // or two if this is high; constant
);
`include "weir_types.svh"
  localparam integer DW = weir_pkg::DROP_W;
  localparam integer SW = 2 + (HARTS > 1 ? $clog2(HARTS) : 0);        // bits of a source there is
  localparam integer W  = SW + 1 + DW;
  localparam integer TWO = RETIRE != 0 || HARTS > 1 ? 1 : 0;
  event_t ev;
  assign ev = event_i;
  wire [weir_event::SOURCE_W-1:0] source = {ev.hart, ev.ctx};
  wire unused = &{1'b0, ev, source, read_source_i, at_i};

  // A counter is a source, whether it is of drops, and its reason or class.
  // @delivered
  wire [W-1:0] ev_index   = {source[SW-1:0], drop_i, ev.kind};
  wire [W-1:0] look_index = {at_i[SW+DW-1:DW], 1'b1, at_i[DW-1:0]};
  wire [W-1:0] read_index = {read_source_i[SW-1:0], !read_delivered_i, read_code_i};
  wire [31:0]  second_count;
  weir_counter_ram #(.LOG2(W), .FORWARD(LOG2), .TWO(TWO)) u_counts (
      .clk_i, .rst_ni, .clear_i, .busy_o(zeroing_o), .event_i(event_valid_i),
      .index_i(event_valid_i ? ev_index : (look_i || TWO != 0) ? look_index : read_index),
      .read_ready_o(look_ready_o), .count_o, .changed_o, .unmark_i(reported_i),
      .second_index_i(read_index), .second_count_o(second_count));
  // @reads_wait
  wire other = coming_i || (TWO == 0 && (event_valid_i || look_i));
  wire [31:0] read_count = TWO != 0 ? second_count : count_o;
  assign read_ready_o = look_ready_o && !other;
  wire unused_second = &{1'b0, second_count};
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
endmodule
`default_nettype wire
