// SPDX-License-Identifier: Apache-2.0
// weir_filter: decides which events are offered: trigger, selection, rate limits; and holds their
// registers.
//
// Use      An event is judged one cycle after it arrives. Stores and the pin are delayed alike, so
//          the registers of its own cycle judge it. docs/theory.md, filter, has the rules.
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
    // offered, one cycle later (without FILTER in the same cycle); accepted at once
    output wire                     event_valid_o,
    output wire [weir_event::W-1:0] event_o
);
  generate
    if (FILTER != 0) begin : g_filter
      // ---- arrivals of the cycle before: an event, a store
      logic                     valid_q, store_q;
      logic [weir_event::W-1:0] event_q;
      logic [4:0]               word_q;
      logic [31:0]              data_q;
      always_ff @(posedge clk_i) begin
        valid_q <= rst_ni && event_valid_i;
        if (leaves_i) event_q <= event_i;  // @event
        store_q <= rst_ni && store_i && known_o;
        if (store_i) begin  // @store
          word_q <= word_i;
          data_q <= data_i;
        end
      end
      assign busy_o = store_q;
      wire [31:0] value = event_q[weir_event::VALUE_LSB +: 32];
      wire [15:0] id    = event_q[weir_event::ID_LSB +: 16];
      wire [weir_pkg::DROP_W-1:0] kind = event_q[weir_event::KIND_LSB +: weir_pkg::DROP_W];
      wire        good  = kind <= weir_pkg::DROP_SYS;               // without a drop reason
      wire        own_bit   = event_q[weir_event::SWITCH_LSB]
          || event_q[weir_event::CONTEXT_LSB +: 2] == weir_pkg::CONTEXT_SNOOP;
      genvar k;

      // ---- registers
      logic [2:0]  class_q, sets_q;                 // SELECT: classes; RANGE 0, RANGE 1, SELECT_ID
      logic        invert_q, falling_q;
      logic [31:0] select_id_q;                     // mask, id
      logic [63:0] range_q, match_id_q, match_value_q, match_mask_q;            // two of 32 bits
      logic [31:0] rate_limit_count_q;                     // two of 16
      logic [9:0]  rate_limit_interval_q;                     // two of 5
      logic [15:0] after_q;
      logic [1:0]  rate_limit_q;                           // RATE_LIMIT.ENABLE
      // TRIGGER: causes of the actions
      logic [2:0]  start_q, stop_q, freeze_q, out_q;

      // What is read, and the effect of the store of the cycle before
      wire        at_select     = word_i == weir_pkg::REG_SELECT[6:2];
      wire        at_select_id  = word_i == weir_pkg::REG_SELECT_ID[6:2];
      wire        at_count      = word_i == weir_pkg::REG_FILTERED[6:2];
      wire        at_after      = word_i == weir_pkg::REG_FREEZE_AFTER[6:2];
      wire        at_trigger    = word_i == weir_pkg::REG_TRIGGER[6:2];
      wire        at_state      = word_i == weir_pkg::REG_TRIGGER_STATE[6:2];
      wire        set_select    = store_q && word_q == weir_pkg::REG_SELECT[6:2];
      wire        set_select_id = store_q && word_q == weir_pkg::REG_SELECT_ID[6:2];
      wire        set_after     = store_q && word_q == weir_pkg::REG_FREEZE_AFTER[6:2];
      wire        set_trigger   = store_q && word_q == weir_pkg::REG_TRIGGER[6:2];
      wire        set_state     = store_q && word_q == weir_pkg::REG_TRIGGER_STATE[6:2];
      wire [1:0]  at_range, at_rate_limit, at_id, at_value, at_mask, set_range, set_rate_limit,
          set_id, set_value, set_mask;
      for (k = 0; k < 2; k = k + 1) begin : g_registers
        localparam [4:0] RANGE = weir_pkg::REG_RANGE[6:2] + k;
        localparam [4:0] RATE_LIMIT = weir_pkg::REG_RATE_LIMIT[6:2] + k;
        localparam [4:0] MATCH = weir_pkg::REG_MATCH[6:2] + 4 * k;
        assign at_range[k] = word_i == RANGE;
        assign at_rate_limit[k]   = word_i == RATE_LIMIT;
        assign at_id[k]    = word_i == MATCH + weir_pkg::REG_MATCH_ID[6:2];
        assign at_value[k] = word_i == MATCH + weir_pkg::REG_MATCH_VALUE[6:2];
        assign at_mask[k]  = word_i == MATCH + weir_pkg::REG_MATCH_MASK[6:2];
        assign set_range[k]= store_q && word_q == RANGE;
        assign set_rate_limit[k]  = store_q && word_q == RATE_LIMIT;
        assign set_id[k]   = store_q && word_q == MATCH + weir_pkg::REG_MATCH_ID[6:2];
        assign set_value[k]= store_q && word_q == MATCH + weir_pkg::REG_MATCH_VALUE[6:2];
        assign set_mask[k] = store_q && word_q == MATCH + weir_pkg::REG_MATCH_MASK[6:2];
        always_ff @(posedge clk_i) begin
          if (!rst_ni) begin
            range_q[32*k +: 32]       <= 32'd0;
            rate_limit_count_q[16*k +: 16]   <= 16'd0;
            rate_limit_interval_q[5*k +: 5]   <= 5'd0;
            rate_limit_q[k]         <= 1'b0;
            match_id_q[32*k +: 32]    <= 32'd0;
            match_value_q[32*k +: 32] <= 32'd0;
            match_mask_q[32*k +: 32]  <= 32'd0;
          end else begin
            if (set_range[k]) range_q[32*k +: 32] <= data_q;
            if (set_rate_limit[k]) begin
              rate_limit_count_q[16*k +: 16] <= data_q[weir_pkg::RATE_LIMIT_COUNT_LSB +: 16];
              rate_limit_interval_q[5*k +: 5] <= data_q[weir_pkg::RATE_LIMIT_INTERVAL_LSB +: 5];
              rate_limit_q[k]       <= data_q[weir_pkg::RATE_LIMIT_ENABLE_LSB];
            end
            if (set_id[k]) match_id_q[32*k +: 32] <= data_q;
            if (set_value[k]) match_value_q[32*k +: 32] <= data_q;
            if (set_mask[k]) match_mask_q[32*k +: 32] <= data_q;
          end
        end
      end
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          class_q     <= {weir_pkg::SELECT_SYS_RESET, weir_pkg::SELECT_COM_RESET,
              weir_pkg::SELECT_USER_RESET};
          sets_q      <= 3'd0;
          invert_q    <= 1'b0;
          select_id_q <= 32'd0;
          after_q     <= 16'd0;
          start_q     <= 3'd0;
          stop_q      <= 3'd0;
          freeze_q    <= 3'd0;
          out_q       <= 3'd0;
          falling_q   <= 1'b0;
        end else begin
          if (set_select) begin
            class_q  <= data_q[weir_pkg::SELECT_USER_LSB +: 3];
            sets_q   <= data_q[weir_pkg::SELECT_RANGE0_LSB +: 3];
            invert_q <= data_q[weir_pkg::SELECT_INVERT_LSB];
          end
          if (set_select_id) select_id_q <= data_q;
          if (set_after) after_q <= data_q[15:0];
          if (set_trigger) begin
            start_q   <= data_q[weir_pkg::TRIGGER_START_LSB +: 3];
            stop_q    <= data_q[weir_pkg::TRIGGER_STOP_LSB +: 3];
            freeze_q  <= data_q[weir_pkg::TRIGGER_FREEZE_LSB +: 3];
            out_q     <= data_q[weir_pkg::TRIGGER_OUT_LSB +: 3];
            falling_q <= data_q[weir_pkg::TRIGGER_FALLING_LSB];
          end
        end
      end

      // ---- causes: two events and the pin, which is synchronised first
      (* ASYNC_REG = "TRUE" *) logic [3:0] pin_q;   // the last bit is the level of the cycle before
      always_ff @(posedge clk_i) pin_q <= rst_ni ? {pin_q[2:0], trigger_i} : 4'b1111;
      wire [2:0] cause;
      wire [1:0] match;                             // an event or not
      for (k = 0; k < 2; k = k + 1) begin : g_match
        assign match[k] = ((id ^ match_id_q[32*k +: 16]) & match_id_q[32*k+16 +: 16]) == 16'd0
                     && ((value ^ match_value_q[32*k +: 32]) & match_mask_q[32*k +: 32]) == 32'd0;
        assign cause[k] = valid_q && good && match[k];  // @match
      end
      assign cause[2] = falling_q ? pin_q[3] && !pin_q[2] : pin_q[2] && !pin_q[3];  // @early

      // ---- trigger
      logic [1:0]  state_q;
      logic [15:0] left_q;                          // FREEZING: events that still pass
      logic        pulse_q;
      wire         frozen = state_q == weir_pkg::TRIGGER_FROZEN;
      // TIMING: a match arrives late, so its effect is computed before.
      wire   [2:0] starts = state_q == weir_pkg::TRIGGER_CLOSED ? start_q
          & {1'b1, {2{valid_q && good}}} : 3'd0;
      wire         begins = |({cause[2], match} & starts);
      // @start
      wire         passes = begins || state_q == weir_pkg::TRIGGER_OPEN || state_q
          == weir_pkg::TRIGGER_FREEZING;
      wire         counted;                         // counts against FREEZE_AFTER
      wire  [1:0]  set_to = data_q[weir_pkg::TRIGGER_STATE_STATE_LSB +: 2];
      // FREEZING begins
      wire         fresh = set_state ? set_to == weir_pkg::TRIGGER_FREEZING : state_q
          == weir_pkg::TRIGGER_OPEN && |(cause & freeze_q);
      logic [1:0]  next;
      always_comb begin
        next = state_q;
        if (set_state) next = set_to;
        else if (begins) next = weir_pkg::TRIGGER_OPEN;
        else if (fresh) next = weir_pkg::TRIGGER_FREEZING;
        else if (state_q == weir_pkg::TRIGGER_OPEN && |(cause
            & stop_q)) next = weir_pkg::TRIGGER_CLOSED;
        // @freezing
        else if (state_q == weir_pkg::TRIGGER_FREEZING && counted && left_q
            == 16'd1) next = weir_pkg::TRIGGER_FROZEN;
      end
      always_ff @(posedge clk_i) begin
        if (!rst_ni) state_q <= weir_pkg::TRIGGER_OPEN;
        else state_q <= fresh && after_q == 16'd0 ? weir_pkg::TRIGGER_FROZEN : next;  // @at_once
        if (fresh) left_q <= after_q;
        else if (counted) left_q <= left_q - 16'd1;
        pulse_q <= rst_ni && !frozen && |(cause & out_q);
      end

      // ---- selection
      wire [2:0] in_set;
      for (k = 0; k < 2; k = k + 1) begin : g_range
        assign in_set[k] = id >= range_q[32*k +: 16] && id <= range_q[32*k+16 +: 16];  // @range
      end
      assign in_set[2] = ((id ^ select_id_q[15:0]) & select_id_q[31:16]) == 16'd0;
      wire by_id    = sets_q == 3'd0 || (|(in_set & sets_q)) != invert_q;  // @invert
      wire by_class = |(class_q & {kind == weir_pkg::DROP_SYS, kind == weir_pkg::DROP_COM, kind
          == weir_pkg::DROP_USER});
      wire selected = passes && (by_class && (own_bit || by_id));  // @switch

      // ---- rate limits: an interval is open while cycles of it are left. TIMING: what opens it
      // arrives late, so it counts from the next cycle on.
      wire [1:0] full;
      for (k = 0; k < 2; k = k + 1) begin : g_rate_limit
        // an interval opened earlier is open; the event of the cycle before opened one
        logic        open_q, opened_q;
        logic [30:0] edges_q;
        logic [15:0] more_q;                        // events of this interval that may still pass
        wire         open   = open_q || opened_q;
        wire  [4:0]  size   = rate_limit_interval_q[5*k +: 5];
        wire  [30:0] edges  = opened_q ? ~(31'h7fffffff << size) : edges_q;
        wire         is_ours   = valid_q && kind == k[weir_pkg::DROP_W-1:0];
        wire  [15:0] more   = open ? more_q : rate_limit_count_q[16*k +: 16];
        // TIMING: none left; compared for both cases before the case is known
        wire         spent  = (open && more_q == 16'd0)
            || (!open && rate_limit_count_q[16*k +: 16] == 16'd0);
        wire         none   = !rst_ni || set_rate_limit[k];
        // @sys_rate_limited
        assign full[k] = rate_limit_q[k] && spent && kind == k[weir_pkg::DROP_W-1:0];
        always_ff @(posedge clk_i) begin
          open_q   <= !none && open && edges != 31'd1;  // @rate_limit
          opened_q <= selected && (!none && !open && is_ours && size != 5'd0);  // @window
          if (open) edges_q <= edges - 31'd1;  // @cycles
          if (selected && is_ours) more_q <= more - {15'd0, !spent};
        end
      end
      wire rate_limited = |full;
      assign counted       = valid_q && selected && !rate_limited;
      assign event_valid_o = valid_q && !frozen && (!good || selected);  // @bad
      assign event_o       = {event_q[weir_event::W-1:weir_event::CONTEXT_LSB], rate_limited
          ? weir_pkg::DROP_RATE_LIMIT : kind,
                              event_q[weir_event::KIND_LSB-1:0]};

      // TIMING: the count enable arrives late, so the carry is split
      logic [31:0] filtered_q;
      wire         drops = valid_q && !event_valid_o;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) filtered_q <= 32'd0;  // @counts
        else begin
          filtered_q[7:0] <= filtered_q[7:0] + {7'd0, drops};
          if (drops && &filtered_q[7:0]) filtered_q[31:8] <= filtered_q[31:8] + 24'd1;
        end
      end

      // ---- what software reads
      wire [15:0] left = state_q == weir_pkg::TRIGGER_FREEZING ? left_q : 16'd0;
      logic [31:0] answer;
      always_comb begin
        answer = 32'd0;
        if (at_select) answer = {19'd0, invert_q, 1'b0, sets_q, 5'd0, class_q};
        if (at_select_id) answer = select_id_q;
        if (at_count) answer = filtered_q;
        if (at_after) answer = {16'd0, after_q};  // @reads
        if (at_trigger) answer = {15'd0, falling_q, 1'b0, out_q, 1'b0, freeze_q, 1'b0, stop_q,
            1'b0, start_q};
        if (at_state) answer = {left, 14'd0, state_q};
        for (int i = 0; i < 2; i = i + 1) begin
          if (at_range[i]) answer = range_q[32*i +: 32];
          if (at_rate_limit[i]) answer = {rate_limit_q[i], 10'd0, rate_limit_interval_q[5*i +: 5],
              rate_limit_count_q[16*i +: 16]};
          if (at_id[i]) answer = match_id_q[32*i +: 32];
          if (at_value[i]) answer = match_value_q[32*i +: 32];
          if (at_mask[i]) answer = match_mask_q[32*i +: 32];
        end
      end
      assign read_o    = answer;
      assign known_o   = at_select || at_select_id || at_count || at_after || at_trigger || at_state
                       || |{at_range, at_rate_limit, at_id, at_value, at_mask};
      assign frozen_o  = frozen;
      assign trigger_o = pulse_q;
    end else begin : g_through
      assign event_valid_o = event_valid_i;
      assign event_o       = event_i;
      assign busy_o        = 1'b0;
      assign known_o       = 1'b0;
      assign read_o        = 32'd0;
      assign frozen_o      = 1'b0;
      assign trigger_o     = 1'b0;
      wire unused = &{1'b0, clk_i, rst_ni, clear_i, store_i, word_i, data_i, trigger_i, leaves_i};
    end
  endgenerate
`ifdef FORMAL
`include "weir_filter_fv.svh"
`endif
endmodule
`default_nettype wire
