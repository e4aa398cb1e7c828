// SPDX-License-Identifier: Apache-2.0
// ring_sink: weir_ring_sink beside the data page that shares the stream with it.
//
//! proof ring_sink_as_full (RING=1 PINS=8 THREAD_CACHE=16 CHECKPOINT=1 ARGS=4 FIFO_LOG2=12),
//!     induction, limit 900, define PROVE_weir RING_PINS WITH_RING, cut
//!     u_page.u_fifo.data_q u_sink.g_ring.u_ring_fifo.data_q
//!     u_sink.g_ring.u_ring.u_table.state_rd_q, with
//!     sim/formal/ring_sink.sv: a word goes to each sink that has the stream; its space is given
//!     back once, when all of them have taken it; what drains the stream without software is
//!     reported; what weir_ring and its FIFO assume
//! proof ring_sink_none (RING=0 THREAD_CACHE=8), induction, cut u_page.u_fifo.data_q, with
//!     sim/formal/ring_sink.sv: without a ring the data page has the stream
`default_nettype none
module ring_sink #(
    parameter integer RING = 1,
    parameter integer HARTS = 1,
    parameter integer PINS = 0,
    parameter integer THREAD_CACHE = 0,
    parameter integer CHECKPOINT = 0,
    parameter integer ARGS = 1,
    parameter integer FIFO_LOG2 = 10
) (
    input wire        clk_i,
    input wire        rst_ni,
    input wire        clear_i,
    input wire        enable_i,
    input wire        auth_i,
    input wire        framing_i,
    input wire        store_i,
    input wire [3:0]  word_i,
    input wire [31:0] wdata_i,
    input wire        stream_valid_i,
    input wire [31:0] stream_i,
    input wire [23:0] tail_i,
    input wire [1:0]  tail_count_i,
    input wire        packed_i,
    input wire        pop_i,
    input wire        m_ready_i,
    input wire        m_idle_i,
    input wire        m_error_i
);
  wire        to_page, given, m_valid, enabled, drains, busy, error, ready, ring_ready, known;
  wire        dropped, valid, frame_valid, frame_tail, frame_waits, taken, pending;
  wire [31:0] answer, m_addr, m_wdata, word, peek;
  wire [FIFO_LOG2:0] level, wr, rd, snapshot_wr, snapshot_rd;
  wire [23:0] tail, snapshot_tail;
  wire [1:0]  tail_count, snapshot_tail_count;
  wire        snapshot_valid;
  // CLEAR waits until the stream is empty and the ring is quiet (a_clear of weir).
  wire        closes;
  logic       was_quiet_q, framing_q, on_q;
  wire        clear = clear_i && was_quiet_q && !closes;
  // The unit was enabled before a stream begins; admit counts the space (a_word_space of weir).
  logic [FIFO_LOG2+1:0] f_space;            // words in the stream whose space was not given back
  wire        comes = stream_valid_i && on_q && !clear && f_space < (1 << FIFO_LOG2);
  always_ff @(posedge clk_i) begin
    was_quiet_q <= rst_ni && !busy;
    // FRAME_CTRL changes only in a unit that is cleared.
    if (!rst_ni || clear) framing_q <= framing_i;
    on_q <= rst_ni && !clear && (on_q || enable_i);
    if (!rst_ni || clear) f_space <= '0;
    else f_space <= f_space + {{(FIFO_LOG2+1){1'b0}}, comes} - {{(FIFO_LOG2+1){1'b0}}, given};
  end
  wire pop = pop_i && valid && !clear;
  wire frame_ready = pop_i && frame_valid && !clear;
  weir_ring_sink #(.RING(RING), .HARTS(HARTS), .PINS(PINS), .THREAD_CACHE(THREAD_CACHE),
      .CHECKPOINT(CHECKPOINT), .ARGS(ARGS), .FIFO_LOG2(FIFO_LOG2)) u_sink (
      .clk_i, .rst_ni, .clear_i(clear), .enable_i, .auth_i, .framing_i(framing_q),
      .store_i(store_i && !clear), .word_i, .wdata_i, .answer_o(answer), .known_o(known),
      .dropped_o(dropped), .stream_valid_i(comes), .stream_ready_o(ring_ready), .stream_i, .tail_i,
      .tail_count_i, .packed_i, .to_page_o(to_page), .page_level_i(level), .page_taken_i(taken),
      .given_o(given), .m_valid_o(m_valid), .m_addr_o(m_addr), .m_wdata_o(m_wdata), .m_ready_i,
      .m_idle_i, .m_error_i, .enabled_o(enabled), .drains_o(drains), .busy_o(busy),
      .error_o(error));
  weir_page #(.FIFO_LOG2(FIFO_LOG2), .OUT(1)) u_page (
      .clk_i, .rst_ni, .clear_i(clear), .enable_i, .word_valid_i(comes), .word_ready_o(ready),
      .word_i(stream_i), .tail_i, .tail_count_i, .to_page_i(to_page),
      .hidden_i(framing_q || !to_page), .pop_i(pop), .word_valid_o(valid), .word_o(word),
      .level_o(level), .tail_o(tail), .tail_count_o(tail_count), .peek_i(1'b0),
      .peek_at_i({FIFO_LOG2{1'b0}}), .peek_o(peek), .wr_o(wr), .rd_o(rd),
      .snapshot_valid_o(snapshot_valid), .snapshot_wr_o(snapshot_wr),
      .snapshot_rd_o(snapshot_rd), .snapshot_tail_o(snapshot_tail),
      .snapshot_tail_count_o(snapshot_tail_count), .framing_i(framing_q),
      .frame_valid_o(frame_valid), .frame_ready_i(frame_ready), .frame_tail_o(frame_tail),
      .frame_waits_o(frame_waits), .taken_o(taken), .pending_o(pending));

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  // Reset is first.
  always_comb m_reset: assume (f_started || !rst_ni);
  (* hierconn *) wire [FIFO_LOG2+1:0] \u_page.u_fifo.f_level ;
  wire [FIFO_LOG2+1:0] f_page = \u_page.u_fifo.f_level ;     // words that the page holds
`ifdef WITH_RING
  (* hierconn *) wire \u_sink.g_ring.u_ring.closes ;
  (* hierconn *) wire [FIFO_LOG2+1:0] \u_sink.g_ring.u_ring_fifo.f_level ;
  (* hierconn *) wire \u_sink.g_ring.stop ;
  (* hierconn *) wire \u_sink.g_ring.to_both ;
  (* hierconn *) wire \u_sink.g_ring.pending ;
  (* hierconn *) wire \u_sink.g_ring.u_ring_regs.empty_q ;
