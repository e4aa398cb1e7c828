// SPDX-License-Identifier: Apache-2.0
// Demo SoC with PicoRV32, RV32IMC: one hart, or several that share the bus round-robin. Interrupts
// go to hart 0.
`default_nettype none
module soc_picorv32 #(
  parameter integer HARTS = 1
) (
`include "soc_pins.svh"
);
  logic        data_gnt, data_rvalid, irq_timer, exit_valid;
  logic [31:0] data_rdata, exit_code;

  // Requests of the harts
  logic [HARTS-1:0] trap, req;
  logic [31:0]      addr [HARTS], wdata [HARTS];
  logic [3:0]       be [HARTS];
  logic [99:0]      retire [HARTS];
  logic [133:0]     rvfi [HARTS];
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      core_picorv32 u_core (
        .clk_i(clk_i), .rst_ni(rst_ni), .irq_timer_i(irq_timer & h == 0),
        .irq_weir_i(irq_o & h == 0),
        .data_req_o(req[h]), .data_be_o(be[h]), .data_addr_o(addr[h]), .data_wdata_o(wdata[h]),
        .data_rvalid_i(data_rvalid & core_hart_o == h), .data_rdata_i(data_rdata), .trap_o(trap[h]),
        .retire_rd_o(retire[h][4:0]), .retire_rd_data_o(retire[h][36:5]),
        .retire_csr_valid_o(retire[h][37]),
        .retire_csr_o(retire[h][49:38]), .retire_csr_data_o(retire[h][81:50]),
        .retire_trap_o(retire[h][82]),
        .retire_interrupt_o(retire[h][83]), .retire_code_o(retire[h][95:84]),
        .retire_return_o(retire[h][96]), .retire_hint_o(retire[h][97]),
        .retire_hint_u_o(retire[h][98]), .retire_user_o(retire[h][99]),
        .rvfi_done_o(rvfi[h][133]), .rvfi_intr_o(rvfi[h][132]), .rvfi_insn_o(rvfi[h][131:100]),
        .rvfi_rs1_o(rvfi[h][99:68]), .rvfi_addr_o(rvfi[h][67:36]), .rvfi_data_o(rvfi[h][35:4]),
        .rvfi_strb_o(rvfi[h][3:0]));
    end
  endgenerate
  assign {retire_user_o, retire_hint_u_o, retire_hint_o, retire_return_o, retire_code_o,
          retire_interrupt_o, retire_trap_o, retire_csr_data_o,
          retire_csr_o, retire_csr_valid_o,
          retire_rd_data_o, retire_rd_o} = retire[0];

  assign rvfi_user_o = 1'b0;
  assign {rvfi_done_o, rvfi_intr_o, rvfi_insn_o, rvfi_rs1_o, rvfi_addr_o, rvfi_data_o,
          rvfi_strb_o} = rvfi[0];

  // Round-robin arbiter; a grant holds until its access is accepted.
  logic [3:0] first_q, hart;
  always_comb begin
    hart = first_q;
    for (int i = HARTS - 1; i >= 0; i--)
      if (req[(int'(first_q) + i) % HARTS]) hart = 4'((int'(first_q) + i) % HARTS);
  end
  always_ff @(posedge clk_i)
    if (!rst_ni) first_q <= 4'd0;
    else if (|req) first_q <= data_gnt ? 4'((int'(hart) + 1) % HARTS) : hart;
  always_ff @(posedge clk_i) core_hart_o <= hart;
  localparam integer HART_W = HARTS > 1 ? $clog2(HARTS) : 1;
  wire [HART_W-1:0] at = hart[HART_W-1:0], core_at = core_hart_o[HART_W-1:0];
  assign snoop_hart_o = hart;

  // Fetches and data share one port.
  soc_system #(.HARTS(HARTS)) u_system (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .instr_req_i(1'b0), .instr_addr_i(32'd0), .instr_rvalid_o(), .instr_rdata_o(),
    .data_req_i(|req), .data_hart_i(hart), .data_gnt_o(data_gnt), .data_we_i(|be[at]),
    .data_be_i(be[at]), .data_addr_i(addr[at]), .data_wdata_i(wdata[at]),
    .data_rvalid_o(data_rvalid),
    .data_rdata_o(data_rdata),
    .irq_timer_o(irq_timer), .irq_weir_o(irq_o),
    .console_valid_o(console_valid_o), .console_data_o(console_data_o), .exit_valid_o(exit_valid),
    .exit_code_o(exit_code), .host_valid_o(host_valid_o), .host_strb_o(host_strb_o),
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

  assign exit_valid_o = exit_valid | |trap;            // a trap stops the core until reset
  assign exit_code_o  = exit_valid ? exit_code : 32'd254;

  assign core_store_o = data_rvalid & |be[core_at];
  assign core_addr_o  = addr[core_at];
  assign core_data_o  = wdata[core_at];
  assign core_strb_o  = be[core_at];
endmodule
`default_nettype wire
