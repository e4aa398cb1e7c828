// SPDX-License-Identifier: Apache-2.0
// Properties of weir_ring_axil, which includes this file under FORMAL.
//
//! proof ring_axil, induction, cover 20, with sim/formal/axil_contract.sv, quick: the manager's
//!     rules of AXI4-Lite; every word is written once; idle when all are answered

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
wire [3:0] f_addresses, f_data;
wire       f_ruled;
axil_contract #(.ADDR_W(32), .MANAGER(1)) u_contract (
    .clk_i, .rst_ni,
    .awvalid(m_axil_awvalid), .awready(m_axil_awready), .awaddr(m_axil_awaddr),
        .awprot(m_axil_awprot),
    .wvalid(m_axil_wvalid), .wready(m_axil_wready), .wdata(m_axil_wdata), .wstrb(m_axil_wstrb),
    .bvalid(m_axil_bvalid), .bready(m_axil_bready), .bresp(m_axil_bresp),
    .arvalid(1'b0), .arready(1'b0), .araddr(32'd0), .arprot(3'd0), .rvalid(1'b0), .rready(1'b0),
        .rdata(32'd0), .rresp(2'd0),
    .f_writes_addr(f_addresses), .f_writes_data(f_data), .f_reads(), .f_ruled, .manager_honoured(),
        .subordinate_honoured());
//! mutant ring_axil_drops, by u_contract.a_w_stays, quick: data do not wait to be taken
//!     @axil_drops w_q <= take || 1'b0;
logic [63:0] f_last;                          // the word accepted last
logic [15:0] f_words, f_aw, f_w;              // accepted; given to each channel
always_ff @(posedge clk_i) begin
  if (take) f_last <= {s_addr_i, s_wdata_i};
  f_words <= rst_ni ? f_words + {15'd0, take} : 16'd0;
  f_aw    <= rst_ni ? f_aw + {15'd0, m_axil_awvalid && m_axil_awready} : 16'd0;
  f_w     <= rst_ni ? f_w + {15'd0, m_axil_wvalid && m_axil_wready} : 16'd0;
end
logic f_rested;                               // idle, and no word was accepted
always_ff @(posedge clk_i) f_rested <= s_idle_o && !(s_valid_i && s_ready_o);
always_comb if (f_started) begin
  // Why: the contract's rules hold from the same edge on.
  a_ruled: assert (f_ruled);
  // Every word goes to both channels once, before the next is accepted.
  a_address: assert (f_words == f_aw + {15'd0, aw_q} && (!aw_q || m_axil_awaddr == f_last[63:32]));
  a_data: assert (f_words == f_w + {15'd0, w_q} && (!w_q || m_axil_wdata == f_last[31:0]));
  // It stays idle until a word is accepted.
  a_rests: assert (!f_rested || s_idle_o);
  // Idle: everything was answered.
  a_idle: assert (left_q == f_addresses + {3'd0, aw_q} && left_q == f_data + {3'd0, w_q});
  a_few: assert (left_q <= 4'd8 && f_addresses <= 4'd8 && f_data <= 4'd8);
  // An answer that is an error is reported.
  a_error: assert (s_error_o == (m_axil_bvalid && m_axil_bready && m_axil_bresp >= 2'b10));
  // Free space for a word arrives with the bus.
  a_ready: assert (s_ready_o || left_q[3] || (aw_q && !m_axil_awready) || (w_q && !m_axil_wready));
  c_full: cover (left_q[3]);
  c_apart: cover (aw_q && !w_q);
  c_error: cover (s_error_o);
end
