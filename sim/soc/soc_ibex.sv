// SPDX-License-Identifier: Apache-2.0
// Demo SoC with lowRISC's Ibex (RV32IMC, machine and user mode, PMP with four regions): one hart,
// or several that share the data bus round-robin. Timer interrupt 7 and Weir's interrupt 11 go to
// hart 0; each hart has its software interrupt 3 (soc_harts.sv). The retire view is that of hart 0.
`default_nettype none
module soc_ibex #(
  // 0: two stages, Ibex's configuration small; 1: three stages, maxperf
  parameter [0:0] MAXPERF = 1'b0,
  parameter integer PMP_REGIONS = 4,
  parameter integer HARTS = 1
) (
`include "soc_pins.svh"
);
  logic                irq_timer, data_gnt, data_rvalid;
  logic [HARTS-1:0]    irq_soft;
  logic [31:0]         data_rdata;

  // Ports of the harts
  logic [HARTS-1:0]    instr_req, instr_rvalid, req, gnt, we;
  logic [32*HARTS-1:0] instr_addr, instr_rdata;
  logic [31:0]         addr [HARTS], wdata [HARTS];
  logic [3:0]          be [HARTS];
  logic [99:0]         retire_view [HARTS];
  logic [134:0]        rvfi_view [HARTS];

  // Round-robin arbiter; a grant holds until its access is accepted.
  localparam integer HART_W = HARTS > 1 ? $clog2(HARTS) : 1;
  logic [3:0] first_q, hart, answer_q;
  always_comb begin
    hart = first_q;
    for (int i = HARTS - 1; i >= 0; i--)
      if (req[(int'(first_q) + i) % HARTS]) hart = 4'((int'(first_q) + i) % HARTS);
  end
  wire [HART_W-1:0] at = hart[HART_W-1:0];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= 4'd0;
    else if (|req) first_q <= data_gnt ? 4'((int'(hart) + 1) % HARTS) : hart;
    answer_q <= hart;
  end

  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      assign gnt[h] = req[h] & data_gnt & hart == h;
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
        .hart_id_i(h), .boot_addr_i(32'd0),            // first fetch: boot_addr + 0x80
        .instr_req_o(instr_req[h]), .instr_gnt_i(instr_req[h]), .instr_rvalid_i(instr_rvalid[h]),
        .instr_addr_o(instr_addr[32*h +: 32]),
        .instr_rdata_i(instr_rdata[32*h +: 32]), .instr_rdata_intg_i('0), .instr_err_i(1'b0),
        .data_req_o(req[h]), .data_gnt_i(gnt[h]), .data_rvalid_i(data_rvalid & answer_q == h),
        .data_we_o(we[h]),
        .data_be_o(be[h]), .data_addr_o(addr[h]), .data_wdata_o(wdata[h]), .data_wdata_intg_o(),
        .data_rdata_i(data_rdata), .data_rdata_intg_i('0), .data_err_i(1'b0),
        .irq_software_i(irq_soft[h]), .irq_timer_i(irq_timer & h == 0),
        .irq_external_i(irq_o & h == 0), .irq_fast_i('0),
        .irq_nm_i(1'b0),
        .scramble_key_valid_i(1'b0), .scramble_key_i('0), .scramble_nonce_i('0), .scramble_req_o(),
        .debug_req_i(1'b0), .crash_dump_o(), .double_fault_seen_o(),
        .fetch_enable_i(ibex_pkg::IbexMuBiOn),
        .alert_minor_o(), .alert_major_internal_o(), .alert_major_bus_o(), .core_sleep_o(),
        .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap),
        .rvfi_intr(rvfi_intr), .rvfi_rs1_rdata(rvfi_rs1_rdata),
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

      // Ibex has no pin for mcause; its CSR has the cause when the handler's first instruction
      // retires.
      wire [6:0] mcause = {u_core.u_ibex_core.cs_registers_i.mcause_q};
      logic [99:0] retire;
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

      assign retire_view[h] = retire;
      assign rvfi_view[h] = {rvfi_valid & !rvfi_trap, rvfi_valid & rvfi_intr, rvfi_mode == 2'd0,
          rvfi_insn, rvfi_rs1_rdata, rvfi_mem_addr, rvfi_mem_wdata, rvfi_mem_wmask};
    end
  endgenerate
  soc_late u_late (
    .clk_i(clk_i), .retire_i(retire_view[0]),
    .retire_o({retire_rd_o, retire_rd_data_o, retire_csr_valid_o, retire_csr_o, retire_csr_data_o,
        retire_trap_o, retire_interrupt_o, retire_code_o, retire_return_o, retire_hint_o,
        retire_hint_u_o, retire_user_o}));
  assign {rvfi_done_o, rvfi_intr_o, rvfi_user_o, rvfi_insn_o, rvfi_rs1_o, rvfi_addr_o, rvfi_data_o,
      rvfi_strb_o} = rvfi_view[0];

  soc_system #(.HARTS(HARTS)) u_system (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .instr_req_i(instr_req), .instr_addr_i(instr_addr), .instr_rvalid_o(instr_rvalid),
    .instr_rdata_o(instr_rdata),
    .data_hart_i(hart), .data_req_i(|req), .data_gnt_o(data_gnt), .data_we_i(we[at]),
    .data_be_i(be[at]), .data_addr_i(addr[at]),
    .data_wdata_i(wdata[at]), .data_rvalid_o(data_rvalid), .data_rdata_o(data_rdata),
    .irq_timer_o(irq_timer), .irq_weir_o(irq_o), .irq_soft_o(irq_soft),
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

  assign snoop_hart_o = hart;

  // From each core's own pins, not from the arbiter
  always_comb begin
    {core_store_o, core_hart_o, core_addr_o, core_data_o, core_strb_o} = '0;
    for (int i = 0; i < HARTS; i++)
      if (req[i] & gnt[i] & we[i])
        {core_store_o, core_hart_o, core_addr_o, core_data_o, core_strb_o} =
            {1'b1, 4'(i), addr[i], wdata[i], be[i]};
  end
endmodule
`default_nettype wire
