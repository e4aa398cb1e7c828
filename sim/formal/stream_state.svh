// SPDX-License-Identifier: Apache-2.0
// What a reader of the stream knows behind a byte, for a module with VALUE_W to include.
typedef struct packed {
  logic bad;  // the bytes so far are no stream
  logic [2:0] part;  // part of an entry that the next byte belongs to
  logic [3:0] at;  // bytes of this part so far
  logic [27:0] head;  // item and flags
  logic [63:0] delta;  // or the position of CURR
  logic [7:0] kind;  // size and df
  logic [VALUE_W+7:0] value;
  logic [63:0] now;  // time of the entries so far
  logic [31:0] count;  // entries so far
} reader_t;
