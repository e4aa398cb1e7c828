/* SPDX-License-Identifier: Apache-2.0 */
/* What recording with the unit (weir.c) and without it (weir_soft.c) have in common; weir_finish()
 * is that of either. */
#ifndef WEIR_SHARED_H
#define WEIR_SHARED_H

#include "weir.h"

enum {
    UNKNOWN,
    READY,
    RUNNING,
    FINISHING,
    FINISHED
}; /* weir.state; a zeroed struct weir is UNKNOWN */

/* Bytes of a name that are used: at most 63, and no broken character at the end. */
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

/* Hands what is held to the sink. */
static int give(struct weir *w)
{
    w->giving = 1;
    const int dropped = w->held && w->config->sink(w->config->sink_context, w->chunk, w->held);
    w->giving = 0;
    if (dropped)
        return WEIR_ESINK;
    const size_t given = w->held;
    w->held = 0;
    return (int)given;
}

/* The entry of the table of names for a thread: its own, or a free one; NULL if there is none. */
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

int weir_crash(struct weir *w, weir_sink *sink, void *context, size_t *doubt)
{
    if (!w || !w->config)
        return WEIR_EINVAL;
    if (w->state != RUNNING && w->state != FINISHING)
        return WEIR_ESTATE;
    const struct weir_config *const usual = w->config;
    struct weir_config config = *usual;
    if (sink) {
        config.sink = sink;
        config.sink_context = context;
    }
    if (doubt)
        *doubt = w->giving ? w->held : 0;
    w->config = &config;
    const int error = weir_finish(w);
    w->config = usual;
    return error;
}

#endif /* WEIR_SHARED_H */