`endif
  generate
`ifdef WITH_RING
    if (RING != 0) begin : g_formal_ring
      wire [FIFO_LOG2+1:0] f_ring = \u_sink.g_ring.u_ring_fifo.f_level ;
      logic f_idle;
      assign closes = \u_sink.g_ring.u_ring.closes ;
      // all words accepted were in memory in the cycle before, and none was accepted
      always_ff @(posedge clk_i) f_idle <= m_idle_i && !(m_valid && m_ready_i);
      // given by weir_ring_axi: a_rests; weir_ring_axil: a_rests; weir_ring_wb: a_rests
      always_comb m_ring_idle: assume (!f_idle || m_idle_i);
      logic [31:0] f_words, f_in_page, f_in_ring;   // words of the stream, and taken of each sink
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear) begin
          f_words   <= 32'd0;
          f_in_page <= 32'd0;
          f_in_ring <= 32'd0;
        end else begin
          f_words   <= f_words + {31'd0, comes};
          f_in_page <= f_in_page + {31'd0, comes && to_page && ready};
          f_in_ring <= f_in_ring + {31'd0, comes && enabled && ring_ready};
        end
      end
      always_comb if (f_started) begin
        // Each word goes to the page, to the ring, or to both: whole streams of them.
        a_page: assert (f_in_page == (to_page ? f_words : 32'd0));
        a_ring: assert (f_in_ring == (enabled ? f_words : 32'd0));
        a_somewhere: assert (to_page || enabled);
        a_both: assert (to_page == (!enabled || \u_sink.g_ring.to_both ));
        //! mutant ring_sink_both, bound 10: the ring always has the stream alone
        //!     weir_ring_sink@to_page assign to_page_o = !enabled_o;
        // The space of a word is given back once, when every sink that has it has taken it.
        a_space: assert (f_space == (f_page > f_ring ? f_page : f_ring));
        //! mutant ring_sink_space, step: space is given back when one of two sinks took the word
        //!     weir_ring_sink@weir_ring_space assign given_o = page_taken_i || taken;
        // Hardware alone drains the stream: frames of the page, or a ring that overwrites.
        a_drains: assert (drains == (auth_i && (to_page ? framing_q
            : !\u_sink.g_ring.stop )));
        //! mutant ring_sink_drains, bound 10: a ring that stops when it is full counts as a drain
        //!     weir_ring_sink@drains assign drains_o = auth_i && (!to_page_o || framing_i);
        // Why:
        a_pending: assert (!(to_page && enabled) || pending == \u_sink.g_ring.pending );
        a_off: assert ((to_page || f_page == '0) && (enabled || f_ring == '0));
        a_empty: assert (\u_sink.g_ring.u_ring_regs.empty_q == !on_q
            && (on_q || (f_words == 32'd0 && f_page == '0 && f_ring == '0)));
      end
    end
`endif
    if (RING == 0) begin : g_formal_none
      assign closes = 1'b0;
      always_comb if (f_started) begin
        a_none: assert (to_page && !enabled && !m_valid && !busy && !known && !dropped);
        a_none_space: assert (f_space == f_page);
        a_none_drains: assert (drains == (auth_i && framing_q));
        //! mutant ring_sink_none_drains, in ring_sink_none, bound 10: frames drain the stream
        //!     without authorisation
        //!     weir_ring_sink@drains_alone assign drains_o = framing_i;
      end
    end
  endgenerate
  wire unused = &{1'b0, answer, m_addr, m_wdata, word, peek, error, frame_tail, frame_waits, tail,
      tail_count, wr, rd, snapshot_valid, snapshot_wr, snapshot_rd, snapshot_tail,
      snapshot_tail_count};
endmodule
`default_nettype wire
