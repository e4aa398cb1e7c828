/* SPDX-License-Identifier: Apache-2.0 */
/* Common to recording with the unit (weir.c) and without it (weir_soft.c). */
#ifndef WEIR_SHARED_H
#define WEIR_SHARED_H

#include <stdbool.h>

#include "weir.h"
#include "weir_state.h"

#ifndef WEIR_LOCK
#error "this hart needs WEIR_LOCK and WEIR_UNLOCK (weir_hooks.h)"
#endif

#ifdef WEIR_ALIKE_
WEIR_ALIKE_(WEIR_HAS_)
#endif

/* Whether this hart may use the table of names: the default lock does not exclude the others. */
#if defined(WEIR_LOCK_DEFAULT_) && !defined(WEIR_HART_DEFAULT_) && !defined(WEIR_SOFT)
static bool excluded(const struct weir *w) { return WEIR_HART() == w->hart; }
#else
static bool excluded(const struct weir *w) { return (void)w, true; }
#endif

/* Length of a name in bytes, cut to at most `most` without breaking a UTF-8 character. */
static uint32_t name_bytes(const char *name, uint32_t most)
{
    uint32_t n = 0;
    while (n <= most && name[n])
        n++;
    if (n > most)
        do
            n--;
        while (n && ((uint8_t)name[n] & 0xc0) == 0x80); /* name[n] is the first byte left out */
    return n;
}

/* Notes the bytes of the chunk that the sink took. */
static void sink_took(struct weir *w, size_t bytes);

/* Hands the pending bytes of the chunk to the sink. Returns their number, or ESINK. After a crash
 * in_sink tells whether the sink may have some of them. */
static int flush_chunk(struct weir *w)
{
    const size_t bytes = w->pending;
    w->in_sink = 1;
    const int failed = bytes && w->config->sink(w->config->sink_context, w->chunk, bytes);
    if (!failed) {
        sink_took(w, bytes);
        w->pending = 0;
    }
    w->in_sink = 0;
    return failed ? WEIR_ESINK : (int)bytes;
}

/* ---- Configuration */

/* Checks what both kinds of recording need: 0, EINVAL or EUNIT. */
static int check_config(const struct weir_config *c)
{
    if (!c || (c->event_name_count && !c->event_names) || (c->name_max && !c->names))
        return WEIR_EINVAL;
    for (size_t i = 0; i < c->event_name_count; i++) {
        const uint16_t id = c->event_names[i].id;
        if (id < WEIR_ID_USER_FIRST || (id > WEIR_ID_COM_LAST && id <= WEIR_ID_THREAD_SWITCH_ALT) ||
            !c->event_names[i].name)
            return WEIR_EINVAL;
    }
    return c->unit && unit_exponent(c->unit) != NO_UNIT ? 0 : WEIR_EUNIT;
}

/* ---- Names. WEIR_LOCK guards the table, so its functions may interrupt one another anywhere. */

/* What a run of events carries: of an object, its kind precedes the name. */
static uint32_t run_bytes(const struct weir_named *n)
{
    return n->bytes + (n->kind != WEIR_OBJECT_THREAD);
}

static uint8_t run_byte(const struct weir_named *n, uint32_t at)
{
    if (n->kind != WEIR_OBJECT_THREAD && at-- == 0)
        return n->kind;
    return (uint8_t)n->name[at];
}

static unsigned run_events(const struct weir_named *n) { return 2 + (run_bytes(n) + 3) / 4; }

static uint16_t crc_byte(uint16_t crc, uint8_t byte) /* CRC-16/CCITT-FALSE */
{
    crc ^= (uint16_t)(byte << 8);
    for (int bit = 0; bit < 8; bit++)
        crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    return crc;
}

/* The entry of a name. The CRC is made here, outside of the lock. */
static struct weir_named named(unsigned kind, uint32_t number, const char *name)
{
    const uint32_t most = WEIR_SIZE_THREAD_NAME_MAX - (kind != WEIR_OBJECT_THREAD);
    struct weir_named n = {.number = number, .kind = (uint8_t)kind, .pending = 1};
    n.bytes = (uint8_t)name_bytes(name, WEIR_NAME_SIZE < most ? WEIR_NAME_SIZE : most);
    for (uint32_t i = 0; i < n.bytes; i++)
        n.name[i] = name[i];
    uint16_t crc = 0xffff;
    for (int i = 0; i < 4; i++)
        crc = crc_byte(crc, (uint8_t)(number >> 8 * i));
    for (uint32_t i = 0; i < run_bytes(&n); i++)
        crc = crc_byte(crc, run_byte(&n, i));
    n.crc = crc;
    return n;
}

