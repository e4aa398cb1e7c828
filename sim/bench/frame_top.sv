// SPDX-License-Identifier: Apache-2.0
// The frame sink with a UART behind it, for the bench of both.
`default_nettype none
module frame_top #(
    parameter integer ID = 1
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        clear_i,
    input  wire [15:0] interval_i,
    input  wire [31:0] hz_i,
    input  wire        word_valid_i,
    output wire        word_ready_o,
    input  wire [31:0] word_i,
    input  wire        tail_valid_i,
    input  wire [23:0] tail_i,
    input  wire [1:0]  tail_count_i,
    output wire        frame_valid_o,
    output wire [7:0]  frame_data_o,
    input  wire        frame_ready_i,   // not looked at with serial_i
    output wire        frame_taken_o,
    output wire        idle_o,
    input  wire        serial_i,        // the UART takes the bytes
    input  wire [19:0] divide_i,
    output wire        tx_o
);
  wire uart_ready;
  wire ready = serial_i ? uart_ready : frame_ready_i;
  assign frame_taken_o = frame_valid_o && ready;
  weir_frame #(.ID(ID)) u_frame (
      .clk_i, .rst_ni, .clear_i, .auth_i(1'b1), .interval_i, .hz_i, .word_valid_i, .word_ready_o,
      .word_i, .tail_valid_i, .tail_i, .tail_count_i,
      .frame_valid_o, .frame_data_o, .frame_ready_i(ready), .idle_o);
  weir_uart u_uart (.clk_i, .rst_ni, .divide_i, .valid_i(frame_valid_o && serial_i),
      .ready_o(uart_ready), .data_i(frame_data_o), .tx_o);
endmodule
`default_nettype wire
