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

endmodule
`default_nettype wire
