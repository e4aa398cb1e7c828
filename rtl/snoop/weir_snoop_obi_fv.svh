// SPDX-License-Identifier: Apache-2.0
// Properties of weir_snoop_obi, which includes this file under FORMAL. For its words see
// weir_snoop_word.
//
//! proof snoop_obi, pdr, quick: a store appears in the cycle in which it is granted

always_comb begin
  a_store: assert (snoop_valid_o == (obi_req_i && obi_gnt_i && obi_we_i));
  //! mutant snoop_obi_waits: a store appears in each cycle in which it waits
  //!     @store .valid_i(obi_req_i && obi_we_i), .addr_i(obi_addr_i),
  //! mutant snoop_obi_reads: reads appear
  //!     @store .valid_i(obi_req_i && obi_gnt_i), .addr_i(obi_addr_i),
  a_word: assert (snoop_addr_o == {obi_addr_i[31:2], 2'b00} && snoop_data_o == obi_wdata_i[31:0]
      && snoop_strb_o == obi_be_i[3:0]);
  //! mutant snoop_obi_lanes: a narrow store appears as a whole one
  //!     @lanes .strb_i({DATA_W/8{1'b1}}),
end
