// SPDX-License-Identifier: Apache-2.0
// Opens traces of any format and merges them into one stream of records of the event model, on one
// time base.
#ifndef WEIR_CLI_TRACES_H
#define WEIR_CLI_TRACES_H

#include "batch.h"
#include "apply_names.h"
#include "files.h"
#include "sort_records.h"

enum {
    TRACES_THREADS = 1 << 13, // size of the tables of the survey
    TRACES_SERIES = 1 << 14,
    TRACES_PROBLEMS = 10, // of one input that are reported one by one
    TRACES_FIRST = 1 << 16, // records of a partial survey, at least
};

typedef struct {
    const char *format; // of the inputs; NULL: detect it from their first bytes
    model_options_t model;
    bool rewind;          // the inputs are read more than once
    bool no_progress;     // do not draw the progress line
    bool apart;           // do not combine runs of events (MODEL_APART)
    bool stop_at_first;   // stop at the first problem: it may cause the next ones
    bool alone;           // read in the thread of the caller, who does nothing meanwhile
    const names_t *names; // NULL: none
} traces_options_t;

typedef struct { // one of the inputs
    input_t bytes;
    model_source_t source;
    uint64_t problems; // reported or not
    uint64_t printed;  // the number of the last one that is reported, in any pass
    bool ended, unreadable;
    bool reported;           // an earlier pass reported its problems
    unsigned harts_before;   // added to its harts
    uint64_t *threads;       // hash table of thread numbers, pairs; NULL with one input
    uint8_t run[16];         // of each hart: where in a name that software sends
    uint64_t time;           // of the previous record
    model_account_t account; // of the first pass, and of the change of time base
} trace_in_t;

typedef struct {
    traces_options_t options;
    trace_in_t *inputs;
    unsigned count;
    model_base_t base;
    model_text_t title;
    model_survey_t survey; // set by traces_survey
    bool surveyed;
    bool follow;  // of several inputs alike, each begins when the one before ends
    bool partial; // the survey has seen only the first rows: see traces_watch
    uint64_t records; // returned in this pass

    // private
    unsigned flags;          // of the survey
    uint64_t seen;           // records in a partial survey
    uint64_t last, last_key; // time of a record, and its place in the order
    bool in_order;
    unsigned current;   // input that is read
    unsigned processes; // process records returned so far
    size_t name_next;
    order_t *order;
    model_record_t record;
    model_arg_t args[MODEL_ARGS_MAX]; // of record, if other than in its input
    naming_t naming;
    bool ending; // the current input has ended; the naming stage may have more
    // traces_read
    bool by_records;     // its rows are made of the records of traces_next
    uint32_t types_seen; // of the input's dictionary, none of them of a word
    batch_dictionary_t dictionary;
    model_batch_t rows;
    uint64_t *taken; // pairs of a thread number and the input that has it
} traces_t;

// Opens all inputs ("-": standard input). Returns EXIT_GOOD; else closes all, reports the error and
// returns EXIT_BAD_INPUT or EXIT_ERROR.
int traces_open(traces_t *t, char *const *paths, unsigned count, const traces_options_t *options);

// Reads all inputs once for the survey; needs `rewind`. traces_next then begins again. flags:
// MODEL_ORDERED and MODEL_LOSS_FIRST select the order of the records of traces_next. Several inputs
// are always in order of time.
int traces_survey(traces_t *t, unsigned flags);
// The same, faster, without series and what the threads count.
int traces_survey_threads(traces_t *t, unsigned flags);
// The same for a sink, which needs no counts: of a single input only the first records, because
// most traces report their threads there, and then need no second reading. If it has more, it
// becomes `partial`, and the caller gives each batch of traces_read to traces_watch. False: the
// batch changes what a sink has from the survey, or the order. Then, or if a sink asks for it, the
// caller calls this again, for a survey of more records, and begins anew.
int traces_survey_first(traces_t *t, unsigned flags);
bool traces_watch(traces_t *t, const model_batch_t *batch);

// For one pass, without a survey: clears the tables of `survey`, in which the caller notes names.
void traces_learn(traces_t *t);
// Goes back to the begin after a whole pass, which has reported all problems. Needs `rewind`.
// Returns as traces_open.
int traces_rewind(traces_t *t);
// Goes back to the begin, after a pass that was given up. Needs `rewind`. Returns as traces_open.
int traces_again(traces_t *t);

// Threads and series of a survey in order of their first record. The caller frees these
// NULL-terminated tables.
const model_survey_thread_t **survey_threads(const model_survey_t *survey);
const model_survey_series_t **survey_series(const model_survey_t *survey);
// Whether a thread is an idle loop: its name begins with "idle". The load leaves it out.
bool survey_is_idle(const model_survey_thread_t *thread);

// The next record, valid until the next call. Returns 1, 0 at the end, or reports the error and
// returns -1.
int traces_next(traces_t *t, const model_record_t **record);

// The same records as rows of a batch, valid until the next call. A pass uses one of the two.
int traces_read(traces_t *t, const model_batch_t **batch);

// EXIT_GOOD, or EXIT_BAD_INPUT if an input violated its format.
int traces_verdict(const traces_t *t);
// EXIT_GOOD, or EXIT_BAD_INPUT, which it reports, if no record has a time. After traces_survey.
int traces_any(const traces_t *t);
int report_no_event(const char *name); // returns EXIT_BAD_INPUT

void traces_close(traces_t *t);

// Reports on stderr that the format of an input with these first bytes is unknown.
void report_unknown(const char *name, const uint8_t *head, size_t size);

// Reports on stderr options that an open input with these first bytes does not use: --raw, --unit.
void report_unused(const char *name, const model_source_t *source, const uint8_t *head,
                   size_t size);

// Reports on stderr what reading the inputs left out, after the end of a pass.
void traces_account(const traces_t *t);

// Reports on stderr what was left out, if anything: "weir: NAME: left out 3 logs, ...".
void report_account(const char *name, const model_account_t *account);
// The same of what an analysis could not measure.
void report_unmeasured(uint64_t handlers_and_spans);

#endif
