// SPDX-License-Identifier: Apache-2.0
// Wrong hook-ups of Weir, for tests of the driver's self-test: stands between the hart's bus and
// the pins of the unit. fault_i = 0 is wires. The others are mistakes that integrators make:
//
//   1  the snoop has the data of the store before     2  and with the address of the store before
//   3  the snoop is on another bus                    4  its strobes are tied to 1
//   5  its bytes are swapped                          6  its address is one of words
//   7  stores to the unit are posted (a write buffer) 8  the snoop is behind a buffer
//   9  the snoop is behind a buffer that merges       10 stores to the unit are merged
//   11 stores to the unit are reordered               12 port pages alias the control page
//   13 the unit's addresses are cached                14 the interrupt is not connected
//   15 the interrupt is inverted                      16 the register port's strobes are tied to 1
//   17 the retire view is late (soc_late.sv)          18 time stands still
//   19 the retire view is not connected (soc_late.sv) 20 a bit of the snoop's data is stuck
//   21 nothing answers at the base address
//   24 stores to the unit are posted, but only while another bus master runs: a store of 1 to
//      0x5000002c starts it, one of 0 stops it
//   25 the snoop is behind a cache, which holds only the page of 0x30000
//   26 an external counter comes without weir_gray: the unit follows the maximum of what it decodes
//   27 each read is made twice on the bus             28 each store is made twice on the bus
//   29 the bytes of stores to the unit are swapped
//
// 22 is no mistake but an SoC without the unit: its address reads 0, and none of its pins moves.
`default_nettype none
module soc_faults (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire  [7:0]  fault_i,

  input  wire         bus_valid_i,      // of the hart's bus, to the unit
  input  wire         bus_write_i,
  input  wire  [20:0] bus_addr_i,
  input  wire  [31:0] bus_wdata_i,
  input  wire  [3:0]  bus_wstrb_i,
  output logic        bus_ready_o,
  output logic [31:0] bus_rdata_o,
  input  wire         store_valid_i,    // stores of the hart, to anywhere
  input  wire  [31:0] store_addr_i,
  input  wire  [31:0] store_data_i,
  input  wire  [3:0]  store_strb_i,
  output logic        irq_o,            // to the hart

  output logic        reg_valid_o,      // pins of the unit
  output logic        reg_write_o,
  output logic [20:0] reg_addr_o,
  output logic [31:0] reg_wdata_o,
  output logic [3:0]  reg_wstrb_o,
  input  wire         reg_ready_i,
  input  wire  [31:0] reg_rdata_i,
  output logic        snoop_valid_o,
  output logic [31:0] snoop_addr_o,
  output logic [31:0] snoop_data_o,
  output logic [3:0]  snoop_strb_o,
  input  wire         irq_i
);
  localparam integer DELAY = 12;        // cycles in a buffer

  // ---- a write buffer before the register port
  logic [56:0] queue_q [0:3];             // {strobes, address, data}, the oldest first
  logic [2:0]  count_q;
  logic        busy_q;                  // the other master runs
  always_ff @(posedge clk_i)
    if (!rst_ni) busy_q <= 1'b0;
    else if (store_valid_i && store_addr_i == 32'h5000002c) busy_q <= store_data_i[0];
  wire         buffers = fault_i == 8'd7 || fault_i == 8'd10 || fault_i == 8'd11
      || (fault_i == 8'd24 && (busy_q || count_q != 3'd0));
  logic [5:0]  wait_q;
  wire  [56:0] fresh = {bus_wstrb_i, bus_addr_i, bus_wdata_i};
  wire         store = bus_valid_i && bus_write_i;
  logic [3:0]  same;
  genvar g;
  generate
    for (g = 0; g < 4; g = g + 1) begin : g_same
      assign same[g] = fault_i == 8'd10 && count_q > g && queue_q[g][52:32] == bus_addr_i;
    end
  endgenerate
  wire         merges = |same;
  wire         drain = buffers && count_q != 3'd0 && wait_q == 6'd0;
  wire         take = buffers && store && (merges || count_q < 3'd4) && !drain;
  // of the port pages only
  wire  [1:0]  first = fault_i == 8'd11 && count_q > 3'd1 && queue_q[0][48] && queue_q[1][48]
      ? 2'd1 : 2'd0;
  wire         sent = drain && reg_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= 3'd0;
      wait_q  <= 6'd0;
    end else if (buffers) begin
      if (sent) begin
        for (int k = 0; k < 3; k = k + 1) if (k[1:0] >= first) queue_q[k] <= queue_q[k+1];
        count_q <= count_q - 3'd1;
      end else if (take) begin
        for (int k = 0; k < 4; k = k + 1)
          if (merges ? same[k] : count_q == k[2:0]) queue_q[k] <= fresh;
        if (!merges) count_q <= count_q + 3'd1;
        if (count_q == 3'd0) wait_q <= fault_i == 8'd10 ? 6'd50 : DELAY[5:0];
      end
      if (wait_q != 6'd0 && !(take && count_q == 3'd0)) wait_q <= wait_q - 6'd1;
    end
  end

  // ---- a cache of 64 words
  wire         caches = fault_i == 8'd13;
  logic [63:0] valid_q;
  logic [14:0] tag_q [0:63];
  logic [31:0] line_q [0:63];
  logic        hit_q, fill_q;
  logic [31:0] hit_data_q;
  logic [20:0] fill_addr_q;
  wire  [5:0]  at = bus_addr_i[7:2];
  wire         hit = caches && valid_q[at] && tag_q[at] == {bus_addr_i[20:8], bus_addr_i[1:0]};
  always_ff @(posedge clk_i) begin
    hit_q       <= bus_valid_i && !bus_write_i && hit;
    hit_data_q  <= line_q[at];
    fill_q      <= caches && bus_valid_i && !bus_write_i && !hit && reg_ready_i;
    fill_addr_q <= bus_addr_i;
    if (fill_q) begin
      valid_q[fill_addr_q[7:2]] <= 1'b1;
      tag_q[fill_addr_q[7:2]]   <= {fill_addr_q[20:8], fill_addr_q[1:0]};
      line_q[fill_addr_q[7:2]]  <= reg_rdata_i;
    end else if (store && hit) line_q[at] <= bus_wdata_i;
    if (!rst_ni) valid_q <= '0;
  end

  logic        time_q, magic_q;         // what is read
  // a binary count, taken for Gray code: the unit follows its maximum
  logic [31:0] wrong_time, latest_q;
  logic        timed_q;
  always_comb begin
    wrong_time = reg_rdata_i;
    for (int k = 1; k < 32; k = k + 1) wrong_time = wrong_time ^ (reg_rdata_i >> k);
  end
  always_ff @(posedge clk_i)
    if (!rst_ni) latest_q <= 32'd0;
    else if (timed_q && wrong_time > latest_q) latest_q <= wrong_time;
  always_ff @(posedge clk_i) timed_q <= bus_valid_i && !bus_write_i && reg_ready_i
      && bus_addr_i == 21'h30;

  // the same access twice: the first answer is dropped
  wire         twice = fault_i == (bus_write_i ? 8'd28 : 8'd27);
  logic        second_q;
  always_ff @(posedge clk_i)
    if (!rst_ni) second_q <= 1'b0;
    else if (twice && bus_valid_i && reg_ready_i) second_q <= !second_q;
  wire  [31:0] bytes_swapped = {bus_wdata_i[7:0], bus_wdata_i[15:8], bus_wdata_i[23:16],
      bus_wdata_i[31:24]};
  always_ff @(posedge clk_i) begin
    time_q  <= bus_addr_i == 21'h30;
    magic_q <= bus_addr_i == 21'h0;
  end

  // ---- the register port
  wire  [20:0] aliased = {5'd0, bus_addr_i[15:0]};
  always_comb begin
    reg_valid_o = bus_valid_i && !(caches && !bus_write_i && hit);
    reg_write_o = bus_write_i;
    reg_addr_o  = fault_i == 8'd12 ? aliased : bus_addr_i;
    reg_wdata_o = fault_i == 8'd29 ? bytes_swapped : bus_wdata_i;
    reg_wstrb_o = fault_i == 8'd16 ? 4'b1111 : bus_wstrb_i;
    bus_ready_o = twice ? reg_ready_i && second_q
        : reg_ready_i || (caches && !bus_write_i && hit);
    bus_rdata_o = caches && hit_q ? hit_data_q : fault_i == 8'd18 && time_q ? 32'd0
        : fault_i == 8'd26 && time_q ? (wrong_time > latest_q ? wrong_time : latest_q)
        : fault_i == 8'd21 && magic_q ? 32'd0 : reg_rdata_i;
    if (buffers && (bus_write_i || count_q != 3'd0 || !bus_valid_i)) begin
      reg_valid_o = drain;
      reg_write_o = 1'b1;
      {reg_wstrb_o, reg_addr_o, reg_wdata_o} = queue_q[first];
      bus_ready_o = take;
    end
    if (fault_i == 8'd22) begin
      reg_valid_o = 1'b0;
      bus_ready_o = 1'b1;
      bus_rdata_o = 32'd0;
    end
  end

  // ---- the snoop
  logic [68:0] pipe_q [0:DELAY-1];          // {valid, strobes, address, data}
  logic [63:0] last_q;
  logic [68:0] held_q;
  logic [5:0]  held_for_q;
  wire  [68:0] now = {store_valid_i, store_strb_i, store_addr_i, store_data_i};
  wire         again = held_q[68] && held_q[63:32] == store_addr_i;
  wire         let_go = held_q[68] && (held_for_q == 6'd0 || bus_valid_i
      || (store_valid_i && !again));
  always_ff @(posedge clk_i) begin
    pipe_q[0] <= now;
    for (int k = 1; k < DELAY; k = k + 1) pipe_q[k] <= pipe_q[k-1];
    if (store_valid_i) last_q <= now[63:0];
    if (store_valid_i) begin
      held_q     <= now;
      held_for_q <= 6'd40;
    end else if (let_go) held_q[68] <= 1'b0;
    else if (held_for_q != 6'd0) held_for_q <= held_for_q - 6'd1;
    if (!rst_ni) begin
      held_q[68] <= 1'b0;
      for (int k = 0; k < DELAY; k = k + 1) pipe_q[k][68] <= 1'b0;
    end
  end
  wire  [31:0] swapped = {store_data_i[7:0], store_data_i[15:8], store_data_i[23:16],
      store_data_i[31:24]};
  wire  [31:0] last_addr = last_q[63:32], last_data = last_q[31:0];
  wire  [31:0] words = {2'd0, store_addr_i[31:2]}, stuck = {store_data_i[31:1], 1'b0};
  wire  [67:0] held = held_q[67:0];
  wire         cached_page = store_addr_i[31:12] == 20'h00030;
  always_comb begin
    {snoop_valid_o, snoop_strb_o, snoop_addr_o, snoop_data_o} = now;
    case (fault_i)
      8'd1: snoop_data_o = last_data;
      8'd2: snoop_addr_o = last_addr;
      8'd3, 8'd22: snoop_valid_o = 1'b0;
      8'd25: snoop_valid_o = store_valid_i && !cached_page;
      8'd4: snoop_strb_o = 4'b1111;
      8'd5: snoop_data_o = swapped;
      8'd6: snoop_addr_o = words;
      8'd20: snoop_data_o = stuck;
      8'd8: {snoop_valid_o, snoop_strb_o, snoop_addr_o, snoop_data_o} = pipe_q[DELAY-1];
      8'd9: {snoop_valid_o, snoop_strb_o, snoop_addr_o, snoop_data_o} = {let_go, held};
      default: ;
    endcase
  end

  assign irq_o = fault_i == 8'd14 || fault_i == 8'd22 ? 1'b0 : fault_i == 8'd15 ? !irq_i : irq_i;
endmodule
`default_nettype wire
