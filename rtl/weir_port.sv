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
    // number of the extra argument, 1 to WORDS - 1; 0: VALUE. Selects read_value_o, too
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
    input  wire [weir_event::ID_W-1:0] window_id_i,    // id of the window's word addressed

    // VALUE or the extra argument as its owner reads it; combinational
    output wire [31:0]                read_value_o,

    input  wire [31:0]                running_i,       // running thread of the hart
    input  wire                       switched_i,      // it changes in this cycle
    // since it changed, its value register is searched for: no access of the thread or user port
    // but by windows, and read_value_o of these is not valid. A cycle for each that has an owner
    output wire                       stall_switch_o,

    output wire                       event_valid_o,   // accepted at once
    // event class if valid, otherwise the drop reason; ignores torn pairs
    output wire [weir_pkg::DROP_W-1:0] access_kind_o,
    // its extra arguments are 0 if not stored, their count is the highest number stored
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
  wire user      = acc_context_i == weir_pkg::CONTEXT_USER_MODE;  // @user_mode
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
  // value, extra arguments and their count in the register of the access; anything if it has none
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
      // AREA: values and owners are in RAM. The owners are searched one a cycle, and only after a
      // thread switch, so there is one comparator.
      localparam integer IW = (VALUE_REGS > 1) ? $clog2(VALUE_REGS) : 1;
      localparam integer LAST_REG = VALUE_REGS - 1;
      localparam [IW-1:0] LAST = LAST_REG[IW-1:0];
      localparam integer PW = $clog2(VALUE_REGS + 1);
      localparam [PW-1:0] INTERRUPT = VALUE_REGS[PW-1:0];
      logic [32:0]           owners [0:VALUE_REGS-1];              // user port, thread
      logic [PW-1:0]         used_q;                               // these first have an owner
      logic [VALUE_REGS-1:0] fresh_q;
      logic [IW-1:0]         victim_q;
      // Number of the lowest member.
      function automatic [IW-1:0] lowest(input [VALUE_REGS-1:0] set);
        integer k;
        begin
          lowest = '0;
          for (k = VALUE_REGS - 1; k >= 0; k = k - 1) if (set[k]) lowest = k[IW-1:0];
        end
      endfunction
      // Number of a value register with that of the interrupt port, which is the last.
      function automatic [PW-1:0] place(input of_interrupt, input [IW-1:0] at);
        begin
          place = '0;
          place[IW-1:0] = at;
          if (of_interrupt) place = INTERRUPT;
        end
      endfunction

      // ---- search, from the last that has an owner down
      logic          search_q;
      logic [IW-1:0] at_q;
      wire  [32:0]   owner_at = owners[at_q];
      wire           same     = search_q && owner_at[31:0] == running_i;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !enable_i) search_q <= 1'b0;
        else if (switched_i) search_q <= used_q != '0;  // @search
        else if (at_q == '0) search_q <= 1'b0;  // @search_end
        if (switched_i) at_q <= used_q[IW-1:0] - 1'b1;
        else if (search_q) at_q <= at_q - 1'b1;
      end
      assign stall_switch_o = search_q && enable_i;

      // ---- the value register of the running thread at each port, and of the access
      localparam integer PORTS = PROTECT != 0 ? 2 : 1;
      wire [PORTS-1:0]    found;                                   // it has one: this
      wire [PORTS*IW-1:0] found_at;
      wire                owner = PROTECT != 0 && user ? found[PORTS-1] : found[0];
      wire [IW-1:0]       mine  = PROTECT != 0 && user ? found_at[PORTS*IW-1 -: IW]
          : found_at[IW-1:0];
      wire                free  = !(&fresh_q);                     // a value register is not fresh
      wire [IW-1:0]       other = free ? lowest(~fresh_q) : victim_q;
      wire [IW-1:0]       taken = owner ? mine : other;           // that a store takes
      wire                put   = !interrupt && store;
      wire                take  = put && !owner;
      genvar g, p, w;
      for (p = 0; p < PORTS; p = p + 1) begin : g_port
        logic          found_q;
        logic [IW-1:0] at_port_q;
        wire hit   = same && (PROTECT == 0 || owner_at[32] == (p == 1));  // @user
        wire takes = take && (PROTECT == 0 || user == (p == 1));
        always_ff @(posedge clk_i) begin
          if (!rst_ni || !enable_i || switched_i) found_q <= 1'b0;  // @found
          else if (hit || takes) found_q <= 1'b1;
          // the other port took it
          else if (take && at_port_q == other) found_q <= 1'b0;  // @taken
          if (hit) at_port_q <= at_q;
          else if (takes) at_port_q <= other;
        end
        assign found[p] = found_q;
        assign found_at[IW*p +: IW] = at_port_q;
      end
      for (g = 0; g < VALUE_REGS; g = g + 1) begin : g_fresh
        always_ff @(posedge clk_i) begin
          if (!rst_ni || !enable_i) fresh_q[g] <= 1'b0;
          else if (put && {{(32-IW){1'b0}}, taken} == g) fresh_q[g] <= 1'b1;
          // @reuse
          else if (!interrupt && spend && owner && {{(32-IW){1'b0}}, mine} == g) fresh_q[g] <= 1'b0;
        end
      end
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !enable_i) begin
          used_q   <= '0;
          victim_q <= '0;
        end else if (take) begin
          if (place(1'b0, other) == used_q) used_q <= used_q + 1'b1;  // @used
          if (!free) victim_q <= victim_q == LAST ? '0 : victim_q + 1'b1;
        end
        if (take) owners[other] <= {user, running_i};  // @owner
      end
      assign owner_fresh = owner && fresh_q[mine];

      // ---- values: a store to VALUE clears the extra arguments; the last is the highest stored
      wire [PW-1:0]        put_at  = place(interrupt, taken);  // @two_regs
      // the address does not move while the unit is disabled
      wire [PW-1:0]        read_at = place(interrupt || !enable_i, mine);  // @interrupt
      wire                 widens  = widen && (interrupt ? int_fresh_q : owner_fresh);  // @stale
      wire [32*WORDS-1:0]  words;
      for (w = 0; w < WORDS; w = w + 1) begin : g_word
        logic [31:0] values [0:VALUE_REGS];
        wire         puts = store || (w != 0 && widens && acc_arg_index_i == w);  // @args_cleared
        wire  [31:0] what = w == 0 ? acc_data_i : acc_data_i & {32{!store}};
        always_ff @(posedge clk_i) if (puts) values[put_at] <= what;
        assign words[32*w +: 32] = values[read_at];
      end
      // reset and no store since: the interrupt port's value is 0
      logic int_stored_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) int_stored_q <= 1'b0;
        else if (interrupt && store) int_stored_q <= 1'b1;
      end
      assign stored = words[31:0];
      if (WORDS > 1) begin : g_args
        logic [1:0] counts [0:VALUE_REGS];                         // the last extra argument stored
        wire  [1:0] count = counts[read_at];
        always_ff @(posedge clk_i)
          if (store || (widens && acc_arg_index_i > count))  // @args_count
            counts[put_at] <= store ? 2'd0 : acc_arg_index_i;
        assign stored_args[32*WORDS-33:0] = words[32*WORDS-1:32];
        if (WORDS < 4) begin : g_none
          assign stored_args[95:32*WORDS-32] = '0;
        end
        assign stored_arg_count = count;
      end else begin : g_no_args
        assign stored_args      = 96'd0;
        assign stored_arg_count = 2'd0;
        wire unused = &{1'b0, widens, acc_arg_index_i};
      end
      assign has_value = interrupt ? int_stored_q : owner && enable_i;
    end
  endgenerate
  wire [127:0] shown = {stored_args, stored};
  assign read_value_o = has_value ? shown[32*acc_arg_index_i +: 32] : 32'd0;

  // ---- class or drop reason of the access: TIMING: from the address alone, because the access may
  // have to stall for free space
  localparam integer IW = weir_event::ID_W;
  wire [IW-1:0] named = window_i ? window_id_i : acc_data_i[IW-1:0];
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
  wire [31:0] value  = !on ? 32'd0 : window_i ? acc_data_i : stored;      // not read if torn

  assign event_valid_o = acc_id_i || acc_window_i;
  // events without extra arguments
  wire   single  = window_i || is_tsw;
  event_t offer;
  assign offer.arg_count = single ? 2'd0 : stored_arg_count;
  assign offer.args      = stored_args;                          // those above arg_count: not read
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
