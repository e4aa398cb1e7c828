// SPDX-License-Identifier: Apache-2.0
// axi_write_contract: the rules of the write channels of AXI4, for a manager of words that sends
// one burst after another (its next address arrives after the last data of the burst before) with
// one id, and one subordinate; nothing here knows the design.
//
// Proofs      the manager's rules are assumed and the subordinate's asserted, or with MANAGER = 1
//             the other way round.
// Simulation  manager_honoured, subordinate_honoured: one bit for each rule, high while it is held.
`default_nettype none
module axi_write_contract #(
    parameter integer ADDR_W = 32,
    parameter integer MANAGER = 0,
    parameter integer WIDTH = 32              // bits of a word: 32 or 64
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              awvalid,
    input  wire              awready,
    input  wire [ADDR_W-1:0] awaddr,
    input  wire [7:0]        awlen,
    input  wire [2:0]        awsize,
    input  wire [1:0]        awburst,
    input  wire              wvalid,
    input  wire              wready,
    input  wire [WIDTH-1:0]  wdata,
    input  wire [WIDTH/8-1:0] wstrb,
    input  wire              wlast,
    input  wire              bvalid,
    input  wire              bready,
    output wire [3:0]        f_bursts,        // sent whole and not answered
    output wire [4:0]        f_beats,         // of the burst under way
    output wire              f_addressed,     // its address was accepted, and reported
    output wire [7:0]        f_len,
    output wire              f_last,          // its last beat was
    output wire              f_ruled,         // past the first edge: the rules hold
    output wire [4:0]        manager_honoured,
    output wire [1:0]        subordinate_honoured
);
  logic               started_q, reset_q, aw_q, w_q, b_q;
  logic [ADDR_W+12:0] aw_was;
  localparam integer LOG = $clog2(WIDTH / 8);
  logic [WIDTH+WIDTH/8:0] w_was;
  wire  [ADDR_W+12:0] aw_now = {awaddr, awlen, awsize, awburst};
  wire  [WIDTH+WIDTH/8:0] w_now = {wdata, wstrb, wlast};
  // The burst under way: its address was accepted, its beats so far; its last beat was.
  logic               addressed_q, last_q;
  logic [4:0]         beats_q;
  logic [3:0]         bursts_q;
  logic [7:0]         len_q;
  wire                aw_goes = awvalid && awready;
  wire                w_goes  = wvalid && wready;
  wire                whole   = (addressed_q || aw_goes) && (last_q || (w_goes && wlast));
  // the first edge is one of reset; the rules hold after it
  initial started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    reset_q   <= !rst_ni;
    aw_q      <= rst_ni && awvalid && !awready;
    w_q       <= rst_ni && wvalid && !wready;
    b_q       <= rst_ni && bvalid && !bready;
    aw_was    <= aw_now;
    w_was     <= w_now;
    if (!rst_ni || whole) begin
      addressed_q <= 1'b0;
      last_q      <= 1'b0;
      beats_q     <= 5'd0;
    end else begin
      addressed_q <= addressed_q || aw_goes;
      last_q      <= last_q || (w_goes && wlast);
      beats_q     <= beats_q + {4'd0, w_goes};
    end
    if (aw_goes) len_q <= awlen;
    bursts_q <= rst_ni ? bursts_q + {3'd0, whole} - {3'd0, bvalid && bready} : 4'd0;
  end
  assign f_bursts = bursts_q;
  assign f_beats  = beats_q;

  assign f_addressed   = addressed_q;
  assign f_len         = len_q;
  assign f_last        = last_q;
  assign f_ruled       = started_q;

  // What was offered stays as it is until it is accepted; nothing is offered in reset.
  wire aw_stays = !aw_q || (awvalid && aw_now == aw_was);
  wire w_stays  = !w_q || (wvalid && w_now == w_was);
  wire quiet   = !reset_q || !(awvalid || wvalid);
  // Words, INCR, not beyond 4 KiB.
  wire legal   = !awvalid || (awsize == LOG[2:0] && awburst == 2'b01 && awaddr[LOG-1:0] == '0
                              && {20'd0, awaddr[11:LOG]} + {24'd0, awlen} < 4096 / (WIDTH / 8));
  // The last beat is the one the length says, and there is none beyond.
  wire [7:0] len = addressed_q ? len_q : awlen;
  wire counted = !(wvalid && (addressed_q || awvalid))
      || (!last_q && wlast == ({3'd0, beats_q} == len));
  // There is no response without a whole burst, and it stays.
  wire asked   = !bvalid || bursts_q != 4'd0;
  wire b_stays  = !b_q || bvalid;
  assign manager_honoured     = {5{!started_q}} | {counted, legal, quiet, w_stays, aw_stays};
  assign subordinate_honoured = {2{!started_q}} | {b_stays, asked};

`ifdef FORMAL
  generate
    if (MANAGER == 0) begin : g_subordinate
      always_comb if (started_q) begin
        m_manager: assume (&manager_honoured);
        a_asked: assert (asked);
        a_b_stays: assert (b_stays);
      end
    end else begin : g_manager
      always_comb if (started_q) begin
        m_subordinate: assume (&subordinate_honoured);
        a_aw_stays: assert (aw_stays);
        a_w_stays: assert (w_stays);
        a_quiet: assert (quiet);
        a_legal: assert (legal);
        a_counted: assert (counted);
      end
    end
  endgenerate
`endif
endmodule
`default_nettype wire
