// SPDX-License-Identifier: Apache-2.0
// ThreadX trace buffers in the event model. Events of ThreadX are instants of MODEL_SPACE_THREADX,
// user events of MODEL_SPACE_WEIR (their id less 4096). An event after which another thread runs is
// a switch, too. The format has neither harts, nor the length of a tick, nor names of ids, nor
// losses.
#include <stdio.h>
#include <string.h>

#include "model.h"
#include "txtb_read.h"
#include "txtb_write.h"
#include "weir_stream.h"

enum {
    WINDOW = 1 << 16,
    PENDING = 3,
    ARGS = 4,
    HARTS = 16,
    OBJECTS = 4096,           // of a registry that is written
    LOSS_ID = TXTB_USER_LAST, // stands for a loss: counts of USER, COM, SYS, none
};

static const uint8_t object_kinds[TXTB_OBJECT_TYPES] = {
    [1] = MODEL_OBJECT_THREAD,      [2] = MODEL_OBJECT_TIMER,       [3] = MODEL_OBJECT_QUEUE,
    [4] = MODEL_OBJECT_SEMAPHORE,   [5] = MODEL_OBJECT_MUTEX,       [6] = MODEL_OBJECT_EVENT_FLAGS,
    [7] = MODEL_OBJECT_BLOCK_POOL,  [8] = MODEL_OBJECT_BYTE_POOL,   [9] = MODEL_OBJECT_MEDIA,
    [10] = MODEL_OBJECT_FILE,       [11] = MODEL_OBJECT_IP,         [12] = MODEL_OBJECT_PACKET_POOL,
    [13] = MODEL_OBJECT_TCP_SOCKET, [14] = MODEL_OBJECT_UDP_SOCKET, [21] = MODEL_OBJECT_USB,
    [22] = MODEL_OBJECT_USB,        [23] = MODEL_OBJECT_USB,        [24] = MODEL_OBJECT_USB,
    [25] = MODEL_OBJECT_USB,        [26] = MODEL_OBJECT_USB,        [27] = MODEL_OBJECT_USB,
    [28] = MODEL_OBJECT_USB,
};

// ---- reading

typedef struct {
    txtb_reader_t reader;
    bool objects_done, cut;
    char title[80];
    model_thread_t running;
    model_record_t pending[PENDING];
    unsigned pending_first, pending_count;
    txtb_field_t fields[ARGS]; // hold the names
    model_arg_t args[ARGS];
    uint8_t memory[WINDOW + UINT16_MAX];
} source_t;

static size_t source_size(const model_options_t *options)
{
    (void)options;
    return sizeof(source_t);
}

static int64_t read_input(void *context, void *bytes, size_t size, uint64_t offset)
{
    const model_input_t *input = context;
    return input->read(input->context, bytes, size, offset);
}

static int problem(model_source_t *source)
{
    source_t *s = source->memory;
    const txtb_problem_t *p = &s->reader.problem;
    unsigned long long expected = p->expected, found = p->found;
    switch (p->kind) {
    case TXTB_NO_ID:
        return model_problem(&source->problem, p->offset, "a trace buffer (id TXTB)", "none");
    case TXTB_BAD_POINTERS:
        return model_problem(&source->problem, p->offset, "an end at or behind its start",
                             "0x%08llx before 0x%08llx", found, expected);
    case TXTB_BAD_REGISTRY:
        return model_problem(&source->problem, p->offset, "a registry of whole entries",
                             "%llu bytes for entries of %llu", found, expected);
    case TXTB_BAD_ENTRIES:
        return model_problem(&source->problem, p->offset, "a ring of entries of 32 bytes",
                             "%llu bytes", found);
    case TXTB_BAD_CURRENT:
        return model_problem(&source->problem, p->offset, "a current pointer in the ring",
                             "0x%08llx, the ring starts at 0x%08llx", found, expected);
    case TXTB_BAD_MASK:
        return model_problem(&source->problem, p->offset, "a timer mask with valid bits", "0");
    default:
        return model_problem(&source->problem, p->offset, "the rest of the trace buffer",
                             "the end after %llu of %llu bytes", found, expected);
    }
}

