// SPDX-License-Identifier: Apache-2.0
// Properties of weir_tiny_pack, which includes this file under FORMAL.
//
//! proof tiny_pack, induction, cover 60: sizes and cycles of an entry, every byte read back, bytes
//!     to words

`ifdef PROVE_weir_tiny_pack
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_tiny_pack
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
localparam integer F_ENTRY = weir_pkg::SIZE_ENTRY_MAX;
localparam integer F_STEPS = 20;
logic f_awake;                               // awake_i in a cycle since the last entry was taken
always_ff @(posedge clk_i)
  f_awake <= rst_ni && entry_ready_o && !entry_valid_i && (awake_i || f_awake);
always_comb if (f_started) begin
  // Clear arrives only when all is idle.
  m_clear: `WEIR_ENV (!clear_i || (idle_o && !entry_valid_i));
  m_awake: `WEIR_ENV (awake_i || f_awake || !entry_valid_i);
end

(* keep *) logic [4:0] f_bytes;              // bytes written of this entry, one a cycle
always_ff @(posedge clk_i) begin
  if (entry_ready_o) f_bytes <= 5'd0;
  else if (valid_q) f_bytes <= f_bytes + 5'd1;
end
always_comb if (f_started) begin
  // An entry never exceeds its reservation, and what it did not need is exactly the rest.
  a_size: assert (!valid_q || f_bytes < F_ENTRY);
  a_unused: assert (!valid_q || unused_q + f_bytes == F_ENTRY);
  //! mutant tiny_pack_unused: bytes of a delta are returned as not needed
  //!     @unused else if (state_q != DELTA) unused_q <= left;
  a_done: assert (!done_q || (left_q <= F_ENTRY && f_bytes == F_ENTRY - left_q));
  // An entry takes two cycles at least, and 20 at most.
  a_ends: assert (!valid_q || f_bytes < F_STEPS);
  a_two: assert (!(valid_q && last) || f_bytes != 5'd0);
end

// ---- a decoder written from the format reads every entry back from its bytes
localparam [1:0] F_HEADER = 2'd0, F_DELTA = 2'd1, F_SIZE = 2'd2, F_BYTES = 2'd3;
logic        f_in_event;                     // the entry
logic [20:0] f_in_item;
logic [31:0] f_in_value;
logic [47:0] f_in_delta;
logic [1:0]  f_state, f_state_d;             // the decoder: now, and after this cycle's byte
logic [27:0] f_header, f_header_d;
logic [69:0] f_delta, f_delta_d;
logic [7:0]  f_szdf, f_szdf_d;
logic [39:0] f_value, f_value_d;
logic [3:0]  f_at, f_at_d;                   // bytes of this part so far
logic        f_over, f_over_d;               // a byte too many
always_comb begin
  f_state_d = f_state;
  f_header_d = f_header;
  f_delta_d = f_delta;
  f_szdf_d = f_szdf;
  f_value_d = f_value;
  f_at_d = f_at;
  f_over_d = f_over;
  case (f_state)
    F_HEADER: begin
      if (f_at < 4) f_header_d = f_header | ({21'd0, one_byte[6:0]} << (7 * f_at[1:0]));
      else f_over_d = 1'b1;
      f_at_d = one_byte[7] ? f_at + 4'd1 : 4'd0;
      if (!one_byte[7]) f_state_d = f_header_d[1] ? F_DELTA : F_SIZE;
    end
    F_DELTA: begin
      if (f_at < 10) f_delta_d = f_delta | ({63'd0, one_byte[6:0]} << (7 * f_at));
      else f_over_d = 1'b1;
      f_at_d = one_byte[7] ? f_at + 4'd1 : 4'd0;
      if (!one_byte[7]) f_state_d = F_SIZE;
    end
    F_SIZE: begin
      if (f_at < 2) f_szdf_d = f_szdf | (f_at[0] ? {one_byte[0], 7'd0} : {1'b0, one_byte[6:0]});
      if (f_at > 4'd1 || (f_at == 4'd1 && one_byte[6:1] != 6'd0)) f_over_d = 1'b1;
      f_at_d = one_byte[7] ? f_at + 4'd1 : 4'd0;
      if (!one_byte[7]) f_state_d = F_BYTES;
    end
    default: begin
      if (f_at <= 4) f_value_d = f_value | ({32'd0, one_byte} << (8 * f_at));
      else f_over_d = 1'b1;
      f_at_d = f_at + 4'd1;
    end
  endcase
end
always_ff @(posedge clk_i) begin
  if (take) begin
    f_in_event <= entry.is_event;
    f_in_item  <= entry.item;
    f_in_value <= entry.value;
    f_in_delta <= delta_i;
  end
  if (entry_ready_o) begin
    f_state  <= F_HEADER;
    f_header <= 28'd0;
    f_delta  <= 70'd0;
    f_szdf   <= 8'd0;
    f_value  <= 40'd0;
    f_at     <= 4'd0;
    f_over   <= 1'b0;
  end else if (valid_q) begin
    f_state  <= f_state_d;
    f_header <= f_header_d;
    f_delta  <= f_delta_d;
    f_szdf   <= f_szdf_d;
    f_value  <= f_value_d;
    f_at     <= f_at_d;
    f_over   <= f_over_d;
  end
end
// Bytes of a value, by its bounds.
wire [3:0]  f_in_len = f_in_value == 32'd0 ? 4'd0 : f_in_value < 32'h80 ? 4'd1
                     : f_in_value < 32'h8000 ? 4'd2 : f_in_value < 32'h800000 ? 4'd3
                     : f_in_value < 32'h80000000 ? 4'd4 : 4'd5;
wire [27:0] f_wants_header = {4'd0, f_in_item, 1'b0, f_in_delta != 48'd0, 1'b0};
wire [7:0]  f_wants_szdf = {f_in_len, f_in_event ? 4'd2 : 4'd1};
always_comb if (f_started && valid_q && last) begin
  // The bytes are one entry, whole and no more: item, flags, time since the entry before.
  a_entry: assert (!f_over_d && f_state_d == F_BYTES && f_at_d == f_szdf_d[7:4]);
  //! mutant tiny_pack_last: the byte of a small value is missing
  //!     @last wire last = (state_q == SIZE && v_bytes <= 3'd1) || (state_q == VALUE && size_q ==
  //!     3'd1);
  a_item: assert (f_header_d == f_wants_header);
  a_delta: assert (f_delta_d == {22'd0, f_in_delta});
  //! mutant tiny_pack_delta, bound 60: a delta ends in the byte before its last
  //!     @delta delta_more_q <= |delta_q[47:14];
  // Its value in the fewest bytes that leave the top bit clear, and its kind.
  a_value: assert (f_value_d == {8'd0, f_in_value});
  a_fewest: assert (f_szdf_d == f_wants_szdf);
  //! mutant tiny_pack_guard: a value has no guard byte
  //!     @guard if (v[8*i + 7]) bytes = i[2:0] + 3'd1;
end

// Why: what is written so far.
wire f_loaded = valid_q || f_awake;
wire f_clean = !f_over
             && (f_state == F_DELTA || f_state == F_HEADER || f_delta == {22'd0, f_in_delta})
             && (f_state == F_BYTES || (f_szdf == 8'd0 && f_value == 40'd0))
             && (f_state != F_HEADER || f_delta == 70'd0)
             && (f_state == F_HEADER || f_header == f_wants_header);
wire [5:0]  f_both  = f_in_delta == 48'd0 ? 6'd4 : 6'd11;
wire [5:0]  f_limit = f_state == F_HEADER ? {2'd0, f_at} : f_state == F_DELTA ? 6'd4 + {2'd0, f_at}
                    : f_state == F_SIZE ? f_both : f_both + 6'd1 + {5'd0, f_szdf[7]} + {2'd0, f_at};
wire [27:0] f_head_part  = f_wants_header & ~(28'hfffffff << (6'd7 * f_at));
wire [27:0] f_head_rest  = f_wants_header >> (6'd7 * f_at);
wire [69:0] f_part       = {22'd0, f_in_delta & ~(48'hffffffffffff << (7'd7 * f_at))};
wire [47:0] f_rest       = f_in_delta >> (7'd7 * f_at);
wire [39:0] f_value_part = {8'd0, f_in_value} & ~(40'hffffffffff << (6'd8 * f_at));
wire [31:0] f_value_rest = f_in_value >> (6'd8 * f_at);
wire [1:0]  f_same = state_q == HEAD ? F_HEADER : state_q == DELTA ? F_DELTA
                   : state_q == SIZE ? F_SIZE : F_BYTES;
wire f_in_header = f_at <= 4'd3 && f_header == f_head_part && header_q == f_head_rest[23:0]
                 && (f_at == 4'd0 || f_head_rest != 28'd0) && f_bytes == {1'b0, f_at};
wire f_in_delta_part = f_at <= 4'd6 && f_delta == f_part && delta_q == f_rest && f_rest != 48'd0
                     && delta_more_q == (delta_q[47:7] != 41'd0);
wire f_in_bytes = f_at <= 4'd4 && f_szdf == f_wants_szdf && size_q != 3'd0
                && {1'b0, size_q} + f_at == f_in_len && value_q == f_value_rest
                && f_value == f_value_part;
always_comb if (f_started) begin
  a_where: assert (!f_loaded || (f_state == f_same && (state_q == HEAD || f_bytes != 5'd0)));
  a_in_header: assert (!f_loaded || state_q != HEAD || (f_in_header && delta_q == f_in_delta));
  a_in_delta: assert (!f_loaded || state_q != DELTA || f_in_delta_part);
  a_in_size: assert (!f_loaded || state_q != SIZE || f_at == 4'd0);
  a_in_bytes: assert (!f_loaded || (state_q == VALUE ? f_in_bytes : value_q == f_in_value));
  a_loaded: assert (!f_loaded || (event_q == f_in_event && has_delta_q == (f_in_delta != 48'd0)));
  a_clean: assert (!f_loaded || f_clean);
  a_limit: assert (!valid_q || f_bytes <= f_limit);
  a_idle: assert (valid_q || (state_q == HEAD && (!f_awake || f_bytes == 5'd0)));
  a_done_last: assert (!(done_q && valid_q) && (!done_q || f_bytes != 5'd0));
end

// ---- any one byte is followed into its word
(* anyseq *) wire f_pick;
logic       f_followed;
logic [1:0] f_lane;
logic [7:0] f_byte;
wire        f_chosen = valid_q && f_pick && !f_followed;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_followed <= 1'b0;
  else if (f_chosen) f_followed <= count_q != 2'd3;
  else if (valid_q && count_q == 2'd3) f_followed <= 1'b0;
  if (f_chosen) begin
    f_lane <= count_q;
    f_byte <= one_byte;
  end
end
always_comb if (f_started) begin
  // Words are the bytes in order, the first in the low byte.
  a_word: assert (word_valid_o == (valid_q && count_q == 2'd3));
  a_word_now: assert (!(f_chosen && word_valid_o) || word_o[31:24] == one_byte);
  a_word_later: assert (!(f_followed && word_valid_o) || word_o[8*f_lane +: 8] == f_byte);
  a_tail: assert (!f_followed || (f_lane < tail_count_o && tail_o[8*f_lane +: 8] == f_byte));
  //! mutant tiny_pack_tail: the second byte of a word replaces the first
  //!     @tail if (count_q == 2'd1) tail_q[7:0] <= one_byte;
  a_tail_clean: assert ((tail_o >> {tail_count_o, 3'b000}) == 24'd0);
end
`ifdef PROVE_weir_tiny_pack
// All of this happens.
always_comb if (f_started) begin
  c_entry_long: cover (unused_valid_o && unused_o == 5'd3);
  c_entry_3: cover (unused_valid_o && unused_o == F_ENTRY - 3);
end
`endif
`undef WEIR_ENV
