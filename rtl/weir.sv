// SPDX-License-Identifier: Apache-2.0
// weir: the trace unit behind its native register port.
//
// Reset    Synchronous, active low, control state only: RAM and payload keep their contents.
// Place    snoop_* must show a hart's stores in the order in which the register port receives the
//          hart's own accesses. A posted write buffer between the two breaks this order.
// Presets  rtl/regs/presets.toml; the defaults are those of `small`.
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
    // low for a few cycles now and then, and while counters are zeroed after reset or CLEAR;
    // docs/signals.md has the bounds
    output wire                reg_ready_o,
    output wire [31:0]         reg_rdata_o,

    // Stores accepted on the data bus of each hart, one cycle each; they cannot be stalled. Hart 0
    // in the low bits.
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

    // Event pins, with PINS; otherwise one pin, ignored.
    // of any clock; a level of one cycle or more is seen
    input  wire [(PINS > 0 ? PINS : 1)-1:0] pins_i,

    // Permission to read the trace, with PROTECT; ignored otherwise.
    // of any clock; takes effect in the third cycle after it changes
    input  wire                auth_i,

    // An external counter, with TIME_BASE; ignored otherwise.
    // Gray code, of any clock: one bit changes at a time, see weir_gray
    input  wire [63:0]         time_gray_i,

    // Trigger, with FILTER; otherwise ignored, and low.
    // of any clock; an edge counts if the level lasts two more cycles
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
  // @weir_checkpoint_space
  localparam integer RESERVED = CHECKPOINT != 0
      ? (18 + 8 * (32 * HARTS + (PINS != 0 ? 8 : 0) + THREAD_CACHE) + 14) / 4 * 4
      + weir_pkg::SIZE_SW_ENTRY_MAX : 0;
  localparam integer ADDR_W = 16 + $clog2(HARTS + 1);
  weir_ranges #(.HARTS(HARTS), .VALUE_REGS(VALUE_REGS), .VALUE_W(VALUE_W), .ARGS(ARGS),
                .QUEUE_LOG2(QUEUE_LOG2), .THREAD_CACHE(THREAD_CACHE), .FIFO_LOG2(FIFO_LOG2),
                .RETIRE(RETIRE), .PINS(PINS), .FILTER(FILTER), .TIME_BASE(TIME_BASE),
                .CHECKPOINT(CHECKPOINT), .PEEK(PEEK), .PROTECT(PROTECT), .FRAME(FRAME),
                .RING(RING), .RESERVED(RESERVED)) u_ranges ();
  localparam integer EW = weir_event::W;
  localparam integer WORDS = VALUE_W == 64 ? 2 : ARGS;        // of a value
  localparam integer ENTRY = VALUE_W == 64 ? weir_pkg::SIZE_ENTRY_MAX_WIDE
                           // bytes of an event, at most
                           : weir_pkg::SIZE_ENTRY_MAX + weir_pkg::SIZE_ENTRY_ARG * (ARGS - 1);

  wire                enable, clear, stall_order, zeroing, count_zeroing;
  wire [15:0]         switch_id;
  wire [HARTS-1:0]    snoop_enable, snoop_isr, snoop_every, stall_order_hart;
  wire [2*HARTS-1:0]  snoop_kind;
  wire [12*HARTS-1:0] snoop_index;
  wire [30*HARTS-1:0] snoop_word;
  wire [32*HARTS-1:0] snoop_mask;
  wire [9*HARTS-1:0]  mask;
  wire [HARTS-1:0]    acc_arg, acc_value, acc_id, acc_window;
  wire                set_valid;
  wire                acc_narrow, offers, run, window, drains, reserve, space_user, space_sys;
  wire [HARTS-1:0]    hart;                                    // the addressed hart, one-hot
  // class or drop reason of the event the addressed store would make
  wire [weir_pkg::DROP_W-1:0] access_kind;
  wire [1:0]          acc_context;
  wire [31:0]         acc_data;
  wire [128*HARTS-1:0] read_value;
  wire [32*HARTS-1:0] running;
  wire [1:0]          acc_arg_index;
  wire [96*HARTS-1:0] port_args;
  wire [2*HARTS-1:0]  port_arg_count;
  wire [9:0]          acc_offset;

  // ---- authorisation: low after reset
  wire auth, auth_next;                                        // in this cycle; in the next one
  generate
    if (PROTECT != 0) begin : g_auth
      (* ASYNC_REG = "TRUE" *) logic [1:0] auth_q;
      always_ff @(posedge clk_i) auth_q <= rst_ni ? {auth_q[0], auth_i} : 2'b00;
      assign auth      = auth_q[1];
      assign auth_next = auth_q[0];
    end else begin : g_no_auth
      assign auth      = 1'b1;
      assign auth_next = 1'b1;
      wire unused = &{1'b0, auth_i};
    end
  endgenerate

  // ---- port, snoop
  wire [HARTS-1:0]    port_valid, switched, stall_switch;            // port: at most one
  wire [EW*HARTS-1:0] port_event;
  localparam integer DW = weir_pkg::DROP_W;
  wire [DW*HARTS-1:0] port_access_kind;
  wire [HARTS-1:0]    snoop_grant, snoop_overrun, snoop_reported;
  wire [3*HARTS-1:0]  snoop_count;
  wire [HARTS-1:0]    snoop_some;
  wire [34*HARTS-1:0] snoop_item;
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      localparam [3:0] HART = h[3:0];
      weir_port #(.VALUE_REGS(VALUE_REGS), .PROTECT(PROTECT), .WORDS(WORDS), .HART(HART)) u_port (
          .clk_i, .rst_ni, .enable_i(enable), .switch_id_i(switch_id), .mask_i(mask[9*h +: 9]),
          .acc_value_i(acc_value[h]), .acc_arg_i(acc_arg[h]), .acc_arg_index_i(acc_arg_index),
              .acc_id_i(acc_id[h]), .acc_window_i(acc_window[h]), .window_i(window),
          .acc_context_i(acc_context), .acc_narrow_i(acc_narrow), .acc_data_i(acc_data),
              .acc_offset_i(acc_offset),
          .read_value_o(read_value[128*h +: 128]), .running_i(running[32*h +: 32]),
              .switched_i(switched[h]), .stall_switch_o(stall_switch[h]),
          .event_valid_o(port_valid[h]), .event_o(port_event[EW*h +: EW]),
              .access_kind_o(port_access_kind[DW*h +: DW]), .args_o(port_args[96*h +: 96]),
              .arg_count_o(port_arg_count[2*h +: 2]));
      weir_snoop #(.RETIRE(RETIRE), .DEPTH(RETIRE != 0 ? 4 : SOURCES > 1 ? 3 : 2),
                   .OVERRUN(RETIRE != 0 || SOURCES > 1 ? 1 : 0)) u_snoop (
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
          .retire_return_i(retire_return_i[h]),
          .count_o(snoop_count[3*h +: 3]), .some_o(snoop_some[h]), .item_o(snoop_item[34*h +: 34]),
              .grant_i(snoop_grant[h]),
          .overrun_o(snoop_overrun[h]), .reported_i(snoop_reported[h]));
    end
  endgenerate
  function automatic [EW-1:0] one_event(input [EW*HARTS-1:0] events, input [HARTS-1:0] which);
    integer k;
    begin
      one_event = '0;
      for (k = 0; k < HARTS; k = k + 1) if (which[k]) one_event = one_event | events[EW*k +: EW];
    end
  endfunction

  function automatic [DW-1:0] one_access_kind(input [DW*HARTS-1:0] access_kinds,
      input [HARTS-1:0] which);
    integer k;
    begin
      one_access_kind = '0;
      for (k = 0; k < HARTS; k = k + 1) if (which[k]) one_access_kind = one_access_kind
          | access_kinds[DW*k +: DW];
    end
  endfunction

  wire [EW-1:0] one_port_event = HARTS == 1 ? port_event[EW-1:0] : one_event(port_event, hart);
  assign access_kind = HARTS == 1 ? port_access_kind[DW-1:0]
      : one_access_kind(port_access_kind, hart);

  // ---- pins
  wire        pins_wait, pins_grant, pins_overrun, pins_reported;
  wire [5:0]  pins_number;
  wire [31:0] pins_value, pin_rise, pin_fall, pin_bus;
  generate
    if (PINS != 0) begin : g_pins
      weir_pins #(.WIDTH(PINS)) u_pins (
          .clk_i, .rst_ni, .enable_i(enable), .rise_i(pin_rise[PINS-1:0]),
              .fall_i(pin_fall[PINS-1:0]), .bus_i(pin_bus[PINS-1:0]), .pins_i,
          .wait_o(pins_wait), .number_o(pins_number), .value_o(pins_value), .grant_i(pins_grant),
              .overrun_o(pins_overrun), .reported_i(pins_reported));
      wire unused = &{1'b0, pin_rise, pin_fall, pin_bus};
    end else begin : g_no_pins
      assign pins_wait   = 1'b0;
      assign pins_number = 6'd0;
      assign pins_value  = 32'd0;
      assign pins_overrun   = 1'b0;
      wire unused = &{1'b0, pins_i, pin_rise, pin_fall, pin_bus, pins_grant, pins_reported};
    end
  endgenerate

  // ---- arbiter
  wire          arbiter_idle, arbiter_pending, stall_port, arbiter_port, arbiter_loads,
      arbiter_leaves, event_valid;
  wire [EW-1:0] event_w;
  weir_arbiter #(.HARTS(HARTS), .PINS(PINS)) u_arbiter (
      .clk_i, .rst_ni, .snoop_count_i(snoop_count), .snoop_some_i(snoop_some),
          .snoop_item_i(snoop_item), .snoop_grant_o(snoop_grant),
      .snoop_overrun_i(snoop_overrun), .snoop_reported_o(snoop_reported),
      .pins_wait_i(pins_wait), .pins_number_i(pins_number), .pins_value_i(pins_value),
          .pins_grant_o(pins_grant),
      .pins_overrun_i(pins_overrun), .pins_reported_o(pins_reported),
      .port_valid_i(port_valid != '0), .port_event_i(one_port_event),
      .set_valid_i(set_valid), .set_value_i(acc_data), .set_silent_i(!enable), .offers_i(offers),
          .set_i(run), .hart_i(hart), .switch_id_i(switch_id),
      .stall_order_o(stall_order), .stall_order_hart_o(stall_order_hart),
          .stall_port_o(stall_port), .running_o(running), .switched_o(switched),
          .idle_o(arbiter_idle), .pending_o(arbiter_pending),
      .port_o(arbiter_port), .loads_o(arbiter_loads), .leaves_o(arbiter_leaves),
          .event_valid_o(event_valid), .event_o(event_w));

  // ---- extra arguments travel beside arbiter, filter and the offer register
  wire [95:0] args;  // @more
  wire [1:0]  arg_count;
  // filter judges an access of the register port; its space is reserved
  wire          left_port, left_reserved;
  // the offered event came by the register port
  wire        offer_port;
  generate
    if (WORDS > 1) begin : g_args
      logic [95:0] args_q, one_args;
      logic [1:0]  arg_count_q, one_arg_count;
      integer k;
      always_comb begin
        one_args  = 96'd0;
        one_arg_count = 2'd0;
        for (k = 0; k < HARTS; k = k + 1) if (hart[k] && !run) begin
          one_args  = one_args | port_args[96*k +: 96];
          one_arg_count = one_arg_count | port_arg_count[2*k +: 2];
        end
      end
      logic [95:0] offer_args_q;
      logic [1:0]  offer_arg_count_q;
      wire  [95:0] left_args;
      wire  [1:0]  left_arg_count;
      always_ff @(posedge clk_i) begin
        if (arbiter_loads) begin                                 // a store to RUNNING has none
          args_q  <= one_args;
          arg_count_q <= one_arg_count;
        end
        if (left_port) begin
          offer_args_q  <= left_args;
          offer_arg_count_q <= left_arg_count;
        end
      end
      if (FILTER != 0) begin : g_left
        logic [95:0] left_args_q;
        logic [1:0]  left_arg_count_q;
        always_ff @(posedge clk_i) if (arbiter_port) begin
          left_args_q  <= args_q;
          left_arg_count_q <= arg_count_q;
        end
        assign left_args  = left_args_q;
        assign left_arg_count = left_arg_count_q;
      end else begin : g_no_left
        assign left_args  = args_q;
        assign left_arg_count = arg_count_q;
      end
      assign args  = offer_port ? offer_args_q : 96'd0;
      assign arg_count = offer_port ? offer_arg_count_q : 2'd0;
    end else begin : g_no_args
      assign args  = 96'd0;
      assign arg_count = 2'd0;
      wire unused = &{1'b0, port_args, port_arg_count, arbiter_loads};
    end
  endgenerate

  // ---- filter: with FILTER an event is judged one cycle after it left the arbiter, and its extra
  // arguments wait as long
  wire          passed, filter_store, filter_busy, filter_known, frozen;
  wire [EW-1:0] passed_event;
  wire [31:0]   filter_read;
  weir_filter #(.FILTER(FILTER)) u_filter (
      .clk_i, .rst_ni, .clear_i(clear), .store_i(filter_store), .word_i(acc_offset[4:0]),
          .data_i(acc_data),
      .busy_o(filter_busy), .known_o(filter_known), .read_o(filter_read), .trigger_i, .trigger_o,
          .frozen_o(frozen),
      .leaves_i(arbiter_leaves), .event_valid_i(event_valid), .event_i(event_w),
          .event_valid_o(passed), .event_o(passed_event));

  // ---- the offer register: admit decides one cycle after the filter, and time is delayed alike
  wire          left_idle;                                     // filter judges nothing
  wire          offer_valid, offer_reserved;                       // the same for the offered event
  wire [EW-1:0] offer;
  generate
    logic          valid_q, port_q, reserve_q, offer_reserved_q;
    logic [EW-1:0] event_q;
    // the filter's output is valid, as an event or not
    wire           leaves;
    always_ff @(posedge clk_i) begin
      valid_q <= rst_ni && passed;
      port_q  <= rst_ni && left_port;
      offer_reserved_q  <= rst_ni && left_reserved;
      if (port_valid != '0 || set_valid) reserve_q <= reserve;
      if (leaves) event_q <= passed_event;
    end
    if (FILTER != 0) begin : g_left
      logic leaves_q, port_left_q, left_reserved_q;
      always_ff @(posedge clk_i) begin
        leaves_q    <= rst_ni && arbiter_leaves;
        port_left_q <= rst_ni && arbiter_port;
        left_reserved_q <= rst_ni && arbiter_port && reserve_q;
      end
      assign leaves    = leaves_q;
      assign left_port = port_left_q;
      assign left_reserved = left_reserved_q;
      assign left_idle = !leaves_q;
    end else begin : g_no_left
      assign leaves    = arbiter_leaves;
      assign left_port = arbiter_port;
      assign left_reserved = arbiter_port && reserve_q;
      assign left_idle = 1'b1;
    end
    assign offer_valid = valid_q;
    assign offer_port  = port_q;
    assign offer_reserved  = offer_reserved_q;
    assign offer       = event_q;
  endgenerate
  // nothing is on its way to admit
  wire offers_end = arbiter_idle && left_idle && (!(offer_valid || offer_port));
  // an access of the register port is
  wire coming     = arbiter_pending || (FILTER != 0 && left_port) || offer_port;

  // ---- timestamp
  wire              entry_valid;
  wire [63:0] delta, ticks;
  wire [63:0]       time_now;
  wire [31:0]       time_step;
  wire              time_external, time_is_external;
  weir_timestamp #(.TIME_BASE(TIME_BASE), .LATE(FILTER == 0 ? 2 : 3)) u_timestamp (
      .clk_i, .rst_ni, .clear_i(clear), .entry_i(entry_valid), .delta_o(delta), .ticks_o(ticks),
          .time_o(time_now),
      .step_i(time_step), .external_i(time_external), .external_o(time_is_external),
          .gray_i(time_gray_i));

  // ---- admit
  wire        entry_report, entry_ready, entry_taken, unused_valid, pop, freed, drop, overload,
      loss, admit_idle;
  wire [53:0] entry;
  wire [5:0]  unused_bytes;
  wire        count_offered, count_ready, count_late;
  wire [5:0]  count_source;
  wire [weir_pkg::DROP_W-1:0] count_code;
  wire [31:0] count;
  weir_admit #(.HARTS(SOURCES), .RETIRE(RETIRE), .TIME_BASE(TIME_BASE), .QUEUE_LOG2(QUEUE_LOG2),
               .FIFO_LOG2(FIFO_LOG2), .RESERVED(RESERVED), .ENTRY(ENTRY)) u_admit (
      .clk_i, .rst_ni, .clear_i(clear), .ticks_i(ticks), .flush_i(!enable && offers_end),
          .zeroing_o(count_zeroing),
      .event_valid_i(offer_valid), .event_i(offer), .coming_i(coming),
      .space_user_o(space_user), .space_sys_o(space_sys), .reserve_i(reserve),
          .reserve_sys_i(access_kind == weir_pkg::DROP_SYS), .reserved_i(offer_reserved),
      .entry_valid_o(entry_valid), .entry_o(entry), .report_o(entry_report),
          .entry_taken_i(entry_taken),
      .unused_valid_i(unused_valid), .unused_i(unused_bytes), .pop_i(freed),
      .read_offered_i(count_offered), .read_source_i(count_source), .read_code_i(count_code),
      .read_ready_o(count_ready), .read_count_o(count), .read_late_o(count_late),
      .drop_o(drop), .overload_o(overload), .loss_o(loss), .idle_o(admit_idle));

  // ---- args, with the queue before it
  wire              queued_valid, queued_ready, queue_idle, framing;
  wire [53:0]       queued;
  wire [63:0] queued_delta;
  wire [95:0]       queued_args;
  wire [1:0]        queued_arg_count;
  wire [95:0]       entry_args  = entry_report ? 96'd0 : args;
  wire [1:0]        entry_arg_count = entry_report ? 2'd0 : arg_count;
  generate
    localparam integer MW = 32 * (WORDS - 1);
    localparam integer QW = 118 + (WORDS > 1 ? MW + 2 : 0);
    wire [QUEUE_LOG2:0] queue_level, queue_wr, queue_rd;
    wire [QW-1:0]       queue_in, oldest, queue_peek;
    wire                queue_pending;
    weir_fifo #(.WIDTH(QW), .LOG2(QUEUE_LOG2)) u_queue (
        .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(entry_valid), .in_ready_o(entry_ready),
            .in_data_i(queue_in),
        .out_valid_o(queued_valid), .out_ready_i(queued_ready), .out_data_o(oldest),
            .level_o(queue_level), .pending_o(queue_pending), .empty_o(queue_idle),
        .peek_i(1'b0), .peek_at_i({QUEUE_LOG2{1'b0}}), .peek_o(queue_peek), .wr_o(queue_wr),
            .rd_o(queue_rd));
    assign {queued_delta, queued} = oldest[117:0];
    if (WORDS > 1) begin : g_queue_args
      assign queue_in        = {entry_arg_count, entry_args[MW-1:0], delta, entry};
      assign queued_arg_count = oldest[QW-1 -: 2];
      assign queued_args  = {{(96-MW){1'b0}}, oldest[118 +: MW]};
    end else begin : g_queue_no_args
      assign queue_in        = {delta, entry};
      assign queued_arg_count = 2'd0;
      assign queued_args  = 96'd0;
    end
    wire unused_queue = &{1'b0, queue_level, queue_wr, queue_rd, queue_peek, queue_pending,
        entry_args, entry_arg_count};
  endgenerate
  assign entry_taken = queued_valid && queued_ready;
  // of a value of 64 bits
  wire [31:0] queued_high = VALUE_W == 64 ? queued_args[31:0] : 32'd0;

  wire              parted_valid, parted_ready, is_arg, args_idle;
  wire [53:0]       parted;
  wire [63:0] parted_delta;
  weir_args #(.ARGS(ARGS)) u_args (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(queued_valid), .in_ready_o(queued_ready),
          .in_entry_i(queued), .in_delta_i(queued_delta),
      .in_args_i(queued_args), .in_arg_count_i(queued_arg_count),
      .out_valid_o(parted_valid), .out_ready_i(parted_ready), .out_entry_o(parted),
          .out_delta_o(parted_delta), .out_is_arg_o(is_arg), .idle_o(args_idle));

  // ---- thread cache
  wire        cached_valid, cached_ready;
  wire [53:0] cached;
  // frames name threads by their values
  weir_thread_cache #(.THREAD_CACHE(THREAD_CACHE)) u_thread_cache (
      .clk_i, .rst_ni, .clear_i(clear), .off_i(FRAME != 0 && framing),
      .in_valid_i(parted_valid), .in_ready_o(parted_ready), .in_entry_i(parted),
      .out_valid_o(cached_valid), .out_ready_i(cached_ready), .out_entry_o(cached));

  // ---- software entries
  wire [HARTS-1:0]  sw_entry_begin, sw_entry_store, sw_entry_end;
  wire [1:0]        sw_entry_answer;
  wire              sw_entry_start, sw_entry_can, sw_entry_busy, ring_enabled;
  wire [5:0]        sw_entry_words;
  wire [4:0]        sw_entry_at;
  wire [31:0]       sw_entry_word;
  generate
    if (CHECKPOINT != 0) begin : g_sw_entry
      weir_sw_entry #(.HARTS(HARTS)) u_sw_entry (
          .clk_i, .rst_ni, .clear_i(clear), .begin_i(sw_entry_begin), .word_i(sw_entry_store),
              .end_i(sw_entry_end), .data_i(acc_data), .hart_i(hart),
          .answer_o(sw_entry_answer), .switched_i(switched),
          .start_o(sw_entry_start), .words_o(sw_entry_words), .can_i(sw_entry_can),
              .busy_i(sw_entry_busy), .at_i(sw_entry_at), .word_o(sw_entry_word));
    end else begin : g_no_sw_entry
      assign sw_entry_answer = 2'd0;
      assign sw_entry_start  = 1'b0;
      assign sw_entry_words  = 6'd0;
      assign sw_entry_word   = 32'd0;
      wire unused = &{1'b0, sw_entry_begin, sw_entry_store, sw_entry_end, sw_entry_can,
          sw_entry_busy, sw_entry_at};
    end
  endgenerate

  // ---- checkpoint
  wire              checkpointed_valid, checkpointed_ready, copy, of_state, state_valid, to_fifo,
      checkpoint_asked, checkpoint_now, checkpoint_zeroing, checkpoint_idle, given;
  wire [53:0]       checkpointed;
  wire [63:0] checkpointed_delta;
  wire [15:0]       checkpoint_every;
  weir_checkpoint #(.CHECKPOINT(CHECKPOINT), .HARTS(SOURCES), .THREAD_CACHE(THREAD_CACHE),
      .ENTRY(ENTRY), .RESERVED(RESERVED)) u_checkpoint (
      .clk_i, .rst_ni, .clear_i(clear), .on_i(enable && to_fifo && !framing),
          .now_i(checkpoint_now), .every_i(checkpoint_every), .asked_o(checkpoint_asked),
      .zeroing_o(checkpoint_zeroing), .sw_entry_on_i(enable && !framing && !ring_enabled),
          .sw_entry_start_i(sw_entry_start), .sw_entry_words_i(sw_entry_words),
      .sw_entry_can_o(sw_entry_can), .sw_entry_busy_o(sw_entry_busy), .sw_entry_at_o(sw_entry_at),
          .sw_entry_word_i(sw_entry_word),
      .in_valid_i(cached_valid), .in_ready_o(cached_ready), .in_entry_i(cached),
          .in_delta_i(parted_delta), .in_is_arg_i(is_arg),
      .out_valid_o(checkpointed_valid), .out_ready_i(checkpointed_ready),
          .out_entry_o(checkpointed), .out_delta_o(checkpointed_delta), .out_copy_o(copy),
          .out_state_o(of_state),
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
      .value_high_i(of_state ? 32'd0 : queued_high), .delta_i(checkpointed_delta),
      .is_arg_i(is_arg && !of_state), .copy_i(copy), .state_i(of_state),
          .state_valid_o(state_valid),
      .unused_valid_o(unused_valid), .unused_o(unused_bytes),
      .word_valid_o(word_valid), .word_o(word), .tail_o(tail), .tail_count_o(tail_count),
      .idle_o(pack_idle));

  // ---- fifo
  wire               out_valid, fifo_ready, word_ready;      // ready by reservation
  wire [31:0]        out_word, peek_word;
  wire [FIFO_LOG2:0] level;                                  // words of the data page
  wire               peek, snapshot_valid;
  wire [FIFO_LOG2-1:0] peek_at;
  wire [FIFO_LOG2:0] fifo_wr, fifo_rd, snapshot_wr, snapshot_rd;
  wire [23:0]        snapshot_tail;
  wire [1:0]         snapshot_tail_count;
  // no word is stored; one is, and LEVEL does not count it yet
  wire no_word, word_pending;
  // TIMING: these sinks parse the oldest word: too much for one cycle after block RAM
  localparam integer OUT = FRAME != 0 || RING != 0 ? 1 : 0;
  weir_fifo #(.WIDTH(32), .LOG2(FIFO_LOG2), .OUT(OUT)) u_fifo (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(word_valid && to_fifo),
          .in_ready_o(fifo_ready), .in_data_i(word),
      .out_valid_o(out_valid), .out_ready_i(pop), .out_data_o(out_word), .level_o(level),
          .pending_o(word_pending), .empty_o(no_word),
      .peek_i(peek), .peek_at_i(peek_at), .peek_o(peek_word), .wr_o(fifo_wr), .rd_o(fifo_rd));

  // ---- snapshot
  generate
    if (PEEK != 0) begin : g_snapshot
      weir_fifo_snapshot #(.LOG2(FIFO_LOG2)) u_fifo_snapshot (
          .clk_i, .rst_ni, .begins_i(enable || clear), .wr_i(fifo_wr), .rd_i(fifo_rd),
              .tail_i(tail), .tail_count_i(tail_count),
          .valid_o(snapshot_valid), .wr_o(snapshot_wr), .rd_o(snapshot_rd), .tail_o(snapshot_tail),
              .tail_count_o(snapshot_tail_count));
    end else begin : g_no_snapshot
      assign snapshot_valid      = 1'b0;
      assign snapshot_wr         = '0;
      assign snapshot_rd         = '0;
      assign snapshot_tail       = 24'd0;
      assign snapshot_tail_count = 2'd0;
    end
  endgenerate

  // ---- frame: takes the words instead of the bus
  wire               bus_pop, frame_pop, frame_idle;
  wire [15:0]        frame_interval;
  wire [31:0]        frame_hz;
  wire               hidden;                                 // the bus sees an empty FIFO
  wire [1:0]         bus_tail_count = hidden ? 2'd0 : tail_count;
  wire [23:0]        bus_tail       = hidden ? 24'd0 : tail;
  assign pop = frame_pop || bus_pop;                         // only one of them reads words
  generate
    if (FRAME != 0 || PROTECT != 0) begin : g_hidden
      logic hidden_q;
      // framing changes only with a clear, before there is a word
      always_ff @(posedge clk_i) hidden_q <= !rst_ni || framing || !auth_next;
      assign hidden = hidden_q;
    end else begin : g_not_hidden
      assign hidden = 1'b0;
      wire unused = &{1'b0, auth_next};
    end
    if (FRAME != 0) begin : g_frame
      weir_frame #(.ID(FRAME != 0 ? FRAME : 1), .ARGS(ARGS)) u_frame (
          .clk_i, .rst_ni, .clear_i(clear), .auth_i(auth), .interval_i(frame_interval),
              .hz_i(frame_hz),
          .word_valid_i(framing && out_valid), .word_ready_o(frame_pop), .word_i(out_word),
          .tail_valid_i(framing && to_fifo && no_word), .tail_i(tail), .tail_count_i(tail_count),
          .frame_valid_o, .frame_data_o, .frame_ready_i, .idle_o(frame_idle));
    end else begin : g_no_frame
      assign frame_pop     = 1'b0;
      assign frame_idle    = 1'b1;
      assign frame_valid_o = 1'b0;
      assign frame_data_o  = 8'd0;
      wire unused = &{1'b0, frame_interval, frame_hz, frame_ready_i};
    end
  endgenerate

  // ---- ring, with a FIFO of its own: a word occupies space until every sink has it
  wire        ring_store, ring_known, ring_dropped, ring_busy, ring_error;
  wire [3:0]  ring_word;
  wire [31:0] ring_answer;
  generate
    if (RING != 0) begin : g_ring
      wire               ring_enable, ring_stop, ring_fifo, ring_ready, ring_full, ring_wrapped;
      wire [31:2]        ring_base;
      wire [4:0]         ring_window, ring_section;
      wire [31:0]        ring_at, next_word, ring_peek;
      wire               next_valid, next_ready, store_ready, ring_pending, ring_empty;
      wire [FIFO_LOG2:0] ring_level, ring_wr, ring_rd;
      wire               taken = next_valid && next_ready;
      // AREA: sections large enough for cache entries, or for several harts, hold the pins'
      // counters, too.
      weir_ring_regs #(.HARTS(HARTS), .THREAD_CACHE(THREAD_CACHE != 0
          || (SOURCES > 1 && HARTS == 1) ? 1 : 0), .ARGS(ARGS)) u_ring_regs (
          .clk_i, .rst_ni, .clear_i(clear), .started_i(enable),
          .word_i(ring_word), .store_i(ring_store), .wdata_i(acc_data), .answer_o(ring_answer),
              .known_o(ring_known), .dropped_o(ring_dropped),
          .enable_o(ring_enable), .stop_o(ring_stop), .fifo_o(ring_fifo), .base_o(ring_base),
              .window_o(ring_window), .section_o(ring_section),
          .ready_i(ring_ready), .full_i(ring_full), .wrapped_i(ring_wrapped), .busy_i(ring_busy),
              .at_i(ring_at));
      weir_fifo #(.WIDTH(32), .LOG2(FIFO_LOG2), .OUT(OUT)) u_ring_fifo (
          .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(word_valid && ring_enable),
              .in_ready_o(store_ready), .in_data_i(word),
          .out_valid_o(next_valid), .out_ready_i(next_ready), .out_data_o(next_word),
              .level_o(ring_level), .pending_o(ring_pending), .empty_o(ring_empty),
          .peek_i(1'b0), .peek_at_i({FIFO_LOG2{1'b0}}), .peek_o(ring_peek), .wr_o(ring_wr),
              .rd_o(ring_rd));
      wire unused = &{1'b0, ring_wr, ring_rd, ring_pending, ring_peek};
      weir_ring #(.HARTS(SOURCES), .THREAD_CACHE(THREAD_CACHE), .CHECKPOINT(CHECKPOINT),
          .ARGS(ARGS)) u_ring (
          .clk_i, .rst_ni, .clear_i(clear), .auth_i(auth),
          .enable_i(ring_enable), .stop_i(ring_stop), .discard_i(ring_fifo), .base_i(ring_base),
              .window_i(ring_window), .section_i(ring_section),
          .word_valid_i(next_valid), .word_ready_o(next_ready), .word_i(next_word),
          .rest_i(pack_idle && ring_empty), .tail_i(tail), .tail_count_i(tail_count),
          .m_valid_o, .m_addr_o, .m_wdata_o, .m_ready_i, .m_idle_i,
          .ready_o(ring_ready), .full_o(ring_full), .wrapped_o(ring_wrapped), .busy_o(ring_busy),
              .at_o(ring_at));
      assign ring_error = m_error_i;
      assign to_fifo    = !ring_enable || ring_fifo;
      assign ring_enabled = ring_enable;
      assign drains     = auth && (!ring_enable ? framing : ring_fifo ? framing : !ring_stop);
      assign word_ready = fifo_ready && store_ready;
      // @weir_ring_space
      assign given      = level > ring_level ? pop : level < ring_level ? taken : pop && taken;
    end else begin : g_no_ring
      assign m_valid_o    = 1'b0;
      assign m_addr_o     = 32'd0;
      assign m_wdata_o    = 32'd0;
      assign ring_known   = 1'b0;
      assign ring_dropped = 1'b0;
      assign ring_busy    = 1'b0;
      assign ring_error   = 1'b0;
      assign ring_answer  = 32'd0;
      assign to_fifo      = 1'b1;
      assign ring_enabled = 1'b0;
      assign drains       = framing && auth;
      assign word_ready   = fifo_ready;
      assign given        = pop;
      wire unused = &{1'b0, m_ready_i, m_idle_i, m_error_i, ring_store, ring_word};
    end
  endgenerate

  // ---- regs
  weir_regs #(.HARTS(HARTS), .VALUE_REGS(VALUE_REGS), .RETIRE(RETIRE), .PINS(PINS),
      .FILTER(FILTER), .TIME_BASE(TIME_BASE),
              .QUEUE_LOG2(QUEUE_LOG2), .THREAD_CACHE(THREAD_CACHE), .CHECKPOINT(CHECKPOINT),
                  .FIFO_LOG2(FIFO_LOG2),
              .PEEK(PEEK), .FRAME(FRAME), .RING(RING), .VALUE_W(VALUE_W), .PROTECT(PROTECT),
                  .ARGS(ARGS)) u_regs (
      .clk_i, .rst_ni, .auth_i(auth),
      .reg_valid_i, .reg_ready_o, .reg_write_i, .reg_addr_i({{(21-ADDR_W){1'b0}}, reg_addr_i}),
          .reg_wdata_i, .reg_wstrb_i,
      .reg_rdata_o,
      .enable_o(enable), .clear_o(clear), .switch_id_o(switch_id), .mask_o(mask),
      .pin_rise_o(pin_rise), .pin_fall_o(pin_fall), .pin_bus_o(pin_bus),
      .snoop_enable_o(snoop_enable), .snoop_isr_o(snoop_isr), .snoop_every_o(snoop_every),
          .snoop_kind_o(snoop_kind),
      .snoop_index_o(snoop_index), .snoop_addr_o(snoop_word), .snoop_mask_o(snoop_mask),
      .acc_value_o(acc_value), .acc_arg_o(acc_arg), .acc_arg_index_o(acc_arg_index),
          .acc_id_o(acc_id), .acc_window_o(acc_window), .window_o(window), .hart_o(hart),
          .acc_context_o(acc_context),
      .offers_o(offers), .run_o(run), .acc_narrow_o(acc_narrow), .acc_data_o(acc_data),
          .acc_offset_o(acc_offset), .set_valid_o(set_valid),
      .stall_order_i(stall_order), .stall_order_hart_i(stall_order_hart),
          .stall_switch_i(stall_switch), .stall_port_i(stall_port), .zeroing_i(zeroing),
          .read_value_i(read_value), .running_i(running),
      .wanted_i(access_kind <= weir_pkg::DROP_SYS),
          .space_i(access_kind == weir_pkg::DROP_SYS ? space_sys : space_user), .drains_i(drains),
          .reserve_o(reserve),
      .filter_store_o(filter_store), .filter_busy_i(filter_busy), .filter_known_i(filter_known),
          .filter_read_i(filter_read), .frozen_i(frozen),
      .count_offered_o(count_offered), .count_source_o(count_source), .count_code_o(count_code),
      .count_ready_i(count_ready), .count_i(count), .count_late_i(count_late),
      .sw_entry_begin_o(sw_entry_begin), .sw_entry_word_o(sw_entry_store),
          .sw_entry_end_o(sw_entry_end), .sw_entry_answer_i(sw_entry_answer),
      .checkpoint_every_o(checkpoint_every), .checkpoint_now_o(checkpoint_now),
          .checkpoint_asked_i(checkpoint_asked),
      .pop_o(bus_pop), .word_valid_i(!hidden && out_valid), .word_i(out_word), .level_i(level),
          .hidden_i(hidden), .tail_i(bus_tail),
      .tail_count_i(bus_tail_count), .framing_o(framing), .frame_interval_o(frame_interval),
          .frame_hz_o(frame_hz),
      .frame_busy_i(!frame_idle || (framing && !no_word)),
      .peek_o(peek), .peek_at_o(peek_at), .peek_word_i(peek_word), .fifo_wr_i(fifo_wr),
          .fifo_rd_i(fifo_rd),
      .snapshot_valid_i(snapshot_valid), .snapshot_wr_i(snapshot_wr), .snapshot_rd_i(snapshot_rd),
          .snapshot_tail_i(snapshot_tail), .snapshot_tail_count_i(snapshot_tail_count),
      .ring_store_o(ring_store), .ring_word_o(ring_word), .ring_known_i(ring_known),
          .ring_dropped_i(ring_dropped),
      .ring_answer_i(ring_answer), .ring_error_i(ring_error),
      .busy_i(!(offers_end && admit_idle && queue_idle && args_idle && checkpoint_idle && pack_idle
          && !word_pending && !ring_busy)), .overload_i(overload), .loss_i(loss), .drop_i(drop),
      .time_i(time_now), .time_step_o(time_step), .time_external_o(time_external),
          .time_external_i(time_is_external), .irq_o);

  wire unused_top = &{1'b0, word_ready, entry_ready};

`ifdef FORMAL
`include "weir_fv.svh"
`endif
endmodule
`default_nettype wire
