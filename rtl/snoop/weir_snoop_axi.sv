// SPDX-License-Identifier: Apache-2.0
// weir_snoop_axi: the stores of a hart on AXI4 or AXI4-Lite, for snoop_* of weir.
//
// Use      Connect AW and W of the hart's data port and choose the hart's snoop_* ports. Address
//          and data may come in either order, in bursts of any kind, several at a time. AXI4-Lite:
//          tie axi_awlen_i to 0, axi_awsize_i to 2 (3 with 64 bits), axi_awburst_i to 1 and
//          axi_wlast_i to 1. Atomics (AWATOP) appear with their operand. UPPER and HIGH: see
//          weir_snoop_word.
// Order    A beat appears when both its address and its data are accepted. Beats of a burst whose
//          data came before their address follow one a cycle.
// Overrun  AW_DEPTH addresses may wait for data, W_DEPTH beats for their address: what the port has
//          under way at most. If more come, the snoop cannot know any more which data belong to
//          which address: it stops, and overrun_o stays high until reset. Connect overrun_o to an
//          event pin, or to what the SoC has for errors.
// Latency  None.
`default_nettype none
module weir_snoop_axi #(
    parameter integer DATA_W = 32,        // 32 or 64
    parameter integer ADDR_W = 32,        // 32 to 64
    parameter [31:0]  UPPER = 0,          // address bits from 32 on, of stores to be shown
    parameter integer HIGH = 0,           // of a store to both words: 0 the lower, 1 the upper
    parameter integer AW_DEPTH = 4,       // 1 to 14
    parameter integer W_DEPTH = 2         // 1 to 14
) (
    input  wire                clk_i,
    input  wire                rst_ni,

    input  wire                axi_awvalid_i,
    input  wire                axi_awready_i,
    input  wire [ADDR_W-1:0]   axi_awaddr_i,
    input  wire [7:0]          axi_awlen_i,
    input  wire [2:0]          axi_awsize_i,
    input  wire [1:0]          axi_awburst_i,
    input  wire                axi_wvalid_i,
    input  wire                axi_wready_i,
    input  wire [DATA_W-1:0]   axi_wdata_i,
    input  wire [DATA_W/8-1:0] axi_wstrb_i,
    input  wire                axi_wlast_i,

    output wire                snoop_valid_o,       // snoop_* of weir, for this hart
    output wire [31:0]         snoop_addr_o,
    output wire [31:0]         snoop_data_o,
    output wire [3:0]          snoop_strb_o,
    output wire                overrun_o
);
  localparam integer A = ADDR_W + 13, W = DATA_W + DATA_W/8 + 1;
  localparam [1:0] FIXED = 2'd0, WRAP = 2'd2;
  localparam [3:0] AW_MOST = AW_DEPTH[3:0], W_MOST = W_DEPTH[3:0];
  generate
    if (AW_DEPTH < 1 || AW_DEPTH > 14 || W_DEPTH < 1 || W_DEPTH > 14) begin : g_depth
      ERROR_AW_DEPTH_and_W_DEPTH_must_be_1_to_14 error ();
    end
  endgenerate

  // ---- what waits for its other half, the oldest in the low bits; behind it the new one
  logic [3:0]              aw_n_q, w_n_q;
  logic [AW_DEPTH*A-1:0]   aw_q;
  logic [W_DEPTH*W-1:0]    w_q;
  logic                    stop_q;
  wire                     aw_new = axi_awvalid_i && axi_awready_i;
  wire                     w_new = axi_wvalid_i && axi_wready_i;
  wire [A-1:0]             aw_in = {axi_awburst_i, axi_awsize_i, axi_awlen_i, axi_awaddr_i};
  wire [W-1:0]             w_in = {axi_wlast_i, axi_wstrb_i, axi_wdata_i};
  wire [A-1:0]             aw = aw_n_q == 4'd0 ? aw_in : aw_q[A-1:0];
  wire [W-1:0]             w = w_n_q == 4'd0 ? w_in : w_q[W-1:0];  // @w_first
  // @beat
  wire                     beat = (aw_n_q != 4'd0 || aw_new) && (w_n_q != 4'd0 || w_new);
  wire                     last = w[W-1];

  // ---- the address of the next beat: behind the bytes of this one, or around
  wire [1:0]               burst;
  wire [2:0]               size;
  wire [7:0]               len;
  wire [ADDR_W-1:0]        addr;
  assign {burst, size, len, addr} = aw;
  // AREA: a burst stays within 4 KiB, a WRAP burst within 128 bytes.
  wire [3:0]               bytes = 4'd1 << size[1:0];
  wire [6:0]               around = {3'd0, len[3:0]} << size[1:0] | {3'd0, bytes - 4'd1};
  // @behind
  wire [11:0]              behind = (addr[11:0] & ~{8'd0, bytes - 4'd1}) + {8'd0, bytes};
  // @may
  wire [11:0]              may = burst == WRAP ? {5'd0, around} : {12{burst != FIXED}};
  wire [ADDR_W-1:0]        next = {addr[ADDR_W-1:12], (addr[11:0] & ~may) | (behind & may)};
  wire [A-1:0]             aw_next = {burst, size, len, next};

  wire [3:0]               aw_have = aw_n_q + {3'd0, aw_new};  // @have
  wire [3:0]               w_have = w_n_q + {3'd0, w_new};  // @w_have
  wire [3:0]               aw_left = aw_have - {3'd0, beat && last};  // @aw_left
  wire [3:0]               w_left = w_have - {3'd0, beat};
  always_ff @(posedge clk_i) begin
    stop_q <= rst_ni && (stop_q || aw_left > AW_MOST || w_left > W_MOST);  // @stop
    aw_n_q <= rst_ni && !stop_q ? aw_left : 4'd0;
    w_n_q  <= rst_ni && !stop_q ? w_left : 4'd0;  // @w_left
  end
  // Entry k of the next cycle: k of now, or k + 1 if the first leaves; the new one stands
  // behind the others.
  genvar k;
  generate
    for (k = 0; k < AW_DEPTH; k = k + 1) begin : g_aw
      localparam integer HERE = k;
      localparam [3:0] K = HERE[3:0];
      wire [A-1:0] above;
      if (k + 1 < AW_DEPTH) begin : g_more
        assign above = aw_n_q > K + 4'd1 ? aw_q[(k+1)*A +: A] : aw_in;
      end else begin : g_end
        assign above = aw_in;
      end
      // @next
      wire [A-1:0] same = k == 0 && beat ? aw_next : aw_n_q > K ? aw_q[k*A +: A] : aw_in;
      always_ff @(posedge clk_i) aw_q[k*A +: A] <= beat && last ? above : same;
    end
    for (k = 0; k < W_DEPTH; k = k + 1) begin : g_w
      localparam integer HERE = k;
      localparam [3:0] K = HERE[3:0];
      wire [W-1:0] above;
      if (k + 1 < W_DEPTH) begin : g_more
        assign above = w_n_q > K + 4'd1 ? w_q[(k+1)*W +: W] : w_in;  // @w_above
      end else begin : g_end
        assign above = w_in;
      end
      always_ff @(posedge clk_i) w_q[k*W +: W] <= beat ? above : w_n_q > K ? w_q[k*W +: W] : w_in;
    end
  endgenerate

  assign overrun_o = stop_q;
  weir_snoop_word #(.DATA_W(DATA_W), .ADDR_W(ADDR_W), .UPPER(UPPER), .HIGH(HIGH)) u_word (
      .valid_i(beat && !stop_q), .addr_i(addr), .data_i(w[DATA_W-1:0]),
      .strb_i(w[DATA_W +: DATA_W/8]),
      .snoop_valid_o, .snoop_addr_o, .snoop_data_o, .snoop_strb_o);

`ifdef FORMAL
`include "weir_snoop_axi_fv.svh"
`endif
endmodule
`default_nettype wire
