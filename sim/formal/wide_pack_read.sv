// SPDX-License-Identifier: Apache-2.0
// wide_pack_read: weir_wide_pack with a reader behind it.
//
//! proof wide_pack_read, induction, limit 900, with sim/formal/wide_pack_read.sv
//!     sim/formal/stream_reader.sv: a reader of the words gets the entries that went in, in their
//!     order, each with its item, its value and its time
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
  localparam integer VALUE_W = 32, W = 212 + VALUE_W, BYTES = 10;
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
  entry_t      f_entry, f_wants;
  assign f_entry = entry_i;
  wire         f_in = entry_valid_i && entry_ready;
  logic        f_waits;
  logic [weir_event::ENTRY_W-1:0] f_entry_was;
  logic [63:0] f_delta_was;
  (* anyconst *) wire [31:0] f_which;      // the entry that is followed, any of them
  logic [31:0] f_count;                    // entries
  logic [63:0] f_now;                      // the time of the last
  logic [63:0] f_time;
  always_ff @(posedge clk_i) begin
    f_waits <= rst_ni && entry_valid_i && !entry_ready;
    f_entry_was <= entry_i;
    f_delta_was <= delta_i;
    if (!rst_ni || clear_i) begin
      f_count <= 32'd0;
      f_now <= 64'd0;
    end else if (f_in) begin
      f_count <= f_count + 32'd1;
      f_now <= f_now + delta_i;
    end
    if (f_in && f_count == f_which) begin
      f_wants <= entry_i;
      f_time <= f_now + delta_i;
    end
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

  // ---- the reader takes the bytes as pack makes them, up to ten a cycle
  (* hierconn *) wire        \u_pack.step ;
  (* hierconn *) wire [71:0] \u_pack.piece ;
  (* hierconn *) wire [3:0]  \u_pack.len ;
  wire        f_step = \u_pack.step ;
  wire [79:0] f_piece = {8'd0, \u_pack.piece };
  wire [3:0]  f_len = \u_pack.len ;
  reader_t f_here;                         // behind the bytes so far
  wire [W*(BYTES+1)-1:0] f_states;
  stream_reader #(.VALUE_W(VALUE_W), .BYTES(BYTES)) u_reader (
      .state_i(f_here), .bytes_i(f_piece), .states_o(f_states));
  logic [W-1:0] f_next;
  integer i;
  always_comb begin
    f_next = '0;
    for (i = 1; i <= BYTES; i = i + 1)
      f_next = f_next | (f_len == i ? f_states[W*i +: W] : {W{1'b0}});
  end
  always_ff @(posedge clk_i)
    if (!rst_ni || clear_i) f_here <= '0;
    else if (f_step) f_here <= f_next;
  wire f_bad, f_there, f_right;
  stream_entry u_entry (
      .state_i(f_here), .which_i(f_which), .event_i(f_wants.is_event), .item_i(f_wants.item),
      .value_i(f_wants.value), .time_i(f_time), .bad_o(f_bad), .there_o(f_there),
      .right_o(f_right));
  always_comb if (f_started) begin
    // The bytes are a stream; the entry followed is read back, in its place. (No two entries end
    // in a cycle, so it is seen behind the bytes of each.)
    a_stream: assert (!f_bad);
    //! mutant wide_pack_read_guard, bound 12: a value has no guard byte
    //!     weir_wide_pack@guard if (v[8*i + 7]) bytes = i[2:0] + 3'd1;
    a_entry: assert (!f_there || f_right);
    //! mutant wide_pack_read_nth, by a_here, step: of a long delta the same bits are written again
    //!     weir_wide_pack@nth nth_q <= 2'd0;
    //! mutant wide_pack_read_delta, bound 12: a delta ends after 28 bits
    //!     weir_wide_pack@delta : 1'b0;
  end

  // ---- byte n of the words is byte n of those, for any n: so a reader of the words is this reader
  (* anyconst *) wire [31:0] f_n;
  logic [31:0] f_made, f_left;             // bytes made; bytes in words
  logic [7:0]  f_byte;
  logic        f_lane;                     // of the next word: they alternate
  (* hierconn *) wire        \u_pack.valid_q ;
  (* hierconn *) wire [71:0] \u_pack.piece_q ;
  (* hierconn *) wire [3:0]  \u_pack.len_q ;
  (* hierconn *) wire        \u_pack.spill_q ;
  (* hierconn *) wire [31:0] \u_pack.spill_word_q ;
  (* hierconn *) wire        \u_pack.lane_q ;
  wire [31:0] f_nth = f_n - f_made;
  wire [31:0] f_place = f_n - f_left;
  wire [3:0]  f_go = {1'b0, word_valid[0], 2'd0} + {1'b0, word_valid[1], 2'd0};
  wire [63:0] f_words = f_lane ? {word[31:0], word[63:32]} : word;       // the older first
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      f_made <= 32'd0;
      f_left <= 32'd0;
      f_lane <= 1'b0;
    end else begin
      if (f_step) f_made <= f_made + {28'd0, f_len};
      f_left <= f_left + {28'd0, f_go};
      f_lane <= f_lane ^ ^word_valid;
    end
    if (f_step && f_nth < {28'd0, f_len}) f_byte <= f_piece[8*f_nth[3:0] +: 8];
  end
  // bytes that are made and in no word yet, in their order
  wire [4:0]   f_in_word = {2'd0, \u_pack.spill_q , 2'd0} + {3'd0, tail_count};
  wire [4:0]   f_waiting = f_in_word + (\u_pack.valid_q ? {1'b0, \u_pack.len_q } : 5'd0);
  wire [135:0] f_rest = (\u_pack.spill_q ? {80'd0, tail, \u_pack.spill_word_q } : {112'd0, tail})
      | ({64'd0, \u_pack.valid_q ? \u_pack.piece_q : 72'd0} << {f_in_word, 3'b000});
  always_comb if (f_started) begin
    a_byte: assert (!(f_place < {28'd0, f_go}) || f_words[8*f_place[2:0] +: 8] == f_byte);
    //! mutant wide_pack_read_tail, by a_rest, step: the bytes after two words are lost
    //!     weir_wide_pack@tail if (!words[1])
    //! mutant wide_pack_read_lanes, by a_byte, step: the older word is always in the lower lane
    //!     weir_wide_pack@lanes assign word_o[31:0] = spill_q ? spill_word_q : joined[31:0];
    a_one: assert (word_valid == 2'd0 || word_valid[f_lane]);
    // No byte is left: behind the words there are those of the tail, and of the piece on its way.
    a_bytes: assert (f_made == f_left + {27'd0, f_waiting});
    // Why:
    a_rest: assert (!(f_place < {27'd0, f_waiting}) || f_rest[8*f_place[4:0] +: 8] == f_byte);
    a_lane: assert (f_lane == \u_pack.lane_q );
  end

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
