// SPDX-License-Identifier: Apache-2.0
// checkpoint_items: the stages of `full` from the queue to weir_checkpoint. What weir_checkpoint
// assumes of the items that pass is asserted here.
//
//! proof checkpoint_items, induction, limit 900, define SHOW_WORDS, with
//!     sim/formal/checkpoint_items.sv: every entry that passes weir_checkpoint has an item there
//!     is: of a hart and a cache entry there is, a total of drops that are possible
`default_nettype none
module checkpoint_items (
    input wire                           clk_i,
    input wire                           rst_ni,
    input wire                           clear_i,
    input wire                           valid_i,
    input wire [weir_event::ENTRY_W-1:0] entry_i,
    input wire                           report_i,
    input wire [63:0]                    delta_i,
    input wire [weir_event::W-1:0]       event_i,
    input wire                           framing_i,
    input wire                           enable_i,
    input wire                           now_i,
    input wire [15:0]                    every_i,
    input wire                           pop_i,
    input wire                           ready_i,
    input wire                           done_i,
    input wire [5:0]                     unused_i
);
`include "weir_types.svh"
  localparam integer HARTS = 2, THREAD_CACHE = 5, ENTRY = 44, RESERVED = 608;
  // Items that admit makes. given by weir_admit: a_event a_total a_possible a_begin_entry
  // a_end_entry m_event
  function automatic f_made(input [20:0] item);
    f_made = item[20:4] == 17'd0 || ({28'd0, item[3:0]} < HARTS
        && item[20:8] != weir_pkg::ITEM_CACHE_ENTRY[20:8]
        && (item[20:10] != 11'd0 || item[9] == item[8]
            || ({item[9], item[7:6]} == weir_pkg::DROP_OVERRUN ? item[4]
            : item[5:4] != weir_pkg::CONTEXT_SNOOP
            || {item[9], item[7:6]} == weir_pkg::DROP_SYS)));
  endfunction
  entry_t f_in;
  assign f_in = entry_i;
  wire queue_idle, args_idle, checkpoint_idle, in_ready, queued_valid, queued_ready;
  wire taken, parted_valid, parted_ready, parted_timed, is_arg, cached_valid, cached_ready;
  wire [weir_event::ENTRY_W-1:0] queued, parted, cached, checkpointed;
  wire [63:0] queued_delta, parted_delta, out_delta;
  wire [95:0] queued_args;
  wire [1:0]  queued_arg_count;
  wire [31:0] parted_high, out_high;
  // CLEAR waits until all are idle (a_clear of weir); admit counts the places (a_entry_queued).
  wire clear = clear_i && queue_idle && args_idle && checkpoint_idle
      && !open_q[0] && !zeroing;
  weir_queue #(.LOG2(2), .WORDS(4)) u_queue (
      .clk_i, .rst_ni, .clear_i(clear),
      .in_valid_i(valid_i && !clear && in_ready && f_made(f_in.item)), .in_ready_o(in_ready),
      .in_entry_i(entry_i), .in_report_i(report_i), .in_delta_i(delta_i), .in_event_i(event_i),
      .out_valid_o(queued_valid), .out_ready_i(queued_ready), .out_entry_o(queued),
      .out_delta_o(queued_delta), .out_args_o(queued_args), .out_arg_count_o(queued_arg_count),
      .taken_o(taken), .idle_o(queue_idle));
  weir_args #(.ARGS(4)) u_args (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(queued_valid), .in_ready_o(queued_ready),
      .in_entry_i(queued), .in_delta_i(queued_delta), .in_args_i(queued_args),
      .in_arg_count_i(queued_arg_count), .out_valid_o(parted_valid), .out_ready_i(parted_ready),
      .out_entry_o(parted), .out_delta_o(parted_delta), .out_timed_o(parted_timed),
      .out_high_o(parted_high), .out_is_arg_o(is_arg), .idle_o(args_idle));
  // FRAME_CTRL changes only in an idle unit that is cleared.
  logic framing_q;
  always_ff @(posedge clk_i) if (!rst_ni || clear) framing_q <= framing_i;
  weir_thread_cache #(.THREAD_CACHE(THREAD_CACHE)) u_thread_cache (
      .clk_i, .rst_ni, .clear_i(clear), .off_i(framing_q), .in_valid_i(parted_valid),
      .in_ready_o(parted_ready), .in_entry_i(parted), .out_valid_o(cached_valid),
      .out_ready_i(cached_ready), .out_entry_o(cached));
  wire        out_valid, out_timed, out_is_arg, copy, of_state, asked, zeroing, freed;
  wire        sw_entry_can, sw_entry_busy, unused_valid, state_valid;
  wire [4:0]  sw_entry_at;
  wire [5:0]  unused_bytes;
  weir_checkpoint #(.HARTS(HARTS), .THREAD_CACHE(THREAD_CACHE), .ENTRY(ENTRY),
      .RESERVED(RESERVED)) u_checkpoint (
      .clk_i, .rst_ni, .clear_i(clear), .enable_i, .framing_i(framing_q), .ring_i(1'b0),
      .to_page_i(1'b1), .now_i, .every_i, .asked_o(asked), .zeroing_o(zeroing),
      .sw_entry_start_i(1'b0), .sw_entry_words_i(6'd0), .sw_entry_can_o(sw_entry_can),
      .sw_entry_busy_o(sw_entry_busy), .sw_entry_at_o(sw_entry_at), .sw_entry_word_i(32'd0),
      .in_valid_i(cached_valid), .in_ready_o(cached_ready), .in_entry_i(cached),
      .in_delta_i(parted_delta), .in_timed_i(parted_timed), .in_high_i(parted_high),
      .in_is_arg_i(is_arg), .out_valid_o(out_valid), .out_ready_i(out_ready),
      .out_entry_o(checkpointed), .out_delta_o(out_delta), .out_timed_o(out_timed),
      .out_high_o(out_high), .out_is_arg_o(out_is_arg), .out_copy_o(copy), .out_state_o(of_state),
      .packed_i(unused_valid), .state_packed_i(state_valid), .unused_i(unused_bytes), .pop_i,
      .freed_o(freed), .idle_o(checkpoint_idle));
  // What pack does, at its pace: it completes an entry in two cycles or more.
  logic [1:0] open_q;                      // it has an entry; and the entry is a cycle old
  logic       of_q;
  wire        done = open_q[1] && done_i;
  wire        out_ready = ready_i && !open_q[0];
  assign unused_valid = done && !of_q;
  assign state_valid  = done && of_q;
  assign unused_bytes = unused_i > ENTRY ? ENTRY[5:0] : unused_i;
  wire        takes = out_valid && out_ready;
  always_ff @(posedge clk_i) begin
    open_q <= !rst_ni || clear ? 2'd0 : {open_q[0], 1'b1} & {2{(open_q[0] && !done) || takes}};
    if (takes) of_q <= of_state;
  end

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  // Reset is first.
  always_comb m_reset: assume (f_started || !rst_ni);
  // Why: what the queue holds are items that admit makes, and it shows its oldest word.
  localparam integer W = weir_event::ENTRY_W + 64 + 98;
  (* hierconn *) wire [4*W-1:0] \u_queue.u_fifo.f_words ;
  (* hierconn *) wire [2:0]     \u_queue.u_fifo.rd_q ;
  (* hierconn *) wire [2:0]     \u_queue.level ;
  (* hierconn *) wire           \u_queue.u_fifo.valid_q ;
  (* hierconn *) wire [W-1:0]   \u_queue.u_fifo.data_q ;
  wire [4*W-1:0] f_words = \u_queue.u_fifo.f_words ;
  wire [1:0]     f_rd = \u_queue.u_fifo.rd_q [1:0];
  logic [W-1:0]  f_oldest;
  logic          f_all_made;
  logic [1:0]    f_at;
  integer k;
  always_comb begin
    f_oldest = '0;
    f_all_made = 1'b1;
    for (k = 0; k < 4; k = k + 1) begin
      if (f_rd == k) f_oldest = f_words[W*k +: W];
      f_at = k[1:0] - f_rd;
      if ({1'b0, f_at} < \u_queue.level && !f_made(f_words[W*k+32 +: 21])) f_all_made = 1'b0;
    end
  end
  (* hierconn *) wire [5:0] \u_checkpoint.g_checkpoint.state_q ;
  wire [5:0] f_state = \u_checkpoint.g_checkpoint.state_q ;
  entry_t f_parted;
  assign f_parted = parted;
  always_comb if (f_started) begin
    a_all_made: assert (f_all_made);
    a_oldest: assert (!\u_queue.u_fifo.valid_q || \u_queue.u_fifo.data_q == f_oldest);
    a_open: assert ((open_q[0] || !open_q[1]) && (!open_q[0] || (of_q ? f_state < 6'd16
        : f_state == 6'd16 || f_state == 6'd0)) && !sw_entry_busy);
    a_parted: assert (!parted_valid || f_made(f_parted.item));
    //! mutant checkpoint_items_cache, by u_checkpoint.m_item, step: a switch names a cache entry
    //!     that is not there
    //!     weir_thread_cache@cached assign out.item = done_q ? weir_pkg::ITEM_CACHE_ENTRY + 21'd240
  end
  wire unused = &{1'b0, taken, asked, freed, sw_entry_can, sw_entry_busy, sw_entry_at, copy,
      checkpointed, out_delta, out_high, out_timed, out_is_arg};
endmodule
`default_nettype wire
