// SPDX-License-Identifier: Apache-2.0
// Models of cells that Yosys lacks, for the simulation of netlists (build.py): block RAM of ECP5,
// Gowin and Xilinx, multipliers of ECP5, clock buffer and PLL of the Arty. They support the modes
// that Yosys maps memories to. Another mode fails at elaboration or stops the simulation.
`default_nettype none

// Parameters hold the contents of a block RAM, in rows with hexadecimal numbers. These macros
// declare 16 or 64 of them, and join them.
`define BOARD_ROWS(P, ZERO) \
    P``0 = ZERO, P``1 = ZERO, P``2 = ZERO, P``3 = ZERO, P``4 = ZERO, P``5 = ZERO, P``6 = ZERO, \
    P``7 = ZERO, P``8 = ZERO, P``9 = ZERO, P``A = ZERO, P``B = ZERO, P``C = ZERO, P``D = ZERO, \
    P``E = ZERO, P``F = ZERO
`define BOARD_ROWS_64(P, ZERO) \
    `BOARD_ROWS(P``0, ZERO), `BOARD_ROWS(P``1, ZERO), \
    `BOARD_ROWS(P``2, ZERO), `BOARD_ROWS(P``3, ZERO)
`define BOARD_JOIN(P) P``F, P``E, P``D, P``C, P``B, P``A, P``9, P``8, \
    P``7, P``6, P``5, P``4, P``3, P``2, P``1, P``0
