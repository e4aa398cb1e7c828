/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of checkpoints: a ring writes one at the begin of each section, and the stage
 * checkpoint puts them into the stream. */
#ifndef WEIR_GOLDEN_CHECKPOINT_H
#define WEIR_GOLDEN_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Written from docs/reference/stream.md, sections, alone. No globals, no allocation. */

enum {
    WEIR_GOLDEN_CHECKPOINT_HARTS = 16,
    WEIR_GOLDEN_CHECKPOINT_CACHE_ENTRIES = 16,
    WEIR_GOLDEN_CHECKPOINT_PLACES = 64 * WEIR_GOLDEN_CHECKPOINT_HARTS +
                                    WEIR_GOLDEN_CHECKPOINT_CACHE_ENTRIES,
    WEIR_GOLDEN_CHECKPOINT_BYTES = 32 + 10 * WEIR_GOLDEN_CHECKPOINT_PLACES
};

/* What the entries so far have reported. Zero it at reset and at CLEAR. */
struct weir_golden_checkpoint {
    uint64_t time; /* of the last entry */
    bool loss;     /* one is going on */
    struct {
        bool reported;
        uint32_t item, value;
    } field[WEIR_GOLDEN_CHECKPOINT_PLACES]; /* in the order it is written */
};

/* The next entry of the stream: its time, its item and value. */
void weir_golden_checkpoint_entry(struct weir_golden_checkpoint *checkpoint, uint64_t time,
                                  uint32_t item, uint64_t value);

/* The bytes of the checkpoint; returns how many. */
size_t weir_golden_checkpoint_write(const struct weir_golden_checkpoint *checkpoint,
                                    uint8_t bytes[WEIR_GOLDEN_CHECKPOINT_BYTES]);

#ifdef __cplusplus
}
#endif
#endif
