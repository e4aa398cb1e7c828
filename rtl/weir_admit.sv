// SPDX-License-Identifier: Apache-2.0
// admit: decides in one cycle whether an event is delivered or refused, counts both exactly, and sees to it that every
// refusal is told in the stream.
//
// Room     is counted in octets of FIFO and promised for the worst case when an entry is queued; pack gives back what the
//          entry did not need, the reader gives back what it took. So nothing behind admit can overflow.
// Latency  the decision in the cycle of the event, the entry one cycle later.
`default_nettype none
module weir_admit #(
    parameter integer QUEUE_LOG2 = 5,     // places between admit and pack, log2, 2..8
    parameter integer FIFO_LOG2 = 10,     // words of FIFO, log2, 7..15
    parameter integer SOURCES = 4         // 4 * harts
) (
    input  wire                          clk_i,
    input  wire                          rst_ni,
    input  wire                          clear_i,        // only while idle_o
    input  wire                          flush_i,        // unit disabled and nothing more can come: tell what is pending

    input  wire                          event_valid_i,  // taken at once
    input  wire [weir_event::W-1:0]      event_i,
    input  wire [63:0]                   event_time_i,   // rises strictly

    output wire                          entry_valid_o,  // to the queue, which has room by promise
    output wire [weir_event::E_W-1:0]    entry_o,
    input  wire                          entry_taken_i,  // pack took an entry out of the queue

    // Content of the loss record under way; stable from its entry until loss_done_i.
    output wire [4*32-1:0]               loss_count_o,   // by class, USER in the low bits
    output wire [2:0]                    loss_cause_o,
    output wire [SOURCES-1:0]            loss_source_o,
    output wire [63:0]                   loss_first_o,
    output wire [63:0]                   loss_last_o,
    input  wire                          loss_done_i,    // pack has written it

    input  wire                          unused_valid_i, // pack finished an entry
    input  wire [6:0]                    unused_i,       // octets it did not need
    input  wire                          pop_i,          // the reader took a word

    output wire [4*32-1:0]               offered_o,      // by class
    output wire [4*32-1:0]               refused_o,      // by class
    output wire [3*32-1:0]               cause_o,        // refused, by cause
    output wire                          refuse_o,       // an event was refused, one cycle
    output wire                          overload_o,
    output wire                          pending_o,      // refusals not yet in a record
    output wire                          idle_o          // nothing accepted here is on its way, no record can be written
);
  localparam integer RW = FIFO_LOG2 + 3;                 // room, up to 4 << FIFO_LOG2 octets
  localparam integer CAPACITY = 4 << FIFO_LOG2;
  localparam integer EVENT = weir_pkg::SIZE_EVENT_MAX;
  localparam integer LOSS = weir_pkg::SIZE_LOSS_MAX;
  localparam integer FITS_SYS = EVENT + LOSS;
  localparam integer FITS_USER = EVENT + LOSS + CAPACITY / 8;
  localparam integer FITS_LOSS = LOSS;
  localparam integer FITS_TWO = 2 * LOSS;
  localparam integer RESUME = CAPACITY / 2;
  localparam integer PLACES = 1 << QUEUE_LOG2;
  localparam integer PLACES_USER = PLACES - PLACES / 4;

  generate
    if (FIFO_LOG2 < 7 || FIFO_LOG2 > 15) begin : g_fifo
      ERROR_FIFO_LOG2_must_be_7_to_15 error ();
    end
    if (QUEUE_LOG2 < 2 || QUEUE_LOG2 > 8) begin : g_queue
      ERROR_QUEUE_LOG2_must_be_2_to_8 error ();
    end
  endgenerate

  // ---- the decision
  wire [1:0] ev_class = event_i[weir_event::CLASS_LSB +: 2];
  wire [3:0] ev_hart  = event_i[weir_event::HART_LSB +: 4];
  wire [1:0] ev_ctx   = event_i[weir_event::CONTEXT_LSB +: 2];
  wire       ev_torn  = event_i[weir_event::TORN_LSB];
  wire       ev_badid = event_i[weir_event::BADID_LSB];
  wire       ev_sys   = ev_class == weir_pkg::CLASS_SYS;

  logic [RW-1:0]       room_q;                           // octets of FIFO promised to nobody
  logic [QUEUE_LOG2:0] places_q;                         // places taken or promised
  logic                overload_q, pending_q, record_q;  // record_q: a record is under way

  wire fits   = ev_sys ? room_q >= FITS_SYS[RW-1:0] : room_q >= FITS_USER[RW-1:0];
  wire place  = ev_sys ? places_q < PLACES[QUEUE_LOG2:0] : places_q < PLACES_USER[QUEUE_LOG2:0];
  wire wanted = event_valid_i && !ev_torn && !ev_badid;
  wire deliver = wanted && fits && place && (ev_sys || !overload_q);
  wire refuse  = event_valid_i && !deliver;
  wire no_room = wanted && !deliver;

  wire resume = room_q >= RESUME[RW-1:0];
  wire record = pending_q && !record_q && !deliver && places_q < PLACES[QUEUE_LOG2:0] &&
                ((overload_q ? resume : places_q == '0 && room_q >= FITS_TWO[RW-1:0])
                 || (flush_i && room_q >= FITS_LOSS[RW-1:0]));

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      room_q     <= CAPACITY[RW-1:0];
      places_q   <= '0;
      overload_q <= 1'b0;
      pending_q  <= 1'b0;
      record_q   <= 1'b0;
    end else begin
      room_q <= room_q
              + (pop_i ? {{(RW-3){1'b0}}, 3'd4} : '0)
              + (unused_valid_i ? {{(RW-7){1'b0}}, unused_i} : '0)
              - (deliver ? EVENT[RW-1:0] : record ? LOSS[RW-1:0] : '0);
      places_q <= places_q + {{QUEUE_LOG2{1'b0}}, deliver || record} - {{QUEUE_LOG2{1'b0}}, entry_taken_i};
      if (no_room && !fits) overload_q <= 1'b1;
      else if (resume && (record || !pending_q)) overload_q <= 1'b0;
      if (refuse) pending_q <= 1'b1;
      else if (record) pending_q <= 1'b0;
      if (record) record_q <= 1'b1;
      else if (loss_done_i) record_q <= 1'b0;
    end
  end

  // ---- what is pending, and the record taken from it
  logic [4*32-1:0]    pend_count_q, rec_count_q;
  logic [2:0]         pend_cause_q, rec_cause_q;
  logic [SOURCES-1:0] pend_source_q, rec_source_q;
  logic [63:0]        pend_first_q, rec_first_q, pend_last_q, rec_last_q;
  logic               refused_last_q;                    // the last event seen was refused
  wire                fresh = !pending_q || record;      // gathering starts anew with this event
  wire [2:0]          ev_cause = {ev_badid, ev_torn, !ev_badid && !ev_torn};
  wire [SOURCES-1:0]  ev_source = {{(SOURCES-1){1'b0}}, 1'b1} << {ev_hart, ev_ctx};

  integer c;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      refused_last_q <= 1'b0;
    end else if (refuse) begin
      refused_last_q <= 1'b1;
    end else if (deliver || record) begin
      refused_last_q <= 1'b0;
    end
    for (c = 0; c < 4; c = c + 1) begin
      if (refuse && ev_class == c[1:0]) pend_count_q[32*c +: 32] <= (fresh ? 32'd0 : pend_count_q[32*c +: 32]) + 32'd1;
      else if (refuse && fresh) pend_count_q[32*c +: 32] <= 32'd0;
    end
    if (refuse) begin
      pend_cause_q  <= (fresh ? 3'd0 : pend_cause_q) | ev_cause;
      pend_source_q <= (fresh ? {SOURCES{1'b0}} : pend_source_q) | ev_source;
      pend_last_q   <= event_time_i;
      if (fresh) pend_first_q <= event_time_i;
    end
    if (record) begin
      rec_count_q  <= pend_count_q;
      rec_cause_q  <= pend_cause_q;
      rec_source_q <= pend_source_q;
      rec_first_q  <= pend_first_q;
      rec_last_q   <= pend_last_q;
    end
  end
  assign loss_count_o  = rec_count_q;
  assign loss_cause_o  = rec_cause_q;
  assign loss_source_o = rec_source_q;
  assign loss_first_o  = rec_first_q;
  assign loss_last_o   = rec_last_q;

  // ---- the entry, its delta taken in two halves
  logic        entry_q, entry_loss_q, borrow_q;
  logic [52:0] entry_event_q;
  logic [31:0] delta_lo_q, hi_q, prev_hi_q;
  logic [63:0] prev_q;                                   // time of the last entry
  wire  [63:0] now = deliver ? event_time_i : refused_last_q ? pend_last_q : prev_q;
  wire  [32:0] lo = {1'b0, now[31:0]} - {1'b0, prev_q[31:0]};
  wire  [31:0] delta_hi = hi_q - prev_hi_q - {31'd0, borrow_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      entry_q <= 1'b0;
      prev_q  <= 64'd0;
    end else begin
      entry_q <= deliver || record;
      if (deliver || record) prev_q <= now;
    end
    if (deliver || record) begin
      entry_loss_q  <= record;
      entry_event_q <= {event_i[weir_event::SWITCH_LSB], event_i[weir_event::HART_LSB +: 4],
                        event_i[weir_event::ID_LSB +: 16], event_i[weir_event::VALUE_LSB +: 32]};
      {borrow_q, delta_lo_q} <= lo;
      hi_q      <= now[63:32];
      prev_hi_q <= prev_q[63:32];
    end
  end
  assign entry_valid_o = entry_q;
  assign entry_o = {delta_hi, delta_lo_q, entry_loss_q, entry_event_q};

  // ---- counters
  logic [4*32-1:0] offered_q, refused_q;
  logic [3*32-1:0] cause_q;
  integer n;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      offered_q <= '0;
      refused_q <= '0;
      cause_q   <= '0;
    end else begin
      for (n = 0; n < 4; n = n + 1) begin
        if (event_valid_i && ev_class == n[1:0]) offered_q[32*n +: 32] <= offered_q[32*n +: 32] + 32'd1;
        if (refuse && ev_class == n[1:0]) refused_q[32*n +: 32] <= refused_q[32*n +: 32] + 32'd1;
      end
      for (n = 0; n < 3; n = n + 1)
        if (refuse && ev_cause[n]) cause_q[32*n +: 32] <= cause_q[32*n +: 32] + 32'd1;
    end
  end
  assign offered_o  = offered_q;
  assign refused_o  = refused_q;
  assign cause_o    = cause_q;
  assign refuse_o   = refuse;
  assign overload_o = overload_q;
  assign pending_o  = pending_q;
  assign idle_o     = !event_valid_i && !record && places_q == '0 && !record_q && !entry_q &&
                      !(pending_q && room_q >= FITS_LOSS[RW-1:0]);

`ifdef FORMAL
`ifdef PROVE_weir_admit
  `define WEIR_ENV assume
