// SPDX-License-Identifier: Apache-2.0
// Properties of weir_wide, which includes this file under FORMAL.
//
//! proof weir_as_wide (VALUE_REGS=4 QUEUE_LOG2=5 THREAD_CACHE=8 FIFO_LOG2=10), induction, define
//!     SHOW_WORDS, cut u_fifo.lower_q u_fifo.upper_q u_admit.u_counters.u_counts.now, limit 3000:
//!     as in wide, nothing overflows; every byte and every entry is where admit thinks it is; from
//!     the arbiter to the FIFO nothing is lost uncounted; every word goes to the ring, or to the
//!     data page; an overload ends when all is read; the assumptions of the stages hold

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

// ---- registers of the stages, by name
`include "weir_types.svh"
localparam integer FW = FIFO_LOG2 + 5;
localparam integer ENTRY = weir_pkg::SIZE_ENTRY_MAX;
localparam integer F_N = 5 + $clog2(HARTS);      // counters of drops, log2
(* hierconn *) wire [FW-1:0]        \u_admit.f_entries ;
(* hierconn *) wire [FW-1:0]        \u_admit.f_queued ;
(* hierconn *) wire signed [FW-1:0] \u_admit.f_stored ;
(* hierconn *) wire [FW-1:0]        \u_admit.f_space ;
(* hierconn *) wire [2:0]           \u_admit.stir_q ;
(* hierconn *) wire                 \u_admit.reserved_q ;
(* hierconn *) wire                 \u_admit.f_report ;
(* hierconn *) wire [F_N+1:0]       \u_admit.u_counters.u_counts.zero_q ;
(* hierconn *) wire                 \u_timestamp.f_was_clear ;
(* hierconn *) wire                 \u_timestamp.f_then_clear ;
(* hierconn *) wire [QUEUE_LOG2:0]  \u_queue.level ;
(* hierconn *) wire                 \u_thread_cache.valid_q ;
(* hierconn *) wire                 \u_thread_cache.out_valid_q ;
(* hierconn *) wire [4:0]           \u_pack.f_done ;
(* hierconn *) wire                 \u_pack.valid_q ;
(* hierconn *) wire [3:0]           \u_pack.len_q ;
(* hierconn *) wire                 \u_pack.spill_q ;
(* hierconn *) wire [1:0]           \u_pack.count_q ;
(* hierconn *) wire                 \u_pack.done_q ;
(* hierconn *) wire [4:0]           \u_pack.left_q ;
(* hierconn *) wire                 \u_pack.lane_q ;
(* hierconn *) wire [FIFO_LOG2:0]   \u_fifo.f_stored ;
(* hierconn *) wire [FIFO_LOG2-1:0] \u_fifo.wr_q ;
(* hierconn *) wire [FIFO_LOG2-1:0] \u_fifo.rd_q ;
(* hierconn *) wire                 \u_ring.empty_q ;
(* hierconn *) wire                 \u_ring.full_q ;
(* hierconn *) wire [27:0]          \u_ring.at_q ;
(* hierconn *) wire                 \u_regs.stall_clear ;
(* hierconn *) wire                 \u_arbiter.f_waits ;
(* hierconn *) wire                 \u_arbiter.f_set ;
(* hierconn *) wire                 \u_arbiter.f_silent ;
(* hierconn *) wire                 \u_arbiter.reserve_q ;
(* hierconn *) wire [EW-1:0]        \u_arbiter.f_event ;
(* hierconn *) wire                 \u_offer.port_q ;
event_t f_waiting_event, f_arbitrated_event, f_offered_event;
assign f_waiting_event    = \u_arbiter.f_event ;
assign f_arbitrated_event = event_w;
assign f_offered_event    = offer;
// an event of the port waits in arbiter
wire f_waits = \u_arbiter.f_waits && !\u_arbiter.f_set ;
wire [FW-1:0] f_queue = {{(FW-QUEUE_LOG2-1){1'b0}}, \u_queue.level };

// bytes of entries that left the queue, until they have come back to admit
wire [FW-1:0] f_in_cache = (\u_thread_cache.valid_q ? ENTRY : 0)
    + (\u_thread_cache.out_valid_q ? ENTRY : 0) - {{(FW-5){1'b0}}, \u_pack.f_done };
wire [FW-1:0] f_in_pack = (\u_pack.valid_q ? {{(FW-4){1'b0}}, \u_pack.len_q } : 0)
    + (\u_pack.spill_q ? 4 : 0) + {{(FW-2){1'b0}}, \u_pack.count_q }
    + (\u_pack.done_q ? {{(FW-5){1'b0}}, \u_pack.left_q } : 0);
wire [FW-1:0] f_in_fifo = {{(FW-FIFO_LOG2-3){1'b0}}, \u_fifo.f_stored , 2'b00}
    + (unused_valid_q ? {{(FW-5){1'b0}}, unused_q} : 0);
always_comb if (f_started) begin
  // Nothing overflows: admit finds a place for every entry; the FIFO has space for every word
  // (m_space there).
  a_entry_queued: assert (!entry_valid || entry_ready);
  // Why: every byte and every entry is where admit thinks it is.
  a_queued: assert (\u_admit.f_queued == f_queue);
  a_bytes: assert ($signed(f_in_cache + f_in_pack + f_in_fifo) == \u_admit.f_stored );
  //! mutant wide_row_space, step: the space of a row is given back as that of a word
  //!     @row_space unused_q       <= (packed_valid ? packed_unused : 5'd0)
  //!     + {2'b0, row_taken, 2'd0};
  // Words alternate between the lanes, in pack as in the FIFO.
  a_lane: assert (\u_pack.lane_q == \u_fifo.wr_q [0]);
  // The ring takes rows from the begin of the stream on; the page takes nothing then.
  a_page: assert (!ringing || (!pop && !\u_fifo.rd_q [0]));
  a_ring_empty: assert (!\u_ring.empty_q
      || (\u_fifo.f_stored == '0 && \u_fifo.rd_q == '0 && \u_fifo.wr_q == '0
      && queue_idle && cache_idle && pack_idle && !unused_valid_q && !event_valid && !offer_valid
      && !loss && !overload && snoop_count == '0 && snoop_overrun == '0
      && \u_pack.count_q == 2'd0 && f_written == 32'd0 && f_of_ring == 32'd0 && f_of_page == 32'd0
      && (!\u_arbiter.f_waits || (\u_arbiter.f_set && \u_arbiter.f_silent ))));
  a_waiting: assert (!f_waits
      || (f_waiting_event.kind < weir_pkg::DROP_RATE_LIMIT && f_waiting_event.hart == 4'd0
      && f_waiting_event.ctx < 2'd2));
  a_waiting_set: assert (!(\u_arbiter.f_waits && \u_arbiter.f_set )
      || (f_waiting_event.hart == 4'd0 && f_waiting_event.ctx == weir_pkg::CONTEXT_SNOOP));
  // With one hart whose stores alone are watched nothing is overrun: two items wait only when
  // no event of the port does.
  a_never_overrun: assert (HARTS != 1 || RETIRE != 0
      || (snoop_overrun == '0 && (snoop_count <= 4'd1
      || (snoop_count == 4'd2 && !\u_arbiter.f_waits ))));
  a_zeroing: assert (!\u_regs.stall_clear || clear || (offer_idle && !overload && !loss));
  a_closed: assert (!(zeroing || clear) || \u_regs.stall_clear );
  a_clear: assert (!clear || (offer_idle && queue_idle && cache_idle && pack_idle
      && !word_pending && !unused_valid_q));
  a_cleared: assert (!(\u_timestamp.f_was_clear && \u_admit.u_counters.u_counts.zero_q != '0)
      && !(\u_timestamp.f_then_clear && \u_admit.u_counters.u_counts.zero_q [F_N+1:1] != '0));
  // What space was reserved to waits in arbiter, or is offered.
  a_reserved: assert (\u_admit.reserved_q
      == ((\u_arbiter.f_waits && \u_arbiter.reserve_q ) || offer_reserved)
      && !(\u_arbiter.f_waits && \u_arbiter.reserve_q && (offer_reserved || \u_arbiter.f_set ))
      && (!offer_reserved || \u_offer.port_q ));
end

// ---- an overload ends when all is read
wire f_rest = f_queue == '0 && !\u_thread_cache.valid_q && !\u_thread_cache.out_valid_q
    && !\u_pack.valid_q && !\u_pack.spill_q && !\u_pack.done_q && \u_fifo.f_stored == '0
    && !unused_valid_q;
always_comb if (f_started) begin
  // When all is written and read, all of the FIFO is free but for the tail, and what is reserved.
  a_all_free: assert (!f_rest || $signed(\u_admit.f_space )
      == (4 << FIFO_LOG2) - $signed({{(FW-2){1'b0}}, \u_pack.count_q })
      - (\u_admit.reserved_q ? ENTRY : 0));
  // Three cycles later an overload is over.
  a_overload_ends: assert (!(f_rest && \u_admit.stir_q == 3'd0 && !zeroing) || !overload);
  //! mutant wide_overload_stays, step: an overload waits for the end of its loss, which waits for
  //!     the end of the overload
  //!     weir_admit@overload_stays else if (resume && !loss_o) overload_q <= 1'b0;
end

// ---- what the queue holds
localparam integer F_DEPTH = 1 << QUEUE_LOG2, F_QW = weir_event::ENTRY_W + 64;
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
  a_offered_id: assert (!offer_valid || f_offered_event.kind > weir_pkg::DROP_SYS
      || f_offered_event.is_switch || f_offered_event.id != '0);
end

// ---- the ring
// all rows accepted were in memory in the cycle before, and none was accepted
logic f_ring_was_idle;
always_ff @(posedge clk_i) f_ring_was_idle <= m_idle_i && !(m_valid_o && m_ready_i);
// given by weir_ring_axi: a_rests; weir_ring_axil: a_rests; weir_ring_wb: a_rests
always_comb m_ring_idle: assume (!f_ring_was_idle || m_idle_i);
// Words that were written, and taken by the ring and by the page
logic [31:0] f_written, f_of_ring, f_of_page;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear) begin
    f_written <= 32'd0;
    f_of_ring <= 32'd0;
    f_of_page <= 32'd0;
  end else begin
    f_written <= f_written + {31'd0, word_valid[0]} + {31'd0, word_valid[1]};
    f_of_ring <= f_of_ring + {30'd0, row_taken, 1'b0};
    f_of_page <= f_of_page + {31'd0, pop};
  end
end
always_comb if (f_started) begin
  // Every word goes to the ring, if that is enabled, or to the page, and to one of them alone.
  a_words: assert (f_written == f_of_ring + f_of_page
      + {{(31-FIFO_LOG2){1'b0}}, \u_fifo.f_stored });
  a_one_sink: assert (ringing ? f_of_page == 32'd0 : f_of_ring == 32'd0);
end

// ---- offered = delivered + dropped + on the way, from the arbiter to the FIFO
logic [31:0] f_arbitrated, f_offered, f_dropped, f_made, f_report, f_left;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear) begin
    f_arbitrated <= 32'd0;
    f_offered    <= 32'd0;
    f_dropped    <= 32'd0;
    f_made       <= 32'd0;
    f_report     <= 32'd0;
    f_left       <= 32'd0;
  end else begin
    f_arbitrated <= f_arbitrated + {31'd0, event_valid};
    f_offered    <= f_offered + {31'd0, offer_valid};
    f_dropped    <= f_dropped + {31'd0, drop};
    f_made       <= f_made + {31'd0, entry_valid};
    f_report     <= f_report + {31'd0, \u_admit.f_report };
    f_left       <= f_left + {31'd0, entry_taken};
  end
end
always_comb if (f_started) begin
  // What arrives at the arbiter is offered;
  a_arbitrated: assert (f_arbitrated == f_offered + {31'd0, offer_valid});
  // what is offered is dropped, or becomes an entry; the others are those of losses;
  a_offered: assert (f_offered == f_dropped + (f_made - f_report));
  // every entry leaves the queue once, or is in it.
  a_entries: assert (f_made == f_left + {{(32-FW){1'b0}}, f_queue});
end
