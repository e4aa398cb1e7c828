// SPDX-License-Identifier: Apache-2.0
// weir_cdc_fifo: carries the unit's frames, or any byte stream with valid and ready, into another
// clock domain: a FIFO whose pointers cross in Gray code.
//
// Use      The source (the unit) uses clk_i, the destination (the UART) to_clk_i; any two
//          frequencies work. No byte is lost, doubled or reordered. Reset both sides together, each
//          by its own clock: hold both resets for three cycles of both clocks. Reset loses
//          the content; ignore the output until then.
// Rate     One byte in every cycle of the slower clock. A byte is valid at the latest in the third
//          cycle of to_clk_i after the cycle of clk_i that accepted it.
// Crossing gray_q to meta_q, on each side: a skew between bits of less than one period of gray_q's
// clock. The data: less than one period of to_clk_i after the pointer. constraints/weir_cdc.* state
// both.
`default_nettype none
module weir_cdc_fifo #(
    parameter integer DEPTH_LOG2 = 3                // depth in bytes, log2, 3..8
) (
    input  wire       clk_i,
    input  wire       rst_ni,
    input  wire       valid_i,
    output wire       ready_o,                      // does not depend on valid_i
    input  wire [7:0] data_i,

    input  wire       to_clk_i,
    input  wire       to_rst_ni,
    output wire       valid_o,                      // stays, with the byte, until accepted
    input  wire       ready_i,
    output wire [7:0] data_o
);
  generate
    if (DEPTH_LOG2 < 3 || DEPTH_LOG2 > 8) begin : g_depth
      ERROR_DEPTH_LOG2_must_be_3_to_8 error ();
    end
  endgenerate
  // Gray-coded counts of written and read bytes, each from its side
  wire [DEPTH_LOG2:0]   given, taken;
  wire [DEPTH_LOG2-1:0] at;

`ifdef FORMAL
  // In the proof both sides have one clock, and each has edges of its own, when it likes; and a
  // flop that catches a pointer in the very step in which it changes catches what it likes: of the
  // one bit that changes, the old or the new.
  (* anyseq *) logic f_tick, f_to_tick, f_new, f_to_new;
  wire [DEPTH_LOG2:0] given_next, taken_next;
  weir_cdc_fifo_src #(.DEPTH_LOG2(DEPTH_LOG2)) u_src (
      .clk_i, .rst_ni, .enable_i(f_tick), .valid_i, .ready_o, .data_i, .gray_o(given),
          .next_o(given_next),
      .other_i(f_new && f_to_tick ? taken_next : taken), .at_i(at), .data_o);
  weir_cdc_fifo_dst #(.DEPTH_LOG2(DEPTH_LOG2)) u_dst (
      .clk_i, .rst_ni(to_rst_ni), .enable_i(f_to_tick), .valid_o, .ready_i, .gray_o(taken),
          .next_o(taken_next),
      .other_i(f_to_new && f_tick ? given_next : given), .at_o(at));
`else
  // verilator lint_off PINCONNECTEMPTY
  weir_cdc_fifo_src #(.DEPTH_LOG2(DEPTH_LOG2)) u_src (
      .clk_i, .rst_ni, .enable_i(1'b1), .valid_i, .ready_o, .data_i, .gray_o(given), .next_o(),
          .other_i(taken), .at_i(at), .data_o);
  weir_cdc_fifo_dst #(.DEPTH_LOG2(DEPTH_LOG2)) u_dst (
      .clk_i(to_clk_i), .rst_ni(to_rst_ni), .enable_i(1'b1), .valid_o, .ready_i, .gray_o(taken),
          .next_o(), .other_i(given), .at_o(at));
  // verilator lint_on PINCONNECTEMPTY
`endif

`ifdef FORMAL
`include "weir_cdc_fifo_fv.svh"
`endif
endmodule
`default_nettype wire
