// SPDX-License-Identifier: Apache-2.0
// regs: decodes the register port, holds the registers, and hands port accesses and data reads to their stages.
//
// Use      an access is accepted in a cycle with reg_valid_i and reg_ready_o; a read is answered in the cycle after.
//          Every access is answered; what is not defined reads 0, does nothing and sets FAULT.ACCESS.
`default_nettype none
module weir_regs #(
    parameter integer SLOTS = 4,
    parameter integer QUEUE_LOG2 = 5,
    parameter integer FIFO_LOG2 = 10,
    parameter integer HARTS = 1
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,

    input  wire                 reg_valid_i,
    output wire                 reg_ready_o,
    input  wire                 reg_write_i,
    input  wire [18:0]          reg_addr_i,       // byte address inside the unit
    input  wire [31:0]          reg_wdata_i,
    input  wire [3:0]           reg_wstrb_i,
    output wire [31:0]          reg_rdata_o,      // in the cycle after a read was accepted

    // control
    output wire                 enable_o,
    output wire                 clear_o,          // one cycle; the unit is disabled and idle
    output wire [15:0]          switch_id_o,
    output wire [HARTS-1:0]     snoop_enable_o,
    output wire [30*HARTS-1:0]  snoop_addr_o,     // bits 31:2 of the watched address, hart 0 low

    // port accesses, one stage for each hart; see weir_port
    output wire [HARTS-1:0]     acc_valid_o,
    input  wire [HARTS-1:0]     acc_ready_i,
    output wire                 acc_value_o,
    output wire                 acc_id_o,
    output wire                 acc_running_o,
    output wire                 acc_interrupt_o,
    output wire                 acc_narrow_o,
    output wire [31:0]          acc_data_o,
    input  wire [HARTS-1:0]     acc_hold_i,       // VALUE and RUNNING of the hart are about to change: a read must wait
    output wire                 read_interrupt_o,
    input  wire [32*HARTS-1:0]  read_value_i,
    input  wire [32*HARTS-1:0]  running_i,

    // stream
    output wire                 pop_o,            // takes the word shown, if there is one
    input  wire                 word_valid_i,
    input  wire [31:0]          word_i,
    input  wire [FIFO_LOG2:0]   level_i,
    input  wire [23:0]          tail_i,
    input  wire [1:0]           tail_count_i,

    // status
    input  wire                 busy_i,
    input  wire                 overload_i,
    input  wire                 pending_i,
    input  wire                 refuse_i,
    input  wire [63:0]          time_i,
    input  wire [4*32-1:0]      offered_i,
    input  wire [4*32-1:0]      refused_i,
    input  wire [3*32-1:0]      cause_i,
    output wire                 irq_o
);
  localparam [31:0] CONFIG = HARTS << weir_pkg::CONFIG_HARTS_LSB | SLOTS << weir_pkg::CONFIG_SLOTS_LSB
                           | QUEUE_LOG2 << weir_pkg::CONFIG_QUEUE_LOG2_LSB | FIFO_LOG2 << weir_pkg::CONFIG_FIFO_LOG2_LSB;
  localparam [11:0] SNOOP_BASE = weir_pkg::REG_SNOOP;

  // ---- decode
  wire        control  = reg_addr_i[18:12] == 7'd0;
  wire        data     = reg_addr_i[18:12] == 7'd1;
  wire [4:0]  block    = reg_addr_i[18:14];                  // 0: the unit itself; 1 + hart
  wire        is_port  = block != 5'd0 && {27'd0, block} <= HARTS && !reg_addr_i[13];
  wire [11:0] offset   = {reg_addr_i[11:2], 2'b00};
  wire        is_value = is_port && offset == 12'd0;
  wire        is_id    = is_port && offset == 12'd4;
  wire [6:0]  sblock   = offset[11:5] - SNOOP_BASE[11:5];
  wire        snoops   = control && {25'd0, sblock} < HARTS;
  wire        is_sctrl = snoops && offset[4:0] == weir_pkg::REG_SNOOP_CTRL[4:0];
  wire        is_saddr = snoops && offset[4:0] == weir_pkg::REG_SNOOP_ADDR[4:0];
  wire        is_run   = snoops && offset[4:0] == weir_pkg::REG_SNOOP_RUNNING[4:0];
  wire        whole    = reg_wstrb_i == 4'b1111;

  // ---- handshake: writes keep their order with the port accesses before them, reads see what those did
  wire [HARTS-1:0] to_hart;                                  // the hart an access concerns, one-hot, or none
  wire [HARTS-1:0] snooped;                                  // the hart whose snoop is addressed, one-hot
  genvar h;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_hart
      assign snooped[h] = {25'd0, sblock} == h;
      assign to_hart[h] = (is_port && {27'd0, block} == h + 1) || (is_run && snooped[h]);
    end
  endgenerate
  wire reads_owner = is_value || is_run;
  assign reg_ready_o = reg_write_i ? &acc_ready_i : !(reads_owner && |(to_hart & acc_hold_i));
  wire accept = reg_valid_i && reg_ready_o;
  wire write  = accept && reg_write_i;
  wire store  = write && whole;                              // of a register
  wire read   = accept && !reg_write_i;

  // ---- registers
  logic                enable_q, irq_watermark_q, irq_loss_q, loss_q, fault_access_q, fault_empty_q;
  logic [15:0]         watermark_q, switch_id_q;
  logic [31:0]         time_hi_q;
  logic [HARTS-1:0]    snoop_enable_q;
  logic [30*HARTS-1:0] snoop_addr_q;

  wire is_ctrl      = control && offset == weir_pkg::REG_CTRL;
  wire is_fault     = control && offset == weir_pkg::REG_FAULT;
  wire is_irqen     = control && offset == weir_pkg::REG_IRQ_ENABLE;
  wire is_irqst     = control && offset == weir_pkg::REG_IRQ_STATUS;
  wire is_watermark = control && offset == weir_pkg::REG_WATERMARK;
  wire is_time_lo   = control && offset == weir_pkg::REG_TIME_LO;
  wire is_switch_id = control && offset == weir_pkg::REG_SWITCH_ID;

  wire wants_clear  = reg_wdata_i[weir_pkg::CTRL_CLEAR_LSB];
  wire good_switch  = reg_wdata_i == {16'd0, weir_pkg::ID_THREAD_SWITCH} || reg_wdata_i == {16'd0, weir_pkg::ID_THREAD_SWITCH_ALT};
  wire can_clear    = !enable_q && !busy_i;
  assign clear_o    = store && is_ctrl && wants_clear && can_clear;

  integer s;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      enable_q        <= 1'b0;
      irq_watermark_q <= 1'b0;
      irq_loss_q      <= 1'b0;
      loss_q          <= 1'b0;
      watermark_q     <= weir_pkg::WATERMARK_WORDS_RESET;
      switch_id_q     <= weir_pkg::SWITCH_ID_ID_RESET;
      snoop_enable_q  <= '0;
      snoop_addr_q    <= '0;
    end else begin
      if (store && is_ctrl) enable_q <= reg_wdata_i[weir_pkg::CTRL_ENABLE_LSB];
      if (store && is_irqen) begin
        irq_watermark_q <= reg_wdata_i[weir_pkg::IRQ_ENABLE_WATERMARK_LSB];
        irq_loss_q      <= reg_wdata_i[weir_pkg::IRQ_ENABLE_LOSS_LSB];
      end
      if (refuse_i) loss_q <= 1'b1;
      else if (store && is_irqst && reg_wdata_i[weir_pkg::IRQ_STATUS_LOSS_LSB]) loss_q <= 1'b0;
      if (store && is_watermark) watermark_q <= reg_wdata_i[weir_pkg::WATERMARK_WORDS_LSB +: 16];
      if (store && is_switch_id && good_switch) switch_id_q <= reg_wdata_i[15:0];
      for (s = 0; s < HARTS; s = s + 1) begin
        if (store && is_sctrl && snooped[s]) snoop_enable_q[s] <= reg_wdata_i[weir_pkg::SNOOP_CTRL_ENABLE_LSB];
        if (store && is_saddr && snooped[s]) snoop_addr_q[30*s +: 30] <= reg_wdata_i[31:2];
      end
    end
    if (!rst_ni) time_hi_q <= 32'd0;
    else if (read && is_time_lo) time_hi_q <= time_i[63:32];
  end
  assign enable_o       = enable_q;
  assign switch_id_o    = switch_id_q;
  assign snoop_enable_o = snoop_enable_q;
  assign snoop_addr_o   = snoop_addr_q;

  // ---- accesses of the other stages
  assign acc_valid_o     = {HARTS{write}} & to_hart & {HARTS{(enable_q && (is_value || is_id)) || (is_run && whole)}};
  assign acc_value_o     = is_value;
  assign acc_id_o        = is_id;
  assign acc_running_o   = is_run;
  assign acc_interrupt_o = is_port && reg_addr_i[12];
  assign acc_narrow_o    = !whole;
  assign acc_data_o      = reg_wdata_i;
  assign read_interrupt_o = reg_addr_i[12];
  assign pop_o           = read && data && word_valid_i;

  // ---- answer, and whether there is such a register
  function automatic [31:0] pick(input [32*HARTS-1:0] words, input [HARTS-1:0] which);   // which: one-hot
    integer k;
    begin
      pick = 32'd0;
      for (k = 0; k < HARTS; k = k + 1) if (which[k]) pick = pick | words[32*k +: 32];
    end
  endfunction
  wire [32*HARTS-1:0] snoop_words;
  generate
    for (h = 0; h < HARTS; h = h + 1) begin : g_words
      assign snoop_words[32*h +: 32] = is_sctrl ? {31'd0, snoop_enable_q[h]} : {snoop_addr_q[30*h +: 30], 2'b00};
    end
  endgenerate
  wire [31:0] own_value    = pick(read_value_i, to_hart);
  wire [31:0] own_running  = pick(running_i, to_hart);
  wire [31:0] snoop_word   = pick(snoop_words, snooped);
  wire [31:0] offered_word = offered_i[{offset[3:2], 5'd0} +: 32];
  wire [31:0] refused_word = refused_i[{offset[3:2], 5'd0} +: 32];
  wire [31:0] cause_room   = cause_i[0 +: 32];
  wire [31:0] cause_torn   = cause_i[32 +: 32];
  wire [31:0] cause_id     = cause_i[64 +: 32];
  wire [31:0] time_lo      = time_i[31:0];
  logic [31:0] answer;
  logic        known;
  wire watermark = {{(16-FIFO_LOG2-1){1'b0}}, level_i} >= watermark_q;
  always_comb begin
    answer = 32'd0;
    known = 1'b1;
    if (control) begin
      case (offset)
        weir_pkg::REG_MAGIC:      answer = weir_pkg::MAGIC_VALUE;
        weir_pkg::REG_VERSION:    answer = weir_pkg::VERSION_VALUE;
        weir_pkg::REG_CONFIG:     answer = CONFIG;
        weir_pkg::REG_CTRL:       answer = {31'd0, enable_q};
        weir_pkg::REG_STATUS:     answer = {28'd0, pending_i, !word_valid_i, overload_i, busy_i};
        weir_pkg::REG_FAULT:      answer = {30'd0, fault_empty_q, fault_access_q};
        weir_pkg::REG_IRQ_ENABLE: answer = {30'd0, irq_loss_q, irq_watermark_q};
        weir_pkg::REG_IRQ_STATUS: answer = {30'd0, loss_q, watermark};
        weir_pkg::REG_WATERMARK:  answer = {16'd0, watermark_q};
        weir_pkg::REG_LEVEL:      answer = {{(31-FIFO_LOG2){1'b0}}, level_i};
        weir_pkg::REG_TAIL:       answer = {6'd0, tail_count_i, tail_i};
        weir_pkg::REG_TIME_LO:    answer = time_lo;
        weir_pkg::REG_TIME_HI:    answer = time_hi_q;
        weir_pkg::REG_SWITCH_ID:  answer = {16'd0, switch_id_q};
        weir_pkg::REG_OFFERED,
        weir_pkg::REG_OFFERED + 12'd4,
        weir_pkg::REG_OFFERED + 12'd8,
        weir_pkg::REG_OFFERED + 12'd12: answer = offered_word;
        weir_pkg::REG_REFUSED,
        weir_pkg::REG_REFUSED + 12'd4,
        weir_pkg::REG_REFUSED + 12'd8,
        weir_pkg::REG_REFUSED + 12'd12: answer = refused_word;
        weir_pkg::REG_CAUSE:            answer = cause_room;
        weir_pkg::REG_CAUSE + 12'd4:    answer = cause_torn;
        weir_pkg::REG_CAUSE + 12'd8:    answer = cause_id;
        default: begin
          known  = is_sctrl || is_saddr || is_run;
          answer = is_run ? own_running : known ? snoop_word : 32'd0;
        end
      endcase
    end else if (data) begin
      answer = word_valid_i ? word_i : 32'd0;
      known = !reg_write_i;
    end else begin
      answer = is_value ? own_value : 32'd0;
      known = is_value || is_id;
    end
  end

  logic [31:0] rdata_q;
  always_ff @(posedge clk_i) if (read) rdata_q <= answer;
  assign reg_rdata_o = rdata_q;

  // ---- faults
  wire narrow_fault = write && !whole && (control || ((is_value || is_id) && enable_q));
  wire value_fault  = store && ((is_ctrl && wants_clear && !can_clear) || (is_switch_id && !good_switch));
  wire access_fault = (accept && !known) || narrow_fault || value_fault;
  wire empty_fault  = read && data && !word_valid_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fault_access_q <= 1'b0;
      fault_empty_q  <= 1'b0;
    end else begin
      if (access_fault) fault_access_q <= 1'b1;
      else if (store && is_fault && reg_wdata_i[weir_pkg::FAULT_ACCESS_LSB]) fault_access_q <= 1'b0;
      if (empty_fault) fault_empty_q <= 1'b1;
      else if (store && is_fault && reg_wdata_i[weir_pkg::FAULT_EMPTY_LSB]) fault_empty_q <= 1'b0;
    end
  end

  assign irq_o = (watermark && irq_watermark_q) || (loss_q && irq_loss_q);

  wire unused = &{1'b0, reg_addr_i[1:0]};

endmodule
`default_nettype wire
