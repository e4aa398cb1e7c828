// SPDX-License-Identifier: Apache-2.0
// Properties of weir_gray, which includes this file under FORMAL.
//
//! proof gray, induction, quick: one bit changes when the counter continues, none when it stays

logic [1:0]  f_cycles = 2'd0;
logic [63:0] f_count, f_before;        // the counter an edge before, two edges before
logic [63:0] f_was;                    // what was handed over an edge before
always_ff @(posedge clk_i) begin
  f_cycles  <= {f_cycles[0], 1'b1};
  f_count  <= count_i;
  f_before <= f_count;
  f_was    <= gray_o;
end
wire [63:0] f_change = gray_o ^ f_was;
always_comb begin
  m_count: assume (!f_cycles[0] || count_i == f_count || count_i == f_count + 64'd1);
  // One bit changes when the counter continues, and none when it stays.
  a_one_bit: assert (!f_cycles[1] || (f_change & (f_change - 64'd1)) == 64'd0);
  //! mutant gray_binary, quick: the counter is handed over as it is
  //!     @binary always_ff @(posedge clk_i) gray_q <= count_i;
  // It is the counter, in Gray code.
  a_gray: assert (!f_cycles[0] || gray_o == (f_count ^ (f_count >> 1)));
  // Why:
  a_before: assert (!f_cycles[1] || (f_was == (f_before ^ (f_before >> 1))
      && (f_count == f_before || f_count == f_before + 64'd1)));
end
