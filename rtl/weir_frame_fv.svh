// SPDX-License-Identifier: Apache-2.0
// Properties of weir_frame, which includes this file under FORMAL.
//
//! proof frame, induction, cover 30, quick: a byte holds until it is taken, flags only
//!     between frames, escapes, checksums; each entry is one frame, and every byte of it is what
//!     the documents of the stream and of RKH say; every frame ends
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
// ---- what the frames hold, from docs/reference/rkh.md and stream.md alone
// An entry that has a frame: its kind, hart and values, as the tables of items and of kinds say.
wire  [16:0] f_row = item[20:4];
wire         f_is_thread = item == 21'd1 || f_row == 17'd1;
wire         f_is_isr = item == 21'd2 || (f_row == 17'd2 && item[3:0] != 4'd0);
wire         f_is_loss = item == 21'd3;
wire         f_is_total = f_row >= 17'd16 && f_row < 17'd48;       // of reasons 0 to 7
wire         f_is_short = item > 21'd4 && item < 21'd16;
wire  [16:0] f_far_row = f_row - 17'd63;
wire         f_is_id = f_is_short || (f_row > 17'd63 && f_row <= 17'd65598);
wire  [15:0] f_item_id = f_is_short ? {11'd0, item[4:0] - 5'd4} : f_far_row[15:0];
wire         f_is_arg = ARGS > 1 && f_row >= 17'd12 && f_row < 17'd15;
localparam [2:0] F_USER = 3'd0, F_COM = 3'd1, F_SYS = 3'd2, F_THREAD = 3'd3, F_ISR = 3'd4,
    F_LOSS = 3'd5, F_TIME = 3'd6;
