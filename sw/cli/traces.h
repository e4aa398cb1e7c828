// SPDX-License-Identifier: Apache-2.0
// Traces of any formats, opened: their records in the event model, one stream of them on one time
// base.
#ifndef WEIR_CLI_TRACES_H
#define WEIR_CLI_TRACES_H

#include "model.h"
#include "naming.h"
#include "bytes.h"
#include "order.h"

enum {
    TRACES_THREADS = 1 << 13, // places in the survey's tables
    TRACES_SERIES = 1 << 14,
    TRACES_PROBLEMS = 10, // of one input that are told one by one
};

typedef struct {
    const char *format; // name of the inputs' format; NULL: guessed from their first bytes
    model_options_t model;
    bool rewind;      // will be read more than once
    bool no_progress; // no progress line
    bool apart;       // what several events say stays these events (MODEL_APART)
    bool
        stop_at_first; // stop at the first problem: what follows it may be wrong only because of it
    const names_t *names; // NULL: none
} traces_options_t;

typedef struct { // one of the inputs
    bytes_in_t bytes;
    model_source_t source;
    size_t memory_size;
    uint64_t problems; // told and not told
    bool ended, unreadable;
    bool reported;           // an earlier pass has told what was wrong
    unsigned harts_before;   // added to its harts
    uint64_t *threads;       // map of thread numbers: pairs, open addressing; NULL with one input
    uint64_t time;           // of the record before
    model_account_t account; // of the first pass, and what bringing it to one base lost
} trace_in_t;

typedef struct {
    traces_options_t options;
    trace_in_t *inputs;
    unsigned count;
    model_base_t base;
    model_text_t title;
    model_survey_t survey; // once traces_survey was called
    bool surveyed;
    uint64_t records; // given in this pass

    // private
    unsigned current;   // input that is read
    unsigned processes; // process records given so far
    size_t name_next;
    order_t *order;
    model_record_t record;
    naming_t naming;
    bool ending;     // of the input that is read, only what the stage still holds is to come
    uint64_t *taken; // pairs of a thread number and the input that has it
} traces_t;

// Opens all inputs ("-": standard input). Returns EXIT_GOOD, EXIT_BAD_INPUT or EXIT_TROUBLE with
// the reason told; then there is nothing to close.
int traces_open(traces_t *t, char *const *paths, unsigned count, const traces_options_t *options);

// Reads everything once, for the survey; needs `rewind`. Then traces_next begins anew. flags,
// MODEL_ORDERED and MODEL_LOSS_FIRST: the order that traces_next gives the records in; several
// inputs always come in the order of their times.
int traces_survey(traces_t *t, unsigned flags);

// Threads and series of a survey in the order of their first record: tables that end with NULL, to
// be freed.
const model_survey_thread_t **survey_threads(const model_survey_t *survey);
const model_survey_series_t **survey_series(const model_survey_t *survey);

// The next record, valid until the next call. Returns 1, 0 at the end, or -1 with the reason told.
int traces_next(traces_t *t, const model_record_t **record);

// EXIT_GOOD, or EXIT_BAD_INPUT if an input broke the rules of its format.
int traces_verdict(const traces_t *t);

void traces_close(traces_t *t);

// Whether a format has these settings (NULL: none), for reading or for writing; told if it does
// not.
bool settings_known(const model_format_t *format, bool writing, const char *settings);

// Tells on stderr that these first bytes are of no format.
void report_unknown(const char *name, size_t bytes);

// Tells on stderr what was left out: "weir: NAME: left out 3 logs, ..."; nothing if nothing was.
void report_account(const char *name, const model_account_t *account);

#endif
