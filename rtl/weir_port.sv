// SPDX-License-Identifier: Apache-2.0
// port: the stores to the port and window pages of one hart become events; every owner keeps its own value.
//
// Owner    with VALUE_REGS > 0 the thread and the user port share a bank of VALUE_REGS latches, each owned by a thread at one of the
//          two ports; with VALUE_REGS = 0 each has one latch, which a switch of threads makes stale. The interrupt port has one.
// Latency  none: an access takes effect, and offers its event, in the cycle that accepts it.
`default_nettype none
module weir_port #(
    parameter integer VALUE_REGS = 4,          // latches of the bank, 0..16
    parameter integer CONTEXTS = 2,       // 2: thread and interrupt port; 3: user port and class masks too
    parameter integer WORDS = 1,          // of a latch, 1..4
    parameter [3:0] HART = 4'd0,          // number of the hart
    parameter integer GATE = 1            // 1: while disabled, the event does not follow what is stored; costs LUTs
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,
    input  wire                       enable_i,        // CTRL.ENABLE; low forgets every pending value
    input  wire [15:0]                switch_id_i,     // id of THREAD_SWITCH
    input  wire [8:0]                 mask_i,          // classes each port may emit: 3 bits a context, USER low

    // One access, in the cycle that accepts it; only while enabled.
    input  wire                       acc_value_i,     // a store to VALUE,
    input  wire                       acc_more_i,      // to a further word of it,
    input  wire [1:0]                 acc_word_i,      // the number of which is this, 1 to WORDS - 1,
    input  wire                       acc_id_i,        // to ID,
    input  wire                       acc_window_i,    // to a window, whole words only; one of the four at most
    input  wire                       window_i,        // what is addressed is a window, accepted or not; wish_o says what event it would be
    input  wire [1:0]                 acc_context_i,   // of this port, less than CONTEXTS; also that of read_value_o
    input  wire                       acc_narrow_i,    // narrower than a word
    input  wire [31:0]                acc_data_i,
    input  wire [9:0]                 acc_offset_i,    // word in the window: the id

    output wire [127:0]               read_value_o,    // VALUE and the further words as their owner reads them, 0 above: combinational

    input  wire [31:0]                running_i,       // running thread of the hart
    input  wire                       switched_i,      // it changes now
    output wire                       settle_o,        // it has changed in the cycle before: no access in this cycle, and read_value_o is not to be read

    output wire                       event_valid_o,   // taken at once
    output wire [2:0]                 wish_o,          // kind of the event addressed, if it is not torn
    output wire [weir_event::W-1:0]   event_o,
    output wire [95:0]                more_o,          // further words of its value, 0 if not stored,
    output wire [1:0]                 words_o          // and how many were: the number of the last stored
);
  generate
    if (VALUE_REGS < 0 || VALUE_REGS > 16) begin : g_slots
      ERROR_SLOTS_must_be_0_to_16 error ();
    end
    if (WORDS < 1 || WORDS > 4 || (WORDS > 1 && VALUE_REGS == 0)) begin : g_words
      ERROR_WORDS_must_be_1_to_4_and_more_than_1_need_VALUE_REGS error ();
    end
    if (CONTEXTS < 2 || CONTEXTS > 3) begin : g_contexts
      ERROR_CONTEXTS_must_be_2_or_3 error ();
    end
  endgenerate

  wire interrupt = acc_context_i == weir_pkg::CONTEXT_INTERRUPT;
  wire user      = acc_context_i == weir_pkg::CONTEXT_USER_MODE;
  wire store     = acc_value_i && !acc_narrow_i;                  // latches a value
  wire spend     = acc_id_i || ((acc_value_i || acc_more_i) && acc_narrow_i);
  wire widen     = WORDS > 1 && acc_more_i && !acc_narrow_i;      // adds a word to the one latched last

  logic int_fresh_q;                                              // the interrupt port has a value that no id has taken
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) int_fresh_q <= 1'b0;
    else if (interrupt && store) int_fresh_q <= 1'b1;
    else if (interrupt && spend) int_fresh_q <= 1'b0;
  end

  // ---- the latches
  wire         own_fresh;                                         // of the access, if it is of the thread or the user port
  wire [31:0]  latched;                                           // value, further words and their number of the latch of the access
  wire [95:0]  latched_more;
  wire [1:0]   latched_words;
  wire         there;                                             // it may have a value to read
  generate
    if (VALUE_REGS == 0) begin : g_plain
      logic        thread_fresh_q;
      logic [31:0] int_value_q, thread_value_q;
      wire  [31:0] own_value;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !enable_i) thread_fresh_q <= 1'b0;
        else if (!interrupt && !user && store) thread_fresh_q <= 1'b1;
        else if (switched_i || (!interrupt && !user && spend)) thread_fresh_q <= 1'b0;
        if (!interrupt && !user && store) thread_value_q <= acc_data_i;
        if (interrupt && store) int_value_q <= acc_data_i;        // one that is not fresh is not read
      end
      if (CONTEXTS == 3) begin : g_user
        logic        user_fresh_q;
        logic [31:0] user_value_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni || !enable_i) user_fresh_q <= 1'b0;
          else if (user && store) user_fresh_q <= 1'b1;
          else if (switched_i || (user && spend)) user_fresh_q <= 1'b0;
          if (user && store) user_value_q <= acc_data_i;
        end
        assign own_fresh = user ? user_fresh_q : thread_fresh_q;
        assign own_value = user ? user_value_q : thread_value_q;
      end else begin : g_no_user
        assign own_fresh = thread_fresh_q;
        assign own_value = thread_value_q;
      end
      assign latched       = interrupt ? int_value_q : own_value;
      assign latched_more  = 96'd0;
      assign latched_words = 2'd0;
      assign there         = enable_i && (interrupt ? int_fresh_q : own_fresh);
      assign settle_o      = 1'b0;
      wire unused = &{1'b0, running_i, widen, acc_word_i};
    end else begin : g_bank
      localparam integer IW = (VALUE_REGS > 1) ? $clog2(VALUE_REGS) : 1;
      localparam [31:0] LAST_SLOT = VALUE_REGS - 1;
      logic [VALUE_REGS-1:0]    owned_q, fresh_q;
      logic [VALUE_REGS-1:0]    user_q;                                 // an owner: which port,
      logic [VALUE_REGS*32-1:0] owner_q;                                // and thread
      logic [IW-1:0]       victim_q;
      // Number of the lowest member.
      function automatic [IW-1:0] lowest(input [VALUE_REGS-1:0] set);
        integer k;
        begin
          lowest = '0;
          for (k = VALUE_REGS - 1; k >= 0; k = k - 1) if (set[k]) lowest = k[IW-1:0];
        end
      endfunction
      logic [VALUE_REGS-1:0] runs_q;                                    // it is owned, and its thread ran in the cycle before
      wire [VALUE_REGS-1:0] mine;                                       // owned by the owner of the access: one at most
      genvar g, w;
      for (g = 0; g < VALUE_REGS; g = g + 1) begin : g_mine
        assign mine[g] = !interrupt && runs_q[g] && (CONTEXTS == 2 || user_q[g] == user);
      end
      wire          own       = |mine;
      wire          free      = !(&fresh_q);                       // a latch is not fresh
      wire [IW-1:0] other     = free ? lowest(~fresh_q) : victim_q;
      wire [VALUE_REGS-1:0] takes;                                      // the latch that a store takes
      logic settle_q;
      always_ff @(posedge clk_i) settle_q <= rst_ni && switched_i;
      assign settle_o = settle_q;

      // Whose latch is whose, and which is fresh, is known in the cycle after a store;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !enable_i) begin
          owned_q  <= '0;
          fresh_q  <= '0;
          victim_q <= '0;
        end else if (!interrupt && store) begin
          owned_q <= owned_q | takes;
          fresh_q <= fresh_q | takes;
          if (!own && !free) victim_q <= ({{(32-IW){1'b0}}, victim_q} == LAST_SLOT) ? '0 : victim_q + 1'b1;
        end else if (spend) begin
          fresh_q <= fresh_q & ~mine;
        end
      end
      // what is stored is in put_data_q then, and in its latch in the one after that, so that no latch waits for what is accepted.
      // The latch of the interrupt port is behind those of the bank.
      logic [(VALUE_REGS+1)*WORDS-1:0] puts_q;                          // the latch that is written to, for each word: with word 0 it is taken, and the others are forgotten
      logic [1:0]          put_word_q;                             // the word that was stored
      logic [31:0]         put_data_q;
      logic [2*VALUE_REGS+1:0]  words_q;                                // the number of the last further word that was stored
      wire  [VALUE_REGS:0]      stores = {interrupt && store, {VALUE_REGS{!interrupt && store}} & takes};
      wire  [VALUE_REGS:0]      shown  = {interrupt, mine};             // the latch of the access
      wire  [VALUE_REGS:0]      widens = shown & {int_fresh_q, fresh_q} & {(VALUE_REGS+1){widen}};
      always_ff @(posedge clk_i) begin
        put_word_q <= widen ? acc_word_i : 2'd0;
        if (store || widen) put_data_q <= acc_data_i;
      end
      for (g = 0; g < VALUE_REGS; g = g + 1) begin : g_owner
        assign takes[g] = own ? mine[g] : {{(32-IW){1'b0}}, other} == g;
        always_ff @(posedge clk_i) begin
          if (stores[g]) user_q[g] <= user;
          if (puts_q[g]) owner_q[32*g +: 32] <= running_i;         // as in the cycle of the store
          runs_q[g] <= rst_ni && enable_i && (stores[g] || (owned_q[g] && (puts_q[g] || owner_q[32*g +: 32] == running_i)));
        end
      end
      localparam integer LW = 32 * (VALUE_REGS + 1);
      logic [LW*WORDS-1:0]        latch_q;                         // a word of all latches, then the next
      wire  [32*WORDS-1:0]        what, words;                     // what is written; words of the latch of the access
      for (w = 0; w < WORDS; w = w + 1) begin : g_word
        wire [VALUE_REGS:0] now = puts_q[(VALUE_REGS+1)*w +: VALUE_REGS+1];
        always_ff @(posedge clk_i) puts_q[(VALUE_REGS+1)*w +: VALUE_REGS+1] <= rst_ni ? stores | (w != 0 && acc_word_i == w ? widens : '0) : '0;
        assign what[32*w +: 32]  = put_word_q == w ? put_data_q : 32'd0;
        assign words[32*w +: 32] = (shown & now) != '0 ? what[32*w +: 32] : pick(latch_q[LW*w +: LW], shown);      // the choice comes late
        for (g = 0; g <= VALUE_REGS; g = g + 1) begin : g_latch
          always_ff @(posedge clk_i) begin
            if (g == VALUE_REGS && !rst_ni) latch_q[LW*w + 32*g +: 32] <= 32'd0;
            else if (now[g]) latch_q[LW*w + 32*g +: 32] <= what[32*w +: 32];
          end
        end
      end
      // One of them, or none.
      function automatic [31:0] pick(input [LW-1:0] latches, input [VALUE_REGS:0] which);
        integer k;
        begin
          pick = 32'd0;
          for (k = 0; k <= VALUE_REGS; k = k + 1) if (which[k]) pick = pick | latches[32*k +: 32];
        end
      endfunction
      assign own_fresh = (fresh_q & mine) != '0;
      assign latched   = words[31:0];
      if (WORDS > 1) begin : g_more
        for (g = 0; g <= VALUE_REGS; g = g + 1) begin : g_count
          always_ff @(posedge clk_i) begin
            if (stores[g] || (g == VALUE_REGS && !rst_ni)) words_q[2*g +: 2] <= 2'd0;
            else if (widens[g] && acc_word_i > words_q[2*g +: 2]) words_q[2*g +: 2] <= acc_word_i;
          end
        end
        function automatic [1:0] pick_count(input [2*VALUE_REGS+1:0] counts, input [VALUE_REGS:0] which);
          integer k;
          begin
            pick_count = 2'd0;
            for (k = 0; k <= VALUE_REGS; k = k + 1) if (which[k]) pick_count = pick_count | counts[2*k +: 2];
          end
        endfunction
        assign latched_more[32*WORDS-33:0] = words[32*WORDS-1:32];
        if (WORDS < 4) begin : g_none
          assign latched_more[95:32*WORDS-32] = '0;
        end
        assign latched_words = pick_count(words_q, shown);
      end else begin : g_no_more
        assign words_q       = '0;
        assign latched_more  = 96'd0;
        assign latched_words = 2'd0;
        wire unused = &{1'b0, words_q};
      end
      assign there = interrupt || enable_i;
    end
  endgenerate
  assign read_value_o = there ? {latched_more, latched} : 128'd0;

  // ---- what event the access would be: early, from what is addressed alone, as it may have to wait for room
  wire [15:0] named  = window_i ? {6'd0, acc_offset_i} : acc_data_i[15:0];
  wire        fits   = window_i || (!acc_narrow_i && acc_data_i[31:16] == 16'd0);
  wire        is_tsw = fits && named == switch_id_i;
  wire        bad    = !is_tsw && (!fits || named == 16'd0 || named[15:14] == 2'b10);
  wire [2:0]  class_w = (is_tsw || named[15]) ? weir_pkg::DROP_SYS : named[14] ? weir_pkg::DROP_COM : weir_pkg::DROP_USER;
  wire [2:0]  may    = user ? mask_i[8:6] : interrupt ? mask_i[5:3] : mask_i[2:0];
  wire        masked = CONTEXTS == 3 && !may[class_w[1:0]];
  assign wish_o  = bad ? weir_pkg::DROP_ID : masked ? weir_pkg::DROP_MASK : class_w;

  // ---- the event; with GATE it stays what it is while the unit is disabled, whatever is stored
  wire        on     = GATE == 0 || enable_i;
  wire        fresh  = window_i || (interrupt ? int_fresh_q : own_fresh);
  wire [2:0]  kind   = !on ? weir_pkg::DROP_USER : bad || masked || fresh ? wish_o : weir_pkg::DROP_TORN;
  wire [31:0] value  = !on ? 32'd0 : window_i ? acc_data_i : (GATE == 0 || there) ? latched : 32'd0;

  assign event_valid_o = acc_id_i || acc_window_i;
  wire   single  = window_i || is_tsw || (GATE != 0 && !(there && enable_i));     // events of one word
  assign more_o  = single ? 96'd0 : latched_more;
  assign words_o = single ? 2'd0 : latched_words;
  assign event_o = {on && is_tsw, HART, on ? acc_context_i : 2'd0, kind, on ? named : 16'd0, value};

`ifdef FORMAL
`ifdef PROVE_weir_port
  `define WEIR_ENV assume
