// SPDX-License-Identifier: Apache-2.0
// Properties of weir, which includes this file under FORMAL.
//
//! proof weir_small (VALUE_REGS=1 QUEUE_LOG2=2 THREAD_CACHE=0 FIFO_LOG2=7), induction, cut
//!     u_page.u_fifo.data_q u_queue.u_fifo.data_q u_admit.u_counters.u_counts.now: nothing
//!     overflows, pack never waits; every id that is stored is offered, once; from the arbiter to
//!     the FIFO nothing is lost uncounted; an overload ends when the reader drains; the assumptions
//!     of the stages hold
//! proof weir_as_small (VALUE_REGS=4 QUEUE_LOG2=5 THREAD_CACHE=8 FIFO_LOG2=10), induction, define
//!     SHOW_WORDS, cut u_page.u_fifo.data_q u_admit.u_counters.u_counts.now, limit 900: the same,
//!     as in small, with its thread cache
//! proof weir_filtered (PROTECT=1 VALUE_REGS=1 FILTER=1 QUEUE_LOG2=2 THREAD_CACHE=0 FIFO_LOG2=7),
//!     induction, cut u_page.u_fifo.data_q u_queue.u_fifo.data_q u_admit.u_counters.u_counts.now,
//!     limit 900: the same, and what enters the filter is offered or counted as filtered
//! proof weir_thread_cache (VALUE_REGS=1 RETIRE=1 QUEUE_LOG2=2 THREAD_CACHE=4 FIFO_LOG2=7),
//!     induction, define SHOW_WORDS, cut u_page.u_fifo.data_q u_admit.u_counters.u_counts.now,
//!     limit 900: the same as weir_small, with thread cache and
//!     retire view
//! proof weir_checkpoint (VALUE_REGS=1 QUEUE_LOG2=2 THREAD_CACHE=0 CHECKPOINT=1 FIFO_LOG2=8),
//!     induction, cut u_page.u_fifo.data_q u_queue.u_fifo.data_q u_admit.u_counters.u_counts.now
//!     u_checkpoint.g_checkpoint.u_table.state_rd_q, limit 900: the same as weir_small, with
//!     checkpoints in the stream: they have space of their own, no event is between their parts,
//!     and an overload ends while they are written
//! proof weir_ring (VALUE_REGS=1 QUEUE_LOG2=2 THREAD_CACHE=0 RING=1 FIFO_LOG2=7), induction, define
//!     WITH_RING, cut u_page.u_fifo.data_q u_queue.u_fifo.data_q u_admit.u_counters.u_counts.now
//!     u_ring_sink.g_ring.u_ring_fifo.data_q u_ring_sink.g_ring.u_ring.u_table.state_rd_q, limit
//!     900: the same as weir_small, with a ring beside the data page or in its place: every word
//!     goes to each that has the stream, and its space is given back once; the ring writes in its
//!     window only
//! proof weir_time (VALUE_REGS=1 QUEUE_LOG2=2 THREAD_CACHE=0 FIFO_LOG2=7 TIME_BASE=1), induction,
//!     define WITH_TIME, cut u_page.u_fifo.data_q u_queue.u_fifo.data_q
//!     u_admit.u_counters.u_counts.now, limit 900: the same as weir_small, with a time base
//! proof weir_pins (VALUE_REGS=1 QUEUE_LOG2=2 THREAD_CACHE=0 FIFO_LOG2=7 PINS=2), induction, cut
//!     u_page.u_fifo.data_q u_queue.u_fifo.data_q u_admit.u_counters.u_counts.now, limit 900: the
//!     same as weir_small, with event pins
//! proof weir_peek (VALUE_REGS=1 QUEUE_LOG2=2 THREAD_CACHE=0 FIFO_LOG2=7 PEEK=1), induction, define
//!     WITH_PEEK, cut u_page.u_fifo.data_q u_queue.u_fifo.data_q u_admit.u_counters.u_counts.now,
//!     limit 900: the same as weir_small, with words that are looked at
//! proof weir_framed (VALUE_REGS=1 QUEUE_LOG2=2 THREAD_CACHE=0 FIFO_LOG2=7 FRAME=1), induction, cut
//!     u_page.u_fifo.data_q u_queue.u_fifo.data_q u_admit.u_counters.u_counts.now, limit 900: the
//!     same as weir_small, with frames
//! proof weir_args (VALUE_REGS=1 QUEUE_LOG2=2 THREAD_CACHE=0 FIFO_LOG2=7 ARGS=4), induction,
//!     define WITH_ARGS SHOW_WORDS, cut u_page.u_fifo.data_q u_admit.u_counters.u_counts.now, limit
//!     900: the same as weir_small, with events of up to four values
//! proof weir_value (VALUE_REGS=1 VALUE_W=64 QUEUE_LOG2=2 THREAD_CACHE=0 FIFO_LOG2=7), induction,
//!     cut u_page.u_fifo.data_q u_queue.u_fifo.data_q u_admit.u_counters.u_counts.now, limit 900:
//!     the same as weir_small, with values of 64 bits
//! proof weir_pins_ring (VALUE_REGS=1 QUEUE_LOG2=2 THREAD_CACHE=0 PINS=2 RING=1 FIFO_LOG2=7),
//!     induction, define WITH_RING WITH_PINS WITH_OVERRUN, cut u_page.u_fifo.data_q
//!     u_queue.u_fifo.data_q u_admit.u_counters.u_counts.now u_ring_sink.g_ring.u_ring_fifo.data_q
//!     u_ring_sink.g_ring.u_ring.u_table.state_rd_q, limit 900: the same as weir_ring, with event
//!     pins
//! proof weir_harts (HARTS=2 VALUE_REGS=1 QUEUE_LOG2=2 THREAD_CACHE=0 FIFO_LOG2=7), induction, cut
//!     u_page.u_fifo.data_q u_queue.u_fifo.data_q u_admit.u_counters.u_counts.now, limit 900: the
//!     same as weir_small, with two harts
//! proof weir_all (VALUE_REGS=1 ARGS=4 RETIRE=1 FILTER=1 PROTECT=1 TIME_BASE=1 CHECKPOINT=1
//!     PEEK=1 FRAME=1 RING=1 QUEUE_LOG2=2 THREAD_CACHE=4 FIFO_LOG2=9), induction, define WITH_ARGS
//!     WITH_TIME WITH_PEEK WITH_RING WITH_OVERRUN SHOW_WORDS, cut u_page.u_fifo.data_q
//!     u_admit.u_counters.u_counts.now u_checkpoint.g_checkpoint.u_table.state_rd_q
//!     u_ring_sink.g_ring.u_ring_fifo.data_q u_ring_sink.g_ring.u_ring.u_table.state_rd_q, limit
//!     900: all of full but its pins, smaller
//! proof weir_most (VALUE_REGS=1 RETIRE=1 PINS=2 FILTER=1 PROTECT=1 TIME_BASE=1 PEEK=1 FRAME=1
//!     QUEUE_LOG2=2 THREAD_CACHE=4 FIFO_LOG2=7), induction, define WITH_TIME WITH_PEEK SHOW_WORDS,
//!     cut u_page.u_fifo.data_q u_admit.u_counters.u_counts.now, limit 900: all of these together

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

