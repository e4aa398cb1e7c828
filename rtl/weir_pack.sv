// SPDX-License-Identifier: Apache-2.0
// pack: turns entries into the octets of flux, and octets into little-endian words.
//
// An entry is written as chunks of one to four octets, one a cycle: header with a short delta, the rest of a long delta,
// the value. So an event with a small value takes two cycles, and at most one word leaves in a cycle.
`default_nettype none
module weir_pack #(
    parameter integer SOURCES = 4                    // 4 * harts
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,
    input  wire                       clear_i,       // only while idle_o

    input  wire                       entry_valid_i,
    output wire                       entry_ready_o, // does not depend on entry_valid_i
    input  wire [weir_event::E_W-1:0] entry_i,

    // The loss record, stable while its entry is here; loss_done_o: it is written.
    input  wire [4*32-1:0]            loss_count_i,
    input  wire [2:0]                 loss_cause_i,
    input  wire [SOURCES-1:0]         loss_source_i,
    input  wire [63:0]                loss_first_i,
    input  wire [63:0]                loss_last_i,
    output wire                       loss_done_o,

    output wire                       unused_valid_o, // an entry is finished
    output wire [6:0]                 unused_o,       // octets it did not need of those promised

    output wire                       word_valid_o,   // to the FIFO, which has room by promise
    input  wire                       word_ready_i,
    output wire [31:0]                word_o,
    output wire [23:0]                tail_o,         // octets that do not fill a word yet, the rest 0
    output wire [1:0]                 tail_count_o,
    output wire                       idle_o
);
  localparam integer EVENT_MAX = weir_pkg::SIZE_EVENT_MAX;
  localparam integer LOSS_MAX = weir_pkg::SIZE_LOSS_MAX;
  localparam [20:0] ID_BIAS = weir_pkg::ITEM_ID_BIAS;

  // ---- octet arithmetic
  // Octets of an unsigned value with its guard octet; 0 for 0.
  function automatic [3:0] octets(input [63:0] v);
    integer i;
    begin
      octets = 4'd0;
      for (i = 0; i < 8; i = i + 1) begin
        if (v[8*i +: 7] != 7'd0) octets = i[3:0] + 4'd1;
        if (v[8*i + 7]) octets = i[3:0] + 4'd2;
      end
    end
  endfunction
  // Octets of an unsigned LEB128 number below 2**28, of which bits 6:0 do not matter.
  function automatic [2:0] pint_len(input [27:7] v);
    pint_len = (v[27:21] != 7'd0) ? 3'd4 : (v[20:14] != 7'd0) ? 3'd3 : (v[13:7] != 7'd0) ? 3'd2 : 3'd1;
  endfunction
  // Its octets; more: the number goes on after four octets.
  function automatic [31:0] pint(input [27:0] v, input [2:0] len, input more);
    pint = {more, v[27:21], len > 3'd3, v[20:14], len > 3'd2, v[13:7], len > 3'd1, v[6:0]};
  endfunction

  // ---- the entry under way
  localparam [2:0] HEAD = 3'd0, DELTA = 3'd1, VALUE = 3'd2, GUARD = 3'd3, SUM = 3'd4, SIZE = 3'd5, MEMBER = 3'd6, OCTETS = 3'd7;
  logic [2:0]  state_q;
  logic        valid_q, loss_q, switch_q;
  logic [27:0] header_q;
  logic [63:0] delta_q;            // what is left of it
  logic [31:0] value_q;
  logic [6:0]  written_q;          // octets so far

  wire         last;               // the chunk of this cycle ends the entry
  wire         step = valid_q && word_ready_i;
  assign entry_ready_o = !valid_q || (step && last);

  wire         in_switch = entry_i[weir_event::E_SWITCH_LSB];
  wire         in_loss   = entry_i[weir_event::E_LOSS_LSB];
  wire [3:0]   in_hart   = entry_i[weir_event::E_HART_LSB +: 4];
  wire [15:0]  in_id     = entry_i[weir_event::E_ID_LSB +: 16];
  wire [63:0]  in_delta  = entry_i[weir_event::E_DELTA_LSB +: 64];
  wire         in_short  = in_hart == 4'd0 && in_id <= weir_pkg::ITEM_USER_SHORT_IDS;
  wire [16:0]  in_row    = {1'b0, in_id} + ID_BIAS[16:0];
  wire [20:0]  in_item   = in_loss ? weir_pkg::ITEM_LOSS
                         : in_switch ? (in_hart == 4'd0 ? weir_pkg::ITEM_THREAD
                                                        : weir_pkg::ITEM_ROW_THREAD + {17'd0, in_hart})
                         : in_short ? weir_pkg::ITEM_USER_SHORT + {5'd0, in_id}
                         : {in_row, in_hart};

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) valid_q <= 1'b0;
    else if (entry_ready_o) valid_q <= entry_valid_i;
    if (entry_ready_o) begin
      loss_q   <= in_loss;
      switch_q <= in_switch;
      header_q <= {4'd0, in_item, 1'b0, in_delta != 64'd0, 1'b0};
      value_q  <= entry_i[weir_event::E_VALUE_LSB +: 32];
    end
  end

  // ---- loss record: its members one after another
  logic [2:0]  member_q;
  logic [63:0] octets_q;           // what is left of the member's value
  logic [3:0]  left_q;             // octets of it
  logic [6:0]  size_q;             // octets of all members
  wire  [31:0] m_count = loss_count_i[{member_q[1:0], 5'd0} +: 32];       // members 0-3: the classes in order
  wire  [63:0] m_value = !member_q[2] ? {32'd0, m_count}
                       : {5'd0, member_q} == weir_pkg::LOSS_MEMBER_CAUSE ? {61'd0, loss_cause_i}
                       : {5'd0, member_q} == weir_pkg::LOSS_MEMBER_SOURCE ? {{(64-SOURCES){1'b0}}, loss_source_i}
                       : {5'd0, member_q} == weir_pkg::LOSS_MEMBER_FIRST ? loss_first_i : loss_last_i;
  wire [3:0] m_octets  = octets(m_value);
  wire       m_there   = member_q[2] || m_octets != 4'd0;  // a class without loss is left out
  wire       m_last    = member_q == 3'd7;

  // ---- the chunk of this cycle
  wire [2:0]  head_len  = pint_len(header_q[27:7]);
  wire        more      = delta_q[63:28] != 36'd0;
  wire [2:0]  delta_len = more ? 3'd4 : pint_len(delta_q[27:7]);
  wire        has_delta = header_q[1];
  wire        together  = has_delta && !more && {1'b0, head_len} + {1'b0, delta_len} <= 4'd4;
  wire [31:0] head_oct  = pint(header_q, head_len, 1'b0);
  wire [31:0] delta_oct = pint(delta_q[27:0], delta_len, more);
  wire [3:0]  v_octets  = octets({32'd0, value_q});
  wire [7:0]  v_szdf    = {v_octets, 2'b00, switch_q, !switch_q};

  wire [31:0] value_oct = {value_q[23:0], v_szdf};
  wire [2:0]  value_len = (v_octets > 4'd3) ? 3'd4 : v_octets[2:0] + 3'd1;
  wire [31:0] guard_oct = {24'd0, value_q[31:24]};         // the fourth octet, and the guard octet if there is one
  wire [2:0]  guard_len = v_octets[2:0] - 3'd3;
  wire [31:0] size_oct  = {16'd0, 4'd0, size_q[6:3], 1'b1, size_q[2:0], 4'd1};
  wire [31:0] m_oct     = m_there ? {8'd0, 4'd0, m_octets, 8'd3, 5'd0, member_q} : 32'd0;
  wire [31:0] left_oct  = octets_q[31:0];
  wire [2:0]  left_len  = (left_q > 4'd4) ? 3'd4 : left_q[2:0];
  logic [31:0] chunk;              // first octet in the low bits; those above chunk_len are 0
  logic [2:0]  chunk_len;          // 0..4
  logic [2:0]  next;
  always_comb begin
    chunk = 32'd0;
    chunk_len = 3'd0;
    next = HEAD;
    case (state_q)
      HEAD: begin
        chunk = head_oct | (together ? delta_oct << {head_len, 3'b000} : 32'd0);
        chunk_len = together ? head_len + delta_len : head_len;
        next = (has_delta && !together) ? DELTA : loss_q ? SUM : VALUE;
      end
      DELTA: begin
        chunk = delta_oct;
        chunk_len = delta_len;
        next = more ? DELTA : loss_q ? SUM : VALUE;
      end
      VALUE: begin
        chunk = value_oct;
        chunk_len = value_len;
        next = (v_octets > 4'd3) ? GUARD : HEAD;
      end
      GUARD: begin
        chunk = guard_oct;
        chunk_len = guard_len;
        next = HEAD;
      end
      SUM: next = m_last ? SIZE : SUM;
      SIZE: begin
        chunk = size_oct;
        chunk_len = 3'd2;
        next = MEMBER;
      end
      MEMBER: begin
        chunk = m_oct;
        chunk_len = m_there ? 3'd3 : 3'd0;
        next = (m_there && m_octets != 4'd0) ? OCTETS : m_last ? HEAD : MEMBER;
      end
      default: begin               // OCTETS
        chunk = left_oct;
        chunk_len = left_len;
        next = (left_q > 4'd4) ? OCTETS : m_last ? HEAD : MEMBER;
      end
    endcase
  end
  assign last = next == HEAD;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) state_q <= HEAD;
    else if (step) state_q <= next;

    if (entry_ready_o) delta_q <= in_delta;
    else if (step && state_q == DELTA) delta_q <= {28'd0, delta_q[63:28]};

    if (entry_ready_o) written_q <= 7'd0;
    else if (step) written_q <= written_q + {4'd0, chunk_len};

    if (entry_ready_o) begin
      member_q <= 3'd0;
      size_q   <= 7'd0;
    end else if (step) begin
      if (state_q == SUM || (next == MEMBER && state_q != SIZE)) member_q <= member_q + 3'd1;
      if (state_q == SUM && m_there) size_q <= size_q + 7'd3 + {3'd0, m_octets};
    end
    if (step) begin
      octets_q <= (state_q == MEMBER) ? m_value : {32'd0, octets_q[63:32]};
      left_q   <= (state_q == MEMBER) ? m_octets : left_q - 4'd4;
    end
  end

  // ---- octets to words
  logic [23:0] tail_q;
  logic [1:0]  count_q;
  wire  [55:0] joined = {32'd0, tail_q} | ({24'd0, chunk} << {count_q, 3'b000});
  wire  [2:0]  total  = {1'b0, count_q} + chunk_len;
  assign word_valid_o = valid_q && total[2];
  assign word_o       = joined[31:0];
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      tail_q  <= 24'd0;
      count_q <= 2'd0;
    end else if (step) begin
      tail_q  <= total[2] ? joined[55:32] : joined[23:0];
      count_q <= total[1:0];
    end
  end
  assign tail_o       = tail_q;
  assign tail_count_o = count_q;

  // ---- what the entry did not need
  logic       unused_valid_q, loss_done_q;
  logic [6:0] unused_q;
  wire  [6:0] promised = loss_q ? LOSS_MAX[6:0] : EVENT_MAX[6:0];
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      unused_valid_q <= 1'b0;
      loss_done_q    <= 1'b0;
    end else begin
      unused_valid_q <= step && last;
      loss_done_q    <= step && last && loss_q;
    end
    unused_q <= promised - written_q - {4'd0, chunk_len};
  end
  assign unused_valid_o = unused_valid_q;
  assign unused_o       = unused_q;
  assign loss_done_o    = loss_done_q;
  assign idle_o         = !valid_q && !unused_valid_q;

endmodule
`default_nettype wire
