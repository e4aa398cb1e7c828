// SPDX-License-Identifier: Apache-2.0
// admit: decides in one cycle whether an event is delivered or refused, counts exactly, and sees to it that every refusal
// is told in the stream.
//
// Room     is counted in octets of FIFO and promised for the worst case when an entry is made; pack gives back what the
//          entry did not need, the reader gives back what it took. So nothing behind admit can overflow, and pack never waits.
// Latency  none: the entry of an event is made in the cycle of the event.
`default_nettype none
module weir_admit #(
    parameter integer HARTS = 1,
    parameter integer CONTEXTS = 2,
    parameter integer SNOOP = 1,
    parameter integer OFFERED = 1,        // 1: offered events are counted
    parameter integer QUEUE_LOG2 = 5,     // places between admit and pack, log2, 2..6; 0: none
    parameter integer FIFO_LOG2 = 10      // words of FIFO, log2, 7..15
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    input  wire                     clear_i,        // only while idle_o
    input  wire                     flush_i,        // unit disabled and nothing more can come: end the loss
    output wire                     zeroing_o,      // after reset and clear: no event yet, please

    input  wire                     event_valid_i,  // taken at once
    input  wire [weir_event::W-1:0] event_i,
    output wire                     hold_o,         // QUEUE_LOG2 = 0: no event in this cycle, please; else low
    input  wire                     waits_i,        // an event waits because of that

    output wire                     entry_valid_o,  // to the queue or to pack, taken at once
    output wire [53:0]              entry_o,        // without its delta, see weir_event
    input  wire                     entry_ready_i,  // QUEUE_LOG2 = 0: pack takes an entry; else the queue is never full, and it is not looked at
    input  wire                     entry_taken_i,  // QUEUE_LOG2 > 0: pack took an entry out of the queue

    input  wire                     unused_valid_i, // pack finished an entry
    input  wire [4:0]               unused_i,       // octets it did not need
    input  wire                     pop_i,          // the reader took a word

    // Counters for software: a read is answered in the cycle after it was ready.
    input  wire                     read_offered_i, // of offered events by class; else of refused ones by kind
    input  wire [5:0]               read_source_i,
    input  wire [2:0]               read_kind_i,
    output wire                     read_ready_o,   // a counter can be read in this cycle
    output wire [31:0]              read_count_o,

    output wire                     refuse_o,       // an event was refused, one cycle
    output wire                     overload_o,
    output wire                     loss_o,         // a loss is going on
    output wire                     idle_o          // nothing can be written unless an event comes or the reader takes a word
);
  localparam integer RW = FIFO_LOG2 + 3;            // room, up to 4 << FIFO_LOG2 octets
  localparam integer CAPACITY = 4 << FIFO_LOG2;
  localparam integer ENTRY = weir_pkg::SIZE_ENTRY_MAX;
  localparam integer FITS_ONE = ENTRY;
  localparam integer FITS_TWO = 2 * ENTRY;
  localparam integer FITS_THREE = 3 * ENTRY;
  localparam integer FITS_USER = 2 * ENTRY + CAPACITY / 8;
  localparam integer FITS_USER_MORE = FITS_USER + ENTRY;
  localparam integer RESUME = CAPACITY / 2;
  localparam integer RESUME_MORE = RESUME + ENTRY;
  localparam integer PLACES = 1 << QUEUE_LOG2;
  localparam integer CW = (CONTEXTS == 2 && SNOOP == 0) ? 1 : 2;     // bits of a context
  localparam integer HW = (HARTS > 1) ? $clog2(HARTS) : 0;           // bits of a hart
  localparam integer SW = HW + CW;                                   // bits of a source

  generate
    if (FIFO_LOG2 < 7 || FIFO_LOG2 > 15) begin : g_fifo
      ERROR_FIFO_LOG2_must_be_7_to_15 error ();
    end
    if (QUEUE_LOG2 != 0 && (QUEUE_LOG2 < 2 || QUEUE_LOG2 > 6)) begin : g_queue
      ERROR_QUEUE_LOG2_must_be_0_or_2_to_6 error ();
    end
  endgenerate

  wire [15:0] ev_id   = event_i[weir_event::ID_LSB +: 16];
  wire [2:0]  ev_kind = event_i[weir_event::KIND_LSB +: 3];
  wire [1:0]  ev_ctx  = event_i[weir_event::CONTEXT_LSB +: 2];
  wire [3:0]  ev_hart = event_i[weir_event::HART_LSB +: 4];
  wire        ev_tsw  = event_i[weir_event::SWITCH_LSB];
  wire        ev_sys  = ev_kind == weir_pkg::KIND_SYS;
  wire        wanted  = event_valid_i && ev_kind <= weir_pkg::KIND_SYS;

  // ---- the decision
  logic [RW-1:0] room_q;                            // octets of FIFO promised to nobody, a cycle behind:
  logic          taken_q;                           // an entry was made in the cycle before
  logic [5:0]    back_q;                            // octets that came back in the cycle before
  logic          overload_q;
  wire           fits_one, fits_two, fits_user, resume;              // resume: half of the FIFO is free
  wire           place_sys, place_user, place_first, place_own;      // for an event; for the entry of a loss that begins, for others
  wire fits      = ev_sys ? fits_two : fits_user;
  wire place     = ev_sys ? place_sys : place_user;
  wire deliver   = wanted && fits && place && (ev_sys || !overload_q);
  wire refuse    = event_valid_i && !deliver;
  wire own;                                         // an entry of our own is made in this cycle

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      room_q     <= CAPACITY[RW-1:0];
      taken_q    <= 1'b0;
      back_q     <= 6'd0;
      overload_q <= 1'b0;
    end else begin
      taken_q <= deliver || own;
      back_q  <= (unused_valid_i ? {1'b0, unused_i} : 6'd0) + {3'd0, pop_i, 2'b00};
      room_q  <= room_q + {{(RW-6){1'b0}}, back_q} - (taken_q ? ENTRY[RW-1:0] : '0);
      if (wanted && !fits) overload_q <= 1'b1;
      else if (resume) overload_q <= 1'b0;
    end
  end

  generate
    if (QUEUE_LOG2 != 0) begin : g_queue_places
      assign fits_one  = room_q >= (taken_q ? FITS_TWO[RW-1:0] : FITS_ONE[RW-1:0]);
      assign fits_two  = room_q >= (taken_q ? FITS_THREE[RW-1:0] : FITS_TWO[RW-1:0]);
      assign fits_user = room_q >= (taken_q ? FITS_USER_MORE[RW-1:0] : FITS_USER[RW-1:0]);
      assign resume    = room_q >= (taken_q ? RESUME_MORE[RW-1:0] : RESUME[RW-1:0]);

      localparam integer SYS_MOST = PLACES - 2;     // places taken at most before
      localparam integer USER_MOST = PLACES - PLACES / 4 - 1;
      localparam integer FIRST_MOST = PLACES - 1;
      logic [QUEUE_LOG2:0] places_q;                // taken
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) places_q <= '0;
        else places_q <= places_q + {{QUEUE_LOG2{1'b0}}, deliver || own} - {{QUEUE_LOG2{1'b0}}, entry_taken_i};
      end
      assign place_sys   = places_q <= SYS_MOST[QUEUE_LOG2:0];
      assign place_user  = places_q <= USER_MOST[QUEUE_LOG2:0];
      assign place_first = places_q <= FIRST_MOST[QUEUE_LOG2:0];
      assign place_own   = place_sys;
    end else begin : g_no_queue
      // An entry keeps pack busy for three cycles and more, so these are right whenever pack is ready.
      logic fits_one_q, fits_two_q, fits_user_q, resume_q;
      always_ff @(posedge clk_i) begin
        fits_one_q  <= room_q >= FITS_ONE[RW-1:0];
        fits_two_q  <= room_q >= FITS_TWO[RW-1:0];
        fits_user_q <= room_q >= FITS_USER[RW-1:0];
        resume_q    <= room_q >= RESUME[RW-1:0];
      end
      assign fits_one    = fits_one_q;
      assign fits_two    = fits_two_q;
      assign fits_user   = fits_user_q;
      assign resume      = resume_q;
      assign place_sys   = 1'b1;
      assign place_user  = 1'b1;
      assign place_first = entry_ready_i;
      assign place_own   = entry_ready_i;
      wire unused = &{1'b0, entry_taken_i};
    end
  endgenerate

  // ---- loss: begins at once, goes on, ends with the totals of what has changed
  localparam [2:0] NONE = 3'd0, BEGIN = 3'd1, OPEN = 3'd2, TOTALS = 3'd3, END = 3'd4;
  logic [2:0]    loss_q;
  logic          ended_q, again_q, shown_q;         // an overload has ended; refused since TOTALS began; a counter is shown
  logic [30:0]   age_q;                             // ticks since the last refusal
  logic [SW+2:0] at_q;                              // counter to tell next: source, kind

  logic       hold_q, waits_q;                      // no event now; one waited in the cycle before
  wire        count_ready, changed, zeroing, offered_zeroing;
  wire [31:0] count;
  wire        slot = place_own && fits_two && !waits_q;
  wire        want_begin = loss_q == BEGIN && place_first && fits_one;
  wire        want_total = loss_q == TOTALS && shown_q && changed && slot;
  wire        want_end   = loss_q == END && !again_q && slot;
  wire        late = QUEUE_LOG2 != 0 ? deliver : !hold_q;             // an event goes first
  wire        own_begin  = want_begin && !late;
  wire        own_total  = want_total && !late;
  wire        own_end    = want_end && !late;
  wire        told      = loss_q == TOTALS && shown_q && (own_total || !changed);      // on to the next
  wire        may_end   = !overload_q && (ended_q || age_q[30:6] != 25'd0 || flush_i);
  wire        look      = loss_q == TOTALS && !shown_q;                                // for the next counter
  assign own  = own_begin || own_total || own_end;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      loss_q  <= NONE;
      ended_q <= 1'b0;
      shown_q <= 1'b0;
    end else begin
      case (loss_q)
        NONE:    if (refuse) loss_q <= BEGIN;
        BEGIN:   if (own_begin) loss_q <= OPEN;
        OPEN:    if (may_end) loss_q <= TOTALS;
        TOTALS:  if (told && &at_q) loss_q <= END;
        default: if (again_q) loss_q <= OPEN;
                 else if (own_end) loss_q <= refuse ? BEGIN : NONE;
      endcase
      if (overload_q && resume) ended_q <= 1'b1;
      else if (loss_q == NONE || (loss_q == OPEN && may_end)) ended_q <= 1'b0;
      shown_q <= look && count_ready && !refuse;
    end
    if (loss_q == OPEN) again_q <= 1'b0;
    else if (refuse) again_q <= 1'b1;
    if (loss_q == OPEN) at_q <= '0;
    else if (told) at_q <= at_q + 1'b1;

    if (refuse) age_q <= 31'd1;
    else if (age_q != weir_pkg::LOSS_AGE_MAX[30:0]) age_q <= age_q + 31'd1;
  end

  // Without a queue, events and what we have to say take turns: no event while hold_q, no entry of our own else. The event
  // before is counted, and its entry gone, before the next comes.
  always_ff @(posedge clk_i) begin
    waits_q <= rst_ni && waits_i && QUEUE_LOG2 == 0;
    hold_q  <= QUEUE_LOG2 == 0 && (event_valid_i || own || !entry_ready_i || loss_q == BEGIN || (loss_q >= TOTALS && slot));
  end
  assign hold_o = hold_q;

  // ---- counters
  wire [SW-1:0] ev_source, read_source, at_source;
  wire [2:0]    at_kind = at_q[2:0];
  wire [1:0]    at_ctx;
  wire [3:0]    at_hart;
  assign at_source = at_q[SW+2:3];
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
  weir_count #(.LOG2(SW + 3), .FORWARD(QUEUE_LOG2)) u_refused (
      .clk_i, .rst_ni, .clear_i, .busy_o(zeroing), .event_i(refuse), .index_i({ev_source, ev_kind}),
      .read_index_i(look ? at_q : {read_source, read_kind_i}),
      .read_ready_o(count_ready), .count_o(count), .changed_o(changed), .unmark_i(own_total));

  // Without SNOOP an event is an access of the register port, and never comes together with a read.
  wire other = SNOOP != 0 && event_valid_i;
  generate
    if (OFFERED != 0) begin : g_offered
      logic        offered_q;                       // the counter read was one of these
      wire  [31:0] offered;
      wire         ready, unmarked;
      wire  [1:0]  ev_class = ev_kind[2] ? weir_pkg::CLASS_NONE : ev_kind[1:0];        // kind 3 is of class NONE too
      weir_count #(.LOG2(SW + 2), .FORWARD(QUEUE_LOG2)) u_offered (
          .clk_i, .rst_ni, .clear_i, .busy_o(offered_zeroing), .event_i(event_valid_i), .index_i({ev_source, ev_class}),
          .read_index_i({read_source, read_kind_i[1:0]}),
          .read_ready_o(ready), .count_o(offered), .changed_o(unmarked), .unmark_i(1'b0));
      always_ff @(posedge clk_i) offered_q <= read_offered_i;
      assign read_ready_o = (read_offered_i ? ready : count_ready && !look) && !other;
      assign read_count_o = offered_q ? offered : count;
      wire unused = &{1'b0, unmarked};
    end else begin : g_no_offered
      assign offered_zeroing = 1'b0;
      assign read_ready_o    = count_ready && !look && !other;
      assign read_count_o    = count;
      wire unused = &{1'b0, read_offered_i};
    end
  endgenerate
  assign zeroing_o = zeroing || offered_zeroing;

  // ---- the entry
  wire [20:0] row   = {weir_pkg::ITEM_ID_BIAS[16:0] + {1'b0, ev_id}, ev_hart};
  wire        near  = ev_hart == 4'd0 && ev_id <= weir_pkg::ITEM_USER_SHORT_IDS;
  wire [20:0] ev_item = ev_tsw ? (ev_hart == 4'd0 ? weir_pkg::ITEM_THREAD : weir_pkg::ITEM_ROW_THREAD + {17'd0, ev_hart})
                      : near ? weir_pkg::ITEM_USER_SHORT + {17'd0, ev_id[3:0]} : row;
  wire [20:0] refused_item = weir_pkg::ITEM_REFUSED + {12'd0, at_kind, at_ctx, at_hart};
  wire        total = loss_q == TOTALS;
  wire [30:0] age;                                  // since the first refusal for the entry that begins, since the last for the end
  generate
    if (QUEUE_LOG2 != 0) begin : g_first
      logic [7:0] first_q;                          // ticks since the first refusal, until its entry is made
      always_ff @(posedge clk_i) first_q <= loss_q == BEGIN ? first_q + 8'd1 : 8'd1;
      assign age = loss_q == BEGIN ? {23'd0, first_q} : age_q;
    end else begin : g_only
      assign age = age_q;                           // no event comes before that entry
    end
  endgenerate
  assign entry_valid_o = deliver || own;
  assign entry_o = {!own && ev_tsw,
                    !own ? ev_item : total ? refused_item : weir_pkg::ITEM_LOSS,
                    !own ? event_i[weir_event::VALUE_LSB +: 32] : total ? count : {age, loss_q == BEGIN}};

  // What fits is known up to three cycles after the room has changed.
  logic [2:0] stir_q;
  wire        stirred = |stir_q;
  always_ff @(posedge clk_i) stir_q <= {stir_q[1:0], unused_valid_i || pop_i || deliver || own};

  assign refuse_o   = refuse;
  assign overload_o = overload_q;
  assign loss_o     = loss_q != NONE;
  assign idle_o     = !event_valid_i && (loss_q == NONE || (!stirred && ((loss_q == OPEN && overload_q && !resume)
                                                                         || (loss_q >= TOTALS && !fits_two))));
endmodule
`default_nettype wire
