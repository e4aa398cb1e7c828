// SPDX-License-Identifier: Apache-2.0
// Sends bytes by weir_uart, for Icarus Verilog. A line of +in=FILE is a byte: cycles that the line
// is idle before it, 0: none, it follows the one before; the rate, in hexadecimal; the byte, in
// hexadecimal. While the line is idle the rate is anything. Prints the cycle in which each byte is
// taken, and every change of the line: tests/cosim/test_frame.py knows when they must be.
`default_nettype none
module uart;
  reg          clk = 1'b0, rst_n = 1'b0, valid = 1'b0, was = 1'b1;
  reg  [19:0]  divide = 20'd16, rate;
  reg  [7:0]   data = 8'd0, one_byte;
  wire         ready, tx;
  integer      file, idle, cycle = 0, seed = 1;
  reg [1023:0] name;
  weir_uart u_uart (.clk_i(clk), .rst_ni(rst_n), .divide_i(divide), .valid_i(valid),
      .ready_o(ready), .data_i(data), .tx_o(tx));

  task step;
    begin
      #1;
      if (rst_n && tx !== was) $display("line %0d %b", cycle, tx);
      was = rst_n ? tx : 1'b1;
      clk = 1'b1;
      #1 clk = 1'b0;
      cycle = cycle + 1;
      if (cycle > 2_000_000) $fatal(1, "it does not end");
    end
  endtask

  initial begin
    if (!$value$plusargs("in=%s", name)) $fatal(1, "no +in=FILE");
    file = $fopen(name, "r");
    repeat (3) step;
    rst_n = 1'b1;
    while ($fscanf(file, "%d %h %h\n", idle, rate, one_byte) == 3) begin
      if (idle != 0) begin
        while (!ready) step;
        step;
        repeat (idle) begin
          divide = $dist_uniform(seed, 16, 1048560);
          data   = $dist_uniform(seed, 0, 255);
          step;
        end
        divide = rate;
      end
      valid = 1'b1;
      data  = one_byte;
      while (!ready) step;
      $display("take %0d", cycle);
      step;
      valid = 1'b0;
    end
    while (!ready) step;
    repeat (3) step;
    $finish(0);
  end
endmodule
`default_nettype wire
