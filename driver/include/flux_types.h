// SPDX-License-Identifier: Apache-2.0
// flux: common types of emitter and reader: tags, types, error codes and one struct per kind of
// entry.
//
// flux is a trace format: a sequence of entries, each of them a definition, a change of the time
// base, or one sample. docs/reference/flux.md describes it to the byte. This header needs only
// freestanding C11.
//
// The reader delivers the structs below, and the emitter accepts them, so a delivered entry can be
// emitted again. A zero-initialised struct has sensible defaults.
#ifndef FLUX_TYPES_H
#define FLUX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Errors: every function that can fail returns 0 (or a count) or one of these.
enum {
    FLUX_E_ARG = -1, // an argument is outside its range, or not expressible in this layout
    FLUX_E_ROOM =
        -2, // emitter: the entry does not fit, even into an empty buffer; nothing was written
    FLUX_E_SINK = -3, // emitter: the handler rejected the bytes
    FLUX_E_BACK =
        -4, // emitter: the position lies before the current one, or out of reach of a delta
    FLUX_E_TAG = -10,     // reader: unknown tag
    FLUX_E_HEAD = -11,    // reader: not a HEAD where one is required, or a wrong magic
    FLUX_E_VERSION = -12, // reader: a HEAD of a version other than 4 and 6
    FLUX_E_PINT =
        -13, // reader: a PInt longer than 10 bytes, or a number that its field does not allow
    FLUX_E_CUT = -14, // reader: the stream, block, section or value ends inside an entry or element
    FLUX_E_BIG = -15, // reader: entry larger than config.entry_max
    FLUX_E_RANGE = -16,  // reader: position outside 64 bit signed
    FLUX_E_CLOSED = -17, // data, CURR or CLOS of an item that no OPEN covers
    FLUX_E_PACK = -18,   // reader: a block does not unpack to exactly its original size
    FLUX_E_MODE = -19,   // reader: a block of unknown mode, or without a configured unpacker
    FLUX_E_DEPTH = -20,  // reader: blocks nested deeper than FLUX_DEPTH_MAX
    FLUX_E_SECTION =
        -21, // reader: bad section header, a section inside a section, or a ring that does not end
    FLUX_E_MEMORY = -22,    // reader: a table or window configured by the caller is full
    FLUX_E_VALUE = -23,     // reader: a sample's payload does not fit its type
    FLUX_E_EXPANSION = -24, // reader: packed blocks hold more than config.expansion allows
    FLUX_E_FILE = -30,      // host wrapper: the file cannot be opened, read or written
};

// Tags of entries (the byte after 00).
enum {
    FLUX_HEAD = 0x01,
    FLUX_SWTH = 0x04,
    FLUX_PBLK = 0x05,
    FLUX_SECT = 0x06,
    FLUX_SCPD = 0x10,
    FLUX_SIGD = 0x11,
    FLUX_MSGD = 0x12,
    FLUX_SIRD = 0x13,
    FLUX_SSGD = 0x14,
    FLUX_SSRD = 0x15,
    FLUX_OPEN = 0x20,
    FLUX_CLOS = 0x21,
    FLUX_DOMD = 0x22,
    FLUX_CURR = 0x23,
    FLUX_ENMD = 0x30,
    FLUX_MEMD = 0x31,
    FLUX_ATRE = 0x40,
    FLUX_ATLA = 0x41,
    FLUX_CREQ = 0x80,
    FLUX_CRES = 0x81,
    // Kinds of flux_entry_t that are not tags:
    FLUX_DATA = 0x100,  // a data entry (it has no tag)
    FLUX_ERROR = 0x101, // damage that a resynchronising reader skips
};

// The three layouts of definitions. Two of them share the version byte 6.
typedef enum {
    FLUX_CLASSIC = 0,  // version 6, the published emitters
    FLUX_V4 = 1,       // version 4, the legacy emitter
    FLUX_EXTENDED = 2, // version 6, definitions with tags and scale
} flux_layout_t;

// Types of signals, in the numbers of the classic layout (the reader translates the extended ones).
enum {
    FLUX_UNKNOWN = 0,
    FLUX_EVENT = 1,
    FLUX_INTEGER = 2,
    FLUX_LOGIC = 3,
    FLUX_FLOAT = 4,
    FLUX_TEXT = 5,
    FLUX_BINARY = 6,
    FLUX_STRUCT = 7,
    FLUX_EVENT_ARRAY = 8,
    FLUX_INTEGER_ARRAY = 9,
    FLUX_FLOAT_ARRAY = 10,
    FLUX_TEXT_ARRAY = 11,
};

