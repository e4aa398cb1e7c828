// SPDX-License-Identifier: Apache-2.0
// Rocket (RV64IMAC, caches that write back), from its package, with Weir: for make regress-rocket.
//
//   0x0200_0000  CLINT of Rocket             0x0c00_0000  its PLIC: source 1 is Weir
//   0x1000_0000  first instructions: jump to 0x8000_0000
//   0x4000_0000  Weir, by weir_axi with 64 bits
//   0x5000_0000  devices, see soc_devices.sv
//   0x6000_0000  RAM that is not cached, 4 KiB: the scheduler's variable. Bits 7:1 of its last word
//                are the interrupts of sources 2 to 8 of the PLIC
//   0x8000_0000  RAM, cached, 1 MiB, loaded from +hex=FILE (a word of 64 bits a line)
//
// The snoop is weir_snoop_axi on the uncached port of Rocket. The retire view is made from signals
// of the core by weir_cva6, which has the same needs. The ring goes to Rocket's port for DMA, which
// keeps caches coherent: by bursts of 32 bits with weir, of 64 bits with weir_wide (macro WIDE).
`default_nettype none
module soc_rocket (
`include "soc_host_pins.svh"
  // a store that the uncached port of the core made
  output logic        core_store_o,
  output logic [30:0] core_addr_o,
  output logic [63:0] core_data_o,
  output logic [7:0]  core_strb_o,
  // what the core did: a write of x4 or x3, a HINT, a trap, a return
  output logic        tp_valid_o,
  output logic        gp_valid_o,
  output logic        hint_o,                // a HINT, its instruction and its register
  output logic [31:0] insn_o,
  output logic [63:0] rs1_o,
  output logic [63:0] written_o,             // with tp and gp
  output logic        trap_o,
  output logic [63:0] cause_o,
  output logic        return_o,
  output logic [31:0] ring_rows_o,           // writes of the ring, counted
  input  wire         unit_reset_i           // resets Weir alone, between two accesses
);
  localparam integer ID_W = 4;
`ifdef WIDE
  localparam integer RING_W = 64;
`else
  localparam integer RING_W = 32;
`endif

  // ---- channels: of the memory port, of the uncached port, of the port for DMA
`define CHANNELS(name, addr_w) \
  logic name``_awvalid, name``_awready, name``_wvalid, name``_wready, name``_wlast; \
  logic name``_bvalid, name``_bready, name``_arvalid, name``_arready; \
  logic name``_rvalid, name``_rready, name``_rlast; \
  logic [ID_W-1:0] name``_awid, name``_bid, name``_arid, name``_rid; \
  logic [addr_w-1:0] name``_awaddr, name``_araddr; \
  logic [7:0] name``_awlen, name``_arlen, name``_wstrb; \
  logic [2:0] name``_awsize, name``_arsize; \
  logic [1:0] name``_awburst, name``_arburst, name``_bresp, name``_rresp; \
  logic [63:0] name``_wdata, name``_rdata;
  `CHANNELS(mem, 32)
  `CHANNELS(io, 31)
  `CHANNELS(unit, 31)
  `CHANNELS(rest, 31)

  logic        dma_awvalid, dma_awready, dma_wvalid, dma_wready, dma_wlast, dma_bvalid, dma_bready;
  logic [31:0] dma_awaddr;
  logic [7:0]  dma_awlen, dma_wstrb;
  logic [2:0]  dma_awsize;
  logic [1:0]  dma_awburst, dma_bresp;
  logic [63:0] dma_wdata;
  logic        irq, dmactive;
  logic [6:0]  lines_q;

