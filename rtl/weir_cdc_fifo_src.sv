// SPDX-License-Identifier: Apache-2.0
// weir_cdc_fifo_src: the source side of weir_cdc_fifo: storage and write pointer.
`default_nettype none
module weir_cdc_fifo_src #(
    parameter integer DEPTH_LOG2 = 3
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire                  enable_i,            // 1; the proof drives it
    input  wire                  valid_i,
    output wire                  ready_o,
    input  wire [7:0]            data_i,

    output wire [DEPTH_LOG2:0]   gray_o,            // write count, to the destination
    output wire [DEPTH_LOG2:0]   next_o,            // its value in the next cycle
    input  wire [DEPTH_LOG2:0]   other_i,           // read count, from the other clock
    // read address, from the other clock
    input  wire [DEPTH_LOG2-1:0] at_i,
    output wire [7:0]            data_o
);
  logic [7:0]          ram [0:(1 << DEPTH_LOG2) - 1];
  logic [DEPTH_LOG2:0] count_q, gray_q;
  (* ASYNC_REG = "TRUE" *) logic [DEPTH_LOG2:0] meta_q, other_q;
  wire  [DEPTH_LOG2:0] count = count_q + {{DEPTH_LOG2{1'b0}}, valid_i && ready_o};
  // Full: DEPTH bytes ahead of the read count; in Gray code the two highest bits differ.
  assign ready_o = gray_q != {~other_q[DEPTH_LOG2:DEPTH_LOG2-1], other_q[DEPTH_LOG2-2:0]};  // @full
  assign next_o  = count ^ (count >> 1);
  assign gray_o  = gray_q;
  assign data_o  = ram[at_i];
  always_ff @(posedge clk_i)
    if (enable_i) begin  // @cycle
      if (!rst_ni) begin
        count_q <= '0;
        gray_q  <= '0;
        meta_q  <= '0;
        other_q <= '0;
      end else begin
        count_q <= count;
        gray_q  <= next_o;
        meta_q  <= other_i;
        other_q <= meta_q;
      end
      if (valid_i && ready_o) ram[count_q[DEPTH_LOG2-1:0]] <= data_i;  // @place
    end

`ifdef FORMAL
`include "weir_cdc_fifo_src_fv.svh"
`endif
endmodule
`default_nettype wire