// ---- registers of the stages, by name
`include "weir_types.svh"
localparam integer FW = FIFO_LOG2 + 5;
localparam integer CAPACITY = (4 << FIFO_LOG2) - RESERVED;      // of events
localparam integer F_N = 5 + $clog2(SOURCES);    // counters of drops, log2
(* hierconn *) wire [FW-1:0]        \u_admit.f_space ;
(* hierconn *) wire [FW-1:0]        \u_admit.f_entries ;
(* hierconn *) wire [FW-1:0]        \u_admit.f_queued ;
(* hierconn *) wire [FW-1:0]        \u_admit.f_taken ;
(* hierconn *) wire signed [FW-1:0] \u_admit.f_stored ;
(* hierconn *) wire                 \u_admit.f_made ;
(* hierconn *) wire                 \u_admit.f_made_2 ;
(* hierconn *) wire                 \u_admit.f_took ;
(* hierconn *) wire                 \u_admit.event_valid_i ;
(* hierconn *) wire                 \u_admit.f_report ;
(* hierconn *) wire                 \u_timestamp.f_made ;
(* hierconn *) wire                 \u_timestamp.f_made_2 ;
(* hierconn *) wire [4:0]           \u_admit.f_busy ;
(* hierconn *) wire                 \u_admit.reserved_q ;
(* hierconn *) wire [2:0]           \u_admit.loss_q ;
(* hierconn *) wire                 \u_admit.again_q ;
(* hierconn *) wire [2:0]           \u_admit.stir_q ;
(* hierconn *) wire [F_N-1:0]       \u_admit.at_q ;
(* hierconn *) wire                 \u_pack.valid_q ;
(* hierconn *) wire [4:0]           \u_pack.f_bytes ;
(* hierconn *) wire [2:0]           \u_pack.f_late ;
(* hierconn *) wire [4:0]           \u_pack.f_steps ;
(* hierconn *) wire                 \u_pack.f_of ;
(* hierconn *) wire                 \u_pack.f_copies ;
(* hierconn *) wire [1:0]           \u_pack.state_q ;
(* hierconn *) wire [2:0]           \u_pack.f_chunk_len ;
(* hierconn *) wire [20:0]          \u_pack.f_in_item ;
(* hierconn *) wire [VALUE_W-1:0]   \u_pack.f_in_value ;
(* hierconn *) wire [63:0]          \u_pack.f_in_delta ;
(* hierconn *) wire [12:0]          \u_checkpoint.f_debts ;
(* hierconn *) wire [12:0]          \u_checkpoint.f_coming ;
(* hierconn *) wire [8:0]           \u_checkpoint.f_items ;
(* hierconn *) wire [8:0]           \u_checkpoint.f_walk ;
(* hierconn *) wire                 \u_checkpoint.f_passes ;
(* hierconn *) wire                 \u_checkpoint.f_ended ;
(* hierconn *) wire                 \u_checkpoint.f_waits ;
(* hierconn *) wire                 \u_checkpoint.f_due_asked ;
(* hierconn *) wire                 \u_checkpoint.f_blocked ;
(* hierconn *) wire                 \u_checkpoint.f_rests ;
(* hierconn *) wire                 \u_checkpoint.f_due_bytes ;
(* hierconn *) wire                 \u_regs.stall_clear ;
(* hierconn *) wire                 \u_page.u_fifo.valid_q ;
(* hierconn *) wire                 \u_page.valid ;
(* hierconn *) wire [FIFO_LOG2+1:0] \u_page.u_fifo.f_level ;
`ifdef WITH_PEEK
(* hierconn *) wire                 \u_regs.g_peek.u_peek.looked_q ;
(* hierconn *) wire                 \u_regs.g_peek.u_peek.after_q ;
// cycles that a read of PEEK_DATA still keeps the data page waiting
wire [1:0] f_looking = {\u_regs.g_peek.u_peek.looked_q , \u_regs.g_peek.u_peek.after_q };
`else
wire [1:0] f_looking = 2'd0;
`endif
`ifdef WITH_PINS
(* hierconn *) wire [2:0]           \u_pins.g_pins.fresh_q ;
(* hierconn *) wire [5:0]           \u_pins.g_pins.newly_q ;
// the pins bring nothing, and nothing of them is on its way
wire f_pins_rest = !pins_wait && !pins_overrun && \u_pins.g_pins.fresh_q == 3'd0
    && \u_pins.g_pins.newly_q == 6'd0;
`else
wire f_pins_rest = 1'b1;
`endif
`ifdef WITH_RING
(* hierconn *) wire [FIFO_LOG2+1:0] \u_ring_sink.g_ring.u_ring_fifo.f_level ;
// words that take space
wire [FIFO_LOG2+1:0] stored = \u_page.u_fifo.f_level > \u_ring_sink.g_ring.u_ring_fifo.f_level
    ? \u_page.u_fifo.f_level : \u_ring_sink.g_ring.u_ring_fifo.f_level ;
