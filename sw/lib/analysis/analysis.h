// SPDX-License-Identifier: Apache-2.0
// What happened between the events of a trace: who ran when, how long handlers took, when a thread
// ran after them, how long spans lasted. One place for the rules, for all that draws or counts the
// results: streaming, in one pass, in memory of a fixed size.
//
// Runs. A thread runs on a hart from a switch to it until the next switch of that hart. The first
// switch of a hart names who ran before it, from the first time of the trace on. After a switch to
// an unknown thread, the next switch names who ran since. A run without a known thread is reported,
// with known false. The last runs end with the trace.
//
// Inputs. If several are merged, each hart is of one of them: its first run begins at the first
// time of that input, and its last run ends at the last.
//
// Handlers. They nest on a hart: an exit ends the one entered last, whatever its cause. The time of
// a handler includes those that interrupt it. An exit without an entry is counted. A handler that
// the end of the trace cuts is not reported.
//
// Responses. From the entry of a handler to the next switch of its hart after its exit. If several
// handlers end before that switch, the last one has the response.
//
// Idle. A hart is idle while no thread runs (thread 0), and while a thread runs whose name begins
// with "idle", in any case of letters (analysis_is_idle): the idle task of most kernels. Its load
// is the share of all other threads, in the time in which it is known who ran.
//
// Spans. They nest on a thread, or on a hart while no thread runs there or none is known: an end
// ends the one begun last.
#ifndef ANALYSIS_H
#define ANALYSIS_H

#include "batch.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ANALYSIS_HARTS = 1024,  // further ones are left out
    ANALYSIS_DEPTH = 16,    // of handlers in handlers; of more, the outermost are left out
    ANALYSIS_SPANS = 4096,  // open at the same time, of all threads; a power of two
    ANALYSIS_INPUTS = 1024, // further ones begin and end with the first and the last of all
};

typedef struct {
    unsigned hart;
    model_thread_t thread; // known false: unknown; number 0: none
    uint64_t from, to;     // ticks
} analysis_run_t;

typedef struct {
    unsigned hart;
    uint32_t cause;
    unsigned depth;    // 0: the outermost
    uint64_t from, to; // ticks
} analysis_handler_t;

typedef struct {
    model_thread_t thread;
    const model_record_t *end; // its last record
    uint64_t from, to;
} analysis_span_t;

// Called for each result, in the order of its end; start: a thread, or none, begins to run. Any may
// be NULL.
typedef struct {
    void (*start)(void *context, unsigned hart, model_thread_t thread, uint64_t time);
    void (*run)(void *context, const analysis_run_t *run);
    void (*handler)(void *context, const analysis_handler_t *handler);
    void (*response)(void *context, const analysis_handler_t *handler, uint64_t ticks);
    void (*span)(void *context, const analysis_span_t *span);
} analysis_results_t;

typedef struct { // private: where spans nest
    uint64_t process, number;
    uint16_t hart;
} analysis_thread_t;

typedef struct { // private: an open span; depth 0: a free entry
    analysis_thread_t thread;
    uint32_t depth;
    uint32_t skipped; // open ones in it that had no room
    uint64_t from;
} analysis_open_t;

typedef struct {
    bool known;    // who runs since `since`
    bool switched; // the hart had a switch
    uint64_t switches;  // public
    uint64_t unmatched; // public: exits without an entry
    uint64_t astray;    // public: switches from a thread that did not run
    model_thread_t running;
    unsigned input; // of several: 1, 2, ...; 0: unknown
    uint64_t since;
    unsigned depth; // public: handlers that are entered
    analysis_handler_t entered[ANALYSIS_DEPTH];
    bool responds; // a switch after a handler
    analysis_handler_t pending;
} analysis_hart_t;

typedef struct {
    const analysis_results_t *results;
    void *context;
    uint64_t first; // time of the trace
    unsigned inputs;
    uint64_t switches;  // of all harts
    unsigned switched;  // harts that had a switch
    uint64_t unmatched; // exits without an entry
    uint64_t astray;    // switches from a thread that did not run: runs overlap, or switches lack
    uint64_t left_out;  // handlers and spans without room

    analysis_hart_t harts[ANALYSIS_HARTS];

    // private
    struct {
        bool any;
        uint64_t first, last;
    } times[ANALYSIS_INPUTS]; // of each input, if there are several
    analysis_open_t spans[ANALYSIS_SPANS];
    uint32_t span_count;
} analysis_t;

// first: the time of the first event. inputs: how many were merged; with several, an input is the
// process of its threads, from 1 on. The caller provides the memory, and clears it.
void analysis_init(analysis_t *a, const analysis_results_t *results, void *context, uint64_t first,
                   unsigned inputs);
// Takes the time of an event of a thread, or of all rows of a batch: inputs begin and end there.
// For callers that then give only some of the rows to the functions below.
void analysis_time(analysis_t *a, model_thread_t thread, uint64_t time);
void analysis_times(analysis_t *a, const model_batch_t *batch);
// Takes a record in order of time; records without a result are ignored.
void analysis_record(analysis_t *a, const model_record_t *record);
// Takes a row of a batch of form ROW_SWITCH: the same, without a record.
void analysis_switch(analysis_t *a, unsigned hart, model_thread_t outgoing, model_thread_t incoming,
                     uint64_t time);
// Takes an entry or an exit of a handler.
void analysis_handler(analysis_t *a, unsigned hart, uint32_t cause, bool enters, uint64_t time);
// The trace ends.
void analysis_end(analysis_t *a, uint64_t last);

// Whether a thread of this 0-terminated name only waits for work.
bool analysis_is_idle(const char *name);

// The load of a hart, or of several.
typedef struct {
    uint64_t work, idle_threads, idle; // ticks: of working threads, of idle threads, of no thread
} analysis_load_t;

void analysis_add_load(analysis_load_t *load, const analysis_run_t *run, const char *name);
// Ticks in which it is known who ran.
static inline uint64_t analysis_known(const analysis_load_t *load)
{
    return load->work + load->idle_threads + load->idle;
}

#ifdef __cplusplus
}
#endif
#endif
