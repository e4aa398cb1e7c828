// SPDX-License-Identifier: Apache-2.0
// weir_cva6: the retire view of one hart from the RVFI of CVA6, which retires up to two
// instructions a cycle.
//
// Use      The ports are the fields of CVA6's rvfi_instr_t (core/cva6_rvfi.sv), one per commit
//          port; port 0, the older instruction, is in the low bits. With one commit port, tie the
//          high bits to 0. Connect retire_* to the unit's ports of the same names. CVA6 writes
//          through, so watch stores at its data bus.
// Traps    rvfi_trap marks the trap when it is taken, with its cause: exceptions and interrupts
//          alike. For ECALL, rvfi_valid is high, too.
// Two      CVA6 retires CSR writes, traps and returns on port 0 only. Of two registers written in
//          one cycle the unit sees the one numbered GPR (the younger if both are), else the older
//          one. So let the snoop match GPR, a CSR, or a store.
// CSRs     As weir_rvfi. CVA6 reports writes of floating-point registers like those of integer
//          registers: this adapter leaves them out.
// HINTs    From either port. If both retire one, the unit gets the older, and hint_lost_o is high.
// XLEN     64: values are the low 32 bits, and so is the thread.
// Latency  None.
`default_nettype none
module weir_cva6 #(
    parameter integer XLEN = 64,
    parameter [4:0]   GPR = 5'd4                    // tp
) (
    input  wire [1:0]        rvfi_valid_i,
    input  wire [63:0]       rvfi_insn_i,
    input  wire [1:0]        rvfi_trap_i,
    input  wire [2*XLEN-1:0] rvfi_cause_i,          // as in mcause
    input  wire [2*XLEN-1:0] rvfi_rs1_rdata_i,
    input  wire [3:0]        rvfi_mode_i,           // 0: user mode
    input  wire [9:0]        rvfi_rd_addr_i,
    input  wire [2*XLEN-1:0] rvfi_rd_wdata_i,

    output wire [4:0]        retire_rd_o,
    output wire [31:0]       retire_rd_data_o,
    output wire              retire_csr_valid_o,
    output wire [11:0]       retire_csr_o,
    output wire [31:0]       retire_csr_data_o,
    output wire              retire_trap_o,
    output wire              retire_interrupt_o,
    output wire [11:0]       retire_code_o,         // saturates at 4094
    output wire              retire_return_o,
    output wire              retire_hint_o,
    output wire              retire_hint_u_o,
    output wire              retire_user_o,
    output wire              hint_lost_o            // a HINT was dropped: watch it by an event pin
);
  // Whether the instruction writes a floating-point register: loads; multiply-add; all of OP-FP but
  // comparisons, conversions to integers, and moves of bits and classes to them; the compressed
  // loads. Bits 31:27, 15:13 and 6:0 of the instruction.
  function automatic floating(input [14:0] bits);
    case (bits[6:0])
      7'b0000111, 7'b1000011, 7'b1000111, 7'b1001011, 7'b1001111: floating = 1'b1;
      7'b1010011: floating = bits[14:10] != 5'b10100 && bits[14:10] != 5'b11000  // @op_fp
          && bits[14:10] != 5'b11100;
      default: floating = !bits[0] && (bits[9:7] == 3'b001 || (bits[9:7] == 3'b011 && XLEN == 32));
    endcase
  endfunction

  wire [4:0] older_rd = rvfi_rd_addr_i[4:0], younger_rd = rvfi_rd_addr_i[9:5];
  wire older   = rvfi_valid_i[0] && !rvfi_trap_i[0] && older_rd != 5'd0
                 && !floating({rvfi_insn_i[31:27], rvfi_insn_i[15:13], rvfi_insn_i[6:0]});
  wire younger = rvfi_valid_i[1] && !rvfi_trap_i[1] && younger_rd != 5'd0  // @younger
                 && !floating({rvfi_insn_i[63:59], rvfi_insn_i[47:45], rvfi_insn_i[38:32]});
  wire second  = younger && (!older || younger_rd == GPR);
  assign retire_rd_o      = second ? younger_rd : older ? older_rd : 5'd0;
  assign retire_rd_data_o = second ? rvfi_rd_wdata_i[XLEN +: 32] : rvfi_rd_wdata_i[31:0];

  // The younger of two HINTs, or one beside a CSR write, has no place.
  wire        csr_write, hint_0, hint_1, hint_u_0, hint_u_1, user_0, user_1;
  wire [11:0] csr_0, csr_1;
  wire [31:0] data_0, data_1;
  wire        taken = hint_0 || csr_write;
  wire        first = taken || !hint_1;
  assign retire_csr_valid_o = csr_write;
  assign retire_csr_o       = first ? csr_0 : csr_1;
  assign retire_csr_data_o  = first ? data_0 : data_1;
  assign retire_hint_o      = hint_0 || (hint_1 && !csr_write);
  assign retire_hint_u_o    = first ? hint_u_0 : hint_u_1;
  assign retire_user_o      = first ? user_0 : user_1;
  assign hint_lost_o        = taken && hint_1;
  wire [XLEN-1:0] cause = rvfi_cause_i[XLEN-1:0];
  weir_rvfi u_rvfi (
      .rvfi_valid_i(rvfi_valid_i[0] || rvfi_trap_i[0]), .rvfi_insn_i(rvfi_insn_i[31:0]),
          .rvfi_trap_i(rvfi_trap_i[0]), .rvfi_intr_i(rvfi_trap_i[0]),
          .rvfi_mode_i(rvfi_mode_i[1:0]),
      .rvfi_rs1_rdata_i(rvfi_rs1_rdata_i[31:0]), .rvfi_rd_addr_i(rvfi_rd_addr_i[4:0]),
          .rvfi_rd_wdata_i(rvfi_rd_wdata_i[31:0]),
      .rvfi_mem_addr_i(32'd0), .rvfi_mem_wmask_i(4'd0), .rvfi_mem_wdata_i(32'd0),
      .cause_i({cause[XLEN-1], |cause[XLEN-2:12] ? 31'h7fff_ffff : {19'd0, cause[11:0]}}),
      // verilator lint_off PINCONNECTEMPTY
      .retire_rd_o(), .retire_rd_data_o(), .store_valid_o(), .store_addr_o(), .store_data_o(),
          .store_strb_o(),
      // verilator lint_on PINCONNECTEMPTY
      .retire_csr_valid_o(csr_write), .retire_csr_o(csr_0), .retire_csr_data_o(data_0),
          .retire_trap_o, .retire_interrupt_o, .retire_code_o, .retire_return_o,
          .retire_hint_o(hint_0), .retire_hint_u_o(hint_u_0), .retire_user_o(user_0));
  weir_rvfi u_younger (
      .rvfi_valid_i(rvfi_valid_i[1]), .rvfi_insn_i(rvfi_insn_i[63:32]),
          .rvfi_trap_i(rvfi_trap_i[1]), .rvfi_intr_i(1'b0), .rvfi_mode_i(rvfi_mode_i[3:2]),
      .rvfi_rs1_rdata_i(rvfi_rs1_rdata_i[XLEN +: 32]), .rvfi_rd_addr_i(5'd0),
          .rvfi_rd_wdata_i(32'd0), .rvfi_mem_addr_i(32'd0), .rvfi_mem_wmask_i(4'd0),
          .rvfi_mem_wdata_i(32'd0), .cause_i(32'd0),
      // verilator lint_off PINCONNECTEMPTY
      .retire_rd_o(), .retire_rd_data_o(), .store_valid_o(), .store_addr_o(), .store_data_o(),
          .store_strb_o(), .retire_csr_valid_o(), .retire_trap_o(), .retire_interrupt_o(),
          .retire_code_o(), .retire_return_o(),
      // verilator lint_on PINCONNECTEMPTY
      .retire_csr_o(csr_1), .retire_csr_data_o(data_1), .retire_hint_o(hint_1),
          .retire_hint_u_o(hint_u_1), .retire_user_o(user_1));

  wire unused = &{1'b0, rvfi_cause_i, rvfi_rs1_rdata_i, rvfi_rd_wdata_i, rvfi_insn_i};
endmodule
`default_nettype wire
