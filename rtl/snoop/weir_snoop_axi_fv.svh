// SPDX-License-Identifier: Apache-2.0
// Properties of weir_snoop_axi, which includes this file under FORMAL. Beats and bursts are counted
// at the pins; one beat of data and one address, any ones, are followed from there to the output.
//
//! proof snoop_axi, induction, cover 8, quick: each beat of data appears once, in order, as soon as
//!     both it and its address are accepted, with its strobes, at the address that AXI gives it:
//!     bursts of all kinds, several under way; more of them than there is space for are reported
//! proof snoop_axi_64 (DATA_W=64 AW_DEPTH=1 W_DEPTH=3), induction: the same of 64 bits

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
localparam integer F_SIZE = DATA_W == 64 ? 3 : 2;
always_comb begin
  m_reset: assume (f_started || !rst_ni);
  // What AXI asks of an address: a beat is no wider than the bus; WRAP is of 2, 4, 8 or 16 aligned
  // beats.
  m_size: assume (axi_awsize_i <= F_SIZE);
  m_wrap: assume (axi_awburst_i != 2'd2 || ((axi_awlen_i == 8'd1 || axi_awlen_i == 8'd3
      || axi_awlen_i == 8'd7 || axi_awlen_i == 8'd15)
      && (axi_awaddr_i & ((1 << axi_awsize_i) - 1)) == '0));
end

