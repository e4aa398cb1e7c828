// SPDX-License-Identifier: Apache-2.0
// A plain manager of each bus that does what the free inputs go, drop and choice say: the manager's
// side of each contract is proven of it, so that a contract asks nothing of a manager that such a
// one does not keep.
`default_nettype none

//! proof apb_manager, induction, cover 8, with sim/formal/apb_contract.sv, with
//!     sim/formal/managers.sv: a plain manager keeps the manager's rules of APB
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

//! proof axil_manager, induction, cover 8, with sim/formal/axil_contract.sv, with
//!     sim/formal/managers.sv: a plain manager keeps the manager's rules of AXI4-Lite
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

//! proof obi_manager, induction, cover 8, with sim/formal/obi_contract.sv, with
//!     sim/formal/managers.sv: a plain manager keeps the manager's rules of OBI
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

// One request at a time, of any source.
//! proof tlul_manager, induction, cover 8, with sim/formal/tlul_contract.sv, with
//!     sim/formal/managers.sv: a plain manager keeps the manager's rules of TL-UL
module tlul_manager (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        go,
    input  wire [57:0] choice,
    input  wire        a_ready,
    input  wire        d_valid,
    input  wire        d_ready,
    input  wire [2:0]  d_opcode,
    input  wire [2:0]  d_param,
    input  wire [1:0]  d_size,
    input  wire [1:0]  d_source,
    input  wire        d_sink,
    input  wire        d_denied,
    input  wire [31:0] d_data,
    input  wire        d_corrupt
);
  // a request is made; one was accepted and has no answer yet
  logic        a_valid, waits;
  logic [2:0]  a_opcode;
  logic [1:0]  a_size, a_source;
  logic [14:0] a_address;
  logic [3:0]  a_mask;
  logic [31:0] a_data;
  wire         answers = d_valid && d_ready;
  wire         accepted = a_valid && a_ready;
  wire  [1:0]  size = choice[0] ? 2'd2 : {1'b0, choice[1]};
  wire  [1:0]  lane = choice[3:2] & ~(size[1] ? 2'b11 : {1'b0, size[0]});  // @tlul_lane
  wire  [3:0]  lanes = (size[1] ? 4'b1111 : size[0] ? 4'b0011 : 4'b0001) << lane;
  always_ff @(posedge clk_i) begin
    a_valid <= rst_ni && ((a_valid && !a_ready) || (go && !a_valid && !waits));  // @tlul_source
    waits   <= rst_ni && (waits || accepted) && !answers;
    if (!a_valid && !waits) begin
      a_opcode  <= choice[5] ? 3'd4 : {2'b00, choice[4]};
      a_size    <= size;
      a_source  <= choice[7:6];
      a_address <= {choice[20:8], lane};
      a_mask    <= lanes & (choice[5:4] == 2'b01 ? choice[24:21] : 4'b1111);
      a_data    <= choice[56:25];
    end
  end
  wire [3:0] f_busy;
  tlul_contract #(.ADDR_W(15), .SOURCE_W(2), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni, .a_valid, .a_ready, .a_opcode, .a_param(3'd0), .a_size, .a_source,
          .a_address, .a_mask, .a_data,
      .a_corrupt(1'b0), .d_valid, .d_ready, .d_opcode, .d_param, .d_size, .d_source, .d_sink,
          .d_denied, .d_data, .d_corrupt,
      .f_busy, .f_data(), .f_size(), .f_legal(), .manager_honoured(), .subordinate_honoured());
  //! mutant tlul_manager_lane, by u_contract.a_legal: an address that is not a multiple of the size
  //!     @tlul_lane wire [1:0] lane = choice[3:2];
  //! mutant tlul_manager_source, by u_contract.a_single: a second request of the same source
  //!     @tlul_source a_valid <= rst_ni && ((a_valid && !a_ready) || (go && !a_valid));
  //! mutant tlul_manager_reset, by u_contract.a_quiet: a request in reset
  //!     @tlul_source a_valid <= ((a_valid && !a_ready) || (go && !a_valid && !waits));
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb begin
    m_reset: assume (f_started || !rst_ni);
    // Why:
    if (f_started) a_state: assert (f_busy == (waits ? 4'd1 << a_source : 4'd0)
        && !(a_valid && waits));
    c_answer: cover (f_started && answers);
  end
endmodule

//! proof wb_manager, induction, cover 8, with sim/formal/wb_contract.sv, with
//!     sim/formal/managers.sv: a plain manager keeps the manager's rules of pipelined Wishbone
//! proof wb_classic_manager (CLASSIC=1), induction, cover 8, with sim/formal/wb_contract.sv, with
//!     sim/formal/managers.sv: a plain manager keeps the manager's rules of classic Wishbone
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
`default_nettype wire
