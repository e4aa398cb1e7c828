// SPDX-License-Identifier: Apache-2.0
// weir_wide: the trace unit that records one event in every cycle, without a pause, where `weir`
// packs one in three to four: what `small` has, with a FIFO and a ring port of 64 bits.
//
// Stream   Registers and stream are those of `weir`; FEATURES shows what is missing. The ring holds
//          the stream as it is, without sections.
// Rate     One event a cycle as long as the ring port takes its bytes, 8 a cycle; theory.md,
//          *wide*.
// Reset, place  as for `weir`.
`default_nettype none
module weir_wide #(
    // 1 to 16: harts to trace
    parameter integer HARTS = 1,
    // 0 to 16: threads that may be preempted between VALUE and ID
    parameter integer VALUE_REGS = 4,
    // 2 to 6: entries buffered in a burst, log2: the longest burst without a drop
    parameter integer QUEUE_LOG2 = 5,
    // 0, 4 to 16: threads named by one byte: fewer bytes a switch
    parameter integer THREAD_CACHE = 8,
    // 7 to 15: words of 32 bits of FIFO, log2: the time between two drains
    parameter integer FIFO_LOG2 = 10,
    // 0, 1: 1: trace traps, and registers or CSRs written, by the core's retire port
    parameter integer RETIRE = 0
) (
    input  wire                clk_i,
    input  wire                rst_ni,

    // Register port. An access is accepted in a cycle with valid and ready; the answer to a read
    // follows in the next cycle.
    // an access not accepted yet may change or be withdrawn
    input  wire                reg_valid_i,
    input  wire                reg_write_i,
    input  wire [15+$clog2(HARTS+1):0] reg_addr_i,            // byte address; bits 1:0 are ignored
    input  wire [31:0]         reg_wdata_i,
    input  wire [3:0]          reg_wstrb_i,           // bytes to write; ignored for reads
    // low while the access must wait, as in the first cycles after reset or CLEAR;
    // docs/reference/signals.md has the bounds
    output wire                reg_ready_o,
    output wire [31:0]         reg_rdata_o,

    // Stores accepted on the data bus of each hart, one cycle each, at least one cycle before the
    // unit accepts the hart's next access; they cannot be stalled. Hart 0 in the low bits.
    input  wire [HARTS-1:0]    snoop_valid_i,
    input  wire [32*HARTS-1:0] snoop_addr_i,
    input  wire [32*HARTS-1:0] snoop_data_i,
    input  wire [4*HARTS-1:0]  snoop_strb_i,

    // What each hart retired, one cycle each, in program order. With RETIRE; ignored otherwise. It
    // must appear at least one cycle before the unit accepts the next access of this hart. Order
    // within a cycle: trap, return, writes.
    input  wire [5*HARTS-1:0]  retire_rd_i,           // register x1-x31 written; 0: none
    input  wire [32*HARTS-1:0] retire_rd_data_i,
    input  wire [HARTS-1:0]    retire_csr_valid_i,    // a CSR was written
    input  wire [12*HARTS-1:0] retire_csr_i,
    input  wire [32*HARTS-1:0] retire_csr_data_i,
    input  wire [HARTS-1:0]    retire_trap_i,         // a trap is taken, its handler begins:
    input  wire [HARTS-1:0]    retire_interrupt_i,    // 1: of an interrupt, 0: of an exception
    input  wire [12*HARTS-1:0] retire_code_i,         // with this code, 0-4094, as in mcause
    input  wire [HARTS-1:0]    retire_return_i,       // a handler returns (MRET, SRET)
    // A custom HINT (slti or sltiu with rd x0): retire_csr_i is its immediate, retire_csr_data_i
    // the value of its rs1; retire_csr_valid_i is 0.
    input  wire [HARTS-1:0]    retire_hint_i,
    input  wire [HARTS-1:0]    retire_hint_u_i,       // sltiu
    input  wire [HARTS-1:0]    retire_user_i,         // the HINT retired in user mode

    // Writes of the ring, whole rows of 64 bits, which must take effect in order.
    // stays, unchanged, until accepted in a cycle with m_ready_i
    output wire                m_valid_o,
    output wire [31:0]         m_addr_o,              // byte address, bits 2:0 are 0
    output wire [63:0]         m_wdata_o,
    input  wire                m_ready_i,
    input  wire                m_idle_i,              // all accepted rows are in memory
    input  wire                m_error_i,             // one of them is not: sets FAULT.RING

    output wire                irq_o                  // level, see IRQ_ENABLE
);
  localparam integer ADDR_W = 16 + $clog2(HARTS + 1);
  localparam integer EW = weir_event::W, TW = weir_event::ENTRY_W, DW = weir_pkg::DROP_W;
  wire [31:0] config_word, features_word;
  weir_ranges #(.HARTS(HARTS), .VALUE_REGS(VALUE_REGS), .VALUE_W(32), .ARGS(1),
                .QUEUE_LOG2(QUEUE_LOG2), .THREAD_CACHE(THREAD_CACHE), .FIFO_LOG2(FIFO_LOG2),
                .RETIRE(RETIRE), .PINS(0), .FILTER(0), .TIME_BASE(0), .CHECKPOINT(0), .PEEK(0),
                .PROTECT(0), .FRAME(0), .RING(1), .RESERVED(0)) u_ranges (
      .config_o(config_word), .features_o(features_word));
  localparam [FIFO_LOG2:0] NO_WORD = '0;
  localparam [31:0] IS_WIDE = 32'd1 << weir_pkg::FEATURES_WIDE_LSB;

  wire                enable, clear, stall_order, zeroing;
  wire [weir_event::ID_W-1:0] switch_id;
  wire [HARTS-1:0]    snoop_enable, snoop_isr, snoop_hint, snoop_every, stall_order_hart;
  wire [2*HARTS-1:0]  snoop_kind;
  wire [12*HARTS-1:0] snoop_index;
  wire [30*HARTS-1:0] snoop_word;
  wire [32*HARTS-1:0] snoop_mask;
  wire [9*HARTS-1:0]  mask;
  wire [HARTS-1:0]    acc_arg, acc_value, acc_id, acc_window;
  wire                set_valid, acc_narrow, offers, run, window, drains, reserve, space;
  wire [HARTS-1:0]    hart;                                    // the addressed hart, one-hot
  wire [1:0]          acc_context, acc_arg_index;
  wire [31:0]         acc_data;
  wire [32*HARTS-1:0] read_value;
  wire [32*HARTS-1:0] running;
  wire [4:0]          acc_offset;
  wire [weir_event::ID_W-1:0] window_id;
  wire [9:0]          hint_ids;

  // ---- port, snoop
  wire [HARTS-1:0]    port_valid, switched, stall_switch;      // port: at most one
  wire [EW*HARTS-1:0] port_event;
  wire [DW*HARTS-1:0] port_access_kind;
  wire [HARTS-1:0]    snoop_grant, snoop_overrun, snoop_reported, snoop_some;
  wire [4*HARTS-1:0]  snoop_count;
  wire [weir_event::ITEM*HARTS-1:0] snoop_item;
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      localparam [3:0] HART = h[3:0];
      weir_port #(.VALUE_REGS(VALUE_REGS), .PROTECT(0), .WORDS(1), .HART(HART)) u_port (
          .clk_i, .rst_ni, .enable_i(enable), .switch_id_i(switch_id), .mask_i(mask[9*h +: 9]),
          .acc_value_i(acc_value[h]), .acc_arg_i(acc_arg[h]), .acc_arg_index_i(acc_arg_index),
          .acc_id_i(acc_id[h]), .acc_window_i(acc_window[h]), .window_i(window),
          .acc_context_i(acc_context), .acc_narrow_i(acc_narrow), .acc_data_i(acc_data),
          .window_id_i(window_id),
          .read_value_o(read_value[32*h +: 32]), .running_i(running[32*h +: 32]),
          .switched_i(switched[h]), .stall_switch_o(stall_switch[h]),
          .event_valid_o(port_valid[h]), .event_o(port_event[EW*h +: EW]),
          .access_kind_o(port_access_kind[DW*h +: DW]));
      weir_snoop #(.RETIRE(RETIRE), .LOG2(RETIRE != 0 || HARTS > 1 ? 2 : 1),
                   .OVERRUN(RETIRE != 0 || HARTS > 1 ? 1 : 0)) u_snoop (
          .clk_i, .rst_ni, .enable_i(snoop_enable[h]), .isr_i(snoop_isr[h]),
          .every_i(snoop_every[h]), .kind_i(snoop_kind[2*h +: 2]),
          .index_i(snoop_index[12*h +: 12]), .addr_i(snoop_word[30*h +: 30]),
          .mask_i(snoop_mask[32*h +: 32]),
          .store_valid_i(snoop_valid_i[h]), .store_addr_i(snoop_addr_i[32*h +: 32]),
          .store_data_i(snoop_data_i[32*h +: 32]), .store_strb_i(snoop_strb_i[4*h +: 4]),
          .retire_rd_i(retire_rd_i[5*h +: 5]), .retire_rd_data_i(retire_rd_data_i[32*h +: 32]),
          .retire_csr_valid_i(retire_csr_valid_i[h]), .retire_csr_i(retire_csr_i[12*h +: 12]),
          .retire_csr_data_i(retire_csr_data_i[32*h +: 32]),
          .retire_trap_i(retire_trap_i[h]), .retire_interrupt_i(retire_interrupt_i[h]),
          .retire_code_i(retire_code_i[12*h +: 12]), .retire_return_i(retire_return_i[h]),
          .retire_hint_i(retire_hint_i[h]), .retire_hint_u_i(retire_hint_u_i[h]),
          .retire_user_i(retire_user_i[h]), .hint_i(snoop_hint[h]), .switch_id_i(switch_id),
          .port_mask_i(mask[9*h +: 9]), .hint_ids_i(hint_ids),
          .count_o(snoop_count[4*h +: 4]), .some_o(snoop_some[h]),
          .item_o(snoop_item[weir_event::ITEM*h +: weir_event::ITEM]), .grant_i(snoop_grant[h]),
          .overrun_o(snoop_overrun[h]), .reported_i(snoop_reported[h]));
    end
  endgenerate
  wire          offered, access_wanted, access_sys;
  wire [EW-1:0] port_offer;
  weir_port_mux #(.HARTS(HARTS)) u_port_mux (
      .hart_i(hart), .valid_i(port_valid), .event_i(port_event), .access_kind_i(port_access_kind),
      .valid_o(offered), .event_o(port_offer), .wanted_o(access_wanted), .sys_o(access_sys));

  // ---- arbiter
  wire          arbiter_idle, arbiter_pending, stall_port, arbiter_port, arbiter_reserved;
  wire          arbiter_leaves, event_valid, pins_grant, pins_reported;
  wire [EW-1:0] event_w;
  weir_arbiter #(.HARTS(HARTS), .PINS(0)) u_arbiter (
      .clk_i, .rst_ni, .snoop_count_i(snoop_count), .snoop_some_i(snoop_some),
      .snoop_item_i(snoop_item), .snoop_grant_o(snoop_grant),
      .snoop_overrun_i(snoop_overrun), .snoop_reported_o(snoop_reported),
      .pins_wait_i(1'b0), .pins_number_i(6'd0), .pins_value_i(32'd0), .pins_grant_o(pins_grant),
      .pins_overrun_i(1'b0), .pins_reported_o(pins_reported),
      .port_valid_i(offered), .port_event_i(port_offer), .reserve_i(reserve),
      .set_valid_i(set_valid), .set_value_i(acc_data), .set_silent_i(!enable), .offers_i(offers),
      .set_i(run), .hart_i(hart), .switch_id_i(switch_id),
      .stall_order_o(stall_order), .stall_order_hart_o(stall_order_hart),
      .stall_port_o(stall_port), .running_o(running), .switched_o(switched),
      .idle_o(arbiter_idle), .pending_o(arbiter_pending),
      .port_o(arbiter_port), .reserved_o(arbiter_reserved), .leaves_o(arbiter_leaves),
      .event_valid_o(event_valid), .event_o(event_w));

  // ---- offer
  wire          offer_valid, offer_reserved, offer_idle, flush, coming;
  wire [EW-1:0] offer;
  weir_offer u_offer (
      .clk_i, .rst_ni, .enable_i(enable), .leaves_i(arbiter_leaves), .event_valid_i(event_valid),
      .event_i(event_w), .port_i(arbiter_port), .reserved_i(arbiter_reserved),
      .arbiter_idle_i(arbiter_idle), .arbiter_pending_i(arbiter_pending),
      .filter_idle_i(1'b1), .filter_pending_i(1'b0),
      .event_valid_o(offer_valid), .event_o(offer), .reserved_o(offer_reserved),
      .idle_o(offer_idle), .flush_o(flush), .coming_o(coming));

  // ---- timestamp
  wire        entry_valid;
  wire [63:0] delta, time_now;
  wire [15:0] ticks;
  wire        time_is_external;
  weir_timestamp #(.TIME_BASE(0), .LATE(2)) u_timestamp (
      .clk_i, .rst_ni, .clear_i(clear), .entry_i(entry_valid), .delta_o(delta), .ticks_o(ticks),
      .time_o(time_now), .step_i(32'd0), .external_i(1'b0), .external_o(time_is_external),
      .gray_i(64'd0));

  // ---- admit
  wire          entry_report, entry_ready, entry_taken, drop, overload, loss, admit_idle;
  wire [TW-1:0] entry;
  logic         unused_valid_q;
  logic [4:0]   unused_q;
  wire          count_delivered, count_ready, count_late, pop;
  wire [5:0]    count_source;
  wire [DW-1:0] count_code;
  wire [31:0]   count;
  weir_admit #(.HARTS(HARTS), .RETIRE(RETIRE), .TIME_BASE(0), .QUEUE_LOG2(QUEUE_LOG2),
               .FIFO_LOG2(FIFO_LOG2), .RESERVED(0), .ENTRY(weir_pkg::SIZE_ENTRY_MAX),
               .EVERY(1)) u_admit (
      .clk_i, .rst_ni, .clear_i(clear), .ticks_i(ticks), .flush_i(flush), .zeroing_o(zeroing),
      .event_valid_i(offer_valid), .event_i(offer), .coming_i(coming),
      .reserve_sys_i(access_sys), .space_o(space), .reserve_i(reserve),
      .reserved_i(offer_reserved),
      .entry_valid_o(entry_valid), .entry_o(entry), .report_o(entry_report),
      .entry_taken_i(entry_taken),
      .unused_valid_i(unused_valid_q), .unused_i({1'b0, unused_q}), .pop_i(pop),
      .read_delivered_i(count_delivered), .read_source_i(count_source), .read_code_i(count_code),
      .read_ready_o(count_ready), .read_count_o(count), .read_late_o(count_late),
      .drop_o(drop), .overload_o(overload), .loss_o(loss), .idle_o(admit_idle));

  // ---- queue
  wire          queued_valid, queued_ready, queue_idle;
  wire [TW-1:0] queued;
  wire [63:0]   queued_delta;
  wire [95:0]   queued_args;
  wire [1:0]    queued_arg_count;
  weir_queue #(.LOG2(QUEUE_LOG2), .WORDS(1)) u_queue (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(entry_valid), .in_ready_o(entry_ready),
      .in_entry_i(entry), .in_report_i(entry_report), .in_delta_i(delta), .in_event_i(offer),
      .out_valid_o(queued_valid), .out_ready_i(queued_ready), .out_entry_o(queued),
      .out_delta_o(queued_delta), .out_args_o(queued_args), .out_arg_count_o(queued_arg_count),
      .taken_o(entry_taken), .idle_o(queue_idle));

  // ---- thread cache
  wire          cached_valid, cached_ready, cache_idle;
  wire [TW-1:0] cached;
  wire [63:0]   cached_delta;
  weir_wide_thread_cache #(.THREAD_CACHE(THREAD_CACHE)) u_thread_cache (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(queued_valid), .in_ready_o(queued_ready),
      .in_entry_i(queued), .in_delta_i(queued_delta), .out_valid_o(cached_valid),
      .out_ready_i(cached_ready), .out_entry_o(cached), .out_delta_o(cached_delta),
      .idle_o(cache_idle));

  // ---- pack
  wire          packed_valid, pack_idle;
  wire [4:0]    packed_unused;
  wire [1:0]    word_valid, tail_count;
  wire [63:0]   words;
  wire [23:0]   tail;
  weir_wide_pack u_pack (
      .clk_i, .rst_ni, .clear_i(clear), .entry_valid_i(cached_valid),
      .entry_ready_o(cached_ready), .entry_i(cached), .delta_i(cached_delta),
      .unused_valid_o(packed_valid), .unused_o(packed_unused), .word_valid_o(word_valid),
      .word_o(words), .tail_o(tail), .tail_count_o(tail_count), .idle_o(pack_idle));

  // ---- fifo, which the data page reads, or the ring
  wire               ringing, row_taken, word_pending;
  wire [31:0]        word;
  wire [63:0]        row;
  wire [FIFO_LOG2:0] level;
  wire               some = level != '0;
  weir_wide_fifo #(.LOG2(FIFO_LOG2)) u_fifo (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(word_valid), .in_data_i(words),
      .word_o(word), .row_o(row), .take_word_i(pop), .take_row_i(row_taken), .level_o(level),
      .pending_o(word_pending));
  // AREA: eight bytes that the ring has taken return to admit beside those an entry did not use.
  // They are a cycle late: a register, because m_ready_i arrives late.
  always_ff @(posedge clk_i) begin
    unused_valid_q <= rst_ni && (packed_valid || row_taken);
    // @row_space
    unused_q       <= (packed_valid ? packed_unused : 5'd0) + {1'b0, row_taken, 3'd0};
  end

  // ---- ring
  wire        ring_store, ring_known, ring_dropped, ring_busy;
  wire [3:0]  ring_word;
  wire [31:0] ring_answer;
  weir_wide_ring u_ring (
      .clk_i, .rst_ni, .clear_i(clear), .enable_i(enable), .store_i(ring_store),
      .word_i(ring_word), .wdata_i(acc_data), .answer_o(ring_answer), .known_o(ring_known),
      .dropped_o(ring_dropped),
      .row_i(row), .some_i(some), .both_i(|level[FIFO_LOG2:1]), .take_o(row_taken),
      .rest_i(pack_idle && cache_idle && queue_idle && !word_pending), .tail_i(tail),
      .tail_count_i(tail_count),
      .m_valid_o, .m_addr_o, .m_wdata_o, .m_ready_i, .m_idle_i,
      .enabled_o(ringing), .drains_o(drains), .busy_o(ring_busy));

  // ---- regs
  wire [31:0] pin_rise, pin_fall, pin_bus, time_step, frame_hz;
  wire        time_external, filter_store, checkpoint_now, framing, peek;
  wire [HARTS-1:0] sw_entry_begin, sw_entry_word, sw_entry_end;
  wire [15:0] checkpoint_every, frame_interval;
  wire [FIFO_LOG2-1:0] peek_at;
  weir_regs #(.HARTS(HARTS), .VALUE_REGS(VALUE_REGS), .RETIRE(RETIRE), .PINS(0), .FILTER(0),
      .TIME_BASE(0), .CHECKPOINT(0), .FIFO_LOG2(FIFO_LOG2), .PEEK(0), .FRAME(0), .RING(1),
      .VALUE_W(32), .PROTECT(0), .ARGS(1)) u_regs (
      .clk_i, .rst_ni, .auth_i(1'b1), .config_i(config_word),
      .features_i(features_word | IS_WIDE),
      .reg_valid_i, .reg_ready_o, .reg_write_i, .reg_addr_i({{(21-ADDR_W){1'b0}}, reg_addr_i}),
      .reg_wdata_i, .reg_wstrb_i, .reg_rdata_o,
      .enable_o(enable), .clear_o(clear), .switch_id_o(switch_id), .mask_o(mask),
      .pin_rise_o(pin_rise), .pin_fall_o(pin_fall), .pin_bus_o(pin_bus),
      .snoop_enable_o(snoop_enable), .snoop_isr_o(snoop_isr), .snoop_hint_o(snoop_hint),
      .hint_ids_o(hint_ids), .snoop_every_o(snoop_every),
      .snoop_kind_o(snoop_kind), .snoop_index_o(snoop_index), .snoop_addr_o(snoop_word),
      .snoop_mask_o(snoop_mask),
      .acc_value_o(acc_value), .acc_arg_o(acc_arg), .acc_arg_index_o(acc_arg_index),
      .acc_id_o(acc_id), .acc_window_o(acc_window), .window_o(window), .hart_o(hart),
      .acc_context_o(acc_context), .offers_o(offers), .run_o(run), .acc_narrow_o(acc_narrow),
      .acc_data_o(acc_data), .acc_offset_o(acc_offset), .window_id_o(window_id),
      .set_valid_o(set_valid),
      .stall_order_i(stall_order), .stall_order_hart_i(stall_order_hart),
      .stall_switch_i(stall_switch), .stall_port_i(stall_port), .zeroing_i(zeroing),
      .read_value_i(read_value), .running_i(running),
      .wanted_i(access_wanted), .space_i(space), .drains_i(drains), .reserve_o(reserve),
      .filter_store_o(filter_store), .filter_busy_i(1'b0), .filter_known_i(1'b0),
      .filter_read_i(32'd0), .frozen_i(1'b0),
      .count_delivered_o(count_delivered), .count_source_o(count_source), .count_code_o(count_code),
      .count_ready_i(count_ready), .count_i(count), .count_late_i(count_late),
      .sw_entry_begin_o(sw_entry_begin), .sw_entry_word_o(sw_entry_word),
      .sw_entry_end_o(sw_entry_end), .sw_entry_answer_i(2'd0),
      .checkpoint_every_o(checkpoint_every), .checkpoint_now_o(checkpoint_now),
      .checkpoint_asked_i(1'b0),
      .pop_o(pop), .word_valid_i(some && !ringing), .word_i(word), .level_i(level),
      .hidden_i(ringing), .tail_i(tail), .tail_count_i(tail_count),  // @hidden
      .framing_o(framing), .frame_interval_o(frame_interval), .frame_hz_o(frame_hz),
      .frame_busy_i(1'b0),
      .peek_o(peek), .peek_at_o(peek_at), .peek_word_i(32'd0), .fifo_wr_i(NO_WORD),
      .fifo_rd_i(NO_WORD), .snapshot_valid_i(1'b0), .snapshot_wr_i(NO_WORD),
      .snapshot_rd_i(NO_WORD), .snapshot_tail_i(24'd0), .snapshot_tail_count_i(2'd0),
      .ring_store_o(ring_store), .ring_word_o(ring_word), .ring_known_i(ring_known),
      .ring_dropped_i(ring_dropped), .ring_answer_i(ring_answer), .ring_error_i(m_error_i),
      .busy_i(!(offer_idle && admit_idle && queue_idle && cache_idle && pack_idle  // @busy
          && !word_pending && !unused_valid_q && !ring_busy)),
      .overload_i(overload), .loss_i(loss), .drop_i(drop),
      .time_i(time_now), .time_step_o(time_step), .time_external_o(time_external),
      .time_external_i(time_is_external), .irq_o);

  wire unused = &{1'b0, acc_offset, entry_ready, queued_args, queued_arg_count, pins_grant,
      pins_reported,
      pin_rise, pin_fall, pin_bus, time_step, time_external, filter_store, checkpoint_now,
      checkpoint_every, framing, frame_interval, frame_hz, peek, peek_at, sw_entry_begin,
      sw_entry_word, sw_entry_end};

`ifdef FORMAL
`include "weir_wide_fv.svh"
`endif
endmodule
`default_nettype wire
