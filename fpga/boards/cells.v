// SPDX-License-Identifier: Apache-2.0
// Cells that Yosys has no models of, for the simulation of netlists (build.py): block RAM of ECP5, Gowin and Xilinx, multipliers of ECP5,
// and clock buffer and PLL of the Arty.
// Written from how Yosys maps memories to these cells. What its mapping does not use is not here: another mode is an error of
// elaboration or stops the simulation.
`default_nettype none

// 2048 bytes of 8 or 9 bits, or 2**LOG of them, with two ports. An address counts bits, so that a port of a width uses the upper bits
// of it; ports of two bytes and more have the enables of bytes in the lowest ones, as those of ECP5 and Gowin do.
module board_ram #(
    parameter LOG     = 11,
    parameter BYTE    = 9,
    parameter WIDTH_A = 18,
    parameter WIDTH_B = 18,
    parameter MODE_A  = 0,                 // what a write reads: 0: nothing, 1: the new word, 2: the old one
    parameter MODE_B  = 0,
    parameter [(BYTE<<LOG)-1:0] INIT = 0
) (
    input  wire              clk_a, enable_a, write_a, reset_a,
    input  wire    [LOG+2:0] addr_a,
    input  wire [4*BYTE-1:0] wdata_a,
    output reg  [4*BYTE-1:0] rdata_a,
    input  wire              clk_b, enable_b, write_b, reset_b,
    input  wire    [LOG+2:0] addr_b,
    input  wire [4*BYTE-1:0] wdata_b,
    output reg  [4*BYTE-1:0] rdata_b
);
  reg [BYTE-1:0] ram [0:(1<<LOG)-1];
  integer i;
  initial begin
    for (i = 0; i < 1 << LOG; i = i + 1) ram[i] = INIT[i*BYTE +: BYTE];
    rdata_a = 0;
    rdata_b = 0;
  end

  // The bytes that a port of this width reaches, what a write of it leaves there, and what it reads of them.
  function [LOG-1:0] first(input integer width, input [LOG+2:0] addr);
    first = width > 2 * BYTE ? {addr[LOG+2:5], 2'd0} : width > BYTE ? {addr[LOG+2:4], 1'd0} : addr[LOG+2:3];
  endfunction
  function [4*BYTE-1:0] stored(input integer width, input [LOG+2:0] addr, input [4*BYTE-1:0] old, input [4*BYTE-1:0] data);
    integer n;
    begin
      stored = old;
      if (width <= 4) for (n = 0; n < width; n = n + 1) stored[(addr[2:0] & ~(width - 1)) + n] = data[n];
      else if (width <= BYTE) stored[BYTE-1:0] = data[BYTE-1:0];
      else for (n = 0; n < 4; n = n + 1) if (n < width / BYTE && addr[n]) stored[n*BYTE +: BYTE] = data[n*BYTE +: BYTE];
    end
  endfunction
  function [4*BYTE-1:0] seen(input integer width, input [LOG+2:0] addr, input [4*BYTE-1:0] bytes);
    seen = (width <= 4 ? bytes >> (addr[2:0] & ~(width - 1)) : bytes) & ({4*BYTE{1'b1}} >> (4 * BYTE - width));
  endfunction

  wire     [LOG-1:0] at_a  = first(WIDTH_A, addr_a), at_b = first(WIDTH_B, addr_b);
  wire [4*BYTE-1:0] old_a = {ram[at_a | 3], ram[at_a | 2], ram[at_a | 1], ram[at_a]};
  wire [4*BYTE-1:0] old_b = {ram[at_b | 3], ram[at_b | 2], ram[at_b | 1], ram[at_b]};
  wire [4*BYTE-1:0] new_a = stored(WIDTH_A, addr_a, old_a, wdata_a);
  wire [4*BYTE-1:0] new_b = stored(WIDTH_B, addr_b, old_b, wdata_b);
  integer a, b;
  always @(posedge clk_a) begin
    if (enable_a && write_a)
      for (a = 0; a < 4; a = a + 1) if (a == 0 || a < WIDTH_A / BYTE) ram[at_a + a[LOG-1:0]] <= new_a[a*BYTE +: BYTE];
    if (enable_a && (!write_a || MODE_A != 0)) rdata_a <= seen(WIDTH_A, addr_a, write_a && MODE_A == 1 ? new_a : old_a);
    if (reset_a) $fatal(1, "%m: reset of a block RAM is not modelled");
  end
  always @(posedge clk_b) begin
    if (enable_b && write_b)
      for (b = 0; b < 4; b = b + 1) if (b == 0 || b < WIDTH_B / BYTE) ram[at_b + b[LOG-1:0]] <= new_b[b*BYTE +: BYTE];
    if (enable_b && (!write_b || MODE_B != 0)) rdata_b <= seen(WIDTH_B, addr_b, write_b && MODE_B == 1 ? new_b : old_b);
    if (reset_b) $fatal(1, "%m: reset of a block RAM is not modelled");
  end
endmodule

// ---- ECP5

// Port A is as wide as 36 for writes only, port B for reads only: then the halves of a word are at the pins of both ports.
module DP16KD #(
    parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18,
    parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG", RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC", GSR = "ENABLED",
    parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000", CLKAMUX = "CLKA", CLKBMUX = "CLKB",
    parameter [127:0] WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL",
    parameter [319:0]
    INITVAL_00 = 320'd0, INITVAL_01 = 320'd0, INITVAL_02 = 320'd0, INITVAL_03 = 320'd0, INITVAL_04 = 320'd0, INITVAL_05 = 320'd0, INITVAL_06 = 320'd0,
    INITVAL_07 = 320'd0, INITVAL_08 = 320'd0, INITVAL_09 = 320'd0, INITVAL_0A = 320'd0, INITVAL_0B = 320'd0, INITVAL_0C = 320'd0, INITVAL_0D = 320'd0,
    INITVAL_0E = 320'd0, INITVAL_0F = 320'd0, INITVAL_10 = 320'd0, INITVAL_11 = 320'd0, INITVAL_12 = 320'd0, INITVAL_13 = 320'd0, INITVAL_14 = 320'd0,
    INITVAL_15 = 320'd0, INITVAL_16 = 320'd0, INITVAL_17 = 320'd0, INITVAL_18 = 320'd0, INITVAL_19 = 320'd0, INITVAL_1A = 320'd0, INITVAL_1B = 320'd0,
    INITVAL_1C = 320'd0, INITVAL_1D = 320'd0, INITVAL_1E = 320'd0, INITVAL_1F = 320'd0, INITVAL_20 = 320'd0, INITVAL_21 = 320'd0, INITVAL_22 = 320'd0,
    INITVAL_23 = 320'd0, INITVAL_24 = 320'd0, INITVAL_25 = 320'd0, INITVAL_26 = 320'd0, INITVAL_27 = 320'd0, INITVAL_28 = 320'd0, INITVAL_29 = 320'd0,
    INITVAL_2A = 320'd0, INITVAL_2B = 320'd0, INITVAL_2C = 320'd0, INITVAL_2D = 320'd0, INITVAL_2E = 320'd0, INITVAL_2F = 320'd0, INITVAL_30 = 320'd0,
    INITVAL_31 = 320'd0, INITVAL_32 = 320'd0, INITVAL_33 = 320'd0, INITVAL_34 = 320'd0, INITVAL_35 = 320'd0, INITVAL_36 = 320'd0, INITVAL_37 = 320'd0,
    INITVAL_38 = 320'd0, INITVAL_39 = 320'd0, INITVAL_3A = 320'd0, INITVAL_3B = 320'd0, INITVAL_3C = 320'd0, INITVAL_3D = 320'd0, INITVAL_3E = 320'd0,
    INITVAL_3F = 320'd0
) (
    input  wire CLKA, CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2, CLKB, CEB, OCEB, WEB, RSTB, CSB0, CSB1, CSB2,
    input  wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
    input  wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
    input  wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
    input  wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
    output wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
    output wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);
  function [287:0] half(input [319:0] rows);                    // rows of 18 bits are 20 apart
    integer n;
    for (n = 0; n < 16; n = n + 1) half[n*18 +: 18] = rows[n*20 +: 18];
  endfunction
  wire [17:0] dia = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire [17:0] dib = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
  wire [35:0] rdata_a, rdata_b;
  board_ram #(
      .BYTE(9), .WIDTH_A(DATA_WIDTH_A), .WIDTH_B(DATA_WIDTH_B),
      .MODE_A(WRITEMODE_A == "WRITETHROUGH" ? 1 : WRITEMODE_A == "READBEFOREWRITE" ? 2 : 0),
      .MODE_B(WRITEMODE_B == "WRITETHROUGH" ? 1 : WRITEMODE_B == "READBEFOREWRITE" ? 2 : 0),
      .INIT({
      half(INITVAL_3F), half(INITVAL_3E), half(INITVAL_3D), half(INITVAL_3C), half(INITVAL_3B), half(INITVAL_3A), half(INITVAL_39), half(INITVAL_38),
      half(INITVAL_37), half(INITVAL_36), half(INITVAL_35), half(INITVAL_34), half(INITVAL_33), half(INITVAL_32), half(INITVAL_31), half(INITVAL_30),
      half(INITVAL_2F), half(INITVAL_2E), half(INITVAL_2D), half(INITVAL_2C), half(INITVAL_2B), half(INITVAL_2A), half(INITVAL_29), half(INITVAL_28),
      half(INITVAL_27), half(INITVAL_26), half(INITVAL_25), half(INITVAL_24), half(INITVAL_23), half(INITVAL_22), half(INITVAL_21), half(INITVAL_20),
      half(INITVAL_1F), half(INITVAL_1E), half(INITVAL_1D), half(INITVAL_1C), half(INITVAL_1B), half(INITVAL_1A), half(INITVAL_19), half(INITVAL_18),
      half(INITVAL_17), half(INITVAL_16), half(INITVAL_15), half(INITVAL_14), half(INITVAL_13), half(INITVAL_12), half(INITVAL_11), half(INITVAL_10),
      half(INITVAL_0F), half(INITVAL_0E), half(INITVAL_0D), half(INITVAL_0C), half(INITVAL_0B), half(INITVAL_0A), half(INITVAL_09), half(INITVAL_08),
      half(INITVAL_07), half(INITVAL_06), half(INITVAL_05), half(INITVAL_04), half(INITVAL_03), half(INITVAL_02), half(INITVAL_01), half(INITVAL_00)})
  ) u_ram (
      .clk_a(CLKA), .enable_a(CEA), .write_a(WEA), .reset_a(RSTA), .addr_a({ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0}),
      .wdata_a({dib & {18{DATA_WIDTH_A == 36}}, dia}), .rdata_a(rdata_a),
      .clk_b(CLKB), .enable_b(CEB), .write_b(WEB), .reset_b(RSTB), .addr_b({ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0}),
      .wdata_b({18'd0, dib}), .rdata_b(rdata_b));
  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = DATA_WIDTH_B == 36 ? rdata_b[17:0] : rdata_a[17:0];
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = DATA_WIDTH_B == 36 ? rdata_b[35:18] : rdata_b[17:0];
  generate
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG" || CSDECODE_A != "0b000" || CSDECODE_B != "0b000" || CLKAMUX != "CLKA" || CLKBMUX != "CLKB")
      mode_is_not_modelled u_mode ();
  endgenerate
endmodule

module MULT18X18D (
    input  wire A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0,
    input  wire B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0,
    input  wire C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0,
    input  wire SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
    output wire P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
);
  wire signed [18:0] a = {SIGNEDA && A17, A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0};
  wire signed [18:0] b = {SIGNEDB && B17, B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0};
  wire signed [37:0] p = a * b;
  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = p[35:0];
endmodule

// ---- Gowin

module SP #(
    parameter READ_MODE = 1'b0, WRITE_MODE = 2'b00, BIT_WIDTH = 32, BLK_SEL = 3'b000, RESET_MODE = "SYNC",
    parameter [255:0]
    INIT_RAM_00 = 256'd0, INIT_RAM_01 = 256'd0, INIT_RAM_02 = 256'd0, INIT_RAM_03 = 256'd0, INIT_RAM_04 = 256'd0, INIT_RAM_05 = 256'd0,
    INIT_RAM_06 = 256'd0, INIT_RAM_07 = 256'd0, INIT_RAM_08 = 256'd0, INIT_RAM_09 = 256'd0, INIT_RAM_0A = 256'd0, INIT_RAM_0B = 256'd0,
    INIT_RAM_0C = 256'd0, INIT_RAM_0D = 256'd0, INIT_RAM_0E = 256'd0, INIT_RAM_0F = 256'd0, INIT_RAM_10 = 256'd0, INIT_RAM_11 = 256'd0,
    INIT_RAM_12 = 256'd0, INIT_RAM_13 = 256'd0, INIT_RAM_14 = 256'd0, INIT_RAM_15 = 256'd0, INIT_RAM_16 = 256'd0, INIT_RAM_17 = 256'd0,
    INIT_RAM_18 = 256'd0, INIT_RAM_19 = 256'd0, INIT_RAM_1A = 256'd0, INIT_RAM_1B = 256'd0, INIT_RAM_1C = 256'd0, INIT_RAM_1D = 256'd0,
    INIT_RAM_1E = 256'd0, INIT_RAM_1F = 256'd0, INIT_RAM_20 = 256'd0, INIT_RAM_21 = 256'd0, INIT_RAM_22 = 256'd0, INIT_RAM_23 = 256'd0,
    INIT_RAM_24 = 256'd0, INIT_RAM_25 = 256'd0, INIT_RAM_26 = 256'd0, INIT_RAM_27 = 256'd0, INIT_RAM_28 = 256'd0, INIT_RAM_29 = 256'd0,
    INIT_RAM_2A = 256'd0, INIT_RAM_2B = 256'd0, INIT_RAM_2C = 256'd0, INIT_RAM_2D = 256'd0, INIT_RAM_2E = 256'd0, INIT_RAM_2F = 256'd0,
    INIT_RAM_30 = 256'd0, INIT_RAM_31 = 256'd0, INIT_RAM_32 = 256'd0, INIT_RAM_33 = 256'd0, INIT_RAM_34 = 256'd0, INIT_RAM_35 = 256'd0,
    INIT_RAM_36 = 256'd0, INIT_RAM_37 = 256'd0, INIT_RAM_38 = 256'd0, INIT_RAM_39 = 256'd0, INIT_RAM_3A = 256'd0, INIT_RAM_3B = 256'd0,
    INIT_RAM_3C = 256'd0, INIT_RAM_3D = 256'd0, INIT_RAM_3E = 256'd0, INIT_RAM_3F = 256'd0
) (
    input  wire CLK, CE, OCE, WRE, RESET,
    input  wire [2:0] BLKSEL,
    input  wire [13:0] AD,
    input  wire [31:0] DI,
    output wire [31:0] DO
);
  board_ram #(.BYTE(8), .WIDTH_A(BIT_WIDTH), .WIDTH_B(8), .MODE_A(WRITE_MODE), .INIT({
      INIT_RAM_3F, INIT_RAM_3E, INIT_RAM_3D, INIT_RAM_3C, INIT_RAM_3B, INIT_RAM_3A, INIT_RAM_39, INIT_RAM_38, INIT_RAM_37, INIT_RAM_36, INIT_RAM_35,
      INIT_RAM_34, INIT_RAM_33, INIT_RAM_32, INIT_RAM_31, INIT_RAM_30, INIT_RAM_2F, INIT_RAM_2E, INIT_RAM_2D, INIT_RAM_2C, INIT_RAM_2B, INIT_RAM_2A,
      INIT_RAM_29, INIT_RAM_28, INIT_RAM_27, INIT_RAM_26, INIT_RAM_25, INIT_RAM_24, INIT_RAM_23, INIT_RAM_22, INIT_RAM_21, INIT_RAM_20, INIT_RAM_1F,
      INIT_RAM_1E, INIT_RAM_1D, INIT_RAM_1C, INIT_RAM_1B, INIT_RAM_1A, INIT_RAM_19, INIT_RAM_18, INIT_RAM_17, INIT_RAM_16, INIT_RAM_15, INIT_RAM_14,
      INIT_RAM_13, INIT_RAM_12, INIT_RAM_11, INIT_RAM_10, INIT_RAM_0F, INIT_RAM_0E, INIT_RAM_0D, INIT_RAM_0C, INIT_RAM_0B, INIT_RAM_0A, INIT_RAM_09,
      INIT_RAM_08, INIT_RAM_07, INIT_RAM_06, INIT_RAM_05, INIT_RAM_04, INIT_RAM_03, INIT_RAM_02, INIT_RAM_01, INIT_RAM_00})
  ) u_ram (
      .clk_a(CLK), .enable_a(CE), .write_a(WRE), .reset_a(RESET), .addr_a(AD), .wdata_a(DI), .rdata_a(DO),
      .clk_b(1'b0), .enable_b(1'b0), .write_b(1'b0), .reset_b(1'b0), .addr_b(14'd0), .wdata_b(32'd0), .rdata_b());
  generate if (READ_MODE != 0 || BLK_SEL != 0) mode_is_not_modelled u_mode (); endgenerate
endmodule

module SDPX9B #(
    parameter READ_MODE = 1'b0, BIT_WIDTH_0 = 36, BIT_WIDTH_1 = 36, BLK_SEL_0 = 3'b000, BLK_SEL_1 = 3'b000, RESET_MODE = "SYNC",
    parameter [287:0]
    INIT_RAM_00 = 288'd0, INIT_RAM_01 = 288'd0, INIT_RAM_02 = 288'd0, INIT_RAM_03 = 288'd0, INIT_RAM_04 = 288'd0, INIT_RAM_05 = 288'd0,
    INIT_RAM_06 = 288'd0, INIT_RAM_07 = 288'd0, INIT_RAM_08 = 288'd0, INIT_RAM_09 = 288'd0, INIT_RAM_0A = 288'd0, INIT_RAM_0B = 288'd0,
    INIT_RAM_0C = 288'd0, INIT_RAM_0D = 288'd0, INIT_RAM_0E = 288'd0, INIT_RAM_0F = 288'd0, INIT_RAM_10 = 288'd0, INIT_RAM_11 = 288'd0,
    INIT_RAM_12 = 288'd0, INIT_RAM_13 = 288'd0, INIT_RAM_14 = 288'd0, INIT_RAM_15 = 288'd0, INIT_RAM_16 = 288'd0, INIT_RAM_17 = 288'd0,
    INIT_RAM_18 = 288'd0, INIT_RAM_19 = 288'd0, INIT_RAM_1A = 288'd0, INIT_RAM_1B = 288'd0, INIT_RAM_1C = 288'd0, INIT_RAM_1D = 288'd0,
    INIT_RAM_1E = 288'd0, INIT_RAM_1F = 288'd0, INIT_RAM_20 = 288'd0, INIT_RAM_21 = 288'd0, INIT_RAM_22 = 288'd0, INIT_RAM_23 = 288'd0,
    INIT_RAM_24 = 288'd0, INIT_RAM_25 = 288'd0, INIT_RAM_26 = 288'd0, INIT_RAM_27 = 288'd0, INIT_RAM_28 = 288'd0, INIT_RAM_29 = 288'd0,
    INIT_RAM_2A = 288'd0, INIT_RAM_2B = 288'd0, INIT_RAM_2C = 288'd0, INIT_RAM_2D = 288'd0, INIT_RAM_2E = 288'd0, INIT_RAM_2F = 288'd0,
    INIT_RAM_30 = 288'd0, INIT_RAM_31 = 288'd0, INIT_RAM_32 = 288'd0, INIT_RAM_33 = 288'd0, INIT_RAM_34 = 288'd0, INIT_RAM_35 = 288'd0,
    INIT_RAM_36 = 288'd0, INIT_RAM_37 = 288'd0, INIT_RAM_38 = 288'd0, INIT_RAM_39 = 288'd0, INIT_RAM_3A = 288'd0, INIT_RAM_3B = 288'd0,
    INIT_RAM_3C = 288'd0, INIT_RAM_3D = 288'd0, INIT_RAM_3E = 288'd0, INIT_RAM_3F = 288'd0
) (
    input  wire CLKA, CEA, CLKB, CEB, OCE, RESETA, RESETB,
    input  wire [2:0] BLKSELA, BLKSELB,
    input  wire [13:0] ADA, ADB,
    input  wire [35:0] DI,
    output wire [35:0] DO
);
  board_ram #(.BYTE(9), .WIDTH_A(BIT_WIDTH_0), .WIDTH_B(BIT_WIDTH_1), .INIT({
      INIT_RAM_3F, INIT_RAM_3E, INIT_RAM_3D, INIT_RAM_3C, INIT_RAM_3B, INIT_RAM_3A, INIT_RAM_39, INIT_RAM_38, INIT_RAM_37, INIT_RAM_36, INIT_RAM_35,
      INIT_RAM_34, INIT_RAM_33, INIT_RAM_32, INIT_RAM_31, INIT_RAM_30, INIT_RAM_2F, INIT_RAM_2E, INIT_RAM_2D, INIT_RAM_2C, INIT_RAM_2B, INIT_RAM_2A,
      INIT_RAM_29, INIT_RAM_28, INIT_RAM_27, INIT_RAM_26, INIT_RAM_25, INIT_RAM_24, INIT_RAM_23, INIT_RAM_22, INIT_RAM_21, INIT_RAM_20, INIT_RAM_1F,
      INIT_RAM_1E, INIT_RAM_1D, INIT_RAM_1C, INIT_RAM_1B, INIT_RAM_1A, INIT_RAM_19, INIT_RAM_18, INIT_RAM_17, INIT_RAM_16, INIT_RAM_15, INIT_RAM_14,
      INIT_RAM_13, INIT_RAM_12, INIT_RAM_11, INIT_RAM_10, INIT_RAM_0F, INIT_RAM_0E, INIT_RAM_0D, INIT_RAM_0C, INIT_RAM_0B, INIT_RAM_0A, INIT_RAM_09,
      INIT_RAM_08, INIT_RAM_07, INIT_RAM_06, INIT_RAM_05, INIT_RAM_04, INIT_RAM_03, INIT_RAM_02, INIT_RAM_01, INIT_RAM_00})
  ) u_ram (
      .clk_a(CLKA), .enable_a(CEA), .write_a(1'b1), .reset_a(RESETA), .addr_a(ADA), .wdata_a(DI), .rdata_a(),
      .clk_b(CLKB), .enable_b(CEB), .write_b(1'b0), .reset_b(RESETB), .addr_b(ADB), .wdata_b(36'd0), .rdata_b(DO));
  generate if (READ_MODE != 0 || BLK_SEL_0 != 0 || BLK_SEL_1 != 0) mode_is_not_modelled u_mode (); endgenerate
endmodule

module DPX9B #(
    parameter READ_MODE0 = 1'b0, READ_MODE1 = 1'b0, WRITE_MODE0 = 2'b00, WRITE_MODE1 = 2'b00, BIT_WIDTH_0 = 18, BIT_WIDTH_1 = 18,
    parameter BLK_SEL_0 = 3'b000, BLK_SEL_1 = 3'b000, RESET_MODE = "SYNC",
    parameter [287:0]
    INIT_RAM_00 = 288'd0, INIT_RAM_01 = 288'd0, INIT_RAM_02 = 288'd0, INIT_RAM_03 = 288'd0, INIT_RAM_04 = 288'd0, INIT_RAM_05 = 288'd0,
    INIT_RAM_06 = 288'd0, INIT_RAM_07 = 288'd0, INIT_RAM_08 = 288'd0, INIT_RAM_09 = 288'd0, INIT_RAM_0A = 288'd0, INIT_RAM_0B = 288'd0,
    INIT_RAM_0C = 288'd0, INIT_RAM_0D = 288'd0, INIT_RAM_0E = 288'd0, INIT_RAM_0F = 288'd0, INIT_RAM_10 = 288'd0, INIT_RAM_11 = 288'd0,
    INIT_RAM_12 = 288'd0, INIT_RAM_13 = 288'd0, INIT_RAM_14 = 288'd0, INIT_RAM_15 = 288'd0, INIT_RAM_16 = 288'd0, INIT_RAM_17 = 288'd0,
    INIT_RAM_18 = 288'd0, INIT_RAM_19 = 288'd0, INIT_RAM_1A = 288'd0, INIT_RAM_1B = 288'd0, INIT_RAM_1C = 288'd0, INIT_RAM_1D = 288'd0,
    INIT_RAM_1E = 288'd0, INIT_RAM_1F = 288'd0, INIT_RAM_20 = 288'd0, INIT_RAM_21 = 288'd0, INIT_RAM_22 = 288'd0, INIT_RAM_23 = 288'd0,
    INIT_RAM_24 = 288'd0, INIT_RAM_25 = 288'd0, INIT_RAM_26 = 288'd0, INIT_RAM_27 = 288'd0, INIT_RAM_28 = 288'd0, INIT_RAM_29 = 288'd0,
    INIT_RAM_2A = 288'd0, INIT_RAM_2B = 288'd0, INIT_RAM_2C = 288'd0, INIT_RAM_2D = 288'd0, INIT_RAM_2E = 288'd0, INIT_RAM_2F = 288'd0,
    INIT_RAM_30 = 288'd0, INIT_RAM_31 = 288'd0, INIT_RAM_32 = 288'd0, INIT_RAM_33 = 288'd0, INIT_RAM_34 = 288'd0, INIT_RAM_35 = 288'd0,
    INIT_RAM_36 = 288'd0, INIT_RAM_37 = 288'd0, INIT_RAM_38 = 288'd0, INIT_RAM_39 = 288'd0, INIT_RAM_3A = 288'd0, INIT_RAM_3B = 288'd0,
    INIT_RAM_3C = 288'd0, INIT_RAM_3D = 288'd0, INIT_RAM_3E = 288'd0, INIT_RAM_3F = 288'd0
) (
    input  wire CLKA, CEA, OCEA, WREA, RESETA, CLKB, CEB, OCEB, WREB, RESETB,
    input  wire [2:0] BLKSELA, BLKSELB,
    input  wire [13:0] ADA, ADB,
    input  wire [17:0] DIA, DIB,
    output wire [17:0] DOA, DOB
);
  wire [17:0] unused_a, unused_b;
  board_ram #(.BYTE(9), .WIDTH_A(BIT_WIDTH_0), .WIDTH_B(BIT_WIDTH_1), .MODE_A(WRITE_MODE0), .MODE_B(WRITE_MODE1), .INIT({
      INIT_RAM_3F, INIT_RAM_3E, INIT_RAM_3D, INIT_RAM_3C, INIT_RAM_3B, INIT_RAM_3A, INIT_RAM_39, INIT_RAM_38, INIT_RAM_37, INIT_RAM_36, INIT_RAM_35,
      INIT_RAM_34, INIT_RAM_33, INIT_RAM_32, INIT_RAM_31, INIT_RAM_30, INIT_RAM_2F, INIT_RAM_2E, INIT_RAM_2D, INIT_RAM_2C, INIT_RAM_2B, INIT_RAM_2A,
      INIT_RAM_29, INIT_RAM_28, INIT_RAM_27, INIT_RAM_26, INIT_RAM_25, INIT_RAM_24, INIT_RAM_23, INIT_RAM_22, INIT_RAM_21, INIT_RAM_20, INIT_RAM_1F,
      INIT_RAM_1E, INIT_RAM_1D, INIT_RAM_1C, INIT_RAM_1B, INIT_RAM_1A, INIT_RAM_19, INIT_RAM_18, INIT_RAM_17, INIT_RAM_16, INIT_RAM_15, INIT_RAM_14,
      INIT_RAM_13, INIT_RAM_12, INIT_RAM_11, INIT_RAM_10, INIT_RAM_0F, INIT_RAM_0E, INIT_RAM_0D, INIT_RAM_0C, INIT_RAM_0B, INIT_RAM_0A, INIT_RAM_09,
      INIT_RAM_08, INIT_RAM_07, INIT_RAM_06, INIT_RAM_05, INIT_RAM_04, INIT_RAM_03, INIT_RAM_02, INIT_RAM_01, INIT_RAM_00})
  ) u_ram (
      .clk_a(CLKA), .enable_a(CEA), .write_a(WREA), .reset_a(RESETA), .addr_a(ADA), .wdata_a({18'd0, DIA}), .rdata_a({unused_a, DOA}),
      .clk_b(CLKB), .enable_b(CEB), .write_b(WREB), .reset_b(RESETB), .addr_b(ADB), .wdata_b({18'd0, DIB}), .rdata_b({unused_b, DOB}));
  generate if (READ_MODE0 != 0 || READ_MODE1 != 0 || BLK_SEL_0 != 0 || BLK_SEL_1 != 0) mode_is_not_modelled u_mode (); endgenerate
endmodule

// ---- Xilinx: bytes are of 8 bits and one of parity, whose contents are apart

// As SDP, port A reads and port B writes; 36 bits are then at the pins of both ports.
module RAMB18E1 #(
    parameter RAM_MODE = "TDP", WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST",
    parameter integer READ_WIDTH_A = 0, READ_WIDTH_B = 0, WRITE_WIDTH_A = 0, WRITE_WIDTH_B = 0, DOA_REG = 0, DOB_REG = 0,
    parameter INIT_A = 0, INIT_B = 0, SRVAL_A = 0, SRVAL_B = 0,
    parameter [255:0]
    INIT_00 = 256'd0, INIT_01 = 256'd0, INIT_02 = 256'd0, INIT_03 = 256'd0, INIT_04 = 256'd0, INIT_05 = 256'd0,
    INIT_06 = 256'd0, INIT_07 = 256'd0, INIT_08 = 256'd0, INIT_09 = 256'd0, INIT_0A = 256'd0, INIT_0B = 256'd0,
    INIT_0C = 256'd0, INIT_0D = 256'd0, INIT_0E = 256'd0, INIT_0F = 256'd0, INIT_10 = 256'd0, INIT_11 = 256'd0,
    INIT_12 = 256'd0, INIT_13 = 256'd0, INIT_14 = 256'd0, INIT_15 = 256'd0, INIT_16 = 256'd0, INIT_17 = 256'd0,
    INIT_18 = 256'd0, INIT_19 = 256'd0, INIT_1A = 256'd0, INIT_1B = 256'd0, INIT_1C = 256'd0, INIT_1D = 256'd0,
    INIT_1E = 256'd0, INIT_1F = 256'd0, INIT_20 = 256'd0, INIT_21 = 256'd0, INIT_22 = 256'd0, INIT_23 = 256'd0,
    INIT_24 = 256'd0, INIT_25 = 256'd0, INIT_26 = 256'd0, INIT_27 = 256'd0, INIT_28 = 256'd0, INIT_29 = 256'd0,
    INIT_2A = 256'd0, INIT_2B = 256'd0, INIT_2C = 256'd0, INIT_2D = 256'd0, INIT_2E = 256'd0, INIT_2F = 256'd0,
    INIT_30 = 256'd0, INIT_31 = 256'd0, INIT_32 = 256'd0, INIT_33 = 256'd0, INIT_34 = 256'd0, INIT_35 = 256'd0,
    INIT_36 = 256'd0, INIT_37 = 256'd0, INIT_38 = 256'd0, INIT_39 = 256'd0, INIT_3A = 256'd0, INIT_3B = 256'd0,
    INIT_3C = 256'd0, INIT_3D = 256'd0, INIT_3E = 256'd0, INIT_3F = 256'd0,
    INITP_00 = 256'd0, INITP_01 = 256'd0, INITP_02 = 256'd0, INITP_03 = 256'd0, INITP_04 = 256'd0, INITP_05 = 256'd0,
    INITP_06 = 256'd0, INITP_07 = 256'd0
) (
    input  wire CLKARDCLK, ENARDEN, REGCEAREGCE, RSTRAMARSTRAM, RSTREGARSTREG, CLKBWRCLK, ENBWREN, REGCEB, RSTRAMB, RSTREGB,
    input  wire [13:0] ADDRARDADDR, ADDRBWRADDR,
    input  wire [15:0] DIADI, DIBDI,
    input  wire [1:0] DIPADIP, DIPBDIP,
    input  wire [1:0] WEA,
    input  wire [3:0] WEBWE,
    output wire [15:0] DOADO, DOBDO,
    output wire [1:0] DOPADOP, DOPBDOP
);
  localparam integer WIDTH_A = READ_WIDTH_A != 0 ? READ_WIDTH_A : WRITE_WIDTH_A != 0 ? WRITE_WIDTH_A : 9;
  localparam integer WIDTH_B = READ_WIDTH_B != 0 ? READ_WIDTH_B : WRITE_WIDTH_B != 0 ? WRITE_WIDTH_B : 9;
  function [287:0] weave(input [255:0] data, input [31:0] parity);
    integer n;
    for (n = 0; n < 32; n = n + 1) weave[n*9 +: 9] = {parity[n], data[n*8 +: 8]};
  endfunction
  function [17:0] pair(input [15:0] data, input [1:0] parity);
    pair = {parity[1], data[15:8], parity[0], data[7:0]};
  endfunction
  wire [35:0] wdata_a = {18'd0, pair(DIADI, DIPADIP)};
  wire [35:0] wdata_b = WRITE_WIDTH_B == 36 ? {pair(DIBDI, DIPBDIP), pair(DIADI, DIPADIP)} : {18'd0, pair(DIBDI, DIPBDIP)};
  wire [13:0] addr_a = WIDTH_A > 9 ? {ADDRARDADDR[13:4], {2'd0, WEA}} : ADDRARDADDR[13:0];
  wire [13:0] addr_b = WIDTH_B > 9 ? {ADDRBWRADDR[13:4], WEBWE} : ADDRBWRADDR[13:0];
  wire [35:0] rdata_a, rdata_b;
  board_ram #(
      .LOG(11), .BYTE(9), .WIDTH_A(WIDTH_A), .WIDTH_B(WIDTH_B),
      .MODE_A(WRITE_MODE_A == "WRITE_FIRST" ? 1 : WRITE_MODE_A == "READ_FIRST" ? 2 : 0),
      .MODE_B(WRITE_MODE_B == "WRITE_FIRST" ? 1 : WRITE_MODE_B == "READ_FIRST" ? 2 : 0),
      .INIT({
      weave(INIT_3F, INITP_07[255:224]), weave(INIT_3E, INITP_07[223:192]), weave(INIT_3D, INITP_07[191:160]), weave(INIT_3C, INITP_07[159:128]),
      weave(INIT_3B, INITP_07[127:96]), weave(INIT_3A, INITP_07[95:64]), weave(INIT_39, INITP_07[63:32]), weave(INIT_38, INITP_07[31:0]),
      weave(INIT_37, INITP_06[255:224]), weave(INIT_36, INITP_06[223:192]), weave(INIT_35, INITP_06[191:160]), weave(INIT_34, INITP_06[159:128]),
      weave(INIT_33, INITP_06[127:96]), weave(INIT_32, INITP_06[95:64]), weave(INIT_31, INITP_06[63:32]), weave(INIT_30, INITP_06[31:0]),
      weave(INIT_2F, INITP_05[255:224]), weave(INIT_2E, INITP_05[223:192]), weave(INIT_2D, INITP_05[191:160]), weave(INIT_2C, INITP_05[159:128]),
      weave(INIT_2B, INITP_05[127:96]), weave(INIT_2A, INITP_05[95:64]), weave(INIT_29, INITP_05[63:32]), weave(INIT_28, INITP_05[31:0]),
      weave(INIT_27, INITP_04[255:224]), weave(INIT_26, INITP_04[223:192]), weave(INIT_25, INITP_04[191:160]), weave(INIT_24, INITP_04[159:128]),
      weave(INIT_23, INITP_04[127:96]), weave(INIT_22, INITP_04[95:64]), weave(INIT_21, INITP_04[63:32]), weave(INIT_20, INITP_04[31:0]),
      weave(INIT_1F, INITP_03[255:224]), weave(INIT_1E, INITP_03[223:192]), weave(INIT_1D, INITP_03[191:160]), weave(INIT_1C, INITP_03[159:128]),
      weave(INIT_1B, INITP_03[127:96]), weave(INIT_1A, INITP_03[95:64]), weave(INIT_19, INITP_03[63:32]), weave(INIT_18, INITP_03[31:0]),
      weave(INIT_17, INITP_02[255:224]), weave(INIT_16, INITP_02[223:192]), weave(INIT_15, INITP_02[191:160]), weave(INIT_14, INITP_02[159:128]),
      weave(INIT_13, INITP_02[127:96]), weave(INIT_12, INITP_02[95:64]), weave(INIT_11, INITP_02[63:32]), weave(INIT_10, INITP_02[31:0]),
      weave(INIT_0F, INITP_01[255:224]), weave(INIT_0E, INITP_01[223:192]), weave(INIT_0D, INITP_01[191:160]), weave(INIT_0C, INITP_01[159:128]),
      weave(INIT_0B, INITP_01[127:96]), weave(INIT_0A, INITP_01[95:64]), weave(INIT_09, INITP_01[63:32]), weave(INIT_08, INITP_01[31:0]),
      weave(INIT_07, INITP_00[255:224]), weave(INIT_06, INITP_00[223:192]), weave(INIT_05, INITP_00[191:160]), weave(INIT_04, INITP_00[159:128]),
      weave(INIT_03, INITP_00[127:96]), weave(INIT_02, INITP_00[95:64]), weave(INIT_01, INITP_00[63:32]), weave(INIT_00, INITP_00[31:0])})
  ) u_ram (
      .clk_a(CLKARDCLK), .enable_a(ENARDEN), .write_a(WRITE_WIDTH_A != 0 && |WEA), .reset_a(RSTRAMARSTRAM), .addr_a(addr_a), .wdata_a(wdata_a), .rdata_a(rdata_a),
      .clk_b(CLKBWRCLK), .enable_b(ENBWREN), .write_b(WRITE_WIDTH_B != 0 && |WEBWE), .reset_b(RSTRAMB), .addr_b(addr_b), .wdata_b(wdata_b), .rdata_b(rdata_b));
  assign {DOPADOP[1], DOADO[15:8], DOPADOP[0], DOADO[7:0]} = rdata_a[17:0];
  assign {DOPBDOP[1], DOBDO[15:8], DOPBDOP[0], DOBDO[7:0]} = READ_WIDTH_A == 36 ? rdata_a[35:18] : rdata_b[17:0];
  generate
    if (DOA_REG != 0 || DOB_REG != 0 || (WIDTH_A == 36 || WIDTH_B == 36) && RAM_MODE != "SDP"
        || (READ_WIDTH_A != 0 && WRITE_WIDTH_A != 0 && READ_WIDTH_A != WRITE_WIDTH_A) || (READ_WIDTH_B != 0 && WRITE_WIDTH_B != 0 && READ_WIDTH_B != WRITE_WIDTH_B))
      mode_is_not_modelled u_mode ();
  endgenerate
endmodule

// Not as SDP with words of 72 bits.
module RAMB36E1 #(
    parameter RAM_MODE = "TDP", WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST", RAM_EXTENSION_A = "NONE", RAM_EXTENSION_B = "NONE",
    parameter integer READ_WIDTH_A = 0, READ_WIDTH_B = 0, WRITE_WIDTH_A = 0, WRITE_WIDTH_B = 0, DOA_REG = 0, DOB_REG = 0,
    parameter INIT_A = 0, INIT_B = 0, SRVAL_A = 0, SRVAL_B = 0,
    parameter [255:0]
    INIT_00 = 256'd0, INIT_01 = 256'd0, INIT_02 = 256'd0, INIT_03 = 256'd0, INIT_04 = 256'd0, INIT_05 = 256'd0,
    INIT_06 = 256'd0, INIT_07 = 256'd0, INIT_08 = 256'd0, INIT_09 = 256'd0, INIT_0A = 256'd0, INIT_0B = 256'd0,
    INIT_0C = 256'd0, INIT_0D = 256'd0, INIT_0E = 256'd0, INIT_0F = 256'd0, INIT_10 = 256'd0, INIT_11 = 256'd0,
    INIT_12 = 256'd0, INIT_13 = 256'd0, INIT_14 = 256'd0, INIT_15 = 256'd0, INIT_16 = 256'd0, INIT_17 = 256'd0,
    INIT_18 = 256'd0, INIT_19 = 256'd0, INIT_1A = 256'd0, INIT_1B = 256'd0, INIT_1C = 256'd0, INIT_1D = 256'd0,
    INIT_1E = 256'd0, INIT_1F = 256'd0, INIT_20 = 256'd0, INIT_21 = 256'd0, INIT_22 = 256'd0, INIT_23 = 256'd0,
    INIT_24 = 256'd0, INIT_25 = 256'd0, INIT_26 = 256'd0, INIT_27 = 256'd0, INIT_28 = 256'd0, INIT_29 = 256'd0,
    INIT_2A = 256'd0, INIT_2B = 256'd0, INIT_2C = 256'd0, INIT_2D = 256'd0, INIT_2E = 256'd0, INIT_2F = 256'd0,
    INIT_30 = 256'd0, INIT_31 = 256'd0, INIT_32 = 256'd0, INIT_33 = 256'd0, INIT_34 = 256'd0, INIT_35 = 256'd0,
    INIT_36 = 256'd0, INIT_37 = 256'd0, INIT_38 = 256'd0, INIT_39 = 256'd0, INIT_3A = 256'd0, INIT_3B = 256'd0,
    INIT_3C = 256'd0, INIT_3D = 256'd0, INIT_3E = 256'd0, INIT_3F = 256'd0, INIT_40 = 256'd0, INIT_41 = 256'd0,
    INIT_42 = 256'd0, INIT_43 = 256'd0, INIT_44 = 256'd0, INIT_45 = 256'd0, INIT_46 = 256'd0, INIT_47 = 256'd0,
    INIT_48 = 256'd0, INIT_49 = 256'd0, INIT_4A = 256'd0, INIT_4B = 256'd0, INIT_4C = 256'd0, INIT_4D = 256'd0,
    INIT_4E = 256'd0, INIT_4F = 256'd0, INIT_50 = 256'd0, INIT_51 = 256'd0, INIT_52 = 256'd0, INIT_53 = 256'd0,
    INIT_54 = 256'd0, INIT_55 = 256'd0, INIT_56 = 256'd0, INIT_57 = 256'd0, INIT_58 = 256'd0, INIT_59 = 256'd0,
    INIT_5A = 256'd0, INIT_5B = 256'd0, INIT_5C = 256'd0, INIT_5D = 256'd0, INIT_5E = 256'd0, INIT_5F = 256'd0,
    INIT_60 = 256'd0, INIT_61 = 256'd0, INIT_62 = 256'd0, INIT_63 = 256'd0, INIT_64 = 256'd0, INIT_65 = 256'd0,
    INIT_66 = 256'd0, INIT_67 = 256'd0, INIT_68 = 256'd0, INIT_69 = 256'd0, INIT_6A = 256'd0, INIT_6B = 256'd0,
    INIT_6C = 256'd0, INIT_6D = 256'd0, INIT_6E = 256'd0, INIT_6F = 256'd0, INIT_70 = 256'd0, INIT_71 = 256'd0,
    INIT_72 = 256'd0, INIT_73 = 256'd0, INIT_74 = 256'd0, INIT_75 = 256'd0, INIT_76 = 256'd0, INIT_77 = 256'd0,
    INIT_78 = 256'd0, INIT_79 = 256'd0, INIT_7A = 256'd0, INIT_7B = 256'd0, INIT_7C = 256'd0, INIT_7D = 256'd0,
    INIT_7E = 256'd0, INIT_7F = 256'd0,
    INITP_00 = 256'd0, INITP_01 = 256'd0, INITP_02 = 256'd0, INITP_03 = 256'd0, INITP_04 = 256'd0, INITP_05 = 256'd0,
    INITP_06 = 256'd0, INITP_07 = 256'd0, INITP_08 = 256'd0, INITP_09 = 256'd0, INITP_0A = 256'd0, INITP_0B = 256'd0,
    INITP_0C = 256'd0, INITP_0D = 256'd0, INITP_0E = 256'd0, INITP_0F = 256'd0
) (
    input  wire CLKARDCLK, ENARDEN, REGCEAREGCE, RSTRAMARSTRAM, RSTREGARSTREG, CLKBWRCLK, ENBWREN, REGCEB, RSTRAMB, RSTREGB,
    input  wire [15:0] ADDRARDADDR, ADDRBWRADDR,
    input  wire [31:0] DIADI, DIBDI,
    input  wire [3:0] DIPADIP, DIPBDIP,
    input  wire [3:0] WEA,
    input  wire [7:0] WEBWE,
    output wire [31:0] DOADO, DOBDO,
    output wire [3:0] DOPADOP, DOPBDOP
);
  localparam integer WIDTH_A = READ_WIDTH_A != 0 ? READ_WIDTH_A : WRITE_WIDTH_A != 0 ? WRITE_WIDTH_A : 9;
  localparam integer WIDTH_B = READ_WIDTH_B != 0 ? READ_WIDTH_B : WRITE_WIDTH_B != 0 ? WRITE_WIDTH_B : 9;
  function [287:0] weave(input [255:0] data, input [31:0] parity);
    integer n;
    for (n = 0; n < 32; n = n + 1) weave[n*9 +: 9] = {parity[n], data[n*8 +: 8]};
  endfunction
  function [35:0] word(input [31:0] data, input [3:0] parity);
    word = {parity[3], data[31:24], parity[2], data[23:16], parity[1], data[15:8], parity[0], data[7:0]};
  endfunction
  wire [35:0] wdata_a = word(DIADI, DIPADIP), wdata_b = word(DIBDI, DIPBDIP);
  wire [14:0] addr_a = WIDTH_A > 9 ? {ADDRARDADDR[14:4], WEA} : ADDRARDADDR[14:0];
  wire [14:0] addr_b = WIDTH_B > 9 ? {ADDRBWRADDR[14:4], WEBWE[3:0]} : ADDRBWRADDR[14:0];
  wire [35:0] rdata_a, rdata_b;
  board_ram #(
      .LOG(12), .BYTE(9), .WIDTH_A(WIDTH_A), .WIDTH_B(WIDTH_B),
      .MODE_A(WRITE_MODE_A == "WRITE_FIRST" ? 1 : WRITE_MODE_A == "READ_FIRST" ? 2 : 0),
      .MODE_B(WRITE_MODE_B == "WRITE_FIRST" ? 1 : WRITE_MODE_B == "READ_FIRST" ? 2 : 0),
      .INIT({
      weave(INIT_7F, INITP_0F[255:224]), weave(INIT_7E, INITP_0F[223:192]), weave(INIT_7D, INITP_0F[191:160]), weave(INIT_7C, INITP_0F[159:128]),
      weave(INIT_7B, INITP_0F[127:96]), weave(INIT_7A, INITP_0F[95:64]), weave(INIT_79, INITP_0F[63:32]), weave(INIT_78, INITP_0F[31:0]),
      weave(INIT_77, INITP_0E[255:224]), weave(INIT_76, INITP_0E[223:192]), weave(INIT_75, INITP_0E[191:160]), weave(INIT_74, INITP_0E[159:128]),
      weave(INIT_73, INITP_0E[127:96]), weave(INIT_72, INITP_0E[95:64]), weave(INIT_71, INITP_0E[63:32]), weave(INIT_70, INITP_0E[31:0]),
      weave(INIT_6F, INITP_0D[255:224]), weave(INIT_6E, INITP_0D[223:192]), weave(INIT_6D, INITP_0D[191:160]), weave(INIT_6C, INITP_0D[159:128]),
      weave(INIT_6B, INITP_0D[127:96]), weave(INIT_6A, INITP_0D[95:64]), weave(INIT_69, INITP_0D[63:32]), weave(INIT_68, INITP_0D[31:0]),
      weave(INIT_67, INITP_0C[255:224]), weave(INIT_66, INITP_0C[223:192]), weave(INIT_65, INITP_0C[191:160]), weave(INIT_64, INITP_0C[159:128]),
      weave(INIT_63, INITP_0C[127:96]), weave(INIT_62, INITP_0C[95:64]), weave(INIT_61, INITP_0C[63:32]), weave(INIT_60, INITP_0C[31:0]),
      weave(INIT_5F, INITP_0B[255:224]), weave(INIT_5E, INITP_0B[223:192]), weave(INIT_5D, INITP_0B[191:160]), weave(INIT_5C, INITP_0B[159:128]),
      weave(INIT_5B, INITP_0B[127:96]), weave(INIT_5A, INITP_0B[95:64]), weave(INIT_59, INITP_0B[63:32]), weave(INIT_58, INITP_0B[31:0]),
      weave(INIT_57, INITP_0A[255:224]), weave(INIT_56, INITP_0A[223:192]), weave(INIT_55, INITP_0A[191:160]), weave(INIT_54, INITP_0A[159:128]),
      weave(INIT_53, INITP_0A[127:96]), weave(INIT_52, INITP_0A[95:64]), weave(INIT_51, INITP_0A[63:32]), weave(INIT_50, INITP_0A[31:0]),
      weave(INIT_4F, INITP_09[255:224]), weave(INIT_4E, INITP_09[223:192]), weave(INIT_4D, INITP_09[191:160]), weave(INIT_4C, INITP_09[159:128]),
      weave(INIT_4B, INITP_09[127:96]), weave(INIT_4A, INITP_09[95:64]), weave(INIT_49, INITP_09[63:32]), weave(INIT_48, INITP_09[31:0]),
      weave(INIT_47, INITP_08[255:224]), weave(INIT_46, INITP_08[223:192]), weave(INIT_45, INITP_08[191:160]), weave(INIT_44, INITP_08[159:128]),
      weave(INIT_43, INITP_08[127:96]), weave(INIT_42, INITP_08[95:64]), weave(INIT_41, INITP_08[63:32]), weave(INIT_40, INITP_08[31:0]),
      weave(INIT_3F, INITP_07[255:224]), weave(INIT_3E, INITP_07[223:192]), weave(INIT_3D, INITP_07[191:160]), weave(INIT_3C, INITP_07[159:128]),
      weave(INIT_3B, INITP_07[127:96]), weave(INIT_3A, INITP_07[95:64]), weave(INIT_39, INITP_07[63:32]), weave(INIT_38, INITP_07[31:0]),
      weave(INIT_37, INITP_06[255:224]), weave(INIT_36, INITP_06[223:192]), weave(INIT_35, INITP_06[191:160]), weave(INIT_34, INITP_06[159:128]),
      weave(INIT_33, INITP_06[127:96]), weave(INIT_32, INITP_06[95:64]), weave(INIT_31, INITP_06[63:32]), weave(INIT_30, INITP_06[31:0]),
      weave(INIT_2F, INITP_05[255:224]), weave(INIT_2E, INITP_05[223:192]), weave(INIT_2D, INITP_05[191:160]), weave(INIT_2C, INITP_05[159:128]),
      weave(INIT_2B, INITP_05[127:96]), weave(INIT_2A, INITP_05[95:64]), weave(INIT_29, INITP_05[63:32]), weave(INIT_28, INITP_05[31:0]),
      weave(INIT_27, INITP_04[255:224]), weave(INIT_26, INITP_04[223:192]), weave(INIT_25, INITP_04[191:160]), weave(INIT_24, INITP_04[159:128]),
      weave(INIT_23, INITP_04[127:96]), weave(INIT_22, INITP_04[95:64]), weave(INIT_21, INITP_04[63:32]), weave(INIT_20, INITP_04[31:0]),
      weave(INIT_1F, INITP_03[255:224]), weave(INIT_1E, INITP_03[223:192]), weave(INIT_1D, INITP_03[191:160]), weave(INIT_1C, INITP_03[159:128]),
      weave(INIT_1B, INITP_03[127:96]), weave(INIT_1A, INITP_03[95:64]), weave(INIT_19, INITP_03[63:32]), weave(INIT_18, INITP_03[31:0]),
      weave(INIT_17, INITP_02[255:224]), weave(INIT_16, INITP_02[223:192]), weave(INIT_15, INITP_02[191:160]), weave(INIT_14, INITP_02[159:128]),
      weave(INIT_13, INITP_02[127:96]), weave(INIT_12, INITP_02[95:64]), weave(INIT_11, INITP_02[63:32]), weave(INIT_10, INITP_02[31:0]),
      weave(INIT_0F, INITP_01[255:224]), weave(INIT_0E, INITP_01[223:192]), weave(INIT_0D, INITP_01[191:160]), weave(INIT_0C, INITP_01[159:128]),
      weave(INIT_0B, INITP_01[127:96]), weave(INIT_0A, INITP_01[95:64]), weave(INIT_09, INITP_01[63:32]), weave(INIT_08, INITP_01[31:0]),
      weave(INIT_07, INITP_00[255:224]), weave(INIT_06, INITP_00[223:192]), weave(INIT_05, INITP_00[191:160]), weave(INIT_04, INITP_00[159:128]),
      weave(INIT_03, INITP_00[127:96]), weave(INIT_02, INITP_00[95:64]), weave(INIT_01, INITP_00[63:32]), weave(INIT_00, INITP_00[31:0])})
  ) u_ram (
      .clk_a(CLKARDCLK), .enable_a(ENARDEN), .write_a(WRITE_WIDTH_A != 0 && |WEA), .reset_a(RSTRAMARSTRAM), .addr_a(addr_a), .wdata_a(wdata_a), .rdata_a(rdata_a),
      .clk_b(CLKBWRCLK), .enable_b(ENBWREN), .write_b(WRITE_WIDTH_B != 0 && |WEBWE), .reset_b(RSTRAMB), .addr_b(addr_b), .wdata_b(wdata_b), .rdata_b(rdata_b));
  assign {DOPADOP[3], DOADO[31:24], DOPADOP[2], DOADO[23:16], DOPADOP[1], DOADO[15:8], DOPADOP[0], DOADO[7:0]} = rdata_a;
  assign {DOPBDOP[3], DOBDO[31:24], DOPBDOP[2], DOBDO[23:16], DOPBDOP[1], DOBDO[15:8], DOPBDOP[0], DOBDO[7:0]} = rdata_b;
  generate
    if (DOA_REG != 0 || DOB_REG != 0 || WIDTH_A > 36 || WIDTH_B > 36 || RAM_EXTENSION_A != "NONE" || RAM_EXTENSION_B != "NONE"
        || (READ_WIDTH_A != 0 && WRITE_WIDTH_A != 0 && READ_WIDTH_A != WRITE_WIDTH_A) || (READ_WIDTH_B != 0 && WRITE_WIDTH_B != 0 && READ_WIDTH_B != WRITE_WIDTH_B))
      mode_is_not_modelled u_mode ();
  endgenerate
endmodule

module BUFG (
    input  wire I,
    output wire O
);
  assign O = I;
endmodule

// Its output is its input: a cycle of the simulation is one of the SoC.
module PLLE2_BASE #(
    parameter CLKIN1_PERIOD = 0.0, CLKFBOUT_MULT = 5, CLKOUT0_DIVIDE = 1
) (
    input  wire CLKIN1, CLKFBIN, RST, PWRDWN,
    output wire CLKFBOUT, CLKOUT0, CLKOUT1, CLKOUT2, CLKOUT3, CLKOUT4, CLKOUT5, LOCKED
);
  assign {CLKFBOUT, CLKOUT0, LOCKED} = {CLKIN1, CLKIN1, !RST && !PWRDWN};
  assign {CLKOUT1, CLKOUT2, CLKOUT3, CLKOUT4, CLKOUT5} = 5'd0;
endmodule
`default_nettype wire
