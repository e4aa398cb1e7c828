// SPDX-License-Identifier: Apache-2.0
// Demo SoC with CV32E40P (RV32IMC, machine mode; OBI): one hart, or several that share the
// data port round-robin. Timer interrupt 7 and Weir's interrupt 11 go to hart 0. Its package has
// no RVFI for synthesis, so there is no retire view. For make regress-obi.
`default_nettype none
module soc_cv32e40p #(
  parameter integer HARTS = 1
) (
`include "soc_pins.svh"
);
  logic                data_gnt, data_rvalid, irq_timer;
  logic [31:0]         data_rdata;
  logic [32*HARTS-1:0] instr_addr, instr_rdata;
  logic [HARTS-1:0]    instr_req, instr_rvalid, irq_soft, req, gnt, rvalid, we, snooped;
  logic [31:0]         addr [HARTS], wdata [HARTS];
  logic [3:0]          be [HARTS];
  logic [3:0] first_q, hart, answered_q;
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      cv32e40p_top u_core (
        .clk_i(clk_i), .rst_ni(rst_ni), .pulp_clock_en_i(1'b0), .scan_cg_en_i(1'b0),
        .boot_addr_i(32'h80), .mtvec_addr_i(32'h100), .dm_halt_addr_i(32'd0), .hart_id_i(h),
        .dm_exception_addr_i(32'd0),
        .instr_req_o(instr_req[h]), .instr_gnt_i(instr_req[h]), .instr_rvalid_i(instr_rvalid[h]),
        .instr_addr_o(instr_addr[32*h +: 32]), .instr_rdata_i(instr_rdata[32*h +: 32]),
        .data_req_o(req[h]), .data_gnt_i(gnt[h]), .data_rvalid_i(rvalid[h]),
        .data_we_o(we[h]), .data_be_o(be[h]), .data_addr_o(addr[h]), .data_wdata_o(wdata[h]),
        .data_rdata_i(data_rdata),
        .irq_i({20'd0, irq_o && h == 0, 3'd0, irq_timer && h == 0, 3'd0, irq_soft[h], 3'd0}),
        .irq_ack_o(), .irq_id_o(), .debug_req_i(1'b0), .debug_havereset_o(), .debug_running_o(),
        .debug_halted_o(), .fetch_enable_i(1'b1), .core_sleep_o());

      assign gnt[h]    = req[h] && data_gnt && hart == h;
      assign rvalid[h] = data_rvalid && answered_q == h;

      // The module of the guide, on the pins of the core, shows the unit the same stores.
      logic [31:0] store_addr, store_data;
      logic [3:0]  store_strb;
      weir_snoop_obi u_snoop (
        .obi_req_i(req[h]), .obi_gnt_i(gnt[h]), .obi_addr_i(addr[h]), .obi_we_i(we[h]),
        .obi_be_i(be[h]), .obi_wdata_i(wdata[h]),
        .snoop_valid_o(snooped[h]), .snoop_addr_o(store_addr), .snoop_data_o(store_data),
        .snoop_strb_o(store_strb));
      wire shown = snoop_valid_o && snoop_hart_o == h;
      always_ff @(posedge clk_i)
        if (rst_ni && u_system.fault == 8'd0 && (snooped[h] != shown || (shown &&
            {store_addr[31:2], store_data, store_strb} !=
            {snoop_addr_o[31:2], snoop_data_o, snoop_strb_o}))) begin
          $display("weir_snoop_obi differs from the unit's snoop");
          $fatal;
        end
      wire unused = &{1'b0, store_addr[1:0]};
    end
  endgenerate

  // Round-robin arbiter; a grant holds until its access is accepted.
  localparam integer HART_W = HARTS > 1 ? $clog2(HARTS) : 1;
  always_comb begin
    hart = first_q;
    for (int i = HARTS - 1; i >= 0; i--)
      if (req[(int'(first_q) + i) % HARTS]) hart = 4'((int'(first_q) + i) % HARTS);
  end
  always_ff @(posedge clk_i) begin
    answered_q <= hart;
    if (!rst_ni) first_q <= 4'd0;
    else if (|req) first_q <= data_gnt ? 4'((int'(hart) + 1) % HARTS) : hart;
  end
  wire [HART_W-1:0] at = hart[HART_W-1:0];

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
    .retire_rd_i(5'd0), .retire_rd_data_i(32'd0), .retire_csr_valid_i(1'b0),
    .retire_csr_i(12'd0), .retire_csr_data_i(32'd0), .retire_trap_i(1'b0),
    .retire_interrupt_i(1'b0), .retire_code_i(12'd0), .retire_return_i(1'b0),
    .retire_hint_i(1'b0), .retire_hint_u_i(1'b0), .retire_user_i(1'b0),
    .m_valid_o(m_valid_o), .m_addr_o(m_addr_o), .m_wdata_o(m_wdata_o));
  assign {retire_rd_o, retire_rd_data_o, retire_csr_valid_o, retire_csr_o, retire_csr_data_o,
      retire_trap_o, retire_interrupt_o, retire_code_o, retire_return_o, retire_hint_o,
      retire_hint_u_o, retire_user_o} = '0;
  assign {rvfi_done_o, rvfi_intr_o, rvfi_user_o, rvfi_insn_o, rvfi_rs1_o, rvfi_addr_o, rvfi_data_o,
      rvfi_strb_o} = '0;

  assign snoop_hart_o = hart;
  assign core_store_o = |(gnt & we);
  assign core_hart_o  = hart;
  assign core_addr_o  = addr[at];
  assign core_data_o  = wdata[at];
  assign core_strb_o  = be[at];
endmodule
`default_nettype wire
