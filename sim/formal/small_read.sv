// SPDX-License-Identifier: Apache-2.0
// small_read: preset small, as it is, with a reader of its words; what comes out of the FIFO are
// these words (proof fifo_full_size).
//
//! proof small_read, induction, limit 900, define WEIR_ANY_COUNT SHOW_WORDS, cut
//!     u_unit.u_weir.u_page.u_fifo.data_q u_unit.u_weir.u_admit.u_counters.u_counts.now, with
//!     sim/formal/small_read.sv sim/formal/stream_reader.sv: a reader of the words gets exactly the
//!     events that were delivered and the reports of losses, in their order, each event with its
//!     item, its value or thread, and its time; reads show what the stages have
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
`include "weir_types.svh"
  localparam integer VALUE_W = 32, W = 212 + VALUE_W, BYTES = 4;
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
  wire         clear = \u_unit.u_weir.clear ;
  wire         f_in  = \u_unit.u_weir.entry_valid ;
  wire [63:0]  f_in_delta = \u_unit.u_weir.delta ;
  event_t      f_event;
  assign f_event = \u_unit.u_weir.offer ;
  entry_t      f_offered, f_made, f_wants;
  assign f_offered.is_event = f_event.is_switch;
  assign f_offered.item = f_event.is_switch ? 21'd1
      : f_event.id <= 16'd11 ? 21'd4 + {5'd0, f_event.id}
      : 21'd16 * ({5'd0, f_event.id} + 21'd63);
  assign f_offered.value = f_event.value;
  assign f_made = \u_unit.u_weir.entry_report ? \u_unit.u_weir.entry : f_offered;
  (* anyconst *) wire [31:0] f_which;      // the entry that is followed, any of them
  logic [31:0] f_in_n, f_out_n;            // entries delivered, and those of them that pack got
  logic [63:0] f_in_time, f_out_time;      // the time of the last
  logic [63:0] f_out_before;               // the time of the one before it
  logic [63:0] f_time;
  logic [63:0] f_cycle;
  wire  [63:0] f_next = f_in_time + f_in_delta;
  (* hierconn *) wire                       \u_unit.u_weir.checkpointed_valid ;
  (* hierconn *) wire                       \u_unit.u_weir.checkpointed_ready ;
  (* hierconn *) wire [63:0]                \u_unit.u_weir.checkpointed_delta ;
  (* hierconn *) wire                       \u_unit.u_weir.checkpointed_timed ;
  wire         f_out = \u_unit.u_weir.checkpointed_valid && \u_unit.u_weir.checkpointed_ready ;
  wire [63:0]  f_delta = \u_unit.u_weir.checkpointed_timed ? \u_unit.u_weir.checkpointed_delta
      : 64'd0;
  always_ff @(posedge clk_i) begin
    // The first cycle has time 1, and so has that of a clear.
    f_cycle <= !rst_ni ? 64'd1 : clear ? 64'd2 : f_cycle + 64'd1;
    if (!rst_ni || clear) begin
      f_in_n <= 32'd0;
      f_out_n <= 32'd0;
      f_in_time <= 64'd0;
      f_out_time <= 64'd0;
    end else begin
      if (f_in) f_in_n <= f_in_n + 32'd1;
      if (f_in) f_in_time <= f_next;
      if (f_out) f_out_n <= f_out_n + 32'd1;
      if (f_out) f_out_before <= f_out_time;
      if (f_out) f_out_time <= f_out_time + f_delta;
    end
    if (f_in && f_in_n == f_which) begin
      f_wants <= f_made;
      f_time <= f_next;
    end
  end
  always_comb if (f_started) begin
    // The time of an entry is the cycle that its event left the hart's order, two cycles before.
    a_time: assert (!f_in || f_next == f_cycle - 64'd2);
    //! mutant small_read_first, step: the cycle of an entry is not counted
    //!     weir_timestamp@first wire [63:0] again = 64'd0;
    // Without checkpoints nothing is copied.
    a_copy: assert (!\u_unit.u_weir.checkpointed_valid || !\u_unit.u_weir.copy );
  end
  (* hierconn *) wire \u_unit.u_weir.copy ;

  // ---- the reader takes the bytes as pack makes them, up to four a cycle
  (* hierconn *) wire        \u_unit.u_weir.u_pack.valid_q ;
  (* hierconn *) wire [31:0] \u_unit.u_weir.u_pack.chunk ;
  (* hierconn *) wire [2:0]  \u_unit.u_weir.u_pack.chunk_len ;
  wire        f_step = \u_unit.u_weir.u_pack.valid_q ;
  wire [31:0] f_chunk = \u_unit.u_weir.u_pack.chunk ;
  wire [2:0]  f_len = \u_unit.u_weir.u_pack.chunk_len ;
  reader_t f_here, f_after;                // behind the bytes so far, and behind those of now
  wire [W*(BYTES+1)-1:0] f_states;
  stream_reader #(.VALUE_W(VALUE_W), .BYTES(BYTES)) u_reader (
      .state_i(f_here), .bytes_i(f_chunk), .states_o(f_states));
  assign f_after = f_len == 3'd1 ? f_states[W +: W] : f_len == 3'd2 ? f_states[2*W +: W]
      : f_len == 3'd3 ? f_states[3*W +: W] : f_states[4*W +: W];
  // One of its cache entries, any: the thread that an entry said it holds.
  (* hierconn *) wire [2:0] \u_unit.u_weir.u_thread_cache.g_cache.f_entry_at ;
  wire [3:0]   f_nth_cached = {1'b0, \u_unit.u_weir.u_thread_cache.g_cache.f_entry_at };
  logic        f_filled;
  logic [31:0] f_holds;
  wire         f_ends = f_step && f_after.count != f_here.count;
  wire         f_fills = f_ends && f_after.head[27:7] == {17'd3, f_nth_cached}
      && f_after.value != '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear) f_here <= '0;
    else if (f_step) f_here <= f_after;
    if (!rst_ni || clear) f_filled <= 1'b0;
    else if (f_fills) f_filled <= 1'b1;
    if (f_fills) f_holds <= f_after.value[31:0];
  end
  wire f_right, f_packs_right;
  wire f_there = f_here.part == 3'd0 && f_here.at == 4'd0 && f_here.head != 28'd0
      && f_here.count == f_which + 32'd1;
  stream_cached_entry #(.THREAD_CACHE(THREAD_CACHE)) u_entry (
      .item_i(f_here.head[27:3]), .kind_i(f_here.kind[3:0]), .value_i(f_here.value),
      .nth_i(f_nth_cached), .filled_i(f_filled), .holds_i(f_holds), .wants_i(f_wants),
      .right_o(f_right));
  always_comb if (f_started) begin
    // The bytes are a stream, of which no two entries end in a cycle; the entry followed is read
    // back, in its place, with its time.
    a_stream: assert (!f_here.bad);
    a_one: assert (!f_ends || (f_after.count == f_here.count + 32'd1 && f_after.part == 3'd0
        && f_after.at == 4'd0));
    a_entry: assert (!f_there || (f_right && f_here.now == f_time));
    //! mutant small_read_early, by a_oldest, step: the queue shows an entry in the cycle after its
    //!     push
    //!     weir_fifo@shows_early assign more = (!empty_q || push) && !(pop && one);
  end

  // ---- byte n of the words is byte n of those, for any n: so a reader of the words is this reader
  (* anyconst *) wire [31:0] f_n;
  logic [31:0] f_bytes_made, f_left;       // bytes made; bytes in words
  logic [7:0]  f_byte;
  (* hierconn *) wire        \u_unit.u_weir.word_valid ;
  (* hierconn *) wire [31:0] \u_unit.u_weir.word ;
  (* hierconn *) wire [23:0] \u_unit.u_weir.tail ;
  (* hierconn *) wire [1:0]  \u_unit.u_weir.tail_count ;
  (* hierconn *) wire        \u_unit.u_weir.u_pack.put_q ;
  (* hierconn *) wire [31:0] \u_unit.u_weir.u_pack.put_chunk_q ;
  (* hierconn *) wire [2:0]  \u_unit.u_weir.u_pack.put_len_q ;
  wire        word_valid = \u_unit.u_weir.word_valid ;
  wire [31:0] word = \u_unit.u_weir.word ;
  wire [1:0]  tail_count = \u_unit.u_weir.tail_count ;
  wire [31:0] f_nth = f_n - f_bytes_made;
  wire [31:0] f_place = f_n - f_left;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear) begin
      f_bytes_made <= 32'd0;
      f_left <= 32'd0;
    end else begin
      if (f_step) f_bytes_made <= f_bytes_made + {29'd0, f_len};
      if (word_valid) f_left <= f_left + 32'd4;
    end
    if (f_step && f_nth < {29'd0, f_len}) f_byte <= f_chunk[8*f_nth[1:0] +: 8];
  end
  // bytes that are made and in no word yet, in their order
  wire [2:0]  f_put = \u_unit.u_weir.u_pack.put_q ? \u_unit.u_weir.u_pack.put_len_q : 3'd0;
  wire [55:0] f_rest = {32'd0, \u_unit.u_weir.tail }
      | ({24'd0, \u_unit.u_weir.u_pack.put_q ? \u_unit.u_weir.u_pack.put_chunk_q : 32'd0}
         << {tail_count, 3'b000});
  always_comb if (f_started) begin
    a_byte: assert (!(word_valid && f_place < 32'd4) || word[8*f_place[1:0] +: 8] == f_byte);
    //! mutant small_read_tail, step: bytes beyond a word are lost
    //!     weir_pack@tail tail_q <= joined[23:0];
    // No byte is left: behind the words there are those of the tail, and of the chunk on its way.
    a_bytes: assert (f_bytes_made == f_left + {30'd0, tail_count} + {29'd0, f_put});
    // Why:
    a_rest: assert (!(f_place < {30'd0, tail_count} + {29'd0, f_put})
        || f_rest[8*f_place[2:0] +: 8] == f_byte);
  end

  // ---- what a read shows of the stages, decoded here from the address map
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
  wire [16:0]  f_addr    = {reg_addr_i[16:2], 2'b00};
  wire         f_data    = f_addr[16:12] == 5'd1;
  wire         f_counter = f_addr >= 17'h02000 && f_addr < 17'h02200 && f_addr[8:7] != 2'd2
      && f_addr[5:2] < (f_addr[6] ? 4'd3 : 4'd6);
  wire         f_value_reg = f_addr == 17'h10000 || f_addr == 17'h11000;
  wire         f_load    = reg_valid_i && reg_ready && !reg_write_i;
  wire         f_store   = reg_valid_i && reg_ready && reg_write_i && reg_wstrb_i == 4'b1111;
  // Every event that was stored has left, and all of it is in words and TAIL.
  wire         f_rests   = \u_unit.u_weir.u_offer.idle_o && f_here.count == f_in_n
      && f_here.part == 3'd0 && f_here.at == 4'd0
      && f_bytes_made == f_left + {30'd0, tail_count};
  logic        f_shown, f_loss, f_status, f_rested;  // of the cycle before; a drop since then
  logic [31:0] f_shows, f_bits;            // what the read must give, in these bits
  logic [31:0] f_taken;                    // bytes that reads took
  always_ff @(posedge clk_i) begin
    f_shown  <= rst_ni && f_load && (f_data || f_counter || f_value_reg || f_addr == 17'h00014
        || f_addr == 17'h00020 || f_addr == 17'h00028 || f_addr == 17'h0002c
        || f_addr == 17'h00030 || f_addr == 17'h00108);
    f_status <= rst_ni && f_load && f_addr == 17'h00014;
    f_rested <= f_rests;
    f_bits   <= f_addr == 17'h00014 ? 32'hfffffffe : f_addr == 17'h00020 ? 32'd2 : 32'hffffffff;
    f_shows  <= f_data ? ( \u_unit.u_weir.u_page.word_valid_o ? \u_unit.u_weir.u_page.word_o
            : 32'd0)
        : f_counter ? \u_unit.u_weir.u_admit.read_count_o
        : f_value_reg ? \u_unit.u_weir.g_hart[0].u_port.read_value_o
        : f_addr == 17'h00014 ? {28'd0, \u_unit.u_weir.u_admit.loss_o ,
            ! \u_unit.u_weir.u_page.word_valid_o , \u_unit.u_weir.u_admit.overload_o , 1'b0}
        : f_addr == 17'h00020 ? {30'd0, f_loss, 1'b0}
        : f_addr == 17'h00028 ? {{(31-FIFO_LOG2){1'b0}}, \u_unit.u_weir.u_page.level_o }
        : f_addr == 17'h0002c ? {6'd0, tail_count, \u_unit.u_weir.tail }
        : f_addr == 17'h00030 ? f_cycle[31:0] - 32'd1
        : \u_unit.u_weir.u_arbiter.running_o ;
    // a drop sets it, also in the cycle of a store that clears it
    f_loss   <= rst_ni && ( \u_unit.u_weir.u_admit.drop_o
        || (f_loss && !(f_store && f_addr == 17'h00020 && reg_wdata_i[1])));
    if (!rst_ni || clear) f_taken <= 32'd0;
    else if (f_load && f_data && \u_unit.u_weir.u_page.word_valid_o ) f_taken <= f_taken + 32'd4;
  end
  always_comb if (f_started) begin
    // STATUS, IRQ_STATUS.LOSS, LEVEL, TAIL, TIME_LO, RUNNING, counters, VALUE and the data page
    // show what the stages have.
    a_shown: assert (!f_shown || (rdata & f_bits) == f_shows);
    //! mutant small_read_level, step: LEVEL shows where the FIFO is written
    //!     weir@level .level_i(fifo_wr),
    // While STATUS.BUSY is 0 nothing is on its way.
    a_busy: assert (!(f_status && !rdata[0]) || f_rested);
    //! mutant small_read_busy, step: STATUS.BUSY is 0 while the queue has entries
    //!     weir@busy .busy_i(!(offer_idle && admit_idle && args_idle && checkpoint_idle
    // Each word is in the FIFO until a read takes it.
    a_words: assert (f_left == f_taken
        + {{(28-FIFO_LOG2){1'b0}}, \u_unit.u_weir.u_page.u_fifo.f_level , 2'b00});
    // Why:
    a_loss: assert ( \u_unit.u_weir.u_regs.loss == f_loss);
  end

  // Why: what the reader knows of the bytes so far is where pack is;
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
  wire f_begun = f_packing && \u_unit.u_weir.u_pack.f_steps != 5'd0;
  wire [20:0] f_item = \u_unit.u_weir.u_pack.f_in_item ;
  wire [31:0] f_value = \u_unit.u_weir.u_pack.f_in_value ;
  wire        f_cache_filled = \u_unit.u_weir.u_thread_cache.g_cache.f_filled ;
  wire [31:0] f_cache_holds = \u_unit.u_weir.u_thread_cache.g_cache.f_held ;
  // pack has an entry that fills the cache entry
  wire f_filling = f_packing && f_item[20:4] == {13'd3, f_nth_cached} && f_value != 32'd0;
  stream_cached_entry #(.THREAD_CACHE(THREAD_CACHE)) u_packed (
      .item_i({4'd0, f_item}), .kind_i(\u_unit.u_weir.u_pack.f_in_event ? 4'd2 : 4'd1),
      .value_i({8'd0, f_value}), .nth_i(f_nth_cached), .filled_i(f_filled), .holds_i(f_holds),
      .wants_i(f_wants), .right_o(f_packs_right));
  always_comb if (f_started) begin
    a_copies: assert (!f_packing || !\u_unit.u_weir.u_pack.f_copies );
    a_here: assert (f_begun
        ? f_here.part == {1'b0, \u_unit.u_weir.u_pack.f_state }
          && f_here.at == \u_unit.u_weir.u_pack.f_at
          && f_here.head == \u_unit.u_weir.u_pack.f_header
          && f_here.delta == \u_unit.u_weir.u_pack.f_delta [63:0]
          && f_here.kind == \u_unit.u_weir.u_pack.f_szdf
          && f_here.value == \u_unit.u_weir.u_pack.f_value
        : f_here.part == 3'd0 && f_here.at == 4'd0);
    // every entry is read, or under way;
    a_count: assert (f_here.count + {31'd0, f_packing} == f_out_n);
    a_now: assert (f_here.now == (f_packing ? f_out_before : f_out_time));
    a_before: assert (!f_packing
        || f_out_time == f_out_before + \u_unit.u_weir.u_pack.f_in_delta );
    a_item: assert (!f_packing || f_item != 21'd0);
    a_packs: assert (!(f_packing && f_out_n == f_which + 32'd1)
        || (f_packs_right && f_time == f_out_time));
    // the reader holds what the thread cache does, but for an entry under way;
    a_holds: assert (f_filling ? f_cache_filled && f_cache_holds == f_value
        : f_cache_filled == f_filled && (!f_filled || f_cache_holds == f_holds));
  end

  // and the entries between are in the queue.
  localparam integer DEPTH = 1 << QUEUE_LOG2;
  localparam integer EW = weir_event::ENTRY_W, QW = EW + 64;
  (* hierconn *) wire [QUEUE_LOG2:0] \u_unit.u_weir.u_queue.u_fifo.rd_q ;
  (* hierconn *) wire [QUEUE_LOG2:0] \u_unit.u_weir.u_queue.u_fifo.wr_q ;
  (* hierconn *) wire                \u_unit.u_weir.u_queue.u_fifo.valid_q ;
  (* hierconn *) wire [QW-1:0]       \u_unit.u_weir.u_queue.u_fifo.data_q ;
  (* hierconn *) wire [63:0]         \u_unit.u_weir.u_timestamp.f_sum ;
  (* hierconn *) wire [63:0]         \u_unit.u_weir.u_timestamp.f_time ;
  (* hierconn *) wire                \u_unit.u_weir.u_timestamp.f_was_clear ;
  (* hierconn *) wire                \u_unit.u_weir.u_timestamp.f_was_reset ;
  wire [QUEUE_LOG2:0] f_rd = \u_unit.u_weir.u_queue.u_fifo.rd_q ;
  wire [QUEUE_LOG2:0] f_wr = \u_unit.u_weir.u_queue.u_fifo.wr_q ;
  wire [QUEUE_LOG2:0] f_level = f_wr - f_rd;
  (* hierconn *) wire [QW*DEPTH-1:0] \u_unit.u_weir.u_queue.u_fifo.f_words ;
  wire [QW*DEPTH-1:0] f_queue = \u_unit.u_weir.u_queue.u_fifo.f_words ;
  logic [63:0]   f_times [0:DEPTH-1];
  wire [31:0]    f_ahead = f_which - f_out_n;
  wire           f_queued = f_ahead < {{(31-QUEUE_LOG2){1'b0}}, f_level};
  wire [QUEUE_LOG2-1:0] f_nth_queued = f_rd[QUEUE_LOG2-1:0] + f_ahead[QUEUE_LOG2-1:0];
  wire [QUEUE_LOG2-1:0] f_last = f_wr[QUEUE_LOG2-1:0] - 1'b1;
  always_ff @(posedge clk_i) if (f_in) f_times[f_wr[QUEUE_LOG2-1:0]] <= f_next;
  logic f_items;                           // of each queue entry that is valid
  logic [QUEUE_LOG2-1:0] f_at;
  integer k;
  always_comb begin
    f_items = 1'b1;
    for (k = 0; k < DEPTH; k = k + 1) begin
      f_at = k[QUEUE_LOG2-1:0] - f_rd[QUEUE_LOG2-1:0];
      if ({1'b0, f_at} < f_level && f_queue[QW*k+32 +: weir_event::ITEM_W] == '0) f_items = 1'b0;
    end
  end
  genvar g;
  generate
    for (g = 0; g < DEPTH; g = g + 1) begin : g_place
      wire [QUEUE_LOG2-1:0] at = g[QUEUE_LOG2-1:0] - f_rd[QUEUE_LOG2-1:0];
      stream_delta u_queued (
          .valid_i(f_started && {1'b0, at} < f_level), .time_i(f_times[g]),
          .before_i(at == '0 ? f_out_time : f_times[(g + DEPTH - 1) % DEPTH]),
          .delta_i(f_queue[QW*g+EW +: 64]));
    end
  endgenerate
  logic [QW-1:0] f_first, f_followed;
  integer i;
  always_comb begin
    f_first = '0;
    f_followed = '0;
    for (i = 0; i < DEPTH; i = i + 1) begin
      if (f_rd[QUEUE_LOG2-1:0] == i) f_first = f_queue[QW*i +: QW];
      if (f_nth_queued == i) f_followed = f_queue[QW*i +: QW];
    end
  end
  always_comb if (f_started) begin
    a_items: assert (f_items);
    a_oldest: assert (!\u_unit.u_weir.u_queue.u_fifo.valid_q
        || \u_unit.u_weir.u_queue.u_fifo.data_q == f_first);
    a_level: assert (f_in_n == f_out_n + {{(31-QUEUE_LOG2){1'b0}}, f_level});
    a_last: assert (f_in_time == (f_level == '0 ? f_out_time : f_times[f_last]));
    a_wants: assert (!f_queued
        || (f_followed[EW-1:0] == f_wants && f_times[f_nth_queued] == f_time));
    a_reset: assert (!\u_unit.u_weir.u_timestamp.f_was_reset || (!f_in && f_in_time == '0));
    a_sum: assert (f_in_time == (\u_unit.u_weir.u_timestamp.f_was_clear ? 64'd0
        : \u_unit.u_weir.u_timestamp.f_sum ));
    a_cycle: assert (f_cycle == \u_unit.u_weir.u_timestamp.f_time + 64'd1);
  end
endmodule
`default_nettype wire
