// SPDX-License-Identifier: Apache-2.0
// The neutral event model: one kind of record for every trace format, so that any format converts
// to any other. docs/reference/model.md lists the content of each format and the losses of each
// conversion.
//
//   bytes -> source (format adapter) -> batches (batch.h) -> records -> [names, merge, order]
//         -> sink (format adapter) -> bytes
//
// A format is one `const model_format_t`, named model_<format>, in the file model_<format>.c,
// listed in model_formats.c. For an example see model_flux.c (flux, and the stream of the trace
// unit in it).
//
// For reading, an adapter provides
//   guess         how likely the first bytes of a file are this format
//   source_size   bytes of memory of a source (model_open allocates and clears them)
//   open, and read or next     see model_source_t; read fills batches (batch.h), next gives one
//                 record at a time
// and for writing
//   sink_size     bytes of memory of a sink
//   begin, record, end     see model_sink_t
// All of them are optional; only name, title and endings are required. A format without `open`
// cannot be read, one without `begin` cannot be written.
//
// Rules for all adapters
//   Memory    is of a fixed size, from model_open for a source and from the caller for a sink. Only
//             batches and dictionaries grow. Do not allocate, except inside a library that must.
//   Text      is bytes with a length, not 0-terminated, not checked to be UTF-8. Pointers of a
//   record
//             are valid until the next call to the same source; a sink copies what it needs later.
//   Account   leaves out nothing: count everything that a source reads and the model cannot
//   express,
//             and everything that a sink receives and its format cannot express, with model_drop
//             (the whole record) or model_reduce (one aspect of it).
//   Problems  break the rules of a format: the source fills `problem` and returns MODEL_E_BAD. The
//             next call continues behind the problem, or returns 0 if it cannot. Every call makes
//             progress.
//   Time      has one base for the whole source, fixed when open returns. Times are unwrapped, 64
//             bits, and may fall, unless the source has MODEL_RISES.
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
    MODEL_E_SURVEY = -6, // a sink of one pass needs a survey: begin again with one
};

// ---- records

typedef enum {
    // events
    MODEL_INSTANT,   // an event; one of Weir has an id and the argument "value"
    MODEL_SWITCH,    // a hart switches between threads; sinks get no switch to an unknown thread
    MODEL_ISR_ENTER, // a hart enters a trap or interrupt; id is the cause
    MODEL_ISR_EXIT,  // it returns from it
    MODEL_COUNTER,   // each argument is a series of numbers; correlation separates counters of one
                     // name
    MODEL_BEGIN,     // a duration on a thread; durations of a thread nest
    MODEL_END,
    MODEL_COMPLETE,    // a duration from time to until
    MODEL_ASYNC_BEGIN, // a duration that moves between threads, identified by its correlation
    MODEL_ASYNC_INSTANT,
    MODEL_ASYNC_END,
    MODEL_FLOW_BEGIN, // an arrow between durations, identified by its correlation
    MODEL_FLOW_STEP,
    MODEL_FLOW_END,
    MODEL_WAKEUP, // a thread becomes ready to run on a hart
    MODEL_LOG,  // a message: text
    MODEL_LOSS, // lost events: see loss
    // descriptions: they need no time
    MODEL_OBJECT, // an object with a number and a name: a thread, a process, a queue, ...: see
                  // object
    MODEL_NAME,   // the name of an id (value_named false), or of one value of that id: see id, name
    MODEL_PROVIDER, // a part of the system with events of its own: correlation is its number
    MODEL_BLOB,     // bytes with a name: text
    MODEL_KINDS,
} model_kind_t;

// The name of a kind, as in the documentation: "instant", "switch", ...
const char *model_kind_name(model_kind_t kind);

typedef struct {
    const char *bytes; // may be NULL if size is 0
    size_t size;
} model_text_t;

// A 0-terminated string as text; NULL is empty.
model_text_t model_text(const char *text);
bool model_text_equal(model_text_t a, model_text_t b);

