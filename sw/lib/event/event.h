// SPDX-License-Identifier: Apache-2.0
// The event model, and the decoder that makes events of the flux entries of a Weir stream
// (docs/formats/stream.md).
//
// An event is (hart, id, value) with a time and the thread that ran. The decoder needs no
// definitions: the item map is arithmetic. It allocates nothing; the threads it meets live in a
// table the caller owns. A decoder may be used by one thread at a time; no function blocks.
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
    EVENT_STREAM_VERSION = 2, // of the stream this decoder reads
    EVENT_HARTS = 16,
    EVENT_CACHE_ENTRIES = 16, // of the thread cache, at most
    EVENT_WORDS = 4,          // of an event, at most
    EVENT_CLASSES = 4,        // WEIR_CLASS_USER, _COM, _SYS, _NONE
    EVENT_NAME_MAX = WEIR_SIZE_THREAD_NAME_MAX,
};

enum { EVENT_E_BAD = -1 }; // not what a Weir stream may carry: see struct event_problem

// ---- what a stream is made of

// Whether a HEAD is that of a Weir stream (of any version).
bool event_is_weir(const flux_head_t *head);

// A class in letters: "USER", "COM", "SYS", "NONE"; "?" for any other number.
const char *event_class_name(unsigned class);

typedef enum {
    EVENT_ITEM_NONE,        // the stream has no such item
    EVENT_ITEM_ID,          // an id of a hart
    EVENT_ITEM_LOSS,        // a loss begins or ends
    EVENT_ITEM_DROPPED,     // total of a counter of drops
    EVENT_ITEM_CHECKPOINT,  // state begins or ends
    EVENT_ITEM_CACHE_ENTRY, // a hart switches to the thread of a slot: THREAD_SWITCH, too
    EVENT_ITEM_ISR, // traps of a hart; its id is WEIR_ID_ISR, which software may use for something
                    // else
    EVENT_ITEM_ARG, // a further word of the event of a hart that follows
    EVENT_ITEM_SCOPE, // the scope of a hart
} event_item_kind_t;

typedef struct {
    event_item_kind_t kind;
    unsigned hart; // 0-15
    unsigned id;   // ITEM_ID, ITEM_CACHE_ENTRY: THREAD_SWITCH for `thread`, whatever SWITCH_ID was;
                   // ITEM_ISR: WEIR_ID_ISR
    unsigned class;         // ITEM_ID, ITEM_CACHE_ENTRY, ITEM_ISR, ITEM_DROPPED: WEIR_CLASS_*
    unsigned slot;          // ITEM_CACHE_ENTRY: 0-15
    unsigned drop, context; // ITEM_DROPPED: WEIR_DROP_*, WEIR_CONTEXT_*
    unsigned word;          // ITEM_ARG: 1-3
} event_item_t;

// What an itemId stands for; any number may be asked.
event_item_t event_item(uint32_t item);

// ---- events

// A thread value the stream has shown: it ran, or it was named. Names are as told: not checked to
// be UTF-8, 0-terminated.
typedef struct {
    uint32_t value;
    uint32_t order; // 1 for the first met, 2 for the next, ...; 0: this place of the table is free
    uint32_t harts; // set of 1 << hart on which it ran
    uint64_t switches;             // times it was switched to
    uint64_t events;               // events made while it ran, THREAD_SWITCH not counted
    uint64_t ticks;                // time it ran
    char name[EVENT_NAME_MAX + 1]; // "" if unknown
} event_thread_t;

typedef enum { EVENT_HAPPENED, EVENT_LOSS, EVENT_TRAP } event_kind_t;

// Why an event was dropped: bit numbers.
enum {
    EVENT_CAUSE_ROOM, // there was no room for it: WEIR_DROP_USER, _COM, _SYS
    EVENT_CAUSE_TORN, // the rest as WEIR_DROP_*
    EVENT_CAUSE_ID,
    EVENT_CAUSE_MASK,
    EVENT_CAUSE_RATE_LIMIT,
    EVENT_CAUSE_OVERRUN,
    EVENT_CAUSES,
};

