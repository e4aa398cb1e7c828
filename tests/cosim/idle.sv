// SPDX-License-Identifier: Apache-2.0
// Bench of idleness, for Icarus Verilog: a unit that has traced, then is disabled and drained,
// while everything goes on at its pins. `phase` says what goes on: 1 the unit is enabled; 2
// nothing; 3 the hart and the pins; 4 those, and stores to the port pages.
`timescale 1ns / 1ns
`default_nettype none
module idle;
  localparam integer AW = 17;
  localparam [AW-1:0] CTRL = {5'd0, weir_pkg::REG_CTRL}, STATUS = {5'd0, weir_pkg::REG_STATUS},
      DATA = 17'h1000, PORT = 17'h10000;
  localparam [AW-1:0] SNOOP_ADDR = {5'd0, weir_pkg::REG_SNOOP + weir_pkg::REG_SNOOP_ADDR};
  localparam [AW-1:0] SNOOP_CTRL = {5'd0, weir_pkg::REG_SNOOP + weir_pkg::REG_SNOOP_CTRL};

  reg           clk = 1'b0, rst_n = 1'b0;
  integer       phase = 0, n;
  reg           valid = 1'b0, write = 1'b0;
  reg  [AW-1:0] addr = '0;
  reg  [31:0]   wdata = '0, answer = '0;
  reg  [3:0]    wstrb = '1;
  wire          ready;
  wire [31:0]   rdata;
  reg           snoop_valid = 1'b0, csr_valid = 1'b0, trap = 1'b0, interrupt = 1'b0, leaves = 1'b0,
      hint = 1'b0, trigger = 1'b0;
  reg  [31:0]   snoop_addr = '0, snoop_data = '0, rd_data = '0, csr_data = '0;
  reg  [4:0]    rd = '0;
  reg  [11:0]   csr = '0, code = '0;
  reg  [`PINS-1:0] wires = '0;                      // the event pins
  reg  [63:0]   count = '0;
  wire [63:0]   gray;
  always #5 clk = !clk;
  always #13 count = count + 1;                     // a counter of another clock
  weir_gray u_gray (.clk_i(clk), .count_i(count), .gray_o(gray));
`ifdef TINY
  weir_tiny #(`PARAMETERS) u_unit (
      .clk_i(clk), .rst_ni(rst_n), .reg_valid_i(valid), .reg_write_i(write), .reg_addr_i(addr),
      .reg_wdata_i(wdata), .reg_wstrb_i(wstrb), .reg_ready_o(ready), .reg_rdata_o(rdata), .irq_o());
`else
`ifdef WIDE
  weir_wide
`else
  weir
`endif
  #(`PARAMETERS) u_unit (
      .clk_i(clk), .rst_ni(rst_n), .reg_valid_i(valid), .reg_write_i(write), .reg_addr_i(addr),
      .reg_wdata_i(wdata), .reg_wstrb_i(wstrb),
      .reg_ready_o(ready), .reg_rdata_o(rdata),
      .snoop_valid_i(snoop_valid), .snoop_addr_i(snoop_addr), .snoop_data_i(snoop_data),
      .snoop_strb_i(4'hf),
      .retire_rd_i(rd), .retire_rd_data_i(rd_data), .retire_csr_valid_i(csr_valid),
      .retire_csr_i(csr), .retire_csr_data_i(csr_data),
      .retire_trap_i(trap), .retire_interrupt_i(interrupt), .retire_code_i(code),
      .retire_return_i(leaves), .retire_hint_i(hint), .retire_hint_u_i(csr[0]),
      .retire_user_i(rd[0]),
`ifndef WIDE
      .pins_i(wires), .auth_i(1'b1), .time_gray_i(gray), .trigger_i(trigger), .trigger_o(),
      .frame_valid_o(), .frame_data_o(), .frame_ready_i(1'b1),
`endif
      .m_valid_o(), .m_addr_o(), .m_wdata_o(), .m_ready_i(1'b1), .m_idle_i(1'b1), .m_error_i(1'b0),
      .irq_o());
`endif

  task access(input is_write, input [AW-1:0] at, input [31:0] data);
    begin
      valid <= 1'b1;
      write <= is_write;
      addr  <= at;
      wdata <= data;
      @(posedge clk);
      while (!ready) @(posedge clk);
      valid <= 1'b0;
      if (!is_write) begin
        #1 answer = rdata;
      end
    end
  endtask
  // What the hart does, and the pins; every third store is one that is watched.
  task pins;
    begin
      snoop_valid <= $urandom;
      snoop_addr  <= $urandom % 3 == 0 ? 32'h2000_0000 : $urandom;
      snoop_data  <= $urandom % 2 == 0 ? $urandom : $urandom % 4;
      rd          <= $urandom;
      rd_data     <= $urandom;
      csr_valid   <= $urandom;
      csr         <= $urandom;
      csr_data    <= $urandom;
      trap        <= $urandom % 4 == 0;
      interrupt   <= $urandom;
      code        <= $urandom % 16;
      leaves      <= $urandom % 4 == 0;
      hint        <= $urandom % 4 == 0;
      trigger     <= $urandom;
      wires       <= $urandom;
    end
  endtask
  task quiet;
    begin
      snoop_valid <= 1'b0;
      rd          <= 5'd0;
      csr_valid   <= 1'b0;
      trap        <= 1'b0;
      leaves      <= 1'b0;
      hint        <= 1'b0;
    end
  endtask
  // A store to a VALUE, an ID or a window of a port, guaranteed or not, or a read of VALUE.
  task ports;
    begin
      access($urandom % 4 != 0, PORT + ($urandom % 2) * 17'h8000 + ($urandom % 2) * 17'h1000
             + ($urandom % 3 == 0 ? 17'h4000 + ($urandom % 1024) * 4 : ($urandom % 2) * 4),
                 $urandom % 2 ? $urandom : $urandom % 17'h10000);
    end
  endtask

  always @(posedge clk) if (phase >= 3 || (phase == 1 && $urandom % 8 == 0)) pins; else quiet;
  initial begin
    $dumpfile(`WAVES);
    $dumpvars(0, idle);
    repeat (4) @(posedge clk);
    rst_n <= 1'b1;
    @(posedge clk);
    if (`FRAMES) begin
      access(1, {5'd0, weir_pkg::REG_FRAME_CTRL}, 1);
      access(1, CTRL, 2);
    end
    // nothing, and a fault, in a unit without pins
    access(1, {5'd0, weir_pkg::REG_PIN_RISE}, 32'h15);
    access(1, {5'd0, weir_pkg::REG_PIN_FALL}, 32'h2a);
    access(1, {5'd0, weir_pkg::REG_PIN_BUS}, 32'hf0);
    access(1, SNOOP_ADDR, 32'h2000_0000);
    access(1, SNOOP_CTRL, 3);
    access(1, CTRL, 1);
    phase = 1;
    for (n = 0; n < `CYCLES; n = n + 1) if (n % 4 == 3) access(0, DATA, 0); else ports;
    phase = 0;
    $dumpoff;
    access(1, CTRL, 0);
    answer = 0;
    access(0, STATUS, 0);
    for (n = 0; n < 100 * `CYCLES && (answer[0] || !answer[2] || answer[3]); n = n + 1) begin
      access(0, DATA, 0);
      access(0, STATUS, 0);
    end
    if (answer[0] || !answer[2] || answer[3]) $fatal(1, "never at rest: STATUS %x", answer);
    repeat (4000) @(posedge clk);                   // frames that are under way
    $dumpon;
    phase = 2;
    repeat (`CYCLES) @(posedge clk);
    phase = 3;
    repeat (`CYCLES) @(posedge clk);
    phase = 4;
    for (n = 0; n < `CYCLES; n = n + 1) ports;
    phase = 5;
    $finish;
  end
endmodule
`default_nettype wire
