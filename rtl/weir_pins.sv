// SPDX-License-Identifier: Apache-2.0
// pins: watches wires of other hardware, and holds what merge is to know of them: edges of each, and changes of all that are a bus.
//
// Use      pins_i are of any clock. A level that lasts a cycle is seen, a shorter one perhaps. All is judged by the registers as they
//          are in the cycle in which the synchronised levels change.
// Order    what was seen in one cycle leaves the lowest pin first, the bus last, one event a turn. If DEPTH samples wait, what
//          another brings is given up and told, all of it.
`default_nettype none
module weir_pins #(
    parameter integer WIDTH = 8,           // 1..32
    parameter integer DEPTH = 4           // samples that may wait, 2..7
) (
    input  wire            clk_i,
    input  wire            rst_ni,

    input  wire            enable_i,      // CTRL.ENABLE; 0: nothing moves here but what waits
    input  wire [WIDTH-1:0] rise_i,        // PIN_RISE: pins whose rising edges are events
    input  wire [WIDTH-1:0] fall_i,        // PIN_FALL: falling ones
    input  wire [WIDTH-1:0] bus_i,         // PIN_BUS: pins that are a bus

    input  wire [WIDTH-1:0] pins_i,

    output wire            wait_o,        // an event waits:
    output wire [5:0]      number_o,      // its pin; 32: the bus
    output wire [31:0]     value_o,       // the level of the pin, or those of the bus
    input  wire            turn_i,        // it leaves
    output wire            over_o,        // some were given up until the cycle before, and it was not told
    input  wire            told_i         // that of one of them is told
);
  localparam integer W = WIDTH + 1;        // events that a sample can bring: one of each pin, and of the bus
  localparam [2:0] MOST = DEPTH[2:0];
  localparam [5:0] BUS = weir_pkg::ID_PIN_BUS[5:0];
  generate
    if (WIDTH < 1 || WIDTH > 32 || DEPTH < 2 || DEPTH > 7) begin : g_range
      ERROR_PINS_must_be_1_to_32_and_DEPTH_2_to_7 error ();
    end
  endgenerate

  function automatic [5:0] ones(input [W-1:0] set);
    integer k;
    begin
      ones = 6'd0;
      for (k = 0; k < W; k = k + 1) ones = ones + {5'd0, set[k]};
    end
  endfunction
  function automatic [5:0] number(input [W-1:0] which);             // which: one, or none
    integer k;
    begin
      number = which[WIDTH] ? BUS : 6'd0;
      for (k = 0; k < WIDTH; k = k + 1) if (which[k]) number = number | k[5:0];
    end
  endfunction

  // ---- the synchronisers, and the level of the cycle before
  (* ASYNC_REG = "TRUE" *) logic [WIDTH-1:0] async_q, now_q;
  logic [WIDTH-1:0] was_q;
  logic [2:0]      fresh_q;               // so many of them are levels since the unit is enabled
  wire             known = enable_i && fresh_q[2];
  always_ff @(posedge clk_i) begin
    fresh_q <= rst_ni && enable_i ? {fresh_q[1:0], 1'b1} : 3'd0;
    if (enable_i) begin
      async_q <= pins_i;
      now_q  <= async_q;
      was_q  <= now_q;
    end
  end

  // ---- what this cycle brings: edges; and the bus, when two samples agree on what was not told yet
  wire [WIDTH-1:0]  edges = known ? (now_q & ~was_q & rise_i) | (~now_q & was_q & fall_i) : '0;
  logic            shown_q;               // the bus was told,
  logic [WIDTH-1:0] bus_q;                 // so
  wire  [WIDTH-1:0] levels = now_q & bus_i;
  wire             steady = ((now_q ^ was_q) & bus_i) == '0;
  wire             used = known && bus_i != '0;
  wire             moved = used && steady && !(shown_q && levels == bus_q);
  always_ff @(posedge clk_i) begin
    shown_q <= rst_ni && used && (shown_q || moved);
    if (moved) bus_q <= levels;
  end
  wire [W-1:0] bring = {moved, edges};

  // ---- what waits, the oldest low: events to tell, levels of the pins, levels of the bus
  logic [W*DEPTH-1:0]    todo_q;
  logic [WIDTH*DEPTH-1:0] level_q, bus_level_q;
  logic [2:0]            count_q;
  logic                  wait_q;          // it is not 0
  logic [31:0]           over_q;
  localparam [W-1:0] ONE = 1;
  wire [W-1:0] first  = todo_q[W-1:0] & (~todo_q[W-1:0] + ONE);      // the one that leaves next
  wire [W-1:0] after  = todo_q[W-1:0] & ~first;
  wire         leaves = turn_i && after == '0;                        // the oldest sample is told
  wire         come   = bring != '0;
  wire         full   = count_q == MOST && !leaves;                  // turn_i comes late
  genvar i;
  generate
    for (i = 0; i < DEPTH; i = i + 1) begin : g_place
      localparam [2:0] PLACE = i[2:0];
      localparam integer NEXT = i < DEPTH - 1 ? i + 1 : i;
      wire at   = count_q == PLACE;                       // what comes has this place; if nothing does, nothing waits there;
      wire then = count_q == PLACE + 3'd1;                // if the oldest leaves, too
      always_ff @(posedge clk_i) begin
        if (leaves) begin
          todo_q[W*i +: W]              <= then ? bring : todo_q[W*NEXT +: W];
          level_q[WIDTH*i +: WIDTH]     <= then ? now_q : level_q[WIDTH*NEXT +: WIDTH];
          bus_level_q[WIDTH*i +: WIDTH] <= then ? levels : bus_level_q[WIDTH*NEXT +: WIDTH];
        end else if (at) begin
          todo_q[W*i +: W]              <= bring;
          level_q[WIDTH*i +: WIDTH]     <= now_q;
          bus_level_q[WIDTH*i +: WIDTH] <= levels;
        end else if (i == 0 && turn_i) todo_q[W*i +: W] <= after;
      end
    end
  endgenerate
  wire [5:0] over = come && full ? ones(bring) : 6'd0;               // that are given up now
  logic [5:0] newly_q;                                               // that were in the cycle before
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= 3'd0;
      over_q  <= 32'd0;
      newly_q <= 6'd0;
    end else begin
      count_q <= count_q - {2'd0, leaves} + {2'd0, come && !full};
      over_q  <= over_q + {26'd0, newly_q} - {31'd0, told_i};
      newly_q <= over;
    end
    wait_q <= rst_ni && (come || count_q > 3'd1 || (wait_q && !leaves));
  end
  wire [WIDTH-1:0] level = bus_level_q[WIDTH-1:0];
  wire [W-1:0]    of_bus = {1'b1, {WIDTH{1'b0}}};
  wire            high = (level_q[WIDTH-1:0] & first[WIDTH-1:0]) != '0;
  assign wait_o   = wait_q;
  assign number_o = number(first);
  assign value_o  = first == of_bus ? {{(32-WIDTH){1'b0}}, level} : {31'd0, high};
  assign over_o   = over_q != 32'd0;

`ifdef FORMAL
`ifdef PROVE_weir_pins
  `define WEIR_ENV assume
