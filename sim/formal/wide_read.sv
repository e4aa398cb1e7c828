// SPDX-License-Identifier: Apache-2.0
// wide_read: preset wide, as it is, with a reader of its words; what comes out of the FIFO are
// these words (proof wide_fifo_as_wide).
//
//! proof wide_read, induction, limit 900, define WEIR_ANY_COUNT SHOW_WORDS, cut
//!     u_unit.u_fifo.lower_q u_unit.u_fifo.upper_q u_unit.u_admit.u_counters.u_counts.now, with
//!     sim/formal/wide_read.sv sim/formal/stream_reader.sv: a reader of the words gets exactly the
//!     events that were delivered and the reports of losses, in their order, each event with its
//!     item, its value or thread, and its time; every id that is stored is offered, once, in order;
//!     reads show what the stages have
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
  localparam integer VALUE_W = 32, W = 212 + VALUE_W, BYTES = 10;
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
  wire         clear = \u_unit.clear ;
  wire         f_in  = \u_unit.entry_valid ;
  wire [63:0]  f_in_delta = \u_unit.delta ;
  event_t      f_event;
  assign f_event = \u_unit.offer ;
  entry_t      f_offered, f_made, f_wants;
  assign f_offered.is_event = f_event.is_switch;
  assign f_offered.item = f_event.is_switch ? 21'd1
      : f_event.id <= 16'd11 ? 21'd4 + {5'd0, f_event.id}
      : 21'd16 * ({5'd0, f_event.id} + 21'd63);
  assign f_offered.value = f_event.value;
  assign f_made = \u_unit.entry_report ? \u_unit.entry : f_offered;
  (* anyconst *) wire [31:0] f_which;      // the entry that is followed, any of them
  logic [31:0] f_in_n, f_out_n;            // entries delivered; of them, left the queue
  logic [63:0] f_in_time, f_out_time;      // the time of the last
  logic [63:0] f_time;
  logic [63:0] f_cycle;
  wire  [63:0] f_next = f_in_time + f_in_delta;
  (* hierconn *) wire                       \u_unit.queued_valid ;
  (* hierconn *) wire                       \u_unit.queued_ready ;
  (* hierconn *) wire [63:0]                \u_unit.queued_delta ;
  wire         f_out = \u_unit.queued_valid && \u_unit.queued_ready ;
  wire [63:0]  f_delta = \u_unit.queued_delta ;
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
    //! mutant wide_read_first, step: the cycle of an entry is not counted
    //!     weir_timestamp@first wire [63:0] again = 64'd0;
  end

  // ---- the reader takes the bytes as pack makes them, up to ten a cycle
  (* hierconn *) wire        \u_unit.u_pack.step ;
  (* hierconn *) wire [71:0] \u_unit.u_pack.piece ;
  (* hierconn *) wire [3:0]  \u_unit.u_pack.len ;
  wire        f_step = \u_unit.u_pack.step ;
  wire [79:0] f_piece = {8'd0, \u_unit.u_pack.piece };
  wire [3:0]  f_len = \u_unit.u_pack.len ;
  reader_t f_here, f_after;                // behind the bytes so far, and behind those of now
  wire [W*(BYTES+1)-1:0] f_states;
  stream_reader #(.VALUE_W(VALUE_W), .BYTES(BYTES)) u_reader (
      .state_i(f_here), .bytes_i(f_piece), .states_o(f_states));
  logic [W-1:0] f_behind;
  integer b;
  always_comb begin
    f_behind = '0;
    for (b = 1; b <= BYTES; b = b + 1)
      f_behind = f_behind | (f_len == b ? f_states[W*b +: W] : {W{1'b0}});
  end
  assign f_after = f_behind;
  // One of its cache entries, any: the thread that an entry said it holds.
  (* hierconn *) wire [2:0] \u_unit.u_thread_cache.g_formal.f_entry_at ;
  wire [3:0]   f_nth_cached = {1'b0, \u_unit.u_thread_cache.g_formal.f_entry_at };
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
    //! mutant wide_read_early, by a_oldest, step: the queue shows an entry in the cycle after its
    //!     push
    //!     weir_fifo@shows_early assign more = (!empty_q || push) && !(pop && one);
  end

  // ---- byte n of the words is byte n of those, for any n: so a reader of the words is this reader
  (* anyconst *) wire [31:0] f_n;
  logic [31:0] f_bytes_made, f_left;       // bytes made; bytes in words
  logic [7:0]  f_byte;
  logic        f_lane;                     // of the next word: they alternate
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
  wire [1:0]  word_valid = \u_unit.word_valid ;
  wire [1:0]  tail_count = \u_unit.tail_count ;
  wire [31:0] f_nth = f_n - f_bytes_made;
  wire [31:0] f_place = f_n - f_left;
  wire [3:0]  f_go = {1'b0, word_valid[0], 2'd0} + {1'b0, word_valid[1], 2'd0};
  wire [63:0] f_words = f_lane ? { \u_unit.words [31:0], \u_unit.words [63:32]}
      : \u_unit.words ;                    // the older first
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear) begin
      f_bytes_made <= 32'd0;
      f_left <= 32'd0;
      f_lane <= 1'b0;
    end else begin
      if (f_step) f_bytes_made <= f_bytes_made + {28'd0, f_len};
      f_left <= f_left + {28'd0, f_go};
      f_lane <= f_lane ^ ^word_valid;
    end
    if (f_step && f_nth < {28'd0, f_len}) f_byte <= f_piece[8*f_nth[3:0] +: 8];
  end
  // bytes that are made and in no word yet, in their order
  wire [4:0]   f_in_word = {2'd0, \u_unit.u_pack.spill_q , 2'd0} + {3'd0, tail_count};
  wire [4:0]   f_waiting = f_in_word
      + ( \u_unit.u_pack.valid_q ? {1'b0, \u_unit.u_pack.len_q } : 5'd0);
  wire [135:0] f_rest = ( \u_unit.u_pack.spill_q
          ? {80'd0, \u_unit.tail , \u_unit.u_pack.spill_word_q } : {112'd0, \u_unit.tail })
      | ({64'd0, \u_unit.u_pack.valid_q ? \u_unit.u_pack.piece_q : 72'd0} << {f_in_word, 3'b000});
  always_comb if (f_started) begin
    a_byte: assert (!(f_place < {28'd0, f_go}) || f_words[8*f_place[2:0] +: 8] == f_byte);
    //! mutant wide_read_tail, by a_rest, step: the bytes after two words are lost
    //!     weir_wide_pack@tail if (!words[1])
    a_older: assert (word_valid == 2'd0 || word_valid[f_lane]);
    // No byte is left: behind the words there are those of the tail, and of the piece on its way.
    a_bytes: assert (f_bytes_made == f_left + {27'd0, f_waiting});
    // Why:
    a_rest: assert (!(f_place < {27'd0, f_waiting}) || f_rest[8*f_place[4:0] +: 8] == f_byte);
    a_lane: assert (f_lane == \u_unit.u_pack.lane_q );
  end

  // ---- what a read shows of the stages, decoded here from the address map
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
  wire [16:0]  f_addr    = {reg_addr_i[16:2], 2'b00};
  wire         f_data    = f_addr[16:12] == 5'd1;
  wire         f_counter = f_addr >= 17'h02000 && f_addr < 17'h02200 && f_addr[8:7] != 2'd2
      && f_addr[5:2] < (f_addr[6] ? 4'd3 : 4'd6);
  wire         f_value_reg = f_addr == 17'h10000 || f_addr == 17'h11000;
  wire         f_load    = reg_valid_i && reg_ready && !reg_write_i;
  wire         f_store   = reg_valid_i && reg_ready && reg_write_i && reg_wstrb_i == 4'b1111;
  // Every event that was stored has left, and all of it is in words and TAIL.
  wire         f_rests   = \u_unit.u_offer.idle_o && f_here.count == f_in_n
      && f_here.part == 3'd0 && f_here.at == 4'd0
      && f_bytes_made == f_left + {30'd0, tail_count};
  logic        f_shown, f_loss, f_status, f_rested;  // of the cycle before; a drop since then
  logic [31:0] f_shows, f_bits;            // what the read must give, in these bits
  always_ff @(posedge clk_i) begin
    f_shown  <= rst_ni && f_load && (f_data || f_counter || f_value_reg || f_addr == 17'h00014
        || f_addr == 17'h00020 || f_addr == 17'h00028 || f_addr == 17'h0002c
        || f_addr == 17'h00030 || f_addr == 17'h00108);
    f_status <= rst_ni && f_load && f_addr == 17'h00014;
    f_rested <= f_rests;
    f_bits   <= f_addr == 17'h00014 ? 32'hfffffffe : f_addr == 17'h00020 ? 32'd2 : 32'hffffffff;
    f_shows  <= f_data ? ( f_some ? \u_unit.u_fifo.word_o
            : 32'd0)
        : f_counter ? \u_unit.u_admit.read_count_o
        : f_value_reg ? \u_unit.g_hart[0].u_port.read_value_o
        : f_addr == 17'h00014 ? {28'd0, \u_unit.u_admit.loss_o ,
            !f_some, \u_unit.u_admit.overload_o , 1'b0}
        : f_addr == 17'h00020 ? {30'd0, f_loss, 1'b0}
        : f_addr == 17'h00028 ? (f_ringing ? 32'd0
            : {{(31-FIFO_LOG2){1'b0}}, \u_unit.u_fifo.level_o })
        : f_addr == 17'h0002c ? {6'd0, tail_count, \u_unit.tail }
        : f_addr == 17'h00030 ? f_cycle[31:0] - 32'd1
        : \u_unit.u_arbiter.running_o ;
    // a drop sets it, also in the cycle of a store that clears it
    f_loss   <= rst_ni && ( \u_unit.u_admit.drop_o
        || (f_loss && !(f_store && f_addr == 17'h00020 && reg_wdata_i[1])));
  end
  always_comb if (f_started) begin
    // STATUS, IRQ_STATUS.LOSS, LEVEL, TAIL, TIME_LO, RUNNING, counters, VALUE and the data page
    // show what the stages have.
    a_shown: assert (!f_shown || (rdata & f_bits) == f_shows);
    //! mutant wide_read_level, step: LEVEL shows words while the ring has the stream
    //!     weir_wide@hidden .hidden_i(1'b0), .tail_i(tail), .tail_count_i(tail_count),
    // While STATUS.BUSY is 0 nothing is on its way.
    a_busy: assert (!(f_status && !rdata[0]) || f_rested);
    //! mutant wide_read_busy, step: STATUS.BUSY is 0 while the thread cache has entries
    //!     weir_wide@busy .busy_i(!(offer_idle && admit_idle && queue_idle && pack_idle
    // Why:
    a_loss: assert ( \u_unit.u_regs.loss == f_loss);
  end

  // ---- every id that is stored is offered, once, in order
  (* hierconn *) wire                     \u_unit.enable ;
  (* hierconn *) wire                     \u_unit.offer_valid ;
  (* hierconn *) wire                     \u_unit.u_offer.port_q ;
  (* hierconn *) wire                     \u_unit.u_arbiter.f_waits ;
  (* hierconn *) wire                     \u_unit.u_arbiter.f_set ;
  (* hierconn *) wire [weir_event::W-1:0] \u_unit.u_arbiter.f_event ;
  (* hierconn *) wire [15:0]              \u_unit.window_id ;
  event_t      f_waiting_event;
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

  // Why: what the reader knows of the bytes so far is where pack is;
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
  stream_cached_entry #(.THREAD_CACHE(THREAD_CACHE)) u_leaving (
      .item_i({4'd0, f_leaving.item}), .kind_i(f_leaving.is_event ? 4'd2 : 4'd1),
      .value_i({8'd0, f_leaving.value}), .nth_i(f_nth_cached), .filled_i(f_filled),
      .holds_i(f_holds), .wants_i(f_wants), .right_o(f_packs_right));
  // the times of the two
  (* hierconn *) wire \u_unit.u_thread_cache.step ;
  logic [63:0] f_search_time, f_leaving_time;
  always_ff @(posedge clk_i) begin
    if (f_out) f_search_time <= f_out_time + f_delta;
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
    // every entry is read, or under way;
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
        || (f_packs_right && f_time == f_leaving_time));
    // the reader holds what the thread cache does, but for an entry under way;
    a_holds: assert (f_filling ? f_cache_filled && f_cache_holds == f_leaving.value
        : f_cache_filled == f_filled && (!f_filled || f_cache_holds == f_holds));
  end

  // and the entries between are in the queue.
  localparam integer DEPTH = 1 << QUEUE_LOG2;
  localparam integer EW = weir_event::ENTRY_W, QW = EW + 64;
  (* hierconn *) wire [QUEUE_LOG2:0] \u_unit.u_queue.u_fifo.rd_q ;
  (* hierconn *) wire [QUEUE_LOG2:0] \u_unit.u_queue.u_fifo.wr_q ;
  (* hierconn *) wire                \u_unit.u_queue.u_fifo.valid_q ;
  (* hierconn *) wire [QW-1:0]       \u_unit.u_queue.u_fifo.data_q ;
  (* hierconn *) wire [63:0]         \u_unit.u_timestamp.f_sum ;
  (* hierconn *) wire [63:0]         \u_unit.u_timestamp.f_time ;
  (* hierconn *) wire                \u_unit.u_timestamp.f_was_clear ;
  (* hierconn *) wire                \u_unit.u_timestamp.f_was_reset ;
  wire [QUEUE_LOG2:0] f_rd = \u_unit.u_queue.u_fifo.rd_q ;
  wire [QUEUE_LOG2:0] f_wr = \u_unit.u_queue.u_fifo.wr_q ;
  wire [QUEUE_LOG2:0] f_level = f_wr - f_rd;
  (* hierconn *) wire [QW*DEPTH-1:0] \u_unit.u_queue.u_fifo.f_words ;
  wire [QW*DEPTH-1:0] f_queue = \u_unit.u_queue.u_fifo.f_words ;
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
    a_oldest: assert (!\u_unit.u_queue.u_fifo.valid_q
        || \u_unit.u_queue.u_fifo.data_q == f_first);
    a_level: assert (f_in_n == f_out_n + {{(31-QUEUE_LOG2){1'b0}}, f_level});
    a_last: assert (f_in_time == (f_level == '0 ? f_out_time : f_times[f_last]));
    a_wants: assert (!f_queued
        || (f_followed[EW-1:0] == f_wants && f_times[f_nth_queued] == f_time));
    a_reset: assert (!\u_unit.u_timestamp.f_was_reset || (!f_in && f_in_time == '0));
    a_sum: assert (f_in_time == (\u_unit.u_timestamp.f_was_clear ? 64'd0
        : \u_unit.u_timestamp.f_sum ));
    a_cycle: assert (f_cycle == \u_unit.u_timestamp.f_time + 64'd1);
  end
endmodule
`default_nettype wire
