// SPDX-License-Identifier: Apache-2.0
// weir_snoop_ahb: the stores of a hart on AHB-Lite or AHB5, for snoop_* of weir.
//
// Use      Connect the pins of the hart's bus and choose the hart's snoop_* ports. AHB shows the
//          address of a store one phase before its data; this module brings the two together. A
//          store appears in the cycle in which its data phase ends, without error. A bus without
//          HWSTRB ties ahb_hwstrb_i to ones. UPPER and HIGH: see weir_snoop_word.
// Latency  None.
`default_nettype none
module weir_snoop_ahb #(
    parameter integer DATA_W = 32,        // 32 or 64
    parameter integer ADDR_W = 32,        // 32 to 64
    parameter [31:0]  UPPER = 0,          // address bits from 32 on, of stores to be shown
    parameter integer HIGH = 0            // of a store to both words: 0 the lower, 1 the upper
) (
    input  wire                clk_i,
    input  wire                rst_ni,

    input  wire [ADDR_W-1:0]   ahb_haddr_i,
    input  wire [1:0]          ahb_htrans_i,
    input  wire                ahb_hwrite_i,
    input  wire [2:0]          ahb_hsize_i,
    input  wire [DATA_W-1:0]   ahb_hwdata_i,
    input  wire [DATA_W/8-1:0] ahb_hwstrb_i,
    input  wire                ahb_hready_i,        // as the manager sees it
    input  wire                ahb_hresp_i,

    output wire                snoop_valid_o,       // snoop_* of weir, for this hart
    output wire [31:0]         snoop_addr_o,
    output wire [31:0]         snoop_data_o,
    output wire [3:0]          snoop_strb_o
);
  localparam integer LANES = DATA_W/8, LOW = DATA_W == 64 ? 3 : 2;
  localparam [LANES-1:0] ONE = 1;
  // a store is in its data phase: its address and the lanes that its size takes
  logic              store_q;
  logic [ADDR_W-1:0] addr_q;
  logic [LANES-1:0]  lanes_q;
  wire [LANES-1:0] half = {{LANES-2{1'b0}}, 2'd3}, word = {{LANES-3{1'b0}}, 3'd7} | ONE << 3;
  wire [1:0]       size = ahb_hsize_i[2] ? 2'd3 : ahb_hsize_i[1:0];  // @size
  wire [LANES-1:0] some = size == 2'd0 ? ONE : size == 2'd1 ? half : size == 2'd2 ? word
      : {LANES{1'b1}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) store_q <= 1'b0;  // @reset
    else if (ahb_hready_i) store_q <= ahb_htrans_i[1] && ahb_hwrite_i;  // @store
    if (ahb_hready_i) begin
      addr_q  <= ahb_haddr_i;
      lanes_q <= some << ahb_haddr_i[LOW-1:0];
    end
  end
  weir_snoop_word #(.DATA_W(DATA_W), .ADDR_W(ADDR_W), .UPPER(UPPER), .HIGH(HIGH)) u_word (
      .valid_i(store_q && ahb_hready_i && !ahb_hresp_i), .addr_i(addr_q),  // @phase
      .data_i(ahb_hwdata_i),
      .strb_i(lanes_q & ahb_hwstrb_i),  // @lanes
      .snoop_valid_o, .snoop_addr_o, .snoop_data_o, .snoop_strb_o);
  wire unused = &{1'b0, ahb_htrans_i[0]};

`ifdef FORMAL
`include "weir_snoop_ahb_fv.svh"
`endif
endmodule
`default_nettype wire
