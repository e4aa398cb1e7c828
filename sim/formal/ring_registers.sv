// SPDX-License-Identifier: Apache-2.0
// ring_registers: weir_ring_regs and what docs say of RING_CTRL to RING_AT: what a read shows, and
// which stores are accepted.
//
//! proof ring_regs_as_full (THREAD_CACHE=1 ARGS=4), induction, with sim/formal/ring_registers.sv:
//!     the ring's registers accept a store only before the unit is first enabled, and ENABLE only
//!     with a ring that fits; they read what was stored; as in full
//! proof ring_regs_harts (HARTS=5), induction, with sim/formal/ring_registers.sv: the same with
//!     five harts
`default_nettype none
module ring_registers #(
    parameter integer HARTS = 1,
    parameter integer THREAD_CACHE = 0,
    parameter integer ARGS = 1
) (
    input wire        clk_i,
    input wire        rst_ni,
    input wire        clear_i,
    input wire        started_i,
    input wire [3:0]  word_i,
    input wire        store_i,
    input wire [31:0] wdata_i,
    input wire        ready_i,
    input wire        full_i,
    input wire        wrapped_i,
    input wire        busy_i,
    input wire [31:0] at_i
);
  wire [31:0] answer;
  wire        known, dropped, enable, stop, fifo;
  wire [31:2] base;
  wire [4:0]  window, section;
  weir_ring_regs #(.HARTS(HARTS), .THREAD_CACHE(THREAD_CACHE), .ARGS(ARGS)) u_regs (
      .clk_i, .rst_ni, .clear_i, .started_i, .word_i, .store_i, .wdata_i, .answer_o(answer),
      .known_o(known), .dropped_o(dropped), .enable_o(enable), .stop_o(stop), .fifo_o(fifo),
      .base_o(base), .window_o(window), .section_o(section), .ready_i, .full_i, .wrapped_i,
      .busy_i, .at_i);

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  // Reset is first.
  always_comb m_reset: assume (f_started || !rst_ni);

  // ---- the registers, as the address map and the stores say
  logic        f_begun;                     // since reset or CLEAR the unit was enabled
  logic [31:0] f_ctrl, f_base, f_size;
  // bytes of a section, log2, at least
  localparam [31:0] LEAST = 32'd8 + (HARTS > 8 ? 32'd4 : HARTS > 4 ? 32'd3 : HARTS > 2 ? 32'd2
      : HARTS > 1 ? 32'd1 : 32'd0) + (THREAD_CACHE != 0 || ARGS > 1 ? 32'd1 : 32'd0);
  wire [31:0]  f_buffer = f_size % 32'd32, f_section = f_size / 32'd256;
  wire         f_fits = f_section >= LEAST && f_section <= 32'd16 && f_buffer > f_section;
  wire         f_stored = word_i <= 4'd2;   // RING_CTRL, RING_BASE or RING_SIZE
  wire         f_may = !f_begun && !started_i && !f_ctrl[0]
      && (word_i != 4'd0 || !wdata_i[0] || f_fits);
  wire         f_store = store_i && f_stored && f_may;
  always_ff @(posedge clk_i) begin
    f_begun <= rst_ni && !clear_i && (f_begun || started_i);
    if (!rst_ni || clear_i) f_ctrl <= 32'd0;
    else if (f_store && word_i == 4'd0) f_ctrl <= wdata_i & 32'h7;
    if (!rst_ni) f_base <= 32'd0;
    else if (f_store && word_i == 4'd1) f_base <= wdata_i & 32'hfffffffc;
    if (!rst_ni) f_size <= 32'h00000c10;
    else if (f_store && word_i == 4'd2) f_size <= wdata_i & 32'h00001f1f;
  end

  (* hierconn *) wire \u_regs.empty_q ;    // of weir_ring_regs
  always_comb if (f_started) begin
    // There are five registers, which read what was stored, or the state of the ring.
    a_known: assert (known == (word_i < 4'd5));
    a_answer: assert (answer == (word_i == 4'd0 ? f_ctrl : word_i == 4'd1 ? f_base
        : word_i == 4'd2 ? f_size : word_i == 4'd3 ? {28'd0, busy_i, wrapped_i, full_i, ready_i}
        : word_i == 4'd4 ? at_i : 32'd0));
    // A store that is not accepted does nothing, and is reported.
    a_dropped: assert (dropped == (store_i && f_stored && !f_may));
    //! mutant ring_regs_silent: a store of RING_SIZE to an enabled ring is not reported
    //!     weir_ring_regs@dropped assign dropped_o = store_i && (at_ctrl || at_base) && !may;
    // What the ring gets is what the registers have.
    a_settings: assert ({fifo, stop, enable} == f_ctrl[2:0] && {base, 2'b00} == f_base
        && {3'd0, section, 3'd0, window} == f_size[15:0]);
    //! mutant ring_regs_late: the ring's registers change after the unit was enabled
    //!     weir_ring_regs@may wire may = (empty_q || wdata_i[31]) && !started_i && !enable_o
    //! mutant ring_regs_again: the ring's registers change while it is enabled
    //!     weir_ring_regs@may wire may = empty_q && !started_i
    // An enabled ring has more than one section, each large enough.
    a_fits: assert (!enable || f_fits);
    //! mutant ring_regs_unchecked: any ring can be enabled
    //!     weir_ring_regs@check && 1'b1;
    //! mutant ring_regs_fits: a ring no larger than a section can be enabled
    //!     weir_ring_regs@check && (!at_ctrl || !wdata_i[0] || ({27'd0, section_o} >= LEAST
    //!     && section_o <= 5'd16));
    // Why:
    a_begun: assert (f_begun == !\u_regs.empty_q );
    a_words: assert ((f_ctrl & 32'hfffffff8) == 32'd0 && f_base[1:0] == 2'd0
        && (f_size & 32'hffffe0e0) == 32'd0);
  end
endmodule
`default_nettype wire
