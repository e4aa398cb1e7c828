// SPDX-License-Identifier: Apache-2.0
// pack_read: weir_pack with a reader of the words behind it.
//
//! proof pack_read, induction, limit 900, with sim/formal/pack_read.sv sim/formal/stream_reader.sv:
//!     a reader of the words gets the entries that went in, in their order, each with its item, its
//!     value and its time
//! proof pack_read_wide (VALUE_W=64 ENTRY=25), induction, limit 900, with sim/formal/pack_read.sv
//!     sim/formal/stream_reader.sv: the same, values of 64 bits
//! proof pack_read_as_full (COPY=1 ENTRY=44), induction, limit 900, with sim/formal/pack_read.sv
//!     sim/formal/stream_reader.sv: the same, as in full: extra arguments, and CURR of a
//!     checkpoint, which repeats the time
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
  localparam integer W = 212 + VALUE_W, BYTES = 4;
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
  wire [63:0]         f_delta = timed_i ? delta_i : 64'd0;
  wire [VALUE_W-1:0]  f_value;
  (* anyconst *) wire [31:0] f_which;      // the entry that is followed, any of them
  logic [31:0]        f_count;             // entries
  logic [63:0]        f_now, f_before;     // the time of the last, and of the one before it
  logic [1:0]         f_copied;            // words of CURR
  logic               f_wants_event;
  logic [20:0]        f_wants_item;
  logic [VALUE_W-1:0] f_wants_value;
  logic [63:0]        f_time;
  generate
    if (VALUE_W == 64) begin : g_value
      assign f_value = {value_high_i, f_entry.value};
    end else begin : g_value
      assign f_value = f_entry.value;
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      f_count <= 32'd0;
      f_now <= 64'd0;
      f_copied <= 2'd0;
    end else begin
      if (f_in) f_count <= f_count + 32'd1;
      if (f_in) f_before <= f_now;
      if (f_in) f_now <= f_now + f_delta;
      if (f_takes && f_copies) f_copied <= f_copied == 2'd2 ? 2'd0 : f_copied + 2'd1;
    end
    if (f_in && f_count == f_which) begin
      f_wants_event <= f_entry.is_event;
      f_wants_item  <= f_entry.item;
      f_wants_value <= f_value;
      f_time <= f_now + f_delta;
    end
  end
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

  // ---- the reader takes the bytes as pack makes them, up to four a cycle
  (* hierconn *) wire        \u_pack.valid_q ;
  (* hierconn *) wire [31:0] \u_pack.chunk ;
  (* hierconn *) wire [2:0]  \u_pack.chunk_len ;
  wire        f_step = \u_pack.valid_q ;
  wire [31:0] f_chunk = \u_pack.chunk ;
  wire [2:0]  f_len = \u_pack.chunk_len ;
  reader_t f_here;                         // behind the bytes so far
  wire [W*(BYTES+1)-1:0] f_states;
  stream_reader #(.VALUE_W(VALUE_W), .BYTES(BYTES)) u_reader (
      .state_i(f_here), .bytes_i(f_chunk), .states_o(f_states));
  always_ff @(posedge clk_i)
    if (!rst_ni || clear_i) f_here <= '0;
    else if (f_step) f_here <= f_len == 3'd1 ? f_states[W +: W] : f_len == 3'd2 ? f_states[2*W +: W]
        : f_len == 3'd3 ? f_states[3*W +: W] : f_states[4*W +: W];
  wire f_bad, f_there, f_right;
  stream_entry #(.VALUE_W(VALUE_W)) u_entry (
      .state_i(f_here), .which_i(f_which), .event_i(f_wants_event), .item_i(f_wants_item),
      .value_i(f_wants_value), .time_i(f_time), .bad_o(f_bad), .there_o(f_there),
      .right_o(f_right));
  always_comb if (f_started) begin
    // The bytes are a stream; the entry followed is read back, in its place. (No two entries end
    // in a cycle, so it is seen behind the bytes of each.)
    a_stream: assert (!f_bad);
    //! mutant pack_read_guard: a value has no guard byte
    //!     weir_pack@guard if (v[8*i + 7]) bytes = i[3:0] + 4'd1;
    a_entry: assert (!f_there || f_right);
    //! mutant pack_read_delta: bit 28 of a delta is cut
    //!     weir_pack@delta if (entry_ready_o) more <= timed_i && |delta_i[63:29];
  end

  // ---- byte n of the words is byte n of those, for any n: so a reader of the words is this reader
  (* anyconst *) wire [31:0] f_n;
  logic [31:0] f_made, f_left;             // bytes made; bytes in words
  logic [7:0]  f_byte;
  (* hierconn *) wire        \u_pack.put_q ;
  (* hierconn *) wire [31:0] \u_pack.put_chunk_q ;
  (* hierconn *) wire [2:0]  \u_pack.put_len_q ;
  wire [31:0] f_nth = f_n - f_made;
  wire [31:0] f_place = f_n - f_left;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      f_made <= 32'd0;
      f_left <= 32'd0;
    end else begin
      if (f_step) f_made <= f_made + {29'd0, f_len};
      if (word_valid) f_left <= f_left + 32'd4;
    end
    if (f_step && f_nth < {29'd0, f_len}) f_byte <= f_chunk[8*f_nth[1:0] +: 8];
  end
  // bytes that are made and in no word yet, in their order
  wire [2:0]  f_put = \u_pack.put_q ? \u_pack.put_len_q : 3'd0;
  wire [55:0] f_rest = {32'd0, tail}
      | ({24'd0, \u_pack.put_q ? \u_pack.put_chunk_q : 32'd0} << {tail_count, 3'b000});
  always_comb if (f_started) begin
    a_byte: assert (!(word_valid && f_place < 32'd4) || word[8*f_place[1:0] +: 8] == f_byte);
    //! mutant pack_read_tail: bytes beyond a word are lost
    //!     weir_pack@tail tail_q <= joined[23:0];
    // No byte is left: behind the words there are those of the tail, and of the chunk on its way.
    a_bytes: assert (f_made == f_left + {30'd0, tail_count} + {29'd0, f_put});
    // Why:
    a_rest: assert (!(f_place < {30'd0, tail_count} + {29'd0, f_put})
        || f_rest[8*f_place[2:0] +: 8] == f_byte);
  end

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
  wire f_begun = f_packing && \u_pack.f_steps != 5'd0;
  // words of CURR that have left
  wire [1:0] f_curr = !f_copying ? f_copied : f_copied == 2'd0 ? 2'd2 : f_copied - 2'd1;
  always_comb if (f_started) begin
    a_here: assert (f_begun
        ? f_here.part == {1'b0, \u_pack.f_state } && f_here.at == \u_pack.f_at
          && f_here.head == \u_pack.f_header && f_here.delta == \u_pack.f_delta [63:0]
          && f_here.kind == \u_pack.f_szdf && f_here.value == \u_pack.f_value
        : f_curr != 2'd0 ? f_here.part == 3'd7 && f_here.head == 28'd0
          && f_here.at == (f_curr == 2'd1 ? 4'd0 : 4'd4)
          && f_here.delta == (f_curr == 2'd1 ? 64'd0 : {32'd0, f_now[31:0]})
        : f_here.part == 3'd0 && f_here.at == 4'd0);
    a_curr: assert (f_copied != 2'd3 && (!f_copying
        || \u_pack.f_in_value [31:0] == (f_curr == 2'd0 ? 32'h08002300
          : f_curr == 2'd1 ? f_now[31:0] : f_now[63:32])) && (!f_packing || f_copied == 2'd0));
    // Every entry is read, or under way.
    a_count: assert (f_here.count + {31'd0, f_packing} == f_count);
    a_now: assert (f_here.now == (f_packing ? f_before : f_now));
    a_before: assert (!f_packing || f_now == f_before + \u_pack.f_in_delta );
    a_item: assert (!f_packing || \u_pack.f_in_item != 21'd0);
    a_wants: assert (!(f_packing && f_count == f_which + 32'd1)
        || (f_wants_event == \u_pack.f_in_event && f_wants_item == \u_pack.f_in_item
            && f_wants_value == \u_pack.f_in_value && f_time == f_now));
  end
endmodule
`default_nettype wire