// What the stream does not tell of a loss: a set, empty for a stream that is whole and went on
// until the loss had ended.
enum {
    EVENT_UNKNOWN_FIRST = 1, // first is the earliest that it can be inside the stream
    EVENT_UNKNOWN_LAST = 2,  // last is the latest that it can be, as far as the stream goes
    EVENT_UNKNOWN_COUNT = 4, // there were more drops than dropped says
};

typedef struct {
    event_kind_t kind;
    uint64_t time;   // ticks
    uint64_t offset; // of its entry, of several words the first, in the input; inside a packed
                     // block: of the outermost block
    uint32_t bytes;  // of its entries
    // EVENT_HAPPENED, EVENT_TRAP
    unsigned hart, id, class;
    uint64_t value;
    unsigned further;               // words behind the value
    uint32_t more[EVENT_WORDS - 1]; // these
    uint32_t thread;                // running on the hart; of a THREAD_SWITCH, the incoming one
    uint32_t outgoing;              // of a THREAD_SWITCH: the thread before it
    bool thread_known; // a switch told which thread ran (before it: outgoing for a THREAD_SWITCH);
                       // else 0 is a guess
    const char *name;  // this THREAD_NAME or OBJECT_NAME completed a run: the name it told, until
                       // the next call; else NULL
    uint8_t object; // ... of an OBJECT_NAME: what is named, by the numbers of ThreadX's registry;
                    // of a thread 0
    uint32_t named; // the thread whose name it is
    // EVENT_TRAP
    bool enters;   // the hart enters a trap; else it returns from one
    uint32_t trap; // its cause as in mcause: bit 31 an interrupt, below it the code; of a return:
                   // WEIR_ISR_UNKNOWN if nobody knows
    // EVENT_LOSS: a loss that has ended at this time
    uint64_t dropped[EVENT_CLASSES]; // in this loss; for another cause than room: NONE
    unsigned cause;                  // set of 1 << EVENT_CAUSE_*
    uint64_t source;                 // set of 1 << (4 * hart + context)
    uint64_t first, last;            // times of the first and the last dropped
    unsigned unknown;                // set of EVENT_UNKNOWN_*
} event_t;

// ---- the decoder

typedef struct {
    uint64_t delivered[EVENT_CLASSES],
        dropped[EVENT_CLASSES]; // offered = delivered + dropped, as far as told
    uint64_t switches;          // THREAD_SWITCH events delivered
    uint64_t nameless; // of these, those to a thread that a stream does not tell which began late:
                       // no event is given
    uint64_t losses;   // that have ended
    unsigned unknown;  // set of EVENT_UNKNOWN_*, of all these losses together
    uint64_t bytes;    // of all data entries: what came through the FIFO
    uint64_t first, last; // times of the first and the last entry; 0 if there was none
    uint64_t threads;     // threads in the table
    uint64_t left_out;    // times a thread was met for which the table had no place
} event_totals_t;

// What was wrong, for people: both texts complete "expected ..., found ...".
typedef struct {
    uint64_t offset; // bytes into the input
    char expected[112], found[112];
} event_problem_t;

typedef struct { // private: a name under way on one hart
    enum { EVENT_RUN_IDLE, EVENT_RUN_THREAD, EVENT_RUN_NAME } state;
    uint32_t thread, crc, length, used;
    char name[EVENT_NAME_MAX + 1];
} event_run_t;

enum { EVENT_COUNTERS = WEIR_DROP_COUNT << 6 }; // of drops: 64 * kind + 16 * context + hart

typedef struct { // private: the loss that is going on
    bool open;
    event_t told;       // so far; first and unknown from its begin on
    uint64_t told_time; // of the last `dropped` entry in it
} event_loss_t;

typedef struct { // private: words that came, and not yet their event
    unsigned hart, count;
    uint32_t more[EVENT_WORDS - 1];
    uint64_t offset; // of the first entry
    uint32_t bytes;
} event_words_t;

