// SPDX-License-Identifier: Apache-2.0
// weir_regs: the register port: hands each access to its stage, answers reads, notes faults. Beside
// it stand weir_decode (what is addressed), weir_stall (who waits), weir_csr (the registers),
// weir_control (CTRL and SWITCH_ID) and weir_peek.
//
// Use      an access is accepted in a cycle with reg_valid_i and reg_ready_o; a read is answered in
//          the cycle after. An undefined access reads 0, does nothing else and sets FAULT.ACCESS.
// Ports    more than 40: the accesses of all stages and the settings of all of them meet here.
`default_nettype none
module weir_regs #(
    parameter integer HARTS = 1,
    parameter integer VALUE_REGS = 4,
    parameter integer RETIRE = 0,
    parameter integer PINS = 0,
    parameter integer FILTER = 0,
    parameter integer TIME_BASE = 0,
    parameter integer CHECKPOINT = 0,
    parameter integer FIFO_LOG2 = 10,
    parameter integer PEEK = 0,
    parameter integer FRAME = 0,
    parameter integer RING = 0,
    parameter integer VALUE_W = 32,
    parameter integer PROTECT = 0,
    parameter integer ARGS = 1
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,
    input  wire                 auth_i,           // what was traced may be read
    input  wire [31:0]          config_i,         // CONFIG, see weir_ranges
    input  wire [31:0]          features_i,       // FEATURES

    input  wire                 reg_valid_i,
    output wire                 reg_ready_o,
    input  wire                 reg_write_i,
    input  wire [20:0]          reg_addr_i,       // byte address inside the unit
    input  wire [31:0]          reg_wdata_i,
    input  wire [3:0]           reg_wstrb_i,
    output wire [31:0]          reg_rdata_o,      // in the cycle after a read was accepted

    // control
    output wire                 enable_o,
    // one cycle, the one after the store; the unit is idle
    output wire                 clear_o,
    output wire [15:0]          switch_id_o,
    // SNOOP registers, hart 0 low
    output wire [HARTS-1:0]     snoop_enable_o,   // with enable_o
    output wire [HARTS-1:0]     snoop_isr_o,      // with enable_o
    output wire [HARTS-1:0]     snoop_hint_o,     // with enable_o
    // WINDOW_IDS, upper 5 bits of its ids: those of HINTs by sltiu, of the lower half low
    output wire [9:0]           hint_ids_o,
    output wire [HARTS-1:0]     snoop_every_o,
    output wire [2*HARTS-1:0]   snoop_kind_o,
    output wire [12*HARTS-1:0]  snoop_index_o,
    output wire [32*HARTS-1:0]  snoop_mask_o,
    output wire [30*HARTS-1:0]  snoop_addr_o,     // bits 31:2 of the watched address
    // PIN_RISE, PIN_FALL, PIN_BUS; 0 where there is no pin
    output wire [31:0]          pin_rise_o,
    output wire [31:0]          pin_fall_o,
    output wire [31:0]          pin_bus_o,
    output wire [9*HARTS-1:0]   mask_o,           // PORT_MASK, 3 bits a context

    // port accesses, see weir_port; and stores to RUNNING
    // a store to VALUE, a extra argument, ID or a window is accepted; one at most
    output wire [HARTS-1:0]     acc_value_o,
    output wire [HARTS-1:0]     acc_arg_o,
    output wire [1:0]           acc_arg_index_o,  // which extra argument; 0: VALUE
    output wire [HARTS-1:0]     acc_id_o,
    output wire [HARTS-1:0]     acc_window_o,
    // a store to ID, a window, or RUNNING is at the port, accepted or not,
    output wire                 offers_o,
    output wire                 run_o,            // to RUNNING,
    output wire                 window_o,         // a window is addressed,
    output wire [HARTS-1:0]     hart_o,           // of this hart, one-hot; so is a port
    output wire [1:0]           acc_context_o,
    output wire                 acc_narrow_o,
    output wire [31:0]          acc_data_o,
    output wire [4:0]           acc_offset_o,     // low bits of the word addressed in its page
    output wire [weir_event::ID_W-1:0] window_id_o,  // of the word of an event window addressed
    output wire                 set_valid_o,      // a store to RUNNING is accepted
    input  wire                 stall_order_i,          // no write, and no read of VALUE or RUNNING
    // the same for the pages and RUNNING of this hart
    input  wire [HARTS-1:0]     stall_order_hart_i,
    // the same for thread and user port of this hart alone, but not for their windows
    input  wire [HARTS-1:0]     stall_switch_i,
    input  wire                 stall_port_i,      // no event, and no store to RUNNING
    input  wire                 zeroing_i,        // no access at all
    // stores that wait for space, see weir_admit
    // the store addressed would be an event that is delivered if there is space,
    input  wire                 wanted_i,
    input  wire                 space_i,           // and there is
    input  wire                 drains_i,         // a sink that needs no software takes the stream
    // such a store is accepted, and its space reserved
    output wire                 reserve_o,
    // VALUE and its extra arguments as the owner addressed reads them
    input  wire [32*HARTS-1:0]  read_value_i,
    input  wire [32*HARTS-1:0]  running_i,

    // registers of filter, at acc_offset_o, acc_data_o
    output wire                 filter_store_o,
    input  wire                 filter_busy_i,    // no access: a store takes effect
    input  wire                 filter_known_i,
    input  wire [31:0]          filter_read_i,
    input  wire                 frozen_i,

    // counters, see weir_admit
    output wire                 count_delivered_o,
    output wire [5:0]           count_source_o,
    output wire [weir_pkg::DROP_W-1:0] count_code_o, // class or drop reason
    input  wire                 count_ready_i,
    input  wire [31:0]          count_i,          // in the cycle after,
    input  wire                 count_late_i,     // or in the one after that

    // entries by software, see weir_sw_entry
    output wire [HARTS-1:0]     sw_entry_begin_o,
    output wire [HARTS-1:0]     sw_entry_word_o,
    output wire [HARTS-1:0]     sw_entry_end_o,
    input  wire [1:0]           sw_entry_answer_i,

    // checkpoint, see weir_checkpoint
    output wire [15:0]          checkpoint_every_o,
    output wire                 checkpoint_now_o,
    input  wire                 checkpoint_asked_i,

    // stream
    output wire                 pop_o,            // takes the word shown, if there is one
    input  wire                 word_valid_i,
    input  wire [31:0]          word_i,
    // words in store; it is late, so that it is not to be shown is reported beside it:
    input  wire [FIFO_LOG2:0]   level_i,
    // LEVEL is 0, as word and tail above are those of an empty FIFO
    input  wire                 hidden_i,
    input  wire [23:0]          tail_i,
    input  wire [1:0]           tail_count_i,

    // words that are read without taking them, see weir_fifo; what was held, see weir_fifo_snapshot
    // peek_word_i is that at peek_at_o in the next cycle
    output wire                 peek_o,
    output wire [FIFO_LOG2-1:0] peek_at_o,
    input  wire [31:0]          peek_word_i,
    input  wire [FIFO_LOG2:0]   fifo_wr_i,
    input  wire [FIFO_LOG2:0]   fifo_rd_i,
    input  wire                 snapshot_valid_i,
    input  wire [FIFO_LOG2:0]   snapshot_wr_i,
    input  wire [FIFO_LOG2:0]   snapshot_rd_i,
    input  wire [23:0]          snapshot_tail_i,
    input  wire [1:0]           snapshot_tail_count_i,

    // frame sink
    output wire                 framing_o,        // it takes the stream
    output wire [15:0]          frame_interval_o,
    output wire [31:0]          frame_hz_o,
    input  wire                 frame_busy_i,

    // registers of the ring, see weir_ring_regs; its data is acc_data_o
    output wire                 ring_store_o,
    output wire [3:0]           ring_word_o,
    input  wire                 ring_known_i,
    input  wire                 ring_dropped_i,
    input  wire [31:0]          ring_answer_i,
    input  wire                 ring_error_i,     // sets FAULT.RING

    // status
    input  wire                 busy_i,
    input  wire                 overload_i,
    input  wire                 loss_i,
    input  wire                 drop_i,
    input  wire [63:0]          time_i,
    output wire [31:0]          time_step_o,
    output wire                 time_external_o,
    input  wire                 time_external_i,  // it is time now
    output wire                 irq_o
);
  localparam integer WORDS = VALUE_W == 64 ? 2 : ARGS;

  // ---- what is addressed
  wire control, data, sw_entry_page, hart_page, is_guaranteed, is_window, is_value, is_arg, is_id;
  wire is_filter, is_ring, is_begin, is_word, is_end, is_count;
  wire [1:0]       word_w;
  wire [HARTS-1:0] addressed;
  weir_decode #(.HARTS(HARTS), .WORDS(WORDS), .RETIRE(RETIRE), .PINS(PINS), .FILTER(FILTER),
                .CHECKPOINT(CHECKPOINT), .PROTECT(PROTECT), .RING(RING)) u_decode (
      .addr_i(reg_addr_i), .control_o(control), .filter_o(is_filter), .ring_o(is_ring),
      .data_o(data), .sw_entry_o(sw_entry_page), .begin_o(is_begin), .word_o(is_word),
      .end_o(is_end), .hart_page_o(hart_page), .guaranteed_o(is_guaranteed),
      .window_o(is_window), .value_o(is_value), .arg_o(is_arg), .id_o(is_id),
      .context_o(acc_context_o), .arg_index_o(word_w), .hart_o(addressed), .count_o(is_count),
      .count_delivered_o, .count_source_o, .count_code_o);
  // registers of the control page whose accesses do something else, too
  wire at_ctrl, at_fault, at_time_lo, at_switch_id, at_peek_at, at_peek, at_checkpoint, at_wait;
  wire csr_known, csr_secret;
  wire [HARTS-1:0] at_running;
  wire is_run = |at_running;
  wire whole  = reg_wstrb_i == 4'b1111;
  wire offers = is_id || (is_window && whole);
  wire owner  = is_value || is_arg;
  // @tail_is_no_secret
  wire secret = data || csr_secret;
  // a read of this gives 0, and does nothing else
  wire deny   = PROTECT != 0 && secret && !auth_i;

  // ---- what is accepted
  wire enable, on, clear, stall_clear, bad_value;
  wire read, write, early_read, early_write, opens, to_port, stall_space, peek_wait, looking;
  wire [23:0] wait_cycles;
  wire [7:0]  window_third, window_fourth;        // WINDOW_IDS
  wire locks;                                     // LOCK keeps the register addressed as it is
  wire sets  = whole && !locks;  // @sets
  wire store = early_write && sets;               // of a register
  weir_stall #(.HARTS(HARTS), .PINS(PINS)) u_stall (
      .clk_i, .rst_ni, .reg_valid_i, .reg_write_i, .reg_ready_o, .hart_i(addressed),
      .bank_i(hart_page && !is_window && acc_context_o != weir_pkg::CONTEXT_INTERRUPT),  // @search
      .depends_i(hart_page || is_run || sw_entry_page),
      .shows_i(owner || is_run || is_end), .switches_i(is_id || is_window || is_run),
      .guaranteed_i(is_guaranteed && offers), .count_i(is_count), .counter_i(reg_addr_i[12:2]),
      .peek_wait_i(peek_wait), .enable_i(enable), .stall_clear_i(stall_clear), .filter_busy_i,
      .stall_order_i, .stall_order_hart_i, .stall_switch_i, .stall_port_i, .count_ready_i,
      .count_late_i, .frozen_i, .wanted_i, .space_i, .drains_i, .wait_store_i(store && at_wait),
      .wait_data_i(reg_wdata_i[23:0]), .wait_cycles_i(wait_cycles), .read_o(read),
      .write_o(write), .early_read_o(early_read), .early_write_o(early_write), .opens_o(opens),
      .to_port_o(to_port), .stall_space_o(stall_space));

  // ---- control
  wire [HARTS-1:0] snoop_enable, snoop_enable_early, snoop_isr, snoop_isr_early,  // @controls
      snoop_hint, snoop_hint_early;
  weir_control #(.HARTS(HARTS)) u_control (
      .clk_i, .rst_ni, .at_ctrl_i(at_ctrl), .at_switch_id_i(at_switch_id), .sets_i(sets),
      .store_i(store), .opens_i(opens), .wdata_i(reg_wdata_i), .bad_value_o(bad_value), .busy_i,
      .zeroing_i, .enable_o(enable), .on_o(on), .clear_o(clear), .stall_clear_o(stall_clear),
      .switch_id_o,
      .snoop_enable_early_i(snoop_enable_early),  // @watch
      .snoop_isr_early_i(snoop_isr_early), .snoop_hint_early_i(snoop_hint_early), .snoop_enable_o,
      .snoop_isr_o, .snoop_hint_o);
  assign enable_o = on;
  assign clear_o  = clear;

  // ---- what a unit may not have
  wire        frame_enable;
  wire [31:0] peek_word;
  wire [14:0] peek_at;
  generate
    if (PEEK != 0) begin : g_peek
      weir_peek #(.FIFO_LOG2(FIFO_LOG2)) u_peek (
          .clk_i, .rst_ni, .reg_read_i(reg_valid_i && !reg_write_i), .at_data_i(at_peek),
          .at_page_i(data), .deny_i(deny), .stall_i(stall_clear || filter_busy_i),
          .wait_o(peek_wait), .looking_o(looking), .store_i(store && at_peek_at),
          .wdata_i(reg_wdata_i[FIFO_LOG2-1:0]), .word_o(peek_word), .at_o(peek_at), .peek_o,
          .peek_at_o, .peek_word_i);
    end else begin : g_no_peek
      assign peek_o    = 1'b0;
      assign peek_at_o = '0;
      assign peek_word = 32'd0;
      assign peek_at   = 15'd0;
      assign peek_wait = 1'b0;
      assign looking   = 1'b0;
      wire unused = &{1'b0, peek_word_i, at_peek_at, at_peek};
    end
    if (FRAME != 0) begin : g_frame
      logic framing_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) framing_q <= 1'b0;
        else if (clear) framing_q <= frame_enable;  // @framing
      end
      assign framing_o = framing_q;
    end else begin : g_no_frame
      assign framing_o = 1'b0;
      wire unused = &{1'b0, frame_enable};
    end
  endgenerate
  logic [31:0] time_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) time_hi_q <= 32'd0;
    else if (early_read && at_time_lo) time_hi_q <= time_i[63:32];  // @time_hi
  end

  // ---- accesses of the other stages
  wire port_store = to_port && on;
  assign acc_arg_o       = addressed & {HARTS{port_store && is_arg}};  // @arg
  assign acc_arg_index_o = is_arg ? word_w : 2'd0;
  assign acc_value_o     = addressed & {HARTS{port_store && is_value}};  // @value
  assign acc_id_o        = addressed & {HARTS{port_store && is_id && !stall_space}};  // @id
  // @window
  assign acc_window_o    = addressed & {HARTS{port_store && is_window && whole && !stall_space}};
  // @offers
  assign offers_o        = reg_valid_i && reg_write_i && (is_run || (on && (is_id || is_window)));
  assign run_o           = is_run;
  assign window_o        = is_window;
  assign hart_o          = addressed;  // @hart
  // @wait_late
  assign reserve_o       = port_store && is_guaranteed && offers && !frozen_i && wanted_i
      && space_i;
  assign acc_narrow_o    = !whole;  // @narrow_pair
  assign acc_data_o      = reg_wdata_i;
  assign acc_offset_o    = reg_addr_i[6:2];
  assign hint_ids_o      = {window_fourth[7:3], window_third[7:3]};  // @hints
  // @window_ids
  assign window_id_o     = {!reg_addr_i[11] ? {7'd0, reg_addr_i[10]} : reg_addr_i[10]
      ? window_fourth : window_third, reg_addr_i[9:2]};
  assign set_valid_o     = store && is_run;  // @set
  assign sw_entry_begin_o = addressed & {HARTS{store && is_begin}};  // @begin
  assign sw_entry_word_o = addressed & {HARTS{store && is_word}};  // @next
  assign sw_entry_end_o  = addressed & {HARTS{early_read && is_end}};  // @end
  assign filter_store_o  = store && is_filter;  // @filter_store
  // Nothing else keeps a read of the data page waiting.
  // @pop_empty
  assign pop_o           = reg_valid_i && !reg_write_i && data && word_valid_i && !deny
      && !stall_clear && !filter_busy_i && !looking;
  assign ring_store_o    = store && is_ring;  // @ring_store
  assign ring_word_o     = reg_addr_i[5:2];
  // @now
  assign checkpoint_now_o = store && at_checkpoint && reg_wdata_i[weir_pkg::CHECKPOINT_NOW_LSB];

  // ---- registers of the control page
  wire [15:0] watermark_words;
  wire        irq_watermark, irq_loss, loss, fault_access;
  // @level
  wire [15:0] level     = hidden_i ? 16'd0 : {{(15-FIFO_LOG2){1'b0}}, level_i};
  // TIMING: level_i arrives late: hidden_i does not go through its comparison.
  // @watermark
  wire        watermark = (!hidden_i && {{(15-FIFO_LOG2){1'b0}}, level_i} >= watermark_words)
      || (hidden_i && watermark_words == 16'd0);
  wire [15:0] snapshot_wr = snapshot_valid_i ? {{(15-FIFO_LOG2){1'b0}}, snapshot_wr_i} : 16'd0;
  // @snapshot
  wire [15:0] snapshot_rd = snapshot_valid_i ? {{(15-FIFO_LOG2){1'b0}}, snapshot_rd_i} : 16'd0;
  wire [31:0] csr_read;
  wire [3*HARTS-1:0] mask_thread, mask_interrupt, mask_user;
  wire empty_fault = early_read && data && !word_valid_i && !deny;  // @empty_fault
  // @sw_entry_count
  wire not_written = early_read && is_end && sw_entry_answer_i != weir_pkg::SW_ENTRY_WRITTEN;
  // @denied_count
  wire denied      = early_read && deny;
  // outputs that nothing else needs
  wire lock, fault_empty, fault_ring;
  wire [30:0] denied_count;
  wire [31:0] not_written_count;
  weir_csr #(.HARTS(HARTS), .RETIRE(RETIRE), .PINS(PINS), .TIME_BASE(TIME_BASE),
             .CHECKPOINT(CHECKPOINT), .PEEK(PEEK), .PROTECT(PROTECT), .FRAME(FRAME),
             .RING(RING)) u_csr (  // @csr
      .clk_i, .rst_ni, .clear_i(clear), .page_i(control), .offset_i(reg_addr_i[11:2]),
      .store_i(early_write && whole), .wdata_i(reg_wdata_i), .filter_i(is_filter),  // @part
      .ring_i(is_ring), .read_o(csr_read), .known_o(csr_known), .locked_o(locks),  // @keeps_ring
      .secret_o(csr_secret), .config_i, .features_i,
      .at_ctrl_o(at_ctrl), .ctrl_enable_i(enable), .at_switch_id_o(at_switch_id),
      .switch_id_id_i(switch_id_o),
      .status_busy_i(busy_i), .status_overload_i(overload_i),
      .status_empty_i(!word_valid_i),  // @status
      .status_loss_i(loss_i), .status_frozen_i(frozen_i),
      .at_fault_o(at_fault), .fault_access_i(fault_access), .fault_empty_o(fault_empty),
      .fault_empty_set_i(empty_fault), .fault_ring_o(fault_ring),
      .fault_ring_set_i(ring_error_i),
      .irq_enable_watermark_o(irq_watermark), .irq_enable_loss_o(irq_loss),
      .irq_status_watermark_i(watermark), .irq_status_loss_o(loss),
      .irq_status_loss_set_i(drop_i), .watermark_words_o(watermark_words),
      .level_words_i(level), .tail_bytes_i(tail_i), .tail_count_i,
      .at_time_lo_o(at_time_lo), .time_lo_i(time_i[31:0]), .time_hi_i(time_hi_q), .time_step_o,
      .time_ctrl_mtime_o(time_external_o), .time_ctrl_active_i(time_external_i),
      .at_peek_at_o(at_peek_at), .peek_at_at_i(peek_at), .at_peek_data_o(at_peek),
      .peek_data_i(peek_word),
      .fifo_pointers_read_i({{(15-FIFO_LOG2){1'b0}}, fifo_rd_i}),
      .fifo_pointers_write_i({{(15-FIFO_LOG2){1'b0}}, fifo_wr_i}),
      .snapshot_valid_i, .snapshot_pointers_read_i(snapshot_rd),
      .snapshot_pointers_write_i(snapshot_wr),
      .snapshot_tail_bytes_i(snapshot_valid_i ? snapshot_tail_i : 24'd0),
      .snapshot_tail_count_i(snapshot_valid_i ? snapshot_tail_count_i : 2'd0),
      .lock_o(lock), .at_checkpoint_o(at_checkpoint), .checkpoint_bytes_o(checkpoint_every_o),
      .checkpoint_now_i(checkpoint_asked_i), .auth_denied_o(denied_count),
      .auth_denied_incr_i(denied), .auth_now_i(auth_i), .sw_dropped_count_o(not_written_count),
      .sw_dropped_count_incr_i(not_written),
      .snoop_ctrl_enable_o(snoop_enable), .snoop_ctrl_enable_early_o(snoop_enable_early),
      .snoop_ctrl_isr_o(snoop_isr), .snoop_ctrl_isr_early_o(snoop_isr_early),
      .snoop_ctrl_hint_o(snoop_hint), .snoop_ctrl_hint_early_o(snoop_hint_early),
      .snoop_ctrl_every_o(snoop_every_o), .snoop_ctrl_match_on_o(snoop_kind_o),
      .snoop_ctrl_index_o(snoop_index_o), .snoop_addr_addr_o(snoop_addr_o),
      .at_snoop_running_o(at_running), .snoop_running_thread_i(running_i),
      .snoop_mask_mask_o(snoop_mask_o),
      .port_mask_thread_o(mask_thread), .port_mask_interrupt_o(mask_interrupt),
      .port_mask_user_o(mask_user),
      .frame_ctrl_enable_o(frame_enable), .frame_ctrl_busy_i(frame_busy_i),
      .frame_ctrl_interval_o(frame_interval_o), .frame_hz_o,
      .at_wait_o(at_wait), .wait_cycles_o(wait_cycles), .window_ids_third_o(window_third),
      .window_ids_fourth_o(window_fourth), .pin_rise_o, .pin_fall_o, .pin_bus_o);
  wire unused_csr = &{1'b0, lock, fault_empty, fault_ring, denied_count, not_written_count,
      snoop_enable, snoop_isr, snoop_hint};
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_mask
      // Without a user port every port may emit all. User mode may not emit SYS by HINTs.
      assign mask_o[9*h +: 9] = PROTECT != 0 ? {mask_user[3*h +: 3], mask_interrupt[3*h +: 3],
          mask_thread[3*h +: 3]} : 9'h0ff;  // @mask
    end
  endgenerate
  assign irq_o = (watermark && irq_watermark) || (loss && irq_loss);  // @irq

  // ---- answer, and whether there is such a register
  // which: one-hot
  function automatic [31:0] pick(input [32*HARTS-1:0] words, input [HARTS-1:0] which);
    integer k;
    begin
      pick = 32'd0;
      for (k = 0; k < HARTS; k = k + 1) if (which[k]) pick = pick | words[32*k +: 32];
    end
  endfunction
  wire [31:0] owner_value = pick(read_value_i, addressed);  // @value_of_another
  function automatic [31:0] only(input one, input [31:0] of);
    only = one ? of : 32'd0;
  endfunction
  // TIMING: AND-OR, because none of the words waits for the decode of another.
  wire [31:0] answer = csr_read | only(is_ring, ring_answer_i)
      | only(is_filter, filter_read_i)  // @filter_word
      | only(data && word_valid_i, word_i) | only(is_count, count_i)  // @empty_word
      | only(is_end, {30'd0, sw_entry_answer_i}) | only(ARGS == 1 && owner, owner_value);
  wire known = is_ring ? ring_known_i : is_filter ? filter_known_i
      : csr_known || (data && !reg_write_i)  // @undefined
          || is_count || is_begin || is_word || is_end || owner || is_id || is_window;

  logic [31:0] rdata_q;
  always_ff @(posedge clk_i)
    // AREA: a reset first, else Yosys 0.23 makes a gate for each bit of it
    if (read && deny) rdata_q <= 32'd0;  // @denied_shows
    else if (read) rdata_q <= answer;  // @shows
  // TIMING: with extra arguments owner_value arrives last: it has a register of its own.
  generate
    if (ARGS > 1) begin : g_owner_late
      logic [31:0] owner_q;
      always_ff @(posedge clk_i) owner_q <= only(reg_valid_i && !reg_write_i && owner && !deny,
          owner_value);
      assign reg_rdata_o = rdata_q | owner_q;
    end else begin : g_answer
      assign reg_rdata_o = rdata_q;
    end
  endgenerate

  // ---- FAULT.ACCESS
  // @narrow
  wire narrow       = !whole && (control || is_count || sw_entry_page || (owner && enable));
  wire narrow_offer = !whole && (is_id || is_window) && enable;
  // TIMING: an access is accepted late: what is a fault is known in its cycle, that it is one in
  // the next.
  logic [2:0] access_faults_q;
  logic       access_fault_q;                     // an earlier one
  // of the access: no such register, half an event, a value that is not taken
  wire  [2:0] access_faults = {(early_read && !known) || (early_write && (!known || narrow)), write
      && narrow_offer, (opens && whole && (locks || bad_value)) || ring_dropped_i};  // @keeps
  assign fault_access = access_fault_q || access_faults_q != 3'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      access_faults_q <= 3'd0;
      access_fault_q  <= 1'b0;
    end else begin
      // without value registers ports answer early enough
      access_faults_q <= VALUE_REGS != 0 ? access_faults : {2'd0, access_faults != 3'd0};
      // @forgets
      access_fault_q  <= fault_access && !(opens && sets && at_fault
          && reg_wdata_i[weir_pkg::FAULT_ACCESS_LSB]);
    end
  end

`ifdef FORMAL
`include "weir_regs_fv.svh"
`endif
endmodule
`default_nettype wire
