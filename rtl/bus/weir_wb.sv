// SPDX-License-Identifier: Apache-2.0
// weir_wb: Wishbone B4 slave, pipelined or classic, to the register port of weir.
//
// Use      32-bit port with 8-bit granularity; s_wb_adr is a byte address (a master with word
//          addresses connects them from bit 2 on). No ERR, no RTY: FAULT reports an undefined
//          access. No burst tags: every access stands alone. A read of the data page takes one
//          word, whatever its lanes. A master that drops CYC gets no ACK for outstanding requests:
//          the accepted ones have taken effect, a waiting one is withdrawn from the register port.
// Latency  Pipelined: one access a cycle, ACK in the next cycle, STALL only while reg_ready_i is
//          low. Classic, while reg_ready_i is high: ACK of a write in its first cycle, of a read in
//          its second.
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
  // an access was accepted in the last cycle and is not acknowledged yet
  logic ack_q;
  generate
    if (CLASSIC != 0) begin : g_classic
      // @classic_withdraws
      always_ff @(posedge clk_i) ack_q <= rst_ni && reg_valid_o && reg_ready_i && !s_wb_we;
      assign reg_valid_o = s_wb_cyc && s_wb_stb && !ack_q;  // @classic_twice
      assign s_wb_stall  = 1'b0;
      // @classic_unasked
      assign s_wb_ack    = s_wb_cyc && s_wb_stb && (ack_q || (s_wb_we && reg_ready_i));
    end else begin : g_pipelined
      always_ff @(posedge clk_i) ack_q <= rst_ni && reg_valid_o && reg_ready_i;
      assign reg_valid_o = s_wb_cyc && s_wb_stb;
      assign s_wb_stall  = !reg_ready_i;  // @no_stall
      assign s_wb_ack    = s_wb_cyc && ack_q;  // @unasked
    end
  endgenerate
  assign reg_write_o = s_wb_we;
  assign reg_addr_o  = s_wb_adr;
  assign reg_wdata_o = s_wb_dat_w;
  assign reg_wstrb_o = s_wb_sel;  // @lanes
  assign s_wb_dat_r  = reg_rdata_i;  // @answer

`ifdef FORMAL
`include "weir_wb_fv.svh"
`endif
endmodule
`default_nettype wire
