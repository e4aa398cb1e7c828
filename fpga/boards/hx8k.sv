// SPDX-License-Identifier: Apache-2.0
// iCE40-HX8K breakout board: the SoC at the board's 12 MHz; frames on the second channel of its
// USB. It has no button.
`default_nettype none
module hx8k (
    input  wire       clk_i,               // 12 MHz
    output wire       trace_o,
    output wire       console_o,           // header J2, pin 37
    output wire [1:0] led_o                // D9: frames leave; D8: program stopped
);
  board_soc u_soc (.clk_i(clk_i), .reset_i(1'b0), .trace_o(trace_o), .console_o(console_o),
      .stopped_o(led_o[1]));
  assign led_o[0] = !trace_o;
endmodule
`default_nettype wire
