// SPDX-License-Identifier: Apache-2.0
// unit_axil: the unit behind AXI4-Lite, for the SystemC bench.
`default_nettype none
module unit_axil (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [16:0] s_axil_awaddr,
    input  wire [2:0]  s_axil_awprot,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    input  wire [31:0] s_axil_wdata,
    input  wire [3:0]  s_axil_wstrb,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    output wire [1:0]  s_axil_bresp,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    input  wire [16:0] s_axil_araddr,
    input  wire [2:0]  s_axil_arprot,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output wire [31:0] s_axil_rdata,
    output wire [1:0]  s_axil_rresp,
    input  wire        snoop_valid_i,
    input  wire [31:0] snoop_addr_i,
    input  wire [31:0] snoop_data_i,
    input  wire [3:0]  snoop_strb_i,
    input  wire        pins_i,
    input  wire        trigger_i,
    output wire        trigger_o,
    output wire        irq_o
);
  wire        reg_valid, reg_write, reg_ready;
  wire [16:0] reg_addr;
  wire [31:0] reg_wdata, reg_rdata;
  wire [3:0]  reg_wstrb;
  weir_axil #(.ADDR_W(17)) u_bus (
      .clk_i, .rst_ni,
      .s_axil_awvalid, .s_axil_awready, .s_axil_awaddr, .s_axil_awprot, .s_axil_wvalid,
      .s_axil_wready, .s_axil_wdata, .s_axil_wstrb,
      .s_axil_bvalid, .s_axil_bready, .s_axil_bresp, .s_axil_arvalid, .s_axil_arready,
      .s_axil_araddr, .s_axil_arprot,
      .s_axil_rvalid, .s_axil_rready, .s_axil_rdata, .s_axil_rresp,
      .reg_valid_o(reg_valid), .reg_write_o(reg_write), .reg_addr_o(reg_addr),
      .reg_wdata_o(reg_wdata), .reg_wstrb_o(reg_wstrb),
      .reg_ready_i(reg_ready), .reg_rdata_i(reg_rdata));
  weir u_weir (
      .clk_i, .rst_ni,
      .reg_valid_i(reg_valid), .reg_write_i(reg_write), .reg_addr_i(reg_addr),
      .reg_wdata_i(reg_wdata), .reg_wstrb_i(reg_wstrb),
      .reg_ready_o(reg_ready), .reg_rdata_o(reg_rdata),
      .retire_rd_i('0), .retire_rd_data_i('0), .retire_csr_valid_i('0), .retire_csr_i('0),
      .retire_csr_data_i('0),
      .retire_trap_i('0), .retire_interrupt_i('0), .retire_code_i('0), .retire_return_i('0),
      .retire_hint_i('0), .retire_hint_u_i('0), .retire_user_i('0),
      .snoop_valid_i, .snoop_addr_i, .snoop_data_i, .snoop_strb_i, .m_valid_o(), .m_addr_o(),
      .m_wdata_o(), .m_ready_i(1'b1), .m_idle_i(1'b1), .m_error_i(1'b0),
      .pins_i, .auth_i(1'b1), .time_gray_i(64'd0), .trigger_i, .trigger_o, .irq_o,
      .frame_valid_o(), .frame_data_o(), .frame_ready_i(1'b0));
endmodule
`default_nettype wire
