// SPDX-License-Identifier: Apache-2.0
// Properties of weir_port, which includes this file under FORMAL.
//
//! proof port (VALUE_REGS=2 PROTECT=1), induction, cover 20, quick: an event carries the value its
//!     owner stored last, once; a value register is never shown to another owner; ids and class
//!     masks
//! proof port_small (VALUE_REGS=4), induction, limit 1200: the same
//! proof port_one_value_reg (VALUE_REGS=1 PROTECT=1), induction: the same
//! proof port_wide (VALUE_REGS=2 PROTECT=1 WORDS=2), induction, cover 20: the same, of both halves
//!     of a value of 64 bits
//! proof port_args (VALUE_REGS=2 PROTECT=1 WORDS=4), induction: the same, of four words
//! proof port_as_full (VALUE_REGS=8 PROTECT=1 WORDS=4), induction, limit 1200: the same, as in full
//! proof port_few_threads (VALUE_REGS=3 PROTECT=1), induction, define FEW_THREAD_CACHE: no pair is
//!     torn that stored its value while there are no more owners than value registers
//! proof port_plain (VALUE_REGS=0 PROTECT=1), induction, cover 10, quick: a value is used once at
//!     most, by the port it was stored at, never after a switch; ids and class masks
//! proof port_plain_two (VALUE_REGS=0 PROTECT=0), induction: the same

