// SPDX-License-Identifier: Apache-2.0
// weir_ring_wb: the writes of the ring of weir, to Wishbone B4, pipelined or classic.
//
// Use      32-bit port with 8-bit granularity, byte addresses. Connect the s_* ports to the m_* ports of weir. RTY counts as an error
//          if it is tied to ERR.
// Latency  pipelined: a word a cycle, up to eight under way. Classic: a word in as many cycles as the slave takes. One cycle later.
//          No output to the bus depends on an input in the same cycle.
`default_nettype none
module weir_ring_wb #(
    parameter integer CLASSIC = 0               // 1: STB stays until ACK, STALL is not used
) (
    input  wire        clk_i,
    input  wire        rst_ni,

    input  wire        s_valid_i,               // writes of weir: its m_valid_o, ...
    input  wire [31:0] s_addr_i,
    input  wire [31:0] s_wdata_i,
    output wire        s_ready_o,
    output wire        s_idle_o,
    output wire        s_error_o,

    output wire        m_wb_cyc,
    output wire        m_wb_stb,
    output wire        m_wb_we,                 // always 1
    output wire [31:0] m_wb_adr,
    output wire [3:0]  m_wb_sel,                // always all
    output wire [31:0] m_wb_dat_w,
    input  wire        m_wb_stall,              // not looked at when CLASSIC
    input  wire        m_wb_ack,
    input  wire        m_wb_err                 // sets FAULT.RING
);
  logic        stb_q;                           // a word waits for the bus
  logic [31:0] addr_q, data_q;
  logic [3:0]  left_q;                          // words without an answer
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
  assign m_wb_cyc   = left_q != 4'd0;
  assign m_wb_stb   = stb_q;
  assign m_wb_we    = 1'b1;
  assign m_wb_adr   = addr_q;
  assign m_wb_sel   = 4'b1111;
  assign m_wb_dat_w = data_q;
  wire unused = &{1'b0, m_wb_stall};

`ifdef FORMAL
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
  wire [7:0] f_asked;
  wb_contract #(.ADDR_W(32), .CLASSIC(CLASSIC), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni,
      .cyc(m_wb_cyc), .stb(m_wb_stb), .we(m_wb_we), .adr(m_wb_adr), .sel(m_wb_sel), .dat_w(m_wb_dat_w),
      .stall(m_wb_stall), .ack(m_wb_ack), .err(m_wb_err), .rty(1'b0), .dat_r(32'd0),
      .f_asked, .manager_kept(), .subordinate_kept());
  logic [63:0] f_last;                          // the word accepted last
  logic [15:0] f_words, f_gone;                 // accepted; given to the bus
  always_ff @(posedge clk_i) begin
    if (take) f_last <= {s_addr_i, s_wdata_i};
    f_words <= rst_ni ? f_words + {15'd0, take} : 16'd0;
    f_gone  <= rst_ni ? f_gone + {15'd0, m_wb_cyc && m_wb_stb && goes} : 16'd0;
  end
  always_comb if (f_started) begin
    // Every word goes to the bus once, before the next is accepted.
    a_word: assert (f_words == f_gone + {15'd0, stb_q} && (!stb_q || {m_wb_adr, m_wb_dat_w} == f_last));
    // Idle: everything was answered.
    a_idle: assert (CLASSIC != 0 ? left_q == {3'd0, stb_q} : {4'd0, left_q} == f_asked + {7'd0, stb_q});
    a_few: assert (left_q <= 4'd8 && (!stb_q || left_q != 4'd0));
    a_asked: assert (CLASSIC == 0 || f_asked <= {7'd0, stb_q});
    // Room for a word comes with the bus.
    a_ready: assert (s_ready_o || left_q[3] || (stb_q && !goes));
    c_error: cover (s_error_o);
    c_word: cover (f_gone == 16'd3);
  end
`endif
endmodule
`default_nettype wire
