// SPDX-License-Identifier: Apache-2.0
// weir_page: the words of the stream wait in a FIFO, from which software reads them at the data
// page, or weir_frame takes them.
//
// Hidden   While another sink has the stream, or without authorisation, the bus sees an empty FIFO.
// Snapshot With PEEK, the words survive a reset: see weir_fifo_snapshot.
`default_nettype none
module weir_page #(
    parameter integer FIFO_LOG2 = 10,      // words, log2, 7..15
    parameter integer PEEK = 0,            // 1: a snapshot survives a reset
    // 1, TIMING: a sink parses the oldest word: too much for one cycle after block RAM
    parameter integer OUT = 0
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,
    input  wire                 clear_i,          // empties the FIFO; no access in that cycle
    input  wire                 enable_i,         // CTRL.ENABLE: a stream begins or continues

    // from pack: a word, accepted at once, because its space is reserved; then bytes that fill none
    input  wire                 word_valid_i,
    output wire                 word_ready_o,
    input  wire [31:0]          word_i,
    input  wire [23:0]          tail_i,
    input  wire [1:0]           tail_count_i,
    input  wire                 to_page_i,        // this FIFO has the stream, not the ring alone

    // to the bus
    input  wire                 hidden_i,         // it sees an empty FIFO
    input  wire                 pop_i,            // takes the oldest word, if there is one
    output wire                 word_valid_o,
    output wire [31:0]          word_o,           // the oldest word
    output wire [FIFO_LOG2:0]   level_o,          // words stored, hidden or not
    output wire [23:0]          tail_o,
    output wire [1:0]           tail_count_o,
    input  wire                 peek_i,           // read-back, see weir_fifo
    input  wire [FIFO_LOG2-1:0] peek_at_i,
    output wire [31:0]          peek_o,
    output wire [FIFO_LOG2:0]   wr_o,
    output wire [FIFO_LOG2:0]   rd_o,
    output wire                 snapshot_valid_o, // see weir_fifo_snapshot
    output wire [FIFO_LOG2:0]   snapshot_wr_o,
    output wire [FIFO_LOG2:0]   snapshot_rd_o,
    output wire [23:0]          snapshot_tail_o,
    output wire [1:0]           snapshot_tail_count_o,

    // to weir_frame, which has the stream in place of the bus while framing_i
    input  wire                 framing_i,
    output wire                 frame_valid_o,    // word_o waits for it
    input  wire                 frame_ready_i,    // and is taken
    output wire                 frame_tail_o,     // no word is left: it may read the tail
    output wire                 frame_waits_o,    // words are left

    output wire                 taken_o,          // a word was taken, by one of them
    output wire                 pending_o         // a word is stored that level_o does not count
);
  wire valid, empty;
  weir_fifo #(.WIDTH(32), .LOG2(FIFO_LOG2), .OUT(OUT)) u_fifo (  // @words
      .clk_i, .rst_ni, .clear_i, .in_valid_i(word_valid_i && to_page_i),
      .in_ready_o(word_ready_o), .in_data_i(word_i), .out_valid_o(valid), .out_ready_i(taken_o),
      .out_data_o(word_o), .level_o, .pending_o, .empty_o(empty), .peek_i, .peek_at_i, .peek_o,
      .wr_o, .rd_o);
  assign word_valid_o  = valid && !hidden_i;
  assign tail_o        = hidden_i ? 24'd0 : tail_i;
  assign tail_count_o  = hidden_i ? 2'd0 : tail_count_i;  // @tail
  assign frame_valid_o = valid && framing_i;
  assign frame_tail_o  = framing_i && to_page_i && empty;  // @frame_tail
  assign frame_waits_o = framing_i && !empty;
  assign taken_o       = frame_ready_i || pop_i;

  generate
    if (PEEK != 0) begin : g_snapshot
      weir_fifo_snapshot #(.LOG2(FIFO_LOG2)) u_fifo_snapshot (
          .clk_i, .rst_ni, .begins_i(enable_i || clear_i), .wr_i(wr_o), .rd_i(rd_o), .tail_i,
          .tail_count_i, .valid_o(snapshot_valid_o), .wr_o(snapshot_wr_o), .rd_o(snapshot_rd_o),
          .tail_o(snapshot_tail_o), .tail_count_o(snapshot_tail_count_o));
    end else begin : g_no_snapshot
      assign snapshot_valid_o      = 1'b0;
      assign snapshot_wr_o         = '0;
      assign snapshot_rd_o         = '0;
      assign snapshot_tail_o       = 24'd0;
      assign snapshot_tail_count_o = 2'd0;
      wire unused = &{1'b0, enable_i};
    end
  endgenerate

`ifdef FORMAL
`include "weir_page_fv.svh"
`endif
endmodule
`default_nettype wire
