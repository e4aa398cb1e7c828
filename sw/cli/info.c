// SPDX-License-Identifier: Apache-2.0
// weir info: what a trace is, and its totals.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

enum { NAME_COLUMNS = 24 };

static void print_counts(const char *label, const uint64_t counts[EVENT_CLASSES])
{
    uint64_t all = 0;
    printf("  %-12s", label);
    for (unsigned class = 0; class < EVENT_CLASSES; class++) {
        printf(" %12" PRIu64, counts[class]);
        all += counts[class];
    }
    printf(" %12" PRIu64 "\n", all);
}

// The table of offered, delivered and refused, the octets, and how many losses, after all of the trace was read.
static void print_totals(const trace_t *trace)
{
    const event_totals_t *totals = &trace->decoder.totals;
    event_t open;
    bool is_open = event_open_loss(&trace->decoder, &open);
    unsigned unknown = totals->unknown | (is_open ? open.unknown : 0);
    uint64_t offered[EVENT_CLASSES], delivered = 0;

    for (unsigned class = 0; class < EVENT_CLASSES; class++) {
        offered[class] = totals->delivered[class] + totals->refused[class];
        delivered += totals->delivered[class];
    }
    printf("  %-12s %12s %12s %12s %12s %12s\n", "events", "USER", "COM", "SYS", "NONE", "all");
    print_counts("offered", offered);
    print_counts("delivered", totals->delivered);
    print_counts("refused", totals->refused);
    printf("  %-12s %12" PRIu64 " in the stream", "octets", totals->octets);
    if (delivered)
        printf(", %.2f an event", (double)totals->octets / (double)delivered);
    printf("; losses %" PRIu64 "%s\n", totals->losses + is_open, is_open ? ", the last still open" : "");
    if (totals->nameless)
        printf("  %-12s %12" PRIu64 " to threads that were told before this stream begins\n", "switches", totals->nameless);
    if (unknown)
        printf("  %-12s %s%s%s%s%s of a loss\n", "not known", unknown & EVENT_UNKNOWN_FIRST ? "begin" : "",
               unknown & EVENT_UNKNOWN_FIRST && unknown & ~EVENT_UNKNOWN_FIRST ? ", " : "",
               unknown & EVENT_UNKNOWN_LAST ? "end" : "",
               unknown & EVENT_UNKNOWN_LAST && unknown & EVENT_UNKNOWN_COUNT ? ", " : "",
               unknown & EVENT_UNKNOWN_COUNT ? "count" : "");
}

static void print_threads(const trace_t *trace)
{
    const event_thread_t **threads = trace_threads(trace);
    char name[TEXT_NAME_MAX], time[TEXT_TIME_MAX];

    printf("\n  %-10s  ", "thread");
    text_padded("name", NAME_COLUMNS);
    printf(" %10s %10s  %16s %s  harts\n", "switches", "events", "ran for", text_unit(trace->exponent));
    for (size_t i = 0; i < trace->decoder.totals.threads; i++) {
        const event_thread_t *t = threads[i];
        printf("  0x%08" PRIx32 "  ", t->value);
        text_padded(text_name(name, sizeof name, t->name, strlen(t->name), NAME_COLUMNS), NAME_COLUMNS);
        printf(" %10" PRIu64 " %10" PRIu64 "  %16s %*s ", t->switches, t->events,
               text_time(time, t->ticks, trace->exponent), (int)strlen(text_unit(trace->exponent)), "");
        for (unsigned hart = 0; hart < EVENT_HARTS; hart++)
            if (t->harts >> hart & 1)
                printf(" %u", hart);
        printf("\n");
    }
    if (trace->decoder.totals.left_out)
        printf("  further threads, met %" PRIu64 " times\n", trace->decoder.totals.left_out);
    free(threads);
}

static int by_item(const void *a, const void *b)
{
    const item_t *const *x = a, *const *y = b;
    if ((*x)->trace != (*y)->trace)
        return (*x)->trace < (*y)->trace ? -1 : 1;
    return (*x)->item < (*y)->item ? -1 : 1;
}

static int by_id(const void *a, const void *b)
{
    const item_t *const *x = a, *const *y = b;
    event_item_t i = event_item((*x)->item), j = event_item((*y)->item);
    if (i.id != j.id)
        return i.id < j.id ? -1 : 1;
    return i.hart < j.hart ? -1 : 1;
}

