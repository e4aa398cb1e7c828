// SPDX-License-Identifier: Apache-2.0
// weir_wide_ring: writes the stream to memory as it is, two words at a time: a ring buffer without
// sections. Holds the registers RING_*.
//
// Rate     A row of two words a cycle, as long as the bus accepts them.
// Rest     When no more bytes come for 15 cycles, the bytes that fill no row are written, too, the
//          rest of their row as 0; the row is written again when it is full.
// Bus      Whole rows, posted. m_valid_o waits for m_ready_i, unchanged.
`default_nettype none
module weir_wide_ring (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        clear_i,         // ends the ring; the memory keeps its contents
    input  wire        enable_i,        // CTRL.ENABLE: the stream is no longer empty

    // Registers
    input  wire        store_i,         // a whole word is stored to one of them
    input  wire [3:0]  word_i,          // this one, from RING_CTRL on
    input  wire [31:0] wdata_i,
    output wire [31:0] answer_o,        // it reads this
    output wire        known_o,         // there is such a register
    // what is stored is not allowed, or not now: nothing happens
    output wire        dropped_o,

    // the stream: see weir_wide_fifo, and the tail of weir_wide_pack
    input  wire [63:0] row_i,
    input  wire        some_i,          // the lower word of the row can be read,
    input  wire        both_i,          // and the upper one, too
    output wire        take_o,          // takes both
    input  wire        rest_i,          // nothing else is on its way: these bytes are the rest
    input  wire [23:0] tail_i,
    input  wire [1:0]  tail_count_i,

    output wire        m_valid_o,       // a row to write
    output wire [31:0] m_addr_o,        // byte address, bits 2:0 are 0
    output wire [63:0] m_wdata_o,
    input  wire        m_ready_i,
    input  wire        m_idle_i,        // all accepted rows are in memory

    output wire        enabled_o,       // RING_CTRL.ENABLE: the ring has the stream
    output wire        drains_o,        // and goes on at the begin of the ring buffer
    output wire        busy_o           // not everything is in memory, though there is space
);
  localparam [4:0] LEAST = 5'd4;        // bytes of a ring buffer, log2
  // ---- registers
  logic        empty_q;                 // nothing was offered since reset or CLEAR
  logic        full_q, wrapped_q;
  wire         enabled, stop, fifo, at_ctrl, at_base, at_size;
  wire [31:2]  base;
  wire [4:0]   window, section;
  wire [31:0]  at;
  // the stream as it is has no sections, and goes nowhere else
  wire         plain = section == 5'd0;  // @fits
  wire         fits = plain && window >= LEAST && !base[2]
      && !wdata_i[weir_pkg::RING_CTRL_FIFO_LSB];
  wire         may  = empty_q && !enable_i && !enabled
      && (!at_ctrl || !wdata_i[weir_pkg::RING_CTRL_ENABLE_LSB] || fits);
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) empty_q <= 1'b1;
    else if (enable_i) empty_q <= 1'b0;
  end
  weir_ring_csr u_csr (
      .clk_i, .rst_ni, .clear_i, .offset_i(word_i), .store_i(store_i && may), .wdata_i,
      .read_o(answer_o), .known_o, .at_ring_ctrl_o(at_ctrl), .ring_ctrl_enable_o(enabled),
      .ring_ctrl_stop_o(stop), .ring_ctrl_fifo_o(fifo), .at_ring_base_o(at_base),
      .ring_base_base_o(base), .at_ring_size_o(at_size), .ring_size_buffer_o(window),
      .ring_size_section_o(section), .ring_status_ready_i(enabled), .ring_status_full_i(full_q),
      .ring_status_wrapped_i(wrapped_q), .ring_status_busy_i(busy_o), .ring_at_offset_i(at));
  assign dropped_o = store_i && (at_ctrl || at_base || at_size) && !may;
  assign enabled_o = enabled;
  assign drains_o  = enabled && !stop;

  // ---- rows
  logic [27:0] at_q;                    // the row being filled
  logic [2:0]  part_q;                  // bytes of it that are written
  logic [3:0]  quiet_q;                 // cycles without more bytes
  logic        m_valid_q;
  logic [28:0] m_addr_q;
  logic [63:0] m_wdata_q;
  wire         free  = !m_valid_q || m_ready_i;
  wire         on    = enabled && !full_q;
  wire         take  = on && both_i && free;
  wire [2:0]   part  = {some_i, tail_count_i};
  wire         stays = rest_i && !both_i && part != part_q;    // there are more bytes of a row
  wire         flush = on && stays && (&quiet_q) && free;
  wire [28:0]  next  = {1'b0, at_q} + 29'd1;
  wire         ends  = next[window - 5'd3];  // @window
  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_valid_q <= 1'b0;
    else if (free) m_valid_q <= take || flush;
    if (free) begin
      m_addr_q  <= base[31:3] + {1'b0, at_q};
      m_wdata_q <= {take ? row_i[63:56] : 8'd0,
          take ? row_i[55:32] : some_i ? tail_i : 24'd0,
          take || some_i ? row_i[31:0] : {8'd0, tail_i}};  // @part
    end
    quiet_q <= stays ? quiet_q + {3'd0, !(&quiet_q)} : 4'd0;  // @still
    if (!rst_ni || clear_i) begin
      at_q      <= 28'd0;
      part_q    <= 3'd0;
      full_q    <= 1'b0;
      wrapped_q <= 1'b0;
    end else if (take) begin
      at_q      <= ends ? 28'd0 : next[27:0];
      part_q    <= 3'd0;
      full_q    <= ends && stop;  // @full
      wrapped_q <= wrapped_q || (ends && !stop);
    end else if (flush) begin
      part_q    <= part;
    end
  end
  assign take_o    = take;
  assign m_valid_o = m_valid_q;
  assign m_addr_o  = {m_addr_q, 3'b000};
  assign m_wdata_o = m_wdata_q;
  assign at        = {1'b0, at_q, part_q};
  assign busy_o    = (on && (both_i || !rest_i || part != part_q)) || m_valid_q || !m_idle_i;
  wire unused = &{1'b0, fifo};

`ifdef FORMAL
`include "weir_wide_ring_fv.svh"
`endif
endmodule
`default_nettype wire