// A thread. Number 0, if known, is none: the hart is idle, or (`thread` of a record) the event
// belongs to no thread.
typedef struct {
    uint64_t process; // 0: unknown
    uint64_t number;  // thread value, koid, address of the control block
    bool known;       // false: unknown thread
} model_thread_t;

// The owner of the id of a record. Ids of one space mean the same in every format.
typedef enum {
    MODEL_SPACE_NONE,    // no id, only category and name
    MODEL_SPACE_WEIR,    // 16 bits: USER, COM, SYS of the trace unit
    MODEL_SPACE_THREADX, // event ids of tx_trace.h, 1-1023; user events are MODEL_SPACE_WEIR with
                         // their id - 4096
    MODEL_SPACE_RKH, // RKH trace event ids, group << 5 | event; user events are MODEL_SPACE_WEIR
} model_space_t;

enum { MODEL_CLASS_USER, MODEL_CLASS_COM, MODEL_CLASS_SYS, MODEL_CLASS_NONE, MODEL_CLASSES };

// The class of an id of MODEL_SPACE_WEIR; all other records have MODEL_CLASS_NONE.
unsigned model_class(uint32_t id);
const char *model_class_name(unsigned class); // "USER", "COM", "SYS", "NONE"
bool model_is_pin(uint32_t id);               // true for ids of event pins in MODEL_SPACE_WEIR
const char *model_id_name(
    uint32_t id); // predefined name of an id of MODEL_SPACE_WEIR: THREAD_NAME, ...; else ""

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
    // from here on only few formats have them: model_arg_simple makes one of the above
    MODEL_ARG_ENUM,   // i: a number; text: its label, "" without one
    MODEL_ARG_LOGIC,  // text: a character a state, the most significant first: one of
                      // 01ZXLHUW-JKMNOP#
    MODEL_ARG_WIDE,   // text: an integer of more than 64 bits, two's complement, lowest byte first
    MODEL_ARG_ARRAY,  // items: elements, without names unless the source names them
    MODEL_ARG_STRUCT, // items: members
    MODEL_ARG_TYPES,
} model_arg_type_t;

typedef struct model_arg model_arg_t;
struct model_arg {
    model_text_t name; // "value" for the only value of an event; "" without a name
    model_arg_type_t type;
    uint8_t bits;   // width in the source: 8, 16, 32 or 64; 0: unknown
    uint32_t count; // of items
    union {
        int64_t i;
        uint64_t u;
        double f;
        const model_arg_t *items;
    };
    model_text_t text;
};

const char *model_arg_type_name(model_arg_type_t type); // "int", "text", "struct", ...

bool model_arg_is_simple(const model_arg_t *arg); // its type is not one of the last ones
// Writes a value of any type as text, without its name: numbers as in C, states as characters,
// [elements], {name: member}. Returns the bytes; *whole is false if they do not fit.
size_t model_arg_text(const model_arg_t *arg, char *text, size_t size, bool *whole);

