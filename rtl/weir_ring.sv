// SPDX-License-Identifier: Apache-2.0
// weir_ring: a sink that writes the stream to memory as a ring of flux sections, each readable
// without the others. An image of that memory, taken at any time after ready_o, is a flux ring.
//
// Order    The unit empties a section (used = 0) before it overwrites anything in it, and raises
//          `used` only when whole entries are in memory. Writes must therefore take effect in the
//          order in which they are accepted.
// Rate     One byte a cycle while the bus accepts a word every four cycles; in addition each
//          section's checkpoint, and one word in 16.
// Bus      Whole words, posted. m_valid_o waits for m_ready_i, unchanged.
`default_nettype none
module weir_ring #(
    parameter integer HARTS = 1,
    parameter integer THREAD_CACHE = 0,       // entries of the thread cache; 0: none
    // 1: the stream may hold checkpoints; they are left out
    parameter integer CHECKPOINT = 0,
    parameter integer ARGS = 1           // words of an event, at most
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    // ends the ring; the memory keeps its contents. Only in the cycle after !busy_o
    input  wire        clear_i,
    // 0: takes nothing more of the stream; what waits there does not set busy_o
    input  wire        auth_i,

    // From registers, constant while enable_i, which rises only while the stream is empty and falls
    // only with clear_i.
    input  wire        enable_i,
    // 1: stop when the last section is full; 0: overwrite the oldest
    input  wire        stop_i,
    // 1: then discard the stream, because another sink has it; 0: let it wait
    input  wire        discard_i,
    input  wire [31:2] base_i,           // address of the ring buffer
    input  wire [4:0]  window_i,         // bytes of the ring buffer, log2, above section_i
    // bytes of a section, log2: 8 + log2 of harts (rounded up), one more with THREAD_CACHE, up to
    // 16
    input  wire [4:0]  section_i,

    input  wire        word_valid_i,     // the stream, see weir_parse
    output wire        word_ready_o,
    input  wire [31:0] word_i,
    input  wire        rest_i,           // everything given to the stream is in these bytes
    input  wire [23:0] tail_i,
    input  wire [1:0]  tail_count_i,

    output wire        m_valid_o,        // a word to write
    output wire [31:0] m_addr_o,         // byte address, inside the ring buffer
    output wire [31:0] m_wdata_o,
    input  wire        m_ready_i,
    input  wire        m_idle_i,         // all accepted words are in memory

    // all sections have their headers: an image of the ring buffer is a flux ring
    output wire        ready_o,
    output wire        full_o,           // stopped
    output wire        wrapped_o,        // the first section has been overwritten
    output wire        busy_o,           // not everything is in memory, though there is free space
    output wire [31:0] at_o              // offset of the next byte in the ring buffer
);
  localparam [3:0] OFF = 4'd0, ZERO = 4'd1, HEADERS = 4'd2, ENTER = 4'd3, BEGIN = 4'd4,
      STATE = 4'd5, TELL = 4'd6, END = 4'd7,
                   RUN = 4'd8, COMMIT = 4'd9, NEXT = 4'd10, FULL = 4'd11, SETTLE = 4'd12;
  localparam [7:0] CHECKPOINT_HEAD = {weir_pkg::ITEM_CHECKPOINT[4:0], 3'b000};

  logic [3:0]  state_q;
  logic [3:0]  nth_q;                    // byte or word of this state
  logic [29:0] at_q;                     // the word being filled, in the ring buffer
  logic [1:0]  lane_q;                   // bytes in it
  logic [23:0] word_q;                   // these; the rest is 0
  logic [3:0]  generation_q;
  logic        ready_q, wrapped_q, dirty_q;                // dirty: bytes lie behind `used`
  // the ring is full and takes nothing more of the stream
  logic        full_stop_q;
  logic [4:0]  words_q;                  // written since `used` was raised, up to 16

  // ---- the bus: at most one word is pending
  logic        m_valid_q;
  logic [29:0] m_addr_q;
  logic [31:0] m_wdata_q;
  logic        put;                      // write a word
  logic [29:0] put_at;
  logic [31:0] put_word;
  wire         free = !m_valid_q || m_ready_i;  // @free
  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_valid_q <= 1'b0;
    else if (free) m_valid_q <= put;
    if (free) begin
      m_addr_q  <= base_i + put_at;
      m_wdata_q <= put_word;
    end
  end
  assign m_valid_o = m_valid_q;
  assign m_addr_o  = {m_addr_q, 2'b00};
  assign m_wdata_o = m_wdata_q;

  // ---- entries of the stream
  wire              byte_valid, byte_ready, first, aside, entry_valid, known, parsed;
  wire [7:0]        one_byte;
  wire [weir_event::ITEM_W-1:0] item;
  wire [63:0] delta;
  wire [31:0]       value;
  weir_parse #(.CHECKPOINT(CHECKPOINT)) u_parse (
      .clk_i, .rst_ni, .clear_i, .auth_i(auth_i && !full_stop_q), .word_valid_i, .word_ready_o,
          .word_i, .tail_valid_i(rest_i), .tail_i, .tail_count_i,
      .byte_valid_o(byte_valid), .byte_ready_i(byte_ready), .byte_o(one_byte), .first_o(first),
          .aside_o(aside),
      .entry_valid_o(entry_valid), .entry_ready_i(1'b1), .item_o(item), .delta_o(delta),
          .value_o(value), .known_o(known),
      .idle_o(parsed));
  wire starved = parsed && rest_i;       // the stream ends here, for now

  // ---- checkpoint: what a reader of this section must know
  logic [63:0] time_q;
  logic              loss_q;             // a loss is open
  // the entry before is an extra argument of the next event
  logic              is_arg_q;
  wire               is_arg = ARGS > 1 && item >= weir_pkg::ITEM_ARG
      && item < weir_pkg::ITEM_ROW_SCOPE;
  wire               next, index_last, held, report_event;
  wire [20:0]        report_item;
  wire [31:0]        report_value;
  weir_checkpoint_table #(.HARTS(HARTS), .THREAD_CACHE(THREAD_CACHE)) u_table (
      // weir_parse holds it for one more cycle
      .clk_i, .rst_ni, .clear_i, .entry_valid_i(entry_valid && known), .item_i(item),
          .value_i(value),
      .zero_i(state_q == ZERO), .look_i(state_q == STATE), .report_i(state_q == TELL),
          .next_i(next), .last_o(index_last), .held_o(held), .event_o(report_event),
      .report_item_o(report_item), .report_value_o(report_value));
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      time_q <= '0;
      loss_q <= 1'b0;
      is_arg_q <= 1'b0;
    end else if (entry_valid) begin
      is_arg_q <= is_arg;
      time_q <= time_q + delta;
      if (item == weir_pkg::ITEM_LOSS) loss_q <= value[0];  // @loss
    end
  end

  // The entry that repeats a location of the table.
  // of an unsigned value with its guard byte
  function automatic [2:0] bytes(input [31:0] v);
    integer i;
    begin
      bytes = 3'd0;
      for (i = 0; i < 4; i = i + 1) begin
        if (v[8*i +: 7] != 7'd0) bytes = i[2:0] + 3'd1;
        if (v[8*i + 7]) bytes = i[2:0] + 3'd2;
      end
    end
  endfunction
  // bytes of the longest header: items of drop reasons from 8 on need four
  localparam [3:0] HEADS = weir_pkg::DROP_W > 3 ? 4'd4 : 4'd2;
  wire [27:0] report_head  = {4'd0, report_item, 3'b000};
  wire [3:0]  report_heads = report_head[27:7] == '0 ? 4'd1 : report_head[27:14] == '0 ? 4'd2
      : report_head[27:21] == '0 ? 4'd3 : 4'd4;
  // TIMING: registered with the table's answer: one cycle before the first byte is made, and during
  // it.
  logic [3:0] head_short_q;              // @head_short: bytes that its header lacks of the longest
  logic [2:0] report_size_q;               // bytes of the value
  always_ff @(posedge clk_i) begin
    head_short_q  <= HEADS - report_heads;
    report_size_q <= bytes(report_value);  // @report_size
  end
  wire [3:0]  report_nth   = nth_q + head_short_q;             // as for the longest header
  wire [1:0]  report_at    = report_nth[1:0] - HEADS[1:0] - 2'd1;
  wire [6:0]  report_seven = HEADS == 4'd2 ? (nth_q[0] ? report_head[13:7] : report_head[6:0])
                                           : report_head[7*nth_q[1:0] +: 7];
  wire [7:0]  report_byte = report_nth < HEADS ? {report_nth != HEADS - 4'd1, report_seven}
                         : report_nth == HEADS ? {1'b0, report_size_q, 2'b00, report_event,
                             !report_event}
                         : report_nth == HEADS + 4'd5 ? 8'd0
                         : report_value[{report_at, 3'b000} +: 8];
  wire        report_last  = report_nth == {1'b0, report_size_q} + HEADS && nth_q != 4'd0;
  assign      next       = state_q == ZERO || (state_q == STATE && !held)
      || (state_q == TELL && nth_q == 4'd15);

  // ---- bytes of the checkpoint or of the stream: each is made one cycle before it enters its
  // word; at most two are buffered
  wire [63:0] now      = time_q;
  wire [2:0]  now_at   = nth_q[2:0] - 3'd3;  // @now
  wire [7:0]  now_byte = now[{now_at, 3'b000} +: 8];
  logic       makes;
  logic [7:0] make;
  logic       made_q, spare_q;           // byte_q is valid; the byte after it is
  logic [7:0] byte_q, spare_byte_q;
  wire        may;                       // the next byte of the stream may follow
  wire        step     = !spare_q;       // a byte may be made
  always_comb begin
    case (state_q)
      BEGIN: begin                       // CURR of item 0, from its second byte, then checkpoint 1
        makes = 1'b1;
        case (nth_q)
          4'd0:    make = 8'h23;
          4'd1:    make = 8'h00;
          4'd2:    make = 8'h08;
          4'd11:   make = CHECKPOINT_HEAD;
          4'd12:   make = 8'h11;
          4'd13:   make = 8'h01;
          default: make = now_byte;
        endcase
      end
      TELL: begin
        makes = nth_q != 4'd15;
        make  = report_byte;
      end
      END: begin                         // checkpoint 2 or 3
        makes = 1'b1;
        make  = nth_q == 4'd0 ? CHECKPOINT_HEAD : nth_q == 4'd1 ? 8'h11 : {7'd1, loss_q};
      end
      default: begin
        makes = state_q == RUN && byte_valid && may && !aside;  // @stream
        make  = one_byte;
      end
    endcase
  end

  // ---- bytes to words
  wire        fills = lane_q == 2'd3;                      // the byte made completes its word
  wire        goes  = made_q && (!fills || free);
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      made_q  <= 1'b0;
      spare_q <= 1'b0;
    end else begin
      made_q  <= (made_q && !goes) || spare_q || makes;  // @made
      spare_q <= made_q && !goes && (spare_q || makes);
    end
    if (!made_q || goes) byte_q <= spare_q ? spare_byte_q : make;
    if (!spare_q) spare_byte_q <= make;
  end

  // ---- sections: masks of word numbers
  logic [13:0] in_section_q;
  logic [29:0] in_window_q;
  always_ff @(posedge clk_i) begin
    // AREA: a comparison with a constant is one LUT a bit, a shift and a subtraction are more
    for (int i = 0; i < 14; i = i + 1) in_section_q[i] <= section_i > i[4:0] + 5'd2;  // @inside
    for (int i = 0; i < 30; i = i + 1) in_window_q[i] <= {1'b0, window_i} > i[5:0] + 6'd2;
  end
  wire [29:0] in_section = {16'd0, in_section_q};
  wire [29:0] start      = at_q & ~in_section;
  wire        jump       = state_q == HEADERS || state_q == NEXT;
  wire [29:0] at_next    = ((at_q | (jump ? in_section : 30'd0)) + 30'd1) & in_window_q;  // @window
  // An entry begins only where more than ENTRY bytes are left, this many words after the current
  // one. The rest of an event may follow anywhere.
  // @space
  localparam integer ENTRY = weir_pkg::SIZE_ENTRY_MAX + weir_pkg::SIZE_ENTRY_ARG * (ARGS - 1),
      NEED = (ENTRY + 3) / 4;
  // in the next cycle
  wire [13:0] behind     = in_section_q & ~(goes && fills ? at_next[13:0] : at_q[13:0]);
  logic       space_q;
  // TIMING: the last section; computed from at_q of the cycle before
  logic       last_q;
  always_ff @(posedge clk_i) begin
    space_q <= behind[13:4] != 10'd0 || {28'd0, behind[3:0]} >= NEED;
    last_q <= &(at_q | in_section | ~in_window_q);  // @last
  end
  wire [15:0] used       = {at_q[13:0] & in_section_q, lane_q} - 16'd7;  // @used
  wire [15:0] content    = {in_section_q, 2'b11} - 16'd6;
  wire [3:0]  generation = state_q == HEADERS ? 4'd0 : generation_q;  // @generation
  // words 0 and 1; the last byte of word 1 is the
  wire [31:0] header     = {content[7:0], last_q, 3'd0, generation, 8'h06, 8'h00};
  // first byte of CURR, 0
  wire [31:0] empties    = {24'd0, content[15:8]};
  wire [31:0] commits    = {8'd0, used, content[15:8]};
  wire        due        = words_q[4];
  // an event begins with the next byte
  wire        begins     = first && !is_arg_q;  // @parts
  // the next byte belongs to this section
  assign      may        = !begins || (!made_q && space_q && !due);
  assign      byte_ready = state_q == RUN ? may && step : state_q == FULL;
  wire        second     = nth_q[0];
  wire        closes     = state_q == RUN && begins && !entry_valid && !made_q
      && (!space_q || due || (starved && dirty_q));

  always_comb begin
    put      = 1'b0;
    put_at   = at_q;
    put_word = {made_q ? byte_q : 8'd0, word_q};  // @put
    case (state_q)
      HEADERS, ENTER: begin              // the word that empties the section first, then the other
        put      = 1'b1;
        put_at   = start | {29'd0, !second};
        put_word = second ? header : empties;
      end
      COMMIT: begin
        put      = 1'b1;
        put_at   = start | 30'd1;
        put_word = commits;
      end
      // a full word; a partial one before `used` covers it
      default: put = made_q ? fills : closes && lane_q != 2'd0;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      state_q   <= OFF;
      ready_q   <= 1'b0;
      wrapped_q <= 1'b0;
      full_stop_q   <= 1'b0;
      dirty_q   <= 1'b0;
      lane_q    <= 2'd0;
      at_q      <= 30'd0;
    end else begin
      case (state_q)
        OFF: if (enable_i) state_q <= ZERO;
        ZERO: if (index_last) state_q <= HEADERS;
        HEADERS: if (free && second) begin
          at_q <= at_next;
          if (last_q) state_q <= SETTLE;  // @settle
        end
        SETTLE: if (!m_valid_q && m_idle_i) begin
          state_q <= ENTER;
          ready_q <= 1'b1;
        end
        ENTER: if (free && second) begin
          state_q <= BEGIN;
          at_q    <= start | 30'd2;
        end
        BEGIN: if (step && nth_q == 4'd13) state_q <= STATE;
        STATE: if (held) state_q <= TELL;
               else if (index_last) state_q <= END;
        TELL: if (nth_q == 4'd15) state_q <= index_last ? END : STATE;
        END: if (step && nth_q == 4'd2) state_q <= RUN;
        RUN: if (closes && free) state_q <= COMMIT;  // @early
        COMMIT: if (free) begin
          state_q <= space_q ? RUN : NEXT;
          dirty_q <= 1'b0;
        end
        NEXT: if (last_q && stop_i) begin
          state_q <= FULL;
          full_stop_q <= !discard_i;
        end else begin
          state_q   <= ENTER;
          at_q      <= at_next;
          lane_q    <= 2'd0;
          wrapped_q <= wrapped_q || last_q;
        end
        default: ;                       // FULL
      endcase
      if (goes) begin
        dirty_q <= 1'b1;
        lane_q  <= lane_q + 2'd1;
        if (fills) at_q <= at_next;
      end
    end
    // Byte or word of a checkpoint; 15: the last byte of a part is made.
    if (state_q == HEADERS || state_q == ENTER) nth_q <= free ? {3'd0, !second} : nth_q;  // @word
    else if (state_q == TELL) nth_q <= nth_q == 4'd15 ? 4'd0 : !step ? nth_q : report_last ? 4'd15
        : nth_q + 4'd1;
    else if (state_q == BEGIN || state_q == END) nth_q <= nth_q + {3'd0, step};
    else nth_q <= 4'd0;
    if (state_q == HEADERS) generation_q <= 4'd1;
    else if (state_q == NEXT && last_q) generation_q <= generation_q == 4'd15 ? 4'd1 : generation_q
        + 4'd1;
    if (state_q == HEADERS || state_q == COMMIT) words_q <= 5'd0;
    else if (goes && fills && !due) words_q <= words_q + 5'd1;
    if (state_q == ENTER) word_q <= 24'd0;
    else if (goes) begin
      if (fills) word_q <= 24'd0;
      if (lane_q == 2'd0) word_q[7:0] <= byte_q;
      if (lane_q == 2'd1) word_q[15:8] <= byte_q;  // @lane
      if (lane_q == 2'd2) word_q[23:16] <= byte_q;
    end
  end

  assign ready_o   = ready_q;
  assign full_o    = state_q == FULL;
  assign wrapped_o = wrapped_q;
  assign at_o      = {at_q, lane_q};
  wire   quiet     = state_q == OFF ? !enable_i
                   : state_q == FULL ? full_stop_q || starved || !auth_i
                   : state_q == RUN && !closes && !entry_valid && !made_q && (starved || !auth_i);
  assign busy_o    = !quiet || m_valid_q || !m_idle_i;

`ifdef FORMAL
`include "weir_ring_fv.svh"
`endif
endmodule
`default_nettype wire
