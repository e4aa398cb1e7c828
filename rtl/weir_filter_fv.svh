// SPDX-License-Identifier: Apache-2.0
// Properties of weir_filter, which includes this file under FORMAL.
//
//! proof filter, induction, cover 16, quick: offered is what trigger, classes and ids select,
//!     and no more than the rate limits; no rate limit applies to SYS; freezing ends; what is
//!     filtered is counted; registers
//! proof filter_through (FILTER=0), induction: every event passes

`ifdef PROVE_weir_filter
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_filter
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif
// What arrives to be judged in this cycle: with FILTER an event, a store and a level of the pin of
// the cycle before
logic                     f_late_valid, f_late_store, f_late_pin;
logic [2:0]               f_late_leaves;          // leaves, of the port, reserved
event_t                   f_late_event;
logic [4:0]               f_late_word;
logic [31:0]              f_late_data;
always_ff @(posedge clk_i) begin
  f_late_valid <= rst_ni && event_valid_i;
  f_late_event <= event_i;
  f_late_leaves <= rst_ni ? {leaves_i, port_i, reserved_i} : 3'd0;
  f_late_store <= rst_ni && store_i;
  f_late_word  <= word_i;
  f_late_data  <= data_i;
  f_late_pin   <= !rst_ni || trigger_i;
end
wire                     f_valid;                 // as the registers have it, which is proven
event_t     f_event, f_in, f_passed, f_rate_limited;
assign f_in     = event_i;
assign f_passed = event_o;
wire [2:0]  f_kind   = f_event.kind;
wire [31:0] f_count;                              // FILTERED_OUT
wire        f_out    = f_valid && !event_valid_o;
(* keep *) logic [31:0] f_counted;                // events that came and did not go on
always_ff @(posedge clk_i) f_counted <= (!rst_ni || clear_i) ? 32'd0 : f_counted + {31'd0, f_out};
assign f_rate_limited = {f_event.arg_count, f_event.args, f_event.is_switch, f_event.hart,
    f_event.ctx, weir_pkg::DROP_RATE_LIMIT, f_event.id, f_event.value};
always_comb if (f_started) begin
  // A clear arrives when there is no event; an event that arrives is not dropped by a rate limit
  // yet. What leaves arbiter leaves it as an event or not; while a store takes effect no other
  // arrives.
  m_clear: `WEIR_ENV (!(clear_i && f_valid));
  m_kind: `WEIR_ENV (!event_valid_i
      || f_in.kind != weir_pkg::DROP_RATE_LIMIT);
  m_leaves: `WEIR_ENV (!event_valid_i || leaves_i);
  m_busy: `WEIR_ENV (!(store_i && busy_o));
  a_kind: assert (!f_valid || f_kind != weir_pkg::DROP_RATE_LIMIT);
  // Nothing is offered that did not come; it is as it came, or dropped by a rate limit, and then
  // USER or COM: SYS is never rate limited.
  a_only: assert (!event_valid_o || (f_valid && (event_o == f_event
      || (event_o == f_rate_limited && f_kind < 3'd2))));
  //! mutant filter_sys_rate_limited, quick: the rate limit of USER drops SYS
  //!     @sys_rate_limited assign full[k] = rate_limit[k] && spent && (kind == k || kind ==
  //!     weir_pkg::DROP_SYS);
  // What came is offered or counted.
  a_counted: assert (f_count == f_counted);
  //! mutant filter_counts: a clear does not zero FILTERED
  //!     @counts if (!rst_ni) filtered_q <= 32'd0;
  // Without FILTER all is offered.
  a_through: assert (FILTER != 0 || (event_valid_o == event_valid_i && event_o == event_i
      && !busy_o && !known_o && !frozen_o && !trigger_o));
  // What leaves the arbiter leaves here, and what it is goes with it.
  a_along: assert ({leaves_o, port_o, reserved_o} == (FILTER != 0 ? f_late_leaves
      : {leaves_i, port_i, reserved_i}) && idle_o == !(FILTER != 0 && leaves_o)
      && pending_o == (FILTER != 0 && port_o));
  //! mutant filter_reserved_lost: a reservation is forgotten in the filter
  //!     @along reserved_q <= rst_ni && reserved_i && event_valid_i;
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
    logic [31:0] select, select_id, range_0, range_1, rate_limit_0, rate_limit_1, after, trigger,
        id_0, value_0, mask_0, id_1, value_1, mask_1;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        select <= 32'h7;
        {select_id, range_0, range_1, rate_limit_0, rate_limit_1, after, trigger, id_0, value_0,
            mask_0, id_1, value_1, mask_1} <= '0;
      end else if (f_store) begin
        case ({3'd1, f_word, 2'b00})
          10'h080: select    <= f_data & 32'h00001707;
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
    logic        present;
    always_comb begin
      present = 1'b1;
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
          present = 1'b0;
        end
      endcase
    end

    wire         f_there = f_late_word < 5'd10 || (f_late_word >= 5'd12 && f_late_word < 5'd19
        && f_late_word != 5'd15);

    // ---- what arrives, in the words of theory.md
    wire        good  = f_valid && f_kind <= 3'd2;
    wire [15:0] id    = f_event.id;
    wire [31:0] value = f_event.value;
    wire        plain = !f_event.is_switch
        && f_event.ctx != 2'd3;
    // of the pin: edges ago 1, 2; as this clock saw it at the last edge
    logic       level, before, pin;
    wire [2:0]  cause = {before != level && level != trigger[16],
                         good && (id & id_1[31:16]) == (id_1[15:0] & id_1[31:16])
                             && (value & mask_1) == (value_1 & mask_1),
                         good && (id & id_0[31:16]) == (id_0[15:0] & id_0[31:16])
                             && (value & mask_0) == (value_0 & mask_0)};
    wire        start  = |(cause & trigger[2:0]);
    wire        stop   = |(cause & trigger[6:4]);
    wire        freeze = |(cause & trigger[10:8]);
    // a_registers: these are range_1, range_0
    wire [63:0] ranges = {g_filter.range_last[31:16], g_filter.range_first[31:16],
        g_filter.range_last[15:0], g_filter.range_first[15:0]};
    wire        named  = (select[8] && id >= ranges[15:0] && id <= ranges[31:16])
                       || (select[9] && id >= ranges[47:32] && id <= ranges[63:48])
                       || (select[10] && (id & select_id[31:16]) == (select_id[15:0]
                           & select_id[31:16]));
    wire        chosen = select[f_kind[1:0]] && (!plain || select[10:8] == 3'd0 || named
        == !select[12]);
    wire        gate   = state == 2'd0 || state == 2'd2 || (state == 2'd1 && start);
    wire        passes = good && chosen && gate;
    wire        goes   = event_valid_o && f_passed.kind <= 3'd2;

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
    wire         begins_0 = passes && f_kind == 3'd0
        && !(open_0 && age_0 < 32'd1 << rate_limit_0[20:16]);
    wire         begins_1 = passes && f_kind == 3'd1
        && !(open_1 && age_1 < 32'd1 << rate_limit_1[20:16]);
    wire         dropped_0 = rate_limit_0[31] && (begins_0 ? 32'd0 : in_0) >= {16'd0,
        rate_limit_0[15:0]};
    wire         dropped_1 = rate_limit_1[31] && (begins_1 ? 32'd0 : in_1) >= {16'd0,
        rate_limit_1[15:0]};
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
      a_read: assert (busy_o || (known_o == present && (!present || read_o == expected)));
      //! mutant filter_reads: FILTERED reads 0
      //!     @reads .filtered_count_i(32'd0), .freeze_after_count_o(after),
      // An event that is dropped in any case passes, unless all is frozen.
      a_bad: assert (!(f_valid && !good) || event_valid_o == (state != 2'd3));
      //! mutant filter_bad: an event that is dropped in any case is filtered
      //!     @bad assign event_valid_o = valid_q && !frozen && selected;
      // Another is offered exactly if the trigger lets it pass and its class and id are selected.
      a_selected: assert (!good || event_valid_o == passes);
      //! mutant filter_range: the last id of a range is not in it
      //!     @range assign in_set[k] = id >= range_first[16*k +: 16] && id < range_last[16*k +:
      //!     16];
      //! mutant filter_invert: without a set of ids nothing is selected
      //!     @invert wire by_id = (|(in_set & by_set)) != invert;
      //! mutant filter_switch: a switch is selected by its id
      //!     @switch wire selected = passes && (in_class && by_id);
      //! mutant filter_start: the event that starts is filtered
      //!     @start wire passes = state_q == weir_pkg::TRIGGER_OPEN || state_q ==
      //!     weir_pkg::TRIGGER_FREEZING;
      // It is dropped by a rate limit exactly if this number of of its window went on.
      a_rate_limit: assert (!(good && event_valid_o) || (event_o == f_event) == !dropped);
      //! mutant filter_rate_limit: the rate limit does not apply in the last tick of an
      //!     interval
      //!     @rate_limit wire last = (age_q + 32'd1) >> size != 32'd0;
      //! mutant filter_window: a filtered event begins an interval
      //!     @window open_q <= !none && (open_q ? !last : is_ours && size != 5'd0);
      // Frozen, that is after FREEZE_AFTER events, nothing is offered.
      a_frozen: assert (state != 2'd3 || !event_valid_o);
      //! mutant filter_frozen: a bad id is offered while frozen
      //!     @bad assign event_valid_o = valid_q && (!good || selected);
      //! mutant filter_freezing: one event too many before all is frozen
      //!     @freezing else if (state_q == weir_pkg::TRIGGER_FREEZING && counted && left_q ==
      //!     16'd0) next = weir_pkg::TRIGGER_FROZEN;
      a_state: assert (frozen_o == (state == 2'd3));
      //! mutant filter_at_once: FREEZE_AFTER = 0 never freezes
      //!     @at_once else state_q <= next;
      // The pin reports of every cause in OUT, a cycle later.
      a_pulse: assert (trigger_o == pulse);
      //! mutant filter_early: the edge of the pin counts for the event before
      //!     @early assign cause[2] = falling ? pin_q[2] && !pin_q[1] : pin_q[1] && !pin_q[2];
      //! mutant filter_falling: the falling edge is no cause
      //!     @early assign cause[2] = pin_q[2] && !pin_q[3];
      //! mutant filter_match: an event that is dropped in any case is a cause
      //!     @match assign cause[k] = valid_q && match[k];
      // Why:
      a_freezing: assert (state != 2'd2 || passed < after_at);
      a_held: assert (g_filter.state_q == state && (state != 2'd2 || g_filter.left_q
          == after_at - passed)
                      && g_filter.pin_q == {before, level, pin, f_late_pin});
      a_came: assert (f_valid == f_late_valid && (!f_valid || f_event == f_late_event));
      a_stored: assert (f_store == (f_late_store && f_there)
          && (!f_store || {f_word, f_data} == {f_late_word, f_late_data}) && busy_o == f_store);
      a_registers: assert ({19'd0, g_filter.invert, 1'b0, g_filter.by_set, 5'd0,
          g_filter.by_class} == select
          && {g_filter.select_mask, g_filter.select_id} == select_id
          && ranges == {range_1, range_0} && {16'd0, g_filter.after} == after
          && {g_filter.match_id_mask[31:16], g_filter.match_id[31:16],
              g_filter.match_id_mask[15:0], g_filter.match_id[15:0]} == {id_1, id_0}
          && g_filter.match_value == {value_1, value_0}
          && g_filter.match_mask == {mask_1, mask_0});
      a_registers_2: assert (g_filter.rate_limit == {rate_limit_1[31], rate_limit_0[31]}
          && g_filter.rate_limit_count == {rate_limit_1[15:0], rate_limit_0[15:0]}
          && g_filter.rate_limit_interval == {rate_limit_1[20:16], rate_limit_0[20:16]}
          && rate_limit_0[30:21] == '0 && rate_limit_1[30:21] == '0
          && {15'd0, g_filter.falling, 1'b0, g_filter.on_out, 1'b0, g_filter.on_freeze, 1'b0,
              g_filter.on_stop, 1'b0, g_filter.on_start} == trigger);
      a_window_0: assert (g_filter.g_rate_limit[0].open_q
          == (open_0 && age_0 < 32'd1 << rate_limit_0[20:16])
          && (!open_0 || (age_0 != '0 && in_0 != '0))
          && (!g_filter.g_rate_limit[0].open_q || g_filter.g_rate_limit[0].age_q
              == age_0 + 32'd1)
          && {16'd0, g_filter.g_rate_limit[0].passed_q} == (!g_filter.g_rate_limit[0].open_q
              ? 32'd0 : in_0 >= {16'd0, rate_limit_0[15:0]} ? {16'd0, rate_limit_0[15:0]}
              : in_0));
      a_window_1: assert (g_filter.g_rate_limit[1].open_q
          == (open_1 && age_1 < 32'd1 << rate_limit_1[20:16])
          && (!open_1 || (age_1 != '0 && in_1 != '0))
          && (!g_filter.g_rate_limit[1].open_q || g_filter.g_rate_limit[1].age_q
              == age_1 + 32'd1)
          && {16'd0, g_filter.g_rate_limit[1].passed_q} == (!g_filter.g_rate_limit[1].open_q
              ? 32'd0 : in_1 >= {16'd0, rate_limit_1[15:0]} ? {16'd0, rate_limit_1[15:0]}
              : in_1));
    end
`ifdef PROVE_weir_filter
    always_comb if (f_started && rst_ni) begin
      c_rate_limited: cover (event_valid_o && event_o != f_event && in_0 == 32'd3);
      c_again: cover (begins_1 && open_1 && in_1 > {16'd0, rate_limit_1[15:0]} && rate_limit_1[31]
          && rate_limit_1[20:16] == 5'd2);
      c_started: cover (state == 2'd1 && start && passes);
      c_stopped: cover (state == 2'd1 && good && chosen);
      c_frozen: cover (state == 2'd3 && after_at == 16'd2 && passed == 16'd2);
      c_pin: cover (state == 2'd2 && before && !level);
      c_id: cover (f_out && gate && select[10:8] == 3'd5 && select[12]);
    end
`endif
  end else begin : g_formal
    assign f_count = f_counted;
    assign f_valid = event_valid_i;
    assign f_event = event_i;
  end
endgenerate
`undef WEIR_ENV
