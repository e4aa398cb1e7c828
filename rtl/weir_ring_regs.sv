// SPDX-License-Identifier: Apache-2.0
// ring_regs: the registers of the ring, behind regs. What a ring is like can be reported only while
// the stream is empty.
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
  localparam integer LEAST = 8 + $clog2(HARTS) + (THREAD_CACHE != 0 || ARGS > 1 ? 1 : 0);
  localparam [3:0] CTRL = 4'd0, BASE = weir_pkg::REG_RING_BASE[5:2],
      SIZE = weir_pkg::REG_RING_SIZE[5:2],
                   STATUS = weir_pkg::REG_RING_STATUS[5:2], AT = weir_pkg::REG_RING_AT[5:2];

  logic       empty_q;                   // nothing was offered since reset or CLEAR
  logic [2:0] ctrl_q;
  logic [31:2] base_q;
  logic [4:0]  window_q, section_q;
  wire         requested   = wdata_i[weir_pkg::RING_CTRL_ENABLE_LSB];
  wire         fits    = {27'd0, section_q} >= LEAST && section_q <= 5'd16 && window_q > section_q;
  wire         may     = empty_q && !started_i && !ctrl_q[0]
      && (word_i != CTRL || !requested || fits);
  wire         is_conf = word_i == CTRL || word_i == BASE || word_i == SIZE;
  wire         store   = store_i && may;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) empty_q <= 1'b1;
    else if (started_i) empty_q <= 1'b0;
    if (!rst_ni || clear_i) ctrl_q <= 3'd0;
    else if (store && word_i == CTRL)
      ctrl_q <= {wdata_i[weir_pkg::RING_CTRL_FIFO_LSB], wdata_i[weir_pkg::RING_CTRL_STOP_LSB],
          requested};
    if (!rst_ni) begin
      base_q    <= 30'd0;
      window_q  <= weir_pkg::RING_SIZE_BUFFER_RESET;
      section_q <= weir_pkg::RING_SIZE_SECTION_RESET;
    end else begin
      if (store && word_i == BASE) base_q <= wdata_i[31:2];
      if (store && word_i == SIZE) begin
        window_q  <= wdata_i[weir_pkg::RING_SIZE_BUFFER_LSB +: 5];
        section_q <= wdata_i[weir_pkg::RING_SIZE_SECTION_LSB +: 5];
      end
    end
  end
  assign dropped_o = store_i && is_conf && !may;
  assign known_o   = word_i <= AT;
  assign answer_o  = word_i == CTRL   ? {29'd0, ctrl_q}
                   : word_i == BASE   ? {base_q, 2'b00}
                   : word_i == SIZE   ? {19'd0, section_q, 3'd0, window_q}
                   : word_i == STATUS ? {28'd0, busy_i, wrapped_i, full_i, ready_i}
                   : word_i == AT     ? at_i : 32'd0;
  assign enable_o  = ctrl_q[0];
  assign stop_o    = ctrl_q[1];
  assign fifo_o    = ctrl_q[2];
  assign base_o    = base_q;
  assign window_o  = window_q;
  assign section_o = section_q;

endmodule
`default_nettype wire
