// SPDX-License-Identifier: Apache-2.0
// Properties of weir_axi, which includes this file under FORMAL.
//
//! proof axi, induction, cover 20, with sim/formal/axi_contract.sv, quick: rules of AXI4; of each
//!     beat one access of each of its words, in order, at the right address with the right data;
//!     the right answers
//! proof axi64 (DATA_W=64), induction, with sim/formal/axi_contract.sv: the same of 64
//!     bits; a read of the data page takes one word

logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);

localparam integer FA = ID_W + ADDR_W + 13;
wire          f_write, f_sent, f_last, f_read, f_legal, f_ruled;
wire [8:0]    f_beats, f_answered;
wire [FA-1:0] f_aw, f_ar;
axi_contract #(.ADDR_W(ADDR_W), .DATA_W(DATA_W), .ID_W(ID_W)) u_contract (
    .clk_i, .rst_ni,
    .awvalid(s_axi_awvalid), .awready(s_axi_awready), .awid(s_axi_awid), .awaddr(s_axi_awaddr),
        .awlen(s_axi_awlen), .awsize(s_axi_awsize), .awburst(s_axi_awburst),
    .wvalid(s_axi_wvalid), .wready(s_axi_wready), .wdata(s_axi_wdata), .wstrb(s_axi_wstrb),
        .wlast(s_axi_wlast),
    .bvalid(s_axi_bvalid), .bready(s_axi_bready), .bid(s_axi_bid), .bresp(s_axi_bresp),
    .arvalid(s_axi_arvalid), .arready(s_axi_arready), .arid(s_axi_arid), .araddr(s_axi_araddr),
        .arlen(s_axi_arlen), .arsize(s_axi_arsize), .arburst(s_axi_arburst),
    .rvalid(s_axi_rvalid), .rready(s_axi_rready), .rid(s_axi_rid), .rdata(s_axi_rdata),
        .rresp(s_axi_rresp), .rlast(s_axi_rlast),
    .f_write, .f_sent, .f_last, .f_beats, .f_read, .f_answered, .f_aw, .f_ar, .f_legal, .f_ruled,
    .manager_honoured(), .subordinate_honoured());
//! mutant axi_drops, by u_contract.a_b_stays: a response does not wait to be taken
//!     @drops bvalid_q <= (write_done && wlast_q) || 1'b0;
//! mutant axi_r_drops, by u_contract.a_r_stays: read data do not wait to be taken
//!     @r_drops rvalid_q <= answer_q && whole;
//! mutant axi_b_exokay, by u_contract.a_resp: an exclusive response
//!     @b_exokay assign s_axi_bresp = 2'b01;
//! mutant axi_r_exokay, by u_contract.a_resp: an exclusive response
//!     @r_exokay assign s_axi_rresp = 2'b01;
//! mutant axi_no_data, by u_contract.a_b_asked: a write does not wait for its data
//!     @no_data wire can_write = aw_q && !bvalid_q;
//! mutant axi_r_for_write, by u_contract.a_r_asked: a write gives read data
//!     @r_for_write answer_q <= (do_read || do_write) && go;
//! mutant axi_reset, by u_contract.a_silent: read data outlive a reset
//!     @reset
//! mutant axi_rid, by u_contract.a_r_id: read data have the id of a write
//!     @rid assign s_axi_rid = wid_q;
//! mutant axi_rlast, by u_contract.a_r_last: every beat of read data is the last
//!     @rlast assign s_axi_rlast = 1'b1;
//! mutant axi_two, by u_contract.a_one: an address is taken before the response to the last
//!     @write_again aw_q <= aw_q ? !(write_done && wlast_q) : s_axi_awvalid;

