// SPDX-License-Identifier: Apache-2.0
// Properties of weir_csr, which includes this file under FORMAL: what each address reads and
// what a store does, as rtl/regs/weir.rdl says. Made by `make regs`, of which properties.py, which
// writes this, shares no code with csr.py, which writes the module.
//
//! proof csr_as_full (RETIRE=1 PINS=8 TIME_BASE=1 CHECKPOINT=1 PEEK=1 PROTECT=1 FRAME=1 RING=1),
//!     induction, quick: each address of the control page reads its register, and a store changes
//!     exactly what weir.rdl says; LOCK, secrets, and what is not there; as in full
//! proof csr_as_small (HARTS=1), induction: the same, as in small
//! proof csr_as_wide (RING=1), induction: the same, as in wide
//! proof csr_harts (HARTS=5 RETIRE=1 PINS=32 TIME_BASE=1 CHECKPOINT=1 PEEK=1 PROTECT=1 FRAME=1),
//!     induction: the same with five harts

`ifdef PROVE_weir_csr
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
// f_is_: the register of this hart is addressed; f_some_: that of some hart.
(* anyconst *) wire [4:0] f_any;
wire [4:0] f_hart = {27'd0, f_any} < HARTS ? f_any : 5'd0;

// ---- what is addressed
wire [11:0] f_at = {offset_i, 2'b00};
wire f_is_magic = page_i && f_at == 12'h000;
wire f_is_version = page_i && f_at == 12'h004;
wire f_is_config = page_i && f_at == 12'h008;
wire f_is_features = page_i && f_at == 12'h00c;
wire f_is_ctrl = page_i && f_at == 12'h010;
wire f_is_status = page_i && f_at == 12'h014;
wire f_is_fault = page_i && f_at == 12'h018;
wire f_is_irq_enable = page_i && f_at == 12'h01c;
wire f_is_irq_status = page_i && f_at == 12'h020;
wire f_is_watermark = page_i && f_at == 12'h024;
wire f_is_level = page_i && f_at == 12'h028;
wire f_is_tail = page_i && f_at == 12'h02c;
wire f_is_time_lo = page_i && f_at == 12'h030;
wire f_is_time_hi = page_i && f_at == 12'h034;
wire f_is_switch_id = page_i && f_at == 12'h038;
wire f_is_time_step = (TIME_BASE != 0) && page_i && f_at == 12'h03c;
wire f_is_time_ctrl = (TIME_BASE != 0) && page_i && f_at == 12'h040;
wire f_is_peek_at = (PEEK != 0) && page_i && f_at == 12'h044;
wire f_is_peek_data = (PEEK != 0) && page_i && f_at == 12'h048;
wire f_is_fifo_pointers = (PEEK != 0) && page_i && f_at == 12'h04c;
wire f_is_snapshot = (PEEK != 0) && page_i && f_at == 12'h050;
wire f_is_snapshot_pointers = (PEEK != 0) && page_i && f_at == 12'h054;
wire f_is_snapshot_tail = (PEEK != 0) && page_i && f_at == 12'h058;
wire f_is_lock = (PROTECT != 0) && page_i && f_at == 12'h05c;
wire f_is_checkpoint = (CHECKPOINT != 0) && page_i && f_at == 12'h060;
wire f_is_auth = (PROTECT != 0) && page_i && f_at == 12'h064;
wire f_is_sw_dropped = (CHECKPOINT != 0) && page_i && f_at == 12'h068;
wire f_is_snoop_ctrl = page_i && f_at == 12'h100 + 32 * {7'd0, f_hart};
wire f_some_snoop_ctrl = page_i && f_at >= 12'h100 && ({20'd0, f_at} - 32'h100) % 32 == 0
    && ({20'd0, f_at} - 32'h100) / 32 < HARTS;
wire f_is_snoop_addr = page_i && f_at == 12'h104 + 32 * {7'd0, f_hart};
wire f_some_snoop_addr = page_i && f_at >= 12'h104 && ({20'd0, f_at} - 32'h104) % 32 == 0
    && ({20'd0, f_at} - 32'h104) / 32 < HARTS;
wire f_is_snoop_running = page_i && f_at == 12'h108 + 32 * {7'd0, f_hart};
wire f_some_snoop_running = page_i && f_at >= 12'h108 && ({20'd0, f_at} - 32'h108) % 32 == 0
    && ({20'd0, f_at} - 32'h108) / 32 < HARTS;
wire f_is_snoop_mask = page_i && f_at == 12'h10c + 32 * {7'd0, f_hart};
wire f_some_snoop_mask = page_i && f_at >= 12'h10c && ({20'd0, f_at} - 32'h10c) % 32 == 0
    && ({20'd0, f_at} - 32'h10c) / 32 < HARTS;
wire f_is_port_mask = (PROTECT != 0) && page_i && f_at == 12'h400 + 4 * {7'd0, f_hart};
wire f_some_port_mask = (PROTECT != 0) && page_i && f_at >= 12'h400
    && ({20'd0, f_at} - 32'h400) % 4 == 0 && ({20'd0, f_at} - 32'h400) / 4 < HARTS;
wire f_is_frame_ctrl = (FRAME != 0) && page_i && f_at == 12'h480;
wire f_is_frame_hz = (FRAME != 0) && page_i && f_at == 12'h484;
wire f_is_wait = page_i && f_at == 12'h490;
wire f_is_window_ids = page_i && f_at == 12'h494;
wire f_is_pin_rise = (PINS != 0) && page_i && f_at == 12'h4a4;
wire f_is_pin_fall = (PINS != 0) && page_i && f_at == 12'h4a8;
wire f_is_pin_bus = (PINS != 0) && page_i && f_at == 12'h4ac;
wire f_known = f_is_magic || f_is_version || f_is_config || f_is_features || f_is_ctrl
    || f_is_status || f_is_fault || f_is_irq_enable || f_is_irq_status || f_is_watermark
    || f_is_level || f_is_tail || f_is_time_lo || f_is_time_hi || f_is_switch_id || f_is_time_step
    || f_is_time_ctrl || f_is_peek_at || f_is_peek_data || f_is_fifo_pointers || f_is_snapshot
    || f_is_snapshot_pointers || f_is_snapshot_tail || f_is_lock || f_is_checkpoint || f_is_auth
    || f_is_sw_dropped || f_some_snoop_ctrl || f_some_snoop_addr || f_some_snoop_running
    || f_some_snoop_mask || f_some_port_mask || f_is_frame_ctrl || f_is_frame_hz || f_is_wait
    || f_is_window_ids || f_is_pin_rise || f_is_pin_fall || f_is_pin_bus;
wire f_other = (f_some_snoop_ctrl && !f_is_snoop_ctrl) || (f_some_snoop_addr && !f_is_snoop_addr)
    || (f_some_snoop_running && !f_is_snoop_running) || (f_some_snoop_mask && !f_is_snoop_mask)
    || (f_some_port_mask && !f_is_port_mask);
wire f_locked = f_is_ctrl || f_is_switch_id || f_is_time_step || f_is_time_ctrl || f_some_snoop_ctrl
    || f_some_snoop_addr || f_some_snoop_mask || f_some_port_mask || f_is_frame_ctrl
    || f_is_frame_hz || f_is_wait || f_is_window_ids || f_is_pin_rise || f_is_pin_fall
    || f_is_pin_bus;
wire f_secret = f_is_tail || f_is_peek_data || f_is_snapshot_tail || f_some_snoop_running;

// ---- what is stored, as software reads it
logic [31:0] f_lock;
wire f_locks = f_lock[0] && (f_locked || filter_i || ring_i);
wire f_store = store_i && !f_locks;
function automatic [31:0] f_mixed(input [31:0] word, input [31:0] bits);
  f_mixed = (word & ~bits) | (wdata_i & bits);
endfunction
logic [31:0] f_fault, f_fault_next;
always_comb begin
  f_fault_next = f_fault;
  if (f_store && f_is_fault) f_fault_next = f_fault & ~(wdata_i & 32'h00000006);
  if (fault_empty_set_i) f_fault_next[1:1] = 1'b1;
  if ((RING != 0) && fault_ring_set_i) f_fault_next[2:2] = 1'b1;
end
always_ff @(posedge clk_i) f_fault <= !rst_ni ? 32'h00000000 : f_fault_next;
logic [31:0] f_irq_enable, f_irq_enable_next;
always_comb begin
  f_irq_enable_next = f_irq_enable;
  if (f_store && f_is_irq_enable) f_irq_enable_next = f_mixed(f_irq_enable, 32'h00000003);
end
always_ff @(posedge clk_i) f_irq_enable <= !rst_ni ? 32'h00000000 : f_irq_enable_next;
logic [31:0] f_irq_status, f_irq_status_next;
always_comb begin
  f_irq_status_next = f_irq_status;
  if (f_store && f_is_irq_status) f_irq_status_next = f_irq_status & ~(wdata_i & 32'h00000002);
  if (irq_status_loss_set_i) f_irq_status_next[1:1] = 1'b1;
end
always_ff @(posedge clk_i) f_irq_status <= !rst_ni ? 32'h00000000 : f_irq_status_next;
logic [31:0] f_watermark, f_watermark_next;
always_comb begin
  f_watermark_next = f_watermark;
  if (f_store && f_is_watermark) f_watermark_next = f_mixed(f_watermark, 32'h0000ffff);
end
always_ff @(posedge clk_i) f_watermark <= !rst_ni ? 32'h0000ffff : f_watermark_next;
logic [31:0] f_time_step, f_time_step_next;
always_comb begin
  f_time_step_next = f_time_step;
  if (f_store && f_is_time_step) f_time_step_next = f_mixed(f_time_step, 32'hffffffff);
end
always_ff @(posedge clk_i) f_time_step <= !rst_ni ? 32'h01000000 : f_time_step_next;
logic [31:0] f_time_ctrl, f_time_ctrl_next;
always_comb begin
  f_time_ctrl_next = f_time_ctrl;
  if (f_store && f_is_time_ctrl) f_time_ctrl_next = f_mixed(f_time_ctrl, 32'h00000001);
end
always_ff @(posedge clk_i) f_time_ctrl <= !rst_ni ? 32'h00000000 : f_time_ctrl_next;
logic [31:0] f_lock_next;
always_comb begin
  f_lock_next = f_lock;
  if (f_store && f_is_lock) f_lock_next = f_lock | (wdata_i & 32'h00000001);
end
always_ff @(posedge clk_i) f_lock <= !rst_ni ? 32'h00000000 : f_lock_next;
logic [31:0] f_checkpoint, f_checkpoint_next;
always_comb begin
  f_checkpoint_next = f_checkpoint;
  if (f_store && f_is_checkpoint) f_checkpoint_next = f_mixed(f_checkpoint, 32'h0000ffff);
end
always_ff @(posedge clk_i) f_checkpoint <= !rst_ni ? 32'h00000000 : f_checkpoint_next;
logic [31:0] f_auth, f_auth_next;
always_comb begin
  f_auth_next = f_auth;
  if ((PROTECT != 0) && auth_denied_incr_i && f_auth_next[30:0] != '1)
      f_auth_next[30:0] = f_auth_next[30:0] + 1'b1;
end
always_ff @(posedge clk_i) f_auth <= !rst_ni ? 32'h00000000 : f_auth_next;
logic [31:0] f_sw_dropped, f_sw_dropped_next;
always_comb begin
  f_sw_dropped_next = f_sw_dropped;
  if ((CHECKPOINT != 0) && sw_dropped_count_incr_i)
      f_sw_dropped_next[31:0] = f_sw_dropped_next[31:0] + 1'b1;
end
always_ff @(posedge clk_i) f_sw_dropped <= !rst_ni || clear_i ? 32'h00000000 : f_sw_dropped_next;
logic [31:0] f_snoop_ctrl, f_snoop_ctrl_next;
always_comb begin
  f_snoop_ctrl_next = f_snoop_ctrl;
  if (f_store && f_is_snoop_ctrl) f_snoop_ctrl_next =
      f_mixed(f_snoop_ctrl, 32'h00000005 | ((RETIRE != 0) ? 32'h0fff003a : 32'd0));
end
always_ff @(posedge clk_i) f_snoop_ctrl <= !rst_ni ? 32'h00000000 : f_snoop_ctrl_next;
logic [31:0] f_snoop_addr, f_snoop_addr_next;
always_comb begin
  f_snoop_addr_next = f_snoop_addr;
  if (f_store && f_is_snoop_addr) f_snoop_addr_next = f_mixed(f_snoop_addr, 32'hfffffffc);
end
always_ff @(posedge clk_i) f_snoop_addr <= !rst_ni ? 32'h00000000 : f_snoop_addr_next;
logic [31:0] f_snoop_mask, f_snoop_mask_next;
always_comb begin
  f_snoop_mask_next = f_snoop_mask;
  if (f_store && f_is_snoop_mask) f_snoop_mask_next = f_mixed(f_snoop_mask, 32'hffffffff);
end
always_ff @(posedge clk_i) f_snoop_mask <= !rst_ni ? 32'hffffffff : f_snoop_mask_next;
logic [31:0] f_port_mask, f_port_mask_next;
always_comb begin
  f_port_mask_next = f_port_mask;
  if (f_store && f_is_port_mask) f_port_mask_next = f_mixed(f_port_mask, 32'h00070707);
end
always_ff @(posedge clk_i) f_port_mask <= !rst_ni ? 32'h00030707 : f_port_mask_next;
logic [31:0] f_frame_ctrl, f_frame_ctrl_next;
always_comb begin
  f_frame_ctrl_next = f_frame_ctrl;
  if (f_store && f_is_frame_ctrl) f_frame_ctrl_next = f_mixed(f_frame_ctrl, 32'hffff0001);
end
always_ff @(posedge clk_i) f_frame_ctrl <= !rst_ni ? 32'h00000000 : f_frame_ctrl_next;
logic [31:0] f_frame_hz, f_frame_hz_next;
always_comb begin
  f_frame_hz_next = f_frame_hz;
  if (f_store && f_is_frame_hz) f_frame_hz_next = f_mixed(f_frame_hz, 32'hffffffff);
end
always_ff @(posedge clk_i) f_frame_hz <= !rst_ni ? 32'h00000000 : f_frame_hz_next;
logic [31:0] f_wait, f_wait_next;
always_comb begin
  f_wait_next = f_wait;
  if (f_store && f_is_wait) f_wait_next = f_mixed(f_wait, 32'h00ffffff);
end
always_ff @(posedge clk_i) f_wait <= !rst_ni ? 32'h00001000 : f_wait_next;
logic [31:0] f_window_ids, f_window_ids_next;
always_comb begin
  f_window_ids_next = f_window_ids;
  if (f_store && f_is_window_ids) f_window_ids_next = f_mixed(f_window_ids, 32'h0000ffff);
end
always_ff @(posedge clk_i) f_window_ids <= !rst_ni ? 32'h00000302 : f_window_ids_next;
logic [31:0] f_pin_rise, f_pin_rise_next;
always_comb begin
  f_pin_rise_next = f_pin_rise;
  if (f_store && f_is_pin_rise) f_pin_rise_next = f_mixed(f_pin_rise, 32'hffffffff >> (32 - PINS));
end
always_ff @(posedge clk_i) f_pin_rise <= !rst_ni ? 32'h00000000 : f_pin_rise_next;
logic [31:0] f_pin_fall, f_pin_fall_next;
always_comb begin
  f_pin_fall_next = f_pin_fall;
  if (f_store && f_is_pin_fall) f_pin_fall_next = f_mixed(f_pin_fall, 32'hffffffff >> (32 - PINS));
end
always_ff @(posedge clk_i) f_pin_fall <= !rst_ni ? 32'h00000000 : f_pin_fall_next;
logic [31:0] f_pin_bus, f_pin_bus_next;
always_comb begin
  f_pin_bus_next = f_pin_bus;
  if (f_store && f_is_pin_bus) f_pin_bus_next = f_mixed(f_pin_bus, 32'hffffffff >> (32 - PINS));
end
always_ff @(posedge clk_i) f_pin_bus <= !rst_ni ? 32'h00000000 : f_pin_bus_next;

// ---- what is read
logic [31:0] f_read;
always_comb begin
  f_read = 32'd0;
  if (f_is_magic) f_read = 32'h52494557;
  if (f_is_version) f_read = 32'h01000503;
  if (f_is_config) f_read = config_i;
  if (f_is_features) f_read = features_i;
  if (f_is_ctrl) f_read = {31'd0, ctrl_enable_i};
  if (f_is_status) f_read = {31'd0, status_busy_i} | {30'd0, status_overload_i, 1'd0}
      | {29'd0, status_empty_i, 2'd0} | {28'd0, status_loss_i, 3'd0}
      | {27'd0, status_frozen_i, 4'd0};
  if (f_is_fault) f_read = f_fault | {31'd0, fault_access_i};
  if (f_is_irq_enable) f_read = f_irq_enable;
  if (f_is_irq_status) f_read = f_irq_status | {31'd0, irq_status_watermark_i};
  if (f_is_watermark) f_read = f_watermark;
  if (f_is_level) f_read = {16'd0, level_words_i};
  if (f_is_tail) f_read = {8'd0, tail_bytes_i} | {6'd0, tail_count_i, 24'd0};
  if (f_is_time_lo) f_read = time_lo_i;
  if (f_is_time_hi) f_read = time_hi_i;
  if (f_is_switch_id) f_read = {16'd0, switch_id_id_i};
  if (f_is_time_step) f_read = f_time_step;
  if (f_is_time_ctrl) f_read = f_time_ctrl | {30'd0, time_ctrl_active_i, 1'd0};
  if (f_is_peek_at) f_read = {17'd0, peek_at_at_i};
  if (f_is_peek_data) f_read = peek_data_i;
  if (f_is_fifo_pointers) f_read = {16'd0, fifo_pointers_read_i} | {fifo_pointers_write_i, 16'd0};
  if (f_is_snapshot) f_read = {31'd0, snapshot_valid_i};
  if (f_is_snapshot_pointers) f_read = {16'd0, snapshot_pointers_read_i}
      | {snapshot_pointers_write_i, 16'd0};
  if (f_is_snapshot_tail) f_read = {8'd0, snapshot_tail_bytes_i}
      | {6'd0, snapshot_tail_count_i, 24'd0};
  if (f_is_lock) f_read = f_lock;
  if (f_is_checkpoint) f_read = f_checkpoint | {checkpoint_now_i, 31'd0};
  if (f_is_auth) f_read = f_auth | {auth_now_i, 31'd0};
  if (f_is_sw_dropped) f_read = f_sw_dropped;
  if (f_is_snoop_ctrl) f_read = f_snoop_ctrl;
  if (f_is_snoop_addr) f_read = f_snoop_addr;
  if (f_is_snoop_running) f_read = snoop_running_thread_i[32*f_hart +: 32];
  if (f_is_snoop_mask) f_read = f_snoop_mask;
  if (f_is_port_mask) f_read = f_port_mask;
  if (f_is_frame_ctrl) f_read = f_frame_ctrl | {30'd0, frame_ctrl_busy_i, 1'd0};
  if (f_is_frame_hz) f_read = f_frame_hz;
  if (f_is_wait) f_read = f_wait;
  if (f_is_window_ids) f_read = f_window_ids;
  if (f_is_pin_rise) f_read = f_pin_rise;
  if (f_is_pin_fall) f_read = f_pin_fall;
  if (f_is_pin_bus) f_read = f_pin_bus;
end

always_comb if (f_started) begin
  // Each address reads its register; where there is none, 0.
  a_read: assert (f_other || read_o == f_read);
  //! mutant csr_page: a register of this page appears on others, too
  //!     @page wire in_480 = offset_i[11:6] == 6'h12;
  //! mutant csr_select: FRAME_CTRL and FRAME_HZ read each other
  //!     @select wire [31:0] word_480_0 = (n2 ? frame_ctrl_w : frame_hz_w);
  //! mutant csr_absent, in csr_as_small: a unit without PROTECT reads AUTH
  //!     @absent wire [31:0] auth_w = {auth_now_i, auth_denied_o};
  //! mutant csr_again: the SNOOP registers appear twice
  //!     @again if (at_100[k])
  // These registers are there, and no others.
  a_known: assert (known_o == f_known);
  //! mutant csr_there, in csr_as_small: TIME_CTRL is there without TIME_BASE
  //!     @there PEEK != 0, 1'b1};
  // LOCK keeps what its list has, and the registers of filter and ring.
  a_locked: assert (locked_o == f_locks);
  //! mutant csr_listed: LOCK does not keep the ring
  //!     @listed || filter_i);
  // Reads of these need authorisation.
  a_secret: assert (secret_o == f_secret);
  //! mutant csr_deny: SNAPSHOT_TAIL needs no authorisation
  //!     @deny assign secret_o = is_tail || at_peek_data_o || |at_snoop_running_o;
  // A stage sees that its register is addressed.
  a_at_ctrl: assert (at_ctrl_o == f_is_ctrl);
  a_at_fault: assert (at_fault_o == f_is_fault);
  a_at_time_lo: assert (at_time_lo_o == f_is_time_lo);
  a_at_switch_id: assert (at_switch_id_o == f_is_switch_id);
  a_at_peek_at: assert (at_peek_at_o == f_is_peek_at);
  a_at_peek_data: assert (at_peek_data_o == f_is_peek_data);
  a_at_checkpoint: assert (at_checkpoint_o == f_is_checkpoint);
  //! mutant csr_at, in csr_as_small: a unit without CHECKPOINT is asked for one
  //!     @at assign at_checkpoint_o = in_040 && offset_i[5:2] == 4'h8;
  a_at_snoop_running: assert (at_snoop_running_o[f_hart] == f_is_snoop_running);
  a_at_wait: assert (at_wait_o == f_is_wait);
  // Each field has what the stores and the hardware made it.
  a_fault_empty: assert (fault_empty_o == f_fault[1:1]);
  //! mutant csr_clears: a store of 0 clears a fault
  //!     @clears else if (store && at_fault_o) fault_empty_o <= 1'b0;
  //! mutant csr_sticky: a fault is lost in the cycle of a store to FAULT
  //!     @sticky else if (fault_empty_set_i && !(store && at_fault_o)) fault_empty_o <= 1'b1;
  a_fault_ring: assert (fault_ring_o == f_fault[2:2]);
  //! mutant csr_ring, in csr_as_small: a unit without a ring has its fault
  //!     @ring else if (fault_ring_set_i) fault_ring_o <= 1'b1;
  a_irq_enable_watermark: assert (irq_enable_watermark_o == f_irq_enable[0:0]);
  a_irq_enable_loss: assert (irq_enable_loss_o == f_irq_enable[1:1]);
  a_irq_status_loss: assert (irq_status_loss_o == f_irq_status[1:1]);
  a_watermark_words: assert (watermark_words_o == f_watermark[15:0]);
  //! mutant csr_watermark, quick: the highest bit of WATERMARK cannot be stored
  //!     @watermark else if (store && is_watermark) watermark_words_o <= {1'b0, wdata_i[14:0]};
  a_time_step: assert (time_step_o == f_time_step[31:0]);
  //! mutant csr_store: LOCK keeps nothing
  //!     @store wire store = store_i;
  a_time_ctrl_mtime: assert (time_ctrl_mtime_o == f_time_ctrl[0:0]);
  a_lock: assert (lock_o == f_lock[0:0]);
  //! mutant csr_lock: a store of 0 ends LOCK
  //!     @lock else if (store && is_lock) lock_o <= wdata_i[0];
  a_checkpoint_bytes: assert (checkpoint_bytes_o == f_checkpoint[15:0]);
  a_auth_denied: assert (auth_denied_o == f_auth[30:0]);
  //! mutant csr_full, step: the count of denied reads begins again at 0
  //!     @full else if (PROTECT != 0 && auth_denied_incr_i)
  a_sw_dropped_count: assert (sw_dropped_count_o == f_sw_dropped[31:0]);
  //! mutant csr_cleared: CLEAR does not zero SW_DROPPED
  //!     @cleared if (!rst_ni) sw_dropped_count_o <= 32'h0;
  a_snoop_ctrl_enable: assert (snoop_ctrl_enable_o[f_hart] == f_snoop_ctrl[0:0]);
  a_snoop_ctrl_enable_early: assert (snoop_ctrl_enable_early_o[f_hart] == f_snoop_ctrl_next[0:0]);
  //! mutant csr_early: a snoop cannot be disabled
  //!     @early ? wdata_i[0] || snoop_ctrl_enable_o[h] : snoop_ctrl_enable_o[h];
  a_snoop_ctrl_isr: assert (snoop_ctrl_isr_o[f_hart] == f_snoop_ctrl[1:1]);
  a_snoop_ctrl_isr_early: assert (snoop_ctrl_isr_early_o[f_hart] == f_snoop_ctrl_next[1:1]);
  a_snoop_ctrl_every: assert (snoop_ctrl_every_o[f_hart] == f_snoop_ctrl[2:2]);
  a_snoop_ctrl_hint: assert (snoop_ctrl_hint_o[f_hart] == f_snoop_ctrl[3:3]);
  a_snoop_ctrl_hint_early: assert (snoop_ctrl_hint_early_o[f_hart] == f_snoop_ctrl_next[3:3]);
  a_snoop_ctrl_match_on: assert (snoop_ctrl_match_on_o[2*f_hart +: 2] == f_snoop_ctrl[5:4]);
  a_snoop_ctrl_index: assert (snoop_ctrl_index_o[12*f_hart +: 12] == f_snoop_ctrl[27:16]);
  //! mutant csr_retire, in csr_as_small: a unit without RETIRE stores INDEX
  //!     @retire if (store && is_snoop_ctrl[k]) begin
  a_snoop_addr_addr: assert (snoop_addr_addr_o[30*f_hart +: 30] == f_snoop_addr[31:2]);
  a_snoop_mask_mask: assert (snoop_mask_mask_o[32*f_hart +: 32] == f_snoop_mask[31:0]);
  //! mutant csr_others, in csr_harts: a store to MASK of a hart changes that of all
  //!     @others if (store && |is_snoop_mask) snoop_mask_mask_o[32*k +: 32] <= wdata_i[31:0];
  a_port_mask_thread: assert (port_mask_thread_o[3*f_hart +: 3] == f_port_mask[2:0]);
  a_port_mask_interrupt: assert (port_mask_interrupt_o[3*f_hart +: 3] == f_port_mask[10:8]);
  a_port_mask_user: assert (port_mask_user_o[3*f_hart +: 3] == f_port_mask[18:16]);
  //! mutant csr_field: a field of PORT_MASK is a bit too low
  //!     @field port_mask_user_o[3*k +: 3] <= wdata_i[17:15];
  a_frame_ctrl_enable: assert (frame_ctrl_enable_o == f_frame_ctrl[0:0]);
  a_frame_ctrl_interval: assert (frame_ctrl_interval_o == f_frame_ctrl[31:16]);
  a_frame_hz: assert (frame_hz_o == f_frame_hz[31:0]);
  a_wait_cycles: assert (wait_cycles_o == f_wait[23:0]);
  //! mutant csr_reset: WAIT begins with another value
  //!     @reset if (!rst_ni) wait_cycles_o <= 24'h100;
  a_window_ids_third: assert (window_ids_third_o == f_window_ids[7:0]);
  a_window_ids_fourth: assert (window_ids_fourth_o == f_window_ids[15:8]);
  a_pin_rise: assert (pin_rise_o == f_pin_rise[31:0]);
  //! mutant csr_pins: bits of missing pins can be stored
  //!     @pins else if (store && is_pin_rise) pin_rise_o <= wdata_i[31:0];
  a_pin_fall: assert (pin_fall_o == f_pin_fall[31:0]);
  a_pin_bus: assert (pin_bus_o == f_pin_bus[31:0]);
  // Why: the bits between the fields stay 0.
  a_rest_fault: assert ((f_fault & 32'hfffffff9) == 32'd0);
  a_rest_irq_enable: assert ((f_irq_enable & 32'hfffffffc) == 32'd0);
  a_rest_irq_status: assert ((f_irq_status & 32'hfffffffd) == 32'd0);
  a_rest_watermark: assert ((f_watermark & 32'hffff0000) == 32'd0);
  a_rest_time_ctrl: assert ((f_time_ctrl & 32'hfffffffe) == 32'd0);
  a_rest_lock: assert ((f_lock & 32'hfffffffe) == 32'd0);
  a_rest_checkpoint: assert ((f_checkpoint & 32'hffff0000) == 32'd0);
  a_rest_auth: assert ((f_auth & 32'h80000000) == 32'd0);
  a_rest_snoop_ctrl: assert ((f_snoop_ctrl & 32'hf000ffc0) == 32'd0);
  a_rest_snoop_addr: assert ((f_snoop_addr & 32'h00000003) == 32'd0);
  a_rest_port_mask: assert ((f_port_mask & 32'hfff8f8f8) == 32'd0);
  a_rest_frame_ctrl: assert ((f_frame_ctrl & 32'h0000fffe) == 32'd0);
  a_rest_wait: assert ((f_wait & 32'hff000000) == 32'd0);
  a_rest_window_ids: assert ((f_window_ids & 32'hffff0000) == 32'd0);
end
`endif
