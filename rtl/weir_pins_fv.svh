// SPDX-License-Identifier: Apache-2.0
// Properties of weir_pins, which includes this file under FORMAL.
//
//! proof pins (PINS=3 LOG2=1), induction, cover 16, quick: every selected edge of a pin, and
//!     every new state of the bus, that the synchronisers saw leaves once, in order, or is dropped
//!     because the queue is full, and reported; nothing arrives and nothing moves while the unit is
//!     disabled
//! proof pins_one (PINS=1), induction: the same
//! proof pins_as_full (PINS=8), induction: the same, as in full

`ifdef PROVE_weir_pins
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_pins
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
always_comb if (f_started && rst_ni) begin
  // An event leaves, and one that was dropped is reported, only if there is one.
  m_grant: `WEIR_ENV (!grant_i || wait_o);
  m_reported: `WEIR_ENV (!reported_i || overrun_o);
end

// ---- the expected events again, from the levels that were sampled since the unit was enabled
logic [WIDTH-1:0] f_one, f_two, f_three;      // samples one edge ago, two, three
logic [1:0]      f_samples;                  // this number of of them
always_ff @(posedge clk_i) begin
  f_samples <= !rst_ni || !enable_i ? 2'd0 : f_samples + {1'b0, f_samples != 2'd3};
  if (enable_i) {f_three, f_two, f_one} <= {f_two, f_one, pins_i};
end
wire            f_sees = f_samples == 2'd3 && enable_i;
wire [WIDTH-1:0] f_changes = f_sees ? (f_two ^ f_three) & ((f_two & rise_i) | (~f_two & fall_i))
    : '0;
logic           f_reported_bus;                      // the bus was reported since it is used,
logic [WIDTH-1:0] f_last;                     // so
wire            f_bus = f_sees && |bus_i && (f_two & bus_i) == (f_three & bus_i)
    && (!f_reported_bus || f_last != (f_two & bus_i));
always_ff @(posedge clk_i) begin
  if (!rst_ni || !f_sees || !(|bus_i)) f_reported_bus <= 1'b0;
  else if (f_bus) f_reported_bus <= 1'b1;
  if (f_bus) f_last <= f_two & bus_i;
end
wire [W-1:0]    f_bring = {f_bus, f_changes};

// ---- one of what arrives, of any choice, is followed until it leaves, or is dropped at once
(* anyseq *) wire [5:0] f_choice;
logic [W-1:0]  f_chosen;                     // one, or none
logic [W-1:0]  f_below;                      // those of this cycle that go before it
integer f_k;
always_comb begin
  f_chosen = '0;
  f_below  = '0;
  for (f_k = 0; f_k < W; f_k = f_k + 1) begin
    f_chosen[f_k] = f_choice == f_k && f_bring[f_k];
    f_below[f_k]  = f_choice > f_k && f_bring[f_k];
  end
end
wire [31:0]   f_value_now = f_chosen[WIDTH] ? {{(32-WIDTH){1'b0}}, f_two & bus_i}
    : {31'd0, (f_two & f_chosen[WIDTH-1:0]) != '0};
logic [5:0]   f_number_now;
always_comb f_number_now = f_chosen[WIDTH] ? 6'd32 : f_choice;
// Events that wait, the oldest sample low, and their number
wire  [W*DEPTH-1:0] f_todo;
genvar f;
for (f = 0; f < DEPTH; f = f + 1) begin : g_formal_sample
  localparam [LOG2-1:0] NTH = f;
  wire [LOG2-1:0] address = rd_q + NTH;
  wire [W+2*WIDTH-1:0] sample = samples[address];
  assign f_todo[W*f +: W] = f < count_q
      ? sample[W+2*WIDTH-1 -: W] & (f == 0 ? ~{1'b0, left_q} : {W{1'b1}}) : '0;
end
logic [9:0]   f_waits;
always_comb begin
  f_waits = 10'd0;
  for (f_k = 0; f_k < DEPTH; f_k = f_k + 1) f_waits = f_waits + {4'd0, ones(f_todo[W*f_k +: W])};
end
wire  [9:0]   f_remain = f_waits - {9'd0, grant_i};
logic         f_there;
logic [9:0]   f_ahead;                       // events that leave before it
logic [5:0]   f_number;
logic [31:0]  f_value;
logic [LOG2:0] f_place;                      // samples before its own
logic [LOG2-1:0] f_address;                  // where that is
logic [W-1:0] f_bit;
logic [31:0]  f_came_n, f_left_n, f_overrun_n, f_reported_n;
logic [31:0]  f_overrun_was;                    // as of the cycle before
wire          f_taken = count_q != DEPTH || leaves;
always_ff @(posedge clk_i) begin
  if (!rst_ni) begin
    f_there  <= 1'b0;
    f_came_n <= 32'd0;
    f_left_n <= 32'd0;
    f_overrun_n <= 32'd0;
    f_overrun_was <= 32'd0;
    f_reported_n <= 32'd0;
  end else begin
    if (f_there) f_there <= !(grant_i && f_ahead == 10'd0);
    else f_there <= |f_chosen && f_taken;
    f_came_n <= f_came_n + {26'd0, ones(f_bring)};
    f_left_n <= f_left_n + {31'd0, grant_i};
    f_overrun_was <= f_overrun_n;
    f_overrun_n <= f_overrun_n + (f_taken ? 32'd0 : {26'd0, ones(f_bring)});
    f_reported_n <= f_reported_n + {31'd0, reported_i};
  end
  if (f_there) begin
    f_ahead <= f_ahead - {9'd0, grant_i};
    f_place <= f_place - {{LOG2{1'b0}}, leaves};
  end else begin
    f_ahead  <= f_remain + {4'd0, ones(f_below)};
    f_place  <= count_q - {{LOG2{1'b0}}, leaves};
    f_address <= wr_q;
    f_number <= f_number_now;
    f_value  <= f_value_now;
    f_bit    <= f_chosen;
  end
end
// Why: the events of the samples before its own, and of its own those below it
logic [9:0]   f_before;
logic         f_full;                        // no sample waits without an event
always_comb begin
  f_before = {4'd0, ones(f_todo[W*f_place +: W] & (f_bit - ONE))};
  f_full   = 1'b1;
  for (f_k = 0; f_k < DEPTH; f_k = f_k + 1) begin
    if (f_k < f_place) f_before = f_before + {4'd0, ones(f_todo[W*f_k +: W])};
    if (f_k < count_q && f_todo[W*f_k +: W] == '0) f_full = 1'b0;
  end
end
logic            f_off;                      // the unit was disabled in the cycle before
logic [4*WIDTH-1:0] f_held;                   // the levels here then
always_ff @(posedge clk_i) begin
  f_off  <= rst_ni && !enable_i;
  f_held <= {bus_q, was_q, now_q, async_q};
end
wire [W-1:0]     f_sample_todo;
wire [WIDTH-1:0] f_level, f_pin_level;
assign {f_sample_todo, f_pin_level, f_level} = samples[f_address];
always_comb if (f_started && rst_ni) begin
  // Whatever the synchronisers saw, and the registers ask for, leaves behind all that came before,
  // and before all that came later, with its number and value, unless it is dropped;
  a_order: assert (!f_there || (wait_o && (f_ahead != 10'd0
      || (number_o == f_number && value_o == f_value))));
  // and all that came has left, waits, or was dropped; and that is reported once for each.
  a_conserved: assert (f_came_n == f_left_n + {22'd0, f_waits} + f_overrun_n);
  //! mutant pins_together, quick: of pins that change together only the first is an event
  //!     @together else if (grant_i) left_q <= '1;
  a_overrun: assert (overrun_o == (f_overrun_was != f_reported_n));
  a_overrun_idle: assert (f_overrun_was == f_overrun_n || count_q == DEPTH);
  // Nothing is dropped while there is a place.
  a_space: assert (overrun == 6'd0 || count_q == DEPTH);
  // When the unit is disabled nothing arrives, and no flop that the pins feed moves.
  a_disabled: assert (enable_i || (f_bring == '0 && bring == '0));
  a_still: assert (!f_off || f_held == {bus_q, was_q, now_q, async_q});
  //! mutant pins_awake: the synchronisers of a disabled unit follow the pins
  //!     @awake begin
  // Why:
  a_index: assert (count_q <= DEPTH && f_full && wait_o == (f_waits != 10'd0));
  a_pointers: assert (count_q[LOG2-1:0] == wr_q - rd_q && (count_q != '0 || left_q == '0));
  a_same: assert (bring == f_bring && reported_q == f_reported_bus
      && (!f_reported_bus || bus_q == f_last));
  //! mutant pins_stale: a level from before the unit was enabled makes an edge
  //!     @stale wire known = enable_i && fresh_q[1];
  //! mutant pins_unsettled: a bus is reported while it changes
  //!     @unsettled wire moved = used && !(reported_q && levels == bus_q);
  a_samples: assert (fresh_q == {f_samples == 2'd3, f_samples >= 2'd2, f_samples != 2'd0});
  a_levels: assert ((f_samples < 2'd1 || async_q == f_one) && (f_samples < 2'd2 || now_q == f_two)
      && (f_samples != 2'd3 || was_q == f_three));
  a_held: assert (!f_there || (f_place < count_q && f_address == rd_q + f_place[LOG2-1:0]
      && f_before == f_ahead && f_bit != '0
      && (f_bit & (f_bit - ONE)) == '0 && (f_todo[W*f_place +: W] & f_bit) != '0
                  && f_number == number(f_bit)
                  && f_value == (f_bit[WIDTH] ? {{(32-WIDTH){1'b0}}, f_level}
                      : {31'd0, (f_pin_level & f_bit[WIDTH-1:0]) != '0})));
  a_overrun_q: assert (overrun_q == f_overrun_was - f_reported_n && {26'd0, newly_q}
      == f_overrun_n - f_overrun_was);
  //! mutant pins_uncounted: of several that are dropped at one time only one is reported
  //!     @uncounted wire [5:0] overrun = come && full ? 6'd1 : 6'd0;
end
`ifdef PROVE_weir_pins
always_comb if (f_started && rst_ni) begin
  c_together: cover (ones({1'b0, f_changes}) == W[5:0] - 6'd2 && f_bring[WIDTH]);
  c_overrun: cover (overrun > 6'd1);
  c_reported: cover (reported_i && f_overrun_n == 32'd2);
  c_bus: cover (f_there && f_bit[WIDTH] && grant_i && f_ahead == 10'd0 && f_value == 32'd2);
  c_last: cover (f_there && f_ahead == 10'd3 && grant_i);
end
`endif
`undef WEIR_ENV