`else
  `define WEIR_ENV assert
`endif
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_pins
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);
`endif
  always_comb if (f_started && rst_ni) begin
    // An event leaves, and one that was given up is told, only if there is one.
    m_turn: `WEIR_ENV (!turn_i || wait_o);
    m_told: `WEIR_ENV (!told_i || over_o);
  end

  // ---- what must come, said once more: by the levels that were sampled since the unit is enabled
  logic [WIDTH-1:0] f_one, f_two, f_three;      // samples one edge ago, two, three
  logic [1:0]      f_samples;                  // so many of them
  always_ff @(posedge clk_i) begin
    f_samples <= !rst_ni || !enable_i ? 2'd0 : f_samples + {1'b0, f_samples != 2'd3};
    if (enable_i) {f_three, f_two, f_one} <= {f_two, f_one, pins_i};
  end
  wire            f_sees = f_samples == 2'd3 && enable_i;
  wire [WIDTH-1:0] f_edges = f_sees ? (f_two ^ f_three) & ((f_two & rise_i) | (~f_two & fall_i)) : '0;
  logic           f_said;                      // the bus was told since it is used,
  logic [WIDTH-1:0] f_last;                     // so
  wire            f_bus = f_sees && |bus_i && (f_two & bus_i) == (f_three & bus_i) && (!f_said || f_last != (f_two & bus_i));
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !f_sees || !(|bus_i)) f_said <= 1'b0;
    else if (f_bus) f_said <= 1'b1;
    if (f_bus) f_last <= f_two & bus_i;
  end
  wire [W-1:0]    f_bring = {f_bus, f_edges};

  // ---- one of what comes, of any choice, is followed until it leaves, or is given up at once
  (* anyseq *) wire [5:0] f_choice;
  logic [W-1:0]  f_chosen;                     // one, or none
  logic [W-1:0]  f_below;                      // those of this cycle that go before it
  integer f_k;
  always_comb begin
    f_chosen = '0;
    f_below  = '0;
    for (f_k = 0; f_k < W; f_k = f_k + 1) begin
      f_chosen[f_k] = f_choice == f_k && f_bring[f_k];
      f_below[f_k]  = f_choice > f_k && f_bring[f_k];
    end
  end
  wire [31:0]   f_value_now = f_chosen[WIDTH] ? {{(32-WIDTH){1'b0}}, f_two & bus_i} : {31'd0, (f_two & f_chosen[WIDTH-1:0]) != '0};
  logic [5:0]   f_number_now;
  always_comb f_number_now = f_chosen[WIDTH] ? 6'd32 : f_choice;
  // Events that wait: of the places, and all
  logic [9:0]   f_waits;
  always_comb begin
    f_waits = 10'd0;
    for (f_k = 0; f_k < DEPTH; f_k = f_k + 1) if (f_k < {29'd0, count_q}) f_waits = f_waits + {4'd0, ones(todo_q[W*f_k +: W])};
  end
  wire  [9:0]   f_kept = f_waits - {9'd0, turn_i};
  logic         f_there;
  logic [9:0]   f_ahead;                       // events that leave before it
  logic [5:0]   f_number;
  logic [31:0]  f_value;
  logic [2:0]   f_place;                       // where its sample is
  logic [W-1:0] f_bit;
  logic [31:0]  f_came_n, f_left_n, f_over_n, f_told_n;
  logic [31:0]  f_over_was;                    // as of the cycle before
  wire          f_taken = count_q - {2'd0, leaves} != MOST;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      f_there  <= 1'b0;
      f_came_n <= 32'd0;
      f_left_n <= 32'd0;
      f_over_n <= 32'd0;
      f_over_was <= 32'd0;
      f_told_n <= 32'd0;
    end else begin
      if (f_there) f_there <= !(turn_i && f_ahead == 10'd0);
      else f_there <= |f_chosen && f_taken;
      f_came_n <= f_came_n + {26'd0, ones(f_bring)};
      f_left_n <= f_left_n + {31'd0, turn_i};
      f_over_was <= f_over_n;
      f_over_n <= f_over_n + (f_taken ? 32'd0 : {26'd0, ones(f_bring)});
      f_told_n <= f_told_n + {31'd0, told_i};
    end
    if (f_there) begin
      f_ahead <= f_ahead - {9'd0, turn_i};
      f_place <= f_place - {2'd0, leaves};
    end else begin
      f_ahead  <= f_kept + {4'd0, ones(f_below)};
      f_place  <= count_q - {2'd0, leaves};
      f_number <= f_number_now;
      f_value  <= f_value_now;
      f_bit    <= f_chosen;
    end
  end
  // Why: the events of the samples before its own, and of its own those below it
  logic [9:0]   f_before;
  logic         f_full;                        // no sample waits without an event
  always_comb begin
    f_before = {4'd0, ones(todo_q[W*f_place +: W] & (f_bit - ONE))};
    f_full   = 1'b1;
    for (f_k = 0; f_k < DEPTH; f_k = f_k + 1) begin
      if (f_k < {29'd0, f_place}) f_before = f_before + {4'd0, ones(todo_q[W*f_k +: W])};
      if (f_k < {29'd0, count_q} && todo_q[W*f_k +: W] == '0) f_full = 1'b0;
    end
  end
  logic            f_off;                      // the unit was disabled in the cycle before
  logic [4*WIDTH-1:0] f_held;                   // the levels here then
  always_ff @(posedge clk_i) begin
    f_off  <= rst_ni && !enable_i;
    f_held <= {bus_q, was_q, now_q, async_q};
  end
  wire [WIDTH-1:0] f_level = bus_level_q[WIDTH*f_place +: WIDTH], f_pin_level = level_q[WIDTH*f_place +: WIDTH];
  always_comb if (f_started && rst_ni) begin
    // Whatever the synchronisers saw, and the registers ask for, leaves behind all that came before, and before all that came later,
    // with its number and value, unless it is given up;
    a_order: assert (!f_there || (wait_o && (f_ahead != 10'd0 || (number_o == f_number && value_o == f_value))));
    // and all that came has left, waits, or was given up; and that is told once for each.
    a_conserved: assert (f_came_n == f_left_n + {22'd0, f_waits} + f_over_n);
    a_over: assert (over_o == (f_over_was != f_told_n));
    a_over_idle: assert (f_over_was == f_over_n || count_q == MOST);
    // Nothing is given up while there is a place.
    a_room: assert (over == 6'd0 || count_q == MOST);
    // When the unit is disabled nothing comes, and no flop that the pins feed moves.
    a_disabled: assert (enable_i || (f_bring == '0 && bring == '0));
    a_still: assert (!f_off || f_held == {bus_q, was_q, now_q, async_q});
    // Why:
    a_place: assert (count_q <= MOST && f_full && wait_o == (f_waits != 10'd0));
    a_same: assert (bring == f_bring && shown_q == f_said && (!f_said || bus_q == f_last));
    a_samples: assert (fresh_q == {f_samples == 2'd3, f_samples >= 2'd2, f_samples != 2'd0});
    a_levels: assert ((f_samples < 2'd1 || async_q == f_one) && (f_samples < 2'd2 || now_q == f_two) && (f_samples != 2'd3 || was_q == f_three));
    a_held: assert (!f_there || (f_place < count_q && f_before == f_ahead && f_bit != '0 && (f_bit & (f_bit - ONE)) == '0 && (todo_q[W*f_place +: W] & f_bit) != '0
                    && f_number == number(f_bit)
                    && f_value == (f_bit[WIDTH] ? {{(32-WIDTH){1'b0}}, f_level} : {31'd0, (f_pin_level & f_bit[WIDTH-1:0]) != '0})));
    a_over_q: assert (over_q == f_over_was - f_told_n && {26'd0, newly_q} == f_over_n - f_over_was);
  end
`ifdef PROVE_weir_pins
  always_comb if (f_started && rst_ni) begin
    c_together: cover (ones({1'b0, f_edges}) == W[5:0] - 6'd2 && f_bring[WIDTH]);
    c_over: cover (over > 6'd1);
    c_told: cover (told_i && f_over_n == 32'd2);
    c_bus: cover (f_there && f_bit[WIDTH] && turn_i && f_ahead == 10'd0 && f_value == 32'd2);
    c_last: cover (f_there && f_ahead == 10'd3 && turn_i);
  end
`endif
`undef WEIR_ENV
`endif
endmodule
`default_nettype wire