// For formats without the last types: *simple becomes an argument of one of the others, which holds
// the same or less: an enum its number without the label; logic, integers of more than 64 bits,
// arrays and structs a text, of which `text` has room for `size` bytes. Returns simple, or an arg
// that is simple already. *whole is false if a part is missing.
const model_arg_t *model_arg_simple(const model_arg_t *arg, model_arg_t *simple, char *text,
                                    size_t size, bool *whole);

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
    MODEL_OBJECT_USB, // type is the type of USB object
    MODEL_OBJECT_SIGNAL,
    MODEL_OBJECT_FUNCTION,
    MODEL_OBJECT_STATE_MACHINE,
    MODEL_OBJECT_ACTIVE,    // of RKH
    MODEL_OBJECT_USERSPACE, // known by its address in a process
    // Definitions of a flux stream that is not of the unit. number: trace << 32 | item; process:
    // that of its parent, 0 without one; text: its description.
    MODEL_OBJECT_TRACE,     // number: trace << 32 | 0xffffffff; type: 1 in version 4
    MODEL_OBJECT_SCOPE,     // args: tags; type: FLUX_EXTENDED, ...
    MODEL_OBJECT_VARIABLE,  // a signal; type: FLUX_...; args: descriptor, tags, scale, from, to
    MODEL_OBJECT_REFERENCE, // to variable `number`, in scope `process`; args: as of a variable
    MODEL_OBJECT_MEMBER,    // of a struct, `number`; type: FLUX_M_...; args: member, parent, ...
    MODEL_OBJECT_LABEL,     // of a value of `number`; name: the label; args: value, scope
    MODEL_OBJECT_DOMAIN,    // `number` is open; name: unit; args: start, rate, or end
    MODEL_OBJECT_RELATION,  // of the sample before it, `number`: args: target, style, distance, ...
    MODEL_OBJECT_MESSAGE,   // a request to device `number`, or a result; args: message, values
    MODEL_OBJECTS,
} model_object_t;

const char *model_object_name(model_object_t kind); // "thread", "queue", ...

enum { MODEL_NO_HART = 0xffff };

// Where the code ran that made a record, as far as the source reports it.
typedef enum {
    MODEL_CONTEXT_UNKNOWN, // not reported: see the thread, and whether a handler is entered
    MODEL_CONTEXT_THREAD,
    MODEL_CONTEXT_ISR,  // `thread` is the interrupted one
    MODEL_CONTEXT_INIT, // before the first thread
} model_context_kind_t;

typedef struct {
    uint8_t kind;                 // MODEL_CONTEXT_...
    bool has_priority;            // priority and threshold are those of the thread
    uint16_t priority, threshold; // threshold: of preemption
    uint32_t word;                // ThreadX: the word of the priority if it is none; else 0
} model_context_t;

const char *model_context_name(unsigned kind); // "thread", "isr", "initialization"; "" unknown

// The scope of an instant: what a viewer draws it across.
enum { MODEL_SCOPE_THREAD, MODEL_SCOPE_PROCESS, MODEL_SCOPE_GLOBAL };

// A record. Members without a meaning for its kind are 0 (hart: MODEL_NO_HART without a hart).
typedef struct {
    model_kind_t kind;
    bool timed;       // true: time is valid
    bool value_named; // NAME: true for the value `value`, false for the id itself
    uint8_t class;    // MODEL_CLASS_...
    uint8_t scope;    // INSTANT: MODEL_SCOPE_...
    uint8_t tag;      // 0; 1: its source marks it as in conflict; others: an explicit tag of flux
    uint16_t hart;
    model_space_t space;
    uint32_t id; // in space; ISR_ENTER, ISR_EXIT: the cause; its bit 31 an interrupt (as in mcause)
    uint32_t provider; // number of its PROVIDER; 0: none
    uint64_t item;     // number of its OBJECT_VARIABLE; 0: none
    model_context_t context;
    uint64_t time;     // ticks
    uint64_t until;    // COMPLETE: its end
    model_thread_t
        thread; // that made the record; SWITCH: the incoming one; ISR_...: the interrupted one
    uint64_t correlation; // COUNTER, ASYNC, FLOW, PROVIDER
    uint64_t value;       // NAME: the value (of an event of this id) with this name
    model_text_t category,
        name;          // name of the event, counter, object, id, log's tag, blob, provider
    model_text_t text; // LOG: message, BLOB: bytes
    const model_arg_t *args;
    unsigned arg_count; // 0 to MODEL_ARGS_MAX

    struct { // SWITCH
        model_thread_t outgoing;
        model_state_t state; // of the outgoing thread
        bool has_priority;
        uint32_t outgoing_priority, incoming_priority;
    } change;
    struct {          // LOSS
        bool counted; // true: count is the number of lost events; false: the number is unknown
        uint64_t count[MODEL_CLASSES];
        uint32_t cause;  // set of 1 << WEIR_DROP_CAUSE(reason); 0: unknown
        uint64_t source; // set of 1 << (4 * hart + context); 0: unknown
        uint64_t first,
            last; // times of the first and the last lost event; both equal time if unknown
        bool first_unknown,
            last_unknown; // first, last: only a bound, because the input is cut there
        bool more;        // more were lost than count says
        bool open;        // the input ended before the loss
    } loss;
    struct { // OBJECT
        model_object_t kind;
        uint32_t type;    // number of the type in its own format
        uint64_t number;  // address, koid, thread value
        uint64_t process; // its process; 0: unknown
        bool symbol;      // THREAD: the name is a symbol of the firmware
    } object;
} model_record_t;

