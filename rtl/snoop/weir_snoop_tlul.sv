// SPDX-License-Identifier: Apache-2.0
// weir_snoop_tlul: the stores of a hart on TileLink (TL-UL, TL-UH without bursts), for snoop_* of
// weir.
//
// Use      Connect channel A of the hart's uncached port and choose the hart's snoop_* ports. A Put
//          appears when it is accepted. Atomics (ArithmeticData, LogicalData) do not appear: their
//          result is made behind the bus. UPPER and HIGH: see weir_snoop_word.
// Latency  None.
`default_nettype none
module weir_snoop_tlul #(
    parameter integer DATA_W = 32,        // 32 or 64
    parameter integer ADDR_W = 32,        // 32 to 64
    parameter [31:0]  UPPER = 0,          // address bits from 32 on, of stores to be shown
    parameter integer HIGH = 0            // of a store to both words: 0 the lower, 1 the upper
) (
    input  wire                tl_a_valid_i,
    input  wire                tl_a_ready_i,
    input  wire [2:0]          tl_a_opcode_i,
    input  wire [ADDR_W-1:0]   tl_a_address_i,
    input  wire [DATA_W/8-1:0] tl_a_mask_i,
    input  wire [DATA_W-1:0]   tl_a_data_i,

    output wire                snoop_valid_o,       // snoop_* of weir, for this hart
    output wire [31:0]         snoop_addr_o,
    output wire [31:0]         snoop_data_o,
    output wire [3:0]          snoop_strb_o
);
  // PutFullData 0, PutPartialData 1
  wire put = tl_a_opcode_i[2:1] == 2'd0;  // @put
  weir_snoop_word #(.DATA_W(DATA_W), .ADDR_W(ADDR_W), .UPPER(UPPER), .HIGH(HIGH)) u_word (
      .valid_i(tl_a_valid_i && tl_a_ready_i && put), .addr_i(tl_a_address_i),  // @store
      .data_i(tl_a_data_i),
      .strb_i(tl_a_mask_i),  // @lanes
      .snoop_valid_o, .snoop_addr_o, .snoop_data_o, .snoop_strb_o);
  wire unused = &{1'b0, tl_a_opcode_i};

`ifdef FORMAL
`include "weir_snoop_tlul_fv.svh"
`endif
endmodule
`default_nettype wire
