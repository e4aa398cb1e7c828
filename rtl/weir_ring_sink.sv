// SPDX-License-Identifier: Apache-2.0
// weir_ring_sink: gives the stream to the ring, to the data page or to both. Holds weir_ring, which
// writes the memory, its registers and its FIFO.
//
// Space    A word occupies space until every sink has it: given_o returns it to admit.
`default_nettype none
module weir_ring_sink #(
    parameter integer RING = 1,            // 0: the data page has the stream
    parameter integer HARTS = 1,
    parameter integer PINS = 0,            // not 0: they count as one more hart
    parameter integer THREAD_CACHE = 0,    // entries of the thread cache; 0: none
    parameter integer CHECKPOINT = 0,      // 1: checkpoints may be in the stream
    parameter integer ARGS = 1,            // words of an event, at most
    parameter integer FIFO_LOG2 = 10       // words of the FIFO, log2, as the data page's
) (
    input  wire               clk_i,
    input  wire               rst_ni,
    input  wire               clear_i,     // ends the ring, empties the FIFO; no access then
    input  wire               enable_i,    // CTRL.ENABLE
    input  wire               auth_i,      // the stream may leave the unit
    input  wire               framing_i,   // frames take what the data page has

    // Registers RING_*, see weir_ring_regs
    input  wire               store_i,
    input  wire [3:0]         word_i,
    input  wire [31:0]        wdata_i,
    output wire [31:0]        answer_o,
    output wire               known_o,
    output wire               dropped_o,

    // from pack: a word, accepted at once, because its space is reserved; then bytes that fill none
    input  wire               stream_valid_i,
    output wire               stream_ready_o,
    input  wire [31:0]        stream_i,
    input  wire [23:0]        tail_i,
    input  wire [1:0]         tail_count_i,
    input  wire               packed_i,    // pack has written all entries that it has

    // the data page
    output wire               to_page_o,   // has the stream
    input  wire [FIFO_LOG2:0] page_level_i,
    input  wire               page_taken_i, // a word was taken there
    output wire               given_o,     // every sink has one more word: its space is free

    output wire               m_valid_o,   // see weir_ring
    output wire [31:0]        m_addr_o,
    output wire [31:0]        m_wdata_o,
    input  wire               m_ready_i,
    input  wire               m_idle_i,
    input  wire               m_error_i,

    output wire               enabled_o,   // RING_CTRL.ENABLE
    output wire               drains_o,    // hardware alone drains the stream
    output wire               busy_o,      // not everything is in memory, though there is space
    output wire               error_o      // a word is not in memory
);
  generate
    if (RING != 0) begin : g_ring
      localparam integer SOURCES = HARTS + (PINS != 0 ? 1 : 0);
      wire               stop, to_both, ready, full, wrapped, valid, take, pending, empty;
      wire [31:2]        base;
      wire [4:0]         window, section;
      wire [31:0]        at, word, peek;
      wire [FIFO_LOG2:0] level, wr, rd;
      wire               taken = valid && take;
      // AREA: sections large enough for cache entries, or for several harts, hold the pins'
      // counters, too.
      weir_ring_regs #(.HARTS(HARTS), .THREAD_CACHE(THREAD_CACHE != 0
          || (PINS != 0 && HARTS == 1) ? 1 : 0), .ARGS(ARGS)) u_ring_regs (
          .clk_i, .rst_ni, .clear_i, .started_i(enable_i), .word_i, .store_i, .wdata_i, .answer_o,
          .known_o, .dropped_o, .enable_o(enabled_o), .stop_o(stop), .fifo_o(to_both),
          .base_o(base), .window_o(window), .section_o(section),
          .ready_i(ready), .full_i(full), .wrapped_i(wrapped), .busy_i(busy_o), .at_i(at));
      weir_fifo #(.WIDTH(32), .LOG2(FIFO_LOG2), .OUT(1)) u_ring_fifo (
          .clk_i, .rst_ni, .clear_i, .in_valid_i(stream_valid_i && enabled_o),
          .in_ready_o(stream_ready_o), .in_data_i(stream_i),
          .out_valid_o(valid), .out_ready_i(take), .out_data_o(word), .level_o(level),
          .pending_o(pending), .empty_o(empty),
          .peek_i(1'b0), .peek_at_i({FIFO_LOG2{1'b0}}), .peek_o(peek), .wr_o(wr), .rd_o(rd));
      wire unused = &{1'b0, wr, rd, pending, peek};
      weir_ring #(.HARTS(SOURCES), .THREAD_CACHE(THREAD_CACHE), .CHECKPOINT(CHECKPOINT),
          .ARGS(ARGS)) u_ring (  // @ring
          .clk_i, .rst_ni, .clear_i, .auth_i, .enable_i(enabled_o), .stop_i(stop),
          .discard_i(to_both), .base_i(base), .window_i(window), .section_i(section),
          .word_valid_i(valid), .word_ready_o(take), .word_i(word),
          .rest_i(packed_i && empty), .tail_i, .tail_count_i,
          .m_valid_o, .m_addr_o, .m_wdata_o, .m_ready_i, .m_idle_i,
          .ready_o(ready), .full_o(full), .wrapped_o(wrapped), .busy_o, .at_o(at));
      assign error_o   = m_error_i;
      assign to_page_o = !enabled_o || to_both;  // @to_page
      assign drains_o  = auth_i && (to_page_o ? framing_i : !stop);  // @drains
      // @weir_ring_space
      assign given_o   = page_level_i > level ? page_taken_i
          : page_level_i < level ? taken : page_taken_i && taken;
    end else begin : g_no_ring
      assign m_valid_o      = 1'b0;
      assign m_addr_o       = 32'd0;
      assign m_wdata_o      = 32'd0;
      assign known_o        = 1'b0;
      assign dropped_o      = 1'b0;
      assign answer_o       = 32'd0;
      assign busy_o         = 1'b0;
      assign error_o        = 1'b0;
      assign enabled_o      = 1'b0;
      assign to_page_o      = 1'b1;
      assign drains_o       = framing_i && auth_i;  // @drains_alone
      assign stream_ready_o = 1'b1;
      assign given_o        = page_taken_i;
      wire unused = &{1'b0, clk_i, rst_ni, clear_i, enable_i, store_i, word_i, wdata_i,
          stream_valid_i, stream_i, tail_i, tail_count_i, packed_i, page_level_i, m_ready_i,
          m_idle_i, m_error_i};
    end
  endgenerate
endmodule
`default_nettype wire
