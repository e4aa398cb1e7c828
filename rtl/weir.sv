// SPDX-License-Identifier: Apache-2.0
// weir: the trace unit behind its native register port: the stages in order, nothing else.
//
// Reset    synchronous, active low, control state only: RAM and payload keep what they hold.
// Place    snoop_* must show the hart's stores in the order in which the unit's register port sees the hart's own accesses.
`default_nettype none
module weir #(
    parameter integer HARTS = 1,                      // harts that are watched; this version: 1
    parameter integer SLOTS = 4,                      // latches of a thread port, 1..16: threads that may be preempted between VALUE and ID
    parameter integer QUEUE_LOG2 = 5,                 // entries that may wait before pack, log2, 2..8
    parameter integer FIFO_LOG2 = 10,                 // words of FIFO, log2, 7..15
    parameter integer ADDR_W = 14 + $clog2(HARTS + 1) // derived, do not set
) (
    input  wire                clk_i,
    input  wire                rst_ni,

    // Register port: an access is accepted in a cycle with valid and ready; a read is answered in the cycle after.
    input  wire                reg_valid_i,           // address and data must hold until accepted
    input  wire                reg_write_i,
    input  wire [ADDR_W-1:0]   reg_addr_i,            // byte address; bits 1:0 are ignored
    input  wire [31:0]         reg_wdata_i,
    input  wire [3:0]          reg_wstrb_i,           // octets to write; must not matter for reads
    output wire                reg_ready_o,           // low for the few cycles an earlier port access still needs
    output wire [31:0]         reg_rdata_o,

    // Stores accepted on the data bus of each hart, one cycle each; they cannot wait. Hart 0 in the low bits.
    input  wire [HARTS-1:0]    snoop_valid_i,
    input  wire [32*HARTS-1:0] snoop_addr_i,
    input  wire [32*HARTS-1:0] snoop_data_i,
    input  wire [4*HARTS-1:0]  snoop_strb_i,

    output wire                irq_o                  // level, see IRQ_ENABLE
);
  generate
    if (HARTS != 1) begin : g_harts
      ERROR_HARTS_must_be_1 error ();
    end
  endgenerate
  localparam integer SOURCES = 4 * HARTS;
  localparam integer EW = weir_event::W;
  localparam integer QW = weir_event::E_W;

  wire                enable, clear;
  wire [15:0]         switch_id;
  wire [HARTS-1:0]    snoop_enable;
  wire [30*HARTS-1:0] snoop_word;
  wire [HARTS-1:0]    acc_valid, acc_ready, acc_pending;
  wire                acc_value, acc_id, acc_running, acc_interrupt, acc_narrow, read_interrupt;
  wire [31:0]         acc_data;
  wire [32*HARTS-1:0] read_value, running;

  // ---- port, snoop
  wire          port_valid, port_ready, snoop_valid, running_set;
  wire [EW-1:0] port_event, snoop_event;
  wire [31:0]   running_value;
  weir_port #(.SLOTS(SLOTS), .HART(4'd0)) u_port (
      .clk_i, .rst_ni, .enable_i(enable), .switch_id_i(switch_id),
      .acc_valid_i(acc_valid[0]), .acc_ready_o(acc_ready[0]), .acc_value_i(acc_value), .acc_id_i(acc_id),
      .acc_running_i(acc_running), .acc_interrupt_i(acc_interrupt), .acc_narrow_i(acc_narrow), .acc_data_i(acc_data),
      .acc_pending_o(acc_pending[0]),
      .read_interrupt_i(read_interrupt), .read_value_o(read_value[31:0]),
      .running_i(running[31:0]), .running_set_o(running_set), .running_value_o(running_value),
      .event_valid_o(port_valid), .event_o(port_event), .event_ready_i(port_ready));
  weir_snoop #(.HART(4'd0)) u_snoop (
      .clk_i, .rst_ni, .enable_i(enable && snoop_enable[0]), .addr_i(snoop_word[29:0]), .switch_id_i(switch_id),
      .store_valid_i(snoop_valid_i[0]), .store_addr_i(snoop_addr_i[31:0]), .store_data_i(snoop_data_i[31:0]),
      .store_strb_i(snoop_strb_i[3:0]),
      .running_set_i(running_set), .running_value_i(running_value), .running_o(running[31:0]),
      .event_valid_o(snoop_valid), .event_o(snoop_event));

  // ---- merge
  wire          merged_valid;
  wire [EW-1:0] merged_event;
  weir_merge u_merge (
      .snoop_valid_i(snoop_valid), .snoop_event_i(snoop_event),
      .port_valid_i(port_valid), .port_event_i(port_event), .port_ready_o(port_ready),
      .event_valid_o(merged_valid), .event_o(merged_event));

  // ---- stamp
  wire          stamped_valid;
  wire [EW-1:0] stamped_event;
  wire [63:0]   stamped_time, time_now;
  weir_stamp u_stamp (
      .clk_i, .rst_ni, .time_o(time_now), .event_valid_i(merged_valid), .event_i(merged_event),
      .event_valid_o(stamped_valid), .event_o(stamped_event), .event_time_o(stamped_time));

  // ---- admit
  wire               upstream_idle = !(|acc_pending) && !snoop_valid && !merged_valid && !stamped_valid;
  wire               entry_valid, entry_taken, loss_done, unused_valid, pop, refuse, overload, pending, admit_idle;
  wire [QW-1:0]      entry;
  wire [127:0]       loss_count, offered, refused;
  wire [95:0]        cause;
  wire [2:0]         loss_cause;
  wire [SOURCES-1:0] loss_source;
  wire [63:0]        loss_first, loss_last;
  wire [6:0]         unused_octets;
  weir_admit #(.QUEUE_LOG2(QUEUE_LOG2), .FIFO_LOG2(FIFO_LOG2), .SOURCES(SOURCES)) u_admit (
      .clk_i, .rst_ni, .clear_i(clear), .flush_i(!enable && upstream_idle),
      .event_valid_i(stamped_valid), .event_i(stamped_event), .event_time_i(stamped_time),
      .entry_valid_o(entry_valid), .entry_o(entry), .entry_taken_i(entry_taken),
      .loss_count_o(loss_count), .loss_cause_o(loss_cause), .loss_source_o(loss_source), .loss_first_o(loss_first),
      .loss_last_o(loss_last), .loss_done_i(loss_done),
      .unused_valid_i(unused_valid), .unused_i(unused_octets), .pop_i(pop),
      .offered_o(offered), .refused_o(refused), .cause_o(cause), .refuse_o(refuse), .overload_o(overload),
      .pending_o(pending), .idle_o(admit_idle));

  // ---- pack, with the queue before it
  wire                queued_valid, queued_ready, queue_ready;
  wire [QW-1:0]       queued;
  wire [QUEUE_LOG2:0] queue_level;
  weir_fifo #(.WIDTH(QW), .LOG2(QUEUE_LOG2)) u_queue (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(entry_valid), .in_ready_o(queue_ready), .in_data_i(entry),
      .out_valid_o(queued_valid), .out_ready_i(queued_ready), .out_data_o(queued), .level_o(queue_level));
  assign entry_taken = queued_valid && queued_ready;

  wire        word_valid, word_ready, pack_idle;
  wire [31:0] word;
  wire [23:0] tail;
  wire [1:0]  tail_count;
  weir_pack #(.SOURCES(SOURCES)) u_pack (
      .clk_i, .rst_ni, .clear_i(clear), .entry_valid_i(queued_valid), .entry_ready_o(queued_ready), .entry_i(queued),
      .loss_count_i(loss_count), .loss_cause_i(loss_cause), .loss_source_i(loss_source), .loss_first_i(loss_first),
      .loss_last_i(loss_last), .loss_done_o(loss_done),
      .unused_valid_o(unused_valid), .unused_o(unused_octets),
      .word_valid_o(word_valid), .word_ready_i(word_ready), .word_o(word), .tail_o(tail), .tail_count_o(tail_count),
      .idle_o(pack_idle));

  // ---- fifo
  wire               out_valid;
  wire [31:0]        out_word;
  wire [FIFO_LOG2:0] level;
  weir_fifo #(.WIDTH(32), .LOG2(FIFO_LOG2)) u_fifo (
      .clk_i, .rst_ni, .clear_i(clear), .in_valid_i(word_valid), .in_ready_o(word_ready), .in_data_i(word),
      .out_valid_o(out_valid), .out_ready_i(pop), .out_data_o(out_word), .level_o(level));

  // ---- regs
  weir_regs #(.SLOTS(SLOTS), .QUEUE_LOG2(QUEUE_LOG2), .FIFO_LOG2(FIFO_LOG2), .HARTS(HARTS)) u_regs (
      .clk_i, .rst_ni,
      .reg_valid_i, .reg_ready_o, .reg_write_i, .reg_addr_i({{(19-ADDR_W){1'b0}}, reg_addr_i}), .reg_wdata_i, .reg_wstrb_i,
      .reg_rdata_o,
      .enable_o(enable), .clear_o(clear), .switch_id_o(switch_id), .snoop_enable_o(snoop_enable), .snoop_addr_o(snoop_word),
      .acc_valid_o(acc_valid), .acc_ready_i(acc_ready), .acc_value_o(acc_value), .acc_id_o(acc_id),
      .acc_running_o(acc_running), .acc_interrupt_o(acc_interrupt), .acc_narrow_o(acc_narrow), .acc_data_o(acc_data),
      .acc_hold_i(acc_pending | {HARTS{snoop_valid}}), .read_interrupt_o(read_interrupt), .read_value_i(read_value),
      .running_i(running),
      .pop_o(pop), .word_valid_i(out_valid), .word_i(out_word), .level_i(level), .tail_i(tail), .tail_count_i(tail_count),
      .busy_i(!(upstream_idle && admit_idle && pack_idle)), .overload_i(overload), .pending_i(pending), .refuse_i(refuse),
      .time_i(time_now), .offered_i(offered), .refused_i(refused), .cause_i(cause), .irq_o);

  wire unused = &{1'b0, queue_ready, queue_level};

`ifdef FORMAL
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb begin
    // Reset comes first.
    m_reset: assume (f_started || !rst_ni);
    // The unit is reset at least once in 2**64 cycles.
    m_age: assume (time_now != 64'hffffffffffffffff);
  end

  // ---- registers of the stages, by name
  localparam integer FW = FIFO_LOG2 + 5;
  localparam integer PLACES = 1 << QUEUE_LOG2;
  localparam integer CAPACITY = 4 << FIFO_LOG2;
  (* hierconn *) wire [FW-3:0]        \u_admit.room_q ;
  (* hierconn *) wire                 \u_admit.entry_loss_q ;
  (* hierconn *) wire [52:0]          \u_admit.entry_event_q ;
  (* hierconn *) wire                 \u_admit.f_loss ;
  (* hierconn *) wire [FW-1:0]        \u_admit.f_events ;
  (* hierconn *) wire [FW-1:0]        \u_admit.f_ahead ;
  (* hierconn *) wire [FW-1:0]        \u_admit.f_queued ;
  (* hierconn *) wire [FW-1:0]        \u_admit.f_taken ;
  (* hierconn *) wire signed [FW-1:0] \u_admit.f_stored ;
  (* hierconn *) wire [63:0]          \u_admit.f_last ;
  (* hierconn *) wire [QUEUE_LOG2:0]  \u_queue.rd_q ;
  (* hierconn *) wire [QW*PLACES-1:0] \u_queue.g_formal.words ;
  (* hierconn *) wire                 \u_pack.valid_q ;
  (* hierconn *) wire                 \u_pack.loss_q ;
  (* hierconn *) wire [6:0]           \u_pack.written_q ;
  (* hierconn *) wire [5:0]           \u_pack.f_steps ;
  (* hierconn *) wire                 \u_port.s_valid_q ;
  (* hierconn *) wire                 \u_port.s_id_q ;
  (* hierconn *) wire                 \u_snoop.hit_q ;
  (* hierconn *) wire                 \u_fifo.shown_q ;
  wire                 f_packing = \u_pack.valid_q ;
  wire                 f_loss = \u_admit.f_loss ;
  wire [FW-1:0]        f_ahead = \u_admit.f_ahead ;
  wire [FW-1:0]        f_front = {{(FW-1){1'b0}}, unused_valid} + {{(FW-1){1'b0}}, f_packing};  // entries before the queue

  // ---- the entries on their way, the oldest first: finished, in pack, in the queue, on its way to the queue
  // An event that may be delivered has an id: not 0, not reserved, unless it is a switch.
  function automatic f_named(input switch, input [3:0] hart, input [15:0] id);
    f_named = hart == 4'd0 && (switch || (id != 16'd0 && id[15:14] != 2'b10));
  endfunction
  wire [PLACES-1:0] f_queue_good;
  genvar f;
  generate
    for (f = 0; f < PLACES; f = f + 1) begin : g_formal
      wire [QUEUE_LOG2-1:0] at = \u_queue.rd_q [QUEUE_LOG2-1:0] + f;
      wire [QW-1:0]         word = \u_queue.g_formal.words [QW*at +: QW];
      assign f_queue_good[f] = f >= queue_level
          || (word[weir_event::E_LOSS_LSB] == (f_loss && f_ahead == f_front + f)
              && (word[weir_event::E_LOSS_LSB] || f_named(word[weir_event::E_SWITCH_LSB], word[weir_event::E_HART_LSB +: 4],
                                                          word[weir_event::E_ID_LSB +: 16])));
    end
  endgenerate
  wire signed [FW-1:0] f_wrote_done = (loss_done ? 88 : 20) - $signed({{(FW-7){1'b0}}, unused_octets});
  wire signed [FW-1:0] f_in_fifo = $signed({2'b00, level, 2'b00}) + $signed({{(FW-2){1'b0}}, tail_count});
  always_comb if (f_started) begin
    // Nothing overflows: pack finds room for every word, admit for every entry.
    a_word_room: assert (!word_valid || word_ready);
    a_queue_room: assert (!entry_valid || queue_ready);
    // The running thread changes for one reason at a time.
    a_one_switch: assert (!(running_set && snoop_valid));
    // Why: every octet and every entry is where admit thinks it is; there is one loss record at most, in its place.
    a_queued: assert (\u_admit.f_queued == {{(FW-QUEUE_LOG2-1){1'b0}}, queue_level});
    a_taken: assert (\u_admit.f_taken == f_front);
    a_octets: assert (f_in_fifo == \u_admit.f_stored + (unused_valid ? f_wrote_done : 0)
                      + (f_packing ? $signed({{(FW-7){1'b0}}, \u_pack.written_q }) : 0));
    a_done: assert (!loss_done || unused_valid);
    a_fresh: assert (!(unused_valid && f_packing) || \u_pack.written_q == 7'd0);
    a_loss_done: assert (!unused_valid || loss_done == (f_loss && f_ahead == '0));
    a_loss_packing: assert (!f_packing || \u_pack.loss_q == (f_loss && f_ahead == {{(FW-1){1'b0}}, unused_valid}));
    a_loss_queue: assert (&f_queue_good);
    a_loss_entry: assert (!entry_valid || \u_admit.entry_loss_q == (f_loss && f_ahead == f_front + queue_level));
    a_id_entry: assert (!entry_valid || \u_admit.entry_loss_q
                        || f_named(\u_admit.entry_event_q [52], \u_admit.entry_event_q [51:48], \u_admit.entry_event_q [47:32]));
    a_id_stamped: assert (!stamped_valid || stamped_event[weir_event::BADID_LSB]
                          || (!(stamped_event[weir_event::TORN_LSB] && stamped_event[weir_event::BADID_LSB])
                              && f_named(stamped_event[weir_event::SWITCH_LSB], stamped_event[weir_event::HART_LSB +: 4],
                                         stamped_event[weir_event::ID_LSB +: 16])));
    a_one_cause: assert (!stamped_valid || !(stamped_event[weir_event::TORN_LSB] && stamped_event[weir_event::BADID_LSB]));
    a_stamp: assert (!stamped_valid || (stamped_time < time_now && \u_admit.f_last < stamped_time));
    a_last: assert (\u_admit.f_last == 64'd0 || \u_admit.f_last < time_now);
    a_first: assert (time_now != 64'd0 || !(\u_port.s_valid_q || \u_snoop.hit_q || stamped_valid));
  end

  // ---- offered = delivered + refused + in flight, from the pins to the FIFO
  // Ids as the bus sees them, decoded here from the address map.
  wire f_id_store = reg_valid_i && reg_ready_o && reg_write_i && enable && reg_addr_i[ADDR_W-1:13] == 2'b10
                    && reg_addr_i[11:2] == 10'd1;
  logic [31:0] f_ids, f_from_ports, f_offered, f_entries, f_finished;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear) begin
      f_ids        <= 32'd0;
      f_from_ports <= 32'd0;
      f_offered    <= 32'd0;
      f_entries    <= 32'd0;
      f_finished   <= 32'd0;
    end else begin
      f_ids        <= f_ids + {31'd0, f_id_store};
      f_from_ports <= f_from_ports + {31'd0, stamped_valid && stamped_event[weir_event::CONTEXT_LSB +: 2] != weir_pkg::CONTEXT_SNOOP};
      f_offered    <= f_offered + {31'd0, stamped_valid};
      f_entries    <= f_entries + {31'd0, entry_valid && !\u_admit.entry_loss_q };
      f_finished   <= f_finished + {31'd0, unused_valid && !loss_done};
    end
  end
  logic [31:0] f_offered_01, f_offered_23;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear) begin
      f_offered_01 <= 32'd0;
      f_offered_23 <= 32'd0;
    end else if (stamped_valid) begin
      if (stamped_event[weir_event::CLASS_LSB + 1]) f_offered_23 <= f_offered_23 + 32'd1;
      else f_offered_01 <= f_offered_01 + 32'd1;
    end
  end
  wire f_at_stamp = stamped_valid && stamped_event[weir_event::CONTEXT_LSB +: 2] != weir_pkg::CONTEXT_SNOOP;
  wire f_at_port  = \u_port.s_valid_q && \u_port.s_id_q ;
  wire f_at_entry = entry_valid && !\u_admit.entry_loss_q ;
  always_comb if (f_started) begin
    // Every id stored to a port is offered, once.
    a_ids: assert (f_ids == f_from_ports + ({31'd0, f_at_stamp} + {31'd0, f_at_port}));
    // The counters of offered events add up to the events, pair by pair of classes.
    a_offered_01: assert (offered[0 +: 32] + offered[32 +: 32] == f_offered_01);
    a_offered_23: assert (offered[64 +: 32] + offered[96 +: 32] == f_offered_23);
    a_offered: assert (f_offered_01 + f_offered_23 == f_offered);
    // Every entry is written, once: delivered events are finished or under way. (Offered is delivered and refused: admit.)
    a_entries: assert (f_entries == f_finished + ({{(32-FW){1'b0}}, \u_admit.f_events } - {31'd0, f_at_entry}));
  end

  // ---- no deadlock after an overload
  wire  f_rest = !entry_valid && queue_level == '0 && !f_packing && !unused_valid && level == '0;   // all is read
  logic f_was_rest;
  always_ff @(posedge clk_i) f_was_rest <= rst_ni && f_rest && !stamped_valid;
  always_comb if (f_started) begin
    // When all is written and read, all of the FIFO is free but for the tail.
    a_all_free: assert (!f_rest || \u_admit.room_q == CAPACITY - {{(FW-4){1'b0}}, tail_count});
    // Then an overload ends, at once unless an event comes in that cycle.
    a_overload_ends: assert (!f_was_rest || !overload);
  end

  // From a cycle of any choice on, nothing new is stored and the reader takes word after word.
  (* anyseq *) wire f_start;
  logic f_draining = 1'b0;
  wire  f_drain = f_draining || (f_start && upstream_idle);
  always_ff @(posedge clk_i) f_draining <= f_started && f_drain;
  always_comb if (f_drain)
    m_drain: assume (rst_ni && reg_valid_i && !reg_write_i && reg_addr_i[ADDR_W-1:12] == 1 && snoop_valid_i == '0);
  // What is left to do, in steps of pack, words and moves: it falls in every cycle.
  localparam integer F_STEPS = 40;             // more than an entry takes
  localparam integer F_MOST = 4 * (F_STEPS + 2) * (PLACES + 2) + 4 * F_STEPS + 3 * (1 << FIFO_LOG2) + 8;
  wire [15:0] f_entries_left = 16'd0 + queue_level + entry_valid + pending;          // a pending loss may become one
  wire [15:0] f_steps_left = (F_STEPS + 2) * f_entries_left + (f_packing ? F_STEPS - \u_pack.f_steps : 16'd0);
  wire [15:0] f_left = 4 * f_steps_left + 3 * level - out_valid - queued_valid + entry_valid + 2 * pending + unused_valid;
  logic [15:0] f_waited;                       // cycles in overload since
  always_ff @(posedge clk_i) f_waited <= (f_started && f_drain && overload) ? f_waited + 16'd1 : 16'd0;
  always_comb if (f_started) begin
    a_quiet: assert (!f_draining || upstream_idle);
    a_waited: assert (f_draining || f_waited == 16'd0);
    // An overload ends within F_MOST cycles of draining.
    a_drained: assert (!(f_draining && overload) || f_waited + f_left <= F_MOST);
  end

  // All of this happens.
  always_comb if (f_started) begin
    c_word: cover (word_valid);
    c_pop: cover (pop);
    c_refused: cover (refuse);
    c_cleared: cover (clear && time_now > 64'd8);
  end
`endif
endmodule
`default_nettype wire
