// SPDX-License-Identifier: Apache-2.0
// Properties of weir_snoop, which includes this file under FORMAL.
//
//! proof snoop, induction, cover 10, quick: every match waits in its place until it leaves; what
//!     gives its place away is counted, and the last never does
//! proof snoop_as_small (OVER=0), induction: the same, as in small, where none gives its place away
//! proof snoop_retire (RETIRE=1 DEPTH=4), induction, cover 16: the same, of three in a cycle; a
//!     return says the cause of the trap it leaves, or that it is not known

`ifdef PROVE_weir_snoop
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_snoop
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
always_comb if (f_started && rst_ni) begin
  // An item leaves, and a place that was given away is reported, only if there is one.
  m_grant: `WEIR_ENV (!grant_i || count_o != 3'd0);
  m_reported: `WEIR_ENV (!reported_i || overrun_o);
  m_never_overrun: `WEIR_ENV (OVERRUN != 0 || all <= {1'b0, MOST});
end

// ---- what must come, reported once more
wire f_store = store_valid_i && (&store_strb_i) && ((store_addr_i ^ {addr_i, 2'b00}) >> 2) == 32'd0;
wire f_gpr   = RETIRE != 0 && kind_i == 2'd1;
wire f_csr   = RETIRE != 0 && kind_i == 2'd2;
wire f_bus   = RETIRE == 0 || kind_i == 2'd0;
wire f_match = enable_i && ((f_bus && f_store)
    || (f_gpr && |retire_rd_i && index_i == {7'd0, retire_rd_i})
                            || (f_csr && retire_csr_valid_i && index_i == retire_csr_i));
wire [31:0] f_word = (f_gpr ? retire_rd_data_i : f_csr ? retire_csr_data_i : store_data_i) & mask_i;
wire f_enter  = RETIRE != 0 && isr_i && retire_trap_i;
wire f_return = RETIRE != 0 && isr_i && retire_return_i;
wire [2:0]  f_n = {2'd0, f_enter} + {2'd0, f_return} + {2'd0, f_match};
// One of what arrives, of any choice
(* anyseq *) wire [1:0] f_choice;
wire        f_is_enter  = f_choice == 2'd0 && f_enter;
wire        f_is_return = f_choice == 2'd1 && f_return;
wire        f_is_match  = f_choice == 2'd2 && f_match;
wire        f_chosen = f_is_enter || f_is_return || f_is_match;
// those of this cycle that come before it
wire [2:0]  f_nth = f_choice == 2'd0 ? 3'd0 : {2'd0, f_enter}
    + {2'd0, f_choice == 2'd2 && f_return};
wire [2:0]  f_later = f_n - f_nth - 3'd1;                        // and behind it

// ---- the causes of the traps that the hart is in: one of any choice is followed
logic        f_in;                           // it is in a trap chosen
logic [12:0] f_cause;
logic [7:0]  f_inner;                        // traps in it that it is in
logic        f_pushed;                       // there were four or more
(* anyseq *) wire f_pick;
wire         f_picks = f_enter && f_pick && !f_in;
wire         f_deeper = f_in && f_enter;
wire [7:0]   f_inner_now = f_inner + {7'd0, f_deeper};
// it returns from it now
wire         f_leaves = f_return && (f_picks || (f_in && f_inner_now == 8'd0));
wire [12:0]  f_report = f_picks ? {retire_code_i, retire_interrupt_i} : f_cause;
always_ff @(posedge clk_i) begin
  if (!rst_ni || RETIRE == 0 || !isr_i) begin
    f_in     <= 1'b0;
    f_cause  <= 13'd0;
    f_inner  <= 8'd0;
    f_pushed <= 1'b0;
  end else begin
    // deeper, it is dropped
    f_in     <= (f_in || f_picks) && !f_leaves && (f_picks || f_inner_now != 8'd200);
    f_cause  <= f_report;
    f_inner  <= f_picks ? 8'd0 : f_inner_now - {7'd0, f_in && f_return && f_inner_now != 8'd0};
    f_pushed <= !f_picks && (f_pushed || f_inner_now >= 8'd4);
  end
end
wire [33:0]  f_came;                         // the item that was chosen
wire [33:0]  f_left = {2'd2, 18'd0, left, 1'b0};                  // what the return says
assign f_came = f_is_enter ? {2'd2, 18'd0, retire_code_i, retire_interrupt_i, 1'b1}
              : f_is_return ? f_left : {1'b0, every_i, f_word};

wire [271:0] f_items = {{(34*(8-DEPTH)){1'b0}}, item_q};
// ---- the item chosen is followed from its edge until it leaves or gives its place away
logic        f_there;
logic [2:0]  f_place;                        // items before it
logic [33:0] f_value;
// that stay, before what arrives
wire [2:0]   f_remain  = count_o - {2'd0, grant_i};
wire [3:0]   f_all   = {1'b0, f_remain} + {1'b0, f_n};
// some give their place away: all that come at the last place or behind, but the last
wire         f_full  = f_all > DEPTH;
wire [2:0]   f_at    = f_remain + f_nth < DEPTH - 1 ? f_remain + f_nth : DEPTH - 1;
wire         f_stays = f_later == 3'd0 || f_remain + f_nth < DEPTH - 1;
wire [2:0]   f_moved = f_place - {2'd0, grant_i};
logic [31:0] f_came_n, f_left_n, f_overrun_n, f_reported_n;             // counts,
logic [31:0] f_overrun_was;                                         // and that of the cycle before
always_ff @(posedge clk_i) begin
  if (!rst_ni) begin
    f_there  <= 1'b0;
    f_came_n <= 32'd0;
    f_left_n <= 32'd0;
    f_overrun_n <= 32'd0;
    f_overrun_was <= 32'd0;
    f_reported_n <= 32'd0;
  end else begin
    if (f_there) f_there <= !(grant_i && f_place == 3'd0) && !(f_n != 3'd0 && f_moved == DEPTH - 1);
    else f_there <= f_chosen && f_stays;
    f_came_n <= f_came_n + {29'd0, f_n};
    f_left_n <= f_left_n + {31'd0, grant_i};
    f_overrun_was <= f_overrun_n;
    f_overrun_n <= f_overrun_n + (f_full ? {28'd0, f_all} - DEPTH : 32'd0);
    f_reported_n <= f_reported_n + {31'd0, reported_i};
  end
  f_place <= f_there ? f_moved : f_at;
  if (!f_there) f_value <= f_came;
end
logic f_kinds;                               // what waits is of a kind that arrives
integer f_i;
always_comb begin
  f_kinds = 1'b1;
  for (f_i = 0; f_i < DEPTH; f_i = f_i + 1)
    if (f_i < {29'd0, count_o} && (item_q[34*f_i+33] ? item_q[34*f_i+32] || RETIRE == 0
        : 1'b0)) f_kinds = 1'b0;
end
logic [33:0] f_last;                         // the last that came
logic        f_fresh;                        // in the cycle before
always_ff @(posedge clk_i) begin
  f_fresh <= rst_ni && f_n != 3'd0;
  f_last  <= f_match ? {1'b0, every_i, f_word} : f_return ? f_left
      : {2'd2, 18'd0, retire_code_i, retire_interrupt_i, 1'b1};
end
always_comb if (f_started && rst_ni) begin
  // Whatever arrives is in its place, behind what came before, until it leaves, unless it gives its
  // place away;
  a_order: assert (!f_there || (f_place < count_o && (f_place != 3'd0 || item_o == f_value)));
  // the last always has one.
  a_last: assert (!f_fresh || (count_o != 3'd0 && f_items[34*(count_o - 3'd1) +: 34] == f_last));
  //! mutant snoop_newest, quick: what arrives gives its place away
  //!     @newest wire overrun = OVERRUN != 0 && 1'b0;
  //! mutant snoop_masks, quick: bits that do not count are in the thread value
  //!     @masks assign coming = {every_i ? EVERY : CHANGE, word};
  // All that came has left, waits, or gave its place away; and that is reported once for each.
  a_conserved: assert (f_came_n == f_left_n + {29'd0, count_o} + f_overrun_n);
  a_overrun: assert (overrun_o == (f_overrun_was != f_reported_n));
  a_overrun_idle: assert (f_overrun_was == f_overrun_n || count_o == MOST);
  // A return says the cause of the trap that it leaves, unless there were four or more inside that
  // one: then it says a cause that is not known.
  a_return: assert (!f_leaves || f_left[13:1] == ((!f_picks && (f_pushed || f_inner_now >= 8'd4))
      ? {12'd4095, 1'b0} : f_report));
  //! mutant snoop_cause, in snoop_retire: a return leaves its cause behind
  //!     @cause cause_q <= causes;
  //! mutant snoop_forgets, in snoop_retire: only three causes are held
  //!     @forgets wire [2:0] depth = depth_q + {2'd0, enters && depth_q != CAUSES[2:0] - 3'd1};
  // Why:
  a_some: assert (some_o == (count_o != 3'd0));
  a_index: assert (count_o <= MOST && (!f_there || f_items[34*f_place +: 34] == f_value));
  a_kinds: assert (f_kinds);
end
generate
  if (RETIRE != 0) begin : g_formal
    always_comb if (f_started && rst_ni) begin
      a_held: assert (g_retire.depth_q <= 3'd4 && (!f_in || f_pushed
          || (f_inner < 8'd4 && {5'd0, g_retire.depth_q} > f_inner
                      && g_retire.cause_q[13*f_inner[1:0] +: 13] == f_cause)));
      a_empty: assert (!f_in || !f_pushed || {5'd0, g_retire.depth_q} <= f_inner);
      a_inner: assert (!f_in || f_inner < 8'd200);
    end
  end
endgenerate
generate
  if (OVERRUN == 0) begin : g_formal_never
    always_comb if (f_started && rst_ni) a_none_overrun: assert (f_overrun_n == 32'd0
        && f_overrun_was == 32'd0 && f_reported_n == 32'd0);
  end else begin : g_formal_overrun
    always_comb if (f_started && rst_ni) a_overrun_q: assert (g_overrun.overrun_q
        == f_overrun_was - f_reported_n && {28'd0, g_overrun.newly_q}
        == f_overrun_n - f_overrun_was);
    //! mutant snoop_uncounted, in snoop_retire: of two that are overrun at one edge only one is
    //!     counted
    //!     @uncounted newly_q <= {3'd0, full};
  end
endgenerate
`ifdef PROVE_weir_snoop
always_comb if (f_started) begin
  c_three: cover (RETIRE == 0 || f_n == 3'd3);
  c_full: cover (f_full);
  c_pushed: cover (RETIRE == 0 || (f_leaves && !f_picks && f_pushed));
end
`endif
`undef WEIR_ENV
