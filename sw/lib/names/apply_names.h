// SPDX-License-Identifier: Apache-2.0
// A stage of the record stream: adds names of a dictionary to ids, values and threads, and combines
// runs of events into one record (assemble_words.h).
#ifndef APPLY_NAMES_H
#define APPLY_NAMES_H

#include "model.h"
#include "names.h"
#include "assemble_words.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NAMING_THREADS = 1 << 13 }; // threads of the dictionary, named at their first switch

typedef struct {
    bool apart; // set by the caller: do not combine runs of events (MODEL_APART)

    // private
    runs_t runs;
    struct naming_thread {
        uint64_t thread;
        bool named_by_trace; // a name of the trace takes precedence over a symbol, in a second
        // pass from the begin
    } * named; // threads of the dictionary seen so far
    size_t named_count;
    const model_record_t *pending;
    model_record_t record;
    model_arg_t args[2];
} naming_t;

// Takes a record, which must stay valid until naming_get returns NULL. naming_get returns this
// record with its names, after the name of a thread at its first switch; or none or several
// records, see assemble_words.h. Each is valid until the next call. names may be NULL.
void naming_put(naming_t *naming, const names_t *names, const model_record_t *record);
const model_record_t *naming_get(naming_t *naming, const names_t *names);

// No more records: naming_get returns what is still pending.
void naming_end(naming_t *naming);

// Another trace follows, whose threads are others.
void naming_next(naming_t *naming);

// Starts again; memory is freed by naming_free.
void naming_again(naming_t *naming);
void naming_free(naming_t *naming);

#ifdef __cplusplus
}
#endif
#endif
