// SPDX-License-Identifier: Apache-2.0
// weir_cdc_fifo_dst: the destination side of weir_cdc_fifo: read pointer.
`default_nettype none
module weir_cdc_fifo_dst #(
    parameter integer DEPTH_LOG2 = 3
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire                  enable_i,            // 1; the proof drives it
    output wire                  valid_o,
    input  wire                  ready_i,

    output wire [DEPTH_LOG2:0]   gray_o,            // read count, to the source
    output wire [DEPTH_LOG2:0]   next_o,            // its value in the next cycle
    input  wire [DEPTH_LOG2:0]   other_i,           // write count, from the other clock
    output wire [DEPTH_LOG2-1:0] at_o
);
  logic [DEPTH_LOG2:0] count_q, gray_q;
  (* ASYNC_REG = "TRUE" *) logic [DEPTH_LOG2:0] meta_q, other_q;
  wire  [DEPTH_LOG2:0] count = count_q + {{DEPTH_LOG2{1'b0}}, valid_o && ready_i};
  assign valid_o = gray_q != other_q;
  assign next_o  = count ^ (count >> 1);
  assign gray_o  = gray_q;
  assign at_o    = count_q[DEPTH_LOG2-1:0];
  always_ff @(posedge clk_i)
    if (enable_i) begin  // @cycle
      if (!rst_ni) begin
        count_q <= '0;
        gray_q  <= '0;
        meta_q  <= '0;
        other_q <= '0;
      end else begin
        count_q <= count;
        gray_q  <= next_o;  // @binary
        meta_q  <= other_i;
        other_q <= meta_q;
      end
    end
endmodule
`default_nettype wire
