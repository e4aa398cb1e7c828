// SPDX-License-Identifier: Apache-2.0
// weir_apb: APB3 and APB4 completer to the register port of weir.
//
// Use      PSLVERR is never set: FAULT reports an undefined access. A read of the data page takes
//          one word, whatever its lanes. APB3 has neither PSTRB nor PPROT: tie s_apb_pstrb to
//          4'b1111 and s_apb_pprot to 0.
// Latency  No wait state while reg_ready_i is high: the unit accepts the access in the setup phase
//          and answers it in the access phase. A transfer takes two cycles, the least of APB.
//          reg_valid_o follows s_apb_psel in the same cycle.
`default_nettype none
module weir_apb #(
    parameter integer ADDR_W = 17                   // as in weir
) (
    input  wire              clk_i,
    input  wire              rst_ni,

    input  wire              s_apb_psel,
    input  wire              s_apb_penable,
    input  wire              s_apb_pwrite,
    input  wire [ADDR_W-1:0] s_apb_paddr,
    input  wire [2:0]        s_apb_pprot,           // ignored: assign pages by PMP or MMU
    input  wire [31:0]       s_apb_pwdata,
    input  wire [3:0]        s_apb_pstrb,
    output wire              s_apb_pready,
    output wire [31:0]       s_apb_prdata,
    output wire              s_apb_pslverr,

    output wire              reg_valid_o,           // register port of weir
    output wire              reg_write_o,
    output wire [ADDR_W-1:0] reg_addr_o,
    output wire [31:0]       reg_wdata_o,
    output wire [3:0]        reg_wstrb_o,
    input  wire              reg_ready_i,
    input  wire [31:0]       reg_rdata_i
);
  // the access was accepted in the last cycle: this is the last cycle of the transfer
  logic done_q;
  always_ff @(posedge clk_i) done_q <= rst_ni && reg_valid_o && reg_ready_i;

  assign reg_valid_o   = s_apb_psel && !done_q;  // @twice
  assign reg_write_o   = s_apb_pwrite;
  assign reg_addr_o    = s_apb_paddr;
  assign reg_wdata_o   = s_apb_pwdata;
  assign reg_wstrb_o   = s_apb_pstrb;  // @lanes
  assign s_apb_pready  = done_q;  // @early
  assign s_apb_prdata  = reg_rdata_i;  // @answer
  assign s_apb_pslverr = 1'b0;  // @error

  wire unused = &{1'b0, s_apb_penable, s_apb_pprot};

`ifdef FORMAL
`include "weir_apb_fv.svh"
`endif
endmodule
`default_nettype wire
