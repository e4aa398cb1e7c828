// SPDX-License-Identifier: Apache-2.0
// FXT: contents of records, common to reader and writer.
//
// Times are ticks of the rate in the initialization record (1 ns without one). Texts are UTF-8 with
// a length, not terminated. Process, thread and object ids ("koids") are plain 64-bit numbers.
#ifndef FXT_TYPES_H
#define FXT_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FXT_RECORD_MAX = 32760, // bytes of the longest record (but for large blobs)
    FXT_STRING_MAX = 32000, // bytes of the longest string that is written; up to 32767 are read
    FXT_PROVIDER_NAME_MAX = 255, // bytes of the longest provider name
    FXT_ARGS_MAX = 15,           // arguments of one record
    FXT_STRINGS_MAX = 32767,     // highest index of the string table
    FXT_THREADS_MAX = 255,       // highest index of the thread table
};

// Errors of functions (FXT_E_ARG to FXT_E_ORDER), and errors of a stream (the others).
enum {
    FXT_E_ARG = -1,   // an argument is out of the range given with the function
    FXT_E_SIZE = -2,  // the record is longer than FXT_RECORD_MAX or than the caller's buffer
    FXT_E_WRITE = -3, // the write function failed
    FXT_E_ORDER = -4, // an unknown record of a big-endian stream, which cannot be copied

    FXT_E_HEADER = -10,   // no record begins here
    FXT_E_CUT = -11,      // the stream ends inside a record
    FXT_E_SHORT = -12,    // the record, or an argument, is longer than its header says
    FXT_E_ARG_SIZE = -13, // the size of an argument does not fit its record

    FXT_E_STRING = -20,    // reference to a string that is not in the table
    FXT_E_THREAD = -21,    // reference to a thread that is not in the table
    FXT_E_VALUE = -22,     // a value without a meaning, such as 0 ticks a second
    FXT_E_ARG_SHORT = -23, // an argument ends before its value; it is omitted
    FXT_E_MEMORY = -24,    // a limit of this reader (fxt_reader_config_t)

    FXT_E_RESERVED =
        -30, // bits that must be zero are not [this and the following: strict readers only]
    FXT_E_PADDING = -31,  // padding that must be zero is not
    FXT_E_LENGTH = -32,   // a string longer than FXT_STRING_MAX
    FXT_E_UTF8 = -33,     // text that is not UTF-8
    FXT_E_MORE = -34,     // words behind the known content of the record
    FXT_E_INDEX = -35,    // entry 0 of a table cannot be set; the record has no effect
    FXT_E_UNKNOWN = -36,  // unknown type of record or argument
    FXT_E_FIRST = -37,    // the stream does not begin with the magic record
    FXT_E_PROVIDER = -38, // section or event of an unknown provider
};

// ---- references

// A string of the table (index 1-32767), or inline (index 0). All zero is the empty string. Writer:
// ignores the text of an index. Reader: sets the text, NULL if the table has no such entry.
typedef struct {
    const char *text;
    uint16_t length; // bytes
    uint16_t index;
} fxt_string_t;

// A thread of the table (index 1-255), or inline (index 0) by its koids. Writer: ignores the koids
// of an index. Reader: sets them; 0 and unknown if the table has no such entry.
typedef struct {
    uint64_t process, thread;
    uint8_t index;
    bool unknown;
} fxt_thread_t;

// ---- arguments

typedef enum {
    FXT_ARG_NULL = 0,
    FXT_ARG_INT32 = 1,
    FXT_ARG_UINT32 = 2,
    FXT_ARG_INT64 = 3,
    FXT_ARG_UINT64 = 4,
    FXT_ARG_DOUBLE = 5,
    FXT_ARG_STRING = 6,
    FXT_ARG_POINTER = 7,
    FXT_ARG_KOID = 8,
    FXT_ARG_BOOL = 9, // newer than the other types
} fxt_arg_type_t;

typedef struct {
    uint8_t type; // fxt_arg_type_t; 10-15: unknown, value.raw
    fxt_string_t name;
    union {
        int32_t i32;
        uint32_t u32;
        int64_t i64;
        uint64_t u64; // UINT64, POINTER, KOID
        double f64;
        bool boolean;
        fxt_string_t string;
        struct {
            uint32_t high; // bits 32-63 of the argument's header
            uint32_t size; // bytes behind the name, a multiple of 8
            const uint8_t *bytes;
        } raw;
    } value;
} fxt_arg_t;