static int open(model_source_t *source)
{
    source_t *s = source->memory;
    int rc = txtb_open(&s->reader, read_input, &source->input, 0, s->memory, sizeof s->memory);
    if (rc == TXTB_E_READ)
        return MODEL_E_READ;
    if (rc != 1)
        return problem(source);
    source->base = source->options.base;
    snprintf(s->title, sizeof s->title, "%u places for objects, %u for events, %s",
             (unsigned)s->reader.objects, (unsigned)s->reader.events,
             s->reader.header.big_endian ? "big-endian" : "little-endian");
    source->title = model_text(s->title);
    if (source->options.strict && (s->reader.sequential || s->reader.misplaced))
        return model_problem(&source->problem, s->reader.offset + (s->reader.misplaced ? 32 : 8),
                             "pointers into the buffer", "others");
    return 0;
}

static void push(source_t *s, const model_record_t *record)
{
    if (s->pending_count < PENDING)
        s->pending[(s->pending_first + s->pending_count++) % PENDING] = *record;
}

static void push_object(model_source_t *source, const txtb_object_t *o)
{
    source_t *s = source->memory;
    model_record_t record = model_record(MODEL_OBJECT);
    unsigned priority;
    record.object.kind = o->type < TXTB_OBJECT_TYPES ? (model_object_t)object_kinds[o->type]
                                                     : MODEL_OBJECT_OTHER;
    record.object.type = o->type;
    record.object.number = o->address;
    record.name = (model_text_t){o->name, o->name_size};
    record.args = s->args;
    record.offset = s->reader.offset;
    for (unsigned i = 0; i < 2; i++)
        if (txtb_parameter_name(o->type, i) && (o->parameter[0] || o->parameter[1]))
            s->args[record.arg_count++] = (model_arg_t){
                .name = model_text(txtb_parameter_name(o->type, i)),
                .type = MODEL_ARG_UINT,
                .bits = 32,
                .u = o->parameter[i]};
    if (txtb_object_priority(o, &priority))
        s->args[record.arg_count++] = (model_arg_t){
            .name = model_text("priority"), .type = MODEL_ARG_UINT, .bits = 32, .u = priority};
    push(s, &record);
}

// The thread of an event; of an ISR, the interrupted one.
static model_thread_t context_of(const txtb_event_t *e)
{
    if (e->context == TXTB_INIT)
        return (model_thread_t){.known = false};
    return (model_thread_t){.number = e->context == TXTB_ISR ? e->priority : e->context,
                            .known = true};
}

// The information fields, from `first` on; those of user events up to the last that is not 0.
static void take_args(source_t *s, model_record_t *record, const txtb_event_t *e)
{
    bool user = record->space == MODEL_SPACE_WEIR;
    unsigned count = ARGS;
    while (user && count > 1 && !e->info[count - 1])
        count--;
    for (unsigned i = 0; i < count; i++) {
        txtb_field_t *field = &s->fields[record->arg_count];
        *field = txtb_field(e->id, i);
        if (field->kind == TXTB_FIELD_NONE)
            continue;
        model_arg_t *arg = &s->args[record->arg_count++];
        *arg = (model_arg_t){.name = model_text(user && !i ? "value" : field->name),
                             .type = MODEL_ARG_UINT,
                             .bits = 32,
                             .u = e->info[i]};
        if (field->kind == TXTB_FIELD_ADDRESS || field->kind == TXTB_FIELD_OBJECT ||
            field->kind == TXTB_FIELD_THREAD)
            arg->type = MODEL_ARG_POINTER;
    }
    record->args = s->args;
}

static model_state_t state_of(uint32_t state)
{
    switch (state) {
    case 0: return MODEL_STATE_UNKNOWN; // "ready" also stands for an unknown state
    case 1:
    case 2: return MODEL_STATE_DEAD;
    case 3: return MODEL_STATE_SUSPENDED;
    default: return MODEL_STATE_BLOCKED;
    }
}

