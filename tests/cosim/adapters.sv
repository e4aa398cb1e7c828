// SPDX-License-Identifier: Apache-2.0
// Plays cycles of +in=FILE (one hexadecimal number each) to an adapter of rtl/retire and prints the
// retire view of each, and the store. Macros: XLEN of CVA6; NEORV32, or RVFI, in its place.
// tests/cosim/test_retire_adapters.py knows the fields.
`default_nettype none
module adapters;
  logic clk = 1'b0, rst_n = 1'b0;
  wire [4:0]  rd;
  wire [31:0] rd_data, csr_data;
  wire [11:0] csr, code;
  wire        csr_valid, trap, interrupt, ret, store_valid, hint, hint_u, user, lost;
  wire [31:0] store_addr, store_data;
  wire [3:0]  store_strb;
`ifdef NEORV32
  localparam integer W = 1 + 1 + 32 + 1 + 1 + 1 + 5 + 32 + 12 + 32 + 12 + 2 + 32;
`elsif RVFI
  localparam integer W = 1 + 32 + 1 + 1 + 32 + 5 + 32 + 32 + 4 + 32 + 32 + 2;
`else
  localparam integer W = 2 + 64 + 2 + 6 * `XLEN + 10 + 4;
`endif
  reg [W-1:0] in;
  integer     file, got;
  reg [1023:0] name;

`ifdef NEORV32
  wire        reset, valid, t, i, d;
  wire [31:0] insn, rd_rdata, csr_wdata, rs1;
  wire [1:0]  mode;
  wire [4:0]  rd_addr;
  wire [11:0] csr_addr, code_given;
  assign {reset, valid, insn, t, i, d, rd_addr, rd_rdata, csr_addr, csr_wdata, code_given, mode,
      rs1} = in;
  assign {store_valid, store_addr, store_data, store_strb, lost} = '0;
  weir_neorv32 u_adapter (
      .clk_i(clk), .rst_ni(rst_n && !reset), .trace_valid_i(valid), .trace_insn_i(insn),
      .trace_trap_i(t), .trace_intr_i(i), .trace_debug_i(d),
      .trace_rd_addr_i(rd_addr), .trace_rd_rdata_i(rd_rdata), .trace_csr_addr_i(csr_addr),
      .trace_csr_wdata_i(csr_wdata), .code_i(code_given), .trace_mode_i(mode),
      .trace_rs1_rdata_i(rs1),
`elsif RVFI
  wire        valid, t, first;
  wire [31:0] insn, rs1, wdata, mem_addr, mem_wdata, cause;
  wire [4:0]  rd_addr;
  wire [3:0]  wmask;
  wire [1:0]  mode;
  assign {valid, insn, t, first, rs1, rd_addr, wdata, mem_addr, wmask, mem_wdata, cause,
      mode} = in;
  assign lost = 1'b0;
  weir_rvfi u_adapter (
      .rvfi_valid_i(valid), .rvfi_insn_i(insn), .rvfi_trap_i(t), .rvfi_intr_i(first),
      .rvfi_rs1_rdata_i(rs1), .rvfi_rd_addr_i(rd_addr),
      .rvfi_rd_wdata_i(wdata), .rvfi_mem_addr_i(mem_addr), .rvfi_mem_wmask_i(wmask),
      .rvfi_mem_wdata_i(mem_wdata), .cause_i(cause), .rvfi_mode_i(mode),
      .store_valid_o(store_valid), .store_addr_o(store_addr), .store_data_o(store_data),
      .store_strb_o(store_strb),
`else
  wire [1:0]         valid, t;
  wire [63:0]        insn;
  wire [2*`XLEN-1:0] cause, rs1, wdata;
  wire [9:0]         rd_addr;
  wire [3:0]         mode;
  assign {valid, insn, t, cause, rs1, rd_addr, wdata, mode} = in;
  assign {store_valid, store_addr, store_data, store_strb} = '0;
  weir_cva6 #(.XLEN(`XLEN)) u_adapter (
      .rvfi_valid_i(valid), .rvfi_insn_i(insn), .rvfi_trap_i(t), .rvfi_cause_i(cause),
      .rvfi_rs1_rdata_i(rs1), .rvfi_rd_addr_i(rd_addr),
      .rvfi_rd_wdata_i(wdata), .rvfi_mode_i(mode), .hint_lost_o(lost),
`endif
      .retire_rd_o(rd), .retire_rd_data_o(rd_data), .retire_csr_valid_o(csr_valid),
      .retire_csr_o(csr), .retire_csr_data_o(csr_data),
      .retire_trap_o(trap), .retire_interrupt_o(interrupt), .retire_code_o(code),
      .retire_return_o(ret), .retire_hint_o(hint), .retire_hint_u_o(hint_u),
      .retire_user_o(user));

  initial begin
    in = 0;
    if (!$value$plusargs("in=%s", name)) $fatal(1, "no +in=FILE");
    file = $fopen(name, "r");
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    rst_n = 1'b1;
    got = $fscanf(file, "%h\n", in);
    while (got == 1) begin
      #1 $display("%0d %h %b %h %h %b %b %0d %b %b%b%b%b %b %h %h %h", rd, rd_data, csr_valid, csr,
          csr_data, trap, interrupt, code, ret, hint, hint_u, user, lost,
                  store_valid, store_addr, store_data, store_strb);
      clk = 1'b1;
      #1 clk = 1'b0;
      got = $fscanf(file, "%h\n", in);
    end
    $finish(0);
  end
endmodule
`default_nettype wire
