// SPDX-License-Identifier: Apache-2.0
// A stage that records pass through: names of a dictionary for ids, values and threads, and what
// several events say together.
#ifndef WEIR_CLI_NAMING_H
#define WEIR_CLI_NAMING_H

#include "model.h"
#include "names.h"
#include "runs.h"

enum { NAMING_THREADS = 1 << 13 }; // threads of the dictionary that are told when they are met

typedef struct {
    bool apart; // set by the caller: what several events say stays these events (MODEL_APART)

    // private
    runs_t runs;
    struct naming_thread {
        uint64_t thread;
        bool named_by_trace; // by the trace itself, which is better than a symbol: so before that,
                             // too, when it is read again
    } * named; // threads of the dictionary that were met
    size_t named_count;
    const model_record_t *pending;
    model_record_t record;
    model_arg_t args[2];
} naming_t;

// Takes a record, which must stay valid until naming_get has given NULL. What that gives, each
// valid until the next call: this record, named; before it, when it is the first switch to a thread
// of the dictionary, that thread's name; or nothing, or more, as runs.h says. names may be NULL.
void naming_put(naming_t *naming, const names_t *names, const model_record_t *record);
const model_record_t *naming_get(naming_t *naming, const names_t *names);

// No more records: naming_get gives what is still held.
void naming_end(naming_t *naming);

// As at first; memory is kept until naming_free.
void naming_again(naming_t *naming);
void naming_free(naming_t *naming);

#endif
