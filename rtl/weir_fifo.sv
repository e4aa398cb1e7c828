// SPDX-License-Identifier: Apache-2.0
// weir_fifo: a FIFO in block RAM that always shows its oldest word (first word fall through). It
// holds the stream for software and, as the queue, the entries in front of pack.
// Latency  A word becomes valid two cycles after it was written into an empty FIFO; three with OUT.
// OUT      TIMING: a register, for sinks with much logic on the word: block RAM delivers it late.
// Reset    Pointers only, as a clear; the RAM keeps its contents, and a peek still shows them.
`default_nettype none
module weir_fifo #(
    parameter integer WIDTH = 32,
    parameter integer LOG2 = 10,         // depth is 2**LOG2 words, LOG2 >= 1
    parameter integer OUT = 0            // 1: out_data_o is a register
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire             clear_i,     // empties the FIFO; no access in that cycle

    input  wire             in_valid_i,
    output wire             in_ready_o,  // free space for a word; independent of in_valid_i
    input  wire [WIDTH-1:0] in_data_i,

    output wire             out_valid_o, // out_data_o is the oldest word
    input  wire             out_ready_i, // takes it
    output wire [WIDTH-1:0] out_data_o,

    output wire [LOG2:0]    level_o,     // words readable from the next cycle on, one a cycle
    output wire             pending_o,     // one more word becomes readable a cycle later
    output wire             empty_o,      // no word is stored

    // read-back: peek_o is the word at peek_at_i in the next cycle, taken or not; anything if it
    // is being written (look at wr_o then); the oldest word may become valid a cycle later
    input  wire             peek_i,
    input  wire [LOG2-1:0]  peek_at_i,
    output wire [WIDTH-1:0] peek_o,
    output wire [LOG2:0]    wr_o,        // write pointer; below the top bit: an address of the RAM
    output wire [LOG2:0]    rd_o         // read pointer: of the oldest word
);
  // For the stream (for a peek see above):
  (* no_rw_check *)                      // AREA: a word read while it is written is never used
  logic [WIDTH-1:0] ram [0:(1<<LOG2)-1];
  // one bit more than an address; rd_q: of the next word to leave the RAM
  logic [LOG2:0]    wr_q, rd_q, level_q;
  logic [LOG2:0]    after_q;             // rd_q + 1
  logic             empty_q;              // no word is stored
  logic             valid_q;             // data_q is that word
  logic [WIDTH-1:0] data_q;

  wire          push    = in_valid_i && in_ready_o;
  wire          pop     = out_valid_o && out_ready_i;
  wire          move;                    // data_q is taken, or moves into the output register
  wire          one;                     // exactly one word is stored
  wire          more;                    // the word after the one that moves is stored
  wire          counts;                  // level_q counts another word from the next cycle on

  wire unused = &{1'b0, rd_q[LOG2]};

  assign level_o     = level_q;
  assign empty_o      = empty_q;
  assign peek_o      = data_q;
  assign wr_o        = wr_q;
  generate
    if (OUT != 0) begin : g_out
      logic             full_q;
      logic [WIDTH-1:0] out_q;
      logic [LOG2:0]    taken_q;         // read pointer of the word in out_q, or of the next one
      logic             push_q;
      wire  is_1 = level_q == {{LOG2{1'b0}}, 1'b1};
      // exactly two words are stored
      wire  two  = push_q ? is_1 : level_q == {{(LOG2-1){1'b0}}, 2'd2};
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) begin
          full_q  <= 1'b0;
          push_q  <= 1'b0;
          taken_q <= '0;
        end else begin
          push_q  <= push;
          full_q  <= valid_q || (full_q && !out_ready_i);
          if (pop) taken_q <= taken_q + 1'b1;
        end
        if (!full_q || out_ready_i) out_q <= data_q;  // @out_overwritten
      end
      assign move        = valid_q && (!full_q || out_ready_i);
      // @out_empty
      assign more        = !empty_q && !((full_q || valid_q) && one) && !(full_q && move && two);
      assign out_valid_o = full_q;
      assign out_data_o  = out_q;
      assign rd_o        = taken_q;
      assign one         = push_q ? level_q == '0 : is_1;
      assign counts      = push_q;  // @counts_early
      assign pending_o     = push_q;
      assign in_ready_o  = !level_q[LOG2] && !(push_q && &level_q[LOG2-1:0]);
    end else begin : g_no_out
      assign move        = pop;
      assign more        = !empty_q && !(pop && one);  // @shows_early
      assign out_valid_o = valid_q;
      assign out_data_o  = data_q;
      assign rd_o        = rd_q;
      assign one         = level_q == {{LOG2{1'b0}}, 1'b1};
      assign counts      = push;
      assign pending_o     = 1'b0;
      assign in_ready_o  = !level_q[LOG2];  // @off_by_one
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      wr_q    <= '0;
      rd_q    <= '0;
      after_q <= {{LOG2{1'b0}}, 1'b1};
      level_q <= '0;
      empty_q  <= 1'b1;
      valid_q <= 1'b0;
    end else begin
      if (push) wr_q <= wr_q + 1'b1;
      if (move) begin
        rd_q    <= after_q;
        after_q <= after_q + 1'b1;
      end
      if (pop != counts) level_q <= level_q + {{LOG2{pop}}, 1'b1};     // +1, or -1 as all ones
      empty_q  <= !push && (pop ? one : empty_q);
      valid_q <= more && !peek_i;  // @peek_shows
    end
  end
  always_ff @(posedge clk_i) begin
    if (push) ram[wr_q[LOG2-1:0]] <= in_data_i;
    // TIMING: out_ready_i arrives late: it decides whether the RAM is read, not from where.
    // @rereads
    if (peek_i || move || !valid_q) data_q <= ram[peek_i ? peek_at_i : valid_q ? after_q[LOG2-1:0]
        : rd_q[LOG2-1:0]];
  end

`ifdef FORMAL
`include "weir_fifo_fv.svh"
`endif
endmodule
`default_nettype wire
