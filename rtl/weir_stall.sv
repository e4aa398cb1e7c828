// SPDX-License-Identifier: Apache-2.0
// weir_stall: decides which access waits, and for how long: ready of the register port. WAIT bounds
// the stores that wait for free space.
//
// Use      An access is accepted in a cycle with reg_valid_i and reg_ready_o.
`default_nettype none
module weir_stall #(
    parameter integer HARTS = 1,
    parameter integer PINS = 0
) (
    input  wire             clk_i,
    input  wire             rst_ni,

    input  wire             reg_valid_i,
    input  wire             reg_write_i,
    output wire             reg_ready_o,

    // What is addressed, see weir_decode
    input  wire [HARTS-1:0] hart_i,             // of this hart, one-hot
    input  wire             bank_i,             // its thread or user port, but no window
    input  wire             depends_i,          // on the running thread of the hart,
    input  wire             shows_i,            // and what a read shows, too
    input  wire             switches_i,         // a store may be an event, or sets RUNNING
    input  wire             guaranteed_i,       // a store is an event that waits for free space
    input  wire             count_i,            // a counter: this one
    input  wire [12:2]      counter_i,
    input  wire             peek_wait_i,        // no read: see weir_peek

    // What may be accepted now
    input  wire             enable_i,           // CTRL.ENABLE
    input  wire             stall_clear_i,      // no access at all
    input  wire             filter_busy_i,      // no access: a store to the filter takes effect
    input  wire             stall_order_i,      // no write, and no read of VALUE or RUNNING
    // the same for the pages and RUNNING of this hart
    input  wire [HARTS-1:0] stall_order_hart_i,
    input  wire [HARTS-1:0] stall_switch_i,     // the same for bank_i of this hart alone
    input  wire             stall_port_i,       // no event, and no store to RUNNING
    input  wire             count_ready_i,      // a counter is read: its word is there in the cycle
    input  wire             count_late_i,       // after, or in the one after that

    // Stores that wait for space, see weir_admit
    input  wire             frozen_i,
    // the store addressed would be an event that is delivered if there is space,
    input  wire             wanted_i,
    input  wire             space_i,            // and there is
    input  wire             drains_i,           // a sink that needs no software takes the stream
    input  wire             wait_store_i,       // a store to WAIT is accepted,
    input  wire [23:0]      wait_data_i,        // of this
    input  wire [23:0]      wait_cycles_i,      // WAIT

    output wire             read_o,             // a read is accepted
    output wire             write_o,            // a write is
    output wire             early_read_o,       // a read is, unless of a counter
    output wire             early_write_o,      // a write is, unless it waits for space
    output wire             opens_o,            // a write is, for what is no page of a hart
    output wire             to_port_o,          // early_write_o, or the port ignores it
    output wire             stall_space_o       // an event waits for space
);
  localparam integer CODE_W = weir_pkg::DROP_W;

  // ---- a read of a counter takes two cycles, or three
  logic        asked_q, counted_q;              // it is shown in the next cycle; or now
  logic [12:2] counter_q;                       // the one addressed in the cycle before
  // what distinguishes counters
  localparam [12:2] COUNTER = {HARTS > 1 || PINS != 0 ? 4'd15 : 4'd0, 2'd3, 1'b1,
      {(4-CODE_W){1'b0}}, {CODE_W{1'b1}}};
  wire same_counter = counter_q == (counter_i & COUNTER);
  wire counted      = counted_q && same_counter;
  wire counts       = reg_valid_i && !reg_write_i && count_i;
  always_ff @(posedge clk_i) begin
    counter_q <= counter_i & COUNTER;
    asked_q   <= rst_ni && counts && count_ready_i && count_late_i && !counted;
    counted_q <= rst_ni && counts && (count_late_i ? asked_q && same_counter : count_ready_i)
        && !counted;
  end

  // ---- order of events
  wire blocked_read = stall_order_i || (depends_i && |(stall_order_hart_i & hart_i))
      || (bank_i && |(stall_switch_i & hart_i));
  wire blocked      = blocked_read || (stall_port_i && switches_i);     // a write

  // ---- space, for WAIT cycles
  // AREA: counts up, so that no multiplexer is before the adder
  logic [23:0] nth_q;                           // the next cycle of the wait, from 2 on
  logic        never_q, late_q;                 // WAIT is 0; these cycles are over
  // a store was accepted: the wait begins, whatever these say. Whether one is arrives late
  logic        first_q;
  wire         at_port = reg_valid_i && reg_write_i && guaranteed_i;
  wire         late    = late_q && !first_q;
  wire  [23:0] nth     = first_q ? 24'd1 : nth_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) never_q <= weir_pkg::WAIT_CYCLES_RESET == 24'd0;
    else if (wait_store_i) never_q <= wait_data_i == 24'd0;
    if (!rst_ni || wait_store_i) first_q <= 1'b1;
    else if (at_port) first_q <= reg_ready_o;  // @wait_again
    if (at_port) late_q <= late || nth == wait_cycles_i;  // @wait
    if (at_port && first_q) nth_q <= 24'd2;
    else if (at_port) nth_q <= nth_q + 24'd1;
  end
  wire expired = never_q ? !drains_i : late;
  assign stall_space_o = guaranteed_i && enable_i && !frozen_i && wanted_i && !space_i && !expired;

  // ---- what is accepted
  wire others = !stall_clear_i && !filter_busy_i && !(blocked_read && shows_i) && !peek_wait_i;
  wire reads  = others && !(count_i && !counted);
  // all but offers, which may wait besides
  wire writes = !stall_clear_i && !filter_busy_i && !blocked;
  assign reg_ready_o   = reg_write_i ? writes && !stall_space_o : reads;
  assign write_o       = reg_valid_i && reg_write_i && reg_ready_o;
  assign read_o        = reg_valid_i && !reg_write_i && reads;
  // TIMING: counters and offers are accepted late; for all others these are enough.
  assign early_read_o  = reg_valid_i && !reg_write_i && others;
  assign early_write_o = reg_valid_i && reg_write_i && writes;
  assign opens_o       = reg_valid_i && reg_write_i && !stall_clear_i && !filter_busy_i
      && !stall_order_i;
  assign to_port_o     = reg_valid_i && reg_write_i && !filter_busy_i && !blocked;

`ifdef FORMAL
`include "weir_stall_fv.svh"
`endif
endmodule
`default_nettype wire
