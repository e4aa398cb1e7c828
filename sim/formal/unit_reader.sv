// SPDX-License-Identifier: Apache-2.0
// What proofs with a reader of the stream share, from the event to the words:
//
// item_of_event     the entry of an event
// followed_entry    entries that go into a stage, and one of them, any
// queued_entries    the same, and how they leave a queue
// cached_reader     what the reader gets of the bytes that a packer makes
// words_reader      what it gets of words, where the packer fills words
// reader_at_packer  why: the reader stands where the packer does
// words_of_bytes    words are the bytes; of the packer: words_of_pack, words_of_wide_pack
// reads_of_one_hart reads show what the stages have
//
// An entry is {whether it is an event, its item, its value}.
`default_nettype none

// The entry of an event of hart 0, by the table of items.
module item_of_event (
    input  wire [weir_event::W-1:0]       event_i,
    output wire [weir_event::ENTRY_W-1:0] entry_o
);
`include "weir_types.svh"
  event_t was;
  assign was = event_i;
  wire [20:0] item = was.is_switch ? 21'd1 : was.id <= 16'd11 ? 21'd4 + {5'd0, was.id}
      : 21'd16 * ({5'd0, was.id} + 21'd63);
  assign entry_o = {was.is_switch, item, was.value};
endmodule

module followed_entry #(
    parameter integer VALUE_W = 32
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    input  wire                clear_i,
    input  wire                in_i,      // an entry goes in,
    input  wire [VALUE_W+21:0] entry_i,   // this one,
    input  wire [63:0]         delta_i,   // its time less that of the one before
    output logic [31:0]        count_o,   // entries so far
    output logic [63:0]        now_o,     // the time of the last,
    output logic [63:0]        before_o,  // of the one before it,
    output wire [63:0]         next_o,    // and of the one that goes in
    output wire [31:0]         which_o,   // the entry that is followed, any;
    output logic [VALUE_W+21:0] wants_o,  // when it has gone in: what it is,
    output logic [63:0]        time_o     // and its time
);
  (* anyconst *) wire [31:0] which;
  assign which_o = which;
  assign next_o = now_o + delta_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      count_o <= 32'd0;
      now_o <= 64'd0;
    end else if (in_i) begin
      count_o <= count_o + 32'd1;
      before_o <= now_o;
      now_o <= next_o;
    end
    if (in_i && count_o == which) begin
      wants_o <= entry_i;
      time_o <= next_o;
    end
  end
endmodule

