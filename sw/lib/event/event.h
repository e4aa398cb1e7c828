// SPDX-License-Identifier: Apache-2.0
// The event model, and the decoder that makes events of the flux entries of a Weir stream (docs/formats/stream.md).
//
// An event is (hart, id, value) with a time and the thread that ran. The decoder needs no definitions: the item map is
// arithmetic. It allocates nothing; the threads it meets live in a table the caller owns. A decoder may be used by one
// thread at a time; no function blocks.
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
    EVENT_STREAM_VERSION = 1,   // of the stream this decoder reads
    EVENT_HARTS = 16,
    EVENT_CLASSES = 4,          // WEIR_CLASS_USER, _COM, _SYS, _NONE
    EVENT_NAME_MAX = WEIR_SIZE_THREAD_NAME_MAX,
};

enum { EVENT_E_BAD = -1 };      // not what a Weir stream may carry: see struct event_problem

// --- what a stream is made of ----------------------------------------------------------------------------------------------

// Whether a HEAD is that of a Weir stream (of any version).
bool event_is_weir(const flux_head_t *head);

// A class in letters: "USER", "COM", "SYS", "NONE"; "?" for any other number.
const char *event_class_name(unsigned class);

typedef enum {
    EVENT_ITEM_NONE,            // the stream has no such item
    EVENT_ITEM_ID,              // an id of a hart
    EVENT_ITEM_LOSS,            // the loss record
    EVENT_ITEM_RESERVED,        // isr of a hart, and sync: not written yet
    EVENT_ITEM_SCOPE,           // the scope of a hart
} event_item_kind_t;

typedef struct {
    event_item_kind_t kind;
    unsigned hart;              // 0-15
    unsigned id;                // ITEM_ID: THREAD_SWITCH for `thread`, whatever SWITCH_ID was
    unsigned class;             // ITEM_ID: WEIR_CLASS_*
} event_item_t;

// What an itemId stands for; any number may be asked.
event_item_t event_item(uint32_t item);

// --- events ------------------------------------------------------------------------------------------------------------------

// A thread value the stream has shown: it ran, or it was named. Names are as told: not checked to be UTF-8, 0-terminated.
typedef struct {
    uint32_t value;
    uint32_t order;             // 1 for the first met, 2 for the next, ...; 0: this place of the table is free
    uint32_t harts;             // set of 1 << hart on which it ran
    uint64_t switches;          // times it was switched to
    uint64_t events;            // events made while it ran, THREAD_SWITCH not counted
    uint64_t ticks;             // time it ran
    char name[EVENT_NAME_MAX + 1];      // "" if unknown
} event_thread_t;

typedef enum { EVENT_HAPPENED, EVENT_LOSS } event_kind_t;

typedef struct {
    event_kind_t kind;
    uint64_t time;              // ticks
    uint64_t offset;            // of its entry in the input; inside a packed block: of the outermost block
    uint32_t octets;            // of its entry
    // EVENT_HAPPENED
    unsigned hart, id, class;
    uint64_t value;
    uint32_t thread;            // running on the hart; of a THREAD_SWITCH, the incoming one
    uint32_t outgoing;          // of a THREAD_SWITCH: the thread before it
    bool thread_known;          // a switch told which thread ran (before it: outgoing for a THREAD_SWITCH); else 0 is a guess
    const char *name;           // this THREAD_NAME completed a run: the name it told, until the next call; else NULL
    uint32_t named;             // the thread whose name it is
    // EVENT_LOSS: a loss record
    uint64_t refused[EVENT_CLASSES];
    unsigned cause;             // set of 1 << WEIR_CAUSE_*
    uint64_t source;            // set of 1 << (4 * hart + context)
    uint64_t first, last;       // times of the first and the last refused
} event_t;

// --- the decoder --------------------------------------------------------------------------------------------------------------

typedef struct {
    uint64_t delivered[EVENT_CLASSES], refused[EVENT_CLASSES];  // offered = delivered + refused
    uint64_t switches;          // THREAD_SWITCH events delivered
    uint64_t records;           // loss records
    uint64_t octets;            // of all data entries: what came through the FIFO
    uint64_t first, last;       // times of the first and the last entry; 0 if there was none
    uint64_t threads;           // threads in the table
    uint64_t left_out;          // times a thread was met for which the table had no place
} event_totals_t;

// What was wrong, for people: both texts complete "expected ..., found ...".
typedef struct {
    uint64_t offset;            // octets into the input
    char expected[112], found[112];
} event_problem_t;

typedef struct {                // private: a name under way on one hart
    enum { EVENT_RUN_IDLE, EVENT_RUN_THREAD, EVENT_RUN_NAME } state;
    uint32_t thread, crc, length, used;
    char name[EVENT_NAME_MAX + 1];
} event_run_t;

typedef struct {                // totals and problem may be read; the rest is private
    event_totals_t totals;
    event_problem_t problem;
    event_thread_t *threads;
    size_t capacity;
    bool strict, headless, started;
    uint32_t trace;
    uint64_t time;              // of the entry before
    uint64_t lost_until;        // last refusal told so far
    struct {
        uint32_t thread;
        bool known;
        uint64_t since;
    } running[EVENT_HARTS];
    event_run_t run[EVENT_HARTS];
} event_decoder_t;

// threads: a table for the threads met, capacity places (a power of two; 0 and NULL are allowed), owned by the caller and
// outliving the decoder; it is cleared here. At most 3/4 of it are used; further threads are told in events, but not kept.
// headless: the stream is what the FIFO gave, without HEAD, definitions and OPEN.
// strict: also refuse what can be understood but no unit writes: definitions that differ from the map, encodings longer
// than needed, stamps that do not rise, loss records that contradict themselves.
void event_decoder_init(event_decoder_t *d, event_thread_t *threads, size_t capacity, bool headless, bool strict);

// Takes the next entry the flux reader gave, of any kind. Returns 1: *event is set; 0: the entry was no event; or
// EVENT_E_BAD with d->problem set. After that the entry is not counted; the decoder can go on with the next.
int event_decode(event_decoder_t *d, const flux_entry_t *entry, event_t *event);

// The stream is over: threads still running ran until the last entry.
void event_finish(event_decoder_t *d);

// The thread of this value, or NULL if it was not met or not kept.
const event_thread_t *event_find(const event_decoder_t *d, uint32_t thread);

#ifdef __cplusplus
}
#endif
#endif
