// SPDX-License-Identifier: Apache-2.0
// axil_contract: the rules of AXI4-Lite for one manager and one subordinate, to be instantiated
// beside the pins; nothing here knows the design.
//
// Proofs      the manager's rules are assumed and the subordinate's asserted, or with MANAGER = 1
//             the other way round.
// Simulation  manager_honoured, subordinate_honoured: one bit for each rule, high while it is held.
`default_nettype none
module axil_contract #(
    parameter integer ADDR_W = 32,
    parameter integer MANAGER = 0
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              awvalid,
    input  wire              awready,
    input  wire [ADDR_W-1:0] awaddr,
    input  wire [2:0]        awprot,
    input  wire              wvalid,
    input  wire              wready,
    input  wire [31:0]       wdata,
    input  wire [3:0]        wstrb,
    input  wire              bvalid,
    input  wire              bready,
    input  wire [1:0]        bresp,
    input  wire              arvalid,
    input  wire              arready,
    input  wire [ADDR_W-1:0] araddr,
    input  wire [2:0]        arprot,
    input  wire              rvalid,
    input  wire              rready,
    input  wire [31:0]       rdata,
    input  wire [1:0]        rresp,
    // write addresses, write data, reads: accepted and not answered
    output wire [3:0]        f_writes_addr,
    output wire [3:0]        f_writes_data,
    output wire [3:0]        f_reads,
    output wire              f_ruled,         // past the first edge: the rules hold
    output wire [3:0]        manager_honoured,
    output wire [6:0]        subordinate_honoured
);
  // What waited at the last edge must still be there.
  logic              started_q, aw_q, w_q, b_q, ar_q, r_q, reset_q;
  logic [ADDR_W+2:0] aw_was, ar_was;
  logic [35:0]       w_was;
  logic [33:0]       r_was;
  logic [1:0]        b_was;
  // the first edge is one of reset; the rules hold after it
  initial started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    reset_q <= !rst_ni;
    aw_q    <= rst_ni && awvalid && !awready;
    w_q     <= rst_ni && wvalid && !wready;
    b_q     <= rst_ni && bvalid && !bready;
    ar_q    <= rst_ni && arvalid && !arready;
    r_q     <= rst_ni && rvalid && !rready;
    aw_was  <= {awaddr, awprot};
    w_was   <= {wdata, wstrb};
    b_was   <= bresp;
    ar_was  <= {araddr, arprot};
    r_was   <= {rdata, rresp};
  end
  // Requests accepted and not answered.
  logic [3:0] writes_addr_q, writes_data_q, reads_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      writes_addr_q <= 4'd0;
      writes_data_q <= 4'd0;
      reads_q       <= 4'd0;
    end else begin
      writes_addr_q <= writes_addr_q + {3'd0, awvalid && awready} - {3'd0, bvalid && bready};
      writes_data_q <= writes_data_q + {3'd0, wvalid && wready} - {3'd0, bvalid && bready};
      reads_q       <= reads_q + {3'd0, arvalid && arready} - {3'd0, rvalid && rready};
    end
  end
  assign f_writes_addr = writes_addr_q;
  assign f_writes_data = writes_data_q;
  assign f_reads       = reads_q;

  assign f_ruled       = started_q;

  // A request, once made, stays as it is until it is accepted; none is made in reset.
  wire aw_stays = !aw_q || (awvalid && {awaddr, awprot} == aw_was);
  wire w_stays  = !w_q || (wvalid && {wdata, wstrb} == w_was);
  wire ar_stays = !ar_q || (arvalid && {araddr, arprot} == ar_was);
  wire quiet   = !reset_q || !(awvalid || wvalid || arvalid);
  // A response, once given, stays as it is until it is taken; none is given in reset.
  wire b_stays  = !b_q || (bvalid && bresp == b_was);
  wire r_stays  = !r_q || (rvalid && {rdata, rresp} == r_was);
  wire silent  = !reset_q || !(bvalid || rvalid);
  // There is no response without a request: a write answers to address and data, both accepted
  // before.
  wire b_asked = !bvalid || (writes_addr_q != 4'd0 && writes_data_q != 4'd0);
  wire r_asked = !rvalid || reads_q != 4'd0;
  // Responses are OKAY or errors; EXOKAY is not in AXI4-Lite.
  wire b_resp  = !bvalid || bresp != 2'b01;
  wire r_resp  = !rvalid || rresp != 2'b01;
  assign manager_honoured     = {4{!started_q}} | {quiet, ar_stays, w_stays, aw_stays};
  assign subordinate_honoured = {7{!started_q}}
      | {r_resp, b_resp, r_asked, b_asked, silent, r_stays, b_stays};

`ifdef FORMAL
  generate
    if (MANAGER == 0) begin : g_subordinate
      always_comb if (started_q) begin
        m_manager: assume (&manager_honoured);
        a_b_stays: assert (b_stays);
        a_r_stays: assert (r_stays);
        a_silent: assert (silent);
        a_b_asked: assert (b_asked);
        a_r_asked: assert (r_asked);
        a_b_resp: assert (b_resp);
        a_r_resp: assert (r_resp);
      end
    end else begin : g_manager
      always_comb if (started_q) begin
        m_subordinate: assume (&subordinate_honoured);
        a_aw_stays: assert (aw_stays);
        a_w_stays: assert (w_stays);
        a_ar_stays: assert (ar_stays);
        a_quiet: assert (quiet);
      end
    end
  endgenerate