`ifdef PROVE_weir_port
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_port
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic        f_was_reset = 1'b1, f_was_switched;             // in the cycle before
logic [31:0] f_was_running;
always_ff @(posedge clk_i) begin
  f_was_reset    <= !rst_ni;
  f_was_switched <= switched_i;
  f_was_running  <= running_i;
end
wire f_access = acc_value_i || acc_arg_i || acc_id_i || acc_window_i;
wire f_spends = acc_value_i || acc_id_i || (acc_arg_i && acc_narrow_i);
wire f_widens = acc_arg_i && !acc_narrow_i;
// any extra argument is followed, and how many there are
(* anyconst *) wire [1:0] f_any_word;
wire [1:0]  f_word = f_any_word == 2'd0 ? 2'd1 : f_any_word;
wire [31:0] f_goes = f_word == 2'd1 ? offer.args[31:0] : f_word == 2'd2 ? offer.args[63:32]
    : offer.args[95:64];
// a read addresses VALUE, or the argument followed
wire        f_reads = acc_arg_index_i == 2'd0 || acc_arg_index_i == f_word;
always_comb if (f_started) begin
  m_word: `WEIR_ENV (!acc_arg_i || acc_arg_index_i != 2'd0);
  m_words: `WEIR_ENV ({30'd0, acc_arg_index_i} < WORDS);
end
always_comb if (f_started) begin
  // An access is one of three, of a port there is, and arrives only while enabled; a window takes
  // whole words.
  m_access: `WEIR_ENV ({2'd0, acc_value_i} + {2'd0, acc_arg_i} + {2'd0, acc_id_i}
      + {2'd0, acc_window_i} <= 3'd1);
  m_context: `WEIR_ENV (!f_access || {30'd0, acc_context_i} < (PROTECT != 0 ? 3 : 2));
  m_enabled: `WEIR_ENV (!f_access || enable_i);
  m_window: `WEIR_ENV (!(acc_window_i && acc_narrow_i));
  m_addressed: `WEIR_ENV (acc_window_i ? window_i : !(acc_id_i && window_i));
  // A switch has one of two ids.
  m_switch_id: `WEIR_ENV (switch_id_i == weir_pkg::ID_THREAD_SWITCH || switch_id_i
      == weir_pkg::ID_THREAD_SWITCH_ALT);
  // No value is stored in a cycle in which the running thread changes; while its value register is
  // searched for, the thread and the user port have no access.
  m_switched: `WEIR_ENV (!(switched_i && (acc_value_i || acc_arg_i)));
  m_settle: `WEIR_ENV (!(stall_switch_o && !interrupt && (acc_value_i || acc_arg_i || acc_id_i)));
  m_running: `WEIR_ENV (VALUE_REGS == 0 || f_was_reset || f_was_switched || running_i
      == f_was_running);
end

always_comb if (f_started) begin
  // An event has no more arguments than the unit has words.
  a_few_args: assert (!event_valid_o || offer.kind > weir_pkg::DROP_SYS
      || {30'd0, offer.arg_count} < WORDS);
  //! mutant port_args_uncleared, in port_wide, step: a store to VALUE leaves the count of
  //!     arguments as it is
  //!     @args_count if (widens && acc_arg_index_i > count)
end
generate
  // Why: so has every value that no event has used.
  if (VALUE_REGS != 0 && WORDS > 1) begin : g_formal_counts
    wire [VALUE_REGS:0] f_fresh_all = {int_fresh_q, g_bank.fresh_q};
    wire [VALUE_REGS:0] f_many;
    genvar f_g;
    for (f_g = 0; f_g <= VALUE_REGS; f_g = f_g + 1) begin : g_many
      assign f_many[f_g] = f_fresh_all[f_g] && {30'd0, g_bank.g_args.counts[f_g]} >= WORDS;
    end
    // every value register that is found, searched, used or taken next is one of the bank
    wire [g_bank.PORTS-1:0] f_outside;
    for (f_g = 0; f_g < g_bank.PORTS; f_g = f_g + 1) begin : g_outside
      assign f_outside[f_g] = g_bank.found[f_g]
          && g_bank.found_at[g_bank.IW*f_g +: g_bank.IW] > g_bank.LAST;
    end
    wire f_inside = f_outside == '0 && g_bank.victim_q <= g_bank.LAST
        && {{(32-g_bank.PW){1'b0}}, g_bank.used_q} <= VALUE_REGS && (!g_bank.search_q
        || {{(32-g_bank.IW){1'b0}}, g_bank.at_q} < {{(32-g_bank.PW){1'b0}}, g_bank.used_q});
    always_comb if (f_started) begin
      a_counts: assert (f_many == '0);
      a_inside: assert (f_inside);
    end
  end
endgenerate

`ifdef PROVE_weir_port
// ---- the event, by the rules
wire        f_id_fits = !acc_narrow_i && acc_data_i <= 32'h0000ffff;
wire [15:0] f_id      = acc_window_i ? window_id_i : acc_data_i[15:0];
wire        f_switch  = (acc_window_i || f_id_fits) && f_id == switch_id_i;
wire        f_user_id = f_id >= weir_pkg::ID_USER_FIRST && f_id <= weir_pkg::ID_USER_LAST;
wire        f_com_id  = f_id >= weir_pkg::ID_COM_FIRST && f_id <= weir_pkg::ID_COM_LAST;
wire        f_sys_id  = f_switch || f_id >= weir_pkg::ID_SYS_FIRST;
wire        f_named   = (acc_window_i || f_id_fits) && (f_user_id || f_com_id || f_sys_id);
wire [weir_pkg::DROP_W-1:0] f_kind = offer.kind;
wire [31:0] f_sent    = offer.value;
wire        f_allowed = PROTECT == 0 || mask_i[3 * acc_context_i
    + (f_user_id ? 0 : f_com_id ? 1 : 2)];
wire        f_pair    = event_valid_o && acc_id_i && f_kind <= weir_pkg::DROP_SYS;
wire        f_torn    = event_valid_o && f_kind == weir_pkg::DROP_TORN;
always_comb if (f_started) begin
  // Every store of an id, and every store to a window, is an event at once; nothing else is.
  a_event: assert (event_valid_o == (acc_id_i || acc_window_i));
  a_fields: assert (!event_valid_o || (offer.id == f_id
      && offer.ctx == acc_context_i
                                       && offer.hart == HART
                                           && offer.is_switch == f_switch));
  // Dropped for its id if that is none; then for its class if its port may not emit that; and else
  // of its class, or torn.
  a_kind: assert (!event_valid_o || (f_kind == weir_pkg::DROP_ID) == !f_named);
  a_mask: assert (!(event_valid_o && f_named) || (f_kind == weir_pkg::DROP_MASK) == !f_allowed);
  //! mutant port_mask: a switch is not masked
  //!     @mask wire masked = PROTECT != 0 && !is_tsw && !may[class_w[1:0]];
  a_class: assert (!(event_valid_o && f_kind <= weir_pkg::DROP_SYS)
                   || f_kind == (f_sys_id ? weir_pkg::DROP_SYS : f_com_id ? weir_pkg::DROP_COM
                       : weir_pkg::DROP_USER));
  a_kinds: assert (!event_valid_o || f_kind <= weir_pkg::DROP_MASK);
  // A window carries the value stored, and is never torn.
  a_window: assert (!(event_valid_o && acc_window_i)
      || (f_sent == acc_data_i && f_kind != weir_pkg::DROP_TORN));
end

// ---- the interrupt port
logic        f_int_fresh, f_int_stored;
logic [31:0] f_int_value, f_int_args;
logic [1:0]  f_int_words;
wire         f_int_store = acc_value_i && !acc_narrow_i && interrupt;
wire         f_int_value_reg;                    // it is in the value register
always_ff @(posedge clk_i) begin
  if (!rst_ni || !enable_i) f_int_fresh <= 1'b0;
  else if (f_spends && interrupt) f_int_fresh <= f_int_store;
  if (!rst_ni || f_int_store) begin
    f_int_args  <= 32'd0;
    f_int_words <= 2'd0;
  end else if (f_widens && interrupt && f_int_fresh) begin
    if (acc_arg_index_i == f_word) f_int_args <= acc_data_i;
    if (acc_arg_index_i > f_int_words) f_int_words <= acc_arg_index_i;
  end
  if (!rst_ni) f_int_stored <= 1'b0;
  else if (f_int_store) f_int_stored <= 1'b1;
  if (f_int_store) f_int_value <= acc_data_i;
end
always_comb if (f_started) begin
  // It sends the value stored last, once; a pair is torn exactly if there is none.
  a_int_pair: assert (!(f_pair && interrupt) || (f_int_fresh && f_sent == f_int_value
      && (f_switch || (f_goes == f_int_args && offer.arg_count == f_int_words))));
  //! mutant port_interrupt: the interrupt port sends the value of the thread port
  //!     @interrupt wire [PW-1:0] read_at = place(!enable_i, mine);
  // Windows and switches have one word.
  a_single: assert (!(event_valid_o && (acc_window_i || f_switch)) || offer.arg_count == 2'd0);
  a_int_torn: assert (!(f_torn && interrupt) || !f_int_fresh);
  // It reads that value; without a bank only while it is fresh, which it is not while disabled.
  a_int_read: assert (!interrupt || !f_reads || read_value_o
      == ((VALUE_REGS != 0 ? f_int_stored : f_int_fresh && enable_i)
      ? acc_arg_index_i == 2'd0 ? f_int_value : f_int_args : 32'd0));
  // Why:
  a_int: assert (int_fresh_q == f_int_fresh && (!f_int_fresh || f_int_stored)
      && (f_int_stored || (f_int_args == 32'd0 && f_int_words == 2'd0)) && f_int_value_reg);
end

generate
  if (VALUE_REGS == 0) begin : g_formal
    // ---- any one of the thread and the user port is followed
    (* anyconst *) wire f_user;
    wire         f_mine  = !interrupt && user == f_user;
    wire         f_store = acc_value_i && !acc_narrow_i && f_mine;
    // a value was stored; no id or narrow value, no switch, no disable since
    logic        f_fresh;
    logic [31:0] f_value;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || !enable_i || switched_i) f_fresh <= 1'b0;
      else if (f_spends && f_mine) f_fresh <= f_store;
      if (f_store) f_value <= acc_data_i;
    end
    wire f_same, f_there = PROTECT != 0 || !f_user;
    assign f_int_value_reg = (!f_int_stored || g_plain.int_value_q == f_int_value) && f_int_args
        == 32'd0 && f_int_words == 2'd0;
    if (PROTECT != 0) begin : g_user
      assign f_same = f_user ? g_plain.g_user.user_fresh_q == f_fresh
          && (!f_fresh || g_plain.g_user.user_value_q == f_value)
                             : g_plain.thread_fresh_q == f_fresh && (!f_fresh
                                 || g_plain.thread_value_q == f_value);
    end else begin : g_no_user
      assign f_same = f_user || (g_plain.thread_fresh_q == f_fresh
          && (!f_fresh || g_plain.thread_value_q == f_value));
    end
    always_comb if (f_started && f_there) begin
      // A value is used once at most, by the port it was stored at, and never after a switch; a
      // pair is torn exactly if there is none.
      a_pair: assert (!(f_pair && f_mine) || (f_fresh && f_sent == f_value));
      //! mutant port_reuse, quick: a value is sent twice
      //!     @reuse
      //! mutant port_two_value_regs: a thread's second value goes to another value register
      //!     @two_regs wire [PW-1:0] put_at = place(interrupt, other);
      //! mutant port_owner: a value register keeps its owner when another takes it
      //!     @owner if (take && !(&fresh_q)) owners[other] <= {user, running_i};
      //! mutant port_taken: a port keeps the value register that the other port took
      //!     @taken
      //! mutant port_plain_switch, in port_plain, quick: a value of another thread is used after a
      //!     switch
      //!     @plain_switch else if (!interrupt && !user && spend) thread_fresh_q <= 1'b0;
      a_torn: assert (!(f_torn && f_mine) || !f_fresh);
      // A port reads its fresh value, else 0, and 0 while disabled.
      a_read: assert (!f_mine || read_value_o == (f_fresh && enable_i ? f_value : 32'd0));
      //! mutant port_user: a thread at the user port shares the value register of the thread port
      //!     @user wire hit = same;
      //! mutant port_disabled_read, in port_plain: a value shows for one cycle after the unit was
      //!     disabled
      //!     @disabled_read assign has_value = interrupt ? int_fresh_q : owner_fresh;
      // Why:
      a_value_reg: assert (f_same);
      //! mutant port_args_stale, in port_wide, bound 20: an extra argument is stored to a value
      //!     that is not fresh
      //!     @stale wire widens = widen;
      //! mutant port_args_cleared, in port_wide, bound 20: a value keeps the extra arguments of the
      //!     one before
      //!     @args_cleared wire puts = w == 0 ? store : widens && acc_arg_index_i == w;
      //! mutant port_args_count, in port_args, bound 20: a word stored again makes those behind it
      //!     forgotten
      //!     @args_count if (store || widens)
      c_pair: cover (f_pair && f_mine && f_user);
      c_switch: cover (f_torn && f_mine && f_value == 32'd5);
    end
  end else begin : g_formal
    // ---- any one owner: a thread at the thread or user port; threads switch in any cycle
    localparam integer IW = (VALUE_REGS > 1) ? $clog2(VALUE_REGS) : 1;
    (* anyconst *) wire [32:0] f_owner;
    wire           f_mine  = !interrupt && {user, running_i} == f_owner;
    wire           f_other = !interrupt && {user, running_i} != f_owner;
    wire           f_value_store = acc_value_i && !acc_narrow_i;
    // it stored a value since it was enabled; and no id or narrow value since that
    logic          f_stored, f_fresh;
    logic [31:0]   f_value, f_args;          // its last value,
    logic [1:0]    f_words;
    logic [IW-1:0] f_entry_at;                   // and the value register it went to
    // value registers of the followed owner; those that are as they must be
    wire [VALUE_REGS-1:0] f_held, f_good;
    // another owner without a value register stored a value when all value registers were fresh
    logic          f_lost;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || !enable_i) begin
        f_stored <= 1'b0;
        f_fresh  <= 1'b0;
        f_lost   <= 1'b0;
      end else if (f_value_store && f_mine) begin
        f_stored <= 1'b1;
        f_fresh  <= 1'b1;
        f_lost   <= 1'b0;
      end else if (f_mine && f_spends) f_fresh <= 1'b0;
      else if (f_value_store && f_other && !g_bank.owner && &g_bank.fresh_q) f_lost <= 1'b1;
      if (f_value_store && f_mine) begin
        f_args  <= 32'd0;
        f_words <= 2'd0;
      end else if (f_widens && f_mine && f_fresh && f_held != '0) begin
        if (acc_arg_index_i == f_word) f_args <= acc_data_i;
        if (acc_arg_index_i > f_words) f_words <= acc_arg_index_i;
      end
      if (f_value_store && f_mine) begin
        f_value <= acc_data_i;
        f_entry_at  <= g_bank.taken;
      end
    end
    // What the value registers hold: the value, the argument followed, the count.
    wire [32*VALUE_REGS+31:0] f_first, f_further;
    wire [2*VALUE_REGS+1:0]   f_counts;
    genvar f;
    for (f = 0; f <= VALUE_REGS; f = f + 1) begin : g_holds
      assign f_first[32*f +: 32] = g_bank.g_word[0].values[f];
      if (WORDS > 1) begin : g_args
        wire [95:0] all;
        genvar f_w;
        for (f_w = 1; f_w < 4; f_w = f_w + 1) begin : g_each
          if (f_w < WORDS) begin : g_word
            assign all[32*f_w-32 +: 32] = g_bank.g_word[f_w].values[f];
          end else begin : g_none
            assign all[32*f_w-32 +: 32] = 32'd0;
          end
        end
        assign f_further[32*f +: 32] = f_word == 2'd1 ? all[31:0] : f_word == 2'd2 ? all[63:32]
            : all[95:64];
        assign f_counts[2*f +: 2]    = g_bank.g_args.counts[f];
      end else begin : g_no_args
        assign f_further[32*f +: 32] = 32'd0;
        assign f_counts[2*f +: 2]    = 2'd0;
      end
    end
    assign f_int_value_reg = g_bank.int_stored_q == f_int_stored && (!f_int_stored
        || (f_first[32*VALUE_REGS +: 32] == f_int_value
            && f_further[32*VALUE_REGS +: 32] == f_int_args
            && f_counts[2*VALUE_REGS +: 2] == f_int_words));
    // those that the search has seen, or all
    wire [VALUE_REGS-1:0] f_seen;
    wire [VALUE_REGS-1:0] f_used;
    for (f = 0; f < VALUE_REGS; f = f + 1) begin : g_entry
      assign f_used[f] = f < {{(32-g_bank.PW){1'b0}}, g_bank.used_q};
      assign f_seen[f] = !g_bank.search_q || f > {{(32-IW){1'b0}}, g_bank.at_q};
      assign f_held[f] = f_used[f] && {g_bank.owners[f][32] && PROTECT != 0,
          g_bank.owners[f][31:0]} == f_owner;
      assign f_good[f] = !f_held[f] || (f_stored && f_first[32*f +: 32] == f_value
          && f_further[32*f +: 32] == f_args && f_counts[2*f +: 2] == f_words && g_bank.fresh_q[f]
          == f_fresh);
    end
    // What was found belongs to the running thread, and is found if there is one; no two value
    // registers have the same owner.
    wire [g_bank.PORTS-1:0] f_finds;
    for (f = 0; f < g_bank.PORTS; f = f + 1) begin : g_finds
      wire [VALUE_REGS-1:0] of_thread;
      genvar f_k;
      for (f_k = 0; f_k < VALUE_REGS; f_k = f_k + 1) begin : g_each
        assign of_thread[f_k] = f_used[f_k] && f_seen[f_k] && g_bank.owners[f_k][31:0] == running_i
            && (PROTECT == 0 || g_bank.owners[f_k][32] == (f == 1));
      end
      wire [VALUE_REGS-1:0] one = {{(VALUE_REGS-1){1'b0}}, 1'b1} << g_bank.found_at[IW*f +: IW];
      assign f_finds[f] = g_bank.found[f] ? of_thread == one && one != '0 : of_thread == '0;
    end
    wire [VALUE_REGS-1:0] f_alone;
    genvar i, j;
    for (i = 0; i < VALUE_REGS; i = i + 1) begin : g_alone
      wire [VALUE_REGS-1:0] others;
      for (j = 0; j < VALUE_REGS; j = j + 1) begin : g_each
        assign others[j] = i != j && f_used[i] && f_used[j] && g_bank.owners[i][31:0]
            == g_bank.owners[j][31:0] && (PROTECT == 0 || g_bank.owners[i][32]
            == g_bank.owners[j][32]);
      end
      assign f_alone[i] = others == '0;
    end
    wire f_there = PROTECT != 0 || !f_owner[32];
    wire [31:0] f_shown = acc_arg_index_i == 2'd0 ? f_value : f_args;
    // it read something else than its fresh value in the cycle before, where all other properties
    // held
    logic f_forgot = 1'b0;
    always_ff @(posedge clk_i) f_forgot <= rst_ni && f_mine && !stall_switch_o && f_fresh
        && !f_lost && enable_i && f_reads && read_value_o != f_shown;
    always_comb if (f_started && f_there) begin
      // Never a torn pair: an event carries the last value its owner stored, and it was stored
      // since the owner's last id.
      a_pair: assert (!(f_pair && f_mine) || (f_fresh && f_sent == f_value
          && (f_switch || (f_goes == f_args && offer.arg_count == f_words))));
      // A pair is dropped as torn only if no value is fresh, or other owners have taken the value
      // registers meanwhile.
      a_torn: assert (!(f_torn && f_mine) || !f_fresh || f_lost);
      // An owner reads its own last value, or 0 if it has no value register any more; 0 while
      // disabled.
      a_read: assert (!f_mine || stall_switch_o || !f_reads || read_value_o == 32'd0
          || (f_stored && enable_i && read_value_o == f_shown));
      a_stays: assert (!f_forgot);
      // Why: it has one value register at most, with its last value, and has it while it is fresh
      // unless all were taken.
      a_one_value_reg: assert ((f_held & ~({{(VALUE_REGS-1){1'b0}}, 1'b1} << f_entry_at)) == '0);
      a_value_reg: assert (&f_good);
      a_has: assert (!f_fresh || f_lost || f_held[f_entry_at]);
      a_owned: assert ((g_bank.fresh_q & ~f_used) == '0 && (!f_fresh || f_stored));
      a_used: assert ({{(32-g_bank.PW){1'b0}}, g_bank.used_q} <= VALUE_REGS);
      a_finds: assert (&f_finds);
      //! mutant port_found, bound 10: a thread finds the value register of the one that ran before
      //!     @found if (!rst_ni || !enable_i) found_q <= 1'b0;
      //! mutant port_search, bound 20: there is no search, and an owner loses its value register
      //!     by a switch
      //!     @search else if (switched_i) search_q <= 1'b0;
      //! mutant port_search_end, bound 20: the search ends before the first value register
      //!     @search_end else if (at_q <= 1) search_q <= 1'b0;
      //! mutant port_used, bound 20: the last value register has no owner
      //!     @used if (place(1'b0, other) == used_q && other != LAST) used_q <= used_q + 1'b1;
      a_alone: assert (&f_alone);
      a_search: assert (!g_bank.search_q || {{(32-IW){1'b0}}, g_bank.at_q}
          < {{(32-g_bank.PW){1'b0}}, g_bank.used_q});
      a_victim: assert (g_bank.victim_q <= g_bank.LAST);
      c_pair_after_others: cover (f_pair && f_mine && !f_lost && &f_used);
      c_torn: cover (f_torn && f_mine && f_fresh && f_lost);
    end
`ifdef FEW_THREAD_CACHE
    // With no more owners than value registers, no value register is ever taken from one: these are
    // all that run.
    (* anyconst *) wire [33*VALUE_REGS-1:0] f_owners;
    wire [VALUE_REGS-1:0] f_is_running, f_is_known;
    for (i = 0; i < VALUE_REGS; i = i + 1) begin : g_owners
      assign f_is_running[i] = {user, running_i} == f_owners[33*i +: 33];
      wire [VALUE_REGS-1:0] known;
      for (j = 0; j < VALUE_REGS; j = j + 1) begin : g_each
        assign known[j] = {g_bank.owners[i][32] && PROTECT != 0, g_bank.owners[i][31:0]}
            == f_owners[33*j +: 33];
      end
      assign f_is_known[i] = !f_used[i] || |known;
    end
    always_comb if (f_started) begin
      m_few: assume (interrupt || |f_is_running);
      a_known: assert (&f_is_known);
      a_never_lost: assert (!f_lost);
    end
`endif
  end
endgenerate

// All of this happens.
always_comb if (f_started) begin
  c_interrupt: cover (f_pair && interrupt && f_int_fresh);
  c_masked: cover (PROTECT == 0 || (event_valid_o && f_kind == weir_pkg::DROP_MASK));
  c_window: cover (event_valid_o && acc_window_i && f_kind == weir_pkg::DROP_USER);
end
`endif
`undef WEIR_ENV
