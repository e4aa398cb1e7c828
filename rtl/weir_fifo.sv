// SPDX-License-Identifier: Apache-2.0
// fifo: a first-in first-out store in block RAM with the oldest word always shown. It holds the stream for software, and
// in front of pack the entries that wait.
//
// Latency  a word shows two cycles after it was written into the empty FIFO.
// Reset    pointers only; the RAM keeps its contents.
`default_nettype none
module weir_fifo #(
    parameter integer WIDTH = 32,
    parameter integer LOG2 = 10          // depth is 2**LOG2 words, LOG2 >= 1
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire             clear_i,     // empties the FIFO; nothing else is taken in that cycle

    input  wire             in_valid_i,
    output wire             in_ready_o,  // room for a word; does not depend on in_valid_i
    input  wire [WIDTH-1:0] in_data_i,

    output wire             out_valid_o, // out_data_o is the oldest word
    input  wire             out_ready_i, // takes it
    output wire [WIDTH-1:0] out_data_o,

    output wire [LOG2:0]    level_o      // words in store, counting one that does not show yet
);
  logic [WIDTH-1:0] ram [0:(1<<LOG2)-1];
  logic [LOG2:0]    wr_q, rd_q;          // one bit more than an address: equal is empty
  logic             shown_q;
  logic [WIDTH-1:0] data_q;

  wire          push    = in_valid_i && in_ready_o;
  wire          pop     = shown_q && out_ready_i;
  wire [LOG2:0] rd_next = rd_q + {{LOG2{1'b0}}, pop};

  assign level_o     = wr_q - rd_q;
  assign in_ready_o  = !level_o[LOG2];
  assign out_valid_o = shown_q;
  assign out_data_o  = data_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      wr_q    <= '0;
      rd_q    <= '0;
      shown_q <= 1'b0;
    end else begin
      wr_q    <= wr_q + {{LOG2{1'b0}}, push};
      rd_q    <= rd_next;
      shown_q <= rd_next != wr_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (push) ram[wr_q[LOG2-1:0]] <= in_data_i;
    data_q <= ram[rd_next[LOG2-1:0]];
  end

`ifdef FORMAL
`include "weir_fifo_fv.vh"
`endif
endmodule
`default_nettype wire
