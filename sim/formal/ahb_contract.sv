// SPDX-License-Identifier: Apache-2.0
// ahb_contract: the rules of AHB-Lite and AHB5 (AMBA AHB, ARM IHI 0033) for one subordinate of 32
// bits and the rest of the bus (manager, decoder, multiplexer), to be instantiated beside the
// subordinate's pins; nothing here knows the design.
//
// Proofs      the manager's rules are assumed and the subordinate's asserted, or with MANAGER = 1
//             the other way round.
// Simulation  manager_honoured, subordinate_honoured: one bit for each rule, high while it is held.
`default_nettype none
module ahb_contract #(
    parameter integer ADDR_W = 32,
    parameter integer MANAGER = 0
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              hsel,
    input  wire [ADDR_W-1:0] haddr,
    input  wire [1:0]        htrans,
    input  wire              hwrite,
    input  wire [2:0]        hsize,
    input  wire [31:0]       hwdata,
    input  wire [3:0]        hwstrb,
    // of the bus: that of the subordinate whose data phase it is
    input  wire              hready,
    input  wire              hreadyout,
    input  wire              hresp,
    input  wire [31:0]       hrdata,
    // a data phase of this subordinate; of a write
    output wire              f_data,
    output wire              f_write,
    output wire [5:0]        manager_honoured,
    output wire [2:0]        subordinate_honoured
);
  localparam [1:0] IDLE = 2'd0, BUSY = 2'd1;
  logic              started_q, reset_q, waits_q, held_q, error_q, data_q, write_q;
  logic [1:0]        trans_q;             // of the last address phase that ended
  logic [3:0]        control_q;
  logic [ADDR_W+6:0] a_was_q;
  logic [35:0]       d_was_q;
  wire  [ADDR_W+6:0] a_now = {hsel, haddr, htrans, hwrite, hsize};
  wire  [35:0]       d_now = {hwstrb, hwdata};
  // the first edge is one of reset; the rules hold after it
  initial started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    reset_q   <= !rst_ni;
    waits_q   <= rst_ni && htrans[1] && !hready;
    held_q    <= rst_ni && data_q && write_q && !hready;
    error_q   <= rst_ni && data_q && hresp && !hreadyout;
    a_was_q   <= a_now;
    d_was_q   <= d_now;
    if (!rst_ni) begin
      data_q  <= 1'b0;
      trans_q <= IDLE;
    end else if (hready) begin
      data_q    <= hsel && htrans[1];
      write_q   <= hwrite;
      trans_q   <= htrans;
      control_q <= {hwrite, hsize};
    end
  end
  assign f_data  = data_q;
  assign f_write = write_q;

  // A transfer stays as it is until the bus is ready, unless an error cancels it: then IDLE.
  wire a_stays = !waits_q || a_now == a_was_q || (error_q && htrans == IDLE);
  // The data of a write stay until it ends.
  wire d_stays = !held_q || d_now == d_was_q;
  // No transfer in reset.
  wire quiet   = !reset_q || htrans == IDLE;
  // A transfer is of at most a word, and aligned to its size.
  wire fits    = !hsel || htrans == IDLE || (hsize == 3'd0 || (hsize == 3'd1 && !haddr[0])
      || (hsize == 3'd2 && haddr[1:0] == 2'd0));
  // BUSY and SEQ go on with a burst that has begun, with the same direction and size.
  wire bursts  = !htrans[0] || (trans_q != IDLE && control_q == {hwrite, hsize});
  // In the data phase of this subordinate the bus is ready when this one is.
  wire muxed   = !data_q || hready == hreadyout;
  // It is ready in reset,
  wire eager   = !reset_q || hreadyout;
  // and where nothing is asked of it, with OKAY.
  wire calm    = data_q || (hreadyout && !hresp);
  // An error takes two cycles, ready in the second only.
  wire error   = (!error_q || (hresp && hreadyout)) && (error_q || !hresp || !hreadyout);
  assign manager_honoured     = {6{!started_q}} | {muxed, bursts, fits, quiet, d_stays, a_stays};
  assign subordinate_honoured = {3{!started_q}} | {error, calm, eager};
  wire unused = &{1'b0, hrdata, BUSY};

`ifdef FORMAL
  generate
    if (MANAGER == 0) begin : g_subordinate
      always_comb if (started_q) begin
        m_manager: assume (&manager_honoured);
        a_eager: assert (eager);
        a_calm: assert (calm);
        a_error: assert (error);
      end
    end else begin : g_manager
      always_comb if (started_q) begin
        m_subordinate: assume (&subordinate_honoured);
        a_a_stays: assert (a_stays);
        a_d_stays: assert (d_stays);
        a_quiet: assert (quiet);
        a_fits: assert (fits);
        a_bursts: assert (bursts);
        a_muxed: assert (muxed);
      end
    end
  endgenerate
