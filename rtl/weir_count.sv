// SPDX-License-Identifier: Apache-2.0
// count: 32-bit event counters in RAM, one more event a cycle, each with a mark that it has changed. Part of admit.
//
// Latency  a read is answered in the cycle after; it counts the events of all cycles before the read.
// Reset    reset and clear_i begin to zero all counters, one a cycle; busy_o until that is done, and no use before.
`default_nettype none
module weir_count #(
    parameter integer LOG2 = 5,         // counters, log2
    parameter integer FORWARD = 1       // 1: events may come in cycles one after another
) (
    input  wire            clk_i,
    input  wire            rst_ni,
    input  wire            clear_i,
    output wire            busy_o,

    input  wire            event_i,     // counts; without FORWARD not in two cycles one after another
    input  wire [LOG2-1:0] index_i,

    input  wire [LOG2-1:0] read_index_i,// counter to read, in a cycle without event_i
    output wire            read_ready_o,// high: it can be read in this cycle
    output wire [31:0]     count_o,     // the cycle after:
    output wire            changed_o,   // since the mark was taken away
    input  wire            unmark_i     // takes it away from the counter shown
);
  (* no_rw_check *)                     // what is read while it is written is not used
  logic [32:0]     ram [0:(1<<LOG2)-1];
  logic [32:0]     data_q;
  logic [LOG2:0]   zero_q;              // next counter to zero; the top bit: all done
  logic [LOG2-1:0] index_q;
  logic            event_q;

  wire             zeroing = !zero_q[LOG2];
  wire [32:0]      now;                 // the counter addressed in the cycle before
  wire             write = zeroing || event_q || unmark_i;
  wire [LOG2-1:0]  write_index = zeroing ? zero_q[LOG2-1:0] : index_q;
  wire [32:0]      written = zeroing ? 33'd0 : {event_q, now[31:0] + {31'd0, event_q}};
  wire [LOG2-1:0]  index = event_i ? index_i : read_index_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) zero_q <= '0;
    else if (zeroing) zero_q <= zero_q + 1'b1;
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= event_i;
    index_q <= index;
  end
  always_ff @(posedge clk_i) begin
    if (write) ram[write_index] <= written;
    data_q <= ram[index];
  end
  generate
    if (FORWARD != 0) begin : g_forward // what is written in the cycle of a read comes from here
      logic        same_q;
      logic [32:0] written_q;
      always_ff @(posedge clk_i) begin
        same_q    <= write && write_index == index;
        written_q <= written;
      end
      assign now = same_q ? written_q : data_q;
      assign read_ready_o = !zeroing;
    end else begin : g_plain
      assign now = data_q;
      assign read_ready_o = !event_q && !zeroing && !unmark_i;
    end
  endgenerate
  assign busy_o    = zeroing;
  assign count_o   = now[31:0];
  assign changed_o = now[32];
endmodule
`default_nettype wire
