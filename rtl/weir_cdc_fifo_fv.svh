// SPDX-License-Identifier: Apache-2.0
// Properties of weir_cdc_fifo, which includes this file under FORMAL.
//
//! proof cdc_fifo, induction, cover 30, quick: frames in another clock, whatever the phase of
//!     the two clocks and whatever a flop catches of a bit that changes: each byte once, in order,
//!     and neither side waits for long

localparam integer P = DEPTH_LOG2;
localparam [P+3:0] DEPTH = {{(P+3){1'b0}}, 1'b1} << P;
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first, for both.
always_comb m_reset: assume (f_started ? rst_ni && to_rst_ni : !rst_ni && !to_rst_ni && f_tick
    && f_to_tick);

function automatic [P:0] number(input [P:0] gray);
  integer k;
  begin
    number = gray;
    for (k = 1; k <= P; k = 2 * k) number = number ^ (number >> k);
  end
endfunction
(* hierconn *) wire [P:0] \u_src.count_q , \u_src.meta_q , \u_src.other_q , \u_src.f_which ;
(* hierconn *) wire [7:0] \u_src.f_byte , \u_src.f_held ;
(* hierconn *) wire [P:0] \u_dst.count_q , \u_dst.meta_q , \u_dst.other_q ;
// How far each pointer is behind the next: taken as the giving side knows it, taken, given as the
// taking side knows it, given.
wire [P:0] f_0 = number(\u_src.other_q ), f_1 = number(\u_src.meta_q ), f_2 = \u_dst.count_q ,
    f_3 = number(\u_dst.other_q ), f_4 = number(\u_dst.meta_q ), f_5 = \u_src.count_q ;
wire [P:0] f_01 = f_1 - f_0, f_12 = f_2 - f_1, f_23 = f_3 - f_2, f_34 = f_4 - f_3, f_45 = f_5 - f_4;
wire [P+3:0] f_all = {3'd0, f_01} + {3'd0, f_12} + {3'd0, f_23} + {3'd0, f_34} + {3'd0, f_45};
wire [P:0] f_inside = f_5 - f_2;

wire [P:0] f_ahead = \u_src.f_which - f_2;       // of any one byte, by its number
wire  f_give = f_tick && valid_i && ready_o, f_take = f_to_tick && valid_o && ready_i;

logic [P:0] f_gave, f_took;                       // bytes that were, by the pins
always_ff @(posedge clk_i) begin
  f_gave <= rst_ni ? f_gave + {{P{1'b0}}, f_give} : '0;
  f_took <= to_rst_ni ? f_took + {{P{1'b0}}, f_take} : '0;
end

// Edges for which a side has waited though there is something for it
logic [1:0] f_waits, f_to_waits;
always_ff @(posedge clk_i) begin
  if (!rst_ni || ready_o || {3'd0, f_inside} == DEPTH) f_waits <= 2'd0;
  else if (f_tick) f_waits <= f_waits + 2'd1;
  if (!to_rst_ni || valid_o || f_inside == 0) f_to_waits <= 2'd0;
  else if (f_to_tick) f_to_waits <= f_to_waits + 2'd1;
end

always_comb if (f_started) begin
  // Nothing is lost or doubled: what was given and what was taken are counted; each side knows of
  // no more than was done, and there is free space for all.
  a_counted: assert (f_5 == f_gave && f_2 == f_took);
  a_order: assert (f_all <= DEPTH);
  //! mutant cdc_fifo_full, quick: full is derived from Gray code
  //!     weir_cdc_fifo_src@full assign ready_o = gray_q != {~other_q[DEPTH_LOG2],
  //!     other_q[DEPTH_LOG2-1:0]};
  // What is offered was given; the byte is the one of its number, that is in its order.
  a_given: assert (!valid_o || f_inside != 0);
  a_byte: assert (!(valid_o && f_2 == \u_src.f_which ) || data_o == \u_src.f_byte );
  //! mutant cdc_fifo_place: bytes are stored at the wrong address
  //!     weir_cdc_fifo_src@place if (valid_i && ready_o) ram[gray_q[DEPTH_LOG2-1:0]] <= data_i;
  // Neither side waits for long.
  a_ready: assert (f_waits != 2'd2 || ready_o);
  a_valid: assert (f_to_waits != 2'd2 || valid_o);
  // Why:
  a_gray: assert (given == (f_5 ^ (f_5 >> 1)) && taken == (f_2 ^ (f_2 >> 1)));
  //! mutant cdc_fifo_binary: the bytes taken are reported in binary
  //!     weir_cdc_fifo_dst@binary gray_q <= count;
  a_held: assert (!(f_ahead < f_inside) || \u_src.f_held == \u_src.f_byte );
  a_seen: assert ((f_waits == 2'd0 || ({3'd0, f_12} + {3'd0, f_23} + {3'd0, f_34}
      + {3'd0, f_45} < DEPTH)) && f_waits != 2'd3);
  a_to_seen: assert ((f_to_waits == 2'd0 || f_34 != 0 || f_23 != 0) && f_to_waits != 2'd3);
  c_full: cover (!ready_o && {3'd0, f_inside} == DEPTH);
  c_both: cover (f_give && f_take);
end
