// SPDX-License-Identifier: Apache-2.0
// Benches of the bus shells. Each has a shell with the unit, the bus contract beside the pins, and
// a second unit at its bare register port. `hold` keeps the register port behind the shell from
// being ready. The last bench is the unit with all its own pins.
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
      .snoop_valid_i(1'b0), .snoop_addr_i(32'd0), .snoop_data_i(32'd0), .snoop_strb_i(4'd0),
      .m_valid_o(), .m_addr_o(), .m_wdata_o(), .m_ready_i(1'b1), .m_idle_i(1'b1), .m_error_i(1'b0),
      .pins_i(1'b0), .trigger_i(1'b0), .trigger_o(), .frame_valid_o(), .frame_data_o(),
          .frame_ready_i(1'b0), .irq_o());
endmodule

// What all benches have.
`define COMMON_PORTS \
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
`define REG_PORT \
      .reg_valid_o(reg_valid), .reg_write_o(reg_write), .reg_addr_o(reg_addr), \
      .reg_wdata_o(reg_wdata), .reg_wstrb_o(reg_wstrb), \
      .reg_ready_i(reg_ready), .reg_rdata_i(reg_rdata)

// ---- APB
module bench_apb (
    `COMMON_PORTS,
    input  wire        s_apb_psel,
    input  wire        s_apb_penable,
    input  wire        s_apb_pwrite,
    input  wire [16:0] s_apb_paddr,
    input  wire [2:0]  s_apb_pprot,
    input  wire [31:0] s_apb_pwdata,
    input  wire [3:0]  s_apb_pstrb,
    output wire        s_apb_pready,
    output wire [31:0] s_apb_prdata,
    output wire        s_apb_pslverr
);
  `UNITS
  wire [3:0] manager_honoured;
  wire       subordinate_honoured;
  weir_apb u_bus (
      .clk_i, .rst_ni, .s_apb_psel, .s_apb_penable, .s_apb_pwrite, .s_apb_paddr, .s_apb_pprot,
          .s_apb_pwdata, .s_apb_pstrb,
      .s_apb_pready, .s_apb_prdata, .s_apb_pslverr, `REG_PORT);
  apb_contract #(.ADDR_W(17)) u_contract (
      .clk_i, .rst_ni, .psel(s_apb_psel), .penable(s_apb_penable), .pwrite(s_apb_pwrite),
          .paddr(s_apb_paddr),
      .pprot(s_apb_pprot), .pwdata(s_apb_pwdata), .pstrb(s_apb_pstrb), .pready(s_apb_pready),
          .prdata(s_apb_prdata),
      .pslverr(s_apb_pslverr), .f_phase(), .manager_honoured, .subordinate_honoured);
endmodule

// ---- AXI4-Lite
module bench_axil (
    `COMMON_PORTS,
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [16:0] s_axil_awaddr,
    input  wire [2:0]  s_axil_awprot,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    input  wire [31:0] s_axil_wdata,
    input  wire [3:0]  s_axil_wstrb,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    output wire [1:0]  s_axil_bresp,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    input  wire [16:0] s_axil_araddr,
    input  wire [2:0]  s_axil_arprot,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output wire [31:0] s_axil_rdata,
    output wire [1:0]  s_axil_rresp
);
  `UNITS
  wire [3:0] manager_honoured;
  wire [6:0] subordinate_honoured;
  weir_axil u_bus (
      .clk_i, .rst_ni, .s_axil_awvalid, .s_axil_awready, .s_axil_awaddr, .s_axil_awprot,
          .s_axil_wvalid, .s_axil_wready,
      .s_axil_wdata, .s_axil_wstrb, .s_axil_bvalid, .s_axil_bready, .s_axil_bresp, .s_axil_arvalid,
          .s_axil_arready,
      .s_axil_araddr, .s_axil_arprot, .s_axil_rvalid, .s_axil_rready, .s_axil_rdata, .s_axil_rresp,
          `REG_PORT);
  axil_contract #(.ADDR_W(17)) u_contract (
      .clk_i, .rst_ni,
      .awvalid(s_axil_awvalid), .awready(s_axil_awready), .awaddr(s_axil_awaddr),
          .awprot(s_axil_awprot),
      .wvalid(s_axil_wvalid), .wready(s_axil_wready), .wdata(s_axil_wdata), .wstrb(s_axil_wstrb),
      .bvalid(s_axil_bvalid), .bready(s_axil_bready), .bresp(s_axil_bresp),
      .arvalid(s_axil_arvalid), .arready(s_axil_arready), .araddr(s_axil_araddr),
          .arprot(s_axil_arprot),
      .rvalid(s_axil_rvalid), .rready(s_axil_rready), .rdata(s_axil_rdata), .rresp(s_axil_rresp),
      .f_writes_addr(), .f_writes_data(), .f_reads(), .manager_honoured, .subordinate_honoured);
endmodule

// ---- OBI
module bench_obi (
    `COMMON_PORTS,
    input  wire        s_obi_req,
    output wire        s_obi_gnt,
    input  wire [16:0] s_obi_addr,
    input  wire        s_obi_we,
    input  wire [3:0]  s_obi_be,
    input  wire [31:0] s_obi_wdata,
    input  wire [2:0]  s_obi_aid,
    output wire        s_obi_rvalid,
    input  wire        s_obi_rready,
    output wire [31:0] s_obi_rdata,
    output wire        s_obi_err,
    output wire [2:0]  s_obi_rid
);
  `UNITS
  wire [1:0] manager_honoured;
  wire [4:0] subordinate_honoured;
  weir_obi #(.ID_W(3)) u_bus (
      .clk_i, .rst_ni, .s_obi_req, .s_obi_gnt, .s_obi_addr, .s_obi_we, .s_obi_be, .s_obi_wdata,
          .s_obi_aid,
      .s_obi_rvalid, .s_obi_rready, .s_obi_rdata, .s_obi_err, .s_obi_rid, `REG_PORT);
  obi_contract #(.ADDR_W(17), .ID_W(3)) u_contract (
      .clk_i, .rst_ni, .req(s_obi_req), .gnt(s_obi_gnt), .addr(s_obi_addr), .we(s_obi_we),
          .be(s_obi_be), .wdata(s_obi_wdata),
      .aid(s_obi_aid), .rvalid(s_obi_rvalid), .rready(s_obi_rready), .rdata(s_obi_rdata),
          .err(s_obi_err), .rid(s_obi_rid),
      .f_asked(), .f_ids(), .manager_honoured, .subordinate_honoured);
endmodule

// ---- TL-UL
module bench_tlul (
    `COMMON_PORTS,
    input  wire        s_tl_a_valid,
    output wire        s_tl_a_ready,
    input  wire [2:0]  s_tl_a_opcode,
    input  wire [2:0]  s_tl_a_param,
    input  wire [1:0]  s_tl_a_size,
    input  wire [3:0]  s_tl_a_source,
    input  wire [16:0] s_tl_a_address,
    input  wire [3:0]  s_tl_a_mask,
    input  wire [31:0] s_tl_a_data,
    input  wire        s_tl_a_corrupt,
    output wire        s_tl_d_valid,
    input  wire        s_tl_d_ready,
    output wire [2:0]  s_tl_d_opcode,
    output wire [2:0]  s_tl_d_param,
    output wire [1:0]  s_tl_d_size,
    output wire [3:0]  s_tl_d_source,
    output wire        s_tl_d_sink,
    output wire        s_tl_d_denied,
    output wire [31:0] s_tl_d_data,
    output wire        s_tl_d_corrupt
);
  `UNITS
  wire [2:0] manager_honoured;
  wire [6:0] subordinate_honoured;
  weir_tlul #(.SOURCE_W(4)) u_bus (
      .clk_i, .rst_ni, .s_tl_a_valid, .s_tl_a_ready, .s_tl_a_opcode, .s_tl_a_param, .s_tl_a_size,
          .s_tl_a_source,
      .s_tl_a_address, .s_tl_a_mask, .s_tl_a_data, .s_tl_a_corrupt, .s_tl_d_valid, .s_tl_d_ready,
          .s_tl_d_opcode, .s_tl_d_param,
      .s_tl_d_size, .s_tl_d_source, .s_tl_d_sink, .s_tl_d_denied, .s_tl_d_data, .s_tl_d_corrupt,
          `REG_PORT);
  tlul_contract #(.ADDR_W(17), .SOURCE_W(4)) u_contract (
      .clk_i, .rst_ni,
      .a_valid(s_tl_a_valid), .a_ready(s_tl_a_ready), .a_opcode(s_tl_a_opcode),
          .a_param(s_tl_a_param), .a_size(s_tl_a_size),
      .a_source(s_tl_a_source), .a_address(s_tl_a_address), .a_mask(s_tl_a_mask),
          .a_data(s_tl_a_data),
      .a_corrupt(s_tl_a_corrupt),
      .d_valid(s_tl_d_valid), .d_ready(s_tl_d_ready), .d_opcode(s_tl_d_opcode),
          .d_param(s_tl_d_param), .d_size(s_tl_d_size),
      .d_source(s_tl_d_source), .d_sink(s_tl_d_sink), .d_denied(s_tl_d_denied),
          .d_data(s_tl_d_data),
      .d_corrupt(s_tl_d_corrupt),
      .f_busy(), .f_data(), .f_size(), .f_legal(), .manager_honoured, .subordinate_honoured);
