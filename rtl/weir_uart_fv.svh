// SPDX-License-Identifier: Apache-2.0
// Properties of weir_uart, which includes this file under FORMAL.
//
//! proof uart, induction, quick: 8N1, bits in their order, each as long as the rate says, no gap
//!     between bytes

`ifdef PROVE_weir_uart
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_uart
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic [19:0] f_divide;
logic [9:0]  f_frame;                   // the bits of the byte under way, the first in the low bit
logic [3:0]  f_bit;                     // which is on the line,
logic        f_on;                      // if there is one
// sixteenths of a cycle since it began: at the end of this bit, and of this cycle
logic [23:0] f_ends, f_now;
wire         f_given = valid_i && ready_o;
always_ff @(posedge clk_i) begin
  f_divide <= divide_i;
  if (!rst_ni) f_on <= 1'b0;
  else if (f_given) f_on <= 1'b1;
  else if (f_bit == 4'd9 && tick) f_on <= 1'b0;
  if (f_given) begin
    f_frame <= {1'b1, data_i, 1'b0};
    f_bit   <= 4'd0;
  end else if (tick) f_bit <= f_bit + 4'd1;
  if (idle) f_ends <= {4'd0, divide_i};
  else if (tick) f_ends <= f_given ? {4'd0, divide_i} + f_ends - f_now : f_ends + {4'd0, divide_i};
  f_now <= idle || f_given ? 24'd16 : f_now + 24'd16;
end
always_comb if (f_started) begin
  m_rate: `WEIR_ENV (divide_i >= 20'd16 && divide_i <= 20'hffff0 && (idle || divide_i == f_divide));
  // 8N1: the line shows the bits in their order, and is high while nothing is sent.
  a_line: assert (tx_o == (!f_on || f_frame[f_bit]));
  //! mutant uart_order, quick: the bits are rotated
  //!     @order bits_q <= {data_i[0], data_i[7:1], 1'b0};
  a_on: assert (idle == !f_on);
  a_bits: assert (idle || (left_q <= 4'd10 && f_bit == 4'd10 - left_q));
  // A byte is taken while the line is idle, or with the last cycle of a stop bit.
  a_ready: assert (ready_o == (idle || (f_bit == 4'd9 && tick)));
  //! mutant uart_gap: a gap behind each stop bit
  //!     @gap assign ready_o = idle;
  // Why: what is still to be sent follows from the byte.
  a_rest: assert (bits_q == (idle ? 9'h1ff : f_frame[8:0] >> f_bit | ~(9'h1ff >> f_bit))
      || (!idle && f_bit == 4'd9 && bits_q == 9'h1ff));
  // A bit lasts as long as the rate says: it begins with its length and less than a cycle of the
  // bits before, and ends with less than a cycle.
  a_exact: assert (idle || {4'd0, count_q} == f_ends - f_now + 24'd16);
  a_count: assert (idle || count_q >= 20'd16);
  a_length: assert (idle || {1'b0, count_q} < {1'b0, divide_i} + 21'd16);
  //! mutant uart_rest: bits are a cycle too short, and what is left over grows
  //!     @rest wire tick = count_q < 20'd48;
end
`undef WEIR_ENV
