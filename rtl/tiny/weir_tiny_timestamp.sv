// SPDX-License-Identifier: Apache-2.0
// weir_tiny_timestamp: the cycles since the entry before, 48 bits; the stream needs no other time.
//
// Late     entry_i reports an entry of the cycle before, so the counter restarts a cycle later. The
//          unit makes no entry in the two cycles after one.
`default_nettype none
module weir_tiny_timestamp (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        clear_i,  // time was 0 in the cycle before
    input  wire        entry_i,  // an entry was made in the cycle before
    output wire [47:0] delta_o   // for an entry made in this cycle
);
  logic        entry_q;
  logic [47:0] delta_q;
  always_ff @(posedge clk_i) begin
    entry_q <= rst_ni && entry_i;
    if (!rst_ni) delta_q <= 48'd1;
    else if (clear_i) delta_q <= 48'd2;
    else delta_q <= entry_q ? 48'd3 : delta_q + 48'd1;  // @restart
  end
  assign delta_o = delta_q;

`ifdef FORMAL
`include "weir_tiny_timestamp_fv.svh"
`endif
endmodule
`default_nettype wire
