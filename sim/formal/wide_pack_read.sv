// SPDX-License-Identifier: Apache-2.0
// wide_pack_read: weir_wide_pack with a reader behind it.
//
//! proof wide_pack_read, induction, limit 900, with sim/formal/wide_pack_read.sv
//!     sim/formal/unit_reader.sv sim/formal/stream_reader.sv: a reader of the words gets the
//!     entries that went in, in their order, each with its item, its value and its time
`default_nettype none
module wide_pack_read (
    input wire                           clk_i,
    input wire                           rst_ni,
    input wire                           clear_i,
    input wire                           entry_valid_i,
    input wire [weir_event::ENTRY_W-1:0] entry_i,
    input wire [63:0]                    delta_i
);
`include "weir_types.svh"
  localparam integer VALUE_W = 32;
`include "stream_state.svh"
  wire        entry_ready, unused_valid, idle;
  wire [4:0]  unused;
  wire [1:0]  word_valid;
  wire [63:0] word;
  wire [23:0] tail;
  wire [1:0]  tail_count;
  weir_wide_pack u_pack (
      .clk_i, .rst_ni, .clear_i, .entry_valid_i, .entry_ready_o(entry_ready), .entry_i, .delta_i,
      .unused_valid_o(unused_valid), .unused_o(unused), .word_valid_o(word_valid), .word_o(word),
      .tail_o(tail), .tail_count_o(tail_count), .idle_o(idle));

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb m_reset: assume (f_started || !rst_ni);

  // ---- what goes in
  entry_t      f_entry;
  assign f_entry = entry_i;
  wire [31:0]  f_count, f_which;
  wire [63:0]  f_now, unused_before, unused_next, f_time;
  wire [weir_event::ENTRY_W-1:0] f_wants;
  followed_entry u_in (
      .clk_i, .rst_ni, .clear_i, .in_i(entry_valid_i && entry_ready), .entry_i, .delta_i,
      .count_o(f_count), .now_o(f_now), .before_o(unused_before), .next_o(unused_next),
      .which_o(f_which), .wants_o(f_wants), .time_o(f_time));
  logic        f_waits;
  logic [weir_event::ENTRY_W-1:0] f_entry_was;
  logic [63:0] f_delta_was;
  always_ff @(posedge clk_i) begin
    f_waits <= rst_ni && entry_valid_i && !entry_ready;
    f_entry_was <= entry_i;
    f_delta_was <= delta_i;
  end
  always_comb if (f_started) begin
    // given by weir_wide_pack: m_stays
    m_stays: assume (!f_waits || (entry_valid_i && entry_i == f_entry_was
        && delta_i == f_delta_was));
    // given by weir_wide_pack: m_clear
    m_clear: assume (!clear_i || idle);
    // There is no item 0. given by weir_encode: a_item; weir_wide_thread_cache: a_switch
    m_item: assume (!entry_valid_i || f_entry.item != 21'd0);
  end

  // ---- the reader takes the bytes as pack makes them, up to ten a cycle, and the words are these
  (* hierconn *) wire        \u_pack.step ;
  (* hierconn *) wire [71:0] \u_pack.piece ;
  (* hierconn *) wire [3:0]  \u_pack.len ;
  (* hierconn *) wire        \u_pack.valid_q ;
  (* hierconn *) wire [71:0] \u_pack.piece_q ;
  (* hierconn *) wire [3:0]  \u_pack.len_q ;
  (* hierconn *) wire        \u_pack.spill_q ;
  (* hierconn *) wire [31:0] \u_pack.spill_word_q ;
  (* hierconn *) wire        \u_pack.lane_q ;
  reader_t     f_here;                     // behind the bytes so far
  wire         unused_filled;
  wire [31:0]  unused_holds, unused_made, unused_left;
  cached_reader #(.BYTES(10)) u_reader (
      .clk_i, .rst_ni, .clear_i, .started_i(f_started), .step_i(\u_pack.step ),
      .bytes_i({8'd0, \u_pack.piece }), .len_i(\u_pack.len ), .which_i(f_which),
      .wants_i(f_wants), .time_i(f_time), .nth_i(4'd0), .here_o(f_here),
      .filled_o(unused_filled), .holds_o(unused_holds));
  //! mutant wide_pack_read_guard, by u_reader.a_stream, bound 12: a value has no guard byte
  //!     weir_wide_pack@guard if (v[8*i + 7]) bytes = i[2:0] + 3'd1;
  //! mutant wide_pack_read_nth, by a_here, step: of a long delta the same bits are written again
  //!     weir_wide_pack@nth nth_q <= 2'd0;
  //! mutant wide_pack_read_delta, by u_reader.a_entry, bound 12: a delta ends after 28 bits
  //!     weir_wide_pack@delta : 1'b0;
  words_of_wide_pack u_words (
      .clk_i, .rst_ni, .clear_i, .started_i(f_started), .step_i(\u_pack.step ),
      .piece_i(\u_pack.piece ), .len_i(\u_pack.len ), .put_i(\u_pack.valid_q ),
      .put_piece_i(\u_pack.piece_q ), .put_len_i(\u_pack.len_q ), .spill_i(\u_pack.spill_q ),
      .spill_word_i(\u_pack.spill_word_q ), .lane_i(\u_pack.lane_q ), .word_valid_i(word_valid),
      .words_i(word), .tail_i(tail), .tail_count_i(tail_count), .made_o(unused_made),
      .left_o(unused_left));
  //! mutant wide_pack_read_tail, by u_words.u_bytes.a_rest, step: the bytes after two words are
  //!     lost
  //!     weir_wide_pack@tail if (!words[1])
  //! mutant wide_pack_read_lanes, by u_words.u_bytes.a_byte, step: the older word is always in the
  //!     lower lane
  //!     weir_wide_pack@lanes assign word_o[31:0] = spill_q ? spill_word_q : joined[31:0];

  // Why: what the reader knows of the bytes so far is where pack is.
  (* hierconn *) wire       \u_pack.begun_q ;
  (* hierconn *) wire [1:0] \u_pack.nth_q ;
  always_comb if (f_started) begin
    a_here: assert (\u_pack.begun_q
        ? f_here.part == 3'd1 && f_here.at == {\u_pack.nth_q , 2'b00}
          && f_here.head == {4'd0, f_entry.item, 3'b010} && f_here.kind == 8'd0
          && f_here.value == '0 && f_here.delta
            == (\u_pack.nth_q == 2'd0 ? 64'd0 : \u_pack.nth_q == 2'd1 ? {36'd0, delta_i[27:0]}
              : {8'd0, delta_i[55:0]})
        : f_here.part == 3'd0 && f_here.at == 4'd0);
    // Every entry is read, or under way.
    a_count: assert (f_here.count == f_count);
    a_now: assert (f_here.now == f_now);
  end
endmodule
`default_nettype wire
