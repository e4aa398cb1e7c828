// SPDX-License-Identifier: Apache-2.0
// weir convert to FXT: threads with names, context switches, an instant for each event, a duration for each loss.
//
// The unit is a process. Its threads are the thread values of the stream; a thread of the process's own number, which
// viewers show first, carries the loss: "refused" lasts from the first to the last event refused, and counts them.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "fxt.h"

static int convert_write(void *context, const void *octets, size_t size)
{
    return fwrite(octets, 1, size, context) != size;
}

enum { PROVIDER = 1, THREADS_MOST = 255, STRINGS_FIRST = 16 };

enum string {
    S_VALUE = 1, S_PROCESS, S_REFUSED, S_LOSS, S_USER, S_COM, S_SYS, S_NONE, S_CAUSE, S_SOURCE, S_RECORD,
};
static const char *const strings[] = {
    [S_VALUE] = "value", [S_PROCESS] = "process", [S_REFUSED] = "refused", [S_LOSS] = "loss", [S_USER] = "USER",
    [S_COM] = "COM", [S_SYS] = "SYS", [S_NONE] = "NONE", [S_CAUSE] = "cause", [S_SOURCE] = "source",
    [S_RECORD] = "record",
};
static const uint16_t class_strings[EVENT_CLASSES] = {S_USER, S_COM, S_SYS, S_NONE};

typedef struct {
    const trace_t *trace;
    fxt_writer_t writer;
    uint64_t process;           // koid: a number that no thread has
    uint64_t scale;             // FXT ticks of a tick
    uint64_t refused[EVENT_CLASSES];
    uint32_t indexed[THREADS_MOST];     // threads of the thread table, index 1 first
    unsigned indexed_count;
    uint8_t record[FXT_RECORD_MAX];
} output_t;

static fxt_thread_t thread_of(const output_t *o, uint32_t thread)
{
    for (unsigned i = 0; i < o->indexed_count; i++)
        if (o->indexed[i] == thread)
            return (fxt_thread_t){.index = (uint8_t)(i + 1)};
    return (fxt_thread_t){.process = o->process, .thread = thread};
}

static void write_object(output_t *o, uint8_t type, uint64_t koid, fxt_string_t name, fxt_args_t args)
{
    fxt_write_kernel_object(&o->writer, &(fxt_kernel_object_t){type, koid, name, args});
}

static void write_threads(output_t *o)
{
    const event_thread_t **threads = trace_threads(o->trace);
    const fxt_arg_t process = {FXT_ARG_KOID, fxt_indexed(S_PROCESS), {.u64 = o->process}};
    const fxt_args_t args = {&process, 1};
    char name[TEXT_NAME_MAX];

    write_object(o, FXT_OBJECT_PROCESS, o->process, fxt_text("weir"), FXT_NO_ARGS);
    write_object(o, FXT_OBJECT_THREAD, o->process, fxt_indexed(S_LOSS), args);
    if (!event_find(&o->trace->decoder, 0))     // runs until the first switch is seen
        write_object(o, FXT_OBJECT_THREAD, 0, fxt_text("?"), args);
    for (size_t i = 0; i < o->trace->decoder.totals.threads; i++) {
        trace_thread_name(o->trace, threads[i]->value, true, name, 0);
        write_object(o, FXT_OBJECT_THREAD, threads[i]->value, fxt_text(name), args);
        if (o->indexed_count < THREADS_MOST) {
            o->indexed[o->indexed_count++] = threads[i]->value;
            fxt_write_thread(&o->writer, (uint8_t)o->indexed_count, o->process, threads[i]->value);
        }
    }
    free(threads);
}

// A string for each id that occurs, noted with its item.
static void write_ids(output_t *o)
{
    uint16_t next = STRINGS_FIRST;
    char name[TEXT_NAME_MAX], text[TEXT_NAME_MAX + 16];

    for (size_t i = 0; i < TRACE_ITEMS; i++) {
        item_t *item = &o->trace->items[i];
        event_item_t what = event_item(item->item);
        if (!item->samples || what.kind != EVENT_ITEM_ID || what.id == WEIR_ID_THREAD_SWITCH)
            continue;
        trace_id_name(o->trace, what.hart, what.id, name);
        int size = *name ? snprintf(text, sizeof text, "%s", name)
                         : snprintf(text, sizeof text, "%s %u", event_class_name(what.class), what.id);
        item->data = next;
        fxt_write_string(&o->writer, next++, text, (size_t)size);
    }
}

static void write_switch(output_t *o, const event_t *e)
{
    fxt_write_switch(&o->writer, &(fxt_switch_t){
        .time = e->time * o->scale, .cpu = (uint16_t)e->hart, .outgoing_state = FXT_STATE_SUSPENDED,
        .outgoing.thread = e->outgoing, .incoming.thread = e->thread,
    });
}

