// SPDX-License-Identifier: Apache-2.0
// weir_uart: sends bytes over a serial line, 8N1: a start bit (0), eight bits with the lowest
// first, a stop bit (1).
//
// Rate     A bit lasts divide_i / 16 clock cycles, 1 or more. Each bit is a whole number of cycles;
//          the remainder carries over to the next bit, so a frame of ten bits is exact to one cycle
//          at any rate. 100 MHz and 115200 baud: 13889.
// Use      Bytes back to back leave without a gap. divide_i may change while the line is idle.
`default_nettype none
module weir_uart (
    input  wire        clk_i,
    input  wire        rst_ni,

    input  wire [19:0] divide_i,  // 16 to 0xffff0

    input  wire        valid_i,
    output wire        ready_o,   // does not depend on valid_i
    input  wire [7:0]  data_i,

    output wire        tx_o       // 1 while idle
);
  logic [3:0]  left_q;            // bits left, the one on the line included; 0: idle
  // the bit on the line (low bit) and those after it; 1 from the stop bit on
  logic [8:0]  bits_q;
  logic [19:0] count_q;           // sixteenths of a cycle until the next bit

  wire idle = left_q == 4'd0;
  wire tick = count_q < 20'd32;   // @rest: the last cycle of a bit
  assign ready_o = idle || (left_q == 4'd1 && tick);  // @gap
  assign tx_o    = bits_q[0];

  wire take = valid_i && ready_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      left_q <= 4'd0;
      bits_q <= 9'h1ff;
    end else if (take) begin
      left_q <= 4'd10;
      bits_q <= {data_i, 1'b0};  // @order
    end else if (!idle && tick) begin
      left_q <= left_q - 4'd1;
      bits_q <= {1'b1, bits_q[8:1]};
    end
    count_q <= idle ? divide_i : count_q - 20'd16 + (tick ? divide_i : 20'd0);
  end

`ifdef FORMAL
`include "weir_uart_fv.svh"
`endif
endmodule
`default_nettype wire
