// SPDX-License-Identifier: Apache-2.0
// merge: one total order of the events of all sources, one event a cycle. A snoop event cannot wait, so it goes first.
`default_nettype none
module weir_merge (
    input  wire                     snoop_valid_i,  // taken at once
    input  wire [weir_event::W-1:0] snoop_event_i,

    input  wire                     port_valid_i,
    input  wire [weir_event::W-1:0] port_event_i,
    output wire                     port_ready_o,   // low: port accesses do not take effect in this cycle

    output wire                     event_valid_o,  // taken at once
    output wire [weir_event::W-1:0] event_o
);
  assign port_ready_o  = !snoop_valid_i;
  assign event_valid_o = snoop_valid_i || port_valid_i;
  assign event_o       = snoop_valid_i ? snoop_event_i : port_event_i;
endmodule
`default_nettype wire
