// SPDX-License-Identifier: Apache-2.0
// SERV (bit-serial, RV32I, machine mode, at least 32 cycles per instruction) on the ports of the
// demo SoCs. It has one interrupt, the timer's, 7. Weir shares it; the handler asks the SoC which
// of the two is pending.
//
// SERV 1.2.0 samples interrupts at the end of each instruction with the MIE from before it. At the
// end of an mret or ecall it therefore takes an interrupt at the next instruction, whatever MIE is
// by then, and loses the state of the trap: the previous MIE, or mepc of the ecall. So this module
// masks interrupts from an mret, ecall or ebreak until the next fetch.
`default_nettype none
module core_serv (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         irq_timer_i,
  input  wire         irq_weir_i,

  output wire         instr_req_o,     // held until the answer; likewise data, never both
  output wire  [31:0] instr_addr_o,
  input  wire         instr_rvalid_i,
  input  wire  [31:0] instr_rdata_i,

  output wire         data_req_o,
  output wire         data_we_o,
  output wire  [3:0]  data_be_o,
  output wire  [31:0] data_addr_o,
  output wire  [31:0] data_wdata_o,
  input  wire         data_rvalid_i,   // one cycle after the access was accepted
  input  wire  [31:0] data_rdata_i,

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
  wire  instr_cyc, data_cyc;
  logic trapping_q;

  always_ff @(posedge clk_i)
    if (!rst_ni) trapping_q <= 1'b0;
    else if (instr_rvalid_i) trapping_q <= {instr_rdata_i[14:12], instr_rdata_i[6:0]} == 10'h073;

`ifdef RISCV_FORMAL
  logic        rvfi_valid, rvfi_trap;
  logic [31:0] rvfi_insn, rvfi_rs1_rdata, rvfi_rd_wdata, rvfi_mem_addr, rvfi_mem_wdata;
  logic [4:0]  rvfi_rd_addr;
  logic [3:0]  rvfi_mem_wmask;
`endif

  serv_rf_top #(.RESET_PC(32'h80), .COMPRESSED(0), .MDU(0)) u_core (
    .clk(clk_i), .i_rst(!rst_ni), .i_timer_irq((irq_timer_i | irq_weir_i) & !trapping_q),
    .o_ibus_adr(instr_addr_o), .o_ibus_cyc(instr_cyc), .i_ibus_rdt(instr_rdata_i),
    .i_ibus_ack(instr_rvalid_i),
    .o_dbus_adr(data_addr_o), .o_dbus_dat(data_wdata_o), .o_dbus_sel(data_be_o),
    .o_dbus_we(data_we_o), .o_dbus_cyc(data_cyc),
    .i_dbus_rdt(data_rdata_i), .i_dbus_ack(data_rvalid_i),
    .o_ext_rs1(), .o_ext_rs2(), .o_ext_funct3(), .i_ext_rd(32'd0), .i_ext_ready(1'b0),
    .o_mdu_valid()
`ifdef RISCV_FORMAL
    ,
    .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap),
    .rvfi_rs1_rdata(rvfi_rs1_rdata), .rvfi_rd_addr(rvfi_rd_addr),
    .rvfi_rd_wdata(rvfi_rd_wdata), .rvfi_mem_addr(rvfi_mem_addr), .rvfi_mem_wmask(rvfi_mem_wmask),
    .rvfi_mem_wdata(rvfi_mem_wdata),
    .rvfi_order(), .rvfi_halt(), .rvfi_intr(), .rvfi_mode(), .rvfi_ixl(), .rvfi_rs1_addr(),
    .rvfi_rs2_addr(), .rvfi_rs2_rdata(),
    .rvfi_pc_rdata(), .rvfi_pc_wdata(), .rvfi_mem_rmask(), .rvfi_mem_rdata()
`endif
  );

  // Wishbone holds its request in the cycle of the acknowledge; that is not another access.
  assign instr_req_o = instr_cyc & ~instr_rvalid_i;
  assign data_req_o  = data_cyc & ~data_rvalid_i;

`ifdef RISCV_FORMAL
  // SERV does not drive rvfi_intr: a handler begins with the instruction after one with rvfi_trap,
  // which SERV sets for interrupts, too. It has no pin for mcause: compute it like serv_csr.
  logic       trapped_q;
  logic [4:0] cause_q;
  wire        access = !u_core.cpu.mtval_pc;
  wire        irq    = u_core.cpu.new_irq;
  wire        e_op   = u_core.cpu.e_op;
  wire  [4:0] cause  = {irq, e_op & !u_core.cpu.ebreak, irq | access,
                        irq | e_op | (access & data_we_o), irq | e_op};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) trapped_q <= 1'b0;
    else if (rvfi_valid) trapped_q <= rvfi_trap;
    if (u_core.cpu.trap & u_core.cpu.cnt_done) cause_q <= cause;
  end
  weir_rvfi u_rvfi (
    .rvfi_valid_i(rvfi_valid), .rvfi_insn_i(rvfi_insn), .rvfi_trap_i(rvfi_trap),
    .rvfi_intr_i(trapped_q), .rvfi_mode_i(2'd3),
    .rvfi_rs1_rdata_i(rvfi_rs1_rdata), .rvfi_rd_addr_i(rvfi_rd_addr),
    .rvfi_rd_wdata_i(rvfi_rd_wdata),
    .rvfi_mem_addr_i(rvfi_mem_addr), .rvfi_mem_wmask_i(rvfi_mem_wmask),
    .rvfi_mem_wdata_i(rvfi_mem_wdata),
    .cause_i({cause_q[4], 27'd0, cause_q[3:0]}),
    .retire_rd_o(retire_rd_o), .retire_rd_data_o(retire_rd_data_o),
    .retire_csr_valid_o(retire_csr_valid_o),
    .retire_csr_o(retire_csr_o), .retire_csr_data_o(retire_csr_data_o),
    .retire_trap_o(retire_trap_o),
    .retire_interrupt_o(retire_interrupt_o), .retire_code_o(retire_code_o),
    .retire_return_o(retire_return_o), .retire_hint_o(retire_hint_o),
    .retire_hint_u_o(retire_hint_u_o), .retire_user_o(retire_user_o),
    .store_valid_o(), .store_addr_o(), .store_data_o(), .store_strb_o());
  assign rvfi_done_o = rvfi_valid & !rvfi_trap;
  assign rvfi_intr_o = rvfi_valid & trapped_q;
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
`endif
endmodule
`default_nettype wire
