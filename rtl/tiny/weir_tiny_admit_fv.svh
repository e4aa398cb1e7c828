// SPDX-License-Identifier: Apache-2.0
// Properties of weir_tiny_admit, which includes this file under FORMAL.
//
//! proof tiny_admit (FIFO_LOG2=7), induction: accounting by port and reason, every drop reported,
//!     free space, reserves, overload, ages, entries
//! proof tiny_admit_as_tiny (FIFO_LOG2=10), induction: the same, as in tiny

`ifdef PROVE_weir_tiny_admit
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_tiny_admit
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
// ---- what is under way, counted at the pins
localparam integer FW = RW + 2;
localparam integer F_READY = 24;             // cycles in which pack may be busy
(* keep *) logic [FW-1:0]        f_space;     // bytes of FIFO neither reserved nor stored
(* keep *) logic [FW-1:0]        f_entries;  // entries made and not finished by pack
(* keep *) logic signed [FW-1:0] f_stored;   // bytes of finished entries, less bytes read
(* keep *) logic                 f_made, f_made_2;      // an entry was made a cycle, two before
logic [6:0]           f_back, f_back_2;      // bytes that were returned then
(* keep *) logic [4:0] f_busy;               // cycles without entry_ready_i
logic                 f_was_ready;           // entry_ready_i in the cycle before
logic                 f_quiet;               // idle_o was high, and nothing has happened since
wire                  f_entry = entry_valid_o;
wire [6:0]            f_backs = (unused_valid_i ? {2'd0, unused_i} : 7'd0) + (pop_i ? 7'd4 : 7'd0);
wire signed [FW-1:0]  f_popped = pop_i ? 4 : 0;
wire signed [FW-1:0]  f_wrote = $signed(ENTRY) - $signed({{(FW-5){1'b0}}, unused_i});
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_space    <= CAPACITY;
    f_entries <= '0;
    f_stored  <= '0;
    f_made    <= 1'b0;
    f_made_2  <= 1'b0;
    f_back    <= 7'd0;
    f_back_2  <= 7'd0;
  end else begin
    f_space    <= f_space + {{(FW-7){1'b0}}, f_backs} - (f_entry ? ENTRY : 0);
    f_entries <= f_entries + {{(FW-1){1'b0}}, f_entry} - {{(FW-1){1'b0}}, unused_valid_i};
    f_stored  <= f_stored + (unused_valid_i ? f_wrote : 0) - f_popped;
    f_made    <= f_entry;
    f_made_2  <= f_made;
    f_back    <= f_backs;
    f_back_2  <= f_back;
  end
  f_was_ready <= rst_ni && entry_ready_i;
  f_busy <= rst_ni && !entry_ready_i ? f_busy + 5'd1 : 5'd0;
end
always_comb if (f_started) begin
  // pack is busy for two cycles after an entry, ready again soon, and then waits.
  m_busy: `WEIR_ENV (!((f_made || f_made_2) && entry_ready_i));
  m_ready: `WEIR_ENV (entry_ready_i || f_busy < F_READY);
  m_waits: `WEIR_ENV (entry_ready_i || f_made || !f_was_ready);
  // Only an entry that was made is finished, and it wrote no more than its reservation.
  m_unused: `WEIR_ENV (!unused_valid_i || (f_entries != '0 && f_wrote >= 0));
  // Only bytes that were written are read.
  m_pop: `WEIR_ENV (f_popped <= f_stored + (unused_valid_i ? f_wrote
                                            : f_entries != '0 ? $signed(ENTRY) : $signed(0)));
  // Clear arrives only in the cycle after all was idle, and nothing else with it.
  m_clear: `WEIR_ENV (!clear_i || (f_quiet && f_entries == '0 && !pop_i && !event_valid_i));
  // No event while stall_serial_o, nor while counters are zeroed; none was dropped by the snoop.
  m_hold: `WEIR_ENV (!(event_valid_i && (stall_serial_o || zeroing_o)));
  m_event: `WEIR_ENV (!event_valid_i || ev_kind != weir_pkg::DROP_OVERRUN);
end

// ---- free space
logic [9:0]  f_first;                        // cycles since the first drop of the loss
logic [39:0] f_last, f_first_long;           // cycles since the last drop, since the first
logic [6:0]  f_still;                        // cycles since the last drop, 64 at most
wire         f_begins = drop && (loss_q == NONE || report_end);
wire [30:0]  f_begun = f_first_long >= 40'h7fffffff ? 31'h7fffffff : f_first_long[30:0];
wire [30:0]  f_age   = f_last >= 40'h7fffffff ? 31'h7fffffff : f_last[30:0];
always_ff @(posedge clk_i) begin
  f_first      <= f_begins ? 10'd1 : f_first + {9'd0, f_first != '1};
  f_first_long <= f_begins ? 40'd2 : f_first_long + {39'd0, f_first_long != '1};
  if (!rst_ni) f_last <= '1;
  else f_last <= drop ? 40'd2 : f_last + {39'd0, f_last != '1};
  if (!rst_ni) f_still <= 7'd64;
  else f_still <= drop ? 7'd2 : f_still + {6'd0, !f_still[6]};
end
// Free space as the decision sees it: without what was returned in the last two cycles.
wire [FW-1:0] f_seen = f_space - {{(FW-7){1'b0}}, f_back} - {{(FW-7){1'b0}}, f_back_2};
wire f_half = f_space + ENTRY >= CAPACITY / 2;        // half of the FIFO is free, or almost
logic f_was_short, f_was_overload, f_was_half, f_was_user, f_overload_was;   // in the cycle before
logic [RW-1:0] f_was;                        // space_q of the cycle before
logic f_ran;                                 // no reset or clear in the cycle before
wire  f_sys = kind_q[1];
always_ff @(posedge clk_i) begin
  f_was_short    <= rst_ni && !clear_i && wanted && drop
                    && f_space < (f_sys ? 2 * ENTRY : 2 * ENTRY + CAPACITY / 8);
  f_was_overload <= rst_ni && !clear_i && overload_q && !f_half;
  f_was_half     <= rst_ni && !clear_i && f_seen >= CAPACITY / 2;
  f_was_user     <= rst_ni && !clear_i && wanted && drop;
  f_overload_was <= rst_ni && !clear_i && overload_q;
  f_was          <= (!rst_ni || clear_i) ? CAPACITY : space_q;
  f_ran          <= rst_ni && !clear_i;
end
always_comb if (f_started) begin
  // Every byte of the FIFO is free, reserved or stored: free space neither under- nor overflows.
  a_space: assert ($signed(f_space) + $signed(ENTRY * f_entries) + f_stored == CAPACITY);
  a_capacity: assert (f_space <= CAPACITY && f_entries <= CAPACITY / 16 + 8);
  a_stored: assert (f_stored <= CAPACITY && f_stored >= (f_entries != '0 ? -ENTRY : 0));
  // space_q is that, but for the last cycle.
  a_known: assert (f_space == {2'b00, space_q} + f_back - (f_made ? ENTRY : 0)
                   && $signed(change_q) == $signed({1'b0, f_back}) - (f_made ? ENTRY : 0)
                   && f_back <= ENTRY + 4 && f_back_2 <= ENTRY + 4);
  // One entry at a time, and only to a pack that is ready.
  a_one: assert (!(deliver && report_q) && !(event_valid_i && report));
  //! mutant tiny_admit_turns, bound 100: a report entry in the cycle of an event
  //!     @turns wire first = judging;
  a_ready: assert (!f_entry || entry_ready_i);
  // The entry that reports a loss always has its bytes, and is made in the cycle after the drop.
  a_reserve: assert (space_q >= (loss_q > BEGIN ? 0 : ENTRY) + (f_made || report_q ? ENTRY : 0));
  a_begin_soon: assert (loss_q != BEGIN || (!first && space_q >= ENTRY && f_first <= 10'd1));
  // SYS is never dropped for want of space while two entries fit; it takes no more.
  a_sys: assert (!(drop && wanted && f_sys) || f_seen < 2 * ENTRY);
  a_sys_takes: assert (!deliver || f_space >= 2 * ENTRY);
  //! mutant tiny_admit_sys_reserve, step: SYS takes the space reserved for the report of a loss
  //!     @sys_reserve localparam integer FITS_TWO = ENTRY;
  // USER and COM never take from the reserve of SYS, nor in an overload; else they are not dropped.
  a_user_takes: assert (!(deliver && !f_sys)
                        || (f_space >= 2 * ENTRY + CAPACITY / 8 && !overload_q));
  //! mutant tiny_admit_user_reserve, step: USER takes the reserve of SYS
  //!     @user_reserve localparam integer FITS_USER = 2 * ENTRY;
  a_user: assert (!(drop && wanted && !f_sys) || f_seen < 2 * ENTRY + CAPACITY / 8 || overload_q);
  // Overload begins with a drop for want of space and lasts until half of the FIFO is free.
  a_begin: assert (!f_was_short || overload_q);
  a_end: assert (!f_was_overload || overload_q);
  a_resume: assert (!f_was_half || f_was_user || !overload_q);
  //! mutant tiny_admit_overload_stays, step: an overload continues while events come
  //!     @overload_stays else if (resume_q && !event_valid_i) overload_q <= 1'b0;
  // Why:
  a_apart: assert (!(f_made && f_made_2) && !(event_q && report_q));
  a_after_clear: assert (f_ran || (loss_q == NONE && zeroing_o && !overload_q && !judging));
  a_was: assert (!f_ran || (space_q == f_was + {{(RW-7){1'b0}}, f_back_2} - (f_made_2 ? ENTRY : 0)
                 && fits_two_q == (f_was >= 2 * ENTRY)
                 && fits_user_q == (f_was >= 2 * ENTRY + CAPACITY / 8)
                 && resume_q == (f_was >= CAPACITY / 2)));
  a_was_reserve: assert (f_was >= (loss_q > BEGIN ? 0 : ENTRY) + (f_made ? ENTRY : 0)
                                  + (f_made_2 ? ENTRY : 0) + (report_q ? ENTRY : 0));
  a_judging: assert (!judging || (hold_q && entry_ready_i && !f_made && !f_made_2));
  a_first_cycle: assert (loss_q != BEGIN || (f_first == 10'd1 && age_q == 31'd2 && entry_ready_i
                                             && hold_q && !judging));
  a_to_ready: assert (!f_ran || hold_q || (f_was_ready && !f_made));
end

// ---- what the reports of a loss say
wire [31:0] f_value = entry.value;
wire [20:0] f_item  = entry.item;
logic       f_was_dropped, f_held;
wire        f_ended = f_held || (f_overload_was && !overload_q);   // an overload ended in this loss
always_ff @(posedge clk_i) begin
  f_was_dropped <= rst_ni && !clear_i && drop;
  f_held   <= rst_ni && !clear_i && f_ended && loss_q != NONE && !(loss_q == OPEN && may_end);
end
always_comb if (f_started) begin
  // A loss begins: the cycles since its first drop. It ends: the cycles since its last, saturated.
  a_begin_entry: assert (!report_begin || (f_item == 21'd3 && f_value == {f_begun, 1'b1}));
  a_end_entry: assert (!report_end || (f_item == 21'd3 && f_value == {f_age, 1'b0}));
  //! mutant tiny_admit_age, bound 100: a loss ends with the age of an earlier drop
  //!     @age if (event_q || loss_q != NONE) age_q <= drop && loss_q != OPEN ? 31'd2 : age_q +
  //!     {30'd0, !full_q};
  // They leave bytes for two entries.
  a_report_space: assert (!(report_total || report_end) || f_space >= 2 * ENTRY);
  // A loss continues from the first drop, and begins to end when no overload continues, and either
  // one has ended, or nothing was dropped for 64 cycles, or the unit is disabled.
  a_loss: assert (!f_was_dropped || loss_o);
  a_prompt: assert (!(f_ended && !overload_q && loss_q == OPEN && !judging) || may_end);
  //! mutant tiny_admit_ends_late, step: a loss does not begin to end when its overload has ended
  //!     @ends_late if (overload_q && resume_q) ended_q <= 1'b0;
  a_ends: assert (!(loss_q == OPEN && may_end)
                  || (!overload_q && (ended_q || f_still[6] || flush_i)));
  // In a loss the unit is idle only while that waits for words to be read.
  a_rests: assert (!idle_o || loss_q == NONE || (loss_q == OPEN && overload_q)
                   || (loss_q >= OPEN && !fits_two_q));
  // An event: its item, by the table of items, and its value.
  a_event: assert (!event_valid_i || (f_item == (ev_tsw ? 21'd1
                   : ev_id <= 16'd11 ? 21'd4 + {5'd0, ev_id} : 21'd16 * ({5'd0, ev_id} + 21'd63))
                   && f_value == ev.value
                   && entry.is_event == ev_tsw));
  // Why:
  a_ended: assert (ended_q == f_ended);
  a_full: assert (loss_q == NONE || full_q == (age_q == 31'h7fffffff));
  a_last: assert (loss_q == NONE || (age_q == f_age && quiet == f_still[6]));
  a_still: assert (f_still == (f_last >= 40'd64 ? 7'd64 : f_last[6:0]));
  a_first: assert (loss_q != BEGIN || f_first_long == {30'd0, f_first} + 40'd1);
  a_states: assert (loss_q <= END && (loss_q == TOTALS || !valid_q));
end

// ---- nothing happens by itself once it is idle and all is written
wire  f_settled = f_back == 7'd0 && f_back_2 == 7'd0 && !f_made && !f_made_2;
wire  f_calm = rst_ni && !event_valid_i && !pop_i && f_entries == '0;
wire  f_stirred = stir_q != 3'd0;
always_ff @(posedge clk_i) f_quiet <= f_calm && !clear_i && (f_quiet || idle_o);
always_comb if (f_started) begin
  // BUSY may be trusted: no entry is made until an event arrives or the reader takes a word.
  a_quiet: assert (!(f_quiet && f_calm) || !f_entry);
  // Nor does it rise again by itself: software may CLEAR the unit then.
  a_quiet_stays: assert (!(f_quiet && f_calm) || idle_o);
  //! mutant tiny_admit_busy_again, step: BUSY rises for a cycle as the last total is looked at
  //!     @busy stuck_q <= (loss_q == OPEN && overload_q && !resume_q) ||
  //!     (loss_q >= TOTALS && !fits_two_q);
  // Why:
  a_stirred: assert ((stir_q[0] || (!f_made && f_back == 7'd0))
                     && (stir_q[1] || (!f_made_2 && f_back_2 == 7'd0)));
  a_stuck: assert (!(stuck_q && !f_stirred) || loss_q == NONE
                   || (loss_q == OPEN && overload_q && !resume_q)
                   || (loss_q >= OPEN && !fits_two_q));
  //! mutant tiny_admit_busy, step: BUSY is low though a loss is about to end
  //!     @busy stuck_q <= (loss_q == OPEN && overload_q) || (loss_q >= OPEN && !fits_two_q);
  a_quiet_judging: assert (!f_quiet || !judging);
  a_quiet_state: assert (!f_quiet || loss_q == NONE
                         || (loss_q == OPEN && overload_q && !resume_q && f_settled)
                         || (loss_q >= OPEN && !fits_two_q && f_settled));
end

`ifdef PROVE_weir_tiny_admit
// ---- any one counter of drops is followed
(* hierconn *) wire [3:0]  \u_dropped.f_index ;
(* hierconn *) wire [31:0] \u_dropped.f_count ;
(* hierconn *) wire        \u_dropped.f_changed ;
(* hierconn *) wire        \u_dropped.f_read ;
(* hierconn *) wire [3:0]  \u_dropped.index_q ;
(* hierconn *) wire        \u_dropped.event_q ;
wire [3:0]   f_index = \u_dropped.f_index ;
logic        f_event_q, f_source_q;          // the event that is judged
logic [2:0]  f_kind_q;
always_ff @(posedge clk_i) begin
  f_event_q  <= rst_ni && event_valid_i;
  f_source_q <= ev_source;
  f_kind_q   <= ev_kind;
end
wire         f_hit  = drop && {f_source_q, f_kind_q} == f_index;
logic [31:0] f_dropped;                      // drops seen at the pins
logic        f_pending;                      // there was one since the total was reported
wire         f_reported = report_total && at_q == f_index;
logic        f_asked;                        // software read it in the cycle before,
logic [31:0] f_then;                         // when they were this number of
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_dropped <= 32'd0;
    f_pending <= 1'b0;
  end else begin
    if (f_hit) f_dropped <= f_dropped + 32'd1;
    if (f_hit) f_pending <= 1'b1;
    else if (f_reported) f_pending <= 1'b0;
  end
  f_then  <= f_dropped;
  f_asked <= rst_ni && !clear_i && read_ready_o && !event_valid_i
             && {read_source_i, read_kind_i} == f_index;
end
always_comb if (f_started) begin
  // Its counter is exactly those drops; software reads it as of the cycles before the read.
  a_counter: assert (\u_dropped.f_count == f_dropped);
  a_read: assert (!f_asked || read_count_o == f_then);
  // A reported total is all drops before its entry, and its item names reason and port.
  a_total: assert (!f_reported || (f_value == f_dropped
                   && f_item == 21'd256 + {12'd0, f_index[2:0], 1'b0, f_index[3], 4'd0}));
  //! mutant tiny_admit_valid, bound 60: the total of another counter is reported
  //!     @valid valid_q <= look && count_ready;
  // Every drop is reported: a loss does not end before the total with it, nor is one over.
  a_pending: assert (!(report_end && f_pending));
  a_none_pending: assert (!(loss_q == NONE && f_pending));
  // Nor does it end in an overload, nor is one open without it.
  a_overload_calm: assert (!overload_q || (loss_q != NONE && !report_end));
  // Why:
  a_mark: assert (\u_dropped.f_changed == f_pending);
  a_valid: assert (!valid_q || (\u_dropped.f_read && \u_dropped.index_q == at_q));
  a_passed: assert (!(loss_q == TOTALS && !again_q && at_q > f_index && f_pending));
  //! mutant tiny_admit_forgets, bound 60: a drop while totals are reported is not reported
  //!     @again if (drop && loss_q != TOTALS) again_q <= 1'b1;
  a_all_passed: assert (!(loss_q == END && !again_q && f_pending));
  a_calm: assert (!(loss_q >= TOTALS && !again_q && overload_q));
  a_spaced: assert (!(\u_dropped.event_q || event_q) || hold_q);
  //! mutant tiny_admit_spaced, by u_dropped.m_apart, bound 60: events come in cycles one after
  //!     another
  //!     @spaced hold_q <= report || judging || !entry_ready_i || (loss_q >= TOTALS &&
  //!     report_fits);
  a_judged: assert (event_q == f_event_q
                    && (!event_q || (kind_q == f_kind_q && source_q == f_source_q)));
end

// All of this happens.
always_comb if (f_started) begin
  c_overload: cover (overload_q);
  c_reported: cover (f_reported);
  c_ended: cover (report_end && f_dropped == 32'd2);
  c_again: cover (loss_q == END && again_q);
end
`endif
`undef WEIR_ENV
