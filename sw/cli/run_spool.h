// SPDX-License-Identifier: Apache-2.0
// What a drawing needs of a trace whose length is not known yet: times of events, runs of threads,
// losses. Four bytes an event and twelve a run, in memory or, of a long trace, in a temporary file.
#ifndef WEIR_CLI_RUN_SPOOL_H
#define WEIR_CLI_RUN_SPOOL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// An entry is a word, time << 6 | slot, with more words behind it if the slot says so. time: since
// the entry before it.
enum {
    RUN_SPOOL_SLOTS = 60, // rows of latest events, by their remainder
    RUN_SPOOL_ROW = 60,   // a row for its slot: 1 word
    RUN_SPOOL_TIME,       // a time that is far away, or earlier: 2 words
    RUN_SPOOL_RUN,        // a run that ends here: its row and length, 3 words
    RUN_SPOOL_LOSS,       // a loss that begins here: its length, 2 words
    RUN_SPOOL_LONGEST = 4,
    RUN_SPOOL_WORDS = 1 << 16,
};

typedef struct {
    FILE *file; // NULL: all is in memory
    int failed; // errno
    uint64_t time;
    int rows[RUN_SPOOL_SLOTS];
    uint32_t used, next; // words
    bool all_read;
    uint32_t words[RUN_SPOOL_WORDS];
} run_spool_t;

typedef struct {
    enum { RUN_SPOOL_IS_EVENT, RUN_SPOOL_IS_RUN, RUN_SPOOL_IS_LOSS } kind;
    int row;           // of event and run, as the caller numbers threads: 0 up
    uint64_t from, to; // from: of an event
} run_spool_entry_t;

// The caller clears the memory. Failures are reported by run_spool_rewind.
void run_spool_put(run_spool_t *s, unsigned slot, uint64_t time);
void run_spool_row(run_spool_t *s, int row);
void run_spool_run(run_spool_t *s, int row, uint64_t from, uint64_t to);
void run_spool_loss(run_spool_t *s, uint64_t first, uint64_t last);
static inline void run_spool_event(run_spool_t *s, int row, uint64_t time)
{
    const unsigned slot = (unsigned)row % RUN_SPOOL_SLOTS;
    if (s->rows[slot] != row + 1)
        run_spool_row(s, row);
    if ((time - s->time) >> 26 || s->used == RUN_SPOOL_WORDS) {
        run_spool_put(s, slot, time);
        return;
    }
    s->words[s->used++] = (uint32_t)(time - s->time) << 6 | slot;
    s->time = time;
}
// Goes to the first entry, after the last one was written. Returns 0 or -1 with errno.
int run_spool_rewind(run_spool_t *s);
// Returns 1 with the next entry; 0 at the end; or -1 with errno.
int run_spool_next(run_spool_t *s, run_spool_entry_t *entry);
void run_spool_free(run_spool_t *s);

#endif
