// SPDX-License-Identifier: Apache-2.0
// weir_port: turns the stores to the port and window pages of one hart into events; every owner
// keeps its own value.
//
// Owner    With VALUE_REGS > 0, thread and user port share a bank of VALUE_REGS value registers,
//          each owned by a thread at one of the two ports. With VALUE_REGS = 0 each port has one
//          value register, which a thread switch makes stale. The interrupt port always has one of
//          its own.
// Latency  None: an access takes effect, and offers its event, in the cycle that accepts it.
`default_nettype none
module weir_port #(
    parameter integer VALUE_REGS = 4,          // value registers of the bank, 0..16
    // 2: thread and interrupt port; 3: user port and class masks, too
    parameter integer PROTECT = 0,
    parameter integer WORDS = 1,          // words of a value, 1..4
    parameter [3:0] HART = 4'd0
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,
    // CTRL.ENABLE; low discards every pending value
    input  wire                       enable_i,
    input  wire [weir_event::ID_W-1:0] switch_id_i,    // id of THREAD_SWITCH
    // classes each port may emit: 3 bits a context, USER in the low bit
    input  wire [8:0]                 mask_i,

    // One access, in the cycle that accepts it; only while enabled.
    input  wire                       acc_value_i,     // a store to VALUE,
    input  wire                       acc_arg_i,      // to an extra argument,
    // number of the extra argument, 1 to WORDS - 1
    input  wire [1:0]                 acc_arg_index_i,
    input  wire                       acc_id_i,        // to ID,
    // to an event window, whole words only; at most one of the four
    input  wire                       acc_window_i,
    // an event window is addressed, accepted or not; access_kind_o says which event it would be
    input  wire                       window_i,
    // of this port, below CONTEXTS; selects read_value_o, too
    input  wire [1:0]                 acc_context_i,
    input  wire                       acc_narrow_i,    // narrower than a word
    input  wire [31:0]                acc_data_i,
    input  wire [9:0]                 acc_offset_i,    // word in the event window: the id

    // VALUE and the extra arguments as their owner reads them; 0 above; combinational
    output wire [127:0]               read_value_o,

    input  wire [31:0]                running_i,       // running thread of the hart
    input  wire                       switched_i,      // it changes in this cycle
    // it changed in the cycle before: no access, and read_value_o is not valid
    output wire                       stall_switch_o,

    output wire                       event_valid_o,   // accepted at once
    // event class if valid, otherwise the drop reason; ignores torn pairs
    output wire [weir_pkg::DROP_W-1:0] access_kind_o,
    // its extra arguments are 0 if not stored, their count is the number of the last one stored
    output wire [weir_event::W-1:0]   event_o
);
`include "weir_types.svh"
  generate
    if (VALUE_REGS < 0 || VALUE_REGS > 16) begin : g_entries
      ERROR_SLOTS_must_be_0_to_16 error ();
    end
    if (WORDS < 1 || WORDS > 4 || (WORDS > 1 && VALUE_REGS == 0)) begin : g_words
      ERROR_WORDS_must_be_1_to_4_and_more_than_1_need_VALUE_REGS error ();
    end
  endgenerate

  wire interrupt = acc_context_i == weir_pkg::CONTEXT_INTERRUPT;
  wire user      = acc_context_i == weir_pkg::CONTEXT_USER_MODE;
  wire store     = acc_value_i && !acc_narrow_i;                  // stores a value
  wire spend     = acc_id_i || ((acc_value_i || acc_arg_i) && acc_narrow_i);
  // stores an extra argument of the value stored last
  wire widen     = WORDS > 1 && acc_arg_i && !acc_narrow_i;

  // the interrupt port has a value that no id has used
  logic int_fresh_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) int_fresh_q <= 1'b0;
    else if (interrupt && store) int_fresh_q <= 1'b1;
    else if (interrupt && spend) int_fresh_q <= 1'b0;
  end

  // ---- value registers
  // of the owner of the access, at the thread or user port
  wire         owner_fresh;
  // value, extra arguments and their count in the register of the access
  wire [31:0]  stored;
  wire [95:0]  stored_args;
  wire [1:0]   stored_arg_count;
  wire         has_value;                                             // it may have a value to read
  generate
    if (VALUE_REGS == 0) begin : g_plain
      logic        thread_fresh_q;
      logic [31:0] int_value_q, thread_value_q;
      wire  [31:0] owner_value;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !enable_i) thread_fresh_q <= 1'b0;
        else if (!interrupt && !user && store) thread_fresh_q <= 1'b1;
        // @plain_switch
        else if (switched_i || (!interrupt && !user && spend)) thread_fresh_q <= 1'b0;
        if (!interrupt && !user && store) thread_value_q <= acc_data_i;
        // a value that is not fresh cannot be read
        if (interrupt && store) int_value_q <= acc_data_i;
      end
      if (PROTECT != 0) begin : g_user
        logic        user_fresh_q;
        logic [31:0] user_value_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni || !enable_i) user_fresh_q <= 1'b0;
          else if (user && store) user_fresh_q <= 1'b1;
          else if (switched_i || (user && spend)) user_fresh_q <= 1'b0;
          if (user && store) user_value_q <= acc_data_i;
        end
        assign owner_fresh = user ? user_fresh_q : thread_fresh_q;
        assign owner_value = user ? user_value_q : thread_value_q;
      end else begin : g_no_user
        assign owner_fresh = thread_fresh_q;
        assign owner_value = thread_value_q;
      end
      assign stored       = interrupt ? int_value_q : owner_value;
      assign stored_args  = 96'd0;
      assign stored_arg_count = 2'd0;
      // @disabled_read
      assign has_value         = enable_i && (interrupt ? int_fresh_q : owner_fresh);
      assign stall_switch_o      = 1'b0;
      wire unused = &{1'b0, running_i, widen, acc_arg_index_i};
    end else begin : g_bank
      localparam integer IW = (VALUE_REGS > 1) ? $clog2(VALUE_REGS) : 1;
      localparam [31:0] LAST_REG = VALUE_REGS - 1;
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
      // owned, and its thread ran in the cycle before
      logic [VALUE_REGS-1:0] runs_q;
      // owned by the owner of the access: at most one
      wire [VALUE_REGS-1:0] mine;
      genvar g, w;
      for (g = 0; g < VALUE_REGS; g = g + 1) begin : g_mine
        assign mine[g] = !interrupt && runs_q[g] && (PROTECT == 0 || user_q[g] == user);  // @user
      end
      wire          owner       = |mine;
      wire          free      = !(&fresh_q);                       // a value register is not fresh
      wire [IW-1:0] other     = free ? lowest(~fresh_q) : victim_q;
      // the value register that a store takes
      wire [VALUE_REGS-1:0] takes;
      logic stall_switch_q;
      always_ff @(posedge clk_i) stall_switch_q <= rst_ni && switched_i;  // @runs_late
      assign stall_switch_o = stall_switch_q;

      // TIMING: ownership and freshness are updated one cycle after a store:
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !enable_i) begin
          owned_q  <= '0;
          fresh_q  <= '0;
          victim_q <= '0;
        end else if (!interrupt && store) begin
          owned_q <= owned_q | takes;
          fresh_q <= fresh_q | takes;
          if (!owner && !free) victim_q <= ({{(32-IW){1'b0}}, victim_q} == LAST_REG) ? '0
              : victim_q + 1'b1;
        end else if (spend) begin
          fresh_q <= fresh_q & ~mine;  // @reuse
        end
      end
      // put_data_q holds the stored word by then, and the value register has it one cycle later, so
      // no value register waits for the accept signal. The interrupt port's register arrives after
      // those of the bank.
      // the value register to write, for each word: word 0 takes it and clears the others
      logic [(VALUE_REGS+1)*WORDS-1:0] puts_q;
      logic [1:0]          put_word_q;                             // number of the stored word
      logic [31:0]         put_data_q;
      // number of the last extra argument stored
      logic [2*VALUE_REGS+1:0]  arg_count_q;
      wire  [VALUE_REGS:0]      stores = {interrupt && store, {VALUE_REGS{!interrupt && store}}
          & takes};
      // the value register of the access
      wire  [VALUE_REGS:0]      selected  = {interrupt, mine};  // @interrupt
      wire  [VALUE_REGS:0]      widens = selected & {int_fresh_q, fresh_q}
          & {(VALUE_REGS+1){widen}};
      always_ff @(posedge clk_i) begin
        put_word_q <= widen ? acc_arg_index_i : 2'd0;
        if (store || widen) put_data_q <= acc_data_i;  // @put_data
      end
      for (g = 0; g < VALUE_REGS; g = g + 1) begin : g_owner
        assign takes[g] = owner ? mine[g] : {{(32-IW){1'b0}}, other} == g;  // @two_regs
        always_ff @(posedge clk_i) begin  // @take
          if (stores[g]) user_q[g] <= user;
          // @owner
          if (puts_q[g]) owner_q[32*g +: 32] <= running_i;         // as in the cycle of the store
          // @put
          runs_q[g] <= rst_ni && enable_i && (stores[g]
              || (owned_q[g] && (puts_q[g] || owner_q[32*g +: 32] == running_i)));
        end
      end
      localparam integer LW = 32 * (VALUE_REGS + 1);
      // one word of all value registers, then the next word
      logic [LW*WORDS-1:0]        value_q;
      // the word written; the words of the register of the access
      wire  [32*WORDS-1:0]        what, words;
      for (w = 0; w < WORDS; w = w + 1) begin : g_word
        wire [VALUE_REGS:0] now = puts_q[(VALUE_REGS+1)*w +: VALUE_REGS+1];
        // @high_other
        always_ff @(posedge clk_i) puts_q[(VALUE_REGS+1)*w +: VALUE_REGS+1] <= rst_ni ? stores
            | (w != 0 && acc_arg_index_i == w ? widens : '0) : '0;
        assign what[32*w +: 32]  = put_word_q == w ? put_data_q : 32'd0;
        // TIMING: the selection arrives late
        // @late
        assign words[32*w +: 32] = (selected & now) != '0 ? what[32*w +: 32]
            : pick(value_q[LW*w +: LW], selected);
        for (g = 0; g <= VALUE_REGS; g = g + 1) begin : g_value
          always_ff @(posedge clk_i) begin
            if (g == VALUE_REGS && !rst_ni) value_q[LW*w + 32*g +: 32] <= 32'd0;
            else if (now[g]) value_q[LW*w + 32*g +: 32] <= what[32*w +: 32];
          end
        end
      end
      // one-hot or 0
      function automatic [31:0] pick(input [LW-1:0] values, input [VALUE_REGS:0] which);
        integer k;
        begin
          pick = 32'd0;
          for (k = 0; k <= VALUE_REGS; k = k + 1) if (which[k]) pick = pick | values[32*k +: 32];
        end
      endfunction
      assign owner_fresh = (fresh_q & mine) != '0;
      assign stored   = words[31:0];
      if (WORDS > 1) begin : g_args
        for (g = 0; g <= VALUE_REGS; g = g + 1) begin : g_count
          always_ff @(posedge clk_i) begin
            if (stores[g] || (g == VALUE_REGS && !rst_ni)) arg_count_q[2*g +: 2] <= 2'd0;
            // @args_count
            else if (widens[g] && acc_arg_index_i > arg_count_q[2*g +: 2])
              arg_count_q[2*g +: 2] <= acc_arg_index_i;
          end
        end
        function automatic [1:0] pick_count(input [2*VALUE_REGS+1:0] counts,
            input [VALUE_REGS:0] which);
          integer k;
          begin
            pick_count = 2'd0;
            for (k = 0; k <= VALUE_REGS; k = k + 1) if (which[k]) pick_count = pick_count
                | counts[2*k +: 2];
          end
        endfunction
        assign stored_args[32*WORDS-33:0] = words[32*WORDS-1:32];
        if (WORDS < 4) begin : g_none
          assign stored_args[95:32*WORDS-32] = '0;
        end
        assign stored_arg_count = pick_count(arg_count_q, selected);
      end else begin : g_no_args
        assign arg_count_q       = '0;
        assign stored_args  = 96'd0;
        assign stored_arg_count = 2'd0;
        wire unused = &{1'b0, arg_count_q};
      end
      assign has_value = interrupt || enable_i;
    end
  endgenerate
  assign read_value_o = has_value ? {stored_args, stored} : 128'd0;

  // ---- class or drop reason of the access: TIMING: from the address alone, because the access may
  // have to stall for free space
  localparam integer IW = weir_event::ID_W;
  wire [IW-1:0] named = window_i ? {{(IW-10){1'b0}}, acc_offset_i} : acc_data_i[IW-1:0];
  wire        fits   = window_i || (!acc_narrow_i && acc_data_i[31:IW] == '0);
  wire        is_tsw = fits && named == switch_id_i;
  wire        bad    = !is_tsw && (!fits || named == '0 || named[IW-1:IW-2] == 2'b10);
  wire [weir_pkg::DROP_W-1:0] class_w = (is_tsw || named[IW-1]) ? weir_pkg::DROP_SYS : named[IW-2]
      ? weir_pkg::DROP_COM : weir_pkg::DROP_USER;
  wire [2:0]  may    = user ? mask_i[8:6] : interrupt ? mask_i[5:3] : mask_i[2:0];
  wire        masked = PROTECT != 0 && !may[class_w[1:0]];  // @mask
  assign access_kind_o  = bad ? weir_pkg::DROP_ID : masked ? weir_pkg::DROP_MASK : class_w;

  // ---- the event; with GATE it holds while the unit is disabled, whatever is stored
  wire        on     = enable_i;
  wire        fresh  = window_i || (interrupt ? int_fresh_q : owner_fresh);
  wire [weir_pkg::DROP_W-1:0] kind   = !on ? weir_pkg::DROP_USER : bad || masked || fresh
      ? access_kind_o : weir_pkg::DROP_TORN;
  wire [31:0] value  = !on ? 32'd0 : window_i ? acc_data_i : (has_value) ? stored : 32'd0;

  assign event_valid_o = acc_id_i || acc_window_i;
  // events without extra arguments
  wire   single  = window_i || is_tsw || (!(has_value && enable_i));
  event_t offer;
  assign offer.arg_count = single ? 2'd0 : stored_arg_count;
  assign offer.args      = single ? 96'd0 : stored_args;
  assign offer.is_switch = on && is_tsw;
  assign offer.hart      = HART;
  assign offer.ctx       = on ? acc_context_i : 2'd0;
  assign offer.kind      = kind;
  assign offer.id        = on ? named : '0;
  assign offer.value     = value;
  assign event_o = offer;

`ifdef FORMAL
`include "weir_port_fv.svh"
`endif
endmodule
`default_nettype wire
