// SPDX-License-Identifier: Apache-2.0
// merge: one total order of the events of all sources, one event a cycle, and the running thread that follows from it.
//
// Order    a snoop event cannot wait, so it goes first. With SNOOP the event of a port waits one cycle for it, so that both
//          are stamped with the edge of their store; without, it passes through.
`default_nettype none
module weir_merge #(
    parameter integer SNOOP = 1
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,

    input  wire                     snoop_valid_i,  // taken at once; an event if its value is not the running thread
    input  wire [weir_event::W-1:0] snoop_event_i,

    input  wire                     port_valid_i,   // taken at once; never in a cycle with block_o
    input  wire [weir_event::W-1:0] port_event_i,
    input  wire                     set_valid_i,    // a store to RUNNING, instead of a port's event; never without SNOOP
    input  wire [31:0]              set_value_i,
    input  wire                     set_silent_i,   // it makes no event
    input  wire [15:0]              switch_id_i,

    output wire                     block_o,        // no write, no read that depends on the running thread, in this cycle
    output wire [31:0]              running_o,      // running thread; 0 without SNOOP
    output wire                     switched_o,     // it changes at the end of this cycle
    output wire                     idle_o,         // nothing waits here

    output wire                     event_valid_o,  // taken at once
    output wire [weir_event::W-1:0] event_o
);
  generate
    if (SNOOP != 0) begin : g_snoop
      logic                     wait_q, set_q, silent_q;           // an event of the port or a store to RUNNING waits
      logic [weir_event::W-1:0] event_q;
      logic [31:0]              running_q;

      always_ff @(posedge clk_i) begin
        if (!rst_ni) wait_q <= 1'b0;
        else if (port_valid_i || set_valid_i) wait_q <= 1'b1;
        else if (!snoop_valid_i) wait_q <= 1'b0;
        if (port_valid_i || set_valid_i) begin
          set_q    <= set_valid_i;
          silent_q <= set_valid_i && set_silent_i;
          event_q  <= set_valid_i ? {1'b1, 4'd0, weir_pkg::CONTEXT_SNOOP, weir_pkg::KIND_SYS, switch_id_i, set_value_i} : port_event_i;
        end
      end
      wire                     valid   = snoop_valid_i || wait_q;
      wire [weir_event::W-1:0] first   = snoop_valid_i ? snoop_event_i : event_q;
      wire                     changes = first[weir_event::VALUE_LSB +: 32] != running_q;
      wire                     judged  = snoop_valid_i || set_q;   // an event only if it changes the running thread
      wire                     switch  = valid && first[weir_event::SWITCH_LSB] && first[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) running_q <= 32'd0;
        else if (switch) running_q <= first[weir_event::VALUE_LSB +: 32];
      end
      assign block_o       = snoop_valid_i || (wait_q && event_q[weir_event::SWITCH_LSB]);
      assign running_o     = running_q;
      assign switched_o    = switch && (!judged || changes);
      assign idle_o        = !valid;
      assign event_o       = first;
      assign event_valid_o = valid && (!judged || changes) && (snoop_valid_i || !silent_q);
    end else begin : g_through
      assign block_o       = 1'b0;
      assign running_o     = 32'd0;
      assign switched_o    = port_valid_i && port_event_i[weir_event::SWITCH_LSB]
                           && port_event_i[weir_event::KIND_LSB +: 3] == weir_pkg::KIND_SYS;
      assign idle_o        = 1'b1;
      assign event_o       = port_event_i;
      assign event_valid_o = port_valid_i;
      wire unused = &{1'b0, clk_i, rst_ni, snoop_valid_i, snoop_event_i, set_valid_i, set_value_i, set_silent_i, switch_id_i};
    end
  endgenerate
endmodule
`default_nettype wire
