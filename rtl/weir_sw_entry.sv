// SPDX-License-Identifier: Apache-2.0
// weir_sw_entry: collects the words of an entry made by software until it is complete;
// weir_checkpoint then puts it into the stream.
// Atomic   The unit writes an entry only if one hart stored its BEGIN and all its words and read
//          its END, with no thread switch of this hart and no BEGIN of another in between.
//          Otherwise END reports TORN and nothing is written. Any END of its hart closes an entry.
`default_nettype none
module weir_sw_entry #(
    parameter integer CHECKPOINT = 1,      // 0: no entry is ever whole
    parameter integer HARTS = 1
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire             clear_i,

    // Accepted accesses, hart 0 in the low bit; at most one
    input  wire [HARTS-1:0] begin_i,       // begins an entry of data_i words
    input  wire [HARTS-1:0] word_i,        // data_i is its next word
    input  wire [HARTS-1:0] end_i,         // END is read
    input  wire [31:0]      data_i,
    input  wire [HARTS-1:0] hart_i,        // the addressed hart, one-hot
    output wire [1:0]       answer_o,      // what END of this hart reads now, weir_pkg::SW_ENTRY_*
    // a thread switch of this hart; never in a cycle with its own access
    input  wire [HARTS-1:0] switched_i,

    // To weir_checkpoint
    output wire             start_o,       // write an entry of words_o words
    output wire [5:0]       words_o,
    input  wire             can_i,         // an entry can be accepted now
    input  wire             busy_i,        // an entry is being written: its words are still needed
    input  wire [4:0]       at_i,
    output wire [31:0]      word_o         // the word at at_i, one cycle later
);
  generate
    if (CHECKPOINT != 0) begin : g_sw_entry
      localparam integer MAX = weir_pkg::SIZE_SW_ENTRY_MAX / 4;
      logic [HARTS-1:0] hart_q;                // the hart that began last
      logic             open_q;                // and nothing has torn it since
      // it began while the entry before was still being written
      logic             late_q;
      logic [5:0]       words_q, count_q;      // announced words; stored words
      logic [31:0]      ram [0:MAX-1];
      logic [31:0]      word_q;

      wire begins = begin_i != '0;
      wire mine   = (hart_i & hart_q) != '0;
      wire word   = (word_i & hart_q) != '0 && open_q;  // @other_hart
      wire good   = count_q != words_q && (count_q != 6'd0 || data_i[7:0] == 8'd0);
      wire whole  = open_q && mine && count_q == words_q;
      assign answer_o = !whole ? weir_pkg::SW_ENTRY_TORN
          : late_q || !can_i ? weir_pkg::SW_ENTRY_LATER
          : weir_pkg::SW_ENTRY_WRITTEN;
      assign start_o  = end_i != '0 && answer_o == weir_pkg::SW_ENTRY_WRITTEN;
      assign words_o  = words_q;
      assign word_o   = word_q;

      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) open_q <= 1'b0;
        else if (begins) open_q <= data_i != 32'd0 && data_i <= MAX;
        // @switch
        else if ((switched_i & hart_q) != '0 || (end_i & hart_q) != '0
            || (word && !good)) open_q <= 1'b0;
        if (begins) begin
          hart_q  <= begin_i;
          late_q  <= busy_i;  // @overwritten
          words_q <= data_i[5:0];
          count_q <= 6'd0;
        end else if (word && good) count_q <= count_q + 6'd1;
        if (word && good && !late_q) ram[count_q[4:0]] <= data_i;
        word_q <= ram[at_i];
      end

`ifdef FORMAL
`include "weir_sw_entry_fv.svh"
`endif
    end else begin : g_none
      assign answer_o = 2'd0;
      assign start_o = 1'b0;
      assign words_o = 6'd0;
      assign word_o = 32'd0;
      wire unused = &{1'b0, clk_i, rst_ni, clear_i, begin_i, word_i, end_i, data_i, hart_i,
          switched_i, can_i, busy_i, at_i};
    end
  endgenerate
endmodule
`default_nettype wire
