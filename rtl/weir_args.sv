// SPDX-License-Identifier: Apache-2.0
// weir_args: turns an event with extra arguments into several entries behind the queue: one entry
// for each extra argument, under an item of its own, then the event itself. Nothing arrives between
// them.
// Register TIMING: with ARGS > 1 entries leave from a register, which cuts the path from the
// queue's RAM through thread cache and checkpoint to pack, and back. An event is taken in the cycle
// after it entered: one every other cycle, as often as pack takes one.
`default_nettype none
module weir_args #(
    parameter integer ARGS = 4
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              clear_i,    // no entry arrives in that cycle

    input  wire              in_valid_i, // stays, unchanged, until accepted
    output wire              in_ready_o,
    input  wire [weir_event::ENTRY_W-1:0] in_entry_i,
    input  wire [63:0] in_delta_i,
    input  wire [95:0]       in_args_i,  // the extra arguments, the first in the low bits
    // number of extra arguments, below ARGS; 0 for anything but an id
    input  wire [1:0]        in_arg_count_i,

    output wire              out_valid_o,
    input  wire              out_ready_i,
    output wire [weir_event::ENTRY_W-1:0] out_entry_o,
    output wire [63:0] out_delta_o,
    output wire              out_timed_o, // this counts; else no time since the entry before
    output wire [31:0]       out_high_o, // high half of a value of 64 bits, which has no arguments
    output wire              out_is_arg_o, // an extra argument: more entries of this event follow
    output wire              idle_o      // the register is empty
);
`include "weir_types.svh"
  localparam integer IW = weir_event::ITEM_W;
  entry_t entry, part;                   // what arrives, and the entry of an extra argument
  assign entry = in_entry_i;
`ifdef FORMAL
  entry_t f_out, f_event;                // what leaves, and the event that it is of
`endif
  generate
    if (ARGS < 1 || ARGS > 4) begin : g_range
      ERROR_ARGS_must_be_1_to_4 error ();
    end
    if (ARGS > 1) begin : g_args
      logic [1:0] at_q;                  // extra arguments that have entered
      logic       full_q, is_arg_q;        // the register holds an entry; it is an extra argument
      logic       timed_q;               // it is the first of its event
      logic       taken_q;               // the whole event was taken in the cycle before
      logic [weir_event::ENTRY_W-1:0] entry_q;
      logic [63:0] delta_q;
      wire [IW-1:0] item = entry.item;
      wire [3:0]  hart = item[IW-1:4] == '0 ? 4'd0 : item[3:0];
      wire        is_arg = at_q != in_arg_count_i;
      wire [31:0] word = at_q == 2'd0 ? in_args_i[31:0] : at_q == 2'd1 ? in_args_i[63:32]
          : in_args_i[95:64];
      assign part.is_event = 1'b0;
      assign part.item     = weir_pkg::ITEM_ARG | {{(IW-6){1'b0}}, at_q, hart};
      assign part.value    = word;
      wire        free = !full_q || out_ready_i;
      wire        goes = in_valid_i && !taken_q && free;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) begin
          at_q    <= 2'd0;
          full_q  <= 1'b0;
          taken_q <= 1'b0;
        end else begin
          if (goes) at_q <= is_arg ? at_q + 2'd1 : 2'd0;
          full_q  <= goes || !free;
          taken_q <= goes && !is_arg;  // @early
        end
        if (free) begin
          // TIMING: AND-OR, because Yosys maps constant-0 mux legs to synchronous resets, and
          // `free` arrives late.
          entry_q <= ({$bits(entry){is_arg}} & part) | ({$bits(entry){!is_arg}} & entry);
          delta_q <= in_delta_i;
          timed_q <= at_q == 2'd0;  // @late
          is_arg_q  <= is_arg;
        end
      end
      assign out_valid_o = full_q;
      assign in_ready_o  = taken_q;
      assign out_entry_o = entry_q;
      assign out_delta_o = delta_q;
      assign out_timed_o = timed_q;
      assign out_high_o  = 32'd0;
      assign out_is_arg_o  = is_arg_q;
      assign idle_o      = !full_q;

`ifdef FORMAL
`include "weir_args_fv.svh"
`endif
    end else begin : g_none
      assign out_valid_o = in_valid_i;
      assign in_ready_o  = out_ready_i;
      assign part        = entry;
      assign out_entry_o = part;
      assign out_delta_o = in_delta_i;
      assign out_timed_o = 1'b1;
      assign out_high_o  = in_arg_count_i != 2'd0 ? in_args_i[31:0] : 32'd0;
      assign out_is_arg_o  = 1'b0;
      assign idle_o      = 1'b1;
      wire unused = &{1'b0, clk_i, rst_ni, clear_i, in_args_i, in_arg_count_i};
    end
  endgenerate
endmodule
`default_nettype wire
