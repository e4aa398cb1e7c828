// SPDX-License-Identifier: Apache-2.0
// TXTB reader. All access goes through a window of the input in the caller's memory.
#include "txtb_read.h"

#include <stdio.h>
#include <string.h>

// ---- bytes

// size bytes at offset; fewer only at the end of the input, or if memory is smaller. *have is their
// number; NULL: cannot read.
static const uint8_t *window(txtb_reader_t *r, uint64_t offset, size_t size, size_t *have)
{
    if (size > r->capacity)
        size = r->capacity;
    if (offset < r->from || offset - r->from > r->have ||
        size > r->have - (size_t)(offset - r->from)) {
        size_t got = 0;
        r->have = 0;
        r->from = offset;
        while (got < size) {
            int64_t n = r->read(r->context, r->memory + got, r->capacity - got, offset + got);
            if (n < 0)
                return NULL;
            if (n == 0)
                break;
            got += (size_t)n;
        }
        r->have = got;
    }
    size_t there = r->have - (size_t)(offset - r->from);
    *have = there < size ? there : size;
    return r->memory + (offset - r->from);
}

// True if the input has the byte at offset: 1, 0, or TXTB_E_READ.
static int has(txtb_reader_t *r, uint64_t offset)
{
    size_t have;
    return window(r, offset, 1, &have) ? (int)have : TXTB_E_READ;
}

static uint32_t get(const txtb_reader_t *r, const uint8_t *p)
{
    uint32_t little = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
                      (uint32_t)p[3] << 24;
    uint32_t big = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
                   (uint32_t)p[3];
    return r->header.big_endian ? big : little;
}

// ---- the header

static bool bad(txtb_reader_t *r, txtb_problem_kind_t kind, uint64_t offset, uint64_t expected,
                uint64_t found)
{
    if (r->problem.kind == TXTB_NO_ID)
        r->problem = (txtb_problem_t){
            .kind = kind, .offset = offset, .expected = expected, .found = found};
    return false;
}

// Reads the header at p, which is at r->offset. Returns false, with a problem, if it is not one.
static bool take_header(txtb_reader_t *r, const uint8_t *p, size_t have)
{
    txtb_header_t *h = &r->header;
    uint64_t at = r->offset;
    h->big_endian = p[0] == 'T';
    if (have < TXTB_HEADER_SIZE)
        return bad(r, TXTB_BAD_CUT, at, TXTB_HEADER_SIZE, have);
    h->mask = get(r, p + 4);
    h->base = get(r, p + 8);
    h->registry_start = get(r, p + 12);
    h->reserved1 = (uint16_t)(h->big_endian ? p[16] << 8 | p[17] : p[17] << 8 | p[16]);
    h->name_size = (uint16_t)(h->big_endian ? p[18] << 8 | p[19] : p[19] << 8 | p[18]);
    h->registry_end = get(r, p + 20);
    h->buffer_start = get(r, p + 24);
    h->buffer_end = get(r, p + 28);
    h->current = get(r, p + 32);
    for (int i = 0; i < 3; i++)
        h->reserved[i] = get(r, p + 36 + 4 * i);
    // Addresses count modulo 2^32. Sizes decide; positions are used only if they make sense.
    uint32_t registry = h->registry_end - h->registry_start, ring = h->buffer_end - h->buffer_start;
    uint32_t object = TXTB_OBJECT_SIZE + (uint32_t)h->name_size;
    if (h->registry_end < h->registry_start)
        return bad(r, TXTB_BAD_POINTERS, at + 20, h->registry_start, h->registry_end);
    if (h->buffer_end < h->buffer_start)
        return bad(r, TXTB_BAD_POINTERS, at + 28, h->buffer_start, h->buffer_end);
    if (registry % object)
        return bad(r, TXTB_BAD_REGISTRY, at + 20, object, registry);
    if (!ring || ring % TXTB_EVENT_SIZE)
        return bad(r, TXTB_BAD_ENTRIES, at + 28, TXTB_EVENT_SIZE, ring);
    if (h->current < h->buffer_start || h->current > h->buffer_end)
        return bad(r, TXTB_BAD_CURRENT, at + 32, h->buffer_start, h->current);
    if (!h->mask)
        return bad(r, TXTB_BAD_MASK, at + 4, 1, 0);
    r->sequential = h->registry_start < h->base || h->registry_start - h->base < TXTB_HEADER_SIZE ||
                    h->buffer_start < h->registry_end;
    r->registry = at + (r->sequential ? TXTB_HEADER_SIZE : h->registry_start - h->base);
    r->ring = r->sequential ? r->registry + registry : at + (h->buffer_start - h->base);
    r->end = r->ring + ring;
    r->objects = registry / object;
    r->events = ring / TXTB_EVENT_SIZE;
    uint32_t before = h->current - h->buffer_start;
    r->misplaced = before % TXTB_EVENT_SIZE;
    r->first_event = r->misplaced || before == ring ? 0 : before / TXTB_EVENT_SIZE;
    for (r->span = 1; r->span < h->mask; r->span = r->span << 1 | 1)
        ;
    return true;
}

