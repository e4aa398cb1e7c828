// SPDX-License-Identifier: Apache-2.0
// ThreadX trace buffers in the event model. Events of ThreadX are instants of MODEL_SPACE_THREADX,
// user events of MODEL_SPACE_WEIR (their id less 4096). An event after which another thread runs is
// a switch, too. What happens in a handler has the context ISR: TraceX ends a handler at the first
// entry of a thread. The format has neither harts, nor the length of a tick, nor names of ids, nor
// losses.
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "model_event.h"
#include "txtb_read.h"
#include "txtb_write.h"
#include "weir_stream.h"

enum {
    WINDOW = 1 << 16,
    ARGS = 4,
    HARTS = 16,
    OBJECTS = 4096,           // of a registry that is written
    ROW_IDS = 1024,           // ids of ThreadX, FileX, NetX, USBX
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

// ---- switches
// An entry that is a switch and nothing else, such that TraceX counts a switch, and no interrupt:
// of the thread that ends; in a handler, of the handler; if no thread ran, of initialization, whose
// lane is that of idle, too. (By RUNNING, a thread that ended and runs again has never ended.)

static uint32_t number_of(model_state_t state)
{
    return state < MODEL_STATE_SUSPENDED    ? 0
           : state == MODEL_STATE_SUSPENDED ? 3
           : state == MODEL_STATE_BLOCKED   ? 5
                                            : 1;
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

// from, to: 0 is no thread. One of both is a thread.
static void bare_switch(txtb_event_t *e, bool in_handler, uint32_t from, uint32_t to,
                        uint32_t state)
{
    const bool ends = from && (!in_handler || !to);
    *e = (txtb_event_t){.context = in_handler ? TXTB_ISR
                                   : from     ? from
                                              : TXTB_INIT,
                        .priority = in_handler ? from : 0,
                        .id = ends ? TXTB_THREAD_SUSPEND : TXTB_THREAD_RESUME,
                        .info = {ends ? from : to, ends && !in_handler ? state : 0, 0, to}};
}

// ---- reading

// A switch that an entry says, until the next entry shows who runs.
typedef enum { NO_SWITCH, AT_THE_ENTRY, SUSPENDS_ITSELF, AT_THE_END_OF_HANDLERS } waiting_t;

typedef struct {
    txtb_reader_t reader;
    bool objects_done, events_done, cut, no_memory;
    char title[80];
    model_batch_t *batch; // that is being filled
    model_thread_t running;
    unsigned handlers; // ISR_ENTER without its ISR_EXIT
    bool resumes;      // a handler has made `next` run, from its end on
    uint32_t next;
    waiting_t waiting;
    txtb_event_t says;         // the entry that says it
    txtb_field_t fields[ARGS]; // hold the names
    model_arg_t args[ARGS + 4];
    uint32_t types[TXTB_USER_LAST + 1]; // numbers of the dictionary, by id; 0: not yet
    uint8_t places[ROW_IDS];            // fields with a meaning: a set
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
    size_t size;
    const char *timer = model_setting(&source->options, "timer", &size);
    if (timer && !(size == 2 && !memcmp(timer, "up", 2)) &&
        !(size == 4 && !memcmp(timer, "down", 4))) {
        model_problem(&source->problem, 0, "timer=up or timer=down", "timer=%.*s", (int)size,
                      timer);
        return MODEL_E_OPTION;
    }
    s->reader.down = timer ? size == 4 : txtb_counts_down(&s->reader) == 1;
    source->base = source->options.base;
    snprintf(s->title, sizeof s->title, "%u places for objects, %u for events, %s%s",
             (unsigned)s->reader.objects, (unsigned)s->reader.events,
             s->reader.header.big_endian ? "big-endian" : "little-endian",
             s->reader.down ? ", timer counts down" : "");
    source->title = model_text(s->title);
    if (source->options.strict && (s->reader.sequential || s->reader.misplaced))
        return model_problem(&source->problem, s->reader.offset + (s->reader.misplaced ? 32 : 8),
                             "pointers into the buffer", "others");
    return 0;
}

static void push(source_t *s, const model_record_t *record)
{
    s->no_memory = batch_put(s->batch, record) || s->no_memory;
}

static void add_number(source_t *s, model_record_t *record, const char *name, uint32_t number)
{
    s->args[record->arg_count++] = (model_arg_t){
        .name = model_text(name), .type = MODEL_ARG_UINT, .bits = 32, .u = number};
}

// Also of a parameter without a meaning.
static const char *parameter_name(unsigned type, unsigned index)
{
    const char *name = txtb_parameter_name(type, index);
    return name ? name : index ? "parameter 2" : "parameter 1";
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
    for (unsigned i = 0; i < 2; i++)
        if (txtb_parameter_name(o->type, i) ? o->parameter[0] || o->parameter[1] : o->parameter[i])
            add_number(s, &record, parameter_name(o->type, i), o->parameter[i]);
    if (txtb_object_priority(o, &priority))
        add_number(s, &record, "priority", priority);
    else if (o->reserved[0] || o->reserved[1])
        add_number(s, &record, "reserved", (uint32_t)o->reserved[0] << 8 | o->reserved[1]);
    if (o->available)
        add_number(s, &record, "deleted", 1);
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

// Who made an event, and with which priority.
static model_context_t whole_context_of(const txtb_event_t *e)
{
    enum { VALID = 1 << 10 };
    if (e->context == TXTB_ISR)
        return (model_context_t){.kind = MODEL_CONTEXT_ISR};
    model_context_t context = {
        .kind = e->context == TXTB_INIT ? MODEL_CONTEXT_INIT : MODEL_CONTEXT_THREAD};
    const unsigned priority = e->priority & 0xffff, threshold = e->priority >> 16 & 0x7fff;
    if (e->priority == txtb_priority(priority, threshold) && priority < VALID && threshold < VALID)
        context = (model_context_t){context.kind, true, (uint16_t)priority, (uint16_t)threshold, 0};
    else
        context.word = e->priority;
    return context;
}

static model_arg_type_t type_of(txtb_field_kind_t kind)
{
    return kind == TXTB_FIELD_ADDRESS || kind == TXTB_FIELD_OBJECT || kind == TXTB_FIELD_THREAD
               ? MODEL_ARG_POINTER
               : MODEL_ARG_UINT;
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
        if (field->kind == TXTB_FIELD_NONE && !e->info[i])
            continue;
        if (field->kind == TXTB_FIELD_NONE) // a field without a meaning that is used
            *field = (txtb_field_t){TXTB_FIELD_HEX, {'i', 'n', 'f', 'o', (char)('1' + i)}};
        model_arg_t *arg = &s->args[record->arg_count++];
        *arg = (model_arg_t){.name = model_text(user && !i ? "value" : field->name),
                             .type = MODEL_ARG_UINT,
                             .bits = 32,
                             .u = e->info[i]};
        arg->type = type_of(field->kind);
    }
    record->args = s->args;
}

// context: UNKNOWN; THREAD, if no entry reports it: the thread that runs; ISR, if that of an ISR
// reports it that has no handler. e: the event that makes it; NULL: an earlier one.
static void push_switch(source_t *s, uint64_t time, const txtb_event_t *e, model_thread_t from,
                        uint32_t to, model_context_kind_t context)
{
    model_record_t record = model_record(MODEL_SWITCH);
    record.timed = true;
    record.hart = 0;
    record.time = time;
    record.space = MODEL_SPACE_WEIR;
    record.id = WEIR_ID_THREAD_SWITCH;
    record.class = MODEL_CLASS_SYS;
    record.thread = (model_thread_t){.number = to, .known = true};
    record.change.outgoing = from;
    record.context.kind = (uint8_t)context;
    if (e && e->id == TXTB_THREAD_SUSPEND && e->info[0] == from.number)
        record.change.state = state_of(e->info[1]);
    push(s, &record);
    s->running = record.thread;
}

// Whether an event names the thread that will run. It may be the one that runs already.
static bool says_next(const txtb_event_t *e, uint32_t *next)
{
    const bool slice = e->id == TXTB_TIME_SLICE,
               says = slice || e->id == TXTB_THREAD_RESUME || e->id == TXTB_THREAD_SUSPEND;
    if (says)
        *next = slice ? e->info[0] : e->info[3];
    return says && (*next || e->id == TXTB_THREAD_SUSPEND);
}

// A handler has made another thread run: at the end of the outermost one, or where it must be over.
static void end_handlers(source_t *s, const txtb_event_t *e)
{
    s->handlers = 0;
    if (s->resumes) {
        s->waiting = AT_THE_END_OF_HANDLERS;
        s->says = *e;
    }
}

static bool is_bare(const source_t *s, const txtb_event_t *e, model_thread_t *from, uint32_t *to);

// The switch that waits, when the next entry is known; NULL: none. By TraceX's rules, the thread
// runs on that a handler interrupts, or that has an entry behind the end of handlers or behind its
// own SUSPEND. The switch that the unit has seen itself replaces the one that an entry says.
static void make_switch(source_t *s, const txtb_event_t *e)
{
    const waiting_t waiting = s->waiting;
    const txtb_event_t *says = &s->says;
    const bool known = e && e->context != TXTB_INIT;
    const uint32_t now = known ? (uint32_t)context_of(e).number : 0;
    s->waiting = NO_SWITCH;
    if (waiting == AT_THE_END_OF_HANDLERS) {
        if (known && s->running.known && now == s->running.number) {
            s->resumes = e->context == TXTB_ISR; // it is the next handler that makes the switch
            return;
        }
        const uint32_t next = known && (e->context != TXTB_ISR || now) ? now : s->next;
        s->resumes = false;
        if (!s->running.known || s->running.number != next)
            push_switch(s, says->time, NULL, s->running, next,
                        next == s->next ? MODEL_CONTEXT_UNKNOWN : MODEL_CONTEXT_THREAD);
        return;
    }
    uint32_t from, to, to_seen;
    model_thread_t seen;
    txtb_is_switch(says, &from, &to);
    if (known && now == from && (e->context == TXTB_ISR ? now != 0 : waiting == SUSPENDS_ITSELF))
        return;
    if (e && is_bare(s, e, &seen, &to_seen) && seen.known && seen.number == from)
        return;
    push_switch(s, says->time, says, (model_thread_t){.number = from, .known = true}, to,
                MODEL_CONTEXT_UNKNOWN);
}

static void set_id(model_record_t *record, uint32_t id)
{
    if (id >= TXTB_USER_FIRST && id <= TXTB_USER_LAST) {
        record->space = MODEL_SPACE_WEIR;
        record->id = id - TXTB_USER_FIRST;
        record->class = (uint8_t)model_class(record->id);
        record->name = model_text(model_id_name(record->id));
        return;
    }
    record->space = MODEL_SPACE_THREADX;
    record->id = id;
    record->category = model_text(txtb_event_range(id));
    record->name = model_text(txtb_event_name(id));
}

// What rows of an id have in common, if they have no more than their fields: ids below ROW_IDS, and
// user events with one value.
static uint32_t row_type(source_t *s, const txtb_event_t *e)
{
    model_record_t record = model_record(MODEL_INSTANT);
    batch_arg_t arg[ARGS];
    txtb_field_t fields[ARGS];
    unsigned used = 0;
    set_id(&record, e->id);
    for (unsigned i = 0; i < ARGS && e->id < ROW_IDS; i++) {
        fields[used] = txtb_field(e->id, i);
        if (fields[used].kind == TXTB_FIELD_NONE)
            continue;
        s->places[e->id] |= (uint8_t)(1u << i);
        arg[used] = (batch_arg_t){model_text(fields[used].name), type_of(fields[used].kind), 32};
        used++;
    }
    const batch_type_t type = {.space = record.space,
                               .id = record.id,
                               .class = record.class,
                               .args = (uint8_t)used,
                               .category = record.category,
                               .name = record.name,
                               .arg = arg};
    return s->types[e->id] = batch_type(s->batch->dictionary, &type);
}

// Ids of the unit that model_event_stands makes another kind of record of.
static bool stands_for_more(uint32_t id)
{
    return id == WEIR_ID_SPAN_BEGIN || id == WEIR_ID_SPAN_END || id == WEIR_ID_ISR_ENTER ||
           id == WEIR_ID_ISR_EXIT;
}

// Adds the row of a frequent event. False: it needs push_event's way.
static bool push_row(source_t *s, const txtb_event_t *e, const model_record_t *record)
{
    model_batch_t *b = s->batch;
    const bool own = e->id >= ROW_IDS;
    if (own ? e->id < TXTB_USER_FIRST || e->id > TXTB_USER_LAST || e->info[1] || e->info[2] ||
                  e->info[3] || stands_for_more(e->id - TXTB_USER_FIRST)
            : e->id == TXTB_ISR_ENTER || e->id == TXTB_ISR_EXIT)
        return false;
    const uint32_t type = s->types[e->id] ? s->types[e->id] : row_type(s, e);
    const uint8_t places = own ? 0 : s->places[e->id];
    for (unsigned i = 0; i < ARGS && !own; i++)
        if (e->info[i] && !(places >> i & 1)) // a field without a meaning
            return false;
    const uint32_t first = places ? batch_cells(b, ARGS) : 0;
    if (!type || batch_reserve(b, 1) || first == UINT32_MAX)
        return false;
    uint64_t *cell = places ? b->cells + first : NULL;
    for (unsigned i = 0; i < ARGS && places; i++)
        if (places >> i & 1)
            *cell++ = e->info[i];
    const uint32_t row = b->count++;
    b->kind[row] = MODEL_INSTANT;
    b->form[row] = own ? ROW_VALUE : places ? ROW_ARGS : ROW_PLAIN;
    b->time[row] = e->time;
    b->hart[row] = 0;
    b->type[row] = type;
    b->thread[row] = batch_thread(b->dictionary, record->thread);
    b->context[row] = batch_context(b->dictionary, record->context);
    b->value[row] = own ? e->info[0] : first;
    return true;
}

// Whether an entry is a switch and nothing else, as the sink writes it; then sets *from and *to.
static bool is_bare(const source_t *s, const txtb_event_t *e, model_thread_t *from, uint32_t *to)
{
    const bool in_handler = e->context == TXTB_ISR;
    if ((e->id != TXTB_THREAD_RESUME && e->id != TXTB_THREAD_SUSPEND) ||
        (in_handler && !s->handlers && e->priority))
        return false;
    *from = context_of(e);
    *to = e->info[3];
    if (!from->known && !s->running.number)
        *from = s->running; // unknown, or none
    txtb_event_t bare;
    bare_switch(&bare, in_handler, (uint32_t)from->number, *to, 0);
    return from->number != *to && e->id == bare.id && e->context == bare.context &&
           e->priority == bare.priority && !memcmp(e->info, bare.info, sizeof e->info);
}

static void push_event(model_source_t *source, const txtb_event_t *e)
{
    source_t *s = source->memory;
    uint32_t ran, to;
    model_thread_t from;
    model_record_t record = model_record(MODEL_INSTANT);
    record.timed = true;
    record.hart = 0;
    record.time = e->time;
    record.thread = context_of(e);
    record.context = whole_context_of(e);
    if (e->context != TXTB_ISR && !s->waiting && (s->handlers || s->resumes)) // without an end
        end_handlers(s, e);
    if (s->waiting)
        make_switch(s, e);
    const bool bare = is_bare(s, e, &from, &to);
    if (bare && e->context != TXTB_ISR)
        record.thread = from;
    // an event of a thread that should not run: a switch is missing; the first thread has none
    if (record.thread.known && record.thread.number != s->running.number &&
        (s->running.known || record.thread.number))
        push_switch(s, e->time, NULL, s->running, (uint32_t)record.thread.number,
                    MODEL_CONTEXT_THREAD);
    if (record.thread.known)
        s->running = record.thread;
    if (bare) {
        s->resumes = false; // it is the one that a handler has said, or a later one
        push_switch(s, e->time, e, from, to,
                    e->context == TXTB_ISR && !s->handlers ? MODEL_CONTEXT_ISR
                                                           : MODEL_CONTEXT_UNKNOWN);
        return;
    }
    const bool change = txtb_is_switch(e, &ran, &to);
    if (!change && !s->handlers && e->id != TXTB_ISR_EXIT && push_row(s, e, &record))
        return;
    if (e->id == TXTB_ISR_ENTER || e->id == TXTB_ISR_EXIT) {
        record.kind = e->id == TXTB_ISR_ENTER ? MODEL_ISR_ENTER : MODEL_ISR_EXIT;
        record.id = e->info[1];
        if (e->info[0] || e->info[2] || e->info[3])
            take_args(s, &record, e);
    } else {
        set_id(&record, e->id);
        take_args(s, &record, e);
        model_event_stands(&record);
    }
    push(s, &record);
    if (e->id == TXTB_ISR_ENTER) {
        s->handlers++;
    } else if (e->id == TXTB_ISR_EXIT && s->handlers <= 1) {
        end_handlers(s, e);
    } else if (e->id == TXTB_ISR_EXIT) {
        s->handlers--;
    } else if (s->handlers && e->context == TXTB_ISR && says_next(e, &to)) {
        s->resumes = true;
        s->next = to;
    } else if (change) {
        s->waiting = e->id == TXTB_THREAD_SUSPEND && e->info[0] == e->context ? SUSPENDS_ITSELF
                                                                              : AT_THE_ENTRY;
        s->says = *e;
    }
}

static int read_rows(model_source_t *source, model_batch_t *batch)
{
    source_t *s = source->memory;
    s->batch = batch;
    while (batch->count < BATCH_ROWS) {
        txtb_object_t object;
        txtb_event_t event;
        int rc = s->objects_done ? 0 : txtb_next_object(&s->reader, &object);
        if (rc == 1) {
            push_object(source, &object);
        } else if (rc == 0) {
            s->objects_done = true;
            rc = txtb_next_event(&s->reader, &event);
            if (rc == 0) {
                if (s->waiting)
                    make_switch(s, NULL);
                if (!s->events_done && !s->cut &&
                    txtb_others(&s->reader, &source->account.bytes, &source->account.buffers,
                                &source->account.buffer_at))
                    return MODEL_E_READ;
                s->events_done = true;
                return batch->count > 0;
            }
            if (rc == 1) {
                source->position = event.offset;
                push_event(source, &event);
            }
        }
        if (rc == TXTB_E_READ)
            return MODEL_E_READ;
        if (s->no_memory)
            return MODEL_E_ROOM;
        if (rc == TXTB_E_CUT && !s->cut) {
            s->cut = true; // once, for registry or ring
            return problem(source);
        }
    }
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
    txtb_object_t entries[OBJECTS];
    uint8_t written[OBJECTS][TXTB_OBJECT_SIZE + TXTB_NAME_SIZE]; // in the registry; 0: not yet
    uint64_t time;
    bool any;
    uint32_t wrote_from, wrote_to; // by the last event, if it was one of ThreadX's own switches
    uint64_t wrote_time;
    bool in_handler; // the last one of them: true until the switch
    model_thread_t running[HARTS];
    unsigned handlers[HARTS]; // that are entered
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

// Entry `at` of the registry, whose name is in s->entry already.
static int write_entry(model_sink_t *sink, uint32_t at)
{
    sink_t *s = sink->memory;
    txtb_pack_object(&s->entries[at], false, s->entry);
    if (!memcmp(s->written[at], s->entry, sizeof s->entry)) // the same again
        return 0;
    memcpy(s->written[at], s->entry, sizeof s->entry);
    return sink->output.patch(sink->output.context, s->entry, sizeof s->entry,
                              TXTB_HEADER_SIZE + (uint64_t)at * sizeof s->entry);
}

static int write_object(model_sink_t *sink, const model_record_t *record)
{
    sink_t *s = sink->memory;
    if (s->config.objects < OBJECTS && sink->survey->count[MODEL_OBJECT] > s->config.objects)
        return MODEL_E_SURVEY; // the registry is too small
    txtb_object_t o = {.address = (uint32_t)record->object.number,
                       .type = (uint8_t)record->object.type};
    uint32_t at = 0;
    while (at < s->objects &&
           s->entries[at].address != o.address) // a repeated address: replaces the earlier object
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
            if (model_text_equal(arg->name, model_text(parameter_name(o.type, k)))) {
                o.parameter[k] = (uint32_t)arg->u;
                kept++;
            }
        if (model_text_equal(arg->name, model_text("reserved"))) {
            o.reserved[0] = (uint8_t)(arg->u >> 8);
            o.reserved[1] = (uint8_t)arg->u;
            kept++;
        }
        if (model_text_equal(arg->name, model_text("deleted"))) {
            o.available = arg->u;
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
    memset(s->entry + TXTB_OBJECT_SIZE, 0, TXTB_NAME_SIZE);
    if (size)
        memcpy(s->entry + TXTB_OBJECT_SIZE, record->name.bytes, size);
    const bool again = at < s->objects && s->entries[at].type == o.type &&
                       !memcmp(s->written[at] + TXTB_OBJECT_SIZE, s->entry + TXTB_OBJECT_SIZE,
                               TXTB_NAME_SIZE);
    if (!again || kept) // a repeated name keeps what its creation reported
        s->entries[at] = o;
    s->objects += at == s->objects;
    return write_entry(sink, at);
}

// What events of ThreadX report of the objects that they create: information fields of the
// parameters and of the priority; 0: none. The glue records as many fields as the unit carries.
static const struct {
    uint8_t event, type, parameter[2], priority;
} creations[] = {
    {21, 8, {3, 0}, 0},   {50, 5, {2, 0}, 0},  {60, 3, {4, 2}, 0},
    {81, 4, {2, 0}, 0},   {100, 1, {3, 4}, 2}, {124, 2, {2, 3}, 0},
};

static int write_creation(model_sink_t *sink, const txtb_event_t *e, unsigned fields)
{
    sink_t *s = sink->memory;
    uint32_t at = 0;
    unsigned k = 0;
    while (k < sizeof creations / sizeof *creations && creations[k].event != e->id)
        k++;
    if (k == sizeof creations / sizeof *creations)
        return 0;
    while (at < s->objects && s->entries[at].address != e->info[0])
        at++;
    if (at == s->objects || s->entries[at].type != creations[k].type)
        return 0;
    for (unsigned i = 0; i < 2; i++)
        if (creations[k].parameter[i] && creations[k].parameter[i] <= fields)
            s->entries[at].parameter[i] = e->info[creations[k].parameter[i] - 1];
    if (creations[k].priority && creations[k].priority <= fields)
        txtb_object_set_priority(&s->entries[at], e->info[creations[k].priority - 1]);
    memcpy(s->entry + TXTB_OBJECT_SIZE, s->written[at] + TXTB_OBJECT_SIZE, TXTB_NAME_SIZE);
    return write_entry(sink, at);
}

static unsigned hart_of(const model_record_t *record)
{
    return record->hart < HARTS ? record->hart : 0;
}

static bool is_of_none(unsigned hart, model_thread_t thread)
{
    return hart == MODEL_NO_HART && thread.known && !thread.number;
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
    if (e->context != TXTB_ISR) { // no handler is left
        s->handlers[hart_of(record)] = 0;
        s->in_handler = false;
    }
    txtb_pack_event(e, false, UINT32_MAX, bytes);
    return sink->output.write(sink->output.context, bytes, sizeof bytes);
}

// The context of a record: its thread; in a handler, and while the hart is idle, an ISR, with the
// interrupted thread; initialization, if unknown. What is of no hart, such as an edge of an event
// pin, has the context of the hart: TraceX would take it for an interrupt.
static void context(model_sink_t *sink, const model_record_t *record, txtb_event_t *e)
{
    sink_t *s = sink->memory;
    const unsigned hart = hart_of(record);
    const model_context_t *from = &record->context;
    model_thread_t thread = record->thread;
    bool isr = record->kind == MODEL_ISR_ENTER || record->kind == MODEL_ISR_EXIT ||
               s->handlers[hart];
    const bool none = is_of_none(record->hart, thread);
    if (none || (isr && !thread.known)) { // an interrupted thread is never unknown
        thread = s->running[hart];
        if (!none || thread.number)
            model_reduce(&sink->account, record->kind, MODEL_LESS_THREAD);
    }
    uint32_t address = address_of(sink, record, thread);
    if (from->kind == MODEL_CONTEXT_ISR || from->kind == MODEL_CONTEXT_INIT ||
        (from->kind == MODEL_CONTEXT_THREAD && address)) { // as the source reports it
        isr = from->kind == MODEL_CONTEXT_ISR;
        e->context = isr ? TXTB_ISR : from->kind == MODEL_CONTEXT_THREAD ? address : TXTB_INIT;
        e->priority = isr                  ? address
                      : from->has_priority ? txtb_priority(from->priority, from->threshold)
                                           : from->word;
        return;
    }
    e->context = !thread.known && !isr ? TXTB_INIT : isr || !address ? TXTB_ISR : address;
    e->priority = e->context == TXTB_ISR ? address : 0;
}

static int write_instant(model_sink_t *sink, const model_record_t *record)
{
    sink_t *s = sink->memory;
    txtb_event_t e = {0};
    unsigned at = 0;
    bool glue = false;
    if (record->space == MODEL_SPACE_WEIR && record->id > WEIR_ID_THREADX &&
        record->id - WEIR_ID_THREADX < 1000) {
        glue = true;
        e.id = record->id - WEIR_ID_THREADX; // ThreadX's own events, recorded by the glue: the
                                             // first field
    } else if (record->space == MODEL_SPACE_WEIR && record->id <= TXTB_USER_LAST - TXTB_USER_FIRST)
        e.id = TXTB_USER_FIRST + record->id;
    else if (record->space == MODEL_SPACE_THREADX && record->id &&
             (record->id < TXTB_USER_FIRST || record->id > UINT16_MAX))
        e.id = record->id;
    if (!e.id) {
        model_drop(&sink->account, record->kind);
        return 0;
    }
    context(sink, record, &e);
    for (unsigned i = 0; i < record->arg_count; i++) {
        const model_arg_t *arg = &record->args[i];
        if (arg->name.size == 5 && !memcmp(arg->name.bytes, "info", 4) &&
            arg->name.bytes[4] > '0' + (int)at && arg->name.bytes[4] <= '0' + ARGS)
            at = (unsigned)(arg->name.bytes[4] - '1');
        else
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
    if (txtb_is_switch(&e, &s->wrote_from, &s->wrote_to)) {
        s->wrote_time = record->time + 1;
        s->in_handler = record->context.kind == MODEL_CONTEXT_ISR;
    }
    const int rc = glue ? write_creation(sink, &e, record->arg_count) : 0;
    return rc ? rc : write_event(sink, record, &e);
}

static int write_switch(model_sink_t *sink, const model_record_t *record)
{
    sink_t *s = sink->memory;
    txtb_event_t e = {0};
    const unsigned hart = hart_of(record);
    const bool in_handler = s->handlers[hart] || record->context.kind == MODEL_CONTEXT_ISR;
    model_thread_t outgoing = record->change.outgoing.known ? record->change.outgoing
                                                            : s->running[hart];
    uint32_t from = address_of(sink, record, outgoing),
             to = address_of(sink, record, record->thread);
    s->running[hart] = record->thread;
    if (record->arg_count)
        model_reduce(&sink->account, record->kind, MODEL_LESS_ARGS);
    if ((s->wrote_time == record->time + 1 || s->in_handler) && s->wrote_from == from &&
        s->wrote_to == to) {
        s->wrote_time = 0; // ThreadX's own event has reported it already
        s->in_handler = false;
        return 0;
    }
    if (record->context.kind == MODEL_CONTEXT_THREAD) // the context of the next event reports it
        return 0;
    if (record->change.has_priority)
        model_reduce(&sink->account, record->kind, MODEL_LESS_THREAD);
    if (!from && !to) { // idle to idle: no event
        model_drop(&sink->account, record->kind);
        return 0;
    }
    if (in_handler && (!outgoing.known || number_of(record->change.state)))
        model_reduce(&sink->account, record->kind, MODEL_LESS_THREAD);
    bare_switch(&e, in_handler, from, to, number_of(record->change.state));
    return write_event(sink, record, &e);
}

static int write_loss(model_sink_t *sink, const model_record_t *record)
{
    sink_t *s = sink->memory;
    txtb_event_t e = {.context = TXTB_INIT, .id = LOSS_ID};
    if (s->handlers[hart_of(record)] && record->loss.counted &&
        !record->loss.count[MODEL_CLASS_SYS] && !record->loss.count[MODEL_CLASS_NONE])
        context(sink, record, &e); // no end of a handler was lost
    for (unsigned i = 0; i < MODEL_CLASSES; i++)
        e.info[i] = record->loss.count[i] > UINT32_MAX ? UINT32_MAX
                                                       : (uint32_t)record->loss.count[i];
    model_reduce(&sink->account, record->kind, MODEL_LESS_KIND);
    return write_event(sink, record, &e);
}

// Events of the unit with a value, and switches, of the first hart.
// Little-endian. The compiler makes one store of it.
static inline void put4(uint8_t *at, uint32_t v)
{
    at[0] = (uint8_t)v, at[1] = (uint8_t)(v >> 8), at[2] = (uint8_t)(v >> 16);
    at[3] = (uint8_t)(v >> 24);
}

static int rows(model_sink_t *sink, const model_batch_t *b, uint32_t first)
{
    sink_t *s = sink->memory;
    enum { TOGETHER = 256 }; // events of a write
    const batch_dictionary_t *d = b->dictionary;
    uint8_t bytes[TOGETHER * TXTB_EVENT_SIZE];
    const uint32_t most =
        (UINT32_MAX - s->config.base) / TXTB_EVENT_SIZE - 2 * (s->config.objects + 2);
    uint32_t row = first, waiting = 0;
    int rc = 0;
    for (; row < b->count && s->any && !rc; row++) {
        const batch_type_t *type = &d->types[b->type[row]];
        const model_thread_t thread = d->threads[b->thread[row]];
        const uint64_t time = b->time[row];
        uint8_t *const at = bytes + waiting * TXTB_EVENT_SIZE;
        const bool in_handler = s->handlers[0];
        if ((b->hart[row] && b->hart[row] != MODEL_NO_HART) || b->context[row] || type->scope ||
            (in_handler && !thread.known) || is_of_none(b->hart[row], thread) || thread.process ||
            thread.number >> 32 || time - s->time > UINT32_MAX || s->config.events > most)
            break;
        if (b->form[row] == ROW_VALUE && b->kind[row] == MODEL_INSTANT) {
            if (type->space != MODEL_SPACE_WEIR || type->id > WEIR_ID_THREADX ||
                type->id > TXTB_USER_LAST - TXTB_USER_FIRST || b->value[row] >> 32)
                break;
            put4(at, !thread.known                  ? TXTB_INIT
                     : in_handler || !thread.number ? TXTB_ISR
                                                    : (uint32_t)thread.number);
            put4(at + 4, in_handler ? (uint32_t)thread.number : 0);
            put4(at + 8, TXTB_USER_FIRST + type->id);
            put4(at + 12, (uint32_t)time);
            put4(at + 16, (uint32_t)b->value[row]);
            memset(at + 20, 0, TXTB_EVENT_SIZE - 20);
        } else if (b->form[row] == ROW_SWITCH && thread.known && !in_handler && !s->in_handler &&
                   s->wrote_time != time + 1) {
            const model_thread_t named = d->threads[b->value[row]],
                                 from = named.known ? named : s->running[0];
            if (from.process || from.number >> 32 || (!from.number && !thread.number))
                break;
            txtb_event_t e;
            s->running[0] = thread;
            bare_switch(&e, false, (uint32_t)from.number, (uint32_t)thread.number, 0);
            e.time = time;
            txtb_pack_event(&e, false, UINT32_MAX, at);
        } else {
            break;
        }
        s->time = time;
        s->config.events++;
        waiting++;
        if (waiting == TOGETHER) {
            rc = sink->output.write(sink->output.context, bytes, sizeof bytes);
            waiting = 0;
        }
    }
    if (waiting && !rc)
        rc = sink->output.write(sink->output.context, bytes, waiting * TXTB_EVENT_SIZE);
    return rc ? rc : (int)(row - first);
}

static int record(model_sink_t *sink, const model_record_t *record)
{
    sink_t *s = sink->memory;
    txtb_event_t e = {0};
    model_record_t span;
    model_arg_t value;
    record = model_event_span(record, &span, &value);
    switch (record->kind) {
    case MODEL_INSTANT: return write_instant(sink, record);
    case MODEL_SWITCH: return write_switch(sink, record);
    case MODEL_LOSS: return write_loss(sink, record);
    case MODEL_OBJECT: return write_object(sink, record);
    case MODEL_ISR_ENTER:
    case MODEL_ISR_EXIT:
        context(sink, record, &e);
        e.id = record->kind == MODEL_ISR_ENTER ? TXTB_ISR_ENTER : TXTB_ISR_EXIT;
        if (record->kind == MODEL_ISR_ENTER)
            s->handlers[hart_of(record)]++;
        else if (s->handlers[hart_of(record)])
            s->handlers[hart_of(record)]--;
        e.info[1] = record->id;
        if (record->arg_count == ARGS) // an event of this format
            for (unsigned i = 0; i < ARGS; i++)
                e.info[i] = (uint32_t)record->args[i].u;
        else if (record->arg_count == ARGS - 1) { // of the glue: I1, I3, I4
            e.info[0] = (uint32_t)record->args[0].u;
            e.info[2] = (uint32_t)record->args[1].u;
            e.info[3] = (uint32_t)record->args[2].u;
        } else if (record->arg_count)
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
    .settings = "timer=up|down   reading: the timer counts up, or down; else the entries decide\n",
    .flags = MODEL_SEEKS | MODEL_RISES | MODEL_SURVEYS | MODEL_ORDERED | MODEL_PATCHES |
             MODEL_CONTEXTS | MODEL_TICKLESS,
    .guess = guess,
    .source_size = source_size,
    .open = open,
    .read = read_rows,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .rows = rows,
    .end = end,
};
