// SPDX-License-Identifier: Apache-2.0
// weir_admit: decides in one cycle whether an event is delivered or dropped, counts exactly, and
// makes sure that the stream reports every drop.
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
    parameter integer ENTRY = 20          // bytes reserved for an entry, at most 60
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    // only in the cycle after idle_o, and nothing else then
    input  wire                     clear_i,
    // the unit is disabled and nothing more can arrive: end the loss
    input  wire                     flush_i,
    input  wire [63:0]        ticks_i,        // ticks of the next cycle
    output wire                     zeroing_o,      // after reset and clear: no event may arrive

    input  wire                     event_valid_i,  // accepted at once
    input  wire [weir_event::W-1:0] event_i,
    // SNOOP: an event of the register port is on its way here: it is counted before a counter is
    // read
    input  wire                     coming_i,

    // An event may reserve its space before it arrives, one at a time; it is then delivered if it
    // is offered at all.
    // space can be reserved in this cycle for an event of class USER or COM,
    output wire                     space_user_o,
    output wire                     space_sys_o,     // for one of class SYS,
    input  wire                     reserve_i,      // and is, for the event of reserved_i
    input  wire                     reserve_sys_i,
    input  wire                     reserved_i,         // it arrives now, as event_i, or not at all

    // to the queue, accepted at once
    output wire                     entry_valid_o,
    output wire [53:0]              entry_o,        // without its delta, see weir_event
    output wire                     report_o,          // a report entry, not an event's
    // QUEUE_LOG2 > 0: pack took an entry out of the queue
    input  wire                     entry_taken_i,

    input  wire                     unused_valid_i, // pack completed an entry
    input  wire [5:0]               unused_i,       // bytes of its reservation it did not use
    input  wire                     pop_i,          // the reader took a word

    // Counters for software.
    // 1: offered events by class; 0: dropped events by reason
    input  wire                     read_offered_i,
    input  wire [5:0]               read_source_i,
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
  localparam integer CW = 2;     // bits of a context
  localparam integer HW = (HARTS > 1) ? $clog2(HARTS) : 0;           // bits of a hart
  localparam integer SW = HW + CW;                                   // bits of a source

  wire [15:0] ev_id   = event_i[weir_event::ID_LSB +: 16];
  wire [weir_pkg::DROP_W-1:0] ev_kind = event_i[weir_event::KIND_LSB +: weir_pkg::DROP_W];
  wire [1:0]  ev_ctx  = event_i[weir_event::CONTEXT_LSB +: 2];
  wire [3:0]  ev_hart = event_i[weir_event::HART_LSB +: 4];
  wire        ev_tsw  = event_i[weir_event::SWITCH_LSB];

  wire          judged = event_valid_i;
  wire [weir_pkg::DROP_W-1:0] kind = ev_kind;
  wire          wanted  = judged && kind <= weir_pkg::DROP_SYS;
  wire          ev_sys  = kind[1];                   // SYS, if it is offered

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
  wire drop    = judged && !deliver;
  // a report entry would be made in this cycle, if no event precedes it
  wire due;
  // a report entry goes to the queue or to pack, if no event does
  wire report_entry  = due;
  // an entry takes space that was not reserved before
  wire takes = deliver ? !reserved : report_entry;  // @reserve_twice

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
  // @user_entry
  wire  entry_user  = (made && entries < USER_MOST[QUEUE_LOG2:0])
      || (!made && entries <= USER_MOST[QUEUE_LOG2:0]);
  // @first_entry
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



  // ---- loss: begins at once, continues, ends with the totals of the changed counters
  localparam [2:0] NONE = 3'd0, BEGIN = 3'd1, OPEN = 3'd2, TOTALS = 3'd3, END = 3'd4;
  logic [2:0]    loss_q;
  // an overload has ended; a drop since TOTALS began; a counter is read
  logic          ended_q, again_q, read_q;
  logic [30:0]   age_q;                             // ticks since the last drop
  localparam integer DW = weir_pkg::DROP_W;
  // counter to report next: source, drop reason
  logic [SW+DW-1:0] at_q;
  // A reservation needs a cycle without an event and without a possible report entry; it is used
  // before the next is made.
  // @reserve_both
  always_ff @(posedge clk_i) reserved_q <= rst_ni && !clear_i
      && (reserve || (reserved_q && !claims));
  // @reserve_beside
  wire can = !event_valid_i && !reserved_q && loss_q != BEGIN && loss_q != END && !read_q;
  assign space_user_o = can && go_user && !overload_q;
  assign space_sys_o  = can && go_sys;
  wire unused_reserve = &{1'b0, reserve_i, reserve_sys_i, reserved_i, coming_i};

  wire        count_ready, changed, zeroing, offered_zeroing;
  wire [31:0] count;
  wire        report_fits = go_report;
  wire        due_begin = loss_q == BEGIN && go_first;
  // if it has changed
  wire        due_total = read_q && report_fits;
  wire        due_end   = loss_q == END && !again_q && report_fits;
  // an event precedes it; it has no reservation
  wire        late = deliver;
  wire        report_begin  = due_begin && !late;
  wire        may_total  = due_total && !late;
  wire        report_total  = may_total && changed;
  wire        report_end    = due_end && !late;
  // on to the next counter
  wire        advance      = read_q && (report_total || !changed);
  // no drop for QUIET cycles
  wire        quiet;
  // TIME_BASE = 0, TIMING: the age is saturated, or almost was in the cycle before
  logic       full_q;
  wire        may_end   = !overload_q && (ended_q || quiet || flush_i);
  // reads the next counter
  wire        look      = loss_q == TOTALS && !read_q;
  assign due = due_begin || (due_total && changed) || due_end;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      loss_q  <= NONE;
      ended_q <= 1'b0;
      read_q <= 1'b0;
    end else begin
      case (loss_q)
        NONE:    if (drop) loss_q <= BEGIN;
        BEGIN:   if (report_begin) loss_q <= OPEN;
        OPEN:    if (may_end) loss_q <= TOTALS;
        TOTALS:  if (advance && &at_q) loss_q <= END;
        default: if (again_q) loss_q <= OPEN;
                 else if (report_end) loss_q <= drop ? BEGIN : NONE;
      endcase
      if (overload_q && resume) ended_q <= 1'b1;  // @ends_late
      else if (loss_q == NONE || (loss_q == OPEN && may_end)) ended_q <= 1'b0;
      read_q <= look && count_ready && !judged;  // @shown
    end
    // in the last cycle of OPEN, too: it may begin an overload
    if (drop) again_q <= 1'b1;  // @forgets
    else if (loss_q == OPEN) again_q <= 1'b0;
    if (loss_q == OPEN) at_q <= '0;
    else if (advance) at_q <= at_q + 1'b1;

    // Outside a loss nobody reads it.
    if (judged || loss_q != NONE) begin  // @ago
      if (drop) age_q <= older(31'd0, ticks_i);  // @age
      else if (TIME_BASE != 0) age_q <= older(age_q, ticks_i);
      else age_q <= age_q + {30'd0, !full_q};
    end
    full_q <= !drop && &age_q[30:1];              // TIMING: no carry through all bits of an age
  end
  // Sum of an age and some ticks, saturating at 2**31 - 1 with a time base.
  function automatic [30:0] older(input [30:0] age, input [63:0] later);
    logic [31:0] sum;
    begin
      sum = {1'b0, age} + {1'b0, later[30:0]};
      if (TIME_BASE == 0) older = age + 31'd1;
      else older = (sum[31] || |later[63:31]) ? weir_pkg::LOSS_AGE_MAX[30:0] : sum[30:0];
    end
  endfunction
  generate
    if (TIME_BASE != 0) begin : g_quiet
      logic [6:0] quiet_q;                          // cycles since the last drop, up to QUIET
      always_ff @(posedge clk_i) begin
        if (drop) quiet_q <= 7'd1;
        else if (!quiet_q[6]) quiet_q <= quiet_q + 7'd1;
      end
      assign quiet = quiet_q[6];
    end else begin : g_quiet
      assign quiet = age_q[30:6] != 25'd0;
    end
  endgenerate

  // ---- counters
  wire [SW-1:0] ev_source, read_source, at_source;
  wire [DW-1:0] at_kind = at_q[DW-1:0];
  wire [1:0]    at_ctx;
  wire [3:0]    at_hart;
  assign at_source = at_q[SW+DW-1:DW];
  generate
    if (CW == 1) begin : g_context
      assign at_ctx = {1'b0, at_source[0]};
    end else begin : g_contexts
      assign at_ctx = at_source[1:0];
    end
    if (HW == 0) begin : g_hart
      assign at_hart     = 4'd0;
      assign ev_source   = ev_ctx[CW-1:0];
      assign read_source = read_source_i[CW-1:0];
      wire unused = &{1'b0, read_source_i, ev_ctx};
    end else begin : g_harts
      assign at_hart     = {{(4-HW){1'b0}}, at_source[SW-1:CW]};
      assign ev_source   = {ev_hart[HW-1:0], ev_ctx[CW-1:0]};
      assign read_source = {read_source_i[2 +: HW], read_source_i[CW-1:0]};
      wire unused = &{1'b0, read_source_i, ev_ctx};
    end
  endgenerate
  // With traps, pins or several harts an event may come in every cycle: software uses a second read
  // port and never waits. Otherwise a read waits for a cycle without an event, which the stores of
  // one hart leave.
  localparam integer TWO = ((RETIRE != 0 || HARTS > 1)) ? 1 : 0;
  wire [31:0] second_count;
  weir_counter_ram #(.LOG2(SW + DW), .FORWARD(QUEUE_LOG2), .TWO(TWO)) u_dropped (
      .clk_i, .rst_ni, .clear_i, .busy_o(zeroing), .event_i(drop),
      .index_i(judged ? {ev_source, kind} : (look || TWO != 0) ? at_q : {read_source, read_code_i}),
      .read_ready_o(count_ready), .count_o(count), .changed_o(changed), .unmark_i(may_total),
      .second_index_i({read_source, read_code_i}), .second_count_o(second_count));
  wire        count_free = count_ready && (TWO != 0 || !look);
  wire [31:0] dropped    = TWO != 0 ? second_count : count;
  wire [31:0] read_count;

  // @reads_wait
  wire other = (coming_i || (TWO == 0 && event_valid_i));
  logic        offered_q;                       // the counter read was one of these
  wire  [31:0] offered_first, offered_second;
  wire         ready, unmarked;
  localparam integer LW = weir_pkg::CLASS_W;
  // @offered
  wire [LW-1:0] ev_class = kind > weir_pkg::DROP_SYS ? weir_pkg::CLASS_NONE : kind[LW-1:0];
  weir_counter_ram #(.LOG2(SW + weir_pkg::CLASS_W), .FORWARD(QUEUE_LOG2), .TWO(TWO)) u_offered (
      .clk_i, .rst_ni, .clear_i, .busy_o(offered_zeroing), .event_i(judged),
      .index_i(judged ? {ev_source, ev_class} : {read_source, read_code_i[LW-1:0]}),
      .read_ready_o(ready), .count_o(offered_first), .changed_o(unmarked), .unmark_i(1'b0),
      .second_index_i({read_source, read_code_i[LW-1:0]}), .second_count_o(offered_second));
  always_ff @(posedge clk_i) offered_q <= read_offered_i;
  assign read_ready_o = (read_offered_i ? ready : count_free) && !other;
  assign read_count   = !offered_q ? dropped : TWO != 0 ? offered_second : offered_first;
  wire unused_1 = &{1'b0, unmarked, offered_first, offered_second};
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
  assign zeroing_o = zeroing || offered_zeroing;

  // ---- the entry
  wire [20:0] row   = {weir_pkg::ITEM_ID_BIAS[16:0] + {1'b0, ev_id}, ev_hart};
  wire        near  = ev_hart == 4'd0 && ev_id <= weir_pkg::ITEM_USER_SHORT_IDS;
  wire        ev_isr  = RETIRE != 0 && ev_ctx == weir_pkg::CONTEXT_SNOOP && !ev_tsw;
  wire [20:0] ev_item = ev_isr ? (ev_hart == 4'd0 ? weir_pkg::ITEM_ISR : weir_pkg::ITEM_ROW_ISR
      + {17'd0, ev_hart})
                      : ev_tsw ? (ev_hart == 4'd0 ? weir_pkg::ITEM_THREAD  // @thread_item
                                                  // @thread_row
                                                  : weir_pkg::ITEM_ROW_THREAD + {17'd0, ev_hart})
                      : near ? weir_pkg::ITEM_USER_SHORT + {17'd0, ev_id[3:0]} : row;
  // Totals of reasons 0-7 and of the others have items in two entries.
  wire [3:0]  at_code = {{(4-DW){1'b0}}, at_kind};
  wire [20:0] dropped_item = (at_code[3] ? weir_pkg::ITEM_DROPPED_MORE : weir_pkg::ITEM_DROPPED)
                           + {12'd0, at_code[2:0], at_ctx, at_hart};
  wire        total = loss_q == TOTALS;
  // ticks since the first drop (entry that begins) or the last one (entry that ends)
  wire [30:0] age;
  localparam integer FIRST_W = TIME_BASE != 0 ? 31 : 8;
  // ticks since the first drop, until its entry is made
  logic [FIRST_W-1:0] first_q;
  wire  [30:0] first = older(loss_q == BEGIN ? {{(31-FIRST_W){1'b0}}, first_q} : 31'd0, ticks_i);
  always_ff @(posedge clk_i) first_q <= first[FIRST_W-1:0];
  assign age = loss_q == BEGIN ? {{(31-FIRST_W){1'b0}}, first_q} : age_q;
  wire unused_2 = &{1'b0, first};
  assign entry_valid_o = deliver || report_entry;
  wire event_entry = deliver;  // an event's, if there is an entry at all
  assign report_o   = !event_entry;
  assign entry_o = {event_entry && (ev_tsw || ev_isr),
                    event_entry ? ev_item : total ? dropped_item : weir_pkg::ITEM_LOSS,
                    event_entry ? event_i[weir_event::VALUE_LSB +: 32] : total ? count
                        : {age, loss_q == BEGIN}};

  // Free space is known up to three cycles after it changed.
  logic [2:0] stir_q;
  wire        stirred = |stir_q;
  // in the cycle before, a loss waited for words to be read
  logic       stuck_q;
  always_ff @(posedge clk_i) begin
    stir_q  <= {stir_q[1:0], unused_valid_i || pop_i || entry_valid_o || reserve || free};
    // @busy
    stuck_q <= (loss_q == OPEN && overload_q && !resume) || (loss_q >= TOTALS && !fits_two);
  end

  assign drop_o   = drop;
  assign overload_o = overload_q;
  assign loss_o     = loss_q != NONE;
  assign idle_o     = !event_valid_i && (loss_q == NONE || (!stirred && stuck_q));

`ifdef FORMAL
`include "weir_admit_fv.svh"
`endif
endmodule
`default_nettype wire
