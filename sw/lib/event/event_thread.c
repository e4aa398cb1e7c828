// SPDX-License-Identifier: Apache-2.0
// Threads of a stream: the table, the running ones, their names. See event_state.h.
#include "event_state.h"

#include <string.h>

// ---- threads

static size_t first_bucket(const event_decoder_t *d, uint32_t thread)
{
    return (thread * UINT32_C(2654435769) >> 7) & (d->capacity - 1);
}

const event_thread_t *event_find(const event_decoder_t *d, uint32_t thread)
{
    if (!d->capacity)
        return NULL;
    for (size_t i = first_bucket(d, thread);; i = (i + 1) & (d->capacity - 1)) {
        const event_thread_t *t = &d->threads[i];
        if (!t->order)
            return NULL;
        if (t->value == thread)
            return t;
    }
}

// Returns the table entry of a thread, a new one if necessary; NULL if the table is full.
static event_thread_t *find_or_add(event_decoder_t *d, uint32_t thread)
{
    const event_thread_t *known = event_find(d, thread);
    if (known)
        return &d->threads[known - d->threads];
    if (d->totals.threads >= d->capacity - d->capacity / 4) {
        d->totals.left_out++;
        return NULL;
    }
    size_t i = first_bucket(d, thread);
    while (d->threads[i].order)
        i = (i + 1) & (d->capacity - 1);
    d->threads[i] = (event_thread_t){.value = thread, .order = (uint32_t)++d->totals.threads};
    return &d->threads[i];
}

void event_stop_running(event_decoder_t *d, unsigned hart, uint64_t time)
{
    if (!d->running[hart].known)
        return;
    event_thread_t *t = d->running[hart].entry;
    if (t)
        t->ticks += time - d->running[hart].since;
}

// A thread runs on a hart from this time on. Returns its table entry; NULL if the table is full.
event_thread_t *event_now_runs(event_decoder_t *d, unsigned hart, uint32_t thread, uint64_t time)
{
    event_stop_running(d, hart, time);
    d->running[hart].thread = thread;
    d->running[hart].known = true;
    d->running[hart].labelled = false;
    d->running[hart].since = time;
    event_thread_t *t = NULL;
    if (d->capacity)
        t = d->running[hart].entry = find_or_add(d, thread);
    else
        d->totals.left_out++;
    if (t)
        t->harts |= 1u << hart;
    return t;
}

void event_switch_to(event_decoder_t *d, unsigned hart, uint32_t thread, uint64_t time)
{
    event_thread_t *t = event_now_runs(d, hart, thread, time);
    if (t)
        t->switches++;
}

// ---- names

void event_set_name(event_decoder_t *d, uint32_t thread, const char *name, size_t length)
{
    event_thread_t *t = find_or_add(d, thread);
    if (!t)
        return;
    if (length > EVENT_NAME_MAX) {
        length = EVENT_NAME_MAX;
        while (length && ((unsigned char)name[length] & 0xc0) == 0x80) // not inside a character
            length--;
    }
    memcpy(t->name, name, length);
    t->name[length] = 0;
}

// By a byte at once: x^16 + x^12 + x^5 + 1.
static uint32_t crc16(uint32_t crc, uint8_t byte)
{
    uint32_t x = crc >> 8 ^ byte;
    x ^= x >> 4;
    return (crc << 8 ^ x << 12 ^ x << 5 ^ x) & 0xffff;
}

// By four bytes at once, the first one in the upper bits: the same division, of 32 bits, by the
// inverse of the polynomial.
static uint32_t crc16_word(uint32_t crc, uint32_t bytes)
{
    const uint32_t x = crc << 16 ^ bytes;
    const uint32_t q = x ^ x >> 4 ^ x >> 8 ^ x >> 11 ^ x >> 12 ^ x >> 19 ^ x >> 20 ^ x >> 22 ^
                       x >> 26 ^ x >> 27 ^ x >> 28;
    return (q ^ q << 5 ^ q << 12) & 0xffff;
}

static bool run_is_intact(const event_run_t *run)
{
    const uint8_t *name = (const uint8_t *)run->name;
    const uint32_t t = run->thread;
    uint32_t crc = crc16_word(0xffff, t << 24 | (t & 0xff00) << 8 | (t >> 8 & 0xff00) | t >> 24),
             i = 0;
    for (; i + 4 <= run->length; i += 4)
        crc = crc16_word(crc, (uint32_t)name[i] << 24 | (uint32_t)name[i + 1] << 16 |
                                  (uint32_t)name[i + 2] << 8 | name[i + 3]);
    for (; i < run->length; i++)
        crc = crc16(crc, name[i]);
    return crc == run->crc;
}

// Takes the next value of a hart's name run. True if it completes a name.
bool event_next_of_run(event_run_t *run, uint32_t value)
{
    if (run->state == EVENT_RUN_THREAD) {
        run->thread = value;
        run->used = 0;
        run->state = EVENT_RUN_NAME;
    } else if (value >> 24 == EVENT_RUN_HEADER) {
        run->length = value >> 16 & 0xff;
        run->crc = value & 0xffff;
        run->state = run->length <= EVENT_NAME_MAX ? EVENT_RUN_THREAD : EVENT_RUN_IDLE;
        return false;
    } else if (run->state == EVENT_RUN_NAME && run->used + 4 <= run->length) {
        for (unsigned i = 0; i < 4; i++)
            run->name[run->used + i] = (char)(value >> 8 * i & 0xff);
        run->used += 4;
    } else if (run->state == EVENT_RUN_NAME) {
        for (unsigned i = 0; i < 4; i++, value >>= 8) {
            if (run->used < run->length)
                run->name[run->used++] = (char)(value & 0xff);
            else if (value & 0xff)
                run->state = EVENT_RUN_IDLE;
        }
    }
    if (run->state != EVENT_RUN_NAME || run->used < run->length)
        return false;
    run->state = EVENT_RUN_IDLE;
    run->name[run->length] = 0;
    return run_is_intact(run);
}

bool event_completes_name(event_decoder_t *d, unsigned id, event_run_t *run, uint32_t value)
{
    if (!event_next_of_run(run, value))
        return false;
    if (id == WEIR_ID_THREAD_NAME)
        event_set_name(d, run->thread, run->name, run->length);
    return id == WEIR_ID_THREAD_NAME || run->length;
}

void event_take_name(event_decoder_t *d, event_t *event)
{
    const bool thread = event->id == WEIR_ID_THREAD_NAME;
    if ((!thread && event->id != WEIR_ID_OBJECT_NAME) || event->value > UINT32_MAX)
        return;
    event_run_t *run = thread ? &d->run[event->hart] : &d->object_run[event->hart];
    if (!event_completes_name(d, event->id, run, (uint32_t)event->value))
        return;
    if (!thread)
        event->object = (uint8_t)run->name[0];
    event->name = run->name + !thread;
    event->named = run->thread;
}
