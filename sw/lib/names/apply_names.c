// SPDX-License-Identifier: Apache-2.0
// Adds names to records, see apply_names.h.
#include "apply_names.h"

#include <stdlib.h>

// Finds a thread in the table, or adds it and sets *first. NULL if the table is full.
static struct naming_thread *find_or_add(naming_t *t, uint64_t thread, bool *first)
{
    *first = false;
    for (size_t i = 0; i < t->named_count; i++)
        if (t->named[i].thread == thread)
            return &t->named[i];
    if (t->named_count == NAMING_THREADS)
        return NULL;
    if (!t->named && !(t->named = calloc(NAMING_THREADS, sizeof *t->named)))
        return NULL;
    *first = true;
    t->named[t->named_count] = (struct naming_thread){.thread = thread};
    return &t->named[t->named_count++];
}

static void apply_names(naming_t *t, const names_t *names, model_record_t *r)
{
    if (r->kind == MODEL_OBJECT && r->object.kind == MODEL_OBJECT_THREAD) {
        bool symbol, first;
        const char *name = names_thread(names, r->object.number, &symbol);
        struct naming_thread *entry = name && symbol ? find_or_add(t, r->object.number, &first)
                                                     : NULL;
        if (entry)
            entry->named_by_trace = true;
        else if (name && !symbol)
            r->name = model_text(name);
        return;
    }
    if (r->space != MODEL_SPACE_WEIR || r->kind == MODEL_SWITCH || r->kind == MODEL_ISR_ENTER ||
        r->kind == MODEL_ISR_EXIT)
        return;
    const char *name = names_id(names, r->id);
    if (name && !r->value_named)
        r->name = model_text(name);
    if (r->kind != MODEL_INSTANT || r->arg_count != 1 || r->args[0].type != MODEL_ARG_UINT)
        return;
    const char *value = names_value(names, r->id, r->args[0].u);
    if (!value)
        return;
    t->args[0] = r->args[0];
    t->args[1] = (model_arg_t){
        .name = model_text("label"), .type = MODEL_ARG_TEXT, .text = model_text(value)};
    r->args = t->args;
    r->arg_count = 2;
}

// On the first switch to a thread of the dictionary: emits its name, then the switch.
static bool announce_thread(naming_t *t, const names_t *names, const model_record_t *r)
{
    bool first = false, symbol = false;
    const char *name = r->kind == MODEL_SWITCH ? names_thread(names, r->thread.number, &symbol)
                                               : NULL;
    if (name)
        (void)find_or_add(t, r->thread.number, &first);
    if (!first)
        return false;
    t->record = model_record(MODEL_OBJECT);
    t->record.object.kind = MODEL_OBJECT_THREAD;
    t->record.object.number = r->thread.number;
    t->record.object.symbol = symbol;
    t->record.name = model_text(name);
    t->pending = r;
    return true;
}

void naming_put(naming_t *t, const names_t *names, const model_record_t *record)
{
    if (t->apart)
        t->runs.last = record;
    else
        runs_put(&t->runs, names, record);
}

const model_record_t *naming_get(naming_t *t, const names_t *names)
{
    const model_record_t *pending = t->pending, *record = pending ? pending : runs_get(&t->runs);
    t->pending = NULL;
    if (!record || !names)
        return record;
    if (pending || !announce_thread(t, names, record)) {
        t->record = *record;
        apply_names(t, names, &t->record);
    }
    return &t->record;
}

void naming_end(naming_t *t) { runs_end(&t->runs); }

void naming_next(naming_t *t) { t->named_count = 0; }

void naming_again(naming_t *t)
{
    size_t named_by_trace = 0;
    for (size_t i = 0; i < t->named_count; i++)
        if (t->named[i].named_by_trace)
            t->named[named_by_trace++] = t->named[i];
    t->named_count = named_by_trace;
    t->pending = NULL;
    t->runs = (runs_t){0};
}

void naming_free(naming_t *t) { free(t->named); }
