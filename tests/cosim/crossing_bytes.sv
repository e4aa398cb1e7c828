// SPDX-License-Identifier: Apache-2.0
// Bench of weir_cdc_fifo, for Icarus Verilog: its two sides in two clocks that drift and jitter;
// bits of pointers and bytes arrive with a skew, and what changes within WINDOW of an edge is
// caught as either value. Mean periods in ps are `GIVE and `TAKE; `GIVE_SKEW, `TAKE_SKEW the most
// that a bit of the pointer of that side is late, `DATA_SKEW one of the bytes. `BUSY: both sides
// always want. Stops if a byte is lost, doubled, changed or withdrawn. With `WHOLE it is
// weir_cdc_fifo itself, whose pointers are not late.
`timescale 1ps / 1ps
`default_nettype none
module crossing_bytes;
  localparam integer P = `DEPTH_LOG2, WINDOW = `WINDOW;
  reg          give_clk = 1'b0, take_clk = 1'b0, give_rst_n = 1'b0, take_rst_n = 1'b0;
  reg          valid = 1'b0, ready = 1'b0;
  reg  [7:0]   data = 8'd0;
  wire         give_ready, take_valid;
  wire [P:0]   given, taken;
  wire [P-1:0] at;
  wire [7:0]   one_byte;
  reg  [P:0]   given_arrived = 0, taken_arrived = 0, given_caught = 0, taken_caught = 0;
  reg  [7:0]   byte_arrived = 0, byte_caught;
  integer      given_skew [0:P], taken_skew [0:P], byte_skew [0:7];
  time         given_changed [0:P], taken_changed [0:P], byte_changed [0:7];
  integer      i, j, seed = `SEED, unsure = 0, full = 0, gives = 0, takes = 0, give_cycles = 0,
      take_cycles = 0, slow_give = 0, slow_take = 700;
  reg  [7:0]   sent [0:65535];
  reg          held = 1'b0, done = 1'b0;
  reg  [7:0]   held_byte;

`ifdef WHOLE
  // both resets are held until both clocks have had edges
  localparam integer WHOLE = 1;
  assign given = '0;
  assign taken = '0;
  weir_cdc_fifo #(.DEPTH_LOG2(P)) u_cross (
      .clk_i(give_clk), .rst_ni(give_rst_n), .valid_i(valid), .ready_o(give_ready), .data_i(data),
      .to_clk_i(take_clk), .to_rst_ni(take_rst_n), .valid_o(take_valid), .ready_i(ready),
      .data_o(one_byte));
