// SPDX-License-Identifier: Apache-2.0
// Properties of weir_snoop_wb, which includes this file under FORMAL. For its words see
// weir_snoop_word.
//
//! proof snoop_wb, pdr, quick: a store appears in the cycle in which it is accepted: STB
//!     without STALL
//! proof snoop_wb_classic (CLASSIC=1), pdr, quick: the same, in the cycle of its ACK

always_comb begin
  a_store: assert (snoop_valid_o == (wb_cyc_i && wb_stb_i && wb_we_i
      && (CLASSIC != 0 ? wb_ack_i : !wb_stall_i)));
  //! mutant snoop_wb_waits: a store appears in each cycle in which it waits
  //!     @taken wire taken = 1'b1;
  //! mutant snoop_wb_answer, in snoop_wb_classic: STALL counts, and ACK does not
  //!     @taken wire taken = !wb_stall_i;
  //! mutant snoop_wb_idle: a store outside of a cycle of the bus appears
  //!     @store .valid_i(wb_stb_i && wb_we_i && taken), .addr_i(wb_adr_i),
  a_word: assert (snoop_addr_o == {wb_adr_i[31:2], 2'b00} && snoop_data_o == wb_dat_w_i[31:0]
      && snoop_strb_o == wb_sel_i[3:0]);
  //! mutant snoop_wb_lanes: a narrow store appears as a whole one
  //!     @lanes .strb_i({DATA_W/8{1'b1}}),
end
