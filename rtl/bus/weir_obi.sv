// SPDX-License-Identifier: Apache-2.0
// weir_obi: OBI subordinate to the register port of weir.
//
// Use      err is never set: FAULT reports an undefined access. A read of the data page takes one
//          word, whatever its lanes. A manager without rready ties it to 1; one without ids ties
//          s_obi_aid to 0.
// Latency  One access a cycle, its response in the next cycle. The grant arrives at once while
//          reg_ready_i is high and the previous response is accepted: s_obi_gnt follows
//          s_obi_rready in the same cycle.
`default_nettype none
module weir_obi #(
    parameter integer ADDR_W = 17,                  // as in weir
    parameter integer ID_W = 1                      // bits of a transaction id
) (
    input  wire              clk_i,
    input  wire              rst_ni,

    input  wire              s_obi_req,
    output wire              s_obi_gnt,
    input  wire [ADDR_W-1:0] s_obi_addr,
    input  wire              s_obi_we,
    input  wire [3:0]        s_obi_be,
    input  wire [31:0]       s_obi_wdata,
    input  wire [ID_W-1:0]   s_obi_aid,
    output wire              s_obi_rvalid,
    input  wire              s_obi_rready,
    output wire [31:0]       s_obi_rdata,
    output wire              s_obi_err,
    output wire [ID_W-1:0]   s_obi_rid,

    output wire              reg_valid_o,           // register port of weir
    output wire              reg_write_o,
    output wire [ADDR_W-1:0] reg_addr_o,
    output wire [31:0]       reg_wdata_o,
    output wire [3:0]        reg_wstrb_o,
    input  wire              reg_ready_i,
    input  wire [31:0]       reg_rdata_i
);
  // a response is pending; it belongs to the access of the last cycle
  logic            rvalid_q, fresh_q;
  logic [ID_W-1:0] rid_q;
  logic [31:0]     rdata_q;                         // the answer of an earlier access
  wire free   = !rvalid_q || s_obi_rready;  // @overrun
  wire accept = s_obi_req && s_obi_gnt;
  always_ff @(posedge clk_i) begin
    rvalid_q <= rst_ni && (accept || !free);  // @drops
    fresh_q  <= rst_ni && accept;
    if (accept) rid_q <= s_obi_aid;  // @id
    if (fresh_q) rdata_q <= reg_rdata_i;
  end

  assign reg_valid_o  = s_obi_req && free;
  assign reg_write_o  = s_obi_we;
  assign reg_addr_o   = s_obi_addr;
  assign reg_wdata_o  = s_obi_wdata;
  assign reg_wstrb_o  = s_obi_be;  // @lanes
  assign s_obi_gnt    = reg_ready_i && free;  // @grants_early
  assign s_obi_rvalid = rvalid_q;  // @unasked
  assign s_obi_rdata  = fresh_q ? reg_rdata_i : rdata_q;  // @answer
  assign s_obi_err    = 1'b0;
  assign s_obi_rid    = rid_q;

`ifdef FORMAL
`include "weir_obi_fv.svh"
`endif
endmodule
`default_nettype wire
