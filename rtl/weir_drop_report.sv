// SPDX-License-Identifier: Apache-2.0
// weir_drop_report: makes sure that the stream reports every drop. A loss begins with a drop, at
// once, continues, and ends with the totals of the counters that have changed.
//
// Entries  admit says when there is space for a report entry; an event goes first.
`default_nettype none
module weir_drop_report #(
    parameter integer HARTS = 1,
    parameter integer TIME_BASE = 0,      // 1: a cycle has ticks_i ticks; 0: one
    // 1: events may be delivered in any number of successive cycles; not with TIME_BASE
    parameter integer EVERY = 0
) (
    input  wire                          clk_i,
    input  wire                          rst_ni,
    input  wire                          clear_i,       // no event, no report entry in that cycle
    input  wire                          flush_i,       // no more events can arrive: end the loss
    input  wire [15:0]                   ticks_i,       // ticks of the next cycle, below 2^15

    // an event arrives: it is delivered, and its entry goes first, or dropped
    input  wire                          event_valid_i,
    input  wire                          deliver_i,
    input  wire                          drop_i,
    // space: an overload is open; half of the FIFO is free; two entries fit
    input  wire                          overload_i,
    input  wire                          resume_i,
    input  wire                          fits_two_i,
    // there is space and a queue entry for the entry that begins a loss; for other report entries
    input  wire                          go_first_i,
    input  wire                          go_report_i,

    // a report entry is made in this cycle, unless an event is delivered
    output wire                          due_o,
    output wire [weir_event::ENTRY_W-1:0] entry_o,
    output wire                          hold_o,        // one may be: no space is to be reserved

    // Counters of drops, see weir_counters
    output wire                          look_o,        // read counter at_o, if no event arrives
    output wire [weir_event::SOURCE_W+weir_pkg::DROP_W-1:0] at_o,
    input  wire                          read_i,        // and it is read
    // in the cycle after: the count, and whether it has changed since the last total
    input  wire                          changed_i,
    input  wire [31:0]                   count_i,
    output wire                          reported_o,    // its total is reported, if it has

    output wire                          loss_o,        // a loss is open
    // nothing is made until an event arrives, or space becomes free; as of the cycle before
    output wire                          stuck_o
);
`include "weir_types.svh"
  typedef enum logic [2:0] {NONE, BEGIN, OPEN, TOTALS, END} loss_t;
  localparam integer DW = weir_pkg::DROP_W;
  localparam integer HW = HARTS > 1 ? $clog2(HARTS) : 0;               // bits of a hart
  loss_t            loss_q;
  // an overload has ended; a drop since TOTALS began; a counter is read
  logic             ended_q, again_q, read_q;
  logic [30:0]      age_q;                          // ticks since the last drop,
  logic             over_q;                         // and bits above them
  logic [HW+2+DW-1:0] at_q;                         // counter to report next: source, drop reason
  // an entry would be made, if no event precedes it
  wire due_begin = loss_q == BEGIN && go_first_i;
  wire due_total = read_q && go_report_i;           // if the counter has changed
  wire due_end   = loss_q == END && !again_q && go_report_i;
  wire report_begin = due_begin && !deliver_i;
  wire may_total    = due_total && !deliver_i;
  wire report_total = may_total && changed_i;
  wire report_end   = due_end && !deliver_i;
  wire advance      = read_q && (report_total || !changed_i);          // on to the next counter
  // cycles since the last drop: from QUIET on, bit 6 is 1 and the others do not count
  wire [6:0] quiet_cycles;
  wire quiet = quiet_cycles[6];
  wire unused_quiet = &{1'b0, quiet_cycles[5:0]};
  // TIME_BASE = 0, TIMING: the age is saturated, or almost was in the cycle before
`ifdef FORMAL
  (* keep *)  // not used with TIME_BASE = 1
`endif
  logic full_q;
  wire may_end = !overload_i && (ended_q || quiet || flush_i);
  wire look    = loss_q == TOTALS && !read_q;       // reads the next counter
  assign due_o      = due_begin || (due_total && changed_i) || due_end;
  assign hold_o     = loss_q == BEGIN || loss_q == END || read_q;  // @reserve_beside
  assign look_o     = look;
  assign reported_o = may_total;

  // ticks that pass; since the last drop, one cycle later
  wire [15:0] pass  = TIME_BASE != 0 ? ticks_i : 16'd1;
  wire [31:0] older = {1'b0, age_q} + {16'd0, TIME_BASE != 0 ? ticks_i : {15'd0, !full_q}};
  wire [30:0] age   = age_q | {31{TIME_BASE != 0 && over_q}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      loss_q  <= NONE;
      ended_q <= 1'b0;
      read_q  <= 1'b0;
    end else begin
      case (loss_q)
        NONE:    if (drop_i) loss_q <= BEGIN;
        BEGIN:   if (report_begin) loss_q <= OPEN;
        OPEN:    if (may_end) loss_q <= TOTALS;
        TOTALS:  if (advance && &at_q) loss_q <= END;
        default: if (again_q) loss_q <= OPEN;
                 else if (report_end) loss_q <= drop_i ? BEGIN : NONE;
      endcase
      if (overload_i && resume_i) ended_q <= 1'b1;  // @ends_late
      else if (loss_q == NONE || (loss_q == OPEN && may_end)) ended_q <= 1'b0;
      read_q <= look && read_i && !event_valid_i;  // @shown
    end
    // in the last cycle of OPEN, too: it may begin an overload
    if (drop_i) again_q <= 1'b1;  // @forgets
    else if (loss_q == OPEN) again_q <= 1'b0;
    if (loss_q == OPEN) at_q <= '0;
    else if (advance) at_q <= at_q + 1'b1;

    // Outside a loss nobody reads it. TIMING: a drop arrives late, so it is behind the adder: a
    // reset of the flops.
    if (drop_i) begin  // @age
      age_q  <= {15'd0, pass};
      over_q <= 1'b0;
    end else if (loss_q != NONE) begin
      age_q  <= older[30:0];
      over_q <= over_q || older[31];
    end
    full_q <= !drop_i && &age_q[30:1];              // TIMING: no carry through all bits of an age
  end
  generate
    if (TIME_BASE != 0) begin : g_quiet
      logic [6:0] quiet_q;                          // cycles since the last drop, up to QUIET
      always_ff @(posedge clk_i) begin
        if (drop_i) quiet_q <= 7'd1;
        else if (!quiet_q[6]) quiet_q <= quiet_q + 7'd1;
      end
      assign quiet_cycles = quiet_q;
    end else begin : g_quiet
      assign quiet_cycles = {age_q[30:6] != 25'd0, age_q[5:0]};
    end
  endgenerate

  // ---- the entry
  // AREA: 23 bits hold the ticks of the 130 cycles that it can take, below 2^15 each. With EVERY
  // it can take any time; bit 31 says that it took 2^31 ticks or more.
  localparam integer FIRST_W = TIME_BASE != 0 ? 23 : EVERY != 0 ? 32 : 8;
  // ticks since the first drop, until its entry is made
  logic [FIRST_W-1:0] first_q;
  wire  [31:0] since = {{(32-FIRST_W){1'b0}}, first_q};
  wire  [30:0] since_first = since[30:0] | {31{since[31]}};
  wire  [31:0] ticks = TIME_BASE != 0 ? {16'd0, ticks_i} : {31'd0, loss_q != BEGIN || !since[31]};
  wire unused_ticks = &{1'b0, ticks, older};
  always_ff @(posedge clk_i)
    first_q <= (loss_q == BEGIN ? first_q : {FIRST_W{1'b0}}) + ticks[FIRST_W-1:0];
  wire [3:0] at_hart;
  generate
    if (HW == 0) begin : g_one
      assign at_hart = 4'd0;
    end else begin : g_several
      assign at_hart = {{(4-HW){1'b0}}, at_q[HW+2+DW-1:2+DW]};
    end
  endgenerate
  assign at_o = {at_hart, at_q[DW+1:0]};
  // Totals of reasons 0-7 and of the others have items in two entries.
  wire [3:0] at_code = {{(4-DW){1'b0}}, at_q[DW-1:0]};
  wire [weir_event::ITEM_W-1:0] dropped_item = (at_code[3] ? weir_pkg::ITEM_DROPPED_MORE
      : weir_pkg::ITEM_DROPPED)
      + {{(weir_event::ITEM_W-9){1'b0}}, at_code[2:0], at_q[DW+1:DW], at_hart};
  entry_t entry;
  assign entry.is_event = 1'b0;
  assign entry.item     = loss_q == TOTALS ? dropped_item : weir_pkg::ITEM_LOSS;
  assign entry.value    = loss_q == TOTALS ? count_i
      : {loss_q == BEGIN ? since_first : age, loss_q == BEGIN};
  assign entry_o = entry;

  logic stuck_q;
  always_ff @(posedge clk_i)
    // @busy
    stuck_q <= (loss_q == OPEN && overload_i && !resume_i) || (loss_q >= OPEN && !fits_two_i);
  assign stuck_o = stuck_q;
  assign loss_o  = loss_q != NONE;
endmodule
`default_nettype wire