`else
  localparam integer WHOLE = 0;
  weir_cdc_fifo_src #(.DEPTH_LOG2(P)) u_src (
      .clk_i(give_clk), .rst_ni(give_rst_n), .enable_i(1'b1), .valid_i(valid), .ready_o(give_ready),
      .data_i(data), .gray_o(given), .next_o(),
      .other_i(taken_caught), .at_i(at), .data_o(one_byte));
  weir_cdc_fifo_dst #(.DEPTH_LOG2(P)) u_dst (
      .clk_i(take_clk), .rst_ni(take_rst_n), .enable_i(1'b1), .valid_o(take_valid), .ready_i(ready),
      .gray_o(taken), .next_o(),
      .other_i(given_caught), .at_o(at));
`endif

  // A period that drifts by 5 % up and down, and jitters by 2 %.
  function integer period(input integer mean, input integer slow);
    period = mean + (mean * (slow % 2000 < 1000 ? slow % 1000 - 500 : 500 - slow % 1000)) / 10000
        + $dist_uniform(seed, -mean / 50, mean / 50);
  endfunction

  genvar b;
  generate
    for (b = 0; b <= P; b = b + 1) begin : g_pointer
      always @(given[b]) given_arrived[b] <= #(given_skew[b]) given[b];
      always @(given_arrived[b]) given_changed[b] = $time;
      always @(taken[b]) taken_arrived[b] <= #(taken_skew[b]) taken[b];
      always @(taken_arrived[b]) taken_changed[b] = $time;
    end
    for (b = 0; b < 8; b = b + 1) begin : g_byte
      always @(one_byte[b]) byte_arrived[b] <= #(byte_skew[b]) one_byte[b];
      always @(byte_arrived[b]) byte_changed[b] = $time;
    end
  endgenerate

  function either(input integer unused);
    either = $dist_uniform(seed, 0, 1) == 1;
  endfunction

  // The giving side. An edge was WINDOW ago when it is played.
  initial begin
    for (i = 0; i <= P; i = i + 1) begin
      given_skew[i] = $dist_uniform(seed, 1, `GIVE_SKEW);
      taken_skew[i] = $dist_uniform(seed, 1, `TAKE_SKEW);
      given_changed[i] = 0;
      taken_changed[i] = 0;
    end
    for (i = 0; i < 8; i = i + 1) begin
      byte_skew[i] = $dist_uniform(seed, 1, `DATA_SKEW);
      byte_changed[i] = 0;
    end
    while (!done) begin
      #(period(`GIVE, slow_give));
      for (i = 0; i <= P; i = i + 1) begin
        taken_caught[i] = taken_arrived[i];
        if ($time - taken_changed[i] <= 2 * WINDOW && taken_changed[i] != 0) begin
          taken_caught[i] = either(0);
          unsure = unsure + 1;
        end
      end
      if (give_rst_n && valid && give_ready) begin
        sent[gives] = data;
        gives = gives + 1;
      end
      if (give_rst_n && valid && !give_ready) full = full + 1;
      #1 give_clk = 1'b1;
      #1 give_clk = 1'b0;
      give_cycles = give_cycles + 1;
      slow_give  = slow_give + 1;
      give_rst_n = give_cycles > 4 && (!WHOLE || slow_take > 704);
      // For a time one side wants more often, then the other.
      valid = give_rst_n && gives < `BYTES
          && (`BUSY || $dist_uniform(seed, 0, 99) < (give_cycles % 1000 < 500 ? 90 : 15));
      data  = $dist_uniform(seed, 0, 255);
    end
  end

  // The taking side
  initial begin
    #(30 * (`GIVE > `TAKE ? `GIVE : `TAKE) / 7);
    while (!done) begin
      #(period(`TAKE, slow_take));
      for (j = 0; j <= P; j = j + 1) begin
        given_caught[j] = given_arrived[j];
        if ($time - given_changed[j] <= 2 * WINDOW && given_changed[j] != 0) begin
          given_caught[j] = either(0);
          unsure = unsure + 1;
        end
      end
      byte_caught = byte_arrived;
      for (j = 0; j < 8; j = j + 1)
        if ($time - byte_changed[j] <= 2 * WINDOW && byte_changed[j] != 0)
          byte_caught[j] = either(0);
      if (take_rst_n) begin
        if (held && !take_valid) $fatal(1, "one_byte %0d is withdrawn", takes);
        if (held && byte_caught != held_byte)
          $fatal(1, "byte %0d changes while it is offered", takes);
        held = take_valid && !ready;
        held_byte = byte_caught;
        if (take_valid && ready) begin
          if (takes >= gives) $fatal(1, "one_byte %0d was never given", takes);
          if (byte_caught != sent[takes])
            $fatal(1, "byte %0d is %0h, not %0h", takes, byte_caught, sent[takes]);
          takes = takes + 1;
        end
      end
      #1 take_clk = 1'b1;
      #1 take_clk = 1'b0;
      if (takes != 0 && takes < `BYTES) take_cycles = take_cycles + 1;
      slow_take  = slow_take + 1;
      take_rst_n = slow_take > 706 && (!WHOLE || give_cycles > 3);
      ready = `BUSY || $dist_uniform(seed, 0, 99) < (slow_take % 1400 < 700 ? 90 : 15);
      if (takes == `BYTES) begin
        done = 1'b1;
        $display("bytes %0d, cycles %0d, full %0d, bits caught while they changed %0d", takes,
            take_cycles, full, unsure);
        $finish(0);
      end
      if (slow_take > 200 * `BYTES) $fatal(1, "it stops after %0d bytes", takes);
    end
  end
endmodule
`default_nettype wire
