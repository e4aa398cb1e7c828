// SPDX-License-Identifier: Apache-2.0
// Bench of the time base, for Icarus Verilog: a counter of a clock of its own behind weir_gray,
// weir_timestamp in another clock. Both clocks drift and jitter, bits arrive with a skew, and a bit
// that changes within WINDOW of an edge is caught as either value. It runs for `CYCLES cycles; mean
// periods in ps are `COUNTER and `UNIT; `SKEW is the most that a bit is late, in ps. With `JUMPS
// the counter is set to 40 before 2^6, 2^7 and so on to 2^63, every 100 cycles, and the unit is
// reset and cleared afterwards. Stops if time is not what the counter was, or goes back; prints
// what was met.
`timescale 1ps / 1ps
`default_nettype none
module crossing;
  localparam integer WINDOW = `WINDOW;       // ps before and behind an edge
  // cycles from the sample of a count to the time that it gives
  localparam integer LATENCY = 4;
  localparam integer WAYS = 32;

  reg         clk = 1'b0, count_clk = 1'b0, rst_n = 1'b0, clear = 1'b0, done = 1'b0;
  reg  [63:0] count = `START, arrived, caught = '0, was = '0;
  wire [63:0] gray, now;
  integer     skew [0:63];
  time        changed [0:63];
  integer     i, cycles = 0, seed = `SEED, unsure = 0, steps = 0, jumps = 0;
  reg  [63:0] least [0:WAYS-1], most [0:WAYS-1];
  reg  [63:0] settled;                       // the number of which all bits have surely arrived
  reg         set = 1'b0;                    // the counter is to be set,
  reg  [63:0] set_to = 64'd0;                // to this

  // A period that drifts by 5 % up and down, and jitters by 2 %.
  function integer period(input integer mean, input integer slow);
    period = mean + (mean * (slow % 2000 < 1000 ? slow % 1000 - 500 : 500 - slow % 1000)) / 10000
        + $dist_uniform(seed, -mean / 50, mean / 50);
  endfunction

  weir_gray u_gray (.clk_i(count_clk), .count_i(count), .gray_o(gray));
  weir_timestamp #(.TIME_BASE(1)) u_timestamp (
      .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .entry_i(1'b0), .delta_o(), .ticks_o(),
      .time_o(now), .step_i(32'h0100_0000),
      .external_i(1'b1), .external_o(), .gray_i(caught));

  // As what the port takes it: Gray code, or a number as it is.
  function [63:0] number(input [63:0] code);
    integer k;
    begin
      number = code;
      if (!`PLAIN) for (k = 1; k < 64; k = 2 * k) number = number ^ (number >> k);
    end
  endfunction

  genvar b;
  generate
    for (b = 0; b < 64; b = b + 1) begin : g_bit
      always @(gray[b]) begin
        #(skew[b]) arrived[b] = gray[b];
        changed[b] = $time;
      end
    end
  endgenerate
  always @(gray) settled <= #(`SKEW + 2 * WINDOW + 1) number(gray);

  integer slow_count = 0, slow_unit = 700;
  initial begin
    for (i = 0; i < 64; i = i + 1) begin
      skew[i]    = $dist_uniform(seed, 1, `SKEW);
      changed[i] = 0;
    end
    arrived = '0;
    #1;
    while (!done) begin
      #(period(`COUNTER, slow_count) / 2) count_clk = 1'b1;
      // it stays now and then
      count <= #1 set ? set_to : count + ($dist_uniform(seed, 0, 9) != 0);
      set = 1'b0;
      #(period(`COUNTER, slow_count) / 2) count_clk = 1'b0;
      slow_count = slow_count + 1;
    end
  end

  initial begin
    #(20 * `COUNTER);
    while (cycles < `CYCLES) begin
      #(period(`UNIT, slow_unit));
      // The edge was WINDOW ago: what a flop has caught of a bit that changed since WINDOW before
      // it, nobody knows.
      for (i = 0; i < 64; i = i + 1) begin
        caught[i] = arrived[i];
        if ($time - changed[i] <= 2 * WINDOW && changed[i] != 0) begin
          caught[i] = $dist_uniform(seed, 0, 1) == 1;
          unsure    = unsure + 1;
        end
      end
      least[cycles % WAYS] = settled;
      most[cycles % WAYS]  = number(gray);
      rst_n = cycles >= 4 && !(`JUMPS && cycles % 100 >= 5 && cycles % 100 < 15);
      clear = `JUMPS ? cycles % 100 == 20 : cycles == 20;
      if (`JUMPS && cycles % 100 == 0) begin
        set_to = (64'd1 << 6 + cycles / 100 % 58) - 64'd40;
        set    = 1'b1;
      end
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      if (`JUMPS ? cycles % 100 > 40 : cycles > 40) begin
        if (now < was) $fatal(1, "cycle %0d: time goes back from %0h to %0h", cycles, was, now);
        if (now < least[(cycles - LATENCY) % WAYS] || now > most[(cycles - LATENCY) % WAYS])
          $fatal(1, "cycle %0d: time is %0h, the counter was %0h to %0h", cycles, now,
              least[(cycles - LATENCY) % WAYS], most[(cycles - LATENCY) % WAYS]);
        if (now != was) steps = steps + 1;
        if (now > was + 1) jumps = jumps + 1;
      end
      was   = now;
      cycles = cycles + 1;
      slow_unit = slow_unit + 1;
    end
    done = 1'b1;
    $display("steps %0d, of several %0d, bits caught while they changed %0d, time %0h", steps,
        jumps, unsure, now);
    $finish;
  end
endmodule
`default_nettype wire
