// SPDX-License-Identifier: Apache-2.0
// Properties of weir_snoop, which includes this file under FORMAL.
//
//! proof snoop (LOG2=2), induction, cover 10, quick: every match waits in its place until it
//!     leaves; what is dropped or replaced is counted, and the last word never is
//! proof snoop_as_small (LOG2=1 OVERRUN=0), induction: the same, as in small, where nothing is
//!     dropped
//! proof snoop_retire (RETIRE=1 LOG2=2), induction, cover 16: the same, of three items in a cycle;
//!     a return says the cause of the trap it leaves, or that it is not known; a HINT is an event
//!     of the port of its mode, or a drop for its id or class
//! proof snoop_protect (RETIRE=1 LOG2=2 PROTECT=1), induction: the same, with a user port

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

// ---- what must come, reported once more
wire f_store = store_valid_i && (&store_strb_i) && ((store_addr_i ^ {addr_i, 2'b00}) >> 2) == 32'd0;
wire f_gpr   = RETIRE != 0 && kind_i == 2'd1;
wire f_csr   = RETIRE != 0 && kind_i == 2'd2;
wire f_bus   = RETIRE == 0 || kind_i == 2'd0;
wire f_match = enable_i && ((f_bus && f_store)
    || (f_gpr && |retire_rd_i && index_i == {7'd0, retire_rd_i})
                            || (f_csr && retire_csr_valid_i && index_i == retire_csr_i));
wire [31:0] f_word = f_gpr ? retire_rd_data_i : f_csr ? retire_csr_data_i : store_data_i;
wire f_hint   = RETIRE != 0 && hint_i && retire_hint_i;
wire f_seen   = RETIRE != 0 && (isr_i || hint_i);        // traps are followed
wire f_in_now = f_seen && retire_trap_i;
wire f_out    = f_seen && retire_return_i;
wire f_enter  = f_in_now && isr_i;
wire f_return = f_out && isr_i;
wire f_any    = f_enter || f_return || f_match || f_hint;
// traps that the hart is in, of which it may leave: four at most are counted
logic [2:0] f_depth;
wire  [2:0] f_deeper = f_in_now == f_out ? f_depth : f_in_now
    ? (f_depth == 3'd4 ? 3'd4 : f_depth + 3'd1) : (f_depth == 3'd0 ? 3'd0 : f_depth - 3'd1);
always_ff @(posedge clk_i) f_depth <= rst_ni && f_seen ? f_deeper : 3'd0;

// ---- the causes of the traps that the hart is in: one of any choice is followed
logic        f_in;                           // it is in a trap chosen
logic [12:0] f_cause;
logic [7:0]  f_inner;                        // traps in it that it is in
logic        f_pushed;                       // there were four or more
(* anyseq *) wire f_pick;
wire         f_push  = f_in_now && !f_out;   // stays beyond its cycle
wire         f_picks = f_push && f_pick && !f_in;
wire         f_leaves = f_in && f_out && !f_in_now && f_inner == 8'd0;
always_ff @(posedge clk_i) begin
  if (!rst_ni || !f_seen) begin
    f_in     <= 1'b0;
    f_cause  <= 13'd0;
    f_inner  <= 8'd0;
    f_pushed <= 1'b0;
  end else begin
    // deeper, it is forgotten
    f_in     <= f_picks || (f_in && !f_leaves && f_inner != 8'd200);
    if (f_picks) f_cause <= {retire_code_i, retire_interrupt_i};
    if (f_picks) f_inner <= 8'd0;
    else if (f_in && f_push) f_inner <= f_inner + 8'd1;
    else if (f_in && f_out && !f_in_now) f_inner <= f_inner - 8'd1;
    f_pushed <= !f_picks && (f_pushed || (f_in && f_push && f_inner >= 8'd3));
  end
end

// ---- the queue: items of its records, the oldest record low; of a record {word, return, entry}
wire [3*DEPTH-1:0] f_has;
wire [3:0]         f_sum;
wire [15*DEPTH-1:0] f_traps;                 // by RAM address
wire [3*DEPTH-1:0] f_flags;                  // by RAM address
wire [16*DEPTH-1:0] f_hints;                 // by RAM address
wire [2:0]         f_left;
genvar f;
generate
  if (RETIRE != 0) begin : g_formal_items
    for (f = 0; f < DEPTH; f = f + 1) begin : g_record
      assign f_traps[15*f +: 15] = g_items.traps[f];
      assign f_flags[3*f +: 3]   = {g_items.has_word_q[f], g_items.traps[f][14:13]};
      assign f_hints[16*f +: 16] = g_items.hints[f];
    end
    assign f_left = g_items.left_q;
  end else begin : g_formal_words
    assign f_traps = '0;
    assign f_hints = '0;
    assign f_flags = {DEPTH{3'b100}};
    assign f_left  = 3'd0;
  end
  for (f = 0; f < DEPTH; f = f + 1) begin : g_formal_record
    localparam [LOG2-1:0] NTH = f;
    wire [LOG2-1:0] address = rd_q + NTH;
    assign f_has[3*f +: 3] = f < queued_q
        ? f_flags[3*address +: 3] & ~(f == 0 ? f_left : 3'd0) : 3'd0;
  end
endgenerate
function automatic [3:0] f_ones(input [3*DEPTH-1:0] set);
  integer k;
  begin
    f_ones = 4'd0;
    for (k = 0; k < 3 * DEPTH; k = k + 1) f_ones = f_ones + {3'd0, set[k]};
  end
endfunction
assign f_sum = f_ones(f_has);
logic f_records;                             // every queued record has an item
integer f_i;
always_comb begin
  f_records = 1'b1;
  for (f_i = 0; f_i < DEPTH; f_i = f_i + 1)
    if (f_i < queued_q && f_has[3*f_i +: 3] == 3'd0) f_records = 1'b0;
end
wire [LOG2-1:0] f_newest = wr_q - 1'b1;      // its newest record
wire            f_full  = OVERRUN != 0 && queued_q == DEPTH;
wire            f_again = f_full && f_match && f_flags[3*f_newest + 2];
wire [2:0]      f_lost  = f_full ? {2'd0, f_enter} + {2'd0, f_return} + {2'd0, f_again}
    + {2'd0, f_hint} : {2'd0, f_hint && f_match};
wire [2:0]      f_n     = {2'd0, f_enter} + {2'd0, f_return} + {2'd0, f_match} + {2'd0, f_hint};
always_comb if (f_started && rst_ni) begin
  // An item leaves, and an overrun is reported, only if there is one.
  m_grant: `WEIR_ENV (!grant_i || count_o != 4'd0);
  m_reported: `WEIR_ENV (!reported_i || (overrun_o && !some_o));
  m_switch_id: `WEIR_ENV (switch_id_i == weir_pkg::ID_THREAD_SWITCH || switch_id_i
      == weir_pkg::ID_THREAD_SWITCH_ALT);
  m_never_overrun: `WEIR_ENV (OVERRUN != 0 || !f_any || queued_q != DEPTH || leaves);
end

// ---- one of what arrives, of any choice, is followed until it leaves or is replaced
(* anyseq *) wire [1:0] f_choice;            // entry, return, word, HINT
wire         f_chosen = (f_choice == 2'd0 && f_enter && !f_full)
    || (f_choice == 2'd1 && f_return && !f_full) || (f_choice == 2'd2 && f_match)
    || (f_choice == 2'd3 && f_hint && !f_match && !f_full);
// items of this cycle that are stored before it
wire  [3:0]  f_nth = f_full || f_choice == 2'd0 ? 4'd0
    : {3'd0, f_enter} + {3'd0, f_choice[1] && f_return};
wire  [3:0]  f_stay = count_o - {3'd0, grant_i};
logic        f_there;
logic [3:0]  f_place;                        // items before it
logic [46:0] f_value;                        // as it came
logic [1:0]  f_kind;
logic [LOG2-1:0] f_address;
wire  [LOG2-1:0] f_nth_record = f_address - rd_q;
wire  [1:0]  f_which = f_kind[1] ? 2'd2 : f_kind;
wire         f_replaced = f_kind[1] && f_again && f_address == f_newest;
wire         f_goes = grant_i && f_place == 4'd0;
wire [46:0]  f_came = f_choice == 2'd0 ? {34'd0, retire_code_i, retire_interrupt_i}
    : f_choice == 2'd1 ? {34'd0, cause} : f_choice == 2'd2 ? {14'd0, every_i, f_word}
    : {retire_user_i, f_deeper != 3'd0, retire_hint_u_i, retire_csr_i, retire_csr_data_i};
// ---- what leaves, by the rules
wire [15:0]  f_id   = !f_value[44] ? {4'd0, f_value[43:32]}
    : {f_value[43] ? hint_ids_i[9:5] : hint_ids_i[4:0], f_value[42:32]};
wire         f_switch = f_id == switch_id_i;
wire [1:0]   f_class = f_id >= weir_pkg::ID_SYS_FIRST || f_switch ? 2'd2
    : f_id >= weir_pkg::ID_COM_FIRST ? 2'd1 : 2'd0;
wire [1:0]   f_port = f_value[46] ? 2'd2 : {1'b0, f_value[45]};
wire         f_none = f_id == 16'd0 || (f_id >= 16'h8000 && f_id <= 16'hbfff && !f_switch);
item_t       f_item;
always_comb begin
  f_item.change    = f_kind == 2'd2 && !f_value[32];
  f_item.is_switch = f_kind == 2'd2 || (f_kind == 2'd3 && f_switch);
  f_item.ctx       = f_kind != 2'd3 ? weir_pkg::CONTEXT_SNOOP : f_port == 2'd2 && PROTECT == 0
      ? 2'd0 : f_port;
  f_item.kind      = f_kind != 2'd3 ? weir_pkg::DROP_SYS : f_none ? weir_pkg::DROP_ID
      : !port_mask_i[3*f_port + f_class] ? weir_pkg::DROP_MASK : {1'b0, f_class};
  f_item.id        = f_kind == 2'd3 ? f_id : f_kind == 2'd2 ? switch_id_i : weir_pkg::ID_ISR;
  f_item.value     = f_kind == 2'd3 ? f_value[31:0] : f_kind == 2'd2 ? f_value[31:0] & mask_i
      : {18'd0, f_value[12:0], f_kind == 2'd0};
end
logic [31:0] f_came_n, f_left_n, f_overrun_n, f_overrun_was, f_reported_n;
logic        f_fresh;                        // a word came in the cycle before:
logic [32:0] f_last;
always_ff @(posedge clk_i) begin
  if (!rst_ni) begin
    f_there  <= 1'b0;
    f_came_n <= 32'd0;
    f_left_n <= 32'd0;
    f_overrun_n <= 32'd0;
    f_overrun_was <= 32'd0;
    f_reported_n <= 32'd0;
  end else begin
    f_there <= f_there ? !f_goes && !f_replaced : f_chosen;
    f_came_n <= f_came_n + {29'd0, f_n};
    f_left_n <= f_left_n + {31'd0, grant_i};
    f_overrun_was <= f_overrun_n;
    f_overrun_n <= f_overrun_n + {29'd0, f_lost};
    f_reported_n <= f_reported_n + {31'd0, reported_i};
  end
  f_place <= f_there ? f_place - {3'd0, grant_i} : f_stay + f_nth - {3'd0, f_again};
  if (!f_there) begin
    f_value   <= f_came;
    f_kind    <= f_choice;
    f_address <= f_full ? f_newest : wr_q;
  end
  f_fresh <= rst_ni && f_match;
  f_last  <= {every_i, f_word};
end
// the items before it, as the queue stands: those of older records, and of its own
wire [3*DEPTH-1:0] f_before = f_has & ~({(3*DEPTH){1'b1}} << (3 * f_nth_record + f_which));
wire [3:0]  f_ahead = f_ones(f_before);
wire [15:0] f_hint_held = f_hints[16*f_address +: 16];
wire [46:0] f_holds = f_kind == 2'd3 ? {f_hint_held[14:0], words[f_address][31:0]}
    : f_kind == 2'd2 ? {14'd0, words[f_address]} : {34'd0, f_traps[15*f_address +: 13]};

always_comb if (f_started && rst_ni) begin
  // Whatever is stored stays in its place, behind what came before, until it leaves, unless a word
  // replaces it;
  a_order: assert (!f_there || (f_place < count_o && (f_place != 4'd0 || item_o == f_item)));
  //! mutant snoop_masks, quick: bits that do not count are in the thread value
  //!     @masks assign item.value = oldest[31:0];
  //! mutant snoop_block, in snoop_retire: sltiu reaches one block of ids only
  //!     @block wire [4:0] block = hint_ids_i[4:0];
  //! mutant snoop_class, in snoop_retire: user mode may emit every class by HINTs
  //!     @mask wire masked = !user && !may[class_w[1:0]];
  // the last word always has a place.
  a_last: assert (!f_fresh || (count_o != 4'd0 && words[f_newest] == f_last
      && f_flags[3*f_newest + 2] && !f_hints[16*f_newest + 15]));
  //! mutant snoop_newest, quick: a word is written over the oldest record
  //!     @newest wire [LOG2-1:0] at = wr_q;
  //! mutant snoop_collide, in snoop_retire: a HINT takes the place of a word of the same cycle
  //!     @collide hints[at] <= {hint, about};
  // All that came has left, waits, or was dropped or replaced; and that is reported once for each.
  a_conserved: assert (f_came_n == f_left_n + {28'd0, count_o} + f_overrun_n);
  a_overrun: assert (overrun_o == (f_overrun_was != f_reported_n));
  // In the cycle of an entry, a return is from that trap.
  a_both: assert (!f_in_now || cause == {retire_code_i, retire_interrupt_i});
  // A return says the cause of the trap that it leaves, unless there were four or more inside that
  // one: then it says a cause that is not known.
  a_return: assert (!f_leaves || cause == (f_pushed ? {12'd4095, 1'b0} : f_cause));
  //! mutant snoop_cause, in snoop_retire: a cause replaces that of the trap outside
  //!     @cause if (push) causes[top_q] <= cause;
  //! mutant snoop_forgets, in snoop_retire: only three causes are held
  //!     @forgets if (depth_q < 3'd3) depth_q <= depth_q + 3'd1;
  // Why:
  a_some: assert (some_o == (queued_q != '0));
  a_count: assert (count_o == f_sum && queued_q <= DEPTH && f_records);
  a_pointers: assert (queued_q[LOG2-1:0] == wr_q - rd_q);
  a_place: assert (!f_there || (f_nth_record < queued_q && f_place == f_ahead && f_holds == f_value
      && (f_kind[1] == 1'b0 || f_hint_held[15] == f_kind[0]) && f_has[3*f_nth_record + f_which]));
end
generate
  if (RETIRE != 0) begin : g_formal
    wire [1:0] held = g_retire.top_q - f_inner[1:0];
    always_comb if (f_started && rst_ni) begin
      a_depth: assert (g_retire.depth_q == f_depth);
      a_held: assert (g_retire.depth_q <= 3'd4 && (!f_in || f_pushed
          || (f_inner < 8'd4 && {5'd0, g_retire.depth_q} > f_inner
              && g_retire.causes[held] == f_cause)));
      a_empty: assert (!f_in || !f_pushed || {5'd0, g_retire.depth_q} <= f_inner);
      a_inner: assert (!f_in || f_inner <= 8'd200);
      a_left: assert (queued_q != '0 || f_left == 3'd0);
      // What has left is of the oldest record, from below.
      a_left_flags: assert ((f_left & ~f_flags[3*rd_q +: 3]) == 3'd0
          && (f_left[2] == 1'b0) && (!f_left[1] || !f_flags[3*rd_q] || f_left[0]));
    end
  end
  if (OVERRUN == 0) begin : g_formal_never
    always_comb if (f_started && rst_ni) a_none_overrun: assert (f_overrun_n == 32'd0
        && f_overrun_was == 32'd0 && f_reported_n == 32'd0);
  end else begin : g_formal_overrun
    always_comb if (f_started && rst_ni) a_overrun_q: assert (g_overrun.overrun_q
        == f_overrun_was - f_reported_n && {29'd0, g_overrun.newly_q}
        == f_overrun_n - f_overrun_was);
    //! mutant snoop_uncounted, in snoop_retire: of two that are dropped in one cycle only one is
    //!     counted
    //!     @uncounted newly_q <= {2'd0, lost != 3'd0};
    // Why idle means that none is left: until an overrun is pending, items wait.
    always_comb if (f_started) a_newly: assert (g_overrun.newly_q == 3'd0 || some_q);
  end
endgenerate
`ifdef PROVE_weir_snoop
always_comb if (f_started) begin
  c_three: cover (RETIRE == 0 || f_n == 3'd3);
  c_hint: cover (RETIRE == 0 || (f_there && f_kind == 2'd3 && grant_i && f_place == 4'd0
      && f_item.kind == weir_pkg::DROP_SYS));
  c_collide: cover (RETIRE == 0 || (f_hint && f_match && !f_full));
  c_replaced: cover (OVERRUN == 0 || (f_there && f_replaced));
  c_pushed: cover (RETIRE == 0 || (f_leaves && f_pushed));
end
`endif
`undef WEIR_ENV
