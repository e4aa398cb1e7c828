// SPDX-License-Identifier: Apache-2.0
// ULX3S (ECP5-85F): the SoC at the board's 25 MHz; frames on its USB serial port.
`default_nettype none
module ulx3s (
    input  wire       clk_i,               // 25 MHz
    input  wire       button_i,            // FIRE1, active high
    output wire       trace_o,
    output wire       console_o,           // header J1, gp0
    output wire [1:0] led_o,               // 0: frames leave; 1: program stopped
    output wire       wifi_gpio0_o         // high, or the board's ESP32 may take over the board
);
  board_soc u_soc (.clk_i(clk_i), .reset_i(button_i), .trace_o(trace_o), .console_o(console_o),
      .stopped_o(led_o[1]));
  assign led_o[0]     = !trace_o;
  assign wifi_gpio0_o = 1'b1;
endmodule
`default_nettype wire
