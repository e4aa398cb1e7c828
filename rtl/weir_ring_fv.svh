// SPDX-License-Identifier: Apache-2.0
// Properties of weir_ring, which includes this file under FORMAL.
//
//! proof ring (THREAD_CACHE=4), induction, limit 900, with sim/formal/stream_reader.sv: writes
//!     lie in the ring buffer, and in the section that is filled, and wait unchanged; a section is
//!     emptied before it is overwritten; it holds what the table holds, as a reader gets it, then
//!     the bytes of the stream, each once, in order, unchanged; `used` is raised between entries,
//!     behind all bytes before
//! proof ring_all (HARTS=2 THREAD_CACHE=4 CHECKPOINT=1 ARGS=4), induction, limit 900, with
//!     sim/formal/stream_reader.sv: the same, with two harts, checkpoints in the stream, events of
//!     four words
//! proof ring_as_full (HARTS=2 THREAD_CACHE=16 CHECKPOINT=1 ARGS=4), induction, limit 900, with
//!     sim/formal/stream_reader.sv: the same, as in full
//! proof ring_with_pins (HARTS=2 THREAD_CACHE=16 CHECKPOINT=1 ARGS=4), induction, limit 900, define
//!     RING_PINS, with sim/formal/stream_reader.sv: the same, as in full, for the smallest sections
//!     that its registers allow: the second of two harts is the event pins, which have no thread,
//!     and drops of one context

`ifdef PROVE_weir_ring
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_ring
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
`ifdef RING_PINS
localparam integer F_PINS = 1;               // the last hart is the event pins
`else
localparam integer F_PINS = 0;
`endif
localparam integer F_LEAST = 8 + $clog2(HARTS - F_PINS) + (THREAD_CACHE != 0 || ARGS > 1 ? 1 : 0)
    + (weir_pkg::DROP_COUNT > 8 ? 2 : 0);