// True if the buffer of this header begins in the input: the first byte of the ring is present.
// Otherwise the id stands alone, for example in a program's text. A buffer at the begin of the
// input is reported as cut; any other is ignored.
static int present(txtb_reader_t *r)
{
    int rc = has(r, r->ring);
    if (rc == 0 && r->offset != 0)
        return bad(r, TXTB_BAD_CUT, r->offset, r->end - r->offset, 0);
    return rc < 0 ? rc : 1;
}

int txtb_open(txtb_reader_t *r, txtb_read_fn *read, void *context, uint64_t from, void *memory,
              size_t size)
{
    if (!read || !memory || size < TXTB_MEMORY_LEAST)
        return TXTB_E_ARG;
    *r = (txtb_reader_t){
        .read = read, .context = context, .memory = memory, .capacity = size, .offset = from};
    r->problem.offset = from;
    for (;;) {
        size_t have;
        const uint8_t *p = window(r, r->offset, 4, &have);
        if (!p)
            return TXTB_E_READ;
        if (have < 4)
            return 0;
        // every T or B in the window with four bytes
        size_t there = r->have - (size_t)(r->offset - r->from);
        const uint8_t *stop = p + there - 3, *start = p;
        while (p < stop && memcmp(p, "TXTB", 4) && memcmp(p, "BTXT", 4))
            p++;
        r->offset += (uint64_t)(p - start);
        if (p == stop)
            continue;
        p = window(r, r->offset, TXTB_HEADER_SIZE, &have);
        if (!p)
            return TXTB_E_READ;
        if (take_header(r, p, have)) {
            int rc = present(r);
            if (rc < 0)
                return rc;
            if (rc) {
                r->problem = (txtb_problem_t){.kind = TXTB_NO_ID};
                return 1;
            }
        }
        r->offset++;
    }
}

// ---- objects

// The input has the byte at `present`, but not the one at `missing`: finds its end between them.
static int cut(txtb_reader_t *r, uint64_t there, uint64_t missing)
{
    while (there < missing) {
        uint64_t middle = there + (missing - there) / 2;
        int rc = has(r, middle);
        if (rc < 0)
            return rc;
        if (rc)
            there = middle + 1;
        else
            missing = middle;
    }
    uint64_t offset = there;
    r->problem = (txtb_problem_t){.kind = TXTB_BAD_CUT,
                                  .offset = offset,
                                  .expected = r->end - r->offset,
                                  .found = offset - r->offset};
    r->cut = true;
    return TXTB_E_CUT;
}

int txtb_next_object(txtb_reader_t *r, txtb_object_t *object)
{
    uint32_t size = TXTB_OBJECT_SIZE + (uint32_t)r->header.name_size;
    while (r->next_object < r->objects) {
        uint64_t offset = r->registry + (uint64_t)r->next_object * size;
        size_t have;
        // for an entry longer than the window, its last byte decides whether it is complete
        int whole = size > r->capacity ? has(r, offset + size - 1) : 1;
        const uint8_t *p = window(r, offset, size, &have);
        if (whole < 0 || !p)
            return TXTB_E_READ;
        if (!whole || have < (size < r->capacity ? size : r->capacity)) {
            r->next_object = r->objects;
            return cut(r, r->offset + TXTB_HEADER_SIZE, offset + size - 1);
        }
        r->next_object++;
        *object = (txtb_object_t){.available = p[0] == 1,
                                  .type = p[1],
                                  .reserved = {p[2], p[3]},
                                  .address = get(r, p + 4),
                                  .parameter = {get(r, p + 8), get(r, p + 12)},
                                  .name = (const char *)p + TXTB_OBJECT_SIZE};
        const uint8_t *end = memchr(p + TXTB_OBJECT_SIZE, 0, have - TXTB_OBJECT_SIZE);
        object->name_size = (uint32_t)((end ? end : p + have) - (p + TXTB_OBJECT_SIZE));
        if (object->type || object->address)
            return 1;
    }
    return 0;
}

// ---- events

int txtb_next_event(txtb_reader_t *r, txtb_event_t *event)
{
    while (r->next_event < r->events) {
        uint32_t index = r->first_event + r->next_event;
        index -= index >= r->events ? r->events : 0;
        uint64_t offset = r->ring + (uint64_t)index * TXTB_EVENT_SIZE;
        size_t have;
        const uint8_t *p = window(r, offset, TXTB_EVENT_SIZE, &have);
        if (!p)
            return TXTB_E_READ;
        if (have < TXTB_EVENT_SIZE) {
            // the rest up to the ring's end is missing; entries before the oldest one can be
            // present
            uint32_t missing = r->events - index, left = r->events - r->next_event;
            if (!r->cut && cut(r, r->offset + TXTB_HEADER_SIZE, offset + have) == TXTB_E_READ)
                return TXTB_E_READ;
            r->next_event += missing < left ? missing : left;
            continue;
        }
        r->next_event++;
        event->context = get(r, p);
        event->id = get(r, p + 8);
        if (!event->context || event->id == UINT32_MAX) {
            r->unused++;
            continue;
        }
        event->priority = get(r, p + 4);
        event->timestamp = get(r, p + 12) & r->header.mask;
        for (int i = 0; i < 4; i++)
            event->info[i] = get(r, p + 16 + 4 * i);
        const uint32_t ticks = r->down ? ~event->timestamp & r->span : event->timestamp,
                       last = (uint32_t)r->time & r->span;
        r->wraps += r->timestamped && ticks < last;
        r->time += r->timestamped ? (ticks - last) & r->span : ticks;
        r->timestamped = true;
        event->time = r->time;
        event->offset = offset;
        return 1;
    }
    if (r->cut && !r->cut_reported) {
        r->cut_reported = true;
        return TXTB_E_CUT;
    }
    return 0;
}

