// SPDX-License-Identifier: Apache-2.0
// wide_read: preset wide, as it is, with a reader of its words; what comes out of the FIFO are
// these words (proof wide_fifo_as_wide).
//
//! proof wide_read, induction, limit 3000, define WEIR_ANY_COUNT SHOW_WORDS, cut
//!     u_unit.u_fifo.lower_q u_unit.u_fifo.upper_q u_unit.u_admit.u_counters.u_counts.now, with
//!     sim/formal/wide_read.sv sim/formal/unit_reader.sv sim/formal/stream_reader.sv: a reader of
//!     the words gets exactly the events that were delivered and the reports of losses, in their
//!     order, each event with its item, its value or thread, and its time; every id that is stored
//!     is offered, once, in order; reads show what the stages have
`default_nettype none
module wide_read #(
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
    input wire [3:0]  snoop_strb_i,
    input wire        m_ready_i,
    input wire        m_idle_i,
    input wire        m_error_i
);
`include "weir_types.svh"
  localparam integer VALUE_W = 32;
`include "stream_state.svh"
  wire        reg_ready, irq;
  wire [31:0] rdata;
  wire        m_valid;
  wire [31:0] m_addr;
  wire [63:0] m_wdata;
  weir_wide #(.VALUE_REGS(VALUE_REGS), .QUEUE_LOG2(QUEUE_LOG2), .THREAD_CACHE(THREAD_CACHE),
      .FIFO_LOG2(FIFO_LOG2)) u_unit (
      .clk_i, .rst_ni, .reg_valid_i, .reg_write_i, .reg_addr_i, .reg_wdata_i, .reg_wstrb_i,
      .reg_ready_o(reg_ready), .reg_rdata_o(rdata), .snoop_valid_i, .snoop_addr_i, .snoop_data_i,
      .snoop_strb_i, .retire_rd_i(5'd0), .retire_rd_data_i(32'd0), .retire_csr_valid_i(1'b0),
      .retire_csr_i(12'd0), .retire_csr_data_i(32'd0), .retire_trap_i(1'b0),
      .retire_interrupt_i(1'b0), .retire_code_i(12'd0), .retire_return_i(1'b0),
      .retire_hint_i(1'b0), .retire_hint_u_i(1'b0), .retire_user_i(1'b0), .m_valid_o(m_valid),
      .m_addr_o(m_addr), .m_wdata_o(m_wdata), .m_ready_i, .m_idle_i, .m_error_i, .irq_o(irq));

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;

  // ---- what goes in: an event that is delivered, by the table of items; or a report of admit,
  // whose properties say what it reports
  (* hierconn *) wire                       \u_unit.clear ;
  (* hierconn *) wire [weir_event::W-1:0]   \u_unit.offer ;
  (* hierconn *) wire                       \u_unit.entry_valid ;
  (* hierconn *) wire                       \u_unit.entry_report ;
  (* hierconn *) wire [weir_event::ENTRY_W-1:0] \u_unit.entry ;
  (* hierconn *) wire [63:0]                \u_unit.delta ;
  (* hierconn *) wire                       \u_unit.queued_valid ;
  (* hierconn *) wire                       \u_unit.queued_ready ;
  (* hierconn *) wire [63:0]                \u_unit.queued_delta ;
  wire         clear = \u_unit.clear ;
  wire [weir_event::ENTRY_W-1:0] f_offered, f_wants;
  item_of_event u_item (.event_i(\u_unit.offer ), .entry_o(f_offered));

  // ---- and leaves the queue
  localparam integer DEPTH = 1 << QUEUE_LOG2, QW = weir_event::ENTRY_W + 64;
  (* hierconn *) wire [QUEUE_LOG2:0] \u_unit.u_queue.u_fifo.rd_q ;
  (* hierconn *) wire [QUEUE_LOG2:0] \u_unit.u_queue.u_fifo.wr_q ;
  (* hierconn *) wire                \u_unit.u_queue.u_fifo.valid_q ;
  (* hierconn *) wire [QW-1:0]       \u_unit.u_queue.u_fifo.data_q ;
  (* hierconn *) wire [QW*DEPTH-1:0] \u_unit.u_queue.u_fifo.f_words ;
  (* hierconn *) wire [63:0]         \u_unit.u_timestamp.f_sum ;
  (* hierconn *) wire [63:0]         \u_unit.u_timestamp.f_time ;
  (* hierconn *) wire                \u_unit.u_timestamp.f_was_clear ;
  (* hierconn *) wire                \u_unit.u_timestamp.f_was_reset ;
  wire         f_out = \u_unit.queued_valid && \u_unit.queued_ready ;
  wire [31:0]  f_in_n, f_out_n, f_which;
  wire [63:0]  f_out_time, unused_before, f_time, f_cycle;
  queued_entries #(.QUEUE_LOG2(QUEUE_LOG2)) u_queued (
      .clk_i, .rst_ni, .clear_i(clear), .started_i(f_started), .in_i(\u_unit.entry_valid ),
      .entry_i(\u_unit.entry_report ? \u_unit.entry : f_offered), .delta_i(\u_unit.delta ),
      .out_i(f_out), .out_delta_i(\u_unit.queued_delta ),
      .rd_i(\u_unit.u_queue.u_fifo.rd_q ), .wr_i(\u_unit.u_queue.u_fifo.wr_q ),
      .front_valid_i(\u_unit.u_queue.u_fifo.valid_q ),
      .front_i(\u_unit.u_queue.u_fifo.data_q ), .words_i(\u_unit.u_queue.u_fifo.f_words ),
      .sum_i(\u_unit.u_timestamp.f_sum ), .cycle_i(\u_unit.u_timestamp.f_time ),
      .was_clear_i(\u_unit.u_timestamp.f_was_clear ),
      .was_reset_i(\u_unit.u_timestamp.f_was_reset ), .in_count_o(f_in_n),
      .out_count_o(f_out_n), .out_time_o(f_out_time), .out_before_o(unused_before),
      .which_o(f_which), .wants_o(f_wants), .time_o(f_time), .cycle_o(f_cycle));
  //! mutant wide_read_first, by u_queued.a_time, step: the cycle of an entry is not counted
  //!     weir_timestamp@first wire [63:0] again = 64'd0;
  //! mutant wide_read_early, by u_queued.a_front, step: the queue shows an entry in the cycle
  //!     after its push
  //!     weir_fifo@shows_early assign more = (!empty_q || push) && !(pop && one);

  // ---- the reader takes the bytes as pack makes them, up to ten a cycle
  (* hierconn *) wire        \u_unit.u_pack.step ;
  (* hierconn *) wire [71:0] \u_unit.u_pack.piece ;
  (* hierconn *) wire [3:0]  \u_unit.u_pack.len ;
  wire        f_step = \u_unit.u_pack.step ;
  // One of its cache entries, any.
  (* hierconn *) wire [2:0] \u_unit.u_thread_cache.g_formal.f_entry_at ;
  wire [3:0]   f_nth_cached = {1'b0, \u_unit.u_thread_cache.g_formal.f_entry_at };
  reader_t     f_here;
  wire         f_filled;
  wire [31:0]  f_holds;
  cached_reader #(.BYTES(10), .THREAD_CACHE(THREAD_CACHE)) u_reader (
      .clk_i, .rst_ni, .clear_i(clear), .started_i(f_started), .step_i(f_step),
      .bytes_i({8'd0, \u_unit.u_pack.piece }), .len_i(\u_unit.u_pack.len ),
      .which_i(f_which), .wants_i(f_wants), .time_i(f_time), .nth_i(f_nth_cached),
      .here_o(f_here), .filled_o(f_filled), .holds_o(f_holds));

  // ---- and the words are these bytes
  (* hierconn *) wire [1:0]  \u_unit.word_valid ;
  (* hierconn *) wire [63:0] \u_unit.words ;
  (* hierconn *) wire [23:0] \u_unit.tail ;
  (* hierconn *) wire [1:0]  \u_unit.tail_count ;
  (* hierconn *) wire        \u_unit.u_pack.valid_q ;
  (* hierconn *) wire [71:0] \u_unit.u_pack.piece_q ;
  (* hierconn *) wire [3:0]  \u_unit.u_pack.len_q ;
  (* hierconn *) wire        \u_unit.u_pack.spill_q ;
  (* hierconn *) wire [31:0] \u_unit.u_pack.spill_word_q ;
  (* hierconn *) wire        \u_unit.u_pack.lane_q ;
  wire [31:0] f_made, f_left;              // bytes made; bytes in words
  words_of_wide_pack u_words (
      .clk_i, .rst_ni, .clear_i(clear), .started_i(f_started), .step_i(f_step),
      .piece_i(\u_unit.u_pack.piece ), .len_i(\u_unit.u_pack.len ),
      .put_i(\u_unit.u_pack.valid_q ), .put_piece_i(\u_unit.u_pack.piece_q ),
      .put_len_i(\u_unit.u_pack.len_q ), .spill_i(\u_unit.u_pack.spill_q ),
      .spill_word_i(\u_unit.u_pack.spill_word_q ), .lane_i(\u_unit.u_pack.lane_q ),
      .word_valid_i(\u_unit.word_valid ), .words_i(\u_unit.words ), .tail_i(\u_unit.tail ),
      .tail_count_i(\u_unit.tail_count ), .made_o(f_made), .left_o(f_left));
  //! mutant wide_read_tail, by u_words.u_bytes.a_rest, step: the bytes after two words are lost
  //!     weir_wide_pack@tail if (!words[1])

  // ---- reads show what the stages have
  (* hierconn *) wire               \u_unit.u_admit.overload_o ;
  (* hierconn *) wire               \u_unit.u_admit.loss_o ;
  (* hierconn *) wire               \u_unit.u_admit.drop_o ;
  (* hierconn *) wire [31:0]        \u_unit.u_admit.read_count_o ;
  (* hierconn *) wire [31:0]        \u_unit.u_arbiter.running_o ;
  (* hierconn *) wire [31:0]        \u_unit.g_hart[0].u_port.read_value_o ;
  (* hierconn *) wire               \u_unit.u_offer.idle_o ;
  (* hierconn *) wire [31:0]        \u_unit.u_fifo.word_o ;
  (* hierconn *) wire [FIFO_LOG2:0] \u_unit.u_fifo.level_o ;
  (* hierconn *) wire               \u_unit.u_ring.enabled_o ;
  (* hierconn *) wire               \u_unit.u_regs.loss ;
  wire         f_ringing = \u_unit.u_ring.enabled_o ;      // the bus sees no word
  wire         f_some    = \u_unit.u_fifo.level_o != '0 && !f_ringing;
  // Every event that was stored has left, and all of it is in words and TAIL.
  wire         f_rests = \u_unit.u_offer.idle_o && f_here.count == f_in_n
      && f_here.part == 3'd0 && f_here.at == 4'd0
      && f_made == f_left + {30'd0, \u_unit.tail_count };
  wire         unused_takes;
  reads_of_one_hart u_reads (
      .clk_i, .rst_ni, .started_i(f_started), .reg_valid_i, .reg_write_i, .reg_addr_i,
      .reg_wdata_i, .reg_wstrb_i, .reg_ready_i(reg_ready), .reg_rdata_i(rdata),
      .overload_i(\u_unit.u_admit.overload_o ), .losing_i(\u_unit.u_admit.loss_o ),
      .drop_i(\u_unit.u_admit.drop_o ), .count_i(\u_unit.u_admit.read_count_o ),
      .value_i(\u_unit.g_hart[0].u_port.read_value_o ),
      .running_i(\u_unit.u_arbiter.running_o ), .word_valid_i(f_some),
      .word_i(\u_unit.u_fifo.word_o ),
      .level_i(f_ringing ? 32'd0 : {{(31-FIFO_LOG2){1'b0}}, \u_unit.u_fifo.level_o }),
      .tail_i(\u_unit.tail ), .tail_count_i(\u_unit.tail_count ), .cycle_i(f_cycle),
      .rests_i(f_rests), .loss_i(\u_unit.u_regs.loss ), .takes_o(unused_takes));
  //! mutant wide_read_level, by u_reads.a_shown, step: LEVEL shows words while the ring has the
  //!     stream
  //!     weir_wide@hidden .hidden_i(1'b0), .tail_i(tail), .tail_count_i(tail_count),
  //! mutant wide_read_busy, by u_reads.a_busy, step: STATUS.BUSY is 0 while the thread cache has
  //!     entries
  //!     weir_wide@busy .busy_i(!(offer_idle && admit_idle && queue_idle && pack_idle

  // ---- every id that is stored is offered, once, in order
  (* hierconn *) wire                     \u_unit.enable ;
  (* hierconn *) wire                     \u_unit.offer_valid ;
  (* hierconn *) wire                     \u_unit.u_offer.port_q ;
  (* hierconn *) wire                     \u_unit.u_arbiter.f_waits ;
  (* hierconn *) wire                     \u_unit.u_arbiter.f_set ;
  (* hierconn *) wire [weir_event::W-1:0] \u_unit.u_arbiter.f_event ;
  (* hierconn *) wire [15:0]              \u_unit.window_id ;
  event_t      f_event, f_waiting_event;
  assign f_event = \u_unit.offer ;
  assign f_waiting_event = \u_unit.u_arbiter.f_event ;
  wire         f_waits = \u_unit.u_arbiter.f_waits && ! \u_unit.u_arbiter.f_set ;
  wire         f_id_store = reg_valid_i && reg_ready && reg_write_i && \u_unit.enable
      && reg_addr_i[16] && reg_addr_i[13:12] < 2'd2
      && (reg_addr_i[14] ? reg_wstrb_i == 4'b1111 : reg_addr_i[11:2] == 10'd1);
  wire         f_id_offer = \u_unit.offer_valid && \u_unit.u_offer.port_q
      && f_event.ctx != weir_pkg::CONTEXT_SNOOP;
  (* anyconst *) wire [31:0] f_which_id;   // which of them is followed, any
  logic [15:0] f_the_id;
  logic [31:0] f_ids, f_ids_done;          // stored; offered before
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear) begin
      f_ids <= 32'd0;
      f_ids_done <= 32'd0;
    end else begin
      f_ids <= f_ids + {31'd0, f_id_store};
      f_ids_done <= f_ids_done + {31'd0, f_id_offer};
    end
    if (f_id_store && f_ids == f_which_id)
      f_the_id <= reg_addr_i[14] ? \u_unit.window_id : reg_wdata_i[15:0];
  end
  wire [31:0]  f_ids_before = f_ids_done + {31'd0, f_id_offer};
  always_comb if (f_started) begin
    a_ids: assert (f_ids == f_ids_before + {31'd0, f_waits});
    a_the_id: assert (!(f_id_offer && f_ids_done == f_which_id) || f_event.id == f_the_id);
    //! mutant wide_read_id, step: the event of an earlier cycle is offered
    //!     weir_offer@event if (event_valid_o) event_q <= event_i;
    // Why: so is the one that waits.
    a_the_id_waits: assert (!(f_waits && f_ids_before == f_which_id)
        || f_waiting_event.id == f_the_id);
  end

  // Why: what the reader knows of the bytes so far is where pack is.
  (* hierconn *) wire        \u_unit.u_pack.begun_q ;
  (* hierconn *) wire [1:0]  \u_unit.u_pack.nth_q ;
  (* hierconn *) wire        \u_unit.u_thread_cache.valid_q ;
  (* hierconn *) wire [weir_event::ENTRY_W-1:0] \u_unit.u_thread_cache.entry_q ;
  (* hierconn *) wire [63:0] \u_unit.u_thread_cache.delta_q ;
  (* hierconn *) wire        \u_unit.u_thread_cache.out_valid_o ;
  (* hierconn *) wire [weir_event::ENTRY_W-1:0] \u_unit.u_thread_cache.out_entry_o ;
  (* hierconn *) wire [63:0] \u_unit.u_thread_cache.out_delta_o ;
  (* hierconn *) wire        \u_unit.u_thread_cache.g_formal.f_filled_now ;
  (* hierconn *) wire [31:0] \u_unit.u_thread_cache.g_formal.f_held_now ;
  wire         f_searched = \u_unit.u_thread_cache.valid_q ;
  wire         f_leaves = \u_unit.u_thread_cache.out_valid_o ;
  wire [63:0]  f_leaving_delta = \u_unit.u_thread_cache.out_delta_o ;
  entry_t      f_search, f_leaving;
  assign f_search = \u_unit.u_thread_cache.entry_q ;
  assign f_leaving = \u_unit.u_thread_cache.out_entry_o ;
  wire         f_cache_filled = \u_unit.u_thread_cache.g_formal.f_filled_now ;
  wire [31:0]  f_cache_holds = \u_unit.u_thread_cache.g_formal.f_held_now ;
  // what leaves the thread cache fills the cache entry
  wire f_filling = f_leaves && f_leaving.item[20:4] == {13'd3, f_nth_cached}
      && f_leaving.value != 32'd0;
  wire f_right;
  cached_entry #(.THREAD_CACHE(THREAD_CACHE)) u_leaving (
      .item_i({4'd0, f_leaving.item}), .kind_i(f_leaving.is_event ? 4'd2 : 4'd1),
      .value_i({8'd0, f_leaving.value}), .nth_i(f_nth_cached), .filled_i(f_filled),
      .holds_i(f_holds), .wants_i(f_wants), .right_o(f_right));
  // the times of the two
  (* hierconn *) wire \u_unit.u_thread_cache.step ;
  logic [63:0] f_search_time, f_leaving_time;
  always_ff @(posedge clk_i) begin
    if (f_out) f_search_time <= f_out_time + \u_unit.queued_delta ;
    if ( \u_unit.u_thread_cache.step ) f_leaving_time <= f_search_time;
  end
  always_comb if (f_started) begin
    a_here: assert ( \u_unit.u_pack.begun_q
        ? f_leaves && f_here.part == 3'd1 && f_here.at == { \u_unit.u_pack.nth_q , 2'b00}
          && f_here.head == {4'd0, f_leaving.item, 3'b010} && f_here.kind == 8'd0
          && f_here.value == '0 && f_here.delta
            == ( \u_unit.u_pack.nth_q == 2'd0 ? 64'd0
              : \u_unit.u_pack.nth_q == 2'd1 ? {36'd0, f_leaving_delta[27:0]}
              : {8'd0, f_leaving_delta[55:0]})
        : f_here.part == 3'd0 && f_here.at == 4'd0);
    // Every entry is read, or under way.
    a_count: assert (f_here.count + {31'd0, f_leaves} + {31'd0, f_searched} == f_out_n);
    a_now: assert (f_out_time == (f_searched ? f_search_time : f_leaves ? f_leaving_time
        : f_here.now));
    a_leaving_time: assert (!f_leaves || f_leaving_time == f_here.now + f_leaving_delta);
    a_search_time: assert (!f_searched || f_search_time
        == (f_leaves ? f_leaving_time : f_here.now) + \u_unit.u_thread_cache.delta_q );
    a_item: assert ((!f_leaves || f_leaving.item != 21'd0)
        && (!f_searched || f_search.item != 21'd0));
    a_searched: assert (!(f_searched && f_out_n == f_which + 32'd1)
        || (f_search == f_wants && f_time == f_search_time));
    a_leaving: assert (!(f_leaves && f_here.count == f_which)
        || (f_right && f_time == f_leaving_time));
    // The reader holds what the thread cache does, but for an entry under way.
    a_holds: assert (f_filling ? f_cache_filled && f_cache_holds == f_leaving.value
        : f_cache_filled == f_filled && (!f_filled || f_cache_holds == f_holds));
  end
endmodule
`default_nettype wire