static const item_t **sorted_items(const trace_t *trace, int (*order)(const void *, const void *))
{
    size_t count = 0;
    const item_t **items = need(trace->items_used + 1, sizeof *items);
    for (size_t i = 0; i < TRACE_ITEMS; i++)
        if (trace->items[i].order)
            items[count++] = &trace->items[i];
    qsort(items, count, sizeof *items, order);
    return items;
}

static void print_ids(const trace_t *trace)
{
    const item_t **items = sorted_items(trace, by_id);
    char name[TEXT_NAME_MAX];

    printf("\n  %-6s %-4s  %-6s  ", "id", "hart", "class");
    text_padded("name", NAME_COLUMNS);
    printf(" %10s\n", "events");
    for (size_t i = 0; i < trace->items_used; i++) {
        event_item_t what = event_item(items[i]->item);
        if (what.kind != EVENT_ITEM_ID || !items[i]->samples)
            continue;
        printf("  0x%04x %-4u  %-6s  ", what.id, what.hart, event_class_name(what.class));
        trace_id_name(trace, what.hart, what.id, name);
        text_padded(name, NAME_COLUMNS);
        printf(" %10" PRIu64 "\n", items[i]->samples);
    }
    if (trace->items_left_out)
        printf("  further ids: %" PRIu64 " events\n", trace->items_left_out);
    free(items);
}

static void info_weir(trace_t *trace)
{
    const event_totals_t *totals = &trace->decoder.totals;
    char clock[TEXT_TIME_MAX], first[TEXT_TIME_MAX], last[TEXT_TIME_MAX];

    trace_survey(trace);
    if (trace->input.raw)
        printf("%s: FIFO octets of a Weir unit, without head\n", trace->input.name);
    else
        printf("%s: Weir stream in flux %u: %s\n", trace->input.name, trace->version, trace->description);
    printf("  clock        %s\n", text_clock(clock, trace->exponent));
    printf("  time         %s to %s %s\n\n", text_time(first, totals->first, trace->exponent),
           text_time(last, totals->last, trace->exponent), text_unit(trace->exponent));
    print_totals(trace);
    print_threads(trace);
    print_ids(trace);
}

static void info_signals(trace_t *trace)
{
    static const char *const types[] = {"unknown", "event", "integer", "logic", "float", "text", "binary", "struct",
                                        "event array", "integer array", "float array", "text array"};
    const flux_entry_t *entry;
    uint64_t entries = 0, samples = 0, octets = 0;
    int64_t first = 0, last = 0;

    while (trace_entry(trace, &entry)) {
        entries++;
        octets += entry->kind == FLUX_PBLK || entry->kind == FLUX_SECT ? 0 : entry->raw_size;
        if (entry->kind != FLUX_DATA)
            continue;
        if (!samples || entry->data.position < first)
            first = entry->data.position;
        if (!samples || entry->data.position > last)
            last = entry->data.position;
        samples++;
    }
    printf("%s: flux %u, \"%s\" \"%s\"\n", trace->input.name, trace->version, trace->name, trace->description);
    printf("  entries      %" PRIu64 ", %" PRIu64 " octets unpacked\n", entries, octets);
    printf("  samples      %" PRIu64 "\n", samples);
    printf("  position     %" PRId64 " to %" PRId64 " %s\n", first, last, trace->unit);

    const item_t **items = sorted_items(trace, by_item);
    printf("\n  %-7s %-8s %-14s ", "item", "parent", "type");
    text_padded("name", NAME_COLUMNS);
    printf(" %10s\n", "samples");
    for (size_t i = 0; i < trace->items_used; i++) {
        const item_t *item = items[i];
        printf("  %-7" PRIu32 " %-8" PRIu32 " %-14s ", item->item, item->parent,
               item->scope ? "scope" : item->type < sizeof types / sizeof *types ? types[item->type] : "?");
        text_padded(item->name, NAME_COLUMNS);
        if (item->scope)
            printf("\n");
        else
            printf(" %10" PRIu64 "\n", item->samples);
    }
    if (trace->items_left_out)
        printf("  further items: %" PRIu64 " samples\n", trace->items_left_out);
    free(items);
}

int info_flux(const options_t *options, const octets_in_t *opened)
{
    trace_t trace;
    int rc = trace_open(&trace, opened, (trace_options_t){.raw = options->raw, .unit = options->unit});
    if (rc)
        return rc;
    if (trace.weir)
        info_weir(&trace);
    else
        info_signals(&trace);
    rc = trace.input.failed ? EXIT_BAD_INPUT : EXIT_GOOD;
    trace_close(&trace);
    return rc;
}
