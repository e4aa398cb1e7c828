// SPDX-License-Identifier: Apache-2.0
// wb_contract: the rules of Wishbone B4 for one master and one slave, pipelined or classic, to be
// instantiated beside the pins; nothing here knows the design.
//
// Proofs      the master's rules are assumed and the slave's asserted, or with MANAGER = 1 the
//             other way round.
// Simulation  manager_honoured, subordinate_honoured: one bit for each rule, high while it is held.
`default_nettype none
module wb_contract #(
    parameter integer ADDR_W = 32,
    // 1: a request stays until it is answered, stall is not looked at
    parameter integer CLASSIC = 0,
    parameter integer MANAGER = 0
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              cyc,
    input  wire              stb,
    input  wire              we,
    input  wire [ADDR_W-1:0] adr,
    input  wire [3:0]        sel,
    input  wire [31:0]       dat_w,
    input  wire              stall,
    input  wire              ack,
    input  wire              err,
    input  wire              rty,
    input  wire [31:0]       dat_r,
    output wire [7:0]        f_asked,         // requests accepted (classic: seen) and not answered
    output wire [2:0]        manager_honoured,
    output wire [1:0]        subordinate_honoured
);
  logic               started_q, reset_q, waits_q;
  logic [7:0]         asked_q;
  logic [ADDR_W+36:0] was_q;
  wire [ADDR_W+36:0]  now = {we, adr, sel, we ? dat_w : 32'd0};
  wire                answer = ack || err || rty;
  wire                request = cyc && stb && !(CLASSIC == 0 && stall);    // pipelined: accepted
  // the first edge is one of reset; the rules hold after it
  initial started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    reset_q   <= !rst_ni;
    was_q     <= now;
    waits_q   <= rst_ni && cyc && stb && (CLASSIC == 0 ? stall : !answer);
    if (!rst_ni || !cyc) asked_q <= 8'd0;     // a cycle dropped takes its requests along
    else if (CLASSIC == 0) asked_q <= asked_q + {7'd0, request} - {7'd0, answer};
    else asked_q <= {7'd0, request && !answer};
  end
  assign f_asked = asked_q;

  // A request lies in a cycle.
  wire in_cycle = !stb || cyc;
  // It stays as it is until it is accepted (classic: answered), or the whole cycle is dropped.
  wire kept     = !waits_q || !cyc || (stb && now == was_q);
  // None is made in reset.
  wire quiet    = !reset_q || !(cyc || stb);
  // There is no answer without a request, and none outside of a cycle (so none in reset).
  wire asked    = !answer || (cyc && (request || (CLASSIC == 0 && asked_q != 8'd0)));
  // An answer is of one kind.
  wire one      = {1'b0, ack} + {1'b0, err} + {1'b0, rty} <= 2'd1;
  assign manager_honoured     = {3{!started_q}} | {quiet, kept, in_cycle};
  assign subordinate_honoured = {2{!started_q}} | {one, asked};
  wire unused = &{1'b0, dat_r};

`ifdef FORMAL
  generate
    if (MANAGER == 0) begin : g_subordinate
      always_comb if (started_q) begin
        m_manager: assume (&manager_honoured);
        a_asked: assert (asked);
        a_one: assert (one);
      end
    end else begin : g_manager
      always_comb if (started_q) begin
        m_subordinate: assume (&subordinate_honoured);
        a_in_cycle: assert (in_cycle);
        a_stays: assert (kept);
        a_quiet: assert (quiet);
      end
    end
  endgenerate
`endif
endmodule

// A plain manager that does what the free inputs go, drop and choice say: the manager's side of the
// contract is proven of it, so that the contract asks nothing of a manager that such a one does not
// keep.
`ifdef FORMAL
//! proof wb_manager, induction, cover 8, with sim/formal/wb_contract.sv: a
//!     plain manager keeps the manager's rules of pipelined Wishbone
//! proof wb_classic_manager (CLASSIC=1), induction, cover 8, with sim/formal/wb_contract.sv: a
//!     plain manager keeps the manager's rules of classic Wishbone
module wb_manager #(
    parameter integer CLASSIC = 0
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        go,
    input  wire        drop,                // gives the cycle up
    input  wire [51:0] choice,
    input  wire        stall,
    input  wire        ack,
    input  wire        err,
    input  wire        rty
);
  logic        cyc, stb;
  logic [51:0] now;
  wire         done = CLASSIC != 0 ? ack || err || rty : !stall;
  wire         free = !stb || done;
  always_ff @(posedge clk_i) begin
    cyc <= rst_ni && !drop && (cyc || go);  // @wb_reset
    stb <= rst_ni && !drop && (free ? go : 1'b1);  // @wb_stray
    if (free) now <= choice;  // @wb_changes
  end
  wb_contract #(.ADDR_W(15), .CLASSIC(CLASSIC), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni, .cyc, .stb, .we(now[0]), .adr(now[15:1]), .sel(now[19:16]),
          .dat_w(now[51:20]), .stall, .ack, .err, .rty,
      .dat_r(32'd0), .f_asked(), .manager_honoured(), .subordinate_honoured());
  //! mutant wb_manager_stray, by u_contract.a_in_cycle: a strobe outside of a cycle
  //!     @wb_stray stb <= rst_ni && (free ? go : 1'b1);
  //! mutant wb_manager_changes, by u_contract.a_stays: a request changes while it is stalled
  //!     @wb_changes now <= choice;
  //! mutant wb_manager_reset, by u_contract.a_quiet: a cycle begins in reset
  //!     @wb_reset cyc <= !drop && (cyc || go);
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb begin
    m_reset: assume (f_started || !rst_ni);
    c_answer: cover (f_started && ack);
  end
endmodule
`endif
`default_nettype wire
