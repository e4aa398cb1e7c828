// SPDX-License-Identifier: Apache-2.0
// weir_tiny_csr: the registers of weir_tiny: decode, storage, read multiplexer.
// Made by `make regs` from rtl/regs/weir.rdl.
//
// Ports    REGISTER_FIELD_o is what is stored, _early_o its value of the next cycle, _i what
//          another stage holds; _set_i sets a sticky bit, _incr_i counts. at_REGISTER_o: it is
//          addressed. Of several registers, the first is in the low bits.
`default_nettype none
module weir_tiny_csr #(
    parameter integer FIFO_LOG2 = 10
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire                  page_i,                  // the control page is addressed,
    input  wire  [11:2]          offset_i,                // at this word
    input  wire                  store_i,                 // a whole word is stored
    input  wire  [31:0]          wdata_i,
    output wire  [31:0]          read_o,                  // 0 if there is no such register
    output wire                  known_o,                 // there is

    // Control
    output wire                  at_ctrl_o,
    input  wire                  ctrl_enable_i,

    // Status
    input  wire                  status_busy_i,
    input  wire                  status_overload_i,
    input  wire                  status_empty_i,
    input  wire                  status_loss_i,

    // Faults, sticky
    output wire                  at_fault_o,
    input  wire                  fault_access_i,
    output logic                 fault_empty_o,
    input  wire                  fault_empty_set_i,

    // Interrupt enable
    output logic                 irq_enable_watermark_o,
    output logic                 irq_enable_loss_o,

    // Interrupt status
    input  wire                  irq_status_watermark_i,
    output logic                 irq_status_loss_o,
    input  wire                  irq_status_loss_set_i,

    // Watermark in words
    output logic [15:0]          watermark_words_o,

    // Words ready in the FIFO
    input  wire  [15:0]          level_words_i,

    // Bytes that do not fill a word yet
    input  wire  [23:0]          tail_bytes_i,
    input  wire  [1:0]           tail_count_i,

    // Id of THREAD_SWITCH
    output wire                  at_switch_id_o,
    input  wire  [15:0]          switch_id_id_i
);

  // ---- decode
  wire in_000 = page_i && offset_i[11:6] == 6'h0;
  assign at_ctrl_o = in_000 && offset_i[5:2] == 4'h4;  // @at
  assign at_fault_o = in_000 && offset_i[5:2] == 4'h6;
  wire is_irq_enable = in_000 && offset_i[5:2] == 4'h7;
  wire is_irq_status = in_000 && offset_i[5:2] == 4'h8;
  wire is_watermark = in_000 && offset_i[5:2] == 4'h9;
  assign at_switch_id_o = in_000 && offset_i[5:2] == 4'he;
  localparam [15:0] KNOWN_000 = 16'h4fff;  // @there
  assign known_o = (in_000 && KNOWN_000[offset_i[5:2]]);

  // ---- storage
  wire store = store_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) fault_empty_o <= 1'h0;
    else if (fault_empty_set_i) fault_empty_o <= 1'b1;
    else if (store && at_fault_o && wdata_i[1]) fault_empty_o <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      irq_enable_watermark_o <= 1'h0;
      irq_enable_loss_o <= 1'h0;
    end else if (store && is_irq_enable) begin
      irq_enable_watermark_o <= wdata_i[0];
      irq_enable_loss_o <= wdata_i[1];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_status_loss_o <= 1'h0;
    else if (irq_status_loss_set_i) irq_status_loss_o <= 1'b1;  // @sticky
    else if (store && is_irq_status && wdata_i[1]) irq_status_loss_o <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) watermark_words_o <= 16'hffff;
    else if (store && is_watermark) watermark_words_o <= wdata_i[15:0];  // @watermark
  end

  // ---- read
  wire n2 = offset_i[2], n3 = offset_i[3], n4 = offset_i[4], n5 = offset_i[5];
  wire [31:0] config_w = 32'h00000001 | FIFO_LOG2 << 18;  // @shown
  wire [31:0] status_w = {28'd0, status_loss_i, status_empty_i, status_overload_i, status_busy_i};
  wire [31:0] fault_w = {30'd0, fault_empty_o, fault_access_i};
  wire [31:0] irq_enable_w = {30'd0, irq_enable_loss_o, irq_enable_watermark_o};
  wire [31:0] irq_status_w = {30'd0, irq_status_loss_o, irq_status_watermark_i};
  wire [31:0] watermark_w = {16'd0, watermark_words_o};
  wire [31:0] tail_w = {6'd0, tail_count_i, tail_bytes_i};
  wire [31:0] word_000_0 = (n3 ? (n2 ? 32'h20000180 : config_w) : (n2 ? 32'h01000503
      : 32'h52494557));
  wire [31:0] word_000_1 = (n3 ? (n2 ? irq_enable_w : fault_w) : (n2 ? status_w : {31'd0,
      ctrl_enable_i}));
  wire [31:0] word_000_2 = (n3 ? (n2 ? tail_w : {16'd0, level_words_i}) : (n2 ? watermark_w
      : irq_status_w));
  wire [31:0] word_000_3 = (n3 ? (n2 ? 32'd0 : {16'd0, switch_id_id_i}) : 32'd0);
  wire [31:0] word_000 = (n5 ? (n4 ? word_000_3 : word_000_2) : (n4 ? word_000_1 : word_000_0));
  // AREA: four words a LUT; AND-OR where most words of four are of no register.
  assign read_o = ({32{in_000}} & word_000);
  wire unused = &{1'b0, wdata_i};
`ifdef FORMAL
`include "weir_tiny_csr_fv.svh"
`endif
endmodule
`default_nettype wire
