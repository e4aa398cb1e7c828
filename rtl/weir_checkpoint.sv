// SPDX-License-Identifier: Apache-2.0
// weir_checkpoint: puts checkpoints into the stream in front of pack, for readers that join late:
// every N bytes, and when software asks.
//
// Space    The FIFO reserves bytes for one checkpoint, which admit never sees. The next words read
//          return what a checkpoint has used; until then there is no other one. So a checkpoint
//          never makes an event drop.
// Queue    Entries wait in the queue while a checkpoint is written: two or three cycles for each of
//          its entries, and one for each location of the table.
`default_nettype none
module weir_checkpoint #(
    parameter integer CHECKPOINT = 1,          // 0: everything passes
    parameter integer HARTS = 1,
    parameter integer THREAD_CACHE = 8,
    parameter integer ENTRY = 20,        // bytes reserved for an entry
    parameter integer RESERVED = 0           // bytes of FIFO reserved for both
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              clear_i,
    input  wire              enable_i,   // CTRL.ENABLE
    input  wire              framing_i,  // frames take the stream
    input  wire              ring_i,     // a ring takes the stream,
    input  wire              to_page_i,  // but the data page has it, too
    input  wire              now_i,      // software asks for one
    input  wire [15:0]       every_i,    // bytes after which one is due; 0: never
    output wire              asked_o,    // one was asked for and has not begun
    output wire              zeroing_o,  // after reset and clear: no entry may arrive

    // an entry of sw_entry_words_i words is complete
    input  wire              sw_entry_start_i,
    input  wire [5:0]        sw_entry_words_i,
    output wire              sw_entry_can_o,  // it can be accepted now
    output wire              sw_entry_busy_o, // one is pending or being written
    output wire [4:0]        sw_entry_at_o,
    input  wire [31:0]       sw_entry_word_i, // its word at sw_entry_at_o, one cycle later

    input  wire              in_valid_i,
    output wire              in_ready_o,
    input  wire [weir_event::ENTRY_W-1:0] in_entry_i,
    input  wire [63:0] in_delta_i,
    input  wire              in_timed_i, // this counts
    input  wire [31:0]       in_high_i,  // high half of a value of 64 bits
    input  wire              in_is_arg_i,  // no checkpoint may come between this entry and the next

    output wire              out_valid_o,
    input  wire              out_ready_i,
    output wire [weir_event::ENTRY_W-1:0] out_entry_o,
    output wire [63:0] out_delta_o,
    output wire              out_timed_o,
    output wire [31:0]       out_high_o,
    output wire              out_is_arg_o,
    output wire              out_copy_o, // four bytes to copy, in place of an entry
    output wire              out_state_o,          // belongs to a checkpoint

    input  wire              packed_i,   // pack completed an entry that belongs to no checkpoint
    input  wire              state_packed_i,       // or one that does
    input  wire [5:0]        unused_i,   // bytes of its reservation it did not use
    input  wire              pop_i,      // a word was read
    output wire              freed_o,    // its space returns to admit
    output wire              idle_o
);
`include "weir_types.svh"
  entry_t entry;
  assign entry = in_entry_i;
