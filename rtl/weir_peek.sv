// SPDX-License-Identifier: Apache-2.0
// weir_peek: PEEK_AT and PEEK_DATA: reads words of the FIFO without taking them.
//
// Latency  A read of PEEK_DATA waits two cycles for its word.
`default_nettype none
module weir_peek #(
    parameter integer FIFO_LOG2 = 10
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,

    input  wire                 reg_read_i,     // a read waits, or is accepted,
    input  wire                 at_data_i,      // of PEEK_DATA,
    input  wire                 at_page_i,      // of the data page
    input  wire                 deny_i,         // and is denied
    input  wire                 stall_i,        // no access now
    output wire                 wait_o,         // not accepted yet
    output wire                 looking_o,      // nor is a read of the data page
    input  wire                 store_i,        // a store to PEEK_AT is accepted,
    input  wire [FIFO_LOG2-1:0] wdata_i,        // of this
    output wire [31:0]          word_o,         // PEEK_DATA
    output wire [14:0]          at_o,           // PEEK_AT

    // word_i is that at peek_at_o in the next cycle, see weir_fifo
    output wire                 peek_o,
    output wire [FIFO_LOG2-1:0] peek_at_o,
    input  wire [31:0]          peek_word_i
);
  logic [FIFO_LOG2-1:0] at_q;
  // its word leaves the RAM; did in the cycle before; and is peek_q
  logic                 looked_q, after_q, peeked_q;
  logic [31:0]          peek_q;
  wire                  peeks = reg_read_i && at_data_i && !stall_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) at_q <= '0;
    else if (store_i) at_q <= wdata_i;
    else if (peeks && peeked_q && !deny_i) at_q <= at_q + 1'b1;  // @increments
    looked_q <= rst_ni && peek_o;
    after_q  <= rst_ni && looked_q;
    peeked_q <= rst_ni && looked_q && peeks;
    if (looked_q) peek_q <= peek_word_i;
  end
  assign peek_o    = peeks && !looked_q && !peeked_q;
  assign peek_at_o = at_q;  // @peek_at
  // The FIFO may not show the word of the stream for that: a read of it waits.
  assign looking_o = looked_q || after_q;
  assign wait_o    = (at_data_i && !peeked_q) || (at_page_i && looking_o);  // @peek_at_once
  assign word_o    = peek_q;
  assign at_o      = {{(15-FIFO_LOG2){1'b0}}, at_q};

`ifdef FORMAL
`include "weir_peek_fv.svh"
`endif
endmodule
`default_nettype wire
