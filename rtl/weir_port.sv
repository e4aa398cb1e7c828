// SPDX-License-Identifier: Apache-2.0
// port: the stores to VALUE, ID and RUNNING of one hart become events; every owner keeps its own value.
//
// Use      an access is registered, and takes effect in the first following cycle with event_ready_i high.
// Owner    the interrupt port has one latch, the thread port SLOTS latches, each owned by a thread.
// Latency  one cycle from acceptance to the event.
`default_nettype none
module weir_port #(
    parameter integer SLOTS = 4,          // latches of the thread port, 1..16
    parameter [3:0] HART = 4'd0           // number of the hart
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,
    input  wire                       enable_i,        // CTRL.ENABLE; low forgets every pending value
    input  wire [15:0]                switch_id_i,     // id of THREAD_SWITCH

    // One access, accepted in a cycle with acc_valid_i and acc_ready_o. VALUE and ID come only while enabled.
    input  wire                       acc_valid_i,
    output wire                       acc_ready_o,
    input  wire                       acc_value_i,     // one-hot: a store to VALUE,
    input  wire                       acc_id_i,        // to ID,
    input  wire                       acc_running_i,   // or to RUNNING
    input  wire                       acc_interrupt_i, // VALUE, ID: of the interrupt port
    input  wire                       acc_narrow_i,    // VALUE, ID: narrower than a word
    input  wire [31:0]                acc_data_i,
    output wire                       acc_pending_o,   // an accepted access has not taken effect yet

    // VALUE as its owner reads it: combinational, true while acc_pending_o is low.
    input  wire                       read_interrupt_i,
    output wire [31:0]                read_value_o,

    input  wire [31:0]                running_i,       // running thread of the hart
    output wire                       running_set_o,   // one cycle: the running thread becomes event_o's value
    output wire [31:0]                running_value_o,

    output wire                       event_valid_o,   // held until event_ready_i
    output wire [weir_event::W-1:0]   event_o,
    input  wire                       event_ready_i    // must not depend on event_valid_o
);
  localparam integer IW = (SLOTS > 1) ? $clog2(SLOTS) : 1;
  localparam [31:0] LAST_SLOT = SLOTS - 1;

  generate
    if (SLOTS < 1 || SLOTS > 16) begin : g_slots
      ERROR_SLOTS_must_be_1_to_16 error ();
    end
  endgenerate

  // ---- the access under way
  logic        s_valid_q, s_value_q, s_id_q, s_running_q, s_interrupt_q, s_narrow_q, s_enable_q;
  logic [31:0] s_data_q;
  wire         go = s_valid_q && event_ready_i;

  assign acc_ready_o   = !s_valid_q || event_ready_i;
  assign acc_pending_o = s_valid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s_valid_q <= 1'b0;
    else if (acc_ready_o) s_valid_q <= acc_valid_i;
    if (acc_ready_o && acc_valid_i) begin
      s_value_q     <= acc_value_i;
      s_id_q        <= acc_id_i;
      s_running_q   <= acc_running_i;
      s_interrupt_q <= acc_interrupt_i;
      s_narrow_q    <= acc_narrow_i;
      s_enable_q    <= enable_i;
      s_data_q      <= acc_data_i;
    end
  end

  // ---- latches of the thread port
  logic [SLOTS-1:0]    owned_q, fresh_q;
  logic [SLOTS*32-1:0] owner_q, value_q;
  logic [IW-1:0]       victim_q;
  function automatic [IW-1:0] lowest(input [SLOTS-1:0] set);   // number of the lowest member
    integer k;
    begin
      lowest = '0;
      for (k = SLOTS - 1; k >= 0; k = k - 1) if (set[k]) lowest = k[IW-1:0];
    end
  endfunction
  wire [SLOTS-1:0] mine;                                       // owned by the running thread: one at most
  genvar g;
  generate
    for (g = 0; g < SLOTS; g = g + 1) begin : g_mine
      assign mine[g] = owned_q[g] && owner_q[32*g +: 32] == running_i;
    end
  endgenerate
  wire          own       = |mine;
  wire          free      = !(&fresh_q);                       // a latch is not fresh
  wire [IW-1:0] own_slot  = lowest(mine);
  wire [IW-1:0] free_slot = lowest(~fresh_q);
  wire [IW-1:0] take_slot = own ? own_slot : free ? free_slot : victim_q;
  wire          thread_go = go && !s_interrupt_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) begin
      owned_q  <= '0;
      fresh_q  <= '0;
      victim_q <= '0;
    end else if (thread_go && s_value_q && !s_narrow_q) begin
      owned_q[take_slot] <= 1'b1;
      fresh_q[take_slot] <= 1'b1;
      if (!own && !free) victim_q <= ({{(32-IW){1'b0}}, victim_q} == LAST_SLOT) ? '0 : victim_q + 1'b1;
    end else if (thread_go && (s_id_q || s_value_q) && own) begin
      fresh_q[own_slot] <= 1'b0;
    end
    if (thread_go && s_value_q && !s_narrow_q) begin
      owner_q[32*take_slot +: 32] <= running_i;
      value_q[32*take_slot +: 32] <= s_data_q;
    end
  end

  // ---- the latch of the interrupt port
  logic        int_fresh_q;
  logic [31:0] int_value_q;
  wire         int_go = go && s_interrupt_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) int_fresh_q <= 1'b0;
    else if (int_go && s_value_q) int_fresh_q <= !s_narrow_q;
    else if (int_go && s_id_q) int_fresh_q <= 1'b0;
    if (!rst_ni) int_value_q <= 32'd0;
    else if (int_go && s_value_q && !s_narrow_q) int_value_q <= s_data_q;
  end

  wire [31:0] own_value = own ? value_q[32*own_slot +: 32] : 32'd0;
  assign read_value_o = read_interrupt_i ? int_value_q : enable_i ? own_value : 32'd0;

  // ---- the event
  wire [15:0] id      = s_data_q[15:0];
  wire        fits    = !s_narrow_q && s_data_q[31:16] == 16'd0;
  wire        is_tsw  = fits && id == switch_id_i;
  wire        bad     = !is_tsw && (!fits || id == 16'd0 || id[15:14] == 2'b10);
  wire        fresh   = s_interrupt_q ? int_fresh_q : (own && fresh_q[own_slot]);
  wire [1:0]  class_w = bad ? weir_pkg::CLASS_NONE
                      : (is_tsw || id[15]) ? weir_pkg::CLASS_SYS
                      : id[14] ? weir_pkg::CLASS_COM : weir_pkg::CLASS_USER;
  wire        torn    = s_id_q && !bad && !fresh;
  wire [31:0] value   = s_interrupt_q ? int_value_q : own_value;
  wire        changes = s_data_q != running_i;

  assign event_valid_o = s_valid_q && (s_id_q || (s_running_q && s_enable_q && changes));
  assign event_o = s_running_q
      ? {1'b0, 1'b0, 1'b1, HART, weir_pkg::CONTEXT_SNOOP, weir_pkg::CLASS_SYS, switch_id_i, s_data_q}
      : {bad, torn, is_tsw, HART, 1'b0, s_interrupt_q, class_w, id, value};

  assign running_set_o   = go && (s_running_q || (s_id_q && is_tsw && fresh));
  assign running_value_o = s_running_q ? s_data_q : value;

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
  always_comb if (f_started) begin
    // An access is one of three, and VALUE and ID come only while enabled.
    m_access: `WEIR_ENV (!acc_valid_i || {1'b0, acc_value_i} + {1'b0, acc_id_i} + {1'b0, acc_running_i} == 2'd1);
    m_enabled: `WEIR_ENV (!acc_valid_i || acc_running_i || enable_i);
    // RUNNING is a register: whole words, and no port page.
    m_running: `WEIR_ENV (!(acc_valid_i && acc_running_i) || !(acc_narrow_i || acc_interrupt_i));
    // So it stays.
    a_access: assert (!s_valid_q || {1'b0, s_value_q} + {1'b0, s_id_q} + {1'b0, s_running_q} == 2'd1);
    a_running: assert (!(s_valid_q && s_running_q) || !(s_narrow_q || s_interrupt_q));
  end
  wire f_pair = event_valid_o && s_id_q && !event_o[weir_event::TORN_LSB] && !event_o[weir_event::BADID_LSB];

`ifdef PROVE_weir_port
  // ---- any one thread is followed; the running thread changes as it likes, in any cycle
  (* anyconst *) wire [31:0] f_thread;
  wire         f_mine = running_i == f_thread;
  logic        f_stored, f_fresh;              // it stored a value since it was enabled; and has not sent an id since
  logic [31:0] f_value;                        // its last value,
  logic [IW-1:0] f_slot;                       // and the latch it went to
  logic        f_lost;                         // a thread without a latch stored a value when all latches were fresh
  wire         f_store = s_valid_q && event_ready_i && s_value_q && !s_narrow_q && !s_interrupt_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) begin
      f_stored <= 1'b0;
      f_fresh  <= 1'b0;
      f_lost   <= 1'b0;
    end else if (f_store && f_mine) begin
      f_stored <= 1'b1;
      f_fresh  <= 1'b1;
      f_lost   <= 1'b0;
    end else if (f_mine && s_valid_q && event_ready_i && !s_interrupt_q && !s_running_q) f_fresh <= 1'b0;
    else if (f_store && !own && &fresh_q) f_lost <= 1'b1;
    if (f_store && f_mine) begin
      f_value <= s_data_q;
      f_slot  <= take_slot;
    end
  end
  // ---- the interrupt port
  logic        f_int_fresh;
  logic [31:0] f_int_value;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) f_int_fresh <= 1'b0;
    else if (s_valid_q && event_ready_i && s_interrupt_q && !s_running_q) f_int_fresh <= s_value_q && !s_narrow_q;
    if (!rst_ni) f_int_value <= 32'd0;
    else if (s_valid_q && event_ready_i && s_interrupt_q && s_value_q && !s_narrow_q) f_int_value <= s_data_q;
  end

  wire [SLOTS-1:0] f_held, f_good;             // latches of the followed thread; those that are as they must be
  generate
    for (g = 0; g < SLOTS; g = g + 1) begin : g_formal
      assign f_held[g] = owned_q[g] && owner_q[32*g +: 32] == f_thread;
      assign f_good[g] = !f_held[g] || (f_stored && value_q[32*g +: 32] == f_value && fresh_q[g] == f_fresh);
    end
  endgenerate
  always_comb if (f_started) begin
    // Never a torn pair: an event of a thread carries the last value this thread stored, and it was stored since the last id.
    a_pair: assert (!(f_pair && !s_interrupt_q && f_mine) || (f_fresh && event_o[weir_event::VALUE_LSB +: 32] == f_value));
    a_pair_interrupt: assert (!(f_pair && s_interrupt_q)
                              || (f_int_fresh && event_o[weir_event::VALUE_LSB +: 32] == f_int_value));
    // A pair is refused as torn only if no value is fresh, or other threads have taken the latches meanwhile.
    a_torn: assert (!(event_valid_o && event_o[weir_event::TORN_LSB] && !s_interrupt_q && f_mine) || !f_fresh || f_lost);
    a_torn_interrupt: assert (!(event_valid_o && event_o[weir_event::TORN_LSB] && s_interrupt_q) || !f_int_fresh);
    // A thread reads its own last value, or 0; the interrupt port reads its own.
    a_read: assert (!(f_mine && !read_interrupt_i) || read_value_o == 32'd0 || (f_stored && read_value_o == f_value));
    a_read_interrupt: assert (!read_interrupt_i || read_value_o == f_int_value);
    // Why: it has one latch at most, with its last value, and has it while it is fresh unless all were taken.
    a_one_latch: assert ((f_held & ~({{(SLOTS-1){1'b0}}, 1'b1} << f_slot)) == '0);
    a_latch: assert (&f_good);
    a_has: assert (!f_fresh || f_lost || f_held[f_slot]);
    a_owned: assert ((fresh_q & ~owned_q) == '0 && (!f_fresh || f_stored));
    a_interrupt: assert (int_fresh_q == f_int_fresh && int_value_q == f_int_value);
    a_victim: assert (victim_q <= LAST_SLOT);
  end

`ifdef FEW_THREADS
  // With no more threads than latches, no latch is ever taken from a thread: f_threads are all that run.
  (* anyconst *) wire [32*SLOTS-1:0] f_threads;
  wire [SLOTS-1:0] f_is_running, f_is_known, f_alone;
  genvar i, j;
  generate
    for (i = 0; i < SLOTS; i = i + 1) begin : g_threads
      assign f_is_running[i] = running_i == f_threads[32*i +: 32];
      wire [SLOTS-1:0] known, same;
      for (j = 0; j < SLOTS; j = j + 1) begin : g_each
        assign known[j] = owner_q[32*i +: 32] == f_threads[32*j +: 32];
        assign same[j] = owned_q[i] && owned_q[j] && i != j && owner_q[32*i +: 32] == owner_q[32*j +: 32];
      end
      assign f_is_known[i] = !owned_q[i] || |known;
      assign f_alone[i] = !(|same);
    end
  endgenerate
  always_comb if (f_started) begin
    m_few: assume (|f_is_running);
    a_known: assert (&f_is_known && &f_alone);
    a_never_lost: assert (!f_lost);
  end
`endif

  // All of this happens.
  always_comb if (f_started) begin
    c_pair_after_others: cover (f_pair && f_mine && !s_interrupt_q && f_lost == 1'b0 && &owned_q);
    c_torn: cover (event_valid_o && event_o[weir_event::TORN_LSB] && f_mine && f_fresh && f_lost);
    c_interrupt: cover (f_pair && s_interrupt_q && f_fresh);
  end
`endif
`undef WEIR_ENV
`endif
endmodule
`default_nettype wire
