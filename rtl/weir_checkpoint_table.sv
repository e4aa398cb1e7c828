// SPDX-License-Identifier: Apache-2.0
// state: what a reader must know who begins in the middle of the stream: running threads, totals, slots, as they were told.
//
// Use      entries are shown to it as they pass; then it is walked, place by place, and tells those that hold something.
`default_nettype none
module weir_checkpoint_table #(
    parameter integer HARTS = 1,
    parameter integer THREAD_CACHE = 0        // slots of the thread cache, 0: none
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        clear_i,

    input  wire        entry_valid_i,    // an entry of an item and a value of the unit; not while it is walked
    input  wire [20:0] item_i,           // these stay for a cycle more
    input  wire [31:0] value_i,

    input  wire        zero_i,           // 1 from the first place to the last: forget
    input  wire        look_i,           // look at this place; after an entry that was shown, or after tell_i without next_i, a cycle later
    input  wire        tell_i,           // tell what was looked at
    input  wire        next_i,           // with one of these: go on to the next place, behind the last to the first
    output wire        last_o,           // this is the last place
    output wire        told_o,           // with look_i: this place holds something; with tell_i:
    output wire        event_o,          // flux event, else integer
    output wire [9:0]  tell_item_o,
    output wire [31:0] tell_value_o
);
  localparam integer HARTS_W = 5 + $clog2(HARTS);          // of a place: hart, context, kind;
  localparam integer INDEX_W = HARTS_W + (THREAD_CACHE != 0 ? 1 : 0);       // above these the slots
  localparam [2:0] KIND_THREAD = weir_pkg::DROP_OVERRUN;   // with context 0, which has none: the running thread

  wire        is_thread  = item_i[20:5] == 16'd0 && (item_i[4] || item_i[3:0] == weir_pkg::ITEM_THREAD[3:0]);
  wire        is_dropped = item_i[20:10] == 11'd0 && (item_i[9] ^ item_i[8]);   // 256 to 767
  wire        is_slot    = THREAD_CACHE != 0 && item_i[20:8] == weir_pkg::ITEM_CACHE_ENTRY[20:8];
  wire        refills    = is_slot && value_i != 32'd0;    // the slot; else it is named
  wire [3:0]  hart       = is_thread && !item_i[4] ? 4'd0 : item_i[3:0];
  logic       runs_q;                    // the entry of a slot is taken: its thread runs now
  wire [8:0]  of_hart    = (is_thread || runs_q) ? {hart, 2'd0, KIND_THREAD} : {hart, item_i[5:4], item_i[9], item_i[7:6]};

  logic [INDEX_W-1:0] index_q;
  (* no_rw_check *)
  logic [32:0]        state [0:(1<<INDEX_W)-1];            // bit 32: it was told; its value
  logic [32:0]        state_rd_q;
  logic [31:0]        value_q;           // what was looked at
  // It is known late that it goes on: what is read while one of them is 1 is the place behind.
  wire [INDEX_W-1:0]  behind = last_o ? '0 : index_q + 1'b1;
  wire [INDEX_W-1:0]  reads  = zero_i || look_i || tell_i ? behind : index_q;
  wire [INDEX_W-1:0]  place, look;       // to be written; to be read
  wire                write = zero_i || (entry_valid_i && (is_thread || is_dropped || refills)) || runs_q;
  always_ff @(posedge clk_i) begin
    if (write) state[place] <= zero_i ? 33'd0 : (runs_q && !refills) ? state_rd_q : {1'b1, value_i};
    state_rd_q <= state[look];
    if (look_i) value_q <= state_rd_q[31:0];
    if (!rst_ni || clear_i) begin
      index_q <= '0;
      runs_q  <= 1'b0;
    end else begin
      if (next_i) index_q <= behind;
      runs_q  <= entry_valid_i && is_slot;
    end
  end
  generate
    if (THREAD_CACHE != 0) begin : g_slots
      localparam integer LAST = (1 << HARTS_W) + THREAD_CACHE - 1;
      wire [INDEX_W-1:0] slot = {1'b1, {(HARTS_W-4){1'b0}}, item_i[7:4]};
      assign place  = zero_i ? index_q : (is_slot && !runs_q) ? slot : {1'b0, of_hart[HARTS_W-1:0]};
      assign look   = entry_valid_i ? slot : reads;
      assign last_o = index_q == LAST[INDEX_W-1:0];
    end else begin : g_no_slots
      assign place  = zero_i ? index_q : of_hart[HARTS_W-1:0];
      assign look   = reads;
      assign last_o = &index_q;
    end
    if (HARTS_W < 9) begin : g_few
      wire unused = &{1'b0, of_hart[8:HARTS_W]};
    end
  endgenerate

  wire [8:0] which     = {{(9-HARTS_W){1'b0}}, index_q[HARTS_W-1:0]};
  wire       of_slot   = THREAD_CACHE != 0 && index_q[INDEX_W-1];
  wire       of_thread = of_slot || which[4:0] == {2'd0, KIND_THREAD};
  assign told_o       = state_rd_q[32];
  assign event_o      = of_thread;
  assign tell_item_o  = of_slot ? {2'b11, which[3:0], 4'd0}
                      : of_thread ? (which[8:5] == 4'd0 ? 10'd1 : {6'b000001, which[8:5]})
                                  : {1'b0, which[2:0], which[4:3], which[8:5]} + weir_pkg::ITEM_DROPPED[9:0];
  assign tell_value_o = value_q;

`ifdef FORMAL
`include "weir_checkpoint_table_fv.svh"
`endif
endmodule
`default_nettype wire
