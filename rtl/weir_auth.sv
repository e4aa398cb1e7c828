// SPDX-License-Identifier: Apache-2.0
// weir_auth: whether the trace may leave the unit, and whether the bus sees it.
//
// Latency  auth_i takes effect in the third cycle after it changes; it is low after reset.
`default_nettype none
module weir_auth #(
    parameter integer PROTECT = 0,        // 0: the trace may always leave; auth_i is ignored
    parameter integer FRAME = 0           // not 0: frames may take the stream from the bus
) (
    input  wire clk_i,
    input  wire rst_ni,
    input  wire auth_i,                   // pin, of any clock
    input  wire framing_i,                // frames take the stream; changes only while it is empty
    output wire auth_o,                   // sinks may take the stream in this cycle
    output wire hidden_o                  // the bus sees an empty FIFO in this cycle
);
  wire auth_next;                         // auth_o of the next cycle
  generate
    if (PROTECT != 0) begin : g_auth
      (* ASYNC_REG = "TRUE" *) logic [1:0] auth_q;
      always_ff @(posedge clk_i) auth_q <= rst_ni ? {auth_q[0], auth_i} : 2'b00;
      assign auth_o    = auth_q[1];
      assign auth_next = auth_q[0];
    end else begin : g_no_auth
      assign auth_o    = 1'b1;
      assign auth_next = 1'b1;
      wire unused = &{1'b0, auth_i};
    end
    if (FRAME != 0 || PROTECT != 0) begin : g_hidden
      logic hidden_q;                     // TIMING: hidden_o gates every word and level on the bus
      always_ff @(posedge clk_i) hidden_q <= !rst_ni || framing_i || !auth_next;  // @hidden
      assign hidden_o = hidden_q;
    end else begin : g_not_hidden
      assign hidden_o = 1'b0;
      wire unused = &{1'b0, clk_i, rst_ni, framing_i, auth_next};
    end
  endgenerate

`ifdef FORMAL
`include "weir_auth_fv.svh"
`endif
endmodule
`default_nettype wire
