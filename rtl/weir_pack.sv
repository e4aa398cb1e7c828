// SPDX-License-Identifier: Apache-2.0
// pack: turns entries into the octets of flux, and octets into little-endian words.
//
// LANES    4: chunks of one to four octets, one a cycle: header with a short delta, the rest of a long delta, the value; so
//          an event with a small value takes two cycles. 1: an octet a cycle. At most one word leaves in a cycle.
`default_nettype none
module weir_pack #(
    parameter integer LANES = 4,
    parameter integer TIME_W = 64
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              clear_i,        // only while idle_o

    input  wire              entry_valid_i,
    output wire              entry_ready_o,  // does not depend on entry_valid_i
    input  wire [53:0]       entry_i,        // see weir_event
    input  wire [TIME_W-1:0] delta_i,        // ticks since the entry before

    output wire              unused_valid_o, // an entry is finished
    output wire [4:0]        unused_o,       // octets it did not need of those promised

    output wire              word_valid_o,   // to the FIFO, which has room by promise: taken at once
    output wire [31:0]       word_o,
    output wire [23:0]       tail_o,         // octets that do not fill a word yet, the rest 0
    output wire [1:0]        tail_count_o,
    output wire              idle_o
);
  localparam integer MAX = weir_pkg::SIZE_ENTRY_MAX;
  localparam [4:0] ENTRY_MAX = MAX[4:0];
  generate
    if (LANES != 1 && LANES != 4) begin : g_lanes
      ERROR_LANES_must_be_1_or_4 error ();
    end
  endgenerate

  // Octets of an unsigned value with its guard octet; 0 for 0.
  function automatic [2:0] octets(input [31:0] v);
    integer i;
    begin
      octets = 3'd0;
      for (i = 0; i < 4; i = i + 1) begin
        if (v[8*i +: 7] != 7'd0) octets = i[2:0] + 3'd1;
        if (v[8*i + 7]) octets = i[2:0] + 3'd2;
      end
    end
  endfunction

  // ---- the entry under way
  logic              valid_q, event_q;
  logic [1:0]        state_q;
  logic [23:0]       header_q;
  logic [TIME_W-1:0] delta_q;            // what is left of it
  logic [31:0]       value_q;            // what is left of it
  logic [4:0]        unused_q;           // octets promised and not written
  wire               last;               // the chunk of this cycle ends the entry
  wire               step = valid_q;
  wire [2:0]         step_octets;        // octets of this chunk
  wire [23:0]        in_header = {entry_i[weir_event::E_ITEM_LSB +: 21], 1'b0, delta_i != '0, 1'b0};
  assign entry_ready_o = !valid_q || (LANES != 1 && last);    // an octet at a time, a cycle more does not matter

  logic       done_q;
  logic [4:0] left_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      valid_q <= 1'b0;
      done_q  <= 1'b0;
    end else begin
      if (entry_ready_o) valid_q <= entry_valid_i;
      else if (last) valid_q <= 1'b0;
      done_q <= step && last;
    end
    if (entry_ready_o) event_q <= entry_i[weir_event::E_EVENT_LSB];
    if (entry_ready_o) unused_q <= ENTRY_MAX;
    else if (step) unused_q <= unused_q - {2'd0, step_octets};
    left_q <= unused_q - {2'd0, step_octets};
  end
  assign unused_valid_o = done_q;
  assign unused_o       = left_q;
  assign idle_o         = !valid_q && !done_q;

  generate
    if (LANES == 4) begin : g_wide
      // Octets of an unsigned LEB128 number below 2**28, of which bits 6:0 do not matter.
      function automatic [2:0] pint_len(input [27:7] v);
        pint_len = (v[27:21] != 7'd0) ? 3'd4 : (v[20:14] != 7'd0) ? 3'd3 : (v[13:7] != 7'd0) ? 3'd2 : 3'd1;
      endfunction
      // Its octets; more: the number goes on after four octets.
      function automatic [31:0] pint(input [27:0] v, input [2:0] len, input more);
        pint = {more, v[27:21], len > 3'd3, v[20:14], len > 3'd2, v[13:7], len > 3'd1, v[6:0]};
      endfunction

      localparam [1:0] HEAD = 2'd0, DELTA = 2'd1, VALUE = 2'd2, GUARD = 2'd3;
      wire [27:0] head      = {4'd0, header_q};
      wire [2:0]  head_len  = pint_len(head[27:7]);
      wire        more      = |delta_q[TIME_W-1:28];
      wire [2:0]  delta_len = more ? 3'd4 : pint_len(delta_q[27:7]);
      wire        has_delta = header_q[1];
      wire        together  = has_delta && !more && {1'b0, head_len} + {1'b0, delta_len} <= 4'd4;
      wire [31:0] head_oct  = pint(head, head_len, 1'b0);
      wire [31:0] delta_oct = pint(delta_q[27:0], delta_len, more);
      wire [2:0]  v_octets  = octets(value_q);
      wire [31:0] value_oct = {value_q[23:0], 1'b0, v_octets, 2'b00, event_q, !event_q};
      wire [2:0]  value_len = (v_octets > 3'd3) ? 3'd4 : v_octets + 3'd1;
      wire [31:0] guard_oct = {24'd0, value_q[31:24]};         // the fourth octet, and the guard octet if there is one
      wire [2:0]  guard_len = v_octets - 3'd3;

      logic [31:0] chunk;              // first octet in the low bits; those above chunk_len are 0
      logic [2:0]  chunk_len;          // 1..4
      logic [1:0]  next;
      always_comb begin
        case (state_q)
          HEAD: begin
            chunk = head_oct | (together ? delta_oct << {head_len, 3'b000} : 32'd0);
            chunk_len = together ? head_len + delta_len : head_len;
            next = (has_delta && !together) ? DELTA : VALUE;
          end
          DELTA: begin
            chunk = delta_oct;
            chunk_len = delta_len;
            next = more ? DELTA : VALUE;
          end
          VALUE: begin
            chunk = value_oct;
            chunk_len = value_len;
            next = (v_octets > 3'd3) ? GUARD : HEAD;
          end
          default: begin               // GUARD
            chunk = guard_oct;
            chunk_len = guard_len;
            next = HEAD;
          end
        endcase
      end
      assign last        = next == HEAD;
      assign step_octets = chunk_len;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) state_q <= HEAD;
        else if (step) state_q <= next;
        if (entry_ready_o) begin
          header_q <= in_header;
          value_q  <= entry_i[weir_event::E_VALUE_LSB +: 32];
        end
        if (entry_ready_o) delta_q <= delta_i;
        else if (step && state_q == DELTA) delta_q <= {28'd0, delta_q[TIME_W-1:28]};
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
    end else begin : g_serial
      localparam [1:0] HEAD = 2'd0, DELTA = 2'd1, SIZE = 2'd2, VALUE = 2'd3;
      wire        head_more  = header_q[23:7] != 17'd0;
      wire        delta_more = |delta_q[TIME_W-1:7];
      wire [2:0]  v_octets   = octets(value_q);
      logic       has_delta_q;
      logic [2:0] size_q;              // octets of the value left
      wire [7:0]  head_oct   = {head_more, header_q[6:0]};
      wire [7:0]  delta_oct  = {delta_more, delta_q[6:0]};
      wire [7:0]  size_oct   = {1'b0, v_octets, 2'b00, event_q, !event_q};
      wire [7:0]  value_oct  = value_q[7:0];
      logic [7:0] octet;
      logic [1:0] next;
      always_comb begin
        case (state_q)
          HEAD: begin
            octet = head_oct;
            next = head_more ? HEAD : has_delta_q ? DELTA : SIZE;
          end
          DELTA: begin
            octet = delta_oct;
            next = delta_more ? DELTA : SIZE;
          end
          SIZE: begin
            octet = size_oct;
            next = VALUE;
          end
          default: begin               // VALUE
            octet = value_oct;
            next = VALUE;
          end
        endcase
      end
      assign last        = (state_q == SIZE && v_octets == 3'd0) || (state_q == VALUE && size_q == 3'd1);
      assign step_octets = 3'd1;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) state_q <= HEAD;
        else if (step) state_q <= last ? HEAD : next;
        if (entry_ready_o) has_delta_q <= in_header[1];
        if (entry_ready_o) header_q <= in_header;
        else if (step && state_q == HEAD) header_q <= {7'd0, header_q[23:7]};
        if (entry_ready_o) delta_q <= delta_i;
        else if (step && state_q == DELTA) delta_q <= {7'd0, delta_q[TIME_W-1:7]};
        if (entry_ready_o) value_q <= entry_i[weir_event::E_VALUE_LSB +: 32];
        else if (step && state_q == VALUE) value_q <= {8'd0, value_q[31:8]};
        if (step) size_q <= state_q == SIZE ? v_octets : size_q - 3'd1;
      end

      // ---- octets to words
      logic [23:0] tail_q;
      logic [1:0]  count_q;
      assign word_valid_o = valid_q && count_q == 2'd3;
      assign word_o       = {octet, tail_q};
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) count_q <= 2'd0;
        else if (step) count_q <= count_q + 2'd1;
        if (!rst_ni || clear_i || (step && count_q == 2'd3)) begin
          tail_q <= 24'd0;
        end else if (step) begin
          if (count_q == 2'd0) tail_q[7:0] <= octet;
          if (count_q == 2'd1) tail_q[15:8] <= octet;
          if (count_q == 2'd2) tail_q[23:16] <= octet;
        end
      end
      assign tail_o       = tail_q;
      assign tail_count_o = count_q;
    end
  endgenerate
endmodule
`default_nettype wire
