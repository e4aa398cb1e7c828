// SPDX-License-Identifier: Apache-2.0
// tiny_read: weir_tiny with a reader of the words that go into its FIFO; what comes out of the FIFO
// are these words (proof fifo_full_size).
//
//! proof tiny_read, induction, limit 900, define WEIR_ANY_COUNT, cut u_unit.u_fifo.data_q
//!     u_unit.u_admit.u_dropped.now, with sim/formal/tiny_read.sv sim/formal/stream_reader.sv: a
//!     reader of the words gets exactly the events that were delivered and the reports of losses,
//!     in their order, each event with its item, its value and the cycle of its store
`default_nettype none
module tiny_read (
    input wire        clk_i,
    input wire        rst_ni,
    input wire        reg_valid_i,
    input wire        reg_write_i,
    input wire [16:0] reg_addr_i,
    input wire [31:0] reg_wdata_i,
    input wire [3:0]  reg_wstrb_i
);
`include "weir_types.svh"
  localparam integer VALUE_W = 32, W = 212 + VALUE_W, BYTES = 4;
`include "stream_state.svh"
  wire        reg_ready, irq;
  wire [31:0] rdata;
  weir_tiny #(.FIFO_LOG2(10)) u_unit (
      .clk_i, .rst_ni, .reg_valid_i, .reg_write_i, .reg_addr_i, .reg_wdata_i, .reg_wstrb_i,
      .reg_ready_o(reg_ready), .reg_rdata_o(rdata), .irq_o(irq));
  (* hierconn *) wire                   \u_unit.clear ;
  (* hierconn *) wire                   \u_unit.event_valid ;
  (* hierconn *) wire [weir_event::W-1:0] \u_unit.event_w ;
  (* hierconn *) wire                   \u_unit.entry_valid ;
  (* hierconn *) wire [weir_event::ENTRY_W-1:0] \u_unit.entry ;
  (* hierconn *) wire [47:0]            \u_unit.delta ;
  (* hierconn *) wire                   \u_unit.entry_ready ;
  (* hierconn *) wire                   \u_unit.word_valid ;
  (* hierconn *) wire [31:0]            \u_unit.word ;
  (* hierconn *) wire [1:0]             \u_unit.tail_count ;
  (* hierconn *) wire                   \u_unit.u_admit.event_q ;
  (* hierconn *) wire                   \u_unit.u_admit.report_q ;
  wire        clear = \u_unit.clear ;
  wire        word_valid = \u_unit.word_valid ;
  wire [31:0] word = \u_unit.word ;
  wire [1:0]  tail_count = \u_unit.tail_count ;

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;

  // ---- what goes in: an event that is delivered in the cycle after it was offered, by the table
  // of items; or a report of admit, whose properties say what it reports
  event_t      f_event;
  assign f_event = \u_unit.event_w ;
  entry_t      f_offered, f_reported, f_was, f_wants;
  assign f_offered.is_event = f_event.is_switch;
  assign f_offered.item = f_event.is_switch ? 21'd1
      : f_event.id <= 16'd11 ? 21'd4 + {5'd0, f_event.id}
      : 21'd16 * ({5'd0, f_event.id} + 21'd63);
  assign f_offered.value = f_event.value;
  assign f_reported = \u_unit.entry ;
  logic [47:0] f_cycle, f_cycle_was, f_delta_was;
  wire         f_in = \u_unit.entry_valid && \u_unit.entry_ready ;
  (* anyconst *) wire [31:0] f_which;      // the entry that is followed, any of them
  logic [31:0] f_count;                    // entries
  logic [63:0] f_now, f_before;            // the time of the last, and of the one before it
  logic [63:0] f_time;
  wire  [63:0] f_time_in = f_now + {16'd0, f_delta_was};
  always_ff @(posedge clk_i) begin
    // The first cycle has time 1.
    f_cycle <= !rst_ni ? 48'd1 : clear ? 48'd2 : f_cycle + 48'd1;
    f_cycle_was <= f_cycle;
    f_delta_was <= \u_unit.delta ;
    f_was <= \u_unit.event_valid ? f_offered : f_reported;
    if (!rst_ni || clear) begin
      f_count <= 32'd0;
      f_now <= 64'd0;
    end else if (f_in) begin
      f_count <= f_count + 32'd1;
      f_before <= f_now;
      f_now <= f_time_in;
    end
    if (f_in && f_count == f_which) begin
      f_wants <= f_was;
      f_time <= f_time_in;
    end
  end
  always_comb if (f_started) begin
    // The deltas of the entries add up to the cycle of the store, modulo 2**48.
    a_time: assert (!f_in || f_time_in[47:0] == f_cycle_was);
    //! mutant tiny_read_restart, bound 60: the cycle after an entry is not counted
    //!     weir_tiny_timestamp@restart else delta_q <= entry_q ? 48'd2 : delta_q + 48'd1;
  end

  // ---- the reader
  reader_t f_reader, f_next;               // behind the words so far; behind this one, too
  wire [W*(BYTES+1)-1:0] f_states;
  stream_reader #(.VALUE_W(VALUE_W), .BYTES(BYTES)) u_reader (
      .state_i(f_reader), .bytes_i(word), .states_o(f_states));
  assign f_next = f_states[W*BYTES +: W];
  always_ff @(posedge clk_i)
    if (!rst_ni || clear) f_reader <= '0;
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
    a_entry: assert ((f_there & ~f_right & f_seen) == '0);
    //! mutant tiny_read_tail, by a_here, step: the second byte of a word replaces the first
    //!     weir_tiny_pack@tail if (count_q == 2'd1) tail_q[7:0] <= one_byte;
  end

  // Why: what the reader knows of the bytes so far is where pack is.
  (* hierconn *) wire        \u_unit.u_pack.valid_q ;
  (* hierconn *) wire        \u_unit.u_pack.f_in_event ;
  (* hierconn *) wire [20:0] \u_unit.u_pack.f_in_item ;
  (* hierconn *) wire [31:0] \u_unit.u_pack.f_in_value ;
  (* hierconn *) wire [47:0] \u_unit.u_pack.f_in_delta ;
  (* hierconn *) wire [1:0]  \u_unit.u_pack.f_state ;
  (* hierconn *) wire [27:0] \u_unit.u_pack.f_header ;
  (* hierconn *) wire [69:0] \u_unit.u_pack.f_delta ;
  (* hierconn *) wire [7:0]  \u_unit.u_pack.f_szdf ;
  (* hierconn *) wire [39:0] \u_unit.u_pack.f_value ;
  (* hierconn *) wire [3:0]  \u_unit.u_pack.f_at ;
  (* hierconn *) wire [4:0]  \u_unit.u_pack.f_bytes ;
  (* hierconn *) wire [47:0] \u_unit.u_timestamp.f_sum ;
  (* hierconn *) wire [47:0] \u_unit.u_timestamp.f_time ;
  wire f_packing = \u_unit.u_pack.valid_q ;
  wire f_begun = f_packing && \u_unit.u_pack.f_bytes != 5'd0;
  reader_t f_here;
  logic [W-1:0] f_behind;                  // the tail
  integer i;
  always_comb begin
    f_behind = '0;
    for (i = 0; i < BYTES; i = i + 1)
      f_behind = f_behind | (tail_count == i ? f_states[W*i +: W] : {W{1'b0}});
  end
  assign f_here = f_behind;
  always_comb if (f_started) begin
    a_here: assert (f_begun
        ? f_here.part == {1'b0, \u_unit.u_pack.f_state } && f_here.at == \u_unit.u_pack.f_at
          && f_here.head == \u_unit.u_pack.f_header && f_here.delta == \u_unit.u_pack.f_delta [63:0]
          && f_here.kind == \u_unit.u_pack.f_szdf && f_here.value == \u_unit.u_pack.f_value
        : f_here.part == 3'd0 && f_here.at == 4'd0);
    // Every entry is read, or under way.
    a_count: assert (f_here.count + {31'd0, f_packing} == f_count);
    a_now: assert (f_here.now == (f_packing ? f_before : f_now));
    a_before: assert (!f_packing || f_now == f_before + {16'd0, \u_unit.u_pack.f_in_delta });
    a_item: assert (!f_packing || \u_unit.u_pack.f_in_item != 21'd0);
    a_wants: assert (!(f_packing && f_count == f_which + 32'd1)
        || (f_wants == {\u_unit.u_pack.f_in_event , \u_unit.u_pack.f_in_item ,
            \u_unit.u_pack.f_in_value } && f_time == f_now));
    a_was: assert (!(\u_unit.u_admit.event_q || \u_unit.u_admit.report_q )
        || (\u_unit.entry_ready && f_was == {\u_unit.u_pack.f_in_event , \u_unit.u_pack.f_in_item ,
            \u_unit.u_pack.f_in_value } && f_delta_was == \u_unit.u_pack.f_in_delta
            && f_was.item != 21'd0));
    a_sum: assert (f_now[47:0] == \u_unit.u_timestamp.f_sum && f_cycle
        == \u_unit.u_timestamp.f_time );
  end
endmodule
`default_nettype wire
