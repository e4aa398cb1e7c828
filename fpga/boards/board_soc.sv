// SPDX-License-Identifier: Apache-2.0
// The demo SoC of the boards: PicoRV32 or SERV, RAM with the firmware, the devices of sim/soc, a
// console UART, and Weir with a UART for its frames. The memory map is that of the simulated SoCs
// (sim/soc/soc_system.sv), so the same programs run on both.
//
// fpga/boards/build.py writes board.svh for each board from boards.toml:
//   UNIT_PARAMETERS    parameters of weir
//   BOARD_FIRMWARE     contents of RAM, for $readmemh
//   BOARD_RAM_WORDS    words of RAM
//   BOARD_SERV         1: SERV, 0: PicoRV32
//   BOARD_LARGE        1: PicoRV32 with multiplier and barrel shifter
//   BOARD_BIT          length of a bit of the UARTs in sixteenths of a cycle
`default_nettype none
`include "board.svh"
module board_soc (
    input  wire       clk_i,
    input  wire       reset_i,             // a button, asynchronous; not needed after configuration

    output wire       trace_o,             // Weir's frames, 8N1
    output wire       console_o,           // output of the program, 8N1
    output wire       stopped_o            // the program has ended, or the core has trapped
);
  // ---- reset: 256 cycles after configuration, as iCE40 block RAM needs, and after the button
  logic [7:0] wait_q  = 8'd0;
  logic [1:0] reset_q = 2'b11;
  logic       rst_n   = 1'b0;
  always_ff @(posedge clk_i) begin
    reset_q <= {reset_q[0], reset_i};
    wait_q  <= reset_q[1] ? 8'd0 : wait_q + {7'd0, wait_q != 8'hff};
    rst_n   <= wait_q == 8'hff;
  end

  // ---- core
  wire        instr_req, instr_rvalid, data_req, data_we, data_gnt, data_rvalid;
  wire        trap, irq_timer, irq_weir;
  wire [31:0] instr_addr, data_addr, data_wdata, data_rdata, ram_rdata;
  wire [3:0]  data_be;
  wire [4:0]  retire_rd;
  wire [31:0] retire_rd_data, retire_csr_data;
  wire [11:0] retire_csr, retire_code;
  wire        retire_csr_valid, retire_trap, retire_interrupt, retire_return;
  wire        retire_hint, retire_hint_u, retire_user;
  generate
    if (`BOARD_SERV != 0) begin : g_serv
      core_serv u_core (
          .clk_i(clk_i), .rst_ni(rst_n), .irq_timer_i(irq_timer), .irq_weir_i(irq_weir),
          .instr_req_o(instr_req), .instr_addr_o(instr_addr), .instr_rvalid_i(instr_rvalid),
          .instr_rdata_i(ram_rdata),
          .data_req_o(data_req), .data_we_o(data_we), .data_be_o(data_be), .data_addr_o(data_addr),
          .data_wdata_o(data_wdata),
          .data_rvalid_i(data_rvalid), .data_rdata_i(data_rdata),
          .retire_rd_o(retire_rd), .retire_rd_data_o(retire_rd_data),
          .retire_csr_valid_o(retire_csr_valid),
          .retire_csr_o(retire_csr), .retire_csr_data_o(retire_csr_data),
          .retire_trap_o(retire_trap),
          .retire_interrupt_o(retire_interrupt), .retire_code_o(retire_code),
          .retire_return_o(retire_return), .retire_hint_o(retire_hint),
          .retire_hint_u_o(retire_hint_u), .retire_user_o(retire_user),
          .rvfi_done_o(), .rvfi_intr_o(), .rvfi_insn_o(), .rvfi_rs1_o(), .rvfi_addr_o(),
          .rvfi_data_o(), .rvfi_strb_o());
      assign trap = 1'b0;
    end else begin : g_picorv32
      core_picorv32 #(.LARGE(`BOARD_LARGE)) u_core (
          .clk_i(clk_i), .rst_ni(rst_n), .irq_timer_i(irq_timer), .irq_weir_i(irq_weir),
          .data_req_o(data_req), .data_be_o(data_be), .data_addr_o(data_addr),
          .data_wdata_o(data_wdata),
          .data_rvalid_i(data_rvalid), .data_rdata_i(data_rdata), .trap_o(trap),
          .retire_rd_o(retire_rd), .retire_rd_data_o(retire_rd_data),
          .retire_csr_valid_o(retire_csr_valid),
          .retire_csr_o(retire_csr), .retire_csr_data_o(retire_csr_data),
          .retire_trap_o(retire_trap),
          .retire_interrupt_o(retire_interrupt), .retire_code_o(retire_code),
          .retire_return_o(retire_return), .retire_hint_o(retire_hint),
          .retire_hint_u_o(retire_hint_u), .retire_user_o(retire_user),
          .rvfi_done_o(), .rvfi_intr_o(), .rvfi_insn_o(), .rvfi_rs1_o(), .rvfi_addr_o(),
          .rvfi_data_o(), .rvfi_strb_o());
      assign data_we    = data_be != 4'd0;
      assign instr_req  = 1'b0;              // it fetches at the data port
      assign instr_addr = 32'd0;
    end
  endgenerate

  // ---- bus
  wire at_weir    = data_addr[31:28] == 4'h4;
  wire at_device  = data_addr[31:28] == 4'h5;
  wire at_ram     = data_addr[31:28] == 4'h0;
  wire at_console = at_device && data_addr[7:0] == 8'h00;
  wire reg_ready, console_valid, console_ready;
  assign data_gnt = at_weir ? reg_ready : !at_console || (console_ready && !console_valid);
  wire accept = data_req && data_gnt;
  wire store  = accept && data_we;

  logic data_rvalid_q, from_weir_q, from_device_q;
  wire [31:0] reg_rdata, device_rdata;
  always_ff @(posedge clk_i) begin
    data_rvalid_q <= accept && rst_n;
    from_weir_q   <= at_weir;
    from_device_q <= at_device;
  end
  assign data_rvalid = data_rvalid_q;
  assign data_rdata  = from_weir_q ? reg_rdata : from_device_q ? device_rdata : ram_rdata;

  // ---- RAM: one port; data has priority over fetches, and these over the ring of Weir
  wire        ring_valid;
  wire [31:0] ring_addr, ring_wdata;
  wire        ram_data   = data_req && at_ram;
  wire        ring_grant  = !ram_data && !instr_req;
  wire        ring_write = ring_valid && ring_grant && ring_addr[31:28] == 4'h0;
  localparam integer RAM_W = $clog2(`BOARD_RAM_WORDS);
  wire [RAM_W-1:0] ram_word = ram_data  ? data_addr[RAM_W+1:2]
                            : instr_req ? instr_addr[RAM_W+1:2] : ring_addr[RAM_W+1:2];
  wire [3:0]  ram_write = {4{rst_n}} & (store && at_ram ? data_be : {4{ring_write}});
  wire [31:0] ram_wdata = ram_data ? data_wdata : ring_wdata;
  logic [31:0] ram [0:`BOARD_RAM_WORDS - 1];
  logic [31:0] ram_rdata_q;
  logic        instr_rvalid_q;
  initial $readmemh(`BOARD_FIRMWARE, ram);
  always_ff @(posedge clk_i) begin
    ram_rdata_q <= ram[ram_word];
    if (ram_write[0]) ram[ram_word][7:0]   <= ram_wdata[7:0];
    if (ram_write[1]) ram[ram_word][15:8]  <= ram_wdata[15:8];
    if (ram_write[2]) ram[ram_word][23:16] <= ram_wdata[23:16];
    if (ram_write[3]) ram[ram_word][31:24] <= ram_wdata[31:24];
    instr_rvalid_q <= instr_req && !ram_data && rst_n;
  end
  assign ram_rdata    = ram_rdata_q;
  assign instr_rvalid = instr_rvalid_q;

  // ---- devices
  wire        exit_valid;
  wire [7:0]  console_data;
  logic       stopped_q;
  soc_devices u_devices (
      .clk_i(clk_i), .rst_ni(rst_n), .store_i(store && at_device), .addr_i(data_addr[7:0]),
      .hart_i(4'd0), .be_i(data_be),
      .wdata_i(data_wdata), .rdata_o(device_rdata), .run_i(32'd0), .irq_weir_i(irq_weir),
      .irq_timer_o(irq_timer),
      .console_valid_o(console_valid), .console_data_o(console_data), .exit_valid_o(exit_valid),
      .exit_code_o(),
      .host_valid_o(), .host_strb_o(), .host_data_o());
  weir_uart u_console (.clk_i(clk_i), .rst_ni(rst_n), .divide_i(`BOARD_BIT),
      .valid_i(console_valid), .ready_o(console_ready),
                       .data_i(console_data), .tx_o(console_o));
  always_ff @(posedge clk_i) stopped_q <= rst_n && (stopped_q || exit_valid || trap);
  assign stopped_o = stopped_q;

  // ---- Weir, with its snoop on the data bus
  wire       frame_valid, frame_ready;
  wire [7:0] frame_data;
  weir #(`UNIT_PARAMETERS) u_weir (
      .clk_i(clk_i), .rst_ni(rst_n),
      .reg_valid_i(data_req && at_weir), .reg_write_i(data_we), .reg_addr_i(data_addr[16:0]),
      .reg_wdata_i(data_wdata),
      .reg_wstrb_i(data_be), .reg_ready_o(reg_ready), .reg_rdata_o(reg_rdata),
      .snoop_valid_i(store), .snoop_addr_i(data_addr), .snoop_data_i(data_wdata),
      .snoop_strb_i(data_be),
      .retire_rd_i(retire_rd), .retire_rd_data_i(retire_rd_data),
      .retire_csr_valid_i(retire_csr_valid),
      .retire_csr_i(retire_csr), .retire_csr_data_i(retire_csr_data), .retire_trap_i(retire_trap),
      .retire_interrupt_i(retire_interrupt), .retire_code_i(retire_code),
      .retire_return_i(retire_return), .retire_hint_i(retire_hint),
      .retire_hint_u_i(retire_hint_u), .retire_user_i(retire_user),
      .m_valid_o(ring_valid), .m_addr_o(ring_addr), .m_wdata_o(ring_wdata), .m_ready_i(ring_grant),
      .m_idle_i(1'b1), .m_error_i(1'b0),
      .pins_i('0), .auth_i(1'b1), .time_gray_i(64'd0), .trigger_i(1'b0), .trigger_o(),
      .frame_valid_o(frame_valid), .frame_data_o(frame_data),
      .frame_ready_i(frame_ready), .irq_o(irq_weir));
  weir_uart u_trace (.clk_i(clk_i), .rst_ni(rst_n), .divide_i(`BOARD_BIT), .valid_i(frame_valid),
      .ready_o(frame_ready),
                     .data_i(frame_data), .tx_o(trace_o));

  wire unused = &{1'b0, instr_rvalid, instr_addr[31:RAM_W+2], instr_addr[1:0],
      ring_addr[27:RAM_W+2], ring_addr[1:0]};
endmodule
`default_nettype wire
