// SPDX-License-Identifier: Apache-2.0
// Properties of weir_wb, which includes this file under FORMAL.
//
//! proof wb, induction, cover 12, with sim/formal/wb_contract.sv, quick: rules of pipelined
//!     Wishbone, one access for each request, acknowledged a cycle later, the right address, data
//!     and answer
//! proof wb_classic (CLASSIC=1), induction, cover 12, with sim/formal/wb_contract.sv, quick: rules
//!     of classic Wishbone, one access for each request, a write acknowledged at once, a read a
//!     cycle later

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

wire [7:0] f_asked;
wb_contract #(.ADDR_W(ADDR_W), .CLASSIC(CLASSIC)) u_contract (
    .clk_i, .rst_ni,
    .cyc(s_wb_cyc), .stb(s_wb_stb), .we(s_wb_we), .adr(s_wb_adr), .sel(s_wb_sel),
        .dat_w(s_wb_dat_w),
    .stall(s_wb_stall), .ack(s_wb_ack), .err(1'b0), .rty(1'b0), .dat_r(s_wb_dat_r),
    .f_asked, .manager_honoured(), .subordinate_honoured());
//! mutant wb_unasked, by u_contract.a_asked: an acknowledgement after the cycle was dropped
//!     @unasked assign s_wb_ack = ack_q;
//! mutant wb_classic_unasked, in wb_classic, by u_contract.a_asked: an acknowledgement without a
//!     request
//!     @classic_unasked assign s_wb_ack = s_wb_cyc && (ack_q || (s_wb_we && reg_ready_i));

wire                f_access = reg_valid_o && reg_ready_i;
wire [ADDR_W+36:0]  f_now = {reg_write_o, reg_addr_o, reg_write_o ? reg_wdata_o : 32'd0,
    reg_wstrb_o};
logic [ADDR_W+36:0] f_was;
// an access waits for the register port; one was made at the last edge
logic               f_waits, f_just, f_just_read;
// classic: the access of the request on the bus is done
logic               f_made;
always_ff @(posedge clk_i) begin
  f_was       <= f_now;
  f_waits     <= rst_ni && reg_valid_o && !reg_ready_i;
  f_just      <= rst_ni && f_access;
  f_just_read <= rst_ni && f_access && !reg_write_o;
  f_made      <= rst_ni && s_wb_cyc && !s_wb_ack && (f_made || f_access);
end
always_comb if (f_started) begin
  // An access is the one the bus asks for.
  a_asked: assert (!reg_valid_o || (s_wb_cyc && s_wb_stb
                   && f_now == {s_wb_we, s_wb_adr, s_wb_we ? s_wb_dat_w : 32'd0, s_wb_sel}));
  //! mutant wb_lanes, quick: a narrow write becomes a whole one
  //!     @lanes assign reg_wstrb_o = 4'b1111;
  // It waits unchanged for the register port, or is withdrawn with its cycle.
  a_hold: assert (!f_waits || !s_wb_cyc || (reg_valid_o && f_now == f_was));
  //! mutant wb_classic_withdraws, in wb_classic: a read that waits is withdrawn
  //!     @classic_withdraws always_ff @(posedge clk_i) ack_q <= rst_ni && reg_valid_o && !s_wb_we;
  // The answer of the unit is the one given.
  a_answer: assert (!(s_wb_ack && f_just_read) || s_wb_dat_r == reg_rdata_i);
  //! mutant wb_answer: an answer depends on the lanes of the next request
  //!     @answer assign s_wb_dat_r = {reg_rdata_i[31:8], reg_rdata_i[7:0] & {8{s_wb_sel[0]}}};
end
generate
  if (CLASSIC != 0) begin : g_formal
    always_comb if (f_started) begin
      // One access for each request, and none is acknowledged without.
      a_once: assert (!(f_made && reg_valid_o));
      //! mutant wb_no_stall: a request is taken while the register port is not ready
      //!     @no_stall assign s_wb_stall = 1'b0;
      //! mutant wb_classic_twice, in wb_classic: a read is made again while it is acknowledged
      //!     @classic_twice assign reg_valid_o = s_wb_cyc && s_wb_stb;
      a_made: assert (!s_wb_ack || f_made || (f_access && s_wb_we));
      //! mutant wb_classic_early, in wb_classic: a read is acknowledged before its answer
      //!     @classic_unasked assign s_wb_ack = s_wb_cyc && s_wb_stb && (ack_q || reg_ready_i);
      //! mutant wb_classic_unmade, in wb_classic: a write is acknowledged while the register port
      //!     is not ready
      //!     @classic_unasked assign s_wb_ack = s_wb_cyc && s_wb_stb && (ack_q || s_wb_we);
      // A write is acknowledged at once, a read in the cycle after its access.
      a_at_once: assert (!(f_access && s_wb_we) || s_wb_ack);
      //! mutant wb_classic_stuck, in wb_classic: a write is not acknowledged
      //!     @classic_unasked assign s_wb_ack = s_wb_cyc && s_wb_stb && ack_q;
      a_next: assert (!f_just_read || !s_wb_cyc || s_wb_ack);
      //! mutant wb_ack_in_strobe: the last request is not acknowledged
      //!     @unasked assign s_wb_ack = s_wb_cyc && s_wb_stb && ack_q;
      //! mutant wb_classic_late, in wb_classic: the acknowledgement of a read waits for the
      //!     register port
      //!     @classic_unasked assign s_wb_ack = s_wb_cyc && s_wb_stb && ((ack_q && reg_ready_i) ||
      //!     (s_wb_we && reg_ready_i));
      // A request is at the register port at once.
      a_asks: assert (!(s_wb_cyc && s_wb_stb) || f_made || reg_valid_o);
      //! mutant wb_bubble: a cycle between two accesses
      //!     @no_stall assign s_wb_stall = !reg_ready_i || ack_q;
      //! mutant wb_classic_no_lanes, in wb_classic: a request without lanes is not made
      //!     @classic_twice assign reg_valid_o = s_wb_cyc && s_wb_stb && !ack_q && s_wb_sel !=
      //!     4'b0000;
      // Why:
      a_ack: assert (ack_q == f_just_read && f_made == f_just_read && (!f_made || f_asked == 8'd1));
    end
  end else begin : g_formal
    always_comb if (f_started) begin
      // One access for each request accepted, in the same cycle; its acknowledgement in the next.
      a_once: assert (f_access == (s_wb_cyc && s_wb_stb && !s_wb_stall));
      a_next: assert (!f_just || !s_wb_cyc || s_wb_ack);
      // A request is accepted at once, if the register port is ready.
      a_asks: assert (!(s_wb_cyc && s_wb_stb && reg_ready_i) || !s_wb_stall);
      // Why:
      a_ack: assert (ack_q == f_just && f_asked == {7'd0, f_just});
    end
  end
endgenerate

// All of this happens.
logic f_acked;
always_ff @(posedge clk_i) f_acked <= rst_ni && s_wb_ack;
always_comb if (f_started) begin
  c_read: cover (s_wb_ack && f_just_read);
  c_waited: cover (f_waits && f_access);
  c_back_to_back: cover (f_acked && s_wb_ack);
  c_given_up: cover (f_just_read && !s_wb_cyc);
end
