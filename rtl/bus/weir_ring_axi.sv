// SPDX-License-Identifier: Apache-2.0
// weir_ring_axi: the ring's writes to AXI4, in bursts.
//
// Use      Words at rising addresses become one INCR burst of up to 16 words, which never crosses a
//          4 KiB boundary. The shell sends a burst, even a full one, when a word arrives that is
//          not part of it, or 16 cycles without another pass: AWVALID is 17 after the last. All
//          bursts have one id, so they take effect in order. Up to seven are outstanding. Connect
//          the s_* ports to the m_* ports of weir; leave the read channels of the bus unused.
// Latency  One word a cycle, as fast as the bus accepts them. No output to the bus depends on an
//          input in the same cycle.
`default_nettype none
module weir_ring_axi #(
    parameter integer WIDTH = 32,               // bits of a word: 32, or 64 for weir_wide
    parameter integer ADDR_W = 32,              // of the bus, 32 to 64
    parameter [31:0]  UPPER = 0                 // address bits of the ring's memory from 32 on
) (
    input  wire        clk_i,
    input  wire        rst_ni,

    input  wire        s_valid_i,               // write port of weir: its m_valid_o, ...
    input  wire [31:0] s_addr_i,
    input  wire [WIDTH-1:0] s_wdata_i,
    output wire        s_ready_o,
    output wire        s_idle_o,
    output wire        s_error_o,

    output wire        m_axi_awvalid,
    input  wire        m_axi_awready,
    output wire [0:0]  m_axi_awid,              // always 0
    output wire [ADDR_W-1:0] m_axi_awaddr,
    output wire [7:0]  m_axi_awlen,             // 0 to 15
    output wire [2:0]  m_axi_awsize,            // 2: words of 32 bits; 3: of 64
    output wire [1:0]  m_axi_awburst,           // 1: INCR
    output wire [3:0]  m_axi_awcache,           // 3: normal, bufferable, not cacheable
    output wire [2:0]  m_axi_awprot,            // 0: unprivileged, secure, data
    output wire        m_axi_wvalid,
    input  wire        m_axi_wready,
    output wire [WIDTH-1:0] m_axi_wdata,
    output wire [WIDTH/8-1:0] m_axi_wstrb,      // always all ones
    output wire        m_axi_wlast,
    input  wire        m_axi_bvalid,
    output wire        m_axi_bready,            // always 1
    input  wire [0:0]  m_axi_bid,               // ignored
    input  wire [1:0]  m_axi_bresp              // an error sets FAULT.RING
);
  generate
    if (WIDTH != 32 && WIDTH != 64) begin : g_width
      ERROR_WIDTH_must_be_32_or_64 error ();
    end
    if (ADDR_W < 32 || ADDR_W > 64) begin : g_addr_w
      ERROR_ADDR_W_must_be_32_to_64 error ();
    end
    if (ADDR_W > 32) begin : g_upper
      assign m_axi_awaddr[ADDR_W-1:32] = UPPER[ADDR_W-33:0];  // @axi_upper
    end else begin : g_all
      wire unused = &{1'b0, UPPER};
    end
  endgenerate
  localparam integer LOG = WIDTH == 64 ? 3 : 2; // bytes of a word, log2
  localparam integer AW = 32 - LOG, PW = 12 - LOG;          // bits of its number; within 4 KiB
  localparam [AW-1:0] ONE = 1;
  // ---- the burst being collected
  logic [4:0]  words_q;                         // number of its words; 0: none
  logic [AW-1:0] first_q, next_q;               // its first word, and the one that would follow
  logic [3:0]  pause_q;                         // cycles since the last word came

  // ---- the burst under way
  logic        aw_q;                            // its address is pending
  logic [4:0]  beats_q;                         // words to be sent
  logic [AW-1:0] addr_q;
  logic [3:0]  len_q;
  // bursts sent, whole or in part, and not answered yet
  logic [2:0]  left_q;

  // ---- storage: the words of the burst under way, then of the burst being collected; 32 at most
  logic [WIDTH-1:0] ram [0:31];
  logic [4:0]  wr_q, rd_q;

  wire         sent    = !aw_q && beats_q == 5'd0;
  wire         free    = sent && left_q != 3'd7;           // another burst may be sent
  wire         any     = words_q != 5'd0;
  // @axi_page
  wire         follows = s_addr_i[31:LOG] == next_q && next_q[PW-1:0] != '0 && !words_q[4];
  assign s_ready_o     = !any || follows || free;
  wire         take    = s_valid_i && s_ready_o;
  wire         anew    = take && !(any && follows);
  wire         send    = free && any && (anew || (!take && &pause_q));
  wire         beat    = m_axi_wvalid && m_axi_wready;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      words_q <= 5'd0;
      aw_q    <= 1'b0;
      beats_q <= 5'd0;
      left_q  <= 3'd0;
      wr_q    <= 5'd0;
      rd_q    <= 5'd0;
    end else begin
      words_q <= anew ? 5'd1 : send ? 5'd0 : words_q + {4'd0, take};
      aw_q    <= send || (aw_q && !m_axi_awready);
      beats_q <= send ? words_q : beats_q - {4'd0, beat};
      left_q  <= left_q + {2'd0, send} - {2'd0, m_axi_bvalid};
      wr_q    <= wr_q + {4'd0, take};
      rd_q    <= rd_q + {4'd0, beat};
    end
    if (take) ram[wr_q] <= s_wdata_i;  // @axi_write
    if (anew) first_q <= s_addr_i[31:LOG];  // @axi_first
    if (take) next_q <= s_addr_i[31:LOG] + ONE;
    pause_q <= take ? 4'd0 : pause_q + {3'd0, pause_q != 4'd15};
    if (send) begin
      addr_q <= first_q;
      len_q  <= words_q[3:0] - 4'd1;
    end
  end

  assign s_idle_o      = !any && left_q == 3'd0;
  assign s_error_o     = m_axi_bvalid && m_axi_bresp[1];
  assign m_axi_awvalid = aw_q;
  assign m_axi_awid    = 1'b0;
  assign m_axi_awaddr[31:0] = {addr_q, {LOG{1'b0}}};
  assign m_axi_awlen   = {4'd0, len_q};
  assign m_axi_awsize  = LOG[2:0];
  assign m_axi_awburst = 2'b01;
  assign m_axi_awcache = 4'b0011;
  assign m_axi_awprot  = 3'b000;
  assign m_axi_wvalid  = beats_q != 5'd0;
  assign m_axi_wdata   = ram[rd_q];
  assign m_axi_wstrb   = '1;
  assign m_axi_wlast   = beats_q == 5'd1;
  assign m_axi_bready  = 1'b1;
  wire unused = &{1'b0, m_axi_bid, m_axi_bresp[0], s_addr_i[LOG-1:0]};

`ifdef FORMAL
`include "weir_ring_axi_fv.svh"
`endif
endmodule
`default_nettype wire