module queued_entries #(
    parameter integer QUEUE_LOG2 = 5,
    parameter integer DEPTH = 1 << QUEUE_LOG2,
    parameter integer EW = weir_event::ENTRY_W,
    parameter integer QW = EW + 64
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    input  wire                clear_i,
    input  wire                started_i,
    input  wire                in_i,         // see followed_entry
    input  wire [EW-1:0]       entry_i,
    input  wire [63:0]         delta_i,
    input  wire                out_i,        // an entry leaves the queue,
    input  wire [63:0]         out_delta_i,  // its time less that of the one before
    // of the queue
    input  wire [QUEUE_LOG2:0] rd_i,
    input  wire [QUEUE_LOG2:0] wr_i,
    input  wire                front_valid_i,
    input  wire [QW-1:0]       front_i,
    input  wire [QW*DEPTH-1:0] words_i,
    // of the timestamp
    input  wire [63:0]         sum_i,
    input  wire [63:0]         cycle_i,
    input  wire                was_clear_i,
    input  wire                was_reset_i,
    output wire [31:0]         in_count_o,
    output logic [31:0]        out_count_o,
    output logic [63:0]        out_time_o,   // of the last that left,
    output logic [63:0]        out_before_o, // and of the one before it
    output wire [31:0]         which_o,
    output wire [EW-1:0]       wants_o,
    output wire [63:0]         time_o,
    output logic [63:0]        cycle_o
);
  wire [63:0] in_time, unused_before, next;
  followed_entry u_in (
      .clk_i, .rst_ni, .clear_i, .in_i, .entry_i, .delta_i, .count_o(in_count_o), .now_o(in_time),
      .before_o(unused_before), .next_o(next), .which_o, .wants_o, .time_o);
  always_ff @(posedge clk_i) begin
    // The first cycle has time 1, and so has that of a clear.
    cycle_o <= !rst_ni ? 64'd1 : clear_i ? 64'd2 : cycle_o + 64'd1;
    if (!rst_ni || clear_i) begin
      out_count_o <= 32'd0;
      out_time_o <= 64'd0;
    end else if (out_i) begin
      out_count_o <= out_count_o + 32'd1;
      out_before_o <= out_time_o;
      out_time_o <= out_time_o + out_delta_i;
    end
  end
  // The time of an entry is the cycle in which the arbiter passed its event on, two before.
  always_comb if (started_i) a_time: assert (!in_i || next == cycle_o - 64'd2);

  // Why: the entries between are in the queue.
  wire  [QUEUE_LOG2:0]   level = wr_i - rd_i;
  logic [63:0]           times [0:DEPTH-1];
  wire  [31:0]           ahead = which_o - out_count_o;
  wire                   queued = ahead < {{(31-QUEUE_LOG2){1'b0}}, level};
  wire  [QUEUE_LOG2-1:0] nth = rd_i[QUEUE_LOG2-1:0] + ahead[QUEUE_LOG2-1:0];
  wire  [QUEUE_LOG2-1:0] last = wr_i[QUEUE_LOG2-1:0] - 1'b1;
  always_ff @(posedge clk_i) if (in_i) times[wr_i[QUEUE_LOG2-1:0]] <= next;
  logic                  items;              // each entry that is valid has one
  logic [QUEUE_LOG2-1:0] from_front;
  logic [QW-1:0]         front, followed;
  integer i;
  always_comb begin
    items = 1'b1;
    front = '0;
    followed = '0;
    for (i = 0; i < DEPTH; i = i + 1) begin
      from_front = i[QUEUE_LOG2-1:0] - rd_i[QUEUE_LOG2-1:0];
      if ({1'b0, from_front} < level && words_i[QW*i+32 +: weir_event::ITEM_W] == '0) items = 1'b0;
      if (rd_i[QUEUE_LOG2-1:0] == i) front = words_i[QW*i +: QW];
      if (nth == i) followed = words_i[QW*i +: QW];
    end
  end
  genvar g;
  generate
    for (g = 0; g < DEPTH; g = g + 1) begin : g_place
      wire [QUEUE_LOG2-1:0] at = g[QUEUE_LOG2-1:0] - rd_i[QUEUE_LOG2-1:0];
      queued_delta u_delta (
          .valid_i(started_i && {1'b0, at} < level), .time_i(times[g]),
          .before_i(at == '0 ? out_time_o : times[(g + DEPTH - 1) % DEPTH]),
          .delta_i(words_i[QW*g+EW +: 64]));
    end
  endgenerate
  always_comb if (started_i) begin
    a_items: assert (items);
    a_front: assert (!front_valid_i || front_i == front);
    a_level: assert (in_count_o == out_count_o + {{(31-QUEUE_LOG2){1'b0}}, level});
    a_last: assert (in_time == (level == '0 ? out_time_o : times[last]));
    a_wants: assert (!queued || (followed[EW-1:0] == wants_o && times[nth] == time_o));
    a_reset: assert (!was_reset_i || (!in_i && in_time == '0));
    a_sum: assert (in_time == (was_clear_i ? 64'd0 : sum_i));
    a_cycle: assert (cycle_o == cycle_i + 64'd1);
  end
endmodule

// The delta of an entry is the time since the entry before.
module queued_delta (
    input wire        valid_i,
    input wire [63:0] time_i,
    input wire [63:0] before_i,
    input wire [63:0] delta_i
);
  always_comb a_times: assert (!valid_i || time_i == before_i + delta_i);
endmodule

// Whether an entry says what is wanted, by docs/reference/stream.md: as it is; or a switch of
// thread by a cache entry, of which the value is the thread, or 0: then the reader knows it.
module cached_entry #(
    parameter integer VALUE_W = 32,
    parameter integer THREAD_CACHE = 8  // cache entries; or 0
) (
    input  wire [24:0]         item_i,
    input  wire [3:0]          kind_i,    // df
    input  wire [VALUE_W+7:0]  value_i,
    input  wire [3:0]          nth_i,     // a cache entry, any;
    input  wire                filled_i,  // the reader knows what it holds:
    input  wire [VALUE_W-1:0]  holds_i,
    input  wire [VALUE_W+21:0] wants_i,
    output wire                right_o
);
  wire               wants_event;
  wire [20:0]        wants_item;
  wire [VALUE_W-1:0] wants_value;
  assign {wants_event, wants_item, wants_value} = wants_i;
  wire       is_cached = THREAD_CACHE != 0 && item_i[24:8] == 17'd3;
  wire [3:0] hart = item_i[3:0];
  wire       is_switch = wants_item == 21'd16 + {17'd0, hart}
      || (wants_item == 21'd1 && hart == 4'd0);
  assign right_o = kind_i == (wants_event ? 4'd2 : 4'd1) && (!is_cached
      ? item_i == {4'd0, wants_item} && value_i == {8'd0, wants_value}
      : is_switch && {28'd0, item_i[7:4]} < THREAD_CACHE
          && (value_i != '0 ? value_i == {8'd0, wants_value}
          : item_i[7:4] != nth_i || (filled_i && holds_i == wants_value)));
endmodule

// The entry that is followed, if it is the last behind a byte: whether it is another.
module read_entry #(
    parameter integer VALUE_W = 32,
    parameter integer THREAD_CACHE = 0,
    parameter integer W = 212 + VALUE_W
) (
    input  wire [W-1:0]        state_i,   // of the reader, behind the byte
    input  wire [31:0]         which_i,   // the entry that is followed,
    input  wire [VALUE_W+21:0] wants_i,   // what it is,
    input  wire [63:0]         time_i,    // and its time
    input  wire [3:0]          nth_i,     // see cached_entry
    input  wire                filled_i,
    input  wire [VALUE_W-1:0]  holds_i,
    output wire                bad_o,     // it is no stream
    output wire                wrong_o
);
`include "stream_state.svh"
  reader_t is;
  wire     right;
  assign is = state_i;
  cached_entry #(.VALUE_W(VALUE_W), .THREAD_CACHE(THREAD_CACHE)) u_entry (
      .item_i(is.head[27:3]), .kind_i(is.kind[3:0]), .value_i(is.value), .nth_i, .filled_i,
      .holds_i, .wants_i, .right_o(right));
  assign bad_o = is.bad;
  assign wrong_o = is.part == 3'd0 && is.at == 4'd0 && is.head != 28'd0
      && is.count == which_i + 32'd1 && !(right && is.now == time_i);
  wire unused = &{1'b0, is};
endmodule

module cached_reader #(
    parameter integer VALUE_W = 32,
    parameter integer BYTES = 4,
    parameter integer THREAD_CACHE = 0,
    parameter integer W = 212 + VALUE_W
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    input  wire                clear_i,
    input  wire                started_i,
    input  wire                step_i,    // the packer makes bytes,
    input  wire [8*BYTES-1:0]  bytes_i,   // these, the first in the low bits;
    input  wire [3:0]          len_i,     // how many, at least one
    input  wire [31:0]         which_i,   // the entry that is followed,
    input  wire [VALUE_W+21:0] wants_i,   // what it is,
    input  wire [63:0]         time_i,    // and its time
    input  wire [3:0]          nth_i,     // of the thread cache of the unit, a cache entry, any:
    output logic [W-1:0]       here_o,    // behind the bytes so far
    output logic               filled_o,  // the thread that an entry said it holds
    output logic [VALUE_W-1:0] holds_o
);
`include "stream_state.svh"
  wire [W*(BYTES+1)-1:0] states;
  stream_reader #(.VALUE_W(VALUE_W), .BYTES(BYTES)) u_reader (
      .state_i(here_o), .bytes_i, .states_o(states));
  logic [W-1:0] behind;
  reader_t here, after;                    // behind the bytes so far, and behind those of now
  integer i;
  always_comb begin
    behind = '0;
    for (i = 1; i <= BYTES; i = i + 1)
      behind = behind | (len_i == i ? states[W*i +: W] : {W{1'b0}});
  end
  assign after = behind;
  assign here = here_o;
  wire ends = step_i && after.count != here.count;
  wire fills = ends && after.head[27:7] == {17'd3, nth_i} && after.value != '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) here_o <= '0;
    else if (step_i) here_o <= after;
    if (!rst_ni || clear_i) filled_o <= 1'b0;
    else if (fills) filled_o <= 1'b1;
    if (fills) holds_o <= after.value[VALUE_W-1:0];
  end
  wire bad, wrong;
  read_entry #(.VALUE_W(VALUE_W), .THREAD_CACHE(THREAD_CACHE)) u_entry (
      .state_i(here_o), .which_i, .wants_i, .time_i, .nth_i, .filled_i(filled_o),
      .holds_i(holds_o), .bad_o(bad), .wrong_o(wrong));
  always_comb if (started_i) begin
    // The bytes are a stream, of which no two entries end in a cycle; the entry followed is read
    // back, in its place, with its time.
    a_stream: assert (!bad);
    a_one: assert (!ends || (after.count == here.count + 32'd1 && after.part == 3'd0
        && after.at == 4'd0));
    a_entry: assert (!wrong);
  end
endmodule

// A packer of tiny puts bytes into the word where they stay; the tail is its first bytes.
module words_reader #(
    parameter integer W = 212 + 32
) (
    input  wire                           clk_i,
    input  wire                           rst_ni,
    input  wire                           clear_i,
    input  wire                           started_i,
    input  wire                           word_valid_i,
    input  wire [31:0]                    word_i,
    input  wire [1:0]                     tail_count_i,
    input  wire [31:0]                    which_i,
    input  wire [weir_event::ENTRY_W-1:0] wants_i,
    input  wire [63:0]                    time_i,
    output logic [W-1:0]                  here_o         // behind the tail
);
  localparam integer VALUE_W = 32, BYTES = 4;
  logic [W-1:0] behind_words;
  wire [W*(BYTES+1)-1:0] states;
  stream_reader #(.VALUE_W(VALUE_W), .BYTES(BYTES)) u_reader (
      .state_i(behind_words), .bytes_i(word_i), .states_o(states));
  always_ff @(posedge clk_i)
    if (!rst_ni || clear_i) behind_words <= '0;
    else if (word_valid_i) behind_words <= states[W*BYTES +: W];
  wire [BYTES:0] bad, wrong, seen;
  genvar k;
  generate
    for (k = 0; k <= BYTES; k = k + 1) begin : g_byte
      read_entry u_entry (
          .state_i(states[W*k +: W]), .which_i, .wants_i, .time_i, .nth_i(4'd0), .filled_i(1'b0),
          .holds_i(32'd0), .bad_o(bad[k]), .wrong_o(wrong[k]));
      assign seen[k] = k <= tail_count_i || word_valid_i;  // in the tail; in a word
    end
  endgenerate
  integer i;
  always_comb begin
    here_o = '0;
    for (i = 0; i < BYTES; i = i + 1)
      here_o = here_o | (tail_count_i == i ? states[W*i +: W] : {W{1'b0}});
  end
  always_comb if (started_i) begin
    // The bytes are a stream; the entry followed is read back, in its place, with its time.
    a_stream: assert ((bad & seen) == '0);
    a_entry: assert ((wrong & seen) == '0);
  end
endmodule

// Why a reader gets the entries of a packer with one at a time: what it knows of the bytes so far
// is where the packer is, and every entry that went in is read, or under way.
module reader_at_packer #(
    parameter integer VALUE_W = 32,
    parameter integer W = 212 + VALUE_W
) (
    input wire               started_i,
    input wire [W-1:0]       here_i,
    input wire               packing_i,    // it has an entry,
    input wire               begun_i,      // and has made bytes of it;
    input wire               between_i,    // else: the reader is where it must be
    input wire [1:0]         part_i,       // of the entry, and what has been made of it
    input wire [3:0]         at_i,
    input wire [27:0]        head_i,
    input wire [69:0]        delta_i,
    input wire [7:0]         kind_i,
    input wire [VALUE_W+7:0] value_i,
    input wire [20:0]        item_i,
    input wire [63:0]        entry_delta_i,
    input wire [31:0]        count_i,      // entries that went in; the time of the last,
    input wire [63:0]        now_i,
    input wire [63:0]        before_i,     // and of the one before it
    input wire [31:0]        which_i,      // the entry that is followed, and its time
    input wire [63:0]        time_i,
    input wire               right_i       // the packer has it as it went in
);
`include "stream_state.svh"
  reader_t here;
  assign here = here_i;
  always_comb if (started_i) begin
    a_here: assert (begun_i ? here.part == {1'b0, part_i} && here.at == at_i && here.head == head_i
        && here.delta == delta_i[63:0] && here.kind == kind_i && here.value == value_i
        : between_i);
    a_count: assert (here.count + {31'd0, packing_i} == count_i);
    a_now: assert (here.now == (packing_i ? before_i : now_i));
    a_before: assert (!packing_i || now_i == before_i + entry_delta_i);
    a_item: assert (!packing_i || item_i != 21'd0);
    a_packs: assert (!(packing_i && count_i == which_i + 32'd1) || (right_i && time_i == now_i));
  end
endmodule

// Byte n of the words is byte n that the packer made, for any n: so a reader of the words is the
// reader of these.
module words_of_bytes (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire         clear_i,
    input  wire         started_i,
    input  wire         step_i,     // the packer makes bytes,
    input  wire [79:0]  bytes_i,    // these, the first in the low bits;
    input  wire [3:0]   len_i,      // how many
    input  wire [3:0]   in_words_i, // bytes in words of this cycle,
    input  wire [63:0]  words_i,    // these
    input  wire [4:0]   waiting_i,  // bytes that are made and in no word yet,
    input  wire [135:0] rest_i,     // these
    output logic [31:0] made_o,     // bytes so far
    output logic [31:0] left_o      // bytes in words so far
);
  (* anyconst *) wire [31:0] n;
  logic [7:0]  followed;
  wire  [31:0] nth = n - made_o;
  wire  [31:0] place = n - left_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      made_o <= 32'd0;
      left_o <= 32'd0;
    end else begin
      if (step_i) made_o <= made_o + {28'd0, len_i};
      left_o <= left_o + {28'd0, in_words_i};
    end
    if (step_i && nth < {28'd0, len_i}) followed <= bytes_i[8*nth[3:0] +: 8];
  end
  always_comb if (started_i) begin
    a_byte: assert (!(place < {28'd0, in_words_i}) || words_i[8*place[2:0] +: 8] == followed);
    // No byte is left: behind the words there are those that wait.
    a_bytes: assert (made_o == left_o + {27'd0, waiting_i});
    // Why:
    a_rest: assert (!(place < {27'd0, waiting_i}) || rest_i[8*place[4:0] +: 8] == followed);
  end
endmodule

module words_of_pack (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        clear_i,
    input  wire        started_i,
    input  wire        step_i,        // it makes a chunk;
    input  wire [31:0] chunk_i,
    input  wire [2:0]  len_i,
    input  wire        put_i,         // a chunk is on its way
    input  wire [31:0] put_chunk_i,
    input  wire [2:0]  put_len_i,
    input  wire        word_valid_i,
    input  wire [31:0] word_i,
    input  wire [23:0] tail_i,
    input  wire [1:0]  tail_count_i,
    output wire [31:0] made_o,
    output wire [31:0] left_o
);
  wire [2:0]  put_len = put_i ? put_len_i : 3'd0;
  wire [55:0] rest = {32'd0, tail_i}
      | ({24'd0, put_i ? put_chunk_i : 32'd0} << {tail_count_i, 3'b000});
  words_of_bytes u_bytes (
      .clk_i, .rst_ni, .clear_i, .started_i, .step_i, .bytes_i({48'd0, chunk_i}),
      .len_i({1'b0, len_i}), .in_words_i({1'b0, word_valid_i, 2'd0}), .words_i({32'd0, word_i}),
      .waiting_i({3'd0, tail_count_i} + {2'd0, put_len}), .rest_i({80'd0, rest}), .made_o,
      .left_o);
endmodule

module words_of_wide_pack (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        clear_i,
    input  wire        started_i,
    input  wire        step_i,        // it makes a piece;
    input  wire [71:0] piece_i,
    input  wire [3:0]  len_i,
    input  wire        put_i,         // a piece is on its way,
    input  wire [71:0] put_piece_i,
    input  wire [3:0]  put_len_i,
    input  wire        spill_i,       // and a word,
    input  wire [31:0] spill_word_i,
    input  wire        lane_i,        // for this lane
    input  wire [1:0]  word_valid_i,
    input  wire [63:0] words_i,
    input  wire [23:0] tail_i,
    input  wire [1:0]  tail_count_i,
    output wire [31:0] made_o,
    output wire [31:0] left_o
);
  logic lane;                         // of the next word: they alternate
  always_ff @(posedge clk_i)
    if (!rst_ni || clear_i) lane <= 1'b0;
    else lane <= lane ^ ^word_valid_i;
  wire [4:0]   in_word = {2'd0, spill_i, 2'd0} + {3'd0, tail_count_i};
  wire [135:0] rest = (spill_i ? {80'd0, tail_i, spill_word_i} : {112'd0, tail_i})
      | ({64'd0, put_i ? put_piece_i : 72'd0} << {in_word, 3'b000});
  words_of_bytes u_bytes (
      .clk_i, .rst_ni, .clear_i, .started_i, .step_i, .bytes_i({8'd0, piece_i}), .len_i,
      .in_words_i({1'b0, word_valid_i[0], 2'd0} + {1'b0, word_valid_i[1], 2'd0}),
      .words_i(lane ? {words_i[31:0], words_i[63:32]} : words_i),      // the older first
      .waiting_i(in_word + (put_i ? {1'b0, put_len_i} : 5'd0)), .rest_i(rest), .made_o, .left_o);
  always_comb if (started_i) begin
    a_older: assert (word_valid_i == 2'd0 || word_valid_i[lane]);
    // Why:
    a_lane: assert (lane == lane_i);
  end
endmodule

// STATUS, IRQ_STATUS.LOSS, LEVEL, TAIL, TIME_LO, RUNNING, counters, VALUE and the data page, of a
// unit with one hart: decoded here from the address map.
module reads_of_one_hart (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        started_i,
    input  wire        reg_valid_i,
    input  wire        reg_write_i,
    input  wire [16:0] reg_addr_i,
    input  wire [31:0] reg_wdata_i,
    input  wire [3:0]  reg_wstrb_i,
    input  wire        reg_ready_i,
    input  wire [31:0] reg_rdata_i,
    input  wire        overload_i,    // what the stages have
    input  wire        losing_i,
    input  wire        drop_i,
    input  wire [31:0] count_i,
    input  wire [31:0] value_i,
    input  wire [31:0] running_i,
    input  wire        word_valid_i,
    input  wire [31:0] word_i,
    input  wire [31:0] level_i,
    input  wire [23:0] tail_i,
    input  wire [1:0]  tail_count_i,
    input  wire [63:0] cycle_i,       // time of this cycle and one more
    input  wire        rests_i,       // all that was stored is in words and TAIL
    input  wire        loss_i,        // IRQ_STATUS.LOSS of the registers
    output wire        takes_o        // a read takes a word
);
  wire [16:0]  addr      = {reg_addr_i[16:2], 2'b00};
  wire         data      = addr[16:12] == 5'd1;
  wire         counter   = addr >= 17'h02000 && addr < 17'h02200 && addr[8:7] != 2'd2
      && addr[5:2] < (addr[6] ? 4'd3 : 4'd6);
  wire         value_reg = addr == 17'h10000 || addr == 17'h11000;
  wire         load      = reg_valid_i && reg_ready_i && !reg_write_i;
  wire         store     = reg_valid_i && reg_ready_i && reg_write_i && reg_wstrb_i == 4'b1111;
  logic        shown, loss, status, rested;  // of the cycle before; a drop since it was cleared
  logic [31:0] shows, bits;                  // what the read must give, in these bits
  assign takes_o = load && data && word_valid_i;
  always_ff @(posedge clk_i) begin
    shown  <= rst_ni && load && (data || counter || value_reg || addr == 17'h00014
        || addr == 17'h00020 || addr == 17'h00028 || addr == 17'h0002c || addr == 17'h00030
        || addr == 17'h00108);
    status <= rst_ni && load && addr == 17'h00014;
    rested <= rests_i;
    bits   <= addr == 17'h00014 ? 32'hfffffffe : addr == 17'h00020 ? 32'd2 : 32'hffffffff;
    shows  <= data ? (word_valid_i ? word_i : 32'd0)
        : counter ? count_i
        : value_reg ? value_i
        : addr == 17'h00014 ? {28'd0, losing_i, !word_valid_i, overload_i, 1'b0}
        : addr == 17'h00020 ? {30'd0, loss, 1'b0}
        : addr == 17'h00028 ? level_i
        : addr == 17'h0002c ? {6'd0, tail_count_i, tail_i}
        : addr == 17'h00030 ? cycle_i[31:0] - 32'd1
        : running_i;
    // a drop sets it, also in the cycle of a store that clears it
    loss   <= rst_ni && (drop_i || (loss && !(store && addr == 17'h00020 && reg_wdata_i[1])));
  end
  always_comb if (started_i) begin
    a_shown: assert (!shown || (reg_rdata_i & bits) == shows);
    // While STATUS.BUSY is 0 nothing is on its way.
    a_busy: assert (!(status && !reg_rdata_i[0]) || rested);
    // Why:
    a_loss: assert (loss_i == loss);
  end
endmodule
`default_nettype wire
