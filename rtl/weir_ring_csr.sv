// SPDX-License-Identifier: Apache-2.0
// weir_ring_csr: the registers of the ring: storage and read multiplexer.
// Made by `make regs` from rtl/regs/weir.rdl.
//
// Ports    REGISTER_FIELD_o is what is stored, _early_o its value of the next cycle, _i what
//          another stage holds; _set_i sets a sticky bit, _incr_i counts. at_REGISTER_o: it is
//          addressed. Of several registers, the first is in the low bits.
`default_nettype none
module weir_ring_csr (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire                  clear_i,                 // see CTRL.CLEAR
    input  wire  [5:2]           offset_i,                // read this one
    input  wire                  store_i,                 // a whole word is stored
    input  wire  [31:0]          wdata_i,
    output wire  [31:0]          read_o,                  // 0 if there is no such register
    output wire                  known_o,                 // there is

    // Ring control; units with RING. This, RING_BASE and RING_SIZE accept stores only before
    // the unit is first enabled after reset or CLEAR, and ENABLE once
    output wire                  at_ring_ctrl_o,
    output logic                 ring_ctrl_enable_o,
    output logic                 ring_ctrl_stop_o,
    output logic                 ring_ctrl_fifo_o,

    // Address of the ring; units with RING
    output wire                  at_ring_base_o,
    output logic [31:2]          ring_base_base_o,

    // Size of the ring; units with RING
    output wire                  at_ring_size_o,
    output logic [4:0]           ring_size_buffer_o,
    output logic [4:0]           ring_size_section_o,

    // Status of the ring; units with RING
    input  wire                  ring_status_ready_i,
    input  wire                  ring_status_full_i,
    input  wire                  ring_status_wrapped_i,
    input  wire                  ring_status_busy_i,

    // Position in the ring; units with RING
    input  wire  [31:0]          ring_at_offset_i
);

  // ---- decode
  assign at_ring_ctrl_o = offset_i[5:2] == 4'h0;
  assign at_ring_base_o = offset_i[5:2] == 4'h1;
  assign at_ring_size_o = offset_i[5:2] == 4'h2;  // @at
  localparam [15:0] KNOWN_600 = 16'h001f;  // @there
  assign known_o = KNOWN_600[offset_i[5:2]];

  // ---- storage
  wire store = store_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin  // @cleared
      ring_ctrl_enable_o <= 1'h0;
      ring_ctrl_stop_o <= 1'h0;
      ring_ctrl_fifo_o <= 1'h0;
    end else if (store && at_ring_ctrl_o) begin
      ring_ctrl_enable_o <= wdata_i[0];
      ring_ctrl_stop_o <= wdata_i[1];
      ring_ctrl_fifo_o <= wdata_i[2];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) ring_base_base_o <= 30'h0;
    else if (store && at_ring_base_o) ring_base_base_o <= wdata_i[31:2];  // @base
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ring_size_buffer_o <= 5'h10;
      ring_size_section_o <= 5'hc;  // @reset
    end else if (store && at_ring_size_o) begin
      ring_size_buffer_o <= wdata_i[4:0];
      ring_size_section_o <= wdata_i[12:8];
    end
  end

  // ---- read
  wire n2 = offset_i[2], n3 = offset_i[3], n4 = offset_i[4], n5 = offset_i[5];
  wire [31:0] ring_ctrl_w = {29'd0, ring_ctrl_fifo_o, ring_ctrl_stop_o, ring_ctrl_enable_o};
  wire [31:0] ring_size_w = {19'd0, ring_size_section_o, 3'd0, ring_size_buffer_o};
  wire [31:0] ring_status_w = {28'd0, ring_status_busy_i, ring_status_wrapped_i,
      ring_status_full_i, ring_status_ready_i};
  wire sel_600_0 = !n5 && !n4;
  wire sel_600_1 = !n5 && n4 && !n3 && !n2;  // @shown
  wire [31:0] word_600_0 = (n3 ? (n2 ? ring_status_w : ring_size_w) : (n2 ? {ring_base_base_o,
      2'd0} : ring_ctrl_w));
  // AREA: four words a LUT; AND-OR where most words of four are of no register.
  assign read_o = ({32{sel_600_0}} & word_600_0) | ({32{sel_600_1}} & ring_at_offset_i);
`ifdef FORMAL
`include "weir_ring_csr_fv.svh"
`endif
endmodule
`default_nettype wire