// Types of struct members, in the numbers of the classic layout. The extended layout has one enum
// type only (LOCAL).
enum {
    FLUX_M_UNKNOWN = 0,
    FLUX_M_TEXT = 1,
    FLUX_M_GLOBAL_ENUM = 2,
    FLUX_M_INTEGER = 3,
    FLUX_M_FLOAT = 4,
    FLUX_M_LOGIC = 5,
    FLUX_M_BINARY = 6,
    FLUX_M_LOCAL_ENUM = 7,
    FLUX_M_MERGE_ENUM = 8,
    FLUX_M_STRUCT = 9,
    FLUX_M_ENUM_ARRAY = 10,
    FLUX_M_INTEGER_ARRAY = 11,
    FLUX_M_FLOAT_ARRAY = 12,
    FLUX_M_TEXT_ARRAY = 13,
};
#define FLUX_M_WIDTH                                                                               \
    0x30 // modifiers of a member in data: width hint of its array (0x10 32 bits, 0x20 64, 0x30 any)
#define FLUX_M_UNTIL 0x40  // modifier: valid until the member changes
#define FLUX_M_HIDDEN 0x80 // modifier: hidden

// Scopes of enums (flux_enum_t.scope).
enum {
    FLUX_ENUM_SIGNAL = 0,
    FLUX_ENUM_TARGET = 1,
    FLUX_ENUM_RELATION = 2,
    FLUX_ENUM_LABEL = 3,
    FLUX_ENUM_BASE = 4,
    FLUX_ENUM_MEMBER = 8, // 8 + n: struct member n, or array element n
};

#define FLUX_MODE_SYNC 1 // flux_head_t.mode: a repeated HEAD for receivers that join mid-stream

#define FLUX_DEPTH_MAX 8    // packed blocks nested in one another
#define FLUX_SCOPES_MAX 256 // scopes above an item in which the reader searches for the open one
#define FLUX_BASE_MAX 31    // bytes of a domain base

// Text: UTF-8, not terminated. Texts of the reader point into the stream: valid until the callback
// returns (push) or until the next call (pull).
typedef struct {
    const char *data;
    uint32_t size; // bytes
} flux_text_t;

#define FLUX_STR(literal) ((flux_text_t){(literal), sizeof(literal) - 1})

// HEAD: a trace begins, or begins again.
typedef struct {
    uint32_t trace; // id of the trace
    flux_text_t name, description;
    uint8_t version;    // reader: 4 or 6; emitter: ignored, the layout decides
    uint8_t mode;       // 0 or FLUX_MODE_SYNC
    uint32_t max_item;  // largest item id
    uint32_t max_entry; // bytes of the largest entry
} flux_head_t;

// SCPD: a scope.
typedef struct {
    uint32_t item, parent; // parent 0: the root
    flux_text_t name, description;
    flux_text_t tags; // extended layout only
} flux_scope_t;

// SIGD, MSGD, SSGD: a signal, several signals, a scattered signal.
typedef struct {
    uint32_t item, last; // MSGD: ids item..last, inclusive. Otherwise last is 0
    uint32_t parent;
    flux_text_t name, description;
    uint8_t type;           // FLUX_EVENT ...
    uint8_t modifiers;      // upper four bits of the type byte
    flux_text_t descriptor; // classic: content<key=value>; extended: the number format
    flux_text_t tags;       // extended layout only
    int32_t scale;          // extended layout only: logic width or array length, -1 default
    bool scattered;         // SSGD: the bits from..to of a vector, inclusive
    uint32_t from, to;
} flux_signal_t;

// SIRD, SSRD: a second occurrence of a signal, in another scope.
typedef struct {
    uint32_t item, parent; // item: the signal it refers to
    flux_text_t name, description;
    flux_text_t tags; // extended layout only
    bool scattered;
    uint32_t from, to;
} flux_reference_t;

// ENMD: a label for a value.
typedef struct {
    uint32_t item, scope; // scope: FLUX_ENUM_...
    flux_text_t label;
    uint64_t value;
} flux_enum_t;

// MEMD: a member of a struct, or (type FLUX_M_UNKNOWN) the name of an array element.
typedef struct {
    uint32_t item, member; // signal, id of the member in it
    uint32_t parent;       // 0 none, else id of the parent member + 1 (version 4: always 0)
    flux_text_t label;
    uint8_t type;      // FLUX_M_...
    uint8_t modifiers; // FLUX_M_UNTIL | FLUX_M_HIDDEN, bits 4-7 of the type byte
    flux_text_t descriptor;
    flux_text_t description, icon, tags; // extended layout only
    int32_t scale;                       // extended layout only, -1 default
} flux_member_t;

// OPEN: from here on an item and its descendants have a position.
typedef struct {
    uint32_t item; // 0: everything
    flux_text_t
        base; // unit of positions: ns, us, ns10 (10 ns), ...; emitter: empty for the default base
    int64_t start; // in units
    int64_t rate;  // 0 discrete, else period of a continuous signal in units
    bool implied;  // true: the default base, which the entry does not contain
} flux_open_t;

