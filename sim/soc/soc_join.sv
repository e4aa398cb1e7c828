// SPDX-License-Identifier: Apache-2.0
// Several harts at one data port, round-robin; a grant holds until its access is accepted.
`default_nettype none
module soc_join #(
  parameter integer HARTS = 1
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,
  input  wire  [HARTS-1:0]    req_i,
  input  wire  [HARTS-1:0]    we_i,
  input  wire  [4*HARTS-1:0]  be_i,
  input  wire  [32*HARTS-1:0] addr_i,
  input  wire  [32*HARTS-1:0] wdata_i,
  output logic [HARTS-1:0]    gnt_o,
  output logic [HARTS-1:0]    rvalid_o,

  output logic                req_o,
  output logic [3:0]          hart_o,   // whose access it is
  output logic                we_o,
  output logic [3:0]          be_o,
  output logic [31:0]         addr_o,
  output logic [31:0]         wdata_o,
  input  wire                 gnt_i,
  input  wire                 rvalid_i  // one cycle after the grant
);
  logic [3:0]       first_q, answered_q, at;
  logic [HARTS-1:0] upper, choose;      // those that request, from first_q on
  localparam integer COUNT = HARTS;
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      localparam integer INDEX = h;
      localparam [3:0] HART = INDEX[3:0];
      assign upper[h]    = req_i[h] && HART >= first_q;
      assign gnt_o[h]    = req_i[h] && gnt_i && hart_o == HART;
      assign rvalid_o[h] = rvalid_i && answered_q == HART;
    end
    if (HARTS == 1) begin : g_one
      assign {we_o, be_o, addr_o, wdata_o} = {we_i, be_i, addr_i, wdata_i};
    end else begin : g_several
      wire [$clog2(HARTS)-1:0] of = hart_o[$clog2(HARTS)-1:0];
      assign {we_o, be_o} = {we_i[of], be_i[{of, 2'd0} +: 4]};
      assign {addr_o, wdata_o} = {addr_i[{of, 5'd0} +: 32], wdata_i[{of, 5'd0} +: 32]};
    end
  endgenerate
  assign choose = upper == '0 ? req_i : upper;
  always_comb begin
    hart_o = first_q;
    at     = COUNT[3:0];
    for (int i = HARTS - 1; i >= 0; i = i - 1) begin
      at = at - 4'd1;
      if (choose[i]) hart_o = at;
    end
  end
  assign req_o = req_i != '0;
  localparam integer LAST = HARTS - 1;
  always_ff @(posedge clk_i) begin
    answered_q <= hart_o;
    if (!rst_ni) first_q <= 4'd0;
    else if (req_o)
      first_q <= !gnt_i ? hart_o : hart_o == LAST[3:0] ? 4'd0 : hart_o + 4'd1;
  end
endmodule
`default_nettype wire
