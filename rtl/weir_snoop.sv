// SPDX-License-Identifier: Apache-2.0
// snoop: watches one hart, and holds what merge is to know of it: words that may change the running thread, and, with
// RETIRE, entries into traps and returns from them.
//
// Use      store_* shows every store accepted on the hart's data bus, retire_* what the hart has done, both for one cycle, as
//          the ports of weir say. All is judged by the registers as they are in that cycle.
// Latency  one cycle. The hart cannot wait; if DEPTH items wait, the newest gives its place to what comes.
`default_nettype none
module weir_snoop #(
    parameter integer RETIRE = 0,         // 1: retire_* is looked at
    parameter integer DEPTH = 2,          // items that may wait, 2..4
    parameter integer OVER = 1            // 0: never do more wait, and none gives its place away
) (
    input  wire        clk_i,
    input  wire        rst_ni,

    // Registers of this hart
    input  wire        enable_i,          // CTRL.ENABLE and SNOOP_CTRL.ENABLE
    input  wire        isr_i,             // CTRL.ENABLE and SNOOP_CTRL.ISR
    input  wire        every_i,           // SNOOP_CTRL.EVERY
    input  wire [1:0]  kind_i,            // SNOOP_CTRL.MATCH_ON
    input  wire [11:0] index_i,          // SNOOP_CTRL.INDEX
    input  wire [31:2] addr_i,            // word to watch
    input  wire [31:0] mask_i,            // bits of the value that count

    input  wire        store_valid_i,
    input  wire [31:0] store_addr_i,
    input  wire [31:0] store_data_i,
    input  wire [3:0]  store_strb_i,

    input  wire [4:0]  retire_rd_i,
    input  wire [31:0] retire_rd_data_i,
    input  wire        retire_csr_valid_i,
    input  wire [11:0] retire_csr_i,
    input  wire [31:0] retire_csr_data_i,
    input  wire        retire_trap_i,
    input  wire        retire_interrupt_i,
    input  wire [11:0] retire_code_i,
    input  wire        retire_return_i,

    output wire [2:0]  count_o,           // items that wait;
    output wire        some_o,            // there are some
    output wire [33:0] item_o,            // the oldest: what it is, see below; and its value
    input  wire        turn_i,            // it leaves
    output wire        over_o,            // some gave their place away until the cycle before, and it was not told
    input  wire        told_i             // that of one of them is told
);
  localparam [1:0] CHANGE = weir_event::SNOOP_CHANGE, EVERY = weir_event::SNOOP_EVERY, ISR = weir_event::SNOOP_ISR;
  localparam integer CAUSES = 4;          // of traps that the hart is in
  localparam [2:0] MOST = DEPTH[2:0];
  generate
    if (DEPTH < 2 || DEPTH > 4) begin : g_depth
      ERROR_DEPTH_must_be_2_to_4 error ();
    end
  endgenerate

  // ---- what comes in this cycle, in this order: an entry, a return, a word
  wire        enters, returns, match;
  wire [12:0] cause, left;                // code, interrupt: of the trap entered, and of the one left
  wire [31:0] word;                       // if it matches; nothing moves in a unit that is disabled
  wire        shows = enable_i && store_valid_i;      // what a store has is looked at before it is known that it matches
  wire        store = shows && store_strb_i == 4'b1111 && store_addr_i[31:2] == addr_i;
  generate
    if (RETIRE != 0) begin : g_retire
      // The causes of the traps that the hart is in, the innermost low
      logic [13*CAUSES-1:0] cause_q;
      logic [2:0]           held_q;
      wire  [2:0]           held   = held_q + {2'd0, enters && held_q != CAUSES[2:0]};
      wire  [13*CAUSES-1:0] causes = enters ? {cause_q[13*(CAUSES-1)-1:0], cause} : cause_q;
      assign enters  = isr_i && retire_trap_i;
      assign returns = isr_i && retire_return_i;
      assign cause   = isr_i ? {retire_code_i, retire_interrupt_i} : 13'd0;           // of a trap, if there is one
      assign left    = enters ? cause : held_q != 3'd0 ? cause_q[12:0] : {weir_pkg::ISR_UNKNOWN, 1'b0};
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !isr_i) held_q <= 3'd0;
        else held_q <= held - {2'd0, returns && held != 3'd0};
        cause_q <= returns ? {13'd0, causes[13*CAUSES-1:13]} : causes;
      end

      wire gpr = enable_i && kind_i == weir_pkg::SNOOP_GPR && retire_rd_i != 5'd0 && {7'd0, retire_rd_i} == index_i;
      wire csr = enable_i && kind_i == weir_pkg::SNOOP_CSR && retire_csr_valid_i && retire_csr_i == index_i;
      assign match = gpr || csr || (kind_i == weir_pkg::SNOOP_STORE && store);
      assign word  = !enable_i ? 32'd0 : kind_i == weir_pkg::SNOOP_GPR ? retire_rd_data_i : kind_i == weir_pkg::SNOOP_CSR ? retire_csr_data_i
                   : shows ? store_data_i : 32'd0;
    end else begin : g_bus
      assign enters  = 1'b0;
      assign returns = 1'b0;
      assign cause   = 13'd0;
      assign left    = 13'd0;
      assign match   = store;
      assign word    = shows ? store_data_i : 32'd0;
      wire unused = &{1'b0, isr_i, kind_i, index_i, retire_rd_i, retire_rd_data_i, retire_csr_valid_i, retire_csr_i, retire_csr_data_i,
                      retire_trap_i, retire_interrupt_i, retire_code_i, retire_return_i};
    end
  endgenerate
  localparam integer COME = RETIRE != 0 ? 3 : 1;
  wire [COME-1:0]    come;
  wire [34*COME-1:0] coming;
  generate
    if (RETIRE != 0) begin : g_three
      assign come   = {match, returns, enters};
      assign coming = {every_i ? EVERY : CHANGE, word & mask_i, ISR, 18'd0, left, 1'b0, ISR, 18'd0, cause, 1'b1};
    end else begin : g_one
      assign come   = match;
      assign coming = {every_i ? EVERY : CHANGE, word & mask_i};
      wire unused = &{1'b0, ISR, enters, returns, cause, left};
    end
  endgenerate

  // ---- what waits, the oldest low
  logic [34*DEPTH-1:0] item_q;
  logic [2:0]          count_q;
  logic                some_q;                            // it is not 0
  wire  [2:0]          kept = count_q - {2'd0, turn_i};   // that stay, before those that come
  localparam integer   WAITS = DEPTH + 3;
  wire  [WAITS-1:0]      waits;                             // so many wait, one-hot
  wire  [WAITS*COME-1:0] upto;                              // with those that come, up to each, from the low bits on; turn_i comes late
  wire  [3:0]          all;
  genvar i, k;
  generate
    for (i = 0; i < WAITS; i = i + 1) begin : g_waits
      localparam [2:0] NUMBER = i[2:0];
      assign waits[i] = i <= DEPTH && count_q == NUMBER;
    end
    if (RETIRE != 0) begin : g_upto
      wire [WAITS-1:0] second = come[0] ? waits << 1 : waits;
      wire [2:0] those  = {2'd0, come[0]} + {2'd0, come[1]} + {2'd0, come[2]};
      assign all  = {1'b0, kept} + {1'b0, those};
      assign upto = {come[1] ? second << 1 : second, second, waits};
    end else begin : g_upto_one
      assign all  = {1'b0, kept} + {3'd0, come};
      assign upto = waits;
    end
    for (i = 0; i < DEPTH; i = i + 1) begin : g_place
      wire [COME-1:0] here;                               // what comes is to have this place, the last of them; if none comes, no item is there
      wire [33:0]     stays;
      if (i < DEPTH - 1) begin : g_inner
        assign stays = turn_i ? item_q[34*(i+1) +: 34] : item_q[34*i +: 34];
      end else begin : g_newest
        assign stays = item_q[34*i +: 34];
      end
      for (k = 0; k < COME; k = k + 1) begin : g_come
        wire over = OVER != 0 && i == DEPTH - 1 && come[k] && upto[WAITS*k+DEPTH +: 3] != 3'd0;
        assign here[k] = over || (turn_i ? upto[WAITS*k+i+1] : upto[WAITS*k+i]);
      end
      if (COME == 1) begin : g_last_one
        always_ff @(posedge clk_i) item_q[34*i +: 34] <= here[0] ? coming[33:0] : stays;
      end else begin : g_last
        // That a word matches is known last. Ands and ors, as of muxes synthesis makes resets of bits that are 0 in some, which take longer.
        wire [1:0]  traps = {here[COME-2], here[0] && !here[COME-2]};
        wire [33:0] other = ({34{traps[1]}} & coming[34*(COME-2) +: 34]) | ({34{traps[0]}} & coming[33:0]) | ({34{traps == 2'b00}} & stays);
        always_ff @(posedge clk_i) item_q[34*i +: 34] <= ({34{here[COME-1]}} & coming[34*(COME-1) +: 34]) | ({34{!here[COME-1]}} & other);
      end
    end
  endgenerate
  wire       full = OVER != 0 && all > {1'b0, MOST};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_q <= 3'd0;
    else count_q <= full ? MOST : all[2:0];
    some_q <= rst_ni && (come != '0 || count_q > 3'd1 || (some_q && !turn_i));
  end
  generate
    if (OVER != 0) begin : g_over
      logic [31:0] over_q;
      logic [3:0]  newly_q;                               // that gave their place away in the cycle before
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          over_q  <= 32'd0;
          newly_q <= 4'd0;
        end else begin
          over_q  <= over_q + {28'd0, newly_q} - {31'd0, told_i};
          newly_q <= full ? all - {1'b0, MOST} : 4'd0;
        end
      end
      assign over_o = over_q != 32'd0;
    end else begin : g_never_over
      assign over_o = 1'b0;
      wire unused = &{1'b0, all[3], told_i};
    end
  endgenerate
  wire unused_upto = ^upto;
  assign count_o = count_q;
  assign some_o  = some_q;
  assign item_o  = item_q[33:0];

  wire unused = &{1'b0, store_addr_i[1:0], unused_upto};

`ifdef FORMAL
`include "weir_snoop_fv.svh"
`endif
endmodule
`default_nettype wire