logic [2:0]  f_kind;                     // of the event under way:
logic [3:0]  f_hart;
logic [15:0] f_id;                       // its id, or the first number of ISR and LOSS
logic [31:0] f_value;
logic [63:0] f_time_of;                  // its time
logic [1:0]  f_extra;                    // extra arguments that it has: these
logic [95:0] f_extras;
logic [63:0] f_time;                     // of the entries so far
logic [1:0]  f_collected;                // extra arguments of the next event: these
logic [95:0] f_args_so_far;
logic        f_fresh;                    // no event since reset or clear
logic        f_opens;                    // a flag is its first byte
logic [15:0] f_since;                    // events since TCFG, with the next one
logic [31:0] f_upper_was;                // upper half of the time, as it was last reported
logic [3:0]  f_frame;                    // 15: TCFG; 0 to 7: the name of a kind; TIME; the event
logic [7:0]  f_number;                   // of the next frame
// ---- a frame, byte after byte
logic [3:0]  f_nth;                      // bytes of it so far, and behind the timestamp:
logic [2:0]  f_arg, f_of_arg;            // this argument, this byte of it
logic [1:0]  f_end;                      // 1: the checksum is next; 2: the flag
wire         f_flag_next = f_opens || f_end == 2'd2;
wire         f_config = f_frame == 4'd15;
wire         f_naming = f_frame < 4'd8;
wire         f_timing = f_frame == 4'd8;
localparam [3:0] F_ID = ID[3:0];
// id: the event, and its group 5 or 6
wire  [7:0]  f_group = f_config || f_naming ? 8'd5 : 8'd6;
wire  [7:0]  f_event_of = f_config ? 8'd12 : f_naming ? 8'd11 : f_timing ? {5'd0, F_TIME}
    : {1'b0, f_hart, f_kind};
wire  [7:0]  f_id_byte = ID == 1 ? {f_group[2:0], f_event_of[4:0]} : f_nth == 4'd0 ? f_event_of
    : f_nth == F_ID - 4'd1 ? f_group : 8'd0;
// where arguments begin, and bytes of TCFG: version 3.0.00; user events, all groups, sequence
// numbers, timestamps, checksums; sizes; no rate
wire  [3:0]  f_begin = f_config ? F_ID : F_ID + 4'd5;
logic [3:0]  f_raw;                      // bytes of TCFG or of a name so far
localparam [103:0] F_TCFG = {16'd0, 8'h10, 8'h01, 8'h11, 8'h41, 8'h14, 32'h0003800c, 16'h3000};
// a name: its number as an id, then the string with its 0
logic [55:0] f_name;
logic [3:0]  f_name_bytes;
always_comb begin
  case (f_frame[2:0])
    3'd0: {f_name_bytes, f_name} = {4'd5, 24'd0, "RESU"};
    3'd1: {f_name_bytes, f_name} = {4'd4, 32'd0, "MOC"};
    3'd2: {f_name_bytes, f_name} = {4'd4, 32'd0, "SYS"};
    3'd3: {f_name_bytes, f_name} = {4'd7, 8'd0, "DAERHT"};
    3'd4: {f_name_bytes, f_name} = {4'd4, 32'd0, "RSI"};
    3'd5: {f_name_bytes, f_name} = {4'd5, 24'd0, "SSOL"};
    3'd6: {f_name_bytes, f_name} = {4'd5, 24'd0, "EMIT"};
    default: {f_name_bytes, f_name} = {4'd5, 24'd0, "EMAN"};
  endcase
end
wire  [7:0]  f_raw_byte = f_config ? F_TCFG[8*f_raw +: 8] : f_raw == 4'd0 ? {5'd0, f_frame[2:0]}
    : f_raw < F_ID ? 8'd0 : f_name[8*(f_raw - F_ID) +: 8];
wire         f_raw_last = f_raw == (f_config ? 4'd12 : F_ID + f_name_bytes - 4'd1);
// arguments of user events: a type, then the bytes of a value
wire         f_ids = f_kind == F_USER || f_kind == F_COM || f_kind == F_SYS;
wire         f_of_id = f_ids && f_arg == 3'd0;
wire  [31:0] f_number_of = f_timing ? (f_arg == 3'd0 ? f_time_of[63:32] : hz_i)
    : f_kind == F_THREAD ? f_value
    : f_arg == 3'd0 ? {16'd0, f_id}
    : f_arg == 3'd1 ? f_value
    : f_extras[32*(f_arg - 3'd2) +: 32];
wire  [7:0]  f_type = f_timing ? 8'd5
    : f_kind == F_THREAD ? 8'd9
    : f_kind == F_ISR ? (f_arg == 3'd0 ? 8'd1 : 8'd6)
    : f_kind == F_LOSS ? (f_arg == 3'd0 ? 8'd1 : 8'd5)
    : f_of_id ? 8'd3
    : f_number_of < 32'd256 ? 8'd1 : f_number_of < 32'd65536 ? 8'd3 : 8'd5;
wire  [2:0]  f_bytes_of = f_type == 8'd1 ? 3'd1 : f_type == 8'd3 ? 3'd2 : 3'd4;
wire  [2:0]  f_last_arg = f_timing ? 3'd1 : f_kind == F_THREAD ? 3'd0
    : f_ids ? 3'd1 + {1'b0, f_extra} : 3'd1;
wire  [1:0]  f_at_of = f_of_arg[1:0] - 2'd1;
wire  [7:0]  f_arg_byte = f_of_arg == 3'd0 ? f_type : f_number_of[8*f_at_of +: 8];
wire         f_in_args = !f_flag_next && f_end == 2'd0 && f_nth == f_begin;
wire         f_args_end = f_config || f_naming ? f_raw_last
    : f_arg == f_last_arg && f_of_arg == f_bytes_of;
wire  [7:0]  f_expected = f_flag_next ? 8'h7e
    : f_nth < F_ID ? f_id_byte
    : f_in_args ? (f_config || f_naming ? f_raw_byte : f_arg_byte)
    : f_nth == F_ID ? f_number
    : f_nth == F_ID + 4'd1 ? f_time_of[7:0]
    : f_nth == F_ID + 4'd2 ? f_time_of[15:8]
    : f_nth == F_ID + 4'd3 ? f_time_of[23:16] : f_time_of[31:24];
wire  [63:0] f_now = f_time + delta;
logic [7:0]  f_byte_made, f_byte_out;    // the bytes in byte_q and data_q
always_ff @(posedge clk_i) begin
  if (!rst_ni || clear_i) begin
    f_time      <= 64'd0;
    f_fresh     <= 1'b1;
    f_collected <= 2'd0;
  end else if (take) begin
    f_time      <= f_now;
    f_collected <= f_is_arg ? f_row[1:0] + 2'd1 : 2'd0;
    if (f_is_arg) f_args_so_far[32*f_row[1:0] +: 32] <= value;
    if (framed) f_fresh <= 1'b0;
  end
  if (take && framed) begin
    f_time_of <= f_now;
    f_upper_was <= f_now[63:32];
    f_kind   <= f_is_thread ? F_THREAD : f_is_isr ? F_ISR : f_is_loss || f_is_total ? F_LOSS
        : f_item_id[15:14] == 2'd0 ? F_USER : f_item_id[15:14] == 2'd1 ? F_COM : F_SYS;
    f_hart   <= item < 21'd16 ? 4'd0 : item[3:0];
    f_id     <= f_is_loss ? {15'd0, value[0]} : f_is_isr ? {15'd0, value[0]}
        : f_is_total ? f_row[15:0] : f_item_id;
    // the cause of a trap is as in mcause: bit 31 is set for an interrupt
    f_value  <= f_is_loss ? value >> 1 : f_is_isr ? {value[1], 31'd0} | (value >> 2) : value;
    f_since  <= starts ? 16'd1 : f_since + 16'd1;
    f_extra  <= f_collected;
    f_extras <= f_args_so_far;
    f_frame  <= starts ? 4'd15 : far ? 4'd8 : 4'd9;
  end else if (step && !f_opens && f_end == 2'd2) f_frame <= f_frame + 4'd1;
  if (!rst_ni) f_opens <= 1'b0;
  else if (take && framed) f_opens <= f_fresh;
  else if (step) f_opens <= 1'b0;
  if (take && framed && f_fresh) f_number <= 8'd0;
  else if (step && !f_flag_next && f_end == 2'd0 && !f_config && f_nth == F_ID) f_number
      <= f_number + 8'd1;
  if (!rst_ni) begin
    f_nth    <= 4'd0;
    f_arg    <= 3'd0;
    f_of_arg <= 3'd0;
    f_raw    <= 4'd0;
    f_end    <= 2'd0;
  end else if (step) begin
    if (f_flag_next) begin
      f_nth    <= 4'd0;
      f_arg    <= 3'd0;
      f_of_arg <= 3'd0;
      f_raw    <= 4'd0;
      f_end    <= 2'd0;
    end else if (f_end == 2'd1) f_end <= 2'd2;
    else if (f_in_args) begin
      if (f_args_end) f_end <= 2'd1;
      f_raw <= f_raw + 4'd1;
      if (f_of_arg == f_bytes_of) begin
        f_arg    <= f_arg + 3'd1;
        f_of_arg <= 3'd0;
      end else f_of_arg <= f_of_arg + 3'd1;
    end else f_nth <= f_nth + 4'd1;
  end
  if (step) f_byte_made <= one_byte;
  if (load) f_byte_out <= f_byte_made;
end
// words of the event that are sent
wire [1:0] f_words_sent;
wire [1:0] f_words_left;
generate
  if (ARGS > 1) begin : g_formal_args
    assign f_words_sent = g_args.sent_q;
    assign f_words_left = g_args.left_q;
    always_comb if (f_started) begin
      a_collected: assert (g_args.arg_count_q == f_collected
          && f_collected < ARGS && f_extra < ARGS);
    end
    integer f_k;
    logic   f_same;
    always_comb begin
      f_same = 1'b1;
      for (f_k = 0; f_k < ARGS - 1; f_k = f_k + 1) begin
        if (f_k < f_collected && g_args.args_q[32*f_k +: 32] != f_args_so_far[32*f_k +: 32])
          f_same = 1'b0;
        if (!idle && f_k < f_extra && g_args.args_q[32*f_k +: 32] != f_extras[32*f_k +: 32])
          f_same = 1'b0;
      end
    end
    always_comb if (f_started) a_extras: assert (f_same);
  end else begin : g_formal_no_args
    assign f_words_sent = 2'd0;
    assign f_words_left = 2'd0;
  end
endgenerate
always_comb if (f_started) begin
  // Extra arguments have their order. given by weir_args: a_part
  m_order: assume (!(take && f_is_arg) || f_row[1:0] == f_collected);
  // Behind extra arguments is the event of an id that they are of. given by weir_port:
  // a_single; weir_args: a_event
  m_args: assume (!(take && framed) || f_collected == 2'd0 || f_is_id);
  // Entries of threads, traps, losses and events have a frame, as far as reader and unit know them.
  a_framed: assert (!entry_valid || framed == (known && (f_is_thread || f_is_isr || f_is_loss
      || f_is_total || (f_is_id && f_item_id[15:14] != 2'd2))));
  //! mutant frame_switch, step: switches of hart 1 have no frame
  //!     @switch wire is_switch = item == weir_pkg::ITEM_THREAD;
  // A stream begins with TCFG, which is sent again after each interval; the time is reported when
  // its upper half has changed.
  a_starts: assert (!(take && framed) || starts == (f_fresh
      || (interval_i != 16'd0 && f_since >= interval_i)));
  a_upper_half: assert (!(take && framed) || starts || far || f_upper_was == f_now[63:32]);
  //! mutant frame_carry, step: a carry into the upper half of the time is not reported
  //!     @far wire far = far_q || delta[63:32] != '0;
  // Every byte of every frame, but the checksum, is what the documents say of its event.
  a_content: assert (!step || f_end == 2'd1 || one_byte == f_expected);
  //! mutant frame_hart, step: the hart of a switch is lost
  //!     @hart hart_q <= near || loss_q || switch_q ? 4'd0 : item[3:0];
  //! mutant frame_type, step: a value of two bytes has the type of one of four
  //!     @type wire [7:0] type_w = size_q == 2'd0 ? U8 : U32;
  //! mutant frame_words, in frame_as_full, by a_event_at, step: the value is sent in place of
  //!     its extra arguments
  //!     @word end else if (next_word) value_q <= value_q;
  //! mutant frame_time, step: TIME has the lower half of the time
  //!     @tell wire [127:0] tell = {24'd0, time_q[31:16], U16, hz_i, U32, time_q[31:0], U32};
  a_parts_end: assert (!step || (part_q == BEGIN || part_q == END) == f_flag_next);
  a_check_then: assert (!step || (part_q == CHECK) == (f_end == 2'd1));
  // A receiver gets these bytes.
  a_sent: assert (!f_sends || f_byte == 8'h7d || (f_escaped ? f_byte ^ 8'h20 : f_byte)
      == f_byte_out);
  // Why:
  a_bytes: assert ((!full_q || byte_q == f_byte_made) && (!valid_q || data_q == f_byte_out));
  a_new: assert (new_q == f_fresh && (!zero_q || (new_q && f_time == 64'd0))
      && (idle || !new_q || zero_q));
  a_number: assert ((idle && f_fresh) || f_number == sequence_q);
  a_since: assert (f_fresh || f_since == events_q);
  a_time: assert ((zero_q || time_q == f_time || !idle) && (idle || time_q == f_time_of)
      && (zero_q || idle || f_time == f_time_of));
  a_upper: assert (f_fresh || far_q || f_upper_was == f_time[63:32]);
  a_idle: assert (!idle || (f_nth == 4'd0 && f_end == 2'd0 && !f_opens && f_arg == 3'd0
      && f_of_arg == 3'd0 && f_raw == 4'd0));
  a_frame: assert (idle || (f_frame == frame_q && f_opens == (part_q == BEGIN)
      && f_kind == kind_q && f_hart == hart_q && f_id == id_q));
  a_where: assert (idle || (part_q == BEGIN || part_q == IDS ? f_nth == at_q && f_end == 2'd0
      : part_q == COUNT ? f_nth == F_ID && f_end == 2'd0 && !f_config
      : part_q == TIMESTAMPS ? f_nth == F_ID + 4'd1 + at_q && f_end == 2'd0 && !f_config
      : part_q == VALUES ? f_nth == f_begin && f_end == 2'd0
      : part_q == CHECK ? f_end == 2'd1 : f_end == 2'd2));
  a_zero: assert (idle || part_q == VALUES || f_end != 2'd0 || (f_arg == 3'd0 && f_of_arg == 3'd0
      && f_raw == 4'd0));
  a_words: assert (idle || frame_q != EVENT || part_q == CHECK || part_q == END
      || (part_q != VALUES && f_words_sent == 2'd0 && f_value == value_q
        && f_words_left == f_extra)
      || part_q == VALUES);
  a_raw: assert (!(part_q == VALUES && (f_config || f_naming)) || f_raw == at_q);
  a_timing: assert (!(part_q == VALUES && f_timing) || (at_q < 4'd5
      ? f_arg == 3'd0 && {1'b0, f_of_arg} == at_q
      : f_arg == 3'd1 && {1'b0, f_of_arg} == at_q - 4'd5));
  a_before: assert (idle || frame_q == EVENT || (f_words_sent == 2'd0 && f_value == value_q
      && f_words_left == f_extra));
  a_event_at: assert (!(part_q == VALUES && frame_q == EVENT)
      || (at_q >= values_at - (part_q == VALUES && !thread_q ? 4'd3 - {3'd0, reports_q} : 4'd0)
      && (!(thread_q || reports_q) || f_words_left == 2'd0)
      && (thread_q ? f_arg == 3'd0 && {1'b0, f_of_arg} == at_q - 4'd3 && value_q == f_value
        : reports_q ? at_q >= 4'd1 && (at_q < 4'd3
          ? f_arg == 3'd0 && {1'b0, f_of_arg} == at_q - 4'd1
          : f_arg == 3'd1 && {1'b0, f_of_arg} == at_q - 4'd3) && value_q == f_value
        : at_q < 4'd3 ? f_arg == 3'd0 && {1'b0, f_of_arg} == at_q && value_q == f_value
          && f_words_sent == 2'd0 && f_words_left == f_extra
        : f_arg == {1'b0, f_words_sent} + 3'd1 && {1'b0, f_of_arg} == at_q - 4'd3
          && value_q == f_number_of && {1'b0, f_words_sent} + {1'b0, f_words_left}
            == {1'b0, f_extra})));
  a_extra: assert (idle || (f_kind <= F_LOSS && (f_ids || f_extra == 2'd0)));
end
// All of this happens.
always_comb if (f_started) begin
  c_taken: cover (take && framed);
  c_passed_over: cover (take && !framed);
  c_flag: cover (f_sends && f_byte == FLAG && f_inside);
end
`endif
`undef WEIR_ENV
