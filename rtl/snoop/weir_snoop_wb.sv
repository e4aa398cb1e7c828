// SPDX-License-Identifier: Apache-2.0
// weir_snoop_wb: the stores of a hart on Wishbone B4, for snoop_* of weir.
//
// Use      Connect the pins of the hart's data bus and choose the hart's snoop_* ports. wb_adr_i is
//          a byte address: connect word addresses from bit 2 on (64 bits: from bit 3 on), zeros
//          below. Pipelined, a store appears when it is accepted (no STALL); with CLASSIC = 1, when
//          it is acknowledged. A store that ends with ERR or RTY does not appear there. UPPER and
//          HIGH: see weir_snoop_word.
// Latency  None.
`default_nettype none
module weir_snoop_wb #(
    parameter integer CLASSIC = 0,        // 1: STB stays until ACK, STALL is not used
    parameter integer DATA_W = 32,        // 32 or 64
    parameter integer ADDR_W = 32,        // 32 to 64
    parameter [31:0]  UPPER = 0,          // address bits from 32 on, of stores to be shown
    parameter integer HIGH = 0            // of a store to both words: 0 the lower, 1 the upper
) (
    input  wire                wb_cyc_i,
    input  wire                wb_stb_i,
    input  wire                wb_we_i,
    // a byte address: an ADR that counts words begins at bit 2 (DATA_W 64: bit 3)
    input  wire [ADDR_W-1:0]   wb_adr_i,
    input  wire [DATA_W/8-1:0] wb_sel_i,
    input  wire [DATA_W-1:0]   wb_dat_w_i,
    input  wire                wb_stall_i,          // ignored with CLASSIC
    input  wire                wb_ack_i,            // ignored without CLASSIC

    output wire                snoop_valid_o,       // snoop_* of weir, for this hart
    output wire [31:0]         snoop_addr_o,
    output wire [31:0]         snoop_data_o,
    output wire [3:0]          snoop_strb_o
);
  wire taken = CLASSIC != 0 ? wb_ack_i : !wb_stall_i;  // @taken
  weir_snoop_word #(.DATA_W(DATA_W), .ADDR_W(ADDR_W), .UPPER(UPPER), .HIGH(HIGH)) u_word (
      .valid_i(wb_cyc_i && wb_stb_i && wb_we_i && taken), .addr_i(wb_adr_i),  // @store
      .data_i(wb_dat_w_i),
      .strb_i(wb_sel_i),  // @lanes
      .snoop_valid_o, .snoop_addr_o, .snoop_data_o, .snoop_strb_o);
  wire unused = &{1'b0, wb_stall_i, wb_ack_i};

`ifdef FORMAL
`include "weir_snoop_wb_fv.svh"
`endif
endmodule
`default_nettype wire
