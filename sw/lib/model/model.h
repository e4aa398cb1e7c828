// SPDX-License-Identifier: Apache-2.0
// The neutral event model: one kind of record that every trace format is read into and written
// from, so that anything converts to anything. docs/formats/model.md says what each format can
// carry and what is lost on each edge.
//
//   bytes -> source (format adapter) -> records -> [names, merge, order] -> sink (format adapter)
//   -> bytes
//
// A format is one `const model_format_t`, named model_<format>, in the file model_<format>.c,
// listed in model_formats.c. model_flux.c (flux, and the stream of the trace unit in it) is the
// example to follow.
//
// An adapter must provide, to be read:
//   guess         how sure it is that a file's first bytes are its format
//   source_size   bytes of memory a source needs (the caller allocates and clears them)
//   open, next    see model_source_t
// to be written:
//   sink_size     bytes of memory a sink needs
//   begin, record, end     see model_sink_t
// Everything is optional but name, title and endings; a format without `open` cannot be read, one
// without `begin` cannot be written.
//
// Rules for all adapters
//   Memory    what the caller gave, of a fixed size; no allocation, except inside a library that
//   cannot do without. Text      bytes with a length, not 0-terminated, not checked to be UTF-8.
//   What a record points to is valid until the
//             next call to the same source; a sink copies what it keeps.
//   Account   nothing is silent: whatever a source reads and cannot say in the model, and whatever
//   a sink is given and cannot
//             say in its format, is counted with model_drop (the whole record) or model_reduce (one
//             aspect of it).
//   Problems  a source that meets what its format forbids fills `problem` and returns MODEL_E_BAD;
//   the next call goes on
//             behind it, or returns 0 if there is nothing to go on with. It always makes progress.
//   Time      one time base for the whole source, fixed when open returns; times are unwrapped, 64
//   bit, and need not rise
//             unless the source says so (MODEL_RISES).
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MODEL_E_BAD = -1,    // the input breaks the rules of its format: see problem
    MODEL_E_READ = -2,   // the input cannot be read; errno has the reason
    MODEL_E_WRITE = -3,  // the output cannot be written; errno has the reason
    MODEL_E_OPTION = -4, // an option is wrong: see problem
    MODEL_E_ROOM = -5,   // the caller's memory is too small
};

// ---- records

typedef enum {
    // what happened
    MODEL_INSTANT,   // an event; a Weir event has an id and one argument, "value"
    MODEL_SWITCH,    // a hart goes from one thread to another; to one that is not known: no sink is
                     // given that
    MODEL_ISR_ENTER, // a hart enters a trap or interrupt; id is the cause
    MODEL_ISR_EXIT,  // it returns from it
    MODEL_COUNTER, // each argument is a series of numbers; correlation tells apart counters of one
                   // name
    MODEL_BEGIN,   // a duration on a thread; durations of a thread nest
    MODEL_END,
    MODEL_COMPLETE,    // a duration from time to until
    MODEL_ASYNC_BEGIN, // a duration that wanders between threads: known by its correlation
    MODEL_ASYNC_INSTANT,
    MODEL_ASYNC_END,
    MODEL_FLOW_BEGIN, // an arrow between durations: known by its correlation
    MODEL_FLOW_STEP,
    MODEL_FLOW_END,
    MODEL_LOG,  // a message: text
    MODEL_LOSS, // events that were lost: see loss
    // what things are: no time is needed
    MODEL_OBJECT, // an object with a number and a name: a thread, a process, a queue, ...: see
                  // object
    MODEL_NAME,   // the name of an id (value_named false), or of one value of that id: see id, name
    MODEL_PROVIDER, // a part of the system that tells: correlation is its number
    MODEL_BLOB,     // bytes with a name: text
    MODEL_KINDS,
} model_kind_t;

// The name of a kind in the words of the documentation: "instant", "switch", ...
const char *model_kind_name(model_kind_t kind);

typedef struct {
    const char *bytes; // may be NULL if size is 0
    size_t size;
} model_text_t;

// Text up to its 0; NULL is empty.
model_text_t model_text(const char *text);
bool model_text_equal(model_text_t a, model_text_t b);

// A thread. Number 0, known, is none: the hart is idle (or, as `thread` of a record, the event
// belongs to no thread).
typedef struct {
    uint64_t process; // 0: not told
    uint64_t number;  // thread value, koid, address of the control block
    bool known;       // false: which thread it is was not told
} model_thread_t;

