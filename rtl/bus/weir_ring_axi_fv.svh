// SPDX-License-Identifier: Apache-2.0
// Properties of weir_ring_axi, which includes this file under FORMAL.
//
//! proof ring_axi, induction, cover 30, with sim/formal/axi_write_contract.sv: the manager's rules
//!     of the write channels of AXI4, bursts within 4 KiB at the addresses of their words; every
//!     word once, in order, unchanged, to its address; idle when all are answered
//! proof ring_axi64 (WIDTH=64 ADDR_W=40 UPPER=3), induction, with sim/formal/axi_write_contract.sv:
//!     the same, words of 64 bits, in one piece of 4 GiB

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
wire [3:0] f_bursts;
wire [4:0] f_beats;
wire       f_ruled, f_addressed, f_last;
wire [7:0] f_len;
axi_write_contract #(.ADDR_W(ADDR_W), .MANAGER(1), .WIDTH(WIDTH)) u_contract (
    .clk_i, .rst_ni,
    .awvalid(m_axi_awvalid), .awready(m_axi_awready), .awaddr(m_axi_awaddr), .awlen(m_axi_awlen),
        .awsize(m_axi_awsize),
    .awburst(m_axi_awburst), .wvalid(m_axi_wvalid), .wready(m_axi_wready), .wdata(m_axi_wdata),
        .wstrb(m_axi_wstrb), .wlast(m_axi_wlast),
    .bvalid(m_axi_bvalid), .bready(m_axi_bready), .f_bursts, .f_beats, .f_addressed, .f_last,
        .f_len, .f_ruled, .manager_honoured(), .subordinate_honoured());
