// SPDX-License-Identifier: Apache-2.0
// weir_axil: AXI4-Lite subordinate to the register port of weir.
//
// Use      One access at a time; reads and writes alternate while both wait. Every response is
//          OKAY: FAULT reports an undefined access. A read of the data page takes one word, so the
//          bus must neither repeat nor speculate it.
// Latency  While reg_ready_i is high: write response two cycles after the later of address and
//          data, read data three cycles after the address. Sustained: one write or one read every
//          two cycles. No output to the bus depends on an input in the same cycle.
`default_nettype none
module weir_axil #(
    parameter integer ADDR_W = 17                     // as in weir
) (
    input  wire                clk_i,
    input  wire                rst_ni,

    input  wire                s_axil_awvalid,
    output wire                s_axil_awready,
    input  wire [ADDR_W-1:0]   s_axil_awaddr,
    // ignored: assign pages by PMP or MMU
    input  wire [2:0]          s_axil_awprot,
    input  wire                s_axil_wvalid,
    output wire                s_axil_wready,
    input  wire [31:0]         s_axil_wdata,
    input  wire [3:0]          s_axil_wstrb,
    output wire                s_axil_bvalid,
    input  wire                s_axil_bready,
    output wire [1:0]          s_axil_bresp,
    input  wire                s_axil_arvalid,
    output wire                s_axil_arready,
    input  wire [ADDR_W-1:0]   s_axil_araddr,
    input  wire [2:0]          s_axil_arprot,
    output wire                s_axil_rvalid,
    input  wire                s_axil_rready,
    output wire [31:0]         s_axil_rdata,
    output wire [1:0]          s_axil_rresp,

    output wire                reg_valid_o,           // register port of weir
    output wire                reg_write_o,
    output wire [ADDR_W-1:0]   reg_addr_o,
    output wire [31:0]         reg_wdata_o,
    output wire [3:0]          reg_wstrb_o,
    input  wire                reg_ready_i,
    input  wire [31:0]         reg_rdata_i
);
  // ---- requests are registered, so no output depends on an input in the same cycle
  logic              aw_q, w_q, ar_q;                   // a request waits
  logic [ADDR_W-1:0] awaddr_q, araddr_q;
  logic [31:0]       wdata_q;
  logic [3:0]        wstrb_q;

  logic        bvalid_q, rvalid_q, answer_q, read_next_q;
  logic [31:0] rdata_q;

  // A write waits for its address, its data and a free response register; a read for a free
  // answer register.
  wire        can_write = aw_q && w_q && !bvalid_q;  // @no_data
  wire        can_read  = ar_q && !answer_q && (!rvalid_q || s_axil_rready);  // @read_starves
  wire        do_read   = can_read && (read_next_q || !can_write);
  wire        do_write  = can_write && !do_read;
  wire        accept    = (do_read || do_write) && reg_ready_i;

  assign s_axil_awready = !aw_q;
  assign s_axil_wready  = !w_q;
  assign s_axil_arready = !ar_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      aw_q        <= 1'b0;
      w_q         <= 1'b0;
      ar_q        <= 1'b0;
      bvalid_q    <= 1'b0;
      rvalid_q    <= 1'b0;  // @reset
      answer_q    <= 1'b0;
      read_next_q <= 1'b0;
    end else begin
      aw_q     <= aw_q ? !(accept && do_write) : s_axil_awvalid;  // @write_again
      w_q      <= w_q ? !(accept && do_write) : s_axil_wvalid;  // @data_again
      ar_q     <= ar_q ? !(accept && do_read) : s_axil_arvalid;  // @read_again
      bvalid_q <= (accept && do_write) || (bvalid_q && !s_axil_bready);  // @drops
      answer_q <= accept && do_read;  // @r_for_write
      rvalid_q <= answer_q || (rvalid_q && !s_axil_rready);  // @r_drops
      if (accept) read_next_q <= do_write;                // alternate
      // a request that waits for reg_ready stays
      else if (do_read || do_write) read_next_q <= do_read;  // @alternate
    end
    if (!aw_q) awaddr_q <= s_axil_awaddr;
    if (!ar_q) araddr_q <= s_axil_araddr;
    if (!w_q) begin
      wdata_q <= s_axil_wdata;
      wstrb_q <= s_axil_wstrb;
    end
    if (answer_q) rdata_q <= reg_rdata_i;  // @late_answer
  end
  assign s_axil_bvalid = bvalid_q;
  assign s_axil_bresp  = 2'b00;  // @b_exokay
  assign s_axil_rvalid = rvalid_q;
  assign s_axil_rdata  = rdata_q;
  assign s_axil_rresp  = 2'b00;  // @r_exokay

  assign reg_valid_o   = do_read || do_write;
  assign reg_write_o   = do_write;
  assign reg_addr_o    = do_write ? awaddr_q : araddr_q;  // @read_addr
  assign reg_wdata_o   = wdata_q;
  assign reg_wstrb_o   = wstrb_q;  // @lanes

  wire unused = &{1'b0, s_axil_awprot, s_axil_arprot};

`ifdef FORMAL
`include "weir_axil_fv.svh"
`endif
endmodule
`default_nettype wire
