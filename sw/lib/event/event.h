// SPDX-License-Identifier: Apache-2.0
// The event decoder: makes events of the flux entries of a Weir stream (docs/reference/stream.md).
//
// An event is (hart, id, value) with a time and the thread that ran. The decoder needs no
// definitions: ids follow from item numbers by arithmetic. It allocates nothing: the caller
// provides the table of threads. One thread at a time may use a decoder; no function blocks.
#ifndef EVENT_H
#define EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flux_read.h"
#include "weir_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    EVENT_STREAM_VERSION = 3, // of the streams that this decoder reads
    EVENT_HARTS = 16,
    EVENT_CACHE_ENTRIES = 16,                   // entries of the thread cache, at most
    EVENT_ARGS = 3,                             // extra arguments of an event, at most
    EVENT_CLASSES = 4,                          // WEIR_CLASS_USER, _COM, _SYS, _NONE
    EVENT_NAME_MAX = WEIR_SIZE_THREAD_NAME_MAX, // bytes
};

enum { EVENT_E_BAD = -1 }; // the entry breaks a rule of Weir streams: see event_problem_t

// ---- items

// True if a HEAD is that of a Weir stream, of any version.
bool event_is_weir(const flux_head_t *head);

// The name of a class: "USER", "COM", "SYS", "NONE"; "?" for any other number.
const char *event_class_name(unsigned class);

typedef enum {
    EVENT_ITEM_NONE,        // no item of a Weir stream
    EVENT_ITEM_ID,          // an event of a hart
    EVENT_ITEM_LOSS,        // begin or end of a loss
    EVENT_ITEM_DROPPED,     // total of a drop counter
    EVENT_ITEM_CHECKPOINT,  // begin or end of a checkpoint
    EVENT_ITEM_CACHE_ENTRY, // a hart switches to the thread of a cache entry: a THREAD_SWITCH, too
    EVENT_ITEM_ISR,   // traps of a hart; id is WEIR_ID_ISR, which software may use for other events
    EVENT_ITEM_ARG,   // an extra argument of the next event of a hart
    EVENT_ITEM_SCOPE, // the scope of a hart
} event_item_kind_t;

typedef struct {
    event_item_kind_t kind;
    unsigned hart; // 0-15
    unsigned id; // ITEM_ID; ITEM_CACHE_ENTRY: THREAD_SWITCH, also for `thread`, whatever SWITCH_ID
                 // was; ITEM_ISR: WEIR_ID_ISR
    unsigned class;           // ITEM_ID, ITEM_CACHE_ENTRY, ITEM_ISR, ITEM_DROPPED: WEIR_CLASS_*
    unsigned cache_entry;     // ITEM_CACHE_ENTRY: 0-15
    unsigned reason, context; // ITEM_DROPPED: WEIR_DROP_*, WEIR_CONTEXT_*
    unsigned arg;             // ITEM_ARG: 1-3
} event_item_t;

// Returns the meaning of an item id. Any number is allowed.
event_item_t event_item(uint32_t item);

// ---- events

// A thread that ran or got a name. Names are 0-terminated bytes of the stream, not checked to be
// UTF-8.
typedef struct {
    uint32_t value;
    uint32_t order;                // order of appearance: 1, 2, ...; 0: free entry of the table
    uint32_t harts;                // harts on which it ran: set of 1 << hart
    uint64_t switches;             // switches to this thread
    uint64_t events;               // events while it ran, without THREAD_SWITCH
    uint64_t ticks;                // ticks that it ran
    char name[EVENT_NAME_MAX + 1]; // "" if unknown
} event_thread_t;

typedef enum { EVENT_HAPPENED, EVENT_LOSS, EVENT_TRAP } event_kind_t;

// What the stream does not report about a loss: a set. It is empty if the stream is complete and
// contains the end of the loss.
enum {
    EVENT_UNKNOWN_FIRST = 1, // `first` is a lower bound, as far as the stream shows
    EVENT_UNKNOWN_LAST = 2,  // `last` is an upper bound, as far as the stream shows
    EVENT_UNKNOWN_COUNT = 4, // there were more drops than `dropped` counts
};

typedef struct {
    event_kind_t kind;
    uint64_t time;   // ticks
    uint64_t offset; // bytes into the input of its first entry; in a packed block: of the outermost
                     // block
    uint32_t bytes;  // bytes of its entries
    // EVENT_HAPPENED, EVENT_TRAP
    unsigned hart, id, class;
    uint64_t value;
    unsigned arg_count;        // number of extra arguments
    uint32_t args[EVENT_ARGS]; // the extra arguments
    uint32_t thread;           // the running thread; of a THREAD_SWITCH, the incoming one
    uint32_t outgoing;         // THREAD_SWITCH: the thread before it
    bool thread_known; // true: a switch has reported the running thread (of a THREAD_SWITCH:
                       // `outgoing`); false: 0 is a guess
    const char *name;  // the name that this THREAD_NAME or OBJECT_NAME completes, valid until the
                       // next call; else NULL
    uint8_t object; // the object type that OBJECT_NAME names, numbered as in ThreadX's registry; of
                    // a thread 0
    uint32_t named; // the thread or object with this name
    // EVENT_TRAP
    bool enters;   // true: the hart enters a trap; false: it returns from one
    uint32_t trap; // cause as in mcause: bit 31 interrupt, below it the code; WEIR_ISR_UNKNOWN for
                   // a return of unknown cause
    // EVENT_LOSS: a loss that ends at this time
    uint64_t
        dropped[EVENT_CLASSES]; // drops of this loss by class; NONE for other causes than space
    unsigned cause;             // set of 1 << WEIR_DROP_CAUSE(reason)
    uint64_t source;            // set of 1 << (4 * hart + context)
    uint64_t first, last;       // times of the first and the last drop
    unsigned unknown;           // set of EVENT_UNKNOWN_*
} event_t;

