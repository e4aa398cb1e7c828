// SPDX-License-Identifier: Apache-2.0
// Properties of weir_regs, which includes this file under FORMAL.
//
//! proof regs (HARTS=2 PROTECT=1 PEEK=1 CHECKPOINT=1), induction, cover 10: a store to a
//!     guaranteed port or event window stalls until there is space and a reservation, but never
//!     longer than WAIT; nothing else stalls
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
`ifdef PROVE_weir_regs
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
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
