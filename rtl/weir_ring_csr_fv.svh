// SPDX-License-Identifier: Apache-2.0
// Properties of weir_ring_csr, which includes this file under FORMAL: what each address reads and
// what a store does, as rtl/regs/weir.rdl says. Made by `make regs`, of which properties.py, which
// writes this, shares no code with csr.py, which writes the module.
//
//! proof ring_csr, induction: each address of the ring's registers reads its register, and a store
//!     changes exactly what weir.rdl says

`ifdef PROVE_weir_ring_csr
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

// ---- what is addressed
wire [11:0] f_at = {6'h18, offset_i, 2'b00};
wire f_is_ring_ctrl = f_at == 12'h600;
wire f_is_ring_base = f_at == 12'h604;
wire f_is_ring_size = f_at == 12'h608;
wire f_is_ring_status = f_at == 12'h60c;
wire f_is_ring_at = f_at == 12'h610;
wire f_known = f_is_ring_ctrl || f_is_ring_base || f_is_ring_size || f_is_ring_status
    || f_is_ring_at;

// ---- what is stored, as software reads it
wire f_store = store_i;
function automatic [31:0] f_mixed(input [31:0] word, input [31:0] bits);
  f_mixed = (word & ~bits) | (wdata_i & bits);
endfunction
logic [31:0] f_ring_ctrl, f_ring_ctrl_next;
always_comb begin
  f_ring_ctrl_next = f_ring_ctrl;
  if (f_store && f_is_ring_ctrl) f_ring_ctrl_next = f_mixed(f_ring_ctrl, 32'h00000007);
end
always_ff @(posedge clk_i) f_ring_ctrl <= !rst_ni || clear_i ? 32'h00000000 : f_ring_ctrl_next;
logic [31:0] f_ring_base, f_ring_base_next;
always_comb begin
  f_ring_base_next = f_ring_base;
  if (f_store && f_is_ring_base) f_ring_base_next = f_mixed(f_ring_base, 32'hfffffffc);
end
always_ff @(posedge clk_i) f_ring_base <= !rst_ni ? 32'h00000000 : f_ring_base_next;
logic [31:0] f_ring_size, f_ring_size_next;
always_comb begin
  f_ring_size_next = f_ring_size;
  if (f_store && f_is_ring_size) f_ring_size_next = f_mixed(f_ring_size, 32'h00001f1f);
end
always_ff @(posedge clk_i) f_ring_size <= !rst_ni ? 32'h00000c10 : f_ring_size_next;

// ---- what is read
logic [31:0] f_read;
always_comb begin
  f_read = 32'd0;
  if (f_is_ring_ctrl) f_read = f_ring_ctrl;
  if (f_is_ring_base) f_read = f_ring_base;
  if (f_is_ring_size) f_read = f_ring_size;
  if (f_is_ring_status) f_read = {31'd0, ring_status_ready_i} | {30'd0, ring_status_full_i, 1'd0}
      | {29'd0, ring_status_wrapped_i, 2'd0} | {28'd0, ring_status_busy_i, 3'd0};
  if (f_is_ring_at) f_read = ring_at_offset_i;
end

always_comb if (f_started) begin
  // Each address reads its register; where there is none, 0.
  a_read: assert (read_o == f_read);
  //! mutant ring_csr_shown: RING_AT appears twice
  //!     @shown wire sel_600_1 = !n5 && n4 && !n3;
  // These registers are there, and no others.
  a_known: assert (known_o == f_known);
  //! mutant ring_csr_there: there is a register behind RING_AT
  //!     @there localparam [15:0] KNOWN_600 = 16'h003f;
  // A stage sees that its register is addressed.
  a_at_ring_ctrl: assert (at_ring_ctrl_o == f_is_ring_ctrl);
  a_at_ring_base: assert (at_ring_base_o == f_is_ring_base);
  a_at_ring_size: assert (at_ring_size_o == f_is_ring_size);
  //! mutant ring_csr_at: RING_SIZE is stored at an address of no register, too
  //!     @at assign at_ring_size_o = offset_i[4:2] == 3'h2;
  // Each field has what the stores and the hardware made it.
  a_ring_ctrl_enable: assert (ring_ctrl_enable_o == f_ring_ctrl[0:0]);
  //! mutant ring_csr_cleared: CLEAR does not end the ring
  //!     @cleared if (!rst_ni) begin
  a_ring_ctrl_stop: assert (ring_ctrl_stop_o == f_ring_ctrl[1:1]);
  a_ring_ctrl_fifo: assert (ring_ctrl_fifo_o == f_ring_ctrl[2:2]);
  a_ring_base_base: assert (ring_base_base_o == f_ring_base[31:2]);
  //! mutant ring_csr_base: the highest bit of RING_BASE cannot be stored
  //!     @base else if (store && at_ring_base_o) ring_base_base_o <= {1'b0, wdata_i[30:2]};
  a_ring_size_buffer: assert (ring_size_buffer_o == f_ring_size[4:0]);
  a_ring_size_section: assert (ring_size_section_o == f_ring_size[12:8]);
  //! mutant ring_csr_reset: RING_SIZE begins with another section
  //!     @reset ring_size_section_o <= 5'hb;
  // Why: the bits between the fields stay 0.
  a_rest_ring_ctrl: assert ((f_ring_ctrl & 32'hfffffff8) == 32'd0);
  a_rest_ring_base: assert ((f_ring_base & 32'h00000003) == 32'd0);
  a_rest_ring_size: assert ((f_ring_size & 32'hffffe0e0) == 32'd0);
end
`endif
