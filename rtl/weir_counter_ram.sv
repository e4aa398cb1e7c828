// SPDX-License-Identifier: Apache-2.0
// weir_counter_ram: 32-bit event counters in RAM: one event a cycle, and a mark for each counter
// that has changed.
//
// Latency  The answer to a read arrives one cycle later; it includes all events of earlier cycles
//          and no later ones.
// Reset    Reset and clear_i start zeroing, one counter a cycle; busy_o is high until it is done:
//          no access before.
`default_nettype none
module weir_counter_ram #(
    parameter integer LOG2 = 5,         // number of counters, log2
    parameter integer FORWARD = 1,      // 1: events may come in consecutive cycles
    parameter integer TWO = 0           // 1: a second read port; needs FORWARD
) (
    input  wire            clk_i,
    input  wire            rst_ni,
    input  wire            clear_i,
    output wire            busy_o,

    // counts; without FORWARD never in the cycle after another event
    input  wire            event_i,
    input  wire [LOG2-1:0] index_i,     // the event's counter; otherwise the counter to read
    output wire            read_ready_o,// index_i is read in this cycle
    output wire [31:0]     count_o,     // one cycle later:
    output wire            changed_o,   // changed since its mark was removed
    input  wire            unmark_i,    // removes the mark of the counter read

    // with TWO: second counter to read, in any cycle once busy_o is low
    input  wire [LOG2-1:0] second_index_i,
    output wire [31:0]     second_count_o          // one cycle later
);
  // A word holds a counter, its mark, and whether its lower half is all ones. TIMING: the carry
  // into the upper half is known at once. With TWO, where memories are large and far away, mark and
  // carry have a small memory of their own, and a counter is modified and written one cycle after
  // it was read.
  localparam integer WIDTH = TWO != 0 ? 32 : 34;
  // AREA: a read during a write to the same counter is never used
  (* no_rw_check *)
  logic [WIDTH-1:0] ram [0:(1<<LOG2)-1];
  logic [WIDTH-1:0] data_q;
  logic [LOG2:0]   zero_q;              // next counter to zero; top bit: done
  logic [LOG2-1:0] index_q;
  logic            event_q;

  wire             zeroing = !zero_q[LOG2];
  wire             zeroes  = !rst_ni || clear_i || zeroing;
  wire [33:0]      read;                // from the memories: the counter addressed one cycle before
  wire [33:0]      now;                 // the same with all later writes applied
  wire             changes = event_q || unmark_i;
  // what is written in this cycle, before the event; without the mark
  wire [32:0]      old;
  wire             adds, puts;          // counts an event; writes the counter
  wire [LOG2-1:0]  write_at;               // of this counter
  wire             write   = zeroing || puts;
  wire [LOG2-1:0]  write_index = zeroing ? zero_q[LOG2-1:0] : write_at;
  wire [15:0]      low  = old[15:0] + {15'd0, adds};
  wire [15:0]      high = old[31:16] + {15'd0, adds && old[32]};
  wire             ones = adds ? old[15:0] == 16'hfffe : old[32];  // @carry
  wire [33:0]      written = {adds, ones, high, low};       // old is 0 during zeroing

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) zero_q <= '0;  // @zero
    else if (zeroing) zero_q <= zero_q + 1'b1;
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= event_i;
    index_q <= index_i;
  end
  always_ff @(posedge clk_i) begin
    if (write) ram[write_index] <= written[WIDTH-1:0];
    if (FORWARD == 0 && zeroes) data_q <= '0;
    else data_q <= ram[index_i];
  end
  generate
    if (FORWARD != 0) begin : g_forward // forwards a write of the cycle of the read
      logic        same_q;
      logic [33:0] written_q;
      always_ff @(posedge clk_i) begin
        same_q <= zeroes || (puts && write_at == index_i);  // @forward
        if (zeroes) written_q <= 34'd0;  // @zero_forward
        else written_q <= written;
      end
      assign read_ready_o = !zeroing;
    end else begin : g_plain
      assign read_ready_o = !write;  // @reads_early
    end
    if (TWO != 0) begin : g_two
      (* no_rw_check *)
      logic [1:0]      marks [0:(1<<LOG2)-1];
      logic [1:0]      mark_q;
      logic [31:0]     second_q;
      logic            second_same_q;
      logic [32:0]     old_q;
      logic            adds_q, puts_q;
      logic [LOG2-1:0] write_at_q;
      // the counter addressed one cycle before, or the second one, is being written now
      logic            late_q, second_late_q;
      always_ff @(posedge clk_i) begin
        if (write) marks[write_index] <= written[33:32];
        mark_q        <= marks[index_i];
        second_q      <= ram[second_index_i];
        second_same_q <= puts && write_at == second_index_i;
        adds_q        <= !zeroes && event_q;
        puts_q        <= !zeroes && changes;
        write_at_q       <= index_q;
        late_q        <= !zeroes && changes && index_q == index_i;
        second_late_q <= changes && index_q == second_index_i;
        if (zeroes) old_q <= 33'd0;
        else old_q <= now[32:0];
      end
      assign old   = old_q;
      assign adds  = adds_q;
      assign puts  = puts_q;
      assign write_at = write_at_q;
      assign read  = {mark_q, data_q};
      assign now   = late_q ? written : g_forward.same_q ? g_forward.written_q : read;  // @late
      // @second_late
      assign second_count_o = second_late_q ? written[31:0] : second_same_q
          ? g_forward.written_q[31:0] : second_q;
    end else begin : g_one
      assign old   = now[32:0];
      assign adds  = event_q;
      assign puts  = changes;
      assign write_at = index_q;
      assign read  = data_q;
      if (FORWARD != 0) begin : g_now
        assign now = g_forward.same_q ? g_forward.written_q : read;
      end else begin : g_as_read
        assign now = read;
      end
      assign second_count_o = 32'd0;
      wire unused = &{1'b0, second_index_i};
    end
  endgenerate
  assign busy_o    = zeroing;
  assign count_o   = now[31:0];
  assign changed_o = now[33];

`ifdef FORMAL
`include "weir_counter_ram_fv.svh"
`endif
endmodule
`default_nettype wire
