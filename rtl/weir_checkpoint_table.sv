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
`ifndef PROVE_weir // in the proof of the whole unit a state may tell anything
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  logic f_settled;                       // nothing was written or shown in the cycle before, nor the place behind read in vain
  logic f_looked;                        // this place was looked at, and nothing was written since
  wire  f_stays = rst_ni && !clear_i && !write && !entry_valid_i;
  always_ff @(posedge clk_i) begin
    f_settled <= f_stays && next_i == (zero_i || look_i || tell_i);
    f_looked  <= f_stays && !next_i && (look_i ? f_settled : f_looked);
  end
  always_comb if (f_started) begin
    a_shows: assert (!f_settled || state_rd_q == state[index_q]);
    a_looked: assert (!f_looked || value_q == state[index_q][31:0]);
  end
`endif
`ifdef PROVE_weir_checkpoint_table
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
  // ---- what the entries told of any one place, by the table of items; and of any one slot, which others name
  localparam integer F_FIRST_SLOT = 32 << $clog2(HARTS);
  (* anyconst *) wire [INDEX_W-1:0] f_place;
  (* anyconst *) wire [3:0]         f_slot;
  wire  [3:0]  f_hart = f_place[HARTS_W-1:0] >> 5;
  wire         f_of_slot = THREAD_CACHE != 0 && {{(32-INDEX_W){1'b0}}, f_place} >= F_FIRST_SLOT;
  wire         f_of_thread = !f_of_slot && f_place[4:0] == 5'd7;
  wire  [3:0]  f_nth = f_place[3:0];           // slot
  wire         f_switch = item_i == 21'd1 ? f_hart == 4'd0 : item_i == 21'd16 + {17'd0, f_hart};       // of this hart, by value
  wire         f_names = THREAD_CACHE != 0 && item_i[20:8] == 13'd3;
  wire         f_same_slot = f_names && item_i[7:4] == f_slot;
  wire  [20:0] f_item = f_of_slot ? 21'd768 + {13'd0, f_nth, 4'd0} : f_of_thread ? (f_hart == 4'd0 ? 21'd1 : 21'd16 + {17'd0, f_hart})
                                  : 21'd256 + {12'd0, f_place[2:0], f_place[4:3], f_hart};
  wire         f_hits = f_of_slot ? f_names && item_i[7:4] == f_nth && value_i != 32'd0 : f_of_thread ? f_switch : item_i == f_item;
  wire         f_runs = f_names && f_of_thread && item_i[3:0] == f_hart;          // a slot is named: its thread runs
  logic        f_known, f_has, f_slot_has, f_slot_zeroed;      // since it was zeroed, it is known what was told; something was
  logic [31:0] f_value, f_slot_value;
  logic        f_was, f_was_zero;
  logic [20:0] f_was_item;
  logic [31:0] f_was_value;
  wire         f_zero = zero_i && index_q == f_place;
  wire         f_zero_slot = zero_i && {{(32-INDEX_W){1'b0}}, index_q} == F_FIRST_SLOT + {28'd0, f_slot};
  always_ff @(posedge clk_i) begin
    f_was       <= rst_ni && !clear_i && entry_valid_i;
    f_was_zero  <= rst_ni && !clear_i && zero_i;
    f_was_item  <= item_i;
    f_was_value <= value_i;
    if (!rst_ni || clear_i) begin
      f_known       <= 1'b0;
      f_slot_zeroed <= 1'b0;
    end else begin
      if (f_zero) f_known <= 1'b1;
      else if (entry_valid_i && f_runs && value_i == 32'd0 && !(f_same_slot && f_slot_zeroed && f_slot_has)) f_known <= 1'b0;
      else if (entry_valid_i && (f_hits || f_runs)) f_known <= 1'b1;
      if (f_zero_slot) f_slot_zeroed <= 1'b1;
    end
    if (f_zero) f_has <= 1'b0;
    else if (entry_valid_i && (f_hits || f_runs)) begin
      f_has   <= 1'b1;
      f_value <= f_runs && value_i == 32'd0 ? f_slot_value : value_i;
    end
    if (f_zero_slot) f_slot_has <= 1'b0;
    else if (entry_valid_i && f_same_slot && value_i != 32'd0) begin
      f_slot_has   <= 1'b1;
      f_slot_value <= value_i;
    end
  end
  wire f_pending = f_was && runs_q && f_was_item[20:8] == 13'd3 && f_of_thread && f_was_item[3:0] == f_hart;    // written in this cycle
  always_comb if (f_started) begin
    // An entry stays for a cycle more, and none comes then, nor while the places are walked; all are zeroed first.
    m_stay: assume (!f_was || (item_i == f_was_item && value_i == f_was_value && !entry_valid_i && !next_i));
    m_walk: assume (!entry_valid_i || (!next_i && !zero_i && index_q == '0));
    m_next: assume (!next_i || zero_i || look_i || tell_i);
    m_zero: assume ((!zero_i || next_i) && !(zero_i && f_was) && (!f_was_zero || zero_i || index_q == '0));
    m_there: assume (!entry_valid_i || !f_names || {28'd0, item_i[7:4]} < THREAD_CACHE);
    m_hart: assume (!entry_valid_i || {28'd0, item_i[3:0]} < HARTS || item_i[20:4] == 17'd0);
    m_place: assume ({{(32-INDEX_W){1'b0}}, f_place} < F_FIRST_SLOT + THREAD_CACHE);
    m_none: assume (!entry_valid_i || item_i[20:10] != 11'd0 || item_i[9:4] != 6'b101100);      // no OVERRUN of the thread port
    // A place tells what the entries told of it last: that it holds something,
    a_told: assert (!(f_settled && index_q == f_place && f_known) || told_o == f_has);
    // and what,
    a_value: assert (!(f_looked && index_q == f_place && f_known && f_has) || tell_value_o == f_value);
    // and it has the item that they had.
    a_item: assert (!(index_q == f_place && {28'd0, f_hart} < HARTS) || {11'd0, tell_item_o} == f_item);
    a_event: assert (index_q != f_place || event_o == (f_of_slot || f_of_thread));
    // Why:
    a_kept: assert (!(f_known && !f_pending) || (state[f_place][32] == f_has && (!f_has || state[f_place][31:0] == f_value)));
    a_pending: assert (!(f_known && f_pending) || (f_has && (f_was_value == 32'd0 ? state_rd_q == {1'b1, f_value} : f_value == f_was_value)));
    a_kept_slot: assert (!(THREAD_CACHE != 0 && f_slot_zeroed && {28'd0, f_slot} < THREAD_CACHE) || (state[F_FIRST_SLOT + f_slot][32] == f_slot_has
                         && (!f_slot_has || state[F_FIRST_SLOT + f_slot][31:0] == f_slot_value)));
    a_was: assert (!f_was || {28'd0, f_was_item[3:0]} < HARTS || f_was_item[20:4] == 17'd0);
    a_runs: assert (runs_q == (f_was && f_was_item[20:8] == 13'd3 && THREAD_CACHE != 0));
  end
  always_comb if (f_started) begin
    c_named: cover (f_settled && index_q == f_place && f_known && f_of_thread && f_has && f_was_zero == 1'b0 && f_value == 32'd5 && f_slot_value == 32'd5);
  end
`endif
`endif
endmodule
`default_nettype wire
