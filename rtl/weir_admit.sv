// SPDX-License-Identifier: Apache-2.0
// weir_admit: decides in one cycle whether an event is delivered or dropped. weir_counters counts
// it, weir_drop_report makes sure that the stream reports every drop, weir_encode makes its entry.
//
// Space    Admit counts free bytes of the FIFO and reserves the worst case when it makes an entry.
//          pack returns what the entry did not use, the reader what it took. So nothing behind
//          admit can overflow, and pack never waits.
// Latency  None: the entry is made in the cycle of the event.
`default_nettype none
module weir_admit #(
    parameter integer HARTS = 1,
    parameter integer RETIRE = 0,         // 1: events of traps may come
    // 1: ticks_i says how many ticks a cycle has; 0: one
    parameter integer TIME_BASE = 0,
    // entries the queue between admit and pack holds, log2, 2..6; 0: no queue
    parameter integer QUEUE_LOG2 = 5,
    parameter integer FIFO_LOG2 = 10,     // FIFO depth in words, log2, 7..15
    // bytes of the FIFO reserved for other stages, a multiple of 4
    parameter integer RESERVED = 0,
    parameter integer ENTRY = 20,         // bytes reserved for an entry, at most 60
    // weir_wide: 1: an entry may leave the queue in every cycle, and unused_i has the bytes of a
    // row that the ring took, too; 0: in every second cycle
    parameter integer EVERY = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    // only in the cycle after idle_o, and nothing else then
    input  wire                     clear_i,
    // the unit is disabled and nothing more can arrive: end the loss
    input  wire                     flush_i,
    input  wire [15:0]              ticks_i,        // ticks of the next cycle, below 2^15
    output wire                     zeroing_o,      // after reset and clear: no event may arrive

    input  wire                     event_valid_i,  // accepted at once
    input  wire [weir_event::W-1:0] event_i,
    // SNOOP: an event of the register port is on its way here: it is counted before a counter is
    // read
    input  wire                     coming_i,

    // An event may reserve its space before it arrives, one at a time; it is then delivered if it
    // is offered at all.
    input  wire                     reserve_sys_i,  // for an event of class SYS, or USER or COM,
    output wire                     space_o,        // space can be reserved in this cycle,
    input  wire                     reserve_i,      // and is, for the event of reserved_i
    input  wire                     reserved_i,         // it arrives now, as event_i, or not at all

    // to the queue, accepted at once
    output wire                     entry_valid_o,
    output wire [weir_event::ENTRY_W-1:0] entry_o,  // without its delta
    output wire                     report_o,          // a report entry, not an event's
    // QUEUE_LOG2 > 0: pack took an entry out of the queue
    input  wire                     entry_taken_i,

    input  wire                     unused_valid_i, // pack completed an entry; EVERY: or not:
    // bytes of its reservation it did not use; EVERY: bytes that come back, ENTRY + 8 at most
    input  wire [5:0]               unused_i,
    input  wire                     pop_i,          // the reader took a word

    // Counters for software.
    // 1: delivered events by class; 0: dropped events by reason
    input  wire                     read_delivered_i,
    input  wire [weir_event::SOURCE_W-1:0] read_source_i,
    input  wire [weir_pkg::DROP_W-1:0] read_code_i,
    output wire                     read_ready_o,   // the counter can be read in this cycle
    output wire [31:0]              read_count_o,   // its value: one cycle later,
    output wire                     read_late_o,    // or two cycles later if this is high; constant

    output wire                     drop_o,       // an event was dropped; one cycle
    output wire                     overload_o,
    output wire                     loss_o,         // a loss is open
    // nothing can be written unless an event arrives or the reader takes a word
    output wire                     idle_o
);
`include "weir_types.svh"
  localparam integer RW = FIFO_LOG2 + 3;            // free space, up to 4 << FIFO_LOG2 bytes
  localparam integer CAPACITY = (4 << FIFO_LOG2) - RESERVED;
  localparam integer FITS_ONE = ENTRY;
  localparam integer FITS_TWO = 2 * ENTRY;  // @sys_reserve
  localparam integer FITS_THREE = 3 * ENTRY;
  localparam integer FITS_USER = 2 * ENTRY + CAPACITY / 8;  // @user_reserve
  localparam integer FITS_USER_MORE = FITS_USER + ENTRY;
  localparam integer RESUME = CAPACITY / 2;
  localparam integer RESUME_MORE = RESUME + ENTRY;
  localparam integer PLACES = 1 << QUEUE_LOG2;

  event_t       ev;
  assign ev = event_i;
  wire unused_args = &{1'b0, ev};
  wire wanted = event_valid_i && ev.kind <= weir_pkg::DROP_SYS;
  wire ev_sys = ev.kind[1];                         // SYS, if it is offered

  // ---- the decision
  // TIMING: unreserved bytes of the FIFO, one cycle late:
  logic [RW-1:0] space_q;
  localparam integer BW = ENTRY > 28 ? 7 : 6;       // bits of 2 * ENTRY + 4
  // TIMING: bytes returned in the cycle before, less those of an entry made: few bits, so there
  logic [BW:0]   change_q;
                                                    // is only one long adder
  logic          overload_q;
  // resume: half of the FIFO is free
  wire           fits_two, fits_user, resume;
  // space and a queue entry for an event; for the entry that begins a loss, for other report
  // entries
  wire           go_sys, go_user, go_first, go_report;
  wire fits      = ev_sys ? fits_two : fits_user;
  wire go        = ev_sys ? go_sys : go_user && !overload_q;
  logic reserved_q;                                 // space is reserved for an event
  wire claims      = reserved_i && reserved_q;
  // the reserved event arrived; if it was filtered upstream, return its credit
  wire reserved   = claims && wanted;
  wire free      = claims && !wanted;
  wire reserve   = reserve_i;
  wire deliver   = wanted && (reserved || go);
  wire drop    = event_valid_i && !deliver;
  // a report entry is made, if no event precedes it
  wire due;
  // an entry takes space that was not reserved before
  wire takes = deliver ? !reserved : due;  // @reserve_twice

  wire [BW-1:0] unneeded = {1'b0, unused_i[BW-2:0]};
  wire unused_top = &{1'b0, unused_i[5]};
  // returned, except the bytes of a word
  wire [BW:0] rest = {1'b0, unused_valid_i ? unneeded : '0} + (free ? ENTRY[BW:0] : '0);
  wire [BW:0] change;                               // change_q of the next cycle
  wire [RW-1:0] space = space_q + {{(RW-BW-1){change_q[BW]}}, change_q};
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      space_q     <= CAPACITY[RW-1:0];
      change_q   <= '0;
      overload_q <= 1'b0;
    end else begin
      change_q <= change;
      space_q   <= space;
      if (wanted && !reserved && !fits) overload_q <= 1'b1;
      else if (resume) overload_q <= 1'b0;  // @overload_stays
    end
  end

  localparam integer SYS_MOST = PLACES - 2;     // queue entries in use before, at most
  localparam integer USER_MOST = PLACES - PLACES / 4 - 1;
  localparam integer FIRST_MOST = PLACES - 1;
  // in the cycle before: an entry was made, pack took one from the queue, a reservation was
  // dropped
  logic                taken_q, gone_q, free_q;
  // in use, except for the changes of the cycle before
  logic [QUEUE_LOG2:0] entries_q;
  wire  [QUEUE_LOG2:0] entries = entries_q + {{QUEUE_LOG2{1'b0}}, taken_q} - {{QUEUE_LOG2{1'b0}},
      gone_q} - {{QUEUE_LOG2{1'b0}}, free_q};
  // TIMING: `made` arrives last: compare for both values, then select.
  wire  made = takes || reserve;
  wire  entry_sys   = (made && entries < SYS_MOST[QUEUE_LOG2:0])
      || (!made && entries <= SYS_MOST[QUEUE_LOG2:0]);
  // for a USER or COM event: the last quarter of the queue is for SYS
  wire  entry_user  = (made && entries < USER_MOST[QUEUE_LOG2:0])
      || (!made && entries <= USER_MOST[QUEUE_LOG2:0]);
  // for the entry that begins a loss: the last place is its own
  wire  entry_first = (made && entries < FIRST_MOST[QUEUE_LOG2:0])
      || (!made && entries <= FIRST_MOST[QUEUE_LOG2:0]);
  // TIMING: so does a read word.
  localparam [BW:0] WORD = 4, LESS = WORD - ENTRY[BW:0];
  assign change = ({(BW+1){made && pop_i}} & (rest + LESS))
      | ({(BW+1){made && !pop_i}} & (rest - ENTRY[BW:0]))
                | ({(BW+1){!made && pop_i}} & (rest + WORD)) | ({(BW+1){!made && !pop_i}} & rest);
  // TIMING: what space_q is enough for, with and without the entry of the cycle before; likewise
  // the queue entries.
  logic two_q, user_q, resume_q, first_go_q, sys_go_q, user_go_q;
  wire  one  = (made && space >= FITS_TWO[RW-1:0])       || (!made && space >= FITS_ONE[RW-1:0]);
  wire  two  = (made && space >= FITS_THREE[RW-1:0])     || (!made && space >= FITS_TWO[RW-1:0]);
  wire  user = (made && space >= FITS_USER_MORE[RW-1:0]) || (!made && space >= FITS_USER[RW-1:0]);
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      taken_q    <= 1'b0;
      gone_q     <= 1'b0;
      free_q     <= 1'b0;
      entries_q   <= '0;
      two_q      <= CAPACITY >= FITS_TWO;
      user_q     <= CAPACITY >= FITS_USER;
      resume_q   <= CAPACITY >= RESUME;
      first_go_q <= CAPACITY >= FITS_ONE;
      sys_go_q   <= CAPACITY >= FITS_TWO;
      user_go_q  <= CAPACITY >= FITS_USER;
    end else begin
      taken_q    <= made;
      gone_q     <= entry_taken_i;
      free_q     <= free;
      entries_q   <= entries;
      two_q      <= two;
      user_q     <= user;
      resume_q   <= (made && space >= RESUME_MORE[RW-1:0]) || (!made && space >= RESUME[RW-1:0]);
      first_go_q <= one && entry_first;
      sys_go_q   <= two && entry_sys;
      user_go_q  <= user && entry_user;
    end
  end
  assign fits_two  = two_q;
  assign fits_user = user_q;
  assign resume    = resume_q;
  assign go_sys    = sys_go_q;
  assign go_user   = user_go_q;
  assign go_first  = first_go_q;
  assign go_report    = sys_go_q;

  // A reservation needs a cycle without an event and without a possible report entry; it is used
  // before the next is made.
  wire hold;                                        // a report entry may be made
  // @reserve_both
  always_ff @(posedge clk_i) reserved_q <= rst_ni && !clear_i
      && (reserve || (reserved_q && !claims));
  assign space_o = !event_valid_i && !reserved_q && !hold
      && (reserve_sys_i ? go_sys : go_user && !overload_q);

  // ---- reports of drops
  localparam integer AW = weir_event::SOURCE_W + weir_pkg::DROP_W;
  wire          look, look_ready, changed, reported, stuck;
  wire [AW-1:0] at;
  wire [31:0]   count;
  wire [weir_event::ENTRY_W-1:0] report, encoded;
  weir_drop_report #(.HARTS(HARTS), .TIME_BASE(TIME_BASE), .EVERY(EVERY)) u_drop_report (
      .clk_i, .rst_ni, .clear_i, .flush_i, .ticks_i, .event_valid_i, .deliver_i(deliver),
      .drop_i(drop), .overload_i(overload_q), .resume_i(resume), .fits_two_i(fits_two),
      .go_first_i(go_first), .go_report_i(go_report), .due_o(due), .entry_o(report), .hold_o(hold),
      .look_o(look), .at_o(at), .read_i(look_ready), .changed_i(changed), .count_i(count),
      .reported_o(reported), .loss_o, .stuck_o(stuck));

  // ---- counters
  weir_counters #(.HARTS(HARTS), .RETIRE(RETIRE), .LOG2(QUEUE_LOG2)) u_counters (
      .clk_i, .rst_ni, .clear_i, .zeroing_o, .event_valid_i, .event_i, .drop_i(drop), .coming_i,
      .look_i(look), .at_i(at), .look_ready_o(look_ready), .changed_o(changed), .count_o(count),
      .reported_i(reported), .read_delivered_i, .read_source_i, .read_code_i, .read_ready_o,
      .read_count_o, .read_late_o);

  // ---- the entry
  weir_encode #(.RETIRE(RETIRE)) u_encode (.event_i, .entry_o(encoded));
  assign entry_valid_o = deliver || due;
  assign entry_o       = deliver ? encoded : report;
  assign report_o      = !deliver;

  // Free space is known up to three cycles after it changed.
  logic [2:0] stir_q;  // @stir
  always_ff @(posedge clk_i)
    stir_q <= {stir_q[1:0], unused_valid_i || pop_i || entry_valid_o || reserve || free};
  assign drop_o     = drop;
  assign overload_o = overload_q;
  assign idle_o     = !event_valid_i && (!loss_o || (stir_q == 3'd0 && stuck));

`ifdef FORMAL
`include "weir_admit_fv.svh"
`endif
endmodule
`default_nettype wire