// Returns a record of this kind with all other members cleared.
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

// Parts that a converted record can lack.
typedef enum {
    MODEL_LESS_ARGS,  // arguments beyond the limit
    MODEL_LESS_VALUE, // a value that does not fit, or whose type the format lacks
    MODEL_LESS_TEXT,  // a text, whole or in part
    MODEL_LESS_TIME,  // precision of the time, or an interval
    MODEL_LESS_HART,
    MODEL_LESS_THREAD, // which thread
    MODEL_LESS_ID,     // the id: it became a name, or another number
    MODEL_LESS_LOSS,   // counts by class, cause or source of a loss
    MODEL_LESS_KIND,   // changed to a simpler kind (an async begin to an instant)
    MODEL_LESS_CONTEXT, // context, priority, threshold, or the scope of an instant
    MODEL_LESS_TAG,
    MODEL_LESS_PROCESS, // of a thread
    MODEL_LESS_STATE,   // state or priority of a thread
    MODEL_LESSES,
} model_less_t;

const char *model_less_name(model_less_t less); // "arguments", "values", ...

// The loss of one conversion; source and sink each have one. The caller clears it.
typedef struct {
    uint64_t records[MODEL_KINDS];               // read or written, complete or reduced
    uint64_t dropped[MODEL_KINDS];               // left out
    uint64_t reduced[MODEL_KINDS][MODEL_LESSES]; // converted without this part
    uint64_t unknown; // source: items of unknown kinds, skipped as the format allows
    uint64_t bytes;   // source: bytes of no known meaning, likewise
    uint64_t buffers; // source: further trace buffers (TXTB), which are traces of their own
    uint64_t buffer_at; // source: offset of the first of them
    uint64_t damaged;   // source: bytes that damage makes unreadable
    bool tick_lost;   // sink: the format has no place for the length of a tick
    bool tick_taken;  // sink: the format needs one, and it is unknown: it is taken as 1 ns
} model_account_t;

void model_drop(model_account_t *account, model_kind_t kind);
void model_reduce(model_account_t *account, model_kind_t kind, model_less_t less);
// Adds what another account has: of another file, or another pass.
void model_account_add(model_account_t *account, const model_account_t *more);
// Records, parts of records, bytes and buffers that were left out.
uint64_t model_left_out(const model_account_t *account);
// True if anything was left out, or the length of a tick is not what it was.
bool model_lossy(const model_account_t *account);

// ---- input and output

typedef struct {
    // Reads up to size bytes at an offset. Returns their number (at least 1), 0 at the end, or
    // MODEL_E_READ. It may block and may return fewer bytes: a source delivers its records before
    // it reads more. Offsets rise without gaps, except for formats with MODEL_SEEKS; but what open
    // has read is read again, from 0.
    int64_t (*read)(void *context, void *bytes, size_t size, uint64_t offset);
    void *context;
    uint64_t size; // total bytes; UINT64_MAX: unknown
} model_input_t;

typedef struct {
    // Appends; returns 0 or MODEL_E_WRITE.
    int (*write)(void *context, const void *bytes, size_t size);
    // Replaces earlier bytes; only for formats with MODEL_PATCHES, else NULL.
    int (*patch)(void *context, const void *bytes, size_t size, uint64_t offset);
    void *context;
    const char
        *path; // of the file or directory, for formats with MODEL_PATH, which write it themselves
} model_output_t;

