// SPDX-License-Identifier: Apache-2.0
// Demo SoC with lowRISC's Ibex (RV32IMC, machine and user mode, PMP with four regions): one hart,
// or several that share the data bus round-robin. Timer interrupt 7 and Weir's interrupt 11 go to
// hart 0; each hart has its software interrupt 3 (soc_harts.sv) and its retire view. Programs
// may slow the clock of the harts (soc_life.sv); Weir has that of the bus.
`default_nettype none
`ifdef BLACK_BOX                         // a front end that does not read the core
`define MULTIPLIER ibex_pkg::RV32MFast
`define MCAUSE 7'd0
`else
`define MULTIPLIER MAXPERF ? ibex_pkg::RV32MSingleCycle : ibex_pkg::RV32MFast
`define MCAUSE {u_core.u_ibex_core.cs_registers_i.mcause_q}
`endif
module soc_ibex #(
  // 0: two stages, Ibex's configuration small; 1: three stages, maxperf
  parameter [0:0] MAXPERF = 1'b0,
  parameter integer PMP_REGIONS = 4
) (
`include "soc_pins.svh"
);
  localparam integer HARTS = `SOC_HARTS;
  logic                irq_timer, data_gnt, data_rvalid;
  logic [HARTS-1:0]    irq_soft;
  logic [31:0]         data_rdata;

  // Ports of the harts at the bus; their clock is that of the bus without most of its pulses
  logic [HARTS-1:0]    instr_req, instr_rvalid, req, gnt, rvalid, we;
  logic [32*HARTS-1:0] instr_addr, instr_rdata, addr, wdata;
  logic [4*HARTS-1:0]  be;
  logic [134:0]        rvfi_view [HARTS];
  logic                bus_req, bus_we, core_rst_n, pulse_q, first_q;
  logic [31:0]         bus_addr, bus_wdata;
  logic [3:0]          bus_be, core_div, count_q;
  wire                 tick = count_q >= core_div;
  wire                 core_clk = clk_i & pulse_q;
  always_ff @(negedge clk_i) pulse_q <= tick | ~core_rst_n;
  always_ff @(posedge clk_i) begin
    count_q <= tick ? 4'd0 : count_q + 4'd1;
    first_q <= tick;
    if (!rst_ni) {count_q, first_q} <= 5'd1;
  end

  logic [73*HARTS-1:0] stored;

  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      localparam integer INDEX = h;
      logic        i_req, i_gnt, i_rvalid, d_req, d_gnt, d_rvalid;   // of the core
      logic [31:0] i_rdata, d_rdata;
      soc_ratio u_fetch (
        .clk_i(clk_i), .rst_ni(core_rst_n), .tick_i(tick), .req_i(i_req), .gnt_o(i_gnt),
        .rvalid_o(i_rvalid), .rdata_o(i_rdata), .req_o(instr_req[h]), .gnt_i(1'b1),
        .rvalid_i(instr_rvalid[h]), .rdata_i(instr_rdata[32*h +: 32]));
      soc_ratio u_data (
        .clk_i(clk_i), .rst_ni(core_rst_n), .tick_i(tick), .req_i(d_req), .gnt_o(d_gnt),
        .rvalid_o(d_rvalid), .rdata_o(d_rdata), .req_o(req[h]), .gnt_i(gnt[h]),
        .rvalid_i(rvalid[h]), .rdata_i(data_rdata));
      logic        rvfi_valid, rvfi_trap, rvfi_intr;
      logic [31:0] rvfi_insn, rvfi_rs1_rdata, rvfi_rd_wdata, rvfi_mem_addr, rvfi_mem_wdata;
      logic [4:0]  rvfi_rd_addr;
      logic [3:0]  rvfi_mem_wmask;
      logic [1:0]  rvfi_mode;

      ibex_top #(
        .PMPEnable(1'b1), .PMPNumRegions(PMP_REGIONS),
        .RV32M(`MULTIPLIER),
        .RV32B(ibex_pkg::RV32BNone),
        .RegFile(ibex_pkg::RegFileFF), .BranchTargetALU(MAXPERF), .WritebackStage(MAXPERF)
      ) u_core (
        .clk_i(core_clk), .rst_ni(core_rst_n), .test_en_i(1'b0), .scan_rst_ni(1'b1),
        .ram_cfg_i(10'd0),
        .hart_id_i(INDEX), .boot_addr_i(32'd0),            // first fetch: boot_addr + 0x80
        .instr_req_o(i_req), .instr_gnt_i(i_gnt), .instr_rvalid_i(i_rvalid),
        .instr_addr_o(instr_addr[32*h +: 32]),
        .instr_rdata_i(i_rdata), .instr_rdata_intg_i(7'd0), .instr_err_i(1'b0),
        .data_req_o(d_req), .data_gnt_i(d_gnt), .data_rvalid_i(d_rvalid),
        .data_we_o(we[h]), .data_be_o(be[4*h +: 4]), .data_addr_o(addr[32*h +: 32]),
        .data_wdata_o(wdata[32*h +: 32]), .data_wdata_intg_o(), .data_rdata_i(d_rdata),
        .data_rdata_intg_i(7'd0), .data_err_i(1'b0),
        .irq_software_i(irq_soft[h]), .irq_timer_i(irq_timer & h == 0),
        .irq_external_i(irq_o & h == 0), .irq_fast_i(15'd0),
        .irq_nm_i(1'b0),
        .scramble_key_valid_i(1'b0), .scramble_key_i(128'd0), .scramble_nonce_i(64'd0),
        .scramble_req_o(),
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
      wire [6:0] mcause = `MCAUSE;
      logic [99:0] retire, retire_late;
      weir_rvfi u_rvfi (
        .rvfi_valid_i(rvfi_valid & first_q), .rvfi_insn_i(rvfi_insn), .rvfi_trap_i(rvfi_trap),
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

      // From each core's own pins, not from the arbiter
      localparam [3:0] HART = INDEX[3:0];
      assign stored[73*h +: 73] = {73{req[h] & gnt[h] & we[h]}}
          & {1'b1, HART, addr[32*h +: 32], wdata[32*h +: 32], be[4*h +: 4]};

      soc_late u_late (.clk_i(clk_i), .retire_i(retire), .retire_o(retire_late));
      assign {retire_rd_o[5*h +: 5], retire_rd_data_o[32*h +: 32], retire_csr_valid_o[h],
          retire_csr_o[12*h +: 12], retire_csr_data_o[32*h +: 32], retire_trap_o[h],
          retire_interrupt_o[h], retire_code_o[12*h +: 12], retire_return_o[h], retire_hint_o[h],
          retire_hint_u_o[h], retire_user_o[h]} = retire_late;
      assign rvfi_view[h] = {rvfi_valid & first_q & !rvfi_trap, rvfi_valid & first_q & rvfi_intr,
          rvfi_mode == 2'd0, rvfi_insn, rvfi_rs1_rdata, rvfi_mem_addr, rvfi_mem_wdata,
          rvfi_mem_wmask};
    end
  endgenerate
  assign {rvfi_done_o, rvfi_intr_o, rvfi_user_o, rvfi_insn_o, rvfi_rs1_o, rvfi_addr_o, rvfi_data_o,
      rvfi_strb_o} = rvfi_view[0];

  soc_join #(.HARTS(HARTS)) u_join (
    .clk_i(clk_i), .rst_ni(rst_ni), .req_i(req), .we_i(we), .be_i(be), .addr_i(addr),
    .wdata_i(wdata), .gnt_o(gnt), .rvalid_o(rvalid),
    .req_o(bus_req), .hart_o(snoop_hart_o), .we_o(bus_we), .be_o(bus_be), .addr_o(bus_addr),
    .wdata_o(bus_wdata), .gnt_i(data_gnt), .rvalid_i(data_rvalid));

  soc_system #(.HARTS(HARTS)) u_system (
`include "soc_connect.svh"
    .instr_req_i(instr_req), .instr_addr_i(instr_addr), .instr_rvalid_o(instr_rvalid),
    .instr_rdata_o(instr_rdata),
    .data_hart_i(snoop_hart_o), .data_req_i(bus_req), .data_gnt_o(data_gnt), .data_we_i(bus_we),
    .data_be_i(bus_be), .data_addr_i(bus_addr), .data_wdata_i(bus_wdata),
    .data_rvalid_o(data_rvalid), .data_rdata_o(data_rdata),
    .irq_timer_o(irq_timer), .irq_soft_o(irq_soft),
    .core_rst_no(core_rst_n), .core_div_o(core_div),
    .exit_valid_o(exit_valid_o), .exit_code_o(exit_code_o),
`include "soc_connect_retire.svh"

  always_comb begin
    {core_store_o, core_hart_o, core_addr_o, core_data_o, core_strb_o} = 73'd0;
    for (int i = 0; i < HARTS; i = i + 1)
      {core_store_o, core_hart_o, core_addr_o, core_data_o, core_strb_o} =
          {core_store_o, core_hart_o, core_addr_o, core_data_o, core_strb_o}
          | stored[73*i +: 73];
  end
endmodule
`default_nettype wire
