// SPDX-License-Identifier: Apache-2.0
// A trace file, opened; see trace.h.
#include "trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- items ------------------------------------------------------------------------------------------------------------------

static item_t *place_of(const trace_t *trace, uint32_t id, uint32_t item)
{
    size_t i = ((item ^ id << 20) * UINT32_C(2654435769) >> 7) % TRACE_ITEMS;
    while (trace->items[i].order && (trace->items[i].item != item || trace->items[i].trace != id))
        i = (i + 1) % TRACE_ITEMS;
    return &trace->items[i];
}

item_t *trace_item(const trace_t *trace, uint32_t id, uint32_t item)
{
    item_t *place = place_of(trace, id, item);
    return place->order ? place : NULL;
}

// The item, made if it is new; NULL if there is no place.
static item_t *meet(trace_t *trace, uint32_t id, uint32_t item)
{
    item_t *place = place_of(trace, id, item);
    if (!place->order) {
        if (trace->items_used >= TRACE_ITEMS - TRACE_ITEMS / 4)
            return NULL;
        *place = (item_t){.trace = id, .item = item, .order = (uint32_t)++trace->items_used};
    }
    return place;
}

static void define(trace_t *trace, uint32_t id, uint32_t item, uint32_t parent, flux_text_t name, uint8_t type, bool scope)
{
    item_t *defined = meet(trace, id, item);
    if (!defined)
        return;
    defined->parent = parent;
    defined->type = type;
    defined->scope = scope;
    text_name(defined->name, sizeof defined->name, name.data, name.size, 0);
}

// Remembers what an entry defines.
static void note(trace_t *trace, const flux_entry_t *entry)
{
    switch (entry->kind) {
    case FLUX_SCPD:
        define(trace, entry->trace, entry->scope.item, entry->scope.parent, entry->scope.name, 0, true);
        break;
    case FLUX_SIGD:
    case FLUX_SSGD:
        define(trace, entry->trace, entry->signal.item, entry->signal.parent, entry->signal.name, entry->signal.type, false);
        break;
    case FLUX_DATA: {
        if (trace->decoder.state) // of a section: not a sample of its own
            break;
        event_item_t what = event_item(entry->data.item);
        bool slot = trace->weir && what.kind == EVENT_ITEM_SLOT;            // another way to tell THREAD_SWITCH
        item_t *item = meet(trace, entry->trace, slot ? trace_item_of(what.hart, what.id) : entry->data.item);
        if (item)
            item->samples++;
        else
            trace->items_left_out++;
        break;
    }
    default:
        break;
    }
}

// --- opening and reading ------------------------------------------------------------------------------------------------

int trace_open(trace_t *trace, const octets_in_t *opened, trace_options_t options)
{
    *trace = (trace_t){.exponent = TEXT_TICKS};
    input_open(&trace->input, opened, options.raw);
    trace->items = need(TRACE_ITEMS, sizeof *trace->items);
    trace->threads = need(TRACE_THREADS, sizeof *trace->threads);
    event_decoder_init(&trace->decoder, trace->threads, TRACE_THREADS, options.raw, options.strict);
    if (options.raw) {
        trace->weir = true;
        if (options.unit) {
            snprintf(trace->unit, sizeof trace->unit, "%s", options.unit);
            trace->exponent = text_exponent(options.unit);
        }
        return EXIT_GOOD;
    }
    const flux_entry_t *entry;
    if (!input_next(&trace->input, &entry)) {
        if (!trace->input.failed)
            input_wrong(&trace->input, 0, "HEAD of a flux trace", "the end");
        trace_close(trace);
        return EXIT_BAD_INPUT;
    }
    if (entry->kind == FLUX_HEAD) {
        const flux_head_t *head = &entry->head;
        trace->id = head->trace;
        trace->version = head->version;
        text_name(trace->name, sizeof trace->name, head->name.data, head->name.size, 60);
        text_name(trace->description, sizeof trace->description, head->description.data, head->description.size, 60);
        trace->weir = event_is_weir(head);
    }
    trace->pending = entry;
    return EXIT_GOOD;
}

void trace_close(trace_t *trace)
{
    input_close(&trace->input);
    free(trace->items);
    free(trace->threads);
}

int trace_entry(trace_t *trace, const flux_entry_t **entry)
{
    if (trace->pending) {
        *entry = trace->pending;
        trace->pending = NULL;
    } else if (!input_next(&trace->input, entry)) {
        return 0;
    }
    note(trace, *entry);
    if ((*entry)->kind == FLUX_OPEN && !*trace->unit) {
        flux_text_t base = (*entry)->open.base;
        text_name(trace->unit, sizeof trace->unit, base.data, base.size, 0);
        trace->exponent = text_exponent(trace->unit);
    }
    return 1;
}

int trace_event(trace_t *trace, event_t *event)
{
    const flux_entry_t *entry;
    while (trace_entry(trace, &entry)) {
        int rc = event_decode(&trace->decoder, entry, event);
        if (rc == 1)
            return 1;
        if (rc < 0) {
            const event_problem_t *problem = &trace->decoder.problem;
            input_wrong(&trace->input, problem->offset, problem->expected, problem->found);
            break;
        }
    }
    event_finish(&trace->decoder);
    if (trace->over)
        return 0;
    trace->over = true;
    return event_open_loss(&trace->decoder, event);
}

bool trace_open_loss(const trace_t *trace)
{
    return trace->over;
}

void trace_survey(trace_t *trace)
{
    event_t event;
    while (trace_event(trace, &event))
        ;
}

// --- names ------------------------------------------------------------------------------------------------------------------

char *trace_thread_name(const trace_t *trace, uint32_t thread, bool known, char text[TEXT_NAME_MAX], int columns)
{
    const event_thread_t *met = event_find(&trace->decoder, thread);
    if (!known)
        return strcpy(text, "?");
    if (met && *met->name)
        return text_name(text, TEXT_NAME_MAX, met->name, strlen(met->name), columns);
    snprintf(text, TEXT_NAME_MAX, "0x%" PRIx32, thread);
    return text;
}

static int in_order(const void *a, const void *b)
{
    const event_thread_t *const *x = a, *const *y = b;
    return (*x)->order < (*y)->order ? -1 : 1;
}

const event_thread_t **trace_threads(const trace_t *trace)
{
    size_t count = 0;
    const event_thread_t **table = need(trace->decoder.totals.threads + 1, sizeof *table);
    for (size_t i = 0; i < TRACE_THREADS; i++)
        if (trace->threads[i].order)
            table[count++] = &trace->threads[i];
    qsort(table, count, sizeof *table, in_order);
    return table;
}

uint32_t trace_item_of(unsigned hart, unsigned id)
{
    if (id == WEIR_ID_THREAD_SWITCH)
        return hart ? WEIR_ITEM_ROW_THREAD + hart : WEIR_ITEM_THREAD;
    if (!hart && id <= WEIR_ITEM_USER_SHORT_IDS)
        return WEIR_ITEM_USER_SHORT + id;
    return EVENT_HARTS * (id + WEIR_ITEM_ID_BIAS) + hart;
}

char *trace_id_name(const trace_t *trace, unsigned hart, unsigned id, char text[TEXT_NAME_MAX])
{
    const item_t *item = trace_item(trace, trace->id, trace_item_of(hart, id));
    const char *name = id == WEIR_ID_THREAD_SWITCH ? "THREAD_SWITCH"
                     : item && *item->name         ? item->name
                     : id == WEIR_ID_THREAD_NAME   ? "THREAD_NAME"
                                                   : "";
    return strcpy(text, name);
}
