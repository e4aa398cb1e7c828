// SPDX-License-Identifier: Apache-2.0
// weir_tlul: TileLink Uncached Lightweight (TL-UL), 32 bit, to the register port of weir.
//
// Use      the unit never answers with an error: an undefined access is told by FAULT. What is not a request of TL-UL on 32 bit is
//          denied and not made: opcodes but Get, PutFullData and PutPartialData; sizes above 4 bytes; an address that is not a
//          multiple of the size; a mask with other lanes than the size and address say (PutPartialData: more); corrupt data.
//          Each is answered by one beat. d_denied is what older versions call d_error. A Get of the data page takes a word,
//          whatever its lanes.
// Latency  one access a cycle, its response in the cycle after. Accepted at once while reg_ready_i is high and the response
//          before it is taken, so s_tl_a_ready follows s_tl_d_ready in the same cycle. A request that its sender withdraws while
//          it waits is withdrawn from the register port, too.
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
    input  wire [2:0]          s_tl_a_param,        // not looked at
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
  localparam [2:0] PUT_FULL = 3'd0, PUT_PARTIAL = 3'd1, ARITHMETIC = 3'd2, LOGICAL = 3'd3, GET = 3'd4;

  // ---- is it a request?
  wire       get      = s_tl_a_opcode == GET;
  wire       partial  = s_tl_a_opcode == PUT_PARTIAL;
  wire       put      = s_tl_a_opcode == PUT_FULL || partial;
  wire       has_data = get || s_tl_a_opcode == ARITHMETIC || s_tl_a_opcode == LOGICAL;   // the response has
  wire       fits     = {{(32-SIZE_W){1'b0}}, s_tl_a_size} <= 32'd2;
  wire       aligned  = (s_tl_a_size[1:0] == 2'd0 || !s_tl_a_address[0]) && (!s_tl_a_size[1] || !s_tl_a_address[1]);
  wire [1:0] low_lane = s_tl_a_address[1:0];
  wire [3:0] lanes    = (s_tl_a_size[1] ? 4'b1111 : s_tl_a_size[0] ? 4'b0011 : 4'b0001) << low_lane;
  wire       in_lanes = partial ? (s_tl_a_mask & ~lanes) == 4'b0000 : s_tl_a_mask == lanes;
  wire       legal    = (get || put) && fits && aligned && in_lanes && !s_tl_a_corrupt;

  // ---- access and response
  logic                valid_q, fresh_q;            // a response waits; it is of the access at the last edge
  logic                data_q, denied_q;
  logic [SIZE_W-1:0]   size_q;
  logic [SOURCE_W-1:0] source_q;
  logic [31:0]         rdata_q;                     // answer of an older one
  wire room   = !valid_q || s_tl_d_ready;
  wire accept = s_tl_a_valid && s_tl_a_ready;
  always_ff @(posedge clk_i) begin
    valid_q <= rst_ni && (accept || !room);
    fresh_q <= rst_ni && accept && legal;
    if (accept) begin
      data_q   <= has_data;
      denied_q <= !legal;
      size_q   <= s_tl_a_size;
      source_q <= s_tl_a_source;
    end
    if (accept) rdata_q <= 32'd0;                   // for what is denied
    else if (fresh_q) rdata_q <= reg_rdata_i;
  end

  assign reg_valid_o    = s_tl_a_valid && legal && room;
  assign reg_write_o    = !get;
  assign reg_addr_o     = s_tl_a_address;
  assign reg_wdata_o    = s_tl_a_data;
  assign reg_wstrb_o    = s_tl_a_mask;
  assign s_tl_a_ready   = room && (reg_ready_i || !legal);
  assign s_tl_d_valid   = valid_q;
  assign s_tl_d_opcode  = {2'b00, data_q};          // AccessAckData or AccessAck
  assign s_tl_d_param   = 3'd0;
  assign s_tl_d_size    = size_q;
  assign s_tl_d_source  = source_q;
  assign s_tl_d_sink    = 1'b0;
  assign s_tl_d_denied  = denied_q;
  assign s_tl_d_data    = fresh_q ? reg_rdata_i : rdata_q;
  assign s_tl_d_corrupt = denied_q && data_q;

  wire unused = &{1'b0, s_tl_a_param};

`ifdef FORMAL
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);

  // Requests may be of any kind here: LEGAL(0).
  wire [(1<<SOURCE_W)-1:0]          f_busy, f_data;
  wire [SIZE_W*(1<<SOURCE_W)-1:0]   f_size;
  wire                              f_legal;
  tlul_contract #(.ADDR_W(ADDR_W), .SIZE_W(SIZE_W), .SOURCE_W(SOURCE_W), .LEGAL(0)) u_contract (
      .clk_i, .rst_ni,
      .a_valid(s_tl_a_valid), .a_ready(s_tl_a_ready), .a_opcode(s_tl_a_opcode), .a_param(s_tl_a_param), .a_size(s_tl_a_size),
      .a_source(s_tl_a_source), .a_address(s_tl_a_address), .a_mask(s_tl_a_mask), .a_data(s_tl_a_data),
      .a_corrupt(s_tl_a_corrupt),
      .d_valid(s_tl_d_valid), .d_ready(s_tl_d_ready), .d_opcode(s_tl_d_opcode), .d_param(s_tl_d_param), .d_size(s_tl_d_size),
      .d_source(s_tl_d_source), .d_sink(s_tl_d_sink), .d_denied(s_tl_d_denied), .d_data(s_tl_d_data),
      .d_corrupt(s_tl_d_corrupt),
      .f_busy, .f_data, .f_size, .f_legal, .manager_kept(), .subordinate_kept());

  wire                f_get = s_tl_a_opcode == 3'd4;
  wire                f_access = reg_valid_o && reg_ready_i;
  wire [ADDR_W+36:0]  f_now = {reg_write_o, reg_addr_o, reg_write_o ? reg_wdata_o : 32'd0, reg_wstrb_o};
  logic [ADDR_W+36:0] f_was;
  logic               f_waits, f_just;              // an access waits for the register port; one was made at the last edge
  logic               f_accepted, f_ok, f_read;     // a request was accepted at the last edge; the last was legal; was a Get
  logic [31:0]        f_rdata;                      // answer of the last access
  wire [31:0]         f_answer = f_just ? reg_rdata_i : f_rdata;
  always_ff @(posedge clk_i) begin
    f_was      <= f_now;
    f_waits    <= rst_ni && reg_valid_o && !reg_ready_i;
    f_just     <= rst_ni && f_access;
    f_accepted <= rst_ni && accept;
    f_rdata    <= f_answer;
    if (accept) begin
      f_ok   <= f_legal;
      f_read <= f_get;
    end
  end
  always_comb if (f_started) begin
    // An access is the one the bus asks for.
    a_asked: assert (!reg_valid_o || (s_tl_a_valid
                     && f_now == {!f_get, s_tl_a_address, f_get ? 32'd0 : s_tl_a_data, s_tl_a_mask}));
    // One access for each legal request, in the same cycle; none for any other,
    a_once: assert (f_access == (accept && f_legal));
    // and just these are denied.
    a_denied: assert (!s_tl_d_valid || s_tl_d_denied == !f_ok);
    // An access waits for the register port as long as its request does.
    a_hold: assert (!f_waits || !(s_tl_a_valid && f_now == f_was && f_legal) || reg_valid_o);
    // A request is accepted at once, if the register port is ready and there is room for the response.
    a_at_once: assert (!(s_tl_a_valid && reg_ready_i && (!s_tl_d_valid || s_tl_d_ready)) || s_tl_a_ready);
    // Its response comes in the next cycle,
    a_next: assert (!f_accepted || s_tl_d_valid);
    // with the answer of the unit, or with nothing.
    a_answer: assert (!(s_tl_d_valid && f_read) || s_tl_d_data == (f_ok ? f_answer : 32'd0));
    // Why:
    a_state: assert (valid_q == |f_busy && (!f_accepted || valid_q) && fresh_q == f_just && f_just == (f_accepted && f_ok));
    a_kept: assert (!valid_q || (f_busy == (1 << source_q) && data_q == f_data[source_q]
                    && size_q == f_size[SIZE_W*source_q +: SIZE_W] && denied_q == !f_ok && (!f_read || data_q)));
    a_data: assert (!valid_q || fresh_q || rdata_q == ((f_ok && !f_accepted) ? f_rdata : 32'd0));
    a_wait: assert (!f_waits || !valid_q);
  end

  // All of this happens.
  logic f_taken;
  always_ff @(posedge clk_i) f_taken <= rst_ni && s_tl_d_valid && s_tl_d_ready;
  always_comb if (f_started) begin
    c_read: cover (s_tl_d_valid && s_tl_d_ready && f_read && f_ok);
    c_held: cover (s_tl_d_valid && s_tl_d_ready && f_read && f_ok && !fresh_q);
    c_denied: cover (s_tl_d_valid && s_tl_d_denied && s_tl_d_corrupt);
    c_waited: cover (f_waits && f_access);
    c_back_to_back: cover (f_taken && s_tl_d_valid && s_tl_d_ready && f_access);
  end
`endif
endmodule
`default_nettype wire
