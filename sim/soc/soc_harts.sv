// SPDX-License-Identifier: Apache-2.0
// Devices for programs of several harts, so that the cores need no extension A: locks and software
// interrupts. Beside soc_devices.sv:
//
//   +0x30, +0x34, +0x38, +0x3c  locks: a store that is not 0 takes a free lock for the hart that
//                               stores, a store of 0 frees it; reads the number of its owner plus
//                               1, or 0
//   +0x40 + 4 * hart            bit 0: software interrupt of this hart
`default_nettype none
module soc_harts #(
  parameter integer HARTS = 2
) (
  input  wire              clk_i,
  input  wire              rst_ni,
  input  wire              store_i,      // one cycle per store
  input  wire  [7:0]       addr_i,
  input  wire  [3:0]       hart_i,       // hart of the access
  input  wire  [31:0]      wdata_i,
  output logic [31:0]      rdata_o,      // one cycle after the address; 0 at other addresses
  output logic [HARTS-1:0] irq_soft_o
);
  wire at_lock = addr_i[7:4] == 4'h3, at_soft = addr_i[7:4] == 4'h4;
  logic [3:0] owner_q [0:3];

  always_ff @(posedge clk_i)
    for (int n = 0; n < 4; n = n + 1)
      if (!rst_ni) owner_q[n] <= 4'd0;
      else if (store_i & at_lock & addr_i[3:2] == n[1:0]) begin
        if (wdata_i == 32'd0) owner_q[n] <= 4'd0;
        else if (owner_q[n] == 4'd0) owner_q[n] <= hart_i + 4'd1;
      end

  always_ff @(posedge clk_i)
    for (int h = 0; h < HARTS; h = h + 1)
      if (!rst_ni) irq_soft_o[h] <= 1'b0;
      else if (store_i & at_soft & addr_i[3:2] == h[1:0]) irq_soft_o[h] <= wdata_i[0];

  always_ff @(posedge clk_i) begin
    rdata_o <= at_lock ? {28'd0, owner_q[addr_i[3:2]]} : 32'd0;
    for (int h = 0; h < HARTS; h = h + 1)
      if (at_soft & addr_i[3:2] == h[1:0]) rdata_o <= {31'd0, irq_soft_o[h]};
  end

  wire unused = &{1'b0, addr_i[1:0]};
endmodule
`default_nettype wire
