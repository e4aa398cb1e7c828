// SPDX-License-Identifier: Apache-2.0
// Properties of weir_timestamp, which includes this file under FORMAL.
//
//! proof timestamp, induction, cover 10, quick: a delta is the time since the entry before; deltas
//!     add up to the time
//! proof timestamp_base (TIME_BASE=1), induction, cover 10: the same; ticks are the whole part of
//!     the sum of all steps; an external counter is read as it was before or after its last step,
//!     and time never goes back
//! proof timestamp_filtered (TIME_BASE=1 LATE=3), induction: the same, of events that come a cycle
//!     later

`ifdef PROVE_weir_timestamp
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_timestamp
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif

// ticks; those of the edge that accepted the store of an event that arrives now
logic [63:0] f_time, f_event;
logic [63:0] f_sum;              // deltas of the entries so far
logic [64:0]   f_gap;              // ticks since the last entry; stops at 2**64
logic              f_made, f_made_2;   // entry_i in the cycle before, in the one before that
logic [63:0] f_valid;            // delta_o of the cycle before
// What happens at the edge in the cycle after which events of its stores come here: one or two
// cycles before
(* keep *) logic   f_was_clear, f_then_clear;
logic              f_was_reset, f_then_reset;
logic [63:0] f_was_ticks, f_was_begins, f_then_ticks, f_then_begins;
wire               f_clear  = LATE == 2 ? f_was_clear : f_then_clear;
wire               f_reset  = !rst_ni || (f_was_reset) || (LATE == 3 && f_then_reset);
wire [63:0]  f_ticks  = LATE == 2 ? f_was_ticks : f_then_ticks;
wire [63:0]  f_begins = LATE == 2 ? f_was_begins : f_then_begins;
always_ff @(posedge clk_i) begin
  f_was_clear   <= rst_ni && clear_i;
  f_was_reset   <= !rst_ni;
  f_was_ticks   <= ticks;
  f_was_begins  <= begins;
  f_then_clear  <= rst_ni && f_was_clear;
  f_then_reset  <= f_was_reset;
  f_then_ticks  <= f_was_ticks;
  f_then_begins <= f_was_begins;
  if (!rst_ni) f_time <= '0;
  // the edge before a clear was edge 0
  else f_time <= clear_i ? begins : f_time + ticks;
  if (f_reset) begin
    f_event <= START;
    f_sum   <= '0;
    f_gap   <= {1'b0, START};
  end else if (f_clear) begin
    f_event <= START + f_begins;
    f_sum   <= '0;
    f_gap   <= {1'b0, START + f_begins};
  end else begin
    f_event <= f_event + f_ticks;
    if (entry_i) f_sum <= f_sum + (delta_o);
    if (entry_i) f_gap <= {1'b0, f_ticks} + ('0);
    else if (!f_gap[64]) f_gap <= f_gap + {1'b0, f_ticks};
  end
  f_made <= rst_ni && entry_i;
  f_made_2 <= rst_ni && f_made;
  f_valid <= delta_o;
end
wire              f_pause = 1'b0;        // no entry can be made, and no delta shows
wire [63:0] f_delta = f_pause ? ONE + ONE : delta_o;
// no entry can be made, and the next delta shows
wire              f_loaded = LATE == 3 && f_clear;
always_comb if (f_started) begin
  // No entry in the cycle of a clear, nor, if events come later, in the next, or two; with PAUSE,
  // of an entry of the cycle before.
  m_clear: `WEIR_ENV (!((clear_i || f_clear || (LATE == 3 && f_was_clear)) && entry_i));
  // An entry's delta is the time since the entry before it, exactly, if that is below 2**64.
  a_delta: assert (f_gap[64] || f_loaded || f_delta == f_gap[63:0]);
  //! mutant timestamp_early, in timestamp_filtered: after a clear time continues before it does for
  //!     events
  //!     @early else delta_q <= restart ? again : delta_q + later_ticks;
  //! mutant timestamp_clear: the cycle that clears is not counted
  //!     @clear else if (later_clear) delta_q <= START;
  // Deltas add up to the time of the entry: the number of the edge that accepted its store; so
  // nothing drifts.
  a_sum: assert (f_loaded || f_sum + f_delta == f_event);
  //! mutant timestamp_first, quick: the cycle of an entry is not counted
  //!     @first wire [63:0] again = 64'd0;
  a_event: assert (f_was_reset || f_was_clear || (LATE == 3 && (f_then_reset || f_then_clear))
                     || f_event + f_was_ticks + (LATE == 3 ? f_then_ticks : '0) == f_time);
  // Software reads the same time.
  a_time: assert (time_o == (f_time));
  // Why:
  a_reset: assert (!f_was_reset || f_time == '0);
  a_later: assert ((later_reset == (!rst_ni || f_was_reset) && later_clear == f_was_clear
      && later_ticks == f_ticks
                                 && (!f_was_clear || (f_was_begins == f_time && later_begins
                                     == f_time))));
  a_still: assert (LATE != 3 || (still == (f_was_reset || f_then_reset || f_then_clear)
      && (!f_loaded || f_reset || delta_q == f_begins) && (!f_then_reset || delta_q == '0)));
  a_since: assert (LATE != 3 || f_was_reset || f_was_clear
                   || (f_then_reset ? f_time == f_was_ticks : !f_then_clear || f_time
                       == f_then_begins + f_was_ticks));
  // Without a base a tick is an edge.
  a_cycle: assert (TIME_BASE != 0 || (ticks == ONE && begins == ONE));
end
generate
  if (TIME_BASE != 0) begin : g_formal
    // Fixed point: time is the whole part of the sum of all steps since reset or clear, the step of
    // an edge as it was two edges before.
    logic [87:0] f_steps;
    logic [31:0] f_step;
    always_ff @(posedge clk_i) begin
      f_step <= rst_ni ? step_i : weir_pkg::TIME_STEP_RESET;
      if (!rst_ni) f_steps <= '0;
      else f_steps <= clear_i ? {56'd0, step_i} : f_steps + {56'd0, f_step};
    end
    always_comb if (f_started) begin
      a_steps: assert (g_base.external_q || f_time == f_steps[87:24]);
      a_between: assert (LATE != 3 || g_ticks.ticks_q[63:0] == f_was_ticks);
      a_fraction: assert ({8'd0, g_base.whole_q, g_base.fraction_q} == {17'd0, f_steps[23:0]}
          + {9'd0, f_step});
      //! mutant timestamp_fraction, in timestamp_base: the fraction of the first cycle after a
      //!     clear is lost
      //!     @fraction wire [23:0] fraction = clear_i ? 24'd0 : fraction_q;
    end
`ifdef PROVE_weir_timestamp
    // The external counter continues by any number between two edges. What an edge sees of it: each
    // bit as it was before or after its last step, in any mixture.
    (* anyseq *) wire [15:0] f_args;
    (* anyseq *) wire [63:0] f_settled;
    // the counter; what was read of it, in the three registers
    logic [63:0] f_count, f_meta, f_gray, f_binary;
    wire  [63:0] f_next = f_count + {48'd0, f_args};
    wire  [63:0] f_last = f_args != 16'd0 ? f_next - 64'd1 : f_next;
    wire  [63:0] f_new  = f_next ^ (f_next >> 1);
    wire  [63:0] f_old  = f_last ^ (f_last >> 1);
    wire  [63:0] f_read = gray_i == f_new ? f_next : f_last;
    always_ff @(posedge clk_i) begin
      f_count <= f_next;
      if (!rst_ni || !g_base.listens) begin
        f_meta   <= 64'd0;
        f_gray   <= 64'd0;
        f_binary <= 64'd0;
      end else begin
        f_meta   <= f_read;
        f_gray   <= f_meta;
        f_binary <= f_gray;
      end
    end
    always_comb begin
      m_gray: assume (gray_i == (f_old ^ ((f_old ^ f_new) & f_settled)));
      m_count: assume (f_next >= f_count);
    end
    always_comb if (f_started) begin
      // What is read is the old or the new number, nothing else, never before what was read before.
      a_one_bit: assert (gray_i == f_new || gray_i == f_old);
      a_read: assert (f_read == f_last || f_read == f_next);
      a_code: assert (g_base.meta_q == (f_meta ^ (f_meta >> 1)) && g_base.gray_q
          == (f_gray ^ (f_gray >> 1)) && g_base.binary_q == f_binary);
      //! mutant timestamp_backwards, in timestamp_base: the external counter is not decoded
      //!     @backwards binary_q <= gray_q;
      a_order: assert (g_base.now_q <= g_base.binary_q && g_base.binary_q <= f_gray
          && f_gray <= f_meta && f_meta <= f_count);
    end
`endif
    always_comb if (f_started) begin
      // An external time is the greatest number that was read, an edge later.
      a_external: assert (!g_base.external_q || f_time + g_base.more_q == g_base.now_q);
    end
  end
endgenerate
`ifdef PROVE_weir_timestamp
always_comb if (f_started) begin
  c_two: cover (entry_i && f_sum != '0 && delta_o == 3);
end
`endif
`undef WEIR_ENV
