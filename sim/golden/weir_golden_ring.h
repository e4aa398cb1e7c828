/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the ring: the entries of the stream in, the image of the memory out. */
#ifndef WEIR_GOLDEN_RING_H
#define WEIR_GOLDEN_RING_H

#include "weir_golden_checkpoint.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Written from theory.md, ring, and stream.md, sections, alone. The image is that
 * of a ring which has written all it was given. No globals, no allocation. */

struct weir_golden_ring {
    uint8_t *memory;          /* the window, 1 << window bytes, the caller's */
    unsigned window, section; /* log2 of bytes */
    bool stop;                /* stop when the last section is full */
    unsigned most;            /* bytes of an event at most */
    bool full, wrapped;
    uint32_t at; /* offset of the next byte in the window */
    unsigned generation;
    struct weir_golden_checkpoint checkpoint;
};

/* A new ring over `memory`, whose bytes must be those of the memory before: not all of them are
 * overwritten. */
void weir_golden_ring_start(struct weir_golden_ring *ring, uint8_t *memory, unsigned window,
                            unsigned section, bool stop, unsigned most);

/* The next entry of the stream, or those of an event of several words together: bytes, its time,
 * its item and value. Does nothing when full. */
void weir_golden_ring_entry(struct weir_golden_ring *ring, const uint8_t *bytes, size_t size,
                            uint64_t time, uint32_t item, uint64_t value);

#ifdef __cplusplus
}
#endif
#endif