typedef struct { // totals and problem may be read; the rest is private
    event_totals_t totals;
    event_problem_t problem;
    event_thread_t *threads;
    size_t capacity;
    bool strict, headless, started,
        coarse; // coarse: HEAD says that a tick may be longer than a clock edge
    uint32_t trace;
    uint64_t time; // of the entry before
    event_loss_t loss;
    bool state;          // between the first `checkpoint` of a section and the second
    bool loss_seen, cut; // `loss` or `dropped` came; the stream began later than the counters
    uint64_t loss_end;   // time at which the loss before had ended
    uint32_t counter[EVENT_COUNTERS]; // totals as last told
    bool counter_known[EVENT_COUNTERS];
    struct {
        uint32_t thread;
        bool known;
        uint64_t since;
    } running[EVENT_HARTS];
    uint32_t slot[EVENT_CACHE_ENTRIES]; // the threads that slots hold,
    unsigned slots,
        slots_before; // sets: slots that are filled; and were, before the state that goes on
    event_run_t run[EVENT_HARTS], object_run[EVENT_HARTS];
    event_words_t words;
} event_decoder_t;

// threads: a table for the threads met, capacity places (a power of two; 0 and NULL are allowed),
// owned by the caller and outliving the decoder; it is cleared here. At most 3/4 of it are used;
// further threads are told in events, but not kept. headless: the stream is what the FIFO gave,
// without HEAD, definitions and OPEN. strict: also drop what can be understood but no unit writes:
// definitions that differ from the map, encodings longer than needed, timestamps that do not rise,
// a loss that ends before it begins, totals that do not rise or rise by more than one drop a tick.
// Where HEAD says that ticks are coarse, timestamps may stay, and a tick may have 65536 drops.
//
// A stream is taken to begin at reset or CLEAR, where all counters are 0; see event_cut. One that
// begins with state, as each section of a ring does, is known to begin later, and the state says
// what the counters were; state makes no events.
void event_decoder_init(event_decoder_t *d, event_thread_t *threads, size_t capacity, bool headless,
                        bool strict);

// The stream does not begin at reset or CLEAR: to be called before the first entry by who knows it.
// The decoder finds out by itself only if the first that it sees of loss is in the middle of one.
// The first total of each counter is then kept, but says nothing of how many were dropped since:
// EVENT_UNKNOWN_COUNT.
void event_cut(event_decoder_t *d);

// A tick may be longer than a clock edge of the unit, as HEAD says with the word `coarse`: to be
// called before the first entry by who has no HEAD.
void event_coarse(event_decoder_t *d);

// Takes the next entry the flux reader gave, of any kind. Returns 1: *event is set; 0: the entry
// was no event; or EVENT_E_BAD with d->problem set. After that the entry is not counted; the
// decoder can go on with the next. A loss is given once, when it has ended: *event then has the
// time and place of the entry that ends it.
int event_decode(event_decoder_t *d, const flux_entry_t *entry, event_t *event);

// True if further words of an event came last, and not the event: the stream was cut there. *offset
// is where they begin.
bool event_unfinished(const event_decoder_t *d, uint64_t *offset);

// The stream is over: threads still running ran until the last entry.
void event_finish(event_decoder_t *d);

// True if a loss is going on where the stream is now, as when it ends without telling all: *loss is
// then what is known of it, an EVENT_LOSS at the time of the last entry, with EVENT_UNKNOWN_LAST
// and _COUNT. Such a loss is not in totals.losses.
bool event_open_loss(const event_decoder_t *d, event_t *loss);

// The total of one counter of drops since reset or CLEAR, modulo 2^32, as last told (WEIR_DROP_*,
// hart, WEIR_CONTEXT_*). False if it was not told: it is 0, unless the stream was cut. Any number
// may be asked.
bool event_dropped_total(const event_decoder_t *d, unsigned kind, unsigned hart, unsigned context,
                         uint32_t *total);

// The thread of this value, or NULL if it was not met or not kept.
const event_thread_t *event_find(const event_decoder_t *d, uint32_t thread);

#ifdef __cplusplus
}
#endif
#endif
