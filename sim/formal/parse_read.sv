// SPDX-License-Identifier: Apache-2.0
// parse_read: weir_parse beside the reader of pack_read. Frames and ring know the stream by
// weir_parse alone.
//
//! proof parse_read, induction, cover 30, limit 900, with sim/formal/parse_read.sv
//!     sim/formal/stream_reader.sv: of any stream weir_parse gives each entry once, as a reader
//!     gets it: its item, its value, its delta, and whether the first two fit
//! proof parse_read_checkpoint (CHECKPOINT=1), induction, cover 60, limit 900, with
//!     sim/formal/parse_read.sv sim/formal/stream_reader.sv: the same, and nothing of a checkpoint
`default_nettype none
module parse_read #(
    parameter integer CHECKPOINT = 0
) (
    input wire        clk_i,
    input wire        rst_ni,
    input wire        clear_i,
    input wire        auth_i,
    input wire        word_valid_i,
    input wire [31:0] word_i,
    input wire        tail_valid_i,
    input wire [23:0] tail_i,
    input wire [1:0]  tail_count_i,
    input wire        byte_ready_i,
    input wire        entry_ready_i
);
  localparam integer VALUE_W = 32, W = 212 + VALUE_W;
`include "stream_state.svh"
  wire        word_ready, byte_valid, first, aside, entry_valid, known, idle;
  wire [7:0]  one_byte;
  wire [20:0] item;
  wire [63:0] delta;
  wire [31:0] value;
  weir_parse #(.CHECKPOINT(CHECKPOINT)) u_parse (
      .clk_i, .rst_ni, .clear_i, .auth_i, .word_valid_i, .word_ready_o(word_ready), .word_i,
      .tail_valid_i, .tail_i, .tail_count_i, .byte_valid_o(byte_valid), .byte_ready_i,
      .byte_o(one_byte), .first_o(first), .aside_o(aside), .entry_valid_o(entry_valid),
      .entry_ready_i, .item_o(item), .delta_o(delta), .value_o(value), .known_o(known),
      .idle_o(idle));
  wire unused = &{1'b0, word_ready, idle};

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb m_reset: assume (f_started || !rst_ni);

  // ---- the reader takes each byte that leaves
  localparam [2:0] ENTRY = 3'd0, DELTA = 3'd1, KIND = 3'd2, VALUE = 3'd3, TAG = 3'd4, ITEM = 3'd5,
      SIZE = 3'd6, POSITION = 3'd7;
  wire f_takes = byte_valid && byte_ready_i;
  reader_t f_here, f_next;                 // behind the bytes so far; behind the next
  wire [2*W-1:0] f_states;
  stream_reader #(.VALUE_W(VALUE_W), .BYTES(1)) u_reader (
      .state_i(f_here), .bytes_i(one_byte), .states_o(f_states));
  assign f_next = f_states[W +: W];
  // the next byte completes an entry
  wire f_ends = f_takes && f_next.count != f_here.count;
  wire f_mark = f_next.head[27:3] == 25'd4;
  // a checkpoint: from CURR to the entry of item 4 that ends it, with 2 or 3
  logic        f_aside;
  wire         f_of = f_aside || f_here.part >= TAG;
  logic [31:0] f_hidden, f_given;          // entries of checkpoints; entries given
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      f_here   <= '0;
      f_aside  <= 1'b0;
      f_hidden <= 32'd0;
      f_given  <= 32'd0;
    end else begin
      if (f_takes) f_here <= f_next;
      if (f_takes) f_aside <= f_of && !(f_ends && f_mark && f_next.value != 40'd1);
      if (f_ends && f_of) f_hidden <= f_hidden + 32'd1;
      if (entry_valid && entry_ready_i) f_given <= f_given + 32'd1;
    end
  end
  always_comb if (f_started) begin
    // given by pack_read: a_stream
    m_stream: assume (!f_takes || !f_next.bad);
    // Without checkpoints nothing is copied. given by small_read: a_copy
    m_data: assume (!f_takes || CHECKPOINT != 0 || f_next.part < TAG);
    // CURR begins with one byte of 0. given by weir_checkpoint: a_time
    m_curr: assume (!f_takes || f_here.part != ENTRY || f_next.part != TAG || f_here.at == 4'd0);
    // Items have 21 bits, and values the fewest bytes. given by pack_read: a_entry; weir_pack:
    // a_fewest; weir_checkpoint: a_loss
    m_mark: assume (!(f_ends && f_of) || (f_next.head[27:24] == 4'd0 && (!f_mark
        || (f_next.value >= 40'd1 && f_next.value <= 40'd3 && f_next.kind[7:4] == 4'd1))));
    // The reader's entry is given, unless it is of a checkpoint; each once.
    a_entry: assert (!entry_valid || (f_here.part == ENTRY && f_here.at == 4'd0
        && delta == f_here.delta
        && known == (f_here.head[27:24] == 4'd0 && f_here.value[39:32] == 8'd0)
        && (!known || (item == f_here.head[23:3] && value == f_here.value[31:0]))));
    //! mutant parse_read_fits: a value of five bytes counts as one of four
    //!     weir_parse@fits_value : state_q == VALUE ? 1'b1
    a_each: assert (f_here.count == f_given + f_hidden + {31'd0, entry_valid});
    // It knows where an entry begins, and what belongs to a checkpoint.
    a_first: assert (!f_takes || first == (f_here.part == ENTRY && f_here.at == 4'd0));
    //! mutant parse_read_curr, in parse_read_checkpoint: CURR ends a byte early
    //!     weir_parse@size wire [9:0] size = at_q == 4'd0 ? {6'd0, curr, one_byte[6:4]} -
    //!     {9'd0, curr} : {one_byte[6:0], left_q[2:0]};
    a_aside: assert (!f_takes || aside == (f_of || f_next.part == TAG));
    a_none: assert (CHECKPOINT != 0 || !f_of);
  end

  // Why: both are at the same place of an entry.
  (* hierconn *) wire [2:0]  \u_parse.state_q ;
  (* hierconn *) wire [3:0]  \u_parse.at_q ;
  (* hierconn *) wire        \u_parse.first_q ;
  (* hierconn *) wire        \u_parse.known_q ;
  (* hierconn *) wire [23:0] \u_parse.header_q ;
  (* hierconn *) wire [63:0] \u_parse.delta_q ;
  (* hierconn *) wire [31:0] \u_parse.value_q ;
  (* hierconn *) wire [9:0]  \u_parse.left_q ;
  (* hierconn *) wire        \u_parse.curr ;
  (* hierconn *) wire        \u_parse.g_checkpoint.aside_q ;
  wire [2:0] f_state = \u_parse.state_q ;
  // the fields so far are those of an entry
  wire f_fields = f_here.part == ENTRY ? f_here.at != 4'd0 || f_here.head != 28'd0
      : f_here.part < TAG;
  always_comb if (f_started) begin
    a_good: assert (!f_here.bad);
    a_state: assert (f_here.part == ENTRY ? f_state == 3'd0 && \u_parse.at_q == f_here.at
        : f_here.part == DELTA ? f_state == 3'd2 && \u_parse.at_q == f_here.at
        : f_here.part == KIND ? f_state == 3'd3 && \u_parse.at_q == f_here.at
        : f_here.part == VALUE ? f_state == 3'd4 && \u_parse.at_q == f_here.at
          && f_here.at < f_here.kind[7:4] && \u_parse.left_q == {6'd0, f_here.kind[7:4] - f_here.at}
        : f_here.part == TAG ? f_state == 3'd3 && \u_parse.at_q == 4'd0
        : f_state == 3'd4 && (f_here.part == ITEM ? \u_parse.left_q == 10'd10
          : f_here.part == SIZE ? \u_parse.left_q == 10'd9
          : f_here.at < 4'd8 && \u_parse.left_q == 10'd8 - {6'd0, f_here.at}));
    a_kind: assert (f_here.part != KIND || f_here.at != 4'd1
        || \u_parse.left_q == {7'd0, f_here.kind[6:4]});
    a_fewest: assert (f_here.part != VALUE || f_here.kind[7:4] <= 4'd5);
    a_head: assert (f_here.part == ENTRY || (f_here.head == 28'd0) == (f_here.part >= TAG));
    a_curr: assert (f_here.part == ENTRY && f_here.at == 4'd0
        || \u_parse.curr == (f_here.part >= TAG));
    a_tag: assert (f_here.part < TAG || \u_parse.header_q == 24'd0);
    a_fields: assert (!f_fields || (\u_parse.header_q == f_here.head[23:0]
        && \u_parse.delta_q == f_here.delta && \u_parse.value_q == f_here.value[31:0]
        && \u_parse.known_q == (f_here.head[27:24] == 4'd0 && f_here.value[39:32] == 8'd0)));
    a_flags: assert (f_here.part == ENTRY && f_here.at == 4'd0
        || ((!f_here.head[0] && !f_here.head[2]) || f_here.part == ENTRY));
    a_valid: assert (!entry_valid || (f_fields && f_here.part == ENTRY && f_here.at == 4'd0));
    a_clean: assert ((f_here.part != ENTRY || f_here.at == 4'd0
        || (f_here.head >> (7 * f_here.at) == 28'd0 && f_here.delta == 64'd0))
        && (f_here.part != DELTA || f_here.delta >> (7 * f_here.at) == 64'd0)
        && (f_here.part >= VALUE || (f_here.part == ENTRY && f_here.at == 4'd0)
          || f_here.value == 40'd0)
        && (f_here.part != VALUE || f_here.value >> (8 * f_here.at) == 40'd0));
    a_of: assert (CHECKPOINT == 0 || \u_parse.g_checkpoint.aside_q == f_of);
  end
  always_comb if (f_started) begin
    c_entry: cover (entry_valid && known && value != 32'd0 && delta != 64'd0);
    c_unknown: cover (entry_valid && !known);
    c_second: cover (entry_valid && f_given == 32'd1);
  end
endmodule
`default_nettype wire
