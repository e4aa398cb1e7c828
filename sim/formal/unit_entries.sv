// SPDX-License-Identifier: Apache-2.0
// unit_entries: preset small without its thread cache, followed from the event that is offered to
// the entry that pack gets. Behind it is proof pack_read: what that assumes is asserted here.
//
//! proof unit_entries (QUEUE_LOG2=2 FIFO_LOG2=7), induction, limit 900, define WEIR_ANY_COUNT
//!     SHOW_WORDS, cut u_unit.u_weir.u_page.u_fifo.data_q
//!     u_unit.u_weir.u_admit.u_counters.u_counts.now, with sim/formal/unit_entries.sv: pack gets
//!     exactly the events that were delivered and the reports of losses, in their order, each event
//!     with its item, its value and its time; and nothing that its own proofs exclude
`default_nettype none
module unit_entries #(
    parameter integer QUEUE_LOG2 = 5,
    parameter integer FIFO_LOG2 = 10
) (
    input wire        clk_i,
    input wire        rst_ni,
    input wire        reg_valid_i,
    input wire        reg_write_i,
    input wire [16:0] reg_addr_i,
    input wire [31:0] reg_wdata_i,
    input wire [3:0]  reg_wstrb_i,
    input wire        snoop_valid_i,
    input wire [31:0] snoop_addr_i,
    input wire [31:0] snoop_data_i,
    input wire [3:0]  snoop_strb_i
);
`include "weir_types.svh"
  wire        reg_ready, irq;
  wire [31:0] rdata;
  weir_small #(.VALUE_REGS(1), .QUEUE_LOG2(QUEUE_LOG2), .THREAD_CACHE(0),
      .FIFO_LOG2(FIFO_LOG2)) u_unit (
      .clk_i, .rst_ni, .reg_valid_i, .reg_write_i, .reg_addr_i, .reg_wdata_i, .reg_wstrb_i,
      .reg_ready_o(reg_ready), .reg_rdata_o(rdata), .snoop_valid_i, .snoop_addr_i, .snoop_data_i,
      .snoop_strb_i, .irq_o(irq));

  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;

  // ---- what goes in: an event that is delivered, by the table of items; or a report of admit,
  // whose properties say what it reports
  (* hierconn *) wire                       \u_unit.u_weir.clear ;
  (* hierconn *) wire [weir_event::W-1:0]   \u_unit.u_weir.offer ;
  (* hierconn *) wire                       \u_unit.u_weir.entry_valid ;
  (* hierconn *) wire                       \u_unit.u_weir.entry_report ;
  (* hierconn *) wire [weir_event::ENTRY_W-1:0] \u_unit.u_weir.entry ;
  (* hierconn *) wire [63:0]                \u_unit.u_weir.delta ;
  wire         clear = \u_unit.u_weir.clear ;
  wire         f_in  = \u_unit.u_weir.entry_valid ;
  wire [63:0]  f_in_delta = \u_unit.u_weir.delta ;
  event_t      f_event;
  assign f_event = \u_unit.u_weir.offer ;
  entry_t      f_offered, f_made, f_wants;
  assign f_offered.is_event = f_event.is_switch;
  assign f_offered.item = f_event.is_switch ? 21'd1
      : f_event.id <= 16'd11 ? 21'd4 + {5'd0, f_event.id}
      : 21'd16 * ({5'd0, f_event.id} + 21'd63);
  assign f_offered.value = f_event.value;
  assign f_made = \u_unit.u_weir.entry_report ? \u_unit.u_weir.entry : f_offered;
  (* anyconst *) wire [31:0] f_which;      // the entry that is followed, any of them
  logic [31:0] f_in_n, f_out_n;            // entries
  logic [63:0] f_in_time, f_out_time;      // the time of the last
  logic [63:0] f_time;
  logic [63:0] f_cycle;
  wire  [63:0] f_next = f_in_time + f_in_delta;

  // ---- what comes out
  (* hierconn *) wire                       \u_unit.u_weir.checkpointed_valid ;
  (* hierconn *) wire                       \u_unit.u_weir.checkpointed_ready ;
  (* hierconn *) wire [weir_event::ENTRY_W-1:0] \u_unit.u_weir.checkpointed ;
  (* hierconn *) wire [63:0]                \u_unit.u_weir.checkpointed_delta ;
  (* hierconn *) wire                       \u_unit.u_weir.checkpointed_timed ;
  (* hierconn *) wire                       \u_unit.u_weir.checkpointed_is_arg ;
  (* hierconn *) wire                       \u_unit.u_weir.copy ;
  (* hierconn *) wire                       \u_unit.u_weir.pack_idle ;
  wire         f_valid = \u_unit.u_weir.checkpointed_valid ;
  wire         f_out = f_valid && \u_unit.u_weir.checkpointed_ready ;
  entry_t      f_entry;
  assign f_entry = \u_unit.u_weir.checkpointed ;
  wire [63:0]  f_delta = \u_unit.u_weir.checkpointed_timed ? \u_unit.u_weir.checkpointed_delta
      : 64'd0;
  always_ff @(posedge clk_i) begin
    // The first cycle has time 1, and so has that of a clear.
    f_cycle <= !rst_ni ? 64'd1 : clear ? 64'd2 : f_cycle + 64'd1;
    if (!rst_ni || clear) begin
      f_in_n <= 32'd0;
      f_out_n <= 32'd0;
      f_in_time <= 64'd0;
      f_out_time <= 64'd0;
    end else begin
      if (f_in) f_in_n <= f_in_n + 32'd1;
      if (f_in) f_in_time <= f_next;
      if (f_out) f_out_n <= f_out_n + 32'd1;
      if (f_out) f_out_time <= f_out_time + f_delta;
    end
    if (f_in && f_in_n == f_which) begin
      f_wants <= f_made;
      f_time <= f_next;
    end
  end
  always_comb if (f_started) begin
    // The time of an entry is the cycle that its event left the hart's order, two cycles before.
    a_time: assert (!f_in || f_next == f_cycle - 64'd2);
    //! mutant unit_entries_first, step: the cycle of an entry is not counted
    //!     weir_timestamp@first wire [63:0] again = 64'd0;
    // Entry n comes out as entry n, with its time.
    a_entry: assert (!(f_out && f_out_n == f_which)
        || (f_entry == f_wants && f_out_time + f_delta == f_time));
    // What pack_read assumes: m_clear, m_part, m_item, m_curr.
    a_clear: assert (!clear || (\u_unit.u_weir.pack_idle && !f_valid));
    a_part: assert (!f_valid || !\u_unit.u_weir.checkpointed_is_arg );
    a_item: assert (!f_valid || f_entry.item != 21'd0);
    a_copy: assert (!f_valid || !\u_unit.u_weir.copy );
  end

  // Why: the entries between are in the queue.
  localparam integer DEPTH = 1 << QUEUE_LOG2;
  localparam integer EW = weir_event::ENTRY_W, QW = EW + 64;
  (* hierconn *) wire [QUEUE_LOG2:0] \u_unit.u_weir.u_queue.u_fifo.rd_q ;
  (* hierconn *) wire [QUEUE_LOG2:0] \u_unit.u_weir.u_queue.u_fifo.wr_q ;
  (* hierconn *) wire                \u_unit.u_weir.u_queue.u_fifo.valid_q ;
  (* hierconn *) wire [QW-1:0]       \u_unit.u_weir.u_queue.u_fifo.data_q ;
  (* hierconn *) wire [63:0]         \u_unit.u_weir.u_timestamp.f_sum ;
  (* hierconn *) wire [63:0]         \u_unit.u_weir.u_timestamp.f_time ;
  (* hierconn *) wire                \u_unit.u_weir.u_timestamp.f_was_clear ;
  (* hierconn *) wire                \u_unit.u_weir.u_timestamp.f_was_reset ;
  wire [QUEUE_LOG2:0] f_rd = \u_unit.u_weir.u_queue.u_fifo.rd_q ;
  wire [QUEUE_LOG2:0] f_wr = \u_unit.u_weir.u_queue.u_fifo.wr_q ;
  wire [QUEUE_LOG2:0] f_level = f_wr - f_rd;
  (* hierconn *) wire [QW*DEPTH-1:0] \u_unit.u_weir.u_queue.u_fifo.f_words ;
  wire [QW*DEPTH-1:0] f_queue = \u_unit.u_weir.u_queue.u_fifo.f_words ;
  logic [63:0]   f_times [0:DEPTH-1];
  wire [31:0]    f_ahead = f_which - f_out_n;
  wire           f_there = f_ahead < {{(31-QUEUE_LOG2){1'b0}}, f_level};
  wire [QUEUE_LOG2-1:0] f_nth = f_rd[QUEUE_LOG2-1:0] + f_ahead[QUEUE_LOG2-1:0];
  wire [QUEUE_LOG2-1:0] f_last = f_wr[QUEUE_LOG2-1:0] - 1'b1;
  always_ff @(posedge clk_i) if (f_in) f_times[f_wr[QUEUE_LOG2-1:0]] <= f_next;
  logic f_sums, f_items;                   // of each place of the queue that has an entry
  logic [QUEUE_LOG2-1:0] f_at;
  integer k;
  always_comb begin
    f_sums = 1'b1;
    f_items = 1'b1;
    for (k = 0; k < DEPTH; k = k + 1) begin
      f_at = k[QUEUE_LOG2-1:0] - f_rd[QUEUE_LOG2-1:0];
      if ({1'b0, f_at} < f_level) begin
        if (f_times[k] != (f_at == '0 ? f_out_time : f_times[(k + DEPTH - 1) % DEPTH])
            + f_queue[QW*k+EW +: 64]) f_sums = 1'b0;
        if (f_queue[QW*k+32 +: weir_event::ITEM_W] == '0) f_items = 1'b0;
      end
    end
  end
  logic [QW-1:0] f_oldest, f_followed;
  integer i;
  always_comb begin
    f_oldest = '0;
    f_followed = '0;
    for (i = 0; i < DEPTH; i = i + 1) begin
      if (f_rd[QUEUE_LOG2-1:0] == i) f_oldest = f_queue[QW*i +: QW];
      if (f_nth == i) f_followed = f_queue[QW*i +: QW];
    end
  end
  always_comb if (f_started) begin
    a_times: assert (f_sums);
    a_items: assert (f_items);
    a_shown: assert (!\u_unit.u_weir.u_queue.u_fifo.valid_q
        || \u_unit.u_weir.u_queue.u_fifo.data_q == f_oldest);
    //! mutant unit_entries_early, step: the queue shows an entry in the cycle after its push
    //!     weir_fifo@shows_early assign more = (!empty_q || push) && !(pop && one);
    a_level: assert (f_in_n == f_out_n + {{(31-QUEUE_LOG2){1'b0}}, f_level});
    a_last: assert (f_in_time == (f_level == '0 ? f_out_time : f_times[f_last]));
    a_wants: assert (!f_there
        || (f_followed[EW-1:0] == f_wants && f_times[f_nth] == f_time));
    a_reset: assert (!\u_unit.u_weir.u_timestamp.f_was_reset || (!f_in && f_in_time == '0));
    a_sum: assert (f_in_time == (\u_unit.u_weir.u_timestamp.f_was_clear ? 64'd0
        : \u_unit.u_weir.u_timestamp.f_sum ));
    a_cycle: assert (f_cycle == \u_unit.u_weir.u_timestamp.f_time + 64'd1);
  end
endmodule
`default_nettype wire