logic [31:0] f_taken, f_given;                // words accepted, and given to the bus
// cycles since one was accepted, 15: that many or more
logic [3:0]  f_still;
always_ff @(posedge clk_i) begin
  if (s_valid_i && s_ready_o) f_still <= 4'd0;
  else if (f_still != 4'd15) f_still <= f_still + 4'd1;
  f_taken <= rst_ni ? f_taken + {31'd0, take} : 32'd0;
  f_given <= rst_ni ? f_given + {31'd0, beat} : 32'd0;
end
// ---- any one word is followed, from the cycle in which it is accepted until the bus takes it
(* anyseq *) wire f_pick;
logic             f_followed = 1'b0;
logic [WIDTH-1:0] f_data;
logic [AW-1:0]    f_at;                       // its address
logic [5:0]       f_before;                   // words ahead of it
logic [4:0]       f_where;                    // only to make the proof inductive: its place
logic [AW-1:0]    f_awaddr;                   // of the burst under way, once it was accepted
wire  [AW-1:0]    f_begin = f_addressed ? f_awaddr : m_axi_awaddr[31:LOG];
always_ff @(posedge clk_i) begin
  if (!rst_ni) f_followed <= 1'b0;
  else if (f_followed && beat && f_before == 6'd0) f_followed <= 1'b0;
  else if (!f_followed && take && f_pick) f_followed <= 1'b1;
  if (!f_followed) begin
    f_data   <= s_wdata_i;
    f_at     <= s_addr_i[31:LOG];
    f_before <= f_taken[5:0] - f_given[5:0] - {5'd0, beat};
    f_where  <= wr_q;
  end else if (beat) f_before <= f_before - 6'd1;
  if (m_axi_awvalid && m_axi_awready) f_awaddr <= m_axi_awaddr[31:LOG];
end
always_comb if (f_started && f_followed) begin
  // It is given to the bus behind exactly the words before it, unchanged,
  a_word: assert (f_before != 6'd0 || !m_axi_wvalid || m_axi_wdata == f_data);
  //! mutant ring_axi_early, bound 30: the place of a word is used again before the word is sent
  //!     @axi_write if (take) ram[{1'b0, wr_q[3:0]}] <= s_wdata_i;
  // as the beat of a burst that goes to its address.
  a_address: assert (f_before != 6'd0 || !m_axi_wvalid
      || ((f_addressed || m_axi_awvalid) && f_begin + {{(AW-5){1'b0}}, f_beats} == f_at));
  //! mutant ring_axi_joins, bound 30: a word joins a burst whose next address is another
  //!     @axi_page wire follows = next_q[PW-1:0] != '0 && !words_q[4];
  //! mutant ring_axi_first, in ring_axi64, bound 30: a burst begins behind the one before
  //!     @axi_first if (anew) first_q <= next_q;
  // It is not forgotten: it is in the burst under way, or in the one that is collected.
  a_in_bursts: assert (f_before < {1'b0, words_q} + {1'b0, beats_q});
  // Why:
  a_where: assert (f_where == rd_q + f_before[4:0] && ram[f_where] == f_data);
  a_at: assert (f_before < {1'b0, beats_q}
      ? f_at == addr_q + {{(AW-5){1'b0}}, {1'b0, len_q} + 5'd1 - beats_q}
        + {{(AW-6){1'b0}}, f_before}
      : f_at == first_q + {{(AW-6){1'b0}}, f_before - {1'b0, beats_q}});
end
always_comb if (f_started) begin
  a_awaddr: assert (!f_addressed || f_awaddr == addr_q);
  c_behind: cover (f_followed && f_before == 6'd0 && beat && f_beats == 5'd2);
end
logic f_rested;                               // idle, and no word was accepted
always_ff @(posedge clk_i) f_rested <= s_idle_o && !(s_valid_i && s_ready_o);
always_comb if (f_started) begin
  // Why: the contract's rules hold from the same edge on.
  a_ruled: assert (f_ruled);
  // Every word is given to the bus, once: those that are not yet are in the FIFO, and counted in
  // one of the bursts.
  a_words: assert (f_taken - f_given == {27'd0, words_q} + {27'd0, beats_q} && wr_q == rd_q
      + words_q + beats_q);
  // There is free space for them.
  a_space: assert (words_q <= 5'd16 && beats_q <= 5'd16);
  // A burst is at the addresses its words came with, in one page of 4 KiB.
  a_burst: assert (!any || (next_q == first_q + {{(AW-5){1'b0}}, words_q} && {1'b0, first_q[PW-1:0]}
      + {{(PW-4){1'b0}}, words_q} <= (1 << PW)));
  //! mutant ring_axi_page, bound 20: a burst continues beyond 4 KiB
  //!     @axi_page wire follows = s_addr_i[31:LOG] == next_q && !words_q[4];
  a_sent: assert (sent || {1'b0, addr_q[PW-1:0]} + {{(PW-3){1'b0}}, len_q} < (1 << PW));
  // The address is that of the burst's first word, in the memory's piece of 4 GiB.
  a_upper: assert ((m_axi_awaddr >> 32) == (UPPER & ((65'd1 << (ADDR_W - 32)) - 1))
      && m_axi_awaddr[31:LOG] == addr_q);
  //! mutant ring_axi_upper, in ring_axi64, bound 4: the upper address bits are 0
  //!     @axi_upper assign m_axi_awaddr[ADDR_W-1:32] = '0;
  // What waits is sent: at once when another word must wait for it, else when none has come for 16
  // cycles.
  a_ready: assert (s_ready_o || !sent || f_bursts == 4'd7);
  a_send: assert (send == (sent && f_bursts != 4'd7 && any
      && (s_valid_i ? !follows : f_still == 4'd15)));
  a_still: assert (!any || pause_q == f_still);
  // An answer that is an error is reported.
  a_error: assert (s_error_o == (m_axi_bvalid && m_axi_bready && m_axi_bresp >= 2'b10));
  // It stays idle until a word is accepted.
  a_rests: assert (!f_rested || s_idle_o);
  // Idle: every word was sent, and every burst answered.
  a_left: assert ({1'b0, left_q} == f_bursts + {3'd0, !sent} && f_bursts <= 4'd7);
  a_idle: assert (s_idle_o == (!any && sent && f_bursts == 4'd0));
  // Why: the contract counts as this does.
  a_beats: assert (f_beats == (sent ? 5'd0 : {1'b0, len_q} + 5'd1 - beats_q)
      && (sent || beats_q <= {1'b0, len_q} + 5'd1));
  a_state: assert (f_addressed == (!sent && !aw_q) && f_last == (!sent && beats_q == 5'd0)
      && (!f_addressed || f_len == m_axi_awlen));
  c_full: cover (m_axi_wlast && beat && len_q == 4'd3);
  c_page: cover (send && next_q[PW-1:0] == '0);
  c_error: cover (s_error_o);
end
