// SPDX-License-Identifier: Apache-2.0
// Properties of weir_counter_ram, which includes this file under FORMAL.
//
//! proof counter_ram (LOG2=2), induction, cover 20, quick: a read shows exactly the events
//!     before it, of any counter; a mark is never lost
//! proof counter_ram_apart (LOG2=2 FORWARD=0), induction, cover 20: the same
//! proof counter_ram_two (LOG2=2 TWO=1), induction, cover 20: the same, and of a second read,
//!     in any cycle
//! proof counter_ram_as_tiny (LOG2=4 FORWARD=0), induction: the same as counter_ram, as in tiny
//! proof counter_ram_as_small (LOG2=6), induction: the same as counter_ram, as in small
//! proof counter_ram_as_full (LOG2=7 TWO=1), induction: the same as counter_ram_two, as in full

// In the proofs of a whole unit the counters may hold anything.
`ifdef PROVE_weir
`define WEIR_ANY_COUNT
`endif
`ifdef PROVE_weir_wide
`define WEIR_ANY_COUNT
`endif
`ifdef PROVE_weir_tiny
`define WEIR_ANY_COUNT
`endif
`ifndef WEIR_ANY_COUNT
`ifdef PROVE_weir_counter_ram
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_counter_ram
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif

logic f_read;                          // a counter was read in the cycle before
always_ff @(posedge clk_i) f_read <= rst_ni && !clear_i && !event_i && read_ready_o;
logic            f_second;             // so was a second,
logic [LOG2-1:0] f_second_index;       // this one
always_ff @(posedge clk_i) begin
  f_second       <= TWO != 0 && FORWARD != 0 && rst_ni && !clear_i && !zeroing;
  f_second_index <= second_index_i;
end
always_comb if (f_started) begin
  // No use before all counters are zero, nor in the cycle that clears them.
  m_busy: `WEIR_ENV (!((zeroing || clear_i) && event_i));
  // Without FORWARD events come apart.
  m_apart: `WEIR_ENV (FORWARD != 0 || !(event_i && event_q));
  // A mark is taken away from a counter that shows.
  m_unmark: `WEIR_ENV (!unmark_i || f_read);
end

// ---- any one counter is followed
(* anyconst *) wire [LOG2-1:0] f_index;
logic [31:0]   f_count;                // its events since reset or clear,
logic          f_changed;              // and whether one came since its mark was taken away
logic [LOG2:0] f_since;                // cycles since reset or clear
// the word shown was written in the cycle it was read, or counters were zeroed then
logic          f_stale;
wire           f_event = event_i && index_i == f_index;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_count   <= 32'd0;
    f_changed <= 1'b0;
    f_since   <= '0;
  end else begin
    if (f_event) f_count <= f_count + 32'd1;
    if (f_event) f_changed <= 1'b1;
    else if (unmark_i && index_q == f_index) f_changed <= 1'b0;
    if (!f_since[LOG2]) f_since <= f_since + 1'b1;
  end
  f_stale <= !rst_ni || clear_i || zeroing || (FORWARD == 0 && changes && index_q == index_i);
