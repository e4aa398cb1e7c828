// SPDX-License-Identifier: Apache-2.0
// An event through weir_example, by APB: value and id go in, flux bytes come out.
`default_nettype none
`timescale 1ns / 1ps
module tb_weir_example;
  reg         clk = 1'b0, rst_n = 1'b0;
  reg         psel = 1'b0, penable = 1'b0, pwrite = 1'b0;
  reg  [16:0] paddr = 17'd0;
  reg  [31:0] pwdata = 32'd0;
  wire        pready, pslverr, irq;
  wire [31:0] prdata;
  always #5 clk = !clk;
  weir_example u_dut (
      .clk_i(clk), .rst_ni(rst_n), .s_apb_psel(psel), .s_apb_penable(penable),
          .s_apb_pwrite(pwrite), .s_apb_paddr(paddr),
      .s_apb_pwdata(pwdata), .s_apb_pstrb(4'hf), .s_apb_pready(pready), .s_apb_prdata(prdata),
          .s_apb_pslverr(pslverr),
      .store_valid_i(1'b0), .store_addr_i(32'd0), .store_data_i(32'd0), .store_strb_i(4'd0),
          .irq_o(irq));

  reg [31:0] data;
  task automatic access(input write, input [16:0] addr, input [31:0] value);
    begin
      @(negedge clk) begin psel = 1'b1; penable = 1'b0; pwrite = write; paddr = addr;
          pwdata = value; end
      @(negedge clk) penable = 1'b1;
      @(posedge clk) while (!pready) @(posedge clk);
      data = prdata;
      @(negedge clk) begin psel = 1'b0; penable = 1'b0; end
    end
  endtask
  task automatic expect_value(input [16:0] addr, input [31:0] value);
    begin
      access(1'b0, addr, 32'd0);
      if (data !== value || pslverr !== 1'b0) begin
        $display("FAILED: read of 0x%05x gives 0x%08x, not 0x%08x", addr, data, value);
        $fatal(1);
      end
    end
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
    expect_value(17'h00000, weir_pkg::MAGIC_VALUE);
    access(1'b1, {5'd0, weir_pkg::REG_CTRL}, 32'd1);  // enable
    access(1'b1, 17'h10000, 32'd7);                   // VALUE = 7
    access(1'b1, 17'h10004, 32'd1);                   // ID = 1: USER 1 = 7
    access(1'b1, {5'd0, weir_pkg::REG_CTRL}, 32'd0);
    // until nothing is on its way
    do access(1'b0, {5'd0, weir_pkg::REG_STATUS}, 32'd0); while (data[0]);
    expect_value({5'd0, weir_pkg::REG_LEVEL}, 32'd1);
    access(1'b0, 17'h01000, 32'd0);                   // item, time, size and kind, value
    if (data[7:0] !== 8'(8 * (weir_pkg::ITEM_USER_SHORT + 1) + 2) || data[31:16] !== 16'h0711) begin
      $display("FAILED: the bytes are %08x", data);
      $fatal(1);
    end
    $display("PASSED: USER 1 = 7, %0d ticks after reset", data[15:8]);
    $finish;
  end
endmodule
`default_nettype wire