// Whose numbers the id of a record is of. Ids of one space mean the same in every format.
typedef enum {
    MODEL_SPACE_NONE,    // no id: category and name are all there is
    MODEL_SPACE_WEIR,    // 16 bit: USER, COM, SYS of the trace unit
    MODEL_SPACE_THREADX, // event ids of tx_trace.h, 1-1023; user events are MODEL_SPACE_WEIR, id =
                         // theirs - 4096
    MODEL_SPACE_RKH, // RKH trace event ids, group << 5 | event; user events are MODEL_SPACE_WEIR
} model_space_t;

enum { MODEL_CLASS_USER, MODEL_CLASS_COM, MODEL_CLASS_SYS, MODEL_CLASS_NONE, MODEL_CLASSES };

// The class of an id of MODEL_SPACE_WEIR; of all other records class is MODEL_CLASS_NONE.
unsigned model_class(uint32_t id);
const char *model_class_name(unsigned class); // "USER", "COM", "SYS", "NONE"
bool model_is_pin(uint32_t id);               // an id of MODEL_SPACE_WEIR that event pins have
const char *model_id_name(uint32_t id); // of an id of MODEL_SPACE_WEIR that has one without being
                                        // told: THREAD_NAME, ...; else ""

typedef enum {
    MODEL_ARG_NULL,    // a name without a value
    MODEL_ARG_BOOL,    // u
    MODEL_ARG_INT,     // i
    MODEL_ARG_UINT,    // u
    MODEL_ARG_FLOAT,   // f
    MODEL_ARG_TEXT,    // text
    MODEL_ARG_POINTER, // u: an address: of an object, a function
    MODEL_ARG_OBJECT,  // u: the number of an object of the kernel (koid)
    MODEL_ARG_BYTES,   // text: a piece of memory
} model_arg_type_t;

typedef struct {
    model_text_t name; // "value" for the one value of an event; "" if it has none
    model_arg_type_t type;
    uint8_t bits; // 8, 16, 32 or 64: how wide the source keeps it; 0: not told
    union {
        int64_t i;
        uint64_t u;
        double f;
    };
    model_text_t text;
} model_arg_t;

enum { MODEL_ARGS_MAX = 32 };

typedef enum {
    MODEL_STATE_UNKNOWN,
    MODEL_STATE_NEW,
    MODEL_STATE_RUNNING,
    MODEL_STATE_SUSPENDED,
    MODEL_STATE_BLOCKED,
    MODEL_STATE_DYING,
    MODEL_STATE_DEAD,
} model_state_t;

typedef enum {
    MODEL_OBJECT_OTHER,
    MODEL_OBJECT_PROCESS,
    MODEL_OBJECT_THREAD,
    MODEL_OBJECT_TIMER,
    MODEL_OBJECT_QUEUE,
    MODEL_OBJECT_SEMAPHORE,
    MODEL_OBJECT_MUTEX,
    MODEL_OBJECT_EVENT_FLAGS,
    MODEL_OBJECT_BLOCK_POOL,
    MODEL_OBJECT_BYTE_POOL,
    MODEL_OBJECT_MEDIA,
    MODEL_OBJECT_FILE,
    MODEL_OBJECT_IP,
    MODEL_OBJECT_PACKET_POOL,
    MODEL_OBJECT_TCP_SOCKET,
    MODEL_OBJECT_UDP_SOCKET,
    MODEL_OBJECT_USB, // type has which of the USB objects it is
    MODEL_OBJECT_SIGNAL,
    MODEL_OBJECT_FUNCTION,
    MODEL_OBJECT_STATE_MACHINE,
    MODEL_OBJECT_ACTIVE,    // of RKH
    MODEL_OBJECT_USERSPACE, // known by its address in a process
    MODEL_OBJECTS,
} model_object_t;

const char *model_object_name(model_object_t kind); // "thread", "queue", ...

enum { MODEL_NO_HART = 0xffff };

