// SPDX-License-Identifier: Apache-2.0
// iCEBreaker (iCE40UP5K): the SoC at the board's 12 MHz; frames on the second channel of its USB.
`default_nettype none
module icebreaker (
    input  wire clk_i,                     // 12 MHz
    input  wire button_ni,                 // active low
    output wire trace_o,
    output wire console_o,                 // PMOD 1A, pin 1
    output wire green_no,                  // lit while frames leave
    output wire red_no                     // lit when the program stopped
);
  wire stopped;
  board_soc u_soc (.clk_i(clk_i), .reset_i(!button_ni), .trace_o(trace_o), .console_o(console_o),
      .stopped_o(stopped));
  assign green_no = trace_o;
  assign red_no   = !stopped;
endmodule
`default_nettype wire
