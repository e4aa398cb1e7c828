// SPDX-License-Identifier: Apache-2.0
// weir_ranges: elaboration fails, with the reason as the name of a missing module, when a parameter
// of `weir` is out of range. Shows all of them as CONFIG and FEATURES do.
// Made by `make regs` from rtl/regs/parameters.toml.
`default_nettype none
module weir_ranges #(
    parameter integer HARTS = 1,
    parameter integer VALUE_REGS = 4,
    parameter integer VALUE_W = 32,
    parameter integer ARGS = 1,
    parameter integer QUEUE_LOG2 = 5,
    parameter integer THREAD_CACHE = 8,
    parameter integer FIFO_LOG2 = 10,
    parameter integer RETIRE = 0,
    parameter integer PINS = 0,
    parameter integer FILTER = 0,
    parameter integer TIME_BASE = 0,
    parameter integer CHECKPOINT = 0,
    parameter integer PEEK = 0,
    parameter integer PROTECT = 0,
    parameter integer FRAME = 0,
    parameter integer RING = 0,
    parameter integer RESERVED = 0  // bytes of FIFO for a checkpoint
) (
    output wire [31:0] config_o,
    output wire [31:0] features_o
);
  assign config_o = HARTS << 0 | VALUE_REGS << 8 | QUEUE_LOG2 << 13 | THREAD_CACHE << 23
      | FIFO_LOG2 << 18;
  assign features_o = VALUE_W << 24 | ARGS << 8 | RETIRE << 0 | PINS << 16 | FILTER << 1
      | TIME_BASE << 2 | CHECKPOINT << 3 | PEEK << 4 | PROTECT << 5 | FRAME << 12 | RING << 6;
  generate
    if ((HARTS < 1 || HARTS > 16)) begin : g_harts
      ERROR_HARTS_must_be_1_to_16 error ();
    end
    if ((VALUE_REGS < 0 || VALUE_REGS > 16)) begin : g_value_regs
      ERROR_VALUE_REGS_must_be_0_to_16 error ();
    end
    if (VALUE_W != 32 && VALUE_W != 64) begin : g_value_w
      ERROR_VALUE_W_must_be_32_or_64 error ();
    end
    if ((ARGS < 1 || ARGS > 4)) begin : g_args
      ERROR_ARGS_must_be_1_to_4 error ();
    end
    if ((QUEUE_LOG2 < 2 || QUEUE_LOG2 > 6)) begin : g_queue_log2
      ERROR_QUEUE_LOG2_must_be_2_to_6 error ();
    end
    if (THREAD_CACHE != 0 && (THREAD_CACHE < 4 || THREAD_CACHE > 16)) begin : g_thread_cache
      ERROR_THREAD_CACHE_must_be_0_or_4_to_16 error ();
    end
    if ((FIFO_LOG2 < 7 || FIFO_LOG2 > 15)) begin : g_fifo_log2
      ERROR_FIFO_LOG2_must_be_7_to_15 error ();
    end
    if (RETIRE != 0 && RETIRE != 1) begin : g_retire
      ERROR_RETIRE_must_be_0_or_1 error ();
    end
    if ((PINS < 0 || PINS > 32)) begin : g_pins
      ERROR_PINS_must_be_0_to_32 error ();
    end
    if (FILTER != 0 && FILTER != 1) begin : g_filter
      ERROR_FILTER_must_be_0_or_1 error ();
    end
    if (TIME_BASE != 0 && TIME_BASE != 1) begin : g_time_base
      ERROR_TIME_BASE_must_be_0_or_1 error ();
    end
    if (CHECKPOINT != 0 && CHECKPOINT != 1) begin : g_checkpoint
      ERROR_CHECKPOINT_must_be_0_or_1 error ();
    end
    if (PEEK != 0 && PEEK != 1) begin : g_peek
      ERROR_PEEK_must_be_0_or_1 error ();
    end
    if (PROTECT != 0 && PROTECT != 1) begin : g_protect
      ERROR_PROTECT_must_be_0_or_1 error ();
    end
    if (FRAME != 0 && FRAME != 1 && FRAME != 2 && FRAME != 4) begin : g_frame
      ERROR_FRAME_must_be_0_or_1_or_2_or_4 error ();
    end
    if (RING != 0 && RING != 1) begin : g_ring
      ERROR_RING_must_be_0_or_1 error ();
    end
    if (VALUE_W == 64 && VALUE_REGS == 0) begin : g_exclusion_0
      ERROR_VALUE_W_64_needs_VALUE_REGS error ();
    end
    if (VALUE_W == 64 && ARGS > 1) begin : g_exclusion_1
      ERROR_VALUE_W_64_takes_both_words_of_an_event_ARGS_must_be_1 error ();
    end
    if (VALUE_W == 64 && FRAME != 0) begin : g_exclusion_2
      ERROR_FRAME_has_values_of_32_bits error ();
    end
    if (VALUE_W == 64 && RING != 0) begin : g_exclusion_3
      ERROR_RING_has_values_of_32_bits error ();
    end
    if (ARGS > 1 && VALUE_REGS == 0) begin : g_exclusion_4
      ERROR_ARGS_above_1_needs_VALUE_REGS error ();
    end
    if (PINS != 0 && HARTS > 15) begin : g_exclusion_5
      ERROR_PINS_count_as_a_hart_HARTS_must_be_at_most_15 error ();
    end
    if (FRAME == 1 && (HARTS > 4 || (HARTS > 3 && PINS != 0))) begin : g_exclusion_6
      ERROR_FRAME_1_has_ids_for_4_harts_PINS_count_as_one error ();
    end
    if (CHECKPOINT != 0 && 2 * RESERVED > (4 << FIFO_LOG2)) begin : g_exclusion_7
      ERROR_CHECKPOINT_needs_a_larger_FIFO_LOG2 error ();
    end
  endgenerate
endmodule
`default_nettype wire
