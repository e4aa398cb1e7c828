// SPDX-License-Identifier: Apache-2.0
// weir_snoop: watches one hart and queues what the arbiter must know of it: words that may change
// the running thread and, with RETIRE, trap entries and returns.
//
// Use      store_* shows every store accepted on the hart's data bus, retire_* what the hart
//          retired, one cycle each. The registers of that cycle decide.
// Latency  One cycle. The hart cannot wait: when DEPTH items are queued, a new item overwrites the
//          newest, which counts as an overrun.
`default_nettype none
module weir_snoop #(
    parameter integer RETIRE = 0,         // 1: retire_* is used
    parameter integer DEPTH = 2,          // items the queue holds, 2..4
    // 0: the queue never overflows; AREA: no overrun counter
    parameter integer OVERRUN = 1
) (
    input  wire        clk_i,
    input  wire        rst_ni,

    // Registers of this hart
    input  wire        enable_i,          // CTRL.ENABLE and SNOOP_CTRL.ENABLE
    input  wire        isr_i,             // CTRL.ENABLE and SNOOP_CTRL.ISR
    input  wire        every_i,           // SNOOP_CTRL.EVERY
    input  wire [1:0]  kind_i,            // SNOOP_CTRL.MATCH_ON
    input  wire [11:0] index_i,          // SNOOP_CTRL.INDEX
    input  wire [31:2] addr_i,            // watched word
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

    output wire [2:0]  count_o,           // queued items
    output wire        some_o,            // at least one
    // the oldest item: its kind (weir_event::SNOOP_*), then its value
    output wire [33:0] item_o,
    input  wire        grant_i,            // takes it
    output wire        overrun_o,            // overruns up to the cycle before are pending a report
    input  wire        reported_i             // one of them is reported
);
  localparam [1:0] CHANGE = weir_event::SNOOP_CHANGE, EVERY = weir_event::SNOOP_EVERY,
      ISR = weir_event::SNOOP_ISR;
  localparam integer CAUSES = 4;          // depth of nested traps whose cause is held
  localparam [2:0] MOST = DEPTH[2:0];
  generate
    if (DEPTH < 2 || DEPTH > 4) begin : g_depth
      ERROR_DEPTH_must_be_2_to_4 error ();
    end
  endgenerate

  // ---- arrivals of this cycle, in this order: trap entry, return, word
  wire        enters, returns, match;
  // {code, interrupt} of the trap entered, and of the one left
  wire [12:0] cause, left;
  // the word to match; constant while disabled, to save power
  wire [31:0] word;
  // TIMING: the store's data is used before the match is known
  wire        shows = enable_i && store_valid_i;
  wire        store = shows && store_strb_i == 4'b1111 && store_addr_i[31:2] == addr_i;
  generate
    if (RETIRE != 0) begin : g_retire
      // Causes of the nested traps, the innermost low
      logic [13*CAUSES-1:0] cause_q;
      logic [2:0]           depth_q;
      // @forgets
      wire  [2:0]           depth   = depth_q + {2'd0, enters && depth_q != CAUSES[2:0]};
      wire  [13*CAUSES-1:0] causes = enters ? {cause_q[13*(CAUSES-1)-1:0], cause} : cause_q;
      assign enters  = isr_i && retire_trap_i;
      assign returns = isr_i && retire_return_i;
      // of the trap entered, if any
      assign cause   = isr_i ? {retire_code_i, retire_interrupt_i} : 13'd0;
      assign left    = enters ? cause : depth_q != 3'd0 ? cause_q[12:0]
          : {weir_pkg::ISR_UNKNOWN, 1'b0};
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !isr_i) depth_q <= 3'd0;
        else depth_q <= depth - {2'd0, returns && depth != 3'd0};
        cause_q <= returns ? {13'd0, causes[13*CAUSES-1:13]} : causes;  // @cause
      end

      wire gpr = enable_i && kind_i == weir_pkg::SNOOP_GPR && retire_rd_i != 5'd0
          && {7'd0, retire_rd_i} == index_i;
      wire csr = enable_i && kind_i == weir_pkg::SNOOP_CSR && retire_csr_valid_i && retire_csr_i
          == index_i;
      assign match = gpr || csr || (kind_i == weir_pkg::SNOOP_STORE && store);
      assign word  = !enable_i ? 32'd0 : kind_i == weir_pkg::SNOOP_GPR ? retire_rd_data_i : kind_i
          == weir_pkg::SNOOP_CSR ? retire_csr_data_i
                   : shows ? store_data_i : 32'd0;
    end else begin : g_bus
      assign enters  = 1'b0;
      assign returns = 1'b0;
      assign cause   = 13'd0;
      assign left    = 13'd0;
      assign match   = store;
      assign word    = shows ? store_data_i : 32'd0;
      wire unused = &{1'b0, isr_i, kind_i, index_i, retire_rd_i, retire_rd_data_i,
          retire_csr_valid_i, retire_csr_i, retire_csr_data_i,
                      retire_trap_i, retire_interrupt_i, retire_code_i, retire_return_i};
    end
  endgenerate
  localparam integer COME = RETIRE != 0 ? 3 : 1;
  wire [COME-1:0]    come;
  wire [34*COME-1:0] coming;
  generate
    if (RETIRE != 0) begin : g_three
      assign come   = {match, returns, enters};
      assign coming = {every_i ? EVERY : CHANGE, word & mask_i, ISR, 18'd0, left, 1'b0, ISR, 18'd0,
          cause, 1'b1};
    end else begin : g_one
      assign come   = match;
      assign coming = {every_i ? EVERY : CHANGE, word & mask_i};  // @masks
      wire unused = &{1'b0, ISR, enters, returns, cause, left};
    end
  endgenerate

  // ---- the queue, the oldest item low
  logic [34*DEPTH-1:0] item_q;
  logic [2:0]          count_q;
  logic                some_q;                            // it is not 0
  // items that stay, before the arrivals
  wire  [2:0]          staying = count_q - {2'd0, grant_i};
  localparam integer   WAITS = DEPTH + 3;
  wire  [WAITS-1:0]      queued;                             // one-hot count_q
  // TIMING: counts with the arrivals up to each one, the first in the low bits; grant_i arrives
  // late
  wire  [WAITS*COME-1:0] upto;  // @upto
  wire  [3:0]          all;  // @all
  genvar i, k;
  generate
    for (i = 0; i < WAITS; i = i + 1) begin : g_queued
      localparam [2:0] NUMBER = i[2:0];
      assign queued[i] = i <= DEPTH && count_q == NUMBER;
    end
    if (RETIRE != 0) begin : g_upto
      wire [WAITS-1:0] second = come[0] ? queued << 1 : queued;
      wire [2:0] those  = {2'd0, come[0]} + {2'd0, come[1]} + {2'd0, come[2]};
      assign all  = {1'b0, staying} + {1'b0, those};
      assign upto = {come[1] ? second << 1 : second, second, queued};
    end else begin : g_upto_one
      assign all  = {1'b0, staying} + {3'd0, come};
      assign upto = queued;
    end
    for (i = 0; i < DEPTH; i = i + 1) begin : g_position
      // an arrival takes this position, the last of them wins; without arrivals the position is
      // unused
      wire [COME-1:0] here;
      wire [33:0]     stays;
      if (i < DEPTH - 1) begin : g_inner
        assign stays = grant_i ? item_q[34*(i+1) +: 34] : item_q[34*i +: 34];
      end else begin : g_newest
        assign stays = item_q[34*i +: 34];
      end
      for (k = 0; k < COME; k = k + 1) begin : g_come
        // @newest
        wire overrun = OVERRUN != 0 && i == DEPTH - 1 && come[k]
            && upto[WAITS*k+DEPTH +: 3] != 3'd0;
        assign here[k] = overrun || (grant_i ? upto[WAITS*k+i+1] : upto[WAITS*k+i]);
      end
      if (COME == 1) begin : g_last_one
        always_ff @(posedge clk_i) item_q[34*i +: 34] <= here[0] ? coming[33:0] : stays;
      end else begin : g_last
        // TIMING: the match arrives last. AND-OR, because Yosys maps constant-0 mux legs to
        // synchronous resets.
        wire [1:0]  traps = {here[COME-2], here[0] && !here[COME-2]};
        wire [33:0] other = ({34{traps[1]}} & coming[34*(COME-2) +: 34])
            | ({34{traps[0]}} & coming[33:0]) | ({34{traps == 2'b00}} & stays);
        always_ff @(posedge clk_i) item_q[34*i +: 34] <= ({34{here[COME-1]}}
            & coming[34*(COME-1) +: 34]) | ({34{!here[COME-1]}} & other);
      end
    end
  endgenerate
  wire       full = OVERRUN != 0 && all > {1'b0, MOST};
  always_ff @(posedge clk_i) begin  // @count
    if (!rst_ni) count_q <= 3'd0;
    else count_q <= full ? MOST : all[2:0];
    some_q <= rst_ni && (come != '0 || count_q > 3'd1 || (some_q && !grant_i));
  end
  generate
    if (OVERRUN != 0) begin : g_overrun
      logic [31:0] overrun_q;
      logic [3:0]  newly_q;                               // overruns of the cycle before
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          overrun_q  <= 32'd0;
          newly_q <= 4'd0;
        end else begin
          overrun_q  <= overrun_q + {28'd0, newly_q} - {31'd0, reported_i};
          newly_q <= full ? all - {1'b0, MOST} : 4'd0;  // @uncounted
        end
      end
      assign overrun_o = overrun_q != 32'd0;
    end else begin : g_no_overrun
      assign overrun_o = 1'b0;
      wire unused = &{1'b0, all[3], reported_i};
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
