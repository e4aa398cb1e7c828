// SPDX-License-Identifier: Apache-2.0
// Demo SoC around PicoRV32 (RV32IMC, its own interrupt scheme): timer on interrupt 5, Weir on interrupt 6, both by level.
`default_nettype none
module soc_picorv32 (
`include "soc_pins.svh"
);
  logic        trap, mem_valid, mem_ready, gnt, irq_timer, exit_valid;
  logic [31:0] mem_addr, mem_wdata, mem_rdata, exit_code;
  logic [3:0]  mem_wstrb;
  logic        rvfi_valid, rvfi_trap, rvfi_intr;
  logic [31:0] eoi, rvfi_insn, rvfi_rs1_rdata, rvfi_rd_wdata, rvfi_mem_addr, rvfi_mem_wdata;
  logic [4:0]  rvfi_rd_addr;
  logic [3:0]  rvfi_mem_wmask;

  picorv32 #(
    .COMPRESSED_ISA(1), .BARREL_SHIFTER(1), .ENABLE_FAST_MUL(1), .ENABLE_DIV(1),
    .ENABLE_IRQ(1), .ENABLE_IRQ_QREGS(1), .ENABLE_IRQ_TIMER(0), .LATCHED_IRQ(32'hffff_ff9f),
    .PROGADDR_RESET(32'h80), .PROGADDR_IRQ(32'h10)
  ) u_core (
    .clk(clk_i), .resetn(rst_ni), .trap(trap),
    .mem_valid(mem_valid), .mem_instr(), .mem_ready(mem_ready), .mem_addr(mem_addr), .mem_wdata(mem_wdata),
    .mem_wstrb(mem_wstrb), .mem_rdata(mem_rdata),
    .mem_la_read(), .mem_la_write(), .mem_la_addr(), .mem_la_wdata(), .mem_la_wstrb(),
    .pcpi_valid(), .pcpi_insn(), .pcpi_rs1(), .pcpi_rs2(), .pcpi_wr(1'b0), .pcpi_rd(32'd0), .pcpi_wait(1'b0),
    .pcpi_ready(1'b0), .irq({25'd0, irq_o, irq_timer, 5'd0}), .eoi(eoi), .trace_valid(), .trace_data(),
    .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap), .rvfi_intr(rvfi_intr), .rvfi_rs1_rdata(rvfi_rs1_rdata),
    .rvfi_rd_addr(rvfi_rd_addr), .rvfi_rd_wdata(rvfi_rd_wdata), .rvfi_mem_addr(rvfi_mem_addr), .rvfi_mem_wmask(rvfi_mem_wmask),
    .rvfi_mem_wdata(rvfi_mem_wdata), .rvfi_order(), .rvfi_halt(), .rvfi_mode(), .rvfi_ixl(), .rvfi_rs1_addr(), .rvfi_rs2_addr(),
    .rvfi_rs2_rdata(), .rvfi_pc_rdata(), .rvfi_pc_wdata(), .rvfi_mem_rmask(), .rvfi_mem_rdata(),
    .rvfi_csr_mcycle_rmask(), .rvfi_csr_mcycle_wmask(), .rvfi_csr_mcycle_rdata(), .rvfi_csr_mcycle_wdata(),
    .rvfi_csr_minstret_rmask(), .rvfi_csr_minstret_wmask(), .rvfi_csr_minstret_rdata(), .rvfi_csr_minstret_wdata());

  // The retire view. All interrupts that are up are handled at once, and eoi shows which: the lowest is the cause. RETIRQ returns.
  logic [4:0] lowest;
  always_comb begin
    lowest = 5'd0;
    for (int i = 31; i >= 0; i--) if (eoi[i]) lowest = i[4:0];
  end
  weir_rvfi #(.RETURN(32'h0400_000b), .RETURN_MASK(32'hfe00_007f)) u_rvfi (
    .rvfi_valid_i(rvfi_valid), .rvfi_insn_i(rvfi_insn), .rvfi_trap_i(rvfi_trap), .rvfi_intr_i(rvfi_intr),
    .rvfi_rs1_rdata_i(rvfi_rs1_rdata), .rvfi_rd_addr_i(rvfi_rd_addr), .rvfi_rd_wdata_i(rvfi_rd_wdata),
    .rvfi_mem_addr_i(rvfi_mem_addr), .rvfi_mem_wmask_i(rvfi_mem_wmask), .rvfi_mem_wdata_i(rvfi_mem_wdata),
    .cause_i({1'b1, 26'd0, lowest}),
    .retire_rd_o(retire_rd_o), .retire_rd_data_o(retire_rd_data_o), .retire_csr_valid_o(retire_csr_valid_o),
    .retire_csr_o(retire_csr_o), .retire_csr_data_o(retire_csr_data_o), .retire_trap_o(retire_trap_o),
    .retire_interrupt_o(retire_interrupt_o), .retire_code_o(retire_code_o), .retire_return_o(retire_return_o),
    .store_valid_o(), .store_addr_o(), .store_data_o(), .store_strb_o());

  // One port for fetches and data; the core holds mem_valid until mem_ready, which is the answer of the cycle before.
  soc_system u_system (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .instr_req_i(1'b0), .instr_addr_i(32'd0), .instr_rvalid_o(), .instr_rdata_o(),
    .data_req_i(mem_valid & ~mem_ready), .data_gnt_o(gnt), .data_we_i(|mem_wstrb),
    .data_be_i(mem_wstrb), .data_addr_i(mem_addr), .data_wdata_i(mem_wdata), .data_rvalid_o(mem_ready),
    .data_rdata_o(mem_rdata),
    .irq_timer_o(irq_timer), .irq_weir_o(irq_o),
    .console_valid_o(console_valid_o), .console_data_o(console_data_o), .exit_valid_o(exit_valid),
    .exit_code_o(exit_code), .host_valid_o(host_valid_o), .host_strb_o(host_strb_o), .host_data_o(host_data_o),
    .reg_valid_o(reg_valid_o), .reg_write_o(reg_write_o), .reg_addr_o(reg_addr_o), .reg_wdata_o(reg_wdata_o),
    .reg_wstrb_o(reg_wstrb_o), .reg_ready_o(reg_ready_o), .reg_rdata_o(reg_rdata_o),
    .snoop_valid_o(snoop_valid_o), .snoop_addr_o(snoop_addr_o), .snoop_data_o(snoop_data_o),
    .snoop_strb_o(snoop_strb_o),
    .retire_rd_i(retire_rd_o), .retire_rd_data_i(retire_rd_data_o), .retire_csr_valid_i(retire_csr_valid_o), .retire_csr_i(retire_csr_o),
    .retire_csr_data_i(retire_csr_data_o), .retire_trap_i(retire_trap_o), .retire_interrupt_i(retire_interrupt_o), .retire_code_i(retire_code_o), .retire_return_i(retire_return_o),
    .m_valid_o(m_valid_o), .m_addr_o(m_addr_o), .m_wdata_o(m_wdata_o));

  assign exit_valid_o = exit_valid | trap;             // a trap of the core is final
  assign exit_code_o  = exit_valid ? exit_code : 32'd254;

  assign core_store_o = mem_valid & mem_ready & |mem_wstrb;
  assign core_addr_o  = mem_addr;
  assign core_data_o  = mem_wdata;
  assign core_strb_o  = mem_wstrb;
endmodule
`default_nettype wire
