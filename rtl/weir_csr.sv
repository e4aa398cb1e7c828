// SPDX-License-Identifier: Apache-2.0
// csr: the registers of the control page: decode, storage, read multiplexer, lock list.
// Made by `make regs` from rtl/regs/weir.rdl.
//
// Ports    more than 40, because each field has its own: REGISTER_FIELD_o what is stored, _early_o
//          its value of the next cycle, _i what another stage holds, _set_i sets a sticky bit.
//          at_REGISTER_o: the register is addressed. Registers of a hart: hart 0 in the low bits.
`default_nettype none
module weir_csr #(
    parameter integer HARTS = 1,
    parameter integer VALUE_REGS = 4,
    parameter integer VALUE_W = 32,
    parameter integer ARGS = 1,
    parameter integer QUEUE_LOG2 = 5,
    parameter integer THREAD_CACHE = 8,
    parameter integer FIFO_LOG2 = 10,
    parameter integer RETIRE = 0,
    parameter integer PINS = 0,
    parameter integer FILTER = 0,
    parameter integer TIME_BASE = 0,
    parameter integer CHECKPOINT = 0,
    parameter integer PEEK = 0,
    parameter integer PROTECT = 0,
    parameter integer FRAME = 0,
    parameter integer RING = 0
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,
    input  wire                 page_i,                   // the control page is addressed,
    input  wire [11:2]          offset_i,                 // at this word
    input  wire                 store_i,                  // a whole word is stored
    input  wire [31:0]          wdata_i,
    input  wire                 filter_i,                 // registers of filter are addressed
    input  wire                 ring_i,                   // registers of ring are addressed
    output wire [31:0]          read_o,                   // 0 if nothing of it is addressed
    output wire                 known_o,                  // a register is addressed
    output wire                 locked_o,                 // it cannot be stored now
    output wire                 secret_o,                 // its reads need authorisation

    // Control
    output wire                 at_ctrl_o,
    input  wire                 ctrl_enable_i,

    // Status
    input  wire                 status_busy_i,
    input  wire                 status_overload_i,
    input  wire                 status_empty_i,
    input  wire                 status_loss_i,
    input  wire                 status_frozen_i,

    // Faults, sticky
    output wire                 at_fault_o,
    input  wire                 fault_access_i,
    input  wire                 fault_empty_i,
    input  wire                 fault_ring_i,

    // Interrupt enable
    output wire                 irq_enable_watermark_o,
    output wire                 irq_enable_loss_o,

    // Interrupt status
    input  wire                 irq_status_watermark_i,
    output wire                 irq_status_loss_o,
    input  wire                 irq_status_loss_set_i,

    // Watermark in words
    output wire [15:0]          watermark_words_o,

    // Words ready in the FIFO
    input  wire [15:0]          level_words_i,

    // Bytes that do not fill a word yet
    input  wire [23:0]          tail_bytes_i,
    input  wire [1:0]           tail_count_i,

    // Time, low half
    output wire                 at_time_lo_o,
    input  wire [31:0]          time_lo_i,

    // Time, high half
    input  wire [31:0]          time_hi_i,

    // Id of THREAD_SWITCH
    output wire                 at_switch_id_o,
    input  wire [15:0]          switch_id_id_i,

    // Ticks per clock cycle; this and TIME_CTRL: units with TIME_BASE
    output wire [31:0]          time_step_o,

    // Time base
    output wire                 time_ctrl_mtime_o,
    input  wire                 time_ctrl_active_i,

    // FIFO read-back address (PEEK = 1, like all registers down to SNAPSHOT_TAIL)
    output wire                 at_peek_at_o,
    input  wire [14:0]          peek_at_at_i,

    // Word at PEEK_AT
    output wire                 at_peek_data_o,
    input  wire [31:0]          peek_data_i,

    // Positions of the words in the FIFO
    input  wire [15:0]          fifo_pointers_read_i,
    input  wire [15:0]          fifo_pointers_write_i,

    // Snapshot after a reset
    input  wire                 snapshot_valid_i,

    // FIFO_POINTERS at the reset; 0 unless SNAPSHOT.VALID
    input  wire [15:0]          snapshot_pointers_read_i,
    input  wire [15:0]          snapshot_pointers_write_i,

    // TAIL at the reset; 0 unless SNAPSHOT.VALID
    input  wire [23:0]          snapshot_tail_bytes_i,
    input  wire [1:0]           snapshot_tail_count_i,

    // Lock; units with LOCK
    output wire                 lock_o,

    // Checkpoints in the stream; units with CHECKPOINT
    output wire                 at_checkpoint_o,
    output wire [15:0]          checkpoint_bytes_o,
    input  wire                 checkpoint_now_i,

    // Authorisation to read the trace; units with AUTH
    input  wire [30:0]          auth_denied_i,
    input  wire                 auth_now_i,

    // Software entries that were not written; units with SW_ENTRY
    input  wire [31:0]          sw_entry_dropped_i,

    // Snoop control
    output wire [HARTS-1:0]     snoop_ctrl_enable_o,
    output wire [HARTS-1:0]     snoop_ctrl_enable_early_o,
    output wire [HARTS-1:0]     snoop_ctrl_isr_o,
    output wire [HARTS-1:0]     snoop_ctrl_isr_early_o,
    output wire [HARTS-1:0]     snoop_ctrl_every_o,
    output wire [2*HARTS-1:0]   snoop_ctrl_match_on_o,
    output wire [12*HARTS-1:0]  snoop_ctrl_index_o,

    // Snooped address
    output wire [30*HARTS-1:0]  snoop_addr_addr_o,

    // Running thread
    output wire [HARTS-1:0]     at_snoop_running_o,
    input  wire [32*HARTS-1:0]  snoop_running_thread_i,

    // Bits of the value to compare
    output wire [32*HARTS-1:0]  snoop_mask_mask_o,

    // Classes that each port of a hart may emit: bit 0 USER, 1 COM, 2 SYS; 5 more bits per
    // port are free for classes
    output wire [3*HARTS-1:0]   port_mask_thread_o,
    output wire [3*HARTS-1:0]   port_mask_interrupt_o,
    output wire [3*HARTS-1:0]   port_mask_user_o,

    // Frame sink; this and FRAME_HZ: units with FRAME
    output wire                 frame_ctrl_enable_o,
    input  wire                 frame_ctrl_busy_i,
    output wire [15:0]          frame_ctrl_interval_o,

    // Ticks of time per second, as frames report it
    output wire [31:0]          frame_hz_o,

    // Longest stall of a store to a guaranteed port or event window; units with GUARANTEED
    output wire                 at_wait_o,
    input  wire [23:0]          wait_cycles_i,

    // Pins whose rising edges are events
    output wire [31:0]          pin_rise_o,

    // Pins whose falling edges are events
    output wire [31:0]          pin_fall_o,

    // Pins that form a bus
    output wire [31:0]          pin_bus_o
);
  genvar h;

  // ---- what this unit is built with
  localparam [31:0] BUILT_CONFIG = HARTS | VALUE_REGS << 8 | QUEUE_LOG2 << 13 | FIFO_LOG2 << 18
    | THREAD_CACHE << 23;
  localparam [31:0] BUILT_FEATURES = 2 + PROTECT | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5
    | FILTER << 6 | RETIRE << 7 | 4 << 8 | (ARGS - 1) << 11 | (PINS != 0 ? 1 : 0) << 14
    | CHECKPOINT << 15 | 64 << 16 | PROTECT << 23 | (FRAME != 0 ? 1 : 0) << 24 | RING << 25
    | TIME_BASE << 26 | PEEK << 27 | PROTECT << 28 | CHECKPOINT << 29
    | (VALUE_W == 64 ? 1 : 0) << 30 | 1 << 31;
  localparam [31:0] BUILT_PINS = PINS;

  // ---- decode
  wire in_000 = page_i && offset_i[11:6] == 6'h00;
  wire in_040 = page_i && offset_i[11:6] == 6'h01;
  wire in_480 = page_i && offset_i[11:6] == 6'h12;
  wire is_ctrl = in_000 && offset_i[5:2] == 4'h4;
  wire is_fault = in_000 && offset_i[5:2] == 4'h6;
  wire is_irq_enable = in_000 && offset_i[5:2] == 4'h7;
  wire is_irq_status = in_000 && offset_i[5:2] == 4'h8;
  wire is_watermark = in_000 && offset_i[5:2] == 4'h9;
  wire is_tail = in_000 && offset_i[5:2] == 4'hb;
  wire is_time_lo = in_000 && offset_i[5:2] == 4'hc;
  wire is_switch_id = in_000 && offset_i[5:2] == 4'he;
  wire is_time_step = TIME_BASE != 0 && in_000 && offset_i[5:2] == 4'hf;
  wire is_time_ctrl = TIME_BASE != 0 && in_040 && offset_i[5:2] == 4'h0;
  wire is_peek_at = PEEK != 0 && in_040 && offset_i[5:2] == 4'h1;
  wire is_peek_data = PEEK != 0 && in_040 && offset_i[5:2] == 4'h2;
  wire is_snapshot_tail = PEEK != 0 && in_040 && offset_i[5:2] == 4'h6;
  wire is_lock = PROTECT != 0 && in_040 && offset_i[5:2] == 4'h7;
  wire is_checkpoint = CHECKPOINT != 0 && in_040 && offset_i[5:2] == 4'h8;
  wire [HARTS-1:0] in_100;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_in_100
      assign in_100[h] = page_i && offset_i[11:5] == 7'h8 + h[6:0];
    end
  endgenerate
  wire [HARTS-1:0] is_snoop_ctrl = in_100 & {HARTS{offset_i[4:2] == 3'h0}};
  wire [HARTS-1:0] is_snoop_addr = in_100 & {HARTS{offset_i[4:2] == 3'h1}};
  wire [HARTS-1:0] is_snoop_running = in_100 & {HARTS{offset_i[4:2] == 3'h2}};
  wire [HARTS-1:0] is_snoop_mask = in_100 & {HARTS{offset_i[4:2] == 3'h3}};
  wire [HARTS-1:0] in_400;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_in_400
      assign in_400[h] = PROTECT != 0 && page_i && offset_i[11:2] == 10'h100 + h[9:0];
    end
  endgenerate
  wire [HARTS-1:0] is_port_mask = in_400;
  wire is_frame_ctrl = FRAME != 0 && in_480 && offset_i[5:2] == 4'h0;
  wire is_frame_hz = FRAME != 0 && in_480 && offset_i[5:2] == 4'h1;
  wire is_wait = in_480 && offset_i[5:2] == 4'h4;
  wire is_pins = PINS != 0 && in_480 && offset_i[5:2] == 4'h8;
  wire is_pin_rise = PINS != 0 && in_480 && offset_i[5:2] == 4'h9;
  wire is_pin_fall = PINS != 0 && in_480 && offset_i[5:2] == 4'ha;
  wire is_pin_bus = PINS != 0 && in_480 && offset_i[5:2] == 4'hb;
  logic known_000, known_040, known_480;
  assign known_o = (in_000 && known_000) || (in_040 && known_040) || (in_480 && known_480)
                 || is_snoop_ctrl != '0 || is_snoop_addr != '0 || is_snoop_running != '0
                 || is_snoop_mask != '0 || is_port_mask != '0;
  assign locked_o = lock_o && (is_ctrl || is_switch_id || is_time_step || is_time_ctrl
                  || is_snoop_ctrl != '0 || is_snoop_addr != '0 || is_snoop_mask != '0
                  || is_port_mask != '0 || is_frame_ctrl || is_frame_hz || is_wait || is_pins
                  || is_pin_rise || is_pin_fall || is_pin_bus || filter_i || ring_i);
  assign secret_o = is_tail || is_peek_data || is_snapshot_tail || is_snoop_running != '0;
  assign at_ctrl_o = is_ctrl;
  assign at_fault_o = is_fault;
  assign at_time_lo_o = is_time_lo;
  assign at_switch_id_o = is_switch_id;
  assign at_peek_at_o = is_peek_at;
  assign at_peek_data_o = is_peek_data;
  assign at_checkpoint_o = is_checkpoint;
  assign at_snoop_running_o = is_snoop_running;
  assign at_wait_o = is_wait;
  wire unused = &{1'b0, is_irq_enable, is_irq_status, is_watermark, is_time_step,
     is_time_ctrl, is_lock, is_checkpoint, is_frame_ctrl, is_frame_hz, is_pin_rise,
     is_pin_fall, is_pin_bus};

  // ---- storage
  wire store = store_i && !locked_o;
  logic irq_enable_watermark_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_enable_watermark_q <= 1'h0;
    else if (store && is_irq_enable) irq_enable_watermark_q <= wdata_i[0];
  end
  assign irq_enable_watermark_o = irq_enable_watermark_q;
  logic irq_enable_loss_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_enable_loss_q <= 1'h0;
    else if (store && is_irq_enable) irq_enable_loss_q <= wdata_i[1];
  end
  assign irq_enable_loss_o = irq_enable_loss_q;
  logic irq_status_loss_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_status_loss_q <= 1'h0;
    else if (irq_status_loss_set_i) irq_status_loss_q <= 1'b1;
    else if (store && is_irq_status && wdata_i[1]) irq_status_loss_q <= 1'b0;
  end
  assign irq_status_loss_o = irq_status_loss_q;
  logic [15:0] watermark_words_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) watermark_words_q <= 16'hffff;
    else if (store && is_watermark) watermark_words_q <= wdata_i[15:0];
  end
  assign watermark_words_o = watermark_words_q;
  generate
    if (TIME_BASE != 0) begin : g_time_step
      logic [31:0] time_step_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) time_step_q <= 32'h1000000;
        else if (store && is_time_step) time_step_q <= wdata_i[31:0];
      end
      assign time_step_o = time_step_q;
    end else begin : g_no_time_step
      assign time_step_o = 32'h1000000;
    end
  endgenerate
  generate
    if (TIME_BASE != 0) begin : g_time_ctrl_mtime
      logic time_ctrl_mtime_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) time_ctrl_mtime_q <= 1'h0;
        else if (store && is_time_ctrl) time_ctrl_mtime_q <= wdata_i[0];
      end
      assign time_ctrl_mtime_o = time_ctrl_mtime_q;
    end else begin : g_no_time_ctrl_mtime
      assign time_ctrl_mtime_o = 1'h0;
    end
  endgenerate
  generate
    if (PROTECT != 0) begin : g_lock
      logic lock_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) lock_q <= 1'h0;
        else if (store && is_lock && wdata_i[0]) lock_q <= 1'b1;
      end
      assign lock_o = lock_q;
    end else begin : g_no_lock
      assign lock_o = 1'h0;
    end
  endgenerate
  generate
    if (CHECKPOINT != 0) begin : g_checkpoint_bytes
      logic [15:0] checkpoint_bytes_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) checkpoint_bytes_q <= 16'h0;
        else if (store && is_checkpoint) checkpoint_bytes_q <= wdata_i[15:0];
      end
      assign checkpoint_bytes_o = checkpoint_bytes_q;
    end else begin : g_no_checkpoint_bytes
      assign checkpoint_bytes_o = 16'h0;
    end
  endgenerate
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart_snoop_ctrl_enable
      logic snoop_ctrl_enable_q;
      wire  snoop_ctrl_enable_d = store && is_snoop_ctrl[h] ? wdata_i[0] : snoop_ctrl_enable_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) snoop_ctrl_enable_q <= 1'h0;
        else snoop_ctrl_enable_q <= snoop_ctrl_enable_d;
      end
      assign snoop_ctrl_enable_o[h] = snoop_ctrl_enable_q;
      assign snoop_ctrl_enable_early_o[h] = snoop_ctrl_enable_d;
    end
  endgenerate
  generate
    if (RETIRE != 0) begin : g_snoop_ctrl_isr
      for (h = 0; h < HARTS; h = h + 1) begin : g_hart_snoop_ctrl_isr
        logic snoop_ctrl_isr_q;
        wire  snoop_ctrl_isr_d = store && is_snoop_ctrl[h] ? wdata_i[1] : snoop_ctrl_isr_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) snoop_ctrl_isr_q <= 1'h0;
          else snoop_ctrl_isr_q <= snoop_ctrl_isr_d;
        end
        assign snoop_ctrl_isr_o[h] = snoop_ctrl_isr_q;
        assign snoop_ctrl_isr_early_o[h] = snoop_ctrl_isr_d;
      end
    end else begin : g_no_snoop_ctrl_isr
      assign snoop_ctrl_isr_o = {HARTS{1'h0}};
      assign snoop_ctrl_isr_early_o = {HARTS{1'h0}};
    end
  endgenerate
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart_snoop_ctrl_every
      logic snoop_ctrl_every_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) snoop_ctrl_every_q <= 1'h0;
        else if (store && is_snoop_ctrl[h]) snoop_ctrl_every_q <= wdata_i[2];
      end
      assign snoop_ctrl_every_o[h] = snoop_ctrl_every_q;
    end
  endgenerate
  generate
    if (RETIRE != 0) begin : g_snoop_ctrl_match_on
      for (h = 0; h < HARTS; h = h + 1) begin : g_hart_snoop_ctrl_match_on
        logic [1:0] snoop_ctrl_match_on_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) snoop_ctrl_match_on_q <= 2'h0;
          else if (store && is_snoop_ctrl[h]) snoop_ctrl_match_on_q <= wdata_i[5:4];
        end
        assign snoop_ctrl_match_on_o[2*h +: 2] = snoop_ctrl_match_on_q;
      end
    end else begin : g_no_snoop_ctrl_match_on
      assign snoop_ctrl_match_on_o = {HARTS{2'h0}};
    end
  endgenerate
  generate
    if (RETIRE != 0) begin : g_snoop_ctrl_index
      for (h = 0; h < HARTS; h = h + 1) begin : g_hart_snoop_ctrl_index
        logic [11:0] snoop_ctrl_index_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) snoop_ctrl_index_q <= 12'h0;
          else if (store && is_snoop_ctrl[h]) snoop_ctrl_index_q <= wdata_i[27:16];
        end
        assign snoop_ctrl_index_o[12*h +: 12] = snoop_ctrl_index_q;
      end
    end else begin : g_no_snoop_ctrl_index
      assign snoop_ctrl_index_o = {HARTS{12'h0}};
    end
  endgenerate
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart_snoop_addr_addr
      logic [29:0] snoop_addr_addr_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) snoop_addr_addr_q <= 30'h0;
        else if (store && is_snoop_addr[h]) snoop_addr_addr_q <= wdata_i[31:2];
      end
      assign snoop_addr_addr_o[30*h +: 30] = snoop_addr_addr_q;
    end
  endgenerate
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart_snoop_mask_mask
      logic [31:0] snoop_mask_mask_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) snoop_mask_mask_q <= 32'hffffffff;
        else if (store && is_snoop_mask[h]) snoop_mask_mask_q <= wdata_i[31:0];
      end
      assign snoop_mask_mask_o[32*h +: 32] = snoop_mask_mask_q;
    end
  endgenerate
  generate
    if (PROTECT != 0) begin : g_port_mask_thread
      for (h = 0; h < HARTS; h = h + 1) begin : g_hart_port_mask_thread
        logic [2:0] port_mask_thread_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) port_mask_thread_q <= 3'h7;
          else if (store && is_port_mask[h]) port_mask_thread_q <= wdata_i[2:0];
        end
        assign port_mask_thread_o[3*h +: 3] = port_mask_thread_q;
      end
    end else begin : g_no_port_mask_thread
      assign port_mask_thread_o = {HARTS{3'h7}};
    end
  endgenerate
  generate
    if (PROTECT != 0) begin : g_port_mask_interrupt
      for (h = 0; h < HARTS; h = h + 1) begin : g_hart_port_mask_interrupt
        logic [2:0] port_mask_interrupt_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) port_mask_interrupt_q <= 3'h7;
          else if (store && is_port_mask[h]) port_mask_interrupt_q <= wdata_i[10:8];
        end
        assign port_mask_interrupt_o[3*h +: 3] = port_mask_interrupt_q;
      end
    end else begin : g_no_port_mask_interrupt
      assign port_mask_interrupt_o = {HARTS{3'h7}};
    end
  endgenerate
  generate
    if (PROTECT != 0) begin : g_port_mask_user
      for (h = 0; h < HARTS; h = h + 1) begin : g_hart_port_mask_user
        logic [2:0] port_mask_user_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) port_mask_user_q <= 3'h3;
          else if (store && is_port_mask[h]) port_mask_user_q <= wdata_i[18:16];
        end
        assign port_mask_user_o[3*h +: 3] = port_mask_user_q;
      end
    end else begin : g_no_port_mask_user
      assign port_mask_user_o = {HARTS{3'h3}};
    end
  endgenerate
  generate
    if (FRAME != 0) begin : g_frame_ctrl_enable
      logic frame_ctrl_enable_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) frame_ctrl_enable_q <= 1'h0;
        else if (store && is_frame_ctrl) frame_ctrl_enable_q <= wdata_i[0];
      end
      assign frame_ctrl_enable_o = frame_ctrl_enable_q;
    end else begin : g_no_frame_ctrl_enable
      assign frame_ctrl_enable_o = 1'h0;
    end
  endgenerate
  generate
    if (FRAME != 0) begin : g_frame_ctrl_interval
      logic [15:0] frame_ctrl_interval_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) frame_ctrl_interval_q <= 16'h0;
        else if (store && is_frame_ctrl) frame_ctrl_interval_q <= wdata_i[31:16];
      end
      assign frame_ctrl_interval_o = frame_ctrl_interval_q;
    end else begin : g_no_frame_ctrl_interval
      assign frame_ctrl_interval_o = 16'h0;
    end
  endgenerate
  generate
    if (FRAME != 0) begin : g_frame_hz
      logic [31:0] frame_hz_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) frame_hz_q <= 32'h0;
        else if (store && is_frame_hz) frame_hz_q <= wdata_i[31:0];
      end
      assign frame_hz_o = frame_hz_q;
    end else begin : g_no_frame_hz
      assign frame_hz_o = 32'h0;
    end
  endgenerate
  generate
    if (PINS != 0) begin : g_pin_rise
      logic [PINS-1:0] pin_rise_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) pin_rise_q <= '0;
        else if (store && is_pin_rise) pin_rise_q <= wdata_i[PINS-1:0];
      end
      assign pin_rise_o = {{(32-PINS){1'b0}}, pin_rise_q};
    end else begin : g_no_pin_rise
      assign pin_rise_o = 32'h0;
    end
  endgenerate
  generate
    if (PINS != 0) begin : g_pin_fall
      logic [PINS-1:0] pin_fall_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) pin_fall_q <= '0;
        else if (store && is_pin_fall) pin_fall_q <= wdata_i[PINS-1:0];
      end
      assign pin_fall_o = {{(32-PINS){1'b0}}, pin_fall_q};
    end else begin : g_no_pin_fall
      assign pin_fall_o = 32'h0;
    end
  endgenerate
  generate
    if (PINS != 0) begin : g_pin_bus
      logic [PINS-1:0] pin_bus_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) pin_bus_q <= '0;
        else if (store && is_pin_bus) pin_bus_q <= wdata_i[PINS-1:0];
      end
      assign pin_bus_o = {{(32-PINS){1'b0}}, pin_bus_q};
    end else begin : g_no_pin_bus
      assign pin_bus_o = 32'h0;
    end
  endgenerate

  // ---- read
  wire [3:0] nth = offset_i[5:2];
  logic [31:0] word_000;
  always_comb begin
    word_000 = 32'd0;
    known_000 = 1'b1;
    case (nth)
      4'h0: word_000 = 32'h52494557;
      4'h1: word_000 = {8'h0, 8'h3, 8'h3, 8'h3};
      4'h2: word_000 = BUILT_CONFIG;
      4'h3: word_000 = BUILT_FEATURES;
      4'h4: word_000 = {31'd0, ctrl_enable_i};
      4'h5: word_000 = {27'd0, status_frozen_i, status_loss_i, status_empty_i,
         status_overload_i, status_busy_i};
      4'h6: word_000 = {29'd0, fault_ring_i, fault_empty_i, fault_access_i};
      4'h7: word_000 = {30'd0, irq_enable_loss_o, irq_enable_watermark_o};
      4'h8: word_000 = {30'd0, irq_status_loss_o, irq_status_watermark_i};
      4'h9: word_000 = {16'd0, watermark_words_o};
      4'ha: word_000 = {16'd0, level_words_i};
      4'hb: word_000 = {6'd0, tail_count_i, tail_bytes_i};
      4'hc: word_000 = time_lo_i;
      4'hd: word_000 = time_hi_i;
      4'he: word_000 = {16'd0, switch_id_id_i};
      4'hf: if (TIME_BASE != 0) word_000 = time_step_o;
        else known_000 = 1'b0;
      default: known_000 = 1'b0;
    endcase
  end
  logic [31:0] word_040;
  always_comb begin
    word_040 = 32'd0;
    known_040 = 1'b1;
    case (nth)
      4'h0: if (TIME_BASE != 0) word_040 = {30'd0, time_ctrl_active_i, time_ctrl_mtime_o};
        else known_040 = 1'b0;
      4'h1: if (PEEK != 0) word_040 = {17'd0, peek_at_at_i};
        else known_040 = 1'b0;
      4'h2: if (PEEK != 0) word_040 = peek_data_i;
        else known_040 = 1'b0;
      4'h3: if (PEEK != 0) word_040 = {fifo_pointers_write_i, fifo_pointers_read_i};
        else known_040 = 1'b0;
      4'h4: if (PEEK != 0) word_040 = {31'd0, snapshot_valid_i};
        else known_040 = 1'b0;
      4'h5: if (PEEK != 0) word_040 = {snapshot_pointers_write_i, snapshot_pointers_read_i};
        else known_040 = 1'b0;
      4'h6: if (PEEK != 0) word_040 = {6'd0, snapshot_tail_count_i, snapshot_tail_bytes_i};
        else known_040 = 1'b0;
      4'h7: if (PROTECT != 0) word_040 = {31'd0, lock_o};
        else known_040 = 1'b0;
      4'h8: if (CHECKPOINT != 0) word_040 = {checkpoint_now_i, 15'd0, checkpoint_bytes_o};
        else known_040 = 1'b0;
      4'h9: if (PROTECT != 0) word_040 = {auth_now_i, auth_denied_i};
        else known_040 = 1'b0;
      4'ha: if (CHECKPOINT != 0) word_040 = sw_entry_dropped_i;
        else known_040 = 1'b0;
      default: known_040 = 1'b0;
    endcase
  end
  logic [31:0] word_480;
  always_comb begin
    word_480 = 32'd0;
    known_480 = 1'b1;
    case (nth)
      4'h0: if (FRAME != 0) word_480 = {frame_ctrl_interval_o, 14'd0, frame_ctrl_busy_i,
         frame_ctrl_enable_o};
        else known_480 = 1'b0;
      4'h1: if (FRAME != 0) word_480 = frame_hz_o;
        else known_480 = 1'b0;
      4'h4: word_480 = {8'd0, wait_cycles_i};
      4'h8: if (PINS != 0) word_480 = BUILT_PINS;
        else known_480 = 1'b0;
      4'h9: if (PINS != 0) word_480 = pin_rise_o;
        else known_480 = 1'b0;
      4'ha: if (PINS != 0) word_480 = pin_fall_o;
        else known_480 = 1'b0;
      4'hb: if (PINS != 0) word_480 = pin_bus_o;
        else known_480 = 1'b0;
      default: known_480 = 1'b0;
    endcase
  end
  logic [31:0] snoop_ctrl_word;
  always_comb begin
    snoop_ctrl_word = 32'd0;
    for (int k = 0; k < HARTS; k = k + 1)
      snoop_ctrl_word = snoop_ctrl_word | ({32{is_snoop_ctrl[k]}} & {4'd0,
         snoop_ctrl_index_o[12*k +: 12], 10'd0, snoop_ctrl_match_on_o[2*k +: 2], 1'd0,
         snoop_ctrl_every_o[k], snoop_ctrl_isr_o[k], snoop_ctrl_enable_o[k]});
  end
  logic [31:0] snoop_addr_word;
  always_comb begin
    snoop_addr_word = 32'd0;
    for (int k = 0; k < HARTS; k = k + 1)
      snoop_addr_word = snoop_addr_word | ({32{is_snoop_addr[k]}} & {
          snoop_addr_addr_o[30*k +: 30], 2'd0});
  end
  logic [31:0] snoop_running_word;
  always_comb begin
    snoop_running_word = 32'd0;
    for (int k = 0; k < HARTS; k = k + 1)
      snoop_running_word = snoop_running_word | ({32{is_snoop_running[k]}} & {
          snoop_running_thread_i[32*k +: 32]});
  end
  logic [31:0] snoop_mask_word;
  always_comb begin
    snoop_mask_word = 32'd0;
    for (int k = 0; k < HARTS; k = k + 1)
      snoop_mask_word = snoop_mask_word | ({32{is_snoop_mask[k]}} & {
          snoop_mask_mask_o[32*k +: 32]});
  end
  logic [31:0] port_mask_word;
  always_comb begin
    port_mask_word = 32'd0;
    for (int k = 0; k < HARTS; k = k + 1)
      port_mask_word = port_mask_word | ({32{is_port_mask[k]}} & {13'd0,
         port_mask_user_o[3*k +: 3], 5'd0, port_mask_interrupt_o[3*k +: 3], 5'd0,
         port_mask_thread_o[3*k +: 3]});
  end
  // TIMING: AND-OR, because no word waits for the decode of another.
  assign read_o = ({32{in_000}} & word_000) | ({32{in_040}} & word_040)
                | ({32{in_480}} & word_480) | snoop_ctrl_word | snoop_addr_word
                | snoop_running_word | snoop_mask_word | port_mask_word;
endmodule
`default_nettype wire
