// SPDX-License-Identifier: Apache-2.0
// weir_tiny_admit: delivers or drops each event, counts drops, and reports them in the stream.
//
// Space    admit reserves the longest entry's bytes of FIFO when it makes an entry. pack returns
//          what the entry did not need, the reader what it took; so nothing behind can overflow.
// Order    pack loads the entry in the event's cycle; the verdict follows a cycle later. Events and
//          report entries take turns, an event first.
`default_nettype none
module weir_tiny_admit #(
    parameter integer FIFO_LOG2 = 10            // words of FIFO, log2, 7..15
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    input  wire                     clear_i,        // only in the cycle after idle_o
    input  wire                     flush_i,        // unit disabled and empty: end the loss
    output wire                     zeroing_o,      // after reset and clear: no event yet

    input  wire                     event_valid_i,  // taken at once
    input  wire [weir_event::W-1:0] event_i,
    output wire                     stall_serial_o, // no event in this cycle
    input  wire                     stalled_i,      // an event waits because of stall_serial_o

    output wire                     entry_valid_o,  // commits entry_o of the cycle before
    output wire [weir_event::ENTRY_W-1:0] entry_o,  // without its delta
    output wire                     judging_o,      // entry_valid_o is decided in this cycle
    input  wire                     entry_ready_i,  // pack takes an entry

    input  wire                     unused_valid_i, // pack finished an entry
    input  wire [4:0]               unused_i,       // reserved bytes that it did not need
    input  wire                     pop_i,          // the reader took a word

    // Counters for software: drops by port and reason.
    input  wire                     read_source_i,
    input  wire [2:0]               read_kind_i,
    output wire                     read_ready_o,   // a counter can be read in this cycle
    output wire [31:0]              read_count_o,   // in the cycle after

    output wire                     drop_o,         // an event was dropped, one cycle
    output wire                     overload_o,
    output wire                     loss_o,         // drops are being reported
    output wire                     idle_o          // nothing is written before an event or a pop
);
`include "weir_types.svh"
  localparam integer RW = FIFO_LOG2 + 3;            // free space, up to 4 << FIFO_LOG2 bytes
  localparam integer CAPACITY = 4 << FIFO_LOG2;
  localparam integer ENTRY = weir_pkg::SIZE_ENTRY_MAX;
  localparam integer FITS_TWO = 2 * ENTRY;  // @sys_reserve
  localparam integer FITS_USER = 2 * ENTRY + CAPACITY / 8;  // @user_reserve
  localparam integer RESUME = CAPACITY / 2;

  // ---- the event, and in the cycle after it the verdict
  event_t     ev;
  assign ev = event_i;
  wire [15:0] ev_id     = ev.id;
  wire [weir_pkg::DROP_W-1:0] ev_drop = ev.kind;           // tiny has reasons 0 to 5 only
  wire [2:0]  ev_kind   = ev_drop[2:0];
  wire        ev_source = ev.ctx[0];
  wire        ev_tsw    = ev.is_switch;
  wire        unused    = &{1'b0, ev, ev_drop};
  logic       event_q, report_q, source_q;          // an event, or a report entry, is judged
  logic [2:0] kind_q;
  wire        report;                               // pack loads a report entry
  always_ff @(posedge clk_i) begin
    event_q  <= rst_ni && event_valid_i;
    report_q <= rst_ni && report;
    if (event_valid_i) kind_q <= ev_kind;
    if (event_valid_i) source_q <= ev_source;
  end
  wire judging = event_q || report_q;
  wire wanted  = event_q && kind_q <= weir_pkg::DROP_SYS[2:0];

  // ---- free space; pack is busy for three cycles after an entry, so the compares may be late
  logic [RW-1:0] space_q;                           // bytes free and not reserved,
  logic [6:0]    change_q;                          // less the change of the cycle before
  logic          fits_two_q, fits_user_q, resume_q, overload_q;
  wire           fits    = kind_q[1] ? fits_two_q : fits_user_q;       // SYS may take more
  wire           deliver = wanted && (kind_q[1] ? fits_two_q : fits_user_q && !overload_q);
  wire           drop    = event_q && !deliver;
  wire  [6:0]    rest    = unused_valid_i ? {2'd0, unused_i} : 7'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      space_q    <= CAPACITY[RW-1:0];
      change_q   <= 7'd0;
      overload_q <= 1'b0;
    end else begin
      change_q <= rest + {4'd0, pop_i, 2'b00} - (entry_valid_o ? ENTRY[6:0] : 7'd0);
      space_q  <= space_q + {{(RW-7){change_q[6]}}, change_q};
      if (wanted && !fits) overload_q <= 1'b1;
      else if (resume_q) overload_q <= 1'b0;  // @overload_stays
    end
    fits_two_q  <= space_q >= FITS_TWO[RW-1:0];
    fits_user_q <= space_q >= FITS_USER[RW-1:0];
    resume_q    <= space_q >= RESUME[RW-1:0];
  end

  // ---- the loss: a report at its begin, and at its end the totals that changed
  localparam [2:0] NONE = 3'd0, BEGIN = 3'd1, OPEN = 3'd2, TOTALS = 3'd3, END = 3'd4;
  logic [2:0]  loss_q;
  logic        ended_q, again_q;                    // an overload ended; dropped since TOTALS began
  logic        valid_q;                             // the counter at at_q can be read now
  logic [3:0]  at_q;                                // counter to report next: port, reason
  logic [30:0] age_q;                               // cycles since the last drop
  logic        full_q;                              // age_q is at its limit, or one below
  logic        hold_q, waits_q;
  wire         count_ready, changed;
  wire  [31:0] count;
  wire         report_fits         = entry_ready_i && fits_two_q && !waits_q;
  wire         first        = !hold_q || judging;   // @turns: an event goes first
  wire         report_begin = loss_q == BEGIN;         // pack and the FIFO are always ready for it
  wire         may_total    = valid_q && report_fits && !first;
  wire         report_total = may_total && changed;
  wire         report_end   = loss_q == END && !again_q && report_fits && !first;
  wire         reported     = valid_q && (report_total || !changed);
  wire         quiet        = age_q[30:6] != 25'd0;
  wire         may_end      = !overload_q && (ended_q || quiet || flush_i) && !judging;
  wire         look         = loss_q == TOTALS && !valid_q;
  assign report = report_begin || report_total || report_end;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      loss_q  <= NONE;
      ended_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      case (loss_q)
        NONE:    if (drop) loss_q <= BEGIN;
        BEGIN:   loss_q <= OPEN;
        OPEN:    if (may_end) loss_q <= TOTALS;
        TOTALS:  if (reported && &at_q) loss_q <= END;
        default: if (again_q) loss_q <= OPEN;
                 else if (report_end) loss_q <= drop ? BEGIN : NONE;
      endcase
      if (overload_q && resume_q) ended_q <= 1'b1;  // @ends_late
      else if (loss_q == NONE || (loss_q == OPEN && may_end)) ended_q <= 1'b0;
      valid_q <= look && count_ready && !event_q;  // @valid
    end
    if (drop) again_q <= 1'b1;                      // @again: in the last cycle of OPEN, too
    else if (loss_q == OPEN) again_q <= 1'b0;
    if (loss_q == OPEN) at_q <= 4'd0;
    else if (reported) at_q <= at_q + 4'd1;
    if (event_q || loss_q != NONE) age_q <= drop ? 31'd2 : age_q + {30'd0, !full_q};  // @age
    full_q  <= !drop && &age_q[30:1];               // TIMING: no carry waits for 31 bits
    waits_q <= rst_ni && stalled_i;
    // @spaced
    hold_q  <= event_valid_i || report || judging || !entry_ready_i
        || (loss_q >= TOTALS && report_fits);
  end
  assign stall_serial_o = hold_q;

  // ---- counters
  wire [31:0] unused_count;
  weir_counter_ram #(.LOG2(4), .FORWARD(0), .TWO(0)) u_dropped (
      .clk_i, .rst_ni, .clear_i, .busy_o(zeroing_o), .event_i(drop),
      .index_i(event_q ? {source_q, kind_q} : look ? at_q : {read_source_i, read_kind_i}),
      .read_ready_o(count_ready), .count_o(count), .changed_o(changed), .unmark_i(may_total),
      .second_index_i(4'd0), .second_count_o(unused_count));
  assign read_ready_o = count_ready && !look && !event_q;
  assign read_count_o = count;

  // ---- the entry
  wire [20:0] item  = ev_tsw ? weir_pkg::ITEM_THREAD
                    : ev_id <= weir_pkg::ITEM_USER_SHORT_IDS
                    ? weir_pkg::ITEM_USER_SHORT + {17'd0, ev_id[3:0]}
                    : {weir_pkg::ITEM_ID_BIAS[16:0] + {1'b0, ev_id}, 4'd0};
  wire        total = loss_q == TOTALS;
  assign entry_valid_o = deliver || report_q;
  entry_t     entry;
  assign entry = !hold_q ? {ev_tsw, item, ev.value}
               : total ? {1'b0, weir_pkg::ITEM_DROPPED + {12'd0, at_q[2:0], 1'b0, at_q[3], 4'd0},
                   count}
               : {1'b0, weir_pkg::ITEM_LOSS, age_q, loss_q == BEGIN};
  assign entry_o = entry;

  logic [2:0] stir_q;                               // free space changed; its compares lag
  logic       stuck_q;                              // a loss waits for words to be read
  always_ff @(posedge clk_i) begin
    stir_q  <= {stir_q[1:0], unused_valid_i || pop_i || entry_valid_o};
    // @busy
    stuck_q <= (loss_q == OPEN && overload_q && !resume_q) || (loss_q >= OPEN && !fits_two_q);
  end

  assign judging_o  = judging;
  assign drop_o     = drop;
  assign overload_o = overload_q;
  assign loss_o     = loss_q != NONE;
  assign idle_o     = !event_valid_i && !judging && (loss_q == NONE || (stir_q == 3'd0 && stuck_q));

`ifdef FORMAL
`include "weir_tiny_admit_fv.svh"
`endif
endmodule
`default_nettype wire