`ifdef FORMAL
  // For the proof of the whole unit: bytes whose space was not returned; what the checkpoint or
  // software entry being written may still give to pack: bytes, entries, extra cycles; whether it
  // is a checkpoint; whether one may be due, and is due but cannot begin.
  (* keep *) wire [12:0] f_debts, f_coming;
  (* keep *) wire [8:0]  f_items, f_walk;
  (* keep *) wire        f_passes, f_ended, f_waits, f_due_asked, f_due_bytes, f_blocked;
  // the entry that passed last is an extra argument; nothing is written, and nothing begins now
  (* keep *) wire        f_half, f_rests;
  localparam integer F_LOCATIONS = (32 << $clog2(HARTS)) + THREAD_CACHE;
`endif
  generate
    if (CHECKPOINT != 0) begin : g_checkpoint
      // TIMING: PASS and ZERO have a bit of their own. pack completes the entry before END in SKIP
      // at the latest, END itself in WAIT.
      localparam [5:0] CURR = 6'd0, LOW = 6'd1, HIGH = 6'd2, BEGIN = 6'd3, LOOK = 6'd4,
          TELL = 6'd5, END = 6'd6, SKIP = 6'd7, WAIT = 6'd8,
                       SW_ENTRY_LOOK = 6'd9, SW_ENTRY_TELL = 6'd10, PASS = 6'd16, ZERO = 6'd32;
      localparam integer MOST = RESERVED - 3;
      localparam [31:0] CURR_HEAD = 32'h08002300;          // CURR of item 0: 8 bytes follow
      // checkpoints may begin while software reads the stream; so may its entries
      wire on          = enable_i && to_page_i && !framing_i;
      wire sw_entry_on = enable_i && !framing_i && !ring_i;
      logic [5:0]        state_q;
      logic [63:0]       time_q;         // time of the entry that passed last
      logic              loss_q, asked_q, seen_q;          // seen_q: an entry has passed
      logic [weir_event::ITEM_W-1:0] item_q;  // item of that entry
      logic [31:0]       value_q;
      // the entry that passed last is an extra argument of the next
      logic              is_arg_q;
      logic [15:0]       bytes_q;       // bytes since the last checkpoint, saturating at 65535
      logic [12:0]       debt_q;         // bytes of checkpoints, less those read since
      // a software entry is pending or being written; this is its last word
      wire               sw_entry_q, sw_entry_last;

      // TIMING: a read word is known late, so both cases are computed before.
      wire        owes  = debt_q >= 13'd4;         // its space stays here
      wire [12:0] more  = state_packed_i ? ENTRY[12:0] - {7'd0, unused_i} : 13'd0;
      wire [12:0] debt_more = debt_q + more;
      wire [12:0] debt_less = debt_more - 13'd4;

      // with those of an entry that pack completes
      wire [16:0] bytes = {1'b0, bytes_q} + ENTRY[16:0] - {11'd0, unused_i};

      wire        due   = asked_q || (every_i != 16'd0 && bytes_q >= every_i);
      // TIMING: due, and its space free, in the cycle before
      logic       due_q;
      wire        begins  = state_q[4] && due_q && !is_arg_q && !sw_entry_q;
      // 14 bytes may remain when all is read, see freed_o
      wire        ripe    = on && state_q[4] && !begins && due && debt_q < 13'd15;  // @early
      // the software entry begins
      wire        sw_entry_next = state_q[4] && sw_entry_q && !is_arg_q;  // @sw_entry_in_event
      wire        passes  = state_q[4] && !begins && !sw_entry_next;  // @sw_entry_between
      wire        pass  = passes && in_valid_i && out_ready_i;
      wire        held, last, report_event;
      wire [20:0] report_item;
      wire [31:0] report_value;
      wire        next  = state_q[5] || (state_q == LOOK && !held)
          || (state_q == TELL && out_ready_i);
      weir_checkpoint_table #(.HARTS(HARTS), .THREAD_CACHE(THREAD_CACHE)) u_table (
          .clk_i, .rst_ni, .clear_i, .entry_valid_i(seen_q), .item_i(item_q), .value_i(value_q),
          .zero_i(state_q[5]), .look_i(state_q == LOOK), .report_i(state_q == TELL), .next_i(next),
              .last_o(last), .held_o(held), .event_o(report_event),
          .report_item_o(report_item), .report_value_o(report_value));

      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) begin
          state_q  <= ZERO;
          time_q   <= '0;
          loss_q   <= 1'b0;
          asked_q  <= 1'b0;
          seen_q   <= 1'b0;
          is_arg_q   <= 1'b0;
          bytes_q <= 16'd0;
          debt_q   <= 13'd0;
          due_q    <= 1'b0;
        end else begin
          case (state_q)
            ZERO:    if (last) state_q <= PASS;
            PASS:    if (begins) state_q <= CURR;
                     else if (sw_entry_next) state_q <= SW_ENTRY_LOOK;
            SW_ENTRY_LOOK: state_q <= SW_ENTRY_TELL;
            SW_ENTRY_TELL: if (out_ready_i) state_q <= sw_entry_last ? SKIP : SW_ENTRY_LOOK;
            LOOK:    if (held) state_q <= TELL;
                     else if (last) state_q <= END;
            TELL:    if (out_ready_i) state_q <= last ? END : LOOK;
            SKIP:    state_q <= WAIT;
            WAIT:    if (state_packed_i) state_q <= PASS;
            default: if (out_ready_i) state_q <= state_q + 6'd1;  // @next_state: CURR to END
          endcase
          due_q   <= ripe;
          asked_q <= on && (now_i || (asked_q && !begins));
          seen_q  <= pass;
          if (pass && in_timed_i) time_q <= time_q + in_delta_i;
          if (pass) is_arg_q <= in_is_arg_i;
          if (pass && entry.item
              == weir_pkg::ITEM_LOSS) loss_q <= entry.value[0];
          if (state_q == WAIT && !sw_entry_q) bytes_q <= 16'd0;
          else if (packed_i) bytes_q <= bytes[16] ? 16'hffff : bytes[15:0];  // @bytes_round
          debt_q <= pop_i && owes ? debt_less : debt_more;
        end
        if (pass) item_q <= entry.item;
        if (pass) value_q <= entry.value;
      end

      // Software entries
      // sw_entry_q: it waits until an event with extra arguments is complete
      logic       of_q;
      logic [5:0] left_q;              // words of it left
      logic [4:0] at_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i || (state_q == WAIT && state_packed_i)) of_q <= 1'b0;
        else if (sw_entry_start_i) of_q <= 1'b1;
        if (sw_entry_start_i) left_q <= sw_entry_words_i;
        else if (state_q == SW_ENTRY_TELL && out_ready_i) left_q <= left_q - 6'd1;
        if (state_q[4]) at_q <= 5'd0;
        else if (state_q == SW_ENTRY_TELL && out_ready_i) at_q <= at_q + 5'd1;
      end
      assign sw_entry_q      = of_q;
      assign sw_entry_last   = left_q == 6'd1;
      assign sw_entry_at_o   = at_q;
      assign sw_entry_busy_o = of_q && state_q != SKIP && state_q != WAIT;
      // @sw_entry_space
      assign sw_entry_can_o  = state_q[4] && !begins && !of_q && sw_entry_on
          && debt_q <= MOST[12:0] - {5'd0, sw_entry_words_i, 2'b00};

      wire [31:0] low  = time_q[31:0];
      wire [31:0] high = time_q[63:32];
      localparam integer IW = weir_event::ITEM_W;
      localparam [IW:0] COPIED = '0;     // pack reads nothing but the value
      logic [weir_event::ENTRY_W-1:0] writes;
      always_comb begin
        case (state_q)
          CURR:    writes = {COPIED, CURR_HEAD};
          LOW:     writes = {COPIED, low};
          HIGH:    writes = {COPIED, high};
          BEGIN:   writes = {1'b0, weir_pkg::ITEM_CHECKPOINT, 32'd1};
          SW_ENTRY_TELL: writes = {COPIED, sw_entry_word_i};
          TELL:    writes = {report_event, report_item, report_value};
          default: writes = {1'b0, weir_pkg::ITEM_CHECKPOINT, 31'd1, loss_q};
        endcase
      end
      assign out_valid_o = state_q[4] ? passes && in_valid_i : (state_q <= END && state_q != LOOK)
          || state_q == SW_ENTRY_TELL;
      assign in_ready_o  = passes && out_ready_i;  // @inside
      assign out_entry_o = state_q[4] ? entry : writes;
      assign out_delta_o = in_delta_i;
      assign out_timed_o = state_q[4] && in_timed_i;
      assign out_high_o  = state_q[4] ? in_high_i : 32'd0;
      assign out_is_arg_o = state_q[4] && in_is_arg_i;
      assign out_copy_o  = state_q == CURR || state_q == LOW || state_q == HIGH || state_q
          == SW_ENTRY_TELL;
      assign out_state_o = !state_q[4];
      // at most 11 bytes of a checkpoint, before pack has completed the entry
      assign freed_o     = pop_i && !owes;
      assign asked_o     = asked_q;
      assign zeroing_o   = state_q[5];
      assign idle_o      = passes && !sw_entry_q && !seen_q;

