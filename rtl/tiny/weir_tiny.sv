// SPDX-License-Identifier: Apache-2.0
// weir_tiny: the smallest trace unit: one hart, two ports, every drop counted; no queue, no snoop.
//
// Registers and stream are those of `weir`; FEATURES shows what is missing. A store to ID waits up
// to 38 cycles: two entries, a byte a cycle. To trace more, take `weir`.
`default_nettype none
module weir_tiny #(
    parameter integer FIFO_LOG2 = 10          // words of FIFO, log2, 7..15: time between two drains
) (
    input  wire        clk_i,
    input  wire        rst_ni,                // synchronous

    // Register port: an access is accepted in a cycle with valid and ready; a read is answered in
    // the cycle after.
    // an access not accepted yet may change or be withdrawn
    input  wire        reg_valid_i,
    input  wire        reg_write_i,
    input  wire [16:0] reg_addr_i,            // byte address; bits 1:0 are ignored
    input  wire [31:0] reg_wdata_i,
    input  wire [3:0]  reg_wstrb_i,           // bytes to write; ignored for reads
    output wire        reg_ready_o,
    output wire [31:0] reg_rdata_o,
    output wire        irq_o                  // level, see IRQ_ENABLE
);
  generate
    if (FIFO_LOG2 < 7 || FIFO_LOG2 > 15) begin : g_fifo_log2
      ERROR_FIFO_LOG2_must_be_7_to_15 error ();
    end
  endgenerate
  localparam integer EW = weir_event::W;
  wire               enable, clear, hold, waits, zeroing;
  wire [15:0]        switch_id;
  wire               acc_value, acc_id, acc_interrupt, acc_narrow;
  wire [31:0]        value;
  wire               event_valid, entry_valid, judging, entry_ready, unused_valid;
  wire [EW-1:0]      event_w;
  wire [weir_event::ENTRY_W-1:0] entry;
  wire [47:0]        delta;
  wire [4:0]         unused_bytes;
  wire               count_source, count_ready;
  wire [2:0]         count_kind;
  wire [31:0]        count;
  wire               drop, overload, loss, admit_idle, pack_idle;
  wire               word_valid, word_ready, out_valid, pop;
  wire [31:0]        word, out_word;
  wire [23:0]        tail;
  wire [1:0]         tail_count;
  wire [FIFO_LOG2:0] level;

  weir_tiny_regs #(.FIFO_LOG2(FIFO_LOG2)) u_regs (
      .clk_i, .rst_ni, .reg_valid_i, .reg_ready_o, .reg_write_i, .reg_addr_i, .reg_wdata_i,
      .reg_wstrb_i, .reg_rdata_o,
      .enable_o(enable), .clear_o(clear), .switch_id_o(switch_id),
      .acc_value_o(acc_value), .acc_id_o(acc_id), .acc_interrupt_o(acc_interrupt),
      .acc_narrow_o(acc_narrow), .value_i(value), .stall_serial_i(hold), .waits_o(waits),
      .zeroing_i(zeroing),
      .count_source_o(count_source), .count_kind_o(count_kind), .count_ready_i(count_ready),
      .count_i(count),
      .pop_o(pop), .word_valid_i(out_valid), .word_i(out_word), .level_i(level), .tail_i(tail),
      .tail_count_i(tail_count),
      .busy_i(!(admit_idle && pack_idle)), .overload_i(overload), .loss_i(loss),  // @busy
      .drop_i(drop), .irq_o);  // @dropped

  weir_tiny_port u_port (
      .clk_i, .rst_ni, .enable_i(enable), .switch_id_i(switch_id),
      .acc_value_i(acc_value), .acc_id_i(acc_id), .interrupt_i(acc_interrupt),
      .acc_narrow_i(acc_narrow), .acc_data_i(reg_wdata_i), .value_o(value),  // @narrow
      .event_valid_o(event_valid), .event_o(event_w));

  weir_tiny_timestamp u_timestamp (
      .clk_i, .rst_ni, .clear_i(clear), .entry_i(entry_valid), .delta_o(delta));

  weir_tiny_admit #(.FIFO_LOG2(FIFO_LOG2)) u_admit (
      .clk_i, .rst_ni, .clear_i(clear), .flush_i(!enable), .zeroing_o(zeroing),
      .event_valid_i(event_valid), .event_i(event_w), .stall_serial_o(hold), .stalled_i(waits),
      .entry_valid_o(entry_valid), .entry_o(entry), .judging_o(judging),
      .entry_ready_i(entry_ready),
      .unused_valid_i(unused_valid), .unused_i(unused_bytes), .pop_i(pop),
      .read_source_i(count_source), .read_kind_i(count_kind), .read_ready_o(count_ready),
      .read_count_o(count),
      .drop_o(drop), .overload_o(overload), .loss_o(loss), .idle_o(admit_idle));

  // TIMING: entry_valid arrives late: pack loads every entry of an enabled unit, or of a loss.
  weir_tiny_pack u_pack (
      .clk_i, .rst_ni, .clear_i(clear), .entry_valid_i(entry_valid), .entry_ready_o(entry_ready),
      .awake_i((enable || loss) && !judging), .entry_i(entry), .delta_i(delta),
      .unused_valid_o(unused_valid), .unused_o(unused_bytes),
      .word_valid_o(word_valid), .word_o(word), .tail_o(tail), .tail_count_o(tail_count),
      .idle_o(pack_idle));

  wire [FIFO_LOG2:0] unused_wr, unused_rd;
  wire [31:0]        unused_peek;
  wire               unused_comes, unused_none;
  weir_fifo #(.WIDTH(32), .LOG2(FIFO_LOG2)) u_fifo (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(word_valid), .in_ready_o(word_ready),
      .in_data_i(word), .out_valid_o(out_valid), .out_ready_i(pop), .out_data_o(out_word),
      .level_o(level), .pending_o(unused_comes), .empty_o(unused_none),
      .peek_i(1'b0), .peek_at_i({FIFO_LOG2{1'b0}}), .peek_o(unused_peek),
      .wr_o(unused_wr), .rd_o(unused_rd));
  wire unused = &{1'b0, word_ready, unused_wr, unused_rd, unused_peek, unused_comes,
                  unused_none};

`ifdef FORMAL
`include "weir_tiny_fv.svh"
`endif
endmodule
`default_nettype wire
