// SPDX-License-Identifier: Apache-2.0
// Properties of weir_filter_csr, which includes this file under FORMAL: what each address reads and
// what a store does, as rtl/regs/weir.rdl says. Made by `make regs`, of which properties.py, which
// writes this, shares no code with csr.py, which writes the module.
//
//! proof filter_csr, induction: each address of the filter's registers reads its register, and a
//!     store changes exactly what weir.rdl says

`ifdef PROVE_weir_filter_csr
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

// ---- what is addressed
wire [11:0] f_at = {5'h1, offset_i, 2'b00};
wire [11:0] f_store_at = {5'h1, store_offset_i, 2'b00};
wire f_is_select = f_at == 12'h080;
wire f_to_select = f_store_at == 12'h080;
wire f_is_select_id = f_at == 12'h084;
wire f_to_select_id = f_store_at == 12'h084;
wire f_is_range_0 = f_at == 12'h088;
wire f_to_range_0 = f_store_at == 12'h088;
wire f_is_range_1 = f_at == 12'h08c;
wire f_to_range_1 = f_store_at == 12'h08c;
wire f_is_rate_limit_0 = f_at == 12'h090;
wire f_to_rate_limit_0 = f_store_at == 12'h090;
wire f_is_rate_limit_1 = f_at == 12'h094;
wire f_to_rate_limit_1 = f_store_at == 12'h094;
wire f_is_filtered = f_at == 12'h098;
wire f_to_filtered = f_store_at == 12'h098;
wire f_is_freeze_after = f_at == 12'h09c;
wire f_to_freeze_after = f_store_at == 12'h09c;
wire f_is_trigger = f_at == 12'h0a0;
wire f_to_trigger = f_store_at == 12'h0a0;
wire f_is_trigger_state = f_at == 12'h0a4;
wire f_to_trigger_state = f_store_at == 12'h0a4;
wire f_is_match_id_0 = f_at == 12'h0b0;
wire f_to_match_id_0 = f_store_at == 12'h0b0;
wire f_is_match_id_1 = f_at == 12'h0c0;
wire f_to_match_id_1 = f_store_at == 12'h0c0;
wire f_is_match_value_0 = f_at == 12'h0b4;
wire f_to_match_value_0 = f_store_at == 12'h0b4;
wire f_is_match_value_1 = f_at == 12'h0c4;
wire f_to_match_value_1 = f_store_at == 12'h0c4;
wire f_is_match_mask_0 = f_at == 12'h0b8;
wire f_to_match_mask_0 = f_store_at == 12'h0b8;
wire f_is_match_mask_1 = f_at == 12'h0c8;
wire f_to_match_mask_1 = f_store_at == 12'h0c8;
wire f_known = f_is_select || f_is_select_id || f_is_range_0 || f_is_range_1 || f_is_rate_limit_0
    || f_is_rate_limit_1 || f_is_filtered || f_is_freeze_after || f_is_trigger || f_is_trigger_state
    || f_is_match_id_0 || f_is_match_id_1 || f_is_match_value_0 || f_is_match_value_1
    || f_is_match_mask_0 || f_is_match_mask_1;

// ---- what is stored, as software reads it
wire f_store = store_i;
function automatic [31:0] f_mixed(input [31:0] word, input [31:0] bits);
  f_mixed = (word & ~bits) | (wdata_i & bits);
endfunction
logic [31:0] f_select, f_select_next;
always_comb begin
  f_select_next = f_select;
  if (f_store && f_to_select) f_select_next = f_mixed(f_select, 32'h00001707);
end
always_ff @(posedge clk_i) f_select <= !rst_ni ? 32'h00000007 : f_select_next;
logic [31:0] f_select_id, f_select_id_next;
always_comb begin
  f_select_id_next = f_select_id;
  if (f_store && f_to_select_id) f_select_id_next = f_mixed(f_select_id, 32'hffffffff);
end
always_ff @(posedge clk_i) f_select_id <= !rst_ni ? 32'h00000000 : f_select_id_next;
logic [31:0] f_range_0, f_range_0_next;
always_comb begin
  f_range_0_next = f_range_0;
  if (f_store && f_to_range_0) f_range_0_next = f_mixed(f_range_0, 32'hffffffff);
end
always_ff @(posedge clk_i) f_range_0 <= !rst_ni ? 32'h00000000 : f_range_0_next;
logic [31:0] f_range_1, f_range_1_next;
always_comb begin
  f_range_1_next = f_range_1;
  if (f_store && f_to_range_1) f_range_1_next = f_mixed(f_range_1, 32'hffffffff);
end
always_ff @(posedge clk_i) f_range_1 <= !rst_ni ? 32'h00000000 : f_range_1_next;
logic [31:0] f_rate_limit_0, f_rate_limit_0_next;
always_comb begin
  f_rate_limit_0_next = f_rate_limit_0;
  if (f_store && f_to_rate_limit_0) f_rate_limit_0_next = f_mixed(f_rate_limit_0, 32'h801fffff);
end
always_ff @(posedge clk_i) f_rate_limit_0 <= !rst_ni ? 32'h00000000 : f_rate_limit_0_next;
logic [31:0] f_rate_limit_1, f_rate_limit_1_next;
always_comb begin
  f_rate_limit_1_next = f_rate_limit_1;
  if (f_store && f_to_rate_limit_1) f_rate_limit_1_next = f_mixed(f_rate_limit_1, 32'h801fffff);
end
always_ff @(posedge clk_i) f_rate_limit_1 <= !rst_ni ? 32'h00000000 : f_rate_limit_1_next;
logic [31:0] f_freeze_after, f_freeze_after_next;
always_comb begin
  f_freeze_after_next = f_freeze_after;
  if (f_store && f_to_freeze_after) f_freeze_after_next = f_mixed(f_freeze_after, 32'h0000ffff);
end
always_ff @(posedge clk_i) f_freeze_after <= !rst_ni ? 32'h00000000 : f_freeze_after_next;
logic [31:0] f_trigger, f_trigger_next;
always_comb begin
  f_trigger_next = f_trigger;
  if (f_store && f_to_trigger) f_trigger_next = f_mixed(f_trigger, 32'h00017777);
end
always_ff @(posedge clk_i) f_trigger <= !rst_ni ? 32'h00000000 : f_trigger_next;
logic [31:0] f_match_id_0, f_match_id_0_next;
always_comb begin
  f_match_id_0_next = f_match_id_0;
  if (f_store && f_to_match_id_0) f_match_id_0_next = f_mixed(f_match_id_0, 32'hffffffff);
end
always_ff @(posedge clk_i) f_match_id_0 <= !rst_ni ? 32'h00000000 : f_match_id_0_next;
logic [31:0] f_match_id_1, f_match_id_1_next;
always_comb begin
  f_match_id_1_next = f_match_id_1;
  if (f_store && f_to_match_id_1) f_match_id_1_next = f_mixed(f_match_id_1, 32'hffffffff);
end
always_ff @(posedge clk_i) f_match_id_1 <= !rst_ni ? 32'h00000000 : f_match_id_1_next;
logic [31:0] f_match_value_0, f_match_value_0_next;
always_comb begin
  f_match_value_0_next = f_match_value_0;
  if (f_store && f_to_match_value_0) f_match_value_0_next = f_mixed(f_match_value_0, 32'hffffffff);
end
always_ff @(posedge clk_i) f_match_value_0 <= !rst_ni ? 32'h00000000 : f_match_value_0_next;
logic [31:0] f_match_value_1, f_match_value_1_next;
always_comb begin
  f_match_value_1_next = f_match_value_1;
  if (f_store && f_to_match_value_1) f_match_value_1_next = f_mixed(f_match_value_1, 32'hffffffff);
end
always_ff @(posedge clk_i) f_match_value_1 <= !rst_ni ? 32'h00000000 : f_match_value_1_next;
logic [31:0] f_match_mask_0, f_match_mask_0_next;
always_comb begin
  f_match_mask_0_next = f_match_mask_0;
  if (f_store && f_to_match_mask_0) f_match_mask_0_next = f_mixed(f_match_mask_0, 32'hffffffff);
end
always_ff @(posedge clk_i) f_match_mask_0 <= !rst_ni ? 32'h00000000 : f_match_mask_0_next;
logic [31:0] f_match_mask_1, f_match_mask_1_next;
always_comb begin
  f_match_mask_1_next = f_match_mask_1;
  if (f_store && f_to_match_mask_1) f_match_mask_1_next = f_mixed(f_match_mask_1, 32'hffffffff);
end
always_ff @(posedge clk_i) f_match_mask_1 <= !rst_ni ? 32'h00000000 : f_match_mask_1_next;

// ---- what is read
logic [31:0] f_read;
always_comb begin
  f_read = 32'd0;
  if (f_is_select) f_read = f_select;
  if (f_is_select_id) f_read = f_select_id;
  if (f_is_range_0) f_read = f_range_0;
  if (f_is_range_1) f_read = f_range_1;
  if (f_is_rate_limit_0) f_read = f_rate_limit_0;
  if (f_is_rate_limit_1) f_read = f_rate_limit_1;
  if (f_is_filtered) f_read = filtered_count_i;
  if (f_is_freeze_after) f_read = f_freeze_after;
  if (f_is_trigger) f_read = f_trigger;
  if (f_is_trigger_state) f_read = {30'd0, trigger_state_state_i} | {trigger_state_left_i, 16'd0};
  if (f_is_match_id_0) f_read = f_match_id_0;
  if (f_is_match_id_1) f_read = f_match_id_1;
  if (f_is_match_value_0) f_read = f_match_value_0;
  if (f_is_match_value_1) f_read = f_match_value_1;
  if (f_is_match_mask_0) f_read = f_match_mask_0;
  if (f_is_match_mask_1) f_read = f_match_mask_1;
end

always_comb if (f_started) begin
  // Each address reads its register; where there is none, 0.
  a_read: assert (read_o == f_read);
  //! mutant filter_csr_shown: the second ID of MATCH reads the first
  //!     @shown : match_id_w0));
  // These registers are there, and no others.
  a_known: assert (known_o == f_known);
  //! mutant filter_csr_there: there is a register behind MATCH
  //!     @there localparam [15:0] KNOWN_0c0 = 16'h000f;
  // A stage sees that its register is addressed.
  a_at_rate_limit_0: assert (at_rate_limit_o[0] == f_to_rate_limit_0);
  a_at_rate_limit_1: assert (at_rate_limit_o[1] == f_to_rate_limit_1);
  a_at_trigger_state: assert (at_trigger_state_o == f_to_trigger_state);
  //! mutant filter_csr_at: TRIGGER_STATE is stored at an address of no register, too
  //!     @at assign at_trigger_state_o = store_offset_i[5:2] == 4'h9;
  // Each field has what the stores and the hardware made it.
  a_select_user: assert (select_user_o == f_select[0:0]);
  a_select_com: assert (select_com_o == f_select[1:1]);
  //! mutant filter_csr_reset: COM is not selected after reset
  //!     @reset select_com_o <= 1'h0;
  a_select_sys: assert (select_sys_o == f_select[2:2]);
  a_select_range0: assert (select_range0_o == f_select[8:8]);
  a_select_range1: assert (select_range1_o == f_select[9:9]);
  a_select_id: assert (select_id_o == f_select[10:10]);
  a_select_invert: assert (select_invert_o == f_select[12:12]);
  a_select_id_id: assert (select_id_id_o == f_select_id[15:0]);
  a_select_id_mask: assert (select_id_mask_o == f_select_id[31:16]);
  a_range_first_0: assert (range_first_o[16*0 +: 16] == f_range_0[15:0]);
  a_range_last_0: assert (range_last_o[16*0 +: 16] == f_range_0[31:16]);
  a_range_first_1: assert (range_first_o[16*1 +: 16] == f_range_1[15:0]);
  a_range_last_1: assert (range_last_o[16*1 +: 16] == f_range_1[31:16]);
  //! mutant filter_csr_which: the last id of the second range goes to the first
  //!     @which range_last_o[0 +: 16] <= wdata_i[31:16];
  a_rate_limit_count_0: assert (rate_limit_count_o[16*0 +: 16] == f_rate_limit_0[15:0]);
  a_rate_limit_interval_0: assert (rate_limit_interval_o[5*0 +: 5] == f_rate_limit_0[20:16]);
  a_rate_limit_enable_0: assert (rate_limit_enable_o[0] == f_rate_limit_0[31:31]);
  a_rate_limit_count_1: assert (rate_limit_count_o[16*1 +: 16] == f_rate_limit_1[15:0]);
  a_rate_limit_interval_1: assert (rate_limit_interval_o[5*1 +: 5] == f_rate_limit_1[20:16]);
  a_rate_limit_enable_1: assert (rate_limit_enable_o[1] == f_rate_limit_1[31:31]);
  a_freeze_after_count: assert (freeze_after_count_o == f_freeze_after[15:0]);
  //! mutant filter_csr_after: the highest bit of FREEZE_AFTER cannot be stored
  //!     @after else if (store && is_freeze_after) freeze_after_count_o <= {1'b0, wdata_i[14:0]};
  a_trigger_start: assert (trigger_start_o == f_trigger[2:0]);
  //! mutant filter_csr_late: a store goes to the address of the next access
  //!     @late wire is_trigger = offset_i[6:2] == 5'h8;
  a_trigger_stop: assert (trigger_stop_o == f_trigger[6:4]);
  a_trigger_freeze: assert (trigger_freeze_o == f_trigger[10:8]);
  a_trigger_out: assert (trigger_out_o == f_trigger[14:12]);
  a_trigger_falling: assert (trigger_falling_o == f_trigger[16:16]);
  a_match_id_id_0: assert (match_id_id_o[16*0 +: 16] == f_match_id_0[15:0]);
  a_match_id_mask_0: assert (match_id_mask_o[16*0 +: 16] == f_match_id_0[31:16]);
  a_match_id_id_1: assert (match_id_id_o[16*1 +: 16] == f_match_id_1[15:0]);
  a_match_id_mask_1: assert (match_id_mask_o[16*1 +: 16] == f_match_id_1[31:16]);
  a_match_value_value_0: assert (match_value_value_o[32*0 +: 32] == f_match_value_0[31:0]);
  a_match_value_value_1: assert (match_value_value_o[32*1 +: 32] == f_match_value_1[31:0]);
  a_match_mask_mask_0: assert (match_mask_mask_o[32*0 +: 32] == f_match_mask_0[31:0]);
  a_match_mask_mask_1: assert (match_mask_mask_o[32*1 +: 32] == f_match_mask_1[31:0]);
  // Why: the bits between the fields stay 0.
  a_rest_select: assert ((f_select & 32'hffffe8f8) == 32'd0);
  a_rest_rate_limit_0: assert ((f_rate_limit_0 & 32'h7fe00000) == 32'd0);
  a_rest_rate_limit_1: assert ((f_rate_limit_1 & 32'h7fe00000) == 32'd0);
  a_rest_freeze_after: assert ((f_freeze_after & 32'hffff0000) == 32'd0);
  a_rest_trigger: assert ((f_trigger & 32'hfffe8888) == 32'd0);
end
`endif
