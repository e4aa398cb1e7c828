// SPDX-License-Identifier: Apache-2.0
// weir_pins: watches wires of other hardware and queues what the arbiter must know of them: edges
// of single pins, and changes of the pins that form a bus.
//
// Use      pins_i may come from any clock. A level that lasts one cycle is seen; a shorter one may
//          be missed. The registers of the cycle in which the synchronised level changes decide.
// Order    Of one sample, the lowest pin leaves first, the bus last, one event per grant. When the
//          queue is full, another is dropped whole, as overruns; its bus value counts as reported.
`default_nettype none
module weir_pins #(
    parameter integer PINS = 8,           // 0: no event ever waits
    parameter integer LOG2 = 2            // samples the queue holds, log2, 1 or 2
) (
    input  wire            clk_i,
    input  wire            rst_ni,

    input  wire            enable_i,      // CTRL.ENABLE; 0: only the queue moves
    input  wire [(PINS > 0 ? PINS : 1)-1:0] rise_i,  // PIN_RISE: pins whose rising edge is an event
    input  wire [(PINS > 0 ? PINS : 1)-1:0] fall_i,  // PIN_FALL: pins whose falling edge is one
    input  wire [(PINS > 0 ? PINS : 1)-1:0] bus_i,     // PIN_BUS: pins that form a bus

    input  wire [(PINS > 0 ? PINS : 1)-1:0] pins_i,

    output wire            wait_o,        // an event is queued:
    output wire [5:0]      number_o,      // its pin; 32: the bus
    output wire [31:0]     value_o,       // the pin's level, or those of the bus
    input  wire            grant_i,        // takes it
    output wire            overrun_o,        // overruns up to the cycle before are pending a report
    input  wire            reported_i         // one of them is reported
);
  generate
    if (PINS != 0) begin : g_pins
      localparam integer WIDTH = PINS;
      // events of one sample: one for each pin, one for the bus
      localparam integer W = WIDTH + 1;
      localparam integer DEPTH = 1 << LOG2;
      localparam [5:0] BUS = weir_pkg::ID_PIN_BUS[5:0];
      if (WIDTH > 32 || LOG2 < 1 || LOG2 > 2) begin : g_range
        ERROR_PINS_must_be_0_to_32_and_LOG2_1_or_2 error ();
      end

      function automatic [5:0] ones(input [W-1:0] set);
        integer k;
        begin
          ones = 6'd0;
          for (k = 0; k < W; k = k + 1) ones = ones + {5'd0, set[k]};
        end
      endfunction
      function automatic [5:0] number(input [W-1:0] which);             // which: one-hot or 0
        integer k;
        begin
          number = which[WIDTH] ? BUS : 6'd0;
          for (k = 0; k < WIDTH; k = k + 1) if (which[k]) number = number | k[5:0];
        end
      endfunction

      // ---- synchronisers, and the level of the cycle before
      (* ASYNC_REG = "TRUE" *) logic [WIDTH-1:0] async_q, now_q;
      logic [WIDTH-1:0] was_q;
      // how many of them hold levels since the enable, one-hot from below
      logic [2:0]      fresh_q;
      wire             known = enable_i && fresh_q[2];  // @stale
      always_ff @(posedge clk_i) begin
        fresh_q <= rst_ni && enable_i ? {fresh_q[1:0], 1'b1} : 3'd0;
        if (enable_i) begin  // @awake
          async_q <= pins_i;
          now_q  <= async_q;
          was_q  <= now_q;
        end
      end

      // ---- arrivals of this cycle: edges; the bus, once two samples agree on a value not reported
      // yet
      wire [WIDTH-1:0]  edges = known ? (now_q & ~was_q & rise_i) | (~now_q & was_q & fall_i) : '0;
      logic            reported_q;               // a bus value was reported:
      logic [WIDTH-1:0] bus_q;                 // this one
      wire  [WIDTH-1:0] levels = now_q & bus_i;
      wire             steady = ((now_q ^ was_q) & bus_i) == '0;
      wire             used = known && bus_i != '0;
      wire             moved = used && steady && !(reported_q && levels == bus_q);  // @unsettled
      always_ff @(posedge clk_i) begin
        reported_q <= rst_ni && used && (reported_q || moved);
        if (moved) bus_q <= levels;
      end
      wire [W-1:0] bring = {moved, edges};

      // ---- the queue of samples: events, levels of the pins, levels of the bus
      logic [W+2*WIDTH-1:0] samples [0:DEPTH-1];
      logic [LOG2-1:0]      wr_q, rd_q;
      logic [LOG2:0]        count_q;
      logic                 wait_q;           // it is not 0
      logic [WIDTH-1:0]     left_q;           // pins of the oldest sample whose events have left
      logic [31:0]          overrun_q;
      localparam [W-1:0] ONE = 1;
      localparam [LOG2:0] ONE_SAMPLE = 1;
      wire [W-1:0]     todo;
      wire [WIDTH-1:0] level, bus_level;
      assign {todo, level, bus_level} = samples[rd_q];
      wire [W-1:0] stays  = todo & ~{1'b0, left_q};
      wire [W-1:0] first  = stays & (~stays + ONE);              // the event that leaves next
      // the oldest sample is complete
      wire         leaves = grant_i && first == stays;
      wire         come   = bring != '0;
      wire         full   = count_q[LOG2] && !leaves;            // TIMING: grant_i arrives late
      // @uncounted
      wire [5:0] overrun = come && full ? ones(bring) : 6'd0;    // dropped in this cycle
      logic [5:0] newly_q;                                       // dropped in the cycle before
      always_ff @(posedge clk_i) begin
        if (come && !full) samples[wr_q] <= {bring, now_q, levels};
        if (!rst_ni) begin
          wr_q      <= '0;
          rd_q      <= '0;
          count_q   <= '0;
          overrun_q <= 32'd0;
          newly_q   <= 6'd0;
        end else begin
          if (come && !full) wr_q <= wr_q + 1'b1;
          if (leaves) rd_q <= rd_q + 1'b1;
          count_q   <= count_q - {{LOG2{1'b0}}, leaves} + {{LOG2{1'b0}}, come && !full};
          overrun_q <= overrun_q + {26'd0, newly_q} - {31'd0, reported_i};
          newly_q   <= overrun;
        end
        wait_q <= rst_ni && (come || (wait_q && !(leaves && count_q == ONE_SAMPLE)));
        if (!rst_ni || leaves) left_q <= '0;
        else if (grant_i) left_q <= left_q | first[WIDTH-1:0];  // @together
      end
      wire [W-1:0] of_bus = {1'b1, {WIDTH{1'b0}}};
      wire         high = (level & first[WIDTH-1:0]) != '0;
      assign wait_o   = wait_q;
      assign number_o = number(first);
      assign value_o  = first == of_bus ? {{(32-WIDTH){1'b0}}, bus_level} : {31'd0, high};
      assign overrun_o   = overrun_q != 32'd0;

`ifdef FORMAL
`include "weir_pins_fv.svh"
`endif
    end else begin : g_none
      assign wait_o = 1'b0;
      assign number_o = 6'd0;
      assign value_o = 32'd0;
      assign overrun_o = 1'b0;
      wire unused = &{1'b0, clk_i, rst_ni, enable_i, rise_i, fall_i, bus_i, pins_i, grant_i,
          reported_i};
    end
  endgenerate
endmodule
`default_nettype wire
