// SPDX-License-Identifier: Apache-2.0
// What the benches of the bus shells have in common; benches.py makes the rest. Each has a shell
// with the unit, the bus contract beside the pins, and a second unit at its bare register port.
// `hold` keeps the register port behind the shell from being ready. The last bench is the unit with
// all its own pins.
`default_nettype none

// ---- the two units
module bench_units (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        hold,
    input  wire        reg_valid,
    input  wire        reg_write,
    input  wire [16:0] reg_addr,
    input  wire [31:0] reg_wdata,
    input  wire [3:0]  reg_wstrb,
    output wire        reg_ready,
    output wire [31:0] reg_rdata,
    input  wire        n_valid,
    input  wire        n_write,
    input  wire [16:0] n_addr,
    input  wire [31:0] n_wdata,
    input  wire [3:0]  n_wstrb,
    output wire        n_ready,
    output wire [31:0] n_rdata
);
  wire        ready;
  wire [31:0] rdata;
  // the answer is valid in this cycle only: in others it is spoilt, to catch late readers
  logic       read_q;
  always_ff @(posedge clk_i) read_q <= reg_valid && reg_ready && !reg_write;
  assign reg_ready  = ready && !hold;
  assign reg_rdata  = read_q ? rdata : ~rdata;
  weir u_behind (
      .clk_i, .rst_ni,
      .reg_valid_i(reg_valid && !hold), .reg_write_i(reg_write), .reg_addr_i(reg_addr),
          .reg_wdata_i(reg_wdata),
      .reg_wstrb_i(reg_wstrb), .reg_ready_o(ready), .reg_rdata_o(rdata),
      .retire_rd_i('0), .retire_rd_data_i('0), .retire_csr_valid_i('0), .retire_csr_i('0),
          .retire_csr_data_i('0),
      .retire_trap_i('0), .retire_interrupt_i('0), .retire_code_i('0), .retire_return_i('0),
      .retire_hint_i('0), .retire_hint_u_i('0), .retire_user_i('0),
      .snoop_valid_i(1'b0), .snoop_addr_i(32'd0), .snoop_data_i(32'd0), .snoop_strb_i(4'd0),
      .m_valid_o(), .m_addr_o(), .m_wdata_o(), .m_ready_i(1'b1), .m_idle_i(1'b1), .m_error_i(1'b0),
      .pins_i(1'b0), .trigger_i(1'b0), .trigger_o(), .frame_valid_o(), .frame_data_o(),
          .frame_ready_i(1'b0), .irq_o());
  weir u_native (
      .clk_i, .rst_ni,
      .reg_valid_i(n_valid), .reg_write_i(n_write), .reg_addr_i(n_addr), .reg_wdata_i(n_wdata),
          .reg_wstrb_i(n_wstrb),
      .reg_ready_o(n_ready), .reg_rdata_o(n_rdata),
      .retire_rd_i('0), .retire_rd_data_i('0), .retire_csr_valid_i('0), .retire_csr_i('0),
          .retire_csr_data_i('0),
      .retire_trap_i('0), .retire_interrupt_i('0), .retire_code_i('0), .retire_return_i('0),
      .retire_hint_i('0), .retire_hint_u_i('0), .retire_user_i('0),
      .snoop_valid_i(1'b0), .snoop_addr_i(32'd0), .snoop_data_i(32'd0), .snoop_strb_i(4'd0),
      .m_valid_o(), .m_addr_o(), .m_wdata_o(), .m_ready_i(1'b1), .m_idle_i(1'b1), .m_error_i(1'b0),
      .pins_i(1'b0), .trigger_i(1'b0), .trigger_o(), .frame_valid_o(), .frame_data_o(),
          .frame_ready_i(1'b0), .irq_o());
endmodule

// What all benches of a shell of the register port have.
`define UNIT_PORTS \
    input  wire        clk_i, \
    input  wire        rst_ni, \
    input  wire        hold, \
    input  wire        n_valid, \
    input  wire        n_write, \
    input  wire [16:0] n_addr, \
    input  wire [31:0] n_wdata, \
    input  wire [3:0]  n_wstrb, \
    output wire        n_ready, \
    output wire [31:0] n_rdata
`define UNITS \
  wire        reg_valid, reg_write, reg_ready; \
  wire [16:0] reg_addr; \
  wire [31:0] reg_wdata, reg_rdata; \
  wire [3:0]  reg_wstrb; \
  bench_units u_units ( \
      .clk_i, .rst_ni, .hold, .reg_valid, .reg_write, .reg_addr, .reg_wdata, .reg_wstrb, \
      .reg_ready, .reg_rdata, \
      .n_valid, .n_write, .n_addr, .n_wdata, .n_wstrb, .n_ready, .n_rdata);
`define UNIT_SIDE \
      .clk_i, .rst_ni, \
      .reg_valid_o(reg_valid), .reg_write_o(reg_write), .reg_addr_o(reg_addr), \
      .reg_wdata_o(reg_wdata), .reg_wstrb_o(reg_wstrb), \
      .reg_ready_i(reg_ready), .reg_rdata_i(reg_rdata)

