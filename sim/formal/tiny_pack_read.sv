// SPDX-License-Identifier: Apache-2.0
// tiny_pack_read: weir_tiny_pack with a reader of the words behind it.
//
//! proof tiny_pack_read, induction, with sim/formal/tiny_pack_read.sv sim/formal/unit_reader.sv
//!     sim/formal/stream_reader.sv: a reader of the words gets the entries that went in, in their
//!     order, each with its item, its value and its time
`default_nettype none
module tiny_pack_read (
    input wire                           clk_i,
    input wire                           rst_ni,
    input wire                           clear_i,
    input wire                           entry_valid_i,
    input wire                           awake_i,
    input wire [weir_event::ENTRY_W-1:0] entry_i,
    input wire [47:0]                    delta_i
);
`include "weir_types.svh"
  localparam integer VALUE_W = 32;
`include "stream_state.svh"
  wire        entry_ready, unused_valid, word_valid, idle;
  wire [4:0]  unused;
  wire [31:0] word;
  wire [23:0] tail;
  wire [1:0]  tail_count;
  weir_tiny_pack u_pack (
      .clk_i, .rst_ni, .clear_i, .entry_valid_i, .entry_ready_o(entry_ready), .awake_i, .entry_i,
      .delta_i, .unused_valid_o(unused_valid), .unused_o(unused), .word_valid_o(word_valid),
      .word_o(word), .tail_o(tail), .tail_count_o(tail_count), .idle_o(idle));

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb m_reset: assume (f_started || !rst_ni);

  // ---- what goes in: the entry of the last cycle with awake_i
  (* hierconn *) wire \u_pack.f_awake ;
  entry_t      f_entry, f_was;
  logic [47:0] f_delta_was;
  assign f_entry = awake_i ? entry_i : f_was;
  wire [47:0]  f_delta = awake_i ? delta_i : f_delta_was;
  always_ff @(posedge clk_i) begin
    if (awake_i && entry_ready) begin
      f_was <= entry_i;
      f_delta_was <= delta_i;
    end
  end
  always_comb if (f_started) begin
    // given by weir_tiny_pack: m_clear
    m_clear: assume (!clear_i || (idle && !entry_valid_i));
    // given by weir_tiny_pack: m_awake
    m_awake: assume (awake_i || \u_pack.f_awake || !entry_valid_i);
    // There is no item 0. given by weir_tiny_admit: a_event a_begin_entry a_end_entry a_total
    m_item: assume (!entry_valid_i || f_entry.item != 21'd0);
  end
  wire [31:0]  f_count, f_which;
  wire [63:0]  f_now, f_before, unused_next, f_time;
  wire [weir_event::ENTRY_W-1:0] f_wants;
  followed_entry u_in (
      .clk_i, .rst_ni, .clear_i, .in_i(entry_valid_i && entry_ready), .entry_i(f_entry),
      .delta_i({16'd0, f_delta}), .count_o(f_count), .now_o(f_now), .before_o(f_before),
      .next_o(unused_next), .which_o(f_which), .wants_o(f_wants), .time_o(f_time));

  // ---- the reader
  reader_t     f_here;                     // behind the tail
  words_reader u_reader (
      .clk_i, .rst_ni, .clear_i, .started_i(f_started), .word_valid_i(word_valid), .word_i(word),
      .tail_count_i(tail_count), .which_i(f_which), .wants_i(f_wants), .time_i(f_time),
      .here_o(f_here));
  //! mutant tiny_pack_read_guard, by u_reader.a_stream: a value has no guard byte
  //!     weir_tiny_pack@guard if (v[8*i + 7]) bytes = i[2:0] + 3'd1;

  // Why: what the reader knows of the bytes so far is where pack is.
  (* hierconn *) wire        \u_pack.valid_q ;
  (* hierconn *) wire        \u_pack.f_in_event ;
  (* hierconn *) wire [20:0] \u_pack.f_in_item ;
  (* hierconn *) wire [31:0] \u_pack.f_in_value ;
  (* hierconn *) wire [47:0] \u_pack.f_in_delta ;
  (* hierconn *) wire [1:0]  \u_pack.f_state ;
  (* hierconn *) wire [27:0] \u_pack.f_header ;
  (* hierconn *) wire [69:0] \u_pack.f_delta ;
  (* hierconn *) wire [7:0]  \u_pack.f_szdf ;
  (* hierconn *) wire [39:0] \u_pack.f_value ;
  (* hierconn *) wire [3:0]  \u_pack.f_at ;
  (* hierconn *) wire [4:0]  \u_pack.f_bytes ;
  wire f_packing = \u_pack.valid_q ;
  reader_at_packer u_at (
      .started_i(f_started), .here_i(f_here), .packing_i(f_packing),
      .begun_i(f_packing && \u_pack.f_bytes != 5'd0),
      .between_i(f_here.part == 3'd0 && f_here.at == 4'd0), .part_i(\u_pack.f_state ),
      .at_i(\u_pack.f_at ), .head_i(\u_pack.f_header ), .delta_i(\u_pack.f_delta ),
      .kind_i(\u_pack.f_szdf ), .value_i(\u_pack.f_value ), .item_i(\u_pack.f_in_item ),
      .entry_delta_i({16'd0, \u_pack.f_in_delta }), .count_i(f_count), .now_i(f_now),
      .before_i(f_before), .which_i(f_which), .time_i(f_time),
      .right_i(f_wants == {\u_pack.f_in_event , \u_pack.f_in_item , \u_pack.f_in_value }));
  always_comb if (f_started) begin
    a_was: assert (!\u_pack.f_awake || (f_was == {\u_pack.f_in_event , \u_pack.f_in_item ,
        \u_pack.f_in_value } && f_delta_was == \u_pack.f_in_delta ));
  end
endmodule
`default_nettype wire
