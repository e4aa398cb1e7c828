// SPDX-License-Identifier: Apache-2.0
// weir_filter: decides which events are offered: trigger, selection, rate limits; and holds their
// registers.
//
// Use      An event is judged one cycle after it arrives. Stores and the pin are delayed alike, so
//          the registers of its own cycle judge it. theory.md, filter, has the rules.
// Latency  One cycle for events, two for trigger_o; none without FILTER.
`default_nettype none
module weir_filter #(
    // 0: wires only; every event is offered, no registers
    parameter integer FILTER = 1
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    // FILTERED counts from 0; no event is judged in this cycle
    input  wire                     clear_i,

    // Registers 0x080-0x0ff of the control page
    input  wire                     store_i,        // a whole word is stored to one of them,
    input  wire [4:0]               word_i,         // this one; or this one is read
    input  wire [31:0]              data_i,
    // a store takes effect at the end of this cycle: no access now
    output wire                     busy_o,
    output wire                     known_o,        // the register exists
    output wire [31:0]              read_o,         // and reads this

    input  wire                     trigger_i,      // pin, of any clock
    output wire                     trigger_o,      // pin, high for one cycle
    output wire                     frozen_o,       // STATUS.FROZEN

    // an event or a silent store leaves the arbiter,
    input  wire                     leaves_i,
    input  wire                     event_valid_i,  // an event, accepted at once
    input  wire [weir_event::W-1:0] event_i,
    input  wire                     port_i,         // it is an access of the register port,
    input  wire                     reserved_i,     // and space is reserved for it
    // the same one cycle later (without FILTER in the same cycle); accepted at once
    output wire                     leaves_o,
    output wire                     event_valid_o,  // offered
    output wire [weir_event::W-1:0] event_o,
    output wire                     port_o,
    output wire                     reserved_o,
    output wire                     idle_o,         // nothing is judged; constant without FILTER,
    output wire                     pending_o       // or an access of the register port is
);
`include "weir_types.svh"
  event_t judged, out;                      // what is judged, and as it goes on
  generate
    if (FILTER != 0) begin : g_filter
      // ---- arrivals of the cycle before: an event, a store
      logic                     valid_q, store_q, leaves_q, port_q, reserved_q;
      logic [weir_event::W-1:0] event_q;
      logic [4:0]               word_q;
      logic [31:0]              data_q;
      always_ff @(posedge clk_i) begin
        valid_q    <= rst_ni && event_valid_i;
        leaves_q   <= rst_ni && leaves_i;
        port_q     <= rst_ni && port_i;
        reserved_q <= rst_ni && reserved_i;  // @along
        if (leaves_i) event_q <= event_i;
        store_q <= rst_ni && store_i && known_o;
        if (store_i) begin
          word_q <= word_i;
          data_q <= data_i;
        end
      end
      assign judged = event_q;
      assign busy_o = store_q;
      wire [31:0] value = judged.value;
      wire [15:0] id    = judged.id;
      wire [weir_pkg::DROP_W-1:0] kind = judged.kind;
      wire        good  = kind <= weir_pkg::DROP_SYS;               // without a drop reason
      wire        own_bit   = judged.is_switch
          || judged.ctx == weir_pkg::CONTEXT_SNOOP;
      genvar k;

      // ---- registers
      wire [2:0]  by_class, by_set;                 // SELECT: classes; RANGE 0, RANGE 1, SELECT_ID
      wire        invert, falling;
      wire [15:0] select_id, select_mask, after;
      wire [31:0] range_first, range_last, match_id, match_id_mask;             // two of 16 bits
      wire [63:0] match_value, match_mask;                                      // two of 32
      wire [31:0] rate_limit_count;                                             // two of 16
      wire [9:0]  rate_limit_interval;                                          // two of 5
      wire [1:0]  rate_limit, set_rate_limit;
      wire [2:0]  on_start, on_stop, on_freeze, on_out;                         // TRIGGER
      wire        at_state;
      wire        set_state = store_q && at_state;
      wire [15:0] left;                             // that are still to pass
      logic [1:0]  state_q;
      logic [31:0] filtered_q;
      weir_filter_csr u_csr (
          .clk_i, .rst_ni, .offset_i(word_i), .store_i(store_q), .store_offset_i(word_q),
          .wdata_i(data_q), .read_o, .known_o,
          .select_user_o(by_class[0]), .select_com_o(by_class[1]), .select_sys_o(by_class[2]),
          .select_range0_o(by_set[0]), .select_range1_o(by_set[1]), .select_id_o(by_set[2]),
          .select_invert_o(invert), .select_id_id_o(select_id), .select_id_mask_o(select_mask),
          .range_first_o(range_first), .range_last_o(range_last),
          .at_rate_limit_o(set_rate_limit), .rate_limit_count_o(rate_limit_count),
          .rate_limit_interval_o(rate_limit_interval), .rate_limit_enable_o(rate_limit),
          .filtered_count_i(filtered_q), .freeze_after_count_o(after),  // @reads
          .trigger_start_o(on_start), .trigger_stop_o(on_stop), .trigger_freeze_o(on_freeze),
          .trigger_out_o(on_out), .trigger_falling_o(falling),
          .at_trigger_state_o(at_state), .trigger_state_state_i(state_q),
          .trigger_state_left_i(left), .match_id_id_o(match_id), .match_id_mask_o(match_id_mask),
          .match_value_value_o(match_value), .match_mask_mask_o(match_mask));

      // ---- causes: two events and the pin, which is synchronised first
      (* ASYNC_REG = "TRUE" *) logic [3:0] pin_q;   // the last bit is the level of the cycle before
      always_ff @(posedge clk_i) pin_q <= rst_ni ? {pin_q[2:0], trigger_i} : 4'b1111;
      wire [2:0] cause;
      wire [1:0] match;                             // an event or not
      for (k = 0; k < 2; k = k + 1) begin : g_match
        assign match[k] = ((id ^ match_id[16*k +: 16]) & match_id_mask[16*k +: 16]) == 16'd0
                     && ((value ^ match_value[32*k +: 32]) & match_mask[32*k +: 32]) == 32'd0;
        assign cause[k] = valid_q && good && match[k];  // @match
      end
      assign cause[2] = falling ? pin_q[3] && !pin_q[2] : pin_q[2] && !pin_q[3];  // @early

      // ---- trigger
      logic [15:0] left_q;                          // FREEZING: events that still pass
      logic        pulse_q;
      wire         frozen = state_q == weir_pkg::TRIGGER_FROZEN;
      // TIMING: a match arrives late, so its effect is computed before.
      wire   [2:0] starts = state_q == weir_pkg::TRIGGER_CLOSED ? on_start
          & {1'b1, {2{valid_q && good}}} : 3'd0;
      wire         begins = |({cause[2], match} & starts);
      // @start
      wire         passes = begins || state_q == weir_pkg::TRIGGER_OPEN || state_q
          == weir_pkg::TRIGGER_FREEZING;
      wire         counted;                         // counts against FREEZE_AFTER
      wire  [1:0]  set_to = data_q[weir_pkg::TRIGGER_STATE_STATE_LSB +: 2];
      // FREEZING begins
      wire         fresh = set_state ? set_to == weir_pkg::TRIGGER_FREEZING : state_q
          == weir_pkg::TRIGGER_OPEN && |(cause & on_freeze);
      logic [1:0]  next;
      always_comb begin
        next = state_q;
        if (set_state) next = set_to;
        else if (begins) next = weir_pkg::TRIGGER_OPEN;
        else if (fresh) next = weir_pkg::TRIGGER_FREEZING;
        else if (state_q == weir_pkg::TRIGGER_OPEN && |(cause
            & on_stop)) next = weir_pkg::TRIGGER_CLOSED;
        // @freezing
        else if (state_q == weir_pkg::TRIGGER_FREEZING && counted && left_q
            == 16'd1) next = weir_pkg::TRIGGER_FROZEN;
      end
      always_ff @(posedge clk_i) begin
        if (!rst_ni) state_q <= weir_pkg::TRIGGER_OPEN;
        else state_q <= fresh && after == 16'd0 ? weir_pkg::TRIGGER_FROZEN : next;  // @at_once
        if (fresh) left_q <= after;
        else if (counted) left_q <= left_q - 16'd1;
        pulse_q <= rst_ni && !frozen && |(cause & on_out);
      end

      // ---- selection
      wire [2:0] in_set;
      for (k = 0; k < 2; k = k + 1) begin : g_range
        assign in_set[k] = id >= range_first[16*k +: 16] && id <= range_last[16*k +: 16];  // @range
      end
      assign in_set[2] = ((id ^ select_id) & select_mask) == 16'd0;
      wire by_id    = by_set == 3'd0 || (|(in_set & by_set)) != invert;  // @invert
      wire in_class = |(by_class & {kind == weir_pkg::DROP_SYS, kind == weir_pkg::DROP_COM, kind
          == weir_pkg::DROP_USER});
      wire selected = passes && (in_class && (own_bit || by_id));  // @switch

      // ---- rate limits. AREA: both numbers count up from a reset: no adder has a multiplexer
      // before it. None may pass any more at a certain number; an interval ends at a certain bit.
      wire [1:0] full;
      for (k = 0; k < 2; k = k + 1) begin : g_rate_limit
        logic        open_q;                        // an interval is open
        logic [31:0] age_q;                         // cycles since its event, and one more
        logic [15:0] passed_q;                      // events of it that passed
        wire  [4:0]  size   = rate_limit_interval[5*k +: 5];
        wire         is_ours   = valid_q && kind == k[weir_pkg::DROP_W-1:0];
        wire         spent  = passed_q == rate_limit_count[16*k +: 16];  // none may still pass
        wire         none   = !rst_ni || (store_q && set_rate_limit[k]);
        wire         last   = age_q[size];  // @rate_limit
        // @sys_rate_limited
        assign full[k] = rate_limit[k] && spent && kind == k[weir_pkg::DROP_W-1:0];
        always_ff @(posedge clk_i) begin
          open_q <= !none && (open_q ? !last : selected && is_ours && size != 5'd0);  // @window
          age_q  <= open_q ? age_q + 32'd1 : 32'd2;
          if (none || (open_q ? last : size == 5'd0)) passed_q <= 16'd0;
          else if (selected && is_ours && !spent) passed_q <= passed_q + 16'd1;
        end
      end
      wire rate_limited = |full;
      assign counted       = valid_q && selected && !rate_limited;
      assign event_valid_o = valid_q && !frozen && (!good || selected);  // @bad
      assign out.arg_count = judged.arg_count;
      assign out.args      = judged.args;
      assign out.is_switch = judged.is_switch;
      assign out.hart      = judged.hart;
      assign out.ctx       = judged.ctx;
      assign out.kind      = rate_limited ? weir_pkg::DROP_RATE_LIMIT : kind;
      assign out.id        = judged.id;
      assign out.value     = judged.value;
      assign leaves_o   = leaves_q;
      assign port_o     = port_q;
      assign reserved_o = reserved_q;
      assign idle_o     = !leaves_q;
      assign pending_o  = port_q;

      // TIMING: the count enable arrives late, so the carry is split
      wire         drops = valid_q && !event_valid_o;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) filtered_q <= 32'd0;  // @counts
        else begin
          filtered_q[7:0] <= filtered_q[7:0] + {7'd0, drops};
          if (drops && &filtered_q[7:0]) filtered_q[31:8] <= filtered_q[31:8] + 24'd1;
        end
      end

      assign left      = state_q == weir_pkg::TRIGGER_FREEZING ? left_q : 16'd0;
      assign frozen_o  = frozen;
      assign trigger_o = pulse_q;
    end else begin : g_through
      assign event_valid_o = event_valid_i;
      assign judged        = event_i;
      assign out           = judged;
      assign leaves_o      = leaves_i;
      assign port_o        = port_i;
      assign reserved_o    = reserved_i;
      assign idle_o        = 1'b1;
      assign pending_o     = 1'b0;
      assign busy_o        = 1'b0;
      assign known_o       = 1'b0;
      assign read_o        = 32'd0;
      assign frozen_o      = 1'b0;
      assign trigger_o     = 1'b0;
      wire unused = &{1'b0, clk_i, rst_ni, clear_i, store_i, word_i, data_i, trigger_i};
    end
  endgenerate
  assign event_o = out;

`ifdef FORMAL
`include "weir_filter_fv.svh"
`endif
endmodule
`default_nettype wire
