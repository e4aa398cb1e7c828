// SPDX-License-Identifier: Apache-2.0
// weir_snoop_obi: the stores of a hart on OBI, for snoop_* of weir.
//
// Use      Connect the pins of the hart's data bus and choose the hart's snoop_* ports. A store
//          appears when it is granted: from then on it keeps its place before the hart's next
//          access. UPPER and HIGH: see weir_snoop_word.
// Latency  None.
`default_nettype none
module weir_snoop_obi #(
    parameter integer DATA_W = 32,        // 32 or 64
    parameter integer ADDR_W = 32,        // 32 to 64
    parameter [31:0]  UPPER = 0,          // address bits from 32 on, of stores to be shown
    parameter integer HIGH = 0            // of a store to both words: 0 the lower, 1 the upper
) (
    input  wire                obi_req_i,
    input  wire                obi_gnt_i,
    input  wire [ADDR_W-1:0]   obi_addr_i,
    input  wire                obi_we_i,
    input  wire [DATA_W/8-1:0] obi_be_i,
    input  wire [DATA_W-1:0]   obi_wdata_i,

    output wire                snoop_valid_o,       // snoop_* of weir, for this hart
    output wire [31:0]         snoop_addr_o,
    output wire [31:0]         snoop_data_o,
    output wire [3:0]          snoop_strb_o
);
  weir_snoop_word #(.DATA_W(DATA_W), .ADDR_W(ADDR_W), .UPPER(UPPER), .HIGH(HIGH)) u_word (
      .valid_i(obi_req_i && obi_gnt_i && obi_we_i), .addr_i(obi_addr_i),  // @store
      .data_i(obi_wdata_i),
      .strb_i(obi_be_i),  // @lanes
      .snoop_valid_o, .snoop_addr_o, .snoop_data_o, .snoop_strb_o);

`ifdef FORMAL
`include "weir_snoop_obi_fv.svh"
`endif
endmodule
`default_nettype wire