// A tick is numerator / denominator seconds. {0, 0}: unknown.
typedef struct {
    uint64_t numerator, denominator;
} model_base_t;

// Converts a time between two bases, rounded down; *exact is false if precision was lost. Unknown
// bases count as 1 ns. Saturates.
uint64_t model_rescale(uint64_t time, model_base_t from, model_base_t to, bool *exact);

// The same for many times: time * up / down.
typedef struct {
    uint64_t up, down;
    bool exact; // false: both are rounded
} model_rate_t;

static const model_rate_t model_rate_same = {1, 1, true};
model_rate_t model_rate(model_base_t from, model_base_t to);
uint64_t model_scale_wide(const model_rate_t *rate, uint64_t time, bool *exact);
static inline uint64_t model_scale(const model_rate_t *rate, uint64_t time, bool *exact)
{
    uint64_t product;
    if (__builtin_mul_overflow(time, rate->up, &product))
        return model_scale_wide(rate, time, exact);
    const uint64_t result = rate->down == 1 ? product : product / rate->down;
    *exact = rate->exact && result * rate->down == product;
    return result;
}

typedef struct model_format model_format_t;

typedef struct {
    bool strict; // also reject readable input that breaks the rules of the format
    bool raw;    // the input has no head: the caller knows its content (flux: bytes of the FIFO)
    model_base_t base;    // the length of a tick, for formats without it; {0, 0}: unknown
    const char *settings; // "key=value,key=value", see the format's help; NULL: none
} model_options_t;

// Returns the value of a setting, or NULL; *size is its length. "key" without "=" has an empty
// value.
const char *model_setting(const model_options_t *options, const char *key, size_t *size);
// Returns the first setting that a format's help lacks for reading, or for writing, with its length
// in *size; NULL without one.
const char *model_setting_unknown(const model_format_t *format, bool writing, const char *settings,
                                  size_t *size);
// Reads a setting that is a number (decimal or 0x); a missing one leaves *value unchanged. Returns
// 0 or MODEL_E_OPTION.
int model_setting_number(const model_options_t *options, const char *key, uint64_t *value);

// A broken rule, for people: both texts complete "expected ..., found ...".
typedef struct {
    uint64_t offset; // bytes into the input
    char expected[128], found[200];
} model_problem_t;

// Sets a problem; found is a printf format. Returns MODEL_E_BAD.
int model_problem(model_problem_t *problem, uint64_t offset, const char *expected,
                  const char *found, ...) __attribute__((format(printf, 4, 5)));

// ---- survey

typedef struct model_batch model_batch_t; // see batch.h

// Results of a first pass over the input, for formats that need them before the first event. A text
// that finds no room ends with "~" and a number of the whole text, so that two texts remain two.

enum { MODEL_SURVEY_TEXT = 96 }; // the longest text, with its 0

typedef struct {
    model_thread_t thread;
    uint32_t order;    // order of appearance: 1, 2, ...; 0: free entry
    uint64_t switches; // switches to this thread
    uint64_t records;  // records of this thread, without switches
    char name[64];     // its names in their order, separated by ", "; "" if unknown. One thread
                       // after another may have this number
    uint8_t first;     // bytes of the first of them
    bool symbol;       // it is a symbol of the firmware
    char now[64];      // the name at the row that is written, see model_survey_begin
} model_survey_thread_t;

