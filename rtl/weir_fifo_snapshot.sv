// SPDX-License-Identifier: Apache-2.0
// weir_fifo_snapshot: makes the stream survive a reset. Registers without reset hold where the
// FIFO's words are, and the bytes that fill no word yet.
// Valid    After a reset during a stream, until the next stream begins. A second, inverted copy
//          tells such a snapshot from power-up: registers with random contents look valid once in
//          2**W times, those that begin with one level never.
`default_nettype none
module weir_fifo_snapshot #(
    parameter integer LOG2 = 12          // FIFO depth in words, log2, 7..15
) (
    input  wire          clk_i,
    input  wire          rst_ni,
    input  wire          begins_i,       // a stream begins or continues
    input  wire [LOG2:0] wr_i,           // pointers of the FIFO, see weir_fifo
    input  wire [LOG2:0] rd_i,
    input  wire [23:0]   tail_i,
    input  wire [1:0]    tail_count_i,

    // the outputs are as of the last cycle before the reset; else they mean nothing
    output wire          valid_o,
    output wire [LOG2:0] wr_o,
    output wire [LOG2:0] rd_o,
    output wire [23:0]   tail_o,
    output wire [1:0]    tail_count_o
);
  localparam integer W = 2 * (LOG2 + 1) + 26;            // 42..58

  logic         live_q;                  // the current stream is recorded in every cycle
  (* keep *) logic [W-1:0] snapshot_q;
  (* keep *) logic [W-1:0] inverse_q;
  wire [W-1:0]  current = {tail_count_i, tail_i, wr_i, rd_i};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) live_q <= 1'b0;
    else if (begins_i) live_q <= 1'b1;
    if (rst_ni && live_q) begin
      snapshot_q    <= current;
      inverse_q <= ~current;
    end
  end
  // TIMING: computed from the registers of the cycle before, which do not change while live_q is 0
  logic         whole_q;
  always_ff @(posedge clk_i) whole_q <= inverse_q == ~snapshot_q;
  assign valid_o = !live_q && !begins_i && whole_q;  // @stays
  assign {tail_count_o, tail_o, wr_o, rd_o} = snapshot_q;

`ifdef FORMAL
`include "weir_fifo_snapshot_fv.svh"
`endif
endmodule
`default_nettype wire