`else
  `define WEIR_ENV assert
`endif
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_admit
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
`endif

  // ---- what is under way, counted at the pins
  localparam integer FW = RW + 2;
  logic [FW-1:0]        f_events, f_ahead;     // events decided and not finished by pack; those before the record under way
  logic                 f_loss;                // a record decided and not finished
  logic [FW-1:0]        f_promised;            // octets promised to them
  logic [FW-1:0]        f_events_20, f_events_16, f_events_4;                // f_events times these
  logic [FW-1:0]        f_queued, f_taken;     // entries in the queue; entries taken and not finished
  logic signed [FW-1:0] f_stored;              // octets of finished entries less octets popped; negative: pops of an unfinished one
  wire                  f_oldest = f_loss && f_ahead == '0;                  // the oldest entry under way is the record
  wire signed [FW-1:0]  f_promise = f_oldest ? 88 : 20;                      // of the oldest
  wire signed [FW-1:0]  f_popped = pop_i ? 4 : 0;
  wire signed [FW-1:0]  f_wrote = f_promise - $signed({{(FW-7){1'b0}}, unused_i});
  wire                  f_finish_loss  = unused_valid_i && f_oldest;
  wire                  f_finish_event = unused_valid_i && !f_oldest;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      f_events <= '0;
      f_ahead  <= '0;
      f_loss   <= 1'b0;
      f_promised <= '0;
      f_events_20 <= '0;
      f_events_16 <= '0;
      f_events_4  <= '0;
      f_queued <= '0;
      f_taken  <= '0;
      f_stored <= '0;
    end else begin
      f_events <= f_events + {{(FW-1){1'b0}}, deliver} - {{(FW-1){1'b0}}, f_finish_event};
      if (record) f_ahead <= f_events - {{(FW-1){1'b0}}, f_finish_event};
      else if (f_loss && f_finish_event) f_ahead <= f_ahead - 1'b1;
      if (record) f_loss <= 1'b1;
      else if (f_finish_loss) f_loss <= 1'b0;
      f_events_20 <= f_events_20 + (deliver ? 20 : 0) - (f_finish_event ? 20 : 0);
      f_events_16 <= f_events_16 + (deliver ? 16 : 0) - (f_finish_event ? 16 : 0);
      f_events_4  <= f_events_4 + (deliver ? 4 : 0) - (f_finish_event ? 4 : 0);
      f_promised <= f_promised + (deliver ? 20 : record ? 88 : 0) - (f_finish_loss ? 88 : f_finish_event ? 20 : 0);
      f_queued <= f_queued + {{(FW-1){1'b0}}, entry_valid_o} - {{(FW-1){1'b0}}, entry_taken_i};
      f_taken  <= f_taken + {{(FW-1){1'b0}}, entry_taken_i} - {{(FW-1){1'b0}}, unused_valid_i};
      f_stored <= f_stored + (unused_valid_i ? f_wrote : 0) - f_popped;
    end
  end
  always_comb if (f_started) begin
    // Only what is in the queue is taken out of it.
    m_taken: `WEIR_ENV (!entry_taken_i || f_queued != '0);
    // Only what was taken is finished, and it wrote no more than was promised for it.
    m_unused: `WEIR_ENV (!unused_valid_i || (f_taken != '0 && f_wrote >= 0));
    // Only octets that were written are popped.
    m_pop: `WEIR_ENV (f_popped <= f_stored + (unused_valid_i ? f_wrote : f_taken != '0 ? f_promise : 0));
    // The record is done when it is finished.
    m_loss_done: `WEIR_ENV (loss_done_i == f_finish_loss);
    // Clear comes only when all is idle.
    m_clear: `WEIR_ENV (!clear_i || (idle_o && f_events == '0 && !pop_i));
    // An event is to be refused for one cause at most.
    m_cause: `WEIR_ENV (!event_valid_i || !(ev_torn && ev_badid));
  end

  // ---- room
  logic f_flushed;                             // the reserve was spent by the last record and is not free again
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) f_flushed <= 1'b0;
    else if (record && flush_i) f_flushed <= 1'b1;
    else if (room_q >= 88) f_flushed <= 1'b0;
  end
  // At the last edge: refused for want of room; in overload with less than half free; half free and a record or none needed.
  logic f_was_short, f_was_overload, f_was_half_free;
  always_ff @(posedge clk_i) begin
    f_was_short    <= rst_ni && !clear_i && no_room && !fits;
    f_was_half_free <= rst_ni && !clear_i && room_q >= CAPACITY / 2 && (record || !pending_q) && !(no_room && !fits);
    f_was_overload <= rst_ni && !clear_i && overload_q && room_q < CAPACITY / 2 && !flush_i;
  end
  always_comb if (f_started) begin
    // Every octet of the FIFO is free, promised or stored: so room neither under- nor overflows.
    a_room: assert ($signed({2'b00, room_q}) + $signed(f_promised) + f_stored == CAPACITY);
    a_promised: assert (f_promised == f_events_20 + (f_loss ? 88 : 0) && f_promised <= CAPACITY + 88);
    a_times_20: assert (f_events_20 == f_events_16 + f_events_4);
    a_times_16: assert (f_events_16 == {f_events[FW-5:0], 4'd0});
    a_times_4: assert (f_events_4 == {f_events[FW-3:0], 2'd0});
    a_capacity: assert (room_q <= CAPACITY);
    a_stored: assert (f_stored <= CAPACITY && f_stored >= (f_taken != '0 ? -f_promise : 0));
    // Places are those of the entries decided and not taken, and there are never more than the queue has.
    a_places: assert ({{(FW-QUEUE_LOG2-1){1'b0}}, places_q} == f_queued + {{(FW-1){1'b0}}, entry_q} && places_q <= PLACES);
    a_under_way: assert (f_events + {{(FW-1){1'b0}}, f_loss} == {{(FW-QUEUE_LOG2-1){1'b0}}, places_q} + f_taken);
    a_bounds: assert (f_events_20 <= CAPACITY + 88 && f_events <= CAPACITY / 16 + 8 && f_queued <= PLACES
                      && f_taken <= f_events + {{(FW-1){1'b0}}, f_loss} && (!f_loss || f_ahead <= f_events));
    // One record at a time.
    a_one_record: assert (f_loss == record_q);
    // A record finds its room.
    a_record_fits: assert (!record || room_q >= 88);
    // The reserve: room for a record is always kept, unless the record written because of a disable has just used it.
    a_reserve: assert (room_q >= 88 || f_flushed);
    // SYS is never refused for want of FIFO room while an event and a record fit.
    a_sys: assert (!(refuse && wanted && ev_sys) || room_q < 108 || places_q == PLACES);
    // USER and COM never take from the SYS reserve, nor from the quarter of the queue kept for SYS.
    a_user: assert (!(deliver && !ev_sys) || (room_q - 20 >= 88 + CAPACITY / 8 && 4 * places_q < 3 * PLACES && !overload_q));
    // Overload begins with a refusal for want of FIFO room, and lasts until half of the FIFO is free.
    a_begin: assert (!f_was_short || overload_q);
    a_end: assert (!f_was_overload || overload_q);
    a_resume: assert (!f_was_half_free || !overload_q);
  end

  // ---- accounting, for every class
  logic [31:0] f_delivered [0:3];
  logic [31:0] f_told [0:3];
  wire  [3:0]  f_offered_good, f_told_good;
  genvar f;
  generate
    for (f = 0; f < 4; f = f + 1) begin : g_formal
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) begin
          f_delivered[f] <= 32'd0;
          f_told[f]      <= 32'd0;
        end else begin
          if (deliver && ev_class == f) f_delivered[f] <= f_delivered[f] + 32'd1;
          if (record) f_told[f] <= f_told[f] + pend_count_q[32*f +: 32];
        end
      end
      assign f_offered_good[f] = offered_o[32*f +: 32] == f_delivered[f] + refused_o[32*f +: 32];
      assign f_told_good[f]    = refused_o[32*f +: 32] == f_told[f] + (pending_o ? pend_count_q[32*f +: 32] : 32'd0);
    end
  endgenerate
  logic [31:0] f_refused, f_refused_01, f_refused_23, f_cause_01;   // refusals: all; of two classes; of two causes
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      f_refused    <= 32'd0;
      f_refused_01 <= 32'd0;
      f_refused_23 <= 32'd0;
      f_cause_01   <= 32'd0;
    end else if (refuse) begin
      f_refused <= f_refused + 32'd1;
      if (ev_class[1]) f_refused_23 <= f_refused_23 + 32'd1;
      else f_refused_01 <= f_refused_01 + 32'd1;
      if (!ev_badid) f_cause_01 <= f_cause_01 + 32'd1;
    end
  end
  always_comb if (f_started) begin
    // Offered is delivered and refused.
    a_offered: assert (&f_offered_good);
    // Every refusal is told by one record, or waits for it.
    a_told: assert (&f_told_good);
    // Every refusal has one class and one cause: their counters add up to the number of refusals, pair by pair.
    a_classes_01: assert (refused_o[0 +: 32] + refused_o[32 +: 32] == f_refused_01);
    a_classes_23: assert (refused_o[64 +: 32] + refused_o[96 +: 32] == f_refused_23);
    a_classes: assert (f_refused_01 + f_refused_23 == f_refused);
    a_causes_01: assert (cause_o[0 +: 32] + cause_o[32 +: 32] == f_cause_01);
    a_causes: assert (f_cause_01 + cause_o[64 +: 32] == f_refused);
    // An event with a cause of its own is never delivered; no other is refused for it.
    a_cause: assert (!(refuse && event_valid_i) || (ev_cause[0] == !(ev_torn || ev_badid)));
  end

  // ---- time
  logic [63:0] f_last, f_reader, f_time;       // time of the last event seen, of the last entry as a reader adds it up, of the entry
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      f_last   <= 64'd0;
      f_reader <= 64'd0;
    end else begin
      if (event_valid_i) f_last <= event_time_i;
      if (entry_valid_o) f_reader <= f_reader + entry_o[weir_event::E_DELTA_LSB +: 64];
    end
    if (deliver) f_time <= event_time_i;
    else if (record) f_time <= f_last;
  end
  always_comb if (f_started) begin
    // Time rises.
    m_time: `WEIR_ENV (!event_valid_i || event_time_i > f_last);
    // The deltas add up to the time of the event, and to that of the last event seen for a record; none is negative.
    a_delta: assert (!entry_valid_o || (f_reader <= f_time && f_reader + entry_o[weir_event::E_DELTA_LSB +: 64] == f_time));
    // Why:
    a_prev: assert (prev_q == (entry_q ? f_time : f_reader));
    a_last: assert (f_last == (refused_last_q ? pend_last_q : prev_q) && prev_q <= f_last);
    a_halves: assert (!entry_q || ({borrow_q, delta_lo_q} == {1'b0, f_time[31:0]} - {1'b0, f_reader[31:0]}
                                   && hi_q == f_time[63:32] && prev_hi_q == f_reader[63:32] && f_reader <= f_time));
  end

  // ---- any one refusal is followed into its record
  (* anyseq *) wire    f_pick;
  logic                f_waits, f_written;     // it waits for a record; it is in the record under way
  logic [63:0]         f_when;
  logic [2:0]          f_cause;
  logic [SOURCES-1:0]  f_source;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      f_waits   <= 1'b0;
      f_written <= 1'b0;
    end else begin
      if (refuse && f_pick && !f_waits && !f_written) f_waits <= 1'b1;
      else if (record) f_waits <= 1'b0;
      if (record) f_written <= f_waits;
      else if (loss_done_i) f_written <= 1'b0;
    end
    if (!f_waits && !f_written) begin
      f_when   <= event_time_i;
      f_cause  <= ev_cause;
      f_source <= ev_source;
    end
  end
  always_comb if (f_started) begin
    // It is not forgotten: until its record is written, refusals are pending or a record is under way.
    a_waits: assert (!f_waits || (pending_o && !f_written));
    a_under: assert (!f_written || record_q);
    // The record covers its time, cause and source.
    a_waits_covered: assert (!f_waits || (pend_first_q <= f_when && f_when <= pend_last_q
                                          && (pend_cause_q & f_cause) == f_cause && (pend_source_q & f_source) == f_source));
    a_covered: assert (!f_written || (loss_first_o <= f_when && f_when <= loss_last_o
                                      && (loss_cause_o & f_cause) == f_cause && (loss_source_o & f_source) == f_source));
    a_pend_last: assert (!pending_q || (pend_first_q <= pend_last_q && pend_last_q <= f_last));
  end

`ifdef PROVE_weir_admit
  // All of this happens.
  always_comb if (f_started) begin
    c_overload: cover (overload_q);
    c_record_after_overload: cover (overload_q && record && !flush_i);
    c_record_of_a_torn_pair: cover (record && !overload_q && pend_cause_q == 3'b010);
    c_reserve_used: cover (room_q < 88);
    c_two_refused: cover (record && pend_first_q != pend_last_q);
  end
`endif
`undef WEIR_ENV
`endif
endmodule
`default_nettype wire
