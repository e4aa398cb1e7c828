// SPDX-License-Identifier: Apache-2.0
// tiny_regs: decodes the register port and holds the registers.
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
  localparam [31:0] CONFIG = 1 << weir_pkg::CONFIG_HARTS_LSB
                           | FIFO_LOG2 << weir_pkg::CONFIG_FIFO_LOG2_LSB;
  localparam [31:0] FEATURES = 2 << weir_pkg::FEATURES_CONTEXTS_LSB
      | 1 << weir_pkg::FEATURES_LANES_LSB
                             | 48 << weir_pkg::FEATURES_TIME_W_LSB;

  // ---- decode
  wire [11:0] offset   = {reg_addr_i[11:2], 2'b00};
  wire        control  = reg_addr_i[16:12] == 5'd0;
  wire        data     = reg_addr_i[16:12] == 5'd1;
  wire        counters = reg_addr_i[16:13] == 4'b0001;
  wire        is_port  = reg_addr_i[16:13] == 4'b1000;       // thread or interrupt port of hart 0
  wire        is_value = is_port && offset == 12'd0;  // @value
  wire        is_id    = is_port && offset == 12'd4;
  // drops of the thread or interrupt port for one of the first reasons
  wire        is_count = counters && reg_addr_i[12:8] == 5'd0 && reg_addr_i[6:5] == 2'd0
                       && reg_addr_i[4:2] < weir_pkg::DROP_RATE_LIMIT;
  wire        low      = control && offset[11:6] == 6'd0;
  wire [3:0]  word     = offset[5:2];
  wire        is_ctrl      = low && word == weir_pkg::REG_CTRL[5:2];
  wire        is_fault     = low && word == weir_pkg::REG_FAULT[5:2];
  wire        is_irqen     = low && word == weir_pkg::REG_IRQ_ENABLE[5:2];
  wire        is_irqst     = low && word == weir_pkg::REG_IRQ_STATUS[5:2];
  wire        is_watermark = low && word == weir_pkg::REG_WATERMARK[5:2];
  wire        is_switch_id = low && word == weir_pkg::REG_SWITCH_ID[5:2];
  wire        whole    = reg_wstrb_i == 4'b1111;

  // ---- handshake
  logic enable_q, clear_q, on_q;                // on_q: enabled and not closed
  logic closed_q;                               // no access: counters are zeroed, or were just now
  logic counted_q;                              // the counter addressed in the cycle before is read
  logic [7:2] counter_q;
  localparam [7:2] COUNTER = 6'b100111;         // bits that distinguish counters
  wire  counted = counted_q && counter_q == (offset[7:2] & COUNTER);  // @counted
  wire  open    = reg_valid_i && !closed_q;
  assign reg_ready_o = !closed_q
                     && (reg_write_i ? !(stall_serial_i && is_id) : !is_count || counted);
  wire  early_read  = open && !reg_write_i;     // accepted, unless of a counter
  wire  early_write = open && reg_write_i;      // accepted, unless of ID
  wire  store       = early_write && whole;     // of a register
  wire  counts      = reg_valid_i && !reg_write_i && is_count;

  // ---- registers
  logic        irq_watermark_q, irq_loss_q, loss_q, fault_empty_q, alt_q;
  logic [15:0] watermark_q;
  wire clear_requested  = reg_wdata_i[weir_pkg::CTRL_CLEAR_LSB];
  wire is_alt       = reg_wdata_i[15:0] == weir_pkg::ID_THREAD_SWITCH_ALT;
  wire good_switch  = reg_wdata_i[31:16] == 16'd0
                    && (is_alt || reg_wdata_i[15:0] == weir_pkg::ID_THREAD_SWITCH);
  wire enables      = store && is_ctrl ? reg_wdata_i[weir_pkg::CTRL_ENABLE_LSB] : enable_q;
  wire clears       = store && is_ctrl && clear_requested && !enable_q && !busy_i;
  wire closes       = clears || clear_q || zeroing_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      enable_q        <= 1'b0;
      clear_q         <= 1'b0;
      closed_q        <= 1'b1;
      on_q            <= 1'b0;
      irq_watermark_q <= 1'b0;
      irq_loss_q      <= 1'b0;
      loss_q          <= 1'b0;
      watermark_q     <= weir_pkg::WATERMARK_WORDS_RESET;
      alt_q           <= 1'b0;
    end else begin
      enable_q <= enables;
      clear_q  <= clears;
      closed_q <= closes;
      on_q     <= enables && !closes;
      if (store && is_irqen) begin
        irq_watermark_q <= reg_wdata_i[weir_pkg::IRQ_ENABLE_WATERMARK_LSB];
        irq_loss_q      <= reg_wdata_i[weir_pkg::IRQ_ENABLE_LOSS_LSB];
      end
      if (drop_i) loss_q <= 1'b1;
      else if (store && is_irqst && reg_wdata_i[weir_pkg::IRQ_STATUS_LOSS_LSB]) loss_q <= 1'b0;
      if (store && is_watermark)
        watermark_q <= reg_wdata_i[weir_pkg::WATERMARK_WORDS_LSB +: 16];
      if (store && is_switch_id && good_switch) alt_q <= is_alt;
    end
  end
  assign enable_o    = on_q;
  assign clear_o     = clear_q;
  assign switch_id_o = alt_q ? weir_pkg::ID_THREAD_SWITCH_ALT : weir_pkg::ID_THREAD_SWITCH;

  // ---- accesses of the other stages
  wire to_port = reg_valid_i && reg_write_i && on_q;
  assign acc_value_o     = to_port && is_value;
  assign acc_id_o        = to_port && is_id && !stall_serial_i;  // @id
  assign waits_o         = to_port && is_id && stall_serial_i;
  assign acc_interrupt_o = reg_addr_i[12];
  assign acc_narrow_o    = !whole;
  assign pop_o           = early_read && data && word_valid_i;  // @pop
  assign count_source_o  = offset[7];
  assign count_kind_o    = offset[4:2];

  // ---- the answer, and whether the register exists
  wire watermark = {{(16-FIFO_LOG2-1){1'b0}}, level_i} >= watermark_q;
  wire fault_access;
  logic [31:0] low_word;
  logic        low_known;
  always_comb begin
    low_known = 1'b1;
    case (word)
      weir_pkg::REG_MAGIC[5:2]:      low_word = weir_pkg::MAGIC_VALUE;
      weir_pkg::REG_VERSION[5:2]:    low_word = weir_pkg::VERSION_VALUE;
      weir_pkg::REG_CONFIG[5:2]:     low_word = CONFIG;
      weir_pkg::REG_FEATURES[5:2]:   low_word = FEATURES;
      weir_pkg::REG_CTRL[5:2]:       low_word = {31'd0, enable_q};
      weir_pkg::REG_STATUS[5:2]:     low_word = {28'd0, loss_i, !word_valid_i, overload_i, busy_i};
      weir_pkg::REG_FAULT[5:2]:      low_word = {30'd0, fault_empty_q, fault_access};
      weir_pkg::REG_IRQ_ENABLE[5:2]: low_word = {30'd0, irq_loss_q, irq_watermark_q};
      weir_pkg::REG_IRQ_STATUS[5:2]: low_word = {30'd0, loss_q, watermark};
      weir_pkg::REG_WATERMARK[5:2]:  low_word = {16'd0, watermark_q};
      weir_pkg::REG_LEVEL[5:2]:      low_word = {{(31-FIFO_LOG2){1'b0}}, level_i};
      weir_pkg::REG_TAIL[5:2]:       low_word = {6'd0, tail_count_i, tail_i};
      weir_pkg::REG_SWITCH_ID[5:2]:  low_word = {16'd0, switch_id_o};
      default: begin
        low_known = 1'b0;
        low_word  = 32'd0;
      end
    endcase
  end
  function automatic [31:0] only(input one, input [31:0] of);
    only = one ? of : 32'd0;
  endfunction
  // TIMING: AND-OR, because none of the words waits for the decode of another.
  wire [31:0] answer = only(low, low_word) | only(data && word_valid_i, word_i)
                     | only(is_count, count_i) | only(is_value, value_i);
  wire known = low ? low_known : (data && !reg_write_i) || is_count || is_value || is_id;
  logic [31:0] rdata_q;
  always_ff @(posedge clk_i) begin
    if (early_read && reg_ready_o) rdata_q <= answer;
    counter_q <= offset[7:2] & COUNTER;
    counted_q <= rst_ni && counts && count_ready_i && !counted;
  end
  assign reg_rdata_o = rdata_q;

  // ---- faults
  wire narrow    = !whole && (control || is_count || (is_value && enable_q));
  wire narrow_id = !whole && is_id && enable_q && reg_ready_o;  // @narrow_id
  wire bad_value = whole && ((is_ctrl && clear_requested && (enable_q || busy_i))
                             || (is_switch_id && !good_switch));
  wire fault     = (early_read && !known)
                 || (early_write && (!known || narrow || narrow_id || bad_value));
  // TIMING: reg_ready_o arrives late: the fault of an access is registered before it is OR-ed.
  logic fault_q, fault_access_q;
  assign fault_access = fault_access_q || fault_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fault_q        <= 1'b0;
      fault_access_q <= 1'b0;
      fault_empty_q  <= 1'b0;
    end else begin
      fault_q        <= fault;
      fault_access_q <= fault_access
                     && !(store && is_fault && reg_wdata_i[weir_pkg::FAULT_ACCESS_LSB]);
      if (early_read && data && !word_valid_i) fault_empty_q <= 1'b1;
      else if (store && is_fault && reg_wdata_i[weir_pkg::FAULT_EMPTY_LSB]) fault_empty_q <= 1'b0;
    end
  end
  assign irq_o = (watermark && irq_watermark_q) || (loss_q && irq_loss_q);

  wire unused = &{1'b0, reg_addr_i[1:0]};

`ifdef FORMAL
`include "weir_tiny_regs_fv.svh"
`endif
endmodule
`default_nettype wire
