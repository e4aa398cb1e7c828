// SPDX-License-Identifier: Apache-2.0
// Demo SoC with VexRiscv as LiteX builds it, variant Lite (RV32IM, machine mode, instruction cache,
// no data cache): timer interrupt 7, Weir's interrupt 11 through bit 0 of VexRiscv's mask (CSR
// 0xbc0).
//
// The snoop is at the data bus. Without a data cache it sees every store in program order. Variants
// with a cache write through; they work as well if Weir's addresses are uncached (0x8000_0000 and
// up).
`default_nettype none
module soc_vexriscv (
`include "soc_pins.svh"
);
  logic        instr_cyc, instr_stb, instr_ack, data_cyc, data_stb, data_ack, data_we, irq_timer;
  logic        core_rst_n;
  logic [29:0] instr_adr, data_adr;
  logic [31:0] instr_rdata, data_rdata, data_wdata;
  logic [3:0]  data_sel;

  VexRiscv u_core (
    .clk(clk_i), .reset(!core_rst_n), .externalResetVector(32'h80),
    .timerInterrupt(irq_timer), .softwareInterrupt(1'b0), .externalInterruptArray({31'd0, irq_o}),
    .iBusWishbone_CYC(instr_cyc), .iBusWishbone_STB(instr_stb), .iBusWishbone_ACK(instr_ack),
    .iBusWishbone_WE(),
    .iBusWishbone_ADR(instr_adr), .iBusWishbone_DAT_MISO(instr_rdata), .iBusWishbone_DAT_MOSI(),
    .iBusWishbone_SEL(),
    .iBusWishbone_ERR(1'b0), .iBusWishbone_CTI(), .iBusWishbone_BTE(),
    .dBusWishbone_CYC(data_cyc), .dBusWishbone_STB(data_stb), .dBusWishbone_ACK(data_ack),
    .dBusWishbone_WE(data_we),
    .dBusWishbone_ADR(data_adr), .dBusWishbone_DAT_MISO(data_rdata),
    .dBusWishbone_DAT_MOSI(data_wdata),
    .dBusWishbone_SEL(data_sel), .dBusWishbone_ERR(1'b0), .dBusWishbone_CTI(), .dBusWishbone_BTE());

  // Wishbone holds its request in the cycle of the acknowledge; that is not another access.
  soc_system u_system (
`include "soc_connect.svh"
    .instr_req_i(instr_cyc & instr_stb & ~instr_ack), .instr_addr_i({instr_adr, 2'b00}),
    .instr_rvalid_o(instr_ack),
    .instr_rdata_o(instr_rdata),
    .data_hart_i(4'd0), .data_req_i(data_cyc & data_stb & ~data_ack), .data_gnt_o(),
    .data_we_i(data_we), .data_be_i(data_sel),
    .data_addr_i({data_adr, 2'b00}), .data_wdata_i(data_wdata), .data_rvalid_o(data_ack),
    .data_rdata_o(data_rdata),
    .irq_timer_o(irq_timer), .irq_soft_o(),
    .core_rst_no(core_rst_n), .core_div_o(),
    .exit_valid_o(exit_valid_o), .exit_code_o(exit_code_o),
`include "soc_connect_retire.svh"

`include "soc_plain.svh"

  assign snoop_hart_o = 4'd0;
  assign core_store_o = data_cyc & data_stb & data_ack & data_we;
  assign core_hart_o  = 4'd0;
  assign core_addr_o  = {data_adr, 2'b00};
  assign core_data_o  = data_wdata;
  assign core_strb_o  = data_sel;
endmodule
`default_nettype wire
