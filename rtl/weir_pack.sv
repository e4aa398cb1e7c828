// SPDX-License-Identifier: Apache-2.0
// pack: turns entries into the bytes of flux, and bytes into little-endian words.
//
// LANES    4: chunks of one to four bytes, one a cycle: header with a short delta, the rest of a long delta, the value; so
//          an event with a small value takes two cycles; a chunk goes into words in the cycle after. 1: a byte a cycle. At
//          most one word leaves in a cycle.
// Copy     the four bytes of a value are written as they are, and nothing else.
`default_nettype none
module weir_pack #(
    parameter integer LANES = 4,
    parameter integer COPY = 0,              // 1: copy_i and state_i are looked at
    parameter integer TIME_W = 64,
    parameter integer VALUE_W = 32,          // bits of a value, 32 or 64; 64 needs LANES = 4
    parameter integer ENTRY = 20             // bytes that are promised for an entry and the parts before it
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              clear_i,        // only while idle_o

    input  wire              entry_valid_i,
    output wire              entry_ready_o,  // does not depend on entry_valid_i
    input  wire              awake_i,        // LANES = 1: entry_i and delta_i are taken, entry_valid_i is about them, in this cycle or later; parts and copies at once
    input  wire [53:0]       entry_i,        // see weir_event
    input  wire [31:0]       value_high_i,   // high half of its value; 0 with VALUE_W = 32
    input  wire [TIME_W-1:0] delta_i,        // ticks since the entry before
    input  wire              part_i,         // what is promised is promised for the next entry, too, which comes at once
    input  wire              copy_i,         // its value is copied
    input  wire              state_i,        // it is of a state: nothing was promised for it

    output wire              unused_valid_o, // an entry is finished that is no part,
    output wire              state_valid_o,  // or one of a state:
    output wire [5:0]        unused_o,       // bytes it did not need of those promised

    output wire              word_valid_o,   // to the FIFO, which has room by promise: taken at once
    output wire [31:0]       word_o,
    output wire [23:0]       tail_o,         // bytes that do not fill a word yet, the rest 0
    output wire [1:0]        tail_count_o,
    output wire              idle_o
);
  generate
    if ((LANES != 1 && LANES != 4) || (VALUE_W != 32 && VALUE_W != 64) || (LANES == 1 && VALUE_W != 32)) begin : g_lanes
      ERROR_LANES_must_be_1_or_4_and_VALUE_W_32_or_64_with_LANES_4 error ();
    end
  endgenerate

  // Bytes of an unsigned value with its guard byte; 0 for 0.
  function automatic [3:0] bytes(input [VALUE_W-1:0] v);
    integer i;
    begin
      bytes = 4'd0;
      for (i = 0; i < VALUE_W / 8; i = i + 1) begin
        if (v[8*i +: 7] != 7'd0) bytes = i[3:0] + 4'd1;
        if (v[8*i + 7]) bytes = i[3:0] + 4'd2;
      end
    end
  endfunction

  // ---- the entry under way
  logic              valid_q, event_q;
  logic [1:0]        state_q;
  logic [23:0]       header_q;
  logic [TIME_W-1:0] delta_q;            // what is left of it
  logic [VALUE_W-1:0] value_q;           // what is left of it
  localparam integer UW = ENTRY > 31 ? 6 : 5;
  logic [UW-1:0]     unused_q;           // bytes promised and not written
  wire               last;               // the chunk of this cycle ends the entry
  wire               step = valid_q;
  wire [63:0]        in_value = {value_high_i, entry_i[weir_event::E_VALUE_LSB +: 32]};
  wire [23:0]        in_header = {entry_i[weir_event::E_ITEM_LSB +: 21], 1'b0, delta_i != '0, 1'b0};
  assign entry_ready_o = !valid_q || (LANES != 1 && last);    // a byte at a time, a cycle more does not matter
  wire take = awake_i && entry_ready_o;
  wire copies = COPY != 0 && copy_i;
  wire copy, of_state;                   // of the entry under way; of the one finished
  generate
    if (COPY != 0) begin : g_copy
      logic copy_q, of_q, finished_q;
      always_ff @(posedge clk_i) begin
        if (entry_ready_o) copy_q <= copies;
        if (entry_ready_o) of_q <= state_i;
        finished_q <= of_q;
      end
      assign copy     = copy_q;
      assign of_state = finished_q;
    end else begin : g_no_copy
      assign copy     = 1'b0;
      assign of_state = 1'b0;
      wire unused = &{1'b0, state_i, copies};
    end
  endgenerate

  logic       done_q;
  wire        putting;                   // a chunk is on its way into words
  logic [UW-1:0] left_q;
  wire  [UW-1:0] left;                   // unused_q, without this chunk
  logic       part_q;                    // the entry under way, or the one before, is part of an event that follows
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      valid_q <= 1'b0;
      done_q  <= 1'b0;
      part_q  <= 1'b0;
    end else begin
      if (entry_ready_o) valid_q <= entry_valid_i;
      else if (last) valid_q <= 1'b0;
      done_q <= step && last && !part_q;
      if (entry_ready_o && entry_valid_i) part_q <= part_i;
    end
    if (LANES != 1 ? entry_ready_o : take) event_q <= entry_i[weir_event::E_EVENT_LSB];
    if (entry_ready_o && !part_q) unused_q <= ENTRY[UW-1:0];
    else if (step) unused_q <= left;
    left_q <= left;
  end
  assign unused_valid_o = done_q && !of_state;
  assign state_valid_o  = done_q && of_state;
  assign unused_o       = {{(6-UW){1'b0}}, left_q};
  assign idle_o         = !valid_q && !done_q && !putting;

  generate
    if (LANES == 4) begin : g_wide
      wire unused_awake = awake_i;
      // Bytes of an unsigned LEB128 number below 2**28, of which bits 6:0 do not matter.
      function automatic [2:0] pint_len(input [27:7] v);
        pint_len = (v[27:21] != 7'd0) ? 3'd4 : (v[20:14] != 7'd0) ? 3'd3 : (v[13:7] != 7'd0) ? 3'd2 : 3'd1;
      endfunction
      // Its bytes; more: the number goes on after four bytes.
      function automatic [31:0] pint(input [27:0] v, input [2:0] len, input more);
        pint = {more, v[27:21], len > 3'd3, v[20:14], len > 3'd2, v[13:7], len > 3'd1, v[6:0]};
      endfunction

      localparam [1:0] HEAD = 2'd0, DELTA = 2'd1, VALUE = 2'd2, GUARD = 2'd3;
      wire [27:0] head      = {4'd0, header_q};
      wire [2:0]  head_len  = pint_len(head[27:7]);
      logic       more;                                        // it does not fit in four bytes: known from the cycle before
      wire [TIME_W-1:0] delta_rest = {28'd0, delta_q[TIME_W-1:28]};
      wire [2:0]  delta_len = more ? 3'd4 : pint_len(delta_q[27:7]);
      wire        has_delta = header_q[1];
      wire        together  = has_delta && !more && {1'b0, head_len} + {1'b0, delta_len} <= 4'd4;
      wire [31:0] head_oct  = pint(head, head_len, 1'b0);
      wire [31:0] delta_oct = pint(delta_q[27:0], delta_len, more);
      wire [31:0] copied    = value_q[31:0];
      wire [3:0]  v_bytes  = bytes(value_q);
      logic       short_q;                                     // 3 at most: known early, since the entry behind waits for it
      wire [31:0] value_oct;                                   // size and type, and bytes of the value
      wire [2:0]  value_len = (v_bytes > 4'd3) ? 3'd4 : v_bytes[2:0] + 3'd1;
      wire [31:0] guard_oct;                                   // what is left of it, up to four,
      wire [2:0]  guard_len;                                   // with the guard byte if there is one
      wire        guard_more;                                  // and it goes on
      if (VALUE_W == 32) begin : g_value
        assign value_oct  = {value_q[23:0], 1'b0, v_bytes[2:0], 2'b00, event_q, !event_q};
        assign guard_oct  = {24'd0, value_q[31:24]};
        assign guard_len  = v_bytes[2:0] - 3'd3;
        assign guard_more = 1'b0;
        always_ff @(posedge clk_i) if (entry_ready_o) value_q <= in_value[31:0];
        wire unused = &{1'b0, in_value[63:32], v_bytes[3]};
      end else begin : g_value
        logic [3:0] rest_q;                                    // bytes left behind the first chunk
        wire        long_size = v_bytes[3];                   // 8 or 9 bytes: size and type take two
        assign value_oct  = long_size ? {value_q[15:0], 8'd1, 1'b1, v_bytes[2:0], 2'b00, event_q, !event_q}
                                      : {value_q[23:0], 1'b0, v_bytes[2:0], 2'b00, event_q, !event_q};
        assign guard_oct  = value_q[31:0];
        assign guard_len  = guard_more ? 3'd4 : rest_q[2:0];
        assign guard_more = rest_q > 4'd4;
        always_ff @(posedge clk_i) begin
          if (entry_ready_o) value_q <= in_value;
          else if (step && state_q == VALUE) value_q <= long_size ? value_q >> 16 : value_q >> 24;
          else if (step && state_q == GUARD) value_q <= value_q >> 32;
          if (step) rest_q <= state_q == VALUE ? v_bytes - (long_size ? 4'd2 : 4'd3) : rest_q - 4'd4;
        end
      end

      logic [31:0] chunk;              // first byte in the low bits; those above chunk_len are 0
      logic [2:0]  chunk_len;          // 1..4
      logic [1:0]  next;
      always_comb begin
        case (state_q)
          HEAD: begin
            chunk = copy ? copied : head_oct | (together ? delta_oct << {head_len, 3'b000} : 32'd0);
            chunk_len = copy ? 3'd4 : together ? head_len + delta_len : head_len;
            next = copy ? HEAD : (has_delta && !together) ? DELTA : VALUE;
          end
          DELTA: begin
            chunk = delta_oct;
            chunk_len = delta_len;
            next = more ? DELTA : VALUE;
          end
          VALUE: begin
            chunk = value_oct;
            chunk_len = value_len;
            next = short_q ? HEAD : GUARD;
          end
          default: begin               // GUARD
            chunk = guard_oct;
            chunk_len = guard_len;
            next = guard_more ? GUARD : HEAD;
          end
        endcase
      end
      assign last        = state_q == HEAD ? copy : state_q == VALUE ? short_q : state_q == GUARD && !guard_more;     // next == HEAD, known early
      // How many bytes it has comes late, so all of it is subtracted before.
      localparam [UW-1:0] TWO = 2, THREE = 3, FOUR = 4;
      assign left = ({UW{chunk_len[1:0] == 2'd1}} & (unused_q - 1'b1)) | ({UW{chunk_len[1:0] == 2'd2}} & (unused_q - TWO))
                  | ({UW{chunk_len[1:0] == 2'd3}} & (unused_q - THREE)) | ({UW{chunk_len[1:0] == 2'd0}} & (unused_q - FOUR));
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) state_q <= HEAD;
        else if (step) state_q <= next;
        if (entry_ready_o) header_q <= in_header;
        if (entry_ready_o) short_q <= in_value[VALUE_W-1:23] == '0;
        if (entry_ready_o) delta_q <= delta_i;
        else if (step && state_q == DELTA) delta_q <= delta_rest;
        if (entry_ready_o) more <= |delta_i[TIME_W-1:28];
        else if (step && state_q == DELTA) more <= |delta_rest[TIME_W-1:28];
      end

      // ---- bytes to words, in the cycle after
      logic        put_q;
      logic [31:0] put_chunk_q;
      logic [2:0]  put_len_q;
      always_ff @(posedge clk_i) begin
        put_q <= rst_ni && !clear_i && step;
        if (step) put_chunk_q <= chunk;
        if (step) put_len_q   <= chunk_len;
      end
      assign putting = put_q;
      logic [23:0] tail_q;
      logic [1:0]  count_q;
      wire  [55:0] joined = {32'd0, tail_q} | ({24'd0, put_chunk_q} << {count_q, 3'b000});
      wire  [2:0]  total  = {1'b0, count_q} + put_len_q;
      assign word_valid_o = put_q && total[2];
      assign word_o       = joined[31:0];
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) begin
          tail_q  <= 24'd0;
          count_q <= 2'd0;
        end else if (put_q) begin
          tail_q  <= total[2] ? joined[55:32] : joined[23:0];
          count_q <= total[1:0];
        end
      end
      assign tail_o       = tail_q;
      assign tail_count_o = count_q;
    end else begin : g_serial
      localparam [1:0] HEAD = 2'd0, DELTA = 2'd1, SIZE = 2'd2, VALUE = 2'd3;
      wire        head_more  = header_q[23:7] != 17'd0;
      logic       delta_more;          // it has more than 7 bits: known in DELTA, from the cycle before
      wire [3:0]  v_bytes   = bytes(value_q);
      logic       has_delta_q;
      logic [2:0] size_q;              // bytes of the value left
      wire [7:0]  head_oct   = {head_more, header_q[6:0]};
      wire [7:0]  delta_oct  = {delta_more, delta_q[6:0]};
      wire [7:0]  size_oct   = {1'b0, v_bytes[2:0], 2'b00, event_q, !event_q};
      wire        unused = &{1'b0, in_value[63:32], v_bytes[3], copy};       // what is copied begins at VALUE
      wire [7:0]  value_oct  = value_q[7:0];
      logic [7:0] one_byte;
      logic [1:0] next;
      always_comb begin
        case (state_q)
          HEAD: begin
            one_byte = head_oct;
            next = head_more ? HEAD : has_delta_q ? DELTA : SIZE;
          end
          DELTA: begin
            one_byte = delta_oct;
            next = delta_more ? DELTA : SIZE;
          end
          SIZE: begin
            one_byte = size_oct;
            next = VALUE;
          end
          default: begin               // VALUE
            one_byte = value_oct;
            next = VALUE;
          end
        endcase
      end
      assign last        = (state_q == SIZE && v_bytes == 4'd0) || (state_q == VALUE && size_q == 3'd1);
      assign left = unused_q - 1'b1;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) state_q <= HEAD;
        else if (entry_ready_o) state_q <= (copies && entry_valid_i) ? VALUE : HEAD;
        else if (step) state_q <= last ? HEAD : next;
        if (take) has_delta_q <= in_header[1];
        if (take) header_q <= in_header;
        else if (step && state_q == HEAD) header_q <= {7'd0, header_q[23:7]};
        if (take) delta_q <= delta_i;
        else if (step && state_q == DELTA) delta_q <= {7'd0, delta_q[TIME_W-1:7]};
        delta_more <= |delta_q[TIME_W-1:14] || (!(step && state_q == DELTA) && |delta_q[13:7]);
        if (take) value_q <= in_value[VALUE_W-1:0];
        else if (step && state_q == VALUE) value_q <= value_q >> 8;
        if (COPY != 0 && entry_ready_o) size_q <= 3'd4;
        else if (step) size_q <= state_q == SIZE ? v_bytes[2:0] : size_q - 3'd1;
      end

      // ---- bytes to words
      logic [23:0] tail_q;
      logic [1:0]  count_q;
      assign putting      = 1'b0;
      assign word_valid_o = valid_q && count_q == 2'd3;
      assign word_o       = {one_byte, tail_q};
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) count_q <= 2'd0;
        else if (step) count_q <= count_q + 2'd1;
        if (!rst_ni || clear_i || (step && count_q == 2'd3)) begin
          tail_q <= 24'd0;
        end else if (step) begin
          if (count_q == 2'd0) tail_q[7:0] <= one_byte;
          if (count_q == 2'd1) tail_q[15:8] <= one_byte;
          if (count_q == 2'd2) tail_q[23:16] <= one_byte;
        end
      end
      assign tail_o       = tail_q;
      assign tail_count_o = count_q;
    end
  endgenerate

`ifdef FORMAL
`ifdef PROVE_weir_pack
  `define WEIR_ENV assume
