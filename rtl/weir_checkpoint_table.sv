// SPDX-License-Identifier: Apache-2.0
// weir_checkpoint_table: remembers what a checkpoint repeats: running threads, drop totals and the
// thread cache, as the stream last reported them.
// Use      It watches the entries as they pass. weir_checkpoint or weir_ring then walks the table,
//          location by location, and writes those that hold something.
`default_nettype none
module weir_checkpoint_table #(
    parameter integer HARTS = 1,
    parameter integer THREAD_CACHE = 0        // entries of the thread cache; 0: none
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        clear_i,

    // an entry of an item and a value of the unit; never during a walk
    input  wire        entry_valid_i,
    input  wire [20:0] item_i,           // both stay for one more cycle
    input  wire [31:0] value_i,

    input  wire        zero_i,           // 1 from the first location to the last: forget everything
    // read this location; earliest one cycle after entry_valid_i, or after tell_i without next_i
    input  wire        look_i,
    input  wire        report_i,           // report what was read
    // with one of these: advance to the next location, from the last to the first
    input  wire        next_i,
    output wire        last_o,           // this is the last location
    output wire        held_o,           // with look_i: this location holds something; with tell_i:
    output wire        event_o,          // flux event, else integer
    output wire [9:0]  report_item_o,
    output wire [31:0] report_value_o
);
  localparam integer HARTS_W = 5 + $clog2(HARTS);          // location: hart, context, drop reason
  // above these: the thread cache
  localparam integer INDEX_W = HARTS_W + (THREAD_CACHE != 0 ? 1 : 0);
  // the running thread uses the code of context 0 that no drop of context 0 has
  localparam [2:0] KIND_THREAD = weir_pkg::DROP_OVERRUN;

  wire        is_thread  = item_i[20:5] == 16'd0
      && (item_i[4] || item_i[3:0] == weir_pkg::ITEM_THREAD[3:0]);
  wire        is_dropped = item_i[20:10] == 11'd0 && (item_i[9] ^ item_i[8]);   // 256 to 767
  wire        is_cache_entry    = THREAD_CACHE != 0 && item_i[20:8]
      == weir_pkg::ITEM_CACHE_ENTRY[20:8];
  // fills the cache entry; else it only names it
  wire        refills    = is_cache_entry && value_i != 32'd0;
  wire [3:0]  hart       = is_thread && !item_i[4] ? 4'd0 : item_i[3:0];  // @hart
  logic       runs_q;                    // a switch by cache entry passed: its thread runs now
  wire [8:0]  of_hart    = (is_thread || runs_q) ? {hart, 2'd0, KIND_THREAD}
      : {hart, item_i[5:4], item_i[9], item_i[7:6]};

  logic [INDEX_W-1:0] index_q;
  (* no_rw_check *)
  logic [32:0]        state [0:(1<<INDEX_W)-1];            // bit 32: reported; below: its value
  logic [32:0]        state_rd_q;
  logic [31:0]        value_q;           // what was read
  // TIMING: the end of a walk step is known late: while one of these is 1, the location after it is
  // read.
  wire [INDEX_W-1:0]  behind = last_o ? '0 : index_q + 1'b1;
  wire [INDEX_W-1:0]  reads  = zero_i || look_i || report_i ? behind : index_q;
  wire [INDEX_W-1:0]  write_index, look;       // location to write; location to read
  wire                write = zero_i || (entry_valid_i && (is_thread || is_dropped || refills))
      || runs_q;
  always_ff @(posedge clk_i) begin
    if (write) state[write_index] <= zero_i ? 33'd0 : (runs_q && !refills) ? state_rd_q
        : {1'b1, value_i};
    state_rd_q <= state[look];
    if (look_i) value_q <= state_rd_q[31:0];
    if (!rst_ni || clear_i) begin
      index_q <= '0;
      runs_q  <= 1'b0;
    end else begin
      if (next_i) index_q <= behind;
      runs_q  <= entry_valid_i && is_cache_entry;  // @runs
    end
  end
  generate
    if (THREAD_CACHE != 0) begin : g_entries
      localparam integer LAST = (1 << HARTS_W) + THREAD_CACHE - 1;
      wire [INDEX_W-1:0] cache_entry = {1'b1, {(HARTS_W-4){1'b0}}, item_i[7:4]};
      assign write_index  = zero_i ? index_q : (is_cache_entry && !runs_q) ? cache_entry
          : {1'b0, of_hart[HARTS_W-1:0]};
      assign look   = entry_valid_i ? cache_entry : reads;
      assign last_o = index_q == LAST[INDEX_W-1:0];
    end else begin : g_no_entries
      assign write_index  = zero_i ? index_q : of_hart[HARTS_W-1:0];
      assign look   = reads;
      assign last_o = &index_q;
    end
    if (HARTS_W < 9) begin : g_few
      wire unused = &{1'b0, of_hart[8:HARTS_W]};
    end
  endgenerate

  wire [8:0] which     = {{(9-HARTS_W){1'b0}}, index_q[HARTS_W-1:0]};
  wire       of_cache_entry   = THREAD_CACHE != 0 && index_q[INDEX_W-1];
  wire       of_thread = of_cache_entry || which[4:0] == {2'd0, KIND_THREAD};
  assign held_o       = state_rd_q[32];
  assign event_o      = of_thread;
  assign report_item_o  = of_cache_entry ? {2'b11, which[3:0], 4'd0}
                      : of_thread ? (which[8:5] == 4'd0 ? 10'd1 : {6'b000001, which[8:5]})
                                  : {1'b0, which[2:0], which[4:3], which[8:5]}
                                      + weir_pkg::ITEM_DROPPED[9:0];
  assign report_value_o = value_q;

`ifdef FORMAL
`include "weir_checkpoint_table_fv.svh"
`endif
endmodule
`default_nettype wire
