// SPDX-License-Identifier: Apache-2.0
// small_read: preset small, as it is, with a reader of its words; what comes out of the FIFO are
// these words (proof fifo_full_size).
//
//! proof small_read, induction, limit 900, define WEIR_ANY_COUNT SHOW_WORDS, cut
//!     u_unit.u_weir.u_page.u_fifo.data_q u_unit.u_weir.u_admit.u_counters.u_counts.now, with
//!     sim/formal/small_read.sv sim/formal/unit_reader.sv sim/formal/stream_reader.sv: a reader of
//!     the words gets exactly the events that were delivered and the reports of losses, in their
//!     order, each event with its item, its value or thread, and its time; reads show what the
//!     stages have
`default_nettype none
module small_read #(
    parameter integer VALUE_REGS = 4,
    parameter integer QUEUE_LOG2 = 5,
    parameter integer THREAD_CACHE = 8,
    parameter integer FIFO_LOG2 = 10
) (
    input wire        clk_i,
    input wire        rst_ni,
    input wire        reg_valid_i,
    input wire        reg_write_i,
    input wire [16:0] reg_addr_i,
    input wire [31:0] reg_wdata_i,
    input wire [3:0]  reg_wstrb_i,
    input wire        snoop_valid_i,
    input wire [31:0] snoop_addr_i,
    input wire [31:0] snoop_data_i,
    input wire [3:0]  snoop_strb_i
);
  localparam integer VALUE_W = 32;
`include "stream_state.svh"
  wire        reg_ready, irq;
  wire [31:0] rdata;
  weir_small #(.VALUE_REGS(VALUE_REGS), .QUEUE_LOG2(QUEUE_LOG2), .THREAD_CACHE(THREAD_CACHE),
      .FIFO_LOG2(FIFO_LOG2)) u_unit (
      .clk_i, .rst_ni, .reg_valid_i, .reg_write_i, .reg_addr_i, .reg_wdata_i, .reg_wstrb_i,
      .reg_ready_o(reg_ready), .reg_rdata_o(rdata), .snoop_valid_i, .snoop_addr_i, .snoop_data_i,
      .snoop_strb_i, .irq_o(irq));

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;

  // ---- what goes in: an event that is delivered, by the table of items; or a report of admit,
  // whose properties say what it reports
  (* hierconn *) wire                       \u_unit.u_weir.clear ;
  (* hierconn *) wire [weir_event::W-1:0]   \u_unit.u_weir.offer ;
  (* hierconn *) wire                       \u_unit.u_weir.entry_valid ;
  (* hierconn *) wire                       \u_unit.u_weir.entry_report ;
  (* hierconn *) wire [weir_event::ENTRY_W-1:0] \u_unit.u_weir.entry ;
  (* hierconn *) wire [63:0]                \u_unit.u_weir.delta ;
  (* hierconn *) wire                       \u_unit.u_weir.checkpointed_valid ;
  (* hierconn *) wire                       \u_unit.u_weir.checkpointed_ready ;
  (* hierconn *) wire [63:0]                \u_unit.u_weir.checkpointed_delta ;
  (* hierconn *) wire                       \u_unit.u_weir.checkpointed_timed ;
  (* hierconn *) wire                       \u_unit.u_weir.copy ;
  wire         clear = \u_unit.u_weir.clear ;
  wire [weir_event::ENTRY_W-1:0] f_offered, f_wants;
  item_of_event u_item (.event_i(\u_unit.u_weir.offer ), .entry_o(f_offered));

  // ---- and leaves the queue
  localparam integer DEPTH = 1 << QUEUE_LOG2, QW = weir_event::ENTRY_W + 64;
  (* hierconn *) wire [QUEUE_LOG2:0] \u_unit.u_weir.u_queue.u_fifo.rd_q ;
  (* hierconn *) wire [QUEUE_LOG2:0] \u_unit.u_weir.u_queue.u_fifo.wr_q ;
  (* hierconn *) wire                \u_unit.u_weir.u_queue.u_fifo.valid_q ;
  (* hierconn *) wire [QW-1:0]       \u_unit.u_weir.u_queue.u_fifo.data_q ;
  (* hierconn *) wire [QW*DEPTH-1:0] \u_unit.u_weir.u_queue.u_fifo.f_words ;
  (* hierconn *) wire [63:0]         \u_unit.u_weir.u_timestamp.f_sum ;
  (* hierconn *) wire [63:0]         \u_unit.u_weir.u_timestamp.f_time ;
  (* hierconn *) wire                \u_unit.u_weir.u_timestamp.f_was_clear ;
  (* hierconn *) wire                \u_unit.u_weir.u_timestamp.f_was_reset ;
  wire [31:0] f_in_n, f_out_n, f_which;
  wire [63:0] f_out_time, f_out_before, f_time, f_cycle;
  queued_entries #(.QUEUE_LOG2(QUEUE_LOG2)) u_queued (
      .clk_i, .rst_ni, .clear_i(clear), .started_i(f_started),
      .in_i(\u_unit.u_weir.entry_valid ),
      .entry_i(\u_unit.u_weir.entry_report ? \u_unit.u_weir.entry : f_offered),
      .delta_i(\u_unit.u_weir.delta ),
      .out_i(\u_unit.u_weir.checkpointed_valid && \u_unit.u_weir.checkpointed_ready ),
      .out_delta_i(\u_unit.u_weir.checkpointed_timed ? \u_unit.u_weir.checkpointed_delta : 64'd0),
      .rd_i(\u_unit.u_weir.u_queue.u_fifo.rd_q ), .wr_i(\u_unit.u_weir.u_queue.u_fifo.wr_q ),
      .front_valid_i(\u_unit.u_weir.u_queue.u_fifo.valid_q ),
      .front_i(\u_unit.u_weir.u_queue.u_fifo.data_q ),
      .words_i(\u_unit.u_weir.u_queue.u_fifo.f_words ),
      .sum_i(\u_unit.u_weir.u_timestamp.f_sum ), .cycle_i(\u_unit.u_weir.u_timestamp.f_time ),
      .was_clear_i(\u_unit.u_weir.u_timestamp.f_was_clear ),
      .was_reset_i(\u_unit.u_weir.u_timestamp.f_was_reset ), .in_count_o(f_in_n),
      .out_count_o(f_out_n), .out_time_o(f_out_time), .out_before_o(f_out_before),
      .which_o(f_which), .wants_o(f_wants), .time_o(f_time), .cycle_o(f_cycle));
  //! mutant small_read_first, by u_queued.a_time, step: the cycle of an entry is not counted
  //!     weir_timestamp@first wire [63:0] again = 64'd0;
  //! mutant small_read_early, by u_queued.a_front, step: the queue shows an entry in the cycle
  //!     after its push
  //!     weir_fifo@shows_early assign more = (!empty_q || push) && !(pop && one);
  // Without checkpoints nothing is copied.
  always_comb if (f_started)
    a_copy: assert (!\u_unit.u_weir.checkpointed_valid || !\u_unit.u_weir.copy );

  // ---- the reader takes the bytes as pack makes them, up to four a cycle
  (* hierconn *) wire        \u_unit.u_weir.u_pack.valid_q ;
  (* hierconn *) wire [31:0] \u_unit.u_weir.u_pack.chunk ;
  (* hierconn *) wire [2:0]  \u_unit.u_weir.u_pack.chunk_len ;
  wire        f_step = \u_unit.u_weir.u_pack.valid_q ;
  // One of its cache entries, any.
  (* hierconn *) wire [2:0] \u_unit.u_weir.u_thread_cache.g_cache.f_entry_at ;
  wire [3:0]   f_nth_cached = {1'b0, \u_unit.u_weir.u_thread_cache.g_cache.f_entry_at };
  reader_t     f_here;
  wire         f_filled;
  wire [31:0]  f_holds;
  cached_reader #(.THREAD_CACHE(THREAD_CACHE)) u_reader (
      .clk_i, .rst_ni, .clear_i(clear), .started_i(f_started), .step_i(f_step),
      .bytes_i(\u_unit.u_weir.u_pack.chunk ), .len_i({1'b0, \u_unit.u_weir.u_pack.chunk_len }),
      .which_i(f_which), .wants_i(f_wants), .time_i(f_time), .nth_i(f_nth_cached),
      .here_o(f_here), .filled_o(f_filled), .holds_o(f_holds));

  // ---- and the words are these bytes
  (* hierconn *) wire        \u_unit.u_weir.word_valid ;
  (* hierconn *) wire [31:0] \u_unit.u_weir.word ;
  (* hierconn *) wire [23:0] \u_unit.u_weir.tail ;
  (* hierconn *) wire [1:0]  \u_unit.u_weir.tail_count ;
  (* hierconn *) wire        \u_unit.u_weir.u_pack.put_q ;
  (* hierconn *) wire [31:0] \u_unit.u_weir.u_pack.put_chunk_q ;
  (* hierconn *) wire [2:0]  \u_unit.u_weir.u_pack.put_len_q ;
  wire [31:0] f_made, f_left;              // bytes made; bytes in words
  words_of_pack u_words (
      .clk_i, .rst_ni, .clear_i(clear), .started_i(f_started), .step_i(f_step),
      .chunk_i(\u_unit.u_weir.u_pack.chunk ), .len_i(\u_unit.u_weir.u_pack.chunk_len ),
      .put_i(\u_unit.u_weir.u_pack.put_q ), .put_chunk_i(\u_unit.u_weir.u_pack.put_chunk_q ),
      .put_len_i(\u_unit.u_weir.u_pack.put_len_q ), .word_valid_i(\u_unit.u_weir.word_valid ),
      .word_i(\u_unit.u_weir.word ), .tail_i(\u_unit.u_weir.tail ),
      .tail_count_i(\u_unit.u_weir.tail_count ), .made_o(f_made), .left_o(f_left));
  //! mutant small_read_tail, by u_words.u_bytes.a_byte, step: bytes beyond a word are lost
  //!     weir_pack@tail tail_q <= joined[23:0];

  // ---- reads show what the stages have
  (* hierconn *) wire               \u_unit.u_weir.u_admit.overload_o ;
  (* hierconn *) wire               \u_unit.u_weir.u_admit.loss_o ;
  (* hierconn *) wire               \u_unit.u_weir.u_admit.drop_o ;
  (* hierconn *) wire [31:0]        \u_unit.u_weir.u_admit.read_count_o ;
  (* hierconn *) wire [31:0]        \u_unit.u_weir.u_arbiter.running_o ;
  (* hierconn *) wire [31:0]        \u_unit.u_weir.g_hart[0].u_port.read_value_o ;
  (* hierconn *) wire               \u_unit.u_weir.u_offer.idle_o ;
  (* hierconn *) wire               \u_unit.u_weir.u_page.word_valid_o ;
  (* hierconn *) wire [31:0]        \u_unit.u_weir.u_page.word_o ;
  (* hierconn *) wire [FIFO_LOG2:0] \u_unit.u_weir.u_page.level_o ;
  (* hierconn *) wire               \u_unit.u_weir.u_regs.loss ;
  (* hierconn *) wire [FIFO_LOG2+1:0] \u_unit.u_weir.u_page.u_fifo.f_level ;
  // Every event that was stored has left, and all of it is in words and TAIL.
  wire         f_rests = \u_unit.u_weir.u_offer.idle_o && f_here.count == f_in_n
      && f_here.part == 3'd0 && f_here.at == 4'd0
      && f_made == f_left + {30'd0, \u_unit.u_weir.tail_count };
  wire         f_takes;
  reads_of_one_hart u_reads (
      .clk_i, .rst_ni, .started_i(f_started), .reg_valid_i, .reg_write_i, .reg_addr_i,
      .reg_wdata_i, .reg_wstrb_i, .reg_ready_i(reg_ready), .reg_rdata_i(rdata),
      .overload_i(\u_unit.u_weir.u_admit.overload_o ),
      .losing_i(\u_unit.u_weir.u_admit.loss_o ), .drop_i(\u_unit.u_weir.u_admit.drop_o ),
      .count_i(\u_unit.u_weir.u_admit.read_count_o ),
      .value_i(\u_unit.u_weir.g_hart[0].u_port.read_value_o ),
      .running_i(\u_unit.u_weir.u_arbiter.running_o ),
      .word_valid_i(\u_unit.u_weir.u_page.word_valid_o ),
      .word_i(\u_unit.u_weir.u_page.word_o ),
      .level_i({{(31-FIFO_LOG2){1'b0}}, \u_unit.u_weir.u_page.level_o }),
      .tail_i(\u_unit.u_weir.tail ), .tail_count_i(\u_unit.u_weir.tail_count ),
      .cycle_i(f_cycle), .rests_i(f_rests), .loss_i(\u_unit.u_weir.u_regs.loss ),
      .takes_o(f_takes));
  //! mutant small_read_level, by u_reads.a_shown, step: LEVEL shows where the FIFO is written
  //!     weir@level .level_i(fifo_wr),
  //! mutant small_read_busy, by u_reads.a_busy, step: STATUS.BUSY is 0 while the queue has entries
  //!     weir@busy .busy_i(!(offer_idle && admit_idle && args_idle && checkpoint_idle
  logic [31:0] f_taken;                    // bytes that reads took
  always_ff @(posedge clk_i)
    if (!rst_ni || clear) f_taken <= 32'd0;
    else if (f_takes) f_taken <= f_taken + 32'd4;
  // Each word is in the FIFO until a read takes it.
  always_comb if (f_started) a_words: assert (f_left == f_taken
      + {{(28-FIFO_LOG2){1'b0}}, \u_unit.u_weir.u_page.u_fifo.f_level , 2'b00});

  // Why: what the reader knows is what the packer and the thread cache do.
  (* hierconn *) wire        \u_unit.u_weir.u_pack.f_in_event ;
  (* hierconn *) wire [20:0] \u_unit.u_weir.u_pack.f_in_item ;
  (* hierconn *) wire [31:0] \u_unit.u_weir.u_pack.f_in_value ;
  (* hierconn *) wire [63:0] \u_unit.u_weir.u_pack.f_in_delta ;
  (* hierconn *) wire [1:0]  \u_unit.u_weir.u_pack.f_state ;
  (* hierconn *) wire [27:0] \u_unit.u_weir.u_pack.f_header ;
  (* hierconn *) wire [69:0] \u_unit.u_weir.u_pack.f_delta ;
  (* hierconn *) wire [7:0]  \u_unit.u_weir.u_pack.f_szdf ;
  (* hierconn *) wire [39:0] \u_unit.u_weir.u_pack.f_value ;
  (* hierconn *) wire [3:0]  \u_unit.u_weir.u_pack.f_at ;
  (* hierconn *) wire [4:0]  \u_unit.u_weir.u_pack.f_steps ;
  (* hierconn *) wire        \u_unit.u_weir.u_pack.f_copies ;
  (* hierconn *) wire        \u_unit.u_weir.u_thread_cache.g_cache.f_filled ;
  (* hierconn *) wire [31:0] \u_unit.u_weir.u_thread_cache.g_cache.f_held ;
  wire f_packing = \u_unit.u_weir.u_pack.valid_q ;
  wire [20:0] f_item = \u_unit.u_weir.u_pack.f_in_item ;
  wire [31:0] f_value = \u_unit.u_weir.u_pack.f_in_value ;
  wire        f_cache_filled = \u_unit.u_weir.u_thread_cache.g_cache.f_filled ;
  wire [31:0] f_cache_holds = \u_unit.u_weir.u_thread_cache.g_cache.f_held ;
  // pack has an entry that fills the cache entry
  wire f_filling = f_packing && f_item[20:4] == {13'd3, f_nth_cached} && f_value != 32'd0;
  wire f_right;
  cached_entry #(.THREAD_CACHE(THREAD_CACHE)) u_packed (
      .item_i({4'd0, f_item}), .kind_i(\u_unit.u_weir.u_pack.f_in_event ? 4'd2 : 4'd1),
      .value_i({8'd0, f_value}), .nth_i(f_nth_cached), .filled_i(f_filled), .holds_i(f_holds),
      .wants_i(f_wants), .right_o(f_right));
  reader_at_packer u_at (
      .started_i(f_started), .here_i(f_here), .packing_i(f_packing),
      .begun_i(f_packing && \u_unit.u_weir.u_pack.f_steps != 5'd0),
      .between_i(f_here.part == 3'd0 && f_here.at == 4'd0),
      .part_i(\u_unit.u_weir.u_pack.f_state ), .at_i(\u_unit.u_weir.u_pack.f_at ),
      .head_i(\u_unit.u_weir.u_pack.f_header ), .delta_i(\u_unit.u_weir.u_pack.f_delta ),
      .kind_i(\u_unit.u_weir.u_pack.f_szdf ), .value_i(\u_unit.u_weir.u_pack.f_value ),
      .item_i(f_item), .entry_delta_i(\u_unit.u_weir.u_pack.f_in_delta ), .count_i(f_out_n),
      .now_i(f_out_time), .before_i(f_out_before), .which_i(f_which), .time_i(f_time),
      .right_i(f_right));
  always_comb if (f_started) begin
    a_copies: assert (!f_packing || !\u_unit.u_weir.u_pack.f_copies );
    // The reader holds what the thread cache does, but for an entry under way.
    a_holds: assert (f_filling ? f_cache_filled && f_cache_holds == f_value
        : f_cache_filled == f_filled && (!f_filled || f_cache_holds == f_holds));
  end
endmodule
`default_nettype wire
