// SPDX-License-Identifier: Apache-2.0
// apb_contract: the rules of APB3 and APB4 (AMBA APB, ARM IHI 0024) for one manager and one
// subordinate, to be instantiated beside the pins; nothing here knows the design.
//
// Proofs      the manager's rules are assumed and the subordinate's asserted, or with MANAGER = 1
//             the other way round.
// Simulation  manager_honoured, subordinate_honoured: one bit for each rule, high while it is held.
`default_nettype none
module apb_contract #(
    parameter integer ADDR_W = 32,
    // 0: APB3, strobes are tied high and mean nothing in a read
    parameter integer STROBES = 1,
    parameter integer MANAGER = 0
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              psel,
    // may be high for another subordinate while psel is low
    input  wire              penable,
    input  wire              pwrite,
    input  wire [ADDR_W-1:0] paddr,
    input  wire [2:0]        pprot,
    input  wire [31:0]       pwdata,
    input  wire [3:0]        pstrb,
    input  wire              pready,
    input  wire [31:0]       prdata,
    input  wire              pslverr,
    // what must follow the last edge: 0 idle or setup, 1 access, 2 access after a wait
    output wire [1:0]        f_phase,
    output wire [3:0]        manager_honoured,
    output wire              subordinate_honoured
);
  logic               started_q, reset_q;
  logic [1:0]         phase_q;
  logic [ADDR_W+39:0] was_q;
  wire  [ADDR_W+39:0] now = {pwrite, paddr, pprot, pwrite ? pwdata : 32'd0, pstrb};
  // the first edge is one of reset; the rules hold after it
  initial started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    reset_q   <= !rst_ni;
    was_q     <= now;
    if (!rst_ni || !psel) phase_q <= 2'd0;
    else if (!penable) phase_q <= 2'd1;
    else phase_q <= pready ? 2'd0 : 2'd2;
  end
  assign f_phase = phase_q;

  // A transfer begins with one cycle of setup; then access, without a break until pready.
  wire in_turn  = !psel || penable == (phase_q != 2'd0);
  wire kept     = phase_q == 2'd0 || (psel && now == was_q);
  // No transfer begins in reset.
  wire quiet    = !reset_q || !psel;
  // APB4: no strobe in a read.
  wire strobes  = STROBES == 0 || !psel || pwrite || pstrb == 4'b0000;
  // An error is reported in the last cycle of a transfer only.
  wire error    = !pslverr || (psel && penable && pready);
  assign manager_honoured     = {4{!started_q}} | {strobes, quiet, kept, in_turn};
  assign subordinate_honoured = !started_q || error;
  wire unused = &{1'b0, prdata};

`ifdef FORMAL
  generate
    if (MANAGER == 0) begin : g_subordinate
      always_comb if (started_q) begin
        m_manager: assume (&manager_honoured);
        a_error: assert (error);
      end
    end else begin : g_manager
      always_comb if (started_q) begin
        m_subordinate: assume (subordinate_honoured);
        a_in_turn: assert (in_turn);
        a_stays: assert (kept);
        a_quiet: assert (quiet);
        a_strobes: assert (strobes);
      end
    end
  endgenerate
`endif
endmodule

// A plain manager that does what the free inputs go and choice say: the manager's side of the
// contract is proven of it, so that the contract asks nothing that such a one does not keep.
`ifdef FORMAL
//! proof apb_manager, induction, cover 8, with sim/formal/apb_contract.sv: a
//!     plain manager keeps the manager's rules of APB
module apb_manager (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        go,
    input  wire [55:0] choice,
    input  wire        pready,
    input  wire        pslverr
);
  logic        psel, penable, pwrite;
  logic [14:0] paddr;
  logic [2:0]  pprot;
  logic [31:0] pwdata;
  logic [3:0]  pstrb;
  wire         free = !psel || (penable && pready);
  always_ff @(posedge clk_i) begin
    psel    <= rst_ni && (free ? go : 1'b1);  // @apb_reset
    penable <= rst_ni && !free;  // @apb_skips
    if (free) {pwrite, paddr, pprot, pwdata} <= choice[50:0];  // @apb_changes
    if (free) pstrb <= choice[50] ? choice[54:51] : 4'b0000;  // @apb_strobes
  end
  apb_contract #(.ADDR_W(15), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni, .psel, .penable, .pwrite, .paddr, .pprot, .pwdata, .pstrb, .pready,
          .prdata(32'd0), .pslverr,
      .f_phase(), .manager_honoured(), .subordinate_honoured());
  //! mutant apb_manager_skips, by u_contract.a_in_turn: no setup phase between two transfers
  //!     @apb_skips penable <= rst_ni && psel;
  //! mutant apb_manager_reset, by u_contract.a_quiet: a transfer begins in reset
  //!     @apb_reset psel <= (free ? go : 1'b1);
  //! mutant apb_manager_strobes, by u_contract.a_strobes: strobes in a read
  //!     @apb_strobes if (free) pstrb <= choice[54:51];
  //! mutant apb_manager_changes, by u_contract.a_stays: the address changes in the access phase
  //!     @apb_changes {pwrite, paddr, pprot, pwdata} <= choice[50:0];
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb begin
    m_reset: assume (f_started || !rst_ni);
    c_transfer: cover (f_started && psel && penable && pready);
  end
endmodule
`endif
`default_nettype wire
