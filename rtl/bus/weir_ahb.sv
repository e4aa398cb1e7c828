// SPDX-License-Identifier: Apache-2.0
// weir_ahb: AHB-Lite and AHB5 subordinate to the register port of weir.
//
// Use      HRESP is always OKAY: FAULT reports an undefined access. A read of the data page takes
//          one word, whatever its size. Byte lanes are those of a little-endian bus (and of BE8). A
//          bus without HWSTRB ties s_ahb_hwstrb to 4'b1111. Leave HBURST, HPROT, HMASTLOCK and
//          HNONSEC open: each beat of a burst is an access of its own. The bus ties HEXOKAY to 0.
// Latency  While reg_ready_i is high: a write has no wait state, a read has one. The access is made
//          in the data phase from registers, so no output depends on an address-phase input in the
//          same cycle; s_ahb_hreadyout follows reg_ready_i in a write.
`default_nettype none
module weir_ahb #(
    parameter integer ADDR_W = 17                   // as in weir
) (
    input  wire              clk_i,
    input  wire              rst_ni,

    input  wire              s_ahb_hsel,
    input  wire [ADDR_W-1:0] s_ahb_haddr,
    input  wire [1:0]        s_ahb_htrans,
    input  wire              s_ahb_hwrite,
    input  wire [2:0]        s_ahb_hsize,
    input  wire [31:0]       s_ahb_hwdata,
    input  wire [3:0]        s_ahb_hwstrb,          // tie to 4'b1111 where the bus has none
    input  wire              s_ahb_hready,          // of the whole bus
    output wire              s_ahb_hreadyout,
    output wire              s_ahb_hresp,
    output wire [31:0]       s_ahb_hrdata,

    output wire              reg_valid_o,           // register port of weir
    output wire              reg_write_o,
    output wire [ADDR_W-1:0] reg_addr_o,
    output wire [31:0]       reg_wdata_o,
    output wire [3:0]        reg_wstrb_o,
    input  wire              reg_ready_i,
    input  wire [31:0]       reg_rdata_i
);
  // an access is in its data phase, and the unit has not accepted it yet
  logic              busy_q;
  logic              write_q;
  logic [ADDR_W-1:0] addr_q;
  logic [3:0]        lanes_q;
  wire take = s_ahb_hsel && s_ahb_htrans[1] && s_ahb_hready;  // @take
  always_ff @(posedge clk_i) begin
    busy_q <= rst_ni && (take || (busy_q && !reg_ready_i));  // @busy
    if (take) begin
      write_q <= s_ahb_hwrite;
      addr_q  <= s_ahb_haddr;
      lanes_q <= s_ahb_hsize == 3'd0 ? 4'b0001 << s_ahb_haddr[1:0]
          : s_ahb_hsize == 3'd1 ? {{2{s_ahb_haddr[1]}}, {2{!s_ahb_haddr[1]}}} : 4'b1111;  // @size
    end
  end

  assign reg_valid_o     = busy_q;
  assign reg_write_o     = write_q;
  assign reg_addr_o      = addr_q;
  assign reg_wdata_o     = s_ahb_hwdata;
  assign reg_wstrb_o     = lanes_q & (s_ahb_hwstrb | {4{!write_q}});  // @lanes
  // A read is answered in the cycle after the unit accepted it.
  assign s_ahb_hreadyout = !busy_q || (write_q && reg_ready_i);  // @ready
  assign s_ahb_hresp     = 1'b0;  // @error
  assign s_ahb_hrdata    = reg_rdata_i;  // @answer

  wire unused = &{1'b0, s_ahb_htrans[0]};

`ifdef FORMAL
`include "weir_ahb_fv.svh"
`endif
endmodule
`default_nettype wire
