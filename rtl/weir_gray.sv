// SPDX-License-Identifier: Apache-2.0
// weir_gray: the Gray encoder beside an external counter, in the counter's clock. Its output feeds
// time_gray_i of the unit in another clock.
//
// Use      count_i steps by one or holds. After setting the counter to another value, CLEAR the
//          unit.
// Crossing theory.md, timestamp, states what the paths from gray_o to the unit must keep.
`default_nettype none
module weir_gray (
    input  wire        clk_i,            // the counter's clock
    input  wire [63:0] count_i,
    // registered, one cycle late; one bit changes per step, no glitches
    output wire [63:0] gray_o
);
  logic [63:0] gray_q;
  always_ff @(posedge clk_i) gray_q <= count_i ^ {1'b0, count_i[63:1]};  // @binary
  assign gray_o = gray_q;

`ifdef FORMAL
`include "weir_gray_fv.svh"
`endif
endmodule
`default_nettype wire
