// SPDX-License-Identifier: Apache-2.0
// weir_ring_axi: the writes of the ring of weir, to AXI4 in bursts.
//
// Use      words at rising addresses become one INCR burst of up to 16, which never crosses 4 KiB; it is sent when another address
//          comes, when it is full, or 15 cycles after its last word. All bursts have one id, so they take effect in their order. Up to
//          seven are under way. Connect the s_* ports to the m_* ports of weir; the read channels of the bus are not there.
// Latency  a word a cycle, as long as the bus takes one. No output to the bus depends on an input in the same cycle.
`default_nettype none
module weir_ring_axi (
    input  wire        clk_i,
    input  wire        rst_ni,

    input  wire        s_valid_i,               // writes of weir: its m_valid_o, ...
    input  wire [31:0] s_addr_i,
    input  wire [31:0] s_wdata_i,
    output wire        s_ready_o,
    output wire        s_idle_o,
    output wire        s_error_o,

    output wire        m_axi_awvalid,
    input  wire        m_axi_awready,
    output wire [0:0]  m_axi_awid,              // always 0
    output wire [31:0] m_axi_awaddr,
    output wire [7:0]  m_axi_awlen,             // 0 to 15
    output wire [2:0]  m_axi_awsize,            // 2: words
    output wire [1:0]  m_axi_awburst,           // 1: INCR
    output wire [3:0]  m_axi_awcache,           // 3: normal, bufferable, not cacheable
    output wire [2:0]  m_axi_awprot,            // 0: unprivileged, secure, data
    output wire        m_axi_wvalid,
    input  wire        m_axi_wready,
    output wire [31:0] m_axi_wdata,
    output wire [3:0]  m_axi_wstrb,             // always all
    output wire        m_axi_wlast,
    input  wire        m_axi_bvalid,
    output wire        m_axi_bready,            // always 1
    input  wire [0:0]  m_axi_bid,               // not looked at
    input  wire [1:0]  m_axi_bresp              // an error sets FAULT.RING
);
  // ---- the burst that is collected
  logic [4:0]  words_q;                         // its words, 0: none
  logic [29:0] first_q, next_q;                 // its first word, and the one that would follow
  logic [3:0]  pause_q;                         // cycles since the last word came

  // ---- the burst that is sent
  logic        aw_q;                            // its address waits
  logic [4:0]  beats_q;                         // words to be sent
  logic [29:0] addr_q;
  logic [3:0]  len_q;
  logic [2:0]  left_q;                          // bursts that were sent, whole or in part, without an answer

  // ---- their words: those of the burst that is sent, then those of the one that is collected; 32 at most
  logic [31:0] ram [0:31];
  logic [4:0]  wr_q, rd_q;

  wire         sent    = !aw_q && beats_q == 5'd0;
  wire         free    = sent && left_q != 3'd7;           // another burst can be sent
  wire         any     = words_q != 5'd0;
  wire         follows = s_addr_i[31:2] == next_q && next_q[9:0] != 10'd0 && !words_q[4];
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
    if (take) ram[wr_q] <= s_wdata_i;
    if (anew) first_q <= s_addr_i[31:2];
    if (take) next_q <= s_addr_i[31:2] + 30'd1;
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
  assign m_axi_awaddr  = {addr_q, 2'b00};
  assign m_axi_awlen   = {4'd0, len_q};
  assign m_axi_awsize  = 3'd2;
  assign m_axi_awburst = 2'b01;
  assign m_axi_awcache = 4'b0011;
  assign m_axi_awprot  = 3'b000;
  assign m_axi_wvalid  = beats_q != 5'd0;
  assign m_axi_wdata   = ram[rd_q];
  assign m_axi_wstrb   = 4'b1111;
  assign m_axi_wlast   = beats_q == 5'd1;
  assign m_axi_bready  = 1'b1;
  wire unused = &{1'b0, m_axi_bid, m_axi_bresp[0], s_addr_i[1:0]};

`ifdef FORMAL
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
  wire [3:0] f_bursts;
  wire [4:0] f_beats;
  wire       f_ruled, f_addressed, f_last;
  wire [7:0] f_len;
  axi_write_contract #(.ADDR_W(32), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni,
      .awvalid(m_axi_awvalid), .awready(m_axi_awready), .awaddr(m_axi_awaddr), .awlen(m_axi_awlen), .awsize(m_axi_awsize),
      .awburst(m_axi_awburst), .wvalid(m_axi_wvalid), .wready(m_axi_wready), .wdata(m_axi_wdata), .wstrb(m_axi_wstrb), .wlast(m_axi_wlast),
      .bvalid(m_axi_bvalid), .bready(m_axi_bready), .f_bursts, .f_beats, .f_addressed, .f_last, .f_len, .f_ruled, .manager_kept(), .subordinate_kept());
  logic [31:0] f_taken, f_given;                // words accepted, and given to the bus
  logic [3:0]  f_still;                         // cycles since one was accepted, 15: that many or more
  always_ff @(posedge clk_i) begin
    if (s_valid_i && s_ready_o) f_still <= 4'd0;
    else if (f_still != 4'd15) f_still <= f_still + 4'd1;
    f_taken <= rst_ni ? f_taken + {31'd0, take} : 32'd0;
    f_given <= rst_ni ? f_given + {31'd0, beat} : 32'd0;
  end
  always_comb if (f_started) begin
    // Why: the contract's rules hold from the same edge on.
    a_ruled: assert (f_ruled);
    // Every word is given to the bus, once: those that are not yet are in the FIFO, and counted in one of the bursts.
    a_words: assert (f_taken - f_given == {27'd0, words_q} + {27'd0, beats_q} && wr_q == rd_q + words_q + beats_q);
    // There is room for them.
    a_room: assert (words_q <= 5'd16 && beats_q <= 5'd16);
    // A burst is at the addresses its words came with, in one page of 4 KiB.
    a_burst: assert (!any || (next_q == first_q + {25'd0, words_q} && {1'b0, first_q[9:0]} + {6'd0, words_q} <= 11'd1024));
    a_sent: assert (sent || {1'b0, addr_q[9:0]} + {7'd0, len_q} < 11'd1024);
    // What waits is sent: at once when another word must wait for it, else when none has come for 16 cycles.
    a_ready: assert (s_ready_o || !sent || f_bursts == 4'd7);
    a_send: assert (send == (sent && f_bursts != 4'd7 && any && (s_valid_i ? !follows : f_still == 4'd15)));
    a_still: assert (!any || pause_q == f_still);
    // An answer that is an error is told.
    a_error: assert (s_error_o == (m_axi_bvalid && m_axi_bready && m_axi_bresp >= 2'b10));
    // Idle: every burst was answered.
    a_idle: assert ({1'b0, left_q} == f_bursts + {3'd0, !sent} && f_bursts <= 4'd7);
    // Why: the contract counts as this does.
    a_beats: assert (f_beats == (sent ? 5'd0 : {1'b0, len_q} + 5'd1 - beats_q) && (sent || beats_q <= {1'b0, len_q} + 5'd1));
    a_state: assert (f_addressed == (!sent && !aw_q) && f_last == (!sent && beats_q == 5'd0) && (!f_addressed || f_len == m_axi_awlen));
    c_full: cover (m_axi_wlast && beat && len_q == 4'd3);
    c_page: cover (send && first_q[9:0] + {5'd0, words_q} == 10'd0);
    c_error: cover (s_error_o);
  end
`endif
endmodule
`default_nettype wire
