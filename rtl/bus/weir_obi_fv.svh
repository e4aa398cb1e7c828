// SPDX-License-Identifier: Apache-2.0
// Properties of weir_obi, which includes this file under FORMAL.
//
//! proof obi, induction, cover 12, with sim/formal/obi_contract.sv, quick: rules of OBI, one access
//!     and one response for each request, a cycle later, the right address, data, id and answer

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

wire [2:0]        f_asked;
wire [4*ID_W-1:0] f_ids;
obi_contract #(.ADDR_W(ADDR_W), .ID_W(ID_W)) u_contract (
    .clk_i, .rst_ni,
    .req(s_obi_req), .gnt(s_obi_gnt), .addr(s_obi_addr), .we(s_obi_we), .be(s_obi_be),
        .wdata(s_obi_wdata), .aid(s_obi_aid),
    .rvalid(s_obi_rvalid), .rready(s_obi_rready), .rdata(s_obi_rdata), .err(s_obi_err),
        .rid(s_obi_rid),
    .f_asked, .f_ids, .manager_honoured(), .subordinate_honoured());
//! mutant obi_drops, by u_contract.a_r_stays: a response does not wait to be taken
//!     @drops rvalid_q <= rst_ni && accept;
//! mutant obi_reset, by u_contract.a_silent: a response outlives a reset
//!     @drops rvalid_q <= accept || !free;
//! mutant obi_unasked, by u_contract.a_asked: a response to nothing
//!     @unasked assign s_obi_rvalid = 1'b1;
//! mutant obi_id, by u_contract.a_ordered: a response has the id of a request that waits
//!     @id rid_q <= s_obi_aid;
//! mutant obi_overrun, by u_contract.a_fits: requests are granted without free space for their
//!     responses
//!     @overrun wire free = 1'b1;

wire                f_access = reg_valid_o && reg_ready_i;
wire [ADDR_W+36:0]  f_now = {reg_write_o, reg_addr_o, reg_write_o ? reg_wdata_o : 32'd0,
    reg_wstrb_o};
logic [ADDR_W+36:0] f_was;
// an access waits for the register port; one was made at the last edge
logic               f_waits, f_just;
logic               f_read;                       // the last was a read
logic [31:0]        f_rdata;                      // answer of the last
wire [31:0]         f_answer = f_just ? reg_rdata_i : f_rdata;
always_ff @(posedge clk_i) begin
  f_was   <= f_now;
  f_waits <= rst_ni && reg_valid_o && !reg_ready_i;
  f_just  <= rst_ni && f_access;
  f_rdata <= f_answer;
  if (f_access) f_read <= !reg_write_o;
end
always_comb if (f_started) begin
  // An access is the one the bus asks for.
  a_asked: assert (!reg_valid_o || (s_obi_req && f_now
      == {s_obi_we, s_obi_addr, s_obi_we ? s_obi_wdata : 32'd0, s_obi_be}));
  //! mutant obi_lanes, quick: a narrow write becomes a whole one
  //!     @lanes assign reg_wstrb_o = 4'b1111;
  // One access for each request granted, in the same cycle.
  a_once: assert (f_access == accept);
  //! mutant obi_grants_early: a grant does not wait for the register port
  //!     @grants_early assign s_obi_gnt = free;
  // It waits unchanged for the register port.
  a_hold: assert (!f_waits || (reg_valid_o && f_now == f_was));
  //! mutant obi_withdraws: an access that waits goes when rready falls
  //!     @overrun wire free = s_obi_rready;
  // A request is granted at once, if the register port is ready and there is free space for the
  // response.
  a_at_once: assert (!(s_obi_req && reg_ready_i && (!s_obi_rvalid || s_obi_rready)) || s_obi_gnt);
  //! mutant obi_bubble: a cycle between two accesses
  //!     @overrun wire free = !rvalid_q;
  // Its response arrives in the next cycle,
  a_next: assert (!f_just || s_obi_rvalid);
  //! mutant obi_silent_write: a write has no response
  //!     @drops rvalid_q <= rst_ni && ((accept && !s_obi_we) || !free);
  // with the answer of the unit.
  a_answer: assert (!(s_obi_rvalid && f_read) || s_obi_rdata == f_answer);
  //! mutant obi_answer: the answer does not wait to be taken
  //!     @answer assign s_obi_rdata = reg_rdata_i;
  // Why:
  a_state: assert (fresh_q == f_just && (!fresh_q || rvalid_q) && f_asked == {2'd0, rvalid_q}
                   && (!rvalid_q || rid_q == f_ids[ID_W-1:0]) && (!rvalid_q || fresh_q || rdata_q
                       == f_rdata)
                   && (!f_waits || !rvalid_q));
end

// All of this happens.
logic f_taken;
always_ff @(posedge clk_i) f_taken <= rst_ni && s_obi_rvalid && s_obi_rready;
always_comb if (f_started) begin
  c_read: cover (s_obi_rvalid && s_obi_rready && f_read);
  c_held: cover (s_obi_rvalid && s_obi_rready && f_read && !fresh_q);
  c_waited: cover (f_waits && f_access);
  c_back_to_back: cover (f_taken && s_obi_rvalid && s_obi_rready && f_access);
end