// ---- beat n of a burst, as the specification of AXI4 writes it: the address of its first byte
function automatic [ADDR_W-1:0] f_addr(input [ADDR_W+12:0] burst, input [8:0] n);
  logic [ADDR_W:0] start, moved, bottom, top;            // with the carry of the last page
  logic [7:0]      len;
  logic [2:0]      size;
  logic [1:0]      kind;
  {start, len, size, kind} = {1'b0, burst};
  moved  = (start >> size << size) + ({{ADDR_W-8{1'b0}}, n} << size);
  top    = ({{ADDR_W-7{1'b0}}, len} + 1'b1) << size;
  bottom = start & ~(top - 1'b1);
  if (kind == 2'd2 && moved >= bottom + top) moved = moved - top;
  f_addr = n == 9'd0 || kind == 2'd0 ? start[ADDR_W-1:0] : moved[ADDR_W-1:0];
endfunction
// the same beat, of up to a word; the same word
function automatic f_same(input [ADDR_W-1:0] one, input [ADDR_W-1:0] other, input [1:0] size);
  f_same = (one ^ other) >> (size == 2'd3 ? 2'd2 : size) == '0;
endfunction
// the words that a beat of a read takes
function automatic [1:0] f_takes(input [ADDR_W-1:0] addr, input [2:0] size);
  f_takes = size == 3'd3 && !addr[2] && addr[ADDR_W-1:12] != 1 ? 2'd2 : 2'd1;
endfunction

// ---- writes: the last beat accepted, and which of its words were accessed
wire                 f_access = reg_valid_o && reg_ready_i;
wire                 f_upper  = reg_addr_o[2] && DATA_W == 64;
logic [DATA_W-1:0]   f_data;
logic [DATA_W/8-1:0] f_strb;
logic [1:0]          f_made;
wire  [1:0]          f_words = {DATA_W == 64 && |f_strb[DATA_W/8-1:DATA_W/8-4], |f_strb[3:0]};
always_ff @(posedge clk_i) begin
  if (s_axi_wvalid && s_axi_wready) begin
    f_data <= s_axi_wdata;
    f_strb <= s_axi_wstrb;
    f_made <= 2'd0;
  end else if (f_access && reg_write_o) f_made <= f_made | (f_upper ? 2'd2 : 2'd1);
end
wire [7:0]        f_wlen   = f_aw[12:5];
wire [8:0]        f_wbeat  = f_sent ? {1'b0, f_wlen} : f_beats - 9'd1;
wire [ADDR_W-1:0] f_waddr  = f_addr(f_aw[ADDR_W+12:0], f_wbeat);
// ---- reads: those of the beat that is answered next, and their answers
wire [2:0]        f_rsize  = f_ar[4:2];
wire [7:0]        f_rlen   = f_ar[12:5];
wire              f_taken  = s_axi_rvalid && s_axi_rready;
wire [ADDR_W-1:0] f_raddr  = f_addr(f_ar[ADDR_W+12:0], f_answered);
wire [ADDR_W-1:0] f_rnext  = f_addr(f_ar[ADDR_W+12:0], f_answered + {8'd0, f_taken});
wire [1:0]        f_needs  = f_takes(f_raddr, f_rsize);
wire [1:0]        f_nneeds = f_takes(f_rnext, f_rsize);
logic [1:0]       f_reads;
logic             f_read_made, f_first;
logic [31:0]      f_low, f_high;
always_ff @(posedge clk_i) begin
  f_read_made <= rst_ni && f_access && !reg_write_o;
  if (!rst_ni || !f_read || f_taken) f_reads <= {1'b0, rst_ni && f_access && !reg_write_o};
  else f_reads <= f_reads + {1'b0, f_access && !reg_write_o};
  f_first <= f_reads == 2'd0 || f_taken;
  if (f_read_made) begin
    if (f_first) f_low <= reg_rdata_i;
    f_high <= reg_rdata_i;
  end
end
// beats of the burst whose words were all read
wire [8:0] f_accessed = f_answered + {8'd0, f_reads == f_needs};
wire [1:0] f_sofar = f_taken ? 2'd0 : f_reads;

// ---- the register port may do anything
logic               f_waits;
wire [ADDR_W+36:0]  f_now = {reg_write_o, reg_addr_o, reg_write_o ? {reg_wdata_o, reg_wstrb_o}
    : 36'd0};
logic [ADDR_W+36:0] f_was;
// Cycles in which a beat waits that nothing holds up.
logic [2:0] f_write_age, f_read_age;
wire f_wait_write = f_write && !s_axi_wready && !s_axi_bvalid;
wire f_wait_read  = f_read && !s_axi_rvalid;
wire f_free       = s_axi_rready && reg_ready_i;
always_ff @(posedge clk_i) begin
  f_waits <= rst_ni && reg_valid_o && !reg_ready_i;
  f_was   <= f_now;
  f_write_age <= (rst_ni && f_wait_write && f_free) ? f_write_age + 3'd1 : 3'd0;
  f_read_age  <= (rst_ni && f_wait_read && f_free) ? f_read_age + 3'd1 : 3'd0;
end
always_comb if (f_started) begin
  // An access waits unchanged for the register port.
  a_hold: assert (!f_waits || (reg_valid_o && f_now == f_was));
  //! mutant axi_turn: a write that waits for the register port is overwritten by a read
  //!     @alternate
  // A write is of a beat that was accepted, with its address, data and strobes; a word without
  // strobes is not written, none twice, the lower first.
  a_write: assert (!(reg_valid_o && reg_write_o) || (f_write && !s_axi_bvalid
      && f_words[f_upper] && !f_made[f_upper] && f_made == (f_upper ? f_words & 2'd1 : 2'd0)
      && reg_addr_o == (DATA_W == 64 ? {f_waddr[ADDR_W-1:3], f_upper, 2'd0}
          : {f_waddr[ADDR_W-1:2], 2'd0})
      && reg_wdata_o == (f_upper ? f_data[DATA_W-1:DATA_W-32] : f_data[31:0])
      && reg_wstrb_o == (f_upper ? f_strb[DATA_W/8-1:DATA_W/8-4] : f_strb[3:0])));
  //! mutant axi_lanes, quick: a narrow write becomes a whole one
  //!     @lanes assign reg_wstrb_o = 4'b1111;
  //! mutant axi_next: all beats go to the first address
  //!     @next end
  //! mutant axi_page, bound 40, by a_write: FIXED moves like INCR
  //!     @page wire [11:0] may = 12'hfff;
  //! mutant axi_moved: a write moves as a read does
  //!     @moved wire [7:0] moved = rmoves_q;
  //! mutant axi64_upper, in axi64: both words of a beat go to the lower address
  //!     @upper assign write_upper = 1'b0;
  //! mutant axi64_data, in axi64: the upper word has the data of the lower
  //!     @wdata assign reg_wdata_o = wdata_q[31:0];
  // When a beat makes way for the next, or is answered, all its words were written.
  a_made: assert (!s_axi_wready || f_beats + {8'd0, f_sent} == 9'd0 || f_made == f_words);
  //! mutant axi_dropped: a beat without its address is dropped
  //!     @data_again w_q <= w_q ? 1'b0 : s_axi_wvalid;
  //! mutant axi64_half, in axi64: the upper word of a beat is forgotten
  //!     @half if (do_write) write_half_q <= 1'b1;
  a_b_made: assert (!s_axi_bvalid || f_beats != 9'd0 || f_made == f_words);
  // A read is one that was asked for, with the address of its beat, and of no word twice.
  a_read: assert (!(reg_valid_o && !reg_write_o) || (f_read && f_sofar < f_nneeds
      && f_answered + {8'd0, f_taken} <= {1'b0, f_rlen}
      && reg_addr_o == (f_nneeds == 2'd2 ? {f_rnext[ADDR_W-1:3], f_sofar[0], 2'd0}
          : {f_rnext[ADDR_W-1:2], 2'd0})));
  //! mutant axi_read_next: a read stays at its first address
  //!     @read_next
  //! mutant axi_read_again: a read burst does not end
  //!     @last rlast_q <= 1'b0;
  //! mutant axi64_pops, in axi64: a read of 64 bits takes two words from the data page
  //!     @pops wire data_page = 1'b0;
  //! mutant axi64_unaligned, in axi64: the second beat is not aligned
  //!     @unaligned wire half = addr[2];
  //! mutant axi64_reads, in axi64: a read of the upper word goes to the lower
  //!     @read_upper assign read_upper = pair && read_half_q;
  // The answers of the unit are those given: in both halves, if it is one.
  a_rdata: assert (!s_axi_rvalid || (f_reads == f_needs
      && s_axi_rdata[31:0] == f_low && s_axi_rdata[DATA_W-1:DATA_W-32] == f_high));
  //! mutant axi_late_answer: the answer is looked at in every cycle
  //!     @late_answer if (low) rdata_q[31:0] <= reg_rdata_i;
  //! mutant axi64_low, in axi64: the answer of the upper word overwrites that of the lower
  //!     @low low_q <= 1'b1;
  //! mutant axi64_high, in axi64: the answer of the upper word is late
  //!     @high_answer if (rvalid_q) rdata_q[63:32] <= reg_rdata_i;
  // A beat is answered while nothing holds it up.
  a_write_answered: assert (f_write_age <= (DATA_W == 64 ? 3'd4 : 3'd2));
  //! mutant axi_write_starves: a write waits until no read is under way
  //!     @no_data wire can_write = aw_q && w_q && !bvalid_q && !ar_q;
  a_read_answered: assert (f_read_age <= (DATA_W == 64 ? 3'd6 : 3'd3));
  //! mutant axi_read_starves: a read waits until no write is there
  //!     @reads wire can_read = ar_q && !rlast_q && !answer_q && !aw_q && !rvalid_q;

  // Why: what the shell holds is what the contract saw.
  a_ruled: assert (f_ruled && f_legal);
  a_held: assert (aw_q == f_write && ar_q == f_read
      && (!f_write || {wid_q, wsize_q, wmoves_q} == {f_aw[FA-1:ADDR_W+13], f_aw[3:2],
          moves(f_aw[1:0], f_aw[8:5], f_aw[3:2])})
      && (!f_read || {rid_q, rsize_q, rmoves_q} == {f_ar[FA-1:ADDR_W+13], f_ar[3:2],
          moves(f_ar[1:0], f_ar[8:5], f_ar[3:2])})
      && (!w_q || {wdata_q, wstrb_q} == {f_data, f_strb}));
  // A beat waits for its address, or is one of the burst under way, or the first of the next.
  a_beat: assert (bvalid_q == (f_sent && !(w_q && f_beats == 9'd0))
      && (!f_sent || f_write) && (f_sent ? f_beats == {8'd0, w_q && bvalid_q}
          : f_write || f_beats == {8'd0, w_q})
      && (!w_q || wlast_q == ((f_sent && !bvalid_q) || f_last)) && (!f_last || w_q)
      && !(f_write && !bvalid_q && f_last) && (!w_q || f_sent || f_beats != 9'd0)
      && (DATA_W == 64 || !write_half));
  a_half: assert (w_q ? write_half == (f_words == 2'd3 && f_made == 2'd1)
      && (f_made == 2'd0 || (write_half && f_write && !bvalid_q)) : !write_half);
  a_waddr: assert (!f_write || bvalid_q || f_same(waddr_q, f_addr(f_aw[ADDR_W+12:0],
      f_sent ? {1'b0, f_wlen} : f_beats - {8'd0, w_q}), wsize_q));
  a_answers: assert (answer_q == f_read_made && (!f_read_made || (f_read && f_reads != 2'd0
          && low == f_first && whole == (f_reads == f_needs) && f_first == (f_reads == 2'd1)))
      && (f_read || (f_reads == 2'd0 && !rvalid_q && f_answered == 9'd0))
      && f_answered <= {1'b0, f_rlen} | {9{!f_read}} && f_reads <= f_needs
      && rvalid_q == (f_read && f_reads == f_needs && !f_read_made)
      && read_half == (f_read && f_reads == 2'd1 && f_needs == 2'd2));
  a_accessed: assert (!f_read || (rlast_q == (f_accessed == {1'b0, f_rlen} + 9'd1)
      && (rlast_q || (f_same(raddr_q, f_addr(f_ar[ADDR_W+12:0], f_accessed), rsize_q)
          && {1'b0, rleft_q} == {1'b0, f_rlen} - f_accessed))));
  a_answer: assert (f_reads == 2'd0 || (f_read_made && f_first) || rdata_q[31:0] == f_low);
  a_high: assert (!rvalid_q || rdata_q[DATA_W-1:DATA_W-32] == f_high);
  // Why: a write and a read take turns.
  a_write_grant: assert (!f_wait_write || (f_write_age <= (write_half ? 3'd3 : 3'd1)
      && !(f_write_age == (write_half ? 3'd3 : 3'd1) && read_next_q)));
  a_read_grant: assert (!f_wait_read || (f_reads == 2'd0
      ? f_read_age <= 3'd1 && (f_read_age == 3'd0 || read_next_q)
      : f_reads == 2'd1 ? (f_read_made ? f_read_age <= 3'd2
          : f_read_age <= 3'd3 || (f_read_age == 3'd4 && read_next_q))
      : f_read_age <= 3'd5));
end

// All of this happens.
always_comb if (f_started) begin
  c_write: cover (s_axi_bvalid && s_axi_bready && f_wlen == 8'd3 && f_aw[1:0] == 2'd2);
  c_read: cover (s_axi_rlast && f_taken && f_rlen == 8'd2);
  c_both: cover (s_axi_bvalid && s_axi_rvalid);
  c_leads: cover (!f_write && w_q);
end
