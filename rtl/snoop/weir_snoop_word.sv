// SPDX-License-Identifier: Apache-2.0
// weir_snoop_word: the word of a store that the unit's snoop can watch, from a bus of 32 or 64
// bits.
//
// Use      Part of the snoops of the buses. A store of up to 32 bits appears at the address of its
//          word. A store that touches both words of 64 bits appears as one of them, chosen by
//          HIGH: the watched word of a `sd` is its lower half, unless HIGH = 1.
// Latency  None.
`default_nettype none
module weir_snoop_word #(
    parameter integer DATA_W = 32,        // 32 or 64
    parameter integer ADDR_W = 32,        // of the bus, 32 to 64
    parameter [31:0]  UPPER = 0,          // address bits from 32 on, of stores to be shown
    parameter integer HIGH = 0            // of a store to both words: 0 the lower, 1 the upper
) (
    input  wire                valid_i,
    input  wire [ADDR_W-1:0]   addr_i,
    input  wire [DATA_W-1:0]   data_i,
    input  wire [DATA_W/8-1:0] strb_i,

    output wire                snoop_valid_o,
    output wire [31:0]         snoop_addr_o,        // of a word: bits 1 and 0 are 0
    output wire [31:0]         snoop_data_o,
    output wire [3:0]          snoop_strb_o
);
  generate
    if (ADDR_W > 32) begin : g_upper
      assign snoop_valid_o = valid_i && addr_i[ADDR_W-1:32] == UPPER[ADDR_W-33:0];  // @piece
    end else begin : g_all
      assign snoop_valid_o = valid_i;
      wire unused = &{1'b0, UPPER};
    end
    if (DATA_W == 64) begin : g_64
      wire low   = strb_i[3:0] != 4'd0;
      wire high  = strb_i[7:4] != 4'd0;
      wire upper = high && (!low || HIGH != 0);  // @half
      assign snoop_addr_o = {addr_i[31:3], upper, 2'b00};
      assign snoop_data_o = upper ? data_i[63:32] : data_i[31:0];  // @data
      assign snoop_strb_o = upper ? strb_i[7:4] : strb_i[3:0];  // @lanes
      wire unused = &{1'b0, addr_i[2:0]};
    end else begin : g_32
      assign snoop_addr_o = {addr_i[31:2], 2'b00};
      assign snoop_data_o = data_i;
      assign snoop_strb_o = strb_i;
      wire unused = &{1'b0, addr_i[1:0], HIGH != 0};
    end
  endgenerate

`ifdef FORMAL
`include "weir_snoop_word_fv.svh"
`endif
endmodule
`default_nettype wire
