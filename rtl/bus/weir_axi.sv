// SPDX-License-Identifier: Apache-2.0
// weir_axi: AXI4 subordinate of 32 or 64 bits to the register port of weir.
//
// Use      Bursts of all kinds, of beats of any size. A beat is one access of each word that it
//          stores to or asks for: one of 64 bits makes two, the lower word first. So a `sd` to
//          VALUE of a port is an event, with the id in its upper half. A word without strobes is
//          not accessed. A read of the data page takes one word whatever its size, and shows it in
//          both halves: a bridge may widen it, and must neither repeat nor speculate it. Every
//          response is OKAY: FAULT reports an undefined access. Leave AxLOCK, AxCACHE, AxPROT,
//          AxQOS and AxREGION open: an exclusive access gets no EXOKAY, so it fails.
// Order    One burst in each direction at a time; the next address is taken when the last response
//          is. Beats of reads and writes alternate while both wait, and neither waits for the other
//          bus channel.
// Latency  While reg_ready_i is high: write response two cycles after the later of address and
//          data, read data three cycles after the address, two cycles more for each further access
//          of a read, one for one of a write. Sustained: a beat every two cycles. No output to the
//          bus depends on an input in the same cycle.
`default_nettype none
module weir_axi #(
    parameter integer ADDR_W = 17,                    // as in weir
    parameter integer DATA_W = 32,                    // 32 or 64
    parameter integer ID_W = 4                       // bits of a transaction id
) (
    input  wire                clk_i,
    input  wire                rst_ni,

    input  wire                s_axi_awvalid,
    output wire                s_axi_awready,
    input  wire [ID_W-1:0]     s_axi_awid,
    input  wire [ADDR_W-1:0]   s_axi_awaddr,
    input  wire [7:0]          s_axi_awlen,
    input  wire [2:0]          s_axi_awsize,
    input  wire [1:0]          s_axi_awburst,
    input  wire                s_axi_wvalid,
    output wire                s_axi_wready,
    input  wire [DATA_W-1:0]   s_axi_wdata,
    input  wire [DATA_W/8-1:0] s_axi_wstrb,
    input  wire                s_axi_wlast,
    output wire                s_axi_bvalid,
    input  wire                s_axi_bready,
    output wire [ID_W-1:0]     s_axi_bid,
    output wire [1:0]          s_axi_bresp,
    input  wire                s_axi_arvalid,
    output wire                s_axi_arready,
    input  wire [ID_W-1:0]     s_axi_arid,
    input  wire [ADDR_W-1:0]   s_axi_araddr,
    input  wire [7:0]          s_axi_arlen,
    input  wire [2:0]          s_axi_arsize,
    input  wire [1:0]          s_axi_arburst,
    output wire                s_axi_rvalid,
    input  wire                s_axi_rready,
    output wire [ID_W-1:0]     s_axi_rid,
    output wire [DATA_W-1:0]   s_axi_rdata,
    output wire [1:0]          s_axi_rresp,
    output wire                s_axi_rlast,

    output wire                reg_valid_o,           // register port of weir
    output wire                reg_write_o,
    output wire [ADDR_W-1:0]   reg_addr_o,
    output wire [31:0]         reg_wdata_o,
    output wire [3:0]          reg_wstrb_o,
    input  wire                reg_ready_i,
    input  wire [31:0]         reg_rdata_i
);
  localparam [ADDR_W-13:0] DATA_PAGE = 1;
  generate
    if (DATA_W != 32 && DATA_W != 64) begin : g_width
      ERROR_DATA_W_must_be_32_or_64 error ();
    end
  endgenerate
  // Bits of an address that a burst may change; bit 7 stands for all from there to 4 KiB.
  function automatic [7:0] moves(input [1:0] burst, input [3:0] len, input [1:0] size);
    // @moves: all (INCR), those of its container (WRAP), or none (FIXED)
    moves = burst[0] ? 8'hff : burst[1] ? {1'b0, {3'd0, len} << size | ~(7'h7f << size)} : 8'd0;
  endfunction

  // ---- the bursts under way, the address of their next beat, and a beat of data
  logic                aw_q, ar_q, w_q;
  logic [ADDR_W-1:0]   waddr_q, raddr_q;
  logic [ID_W-1:0]     wid_q, rid_q;
  logic [1:0]          wsize_q, rsize_q;
  logic [7:0]          wmoves_q, rmoves_q, rleft_q;
  logic [DATA_W-1:0]   wdata_q, rdata_q;
  logic [DATA_W/8-1:0] wstrb_q;
  logic                wlast_q;
  // responses; rlast_q: the last access of the burst was made
  logic                bvalid_q, rvalid_q, answer_q, rlast_q, read_next_q;

  // ---- accesses: a write needs a beat of data, a read a free answer register
  wire         can_write = aw_q && w_q && !bvalid_q;  // @no_data
  wire         can_read  = ar_q && !rlast_q && !answer_q && (!rvalid_q || s_axi_rready);  // @reads
  wire         do_read   = can_read && (read_next_q || !can_write);
  wire         do_write  = can_write && !do_read;
  // the word of the access, the last of its beat; answers go to the lower half, and end a beat
  wire         write_upper, read_upper, low, whole;
  // the beat takes both words; the lower was accessed
  wire         both, pair, write_half, read_half;
  wire         write_ends = !both || write_half;
  wire         read_ends  = !pair || read_half;
  wire         any = |wstrb_q;
  wire         go  = reg_ready_i || (do_write && !any);
  wire         write_done = do_write && write_ends && go;
  wire         read_done  = do_read && read_ends && go;

  generate
    if (DATA_W == 64) begin : g_64
      logic write_half_q, read_half_q;                // the lower word of a beat was accessed
      logic low_q, whole_q;
      assign both        = |wstrb_q[7:4] && |wstrb_q[3:0];
      wire data_page = raddr_q[ADDR_W-1:12] == DATA_PAGE;  // @pops
      assign pair        = rsize_q == 2'd3 && !raddr_q[2] && !data_page;
      assign write_upper = |wstrb_q[7:4] && write_ends;  // @upper
      assign read_upper  = pair ? read_half_q : raddr_q[2];  // @read_upper
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          write_half_q <= 1'b0;
          read_half_q  <= 1'b0;
        end else if (go) begin
          if (do_write) write_half_q <= !write_ends;  // @half
          if (do_read) read_half_q <= !read_ends;
        end
        if (do_read) begin
          low_q   <= !pair || !read_half_q;  // @low
          whole_q <= read_ends;
        end
        if (answer_q) rdata_q[63:32] <= reg_rdata_i;  // @high_answer
      end
      assign write_half  = write_half_q;
      assign read_half   = read_half_q;
      assign low         = low_q;
      assign whole       = whole_q;
      assign reg_wdata_o = write_upper ? wdata_q[63:32] : wdata_q[31:0];  // @wdata
      assign reg_wstrb_o = write_upper ? wstrb_q[7:4] : wstrb_q[3:0];
    end else begin : g_32
      assign both        = 1'b0;
      assign pair        = 1'b0;
      assign write_upper = waddr_q[2];
      assign read_upper  = raddr_q[2];
      assign write_half  = 1'b0;
      assign read_half   = 1'b0;
      assign low         = 1'b1;
      assign whole       = 1'b1;
      assign reg_wdata_o = wdata_q;
      assign reg_wstrb_o = wstrb_q;  // @lanes
    end
  endgenerate

  // ---- the address of the next beat: behind the bytes of this one, within what may change
  // AREA: one adder for both directions, which take turns.
  wire [ADDR_W-1:0] addr  = do_read ? raddr_q : waddr_q;
  wire [1:0]        size  = do_read ? rsize_q : wsize_q;
  wire [7:0]        moved = do_read ? rmoves_q : wmoves_q;  // @moved
  wire [11:0]       may   = {{4{moved[7]}}, moved};  // @page
  // AREA: the second beat of an unaligned burst is aligned; below a word nothing shows it.
  wire              half  = addr[2] && (DATA_W == 32 || size != 2'd3);  // @unaligned
  wire [11:0]       after = {addr[11:3], half, addr[1:0]} + (12'd1 << size);
  wire [ADDR_W-1:0] next  = {addr[ADDR_W-1:12], (addr[11:0] & ~may) | (after & may)};

  assign s_axi_awready = !aw_q;
  assign s_axi_wready  = !w_q;
  assign s_axi_arready = !ar_q;

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
      aw_q     <= aw_q ? !(bvalid_q && s_axi_bready) : s_axi_awvalid;  // @write_again
      w_q      <= w_q ? !write_done : s_axi_wvalid;  // @data_again
      ar_q     <= ar_q ? !(rvalid_q && s_axi_rready && rlast_q) : s_axi_arvalid;
      bvalid_q <= (write_done && wlast_q) || (bvalid_q && !s_axi_bready);  // @drops
      answer_q <= do_read && go;  // @r_for_write
      rvalid_q <= (answer_q && whole) || (rvalid_q && !s_axi_rready);  // @r_drops
      if ((do_read || do_write) && go) read_next_q <= do_write;  // alternate
      // a request that waits for reg_ready stays
      else if (do_read || do_write) read_next_q <= do_read;  // @alternate
    end
    rlast_q <= ar_q && (rlast_q || (read_done && rleft_q == 8'd0));  // @last
    if (!aw_q) begin
      waddr_q  <= s_axi_awaddr;
      wid_q    <= s_axi_awid;
      wsize_q  <= s_axi_awsize[1:0];
      wmoves_q <= moves(s_axi_awburst, s_axi_awlen[3:0], s_axi_awsize[1:0]);
    end else if (write_done) waddr_q <= next;  // @next
    if (!ar_q) begin
      raddr_q  <= s_axi_araddr;
      rid_q    <= s_axi_arid;
      rsize_q  <= s_axi_arsize[1:0];
      rmoves_q <= moves(s_axi_arburst, s_axi_arlen[3:0], s_axi_arsize[1:0]);
      rleft_q  <= s_axi_arlen;
    end else if (read_done) begin
      raddr_q <= next;  // @read_next
      rleft_q <= rleft_q - 8'd1;
    end
    if (!w_q) begin
      wdata_q <= s_axi_wdata;
      wstrb_q <= s_axi_wstrb;
      wlast_q <= s_axi_wlast;
    end
    if (answer_q && low) rdata_q[31:0] <= reg_rdata_i;  // @late_answer
  end
  assign s_axi_bvalid = bvalid_q;
  assign s_axi_bid    = wid_q;
  assign s_axi_bresp  = 2'b00;  // @b_exokay
  assign s_axi_rvalid = rvalid_q;
  assign s_axi_rid    = rid_q;  // @rid
  assign s_axi_rdata  = rdata_q;
  assign s_axi_rresp  = 2'b00;  // @r_exokay
  assign s_axi_rlast  = rlast_q;  // @rlast

  assign reg_valid_o  = do_read || (do_write && any);
  assign reg_write_o  = do_write;
  assign reg_addr_o   = {addr[ADDR_W-1:3], do_read ? read_upper : write_upper, 2'b00};

  wire unused = &{1'b0, s_axi_awlen[7:4], s_axi_awsize[2], s_axi_arsize[2]};

`ifdef FORMAL
`include "weir_axi_fv.svh"
`endif
endmodule
`default_nettype wire
