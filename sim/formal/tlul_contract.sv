// SPDX-License-Identifier: Apache-2.0
// tlul_contract: the rules of TL-UL (TileLink 1.8) on 32 bit for one manager and one subordinate,
// to be instantiated beside the pins; nothing here knows the design. A request may be withdrawn or
// changed until it is accepted.
//
// Proofs      the manager's rules (those of channel A) are assumed and the subordinate's (channel
//             D) asserted, or with MANAGER = 1 the other way round.
// Simulation  manager_honoured, subordinate_honoured: one bit for each rule, high while it is held.
`default_nettype none
module tlul_contract #(
    parameter integer ADDR_W = 32,
    parameter integer SIZE_W = 2,
    parameter integer SOURCE_W = 1,
    // 0: requests may be malformed; those are answered by one beat, too
    parameter integer LEGAL = 1,
    parameter integer MANAGER = 0,
    parameter integer SOURCES = 1 << SOURCE_W // derived, do not set
) (
    input  wire                      clk_i,
    input  wire                      rst_ni,
    input  wire                      a_valid,
    input  wire                      a_ready,
    input  wire [2:0]                a_opcode,
    input  wire [2:0]                a_param,
    input  wire [SIZE_W-1:0]         a_size,
    input  wire [SOURCE_W-1:0]       a_source,
    input  wire [ADDR_W-1:0]         a_address,
    input  wire [3:0]                a_mask,
    input  wire [31:0]               a_data,
    input  wire                      a_corrupt,
    input  wire                      d_valid,
    input  wire                      d_ready,
    input  wire [2:0]                d_opcode,
    input  wire [2:0]                d_param,
    input  wire [SIZE_W-1:0]         d_size,
    input  wire [SOURCE_W-1:0]       d_source,
    input  wire                      d_sink,
    input  wire                      d_denied,
    input  wire [31:0]               d_data,
    input  wire                      d_corrupt,
    output wire [SOURCES-1:0]        f_busy,  // by source: a request was accepted and not answered,
    output wire [SOURCES-1:0]        f_data,  // its answer has data,
    output wire [SIZE_W*SOURCES-1:0] f_size,  // its size
    // channel A shows a request of TL-UL, or nothing that counts
    output wire                      f_legal,
    output wire [2:0]                manager_honoured,
    output wire [6:0]                subordinate_honoured
);
  logic                            started_q, reset_q, d_q;
  logic [SIZE_W+SOURCE_W+40:0]     d_was_q;
  logic [SOURCES-1:0]              busy_q, data_q;
  logic [SIZE_W*SOURCES-1:0]       size_q;
  wire [SIZE_W+SOURCE_W+40:0]      d_now = {d_opcode, d_param, d_size, d_source, d_sink, d_denied,
      d_corrupt, d_data};
  wire                             asks = a_valid && a_ready;
  wire                             answers = d_valid && d_ready;
  wire [SOURCES-1:0]               freed = answers ? {{(SOURCES-1){1'b0}}, 1'b1} << d_source
      : {SOURCES{1'b0}};
  wire [SOURCES-1:0]               taken = asks ? {{(SOURCES-1){1'b0}}, 1'b1} << a_source
      : {SOURCES{1'b0}};
  // the first edge is one of reset; the rules hold after it
  initial started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    reset_q   <= !rst_ni;
    d_q       <= rst_ni && d_valid && !d_ready;
    d_was_q   <= d_now;
    // may be answered at once
    busy_q    <= rst_ni ? (busy_q & ~freed) | (taken & (busy_q | ~freed)) : {SOURCES{1'b0}};
    if (asks) begin
      data_q[a_source]                   <= a_opcode == 3'd4 || a_opcode == 3'd2 || a_opcode
          == 3'd3;
      size_q[SIZE_W*a_source +: SIZE_W]  <= a_size;
    end
  end
  assign f_busy = busy_q;
  assign f_data = data_q;
  assign f_size = size_q;

  // The bytes a request means: 2**size of them, from an address that is a multiple of that; all lie
  // in one word.
  logic [3:0] bytes;
  logic       in_word;
  always_comb begin
    case ({{(32-SIZE_W){1'b0}}, a_size})
      32'd0: begin
        bytes = a_address[1:0] == 2'd0 ? 4'b0001 : a_address[1:0] == 2'd1 ? 4'b0010
            : a_address[1:0] == 2'd2 ? 4'b0100 : 4'b1000;
        in_word = 1'b1;
      end
      32'd1: begin
        bytes = a_address[1] ? 4'b1100 : 4'b0011;
        in_word = a_address[0] == 1'b0;
      end
      default: begin
        bytes = 4'b1111;
        in_word = {{(32-SIZE_W){1'b0}}, a_size} == 32'd2 && a_address[1:0] == 2'b00;
      end
    endcase
  end
  // Get and PutFullData mean all their bytes, PutPartialData some; nothing else is TL-UL.
  assign f_legal = in_word && !a_corrupt
                   && ((a_opcode == 3'd0 || a_opcode == 3'd4) ? a_mask == bytes : a_opcode == 3'd1
                       && (a_mask & ~bytes) == 4'd0);
  wire legal   = LEGAL == 0 || !a_valid || (f_legal && a_param == 3'd0);
  // One request of each source may be under way; the answer in hand frees it.
  wire single  = !a_valid || !busy_q[a_source] || (answers && d_source == a_source);
  // No request is made in reset.
  wire quiet   = !reset_q || !a_valid;

  // A response stays as it is until it is taken; none is given in reset.
  wire d_stays  = !d_q || (d_valid && d_now == d_was_q);
  wire silent  = !reset_q || !d_valid;
  // There is no response without a request of its source, accepted before or in this cycle.
  wire now     = asks && a_source == d_source && !busy_q[d_source];
  wire asked   = !d_valid || busy_q[d_source] || now;
  // It is of the kind and size of the request.
  wire kind    = !d_valid || d_opcode == {2'b00, now ? a_opcode == 3'd4 || a_opcode == 3'd2
      || a_opcode == 3'd3 : data_q[d_source]};
  wire size    = !d_valid || d_size == (now ? a_size : size_q[SIZE_W*d_source +: SIZE_W]);
  // Data that is denied is corrupt; what has no data is not.
  wire corrupt = !d_valid || (d_opcode == 3'd1 ? !d_denied || d_corrupt : !d_corrupt);
  // Reserved.
  wire zero    = !d_valid || d_param == 3'd0;
  assign manager_honoured     = {3{!started_q}} | {quiet, single, legal};
  assign subordinate_honoured = {7{!started_q}}
      | {zero, corrupt, size, kind, asked, silent, d_stays};
  wire unused = &{1'b0, a_data};

`ifdef FORMAL
  generate
    if (MANAGER == 0) begin : g_subordinate
      always_comb if (started_q) begin
        m_manager: assume (&manager_honoured);
        a_d_stays: assert (d_stays);
        a_silent: assert (silent);
        a_asked: assert (asked);
        a_kind: assert (kind);
        a_same_size: assert (size);
        a_marked: assert (corrupt);
        a_zero: assert (zero);
      end
    end else begin : g_manager
      always_comb if (started_q) begin
        m_subordinate: assume (&subordinate_honoured);
        a_legal: assert (legal);
        a_single: assert (single);
        a_quiet: assert (quiet);
      end
    end
  endgenerate
