// SPDX-License-Identifier: Apache-2.0
// weir_tiny_port: the stores to the two port pages become events.
//
// Value    each port has one value register. An id takes its value; a thread switch makes the
//          thread port's value stale.
// Latency  none: an access takes effect, and offers its event, in the cycle that accepts it.
`default_nettype none
module weir_tiny_port (
    input  wire                      clk_i,
    input  wire                      rst_ni,
    input  wire                      enable_i,      // CTRL.ENABLE; low forgets both values
    input  wire [15:0]               switch_id_i,   // id of THREAD_SWITCH

    // One access, in the cycle that accepts it; only while enabled.
    input  wire                      acc_value_i,   // a store to VALUE,
    input  wire                      acc_id_i,      // or to ID
    input  wire                      interrupt_i,   // of the interrupt port; also for value_o
    input  wire                      acc_narrow_i,  // narrower than a word
    input  wire [31:0]               acc_data_i,

    output wire [31:0]               value_o,       // VALUE as a read shows it: combinational
    output wire                      event_valid_o, // taken at once
    output wire [weir_event::W-1:0]  event_o
);
`include "weir_types.svh"
  wire store = acc_value_i && !acc_narrow_i;
  wire spend = acc_id_i || (acc_value_i && acc_narrow_i);
  wire switched;                                    // a thread switch leaves now

  logic        int_fresh_q, thread_fresh_q;         // a value that no id has taken
  logic [31:0] int_value_q, thread_value_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) int_fresh_q <= 1'b0;
    else if (interrupt_i && store) int_fresh_q <= 1'b1;
    else if (interrupt_i && spend) int_fresh_q <= 1'b0;  // @spent
    if (!rst_ni || !enable_i) thread_fresh_q <= 1'b0;
    else if (!interrupt_i && store) thread_fresh_q <= 1'b1;
    else if (switched || (!interrupt_i && spend)) thread_fresh_q <= 1'b0;  // @stale
    if (interrupt_i && store) int_value_q <= acc_data_i;
    if (!interrupt_i && store) thread_value_q <= acc_data_i;
  end
  wire        fresh = interrupt_i ? int_fresh_q : thread_fresh_q;
  wire [31:0] value = interrupt_i ? int_value_q : thread_value_q;
  assign value_o = enable_i && fresh ? value : 32'd0;

  // ---- the event
  wire [15:0] id     = acc_data_i[15:0];
  wire        fits   = !acc_narrow_i && acc_data_i[31:16] == 16'd0;
  wire        is_tsw = fits && id == switch_id_i;
  wire        bad    = !is_tsw && (!fits || id == 16'd0 || id[15:14] == 2'b10);
  wire [weir_pkg::DROP_W-1:0] class_w = (is_tsw || id[15]) ? weir_pkg::DROP_SYS
                      : id[14] ? weir_pkg::DROP_COM : weir_pkg::DROP_USER;
  wire [weir_pkg::DROP_W-1:0] kind = bad ? weir_pkg::DROP_ID
                                   : fresh ? class_w : weir_pkg::DROP_TORN;

  assign event_valid_o = acc_id_i;
  assign event_o       = {weir_event::NO_ARGS, is_tsw, 4'd0, 1'b0, interrupt_i, kind, id, value};
  assign switched      = acc_id_i && is_tsw && fresh;

`ifdef FORMAL
`include "weir_tiny_port_fv.svh"
`endif
endmodule
`default_nettype wire