static void push_switch(source_t *s, const model_record_t *like, const txtb_event_t *e,
                        model_thread_t from, uint32_t to)
{
    model_record_t record = model_record(MODEL_SWITCH);
    record.timed = true;
    record.hart = 0;
    record.time = like->time;
    record.offset = like->offset;
    record.space = MODEL_SPACE_WEIR;
    record.id = WEIR_ID_THREAD_SWITCH;
    record.class = MODEL_CLASS_SYS;
    record.thread = (model_thread_t){.number = to, .known = true};
    record.change.outgoing = from;
    if (e->id == TXTB_THREAD_SUSPEND && e->info[0] == from.number)
        record.change.state = state_of(e->info[1]);
    push(s, &record);
    s->running = record.thread;
}

static void push_event(model_source_t *source, const txtb_event_t *e)
{
    source_t *s = source->memory;
    uint32_t from, to;
    bool change = txtb_is_switch(e, &from, &to), user = e->id >= TXTB_USER_FIRST;
    model_thread_t outgoing = {.number = change ? from : 0, .known = true};
    if (e->id == TXTB_THREAD_RESUME && e->context == TXTB_INIT && e->info[0] == e->info[3] &&
        !e->info[1] && !e->info[2]) {
        // the sink's switch from an unknown thread
        change = true;
        outgoing.known = false;
        to = e->info[3];
    }
    model_record_t record = model_record(MODEL_INSTANT);
    record.timed = true;
    record.hart = 0;
    record.time = e->time;
    record.offset = e->offset;
    record.thread = context_of(e);
    // an event of a thread that should not run: a switch is missing
    if (record.thread.known && s->running.known && record.thread.number != s->running.number)
        push_switch(s, &record, e, s->running, (uint32_t)record.thread.number);
    if (record.thread.known)
        s->running = record.thread;
    if (e->id == TXTB_ISR_ENTER || e->id == TXTB_ISR_EXIT) {
        record.kind = e->id == TXTB_ISR_ENTER ? MODEL_ISR_ENTER : MODEL_ISR_EXIT;
        record.id = e->info[1];
        if (e->info[0] || e->info[2] || e->info[3])
            take_args(s, &record, e);
    } else {
        record.space = user ? MODEL_SPACE_WEIR : MODEL_SPACE_THREADX;
        record.id = user ? e->id - TXTB_USER_FIRST : e->id;
        record.class = (uint8_t)(user ? model_class(record.id) : MODEL_CLASS_NONE);
        if (user)
            record.name = model_text(model_id_name(record.id));
        if (!user) {
            record.category = model_text(txtb_event_range(e->id));
            record.name = model_text(txtb_event_name(e->id) ? txtb_event_name(e->id) : "");
        }
        take_args(s, &record, e);
    }
    // a switch without further information, as the sink writes it, is only a switch
    bool bare = change && (e->id == TXTB_THREAD_SUSPEND || e->id == TXTB_THREAD_RESUME) &&
                !e->info[1] && !e->info[2];
    if (!bare)
        push(s, &record);
    if (change)
        push_switch(s, &record, e, outgoing, to);
}

static int next(model_source_t *source, const model_record_t **record)
{
    source_t *s = source->memory;
    while (!s->pending_count) {
        txtb_object_t object;
        txtb_event_t event;
        int rc = s->objects_done ? 0 : txtb_next_object(&s->reader, &object);
        if (rc == 1) {
            push_object(source, &object);
        } else if (rc == 0) {
            s->objects_done = true;
            rc = txtb_next_event(&s->reader, &event);
            if (rc == 0)
                return 0;
            if (rc == 1) {
                source->position = event.offset;
                push_event(source, &event);
            }
        }
        if (rc == TXTB_E_READ)
            return MODEL_E_READ;
        if (rc == TXTB_E_CUT && !s->cut) {
            s->cut = true; // once, for registry or ring
            return problem(source);
        }
    }
    *record = &s->pending[s->pending_first];
    s->pending_first = (s->pending_first + 1) % PENDING;
    s->pending_count--;
    return 1;
}

