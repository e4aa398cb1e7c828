// SPDX-License-Identifier: Apache-2.0
// Demo SoC with lowRISC's Ibex (RV32IMC, machine and user mode, PMP with four regions): timer
// interrupt 7, Weir's interrupt 11.
`default_nettype none
module soc_ibex #(
  // 0: two stages, Ibex's configuration small; 1: three stages, maxperf
  parameter [0:0] MAXPERF = 1'b0,
  parameter integer PMP_REGIONS = 4
) (
`include "soc_pins.svh"
);
  logic        instr_req, instr_rvalid, data_req, data_gnt, data_rvalid, data_we, irq_timer;
  logic [31:0] instr_addr, instr_rdata, data_addr, data_rdata, data_wdata;
  logic [3:0]  data_be;
  logic        rvfi_valid, rvfi_trap, rvfi_intr;
  logic [31:0] rvfi_insn, rvfi_rs1_rdata, rvfi_rd_wdata, rvfi_mem_addr, rvfi_mem_wdata;
  logic [4:0]  rvfi_rd_addr;
  logic [3:0]  rvfi_mem_wmask;
  logic [1:0]  rvfi_mode;

  ibex_top #(
    .PMPEnable(1'b1), .PMPNumRegions(PMP_REGIONS),
    .RV32M(MAXPERF ? ibex_pkg::RV32MSingleCycle : ibex_pkg::RV32MFast),
    .RV32B(ibex_pkg::RV32BNone),
    .RegFile(ibex_pkg::RegFileFF), .BranchTargetALU(MAXPERF), .WritebackStage(MAXPERF)
  ) u_core (
    .clk_i(clk_i), .rst_ni(rst_ni), .test_en_i(1'b0), .scan_rst_ni(1'b1), .ram_cfg_i('0),
    .hart_id_i(32'd0), .boot_addr_i(32'd0),            // first fetch: boot_addr + 0x80
    .instr_req_o(instr_req), .instr_gnt_i(instr_req), .instr_rvalid_i(instr_rvalid),
    .instr_addr_o(instr_addr),
    .instr_rdata_i(instr_rdata), .instr_rdata_intg_i('0), .instr_err_i(1'b0),
    .data_req_o(data_req), .data_gnt_i(data_req & data_gnt), .data_rvalid_i(data_rvalid),
    .data_we_o(data_we),
    .data_be_o(data_be), .data_addr_o(data_addr), .data_wdata_o(data_wdata), .data_wdata_intg_o(),
    .data_rdata_i(data_rdata), .data_rdata_intg_i('0), .data_err_i(1'b0),
    .irq_software_i(1'b0), .irq_timer_i(irq_timer), .irq_external_i(irq_o), .irq_fast_i('0),
    .irq_nm_i(1'b0),
    .scramble_key_valid_i(1'b0), .scramble_key_i('0), .scramble_nonce_i('0), .scramble_req_o(),
    .debug_req_i(1'b0), .crash_dump_o(), .double_fault_seen_o(),
    .fetch_enable_i(ibex_pkg::IbexMuBiOn),
    .alert_minor_o(), .alert_major_internal_o(), .alert_major_bus_o(), .core_sleep_o(),
    .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap), .rvfi_intr(rvfi_intr),
    .rvfi_rs1_rdata(rvfi_rs1_rdata),
    .rvfi_rd_addr(rvfi_rd_addr), .rvfi_rd_wdata(rvfi_rd_wdata), .rvfi_mem_addr(rvfi_mem_addr),
    .rvfi_mem_wmask(rvfi_mem_wmask),
    .rvfi_mem_wdata(rvfi_mem_wdata), .rvfi_order(), .rvfi_halt(), .rvfi_mode(rvfi_mode),
    .rvfi_ixl(),
    .rvfi_rs1_addr(), .rvfi_rs2_addr(),
    .rvfi_rs3_addr(), .rvfi_rs2_rdata(), .rvfi_rs3_rdata(), .rvfi_pc_rdata(), .rvfi_pc_wdata(),
    .rvfi_mem_rmask(), .rvfi_mem_rdata(),
    .rvfi_ext_pre_mip(), .rvfi_ext_post_mip(), .rvfi_ext_nmi(), .rvfi_ext_nmi_int(),
    .rvfi_ext_debug_req(), .rvfi_ext_debug_mode(),
    .rvfi_ext_rf_wr_suppress(), .rvfi_ext_mcycle(), .rvfi_ext_mhpmcounters(),
    .rvfi_ext_mhpmcountersh(),
    .rvfi_ext_ic_scr_key_valid(), .rvfi_ext_irq_valid());

  // Ibex has no pin for mcause; its CSR has the cause when the handler's first instruction retires.
  wire [6:0] mcause = {u_core.u_ibex_core.cs_registers_i.mcause_q};
  logic [99:0] retire;
  soc_late u_late (
    .clk_i(clk_i), .retire_i(retire),
    .retire_o({retire_rd_o, retire_rd_data_o, retire_csr_valid_o, retire_csr_o, retire_csr_data_o,
        retire_trap_o, retire_interrupt_o, retire_code_o, retire_return_o, retire_hint_o,
        retire_hint_u_o, retire_user_o}));
  weir_rvfi u_rvfi (
    .rvfi_valid_i(rvfi_valid), .rvfi_insn_i(rvfi_insn), .rvfi_trap_i(rvfi_trap),
    .rvfi_intr_i(rvfi_intr), .rvfi_mode_i(rvfi_mode),
    .rvfi_rs1_rdata_i(rvfi_rs1_rdata), .rvfi_rd_addr_i(rvfi_rd_addr),
    .rvfi_rd_wdata_i(rvfi_rd_wdata),
    .rvfi_mem_addr_i(rvfi_mem_addr), .rvfi_mem_wmask_i(rvfi_mem_wmask),
    .rvfi_mem_wdata_i(rvfi_mem_wdata),
    .cause_i({|mcause[6:5], 26'd0, mcause[4:0]}),
    .retire_rd_o(retire[99:95]), .retire_rd_data_o(retire[94:63]),
    .retire_csr_valid_o(retire[62]), .retire_csr_o(retire[61:50]),
    .retire_csr_data_o(retire[49:18]), .retire_trap_o(retire[17]),
    .retire_interrupt_o(retire[16]), .retire_code_o(retire[15:4]), .retire_return_o(retire[3]),
    .retire_hint_o(retire[2]), .retire_hint_u_o(retire[1]), .retire_user_o(retire[0]),
    .store_valid_o(), .store_addr_o(), .store_data_o(), .store_strb_o());

  soc_system u_system (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .instr_req_i(instr_req), .instr_addr_i(instr_addr), .instr_rvalid_o(instr_rvalid),
    .instr_rdata_o(instr_rdata),
    .data_hart_i(4'd0), .data_req_i(data_req), .data_gnt_o(data_gnt), .data_we_i(data_we),
    .data_be_i(data_be), .data_addr_i(data_addr),
    .data_wdata_i(data_wdata), .data_rvalid_o(data_rvalid), .data_rdata_o(data_rdata),
    .irq_timer_o(irq_timer), .irq_weir_o(irq_o),
    .console_valid_o(console_valid_o), .console_data_o(console_data_o), .exit_valid_o(exit_valid_o),
    .exit_code_o(exit_code_o), .host_valid_o(host_valid_o), .host_strb_o(host_strb_o),
    .host_data_o(host_data_o),
    .reg_valid_o(reg_valid_o), .reg_write_o(reg_write_o), .reg_addr_o(reg_addr_o),
    .reg_wdata_o(reg_wdata_o),
    .reg_wstrb_o(reg_wstrb_o), .reg_ready_o(reg_ready_o), .reg_rdata_o(reg_rdata_o),
    .snoop_valid_o(snoop_valid_o), .snoop_addr_o(snoop_addr_o), .snoop_data_o(snoop_data_o),
    .snoop_strb_o(snoop_strb_o),
    .retire_rd_i(retire_rd_o), .retire_rd_data_i(retire_rd_data_o),
    .retire_csr_valid_i(retire_csr_valid_o), .retire_csr_i(retire_csr_o),
    .retire_csr_data_i(retire_csr_data_o), .retire_trap_i(retire_trap_o),
    .retire_interrupt_i(retire_interrupt_o), .retire_code_i(retire_code_o),
    .retire_return_i(retire_return_o),
    .retire_hint_i(retire_hint_o), .retire_hint_u_i(retire_hint_u_o),
    .retire_user_i(retire_user_o),
    .m_valid_o(m_valid_o), .m_addr_o(m_addr_o), .m_wdata_o(m_wdata_o));

  assign snoop_hart_o = 4'd0;
  assign core_store_o = data_req & data_gnt & data_we;
  assign core_hart_o  = 4'd0;
  assign core_addr_o  = data_addr;
  assign core_data_o  = data_wdata;
  assign core_strb_o  = data_be;

  assign rvfi_done_o = rvfi_valid & !rvfi_trap;
  assign rvfi_intr_o = rvfi_valid & rvfi_intr;
  assign rvfi_user_o = rvfi_mode == 2'd0;
  assign rvfi_insn_o = rvfi_insn;
  assign rvfi_rs1_o  = rvfi_rs1_rdata;
  assign rvfi_addr_o = rvfi_mem_addr;
  assign rvfi_data_o = rvfi_mem_wdata;
  assign rvfi_strb_o = rvfi_mem_wmask;
endmodule
`default_nettype wire
