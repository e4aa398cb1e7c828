// SPDX-License-Identifier: Apache-2.0
// weir_neorv32: the retire view of one hart from the trace port of NEORV32 (trace_port_t, generic
// TRACE_PORT_EN).
//
// Use      The ports are fields of trace_port_t. Connect retire_* to the unit's ports of the same
//          names. Watch stores at the data bus. Instructions of debug mode are left out.
// Traps    The trace port marks the begin of a handler (intr), not the cause: connect code_i to the
//          cause as in mcause, or tie it to 4094 where nobody knows it; the core has no pin for it.
//          Exceptions are known: the instruction before has trap set.
// CSRs     The trace port carries the written value, so every write is seen, also sets and clears
//          without rd.
// Latency  None.
`default_nettype none
module weir_neorv32 (
    input  wire        clk_i,
    input  wire        rst_ni,

    input  wire        trace_valid_i,
    input  wire [31:0] trace_insn_i,
    input  wire        trace_trap_i,                // the instruction causes an exception
    input  wire        trace_intr_i,                // the first instruction of a handler
    input  wire        trace_debug_i,
    input  wire [1:0]  trace_mode_i,                // @mode: 0: user mode
    input  wire [31:0] trace_rs1_rdata_i,
    input  wire [4:0]  trace_rd_addr_i,
    input  wire [31:0] trace_rd_rdata_i,
    input  wire [11:0] trace_csr_addr_i,
    input  wire [31:0] trace_csr_wdata_i,
    input  wire [11:0] code_i,

    output wire [4:0]  retire_rd_o,
    output wire [31:0] retire_rd_data_o,
    output wire        retire_csr_valid_o,
    output wire [11:0] retire_csr_o,
    output wire [31:0] retire_csr_data_o,
    output wire        retire_trap_o,
    output wire        retire_interrupt_o,
    output wire [11:0] retire_code_o,               // saturates at 4094
    output wire        retire_return_o,
    output wire        retire_hint_o,
    output wire        retire_hint_u_o,
    output wire        retire_user_o
);
  localparam [11:0] CODE_MOST = weir_pkg::ISR_UNKNOWN - 12'd1;

  logic trapped_q;                                  // the last instruction caused an exception
  wire  retired = trace_valid_i && !trace_debug_i;
  always_ff @(posedge clk_i)
    if (!rst_ni) trapped_q <= 1'b0;
    else if (retired) trapped_q <= trace_trap_i;

  wire done = retired && !trace_trap_i;               // the instruction took effect
  assign retire_rd_o      = done ? trace_rd_addr_i : 5'd0;
  assign retire_rd_data_o = trace_rd_rdata_i;

  // A set or clear of nothing is no write.
  wire [1:0] op = trace_insn_i[13:12];
  assign retire_csr_valid_o = done && trace_insn_i[6:0] == 7'b1110011 && op != 2'd0
      && (op == 2'd1 || trace_insn_i[19:15] != 5'd0);
  // slti and sltiu with rd x0
  wire hint = trace_insn_i[6:0] == 7'b0010011 && trace_insn_i[14:13] == 2'b01
      && trace_insn_i[11:7] == 5'd0;
  assign retire_hint_o      = done && hint;
  assign retire_hint_u_o    = trace_insn_i[12];
  assign retire_user_o      = trace_mode_i == 2'd0;
  assign retire_csr_o       = hint ? trace_insn_i[31:20] : trace_csr_addr_i;
  assign retire_csr_data_o  = hint ? trace_rs1_rdata_i : trace_csr_wdata_i;

  assign retire_trap_o      = retired && trace_intr_i;
  assign retire_interrupt_o = !trapped_q;
  assign retire_code_o      = code_i < CODE_MOST ? code_i : CODE_MOST;
  assign retire_return_o    = done && trace_insn_i == 32'h3020_0073;    // MRET
endmodule
`default_nettype wire