// ---- the decoder

typedef struct {
    uint64_t delivered[EVENT_CLASSES],
        dropped[EVENT_CLASSES]; // offered = delivered + dropped, as far as reported
    uint64_t switches;          // THREAD_SWITCH events delivered
    uint64_t nameless; // THREAD_SWITCH events to unknown threads, in streams that begin late: the
                       // decoder delivers no event
    uint64_t losses;   // losses that have ended
    unsigned unknown;  // set of EVENT_UNKNOWN_*, over all these losses
    uint64_t bytes;    // bytes of all data entries, which are the bytes of the FIFO
    uint64_t first, last; // times of the first and the last entry; 0 without entries
    uint64_t threads;     // entries in the table of threads
    uint64_t left_out;    // occurrences of threads for which the table had no space
} event_totals_t;

// A broken rule, for people: both texts complete "expected ..., found ...".
typedef struct {
    uint64_t offset; // bytes into the input
    char expected[112], found[112];
} event_problem_t;

typedef struct { // private: a name in progress on one hart
    enum { EVENT_RUN_IDLE, EVENT_RUN_THREAD, EVENT_RUN_NAME } state;
    uint32_t thread, crc, length, used;
    char name[EVENT_NAME_MAX + 1];
} event_run_t;

// The reason of a drop whose reason is unknown: no unit has it. Recordings made of other formats
// do.
enum { EVENT_DROP_UNKNOWN = WEIR_DROP_CODES - 1 };
enum { EVENT_COUNTERS = WEIR_DROP_CODES << 6 }; // drop counters: 64 * reason + 16 * context + hart

typedef struct { // private: the open loss
    bool open;
    event_t reported;       // so far; first and unknown are final from its begin on
    uint64_t reported_time; // of its last total
} event_loss_t;

typedef struct { // private: extra arguments whose event has not arrived yet
    unsigned hart, count;
    uint32_t value[EVENT_ARGS];
    uint64_t offset; // of the first entry
    uint32_t bytes;
} event_args_t;

enum { EVENT_KNOWN_ITEMS = 256 };

typedef struct { // private: what the rules say about an item
    uint32_t item; // 0: free
    uint8_t format, size, hart, what;
    uint32_t label, narrow; // narrow: bits that the upper half of a value must not have
    uint8_t row_what, special;
    uint64_t counts; // of an event in the counts of a run
} event_known_item_t;

// Numbers that the caller has for threads and items, for the columns of event_decode_run instead of
// their own. They are asked for at a switch, or for a new item, not in each row, and never for
// traps. Those of items have 31 bits. known false: the running thread is not known. NULL: there are
// no numbers of the caller.
typedef struct {
    uint32_t (*thread)(void *context, uint32_t thread, bool known);
    uint32_t (*item)(void *context, uint32_t item);
    void *context;
} event_labels_t;

typedef struct { // totals and problem are public; the rest is private
    event_totals_t totals;
    event_problem_t problem;
    event_thread_t *threads;
    size_t capacity;
    bool strict, headless, started,
        coarse; // coarse: several entries may have one time (HEAD has the word `coarse`)
    uint32_t trace;
    uint64_t time; // of the previous entry
    event_loss_t loss;
    bool in_checkpoint;  // between the begin and the end of a checkpoint
    bool loss_seen, cut; // loss_seen: the stream had an item of loss; cut: the stream begins later
                         // than the counters
    uint64_t loss_end;   // end of the previous loss
    uint32_t counter[EVENT_COUNTERS]; // last totals
    bool counter_known[EVENT_COUNTERS];
    struct {
        uint32_t thread;
        bool known;
        uint64_t since;
        event_thread_t *entry; // of `thread`; NULL without one
        uint32_t label;
        bool labelled;
    } running[EVENT_HARTS];
    event_labels_t labels;
    uint32_t cache[EVENT_CACHE_ENTRIES]; // the threads of the cache entries
    unsigned cache_valid,
        cache_before; // sets of valid cache entries: now, and before this checkpoint
    event_run_t run[EVENT_HARTS], object_run[EVENT_HARTS];
    event_args_t args;
    event_known_item_t items[EVENT_KNOWN_ITEMS]; // by the lower bits of a hash
} event_decoder_t;