endmodule

// ---- Wishbone, pipelined
module bench_wb (
    `COMMON_PORTS,
    input  wire        s_wb_cyc,
    input  wire        s_wb_stb,
    input  wire        s_wb_we,
    input  wire [16:0] s_wb_adr,
    input  wire [3:0]  s_wb_sel,
    input  wire [31:0] s_wb_dat_w,
    output wire        s_wb_stall,
    output wire        s_wb_ack,
    output wire [31:0] s_wb_dat_r
);
  `UNITS
  wire [2:0] manager_honoured;
  wire [1:0] subordinate_honoured;
  weir_wb u_bus (
      .clk_i, .rst_ni, .s_wb_cyc, .s_wb_stb, .s_wb_we, .s_wb_adr, .s_wb_sel, .s_wb_dat_w,
          .s_wb_stall, .s_wb_ack, .s_wb_dat_r,
      `REG_PORT);
  wb_contract #(.ADDR_W(17)) u_contract (
      .clk_i, .rst_ni, .cyc(s_wb_cyc), .stb(s_wb_stb), .we(s_wb_we), .adr(s_wb_adr), .sel(s_wb_sel),
          .dat_w(s_wb_dat_w),
      .stall(s_wb_stall), .ack(s_wb_ack), .err(1'b0), .rty(1'b0), .dat_r(s_wb_dat_r),
      .f_asked(), .manager_honoured, .subordinate_honoured);
endmodule

// ---- Wishbone, classic
module bench_wb_classic (
    `COMMON_PORTS,
    input  wire        s_wb_cyc,
    input  wire        s_wb_stb,
    input  wire        s_wb_we,
    input  wire [16:0] s_wb_adr,
    input  wire [3:0]  s_wb_sel,
    input  wire [31:0] s_wb_dat_w,
    output wire        s_wb_ack,
    output wire [31:0] s_wb_dat_r
);
  `UNITS
  wire [2:0] manager_honoured;
  wire [1:0] subordinate_honoured;
  weir_wb #(.CLASSIC(1)) u_bus (
      .clk_i, .rst_ni, .s_wb_cyc, .s_wb_stb, .s_wb_we, .s_wb_adr, .s_wb_sel, .s_wb_dat_w,
          .s_wb_stall(), .s_wb_ack, .s_wb_dat_r,
      `REG_PORT);
  wb_contract #(.ADDR_W(17), .CLASSIC(1)) u_contract (
      .clk_i, .rst_ni, .cyc(s_wb_cyc), .stb(s_wb_stb), .we(s_wb_we), .adr(s_wb_adr), .sel(s_wb_sel),
          .dat_w(s_wb_dat_w),
      .stall(1'b0), .ack(s_wb_ack), .err(1'b0), .rty(1'b0), .dat_r(s_wb_dat_r),
      .f_asked(), .manager_honoured, .subordinate_honoured);
