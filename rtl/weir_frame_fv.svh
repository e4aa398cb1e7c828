// SPDX-License-Identifier: Apache-2.0
// Properties of weir_frame, which includes this file under FORMAL.
//
//! proof frame, induction, cover 30, quick: a byte holds until it is taken, flags only
//!     between frames, escapes, checksums; each entry is one frame; every frame ends
//! proof frame_wide (ID=4), induction: the same
//! proof frame_as_full (ARGS=4), induction: the same, as in full, where an event has up to four
//!     words

`ifdef PROVE_weir_frame
`define WEIR_ENV assume
`else
`define WEIR_ENV assert
`endif
logic f_started = 1'b0;
always_ff @(posedge clk_i) f_started <= 1'b1;
`ifdef PROVE_weir_frame
// Reset is first.
always_comb m_reset: assume (f_started || !rst_ni);
`endif

// The bytes that are taken, as a receiver reads them, and what byte_q and data_q are.
wire        f_sends = valid_q && frame_ready_i;
wire [7:0]  f_byte = frame_data_o;
logic [7:0] f_sum, f_data, f_taken, f_sent;
logic       f_escaped, f_inside, f_waits;
logic       f_begun;                     // the first flag was sent
logic [2:0] f_part;                      // the part that it is of,
logic       f_first, f_event;            // the first of its frame, the last of an event's
logic [2:0] f_out_part;                  // the same of data_q
logic       f_out_first, f_out_event;
always_ff @(posedge clk_i) begin
  if (!rst_ni) begin
    f_sum     <= 8'd0;
    f_escaped <= 1'b0;
    f_inside  <= 1'b0;
    f_begun   <= 1'b0;
    f_taken   <= 8'd0;
    f_sent    <= 8'd0;
  end else begin
    if (f_sends) begin
      f_escaped <= f_byte == ESCAPE;
      f_inside  <= f_byte != FLAG;
      f_begun   <= 1'b1;
      f_sum     <= f_byte == FLAG ? 8'd0 : f_byte == ESCAPE ? f_sum : f_sum
          + (f_escaped ? f_byte ^ FLIP : f_byte);
    end
    f_taken <= f_taken + {7'd0, take && framed};
    f_sent  <= f_sent + {7'd0, f_sends && f_out_event};
  end
  if (step) begin
    f_part  <= part_q;
    f_first <= part_q == IDS && at_q == 4'd0;
    f_event <= part_q == END && frame_q == EVENT;
  end
  if (load) begin
    f_out_part  <= f_part;
    f_out_first <= f_first;
    f_out_event <= f_event;
  end
  f_waits <= rst_ni && frame_valid_o && !frame_ready_i;
  f_data  <= frame_data_o;
end
wire [1:0] f_size = thread_q || reports_q || value_q[31:16] != 16'd0 ? 2'd3
    : {1'b0, value_q[15:8] != 8'd0};
wire [3:0] f_args = frame_q == TCFG ? TCFG_LAST : named ? name_last : frame_q == TELL ? TELL_LAST
    : {2'b01, f_size};
wire       f_flag = f_part == BEGIN || f_part == END, f_out_flag = f_out_part == BEGIN
    || f_out_part == END;
// the sum when data_q is sent
wire [7:0] f_next = !valid_q ? f_sum : f_out_flag ? 8'd0 : f_sum + data_q;
always_comb if (f_started) begin
  // A byte holds until it is taken.
  a_hold: assert (!f_waits || (frame_valid_o && frame_data_o == f_data));
  //! mutant frame_hold, quick: a byte does not wait to be taken
  //!     @hold wire load = full_q;
  // No word of the stream is taken without authorisation.
  a_auth: assert (auth_i || !word_ready_o);
  // A flag stands at the end of each frame and at the begin of a stream, and nowhere else.
  a_flag: assert (!f_sends || (f_byte == FLAG) == f_out_flag);
  //! mutant frame_flag: the flag that begins a stream is escaped
  //!     @flag flag_q <= part_q == END;
  // After an escape arrives what was escaped.
  a_escape: assert (!(f_sends && f_escaped) || f_byte == (FLAG ^ FLIP) || f_byte
      == (ESCAPE ^ FLIP));
  // The bytes of a frame add up to 0.
  a_sum: assert (!(f_sends && f_byte == FLAG && f_inside) || (f_sum == 8'd0 && !f_escaped));
  //! mutant frame_check: the checksum leaves out the id
  //!     @check if (flag_q || at_q != 4'd0) check_q <= flag_q ? 8'd0 : check;
  // Each entry that has a frame is sent in one, once.
  a_each: assert (f_taken == f_sent + {7'd0, !idle} + {7'd0, full_q && f_event}
      + {7'd0, valid_q && f_out_event});
  //! mutant frame_unknown: an entry that has no frame is sent
  //!     @unknown if (take) part_q <= new_q ? BEGIN : IDS;
  // No step is the last but one for ever: a byte is escaped once, and every part and every frame
  // arrives to its end.
  a_once: assert (!(f_sends && f_byte == ESCAPE && f_escaped));
  a_parts: assert (idle || at_q <= (part_q == IDS ? ID_LAST : part_q == TIMESTAMPS ? TIMESTAMP_LAST
      : part_q == VALUES ? f_args : 4'd0));
  a_frames: assert (idle || frame_q <= EVENT || frame_q == TCFG);
  // Whatever waits is sent: a sender that may send does; and from the first byte of a frame to its
  // last there is one in every cycle.
  a_sends: assert ((idle && !full_q) || load || step || (valid_q && (!frame_ready_i || escapes)));
  a_gap: assert (full_q || idle || part_q == BEGIN || (part_q == IDS && at_q == 4'd0));
  // What an item is was found out of this one.
  a_known: assert (!entry_valid || {switch_q, isr_q, loss_q, total_q, has_id_q, class_q}
      == {is_switch, is_isr, is_loss, is_total, is_id, id[15:14]});
  //! mutant frame_late: what arrives during a frame counts as what came before
  //!     @late if (idle) has_id_q <= is_id;
  // What kind it is and how long a value is, was found out of these,
  a_kind: assert (idle || (thread_q == (kind_q == THREAD) && reports_q
      == (kind_q == ISR || kind_q == LOSS)));
  a_size: assert (part_q != VALUES || size_q == f_size);
  // and so was where the values end.
  a_last: assert (part_q != VALUES || (frame_q == EVENT && !at_q[2] ? values_last_q[3:2] == 2'b01
      : values_last_q == f_args));
  // Why: the sum so far is that of the bytes sent, an escape stands inside a frame, and bytes come
  // in the order of the parts.
  a_check: assert (f_begun || valid_q ? f_next + check_q == 8'd0 : full_q ? f_part == BEGIN : idle
      ? new_q : part_q == BEGIN);
  a_begun: assert (f_begun || (!f_inside && !f_escaped && (!valid_q || f_out_part == BEGIN)));
  a_escaped: assert (f_escaped == escaped_q && (!escaped_q || (valid_q && special_q))
      && (!valid_q || special_q == ((data_q == FLAG || data_q == ESCAPE) && !f_out_flag)));
  a_byte: assert (!full_q || (flag_q == f_flag && (!flag_q || byte_q == FLAG)
      && (!f_first || f_part == IDS) && (!f_event || f_part == END)));
  a_out: assert (!valid_q || ((!f_out_flag || data_q == FLAG)
      && (!f_out_first || f_out_part == IDS) && (!f_out_event || f_out_part == END)
                 && (f_out_part == CHECK ? f_sum + data_q == 8'd0 : !f_out_flag || f_sum == 8'd0)));
  a_inside: assert ((f_inside || (f_sum == 8'd0 && !f_escaped))
                    && f_inside == (valid_q ? f_out_part != BEGIN && (!f_out_first || escaped_q)
                        : full_q && f_part != BEGIN && !f_first));
  a_behind: assert (!valid_q || (full_q ? (f_part == END ? f_out_part == CHECK : f_part == BEGIN
      ? f_out_part == END : f_out_flag == f_first) : idle || part_q == BEGIN ? f_out_part == END
      : f_out_flag));
  a_end: assert (!(full_q && (f_begun || valid_q))
      || (f_part == CHECK ? byte_q == check_q : !flag_q || check_q == 8'd0));
  a_order: assert (!full_q || (idle || part_q == BEGIN ? f_part == END
                             : part_q == IDS           ? (at_q == 4'd0 ? flag_q : f_part == IDS
                                 && f_first == (at_q == 4'd1))
                             : part_q == CHECK         ? f_part == VALUES
                             : part_q == END           ? f_part == CHECK
                                                       : f_part == IDS || f_part == COUNT || f_part
                                                           == TIMESTAMPS || f_part == VALUES));
end
`ifdef PROVE_weir_frame
// All of this happens.
always_comb if (f_started) begin
  c_taken: cover (take && framed);
  c_passed_over: cover (take && !framed);
  c_flag: cover (f_sends && f_byte == FLAG && f_inside);
end
`endif
`undef WEIR_ENV
