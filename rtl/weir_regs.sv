// SPDX-License-Identifier: Apache-2.0
// regs: decodes the register port, holds the registers, and hands accesses of ports, data and counters to their stages.
//
// Use      an access is accepted in a cycle with reg_valid_i and reg_ready_o; a read is answered in the cycle after.
//          Every access is answered; what is not defined reads 0, does nothing and sets FAULT.ACCESS.
`default_nettype none
module weir_regs #(
    parameter integer HARTS = 1,
    parameter integer VALUE_REGS = 4,
    parameter integer RETIRE = 0,
    parameter integer PINS = 0,
    parameter integer FILTER = 0,
    parameter integer TIME_BASE = 0,
    parameter integer QUEUE_LOG2 = 5,
    parameter integer THREAD_CACHE = 8,
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

    input  wire                 reg_valid_i,
    output wire                 reg_ready_o,
    input  wire                 reg_write_i,
    input  wire [20:0]          reg_addr_i,       // byte address inside the unit
    input  wire [31:0]          reg_wdata_i,
    input  wire [3:0]           reg_wstrb_i,
    output wire [31:0]          reg_rdata_o,      // in the cycle after a read was accepted

    // control
    output wire                 enable_o,
    output wire                 clear_o,          // one cycle, the one after the store; the unit is idle
    output wire [15:0]          switch_id_o,
    // SNOOP registers, hart 0 low
    output wire [HARTS-1:0]     snoop_enable_o,   // with enable_o
    output wire [HARTS-1:0]     snoop_isr_o,      // with enable_o
    output wire [HARTS-1:0]     snoop_every_o,
    output wire [2*HARTS-1:0]   snoop_kind_o,
    output wire [12*HARTS-1:0]  snoop_index_o,
    output wire [32*HARTS-1:0]  snoop_mask_o,
    output wire [30*HARTS-1:0]  snoop_addr_o,     // bits 31:2 of the watched address
    output wire [31:0]          pin_rise_o,       // PIN_RISE, PIN_FALL, PIN_BUS; 0 where there is no pin
    output wire [31:0]          pin_fall_o,
    output wire [31:0]          pin_bus_o,
    output wire [9*HARTS-1:0]   mask_o,           // PORT_MASK, 3 bits a context

    // port accesses, see weir_port; and stores to RUNNING
    output wire [HARTS-1:0]     acc_value_o,      // a store to VALUE, a further word, ID or a window is accepted; one at most
    output wire [HARTS-1:0]     acc_arg_o,
    output wire [1:0]           acc_arg_index_o,       // which further word
    output wire [HARTS-1:0]     acc_id_o,
    output wire [HARTS-1:0]     acc_window_o,
    output wire                 offers_o,         // a store to ID, a window, or RUNNING is at the port, accepted or not,
    output wire                 run_o,            // to RUNNING,
    output wire                 window_o,         // a window is addressed,
    output wire [HARTS-1:0]     hart_o,           // of this hart, one-hot; so is a port
    output wire [1:0]           acc_context_o,
    output wire                 acc_narrow_o,
    output wire [31:0]          acc_data_o,
    output wire [9:0]           acc_offset_o,
    output wire                 set_valid_o,      // a store to RUNNING is accepted
    input  wire                 stall_order_i,          // no write, and no read of VALUE or RUNNING
    input  wire [HARTS-1:0]     stall_order_hart_i,     // the same for the pages and RUNNING of this hart
    input  wire [HARTS-1:0]     stall_switch_i,         // the same for the pages of this hart alone
    input  wire                 stall_port_i,      // no event, and no store to RUNNING
    input  wire                 zeroing_i,        // no access at all
    // stores that wait for room, see weir_admit
    input  wire                 wanted_i,         // the store addressed would be an event that is delivered if there is room,
    input  wire                 space_i,           // and there is
    input  wire                 drains_i,         // a sink that needs no software takes the stream
    output wire                 reserve_o,        // such a store is accepted, and its room promised
    input  wire [128*HARTS-1:0] read_value_i,     // VALUE and its further words as the owner addressed reads them
    input  wire [32*HARTS-1:0]  running_i,

    // registers of filter, at acc_offset_o, acc_data_o
    output wire                 filter_store_o,
    input  wire                 filter_busy_i,    // no access: a store takes effect
    input  wire                 filter_known_i,
    input  wire [31:0]          filter_read_i,
    input  wire                 frozen_i,

    // counters, see weir_admit
    output wire                 count_offered_o,
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
    input  wire [FIFO_LOG2:0]   level_i,          // words in store; it is late, so that it is not to be shown is said beside it:
    input  wire                 hidden_i,         // LEVEL is 0, as word and tail above are those of an empty FIFO
    input  wire [23:0]          tail_i,
    input  wire [1:0]           tail_count_i,

    // words that are read without taking them, see weir_fifo; what was kept, see weir_fifo_snapshot
    output wire                 peek_o,           // peek_word_i is that at peek_at_o in the next cycle
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
  localparam integer CONTEXTS = PROTECT != 0 ? 3 : 2;
  localparam [31:0] CONFIG = HARTS << weir_pkg::CONFIG_HARTS_LSB | VALUE_REGS << weir_pkg::CONFIG_VALUE_REGS_LSB
                           | QUEUE_LOG2 << weir_pkg::CONFIG_QUEUE_LOG2_LSB | FIFO_LOG2 << weir_pkg::CONFIG_FIFO_LOG2_LSB
                           | THREAD_CACHE << weir_pkg::CONFIG_THREAD_CACHE_LSB;
  localparam [31:0] FEATURES = CONTEXTS << weir_pkg::FEATURES_CONTEXTS_LSB | 1 << weir_pkg::FEATURES_WINDOW_LSB
                             | 1 << weir_pkg::FEATURES_SNOOP_LSB | 1 << weir_pkg::FEATURES_TIME_READ_LSB
                             | 1 << weir_pkg::FEATURES_OFFERED_LSB | FILTER << weir_pkg::FEATURES_FILTER_LSB | 4 << weir_pkg::FEATURES_LANES_LSB
                             | RETIRE << weir_pkg::FEATURES_RETIRE_LSB | (PINS != 0 ? 1 : 0) << weir_pkg::FEATURES_PINS_LSB | 64 << weir_pkg::FEATURES_TIME_W_LSB | (FRAME != 0 ? 1 : 0) << weir_pkg::FEATURES_FRAME_LSB
                             | RING << weir_pkg::FEATURES_RING_LSB | TIME_BASE << weir_pkg::FEATURES_TIME_BASE_LSB
                             | PEEK << weir_pkg::FEATURES_PEEK_LSB | PROTECT << weir_pkg::FEATURES_LOCK_LSB | 1 << weir_pkg::FEATURES_GUARANTEED_LSB | CHECKPOINT << weir_pkg::FEATURES_CHECKPOINT_LSB
                             | (VALUE_W == 64 ? 1 : 0) << weir_pkg::FEATURES_WIDE_LSB | PROTECT << weir_pkg::FEATURES_AUTH_LSB | CHECKPOINT << weir_pkg::FEATURES_SW_ENTRY_LSB
                             | (ARGS - 1) << weir_pkg::FEATURES_ARGS_LSB;
  localparam integer WORDS = VALUE_W == 64 ? 2 : ARGS;
  localparam [11:0] SNOOP_BASE = weir_pkg::REG_SNOOP;
  localparam [11:0] MASK_BASE = weir_pkg::REG_PORT_MASK;
  localparam [11:0] RING_BASE = weir_pkg::REG_RING_CTRL;

  // ---- decode
  wire [4:0]  block    = reg_addr_i[20:16];                  // 0: the unit itself; 1 + hart
  wire [11:0] offset   = {reg_addr_i[11:2], 2'b00};
  wire        control  = block == 5'd0 && reg_addr_i[15:12] == 4'd0;
  wire        data     = block == 5'd0 && reg_addr_i[15:12] == 4'd1;
  wire        counters = block == 5'd0 && reg_addr_i[15:13] == 3'd1;
  wire [1:0]  context_w = reg_addr_i[13:12];
  wire        hart_page = block != 5'd0 && {27'd0, block} <= HARTS && {30'd0, context_w} < CONTEXTS;
  wire        is_port  = hart_page && !reg_addr_i[14];
  wire        is_window = hart_page && reg_addr_i[14];
  wire        is_value = is_port && (offset == 12'd0 || (WORDS > 1 && offset == 12'd8));
  wire [1:0]  word_w   = offset[3:2] - 2'd2;                   // 0x00c, 0x010, 0x014: 1, 2, 3
  wire        is_arg  = is_port && WORDS > 1 && offset[11:5] == 7'd0 && offset[4:2] >= 3'd3 && {29'd0, offset[4:2]} < WORDS + 2;
  wire        is_id    = is_port && offset == 12'd4;
  wire [HARTS-1:0] of_snoop, of_mask;                        // the hart of these registers, one-hot
  wire        snoops   = control && of_snoop != '0;
  wire        is_sctrl = snoops && offset[4:0] == weir_pkg::REG_SNOOP_CTRL[4:0];
  wire        is_saddr = snoops && offset[4:0] == weir_pkg::REG_SNOOP_ADDR[4:0];
  wire        is_run   = snoops && offset[4:0] == weir_pkg::REG_SNOOP_RUNNING[4:0];
  wire        is_smask = snoops && offset[4:0] == weir_pkg::REG_SNOOP_MASK[4:0];
  wire        is_mask  = PROTECT != 0 && control && of_mask != '0;
  wire        is_filter = FILTER != 0 && control && offset[11:7] == 5'd1;
  wire        is_frame = FRAME != 0 && control && offset == weir_pkg::REG_FRAME_CTRL;
  wire        is_hz    = FRAME != 0 && control && offset == weir_pkg::REG_FRAME_HZ;
  wire        is_wait  = control && offset == weir_pkg::REG_WAIT;
  wire        is_pins  = PINS != 0 && control && offset[11:4] == weir_pkg::REG_PINS[11:4];       // PINS, PIN_RISE, PIN_FALL, PIN_BUS
  wire        is_ring  = RING != 0 && control && offset[11:6] == RING_BASE[11:6];
  wire        is_step  = TIME_BASE != 0 && control && offset == weir_pkg::REG_TIME_STEP;
  wire        is_tctrl = TIME_BASE != 0 && control && offset == weir_pkg::REG_TIME_CTRL;
  wire        is_peek_at = PEEK != 0 && control && offset == weir_pkg::REG_PEEK_AT;
  wire        is_peek  = PEEK != 0 && control && offset == weir_pkg::REG_PEEK_DATA;
  wire        is_snapshot  = PEEK != 0 && control && (offset == weir_pkg::REG_FIFO_POINTERS || offset == weir_pkg::REG_SNAPSHOT
                                                  || offset == weir_pkg::REG_SNAPSHOT_POINTERS || offset == weir_pkg::REG_SNAPSHOT_TAIL);
  wire        is_checkpoint  = CHECKPOINT != 0 && control && offset == weir_pkg::REG_CHECKPOINT;
  wire        is_auth  = PROTECT != 0 && control && offset == weir_pkg::REG_AUTH;
  // @tail_is_no_secret
  wire        secret   = data || is_peek || is_run || (control && (offset == weir_pkg::REG_TAIL || (PEEK != 0 && offset == weir_pkg::REG_SNAPSHOT_TAIL)));
  wire        deny     = PROTECT != 0 && secret && !auth_i;     // a read of this gives 0, and does nothing else
  wire        sw_entry_page = CHECKPOINT != 0 && block == 5'd0 && reg_addr_i[15:12] == 4'd4 && offset[11:8] == 4'd0 && {28'd0, offset[7:4]} < HARTS;
  wire        is_begin = sw_entry_page && offset[3:2] == 2'd0;
  wire        is_word  = sw_entry_page && offset[3:2] == 2'd1;
  wire        is_end   = sw_entry_page && offset[3:2] == 2'd2;
  wire        is_sw_entry   = CHECKPOINT != 0 && control && offset == weir_pkg::REG_SW_ENTRY;
  wire        whole    = reg_wstrb_i == 4'b1111;
  // A counter: of a source, the offered events of a class, or the drops for a reason.
  localparam integer CODE_W = weir_pkg::DROP_W;
  localparam integer RATE_LIMIT = {{(32-CODE_W){1'b0}}, weir_pkg::DROP_RATE_LIMIT};
  localparam integer OVERRUN = {{(32-CODE_W){1'b0}}, weir_pkg::DROP_OVERRUN};
  wire [3:0]  count_hart    = reg_addr_i[12:9];
  wire [1:0]  count_context = reg_addr_i[8:7];
  wire        count_offered = reg_addr_i[6];
  wire [3:0]  count_code    = reg_addr_i[5:2];
  wire [31:0] code          = {28'd0, count_code};
  wire        has_source = PINS != 0 && {28'd0, count_hart} == HARTS ? count_context == weir_pkg::CONTEXT_INTERRUPT
                         : {28'd0, count_hart} < HARTS && (count_context == weir_pkg::CONTEXT_SNOOP ? 1'b1 : {30'd0, count_context} < CONTEXTS);
  wire        has_reason = code < weir_pkg::DROP_COUNT && (code != RATE_LIMIT || FILTER != 0)
                         && (code != OVERRUN || (HARTS > 1) || RETIRE != 0 || PINS != 0);
  wire        is_count = counters && has_source && (count_offered ? code < weir_pkg::CLASS_COUNT : has_reason);

  wire [HARTS-1:0] addressed;                                // the hart whose pages, snoop or mask is addressed, one-hot; always, if there is one only
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      assign of_snoop[h]  = offset[11:5] == SNOOP_BASE[11:5] + h[6:0];
      assign of_mask[h]   = offset[11:2] == MASK_BASE[11:2] + h[9:0];
      assign addressed[h] = HARTS == 1 || (control ? (is_mask ? of_mask[h] : of_snoop[h]) : sw_entry_page ? {28'd0, offset[7:4]} == h : {27'd0, block} == h + 1);
    end
  endgenerate

  // ---- handshake
  logic enable_q, clear_q, on_q;                             // on_q: enabled, and not closed
  logic stall_clear_q;                                            // no access at all, until the cycle after that in which the last counter is zeroed
  logic        asked_q, counted_q;                           // a read of a counter takes two cycles, or three: this one is shown in the next, or now,
  logic [12:2] counter_q;                                    // the one addressed in the cycle before
  localparam [12:2] COUNTER = {HARTS > 1 || PINS != 0 ? 4'd15 : 4'd0, 2'd3, 1'b1, {(4-CODE_W){1'b0}}, {CODE_W{1'b1}}};   // what tells counters apart
  wire         same_counter = counter_q == (reg_addr_i[12:2] & COUNTER);
  wire         counted = counted_q && same_counter;
  wire         peeked;                                       // a word that is looked at, too
  wire         looking;                                      // the word of the stream may not show, for that: a read of it waits
  wire depends = hart_page || is_run || sw_entry_page;                        // on a running thread
  wire blocked_read = stall_order_i || (depends && (stall_order_hart_i & addressed) != '0) || (hart_page && (stall_switch_i & addressed) != '0);
  wire blocked = blocked_read || (stall_port_i && (is_id || is_window || is_run));            // a write
  wire offers  = is_id || (is_window && whole);
  wire is_guaranteed = reg_addr_i[15] && hart_page && offers;                  // a store that waits for room,
  wire expired;                                                                             // but not for longer
  wire stall_space   = is_guaranteed && enable_q && !frozen_i && wanted_i && !space_i && !expired;
  // @peek_at_once
  wire others  = !stall_clear_q && !filter_busy_i && !(blocked_read && (is_value || is_arg || is_run || is_end)) && !(is_peek && !peeked) && !(data && looking);
  wire reads   = others && !(is_count && !counted);
  wire writes  = !stall_clear_q && !filter_busy_i && !blocked;                        // all but offers, which may wait besides
  assign reg_ready_o = reg_write_i ? writes && !stall_space : reads;
  wire write  = reg_valid_i && reg_write_i && reg_ready_o;
  wire read   = reg_valid_i && !reg_write_i && reads;  // @read
  // What is known early is enough where no counter, and no offer, is meant:
  wire early_read  = reg_valid_i && !reg_write_i && others;       // a read
  wire early_write = reg_valid_i && reg_write_i && writes;        // a write

  // ---- registers
  logic        irq_watermark_q, irq_loss_q, loss_q, fault_empty_q, fault_ring_q, alt_q;
  wire         fault_access;
  logic [15:0] watermark_q;

  wire low          = control && offset[11:6] == 6'd0;       // all registers without a hart
  wire [3:0] word   = offset[5:2];
  wire is_ctrl      = low && word == weir_pkg::REG_CTRL[5:2];
  wire is_fault     = low && word == weir_pkg::REG_FAULT[5:2];
  wire is_irqen     = low && word == weir_pkg::REG_IRQ_ENABLE[5:2];
  wire is_irqst     = low && word == weir_pkg::REG_IRQ_STATUS[5:2];
  wire is_watermark = low && word == weir_pkg::REG_WATERMARK[5:2];
  wire is_time_lo   = low && word == weir_pkg::REG_TIME_LO[5:2];
  wire is_time_hi   = low && word == weir_pkg::REG_TIME_HI[5:2];
  wire is_switch_id = low && word == weir_pkg::REG_SWITCH_ID[5:2];
  wire is_lock      = PROTECT != 0 && control && offset == weir_pkg::REG_LOCK;
  wire locked;                                               // what says what the unit does cannot be stored
  wire locks        = locked && (is_ctrl || is_switch_id || is_step || is_tctrl || is_filter || is_sctrl || is_saddr || is_smask || is_mask || is_frame || is_hz
                                 || is_ring || is_wait || is_pins);
  wire sets         = whole && !locks;
  wire store        = early_write && sets;                          // of a register

  wire wants_clear  = reg_wdata_i[weir_pkg::CTRL_CLEAR_LSB];
  wire is_alt       = reg_wdata_i[15:0] == weir_pkg::ID_THREAD_SWITCH_ALT;
  wire good_switch  = reg_wdata_i[31:16] == 16'd0 && (is_alt || reg_wdata_i[15:0] == weir_pkg::ID_THREAD_SWITCH);
  wire enables      = store && is_ctrl ? reg_wdata_i[weir_pkg::CTRL_ENABLE_LSB] : enable_q;
  // That a store is accepted comes late, so what it would do to CTRL is known before; and of CTRL little is asked for that. busy_i is the last.
  wire opens        = reg_valid_i && reg_write_i && !stall_clear_q && !filter_busy_i && !stall_order_i;
  wire may_clear    = opens && sets && is_ctrl && wants_clear && !enable_q;
  wire would_enable = sets && is_ctrl ? reg_wdata_i[weir_pkg::CTRL_ENABLE_LSB] : enable_q;
  wire clears       = may_clear && !busy_i;
  wire closes       = (may_clear && !busy_i) || clear_q || zeroing_i;
  // @zeroing
  wire on           = ((opens ? would_enable : enable_q) && !clear_q && !zeroing_i) && (!may_clear || busy_i);
  assign clear_o    = clear_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      enable_q        <= 1'b0;
      clear_q         <= 1'b0;
      stall_clear_q        <= 1'b1;
      on_q            <= 1'b0;
      irq_watermark_q <= 1'b0;
      irq_loss_q      <= 1'b0;
      loss_q          <= 1'b0;
      watermark_q     <= weir_pkg::WATERMARK_WORDS_RESET;
      alt_q           <= 1'b0;
    end else begin
      enable_q <= enables;
      clear_q  <= clears;
      stall_clear_q <= closes;
      on_q     <= on;
      if (store && is_irqen) begin
        irq_watermark_q <= reg_wdata_i[weir_pkg::IRQ_ENABLE_WATERMARK_LSB];
        irq_loss_q      <= reg_wdata_i[weir_pkg::IRQ_ENABLE_LOSS_LSB];
      end
      if (drop_i) loss_q <= 1'b1;
      else if (store && is_irqst && reg_wdata_i[weir_pkg::IRQ_STATUS_LOSS_LSB]) loss_q <= 1'b0;
      if (store && is_watermark) watermark_q <= reg_wdata_i[weir_pkg::WATERMARK_WORDS_LSB +: 16];
      if (store && is_switch_id && good_switch) alt_q <= is_alt;
    end
  end
  assign enable_o    = on_q;
  assign switch_id_o = alt_q ? weir_pkg::ID_THREAD_SWITCH_ALT : weir_pkg::ID_THREAD_SWITCH;

  function automatic [31:0] pick(input [32*HARTS-1:0] words, input [HARTS-1:0] which);   // which: one-hot
    integer k;
    begin
      pick = 32'd0;
      for (k = 0; k < HARTS; k = k + 1) if (which[k]) pick = pick | words[32*k +: 32];
    end
  endfunction

  wire [HARTS-1:0] set_snoop = addressed & {HARTS{store && is_sctrl}};     // SNOOP_CTRL of this hart is stored
  wire [HARTS-1:0] isr_snoop;                                // SNOOP_CTRL.ISR
  wire [31:0] snoop_word, time_hi, mask_word, frame_word, base_word, peek_word, wait_word, auth_word, sw_entry_word, pins_word;
  generate
    logic [HARTS-1:0]    enable_snoop_q, every_q;
    logic [HARTS-1:0]    watch_q;                          // enable_snoop_q, while on_q: what a hart does is matched with much
    logic [30*HARTS-1:0] addr_q;
    logic [32*HARTS-1:0] value_mask_q;
    wire  [32*HARTS-1:0] words, ctrl;
    for (h = 0; h < HARTS; h = h + 1) begin : g_snoop_hart
      wire enable_snoop = set_snoop[h] ? reg_wdata_i[weir_pkg::SNOOP_CTRL_ENABLE_LSB] : enable_snoop_q[h];
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          enable_snoop_q[h] <= 1'b0;
          watch_q[h] <= 1'b0;
          every_q[h] <= 1'b0;
          addr_q[30*h +: 30] <= 30'd0;
          value_mask_q[32*h +: 32] <= weir_pkg::SNOOP_MASK_RESET;
        end else begin
          enable_snoop_q[h] <= enable_snoop;
          watch_q[h] <= enable_snoop && on;  // @watch
          if (set_snoop[h]) every_q[h] <= reg_wdata_i[weir_pkg::SNOOP_CTRL_EVERY_LSB];
          if (store && is_saddr && addressed[h]) addr_q[30*h +: 30] <= reg_wdata_i[31:2];
          if (store && is_smask && addressed[h]) value_mask_q[32*h +: 32] <= reg_wdata_i;
        end
      end
      assign ctrl[32*h +: 32] = {4'd0, snoop_index_o[12*h +: 12], 10'd0, snoop_kind_o[2*h +: 2], 1'b0, every_q[h], isr_snoop[h], enable_snoop_q[h]};
      assign words[32*h +: 32] = is_run ? running_i[32*h +: 32] : is_sctrl ? ctrl[32*h +: 32] : is_smask ? value_mask_q[32*h +: 32]
                               : {addr_q[30*h +: 30], 2'b00};
    end
    assign snoop_enable_o = watch_q;
    assign snoop_every_o  = every_q;
    assign snoop_addr_o   = addr_q;
    assign snoop_mask_o   = value_mask_q;
    assign snoop_word     = pick(words, addressed);
    if (RETIRE != 0) begin : g_retire
      logic [HARTS-1:0]    isr_q, watch_isr_q;               // as those of g_snoop
      logic [2*HARTS-1:0]  kind_q;
      logic [12*HARTS-1:0] index_q;
      for (h = 0; h < HARTS; h = h + 1) begin : g_hart
        wire isr = set_snoop[h] ? reg_wdata_i[weir_pkg::SNOOP_CTRL_ISR_LSB] : isr_q[h];
        always_ff @(posedge clk_i) begin
          if (!rst_ni) begin
            isr_q[h] <= 1'b0;
            watch_isr_q[h] <= 1'b0;
            kind_q[2*h +: 2] <= weir_pkg::SNOOP_STORE;
            index_q[12*h +: 12] <= 12'd0;
          end else begin
            isr_q[h] <= isr;
            watch_isr_q[h] <= isr && on;
            if (set_snoop[h]) begin
              kind_q[2*h +: 2] <= reg_wdata_i[weir_pkg::SNOOP_CTRL_MATCH_ON_LSB +: 2];
              index_q[12*h +: 12] <= reg_wdata_i[weir_pkg::SNOOP_CTRL_INDEX_LSB +: 12];
            end
          end
        end
      end
      assign isr_snoop      = isr_q;
      assign snoop_isr_o    = watch_isr_q;
      assign snoop_kind_o   = kind_q;
      assign snoop_index_o = index_q;
    end else begin : g_no_retire
      assign isr_snoop      = '0;
      assign snoop_isr_o    = '0;
      assign snoop_kind_o   = '0;
      assign snoop_index_o = '0;
    end
    logic [31:0] time_hi_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) time_hi_q <= 32'd0;
      else if (early_read && is_time_lo) time_hi_q <= time_i[63:32];
    end
    assign time_hi = time_hi_q;
    if (PROTECT != 0) begin : g_lock
      logic locked_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) locked_q <= weir_pkg::LOCK_RESET;
        else if (store && is_lock && reg_wdata_i[weir_pkg::LOCK_LSB]) locked_q <= 1'b1;
      end
      assign locked = locked_q;
    end else begin : g_no_lock
      assign locked = 1'b0;
    end
    if (PEEK != 0) begin : g_peek
      logic [FIFO_LOG2-1:0] at_q;
      wire peeks = reg_valid_i && !reg_write_i && is_peek && !stall_clear_q && !filter_busy_i;
      logic looked_q, after_q, peeked_q; // its word comes out of the RAM; did in the cycle before; and is peek_q
      logic [31:0] peek_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) at_q <= '0;
        else if (store && is_peek_at) at_q <= reg_wdata_i[FIFO_LOG2-1:0];
        else if (peeks && peeked_q && !deny) at_q <= at_q + 1'b1;
        looked_q <= rst_ni && peek_o;
        after_q  <= rst_ni && looked_q;
        peeked_q <= rst_ni && looked_q && peeks;
        if (looked_q) peek_q <= peek_word_i;  // @peek
      end
      wire [31:0] pointers = {{(15-FIFO_LOG2){1'b0}}, fifo_wr_i, {(15-FIFO_LOG2){1'b0}}, fifo_rd_i};
      wire [31:0] snapshot_pointers = {{(15-FIFO_LOG2){1'b0}}, snapshot_wr_i, {(15-FIFO_LOG2){1'b0}}, snapshot_rd_i};
      assign peek_o    = peeks && !looked_q && !peeked_q;
      assign peek_at_o = at_q;
      assign peeked    = peeked_q;
      assign looking   = looked_q || after_q;
      assign peek_word = is_peek    ? peek_q
                       : is_peek_at ? {{(32-FIFO_LOG2){1'b0}}, at_q}
                       : offset == weir_pkg::REG_FIFO_POINTERS ? pointers
                       : !snapshot_valid_i ? 32'd0
                       : offset == weir_pkg::REG_SNAPSHOT ? 32'd1
                       : offset == weir_pkg::REG_SNAPSHOT_POINTERS ? snapshot_pointers
                       : {6'd0, snapshot_tail_count_i, snapshot_tail_i};
    end else begin : g_no_peek
      assign peek_o    = 1'b0;
      assign peek_at_o = '0;
      assign peek_word = 32'd0;
      assign peeked    = 1'b0;
      assign looking   = 1'b0;
      wire unused = &{1'b0, peek_word_i, fifo_wr_i, fifo_rd_i, snapshot_valid_i, snapshot_wr_i, snapshot_rd_i, snapshot_tail_i, snapshot_tail_count_i};
    end
    if (TIME_BASE != 0) begin : g_base
      logic [31:0] step_q;
      logic        mtime_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          step_q  <= weir_pkg::TIME_STEP_RESET;
          mtime_q <= weir_pkg::TIME_CTRL_MTIME_RESET;
        end else begin
          if (store && is_step) step_q <= reg_wdata_i;
          if (store && is_tctrl) mtime_q <= reg_wdata_i[weir_pkg::TIME_CTRL_MTIME_LSB];
        end
      end
      assign time_step_o     = step_q;
      assign time_external_o = mtime_q;
      assign base_word       = is_step ? step_q : {30'd0, time_external_i, mtime_q};
    end else begin : g_no_base
      assign time_step_o     = weir_pkg::TIME_STEP_RESET;
      assign time_external_o = 1'b0;
      assign base_word       = 32'd0;
      wire unused = &{1'b0, time_external_i};
    end
    if (CHECKPOINT != 0) begin : g_checkpoint
      logic [15:0] bytes_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) bytes_q <= weir_pkg::CHECKPOINT_BYTES_RESET;
        else if (store && is_checkpoint) bytes_q <= reg_wdata_i[weir_pkg::CHECKPOINT_BYTES_LSB +: 16];
      end
      assign checkpoint_every_o = bytes_q;
      assign checkpoint_now_o   = store && is_checkpoint && reg_wdata_i[weir_pkg::CHECKPOINT_NOW_LSB];
    end else begin : g_no_checkpoint
      assign checkpoint_every_o = 16'd0;
      assign checkpoint_now_o   = 1'b0;
    end
    if (FRAME != 0) begin : g_frame
      logic        enable_frame_q, framing_q;
      logic [15:0] interval_q;
      logic [31:0] hz_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          enable_frame_q <= weir_pkg::FRAME_CTRL_ENABLE_RESET;
          interval_q     <= weir_pkg::FRAME_CTRL_INTERVAL_RESET;
          hz_q           <= weir_pkg::FRAME_HZ_RESET;
          framing_q      <= 1'b0;
        end else begin
          if (store && is_frame) begin
            enable_frame_q <= reg_wdata_i[weir_pkg::FRAME_CTRL_ENABLE_LSB];
            interval_q     <= reg_wdata_i[weir_pkg::FRAME_CTRL_INTERVAL_LSB +: 16];
          end
          if (store && is_hz) hz_q <= reg_wdata_i;
          if (clear_q) framing_q <= enable_frame_q;
        end
      end
      assign framing_o        = framing_q;
      assign frame_interval_o = interval_q;
      assign frame_hz_o       = hz_q;
      assign frame_word       = is_hz ? hz_q : {interval_q, 14'd0, frame_busy_i, enable_frame_q};
    end else begin : g_no_frame
      assign framing_o        = 1'b0;
      assign frame_interval_o = 16'd0;
      assign frame_hz_o       = 32'd0;
      assign frame_word       = 32'd0;
      wire unused = &{1'b0, frame_busy_i};
    end
    logic [23:0] most_q, left_q;                           // left_q: of these edges, since one was accepted,
    logic        never_q, late_q;                           // and most_q is 0; none is left;
    logic        first_q;                                  // but all still are, whatever they say: whether one is accepted comes late
    wire         at_port = reg_valid_i && reg_write_i && is_guaranteed;
    wire         late = late_q && !first_q;
    wire  [23:0] left = first_q ? most_q : left_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        most_q   <= weir_pkg::WAIT_CYCLES_RESET;
        never_q   <= weir_pkg::WAIT_CYCLES_RESET == 24'd0;
        first_q  <= 1'b1;
      end else if (store && is_wait) begin
        most_q   <= reg_wdata_i[weir_pkg::WAIT_CYCLES_LSB +: 24];
        never_q   <= reg_wdata_i[weir_pkg::WAIT_CYCLES_LSB +: 24] == 24'd0;
        first_q  <= 1'b1;
      end else if (at_port) first_q <= reg_ready_o;  // @wait_again
      if (at_port) begin
        left_q <= left - 24'd1;
        late_q <= late || left == 24'd1;  // @wait
      end
    end
    assign expired   = never_q ? !drains_i : late;
    assign wait_word = {8'd0, most_q};
    if (CHECKPOINT != 0) begin : g_sw_entry
      logic [31:0] dropped_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_q) dropped_q <= 32'd0;
        // @sw_entry_count
        else if (early_read && is_end && sw_entry_answer_i != weir_pkg::SW_ENTRY_WRITTEN) dropped_q <= dropped_q + 32'd1;
      end
      assign sw_entry_word = dropped_q;
    end else begin : g_no_sw_entry
      assign sw_entry_word = 32'd0;
      wire unused = &{1'b0, sw_entry_answer_i};
    end
    if (PINS != 0) begin : g_pins
      localparam [5:0] COUNT = PINS[5:0];
      logic [PINS-1:0] rise_q, fall_q, bus_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          rise_q <= weir_pkg::PIN_RISE_RESET[PINS-1:0];
          fall_q <= weir_pkg::PIN_FALL_RESET[PINS-1:0];
          bus_q  <= weir_pkg::PIN_BUS_RESET[PINS-1:0];
        end else if (store && is_pins) begin
          if (offset[3:2] == weir_pkg::REG_PIN_RISE[3:2]) rise_q <= reg_wdata_i[PINS-1:0];
          if (offset[3:2] == weir_pkg::REG_PIN_FALL[3:2]) fall_q <= reg_wdata_i[PINS-1:0];
          if (offset[3:2] == weir_pkg::REG_PIN_BUS[3:2]) bus_q <= reg_wdata_i[PINS-1:0];
        end
      end
      assign pin_rise_o = {{(32-PINS){1'b0}}, rise_q};
      assign pin_fall_o = {{(32-PINS){1'b0}}, fall_q};
      assign pin_bus_o  = {{(32-PINS){1'b0}}, bus_q};
      assign pins_word  = offset[3:2] == weir_pkg::REG_PIN_RISE[3:2] ? pin_rise_o : offset[3:2] == weir_pkg::REG_PIN_FALL[3:2] ? pin_fall_o
                        : offset[3:2] == weir_pkg::REG_PIN_BUS[3:2] ? pin_bus_o : {26'd0, COUNT};
    end else begin : g_no_pins
      assign pin_rise_o = 32'd0;
      assign pin_fall_o = 32'd0;
      assign pin_bus_o  = 32'd0;
      assign pins_word  = 32'd0;
    end
    if (PROTECT != 0) begin : g_auth
      logic [30:0] denied_q;                                 // as many or more, when all ones
      always_ff @(posedge clk_i) begin
        if (!rst_ni) denied_q <= 31'd0;
        else if (early_read && deny && !(&denied_q)) denied_q <= denied_q + 31'd1;  // @denied_count
      end
      assign auth_word = {auth_i, denied_q};
    end else begin : g_no_auth
      assign auth_word = 32'd0;
      wire unused = &{1'b0, auth_i, secret};
    end
    if (PROTECT != 0) begin : g_mask
      logic [9*HARTS-1:0]  mask_q;
      wire  [32*HARTS-1:0] mask_words;
      for (h = 0; h < HARTS; h = h + 1) begin : g_hart
        always_ff @(posedge clk_i) begin
          if (!rst_ni)
            mask_q[9*h +: 9] <= {weir_pkg::PORT_MASK_USER_RESET, weir_pkg::PORT_MASK_INTERRUPT_RESET, weir_pkg::PORT_MASK_THREAD_RESET};
          else if (store && is_mask && addressed[h])
            mask_q[9*h +: 9] <= {reg_wdata_i[weir_pkg::PORT_MASK_USER_LSB +: 3], reg_wdata_i[weir_pkg::PORT_MASK_INTERRUPT_LSB +: 3],
                                 reg_wdata_i[weir_pkg::PORT_MASK_THREAD_LSB +: 3]};
        end
        assign mask_words[32*h +: 32] = {13'd0, mask_q[9*h+6 +: 3], 5'd0, mask_q[9*h+3 +: 3], 5'd0, mask_q[9*h +: 3]};
      end
      assign mask_o    = mask_q;
      assign mask_word = pick(mask_words, addressed);
    end else begin : g_no_mask
      assign mask_o    = '1;
      assign mask_word = 32'd0;
    end
  endgenerate

  // ---- accesses of the other stages
  wire to_port = reg_valid_i && reg_write_i && on_q && !filter_busy_i && !blocked;
  assign acc_arg_o     = addressed & {HARTS{to_port && is_arg}};
  assign acc_arg_index_o     = word_w;
  assign acc_value_o    = addressed & {HARTS{to_port && is_value}};
  assign acc_id_o       = addressed & {HARTS{to_port && is_id && !stall_space}};
  assign acc_window_o   = addressed & {HARTS{to_port && is_window && whole && !stall_space}};
  // @offers
  assign offers_o       = reg_valid_i && reg_write_i && (is_run || (on_q && (is_id || is_window)));
  assign run_o          = is_run;
  assign window_o       = is_window;
  assign hart_o         = addressed;
  // @wait_late
  assign reserve_o      = to_port && is_guaranteed && !frozen_i && wanted_i && space_i;
  assign acc_context_o  = context_w;
  assign acc_narrow_o   = !whole;
  assign acc_data_o     = reg_wdata_i;
  assign acc_offset_o   = reg_addr_i[11:2];
  assign set_valid_o    = store && is_run;
  assign sw_entry_begin_o    = addressed & {HARTS{store && is_begin}};
  assign sw_entry_word_o     = addressed & {HARTS{store && is_word}};
  assign sw_entry_end_o      = addressed & {HARTS{early_read && is_end}};
  assign filter_store_o = store && is_filter;
  // @pop_empty
  assign pop_o          = reg_valid_i && !reg_write_i && data && word_valid_i && !deny && !stall_clear_q && !filter_busy_i && !looking;      // nothing else keeps a read of the data page waiting
  assign ring_store_o   = store && is_ring;
  assign ring_word_o    = offset[5:2];
  assign count_offered_o = counters && count_offered;
  assign count_source_o = counters ? {count_hart, count_context} : 6'd0;
  assign count_code_o   = counters ? count_code[CODE_W-1:0] : '0;

  // ---- answer, and whether there is such a register
  wire [32*HARTS-1:0] owner_values;                            // the halves addressed
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_owner
      assign owner_values[32*h +: 32] = read_value_i[128*h + 32 * (is_arg ? {30'd0, word_w} : 32'd0) +: 32];
    end
  endgenerate
  wire [31:0] owner_value = pick(owner_values, addressed);  // @latch_of_another
  wire        owner       = is_value || is_arg;
  wire [31:0] time_lo   = time_i[31:0];
  wire watermark = (!hidden_i && {{(16-FIFO_LOG2-1){1'b0}}, level_i} >= watermark_q) || (hidden_i && watermark_q == 16'd0);
  logic [31:0] low_word;
  logic        low_known;
  always_comb begin
    low_known = 1'b1;
    case (word)
      weir_pkg::REG_MAGIC[5:2]:      low_word = weir_pkg::MAGIC_VALUE;
      weir_pkg::REG_VERSION[5:2]:    low_word = weir_pkg::VERSION_VALUE;
      weir_pkg::REG_CONFIG[5:2]:     low_word = CONFIG;
      weir_pkg::REG_FEATURES[5:2]:   low_word = FEATURES;
      weir_pkg::REG_CTRL[5:2]:       low_word = {31'd0, enable_q};
      weir_pkg::REG_STATUS[5:2]:     low_word = {27'd0, frozen_i, loss_i, !word_valid_i, overload_i, busy_i};
      weir_pkg::REG_FAULT[5:2]:      low_word = {29'd0, fault_ring_q, fault_empty_q, fault_access};
      weir_pkg::REG_IRQ_ENABLE[5:2]: low_word = {30'd0, irq_loss_q, irq_watermark_q};
      weir_pkg::REG_IRQ_STATUS[5:2]: low_word = {30'd0, loss_q, watermark};
      weir_pkg::REG_WATERMARK[5:2]:  low_word = {16'd0, watermark_q};
      weir_pkg::REG_LEVEL[5:2]:      low_word = hidden_i ? 32'd0 : {{(31-FIFO_LOG2){1'b0}}, level_i};
      weir_pkg::REG_TAIL[5:2]:       low_word = {6'd0, tail_count_i, tail_i};
      weir_pkg::REG_SWITCH_ID[5:2]:  low_word = {16'd0, switch_id_o};
      default: begin
        low_known = is_time_lo || is_time_hi || is_step;
        low_word  = is_time_lo ? time_lo : is_time_hi ? time_hi : is_step ? base_word : 32'd0;
      end
    endcase
  end
  function automatic [31:0] only(input one, input [31:0] of);
    only = one ? of : 32'd0;
  endfunction
  // One of these at most, so that none waits for another.
  wire [31:0] answer = only(low, low_word) | only(is_ring, ring_answer_i) | only(is_filter, filter_read_i) | only(is_mask, mask_word)
                     | only(is_sctrl || is_saddr || is_run || is_smask, snoop_word) | only(is_frame || is_hz, frame_word) | only(is_tctrl, base_word)
                     | only(is_wait, wait_word) | only(is_peek_at || is_peek || is_snapshot, peek_word) | only(is_lock, {31'd0, locked})
                     | only(is_checkpoint, {checkpoint_asked_i, 15'd0, checkpoint_every_o}) | only(is_auth, auth_word) | only(is_sw_entry, sw_entry_word) | only(is_pins, pins_word)
                     | only(data && word_valid_i, word_i) | only(is_count, count_i) | only(is_end, {30'd0, sw_entry_answer_i}) | only(ARGS == 1 && owner, owner_value);
  wire known = low ? low_known : is_ring ? ring_known_i : is_filter ? filter_known_i
             : is_mask || is_sctrl || is_saddr || is_run || is_smask || is_frame || is_hz || is_tctrl || is_wait || is_peek_at || is_peek || is_snapshot || is_lock || is_checkpoint
               || is_auth || is_sw_entry || is_pins || (data && !reg_write_i) || is_count || is_begin || is_word || is_end || is_value || is_arg || is_id || is_window;

  logic [31:0] rdata_q;
  wire         counts = reg_valid_i && !reg_write_i && is_count;
  always_ff @(posedge clk_i) begin
    if (read) rdata_q <= deny ? 32'd0 : answer;  // @denied_shows
    counter_q <= reg_addr_i[12:2] & COUNTER;
    asked_q   <= rst_ni && counts && count_ready_i && count_late_i && !counted;
    counted_q <= rst_ni && counts && (count_late_i ? asked_q && same_counter : count_ready_i) && !counted;
  end
  // Of several words what a latch holds comes last, and has a register by itself.
  generate
    if (ARGS > 1) begin : g_owner_late
      logic [31:0] owner_q;
      always_ff @(posedge clk_i) owner_q <= only(reg_valid_i && !reg_write_i && owner && !deny, owner_value);
      assign reg_rdata_o = rdata_q | owner_q;
    end else begin : g_answer
      assign reg_rdata_o = rdata_q;
    end
  endgenerate

  // ---- faults
  wire narrow       = !whole && (control || is_count || sw_entry_page || ((is_value || is_arg) && enable_q));
  wire narrow_offer = !whole && (is_id || is_window) && enable_q;
  wire bad_value    = whole && (locks || (is_ctrl && wants_clear && (enable_q || busy_i)) || (is_switch_id && !good_switch));      // of a register of the unit
  // That an access is accepted comes late: what is a fault is known in the cycle of it, that it is one in the next.
  logic [2:0] access_faults_q;
  logic       access_fault_q;                                // an earlier one
  // @faults
  wire  [2:0] access_faults = {(early_read && !known) || (early_write && (!known || narrow)), write && narrow_offer, (opens && bad_value) || ring_dropped_i};
  assign fault_access = access_fault_q || access_faults_q != 3'd0;
  wire empty_fault  = early_read && data && !word_valid_i && !deny;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      access_faults_q <= 3'd0;
      access_fault_q  <= 1'b0;
      fault_empty_q  <= 1'b0;
      fault_ring_q   <= 1'b0;
    end else begin
      access_faults_q <= VALUE_REGS != 0 ? access_faults : {2'd0, access_faults != 3'd0};     // without latches ports answer early enough
      access_fault_q  <= fault_access && !(opens && sets && is_fault && reg_wdata_i[weir_pkg::FAULT_ACCESS_LSB]);
      if (ring_error_i) fault_ring_q <= 1'b1;
      else if (store && is_fault && reg_wdata_i[weir_pkg::FAULT_RING_LSB]) fault_ring_q <= 1'b0;
      if (empty_fault) fault_empty_q <= 1'b1;
      else if (store && is_fault && reg_wdata_i[weir_pkg::FAULT_EMPTY_LSB]) fault_empty_q <= 1'b0;
    end
  end

  assign irq_o = (watermark && irq_watermark_q) || (loss_q && irq_loss_q);

  wire unused = &{1'b0, reg_addr_i[1:0]};

`ifdef FORMAL
`include "weir_regs_fv.svh"
`endif
endmodule
`default_nettype wire
