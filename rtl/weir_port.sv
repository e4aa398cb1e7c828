// SPDX-License-Identifier: Apache-2.0
// port: the stores to the port and window pages of one hart become events; every owner keeps its own value.
//
// Owner    with SLOTS > 0 the thread and the user port share a bank of SLOTS latches, each owned by a thread at one of the
//          two ports; with SLOTS = 0 each has one latch, which a switch of threads makes stale. The interrupt port has one.
// Latency  none: an access takes effect, and offers its event, in the cycle that accepts it.
`default_nettype none
module weir_port #(
    parameter integer SLOTS = 4,          // latches of the bank, 0..16
    parameter integer CONTEXTS = 2,       // 2: thread and interrupt port; 3: user port and class masks too
    parameter [3:0] HART = 4'd0           // number of the hart
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,
    input  wire                       enable_i,        // CTRL.ENABLE; low forgets every pending value
    input  wire [15:0]                switch_id_i,     // id of THREAD_SWITCH
    input  wire [8:0]                 mask_i,          // classes each port may emit: 3 bits a context, USER low

    // One access, in the cycle that accepts it; only while enabled.
    input  wire                       acc_value_i,     // a store to VALUE,
    input  wire                       acc_id_i,        // to ID,
    input  wire                       acc_window_i,    // to a window, whole words only; one of the three at most
    input  wire [1:0]                 acc_context_i,   // of this port, less than CONTEXTS; also that of read_value_o
    input  wire                       acc_narrow_i,    // narrower than a word
    input  wire [31:0]                acc_data_i,
    input  wire [9:0]                 acc_offset_i,    // word in the window: the id

    output wire [31:0]                read_value_o,    // VALUE as its owner reads it: combinational

    input  wire [31:0]                running_i,       // running thread of the hart
    input  wire                       switched_i,      // it changes now

    output wire                       event_valid_o,   // taken at once
    output wire [weir_event::W-1:0]   event_o
);
  generate
    if (SLOTS < 0 || SLOTS > 16) begin : g_slots
      ERROR_SLOTS_must_be_0_to_16 error ();
    end
    if (CONTEXTS < 2 || CONTEXTS > 3) begin : g_contexts
      ERROR_CONTEXTS_must_be_2_or_3 error ();
    end
  endgenerate

  wire interrupt = acc_context_i == weir_pkg::CONTEXT_INTERRUPT;
  wire user      = acc_context_i == weir_pkg::CONTEXT_USER_MODE;
  wire store     = acc_value_i && !acc_narrow_i;                  // latches a value
  wire spend     = acc_id_i || (acc_value_i && acc_narrow_i);

  // ---- the latch of the interrupt port
  logic        int_fresh_q;
  logic [31:0] int_value_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) int_fresh_q <= 1'b0;
    else if (interrupt && store) int_fresh_q <= 1'b1;
    else if (interrupt && spend) int_fresh_q <= 1'b0;
    if (!rst_ni) int_value_q <= 32'd0;
    else if (interrupt && store) int_value_q <= acc_data_i;
  end

  // ---- the latches of the thread and the user port
  wire         own_fresh;                                         // of the access
  wire [31:0]  own_value;
  wire         there;                                             // the owner has a value to read
  generate
    if (SLOTS == 0) begin : g_plain
      logic        thread_fresh_q;
      logic [31:0] thread_value_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !enable_i) thread_fresh_q <= 1'b0;
        else if (!interrupt && !user && store) thread_fresh_q <= 1'b1;
        else if (switched_i || (!interrupt && !user && spend)) thread_fresh_q <= 1'b0;
        if (!interrupt && !user && store) thread_value_q <= acc_data_i;
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
      assign there = enable_i && (interrupt ? int_fresh_q : own_fresh);
      wire unused = &{1'b0, running_i};
    end else begin : g_bank
      localparam integer IW = (SLOTS > 1) ? $clog2(SLOTS) : 1;
      localparam integer OW = (CONTEXTS == 3) ? 33 : 32;           // an owner: thread, and which port
      localparam [31:0] LAST_SLOT = SLOTS - 1;
      logic [SLOTS-1:0]    owned_q, fresh_q;
      logic [SLOTS*OW-1:0] owner_q;
      logic [SLOTS*32-1:0] value_q;
      logic [IW-1:0]       victim_q;
      // Number of the lowest member.
      function automatic [IW-1:0] lowest(input [SLOTS-1:0] set);
        integer k;
        begin
          lowest = '0;
          for (k = SLOTS - 1; k >= 0; k = k - 1) if (set[k]) lowest = k[IW-1:0];
        end
      endfunction
      wire [32:0]      owner = {user, running_i};
      wire [SLOTS-1:0] mine;                                       // owned by the owner of the access: one at most
      genvar g;
      for (g = 0; g < SLOTS; g = g + 1) begin : g_mine
        assign mine[g] = owned_q[g] && owner_q[OW*g +: OW] == owner[OW-1:0];
      end
      wire          own       = |mine;
      wire          free      = !(&fresh_q);                       // a latch is not fresh
      wire [IW-1:0] own_slot  = lowest(mine);
      wire [IW-1:0] free_slot = lowest(~fresh_q);
      wire [IW-1:0] take_slot = own ? own_slot : free ? free_slot : victim_q;

      always_ff @(posedge clk_i) begin
        if (!rst_ni || !enable_i) begin
          owned_q  <= '0;
          fresh_q  <= '0;
          victim_q <= '0;
        end else if (!interrupt && store) begin
          owned_q[take_slot] <= 1'b1;
          fresh_q[take_slot] <= 1'b1;
          if (!own && !free) victim_q <= ({{(32-IW){1'b0}}, victim_q} == LAST_SLOT) ? '0 : victim_q + 1'b1;
        end else if (!interrupt && spend && own) begin
          fresh_q[own_slot] <= 1'b0;
        end
        if (!interrupt && store) begin
          owner_q[OW*take_slot +: OW] <= owner[OW-1:0];
          value_q[32*take_slot +: 32] <= acc_data_i;
        end
      end
      assign own_fresh = own && fresh_q[own_slot];
      assign own_value = value_q[32*own_slot +: 32];
      assign there     = interrupt || (own && enable_i);
      wire unused = &{1'b0, switched_i, owner[32]};
    end
  endgenerate
  wire [31:0] latched = interrupt ? int_value_q : own_value;
  assign read_value_o = there ? latched : 32'd0;

  // ---- the event
  wire [15:0] id     = acc_window_i ? {6'd0, acc_offset_i} : acc_data_i[15:0];
  wire        fits   = acc_window_i || (!acc_narrow_i && acc_data_i[31:16] == 16'd0);
  wire        is_tsw = fits && id == switch_id_i;
  wire        bad    = !is_tsw && (!fits || id == 16'd0 || id[15:14] == 2'b10);
  wire [2:0]  class_w = (is_tsw || id[15]) ? weir_pkg::KIND_SYS : id[14] ? weir_pkg::KIND_COM : weir_pkg::KIND_USER;
  wire [2:0]  may    = user ? mask_i[8:6] : interrupt ? mask_i[5:3] : mask_i[2:0];
  wire        masked = CONTEXTS == 3 && !may[class_w[1:0]];
  wire        fresh  = acc_window_i || (interrupt ? int_fresh_q : own_fresh);
  wire [2:0]  kind   = bad ? weir_pkg::KIND_ID : masked ? weir_pkg::KIND_MASK : !fresh ? weir_pkg::KIND_TORN : class_w;
  wire [31:0] value  = acc_window_i ? acc_data_i : latched;

  assign event_valid_o = acc_id_i || acc_window_i;
  assign event_o = {is_tsw, HART, acc_context_i, kind, id, value};

endmodule
`default_nettype wire
