// SPDX-License-Identifier: Apache-2.0
// Properties of weir_tiny_regs, which includes this file under FORMAL.
//
//! proof tiny_regs, induction, cover 10: VALUE shows a port's own value and nothing else, a counter
//!     what was asked for; only an accepted access is an event, takes a word, or is a fault

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_tiny_regs
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
// ---- accesses, decoded here from the address map
wire [11:0] f_at    = {reg_addr_i[11:2], 2'b00};
wire        f_read  = reg_valid_i && reg_ready_o && !reg_write_i;
wire        f_write = reg_valid_i && reg_ready_o && reg_write_i;
wire        f_page  = reg_addr_i[16];                // of hart 0
wire        f_port  = reg_addr_i[16:13] == 4'b1000;
wire        f_data  = reg_addr_i[16:12] == 5'd1;
wire        f_id    = f_port && f_at == 12'd4;
wire        f_count = reg_addr_i[16:13] == 4'b0001;
logic        f_page_read, f_data_read;               // of a page in the cycle before,
logic [31:0] f_value, f_word;                        // and what it showed then
logic        f_asked;                                // a read of this counter, a cycle before
logic [11:0] f_asked_at;
logic        f_idle;                                 // disabled and not busy in the cycle before
always_ff @(posedge clk_i) begin
  f_page_read <= rst_ni && f_read && f_page;
  f_value     <= f_port && f_at == 12'd0 ? value_i : 32'd0;
  f_data_read <= rst_ni && f_read && f_data;
  f_word      <= word_valid_i ? word_i : 32'd0;
  f_asked     <= rst_ni && reg_valid_i && !reg_write_i && is_count;
  f_asked_at  <= f_at;
  f_idle      <= rst_ni && !enable && !busy_i;
end
always_comb if (f_started) begin
  // The pages of the hart show the addressed port's value at VALUE, and nothing else.
  a_value: assert (!f_page_read || reg_rdata_o == f_value);
  //! mutant tiny_regs_value: ID of a port shows its value, too
  //!     @value wire is_value = is_port && (offset == 12'd0 || offset == 12'd4);
  // The data page shows the next word, which only its accepted read takes.
  a_data: assert (!f_data_read || reg_rdata_o == f_word);
  a_pop: assert (pop_o == (f_read && f_data && word_valid_i));
  // A read of a counter shows what a read of the same counter asked for.
  a_counter: assert (!(f_read && is_count) || (f_asked && f_asked_at == f_at));
  //! mutant tiny_regs_counted: a read shows the counter of a read that was withdrawn
  //!     @counted wire counted = counted_q;
  // Every accepted store to ID of an enabled unit is offered, and nothing else is.
  a_id: assert (acc_id_o == (f_write && f_id && on));
  //! mutant tiny_regs_twice: a store to ID that waits is offered, too
  //!     @id assign acc_id_o = to_port && is_id;
  a_stored: assert (acc_value_o == (f_write && f_port && f_at == 12'd0 && on));
  // An access waits only while counters are zeroed, for its counter, or with ID for the entry.
  a_ready: assert (reg_ready_o || stall_clear || (reg_write_i ? f_id && stall_serial_i : f_count));
  // Only an accepted access is a fault.
  a_fault: assert (!fault || (reg_valid_i && reg_ready_o));
  //! mutant tiny_regs_fault: a narrow store to ID that waits is a fault, again and again
  //!     @narrow_id wire narrow_id = !whole && is_id && enable;
  // CLEAR has an effect only in an idle unit.
  a_clear: assert (!clear_o || f_idle);
  // Why:
  a_asked: assert (counter_q == (f_asked_at[7:2] & COUNTER) && (!counted_q || f_asked));
  a_on: assert (on == (enable && !stall_clear));
end
`ifdef PROVE_weir_tiny_regs
// All of this happens.
always_comb if (f_started) begin
  c_counter: cover (f_read && is_count);
  c_event: cover (acc_id_o);
  c_cleared: cover (clear_o);
end
`endif
