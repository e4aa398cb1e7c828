// SPDX-License-Identifier: Apache-2.0
// tiny_read: weir_tiny with a reader of the words that go into its FIFO; what comes out of the FIFO
// are these words (proof fifo_full_size).
//
//! proof tiny_read, induction, limit 900, define WEIR_ANY_COUNT, cut u_unit.u_fifo.data_q
//!     u_unit.u_admit.u_dropped.now, with sim/formal/tiny_read.sv sim/formal/unit_reader.sv
//!     sim/formal/stream_reader.sv: a reader of the words gets exactly the events that were
//!     delivered and the reports of losses, in their order, each event with its item, its value and
//!     the cycle of its store
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
  localparam integer VALUE_W = 32;
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
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;

  // ---- what goes in: an event that is delivered in the cycle after it was offered, by the table
  // of items; or a report of admit, whose properties say what it reports
  entry_t      f_was;
  wire [weir_event::ENTRY_W-1:0] f_offered, f_wants;
  item_of_event u_item (.event_i(\u_unit.event_w ), .entry_o(f_offered));
  logic [47:0] f_cycle, f_cycle_was, f_delta_was;
  always_ff @(posedge clk_i) begin
    // The first cycle has time 1.
    f_cycle <= !rst_ni ? 48'd1 : clear ? 48'd2 : f_cycle + 48'd1;
    f_cycle_was <= f_cycle;
    f_delta_was <= \u_unit.delta ;
    f_was <= \u_unit.event_valid ? f_offered : \u_unit.entry ;
  end
  wire         f_in = \u_unit.entry_valid && \u_unit.entry_ready ;
  wire [31:0]  f_count, f_which;
  wire [63:0]  f_now, f_before, f_next, f_time;
  followed_entry u_in (
      .clk_i, .rst_ni, .clear_i(clear), .in_i(f_in), .entry_i(f_was),
      .delta_i({16'd0, f_delta_was}), .count_o(f_count), .now_o(f_now), .before_o(f_before),
      .next_o(f_next), .which_o(f_which), .wants_o(f_wants), .time_o(f_time));
  always_comb if (f_started) begin
    // The deltas of the entries add up to the cycle of the store, modulo 2**48.
    a_time: assert (!f_in || f_next[47:0] == f_cycle_was);
    //! mutant tiny_read_restart, bound 60: the cycle after an entry is not counted
    //!     weir_tiny_timestamp@restart else delta_q <= entry_q ? 48'd2 : delta_q + 48'd1;
  end

  // ---- the reader
  reader_t     f_here;                     // behind the tail
  words_reader u_reader (
      .clk_i, .rst_ni, .clear_i(clear), .started_i(f_started),
      .word_valid_i(\u_unit.word_valid ), .word_i(\u_unit.word ),
      .tail_count_i(\u_unit.tail_count ), .which_i(f_which), .wants_i(f_wants), .time_i(f_time),
      .here_o(f_here));
  //! mutant tiny_read_tail, by u_at.a_here, step: the second byte of a word replaces the first
  //!     weir_tiny_pack@tail if (count_q == 2'd1) tail_q[7:0] <= one_byte;

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
  reader_at_packer u_at (
      .started_i(f_started), .here_i(f_here), .packing_i(f_packing),
      .begun_i(f_packing && \u_unit.u_pack.f_bytes != 5'd0),
      .between_i(f_here.part == 3'd0 && f_here.at == 4'd0), .part_i(\u_unit.u_pack.f_state ),
      .at_i(\u_unit.u_pack.f_at ), .head_i(\u_unit.u_pack.f_header ),
      .delta_i(\u_unit.u_pack.f_delta ), .kind_i(\u_unit.u_pack.f_szdf ),
      .value_i(\u_unit.u_pack.f_value ), .item_i(\u_unit.u_pack.f_in_item ),
      .entry_delta_i({16'd0, \u_unit.u_pack.f_in_delta }), .count_i(f_count), .now_i(f_now),
      .before_i(f_before), .which_i(f_which), .time_i(f_time),
      .right_i(f_wants == {\u_unit.u_pack.f_in_event , \u_unit.u_pack.f_in_item ,
          \u_unit.u_pack.f_in_value }));
  always_comb if (f_started) begin
    a_was: assert (!(\u_unit.u_admit.event_q || \u_unit.u_admit.report_q )
        || (\u_unit.entry_ready && f_was == {\u_unit.u_pack.f_in_event , \u_unit.u_pack.f_in_item ,
            \u_unit.u_pack.f_in_value } && f_delta_was == \u_unit.u_pack.f_in_delta
            && f_was.item != 21'd0));
    a_sum: assert (f_now[47:0] == \u_unit.u_timestamp.f_sum && f_cycle
        == \u_unit.u_timestamp.f_time );
  end
endmodule
`default_nettype wire
