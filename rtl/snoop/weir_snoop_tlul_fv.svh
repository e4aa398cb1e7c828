// SPDX-License-Identifier: Apache-2.0
// Properties of weir_snoop_tlul, which includes this file under FORMAL. For its words see
// weir_snoop_word.
//
//! proof snoop_tlul, pdr, quick: PutFullData and PutPartialData appear in the cycle in which
//!     channel A accepts them, and nothing else

always_comb begin
  a_store: assert (snoop_valid_o == (tl_a_valid_i && tl_a_ready_i
      && (tl_a_opcode_i == 3'd0 || tl_a_opcode_i == 3'd1)));
  //! mutant snoop_tlul_waits: a store appears in each cycle in which it waits
  //!     @store .valid_i(tl_a_valid_i && put), .addr_i(tl_a_address_i),
  //! mutant snoop_tlul_atomics: atomics and reads appear
  //!     @put wire put = 1'b1;
  //! mutant snoop_tlul_partial: PutPartialData does not appear
  //!     @put wire put = tl_a_opcode_i == 3'd0;
  a_word: assert (snoop_addr_o == {tl_a_address_i[31:2], 2'b00}
      && snoop_data_o == tl_a_data_i[31:0] && snoop_strb_o == tl_a_mask_i[3:0]);
  //! mutant snoop_tlul_lanes: a narrow store appears as a whole one
  //!     @lanes .strb_i({DATA_W/8{1'b1}}),
end
