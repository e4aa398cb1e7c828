// SPDX-License-Identifier: Apache-2.0
// keep: what of the FIFO outlives a reset: where its words are, and the bytes that filled none yet, in registers without reset.
//
// Valid    after a reset while a stream went on, until the next begins. Power-up is told from that by a second copy, inverted, and a mark:
//          registers that come up with anything show valid once in 2**(W + 32) times.
`default_nettype none
module weir_fifo_snapshot #(
    parameter integer LOG2 = 12          // words of FIFO, log2, 7..15
) (
    input  wire          clk_i,
    input  wire          rst_ni,
    input  wire          begins_i,       // a stream begins, or goes on
    input  wire [LOG2:0] wr_i,           // of the FIFO, see weir_fifo
    input  wire [LOG2:0] rd_i,
    input  wire [23:0]   tail_i,
    input  wire [1:0]    tail_count_i,

    output wire          valid_o,        // these are as two edges before the reset; else they mean nothing
    output wire [LOG2:0] wr_o,
    output wire [LOG2:0] rd_o,
    output wire [23:0]   tail_o,
    output wire [1:0]    tail_count_o
);
  localparam integer W = 2 * (LOG2 + 1) + 26;            // 42..58
  localparam [31:0] MARK = 32'h4b454550;
  function automatic [31:0] mark(input [W-1:0] kept);
    mark = MARK ^ kept[31:0] ^ {{(64-W){1'b0}}, kept[W-1:32]};
  endfunction

  logic         live_q;                  // the stream of now: kept every cycle
  (* keep *) logic [W-1:0] kept_q;
  (* keep *) logic [W-1:0] inverse_q;
  (* keep *) logic [31:0]  mark_q;
  wire [W-1:0]  kept = {tail_count_i, tail_i, wr_i, rd_i};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) live_q <= 1'b0;
    else if (begins_i) live_q <= 1'b1;
    if (rst_ni && live_q) begin
      kept_q    <= kept;
      inverse_q <= ~kept;
      mark_q    <= mark(kept);
    end
  end
  logic         whole_q;                 // of the cycle before, which is that of now as long as nothing is kept
  always_ff @(posedge clk_i) whole_q <= inverse_q == ~kept_q && mark_q == mark(kept_q);
  assign valid_o = !live_q && !begins_i && whole_q;
  assign {tail_count_o, tail_o, wr_o, rd_o} = kept_q;

`ifdef FORMAL
`include "weir_fifo_snapshot_fv.svh"
`endif
endmodule
`default_nettype wire
