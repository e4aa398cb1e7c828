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

`ifdef FORMAL
`ifdef PROVE_weir_pack
  `define WEIR_ENV assume
`else
  `define WEIR_ENV assert
`endif
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_pack
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
`endif

  localparam integer LOSS_W = 4*32 + 3 + SOURCES + 2*64;
  wire  [LOSS_W-1:0] f_content = {loss_count_i, loss_cause_i, loss_source_i, loss_first_i, loss_last_i};
  logic [LOSS_W-1:0] f_content_was;
  logic              f_same_record;            // the record here was here in the cycle before
  always_ff @(posedge clk_i) begin
    f_content_was <= f_content;
    f_same_record <= rst_ni && !clear_i && valid_q && loss_q && !(step && last);
  end
  wire f_in_reserved = !in_switch && (in_id == 16'd0 || in_id[15:14] == 2'b10);
  always_comb if (f_started) begin
    // A loss record stays as it is while it is written.
    m_stable: `WEIR_ENV (!f_same_record || f_content == f_content_was);
    // Events have an id, and a hart there is.
    m_id: `WEIR_ENV (!entry_valid_i || in_loss || !(f_in_reserved || 4 * in_hart >= SOURCES));
    // Clear comes only when all is idle.
    m_clear: `WEIR_ENV (!clear_i || (idle_o && !entry_valid_i));
  end

  // ---- how much and how long: bounds by what has been written, in words of the format
  logic [5:0] f_steps;                         // chunks written of this entry
  logic [1:0] f_deltas;                        // of them, of a long delta
  always_ff @(posedge clk_i) begin
    if (entry_ready_o) begin
      f_steps  <= 6'd0;
      f_deltas <= 2'd0;
    end else if (step) begin
      f_steps <= f_steps + 6'd1;
      if (state_q == DELTA) f_deltas <= f_deltas + 2'd1;
    end
  end
  // Octets of a value, by its bounds.
  function automatic [3:0] f_len(input [63:0] v);
    integer i;
    begin
      f_len = v == 64'd0 ? 4'd0 : 4'd9;
      for (i = 8; i >= 1; i = i - 1) if (v != 64'd0 && (v >> (8*i - 1)) == 64'd0) f_len = i[3:0];
    end
  endfunction
  // The members of the record: value, octets with member number, type and size, octets from this one on.
  wire [8*64-1:0] f_members = {loss_last_i, loss_first_i, {(64-SOURCES){1'b0}}, loss_source_i, 61'd0, loss_cause_i,
                               32'd0, loss_count_i[96 +: 32], 32'd0, loss_count_i[64 +: 32],
                               32'd0, loss_count_i[32 +: 32], 32'd0, loss_count_i[0 +: 32]};
  wire [9*7-1:0]  f_rest;
  assign f_rest[8*7 +: 7] = 7'd0;
  genvar f;
  generate
    for (f = 0; f < 8; f = f + 1) begin : g_formal
      wire there = f >= 4 || f_members[64*f +: 64] != 64'd0;
      assign f_rest[7*f +: 7] = f_rest[7*(f+1) +: 7] + (there ? 7'd3 + {3'd0, f_len(f_members[64*f +: 64])} : 7'd0);
    end
  endgenerate
  wire [6:0] f_from = f_rest[7*member_q +: 7];
  wire [6:0] f_after = f_rest[7*({1'b0, member_q} + 4'd1) +: 7];
  logic [6:0] f_most;                          // octets written so far, at most
  logic [5:0] f_longest;                       // steps so far, at most
  wire  [5:0] f_before = 6'd13 + 6'd3 * {3'd0, member_q} + {5'd0, m_last};   // before this member; the two times may take 4 each
  always_comb begin
    case (state_q)
      HEAD:    begin f_most = 7'd0;                             f_longest = 6'd0; end
      DELTA:   begin f_most = 7'd4 + {3'd0, f_deltas, 2'b00};   f_longest = 6'd1 + {4'd0, f_deltas}; end
      VALUE:   begin f_most = 7'd14;                            f_longest = 6'd4; end
      GUARD:   begin f_most = 7'd18;                            f_longest = 6'd5; end
      SUM:     begin f_most = 7'd14;                            f_longest = 6'd4 + {3'd0, member_q}; end
      SIZE:    begin f_most = 7'd14;                            f_longest = 6'd12; end
      MEMBER:  begin f_most = 7'd16 + f_rest[6:0] - f_from;     f_longest = f_before; end
      default: begin f_most = 7'd16 + f_rest[6:0] - f_after - {3'd0, left_q};
                     f_longest = f_before + 6'd1 + {5'd0, {1'b0, left_q} + 5'd4 <= {1'b0, m_octets}}
                                + {5'd0, {1'b0, left_q} + 5'd8 <= {1'b0, m_octets}}; end
    endcase
  end
  always_comb if (f_started) begin
    // An event never exceeds 20 octets, a record never 88: what is given back never underflows.
    a_size: assert (!step || {1'b0, written_q} + {5'd0, chunk_len} <= (loss_q ? 88 : 20));
    a_unused: assert (!unused_valid_q || unused_q <= (loss_done_q ? 88 : 20));
    // An entry ends after 39 steps at most, an event after 6; a step is taken in every cycle with room for a word.
    a_ends: assert (!valid_q || (f_steps < (loss_q ? 6'd39 : 6'd6)));
    // Why:
    a_most: assert (!valid_q || written_q <= f_most);
    a_longest: assert (!valid_q || f_steps <= f_longest);
    a_members: assert (f_rest[6:0] <= 7'd72);
    a_states: assert (!valid_q || ((state_q == VALUE || state_q == GUARD) ? !loss_q : state_q < SUM || loss_q));
    a_idle_state: assert (valid_q || state_q == HEAD);
    a_header: assert (!valid_q || header_q[27:24] == 4'd0);
    a_deltas: assert (!valid_q || state_q != DELTA || (f_deltas <= 2'd2 && (f_deltas < 2'd2 || delta_q[63:8] == 56'd0)
                                                      && (f_deltas < 2'd1 || delta_q[63:36] == 28'd0)));
    a_sum: assert (!(valid_q && state_q == SUM) || size_q == f_rest[6:0] - f_from);
    a_sum_done: assert (!(valid_q && state_q == SIZE) || (size_q == f_rest[6:0] && member_q == 3'd0));
    a_left: assert (!(valid_q && state_q == OCTETS)
                    || (left_q != 4'd0 && (left_q == m_octets || (m_octets > 4'd4 && left_q == m_octets - 4'd4)
                                           || (m_octets > 4'd8 && left_q == m_octets - 4'd8))));
    a_octets: assert (!(valid_q && state_q == OCTETS) || octets_q == m_value >> {m_octets - left_q, 3'b000});
    a_head_member: assert (!(valid_q && (state_q == HEAD || state_q == DELTA)) || (member_q == 3'd0 && size_q == 7'd0));
    a_no_delta_yet: assert (!(valid_q && state_q == HEAD) || f_deltas == 2'd0);
    a_guard: assert (!(valid_q && state_q == GUARD) || v_octets > 4'd3);
  end

`ifdef PROVE_weir_pack
  // ---- a decoder written from the format reads every entry back from its chunks
  localparam [1:0] F_HEADER = 2'd0, F_DELTA = 2'd1, F_SIZE = 2'd2, F_OCTETS = 2'd3;
  logic        f_in_loss, f_in_switch;         // the entry
  logic [3:0]  f_in_hart;
  logic [15:0] f_in_id;
  logic [31:0] f_in_value;
  logic [63:0] f_in_delta;
  logic [1:0]  f_state, f_state_d;             // the decoder: state now and after this cycle's chunk
  logic [27:0] f_header, f_header_d;
  logic [69:0] f_delta, f_delta_d;
  logic [13:0] f_szdf, f_szdf_d;
  logic [39:0] f_value, f_value_d;
  logic [6:0]  f_at, f_at_d;                   // octets of this part so far
  logic        f_over, f_over_d;               // an octet too many
  logic [7:0]  f_octet;
  wire  [6:0]  f_size_d = {f_szdf_d[10:4]};
  integer k;
  always_comb begin
    f_state_d = f_state; f_header_d = f_header; f_delta_d = f_delta; f_szdf_d = f_szdf; f_value_d = f_value;
    f_at_d = f_at; f_over_d = f_over; f_octet = 8'd0;
    for (k = 0; k < 4; k = k + 1) if (k < chunk_len) begin
      f_octet = chunk[8*k +: 8];
      case (f_state_d)
        F_HEADER: begin
          if (f_at_d < 4) f_header_d = f_header_d | ({21'd0, f_octet[6:0]} << (7 * f_at_d[1:0]));
          else f_over_d = 1'b1;
          f_at_d = f_octet[7] ? f_at_d + 7'd1 : 7'd0;
          if (!f_octet[7]) f_state_d = f_header_d[1] ? F_DELTA : F_SIZE;
        end
        F_DELTA: begin
          if (f_at_d < 10) f_delta_d = f_delta_d | ({63'd0, f_octet[6:0]} << (7 * f_at_d[3:0]));
          else f_over_d = 1'b1;
          f_at_d = f_octet[7] ? f_at_d + 7'd1 : 7'd0;
          if (!f_octet[7]) f_state_d = F_SIZE;
        end
        F_SIZE: begin
          if (f_at_d < 2) f_szdf_d = f_szdf_d | ({7'd0, f_octet[6:0]} << (7 * f_at_d[0]));
          else f_over_d = 1'b1;
          f_at_d = f_octet[7] ? f_at_d + 7'd1 : 7'd0;
          if (!f_octet[7]) f_state_d = F_OCTETS;
        end
        default: begin
          if (f_at_d < 5) f_value_d = f_value_d | ({32'd0, f_octet} << (8 * f_at_d[2:0]));
          f_at_d = f_at_d + 7'd1;
        end
      endcase
    end
  end
  always_ff @(posedge clk_i) begin
    if (entry_ready_o) begin
      {f_in_loss, f_in_switch, f_in_hart, f_in_id} <= {in_loss, in_switch, in_hart, in_id};
      f_in_value <= entry_i[weir_event::E_VALUE_LSB +: 32];
      f_in_delta <= in_delta;
      f_state <= F_HEADER; f_header <= 28'd0; f_delta <= 70'd0; f_szdf <= 14'd0; f_value <= 40'd0; f_at <= 7'd0; f_over <= 1'b0;
    end else if (step) begin
      f_state <= f_state_d; f_header <= f_header_d; f_delta <= f_delta_d; f_szdf <= f_szdf_d; f_value <= f_value_d;
      f_at <= f_at_d; f_over <= f_over_d;
    end
  end
  // The item of an event, from the table of items.
  wire [20:0] f_item = f_in_loss ? 21'd3
                     : f_in_switch ? (f_in_hart == 4'd0 ? 21'd1 : 21'd16 + {17'd0, f_in_hart})
                     : (f_in_hart == 4'd0 && f_in_id >= 16'd1 && f_in_id <= 16'd11) ? 21'd4 + {5'd0, f_in_id}
                     : 21'd16 * ({5'd0, f_in_id} + 21'd15) + {17'd0, f_in_hart};
  wire        f_end = valid_q && step && last;
  wire [27:0] f_wants_header = {4'd0, f_item, 1'b0, f_in_delta != 64'd0, 1'b0};
  wire [13:0] f_wants_szdf = {f_len({32'd0, f_in_value}), f_in_switch ? 4'd2 : 4'd1};
  wire [69:0] f_so_far = {6'd0, f_in_delta & ~(64'hffffffffffffffff << (6'd28 * f_deltas))};
  always_comb if (f_started && f_end) begin
    // The octets are one entry, whole and no more: item, flags, time since the entry before.
    a_entry: assert (!f_over_d && f_state_d == F_OCTETS && f_at_d == f_size_d);
    a_item: assert (f_header_d == f_wants_header);
    a_delta: assert (f_delta_d == {6'd0, f_in_delta});
    // An event: its value in the fewest octets that leave the top bit clear, and its kind.
    a_value: assert (f_in_loss || f_value_d == {8'd0, f_in_value});
    a_fewest: assert (f_in_loss || f_szdf_d == f_wants_szdf);
    // A record: the size field says the octets of its members, which come in order with number, type and size.
    a_record: assert (!f_in_loss || f_szdf_d == {3'd0, f_rest[6:0], 4'd1});
  end
  always_comb if (f_started && valid_q) begin
    // Why:
    a_kept: assert (f_in_loss == loss_q && (f_in_loss || f_in_switch == switch_q) && f_in_value == value_q && header_q == f_wants_header
                    && !f_over);
    a_at_head: assert (state_q != HEAD || (f_state == F_HEADER && f_at == 7'd0 && f_header == 28'd0 && f_delta == 70'd0
                       && f_szdf == 14'd0 && f_value == 40'd0 && delta_q == f_in_delta && f_deltas == 2'd0));
    a_at_delta: assert (state_q != DELTA || (f_state == F_DELTA && f_at == 7'd4 * f_deltas && f_header == header_q
                        && f_delta == f_so_far && f_szdf == 14'd0 && f_value == 40'd0 && header_q[1]
                        && delta_q == f_in_delta >> (6'd28 * f_deltas) && delta_q != 64'd0));
    a_at_size: assert (!(state_q == VALUE || state_q == SUM || state_q == SIZE)
                       || (f_state == F_SIZE && f_at == 7'd0 && f_header == header_q && f_delta == {6'd0, f_in_delta}
                           && f_szdf == 14'd0 && f_value == 40'd0));
    a_at_guard: assert (state_q != GUARD || (f_state == F_OCTETS && f_at == 7'd3 && f_header == header_q
                        && f_delta == {6'd0, f_in_delta} && f_szdf == f_wants_szdf && f_value == {16'd0, f_in_value[23:0]}
                        && f_in_value[31:23] != 9'd0));
    a_at_member: assert (!(state_q == MEMBER || state_q == OCTETS)
                         || (f_state == F_OCTETS && f_header == header_q && f_delta == {6'd0, f_in_delta}
                             && f_szdf == {3'd0, f_rest[6:0], 4'd1}
                             && f_at == f_rest[6:0] - (state_q == MEMBER ? f_from : f_after + {3'd0, left_q})));
  end

  // The members of a record: each chunk is its number, type and size, or octets of its value.
  wire [63:0] f_member = f_members[64*member_q +: 64];
  wire [63:0] f_member_left = f_member >> {f_len(f_member) - left_q, 3'b000};
  always_comb if (f_started && valid_q && loss_q) begin
    a_member: assert (state_q != MEMBER || (chunk_len == 3'd0 && !member_q[2] && f_member == 64'd0)
                      || (chunk_len == 3'd3 && chunk[23:0] == {4'd0, f_len(f_member), 8'd3, 5'd0, member_q}));
    a_member_value: assert (state_q != OCTETS || chunk == f_member_left[31:0]);
    a_member_len: assert (state_q != OCTETS || m_octets == f_len(f_member));
  end

  // ---- any one octet is followed from its chunk into its word
  (* anyseq *) wire       f_pick;
  (* anyseq *) wire [1:0] f_which;
  logic       f_followed;
  logic [1:0] f_lane;
  logic [7:0] f_byte;
  wire  [2:0] f_place = {1'b0, count_q} + {1'b0, f_which};
  wire        f_chosen = step && f_pick && !f_followed && {1'b0, f_which} < chunk_len;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) f_followed <= 1'b0;
    else if (f_chosen) f_followed <= !total[2] || f_place >= 3'd4;
    else if (step && total[2]) f_followed <= 1'b0;
    if (f_chosen) begin
      f_lane <= f_place[1:0];
      f_byte <= chunk[8*f_which +: 8];
    end
  end
  always_comb if (f_started) begin
    // Words are the octets in order, the first in the low octet.
    a_word_now: assert (!(f_chosen && word_valid_o && f_place < 3'd4) || word_o[8*f_place[1:0] +: 8] == chunk[8*f_which +: 8]);
    a_word_later: assert (!(f_followed && step && word_valid_o) || word_o[8*f_lane +: 8] == f_byte);
    a_tail: assert (!f_followed || (f_lane < tail_count_o && tail_o[8*f_lane +: 8] == f_byte));
    a_tail_clean: assert ((tail_o >> {tail_count_o, 3'b000}) == 24'd0);
  end

  // All of this happens.
  always_comb if (f_started) begin
    c_event_20: cover (unused_valid_q && unused_q == 7'd0 && !loss_done_q);
    c_record: cover (loss_done_q);
  end
`endif
`undef WEIR_ENV
`endif
endmodule
`default_nettype wire
