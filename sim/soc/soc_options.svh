// SPDX-License-Identifier: Apache-2.0
// Options of the simulation: the program in `ram`, `run` and `fault`. Synthesis has none.
  logic [31:0] run;
  logic [7:0]  fault;
`ifdef YOSYS
  initial {run, fault} = {32'd1000000, 8'd0};
`else
  logic [2047:0] hex_file;
  initial begin
    if ($value$plusargs("hex=%s", hex_file)) $readmemh(hex_file, ram);
    if (!$value$plusargs("run=%d", run)) run = 32'd1000000;
    if (!$value$plusargs("fault=%d", fault)) fault = 8'd0;
  end
`endif
