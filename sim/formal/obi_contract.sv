// SPDX-License-Identifier: Apache-2.0
// obi_contract: the rules of OBI (OpenHW Group, version 1) for one manager and one subordinate, to
// be instantiated beside the pins; nothing here knows the design. At most four transactions may be
// under way.
//
// Proofs      the manager's rules are assumed and the subordinate's asserted, or with MANAGER = 1
//             the other way round.
// Simulation  manager_honoured, subordinate_honoured: one bit for each rule, high while it is held.
`default_nettype none
module obi_contract #(
    parameter integer ADDR_W = 32,
    parameter integer ID_W = 1,
    parameter integer MANAGER = 0
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              req,
    input  wire              gnt,
    input  wire [ADDR_W-1:0] addr,
    input  wire              we,
    input  wire [3:0]        be,
    input  wire [31:0]       wdata,
    input  wire [ID_W-1:0]   aid,
    input  wire              rvalid,
    input  wire              rready,
    input  wire [31:0]       rdata,
    input  wire              err,
    input  wire [ID_W-1:0]   rid,
    output wire [2:0]        f_asked,         // requests granted and not answered,
    output wire [4*ID_W-1:0] f_ids,           // and their ids, the oldest in the low bits
    output wire [1:0]        manager_honoured,
    output wire [4:0]        subordinate_honoured
);
  logic                    started_q, reset_q, a_q, r_q;
  logic [ADDR_W+ID_W+36:0] a_was_q;
  logic [ID_W+32:0]        r_was_q;
  logic [2:0]              asked_q;
  logic [4*ID_W-1:0]       ids_q;
  wire [ADDR_W+ID_W+36:0]  a_now = {we, addr, be, we ? wdata : 32'd0, aid};
  wire [ID_W+32:0]         r_now = {rdata, err, rid};
  wire                     asks = req && gnt;
  wire                     answers = rvalid && rready;
  wire [2:0]               left = asked_q - {2'd0, answers};
  integer i;
  // the first edge is one of reset; the rules hold after it
  initial started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    reset_q   <= !rst_ni;
    a_q       <= rst_ni && req && !gnt;
    r_q       <= rst_ni && rvalid && !rready;
    a_was_q   <= a_now;
    r_was_q   <= r_now;
    asked_q   <= rst_ni ? left + {2'd0, asks} : 3'd0;
    for (i = 0; i < 4; i = i + 1)
      if (asks && left == i) ids_q[i*ID_W +: ID_W] <= aid;
      else if (answers && i < 3) ids_q[i*ID_W +: ID_W] <= ids_q[(i+1)*ID_W +: ID_W];
  end
  assign f_asked = asked_q;
  assign f_ids   = ids_q;

  // A request stays as it is until it is granted; none is made in reset.
  wire a_stays = !a_q || (req && a_now == a_was_q);
  wire quiet  = !reset_q || !req;
  // A response stays as it is until it is taken; none is given in reset.
  wire r_stays = !r_q || (rvalid && r_now == r_was_q);
  wire silent = !reset_q || !rvalid;
  // There is no response without a request granted before; responses come in order, with the id of
  // their request.
  wire asked  = !rvalid || asked_q != 3'd0;
  wire ordered = !rvalid || rid == ids_q[ID_W-1:0];
  // No more are under way than are counted here.
  wire fits   = !asks || left < 3'd4;
  assign manager_honoured     = {2{!started_q}} | {quiet, a_stays};
  assign subordinate_honoured = {5{!started_q}} | {fits, ordered, asked, silent, r_stays};

`ifdef FORMAL
  generate
    if (MANAGER == 0) begin : g_subordinate
      always_comb if (started_q) begin
        m_manager: assume (&manager_honoured);
        a_r_stays: assert (r_stays);
        a_silent: assert (silent);
        a_asked: assert (asked);
        a_ordered: assert (ordered);
        a_fits: assert (fits);
      end
    end else begin : g_manager
      always_comb if (started_q) begin
        m_subordinate: assume (&subordinate_honoured);
        a_a_stays: assert (a_stays);
        a_quiet: assert (quiet);
      end
    end
  endgenerate
`endif
endmodule

// A plain manager that does what the free inputs go and choice say: the manager's side of the
// contract is proven of it, so that the contract asks nothing that such a one does not keep.
`ifdef FORMAL
//! proof obi_manager, induction, cover 8, with sim/formal/obi_contract.sv: a
//!     plain manager keeps the manager's rules of OBI
module obi_manager (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        go,
    input  wire [53:0] choice,
    input  wire        gnt,
    input  wire        rvalid,
    input  wire        rready,
    input  wire [31:0] rdata,
    input  wire        err,
    input  wire [1:0]  rid
);
  logic        req;
  logic [53:0] now;
  always_ff @(posedge clk_i) begin
    req <= rst_ni && (go || (req && !gnt));  // @obi_withdraws
    if (!req || gnt) now <= choice;
  end
  obi_contract #(.ADDR_W(15), .ID_W(2), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni, .req, .gnt, .addr(now[14:0]), .we(now[15]), .be(now[19:16]),
          .wdata(now[51:20]), .aid(now[53:52]),
      .rvalid, .rready, .rdata, .err, .rid, .f_asked(), .f_ids(), .manager_honoured(),
          .subordinate_honoured());
  //! mutant obi_manager_withdraws, by u_contract.a_a_stays: a request is withdrawn
  //!     @obi_withdraws req <= rst_ni && go;
  //! mutant obi_manager_reset, by u_contract.a_quiet: a request in reset
  //!     @obi_withdraws req <= (go || (req && !gnt));
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb begin
    m_reset: assume (f_started || !rst_ni);
    c_response: cover (f_started && rvalid && rready);
  end
endmodule
`endif
`default_nettype wire
