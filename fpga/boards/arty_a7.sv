// SPDX-License-Identifier: Apache-2.0
// Arty A7-35T (Xilinx Artix-7): the SoC at 50 MHz, from the board's 100 MHz; frames on its USB
// serial port.
`default_nettype none
module arty_a7 (
    input  wire       clk_i,               // 100 MHz
    input  wire       button_ni,           // RESET, active low
    output wire       trace_o,
    output wire       console_o,           // PMOD JA, pin 1
    output wire [1:0] led_o                // LD4: frames leave; LD5: program stopped
);
  wire feedback, half, clk, locked, stopped;
  // 800 MHz inside
  PLLE2_BASE #(.CLKIN1_PERIOD(10.0), .CLKFBOUT_MULT(8), .CLKOUT0_DIVIDE(16)) u_pll (
      .CLKIN1(clk_i), .CLKFBIN(feedback), .CLKFBOUT(feedback), .CLKOUT0(half), .RST(1'b0),
      .PWRDWN(1'b0), .LOCKED(locked),
      .CLKOUT1(), .CLKOUT2(), .CLKOUT3(), .CLKOUT4(), .CLKOUT5());
  BUFG u_clk (.I(half), .O(clk));
  board_soc u_soc (.clk_i(clk), .reset_i(!button_ni || !locked), .trace_o(trace_o),
      .console_o(console_o), .stopped_o(stopped));
  assign led_o = {stopped, !trace_o};
endmodule
`default_nettype wire
