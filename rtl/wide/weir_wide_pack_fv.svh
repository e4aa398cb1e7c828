// SPDX-License-Identifier: Apache-2.0
// Properties of weir_wide_pack, which includes this file under FORMAL.
//
//! proof wide_pack, induction, cover 20: every piece is a part of the entry's bytes, as the format
//!     has them; what is returned of a reservation; bytes to words; no entry of eight bytes waits

`ifdef PROVE_weir_wide_pack
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_wide_pack
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic        f_waits;
logic [weir_event::ENTRY_W-1:0] f_entry;
logic [63:0] f_delta;
always_ff @(posedge clk_i) begin
  f_waits <= rst_ni && entry_valid_i && !entry_ready_o;
  f_entry <= entry_i;
  f_delta <= delta_i;
end
always_comb if (f_started) begin
  m_stays: `WEIR_ENV (!f_waits || (entry_valid_i && entry_i == f_entry && delta_i == f_delta));
  m_clear: `WEIR_ENV (!clear_i || idle_o);
end

// ---- the bytes of the entry that waits, one after another, as the format has them
logic [159:0] f_bytes;
logic [4:0]   f_size;
logic [27:0]  f_head_rest;
logic [69:0]  f_delta_rest;
logic         f_more;
wire  [2:0]   f_value_size = entry.value == 32'd0 ? 3'd0 : entry.value < 32'h80 ? 3'd1
    : entry.value < 32'h8000 ? 3'd2 : entry.value < 32'h800000 ? 3'd3
    : entry.value < 32'h80000000 ? 3'd4 : 3'd5;
integer f_i;
always_comb begin
  f_bytes      = 160'd0;
  f_size       = 5'd0;
  f_head_rest  = {4'd0, entry.item, 1'b0, delta_i != 64'd0, 1'b0};
  f_delta_rest = {6'd0, delta_i};
  f_more       = 1'b1;
  for (f_i = 0; f_i < 4; f_i = f_i + 1) begin
    if (f_more) begin
      f_bytes[8*f_i +: 8] = {f_head_rest[27:7] != 21'd0, f_head_rest[6:0]};
      f_size = f_size + 5'd1;
      f_more = f_head_rest[27:7] != 21'd0;
      f_head_rest = f_head_rest >> 7;
    end
  end
  f_more = delta_i != 64'd0;
  for (f_i = 0; f_i < 10; f_i = f_i + 1) begin
    if (f_more) begin
      f_bytes = f_bytes
          | ({152'd0, f_delta_rest[69:7] != 63'd0, f_delta_rest[6:0]} << {f_size, 3'd0});
      f_size = f_size + 5'd1;
      f_more = f_delta_rest[69:7] != 63'd0;
      f_delta_rest = f_delta_rest >> 7;
    end
  end
  f_bytes = f_bytes | ({120'd0, entry.value, 1'b0, f_value_size, entry.is_event ? 4'd2 : 4'd1}
      << {f_size, 3'd0});
  f_size = f_size + 5'd1 + {2'd0, f_value_size};
end
logic [4:0] f_done;                      // bytes of it in pieces
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_done <= 5'd0;
  else if (step) f_done <= last ? 5'd0 : f_done + {1'b0, len};
end
wire [159:0] f_left = f_bytes >> {f_done, 3'd0};
wire [79:0]  f_mask = ~(80'hffffffffffffffffffff << {len, 3'd0});
always_comb if (f_started && step) begin
  // Every piece is the next bytes of the entry; the last ends it.
  a_piece: assert ({8'd0, piece} == (f_left[79:0] & f_mask) && len != 4'd0 && len <= 4'd10);
  //! mutant wide_pack_nth, bound 12: of a long delta the same bits are written again
  //!     @nth nth_q <= 2'd0;
  //! mutant wide_pack_delta, bound 12: a delta ends after 28 bits
  //!     @delta : 1'b0;
  a_last: assert (last == (f_done + {1'b0, len} == f_size));
  //! mutant wide_pack_guard, by a_last: a value has no guard byte
  //!     @guard if (v[8*i + 7]) bytes = i[2:0] + 3'd1;
end
// What is returned is what was reserved and not written.
logic f_last;
logic [4:0] f_last_size;
always_ff @(posedge clk_i) begin
  f_last      <= rst_ni && !clear_i && step && last;
  f_last_size <= f_size;
end
always_comb if (f_started) begin
  a_returned: assert (unused_valid_o == f_last
      && (!f_last || unused_o + f_last_size == weir_pkg::SIZE_ENTRY_MAX));
  //! mutant wide_pack_unused, bound 12: bytes of a long delta are returned
  //!     @unused wire [4:0] left = ENTRY - {1'b0, len};
  //! mutant wide_pack_done, quick: a header that is a piece of its own returns, too
  //!     @done done_q <= step;
  // Why: how far the entry is.
  a_begun: assert (begun_q || (nth_q == 2'd0 && f_done == 5'd0));
  a_done: assert (!begun_q || (entry_valid_i && has_delta && left_q == ENTRY - f_done
      && nth_q != 2'd3
      && f_done == {2'd0, head_len} + {1'b0, nth_q, 2'd0}
      && (nth_q == 2'd0 ? !together : nth_q == 2'd1 ? delta_i[63:28] != '0
          : delta_i[63:56] != '0)));
end

// ---- any one byte is followed into its word
(* anyseq *) wire       f_pick;
(* anyseq *) wire [3:0] f_which;
wire [1:0] f_out     = {two, one && !two};         // words that leave
wire [5:0] f_dist    = {3'd0, spill_q, 2'd0} + {4'd0, count_q} + {2'd0, f_which};
wire       f_chosen  = enter && f_pick && !f_followed && f_which < len_q;
wire [7:0] f_now     = f_which == 4'd9 ? 8'd0 : piece_q[8*f_which +: 8];
logic       f_followed;
logic       f_word;                      // words before its own
logic [1:0] f_at;                        // its byte there
logic [7:0] f_byte;
wire [3:0] f_chosen_word = f_dist[5:2];
// the words that may leave, the older first
wire [63:0] f_words  = spill_q ? {joined[31:0], spill_word_q} : joined[63:0];
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_followed <= 1'b0;
  else if (f_chosen) f_followed <= f_chosen_word >= {2'd0, f_out};
  else if (f_followed && {1'b0, f_word} < f_out) f_followed <= 1'b0;
  if (f_chosen) begin
    f_word <= f_chosen_word[0] ^ f_out[0];
    f_at   <= f_dist[1:0];
    f_byte <= f_now;
  end else f_word <= f_word ^ f_out[0];
end
// the words that the bytes of this cycle complete; what stays
wire [5:0] f_have = {3'd0, spill_q, 2'd0} + {4'd0, count_q} + (enter ? {2'd0, len_q} : 6'd0);
logic [5:0] f_rest;
logic       f_running, f_lane;
always_ff @(posedge clk_i) begin
  f_running <= rst_ni && !clear_i;
  f_rest    <= f_have - {2'd0, f_out, 2'd0};
  f_lane    <= lane_q ^ f_out[0];
end
always_comb if (f_started) begin
  // Two words leave, if they are whole.
  a_out: assert (f_out == (f_have[5:3] != 3'd0 ? 2'd2 : f_have[2] ? 2'd1 : 2'd0));
  a_rest: assert (!f_running || f_rest == {3'd0, spill_q, 2'd0} + {4'd0, count_q});
  // Their bytes are those of the pieces, in order.
  a_word_now: assert (!(f_chosen && f_chosen_word < {2'd0, f_out})
      || f_words[32*f_chosen_word[0] + 8*f_dist[1:0] +: 8] == f_now);
  a_word_later: assert (!(f_followed && {1'b0, f_word} < f_out)
      || f_words[32*f_word + 8*f_at +: 8] == f_byte);
  a_followed: assert (!f_followed || (spill_q && !f_word
      ? spill_word_q[8*f_at +: 8] == f_byte
      : f_word == spill_q && f_at < count_q && tail_q[8*f_at +: 8] == f_byte));
  //! mutant wide_pack_tail: the bytes after two words are lost
  //!     @tail if (!words[1])
  // Words alternate between the lanes.
  a_lanes: assert (word_valid_o == (f_out == 2'd0 ? 2'd0 : f_out == 2'd2 ? 2'd3
      : lane_q ? 2'd2 : 2'd1));
  a_lane: assert (!f_running || lane_q == f_lane);
  a_code: assert (code_q == (count_q[0] ^ count_q[1]));
  a_order: assert (word_o[32*lane_q +: 32] == f_words[31:0]
      && word_o[32*!lane_q +: 32] == f_words[63:32]);
  //! mutant wide_pack_lanes, quick: the older word is always in the lower lane
  //!     @lanes assign word_o[31:0] = spill_q ? spill_word_q : joined[31:0];
  a_tail_clean: assert ((tail_o >> {tail_count_o, 3'b000}) == 24'd0);
  // No entry of at most eight bytes waits, nor any other while no word is left from before.
  a_rate: assert (!valid_q || enter || (spill_q && len_q > 4'd8));
  //! mutant wide_pack_spills: a piece that completes two words waits for the third of another
  //!     @spills wire enter = valid_q && !spill_q;
  a_len: assert (!valid_q || (len_q != 4'd0 && len_q <= 4'd10));
  a_piece_clean: assert (!valid_q || (({8'd0, piece_q} >> {len_q, 3'd0}) == 80'd0));
end
`ifdef PROVE_weir_wide_pack
always_comb if (f_started) begin
  c_spill: cover (spill_q && enter && words == 2'd2);
  c_waits: cover (valid_q && !enter);
  c_long: cover (step && last && nth_q == 2'd2);
end
`endif
`undef WEIR_ENV