// Initialises a decoder at the begin of a stream.
// threads: memory for the table of threads, which the decoder clears; capacity: its entries, a
// power of two (or 0, with NULL). The caller owns the table and keeps it as long as the decoder.
// The decoder uses up to 3/4 of it; events still name further threads, but the table has no entry
// for them.
// headless: the stream is the content of the FIFO, without HEAD, definitions and OPEN.
// strict: also reject what is readable but no unit writes: definitions that differ from the map,
// encodings longer than necessary, timestamps that do not rise, a loss that ends before it begins,
// totals that do not rise or rise by more than one drop a tick. If HEAD says that ticks are coarse,
// timestamps may repeat, and a tick may have 65536 drops.
//
// The decoder assumes that a stream begins at reset or CLEAR, where all counters are 0 (otherwise
// see event_cut). A stream that begins with a checkpoint, as each section of a ring does, begins
// later: the checkpoint gives the totals. Checkpoints make no events.
void event_decoder_init(event_decoder_t *d, event_thread_t *threads, size_t capacity, bool headless,
                        bool strict);

// Declares that the stream begins later than reset or CLEAR. Call this before the first entry.
// Without this call the decoder notices only a stream that begins inside a loss or with a
// checkpoint. Then the first total of each counter does not say how many drops were inside the
// stream: EVENT_UNKNOWN_COUNT.
void event_cut(event_decoder_t *d);

// Declares that a tick may be longer than a clock cycle of the unit, as the word `coarse` of a HEAD
// does. Call this before the first entry if the stream has no HEAD.
void event_coarse(event_decoder_t *d);

// Decodes the next entry of the flux reader, of any kind. Returns 1 with *event set; 0 if the entry
// is not an event; or EVENT_E_BAD with d->problem set. The decoder does not count a bad entry and
// can continue with the next one. A loss is one event, delivered at its end: *event then has the
// time and the offset of its last entry.
int event_decode(event_decoder_t *d, const flux_entry_t *entry, event_t *event);

// Rows of events, in columns that the caller provides.
enum {
    EVENT_ROW_CLASS = 3,  // of column `what`: WEIR_CLASS_*
    EVENT_ROW_KNOWN = 4,  // the thread is known; of a THREAD_SWITCH: the one before it
    EVENT_ROW_SWITCH = 8, // THREAD_SWITCH
    EVENT_ROW_TRAP = 16,
};

typedef struct {
    uint64_t *time;   // ticks
    uint64_t *value;  // THREAD_SWITCH: the thread before it
    uint32_t *thread; // the running thread, or 0; of a THREAD_SWITCH: the incoming one
    uint32_t *item;   // of flux
    // threads and items: the labels of event_label, if there are any
    uint8_t *hart;
    uint8_t *what; // EVENT_ROW_*
} event_columns_t;

// Names that a run completes.
typedef struct {
    uint32_t row;   // of the event that completes it
    uint32_t named; // the thread or object with this name
    bool is_object; // of an OBJECT_NAME; `object` is the type, see event_t
    uint8_t object;
    char name[EVENT_NAME_MAX + 1];
} event_name_t;

enum { EVENT_NAMES = 16 };

// Rows that are more than a plain event, in their order.
typedef struct {
    uint32_t count;
    event_name_t name[EVENT_NAMES];
    uint32_t change_count;
    uint32_t change[FLUX_RUN_MAX]; // switches and traps: their rows
} event_names_t;

// From here on, event_decode_run gives these labels. To change that of an item, call it again.
void event_label(event_decoder_t *d, const event_labels_t *labels);

// Decodes plain integer samples of the flux reader, many times faster than one entry at a time: the
// events among them become rows of the columns, from row 0 on. Rules and results are those of
// event_decode. Returns how many samples it decoded, each one row. It stops before any sample that
// is not such an event, or breaks a rule: give that to event_decode. It also stops behind the
// name that fills `names`: then call it again for the others.
uint32_t event_decode_run(event_decoder_t *d, const flux_run_t *run, const event_columns_t *to,
                          event_names_t *names);

// True if extra arguments wait for their event: at the end of a stream, it was cut there. *offset
// is set to the first of them, in bytes into the input.
bool event_unfinished(const event_decoder_t *d, uint64_t *offset);

// Ends the stream: threads still running ran until the last entry.
void event_finish(event_decoder_t *d);

// True if a loss is open, for example because the stream ends inside it. *loss is then an
// EVENT_LOSS at the time of the last entry with the known part of the loss, EVENT_UNKNOWN_LAST and
// EVENT_UNKNOWN_COUNT. totals.losses does not count it.
bool event_open_loss(const event_decoder_t *d, event_t *loss);

// Returns in *total the last reported total of a drop counter (WEIR_DROP_*, hart, WEIR_CONTEXT_*)
// since reset or CLEAR, modulo 2^32. False if the stream has reported none: the total is 0, unless
// the stream was cut. Any numbers are allowed.
bool event_dropped_total(const event_decoder_t *d, unsigned reason, unsigned hart, unsigned context,
                         uint32_t *total);

// Returns the table entry of a thread, or NULL if there is none.
const event_thread_t *event_find(const event_decoder_t *d, uint32_t thread);

#ifdef __cplusplus
}
#endif
#endif
