// SPDX-License-Identifier: Apache-2.0
// weir_snoop: watches one hart and queues what the arbiter must know of it: words that may change
// the running thread and, with RETIRE, trap entries and returns, and custom HINTs that are events.
//
// Use      store_* shows every store accepted on the hart's data bus, retire_* what the hart
//          retired, one cycle each. The registers of that cycle decide.
// Latency  One cycle. What a cycle brings is one record; its items leave one a cycle.
// Overrun  The hart cannot wait. While the queue is full, traps, returns and HINTs are dropped, and
//          a word replaces the word or HINT of the newest record. A HINT in the cycle of a word is
//          dropped, too. Each item dropped or replaced is an overrun. So the last word always
//          arrives.
`default_nettype none
module weir_snoop #(
    parameter integer RETIRE = 0,         // 1: retire_* is used
    parameter integer LOG2 = 1,           // records the queue holds, log2, 1 or 2
    // 0: the queue never overflows; AREA: no overrun counter
    parameter integer OVERRUN = 1,
    parameter integer PROTECT = 0         // 1: there is a user port, to count HINTs of user mode
) (
    input  wire        clk_i,
    input  wire        rst_ni,

    // Registers of this hart
    input  wire        enable_i,          // CTRL.ENABLE and SNOOP_CTRL.ENABLE
    input  wire        isr_i,             // CTRL.ENABLE and SNOOP_CTRL.ISR
    input  wire        every_i,           // SNOOP_CTRL.EVERY
    input  wire [1:0]  kind_i,            // SNOOP_CTRL.MATCH_ON
    input  wire [11:0] index_i,           // SNOOP_CTRL.INDEX
    input  wire [31:2] addr_i,            // watched word
    input  wire        hint_i,            // CTRL.ENABLE and SNOOP_CTRL.HINT
    // Of the cycle in which an item leaves, the one after its timestamp:
    input  wire [31:0] mask_i,            // bits of the value that count
    input  wire [weir_event::ID_W-1:0] switch_id_i,
    input  wire [8:0]  port_mask_i,       // classes each port may emit, see weir_port
    input  wire [9:0]  hint_ids_i,        // upper bits of ids by sltiu, see weir_regs

    input  wire        store_valid_i,
    input  wire [31:0] store_addr_i,
    input  wire [31:0] store_data_i,
    input  wire [3:0]  store_strb_i,

    input  wire [4:0]  retire_rd_i,
    input  wire [31:0] retire_rd_data_i,
    input  wire        retire_csr_valid_i,
    input  wire [11:0] retire_csr_i,
    input  wire [31:0] retire_csr_data_i,
    input  wire        retire_trap_i,
    input  wire        retire_interrupt_i,
    input  wire [11:0] retire_code_i,
    input  wire        retire_return_i,
    // a HINT: retire_csr_i is its immediate, retire_csr_data_i its rs1
    input  wire        retire_hint_i,
    input  wire        retire_hint_u_i,   // sltiu
    input  wire        retire_user_i,     // in user mode

    output wire [3:0]  count_o,           // queued items
    output wire        some_o,            // at least one
    output wire [weir_event::ITEM-1:0] item_o,  // the oldest, item_t
    input  wire        grant_i,           // takes it
    output wire        overrun_o,         // overruns up to the cycle before are pending a report
    input  wire        reported_i         // one of them is reported; only while nothing is queued
);
`include "weir_types.svh"
  localparam integer DEPTH = 1 << LOG2;
  generate
    if (LOG2 < 1 || LOG2 > 2) begin : g_log2
      ERROR_LOG2_must_be_1_or_2 error ();
    end
  endgenerate

  // ---- what this cycle brings, in this order: trap entry, return, word
  wire        enters, returns, match;
  wire        hint;                       // HINT
  wire [12:0] cause;                      // {code, interrupt} of the trap entered or left
  wire [31:0] word;                       // constant while disabled, to save power
  wire [14:0] about;                      // a HINT's {user mode, in a trap, sltiu, immediate}
  wire        shows = enable_i && store_valid_i;
  wire        store = shows && store_strb_i == 4'b1111 && store_addr_i[31:2] == addr_i;
  generate
    if (RETIRE != 0) begin : g_retire
      // Causes of the innermost four traps. A return in the cycle of an entry is from that trap: it
      // has the same cause, and nothing is left to hold.
      logic [12:0] causes [0:3];
      logic [1:0]  top_q;                 // the innermost
      logic [2:0]  depth_q;               // how many are known
      wire         follows = isr_i || hint_i;
      wire         trap_in = follows && retire_trap_i;
      wire         trap_out = follows && retire_return_i;
      wire         push = trap_in && !trap_out;
      wire         pull = trap_out && !trap_in && depth_q != 3'd0;
      wire  [1:0]  above = top_q + 2'd1;
      always_ff @(posedge clk_i) begin
        if (push) causes[above] <= cause;  // @cause
        if (!rst_ni || !follows) begin
          top_q   <= 2'd0;
          depth_q <= 3'd0;
        end else if (push) begin
          top_q <= above;
          if (!depth_q[2]) depth_q <= depth_q + 3'd1;  // @forgets
        end else if (pull) begin
          top_q   <= top_q - 2'd1;
          depth_q <= depth_q - 3'd1;
        end
      end
      assign enters  = isr_i && retire_trap_i;
      assign returns = isr_i && retire_return_i;
      assign cause   = trap_in ? {retire_code_i, retire_interrupt_i} : depth_q != 3'd0
          ? causes[top_q] : {weir_pkg::ISR_UNKNOWN, 1'b0};

      wire gpr = enable_i && kind_i == weir_pkg::SNOOP_GPR && retire_rd_i != 5'd0
          && {7'd0, retire_rd_i} == index_i;
      wire csr = enable_i && kind_i == weir_pkg::SNOOP_CSR && retire_csr_valid_i && retire_csr_i
          == index_i;
      assign match = gpr || csr || (kind_i == weir_pkg::SNOOP_STORE && store);
      assign hint  = hint_i && retire_hint_i;
      // @in_trap
      assign about = {15{hint_i}} & {retire_user_i, depth_q[2:1] != 2'd0 || push
          || (depth_q[0] && !pull), retire_hint_u_i, retire_csr_i};
      wire [1:0] from = hint && !match ? weir_pkg::SNOOP_CSR : enable_i ? kind_i : 2'd3;
      assign word  = from == weir_pkg::SNOOP_GPR ? retire_rd_data_i : from == weir_pkg::SNOOP_CSR
          ? retire_csr_data_i : from == weir_pkg::SNOOP_STORE ? store_data_i : 32'd0;
    end else begin : g_bus
      assign enters  = 1'b0;
      assign returns = 1'b0;
      assign cause   = 13'd0;
      assign match   = store;
      assign hint    = 1'b0;
      assign about   = 15'd0;
      assign word    = shows ? store_data_i : 32'd0;
      wire unused = &{1'b0, isr_i, kind_i, index_i, retire_rd_i, retire_rd_data_i,
          retire_csr_valid_i, retire_csr_i, retire_csr_data_i, retire_trap_i, retire_interrupt_i,
          retire_code_i, retire_return_i, hint_i, retire_hint_i, retire_hint_u_i, retire_user_i};
    end
  endgenerate

  // ---- the queue of records: the word with EVERY, and with RETIRE which items there are, and the
  // cause
  logic [32:0]     words [0:DEPTH-1];
  logic [LOG2-1:0] wr_q, rd_q;
  logic [LOG2:0]   queued_q;              // records
  logic            some_q;                // there is one
  localparam [LOG2:0] ONE = 1;
  wire             arrives = enters || returns || match || hint;
  // TIMING: whether the oldest record leaves in this cycle is known late, and is not asked
  wire             full = OVERRUN != 0 && queued_q[LOG2];
  wire             appends = arrives && !full;
  wire [LOG2-1:0]  at = full ? wr_q - 1'b1 : wr_q;  // @newest
  wire [32:0]      oldest = words[rd_q];
  item_t           item;
  assign item_o = item;
  wire             leaves;                // the last item of the oldest record does
  wire [2:0]       lost;                  // items dropped or replaced in this cycle
  always_ff @(posedge clk_i) begin
    if (match || (hint && !full)) words[at] <= {every_i, word};
    if (!rst_ni) begin
      wr_q     <= '0;
      rd_q     <= '0;
      queued_q <= '0;
    end else begin
      if (appends) wr_q <= wr_q + 1'b1;
      if (leaves) rd_q <= rd_q + 1'b1;
      queued_q <= queued_q + {{LOG2{1'b0}}, appends} - {{LOG2{1'b0}}, leaves};
    end
    some_q <= rst_ni && (appends || (some_q && !(leaves && queued_q == ONE)));
  end
  generate
    if (RETIRE != 0) begin : g_items
      logic [14:0]      traps [0:DEPTH-1];  // entry, return, cause
      logic [DEPTH-1:0] has_word_q;
      logic [2:0]       left_q;             // items of the oldest record that have left
      logic [3:0]       count_q;
      wire  [14:0]      trap = traps[rd_q];
      wire  [2:0]       stays = {has_word_q[rd_q], trap[14:13]} & ~left_q;
      wire  [2:0]       first = stays & (~stays + 3'd1);
      logic [15:0]      hints [0:DEPTH-1];  // its word is a HINT: what about it
      wire              again = match && has_word_q[at];  // a word for a record that has one
      wire  [1:0]       came = {1'b0, enters} + {1'b0, returns};
      wire  [1:0]       brings = full ? {1'b0, match && !again} : came + {1'b0, match || hint};
      always_ff @(posedge clk_i) begin
        if (appends) traps[at] <= {returns, enters, cause};
        if (appends || match) begin
          has_word_q[at] <= match || hint;
          hints[at]      <= {hint && !match, about};  // @collide
        end
        if (!rst_ni) count_q <= 4'd0;
        else count_q <= count_q + {2'd0, brings} - {3'd0, grant_i};
        if (!rst_ni || leaves) left_q <= 3'd0;
        else if (grant_i) left_q <= left_q | first;
      end
      assign lost    = full ? {1'b0, came} + {2'd0, again} + {2'd0, hint} : {2'd0, hint && match};
      assign leaves  = grant_i && stays == first;
      assign count_o = count_q;

      // ---- the oldest item; a HINT is what a store to the window of its port would be
      wire        is_hint, user, in_trap, sltiu;
      wire [11:0] immediate;
      assign {is_hint, user, in_trap, sltiu, immediate} = hints[rd_q];
      wire        own    = is_hint && first[2];
      wire [4:0]  block  = immediate[11] ? hint_ids_i[9:5] : hint_ids_i[4:0];  // @block
      wire [15:0] id     = {sltiu ? block : {4'd0, immediate[11]}, immediate[10:0]};
      wire        is_tsw = id == switch_id_i;
      wire        bad    = !is_tsw && (id == 16'd0 || id[15:14] == 2'b10);
      wire [weir_pkg::DROP_W-1:0] class_w = is_tsw || id[15] ? weir_pkg::DROP_SYS
          : id[14] ? weir_pkg::DROP_COM : weir_pkg::DROP_USER;
      wire [2:0]  may    = user ? port_mask_i[8:6] : in_trap ? port_mask_i[5:3] : port_mask_i[2:0];
      assign item.change    = first[2] && !is_hint && !oldest[32];
      assign item.is_switch = first[2] && (!is_hint || is_tsw);
      assign item.ctx       = !own ? weir_pkg::CONTEXT_SNOOP : user ? PROTECT != 0
          ? weir_pkg::CONTEXT_USER_MODE : weir_pkg::CONTEXT_THREAD : {1'b0, in_trap};
      wire        masked = !may[class_w[1:0]];  // @mask
      assign item.kind      = !own ? weir_pkg::DROP_SYS : bad ? weir_pkg::DROP_ID
          : masked ? weir_pkg::DROP_MASK : class_w;
      assign item.id        = own ? id : first[2] ? switch_id_i : weir_pkg::ID_ISR;
      assign item.value     = first[2] ? oldest[31:0] & (mask_i | {32{is_hint}})
          : {18'd0, trap[12:0], first[0]};
    end else begin : g_words
      assign lost    = {2'd0, full && match};
      assign leaves  = grant_i;
      assign item.change    = !oldest[32];
      assign item.is_switch = 1'b1;
      assign item.ctx       = weir_pkg::CONTEXT_SNOOP;
      assign item.kind      = weir_pkg::DROP_SYS;
      assign item.id        = switch_id_i;
      assign item.value     = oldest[31:0] & mask_i;  // @masks
      assign count_o = {{(3-LOG2){1'b0}}, queued_q};
      wire unused = &{1'b0, cause, hint, about, port_mask_i, hint_ids_i};
    end
    if (OVERRUN != 0) begin : g_overrun
      logic [31:0] overrun_q;
      logic [2:0]  newly_q;               // overruns of the cycle before
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          overrun_q <= 32'd0;
          newly_q   <= 3'd0;
        end else begin
          // AREA: never both in one cycle
          overrun_q <= overrun_q + (reported_i ? 32'hffffffff : {29'd0, newly_q});
          newly_q   <= lost;  // @uncounted
        end
      end
      assign overrun_o = overrun_q != 32'd0;
    end else begin : g_no_overrun
      assign overrun_o = 1'b0;
      wire unused = &{1'b0, reported_i, lost};
    end
  endgenerate
  assign some_o  = some_q;

  wire unused = &{1'b0, store_addr_i[1:0]};

`ifdef FORMAL
`include "weir_snoop_fv.svh"
`endif
endmodule
`default_nettype wire