// A record: what does not apply to its kind is zero (hart: MODEL_NO_HART where the format has
// none).
typedef struct {
    model_kind_t kind;
    bool timed;       // time is told
    bool value_named; // NAME: of the value `value`, not of the id itself
    uint8_t class;    // MODEL_CLASS_...
    uint16_t hart;
    model_space_t space;
    uint32_t id; // in space; ISR_ENTER, ISR_EXIT: the cause; its bit 31 an interrupt (as in mcause)
    uint32_t provider;     // number of the PROVIDER it comes from; 0: none told
    uint64_t time;         // ticks
    uint64_t until;        // COMPLETE: its end
    model_thread_t thread; // that made it; SWITCH: the incoming one; ISR_...: the interrupted one
    uint64_t correlation;  // COUNTER, ASYNC, FLOW, PROVIDER
    uint64_t value;        // NAME: the value that has this name (of an event of this id)
    model_text_t category,
        name;          // name of the event, counter, object, id, log's tag, blob, provider
    model_text_t text; // LOG: message, BLOB: bytes
    const model_arg_t *args;
    unsigned arg_count; // 0 to MODEL_ARGS_MAX

    struct { // SWITCH
        model_thread_t outgoing;
        model_state_t state; // that the outgoing thread is left in
        bool has_priority;
        uint32_t outgoing_priority, incoming_priority;
    } change;
    struct {          // LOSS
        bool counted; // count says how many; false: it is only known that something was lost
        uint64_t count[MODEL_CLASSES];
        uint32_t cause;  // set of 1 << WEIR_CAUSE_*; 0: not told
        uint64_t source; // set of 1 << (4 * hart + context); 0: not told
        uint64_t first,
            last; // when the first and the last were lost; both are time, when that was not told
        bool first_unknown, last_unknown; // first, last: only a bound, since the input is cut there
        bool more;                        // there were more than count says
        bool open;                        // it had not ended when the input did
    } loss;
    struct { // OBJECT
        model_object_t kind;
        uint32_t type;    // number of the kind in its own format
        uint64_t number;  // address, koid, thread value
        uint64_t process; // it belongs to; 0: not told
    } object;
    uint64_t offset; // in the input, for messages
} model_record_t;

// A record of this kind with everything else unset.
static inline void model_clear(model_record_t *record, model_kind_t kind)
{
    memset(record, 0, sizeof *record);
    record->kind = kind;
    record->class = MODEL_CLASS_NONE;
    record->hart = MODEL_NO_HART;
}

static inline model_record_t model_record(model_kind_t kind)
{
    model_record_t record;
    model_clear(&record, kind);
    return record;
}

// ---- account

// What can be missing of a record that was otherwise kept.
typedef enum {
    MODEL_LESS_ARGS,  // arguments beyond what fits
    MODEL_LESS_VALUE, // a value that does not fit, or whose type is not kept
    MODEL_LESS_TEXT,  // a text cut, or not kept
    MODEL_LESS_TIME,  // precision of the time, or an interval
    MODEL_LESS_HART,
    MODEL_LESS_THREAD, // which thread, its process, state or priority
    MODEL_LESS_ID,     // the id: it became a name, or another number
    MODEL_LESS_LOSS,   // counts by class, cause or source of a loss
    MODEL_LESS_KIND,   // became a record of a poorer kind (an async begin an instant)
    MODEL_LESSES,
} model_less_t;

const char *model_less_name(model_less_t less); // "arguments", "values", ...

// What one conversion left out; each side (source, sink) has its own. Cleared by the caller.
typedef struct {
    uint64_t records[MODEL_KINDS];               // read or written whole or reduced
    uint64_t dropped[MODEL_KINDS];               // left out whole
    uint64_t reduced[MODEL_KINDS][MODEL_LESSES]; // kept, without this
    uint64_t unknown; // source: pieces of no known kind, skipped as the format allows
} model_account_t;

void model_drop(model_account_t *account, model_kind_t kind);
void model_reduce(model_account_t *account, model_kind_t kind, model_less_t less);
// Whether anything was left out.
bool model_lossy(const model_account_t *account);

// ---- input and output

typedef struct {
    // Reads up to size bytes at an offset: returns how many (at least 1), 0 at the end,
    // MODEL_E_READ. It may block and may return fewer than asked: a source passes on what it has
    // before it asks for more. Offsets rise without gaps, except for formats with MODEL_SEEKS.
    int64_t (*read)(void *context, void *bytes, size_t size, uint64_t offset);
    void *context;
    uint64_t size; // bytes in all; UINT64_MAX: not known
} model_input_t;

typedef struct {
    // Appends; returns 0 or MODEL_E_WRITE.
    int (*write)(void *context, const void *bytes, size_t size);
    // Replaces bytes written before; only for formats with MODEL_PATCHES, else NULL.
    int (*patch)(void *context, const void *bytes, size_t size, uint64_t offset);
    void *context;
    const char
        *path; // of the file or directory, for formats with MODEL_PATH, which write it themselves
} model_output_t;

