// SPDX-License-Identifier: Apache-2.0
// Properties of weir_obi, which includes this file under FORMAL.

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset comes first.
always_comb m_reset: assume (f_started || !rst_ni);

wire [2:0]        f_asked;
wire [4*ID_W-1:0] f_ids;
obi_contract #(.ADDR_W(ADDR_W), .ID_W(ID_W)) u_contract (
    .clk_i, .rst_ni,
    .req(s_obi_req), .gnt(s_obi_gnt), .addr(s_obi_addr), .we(s_obi_we), .be(s_obi_be), .wdata(s_obi_wdata), .aid(s_obi_aid),
    .rvalid(s_obi_rvalid), .rready(s_obi_rready), .rdata(s_obi_rdata), .err(s_obi_err), .rid(s_obi_rid),
    .f_asked, .f_ids, .manager_kept(), .subordinate_kept());

wire                f_access = reg_valid_o && reg_ready_i;
wire [ADDR_W+36:0]  f_now = {reg_write_o, reg_addr_o, reg_write_o ? reg_wdata_o : 32'd0, reg_wstrb_o};
logic [ADDR_W+36:0] f_was;
logic               f_waits, f_just;              // an access waits for the register port; one was made at the last edge
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
  a_asked: assert (!reg_valid_o || (s_obi_req && f_now == {s_obi_we, s_obi_addr, s_obi_we ? s_obi_wdata : 32'd0, s_obi_be}));
  // One access for each request granted, in the same cycle.
  a_once: assert (f_access == accept);
  // It waits unchanged for the register port.
  a_hold: assert (!f_waits || (reg_valid_o && f_now == f_was));
  // A request is granted at once, if the register port is ready and there is room for the response.
  a_at_once: assert (!(s_obi_req && reg_ready_i && (!s_obi_rvalid || s_obi_rready)) || s_obi_gnt);
  // Its response comes in the next cycle,
  a_next: assert (!f_just || s_obi_rvalid);
  // with the answer of the unit.
  a_answer: assert (!(s_obi_rvalid && f_read) || s_obi_rdata == f_answer);
  // Why:
  a_state: assert (fresh_q == f_just && (!fresh_q || rvalid_q) && f_asked == {2'd0, rvalid_q}
                   && (!rvalid_q || rid_q == f_ids[ID_W-1:0]) && (!rvalid_q || fresh_q || rdata_q == f_rdata)
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
