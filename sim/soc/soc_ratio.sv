// SPDX-License-Identifier: Apache-2.0
// A port of a core whose clock is that of the bus, with most pulses left out. tick_i marks the last
// cycle of the bus in one of the core. Each request is one access of the bus; grant and answer wait
// for the core. With tick_i always high this is wires.
`default_nettype none
module soc_ratio (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         tick_i,

  input  wire         req_i,            // of the core, from edge to edge of its clock
  output wire         gnt_o,
  output wire         rvalid_o,
  output wire  [31:0] rdata_o,
  output wire         req_o,            // of the bus
  input  wire         gnt_i,
  input  wire         rvalid_i,         // one cycle after the grant
  input  wire  [31:0] rdata_i
);
  logic        accepted_q;              // and the core does not know it
  logic        owed_q;                  // the core knows it, and has no answer
  logic        have_q;                  // the answer is here
  logic [31:0] rdata_q;
  wire take = req_o && gnt_i;
  assign req_o    = req_i && !accepted_q && (tick_i || !owed_q);
  assign gnt_o    = req_i && (accepted_q || take);
  assign rvalid_o = owed_q && (have_q || rvalid_i);
  assign rdata_o  = have_q ? rdata_q : rdata_i;
  always_ff @(posedge clk_i) begin
    if (rvalid_i) rdata_q <= rdata_i;
    accepted_q <= (accepted_q || take) && !tick_i;
    have_q     <= (have_q || rvalid_i) && !(tick_i && rvalid_o);
    if (tick_i) owed_q <= gnt_o || (owed_q && !rvalid_o);
    if (!rst_ni) {accepted_q, owed_q, have_q} <= 3'd0;
  end
endmodule
`default_nettype wire
