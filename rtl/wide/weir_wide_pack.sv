// SPDX-License-Identifier: Apache-2.0
// weir_wide_pack: turns entries into flux bytes, and bytes into little-endian words, one entry a
// cycle and up to two words.
//
// Pieces   An entry whose header and delta have at most four bytes is one piece of up to ten. Any
//          other is its header, then up to four bytes of the delta a piece; the last has the value.
// Lanes    Words alternate between two lanes, from the lower one on; the FIFO has a RAM for each.
// Rate     A piece that completes three words leaves the third to the next cycle. So the bytes of
//          two successive cycles count, and no entry of at most eight waits.
`default_nettype none
module weir_wide_pack (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              clear_i,        // only while idle_o

    input  wire              entry_valid_i,  // stays, unchanged, until accepted
    output wire              entry_ready_o,
    input  wire [weir_event::ENTRY_W-1:0] entry_i,
    input  wire [63:0]       delta_i,        // ticks since the entry before

    output wire              unused_valid_o, // an entry is complete:
    output wire [4:0]        unused_o,       // bytes of its reservation it did not use

    // to the FIFO, whose space is reserved: accepted at once; of two words, the upper one is the
    // older if the last word before was a lower one
    output wire [1:0]        word_valid_o,   // lower lane, upper lane
    output wire [63:0]       word_o,
    output wire [23:0]       tail_o,         // bytes that fill no word yet; the rest is 0
    output wire [1:0]        tail_count_o,
    output wire              idle_o
);
`include "weir_types.svh"
  entry_t entry;
  assign entry = entry_i;

  // Bytes of an unsigned value with its guard byte; 0 for 0.
  function automatic [2:0] bytes(input [31:0] v);
    integer i;
    begin
      bytes = 3'd0;
      for (i = 0; i < 4; i = i + 1) begin
        if (v[8*i +: 7] != 7'd0) bytes = i[2:0] + 3'd1;
        if (v[8*i + 7]) bytes = i[2:0] + 3'd2;  // @guard
      end
    end
  endfunction
  // Bytes of an unsigned LEB128 number below 2**28; bits 6:0 do not matter.
  function automatic [2:0] pint_len(input [27:7] v);
    pint_len = (v[27:21] != 7'd0) ? 3'd4 : (v[20:14] != 7'd0) ? 3'd3 : (v[13:7] != 7'd0) ? 3'd2
        : 3'd1;
  endfunction
  // Its bytes; more: the number continues after four bytes.
  function automatic [31:0] pint(input [27:0] v, input [2:0] len, input more);
    pint = {more, v[27:21], len > 3'd3, v[20:14], len > 3'd2, v[13:7], len > 3'd1, v[6:0]};
  endfunction

  // AREA: one of four in one LUT of six inputs. Neighbours that share two of the four select by
  // another code, or mapping makes two smaller LUTs of each, with the half that they share.
  function automatic [7:0] select(input one, input [1:0] at, input [31:0] four);
    select = !one ? (at[1] ? (at[0] ? four[31:24] : four[23:16]) : (at[0] ? four[15:8] : four[7:0]))
        : (at[1] ? (at[0] ? four[23:16] : four[31:24]) : (at[0] ? four[15:8] : four[7:0]));
  endfunction

  // ---- the piece of this cycle, made from the entry that waits
  logic       begun_q;                   // its header has left
  logic [1:0] nth_q;                     // 28 bits each of its delta that have left
  wire        go;                        // the piece before leaves
  wire        step      = entry_valid_i && go;
  wire        has_delta = delta_i != '0;
  wire [27:0] head      = {4'd0, entry.item, 1'b0, has_delta, 1'b0};
  wire [2:0]  head_len  = pint_len(head[27:7]);
  wire [27:0] some      = nth_q[1] ? {20'd0, delta_i[63:56]} : nth_q[0] ? delta_i[55:28]
      : delta_i[27:0];
  wire        more      = nth_q[1] ? 1'b0 : nth_q[0] ? delta_i[63:56] != '0
      : delta_i[63:28] != '0;  // @delta
  wire [2:0]  some_len  = more ? 3'd4 : pint_len(some[27:7]);
  wire [31:0] some_oct  = pint(some, some_len, more);
  wire        together  = !has_delta || (!more && {1'b0, head_len} + {1'b0, some_len} <= 4'd4);
  wire        last      = begun_q ? !more : together;
  wire [2:0]  front_len = begun_q ? some_len : has_delta && together ? head_len + some_len
      : head_len;
  wire [31:0] behind    = has_delta && together ? some_oct << {head_len, 3'b000} : 32'd0;
  wire [31:0] front     = begun_q ? some_oct : pint(head, head_len, 1'b0) | behind;
  wire [2:0]  value_len = bytes(entry.value);
  // size and type, then the value; its guard byte is 0
  wire [39:0] value_oct = {entry.value, 1'b0, value_len, 2'b00, entry.is_event, !entry.is_event};
  wire [71:0] piece;                     // the front, then the value, if it is the last
  wire [95:0] shifted = {24'd0, value_oct, 32'd0};
  genvar k;
  generate
    for (k = 0; k < 9; k = k + 1) begin : g_piece
      // a front has one to four bytes
      wire [7:0] value = select(k % 4 > 1, {front_len[1], front_len[0] ^ (k % 4 > 1
          && front_len[1])}, {shifted[8*k+8 +: 8], shifted[8*k+16 +: 8], shifted[8*k+24 +: 8],
          shifted[8*k +: 8]});
      if (k < 4) begin : g_front
        assign piece[8*k +: 8] = front[8*k +: 8] | (last ? value : 8'd0);
      end else begin : g_value
        assign piece[8*k +: 8] = last ? value : 8'd0;
      end
    end
  endgenerate
  wire [3:0]  len       = {1'b0, front_len} + (last ? {1'b0, value_len} + 4'd1 : 4'd0);
  assign entry_ready_o  = go && last;

  // ---- what the entry did not use of its reservation
  localparam [4:0] ENTRY = weir_pkg::SIZE_ENTRY_MAX[4:0];
  logic [4:0] left_q;
  logic       done_q;
  wire  [4:0] left = (begun_q ? left_q : ENTRY) - {1'b0, len};  // @unused
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      begun_q <= 1'b0;
      nth_q   <= 2'd0;
      done_q  <= 1'b0;
    end else begin
      done_q <= step && last;  // @done
      if (step) begin
        begun_q <= !last;
        nth_q   <= last ? 2'd0 : begun_q ? nth_q + 2'd1 : nth_q;  // @nth
      end
    end
    if (step) left_q <= left;
  end
  assign unused_valid_o = done_q;
  assign unused_o       = left_q;

  // ---- bytes to words, one cycle later
  logic        valid_q, spill_q;         // there is a piece; a word is left of the one before
  logic [71:0] piece_q;                  // and a guard byte, 0
  logic [3:0]  len_q;
  logic [23:0] tail_q;
  logic [1:0]  count_q;
  logic [31:0] spill_word_q;
  logic        lane_q;                   // of the next word
  logic        code_q;                   // count_q[0] ^ count_q[1], see select
  wire  [103:0] joined;                  // the bytes of the tail, then those of the piece
  wire  [127:0] source = {32'd0, piece_q, 24'd0};
  generate
    for (k = 0; k < 13; k = k + 1) begin : g_joined
      localparam integer T1 = k < 1 ? 8*k : 0, T2 = k < 2 ? 8*k : 0, T3 = k < 3 ? 8*k : 0;
      assign joined[8*k +: 8] = select(k % 4 > 1, {count_q[1], k % 4 > 1 ? code_q : count_q[0]},
          {k < 3 ? tail_q[T3 +: 8] : source[8*k +: 8],
           k < 2 ? tail_q[T2 +: 8] : source[8*k+8 +: 8],
           k < 1 ? tail_q[T1 +: 8] : source[8*k+16 +: 8], source[8*k+24 +: 8]});
    end
  endgenerate
  wire  [4:0]  total   = {3'd0, count_q} + {1'b0, len_q};
  wire  [1:0]  words   = total[3:2];     // completed by the piece, up to 3
  wire         enter   = valid_q && !(spill_q && words == 2'd3);  // @spills
  wire  [1:0]  new_words = enter ? words : 2'd0;
  wire  [2:0]  all     = {1'b0, new_words} + {2'd0, spill_q};
  wire         one     = all != 3'd0;
  wire         two     = all > 3'd1;
  assign go           = !valid_q || enter;
  assign word_valid_o = {lane_q ? one : two, lane_q ? two : one};
  // AREA: the older word goes to the lane of lane_q; five inputs a bit.
  wire         crossed = lane_q ^ spill_q;
  // @lanes
  assign word_o[31:0]  = crossed ? (lane_q ? joined[63:32] : spill_word_q) : joined[31:0];
  assign word_o[63:32] = crossed ? joined[31:0] : (lane_q ? spill_word_q : joined[63:32]);
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      valid_q <= 1'b0;
      spill_q <= 1'b0;
      lane_q  <= 1'b0;
      tail_q  <= 24'd0;
      count_q <= 2'd0;
      code_q  <= 1'b0;
    end else begin
      if (go) valid_q <= entry_valid_i;
      spill_q <= all == 3'd3;
      lane_q  <= lane_q ^ (one && !two);
      if (enter) begin
        // @tail
        tail_q  <= words == 2'd3 ? {16'd0, joined[103:96]} : words == 2'd2 ? joined[87:64]
            : words == 2'd1 ? joined[55:32] : joined[23:0];
        count_q <= total[1:0];
        code_q  <= total[0] ^ total[1];
      end
    end
    if (go) piece_q <= piece;
    if (go) len_q   <= len;
    spill_word_q <= spill_q ? joined[63:32] : joined[95:64];
  end
  assign tail_o       = tail_q;
  assign tail_count_o = count_q;
  assign idle_o       = !entry_valid_i && !done_q && !valid_q && !spill_q;
  wire unused = &{1'b0, total[4]};

`ifdef FORMAL
`include "weir_wide_pack_fv.svh"
`endif
endmodule
`default_nettype wire