typedef struct {
    const fxt_arg_t *arg;
    unsigned count; // 0-FXT_ARGS_MAX
} fxt_args_t;

// ---- what records hold

typedef struct {
    uint32_t id;
    const char *name; // reader: empty for an unknown provider
    uint8_t name_length;
    uint64_t ticks_per_second; // of the provider's times. Reader: 1000000000 before an
                               // initialization record. The writer ignores it
} fxt_provider_t;

enum { FXT_BUFFER_FULL = 0 };
typedef struct {
    uint32_t id;   // of the provider
    uint8_t event; // 0-15: FXT_BUFFER_FULL
} fxt_provider_event_t;

typedef struct {
    uint16_t index; // 1-32767; 0: read, without effect
    const char *text;
    uint16_t length;
} fxt_string_entry_t;

typedef struct {
    uint8_t index; // 1-255; 0: read, without effect
    uint64_t process, thread;
} fxt_thread_entry_t;

typedef enum {
    FXT_INSTANT = 0,
    FXT_COUNTER = 1,
    FXT_BEGIN = 2,
    FXT_END = 3,
    FXT_COMPLETE = 4,
    FXT_ASYNC_BEGIN = 5,
    FXT_ASYNC_INSTANT = 6,
    FXT_ASYNC_END = 7,
    FXT_FLOW_BEGIN = 8,
    FXT_FLOW_STEP = 9,
    FXT_FLOW_END = 10,
} fxt_event_type_t;

typedef struct {
    fxt_event_type_t type;
    uint64_t time;
    fxt_thread_t thread;
    fxt_string_t category, name;
    fxt_args_t args;
    uint64_t
        extra; // COUNTER: counter id; COMPLETE: end time; ASYNC and FLOW: correlation id; INSTANT:
               // newer writers' scope, 0 thread, 1 process, 2 global; written if not 0
} fxt_event_t;

enum { FXT_BLOB_DATA = 1, FXT_BLOB_LAST_BRANCH = 2, FXT_BLOB_PERFETTO = 3 };
typedef struct {
    fxt_string_t name;
    uint8_t type;
    const uint8_t *data;
    uint16_t size; // 0-32767 bytes
} fxt_blob_t;

// An object of a process, known by its address. Only the process koid of `process` counts.
typedef struct {
    fxt_thread_t process;
    uint64_t pointer;
    fxt_string_t name;
    fxt_args_t args;
} fxt_userspace_object_t;

enum { FXT_OBJECT_PROCESS = 1, FXT_OBJECT_THREAD = 2 };
// Viewers show the name of a thread only with the argument "process" (FXT_ARG_KOID).
typedef struct {
    uint8_t type; // FXT_OBJECT_..., or any other of the system's object types
    uint64_t koid;
    fxt_string_t name;
    fxt_args_t args;
} fxt_kernel_object_t;

typedef enum {
    FXT_STATE_NEW = 0,
    FXT_STATE_RUNNING = 1,
    FXT_STATE_SUSPENDED = 2,
    FXT_STATE_BLOCKED = 3,
    FXT_STATE_DYING = 4,
    FXT_STATE_DEAD = 5,
} fxt_thread_state_t;

// A context switch, in one of two layouts. Today's viewers expect the newer one. It has no thread
// references, only the threads' koids (outgoing.thread, incoming.thread; reader: process 0), and by
// convention the arguments outgoing_weight and incoming_weight (FXT_ARG_INT32), where INT32_MIN
// marks the idle thread. Priorities are 0. The legacy layout of the format's first text has
// priorities, but no arguments, and cpu is 0-255; idle is process 0 with priority 0.
typedef struct {
    bool legacy;
    uint64_t time;
    uint16_t cpu;
    uint8_t outgoing_state; // fxt_thread_state_t; 0-15 are possible
    fxt_thread_t outgoing, incoming;
    uint8_t outgoing_priority, incoming_priority;
    fxt_args_t args;
} fxt_switch_t;