// ---- the shells of the ring: words come at s_*, the bus is m_*
`define RING_PORTS \
    input  wire        clk_i, \
    input  wire        rst_ni, \
    input  wire        s_valid, \
    input  wire [31:0] s_addr, \
    input  wire [31:0] s_wdata, \
    output wire        s_ready, \
    output wire        s_idle, \
    output wire        s_error
`define RING_SIDE \
      .clk_i, .rst_ni, .s_valid_i(s_valid), .s_addr_i(s_addr), .s_wdata_i(s_wdata), \
      .s_ready_o(s_ready), .s_idle_o(s_idle), .s_error_o(s_error)

// ---- the unit itself, with all that has pins; a counter of another clock, and a UART that takes
// the frames if asked to
module bench_signals (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        reg_valid,
    input  wire        reg_write,
    input  wire [16:0] reg_addr,
    input  wire [31:0] reg_wdata,
    input  wire [3:0]  reg_wstrb,
    output wire        reg_ready,
    output wire [31:0] reg_rdata,
    input  wire        snoop_valid,
    input  wire [31:0] snoop_addr,
    input  wire [31:0] snoop_data,
    input  wire [3:0]  snoop_strb,
    input  wire [4:0]  retire_rd,
    input  wire [31:0] retire_rd_data,
    input  wire        retire_csr_valid,
    input  wire [11:0] retire_csr,
    input  wire [31:0] retire_csr_data,
    input  wire        retire_trap,
    input  wire        retire_interrupt,
    input  wire [11:0] retire_code,
    input  wire        retire_return,
    input  wire        retire_hint,
    input  wire        retire_hint_u,
    input  wire        retire_user,
    input  wire        auth,
    input  wire [3:0]  pins,
    output wire        event_valid,       // inside, as merge gives it
    output wire [15:0] event_id,
    output wire [31:0] event_value,
    input  wire        count_clk,
    input  wire [63:0] count,
    output wire [63:0] time_gray,
    output wire [63:0] time_now,
    input  wire        trigger_in,
    output wire        trigger_out,
    output wire        frame_valid,
    output wire [7:0]  frame_data,
    output wire        frame_ready,
    input  wire        taker_ready,       // who takes frames
    input  wire        uart,              // 1: the UART does
    output wire        tx,
    output wire        m_valid,
    output wire [31:0] m_addr,
    output wire [31:0] m_wdata,
    input  wire        m_ready,
    input  wire        m_idle,
    output wire [15:0] level,
    output wire        irq
);
`include "weir_types.svh"
  wire uart_ready;
  assign frame_ready = uart ? uart_ready : taker_ready;
  assign level       = {8'd0, u_unit.level};
  assign time_now    = u_unit.time_now;
  assign event_valid = u_unit.event_valid;
  event_t event_w;
  assign event_w     = u_unit.event_w;
  assign event_id    = event_w.id;
  assign event_value = event_w.value;
  weir_gray u_gray (.clk_i(count_clk), .count_i(count), .gray_o(time_gray));
  weir_uart u_uart (.clk_i, .rst_ni, .divide_i(20'd32), .valid_i(uart && frame_valid),
      .ready_o(uart_ready), .data_i(frame_data), .tx_o(tx));
  weir #(.RETIRE(1), .FILTER(1), .TIME_BASE(1), .FIFO_LOG2(7), .FRAME(1), .RING(1), .PROTECT(1),
      .PINS(4)) u_unit (
      .clk_i, .rst_ni,
      .reg_valid_i(reg_valid), .reg_write_i(reg_write), .reg_addr_i(reg_addr),
          .reg_wdata_i(reg_wdata), .reg_wstrb_i(reg_wstrb),
      .reg_ready_o(reg_ready), .reg_rdata_o(reg_rdata),
      .snoop_valid_i(snoop_valid), .snoop_addr_i(snoop_addr), .snoop_data_i(snoop_data),
          .snoop_strb_i(snoop_strb),
      .retire_rd_i(retire_rd), .retire_rd_data_i(retire_rd_data),
          .retire_csr_valid_i(retire_csr_valid), .retire_csr_i(retire_csr),
      .retire_csr_data_i(retire_csr_data), .retire_trap_i(retire_trap),
          .retire_interrupt_i(retire_interrupt), .retire_code_i(retire_code),
      .retire_return_i(retire_return), .retire_hint_i(retire_hint),
      .retire_hint_u_i(retire_hint_u), .retire_user_i(retire_user),
      .pins_i(pins), .auth_i(auth), .time_gray_i(time_gray), .trigger_i(trigger_in),
          .trigger_o(trigger_out),
      .frame_valid_o(frame_valid), .frame_data_o(frame_data), .frame_ready_i(frame_ready),
      .m_valid_o(m_valid), .m_addr_o(m_addr), .m_wdata_o(m_wdata), .m_ready_i(m_ready),
          .m_idle_i(m_idle), .m_error_i(1'b0),
      .irq_o(irq));
endmodule
`default_nettype wire
