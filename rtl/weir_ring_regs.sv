// SPDX-License-Identifier: Apache-2.0
// weir_ring_regs: the registers of the ring, behind weir_regs. They accept stores only while the
// stream is empty and no ring is enabled.
`default_nettype none
module weir_ring_regs #(
    parameter integer HARTS = 1,
    parameter integer THREAD_CACHE = 0,
    parameter integer ARGS = 1           // words of an event at most
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        clear_i,          // ends the ring
    input  wire        started_i,        // the unit is enabled: the stream is no longer empty

    input  wire [3:0]  word_i,           // the register addressed, from RING_CTRL on
    input  wire        store_i,          // a whole word is stored to it
    input  wire [31:0] wdata_i,
    output wire [31:0] answer_o,         // it reads this
    output wire        known_o,          // there is such a register
    // what is stored is not allowed, or not now: nothing happens
    output wire        dropped_o,

    output wire        enable_o,         // see weir_ring
    output wire        stop_o,
    output wire        fifo_o,           // the data page has the stream, too
    output wire [31:2] base_o,
    output wire [4:0]  window_o,
    output wire [4:0]  section_o,
    input  wire        ready_i,
    input  wire        full_i,
    input  wire        wrapped_i,
    input  wire        busy_i,
    input  wire [31:0] at_i
);
  // bytes of a section, log2: for all state and an entry
  localparam integer LEAST = 8 + $clog2(HARTS) + (THREAD_CACHE != 0 || ARGS > 1 ? 1 : 0)
      + (weir_pkg::DROP_COUNT > 8 ? 2 : 0);
  logic       empty_q;                   // nothing was offered since reset or CLEAR
  wire        at_ctrl, at_base, at_size;
  wire        fits = {27'd0, section_o} >= LEAST && section_o <= 5'd16 && window_o > section_o;
  wire        may  = empty_q && !started_i && !enable_o  // @may
      && (!at_ctrl || !wdata_i[weir_pkg::RING_CTRL_ENABLE_LSB] || fits);  // @check
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) empty_q <= 1'b1;
    else if (started_i) empty_q <= 1'b0;
  end
  weir_ring_csr u_csr (
      .clk_i, .rst_ni, .clear_i, .offset_i(word_i), .store_i(store_i && may), .wdata_i,
      .read_o(answer_o), .known_o, .at_ring_ctrl_o(at_ctrl), .ring_ctrl_enable_o(enable_o),
      .ring_ctrl_stop_o(stop_o), .ring_ctrl_fifo_o(fifo_o), .at_ring_base_o(at_base),
      .ring_base_base_o(base_o), .at_ring_size_o(at_size), .ring_size_buffer_o(window_o),
      .ring_size_section_o(section_o), .ring_status_ready_i(ready_i), .ring_status_full_i(full_i),
      .ring_status_wrapped_i(wrapped_i), .ring_status_busy_i(busy_i), .ring_at_offset_i(at_i));
  assign dropped_o = store_i && (at_ctrl || at_base || at_size) && !may;  // @dropped
endmodule
`default_nettype wire