// A tick is numerator / denominator seconds. {0, 0}: the length of a tick is not known.
typedef struct {
    uint64_t numerator, denominator;
} model_base_t;

// From one base to another, rounded down; exact tells whether nothing was lost. Unknown bases are
// taken as 1 ns. Saturates.
uint64_t model_rescale(uint64_t time, model_base_t from, model_base_t to, bool *exact);

typedef struct model_format model_format_t;

typedef struct {
    bool strict;          // also drop what can be understood but is not what the format says
    bool raw;             // the input has no head: it is known what it is (flux: bytes of the FIFO)
    model_base_t base;    // the length of a tick, for formats that do not tell it; {0, 0}: not told
    const char *settings; // "key=value,key=value", as the format's help says; NULL: none
} model_options_t;

// The value of a setting, or NULL; its length goes to *size. "key" without "=" has an empty value.
const char *model_setting(const model_options_t *options, const char *key, size_t *size);
// The first setting that a format's help does not have for reading, or for writing, its length in
// *size; NULL if there is none.
const char *model_setting_unknown(const model_format_t *format, bool writing, const char *settings,
                                  size_t *size);
// A setting that is a number (decimal or 0x): *value is left alone if it is not there. Returns 0 or
// MODEL_E_OPTION.
int model_setting_number(const model_options_t *options, const char *key, uint64_t *value);

// What was wrong, for people: both texts complete "expected ..., found ...".
typedef struct {
    uint64_t offset; // bytes into the input
    char expected[128], found[128];
} model_problem_t;

// Fills a problem; found is a format of printf. Returns MODEL_E_BAD.
int model_problem(model_problem_t *problem, uint64_t offset, const char *expected,
                  const char *found, ...) __attribute__((format(printf, 4, 5)));

// ---- survey

// What a first pass over the input has found, for formats that must tell it before the first event.

typedef struct {
    model_thread_t thread;
    uint32_t order;    // 1 for the first met; 0: this place is free
    uint64_t switches; // times it was switched to
    uint64_t records;  // it made, switches not counted
    char name[64];     // last told, 0-terminated; "" if unknown
} model_survey_thread_t;

// Records that belong together: same kind (BEGIN, END and COMPLETE are one, as are those of ASYNC,
// of FLOW, of ISR), space, id, category, name, hart.
typedef struct {
    model_kind_t kind; // INSTANT, ISR_ENTER, COUNTER, BEGIN, ASYNC_BEGIN, FLOW_BEGIN, LOG
    model_space_t space;
    uint32_t id;
    uint16_t hart;
    uint8_t class;
    uint32_t order; // 1 for the first met; 0: this place is free
    uint64_t count;
    unsigned args;               // most arguments met
    model_arg_type_t type;       // of the first argument; MODEL_ARG_NULL if it has none
    bool mixed;                  // the first argument was of several types
    uint8_t bits;                // of the widest first argument: 32 or 64
    char category[32], name[64]; // 0-terminated, cut
    uint64_t data[2];            // for the sink
} model_survey_series_t;

typedef struct {
    uint64_t count[MODEL_KINDS];
    uint64_t first, last; // times of the first and last timed record
    bool any, ordered;    // any: there was a timed record; ordered: times never fell
    uint64_t harts[1024]; // set of harts
    uint64_t lost;        // events, as far as counted
    model_survey_thread_t *threads;
    size_t thread_capacity, thread_count; // capacity: a power of two; 3/4 of it are used
    model_survey_series_t *series;
    size_t series_capacity, series_count;
    uint64_t left_out; // times something was met for which there was no place
} model_survey_t;

// Tables are the caller's; cleared here.
void model_survey_init(model_survey_t *survey, model_survey_thread_t *threads,
                       size_t thread_capacity, model_survey_series_t *series,
                       size_t series_capacity);
void model_survey_record(model_survey_t *survey, const model_record_t *record);
// What was met of a thread or of the records like this one; NULL if it was not, or not kept.
model_survey_thread_t *model_survey_thread(const model_survey_t *survey, model_thread_t thread);
model_survey_series_t *model_survey_series(const model_survey_t *survey,
                                           const model_record_t *record);
bool model_survey_hart(const model_survey_t *survey, unsigned hart);

// ---- sources and sinks