`define MANAGER(port, name) \
    .port``_aw_ready(name``_awready), .port``_aw_valid(name``_awvalid), \
    .port``_aw_bits_id(name``_awid), .port``_aw_bits_addr(name``_awaddr), \
    .port``_aw_bits_len(name``_awlen), .port``_aw_bits_size(name``_awsize), \
    .port``_aw_bits_burst(name``_awburst), .port``_aw_bits_lock(), .port``_aw_bits_cache(), \
    .port``_aw_bits_prot(), .port``_aw_bits_qos(), \
    .port``_w_ready(name``_wready), .port``_w_valid(name``_wvalid), \
    .port``_w_bits_data(name``_wdata), .port``_w_bits_strb(name``_wstrb), \
    .port``_w_bits_last(name``_wlast), \
    .port``_b_ready(name``_bready), .port``_b_valid(name``_bvalid), \
    .port``_b_bits_id(name``_bid), .port``_b_bits_resp(name``_bresp), \
    .port``_ar_ready(name``_arready), .port``_ar_valid(name``_arvalid), \
    .port``_ar_bits_id(name``_arid), .port``_ar_bits_addr(name``_araddr), \
    .port``_ar_bits_len(name``_arlen), .port``_ar_bits_size(name``_arsize), \
    .port``_ar_bits_burst(name``_arburst), .port``_ar_bits_lock(), .port``_ar_bits_cache(), \
    .port``_ar_bits_prot(), .port``_ar_bits_qos(), \
    .port``_r_ready(name``_rready), .port``_r_valid(name``_rvalid), \
    .port``_r_bits_id(name``_rid), .port``_r_bits_data(name``_rdata), \
    .port``_r_bits_resp(name``_rresp), .port``_r_bits_last(name``_rlast)
  ExampleRocketSystem u_core (
    .clock(clk_i), .reset(!rst_ni), .resetctrl_hartIsInReset_0(!rst_ni),
    `MANAGER(mem_axi4_0, mem),
    `MANAGER(mmio_axi4_0, io),
    .l2_frontend_bus_axi4_0_aw_ready(dma_awready), .l2_frontend_bus_axi4_0_aw_valid(dma_awvalid),
    .l2_frontend_bus_axi4_0_aw_bits_id(8'd0), .l2_frontend_bus_axi4_0_aw_bits_addr(dma_awaddr),
    .l2_frontend_bus_axi4_0_aw_bits_len(dma_awlen),
    .l2_frontend_bus_axi4_0_aw_bits_size(dma_awsize),
    .l2_frontend_bus_axi4_0_aw_bits_burst(dma_awburst),
    .l2_frontend_bus_axi4_0_aw_bits_lock(1'b0), .l2_frontend_bus_axi4_0_aw_bits_cache(4'd3),
    .l2_frontend_bus_axi4_0_aw_bits_prot(3'd0), .l2_frontend_bus_axi4_0_aw_bits_qos(4'd0),
    .l2_frontend_bus_axi4_0_w_ready(dma_wready), .l2_frontend_bus_axi4_0_w_valid(dma_wvalid),
    .l2_frontend_bus_axi4_0_w_bits_data(dma_wdata),
    .l2_frontend_bus_axi4_0_w_bits_strb(dma_wstrb),
    .l2_frontend_bus_axi4_0_w_bits_last(dma_wlast),
    .l2_frontend_bus_axi4_0_b_ready(dma_bready), .l2_frontend_bus_axi4_0_b_valid(dma_bvalid),
    .l2_frontend_bus_axi4_0_b_bits_id(), .l2_frontend_bus_axi4_0_b_bits_resp(dma_bresp),
    .l2_frontend_bus_axi4_0_ar_ready(), .l2_frontend_bus_axi4_0_ar_valid(1'b0),
    .l2_frontend_bus_axi4_0_ar_bits_id(8'd0), .l2_frontend_bus_axi4_0_ar_bits_addr(32'd0),
    .l2_frontend_bus_axi4_0_ar_bits_len(8'd0), .l2_frontend_bus_axi4_0_ar_bits_size(3'd0),
    .l2_frontend_bus_axi4_0_ar_bits_burst(2'd0), .l2_frontend_bus_axi4_0_ar_bits_lock(1'b0),
    .l2_frontend_bus_axi4_0_ar_bits_cache(4'd0), .l2_frontend_bus_axi4_0_ar_bits_prot(3'd0),
    .l2_frontend_bus_axi4_0_ar_bits_qos(4'd0), .l2_frontend_bus_axi4_0_r_ready(1'b1),
    .l2_frontend_bus_axi4_0_r_valid(), .l2_frontend_bus_axi4_0_r_bits_id(),
    .l2_frontend_bus_axi4_0_r_bits_data(), .l2_frontend_bus_axi4_0_r_bits_resp(),
    .l2_frontend_bus_axi4_0_r_bits_last(),
    .debug_clock(clk_i), .debug_reset(!rst_ni), .debug_clockeddmi_dmi_req_ready(),
    .debug_clockeddmi_dmi_req_valid(1'b0), .debug_clockeddmi_dmi_req_bits_addr(7'd0),
    .debug_clockeddmi_dmi_req_bits_data(32'd0), .debug_clockeddmi_dmi_req_bits_op(2'd0),
    .debug_clockeddmi_dmi_resp_ready(1'b1), .debug_clockeddmi_dmi_resp_valid(),
    .debug_clockeddmi_dmi_resp_bits_data(), .debug_clockeddmi_dmi_resp_bits_resp(),
    .debug_clockeddmi_dmiClock(clk_i), .debug_clockeddmi_dmiReset(!rst_ni), .debug_ndreset(),
    .debug_dmactive(dmactive), .debug_dmactiveAck(dmactive), .interrupts({lines_q, irq}));

  // ---- the cached memory: one burst at a time in each direction
  localparam integer WORDS_LOG2 = 17;
  logic [63:0]   ram [0:(1 << WORDS_LOG2) - 1];
`include "soc_options.svh"
  logic                  mem_writes_q, mem_reads_q;
  logic [WORDS_LOG2-1:0] mem_w_q, mem_r_q;
  logic [7:0]            mem_left_q;
  assign {mem_bresp, mem_rresp} = 4'd0;
  assign mem_awready = !mem_writes_q && !mem_bvalid;
  assign mem_wready  = mem_writes_q;
  assign mem_arready = !mem_reads_q;
  assign mem_rvalid  = mem_reads_q;
  assign mem_rlast   = mem_left_q == 8'd0;
  assign mem_rdata   = ram[mem_r_q];
  // a burst wraps in its line (WRAP), or goes on
  function automatic [WORDS_LOG2-1:0] next(input [WORDS_LOG2-1:0] at);
    next = {at[WORDS_LOG2-1:3], at[2:0] + 3'd1};         // lines of 64 bytes
  endfunction
  always_ff @(posedge clk_i) begin
    if (mem_awvalid && mem_awready) begin
      mem_writes_q <= 1'b1;
      mem_w_q      <= mem_awaddr[WORDS_LOG2+2:3];
      mem_bid      <= mem_awid;
    end
    if (mem_wvalid && mem_wready) begin
      for (int b = 0; b < 8; b = b + 1)
        if (mem_wstrb[b]) ram[mem_w_q][8*b +: 8] <= mem_wdata[8*b +: 8];
      mem_w_q <= next(mem_w_q);
      if (mem_wlast) {mem_writes_q, mem_bvalid} <= 2'b01;
    end
    if (mem_bvalid && mem_bready) mem_bvalid <= 1'b0;
    if (mem_arvalid && mem_arready) begin
      mem_reads_q <= 1'b1;
      mem_r_q     <= mem_araddr[WORDS_LOG2+2:3];
      mem_rid     <= mem_arid;
      mem_left_q  <= mem_arlen;
    end
    if (mem_rvalid && mem_rready) begin
      mem_r_q     <= next(mem_r_q);
      mem_left_q  <= mem_left_q - 8'd1;
      if (mem_rlast) mem_reads_q <= 1'b0;
    end
    if (!rst_ni) {mem_writes_q, mem_bvalid, mem_reads_q} <= 3'd0;
  end

  // ---- the uncached port: one write and one read at a time, to Weir or to the rest
  logic w_busy_q, w_unit_q, w_sent_q, r_busy_q, r_unit_q;
  logic [30:0] w_addr_q;
  wire  w_unit = io_awaddr[30:28] == 3'd4, r_unit = io_araddr[30:28] == 3'd4;
  assign {unit_awid, unit_awaddr, unit_awlen, unit_awsize, unit_awburst, unit_wdata, unit_wstrb,
      unit_wlast, unit_arid, unit_araddr, unit_arlen, unit_arsize, unit_arburst} =
      {io_awid, io_awaddr, io_awlen, io_awsize, io_awburst, io_wdata, io_wstrb,
      io_wlast, io_arid, io_araddr, io_arlen, io_arsize, io_arburst};
  assign {rest_awid, rest_awaddr, rest_awlen, rest_awsize, rest_awburst, rest_wdata, rest_wstrb,
      rest_wlast, rest_arid, rest_araddr, rest_arlen, rest_arsize, rest_arburst} =
      {io_awid, io_awaddr, io_awlen, io_awsize, io_awburst, io_wdata, io_wstrb,
      io_wlast, io_arid, io_araddr, io_arlen, io_arsize, io_arburst};
  assign unit_awvalid = io_awvalid && !w_busy_q && w_unit;
  assign rest_awvalid = io_awvalid && !w_busy_q && !w_unit;
  assign io_awready   = !w_busy_q && (w_unit ? unit_awready : rest_awready);
  wire   w_open       = w_busy_q && !w_sent_q;
  assign unit_wvalid  = io_wvalid && w_open && w_unit_q;
  assign rest_wvalid  = io_wvalid && w_open && !w_unit_q;
  assign io_wready    = w_open && (w_unit_q ? unit_wready : rest_wready);
  assign unit_bready  = io_bready && w_busy_q && w_unit_q;
  assign rest_bready  = io_bready && w_busy_q && !w_unit_q;
  assign {io_bvalid, io_bid, io_bresp} = w_unit_q ? {unit_bvalid, unit_bid, unit_bresp}
      : {rest_bvalid, rest_bid, rest_bresp};
  assign unit_arvalid = io_arvalid && !r_busy_q && r_unit;
  assign rest_arvalid = io_arvalid && !r_busy_q && !r_unit;
  assign io_arready   = !r_busy_q && (r_unit ? unit_arready : rest_arready);
  assign unit_rready  = io_rready && r_busy_q && r_unit_q;
  assign rest_rready  = io_rready && r_busy_q && !r_unit_q;
  assign {io_rvalid, io_rid, io_rdata, io_rresp, io_rlast} =
      r_unit_q ? {unit_rvalid, unit_rid, unit_rdata, unit_rresp, unit_rlast}
      : {rest_rvalid, rest_rid, rest_rdata, rest_rresp, rest_rlast};
  always_ff @(posedge clk_i) begin
    if (io_awvalid && io_awready) begin
      {w_busy_q, w_sent_q, w_unit_q} <= {2'b10, w_unit};
      w_addr_q <= io_awaddr;
    end
    if (io_wvalid && io_wready && io_wlast) w_sent_q <= 1'b1;
    if (io_bvalid && io_bready) w_busy_q <= 1'b0;
    if (io_arvalid && io_arready) {r_busy_q, r_unit_q} <= {1'b1, r_unit};
    if (io_rvalid && io_rready && io_rlast) r_busy_q <= 1'b0;
    if (!rst_ni) {w_busy_q, r_busy_q, w_sent_q} <= 3'd0;
  end
  assign core_store_o = io_wvalid && io_wready;
  assign core_addr_o  = w_addr_q;
  assign core_data_o  = io_wdata;
  assign core_strb_o  = io_wstrb;

  // ---- what is not Weir: first instructions, devices, uncached RAM
  logic        rest_valid, rest_write;
  logic [30:0] rest_addr, answer_addr_q;
  logic [31:0] rest_word, rest_answer, plain_q, device_rdata;
  logic [3:0]  rest_lanes;
  logic [31:0] plain [0:1023];
`define SHELL(name) \
    .clk_i(clk_i), .rst_ni(rst_ni), \
    .s_axi_awvalid(name``_awvalid), .s_axi_awready(name``_awready), .s_axi_awid(name``_awid), \
    .s_axi_awlen(name``_awlen), \
    .s_axi_awsize(name``_awsize), .s_axi_awburst(name``_awburst), \
    .s_axi_wvalid(name``_wvalid), .s_axi_wready(name``_wready), .s_axi_wdata(name``_wdata), \
    .s_axi_wstrb(name``_wstrb), .s_axi_wlast(name``_wlast), \
    .s_axi_bvalid(name``_bvalid), .s_axi_bready(name``_bready), .s_axi_bid(name``_bid), \
    .s_axi_bresp(name``_bresp), \
    .s_axi_arvalid(name``_arvalid), .s_axi_arready(name``_arready), .s_axi_arid(name``_arid), \
    .s_axi_arlen(name``_arlen), \
    .s_axi_arsize(name``_arsize), .s_axi_arburst(name``_arburst), \
    .s_axi_rvalid(name``_rvalid), .s_axi_rready(name``_rready), .s_axi_rid(name``_rid), \
    .s_axi_rdata(name``_rdata), .s_axi_rresp(name``_rresp), .s_axi_rlast(name``_rlast)
  weir_axi #(.ADDR_W(31), .DATA_W(64), .ID_W(ID_W)) u_rest (
    `SHELL(rest), .s_axi_awaddr(rest_awaddr), .s_axi_araddr(rest_araddr),
    .reg_valid_o(rest_valid), .reg_write_o(rest_write), .reg_addr_o(rest_addr),
    .reg_wdata_o(rest_word), .reg_wstrb_o(rest_lanes), .reg_ready_i(1'b1),
    .reg_rdata_i(rest_answer));
  wire rest_store = rest_valid && rest_write;
  always_ff @(posedge clk_i) begin
    answer_addr_q <= rest_addr;
    plain_q       <= plain[rest_addr[11:2]];
    for (int b = 0; b < 4; b = b + 1)
      if (rest_store && rest_addr[30:28] == 3'd6 && rest_lanes[b])
        plain[rest_addr[11:2]][8*b +: 8] <= rest_word[8*b +: 8];
    if (rest_store && rest_addr[30:28] == 3'd6 && rest_addr[11:2] == 10'h3ff && rest_lanes[0])
      lines_q <= rest_word[7:1];
    if (!rst_ni) lines_q <= 7'd0;
  end
  soc_devices u_devices (
    .clk_i(clk_i), .rst_ni(rst_ni), .store_i(rest_store && rest_addr[30:28] == 3'd5),
    .addr_i({rest_addr[7:2], 2'd0}), .hart_i(4'd0), .be_i(rest_lanes), .wdata_i(rest_word),
    .rdata_o(device_rdata), .run_i(run), .irq_weir_i(irq), .irq_timer_o(),
    .console_valid_o(console_valid_o), .console_data_o(console_data_o), .exit_valid_o(exit_valid_o),
    .exit_code_o(exit_code_o),
    .host_valid_o(host_valid_o), .host_strb_o(host_strb_o), .host_data_o(host_data_o));
  wire [2:0] answer_page = answer_addr_q[30:28];
  wire [1:0] answer_word = answer_addr_q[3:2];
  always_comb
    case (answer_page)
      3'd5: rest_answer = device_rdata;
      3'd6: rest_answer = plain_q;
      default:                         // li t0, 1; slli t0, t0, 31; jr t0
        case (answer_word)
          2'd0: rest_answer = 32'h0010_0293;
          2'd1: rest_answer = 32'h01f2_9293;
          2'd2: rest_answer = 32'h0002_8067;
          default: rest_answer = 32'h0000_0013;
        endcase
    endcase

  // ---- Weir
  logic        port_valid, port_write, port_ready, store_valid;
  logic [16:0] port_addr;
  logic [31:0] port_wdata, port_rdata, store_addr, store_data;
  logic [3:0]  port_wstrb, store_strb;
  weir_axi #(.ADDR_W(17), .DATA_W(64), .ID_W(ID_W)) u_bus (
    `SHELL(unit), .s_axi_awaddr(unit_awaddr[16:0]), .s_axi_araddr(unit_araddr[16:0]),
    .reg_valid_o(port_valid), .reg_write_o(port_write), .reg_addr_o(port_addr),
    .reg_wdata_o(port_wdata), .reg_wstrb_o(port_wstrb), .reg_ready_i(port_ready),
    .reg_rdata_i(port_rdata));
  logic overrun;
  weir_snoop_axi #(.DATA_W(64)) u_snoop (
    .clk_i(clk_i), .rst_ni(rst_ni), .axi_awvalid_i(io_awvalid), .axi_awready_i(io_awready),
    .axi_awaddr_i({1'b0, io_awaddr}), .axi_awlen_i(io_awlen), .axi_awsize_i(io_awsize),
    .axi_awburst_i(io_awburst), .axi_wvalid_i(io_wvalid), .axi_wready_i(io_wready),
    .axi_wdata_i(io_wdata), .axi_wstrb_i(io_wstrb), .axi_wlast_i(io_wlast),
    .snoop_valid_o(store_valid), .snoop_addr_o(store_addr), .snoop_data_o(store_data),
    .snoop_strb_o(store_strb), .overrun_o(overrun));
`ifndef YOSYS
  always @(posedge clk_i) if (rst_ni && overrun) begin
    $display("weir_snoop_axi is overrun");
    $fatal;
  end
`endif

  // the core at the end of its pipeline
  logic        traced, written;
  logic [1:0]  mode;
  logic [4:0]  written_rd;
  logic [31:0] insn;
`ifdef BLACK_BOX                         // a front end that does not read the core
  assign {traced, trap_o, insn, written, cause_o, written_rd, written_o, rs1_o, mode} = '0;
`else
`define ROCKET u_core.tile_prci_domain.tile_reset_domain_tile.core
  assign traced     = `ROCKET.csr_io_trace_0_valid;
  assign trap_o     = `ROCKET.csr_io_trace_0_exception;
  assign insn       = `ROCKET.csr_io_trace_0_insn;
  assign written    = `ROCKET.rf_wen;
  assign cause_o    = `ROCKET.csr.cause;
  assign written_rd = `ROCKET.rf_waddr;
  assign written_o  = `ROCKET.rf_wdata;
  assign rs1_o      = `ROCKET.coreMonitorBundle_rd0val_REG;
  assign mode       = `ROCKET.csr_io_status_prv;
`endif
  wire         retired = traced && !trap_o;
  // MRET, SRET
  assign return_o   = retired && (insn & 32'hdfff_ffff) == 32'h1020_0073;
  assign tp_valid_o = written && written_rd == 5'd4;
  assign gp_valid_o = written && written_rd == 5'd3;
  assign insn_o     = insn;
  assign hint_o     = retired && (insn & 32'h0000_6fff) == 32'h0000_2013;
  logic [4:0]  rd;
  logic [31:0] rd_data, csr_data;
  logic [11:0] csr, code;
  logic        csr_valid, trap, interrupt, returns, hint, hint_u, user;
  // A load that missed writes its register later than it retires: so rd is valid without it.
  weir_cva6 #(.XLEN(64)) u_retire (
    .rvfi_valid_i({1'b0, retired || written}), .rvfi_insn_i({32'd0, retired ? insn : 32'h13}),
    .rvfi_trap_i({1'b0, trap_o}), .rvfi_cause_i({64'd0, cause_o}),
    .rvfi_rs1_rdata_i({64'd0, rs1_o}), .rvfi_mode_i({2'd0, mode}),
    .rvfi_rd_addr_i({5'd0, written ? written_rd : 5'd0}),
    .rvfi_rd_wdata_i({64'd0, written_o}),
    .retire_rd_o(rd), .retire_rd_data_o(rd_data), .retire_csr_valid_o(csr_valid),
    .retire_csr_o(csr), .retire_csr_data_o(csr_data), .retire_trap_o(trap),
    .retire_interrupt_o(interrupt), .retire_code_o(code), .retire_return_o(returns),
    .retire_hint_o(hint), .retire_hint_u_o(hint_u), .retire_user_o(user), .hint_lost_o());

  logic              m_valid, m_ready, m_idle, m_error;
  logic [31:0]       m_addr;
  logic [RING_W-1:0] m_wdata;
`ifdef WIDE
  weir_wide
`else
  weir
`endif
  #(`UNIT_PARAMETERS) u_weir (
    .clk_i(clk_i), .rst_ni(rst_ni && !(unit_reset_i && !port_valid)),
    .reg_valid_i(port_valid), .reg_write_i(port_write), .reg_addr_i(port_addr),
    .reg_wdata_i(port_wdata), .reg_wstrb_i(port_wstrb), .reg_ready_o(port_ready),
    .reg_rdata_o(port_rdata),
    .snoop_valid_i(store_valid), .snoop_addr_i(store_addr), .snoop_data_i(store_data),
    .snoop_strb_i(store_strb),
    .retire_rd_i(rd), .retire_rd_data_i(rd_data), .retire_csr_valid_i(csr_valid),
    .retire_csr_i(csr), .retire_csr_data_i(csr_data), .retire_trap_i(trap),
    .retire_interrupt_i(interrupt), .retire_code_i(code), .retire_return_i(returns),
    .retire_hint_i(hint), .retire_hint_u_i(hint_u), .retire_user_i(user),
    .m_valid_o(m_valid), .m_addr_o(m_addr), .m_wdata_o(m_wdata), .m_ready_i(m_ready),
    .m_idle_i(m_idle), .m_error_i(m_error),
`ifndef WIDE
    .pins_i('0), .auth_i(1'b1), .time_gray_i(64'd0), .trigger_i(1'b0), .trigger_o(),
    .frame_valid_o(), .frame_data_o(), .frame_ready_i(1'b0),
`endif
    .irq_o(irq));

  logic [RING_W-1:0]   ring_wdata;
  logic [RING_W/8-1:0] ring_wstrb;
  weir_ring_axi #(.WIDTH(RING_W)) u_ring (
    .clk_i(clk_i), .rst_ni(rst_ni), .s_valid_i(m_valid), .s_addr_i(m_addr), .s_wdata_i(m_wdata),
    .s_ready_o(m_ready), .s_idle_o(m_idle), .s_error_o(m_error),
    .m_axi_awvalid(dma_awvalid), .m_axi_awready(dma_awready), .m_axi_awid(),
    .m_axi_awaddr(dma_awaddr), .m_axi_awlen(dma_awlen), .m_axi_awsize(dma_awsize),
    .m_axi_awburst(dma_awburst), .m_axi_awcache(), .m_axi_awprot(), .m_axi_wvalid(dma_wvalid),
    .m_axi_wready(dma_wready), .m_axi_wdata(ring_wdata), .m_axi_wstrb(ring_wstrb),
    .m_axi_wlast(dma_wlast), .m_axi_bvalid(dma_bvalid), .m_axi_bready(dma_bready),
    .m_axi_bid(1'b0), .m_axi_bresp(dma_bresp));
`ifdef WIDE
  assign dma_wdata = ring_wdata;
  assign dma_wstrb = ring_wstrb;
`else
  // Words on a bus of 64 bits: the first of a burst at the lane of its address. Data may come
  // before the address is accepted, but never before it is valid: one burst at a time is enough.
  logic upper_q, open_q;
  wire  upper = open_q ? upper_q : dma_awaddr[2];
  assign dma_wdata = {2{ring_wdata}};
  assign dma_wstrb = upper ? {ring_wstrb, 4'd0} : {4'd0, ring_wstrb};
  always_ff @(posedge clk_i)
    if (!rst_ni) open_q <= 1'b0;
    else if (dma_wvalid && dma_wready) begin
      open_q  <= !dma_wlast;
      upper_q <= !upper;
    end
`endif
  always_ff @(posedge clk_i)
    if (!rst_ni) ring_rows_o <= 32'd0;
    else if (m_valid && m_ready) ring_rows_o <= ring_rows_o + 32'd1;

  wire unused = &{1'b0, mem_awaddr[31:WORDS_LOG2+3], mem_awaddr[2:0], mem_araddr[31:WORDS_LOG2+3],
      mem_araddr[2:0], mem_awlen, mem_awsize, mem_awburst, mem_arsize, mem_arburst, unit_awaddr,
      unit_araddr, answer_addr_q, rest_addr, fault};
endmodule
`default_nettype wire