static int guess(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i + TXTB_HEADER_SIZE <= size; i++) {
        bool big = bytes[i] == 'T';
        if (memcmp(bytes + i, big ? "TXTB" : "BTXT", 4))
            continue;
        // a header has a plausible name size and reserved bytes of 0
        unsigned reserved = bytes[i + 16] | bytes[i + 17],
                 names = bytes[i + (big ? 18 : 19)] << 8 | bytes[i + (big ? 19 : 18)];
        if (i == 0)
            return 100;
        if (!reserved && names && names <= 1024)
            return 70;
    }
    return 0;
}

// ---- writing
// The survey's counts decide the size of the registry. The number of entries is known at the end,
// when the header is written again.

typedef struct {
    txtb_writer_config_t config;
    uint32_t objects; // entries in use
    uint32_t addresses[OBJECTS];
    uint64_t time;
    bool any;
    uint32_t wrote_from, wrote_to; // by the last event, if it was one of ThreadX's own switches
    uint64_t wrote_time;
    model_thread_t running[HARTS];
    uint8_t entry[TXTB_OBJECT_SIZE + TXTB_NAME_SIZE];
} sink_t;

static size_t sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
}

static int begin(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    uint8_t header[TXTB_HEADER_SIZE];
    uint64_t objects = sink->survey->count[MODEL_OBJECT];
    s->config = (txtb_writer_config_t){.mask = UINT32_MAX,
                                       .name_size = TXTB_NAME_SIZE,
                                       .base = 0x20000000,
                                       .objects = objects > OBJECTS ? OBJECTS : (uint32_t)objects};
    if (txtb_pack_header(&s->config, header))
        return MODEL_E_ROOM;
    int rc = sink->output.write(sink->output.context, header, sizeof header);
    s->entry[0] = 1;
    for (uint32_t i = 0; rc == 0 && i <= s->config.objects; i++)
        rc = sink->output.write(sink->output.context, s->entry, sizeof s->entry);
    return rc;
}

static uint32_t address_of(model_sink_t *sink, const model_record_t *record, model_thread_t thread)
{
    if (thread.number >> 32 || thread.process)
        model_reduce(&sink->account, record->kind, MODEL_LESS_THREAD);
    return (uint32_t)thread.number;
}

static int write_object(model_sink_t *sink, const model_record_t *record)
{
    sink_t *s = sink->memory;
    txtb_object_t o = {.address = (uint32_t)record->object.number,
                       .type = (uint8_t)record->object.type};
    uint32_t at = 0;
    while (at < s->objects &&
           s->addresses[at] != o.address) // a repeated address: replaces the earlier object
        at++;
    if (!o.type || o.type >= TXTB_OBJECT_TYPES || object_kinds[o.type] != record->object.kind)
        for (o.type = 1; o.type < TXTB_OBJECT_TYPES && object_kinds[o.type] != record->object.kind;
             o.type++)
            ;
    if (o.type == TXTB_OBJECT_TYPES || record->object.number >> 32 || !o.address ||
        at == s->config.objects) {
        model_drop(&sink->account, record->kind);
        return 0;
    }
    unsigned kept = 0;
    for (unsigned i = 0; i < record->arg_count; i++) {
        const model_arg_t *arg = &record->args[i];
        for (unsigned k = 0; k < 2; k++)
            if (txtb_parameter_name(o.type, k) &&
                model_text_equal(arg->name, model_text(txtb_parameter_name(o.type, k)))) {
                o.parameter[k] = (uint32_t)arg->u;
                kept++;
            }
        if (o.type == TXTB_THREAD && model_text_equal(arg->name, model_text("priority"))) {
            txtb_object_set_priority(&o, (unsigned)arg->u);
            kept++;
        }
    }
    if (kept < record->arg_count)
        model_reduce(&sink->account, record->kind, MODEL_LESS_ARGS);
    size_t size = record->name.size < TXTB_NAME_SIZE ? record->name.size : TXTB_NAME_SIZE;
    if (size < record->name.size)
        model_reduce(&sink->account, record->kind, MODEL_LESS_TEXT);
    txtb_pack_object(&o, false, s->entry);
    memset(s->entry + TXTB_OBJECT_SIZE, 0, TXTB_NAME_SIZE);
    if (size)
        memcpy(s->entry + TXTB_OBJECT_SIZE, record->name.bytes, size);
    s->addresses[at] = o.address;
    s->objects += at == s->objects;
    return sink->output.patch(sink->output.context, s->entry, sizeof s->entry,
                              TXTB_HEADER_SIZE + (uint64_t)at * sizeof s->entry);
}

