// SPDX-License-Identifier: Apache-2.0
// Tang Nano 9K (Gowin GW1NR-9C): the SoC at the board's 27 MHz; frames on its USB serial port.
`default_nettype none
module tangnano9k (
    input  wire       clk_i,               // 27 MHz
    input  wire       button_ni,           // S1, active low
    output wire       trace_o,
    output wire       console_o,           // header pin 25
    // 0: lit while frames leave; 1: lit when the program stopped
    output wire [1:0] led_no
);
  wire stopped;
  board_soc u_soc (.clk_i(clk_i), .reset_i(!button_ni), .trace_o(trace_o), .console_o(console_o),
      .stopped_o(stopped));
  assign led_no = {!stopped, trace_o};
endmodule
`default_nettype wire