// A thread became ready to run (newer than the format's first text).
typedef struct {
    uint64_t time;
    uint16_t cpu;
    uint64_t thread; // koid
    fxt_args_t args; // by convention weight (FXT_ARG_INT32)
} fxt_wakeup_t;

typedef struct {
    uint64_t time;
    fxt_thread_t thread;
    const char *text;
    uint16_t length; // 0-32767 bytes
} fxt_log_t;

// A blob of any size (newer than the format's first text). Reader: in pieces; only the first has
// category, name, time, thread and arguments. Writer: whole, with at 0 and length equal to size.
typedef struct {
    bool plain; // without time, thread and arguments
    fxt_string_t category, name;
    uint64_t time;
    fxt_thread_t thread;
    fxt_args_t args;
    uint64_t size; // bytes of the blob
    uint64_t at;   // begin of this piece in the blob
    const uint8_t *data;
    size_t length; // bytes of this piece
} fxt_large_blob_t;

// ---- records

typedef enum {
    FXT_ERROR,
    FXT_MAGIC,
    FXT_PROVIDER_INFO,
    FXT_PROVIDER_SECTION,
    FXT_PROVIDER_EVENT,
    FXT_INITIALIZATION,
    FXT_STRING,
    FXT_THREAD,
    FXT_EVENT,
    FXT_BLOB,
    FXT_USERSPACE_OBJECT,
    FXT_KERNEL_OBJECT,
    FXT_SWITCH,
    FXT_WAKEUP,
    FXT_LOG,
    FXT_LARGE_BLOB,
    FXT_UNKNOWN,
} fxt_kind_t;
#define FXT_KINDS (FXT_UNKNOWN + 1)

typedef struct {
    int code;                 // FXT_E_...
    fxt_kind_t kind;          // of the record in question; FXT_UNKNOWN: unknown
    uint64_t offset;          // byte of the stream at which that record begins
    uint32_t at;              // byte of the record in question
    const char *what;         // "name", "thread", ... "" for the record as a whole
    uint64_t expected, found; // fxt_error_text explains them
    bool rejected;            // the reader skipped the record; otherwise it delivers it next
    uint64_t skipped;         // bytes skipped
} fxt_error_t;

typedef struct {
    fxt_kind_t kind;
    uint64_t offset;    // byte of the stream at which it begins
    const uint8_t *raw; // the bytes of the record; NULL for FXT_ERROR, FXT_LARGE_BLOB, and unknown
                        // records of more than FXT_RECORD_MAX bytes
    uint32_t raw_size;
    bool big_endian;                // the byte order of the words in raw and in unknown arguments
    const fxt_provider_t *provider; // the provider of the record
    union {
        fxt_error_t error;
        fxt_provider_t provider_info;
        uint32_t provider_section; // id
        fxt_provider_event_t provider_event;
        uint64_t ticks_per_second; // of FXT_INITIALIZATION; not 0 to have an effect
        fxt_string_entry_t string;
        fxt_thread_entry_t thread;
        fxt_event_t event;
        fxt_blob_t blob;
        fxt_userspace_object_t userspace_object;
        fxt_kernel_object_t kernel_object;
        fxt_switch_t context_switch;
        fxt_wakeup_t wakeup;
        fxt_log_t log;
        fxt_large_blob_t large_blob;
        unsigned unknown; // record type, 0-15
    };
} fxt_record_t;

// ---- text, numbers

const char *fxt_kind_name(fxt_kind_t kind); // "event", "string", ...
const char *
fxt_event_name(fxt_event_type_t type); // "instant", "counter", ...; "?" for an unknown type

// Writes one line of text, without newline, always terminated, cut to size. Returns text.
// A record: its kind, then its content. An error: "byte 96: event at +16: ends in its name:
// expected 24 bytes, found 8".
char *fxt_record_text(const fxt_record_t *record, char *text, size_t size);
char *fxt_error_text(const fxt_error_t *error, char *text, size_t size);

// Nanoseconds of a number of ticks, rounded down; UINT64_MAX on overflow. ticks_per_second: not 0.
uint64_t fxt_nanoseconds(uint64_t ticks, uint64_t ticks_per_second);

#ifdef __cplusplus
}
#endif
#endif
