// SPDX-License-Identifier: Apache-2.0
// Properties of weir_tlul, which includes this file under FORMAL.
//
//! proof tlul (SOURCE_W=2), induction, cover 12, with sim/formal/tlul_contract.sv, quick: rules of
//!     TL-UL, one access for each legal request, all others denied, one response for each, a cycle
//!     later, the right address, data, source and answer
//! proof tlul_one (SOURCE_W=1), induction, with sim/formal/tlul_contract.sv: the same, with as many
//!     sources as there are if no parameter is set

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

// Requests may be of any kind here: LEGAL(0).
wire [(1<<SOURCE_W)-1:0]          f_busy, f_data;
wire [SIZE_W*(1<<SOURCE_W)-1:0]   f_size;
wire                              f_legal;
tlul_contract #(.ADDR_W(ADDR_W), .SIZE_W(SIZE_W), .SOURCE_W(SOURCE_W), .LEGAL(0)) u_contract (
    .clk_i, .rst_ni,
    .a_valid(s_tl_a_valid), .a_ready(s_tl_a_ready), .a_opcode(s_tl_a_opcode),
        .a_param(s_tl_a_param), .a_size(s_tl_a_size),
    .a_source(s_tl_a_source), .a_address(s_tl_a_address), .a_mask(s_tl_a_mask),
        .a_data(s_tl_a_data),
    .a_corrupt(s_tl_a_corrupt),
    .d_valid(s_tl_d_valid), .d_ready(s_tl_d_ready), .d_opcode(s_tl_d_opcode),
        .d_param(s_tl_d_param), .d_size(s_tl_d_size),
    .d_source(s_tl_d_source), .d_sink(s_tl_d_sink), .d_denied(s_tl_d_denied), .d_data(s_tl_d_data),
    .d_corrupt(s_tl_d_corrupt),
    .f_busy, .f_data, .f_size, .f_legal, .manager_honoured(), .subordinate_honoured());
//! mutant tlul_drops, by u_contract.a_d_stays: a response does not wait to be taken
//!     @drops valid_q <= rst_ni && accept;
//! mutant tlul_reset, by u_contract.a_silent: a response outlives a reset
//!     @drops valid_q <= accept || !free;
//! mutant tlul_unasked, by u_contract.a_asked: a response to nothing
//!     @unasked assign s_tl_d_valid = 1'b1;
//! mutant tlul_kind, by u_contract.a_kind: a denied atomic request is answered without data
//!     @kind data_q <= get;
//! mutant tlul_size, by u_contract.a_same_size: every response is of four bytes
//!     @size size_q <= 2'd2;
//! mutant tlul_marked, by u_contract.a_marked: a response without data is corrupt
//!     @marked assign s_tl_d_corrupt = denied_q;
//! mutant tlul_param, by u_contract.a_zero: a reserved field is used
//!     @param assign s_tl_d_param = {2'd0, denied_q};

wire                f_get = s_tl_a_opcode == 3'd4;
wire                f_access = reg_valid_o && reg_ready_i;
wire [ADDR_W+36:0]  f_now = {reg_write_o, reg_addr_o, reg_write_o ? reg_wdata_o : 32'd0,
    reg_wstrb_o};
logic [ADDR_W+36:0] f_was;
// an access waits for the register port; one was made at the last edge
logic               f_waits, f_just;
// a request was accepted at the last edge; the last was legal; was a Get
logic               f_accepted, f_ok, f_read;
logic [31:0]        f_rdata;                      // answer of the last access
wire [31:0]         f_answer = f_just ? reg_rdata_i : f_rdata;
always_ff @(posedge clk_i) begin
  f_was      <= f_now;
  f_waits    <= rst_ni && reg_valid_o && !reg_ready_i;
  f_just     <= rst_ni && f_access;
  f_accepted <= rst_ni && accept;
  f_rdata    <= f_answer;
  if (accept) begin
    f_ok   <= f_legal;
    f_read <= f_get;
  end
end
always_comb if (f_started) begin
  // An access is the one the bus asks for.
  a_asked: assert (!reg_valid_o || (s_tl_a_valid
                   && f_now == {!f_get, s_tl_a_address, f_get ? 32'd0 : s_tl_a_data, s_tl_a_mask}));
  //! mutant tlul_lanes, quick: a narrow write becomes a whole one
  //!     @lanes assign reg_wstrb_o = 4'b1111;
  // One access for each legal request, in the same cycle; none for any other,
  a_once: assert (f_access == (accept && f_legal));
  //! mutant tlul_misaligned: an address that is not a multiple of the size is taken
  //!     @misaligned wire legal = (get || put) && fits && in_lanes && !s_tl_a_corrupt;
  //! mutant tlul_mask: PutPartialData writes outside of its address and size
  //!     @mask wire in_lanes = partial || s_tl_a_mask == lanes;
  // and just these are denied.
  a_denied: assert (!s_tl_d_valid || s_tl_d_denied == !f_ok);
  //! mutant tlul_silent_denial: a bad size or mask is not denied
  //!     @silent_denial denied_q <= !(get || put);
  // An access waits for the register port as long as its request does.
  a_hold: assert (!f_waits || !(s_tl_a_valid && f_now == f_was && f_legal) || reg_valid_o);
  //! mutant tlul_withdraws: an access that waits goes when d_ready falls
  //!     @withdraws wire free = s_tl_d_ready;
  // A request is accepted at once, if the register port is ready and there is free space for the
  // response.
  a_at_once: assert (!(s_tl_a_valid && reg_ready_i && (!s_tl_d_valid || s_tl_d_ready))
      || s_tl_a_ready);
  //! mutant tlul_bubble: a cycle between two accesses
  //!     @withdraws wire free = !valid_q;
  // Its response arrives in the next cycle,
  a_next: assert (!f_accepted || s_tl_d_valid);
  //! mutant tlul_no_denial: what is denied is not answered
  //!     @drops valid_q <= rst_ni && ((accept && legal) || !free);
  // with the answer of the unit, or with nothing.
  a_answer: assert (!(s_tl_d_valid && f_read) || s_tl_d_data == (f_ok ? f_answer : 32'd0));
  //! mutant tlul_answer: the answer does not wait to be taken
  //!     @answer assign s_tl_d_data = reg_rdata_i;
  // Why:
  a_state: assert (valid_q == |f_busy && (!f_accepted || valid_q) && fresh_q == f_just && f_just
      == (f_accepted && f_ok));
  a_stays: assert (!valid_q || (f_busy == (1 << source_q) && data_q == f_data[source_q]
                  && size_q == f_size[SIZE_W*source_q +: SIZE_W] && denied_q == !f_ok
                      && (!f_read || data_q)));
  a_data: assert (!valid_q || fresh_q || rdata_q == ((f_ok && !f_accepted) ? f_rdata : 32'd0));
  a_wait: assert (!f_waits || !valid_q);
end

// All of this happens.
logic f_taken;
always_ff @(posedge clk_i) f_taken <= rst_ni && s_tl_d_valid && s_tl_d_ready;
always_comb if (f_started) begin
  c_read: cover (s_tl_d_valid && s_tl_d_ready && f_read && f_ok);
  c_held: cover (s_tl_d_valid && s_tl_d_ready && f_read && f_ok && !fresh_q);
  c_denied: cover (s_tl_d_valid && s_tl_d_denied && s_tl_d_corrupt);
  c_waited: cover (f_waits && f_access);
  c_back_to_back: cover (f_taken && s_tl_d_valid && s_tl_d_ready && f_access);
end
