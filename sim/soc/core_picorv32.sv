// SPDX-License-Identifier: Apache-2.0
// PicoRV32 on the data port of the demo SoCs; it fetches there, too. Interrupts follow its own
// scheme: timer on interrupt 5, Weir on interrupt 6, both level-sensitive.
`default_nettype none
module core_picorv32 #(
  // 1: RV32IMC with barrel shifter and counters; 0: RV32I, for small parts
  parameter [0:0] LARGE = 1
) (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         irq_timer_i,
  input  wire         irq_weir_i,

  output wire         data_req_o,      // held until data_rvalid_i
  output wire  [3:0]  data_be_o,       // 0: a read
  output wire  [31:0] data_addr_o,
  output wire  [31:0] data_wdata_o,
  input  wire         data_rvalid_i,   // one cycle after the access was accepted
  input  wire  [31:0] data_rdata_i,

  output wire         trap_o,          // the core stopped until reset

  // Retire view with the macro RISCV_FORMAL, else 0
  output wire  [4:0]  retire_rd_o,
  output wire  [31:0] retire_rd_data_o,
  output wire         retire_csr_valid_o,
  output wire  [11:0] retire_csr_o,
  output wire  [31:0] retire_csr_data_o,
  output wire         retire_trap_o,
  output wire         retire_interrupt_o,
  output wire  [11:0] retire_code_o,
  output wire         retire_return_o,
  output wire         retire_hint_o,
  output wire         retire_hint_u_o,
  output wire         retire_user_o,

  // The instruction itself, where it took effect: see soc_pins.svh
  output wire         rvfi_done_o,
  output wire         rvfi_intr_o,
  output wire  [31:0] rvfi_insn_o,
  output wire  [31:0] rvfi_rs1_o,
  output wire  [31:0] rvfi_addr_o,
  output wire  [31:0] rvfi_data_o,
  output wire  [3:0]  rvfi_strb_o
);
  wire        mem_valid;
  wire [31:0] eoi;
`ifdef RISCV_FORMAL
  logic        rvfi_valid, rvfi_trap, rvfi_intr;
  logic [31:0] rvfi_insn, rvfi_rs1_rdata, rvfi_rd_wdata, rvfi_mem_addr, rvfi_mem_wdata;
  logic [4:0]  rvfi_rd_addr;
  logic [3:0]  rvfi_mem_wmask;
`endif

  picorv32 #(
    .COMPRESSED_ISA(LARGE), .BARREL_SHIFTER(LARGE), .ENABLE_FAST_MUL(LARGE), .ENABLE_DIV(LARGE),
    .ENABLE_COUNTERS(LARGE),
    .ENABLE_IRQ(1), .ENABLE_IRQ_QREGS(1), .ENABLE_IRQ_TIMER(0), .LATCHED_IRQ(32'hffff_ff9f),
    .PROGADDR_RESET(32'h80), .PROGADDR_IRQ(32'h10)
  ) u_core (
    .clk(clk_i), .resetn(rst_ni), .trap(trap_o),
    .mem_valid(mem_valid), .mem_instr(), .mem_ready(data_rvalid_i), .mem_addr(data_addr_o),
    .mem_wdata(data_wdata_o),
    .mem_wstrb(data_be_o), .mem_rdata(data_rdata_i),
    .mem_la_read(), .mem_la_write(), .mem_la_addr(), .mem_la_wdata(), .mem_la_wstrb(),
    .pcpi_valid(), .pcpi_insn(), .pcpi_rs1(), .pcpi_rs2(), .pcpi_wr(1'b0), .pcpi_rd(32'd0),
    .pcpi_wait(1'b0),
    .pcpi_ready(1'b0), .irq({25'd0, irq_weir_i, irq_timer_i, 5'd0}), .eoi(eoi), .trace_valid(),
    .trace_data()
`ifdef RISCV_FORMAL
    ,
    .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap), .rvfi_intr(rvfi_intr),
    .rvfi_rs1_rdata(rvfi_rs1_rdata),
    .rvfi_rd_addr(rvfi_rd_addr), .rvfi_rd_wdata(rvfi_rd_wdata), .rvfi_mem_addr(rvfi_mem_addr),
    .rvfi_mem_wmask(rvfi_mem_wmask),
    .rvfi_mem_wdata(rvfi_mem_wdata), .rvfi_order(), .rvfi_halt(), .rvfi_mode(), .rvfi_ixl(),
    .rvfi_rs1_addr(), .rvfi_rs2_addr(),
    .rvfi_rs2_rdata(), .rvfi_pc_rdata(), .rvfi_pc_wdata(), .rvfi_mem_rmask(), .rvfi_mem_rdata(),
    .rvfi_csr_mcycle_rmask(), .rvfi_csr_mcycle_wmask(), .rvfi_csr_mcycle_rdata(),
    .rvfi_csr_mcycle_wdata(),
    .rvfi_csr_minstret_rmask(), .rvfi_csr_minstret_wmask(), .rvfi_csr_minstret_rdata(),
    .rvfi_csr_minstret_wdata()
