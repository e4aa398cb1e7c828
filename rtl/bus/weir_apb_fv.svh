// SPDX-License-Identifier: Apache-2.0
// Properties of weir_apb, which includes this file under FORMAL.
//
//! proof apb, induction, cover 12, with sim/formal/apb_contract.sv, quick: rules of APB, one access
//!     for each transfer and no wait state of its own, the right address, data and answer

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

wire [1:0] f_phase;
apb_contract #(.ADDR_W(ADDR_W), .STROBES(0)) u_contract (
    .clk_i, .rst_ni,
    .psel(s_apb_psel), .penable(s_apb_penable), .pwrite(s_apb_pwrite), .paddr(s_apb_paddr),
        .pprot(s_apb_pprot),
    .pwdata(s_apb_pwdata), .pstrb(s_apb_pstrb), .pready(s_apb_pready), .prdata(s_apb_prdata),
        .pslverr(s_apb_pslverr),
    .f_phase, .manager_honoured(), .subordinate_honoured());
//! mutant apb_error, by u_contract.a_error: an error in setup
//!     @error assign s_apb_pslverr = s_apb_psel && !s_apb_penable;

wire              f_setup = s_apb_psel && !s_apb_penable;
wire              f_end   = s_apb_psel && s_apb_penable && s_apb_pready;
wire              f_access = reg_valid_o && reg_ready_i;
wire [ADDR_W+36:0] f_now = {reg_write_o, reg_addr_o, reg_write_o ? reg_wdata_o : 32'd0,
    reg_wstrb_o};
logic [ADDR_W+36:0] f_was;
// an access waits for the register port; one was made at the last edge
logic             f_waits, f_just;
logic             f_made;                         // the access of this transfer is done
always_ff @(posedge clk_i) begin
  f_was   <= f_now;
  f_waits <= rst_ni && reg_valid_o && !reg_ready_i;
  f_just  <= rst_ni && f_access;
  f_made  <= rst_ni && !f_end && (f_made || f_access);
end
always_comb if (f_started) begin
  // An access is the one the bus asks for.
  a_asked: assert (!reg_valid_o || (s_apb_psel
                   && f_now == {s_apb_pwrite, s_apb_paddr, s_apb_pwrite ? s_apb_pwdata : 32'd0,
                       s_apb_pstrb}));
  //! mutant apb_lanes, quick: a narrow write becomes a whole one
  //!     @lanes assign reg_wstrb_o = 4'b1111;
  // One access for each transfer, and it is made before the transfer ends.
  a_once: assert (!(f_made && reg_valid_o));
  //! mutant apb_twice: the access is made in setup and again in the access phase
  //!     @twice assign reg_valid_o = s_apb_psel;
  a_made: assert (!f_end || f_made);
  //! mutant apb_early: a transfer does not wait for the register port
  //!     @early assign s_apb_pready = 1'b1;
  // An access waits unchanged for the register port.
  a_hold: assert (!f_waits || (reg_valid_o && f_now == f_was));
  //! mutant apb_setup_only: an access that waits is withdrawn
  //!     @twice assign reg_valid_o = s_apb_psel && !s_apb_penable;
  // A transfer ends in the cycle after its access, when the answer is there; so without wait state
  // if the port is ready at setup.
  a_at_once: assert (!f_just || f_end);
  //! mutant apb_stuck_write: a write never ends
  //!     @early assign s_apb_pready = done_q && !s_apb_pwrite;
  a_answer: assert (!(f_end && !s_apb_pwrite) || (f_just && s_apb_prdata == reg_rdata_i));
  //! mutant apb_answer: a bit of the answer is lost
  //!     @answer assign s_apb_prdata = {reg_rdata_i[31:1], 1'b0};
  a_asks_at_setup: assert (!f_setup || reg_valid_o);
  //! mutant apb_wait_state: a wait state in every transfer
  //!     @twice assign reg_valid_o = s_apb_psel && s_apb_penable && !done_q;
  // Why:
  a_done: assert (done_q == f_just && f_made == done_q && (!done_q || f_phase != 2'd0)
      && (!f_waits || f_phase != 2'd0));
end

// All of this happens.
logic f_ended;
always_ff @(posedge clk_i) f_ended <= rst_ni && f_end;
always_comb if (f_started) begin
  c_read: cover (f_end && !s_apb_pwrite);
  c_waited: cover (f_end && s_apb_pwrite && f_phase == 2'd2);
  c_back_to_back: cover (f_ended && f_setup);
end
