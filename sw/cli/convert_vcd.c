// SPDX-License-Identifier: Apache-2.0
// weir convert to VCD: a scope for each hart with its running thread and, for each id, the last value and an event that
// marks every time it was told; a wire that is high while events are refused.
//
// A loss record comes later than the refusals it tells of, but VCD wants time in order: a second reader runs ahead to the
// next loss record.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "convert.h"
#include "vcd.h"

typedef struct {
    struct vcd_variable value, mark;
} signals_t;

typedef struct {
    const trace_t *trace;
    struct vcd_writer writer;
    signals_t *signals;         // of each item of the trace, by item->data
    struct vcd_variable thread[EVENT_HARTS];
    struct vcd_variable loss, refused;
    uint64_t divisor;           // ticks of a VCD time unit
    trace_t ahead;              // reads on to the next loss record
    event_t gap;                // that record
    bool more;                  // there is one
    enum { BEFORE_GAP, IN_GAP } where;
    uint64_t refused_so_far;
} output_t;

static void begin(output_t *o, FILE *out)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
    const unsigned magnitudes[] = {1, 10, 100};
    bool known = o->trace->exponent != TEXT_TICKS;
    int exponent = known ? o->trace->exponent : -9;     // unknown: a tick is shown as 1 ns

    o->divisor = 1;
    for (; exponent < -15; exponent++)
        o->divisor *= 10;
    int unit = (2 - exponent) / 3;
    vcd_begin(&o->writer, convert_write, out, magnitudes[exponent + 3 * unit], units[unit],
              known ? "weir" : "weir: the length of a tick is not known, shown as 1 ns");
}

static bool seen(const trace_t *trace, unsigned hart)
{
    for (size_t i = 0; i < TRACE_ITEMS; i++) {
        event_item_t what = event_item(trace->items[i].item);
        if (trace->items[i].samples && what.kind == EVENT_ITEM_ID && what.hart == hart)
            return true;
    }
    return false;
}

static void define_ids(output_t *o, unsigned hart, size_t *count)
{
    char name[TEXT_NAME_MAX], text[TEXT_NAME_MAX + 16];

    for (size_t i = 0; i < TRACE_ITEMS; i++) {
        item_t *item = &o->trace->items[i];
        event_item_t what = event_item(item->item);
        if (!item->samples || what.kind != EVENT_ITEM_ID || what.hart != hart || what.id == WEIR_ID_THREAD_SWITCH)
            continue;
        trace_id_name(o->trace, hart, what.id, name);
        snprintf(text, sizeof text, *name ? "%s_%u_%s" : "%s_%u", event_class_name(what.class), what.id, name);
        item->data = (*count)++;
        vcd_vector(&o->writer, text, 32, &o->signals[item->data].value);
        strcat(text, "_told");
        vcd_event(&o->writer, text, &o->signals[item->data].mark);
    }
}

static void define(output_t *o)
{
    char text[16];
    size_t count = 0;

    vcd_scope(&o->writer, "weir");
    vcd_vector(&o->writer, "loss", 1, &o->loss);
    vcd_vector(&o->writer, "refused", 64, &o->refused);
    for (unsigned hart = 0; hart < EVENT_HARTS; hart++) {
        if (!seen(o->trace, hart))
            continue;
        snprintf(text, sizeof text, "hart%u", hart);
        vcd_scope(&o->writer, text);
        vcd_vector(&o->writer, "thread", 32, &o->thread[hart]);
        define_ids(o, hart, &count);
        vcd_upscope(&o->writer);
    }
    vcd_upscope(&o->writer);
    vcd_end_definitions(&o->writer);
}

static void find_gap(output_t *o)
{
    o->where = BEFORE_GAP;
    do
        o->more = trace_event(&o->ahead, &o->gap);
    while (o->more && o->gap.kind != EVENT_LOSS);
}

static void at(output_t *o, uint64_t time)
{
    vcd_time(&o->writer, time / o->divisor);
}

// Writes the edges of `loss` that lie before a time. It falls one tick behind the last refusal.
static void loss_until(output_t *o, uint64_t time)
{
    while (o->more) {
        uint64_t edge = o->where == BEFORE_GAP ? o->gap.first : o->gap.last + 1;
        if (edge > time)
            return;
        at(o, edge);
        vcd_change(&o->writer, o->loss, o->where == BEFORE_GAP);
        if (o->where == BEFORE_GAP) {
            o->where = IN_GAP;
            continue;
        }
        for (unsigned class = 0; class < EVENT_CLASSES; class++)
            o->refused_so_far += o->gap.refused[class];
        vcd_change(&o->writer, o->refused, o->refused_so_far);
        find_gap(o);
    }
}

static void write_event(output_t *o, const event_t *event)
{
    const item_t *item = trace_item(o->trace, o->trace->id, trace_item_of(event->hart, event->id));

    loss_until(o, event->time);
    at(o, event->time);
    if (event->id == WEIR_ID_THREAD_SWITCH) {
        vcd_change(&o->writer, o->thread[event->hart], event->thread);
    } else if (item) {
        vcd_change(&o->writer, o->signals[item->data].value, event->value);
        vcd_change(&o->writer, o->signals[item->data].mark, 1);
    }
}

int convert_vcd(const trace_t *trace, trace_t *pass, FILE *out)
{
    output_t *o = need(1, sizeof *o);
    event_t event;

    o->trace = trace;
    int rc = trace_again(&o->ahead, trace);
    if (!rc) {
        o->signals = need(trace->items_used + 1, sizeof *o->signals);
        begin(o, out);
        define(o);
        at(o, 0);
        vcd_change(&o->writer, o->loss, 0);
        vcd_change(&o->writer, o->refused, 0);
        find_gap(o);
        while (trace_event(pass, &event))
            if (event.kind == EVENT_HAPPENED)
                write_event(o, &event);
        loss_until(o, UINT64_MAX);
        if (trace->items_left_out)
            fprintf(stderr, "weir: %s: %" PRIu64 " events left out: more ids than %d\n", trace->input.name,
                    trace->items_left_out, TRACE_ITEMS - TRACE_ITEMS / 4);
        trace_close(&o->ahead);
        free(o->signals);
    }
    free(o);
    return rc;
}