`ifdef FORMAL
`include "weir_checkpoint_fv.svh"
`endif
    end else begin : g_none
      assign sw_entry_can_o   = 1'b0;
      assign sw_entry_busy_o  = 1'b0;
      assign sw_entry_at_o    = 5'd0;
      wire unused_sw_entry = &{1'b0, sw_entry_start_i, sw_entry_words_i,
          sw_entry_word_i};
      assign out_valid_o = in_valid_i;
      assign in_ready_o  = out_ready_i;
      assign out_entry_o = entry;
      assign out_delta_o = in_delta_i;
      assign out_timed_o = in_timed_i;
      assign out_high_o  = in_high_i;
      assign out_is_arg_o = in_is_arg_i;
      assign out_copy_o  = 1'b0;
      assign out_state_o = 1'b0;
      assign freed_o     = pop_i;
      assign asked_o     = 1'b0;
      assign zeroing_o   = 1'b0;
      assign idle_o      = 1'b1;
`ifdef FORMAL
      assign f_debts      = 13'd0;
      assign f_coming     = 13'd0;
      assign f_items      = 9'd0;
      assign f_walk       = 9'd0;
      assign f_passes     = 1'b1;
      assign f_ended      = 1'b0;
      assign f_waits      = 1'b0;
      assign f_due_asked  = 1'b0;
      assign f_blocked    = 1'b0;
      assign f_due_bytes = 1'b0;
      assign f_half      = 1'b0;
      assign f_rests     = 1'b1;
`endif
      wire unused = &{1'b0, clk_i, rst_ni, clear_i, enable_i, framing_i, ring_i, to_page_i, now_i,
          every_i, packed_i, state_packed_i,
          unused_i};
    end
  endgenerate
endmodule
`default_nettype wire
