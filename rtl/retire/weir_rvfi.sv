// SPDX-License-Identifier: Apache-2.0
// weir_rvfi: the retire view of one hart from the RISC-V Formal Interface of its core (RVFI, one
// instruction a cycle).
//
// Use      Connect retire_* to the unit's ports of the same names. Connect store_* to its snoop_*
//          where no data bus can be watched (a write-back cache): a store appears there when it
//          retires, not when the bus accepts it.
// Traps    RVFI does not carry the cause of a trap: cause_i must. It is sampled with the first
//          instruction of a handler.
// CSRs     RVFI does not carry the new value of a CSR: the value is what the instruction writes,
//          before the CSR legalises it. A set or clear with rd = x0 is left out, because nobody
//          knows the old value; so are the hart's own writes (mcause and others of a trap,
//          counters).
// HINTs    slti and sltiu with rd x0. Their order among stores to the unit holds if the core's bus
//          is no earlier than its RVFI: integration.md.
// Latency  None.
`default_nettype none
module weir_rvfi #(
    // an instruction returns from a trap if it equals this
    parameter [31:0] RETURN = 32'h1020_0073,
    parameter [31:0] RETURN_MASK = 32'hdfff_ffff    // in these bits; the default: MRET and SRET
) (
    input  wire        rvfi_valid_i,
    input  wire [31:0] rvfi_insn_i,
    input  wire        rvfi_trap_i,
    input  wire        rvfi_intr_i,                 // the first instruction of a handler
    input  wire [1:0]  rvfi_mode_i,                 // 0: user mode; tie it to 3 where there is none
    input  wire [31:0] rvfi_rs1_rdata_i,
    input  wire [4:0]  rvfi_rd_addr_i,
    input  wire [31:0] rvfi_rd_wdata_i,
    input  wire [31:0] rvfi_mem_addr_i,
    input  wire [3:0]  rvfi_mem_wmask_i,
    input  wire [31:0] rvfi_mem_wdata_i,
    // as in mcause: bit 31 interrupt, below it the code
    input  wire [31:0] cause_i,

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
    output wire        retire_user_o,

    output wire        store_valid_o,
    output wire [31:0] store_addr_o,
    output wire [31:0] store_data_o,
    output wire [3:0]  store_strb_o
);
  localparam [11:0] CODE_MOST = weir_pkg::ISR_UNKNOWN - 12'd1;

  wire done = rvfi_valid_i && !rvfi_trap_i;         // the instruction took effect
  assign retire_rd_o      = done ? rvfi_rd_addr_i : 5'd0;
  assign retire_rd_data_o = rvfi_rd_wdata_i;

  // CSRRW, CSRRS, CSRRC, and these with an immediate operand
  wire [2:0]  op      = rvfi_insn_i[14:12];
  wire        csr     = rvfi_insn_i[6:0] == 7'b1110011 && op[1:0] != 2'd0;
  wire        plain   = op[1:0] == 2'd1;
  wire        none    = rvfi_insn_i[19:15] == 5'd0; // a set or clear of nothing is no write
  wire        known   = rvfi_rd_addr_i != 5'd0;     // the old value
  wire [31:0] operand = op[2] ? {27'd0, rvfi_insn_i[19:15]} : rvfi_rs1_rdata_i;
  assign retire_csr_valid_o = done && csr && (plain || (known && !none));
  assign retire_csr_o       = rvfi_insn_i[31:20];
  wire        hint    = rvfi_insn_i[6:0] == 7'b0010011 && op[2:1] == 2'b01
      && rvfi_insn_i[11:7] == 5'd0;
  assign retire_hint_o      = done && hint;
  assign retire_hint_u_o    = op[0];
  assign retire_user_o      = rvfi_mode_i == 2'd0;
  assign retire_csr_data_o  = plain || hint ? operand : op[0] ? rvfi_rd_wdata_i & ~operand
      : rvfi_rd_wdata_i | operand;

  assign retire_trap_o      = rvfi_valid_i && rvfi_intr_i;
  assign retire_interrupt_o = cause_i[31];
  assign retire_code_o      = cause_i[30:0] < {19'd0, CODE_MOST} ? cause_i[11:0] : CODE_MOST;
  assign retire_return_o    = done && ((rvfi_insn_i ^ RETURN) & RETURN_MASK) == 32'd0;  // @returns

  assign store_valid_o = done && rvfi_mem_wmask_i != 4'd0 && rvfi_mem_addr_i[1:0] == 2'd0;
  assign store_addr_o  = rvfi_mem_addr_i;
  assign store_data_o  = rvfi_mem_wdata_i;
  assign store_strb_o  = rvfi_mem_wmask_i;
endmodule
`default_nettype wire
