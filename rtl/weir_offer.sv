// SPDX-License-Identifier: Apache-2.0
// weir_offer: the register in front of admit, which cuts the path from the filter to the decision;
// and what is still on its way to admit.
//
// Latency  One cycle; weir_timestamp delays the time alike.
`default_nettype none
module weir_offer (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    input  wire                     enable_i,       // CTRL.ENABLE

    // from the filter, see there
    input  wire                     leaves_i,
    input  wire                     event_valid_i,
    input  wire [weir_event::W-1:0] event_i,
    input  wire                     port_i,
    input  wire                     reserved_i,
    // nothing is before this register, or an access of the register port is: of arbiter and filter
    input  wire                     arbiter_idle_i,
    input  wire                     arbiter_pending_i,
    input  wire                     filter_idle_i,
    input  wire                     filter_pending_i,

    // to admit
    output wire                     event_valid_o,  // offered
    output wire [weir_event::W-1:0] event_o,
    output wire                     reserved_o,     // space is reserved for it, or would be
    output wire                     idle_o,         // nothing is on its way to admit
    output wire                     flush_o,        // nor can it be: the unit is disabled
    output wire                     coming_o        // an access of the register port is
);
  logic                     valid_q, port_q, reserved_q;
  logic [weir_event::W-1:0] event_q;
  always_ff @(posedge clk_i) begin
    valid_q    <= rst_ni && event_valid_i;
    port_q     <= rst_ni && port_i;
    reserved_q <= rst_ni && reserved_i;
    if (leaves_i) event_q <= event_i;  // @event
  end
  assign event_valid_o = valid_q;
  assign event_o       = event_q;
  assign reserved_o    = reserved_q;
  assign idle_o        = arbiter_idle_i && filter_idle_i && !(valid_q || port_q);  // @idle
  assign flush_o       = !enable_i && idle_o;
  assign coming_o      = arbiter_pending_i || filter_pending_i || port_q;

`ifdef FORMAL
`include "weir_offer_fv.svh"
`endif
endmodule
`default_nettype wire