logic [4:0]  f_words;                        // written behind `used`, sixteen at most
always_ff @(posedge clk_i) begin
  if (state_q == HEADERS || state_q == COMMIT) f_words <= 5'd0;
  else if (goes && fills && f_words != 5'd16) f_words <= f_words + 5'd1;
end
// at the last edge: enabled, and this is what the ring is like
logic        f_enabled;
logic        f_was_quiet;                    // and it was not busy
logic [41:0] f_like;
wire  [41:0] f_now = {stop_i, discard_i, base_i, window_i, section_i};
always_ff @(posedge clk_i) begin
  f_enabled <= rst_ni && !clear_i && enable_i;
  f_was_quiet <= rst_ni && !busy_o;
  f_like    <= f_now;
end
always_comb if (f_started) begin
  m_sizes: `WEIR_ENV (!enable_i || ({27'd0, section_i} >= F_LEAST && section_i <= 5'd16
      && window_i > section_i));
  m_constant: `WEIR_ENV (!f_enabled || (enable_i && f_now == f_like));
  m_off: `WEIR_ENV (enable_i || state_q == OFF);
  m_clear: `WEIR_ENV (!clear_i || (f_was_quiet && !closes));
end

logic [29:0] f_offset;                       // of the word on the bus, from the window's begin
// bytes were written to a section, and are not all given to the bus
logic        f_held;
logic        f_emptied;                      // the section was emptied since it was entered
logic [61:0] f_word;
logic        f_waits;
logic        f_made, f_spare;                // bytes that were made and did not go to their word
logic [15:0] f_byte;
always_ff @(posedge clk_i) begin
  if (free) f_offset <= put_at;
  if (!rst_ni || clear_i || (put && free && state_q != COMMIT)) f_held <= 1'b0;
  else if (goes) f_held <= 1'b1;
  if (!rst_ni || clear_i || state_q == NEXT || state_q == SETTLE) f_emptied <= 1'b0;
  else if (state_q == ENTER && free && !second) f_emptied <= 1'b1;
  f_waits <= rst_ni && m_valid_o && !m_ready_i;
  f_word  <= {m_addr_q, m_wdata_q};
  f_made  <= rst_ni && !clear_i && (goes ? spare_q : made_q);
  f_spare <= rst_ni && !clear_i && !goes && spare_q;
  f_byte <= {spare_byte_q, goes ? spare_byte_q : byte_q};
end
wire f_filling = state_q == BEGIN || state_q == STATE || state_q == TELL || state_q == END
    || state_q == RUN || state_q == COMMIT;
always_comb if (f_started) begin
  // A word that is written lies in the window.
  a_window: assert (!m_valid_o || (m_addr_q == base_i + f_offset && (f_offset & ~in_window_q)
      == 30'd0));
  // It waits unchanged.
  a_stays: assert (!f_waits || (m_valid_o && {m_addr_q, m_wdata_q} == f_word));
  // Nothing of a section is overwritten before it is emptied.
  a_emptied: assert (!f_filling || f_emptied);
  // `used` is raised between two entries only, and when all bytes before are given to the bus.
  a_whole: assert (state_q != COMMIT || first);
  a_given: assert (state_q != COMMIT || !f_held);
  //! mutant ring_early, bound 140: `used` is raised before the last word is given to the bus
  //!     @early RUN: if (closes) state_q <= COMMIT;
  // No byte of the stream is taken and not written, unless the ring is full and another sink has
  // it.
  a_taken: assert (!(byte_valid && byte_ready && !aside) || state_q == FULL
      || (state_q == RUN && step && makes && make == one_byte));
  a_goes: assert ((!f_made || (made_q && byte_q == f_byte[7:0]))
      && (!f_spare || (spare_q && spare_byte_q == f_byte[15:8])));
  // Nothing of the stream is taken without authorisation.
  a_auth: assert (auth_i || !(byte_valid || word_ready_o));
  //! mutant parse_without_authorisation, bound 10: the ring takes bytes without authorisation
  //!     weir_parse@without_authorisation assign byte_valid_o = have_q && !valid_q;
  // Quiet: nothing is on the bus, nothing is behind `used`.
  a_quiet: assert (busy_o || !m_valid_o);
  a_off: assert (state_q != OFF || !m_valid_o);
  a_was_quiet: assert (!f_was_quiet || (!m_valid_o && !made_q
      && (state_q == OFF || state_q == RUN || state_q == FULL)));
  // `used` is due when sixteen words are behind it, and not before.
  a_due: assert (state_q == OFF || state_q == ZERO || state_q == HEADERS
      || (due == (f_words == 5'd16) && words_q == f_words));
  // Why: what is held of the sizes and of the place is right where it is looked at;
  a_masks: assert (state_q == OFF || (in_section == (30'd1 << (section_i - 5'd2)) - 30'd1
      && in_window_q == (30'd1 << (window_i - 5'd2)) - 30'd1));
  a_last: assert (!(((state_q == HEADERS || state_q == ENTER) && second) || state_q == NEXT)
      || last_q == &(at_q | in_section | ~in_window_q));
  a_space: assert (!f_filling || (state_q == BEGIN && nth_q == 4'd0) || space_q
      == ({18'd0, in_section_q & ~at_q[13:0]} >= NEED));
  a_waits: assert (full_stop_q == (state_q == FULL && !discard_i));
  a_made: assert ((made_q || !spare_q) && (!made_q || (f_filling && state_q != COMMIT)));
  // the place is in the window; bytes that are held are in the word in hand.
  a_at: assert ((at_q & ~in_window_q) == 30'd0 || state_q == OFF);
  //! mutant ring_window, bound 60: behind the last section the ring continues
  //!     @window wire [29:0] at_next = ((at_q | (jump ? in_section : 30'd0)) + 30'd1);
  a_at_off: assert (state_q != OFF || at_q == 30'd0);
  a_held: assert (!f_held || (f_filling && lane_q != 2'd0));
  a_states: assert (state_q <= SETTLE);
  a_second: assert (state_q != ENTER || f_emptied == second);
  a_on: assert (state_q == OFF || f_enabled);
  a_m_on: assert (!m_valid_o || f_enabled);
end

`ifdef PROVE_weir_ring
// ---- a section holds what is written to it, whole: nothing arrives beyond it
// A checkpoint reports running threads, cache entries, and totals of drops that are possible: of
// reasons USER to RATE_LIMIT at the ports, OVERRUN of the pins, SYS and OVERRUN of the snoop.
localparam integer F_REASONS = 1 << weir_pkg::DROP_W;
localparam integer F_LOCATIONS = ((4 * F_REASONS) << $clog2(HARTS)) + THREAD_CACHE;
localparam integer F_INDEX_W = 2 + weir_pkg::DROP_W + $clog2(HARTS) + (THREAD_CACHE != 0 ? 1 : 0);
(* hierconn *) wire [F_INDEX_W-1:0] \u_table.index_q ;
(* hierconn *) wire \u_table.runs_q ;
(* hierconn *) wire \u_table.f_settled ;
(* hierconn *) wire \u_table.f_looked ;
function automatic f_possible(input integer word_place);  // reason in bits 2:0, context in 4:3
  f_possible = word_place >= ((4 * F_REASONS) << $clog2(HARTS))
      || (word_place / (4 * F_REASONS) < HARTS
          && (word_place % F_REASONS < weir_pkg::DROP_COUNT
              || word_place % (4 * F_REASONS) == F_REASONS - 1)
          && (F_PINS == 0 || word_place / (4 * F_REASONS) != HARTS - 1
              || word_place / F_REASONS % 4 == 1)
          && (word_place % F_REASONS == 7 ? word_place / F_REASONS % 4 != 2
              : word_place / F_REASONS % 4 != 3 || word_place % F_REASONS == 2));
endfunction
(* hierconn *) wire \u_table.f_there ;
(* hierconn *) wire [(1<<F_INDEX_W)-1:0] \u_table.f_holds ;
wire [(1<<F_INDEX_W)-1:0] f_holds = \u_table.f_holds ;
logic   f_all_possible;                  // of the locations that were zeroed
integer f_place;
always_comb begin
  f_all_possible = 1'b1;
  for (f_place = 0; f_place < F_LOCATIONS; f_place = f_place + 1)
    if (state_q != OFF && (state_q != ZERO || f_place < \u_table.index_q ) && f_holds[f_place]
        && !f_possible(f_place)) f_all_possible = 1'b0;
end
// bytes, at most, of what is reported in the locations before this one
logic [15:0] f_reported;
integer      word_place;
always_comb begin
  f_reported = 16'd0;
  for (word_place = 0; word_place < F_LOCATIONS; word_place = word_place + 1)
    if (word_place < \u_table.index_q && f_possible(word_place)) f_reported = f_reported
        + (word_place % F_REASONS < 8 ? 16'd8 : 16'd10);
end
// bytes with all of the checkpoint, but for checkpoint 2
localparam integer F_STATE = 22 + 8 * (25 * (HARTS - F_PINS) + 8 * F_PINS + THREAD_CACHE)
    + (weir_pkg::DROP_COUNT > 8 ? 30 * (weir_pkg::DROP_COUNT - 8) * HARTS : 0);
logic [5:0]  f_bytes;                       // of the event under way
// it has begun, and its next entry has not
wire         f_parts = entry_valid ? is_arg : is_arg_q;
wire         f_first = first && !f_parts;    // it begins
(* hierconn *) wire \u_parse.g_checkpoint.aside_q ;
// a checkpoint of the other sink has
wire         f_aside = CHECKPOINT != 0 && \u_parse.g_checkpoint.aside_q ;
logic [29:0] f_start;                        // where the section begins that was entered last
// behind what is made
wire  [16:0] f_pos  = {1'b0, at_q[13:0] & in_section_q, lane_q} + {16'd0, made_q}
    + {16'd0, spare_q};
wire  [16:0] f_size = 17'd1 << section_i;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_bytes <= 6'd0;
  else if (byte_valid && byte_ready) f_bytes <= f_first ? 6'd1 : f_bytes + 6'd1;
  if (state_q == ENTER && free && second) f_start <= start;
end
always_comb if (f_started) begin
  // An event has ENTRY bytes at most. given by weir_pack: a_size; parse_read: a_first
  m_entry: assume (f_first || aside || {26'd0, f_bytes} < ENTRY || !byte_valid);
  // No checkpoint arrives between the entries of an event. given by weir_checkpoint: a_whole;
  // parse_read: a_aside
  m_aside: assume (!(byte_valid && aside) || !f_parts);
  // The stream has items there are. given by weir_checkpoint: m_item; pack_read: a_entry;
  // parse_read: a_entry
  m_item: assume (!(entry_valid && known) || \u_table.f_there );
  // Event pins have no thread, and drops of context 1. given by weir_arbiter:
  // a_pins a_pins_reported
  m_pins: assume (F_PINS == 0 || !(entry_valid && known) || {28'd0, item[3:0]} != HARTS - 1
      || (item[20:4] != 17'd1 && item[20:8] != 13'd3
        && (item[20:10] != 11'd0 || item[9] == item[8] || item[5:4] == 2'd1)));
  // So a checkpoint reports what is possible;
  a_reported: assert (!(state_q == STATE && held) || f_possible(\u_table.index_q ));
  // because the table has nothing else once it is zeroed.
  a_possible: assert (f_all_possible);
  //! mutant ring_impossible, step: the running thread is at a place of the user port
  //!     weir_checkpoint_table@of_thread wire [5+DW:0] of_hart = (is_thread || runs_q) ? {hart,
  //!     2'd2, KIND_THREAD}
  a_ran: assert (!\u_table.runs_q || {28'd0, item[3:0]} < HARTS - F_PINS);
  // What is written while a section is filled lies in it.
  a_section: assert (!(f_filling && put) || (put_at & ~in_section) == f_start);
  // No section ends between the entries of an event.
  a_together: assert (state_q != COMMIT || !f_parts);
  //! mutant ring_parts, in ring_all, step: what is reported in several entries is torn by the end
  //!     of a
  //!     section
  //!     @parts wire begins = first;
  // Why: its checkpoint leaves free space for entries, and an entry begins only where it has space.
  a_start: assert (!f_filling || start == f_start);
  a_begins: assert (state_q != BEGIN || (f_pos == 17'd8 + {13'd0, nth_q} && nth_q <= 4'd13));
  a_state: assert (state_q != STATE || f_pos <= 17'd22 + f_reported);
  a_report: assert (state_q != TELL || (f_possible(\u_table.index_q )
      && ((nth_q == 4'd0 || report_size_q == bytes(report_value)) && head_short_q
      == HEADS - report_heads && (nth_q == 4'd15 ? f_pos <= 17'd28 + {13'd0, HEADS} + f_reported
                                      : f_pos <= 17'd22 + f_reported + {13'd0, nth_q}
                                          && (nth_q == 4'd0 || report_nth <= {1'b0, report_size_q}
                                          + HEADS)))));
  a_lane: assert (!(state_q == OFF || state_q == ZERO || state_q == HEADERS || state_q == SETTLE
      || state_q == ENTER) || lane_q == 2'd0);
  // While a checkpoint is reported, none changes.
  a_still: assert (state_q == RUN || state_q == FULL || !entry_valid);
  a_settled: assert (state_q == STATE ? \u_table.f_settled : state_q != TELL || \u_table.f_looked );
  a_runs: assert (state_q == RUN || state_q == FULL || !\u_table.runs_q );
  a_ended: assert (state_q != END || (nth_q <= 4'd2 && f_pos <= F_STATE + {13'd0, nth_q}));
  a_index: assert (\u_table.index_q < F_LOCATIONS && (state_q == ZERO || state_q == STATE || state_q
      == TELL || \u_table.index_q == '0));
  a_inside: assert (!f_filling || f_pos < f_size);
  a_entry: assert (state_q != RUN || f_first || f_aside || f_pos + ENTRY[16:0] < f_size
      + {11'd0, f_bytes});
  //! mutant ring_space, step: an entry begins where it may not have space in the section
  //!     @space localparam integer ENTRY = weir_pkg::SIZE_ENTRY_MAX + weir_pkg::SIZE_ENTRY_ARG *
  //!     (ARGS - 1), NEED = (ENTRY + 3) / 4 - 1;
  //! mutant ring_space_of_pins, in ring_with_pins, by a_entry, step: the same, with event pins
  //!     @space localparam integer ENTRY = weir_pkg::SIZE_ENTRY_MAX + weir_pkg::SIZE_ENTRY_ARG *
  //!     (ARGS - 1), NEED = (ENTRY + 3) / 4 - 1;
  a_bytes: assert (f_first || f_aside || (f_bytes != 6'd0 && {26'd0, f_bytes} <= ENTRY));
  a_aside: assert ((CHECKPOINT != 0 || !aside) && (!f_aside || !f_parts));
  // Without extra arguments nothing is part of an event that follows.
  a_part: assert (ARGS > 1 || !is_arg_q);
end

// ---- the bytes of a section: each byte that is made goes to the place behind the one before, and
// any one of them is followed until the section ends
(* anyseq *) wire f_pick;
wire          f_makes = step && makes;        // a byte is made
logic         f_followed = 1'b0;
logic [7:0]   f_its;                          // what it is
logic [31:0]  f_at;                           // its place in the ring buffer
logic         f_done;                         // a word with it was accepted by the bus
logic [31:0]  f_next;                         // place of the next byte
wire  [31:0]  f_here = {at_q, lane_q};
wire  [31:0]  f_from = {f_start, 2'b00};
wire          f_on_bus = m_valid_o && m_addr_o[31:2] == base_i + f_at[31:2];
wire          f_header_on_bus = m_valid_o && m_addr_o[31:2] == base_i + (f_start | 30'd1);
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i || state_q == NEXT) f_followed <= 1'b0;
  else if (f_makes && f_pick) f_followed <= 1'b1;
  if (!f_followed) begin
    f_its  <= make;
    f_at   <= f_next;
    f_done <= 1'b0;
  end else if (f_on_bus && m_ready_i) f_done <= 1'b1;
  if (state_q == ENTER) f_next <= {start | 30'd2, 2'b00};
  else if (f_makes) f_next <= f_next + 32'd1;
end
always_comb if (f_started) begin
  // Bytes of the stream are made as they are taken, without those of another sink's checkpoint.
  a_only: assert (state_q != RUN || f_makes == (byte_valid && byte_ready && !aside));
  //! mutant ring_aside, in ring_all, step: a checkpoint of the other sink is written
  //!     @stream makes = state_q == RUN && byte_valid && may;
  // A byte has the place behind the one before it.
  a_place: assert (!f_filling || f_next == f_here + {31'd0, made_q} + {31'd0, spare_q});
  //! mutant ring_lost, step: a byte that waits for its word is lost
  //!     @made made_q <= (made_q && !goes) || makes;
  // What is written to its word has it.
  a_byte: assert (!(f_followed && f_on_bus) || m_wdata_o[{f_at[1:0], 3'b000} +: 8] == f_its);
  //! mutant ring_lane, by a_gone, step: the second byte of a word is that of the next
  //!     @lane if (lane_q == 2'd1) word_q[15:8] <= spare_byte_q;
  //! mutant ring_partial, step: the last word before `used` lacks a byte
  //!     @put put_word = {made_q ? byte_q : 8'd0, word_q & 24'h00ffff};
  // `used` is all bytes that were made; it covers none that is not in memory or was not accepted.
  a_used: assert (state_q != COMMIT || f_next == f_from + {16'd0, used} + 32'd7);
  //! mutant ring_used, step: `used` is a byte too high
  //!     @used wire [15:0] used = {at_q[13:0] & in_section_q, lane_q} - 16'd6;
  a_covers: assert (!(f_followed && f_header_on_bus)
      || f_at >= f_from + {16'd0, m_wdata_o[23:8]} + 32'd7 || f_done);
  //! mutant ring_overtaken, step: a word that waits for the bus is replaced by the next
  //!     @free wire free = 1'b1;
  // Why: it waits in a register, or is in the word in hand, or in one before.
  a_waiting: assert (!(f_followed && f_filling && f_at >= f_here) || (!f_done && made_q
      && (f_at == f_here ? byte_q == f_its
          : f_at == f_here + 32'd1 && spare_q && spare_byte_q == f_its)));
  a_gone: assert (!(f_followed && f_filling && f_at < f_here && f_at[31:2] == at_q)
      || word_q[{f_at[1:0], 3'b000} +: 8] == f_its);
  a_accepted: assert (!(f_followed && f_filling && f_at < f_here) || f_done || f_on_bus
      || (f_at[31:2] == at_q && f_held));
  a_since: assert (!f_followed || ((f_filling || state_q == NEXT)
      && f_at >= f_from + 32'd8 && f_at < f_next));
  a_body: assert (!(f_filling || state_q == NEXT) || (at_q >= (f_start | 30'd2)
      && f_next >= f_from + 32'd8));
  a_bus: assert (!(f_filling && m_valid_o) || ((f_offset & ~in_section) == f_start
      && (f_offset < at_q || (state_q == COMMIT && f_offset == at_q))));
  a_header: assert (!(f_filling && f_header_on_bus)
      || f_next >= f_from + {16'd0, m_wdata_o[23:8]} + 32'd7);
  a_header_then: assert (state_q != NEXT || (m_valid_o && f_offset == (f_start | 30'd1)));
end

// ---- the header of a section, as flux has it: SECT, its counter, its size, what is used of it
logic [3:0]  f_generation;                    // rounds since the ring was enabled; 15 is before 1
wire  [31:0] f_content = (32'd1 << section_i) - 32'd7;
wire         f_is_last = &(start | in_section | ~in_window_q);
logic [29:0] f_headers;                       // sections that have one, before it is ready
always_ff @(posedge clk_i) begin
  if (state_q == OFF || state_q == ZERO) f_generation <= 4'd0;
  else if (state_q == HEADERS && free && second && f_is_last) f_generation <= 4'd1;
  else if (state_q == NEXT && f_is_last) f_generation <= f_generation == 4'd15 ? 4'd1
      : f_generation + 4'd1;
  if (state_q == OFF || state_q == ZERO) f_headers <= 30'd0;
  else if (state_q == HEADERS && free && second) f_headers <= f_headers + 30'd1;
end
always_comb if (f_started) begin
  // First `used` becomes 0, with the upper half of the size; then the counter is written.
  a_heads: assert (!(state_q == HEADERS || state_q == ENTER) || (put && (second
      ? put_at == start && put_word == {f_content[7:0], f_is_last, 3'd0, f_generation, 16'h0600}
      : put_at == start + 30'd1 && put_word == {24'd0, f_content[15:8]})));
  //! mutant ring_generation, step: sections that were never entered have a generation
  //!     @generation wire [3:0] generation = generation_q;
  // `used` is raised with the same size.
  a_commits: assert (state_q != COMMIT || (put && put_at == start + 30'd1
      && put_word == {8'd0, used, f_content[15:8]}));
  // The ring is ready when every section has its header in memory; then the bus was idle.
  a_ready: assert (ready_o == (state_q != OFF && state_q != ZERO && state_q != HEADERS
      && state_q != SETTLE));
  a_settles: assert (state_q != SETTLE || {2'b00, f_headers} << (section_i - 5'd2)
      == {2'b00, in_window_q} + 32'd1);
  //! mutant ring_settles, step: only the first section has a header when the ring is ready
  //!     @settle state_q <= SETTLE;
  // Why:
  a_each: assert (state_q == ZERO ? at_q == 30'd0 : state_q != HEADERS
      || (at_q == start && {2'b00, f_headers} << (section_i - 5'd2) == {2'b00, start}));
  a_rounds: assert (state_q == OFF || state_q == ZERO || f_generation == generation);
end

// ---- the checkpoint that begins a section, as a reader of the stream gets it
localparam integer VALUE_W = 32, F_W = 212 + VALUE_W;
localparam [2:0] F_ENTRY = 3'd0, F_KIND = 3'd2, F_VALUE = 3'd3, F_TAG = 3'd4, F_POSITION = 3'd7;
`include "../sim/formal/stream_state.svh"
logic [63:0] f_time;                          // of the entries so far
logic        f_loss;                          // the last entry about a loss began one
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_time <= 64'd0;
    f_loss <= 1'b0;
  end else if (entry_valid) begin
    f_time <= f_time + delta;
    if (item == 21'd3) f_loss <= value[0];
  end
end
reader_t f_read, f_reads;                     // behind the bytes so far; behind the next
wire [2*F_W-1:0] f_reader;
stream_reader #(.VALUE_W(VALUE_W), .BYTES(1)) u_reader (
    .state_i(f_read), .bytes_i(make), .states_o(f_reader));
assign f_reads = f_reader[F_W +: F_W];
always_ff @(posedge clk_i) begin
  if (state_q == ENTER) begin                 // behind the 0 that begins CURR
    f_read      <= '0;
    f_read.part <= F_TAG;
    f_read.now  <= f_time;
  end else if (f_makes && state_q != RUN) f_read <= f_reads;
end
wire f_tells = state_q == BEGIN || state_q == STATE || state_q == TELL || state_q == END;
wire f_whole = f_makes && f_reads.part == F_ENTRY && f_reads.at == 4'd0;  // an entry is read
wire f_mark  = f_reads.head[27:3] == {4'd0, weir_pkg::ITEM_CHECKPOINT} && f_reads.kind == 8'h11
    && f_reads.delta == 64'd0;
// the entry of this location, at byte nth_q
wire [3:0] f_nth = nth_q - report_heads - 4'd1;
always_comb if (f_started) begin
  // It is one, and CURR has the time of the stream so far.
  a_read: assert (!f_tells || (!f_read.bad && f_read.now == f_time));
  //! mutant ring_time, step: a byte of the time is skipped
  //!     @now wire [2:0] now_at = nth_q[2:0] - 3'd2;
  // It begins with checkpoint 1,
  a_opens: assert (!(state_q == BEGIN && f_whole && nth_q != 4'd10) || (f_mark
      && f_reads.value == 40'd1));
  // has an entry of each location of the table that holds something, with its item and value,
  a_tells: assert (!(state_q == TELL && f_whole) || (report_last
      && f_reads.head[27:3] == {4'd0, report_item} && f_reads.value == {8'd0, report_value}
      && f_reads.kind[3:0] == (report_event ? 4'd2 : 4'd1) && f_reads.delta == 64'd0));
  //! mutant ring_guard, step: a value of 32 bits has no guard byte
  //!     @report_size report_size_q <= bytes(report_value & 32'h7fffffff);
  // and ends with checkpoint 3 while a loss is open, else with 2;
  a_closes: assert (!(state_q == END && f_whole) || (nth_q == 4'd2 && f_mark
      && f_reads.value == (f_loss ? 40'd3 : 40'd2)));
  //! mutant ring_closed, by a_so_far, step: no section says that a loss is open
  //!     @loss if (item == weir_pkg::ITEM_LOSS && !value[0]) loss_q <= 1'b0;
  // behind it, an entry of the stream begins.
  a_behind: assert (!(state_q == END && step && nth_q == 4'd2) || (f_whole && first));
  // Why:
  a_so_far: assert (f_time == time_q && f_loss == loss_q);
  a_first: assert (!(state_q != RUN && state_q != FULL) || first);
  a_in_begin: assert (state_q != BEGIN
      || (nth_q <= 4'd2 ? f_read.part == F_TAG + nth_q[2:0] && f_read.at == 4'd0
          && f_read.head == 28'd0 && f_read.delta == 64'd0
        : nth_q <= 4'd10 ? f_read.part == F_POSITION && f_read.at == nth_q - 4'd3
          && f_read.head == 28'd0
          && f_read.delta == (time_q & ((64'd1 << {nth_q - 4'd3, 3'b000}) - 64'd1))
        : nth_q == 4'd11 ? f_read.part == F_ENTRY && f_read.at == 4'd0
        : f_read.head == {20'd0, CHECKPOINT_HEAD} && f_read.delta == 64'd0 && f_read.at == 4'd0
          && f_read.value == 40'd0 && (nth_q == 4'd12 ? f_read.part == F_KIND
          : f_read.part == F_VALUE && f_read.kind == 8'h11)));
  a_in_state: assert (state_q != STATE || (f_read.part == F_ENTRY && f_read.at == 4'd0));
  a_in_end: assert (state_q != END || (f_read.at == 4'd0
      && (nth_q == 4'd0 ? f_read.part == F_ENTRY
      : f_read.head == {20'd0, CHECKPOINT_HEAD} && f_read.delta == 64'd0 && f_read.value == 40'd0
        && (nth_q == 4'd1 ? f_read.part == F_KIND
        : f_read.part == F_VALUE && f_read.kind == 8'h11))));
  a_in_tell: assert (state_q != TELL
      || (nth_q == 4'd0 || nth_q == 4'd15 ? f_read.part == F_ENTRY && f_read.at == 4'd0
        : f_read.delta == 64'd0 && (nth_q < report_heads
          ? f_read.part == F_ENTRY && f_read.at == nth_q && f_read.value == 40'd0
            && f_read.head == (report_head & ((28'd1 << (7 * nth_q)) - 28'd1))
          : f_read.head == report_head && (nth_q == report_heads
            ? f_read.part == F_KIND && f_read.at == 4'd0 && f_read.value == 40'd0
            : f_read.part == F_VALUE && f_read.at == f_nth && f_nth < {1'b0, report_size_q}
              && f_read.kind == {1'b0, report_size_q, 2'b00, report_event, !report_event}
              && f_read.value == ({8'd0, report_value}
                & ((40'd1 << {f_nth, 3'b000}) - 40'd1))))));
end
`endif
`undef WEIR_ENV
