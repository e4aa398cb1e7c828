// SPDX-License-Identifier: Apache-2.0
// axi_contract: the rules of AXI4 for one manager and one subordinate that takes one burst in each
// direction at a time, the next after its response, to be instantiated beside the pins; nothing
// here knows the design.
//
// Proofs      the manager's rules are assumed and the subordinate's asserted, or with MANAGER = 1
//             the other way round.
// Simulation  manager_honoured, subordinate_honoured: one bit for each rule, high while it is held.
`default_nettype none
module axi_contract #(
    parameter integer ADDR_W = 32,
    parameter integer DATA_W = 32,                  // 32 or 64
    parameter integer ID_W = 4,
    parameter integer MANAGER = 0
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    input  wire                awvalid,
    input  wire                awready,
    input  wire [ID_W-1:0]     awid,
    input  wire [ADDR_W-1:0]   awaddr,
    input  wire [7:0]          awlen,
    input  wire [2:0]          awsize,
    input  wire [1:0]          awburst,
    input  wire                wvalid,
    input  wire                wready,
    input  wire [DATA_W-1:0]   wdata,
    input  wire [DATA_W/8-1:0] wstrb,
    input  wire                wlast,
    input  wire                bvalid,
    input  wire                bready,
    input  wire [ID_W-1:0]     bid,
    input  wire [1:0]          bresp,
    input  wire                arvalid,
    input  wire                arready,
    input  wire [ID_W-1:0]     arid,
    input  wire [ADDR_W-1:0]   araddr,
    input  wire [7:0]          arlen,
    input  wire [2:0]          arsize,
    input  wire [1:0]          arburst,
    input  wire                rvalid,
    input  wire                rready,
    input  wire [ID_W-1:0]     rid,
    input  wire [DATA_W-1:0]   rdata,
    input  wire [1:0]          rresp,
    input  wire                rlast,
    // the burst of writes: its address was accepted; all its data were; beats of data accepted
    output wire                f_write,
    output wire                f_sent,
    output wire                f_last,              // data only: their last came
    output wire [8:0]          f_beats,
    // the burst of reads: its address was accepted; beats answered
    output wire                f_read,
    output wire [8:0]          f_answered,
    // {id, address, length - 1, size, kind} of both
    output wire [ID_W+ADDR_W+12:0] f_aw,
    output wire [ID_W+ADDR_W+12:0] f_ar,
    output wire                f_legal,             // both are bursts of AXI4
    output wire                f_ruled,             // past the first edge: the rules hold
    output wire [5:0]          manager_honoured,
    output wire [9:0]          subordinate_honoured
);
  localparam integer A = ID_W + ADDR_W + 13, W = DATA_W + DATA_W/8 + 1;
  localparam [2:0] WIDEST = DATA_W == 64 ? 3'd3 : 3'd2;
  logic          started_q, reset_q, aw_q, w_q, b_q, ar_q, r_q;
  logic [A-1:0]  aw_was, ar_was;
  logic [W-1:0]  w_was;
  logic [ID_W+1:0] b_was;
  logic [ID_W+DATA_W+2:0] r_was;
  wire  [A-1:0]  aw_now = {awid, awaddr, awlen, awsize, awburst};
  wire  [A-1:0]  ar_now = {arid, araddr, arlen, arsize, arburst};
  wire  [W-1:0]  w_now = {wdata, wstrb, wlast};
  wire  [ID_W+1:0] b_now = {bid, bresp};
  wire  [ID_W+DATA_W+2:0] r_now = {rid, rdata, rresp, rlast};
  // the burst of writes: its address was accepted, its last data were, beats so far; then it
  // waits for its response, while data of the next may come
  logic          write_q, last_q, sent_q, read_q;
  logic [8:0]    beats_q, answered_q;
  logic [A-1:0]  aw_taken, ar_taken;
  wire           aw_goes = awvalid && awready;
  wire           w_goes  = wvalid && wready;
  wire           all     = (write_q || aw_goes) && !sent_q && (last_q || (w_goes && wlast));
  // the first edge is one of reset; the rules hold after it
  initial started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    reset_q   <= !rst_ni;
    aw_q      <= rst_ni && awvalid && !awready;
    w_q       <= rst_ni && wvalid && !wready;
    b_q       <= rst_ni && bvalid && !bready;
    ar_q      <= rst_ni && arvalid && !arready;
    r_q       <= rst_ni && rvalid && !rready;
    aw_was    <= aw_now;
    w_was     <= w_now;
    b_was     <= b_now;
    ar_was    <= ar_now;
    r_was     <= r_now;
    if (!rst_ni) begin
      write_q    <= 1'b0;
      last_q     <= 1'b0;
      sent_q     <= 1'b0;
      read_q     <= 1'b0;
      beats_q    <= 9'd0;
      answered_q <= 9'd0;
    end else begin
      write_q <= aw_goes || (write_q && !(bvalid && bready));
      sent_q  <= all || (sent_q && !(bvalid && bready));
      last_q  <= !all && (last_q || (w_goes && wlast));
      beats_q <= all ? 9'd0 : beats_q + {8'd0, w_goes};
      read_q  <= (arvalid && arready) || (read_q && !(rvalid && rready && rlast));
      answered_q <= !read_q || (rvalid && rready && rlast) ? 9'd0
          : answered_q + {8'd0, rvalid && rready};
    end
    if (aw_goes) aw_taken <= aw_now;
    if (arvalid && arready) ar_taken <= ar_now;
  end
  assign f_write    = write_q;
  assign f_sent     = sent_q;
  assign f_beats    = beats_q;
  assign f_read     = read_q;
  assign f_answered = answered_q;
  assign f_aw       = aw_taken;
  assign f_ar       = ar_taken;
  assign f_ruled    = started_q;
  assign f_last     = last_q;

  // A burst: of beats no wider than the bus, not beyond 4 KiB; FIXED of 16 at most, WRAP of 2, 4,
  // 8 or 16 and aligned.
  function automatic legal(input [ADDR_W-1:0] addr, input [7:0] len, input [2:0] size,
                           input [1:0] burst);
    legal = size <= WIDEST && (burst == 2'd0 ? len < 8'd16
        : burst == 2'd1 ? (({4'd0, addr[11:0]} >> size) + {8'd0, len}) < (16'd4096 >> size)
        : burst == 2'd2 && (len == 8'd1 || len == 8'd3 || len == 8'd7 || len == 8'd15)
          && (addr[2:0] & ~(3'd7 << size)) == 3'd0);
  endfunction
  assign f_legal = (!write_q || legal(aw_taken[ADDR_W+12:13], aw_taken[12:5], aw_taken[4:2],
          aw_taken[1:0]))
      && (!read_q || legal(ar_taken[ADDR_W+12:13], ar_taken[12:5], ar_taken[4:2], ar_taken[1:0]));
  wire [7:0] len = write_q ? aw_taken[12:5] : awlen;

  // What was offered stays as it is until it is accepted; nothing is offered in reset.
  wire aw_stays = !aw_q || (awvalid && aw_now == aw_was);
  wire w_stays  = !w_q || (wvalid && w_now == w_was);
  wire ar_stays = !ar_q || (arvalid && ar_now == ar_was);
  wire quiet    = !reset_q || !(awvalid || wvalid || arvalid);
  wire bursts   = (!awvalid || legal(awaddr, awlen, awsize, awburst))
      && (!arvalid || legal(araddr, arlen, arsize, arburst));
  // The last beat is the one the length says, and there is none beyond; data may come first. Data
  // of the next burst may come once those of this are sent.
  wire counted  = sent_q || !(write_q || awvalid)
      || (last_q ? beats_q == {1'b0, len} + 9'd1
          : beats_q <= {1'b0, len} && (!wvalid || wlast == (beats_q == {1'b0, len})));
  // A response, once given, stays as it is until it is taken; none is given in reset.
  wire b_stays  = !b_q || (bvalid && b_now == b_was);
  wire r_stays  = !r_q || (rvalid && r_now == r_was);
  wire silent   = !reset_q || !(bvalid || rvalid);
  // A write is answered when address and data were accepted, a read when its address was, with
  // its id. There are as many beats of a read as the length says.
  wire b_asked  = !bvalid || sent_q;
  wire r_asked  = !rvalid || read_q;
  wire b_id     = !bvalid || bid == aw_taken[A-1:ADDR_W+13];
  wire r_id     = !rvalid || rid == ar_taken[A-1:ADDR_W+13];
  wire r_last   = !rvalid || rlast == (answered_q == {1'b0, ar_taken[12:5]});
  // Responses are OKAY or errors: nothing was exclusive.
  wire resp     = (!bvalid || bresp != 2'b01) && (!rvalid || rresp != 2'b01);
  // One burst in each direction at a time.
  wire one      = !(write_q && awready) && !(read_q && arready);
  assign manager_honoured     = {6{!started_q}}
      | {counted, bursts, quiet, ar_stays, w_stays, aw_stays};
  assign subordinate_honoured = {10{!started_q}}
      | {one, resp, r_last, r_id, b_id, r_asked, b_asked, silent, r_stays, b_stays};

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
        a_b_id: assert (b_id);
        a_r_id: assert (r_id);
        a_r_last: assert (r_last);
        a_resp: assert (resp);
        a_one: assert (one);
      end
    end else begin : g_manager
      always_comb if (started_q) begin
        m_subordinate: assume (&subordinate_honoured);
        a_aw_stays: assert (aw_stays);
        a_w_stays: assert (w_stays);
        a_ar_stays: assert (ar_stays);
        a_quiet: assert (quiet);
        a_bursts: assert (bursts);
        a_counted: assert (counted);
      end
    end
  endgenerate
`endif
endmodule

