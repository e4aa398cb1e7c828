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
    input  wire [weir_event::ITEM_W-1:0] item_i,  // both stay for one more cycle
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
    output wire [20:0] report_item_o,
    output wire [31:0] report_value_o
);
  localparam integer DW = weir_pkg::DROP_W, IW = weir_event::ITEM_W;
  localparam integer HARTS_W = 2 + DW + $clog2(HARTS);     // location: hart, context, drop reason
  // above these: the thread cache
  localparam integer INDEX_W = HARTS_W + (THREAD_CACHE != 0 ? 1 : 0);
  // The running thread uses the last code of context 0: a free one, or OVERRUN, which no thread
  // port has.
  localparam [DW-1:0] KIND_THREAD = {DW{1'b1}};

  wire        is_thread  = item_i[IW-1:5] == '0
      && (item_i[4] || item_i[3:0] == weir_pkg::ITEM_THREAD[3:0]);
  // Totals of reasons 0-7 have items 256 to 767, those of the others, if there are, higher ones.
  wire        is_far     = DW > 3 && item_i[IW-1:9]
      == weir_pkg::ITEM_DROPPED_MORE[IW-1:9];
  wire        is_dropped = (item_i[IW-1:10] == '0 && (item_i[9] ^ item_i[8])) || is_far;
  wire [3:0]  reason     = is_far ? {1'b1, item_i[8:6]} : {1'b0, item_i[9], item_i[7:6]};
  wire        is_cache_entry    = THREAD_CACHE != 0 && item_i[IW-1:8]
      == weir_pkg::ITEM_CACHE_ENTRY[IW-1:8];
  // fills the cache entry; else it only names it
  wire        refills    = is_cache_entry && value_i != 32'd0;
  wire [3:0]  hart       = is_thread && !item_i[4] ? 4'd0 : item_i[3:0];  // @hart
  logic       runs_q;                    // a switch by cache entry passed: its thread runs now
  wire [5+DW:0] of_hart  = (is_thread || runs_q) ? {hart, 2'd0, KIND_THREAD}  // @of_thread
      : {hart, item_i[5:4], reason[DW-1:0]};

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
    if (HARTS_W < 6 + DW) begin : g_few
      wire unused = &{1'b0, of_hart[5+DW:HARTS_W]};
    end
    if (DW < 4) begin : g_near
      wire unused = &{1'b0, reason[3:DW]};
    end
  endgenerate

  wire [5+DW:0] which  = {{(6+DW-HARTS_W){1'b0}}, index_q[HARTS_W-1:0]};
  wire [3:0] of_reason = {{(4-DW){1'b0}}, which[DW-1:0]};
  wire [3:0] of_which  = which[DW+2 +: 4];                 // hart
  wire       of_cache_entry   = THREAD_CACHE != 0 && index_q[INDEX_W-1];
  wire       of_thread = of_cache_entry || which[DW+1:0] == {2'd0, KIND_THREAD};
  assign held_o       = state_rd_q[32];
  assign event_o      = of_thread;
  assign report_item_o  = of_cache_entry ? weir_pkg::ITEM_CACHE_ENTRY + {13'd0, which[3:0], 4'd0}
      : of_thread ? (of_which == 4'd0 ? weir_pkg::ITEM_THREAD
                                      : weir_pkg::ITEM_ROW_THREAD + {17'd0, of_which})
                  : (of_reason[3] ? weir_pkg::ITEM_DROPPED_MORE : weir_pkg::ITEM_DROPPED)
                    + {12'd0, of_reason[2:0], which[DW +: 2], of_which};
  assign report_value_o = value_q;

`ifdef FORMAL
`include "weir_checkpoint_table_fv.svh"
`endif
endmodule
`default_nettype wire
