// SPDX-License-Identifier: Apache-2.0
// weir_example: preset `small` behind an APB bus, with the stores of one hart, as in
// docs/guides/integration.md.
`default_nettype none
module weir_example (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        s_apb_psel,
    input  wire        s_apb_penable,
    input  wire        s_apb_pwrite,
    input  wire [16:0] s_apb_paddr,          // offset in the 128 KiB of the unit
    input  wire [31:0] s_apb_pwdata,
    input  wire [3:0]  s_apb_pstrb,
    output wire        s_apb_pready,
    output wire [31:0] s_apb_prdata,
    output wire        s_apb_pslverr,
    input  wire        store_valid_i,        // a store that the hart's data bus accepts
    input  wire [31:0] store_addr_i,
    input  wire [31:0] store_data_i,
    input  wire [3:0]  store_strb_i,
    output wire        irq_o
);
  wire        valid, write, ready;
  wire [16:0] addr;
  wire [31:0] wdata, rdata;
  wire [3:0]  wstrb;
  weir_apb #(.ADDR_W(17)) u_trace_bus (
      .clk_i, .rst_ni,
      .s_apb_psel, .s_apb_penable, .s_apb_pwrite, .s_apb_paddr, .s_apb_pprot(3'd0), .s_apb_pwdata,
      .s_apb_pstrb,
      .s_apb_pready, .s_apb_prdata, .s_apb_pslverr,
      .reg_valid_o(valid), .reg_write_o(write), .reg_addr_o(addr), .reg_wdata_o(wdata),
      .reg_wstrb_o(wstrb),
      .reg_ready_i(ready), .reg_rdata_i(rdata));
  weir_small u_trace (
      .clk_i, .rst_ni,
      .reg_valid_i(valid), .reg_write_i(write), .reg_addr_i(addr), .reg_wdata_i(wdata),
      .reg_wstrb_i(wstrb), .reg_ready_o(ready), .reg_rdata_o(rdata),
      .snoop_valid_i(store_valid_i), .snoop_addr_i(store_addr_i), .snoop_data_i(store_data_i),
      .snoop_strb_i(store_strb_i), .irq_o);
endmodule
`default_nettype wire
