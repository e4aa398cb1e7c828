// SPDX-License-Identifier: Apache-2.0
// Properties of weir_axil, which includes this file under FORMAL.
//
//! proof axil, induction, cover 15, with sim/formal/axil_contract.sv, quick: rules of AXI4-Lite,
//!     one access and one answer for each request, the right address and data

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

wire [3:0] f_writes_addr, f_writes_data, f_reads;
axil_contract #(.ADDR_W(ADDR_W)) u_contract (
    .clk_i, .rst_ni,
    .awvalid(s_axil_awvalid), .awready(s_axil_awready), .awaddr(s_axil_awaddr),
        .awprot(s_axil_awprot),
    .wvalid(s_axil_wvalid), .wready(s_axil_wready), .wdata(s_axil_wdata), .wstrb(s_axil_wstrb),
    .bvalid(s_axil_bvalid), .bready(s_axil_bready), .bresp(s_axil_bresp),
    .arvalid(s_axil_arvalid), .arready(s_axil_arready), .araddr(s_axil_araddr),
        .arprot(s_axil_arprot),
    .rvalid(s_axil_rvalid), .rready(s_axil_rready), .rdata(s_axil_rdata), .rresp(s_axil_rresp),
    .f_writes_addr, .f_writes_data, .f_reads, .manager_honoured(), .subordinate_honoured());
//! mutant axil_drops, by u_contract.a_b_stays: a response does not wait to be taken
//!     @drops bvalid_q <= (accept && do_write) || 1'b0;
//! mutant axil_r_drops, by u_contract.a_r_stays: read data do not wait to be taken
//!     @r_drops rvalid_q <= answer_q;
//! mutant axil_b_exokay, by u_contract.a_b_resp: an exclusive response
//!     @b_exokay assign s_axil_bresp = 2'b01;
//! mutant axil_r_exokay, by u_contract.a_r_resp: an exclusive response
//!     @r_exokay assign s_axil_rresp = 2'b01;
//! mutant axil_no_data, by u_contract.a_b_asked: a write does not wait for its data
//!     @no_data wire can_write = aw_q && !bvalid_q;
//! mutant axil_r_for_write, by u_contract.a_r_asked: a write gives read data
//!     @r_for_write answer_q <= accept;
//! mutant axil_reset, by u_contract.a_silent: read data outlive a reset
//!     @reset

// ---- each request is one access at the register port, which may do anything here
logic              f_waits;                  // the register port waits
logic [ADDR_W+36:0] f_access;                // for this access
logic [ADDR_W-1:0] f_awaddr, f_araddr;       // last accepted
logic [35:0]       f_wdata;
logic              f_read;                   // a read was accepted by the unit at the last edge
logic [31:0]       f_rdata;                  // answer of the last
wire [ADDR_W+36:0] f_now = {reg_write_o, reg_addr_o, reg_wdata_o, reg_wstrb_o};
always_ff @(posedge clk_i) begin
  f_waits  <= rst_ni && reg_valid_o && !reg_ready_i;
  f_access <= f_now;
  if (s_axil_awvalid && s_axil_awready) f_awaddr <= s_axil_awaddr;
  if (s_axil_wvalid && s_axil_wready) f_wdata <= {s_axil_wdata, s_axil_wstrb};
  if (s_axil_arvalid && s_axil_arready) f_araddr <= s_axil_araddr;
  f_read <= rst_ni && accept && do_read;
  if (f_read) f_rdata <= reg_rdata_i;
end
// Cycles in which a request is complete and all that could hold it up does not.
logic [2:0] f_write_age, f_read_age;
wire f_wait_write = f_writes_addr != 4'd0 && f_writes_data != 4'd0
    && !(s_axil_bvalid && s_axil_bready);
