/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the ring, as docs/theory.md, ring, and docs/formats/stream.md, sections, say. */
#include "weir_golden_ring.h"

#include <string.h>

enum { HEADER = 7, ENTRY_MOST = 20, ITEM_THREAD = 1, ITEM_LOSS = 3, ITEM_SYNC = 4, ITEM_REFUSED = 256, ITEM_SLOT = 768 };

static uint32_t size_of(const struct weir_golden_ring *r) { return (uint32_t)1 << r->section; }
static uint32_t start_of(const struct weir_golden_ring *r) { return r->at / size_of(r) * size_of(r); }
static uint32_t left_in(const struct weir_golden_ring *r) { return start_of(r) + size_of(r) - r->at; }

static void put_header(struct weir_golden_ring *r, uint32_t start, unsigned generation, uint32_t used)
{
    uint32_t content = size_of(r) - HEADER;
    bool last = start + size_of(r) == (uint32_t)1 << r->window;
    const uint8_t header[8] = {0, 6, (uint8_t)(generation | (last ? 0x80 : 0)), (uint8_t)content, (uint8_t)(content >> 8),
                               (uint8_t)used, (uint8_t)(used >> 8), 0}; /* and the first octet of CURR */
    memcpy(r->memory + start, header, sizeof header);
}

/* Octets into the section; the rest of their last word is 0. */
static void put(struct weir_golden_ring *r, const uint8_t *octets, size_t size)
{
    memcpy(r->memory + r->at, octets, size);
    r->at += (uint32_t)size;
    for (uint32_t i = r->at; i % 4; i++)
        r->memory[i] = 0;
    put_header(r, start_of(r), r->generation, r->at - start_of(r) - HEADER);
}

/* An entry without delta. */
static void put_state(struct weir_golden_ring *r, uint32_t item, uint32_t value)
{
    uint8_t octets[ENTRY_MOST];
    size_t size = 0, of_value = 0;
    bool is_event = (item < ITEM_REFUSED && item != ITEM_SYNC) || item >= ITEM_SLOT;
    for (uint32_t head = item << 3; head || !size; head >>= 7)
        octets[size++] = (uint8_t)((head & 0x7f) | (head > 0x7f ? 0x80 : 0));
    while (of_value < 4 && value >> 8 * of_value)
        of_value++;
    if (of_value && value >> (8 * of_value - 1))
        of_value++;
    octets[size++] = (uint8_t)(of_value << 4 | (is_event ? 2 : 1));
    for (size_t i = 0; i < of_value; i++)
        octets[size++] = i < 4 ? (uint8_t)(value >> 8 * i) : 0;
    put(r, octets, size);
}

static void enter(struct weir_golden_ring *r, uint32_t start)
{
    uint8_t current[12] = {0, 0x23, 0, 8};
    for (unsigned i = 0; i < 8; i++)
        current[4 + i] = (uint8_t)(r->time >> 8 * i);
    r->at = start + HEADER;
    put(r, current, sizeof current);
    put_state(r, ITEM_SYNC, 1);
    for (unsigned i = 0; i < WEIR_GOLDEN_RING_STATES; i++)
        if (r->state[i].told)
            put_state(r, r->state[i].item, r->state[i].value);
    put_state(r, ITEM_SYNC, r->loss ? 3 : 2);
}

void weir_golden_ring_start(struct weir_golden_ring *ring, uint8_t *memory, unsigned window, unsigned section, bool stop)
{
    *ring = (struct weir_golden_ring){.memory = memory, .window = window, .section = section, .stop = stop, .generation = 1};
    for (uint32_t start = 0; start < (uint32_t)1 << window; start += size_of(ring))
        put_header(ring, start, 0, 0);
    enter(ring, 0);
}

/* By hart, then context, then kind; the running thread is behind the kinds of context 0. Behind all of these the slots. */
static void remember(struct weir_golden_ring *r, uint32_t item, uint32_t value)
{
    uint32_t place;
    if (item >= ITEM_SLOT && item < ITEM_SLOT + 16 * WEIR_GOLDEN_RING_SLOTS) {
        uint32_t hart = item % 16, slot = 32 * WEIR_GOLDEN_RING_HARTS + (item - ITEM_SLOT) / 16;
        if (value) {
            r->state[slot].told = true;
            r->state[slot].item = item - hart;
            r->state[slot].value = value;
        }
        remember(r, hart ? 16 + hart : ITEM_THREAD, r->state[slot].value);
        return;
    }
    if (item == ITEM_THREAD || (item > 16 && item < 32))
        place = 32 * (item == ITEM_THREAD ? 0 : item - 16) + 7;
    else if (item >= ITEM_REFUSED && item < ITEM_REFUSED + 8 * 64)
        place = 32 * (item % 16) + 8 * (item / 16 % 4) + (item - ITEM_REFUSED) / 64;
    else
        return;
    r->state[place].told = true;
    r->state[place].item = item;
    r->state[place].value = value;
}

void weir_golden_ring_entry(struct weir_golden_ring *ring, const uint8_t *octets, size_t size, uint64_t time, uint32_t item,
                            uint64_t value)
{
    if (ring->full)
        return;
    put(ring, octets, size);
    ring->time = time;
    if (item == ITEM_LOSS)
        ring->loss = value & 1;
    else
        remember(ring, item, (uint32_t)value);
    if (left_in(ring) > ENTRY_MOST)
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
