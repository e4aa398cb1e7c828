// SPDX-License-Identifier: Apache-2.0
// stamp: time. The stream tells it as the distance to the entry before, so one counter that starts anew at every entry is
// enough; a second one, the clock edges since reset or clear, is there for software to read.
`default_nettype none
module weir_stamp #(
    parameter integer TIME = 1,                 // 1: time_o
    parameter integer TIME_W = 64,              // bits, 40..64
    parameter integer FIRST = 0,                // 1: an event comes here in the cycle that accepts its store; 0: in the cycle after
    parameter integer PAUSE = 0                 // 1: no two entries in cycles one after another
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              clear_i,           // time was 0 at the last edge
    input  wire              entry_i,           // an entry is made in this cycle
    output wire [TIME_W-1:0] delta_o,           // ticks since the entry before, for an entry made in this cycle
    output wire [63:0]       time_o             // clock edges since reset or clear; 0 without TIME
);
  generate
    if (TIME_W < 40 || TIME_W > 64) begin : g_width
      ERROR_TIME_W_must_be_40_to_64 error ();
    end
  endgenerate
  localparam [TIME_W-1:0] START = {{(TIME_W-1){1'b0}}, FIRST != 0};
  localparam [TIME_W-1:0] ONE = 1;

  // With a pause the counter has a cycle more to start anew.
  wire               restart;
  wire [TIME_W-1:0]  again;
  generate
    if (PAUSE != 0) begin : g_pause
      logic entry_q;
      always_ff @(posedge clk_i) entry_q <= rst_ni && entry_i;
      assign restart = entry_q;
      assign again   = ONE + ONE;
    end else begin : g_no_pause
      assign restart = entry_i;
      assign again   = ONE;
    end
  endgenerate

  logic [TIME_W-1:0] delta_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) delta_q <= START;
    else if (clear_i) delta_q <= START + ONE;
    else if (restart) delta_q <= again;
    else delta_q <= delta_q + ONE;
  end
  assign delta_o = delta_q;

  generate
    if (TIME != 0) begin : g_time
      logic [TIME_W-1:0] time_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) time_q <= '0;
        else if (clear_i) time_q <= ONE;
        else time_q <= time_q + ONE;
      end
      if (TIME_W < 64) begin : g_short
        assign time_o = {{(64-TIME_W){1'b0}}, time_q};
      end else begin : g_whole
        assign time_o = time_q;
      end
    end else begin : g_no_time
      assign time_o = 64'd0;
    end
  endgenerate

`ifdef FORMAL
`ifdef PROVE_weir_stamp
  `define WEIR_ENV assume
`else
  `define WEIR_ENV assert
`endif
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_stamp
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
`endif

  logic [TIME_W-1:0] f_time, f_sum;      // clock edges; deltas of the entries so far
  logic [TIME_W:0]   f_gap;              // clock edges since the last entry; stops at 2**TIME_W
  logic              f_made;             // an entry was made in the cycle before
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      f_time <= '0;
      f_sum  <= '0;
      f_gap  <= {1'b0, START};
    end else if (clear_i) begin          // the edge before it was edge 0
      f_time <= ONE;
      f_sum  <= '0;
      f_gap  <= {1'b0, START + ONE};
    end else begin
      f_time <= f_time + ONE;
      if (entry_i) f_sum <= f_sum + delta_o;
      if (entry_i) f_gap <= {1'b0, ONE};
      else if (!f_gap[TIME_W]) f_gap <= f_gap + 1'b1;
    end
    f_made <= rst_ni && entry_i;
  end
  wire              f_pause = PAUSE != 0 && f_made;        // no entry can be made, and no delta shows
  wire [TIME_W-1:0] f_delta = f_pause ? ONE : delta_o;
  always_comb if (f_started) begin
    // No entry in the cycle of a clear; with PAUSE none in the cycle after an entry.
    m_clear: `WEIR_ENV (!(clear_i && entry_i));
    m_pause: `WEIR_ENV (!(f_pause && entry_i));
    // An entry's delta is the time since the entry before it, exactly, if that is below 2**TIME_W.
    a_delta: assert (f_gap[TIME_W] || f_delta == f_gap[TIME_W-1:0]);
    // Deltas add up to the time of the entry: the number of the edge that accepted its store; so nothing drifts.
    a_sum: assert (f_sum + f_delta == f_time + START);
    // Software reads the same time.
    a_time: assert (time_o == (TIME != 0 ? {{(64-TIME_W){1'b0}}, f_time} : 64'd0));
    // Why:
    a_restart: assert (PAUSE == 0 || restart == f_made);
  end
`ifdef PROVE_weir_stamp
  always_comb if (f_started) begin
    c_two: cover (entry_i && f_sum != '0 && delta_o == 3);
  end
`endif
`undef WEIR_ENV
`endif
endmodule
`default_nettype wire