end
logic [31:0] f_before;                 // its events of all cycles but the one before
always_ff @(posedge clk_i) f_before <= f_count;
wire f_shows  = f_read && index_q == f_index;
wire f_coming = event_q && index_q == f_index;     // counted, not yet written
wire f_zero   = zeroing && zero_q <= {1'b0, f_index};
// the words of it, of the one shown, of the second, with what is written in this cycle
wire [33:0] f_holds, f_at, f_at_second;
generate
  if (TWO != 0) begin : g_formal
    assign f_holds      = puts && write_at == f_index ? written
        : {g_two.marks[f_index], ram[f_index]};
    assign f_at        = puts && write_at == index_q ? written
        : {g_two.marks[index_q], ram[index_q]};
    assign f_at_second = puts && write_at == f_second_index ? written
        : {2'b00, ram[f_second_index]};
    always_comb if (f_started) begin
      // Why, with TWO:
      a_old: assert (!puts || old == {g_two.marks[write_at][0], ram[write_at]});
      a_puts: assert ((!adds || puts) && !(puts && zeroing) && (!zeroing || old == 33'd0));
      a_late: assert (g_two.late_q == (puts && write_at == index_q));
      a_second_late: assert (!f_second || g_two.second_late_q
          == (puts && write_at == f_second_index));
    end
  end else begin : g_formal
    assign f_holds      = ram[f_index];
    assign f_at        = ram[index_q];
    assign f_at_second = ram[f_second_index];
  end
endgenerate
always_comb if (f_started) begin
  // A read shows exactly the events of the cycles before it, modulo 2**32.
  a_count: assert (!f_shows || count_o == f_count);
  //! mutant counter_ram_reads_early, in counter_ram_apart: a read in the cycle of a write shows
  //!     the count before
  //!     @reads_early assign read_ready_o = !zeroing && !unmark_i;
  //! mutant counter_ram_zero: a clear does not zero the counters
  //!     @zero if (!rst_ni) zero_q <= '0;
  // So does the second read, in any cycle: it shows the events of the cycles before it, whatever
  // arrives in its own.
  a_second: assert (!(f_second && f_second_index == f_index) || second_count_o == f_before);
  //! mutant counter_ram_second_late, in counter_ram_two: the second read does not show the
  //!     event of the cycle before
  //!     @second_late assign second_count_o = second_late_q ? written[31:0] : second_q;
  // A change is shown until its mark is taken away, and not after.
  a_changed: assert (!f_shows || changed_o == f_changed);
  //! mutant counter_ram_forward, quick: a mark taken away shows again in the next cycle
  //!     @forward same_q <= zeroes || (adds && write_at == index_i);
  // After reset and clear all counters are zeroed, in as many cycles.
  a_busy: assert (busy_o == !f_since[LOG2]);
  // Why:
  a_zero: assert (zero_q == f_since && (!zeroing || (f_count == 32'd0 && !f_changed && !event_q)));
  a_stays: assert (f_zero || f_holds[32] == &f_holds[15:0]);
  //! mutant counter_ram_carry, step: a mark taken away forgets the carry
  //!     @carry wire ones = adds && old[15:0] == 16'hfffe;
  a_here: assert (f_zero || f_coming || {f_holds[33], f_holds[31:0]} == {f_changed, f_count});
  a_coming: assert (!f_coming || (f_holds[31:0] + 32'd1 == f_count && f_changed));
  a_before: assert (!f_second || f_count == f_before + (f_coming ? 32'd1 : 32'd0));
  a_second_now: assert (!f_second || second_count_o == f_at_second[31:0]);
  a_none: assert (!zeroing || now == 34'd0);
  //! mutant counter_ram_zero_forward: what is passed on is not zero when zeroing begins
  //!     @zero_forward if (zeroing) written_q <= 34'd0;
  a_now: assert (f_stale || now == f_at);
  //! mutant counter_ram_late, in counter_ram_two: a mark that was taken away in the cycle
  //!     before is shown
  //!     @late assign now = late_q && adds_q ? written : g_forward.same_q ? g_forward.written_q :
  //!     read;
  a_apart: assert (!(event_q && f_read));
  a_stale: assert (!f_stale || (!f_read && (!event_q || now[32:0] == f_at[32:0])));
end
`ifdef PROVE_weir_counter_ram
always_comb if (f_started) begin
  c_two: cover (f_shows && count_o == 32'd2 && changed_o);
  c_meanwhile: cover (TWO == 0 || FORWARD == 0 || (f_second && f_second_index == f_index
      && f_coming && second_count_o == 32'd1));
  c_unmarked: cover (f_shows && count_o == 32'd1 && !changed_o);
  c_cleared: cover (f_shows && clear_i && count_o != 32'd0);
end
`endif
`undef WEIR_ENV
`endif