`else
  `define WEIR_ENV assert
`endif
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_pack
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
`endif
  logic f_awake;                               // awake_i was high in a cycle since the last entry was taken
  always_ff @(posedge clk_i) f_awake <= rst_ni && entry_ready_o && !entry_valid_i && (awake_i || f_awake);
  always_comb if (f_started) begin
    // Clear comes only when all is idle.
    m_clear: `WEIR_ENV (!clear_i || (idle_o && !entry_valid_i));
    m_awake: `WEIR_ENV (LANES != 1 || awake_i || f_awake || !entry_valid_i);
  end

  // ---- the chunk of this cycle and where the entry stands, of either width
  wire [31:0] f_chunk;                         // the first byte in the low bits
  wire [2:0]  f_chunk_len;
  wire [1:0]  f_count;                         // bytes of the tail
  (* keep *) wire f_of;                        // the entry under way is of a state
  wire        f_put;                           // a chunk goes into words in this cycle:
  wire [31:0] f_put_chunk;
  wire [2:0]  f_put_len;
  (* keep *) wire [2:0] f_late = LANES == 4 && f_put ? f_put_len : 3'd0;      // bytes that the entry has written, and that are not in the tail yet
  generate
    if (LANES == 4) begin : g_formal_chunk
      assign f_chunk     = g_wide.chunk;
      assign f_chunk_len = g_wide.chunk_len;
      assign f_count     = g_wide.count_q;
      assign f_put       = g_wide.put_q;
      assign f_put_chunk = g_wide.put_chunk_q;
      assign f_put_len   = g_wide.put_len_q;
      logic [31:0] chunk_was;
      logic [2:0]  len_was;
      logic        step_was;
      always_ff @(posedge clk_i) begin
        step_was  <= rst_ni && !clear_i && step;
        chunk_was <= f_chunk;
        len_was   <= f_chunk_len;
      end
      // Every chunk goes into words in the cycle after, once.
      always_comb if (f_started) begin
        a_put: assert (f_put == step_was && (!f_put || (f_put_chunk == chunk_was && f_put_len == len_was
                                                && f_put_len >= 3'd1 && f_put_len <= 3'd4
                                                && (f_put_chunk >> {f_put_len, 3'b000}) == 32'd0)));
      end
    end else begin : g_formal_chunk
      assign f_chunk     = {24'd0, g_serial.one_byte};
      assign f_chunk_len = 3'd1;
      assign f_count     = g_serial.count_q;
      assign f_put       = step;
      assign f_put_chunk = f_chunk;
      assign f_put_len   = f_chunk_len;
    end
    if (COPY != 0) begin : g_formal_of
      assign f_of = g_copy.of_q;
    end else begin : g_formal_of
      assign f_of = 1'b0;
    end
  endgenerate
  logic       f_copies;                        // the entry is copied
  always_ff @(posedge clk_i) if (entry_ready_o) f_copies <= copies;
  logic [4:0] f_steps;                         // chunks and
  logic [4:0] f_bytes;                        // bytes written of this entry
  always_ff @(posedge clk_i) begin
    if (entry_ready_o) begin
      f_steps  <= 5'd0;
      f_bytes <= 5'd0;
    end else if (step) begin
      f_steps  <= f_steps + 5'd1;
      f_bytes <= f_bytes + {2'd0, f_chunk_len};
    end
  end
  // ---- parts: what is promised is for all of an event
  localparam integer F_PARTS = (ENTRY - weir_pkg::SIZE_ENTRY_MAX) / weir_pkg::SIZE_ENTRY_ARG;
  logic [2:0] f_parts;                         // parts before the entry under way
  logic [5:0] f_before;                        // and their bytes
  wire  [2:0] f_parts_now = part_q ? f_parts + 3'd1 : 3'd0;
  wire        f_accept = entry_valid_i && entry_ready_o;
  always_ff @(posedge clk_i) begin
    if (f_accept) f_parts <= f_parts_now;
    if (entry_ready_o) f_before <= part_q ? f_before + (valid_q ? {1'b0, f_bytes} + {3'd0, f_chunk_len} : 6'd0) : 6'd0;
  end
  always_comb if (f_started) begin
    // A part has an item below 256, an event no more of them than there is room for, and only the first entry of it a delta.
    m_part: `WEIR_ENV (!(f_accept && part_i) || ((LANES != 1 || awake_i) && VALUE_W == 32 && !copies && entry_i[weir_event::E_ITEM_LSB + 8 +: 13] == 13'd0 && {29'd0, f_parts_now} < F_PARTS));
    m_after: `WEIR_ENV (!(f_accept && part_q) || ((LANES != 1 || awake_i) && delta_i == '0 && !copies));
    // Why:
    a_parts: assert (!valid_q || (VALUE_W == 32 || (!part_q && f_parts == 3'd0)) && {29'd0, f_parts} + {31'd0, part_q} <= F_PARTS);
    a_between: assert (valid_q || !part_q || (VALUE_W == 32 && {29'd0, f_parts} < F_PARTS && f_before <= 6'd18 + {f_parts, 3'b000}));
    a_before: assert (!valid_q || f_before <= (f_parts == 3'd0 ? 6'd0 : 6'd10 + {f_parts, 3'b000}));
    a_item_low: assert (!valid_q || !part_q || (f_in_item < 21'd256 && !f_copies));
    a_no_delta: assert (!valid_q || f_parts == 3'd0 || (f_in_delta == 64'd0 && !f_copies));
  end
  localparam integer F_STEPS = LANES == 1 ? 20 : VALUE_W == 64 ? 7 : 6;
  always_comb if (f_started) begin
    // An event never exceeds what is promised, 20 bytes (25 with values of 64 bits, 8 more for each part): what is given back never underflows; and it is exactly what was not needed.
    a_size: assert (!step || {1'b0, f_bytes} + {3'd0, f_chunk_len} + f_before <= ENTRY);
    a_unused: assert (!valid_q || unused_q + f_bytes + f_before == ENTRY);
    a_done: assert (!done_q || left_q <= ENTRY);
    a_between_unused: assert (valid_q || !part_q || unused_q + f_before == ENTRY);
    // An entry ends after 6 cycles at most (7), byte by byte after 20.
    a_ends: assert (!valid_q || f_steps < F_STEPS);
    // It takes two cycles at least.
    a_two: assert (!(step && last) || f_steps != 5'd0 || f_copies);
  end

  // ---- a decoder written from the format reads every entry back from its bytes
  localparam [1:0] F_HEADER = 2'd0, F_DELTA = 2'd1, F_SIZE = 2'd2, F_BYTES = 2'd3;
  logic        f_in_event;                     // the entry
  logic [20:0] f_in_item;
  logic [VALUE_W-1:0] f_in_value;
  logic [63:0] f_in_delta;
  logic [1:0]  f_state, f_state_d;             // the decoder: state now and after this cycle's bytes
  logic [27:0] f_header, f_header_d;
  logic [69:0] f_delta, f_delta_d;
  logic [7:0]  f_szdf, f_szdf_d;
  logic [VALUE_W+7:0] f_value, f_value_d;
  logic [3:0]  f_at, f_at_d;                   // bytes of this part so far
  logic        f_over, f_over_d;               // a byte too many
  logic [7:0]  f_byte;
  integer k;
  always_comb begin
    f_state_d = f_state; f_header_d = f_header; f_delta_d = f_delta; f_szdf_d = f_szdf; f_value_d = f_value;
    f_at_d = f_at; f_over_d = f_over; f_byte = 8'd0;
    for (k = 0; k < LANES; k = k + 1) if (k < f_chunk_len) begin
      f_byte = f_chunk[8*k +: 8];
      case (f_state_d)
        F_HEADER: begin
          if (f_at_d < 4) f_header_d = f_header_d | ({21'd0, f_byte[6:0]} << (7 * f_at_d[1:0]));
          else f_over_d = 1'b1;
          f_at_d = f_byte[7] ? f_at_d + 4'd1 : 4'd0;
          if (!f_byte[7]) f_state_d = f_header_d[1] ? F_DELTA : F_SIZE;
        end
        F_DELTA: begin
          if (f_at_d < 10) f_delta_d = f_delta_d | ({63'd0, f_byte[6:0]} << (7 * f_at_d));
          else f_over_d = 1'b1;
          f_at_d = f_byte[7] ? f_at_d + 4'd1 : 4'd0;
          if (!f_byte[7]) f_state_d = F_SIZE;
        end
        F_SIZE: begin
          if (f_at_d < 2) f_szdf_d = f_szdf_d | (f_at_d[0] ? {f_byte[0], 7'd0} : {1'b0, f_byte[6:0]});
          if (f_at_d > 4'd1 || (f_at_d == 4'd1 && f_byte[6:1] != 6'd0)) f_over_d = 1'b1;
          f_at_d = f_byte[7] ? f_at_d + 4'd1 : 4'd0;
          if (!f_byte[7]) f_state_d = F_BYTES;
        end
        default: begin
          if (f_at_d <= VALUE_W / 8) f_value_d = f_value_d | ({{VALUE_W{1'b0}}, f_byte} << (8 * f_at_d));
          else f_over_d = 1'b1;
          f_at_d = f_at_d + 4'd1;
        end
      endcase
    end
  end
  always_ff @(posedge clk_i) begin
    if (LANES != 1 ? entry_ready_o : take) begin
      f_in_event <= entry_i[weir_event::E_EVENT_LSB];
      f_in_item  <= entry_i[weir_event::E_ITEM_LSB +: 21];
      f_in_value <= in_value[VALUE_W-1:0];
      f_in_delta <= delta_i;
    end
    if (entry_ready_o) begin
      f_state <= F_HEADER; f_header <= 28'd0; f_delta <= 70'd0; f_szdf <= 8'd0; f_value <= '0; f_at <= 4'd0; f_over <= 1'b0;
    end else if (step) begin
      f_state <= f_state_d; f_header <= f_header_d; f_delta <= f_delta_d; f_szdf <= f_szdf_d; f_value <= f_value_d;
      f_at <= f_at_d; f_over <= f_over_d;
    end
  end
  // Bytes of a value, by its bounds.
  function automatic [3:0] f_len(input [VALUE_W:0] v);       // a bit more, 0
    f_len = v == '0 ? 4'd0 : v < 'h80 ? 4'd1 : v < 'h8000 ? 4'd2 : v < 'h800000 ? 4'd3 : v >> 31 == '0 ? 4'd4 : v >> 39 == '0 ? 4'd5
          : v >> 47 == '0 ? 4'd6 : v >> 55 == '0 ? 4'd7 : v >> 63 == '0 ? 4'd8 : 4'd9;
  endfunction
  wire [3:0]  f_in_len = f_len({1'b0, f_in_value});
  wire        f_end = valid_q && step && last;
  wire [27:0] f_wants_header = {4'd0, f_in_item, 1'b0, f_in_delta != 64'd0, 1'b0};
  wire [7:0]  f_wants_szdf = {f_in_len, f_in_event ? 4'd2 : 4'd1};
  wire [VALUE_W-1:0] f_rest_of_copy = f_in_value >> {f_bytes, 3'b000};
  always_comb if (f_started && valid_q && f_copies) begin
    // What is copied is the four bytes of the value, in order.
    a_copy: assert (LANES == 4 ? f_chunk == f_in_value[31:0] && f_chunk_len == 3'd4 && last
                               : f_bytes < 5'd4 && f_chunk[7:0] == f_rest_of_copy[7:0] && last == (f_bytes == 5'd3));
  end
  always_comb if (f_started && f_end && !f_copies) begin
    // The bytes are one entry, whole and no more: item, flags, time since the entry before.
    a_entry: assert (!f_over_d && f_state_d == F_BYTES && f_at_d == f_szdf_d[7:4]);
    a_item: assert (f_header_d == f_wants_header);
    a_delta: assert (f_delta_d == {6'd0, f_in_delta});
    // Its value in the fewest bytes that leave the top bit clear, and its kind.
    a_value: assert (f_value_d == {8'd0, f_in_value});
    a_fewest: assert (f_szdf_d == f_wants_szdf);
  end

  // Why: what is written so far, in each state of either packer.
  wire f_there = valid_q ? !f_copies : LANES == 1 && f_awake;
  wire f_where, f_regs, f_copied;              // all as it must be
  wire f_clean = !f_over && (f_state == F_DELTA || f_state == F_HEADER || f_delta == {6'd0, f_in_delta})
               && (f_state == F_BYTES || (f_szdf == 8'd0 && f_value == '0)) && (f_state != F_HEADER || f_delta == 70'd0)
               && (f_state == F_HEADER || f_header == f_wants_header);
  wire [5:0] f_head  = part_q ? 6'd2 : 6'd4;   // bytes of the header, and of the delta, at most
  wire [5:0] f_both  = f_head + (f_in_delta == 64'd0 ? 6'd0 : 6'd10);
  wire [5:0] f_limit = (f_state == F_HEADER ? {2'd0, f_at} : f_state == F_DELTA ? f_head + {2'd0, f_at}
                        : f_state == F_SIZE ? f_both : f_both + 6'd1 + {5'd0, f_szdf[7]} + {2'd0, f_at});
  generate
    if (LANES == 4) begin : g_formal
      logic [1:0] f_deltas;                    // chunks written of a long delta
      always_ff @(posedge clk_i)
        if (entry_ready_o) f_deltas <= 2'd0;
        else if (step && state_q == 2'd1) f_deltas <= f_deltas + 2'd1;
      wire [69:0] f_part = {6'd0, f_in_delta & ~(64'hffffffffffffffff << (6'd28 * f_deltas))};
      wire [63:0] f_rest = f_in_delta >> (6'd28 * f_deltas);
      wire [4:0]  f_most = state_q == 2'd0 ? 5'd0 : state_q == 2'd1 ? 5'd1 + {3'd0, f_deltas} : state_q == 2'd2 ? 5'd4 : f_at > 4'd3 ? 5'd6 : 5'd5;
      assign f_where = f_steps <= f_most
          && (state_q == 2'd0 ? f_state == F_HEADER && f_at == 4'd0 && f_header == 28'd0 && f_deltas == 2'd0
                              && delta_q == f_in_delta[TIME_W-1:0] && f_steps == 5'd0
            : state_q == 2'd1 ? f_state == F_DELTA && f_at == {f_deltas, 2'b00} && f_deltas <= 2'd2 && f_delta == f_part
                              && delta_q == f_rest[TIME_W-1:0] && f_rest != 64'd0 && f_steps != 5'd0
            : state_q == 2'd2 ? f_state == F_SIZE && f_at == 4'd0 && f_steps != 5'd0
            : f_state == F_BYTES && f_szdf == f_wants_szdf && f_steps != 5'd0 && f_guard);
      assign f_copied = state_q == 2'd0 && f_steps == 5'd0 && value_q == f_in_value;
      wire f_early = g_wide.short_q == (f_in_value[VALUE_W-1:23] == '0) && (state_q > 2'd1 || g_wide.more == (delta_q[TIME_W-1:28] != '0));
      wire [VALUE_W-1:0] f_value_rest = f_in_value >> (7'd8 * f_at);
      wire f_guard;                            // behind the first bytes of the value
      if (VALUE_W == 32) begin : g_value
        assign f_guard = f_at == 4'd3 && f_value == {16'd0, f_in_value[23:0]} && f_in_value[31:23] != 9'd0;
        assign f_regs  = event_q == f_in_event && header_q == f_wants_header[23:0] && value_q == f_in_value && f_early;
      end else begin : g_value
        wire [3:0] f_first = f_in_len[3] ? 4'd2 : 4'd3;        // bytes of the value in the first chunk
        assign f_guard = (f_at == f_first || f_at == f_first + 4'd4) && g_wide.g_value.rest_q == f_in_len - f_at && f_at < f_in_len
                       && f_value == ({8'd0, f_in_value} & ~({(VALUE_W+8){1'b1}} << (7'd8 * f_at)));
        assign f_regs  = event_q == f_in_event && header_q == f_wants_header[23:0] && value_q == (state_q == 2'd3 ? f_value_rest : f_in_value) && f_early;
      end
    end else begin : g_formal
      wire [27:0] f_head_part = f_wants_header & ~(28'hfffffff << (6'd7 * f_at));
      wire [27:0] f_head_rest = f_wants_header >> (6'd7 * f_at);
      wire [69:0] f_part = {6'd0, f_in_delta & ~(64'hffffffffffffffff << (7'd7 * f_at))};
      wire [63:0] f_rest = f_in_delta >> (7'd7 * f_at);
      wire [39:0] f_value_part = {8'd0, f_in_value} & ~(40'hffffffffff << (6'd8 * f_at));
      wire [31:0] f_value_rest = f_in_value >> (6'd8 * f_at);
      wire [1:0]  f_same = state_q == 2'd0 ? F_HEADER : state_q == 2'd1 ? F_DELTA : state_q == 2'd2 ? F_SIZE : F_BYTES;
      assign f_copied = state_q == 2'd3 && f_bytes < 5'd4 && value_q == f_rest_of_copy && g_serial.size_q == 3'd4 - f_bytes[2:0];
      assign f_regs  = event_q == f_in_event && g_serial.has_delta_q == (f_in_delta != 64'd0);
      assign f_where = f_state == f_same && f_steps == f_bytes
          && (state_q != 2'd0 || (f_at <= 4'd3 && f_header == f_head_part && header_q == f_head_rest[23:0]
                                  && (f_at == 4'd0 || f_head_rest != 28'd0)))
          && (state_q > 2'd1 || state_q == 2'd1 || delta_q == f_in_delta[TIME_W-1:0])
          && (state_q != 2'd1 || (f_at <= 4'd9 && f_delta == f_part && delta_q == f_rest[TIME_W-1:0] && f_rest != 64'd0
                                  && g_serial.delta_more == (delta_q[TIME_W-1:7] != '0)))
          && (state_q != 2'd2 || f_at == 4'd0)
          && (state_q == 2'd3 || value_q == f_in_value)
          && (state_q != 2'd3 || (f_at <= 4'd4 && f_szdf == f_wants_szdf && g_serial.size_q != 3'd0
                                  && {1'b0, g_serial.size_q} + f_at == f_in_len
                                  && value_q == f_value_rest && f_value == f_value_part))
          && (state_q == 2'd0 ? f_steps == {1'b0, f_at} : f_steps != 5'd0);
    end
  endgenerate
  always_comb if (f_started) begin
    a_where: assert (!f_there || f_where);
    a_regs: assert (!f_there || f_regs);
    a_clean: assert (!f_there || f_clean);
    a_limit: assert (!valid_q || f_copies || f_bytes <= f_limit);
    a_idle_state: assert (valid_q || state_q == 2'd0);
    a_idle_steps: assert (valid_q || !f_awake || f_steps == 5'd0);
    a_putting: assert (!putting || valid_q || done_q || part_q);
    a_copied: assert (!valid_q || !f_copies || (f_copied && f_steps == (LANES == 4 ? 5'd0 : f_bytes)));
    a_flag: assert (!valid_q || f_copies == copy);
  end

  // ---- any one byte is followed from its chunk into its word
  (* anyseq *) wire       f_pick;
  (* anyseq *) wire [1:0] f_which;
  logic       f_followed;
  logic [1:0] f_lane;
  logic [7:0] f_byte;
  wire  [2:0] f_place = {1'b0, f_count} + {1'b0, f_which};
  wire  [2:0] f_total = {1'b0, f_count} + f_put_len;
  wire  [7:0] f_picked = f_put_chunk[8*f_which +: 8];
  wire        f_chosen = f_put && f_pick && !f_followed && {1'b0, f_which} < f_put_len;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) f_followed <= 1'b0;
    else if (f_chosen) f_followed <= !f_total[2] || f_place >= 3'd4;
    else if (f_put && f_total[2]) f_followed <= 1'b0;
    if (f_chosen) begin
      f_lane <= f_place[1:0];
      f_byte <= f_picked;
    end
  end
  always_comb if (f_started) begin
    // Words are the bytes in order, the first in the low byte.
    a_word: assert (word_valid_o == (f_put && f_total[2]));
    a_word_now: assert (!(f_chosen && word_valid_o && f_place < 3'd4) || word_o[8*f_place[1:0] +: 8] == f_picked);
    a_word_later: assert (!(f_followed && f_put && word_valid_o) || word_o[8*f_lane +: 8] == f_byte);
    a_tail: assert (!f_followed || (f_lane < tail_count_o && tail_o[8*f_lane +: 8] == f_byte));
    a_tail_clean: assert ((tail_o >> {tail_count_o, 3'b000}) == 24'd0);
  end
`ifdef PROVE_weir_pack
  // All of this happens.
  always_comb if (f_started) begin
    c_entry_long: cover (unused_valid_o && unused_o == (TIME_W == 64 ? 5'd0 : 5'd3));
    c_entry_3: cover (unused_valid_o && unused_o == ENTRY - 3);
  end
`endif
`undef WEIR_ENV
`endif
endmodule
`default_nettype wire
