/* SPDX-License-Identifier: Apache-2.0 */
/* Common to recording with the unit (weir.c) and without it (weir_soft.c). Each defines its own
 * weir_finish. */
#ifndef WEIR_SHARED_H
#define WEIR_SHARED_H

#include "weir.h"

/* Values of weir.state. A zeroed struct weir is UNKNOWN. */
enum { UNKNOWN, READY, RUNNING, FINISHING, FINISHED };

/* Length of a name in bytes, cut to at most 63 without breaking a UTF-8 character. */
static uint32_t name_bytes(const char *name)
{
    uint32_t n = 0;
    while (n <= WEIR_SIZE_THREAD_NAME_MAX && name[n])
        n++;
    if (n > WEIR_SIZE_THREAD_NAME_MAX)
        do
            n--;
        while (n && ((uint8_t)name[n] & 0xc0) == 0x80); /* name[n] is the first byte left out */
    return n;
}

/* Hands the pending bytes of the chunk to the sink. Returns their number, or ESINK. */
static int flush_chunk(struct weir *w)
{
    w->in_sink = 1;
    const int failed = w->pending && w->config->sink(w->config->sink_context, w->chunk, w->pending);
    w->in_sink = 0;
    if (failed)
        return WEIR_ESINK;
    const size_t taken = w->pending;
    w->pending = 0;
    return (int)taken;
}

/* The table entry that holds this thread, else a free one; NULL if the table is full. */
static struct weir_thread_name *name_entry(const struct weir *w, uint32_t thread)
{
    struct weir_thread_name *const table = w->config->thread_names, *found = NULL;
    for (size_t i = w->config->thread_name_max; i-- > 0;) {
        if (!table[i].name)
            found = &table[i];
        else if (table[i].thread == thread)
            return &table[i];
    }
    return found;
}

int weir_crash(struct weir *w, weir_sink *sink, void *context, size_t *uncertain_bytes)
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
    const int error = weir_finish(w);
    w->config = original;
    return error;
}

#endif /* WEIR_SHARED_H */