// Records of the same kind (BEGIN, END and COMPLETE count as one, as do those of ASYNC, of FLOW, of
// ISR), space, id, category, name and hart.
typedef struct {
    model_kind_t kind; // INSTANT, ISR_ENTER, COUNTER, BEGIN, ASYNC_BEGIN, FLOW_BEGIN, LOG
    model_space_t space;
    uint32_t id;
    uint16_t hart;
    uint8_t class;
    uint32_t order; // order of appearance: 1, 2, ...; 0: free entry
    uint64_t count;
    uint64_t exits;        // of ISR: how many of them are returns
    unsigned args;         // the most arguments of a record
    model_arg_type_t type; // of the first argument, a simple one as model_arg_simple makes it;
                           // MODEL_ARG_NULL without one
    bool mixed;            // the first argument has several types
    uint8_t bits;          // of the widest first argument: 32 or 64
    char category[64], name[MODEL_SURVEY_TEXT];
    bool cut;         // one of these is not whole
    uint64_t data[2]; // for the sink
    uint64_t key;     // private: of all of the above that tells series apart, with whole texts
} model_survey_series_t;

enum { MODEL_SURVEY_CACHE = 512 };

typedef struct {
    uint64_t count[MODEL_KINDS];
    uint64_t first, last; // times of the first and last timed record
    bool any, ordered;    // any: a record has a time; ordered: times never fall
    bool repeats;         // a record has the time of the one before, or the first has time 0
    uint64_t harts[1024]; // set of harts
    uint64_t real_harts[1024]; // set of those that are more than the number of event pins
    uint64_t lost;        // counted lost events
    model_survey_thread_t *threads;
    size_t thread_capacity, thread_count; // capacity: a power of two, see model_survey_most
    model_survey_series_t *series;
    size_t series_capacity, series_count;
    uint64_t left_out; // occurrences of threads or series for which a table had no space
    uint32_t thread_changes; // how often a thread or its name was new
    uint32_t series_changes; // likewise a series, what it holds, or a hart

    // private: where rows with these numbers of a dictionary are counted
    struct {
        uint64_t key;                  // of type, hart and kind; 0: free entry
        model_survey_series_t *series; // NULL: none
        uint64_t value_max;            // of rows of this form that only count
        uint8_t form;
    } of_type[MODEL_SURVEY_CACHE];
    struct {
        uint32_t number;
        model_survey_thread_t *thread; // NULL: free entry
    } of_thread[MODEL_SURVEY_CACHE];
    uint32_t threads_met; // of the dictionary: all up to here are in the table
} model_survey_t;

// How many entries a table of this capacity holds: its search needs free ones.
static inline size_t model_survey_most(size_t capacity) { return capacity / 4 * 3; }

// The caller owns the tables, and has cleared them.
void model_survey_init(model_survey_t *survey, model_survey_thread_t *threads,
                       size_t thread_capacity, model_survey_series_t *series,
                       size_t series_capacity);
void model_survey_record(model_survey_t *survey, const model_record_t *record);
// The same for all rows of a batch. All batches have the same dictionary, until model_survey_again.
void model_survey_batch(model_survey_t *survey, const model_batch_t *batch);
void model_survey_again(model_survey_t *survey);
// The same, faster, without what the threads and the series count: threads and their names, times,
// kinds; series, if wanted. Returns whether threads, or wanted series, have changed.
bool model_survey_watch(model_survey_t *survey, const model_batch_t *batch, bool series);
// The series of a row that has no record; NULL without one.
model_survey_series_t *model_survey_row(model_survey_t *survey, const model_batch_t *batch,
                                        uint32_t row);
// The rows come again, to be written: model_thread_text gives the latest name of a thread so far,
// before it has one the first that it gets. Call model_survey_name for each name of a thread
// (MODEL_OBJECT); it returns whether the name is another one now.
void model_survey_begin(model_survey_t *survey);
bool model_survey_name(model_survey_t *survey, const model_record_t *record);
// Whether the survey has the name that a thread (MODEL_OBJECT) gets, and the whole of it.
bool model_survey_whole(const model_survey_t *survey, const model_record_t *record);
// The name of a thread at the row that is written, else all its names; "" without one, and of NULL.
static inline const char *model_survey_named(const model_survey_thread_t *thread)
{
    return !thread ? "" : *thread->now ? thread->now : thread->name;
}
// The entry of a thread, or of the records like this one; NULL without one.
model_survey_thread_t *model_survey_thread(const model_survey_t *survey, model_thread_t thread);
model_survey_series_t *model_survey_series(const model_survey_t *survey,
                                           const model_record_t *record);
