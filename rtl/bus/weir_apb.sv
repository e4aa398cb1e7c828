// SPDX-License-Identifier: Apache-2.0
// weir_apb: APB3 and APB4 to the register port of weir.
//
// Use      PSLVERR is never set: an undefined access is told by FAULT. A read of the data page takes a word, whatever its lanes.
//          APB3 has no PSTRB and no PPROT: tie s_apb_pstrb to 4'b1111 and s_apb_pprot to 0.
// Latency  no wait state while reg_ready_i is high: the access is made in the setup phase, the access phase answers it.
//          Two cycles for each transfer, the least that APB can. reg_valid_o follows s_apb_psel in the same cycle.
`default_nettype none
module weir_apb #(
    parameter integer ADDR_W = 17                   // as in weir
) (
    input  wire              clk_i,
    input  wire              rst_ni,

    input  wire              s_apb_psel,
    input  wire              s_apb_penable,
    input  wire              s_apb_pwrite,
    input  wire [ADDR_W-1:0] s_apb_paddr,
    input  wire [2:0]        s_apb_pprot,           // not looked at: give pages away by PMP or MMU
    input  wire [31:0]       s_apb_pwdata,
    input  wire [3:0]        s_apb_pstrb,
    output wire              s_apb_pready,
    output wire [31:0]       s_apb_prdata,
    output wire              s_apb_pslverr,

    output wire              reg_valid_o,           // register port of weir
    output wire              reg_write_o,
    output wire [ADDR_W-1:0] reg_addr_o,
    output wire [31:0]       reg_wdata_o,
    output wire [3:0]        reg_wstrb_o,
    input  wire              reg_ready_i,
    input  wire [31:0]       reg_rdata_i
);
  logic done_q;                                     // the access was made at the last edge: this is the last cycle of the transfer
  always_ff @(posedge clk_i) done_q <= rst_ni && reg_valid_o && reg_ready_i;

  assign reg_valid_o   = s_apb_psel && !done_q;
  assign reg_write_o   = s_apb_pwrite;
  assign reg_addr_o    = s_apb_paddr;
  assign reg_wdata_o   = s_apb_pwdata;
  assign reg_wstrb_o   = s_apb_pstrb;
  assign s_apb_pready  = done_q;
  assign s_apb_prdata  = reg_rdata_i;
  assign s_apb_pslverr = 1'b0;

  wire unused = &{1'b0, s_apb_penable, s_apb_pprot};

`ifdef FORMAL
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  // Reset comes first.
  always_comb m_reset: assume (f_started || !rst_ni);

  wire [1:0] f_phase;
  apb_contract #(.ADDR_W(ADDR_W), .STROBES(0)) u_contract (
      .clk_i, .rst_ni,
      .psel(s_apb_psel), .penable(s_apb_penable), .pwrite(s_apb_pwrite), .paddr(s_apb_paddr), .pprot(s_apb_pprot),
      .pwdata(s_apb_pwdata), .pstrb(s_apb_pstrb), .pready(s_apb_pready), .prdata(s_apb_prdata), .pslverr(s_apb_pslverr),
      .f_phase, .manager_kept(), .subordinate_kept());

  wire              f_setup = s_apb_psel && !s_apb_penable;
  wire              f_end   = s_apb_psel && s_apb_penable && s_apb_pready;
  wire              f_access = reg_valid_o && reg_ready_i;
  wire [ADDR_W+36:0] f_now = {reg_write_o, reg_addr_o, reg_write_o ? reg_wdata_o : 32'd0, reg_wstrb_o};
  logic [ADDR_W+36:0] f_was;
  logic             f_waits, f_just;                // an access waits for the register port; one was made at the last edge
  logic             f_made;                         // the transfer under way has had its access
  always_ff @(posedge clk_i) begin
    f_was   <= f_now;
    f_waits <= rst_ni && reg_valid_o && !reg_ready_i;
    f_just  <= rst_ni && f_access;
    f_made  <= rst_ni && !f_end && (f_made || f_access);
  end
  always_comb if (f_started) begin
    // An access is the one the bus asks for.
    a_asked: assert (!reg_valid_o || (s_apb_psel
                     && f_now == {s_apb_pwrite, s_apb_paddr, s_apb_pwrite ? s_apb_pwdata : 32'd0, s_apb_pstrb}));
    // One access for each transfer, and it is made before the transfer ends.
    a_once: assert (!(f_made && reg_valid_o));
    a_made: assert (!f_end || f_made);
    // An access waits unchanged for the register port.
    a_hold: assert (!f_waits || (reg_valid_o && f_now == f_was));
    // A transfer ends in the cycle after its access, when the answer is there; so without wait state if the port is ready at setup.
    a_at_once: assert (!f_just || f_end);
    a_answer: assert (!(f_end && !s_apb_pwrite) || (f_just && s_apb_prdata == reg_rdata_i));
    a_asks_at_setup: assert (!f_setup || reg_valid_o);
    // Why:
    a_done: assert (done_q == f_just && f_made == done_q && (!done_q || f_phase != 2'd0) && (!f_waits || f_phase != 2'd0));
  end

  // All of this happens.
  logic f_ended;
  always_ff @(posedge clk_i) f_ended <= rst_ni && f_end;
  always_comb if (f_started) begin
    c_read: cover (f_end && !s_apb_pwrite);
    c_waited: cover (f_end && s_apb_pwrite && f_phase == 2'd2);
    c_back_to_back: cover (f_ended && f_setup);
  end
`endif
endmodule
`default_nettype wire
