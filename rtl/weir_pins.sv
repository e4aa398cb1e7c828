// SPDX-License-Identifier: Apache-2.0
// weir_pins: watches wires of other hardware and queues what the arbiter must know of them: edges
// of single pins, and changes of the pins that form a bus.
//
// Use      pins_i may come from any clock. A level that lasts one cycle is seen; a shorter one may
//          be missed. The registers of the cycle in which the synchronised level changes decide.
// Order    Of one sample, the lowest pin leaves first, the bus last, one event per grant. When
//          DEPTH samples are queued, another one is dropped whole and counted as overruns.
`default_nettype none
module weir_pins #(
    parameter integer WIDTH = 8,           // 1..32
    parameter integer DEPTH = 4           // samples the queue holds, 2..7
) (
    input  wire            clk_i,
    input  wire            rst_ni,

    input  wire            enable_i,      // CTRL.ENABLE; 0: only the queue moves
    input  wire [WIDTH-1:0] rise_i,        // PIN_RISE: pins whose rising edges are events
    input  wire [WIDTH-1:0] fall_i,        // PIN_FALL: pins whose falling edges are events
    input  wire [WIDTH-1:0] bus_i,         // PIN_BUS: pins that form a bus

    input  wire [WIDTH-1:0] pins_i,

    output wire            wait_o,        // an event is queued:
    output wire [5:0]      number_o,      // its pin; 32: the bus
    output wire [31:0]     value_o,       // the pin's level, or those of the bus
    input  wire            grant_i,        // takes it
    output wire            overrun_o,        // overruns up to the cycle before are pending a report
    input  wire            reported_i         // one of them is reported
);
  // events of one sample: one for each pin, one for the bus
  localparam integer W = WIDTH + 1;
  localparam [2:0] MOST = DEPTH[2:0];
  localparam [5:0] BUS = weir_pkg::ID_PIN_BUS[5:0];
  generate
    if (WIDTH < 1 || WIDTH > 32 || DEPTH < 2 || DEPTH > 7) begin : g_range
      ERROR_PINS_must_be_1_to_32_and_DEPTH_2_to_7 error ();
    end
  endgenerate

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

  // ---- arrivals of this cycle: edges; the bus, once two samples agree on a value not reported yet
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

  // ---- the queue, the oldest sample low: events left, levels of the pins, levels of the bus
  logic [W*DEPTH-1:0]    todo_q;
  logic [WIDTH*DEPTH-1:0] level_q, bus_level_q;
  logic [2:0]            count_q;
  logic                  wait_q;          // it is not 0
  logic [31:0]           overrun_q;
  localparam [W-1:0] ONE = 1;
  wire [W-1:0] first  = todo_q[W-1:0] & (~todo_q[W-1:0] + ONE);      // the event that leaves next
  wire [W-1:0] after  = todo_q[W-1:0] & ~first;
  // the oldest sample is complete
  wire         leaves = grant_i && after == '0;
  wire         come   = bring != '0;
  wire         full   = count_q == MOST && !leaves;                  // TIMING: grant_i arrives late
  genvar i;
  generate
    for (i = 0; i < DEPTH; i = i + 1) begin : g_position
      localparam [2:0] PLACE = i[2:0];
      localparam integer NEXT = i < DEPTH - 1 ? i + 1 : i;
      // the arrival takes this position; without an arrival the position is unused
      wire at   = count_q == PLACE;
      wire then = count_q == PLACE + 3'd1;                // likewise, if the oldest sample leaves
      always_ff @(posedge clk_i) begin
        if (leaves) begin
          todo_q[W*i +: W]              <= then ? bring : todo_q[W*NEXT +: W];
          level_q[WIDTH*i +: WIDTH]     <= then ? now_q : level_q[WIDTH*NEXT +: WIDTH];
          bus_level_q[WIDTH*i +: WIDTH] <= then ? levels : bus_level_q[WIDTH*NEXT +: WIDTH];
        end else if (at) begin
          todo_q[W*i +: W]              <= bring;
          level_q[WIDTH*i +: WIDTH]     <= now_q;
          bus_level_q[WIDTH*i +: WIDTH] <= levels;
        end else if (i == 0 && grant_i) todo_q[W*i +: W] <= after;  // @together
      end
    end
  endgenerate
  // @uncounted
  wire [5:0] overrun = come && full ? ones(bring) : 6'd0;               // dropped in this cycle
  logic [5:0] newly_q;                                               // dropped in the cycle before
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= 3'd0;
      overrun_q  <= 32'd0;
      newly_q <= 6'd0;
    end else begin
      count_q <= count_q - {2'd0, leaves} + {2'd0, come && !full};
      overrun_q  <= overrun_q + {26'd0, newly_q} - {31'd0, reported_i};
      newly_q <= overrun;
    end
    wait_q <= rst_ni && (come || count_q > 3'd1 || (wait_q && !leaves));
  end
  wire [WIDTH-1:0] level = bus_level_q[WIDTH-1:0];
  wire [W-1:0]    of_bus = {1'b1, {WIDTH{1'b0}}};
  wire            high = (level_q[WIDTH-1:0] & first[WIDTH-1:0]) != '0;
  assign wait_o   = wait_q;
  assign number_o = number(first);
  assign value_o  = first == of_bus ? {{(32-WIDTH){1'b0}}, level} : {31'd0, high};
  assign overrun_o   = overrun_q != 32'd0;

`ifdef FORMAL
`include "weir_pins_fv.svh"
`endif
endmodule
`default_nettype wire
