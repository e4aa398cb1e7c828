// SPDX-License-Identifier: Apache-2.0
// weir: the trace unit behind its native register port.
//
// Reset    Synchronous, active low, control state only: RAM and payload keep their contents.
// Place    snoop_* must show a hart's stores in the order in which the register port receives the
//          hart's own accesses. A posted write buffer between the two breaks this order.
// Presets  rtl/regs/parameters.toml; the defaults are those of `small`.
// Stages   Each is an instance here, in the order of the stream; what a unit does not have, the
//          stage ties off itself.
`default_nettype none
module weir #(
    // 1 to 16: harts to trace
    parameter integer HARTS = 1,
    // 0 to 16: threads that may be preempted between VALUE and ID
    parameter integer VALUE_REGS = 4,
    // 32, 64: bits of a value; 64: events carry doubles or 64-bit addresses
    parameter integer VALUE_W = 32,
    // 1 to 4: words of an event; more: printf-like events with arguments
    parameter integer ARGS = 1,
    // 2 to 6: entries buffered in a burst, log2: the longest burst without a drop
    parameter integer QUEUE_LOG2 = 5,
    // 0, 4 to 16: threads named by one byte: fewer bytes a switch
    parameter integer THREAD_CACHE = 8,
    // 7 to 15: words of FIFO, log2: the time between two drains
    parameter integer FIFO_LOG2 = 10,
    // 0, 1: 1: trace traps, and registers or CSRs written, by the core's retire port
    parameter integer RETIRE = 0,
    // 0 to 32: pins of other hardware to trace
    parameter integer PINS = 0,
    // 0, 1: 1: select, rate-limit and trigger events in hardware
    parameter integer FILTER = 0,
    // 0, 1: 1: time in ticks of any length, or of an external counter (mtime)
    parameter integer TIME_BASE = 0,
    // 0, 1: 1: readers may join late; software writes whole entries
    parameter integer CHECKPOINT = 0,
    // 0, 1: 1: read the stream without taking it, and after a crash or reset
    parameter integer PEEK = 0,
    // 0, 1: 1: user port and PORT_MASK, LOCK, authorisation pin
    parameter integer PROTECT = 0,
    // 0, 1, 2, 4: bytes of a frame's id, for a UART or probe; 0: no frame sink
    parameter integer FRAME = 0,
    // 0, 1: 1: write the stream to memory by a bus manager
    parameter integer RING = 0
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
    input  wire [32*HARTS-1:0] snoop_addr_i,          // byte address; bits 1:0 are ignored
    input  wire [32*HARTS-1:0] snoop_data_i,          // on the byte lanes of its address
    input  wire [4*HARTS-1:0]  snoop_strb_i,          // bytes stored; 1111: may be a switch

    // What each hart retired, one cycle each, in program order. With RETIRE; ignored otherwise. It
    // must appear at least one cycle before the unit accepts the next access of this hart. Order
    // within a cycle: trap, return, writes.
    input  wire [5*HARTS-1:0]  retire_rd_i,           // register x1-x31 written; 0: none
    input  wire [32*HARTS-1:0] retire_rd_data_i,      // its new value
    input  wire [HARTS-1:0]    retire_csr_valid_i,    // a CSR was written
    input  wire [12*HARTS-1:0] retire_csr_i,          // its number
    input  wire [32*HARTS-1:0] retire_csr_data_i,     // its new value
    input  wire [HARTS-1:0]    retire_trap_i,         // a trap is taken, its handler begins:
    input  wire [HARTS-1:0]    retire_interrupt_i,    // 1: of an interrupt, 0: of an exception
    input  wire [12*HARTS-1:0] retire_code_i,         // with this code, 0-4094, as in mcause
    input  wire [HARTS-1:0]    retire_return_i,       // a handler returns (MRET, SRET)
    // A custom HINT (slti or sltiu with rd x0): retire_csr_i is its immediate, retire_csr_data_i
    // the value of its rs1; retire_csr_valid_i is 0.
    input  wire [HARTS-1:0]    retire_hint_i,
    input  wire [HARTS-1:0]    retire_hint_u_i,       // sltiu
    input  wire [HARTS-1:0]    retire_user_i,         // the HINT retired in user mode

    // Event pins, with PINS; otherwise one pin, ignored.
    // of any clock; a level of one cycle or more is seen
    input  wire [(PINS > 0 ? PINS : 1)-1:0] pins_i,

    // Permission to read the trace, with PROTECT; ignored otherwise.
    // of any clock; takes effect in the third cycle after it changes
    input  wire                auth_i,

    // An external counter, with TIME_BASE; ignored otherwise.
    // Gray code, of any clock: one bit changes at a time, up to 4095 times a cycle, see weir_gray
    input  wire [63:0]         time_gray_i,

    // Trigger, with FILTER; otherwise ignored, and low.
    // of any clock; an edge counts if the level lasts a cycle or more
    input  wire                trigger_i,
    output wire                trigger_o,             // high for one cycle

    // Frames: a byte is accepted in each cycle with valid and ready. With FRAME; otherwise valid is
    // 0.
    output wire                frame_valid_o,         // the byte stays until accepted
    output wire [7:0]          frame_data_o,
    input  wire                frame_ready_i,

    // Writes of the ring, whole words, which must take effect in order. With RING; otherwise 0.
    // stays, unchanged, until accepted in a cycle with m_ready_i
    output wire                m_valid_o,
    output wire [31:0]         m_addr_o,              // byte address, bits 1:0 are 0
    output wire [31:0]         m_wdata_o,
    input  wire                m_ready_i,
    input  wire                m_idle_i,              // all accepted words are in memory
    input  wire                m_error_i,             // one of them is not: sets FAULT.RING

    output wire                irq_o                  // level, see IRQ_ENABLE
);
  // Bytes of FIFO reserved for one checkpoint: CURR, both checkpoint entries, running threads,
  // totals and cache entries, plus up to 14 bytes not yet read of the previous one; and for one
  // software entry. The pins have the counters of one context.
  localparam integer SOURCES = HARTS + (PINS != 0 ? 1 : 0);    // the pins count as one more hart
  // Totals of reasons from 8 on have longer items.
  localparam integer FAR = weir_pkg::DROP_COUNT > 8 ? weir_pkg::DROP_COUNT - 8 : 0;
  // @weir_checkpoint_space
  localparam integer RESERVED = CHECKPOINT != 0
      ? (18 + (64 + 10 * FAR) * (4 * HARTS + (PINS != 0 ? 1 : 0)) + 8 * THREAD_CACHE + 14) / 4 * 4
      + weir_pkg::SIZE_SW_ENTRY_MAX : 0;
  localparam integer ADDR_W = 16 + $clog2(HARTS + 1);
  wire [31:0] config_word, features_word;
  weir_ranges #(.HARTS(HARTS), .VALUE_REGS(VALUE_REGS), .VALUE_W(VALUE_W), .ARGS(ARGS),
                .QUEUE_LOG2(QUEUE_LOG2), .THREAD_CACHE(THREAD_CACHE), .FIFO_LOG2(FIFO_LOG2),
                .RETIRE(RETIRE), .PINS(PINS), .FILTER(FILTER), .TIME_BASE(TIME_BASE),
                .CHECKPOINT(CHECKPOINT), .PEEK(PEEK), .PROTECT(PROTECT), .FRAME(FRAME),
                .RING(RING), .RESERVED(RESERVED)) u_ranges (
      .config_o(config_word), .features_o(features_word));
  localparam integer EW = weir_event::W, TW = weir_event::ENTRY_W, DW = weir_pkg::DROP_W;
  localparam integer WORDS = VALUE_W == 64 ? 2 : ARGS;        // of a value
  localparam integer ENTRY = VALUE_W == 64 ? weir_pkg::SIZE_ENTRY_MAX_WIDE
                           // bytes of an event, at most
                           : weir_pkg::SIZE_ENTRY_MAX + weir_pkg::SIZE_ENTRY_ARG * (ARGS - 1);

  wire                enable, clear, stall_order, zeroing, count_zeroing;
  wire [weir_event::ID_W-1:0] switch_id;
  wire [HARTS-1:0]    snoop_enable, snoop_isr, snoop_hint, snoop_every, stall_order_hart;
  wire [2*HARTS-1:0]  snoop_kind;
  wire [12*HARTS-1:0] snoop_index;
  wire [30*HARTS-1:0] snoop_word;
  wire [32*HARTS-1:0] snoop_mask;
  wire [9*HARTS-1:0]  mask;
  wire [HARTS-1:0]    acc_arg, acc_value, acc_id, acc_window;
  wire                set_valid;
  wire                acc_narrow, offers, run, window, drains, reserve, space;
  wire [HARTS-1:0]    hart;                                    // the addressed hart, one-hot
  wire [1:0]          acc_context;
  wire [31:0]         acc_data;
  wire [32*HARTS-1:0] read_value;
  wire [32*HARTS-1:0] running;
  wire [1:0]          acc_arg_index;
  wire [4:0]          acc_offset;
  wire [weir_event::ID_W-1:0] window_id;
  wire [9:0]          hint_ids;

  // ---- authorisation
  wire auth, hidden, framing;
  weir_auth #(.PROTECT(PROTECT), .FRAME(FRAME)) u_auth (
      .clk_i, .rst_ni, .auth_i, .framing_i(framing), .auth_o(auth), .hidden_o(hidden));

  // ---- port, snoop
  wire [HARTS-1:0]    port_valid, switched, stall_switch;            // port: at most one
  wire [EW*HARTS-1:0] port_event;
  wire [DW*HARTS-1:0] port_access_kind;
  wire [HARTS-1:0]    snoop_grant, snoop_overrun, snoop_reported;
  wire [4*HARTS-1:0]  snoop_count;
  wire [HARTS-1:0]    snoop_some;
  wire [weir_event::ITEM*HARTS-1:0] snoop_item;
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      localparam [3:0] HART = h[3:0];
      weir_port #(.VALUE_REGS(VALUE_REGS), .PROTECT(PROTECT), .WORDS(WORDS), .HART(HART)) u_port (
          .clk_i, .rst_ni, .enable_i(enable), .switch_id_i(switch_id), .mask_i(mask[9*h +: 9]),
          .acc_value_i(acc_value[h]), .acc_arg_i(acc_arg[h]), .acc_arg_index_i(acc_arg_index),
              .acc_id_i(acc_id[h]), .acc_window_i(acc_window[h]), .window_i(window),
          .acc_context_i(acc_context), .acc_narrow_i(acc_narrow), .acc_data_i(acc_data),
              .window_id_i(window_id),
          .read_value_o(read_value[32*h +: 32]), .running_i(running[32*h +: 32]),
              .switched_i(switched[h]), .stall_switch_o(stall_switch[h]),
          .event_valid_o(port_valid[h]), .event_o(port_event[EW*h +: EW]),
              .access_kind_o(port_access_kind[DW*h +: DW]));
      weir_snoop #(.RETIRE(RETIRE), .LOG2(RETIRE != 0 || SOURCES > 1 ? 2 : 1),
                   .OVERRUN(RETIRE != 0 || SOURCES > 1 ? 1 : 0), .PROTECT(PROTECT)) u_snoop (
          .clk_i, .rst_ni, .enable_i(snoop_enable[h]), .isr_i(snoop_isr[h]),
              .every_i(snoop_every[h]),
          .kind_i(snoop_kind[2*h +: 2]), .index_i(snoop_index[12*h +: 12]),
              .addr_i(snoop_word[30*h +: 30]), .mask_i(snoop_mask[32*h +: 32]),
          .store_valid_i(snoop_valid_i[h]), .store_addr_i(snoop_addr_i[32*h +: 32]),
              .store_data_i(snoop_data_i[32*h +: 32]),
          .store_strb_i(snoop_strb_i[4*h +: 4]),
          .retire_rd_i(retire_rd_i[5*h +: 5]), .retire_rd_data_i(retire_rd_data_i[32*h +: 32]),
          .retire_csr_valid_i(retire_csr_valid_i[h]), .retire_csr_i(retire_csr_i[12*h +: 12]),
              .retire_csr_data_i(retire_csr_data_i[32*h +: 32]),
          .retire_trap_i(retire_trap_i[h]), .retire_interrupt_i(retire_interrupt_i[h]),
              .retire_code_i(retire_code_i[12*h +: 12]),
          .retire_return_i(retire_return_i[h]), .retire_hint_i(retire_hint_i[h]),
              .retire_hint_u_i(retire_hint_u_i[h]), .retire_user_i(retire_user_i[h]),
          .hint_i(snoop_hint[h]), .switch_id_i(switch_id), .port_mask_i(mask[9*h +: 9]),
              .hint_ids_i(hint_ids),
          .count_o(snoop_count[4*h +: 4]), .some_o(snoop_some[h]),
          .item_o(snoop_item[weir_event::ITEM*h +: weir_event::ITEM]),
              .grant_i(snoop_grant[h]),
          .overrun_o(snoop_overrun[h]), .reported_i(snoop_reported[h]));
    end
  endgenerate
  wire          offered, access_wanted, access_sys;
  wire [EW-1:0] port_offer;
  weir_port_mux #(.HARTS(HARTS)) u_port_mux (
      .hart_i(hart), .valid_i(port_valid), .event_i(port_event), .access_kind_i(port_access_kind),
      .valid_o(offered), .event_o(port_offer), .wanted_o(access_wanted), .sys_o(access_sys));

  // ---- pins
  wire        pins_wait, pins_grant, pins_overrun, pins_reported;
  wire [5:0]  pins_number;
  wire [31:0] pins_value, pin_rise, pin_fall, pin_bus;
  localparam integer PIN_W = PINS > 0 ? PINS : 1;
  weir_pins #(.PINS(PINS)) u_pins (
      .clk_i, .rst_ni, .enable_i(enable), .rise_i(pin_rise[PIN_W-1:0]),
      .fall_i(pin_fall[PIN_W-1:0]), .bus_i(pin_bus[PIN_W-1:0]), .pins_i,
      .wait_o(pins_wait), .number_o(pins_number), .value_o(pins_value), .grant_i(pins_grant),
      .overrun_o(pins_overrun), .reported_i(pins_reported));

  // ---- arbiter
  wire          arbiter_idle, arbiter_pending, stall_port, arbiter_port, arbiter_reserved;
  wire          arbiter_leaves, event_valid;
  wire [EW-1:0] event_w;
  weir_arbiter #(.HARTS(HARTS), .PINS(PINS)) u_arbiter (
      .clk_i, .rst_ni, .snoop_count_i(snoop_count), .snoop_some_i(snoop_some),
          .snoop_item_i(snoop_item), .snoop_grant_o(snoop_grant),
      .snoop_overrun_i(snoop_overrun), .snoop_reported_o(snoop_reported),
      .pins_wait_i(pins_wait), .pins_number_i(pins_number), .pins_value_i(pins_value),
          .pins_grant_o(pins_grant),
      .pins_overrun_i(pins_overrun), .pins_reported_o(pins_reported),
      .port_valid_i(offered), .port_event_i(port_offer), .reserve_i(reserve),
      .set_valid_i(set_valid), .set_value_i(acc_data), .set_silent_i(!enable), .offers_i(offers),
          .set_i(run), .hart_i(hart), .switch_id_i(switch_id),
      .stall_order_o(stall_order), .stall_order_hart_o(stall_order_hart),
          .stall_port_o(stall_port), .running_o(running), .switched_o(switched),
          .idle_o(arbiter_idle), .pending_o(arbiter_pending),
      .port_o(arbiter_port), .reserved_o(arbiter_reserved), .leaves_o(arbiter_leaves),
          .event_valid_o(event_valid), .event_o(event_w));

  // ---- filter
  wire          passed_leaves, passed, passed_port, passed_reserved, filter_idle, filter_pending;
  wire          filter_store, filter_busy, filter_known, frozen;
  wire [EW-1:0] passed_event;
  wire [31:0]   filter_read;
  weir_filter #(.FILTER(FILTER)) u_filter (
      .clk_i, .rst_ni, .clear_i(clear), .store_i(filter_store), .word_i(acc_offset),
      .data_i(acc_data), .busy_o(filter_busy), .known_o(filter_known), .read_o(filter_read),
      .trigger_i, .trigger_o, .frozen_o(frozen),
      .leaves_i(arbiter_leaves), .event_valid_i(event_valid), .event_i(event_w),
      .port_i(arbiter_port), .reserved_i(arbiter_reserved),
      .leaves_o(passed_leaves), .event_valid_o(passed), .event_o(passed_event),
      .port_o(passed_port), .reserved_o(passed_reserved), .idle_o(filter_idle),
      .pending_o(filter_pending));

  // ---- offer
  wire          offer_valid, offer_reserved, offer_idle, flush, coming;
  wire [EW-1:0] offer;
  weir_offer u_offer (
      .clk_i, .rst_ni, .enable_i(enable), .leaves_i(passed_leaves), .event_valid_i(passed),
      .event_i(passed_event), .port_i(passed_port), .reserved_i(passed_reserved),
      .arbiter_idle_i(arbiter_idle), .arbiter_pending_i(arbiter_pending),
      .filter_idle_i(filter_idle), .filter_pending_i(filter_pending),
      .event_valid_o(offer_valid), .event_o(offer), .reserved_o(offer_reserved),
      .idle_o(offer_idle), .flush_o(flush), .coming_o(coming));

  // ---- timestamp
  wire              entry_valid;
  wire [63:0]       delta;
  wire [15:0]       ticks;
  wire [63:0]       time_now;
  wire [31:0]       time_step;
  wire              time_external, time_is_external;
  weir_timestamp #(.TIME_BASE(TIME_BASE), .LATE(FILTER == 0 ? 2 : 3)) u_timestamp (
      .clk_i, .rst_ni, .clear_i(clear), .entry_i(entry_valid), .delta_o(delta), .ticks_o(ticks),
          .time_o(time_now),
      .step_i(time_step), .external_i(time_external), .external_o(time_is_external),
          .gray_i(time_gray_i));

  // ---- admit
  wire        entry_report, entry_ready, entry_taken, unused_valid, freed, drop, overload, loss;
  wire        admit_idle;
  wire [TW-1:0] entry;
  wire [5:0]  unused_bytes;
  wire        count_delivered, count_ready, count_late;
  wire [5:0]  count_source;
  wire [DW-1:0] count_code;
  wire [31:0] count;
  weir_admit #(.HARTS(SOURCES), .RETIRE(RETIRE), .TIME_BASE(TIME_BASE), .QUEUE_LOG2(QUEUE_LOG2),
               .FIFO_LOG2(FIFO_LOG2), .RESERVED(RESERVED), .ENTRY(ENTRY)) u_admit (
      .clk_i, .rst_ni, .clear_i(clear), .ticks_i(ticks), .flush_i(flush),
          .zeroing_o(count_zeroing),
      .event_valid_i(offer_valid), .event_i(offer), .coming_i(coming),
      .reserve_sys_i(access_sys), .space_o(space), .reserve_i(reserve),
          .reserved_i(offer_reserved),
      .entry_valid_o(entry_valid), .entry_o(entry), .report_o(entry_report),
          .entry_taken_i(entry_taken),
      .unused_valid_i(unused_valid), .unused_i(unused_bytes), .pop_i(freed),
      .read_delivered_i(count_delivered), .read_source_i(count_source), .read_code_i(count_code),
      .read_ready_o(count_ready), .read_count_o(count), .read_late_o(count_late),
      .drop_o(drop), .overload_o(overload), .loss_o(loss), .idle_o(admit_idle));

  // ---- queue
  wire          queued_valid, queued_ready, queue_idle;
  wire [TW-1:0] queued;
  wire [63:0]   queued_delta;
  wire [95:0]   queued_args;
  wire [1:0]    queued_arg_count;
  weir_queue #(.LOG2(QUEUE_LOG2), .WORDS(WORDS)) u_queue (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(entry_valid), .in_ready_o(entry_ready),
      .in_entry_i(entry), .in_report_i(entry_report), .in_delta_i(delta), .in_event_i(offer),
      .out_valid_o(queued_valid), .out_ready_i(queued_ready), .out_entry_o(queued),
      .out_delta_o(queued_delta), .out_args_o(queued_args), .out_arg_count_o(queued_arg_count),
      .taken_o(entry_taken), .idle_o(queue_idle));

  // ---- args
  wire          parted_valid, parted_ready, parted_timed, is_arg, args_idle;
  wire [TW-1:0] parted;
  wire [63:0]   parted_delta;
  wire [31:0]   parted_high;
  weir_args #(.ARGS(ARGS)) u_args (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(queued_valid), .in_ready_o(queued_ready),
      .in_entry_i(queued), .in_delta_i(queued_delta), .in_args_i(queued_args),
      .in_arg_count_i(queued_arg_count),
      .out_valid_o(parted_valid), .out_ready_i(parted_ready), .out_entry_o(parted),
      .out_delta_o(parted_delta), .out_timed_o(parted_timed), .out_high_o(parted_high),
      .out_is_arg_o(is_arg), .idle_o(args_idle));

  // ---- thread cache
  wire        cached_valid, cached_ready;
  wire [TW-1:0] cached;
  // frames name threads by their values
  weir_thread_cache #(.THREAD_CACHE(THREAD_CACHE)) u_thread_cache (
      .clk_i, .rst_ni, .clear_i(clear), .off_i(framing),
      .in_valid_i(parted_valid), .in_ready_o(parted_ready), .in_entry_i(parted),
      .out_valid_o(cached_valid), .out_ready_i(cached_ready), .out_entry_o(cached));

  // ---- software entries
  wire [HARTS-1:0]  sw_entry_begin, sw_entry_store, sw_entry_end;
  wire [1:0]        sw_entry_answer;
  wire              sw_entry_start, sw_entry_can, sw_entry_busy, ring_enabled, to_page;
  wire [5:0]        sw_entry_words;
  wire [4:0]        sw_entry_at;
  wire [31:0]       sw_entry_word;
  weir_sw_entry #(.CHECKPOINT(CHECKPOINT), .HARTS(HARTS)) u_sw_entry (
      .clk_i, .rst_ni, .clear_i(clear), .begin_i(sw_entry_begin), .word_i(sw_entry_store),
      .end_i(sw_entry_end), .data_i(acc_data), .hart_i(hart), .answer_o(sw_entry_answer),
      .switched_i(switched), .start_o(sw_entry_start), .words_o(sw_entry_words),
      .can_i(sw_entry_can), .busy_i(sw_entry_busy), .at_i(sw_entry_at), .word_o(sw_entry_word));

  // ---- checkpoint
  wire              checkpointed_valid, checkpointed_ready, checkpointed_is_arg, copy, of_state;
  wire              state_valid, checkpoint_asked, checkpoint_now, checkpoint_zeroing;
  wire              checkpoint_idle, checkpointed_timed, given;
  wire [TW-1:0]     checkpointed;
  wire [63:0]       checkpointed_delta;
  wire [31:0]       checkpointed_high;
  wire [15:0]       checkpoint_every;
  weir_checkpoint #(.CHECKPOINT(CHECKPOINT), .HARTS(SOURCES), .THREAD_CACHE(THREAD_CACHE),
      .ENTRY(ENTRY), .RESERVED(RESERVED)) u_checkpoint (
      .clk_i, .rst_ni, .clear_i(clear), .enable_i(enable), .framing_i(framing),
      .ring_i(ring_enabled), .to_page_i(to_page), .now_i(checkpoint_now),
      .every_i(checkpoint_every), .asked_o(checkpoint_asked), .zeroing_o(checkpoint_zeroing),
      .sw_entry_start_i(sw_entry_start), .sw_entry_words_i(sw_entry_words),
      .sw_entry_can_o(sw_entry_can), .sw_entry_busy_o(sw_entry_busy), .sw_entry_at_o(sw_entry_at),
      .sw_entry_word_i(sw_entry_word),
      .in_valid_i(cached_valid), .in_ready_o(cached_ready), .in_entry_i(cached),
      .in_delta_i(parted_delta), .in_timed_i(parted_timed), .in_high_i(parted_high),
      .in_is_arg_i(is_arg),
      .out_valid_o(checkpointed_valid), .out_ready_i(checkpointed_ready),
      .out_entry_o(checkpointed), .out_delta_o(checkpointed_delta),
      .out_timed_o(checkpointed_timed), .out_high_o(checkpointed_high),
      .out_is_arg_o(checkpointed_is_arg), .out_copy_o(copy), .out_state_o(of_state),
      .packed_i(unused_valid), .state_packed_i(state_valid), .unused_i(unused_bytes),
      .pop_i(given), .freed_o(freed), .idle_o(checkpoint_idle));
  assign zeroing = count_zeroing || checkpoint_zeroing;

  // ---- pack
  wire        word_valid, pack_idle;
  wire [31:0] word;
  wire [23:0] tail;
  wire [1:0]  tail_count;
  weir_pack #(.COPY(CHECKPOINT), .VALUE_W(VALUE_W), .ENTRY(ENTRY)) u_pack (
      .clk_i, .rst_ni, .clear_i(clear), .entry_valid_i(checkpointed_valid),
          .entry_ready_o(checkpointed_ready), .entry_i(checkpointed),
      .value_high_i(checkpointed_high), .delta_i(checkpointed_delta),
      .timed_i(checkpointed_timed), .is_arg_i(checkpointed_is_arg), .copy_i(copy),
          .state_i(of_state),
          .state_valid_o(state_valid),
      .unused_valid_o(unused_valid), .unused_o(unused_bytes),
      .word_valid_o(word_valid), .word_o(word), .tail_o(tail), .tail_count_o(tail_count),
      .idle_o(pack_idle));

  // ---- page
  wire                 word_ready, pop, frame_pop, bus_pop, out_valid, word_pending;
  wire                 frame_word, frame_tail, frame_waits, peek, snapshot_valid;
  wire [31:0]          out_word, peek_word;
  wire [FIFO_LOG2:0]   level, fifo_wr, fifo_rd, snapshot_wr, snapshot_rd;
  wire [FIFO_LOG2-1:0] peek_at;
  wire [23:0]          bus_tail, snapshot_tail;
  wire [1:0]           bus_tail_count, snapshot_tail_count;
  weir_page #(.FIFO_LOG2(FIFO_LOG2), .PEEK(PEEK), .OUT(FRAME != 0 || RING != 0 ? 1 : 0)) u_page (
      .clk_i, .rst_ni, .clear_i(clear), .enable_i(enable), .word_valid_i(word_valid),
      .word_ready_o(word_ready), .word_i(word), .tail_i(tail), .tail_count_i(tail_count),
      .to_page_i(to_page), .hidden_i(hidden), .pop_i(bus_pop), .word_valid_o(out_valid),
      .word_o(out_word), .level_o(level), .tail_o(bus_tail), .tail_count_o(bus_tail_count),
      .peek_i(peek), .peek_at_i(peek_at), .peek_o(peek_word), .wr_o(fifo_wr), .rd_o(fifo_rd),
      .snapshot_valid_o(snapshot_valid), .snapshot_wr_o(snapshot_wr), .snapshot_rd_o(snapshot_rd),
      .snapshot_tail_o(snapshot_tail), .snapshot_tail_count_o(snapshot_tail_count),
      .framing_i(framing), .frame_valid_o(frame_word), .frame_ready_i(frame_pop),
      .frame_tail_o(frame_tail), .frame_waits_o(frame_waits), .taken_o(pop),
      .pending_o(word_pending));

  // ---- frame: takes the words instead of the bus
  wire        frame_idle;
  wire [15:0] frame_interval;
  wire [31:0] frame_hz;
  weir_frame #(.ID(FRAME), .ARGS(ARGS)) u_frame (
      .clk_i, .rst_ni, .clear_i(clear), .auth_i(auth), .interval_i(frame_interval),
      .hz_i(frame_hz), .word_valid_i(frame_word), .word_ready_o(frame_pop), .word_i(out_word),
      .tail_valid_i(frame_tail), .tail_i(tail), .tail_count_i(tail_count),
      .frame_valid_o, .frame_data_o, .frame_ready_i, .idle_o(frame_idle));

  // ---- ring
  wire        ring_store, ring_known, ring_dropped, ring_busy, ring_error, ring_ready;
  wire [3:0]  ring_word;
  wire [31:0] ring_answer;
  weir_ring_sink #(.RING(RING), .HARTS(HARTS), .PINS(PINS), .THREAD_CACHE(THREAD_CACHE),
      .CHECKPOINT(CHECKPOINT), .ARGS(ARGS), .FIFO_LOG2(FIFO_LOG2)) u_ring_sink (
      .clk_i, .rst_ni, .clear_i(clear), .enable_i(enable), .auth_i(auth), .framing_i(framing),
      .store_i(ring_store), .word_i(ring_word), .wdata_i(acc_data), .answer_o(ring_answer),
      .known_o(ring_known), .dropped_o(ring_dropped),
      .stream_valid_i(word_valid), .stream_ready_o(ring_ready), .stream_i(word), .tail_i(tail),
      .tail_count_i(tail_count), .packed_i(pack_idle),
      .to_page_o(to_page), .page_level_i(level), .page_taken_i(pop), .given_o(given),
      .m_valid_o, .m_addr_o, .m_wdata_o, .m_ready_i, .m_idle_i, .m_error_i,
      .enabled_o(ring_enabled), .drains_o(drains), .busy_o(ring_busy), .error_o(ring_error));

  // ---- regs
  weir_regs #(.HARTS(HARTS), .VALUE_REGS(VALUE_REGS), .RETIRE(RETIRE), .PINS(PINS),
      .FILTER(FILTER), .TIME_BASE(TIME_BASE), .CHECKPOINT(CHECKPOINT), .FIFO_LOG2(FIFO_LOG2),
      .PEEK(PEEK), .FRAME(FRAME), .RING(RING), .VALUE_W(VALUE_W), .PROTECT(PROTECT),
      .ARGS(ARGS)) u_regs (
      .clk_i, .rst_ni, .auth_i(auth), .config_i(config_word), .features_i(features_word),
      .reg_valid_i, .reg_ready_o, .reg_write_i, .reg_addr_i({{(21-ADDR_W){1'b0}}, reg_addr_i}),
          .reg_wdata_i, .reg_wstrb_i,
      .reg_rdata_o,
      .enable_o(enable), .clear_o(clear), .switch_id_o(switch_id), .mask_o(mask),
      .pin_rise_o(pin_rise), .pin_fall_o(pin_fall), .pin_bus_o(pin_bus),
      .snoop_enable_o(snoop_enable), .snoop_isr_o(snoop_isr), .snoop_hint_o(snoop_hint),
          .hint_ids_o(hint_ids), .snoop_every_o(snoop_every),
          .snoop_kind_o(snoop_kind),
      .snoop_index_o(snoop_index), .snoop_addr_o(snoop_word), .snoop_mask_o(snoop_mask),
      .acc_value_o(acc_value), .acc_arg_o(acc_arg), .acc_arg_index_o(acc_arg_index),
          .acc_id_o(acc_id), .acc_window_o(acc_window), .window_o(window), .hart_o(hart),
          .acc_context_o(acc_context),
      .offers_o(offers), .run_o(run), .acc_narrow_o(acc_narrow), .acc_data_o(acc_data),
          .acc_offset_o(acc_offset), .window_id_o(window_id), .set_valid_o(set_valid),
      .stall_order_i(stall_order), .stall_order_hart_i(stall_order_hart),
          .stall_switch_i(stall_switch), .stall_port_i(stall_port), .zeroing_i(zeroing),
          .read_value_i(read_value), .running_i(running),
      .wanted_i(access_wanted), .space_i(space), .drains_i(drains),
          .reserve_o(reserve),
      .filter_store_o(filter_store), .filter_busy_i(filter_busy), .filter_known_i(filter_known),
          .filter_read_i(filter_read), .frozen_i(frozen),
      .count_delivered_o(count_delivered), .count_source_o(count_source), .count_code_o(count_code),
      .count_ready_i(count_ready), .count_i(count), .count_late_i(count_late),
      .sw_entry_begin_o(sw_entry_begin), .sw_entry_word_o(sw_entry_store),
          .sw_entry_end_o(sw_entry_end), .sw_entry_answer_i(sw_entry_answer),
      .checkpoint_every_o(checkpoint_every), .checkpoint_now_o(checkpoint_now),
          .checkpoint_asked_i(checkpoint_asked),
      .pop_o(bus_pop), .word_valid_i(out_valid), .word_i(out_word),
      .level_i(level),  // @level
          .hidden_i(hidden), .tail_i(bus_tail),
      .tail_count_i(bus_tail_count), .framing_o(framing), .frame_interval_o(frame_interval),
          .frame_hz_o(frame_hz),
      .frame_busy_i(!frame_idle || frame_waits),
      .peek_o(peek), .peek_at_o(peek_at), .peek_word_i(peek_word), .fifo_wr_i(fifo_wr),
          .fifo_rd_i(fifo_rd),
      .snapshot_valid_i(snapshot_valid), .snapshot_wr_i(snapshot_wr), .snapshot_rd_i(snapshot_rd),
          .snapshot_tail_i(snapshot_tail), .snapshot_tail_count_i(snapshot_tail_count),
      .ring_store_o(ring_store), .ring_word_o(ring_word), .ring_known_i(ring_known),
          .ring_dropped_i(ring_dropped),
      .ring_answer_i(ring_answer), .ring_error_i(ring_error),
      .busy_i(!(offer_idle && admit_idle && queue_idle && args_idle && checkpoint_idle  // @busy
          && pack_idle && !word_pending && !ring_busy)),
      .overload_i(overload), .loss_i(loss), .drop_i(drop),
      .time_i(time_now), .time_step_o(time_step), .time_external_o(time_external),
          .time_external_i(time_is_external), .irq_o);

  wire unused_top = &{1'b0, word_ready, ring_ready, entry_ready, pin_rise, pin_fall, pin_bus};

`ifdef FORMAL
`include "weir_fv.svh"
`endif
endmodule
`default_nettype wire
