// SPDX-License-Identifier: Apache-2.0
// Properties of weir_snoop_ahb, which includes this file under FORMAL. Nothing is assumed of the
// bus but reset: they hold of any pins.
//
//! proof snoop_ahb, induction, cover 8, quick: each store of AHB appears once, when its data phase
//!     ends without error, with the address and lanes of its address phase and the data of its
//!     data phase
//! proof snoop_ahb_64 (DATA_W=64 ADDR_W=40 UPPER=3), induction: the same of 64 bits, in one piece
//!     of 4 GiB

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
always_comb m_reset: assume (f_started || !rst_ni);

// The transfer of the last address phase that the bus ended; none after a reset.
logic                f_data, f_write;
logic [ADDR_W-1:0]   f_addr;
logic [2:0]          f_size;
always_ff @(posedge clk_i) begin
  if (ahb_hready_i) {f_data, f_write, f_addr, f_size} <=
      {ahb_htrans_i == 2'd2 || ahb_htrans_i == 2'd3, ahb_hwrite_i, ahb_haddr_i, ahb_hsize_i};
  if (!rst_ni) f_data <= 1'b0;
end
// a lane belongs to the transfer if it lies within its bytes, in the container of the bus
logic [DATA_W/8-1:0] f_lanes;
always_comb for (int b = 0; b < DATA_W/8; b++) f_lanes[b] = ahb_hwstrb_i[b]
    && b >= (f_addr & (DATA_W/8 - 1)) && b < (f_addr & (DATA_W/8 - 1)) + (1 << f_size);
wire f_ends = f_data && f_write && ahb_hready_i && !ahb_hresp_i;
wire f_here = ADDR_W == 32 || f_addr[ADDR_W-1:ADDR_W-8] == UPPER[7:0];
wire f_upper = DATA_W == 64 && f_lanes[3:0] == 4'd0 && f_lanes[DATA_W/8-1:DATA_W/8-4] != 4'd0;

always_comb if (f_started) begin
  a_store: assert (snoop_valid_o == (f_ends && f_here));
  //! mutant snoop_ahb_phase, quick: the store appears in its address phase
  //!     @phase .valid_i(ahb_htrans_i[1] && ahb_hwrite_i && ahb_hready_i), .addr_i(addr_q),
  //! mutant snoop_ahb_error: a store that ended with an error appears
  //!     @phase .valid_i(store_q && ahb_hready_i), .addr_i(addr_q),
  //! mutant snoop_ahb_waits: a store appears in each cycle in which the bus waits
  //!     @phase .valid_i(store_q && !ahb_hresp_i), .addr_i(addr_q),
  //! mutant snoop_ahb_reads: a read appears
  //!     @store else if (ahb_hready_i) store_q <= ahb_htrans_i[1];
  //! mutant snoop_ahb_busy: a BUSY transfer appears
  //!     @store else if (ahb_hready_i) store_q <= ahb_htrans_i != 2'd0 && ahb_hwrite_i;
  //! mutant snoop_ahb_reset: a store outlives a reset
  //!     @reset if (1'b0) store_q <= 1'b0;
  if (snoop_valid_o) begin
    a_word: assert (snoop_addr_o == {f_addr[31:3], DATA_W == 64 ? f_upper : f_addr[2], 2'b00});
    //! mutant snoop_ahb_address: the address is that of the next transfer
    //!     @phase .valid_i(store_q && ahb_hready_i && !ahb_hresp_i), .addr_i(ahb_haddr_i),
    a_data: assert (snoop_data_o == (f_upper ? ahb_hwdata_i[DATA_W-1:DATA_W-32]
        : ahb_hwdata_i[31:0]));
    a_lanes: assert (snoop_strb_o == (f_upper ? f_lanes[DATA_W/8-1:DATA_W/8-4] : f_lanes[3:0]));
    //! mutant snoop_ahb_lanes: the strobes of AHB5 are ignored
    //!     @lanes .strb_i(lanes_q),
    //! mutant snoop_ahb_size: a narrow store appears as a whole one
    //!     @size wire [1:0] size = 2'd3;
  end
  // Why:
  a_state: assert (store_q == (f_data && f_write)
      && (!store_q || (addr_q == f_addr && lanes_q == f_mask)));
end
logic [DATA_W/8-1:0] f_mask;
always_comb for (int b = 0; b < DATA_W/8; b++) f_mask[b] = b >= (f_addr & (DATA_W/8 - 1))
    && b < (f_addr & (DATA_W/8 - 1)) + (1 << f_size);

always_comb if (f_started) begin
  c_two: cover (snoop_valid_o && ahb_htrans_i[1] && ahb_hwrite_i);
  c_error: cover (f_data && f_write && ahb_hready_i && ahb_hresp_i);
  c_byte: cover (snoop_valid_o && snoop_strb_o == 4'b0100);
end
