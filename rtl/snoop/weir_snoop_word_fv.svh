// SPDX-License-Identifier: Apache-2.0
// Properties of weir_snoop_word, which includes this file under FORMAL.
//
//! proof snoop_word, pdr, quick: a store appears as it is
//! proof snoop_word_64 (DATA_W=64 ADDR_W=40 UPPER=3), pdr, quick: each byte of a word appears
//!     at its address with its strobe; of both words the lower one; none from elsewhere
//! proof snoop_word_high (DATA_W=64 HIGH=1), pdr, quick: of both words the upper one

(* anyconst *) wire [1:0] f_byte;       // any byte of the word
wire [2:0] f_lane = {DATA_W == 64 && snoop_addr_o[2], f_byte};
wire       f_low = |strb_i[3:0], f_high = DATA_W == 64 && |strb_i[DATA_W/8-1:DATA_W/8-4];
always_comb begin
  a_valid: assert (snoop_valid_o == (valid_i && (ADDR_W == 32 || addr_i[ADDR_W-1:ADDR_W-8]
      == UPPER[7:0])));
  //! mutant snoop_word_far, in snoop_word_64: stores elsewhere appear
  //!     @piece assign snoop_valid_o = valid_i;
  a_address: assert (snoop_addr_o[31:3] == addr_i[31:3] && snoop_addr_o[1:0] == 2'd0
      && (DATA_W == 64 || snoop_addr_o[2] == addr_i[2]));
  a_choice: assert (DATA_W == 32
      || snoop_addr_o[2] == (HIGH != 0 ? f_high : f_high && !f_low));
  //! mutant snoop_word_half, in snoop_word_64: a store to the upper word appears as the lower one
  //!     @half wire upper = 1'b0;
  //! mutant snoop_word_lower, in snoop_word_high: of both words the lower one
  //!     @half wire upper = high && !low;
  a_byte: assert (snoop_strb_o[f_byte] == strb_i[f_lane]
      && snoop_data_o[8*f_byte +: 8] == data_i[8*f_lane +: 8]);
  //! mutant snoop_word_data, quick, in snoop_word_64: the data of the other word
  //!     @data assign snoop_data_o = upper ? data_i[31:0] : data_i[63:32];
  //! mutant snoop_word_lanes, in snoop_word_64: the strobes of the other word
  //!     @lanes assign snoop_strb_o = upper ? strb_i[3:0] : strb_i[7:4];
end
