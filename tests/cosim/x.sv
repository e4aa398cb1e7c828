// SPDX-License-Identifier: Apache-2.0
// Four-state bench for Icarus Verilog: one cycle of reset must remove every X from a unit in which
// nothing is initialised. The bench uses all features and resets again in mid-traffic. An input is
// X wherever the comments at the ports of `weir` say that the unit ignores it. After the reset no
// output may be X in a cycle in which it is valid, and no bit of a read. The first X ends the run,
// with its time and signal.
//
// Macros   HARTS and the other parameters; PARAMETERS: the list for the instance; TINY: 1 for
//          weir_tiny, with WEIR_TINY, WIDE of weir_wide, with WEIR_WIDE; LIST: a file with the
//          offsets of all registers; REGISTERS: their number; SEED; EVENTS: the length of each
//          part.
`timescale 1ns / 1ns
`default_nettype none
module x;
  localparam integer AW = 16 + $clog2(`HARTS + 1);
  localparam integer P = `PINS > 0 ? `PINS : 1;
  localparam integer SOURCES = `HARTS + (`PINS != 0 ? 1 : 0);
  localparam integer WORDS = `VALUE_W == 64 ? 2 : `ARGS;
  localparam integer LONG = 20000;                 // cycles: no access takes as long
  localparam [20:0] DATA = {5'd0, weir_pkg::REG_DATA}, COUNT = {5'd0, weir_pkg::REG_COUNTERS},
      SW_ENTRY = {5'd0, weir_pkg::REG_SW_ENTRY}, PORTS = {1'b0, weir_pkg::REG_HART},
      GUARANTEED = {5'd0, weir_pkg::REG_HART_GUARANTEED_PORT},
      WINDOWS = {5'd0, weir_pkg::REG_HART_WINDOW};

  reg  [11:0]       registers [0:`REGISTERS-1];

  // ---- the pins; a reg is X until something is assigned to it
  reg               clk = 1'b0, rst_n;
  reg               valid, write;
  reg  [AW-1:0]     addr;
  reg  [31:0]       wdata;
  reg  [3:0]        wstrb;
  wire              ready;
  wire [31:0]       rdata;
  reg  [`HARTS-1:0] snoop_valid, csr_valid, trap, interrupt, leaves, hint, hint_u, user;
  reg  [32*`HARTS-1:0] snoop_addr, snoop_data, rd_data, csr_data;
  reg  [4*`HARTS-1:0]  snoop_strb;
  reg  [5*`HARTS-1:0]  rd;
  reg  [12*`HARTS-1:0] csr, code;
  reg  [P-1:0]      pins;
  reg               auth, trigger, frame_takes, m_takes, m_error;
  reg  [63:0]       gray;
  wire              trigger_out, frame_valid, m_valid, irq;
  wire [7:0]        frame_data;
  wire [31:0]       m_addr;
  wire [63:0]       m_wdata;
  wire              frame_ready = `FRAME != 0 && frame_valid === 1'b1 ? frame_takes : 1'bx;
  wire              m_ready     = `RING != 0 && m_valid === 1'b1 ? m_takes : 1'bx;
  reg  [7:0]        m_waits;                       // words accepted that are not in memory
  wire              m_idle      = `RING != 0 ? m_waits == 8'd0 : 1'bx;
`ifdef WEIR_TINY
  weir_tiny #(`PARAMETERS) u_unit (
      .clk_i(clk), .rst_ni(rst_n), .reg_valid_i(valid), .reg_write_i(write), .reg_addr_i(addr),
      .reg_wdata_i(wdata), .reg_wstrb_i(wstrb), .reg_ready_o(ready), .reg_rdata_o(rdata),
      .irq_o(irq));
  assign trigger_out = 1'b0, frame_valid = 1'b0, frame_data = 8'd0, m_valid = 1'b0;
  assign m_addr = 32'd0, m_wdata = 64'd0;
`elsif WEIR_WIDE
  weir_wide #(`PARAMETERS) u_unit (
      .clk_i(clk), .rst_ni(rst_n), .reg_valid_i(valid), .reg_write_i(write), .reg_addr_i(addr),
      .reg_wdata_i(wdata), .reg_wstrb_i(wstrb), .reg_ready_o(ready), .reg_rdata_o(rdata),
      .snoop_valid_i(snoop_valid), .snoop_addr_i(snoop_addr), .snoop_data_i(snoop_data),
      .snoop_strb_i(snoop_strb),
      .retire_rd_i(rd), .retire_rd_data_i(rd_data), .retire_csr_valid_i(csr_valid),
      .retire_csr_i(csr), .retire_csr_data_i(csr_data),
      .retire_trap_i(trap), .retire_interrupt_i(interrupt), .retire_code_i(code),
      .retire_return_i(leaves), .retire_hint_i(hint), .retire_hint_u_i(hint_u),
      .retire_user_i(user),
      .m_valid_o(m_valid), .m_addr_o(m_addr), .m_wdata_o(m_wdata), .m_ready_i(m_ready),
      .m_idle_i(m_idle), .m_error_i(m_error), .irq_o(irq));
  assign trigger_out = 1'b0, frame_valid = 1'b0, frame_data = 8'd0;
