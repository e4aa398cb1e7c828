// SPDX-License-Identifier: Apache-2.0
// Properties of weir_sw_entry, which includes this file under FORMAL.
//
//! proof sw_entry (HARTS=2), induction, cover 12: a software entry is written only if one hart
//!     stored all of it, with no switch and nobody else's BEGIN in between; its words are those
//!     that it stored, in their order
//! proof sw_entry_as_full (HARTS=1), induction: the same, as in full, where there is one hart

`ifdef PROVE_weir_sw_entry
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_sw_entry
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
logic f_given;
always_ff @(posedge clk_i) f_given <= rst_ni && !clear_i && start_o;
wire [HARTS-1:0] f_access = begin_i | word_i | end_i;
wire f_many = (f_access & (f_access - 1'b1)) != '0 || (begin_i & word_i) != '0
    || (begin_i & end_i) != '0 || (word_i & end_i) != '0;
always_comb if (f_started) begin
  // One access at a time, of the hart addressed; never at a switch of its threads.
  m_one: `WEIR_ENV (!f_many);
  m_hart: `WEIR_ENV (f_access == '0 || f_access == hart_i);
  m_switched: `WEIR_ENV ((f_access & switched_i) == '0);
  // What was given is under way in the next cycle.
  m_busy: `WEIR_ENV (!f_given || busy_i);
end

// For the proof of the whole unit: what may be written has 1 to 32 words.
always_comb if (f_started)
  a_words: assert (!open_q || (words_q != 6'd0 && words_q <= 6'd32 && count_q <= words_q));

`ifdef PROVE_weir_sw_entry
// ---- any hart, and any word of its entry, are followed by the rules
(* anyconst *) wire [3:0]       f_any;
wire [HARTS-1:0] f_hart = {{(HARTS-1){1'b0}}, 1'b1} << ({28'd0, f_any} < HARTS ? f_any : 4'd0);
(* anyconst *) wire [4:0]       f_at;
// it began; since then nobody else did, no thread switched, and no word was too much or wrong
logic        f_open;
logic [5:0]  f_words, f_count;
logic [31:0] f_word, f_ended;             // the word followed; that of the entry under way
logic        f_late;
wire  f_mine = (f_access & f_hart) != '0;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_open <= 1'b0;
  else if (begin_i != '0) f_open <= f_mine && data_i >= 32'd1 && data_i <= 32'd32;
  else if ((switched_i & f_hart) != '0) f_open <= 1'b0;
  else if (f_mine && end_i != '0) f_open <= 1'b0;
  else if (f_mine && word_i != '0 && (f_count == f_words
      || (f_count == 6'd0 && data_i[7:0] != 8'd0))) f_open <= 1'b0;
  if (begin_i != '0 && f_mine) begin
    f_words <= data_i[5:0];
    f_count <= 6'd0;
    f_late  <= busy_i;
  end else if (f_mine && word_i != '0 && f_open && f_count != f_words) begin
    f_count <= f_count + 6'd1;
    if (f_count == {1'b0, f_at}) f_word <= data_i;
  end
  if (start_o && (end_i & f_hart) != '0) f_ended <= f_word;
end
logic f_of_this;                         // the entry under way is this hart's and has this word
logic f_looked;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) f_of_this <= 1'b0;
  else if (start_o) f_of_this <= f_mine && {1'b0, f_at} < f_words;
  else if (!busy_i) f_of_this <= 1'b0;
  f_looked <= rst_ni && !clear_i && at_i == f_at;
end
always_comb if (f_started) begin
  // An entry is written only if it is whole, and one that is whole is reported from one that is
  // not.
  a_start: assert (!(start_o && f_mine) || (f_open && f_count == f_words && words_o == f_words
      && !f_late));
  //! mutant sw_entry_other_hart, bound 12: a word of another hart goes into the entry
  //!     @other_hart wire word = word_i != '0 && open_q;
  //! mutant sw_entry_switch, bound 12: two threads make one entry
  //!     @switch else if ((end_i & hart_q) != '0 || (word && !good)) open_q <= 1'b0;
  a_answer: assert (!((hart_i & f_hart) != '0 && hart_i == f_hart) || (answer_o == 2'd3)
      == !(f_open && f_count == f_words));
  a_later: assert (!(hart_i == f_hart && f_open && f_count == f_words) || (answer_o == 2'd1)
      == (can_i && !f_late));
  // Its words are those that this hart stored, in their order, and stay so while it is written.
  a_word: assert (!(f_of_this && f_looked && busy_i) || word_o == f_ended);
  //! mutant sw_entry_overwritten, bound 16: the next entry overwrites the one that is being written
  //!     @overwritten late_q <= 1'b0;
  // Why:
  a_same: assert (!f_open || (open_q && hart_q == f_hart && count_q == f_count && words_q
      == f_words && late_q == f_late && f_count <= f_words && f_words <= 6'd32));
  a_else: assert (f_open || !(open_q && hart_q == f_hart));
  a_hot: assert (!open_q || (hart_q != '0 && (hart_q & (hart_q - 1'b1)) == '0));
  a_ram: assert (!(f_open && !f_late && f_count > {1'b0, f_at}) || ram[f_at] == f_word);
  a_stays: assert (!(f_of_this && busy_i) || ram[f_at] == f_ended);
  a_late: assert (!(f_of_this && busy_i && open_q) || late_q);
  c_written: cover (start_o && f_mine && f_words == 6'd2);
  c_torn: cover (end_i == f_hart && f_mine && answer_o == 2'd3 && f_count == f_words && f_words
      == 6'd2);
end
`endif
`undef WEIR_ENV
