// SPDX-License-Identifier: Apache-2.0
// stamp: the 64-bit time, and the time of every event.
//
// Time counts clock edges since reset. An event comes here in the cycle after the edge that accepted its store, when the
// count is the number of that edge.
`default_nettype none
module weir_stamp (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    output wire [63:0]              time_o,        // clock edges since reset

    input  wire                     event_valid_i,
    input  wire [weir_event::W-1:0] event_i,

    output wire                     event_valid_o, // one cycle later, taken at once
    output wire [weir_event::W-1:0] event_o,
    output wire [63:0]              event_time_o
);
  logic [63:0]              time_q;
  logic                     valid_q;
  logic [weir_event::W-1:0] event_q;
  logic [63:0]              stamp_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      time_q  <= 64'd0;
      valid_q <= 1'b0;
    end else begin
      time_q  <= time_q + 64'd1;
      valid_q <= event_valid_i;
    end
    if (event_valid_i) begin
      event_q <= event_i;
      stamp_q <= time_q;
    end
  end

  assign time_o        = time_q;
  assign event_valid_o = valid_q;
  assign event_o       = event_q;
  assign event_time_o  = stamp_q;

endmodule
`default_nettype wire
