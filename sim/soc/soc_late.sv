// SPDX-License-Identifier: Apache-2.0
// Faults beside those of soc_faults.sv: +fault=17, the unit sees what the hart retires 12 cycles
// later; +fault=19 and 22, not at all.
`default_nettype none
module soc_late (
  input  wire         clk_i,
  input  wire  [99:0] retire_i,
  output wire  [99:0] retire_o
);
  logic [7:0]  fault;
  logic [99:0] retire_q [0:11];
`ifdef YOSYS
  initial fault = 8'd0;
`else
  initial if (!$value$plusargs("fault=%d", fault)) fault = 8'd0;
`endif
  always_ff @(posedge clk_i) begin
    retire_q[0] <= retire_i;
    for (int k = 1; k < 12; k = k + 1) retire_q[k] <= retire_q[k-1];
  end
  assign retire_o = fault == 8'd17 ? retire_q[11]
      : fault == 8'd19 || fault == 8'd22 ? '0 : retire_i;
endmodule
`default_nettype wire
