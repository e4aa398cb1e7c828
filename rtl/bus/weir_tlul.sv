// SPDX-License-Identifier: Apache-2.0
// weir_tlul: TileLink Uncached Lightweight (TL-UL), 32 bits, to the register port of weir.
//
// Use      The unit never answers with an error: FAULT reports an undefined access. The shell
//          denies what is no TL-UL request on 32 bits, and does not pass it on: opcodes other than
//          Get, PutFullData and PutPartialData; sizes above 4 bytes; an address that is no multiple
//          of the size; a mask with other lanes than size and address say (PutPartialData: with
//          more); corrupt data. It answers each with one beat. Older versions call d_denied
//          d_error. A Get of the data page takes one word, whatever its lanes.
// Latency  One access a cycle, its response in the next cycle. The shell accepts at once while
//          reg_ready_i is high and the previous response is accepted: s_tl_a_ready follows
//          s_tl_d_ready in the same cycle. A request that its sender withdraws while it waits is
//          withdrawn from the register port, too.
`default_nettype none
module weir_tlul #(
    parameter integer ADDR_W = 17,                  // as in weir
    parameter integer SIZE_W = 2,                   // bits of a size, at least 2
    parameter integer SOURCE_W = 1                  // bits of a source
) (
    input  wire                clk_i,
    input  wire                rst_ni,

    input  wire                s_tl_a_valid,
    output wire                s_tl_a_ready,
    input  wire [2:0]          s_tl_a_opcode,
    input  wire [2:0]          s_tl_a_param,        // ignored
    input  wire [SIZE_W-1:0]   s_tl_a_size,
    input  wire [SOURCE_W-1:0] s_tl_a_source,
    input  wire [ADDR_W-1:0]   s_tl_a_address,
    input  wire [3:0]          s_tl_a_mask,
    input  wire [31:0]         s_tl_a_data,
    input  wire                s_tl_a_corrupt,      // tie to 0 where the bus has none
    output wire                s_tl_d_valid,
    input  wire                s_tl_d_ready,
    output wire [2:0]          s_tl_d_opcode,
    output wire [2:0]          s_tl_d_param,
    output wire [SIZE_W-1:0]   s_tl_d_size,
    output wire [SOURCE_W-1:0] s_tl_d_source,
    output wire                s_tl_d_sink,
    output wire                s_tl_d_denied,
    output wire [31:0]         s_tl_d_data,
    output wire                s_tl_d_corrupt,      // denied, and the response has data

    output wire                reg_valid_o,         // register port of weir
    output wire                reg_write_o,
    output wire [ADDR_W-1:0]   reg_addr_o,
    output wire [31:0]         reg_wdata_o,
    output wire [3:0]          reg_wstrb_o,
    input  wire                reg_ready_i,
    input  wire [31:0]         reg_rdata_i
);
  localparam [2:0] PUT_FULL = 3'd0, PUT_PARTIAL = 3'd1, ARITHMETIC = 3'd2, LOGICAL = 3'd3,
      GET = 3'd4;

  // ---- is the request legal?
  wire       get      = s_tl_a_opcode == GET;
  wire       partial  = s_tl_a_opcode == PUT_PARTIAL;
  wire       put      = s_tl_a_opcode == PUT_FULL || partial;
  // the response has
  wire       has_data = get || s_tl_a_opcode == ARITHMETIC || s_tl_a_opcode == LOGICAL;
  wire       fits     = {{(32-SIZE_W){1'b0}}, s_tl_a_size} <= 32'd2;
  wire       aligned  = (s_tl_a_size[1:0] == 2'd0 || !s_tl_a_address[0])
      && (!s_tl_a_size[1] || !s_tl_a_address[1]);
  wire [1:0] low_lane = s_tl_a_address[1:0];
  wire [3:0] lanes    = (s_tl_a_size[1] ? 4'b1111 : s_tl_a_size[0] ? 4'b0011 : 4'b0001) << low_lane;
  // @mask
  wire       in_lanes = partial ? (s_tl_a_mask & ~lanes) == 4'b0000 : s_tl_a_mask == lanes;
  // @misaligned
  wire       legal    = (get || put) && fits && aligned && in_lanes && !s_tl_a_corrupt;

  // ---- access and response
  // a response is pending; it belongs to the access of the last cycle
  logic                valid_q, fresh_q;
  logic                data_q, denied_q;
  logic [SIZE_W-1:0]   size_q;
  logic [SOURCE_W-1:0] source_q;
  logic [31:0]         rdata_q;                     // the answer of an earlier access
  wire free   = !valid_q || s_tl_d_ready;  // @withdraws
  wire accept = s_tl_a_valid && s_tl_a_ready;
  always_ff @(posedge clk_i) begin
    valid_q <= rst_ni && (accept || !free);  // @drops
    fresh_q <= rst_ni && accept && legal;
    if (accept) begin
      data_q   <= has_data;  // @kind
      denied_q <= !legal;  // @silent_denial
      size_q   <= s_tl_a_size;  // @size
      source_q <= s_tl_a_source;
    end
    if (accept) rdata_q <= 32'd0;                   // the data of a denied Get
    else if (fresh_q) rdata_q <= reg_rdata_i;
  end

  assign reg_valid_o    = s_tl_a_valid && legal && free;
  assign reg_write_o    = !get;
  assign reg_addr_o     = s_tl_a_address;
  assign reg_wdata_o    = s_tl_a_data;
  assign reg_wstrb_o    = s_tl_a_mask;  // @lanes
  assign s_tl_a_ready   = free && (reg_ready_i || !legal);
  assign s_tl_d_valid   = valid_q;  // @unasked
  assign s_tl_d_opcode  = {2'b00, data_q};          // AccessAckData or AccessAck
  assign s_tl_d_param   = 3'd0;  // @param
  assign s_tl_d_size    = size_q;
  assign s_tl_d_source  = source_q;
  assign s_tl_d_sink    = 1'b0;
  assign s_tl_d_denied  = denied_q;
  assign s_tl_d_data    = fresh_q ? reg_rdata_i : rdata_q;  // @answer
  assign s_tl_d_corrupt = denied_q && data_q;  // @marked

  wire unused = &{1'b0, s_tl_a_param};

`ifdef FORMAL
`include "weir_tlul_fv.svh"
`endif
endmodule
`default_nettype wire