`endif
endmodule

// A plain manager that does what the free inputs go and choice say: the manager's side of the
// contract is proven of it, so that the contract asks nothing that such a one does not keep.
`ifdef FORMAL
//! proof tlul_manager, induction, cover 8, with sim/formal/tlul_contract.sv: a
//!     plain manager keeps the manager's rules of TL-UL
module tlul_manager (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        go,
    input  wire [57:0] choice,
    input  wire        a_ready,
    input  wire        d_valid,
    input  wire        d_ready,
    input  wire [2:0]  d_opcode,
    input  wire [2:0]  d_param,
    input  wire [1:0]  d_size,
    input  wire [1:0]  d_source,
    input  wire        d_sink,
    input  wire        d_denied,
    input  wire [31:0] d_data,
    input  wire        d_corrupt
);
  // a request is made; one was accepted and has no answer yet
  logic        a_valid, waits;
  logic [2:0]  a_opcode;
  logic [1:0]  a_size, a_source;
  logic [14:0] a_address;
  logic [3:0]  a_mask;
  logic [31:0] a_data;
  wire         answers = d_valid && d_ready;
  wire         accepted = a_valid && a_ready;
  wire  [1:0]  size = choice[0] ? 2'd2 : {1'b0, choice[1]};
  wire  [1:0]  lane = choice[3:2] & ~(size[1] ? 2'b11 : {1'b0, size[0]});  // @tlul_lane
  wire  [3:0]  lanes = (size[1] ? 4'b1111 : size[0] ? 4'b0011 : 4'b0001) << lane;
  always_ff @(posedge clk_i) begin
    a_valid <= rst_ni && ((a_valid && !a_ready) || (go && !a_valid && !waits));  // @tlul_source
    waits   <= rst_ni && (waits || accepted) && !answers;
    if (!a_valid && !waits) begin
      a_opcode  <= choice[5] ? 3'd4 : {2'b00, choice[4]};
      a_size    <= size;
      a_source  <= choice[7:6];
      a_address <= {choice[20:8], lane};
      a_mask    <= lanes & (choice[5:4] == 2'b01 ? choice[24:21] : 4'b1111);
      a_data    <= choice[56:25];
    end
  end
  wire [3:0] f_busy;
  tlul_contract #(.ADDR_W(15), .SOURCE_W(2), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni, .a_valid, .a_ready, .a_opcode, .a_param(3'd0), .a_size, .a_source,
          .a_address, .a_mask, .a_data,
      .a_corrupt(1'b0), .d_valid, .d_ready, .d_opcode, .d_param, .d_size, .d_source, .d_sink,
          .d_denied, .d_data, .d_corrupt,
      .f_busy, .f_data(), .f_size(), .f_legal(), .manager_honoured(), .subordinate_honoured());
  //! mutant tlul_manager_lane, by u_contract.a_legal: an address that is not a multiple of the size
  //!     @tlul_lane wire [1:0] lane = choice[3:2];
  //! mutant tlul_manager_source, by u_contract.a_single: a second request of the same source
  //!     @tlul_source a_valid <= rst_ni && ((a_valid && !a_ready) || (go && !a_valid));
  //! mutant tlul_manager_reset, by u_contract.a_quiet: a request in reset
  //!     @tlul_source a_valid <= ((a_valid && !a_ready) || (go && !a_valid && !waits));
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb begin
    m_reset: assume (f_started || !rst_ni);
    // Why:
    if (f_started) a_state: assert (f_busy == (waits ? 4'd1 << a_source : 4'd0)
        && !(a_valid && waits));
    c_answer: cover (f_started && answers);
  end
endmodule
`endif
`default_nettype wire
