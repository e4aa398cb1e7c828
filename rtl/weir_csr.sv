// SPDX-License-Identifier: Apache-2.0
// weir_csr: the registers of the control page: decode, storage, read multiplexer, lock list.
// Made by `make regs` from rtl/regs/weir.rdl.
//
// Ports    More than 40, because each field has its own. REGISTER_FIELD_o is what is stored,
//          _early_o its value of the next cycle, _i what another stage holds; _set_i sets a
//          sticky bit, _incr_i counts. at_REGISTER_o: it is addressed. Of several registers, the
//          first is in the low bits.
`default_nettype none
module weir_csr #(
    parameter integer HARTS = 1,
    parameter integer RETIRE = 0,
    parameter integer PINS = 0,
    parameter integer TIME_BASE = 0,
    parameter integer CHECKPOINT = 0,
    parameter integer PEEK = 0,
    parameter integer PROTECT = 0,
    parameter integer FRAME = 0,
    parameter integer RING = 0
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire                  clear_i,                 // see CTRL.CLEAR
    input  wire                  page_i,                  // the control page is addressed,
    input  wire  [11:2]          offset_i,                // at this word
    input  wire                  store_i,                 // a whole word is stored
    input  wire  [31:0]          wdata_i,
    input  wire                  filter_i,                // registers of filter are addressed
    input  wire                  ring_i,                  // registers of ring are addressed
    output wire  [31:0]          read_o,                  // 0 if there is no such register
    output wire                  known_o,                 // there is
    output wire                  locked_o,                // it cannot be stored now
    output wire                  secret_o,                // its reads need authorisation

    // Sizes that this unit was built with
    input  wire  [31:0]          config_i,

    // Features that this unit was built with
    input  wire  [31:0]          features_i,

    // Control
    output wire                  at_ctrl_o,
    input  wire                  ctrl_enable_i,

    // Status
    input  wire                  status_busy_i,
    input  wire                  status_overload_i,
    input  wire                  status_empty_i,
    input  wire                  status_loss_i,
    input  wire                  status_frozen_i,

    // Faults, sticky
    output wire                  at_fault_o,
    input  wire                  fault_access_i,
    output logic                 fault_empty_o,
    input  wire                  fault_empty_set_i,
    output logic                 fault_ring_o,
    input  wire                  fault_ring_set_i,

    // Interrupt enable
    output logic                 irq_enable_watermark_o,
    output logic                 irq_enable_loss_o,

    // Interrupt status
    input  wire                  irq_status_watermark_i,
    output logic                 irq_status_loss_o,
    input  wire                  irq_status_loss_set_i,

    // Watermark in words
    output logic [15:0]          watermark_words_o,

    // Words ready in the FIFO
    input  wire  [15:0]          level_words_i,

    // Bytes that do not fill a word yet
    input  wire  [23:0]          tail_bytes_i,
    input  wire  [1:0]           tail_count_i,

    // Time, low half; not in weir_tiny
    output wire                  at_time_lo_o,
    input  wire  [31:0]          time_lo_i,

    // Time, high half; not in weir_tiny
    input  wire  [31:0]          time_hi_i,

    // Id of THREAD_SWITCH
    output wire                  at_switch_id_o,
    input  wire  [15:0]          switch_id_id_i,

    // Ticks per clock cycle; this and TIME_CTRL: units with TIME_BASE
    output logic [31:0]          time_step_o,

    // Time base
    output logic                 time_ctrl_mtime_o,
    input  wire                  time_ctrl_active_i,

    // FIFO read-back address (PEEK = 1, like all registers down to SNAPSHOT_TAIL)
    output wire                  at_peek_at_o,
    input  wire  [14:0]          peek_at_at_i,

    // Word at PEEK_AT
    output wire                  at_peek_data_o,
    input  wire  [31:0]          peek_data_i,

    // Positions of the words in the FIFO
    input  wire  [15:0]          fifo_pointers_read_i,
    input  wire  [15:0]          fifo_pointers_write_i,

    // Snapshot after a reset
    input  wire                  snapshot_valid_i,

    // FIFO_POINTERS at the reset; 0 unless SNAPSHOT.VALID
    input  wire  [15:0]          snapshot_pointers_read_i,
    input  wire  [15:0]          snapshot_pointers_write_i,

    // TAIL at the reset; 0 unless SNAPSHOT.VALID
    input  wire  [23:0]          snapshot_tail_bytes_i,
    input  wire  [1:0]           snapshot_tail_count_i,

    // Lock; units with PROTECT
    output logic                 lock_o,

    // Checkpoints in the stream; units with CHECKPOINT
    output wire                  at_checkpoint_o,
    output logic [15:0]          checkpoint_bytes_o,
    input  wire                  checkpoint_now_i,

    // Authorisation to read the trace; units with PROTECT
    output logic [30:0]          auth_denied_o,
    input  wire                  auth_denied_incr_i,
    input  wire                  auth_now_i,

    // Software entries that were not written; units with CHECKPOINT
    output logic [31:0]          sw_dropped_count_o,
    input  wire                  sw_dropped_count_incr_i,

    // Snoop control
    output logic [HARTS-1:0]     snoop_ctrl_enable_o,
    output wire  [HARTS-1:0]     snoop_ctrl_enable_early_o,
    output logic [HARTS-1:0]     snoop_ctrl_isr_o,
    output wire  [HARTS-1:0]     snoop_ctrl_isr_early_o,
    output logic [HARTS-1:0]     snoop_ctrl_every_o,
    output logic [HARTS-1:0]     snoop_ctrl_hint_o,
    output wire  [HARTS-1:0]     snoop_ctrl_hint_early_o,
    output logic [2*HARTS-1:0]   snoop_ctrl_match_on_o,
    output logic [12*HARTS-1:0]  snoop_ctrl_index_o,

    // Snooped address
    output logic [30*HARTS-1:0]  snoop_addr_addr_o,

    // Running thread
    output wire  [HARTS-1:0]     at_snoop_running_o,
    input  wire  [32*HARTS-1:0]  snoop_running_thread_i,

    // Bits of the value to compare
    output logic [32*HARTS-1:0]  snoop_mask_mask_o,

    // Classes that each port of a hart may emit; units with PROTECT. Bit 0 USER, 1 COM, 2
    // SYS; 5 more bits per port are free for classes
    output logic [3*HARTS-1:0]   port_mask_thread_o,
    output logic [3*HARTS-1:0]   port_mask_interrupt_o,
    output logic [3*HARTS-1:0]   port_mask_user_o,

    // Frame sink; this and FRAME_HZ: units with FRAME
    output logic                 frame_ctrl_enable_o,
    input  wire                  frame_ctrl_busy_i,
    output logic [15:0]          frame_ctrl_interval_o,

    // Ticks of time per second, as frames report it
    output logic [31:0]          frame_hz_o,

    // Longest stall of a store to a guaranteed port or event window; not in weir_tiny
    output wire                  at_wait_o,
    output logic [23:0]          wait_cycles_o,

    // Ids of the event windows, and of HINTs by sltiu; not in weir_tiny
    output logic [7:0]           window_ids_third_o,
    output logic [7:0]           window_ids_fourth_o,

    // Pins whose rising edges are events; this and all registers down to PIN_BUS: units with
    // PINS
    output logic [31:0]          pin_rise_o,

    // Pins whose falling edges are events
    output logic [31:0]          pin_fall_o,

    // Pins that form a bus
    output logic [31:0]          pin_bus_o
);

  // ---- decode
  wire in_000 = page_i && offset_i[11:6] == 6'h0;
  wire in_040 = page_i && offset_i[11:6] == 6'h1;
  wire in_480 = page_i && offset_i[11:6] == 6'h12;  // @page
  genvar h;
  wire [HARTS-1:0] at_100;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_at_100
      assign at_100[h] = page_i && offset_i[11:5] == 7'h8 + h[6:0];
    end
  endgenerate
  wire [HARTS-1:0] at_400;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_at_400
      assign at_400[h] = PROTECT != 0 && page_i && offset_i[11:2] == 10'h100 + h[9:0];
    end
  endgenerate
  assign at_ctrl_o = in_000 && offset_i[5:2] == 4'h4;
  assign at_fault_o = in_000 && offset_i[5:2] == 4'h6;
  wire is_irq_enable = in_000 && offset_i[5:2] == 4'h7;
  wire is_irq_status = in_000 && offset_i[5:2] == 4'h8;
  wire is_watermark = in_000 && offset_i[5:2] == 4'h9;
  wire is_tail = in_000 && offset_i[5:2] == 4'hb;
  assign at_time_lo_o = in_000 && offset_i[5:2] == 4'hc;
  assign at_switch_id_o = in_000 && offset_i[5:2] == 4'he;
  wire is_time_step = TIME_BASE != 0 && in_000 && offset_i[5:2] == 4'hf;
  wire is_time_ctrl = TIME_BASE != 0 && in_040 && offset_i[5:2] == 4'h0;
  assign at_peek_at_o = PEEK != 0 && in_040 && offset_i[5:2] == 4'h1;
  assign at_peek_data_o = PEEK != 0 && in_040 && offset_i[5:2] == 4'h2;
  wire is_snapshot_tail = PEEK != 0 && in_040 && offset_i[5:2] == 4'h6;
  wire is_lock = PROTECT != 0 && in_040 && offset_i[5:2] == 4'h7;
  assign at_checkpoint_o = CHECKPOINT != 0 && in_040 && offset_i[5:2] == 4'h8;  // @at
  wire [HARTS-1:0] is_snoop_ctrl = at_100 & {HARTS{offset_i[4:2] == 3'h0}};
  wire [HARTS-1:0] is_snoop_addr = at_100 & {HARTS{offset_i[4:2] == 3'h1}};
  assign at_snoop_running_o = at_100 & {HARTS{offset_i[4:2] == 3'h2}};
  wire [HARTS-1:0] is_snoop_mask = at_100 & {HARTS{offset_i[4:2] == 3'h3}};
  wire [HARTS-1:0] is_port_mask = at_400;
  wire is_frame_ctrl = FRAME != 0 && in_480 && offset_i[5:2] == 4'h0;
  wire is_frame_hz = FRAME != 0 && in_480 && offset_i[5:2] == 4'h1;
  assign at_wait_o = in_480 && offset_i[5:2] == 4'h4;
  wire is_window_ids = in_480 && offset_i[5:2] == 4'h5;
  wire is_pin_rise = PINS != 0 && in_480 && offset_i[5:2] == 4'h9;
  wire is_pin_fall = PINS != 0 && in_480 && offset_i[5:2] == 4'ha;
  wire is_pin_bus = PINS != 0 && in_480 && offset_i[5:2] == 4'hb;
  localparam [15:0] KNOWN_000 = {TIME_BASE != 0, 1'b1, 1'b1, 1'b1, 1'b1, 1'b1, 1'b1, 1'b1, 1'b1,
      1'b1, 1'b1, 1'b1, 1'b1, 1'b1, 1'b1, 1'b1};
  localparam [15:0] KNOWN_040 = {1'b0, 1'b0, 1'b0, 1'b0, 1'b0, CHECKPOINT != 0, PROTECT != 0,
      CHECKPOINT != 0, PROTECT != 0, PEEK != 0, PEEK != 0, PEEK != 0, PEEK != 0, PEEK != 0,
      PEEK != 0, TIME_BASE != 0};  // @there
  localparam [15:0] KNOWN_480 = {1'b0, 1'b0, 1'b0, 1'b0, PINS != 0, PINS != 0, PINS != 0, 1'b0,
      1'b0, 1'b0, 1'b1, 1'b1, 1'b0, 1'b0, FRAME != 0, FRAME != 0};
  assign known_o = (in_000 && KNOWN_000[offset_i[5:2]]) || (in_040 && KNOWN_040[offset_i[5:2]])
      || (in_480 && KNOWN_480[offset_i[5:2]]) || |is_snoop_ctrl || |is_snoop_addr
      || |at_snoop_running_o || |is_snoop_mask || |is_port_mask;
  assign locked_o = lock_o && (at_ctrl_o || at_switch_id_o || is_time_step || is_time_ctrl
      || |is_snoop_ctrl || |is_snoop_addr || |is_snoop_mask || |is_port_mask || is_frame_ctrl
      || is_frame_hz || at_wait_o || is_window_ids || is_pin_rise || is_pin_fall || is_pin_bus
      || filter_i || ring_i);  // @listed
  assign secret_o = is_tail || at_peek_data_o || is_snapshot_tail || |at_snoop_running_o;  // @deny

  // ---- storage
  localparam [32:0] NO_PINS = 33'h1ffffffff << PINS;  // bits that are not there
  wire store = store_i && !locked_o;  // @store
  always_ff @(posedge clk_i) begin
    if (!rst_ni) fault_empty_o <= 1'h0;
    else if (fault_empty_set_i) fault_empty_o <= 1'b1;  // @sticky
    else if (store && at_fault_o && wdata_i[1]) fault_empty_o <= 1'b0;  // @clears
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) fault_ring_o <= 1'h0;
    else if (RING != 0 && fault_ring_set_i) fault_ring_o <= 1'b1;  // @ring
    else if (store && at_fault_o && wdata_i[2]) fault_ring_o <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      irq_enable_watermark_o <= 1'h0;
      irq_enable_loss_o <= 1'h0;
    end else if (store && is_irq_enable) begin
      irq_enable_watermark_o <= wdata_i[0];
      irq_enable_loss_o <= wdata_i[1];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_status_loss_o <= 1'h0;
    else if (irq_status_loss_set_i) irq_status_loss_o <= 1'b1;
    else if (store && is_irq_status && wdata_i[1]) irq_status_loss_o <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) watermark_words_o <= 16'hffff;
    else if (store && is_watermark) watermark_words_o <= wdata_i[15:0];  // @watermark
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) time_step_o <= 32'h1000000;
    else if (store && is_time_step) time_step_o <= wdata_i[31:0];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) time_ctrl_mtime_o <= 1'h0;
    else if (store && is_time_ctrl) time_ctrl_mtime_o <= wdata_i[0];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) lock_o <= 1'h0;
    else if (store && is_lock && wdata_i[0]) lock_o <= 1'b1;  // @lock
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) checkpoint_bytes_o <= 16'h0;
    else if (store && at_checkpoint_o) checkpoint_bytes_o <= wdata_i[15:0];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) auth_denied_o <= 31'h0;
    else if (PROTECT != 0 && auth_denied_incr_i && !(&auth_denied_o))  // @full
        auth_denied_o <= auth_denied_o + 31'd1;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) sw_dropped_count_o <= 32'h0;  // @cleared
    else if (CHECKPOINT != 0 && sw_dropped_count_incr_i)
        sw_dropped_count_o <= sw_dropped_count_o + 32'd1;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) snoop_ctrl_every_o <= {HARTS{1'h0}};
    else
      for (int k = 0; k < HARTS; k = k + 1)
        if (store && is_snoop_ctrl[k]) snoop_ctrl_every_o[k] <= wdata_i[2];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      snoop_ctrl_match_on_o <= {HARTS{2'h0}};
      snoop_ctrl_index_o <= {HARTS{12'h0}};
    end else
      for (int k = 0; k < HARTS; k = k + 1)
        if (RETIRE != 0 && store && is_snoop_ctrl[k]) begin  // @retire
          snoop_ctrl_match_on_o[2*k +: 2] <= wdata_i[5:4];
          snoop_ctrl_index_o[12*k +: 12] <= wdata_i[27:16];
        end
  end
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_snoop_ctrl_enable
      assign snoop_ctrl_enable_early_o[h] = store && is_snoop_ctrl[h]
          ? wdata_i[0] : snoop_ctrl_enable_o[h];  // @early
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni) snoop_ctrl_enable_o <= {HARTS{1'h0}};
    else snoop_ctrl_enable_o <= snoop_ctrl_enable_early_o;
  end
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_snoop_ctrl_isr
      assign snoop_ctrl_isr_early_o[h] = RETIRE != 0 && store && is_snoop_ctrl[h]
          ? wdata_i[1] : snoop_ctrl_isr_o[h];
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni) snoop_ctrl_isr_o <= {HARTS{1'h0}};
    else snoop_ctrl_isr_o <= snoop_ctrl_isr_early_o;
  end
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_snoop_ctrl_hint
      assign snoop_ctrl_hint_early_o[h] = RETIRE != 0 && store && is_snoop_ctrl[h]
          ? wdata_i[3] : snoop_ctrl_hint_o[h];
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni) snoop_ctrl_hint_o <= {HARTS{1'h0}};
    else snoop_ctrl_hint_o <= snoop_ctrl_hint_early_o;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) snoop_addr_addr_o <= {HARTS{30'h0}};
    else
      for (int k = 0; k < HARTS; k = k + 1)
        if (store && is_snoop_addr[k]) snoop_addr_addr_o[30*k +: 30] <= wdata_i[31:2];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) snoop_mask_mask_o <= {HARTS{32'hffffffff}};
    else
      for (int k = 0; k < HARTS; k = k + 1)
        if (store && is_snoop_mask[k]) snoop_mask_mask_o[32*k +: 32] <= wdata_i[31:0];  // @others
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      port_mask_thread_o <= {HARTS{3'h7}};
      port_mask_interrupt_o <= {HARTS{3'h7}};
      port_mask_user_o <= {HARTS{3'h3}};
    end else
      for (int k = 0; k < HARTS; k = k + 1)
        if (store && is_port_mask[k]) begin
          port_mask_thread_o[3*k +: 3] <= wdata_i[2:0];
          port_mask_interrupt_o[3*k +: 3] <= wdata_i[10:8];
          port_mask_user_o[3*k +: 3] <= wdata_i[18:16];  // @field
        end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      frame_ctrl_enable_o <= 1'h0;
      frame_ctrl_interval_o <= 16'h0;
    end else if (store && is_frame_ctrl) begin
      frame_ctrl_enable_o <= wdata_i[0];
      frame_ctrl_interval_o <= wdata_i[31:16];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) frame_hz_o <= 32'h0;
    else if (store && is_frame_hz) frame_hz_o <= wdata_i[31:0];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) wait_cycles_o <= 24'h1000;  // @reset
    else if (store && at_wait_o) wait_cycles_o <= wdata_i[23:0];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      window_ids_third_o <= 8'h2;
      window_ids_fourth_o <= 8'h3;
    end else if (store && is_window_ids) begin
      window_ids_third_o <= wdata_i[7:0];
      window_ids_fourth_o <= wdata_i[15:8];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) pin_rise_o <= 32'h0;
    else if (store && is_pin_rise) pin_rise_o <= wdata_i[31:0] & ~NO_PINS[31:0];  // @pins
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) pin_fall_o <= 32'h0;
    else if (store && is_pin_fall) pin_fall_o <= wdata_i[31:0] & ~NO_PINS[31:0];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) pin_bus_o <= 32'h0;
    else if (store && is_pin_bus) pin_bus_o <= wdata_i[31:0] & ~NO_PINS[31:0];
  end

  // ---- read
  wire n2 = offset_i[2], n3 = offset_i[3], n4 = offset_i[4], n5 = offset_i[5];
  wire [31:0] status_w = {27'd0, status_frozen_i, status_loss_i, status_empty_i,
      status_overload_i, status_busy_i};
  wire [31:0] fault_w = {29'd0, fault_ring_o, fault_empty_o, fault_access_i};
  wire [31:0] irq_enable_w = {30'd0, irq_enable_loss_o, irq_enable_watermark_o};
  wire [31:0] irq_status_w = {30'd0, irq_status_loss_o, irq_status_watermark_i};
  wire [31:0] watermark_w = {16'd0, watermark_words_o};
  wire [31:0] tail_w = {6'd0, tail_count_i, tail_bytes_i};
  wire [31:0] time_step_w = TIME_BASE != 0 ? time_step_o : 32'd0;
  wire [31:0] word_000_0 = (n3 ? (n2 ? features_i : config_i) : (n2 ? 32'h01000503
      : 32'h52494557));
  wire [31:0] word_000_1 = (n3 ? (n2 ? irq_enable_w : fault_w) : (n2 ? status_w : {31'd0,
      ctrl_enable_i}));
  wire [31:0] word_000_2 = (n3 ? (n2 ? tail_w : {16'd0, level_words_i}) : (n2 ? watermark_w
      : irq_status_w));
  wire [31:0] word_000_3 = (n3 ? (n2 ? time_step_w : {16'd0, switch_id_id_i}) : (n2 ? time_hi_i
      : time_lo_i));
  wire [31:0] word_000 = (n5 ? (n4 ? word_000_3 : word_000_2) : (n4 ? word_000_1 : word_000_0));
  wire [31:0] time_ctrl_w = TIME_BASE != 0 ? {30'd0, time_ctrl_active_i, time_ctrl_mtime_o}
      : 32'd0;
  wire [31:0] peek_at_w = PEEK != 0 ? {17'd0, peek_at_at_i} : 32'd0;
  wire [31:0] peek_data_w = PEEK != 0 ? peek_data_i : 32'd0;
  wire [31:0] fifo_pointers_w = PEEK != 0 ? {fifo_pointers_write_i, fifo_pointers_read_i} : 32'd0;
  wire [31:0] snapshot_w = PEEK != 0 ? {31'd0, snapshot_valid_i} : 32'd0;
  wire [31:0] snapshot_pointers_w = PEEK != 0 ? {snapshot_pointers_write_i,
      snapshot_pointers_read_i} : 32'd0;
  wire [31:0] snapshot_tail_w = PEEK != 0 ? {6'd0, snapshot_tail_count_i, snapshot_tail_bytes_i}
      : 32'd0;
  wire [31:0] lock_w = PROTECT != 0 ? {31'd0, lock_o} : 32'd0;
  wire [31:0] checkpoint_w = CHECKPOINT != 0 ? {checkpoint_now_i, 15'd0, checkpoint_bytes_o}
      : 32'd0;
  wire [31:0] auth_w = PROTECT != 0 ? {auth_now_i, auth_denied_o} : 32'd0;  // @absent
  wire [31:0] sw_dropped_w = CHECKPOINT != 0 ? sw_dropped_count_o : 32'd0;
  wire sel_040_0 = in_040 && !n5 && !n4;
  wire sel_040_1 = in_040 && !n5 && n4;
  wire sel_040_2 = in_040 && n5 && !n4;
  wire [31:0] word_040_0 = (n3 ? (n2 ? fifo_pointers_w : peek_data_w) : (n2 ? peek_at_w
      : time_ctrl_w));
  wire [31:0] word_040_1 = (n3 ? (n2 ? lock_w : snapshot_tail_w) : (n2 ? snapshot_pointers_w
      : snapshot_w));
  wire [31:0] word_040_2 = (n3 ? (n2 ? 32'd0 : sw_dropped_w) : (n2 ? auth_w : checkpoint_w));
  wire [31:0] frame_ctrl_w = FRAME != 0 ? {frame_ctrl_interval_o, 14'd0, frame_ctrl_busy_i,
      frame_ctrl_enable_o} : 32'd0;
  wire [31:0] frame_hz_w = FRAME != 0 ? frame_hz_o : 32'd0;
  wire [31:0] window_ids_w = {16'd0, window_ids_fourth_o, window_ids_third_o};
  wire [31:0] pin_rise_w = PINS != 0 ? pin_rise_o : 32'd0;
  wire [31:0] pin_fall_w = PINS != 0 ? pin_fall_o : 32'd0;
  wire [31:0] pin_bus_w = PINS != 0 ? pin_bus_o : 32'd0;
  wire sel_480_0 = in_480 && !n5 && !n4 && !n3;
  wire sel_480_1 = in_480 && !n5 && n4 && !n3;
  wire sel_480_2 = in_480 && n5 && !n4;
  wire [31:0] word_480_0 = (n2 ? frame_hz_w : frame_ctrl_w);  // @select
  wire [31:0] word_480_1 = (n2 ? window_ids_w : {8'd0, wait_cycles_o});
  wire [31:0] word_480_2 = (n3 ? (n2 ? pin_bus_w : pin_fall_w) : (n2 ? pin_rise_w : 32'd0));
  logic [31:0] word_100;
  always_comb begin
    word_100 = 32'd0;
    for (int k = 0; k < HARTS; k = k + 1)
      if (at_100[k] && !n4)  // @again
        word_100 = word_100 | (n3 ? (n2 ? snoop_mask_mask_o[32*k +: 32]
            : snoop_running_thread_i[32*k +: 32]) : (n2 ? {snoop_addr_addr_o[30*k +: 30], 2'd0}
            : {4'd0, snoop_ctrl_index_o[12*k +: 12], 10'd0, snoop_ctrl_match_on_o[2*k +: 2],
            snoop_ctrl_hint_o[k], snoop_ctrl_every_o[k], snoop_ctrl_isr_o[k],
            snoop_ctrl_enable_o[k]}));
  end
  logic [31:0] word_400;
  always_comb begin
    word_400 = 32'd0;
    for (int k = 0; k < HARTS; k = k + 1)
      if (at_400[k])
        word_400 = word_400 | {13'd0, port_mask_user_o[3*k +: 3], 5'd0,
            port_mask_interrupt_o[3*k +: 3], 5'd0, port_mask_thread_o[3*k +: 3]};
  end
  // AREA: four words a LUT; AND-OR where most words of four are of no register.
  assign read_o = ({32{in_000}} & word_000) | ({32{sel_040_0}} & word_040_0)
      | ({32{sel_040_1}} & word_040_1) | ({32{sel_040_2}} & word_040_2)
      | ({32{sel_480_0}} & word_480_0) | ({32{sel_480_1}} & word_480_1)
      | ({32{sel_480_2}} & word_480_2) | word_100 | word_400;
`ifdef FORMAL
`include "weir_csr_fv.svh"
`endif
endmodule
`default_nettype wire
