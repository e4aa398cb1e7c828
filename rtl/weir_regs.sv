// SPDX-License-Identifier: Apache-2.0
// regs: decodes the register port, decides whether an access waits (stall_*, WAIT), and hands it
// to its stage. The registers of the control page are in weir_csr.
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
    // one cycle, the one after the store; the unit is idle
    output wire                 clear_o,
    output wire [15:0]          switch_id_o,
    // SNOOP registers, hart 0 low
    output wire [HARTS-1:0]     snoop_enable_o,   // with enable_o
    output wire [HARTS-1:0]     snoop_isr_o,      // with enable_o
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
    output wire [1:0]           acc_arg_index_o,       // which extra argument
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
    output wire [9:0]           acc_offset_o,
    output wire                 set_valid_o,      // a store to RUNNING is accepted
    input  wire                 stall_order_i,          // no write, and no read of VALUE or RUNNING
    // the same for the pages and RUNNING of this hart
    input  wire [HARTS-1:0]     stall_order_hart_i,
    input  wire [HARTS-1:0]     stall_switch_i,         // the same for the pages of this hart alone
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
    input  wire [128*HARTS-1:0] read_value_i,
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
  localparam integer CONTEXTS = PROTECT != 0 ? 3 : 2;
  localparam integer WORDS = VALUE_W == 64 ? 2 : ARGS;
  localparam [11:0] SNOOP_BASE = weir_pkg::REG_SNOOP;
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
  wire        is_arg  = is_port && WORDS > 1 && offset[11:5] == 7'd0 && offset[4:2] >= 3'd3
      && {29'd0, offset[4:2]} < WORDS + 2;
  wire        is_id    = is_port && offset == 12'd4;
  wire [HARTS-1:0] of_snoop;                                 // hart of a SNOOP register, one-hot
  wire        is_filter = FILTER != 0 && control && offset[11:7] == 5'd1;
  wire        is_ring  = RING != 0 && control && offset[11:6] == RING_BASE[11:6];
  // registers of the control page whose accesses do something beside, see weir_csr
  wire        is_ctrl, is_fault, is_time_lo, is_switch_id, is_peek_at, is_peek, is_checkpoint;
  wire        is_wait, csr_known, csr_secret;
  wire [HARTS-1:0] at_running;
  wire        is_run   = at_running != '0;
  // @tail_is_no_secret
  wire        secret   = data || csr_secret;
  // a read of this gives 0, and does nothing else
  wire        deny     = PROTECT != 0 && secret && !auth_i;
  wire        sw_entry_page = CHECKPOINT != 0 && block == 5'd0 && reg_addr_i[15:12] == 4'd4
      && offset[11:8] == 4'd0 && {28'd0, offset[7:4]} < HARTS;
  wire        is_begin = sw_entry_page && offset[3:2] == 2'd0;
  wire        is_word  = sw_entry_page && offset[3:2] == 2'd1;
  wire        is_end   = sw_entry_page && offset[3:2] == 2'd2;
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
  wire        has_source = PINS != 0 && {28'd0, count_hart} == HARTS ? count_context
      == weir_pkg::CONTEXT_INTERRUPT
                         : {28'd0, count_hart} < HARTS && (count_context == weir_pkg::CONTEXT_SNOOP
                             ? 1'b1 : {30'd0, count_context} < CONTEXTS);
  wire        has_reason = code < weir_pkg::DROP_COUNT && (code != RATE_LIMIT || FILTER != 0)
                         && (code != OVERRUN || (HARTS > 1) || RETIRE != 0 || PINS != 0);
  wire        is_count = counters && has_source
      && (count_offered ? code < weir_pkg::CLASS_COUNT : has_reason);

  // the hart whose pages, snoop or mask is addressed, one-hot; always, if there is one only
  wire [HARTS-1:0] addressed;
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      assign of_snoop[h]  = offset[11:5] == SNOOP_BASE[11:5] + h[6:0];
      assign addressed[h] = HARTS == 1 || (control ? of_snoop[h] : sw_entry_page
          ? {28'd0, offset[7:4]} == h : {27'd0, block} == h + 1);
    end
  endgenerate

  // ---- handshake
  logic enable_q, clear_q, on_q;                             // on_q: enabled, and not closed
  // no access at all, until the cycle after that in which the last counter is zeroed
  logic stall_clear_q;
  // a read of a counter takes two cycles, or three: this one is shown in the next, or now,
  logic        asked_q, counted_q;
  // the one addressed in the cycle before
  logic [12:2] counter_q;
  // what reports counters apart
  localparam [12:2] COUNTER = {HARTS > 1 || PINS != 0 ? 4'd15 : 4'd0, 2'd3, 1'b1,
      {(4-CODE_W){1'b0}}, {CODE_W{1'b1}}};
  wire         same_counter = counter_q == (reg_addr_i[12:2] & COUNTER);
  wire         counted = counted_q && same_counter;
  wire         peeked;                                       // a word that is looked at, too
  // the word of the stream may not show, for that: a read of it waits
  wire         looking;
  wire depends = hart_page || is_run || sw_entry_page;                        // on a running thread
  wire blocked_read = stall_order_i || (depends && (stall_order_hart_i & addressed) != '0)
      || (hart_page && (stall_switch_i & addressed) != '0);
  // a write
  wire blocked = blocked_read || (stall_port_i && (is_id || is_window || is_run));
  wire offers  = is_id || (is_window && whole);
  // a store that waits for space,
  wire is_guaranteed = reg_addr_i[15] && hart_page && offers;
  // but not for longer
  wire expired;
  wire stall_space   = is_guaranteed && enable_q && !frozen_i && wanted_i && !space_i && !expired;
  // @peek_at_once
  wire others  = !stall_clear_q && !filter_busy_i
      && !(blocked_read && (is_value || is_arg || is_run || is_end)) && !(is_peek && !peeked)
      && !(data && looking);
  wire reads   = others && !(is_count && !counted);
  // all but offers, which may wait besides
  wire writes  = !stall_clear_q && !filter_busy_i && !blocked;
  assign reg_ready_o = reg_write_i ? writes && !stall_space : reads;
  wire write  = reg_valid_i && reg_write_i && reg_ready_o;
  wire read   = reg_valid_i && !reg_write_i && reads;  // @read
  // What is known early is enough where no counter, and no offer, is meant:
  wire early_read  = reg_valid_i && !reg_write_i && others;       // a read
  wire early_write = reg_valid_i && reg_write_i && writes;        // a write

  // ---- registers
  logic        fault_empty_q, fault_ring_q, alt_q;
  wire         fault_access, locked;
  // LOCK keeps the register addressed as it is
  wire         locks;
  wire         sets         = whole && !locks;
  wire         store        = early_write && sets;                // of a register

  wire clear_requested  = reg_wdata_i[weir_pkg::CTRL_CLEAR_LSB];
  wire is_alt       = reg_wdata_i[15:0] == weir_pkg::ID_THREAD_SWITCH_ALT;
  wire good_switch  = reg_wdata_i[31:16] == 16'd0
      && (is_alt || reg_wdata_i[15:0] == weir_pkg::ID_THREAD_SWITCH);
  wire enables      = store && is_ctrl ? reg_wdata_i[weir_pkg::CTRL_ENABLE_LSB] : enable_q;
  // That a store is accepted arrives late, so what it would do to CTRL is known before; and of CTRL
  // little is asked for that. busy_i is the last.
  wire opens        = reg_valid_i && reg_write_i && !stall_clear_q && !filter_busy_i
      && !stall_order_i;
  wire may_clear    = opens && sets && is_ctrl && clear_requested && !enable_q;
  wire would_enable = sets && is_ctrl ? reg_wdata_i[weir_pkg::CTRL_ENABLE_LSB] : enable_q;
  wire clears       = may_clear && !busy_i;
  wire closes       = (may_clear && !busy_i) || clear_q || zeroing_i;
  // @zeroing
  wire on           = ((opens ? would_enable : enable_q) && !clear_q && !zeroing_i)
      && (!may_clear || busy_i);
  assign clear_o    = clear_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      enable_q        <= 1'b0;
      clear_q         <= 1'b0;
      stall_clear_q        <= 1'b1;
      on_q            <= 1'b0;
      alt_q           <= 1'b0;
    end else begin
      enable_q <= enables;
      clear_q  <= clears;
      stall_clear_q <= closes;
      on_q     <= on;
      if (store && is_switch_id && good_switch) alt_q <= is_alt;
    end
  end
  assign enable_o    = on_q;
  assign switch_id_o = alt_q ? weir_pkg::ID_THREAD_SWITCH_ALT : weir_pkg::ID_THREAD_SWITCH;

  // which: one-hot
  function automatic [31:0] pick(input [32*HARTS-1:0] words, input [HARTS-1:0] which);
    integer k;
    begin
      pick = 32'd0;
      for (k = 0; k < HARTS; k = k + 1) if (which[k]) pick = pick | words[32*k +: 32];
    end
  endfunction

  // What a hart does is matched with much: watched while the unit is on, from registers.
  wire [HARTS-1:0]  snoop_enable, snoop_enable_next, snoop_isr, snoop_isr_next;
  logic [HARTS-1:0] watch_q, watch_isr_q;
  logic [31:0]      time_hi_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      watch_q     <= '0;
      watch_isr_q <= '0;
      time_hi_q   <= 32'd0;
    end else begin
      watch_q     <= on ? snoop_enable_next : '0;  // @watch
      watch_isr_q <= on ? snoop_isr_next : '0;
      if (early_read && is_time_lo) time_hi_q <= time_i[63:32];
    end
  end
  assign snoop_enable_o = watch_q;
  assign snoop_isr_o    = watch_isr_q;

  wire        frame_enable;
  wire [31:0] peek_word, auth_denied, sw_entry_dropped;
  wire [14:0] peek_at;
  generate
    if (PEEK != 0) begin : g_peek
      logic [FIFO_LOG2-1:0] at_q;
      wire peeks = reg_valid_i && !reg_write_i && is_peek && !stall_clear_q && !filter_busy_i;
      // its word leaves of the RAM; did in the cycle before; and is peek_q
      logic looked_q, after_q, peeked_q;
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
      assign peek_o    = peeks && !looked_q && !peeked_q;
      assign peek_at_o = at_q;
      assign peeked    = peeked_q;
      assign looking   = looked_q || after_q;
      assign peek_word = peek_q;
      assign peek_at   = {{(15-FIFO_LOG2){1'b0}}, at_q};
    end else begin : g_no_peek
      assign peek_o    = 1'b0;
      assign peek_at_o = '0;
      assign peek_word = 32'd0;
      assign peek_at   = 15'd0;
      assign peeked    = 1'b0;
      assign looking   = 1'b0;
      wire unused = &{1'b0, peek_word_i, is_peek_at};
    end
    // left_q: of these edges, since one was accepted,
    logic [23:0] most_q, left_q;
    logic        never_q, late_q;                           // and most_q is 0; none is left;
    // but all still are, whatever they say: whether one is accepted arrives late
    logic        first_q;
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
    if (CHECKPOINT != 0) begin : g_sw_entry
      logic [31:0] dropped_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_q) dropped_q <= 32'd0;
        // @sw_entry_count
        else if (early_read && is_end
            && sw_entry_answer_i != weir_pkg::SW_ENTRY_WRITTEN) dropped_q <= dropped_q + 32'd1;
      end
      assign sw_entry_dropped = dropped_q;
    end else begin : g_no_sw_entry
      assign sw_entry_dropped = 32'd0;
      wire unused = &{1'b0, sw_entry_answer_i};
    end
    if (PROTECT != 0) begin : g_auth
      logic [30:0] denied_q;                                 // as many or more, when all ones
      always_ff @(posedge clk_i) begin
        if (!rst_ni) denied_q <= 31'd0;
        else if (early_read && deny && !(&denied_q)) denied_q <= denied_q + 31'd1;  // @denied_count
      end
      assign auth_denied = {1'b0, denied_q};
    end else begin : g_no_auth
      assign auth_denied = 32'd0;
      wire unused = &{1'b0, secret};
    end
    if (FRAME != 0) begin : g_frame
      logic framing_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) framing_q <= 1'b0;
        else if (clear_q) framing_q <= frame_enable;
      end
      assign framing_o = framing_q;
    end else begin : g_no_frame
      assign framing_o = 1'b0;
      wire unused = &{1'b0, frame_enable};
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
  // nothing else keeps a read of the data page waiting
  assign pop_o          = reg_valid_i && !reg_write_i && data && word_valid_i && !deny
      && !stall_clear_q && !filter_busy_i && !looking;
  assign ring_store_o   = store && is_ring;
  assign ring_word_o    = offset[5:2];
  assign count_offered_o = counters && count_offered;
  assign count_source_o = counters ? {count_hart, count_context} : 6'd0;
  assign count_code_o   = counters ? count_code[CODE_W-1:0] : '0;

  // ---- answer, and whether there is such a register
  wire [32*HARTS-1:0] owner_values;                            // the halves addressed
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_owner
      assign owner_values[32*h +: 32] = read_value_i[128*h
          + 32 * (is_arg ? {30'd0, word_w} : 32'd0) +: 32];
    end
  endgenerate
  wire [31:0] owner_value = pick(owner_values, addressed);  // @value_of_another
  wire        owner       = is_value || is_arg;
  wire [15:0] watermark_words;
  wire        irq_watermark, irq_loss, loss;
  wire [15:0] level     = hidden_i ? 16'd0 : {{(15-FIFO_LOG2){1'b0}}, level_i};
  // TIMING: level_i arrives late: hidden_i does not go through its comparison.
  wire watermark = (!hidden_i && {{(15-FIFO_LOG2){1'b0}}, level_i} >= watermark_words)
      || (hidden_i && watermark_words == 16'd0);
  wire [15:0] snapshot_wr = snapshot_valid_i ? {{(15-FIFO_LOG2){1'b0}}, snapshot_wr_i} : 16'd0;
  wire [15:0] snapshot_rd = snapshot_valid_i ? {{(15-FIFO_LOG2){1'b0}}, snapshot_rd_i} : 16'd0;
  wire [31:0] csr_read;
  wire [3*HARTS-1:0] mask_thread, mask_interrupt, mask_user;
  weir_csr #(.HARTS(HARTS), .VALUE_REGS(VALUE_REGS), .VALUE_W(VALUE_W), .ARGS(ARGS),
      .QUEUE_LOG2(QUEUE_LOG2), .THREAD_CACHE(THREAD_CACHE), .FIFO_LOG2(FIFO_LOG2),
             .RETIRE(RETIRE), .PINS(PINS), .FILTER(FILTER), .TIME_BASE(TIME_BASE),
                 .CHECKPOINT(CHECKPOINT), .PEEK(PEEK), .PROTECT(PROTECT), .FRAME(FRAME),
                 .RING(RING)) u_csr (
      .clk_i, .rst_ni, .page_i(control), .offset_i(reg_addr_i[11:2]),
          .store_i(early_write && whole), .wdata_i(reg_wdata_i),
      .filter_i(is_filter), .ring_i(is_ring), .read_o(csr_read), .known_o(csr_known),
          .locked_o(locks), .secret_o(csr_secret),
      .at_ctrl_o(is_ctrl), .ctrl_enable_i(enable_q),
      .status_busy_i(busy_i), .status_overload_i(overload_i), .status_empty_i(!word_valid_i),
          .status_loss_i(loss_i), .status_frozen_i(frozen_i),
      .at_fault_o(is_fault), .fault_access_i(fault_access), .fault_empty_i(fault_empty_q),
          .fault_ring_i(fault_ring_q),
      .irq_enable_watermark_o(irq_watermark), .irq_enable_loss_o(irq_loss),
      .irq_status_watermark_i(watermark), .irq_status_loss_o(loss), .irq_status_loss_set_i(drop_i),
      .watermark_words_o(watermark_words), .level_words_i(level), .tail_bytes_i(tail_i),
          .tail_count_i,
      .at_time_lo_o(is_time_lo), .time_lo_i(time_i[31:0]), .time_hi_i(time_hi_q),
          .at_switch_id_o(is_switch_id), .switch_id_id_i(switch_id_o),
      .time_step_o, .time_ctrl_mtime_o(time_external_o), .time_ctrl_active_i(time_external_i),
      .at_peek_at_o(is_peek_at), .peek_at_at_i(peek_at), .at_peek_data_o(is_peek),
          .peek_data_i(peek_word),
      .fifo_pointers_read_i({{(15-FIFO_LOG2){1'b0}}, fifo_rd_i}),
          .fifo_pointers_write_i({{(15-FIFO_LOG2){1'b0}}, fifo_wr_i}),
      .snapshot_valid_i, .snapshot_pointers_read_i(snapshot_rd),
          .snapshot_pointers_write_i(snapshot_wr),
      .snapshot_tail_bytes_i(snapshot_valid_i ? snapshot_tail_i : 24'd0),
          .snapshot_tail_count_i(snapshot_valid_i ? snapshot_tail_count_i : 2'd0),
      .lock_o(locked), .at_checkpoint_o(is_checkpoint), .checkpoint_bytes_o(checkpoint_every_o),
          .checkpoint_now_i(checkpoint_asked_i),
      .auth_denied_i(auth_denied[30:0]), .auth_now_i(auth_i), .sw_entry_dropped_i(sw_entry_dropped),
      .snoop_ctrl_enable_o(snoop_enable), .snoop_ctrl_enable_early_o(snoop_enable_next),
          .snoop_ctrl_isr_o(snoop_isr), .snoop_ctrl_isr_early_o(snoop_isr_next),
      .snoop_ctrl_every_o(snoop_every_o), .snoop_ctrl_match_on_o(snoop_kind_o),
          .snoop_ctrl_index_o(snoop_index_o), .snoop_addr_addr_o(snoop_addr_o),
      .at_snoop_running_o(at_running), .snoop_running_thread_i(running_i),
          .snoop_mask_mask_o(snoop_mask_o),
      .port_mask_thread_o(mask_thread), .port_mask_interrupt_o(mask_interrupt),
          .port_mask_user_o(mask_user),
      .frame_ctrl_enable_o(frame_enable), .frame_ctrl_busy_i(frame_busy_i),
          .frame_ctrl_interval_o(frame_interval_o), .frame_hz_o,
      .at_wait_o(is_wait), .wait_cycles_i(most_q), .pin_rise_o, .pin_fall_o, .pin_bus_o);
  assign checkpoint_now_o = store && is_checkpoint && reg_wdata_i[weir_pkg::CHECKPOINT_NOW_LSB];
  generate
    // without a user port every port may emit all
    for (h = 0; h < HARTS; h = h + 1) begin : g_mask
      assign mask_o[9*h +: 9] = PROTECT != 0 ? {mask_user[3*h +: 3], mask_interrupt[3*h +: 3],
          mask_thread[3*h +: 3]} : 9'h1ff;
    end
  endgenerate
  wire unused_csr = &{1'b0, locked, snoop_enable, snoop_isr, auth_denied[31]};

  function automatic [31:0] only(input one, input [31:0] of);
    only = one ? of : 32'd0;
  endfunction
  // One of these at most, so that none waits for another.
  wire [31:0] answer = csr_read | only(is_ring, ring_answer_i) | only(is_filter, filter_read_i)
                     | only(data && word_valid_i, word_i) | only(is_count, count_i)
                         | only(is_end, {30'd0, sw_entry_answer_i})
                     | only(ARGS == 1 && owner, owner_value);
  wire known = is_ring ? ring_known_i : is_filter ? filter_known_i
             : csr_known || (data && !reg_write_i) || is_count || is_begin || is_word || is_end
                 || is_value || is_arg || is_id || is_window;

  logic [31:0] rdata_q;
  wire         counts = reg_valid_i && !reg_write_i && is_count;
  always_ff @(posedge clk_i) begin
    if (read) rdata_q <= deny ? 32'd0 : answer;  // @denied_shows
    counter_q <= reg_addr_i[12:2] & COUNTER;
    asked_q   <= rst_ni && counts && count_ready_i && count_late_i && !counted;
    counted_q <= rst_ni && counts && (count_late_i ? asked_q && same_counter : count_ready_i)
        && !counted;
  end
  // Of several words what a value register holds arrives last, and has a register by itself.
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

  // ---- faults
  wire narrow       = !whole && (control || is_count || sw_entry_page
      || ((is_value || is_arg) && enable_q));
  wire narrow_offer = !whole && (is_id || is_window) && enable_q;
  // of a register of the unit
  wire bad_value    = whole && (locks || (is_ctrl && clear_requested && (enable_q || busy_i))
      || (is_switch_id && !good_switch));
  // That an access is accepted arrives late: what is a fault is known in the cycle of it, that it
  // is one in the next.
  logic [2:0] access_faults_q;
  logic       access_fault_q;                                // an earlier one
  // @faults
  wire  [2:0] access_faults = {(early_read && !known) || (early_write && (!known || narrow)), write
      && narrow_offer, (opens && bad_value) || ring_dropped_i};
  assign fault_access = access_fault_q || access_faults_q != 3'd0;
  wire empty_fault  = early_read && data && !word_valid_i && !deny;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      access_faults_q <= 3'd0;
      access_fault_q  <= 1'b0;
      fault_empty_q  <= 1'b0;
      fault_ring_q   <= 1'b0;
    end else begin
      // without value registers ports answer early enough
      access_faults_q <= VALUE_REGS != 0 ? access_faults : {2'd0, access_faults != 3'd0};
      access_fault_q  <= fault_access && !(opens && sets && is_fault
          && reg_wdata_i[weir_pkg::FAULT_ACCESS_LSB]);
      if (ring_error_i) fault_ring_q <= 1'b1;
      else if (store && is_fault && reg_wdata_i[weir_pkg::FAULT_RING_LSB]) fault_ring_q <= 1'b0;
      if (empty_fault) fault_empty_q <= 1'b1;
      else if (store && is_fault && reg_wdata_i[weir_pkg::FAULT_EMPTY_LSB]) fault_empty_q <= 1'b0;
    end
  end

  assign irq_o = (watermark && irq_watermark) || (loss && irq_loss);

  wire unused = &{1'b0, reg_addr_i[1:0]};

`ifdef FORMAL
`include "weir_regs_fv.svh"
`endif
endmodule
`default_nettype wire
