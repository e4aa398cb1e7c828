// SPDX-License-Identifier: Apache-2.0
// Properties of weir_regs, which includes this file under FORMAL.
//
//! proof regs (HARTS=2 PROTECT=1 PEEK=1 CHECKPOINT=1), induction, cover 10: each address reads on
//!     the bus what the documents say, and a store to it does what they say; undefined accesses,
//!     and no others, set FAULT.ACCESS; a store to a guaranteed port or event window stalls until
//!     there is space and a reservation, but never longer than WAIT; which accesses wait
//! proof regs_auth (HARTS=2 PROTECT=1 PEEK=1), induction, cover 10: pages of a
//!     hart show its own value register and nobody else's; without authorisation nothing of what
//!     was traced
//!     is shown or taken, and such reads are counted
//! proof regs_as_small (HARTS=1 PROTECT=0), induction: the same as regs, as in small
//! proof regs_as_wide (RING=1), induction: the same as regs, as in wide
//! proof regs_as_full (PROTECT=1 VALUE_REGS=8 RETIRE=1 PINS=8 FILTER=1 TIME_BASE=1 CHECKPOINT=1
//!     FIFO_LOG2=12 PEEK=1 FRAME=1 RING=1 ARGS=4), induction: the same as regs and regs_auth, as in
//!     full

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// ---- what a read shows, decoded here from the address map
(* anyconst *) wire [4:0] f_any;
wire [4:0] f_hart   = {27'd0, f_any} < HARTS ? f_any : 5'd0;
wire [11:0] f_at    = {reg_addr_i[11:2], 2'b00};
wire       f_read   = reg_valid_i && reg_ready_o && !reg_write_i;
wire       f_page   = reg_addr_i[20:16] == f_hart + 5'd1;
wire [11:0] f_word  = (f_at - 12'd8) >> 2;                  // 1, 2, 3: a extra argument
wire       f_high   = WORDS > 1 && f_at >= 12'd12 && {20'd0, f_word} < WORDS;
wire       f_value  = f_page && (f_at == 12'd0 || f_high || (WORDS > 1 && f_at == 12'd8))
    && !reg_addr_i[14] && {30'd0, reg_addr_i[13:12]} < (PROTECT != 0 ? 3 : 2);
wire       f_running = f_at == 12'h108 + {2'd0, f_hart, 5'd0};
wire       f_secret = reg_addr_i[20:12] == 9'd1
    || (reg_addr_i[20:12] == 9'd0 && (f_running || f_at == 12'h02c
    || (PEEK != 0 && (f_at == 12'h048 || f_at == 12'h058))));
logic        f_page_read, f_denied_read, f_auth_read;
logic [31:0] f_value_reg;                          // what this hart's value register shows
logic [30:0] f_denied;
always_ff @(posedge clk_i) begin
  f_page_read   <= rst_ni && f_read && f_page;
  f_value_reg       <= f_value ? read_value_i[32*f_hart +: 32] : 32'd0;
  f_denied_read <= rst_ni && f_read && f_secret && PROTECT != 0 && !auth_i;
  f_auth_read   <= rst_ni && f_read && PROTECT != 0 && reg_addr_i[20:12] == 9'd0 && f_at == 12'h064;
  if (!rst_ni) f_denied <= 31'd0;
  else if (f_read && deny && f_denied != 31'h7fffffff) f_denied <= f_denied + 31'd1;
end
logic [31:0] f_auth_word;
always_ff @(posedge clk_i) f_auth_word <= {auth_i, f_denied};
// entries by software that were not written, since reset or CLEAR
logic [31:0] f_unwritten, f_sw_entry_word;
logic        f_sw_entry_read;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_o) f_unwritten <= 32'd0;
  else if (f_read && CHECKPOINT != 0 && reg_addr_i[20:12] == 9'd4 && f_at[11:8] == 4'd0
      && {28'd0, f_at[7:4]} < HARTS && f_at[3:0] == 4'd8
      && sw_entry_answer_i != weir_pkg::SW_ENTRY_WRITTEN) f_unwritten <= f_unwritten + 32'd1;
  f_sw_entry_read <= rst_ni && f_read && CHECKPOINT != 0 && reg_addr_i[20:12] == 9'd0 && f_at
      == weir_pkg::REG_SW_DROPPED;
  f_sw_entry_word <= f_unwritten;
end
// of the modules that regs instantiates
(* hierconn *) wire        \u_stall.blocked_read ;
(* hierconn *) wire        \u_stall.blocked ;
(* hierconn *) wire        \u_stall.counted ;
(* hierconn *) wire [23:0] \u_stall.f_held ;
(* hierconn *) wire        \u_stall.f_asked ;
(* hierconn *) wire [12:2] \u_stall.f_asked_at ;
// a read of this counter was at the port in the cycle before
logic        f_asked;
logic [12:2] f_asked_at;
always_ff @(posedge clk_i) begin
  f_asked    <= rst_ni && reg_valid_i && !reg_write_i && is_count;
  f_asked_at <= reg_addr_i[12:2];
end
wire [31:0] f_window = {22'd0, reg_addr_i[11:2]};
always_comb if (f_started) begin
  // Two quarters of a window have the ids below 512, the others those that WINDOW_IDS gives.
  a_window_ids: assert ({16'd0, window_id_o} == (f_window < 512 ? f_window
      : f_window < 768 ? 256 * window_third + f_window - 512
      : 256 * window_fourth + f_window - 768));
  //! mutant regs_window_ids: the last quarter of a window has the ids of the third
  //!     @window_ids assign window_id_o = {!reg_addr_i[11] ? {7'd0, reg_addr_i[10]} : window_third,
  //!     reg_addr_i[9:2]};
  // The pages of a hart show its own value register at VALUE, and nothing else.
  a_value_reg: assert (!f_page_read || reg_rdata_o == f_value_reg);
  //! mutant regs_value_of_another, in regs_auth, bound 10: VALUE of a hart shows a value register
  //!     of
  //!     another, too
  //!     @value_of_another wire [31:0] owner_value = pick(read_value_i, '1);
  // Of several words, the one addressed is asked for.
  a_arg_index: assert (!f_value || acc_arg_index_o == (f_high ? f_word[1:0] : 2'd0));
  // What was traced is not shown, nor taken, without authorisation; such reads are counted, all of
  // them, and nothing else is.
  a_denied: assert (!f_denied_read || reg_rdata_o == 32'd0);
  //! mutant regs_denied_shows, in regs_auth, bound 10: a read that is denied shows what was traced
  //!     @denied_shows if (1'b0) rdata_q <= 32'd0;
  //! mutant regs_tail_is_no_secret, in regs_auth, bound 10: TAIL is shown without authorisation
  //!     @tail_is_no_secret wire secret = data || (csr_secret && reg_addr_i[6:2] !=
  //!     weir_pkg::REG_TAIL[6:2]);
  a_no_pop: assert (PROTECT == 0 || auth_i || !pop_o);
  //! mutant regs_denied_pops, in regs_auth, bound 10: a read that is denied takes the word
  //!     @pop_empty assign pop_o = reg_valid_i && !reg_write_i && data && word_valid_i &&
  //!     !stall_clear && !filter_busy_i && !looking;
  a_deny: assert (!(f_read && f_secret && PROTECT != 0 && !auth_i) || deny);
  a_only: assert (!deny || (PROTECT != 0 && !auth_i
      && (reg_addr_i[20:12] == 9'd1 || reg_addr_i[20:12] == 9'd0)));
  a_count: assert (!f_auth_read || reg_rdata_o == f_auth_word);
  // Entries by software that were not written are counted, all of them.
  a_sw_entry: assert (!f_sw_entry_read || reg_rdata_o == f_sw_entry_word);
  // What a read of a counter shows was asked for by a read of this one, not of one that was given
  // up.
  a_counter: assert (!(f_read && is_count) || (f_asked && f_asked_at == reg_addr_i[12:2]));
  // A word is taken only by a read of the data page that is accepted.
  a_pop: assert (!pop_o || (f_read && reg_addr_i[20:12] == 9'd1));
  // Only an access that is accepted is a fault of one.
  a_fault: assert (access_faults[2:1] == 2'd0 && !(opens && whole && (locks || bad_value))
      || (reg_valid_i && reg_ready_o));
  // Why:
  a_asked: assert (f_asked == \u_stall.f_asked && f_asked_at == \u_stall.f_asked_at );
  a_watch: assert (f_watch);
  //! mutant regs_watch, bound 10: what a hart does is looked at for a cycle after SNOOP_CTRL says
  //!     it is not
  //!     @watch .snoop_enable_early_i(snoop_enable),
  a_counted: assert ((PROTECT == 0 || f_same) && (CHECKPOINT == 0 || f_sw_entry_same));
  //! mutant regs_sw_entry_count, bound 10: a software entry that was written is counted as one
  //!     that was not
  //!     @sw_entry_count wire not_written = early_read && is_end;
  //! mutant regs_denied_count, in regs_auth, bound 10: a read that is not made is counted as denied
  //!     @denied_count wire denied = deny;
end
wire f_same, f_sw_entry_same;
wire f_watch = snoop_enable_o == (on ? snoop_enable : '0)
    && snoop_isr_o == (on ? snoop_isr : '0) && snoop_hint_o == (on ? snoop_hint : '0);
generate
  if (PROTECT != 0) begin : g_formal_auth
    assign f_same = denied_count == f_denied;
    always_comb if (f_started) c_denied: cover (f_denied_read && f_denied == 31'd2);
  end else begin : g_formal_no_auth
    assign f_same = 1'b1;
  end
  if (CHECKPOINT != 0) begin : g_formal_sw_entry
    assign f_sw_entry_same = not_written_count == f_unwritten;
    always_comb if (f_started) c_unwritten: cover (f_sw_entry_read && f_sw_entry_word == 32'd2);
  end else begin : g_formal_no_sw_entry
    assign f_sw_entry_same = 1'b1;
  end
endgenerate
// A store that offers, at a guaranteed port or window, decoded here from the address map.
wire f_there = reg_valid_i && reg_write_i && reg_addr_i[20:16] != 5'd0
    && {27'd0, reg_addr_i[20:16]} <= HARTS && reg_addr_i[15]
    && {30'd0, reg_addr_i[13:12]} < (PROTECT != 0 ? 3 : 2)
    && (reg_addr_i[14] ? reg_wstrb_i == 4'b1111 : reg_addr_i[11:2] == 10'd1);
// nothing but want of free space may hold it
wire f_in = f_there && enable && !stall_clear && !filter_busy_i && ! \u_stall.blocked ;
logic [23:0] f_held;                       // cycles in which one was not accepted since one was
always_ff @(posedge clk_i) begin
  if (!rst_ni || (store && at_wait)) f_held <= 24'd0;
  else if (f_there) f_held <= reg_ready_o ? 24'd0 : f_held + {23'd0, f_held != 24'hffffff};
end
wire f_over = wait_cycles == 24'd0 ? !drains_i : f_held >= wait_cycles;
always_comb if (f_started && rst_ni) begin
  // Held for WAIT cycles it is accepted, whatever the space; so is one that is dropped for
  // something else, and all while FROZEN.
  a_bounded: assert (!(f_in && (f_over || !wanted_i || frozen_i)) || reg_ready_o);
  // Until then it is accepted only when there is space, and with a reservation of it.
  a_waits: assert (!(f_in && !f_over && wanted_i && !frozen_i)
      || (reg_ready_o == space_i && reserve_o == space_i));
  a_granted: assert (!reserve_o || (f_in && reg_ready_o && wanted_i && space_i && !frozen_i));
  //! mutant regs_wait_late, bound 20: a store that stalled for too long has a reservation without
  //!     space
  //!     @wait_late assign reserve_o = port_store && is_guaranteed && offers && !frozen_i &&
  //!     wanted_i;
  // Nothing else is ever held for want of free space.
  a_others: assert (f_there || !reg_valid_i || reg_ready_o == (!stall_clear && !filter_busy_i
      && (reg_write_i ? ! \u_stall.blocked
          : !( \u_stall.blocked_read && (is_value || is_arg || is_run || is_end))
              && !(is_count && ! \u_stall.counted ) && !peek_wait)));
  // Why:
  a_held: assert (f_held == \u_stall.f_held );
  c_expired: cover (f_in && f_over && !space_i && wanted_i && wait_cycles == 24'd3 && reg_ready_o);
end

`ifdef PROVE_weir_regs
// ---- what is addressed, by the map of the page of registers
localparam [31:0] F_CONTEXTS = PROTECT != 0 ? 3 : 2;
wire [31:0] f_addr    = {11'd0, reg_addr_i[20:2], 2'b00};
wire        f_whole   = reg_wstrb_i == 4'b1111;
wire        f_write   = reg_valid_i && reg_ready_o && reg_write_i;
wire        f_loads   = reg_valid_i && reg_ready_o && !reg_write_i;
wire        f_stores  = f_write && f_whole;
wire        f_control = f_addr < 32'h1000;
wire        f_filter  = FILTER != 0 && f_addr >= 32'h080 && f_addr < 32'h100;
wire        f_ring    = RING != 0 && f_addr >= 32'h600 && f_addr < 32'h640;
wire        f_data    = f_addr >= 32'h1000 && f_addr < 32'h2000;
wire        f_entries = CHECKPOINT != 0 && f_addr >= 32'h4000 && f_addr < 32'h4000 + 16 * HARTS;
wire        f_begin   = f_entries && f_addr[3:0] == 4'h0;
wire        f_next    = f_entries && f_addr[3:0] == 4'h4;
wire        f_end     = f_entries && f_addr[3:0] == 4'h8;
// the counters of a source: dropped by reason, delivered by class
wire        f_counts  = f_addr >= 32'h2000 && f_addr < 32'h4000;
wire [31:0] f_context = f_addr >> 7 & 32'd3;                   // thread, interrupt, user, snoop
wire [31:0] f_number  = f_addr >> 2 & 32'hf;
wire        f_counter = f_counts && (f_addr[12:9] < HARTS
        ? f_context < F_CONTEXTS || f_context == 32'd3
        : PINS != 0 && f_addr[12:9] == HARTS && f_context == 32'd1)
    && (f_addr[6] ? f_number < 3 : f_number < 8 && (f_number != 6 || FILTER != 0)
        && (f_number != 7 || HARTS > 1 || RETIRE != 0 || PINS != 0));
// ports and event windows of some hart
wire        f_harts   = f_addr >= 32'h10000 && f_addr < 32'h10000 * (HARTS + 1)
    && {30'd0, reg_addr_i[13:12]} < F_CONTEXTS;
wire        f_windows = f_harts && reg_addr_i[14];
wire        f_ports   = f_harts && !reg_addr_i[14];
wire        f_ids     = f_ports && f_at == 12'h004;
wire        f_args    = f_ports && f_high;                     // extra arguments
wire        f_values  = f_ports && (f_at == 12'h000 || (WORDS > 1 && f_at == 12'h008));
// RUNNING of some hart, and which hart a page, RUNNING or software entry is of
wire        f_runs    = f_control && f_at >= 12'h100 && f_at < 12'h100 + 32 * HARTS
    && f_at[4:0] == 5'h08;
wire [4:0]  f_of      = f_harts ? reg_addr_i[20:16] - 5'd1
    : f_runs ? f_at[9:5] - 5'd8 : {1'b0, f_at[7:4]};
wire        f_mine    = f_of == f_hart;

// ---- the registers of the control page on the bus: the properties of weir_csr, made of weir.rdl,
// with what the documents say of each of its ports. Its m_reset says that reset is first.
wire         f_to_ctrl = f_stores && f_addr == 32'h010;
wire         f_good_id = reg_wdata_i == 32'h8000 || reg_wdata_i == 32'hc000;
wire  [15:0] f_level   = hidden_i ? 16'd0 : {{(15-FIFO_LOG2){1'b0}}, level_i};
// what was traced: the data page, TAIL, PEEK_DATA, SNAPSHOT_TAIL and RUNNING
wire         f_hidden  = PROTECT != 0 && !auth_i && (f_data || f_addr == 32'h02c || f_runs
    || (PEEK != 0 && (f_addr == 32'h048 || f_addr == 32'h058)));
wire  [1:0]  f_tail_count = snapshot_valid_i ? snapshot_tail_count_i : 2'd0;
logic        f_enable, f_cleared, f_access;      // CTRL.ENABLE, CLEAR a cycle before, FAULT.ACCESS
logic [31:0] f_switch, f_time_hi, f_peek_at, f_peek_word;
generate
  if (1) begin : g_page
    wire        page_i      = f_control;
    wire [11:2] offset_i    = f_addr[11:2];
    wire        store_i     = f_stores;
    wire [31:0] wdata_i     = reg_wdata_i;
    wire        filter_i    = f_filter;
    wire        ring_i      = f_ring;
    wire        clear_i     = f_cleared;
    wire [31:0] read_o      = csr_read;
    wire        known_o     = csr_known;
    wire        locked_o    = locks;
    wire        secret_o    = csr_secret;
    wire        at_ctrl_o   = at_ctrl, at_fault_o = at_fault, at_time_lo_o = at_time_lo;
    wire        at_switch_id_o = at_switch_id, at_peek_at_o = at_peek_at, at_peek_data_o = at_peek;
    wire        at_checkpoint_o = at_checkpoint, at_wait_o = at_wait;
    wire [HARTS-1:0] at_snoop_running_o = at_running;
    wire        ctrl_enable_i  = f_enable;
    wire        status_busy_i  = busy_i, status_overload_i = overload_i, status_loss_i = loss_i;
    wire        status_empty_i = !word_valid_i, status_frozen_i = frozen_i;
    wire        fault_access_i = f_access;
    wire        fault_empty_o  = fault_empty, fault_ring_o = fault_ring;
    wire        fault_empty_set_i = f_loads && f_data && !word_valid_i && !f_hidden;
    wire        fault_ring_set_i  = ring_error_i;
    wire        irq_enable_watermark_o = irq_watermark, irq_enable_loss_o = irq_loss;
    wire        irq_status_watermark_i = f_level >= watermark_words;
    wire        irq_status_loss_o = loss, irq_status_loss_set_i = drop_i;
    wire [15:0] watermark_words_o = watermark_words;
    wire [15:0] level_words_i  = f_level;
    wire [23:0] tail_bytes_i   = tail_i;
    wire [31:0] time_lo_i      = time_i[31:0], time_hi_i = f_time_hi;
    wire [15:0] switch_id_id_i = f_switch[15:0];
    wire        time_ctrl_mtime_o = time_external_o, time_ctrl_active_i = time_external_i;
    wire [14:0] peek_at_at_i   = f_peek_at[14:0];
    wire [31:0] peek_data_i    = f_peek_word;
    wire [15:0] fifo_pointers_read_i  = {{(15-FIFO_LOG2){1'b0}}, fifo_rd_i};
    wire [15:0] fifo_pointers_write_i = {{(15-FIFO_LOG2){1'b0}}, fifo_wr_i};
    // 0 unless SNAPSHOT.VALID
    wire [31:0] valid = {32{snapshot_valid_i}};
    wire [15:0] snapshot_pointers_read_i  = {{(15-FIFO_LOG2){1'b0}}, snapshot_rd_i} & valid[15:0];
    wire [15:0] snapshot_pointers_write_i = {{(15-FIFO_LOG2){1'b0}}, snapshot_wr_i} & valid[15:0];
    wire [23:0] snapshot_tail_bytes_i = snapshot_tail_i & valid[23:0];
    wire [1:0]  snapshot_tail_count_i = f_tail_count;
    wire        lock_o         = lock;
    wire [15:0] checkpoint_bytes_o = checkpoint_every_o;
    wire        checkpoint_now_i   = checkpoint_asked_i;
    wire [30:0] auth_denied_o      = denied_count;
    wire        auth_denied_incr_i = f_loads && f_hidden, auth_now_i = auth_i;
    wire [31:0] sw_dropped_count_o = not_written_count;
    wire        sw_dropped_count_incr_i = f_loads && f_end
        && sw_entry_answer_i != weir_pkg::SW_ENTRY_WRITTEN;
    wire [HARTS-1:0]    snoop_ctrl_enable_o = snoop_enable, snoop_ctrl_isr_o = snoop_isr;
    wire [HARTS-1:0]    snoop_ctrl_hint_o = snoop_hint, snoop_ctrl_every_o = snoop_every_o;
    wire [HARTS-1:0]    snoop_ctrl_enable_early_o = snoop_enable_early;
    wire [HARTS-1:0]    snoop_ctrl_isr_early_o = snoop_isr_early;
    wire [HARTS-1:0]    snoop_ctrl_hint_early_o = snoop_hint_early;
    wire [2*HARTS-1:0]  snoop_ctrl_match_on_o = snoop_kind_o;
    wire [12*HARTS-1:0] snoop_ctrl_index_o = snoop_index_o;
    wire [30*HARTS-1:0] snoop_addr_addr_o = snoop_addr_o;
    wire [32*HARTS-1:0] snoop_running_thread_i = running_i, snoop_mask_mask_o = snoop_mask_o;
    wire [3*HARTS-1:0]  port_mask_thread_o = mask_thread, port_mask_user_o = mask_user;
    wire [3*HARTS-1:0]  port_mask_interrupt_o = mask_interrupt;
    wire        frame_ctrl_enable_o = frame_enable, frame_ctrl_busy_i = frame_busy_i;
    wire [15:0] frame_ctrl_interval_o = frame_interval_o;
    wire [23:0] wait_cycles_o  = wait_cycles;
    wire [7:0]  window_ids_third_o = window_third, window_ids_fourth_o = window_fourth;
`define PROVE_weir_csr
`include "weir_csr_fv.svh"
`undef PROVE_weir_csr
  end
endgenerate

// ---- what is undefined, and what is stored or captured
wire f_exists = f_ring ? ring_known_i : f_filter ? filter_known_i
    : g_page.f_known || f_counter || f_begin || f_next || f_end || f_values || f_args || f_ids
        || f_windows || (f_data && !reg_write_i);
wire f_undefined = !f_exists
    // a part of a word; a disabled unit ignores those to its ports and windows
    || (reg_write_i && !f_whole && (!f_harts || f_enable))
    // what LOCK keeps; CLEAR of a unit that is not idle; no id of a switch
    || (f_stores && g_page.f_locks)
    || (f_to_ctrl && reg_wdata_i[1] && (f_enable || busy_i))
    || (f_stores && f_addr == 32'h038 && !f_good_id);
// the store of 1 that clears it
wire f_forgets = f_stores && f_addr == 32'h018 && reg_wdata_i[0];
wire f_peeks   = PEEK != 0 && f_addr == 32'h048;
logic        f_was_reset, f_was_cleared, f_was_zeroing;        // in the cycle before
wire         f_closed = f_was_reset || f_cleared || f_was_cleared || f_was_zeroing;
logic        f_framing;
// Like weir_peek, so that these registers are one with its own: a read of PEEK_DATA is at the port.
wire f_reads   = reg_valid_i && !reg_write_i;
wire f_stalls  = stall_clear || filter_busy_i;
wire f_peeking = f_reads && at_peek && !f_stalls;
logic        f_looked, f_came;                   // a word was asked for, one and two cycles before
logic [31:0] f_looked_at;                        // there
logic        f_answered, f_of_other;             // a read was accepted in the cycle before, and
logic [31:0] f_answer;                           // must give this; not of the hart that is followed
always_ff @(posedge clk_i) begin
  f_was_reset   <= !rst_ni;
  f_was_cleared <= rst_ni && f_cleared;
  f_was_zeroing <= rst_ni && zeroing_i;
  f_enable  <= rst_ni && (f_to_ctrl && !g_page.f_locks ? reg_wdata_i[0] : f_enable);
  f_cleared <= rst_ni && f_to_ctrl && !g_page.f_locks && reg_wdata_i[1] && !f_enable && !busy_i;
  if (!rst_ni) f_switch <= 32'h8000;
  else if (f_stores && f_addr == 32'h038 && f_good_id && !g_page.f_locks) f_switch <= reg_wdata_i;
  f_access  <= rst_ni && ((reg_valid_i && reg_ready_o && f_undefined) || ring_dropped_i
      || (f_access && !f_forgets));
  if (!rst_ni) f_time_hi <= 32'd0;
  else if (f_loads && f_addr == 32'h030) f_time_hi <= time_i[63:32];
  // modulo the depth of the FIFO
  if (!rst_ni || PEEK == 0) f_peek_at <= 32'd0;
  else if (f_stores && f_addr == 32'h044) f_peek_at <= reg_wdata_i % (1 << FIFO_LOG2);
  else if (f_loads && f_peeks && !f_hidden) f_peek_at <= (f_peek_at + 32'd1) % (1 << FIFO_LOG2);
  f_looked <= rst_ni && peek_o;
  f_came   <= rst_ni && f_looked && f_peeking;
  if (peek_o) f_looked_at <= f_peek_at;
  if (f_looked) f_peek_word <= peek_word_i;
  if (!rst_ni || FRAME == 0) f_framing <= 1'b0;
  else if (f_cleared) f_framing <= g_page.f_frame_ctrl[0];
  f_answered <= rst_ni && f_loads;
  f_of_other <= g_page.f_other;
  f_answer   <= f_hidden ? 32'd0 : g_page.f_read | (f_filter ? filter_read_i : 32'd0)
      | (f_ring ? ring_answer_i : 32'd0) | (f_data && word_valid_i ? word_i : 32'd0)
      | (f_counter ? count_i : 32'd0) | (f_end ? {30'd0, sw_entry_answer_i} : 32'd0)
      | (f_values || f_args ? read_value_i[32*f_of +: 32] : 32'd0);
end
// an access waits for what the harts' snoops have seen, for the search, for the grant
wire f_order  = stall_order_i || ((f_harts || f_runs || f_entries) && stall_order_hart_i[f_of]);
wire f_search = f_ports && reg_addr_i[13:12] != 2'd1 && stall_switch_i[f_of];
always_comb if (f_started) begin
  // The cycle after a read shows what is at its address; where nothing is, 0.
  a_answer: assert (!f_answered || f_of_other || reg_rdata_o == f_answer);
  //! mutant regs_filter_word, in regs_as_full: registers of the filter read what is beside them
  //!     @filter_word | only(is_ring, ring_answer_i) | only(control, filter_read_i)
  //! mutant regs_empty_word: a read of the empty data page shows a word
  //!     @empty_word | only(data, word_i) | only(is_count, count_i)
  // FAULT.ACCESS is set by each undefined access, cleared by a store of 1, and by nothing else.
  a_access: assert (fault_access == f_access);
  //! mutant regs_undefined: a store to the data page is no fault
  //!     @undefined : csr_known || data || is_count || is_begin || is_word || is_end || owner
  //! mutant regs_narrow: a byte stored to a counter is no fault
  //!     @narrow wire narrow = !whole && (control || sw_entry_page || (owner && enable));
  //! mutant regs_ignored: a byte stored to VALUE of a disabled unit is a fault
  //!     @narrow wire narrow = !whole && (control || is_count || sw_entry_page || owner);
  //! mutant regs_locked: a store that LOCK keeps out is no fault
  //!     @keeps && narrow_offer, (opens && whole && bad_value) || ring_dropped_i};
  //! mutant regs_clears: a store of 0 clears FAULT.ACCESS
  //!     @forgets access_fault_q <= fault_access && !(opens && sets && at_fault);
  // Mutants that the properties of the registers, above, must catch.
  //! mutant regs_part, by a_watermark_words: a byte can be stored to WATERMARK
  //!     @part .store_i(early_write), .wdata_i(reg_wdata_i), .filter_i(is_filter),
  //! mutant regs_keeps_ring, by a_locked, in regs_as_full: LOCK does not keep the ring
  //!     @keeps_ring .ring_i(1'b0), .read_o(csr_read), .known_o(csr_known), .locked_o(locks),
  //! mutant regs_empty, by a_read: STATUS.EMPTY without authorisation alone
  //!     @status .status_empty_i(hidden_i),
  //! mutant regs_empty_fault, by a_fault_empty, in regs_auth: a denied read sets FAULT.EMPTY
  //!     @empty_fault wire empty_fault = early_read && data && !word_valid_i;
  //! mutant regs_level, by a_read: LEVEL shows words that are not to be seen
  //!     @level wire [15:0] level = {{(15-FIFO_LOG2){1'b0}}, level_i};
  //! mutant regs_watermark, by a_read: IRQ_STATUS.WATERMARK is 0 while LEVEL is 0
  //!     @watermark wire watermark = !hidden_i && {{(15-FIFO_LOG2){1'b0}}, level_i} >=
  //!     watermark_words;
  //! mutant regs_time_hi, by a_read: a read of any register captures TIME_HI
  //!     @time_hi else if (early_read && control) time_hi_q <= time_i[63:32];
  //! mutant regs_snapshot, by a_read: SNAPSHOT_POINTERS without a snapshot
  //!     @snapshot wire [15:0] snapshot_rd = {{(15-FIFO_LOG2){1'b0}}, snapshot_rd_i};
  // PEEK_DATA shows the word that the FIFO has at PEEK_AT, and the next read the next.
  a_peek_at: assert (PEEK == 0 || peek_at == f_peek_at[14:0]);
  //! mutant regs_peek_again: a read that is denied increments PEEK_AT
  //!     weir_peek@increments else if (peeks && peeked_q) at_q <= at_q + 1'b1;
  a_peek: assert (!peek_o || (PEEK != 0 && reg_valid_i && !reg_write_i && f_peeks
      && peek_at_o == f_peek_at[FIFO_LOG2-1:0]));
  //! mutant regs_peek_next: PEEK_DATA shows the word behind PEEK_AT
  //!     weir_peek@peek_at assign peek_at_o = at_q + 1'b1;
  a_peeked: assert (!(f_loads && f_peeks) || (f_came && f_looked_at == f_peek_at));
  //! mutant regs_peek_at_once: a read of PEEK_DATA does not wait for its word
  //!     weir_peek@peek_at_once assign wait_o = at_page_i && looking_o;
  // CTRL and SWITCH_ID take what may be stored to them, and CLEAR takes effect a cycle later.
  a_enable: assert (enable == f_enable && enable_o == (f_enable && !f_closed));
  //! mutant regs_enable, in regs_auth: a unit that is locked can be disabled
  //!     @sets wire sets = whole;
  a_clears: assert (clear_o == f_cleared);
  //! mutant regs_busy: CLEAR has an effect while something is on its way
  //!     weir_control@cleared clear_q <= may_clear;
  a_switch: assert ({16'd0, switch_id_o} == f_switch);
  //! mutant regs_switch: any id can be stored to SWITCH_ID
  //!     weir_control@switch if (store_i && at_switch_id_i) alt_q <= is_alt;
  // An access waits for these and for what a_others, a_bounded and a_waits say.
  a_closed: assert (stall_clear == f_closed);
  //! mutant regs_closed: the cycle after a store of CLEAR accepts an access
  //!     weir_control@closed stall_clear_q <= clear_q || zeroing_i;
  a_blocked: assert ( \u_stall.blocked_read == (f_order || f_search)
      && \u_stall.blocked == (f_order || f_search
          || (stall_port_i && (f_ids || f_windows || f_runs))));
  //! mutant regs_search: the interrupt port waits for the search, too
  //!     @search .bank_i(hart_page && !is_window),
  a_shown: assert ((is_value || is_arg || is_run || is_end) == (f_values || f_args || f_runs
      || f_end) && is_count == f_counter);
  // Every accepted store to a port or window of an enabled unit reaches its port, and nothing else.
  a_value: assert (acc_value_o[f_hart] == (f_write && f_values && f_mine && enable_o));
  //! mutant regs_low, in regs_as_full: a store to ARG is one to VALUE, too
  //!     @value assign acc_value_o = addressed & {HARTS{port_store && owner}};
  a_arg: assert (acc_arg_o[f_hart] == (f_write && f_args && f_mine && enable_o));
  //! mutant regs_arg, in regs_as_full: a read of an extra argument is one stored, too
  //!     @arg assign acc_arg_o = addressed & {HARTS{reg_valid_i && on && is_arg}};
  a_id: assert (acc_id_o[f_hart] == (f_write && f_ids && f_mine && enable_o));
  //! mutant regs_twice: a store to ID that waits for space is offered, too
  //!     @id assign acc_id_o = addressed & {HARTS{port_store && is_id}};
  a_offered: assert (acc_window_o[f_hart] == (f_stores && f_windows && f_mine && enable_o));
  //! mutant regs_half: a byte stored to an event window is offered
  //!     @window assign acc_window_o = addressed & {HARTS{port_store && is_window &&
  //!     !stall_space}};
  a_of: assert (acc_context_o == reg_addr_i[13:12] && acc_narrow_o == !f_whole
      && acc_data_o == reg_wdata_i && acc_offset_o == reg_addr_i[6:2]);
  //! mutant regs_narrow_pair: a store of three bytes is a whole one
  //!     @narrow_pair assign acc_narrow_o = reg_wstrb_i[2:0] != 3'b111;
  a_offers: assert (run_o == f_runs && window_o == f_windows && offers_o == (reg_valid_i
      && reg_write_i && (f_runs || (enable_o && (f_ids || f_windows)))));
  //! mutant regs_offers: a store to a window of a disabled unit is at the port
  //!     @offers assign offers_o = reg_valid_i && reg_write_i && (is_run || is_window || (on &&
  //!     is_id));
  a_hart: assert (!(f_harts || f_runs || f_entries) || hart_o[f_hart] == f_mine);
  //! mutant regs_hart: of two harts the first is always addressed, too
  //!     @hart assign hart_o = addressed | 1'b1;
  a_set: assert (set_valid_o == (f_stores && f_runs));
  //! mutant regs_set: a byte can be stored to RUNNING
  //!     @set assign set_valid_o = early_write && is_run;
  // So do stores to software entries, filter, ring and CHECKPOINT.
  a_begin: assert (sw_entry_begin_o[f_hart] == (f_stores && f_begin && f_mine));
  //! mutant regs_begin: a byte begins an entry
  //!     @begin assign sw_entry_begin_o = addressed & {HARTS{early_write && is_begin}};
  a_next: assert (sw_entry_word_o[f_hart] == (f_stores && f_next && f_mine));
  //! mutant regs_next: a byte is a word of an entry
  //!     @next assign sw_entry_word_o = addressed & {HARTS{early_write && is_word}};
  a_end: assert (sw_entry_end_o[f_hart] == (f_loads && f_end && f_mine));
  //! mutant regs_end: a store to END writes the entry
  //!     @end assign sw_entry_end_o = addressed & {HARTS{(early_read || store) && is_end}};
  a_filter: assert (filter_store_o == (f_stores && f_filter && !g_page.f_locks));
  //! mutant regs_filter, in regs_as_full: a byte can be stored to the filter
  //!     @filter_store assign filter_store_o = early_write && !locks && is_filter;
  a_ring: assert (ring_store_o == (f_stores && f_ring && !g_page.f_locks)
      && ring_word_o == f_addr[5:2]);
  //! mutant regs_ring, in regs_as_full: LOCK does not keep the ring from a store
  //!     @ring_store assign ring_store_o = early_write && whole && is_ring;
  a_now: assert (checkpoint_now_o == (CHECKPOINT != 0 && f_stores && f_addr == 32'h060
      && reg_wdata_i[31]));
  //! mutant regs_now: any store to CHECKPOINT asks for one
  //!     @now assign checkpoint_now_o = store && at_checkpoint;
  a_source: assert (!f_counter || (count_delivered_o == f_addr[6]
      && count_source_o == f_addr[12:7] && count_code_o == f_addr[4:2]));
  //! mutant regs_source: all counters of a hart are those of its thread
  //!     weir_decode@source assign count_source_o = counters ? {hart, 2'd0} : 6'd0;
  // Each read of the data page that is accepted takes one word, if there is one.
  a_taken: assert (pop_o == (f_loads && f_data && word_valid_i && !f_hidden));
  //! mutant regs_taken: a word that a read of PEEK_DATA delays is taken twice
  //!     @pop_empty assign pop_o = reg_valid_i && !reg_write_i && data && word_valid_i && !deny
  //!     && !stall_clear && !filter_busy_i;
  // What the other stages get is what the registers say.
  a_mask: assert (mask_o[9*g_page.f_hart +: 9] == (PROTECT == 0 ? {3'd3, 3'd7, 3'd7}
      : {g_page.f_port_mask[18:16], g_page.f_port_mask[10:8], g_page.f_port_mask[2:0]}));
  //! mutant regs_mask, in regs_as_small: without PROTECT the user port may emit SYS
  //!     @mask mask_thread[3*h +: 3]} : 9'h1ff;
  a_snoop: assert ({snoop_enable_o[g_page.f_hart], snoop_isr_o[g_page.f_hart],
      snoop_hint_o[g_page.f_hart]} == (enable_o ? {g_page.f_snoop_ctrl[0],
      g_page.f_snoop_ctrl[1], g_page.f_snoop_ctrl[3]} : 3'd0));
  //! mutant regs_snoop: ISR enables the snoop
  //!     @watch .snoop_enable_early_i(snoop_isr_early),
  a_hints: assert (hint_ids_o == {g_page.f_window_ids[15:11], g_page.f_window_ids[7:3]});
  //! mutant regs_hints: the immediates of sltiu have the ids of half of them
  //!     @hints assign hint_ids_o = {window_third[7:3], window_fourth[7:3]};
  a_framing: assert (framing_o == f_framing);
  //! mutant regs_framing, in regs_as_full: frames take the stream at once
  //!     @framing else framing_q <= frame_enable;
  // The interrupt is what IRQ_ENABLE says of LEVEL and of IRQ_STATUS.
  a_irq: assert (irq_o == ((g_page.f_irq_enable[0] && f_level >= g_page.f_watermark[15:0])
      || (g_page.f_irq_enable[1] && g_page.f_irq_status[1])));
  //! mutant regs_irq: a loss interrupts whatever IRQ_ENABLE says
  //!     @irq assign irq_o = (watermark && irq_watermark) || loss;
  // Why:
  a_time_hi: assert (time_hi_q == f_time_hi);
  a_good: assert (f_switch == 32'h8000 || f_switch == 32'hc000);
  a_depth: assert (f_peek_at < (1 << FIFO_LOG2));
  a_looked: assert (!(f_looked && f_came)
      && (!(f_looked || f_came) || f_looked_at == f_peek_at));
end
`endif
