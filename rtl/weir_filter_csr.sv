// SPDX-License-Identifier: Apache-2.0
// weir_filter_csr: the registers of filter: storage and read multiplexer.
// Made by `make regs` from rtl/regs/weir.rdl.
//
// Ports    REGISTER_FIELD_o is what is stored, _early_o its value of the next cycle, _i what
//          another stage holds; _set_i sets a sticky bit, _incr_i counts. at_REGISTER_o: it is
//          addressed. Of several registers, the first is in the low bits.
`default_nettype none
module weir_filter_csr (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire  [6:2]           offset_i,                // read this one
    input  wire                  store_i,                 // a whole word is stored
    input  wire  [6:2]           store_offset_i,          // to this one
    input  wire  [31:0]          wdata_i,
    output wire  [31:0]          read_o,                  // 0 if there is no such register
    output wire                  known_o,                 // there is

    // Selected events; this and all registers down to MATCH: units with FILTER. Bits 7:3 are
    // free for classes
    output logic                 select_user_o,
    output logic                 select_com_o,
    output logic                 select_sys_o,
    output logic                 select_range0_o,
    output logic                 select_range1_o,
    output logic                 select_id_o,
    output logic                 select_invert_o,

    // Ids equal to ID in the bits of MASK
    output logic [15:0]          select_id_id_o,
    output logic [15:0]          select_id_mask_o,

    // A range of ids
    output logic [16*2-1:0]      range_first_o,
    output logic [16*2-1:0]      range_last_o,

    // Rate limit of USER (0) and COM (1)
    output wire  [2-1:0]         at_rate_limit_o,
    output logic [16*2-1:0]      rate_limit_count_o,
    output logic [5*2-1:0]       rate_limit_interval_o,
    output logic [2-1:0]         rate_limit_enable_o,

    // Filtered-out events
    input  wire  [31:0]          filtered_count_i,

    // Events after the one that freezes
    output logic [15:0]          freeze_after_count_o,

    // Causes of each action: bit 0 MATCH 0, 1 MATCH 1, 2 pin
    output logic [2:0]           trigger_start_o,
    output logic [2:0]           trigger_stop_o,
    output logic [2:0]           trigger_freeze_o,
    output logic [2:0]           trigger_out_o,
    output logic                 trigger_falling_o,

    // State of the trigger
    output wire                  at_trigger_state_o,
    input  wire  [1:0]           trigger_state_state_i,
    input  wire  [15:0]          trigger_state_left_i,

    // Id, in the bits of MASK
    output logic [16*2-1:0]      match_id_id_o,
    output logic [16*2-1:0]      match_id_mask_o,

    // Value, in the bits of MASK
    output logic [32*2-1:0]      match_value_value_o,

    // Bits of the value to compare
    output logic [32*2-1:0]      match_mask_mask_o
);

  // ---- decode
  wire is_select = store_offset_i[6:2] == 5'h0;
  wire is_select_id = store_offset_i[6:2] == 5'h1;
  wire [2-1:0] is_range = {store_offset_i[6:2] == 5'h3, store_offset_i[6:2] == 5'h2};
  assign at_rate_limit_o = {store_offset_i[6:2] == 5'h5, store_offset_i[6:2] == 5'h4};
  wire is_freeze_after = store_offset_i[6:2] == 5'h7;
  wire is_trigger = store_offset_i[6:2] == 5'h8;  // @late
  assign at_trigger_state_o = store_offset_i[6:2] == 5'h9;  // @at
  wire [2-1:0] is_match_id = {store_offset_i[6:2] == 5'h10, store_offset_i[6:2] == 5'hc};
  wire [2-1:0] is_match_value = {store_offset_i[6:2] == 5'h11, store_offset_i[6:2] == 5'hd};
  wire [2-1:0] is_match_mask = {store_offset_i[6:2] == 5'h12, store_offset_i[6:2] == 5'he};
  localparam [15:0] KNOWN_080 = 16'h73ff;
  localparam [15:0] KNOWN_0c0 = 16'h0007;  // @there
  assign known_o = (offset_i[6:6] == 1'h0 && KNOWN_080[offset_i[5:2]])
      || (offset_i[6:6] == 1'h1 && KNOWN_0c0[offset_i[5:2]]);

  // ---- storage
  wire store = store_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      select_user_o <= 1'h1;
      select_com_o <= 1'h1;  // @reset
      select_sys_o <= 1'h1;
      select_range0_o <= 1'h0;
      select_range1_o <= 1'h0;
      select_id_o <= 1'h0;
      select_invert_o <= 1'h0;
    end else if (store && is_select) begin
      select_user_o <= wdata_i[0];
      select_com_o <= wdata_i[1];
      select_sys_o <= wdata_i[2];
      select_range0_o <= wdata_i[8];
      select_range1_o <= wdata_i[9];
      select_id_o <= wdata_i[10];
      select_invert_o <= wdata_i[12];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      select_id_id_o <= 16'h0;
      select_id_mask_o <= 16'h0;
    end else if (store && is_select_id) begin
      select_id_id_o <= wdata_i[15:0];
      select_id_mask_o <= wdata_i[31:16];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      range_first_o <= {2{16'h0}};
      range_last_o <= {2{16'h0}};
    end else
      for (int k = 0; k < 2; k = k + 1)
        if (store && is_range[k]) begin
          range_first_o[16*k +: 16] <= wdata_i[15:0];
          range_last_o[16*k +: 16] <= wdata_i[31:16];  // @which
        end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      rate_limit_count_o <= {2{16'h0}};
      rate_limit_interval_o <= {2{5'h0}};
      rate_limit_enable_o <= {2{1'h0}};
    end else
      for (int k = 0; k < 2; k = k + 1)
        if (store && at_rate_limit_o[k]) begin
          rate_limit_count_o[16*k +: 16] <= wdata_i[15:0];
          rate_limit_interval_o[5*k +: 5] <= wdata_i[20:16];
          rate_limit_enable_o[k] <= wdata_i[31];
        end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) freeze_after_count_o <= 16'h0;
    else if (store && is_freeze_after) freeze_after_count_o <= wdata_i[15:0];  // @after
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      trigger_start_o <= 3'h0;
      trigger_stop_o <= 3'h0;
      trigger_freeze_o <= 3'h0;
      trigger_out_o <= 3'h0;
      trigger_falling_o <= 1'h0;
    end else if (store && is_trigger) begin
      trigger_start_o <= wdata_i[2:0];
      trigger_stop_o <= wdata_i[6:4];
      trigger_freeze_o <= wdata_i[10:8];
      trigger_out_o <= wdata_i[14:12];
      trigger_falling_o <= wdata_i[16];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      match_id_id_o <= {2{16'h0}};
      match_id_mask_o <= {2{16'h0}};
    end else
      for (int k = 0; k < 2; k = k + 1)
        if (store && is_match_id[k]) begin
          match_id_id_o[16*k +: 16] <= wdata_i[15:0];
          match_id_mask_o[16*k +: 16] <= wdata_i[31:16];
        end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) match_value_value_o <= {2{32'h0}};
    else
      for (int k = 0; k < 2; k = k + 1)
        if (store && is_match_value[k]) match_value_value_o[32*k +: 32] <= wdata_i[31:0];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) match_mask_mask_o <= {2{32'h0}};
    else
      for (int k = 0; k < 2; k = k + 1)
        if (store && is_match_mask[k]) match_mask_mask_o[32*k +: 32] <= wdata_i[31:0];
  end

  // ---- read
  wire n2 = offset_i[2], n3 = offset_i[3], n4 = offset_i[4], n5 = offset_i[5];
  wire [31:0] select_w = {19'd0, select_invert_o, 1'd0, select_id_o, select_range1_o,
      select_range0_o, 5'd0, select_sys_o, select_com_o, select_user_o};
  wire [31:0] select_id_w = {select_id_mask_o, select_id_id_o};
  wire [31:0] range_w0 = {range_last_o[16*0 +: 16], range_first_o[16*0 +: 16]};
  wire [31:0] range_w1 = {range_last_o[16*1 +: 16], range_first_o[16*1 +: 16]};
  wire [31:0] rate_limit_w0 = {rate_limit_enable_o[0], 10'd0, rate_limit_interval_o[5*0 +: 5],
      rate_limit_count_o[16*0 +: 16]};
  wire [31:0] rate_limit_w1 = {rate_limit_enable_o[1], 10'd0, rate_limit_interval_o[5*1 +: 5],
      rate_limit_count_o[16*1 +: 16]};
  wire [31:0] freeze_after_w = {16'd0, freeze_after_count_o};
  wire [31:0] trigger_w = {15'd0, trigger_falling_o, 1'd0, trigger_out_o, 1'd0, trigger_freeze_o,
      1'd0, trigger_stop_o, 1'd0, trigger_start_o};
  wire [31:0] trigger_state_w = {trigger_state_left_i, 14'd0, trigger_state_state_i};
  wire [31:0] match_id_w0 = {match_id_mask_o[16*0 +: 16], match_id_id_o[16*0 +: 16]};
  wire [31:0] match_value_w0 = match_value_value_o[32*0 +: 32];
  wire [31:0] match_mask_w0 = match_mask_mask_o[32*0 +: 32];
  wire [31:0] word_080_0 = (n3 ? (n2 ? range_w1 : range_w0) : (n2 ? select_id_w : select_w));
  wire [31:0] word_080_1 = (n3 ? (n2 ? freeze_after_w : filtered_count_i) : (n2 ? rate_limit_w1
      : rate_limit_w0));
  wire [31:0] word_080_2 = (n3 ? 32'd0 : (n2 ? trigger_state_w : trigger_w));
  wire [31:0] word_080_3 = (n3 ? (n2 ? 32'd0 : match_mask_w0) : (n2 ? match_value_w0
      : match_id_w0));
  wire [31:0] word_080 = (n5 ? (n4 ? word_080_3 : word_080_2) : (n4 ? word_080_1 : word_080_0));
  wire [31:0] match_id_w1 = {match_id_mask_o[16*1 +: 16], match_id_id_o[16*1 +: 16]};
  wire [31:0] match_value_w1 = match_value_value_o[32*1 +: 32];
  wire [31:0] match_mask_w1 = match_mask_mask_o[32*1 +: 32];
  wire sel_0c0_0 = offset_i[6:6] == 1'h1 && !n5 && !n4;
  wire [31:0] word_0c0 = (n3 ? (n2 ? 32'd0 : match_mask_w1) : (n2 ? match_value_w1
      : match_id_w1));  // @shown
  // AREA: four words a LUT; AND-OR where most words of four are of no register.
  assign read_o = ({32{offset_i[6:6] == 1'h0}} & word_080) | ({32{sel_0c0_0}} & word_0c0);
`ifdef FORMAL
`include "weir_filter_csr_fv.svh"
`endif
endmodule
`default_nettype wire
