// SPDX-License-Identifier: Apache-2.0
// weir_pack: turns entries into flux bytes, and bytes into little-endian words.
//
// Chunks   One to four bytes, one a cycle: header with a short delta, the rest of a
//          long delta, the value. An event with a small value takes two cycles; a chunk enters a
//          word one cycle later. At most one word leaves in a cycle.
// Copy     The four bytes of a value are written as they are, and nothing else of the entry.
`default_nettype none
module weir_pack #(
    parameter integer COPY = 0,              // 1: copy_i and state_i are used
    parameter integer VALUE_W = 32,          // bits of a value, 32 or 64
    parameter integer ENTRY = 20             // bytes reserved for an entry and its extra arguments
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              clear_i,        // only while idle_o

    input  wire              entry_valid_i,
    output wire              entry_ready_o,  // independent of entry_valid_i
    input  wire [weir_event::ENTRY_W-1:0] entry_i,
    input  wire [31:0]       value_high_i,   // high half of its value; 0 with VALUE_W = 32
    input  wire [63:0] delta_i,        // ticks since the entry before,
    input  wire              timed_i,        // if this is 1; else there are none
    // an extra argument: its reservation covers the next entry, too, which follows at once
    input  wire              is_arg_i,
    input  wire              copy_i,         // its value is copied
    input  wire              state_i,        // it belongs to a checkpoint and has no reservation

    output wire              unused_valid_o, // an entry that is no extra argument is complete,
    output wire              state_valid_o,  // or one of a checkpoint:
    output wire [5:0]        unused_o,       // bytes of its reservation it did not use

    // to the FIFO, whose space is reserved: accepted at once
    output wire              word_valid_o,
    output wire [31:0]       word_o,
    output wire [23:0]       tail_o,         // bytes that fill no word yet; the rest is 0
    output wire [1:0]        tail_count_o,
    output wire              idle_o
);
`include "weir_types.svh"
  generate
    if (VALUE_W != 32 && VALUE_W != 64) begin : g_lanes
      ERROR_VALUE_W_must_be_32_or_64 error ();
    end
  endgenerate

  // Bytes of an unsigned value with its guard byte; 0 for 0.
  function automatic [3:0] bytes(input [VALUE_W-1:0] v);
    integer i;
    begin
      bytes = 4'd0;
      for (i = 0; i < VALUE_W / 8; i = i + 1) begin
        if (v[8*i +: 7] != 7'd0) bytes = i[3:0] + 4'd1;
        if (v[8*i + 7]) bytes = i[3:0] + 4'd2;  // @guard
      end
    end
  endfunction

  // ---- the entry under way
  logic              valid_q, event_q;
  logic [1:0]        state_q;
  logic [23:0]       header_q;
  logic [63:0] delta_q;            // what is left of its delta
  logic [VALUE_W-1:0] value_q;           // what is left of its value
  localparam integer UW = ENTRY > 31 ? 6 : 5;
  logic [UW-1:0]     unused_q;           // bytes reserved and not written yet
  wire               last;               // the chunk of this cycle ends the entry
  wire               step = valid_q;
  entry_t            entry;
  assign entry = entry_i;
  wire [63:0]        in_value = {value_high_i, entry.value};
  // AREA: what gates a delta gates this and `more` alone
  wire [23:0]        in_header = {entry.item, 1'b0, timed_i && delta_i != '0, 1'b0};
  assign entry_ready_o = !valid_q || last;
  wire copies = COPY != 0 && copy_i;
  wire copy, of_state;                   // of the entry under way; of the one completed
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
  wire        putting;                   // a chunk enters a word
  logic [UW-1:0] left_q;
  wire  [UW-1:0] left;                   // unused_q minus this chunk
  // the entry under way, or the one before, is an extra argument of the next
  logic       is_arg_q;  // @is_arg
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      valid_q <= 1'b0;
      done_q  <= 1'b0;
      is_arg_q  <= 1'b0;
    end else begin
      if (entry_ready_o) valid_q <= entry_valid_i;
      done_q <= step && last && !is_arg_q;  // @done
      if (entry_ready_o && entry_valid_i) is_arg_q <= is_arg_i;
    end
    if (entry_ready_o) event_q <= entry.is_event;
    if (entry_ready_o && !is_arg_q) unused_q <= ENTRY[UW-1:0];  // @parts_twice
    else if (step) unused_q <= left;  // @unused
    left_q <= left;
  end
  assign unused_valid_o = done_q && !of_state;
  assign state_valid_o  = done_q && of_state;
  assign unused_o       = {{(6-UW){1'b0}}, left_q};
  assign idle_o         = !valid_q && !done_q && !putting;

  generate
    // Bytes of an unsigned LEB128 number below 2**28; bits 6:0 do not matter.
    function automatic [2:0] pint_len(input [27:7] v);
      pint_len = (v[27:21] != 7'd0) ? 3'd4 : (v[20:14] != 7'd0) ? 3'd3 : (v[13:7] != 7'd0) ? 3'd2
          : 3'd1;
    endfunction
    // Its bytes; more: the number continues after four bytes.
    function automatic [31:0] pint(input [27:0] v, input [2:0] len, input more);
      pint = {more, v[27:21], len > 3'd3, v[20:14], len > 3'd2, v[13:7], len > 3'd1, v[6:0]};
    endfunction

    localparam [1:0] HEAD = 2'd0, DELTA = 2'd1, VALUE = 2'd2, GUARD = 2'd3;
    wire [27:0] head      = {4'd0, header_q};
    wire [2:0]  head_len  = pint_len(head[27:7]);
    // TIMING: computed one cycle before: more than four bytes
    logic       more;
    wire [63:0] delta_rest = {28'd0, delta_q[63:28]};
    wire [2:0]  delta_len = more ? 3'd4 : pint_len(delta_q[27:7]);
    wire        has_delta = header_q[1];
    wire        together  = has_delta && !more && {1'b0, head_len} + {1'b0, delta_len} <= 4'd4;
    wire [31:0] head_oct  = pint(head, head_len, 1'b0);
    wire [31:0] delta_oct = pint(delta_q[27:0], delta_len, more);
    wire [31:0] copied    = value_q[31:0];
    wire [3:0]  v_bytes  = bytes(value_q);
    // TIMING: at most 3, known early, because the next entry waits for it
    logic       short_q;
    // size and type, then bytes of the value
    wire [31:0] value_oct;
    wire [2:0]  value_len = (v_bytes > 4'd3) ? 3'd4 : v_bytes[2:0] + 3'd1;
    wire [31:0] guard_oct;                                   // up to four bytes of the rest,
    // with the guard byte if there is one,
    wire [2:0]  guard_len;
    wire        guard_more;                                  // and whether it continues
    if (VALUE_W == 32) begin : g_value
      assign value_oct  = {value_q[23:0], 1'b0, v_bytes[2:0], 2'b00, event_q, !event_q};
      assign guard_oct  = {24'd0, value_q[31:24]};
      assign guard_len  = v_bytes[2:0] - 3'd3;
      assign guard_more = 1'b0;
      always_ff @(posedge clk_i) if (entry_ready_o) value_q <= in_value[31:0];
      wire unused = &{1'b0, in_value[63:32], v_bytes[3]};
    end else begin : g_value
      logic [3:0] rest_q;                                    // bytes after the first chunk
      // 8 or 9 bytes: size and type take two bytes
      wire        long_size = v_bytes[3];
      assign value_oct  = long_size ? {value_q[15:0], 8'd1, 1'b1, v_bytes[2:0], 2'b00, event_q,
          !event_q}
                                    : {value_q[23:0], 1'b0, v_bytes[2:0], 2'b00, event_q, !event_q};
      assign guard_oct  = value_q[31:0];
      assign guard_len  = guard_more ? 3'd4 : rest_q[2:0];
      assign guard_more = rest_q > 4'd4;
      always_ff @(posedge clk_i) begin
        if (entry_ready_o) value_q <= in_value;
        else if (step && state_q == VALUE) value_q <= long_size ? value_q >> 16 : value_q >> 24;
        else if (step && state_q == GUARD) value_q <= value_q >> 32;
        // @size_long
        if (step) rest_q <= state_q == VALUE ? v_bytes - (long_size ? 4'd2 : 4'd3) : rest_q - 4'd4;
      end
    end

    logic [31:0] chunk;              // first byte in the low bits; bytes above chunk_len are 0
    logic [2:0]  chunk_len;          // 1..4
    logic [1:0]  next;
    always_comb begin
      case (state_q)
        HEAD: begin
          // @copy_order
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
    // TIMING: next == HEAD, known early
    assign last        = state_q == HEAD ? copy : state_q == VALUE ? short_q : state_q == GUARD
        && !guard_more;
    // TIMING: the size of the chunk arrives late, so every difference is computed before.
    localparam [UW-1:0] TWO = 2, THREE = 3, FOUR = 4;
    assign left = ({UW{chunk_len[1:0] == 2'd1}} & (unused_q - 1'b1))
        | ({UW{chunk_len[1:0] == 2'd2}} & (unused_q - TWO))
                | ({UW{chunk_len[1:0] == 2'd3}} & (unused_q - THREE))
                    | ({UW{chunk_len[1:0] == 2'd0}} & (unused_q - FOUR));
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_i) state_q <= HEAD;
      else if (step) state_q <= next;
      if (entry_ready_o) header_q <= in_header;
      if (entry_ready_o) short_q <= in_value[VALUE_W-1:23] == '0;
      if (entry_ready_o) delta_q <= delta_i;
      else if (step && state_q == DELTA) delta_q <= delta_rest;
      if (entry_ready_o) more <= timed_i && |delta_i[63:28];  // @delta
      else if (step && state_q == DELTA) more <= |delta_rest[63:28];
    end

    // ---- bytes to words, one cycle later
    logic        put_q;
    logic [31:0] put_chunk_q;
    logic [2:0]  put_len_q;
    always_ff @(posedge clk_i) begin
      put_q <= rst_ni && !clear_i && step;  // @put
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
        tail_q  <= total[2] ? joined[55:32] : joined[23:0];  // @tail
        count_q <= total[1:0];
      end
    end
    assign tail_o       = tail_q;
    assign tail_count_o = count_q;
  endgenerate

`ifdef FORMAL
`include "weir_pack_fv.svh"
`endif
endmodule
`default_nettype wire
