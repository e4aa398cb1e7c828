// SPDX-License-Identifier: Apache-2.0
// What goes on in an SoC beside its hart, as programs order it: DMA whose state is at Weir's event
// pins, clocks that change, an external counter, resets of the hart or of Weir alone. Beside
// soc_devices.sv:
//
//   +0x50 DMA: from          +0x54 to: addresses of whole words in RAM
//   +0x58 number of words: a store starts a copy; reads those that are not in memory yet
//   +0x60 cycles of the bus in one of the hart, minus 1 (soc_ibex.sv)
//   +0x64 ticks of the external counter in 256 cycles, 0 to 256
//   +0x68 reset of the hart alone for 16 cycles; the store has the cycles until then
//   +0x6c reset of Weir alone, likewise, in the next 4 cycles without an access of it
//
// The DMA reads a word in every other cycle. Its writes are posted: they wait in a queue of four
// and go to memory one in three cycles. Event pins: 0 a copy goes on, 1 changes with every fourth
// word in memory, 4 to 7 the number of words left.
`default_nettype none
module soc_life (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         store_i,          // one cycle per store
  input  wire  [7:0]  addr_i,
  input  wire  [31:0] wdata_i,
  output logic [31:0] rdata_o,          // one cycle after the address; 0 at other addresses

  output logic        read_o,           // of RAM; its data one cycle later
  output logic [31:0] read_addr_o,
  input  wire  [31:0] read_data_i,
  output logic        write_o,
  output logic [31:0] write_addr_o,
  output logic [31:0] write_data_o,

  output logic [7:0]  pins_o,
  output logic [3:0]  core_div_o,
  output logic [63:0] gray_o,           // the external counter for the unit,
  output logic [63:0] mtime_o,          // and as a number
  input  wire         waits_i,          // an access of Weir
  output logic        core_rst_no,
  output logic        unit_rst_no
);
  // ---- DMA
  logic [31:0] from_q, to_q, queue_q [0:3];
  logic [15:0] unread_q, left_q;
  logic [2:0]  count_q;                 // words in the queue or on their way to it
  logic [1:0]  in_q, out_q, pace_q;
  logic        read_q, beat_q;
  wire         start = store_i && addr_i == 8'h58 && left_q == 16'd0;
  assign read_o       = unread_q != 16'd0 && count_q < 3'd4 && !read_q && !write_o;
  assign read_addr_o  = from_q;
  assign write_o      = count_q - {2'd0, read_q} != 3'd0 && pace_q == 2'd0;
  assign write_addr_o = to_q;
  assign write_data_o = queue_q[out_q];
  assign pins_o       = {left_q[3:0], 2'd0, beat_q, left_q != 16'd0};
  always_ff @(posedge clk_i) begin
    read_q  <= read_o;
    count_q <= count_q + {2'd0, read_o} - {2'd0, write_o};
    pace_q  <= pace_q == 2'd2 ? 2'd0 : pace_q + 2'd1;
    if (read_o) begin
      from_q   <= from_q + 32'd4;
      unread_q <= unread_q - 16'd1;
    end
    if (read_q) begin
      queue_q[in_q] <= read_data_i;
      in_q          <= in_q + 2'd1;
    end
    if (write_o) begin
      to_q   <= to_q + 32'd4;
      left_q <= left_q - 16'd1;
      out_q  <= out_q + 2'd1;
      if (left_q[1:0] == 2'd1) beat_q <= !beat_q;
    end
    if (store_i && addr_i == 8'h50) from_q <= wdata_i;
    if (store_i && addr_i == 8'h54) to_q <= wdata_i;
    if (start) begin
      unread_q <= wdata_i[15:0];
      left_q   <= wdata_i[15:0];
    end
    if (!rst_ni) begin
      {unread_q, left_q}       <= 32'd0;
      {in_q, out_q, pace_q}    <= 6'd0;
      {count_q, read_q, beat_q} <= 5'd0;
    end
  end

  // ---- clocks
  logic [8:0]  rate_q;
  logic [7:0]  part_q;
  logic [63:0] time_q;
  wire  [8:0]  part = {1'b0, part_q} + rate_q;
  always_ff @(posedge clk_i) begin
    part_q  <= part[7:0];
    time_q  <= time_q + {63'd0, part[8]};
    mtime_o <= time_q;
    if (store_i && addr_i == 8'h60) core_div_o <= wdata_i[3:0];
    if (store_i && addr_i == 8'h64) rate_q <= wdata_i[8:0];
    if (!rst_ni) begin
      core_div_o <= 4'd0;
      rate_q     <= 9'd256;
      part_q     <= 8'd0;
      time_q     <= 64'd0;
      mtime_o    <= 64'd0;
    end
  end
  weir_gray u_gray (.clk_i(clk_i), .count_i(time_q), .gray_o(gray_o));

  // ---- resets: cycles until the end of one
  logic [31:0] core_q, unit_q;
  logic        core_held_q;
  always_ff @(posedge clk_i) begin
    if (core_q != 32'd0) core_q <= core_q - 32'd1;
    if (unit_q > 32'd4 || (unit_q != 32'd0 && !waits_i)) unit_q <= unit_q - 32'd1;
    if (store_i && addr_i == 8'h68) core_q <= wdata_i + 32'd17;
    if (store_i && addr_i == 8'h6c) unit_q <= wdata_i + 32'd5;
    if (!rst_ni) {core_q, unit_q} <= 64'd0;
    core_held_q <= rst_ni && core_q != 32'd0 && core_q <= 32'd16;
  end
  assign core_rst_no = rst_ni && !core_held_q;
  assign unit_rst_no = rst_ni && (unit_q == 32'd0 || unit_q > 32'd4 || waits_i);

  always_ff @(posedge clk_i)
    case (addr_i)
      8'h58:   rdata_o <= {16'd0, left_q};
      8'h60:   rdata_o <= {28'd0, core_div_o};
      8'h64:   rdata_o <= {23'd0, rate_q};
      default: rdata_o <= 32'd0;
    endcase

  wire unused = &{1'b0, wdata_i};
endmodule
`default_nettype wire
