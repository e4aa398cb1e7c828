// SPDX-License-Identifier: Apache-2.0
// weir_wide_fifo: the stream waits here, two words a cycle in and out: a RAM for each lane. One
// word a cycle goes to the data page, or a row of two to the ring.
//
// Latency  A word can be read two cycles after it was written.
// Reset    Pointers only; the RAMs keep their contents.
`default_nettype none
module weir_wide_fifo #(
    parameter integer LOG2 = 10            // words of 32 bits, log2, LOG2 >= 2
) (
    input  wire          clk_i,
    input  wire          rst_ni,
    input  wire          clear_i,          // empties the FIFO; no access in that cycle

    // lower lane, upper lane; words alternate between the lanes, the lower one first; accepted at
    // once, because their space is reserved
    input  wire [1:0]    in_valid_i,
    input  wire [63:0]   in_data_i,

    output wire [31:0]   word_o,           // the oldest word, if level_o is not 0
    // the row that holds it; with level_o 1 or more and row_o, its lower lane
    output wire [63:0]   row_o,
    input  wire          take_word_i,      // takes the oldest word; only if level_o is not 0
    // takes a row; only if level_o is 2 or more, and the oldest word is in the lower lane
    input  wire          take_row_i,
    output wire [LOG2:0] level_o,          // words readable in this cycle
    output wire          pending_o         // more words become readable in the next cycle
);
  // AREA: a word read while it is written is never used
  (* no_rw_check *)
  logic [31:0]   lower [0:(1<<(LOG2-1))-1];
  (* no_rw_check *)
  logic [31:0]   upper [0:(1<<(LOG2-1))-1];
  logic [31:0]   lower_q, upper_q;
  logic [LOG2-1:0] wr_q, rd_q;             // words; the oldest is that at rd_q
  logic [LOG2:0] level_q;
  logic [1:0]    came_q;                   // words written in the cycle before
  // of the lower lane: a word for it is written beside that at wr_q, or is that
  wire  [LOG2-2:0] lower_row = wr_q[LOG2-1:1] + {{(LOG2-2){1'b0}}, wr_q[0]};  // @row
  wire  [LOG2-1:0] at = rd_q + {{(LOG2-2){1'b0}}, take_row_i, take_word_i};
  wire  [1:0]    came = {1'b0, in_valid_i[0]} + {1'b0, in_valid_i[1]};
  wire  [1:0]    left = {take_row_i, take_word_i};
  always_ff @(posedge clk_i) begin
    if (in_valid_i[0]) lower[lower_row] <= in_data_i[31:0];
    if (in_valid_i[1]) upper[wr_q[LOG2-1:1]]     <= in_data_i[63:32];
    lower_q <= lower[at[LOG2-1:1]];
    upper_q <= upper[at[LOG2-1:1]];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      wr_q    <= '0;
      rd_q    <= '0;
      level_q <= '0;
      came_q  <= 2'd0;
    end else begin
      wr_q    <= wr_q + {{(LOG2-2){1'b0}}, came};
      rd_q    <= at;
      level_q <= level_q + {{(LOG2-1){1'b0}}, came_q} - {{(LOG2-1){1'b0}}, left};  // @early
      came_q  <= came;
    end
  end
  assign row_o     = {upper_q, lower_q};
  assign word_o    = rd_q[0] ? upper_q : lower_q;
  assign level_o   = level_q;
  assign pending_o = came_q != 2'd0;

`ifdef FORMAL
`include "weir_wide_fifo_fv.svh"
`endif
endmodule
`default_nettype wire
