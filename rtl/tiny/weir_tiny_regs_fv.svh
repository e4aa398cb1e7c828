// SPDX-License-Identifier: Apache-2.0
// Properties of weir_tiny_regs, which includes this file under FORMAL.
//
//! proof tiny_regs, induction, cover 10: each address reads on the bus what the documents say, and
//!     a store to it does what they say; undefined accesses, and no others, set FAULT.ACCESS; which
//!     accesses wait

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
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
// ---- the registers of the control page on the bus: the properties of weir_tiny_csr, made of
// weir.rdl, with what the documents say of each of its ports. Its m_reset says that reset is first.
wire [16:0] f_addr      = {reg_addr_i[16:2], 2'b00};
wire        f_whole     = reg_wstrb_i == 4'b1111;
wire        f_bus_read  = reg_valid_i && reg_ready_o && !reg_write_i;
wire        f_bus_store = reg_valid_i && reg_ready_o && reg_write_i && f_whole;
wire        f_to_ctrl   = f_bus_store && f_addr == 17'h00010;
wire        f_good_id   = reg_wdata_i == 32'h8000 || reg_wdata_i == 32'hc000;
wire        f_full      = {{(31-FIFO_LOG2){1'b0}}, level_i} >= {16'd0, watermark_words};
logic        f_enable, f_cleared, f_access;          // CTRL.ENABLE, CTRL.CLEAR of the cycle before,
logic [31:0] f_switch;                               // FAULT.ACCESS; SWITCH_ID
generate
  if (1) begin : g_page
    wire        page_i    = f_addr < 17'h01000;
    wire [11:2] offset_i  = f_addr[11:2];
    wire        store_i   = f_bus_store;
    wire [31:0] wdata_i   = reg_wdata_i;
    wire [31:0] read_o    = csr_read;
    wire        known_o   = csr_known;
    wire        at_ctrl_o = at_ctrl, at_fault_o = at_fault, at_switch_id_o = at_switch_id;
    wire        ctrl_enable_i  = f_enable;
    wire        status_busy_i  = busy_i, status_overload_i = overload_i, status_loss_i = loss_i;
    wire        status_empty_i = !word_valid_i;
    wire        fault_access_i = f_access;
    wire        fault_empty_o  = fault_empty;
    wire        fault_empty_set_i = f_bus_read && f_data && !word_valid_i;
    wire        irq_enable_watermark_o = irq_watermark, irq_enable_loss_o = irq_loss;
    wire        irq_status_watermark_i = f_full;
    wire        irq_status_loss_o     = loss;
    wire        irq_status_loss_set_i = drop_i;
    wire [15:0] watermark_words_o = watermark_words;
    wire [15:0] level_words_i  = {{(15-FIFO_LOG2){1'b0}}, level_i};
    wire [23:0] tail_bytes_i   = tail_i;
    wire [15:0] switch_id_id_i = f_switch[15:0];
`define PROVE_weir_tiny_csr
`include "weir_tiny_csr_fv.svh"
`undef PROVE_weir_tiny_csr
  end
endgenerate

// ---- what there is, what is undefined, and what waits
// drops of the thread and the interrupt port, for six reasons
wire f_counter = f_addr >= 17'h02000 && f_addr < 17'h02100 && f_addr[6:0] < 7'd24;
wire f_on_port = f_port && (f_at == 12'd0 || f_at == 12'd4);        // VALUE or ID
wire f_there   = g_page.f_known || f_counter || f_on_port || (f_data && !reg_write_i);
wire f_undefined = !f_there
    // a part of a word; a disabled unit ignores those to its ports
    || (reg_write_i && !f_whole && (!f_on_port || f_enable))
    // CLEAR of a unit that is not idle; no id of a switch
    || (f_to_ctrl && reg_wdata_i[1] && (f_enable || busy_i))
    || (f_bus_store && f_addr == 17'h00038 && !f_good_id);
wire f_fault   = reg_valid_i && reg_ready_o && f_undefined;
logic        f_was_reset, f_was_cleared, f_was_zeroing;             // in the cycle before
logic        f_loaded, f_held;                       // a counter was read then, and waited for it
logic        f_answered;                             // a read was accepted then, and must give this
logic [31:0] f_answer;
wire         f_closed = f_was_reset || f_cleared || f_was_cleared || f_was_zeroing;
wire         f_same   = f_asked && f_asked_at == f_at;
always_ff @(posedge clk_i) begin
  f_was_reset   <= !rst_ni;
  f_was_cleared <= rst_ni && f_cleared;
  f_was_zeroing <= rst_ni && zeroing_i;
  f_loaded      <= rst_ni && reg_valid_i && !reg_write_i && f_counter && count_ready_i;
  f_held        <= !f_closed && !reg_ready_o;
  f_enable  <= rst_ni && (f_to_ctrl ? reg_wdata_i[0] : f_enable);
  f_cleared <= rst_ni && f_to_ctrl && reg_wdata_i[1] && !f_enable && !busy_i;
  if (!rst_ni) f_switch <= 32'h8000;
  else if (f_bus_store && f_addr == 17'h00038 && f_good_id) f_switch <= reg_wdata_i;
  // An undefined access sets it, and a store of 1 clears it.
  f_access   <= rst_ni && (f_fault
      || (f_access && !(f_bus_store && f_addr == 17'h00018 && reg_wdata_i[0])));
  f_answered <= rst_ni && f_bus_read;
  f_answer   <= g_page.f_read | (f_data && word_valid_i ? word_i : 32'd0)
      | (f_counter ? count_i : 32'd0) | (f_port && f_at == 12'd0 ? value_i : 32'd0);
end
always_comb if (f_started) begin
  // The cycle after a read shows what is at its address; where nothing is, 0.
  a_answer: assert (!f_answered || reg_rdata_o == f_answer);
  //! mutant tiny_regs_late: a read shows what the read before it did
  //!     @shows if (early_read && count_ready_i) rdata_q <= answer;
  //! mutant tiny_regs_other: the page of counters shows a register, too
  //!     @control wire control = reg_addr_i[16:14] == 3'd0 && !reg_addr_i[12];
  // FAULT.ACCESS is set by each undefined access, cleared by a store of 1, and by nothing else.
  a_access: assert (fault_access == f_access);
  //! mutant tiny_regs_undefined: a read where nothing is sets no fault
  //!     @unknown wire fault = (early_read && !known && control)
  //! mutant tiny_regs_narrow: a byte stored to a counter sets no fault
  //!     @narrow wire narrow = !whole && (control || (is_value && enable));
  //! mutant tiny_regs_ignored: a byte stored to VALUE of a disabled unit sets a fault
  //!     @narrow wire narrow = !whole && (control || is_count || is_value);
  //! mutant tiny_regs_clears: a store of 0 clears FAULT.ACCESS
  //!     @clears && !(store && at_fault);
  // Mutants that the properties of the registers, above, must catch.
  //! mutant tiny_regs_empty, by a_read: STATUS.EMPTY while there is a word
  //!     @empty .status_empty_i(level_i == '0),
  //! mutant tiny_regs_part, by a_watermark_words: a byte can be stored to WATERMARK
  //!     @part wire store = early_write && reg_wstrb_i[0];
  //! mutant tiny_regs_watermark, by a_read: IRQ_STATUS.WATERMARK only above WATERMARK
  //!     @watermark wire watermark = level > watermark_words;
  // CTRL and SWITCH_ID take what may be stored to them, and CLEAR takes effect a cycle later.
  a_enable: assert (enable == f_enable && enable_o == (f_enable && !f_closed));
  //! mutant tiny_regs_byte: a byte stored to CTRL enables the unit for a cycle
  //!     @sets .clk_i, .rst_ni, .at_ctrl_i(at_ctrl), .at_switch_id_i(at_switch_id), .sets_i(1'b1),
  a_clears: assert (clear_o == f_cleared);
  //! mutant tiny_regs_busy: CLEAR has an effect while something is on its way
  //!     weir_control@cleared clear_q <= may_clear;
  a_switch: assert ({16'd0, switch_id_o} == f_switch);
  //! mutant tiny_regs_switch: any id can be stored to SWITCH_ID
  //!     weir_control@switch if (store_i && at_switch_id_i) alt_q <= is_alt;
  // An access waits in these cases and no others: after reset and CLEAR until the counters are
  // zeroed, a store to ID for the entry before, a read of a counter for its memory.
  a_waits: assert (reg_ready_o == (!f_closed && (reg_write_i ? !(f_id && stall_serial_i)
      : !f_counter || counted)));
  //! mutant tiny_regs_all: every store waits for the entry before
  //!     @ready assign reg_ready_o = !stall_clear && (reg_write_i ? !stall_serial_i
  //!     : !is_count || counted);
  a_counted: assert (!(counted && reg_valid_i && !reg_write_i && f_counter)
      || (f_loaded && f_same));
  //! mutant tiny_regs_early: a read of a counter does not wait for an event that is counted
  //!     @asks counted_q <= rst_ni && counts && !counted;
  a_loaded: assert (!(f_loaded && f_held && f_same) || counted);
  //! mutant tiny_regs_forever, bound 10: a read of a counter is never accepted
  //!     @asks counted_q <= 1'b0;
  a_pending: assert (waits_o == (reg_valid_i && reg_write_i && f_id && enable_o && stall_serial_i));
  //! mutant tiny_regs_pending: a store to VALUE is reported as an event that waits
  //!     @pending assign waits_o = to_port && stall_serial_i;
  // Port and counters see what is addressed.
  a_of: assert (acc_interrupt_o == reg_addr_i[12] && acc_narrow_o == !f_whole && (!f_counter
      || {count_source_o, count_kind_o} == {f_addr[7], f_addr[4:2]}));
  //! mutant tiny_regs_kind: two counters show the same
  //!     @kind assign count_kind_o = {offset[4:3], 1'b0};
  // The interrupt is what IRQ_ENABLE says of LEVEL and of IRQ_STATUS.
  a_irq: assert (irq_o == ((g_page.f_irq_enable[0] && f_full)
      || (g_page.f_irq_enable[1] && g_page.f_irq_status[1])));
  //! mutant tiny_regs_irq: a loss interrupts whatever IRQ_ENABLE says
  //!     @irq assign irq_o = (watermark && irq_watermark) || loss;
  // Why:
  a_closed: assert (stall_clear == f_closed);
  a_good: assert (f_switch == 32'h8000 || f_switch == 32'hc000);
  a_count: assert (f_counter == is_count);
end

// All of this happens.
always_comb if (f_started) begin
  c_counter: cover (f_read && is_count);
  c_event: cover (acc_id_o);
  c_cleared: cover (clear_o);
end
`endif