`else
  `define WEIR_ENV assert
`endif
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_port
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
`endif
  logic        f_was_reset = 1'b1, f_was_switched;             // in the cycle before
  logic [31:0] f_was_running;
  always_ff @(posedge clk_i) begin
    f_was_reset    <= !rst_ni;
    f_was_switched <= switched_i;
    f_was_running  <= running_i;
  end
  wire f_access = acc_value_i || acc_more_i || acc_id_i || acc_window_i;
  wire f_spends = acc_value_i || acc_id_i || (acc_more_i && acc_narrow_i);
  wire f_widens = acc_more_i && !acc_narrow_i;
  (* anyconst *) wire [1:0] f_any_word;        // any further word is followed, and how many there are
  wire [1:0]  f_word = f_any_word == 2'd0 ? 2'd1 : f_any_word;
  wire [31:0] f_read = f_word == 2'd1 ? read_value_o[63:32] : f_word == 2'd2 ? read_value_o[95:64] : read_value_o[127:96];
  wire [31:0] f_goes = f_word == 2'd1 ? more_o[31:0] : f_word == 2'd2 ? more_o[63:32] : more_o[95:64];
  always_comb if (f_started) m_word: `WEIR_ENV (!acc_more_i || (acc_word_i != 2'd0 && {30'd0, acc_word_i} < WORDS));
  always_comb if (f_started) begin
    // An access is one of three, of a port there is, and comes only while enabled; a window takes whole words.
    m_access: `WEIR_ENV ({2'd0, acc_value_i} + {2'd0, acc_more_i} + {2'd0, acc_id_i} + {2'd0, acc_window_i} <= 3'd1);
    m_context: `WEIR_ENV (!f_access || {30'd0, acc_context_i} < CONTEXTS);
    m_enabled: `WEIR_ENV (!f_access || enable_i);
    m_window: `WEIR_ENV (!(acc_window_i && acc_narrow_i));
    m_addressed: `WEIR_ENV (acc_window_i ? window_i : !(acc_id_i && window_i));
    // A switch has one of two ids.
    m_switch_id: `WEIR_ENV (switch_id_i == weir_pkg::ID_THREAD_SWITCH || switch_id_i == weir_pkg::ID_THREAD_SWITCH_ALT);
    // No value is stored in a cycle in which the running thread changes; nor is anything in the cycle after that.
    m_switched: `WEIR_ENV (!(switched_i && (acc_value_i || acc_more_i)));
    m_settle: `WEIR_ENV (!(settle_o && f_access));
    m_running: `WEIR_ENV (VALUE_REGS == 0 || f_was_reset || f_was_switched || running_i == f_was_running);
  end

`ifdef PROVE_weir_port
  // ---- the event, by the rules
  wire        f_id_fits = !acc_narrow_i && acc_data_i <= 32'h0000ffff;
  wire [15:0] f_id      = acc_window_i ? {6'd0, acc_offset_i} : acc_data_i[15:0];
  wire        f_switch  = (acc_window_i || f_id_fits) && f_id == switch_id_i;
  wire        f_user_id = f_id >= weir_pkg::ID_USER_FIRST && f_id <= weir_pkg::ID_USER_LAST;
  wire        f_com_id  = f_id >= weir_pkg::ID_COM_FIRST && f_id <= weir_pkg::ID_COM_LAST;
  wire        f_sys_id  = f_switch || f_id >= weir_pkg::ID_SYS_FIRST;
  wire        f_named   = (acc_window_i || f_id_fits) && (f_user_id || f_com_id || f_sys_id);
  wire [2:0]  f_kind    = event_o[weir_event::KIND_LSB +: 3];
  wire [31:0] f_sent    = event_o[weir_event::VALUE_LSB +: 32];
  wire        f_allowed = CONTEXTS == 2 || mask_i[3 * acc_context_i + (f_user_id ? 0 : f_com_id ? 1 : 2)];
  wire        f_pair    = event_valid_o && acc_id_i && f_kind <= weir_pkg::DROP_SYS;
  wire        f_torn    = event_valid_o && f_kind == weir_pkg::DROP_TORN;
  always_comb if (f_started) begin
    // Every store of an id, and every store to a window, is an event at once; nothing else is.
    a_event: assert (event_valid_o == (acc_id_i || acc_window_i));
    a_fields: assert (!event_valid_o || (event_o[weir_event::ID_LSB +: 16] == f_id && event_o[weir_event::CONTEXT_LSB +: 2] == acc_context_i
                                         && event_o[weir_event::HART_LSB +: 4] == HART && event_o[weir_event::SWITCH_LSB] == f_switch));
    // Dropped for its id if that is none; then for its class if its port may not emit that; and else of its class, or torn.
    a_kind: assert (!event_valid_o || (f_kind == weir_pkg::DROP_ID) == !f_named);
    a_mask: assert (!(event_valid_o && f_named) || (f_kind == weir_pkg::DROP_MASK) == !f_allowed);
    a_class: assert (!(event_valid_o && f_kind <= weir_pkg::DROP_SYS)
                     || f_kind == (f_sys_id ? weir_pkg::DROP_SYS : f_com_id ? weir_pkg::DROP_COM : weir_pkg::DROP_USER));
    a_kinds: assert (!event_valid_o || f_kind <= weir_pkg::DROP_MASK);
    // A window carries the value stored, and is never torn.
    a_window: assert (!(event_valid_o && acc_window_i) || (f_sent == acc_data_i && f_kind != weir_pkg::DROP_TORN));
  end

  // ---- the interrupt port
  logic        f_int_fresh, f_int_stored;
  logic [31:0] f_int_value, f_int_more;
  logic [1:0]  f_int_words;
  wire         f_int_store = acc_value_i && !acc_narrow_i && interrupt;
  wire         f_int_latch;                    // it is in the latch
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) f_int_fresh <= 1'b0;
    else if (f_spends && interrupt) f_int_fresh <= f_int_store;
    if (!rst_ni || f_int_store) begin
      f_int_more  <= 32'd0;
      f_int_words <= 2'd0;
    end else if (f_widens && interrupt && f_int_fresh) begin
      if (acc_word_i == f_word) f_int_more <= acc_data_i;
      if (acc_word_i > f_int_words) f_int_words <= acc_word_i;
    end
    if (!rst_ni) f_int_stored <= 1'b0;
    else if (f_int_store) f_int_stored <= 1'b1;
    if (f_int_store) f_int_value <= acc_data_i;
  end
  always_comb if (f_started) begin
    // It sends the value stored last, once; a pair is torn exactly if there is none.
    a_int_pair: assert (!(f_pair && interrupt) || (f_int_fresh && f_sent == f_int_value && (f_switch || (f_goes == f_int_more && words_o == f_int_words))));
    // Windows and switches have one word.
    a_single: assert (!(event_valid_o && (acc_window_i || f_switch)) || (f_goes == 32'd0 && words_o == 2'd0));
    a_int_torn: assert (!(f_torn && interrupt) || !f_int_fresh);
    // It reads that value; without a bank only while it is fresh, which it is not while disabled.
    a_int_read: assert (!interrupt || {f_read, read_value_o[31:0]} == ((VALUE_REGS != 0 ? f_int_stored : f_int_fresh && enable_i) ? {f_int_more, f_int_value} : 64'd0));
    // Why:
    a_int: assert (int_fresh_q == f_int_fresh && (!f_int_fresh || f_int_stored) && (f_int_stored || (f_int_more == 32'd0 && f_int_words == 2'd0)) && f_int_latch);
  end

  generate
    if (VALUE_REGS == 0) begin : g_formal
      // ---- any one of the thread and the user port is followed
      (* anyconst *) wire f_user;
      wire         f_mine  = !interrupt && user == f_user;
      wire         f_store = acc_value_i && !acc_narrow_i && f_mine;
      logic        f_fresh;                    // a value was stored; no id or narrow value, no switch, no disable since
      logic [31:0] f_value;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !enable_i || switched_i) f_fresh <= 1'b0;
        else if (f_spends && f_mine) f_fresh <= f_store;
        if (f_store) f_value <= acc_data_i;
      end
      wire f_same, f_there = CONTEXTS == 3 || !f_user;
      assign f_int_latch = (!f_int_stored || g_plain.int_value_q == f_int_value) && f_int_more == 32'd0 && f_int_words == 2'd0;
      if (CONTEXTS == 3) begin : g_user
        assign f_same = f_user ? g_plain.g_user.user_fresh_q == f_fresh && (!f_fresh || g_plain.g_user.user_value_q == f_value)
                               : g_plain.thread_fresh_q == f_fresh && (!f_fresh || g_plain.thread_value_q == f_value);
      end else begin : g_no_user
        assign f_same = f_user || (g_plain.thread_fresh_q == f_fresh && (!f_fresh || g_plain.thread_value_q == f_value));
      end
      always_comb if (f_started && f_there) begin
        // A value is used once at most, by the port it was stored at, and never after a switch; a pair is torn exactly if there is none.
        a_pair: assert (!(f_pair && f_mine) || (f_fresh && f_sent == f_value));
        a_torn: assert (!(f_torn && f_mine) || !f_fresh);
        // A port reads its fresh value, else 0, and 0 while disabled.
        a_read: assert (!f_mine || read_value_o == (f_fresh && enable_i ? {96'd0, f_value} : 128'd0));
        // Why:
        a_latch: assert (f_same);
        c_pair: cover (f_pair && f_mine && f_user);
        c_switch: cover (f_torn && f_mine && f_value == 32'd5);
      end
    end else begin : g_formal
      // ---- any one owner is followed: a thread, at the thread or the user port; the running thread changes in any cycle
      localparam integer IW = (VALUE_REGS > 1) ? $clog2(VALUE_REGS) : 1;
      (* anyconst *) wire [32:0] f_owner;
      wire           f_mine  = !interrupt && {user, running_i} == f_owner;
      wire           f_other = !interrupt && {user, running_i} != f_owner;
      wire           f_value_store = acc_value_i && !acc_narrow_i;
      logic          f_stored, f_fresh;        // it stored a value since it was enabled; and no id or narrow value since that
      logic [31:0]   f_value, f_more;          // its last value,
      logic [1:0]    f_words;
      logic [IW-1:0] f_slot;                   // and the latch it went to
      integer        k;
      wire [VALUE_REGS-1:0] f_held, f_good;         // latches of the followed owner; those that are as they must be
      wire [VALUE_REGS-1:0] f_runs;                 // its thread runs, and the unit knows
      logic          f_lost;                   // another owner without a latch stored a value when all latches were fresh
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
        else if (f_value_store && f_other && !g_bank.own && &g_bank.fresh_q) f_lost <= 1'b1;
        if (f_value_store && f_mine) begin
          f_more  <= 32'd0;
          f_words <= 2'd0;
        end else if (f_widens && f_mine && f_fresh && f_held != '0) begin
          if (acc_word_i == f_word) f_more <= acc_data_i;
          if (acc_word_i > f_words) f_words <= acc_word_i;
        end
        if (f_value_store && f_mine) begin
          f_value <= acc_data_i;
          f_slot  <= '0;
          for (k = 0; k < VALUE_REGS; k = k + 1) if (g_bank.takes[k]) f_slot <= k[IW-1:0];
        end
      end
      genvar f;
      // What a latch holds, or will when what is on its way is written.
      localparam integer LW = 32 * (VALUE_REGS + 1);
      wire [VALUE_REGS:0]    f_put   = g_bank.puts_q[VALUE_REGS:0];        // taken: the owner's, whose thread ran in the cycle before
      wire [LW-1:0]     f_first, f_further;
      wire [32*VALUE_REGS-1:0] f_owners_now;
      wire [2*VALUE_REGS+1:0] f_counts = g_bank.words_q;
      genvar f_w;
      wire [LW*WORDS-1:0] f_now;
      wire [WORDS-1:0]    f_puts;              // one latch at most is written, and in it the word that was stored, or all with word 0
      for (f_w = 0; f_w < WORDS; f_w = f_w + 1) begin : g_now
        wire [VALUE_REGS:0] puts = g_bank.puts_q[(VALUE_REGS+1)*f_w +: VALUE_REGS+1];
        assign f_puts[f_w] = (puts & (puts - 1'b1)) == '0 && (puts[VALUE_REGS-1:0] & ~g_bank.owned_q) == '0
                           && (g_bank.put_word_q == 2'd0 ? puts == f_put : g_bank.put_word_q == f_w || puts == '0);
        for (f = 0; f <= VALUE_REGS; f = f + 1) begin : g_each
          assign f_now[LW*f_w + 32*f +: 32] = g_bank.puts_q[(VALUE_REGS+1)*f_w + f] ? g_bank.what[32*f_w +: 32] : g_bank.latch_q[LW*f_w + 32*f +: 32];
        end
      end
      wire [4*LW-1:0] f_all = {{((4-WORDS)*LW+1){1'b0}}, f_now} & {(4*LW){1'b1}};
      assign f_first   = f_now[LW-1:0];
      assign f_further = f_word == 2'd1 ? f_all[2*LW-1:LW] : f_word == 2'd2 ? f_all[3*LW-1:2*LW] : f_all[4*LW-1:3*LW];
      assign f_int_latch = f_first[LW-1:LW-32] == (f_int_stored ? f_int_value : 32'd0) && f_further[LW-1:LW-32] == f_int_more && f_counts[2*VALUE_REGS +: 2] == f_int_words;
      for (f = 0; f < VALUE_REGS; f = f + 1) begin : g_slot
        assign f_owners_now[32*f +: 32] = f_put[f] ? f_was_running : g_bank.owner_q[32*f +: 32];
        assign f_held[f] = g_bank.owned_q[f] && {g_bank.user_q[f] && CONTEXTS == 3, f_owners_now[32*f +: 32]} == f_owner;
        assign f_runs[f] = g_bank.owned_q[f] ? settle_o || g_bank.runs_q[f] == (f_owners_now[32*f +: 32] == running_i) : !g_bank.runs_q[f];
        assign f_good[f] = !f_held[f] || (f_stored && f_first[32*f +: 32] == f_value && f_further[32*f +: 32] == f_more && f_counts[2*f +: 2] == f_words && g_bank.fresh_q[f] == f_fresh);
      end
      wire [VALUE_REGS-1:0] f_alone;                // no other latch has the same owner
      genvar i, j;
      for (i = 0; i < VALUE_REGS; i = i + 1) begin : g_alone
        wire [VALUE_REGS-1:0] same;
        for (j = 0; j < VALUE_REGS; j = j + 1) begin : g_each
          assign same[j] = g_bank.owned_q[i] && g_bank.owned_q[j] && i != j && (CONTEXTS == 2 || g_bank.user_q[i] == g_bank.user_q[j]) && f_owners_now[32*i +: 32] == f_owners_now[32*j +: 32];
        end
        assign f_alone[i] = !(|same);
      end
      wire f_there = CONTEXTS == 3 || !f_owner[32];
      logic f_forgot = 1'b0;                   // it read something else than its fresh value in the cycle before, where all other properties held
      always_ff @(posedge clk_i) f_forgot <= rst_ni && f_mine && !settle_o && f_fresh && !f_lost && enable_i && {f_read, read_value_o[31:0]} != {f_more, f_value};
      always_comb if (f_started && f_there) begin
        // Never a torn pair: an event carries the last value its owner stored, and it was stored since the owner's last id.
        a_pair: assert (!(f_pair && f_mine) || (f_fresh && f_sent == f_value && (f_switch || (f_goes == f_more && words_o == f_words))));
        // A pair is dropped as torn only if no value is fresh, or other owners have taken the latches meanwhile.
        a_torn: assert (!(f_torn && f_mine) || !f_fresh || f_lost);
        // An owner reads its own last value, or 0 if it has no latch any more; 0 while disabled.
        a_read: assert (!f_mine || settle_o || {f_read, read_value_o[31:0]} == 64'd0 || (f_stored && enable_i && {f_read, read_value_o[31:0]} == {f_more, f_value}));
        a_kept: assert (!f_forgot);
        // Why: it has one latch at most, with its last value, and has it while it is fresh unless all were taken.
        a_one_latch: assert ((f_held & ~({{(VALUE_REGS-1){1'b0}}, 1'b1} << f_slot)) == '0);
        a_latch: assert (&f_good);
        a_has: assert (!f_fresh || f_lost || f_held[f_slot]);
        a_owned: assert ((g_bank.fresh_q & ~g_bank.owned_q) == '0 && (!f_fresh || f_stored));
        a_alone: assert (&f_alone);
        a_runs: assert (&f_runs);
        a_put: assert (&f_puts && (f_put == '0 || (!f_was_switched && !f_was_reset)));
        a_victim: assert (g_bank.victim_q <= g_bank.LAST_SLOT);
        c_pair_after_others: cover (f_pair && f_mine && !f_lost && &g_bank.owned_q);
        c_torn: cover (f_torn && f_mine && f_fresh && f_lost);
      end
`ifdef FEW_THREAD_CACHE
      // With no more owners than latches, no latch is ever taken from one: these are all that run.
      (* anyconst *) wire [33*VALUE_REGS-1:0] f_owners;
      wire [VALUE_REGS-1:0] f_is_running, f_is_known;
      for (i = 0; i < VALUE_REGS; i = i + 1) begin : g_owners
        assign f_is_running[i] = {user, running_i} == f_owners[33*i +: 33];
        wire [VALUE_REGS-1:0] known;
        for (j = 0; j < VALUE_REGS; j = j + 1) begin : g_each
          assign known[j] = {g_bank.user_q[i] && CONTEXTS == 3, f_owners_now[32*i +: 32]} == f_owners[33*j +: 33];
        end
        assign f_is_known[i] = !g_bank.owned_q[i] || |known;
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
    c_masked: cover (CONTEXTS == 2 || (event_valid_o && f_kind == weir_pkg::DROP_MASK));
    c_window: cover (event_valid_o && acc_window_i && f_kind == weir_pkg::DROP_USER);
  end
`endif
`undef WEIR_ENV
`endif
endmodule
`default_nettype wire
