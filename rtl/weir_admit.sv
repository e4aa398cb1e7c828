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

endmodule
`default_nettype wire
