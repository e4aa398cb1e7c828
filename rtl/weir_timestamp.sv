// SPDX-License-Identifier: Apache-2.0
// weir_timestamp: time. The stream carries each entry's distance to the entry before, so one
// counter that restarts at every entry is enough. A second counter, the time since reset or clear,
// serves software.
//
// Ticks    One a cycle, or with TIME_BASE: step_i a cycle, a fixed-point number that never
//          accumulates an error; or those of an external counter, which crosses in Gray code and so
//          is never misread.
`default_nettype none
module weir_timestamp #(
    // 1: ticks as step_i says, or of an external counter
    parameter integer TIME_BASE = 0,
    // cycles from the accepted store to its event here: 2 or 3
    parameter integer LATE = 2
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // time was 0 in the last cycle; an external counter becomes the time within 10 cycles
    input  wire              clear_i,
    // an entry is made in this cycle; not in the 12 cycles after a clear
    input  wire              entry_i,
    // ticks since the entry before, for an entry made in this cycle
    output wire [63:0]       delta_o,
    // ticks of the next cycle, for stages that extend delta_o; at most 2^15 - 1
    output wire [15:0]       ticks_o,
    output wire [63:0]       time_o,            // ticks since reset or clear; 0 without TIME

    // with TIME_BASE: ticks of a cycle, 8.24 bits; of the cycle after the next
    input  wire [31:0]       step_i,
    // the external counter is sampled, and becomes the time at the next clear
    input  wire              external_i,
    output wire              external_o,        // it is the time
    // the counter in Gray code, of any clock: one bit changes at a time, up to 4095 times a
    // cycle, unless a clear follows
    input  wire [63:0]       gray_i
);
  localparam [15:0] ONE = 1;

  // ---- ticks of the next cycle; after a clear, time begins with those of the selected base
  wire [15:0] ticks;
  wire [7:0]  begins;
  // An external counter is loaded after the clear, in slices from the top, while no event can come:
  // time takes another slice; in the cycle after the last, delta takes the time.
  wire        shifts, loaded;
  wire [15:0] slice;
  generate
    if (TIME_BASE != 0) begin : g_base
      // TIMING: the sum of all steps, whole ticks removed; its fraction is one cycle ahead.
      logic [23:0] fraction_q;
      logic [8:0]  whole_q;
      wire  [23:0] fraction = clear_i ? step_i[23:0] : fraction_q;  // @fraction
      wire  [24:0] sum      = {1'b0, fraction} + {1'b0, step_i[23:0]};
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          fraction_q <= weir_pkg::TIME_STEP_RESET[23:0];
          whole_q    <= {1'b0, weir_pkg::TIME_STEP_RESET[31:24]};
        end else begin
          fraction_q <= sum[23:0];
          whole_q    <= {1'b0, step_i[31:24]} + {8'd0, sum[24]};
        end
      end

      // The external counter: two flops a bit. AREA: only its low 16 bits become a binary number in
      // every cycle; the bits above come after a clear, by the same decoder.
      (* ASYNC_REG = "TRUE" *) logic [63:0] meta_q;
      (* ASYNC_REG = "TRUE" *) logic [63:0] gray_q;
      // the low bits of the counter; their maximum so far; the increase of that
      logic [15:0] binary_q, now_q, more_q;
      logic        external_q, loaded_q;
      logic [3:0]  load_q;           // 8-15: it is loaded; 11-14: a slice is decoded
      wire         loads  = load_q[3];
      wire         holds  = load_q >= 4'd11 && load_q <= 4'd14;
      wire  [1:0]  which  = holds ? 2'd2 - load_q[1:0] : 2'd0;  // 11: the upper, 3; 14: 0
      wire  [15:0] code   = which == 2'd3 ? gray_q[63:48] : which == 2'd2 ? gray_q[47:32]
          : which == 2'd1 ? gray_q[31:16] : gray_q[15:0];
      // the bit above the slice
      wire         above  = holds ? load_q[2] && binary_q[0] : ^gray_q[63:16];
      function automatic [15:0] binary(input [15:0] gray);
        integer k;
        begin
          // AREA: bit by bit from the top, so that each is one LUT of those above
          binary = gray;
          for (k = 14; k >= 0; k = k - 1) binary[k] = binary[k+1] ^ gray[k];
        end
      endfunction
      wire         listens = external_i || external_q;
      wire  [15:0] change  = binary_q - now_q;
      wire         forward = !change[15];
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          external_q <= 1'b0;
          load_q     <= 4'd0;
        end else if (clear_i) begin
          external_q <= external_i;
          load_q     <= {external_i, 3'd0};
        end else if (loads) load_q <= load_q + 4'd1;  // @load
        loaded_q <= rst_ni && !clear_i && load_q == 4'd15;
        if (!rst_ni || !listens) begin
          meta_q <= 64'd0;
          gray_q <= 64'd0;
        end else begin
          meta_q <= gray_i;
          if (!holds) gray_q <= meta_q;  // @holds
        end
        binary_q <= binary(code) ^ {16{above}};  // @backwards
        if (loads || forward) now_q <= binary_q;
        more_q <= forward && external_q && !loads ? change : 16'd0;
      end
      assign external_o = external_q;
      assign ticks      = external_q ? more_q : {7'd0, whole_q};
      assign begins     = step_i[31:24];
      assign shifts     = load_q >= 4'd12;
      assign loaded     = loaded_q;
      assign slice      = binary_q;
    end else begin : g_cycles
      assign external_o = 1'b0;
      assign ticks      = ONE;
      assign begins     = ONE[7:0];
      assign shifts     = 1'b0;
      assign loaded     = 1'b0;
      assign slice      = 16'd0;
      wire unused = &{1'b0, step_i, external_i, gray_i};
    end
  endgenerate

  // ---- the same for deltas, delayed as much as the events
  wire [15:0] later_ticks;
  wire [63:0] later_begins;
  wire              later_clear, later_reset;
  // LATE 3: the cycle after these, when events are not delayed yet
  wire              still;
  generate
    logic clear_q, reset_q;
    always_ff @(posedge clk_i) begin
      clear_q <= rst_ni && clear_i;
      reset_q <= !rst_ni;
    end
    assign later_clear = clear_q || loaded;
    assign later_reset = !rst_ni || reset_q;
    if (LATE == 3) begin : g_still
      logic still_q;
      always_ff @(posedge clk_i) still_q <= later_reset || clear_q;
      assign still = still_q;
    end else begin : g_goes_on
      assign still = 1'b0;
    end
    if (TIME_BASE != 0) begin : g_ticks
      logic [16*(LATE-1)-1:0] ticks_q;
      if (LATE == 3) begin : g_two
        always_ff @(posedge clk_i) ticks_q <= {ticks_q[15:0], ticks};
      end else begin : g_one
        always_ff @(posedge clk_i) ticks_q <= ticks;
      end
      assign later_ticks  = ticks_q[16*(LATE-2) +: 16];
      // TIMING: true in the cycle after a clear, and when it is loaded
      assign later_begins = time_o;
    end else begin : g_late_cycles
      assign later_ticks  = ONE;
      assign later_begins = {48'd0, ONE};
      wire unused = &{1'b0, ticks, begins};
    end
  endgenerate
  assign ticks_o = later_ticks;

  wire [63:0] more  = {48'd0, later_ticks};
  wire [63:0] again = more;  // @first
  logic [63:0] delta_q;
  always_ff @(posedge clk_i) begin
    if (later_reset) delta_q <= 64'd0;
    else if (later_clear) delta_q <= later_begins;  // @clear
    else if (!still) delta_q <= entry_i ? again : delta_q + more;  // @early
  end
  assign delta_o = delta_q;

  logic [63:0] time_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) time_q <= 64'd0;
    else if (clear_i) time_q <= {56'd0, begins};
    else time_q <= (shifts ? {time_q[47:0], slice} : time_q) + {48'd0, ticks};
  end
  assign time_o = time_q;

`ifdef FORMAL
`include "weir_timestamp_fv.svh"
`endif
endmodule
`default_nettype wire
