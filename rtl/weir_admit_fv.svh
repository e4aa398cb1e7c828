// SPDX-License-Identifier: Apache-2.0
// Properties of weir_admit, which includes this file under FORMAL.
//
//! proof admit (QUEUE_LOG2=2 FIFO_LOG2=7), induction: accounting by source and
//!     kind, every drop reported, space and entries, reserves, overload, ages, entries
//! proof admit_ticks (TIME_BASE=1 RETIRE=1 QUEUE_LOG2=2 FIFO_LOG2=7), induction:
//!     the same, ages in ticks of any length; a counter is read in any cycle
//! proof admit_as_small (QUEUE_LOG2=5 FIFO_LOG2=10), induction: the same as admit,
//!     as in small
//! proof admit_as_wide (QUEUE_LOG2=5 FIFO_LOG2=10 EVERY=1), induction: the same, as in wide:
//!     entries leave the queue in every cycle, and the first entry of a loss may wait for ever
//! proof admit_as_full (HARTS=2 RETIRE=1 TIME_BASE=1 QUEUE_LOG2=6 FIFO_LOG2=12
//!     RESERVED=608 ENTRY=44), induction, limit 900: the same as admit_ticks, as in
//!     full

`ifdef PROVE_weir_admit
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_admit
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
// ---- registers and wires of the parts, by their names there
localparam integer DW = weir_pkg::DROP_W, CW = 2, HW = HARTS > 1 ? $clog2(HARTS) : 0, SW = HW + CW;
localparam integer TWO = RETIRE != 0 || HARTS > 1 ? 1 : 0;
localparam [2:0] NONE = 3'd0, BEGIN = 3'd1, OPEN = 3'd2, TOTALS = 3'd3, END = 3'd4;
(* hierconn *) wire [2:0] \u_drop_report.loss_q ;
wire [2:0] loss_q = \u_drop_report.loss_q ;
(* hierconn *) wire \u_drop_report.ended_q ;
wire ended_q = \u_drop_report.ended_q ;
(* hierconn *) wire \u_drop_report.again_q ;
wire again_q = \u_drop_report.again_q ;
(* hierconn *) wire \u_drop_report.read_q ;
wire read_q = \u_drop_report.read_q ;
(* hierconn *) wire [30:0] \u_drop_report.age ;
wire [30:0] age = \u_drop_report.age ;
(* hierconn *) wire [SW+DW-1:0] \u_drop_report.at_q ;
wire [SW+DW-1:0] at_q = \u_drop_report.at_q ;
(* hierconn *) wire \u_drop_report.full_q ;
wire full_q = \u_drop_report.full_q ;
(* hierconn *) wire \u_drop_report.quiet ;
wire quiet = \u_drop_report.quiet ;
(* hierconn *) wire [6:0] \u_drop_report.quiet_cycles ;
wire [6:0] quiet_cycles = \u_drop_report.quiet_cycles ;
(* hierconn *) wire \u_drop_report.may_end ;
wire may_end = \u_drop_report.may_end ;
(* hierconn *) wire \u_drop_report.report_begin ;
wire report_begin = \u_drop_report.report_begin ;
(* hierconn *) wire \u_drop_report.report_total ;
wire report_total = \u_drop_report.report_total ;
(* hierconn *) wire \u_drop_report.report_end ;
wire report_end = \u_drop_report.report_end ;
localparam integer F_FIRST_W = TIME_BASE != 0 ? 23 : EVERY != 0 ? 32 : 8;
(* hierconn *) wire [F_FIRST_W-1:0] \u_drop_report.first_q ;
wire [F_FIRST_W-1:0] first_q = \u_drop_report.first_q ;
(* hierconn *) wire \u_drop_report.stuck_q ;
wire stuck_q = \u_drop_report.stuck_q ;
(* hierconn *) wire [SW+DW:0] \u_counters.ev_index ;
wire [SW-1:0] ev_source = \u_counters.ev_index [SW+DW:DW+1];
(* hierconn *) wire [SW+DW:0] \u_counters.read_index ;
wire [SW+DW:0] read_index = \u_counters.read_index ;
(* hierconn *) wire [31:0] \u_counters.read_count ;
wire [31:0] read_count = \u_counters.read_count ;
wire                       stirred = stir_q != 3'd0;
entry_t                    f_made_entry;
assign f_made_entry = entry_o;

// ---- what is under way, counted at the pins
localparam integer FW = RW + 2;
localparam integer F_READY = 24;             // without a queue: cycles in which pack may be busy
localparam [39:0] F_SINCE = 40'd0;      // cycles from an event to its decision
// bytes that others have may be in words that were popped
localparam integer F_LATE = RESERVED != 0 ? 11 : 0;
logic [FW-1:0]        f_space;                // bytes of FIFO neither reserved nor stored
// entries made and not finished by pack; each reserved 20 bytes
logic [FW-1:0]        f_entries;
// entries in the queue; entries taken by pack and not finished, EVERY: none
logic [FW-1:0]        f_queued, f_taken;
// bytes of finished entries less bytes popped; negative: pops of an unfinished one, whose extra
// arguments may be written and read while it is in the queue. EVERY: bytes of
// entries that left the queue, less all that came back
logic signed [FW-1:0] f_stored;
// an entry was made in the cycle before, in the one before that
logic                 f_made, f_made_2;
logic [6:0]           f_back, f_back_2;      // bytes that came back then
// pack took an entry out of the queue in the cycle before
logic                 f_took;
logic                 f_quiet;               // idle_o was high, and nothing has come since
wire                  f_entry = entry_valid_o;
(* keep *) wire       f_report = report_begin || report_total || report_end;
wire                  f_take  = entry_taken_i;
logic                 f_reserved;            // an event was reserved its 20 bytes, and has not come
wire                  f_arrived = f_reserved && reserved_i;
wire                  f_reserves = reserve_i;
wire                  f_claimed = f_arrived && wanted;
wire [6:0]            f_backs = (unused_valid_i ? {1'b0, unused_i} : 7'd0) + (pop_i ? 7'd4 : 7'd0)
    + (f_arrived && !wanted ? ENTRY[6:0] : 7'd0);
wire signed [FW-1:0]  f_popped = pop_i ? 4 : 0;
wire signed [FW-1:0]  f_unused = $signed({{(FW-6){1'b0}}, unused_i});
wire signed [FW-1:0]  f_wrote = $signed(ENTRY) - f_unused;
wire                  f_finish = EVERY != 0 ? f_take : unused_valid_i;
wire signed [FW-1:0]  f_came = EVERY != 0
    ? $signed(f_take ? ENTRY : 0) - (unused_valid_i ? f_unused : $signed(0))
    : unused_valid_i ? f_wrote : $signed(0);
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_space    <= CAPACITY;
    f_entries <= '0;
    f_queued  <= '0;
    f_taken   <= '0;
    f_stored  <= '0;
    f_made    <= 1'b0;
    f_made_2  <= 1'b0;
    f_back    <= 7'd0;
    f_back_2  <= 7'd0;
    f_took    <= 1'b0;
    f_reserved <= 1'b0;
  end else begin
    f_reserved <= f_reserves || (f_reserved && !f_arrived);
    f_space    <= f_space + {{(FW-7){1'b0}}, f_backs} - ((f_entry && !f_claimed) || f_reserves
        ? ENTRY : 0);
    f_entries <= f_entries + {{(FW-1){1'b0}}, f_entry} - {{(FW-1){1'b0}}, f_finish};
    f_queued <= f_queued + {{(FW-1){1'b0}}, f_entry} - {{(FW-1){1'b0}}, f_take};
    f_taken   <= f_taken + {{(FW-1){1'b0}}, f_take} - {{(FW-1){1'b0}}, f_finish};
    f_stored  <= f_stored + f_came - f_popped;
    f_made    <= (f_entry && !f_claimed) || f_reserves;
    f_made_2  <= f_made;
    f_back    <= f_backs;
    f_back_2  <= f_back;
    f_took    <= f_take;
  end
end
always_comb if (f_started) begin
  // Only what is in the queue is taken out of it, and not in two cycles one after another.
  m_taken: `WEIR_ENV (!entry_taken_i || (f_queued != '0 && (EVERY != 0 || !f_took)));
  // Only what was taken is finished, and it wrote no more than was reserved for it. EVERY: no more
  // is returned than was reserved.
  m_unused: `WEIR_ENV (!unused_valid_i || (EVERY != 0 ? f_unused <= ENTRY + 8
      : f_taken != '0 && f_wrote >= 0));
  // Only bytes that were written are popped.
  m_pop: `WEIR_ENV (EVERY != 0 ? f_popped + (unused_valid_i ? f_unused : $signed(0)) <= f_stored
      : f_popped <= f_stored + F_LATE
      + (unused_valid_i ? f_wrote : f_entries != '0 ? $signed(ENTRY) : $signed(0)));
  // Clear arrives only when all is written, and nothing else with it.
  m_clear: `WEIR_ENV (!clear_i || (f_entries == '0 && !pop_i && !entry_valid_o && !event_valid_i
      && !f_reserved && !reserve_i && (EVERY == 0 || !unused_valid_i)));
  m_ticks: `WEIR_ENV (TIME_BASE != 0 ? !ticks_i[15] || zeroing_o : ticks_i == 1);
  // A reservation is asked for only when it can be given; it is held to an event that is not
  // dropped for something else, if it arrives at all.
  m_reserve: `WEIR_ENV (!reserve_i || (!zeroing_o && space_o));
  // No event while the counters are zeroed.
  m_hold: `WEIR_ENV (!(event_valid_i && zeroing_o));
  // An event has a kind, and a source there is; and a kind that is possible there: OVERRUN of the
  // pins and of a snoop, whose other events are all SYS.
  m_reason: `WEIR_ENV (!event_valid_i || (ev.kind == weir_pkg::DROP_OVERRUN ? ev.ctx[0]
      : ev.ctx != weir_pkg::CONTEXT_SNOOP || ev.kind == weir_pkg::DROP_SYS));
  m_event: `WEIR_ENV (!event_valid_i || ((HARTS > 1 || RETIRE != 0
      || ev.kind != weir_pkg::DROP_OVERRUN) && {28'd0, ev.hart} < HARTS
                     ));
end

// ---- space and entries
logic [9:0]  f_first;                        // edges since the first drop of the loss
logic [39:0] f_first_ticks;                  // ticks since then
logic [39:0] f_last;                         // ticks since the last drop
wire [31:0] f_begun = f_first_ticks >= 40'h7fffffff ? 32'h7fffffff : f_first_ticks[31:0];
logic [6:0]  f_still_cycles;                  // edges since the last drop, 64 at most
function automatic [39:0] f_later(input [39:0] age, input [15:0] later);
  logic [40:0] sum;
  begin
    sum = {1'b0, age} + {25'd0, later};
    f_later = sum[40] ? '1 : sum[39:0];
  end
endfunction
wire         f_begins = drop && (loss_q == NONE || report_end);
always_ff @(posedge clk_i) begin
  f_first <= f_begins ? 10'd1 : f_first + {9'd0, f_first != '1};
  f_first_ticks <= f_later(f_begins ? F_SINCE : f_first_ticks, ticks_i);
  if (!rst_ni) f_last <= '1;
  else f_last <= f_later(drop ? F_SINCE : f_last, ticks_i);
  if (!rst_ni) f_still_cycles <= 7'd64;
  else f_still_cycles <= drop ? 7'd1 + F_SINCE[6:0] : f_still_cycles + {6'd0, !f_still_cycles[6]};
end
// Space as the decision sees it: without what came back last.
wire [FW-1:0] f_seen = f_space - {{(FW-7){1'b0}}, f_back} - ('0);
wire f_half = f_space + (0) >= CAPACITY / 2;    // half of the FIFO is free, or almost
logic f_was_short, f_was_overload, f_was_half, f_was_user;   // in the cycle before
always_ff @(posedge clk_i) begin
  f_was_short    <= rst_ni && !clear_i && wanted && drop
      && f_space < (ev_sys ? 2 * ENTRY : 2 * ENTRY + CAPACITY / 8);
  f_was_overload <= rst_ni && !clear_i && overload_q && !f_half;
  f_was_half     <= rst_ni && !clear_i && f_seen >= CAPACITY / 2;
  f_was_user     <= rst_ni && !clear_i && wanted && drop;
end
wire f_entry_sys, f_entry_user;              // there are two entries; more than a quarter of them
wire f_placed, f_enough;                     // as they must be
always_comb if (f_started) begin
  // Every byte of the FIFO is free, reserved or stored: so space neither under- nor overflows.
  a_space: assert ($signed(f_space) + $signed(ENTRY * f_entries) + (f_reserved ? ENTRY : 0)
      + f_stored == CAPACITY);
  //! mutant admit_reserve_beside, step: a reservation in the cycle of a total of a loss
  //!     weir_drop_report@reserve_beside assign hold_o = loss_q == BEGIN || loss_q == END;
  a_capacity: assert (f_space <= CAPACITY + F_LATE && f_entries <= CAPACITY / 16 + 8);
  a_stored: assert (f_stored <= CAPACITY && f_stored >= (f_entries != '0 ? -ENTRY : 0) - F_LATE);
  // space_q is that, but for the last cycle.
  a_known: assert (f_space == {2'b00, space_q} + f_back - (f_made ? ENTRY : 0) && $signed(change_q)
      == $signed({1'b0, f_back}) - (f_made ? ENTRY : 0)
                   && f_back <= 2 * ENTRY + (EVERY != 0 ? 12 : 4)
                   && f_back_2 <= 2 * ENTRY + (EVERY != 0 ? 12 : 4));
  //! mutant admit_reserve_twice, bound 100: an event with a reservation takes space once more
  //!     @reserve_twice wire takes = deliver || due;
  a_under_way: assert (f_entries == f_queued + f_taken && f_taken <= f_entries
      && (EVERY == 0 || f_taken == '0));
  // One entry a cycle; without a queue only to a pack that is ready.
  a_one: assert (!(deliver && (report_begin || report_total || report_end)));
  // Free space for the entry of a loss that begins is always held, and it is made in the first
  // cycle in which no event is delivered (and pack is ready): within 2 * entries cycles of the
  // drop, two more if an event arrives that was reserved its space; without a queue in the next;
  // with EVERY whenever there is such a cycle.
  a_reserve: assert (space_q >= (loss_q > BEGIN ? 0 : ENTRY) + (f_made ? ENTRY : 0));
  a_begin_made: assert (loss_q != BEGIN || deliver || report_begin);
  // An event with a reservation is delivered if it is not dropped for something else; one
  // reservation at a time.
  a_granted: assert (!(f_claimed && !deliver) && !(f_reserves && (f_reserved || event_valid_i))
      && reserved_q == f_reserved);
  //! mutant admit_reserve_both, bound 100: a reservation serves two events
  //!     @reserve_both always_ff @(posedge clk_i) reserved_q <= rst_ni && !clear_i && (reserve ||
  //!     reserved_q);
  a_begin_soon: assert (EVERY != 0 || loss_q != BEGIN || f_first <= (2 * PLACES + (2)));
  // SYS is never dropped for want of free space while two entries fit and there are two entries; it
  // takes no more.
  a_sys: assert (!(drop && wanted && ev_sys) || f_seen < 2 * ENTRY || !f_entry_sys);
  // What a reservation is given from is event_valid_i when it is given.
  a_sys_takes: assert (!((deliver && !f_claimed) || f_reserves)
      || (f_space >= 2 * ENTRY && f_entry_sys));
  //! mutant admit_sys_reserve, step: SYS takes the space that is reserved for the entry of a loss
  //!     that
  //!     begins
  //!     @sys_reserve localparam integer FITS_TWO = ENTRY;
  // USER and COM never take from the SYS reserve, nor from the entries reserved for SYS, nor in an
  // overload; and are not dropped else.
  a_user_takes: assert (!((deliver && !ev_sys && !f_claimed) || (f_reserves && !reserve_sys_i))
      || (f_space >= 2 * ENTRY + CAPACITY / 8 && f_entry_user && !overload_q));
  //! mutant admit_user_reserve, step: USER takes the reserve of SYS
  //!     @user_reserve localparam integer FITS_USER = 2 * ENTRY;
  a_user: assert (!(drop && wanted && !ev_sys) || f_seen < 2 * ENTRY + CAPACITY / 8
      || !f_entry_user || overload_q);
  // Overload begins with a drop for want of free space, lasts until half of the FIFO is free, and
  // not longer.
  a_begin: assert (!f_was_short || overload_q);
  a_end: assert (!f_was_overload || overload_q);
  a_resume: assert (!f_was_half || f_was_user || !overload_q);
  //! mutant admit_overload_stays, step: an overload continues while events come
  //!     @overload_stays else if (resume && !event_valid_i) overload_q <= 1'b0;
  // Why:
  a_placed: assert (f_placed);
  a_enough: assert (f_enough);
end
wire [QUEUE_LOG2:0] f_used = entries_q + {{QUEUE_LOG2{1'b0}}, f_made};
// an event for which space was reserved before came since the loss began
logic f_paid;
always_ff @(posedge clk_i) f_paid <= rst_ni && !clear_i && loss_q == BEGIN && (f_paid || f_claimed);
assign f_entry_sys  = f_used <= PLACES - 2;
assign f_entry_user = 4 * f_used < 3 * PLACES;
wire [FW-1:0] f_known = {2'b00, space_q} - (f_made ? ENTRY : 0);
assign f_enough = two_q == (f_known >= 2 * ENTRY) && user_q == (f_known >= 2 * ENTRY + CAPACITY / 8)
               && resume_q == (f_known >= CAPACITY / 2) && first_go_q
                   == (f_known >= ENTRY && f_used <= PLACES - 1)
               && sys_go_q == (f_known >= 2 * ENTRY && f_entry_sys) && user_go_q
                   == (f_known >= 2 * ENTRY + CAPACITY / 8 && f_entry_user);
logic f_freed;                           // a reservation was dropped in the cycle before
always_ff @(posedge clk_i) f_freed <= rst_ni && !clear_i && f_arrived && !wanted;
assign f_placed = {{(FW-QUEUE_LOG2-1){1'b0}}, f_used} == f_queued + {{(FW-1){1'b0}}, f_reserved}
    + {{(FW-1){1'b0}}, f_took} + {{(FW-1){1'b0}}, f_freed}
               && taken_q == f_made && gone_q == f_took && free_q == f_freed
                   && f_used <= (loss_q <= BEGIN ? PLACES - 1 : PLACES)
               && (loss_q != BEGIN || EVERY != 0
                   || (f_first <= 2 * (f_used - f_freed) + 1 - f_took + 2 * f_paid
                   && !(f_paid && f_reserved)
                                       && (TIME_BASE != 0 ? {8'd0, first_q} == f_begun[30:0]
                                           && f_first_ticks <= {15'd0, f_first, 15'd0} : first_q
                                           == f_first)));

// ---- what the loss entries say
wire [31:0] f_value = f_made_entry.value;
// a trap, if it can be delivered
wire        f_isr   = RETIRE != 0 && ev.ctx == 2'd3 && !ev.is_switch;
wire [20:0] f_item  = f_made_entry.item;
wire [31:0] f_age   = f_last >= 40'h7fffffff ? 32'h7fffffff : f_last[31:0];
logic f_was_dropped, f_overload_was;
always_ff @(posedge clk_i) f_was_dropped <= rst_ni && !clear_i && drop;
always_ff @(posedge clk_i) f_overload_was <= rst_ni && !clear_i && overload_q;
// in the cycle before: an overload ended
logic       f_held;
// one has, in this loss, and its end has not begun since
wire        f_ended = f_held || (f_overload_was && !overload_q);
always_ff @(posedge clk_i) begin
  f_held   <= rst_ni && !clear_i && f_ended && loss_q != NONE && !(loss_q == OPEN && may_end);
end
wire        f_two_entries = f_entry_sys;
always_comb if (f_started) begin
  // A loss begins: how many ticks ago its first drop was. It ends: how many ticks ago its last was,
  // or that many and more.
  a_begin_entry: assert (!report_begin || (f_item == 21'd3 && f_value == {f_begun[30:0], 1'b1}));
  a_end_entry: assert (!report_end || (f_item == 21'd3 && f_value == {f_age[30:0], 1'b0}));
  // They take free space for two entries and two entries.
  a_report_space: assert (!(report_total || report_end) || (f_space >= 2 * ENTRY && f_two_entries));
  // A loss continues from the first drop on, and begins to end when no overload is open, and
  // either one has ended, or no event was dropped for 64 cycles, or the unit is disabled.
  a_loss: assert (!f_was_dropped || loss_o);
  // the former at once
  a_prompt: assert (!(f_ended && !overload_q && loss_q == OPEN) || may_end);
  //! mutant admit_ends_late, step: a loss does not begin to end when its overload has ended
  //!     weir_drop_report@ends_late if (overload_i && resume_i) ended_q <= 1'b0;
  a_ends: assert (!(loss_q == OPEN && may_end) || (!overload_q
      && (ended_q || f_still_cycles[6] || flush_i)));
  // In a loss the unit is idle only while that waits for words to be read.
  a_rests: assert (!idle_o || loss_q == NONE || (loss_q == OPEN && overload_q)
      || (loss_q >= OPEN && !fits_two));
  // An event: its item, by the table of items, and its value.
  a_event: assert (!(deliver) || (f_item == (f_isr
      ? (ev.hart == 0 ? 21'd2 : 21'd32 + {17'd0, ev.hart})
                                : ev.is_switch ? (ev.hart == 0 ? 21'd1 : 21'd16 + {17'd0, ev.hart})
                                : ev.hart == 0 && ev.id <= 16'd11 ? 21'd4 + {5'd0, ev.id}
                                    : 21'd16 * ({5'd0, ev.id} + 21'd63) + {17'd0, ev.hart})
                                && f_value == ev.value
                                    && f_made_entry.is_event == (ev.is_switch || f_isr)));
  // Why:
  a_ended: assert (ended_q == f_ended);
  a_full: assert (loss_q == NONE || TIME_BASE != 0 || full_q
      == (age == weir_pkg::LOSS_AGE_MAX[30:0]));
  a_last: assert (loss_q == NONE || ({1'b0, age} == f_age && quiet == f_still_cycles[6]));
  //! mutant admit_age, bound 100: a loss ends with the age of an earlier drop
  //!     weir_drop_report@age if (drop_i && loss_q != OPEN) begin
  a_still: assert (TIME_BASE != 0 || f_still_cycles == (f_last >= 40'd64 ? 7'd64 : f_last[6:0]));
  a_first: assert (TIME_BASE != 0 || loss_q != BEGIN || EVERY != 0
      || f_first_ticks == {30'd0, f_first} + F_SINCE);
  a_first_every: assert (EVERY == 0 || loss_q != BEGIN
      || {{(40-F_FIRST_W){1'b0}}, first_q}
      == (f_first_ticks[39:31] != 9'd0 ? 40'h80000000 : f_first_ticks));
  a_quiet_cycles: assert (TIME_BASE == 0 || loss_q == NONE || quiet_cycles == f_still_cycles);
  a_states: assert (loss_q <= END && (loss_q == TOTALS || !read_q));
end

// ---- nothing arrives by itself once it is idle and all is written
wire  f_settled = f_back == 6'd0 && f_back_2 == 6'd0 && !f_made && !f_made_2;
wire  f_still = rst_ni && !event_valid_i && !pop_i && f_entries == '0 && !f_reserved && !f_reserves
    && (EVERY == 0 || !unused_valid_i);
always_ff @(posedge clk_i) f_quiet <= f_still && !clear_i && (f_quiet || idle_o);
always_comb if (f_started) begin
  // BUSY may be trusted: no entry is made until an event arrives or the reader takes a word.
  a_quiet: assert (!(f_quiet && f_still) || !f_entry);
  // Nor does it rise again by itself: software may CLEAR the unit then.
  a_quiet_stays: assert (!(f_quiet && f_still) || idle_o);
  //! mutant admit_busy_again, step: BUSY rises for a cycle as the last total is looked at
  //!     weir_drop_report@busy stuck_q <= (loss_q == OPEN && overload_i && !resume_i) ||
  //!     (loss_q >= TOTALS && !fits_two_i);
  // Why:
  a_stirred: assert ((stir_q[0] || (!f_made && f_back == 6'd0))
      && (stir_q[1] || (!f_made_2 && f_back_2 == 6'd0)));
  a_stuck: assert (!(stuck_q && !stirred) || loss_q == NONE
      || (loss_q == OPEN && overload_q && !resume) || (loss_q >= OPEN && !fits_two));
  //! mutant admit_busy, step: BUSY is low though a loss is about to end
  //!     weir_drop_report@busy stuck_q <= (loss_q == OPEN && overload_i) || (loss_q >= OPEN &&
  //!     !fits_two_i);
  a_quiet_state: assert (!f_quiet || loss_q == NONE
      || (loss_q == OPEN && overload_q && !resume && f_settled)
      || (loss_q >= OPEN && !fits_two && f_settled));
end

`ifdef PROVE_weir_admit
// ---- any one counter is followed, of drops or of delivered events
(* hierconn *) wire [SW+DW:0] \u_counters.u_counts.f_index ;
(* hierconn *) wire [31:0]   \u_counters.u_counts.f_count ;
(* hierconn *) wire          \u_counters.u_counts.f_changed ;
(* hierconn *) wire          \u_counters.u_counts.f_read ;
(* hierconn *) wire [SW+DW:0] \u_counters.u_counts.index_q ;
wire [SW+DW:0] f_which = \u_counters.u_counts.f_index ;
wire          f_of_drops = f_which[DW];
wire [SW+DW-1:0] f_index = {f_which[SW+DW:DW+1], f_which[DW-1:0]};
wire [3:0]    f_hart = HARTS > 1 ? f_index[SW+DW-1:DW] >> CW : 4'd0;
wire [1:0]    f_ctx  = CW == 1 ? {1'b0, f_index[DW]} : f_index[DW+1:DW];
wire [DW-1:0] f_kind = f_index[DW-1:0];
// The event that is event_valid_i: without a queue that of the cycle before.
logic         f_event_q;
logic [3:0]   f_hart_q;
logic [1:0]   f_ctx_q;
logic [DW-1:0] f_kind_q;
always_ff @(posedge clk_i) begin
  f_event_q <= rst_ni && event_valid_i;
  f_hart_q  <= ev.hart;
  f_ctx_q   <= ev.ctx;
  f_kind_q  <= ev.kind;
end
wire          f_judged = event_valid_i;
wire [3:0]    f_j_hart = ev.hart;
wire [1:0]    f_j_ctx  = ev.ctx;
wire [DW-1:0] f_j_kind = ev.kind;
wire          f_hit  = (f_of_drops ? drop : deliver) && f_j_hart == f_hart && f_j_ctx == f_ctx
    && f_j_kind == f_kind;
logic [31:0]  f_events;                      // those that it counts, seen at the pins
logic         f_pending;                      // there was one since the total was reported
wire          f_reported = report_total && f_of_drops && at_q == f_index;
wire          f_possible = {28'd0, f_hart} < HARTS && (f_kind == weir_pkg::DROP_OVERRUN ? f_ctx[0]
    : f_ctx != weir_pkg::CONTEXT_SNOOP || f_kind == weir_pkg::DROP_SYS);
logic         f_asked, f_valid;              // software read it in the cycle before, and it shows,
logic [31:0]  f_then, f_past;                // when they were this number of
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_events  <= 32'd0;
    f_pending <= 1'b0;
  end else begin
    if (f_hit) f_events <= f_events + 32'd1;
    if (f_hit && f_of_drops) f_pending <= 1'b1;
    else if (f_reported) f_pending <= 1'b0;
  end
  f_then  <= f_events;
  f_past  <= f_then;
  f_valid <= rst_ni && !clear_i && f_asked;
  f_asked <= rst_ni && !clear_i && read_ready_o && (TWO != 0 || !event_valid_i)
      && read_index == f_which;
end
always_comb if (f_started) begin
  // Every event is delivered or dropped, and one of no class is dropped; so offered is delivered
  // and dropped.
  a_offered: assert (deliver + drop == {1'b0, event_valid_i});
  a_none: assert (!deliver || f_j_kind <= weir_pkg::DROP_SYS);
  // A counter is exactly its events; software reads it as of the cycles before the read.
  a_counter: assert (\u_counters.u_counts.f_count == f_events);
  //! mutant admit_delivered, bound 100: delivered events are counted as dropped
  //!     weir_counters@delivered wire [W-1:0] ev_index = {source[SW-1:0], 1'b1, ev.kind};
  a_read: assert (TWO != 0 ? !f_valid || read_count_o == f_past : !f_asked || read_count_o
      == f_then);
  a_read_count: assert (!f_asked || read_count == f_then);
  // A total reported is all drops of the cycles before its entry, and its item names kind and
  // source.
  a_total: assert (!f_reported || (f_value == f_events && f_item == 21'd256
      + {12'd0, f_kind, f_ctx, f_hart}));
  //! mutant admit_shown, bound 100: the total of another counter is reported
  //!     weir_drop_report@shown read_q <= look && read_i;
  // Only drops that are possible are reported.
  a_possible: assert (!f_reported || f_possible);
  //! mutant admit_possible, step: a drop of another counter marks this one
  //!     weir_drop_report@shown read_q <= look && read_i;
  a_impossible: assert (f_possible || !f_pending);
  // Every drop is reported: a loss does not end, and none is over, before the total with it is
  // reported.
  a_reported: assert (!(report_end && f_pending));
  a_none_pending: assert (!(loss_q == NONE && f_pending));
  // Nor does it end in an overload, nor is one open without it.
  a_overload_calm: assert (!overload_q || (loss_q != NONE && !report_end));
  // Why:
  a_mark: assert (f_of_drops ? \u_counters.u_counts.f_changed == f_pending : !f_pending);
  a_valid: assert (!read_q || (\u_counters.u_counts.f_read
      && \u_counters.u_counts.index_q == {at_q[SW+DW-1:DW], 1'b1, at_q[DW-1:0]}));
  a_passed: assert (!(loss_q == TOTALS && !again_q && at_q > f_index && f_pending));
  //! mutant admit_forgets, bound 100: a drop while totals are reported is not reported
  //!     weir_drop_report@forgets if (drop_i && loss_q != TOTALS) again_q <= 1'b1;
  a_all_passed: assert (!(loss_q == END && !again_q && f_pending));
  a_calm: assert (!(loss_q >= TOTALS && !again_q && overload_q));
  //! mutant admit_ends_in_overload, step: a loss ends though an overload began in the cycle in
  //!     which it began to end
  //!     weir_drop_report@forgets if (drop_i && loss_q != OPEN) again_q <= 1'b1;
  // A counter that software reads waits for no event where one may come in every cycle.
  a_read_ready: assert (TWO == 0 || zeroing_o || coming_i || read_ready_o);
  //! mutant admit_reads_wait, in admit_ticks, bound 100: a counter cannot be read while events come
  //!     in every cycle
  //!     weir_counters@reads_wait wire other = coming_i || event_valid_i;
  a_judged: assert (event_valid_i == f_judged && (!event_valid_i
      || ({28'd0, f_j_hart} < HARTS  && ev.kind == f_j_kind && ev_source
      == (HW == 0 ? {4'd0, f_j_ctx[CW-1:0]} : {f_j_hart, f_j_ctx[CW-1:0]}))));
end
// All of this happens.
always_comb if (f_started) begin
  c_overload: cover (overload_q);
  c_reported: cover (f_reported);
  c_ended: cover (report_end && f_of_drops && f_events == 32'd2);
  c_again: cover (loss_q == END && again_q);
  c_reserve_used: cover (f_space < 2 * ENTRY);
end
// Mutants that properties of other modules must catch.
`endif
`undef WEIR_ENV
