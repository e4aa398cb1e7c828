// SPDX-License-Identifier: Apache-2.0
// Properties of weir_ahb, which includes this file under FORMAL.
//
//! proof ahb, induction, cover 12, with sim/formal/ahb_contract.sv, quick: rules of AHB, one access
//!     for each transfer in its data phase, a write without wait state, a read with one, the right
//!     address, lanes, data and answer

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

wire f_data, f_write;
ahb_contract #(.ADDR_W(ADDR_W)) u_contract (
    .clk_i, .rst_ni,
    .hsel(s_ahb_hsel), .haddr(s_ahb_haddr), .htrans(s_ahb_htrans), .hwrite(s_ahb_hwrite),
        .hsize(s_ahb_hsize),
    .hwdata(s_ahb_hwdata), .hwstrb(s_ahb_hwstrb), .hready(s_ahb_hready),
        .hreadyout(s_ahb_hreadyout), .hresp(s_ahb_hresp), .hrdata(s_ahb_hrdata),
    .f_data, .f_write, .manager_honoured(), .subordinate_honoured());
//! mutant ahb_reset, by u_contract.a_eager: a transfer outlives a reset
//!     @busy busy_q <= take || (busy_q && !reg_ready_i);
//! mutant ahb_error, by u_contract.a_error: an error of one cycle
//!     @error assign s_ahb_hresp = busy_q && !write_q;
//! mutant ahb_others, by u_contract.a_calm: a transfer of another subordinate is taken
//!     @take wire take = s_ahb_htrans[1] && s_ahb_hready;

wire                f_access = reg_valid_o && reg_ready_i;
wire [ADDR_W+36:0]  f_now = {reg_write_o, reg_addr_o, reg_write_o ? reg_wdata_o : 32'd0,
    reg_wstrb_o};
logic [ADDR_W+36:0] f_was;
// an access waits for the register port; one was made at the last edge
logic               f_waits, f_just;
// the access of this data phase is done
logic               f_made;
// what the address phase asked for
logic [ADDR_W+3:0]  f_asked;
wire  [1:0]         f_low = f_asked[4:3];
wire  [3:0]         f_lanes = f_asked[2:0] == 3'd2 ? 4'b1111 : f_asked[2:0] == 3'd1
    ? (f_low[1] ? 4'b1100 : 4'b0011) : {f_low == 2'd3, f_low == 2'd2, f_low == 2'd1, f_low == 2'd0};
always_ff @(posedge clk_i) begin
  f_was   <= f_now;
  f_waits <= rst_ni && reg_valid_o && !reg_ready_i;
  f_just  <= rst_ni && f_access;
  f_made  <= rst_ni && !s_ahb_hready && (f_made || f_access);
  if (s_ahb_hready) f_asked <= {s_ahb_hwrite, s_ahb_haddr, s_ahb_hsize};
end
always_comb if (f_started) begin
  // An access is the one the bus asks for.
  a_asked: assert (!reg_valid_o || (f_data && f_now == {f_asked[ADDR_W+3:3],
      f_write ? s_ahb_hwdata : 32'd0, f_write ? f_lanes & s_ahb_hwstrb : f_lanes}));
  //! mutant ahb_lanes, quick: the strobes of AHB5 are ignored
  //!     @lanes assign reg_wstrb_o = lanes_q;
  //! mutant ahb_size: a narrow write becomes a whole one
  //!     @size : 4'b1111;
  // One access for each transfer, made before it ends.
  a_once: assert (!(f_made && reg_valid_o));
  //! mutant ahb_twice: a read is made again when it is answered
  //!     @busy busy_q <= rst_ni && (take || (busy_q && !reg_ready_i) || (busy_q && !write_q));
  a_made: assert (!(f_data && s_ahb_hready) || f_made || f_access);
  //! mutant ahb_early: a write does not wait for the register port
  //!     @ready assign s_ahb_hreadyout = !busy_q || write_q;
  // It waits unchanged for the register port.
  a_hold: assert (!f_waits || (reg_valid_o && f_now == f_was));
  //! mutant ahb_withdraws: an access that waits is withdrawn
  //!     @busy busy_q <= rst_ni && take;
  // It is made at once: a write has no wait state, a read one.
  a_asks: assert (!f_data || f_made || reg_valid_o);
  a_at_once: assert (!(f_access && f_write) || s_ahb_hready);
  //! mutant ahb_stuck: a write has a wait state
  //!     @ready assign s_ahb_hreadyout = !busy_q;
  a_next: assert (!(f_data && f_just && f_made) || s_ahb_hready);
  // The answer of a read is the unit's, in the cycle in which it is valid.
  a_answer: assert (!(f_data && !f_write && s_ahb_hready) || (f_just && s_ahb_hrdata
      == reg_rdata_i));
  //! mutant ahb_answer: a bit of the answer is lost
  //!     @answer assign s_ahb_hrdata = {reg_rdata_i[31:1], 1'b0};
  //! mutant ahb_no_wait: a read ends when the unit accepts it, before its answer
  //!     @ready assign s_ahb_hreadyout = !busy_q || reg_ready_i;
  // Why:
  a_state: assert (busy_q == (f_data && !f_made) && (!f_made || (f_just && f_data && !f_write))
                   && (!f_data || f_write == f_asked[ADDR_W+3])
                   && (!busy_q || (write_q == f_write && addr_q == f_asked[ADDR_W+2:3]
                       && lanes_q == f_lanes)));
end

// All of this happens.
logic f_ended;
always_ff @(posedge clk_i) f_ended <= rst_ni && f_data && s_ahb_hready;
always_comb if (f_started) begin
  c_read: cover (f_data && !f_write && s_ahb_hready);
  c_waited: cover (f_waits && f_write && f_access);
  c_back_to_back: cover (f_ended && f_data && f_write && s_ahb_hready && s_ahb_htrans == 2'd3);
  c_other_waits: cover (!f_data && !s_ahb_hready && s_ahb_hsel && s_ahb_htrans[1]);
end