bool model_survey_hart(const model_survey_t *survey, unsigned hart);
// Whether this number is that of the unit's event pins: they have names, and events of no hart.
bool model_survey_pins(const model_survey_t *survey, unsigned hart);

// ---- sources and sinks

typedef struct { // set by the caller before open, except where noted
    const model_format_t *format;
    model_input_t input;
    model_options_t options;
    bool ahead; // batches are read in a thread of their own: nobody else uses the input meanwhile
    // set by model_open
    void *memory; // format->source_size(&options) bytes, cleared, aligned as for malloc
    struct model_reading *reading; // private
    model_batch_t *batch;          // the rows that open has read already come first
    // set by open
    model_base_t base;
    model_text_t title; // the input's description of itself; valid as long as the source
    // set while reading
    model_account_t account;
    model_problem_t problem;
    uint64_t position; // bytes of the input that are processed
    uint64_t bytes;    // bytes of events, without definitions; 0: unknown
} model_source_t;

typedef struct { // set by the caller before begin
    const model_format_t *format;
    void *memory; // format->sink_size(&options) bytes, cleared, aligned as for malloc
    model_output_t output;
    model_options_t options; // settings of the format
    model_base_t base;       // of the records
    model_text_t title;
    const char *from;           // format of the only, or first input; NULL: unknown
    bool continues;             // see MODEL_CONTINUES
    const model_text_t *inputs; // their names; rows of several have threads of process 1, 2, ...
    unsigned input_count;
    // NULL if the format has no MODEL_SURVEYS. It may be of a part of the input: the caller begins
    // again when threads, or series, are new; the sink returns MODEL_E_SURVEY for anything else.
    model_survey_t *survey;
    // One pass: survey is NULL, although the input can be read again. For what it must know in
    // advance, the sink returns MODEL_E_SURVEY. It keeps the names so far in these tables.
    model_survey_t *learns;
    // set while writing
    model_account_t account;
    model_problem_t problem; // with MODEL_E_OPTION
} model_sink_t;

enum {                    // properties of a format
    MODEL_SEEKS = 1,      // source: reads at any offset; the input must be a file
    MODEL_RISES = 2,      // source: times never fall
    MODEL_SURVEYS = 4,    // sink: needs a survey
    MODEL_ORDERED = 8,    // sink: times must not fall (records without a time keep their position)
    MODEL_PATCHES = 16,   // sink: replaces earlier bytes; the output must be a file
    MODEL_PATH = 32,      // sink: writes output.path itself
    MODEL_DIRECTORY = 64, // sink: output.path is a directory
    MODEL_LOSS_FIRST =
        128, // sink: with ORDERED: a LOSS arrives at the time loss.first, before later records
    MODEL_TEXT = 256, // sink: the output is text for a terminal
    MODEL_LIVE = 512, // sink: with SURVEYS: also works without one (survey is NULL)
    MODEL_APART =
        1024, // sink: needs the single events of a log or an RKH record, because it holds no other
    MODEL_VALUES = 2048,    // sink: takes arguments of all types; others get model_arg_simple
    MODEL_CONTEXTS = 4096,  // sink: takes contexts; for others priorities and handlers are left out
    MODEL_SCOPES = 8192,    // sink: takes scopes of instants; for others they are left out
    MODEL_TAGS = 16384,     // sink: takes tags; for others they are left out
    MODEL_ONE_PASS = 32768, // sink: with SURVEYS: can begin without one (learns is set)
    MODEL_ITEMS = 65536,    // sink: with ORDERED: not for samples of variables (item), which keep
                            // their place behind their definitions
    MODEL_SERIES = 131072,  // sink: of the survey it also uses series and harts, not only threads
    MODEL_TICKS = 262144,   // sink: needs the length of a tick; one that is unknown counts as 1 ns
    MODEL_TICKLESS = 524288,   // sink: has no place for the length of a tick
    MODEL_CONTINUES = 1048576, // sink: a file can continue another, whose memory it then has: it
                               // begins with the state at the end of that
};

