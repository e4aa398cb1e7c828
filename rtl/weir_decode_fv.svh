// SPDX-License-Identifier: Apache-2.0
// Properties of weir_decode, which includes this file under FORMAL. The numbers are those of the
// page of registers, written once more.
//
//! proof decode (HARTS=2 WORDS=3 RETIRE=1 PINS=2 FILTER=1 CHECKPOINT=1 PROTECT=1 RING=1),
//!     induction: each address is the page, register, port or counter that the page of registers
//!     says, and no other
//! proof decode_harts (HARTS=4), induction: the same, with four harts
//! proof decode_as_small (HARTS=1), induction, quick: the same, as in small
//! proof decode_as_full (HARTS=1 WORDS=4 RETIRE=1 PINS=8 FILTER=1 CHECKPOINT=1 PROTECT=1 RING=1),
//!     induction: the same, as in full
//! proof decode_as_wide (HARTS=1 RING=1), induction: the same, as in wide

wire [31:0] f_at     = {11'd0, addr_i[20:2], 2'b00};
wire [31:0] f_block  = f_at >> 16;                          // 0: the unit itself; h + 1: hart h
wire [31:0] f_offset = f_at & 32'hfff;
wire [31:0] f_page   = f_at >> 12 & 32'hf;
wire [31:0] f_context = f_at >> 12 & 32'd3;
wire        f_hart_page = f_block >= 1 && f_block <= HARTS && f_context < (PROTECT != 0 ? 3 : 2);
wire        f_port   = f_hart_page && !addr_i[14];
wire [31:0] f_arg    = (f_offset - 32'd8) >> 2;             // 1, 2, 3: an extra argument
wire        f_is_arg = f_offset >= 32'd12 && f_arg < WORDS;
// software entries: 16 bytes a hart
wire        f_entry  = CHECKPOINT != 0 && f_at >= 32'h4000 && f_at < 32'h4000 + 16 * HARTS;
// counters: 128 bytes a source, whose second half counts delivered events
wire        f_counters = f_at >= 32'h2000 && f_at < 32'h4000;
wire [31:0] f_source = (f_at - 32'h2000) >> 7;
wire [31:0] f_of     = f_source >> 2;                       // its hart; that behind the last: pins
wire [31:0] f_in     = f_source & 32'd3;                    // thread, interrupt, user, snoop
wire [31:0] f_code   = f_at >> 2 & 32'hf;
wire        f_there  = f_of < HARTS ? f_in == 3 || f_in < (PROTECT != 0 ? 3 : 2)
    : PINS != 0 && f_of == HARTS && f_in == 1;
(* anyconst *) wire [3:0] f_any;
wire [31:0] f_hart   = {28'd0, f_any} < HARTS ? {28'd0, f_any} : 32'd0;
always_comb begin
  a_control: assert (control_o == (f_at < 32'h1000));
  a_filter: assert (filter_o == (FILTER != 0 && f_at >= 32'h080 && f_at < 32'h100));
  //! mutant decode_filter, bound 2: the filter has the registers behind it, too
  //!     @filter assign filter_o = FILTER != 0 && control_o && offset[11:8] == SELECT[11:8];
  a_ring: assert (ring_o == (RING != 0 && f_at >= 32'h600 && f_at < 32'h640));
  a_data: assert (data_o == (f_at >= 32'h1000 && f_at < 32'h2000));
  a_entry: assert (sw_entry_o == f_entry && begin_o == (f_entry && f_at[3:0] == 4'd0)
      && word_o == (f_entry && f_at[3:0] == 4'd4) && end_o == (f_entry && f_at[3:0] == 4'd8));
  //! mutant decode_entry, bound 2: there are software entries of harts that the unit does not have
  //!     @entry && offset[11:8] == 4'd0;
  a_hart_page: assert (hart_page_o == f_hart_page && guaranteed_o == (f_hart_page && addr_i[15])
      && window_o == (f_hart_page && addr_i[14]) && context_o == f_context[1:0]);
  //! mutant decode_context, in decode_harts, bound 2: the user port is there without PROTECT
  //!     @context && {30'd0, context_o} < 3;
  a_value: assert (value_o == (f_port && (f_offset == 0 || (WORDS > 1 && f_offset == 8))));
  a_id: assert (id_o == (f_port && f_offset == 4));
  a_arg: assert (arg_o == (f_port && f_is_arg) && (!arg_o || {30'd0, arg_index_o} == f_arg));
  //! mutant decode_arg, bound 2: one more extra argument than the unit has
  //!     @arg && offset[4:2] >= ARG[4:2] && {29'd0, offset[4:2]} <= {29'd0, ARG[4:2]} + WORDS - 1;
  a_count: assert (count_o == (f_counters && f_there && (addr_i[6] ? f_code < 3
      : f_code < 8 && (f_code != 6 || FILTER != 0)
      && (f_code != 7 || HARTS > 1 || RETIRE != 0 || PINS != 0))));
  //! mutant decode_pins, bound 2: event pins have counters of threads, too
  //!     @pins ? 1'b1
  //! mutant decode_overrun, in decode_as_small, bound 2: one hart has a counter of overruns
  //!     @overrun ;
  a_counter: assert (!f_counters || (count_delivered_o == addr_i[6]
      && count_source_o == f_source[5:0] && {29'd0, count_code_o} == (f_code & 32'd7)));
  a_none: assert (f_counters || (!count_delivered_o && count_source_o == 6'd0
      && count_code_o == 3'd0));
  // of several harts, the one of a page, of an entry, and of 32 bytes of the control page each
  a_page_of: assert (HARTS == 1 || !f_hart_page || hart_o[f_hart] == (f_block == f_hart + 1));
  a_entry_of: assert (HARTS == 1 || !f_entry || hart_o[f_hart] == ({28'd0, f_at[7:4]} == f_hart));
  a_snoop_of: assert (HARTS == 1 || !control_o || hart_o[f_hart] == (f_at >= 32'h100 + 32 * f_hart
      && f_at < 32'h120 + 32 * f_hart));
  //! mutant decode_hart, bound 2: a hart's snoop registers are those of another, too
  //!     @hart assign hart_o[h] = HARTS == 1 || (control_o ? offset[11:6] == SNOOP[11:6]
end