#ifndef WEIR_TXTB
/* Emits a name as a run of events, under WEIR_LOCK, so that no other run of this hart comes
 * between. */
static void emit_run(const struct weir *w, const struct weir_named *n)
{
    const uint16_t id = n->kind == WEIR_OBJECT_THREAD ? WEIR_ID_THREAD_NAME : WEIR_ID_OBJECT_NAME;
    const uint32_t bytes = run_bytes(n);
    weir_emit_isr(w, id, 0xff000000u | bytes << 16 | n->crc);
    weir_emit_isr(w, id, n->number);
    for (uint32_t i = 0; i < bytes; i += 4) {
        uint32_t value = 0;
        for (uint32_t k = 0; k < 4 && i + k < bytes; k++)
            value |= (uint32_t)run_byte(n, i + k) << 8 * k;
        weir_emit_isr(w, id, value);
    }
}
#endif

/* Records a name while a trace runs, under WEIR_LOCK. Returns whether it did. */
static bool record_name(struct weir *w, const struct weir_named *n);

/* Removes a name from what is recorded, under WEIR_LOCK. */
static void record_forget(struct weir *w, uint32_t number);

/* Whether events are recorded now. */
static bool records(const struct weir *w);

static void clear_names(const struct weir_config *c)
{
    for (size_t i = 0; i < c->name_max; i++)
        c->names[i].kind = 0;
}

/* Records the names that the stream does not have yet, until one finds no space. */
static void emit_pending(struct weir *w)
{
    const struct weir_config *const c = w->config;
    bool goes_on = true;
    for (size_t i = 0; i < c->name_max && goes_on; i++) {
        const uint32_t before = WEIR_LOCK();
        if (c->names[i].kind && c->names[i].pending && records(w)) {
            goes_on = record_name(w, &c->names[i]);
            c->names[i].pending = !goes_on;
        }
        WEIR_UNLOCK(before);
    }
}

static int add_name(struct weir *w, unsigned kind, uint32_t number, const char *name)
{
    if (!w || !name || !kind || kind > UINT8_MAX)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    if (!excluded(w))
        return WEIR_EHART;
    const struct weir_config *const c = w->config;
    struct weir_named n = named(kind, number, name), *entry = NULL;
    const uint32_t before = WEIR_LOCK();
    for (size_t i = c->name_max; i-- > 0;)
        if (!c->names[i].kind)
            entry = &c->names[i];
    for (size_t i = 0; i < c->name_max; i++)
        if (c->names[i].kind && c->names[i].number == number)
            entry = &c->names[i];
    if (records(w))
        n.pending = !record_name(w, &n);
    if (entry)
        *entry = n;
    WEIR_UNLOCK(before);
    return entry ? 0 : WEIR_ENOSPC;
}

static void forget(struct weir *w, uint32_t number)
{
    if (!w || w->state == UNKNOWN)
        return;
    const struct weir_config *const c = w->config;
    const uint32_t before = WEIR_LOCK();
    for (size_t i = 0; i < c->name_max; i++)
        if (c->names[i].kind && c->names[i].number == number)
            c->names[i].kind = 0;
    record_forget(w, number);
    WEIR_UNLOCK(before);
}

static int repeat_name(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    if (!excluded(w))
        return WEIR_EHART;
    const struct weir_config *const c = w->config;
    int events = 0;
    const uint32_t before = WEIR_LOCK();
    for (size_t tried = 0; tried < c->name_max && !events && records(w); tried++) {
        struct weir_named *const n = &c->names[w->next_name];
        if (++w->next_name == c->name_max)
            w->next_name = 0;
        if (n->kind && record_name(w, n)) {
            n->pending = 0;
            events = (int)run_events(n);
        }
    }
    WEIR_UNLOCK(before);
    return events;
}

/* ---- Crash */

static int finish(struct weir *w);

static int crash(struct weir *w, weir_sink *sink, void *context, size_t *uncertain_bytes)
{
    if (!w || !w->config)
        return WEIR_EINVAL;
    if (w->state != RUNNING && w->state != FINISHING)
        return WEIR_ESTATE;
    const struct weir_config *const original = w->config;
    struct weir_config config = *original;
    if (sink) {
        config.sink = sink;
        config.sink_context = context;
    }
    if (uncertain_bytes)
        *uncertain_bytes = w->in_sink ? w->pending : 0;
    w->config = &config;
    const int error = finish(w);
    w->config = original;
    return error;
}

#endif /* WEIR_SHARED_H */
