// SPDX-License-Identifier: Apache-2.0
// Properties of weir_ring_wb, which includes this file under FORMAL.
//
//! proof ring_wb, induction, cover 12, with sim/formal/wb_contract.sv, quick: the master's rules of
//!     Wishbone B4, pipelined; every word is written once; idle when all are answered
//! proof ring_wb_classic (CLASSIC=1), induction, cover 12, with sim/formal/wb_contract.sv: the
//!     same, classic

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
wire [7:0] f_asked;
wb_contract #(.ADDR_W(32), .CLASSIC(CLASSIC), .MANAGER(1)) u_contract (
    .clk_i, .rst_ni,
    .cyc(m_wb_cyc), .stb(m_wb_stb), .we(m_wb_we), .adr(m_wb_adr), .sel(m_wb_sel),
        .dat_w(m_wb_dat_w),
    .stall(m_wb_stall), .ack(m_wb_ack), .err(m_wb_err), .rty(1'b0), .dat_r(32'd0),
    .f_asked, .manager_honoured(), .subordinate_honoured());
logic [63:0] f_last;                          // the word accepted last
logic [15:0] f_words, f_gone;                 // accepted; given to the bus
always_ff @(posedge clk_i) begin
  if (take) f_last <= {s_addr_i, s_wdata_i};
  f_words <= rst_ni ? f_words + {15'd0, take} : 16'd0;
  f_gone  <= rst_ni ? f_gone + {15'd0, m_wb_cyc && m_wb_stb && goes} : 16'd0;
end
logic f_rested;                               // idle, and no word was accepted
always_ff @(posedge clk_i) f_rested <= s_idle_o && !(s_valid_i && s_ready_o);
always_comb if (f_started) begin
  // Every word goes to the bus once, before the next is accepted.
  a_word: assert (f_words == f_gone + {15'd0, stb_q}
      && (!stb_q || {m_wb_adr, m_wb_dat_w} == f_last));
  // It stays idle until a word is accepted.
  a_rests: assert (!f_rested || s_idle_o);
  // Idle: everything was answered.
  a_idle: assert (CLASSIC != 0 ? left_q == {3'd0, stb_q} : {4'd0, left_q} == f_asked
      + {7'd0, stb_q});
  //! mutant ring_wb_idle, quick: the cycle ends before its last answer
  //!     @wb_idle assign m_wb_cyc = stb_q;
  a_few: assert (left_q <= 4'd8 && (!stb_q || left_q != 4'd0));
  a_asked: assert (CLASSIC == 0 || f_asked <= {7'd0, stb_q});
  // Free space for a word arrives with the bus.
  a_ready: assert (s_ready_o || left_q[3] || (stb_q && !goes));
  c_error: cover (s_error_o);
  c_word: cover (f_gone == 16'd3);
end
