// SPDX-License-Identifier: Apache-2.0
// weir_control: CTRL and SWITCH_ID: switches the unit on and off, clears it, chooses the id of a
// switch.
`default_nettype none
module weir_control #(
    parameter integer HARTS = 1
) (
    input  wire             clk_i,
    input  wire             rst_ni,

    input  wire             at_ctrl_i,          // CTRL is addressed,
    input  wire             at_switch_id_i,     // SWITCH_ID is
    input  wire             sets_i,             // by a whole word, and it is not locked
    input  wire             store_i,            // and the store is accepted
    input  wire             opens_i,            // known earlier, and enough for CTRL
    input  wire [31:0]      wdata_i,
    output wire             bad_value_o,        // it must not be stored, or not now

    input  wire             busy_i,
    input  wire             zeroing_i,          // counters are zeroed
    output wire             enable_o,           // CTRL.ENABLE
    output wire             on_o,               // and the unit takes accesses
    output wire             clear_o,            // one cycle, the one after the store; unit is idle
    // no access at all, until the cycle after that in which the last counter is zeroed
    output wire             stall_clear_o,
    output wire [15:0]      switch_id_o,

    // SNOOP_CTRL, of the next cycle; and of this one while the unit is on
    input  wire [HARTS-1:0] snoop_enable_early_i,
    input  wire [HARTS-1:0] snoop_isr_early_i,
    input  wire [HARTS-1:0] snoop_hint_early_i,
    output wire [HARTS-1:0] snoop_enable_o,
    output wire [HARTS-1:0] snoop_isr_o,
    output wire [HARTS-1:0] snoop_hint_o
);
  logic enable_q, clear_q, stall_clear_q, on_q, alt_q;

  wire clear_requested = wdata_i[weir_pkg::CTRL_CLEAR_LSB];
  wire is_alt      = wdata_i[15:0] == weir_pkg::ID_THREAD_SWITCH_ALT;
  wire good_switch = wdata_i[31:16] == 16'd0
      && (is_alt || wdata_i[15:0] == weir_pkg::ID_THREAD_SWITCH);
  assign bad_value_o = (at_ctrl_i && clear_requested && (enable_q || busy_i))
      || (at_switch_id_i && !good_switch);

  // TIMING: store_i and busy_i arrive late: compute the next state for both, then select.
  wire may_clear    = opens_i && sets_i && at_ctrl_i && clear_requested && !enable_q;
  wire would_enable = sets_i && at_ctrl_i ? wdata_i[weir_pkg::CTRL_ENABLE_LSB] : enable_q;
  // @zeroing
  wire on           = ((opens_i ? would_enable : enable_q) && !clear_q && !zeroing_i)
      && (!may_clear || busy_i);
  // what a hart does is matched with much
  logic [HARTS-1:0] watch_q, watch_isr_q, watch_hint_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      enable_q      <= 1'b0;
      clear_q       <= 1'b0;
      stall_clear_q <= 1'b1;
      on_q          <= 1'b0;
      alt_q         <= 1'b0;
      watch_q       <= '0;
      watch_isr_q   <= '0;
      watch_hint_q  <= '0;
    end else begin
      enable_q      <= store_i && at_ctrl_i ? wdata_i[weir_pkg::CTRL_ENABLE_LSB] : enable_q;
      clear_q       <= may_clear && !busy_i;  // @cleared
      stall_clear_q <= (may_clear && !busy_i) || clear_q || zeroing_i;  // @closed
      on_q          <= on;
      if (store_i && at_switch_id_i && good_switch) alt_q <= is_alt;  // @switch
      watch_q       <= on ? snoop_enable_early_i : '0;
      watch_isr_q   <= on ? snoop_isr_early_i : '0;
      watch_hint_q  <= on ? snoop_hint_early_i : '0;
    end
  end
  assign enable_o       = enable_q;
  assign on_o           = on_q;
  assign clear_o        = clear_q;
  assign stall_clear_o  = stall_clear_q;
  assign switch_id_o    = alt_q ? weir_pkg::ID_THREAD_SWITCH_ALT : weir_pkg::ID_THREAD_SWITCH;
  assign snoop_enable_o = watch_q;
  assign snoop_isr_o    = watch_isr_q;
  assign snoop_hint_o   = watch_hint_q;

`ifdef FORMAL
`include "weir_control_fv.svh"
`endif
endmodule
`default_nettype wire
