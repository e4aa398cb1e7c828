// SPDX-License-Identifier: Apache-2.0
// weir_small: preset `small` of `weir`, with only the pins that it has.
// Made by `make regs` from rtl/regs/parameters.toml and rtl/weir.sv, which says what the pins do.
//
// Fixed    RETIRE 0, PINS 0, FILTER 0, TIME_BASE 0, PROTECT 0, FRAME 0, RING 0
`default_nettype none
module weir_small #(
    parameter integer HARTS = 1,
    parameter integer VALUE_REGS = 4,
    parameter integer VALUE_W = 32,
    parameter integer ARGS = 1,
    parameter integer QUEUE_LOG2 = 5,
    parameter integer THREAD_CACHE = 8,
    parameter integer FIFO_LOG2 = 10,
    parameter integer CHECKPOINT = 0,
    parameter integer PEEK = 0
) (
    input  wire clk_i,
    input  wire rst_ni,
    input  wire reg_valid_i,
    input  wire reg_write_i,
    input  wire [15+$clog2(HARTS+1):0] reg_addr_i,
    input  wire [31:0] reg_wdata_i,
    input  wire [3:0] reg_wstrb_i,
    output wire reg_ready_o,
    output wire [31:0] reg_rdata_o,
    input  wire [HARTS-1:0] snoop_valid_i,
    input  wire [32*HARTS-1:0] snoop_addr_i,
    input  wire [32*HARTS-1:0] snoop_data_i,
    input  wire [4*HARTS-1:0] snoop_strb_i,
    output wire irq_o
);
  wire trigger_o;
  wire frame_valid_o;
  wire [7:0] frame_data_o;
  wire m_valid_o;
  wire [31:0] m_addr_o;
  wire [31:0] m_wdata_o;
  wire unused = &{1'b0, trigger_o, frame_valid_o, frame_data_o, m_valid_o, m_addr_o, m_wdata_o};
  weir #(
      .HARTS(HARTS),
      .VALUE_REGS(VALUE_REGS),
      .VALUE_W(VALUE_W),
      .ARGS(ARGS),
      .QUEUE_LOG2(QUEUE_LOG2),
      .THREAD_CACHE(THREAD_CACHE),
      .FIFO_LOG2(FIFO_LOG2),
      .CHECKPOINT(CHECKPOINT),
      .PEEK(PEEK),
      .RETIRE(0),
      .PINS(0),
      .FILTER(0),
      .TIME_BASE(0),
      .PROTECT(0),
      .FRAME(0),
      .RING(0)
  ) u_weir (
      .clk_i,
      .rst_ni,
      .reg_valid_i,
      .reg_write_i,
      .reg_addr_i,
      .reg_wdata_i,
      .reg_wstrb_i,
      .reg_ready_o,
      .reg_rdata_o,
      .snoop_valid_i,
      .snoop_addr_i,
      .snoop_data_i,
      .snoop_strb_i,
      .retire_rd_i({(5*HARTS){1'b0}}),
      .retire_rd_data_i({(32*HARTS){1'b0}}),
      .retire_csr_valid_i({(HARTS){1'b0}}),
      .retire_csr_i({(12*HARTS){1'b0}}),
      .retire_csr_data_i({(32*HARTS){1'b0}}),
      .retire_trap_i({(HARTS){1'b0}}),
      .retire_interrupt_i({(HARTS){1'b0}}),
      .retire_code_i({(12*HARTS){1'b0}}),
      .retire_return_i({(HARTS){1'b0}}),
      .retire_hint_i({(HARTS){1'b0}}),
      .retire_hint_u_i({(HARTS){1'b0}}),
      .retire_user_i({(HARTS){1'b0}}),
      .pins_i({(1){1'b0}}),
      .auth_i(1'b1),
      .time_gray_i(64'd0),
      .trigger_i(1'b0),
      .trigger_o,
      .frame_valid_o,
      .frame_data_o,
      .frame_ready_i(1'b0),
      .m_valid_o,
      .m_addr_o,
      .m_wdata_o,
      .m_ready_i(1'b0),
      .m_idle_i(1'b1),
      .m_error_i(1'b0),
      .irq_o
  );
endmodule
`default_nettype wire
