// SPDX-License-Identifier: Apache-2.0
// queue_and_args: the queue of `full` with weir_args behind it. What weir_args assumes of its input
// is asserted here.
//
//! proof queue_and_args, induction, limit 900, define SHOW_WORDS, with
//!     sim/formal/queue_and_args.sv: an entry with its time and arguments stays at the input of
//!     args until args takes it; nothing is there when both are cleared
`default_nettype none
module queue_and_args (
    input wire                           clk_i,
    input wire                           rst_ni,
    input wire                           clear_i,
    input wire                           valid_i,
    input wire [weir_event::ENTRY_W-1:0] entry_i,
    input wire                           report_i,
    input wire [63:0]                    delta_i,
    input wire [weir_event::W-1:0]       event_i,
    input wire                           ready_i
);
`include "weir_types.svh"
  wire queue_idle, args_idle, in_ready, queued_valid, queued_ready, taken, parted_valid;
  wire [weir_event::ENTRY_W-1:0] queued, parted;
  wire [63:0] queued_delta, parted_delta;
  wire [95:0] queued_args;
  wire [1:0]  queued_arg_count;
  wire        parted_timed, is_arg;
  wire [31:0] parted_high;
  // CLEAR waits until both are idle (a_clear of weir); admit counts the places (a_entry_queued).
  wire clear = clear_i && queue_idle && args_idle;
  weir_queue #(.LOG2(2), .WORDS(4)) u_queue (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(valid_i && !clear && in_ready),
      .in_ready_o(in_ready), .in_entry_i(entry_i), .in_report_i(report_i), .in_delta_i(delta_i),
      .in_event_i(event_i), .out_valid_o(queued_valid), .out_ready_i(queued_ready),
      .out_entry_o(queued), .out_delta_o(queued_delta), .out_args_o(queued_args),
      .out_arg_count_o(queued_arg_count), .taken_o(taken), .idle_o(queue_idle));
  weir_args #(.ARGS(4)) u_args (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(queued_valid), .in_ready_o(queued_ready),
      .in_entry_i(queued), .in_delta_i(queued_delta), .in_args_i(queued_args),
      .in_arg_count_i(queued_arg_count), .out_valid_o(parted_valid), .out_ready_i(ready_i),
      .out_entry_o(parted), .out_delta_o(parted_delta), .out_timed_o(parted_timed),
      .out_high_o(parted_high), .out_is_arg_o(is_arg), .idle_o(args_idle));

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  // Reset is first.
  always_comb m_reset: assume (f_started || !rst_ni);
  // Why: what the queue shows is its oldest word.
  localparam integer W = weir_event::ENTRY_W + 64 + 98;
  (* hierconn *) wire [4*W-1:0] \u_queue.u_fifo.f_words ;
  (* hierconn *) wire [2:0]     \u_queue.u_fifo.rd_q ;
  (* hierconn *) wire           \u_queue.u_fifo.valid_q ;
  (* hierconn *) wire [W-1:0]   \u_queue.u_fifo.data_q ;
  wire [4*W-1:0] f_words = \u_queue.u_fifo.f_words ;
  wire [1:0]     f_at    = \u_queue.u_fifo.rd_q [1:0];
  wire [W-1:0]   f_oldest = f_at[1] ? (f_at[0] ? f_words[3*W +: W] : f_words[2*W +: W])
      : (f_at[0] ? f_words[W +: W] : f_words[0 +: W]);
  always_comb if (f_started)
    a_oldest: assert (!\u_queue.u_fifo.valid_q || \u_queue.u_fifo.data_q == f_oldest);
  //! mutant queue_and_args_moves, by u_args.m_stays: an entry that waits is replaced by the next
  //!     weir_fifo@rereads if (peek_i || push || move || !valid_q) data_q <= ram[peek_i ? peek_at_i
  //!     : valid_q ? after_q[LOG2-1:0] : rd_q[LOG2-1:0]];
  wire unused = &{1'b0, taken, parted_valid, parted, parted_delta, parted_timed, parted_high,
      is_arg};
endmodule
`default_nettype wire