wire f_wait_read  = f_reads != 4'd0 && !(s_axil_rvalid && s_axil_rready);
wire f_free       = s_axil_bready && s_axil_rready && reg_ready_i;
always_ff @(posedge clk_i) begin
  f_write_age <= (rst_ni && f_wait_write && f_free) ? f_write_age + 3'd1 : 3'd0;
  f_read_age  <= (rst_ni && f_wait_read && f_free) ? f_read_age + 3'd1 : 3'd0;
end
always_comb if (f_started) begin
  // An access waits unchanged for the register port.
  a_hold: assert (!f_waits || (reg_valid_o && (reg_write_o ? f_now == f_access
                                               : f_now[ADDR_W+36:36] == f_access[ADDR_W+36:36])));
  //! mutant axil_turn: a write that waits for the register port is overwritten by a read
  //!     @alternate
  // It is the one asked for.
  a_write: assert (!(reg_valid_o && reg_write_o)
      || (reg_addr_o == f_awaddr && {reg_wdata_o, reg_wstrb_o} == f_wdata));
  //! mutant axil_lanes, quick: a narrow write becomes a whole one
  //!     @lanes assign reg_wstrb_o = 4'b1111;
  a_read: assert (!(reg_valid_o && !reg_write_o) || reg_addr_o == f_araddr);
  //! mutant axil_read_addr: a read goes to the address of the last write
  //!     @read_addr assign reg_addr_o = awaddr_q;
  // The answer of the unit is the one given.
  a_rdata: assert (!s_axil_rvalid || s_axil_rdata == f_rdata);
  //! mutant axil_late_answer: the answer is looked at in every cycle
  //!     @late_answer rdata_q <= reg_rdata_i;
  // One access and one response for each request: requests in hand are those asked for and not
  // answered.
  a_writes_addr: assert (f_writes_addr == {3'd0, aw_q} + {3'd0, bvalid_q});
  //! mutant axil_write_again: a write address is used again
  //!     @write_again aw_q <= aw_q ? 1'b1 : s_axil_awvalid;
  a_writes_data: assert (f_writes_data == {3'd0, w_q} + {3'd0, bvalid_q});
  //! mutant axil_data_again: write data are used again
  //!     @data_again w_q <= w_q ? 1'b1 : s_axil_wvalid;
  a_reads: assert (f_reads == {3'd0, ar_q} + {3'd0, answer_q} + {3'd0, rvalid_q});
  //! mutant axil_read_again: a read is made again
  //!     @read_again ar_q <= ar_q ? 1'b1 : s_axil_arvalid;
  // A request is answered while nothing holds it up.
  a_write_answered: assert (f_write_age <= 3'd2);
  //! mutant axil_write_starves: a write waits until no read is under way
  //!     @no_data wire can_write = aw_q && w_q && !bvalid_q && !ar_q && !answer_q && !rvalid_q;
  a_read_answered: assert (f_read_age <= 3'd3);
  //! mutant axil_read_starves: a read waits until no write is there
  //!     @read_starves wire can_read = ar_q && !answer_q && !aw_q && (!rvalid_q || s_axil_rready);
  // Why:
  a_stays: assert ((!aw_q || awaddr_q == f_awaddr) && (!w_q || {wdata_q, wstrb_q} == f_wdata)
      && (!ar_q || araddr_q == f_araddr));
  a_answer: assert (answer_q == f_read && !(answer_q && rvalid_q));
  a_write_grant: assert (f_write_age <= 3'd1 + {2'd0, bvalid_q}
      && !(!bvalid_q && f_write_age == 3'd1 && read_next_q));
  a_read_grant: assert (f_read_age <= (rvalid_q ? 3'd3 : answer_q ? 3'd2 : 3'd1)
                       && !(!answer_q && !rvalid_q && f_read_age == 3'd1 && !read_next_q));
end

// All of this happens.
always_comb if (f_started) begin
  c_write: cover (s_axil_bvalid && s_axil_bready);
  c_read: cover (s_axil_rvalid && s_axil_rready);
  c_both: cover (s_axil_bvalid && s_axil_rvalid);
end
