// SPDX-License-Identifier: Apache-2.0
// Properties of weir_cdc_fifo_src, which includes this file under FORMAL.

// Any one byte, by its number, for the properties of weir_cdc_fifo
(* anyconst, keep *) logic [DEPTH_LOG2:0] f_which;
(* keep *) logic [7:0] f_byte;
(* keep *) wire  [7:0] f_held = ram[f_which[DEPTH_LOG2-1:0]];
always_ff @(posedge clk_i) if (enable_i && valid_i && ready_o && count_q
    == f_which) f_byte <= data_i;