endmodule

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

module bench_ring_axil (
    `RING_PORTS,
    output wire        m_axil_awvalid,
    input  wire        m_axil_awready,
    output wire [31:0] m_axil_awaddr,
    output wire [2:0]  m_axil_awprot,
    output wire        m_axil_wvalid,
    input  wire        m_axil_wready,
    output wire [31:0] m_axil_wdata,
    output wire [3:0]  m_axil_wstrb,
    input  wire        m_axil_bvalid,
    output wire        m_axil_bready,
    input  wire [1:0]  m_axil_bresp
);
  wire [3:0] manager_honoured;
  wire [6:0] subordinate_honoured;
  weir_ring_axil u_bus (
      `RING_SIDE, .m_axil_awvalid, .m_axil_awready, .m_axil_awaddr, .m_axil_awprot, .m_axil_wvalid,
          .m_axil_wready, .m_axil_wdata,
      .m_axil_wstrb, .m_axil_bvalid, .m_axil_bready, .m_axil_bresp);
  axil_contract #(.ADDR_W(32)) u_contract (
      .clk_i, .rst_ni,
      .awvalid(m_axil_awvalid), .awready(m_axil_awready), .awaddr(m_axil_awaddr),
          .awprot(m_axil_awprot),
      .wvalid(m_axil_wvalid), .wready(m_axil_wready), .wdata(m_axil_wdata), .wstrb(m_axil_wstrb),
      .bvalid(m_axil_bvalid), .bready(m_axil_bready), .bresp(m_axil_bresp),
      .arvalid(1'b0), .arready(1'b0), .araddr(32'd0), .arprot(3'd0), .rvalid(1'b0), .rready(1'b0),
          .rdata(32'd0), .rresp(2'd0),
      .f_writes_addr(), .f_writes_data(), .f_reads(), .f_ruled(), .manager_honoured,
      .subordinate_honoured);
endmodule

