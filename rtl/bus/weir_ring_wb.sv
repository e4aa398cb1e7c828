// SPDX-License-Identifier: Apache-2.0
// weir_ring_wb: the ring's writes to Wishbone B4, pipelined or classic.
//
// Use      32-bit port with 8-bit granularity, byte addresses. Connect the s_* ports to the m_*
//          ports of weir. To count RTY as an error, OR it into m_wb_err.
// Latency  Pipelined: one word a cycle, up to eight outstanding. Classic: one word in as many
//          cycles as the slave needs. One cycle later. No output to the bus depends on an input in
//          the same cycle.
`default_nettype none
module weir_ring_wb #(
    parameter integer CLASSIC = 0               // 1: STB stays until ACK, STALL is not used
) (
    input  wire        clk_i,
    input  wire        rst_ni,

    input  wire        s_valid_i,               // write port of weir: its m_valid_o, ...
    input  wire [31:0] s_addr_i,
    input  wire [31:0] s_wdata_i,
    output wire        s_ready_o,
    output wire        s_idle_o,
    output wire        s_error_o,

    output wire        m_wb_cyc,
    output wire        m_wb_stb,
    output wire        m_wb_we,                 // always 1
    output wire [31:0] m_wb_adr,
    output wire [3:0]  m_wb_sel,                // always 4'b1111
    output wire [31:0] m_wb_dat_w,
    input  wire        m_wb_stall,              // ignored with CLASSIC
    input  wire        m_wb_ack,
    input  wire        m_wb_err                 // sets FAULT.RING
);
  logic        stb_q;                           // a word is pending
  logic [31:0] addr_q, data_q;
  logic [3:0]  left_q;                          // words not answered yet
  wire   answer    = m_wb_ack || m_wb_err;
  wire   goes      = CLASSIC != 0 ? answer : !m_wb_stall;
  assign s_ready_o = (!stb_q || goes) && !left_q[3];
  wire   take      = s_valid_i && s_ready_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stb_q  <= 1'b0;
      left_q <= 4'd0;
    end else begin
      stb_q  <= take || (stb_q && !goes);
      left_q <= left_q + {3'd0, take} - {3'd0, answer};
    end
    if (take) begin
      addr_q <= s_addr_i;
      data_q <= s_wdata_i;
    end
  end
  assign s_idle_o   = left_q == 4'd0;
  assign s_error_o  = m_wb_err;
  assign m_wb_cyc   = left_q != 4'd0;  // @wb_idle
  assign m_wb_stb   = stb_q;
  assign m_wb_we    = 1'b1;
  assign m_wb_adr   = addr_q;
  assign m_wb_sel   = 4'b1111;
  assign m_wb_dat_w = data_q;
  wire unused = &{1'b0, m_wb_stall};

`ifdef FORMAL
`include "weir_ring_wb_fv.svh"
`endif
endmodule
`default_nettype wire
