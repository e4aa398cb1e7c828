// SPDX-License-Identifier: Apache-2.0
// tiny_pack_read: weir_tiny_pack with a reader of the words behind it.
//
//! proof tiny_pack_read, induction, with sim/formal/tiny_pack_read.sv
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
  localparam integer VALUE_W = 32, W = 212 + VALUE_W, BYTES = 4;
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
  wire         f_in = entry_valid_i && entry_ready;
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
  (* anyconst *) wire [31:0] f_which;      // the entry that is followed, any of them
  logic [31:0] f_count;                    // entries
  logic [63:0] f_now, f_before;            // the time of the last, and of the one before it
  entry_t      f_wants;
  logic [63:0] f_time;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      f_count <= 32'd0;
      f_now <= 64'd0;
    end else if (f_in) begin
      f_count <= f_count + 32'd1;
      f_before <= f_now;
      f_now <= f_now + {16'd0, f_delta};
    end
    if (f_in && f_count == f_which) begin
      f_wants <= f_entry;
      f_time <= f_now + {16'd0, f_delta};
    end
  end

  // ---- the reader
  reader_t f_reader, f_next;               // behind the words so far; behind this one, too
  wire [W*(BYTES+1)-1:0] f_states;
  stream_reader #(.VALUE_W(VALUE_W), .BYTES(BYTES)) u_reader (
      .state_i(f_reader), .bytes_i(word), .states_o(f_states));
  assign f_next = f_states[W*BYTES +: W];
  always_ff @(posedge clk_i)
    if (!rst_ni || clear_i) f_reader <= '0;
    else if (word_valid) f_reader <= f_next;
  wire [BYTES:0] f_bad, f_there, f_right, f_seen;
  genvar k;
  generate
    for (k = 0; k <= BYTES; k = k + 1) begin : g_read
      stream_entry u_entry (
          .state_i(f_states[W*k +: W]), .which_i(f_which), .event_i(f_wants.is_event),
          .item_i(f_wants.item), .value_i(f_wants.value), .time_i(f_time), .bad_o(f_bad[k]),
          .there_o(f_there[k]), .right_o(f_right[k]));
      assign f_seen[k] = k <= tail_count || word_valid;      // bytes of the tail, of a word
    end
  endgenerate
  always_comb if (f_started) begin
    // The bytes are a stream; the entry followed is read back, in its place.
    a_stream: assert ((f_bad & f_seen) == '0);
    //! mutant tiny_pack_read_guard: a value has no guard byte
    //!     weir_tiny_pack@guard if (v[8*i + 7]) bytes = i[2:0] + 3'd1;
    a_entry: assert ((f_there & ~f_right & f_seen) == '0);
  end

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
  wire f_begun = f_packing && \u_pack.f_bytes != 5'd0;
  reader_t f_here;
  assign f_here = f_states[W*tail_count +: W];
  always_comb if (f_started) begin
    a_here: assert (f_begun
        ? f_here.part == {1'b0, \u_pack.f_state } && f_here.at == \u_pack.f_at
          && f_here.head == \u_pack.f_header && f_here.delta == \u_pack.f_delta [63:0]
          && f_here.kind == \u_pack.f_szdf && f_here.value == \u_pack.f_value
        : f_here.part == 3'd0 && f_here.at == 4'd0);
    // Every entry is read, or under way.
    a_count: assert (f_here.count + {31'd0, f_packing} == f_count);
    a_now: assert (f_here.now == (f_packing ? f_before : f_now));
    a_before: assert (!f_packing || f_now == f_before + {16'd0, \u_pack.f_in_delta });
    a_item: assert (!f_packing || \u_pack.f_in_item != 21'd0);
    a_wants: assert (!(f_packing && f_count == f_which + 32'd1)
        || (f_wants == {\u_pack.f_in_event , \u_pack.f_in_item , \u_pack.f_in_value }
            && f_time == f_now));
    a_was: assert (!\u_pack.f_awake || (f_was == {\u_pack.f_in_event , \u_pack.f_in_item ,
        \u_pack.f_in_value } && f_delta_was == \u_pack.f_in_delta ));
  end
endmodule
`default_nettype wire
