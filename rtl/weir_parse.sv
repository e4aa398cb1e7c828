// SPDX-License-Identifier: Apache-2.0
// weir_parse: reads data entries back from the FIFO's words, one byte a cycle, for sinks that must
// know what they forward. A byte is fetched one cycle before it can be taken; at most two bytes are
// buffered.
//
// Use      Words hold data entries only. Entries of any item pass; known_o says whether item and
//          value fit here, otherwise only the delta counts. Sizes up to 1023 bytes pass.
`default_nettype none
module weir_parse #(
    parameter integer CHECKPOINT = 0       // 1: words may hold checkpoints, too
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // forgets the entry under way; no word is taken in that cycle, and a byte taken in it does not
    // count
    input  wire              clear_i,
    input  wire              auth_i,        // 0: no byte is given

    input  wire              word_valid_i,
    output wire              word_ready_o,  // takes the word, with its last byte
    input  wire [31:0]       word_i,        // the first byte in the low bits
    input  wire              tail_valid_i,  // no word is stored: tail_i arrives next
    input  wire [23:0]       tail_i,
    input  wire [1:0]        tail_count_i,  // bytes of it

    output wire              byte_valid_o, // byte_o is the next byte of the stream
    input  wire              byte_ready_i, // takes it; tie to 1 for a sink that reads entries only
    output wire [7:0]        byte_o,
    output wire              first_o,       // byte_o begins an entry
    output wire              aside_o,       // byte_o belongs to a checkpoint

    output wire              entry_valid_o, // an entry; stays until accepted
    input  wire              entry_ready_i,
    output wire [weir_event::ITEM_W-1:0] item_o,
    output wire [63:0] delta_o,       // ticks since the entry before
    output wire [31:0]       value_o,       // unsigned
    output wire              known_o,       // item_o and value_o are exact
    output wire              idle_o         // all bytes and entries have been taken
);
  localparam [2:0] HEAD = 3'd0, TAG = 3'd1, DELTA = 3'd2, SIZE = 3'd3, VALUE = 3'd4;
  // byte_q is the next byte, spare_byte_q the one after it
  logic              have_q, spare_q;
  logic [7:0]        byte_q, spare_byte_q;
  logic [1:0]        pos_q;                 // bytes fetched of the next word
  // TIMING: pos_q == 3 as a register of its own, because everything after a taken word waits for it
  logic              last_q;
  logic [2:0]        state_q;
  logic              first_q;               // the next byte begins an entry
  logic [3:0]        at_q;                  // bytes of this field so far; 15: that many or more
  logic              valid_q, known_q;
  logic [23:0]       header_q;
  logic [63:0] delta_q;
  logic [31:0]       value_q;
  logic [9:0]        left_q;                // bytes of the value left

  wire        available = word_valid_i || (tail_valid_i && pos_q < tail_count_i);
  wire        take  = byte_valid_o && byte_ready_i;
  wire        may   = auth_i && !clear_i && !spare_q;       // fetch a byte, if there is one
  wire        fetch = available && may;
  wire [31:0] from  = word_valid_i ? word_i : {8'd0, tail_i};
  wire [7:0]  next_byte = from[8*pos_q +: 8];
  wire [7:0]  one_byte = byte_q;
  wire        more  = one_byte[7];             // continuation bit of a PInt
  assign byte_valid_o = have_q && auth_i && !valid_q;  // @without_authorisation
  assign byte_o       = one_byte;
  assign first_o       = first_q;
  assign word_ready_o  = word_valid_i && may && last_q;
  assign entry_valid_o = valid_q;
  assign item_o        = header_q[weir_event::ITEM_W+2:3];
  assign delta_o       = delta_q;
  assign value_o       = value_q;
  assign known_o       = known_q;
  assign idle_o        = !available && !have_q && !valid_q && first_q;
  wire unused = &{1'b0, header_q[0]};

  // Which field follows.
  // the first byte holds the flags
  wire       has_tag   = first_q ? one_byte[2] : header_q[2];
  wire       has_delta = first_q ? one_byte[1] : header_q[1];
  wire       curr;                          // the entry is CURR
  // @size
  wire [9:0] size      = at_q == 4'd0 ? {6'd0, curr, one_byte[6:4]} : {one_byte[6:0], left_q[2:0]};
  wire       ends      = state_q == VALUE ? left_q == 10'd1 : state_q == SIZE && !more && size
      == 10'd0;
  logic [2:0] next;
  always_comb begin
    case (state_q)
      HEAD:    next = more ? HEAD : has_tag ? TAG : has_delta ? DELTA : SIZE;
      TAG:     next = has_delta ? DELTA : SIZE;  // @tag
      DELTA:   next = more ? DELTA : SIZE;
      SIZE:    next = more ? SIZE : ends ? HEAD : VALUE;
      default: next = ends ? HEAD : VALUE;
    endcase
  end

  // Whether the bits that do not fit are 0.
  wire fits = state_q == HEAD  ? at_q < 4'd3 ||  // @fits
                               // @fits_head
                               (at_q == 4'd3 ? one_byte[6:3] == 4'd0 : one_byte[6:0] == 7'd0)
            : state_q == VALUE ? at_q < 4'd4 || one_byte == 8'd0  // @fits_value
            : 1'b1;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      have_q  <= 1'b0;
      spare_q <= 1'b0;
      pos_q   <= 2'd0;
      last_q  <= 1'b0;
      state_q <= HEAD;
      first_q <= 1'b1;
      at_q    <= 4'd0;
      valid_q <= 1'b0;
    end else begin
      have_q  <= (have_q && !take) || spare_q || fetch;
      spare_q <= have_q && !take && (spare_q || fetch);
      pos_q   <= pos_q + {1'b0, fetch};
      if (fetch) last_q <= pos_q == 2'd2;
      if (take) begin
        state_q <= next;
        first_q <= ends;
        at_q    <= (next != state_q || ends) ? 4'd0 : at_q + {3'd0, at_q != 4'd15};
      end
      if (take) valid_q <= ends && !aside_o;
      else if (entry_ready_i) valid_q <= 1'b0;
    end
    if (!have_q || take) byte_q <= spare_q ? spare_byte_q : next_byte;  // @overrun
    if (!spare_q) spare_byte_q <= next_byte;
  end

  // CURR (`00 23 00 08` and the time) parses as an entry of item 0 with 8 bytes more than it says;
  // it begins a checkpoint.
  generate
    if (CHECKPOINT != 0) begin : g_checkpoint
      logic aside_q, curr_q;
      wire  begins = first_q && one_byte == 8'd0;
      wire  over = ends && item_o == weir_pkg::ITEM_CHECKPOINT && one_byte[1];
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) aside_q <= 1'b0;
        else if (take) aside_q <= aside_o && !over;
        if (take && first_q) curr_q <= begins;
      end
      assign aside_o = aside_q || begins;
      assign curr    = curr_q;
    end else begin : g_no_checkpoint
      assign aside_o = 1'b0;
      assign curr    = 1'b0;
    end
  endgenerate

  wire first = take && first_q;
  integer i;
  always_ff @(posedge clk_i) begin
    if (take) begin
      known_q <= fits && (known_q || first);
      left_q  <= state_q == SIZE ? size : left_q - 10'd1;
    end
    for (i = 0; i < 24; i = i + 1) begin
      if (first) header_q[i] <= i < 7 && one_byte[i % 7];
      else if (take && state_q == HEAD && {28'd0, at_q} == i / 7) header_q[i] <= one_byte[i % 7];
    end
    for (i = 0; i < 64; i = i + 1) begin
      if (first) delta_q[i] <= 1'b0;
      else if (take && state_q == DELTA && {28'd0, at_q} == i / 7) delta_q[i] <= one_byte[i % 7];
    end
    for (i = 0; i < 32; i = i + 1) begin
      if (first) value_q[i] <= 1'b0;
      else if (take && state_q == VALUE && {28'd0, at_q} == i / 8) value_q[i] <= one_byte[i % 8];
    end
  end

`ifdef FORMAL
`include "weir_parse_fv.svh"
`endif
endmodule
`default_nettype wire
