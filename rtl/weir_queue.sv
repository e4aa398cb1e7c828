// SPDX-License-Identifier: Apache-2.0
// weir_queue: entries with their time and extra arguments wait here until pack has written those
// before them. So admit can make an entry in every cycle.
`default_nettype none
module weir_queue #(
    parameter integer LOG2 = 5,           // entries, log2, 2..6
    parameter integer WORDS = 1           // words of an event, 1..4
) (
    input  wire                           clk_i,
    input  wire                           rst_ni,
    input  wire                           clear_i,     // only while idle_o; no entry in that cycle

    input  wire                           in_valid_i,
    output wire                           in_ready_o,  // there is a place; admit has counted it
    input  wire [weir_event::ENTRY_W-1:0] in_entry_i,
    input  wire                           in_report_i, // a report entry, which has no arguments
    input  wire [63:0]                    in_delta_i,  // ticks since the entry before
    input  wire [weir_event::W-1:0]       in_event_i,  // the event it is of, for its arguments

    output wire                           out_valid_o, // stays, unchanged, until accepted
    input  wire                           out_ready_i,
    output wire [weir_event::ENTRY_W-1:0] out_entry_o,
    output wire [63:0]                    out_delta_o,
    output wire [95:0]                    out_args_o,  // meaningless without arguments
    output wire [1:0]                     out_arg_count_o,
    output wire                           taken_o,     // an entry leaves
    output wire                           idle_o       // no entry is stored
);
`include "weir_types.svh"
  localparam integer MW = 32 * (WORDS - 1);                 // bits of the arguments there can be
  localparam integer W = weir_event::ENTRY_W + 64 + (WORDS > 1 ? MW + 2 : 0);
  event_t       in_event;
  wire [W-1:0]  in, out;
  wire [LOG2:0] level, wr, rd;
  wire [W-1:0]  peek;
  wire          pending;
  assign in_event = in_event_i;
  weir_fifo #(.WIDTH(W), .LOG2(LOG2)) u_fifo (
      .clk_i, .rst_ni, .clear_i, .in_valid_i, .in_ready_o, .in_data_i(in),
      .out_valid_o, .out_ready_i, .out_data_o(out), .level_o(level), .pending_o(pending),
      .empty_o(idle_o), .peek_i(1'b0), .peek_at_i({LOG2{1'b0}}), .peek_o(peek), .wr_o(wr),
      .rd_o(rd));
  generate
    if (WORDS > 1) begin : g_args
      assign in = {in_report_i ? 2'd0 : in_event.arg_count, in_event.args[MW-1:0], in_delta_i,
          in_entry_i};
      assign {out_arg_count_o, out_args_o[MW-1:0], out_delta_o, out_entry_o} = out;  // @out
      if (WORDS < 4) begin : g_none
        assign out_args_o[95:MW] = '0;
      end
    end else begin : g_no_args
      assign in = {in_delta_i, in_entry_i};
      assign {out_delta_o, out_entry_o} = out;
      assign out_arg_count_o = 2'd0;
      assign out_args_o      = 96'd0;
      wire unused = &{1'b0, in_report_i};
    end
  endgenerate
  assign taken_o = out_valid_o && out_ready_i;
  wire unused_queue = &{1'b0, level, wr, rd, peek, pending, in_event};

`ifdef FORMAL
`include "weir_queue_fv.svh"
`endif
endmodule
`default_nettype wire