module bench_ring_axi (
    `RING_PORTS,
    output wire        m_axi_awvalid,
    input  wire        m_axi_awready,
    output wire [0:0]  m_axi_awid,
    output wire [31:0] m_axi_awaddr,
    output wire [7:0]  m_axi_awlen,
    output wire [2:0]  m_axi_awsize,
    output wire [1:0]  m_axi_awburst,
    output wire [3:0]  m_axi_awcache,
    output wire [2:0]  m_axi_awprot,
    output wire        m_axi_wvalid,
    input  wire        m_axi_wready,
    output wire [31:0] m_axi_wdata,
    output wire [3:0]  m_axi_wstrb,
    output wire        m_axi_wlast,
    input  wire        m_axi_bvalid,
    output wire        m_axi_bready,
    input  wire [0:0]  m_axi_bid,
    input  wire [1:0]  m_axi_bresp
);
  wire [4:0] manager_honoured;
  wire [1:0] subordinate_honoured;
  weir_ring_axi u_bus (
      `RING_SIDE, .m_axi_awvalid, .m_axi_awready, .m_axi_awid, .m_axi_awaddr, .m_axi_awlen,
          .m_axi_awsize, .m_axi_awburst, .m_axi_awcache,
      .m_axi_awprot, .m_axi_wvalid, .m_axi_wready, .m_axi_wdata, .m_axi_wstrb, .m_axi_wlast,
          .m_axi_bvalid, .m_axi_bready, .m_axi_bid,
      .m_axi_bresp);
  axi_write_contract #(.ADDR_W(32)) u_contract (
      .clk_i, .rst_ni,
      .awvalid(m_axi_awvalid), .awready(m_axi_awready), .awaddr(m_axi_awaddr), .awlen(m_axi_awlen),
          .awsize(m_axi_awsize),
      .awburst(m_axi_awburst), .wvalid(m_axi_wvalid), .wready(m_axi_wready), .wdata(m_axi_wdata),
          .wstrb(m_axi_wstrb), .wlast(m_axi_wlast),
      .bvalid(m_axi_bvalid), .bready(m_axi_bready), .f_bursts(), .f_beats(), .f_addressed(),
          .f_len(), .f_last(), .f_ruled(),
      .manager_honoured, .subordinate_honoured);
endmodule

`define RING_WB(NAME, CLASSIC_) \
module NAME ( \
    `RING_PORTS, \
    output wire        m_wb_cyc, \
    output wire        m_wb_stb, \
    output wire        m_wb_we, \
    output wire [31:0] m_wb_adr, \
    output wire [3:0]  m_wb_sel, \
    output wire [31:0] m_wb_dat_w, \
    input  wire        m_wb_stall, \
    input  wire        m_wb_ack, \
    input  wire        m_wb_err \
); \
  wire [2:0] manager_honoured; \
  wire [1:0] subordinate_honoured; \
  weir_ring_wb #(.CLASSIC(CLASSIC_)) u_bus ( \
      `RING_SIDE, .m_wb_cyc, .m_wb_stb, .m_wb_we, .m_wb_adr, .m_wb_sel, .m_wb_dat_w, \
      .m_wb_stall, .m_wb_ack, .m_wb_err); \
  wb_contract #(.ADDR_W(32), .CLASSIC(CLASSIC_)) u_contract ( \
      .clk_i, .rst_ni, .cyc(m_wb_cyc), .stb(m_wb_stb), .we(m_wb_we), .adr(m_wb_adr), \
      .sel(m_wb_sel), .dat_w(m_wb_dat_w), \
      .stall(m_wb_stall), .ack(m_wb_ack), .err(m_wb_err), .rty(1'b0), .dat_r(32'd0), .f_asked(), \
      .manager_honoured, .subordinate_honoured); \
endmodule
`RING_WB(bench_ring_wb, 0)
`RING_WB(bench_ring_wb_classic, 1)

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
  wire uart_ready;
  assign frame_ready = uart ? uart_ready : taker_ready;
  assign level       = {8'd0, u_unit.level};
  assign time_now    = u_unit.time_now;
  assign event_valid = u_unit.event_valid;
  assign event_id    = u_unit.event_w[weir_event::ID_LSB +: 16];
  assign event_value = u_unit.event_w[weir_event::VALUE_LSB +: 32];
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
      .retire_return_i(retire_return),
      .pins_i(pins), .auth_i(auth), .time_gray_i(time_gray), .trigger_i(trigger_in),
          .trigger_o(trigger_out),
      .frame_valid_o(frame_valid), .frame_data_o(frame_data), .frame_ready_i(frame_ready),
      .m_valid_o(m_valid), .m_addr_o(m_addr), .m_wdata_o(m_wdata), .m_ready_i(m_ready),
          .m_idle_i(m_idle), .m_error_i(1'b0),
      .irq_o(irq));
endmodule
`default_nettype wire