struct model_format {
    const char *name;     // "fxt"
    const char *title;    // "Fuchsia trace format"
    const char *endings;  // of file names, the usual one first: "fxt,ftf"
    const char *settings; // help: one line a setting, "key=..  reading: meaning\n", or writing:;
                          // NULL: no settings
    unsigned flags;       // MODEL_...

    // Returns how likely the first `size` bytes of a file (at most MODEL_GUESS_SIZE, fewer only for
    // a shorter file) are this format: 0 (no) to 100 (a magic number is present).
    int (*guess)(const uint8_t *bytes, size_t size);

    // Returns the bytes of memory of a source with these options.
    size_t (*source_size)(const model_options_t *options);
    // Begins reading, as far as necessary for the base. Returns 0 or MODEL_E_*; after MODEL_E_BAD
    // nothing can be read. What it reads goes to source->batch, whatever the number of rows.
    int (*open)(model_source_t *source);
    // Adds rows to the batch, at most BATCH_ROWS. Returns 1; 0 at the end; or MODEL_E_*, which is
    // reported behind the rows of this call. It does not read more input while it has rows.
    int (*read)(model_source_t *source, model_batch_t *batch);
    // Instead of read. Returns 1 with *record, the next record, valid until the next call; 0 at the
    // end; or MODEL_E_*.
    int (*next)(model_source_t *source, const model_record_t **record);

    size_t (*sink_size)(const model_options_t *options);
    // Writes the head. Returns 0 or MODEL_E_*.
    int (*begin)(model_sink_t *sink);
    // Writes one record, or counts it as dropped. Returns 0 or MODEL_E_*. NULL: `rows` takes all.
    int (*record)(model_sink_t *sink, const model_record_t *record);
    // Writes rows of a batch from this one on, up to the first that it leaves to `record`. Returns
    // their number, or MODEL_E_*. NULL: `record` writes all.
    int (*rows)(model_sink_t *sink, const model_batch_t *batch, uint32_t row);
    // Writes everything still in memory. Called once after a successful begin, also after a
    // failure.
    int (*end)(model_sink_t *sink);
    // Live outputs only: writes all bytes of the records so far. NULL: record does so.
    int (*flush)(model_sink_t *sink);
};

enum { MODEL_GUESS_SIZE = 4096, MODEL_GUESS_SURE = 100 };

// All formats, in the order of a help text; NULL ends the list.
extern const model_format_t *const model_formats[];

// Returns the format of this name, or with an ending of this path; NULL without one.
const model_format_t *model_format_named(const char *name);
const model_format_t *model_format_of_path(const char *path);
// Returns the most likely format of the first bytes of a file; NULL without one.
const model_format_t *model_format_guess(const uint8_t *bytes, size_t size);

// For callers: the functions of a format, memory, and counters of records.
int model_open(model_source_t *source);
// Whatever model_open returned.
void model_close(model_source_t *source);
// Returns 1 with *batch, the next rows, valid until the next call; 0 at the end; or MODEL_E_*.
int model_read(model_source_t *source, const model_batch_t **batch);
// The same, row by row as records, from the next batch on.
int model_next(model_source_t *source, const model_record_t **record);
// Right after model_read: model_next begins with the rows of that batch. The account counts them
// once.
void model_again(model_source_t *source);
int model_begin(model_sink_t *sink);
int model_write(model_sink_t *sink, const model_record_t *record);
// The same for all rows of a batch. All batches of a sink have the same dictionary.
int model_write_rows(model_sink_t *sink, const model_batch_t *batch);
int model_flush(model_sink_t *sink);
int model_end(model_sink_t *sink);

#ifdef __cplusplus
}
#endif
#endif
