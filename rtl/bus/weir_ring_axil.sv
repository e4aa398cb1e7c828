// SPDX-License-Identifier: Apache-2.0
// weir_ring_axil: the writes of the ring of weir, to AXI4-Lite.
//
// Use      up to eight writes are under way; they must take effect in their order, as those of one manager at one memory do.
//          Connect the s_* ports to the m_* ports of weir; the read channels of the bus are not there.
// Latency  a word a cycle, one cycle later. No output to the bus depends on an input in the same cycle.
`default_nettype none
module weir_ring_axil (
    input  wire        clk_i,
    input  wire        rst_ni,

    input  wire        s_valid_i,               // writes of weir: its m_valid_o, ...
    input  wire [31:0] s_addr_i,
    input  wire [31:0] s_wdata_i,
    output wire        s_ready_o,
    output wire        s_idle_o,
    output wire        s_error_o,

    output wire        m_axil_awvalid,
    input  wire        m_axil_awready,
    output wire [31:0] m_axil_awaddr,
    output wire [2:0]  m_axil_awprot,           // 0: unprivileged, secure, data
    output wire        m_axil_wvalid,
    input  wire        m_axil_wready,
    output wire [31:0] m_axil_wdata,
    output wire [3:0]  m_axil_wstrb,            // always all
    input  wire        m_axil_bvalid,
    output wire        m_axil_bready,           // always 1
    input  wire [1:0]  m_axil_bresp             // an error sets FAULT.RING
);
  logic        aw_q, w_q;                       // the word waits for its channel
  logic [31:0] addr_q, data_q;
  logic [3:0]  left_q;                          // words without an answer
  assign s_ready_o = (!aw_q || m_axil_awready) && (!w_q || m_axil_wready) && !left_q[3];
  wire   take      = s_valid_i && s_ready_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      aw_q   <= 1'b0;
      w_q    <= 1'b0;
      left_q <= 4'd0;
    end else begin
      aw_q   <= take || (aw_q && !m_axil_awready);
      w_q    <= take || (w_q && !m_axil_wready);
      left_q <= left_q + {3'd0, take} - {3'd0, m_axil_bvalid};
    end
    if (take) begin
      addr_q <= s_addr_i;
      data_q <= s_wdata_i;
    end
  end
  assign s_idle_o       = left_q == 4'd0;
  assign s_error_o      = m_axil_bvalid && m_axil_bresp[1];
  assign m_axil_awvalid = aw_q;
  assign m_axil_awaddr  = addr_q;
  assign m_axil_awprot  = 3'b000;
  assign m_axil_wvalid  = w_q;
  assign m_axil_wdata   = data_q;
  assign m_axil_wstrb   = 4'b1111;
  assign m_axil_bready  = 1'b1;
  wire unused = &{1'b0, m_axil_bresp[0]};

`ifdef FORMAL
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
  wire [3:0] f_addresses, f_data;
  wire       f_ruled;
  axil_contract #(.ADDR_W(32), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni,
      .awvalid(m_axil_awvalid), .awready(m_axil_awready), .awaddr(m_axil_awaddr), .awprot(m_axil_awprot),
      .wvalid(m_axil_wvalid), .wready(m_axil_wready), .wdata(m_axil_wdata), .wstrb(m_axil_wstrb),
      .bvalid(m_axil_bvalid), .bready(m_axil_bready), .bresp(m_axil_bresp),
      .arvalid(1'b0), .arready(1'b0), .araddr(32'd0), .arprot(3'd0), .rvalid(1'b0), .rready(1'b0), .rdata(32'd0), .rresp(2'd0),
      .f_writes_addr(f_addresses), .f_writes_data(f_data), .f_reads(), .f_ruled, .manager_kept(), .subordinate_kept());
  logic [63:0] f_last;                          // the word accepted last
  logic [15:0] f_words, f_aw, f_w;              // accepted; given to each channel
  always_ff @(posedge clk_i) begin
    if (take) f_last <= {s_addr_i, s_wdata_i};
    f_words <= rst_ni ? f_words + {15'd0, take} : 16'd0;
    f_aw    <= rst_ni ? f_aw + {15'd0, m_axil_awvalid && m_axil_awready} : 16'd0;
    f_w     <= rst_ni ? f_w + {15'd0, m_axil_wvalid && m_axil_wready} : 16'd0;
  end
  always_comb if (f_started) begin
    // Why: the contract's rules hold from the same edge on.
    a_ruled: assert (f_ruled);
    // Every word goes to both channels once, before the next is accepted.
    a_address: assert (f_words == f_aw + {15'd0, aw_q} && (!aw_q || m_axil_awaddr == f_last[63:32]));
    a_data: assert (f_words == f_w + {15'd0, w_q} && (!w_q || m_axil_wdata == f_last[31:0]));
    // Idle: everything was answered.
    a_idle: assert (left_q == f_addresses + {3'd0, aw_q} && left_q == f_data + {3'd0, w_q});
    a_few: assert (left_q <= 4'd8 && f_addresses <= 4'd8 && f_data <= 4'd8);
    // An answer that is an error is told.
    a_error: assert (s_error_o == (m_axil_bvalid && m_axil_bready && m_axil_bresp >= 2'b10));
    // Room for a word comes with the bus.
    a_ready: assert (s_ready_o || left_q[3] || (aw_q && !m_axil_awready) || (w_q && !m_axil_wready));
    c_full: cover (left_q[3]);
    c_apart: cover (aw_q && !w_q);
    c_error: cover (s_error_o);
  end
`endif
endmodule
`default_nettype wire