`else
  weir #(`PARAMETERS) u_unit (
      .clk_i(clk), .rst_ni(rst_n), .reg_valid_i(valid), .reg_write_i(write), .reg_addr_i(addr),
      .reg_wdata_i(wdata), .reg_wstrb_i(wstrb),
      .reg_ready_o(ready), .reg_rdata_o(rdata),
      .snoop_valid_i(snoop_valid), .snoop_addr_i(snoop_addr), .snoop_data_i(snoop_data),
      .snoop_strb_i(snoop_strb),
      .retire_rd_i(rd), .retire_rd_data_i(rd_data), .retire_csr_valid_i(csr_valid),
      .retire_csr_i(csr), .retire_csr_data_i(csr_data),
      .retire_trap_i(trap), .retire_interrupt_i(interrupt), .retire_code_i(code),
      .retire_return_i(leaves), .retire_hint_i(hint), .retire_hint_u_i(hint_u),
      .retire_user_i(user),
      .pins_i(pins), .auth_i(auth), .time_gray_i(gray), .trigger_i(trigger),
      .trigger_o(trigger_out),
      .frame_valid_o(frame_valid), .frame_data_o(frame_data), .frame_ready_i(frame_ready),
      .m_valid_o(m_valid), .m_addr_o(m_addr), .m_wdata_o(m_wdata[31:0]), .m_ready_i(m_ready),
      .m_idle_i(m_idle), .m_error_i(m_error), .irq_o(irq));
  assign m_wdata[63:32] = 32'd0;
