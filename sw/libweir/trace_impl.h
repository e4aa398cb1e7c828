// SPDX-License-Identifier: Apache-2.0
// libweir inside: a trace as batches of rows, with names of dictionaries, and with logs and RKH
// records as single rows.
#ifndef WEIR_TRACE_IMPL_H
#define WEIR_TRACE_IMPL_H

#include "batch.h"
#include "apply_names.h"
#include "weir/trace.h"

enum { TRACE_TEXT = 512 };

typedef struct { // the latest name of a thread
    uint64_t process, number;
    char *name;
} trace_thread_t;

struct weir_trace {
    // input
    char *path; // in messages; NULL: none
    int file;   // -1 without one
    const uint8_t *bytes;
    weir_trace_read_t *read;
    void *context;
    uint64_t size;
    int saved_errno;

    model_source_t source;
    bool opened; // the source is
    char *settings;
    names_t names;
    naming_t naming;

    // rows
    bool by_records, ending, ended;
    int pending;         // an error to report behind the rows before it; 0: none
    uint32_t types_seen; // of the input's dictionary, none of them of a word
    size_t name_next;    // of the dictionary, before the first row
    batch_dictionary_t dictionary;
    model_batch_t rows;
    model_record_t record;

    // events
    const model_batch_t *batch;
    uint32_t row;
    batch_space_t space;
    const model_record_t *event;
    char *texts; // of the event, one after the other
    size_t texts_size;
    char *argument;

    uint64_t lost, uncounted, damage, damaged_at;
    trace_thread_t *threads; // sorted by process and number
    size_t thread_count, thread_capacity;
    char error[TRACE_TEXT];
};

// The next rows. Returns 1 with *batch, valid until the next call; 0 at the end; or
// WEIR_TRACE_E_...: after WEIR_TRACE_E_BAD the next call goes on.
int trace_rows(weir_trace_t *trace, const model_batch_t **batch);
// Takes names of threads and losses from the rows of a batch.
void trace_learn(weir_trace_t *trace, const model_batch_t *batch);
// A second handle of the same trace, at its begin; NULL without memory. It ends before the first.
weir_trace_t *trace_beside(const weir_trace_t *trace);
void trace_beside_close(weir_trace_t *beside);
// Sets the text of an error. Returns the error.
int trace_fail(weir_trace_t *trace, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
