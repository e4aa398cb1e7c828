// SPDX-License-Identifier: Apache-2.0
// Properties of weir_tiny_csr, which includes this file under FORMAL: what each address reads and
// what a store does, as rtl/regs/weir.rdl says. Made by `make regs`, of which properties.py, which
// writes this, shares no code with csr.py, which writes the module.
//
//! proof tiny_csr, induction: each address of the control page reads its register, and a store
//!     changes exactly what weir.rdl says

`ifdef PROVE_weir_tiny_csr
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

// ---- what is addressed
wire [11:0] f_at = {offset_i, 2'b00};
wire f_is_magic = page_i && f_at == 12'h000;
wire f_is_version = page_i && f_at == 12'h004;
wire f_is_config = page_i && f_at == 12'h008;
wire f_is_features = page_i && f_at == 12'h00c;
wire f_is_ctrl = page_i && f_at == 12'h010;
wire f_is_status = page_i && f_at == 12'h014;
wire f_is_fault = page_i && f_at == 12'h018;
wire f_is_irq_enable = page_i && f_at == 12'h01c;
wire f_is_irq_status = page_i && f_at == 12'h020;
wire f_is_watermark = page_i && f_at == 12'h024;
wire f_is_level = page_i && f_at == 12'h028;
wire f_is_tail = page_i && f_at == 12'h02c;
wire f_is_switch_id = page_i && f_at == 12'h038;
wire f_known = f_is_magic || f_is_version || f_is_config || f_is_features || f_is_ctrl
    || f_is_status || f_is_fault || f_is_irq_enable || f_is_irq_status || f_is_watermark
    || f_is_level || f_is_tail || f_is_switch_id;

// ---- what is stored, as software reads it
wire f_store = store_i;
function automatic [31:0] f_mixed(input [31:0] word, input [31:0] bits);
  f_mixed = (word & ~bits) | (wdata_i & bits);
endfunction
logic [31:0] f_fault, f_fault_next;
always_comb begin
  f_fault_next = f_fault;
  if (f_store && f_is_fault) f_fault_next = f_fault & ~(wdata_i & 32'h00000002);
  if (fault_empty_set_i) f_fault_next[1:1] = 1'b1;
end
always_ff @(posedge clk_i) f_fault <= !rst_ni ? 32'h00000000 : f_fault_next;
logic [31:0] f_irq_enable, f_irq_enable_next;
always_comb begin
  f_irq_enable_next = f_irq_enable;
  if (f_store && f_is_irq_enable) f_irq_enable_next = f_mixed(f_irq_enable, 32'h00000003);
end
always_ff @(posedge clk_i) f_irq_enable <= !rst_ni ? 32'h00000000 : f_irq_enable_next;
logic [31:0] f_irq_status, f_irq_status_next;
always_comb begin
  f_irq_status_next = f_irq_status;
  if (f_store && f_is_irq_status) f_irq_status_next = f_irq_status & ~(wdata_i & 32'h00000002);
  if (irq_status_loss_set_i) f_irq_status_next[1:1] = 1'b1;
end
always_ff @(posedge clk_i) f_irq_status <= !rst_ni ? 32'h00000000 : f_irq_status_next;
logic [31:0] f_watermark, f_watermark_next;
always_comb begin
  f_watermark_next = f_watermark;
  if (f_store && f_is_watermark) f_watermark_next = f_mixed(f_watermark, 32'h0000ffff);
end
always_ff @(posedge clk_i) f_watermark <= !rst_ni ? 32'h0000ffff : f_watermark_next;

// ---- what is read
logic [31:0] f_read;
always_comb begin
  f_read = 32'd0;
  if (f_is_magic) f_read = 32'h52494557;
  if (f_is_version) f_read = 32'h01000503;
  if (f_is_config) f_read = 32'h00000001 | (FIFO_LOG2 << 18);
  if (f_is_features) f_read = 32'h20000180;
  if (f_is_ctrl) f_read = {31'd0, ctrl_enable_i};
  if (f_is_status) f_read = {31'd0, status_busy_i} | {30'd0, status_overload_i, 1'd0}
      | {29'd0, status_empty_i, 2'd0} | {28'd0, status_loss_i, 3'd0};
  if (f_is_fault) f_read = f_fault | {31'd0, fault_access_i};
  if (f_is_irq_enable) f_read = f_irq_enable;
  if (f_is_irq_status) f_read = f_irq_status | {31'd0, irq_status_watermark_i};
  if (f_is_watermark) f_read = f_watermark;
  if (f_is_level) f_read = {16'd0, level_words_i};
  if (f_is_tail) f_read = {8'd0, tail_bytes_i} | {6'd0, tail_count_i, 24'd0};
  if (f_is_switch_id) f_read = {16'd0, switch_id_id_i};
end

always_comb if (f_started) begin
  // Each address reads its register; where there is none, 0.
  a_read: assert (read_o == f_read);
  //! mutant tiny_csr_shown: CONFIG shows half of FIFO_LOG2
  //!     @shown wire [31:0] config_w = 32'h00000001 | FIFO_LOG2 << 17;
  // These registers are there, and no others.
  a_known: assert (known_o == f_known);
  //! mutant tiny_csr_there: TIME_LO is there
  //!     @there localparam [15:0] KNOWN_000 = 16'h5fff;
  // A stage sees that its register is addressed.
  a_at_ctrl: assert (at_ctrl_o == f_is_ctrl);
  //! mutant tiny_csr_at: a store to TIME_LO is one to CTRL
  //!     @at assign at_ctrl_o = in_000 && offset_i[4:2] == 3'h4;
  a_at_fault: assert (at_fault_o == f_is_fault);
  a_at_switch_id: assert (at_switch_id_o == f_is_switch_id);
  // Each field has what the stores and the hardware made it.
  a_fault_empty: assert (fault_empty_o == f_fault[1:1]);
  a_irq_enable_watermark: assert (irq_enable_watermark_o == f_irq_enable[0:0]);
  a_irq_enable_loss: assert (irq_enable_loss_o == f_irq_enable[1:1]);
  a_irq_status_loss: assert (irq_status_loss_o == f_irq_status[1:1]);
  //! mutant tiny_csr_sticky: a loss in the cycle of a store is not reported
  //!     @sticky else if (irq_status_loss_set_i && !store) irq_status_loss_o <= 1'b1;
  a_watermark_words: assert (watermark_words_o == f_watermark[15:0]);
  //! mutant tiny_csr_watermark: the highest bit of WATERMARK cannot be stored
  //!     @watermark else if (store && is_watermark) watermark_words_o <= {1'b0, wdata_i[14:0]};
  // Why: the bits between the fields stay 0.
  a_rest_fault: assert ((f_fault & 32'hfffffffd) == 32'd0);
  a_rest_irq_enable: assert ((f_irq_enable & 32'hfffffffc) == 32'd0);
  a_rest_irq_status: assert ((f_irq_status & 32'hfffffffd) == 32'd0);
  a_rest_watermark: assert ((f_watermark & 32'hffff0000) == 32'd0);
end
`endif
