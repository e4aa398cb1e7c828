// SPDX-License-Identifier: Apache-2.0
// filter: which of merge's events are offered: trigger, selection, rate rate limits; and the registers of these.
//
// Use      an event is judged in the cycle after the one in which it comes. Stores and the pin wait as long, so it is by the
//          registers of its edge. docs/theory.md, filter, says how.
// Latency  a cycle for events, two for trigger_o; without FILTER none.
`default_nettype none
module weir_filter #(
    parameter integer FILTER = 1                    // 0: wires only; every event is offered, there are no registers
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    input  wire                     clear_i,        // FILTERED_OUT from 0; no event is judged in this cycle

    // The registers at 0x080-0x0ff of the control page
    input  wire                     store_i,        // a whole word is stored to one of them,
    input  wire [4:0]               word_i,         // this one, or this one is asked for
    input  wire [31:0]              data_i,
    output wire                     busy_o,         // a store takes effect at the end of this cycle: no access in it, please
    output wire                     known_o,        // there is such a register
    output wire [31:0]              read_o,         // and this is in it

    input  wire                     trigger_i,      // pin, of any clock
    output wire                     trigger_o,      // pin, high for one cycle
    output wire                     frozen_o,       // STATUS.FROZEN

    input  wire                     leaves_i,       // something leaves merge, as an event or not,
    input  wire                     event_valid_i,  // as one, taken at once
    input  wire [weir_event::W-1:0] event_i,
    output wire                     event_valid_o,  // offered, in the next cycle, without FILTER in the same; taken at once
    output wire [weir_event::W-1:0] event_o
);
  generate
    if (FILTER != 0) begin : g_filter
      // ---- what came in the cycle before: an event, a store
      logic                     valid_q, store_q;
      logic [weir_event::W-1:0] event_q;
      logic [4:0]               word_q;
      logic [31:0]              data_q;
      always_ff @(posedge clk_i) begin
        valid_q <= rst_ni && event_valid_i;
        if (leaves_i) event_q <= event_i;
        store_q <= rst_ni && store_i && known_o;
        if (store_i) begin
          word_q <= word_i;
          data_q <= data_i;
        end
      end
      assign busy_o = store_q;
      wire [31:0] value = event_q[weir_event::VALUE_LSB +: 32];
      wire [15:0] id    = event_q[weir_event::ID_LSB +: 16];
      wire [2:0]  kind  = event_q[weir_event::KIND_LSB +: 3];
      wire        good  = kind <= weir_pkg::DROP_SYS;               // not dropped in any case
      wire        own   = event_q[weir_event::SWITCH_LSB] || event_q[weir_event::CONTEXT_LSB +: 2] == weir_pkg::CONTEXT_SNOOP;
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
      logic [2:0]  start_q, stop_q, freeze_q, out_q;                // TRIGGER: causes of the actions

      // What is read, and what the store of the cycle before is to
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
      wire [1:0]  at_range, at_rate_limit, at_id, at_value, at_mask, set_range, set_rate_limit, set_id, set_value, set_mask;
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
          class_q     <= {weir_pkg::SELECT_SYS_RESET, weir_pkg::SELECT_COM_RESET, weir_pkg::SELECT_USER_RESET};
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

      // ---- causes: two events and the pin, which crosses to this clock first
      (* ASYNC_REG = "TRUE" *) logic [3:0] pin_q;   // the last is the level of a cycle before
      always_ff @(posedge clk_i) pin_q <= rst_ni ? {pin_q[2:0], trigger_i} : 4'b1111;
      wire [2:0] cause;
      wire [1:0] match;                             // event or not
      for (k = 0; k < 2; k = k + 1) begin : g_match
        assign match[k] = ((id ^ match_id_q[32*k +: 16]) & match_id_q[32*k+16 +: 16]) == 16'd0
                     && ((value ^ match_value_q[32*k +: 32]) & match_mask_q[32*k +: 32]) == 32'd0;
        assign cause[k] = valid_q && good && match[k];
      end
      assign cause[2] = falling_q ? pin_q[3] && !pin_q[2] : pin_q[2] && !pin_q[3];

      // ---- trigger
      logic [1:0]  state_q;
      logic [15:0] left_q;                          // FREEZING: events that still pass
      logic        pulse_q;
      wire         frozen = state_q == weir_pkg::TRIGGER_FROZEN;
      // That an event is a cause comes late, so what it would be is known before.
      wire   [2:0] starts = state_q == weir_pkg::TRIGGER_CLOSED ? start_q & {1'b1, {2{valid_q && good}}} : 3'd0;
      wire         begins = |({cause[2], match} & starts);
      wire         passes = begins || state_q == weir_pkg::TRIGGER_OPEN || state_q == weir_pkg::TRIGGER_FREEZING;
      wire         counted;                         // an event of FREEZE_AFTER
      wire  [1:0]  set_to = data_q[weir_pkg::TRIGGER_STATE_STATE_LSB +: 2];
      wire         fresh = set_state ? set_to == weir_pkg::TRIGGER_FREEZING : state_q == weir_pkg::TRIGGER_OPEN && |(cause & freeze_q);     // FREEZING begins
      logic [1:0]  next;
      always_comb begin
        next = state_q;
        if (set_state) next = set_to;
        else if (begins) next = weir_pkg::TRIGGER_OPEN;
        else if (fresh) next = weir_pkg::TRIGGER_FREEZING;
        else if (state_q == weir_pkg::TRIGGER_OPEN && |(cause & stop_q)) next = weir_pkg::TRIGGER_CLOSED;
        else if (state_q == weir_pkg::TRIGGER_FREEZING && counted && left_q == 16'd1) next = weir_pkg::TRIGGER_FROZEN;
      end
      always_ff @(posedge clk_i) begin
        if (!rst_ni) state_q <= weir_pkg::TRIGGER_OPEN;
        else state_q <= fresh && after_q == 16'd0 ? weir_pkg::TRIGGER_FROZEN : next;
        if (fresh) left_q <= after_q;
        else if (counted) left_q <= left_q - 16'd1;
        pulse_q <= rst_ni && !frozen && |(cause & out_q);
      end

      // ---- selection
      wire [2:0] in_set;
      for (k = 0; k < 2; k = k + 1) begin : g_range
        assign in_set[k] = id >= range_q[32*k +: 16] && id <= range_q[32*k+16 +: 16];
      end
      assign in_set[2] = ((id ^ select_id_q[15:0]) & select_id_q[31:16]) == 16'd0;
      wire by_id    = sets_q == 3'd0 || (|(in_set & sets_q)) != invert_q;
      wire by_class = |(class_q & {kind == weir_pkg::DROP_SYS, kind == weir_pkg::DROP_COM, kind == weir_pkg::DROP_USER});
      wire selected = passes && (by_class && (own || by_id));

      // ---- rate limits: a window is open while clock edges are left of it. What opens it comes late, so they are counted from the cycle after on.
      wire [1:0] full;
      for (k = 0; k < 2; k = k + 1) begin : g_rate_limit
        logic        open_q, opened_q;              // a window is, from longer ago; since the event of the cycle before
        logic [30:0] edges_q;
        logic [15:0] more_q;                        // events of this window that still go on
        wire         open   = open_q || opened_q;
        wire  [4:0]  size   = rate_limit_interval_q[5*k +: 5];
        wire  [30:0] edges  = opened_q ? ~(31'h7fffffff << size) : edges_q;
        wire         ours   = valid_q && kind == k;
        wire  [15:0] more   = open ? more_q : rate_limit_count_q[16*k +: 16];
        wire         spent  = (open && more_q == 16'd0) || (!open && rate_limit_count_q[16*k +: 16] == 16'd0);        // no more, compared before it is known which
        wire         none   = !rst_ni || set_rate_limit[k];
        assign full[k] = rate_limit_q[k] && spent && kind == k;
        always_ff @(posedge clk_i) begin
          open_q   <= !none && open && edges != 31'd1;
          opened_q <= selected && (!none && !open && ours && size != 5'd0);
          if (open) edges_q <= edges - 31'd1;
          if (selected && ours) more_q <= more - {15'd0, !spent};
        end
      end
      wire rate_limited = |full;
      assign counted       = valid_q && selected && !rate_limited;
      assign event_valid_o = valid_q && !frozen && (!good || selected);
      assign event_o       = {event_q[weir_event::W-1:weir_event::CONTEXT_LSB], rate_limited ? weir_pkg::DROP_RATE_LIMIT : kind,
                              event_q[weir_event::KIND_LSB-1:0]};

      logic [31:0] filtered_q;                    // it is known late that it counts, so no carry goes through all of it then
      wire         drops = valid_q && !event_valid_o;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) filtered_q <= 32'd0;
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
        if (at_select) answer = {23'd0, invert_q, 1'b0, sets_q, 1'b0, class_q};
        if (at_select_id) answer = select_id_q;
        if (at_count) answer = filtered_q;
        if (at_after) answer = {16'd0, after_q};
        if (at_trigger) answer = {15'd0, falling_q, 1'b0, out_q, 1'b0, freeze_q, 1'b0, stop_q, 1'b0, start_q};
        if (at_state) answer = {left, 14'd0, state_q};
        for (int i = 0; i < 2; i = i + 1) begin
          if (at_range[i]) answer = range_q[32*i +: 32];
          if (at_rate_limit[i]) answer = {rate_limit_q[i], 10'd0, rate_limit_interval_q[5*i +: 5], rate_limit_count_q[16*i +: 16]};
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
`ifdef PROVE_weir_filter
  `define WEIR_ENV assume
`else
  `define WEIR_ENV assert
`endif
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_filter
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
`endif
  // What comes to be judged in this cycle: with FILTER an event, a store and a level of the pin of the cycle before
  logic                     f_late_valid, f_late_store, f_late_pin;
  logic [weir_event::W-1:0] f_late_event;
  logic [4:0]               f_late_word;
  logic [31:0]              f_late_data;
  always_ff @(posedge clk_i) begin
    f_late_valid <= rst_ni && event_valid_i;
    f_late_event <= event_i;
    f_late_store <= rst_ni && store_i;
    f_late_word  <= word_i;
    f_late_data  <= data_i;
    f_late_pin   <= !rst_ni || trigger_i;
  end
  wire                     f_valid;                 // as the registers have it, which is proven
  wire [weir_event::W-1:0] f_event;
  wire [2:0]  f_kind   = f_event[weir_event::KIND_LSB +: 3];
  wire [31:0] f_count;                              // FILTERED_OUT
  wire        f_out    = f_valid && !event_valid_o;
  (* keep *) logic [31:0] f_counted;                // events that came and did not go on
  always_ff @(posedge clk_i) f_counted <= (!rst_ni || clear_i) ? 32'd0 : f_counted + {31'd0, f_out};
  wire [weir_event::W-1:0] f_rate_limited = {f_event[weir_event::W-1:weir_event::CONTEXT_LSB], 3'd6, f_event[weir_event::KIND_LSB-1:0]};
  always_comb if (f_started) begin
    // A clear comes when there is no event; an event that comes is not dropped by a rate limit yet. What leaves merge leaves it as an event
    // or not; while a store takes effect no other comes.
    m_clear: `WEIR_ENV (!(clear_i && f_valid));
    m_kind: `WEIR_ENV (!event_valid_i || event_i[weir_event::KIND_LSB +: 3] != weir_pkg::DROP_RATE_LIMIT);
    m_leaves: `WEIR_ENV (!event_valid_i || leaves_i);
    m_busy: `WEIR_ENV (!(store_i && busy_o));
    a_kind: assert (!f_valid || f_kind != weir_pkg::DROP_RATE_LIMIT);
    // Nothing is offered that did not come; it is as it came, or dropped by a rate limit, and then USER or COM: SYS is never rate limited.
    a_only: assert (!event_valid_o || (f_valid && (event_o == f_event || (event_o == f_rate_limited && f_kind < 3'd2))));
    // What came is offered or counted.
    a_counted: assert (f_count == f_counted);
    // Without FILTER all is offered.
    a_through: assert (FILTER != 0 || (event_valid_o == event_valid_i && event_o == event_i && !busy_o && !known_o && !frozen_o && !trigger_o));
  end
  generate
    if (FILTER != 0) begin : g_formal
      assign f_count = g_filter.filtered_q;
      assign f_valid = g_filter.valid_q;
      assign f_event = g_filter.event_q;
      wire        f_store = g_filter.store_q;
      wire [4:0]  f_word  = g_filter.word_q;
      wire [31:0] f_data  = g_filter.data_q;

      // ---- the registers, as the address map and the stores say
      logic [31:0] select, select_id, range_0, range_1, rate_limit_0, rate_limit_1, after, trigger, id_0, value_0, mask_0, id_1, value_1, mask_1;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          select <= 32'h7;
          {select_id, range_0, range_1, rate_limit_0, rate_limit_1, after, trigger, id_0, value_0, mask_0, id_1, value_1, mask_1} <= '0;
        end else if (f_store) begin
          case ({3'd1, f_word, 2'b00})
            10'h080: select    <= f_data & 32'h00000177;
            10'h084: select_id <= f_data;
            10'h088: range_0   <= f_data;
            10'h08c: range_1   <= f_data;
            10'h090: rate_limit_0     <= f_data & 32'h801fffff;
            10'h094: rate_limit_1     <= f_data & 32'h801fffff;
            10'h09c: after     <= f_data & 32'h0000ffff;
            10'h0a0: trigger   <= f_data & 32'h00017777;
            10'h0b0: id_0      <= f_data;
            10'h0b4: value_0   <= f_data;
            10'h0b8: mask_0    <= f_data;
            10'h0c0: id_1      <= f_data;
            10'h0c4: value_1   <= f_data;
            10'h0c8: mask_1    <= f_data;
            default: ;
          endcase
        end
      end
      logic [1:0]  state;                           // of the trigger
      logic [15:0] passed, after_at;                // events since FREEZING began, FREEZE_AFTER then
      logic [31:0] expected;
      logic        there;
      always_comb begin
        there = 1'b1;
        case ({3'd1, word_i, 2'b00})
          10'h080: expected = select;
          10'h084: expected = select_id;
          10'h088: expected = range_0;
          10'h08c: expected = range_1;
          10'h090: expected = rate_limit_0;
          10'h094: expected = rate_limit_1;
          10'h098: expected = f_counted;
          10'h09c: expected = after;
          10'h0a0: expected = trigger;
          10'h0a4: expected = {state == 2'd2 ? after_at - passed : 16'd0, 14'd0, state};
          10'h0b0: expected = id_0;
          10'h0b4: expected = value_0;
          10'h0b8: expected = mask_0;
          10'h0c0: expected = id_1;
          10'h0c4: expected = value_1;
          10'h0c8: expected = mask_1;
          default: begin
            expected = 32'd0;
            there = 1'b0;
          end
        endcase
      end

      wire         f_there = f_late_word < 5'd10 || (f_late_word >= 5'd12 && f_late_word < 5'd19 && f_late_word != 5'd15);

      // ---- what comes, in the words of theory.md
      wire        good  = f_valid && f_kind <= 3'd2;
      wire [15:0] id    = f_event[weir_event::ID_LSB +: 16];
      wire [31:0] value = f_event[weir_event::VALUE_LSB +: 32];
      wire        plain = !f_event[weir_event::SWITCH_LSB] && f_event[weir_event::CONTEXT_LSB +: 2] != 2'd3;
      logic       level, before, pin;          // of the pin: edges ago 1, 2; as this clock saw it at the last edge
      wire [2:0]  cause = {before != level && level != trigger[16],
                           good && (id & id_1[31:16]) == (id_1[15:0] & id_1[31:16]) && (value & mask_1) == (value_1 & mask_1),
                           good && (id & id_0[31:16]) == (id_0[15:0] & id_0[31:16]) && (value & mask_0) == (value_0 & mask_0)};
      wire        start  = |(cause & trigger[2:0]);
      wire        stop   = |(cause & trigger[6:4]);
      wire        freeze = |(cause & trigger[10:8]);
      wire [63:0] ranges = g_filter.range_q;             // a_registers: these are range_1, range_0
      wire        named  = (select[4] && id >= ranges[15:0] && id <= ranges[31:16])
                         || (select[5] && id >= ranges[47:32] && id <= ranges[63:48])
                         || (select[6] && (id & select_id[31:16]) == (select_id[15:0] & select_id[31:16]));
      wire        chosen = select[f_kind[1:0]] && (!plain || select[6:4] == 3'd0 || named == !select[8]);
      wire        gate   = state == 2'd0 || state == 2'd2 || (state == 2'd1 && start);
      wire        passes = good && chosen && gate;
      wire        goes   = event_valid_o && event_o[weir_event::KIND_LSB +: 3] <= 3'd2;

      // ---- trigger
      logic        pulse;
      wire         stored = f_store && f_word == 5'd9;
      wire         to_freezing = stored ? f_data[1:0] == 2'd2 : state == 2'd0 && freeze;
      always_ff @(posedge clk_i) begin
        {before, level, pin} <= rst_ni ? {level, pin, f_late_pin} : 3'b111;
        pulse <= rst_ni && state != 2'd3 && |(cause & trigger[14:12]);
        passed <= to_freezing ? 16'd0 : passed + {15'd0, goes};
        if (to_freezing) after_at <= after[15:0];
        if (!rst_ni) state <= 2'd0;
        else if (to_freezing) state <= after[15:0] == 16'd0 ? 2'd3 : 2'd2;
        else if (stored) state <= f_data[1:0];
        else if (state == 2'd0 && stop) state <= 2'd1;
        else if (state == 2'd1 && start) state <= 2'd0;
        else if (state == 2'd2 && goes && passed + 16'd1 == after_at) state <= 2'd3;
      end

      // ---- rate limits: how long ago the last window began, and how many of it have come
      logic [31:0] age_0, age_1;                    // stops at the top
      logic [31:0] in_0, in_1;                      // the same
      logic        open_0, open_1;                  // there was a window since the store
      wire         begins_0 = passes && f_kind == 3'd0 && !(open_0 && age_0 < 32'd1 << rate_limit_0[20:16]);
      wire         begins_1 = passes && f_kind == 3'd1 && !(open_1 && age_1 < 32'd1 << rate_limit_1[20:16]);
      wire         dropped_0 = rate_limit_0[31] && (begins_0 ? 32'd0 : in_0) >= {16'd0, rate_limit_0[15:0]};
      wire         dropped_1 = rate_limit_1[31] && (begins_1 ? 32'd0 : in_1) >= {16'd0, rate_limit_1[15:0]};
      wire         dropped   = (f_kind == 3'd0 && dropped_0) || (f_kind == 3'd1 && dropped_1);
      always_ff @(posedge clk_i) begin
        if (!rst_ni || (f_store && f_word == 5'd4)) open_0 <= 1'b0;
        else if (begins_0) open_0 <= 1'b1;
        age_0 <= begins_0 ? 32'd1 : age_0 + {31'd0, age_0 != '1};
        if (passes && f_kind == 3'd0) in_0 <= begins_0 ? 32'd1 : in_0 + {31'd0, in_0 != '1};
        if (!rst_ni || (f_store && f_word == 5'd5)) open_1 <= 1'b0;
        else if (begins_1) open_1 <= 1'b1;
        age_1 <= begins_1 ? 32'd1 : age_1 + {31'd0, age_1 != '1};
        if (passes && f_kind == 3'd1) in_1 <= begins_1 ? 32'd1 : in_1 + {31'd0, in_1 != '1};
      end

      always_comb if (f_started && rst_ni) begin
        // Software reads what it stored, what was counted, and the state.
        a_read: assert (busy_o || (known_o == there && (!there || read_o == expected)));
        // An event that is dropped in any case passes, unless all is frozen.
        a_bad: assert (!(f_valid && !good) || event_valid_o == (state != 2'd3));
        // Another is offered exactly if the trigger lets it pass and its class and id are selected.
        a_selected: assert (!good || event_valid_o == passes);
        // It is dropped by a rate limit exactly if so many of its window went on.
        a_rate_limit: assert (!(good && event_valid_o) || (event_o == f_event) == !dropped);
        // Frozen, that is after FREEZE_AFTER events, nothing is offered.
        a_frozen: assert (state != 2'd3 || !event_valid_o);
        a_state: assert (frozen_o == (state == 2'd3));
        // The pin tells of every cause in OUT, a cycle later.
        a_pulse: assert (trigger_o == pulse);
        // Why:
        a_freezing: assert (state != 2'd2 || passed < after_at);
        a_held: assert (g_filter.state_q == state && (state != 2'd2 || g_filter.left_q == after_at - passed)
                        && g_filter.pin_q == {before, level, pin, f_late_pin});
        a_came: assert (f_valid == f_late_valid && (!f_valid || f_event == f_late_event));
        a_stored: assert (f_store == (f_late_store && f_there) && (!f_store || {f_word, f_data} == {f_late_word, f_late_data}) && busy_o == f_store);
        a_registers: assert ({g_filter.invert_q, 1'b0, g_filter.sets_q, 1'b0, g_filter.class_q} == select[8:0] && select[31:9] == '0
                             && !select[7] && !select[3] && g_filter.select_id_q == select_id && g_filter.range_q == {range_1, range_0}
                             && {16'd0, g_filter.after_q} == after && g_filter.match_id_q == {id_1, id_0}
                             && g_filter.match_value_q == {value_1, value_0} && g_filter.match_mask_q == {mask_1, mask_0});
        a_registers_2: assert (g_filter.rate_limit_q == {rate_limit_1[31], rate_limit_0[31]} && g_filter.rate_limit_count_q == {rate_limit_1[15:0], rate_limit_0[15:0]}
                               && g_filter.rate_limit_interval_q == {rate_limit_1[20:16], rate_limit_0[20:16]} && rate_limit_0[30:21] == '0 && rate_limit_1[30:21] == '0
                               && {15'd0, g_filter.falling_q, 1'b0, g_filter.out_q, 1'b0, g_filter.freeze_q, 1'b0, g_filter.stop_q, 1'b0,
                                   g_filter.start_q} == trigger);
        a_window_0: assert (!(g_filter.g_rate_limit[0].open_q && g_filter.g_rate_limit[0].opened_q) && g_filter.g_rate_limit[0].open == (open_0 && age_0 < 32'd1 << rate_limit_0[20:16])
                            && (!g_filter.g_rate_limit[0].open || {1'b0, g_filter.g_rate_limit[0].edges} == (32'd1 << rate_limit_0[20:16]) - age_0)
                            && (!open_0 || (age_0 != '0 && in_0 != '0 && {16'd0, g_filter.g_rate_limit[0].more_q}
                                            == (in_0 >= {16'd0, rate_limit_0[15:0]} ? 32'd0 : {16'd0, rate_limit_0[15:0]} - in_0))));
        a_window_1: assert (!(g_filter.g_rate_limit[1].open_q && g_filter.g_rate_limit[1].opened_q) && g_filter.g_rate_limit[1].open == (open_1 && age_1 < 32'd1 << rate_limit_1[20:16])
                            && (!g_filter.g_rate_limit[1].open || {1'b0, g_filter.g_rate_limit[1].edges} == (32'd1 << rate_limit_1[20:16]) - age_1)
                            && (!open_1 || (age_1 != '0 && in_1 != '0 && {16'd0, g_filter.g_rate_limit[1].more_q}
                                            == (in_1 >= {16'd0, rate_limit_1[15:0]} ? 32'd0 : {16'd0, rate_limit_1[15:0]} - in_1))));
      end
`ifdef PROVE_weir_filter
      always_comb if (f_started && rst_ni) begin
        c_rate_limited: cover (event_valid_o && event_o != f_event && in_0 == 32'd3);
        c_again: cover (begins_1 && open_1 && in_1 > {16'd0, rate_limit_1[15:0]} && rate_limit_1[31] && rate_limit_1[20:16] == 5'd2);
        c_started: cover (state == 2'd1 && start && passes);
        c_stopped: cover (state == 2'd1 && good && chosen);
        c_frozen: cover (state == 2'd3 && after_at == 16'd2 && passed == 16'd2);
        c_pin: cover (state == 2'd2 && before && !level);
        c_id: cover (f_out && gate && select[6:4] == 3'd5 && select[8]);
      end
`endif
    end else begin : g_formal
      assign f_count = f_counted;
      assign f_valid = event_valid_i;
      assign f_event = event_i;
    end
  endgenerate
`undef WEIR_ENV
`endif
endmodule
`default_nettype wire