typedef struct {
    uint32_t item;
    int64_t end;
} flux_close_t; // CLOS
typedef struct {
    uint32_t item;
    int64_t position;
} flux_current_t; // CURR: the absolute position

// ATRE: a relation from the latest sample of item.
typedef struct {
    uint32_t item;
    uint8_t type; // 0 delta, 1 delta reversed, 2 position, 3 position reversed (version 4: 0)
    uint32_t target, style; // enum values in scopes FLUX_ENUM_TARGET, FLUX_ENUM_RELATION
    int64_t distance;       // delta or position
    uint32_t base;          // enum value in scope FLUX_ENUM_BASE, 0 same base (version 4: 0)
} flux_relation_t;

// ATLA: a label on the latest sample of item. x, y are 0 in version 6.
typedef struct {
    uint32_t item, style;
    int64_t x, y;
} flux_label_t;

// CREQ, CRES: a control request or result. members is a member list (flux_members_begin).
typedef struct {
    uint32_t control, message, count;
    const uint8_t *members;
    uint32_t size;
} flux_control_t;

// PBLK: a packed block. packed points to its size bytes.
typedef struct {
    uint8_t mode;            // FLUX_LZ4 ...
    uint32_t original, size; // bytes unpacked and packed
    const uint8_t *packed;
} flux_block_t;
enum { FLUX_LZ4 = 0, FLUX_FASTLZ = 1, FLUX_ZLIB = 2, FLUX_GZIP = 3, FLUX_MODES };

// SECT: a section of a ring. content points to its used bytes.
typedef struct {
    uint8_t generation;  // 1-15; 0: never entered
    bool last;           // the last of the ring
    uint16_t size, used; // bytes
    const uint8_t *content;
} flux_section_t;

// The open item whose position a sample takes.
typedef struct {
    uint32_t item;   // 0 root
    int64_t current; // position of the latest sample
    int64_t start, rate;
    bool open;      // false after CLOS
    bool uncertain; // a block was skipped (config.resync): until the next absolute position, times
                    // are too early by the time in that block
    uint8_t base_size;
    char base[FLUX_BASE_MAX + 1]; // the unit, terminated
} flux_domain_t;

// A data entry: one sample. The reader reuses this struct for the next one.
typedef struct {
    uint32_t item;
    uint8_t tag;         // 0 none, 1 conflict, 2-255 explicit
    uint8_t df;          // data format, FLUX_DF_...
    uint32_t size;       // bytes of payload
    const uint8_t *data; // payload; read it with the functions of flux_value.h
    int64_t position;    // absolute, in units of domain->base
    uint64_t delta;  // units since the previous sample of this domain, as in the entry (the emitter
                     // ignores it)
    int64_t integer; // the value, if df is FLUX_DF_INTEGER or FLUX_DF_EVENT and size <= 8; else 0
    const flux_domain_t *domain;
    uint32_t trace;
    flux_layout_t layout;
} flux_data_t;

// A plain integer sample, 24 bytes: no explicit tag, df FLUX_DF_INTEGER or FLUX_DF_EVENT, a payload
// of at most 8 bytes.
typedef struct {
    int64_t position; // absolute, in units of run->domain->base
    int64_t value;
    uint32_t item;
    uint16_t offset; // bytes from the place of the run to this sample
    uint8_t df, tag; // tag: 0, or 1 conflict
} flux_sample_t;

// Consecutive plain integer samples of one domain. The reader reuses this struct for the next run.
typedef struct {
    const flux_sample_t *samples;
    uint32_t count; // 1-FLUX_RUN_MAX
    uint32_t end;   // bytes from the place of the run to the end of the last one
    int64_t from;   // position before the first one
    uint32_t trace;
    flux_layout_t layout;
    const flux_domain_t *domain; // current: the position of the last sample
} flux_run_t;
#define FLUX_RUN_MAX 256

// Data formats that do not depend on the type of the signal.
#define FLUX_DF_NONE 0    // no value from here on (size 0)
#define FLUX_DF_INTEGER 1 // also text, binary, struct
#define FLUX_DF_EVENT 2
#define FLUX_DF_FLOAT32 5
#define FLUX_DF_FLOAT64 9

// Where an entry begins.
typedef struct {
    uint64_t offset; // bytes from the start of the stream; inside packed blocks: that of the
                     // outermost block
    uint32_t inner;  // inside packed blocks: bytes from the start of the innermost unpacked block
    uint8_t depth;   // packed blocks around it
} flux_where_t;

typedef struct {
    int code; // FLUX_E_...
    int kind; // tag of the entry with the error, FLUX_DATA, or 0 without a recognised entry
    flux_where_t where;   // the entry
    uint32_t at;          // bytes from the start of that entry to the error
    const char *expected; // what was expected there: constant text
} flux_error_t;

#endif
