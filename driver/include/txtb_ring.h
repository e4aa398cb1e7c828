// SPDX-License-Identifier: Apache-2.0
// TXTB ring: a trace buffer in memory that keeps the newest entries, like that of ThreadX. For
// targets without ThreadX or without the trace unit; freestanding, in the byte order of the
// machine. A dump of the memory is a file.
//
//     static uint32_t memory[1024];
//     txtb_ring_t ring;
//     txtb_ring_init(&ring, memory, sizeof memory, 8, 0xffffffff, (uint32_t)memory);
//     txtb_ring_object(&ring, &(txtb_object_t){
//                                 .type = TXTB_THREAD, .address = (uint32_t)&thread, ... });
//     txtb_ring_event(&ring, (uint32_t)&thread, txtb_priority(5, 5), TXTB_USER_FIRST + 1,
//                     timer(), value, 0, 0, 0);
//
// One thread or interrupt at a time may call: on a target, with interrupts off.
#ifndef TXTB_RING_H
#define TXTB_RING_H

#include "txtb.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct { // private
    uint32_t *memory;
    uint32_t base;           // address of memory, for entries
    uint32_t objects;        // of the registry
    uint32_t first, at, end; // words into memory: first entry, next entry to write, end of the last
} txtb_ring_t;

// memory: size bytes, aligned to 4, for header, a registry of objects entries with names of
// TXTB_NAME_SIZE bytes, and at least one entry. base: its address on the target. Returns the number
// of entries, or TXTB_E_ARG (no space for one).
int32_t txtb_ring_init(txtb_ring_t *ring, void *memory, uint32_t size, uint32_t objects,
                       uint32_t mask, uint32_t base);

// Puts an object into a free entry of the registry; TXTB_E_ROOM without one. Long names are cut.
int txtb_ring_object(txtb_ring_t *ring, const txtb_object_t *object);
// Frees the entry of the object with this address. The content remains until another object uses
// the entry.
void txtb_ring_object_deleted(txtb_ring_t *ring, uint32_t address);

// Returns the 8 words of the oldest entry, for the caller to overwrite, in the order of the
// arguments below. It is now the newest entry.
static inline __attribute__((always_inline)) uint32_t *txtb_ring_next(txtb_ring_t *ring)
{
    enum { CURRENT = 8 }; // word of the header
    uint32_t *words = ring->memory + ring->at;
    uint32_t at = ring->at + TXTB_EVENT_SIZE / 4;
    if (at == ring->end)
        at = ring->first;
    ring->at = at;
    ring->memory[CURRENT] = ring->base + at * 4;
    return words;
}

// Overwrites the oldest entry.
void txtb_ring_event(txtb_ring_t *ring, uint32_t context, uint32_t priority, uint32_t id,
                     uint32_t timestamp, uint32_t info1, uint32_t info2, uint32_t info3,
                     uint32_t info4);

#ifdef __cplusplus
}
#endif
#endif
