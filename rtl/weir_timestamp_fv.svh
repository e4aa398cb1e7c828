// SPDX-License-Identifier: Apache-2.0
// Properties of weir_timestamp, which includes this file under FORMAL.
//
//! proof timestamp, induction, cover 10, quick: a delta is the time since the entry before; deltas
//!     add up to the time
//! proof timestamp_base (TIME_BASE=1), induction, cover 10: the same; ticks are the whole part of
//!     the sum of all steps; an external counter is read as it was before or after its last step,
//!     whole after a clear, and time never goes back
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
logic [15:0] f_was_ticks, f_then_ticks;
logic [63:0] f_was_begins, f_then_begins;
// An external counter is loaded: time and delta mean nothing; then delta takes the time.
(* keep *) wire    f_loading, f_loaded_now;
wire               f_clear  = LATE == 2 ? f_was_clear : f_then_clear;
wire               f_reset  = !rst_ni || (f_was_reset) || (LATE == 3 && f_then_reset);
wire [15:0]  f_ticks  = LATE == 2 ? f_was_ticks : f_then_ticks;
wire [63:0]  f_begins = LATE == 2 ? f_was_begins : f_then_begins;
always_ff @(posedge clk_i) begin
  f_was_clear   <= rst_ni && clear_i;
  f_was_reset   <= !rst_ni;
  f_was_ticks   <= ticks;
  f_was_begins  <= {56'd0, begins};
  f_then_clear  <= rst_ni && f_was_clear;
  f_then_reset  <= f_was_reset;
  f_then_ticks  <= f_was_ticks;
  f_then_begins <= f_was_begins;
  if (!rst_ni) f_time <= '0;
  // the edge before a clear was edge 0
  else f_time <= clear_i ? {56'd0, begins} : shifts ? {f_time[47:0], slice}
      : f_time + {48'd0, ticks};
  if (f_reset) begin
    f_event <= 64'd0;
    f_sum   <= '0;
    f_gap   <= 65'd0;
  end else if (f_clear || f_loaded_now) begin
    f_event <= f_loaded_now ? f_time : f_begins;
    f_sum   <= '0;
    f_gap   <= {1'b0, f_loaded_now ? f_time : f_begins};
  end else begin
    f_event <= f_event + {48'd0, f_ticks};
    if (entry_i) f_sum <= f_sum + delta_o;
    if (entry_i) f_gap <= {49'd0, f_ticks};
    else if (!f_gap[64]) f_gap <= f_gap + {49'd0, f_ticks};
  end
  f_made <= rst_ni && entry_i;
  f_made_2 <= rst_ni && f_made;
  f_valid <= delta_o;
end
wire [63:0] f_delta = delta_o;
// no entry can be made, and the next delta shows
wire              f_loaded = LATE == 3 && f_clear;
always_comb if (f_started) begin
  // No entry in the cycle of a clear, nor, if events come later, in the next, or two, nor while an
  // external counter is loaded.
  m_clear: `WEIR_ENV (!((clear_i || f_clear || (LATE == 3 && f_was_clear) || f_loading
      || f_loaded_now) && entry_i));
  // Nor another clear while it is.
  m_again: `WEIR_ENV (!((f_loading || f_loaded_now) && clear_i));
  // An entry's delta is the time since the entry before it, exactly, if that is below 2**64.
  a_delta: assert (f_gap[64] || f_loaded || f_delta == f_gap[63:0]);
  //! mutant timestamp_early, in timestamp_filtered: after a clear time continues before it does for
  //!     events
  //!     @early else delta_q <= entry_i ? again : delta_q + more;
  //! mutant timestamp_clear: the cycle that clears is not counted
  //!     @clear else if (later_clear) delta_q <= 64'd0;
  // Deltas add up to the time of the entry: the number of the edge that accepted its store; so
  // nothing drifts.
  a_sum: assert (f_loaded || f_sum + f_delta == f_event);
  //! mutant timestamp_first, quick: the cycle of an entry is not counted
  //!     @first wire [63:0] again = 64'd0;
  a_event: assert (f_was_reset || f_was_clear || (LATE == 3 && (f_then_reset || f_then_clear))
                     || f_loading || f_loaded_now
                     || f_event + f_was_ticks + (LATE == 3 ? f_then_ticks : 16'd0) == f_time);
  // Software reads the same time.
  a_time: assert (time_o == (f_time));
  // Why:
  a_reset: assert (!f_was_reset || f_time == '0);
  a_later: assert ((later_reset == (!rst_ni || f_was_reset)
      && later_clear == (f_was_clear || f_loaded_now) && later_ticks == f_ticks
                                 && (!f_was_clear || (f_was_begins == f_time && later_begins
                                     == f_time))));
  a_still: assert (LATE != 3 || (still == (f_was_reset || f_then_reset || f_then_clear)
      && (!f_loaded || f_reset || delta_q == f_begins) && (!f_then_reset || delta_q == '0)));
  a_since: assert (LATE != 3 || f_was_reset || f_was_clear || f_loading
                   || (f_then_reset ? f_time == f_was_ticks : !f_then_clear || f_time
                       == f_then_begins + f_was_ticks));
  // Without a base a tick is an edge.
  a_cycle: assert (TIME_BASE != 0 || (ticks == 16'd1 && begins == 8'd1));
end
generate
  if (TIME_BASE == 0) begin : g_formal_cycles
    assign f_loading    = 1'b0;
    assign f_loaded_now = 1'b0;
  end else begin : g_formal
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
      a_between: assert (LATE != 3 || g_ticks.ticks_q[15:0] == f_was_ticks);
      a_fraction: assert ({8'd0, g_base.whole_q, g_base.fraction_q} == {17'd0, f_steps[23:0]}
          + {9'd0, f_step});
      //! mutant timestamp_fraction, in timestamp_base: the fraction of the first cycle after a
      //!     clear is lost
      //!     @fraction wire [23:0] fraction = clear_i ? 24'd0 : fraction_q;
    end
    always_comb if (f_started) begin
      // A cycle has less than 2**15 ticks; those of the cycle before reset mean nothing.
      a_more: assert (!g_base.more_q[15] && (f_was_reset || (!f_was_ticks[15]
          && (f_then_reset || !f_then_ticks[15]))));
    end
    assign f_loading    = g_base.load_q[3];
    assign f_loaded_now = g_base.loaded_q;
    always_comb if (f_started) begin
      a_loaded: assert ((!g_base.loaded_q || g_base.load_q == 4'd0)
          && (!f_was_clear || g_base.load_q == 4'd0 || g_base.load_q == 4'd8));
      a_load: assert (f_was_reset ? g_base.load_q == 4'd0 && !g_base.external_q
          : g_base.load_q == 4'd0 || g_base.load_q[3]);
      a_load_ticks: assert ((g_base.load_q < 4'd9 || g_base.more_q == 16'd0)
          && (g_base.load_q < 4'd10 || f_was_ticks == 16'd0)
          && (g_base.load_q < 4'd11 || f_then_ticks == 16'd0)
          && (!g_base.loaded_q || (g_base.more_q == 16'd0 && f_was_ticks == 16'd0
              && f_then_ticks == 16'd0)));
      a_load_external: assert ((!g_base.load_q[3] && !g_base.loaded_q) || g_base.external_q);
    end
`ifdef PROVE_weir_timestamp
    // The external counter continues by less than 2**12 between two edges. What an edge sees of it:
    // each bit as it was before or after its last step, in any mixture.
    (* anyseq *) wire [11:0] f_args;
    (* anyseq *) wire [63:0] f_settled;
    // the counter; what was read of it, in the registers one after another
    logic [63:0] f_count, f_meta, f_gray, f_binary, f_now;
    wire  [63:0] f_next = f_count + {52'd0, f_args};
    wire  [63:0] f_last = f_args != 12'd0 ? f_next - 64'd1 : f_next;
    wire  [63:0] f_new  = f_next ^ (f_next >> 1);
    wire  [63:0] f_old  = f_last ^ (f_last >> 1);
    wire  [63:0] f_read = gray_i == f_new ? f_next : f_last;
    logic [1:0]  f_which;              // the slice that is decoded
    logic [2:0]  f_held;               // cycles in which the second flops stood
    always_ff @(posedge clk_i) begin
      f_count <= f_next;
      if (!rst_ni || !g_base.listens) begin
        f_meta   <= 64'd0;
        f_gray   <= 64'd0;
      end else begin
        f_meta   <= f_read;
        if (!g_base.holds) f_gray <= f_meta;
      end
      f_binary <= f_gray;
      f_which  <= rst_ni ? g_base.which : 2'd0;
      if (g_base.loads || g_base.forward) f_now <= f_binary;
      f_held   <= rst_ni && g_base.holds ? f_held + 3'd1 : 3'd0;
    end
    always_comb begin
      m_gray: assume (gray_i == (f_old ^ ((f_old ^ f_new) & f_settled)));
      m_count: assume (f_next >= f_count);
    end
    wire [63:0] f_slice = f_binary >> {f_which, 4'd0};
    wire f_runs = g_base.external_q && !f_loading;
    always_comb if (f_started) begin
      // What is read is the old or the new number, nothing else, never before what was read before.
      a_one_bit: assert (gray_i == f_new || gray_i == f_old);
      a_read: assert (f_read == f_last || f_read == f_next);
      a_code: assert (g_base.meta_q == (f_meta ^ (f_meta >> 1))
          && g_base.gray_q == (f_gray ^ (f_gray >> 1)));
      a_binary: assert (f_was_reset || g_base.binary_q == f_slice[15:0]);
      //! mutant timestamp_backwards, in timestamp_base: the external counter is not decoded
      //!     @backwards binary_q <= code;
      a_order: assert (f_gray <= f_meta && f_meta <= f_count && (!f_runs
          || (f_now <= f_binary && f_binary <= f_gray)));
      //! mutant timestamp_holds, in timestamp_base, by a_code, bound 20: the counter moves while
      //!     it is loaded
      //!     @holds gray_q <= meta_q;
      a_near: assert ((!(f_runs || g_base.load_q >= 4'd9) || f_count - f_meta <= 64'd1)
          && (!(f_runs || g_base.load_q >= 4'd10)
              || f_meta - f_gray <= 64'd4097 * (64'd1 + {61'd0, f_held})));
      a_next: assert (!f_runs || (f_gray - f_binary <= 64'd24600 && f_binary - f_now <= 64'd24600
          && g_base.forward && g_base.now_q == f_now[15:0]));
      // An external time is the number that was read, whole, an edge later; it never goes back.
      a_whole: assert (!f_runs || f_time + {48'd0, g_base.more_q} == f_now);
      //! mutant timestamp_load, in timestamp_base, bound 30: only the low half is loaded
      //!     @load end else if (loads) load_q <= load_q == 4'd10 ? 4'd13 : load_q + 4'd1;
      // Why:
      a_held: assert (f_held == (g_base.load_q >= 4'd12 && g_base.load_q <= 4'd15
          ? g_base.load_q[2:0] - 3'd3 : 3'd0) && (g_base.load_q < 4'd12 || f_binary == f_gray));
      a_slices: assert ((g_base.load_q != 4'd13 || f_time[15:0] == f_gray[63:48])
          && (g_base.load_q != 4'd14 || f_time[31:0] == f_gray[63:32])
          && (g_base.load_q != 4'd15 || f_time[47:0] == f_gray[63:16]));
      a_which: assert (f_which == (g_base.load_q >= 4'd12 && g_base.load_q <= 4'd14
          ? 2'd3 - g_base.load_q[1:0] : 2'd0));
    end
`endif
    always_comb if (f_started) begin
      // An external time is the greatest number that was read, an edge later.
      a_external: assert (!g_base.external_q || f_loading
          || f_time[15:0] + g_base.more_q == g_base.now_q);
    end
  end
endgenerate
`ifdef PROVE_weir_timestamp
always_comb if (f_started) begin
  c_two: cover (entry_i && f_sum != '0 && delta_o == 3);
end
`endif
`undef WEIR_ENV
