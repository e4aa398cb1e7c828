// SPDX-License-Identifier: Apache-2.0
// snoop: watches the stores of one hart and shows those that may change the running thread.
//
// Use      store_* shows every store accepted on the hart's data bus, for one cycle, in the order the unit's own registers
//          see them. A store accepted together with a write of the configuration is judged by the old configuration.
// Latency  one cycle. It cannot wait; merge judges whether it is a switch.
`default_nettype none
module weir_snoop (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        enable_i,      // CTRL.ENABLE and SNOOP_CTRL.ENABLE
    input  wire [31:2] addr_i,        // word to watch

    input  wire        store_valid_i,
    input  wire [31:0] store_addr_i,
    input  wire [31:0] store_data_i,
    input  wire [3:0]  store_strb_i,

    output wire        valid_o,       // the word was stored: for one cycle, taken at once
    output wire [31:0] value_o
);
  logic        hit_q;
  logic [31:0] data_q;
  wire hit = enable_i && store_valid_i && store_strb_i == 4'b1111 && store_addr_i[31:2] == addr_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) hit_q <= 1'b0;
    else hit_q <= hit;
    if (hit) data_q <= store_data_i;
  end
  assign valid_o = hit_q;
  assign value_o = data_q;

  wire unused = &{1'b0, store_addr_i[1:0]};

endmodule
`default_nettype wire
