/* SPDX-License-Identifier: Apache-2.0 */
/* Turns an RKH frame of the unit back into the stream entry that it carries. */
#ifndef WEIR_BENCH_TRANSCRIBE_H
#define WEIR_BENCH_TRANSCRIBE_H

#include "weir_golden.h"

#ifdef __cplusplus
extern "C" {
#endif

struct transcriber {
    unsigned id, timestamp; /* bytes of an id and of a timestamp */
    uint64_t high;          /* the time above the timestamp, as TIME reported it */
};

/* `frame`: the bytes between two flags. Returns how many bytes the entry has that follows on time
 * `before`, with those of extra arguments in front of it; 0: the frame is no entry; -1: it is no
 * frame of the unit. What the entry says is for the scoreboard to check. */
int transcribe(struct transcriber *t, const uint8_t *frame, unsigned size, uint64_t before,
               uint8_t entry[WEIR_GOLDEN_ENTRY_MAX]);

#ifdef __cplusplus
}
#endif
#endif
