// SPDX-License-Identifier: Apache-2.0
// Properties of weir_pack, which includes this file under FORMAL.
//
//! proof pack, induction, cover 30: sizes and cycles of an entry, every byte read back, bytes to
//!     words
//! proof pack_copy (COPY=1), induction: the same, and what is copied is copied
//! proof pack_wide (VALUE_W=64 ENTRY=25), induction, cover 60: the same, values of 64
//!     bits
//! proof pack_args (ENTRY=44), induction: the same, extra arguments; what is reserved for
//!     an event is not exceeded, and all that is not needed returns once
//! proof pack_as_full (COPY=1 ENTRY=44), induction: the same as pack_copy and pack_args, as in full

`ifdef PROVE_weir_pack
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_pack
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
// awake_i was high in a cycle since the last entry was taken
logic f_awake;
always_ff @(posedge clk_i) f_awake <= rst_ni && entry_ready_o && !entry_valid_i;
always_comb if (f_started) begin
  // Clear arrives only when all is idle.
  m_clear: `WEIR_ENV (!clear_i || (idle_o && !entry_valid_i));
end

// ---- the chunk of this cycle and where the entry stands, of either width
wire [31:0] f_chunk;                         // the first byte in the low bits
wire [2:0]  f_chunk_len;
wire [1:0]  f_count;                         // bytes of the tail
(* keep *) wire f_of;                        // the entry under way is of a checkpoint
wire        f_put;                           // a chunk goes into words in this cycle:
wire [31:0] f_put_chunk;
wire [2:0]  f_put_len;
// bytes that the entry has written, and that are not in the tail yet
(* keep *) wire [2:0] f_late = f_put ? f_put_len : 3'd0;
generate
  assign f_chunk     = chunk;
  assign f_chunk_len = chunk_len;
  assign f_count     = count_q;
  assign f_put       = put_q;
  assign f_put_chunk = put_chunk_q;
  assign f_put_len   = put_len_q;
  logic [31:0] chunk_was;
  logic [2:0]  len_was;
  logic        step_was;
  always_ff @(posedge clk_i) begin
    step_was  <= rst_ni && !clear_i && step;
    chunk_was <= f_chunk;
    len_was   <= f_chunk_len;
  end
  // Every chunk goes into words in the cycle after, once.
  always_comb if (f_started) begin
    a_put: assert (f_put == step_was && (!f_put || (f_put_chunk == chunk_was && f_put_len == len_was
                                            && f_put_len >= 3'd1 && f_put_len <= 3'd4
                                            && (f_put_chunk >> {f_put_len, 3'b000}) == 32'd0)));
    //! mutant pack_put: the last chunk of an entry does not go into words
    //!     @put put_q <= rst_ni && !clear_i && step && !last;
  end
  if (COPY != 0) begin : g_formal_of
    assign f_of = g_copy.of_q;
  end else begin : g_formal_of
    assign f_of = 1'b0;
  end
endgenerate
logic       f_copies;                        // the entry is copied
always_ff @(posedge clk_i) if (entry_ready_o) f_copies <= copies;
logic [4:0] f_steps;                         // chunks and
logic [4:0] f_bytes;                        // bytes written of this entry
always_ff @(posedge clk_i) begin
  if (entry_ready_o) begin
    f_steps  <= 5'd0;
    f_bytes <= 5'd0;
  end else if (step) begin
    f_steps  <= f_steps + 5'd1;
    f_bytes <= f_bytes + {2'd0, f_chunk_len};
  end
end
// ---- parts: what is reserved is for all of an event
localparam integer F_PARTS = (ENTRY - weir_pkg::SIZE_ENTRY_MAX) / weir_pkg::SIZE_ENTRY_ARG;
logic [2:0] f_parts;                         // parts before the entry under way
logic [5:0] f_before;                        // and their bytes
wire  [2:0] f_parts_now = is_arg_q ? f_parts + 3'd1 : 3'd0;
wire        f_accept = entry_valid_i && entry_ready_o;
always_ff @(posedge clk_i) begin
  if (f_accept) f_parts <= f_parts_now;
  if (entry_ready_o) f_before <= is_arg_q ? f_before
      + (valid_q ? {1'b0, f_bytes} + {3'd0, f_chunk_len} : 6'd0) : 6'd0;
end
always_comb if (f_started) begin
  // A part has an item below 256, an event no more of them than there is free space for, and only
  // the first entry of it a delta.
  m_part: `WEIR_ENV (!(f_accept && is_arg_i) || (VALUE_W == 32 && !copies
      && entry.item[weir_event::ITEM_W-1:8] == 13'd0 && {29'd0, f_parts_now} < F_PARTS));
  m_after: `WEIR_ENV (!(f_accept && is_arg_q) || (!timed_i && !copies));
  // Why:
  a_parts: assert (!valid_q || (VALUE_W == 32 || (!is_arg_q && f_parts == 3'd0))
      && {29'd0, f_parts} + {31'd0, is_arg_q} <= F_PARTS);
  a_between: assert (valid_q || !is_arg_q || (VALUE_W == 32 && {29'd0, f_parts} < F_PARTS
      && f_before <= 6'd18 + {f_parts, 3'b000}));
  a_before: assert (!valid_q || f_before <= (f_parts == 3'd0 ? 6'd0 : 6'd10 + {f_parts, 3'b000}));
  a_item_low: assert (!valid_q || !is_arg_q || (f_in_item < 21'd256 && !f_copies));
  a_no_delta: assert (!valid_q || f_parts == 3'd0 || (f_in_delta == 64'd0 && !f_copies));
end
localparam integer F_STEPS = VALUE_W == 64 ? 7 : 6;
always_comb if (f_started) begin
  // An event never exceeds what is reserved, 20 bytes (25 with values of 64 bits, 8 more for each
  // part): what is given back never underflows; and it is exactly what was not needed.
  a_size: assert (!step || {1'b0, f_bytes} + {3'd0, f_chunk_len} + f_before <= ENTRY);
  a_unused: assert (!valid_q || unused_q + f_bytes + f_before == ENTRY);
  //! mutant pack_unused: bytes of a delta are given back
  //!     @unused else if (step && state_q != 2'd1) unused_q <= left;
  //! mutant pack_parts_twice, in pack_args, bound 20: each part gives back what was reserved once
  //!     @parts_twice if (entry_ready_o) unused_q <= ENTRY[UW-1:0];
  a_done: assert (!done_q || left_q <= ENTRY);
  a_between_unused: assert (valid_q || !is_arg_q || unused_q + f_before == ENTRY);
  // An entry ends after 6 cycles at most (7), byte by byte after 20.
  a_ends: assert (!valid_q || f_steps < F_STEPS);
  // It takes two cycles at least.
  a_two: assert (!(step && last) || f_steps != 5'd0 || f_copies);
end

// ---- a decoder written from the format reads every entry back from its bytes
localparam [1:0] F_HEADER = 2'd0, F_DELTA = 2'd1, F_SIZE = 2'd2, F_BYTES = 2'd3;
logic        f_in_event;                     // the entry
logic [20:0] f_in_item;
logic [VALUE_W-1:0] f_in_value;
logic [63:0] f_in_delta;
logic        f_in_timed;
logic [1:0]  f_state, f_state_d;             // the decoder: state now and after this cycle's bytes
logic [27:0] f_header, f_header_d;
logic [69:0] f_delta, f_delta_d;
logic [7:0]  f_szdf, f_szdf_d;
logic [VALUE_W+7:0] f_value, f_value_d;
logic [3:0]  f_at, f_at_d;                   // bytes of this part so far
logic        f_over, f_over_d;               // a byte too many
logic [7:0]  f_byte;
integer k;
always_comb begin
  f_state_d = f_state; f_header_d = f_header; f_delta_d = f_delta; f_szdf_d = f_szdf;
      f_value_d = f_value;
  f_at_d = f_at; f_over_d = f_over; f_byte = 8'd0;
  for (k = 0; k < 4; k = k + 1) if (k < f_chunk_len) begin
    f_byte = f_chunk[8*k +: 8];
    case (f_state_d)
      F_HEADER: begin
        if (f_at_d < 4) f_header_d = f_header_d | ({21'd0, f_byte[6:0]} << (7 * f_at_d[1:0]));
        else f_over_d = 1'b1;
        f_at_d = f_byte[7] ? f_at_d + 4'd1 : 4'd0;
        if (!f_byte[7]) f_state_d = f_header_d[1] ? F_DELTA : F_SIZE;
      end
      F_DELTA: begin
        if (f_at_d < 10) f_delta_d = f_delta_d | ({63'd0, f_byte[6:0]} << (7 * f_at_d));
        else f_over_d = 1'b1;
        f_at_d = f_byte[7] ? f_at_d + 4'd1 : 4'd0;
        if (!f_byte[7]) f_state_d = F_SIZE;
      end
      F_SIZE: begin
        if (f_at_d < 2) f_szdf_d = f_szdf_d | (f_at_d[0] ? {f_byte[0], 7'd0} : {1'b0, f_byte[6:0]});
        if (f_at_d > 4'd1 || (f_at_d == 4'd1 && f_byte[6:1] != 6'd0)) f_over_d = 1'b1;
        f_at_d = f_byte[7] ? f_at_d + 4'd1 : 4'd0;
        if (!f_byte[7]) f_state_d = F_BYTES;
      end
      default: begin
        if (f_at_d <= VALUE_W / 8) f_value_d = f_value_d
            | ({{VALUE_W{1'b0}}, f_byte} << (8 * f_at_d));
        else f_over_d = 1'b1;
        f_at_d = f_at_d + 4'd1;
      end
    endcase
  end
end
always_ff @(posedge clk_i) begin
  if (entry_ready_o) begin
    f_in_event <= entry.is_event;
    f_in_item  <= entry.item;
    f_in_value <= in_value[VALUE_W-1:0];
    f_in_delta <= timed_i ? delta_i : 64'd0;
    f_in_timed <= timed_i;
  end
  if (entry_ready_o) begin
    f_state <= F_HEADER; f_header <= 28'd0; f_delta <= 70'd0; f_szdf <= 8'd0; f_value <= '0;
        f_at <= 4'd0; f_over <= 1'b0;
  end else if (step) begin
    f_state <= f_state_d; f_header <= f_header_d; f_delta <= f_delta_d; f_szdf <= f_szdf_d;
        f_value <= f_value_d;
    f_at <= f_at_d; f_over <= f_over_d;
  end
end
// Bytes of a value, by its bounds.
function automatic [3:0] f_len(input [VALUE_W:0] v);       // a bit more, 0
  f_len = v == '0 ? 4'd0 : v < 'h80 ? 4'd1 : v < 'h8000 ? 4'd2 : v < 'h800000 ? 4'd3 : v >> 31
      == '0 ? 4'd4 : v >> 39 == '0 ? 4'd5
        : v >> 47 == '0 ? 4'd6 : v >> 55 == '0 ? 4'd7 : v >> 63 == '0 ? 4'd8 : 4'd9;
endfunction
wire [3:0]  f_in_len = f_len({1'b0, f_in_value});
wire        f_end = valid_q && step && last;
wire [27:0] f_wants_header = {4'd0, f_in_item, 1'b0, f_in_delta != 64'd0, 1'b0};
wire [7:0]  f_wants_szdf = {f_in_len, f_in_event ? 4'd2 : 4'd1};
wire [VALUE_W-1:0] f_rest_of_copy = f_in_value >> {f_bytes, 3'b000};
always_comb if (f_started && valid_q && f_copies) begin
  // What is copied is the four bytes of the value, in order.
  a_copy: assert (f_chunk == f_in_value[31:0] && f_chunk_len == 3'd4 && last);
  //! mutant pack_copy_order, in pack_copy: halves of what is copied are exchanged
  //!     @copy_order chunk = copy ? {copied[15:0], copied[31:16]} : head_oct | (together ?
  //!     delta_oct << {head_len, 3'b000} : 32'd0);
end
always_comb if (f_started && f_end && !f_copies) begin
  // The bytes are one entry, whole and no more: item, flags, time since the entry before.
  a_entry: assert (!f_over_d && f_state_d == F_BYTES && f_at_d == f_szdf_d[7:4]);
  //! mutant pack_size_long, in pack_wide, bound 20: a value of 8 bytes or more loses its last
  //!     @size_long if (step) rest_q <= state_q == VALUE ? v_bytes - 4'd3 : rest_q - 4'd4;
  a_item: assert (f_header_d == f_wants_header);
  a_delta: assert (f_delta_d == {6'd0, f_in_delta});
  //! mutant pack_delta: bit 28 of a delta is cut
  //!     @delta if (entry_ready_o) more <= timed_i && |delta_i[63:29];
  // Its value in the fewest bytes that leave the top bit clear, and its kind.
  a_value: assert (f_value_d == {8'd0, f_in_value});
  a_fewest: assert (f_szdf_d == f_wants_szdf);
  //! mutant pack_guard: no guard byte
  //!     @guard if (v[8*i + 7]) bytes = i[3:0] + 4'd1;
end

// Why: what is written so far, in each state of either packer.
wire f_there = valid_q ? !f_copies : 1'b0;
wire f_where, f_regs, f_copied;              // all as it must be
wire f_clean = !f_over && (f_state == F_DELTA || f_state == F_HEADER || f_delta
    == {6'd0, f_in_delta})
             && (f_state == F_BYTES || (f_szdf == 8'd0 && f_value == '0))
                 && (f_state != F_HEADER || f_delta == 70'd0)
             && (f_state == F_HEADER || f_header == f_wants_header);
wire [5:0] f_head  = is_arg_q ? 6'd2 : 6'd4;   // bytes of the header, and of the delta, at most
wire [5:0] f_both  = f_head + (f_in_delta == 64'd0 ? 6'd0 : 6'd10);
wire [5:0] f_limit = (f_state == F_HEADER ? {2'd0, f_at} : f_state == F_DELTA ? f_head
    + {2'd0, f_at}
                      : f_state == F_SIZE ? f_both : f_both + 6'd1 + {5'd0, f_szdf[7]}
                          + {2'd0, f_at});
generate
  logic [1:0] f_deltas;                    // chunks written of a long delta
  always_ff @(posedge clk_i)
    if (entry_ready_o) f_deltas <= 2'd0;
    else if (step && state_q == 2'd1) f_deltas <= f_deltas + 2'd1;
  wire [69:0] f_part = {6'd0, f_in_delta & ~(64'hffffffffffffffff << (6'd28 * f_deltas))};
  wire [63:0] f_rest = f_in_delta >> (6'd28 * f_deltas);
  wire [4:0]  f_most = state_q == 2'd0 ? 5'd0 : state_q == 2'd1 ? 5'd1 + {3'd0, f_deltas} : state_q
      == 2'd2 ? 5'd4 : f_at > 4'd3 ? 5'd6 : 5'd5;
  assign f_where = f_steps <= f_most
      && (state_q == 2'd0 ? f_state == F_HEADER && f_at == 4'd0 && f_header == 28'd0 && f_deltas
          == 2'd0
                          && (!f_in_timed || delta_q == f_in_delta) && f_steps == 5'd0
        : state_q == 2'd1 ? f_state == F_DELTA && f_at == {f_deltas, 2'b00} && f_deltas <= 2'd2
            && f_delta == f_part
                          && delta_q == f_rest[63:0] && f_rest != 64'd0 && f_steps != 5'd0
        : state_q == 2'd2 ? f_state == F_SIZE && f_at == 4'd0 && f_steps != 5'd0
        : f_state == F_BYTES && f_szdf == f_wants_szdf && f_steps != 5'd0 && f_guard);
  assign f_copied = state_q == 2'd0 && f_steps == 5'd0 && value_q == f_in_value;
  wire f_early = short_q == (f_in_value[VALUE_W-1:23] == '0)
      && (state_q > 2'd1 || more == (f_in_timed && delta_q[63:28] != '0));
  wire [VALUE_W-1:0] f_value_rest = f_in_value >> (7'd8 * f_at);
  wire f_guard;                            // behind the first bytes of the value
  if (VALUE_W == 32) begin : g_value
    assign f_guard = f_at == 4'd3 && f_value == {16'd0, f_in_value[23:0]}
        && f_in_value[31:23] != 9'd0;
    assign f_regs  = event_q == f_in_event && header_q == f_wants_header[23:0] && value_q
        == f_in_value && f_early;
  end else begin : g_value
    wire [3:0] f_first = f_in_len[3] ? 4'd2 : 4'd3;        // bytes of the value in the first chunk
    assign f_guard = (f_at == f_first || f_at == f_first + 4'd4) && g_value.rest_q
        == f_in_len - f_at && f_at < f_in_len
                   && f_value == ({8'd0, f_in_value} & ~({(VALUE_W+8){1'b1}} << (7'd8 * f_at)));
    assign f_regs  = event_q == f_in_event && header_q == f_wants_header[23:0] && value_q
        == (state_q == 2'd3 ? f_value_rest : f_in_value) && f_early;
  end
endgenerate
always_comb if (f_started) begin
  a_where: assert (!f_there || f_where);
  a_timed: assert (!valid_q || f_in_timed || f_in_delta == 64'd0);
  a_regs: assert (!f_there || f_regs);
  a_clean: assert (!f_there || f_clean);
  a_limit: assert (!valid_q || f_copies || f_bytes <= f_limit);
  a_idle_state: assert (valid_q || state_q == 2'd0);
  a_idle_steps: assert (valid_q || !f_awake || f_steps == 5'd0);
  a_putting: assert (!putting || valid_q || done_q || is_arg_q);
  a_copied: assert (!valid_q || !f_copies || (f_copied && f_steps == (5'd0)));
  a_flag: assert (!valid_q || f_copies == copy);
end

// ---- any one byte is followed from its chunk into its word
(* anyseq *) wire       f_pick;
(* anyseq *) wire [1:0] f_which;
logic       f_followed;
logic [1:0] f_lane;
logic [7:0] f_one;
wire  [2:0] f_place = {1'b0, f_count} + {1'b0, f_which};
wire  [2:0] f_total = {1'b0, f_count} + f_put_len;
wire  [7:0] f_picked = f_put_chunk[8*f_which +: 8];
wire        f_chosen = f_put && f_pick && !f_followed && {1'b0, f_which} < f_put_len;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_followed <= 1'b0;
  else if (f_chosen) f_followed <= !f_total[2] || f_place >= 3'd4;
  else if (f_put && f_total[2]) f_followed <= 1'b0;
  if (f_chosen) begin
    f_lane <= f_place[1:0];
    f_one <= f_picked;
  end
end
always_comb if (f_started) begin
  // Words are the bytes in order, the first in the low byte.
  a_word: assert (word_valid_o == (f_put && f_total[2]));
  a_word_now: assert (!(f_chosen && word_valid_o && f_place < 3'd4) || word_o[8*f_place[1:0] +: 8]
      == f_picked);
  a_word_later: assert (!(f_followed && f_put && word_valid_o) || word_o[8*f_lane +: 8] == f_one);
  //! mutant pack_tail: bytes beyond a word are lost
  //!     @tail tail_q <= joined[23:0];
  a_tail: assert (!f_followed || (f_lane < tail_count_o && tail_o[8*f_lane +: 8] == f_one));
  a_tail_clean: assert ((tail_o >> {tail_count_o, 3'b000}) == 24'd0);
end
`ifdef PROVE_weir_pack
// All of this happens.
always_comb if (f_started) begin
  c_entry_long: cover (unused_valid_o && unused_o == (5'd0));
  c_entry_3: cover (unused_valid_o && unused_o == ENTRY - 3);
end
`endif
`undef WEIR_ENV
