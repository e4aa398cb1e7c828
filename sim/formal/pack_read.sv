// SPDX-License-Identifier: Apache-2.0
// pack_read: weir_pack with a reader of the words behind it.
//
//! proof pack_read, induction, limit 900, with sim/formal/pack_read.sv sim/formal/unit_reader.sv
//!     sim/formal/stream_reader.sv: a reader of the words gets the entries that went in, in their
//!     order, each with its item, its value and its time
//! proof pack_read_wide (VALUE_W=64 ENTRY=25), induction, limit 900, with sim/formal/pack_read.sv
//!     sim/formal/unit_reader.sv sim/formal/stream_reader.sv: the same, values of 64 bits
//! proof pack_read_as_full (COPY=1 ENTRY=44), induction, limit 900, with sim/formal/pack_read.sv
//!     sim/formal/unit_reader.sv sim/formal/stream_reader.sv: the same, as in full: extra
//!     arguments, and CURR of a checkpoint, which repeats the time
`default_nettype none
module pack_read #(
    parameter integer COPY = 0,
    parameter integer VALUE_W = 32,
    parameter integer ENTRY = 20
) (
    input wire                           clk_i,
    input wire                           rst_ni,
    input wire                           clear_i,
    input wire                           entry_valid_i,
    input wire [weir_event::ENTRY_W-1:0] entry_i,
    input wire [31:0]                    value_high_i,
    input wire [63:0]                    delta_i,
    input wire                           timed_i,
    input wire                           is_arg_i,
    input wire                           copy_i,
    input wire                           state_i
);
`include "weir_types.svh"
`include "stream_state.svh"
  wire        entry_ready, unused_valid, state_valid, word_valid, idle;
  wire [5:0]  unused;
  wire [31:0] word;
  wire [23:0] tail;
  wire [1:0]  tail_count;
  weir_pack #(.COPY(COPY), .VALUE_W(VALUE_W), .ENTRY(ENTRY)) u_pack (
      .clk_i, .rst_ni, .clear_i, .entry_valid_i, .entry_ready_o(entry_ready), .entry_i,
      .value_high_i, .delta_i, .timed_i, .is_arg_i, .copy_i, .state_i,
      .unused_valid_o(unused_valid),
      .state_valid_o(state_valid), .unused_o(unused), .word_valid_o(word_valid), .word_o(word),
      .tail_o(tail), .tail_count_o(tail_count), .idle_o(idle));

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb m_reset: assume (f_started || !rst_ni);

  // ---- what goes in: entries, and what is copied, the three words of CURR
  entry_t             f_entry;
  assign f_entry = entry_i;
  wire                f_copies = COPY != 0 && copy_i;
  wire                f_takes = entry_valid_i && entry_ready;
  wire                f_in = f_takes && !f_copies;
  wire [VALUE_W-1:0]  f_value;
  generate
    if (VALUE_W == 64) begin : g_value
      assign f_value = {value_high_i, f_entry.value};
    end else begin : g_value
      assign f_value = f_entry.value;
    end
  endgenerate
  wire [31:0]         f_count, f_which;
  wire [63:0]         f_now, f_before, unused_next, f_time;
  wire [VALUE_W+21:0] f_wants;
  followed_entry #(.VALUE_W(VALUE_W)) u_in (
      .clk_i, .rst_ni, .clear_i, .in_i(f_in), .entry_i({f_entry.is_event, f_entry.item, f_value}),
      .delta_i(timed_i ? delta_i : 64'd0), .count_o(f_count), .now_o(f_now), .before_o(f_before),
      .next_o(unused_next), .which_o(f_which), .wants_o(f_wants), .time_o(f_time));
  logic [1:0]         f_copied;            // words of CURR
  always_ff @(posedge clk_i)
    if (!rst_ni || clear_i) f_copied <= 2'd0;
    else if (f_takes && f_copies) f_copied <= f_copied == 2'd2 ? 2'd0 : f_copied + 2'd1;
  (* hierconn *) wire        \u_pack.is_arg_q ;
  (* hierconn *) wire [2:0]  \u_pack.f_parts_now ;
  localparam integer F_PARTS = (ENTRY - weir_pkg::SIZE_ENTRY_MAX) / weir_pkg::SIZE_ENTRY_ARG;
  always_comb if (f_started) begin
    // given by weir_pack: m_clear; weir_checkpoint: a_order
    m_clear: assume (!clear_i || (idle && !entry_valid_i && f_copied == 2'd0));
    // given by weir_pack: m_part
    m_part: assume (!(f_takes && is_arg_i) || (VALUE_W == 32 && !f_copies
        && f_entry.item[20:8] == 13'd0 && {29'd0, \u_pack.f_parts_now } < F_PARTS));
    // given by weir_pack: m_after
    m_after: assume (!(f_takes && \u_pack.is_arg_q ) || (!timed_i && !f_copies));
    // There is no item 0. given by weir_encode: a_item; weir_admit: a_begin_entry a_end_entry
    // a_total; weir_args: a_part; weir_thread_cache: a_switch; weir_checkpoint: a_loss
    m_item: assume (!f_in || f_entry.item != 21'd0);
    // What is copied is CURR with the time of the entry before, and nothing else comes in between;
    // so there are no software entries. given by weir_checkpoint: a_time a_order a_pass
    m_curr: assume (!f_takes || (f_copies ? f_entry.value == (f_copied == 2'd0 ? 32'h08002300
        : f_copied == 2'd1 ? f_now[31:0] : f_now[63:32]) : f_copied == 2'd0));
  end

  // ---- the reader takes the bytes as pack makes them, up to four a cycle, and the words are these
  (* hierconn *) wire        \u_pack.valid_q ;
  (* hierconn *) wire [31:0] \u_pack.chunk ;
  (* hierconn *) wire [2:0]  \u_pack.chunk_len ;
  (* hierconn *) wire        \u_pack.put_q ;
  (* hierconn *) wire [31:0] \u_pack.put_chunk_q ;
  (* hierconn *) wire [2:0]  \u_pack.put_len_q ;
  reader_t            f_here;              // behind the bytes so far
  wire                unused_filled;
  wire [VALUE_W-1:0]  unused_holds;
  wire [31:0]         unused_made, unused_left;
  cached_reader #(.VALUE_W(VALUE_W)) u_reader (
      .clk_i, .rst_ni, .clear_i, .started_i(f_started), .step_i(\u_pack.valid_q ),
      .bytes_i(\u_pack.chunk ), .len_i({1'b0, \u_pack.chunk_len }), .which_i(f_which),
      .wants_i(f_wants), .time_i(f_time), .nth_i(4'd0), .here_o(f_here),
      .filled_o(unused_filled), .holds_o(unused_holds));
  //! mutant pack_read_guard, by u_reader.a_stream: a value has no guard byte
  //!     weir_pack@guard if (v[8*i + 7]) bytes = i[3:0] + 4'd1;
  //! mutant pack_read_delta, by u_reader.a_entry: bit 28 of a delta is cut
  //!     weir_pack@delta if (entry_ready_o) more <= timed_i && |delta_i[63:29];
  words_of_pack u_words (
      .clk_i, .rst_ni, .clear_i, .started_i(f_started), .step_i(\u_pack.valid_q ),
      .chunk_i(\u_pack.chunk ), .len_i(\u_pack.chunk_len ), .put_i(\u_pack.put_q ),
      .put_chunk_i(\u_pack.put_chunk_q ), .put_len_i(\u_pack.put_len_q ),
      .word_valid_i(word_valid), .word_i(word), .tail_i(tail), .tail_count_i(tail_count),
      .made_o(unused_made), .left_o(unused_left));
  //! mutant pack_read_tail, by u_words.u_bytes.a_byte: bytes beyond a word are lost
  //!     weir_pack@tail tail_q <= joined[23:0];

  // Why: what the reader knows of the bytes so far is where pack is.
  (* hierconn *) wire               \u_pack.f_copies ;
  (* hierconn *) wire               \u_pack.f_in_event ;
  (* hierconn *) wire [20:0]        \u_pack.f_in_item ;
  (* hierconn *) wire [VALUE_W-1:0] \u_pack.f_in_value ;
  (* hierconn *) wire [63:0]        \u_pack.f_in_delta ;
  (* hierconn *) wire [1:0]         \u_pack.f_state ;
  (* hierconn *) wire [27:0]        \u_pack.f_header ;
  (* hierconn *) wire [69:0]        \u_pack.f_delta ;
  (* hierconn *) wire [7:0]         \u_pack.f_szdf ;
  (* hierconn *) wire [VALUE_W+7:0] \u_pack.f_value ;
  (* hierconn *) wire [3:0]         \u_pack.f_at ;
  (* hierconn *) wire [4:0]         \u_pack.f_steps ;
  wire f_packing = \u_pack.valid_q && !\u_pack.f_copies ;
  wire f_copying = \u_pack.valid_q && \u_pack.f_copies ;
  // words of CURR that have left
  wire [1:0] f_curr = !f_copying ? f_copied : f_copied == 2'd0 ? 2'd2 : f_copied - 2'd1;
  reader_at_packer #(.VALUE_W(VALUE_W)) u_at (
      .started_i(f_started), .here_i(f_here), .packing_i(f_packing),
      .begun_i(f_packing && \u_pack.f_steps != 5'd0),
      .between_i(f_curr != 2'd0 ? f_here.part == 3'd7 && f_here.head == 28'd0
          && f_here.at == (f_curr == 2'd1 ? 4'd0 : 4'd4)
          && f_here.delta == (f_curr == 2'd1 ? 64'd0 : {32'd0, f_now[31:0]})
        : f_here.part == 3'd0 && f_here.at == 4'd0),
      .part_i(\u_pack.f_state ), .at_i(\u_pack.f_at ), .head_i(\u_pack.f_header ),
      .delta_i(\u_pack.f_delta ), .kind_i(\u_pack.f_szdf ), .value_i(\u_pack.f_value ),
      .item_i(\u_pack.f_in_item ), .entry_delta_i(\u_pack.f_in_delta ), .count_i(f_count),
      .now_i(f_now), .before_i(f_before), .which_i(f_which), .time_i(f_time),
      .right_i(f_wants == {\u_pack.f_in_event , \u_pack.f_in_item , \u_pack.f_in_value }));
  always_comb if (f_started) begin
    a_curr: assert (f_copied != 2'd3 && (!f_copying
        || \u_pack.f_in_value [31:0] == (f_curr == 2'd0 ? 32'h08002300
          : f_curr == 2'd1 ? f_now[31:0] : f_now[63:32])) && (!f_packing || f_copied == 2'd0));
  end
endmodule
`default_nettype wire