// Numbers, modulo 16: accepted addresses and beats, and those that appeared whole. f_a, f_w: any.
(* anyconst *) wire [3:0] f_a, f_w;
logic [3:0]  f_a_in, f_a_out, f_w_in, f_w_out;
logic [15:0] f_lasts;                   // of each beat that is accepted
logic [11:0] f_beat_n;                  // beats of the burst that appeared
logic        f_begun;                   // some did
logic        f_over;
logic [A-1:0] f_address;                // of burst f_a
logic [DATA_W+DATA_W/8-1:0] f_data;     // of beat f_w
wire  [3:0]  f_a_have = f_a_in + {3'd0, aw_new}, f_w_have = f_w_in + {3'd0, w_new};
wire         f_beat = f_a_have != f_a_out && f_w_have != f_w_out;
wire         f_last = f_w_in == f_w_out ? axi_wlast_i : f_lasts[f_w_out];
wire  [3:0]  f_a_left = f_a_have - f_a_out - {3'd0, f_beat && f_last};
wire  [3:0]  f_w_left = f_w_have - f_w_out - {3'd0, f_beat};
always_ff @(posedge clk_i) begin
  f_a_in  <= f_a_have;
  f_w_in  <= f_w_have;
  f_a_out <= f_a_out + {3'd0, f_beat && f_last};
  f_w_out <= f_w_out + {3'd0, f_beat};
  if (f_beat) {f_begun, f_beat_n} <= f_last ? 13'd0 : {1'b1, f_beat_n + 12'd1};
  if (w_new) f_lasts[f_w_in] <= axi_wlast_i;
  if (aw_new && f_a_in == f_a) f_address <= aw_in;
  if (w_new && f_w_in == f_w) f_data <= w_in[W-2:0];
  f_over <= f_over || f_a_left > AW_DEPTH || f_w_left > W_DEPTH;
  if (!rst_ni) begin
    {f_a_in, f_w_in, f_a_out, f_w_out} <= 16'd0;
    {f_begun, f_beat_n, f_over} <= 14'd0;
  end
end

// The address of beat number n of a burst (AXI: A3.4.1), within its 4 KiB.
wire [A-1:0]  f_of = f_a_in == f_a_out ? aw_in : f_address;
wire [1:0]    f_burst = f_of[A-1:A-2];
wire [2:0]    f_size = f_of[A-3:A-5];
wire [11:0]   f_start = f_of[11:0], f_bytes = 12'd1 << f_size;
wire [11:0]   f_linear = !f_begun ? f_start
    : (f_start & ~(f_bytes - 12'd1)) + (f_beat_n << f_size);
wire [11:0]   f_around = (({4'd0, f_of[ADDR_W+:8]} + 12'd1) << f_size) - 12'd1;
wire [11:0]   f_low = f_burst == 2'd0 ? f_start : f_burst == 2'd2
    ? (f_start & ~f_around) | (f_linear & f_around) : f_linear;
wire [ADDR_W-1:0] f_addr = {f_of[ADDR_W-1:12], f_low};
wire [DATA_W+DATA_W/8-1:0] f_now = f_w_in == f_w_out ? w_in[W-2:0] : f_data;

always_comb if (f_started) begin
  a_overrun: assert (overrun_o == f_over);
  //! mutant snoop_axi_overrun: more addresses than there is space for are not reported
  //!     @stop stop_q <= rst_ni && (stop_q || w_left > W_MOST);
  if (!f_over) begin
    a_beat: assert (beat == f_beat);
    //! mutant snoop_axi_address_only, quick: a store appears with its address alone
    //!     @beat wire beat = aw_n_q != 4'd0 || aw_new;
    //! mutant snoop_axi_one: a second address in the way is lost
    //!     @have wire [3:0] aw_have = aw_n_q == 4'd0 ? {3'd0, aw_new} : aw_n_q;
    //! mutant snoop_axi_reset: what waits outlives a reset
    //!     @w_left w_n_q <= !stop_q ? w_left : 4'd0;
    a_data: assert (!(f_beat && f_w_out == f_w) || w[W-2:0] == f_now);
    //! mutant snoop_axi_data: the data of a later beat
    //!     @w_first wire [W-1:0] w = w_in;
    a_address: assert (!(f_beat && f_a_out == f_a) || addr == f_addr);
    //! mutant snoop_axi_burst: all beats of a burst have its first address
    //!     @next wire [A-1:0] same = aw_n_q > K ? aw_q[k*A +: A] : aw_in;
    //! mutant snoop_axi_fixed: a FIXED burst goes on
    //!     @may wire [11:0] may = burst == WRAP ? {5'd0, around} : 12'hfff;
    //! mutant snoop_axi_wrap: a WRAP burst goes on
    //!     @may wire [11:0] may = {12{burst != FIXED}};
    //! mutant snoop_axi_unaligned: a later beat keeps the offset of the first
    //!     @behind wire [11:0] behind = addr[11:0] + {8'd0, bytes};
    a_last: assert (!f_beat || last == f_last);
    // Why:
    a_count: assert (aw_n_q == f_a_in - f_a_out && w_n_q == f_w_in - f_w_out
        && aw_n_q <= AW_DEPTH && w_n_q <= W_DEPTH && (aw_n_q != 4'd0 || !f_begun)
        && (f_begun || f_beat_n == 12'd0));
  end
end
// What waits is what was accepted.
logic [W_DEPTH-1:0]  f_w_stored;
logic [AW_DEPTH-1:0] f_a_stored;
genvar f_k;
generate
  for (f_k = 0; f_k < W_DEPTH; f_k = f_k + 1) begin : g_f_w
    wire [3:0] f_number = f_w_out + f_k;
    assign f_w_stored[f_k] = w_n_q <= f_k || (w_q[f_k*W + W - 1] == f_lasts[f_number]
        && (f_number != f_w || w_q[f_k*W +: W-1] == f_data));
  end
  for (f_k = 0; f_k < AW_DEPTH; f_k = f_k + 1) begin : g_f_aw
    wire [3:0] f_number = f_a_out + f_k;
    assign f_a_stored[f_k] = aw_n_q <= f_k || f_number != f_a
        || aw_q[f_k*A +: A] == (f_k == 0 ? {f_of[A-1:ADDR_W], f_addr} : f_address);
  end
endgenerate
always_comb if (f_started && !f_over) a_stored: assert (&f_w_stored && &f_a_stored);
// The address that is followed obeyed AXI when it was accepted, as m_size and m_wrap say.
wire f_known = f_a_in != f_a_out && f_a - f_a_out < f_a_in - f_a_out;
wire [7:0] f_len = f_address[ADDR_W +: 8];
wire [2:0] f_legal_size = f_address[A-3:A-5];
always_comb if (f_started && !f_over) a_legal: assert (!f_known || (f_legal_size <= F_SIZE
    && (f_address[A-1:A-2] != 2'd2 || ((f_len == 8'd1 || f_len == 8'd3 || f_len == 8'd7
        || f_len == 8'd15) && (f_address[ADDR_W-1:0] & ((1 << f_legal_size) - 1)) == '0))));

always_comb if (f_started && !overrun_o) begin
  c_data_first: cover (beat && w_n_q != 4'd0 && aw_n_q == 4'd0);
  c_address_first: cover (beat && aw_n_q > 4'd1 && w_n_q == 4'd0);
  c_wraps: cover (beat && burst == WRAP && f_beat_n == 12'd2 && last);
end