static int write_event(model_sink_t *sink, const model_record_t *record, txtb_event_t *e)
{
    sink_t *s = sink->memory;
    uint8_t bytes[TXTB_EVENT_SIZE];
    if (s->config.events >
        (UINT32_MAX - s->config.base) / TXTB_EVENT_SIZE - 2 * (s->config.objects + 2)) {
        model_drop(&sink->account, record->kind); // no 32-bit address is left
        return 0;
    }
    if (record->time - (s->any ? s->time : 0) > UINT32_MAX)
        model_reduce(&sink->account, record->kind, MODEL_LESS_TIME);
    if (record->hart != MODEL_NO_HART && record->hart)
        model_reduce(&sink->account, record->kind, MODEL_LESS_HART);
    s->time = e->time = record->time;
    s->any = true;
    s->config.events++;
    txtb_pack_event(e, false, UINT32_MAX, bytes);
    return sink->output.write(sink->output.context, bytes, sizeof bytes);
}

// The context of a record: its thread; an ISR without an interrupted thread, if the hart is idle;
// initialization, if unknown.
static void context(model_sink_t *sink, const model_record_t *record, txtb_event_t *e)
{
    uint32_t address = address_of(sink, record, record->thread);
    bool isr = record->kind == MODEL_ISR_ENTER || record->kind == MODEL_ISR_EXIT;
    e->context = !record->thread.known && !isr ? TXTB_INIT : isr || !address ? TXTB_ISR : address;
    e->priority = e->context == TXTB_ISR ? address : 0;
}

static int write_instant(model_sink_t *sink, const model_record_t *record)
{
    sink_t *s = sink->memory;
    txtb_event_t e = {0};
    unsigned at = 0;
    if (record->space == MODEL_SPACE_WEIR && record->id > WEIR_ID_THREADX &&
        record->id - WEIR_ID_THREADX < 1000) {
        e.id = record->id - WEIR_ID_THREADX; // ThreadX's own events, recorded by the glue: the
                                             // first field; of an ISR its number
        at = e.id == TXTB_ISR_ENTER || e.id == TXTB_ISR_EXIT;
    } else if (record->space == MODEL_SPACE_WEIR && record->id <= TXTB_USER_LAST - TXTB_USER_FIRST)
        e.id = TXTB_USER_FIRST + record->id;
    else if (record->space == MODEL_SPACE_THREADX && record->id && record->id < TXTB_USER_FIRST)
        e.id = record->id;
    if (!e.id) {
        model_drop(&sink->account, record->kind);
        return 0;
    }
    context(sink, record, &e);
    for (unsigned i = 0; i < record->arg_count; i++) {
        const model_arg_t *arg = &record->args[i];
        while (at < ARGS && txtb_field(e.id, at).kind == TXTB_FIELD_NONE)
            at++;
        bool number = arg->type == MODEL_ARG_INT || arg->type == MODEL_ARG_UINT ||
                      arg->type == MODEL_ARG_POINTER || arg->type == MODEL_ARG_BOOL ||
                      arg->type == MODEL_ARG_OBJECT;
        if (at >= ARGS || !number) {
            model_reduce(&sink->account, record->kind, MODEL_LESS_ARGS);
            continue;
        }
        bool fits = arg->type == MODEL_ARG_INT ? arg->i >= INT32_MIN && arg->i <= INT32_MAX
                                               : arg->u <= UINT32_MAX;
        if (!fits || (arg->type == MODEL_ARG_INT && arg->i < 0))
            model_reduce(&sink->account, record->kind, MODEL_LESS_VALUE);
        e.info[at++] = (uint32_t)arg->u;
        if (!fits && at < ARGS &&
            record->arg_count == 1) // a single 64-bit value: its upper half is I2
            e.info[at++] = (uint32_t)(arg->u >> 32);
    }
    if (txtb_is_switch(&e, &s->wrote_from, &s->wrote_to))
        s->wrote_time = record->time + 1;
    return write_event(sink, record, &e);
}