`endif
  always #5 clk = !clk;

  integer seed = `SEED;
  function [31:0] any(input integer below);        // 0: any word
    begin
      any = $random(seed);
      if (below != 0) any = any % below;
    end
  endfunction
  function one_in(input integer number);
    one_in = any(number) == 0;
  endfunction

  // ---- what must be known
  reg        alive = 1'b0;                         // an edge of reset has been
  // a stream has begun since power-up: its snapshot is known
  reg        began = 1'b0, began_then;
  // PEEK_AT is a FIFO entry that was written since power-up
  reg        peeks = 1'b0, peeks_then;
  reg        answers = 1'b0;                       // rdata is an answer now,
  reg [20:0] asked;                                // to a read of this
  integer    cycles = 0, reads = 0, bytes = 0, stored = 0, triggers = 0, irqs = 0;
  wire       reads_known       = answers
      && (asked == weir_pkg::REG_SNAPSHOT_POINTERS || asked == weir_pkg::REG_SNAPSHOT_TAIL
          ? began_then
          : asked == weir_pkg::REG_PEEK_DATA ? peeks_then || `PEEK == 0
              : asked != weir_pkg::REG_SNAPSHOT || began_then);
  wire       takes_byte = frame_valid === 1'b1 && frame_ready === 1'b1;
  wire       takes_word  = m_valid === 1'b1 && m_ready === 1'b1;
  task known(input [8*16-1:0] name, input [31:0] value);
    if ((^value) === 1'bx) begin
      $display("%0t ns, cycle %0d: %0s is %b", $time, cycles, name, value);
      if (name == "reg_rdata_o") $display("a read of %h", asked);
      $fatal(1, "X");
    end
  endtask
  task is(input [8*16-1:0] name, input [31:0] value, input [31:0] wanted);
    if (value !== wanted) begin
      $display("%0t ns, cycle %0d: %0s is %b, not %h", $time, cycles, name, value, wanted);
      $fatal(1, "wrong");
    end
  endtask
  always @(posedge clk) begin
    if (alive) begin
      known("irq_o", irq);
      known("trigger_o", trigger_out);
      known("frame_valid_o", frame_valid);
      known("m_valid_o", m_valid);
      if (valid === 1'b1) known("reg_ready_o", ready);
      if (frame_valid !== 1'b0) known("frame_data_o", frame_data);
      if (m_valid !== 1'b0) begin
        known("m_addr_o", m_addr);
        known("m_wdata_o", m_wdata[31:0]);
        known("m_wdata_o", m_wdata[63:32]);
      end
      if (reads_known) known("reg_rdata_o", rdata);
      // What keep holds has no reset: after power-up VALID is X here, and as good as never 1.
      if (answers && asked == weir_pkg::REG_SNAPSHOT && !began_then) known("reg_rdata_o",
          rdata[31:1]);
    end
    cycles     <= cycles + 1;
    reads      <= reads + reads_known;
    bytes     <= bytes + takes_byte;
    stored     <= stored + takes_word;
    triggers   <= triggers + (trigger_out === 1'b1);
    irqs       <= irqs + (irq === 1'b1);
    alive      <= alive || rst_n === 1'b0;
    answers    <= alive && rst_n === 1'b1 && valid === 1'b1 && write === 1'b0 && ready === 1'b1;
    asked      <= {{(21-AW){1'b0}}, addr[AW-1:2], 2'b00};
    began_then <= began;
    peeks_then <= peeks;
  end

  // ---- what is around the unit
  // 0 the harts do nothing, 1 now and then something, 2 half of the time something in nearly every
  // cycle
  integer    pace = 0;
  reg        unknown = 1'b1;                       // in reset all of this is X
  reg        permits = 1'b1;                       // auth
  reg        slow = 1'b0;                          // frames and ring are not often taken
  reg [63:0] count = 64'hffff_f000;
  always #13 count = count + 1;                    // a counter of another clock
  task nothing_known;
    begin
      snoop_valid <= 'x;
      snoop_addr  <= 'x;
      snoop_data  <= 'x;
      snoop_strb  <= 'x;
      rd          <= 'x;
      rd_data     <= 'x;
      csr_valid   <= 'x;
      csr         <= 'x;
      csr_data    <= 'x;
      trap        <= 'x;
      interrupt   <= 'x;
      code        <= 'x;
      leaves      <= 'x;
      hint        <= 'x;
      hint_u      <= 'x;
      user        <= 'x;
      pins        <= 'x;
      trigger     <= 'x;
      auth        <= 'x;
      gray        <= 'x;
      frame_takes <= 'x;
      m_takes     <= 'x;
      m_error     <= 'x;
      m_waits     <= 'x;
    end
  endtask
  task harts;
    integer h, o;
    for (h = 0; h < `HARTS; h = h + 1) if ((pace == 2 && cycles % 64 < 32)
        || (pace != 0 && one_in(6))) begin
      if (`TINY == 0 && !one_in(3)) begin
        snoop_valid[h]         <= 1'b1;
        snoop_addr[32*h +: 32] <= one_in(3) ? any(0) : 32'h2000_0000 + any(4);
        snoop_strb[4*h +: 4]   <= 4'b1111;
        snoop_data[32*h +: 32] <= one_in(2) ? any(0) : any(6);
        if (one_in(5)) begin                       // a narrow one: the other bytes are anything
          o = any(4);
          snoop_strb[4*h +: 4]        <= 4'b0001 << o;
          snoop_data[32*h +: 32]      <= 32'hx;
          snoop_data[32*h + 8*o +: 8] <= any(256);
        end
      end
      if (`RETIRE != 0 && one_in(2)) begin
        rd[5*h +: 5]        <= one_in(3) ? 4 : 1 + any(31);
        rd_data[32*h +: 32] <= any(8);
      end
      if (`RETIRE != 0 && one_in(2)) begin
        csr_valid[h]         <= 1'b1;
        csr[12*h +: 12]      <= one_in(2) ? 12'h340 : any(4096);
        csr_data[32*h +: 32] <= any(8);
      end
      if (`RETIRE != 0 && one_in(6)) begin
        trap[h]          <= 1'b1;
        interrupt[h]     <= any(2);
        code[12*h +: 12] <= one_in(3) ? any(4095) : any(16);
      end
      if (`RETIRE != 0) leaves[h] <= one_in(6);
      if (`RETIRE != 0 && one_in(4)) begin
        hint[h]              <= 1'b1;
        hint_u[h]            <= any(2);
        user[h]              <= any(2);
        csr[12*h +: 12]      <= any(4096);
        csr_data[32*h +: 32] <= any(8);
      end
    end
  endtask
  task around;
    begin
      nothing_known;
      if (`TINY == 0) snoop_valid <= '0;
      if (`RETIRE != 0) begin
        rd        <= '0;
        csr_valid <= '0;
        trap      <= '0;
        leaves    <= '0;
        hint      <= '0;
      end
      harts;
      if (`PINS != 0) pins <= (^pins) === 1'bx ? '0 : pace != 0 && one_in(pace == 2 ? 3 : 30)
          ? pins ^ (any(0) & any(0)) : pins;
      if (`FILTER != 0) trigger <= trigger === 1'bx ? 1'b0 : trigger ^ one_in(40);
      if (`PROTECT != 0) auth <= permits;
      if (`TIME_BASE != 0) gray <= count ^ (count >> 1);
      if (`FRAME != 0) frame_takes <= slow ? one_in(8) : !one_in(4);
      if (`RING != 0) begin
        m_takes <= slow ? one_in(8) : !one_in(4);
        m_error <= one_in(500);
        m_waits <= m_waits === 8'hxx ? 8'd0 : m_waits + takes_word - (m_waits != 8'd0 && one_in(2));
      end
    end
  endtask
  always @(posedge clk) if (unknown) nothing_known; else around;

  // ---- the register port
  reg [31:0] answer;
  integer    held = 0, withdrawn = 0;
  task rest;
    begin
      valid <= 1'b0;
      write <= 1'bx;
      addr  <= 'x;
      wdata <= 'x;
      wstrb <= 'x;
    end
  endtask
  task drive(input writes, input [20:0] to, input [31:0] data, input [3:0] strobes);
    integer o;
    begin
      valid <= 1'b1;
      write <= writes;
      addr  <= {to[AW-1:2], 2'bxx};
      wstrb <= writes ? strobes : 4'bxxxx;
      wdata <= 32'hx;
      for (o = 0; o < 4; o = o + 1) if (writes && strobes[o]) wdata[8*o +: 8] <= data[8*o +: 8];
    end
  endtask
  task access(input writes, input [20:0] to, input [31:0] data, input [3:0] strobes);
    integer waited;
    begin
      drive(writes, to, data, strobes);
      waited = 0;
      @(posedge clk);
      while (ready !== 1'b1) begin
        waited = waited + 1;
        if (waited == LONG) begin
          $display("%0t ns: %0s %h is never accepted", $time, writes ? "a write of" : "a read of",
              to);
          $fatal(1, "hangs");
        end
        @(posedge clk);
      end
      held = held + (waited > 5);
      rest;
    end
  endtask
  task store(input [20:0] to, input [31:0] data);
    access(1'b1, to, data, 4'b1111);
  endtask
  task look(input [20:0] from);                    // a read; what it gives is checked above
    access(1'b0, from, 32'hx, 4'hx);
  endtask
  task load(input [20:0] from);
    begin
      look(from);
      @(posedge clk) answer = rdata;
    end
  endtask
  // an access that is withdrawn if it has to wait
  task give_up(input writes, input [20:0] to, input [31:0] data);
    begin
      drive(writes, to, data, 4'b1111);
      @(posedge clk);
      withdrawn = withdrawn + (ready !== 1'b1);
      rest;
    end
  endtask
  task idle(input integer number);
    repeat (number) @(posedge clk);
  endtask

  // ---- reset: one edge, which is what docs/guides/integration.md asks for
  integer resets = 0, in_access = 0, in_frame = 0, in_store = 0;
  // keeps: the access under way, and all else, is there in the cycle of reset, too; else all is X
  task one_cycle(input keeps);
    begin
      rst_n <= 1'b0;
      if (!keeps) begin
        unknown = 1'b1;
        nothing_known;
        valid <= 1'bx;
        write <= 1'bx;
        addr  <= 'x;
        wdata <= 'x;
        wstrb <= 'x;
      end
      @(posedge clk);
      resets    = resets + 1;
      in_access = in_access + (valid === 1'b1 && ready !== 1'b1);
      in_frame  = in_frame + (frame_valid === 1'b1);
      in_store  = in_store + (m_valid === 1'b1);
      pace    = 0;
      unknown = 1'b0;
      rst_n   <= 1'b1;
      peeks   <= 1'b0;
      rest;
      around;
      if (`RING != 0) m_waits <= 8'd0;
    end
  endtask

  // ---- what software does
  integer losses = 0, overloads = 0, words = 0, sw_entries = 0, states = 0, snapshots = 0, denied =
      0, filtered = 0, dropped = 0, clears = 0;
  integer drain = 0;                               // reads of the data page for 16 other things
  // FIFO entries that were written since power-up, at least
  integer top = 0;
  // every register and every counter, and what a port page has and its neighbours
  task sweep;
    integer i, p;
    begin
      for (i = 0; i < `REGISTERS; i = i + 1) look(registers[i]);
      for (i = 0; i < 512 * SOURCES; i = i + 4) look(COUNT + i);
      for (i = 0; i < 16 * `HARTS; i = i + 4) look(SW_ENTRY + i);
      for (p = 0; p < 16 * `HARTS; p = p + 1) for (i = 0; i < 28; i = i + 4) look(PORTS + (p << 12)
          + i);
      look(DATA);
    end
  endtask
  task empty;                                      // what the documents say of an empty FIFO
    begin
      permits = 1'b1;
      idle(4);
      store(weir_pkg::REG_FAULT, 7);
      load(weir_pkg::REG_FAULT);
      is("FAULT", answer & 3, 0);
      load(DATA + 4 * any(1024));
      is("the data page", answer, 0);
      load(weir_pkg::REG_FAULT);
      is("FAULT", answer & 3, 2);
      load(weir_pkg::REG_LEVEL);
      is("LEVEL", answer, 0);
      load(weir_pkg::REG_TAIL);
      is("TAIL", answer, 0);
      load(weir_pkg::REG_STATUS);
      is("STATUS", answer, 4);
    end
  endtask
  task status;
    begin
      load(weir_pkg::REG_STATUS);
      overloads = overloads + (answer[1] === 1'b1);
      losses    = losses + (answer[3] === 1'b1);
    end
  endtask
  task an_event;
    integer    i;
    reg [20:0] page;
    reg [15:0] id;
    begin
      page = PORTS + PORTS * any(`HARTS) + 21'h1000 * any(2 + `PROTECT)
          + (one_in(2) ? GUARANTEED : 21'd0);
      case (any(11))
        0, 1, 2: id = weir_pkg::ID_USER_FIRST + any(16'h3fff);
        3, 4, 5: id = weir_pkg::ID_COM_FIRST + any(16'h4000);
        6, 7: id = weir_pkg::ID_SYS_FIRST + any(16'h4000);
        8: id = weir_pkg::ID_THREAD_SWITCH;
        9: id = any(65536);
        default: id = 16'd22;
      endcase
      if (one_in(4)) access(1'b1, page + WINDOWS + 4 * any(1024), any(0), one_in(12) ? any(16)
          : 15);
      else begin
        if (!one_in(10)) access(1'b1, page + (WORDS > 1 && one_in(2) ? 8 : 0), one_in(2) ? any(0)
            : any(4), one_in(16) ? any(16) : 15);
        for (i = 1; i < WORDS; i = i + 1) if (one_in(2)) access(1'b1, page + 8 + 4 * i, any(0),
            one_in(20) ? any(16) : 15);
        if (one_in(8)) look(page + 4 * any(6));
        if (one_in(20)) give_up(1'b1, page + 4, {16'd0, id});
        access(1'b1, page + 4, one_in(30) ? any(0) : {16'd0, id}, one_in(30) ? any(16) : 15);
      end
    end
  endtask
  task an_entry;                                   // by software
    integer    i, number;
    reg [20:0] page;
    begin
      page   = SW_ENTRY + 16 * any(`HARTS);
      number = 1 + any(6);
      store(page + weir_pkg::REG_SW_ENTRY_BEGIN, number);
      for (i = 0; i < number; i = i + 1) store(page + weir_pkg::REG_SW_ENTRY_WORD, i == 0 ? any(0)
          & 32'hffff_ff00 : any(0));
      if (one_in(4)) look(page + weir_pkg::REG_SW_ENTRY_END);
      load(page + weir_pkg::REG_SW_ENTRY_END);
      sw_entries = sw_entries + (answer === {30'd0, weir_pkg::SW_ENTRY_WRITTEN});
    end
  endtask
  task a_peek;
    begin
      load(weir_pkg::REG_FIFO_POINTERS);
      if (`PEEK != 0 && answer[31:16] > top) top = answer[31:16] > (1 << `FIFO_LOG2)
          ? 1 << `FIFO_LOG2 : answer[31:16];
      if (top > 4) begin
        store(weir_pkg::REG_PEEK_AT, any(top - 3));
        peeks <= 1'b1;
        look(weir_pkg::REG_PEEK_DATA);
        look(weir_pkg::REG_PEEK_DATA);
        look(DATA);
        look(weir_pkg::REG_PEEK_DATA);
        look(weir_pkg::REG_PEEK_AT);
        peeks <= 1'b0;
      end
    end
  endtask
  task something;
    case (any(40))
      0: status;
      1: look(registers[any(`REGISTERS)]);
      2: look(4 * any(32));
      3: look(COUNT + 4 * any(2048));
      4: look(weir_pkg::REG_TIME_LO);
      5: look(weir_pkg::REG_TIME_HI);
      6: store(weir_pkg::REG_SNOOP + weir_pkg::REG_SNOOP_RUNNING
          + weir_pkg::REG_SNOOP_STRIDE * any(`HARTS), any(6));
      7: look(weir_pkg::REG_SNOOP + weir_pkg::REG_SNOOP_RUNNING
          + weir_pkg::REG_SNOOP_STRIDE * any(`HARTS));
      8: a_peek;
      9: an_entry;
      10: store(weir_pkg::REG_CHECKPOINT, 32'h8000_0000 + any(400));
      11: begin
        load(weir_pkg::REG_CHECKPOINT);
        states = states + (answer[31] === 1'b0 && answer !== 32'd0);
      end
      // a register or not, too narrow if it is a write
      12: access(any(2), 4 * any(1024), any(0), any(15));
      13: access(any(2), any(0), any(0), any(15));                     // anywhere
      14: store(weir_pkg::REG_FAULT, any(8));
      15: store(weir_pkg::REG_IRQ_STATUS, 2);
      16: idle(any(8));
      17: idle(any(70));
      18: give_up(any(2), COUNT + 4 * any(512), any(0));
      19: give_up(1'b0, one_in(2) ? DATA : {9'd0, weir_pkg::REG_PEEK_DATA}, 32'hx);
      20: store(weir_pkg::REG_TRIGGER_STATE, any(2));
      21: if (`TIME_BASE != 0) store(weir_pkg::REG_TIME_STEP, any(32'h200_0000));
      22: begin
        load(weir_pkg::REG_AUTH);
        denied = denied + (`PROTECT != 0 && answer[30:0] !== 31'd0);
      end
      23: slow = !slow;
      24: permits = !one_in(3);
      25: begin
        load(weir_pkg::REG_FILTERED);
        filtered = filtered + (answer !== 32'd0);
      end
      26: begin
        load(weir_pkg::REG_IRQ_STATUS);
        dropped = dropped + (answer[1] === 1'b1);
      end
      27: look(weir_pkg::REG_RING_STATUS);
      28: store(weir_pkg::REG_PIN_BUS, any(0) & any(0));
      default: an_event;
    endcase
  endtask
  task traffic(input integer number);
    integer i;
    for (i = 0; i < number; i = i + 1) begin
      something;
      while (any(16) < drain) begin
        load(DATA);
        words = words + (answer !== 32'd0);
      end
    end
  endtask
  // events until there is an overload, and a little more
  task flood;
    integer i, already;
    begin
      pace = 0;
      store(weir_pkg::REG_TRIGGER_STATE, 0);
      already = overloads;
      for (i = 0; i < 5000 && overloads == already; i = i + 1) begin
        if (`TINY != 0) begin
          store(PORTS, any(0));
          store(PORTS + 4, 1 + any(1000));
        end else store(PORTS + WINDOWS + 4 + 4 * any(1000), any(0));
        if (i % 64 == 63) status;
      end
      pace = 2;
      traffic(20);
    end
  endtask

  // 0 the bus drains, 1 frames do, 2 the ring with the data page, 3 the ring alone; with filter,
  // rate limits and a trigger in all but 0
  task configure(input integer how);
    integer h;
    begin
      for (h = 0; h < `HARTS; h = h + 1) begin
        store(weir_pkg::REG_SNOOP + weir_pkg::REG_SNOOP_STRIDE * h + weir_pkg::REG_SNOOP_ADDR,
            32'h2000_0000 + any(4));
        store(weir_pkg::REG_SNOOP + weir_pkg::REG_SNOOP_STRIDE * h + weir_pkg::REG_SNOOP_MASK,
            one_in(2) ? 32'hffff_ffff : any(0));
        store(weir_pkg::REG_SNOOP + weir_pkg::REG_SNOOP_STRIDE * h + weir_pkg::REG_SNOOP_CTRL,
            how == 0 || one_in(2) ? 3 : 32'h0340_0023 | any(2) << 2);
        store(weir_pkg::REG_PORT_MASK + weir_pkg::REG_PORT_MASK_STRIDE * h, how == 0 ? 32'h30307
            : any(0) | 32'h10101);
      end
      store(weir_pkg::REG_PIN_RISE, any(0));
      store(weir_pkg::REG_PIN_FALL, any(0));
      store(weir_pkg::REG_PIN_BUS, any(0) & any(0));
      store(weir_pkg::REG_MATCH + weir_pkg::REG_MATCH_ID, 32'hffff_0016);
      store(weir_pkg::REG_MATCH + weir_pkg::REG_MATCH_STRIDE + weir_pkg::REG_MATCH_ID, any(0));
      store(weir_pkg::REG_MATCH + weir_pkg::REG_MATCH_STRIDE + weir_pkg::REG_MATCH_VALUE, any(0));
      store(weir_pkg::REG_MATCH + weir_pkg::REG_MATCH_STRIDE + weir_pkg::REG_MATCH_MASK, any(16));
      store(weir_pkg::REG_TRIGGER, how == 0 ? 32'h5000 : any(0) & 32'h1_7177);
      store(weir_pkg::REG_FREEZE_AFTER, any(100));
      if (how != 0) begin
        store(weir_pkg::REG_SELECT, one_in(2) ? any(0) | 7 : 32'h107);
        store(weir_pkg::REG_SELECT_ID, any(0));
        store(weir_pkg::REG_RANGE, 32'hc000_0001);
        store(weir_pkg::REG_RANGE + weir_pkg::REG_RANGE_STRIDE, any(0));
        store(weir_pkg::REG_RATE_LIMIT, 32'h8004_0003);
        store(weir_pkg::REG_RATE_LIMIT + weir_pkg::REG_RATE_LIMIT_STRIDE, 32'h8005_0000 + any(4));
      end
      store(weir_pkg::REG_CHECKPOINT, any(2) * 300);
      store(weir_pkg::REG_IRQ_ENABLE, 3);
      store(weir_pkg::REG_WATERMARK, any(8));
      // not 0 where a store could be held for ever
      store(weir_pkg::REG_WAIT, any(60) + how % 2);
      store(weir_pkg::REG_SWITCH_ID, one_in(3) ? weir_pkg::ID_THREAD_SWITCH_ALT
          : weir_pkg::ID_THREAD_SWITCH);
      store(weir_pkg::REG_TIME_STEP, any(0));
      store(weir_pkg::REG_TIME_CTRL, any(2));
      store(weir_pkg::REG_FRAME_HZ, any(0));
      store(weir_pkg::REG_FRAME_CTRL, {16'd20, 15'd0, how == 1});
      store(weir_pkg::REG_CTRL, 2);
      if (how >= 2) begin
        store(weir_pkg::REG_RING_BASE, `WIDE != 0 ? any(0) << 3 : any(0));
        store(weir_pkg::REG_RING_SIZE, `WIDE != 0 ? 14 : 32'h0a0e + (any(3) << 8));
        store(weir_pkg::REG_RING_CTRL, how == 2 && `WIDE == 0 ? 5 : one_in(2) ? 1 : 3);
      end
      began <= 1'b1;
      store(weir_pkg::REG_CTRL, 1);
    end
  endtask
  task finish;                                     // disable, and take all there is
    integer i;
    begin : finishing
      pace    = 0;
      permits = 1'b1;
      slow    = 1'b0;
      idle(4);
      store(weir_pkg::REG_TRIGGER_STATE, 0);
      store(weir_pkg::REG_CTRL, 0);
      for (i = 0; i < 1000; i = i + 1) begin
        load(weir_pkg::REG_LEVEL);
        words = words + answer;
        repeat (answer) look(DATA);
        load(weir_pkg::REG_STATUS);
        if (answer === 32'd4) disable finishing;
      end
      $display("%0t ns: STATUS is %b, and never at rest", $time, answer);
      $fatal(1, "hangs");
    end
  endtask
  // Traffic, and a reset in the midst of it: of a byte of frames or a word of the ring, if there
  // are, else of an access
  task cut(input integer after, input integer how, input keeps);
    integer i;
    begin
      fork : under_way
        forever traffic(100);
        begin
          idle(after);
          slow = 1'b1;
          for (i = 0; i < 500 && !(how == 1 && `FRAME != 0 ? frame_valid === 1'b1 && !takes_byte
              : how > 1 && `RING != 0 ? m_valid === 1'b1 && !takes_word
                                   : valid === 1'b1 && ready !== 1'b1); i = i + 1) @(posedge clk);
          disable under_way;
        end
      join
      one_cycle(keeps);
    end
  endtask
  task one_life(input integer how);
    begin
      configure(how);
      pace    = 1 + any(2);
      drain   = 6;
      permits = 1'b1;
      slow    = 1'b0;
      traffic(`EVENTS / 2);
      permits = 1'b1;
      cut(50 + any(100), how, how != 2);
    end
  endtask

  integer r;
  initial begin
    $readmemh(`LIST, registers);
    nothing_known;
    rest;
    valid <= 1'bx;
    repeat (3) @(posedge clk);
    if ((^rdata) !== 1'bx || irq !== 1'bx) $fatal(1, "something is initialised");
    one_cycle(0);
    sweep;
    empty;
    // a trace that the bus drains; then an overload; drained to the end, cleared, and cut off
    configure(0);
    pace  = 1;
    drain = 8;
    traffic(`EVENTS);
    drain = 0;
    flood;
    finish;
    sweep;
    store(weir_pkg::REG_CTRL, 2);
    empty;
    clears = clears + 1;
    store(weir_pkg::REG_CTRL, 1);
    pace  = 1;
    drain = 6;
    cut(300, 0, 1);
    load(weir_pkg::REG_SNAPSHOT);
    is("SNAPSHOT", answer, `PEEK != 0);
    snapshots = snapshots + answer;
    sweep;
    empty;
    one_life(1);
    one_life(2);
    one_life(3);
    // anything in every register; then nothing of it can be changed
    for (r = `REGISTERS - 1; r >= 0; r = r - 1)
      if (registers[r] != weir_pkg::REG_LOCK) store(registers[r], any(0));
    store(weir_pkg::REG_WAIT, 1 + any(20));
    store(weir_pkg::REG_CTRL, 1);
    pace = 1;
    traffic(`EVENTS / 4);
    store(weir_pkg::REG_LOCK, 1);
    for (r = `REGISTERS - 1; r >= 0; r = r - 1) store(registers[r], any(0));
    cut(50, 0, 0);
    // resets one after the other, some while counters are still being cleared
    while (resets < 20) begin
      if (one_in(2)) configure(any(4));
      pace  = any(3);
      drain = any(10);
      cut(1 + any(90), any(4), any(2));
    end
    sweep;
    configure(0);
    pace  = 1;
    drain = 6;
    traffic(`EVENTS / 4);
    finish;
    sweep;
    $display("cycles %0d\nreads %0d\nwords %0d\nbytes %0d\nstored %0d\ntriggers %0d\nirqs %0d",
        cycles, reads, words, bytes, stored, triggers, irqs);
    $display("held %0d\nwithdrawn %0d\nresets %0d\nin_access %0d\nin_frame %0d\nin_store %0d", held,
        withdrawn, resets, in_access, in_frame, in_store);
    $display("losses %0d\noverloads %0d\nsw_entries %0d\nstates %0d\nsnapshots %0d\ndenied %0d",
        losses, overloads, sw_entries, states, snapshots, denied);
    $display("filtered %0d\ndropped %0d\nclears %0d", filtered, dropped, clears);
    $finish;
  end
endmodule
`default_nettype wire
