// SPDX-License-Identifier: Apache-2.0
// weir_wb: Wishbone B4, pipelined or classic, to the register port of weir.
//
// Use      32-bit port with 8-bit granularity; s_wb_adr is a byte address (a master with word addresses puts them at bit 2).
//          No ERR, no RTY: an undefined access is told by FAULT. No burst tags: every access stands alone. A read of the data
//          page takes a word, whatever its lanes. A master that drops CYC gets no ACK for what it had asked; what the unit
//          had accepted is done, and a request that still waited is withdrawn from the register port, too.
// Latency  pipelined: one access a cycle, ACK in the cycle after, STALL only while reg_ready_i is low.
//          Classic: a write is acknowledged in its first cycle, a read in its second, while reg_ready_i is high.
`default_nettype none
module weir_wb #(
    parameter integer ADDR_W = 17,                  // as in weir
    parameter integer CLASSIC = 0                   // 1: STB stays until ACK, STALL is not used
) (
    input  wire              clk_i,
    input  wire              rst_ni,

    input  wire              s_wb_cyc,
    input  wire              s_wb_stb,
    input  wire              s_wb_we,
    input  wire [ADDR_W-1:0] s_wb_adr,
    input  wire [3:0]        s_wb_sel,
    input  wire [31:0]       s_wb_dat_w,
    output wire              s_wb_stall,
    output wire              s_wb_ack,
    output wire [31:0]       s_wb_dat_r,

    output wire              reg_valid_o,           // register port of weir
    output wire              reg_write_o,
    output wire [ADDR_W-1:0] reg_addr_o,
    output wire [31:0]       reg_wdata_o,
    output wire [3:0]        reg_wstrb_o,
    input  wire              reg_ready_i,
    input  wire [31:0]       reg_rdata_i
);
  logic ack_q;                                      // an access was made at the last edge, and is not acknowledged yet
  generate
    if (CLASSIC != 0) begin : g_classic
      always_ff @(posedge clk_i) ack_q <= rst_ni && reg_valid_o && reg_ready_i && !s_wb_we;
      assign reg_valid_o = s_wb_cyc && s_wb_stb && !ack_q;
      assign s_wb_stall  = 1'b0;
      assign s_wb_ack    = s_wb_cyc && s_wb_stb && (ack_q || (s_wb_we && reg_ready_i));
    end else begin : g_pipelined
      always_ff @(posedge clk_i) ack_q <= rst_ni && reg_valid_o && reg_ready_i;
      assign reg_valid_o = s_wb_cyc && s_wb_stb;
      assign s_wb_stall  = !reg_ready_i;
      assign s_wb_ack    = s_wb_cyc && ack_q;
    end
  endgenerate
  assign reg_write_o = s_wb_we;
  assign reg_addr_o  = s_wb_adr;
  assign reg_wdata_o = s_wb_dat_w;
  assign reg_wstrb_o = s_wb_sel;
  assign s_wb_dat_r  = reg_rdata_i;

`ifdef FORMAL
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);

  wire [7:0] f_asked;
  wb_contract #(.ADDR_W(ADDR_W), .CLASSIC(CLASSIC)) u_contract (
      .clk_i, .rst_ni,
      .cyc(s_wb_cyc), .stb(s_wb_stb), .we(s_wb_we), .adr(s_wb_adr), .sel(s_wb_sel), .dat_w(s_wb_dat_w),
      .stall(s_wb_stall), .ack(s_wb_ack), .err(1'b0), .rty(1'b0), .dat_r(s_wb_dat_r),
      .f_asked, .manager_kept(), .subordinate_kept());

  wire                f_access = reg_valid_o && reg_ready_i;
  wire [ADDR_W+36:0]  f_now = {reg_write_o, reg_addr_o, reg_write_o ? reg_wdata_o : 32'd0, reg_wstrb_o};
  logic [ADDR_W+36:0] f_was;
  logic               f_waits, f_just, f_just_read; // an access waits for the register port; one was made at the last edge
  logic               f_made;                       // classic: the request on the bus has had its access
  always_ff @(posedge clk_i) begin
    f_was       <= f_now;
    f_waits     <= rst_ni && reg_valid_o && !reg_ready_i;
    f_just      <= rst_ni && f_access;
    f_just_read <= rst_ni && f_access && !reg_write_o;
    f_made      <= rst_ni && s_wb_cyc && !s_wb_ack && (f_made || f_access);
  end
  always_comb if (f_started) begin
    // An access is the one the bus asks for.
    a_asked: assert (!reg_valid_o || (s_wb_cyc && s_wb_stb
                     && f_now == {s_wb_we, s_wb_adr, s_wb_we ? s_wb_dat_w : 32'd0, s_wb_sel}));
    // It waits unchanged for the register port, or is withdrawn with its cycle.
    a_hold: assert (!f_waits || !s_wb_cyc || (reg_valid_o && f_now == f_was));
    // The answer of the unit is the one given.
    a_answer: assert (!(s_wb_ack && f_just_read) || s_wb_dat_r == reg_rdata_i);
  end
  generate
    if (CLASSIC != 0) begin : g_formal
      always_comb if (f_started) begin
        // One access for each request, and none is acknowledged without.
        a_once: assert (!(f_made && reg_valid_o));
        a_made: assert (!s_wb_ack || f_made || (f_access && s_wb_we));
        // A write is acknowledged at once, a read in the cycle after its access.
        a_at_once: assert (!(f_access && s_wb_we) || s_wb_ack);
        a_next: assert (!f_just_read || !s_wb_cyc || s_wb_ack);
        // A request is at the register port at once.
        a_asks: assert (!(s_wb_cyc && s_wb_stb) || f_made || reg_valid_o);
        // Why:
        a_ack: assert (ack_q == f_just_read && f_made == f_just_read && (!f_made || f_asked == 8'd1));
      end
    end else begin : g_formal
      always_comb if (f_started) begin
        // One access for each request accepted, in the same cycle; its acknowledgement in the next.
        a_once: assert (f_access == (s_wb_cyc && s_wb_stb && !s_wb_stall));
        a_next: assert (!f_just || !s_wb_cyc || s_wb_ack);
        // A request is accepted at once, if the register port is ready.
        a_asks: assert (!(s_wb_cyc && s_wb_stb && reg_ready_i) || !s_wb_stall);
        // Why:
        a_ack: assert (ack_q == f_just && f_asked == {7'd0, f_just});
      end
    end
  endgenerate

  // All of this happens.
  logic f_acked;
  always_ff @(posedge clk_i) f_acked <= rst_ni && s_wb_ack;
  always_comb if (f_started) begin
    c_read: cover (s_wb_ack && f_just_read);
    c_waited: cover (f_waits && f_access);
    c_back_to_back: cover (f_acked && s_wb_ack);
    c_given_up: cover (f_just_read && !s_wb_cyc);
  end
`endif
endmodule
`default_nettype wire