`endif
  );
  assign data_req_o = mem_valid & ~data_rvalid_i;   // the core holds mem_valid until mem_ready

`ifdef RISCV_FORMAL
  // The core handles all pending interrupts at once; eoi has one bit for each. The lowest counts as
  // the cause. The return instruction is RETIRQ.
  logic [4:0] lowest, at;
  always_comb begin
    lowest = 5'd0;
    at     = 5'd0;
    for (int i = 31; i >= 0; i = i - 1) begin
      at = at - 5'd1;
      if (eoi[i]) lowest = at;
    end
  end
  weir_rvfi #(.RETURN(32'h0400_000b), .RETURN_MASK(32'hfe00_007f)) u_rvfi (
    .rvfi_valid_i(rvfi_valid), .rvfi_insn_i(rvfi_insn), .rvfi_trap_i(rvfi_trap),
    .rvfi_intr_i(rvfi_intr), .rvfi_mode_i(2'd3),
    .rvfi_rs1_rdata_i(rvfi_rs1_rdata), .rvfi_rd_addr_i(rvfi_rd_addr),
    .rvfi_rd_wdata_i(rvfi_rd_wdata),
    .rvfi_mem_addr_i(rvfi_mem_addr), .rvfi_mem_wmask_i(rvfi_mem_wmask),
    .rvfi_mem_wdata_i(rvfi_mem_wdata),
    .cause_i({1'b1, 26'd0, lowest}),
    .retire_rd_o(retire_rd_o), .retire_rd_data_o(retire_rd_data_o),
    .retire_csr_valid_o(retire_csr_valid_o),
    .retire_csr_o(retire_csr_o), .retire_csr_data_o(retire_csr_data_o),
    .retire_trap_o(retire_trap_o),
    .retire_interrupt_o(retire_interrupt_o), .retire_code_o(retire_code_o),
    .retire_return_o(retire_return_o), .retire_hint_o(retire_hint_o),
    .retire_hint_u_o(retire_hint_u_o), .retire_user_o(retire_user_o),
    .store_valid_o(), .store_addr_o(), .store_data_o(), .store_strb_o());
  assign rvfi_done_o = rvfi_valid & !rvfi_trap;
  assign rvfi_intr_o = rvfi_valid & rvfi_intr;
  assign rvfi_insn_o = rvfi_insn;
  assign rvfi_rs1_o  = rvfi_rs1_rdata;
  assign rvfi_addr_o = rvfi_mem_addr;
  assign rvfi_data_o = rvfi_mem_wdata;
  assign rvfi_strb_o = rvfi_mem_wmask;
`else
  assign {retire_rd_o, retire_rd_data_o, retire_csr_valid_o, retire_csr_o, retire_csr_data_o,
          retire_trap_o, retire_interrupt_o,
          retire_code_o, retire_return_o, retire_hint_o, retire_hint_u_o, retire_user_o,
          rvfi_done_o, rvfi_intr_o, rvfi_insn_o, rvfi_rs1_o, rvfi_addr_o, rvfi_data_o,
          rvfi_strb_o} = '0;
  wire unused = &{1'b0, eoi};
`endif
endmodule
`default_nettype wire
