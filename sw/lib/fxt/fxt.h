// SPDX-License-Identifier: Apache-2.0
// FXT (Fuchsia trace format) writer: one function a record, streaming, in memory the caller owns.
//
// A record is composed in a buffer the caller gave and handed to the caller's write function when it is whole. Nothing is
// allocated and nothing is remembered between records: the caller chooses the indexes of strings and threads and writes
// their records before it uses them.
//
// What readers want: fxt_magic first, then fxt_provider and fxt_init, then everything else. Words are little-endian.
//
// Every function returns 0, or a negative FXT_E_*. After FXT_E_ARG and FXT_E_SIZE nothing was written and the writer can
// go on. After FXT_E_WRITE the output is broken: every later call returns FXT_E_WRITE again. No function blocks unless the
// write function does. A writer may be used by one thread at a time.
#ifndef FXT_H
#define FXT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FXT_E_ARG = -1,             // an argument is out of the range given with the function
    FXT_E_SIZE = -2,            // the record is longer than FXT_RECORD_MAX or than the caller's buffer
    FXT_E_WRITE = -3,           // the write function failed
};

enum {
    FXT_RECORD_MAX = 32760,     // octets of the longest record: a buffer of this size is always enough
    FXT_STRING_MAX = 32000,     // octets of the longest string
    FXT_ARGS_MAX = 15,          // arguments of one record
};

// Takes size octets of whole records; returns 0, anything else is a failure.
typedef int fxt_write_fn(void *context, const void *octets, size_t size);

struct fxt_writer {             // private; set by fxt_writer_init
    fxt_write_fn *write;
    void *context;
    uint8_t *record;
    size_t capacity, used;
    int overflow, failed;
};

// record: capacity octets in which records are composed, FXT_RECORD_MAX is always enough; must outlive the writer.
void fxt_writer_init(struct fxt_writer *w, fxt_write_fn *write, void *context, void *record, size_t capacity);

// --- references ----------------------------------------------------------------------------------------------------------

// A string: of the table (index 1-32767, defined by fxt_string_record before), or inline (text, length 0-FXT_STRING_MAX
// octets of UTF-8). All zero is the empty string.
struct fxt_string {
    uint16_t index;
    const char *text;
    size_t length;
};
struct fxt_string fxt_indexed(uint16_t index);
struct fxt_string fxt_text(const char *text);               // text up to its 0
#define FXT_EMPTY ((struct fxt_string){0, 0, 0})

// A thread: of the table (index 1-255, defined by fxt_thread_record before), or inline (index 0) by its koids.
struct fxt_thread {
    uint8_t index;
    uint64_t process, thread;
};

enum fxt_arg_type {
    FXT_NULL = 0, FXT_INT32 = 1, FXT_UINT32 = 2, FXT_INT64 = 3, FXT_UINT64 = 4, FXT_DOUBLE = 5, FXT_STRING = 6,
    FXT_POINTER = 7, FXT_KOID = 8,
};

struct fxt_arg {
    enum fxt_arg_type type;
    struct fxt_string name;
    union {
        int32_t i32;
        uint32_t u32;
        int64_t i64;
        uint64_t u64;           // FXT_UINT64, FXT_POINTER, FXT_KOID
        double f64;
        struct fxt_string string;
    } value;
};

struct fxt_args {
    const struct fxt_arg *arg;
    unsigned count;             // 0-FXT_ARGS_MAX
};
#define FXT_NO_ARGS ((struct fxt_args){0, 0})

// --- metadata --------------------------------------------------------------------------------------------------------------

int fxt_magic(struct fxt_writer *w);
// Name: at most 255 octets.
int fxt_provider(struct fxt_writer *w, uint32_t id, const char *name);
int fxt_section(struct fxt_writer *w, uint32_t id);
enum { FXT_BUFFER_FULL = 0 };
int fxt_provider_event(struct fxt_writer *w, uint32_t id, unsigned event);

// ticks_per_second: the unit of every time that follows.
int fxt_init(struct fxt_writer *w, uint64_t ticks_per_second);

// --- tables ------------------------------------------------------------------------------------------------------------------

// index 1-32767; replaces what it had before.
int fxt_string_record(struct fxt_writer *w, uint16_t index, const char *text, size_t length);
// index 1-255; replaces what it had before.
int fxt_thread_record(struct fxt_writer *w, uint8_t index, uint64_t process, uint64_t thread);

// --- events ------------------------------------------------------------------------------------------------------------------

enum fxt_event_type {
    FXT_INSTANT = 0, FXT_COUNTER = 1, FXT_BEGIN = 2, FXT_END = 3, FXT_COMPLETE = 4, FXT_ASYNC_BEGIN = 5,
    FXT_ASYNC_INSTANT = 6, FXT_ASYNC_END = 7, FXT_FLOW_BEGIN = 8, FXT_FLOW_STEP = 9, FXT_FLOW_END = 10,
};

struct fxt_event {
    enum fxt_event_type type;
    uint64_t time;              // ticks
    struct fxt_thread thread;
    struct fxt_string category, name;
    struct fxt_args args;
    uint64_t extra;             // COUNTER: counter id; COMPLETE: end time in ticks; ASYNC and FLOW: correlation id
};
int fxt_event(struct fxt_writer *w, const struct fxt_event *event);

// --- objects, switches, the rest -----------------------------------------------------------------------------------------

enum { FXT_BLOB_DATA = 1, FXT_BLOB_LAST_BRANCH = 2 };
// size: 0-32767 octets.
int fxt_blob(struct fxt_writer *w, struct fxt_string name, unsigned type, const void *data, size_t size);

// An object of a process, known by its address. Of process only the process koid is used.
int fxt_userspace_object(struct fxt_writer *w, struct fxt_thread process, uint64_t pointer, struct fxt_string name,
                         struct fxt_args args);

enum { FXT_PROCESS = 1, FXT_THREAD = 2 };
// A kernel object, known by its koid. Readers show the name of a thread only if the argument "process" (FXT_KOID) is there.
int fxt_kernel_object(struct fxt_writer *w, unsigned type, uint64_t koid, struct fxt_string name, struct fxt_args args);

enum fxt_thread_state {
    FXT_STATE_NEW = 0, FXT_STATE_RUNNING = 1, FXT_STATE_SUSPENDED = 2, FXT_STATE_BLOCKED = 3, FXT_STATE_DYING = 4,
    FXT_STATE_DEAD = 5,
};

struct fxt_switch {
    uint64_t time;              // ticks
    uint16_t cpu;
    enum fxt_thread_state outgoing_state;
    uint64_t outgoing, incoming;        // thread koids
    struct fxt_args args;       // by convention outgoing_weight, incoming_weight (FXT_INT32): INT32_MIN tells the idle thread
};
// A context switch in the layout today's readers want (scheduling record, type 1).
int fxt_context_switch(struct fxt_writer *w, const struct fxt_switch *s);

struct fxt_legacy_switch {
    uint64_t time;              // ticks
    uint8_t cpu;
    enum fxt_thread_state outgoing_state;
    struct fxt_thread outgoing, incoming;
    uint8_t outgoing_priority, incoming_priority;
};
// A context switch in the layout of the format's first published text.
int fxt_legacy_context_switch(struct fxt_writer *w, const struct fxt_legacy_switch *s);

// A message of a log: 0-32767 octets of UTF-8.
int fxt_log(struct fxt_writer *w, uint64_t time, struct fxt_thread thread, const char *text, size_t length);

#ifdef __cplusplus
}
#endif
#endif
