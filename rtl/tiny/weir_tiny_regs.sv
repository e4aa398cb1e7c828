// SPDX-License-Identifier: Apache-2.0
// weir_tiny_regs: decodes the register port, decides what waits, notes faults; weir_tiny_csr has
// the registers.
//
// Use      an access is accepted in a cycle with reg_valid_i and reg_ready_o; a read is answered in
//          the cycle after. An undefined access reads 0, does nothing else and sets FAULT.ACCESS.
`default_nettype none
module weir_tiny_regs #(
    parameter integer FIFO_LOG2 = 10
) (
    input  wire               clk_i,
    input  wire               rst_ni,

    input  wire               reg_valid_i,
    output wire               reg_ready_o,
    input  wire               reg_write_i,
    input  wire [16:0]        reg_addr_i,       // byte address inside the unit
    input  wire [31:0]        reg_wdata_i,
    input  wire [3:0]         reg_wstrb_i,
    output wire [31:0]        reg_rdata_o,

    // control
    output wire               enable_o,
    // one cycle, the one after the store; the unit is idle
    output wire               clear_o,
    output wire [15:0]        switch_id_o,

    // ports, see weir_tiny_port
    output wire               acc_value_o,
    output wire               acc_id_o,
    output wire               acc_interrupt_o,
    output wire               acc_narrow_o,
    input  wire [31:0]        value_i,
    input  wire               stall_serial_i,   // no event in this cycle
    output wire               waits_o,          // an event waits because of stall_serial_i
    input  wire               zeroing_i,        // no access at all

    // counters, see weir_tiny_admit
    output wire               count_source_o,
    output wire [2:0]         count_kind_o,
    input  wire               count_ready_i,
    input  wire [31:0]        count_i,          // in the cycle after

    // stream
    output wire               pop_o,
    input  wire               word_valid_i,
    input  wire [31:0]        word_i,
    input  wire [FIFO_LOG2:0] level_i,
    input  wire [23:0]        tail_i,
    input  wire [1:0]         tail_count_i,

    // status
    input  wire               busy_i,
    input  wire               overload_i,
    input  wire               loss_i,
    input  wire               drop_i,
    output wire               irq_o
);
  // ---- decode
  wire [11:0] offset   = {reg_addr_i[11:2], 2'b00};
  wire        control  = reg_addr_i[16:12] == 5'd0;  // @control
  wire        data     = reg_addr_i[16:12] == {1'b0, weir_pkg::REG_DATA[15:12]};
  wire        counters = reg_addr_i[16:13] == {1'b0, weir_pkg::REG_COUNTERS[15:13]};
  // thread or interrupt port of hart 0
  wire        is_port  = reg_addr_i[16:13] == weir_pkg::REG_HART[16:13];
  wire        is_value = is_port && offset == weir_pkg::REG_HART_PORT_VALUE;  // @value
  wire        is_id    = is_port && offset == weir_pkg::REG_HART_PORT_ID;
  // drops of the thread or interrupt port for one of the first reasons
  wire        is_count = counters && reg_addr_i[12:8] == 5'd0 && reg_addr_i[6:5] == 2'd0
                       && reg_addr_i[4:2] < weir_pkg::DROP_RATE_LIMIT[2:0];
  wire        at_ctrl, at_fault, at_switch_id;
  wire        whole    = reg_wstrb_i == 4'b1111;

  // ---- handshake
  wire  enable, on, clear, stall_clear;         // on: enabled, and accesses are accepted
  logic counted_q;                              // the counter addressed in the cycle before is read
  logic [7:2] counter_q;
  localparam [7:2] COUNTER = 6'b100111;         // bits that distinguish counters
  wire  counted = counted_q && counter_q == (offset[7:2] & COUNTER);  // @counted
  wire  open    = reg_valid_i && !stall_clear;
  // @ready
  assign reg_ready_o = !stall_clear
                     && (reg_write_i ? !(stall_serial_i && is_id) : !is_count || counted);
  wire  early_read  = open && !reg_write_i;     // accepted, unless of a counter
  wire  early_write = open && reg_write_i;      // accepted, unless of ID
  wire  store       = early_write && whole;     // @part of a register
  wire  counts      = reg_valid_i && !reg_write_i && is_count;

  // ---- control
  wire bad_control, no_enable, no_isr, no_hint;
  weir_control #(.HARTS(1)) u_control (
      .clk_i, .rst_ni, .at_ctrl_i(at_ctrl), .at_switch_id_i(at_switch_id), .sets_i(whole),  // @sets
      .store_i(store), .opens_i(early_write), .wdata_i(reg_wdata_i), .bad_value_o(bad_control),
      .busy_i, .zeroing_i, .enable_o(enable), .on_o(on), .clear_o(clear),
      .stall_clear_o(stall_clear), .switch_id_o, .snoop_enable_early_i(1'b0),
      .snoop_isr_early_i(1'b0), .snoop_hint_early_i(1'b0), .snoop_enable_o(no_enable),
      .snoop_isr_o(no_isr), .snoop_hint_o(no_hint));
  assign enable_o = on;
  assign clear_o  = clear;

  // ---- accesses of the other stages
  wire to_port = reg_valid_i && reg_write_i && on;
  assign acc_value_o     = to_port && is_value;
  assign acc_id_o        = to_port && is_id && !stall_serial_i;  // @id
  assign waits_o         = to_port && is_id && stall_serial_i;  // @pending
  assign acc_interrupt_o = reg_addr_i[12];
  assign acc_narrow_o    = !whole;
  assign pop_o           = early_read && data && word_valid_i;  // @pop
  assign count_source_o  = offset[7];
  assign count_kind_o    = offset[4:2];  // @kind

  // ---- the answer, and whether the register exists
  wire [15:0] watermark_words;
  wire [31:0] csr_read;
  wire        csr_known, irq_watermark, irq_loss, loss, fault_access, fault_empty;
  wire [15:0] level     = {{(16-FIFO_LOG2-1){1'b0}}, level_i};
  wire        watermark = level >= watermark_words;  // @watermark
  weir_tiny_csr #(.FIFO_LOG2(FIFO_LOG2)) u_csr (
      .clk_i, .rst_ni, .page_i(control), .offset_i(reg_addr_i[11:2]), .store_i(store),
      .wdata_i(reg_wdata_i), .read_o(csr_read), .known_o(csr_known),
      .at_ctrl_o(at_ctrl), .ctrl_enable_i(enable),
      .status_busy_i(busy_i), .status_overload_i(overload_i), .status_loss_i(loss_i),
      .status_empty_i(!word_valid_i),  // @empty
      .at_fault_o(at_fault), .fault_access_i(fault_access), .fault_empty_o(fault_empty),
      .fault_empty_set_i(early_read && data && !word_valid_i),
      .irq_enable_watermark_o(irq_watermark), .irq_enable_loss_o(irq_loss),
      .irq_status_watermark_i(watermark), .irq_status_loss_o(loss),
      .irq_status_loss_set_i(drop_i), .watermark_words_o(watermark_words),
      .level_words_i(level), .tail_bytes_i(tail_i), .tail_count_i,
      .at_switch_id_o(at_switch_id), .switch_id_id_i(switch_id_o));
  function automatic [31:0] only(input one, input [31:0] of);
    only = one ? of : 32'd0;
  endfunction
  // TIMING: AND-OR, because none of the words waits for the decode of another.
  wire [31:0] answer = (csr_read | only(is_count, count_i) | only(is_value, value_i))
                     | only(data && word_valid_i, word_i);
  wire known = csr_known || (data && !reg_write_i) || is_count || is_value || is_id;
  logic [31:0] rdata_q;
  always_ff @(posedge clk_i) begin
    // TIMING: reg_ready_o arrives late; while a read waits nobody looks at the answer.
    if (early_read) rdata_q <= answer;  // @shows
    counter_q <= offset[7:2] & COUNTER;
    counted_q <= rst_ni && counts && count_ready_i && !counted;  // @asks
  end
  assign reg_rdata_o = rdata_q;

  // ---- faults
  wire narrow    = !whole && (control || is_count || (is_value && enable));  // @narrow
  wire narrow_id = !whole && is_id && enable && reg_ready_o;  // @narrow_id
  wire bad_value = whole && bad_control;
  wire fault     = (early_read && !known)  // @unknown
                 || (early_write && (!known || narrow || narrow_id || bad_value));
  // TIMING: reg_ready_o arrives late: the fault of an access is registered before it is OR-ed.
  logic fault_q, fault_access_q;
  assign fault_access = fault_access_q || fault_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fault_q        <= 1'b0;
      fault_access_q <= 1'b0;
    end else begin
      fault_q        <= fault;
      fault_access_q <= fault_access
                     && !(store && at_fault && reg_wdata_i[weir_pkg::FAULT_ACCESS_LSB]);  // @clears
    end
  end
  assign irq_o = (watermark && irq_watermark) || (loss && irq_loss);  // @irq

  wire unused = &{1'b0, reg_addr_i[1:0], fault_empty, no_enable, no_isr, no_hint};

`ifdef FORMAL
`include "weir_tiny_regs_fv.svh"
`endif
endmodule
`default_nettype wire