static void write_instant(output_t *o, const event_t *e)
{
    const item_t *item = trace_item(o->trace, o->trace->id, trace_item_of(e->hart, e->id));
    const fxt_arg_t value = {FXT_ARG_UINT64, fxt_indexed(S_VALUE), {.u64 = e->value}};
    char text[32];

    snprintf(text, sizeof text, "%s %u", event_class_name(e->class), e->id);
    fxt_write_event(&o->writer, &(fxt_event_t){
        .type = FXT_INSTANT, .time = e->time * o->scale, .thread = thread_of(o, e->thread),
        .category = fxt_indexed(class_strings[e->class]),
        .name = item && item->data ? fxt_indexed((uint16_t)item->data) : fxt_text(text), .args = {&value, 1},
    });
}

static void write_loss(output_t *o, const event_t *e)
{
    const fxt_thread_t unit = {.process = o->process, .thread = o->process};
    fxt_arg_t now[EVENT_CLASSES + 3], sum[EVENT_CLASSES];

    for (unsigned class = 0; class < EVENT_CLASSES; class++) {
        o->refused[class] += e->refused[class];
        now[class] = (fxt_arg_t){FXT_ARG_UINT64, fxt_indexed(class_strings[class]), {.u64 = e->refused[class]}};
        sum[class] = (fxt_arg_t){FXT_ARG_UINT64, fxt_indexed(class_strings[class]), {.u64 = o->refused[class]}};
    }
    now[EVENT_CLASSES] = (fxt_arg_t){FXT_ARG_UINT32, fxt_indexed(S_CAUSE), {.u32 = e->cause}};
    now[EVENT_CLASSES + 1] = (fxt_arg_t){FXT_ARG_UINT64, fxt_indexed(S_SOURCE), {.u64 = e->source}};
    now[EVENT_CLASSES + 2] = (fxt_arg_t){FXT_ARG_UINT64, fxt_indexed(S_RECORD), {.u64 = e->time * o->scale}};

    fxt_event_t event = {.type = FXT_BEGIN, .time = e->first * o->scale, .thread = unit,
                              .category = fxt_indexed(S_LOSS), .name = fxt_indexed(S_REFUSED),
                              .args = {now, EVENT_CLASSES + 3}};
    fxt_write_event(&o->writer, &event);
    event.type = FXT_END;
    event.time = e->last * o->scale;
    event.args = FXT_NO_ARGS;
    fxt_write_event(&o->writer, &event);
    event.type = FXT_COUNTER;
    event.args = (fxt_args_t){sum, EVENT_CLASSES};
    event.extra = 0;
    fxt_write_event(&o->writer, &event);
}

static int convert_fxt(const trace_t *trace, trace_t *pass, FILE *out)
{
    output_t *o = need(1, sizeof *o);
    int exponent = trace->exponent == TEXT_TICKS ? -9 : trace->exponent;    // unknown: a tick is shown as 1 ns
    uint64_t ticks_per_second = 1;
    event_t event;

    *o = (output_t){.trace = trace, .process = 1, .scale = 1};
    while (event_find(&trace->decoder, (uint32_t)o->process))
        o->process++;
    for (; exponent < 0; exponent++)
        ticks_per_second *= 10;
    for (; exponent > 0; exponent--)
        o->scale *= 10;

    fxt_writer_init(&o->writer, convert_write, out, o->record, sizeof o->record);
    fxt_write_magic(&o->writer);
    fxt_write_provider(&o->writer, PROVIDER, "weir", 4);
    fxt_write_init(&o->writer, ticks_per_second);
    for (uint16_t i = 1; i < sizeof strings / sizeof *strings; i++)
        fxt_write_string(&o->writer, i, strings[i], strlen(strings[i]));
    write_threads(o);
    write_ids(o);
    while (trace_event(pass, &event)) {
        if (event.kind == EVENT_LOSS)
            write_loss(o, &event);
        else if (event.id == WEIR_ID_THREAD_SWITCH)
            write_switch(o, &event);
        else
            write_instant(o, &event);
    }
    free(o);
    return EXIT_GOOD;
}

int command_convert_fxt(const options_t *options)
{
    bool standard = !strcmp(options->output, "-");
    const char *name = standard ? "standard output" : options->output;
    trace_t *trace = need(1, sizeof *trace), *pass = need(1, sizeof *pass);
    int rc = trace_open(trace, options->paths[0], (trace_options_t){.raw = options->raw, .unit = options->unit, .rewind = true});
    if (rc)
        return rc;
    trace_survey(trace);
    FILE *out = standard ? stdout : fopen(options->output, "wb");
    if (!out)
        rc = trouble(name, "cannot open");
    if (!rc && !(rc = trace_again(pass, trace))) {
        rc = convert_fxt(trace, pass, out);
        trace_close(pass);
    }
    bool failed = out && ferror(out);
    if (out && ((standard ? fflush(out) : fclose(out)) || failed))
        rc = trouble(name, "cannot write");
    if (!rc && trace->input.failed)
        rc = EXIT_BAD_INPUT;
    trace_close(trace);
    free(trace);
    free(pass);
    return rc;
}
