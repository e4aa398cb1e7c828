// SPDX-License-Identifier: Apache-2.0
// weir_frame: a sink behind the FIFO: sends each entry as an RKH frame (docs/reference/rkh.md) on a
// byte stream, to a UART or any other receiver of bytes.
//
// Frames   A flag begins the stream after reset and clear. Configuration, names of the event
//          reasons and the time precede the first event, and the first one after each interval_i
//          events. The time also precedes an event when bits above the timestamp have changed.
//          Entries of items without a frame are skipped.
// Rate     One byte a cycle. Nothing is dropped here: while the receiver waits, the FIFO fills.
`default_nettype none
module weir_frame #(
    // bytes of an id: 1 (harts 0-3), 2 or 4; 0: nothing is sent
    parameter integer ID = 1,
    parameter integer ARGS = 1             // words of an event, at most
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    // words and tail start anew, time is 0; the frame under way is completed
    input  wire        clear_i,
    // 0: takes nothing more of the stream; the frame under way is completed
    input  wire        auth_i,

    input  wire [15:0] interval_i,         // events between two starts; 0: only the first start
    // ticks a second, as frames report it; 0: unknown; constant while a frame is sent
    input  wire [31:0] hz_i,

    input  wire        word_valid_i,       // see weir_parse
    output wire        word_ready_o,
    input  wire [31:0] word_i,
    input  wire        tail_valid_i,
    input  wire [23:0] tail_i,
    input  wire [1:0]  tail_count_i,

    output wire        frame_valid_o,      // a byte; it stays until accepted
    output wire [7:0]  frame_data_o,
    input  wire        frame_ready_i,
    output wire        idle_o              // everything has been sent and accepted
);
  generate
    if (ID != 0) begin : g_frame
      if (ID != 1 && ID != 2 && ID != 4) begin : g_widths
        ERROR_ID_must_be_0_1_2_or_4 error ();
      end
      localparam [7:0] FLAG = 8'h7e, ESCAPE = 8'h7d, FLIP = 8'h20;
      localparam [3:0] ID_BYTES = ID[3:0], TIMESTAMP_BYTES = 4'd4, ID_LAST = ID_BYTES - 4'd1,
          TIMESTAMP_LAST = TIMESTAMP_BYTES - 4'd1,
                       TELL_LAST = 4'd9;
      // event reasons of Weir's frames
      localparam [2:0] USER = 3'd0, COM = 3'd1, SYS = 3'd2, THREAD = 3'd3, ISR = 3'd4, LOSS = 3'd5,
          TIME = 3'd6;

      // ---- entries
      wire              entry_valid, known, parse_idle;
      wire [weir_event::ITEM_W-1:0] item;
      wire [63:0] delta;
      wire [31:0]       value;
      wire              idle;                  // no frame is under way
      wire              ready;                 // for the next event
      wire              unused_valid, unused_first, unused_aside;
      wire [7:0]        unused_byte;
      weir_parse u_parse (  // @parse
          .clk_i, .rst_ni, .clear_i, .auth_i, .word_valid_i, .word_ready_o, .word_i, .tail_valid_i,
              .tail_i, .tail_count_i,
          .entry_valid_o(entry_valid), .entry_ready_i(ready), .item_o(item), .delta_o(delta),
              .value_o(value), .known_o(known),
          .byte_valid_o(unused_valid), .byte_ready_i(1'b1), .byte_o(unused_byte),
              .first_o(unused_first), .aside_o(unused_aside), .idle_o(parse_idle));
      wire take = entry_valid && ready && !clear_i;

      // Classify an item; its row is item / 16.
      localparam integer IW = weir_event::ITEM_W, RW = IW - 4;
      localparam [RW-1:0] ROW_THREAD = weir_pkg::ITEM_ROW_THREAD[IW-1:4],
          ROW_ISR = weir_pkg::ITEM_ROW_ISR[IW-1:4], ROW_DROPPED = weir_pkg::ITEM_DROPPED[IW-1:4],
          ROW_CACHE_ENTRY = weir_pkg::ITEM_CACHE_ENTRY[IW-1:4],
          ROW_IDS = weir_pkg::ITEM_ID_BIAS[RW-1:0];
      wire [RW-1:0] row    = item[IW-1:4];
      wire [RW-1:0] far_id = row - ROW_IDS;
      wire        near     = row == '0;
      wire        is_short = near && item > weir_pkg::ITEM_USER_SHORT;
      wire        is_switch = item == weir_pkg::ITEM_THREAD || row == ROW_THREAD;  // @switch
      wire        is_isr   = item == weir_pkg::ITEM_ISR || (row == ROW_ISR && item[3:0] != 4'd0);
      wire        is_loss  = item == weir_pkg::ITEM_LOSS;
      wire        is_far   = weir_pkg::DROP_W > 3 && row[16:5] == weir_pkg::ITEM_DROPPED_MORE[20:9];
      wire        is_total = (row >= ROW_DROPPED && row < ROW_CACHE_ENTRY) || is_far;
      wire [15:0] id       = is_short ? item[15:0] - weir_pkg::ITEM_USER_SHORT[15:0] : far_id[15:0];
      wire        is_id    = is_short || (!far_id[16] && row != ROW_IDS);
      // what a frame says of a total: 16 + 4 * reason + context
      wire [15:0] total    = is_far ? {10'd0, 6'd48} + {11'd0, row[4:0]} : row[15:0];
      wire        is_arg   = ARGS > 1 && item >= weir_pkg::ITEM_ARG
          && item < weir_pkg::ITEM_ROW_SCOPE;
      // TIMING: an item is known one cycle before its entry and longer, so its kind is computed
      // before.
      logic       switch_q, isr_q, loss_q, total_q, has_id_q;
      logic [1:0] class_q;
      always_ff @(posedge clk_i) begin
        switch_q   <= is_switch;
        isr_q      <= is_isr;
        loss_q     <= is_loss;
        total_q    <= is_total;
        has_id_q <= is_id;  // @late
        class_q    <= id[15:14];
      end
      wire        reported     = loss_q || total_q;
      wire [2:0]  kind     = switch_q ? THREAD : isr_q ? ISR : reported ? LOSS : class_q[1] ? SYS
          : class_q[0] ? COM : USER;
      wire        sendable = (has_id_q && class_q != 2'b10) || switch_q || isr_q || reported;
      wire        framed   = known && sendable;

      // ---- the event under way; it stays until the next one is taken
      logic [63:0] time_q;
      logic [2:0]  kind_q;
      logic [3:0]  hart_q;
      logic [15:0] id_q;                   // LOSS: its report in the low byte; ISR: 1 for an entry
      logic [31:0] value_q;
      logic        thread_q, reports_q;          // kind_q is THREAD; kind_q is ISR or LOSS
      // TIMING: bytes of the value, less one, computed before the value is sent
      logic [1:0]  size_q;
      wire         left;                       // extra arguments are still to be sent:
      wire  [31:0] further;                    // the next one
      logic        new_q;                      // the next event begins a stream
      // time_q becomes 0 as soon as no frame reports it; no entry until then
      logic        zero_q;
      // bits of the time above the timestamp have changed since the last report
      logic        far_q;
      logic [15:0] events_q;                   // events since the last start, with the next one
      wire [63:0]     now    = time_q + delta;
      wire            carry  = now[32] ^ time_q[32] ^ delta[32];  // of the low half
      wire            far    = far_q || carry || delta[63:32] != '0;  // @far
      wire            starts = new_q || (interval_i != 16'd0 && events_q >= interval_i);

      // ---- frames: which frame, which part of it, which byte of the part
      // a kind, after TCFG: its name; TELL: the time
      localparam [3:0] TCFG = 4'd15, TELL = 4'd8, EVENT = 4'd9;
      localparam [2:0] BEGIN = 3'd0, IDS = 3'd1, COUNT = 3'd2, TIMESTAMPS = 3'd3, VALUES = 3'd4,
          CHECK = 3'd5, END = 3'd6, IDLE = 3'd7;
      logic [3:0] frame_q, at_q;
      logic [2:0] part_q, next;
      logic [7:0] sequence_q;
      wire        step, last;                  // a byte is made; it is the last of its part
      // where the values of an event begin: bytes 4 to 7 of them are the value
      wire [3:0]  values_at;
      assign idle  = part_q == IDLE;
      assign ready = idle && !zero_q;
      wire next_word = step && last && part_q == VALUES && frame_q == EVENT && left;
      wire [31:8] sized = next_word ? further[31:8] : value_q[31:8];
      always_comb begin
        case (part_q)
          BEGIN:   next = IDS;
          IDS:     next = frame_q == TCFG ? VALUES : COUNT;
          COUNT:   next = TIMESTAMPS;
          TIMESTAMPS:  next = VALUES;
          VALUES:  next = frame_q == EVENT && left ? VALUES : CHECK;
          CHECK:   next = END;
          default: next = frame_q == EVENT ? IDLE : IDS;
        endcase
      end
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          part_q <= IDLE;
          new_q  <= 1'b1;
          zero_q <= 1'b1;
        end else begin
          if (take && framed) part_q <= new_q ? BEGIN : IDS;  // @unknown
          else if (step && last) part_q <= next;
          if (clear_i) new_q <= 1'b1;
          else if (take && framed) new_q <= 1'b0;
          if (clear_i) zero_q <= 1'b1;
          else if (idle) zero_q <= 1'b0;
        end
        if (idle) at_q <= 4'd0;
        else if (step) at_q <= !last ? at_q + 4'd1 : next == VALUES && frame_q == EVENT ? values_at
            : 4'd0;
        if (take && framed) frame_q <= starts ? TCFG : far ? TELL : EVENT;
        else if (step && part_q == END) frame_q <= frame_q + 4'd1;
        if (take && new_q) sequence_q <= 8'd0;
        else if (step && part_q == COUNT) sequence_q <= sequence_q + 8'd1;
        if (take && framed) events_q <= starts ? 16'd1 : events_q + 16'd1;
        if (idle && zero_q) time_q <= 64'd0;
        if (take) begin
          far_q   <= far && !framed;
          time_q  <= now;
          kind_q  <= kind;
          thread_q <= switch_q;
          reports_q <= isr_q || reported;
          hart_q  <= (near || loss_q) ? 4'd0 : item[3:0];  // @hart
          id_q    <= loss_q || isr_q ? {15'd0, value[0]} : total_q ? total : id;
          value_q <= loss_q ? {1'b0, value[31:1]} : isr_q ? {value[1], 1'b0, value[31:2]} : value;
        end else if (next_word) value_q <= further;  // @word
        size_q <= thread_q || reports_q || sized[31:16] != 16'd0 ? 2'd3
            : {1'b0, sized[15:8] != 8'd0};
      end

      // Extra arguments precede their event.
      if (ARGS > 1) begin : g_args
        localparam integer MW = 32 * (ARGS - 1);
        logic [MW-1:0] args_q;                 // those that have arrived, and
        logic [1:0]    arg_count_q;                // how many, for the next event
        logic [1:0]    left_q, sent_q;
        wire  [95:0]   more;
        integer k;
        always_ff @(posedge clk_i) begin
          if (!rst_ni || clear_i || (take && !is_arg)) arg_count_q <= 2'd0;
          else if (take) arg_count_q <= item[5:4] + 2'd1;
          for (k = 0; k < ARGS - 1; k = k + 1) if (take && is_arg && item[5:4]
              == k[1:0]) args_q[32*k +: 32] <= value;
          if (take) left_q <= arg_count_q;
          else if (next_word) left_q <= left_q - 2'd1;
          if (idle) sent_q <= 2'd0;
          else if (next_word) sent_q <= sent_q + 2'd1;
        end
        assign more[MW-1:0] = args_q;
        if (ARGS < 4) begin : g_none
          assign more[95:MW] = '0;
        end
        assign left    = left_q != 2'd0;
        assign further = sent_q == 2'd0 ? more[31:0] : sent_q == 2'd1 ? more[63:32] : more[95:64];
      end else begin : g_no_args
        assign left    = 1'b0;
        assign further = 32'd0;
        wire unused = &{1'b0, is_arg};
      end

      // ---- the byte
      // Arguments of TCFG: version 3.0.00; user events, all groups, sequence numbers, timestamps,
      // checksums; a signal 1 byte, the timestamp, an address 4, all else 1; no rate.
      localparam [3:0]   TCFG_LAST = 4'd12;
      localparam [127:0] TCFG_ARGS = {24'd0, 16'd0, 8'h10, 8'h01, 8'h11, 8'h41, 4'd1,
          TIMESTAMP_BYTES, 32'h0003800c, 16'h3000};
      wire [2:0] about =  frame_q[2:0];                                      // the kind to name
      // Names of the reasons, padded with 0.
      logic [47:0] name;
      always_comb begin
        case (about)
          3'd0:    name = "RESU";
          3'd1:    name = "MOC";
          3'd2:    name = "SYS";
          3'd3:    name = "DAERHT";
          3'd4:    name = "RSI";
          3'd5:    name = "SSOL";
          3'd6:    name = "EMIT";
          default: name = "EMAN";
        endcase
      end

      wire       named    = !frame_q[3];
      wire       config_w = frame_q == TCFG || named;                          // of the group FWK
      wire [7:0] group    = {5'd0, config_w ? 3'd5 : 3'd6};
      wire [7:0] event_w  = frame_q == TCFG ? 8'd12 : named ? 8'd11 : frame_q == TELL ? {5'd0, TIME}
          : {1'b0, hart_q, kind_q};
      // the id of an event, lowest byte first
      wire [7:0] id_byte = ID == 1 ? {group[2:0], event_w[4:0]} : at_q == 4'd0 ? event_w : at_q
          == ID_LAST ? group : 8'd0;
      wire [127:0] name_args = {{(128-8*ID-48){1'b0}}, name, {(8*ID-3){1'b0}}, about};
      wire [3:0] name_last = ID_BYTES + (name[31:24] == 8'd0 ? 4'd3 : name[39:32] == 8'd0 ? 4'd4
          : name[47:40] == 8'd0 ? 4'd5 : 4'd6);

      // types of frame arguments
      localparam [7:0] U8 = 8'd1, U16 = 8'd3, U32 = 8'd5, X32 = 8'd6, OBJ = 8'd9;
      wire [7:0]   type_w   = size_q == 2'd0 ? U8 : size_q == 2'd1 ? U16 : U32;  // @type
      wire [31:0]  leads    = {thread_q ? OBJ : kind_q == ISR ? X32 : type_w, reports_q ? id_q[7:0]
          : id_q[15:8], reports_q ? U8 : id_q[7:0], U16};
      // the first one present; an extra argument has only its type
      assign       values_at = thread_q || part_q == VALUES ? 4'd3 : {3'd0, reports_q};
      wire [127:0] tell     = {24'd0, time_q[31:16], U16, hz_i, U32, time_q[63:32], U32};  // @tell
      wire [7:0]   args     = ({8{frame_q == TCFG}} & TCFG_ARGS[8*at_q +: 8])
          | ({8{named}} & name_args[8*at_q +: 8]) | ({8{frame_q == TELL}} & tell[8*at_q +: 8])
                            | ({8{frame_q == EVENT && !at_q[2]}} & leads[8*at_q[1:0] +: 8])
                                | ({8{frame_q == EVENT && at_q[2]}} & value_q[8*at_q[1:0] +: 8]);
      logic [3:0]  values_last_q;              // the last one, counted from the value of an event
      always_ff @(posedge clk_i)
        values_last_q <= frame_q == TCFG ? TCFG_LAST : named ? name_last
            : frame_q == TELL ? TELL_LAST
            : {2'b01, size_q};
      wire [7:0]   timestamp    = time_q[8*at_q[1:0] +: 8];
      wire [7:0]   check;                      // makes the sum 0
      wire [7:0]   one_byte    = ({8{part_q == IDS}} & id_byte)
          | ({8{part_q == COUNT}} & sequence_q)
          | ({8{part_q == TIMESTAMPS}} & timestamp)
                            | ({8{part_q == VALUES}} & args) | ({8{part_q == CHECK}} & check)
                                | ({8{part_q == BEGIN || part_q == END}} & FLAG);
      assign last = part_q == IDS    ? at_q == ID_LAST
                  : part_q == TIMESTAMPS ? at_q == TIMESTAMP_LAST
                  : part_q == VALUES ? at_q == values_last_q
                                     : 1'b1;

      // ---- the byte made, without gap from the first of a frame to the last; and the byte sent,
      // in two if it is escaped
      logic       full_q, flag_q;              // holds a byte; the byte is a flag, never escaped
      // check_q: minus the sum of the frame's bytes that have left byte_q
      logic [7:0] byte_q, check_q;
      logic       valid_q, special_q;          // a byte is sent; it must be escaped,
      logic       escaped_q;                   // and the escape has been sent
      logic [7:0] data_q;
      wire        escapes = special_q && !escaped_q;
      wire        leaves  = frame_ready_i && !escapes;
      wire        load    = full_q && (!valid_q || leaves);  // @hold
      assign step  = !idle && (!full_q || load);
      assign check = check_q - byte_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          full_q    <= 1'b0;
          valid_q   <= 1'b0;
          escaped_q <= 1'b0;
        end else begin
          full_q  <= step || (full_q && !load);
          valid_q <= load || (valid_q && !leaves);
          if (valid_q && frame_ready_i) escaped_q <= escapes;
        end
        if (step) begin
          byte_q <= one_byte;
          flag_q  <= part_q == BEGIN || part_q == END;  // @flag
        end
        if (load) begin
          data_q    <= byte_q;
          special_q <= (byte_q == FLAG || byte_q == ESCAPE) && !flag_q;
          check_q   <= flag_q ? 8'd0 : check;  // @check
        end
      end
      assign frame_valid_o = valid_q;
      assign frame_data_o  = escapes ? ESCAPE : escaped_q ? data_q ^ FLIP : data_q;
      assign idle_o        = parse_idle && idle && !full_q && !valid_q;

      wire unused = &{1'b0, group[7:3], event_w[7:5]};

`ifdef FORMAL
`include "weir_frame_fv.svh"
`endif
    end else begin : g_none
      assign word_ready_o = 1'b0;
      assign frame_valid_o = 1'b0;
      assign frame_data_o = 8'd0;
      assign idle_o = 1'b1;
      wire unused = &{1'b0, clk_i, rst_ni, clear_i, auth_i, interval_i, hz_i, word_valid_i, word_i,
          tail_valid_i, tail_i, tail_count_i, frame_ready_i};
    end
  endgenerate
endmodule
`default_nettype wire