`define BOARD_JOIN_64(P) `BOARD_JOIN(P``3), `BOARD_JOIN(P``2), \
    `BOARD_JOIN(P``1), `BOARD_JOIN(P``0)

// 2**LOG bytes of 8 or 9 bits, with two ports. An address counts bits: a wide port uses its upper
// bits. In ports of two bytes and more the lowest bits are byte enables, as in ECP5 and Gowin.
module board_ram #(
    parameter LOG     = 11,
    parameter BYTE    = 9,
    parameter WIDTH_A = 18,
    parameter WIDTH_B = 18,
    parameter MODE_A  = 0,                 // a write reads 0: nothing, 1: new data, 2: old data
    parameter MODE_B  = 0,
    parameter DATA    = BYTE,              // bits of a byte in INIT; PARITY has a further bit
    parameter PAIR    = 2 * DATA,          // distance in bits of two bytes in INIT to the next two
    parameter [(PAIR<<LOG)/2-1:0] INIT = 0,
    parameter [(1<<LOG)-1:0] PARITY = 0
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
    for (i = 0; i < 1 << LOG; i = i + 1)
      ram[i] = (PARITY[i] << DATA) | INIT[i/2*PAIR + i%2*DATA +: DATA];
    rdata_a = 0;
    rdata_b = 0;
  end

  // Address of a port's bytes, their value after a write, and the port's read data
  function [LOG-1:0] first(input integer width, input [LOG+2:0] addr);
    first = width > 2 * BYTE ? {addr[LOG+2:5], 2'd0}
          : width > BYTE     ? {addr[LOG+2:4], 1'd0} : addr[LOG+2:3];
  endfunction
  function [4*BYTE-1:0] stored(input integer width, input [LOG+2:0] addr, input [4*BYTE-1:0] old,
                               input [4*BYTE-1:0] data);
    integer n;
    begin
      stored = old;
      if (width <= 4)
        for (n = 0; n < width; n = n + 1) stored[(addr[2:0] & ~(width - 1)) + n] = data[n];
      else if (width <= BYTE) stored[BYTE-1:0] = data[BYTE-1:0];
      else
        for (n = 0; n < 4; n = n + 1)
          if (n < width / BYTE && addr[n]) stored[n*BYTE +: BYTE] = data[n*BYTE +: BYTE];
    end
  endfunction
  function [4*BYTE-1:0] loaded(input integer width, input [LOG+2:0] addr,
                               input [4*BYTE-1:0] bytes);
    loaded = (width <= 4 ? bytes >> (addr[2:0] & ~(width - 1)) : bytes)
           & ({4*BYTE{1'b1}} >> (4 * BYTE - width));
  endfunction

  wire     [LOG-1:0] at_a  = first(WIDTH_A, addr_a), at_b = first(WIDTH_B, addr_b);
  wire [4*BYTE-1:0] old_a = {ram[at_a | 3], ram[at_a | 2], ram[at_a | 1], ram[at_a]};
  wire [4*BYTE-1:0] old_b = {ram[at_b | 3], ram[at_b | 2], ram[at_b | 1], ram[at_b]};
  wire [4*BYTE-1:0] new_a = stored(WIDTH_A, addr_a, old_a, wdata_a);
  wire [4*BYTE-1:0] new_b = stored(WIDTH_B, addr_b, old_b, wdata_b);
  integer a, b;
  always @(posedge clk_a) begin
    if (enable_a && write_a)
      for (a = 0; a < 4; a = a + 1)
        if (a == 0 || a < WIDTH_A / BYTE) ram[at_a + a[LOG-1:0]] <= new_a[a*BYTE +: BYTE];
    if (enable_a && (!write_a || MODE_A != 0))
      rdata_a <= loaded(WIDTH_A, addr_a, write_a && MODE_A == 1 ? new_a : old_a);
    if (reset_a) $fatal(1, "%m: reset of a block RAM is not modelled");
  end
  always @(posedge clk_b) begin
    if (enable_b && write_b)
      for (b = 0; b < 4; b = b + 1)
        if (b == 0 || b < WIDTH_B / BYTE) ram[at_b + b[LOG-1:0]] <= new_b[b*BYTE +: BYTE];
    if (enable_b && (!write_b || MODE_B != 0))
      rdata_b <= loaded(WIDTH_B, addr_b, write_b && MODE_B == 1 ? new_b : old_b);
    if (reset_b) $fatal(1, "%m: reset of a block RAM is not modelled");
  end
endmodule

// ---- ECP5

// A 36-bit port A can only write, a 36-bit port B only read: the pins of both ports carry a word.
module DP16KD #(
    parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18,
    parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG", RESETMODE = "SYNC",
        ASYNC_RESET_RELEASE = "SYNC", GSR = "ENABLED",
    parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000", CLKAMUX = "CLKA", CLKBMUX = "CLKB",
    parameter [127:0] WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL",
    parameter [319:0]
    `BOARD_ROWS_64(INITVAL_, 320'd0)
) (
    input  wire CLKA, CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2, CLKB, CEB, OCEB, WEB, RSTB, CSB0,
        CSB1, CSB2,
    input  wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1,
        ADA0,
    input  wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1,
        ADB0,
    input  wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6,
        DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
    input  wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6,
        DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
    output wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6,
        DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
    output wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6,
        DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);
  wire [17:0] dia = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6,
      DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire [17:0] dib = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6,
      DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
  wire [35:0] rdata_a, rdata_b;
  board_ram #(
      .BYTE(9), .WIDTH_A(DATA_WIDTH_A), .WIDTH_B(DATA_WIDTH_B),
      .MODE_A(WRITEMODE_A == "WRITETHROUGH" ? 1 : WRITEMODE_A == "READBEFOREWRITE" ? 2 : 0),
      .MODE_B(WRITEMODE_B == "WRITETHROUGH" ? 1 : WRITEMODE_B == "READBEFOREWRITE" ? 2 : 0),
      .PAIR(20), .INIT({`BOARD_JOIN_64(INITVAL_)})
  ) u_ram (
      .clk_a(CLKA), .enable_a(CEA), .write_a(WEA), .reset_a(RSTA),
      .addr_a({ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1,
      ADA0}),
      .wdata_a({dib & {18{DATA_WIDTH_A == 36}}, dia}), .rdata_a(rdata_a),
      .clk_b(CLKB), .enable_b(CEB), .write_b(WEB), .reset_b(RSTB),
      .addr_b({ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1,
      ADB0}),
      .wdata_b({18'd0, dib}), .rdata_b(rdata_b));
  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5,
          DOA4, DOA3, DOA2, DOA1, DOA0}
    = DATA_WIDTH_B == 36 ? rdata_b[17:0] : rdata_a[17:0];
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5,
          DOB4, DOB3, DOB2, DOB1, DOB0}
    = DATA_WIDTH_B == 36 ? rdata_b[35:18] : rdata_b[17:0];
  generate
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG"
        || CSDECODE_A != "0b000" || CSDECODE_B != "0b000"
        || CLKAMUX != "CLKA" || CLKBMUX != "CLKB")
      mode_is_not_modelled u_mode ();
  endgenerate
endmodule

module MULT18X18D (
    input  wire A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0,
    input  wire B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0,
    input  wire C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0,
    input  wire SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
    output wire P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19,
        P18, P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
);
  wire signed [18:0] a = {SIGNEDA && A17, A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6,
      A5, A4, A3, A2, A1, A0};
  wire signed [18:0] b = {SIGNEDB && B17, B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6,
      B5, B4, B3, B2, B1, B0};
  wire signed [37:0] p = a * b;
  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18,
          P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = p[35:0];
endmodule

// ---- Gowin

module SP #(
    parameter READ_MODE = 1'b0, WRITE_MODE = 2'b00, BIT_WIDTH = 32, BLK_SEL = 3'b000,
        RESET_MODE = "SYNC",
    parameter [255:0]
    `BOARD_ROWS_64(INIT_RAM_, 256'd0)
) (
    input  wire CLK, CE, OCE, WRE, RESET,
    input  wire [2:0] BLKSEL,
    input  wire [13:0] AD,
    input  wire [31:0] DI,
    output wire [31:0] DO
);
  board_ram #(.BYTE(8), .WIDTH_A(BIT_WIDTH), .WIDTH_B(8), .MODE_A(WRITE_MODE),
      .INIT({`BOARD_JOIN_64(INIT_RAM_)})
  ) u_ram (
      .clk_a(CLK), .enable_a(CE), .write_a(WRE), .reset_a(RESET), .addr_a(AD), .wdata_a(DI),
      .rdata_a(DO),
      .clk_b(1'b0), .enable_b(1'b0), .write_b(1'b0), .reset_b(1'b0), .addr_b(14'd0),
      .wdata_b(32'd0), .rdata_b());
  generate if (READ_MODE != 0 || BLK_SEL != 0) mode_is_not_modelled u_mode (); endgenerate
endmodule

module SDPX9B #(
    parameter READ_MODE = 1'b0, BIT_WIDTH_0 = 36, BIT_WIDTH_1 = 36, BLK_SEL_0 = 3'b000,
        BLK_SEL_1 = 3'b000, RESET_MODE = "SYNC",
    parameter [287:0]
    `BOARD_ROWS_64(INIT_RAM_, 288'd0)
) (
    input  wire CLKA, CEA, CLKB, CEB, OCE, RESETA, RESETB,
    input  wire [2:0] BLKSELA, BLKSELB,
    input  wire [13:0] ADA, ADB,
    input  wire [35:0] DI,
    output wire [35:0] DO
);
  board_ram #(.BYTE(9), .WIDTH_A(BIT_WIDTH_0), .WIDTH_B(BIT_WIDTH_1),
      .INIT({`BOARD_JOIN_64(INIT_RAM_)})
  ) u_ram (
      .clk_a(CLKA), .enable_a(CEA), .write_a(1'b1), .reset_a(RESETA), .addr_a(ADA), .wdata_a(DI),
      .rdata_a(),
      .clk_b(CLKB), .enable_b(CEB), .write_b(1'b0), .reset_b(RESETB), .addr_b(ADB), .wdata_b(36'd0),
      .rdata_b(DO));
  generate
    if (READ_MODE != 0 || BLK_SEL_0 != 0 || BLK_SEL_1 != 0) mode_is_not_modelled u_mode ();
  endgenerate
endmodule

module DPX9B #(
    parameter READ_MODE0 = 1'b0, READ_MODE1 = 1'b0, WRITE_MODE0 = 2'b00, WRITE_MODE1 = 2'b00,
        BIT_WIDTH_0 = 18, BIT_WIDTH_1 = 18,
    parameter BLK_SEL_0 = 3'b000, BLK_SEL_1 = 3'b000, RESET_MODE = "SYNC",
    parameter [287:0]
    `BOARD_ROWS_64(INIT_RAM_, 288'd0)
) (
    input  wire CLKA, CEA, OCEA, WREA, RESETA, CLKB, CEB, OCEB, WREB, RESETB,
    input  wire [2:0] BLKSELA, BLKSELB,
    input  wire [13:0] ADA, ADB,
    input  wire [17:0] DIA, DIB,
    output wire [17:0] DOA, DOB
);
  wire [17:0] unused_a, unused_b;
  board_ram #(.BYTE(9), .WIDTH_A(BIT_WIDTH_0), .WIDTH_B(BIT_WIDTH_1), .MODE_A(WRITE_MODE0),
      .MODE_B(WRITE_MODE1), .INIT({`BOARD_JOIN_64(INIT_RAM_)})
  ) u_ram (
      .clk_a(CLKA), .enable_a(CEA), .write_a(WREA), .reset_a(RESETA), .addr_a(ADA),
      .wdata_a({18'd0, DIA}), .rdata_a({unused_a, DOA}),
      .clk_b(CLKB), .enable_b(CEB), .write_b(WREB), .reset_b(RESETB), .addr_b(ADB),
      .wdata_b({18'd0, DIB}), .rdata_b({unused_b, DOB}));
  generate
    if (READ_MODE0 != 0 || READ_MODE1 != 0 || BLK_SEL_0 != 0 || BLK_SEL_1 != 0)
      mode_is_not_modelled u_mode ();
  endgenerate
endmodule

// ---- Xilinx: bytes have 8 bits and a parity bit, whose contents are separate

// In SDP mode port A reads and port B writes; the pins of both ports carry 36 bits.
module RAMB18E1 #(
    parameter RAM_MODE = "TDP", WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST",
    parameter integer READ_WIDTH_A = 0, READ_WIDTH_B = 0, WRITE_WIDTH_A = 0, WRITE_WIDTH_B = 0,
        DOA_REG = 0, DOB_REG = 0,
    parameter INIT_A = 0, INIT_B = 0, SRVAL_A = 0, SRVAL_B = 0,
    parameter [255:0]
    `BOARD_ROWS_64(INIT_, 256'd0),
    INITP_00 = 256'd0, INITP_01 = 256'd0, INITP_02 = 256'd0, INITP_03 = 256'd0, INITP_04 = 256'd0,
        INITP_05 = 256'd0, INITP_06 = 256'd0, INITP_07 = 256'd0
) (
    input  wire CLKARDCLK, ENARDEN, REGCEAREGCE, RSTRAMARSTRAM, RSTREGARSTREG, CLKBWRCLK, ENBWREN,
        REGCEB, RSTRAMB, RSTREGB,
    input  wire [13:0] ADDRARDADDR, ADDRBWRADDR,
    input  wire [15:0] DIADI, DIBDI,
    input  wire [1:0] DIPADIP, DIPBDIP,
    input  wire [1:0] WEA,
    input  wire [3:0] WEBWE,
    output wire [15:0] DOADO, DOBDO,
    output wire [1:0] DOPADOP, DOPBDOP
);
  localparam integer WIDTH_A = READ_WIDTH_A != 0 ? READ_WIDTH_A
                                                   : WRITE_WIDTH_A != 0 ? WRITE_WIDTH_A : 9;
  localparam integer WIDTH_B = READ_WIDTH_B != 0 ? READ_WIDTH_B
                                                   : WRITE_WIDTH_B != 0 ? WRITE_WIDTH_B : 9;
  function [17:0] pair(input [15:0] data, input [1:0] parity);
    pair = {parity[1], data[15:8], parity[0], data[7:0]};
  endfunction
  wire [35:0] wdata_a = {18'd0, pair(DIADI, DIPADIP)};
  wire [35:0] wdata_b = WRITE_WIDTH_B == 36 ? {pair(DIBDI, DIPBDIP), pair(DIADI, DIPADIP)}
                                            : {18'd0, pair(DIBDI, DIPBDIP)};
  wire [13:0] addr_a = WIDTH_A > 9 ? {ADDRARDADDR[13:4], {2'd0, WEA}} : ADDRARDADDR[13:0];
  wire [13:0] addr_b = WIDTH_B > 9 ? {ADDRBWRADDR[13:4], WEBWE} : ADDRBWRADDR[13:0];
  wire [35:0] rdata_a, rdata_b;
  board_ram #(
      .LOG(11), .BYTE(9), .WIDTH_A(WIDTH_A), .WIDTH_B(WIDTH_B),
      .MODE_A(WRITE_MODE_A == "WRITE_FIRST" ? 1 : WRITE_MODE_A == "READ_FIRST" ? 2 : 0),
      .MODE_B(WRITE_MODE_B == "WRITE_FIRST" ? 1 : WRITE_MODE_B == "READ_FIRST" ? 2 : 0),
      .DATA(8), .INIT({`BOARD_JOIN_64(INIT_)}),
      .PARITY({INITP_07, INITP_06, INITP_05, INITP_04, INITP_03, INITP_02, INITP_01, INITP_00})
  ) u_ram (
      .clk_a(CLKARDCLK), .enable_a(ENARDEN), .write_a(WRITE_WIDTH_A != 0 && |WEA),
      .reset_a(RSTRAMARSTRAM), .addr_a(addr_a), .wdata_a(wdata_a), .rdata_a(rdata_a),
      .clk_b(CLKBWRCLK), .enable_b(ENBWREN), .write_b(WRITE_WIDTH_B != 0 && |WEBWE),
      .reset_b(RSTRAMB), .addr_b(addr_b), .wdata_b(wdata_b), .rdata_b(rdata_b));
  assign {DOPADOP[1], DOADO[15:8], DOPADOP[0], DOADO[7:0]} = rdata_a[17:0];
  assign {DOPBDOP[1], DOBDO[15:8], DOPBDOP[0],
          DOBDO[7:0]} = READ_WIDTH_A == 36 ? rdata_a[35:18] : rdata_b[17:0];
  generate
    if (DOA_REG != 0 || DOB_REG != 0 || (WIDTH_A == 36 || WIDTH_B == 36) && RAM_MODE != "SDP"
        || (READ_WIDTH_A != 0 && WRITE_WIDTH_A != 0 && READ_WIDTH_A != WRITE_WIDTH_A)
        || (READ_WIDTH_B != 0 && WRITE_WIDTH_B != 0 && READ_WIDTH_B != WRITE_WIDTH_B))
      mode_is_not_modelled u_mode ();
  endgenerate
endmodule

// Without SDP mode of 72 bits
module RAMB36E1 #(
    parameter RAM_MODE = "TDP", WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST",
        RAM_EXTENSION_A = "NONE", RAM_EXTENSION_B = "NONE",
    parameter integer READ_WIDTH_A = 0, READ_WIDTH_B = 0, WRITE_WIDTH_A = 0, WRITE_WIDTH_B = 0,
        DOA_REG = 0, DOB_REG = 0,
    parameter INIT_A = 0, INIT_B = 0, SRVAL_A = 0, SRVAL_B = 0,
    parameter [255:0]
    `BOARD_ROWS_64(INIT_, 256'd0),
    `BOARD_ROWS(INIT_4, 256'd0), `BOARD_ROWS(INIT_5, 256'd0), `BOARD_ROWS(INIT_6, 256'd0),
        `BOARD_ROWS(INIT_7, 256'd0), `BOARD_ROWS(INITP_0, 256'd0)
) (
    input  wire CLKARDCLK, ENARDEN, REGCEAREGCE, RSTRAMARSTRAM, RSTREGARSTREG, CLKBWRCLK, ENBWREN,
        REGCEB, RSTRAMB, RSTREGB,
    input  wire [15:0] ADDRARDADDR, ADDRBWRADDR,
    input  wire [31:0] DIADI, DIBDI,
    input  wire [3:0] DIPADIP, DIPBDIP,
    input  wire [3:0] WEA,
    input  wire [7:0] WEBWE,
    output wire [31:0] DOADO, DOBDO,
    output wire [3:0] DOPADOP, DOPBDOP
);
  localparam integer WIDTH_A = READ_WIDTH_A != 0 ? READ_WIDTH_A
                                                   : WRITE_WIDTH_A != 0 ? WRITE_WIDTH_A : 9;
  localparam integer WIDTH_B = READ_WIDTH_B != 0 ? READ_WIDTH_B
                                                   : WRITE_WIDTH_B != 0 ? WRITE_WIDTH_B : 9;
  function [35:0] word(input [31:0] data, input [3:0] parity);
    word = {parity[3], data[31:24], parity[2], data[23:16],
            parity[1], data[15:8], parity[0], data[7:0]};
  endfunction
  wire [35:0] wdata_a = word(DIADI, DIPADIP), wdata_b = word(DIBDI, DIPBDIP);
  wire [14:0] addr_a = WIDTH_A > 9 ? {ADDRARDADDR[14:4], WEA} : ADDRARDADDR[14:0];
  wire [14:0] addr_b = WIDTH_B > 9 ? {ADDRBWRADDR[14:4], WEBWE[3:0]} : ADDRBWRADDR[14:0];
  wire [35:0] rdata_a, rdata_b;
  board_ram #(
      .LOG(12), .BYTE(9), .WIDTH_A(WIDTH_A), .WIDTH_B(WIDTH_B),
      .MODE_A(WRITE_MODE_A == "WRITE_FIRST" ? 1 : WRITE_MODE_A == "READ_FIRST" ? 2 : 0),
      .MODE_B(WRITE_MODE_B == "WRITE_FIRST" ? 1 : WRITE_MODE_B == "READ_FIRST" ? 2 : 0),
      .DATA(8), .INIT({`BOARD_JOIN(INIT_7), `BOARD_JOIN(INIT_6), `BOARD_JOIN(INIT_5),
                      `BOARD_JOIN(INIT_4), `BOARD_JOIN_64(INIT_)}),
      .PARITY({`BOARD_JOIN(INITP_0)})
  ) u_ram (
      .clk_a(CLKARDCLK), .enable_a(ENARDEN), .write_a(WRITE_WIDTH_A != 0 && |WEA),
      .reset_a(RSTRAMARSTRAM), .addr_a(addr_a), .wdata_a(wdata_a), .rdata_a(rdata_a),
      .clk_b(CLKBWRCLK), .enable_b(ENBWREN), .write_b(WRITE_WIDTH_B != 0 && |WEBWE),
      .reset_b(RSTRAMB), .addr_b(addr_b), .wdata_b(wdata_b), .rdata_b(rdata_b));
  assign {DOPADOP[3], DOADO[31:24], DOPADOP[2], DOADO[23:16], DOPADOP[1], DOADO[15:8], DOPADOP[0],
          DOADO[7:0]}
    = rdata_a;
  assign {DOPBDOP[3], DOBDO[31:24], DOPBDOP[2], DOBDO[23:16], DOPBDOP[1], DOBDO[15:8], DOPBDOP[0],
          DOBDO[7:0]}
    = rdata_b;
  generate
    if (DOA_REG != 0 || DOB_REG != 0 || WIDTH_A > 36 || WIDTH_B > 36
        || RAM_EXTENSION_A != "NONE" || RAM_EXTENSION_B != "NONE"
        || (READ_WIDTH_A != 0 && WRITE_WIDTH_A != 0 && READ_WIDTH_A != WRITE_WIDTH_A)
        || (READ_WIDTH_B != 0 && WRITE_WIDTH_B != 0 && READ_WIDTH_B != WRITE_WIDTH_B))
      mode_is_not_modelled u_mode ();
  endgenerate
endmodule

module BUFG (
    input  wire I,
    output wire O
);
  assign O = I;
endmodule

// Passes its input clock: one cycle of the simulation is one cycle of the SoC.
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
