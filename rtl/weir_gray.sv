// SPDX-License-Identifier: Apache-2.0
// gray: what stands beside an external counter, in its clock, and hands it to the unit's time_gray_i in another.
//
// Use      count_i goes on by one or stays. When it is set to something else, CLEAR the unit afterwards, without MTIME and then with it.
// Crossing docs/theory.md, timestamp, says what the paths from gray_o to the unit must keep.
`default_nettype none
module weir_gray (
    input  wire        clk_i,            // of the counter
    input  wire [63:0] count_i,
    output wire [63:0] gray_o            // one cycle behind; one bit changes when the counter goes on, and none between edges
);
  logic [63:0] gray_q;
  always_ff @(posedge clk_i) gray_q <= count_i ^ {1'b0, count_i[63:1]};
  assign gray_o = gray_q;

`ifdef FORMAL
`include "weir_gray_fv.svh"
`endif
endmodule
`default_nettype wire