static int write_switch(model_sink_t *sink, const model_record_t *record)
{
    sink_t *s = sink->memory;
    txtb_event_t e = {0};
    unsigned hart = record->hart < HARTS ? record->hart : 0;
    model_thread_t outgoing = record->change.outgoing.known ? record->change.outgoing
                                                            : s->running[hart];
    uint32_t from = address_of(sink, record, outgoing),
             to = address_of(sink, record, record->thread);
    s->running[hart] = record->thread;
    if (s->wrote_time == record->time + 1 && s->wrote_from == from && s->wrote_to == to) {
        s->wrote_time = 0; // ThreadX's own event has reported it already
        return 0;
    }
    if (record->change.has_priority)
        model_reduce(&sink->account, record->kind, MODEL_LESS_THREAD);
    if (!from && !to) { // idle to idle: no event
        model_drop(&sink->account, record->kind);
        return 0;
    }
    txtb_switch(&e, from, to, 0);
    if (!outgoing.known && from == 0) // unknown before: not idle
        e.context = TXTB_INIT;
    if (from && record->change.state >= MODEL_STATE_SUSPENDED)
        e.info[1] = record->change.state == MODEL_STATE_SUSPENDED ? 3
                    : record->change.state == MODEL_STATE_BLOCKED ? 5
                                                                  : 1;
    return write_event(sink, record, &e);
}

static int write_loss(model_sink_t *sink, const model_record_t *record)
{
    txtb_event_t e = {.context = TXTB_INIT, .id = LOSS_ID};
    for (unsigned i = 0; i < MODEL_CLASSES; i++)
        e.info[i] = record->loss.count[i] > UINT32_MAX ? UINT32_MAX
                                                       : (uint32_t)record->loss.count[i];
    model_reduce(&sink->account, record->kind, MODEL_LESS_KIND);
    return write_event(sink, record, &e);
}

static int record(model_sink_t *sink, const model_record_t *record)
{
    txtb_event_t e = {0};
    switch (record->kind) {
    case MODEL_INSTANT: return write_instant(sink, record);
    case MODEL_SWITCH: return write_switch(sink, record);
    case MODEL_LOSS: return write_loss(sink, record);
    case MODEL_OBJECT: return write_object(sink, record);
    case MODEL_ISR_ENTER:
    case MODEL_ISR_EXIT:
        context(sink, record, &e);
        e.id = record->kind == MODEL_ISR_ENTER ? TXTB_ISR_ENTER : TXTB_ISR_EXIT;
        e.info[1] = record->id;
        if (record->arg_count == ARGS) // an event of this format
            for (unsigned i = 0; i < ARGS; i++)
                e.info[i] = (uint32_t)record->args[i].u;
        else if (record->arg_count)
            model_reduce(&sink->account, record->kind, MODEL_LESS_ARGS);
        return write_event(sink, record, &e);
    default: model_drop(&sink->account, record->kind); return 0;
    }
}

static int end(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    uint8_t bytes[TXTB_EVENT_SIZE];
    int rc = 0;
    if (!s->config.events) { // a ring has at least one entry
        txtb_pack_event(&(txtb_event_t){.id = UINT32_MAX}, false, UINT32_MAX, bytes);
        rc = sink->output.write(sink->output.context, bytes, sizeof bytes);
        s->config.events = 1;
    }
    uint8_t header[TXTB_HEADER_SIZE];
    if (rc == 0)
        rc = txtb_pack_header(&s->config, header)
                 ? MODEL_E_ROOM
                 : sink->output.patch(sink->output.context, header, sizeof header, 0);
    return rc;
}

const model_format_t model_txtb = {
    .name = "txtb",
    .title = "ThreadX trace buffer",
    .endings = "trx,txtb",
    .flags = MODEL_SEEKS | MODEL_RISES | MODEL_SURVEYS | MODEL_ORDERED | MODEL_PATCHES,
    .guess = guess,
    .source_size = source_size,
    .open = open,
    .next = next,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .end = end,
};