`else
wire [FIFO_LOG2+1:0] stored = \u_page.u_fifo.f_level ;
`endif
(* hierconn *) wire                 \u_timestamp.f_was_clear ;
(* hierconn *) wire                 \u_timestamp.f_then_clear ;
(* hierconn *) wire [F_N+1:0]       \u_admit.u_counters.u_counts.zero_q ;
// filter judges an event: with FILTER one of the cycle before
(* hierconn *) wire                 \u_filter.f_valid ;
(* hierconn *) wire [EW-1:0]        \u_filter.f_event ;
(* hierconn *) wire                 \u_arbiter.f_waits ;
(* hierconn *) wire                 \u_arbiter.reserve_q ;
(* hierconn *) wire                 \u_offer.port_q ;
(* hierconn *) wire [QUEUE_LOG2:0]  \u_queue.level ;
(* hierconn *) wire                 \u_arbiter.f_set ;
(* hierconn *) wire [EW-1:0]        \u_arbiter.f_event ;
event_t       f_waiting_event, f_judged_event, f_offered_event;
assign f_waiting_event = \u_arbiter.f_event ;
assign f_judged_event = \u_filter.f_event ;
assign f_offered_event = offer;
wire          f_judging = 1'b0 ;  // an event of the cycle before
wire          f_packing = \u_pack.valid_q ;
// pack writes an entry of a checkpoint, or a software entry
wire          f_inserted = f_packing && \u_pack.f_of ;
wire          f_packed  = unused_valid || state_valid;
wire signed [FW-1:0] f_debt = $signed({{(FW-13){1'b0}}, \u_checkpoint.f_debts });
// an event of the port waits in arbiter
wire          f_waits   = \u_arbiter.f_waits && !\u_arbiter.f_set ;
wire          f_claimed;                     // and space was reserved to it
wire          f_left_reserved = FILTER != 0 && passed_reserved;
generate
  assign f_claimed = \u_arbiter.reserve_q ;
endgenerate
wire [FW-1:0] f_queue;                       // entries in the queue
generate
  assign f_queue = {{(FW-QUEUE_LOG2-1){1'b0}}, \u_queue.level };
endgenerate

`ifdef WITH_ARGS
// ---- extra arguments: entries of an event before it
(* hierconn *) wire [1:0] \u_args.g_args.at_q ;
(* hierconn *) wire       \u_args.g_args.full_q ;
(* hierconn *) wire       \u_args.g_args.taken_q ;
(* hierconn *) wire       \u_args.g_args.timed_q ;
(* hierconn *) wire       \u_args.g_args.f_owed ;
(* hierconn *) wire [1:0] \u_args.g_args.f_seen ;
(* hierconn *) wire       \u_pack.is_arg_q ;
(* hierconn *) wire [5:0] \u_pack.f_before ;
(* hierconn *) wire [2:0] \u_pack.f_parts_now ;
(* hierconn *) wire [2:0] \u_pack.f_parts ;
(* hierconn *) wire       \u_checkpoint.f_half ;
wire       f_held = \u_args.g_args.full_q ;      // args holds an entry
wire       f_owed = \u_args.g_args.f_owed ;      // it is the event, which has left the queue
wire       f_of_arg = \u_pack.is_arg_q ;         // pack has an extra argument, or waits for more
wire [5:0] f_before = f_of_arg || f_packing ? \u_pack.f_before : 6'd0;   // bytes of those before
wire [2:0] f_parts_left = \u_args.g_args.taken_q ? ARGS[2:0] : {1'b0, \u_args.g_args.at_q };
always_comb if (f_started) begin
  // What pack has of an event is what has left args.
  a_parts_same: assert (f_of_arg == (\u_args.g_args.f_seen != 2'd0)
      && (!f_of_arg || \u_pack.f_parts_now == {1'b0, \u_args.g_args.f_seen }));
  // Nothing of a checkpoint is between its parts.
  a_half: assert (CHECKPOINT == 0 || \u_checkpoint.f_half == f_of_arg);
  a_inserted_whole: assert (!f_inserted || (!f_of_arg && \u_pack.f_parts == 3'd0));
  a_timed_first: assert (!f_held || \u_args.g_args.timed_q
      == (\u_args.g_args.f_seen == 2'd0));
end
`else
wire       f_held = 1'b0, f_owed = 1'b0, f_of_arg = 1'b0;
wire [5:0] f_before = 6'd0;
wire [2:0] f_parts_left = 3'd0;
`endif
wire signed [FW-1:0] f_in_fifo = $signed({1'b0, stored, 2'b00})
    + $signed({{(FW-2){1'b0}}, tail_count});
always_comb if (f_started) begin
  // Nothing overflows: pack finds free space for every word, and never waits for it; admit finds a
  // place for every entry.
  a_word_space: assert (!word_valid || (word_ready && ring_ready));
  a_entry_queued: assert (!entry_valid || entry_ready);
  // Why: every byte and every entry is where admit thinks it is.
  a_queued: assert (\u_admit.f_queued == f_queue);
  a_taken: assert (\u_admit.f_taken == {{(FW-1){1'b0}}, unused_valid}
      + {{(FW-1){1'b0}}, f_packing && !f_inserted && !f_of_arg} + {{(FW-1){1'b0}}, f_owed});
  a_bytes: assert (f_in_fifo + $signed({{(FW-3){1'b0}}, \u_pack.f_late }) == \u_admit.f_stored
      + f_debt + (f_packed ? ENTRY - $signed({{(FW-6){1'b0}}, unused_bytes}) : 0)
                    + (f_packing ? $signed({{(FW-5){1'b0}}, \u_pack.f_bytes }) : 0)
                    + $signed({{(FW-6){1'b0}}, f_before}));
  //! mutant weir_ring_space, in weir_ring, step: the space of a word is given back by each of the
  //!     sinks
  //!     weir_ring_sink@weir_ring_space assign given_o = page_level_i > level ? page_taken_i :
  //!     page_level_i < level ? taken : page_taken_i || taken;
  a_fresh: assert (!(f_packed && f_packing) || \u_pack.f_bytes == 5'd0);
  a_first_step: assert (ARGS > 1 || !\u_admit.f_took || (f_packing && \u_pack.f_steps == 5'd0));
  a_waiting: assert (!f_waits
      || (f_waiting_event.kind < weir_pkg::DROP_RATE_LIMIT
                     && {28'd0, f_waiting_event.hart} < HARTS
                     && {30'd0, f_waiting_event.ctx} < (PROTECT != 0
                         ? 3 : 2)));
  a_waiting_set: assert (!(\u_arbiter.f_waits && \u_arbiter.f_set )
      || ({28'd0, f_waiting_event.hart} < HARTS
                         && f_waiting_event.ctx
                             == weir_pkg::CONTEXT_SNOOP));
  a_judging: assert (FILTER == 0 || !\u_filter.f_valid || ((RETIRE != 0 || SOURCES > 1
                         || f_judged_event.kind
                             != weir_pkg::DROP_OVERRUN)
                     && (f_judged_event.kind == weir_pkg::DROP_OVERRUN ? f_judged_event.ctx[0]
                         : f_judged_event.ctx != weir_pkg::CONTEXT_SNOOP
                           || f_judged_event.kind == weir_pkg::DROP_SYS)
                     && {28'd0, f_judged_event.hart} < SOURCES
                         && (f_judged_event.ctx
                         == weir_pkg::CONTEXT_SNOOP
                     || {30'd0, f_judged_event.ctx} < (PROTECT != 0
                         ? 3 : 2))));
  // An event has no more arguments than the unit has words.
  a_arg_count: assert ((!\u_arbiter.f_waits || f_waiting_event.kind > weir_pkg::DROP_SYS
                         || {30'd0, f_waiting_event.arg_count} < WORDS)
                     && (FILTER == 0 || !\u_filter.f_valid
                         || f_judged_event.kind > weir_pkg::DROP_SYS
                         || {30'd0, f_judged_event.arg_count} < WORDS)
                     && (!offer_valid || f_offered_event.kind > weir_pkg::DROP_SYS
                         || {30'd0, f_offered_event.arg_count} < WORDS));
  // With one hart whose stores alone are watched nothing is overrun: two items wait only when
  // no event of the port does.
  a_never_overrun: assert (SOURCES != 1 || RETIRE != 0
      || (snoop_overrun == '0 && (snoop_count <= 4'd1
      || (snoop_count == 4'd2 && !\u_arbiter.f_waits ))));
  a_zeroing: assert (!\u_regs.stall_clear  || clear || (offer_idle && !overload && !loss));
  a_closed: assert (!(zeroing || clear) || \u_regs.stall_clear );
  a_clear: assert (!clear || (offer_idle && queue_idle && pack_idle));
  a_cleared: assert (!(\u_timestamp.f_was_clear && \u_admit.u_counters.u_counts.zero_q != '0)
      && !(\u_timestamp.f_then_clear && \u_admit.u_counters.u_counts.zero_q [F_N+1:1] != '0));
  a_filter_idle: assert (FILTER == 0 || !filter_idle
      || !(\u_filter.f_valid || passed_port || passed_reserved));
  // What space was reserved to waits in arbiter, or is judged by filter, or is offered.
  a_reserved: assert (\u_admit.reserved_q == ((\u_arbiter.f_waits && f_claimed) || f_left_reserved
      || offer_reserved)
                      && !(\u_arbiter.f_waits && f_claimed && (f_left_reserved || offer_reserved
                          || \u_arbiter.f_set )) && !(f_left_reserved && offer_reserved)
                      && (!f_left_reserved || passed_port)
                      && (!offer_reserved || \u_offer.port_q ));
end

`ifdef SHOW_WORDS
// ---- what the queue holds; without this its words may be anything
localparam integer F_DEPTH = 1 << QUEUE_LOG2;
localparam integer F_QW = weir_event::ENTRY_W + 64 + (ARGS > 1 ? 32 * (ARGS - 1) + 2 : 0);
(* hierconn *) wire [F_QW*F_DEPTH-1:0] \u_queue.u_fifo.f_words ;
(* hierconn *) wire [QUEUE_LOG2:0]     \u_queue.u_fifo.rd_q ;
(* hierconn *) wire                    \u_queue.u_fifo.valid_q ;
(* hierconn *) wire [F_QW-1:0]         \u_queue.u_fifo.data_q ;
wire [F_QW*F_DEPTH-1:0] f_words = \u_queue.u_fifo.f_words ;
wire [QUEUE_LOG2:0]     f_rd = \u_queue.u_fifo.rd_q ;
logic [F_QW-1:0]        f_oldest;
logic                   f_no_cache_entry;
logic [QUEUE_LOG2-1:0]  f_at;
integer f_k;
always_comb begin
  f_oldest = '0;
  f_no_cache_entry = 1'b1;
  for (f_k = 0; f_k < F_DEPTH; f_k = f_k + 1) begin
    if (f_rd[QUEUE_LOG2-1:0] == f_k) f_oldest = f_words[F_QW*f_k +: F_QW];
    f_at = f_k[QUEUE_LOG2-1:0] - f_rd[QUEUE_LOG2-1:0];
    if ({1'b0, f_at} < f_queue[QUEUE_LOG2:0]
        && f_words[F_QW*f_k+40 +: 13] == weir_pkg::ITEM_CACHE_ENTRY[20:8])
      f_no_cache_entry = 1'b0;
  end
end
always_comb if (f_started) begin
  // Admit makes no item of a cache entry: those are of the thread cache alone.
  a_no_cache_entry: assert (f_no_cache_entry);
  // Why: what is counted has an id, or is a switch.
  a_oldest: assert (!\u_queue.u_fifo.valid_q || \u_queue.u_fifo.data_q == f_oldest);
  a_waiting_id: assert (!f_waits || f_waiting_event.kind > weir_pkg::DROP_SYS
      || f_waiting_event.is_switch || f_waiting_event.id != '0);
  a_judged_id: assert (FILTER == 0 || !\u_filter.f_valid
      || f_judged_event.kind > weir_pkg::DROP_SYS || f_judged_event.is_switch
      || f_judged_event.id != '0);
  a_offered_id: assert (!offer_valid || f_offered_event.kind > weir_pkg::DROP_SYS
      || f_offered_event.is_switch || f_offered_event.id != '0);
end
`endif

// ---- checkpoints and software entries have space of their own
// bytes of the entry of a checkpoint
wire [4:0] f_most = \u_pack.f_copies ? 5'd4 : \u_pack.f_in_item == weir_pkg::ITEM_CHECKPOINT ? 5'd3
    : 5'd8;
wire       f_short = f_most == 5'd3;
always_comb if (f_started) begin
  // What they have of the FIFO and what they may still write is never more than is reserved for
  // them;
  a_checkpoint_space: assert (CHECKPOINT == 0 || \u_checkpoint.f_debts
      + (state_valid ? ENTRY - {7'd0, unused_bytes} : 13'd0) + (f_inserted ? {8'd0, f_most} : 13'd0)
                        + \u_checkpoint.f_coming <= RESERVED);
  // Of a software entry only its own number of bytes counts, so a checkpoint is what must fit.
  //! mutant weir_checkpoint_space, in weir_checkpoint, step: four bytes less are reserved than a
  //!     checkpoint takes
  //!     @weir_checkpoint_space localparam integer RESERVED = CHECKPOINT != 0 ? (14 + (64 + 10 *
  //!     FAR) * (4 * HARTS + (PINS != 0 ? 1 : 0)) + 8 * THREAD_CACHE + 14) / 4 * 4 : 0;
  // each of their entries has this number of bytes at most;
  a_checkpoint_size: assert (!f_inserted
      || \u_pack.f_bytes + {2'd0, \u_pack.f_chunk_len } <= f_most);
  // and when all that came is read, another checkpoint begins as soon as it is due.
  a_checkpoint_may: assert (!(f_queue == '0 && !f_packing && !f_packed && stored == '0)
      || (\u_checkpoint.f_debts <= 13'd14 && !\u_checkpoint.f_blocked ));
  //! mutant weir_checkpoint_stuck, in weir_checkpoint, step: a checkpoint may wait though all
  //!     is read
  //!     weir_checkpoint@early wire ripe = on && state_q[4] && !begins && due && debt_q < 13'd12;
  // Why: of the space of checkpoints, 11 bytes at most are free to events before their time;
  a_checkpoint_early: assert (CHECKPOINT == 0 || \u_admit.f_stored
      + (unused_valid ? ENTRY - $signed({{(FW-6){1'b0}}, unused_bytes}) : 0)
                         + (f_packing && !f_inserted ? $signed({{(FW-5){1'b0}}, \u_pack.f_bytes })
                             : 0) + $signed({{(FW-6){1'b0}}, f_before}) >= -11);
  // entries of checkpoints are short, and what pack has of them is known.
  a_checkpoint_entry: assert (!f_inserted || \u_pack.f_copies
      || (\u_pack.f_in_delta == 64'd0 && \u_pack.f_in_item < 21'd1024
      && (!f_short || \u_pack.f_in_value <= 3)));
  a_checkpoint_done: assert (!state_valid || ENTRY - {26'd0, unused_bytes} <= 8);
  a_checkpoint_copy: assert (!f_inserted || !\u_pack.f_copies || \u_pack.f_bytes == 5'd0);
  a_checkpoint_at: assert (!f_inserted || \u_pack.f_copies
      || (\u_pack.state_q == 2'd0 ? \u_pack.f_bytes == 5'd0
                      : \u_pack.state_q == 2'd2 ? \u_pack.f_bytes <= (f_short ? 5'd1 : 5'd2)
                          : \u_pack.state_q == 2'd3 && !f_short && \u_pack.f_bytes <= 5'd6));
  a_checkpoint_passes: assert (!\u_checkpoint.f_passes || !(f_inserted || state_valid));
  a_checkpoint_last: assert (\u_checkpoint.f_ended ? f_inserted && \u_pack.f_steps == 5'd0
      : !\u_checkpoint.f_waits || (f_packing ? f_inserted && !f_packed : state_valid));
  a_checkpoint_none: assert (CHECKPOINT != 0 || !(f_inserted || state_valid));
end

`ifdef WITH_TIME
// ---- an external counter is loaded while counters are zeroed: then nothing else happens
(* hierconn *) wire [3:0] \u_timestamp.g_base.load_q ;
(* hierconn *) wire       \u_timestamp.f_loaded_now ;
(* hierconn *) wire       \u_timestamp.f_was_reset ;
(* hierconn *) wire       \u_timestamp.f_then_reset ;
always_comb if (f_started) begin
  a_loading: assert (!\u_timestamp.g_base.load_q [3]
      || \u_admit.u_counters.u_counts.zero_q
      == {{(F_N-1){1'b0}}, \u_timestamp.g_base.load_q [2:0]});
  a_loaded: assert (!\u_timestamp.f_loaded_now || \u_admit.u_counters.u_counts.zero_q == 8);
  a_reset: assert ((!\u_timestamp.f_was_reset || \u_admit.u_counters.u_counts.zero_q == '0)
      && (!\u_timestamp.f_then_reset
          || \u_admit.u_counters.u_counts.zero_q [F_N+1:1] == '0));
end
`endif

`ifdef WITH_RING
// ---- the ring: a word takes space until every sink has it; nothing is left at begin or end
(* hierconn *) wire       \u_ring_sink.g_ring.u_ring_regs.empty_q ;
(* hierconn *) wire       \u_arbiter.f_silent ;
(* hierconn *) wire       \u_ring_sink.g_ring.taken ;
`ifdef WITH_OVERRUN
(* hierconn *) wire [2:0] \g_hart[0].u_snoop.g_overrun.newly_q ;
wire [2:0] f_newly = \g_hart[0].u_snoop.g_overrun.newly_q ;
`else
wire [2:0] f_newly = 3'd0;
`endif
(* hierconn *) wire       \u_ring_sink.g_ring.pending ;
(* hierconn *) wire [FIFO_LOG2:0] \u_ring_sink.g_ring.level ;
generate
  if (RING != 0) begin : g_formal_ring
    // all words accepted were in memory in the cycle before, and none was accepted
    logic f_ring_was_idle;
    always_ff @(posedge clk_i) f_ring_was_idle <= m_idle_i && !(m_valid_o && m_ready_i);
    // given by weir_ring_axi: a_rests; weir_ring_axil: a_rests; weir_ring_wb: a_rests
    always_comb m_ring_idle: assume (!f_ring_was_idle || m_idle_i);
    // Words that each sink took, of those that were written since the ring, or the page, has the
    // stream
    logic [31:0] f_words, f_words_ring, f_words_page;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear) begin
        f_words      <= 32'd0;
        f_words_ring <= 32'd0;
        f_words_page <= 32'd0;
      end else begin
        f_words      <= f_words + {31'd0, word_valid};
        f_words_ring <= f_words_ring + {31'd0, \u_ring_sink.g_ring.taken };
        f_words_page <= f_words_page + {31'd0, pop};
      end
    end
    always_comb if (f_started) begin
      // Every word goes to the ring, if it is enabled, and to the page, if that has the stream;
      // each takes all of them, at its own pace.
      a_ring_words: assert (f_words_ring
          + {{(30-FIFO_LOG2){1'b0}}, \u_ring_sink.g_ring.u_ring_fifo.f_level }
          == (ring_enabled ? f_words : 32'd0));
      a_page_words: assert (f_words_page + {{(30-FIFO_LOG2){1'b0}}, \u_page.u_fifo.f_level }
          == (to_page ? f_words : 32'd0));
      // The space of a word is given back once (a_bytes), and only when one that is not ahead of
      // the other takes it.
      a_ring_given: assert (!given || (pop && level >= \u_ring_sink.g_ring.level )
          || (\u_ring_sink.g_ring.taken  && \u_ring_sink.g_ring.level  >= level));
      a_ring_off: assert ((ring_enabled || \u_ring_sink.g_ring.u_ring_fifo.f_level == '0)
          && (to_page || \u_page.u_fifo.f_level == '0));
      // Why: both count a word in the same cycle;
      a_ring_counts: assert (!(ring_enabled && to_page) || word_pending
          == \u_ring_sink.g_ring.pending );
      // what the ring is like is reported while nothing is in the stream.
      a_ring_empty: assert (!\u_ring_sink.g_ring.u_ring_regs.empty_q
          || (f_words == 32'd0 && stored == '0 && tail_count == 2'd0 && queue_idle && pack_idle
          && !f_held && \u_checkpoint.f_rests && f_newly == 3'd0 && f_pins_rest
          && !loss && !overload
          && (FILTER == 0 ? filter_idle : !\u_filter.f_valid && !passed && !passed_reserved)
                            && !event_valid && !offer_valid && snoop_count == '0
                                && snoop_overrun == '0 && (!\u_arbiter.f_waits
                                || (\u_arbiter.f_set && \u_arbiter.f_silent ))));
    end
  end
endgenerate
`endif

// ---- offered = delivered + dropped + on the way, from the arbiter to the FIFO
logic [31:0] f_arbitrated, f_filtered, f_offered, f_dropped, f_made, f_report,
    f_finished;
(* hierconn *) wire [31:0] \u_filter.f_counted ;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear) begin
    f_arbitrated     <= 32'd0;
    f_filtered <= 32'd0;
    f_offered    <= 32'd0;
    f_dropped    <= 32'd0;
    f_made       <= 32'd0;
    f_report        <= 32'd0;
    f_finished   <= 32'd0;
  end else begin
    f_arbitrated     <= f_arbitrated + {31'd0, event_valid};
    f_filtered <= f_filtered + {31'd0, \u_filter.f_valid && !passed};
    f_offered    <= f_offered + {31'd0, offer_valid};
    f_dropped    <= f_dropped + {31'd0, drop};
    f_made       <= f_made + {31'd0, entry_valid};
    f_report        <= f_report + {31'd0, \u_admit.f_report };
    f_finished   <= f_finished + {31'd0, unused_valid};
  end
end
always_comb if (f_started) begin
  // What arrives at the arbiter is offered, or is filtered out and counted.
  a_arbitrated: assert (f_arbitrated == f_offered + f_filtered
      + {31'd0, FILTER != 0 && \u_filter.f_valid } + {31'd0, offer_valid}
      && (FILTER != 0 || f_filtered == 32'd0));
  a_filtered: assert (\u_filter.f_counted  == f_filtered);
  // What is offered is dropped, or becomes an entry; the others are those of losses.
  a_offered: assert (f_offered == f_dropped + (f_made - f_report) + {31'd0, f_judging});
  // Every entry is written, once, or under way.
  a_entries: assert (f_made == f_finished + {{(32-FW){1'b0}}, \u_admit.f_entries });
end

// ---- every id that is stored is offered, once
// A store to ID of a port or to an event window, as the bus sees it, decoded here from the address
// map. (The id of a word of a window is proven of regs.)
wire f_id_store = reg_valid_i && reg_ready_o && reg_write_i && enable
    && reg_addr_i[ADDR_W-1:16] != '0 && {{(48-ADDR_W){1'b0}}, reg_addr_i[ADDR_W-1:16]} <= HARTS
    && {30'd0, reg_addr_i[13:12]} < (PROTECT != 0 ? 3 : 2)
    && (reg_addr_i[14] ? reg_wstrb_i == 4'b1111 : reg_addr_i[11:2] == 10'd1);
// one of them is offered; is judged by filter
wire f_id_offer = offer_valid && \u_offer.port_q && f_offered_event.ctx != weir_pkg::CONTEXT_SNOOP;
wire f_id_judged = FILTER != 0 && \u_filter.f_valid && passed_port
    && f_judged_event.ctx != weir_pkg::CONTEXT_SNOOP;
(* anyconst *) wire [31:0] f_which_id;       // which of them is followed, any
logic [15:0] f_the_id;
logic [31:0] f_ids, f_ids_done;              // stored; offered before, or filtered out
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear) begin
    f_ids      <= 32'd0;
    f_ids_done <= 32'd0;
  end else begin
    f_ids      <= f_ids + {31'd0, f_id_store};
    f_ids_done <= f_ids_done + {31'd0, f_id_offer} + {31'd0, f_id_judged && !passed};
  end
  if (f_id_store && f_ids == f_which_id)
    f_the_id <= reg_addr_i[14] ? window_id : reg_wdata_i[15:0];
end
wire [31:0] f_ids_before = f_ids_done + {31'd0, f_id_offer};
always_comb if (f_started) begin
  // Every id that is stored while the unit is enabled is offered, or is filtered out, once, or is
  // under way;
  a_ids: assert (f_ids == f_ids_before + {31'd0, f_id_judged} + {31'd0, f_waits});
  // and they are offered in the order in which they are stored, each as it was stored.
  a_the_id: assert (!(f_id_offer && f_ids_done == f_which_id) || f_offered_event.id == f_the_id);
  //! mutant weir_id_of_another, in weir_small, step: the event of an earlier cycle is offered
  //!     weir_offer@event if (event_valid_o) event_q <= event_i;
  // Why: so are those under way.
  a_the_id_judged: assert (!(f_id_judged && f_ids_before == f_which_id)
      || f_judged_event.id == f_the_id);
  a_the_id_waits: assert (!(f_waits && f_ids_before + {31'd0, f_id_judged} == f_which_id)
      || f_waiting_event.id == f_the_id);
end

// ---- an overload ends when the reader drains
// all is read
wire f_rest = f_queue == '0 && !f_held && !f_packing && !f_packed && stored == '0;
wire [1:0] f_lag = \u_admit.stir_q [0] ? 2'd3 : \u_admit.stir_q [1] ? 2'd2 : \u_admit.stir_q [2]
    ? 2'd1 : 2'd0;
always_comb if (f_started) begin
  // When all is written and read, all of the FIFO is free but for the tail, and what is reserved.
  // (What is left of checkpoints is in the tail, or was read in place of as much of events.)
  a_all_free: assert (!f_rest || $signed(\u_admit.f_space )
      == CAPACITY - $signed({{(FW-2){1'b0}}, tail_count})
      + f_debt - (\u_admit.reserved_q ? ENTRY : 0));
  // Three cycles later an overload is over.
  a_overload_ends: assert (!(f_rest && f_lag == 2'd0 && !zeroing) || !overload);
  //! mutant weir_overload_stays, in weir_small, step: an overload waits for the end of its loss,
  //!     which waits for the end of the overload
  //!     weir_admit@overload_stays else if (resume && !loss_o) overload_q <= 1'b0;
end
// From a cycle of any choice on, nothing new is stored and the reader takes word after word.
(* anyseq *) wire f_start;
logic f_draining = 1'b0;
wire  f_drain = f_draining || (f_start && offer_idle && !f_judging && !filter_busy);
always_ff @(posedge clk_i) f_draining <= f_started && f_drain;
always_comb if (f_drain)
  m_drain: assume (rst_ni && reg_valid_i && !reg_write_i && reg_addr_i[ADDR_W-1:12] == 1
      && snoop_valid_i == '0 && !pins_wait && !pins_overrun
                  && (RETIRE == 0 || {retire_rd_i, retire_csr_valid_i, retire_trap_i,
                      retire_return_i, retire_hint_i} == '0));
// It may read the trace.
always_comb if (f_drain) m_authorised: assume (!hidden);
// What is left to do: entries of the loss that may come; then steps of pack, and words.
localparam integer F_STEPS = VALUE_W == 64 ? 7 : 6;
localparam integer F_PASS = (1 << F_N) + 1;  // totals of a loss and its end
wire [9:0] f_again = \u_admit.again_q ? F_PASS : 10'd0;
wire [9:0] f_report_left = \u_admit.loss_q == 3'd0 ? 10'd0 : \u_admit.loss_q == 3'd1 ? F_PASS + 1
    : \u_admit.loss_q == 3'd2 ? F_PASS
                      : \u_admit.loss_q == 3'd3 ? F_PASS - \u_admit.at_q + f_again
                          : \u_admit.again_q ? F_PASS : 10'd1;
localparam integer F_SEARCH = THREAD_CACHE != 0 ? THREAD_CACHE + 3 : 0;
(* hierconn *) wire [5:0] \u_thread_cache.f_searched ;
// States that may begin: one that was asked for, and one behind each entry, if every byte makes one
// due.
wire [FW-1:0] f_checkpoints = CHECKPOINT == 0 ? '0 : f_queue
    + (f_packing && !f_inserted && !f_of_arg) + f_owed + unused_valid
    + \u_checkpoint.f_due_asked + \u_checkpoint.f_due_bytes ;
localparam integer F_PART = 32 * (F_STEPS + 2 + F_SEARCH);
wire [15:0] f_left = (ARGS > 1 ? (F_PART + 32) * (ARGS * f_queue - f_parts_left) + F_PART * f_held
    : F_PART * f_queue) - 32 * \u_thread_cache.f_searched
    + 32 * (f_packing ? F_STEPS - \u_pack.f_steps : 16'd0)
                   + 9 * \u_page.u_fifo.f_level + 14 * f_packed + f_lag
                       + 3 - (RING != 0 || FRAME != 0
                       ? (\u_page.valid ? 2 : \u_page.u_fifo.valid_q )
                       : \u_page.valid ) - (queued_valid)
                   + f_looking + 32 * (F_STEPS + 2) * \u_checkpoint.f_items
                       + 32 * \u_checkpoint.f_walk ;
logic        f_was_overload;                 // in the cycle before, draining
logic [9:0]  f_report_was;
logic [FW-1:0] f_checkpoints_was;
logic [15:0] f_left_was;
always_ff @(posedge clk_i) begin
  f_was_overload <= f_started && f_drain && overload;
  f_report_was      <= f_report_left;
  f_checkpoints_was   <= f_checkpoints;
  f_left_was     <= f_left;
end
always_comb if (f_started) begin
  a_quiet: assert (!f_draining || (offer_idle && !f_judging && !filter_busy));
  // An overload ends while the reader drains (without a ring): the entries that may come never
  // rise, 2 * F_PASS at most; while they stay, the checkpoints that may begin never rise; and while
  // both stay, what is left falls in every cycle, from 32 * ((F_STEPS + 2 + F_SEARCH) * entries +
  // F_STEPS) + 9 * words + 20 at most.
  a_report_left: assert (!(f_was_overload && overload)
      || (f_report_left <= f_report_was && f_report_left <= 2 * F_PASS));
  a_checkpoints_left: assert (!(f_was_overload && overload && f_report_left == f_report_was)
      || f_checkpoints <= f_checkpoints_was);
  a_left: assert (!(f_was_overload && overload && f_report_left == f_report_was && f_checkpoints
      == f_checkpoints_was) || ring_enabled || f_left < f_left_was);
end

// All of this happens.
always_comb if (f_started) begin
  c_word: cover (word_valid);
  c_pop: cover (pop);
  c_dropped: cover (drop);
  c_total: cover (loss && level != '0 && pop);
end
// Mutants that properties of other modules must catch.
//! mutant regs_pop_empty, by u_admit.m_pop, bound 90: a read of the empty FIFO gives space back
//!     weir_regs@pop_empty assign pop_o = reg_valid_i && !reg_write_i && data && !stall_clear &&
//!     !filter_busy_i && !looking;
//! mutant control_zeroing, in weir_small, by u_admit.m_hold, bound 80: a snooped store becomes an
//!     event while counters are zeroed
//!     weir_control@zeroing wire on = ((opens_i ? would_enable : enable_q) && !clear_q) &&
//!     (!may_clear || busy_i);
