// SPDX-License-Identifier: Apache-2.0
// weir_ring_axil: the ring's writes to AXI4-Lite.
//
// Use      Up to eight writes are outstanding. They must take effect in order, as the writes of one
//          manager to one memory do. Connect the s_* ports to the m_* ports of weir; leave the read
//          channels of the bus unused.
// Latency  One word a cycle, one cycle later. No output to the bus depends on an input in the same
//          cycle.
`default_nettype none
module weir_ring_axil (
    input  wire        clk_i,
    input  wire        rst_ni,

    input  wire        s_valid_i,               // write port of weir: its m_valid_o, ...
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
    output wire [3:0]  m_axil_wstrb,            // always 4'b1111
    input  wire        m_axil_bvalid,
    output wire        m_axil_bready,           // always 1
    input  wire [1:0]  m_axil_bresp             // an error sets FAULT.RING
);
  logic        aw_q, w_q;                       // the word is pending in its channel
  logic [31:0] addr_q, data_q;
  logic [3:0]  left_q;                          // words not answered yet
  assign s_ready_o = (!aw_q || m_axil_awready) && (!w_q || m_axil_wready) && !left_q[3];
  wire   take      = s_valid_i && s_ready_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      aw_q   <= 1'b0;
      w_q    <= 1'b0;
      left_q <= 4'd0;
    end else begin
      aw_q   <= take || (aw_q && !m_axil_awready);
      w_q    <= take || (w_q && !m_axil_wready);  // @axil_drops
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
`include "weir_ring_axil_fv.svh"
`endif
endmodule
`default_nettype wire