typedef struct { // set by the caller before open, except where noted
    const model_format_t *format;
    void *memory; // format->source_size(&options) bytes, cleared, aligned as for malloc
    model_input_t input;
    model_options_t options;
    // set by open
    model_base_t base;
    model_text_t title; // what the input says of itself; valid as long as the source
    // set as it goes
    model_account_t account;
    model_problem_t problem;
    uint64_t position; // bytes of the input that are done with
    uint64_t bytes;    // of what told events, without definitions; 0: not told apart
} model_source_t;

typedef struct { // set by the caller before begin
    const model_format_t *format;
    void *memory; // format->sink_size(&options) bytes, cleared, aligned as for malloc
    model_output_t output;
    model_options_t options; // settings of the format
    model_base_t base;       // of the records
    model_text_t title;
    const model_survey_t *survey; // NULL if the format has no MODEL_SURVEYS
    // set as it goes
    model_account_t account;
    model_problem_t problem; // with MODEL_E_OPTION
} model_sink_t;

enum {                 // what a format needs, or promises
    MODEL_SEEKS = 1,   // source: reads at any offset: input is a file
    MODEL_RISES = 2,   // source: times never fall
    MODEL_SURVEYS = 4, // sink: needs a survey
    MODEL_ORDERED =
        8, // sink: times must not fall (records without a time go through at their place)
    MODEL_PATCHES = 16,   // sink: replaces bytes written before: output is a file
    MODEL_PATH = 32,      // sink: writes output.path itself
    MODEL_DIRECTORY = 64, // sink: and that is a directory
    MODEL_LOSS_FIRST =
        128, // sink: with ORDERED: a LOSS comes at the time loss.first, before later records
    MODEL_TEXT = 256,   // sink: the output is text that a terminal may show
    MODEL_LIVE = 512,   // sink: with SURVEYS: does without one too (survey is NULL)
    MODEL_APART = 1024, // sink: wants the events that a log or an RKH record came in, for it can
                        // hold no other
};

struct model_format {
    const char *name;     // "fxt"
    const char *title;    // "Fuchsia trace format"
    const char *endings;  // of file names, the usual one first: "fxt,ftf"
    const char *settings; // help: one line a setting, "key=..  reading: what it is\n", or writing:;
                          // NULL: it has none
    unsigned flags;       // MODEL_...

    // How sure it is, 0 (no) to 100 (a magic number was seen), that the first `size` bytes of a
    // file (at most MODEL_GUESS_SIZE, fewer only if the file is shorter) are this format.
    int (*guess)(const uint8_t *bytes, size_t size);

    // Bytes of memory a source needs with these options.
    size_t (*source_size)(const model_options_t *options);
    // Starts reading: reads as far as needed to know the base. Returns 0 or MODEL_E_*; after
    // MODEL_E_BAD nothing can be read.
    int (*open)(model_source_t *source);
    // The next record: returns 1 and *record, valid until the next call; 0 at the end; or
    // MODEL_E_*. account.records is counted by model_next, not here.
    int (*next)(model_source_t *source, const model_record_t **record);

    size_t (*sink_size)(const model_options_t *options);
    // Writes the head. Returns 0 or MODEL_E_*.
    int (*begin)(model_sink_t *sink);
    // Writes one record, or counts it as dropped. Returns 0 or MODEL_E_*.
    int (*record)(model_sink_t *sink, const model_record_t *record);
    // What is still held is written. Called once after begin succeeded, even after a failure.
    int (*end)(model_sink_t *sink);
    // Live outputs only: all bytes of the records so far are written, whole. NULL: record does so.
    int (*flush)(model_sink_t *sink);
};

enum { MODEL_GUESS_SIZE = 4096 };

// All formats, in the order of a help text; the end is NULL.
extern const model_format_t *const model_formats[];

// The format of this name, or whose endings hold the ending of this path; NULL if there is none.
const model_format_t *model_format_named(const char *name);
const model_format_t *model_format_of_path(const char *path);
// The format that is surest of these first bytes of a file; NULL if none is.
const model_format_t *model_format_guess(const uint8_t *bytes, size_t size);

// What callers use: the format's functions, and the counting of records.
int model_open(model_source_t *source);
int model_next(model_source_t *source, const model_record_t **record);
int model_begin(model_sink_t *sink);
int model_write(model_sink_t *sink, const model_record_t *record);
int model_flush(model_sink_t *sink);
int model_end(model_sink_t *sink);

#ifdef __cplusplus
}
#endif
#endif
