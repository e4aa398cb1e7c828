// SPDX-License-Identifier: Apache-2.0
// weir_tiny_pack: turns entries into the bytes of flux, one byte a cycle, and bytes into words.
`default_nettype none
module weir_tiny_pack (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        clear_i,        // only while idle_o

    input  wire        entry_valid_i,
    output wire        entry_ready_o,  // does not depend on entry_valid_i
    // loads entry_i and delta_i; entry_valid_i arrives with it or later
    input  wire        awake_i,
    input  wire [weir_event::ENTRY_W-1:0] entry_i,
    input  wire [47:0] delta_i,        // cycles since the entry before

    output wire        unused_valid_o, // an entry is finished:
    output wire [4:0]  unused_o,       // reserved bytes that it did not need

    output wire        word_valid_o,   // to the FIFO, which has reserved space: taken at once
    output wire [31:0] word_o,
    output wire [23:0] tail_o,         // bytes that do not fill a word yet, the rest 0
    output wire [1:0]  tail_count_o,
    output wire        idle_o
);
`include "weir_types.svh"
  entry_t entry;
  assign entry = entry_i;
  localparam integer RESERVED = weir_pkg::SIZE_ENTRY_MAX;

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

  localparam [1:0] HEAD = 2'd0, DELTA = 2'd1, SIZE = 2'd2, VALUE = 2'd3;
  logic        valid_q, done_q, event_q, has_delta_q;
  logic [1:0]  state_q;
  logic [23:0] header_q;                       // what is left of header, delta, value
  logic [47:0] delta_q;
  logic [31:0] value_q;
  logic [2:0]  size_q;                         // bytes of the value left
  logic        delta_more_q;                   // in DELTA: the delta has more than 7 bits
  logic [4:0]  unused_q, left_q;               // bytes reserved and not written
  wire         head_more = header_q[23:7] != 17'd0;
  wire  [2:0]  v_bytes   = bytes(value_q);
  // @last
  wire         last      = (state_q == SIZE && v_bytes == 3'd0)
                         || (state_q == VALUE && size_q == 3'd1);
  wire  [4:0]  left      = unused_q - 5'd1;
  assign entry_ready_o = !valid_q;
  wire         take      = awake_i && entry_ready_o;

  wire  [7:0] head_byte  = {head_more, header_q[6:0]};
  wire  [7:0] delta_byte = {delta_more_q, delta_q[6:0]};
  wire  [7:0] value_byte = value_q[7:0];
  logic [7:0] one_byte;
  logic [1:0] next;
  always_comb begin
    case (state_q)
      HEAD: begin
        one_byte = head_byte;
        next = head_more ? HEAD : has_delta_q ? DELTA : SIZE;
      end
      DELTA: begin
        one_byte = delta_byte;
        next = delta_more_q ? DELTA : SIZE;
      end
      SIZE: begin
        one_byte = {1'b0, v_bytes, 2'b00, event_q, !event_q};
        next = VALUE;
      end
      default: begin                           // VALUE
        one_byte = value_byte;
        next = VALUE;
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      valid_q <= 1'b0;
      done_q  <= 1'b0;
      state_q <= HEAD;
    end else begin
      if (entry_ready_o) valid_q <= entry_valid_i;
      else if (last) valid_q <= 1'b0;
      done_q <= valid_q && last;
      if (entry_ready_o || last) state_q <= HEAD;
      else state_q <= next;
    end
    if (take) begin
      event_q     <= entry.is_event;
      has_delta_q <= delta_i != 48'd0;
    end
    if (take) header_q <= {entry.item, 1'b0, delta_i != 48'd0, 1'b0};
    else if (valid_q && state_q == HEAD) header_q <= {7'd0, header_q[23:7]};
    if (take) delta_q <= delta_i;
    else if (valid_q && state_q == DELTA) delta_q <= {7'd0, delta_q[47:7]};
    // TIMING: a 48-bit compare beside the byte's multiplexer; it has a cycle of its own.
    // @delta
    delta_more_q <= |delta_q[47:14] || (!(valid_q && state_q == DELTA) && |delta_q[13:7]);
    if (take) value_q <= entry.value;
    else if (valid_q && state_q == VALUE) value_q <= value_q >> 8;
    if (valid_q) size_q <= state_q == SIZE ? v_bytes : size_q - 3'd1;
    if (entry_ready_o) unused_q <= RESERVED[4:0];
    else unused_q <= left;  // @unused
    left_q <= left;
  end
  assign unused_valid_o = done_q;
  assign unused_o       = left_q;
  assign idle_o         = !valid_q && !done_q;

  // ---- bytes to words
  logic [23:0] tail_q;
  logic [1:0]  count_q;
  assign word_valid_o = valid_q && count_q == 2'd3;
  assign word_o       = {one_byte, tail_q};
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) count_q <= 2'd0;
    else if (valid_q) count_q <= count_q + 2'd1;
    if (!rst_ni || clear_i || word_valid_o) tail_q <= 24'd0;
    else if (valid_q) begin
      if (count_q == 2'd0) tail_q[7:0] <= one_byte;
      if (count_q == 2'd1) tail_q[15:8] <= one_byte;  // @tail
      if (count_q == 2'd2) tail_q[23:16] <= one_byte;
    end
  end
  assign tail_o       = tail_q;
  assign tail_count_o = count_q;

`ifdef FORMAL
`include "weir_tiny_pack_fv.svh"
`endif
endmodule
`default_nettype wire