`endif
endmodule

// A plain manager that does what the free inputs go, more and choice say, on a bus with another
// subordinate beside this one: the manager's side of the contract is proven of it, so that the
// contract asks nothing that such a one does not keep.
`ifdef FORMAL
//! proof ahb_manager, induction, cover 8, with sim/formal/ahb_contract.sv: a
//!     plain manager keeps the manager's rules of AHB
module ahb_manager (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        go,
    input  wire        more,              // SEQ, if a burst may go on
    input  wire [55:0] choice,
    input  wire        hreadyout,
    input  wire        hresp,
    input  wire        other_ready
);
  logic        trans, seq, last, hwrite, word, hsel, ours, other, data_write;
  logic [14:0] haddr;
  logic [35:0] data, next;
  // the subordinate in its data phase makes the bus ready
  wire         hready = ours ? hreadyout : !other || other_ready;  // @ahb_mux
  wire         burst = trans && more;
  always_ff @(posedge clk_i) begin
    if (hready || !trans) begin  // @ahb_changes
      trans <= go || (burst && hready);
      seq   <= burst && hready;
      haddr <= choice[14:0];
      hsel  <= choice[15];
      if (!(burst && hready)) {hwrite, word} <= choice[17:16];  // @ahb_control
      next  <= choice[53:18];
    end
    if (hready) data <= next;  // @ahb_data
    if (hready) begin
      ours  <= trans && hsel;
      other <= trans && !hsel;
    end
    if (!rst_ni) begin
      trans <= 1'b0;  // @ahb_reset
      seq   <= 1'b0;
      ours  <= 1'b0;
      other <= 1'b0;
    end
  end
  wire [1:0] htrans = {trans, trans && seq};
  wire f_data, f_write;
  ahb_contract #(.ADDR_W(15), .MANAGER(1)) u_contract (
      .clk_i, .rst_ni, .hsel, .haddr({haddr[14:2], haddr[1:0] & {2{!word}}}), .htrans, .hwrite,
      .hsize({1'b0, word, 1'b0}),  // @ahb_aligned
      .hwdata(data[31:0]), .hwstrb(data[35:32]), .hready, .hreadyout, .hresp, .hrdata(32'd0),
      .f_data, .f_write, .manager_honoured(), .subordinate_honoured());
  //! mutant ahb_manager_changes, by u_contract.a_a_stays: the address changes while the bus waits
  //!     @ahb_changes if (1'b1) begin
  //! mutant ahb_manager_data, by u_contract.a_d_stays: the data change while the bus waits
  //!     @ahb_data data <= next;
  //! mutant ahb_manager_reset, by u_contract.a_quiet: a transfer begins in reset
  //!     @ahb_reset trans <= go;
  //! mutant ahb_manager_aligned, by u_contract.a_fits: a narrow transfer is called a word
  //!     @ahb_aligned .hsize(3'd2),
  //! mutant ahb_manager_control, by u_contract.a_bursts: the direction changes in a burst
  //!     @ahb_control {hwrite, word} <= choice[17:16];
  //! mutant ahb_manager_mux, by u_contract.a_muxed: the bus is ready while this subordinate is not
  //!     @ahb_mux wire hready = other_ready;
  logic f_started = 1'b0;
  always_ff @(posedge clk_i) f_started <= 1'b1;
  always_comb begin
    m_reset: assume (f_started || !rst_ni);
    a_state: assert (!f_started || f_data == ours);
    c_write: cover (f_started && f_data && f_write && hready);
    c_burst: cover (f_started && f_data && hready && htrans == 2'd3);
  end
endmodule
`endif
`default_nettype wire
