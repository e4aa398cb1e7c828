// SPDX-License-Identifier: Apache-2.0
// stream_reader: a reader of the stream for proofs, byte by byte: which entries, at which times.
//
// It is written from docs/reference/stream.md and flux.md alone; nothing here knows the design. An
// entry is complete behind a byte if `part` is ENTRY and `at` is 0; `head`, `kind`, `value` and
// `now` are then those of the entry, and `count` counts it. CURR must repeat the time.
`default_nettype none
module stream_reader #(
    parameter integer VALUE_W = 32,
    parameter integer BYTES = 4,
    parameter integer W = 212 + VALUE_W
) (
    input  wire [W-1:0]           state_i,
    input  wire [8*BYTES-1:0]     bytes_i,   // the first in the low bits
    // behind none of them, behind the first, behind the second ...
    output wire [W*(BYTES+1)-1:0] states_o
);
  assign states_o[W-1:0] = state_i;
  genvar k;
  generate
    for (k = 0; k < BYTES; k = k + 1) begin : g_byte
      stream_byte #(.VALUE_W(VALUE_W)) u_byte (
          .state_i(states_o[W*k +: W]), .byte_i(bytes_i[8*k +: 8]),
          .state_o(states_o[W*(k+1) +: W]));
    end
  endgenerate
endmodule

module stream_byte #(
    parameter integer VALUE_W = 32,
    parameter integer W = 212 + VALUE_W
) (
    input  wire [W-1:0] state_i,
    input  wire [7:0]   byte_i,
    output wire [W-1:0] state_o
);
`include "stream_state.svh"
  localparam [2:0] ENTRY = 3'd0, DELTA = 3'd1, KIND = 3'd2, VALUE = 3'd3,
      TAG = 3'd4, ITEM = 3'd5, SIZE = 3'd6, POSITION = 3'd7;
  reader_t was, is;
  logic    complete;
  assign was = state_i;
  assign state_o = is;
  always_comb begin
    is = was;
    complete = 1'b0;
    // PInts: seven bits a byte, the lowest first; the top bit: another byte follows
    is.at = byte_i[7] ? was.at + 4'd1 : 4'd0;
    case (was.part)
      ENTRY: begin
        if (was.at == 4'd0) begin
          is.head = 28'd0;
          is.delta = 64'd0;
          is.kind = 8'd0;
          is.value = '0;
        end
        if (was.at < 4'd4) is.head = is.head | ({21'd0, byte_i[6:0]} << (7 * was.at[1:0]));
        else is.bad = 1'b1;
        // 0: not an entry of data. Else item and flags: 2 if a delta follows, or 0
        if (!byte_i[7]) is.part = is.head == 28'd0 ? TAG : is.head[1] ? DELTA : KIND;
        if (!byte_i[7] && (is.head[0] || is.head[2])) is.bad = 1'b1;
      end
      DELTA: begin
        if (was.at < 4'd9) is.delta = was.delta | ({57'd0, byte_i[6:0]} << (7 * was.at));
        else if (was.at == 4'd9) is.delta = was.delta | {byte_i[0], 63'd0};
        if (was.at > 4'd9 || (was.at == 4'd9 && byte_i[6:1] != 6'd0)) is.bad = 1'b1;
        if (!byte_i[7]) is.part = KIND;
      end
      KIND: begin
        if (was.at == 4'd0) is.kind = {1'b0, byte_i[6:0]};
        else is.kind = {byte_i[0], was.kind[6:0]};
        if (was.at > 4'd1 || (was.at == 4'd1 && byte_i[6:1] != 6'd0)) is.bad = 1'b1;
        if (!byte_i[7]) begin
          // df 1 or 2; as many bytes of value as follow
          if (is.kind[3:0] != 4'd1 && is.kind[3:0] != 4'd2) is.bad = 1'b1;
          if ({28'd0, is.kind[7:4]} > VALUE_W / 8 + 1) is.bad = 1'b1;
          complete = is.kind[7:4] == 4'd0;
          is.part = complete ? ENTRY : VALUE;
        end
      end
      VALUE: begin
        is.value = was.value | ({{VALUE_W{1'b0}}, byte_i} << (8 * was.at));
        is.at = was.at + 4'd1;
        if (is.at == was.kind[7:4]) begin
          if (byte_i[7]) is.bad = 1'b1;  // it is signed, and never negative
          complete = 1'b1;
          is.part = ENTRY;
          is.at = 4'd0;
        end
      end
      // CURR of item 0, a position of 8 bytes: the time of the entry before
      TAG: begin
        if (byte_i != 8'h23) is.bad = 1'b1;
        is.part = ITEM;
        is.at = 4'd0;
      end
      ITEM: begin
        if (byte_i != 8'd0) is.bad = 1'b1;
        is.part = SIZE;
        is.at = 4'd0;
      end
      SIZE: begin
        if (byte_i != 8'd8) is.bad = 1'b1;
        is.part = POSITION;
        is.at = 4'd0;
      end
      default: begin
        is.delta = was.delta | ({56'd0, byte_i} << (8 * was.at[2:0]));
        is.at = was.at + 4'd1;
        if (was.at == 4'd7) begin
          if (is.delta != was.now) is.bad = 1'b1;
          is.part = ENTRY;
          is.at = 4'd0;
        end
      end
    endcase
    if (complete) is.now = was.now + is.delta;
    if (complete) is.count = was.count + 32'd1;
  end
endmodule
`default_nettype wire