int txtb_counts_down(txtb_reader_t *reader)
{
    txtb_reader_t r = *reader; // it shares the memory, so the window of the other is gone
    txtb_event_t event;
    uint64_t up = 0, down = 0;
    uint32_t before = 0;
    int rc;
    for (bool any = false; (rc = txtb_next_event(&r, &event)) == 1; any = true) {
        const uint32_t step = (event.timestamp - before) & r.span;
        up += any && step && step <= r.span / 2;
        down += any && step > r.span / 2;
        before = event.timestamp;
    }
    reader->have = 0;
    return rc == TXTB_E_READ ? rc : down >= TXTB_STEPS_LEAST && down >= 2 * up;
}

// ---- what else the input has

// Adds the bytes in [from, to), unless the memory is unused: all 0, or all 0xff.
static int add_used(txtb_reader_t *r, uint64_t from, uint64_t to, uint64_t *bytes)
{
    uint64_t at = from;
    bool used = false;
    uint8_t first = 0;
    for (size_t have = 1; at < to && have; at += have) {
        const size_t size = to - at < r->capacity ? (size_t)(to - at) : r->capacity;
        const uint8_t *p = window(r, at, size, &have);
        if (!p)
            return TXTB_E_READ;
        if (at == from && have)
            first = *p;
        used |= first && first != 0xff;
        for (size_t i = 0; i < have && !used; i++)
            used = p[i] != first;
    }
    *bytes += used ? at - from : 0;
    return 0;
}

int txtb_others(txtb_reader_t *reader, uint64_t *bytes, uint64_t *buffers, uint64_t *first)
{
    txtb_reader_t r = *reader; // it shares the memory
    uint64_t from = reader->end;
    int rc;
    *bytes = *buffers = *first = 0;
    r.have = reader->have = 0;
    if (add_used(&r, 0, reader->offset, bytes) ||
        add_used(&r, reader->offset + TXTB_HEADER_SIZE, reader->registry, bytes) ||
        add_used(&r,
                 reader->registry + (uint64_t)reader->objects *
                                        (TXTB_OBJECT_SIZE + (uint32_t)reader->header.name_size),
                 reader->ring, bytes))
        return TXTB_E_READ;
    while ((rc = txtb_open(&r, reader->read, reader->context, from, reader->memory,
                           reader->capacity)) == 1) {
        rc = add_used(&r, from, r.offset, bytes);
        if (rc)
            return rc;
        *first = *buffers ? *first : r.offset;
        ++*buffers;
        from = r.end;
    }
    r.have = 0;
    return rc ? rc : add_used(&r, from, UINT64_MAX, bytes);
}

char *txtb_problem_text(const txtb_problem_t *p, char *text, size_t size)
{
    unsigned long long at = p->offset, expected = p->expected, found = p->found;
    switch (p->kind) {
    case TXTB_NO_ID:
        snprintf(text, size, "byte %llu: expected the id TXTB here or behind, found none", at);
        break;
    case TXTB_BAD_POINTERS:
        snprintf(text, size,
                 "byte %llu: expected an end at or behind the start 0x%08llx, found 0x%08llx", at,
                 expected, found);
        break;
    case TXTB_BAD_REGISTRY:
        snprintf(text, size,
                 "byte %llu: expected a registry of entries of %llu bytes, found %llu bytes", at,
                 expected, found);
        break;
    case TXTB_BAD_ENTRIES:
        snprintf(text, size,
                 "byte %llu: expected a ring of entries of %llu bytes, found %llu bytes", at,
                 expected, found);
        break;
    case TXTB_BAD_CURRENT:
        snprintf(text, size,
                 "byte %llu: expected a current pointer in the ring from 0x%08llx, found 0x%08llx",
                 at, expected, found);
        break;
    case TXTB_BAD_MASK:
        snprintf(text, size, "byte %llu: expected a timer mask with valid bits, found 0", at);
        break;
    case TXTB_BAD_CUT:
        snprintf(text, size,
                 "byte %llu: expected a trace buffer of %llu bytes, found the end after %llu", at,
                 expected, found);
        break;
    }
    return text;
}
