// SPDX-License-Identifier: Apache-2.0
// weir_port_mux: the ports of all harts stand behind one register port; this takes what the port of
// the addressed hart says.
//
// Latency  None.
`default_nettype none
module weir_port_mux #(
    parameter integer HARTS = 1
) (
    input  wire [HARTS-1:0]                  hart_i,         // the addressed hart, one-hot or 0
    // of the ports, hart 0 in the low bits; see weir_port
    input  wire [HARTS-1:0]                  valid_i,        // at most one, of the addressed hart
    input  wire [weir_event::W*HARTS-1:0]    event_i,
    input  wire [weir_pkg::DROP_W*HARTS-1:0] access_kind_i,

    output wire                              valid_o,        // an event, accepted at once
    output wire [weir_event::W-1:0]          event_o,
    // The addressed store, accepted or not, would offer an event that nothing but want of space
    // drops,
    output wire                              wanted_o,
    output wire                              sys_o           // and it is of class SYS
);
  localparam integer EW = weir_event::W, DW = weir_pkg::DROP_W;
  function automatic [EW-1:0] event_of(input [EW*HARTS-1:0] events, input [HARTS-1:0] which);
    integer k;
    begin
      event_of = '0;
      for (k = 0; k < HARTS; k = k + 1)
        if (which[k]) event_of = event_of | events[EW*k +: EW];  // @mux
    end
  endfunction
  function automatic [DW-1:0] kind_of(input [DW*HARTS-1:0] kinds, input [HARTS-1:0] which);
    integer k;
    begin
      kind_of = '0;
      for (k = 0; k < HARTS; k = k + 1) if (which[k]) kind_of = kind_of | kinds[DW*k +: DW];
    end
  endfunction
  // with one hart no AND with its address
  wire [DW-1:0] kind = HARTS == 1 ? access_kind_i[DW-1:0] : kind_of(access_kind_i, hart_i);
  assign event_o  = HARTS == 1 ? event_i[EW-1:0] : event_of(event_i, hart_i);
  assign valid_o  = valid_i != '0;
  assign wanted_o = kind <= weir_pkg::DROP_SYS;
  assign sys_o    = kind == weir_pkg::DROP_SYS;

`ifdef FORMAL
`include "weir_port_mux_fv.svh"
`endif
endmodule
`default_nettype wire
