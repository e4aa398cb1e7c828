// SPDX-License-Identifier: Apache-2.0
// Properties of weir_tiny, which includes this file under FORMAL.
//
//! proof weir_tiny (FIFO_LOG2=7), induction, cover 40, cut u_fifo.data_q u_admit.u_dropped.now:
//!     nothing overflows, pack never waits; from the pins to the FIFO nothing is lost uncounted; an
//!     overload ends when the reader drains; each event is what was stored, and reads show what the
//!     stages have; the assumptions of the stages hold
//! proof weir_as_tiny (FIFO_LOG2=10), induction, cut u_fifo.data_q u_admit.u_dropped.now: the same,
//!     as in the preset

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

// ---- registers of the stages, by name
localparam integer FW = FIFO_LOG2 + 5;
localparam integer F_CAPACITY = 4 << FIFO_LOG2;
localparam integer F_ENTRY = weir_pkg::SIZE_ENTRY_MAX;
(* hierconn *) wire [FW-1:0]        \u_admit.f_space ;
(* hierconn *) wire [FW-1:0]        \u_admit.f_entries ;
(* hierconn *) wire signed [FW-1:0] \u_admit.f_stored ;
(* hierconn *) wire                 \u_admit.f_made ;
(* hierconn *) wire                 \u_admit.f_made_2 ;
(* hierconn *) wire [4:0]           \u_admit.f_busy ;
(* hierconn *) wire                 \u_admit.event_q ;
(* hierconn *) wire                 \u_admit.report_q ;
(* hierconn *) wire [2:0]           \u_admit.loss_q ;
(* hierconn *) wire                 \u_admit.again_q ;
(* hierconn *) wire [2:0]           \u_admit.stir_q ;
(* hierconn *) wire [3:0]           \u_admit.at_q ;
(* hierconn *) wire [4:0]           \u_admit.u_dropped.zero_q ;
(* hierconn *) wire                 \u_timestamp.f_made ;
(* hierconn *) wire                 \u_timestamp.f_made_2 ;
(* hierconn *) wire                 \u_timestamp.f_was_clear ;
(* hierconn *) wire                 \u_pack.valid_q ;
(* hierconn *) wire [4:0]           \u_pack.f_bytes ;
(* hierconn *) wire                 \u_regs.stall_clear ;
(* hierconn *) wire [FIFO_LOG2+1:0] \u_fifo.f_level ;
wire                 f_judged  = \u_admit.event_q ;          // an event of the cycle before
wire                 f_report  = \u_admit.report_q ;
wire                 f_packing = \u_pack.valid_q ;
wire [4:0]           f_bytes   = \u_pack.f_bytes ;
wire [FIFO_LOG2+1:0] f_words   = \u_fifo.f_level ;
wire signed [FW-1:0] f_in_fifo = $signed({1'b0, f_words, 2'b00})
                               + $signed({{(FW-2){1'b0}}, tail_count});
wire signed [FW-1:0] f_wrote   = F_ENTRY - $signed({{(FW-5){1'b0}}, unused_bytes});
always_comb if (f_started) begin
  // Nothing overflows: pack finds space for every word, and never waits for it; and admit makes an
  // entry only for a pack that takes it.
  a_word_space: assert (!word_valid || word_ready);
  a_entry_queued: assert (!entry_valid || entry_ready);
  // Why: every byte and every entry is where admit has it.
  a_taken: assert (\u_admit.f_entries == {{(FW-1){1'b0}}, unused_valid}
                                         + {{(FW-1){1'b0}}, f_packing});
  a_bytes: assert (f_in_fifo == \u_admit.f_stored + (unused_valid ? f_wrote : 0)
                                + (f_packing ? $signed({{(FW-5){1'b0}}, f_bytes}) : 0));
  a_first_step: assert (!\u_admit.f_made || (f_packing && f_bytes == 5'd0));
  a_busy: assert (!f_packing || \u_admit.f_busy == f_bytes);
  a_zeroing: assert (!\u_regs.stall_clear || clear
                     || (!event_valid && !f_judged && !f_report && !overload && !loss));
  a_closed: assert (!(zeroing || clear) || \u_regs.stall_clear );
  a_paused: assert (\u_timestamp.f_made == \u_admit.f_made
                    && \u_timestamp.f_made_2 == \u_admit.f_made_2 );
  a_clear: assert (!clear || (!event_valid && !f_judged && !f_report && pack_idle));
  a_cleared: assert (!(\u_timestamp.f_was_clear && \u_admit.u_dropped.zero_q != 5'd0));
end

// ---- offered = delivered + dropped + on the way, from the pins to the FIFO
// Stores of ids as the bus sees them, decoded here from the address map.
wire f_id_store = reg_valid_i && reg_ready_o && reg_write_i && enable
                  && reg_addr_i[16:13] == 4'b1000 && reg_addr_i[11:2] == 10'd1;
logic [31:0] f_ids, f_offered, f_dropped, f_made, f_reports, f_finished;
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear) begin
    f_ids      <= 32'd0;
    f_offered  <= 32'd0;
    f_dropped  <= 32'd0;
    f_made     <= 32'd0;
    f_reports  <= 32'd0;
    f_finished <= 32'd0;
  end else begin
    f_ids      <= f_ids + {31'd0, f_id_store};
    f_offered  <= f_offered + {31'd0, event_valid};
    f_dropped  <= f_dropped + {31'd0, drop};
    f_made     <= f_made + {31'd0, entry_valid};
    f_reports  <= f_reports + {31'd0, f_report};
    f_finished <= f_finished + {31'd0, unused_valid};
  end
end
always_comb if (f_started) begin
  // Every id stored to a port is offered, once.
  a_ids: assert (f_ids == f_offered);
  // What is offered is dropped, or becomes an entry; the other entries report losses.
  a_offered: assert (f_offered == f_dropped + (f_made - f_reports) + {31'd0, f_judged});
  // Every entry is written, once, or under way.
  a_entries: assert (f_made == f_finished + {{(32-FW){1'b0}}, \u_admit.f_entries });
end
// Mutants that assumptions of the stages must catch.
//! mutant tiny_pop_empty, by u_admit.m_pop: a read of the empty FIFO returns free space
//!     weir_tiny_regs@pop assign pop_o = early_read && data;

// ---- an overload ends when the reader drains
wire f_rest = !f_packing && !unused_valid && f_words == '0;      // all is read
wire [1:0] f_lag = \u_admit.stir_q [0] ? 2'd3 : \u_admit.stir_q [1] ? 2'd2
                 : \u_admit.stir_q [2] ? 2'd1 : 2'd0;
always_comb if (f_started) begin
  // When all is written and read, all of the FIFO is free but for the tail.
  a_all_free: assert (!f_rest || $signed(\u_admit.f_space )
                      == F_CAPACITY - $signed({{(FW-2){1'b0}}, tail_count}));
  // Three cycles later an overload is over.
  a_overload_ends: assert (!(f_rest && f_lag == 2'd0 && !zeroing) || !overload);
  //! mutant tiny_overload_stays, step: an overload waits for the end of its loss, which waits for
  //!     the end of the overload
  //!     weir_tiny_admit@overload_stays else if (resume_q && loss_q == NONE) overload_q <= 1'b0;
end
// From a cycle of any choice on, nothing new is stored and the reader takes word after word.
(* anyseq *) wire f_start;
logic f_draining = 1'b0;
wire  f_drain = f_draining || (f_start && !event_valid && !f_judged);
always_ff @(posedge clk_i) f_draining <= f_started && f_drain;
always_comb if (f_drain)
  m_drain: assume (rst_ni && reg_valid_i && !reg_write_i && reg_addr_i[16:12] == 5'd1);
// What is left to do: entries of the loss that may follow; then bytes of pack, and words.
localparam integer F_STEPS = 20;
localparam integer F_PASS = 17;              // totals of a loss and its end
wire [7:0] f_again = \u_admit.again_q ? F_PASS : 8'd0;
wire [7:0] f_loss_left = \u_admit.loss_q == 3'd0 ? 8'd0 : \u_admit.loss_q == 3'd1 ? F_PASS + 1
                       : \u_admit.loss_q == 3'd2 ? F_PASS
                       : \u_admit.loss_q == 3'd3 ? F_PASS - \u_admit.at_q + f_again
                       : \u_admit.again_q ? F_PASS : 8'd1;
wire [15:0] f_left = 32 * (f_packing ? F_STEPS - f_bytes : 16'd0) + 9 * f_words + 14 * unused_valid
                   + f_lag + 3 - out_valid + (f_report ? 32 * (F_STEPS + 1) : 16'd0);
logic        f_was_overload;                 // in the cycle before, draining
logic [7:0]  f_loss_was;
logic [15:0] f_left_was;
always_ff @(posedge clk_i) begin
  f_was_overload <= f_started && f_drain && overload;
  f_loss_was     <= f_loss_left;
  f_left_was     <= f_left;
end
always_comb if (f_started) begin
  a_quiet: assert (!f_draining || (!event_valid && !f_judged));
  // An overload ends while the reader drains: the entries that may follow never rise, 2 * F_PASS at
  // most; and while they stay, what is left falls in every cycle, from
  // 32 * F_STEPS + 9 * words + 20 at most.
  a_loss_left: assert (!(f_was_overload && overload)
                       || (f_loss_left <= f_loss_was && f_loss_left <= 2 * F_PASS));
  a_left: assert (!(f_was_overload && overload && f_loss_left == f_loss_was)
                  || f_left < f_left_was);
end

`ifdef PROVE_weir_tiny
// ---- what the bus sees of the stages, and they of it, decoded here from the address map
(* hierconn *) wire [31:0]        \u_port.value_o ;
(* hierconn *) wire               \u_port.int_fresh_q ;
(* hierconn *) wire [31:0]        \u_port.int_value_q ;
(* hierconn *) wire               \u_port.thread_fresh_q ;
(* hierconn *) wire [31:0]        \u_port.thread_value_q ;
(* hierconn *) wire [31:0]        \u_admit.read_count_o ;
(* hierconn *) wire               \u_admit.idle_o ;
(* hierconn *) wire               \u_admit.overload_o ;
(* hierconn *) wire               \u_admit.loss_o ;
(* hierconn *) wire               \u_admit.drop_o ;
(* hierconn *) wire [23:0]        \u_pack.tail_o ;
(* hierconn *) wire [1:0]         \u_pack.tail_count_o ;
(* hierconn *) wire               \u_pack.idle_o ;
(* hierconn *) wire               \u_fifo.out_valid_o ;
(* hierconn *) wire [31:0]        \u_fifo.out_data_o ;
(* hierconn *) wire [FIFO_LOG2:0] \u_fifo.level_o ;
(* hierconn *) wire               \u_regs.loss ;
(* hierconn *) wire [15:0]        \u_regs.switch_id_o ;
`include "weir_types.svh"
event_t      f_event;
assign f_event = event_w;
wire [16:0]  f_addr  = {reg_addr_i[16:2], 2'b00};
wire         f_whole = reg_wstrb_i == 4'b1111;
wire         f_store = reg_valid_i && reg_ready_o && reg_write_i && f_whole;
wire         f_data  = f_addr[16:12] == 5'd1;
wire         f_counter = f_addr >= 17'h02000 && f_addr < 17'h02100 && f_addr[6:0] < 7'd24;
wire         f_value = f_addr == 17'h10000 || f_addr == 17'h11000;
wire         f_busy  = !\u_admit.idle_o || !\u_pack.idle_o ;
logic        f_shown, f_loss;             // such a read was accepted in the cycle before; a drop
logic [31:0] f_word, f_bits;              // what it must give, in these bits
logic [31:0] f_of_thread, f_of_interrupt; // the values stored last
always_ff @(posedge clk_i) begin
  f_shown <= rst_ni && reg_valid_i && reg_ready_o && !reg_write_i && (f_data || f_counter || f_value
      || f_addr == 17'h00014 || f_addr == 17'h00020 || f_addr == 17'h00028 || f_addr == 17'h0002c);
  f_bits  <= f_addr == 17'h00020 ? 32'd2 : 32'hffffffff;
  f_word  <= f_data ? ( \u_fifo.out_valid_o ? \u_fifo.out_data_o : 32'd0)
      : f_counter ? \u_admit.read_count_o
      : f_value ? \u_port.value_o
      : f_addr == 17'h00014 ? {28'd0, \u_admit.loss_o , !\u_fifo.out_valid_o ,
          \u_admit.overload_o , f_busy}
      : f_addr == 17'h00020 ? {30'd0, f_loss, 1'b0}
      : f_addr == 17'h00028 ? {{(31-FIFO_LOG2){1'b0}}, \u_fifo.level_o }
      : {6'd0, \u_pack.tail_count_o , \u_pack.tail_o };
  // a drop sets it, also in the cycle of a store that clears it
  f_loss <= rst_ni && ( \u_admit.drop_o
      || (f_loss && !(f_store && f_addr == 17'h00020 && reg_wdata_i[1])));
  if (f_store && enable && f_addr == 17'h10000) f_of_thread <= reg_wdata_i;
  if (f_store && enable && f_addr == 17'h11000) f_of_interrupt <= reg_wdata_i;
end
always_comb if (f_started) begin
  // A read shows what the stage has: STATUS, IRQ_STATUS.LOSS, LEVEL, TAIL, the oldest word of the
  // FIFO, counters, VALUE.
  a_shown: assert (!f_shown || (reg_rdata_o & f_bits) == f_word);
  //! mutant tiny_busy, bound 40: STATUS.BUSY is 0 while pack writes
  //!     @busy .busy_i(!admit_idle), .overload_i(overload), .loss_i(loss),
  //! mutant tiny_loss, bound 60: IRQ_STATUS.LOSS is set by every event
  //!     @dropped .drop_i(event_valid), .irq_o);
  // An event is of the port, the id and the value that were stored.
  a_event: assert (!event_valid || (f_id_store && f_event.ctx == {1'b0, f_addr[12]}
      && f_event.id == reg_wdata_i[15:0] && (f_event.kind > weir_pkg::DROP_SYS
          || (f_event.value == (f_addr[12] ? f_of_interrupt : f_of_thread)
              && f_whole && reg_wdata_i[31:16] == 16'd0))
      && f_event.is_switch == (f_whole && reg_wdata_i == {16'd0, \u_regs.switch_id_o })));
  //! mutant tiny_narrow, bound 40: the id of an event is a byte that was stored
  //!     @narrow .acc_narrow_i(1'b0), .acc_data_i(reg_wdata_i), .value_o(value),
  // Why:
  a_loss: assert (\u_regs.loss == f_loss);
  a_values: assert ((!\u_port.thread_fresh_q || \u_port.thread_value_q == f_of_thread)
      && (!\u_port.int_fresh_q || \u_port.int_value_q == f_of_interrupt));
end
`endif

// All of this happens.
always_comb if (f_started) begin
  c_word: cover (word_valid);
  c_pop: cover (pop);
  c_dropped: cover (drop);
  c_total: cover (loss && level != '0 && pop);
end
