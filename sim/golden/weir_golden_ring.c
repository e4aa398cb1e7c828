/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the ring, from theory.md, *ring*, and stream.md. */
#include "weir_golden_ring.h"

#include <string.h>

enum { HEADER = 7 };

static uint32_t size_of(const struct weir_golden_ring *r) { return (uint32_t)1 << r->section; }
static uint32_t start_of(const struct weir_golden_ring *r)
{
    return r->at / size_of(r) * size_of(r);
}
static uint32_t left_in(const struct weir_golden_ring *r)
{
    return start_of(r) + size_of(r) - r->at;
}

static void put_header(struct weir_golden_ring *r, uint32_t start, unsigned generation,
                       uint32_t used)
{
    uint32_t content = size_of(r) - HEADER;
    bool last = start + size_of(r) == (uint32_t)1 << r->window;
    const uint8_t header[8] = {0,
                               6,
                               (uint8_t)(generation | (last ? 0x80 : 0)),
                               (uint8_t)content,
                               (uint8_t)(content >> 8),
                               (uint8_t)used,
                               (uint8_t)(used >> 8),
                               0}; /* and the first byte of CURR */
    memcpy(r->memory + start, header, sizeof header);
}

/* Bytes into the section; the rest of their last word is 0. */
static void put(struct weir_golden_ring *r, const uint8_t *bytes, size_t size)
{
    memcpy(r->memory + r->at, bytes, size);
    r->at += (uint32_t)size;
    for (uint32_t i = r->at; i % 4; i++)
        r->memory[i] = 0;
    put_header(r, start_of(r), r->generation, r->at - start_of(r) - HEADER);
}

static void enter(struct weir_golden_ring *r, uint32_t start)
{
    uint8_t bytes[WEIR_GOLDEN_CHECKPOINT_BYTES];
    r->at = start + HEADER;
    put(r, bytes, weir_golden_checkpoint_write(&r->checkpoint, bytes));
}

void weir_golden_ring_start(struct weir_golden_ring *ring, uint8_t *memory, unsigned window,
                            unsigned section, bool stop, unsigned most)
{
    *ring = (struct weir_golden_ring){.memory = memory,
                                      .window = window,
                                      .section = section,
                                      .stop = stop,
                                      .most = most,
                                      .generation = 1};
    for (uint32_t start = 0; start < (uint32_t)1 << window; start += size_of(ring))
        put_header(ring, start, 0, 0);
    enter(ring, 0);
}

void weir_golden_ring_entry(struct weir_golden_ring *ring, const uint8_t *bytes, size_t size,
                            uint64_t time, uint32_t item, uint64_t value)
{
    if (ring->full)
        return;
    put(ring, bytes, size);
    weir_golden_checkpoint_entry(&ring->checkpoint, time, item, value);
    if (left_in(ring) > ring->most)
        return;
    uint32_t next = start_of(ring) + size_of(ring);
    bool wraps = next == (uint32_t)1 << ring->window;
    if (wraps && ring->stop) {
        ring->full = true;
        return;
    }
    if (wraps) {
        ring->wrapped = true;
        ring->generation = ring->generation == 15 ? 1 : ring->generation + 1;
    }
    enter(ring, wraps ? 0 : next);
}
