// SPDX-License-Identifier: Apache-2.0
// args: an event of several words becomes several entries behind the queue: its further words, each of an item of its own,
// and then itself. Nothing comes between them.
`default_nettype none
module weir_args #(
    parameter integer ARGS = 4,          // words of an event at most, 1..4; 1: everything passes
    parameter integer TIME_W = 64
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              clear_i,    // no entry comes in that cycle

    input  wire              in_valid_i, // stays, unchanged, until it is taken
    output wire              in_ready_o,
    input  wire [53:0]       in_entry_i, // see weir_event
    input  wire [TIME_W-1:0] in_delta_i,
    input  wire [95:0]       in_more_i,  // the further words, the first in the low bits
    input  wire [1:0]        in_words_i, // how many there are, less than ARGS; 0 of all but an id

    output wire              out_valid_o,
    input  wire              out_ready_i,
    output wire [53:0]       out_entry_o,
    output wire [TIME_W-1:0] out_delta_o,
    output wire              out_part_o  // a further word: more entries of this event follow
);
  generate
    if (ARGS < 1 || ARGS > 4) begin : g_range
      ERROR_ARGS_must_be_1_to_4 error ();
    end
    if (ARGS > 1) begin : g_args
      logic [1:0] at_q;                  // further words that have gone
      wire [20:0] item = in_entry_i[weir_event::E_ITEM_LSB +: 21];
      wire [3:0]  hart = item[20:4] == 17'd0 ? 4'd0 : item[3:0];
      wire        part = at_q != in_words_i;
      wire [31:0] word = at_q == 2'd0 ? in_more_i[31:0] : at_q == 2'd1 ? in_more_i[63:32] : in_more_i[95:64];
      wire [20:0] own  = weir_pkg::ITEM_ARG | {15'd0, at_q, hart};
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) at_q <= 2'd0;
        else if (in_valid_i && out_ready_i) at_q <= part ? at_q + 2'd1 : 2'd0;
      end
      assign out_valid_o = in_valid_i;
      assign in_ready_o  = out_ready_i && !part;
      assign out_entry_o = part ? {1'b0, own, word} : in_entry_i;
      assign out_delta_o = at_q == 2'd0 ? in_delta_i : '0;
      assign out_part_o  = part;

`ifdef FORMAL
`ifdef PROVE_weir_args
  `define WEIR_ENV assume
`else
  `define WEIR_ENV assert
`endif
      logic f_started = 1'b0;
      always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_args
      // Reset comes first.
      always_comb m_reset: assume (f_started || !rst_ni);
`endif
      logic              f_waits;              // an entry waited in the cycle before
      logic [53:0]       f_entry;
      logic [95:0]       f_more;
      logic [1:0]        f_words;
      logic [TIME_W-1:0] f_delta;
      always_ff @(posedge clk_i) begin
        f_waits <= rst_ni && in_valid_i && !in_ready_o;
        f_entry <= in_entry_i;
        f_more  <= in_more_i;
        f_words <= in_words_i;
        f_delta <= in_delta_i;
      end
      always_comb if (f_started) begin
        m_kept: `WEIR_ENV (!f_waits || (in_valid_i && in_entry_i == f_entry && in_more_i == f_more && in_words_i == f_words && in_delta_i == f_delta));
        m_clear: `WEIR_ENV (!clear_i || !in_valid_i);
        m_words: `WEIR_ENV (!in_valid_i || {30'd0, in_words_i} < ARGS);
      end

      // ---- a reader that joins what comes out: any one of the words
      (* anyconst *) wire [1:0] f_which;
      logic [1:0]        f_seen;               // words of the event so far
      logic [31:0]       f_word;               // the one followed, if it was among them
      logic [TIME_W-1:0] f_time;               // since the entry before the event
      wire               f_taken = out_valid_o && out_ready_i;
      wire [20:0]        f_item  = out_entry_o[weir_event::E_ITEM_LSB +: 21];
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i || (f_taken && !out_part_o)) f_seen <= 2'd0;
        else if (f_taken) f_seen <= f_seen + 2'd1;
        if (f_taken && out_part_o && f_seen == f_which) f_word <= out_entry_o[31:0];
        if (f_taken && f_seen == 2'd0) f_time <= out_delta_o;
      end
      wire [31:0] f_wants = f_which == 2'd0 ? in_more_i[31:0] : f_which == 2'd1 ? in_more_i[63:32] : in_more_i[95:64];
      always_comb if (f_started) begin
        // An event comes out as it came in, behind all its further words in their order, each of its hart and its item.
        a_event: assert (!(f_taken && !out_part_o) || (in_ready_o && out_entry_o == in_entry_i && f_seen == in_words_i
                                                       && (f_which >= in_words_i || f_word == f_wants)));
        a_part: assert (!(f_taken && out_part_o) || (!in_ready_o && !out_entry_o[weir_event::E_EVENT_LSB] && f_seen < in_words_i
                                                     && f_item == 21'd192 + 21'd16 * {19'd0, f_seen} + (item < 21'd16 ? 21'd0 : {17'd0, item[3:0]})));
        // All have the time of the first.
        a_time: assert (!f_taken || (f_seen == 2'd0 ? out_delta_o == in_delta_i : out_delta_o == '0 && f_time == in_delta_i));
        // Nothing is held back.
        a_valid: assert (out_valid_o == in_valid_i);
        // Why:
        a_at: assert (at_q == f_seen && (f_seen == 2'd0 || in_valid_i) && (!in_valid_i || f_seen <= in_words_i));
        a_word: assert (f_seen <= f_which || f_word == f_wants);
        a_first: assert (f_seen == 2'd0 || f_time == in_delta_i);
      end
`ifdef PROVE_weir_args
      // All of this happens.
      always_comb if (f_started) begin
        c_most: cover (f_taken && !out_part_o && f_seen == ARGS[1:0] - 2'd1);
        c_one: cover (f_taken && !out_part_o && f_seen == 2'd0);
      end
`endif
`undef WEIR_ENV
`endif
    end else begin : g_none
      assign out_valid_o = in_valid_i;
      assign in_ready_o  = out_ready_i;
      assign out_entry_o = in_entry_i;
      assign out_delta_o = in_delta_i;
      assign out_part_o  = 1'b0;
      wire unused = &{1'b0, clk_i, rst_ni, clear_i, in_more_i, in_words_i};
    end
  endgenerate
endmodule
`default_nettype wire
