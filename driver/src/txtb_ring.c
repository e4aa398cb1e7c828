// SPDX-License-Identifier: Apache-2.0
// TXTB in memory, word by word; and the contents of events. Freestanding.
#include "txtb_ring.h"

enum { // words of the header and of a registry entry
    MASK = 1,
    BASE = 2,
    REGISTRY = 3,
    SIZES = 4,
    REGISTRY_END = 5,
    BUFFER = 6,
    BUFFER_END = 7,
    CURRENT = 8,
    HEADER = 12,
    OBJECT = (TXTB_OBJECT_SIZE + TXTB_NAME_SIZE) / 4,
    EVENT = TXTB_EVENT_SIZE / 4,
};

int32_t txtb_ring_init(txtb_ring_t *r, void *memory, uint32_t size, uint32_t objects, uint32_t mask,
                       uint32_t base)
{
    uint32_t *m = memory, words = size / 4;
    if (!m || words < HEADER + EVENT || objects > (words - HEADER - EVENT) / OBJECT ||
        base > UINT32_MAX - size)
        return TXTB_E_ARG;
    r->memory = m;
    r->base = base;
    r->objects = objects;
    r->first = r->at = HEADER + objects * OBJECT;
    uint32_t entries = (words - r->first) / EVENT;
    r->end = r->first + entries * EVENT;
    // volatile: prevents calls of memset
    for (volatile uint32_t *p = m + HEADER; p < m + r->end; p++)
        *p = 0;
    for (uint32_t i = 0; i < objects; i++)
        ((uint8_t *)(m + HEADER + i * OBJECT))[0] = 1;
    m[0] = 1;
    m[SIZES] = 0;
    ((uint8_t *)(m + SIZES))[*(uint8_t *)m ? 2 : 3] =
        TXTB_NAME_SIZE; // the byte order decides which of two bytes
    m[MASK] = mask;
    m[BASE] = base;
    m[REGISTRY] = base + HEADER * 4;
    m[REGISTRY_END] = m[BUFFER] = m[CURRENT] = base + r->first * 4;
    m[BUFFER_END] = base + r->end * 4;
    m[9] = 0xaaaaaaaa;
    m[10] = 0xbbbbbbbb;
    m[11] = 0xcccccccc;
    m[0] = TXTB_ID; // last: completes the trace buffer
    return (int32_t)entries;
}

int txtb_ring_object(txtb_ring_t *r, const txtb_object_t *object)
{
    for (uint32_t i = 0; i < r->objects; i++) {
        uint32_t *words = r->memory + HEADER + i * OBJECT;
        uint8_t *bytes = (uint8_t *)words;
        volatile uint8_t *name = bytes + TXTB_OBJECT_SIZE;
        if (bytes[0] != 1)
            continue;
        words[1] = object->address;
        words[2] = object->parameter[0];
        words[3] = object->parameter[1];
        for (uint32_t k = 0; k < TXTB_NAME_SIZE; k++)
            name[k] = k < object->name_size ? (uint8_t)object->name[k] : 0;
        bytes[1] = object->type;
        bytes[2] = object->reserved[0];
        bytes[3] = object->reserved[1];
        bytes[0] = 0;
        return 0;
    }
    return TXTB_E_ROOM;
}

void txtb_ring_object_deleted(txtb_ring_t *r, uint32_t address)
{
    for (uint32_t i = 0; i < r->objects; i++) {
        uint32_t *words = r->memory + HEADER + i * OBJECT;
        if (words[1] == address)
            ((uint8_t *)words)[0] = 1;
    }
}

void txtb_ring_event(txtb_ring_t *r, uint32_t context, uint32_t priority, uint32_t id,
                     uint32_t timestamp, uint32_t info1, uint32_t info2, uint32_t info3,
                     uint32_t info4)
{
    uint32_t *m = txtb_ring_next(r);
    m[0] = context;
    m[1] = priority;
    m[2] = id;
    m[3] = timestamp;
    m[4] = info1;
    m[5] = info2;
    m[6] = info3;
    m[7] = info4;
}

// ---- contents of events

void txtb_object_set_priority(txtb_object_t *object, unsigned priority)
{
    object->reserved[0] = (uint8_t)(0x80 | (priority >> 8 & 3));
    object->reserved[1] = (uint8_t)priority;
}

int txtb_switch(txtb_event_t *event, uint32_t from, uint32_t to, uint32_t priority_word)
{
    if (!from && !to)
        return TXTB_E_ARG;
    event->context = from ? from : TXTB_ISR;
    event->priority = from ? priority_word : 0;
    event->id = from ? TXTB_THREAD_SUSPEND : TXTB_THREAD_RESUME;
    event->info[0] = from ? from : to;
    event->info[1] = event->info[2] = 0;
    event->info[3] = to;
    return 0;
}