`endif
endmodule

// A plain manager that does what the free inputs go and choice say: the manager's side of the
// contract is proven of it, so that the contract asks nothing that such a one does not keep.
`ifdef FORMAL
//! proof axil_manager, induction, cover 8, with sim/formal/axil_contract.sv: a
//!     plain manager keeps the manager's rules of AXI4-Lite
module axil_manager (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire [2:0]  go,
    input  wire [71:0] choice,
    input  wire        awready,
    input  wire        wready,
    input  wire        arready,
    input  wire        bvalid,
    input  wire        bready,
    input  wire [1:0]  bresp,
    input  wire        rvalid,
    input  wire        rready,
    input  wire [31:0] rdata,
    input  wire [1:0]  rresp
);
  logic        awvalid, wvalid, arvalid;
  logic [17:0] aw, ar;
  logic [35:0] w;
  always_ff @(posedge clk_i) begin
    awvalid <= rst_ni && (go[0] || (awvalid && !awready));
    wvalid  <= rst_ni && (go[1] || (wvalid && !wready));  // @axil_w
    arvalid <= rst_ni && (go[2] || (arvalid && !arready));  // @axil_reset
    if (!awvalid || awready) aw <= choice[17:0];  // @axil_aw
    if (!wvalid || wready) w <= choice[53:18];
    if (!arvalid || arready) ar <= choice[71:54];  // @axil_ar
  end
  axil_contract #(.ADDR_W(15), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni, .awvalid, .awready, .awaddr(aw[14:0]), .awprot(aw[17:15]), .wvalid, .wready,
          .wdata(w[31:0]),
      .wstrb(w[35:32]), .bvalid, .bready, .bresp, .arvalid, .arready, .araddr(ar[14:0]),
          .arprot(ar[17:15]),
      .rvalid, .rready, .rdata, .rresp, .f_writes_addr(), .f_writes_data(), .f_reads(),
          .manager_honoured(), .subordinate_honoured());
  //! mutant axil_manager_aw, by u_contract.a_aw_stays: the write address changes while it waits
  //!     @axil_aw aw <= choice[17:0];
  //! mutant axil_manager_w, by u_contract.a_w_stays: write data are withdrawn
  //!     @axil_w wvalid <= rst_ni && go[1];
  //! mutant axil_manager_ar, by u_contract.a_ar_stays: the read address changes while it waits
  //!     @axil_ar ar <= choice[71:54];
  //! mutant axil_manager_reset, by u_contract.a_quiet: a read is asked for in reset
  //!     @axil_reset arvalid <= (go[2] || (arvalid && !arready));
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb begin
    m_reset: assume (f_started || !rst_ni);
    c_write: cover (f_started && bvalid && bready);
    c_read: cover (f_started && rvalid && rready);
  end
endmodule
`endif
`default_nettype wire