// A plain manager that does what the free inputs go and choice say: the manager's side of the
// contract is proven of it, so that the contract asks nothing that such a one does not keep.
`ifdef FORMAL
//! proof axi_manager, induction, cover 12, with sim/formal/axi_contract.sv: a
//!     plain manager keeps the manager's rules of AXI4
module axi_manager (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [2:0]   go,
    input  wire [139:0] choice,
    input  wire         awready,
    input  wire         wready,
    input  wire         arready,
    input  wire         bvalid,
    input  wire         bready,
    input  wire [3:0]   bid,
    input  wire [1:0]   bresp,
    input  wire         rvalid,
    input  wire         rready,
    input  wire [3:0]   rid,
    input  wire [31:0]  rdata,
    input  wire [1:0]   rresp,
    input  wire         rlast
);
  // Of any id: INCR of 1 to 16 words, WRAP of 4, FIXED of 2.
  logic        awvalid, wvalid, arvalid;
  logic [29:0] aw, ar;
  logic [35:0] w;
  // data of the burst were chosen with its address: beats left; the address may be accepted late
  logic [4:0]  left;
  logic        asked;
  wire  [1:0]  aw_kind = aw[29:28] == 2'd3 ? 2'd1 : aw[29:28];
  wire  [1:0]  ar_kind = ar[29:28] == 2'd3 ? 2'd1 : ar[29:28];
  wire  [7:0]  aw_len = aw_kind == 2'd1 ? {4'd0, aw[27:24]} : aw_kind == 2'd2 ? 8'd3 : 8'd1;
  wire  [7:0]  ar_len = ar_kind == 2'd1 ? {4'd0, ar[27:24]} : ar_kind == 2'd2 ? 8'd3 : 8'd1;
  wire  [1:0]  new_kind = choice[29:28] == 2'd3 ? 2'd1 : choice[29:28];
  wire  [4:0]  new_left = new_kind == 2'd1 ? {1'b0, choice[27:24]} + 5'd1 : new_kind == 2'd2
      ? 5'd4 : 5'd2;
  wire         begins = go[0] && !asked && left == 5'd0 && !wvalid;
  always_ff @(posedge clk_i) begin
    awvalid <= rst_ni && (begins || (awvalid && !awready));
    asked   <= rst_ni && (begins || (asked && !(bvalid && bready)));
    if (!awvalid || awready) if (begins) aw <= choice[29:0];  // @axi_aw
    wvalid  <= rst_ni && ((go[1] && left != 5'd0 && !(wvalid && !wready)) || (wvalid && !wready));
    if (!wvalid || wready) w <= choice[95:60];  // @axi_w
    if (begins) left <= new_left;
    else if (go[1] && left != 5'd0 && !(wvalid && !wready)) left <= left - 5'd1;  // @axi_count
    arvalid <= rst_ni && (go[2] || (arvalid && !arready));  // @axi_reset
    if (!arvalid || arready) ar <= choice[59:30];  // @axi_ar
    if (!rst_ni) left <= 5'd0;
  end
  wire f_write, f_sent, f_last, f_read, f_legal, f_ruled;
  wire [8:0] f_beats, f_answered;
  wire [31:0] f_aw, f_ar;
  // below 4 KiB: words 0 to 1007 of a page, and 16 more at most
  wire [9:0] aw_word = aw[9:0] > 10'd1007 ? 10'd1007 : aw[9:0];  // @axi_page
  wire [9:0] ar_word = ar[9:0] > 10'd1007 ? 10'd1007 : ar[9:0];
  axi_contract #(.ADDR_W(15), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni, .awvalid, .awready, .awid(aw[23:20]), .awaddr({aw[12:10], aw_word, 2'd0}),
      .awlen(aw_len), .awsize(3'd2), .awburst(aw_kind),
      .wvalid, .wready, .wdata(w[31:0]), .wstrb(w[35:32]), .wlast(left == 5'd0),
      .bvalid, .bready, .bid, .bresp,
      .arvalid, .arready, .arid(ar[23:20]), .araddr({ar[12:10], ar_word, 2'd0}),
      .arlen(ar_len), .arsize(3'd2), .arburst(ar_kind),
      .rvalid, .rready, .rid, .rdata, .rresp, .rlast,
      .f_write, .f_sent, .f_last, .f_beats, .f_read, .f_answered, .f_aw, .f_ar,
      .f_legal, .f_ruled,
      .manager_honoured(), .subordinate_honoured());
  //! mutant axi_manager_aw, by u_contract.a_aw_stays: the write address changes while it waits
  //!     @axi_aw aw <= choice[29:0];
  //! mutant axi_manager_w, by u_contract.a_w_stays: write data change while they wait
  //!     @axi_w w <= choice[95:60];
  //! mutant axi_manager_ar, by u_contract.a_ar_stays: the read address changes while it waits
  //!     @axi_ar ar <= choice[59:30];
  //! mutant axi_manager_reset, by u_contract.a_quiet: a read is asked for in reset
  //!     @axi_reset arvalid <= (go[2] || (arvalid && !arready));
  //! mutant axi_manager_page, by u_contract.a_bursts: a burst goes beyond 4 KiB
  //!     @axi_page wire [9:0] aw_word = aw[9:0];
  //! mutant axi_manager_count, by u_contract.a_counted: a beat too many
  //!     @axi_count else if (go[1] && !(wvalid && !wready)) left <= left - 5'd1;
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  wire [7:0] f_len = f_write ? f_aw[12:5] : aw_len;
  always_comb begin
    m_reset: assume (f_started || !rst_ni);
    // Why: beats sent, waiting and left are those of the burst.
    if (f_started) begin
      a_ruled: assert (f_ruled);
      a_asked: assert ((awvalid || f_write) == asked && !(awvalid && f_write)
          && (!f_write || f_aw[12:5] == aw_len));
      a_last: assert (f_sent == (f_write && left == 5'd0 && !wvalid)
          && f_last == (asked && !f_write && left == 5'd0 && !wvalid));
      a_beats: assert (left <= 5'd16 && (!asked
          ? left == 5'd0 && !wvalid && f_beats == 9'd0
          : f_sent ? left == 5'd0 && !wvalid && f_beats == 9'd0
          : f_beats + {8'd0, wvalid} + {4'd0, left} == {1'b0, f_len} + 9'd1));
    end
    c_write: cover (f_started && bvalid && bready && f_aw[12:5] == 8'd3);
    c_read: cover (f_started && rvalid && rready && rlast && f_answered == 9'd3);
  end
endmodule
`endif
`default_nettype wire
