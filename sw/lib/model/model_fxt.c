// SPDX-License-Identifier: Apache-2.0
// FXT (Fuchsia trace format) in the event model, both ways.
//
// Some records have no equivalent in FXT. The sink writes them so that viewers show them and the
// source restores them:
//   numbered events   instants with the class (or space) as category and the arguments "id" and,
//                     except for hart 0, "hart"
//   traps             durations of the category "isr" on a thread of their hart, likewise with "id"
//                     and "hart"
//   losses            a duration of the category "loss" from the first to the last lost event, and
//                     a counter of their sums
//   other objects     userspace objects with the argument "kind"
// With the setting counters=1, a counter of the category "values" follows each event with an id and
// a number, so that viewers draw its curve. The source drops it, as well as the names of the tracks
// of traps.
//
// Threads without a process belong to the process "weir"; the losses, to the thread of that
// process's number, which viewers show first.
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "fxt.h"
#include "fxt_layout.h"
#include "model_text.h"

enum {
    CHUNK = 1 << 16,
    RATE_WITHIN = 1 << 16, // bytes in which open looks for the rate
    SOURCE_ARGS = FXT_ARGS_MAX + 1,
    NAMED = 1 << 13,
    NAMED_TEXT = 58,
};

#define OWN_PROVIDER 0x77656972u // of records without a provider

static const char *const spaces[] = {[MODEL_SPACE_NONE] = "",
                                     [MODEL_SPACE_WEIR] = "WEIR",
                                     [MODEL_SPACE_THREADX] = "ThreadX",
                                     [MODEL_SPACE_RKH] = "RKH"};
enum { SPACES = sizeof spaces / sizeof *spaces };
#define STATE "outgoing_state" // FXT has no unknown state: the sink writes it as suspended, and a
                               // suspended thread with this argument; not in the legacy layout
#define VALUES "values" // category of counters that repeat the values of events

// The tracks of traps are threads of these numbers, of 32 bits as viewers have them, next to the
// sink's own process, which shows the losses.
enum { TRACK_HARTS = 64, TRACK_NAME = 40 };
static const uint32_t first_track = 0xffff0000;

// Who runs on each hart, by the switches so far. A trap is of that thread; of another, or of an
// unknown one, it has the argument `thread`.
typedef struct {
    model_thread_t on[TRACK_HARTS];
} running_t;
#define THREAD "thread"

static model_thread_t running_on(const running_t *running, unsigned hart)
{
    return hart < TRACK_HARTS ? running->on[hart] : (model_thread_t){0};
}

static void set_running(running_t *running, unsigned hart, model_thread_t thread)
{
    if (hart < TRACK_HARTS)
        running->on[hart] = thread;
}

static model_text_t track_name(uint32_t track, char text[TRACK_NAME])
{
    snprintf(text, TRACK_NAME, "traps and interrupts of hart %u", (unsigned)(track - first_track));
    return model_text(text);
}

// ---- reading

typedef struct {
    fxt_reader_t *reader;
    bool ended;
    uint64_t offset;  // of the chunk
    size_t size;      // of the chunk
    uint64_t last;    // latest time
    bool own;         // the record is of the sink's own provider
    uint64_t process; // the process that the sink writes for threads without one
    char blob[256];   // name of the current large blob
    uint8_t blob_length;
    char title[FXT_PROVIDER_NAME_MAX];
    struct {
        uint32_t key; // of id and hart; 0: free entry
        uint16_t size;
        char text[NAMED_TEXT];
    } named[NAMED]; // ids, whose names are reported
    unsigned named_count;
    running_t running;
    bool renamed; // the name of `record` is new: it comes behind that name
    model_record_t record, name;
    model_arg_t args[SOURCE_ARGS];
    uint8_t chunk[CHUNK];
    max_align_t reader_memory[];
} source_t;

static void configure(fxt_reader_config_t *config, const model_options_t *options)
{
    fxt_reader_defaults(config);
    config->strict = options->strict;
}

static size_t source_size(const model_options_t *options)
{
    fxt_reader_config_t config;
    configure(&config, options);
    return sizeof(source_t) + fxt_reader_size(&config);
}

static void start(model_source_t *source)
{
    source_t *s = source->memory;
    fxt_reader_config_t config;
    configure(&config, &source->options);
    s->offset = s->size = 0;
    s->ended = false;
    s->reader = fxt_reader_init(s->reader_memory, fxt_reader_size(&config), &config);
}

static int fill(model_source_t *source)
{
    source_t *s = source->memory;
    s->offset += s->size;
    s->size = 0;
    int64_t got = source->input.read(source->input.context, s->chunk, sizeof s->chunk, s->offset);
    if (got < 0)
        return MODEL_E_READ;
    s->size = (size_t)got;
    s->ended = !got;
    if (got)
        fxt_reader_feed(s->reader, s->chunk, s->size);
    else
        fxt_reader_finish(s->reader);
    return 0;
}

// The base is that of the first rate in the first bytes, which are read twice. The division of the
// input into chunks has no effect on the result.
static int open(model_source_t *source)
{
    source_t *s = source->memory;
    const fxt_record_t *r;
    bool decided = false;

    source->base = (model_base_t){1, 1000000000};
    source->title = (model_text_t){NULL, 0};
    start(source);
    while (!decided && !s->ended) {
        int rc = fill(source);
        if (rc)
            return rc;
        while (!decided && fxt_reader_next(s->reader, &r)) {
            if (r->offset < RATE_WITHIN && r->kind == FXT_PROVIDER_INFO && !source->title.size) {
                memcpy(s->title, r->provider_info.name, r->provider_info.name_length);
                source->title = (model_text_t){s->title, r->provider_info.name_length};
            }
            decided = r->offset >= RATE_WITHIN;
            if (!decided && r->kind == FXT_INITIALIZATION && r->ticks_per_second) {
                source->base.denominator = r->ticks_per_second;
                decided = true;
            }
        }
    }
    start(source);
    return 0;
}

static model_text_t text_of(fxt_string_t s)
{
    return s.text ? (model_text_t){s.text, s.length} : (model_text_t){"?", 1};
}

static bool is(model_text_t text, const char *other)
{
    return text.size == strlen(other) && !memcmp(text.bytes, other, text.size);
}

// The process of a thread; 0 for the process that the sink writes for threads without one.
static uint64_t real_process(const source_t *s, uint64_t process)
{
    return process == s->process ? 0 : process;
}

// A thread by its number. The sink's 0 with the name "?" is an unknown thread; any other 0 is none:
// the hart is idle.
static model_thread_t thread_of(source_t *s, uint64_t process, uint64_t number)
{
    fxt_object_t object;
    model_thread_t t = {.process = real_process(s, process), .number = number, .known = true};
    bool named = (!number || !process) && fxt_reader_kernel_object(s->reader, number, &object);
    if (named && !process && object.type == FXT_OBJECT_THREAD)
        t.process = real_process(s, object.process);
    if (named && !number && is(text_of(object.name), "?"))
        return (model_thread_t){0};
    return t;
}

static model_thread_t thread_ref(source_t *s, fxt_thread_t t)
{
    if (t.unknown)
        return (model_thread_t){0};
    return t.process || t.thread ? thread_of(s, t.process, t.thread)
                                 : (model_thread_t){.known = true};
}

static model_arg_t arg_of(const fxt_arg_t *a)
{
    static const struct {
        model_arg_type_t type;
        uint8_t bits;
    } types[] = {
        [FXT_ARG_NULL] = {MODEL_ARG_NULL, 0},    [FXT_ARG_INT32] = {MODEL_ARG_INT, 32},
        [FXT_ARG_UINT32] = {MODEL_ARG_UINT, 32}, [FXT_ARG_INT64] = {MODEL_ARG_INT, 64},
        [FXT_ARG_UINT64] = {MODEL_ARG_UINT, 64}, [FXT_ARG_DOUBLE] = {MODEL_ARG_FLOAT, 64},
        [FXT_ARG_STRING] = {MODEL_ARG_TEXT, 0},  [FXT_ARG_POINTER] = {MODEL_ARG_POINTER, 64},
        [FXT_ARG_KOID] = {MODEL_ARG_OBJECT, 64}, [FXT_ARG_BOOL] = {MODEL_ARG_BOOL, 0},
    };
    model_arg_t arg = {
        .name = text_of(a->name), .type = types[a->type].type, .bits = types[a->type].bits};
    switch (a->type) {
    case FXT_ARG_INT32: arg.i = a->value.i32; break;
    case FXT_ARG_UINT32: arg.u = a->value.u32; break;
    case FXT_ARG_INT64: arg.i = a->value.i64; break;
    case FXT_ARG_DOUBLE: arg.f = a->value.f64; break;
    case FXT_ARG_STRING: arg.text = text_of(a->value.string); break;
    case FXT_ARG_BOOL: arg.u = a->value.boolean; break;
    default: arg.u = a->value.u64;
    }
    return arg;
}

static void args_of(model_source_t *source, fxt_args_t args)
{
    source_t *s = source->memory;
    model_record_t *m = &s->record;
    m->args = s->args;
    for (unsigned i = 0; i < args.count; i++) {
        if (args.arg[i].type > FXT_ARG_BOOL)
            model_reduce(&source->account, m->kind, MODEL_LESS_ARGS);
        else
            s->args[m->arg_count++] = arg_of(&args.arg[i]);
    }
}

// An argument that is a number, or NULL.
static model_arg_t *find_arg(source_t *s, const char *name)
{
    for (model_arg_t *a = s->args; a < s->args + s->record.arg_count; a++)
        if (is(a->name, name) &&
            (a->type == MODEL_ARG_UINT || a->type == MODEL_ARG_INT || a->type == MODEL_ARG_OBJECT))
            return a;
    return NULL;
}

// Removes an argument from the record.
static bool take_arg(source_t *s, const char *name, uint64_t *value)
{
    model_arg_t *a = find_arg(s, name);
    if (!a)
        return false;
    *value = a->u;
    s->record.arg_count--;
    memmove(a, a + 1, (size_t)(s->args + s->record.arg_count - a) * sizeof *a);
    return true;
}

static uint64_t time_of(model_source_t *source, const fxt_record_t *r, uint64_t time)
{
    source_t *s = source->memory;
    bool exact = true;
    if (r->provider->ticks_per_second != source->base.denominator)
        time = model_rescale(time, (model_base_t){1, r->provider->ticks_per_second}, source->base,
                             &exact);
    if (!exact)
        model_reduce(&source->account, s->record.kind, MODEL_LESS_TIME);
    return time;
}

static void begin_record(model_source_t *source, const fxt_record_t *r, model_kind_t kind)
{
    source_t *s = source->memory;
    s->record = model_record(kind);
    s->record.provider = s->own ? 0 : r->provider->id;
}

static void set_time(model_source_t *source, const fxt_record_t *r, uint64_t time)
{
    source_t *s = source->memory;
    s->record.timed = true;
    s->last = s->record.time = time_of(source, r, time);
}

static bool loss_event(model_source_t *source, const fxt_record_t *r)
{
    source_t *s = source->memory;
    model_record_t *m = &s->record;
    uint64_t cause = 0;

    // the end and the counter repeat it; a provider event was delivered already
    if (r->event.type != FXT_BEGIN || take_arg(s, "provider", &cause))
        return false;
    m->kind = MODEL_LOSS;
    m->category = m->name = (model_text_t){NULL, 0};
    m->thread = (model_thread_t){0};
    m->loss.first = m->loss.last = m->time;
    m->loss.counted = true;
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        m->loss.counted = take_arg(s, model_class_name(class), &m->loss.count[class]) &&
                          m->loss.counted;
    take_arg(s, "cause", &cause);
    m->loss.cause = (uint32_t)cause;
    take_arg(s, "source", &m->loss.source);
    if (take_arg(s, "last", &m->loss.last))
        m->loss.last = time_of(source, r, m->loss.last);
    if (take_arg(s, "record", &m->time))
        m->time = time_of(source, r, m->time);
    m->arg_count = 0;
    return true;
}

static model_thread_t trap_thread(source_t *s, uint64_t number)
{
    return number ? thread_of(s, 0, number) : (model_thread_t){.known = true};
}

// Restores a numbered event or a trap of the sink.
static void numbered(source_t *s)
{
    model_record_t *m = &s->record;
    uint64_t id, hart = 0;
    unsigned class, space = MODEL_SPACE_NONE;
    bool isr = is(m->category, "isr") && (m->kind == MODEL_BEGIN || m->kind == MODEL_END);

    for (class = 0; class < MODEL_CLASSES && !is(m->category, model_class_name(class)); class ++)
        ;
    for (unsigned i = 1; i < SPACES; i++)
        space = is(m->category, spaces[i]) ? i : space;
    if (!isr && class == MODEL_CLASSES && !space)
        return;
    if (!take_arg(s, "id", &id))
        return;
    take_arg(s, "hart", &hart);
    m->id = (uint32_t)id;
    m->hart = (uint16_t)hart;
    m->category = (model_text_t){NULL, 0};
    if (isr) {
        m->kind = m->kind == MODEL_BEGIN ? MODEL_ISR_ENTER : MODEL_ISR_EXIT;
        m->name = (model_text_t){NULL, 0};
        m->thread = running_on(&s->running, m->hart);
        if (take_arg(s, THREAD, &id))
            m->thread = (int64_t)id < 0 ? (model_thread_t){0} : trap_thread(s, id);
        return;
    }
    m->space = space ? (model_space_t)space : MODEL_SPACE_WEIR;
    if (m->space == MODEL_SPACE_WEIR) {
        char label[MODEL_LABEL_TEXT];
        m->class = (uint8_t)model_class(m->id);
        const model_text_t name = m->name, word = model_text(model_class_name(m->class));
        m->name = (model_text_t){NULL, 0};
        // a label without a name begins with the class
        if (name.size <= word.size || memcmp(name.bytes, word.bytes, word.size) ||
            !model_text_equal(name, model_label(m, label)))
            m->name = name;
    }
}

// Whether an event names its id, and did not before, or otherwise.
static bool names_id(model_source_t *source)
{
    source_t *s = source->memory;
    const model_record_t *m = &s->record;
    if (m->space != MODEL_SPACE_WEIR || m->kind != MODEL_INSTANT || !m->name.size ||
        m->id > UINT16_MAX || model_text_equal(m->name, model_text(model_id_name(m->id))))
        return false;
    const uint32_t key = ((uint32_t)m->hart << 16 | m->id) + 1;
    const uint16_t size = m->name.size < UINT16_MAX ? (uint16_t)m->name.size : UINT16_MAX;
    const size_t kept = size < NAMED_TEXT ? size : NAMED_TEXT;
    size_t i = key * UINT32_C(2654435769) >> 16;
    for (; s->named[i % NAMED].key; i++)
        if (s->named[i % NAMED].key == key)
            break;
    i %= NAMED;
    if (s->named[i].key == key && s->named[i].size == size &&
        !memcmp(s->named[i].text, m->name.bytes, kept))
        return false;
    if (!s->named[i].key && s->named_count == NAMED / 4 * 3) {
        model_drop(&source->account, MODEL_NAME);
        return false;
    }
    s->named_count += !s->named[i].key;
    s->named[i].key = key;
    s->named[i].size = size;
    memcpy(s->named[i].text, m->name.bytes, kept);
    return true;
}

static bool event(model_source_t *source, const fxt_record_t *r)
{
    static const model_kind_t kinds[] = {
        [FXT_INSTANT] = MODEL_INSTANT,
        [FXT_COUNTER] = MODEL_COUNTER,
        [FXT_BEGIN] = MODEL_BEGIN,
        [FXT_END] = MODEL_END,
        [FXT_COMPLETE] = MODEL_COMPLETE,
        [FXT_ASYNC_BEGIN] = MODEL_ASYNC_BEGIN,
        [FXT_ASYNC_INSTANT] = MODEL_ASYNC_INSTANT,
        [FXT_ASYNC_END] = MODEL_ASYNC_END,
        [FXT_FLOW_BEGIN] = MODEL_FLOW_BEGIN,
        [FXT_FLOW_STEP] = MODEL_FLOW_STEP,
        [FXT_FLOW_END] = MODEL_FLOW_END,
    };
    source_t *s = source->memory;
    const fxt_event_t *e = &r->event;
    model_record_t *m = &s->record;

    begin_record(source, r, kinds[e->type]);
    set_time(source, r, e->time);
    m->thread = thread_ref(s, e->thread);
    m->category = text_of(e->category);
    m->name = text_of(e->name);
    args_of(source, e->args);
    if (e->type == FXT_COMPLETE)
        m->until = time_of(source, r, e->extra);
    else if (e->type != FXT_INSTANT)
        m->correlation = e->extra;
    else if (e->extra <= MODEL_SCOPE_GLOBAL)
        m->scope = (uint8_t)e->extra;
    else
        model_reduce(&source->account, m->kind, MODEL_LESS_CONTEXT);
    if (!s->own)
        return true; // the sink has not written it: it stays what it is
    if (is(m->category, "loss") && (is(m->name, "dropped") || is(m->name, "lost")))
        return loss_event(source, r);
    if (m->kind == MODEL_COUNTER && is(m->category, VALUES))
        return false;
    numbered(s);
    s->renamed = names_id(source);
    return true;
}

// Removes the weight of the idle thread, if it belongs to thread 0, which then is no thread.
// Another idle thread keeps it.
static bool take_idle(source_t *s, const char *weight, model_thread_t *thread)
{
    const model_arg_t *arg = find_arg(s, weight);
    uint64_t value;
    if (thread->number || !arg || arg->type != MODEL_ARG_INT || arg->i != INT32_MIN)
        return false;
    take_arg(s, weight, &value);
    *thread = (model_thread_t){.known = true};
    return true;
}

static void take_switch(model_source_t *source, const fxt_record_t *r)
{
    source_t *s = source->memory;
    const fxt_switch_t *c = &r->context_switch;
    model_record_t *m = &s->record;
    uint64_t before = 0, after = 0;

    begin_record(source, r, MODEL_SWITCH);
    set_time(source, r, c->time);
    m->hart = c->cpu;
    m->change.state = c->outgoing_state <= FXT_STATE_DEAD
                          ? (model_state_t)(MODEL_STATE_NEW + c->outgoing_state)
                          : MODEL_STATE_UNKNOWN;
    if (c->legacy) {
        m->thread = thread_ref(s, c->incoming);
        m->change.outgoing = thread_ref(s, c->outgoing);
        m->change.has_priority = true;
        m->change.outgoing_priority = c->outgoing_priority;
        m->change.incoming_priority = c->incoming_priority;
        return;
    }
    m->thread = thread_of(s, 0, c->incoming.thread);
    m->change.outgoing = thread_of(s, 0, c->outgoing.thread);
    args_of(source, c->args);
    if (s->own && m->change.state == MODEL_STATE_SUSPENDED && !take_arg(s, STATE, &before))
        m->change.state = MODEL_STATE_UNKNOWN;
    before = 0;
    bool from_idle = take_idle(s, "outgoing_weight", &m->change.outgoing),
         to_idle = take_idle(s, "incoming_weight", &m->thread);
    const model_arg_t *a = find_arg(s, "outgoing_weight"), *b = find_arg(s, "incoming_weight");
    if ((a ? a->u <= INT32_MAX : from_idle && b) && (b ? b->u <= INT32_MAX : to_idle && a)) {
        take_arg(s, "outgoing_weight", &before);
        take_arg(s, "incoming_weight", &after);
        m->change.has_priority = true;
        m->change.outgoing_priority = (uint32_t)before;
        m->change.incoming_priority = (uint32_t)after;
    }
}

static void context_switch(model_source_t *source, const fxt_record_t *r)
{
    source_t *s = source->memory;
    take_switch(source, r);
    set_running(&s->running, s->record.hart, s->record.thread);
}

// True for objects that the sink adds: its process, the thread of the losses, names for threads
// without one.
static bool own_object(source_t *s, const model_record_t *m)
{
    char number[24], track[TRACK_NAME];
    if (m->object.kind == MODEL_OBJECT_THREAD && m->object.number >= first_track &&
        m->object.number <= UINT32_MAX &&
        model_text_equal(m->name, track_name((uint32_t)m->object.number, track)))
        return true;
    snprintf(number, sizeof number, "0x%llx", (unsigned long long)m->object.number);
    if (m->object.kind == MODEL_OBJECT_PROCESS && is(m->name, "weir")) {
        s->process = m->object.number;
        return true;
    }
    return m->object.kind == MODEL_OBJECT_THREAD &&
           (is(m->name, number) || (!m->object.number && is(m->name, "?")) ||
            (m->object.number == s->process && is(m->name, "loss")));
}

static bool object(model_source_t *source, const fxt_record_t *r)
{
    source_t *s = source->memory;
    model_record_t *m = &s->record;

    begin_record(source, r, MODEL_OBJECT);
    if (r->kind == FXT_KERNEL_OBJECT) {
        const fxt_kernel_object_t *o = &r->kernel_object;
        m->name = text_of(o->name);
        m->object.kind = o->type == FXT_OBJECT_PROCESS  ? MODEL_OBJECT_PROCESS
                         : o->type == FXT_OBJECT_THREAD ? MODEL_OBJECT_THREAD
                                                        : MODEL_OBJECT_OTHER;
        m->object.type = o->type;
        m->object.number = o->koid;
        args_of(source, o->args);
        take_arg(s, "process", &m->object.process);
        if (s->own && own_object(s, m))
            return false;
        m->object.process = real_process(s, m->object.process);
        return true;
    }
    const fxt_userspace_object_t *o = &r->userspace_object;
    m->name = text_of(o->name);
    m->object.kind = MODEL_OBJECT_USERSPACE;
    m->object.number = o->pointer;
    m->object.process = real_process(s, o->process.process);
    args_of(source, o->args);
    if (s->own && m->arg_count && is(s->args[0].name, "kind") && s->args[0].type == MODEL_ARG_TEXT)
        for (unsigned kind = 0; kind < MODEL_OBJECTS; kind++)
            if (is(s->args[0].text, model_object_name((model_object_t)kind))) {
                m->object.kind = (model_object_t)kind;
                memmove(s->args, s->args + 1, --m->arg_count * sizeof *s->args);
                break;
            }
    return true;
}

static void blob(model_source_t *source, const fxt_record_t *r)
{
    source_t *s = source->memory;
    model_record_t *m = &s->record;

    begin_record(source, r, MODEL_BLOB);
    m->args = s->args;
    if (r->kind == FXT_BLOB) {
        m->name = text_of(r->blob.name);
        m->text = (model_text_t){(const char *)r->blob.data, r->blob.size};
        if (r->blob.type != FXT_BLOB_DATA)
            s->args[m->arg_count++] = (model_arg_t){
                .name = model_text("type"), .type = MODEL_ARG_UINT, .bits = 32, .u = r->blob.type};
        return;
    }
    const fxt_large_blob_t *b = &r->large_blob;
    if (!b->at) {
        s->blob_length = (uint8_t)(b->name.length < 255 ? b->name.length : 255);
        if (b->name.text)
            memcpy(s->blob, b->name.text, s->blob_length);
        m->category = text_of(b->category);
        if (!b->plain) {
            set_time(source, r, b->time);
            m->thread = thread_ref(s, b->thread);
            args_of(source, b->args);
        }
    }
    m->name = (model_text_t){s->blob, s->blob_length};
    m->text = (model_text_t){(const char *)b->data, b->length};
}

// Splits "byte 48: event at +16: ends in its name: expected 24 bytes, found 8" into expectation and
// finding.
static int problem(model_source_t *source, const fxt_error_t *error)
{
    char text[300], expected[200];
    char *at = strchr(fxt_error_text(error, text, sizeof text), ' ') + 1;
    char *place = strstr(at, ": "), *what = strstr(at, "expected "),
         *found = strstr(at, ", found ");

    if (found)
        *found = 0;
    place = place && what && place < what ? place + 2 : what;
    if (!what)
        return model_problem(&source->problem, error->offset, "a good record", "%s", at);
    if (what - place > 2)
        snprintf(expected, sizeof expected, "%s (%.*s)", what + strlen("expected "),
                 (int)(what - place - 2), place);
    else
        snprintf(expected, sizeof expected, "%s", what + strlen("expected "));
    return model_problem(&source->problem, error->offset, expected, "%s",
                         found ? found + strlen(", found ") : "more");
}

// Converts a record: 1, 0 if the model has none for it, or MODEL_E_BAD.
static int take(model_source_t *source, const fxt_record_t *r)
{
    source_t *s = source->memory;
    model_record_t *m = &s->record;

    s->own = r->provider->id == OWN_PROVIDER;
    switch (r->kind) {
    case FXT_ERROR: return problem(source, &r->error);
    case FXT_PROVIDER_INFO:
        if (s->own)
            return 0;
        begin_record(source, r, MODEL_PROVIDER);
        m->correlation = r->provider_info.id;
        m->name = (model_text_t){r->provider_info.name, r->provider_info.name_length};
        return 1;
    case FXT_PROVIDER_EVENT:
        if (r->provider_event.event != FXT_BUFFER_FULL) { // no other event is defined
            source->account.unknown++;
            return 0;
        }
        begin_record(source, r, MODEL_LOSS);
        m->provider = r->provider_event.id == OWN_PROVIDER ? 0 : r->provider_event.id;
        m->timed = true;
        m->time = m->loss.first = m->loss.last = s->last;
        return 1;
    case FXT_EVENT: return event(source, r);
    case FXT_BLOB:
    case FXT_LARGE_BLOB: blob(source, r); return 1;
    case FXT_USERSPACE_OBJECT:
    case FXT_KERNEL_OBJECT: return object(source, r);
    case FXT_SWITCH: context_switch(source, r); return 1;
    case FXT_WAKEUP:
        begin_record(source, r, MODEL_WAKEUP);
        set_time(source, r, r->wakeup.time);
        m->hart = r->wakeup.cpu;
        m->thread = thread_of(s, 0, r->wakeup.thread);
        args_of(source, r->wakeup.args);
        return 1;
    case FXT_LOG:
        begin_record(source, r, MODEL_LOG);
        set_time(source, r, r->log.time);
        m->thread = thread_ref(s, r->log.thread);
        m->text = (model_text_t){r->log.text, r->log.length};
        return 1;
    case FXT_UNKNOWN: source->account.unknown++; return 0;
    case FXT_MAGIC: s->running = (running_t){0}; return 0; // another file behind the first
    case FXT_PROVIDER_SECTION:
    case FXT_INITIALIZATION:
    case FXT_STRING:
    case FXT_THREAD: return 0;
    }
    return 0;
}

static int next(model_source_t *source, const model_record_t **record)
{
    source_t *s = source->memory;
    const fxt_record_t *r;

    *record = &s->record;
    if (s->renamed) { // the event behind its name
        s->renamed = false;
        return 1;
    }
    for (;;) {
        while (fxt_reader_next(s->reader, &r)) {
            source->position = r->offset;
            int rc = take(source, r);
            if (rc && s->renamed) {
                s->name = model_record(MODEL_NAME);
                s->name.space = s->record.space;
                s->name.id = s->record.id;
                s->name.hart = s->record.hart;
                s->name.class = s->record.class;
                s->name.name = s->record.name;
                *record = &s->name;
            }
            if (rc)
                return rc;
        }
        source->account.bytes = fxt_reader_totals(s->reader)->more;
        source->account.damaged = fxt_reader_totals(s->reader)->skipped;
        if (s->ended)
            return 0;
        int rc = fill(source);
        if (rc)
            return rc;
    }
}

static int guess(const uint8_t *bytes, size_t size) { return fxt_guess(bytes, size); }

// ---- writing

enum { STRINGS = 2048, PROVIDERS = 64 };
#define LIVE_PROCESS 0x77656972u // "weir" of a live trace, where the numbers of threads are unknown

// What rows with the same type, or the same thread, have in common, as long as the tables of the
// file do not change.
enum { ALIKE = 256 };
typedef struct {
    uint32_t number, changes; // number: of the dictionary, + 1
    uint16_t name, category;  // indexes
} alike_type_t;
typedef struct {
    uint32_t number, changes;
    uint8_t index;
} alike_thread_t;

typedef struct {
    model_out_t out;
    fxt_writer_t writer;
    fxt_cache_t cache;
    alike_type_t types[ALIKE];
    alike_thread_t threads[ALIKE], isr_threads[TRACK_HARTS];
    struct {
        uint32_t changes;
        uint16_t id, hart, value; // indexes of these texts; 0: none
    } texts;
    fxt_cached_string_t strings[STRINGS];
    uint32_t providers[PROVIDERS]; // introduced
    unsigned provider_count;
    uint32_t provider;    // of the current section
    uint64_t rate, scale; // ticks of FXT a second; of one tick of the model
    uint64_t process;     // "weir"
    uint64_t dropped[MODEL_CLASSES];
    bool legacy, counters;
    bool tracks[TRACK_HARTS]; // of traps, that are named
    running_t running;
    fxt_arg_t args[FXT_ARGS_MAX];
    char hex[FXT_ARGS_MAX][66];
    uint8_t record[FXT_RECORD_MAX];
} sink_t;

static size_t sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
}

static int to_out(void *context, const void *bytes, size_t size)
{
    model_out_t *out = context;
    model_out(out, bytes, size);
    return out->failed;
}

static fxt_string_t string(model_sink_t *sink, model_text_t text, model_kind_t kind)
{
    sink_t *s = sink->memory;
    fxt_string_t ref = FXT_EMPTY;
    if (text.size > FXT_STRING_MAX) {
        model_reduce(&sink->account, kind, MODEL_LESS_TEXT);
        text.size = FXT_STRING_MAX;
    }
    fxt_cache_string(&s->cache, text.bytes, text.size, &ref);
    return ref;
}

static fxt_string_t literal(model_sink_t *sink, const char *text)
{
    return string(sink, model_text(text), MODEL_INSTANT);
}

static uint64_t process_of(const sink_t *s, uint64_t process)
{
    return process ? process : s->process;
}

static fxt_thread_t thread(model_sink_t *sink, model_thread_t t)
{
    sink_t *s = sink->memory;
    fxt_thread_t ref;
    if (t.known && !t.number && !t.process)
        return (fxt_thread_t){0}; // no thread: process 0, thread 0, inline
    fxt_cache_thread(&s->cache, process_of(s, t.process), t.known ? t.number : 0, &ref);
    return ref;
}

// True if the record was written; one that is too long for FXT is left out.
static int wrote(model_sink_t *sink, int rc, model_kind_t kind)
{
    if (rc == FXT_E_WRITE)
        return MODEL_E_WRITE;
    if (rc)
        model_drop(&sink->account, kind);
    return 0;
}

static uint64_t ticks(model_sink_t *sink, uint64_t time, model_kind_t kind)
{
    sink_t *s = sink->memory;
    if (time <= UINT64_MAX / s->scale)
        return time * s->scale;
    model_reduce(&sink->account, kind, MODEL_LESS_TIME);
    return UINT64_MAX;
}

static fxt_arg_t arg_uint(fxt_string_t name, uint64_t value)
{
    if (value <= UINT32_MAX)
        return (fxt_arg_t){.type = FXT_ARG_UINT32, .name = name, .value.u32 = (uint32_t)value};
    return (fxt_arg_t){.type = FXT_ARG_UINT64, .name = name, .value.u64 = value};
}

static fxt_arg_t arg(model_sink_t *sink, const model_arg_t *a, char hex[66], model_kind_t kind)
{
    fxt_arg_t f = {.type = FXT_ARG_NULL, .name = string(sink, a->name, kind)};
    switch (a->type) {
    case MODEL_ARG_NULL: break;
    case MODEL_ARG_BOOL:
        f.type = FXT_ARG_BOOL;
        f.value.boolean = a->u;
        break;
    case MODEL_ARG_INT:
        f.type = a->i >= INT32_MIN && a->i <= INT32_MAX ? FXT_ARG_INT32 : FXT_ARG_INT64;
        if (f.type == FXT_ARG_INT32)
            f.value.i32 = (int32_t)a->i;
        else
            f.value.i64 = a->i;
        break;
    case MODEL_ARG_UINT: return arg_uint(f.name, a->u);
    case MODEL_ARG_FLOAT:
        f.type = FXT_ARG_DOUBLE;
        f.value.f64 = a->f;
        break;
    case MODEL_ARG_TEXT:
        f.type = FXT_ARG_STRING;
        f.value.string = string(sink, a->text, kind);
        break;
    case MODEL_ARG_POINTER:
        f.type = FXT_ARG_POINTER;
        f.value.u64 = a->u;
        break;
    case MODEL_ARG_OBJECT:
        f.type = FXT_ARG_KOID;
        f.value.u64 = a->u;
        break;
    case MODEL_ARG_BYTES: {
        size_t size = a->text.size < 32 ? a->text.size : 32;
        model_reduce(&sink->account, kind, MODEL_LESS_VALUE);
        for (size_t i = 0; i < size; i++)
            snprintf(hex + 2 * i, 3, "%02x", (uint8_t)a->text.bytes[i]);
        f.type = FXT_ARG_STRING;
        f.value.string = string(sink, (model_text_t){hex, 2 * size}, kind);
        break;
    }
    default: break; // the model has made them simple
    }
    return f;
}

// The arguments of a record, behind the `used` ones already present.
static fxt_args_t args(model_sink_t *sink, const model_record_t *r, unsigned used)
{
    sink_t *s = sink->memory;
    for (unsigned i = 0; i < r->arg_count; i++) {
        if (used == FXT_ARGS_MAX) {
            model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
            break;
        }
        s->args[used] = arg(sink, &r->args[i], s->hex[used], r->kind);
        used++;
    }
    return (fxt_args_t){s->args, used};
}

static int kernel_object(model_sink_t *sink, uint8_t type, uint64_t koid, uint64_t process,
                         model_text_t name, const model_record_t *r)
{
    sink_t *s = sink->memory;
    unsigned used = 0;
    fxt_cache_begin(&s->cache);
    if (type == FXT_OBJECT_THREAD || process)
        s->args[used++] = (fxt_arg_t){.type = FXT_ARG_KOID,
                                      .name = literal(sink, "process"),
                                      .value.u64 = process_of(s, process)};
    fxt_args_t all = r ? args(sink, r, used) : (fxt_args_t){s->args, used};
    return wrote(
        sink,
        fxt_write_kernel_object(
            &s->writer, &(fxt_kernel_object_t){type, koid, string(sink, name, MODEL_OBJECT), all}),
        MODEL_OBJECT);
}

// Introduces a provider, whose tables are empty. False: readers have no room for another one.
static bool introduce(sink_t *s, uint32_t id, model_text_t name)
{
    unsigned at = 0;
    while (at < s->provider_count && s->providers[at] != id)
        at++;
    if (at == PROVIDERS)
        return false;
    s->providers[at] = id;
    s->provider_count += at == s->provider_count;
    fxt_write_provider(&s->writer, id, name.bytes,
                       name.size < FXT_PROVIDER_NAME_MAX ? name.size : FXT_PROVIDER_NAME_MAX);
    fxt_write_init(&s->writer, s->rate);
    fxt_cache_reset(&s->cache);
    s->provider = id;
    return true;
}

// Enters the section of a record's provider.
static void enter(model_sink_t *sink, model_kind_t kind, uint32_t id)
{
    sink_t *s = sink->memory;
    id = id ? id : OWN_PROVIDER;
    if (s->provider == id)
        return;
    for (unsigned i = 0; i < s->provider_count; i++)
        if (s->providers[i] == id) {
            fxt_write_section(&s->writer, id);
            fxt_cache_reset(&s->cache);
            s->provider = id;
            return;
        }
    if (!introduce(s, id, (model_text_t){NULL, 0}))
        model_reduce(&sink->account, kind, MODEL_LESS_ID);
}

static bool is_thread(const model_sink_t *sink, uint64_t number)
{
    for (size_t i = 0; i < sink->survey->thread_capacity; i++) {
        const model_survey_thread_t *t = &sink->survey->threads[i];
        if (t->order && (t->thread.number == number || t->thread.process == number))
            return true;
    }
    return false;
}

// Names of all threads; for those without one, their numbers.
static int write_threads(model_sink_t *sink)
{
    const model_survey_t *survey = sink->survey;
    char text[MODEL_THREAD_TEXT];
    bool idle = false;
    int rc = 0;

    for (size_t i = 0; i < survey->thread_capacity && !rc; i++) {
        const model_survey_thread_t *t = &survey->threads[i];
        if (!t->order || !t->thread.known)
            continue;
        idle = idle || !t->thread.number;
        rc = kernel_object(sink, FXT_OBJECT_THREAD, t->thread.number, t->thread.process,
                           model_text(model_thread_text(survey, t->thread, text)), NULL);
    }
    if (!rc && !idle) // runs until the first switch
        rc = kernel_object(sink, FXT_OBJECT_THREAD, 0, 0, model_text("?"), NULL);
    return rc;
}

static uint64_t gcd(uint64_t a, uint64_t b) { return b ? gcd(b, a % b) : a; }

static int begin(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    model_base_t base = sink->base.numerator && sink->base.denominator
                            ? sink->base
                            : (model_base_t){1, 1000000000};
    uint64_t divisor = gcd(base.numerator, base.denominator);
    size_t size;
    const char *layout = model_setting(&sink->options, "layout", &size);

    s->legacy = layout && size == 6 && !memcmp(layout, "legacy", 6);
    if (layout && !s->legacy) {
        model_problem(&sink->problem, 0, "layout=legacy", "layout=%.*s", (int)size, layout);
        return MODEL_E_OPTION;
    }
    uint64_t counters = 0;
    if (model_setting_number(&sink->options, "counters", &counters) || counters > 1) {
        model_problem(&sink->problem, 0, "counters=0 or 1", "%s", sink->options.settings);
        return MODEL_E_OPTION;
    }
    s->counters = counters;
    s->rate = base.denominator / divisor;
    s->scale = base.numerator / divisor;
    s->process = LIVE_PROCESS;
    if (sink->survey)
        for (s->process = 1; is_thread(sink, s->process); s->process++)
            ;
    s->out.output = &sink->output;
    fxt_writer_init(&s->writer, to_out, &s->out, s->record, sizeof s->record);
    fxt_cache_init(&s->cache, &s->writer, s->strings, STRINGS, 1);
    fxt_write_magic(&s->writer);
    introduce(s, OWN_PROVIDER, model_text("weir"));
    int rc = kernel_object(sink, FXT_OBJECT_PROCESS, s->process, 0, model_text("weir"), NULL);
    if (!rc)
        rc = kernel_object(sink, FXT_OBJECT_THREAD, s->process, s->process, model_text("loss"),
                           NULL);
    if (!rc && sink->survey)
        rc = write_threads(sink);
    return rc;
}

// A numbered event: id and hart as arguments, class or space as category. Returns the number of
// these arguments.
static unsigned number_args(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    unsigned used = 0;
    s->args[used++] = arg_uint(literal(sink, "id"), r->id);
    if (r->hart != MODEL_NO_HART && r->hart)
        s->args[used++] = arg_uint(literal(sink, "hart"), r->hart);
    return used;
}

// The number of an event as a counter of its own, for each id and hart.
static int write_counter(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    char label[MODEL_LABEL_TEXT];
    fxt_event_t e = {.type = FXT_COUNTER,
                     .time = ticks(sink, r->time, r->kind),
                     .extra = r->hart == MODEL_NO_HART ? 0 : r->hart};

    fxt_cache_begin(&s->cache);
    e.thread = thread(sink, (model_thread_t){.number = s->process, .known = true});
    e.category = literal(sink, VALUES);
    e.name = string(sink, model_label(r, label), r->kind);
    s->args[0] = arg(sink, r->args, s->hex[0], r->kind);
    s->args[0].name = literal(sink, "value");
    e.args = (fxt_args_t){s->args, 1};
    return wrote(sink, fxt_write_event(&s->writer, &e), r->kind);
}

static int write_event(model_sink_t *sink, const model_record_t *r, fxt_event_type_t type)
{
    sink_t *s = sink->memory;
    char label[MODEL_LABEL_TEXT];
    model_text_t category = r->category;
    fxt_event_t e = {.type = type, .time = ticks(sink, r->time, r->kind)};
    unsigned used = 0;

    fxt_cache_begin(&s->cache);
    e.thread = thread(sink, r->thread);
    e.name = string(sink, model_label(r, label), r->kind);
    if (r->space != MODEL_SPACE_NONE) {
        used = number_args(sink, r);
        category = model_text(r->space == MODEL_SPACE_WEIR ? model_class_name(r->class)
                                                           : spaces[r->space]);
        if (r->category.size)
            model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT);
    } else if (r->hart != MODEL_NO_HART) {
        model_reduce(&sink->account, r->kind, MODEL_LESS_HART);
    }
    e.category = string(sink, category, r->kind);
    e.args = args(sink, r, used);
    e.extra = type == FXT_COMPLETE  ? ticks(sink, r->until, r->kind)
              : type == FXT_INSTANT ? r->scope
                                    : r->correlation;
    const int rc = wrote(sink, fxt_write_event(&s->writer, &e), r->kind);
    return !rc && s->counters && type == FXT_INSTANT && r->space != MODEL_SPACE_NONE &&
                   model_only_value(r)
               ? write_counter(sink, r)
               : rc;
}

// Whether a trap is of the thread that runs on its hart.
static bool of_running(const sink_t *s, model_thread_t thread, unsigned hart)
{
    const model_thread_t on = running_on(&s->running, hart);
    return thread.known == on.known && (!on.known || thread.number == on.number);
}

static unsigned isr_args(model_sink_t *sink, const model_record_t *r, unsigned hart)
{
    sink_t *s = sink->memory;
    unsigned used = number_args(sink, r);
    if (of_running(s, r->thread, hart))
        return used;
    const fxt_string_t name = literal(sink, THREAD);
    s->args[used++] = r->thread.known
                          ? arg_uint(name, r->thread.number)
                          : (fxt_arg_t){.type = FXT_ARG_INT32, .name = name, .value.i32 = -1};
    return used;
}

static int write_isr(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    char label[MODEL_LABEL_TEXT];
    const unsigned hart = r->hart == MODEL_NO_HART ? 0 : r->hart;
    const model_thread_t track = {.known = true, .number = first_track + hart};
    char name[TRACK_NAME];
    if (hart < TRACK_HARTS && !s->tracks[hart]) {
        s->tracks[hart] = true;
        const int rc = kernel_object(sink, FXT_OBJECT_THREAD, track.number, 0,
                                     track_name(first_track + hart, name), NULL);
        if (rc)
            return rc;
    }
    fxt_event_t e = {.type = r->kind == MODEL_ISR_ENTER ? FXT_BEGIN : FXT_END,
                     .time = ticks(sink, r->time, r->kind)};

    fxt_cache_begin(&s->cache);
    e.thread = thread(sink, track);
    e.name = string(sink, model_label(r, label), r->kind);
    e.category = literal(sink, "isr");
    e.args = args(sink, r, isr_args(sink, r, hart));
    return wrote(sink, fxt_write_event(&s->writer, &e), r->kind);
}

// Viewers read the priority from it, and whether a thread is the idle one.
static unsigned add_weight(model_sink_t *sink, unsigned used, const char *name,
                           model_thread_t thread, bool has_priority, uint32_t priority)
{
    sink_t *s = sink->memory;
    bool idle = thread.known && !thread.number;
    if (!has_priority && !idle)
        return used;
    if (idle && priority)
        model_reduce(&sink->account, MODEL_SWITCH, MODEL_LESS_STATE);
    s->args[used] = (fxt_arg_t){.type = FXT_ARG_INT32,
                                .name = literal(sink, name),
                                .value.i32 = idle ? INT32_MIN : (int32_t)(priority & INT32_MAX)};
    return used + 1;
}

static int write_switch(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    const bool has_priority = r->change.has_priority;
    fxt_switch_t c = {.time = ticks(sink, r->time, r->kind),
                      .cpu = r->hart == MODEL_NO_HART ? 0 : r->hart,
                      .outgoing_state = r->change.state
                                            ? (uint8_t)(r->change.state - MODEL_STATE_NEW)
                                            : FXT_STATE_SUSPENDED};

    fxt_cache_begin(&s->cache);
    c.legacy = s->legacy && c.cpu <= 255;
    if (c.legacy) {
        c.outgoing = thread(sink, r->change.outgoing);
        c.incoming = thread(sink, r->thread);
        c.outgoing_priority = (uint8_t)(r->change.outgoing_priority < 255
                                            ? r->change.outgoing_priority
                                            : 255);
        c.incoming_priority = (uint8_t)(r->change.incoming_priority < 255
                                            ? r->change.incoming_priority
                                            : 255);
        if (has_priority &&
            (r->change.outgoing_priority > 255 || r->change.incoming_priority > 255))
            model_reduce(&sink->account, r->kind, MODEL_LESS_STATE);
    } else {
        c.outgoing.thread = r->change.outgoing.known ? r->change.outgoing.number : 0;
        c.incoming.thread = r->thread.known ? r->thread.number : 0;
        unsigned used = add_weight(sink, 0, "outgoing_weight", r->change.outgoing, has_priority,
                                   r->change.outgoing_priority);
        if (r->change.state == MODEL_STATE_SUSPENDED && !r->provider)
            s->args[used++] = arg_uint(literal(sink, STATE), FXT_STATE_SUSPENDED);
        c.args = args(sink, r,
                      add_weight(sink, used, "incoming_weight", r->thread, has_priority,
                                 r->change.incoming_priority));
    }
    set_running(&s->running, c.cpu, r->thread);
    return wrote(sink, fxt_write_switch(&s->writer, &c), r->kind);
}

static int write_loss(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    unsigned used = 0;

    if (!r->loss.counted && r->provider) {
        fxt_write_provider_event(&s->writer, r->provider, FXT_BUFFER_FULL);
        enter(sink, MODEL_LOSS, 0);
    }
    fxt_cache_begin(&s->cache);
    fxt_event_t e = {.type = FXT_BEGIN,
                     .time = ticks(sink, r->loss.first, r->kind),
                     .thread = thread(sink, (model_thread_t){.number = s->process, .known = true}),
                     .category = literal(sink, "loss"),
                     .name = literal(sink, r->loss.counted ? "dropped" : "lost")};
    for (unsigned class = 0; class < MODEL_CLASSES && r->loss.counted; class ++) {
        s->dropped[class] += r->loss.count[class];
        s->args[used++] = arg_uint(literal(sink, model_class_name(class)), r->loss.count[class]);
    }
    s->args[used++] = arg_uint(literal(sink, "cause"), r->loss.cause);
    s->args[used++] = arg_uint(literal(sink, "source"), r->loss.source);
    s->args[used++] = arg_uint(literal(sink, "last"), ticks(sink, r->loss.last, r->kind));
    if (!r->loss.counted && r->provider)
        s->args[used++] = arg_uint(literal(sink, "provider"), r->provider);
    s->args[used++] = arg_uint(literal(sink, "record"),
                               ticks(sink, r->timed ? r->time : r->loss.last, r->kind));
    e.args = (fxt_args_t){s->args, used};
    int rc = fxt_write_event(&s->writer, &e);
    e.type = FXT_END;
    e.time = ticks(sink, r->loss.last, r->kind);
    e.args = FXT_NO_ARGS;
    rc = rc ? rc : fxt_write_event(&s->writer, &e);
    if (rc || !r->loss.counted)
        return wrote(sink, rc, r->kind);
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        s->args[class] = arg_uint(literal(sink, model_class_name(class)), s->dropped[class]);
    e.type = FXT_COUNTER;
    e.args = (fxt_args_t){s->args, MODEL_CLASSES};
    return wrote(sink, fxt_write_event(&s->writer, &e), r->kind);
}

static int write_object(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    const bool userspace = r->object.kind == MODEL_OBJECT_USERSPACE;

    if (r->object.kind == MODEL_OBJECT_PROCESS)
        return kernel_object(sink, FXT_OBJECT_PROCESS, r->object.number, r->object.process, r->name,
                             r);
    if (r->object.kind == MODEL_OBJECT_THREAD)
        return kernel_object(sink, FXT_OBJECT_THREAD, r->object.number, r->object.process, r->name,
                             r);
    if (r->object.kind == MODEL_OBJECT_OTHER && r->object.type > 2 && r->object.type < 256)
        return kernel_object(sink, (uint8_t)r->object.type, r->object.number, r->object.process,
                             r->name, r);
    fxt_cache_begin(&s->cache);
    if (!userspace)
        s->args[0] = (fxt_arg_t){.type = FXT_ARG_STRING,
                                 .name = literal(sink, "kind"),
                                 .value.string = literal(sink, model_object_name(r->object.kind))};
    const fxt_userspace_object_t o = {
        .process = {.process = userspace ? r->object.process : process_of(s, r->object.process)},
        .pointer = r->object.number,
        .name = string(sink, r->name, r->kind),
        .args = args(sink, r, userspace ? 0 : 1)};
    return wrote(sink, fxt_write_userspace_object(&s->writer, &o), r->kind);
}

static int write_log(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    fxt_cache_begin(&s->cache);
    fxt_log_t log = {ticks(sink, r->time, r->kind), thread(sink, r->thread), r->text.bytes,
                     (uint16_t)(r->text.size < FXT_STRING_MAX ? r->text.size : FXT_STRING_MAX)};
    if (r->text.size > FXT_STRING_MAX || r->name.size || r->category.size)
        model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT);
    if (r->arg_count)
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
    if (r->hart != MODEL_NO_HART)
        model_reduce(&sink->account, r->kind, MODEL_LESS_HART);
    return wrote(sink, fxt_write_log(&s->writer, &log), r->kind);
}

static int write_wakeup(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    fxt_cache_begin(&s->cache);
    const fxt_wakeup_t w = {.time = ticks(sink, r->time, r->kind),
                            .thread = r->thread.known ? r->thread.number : 0,
                            .cpu = r->hart == MODEL_NO_HART ? 0 : r->hart,
                            .args = args(sink, r, 0)};
    if (r->name.size || r->category.size)
        model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT);
    return wrote(sink, fxt_write_wakeup(&s->writer, &w), r->kind);
}

static int write_blob(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    const uint8_t *data = (const uint8_t *)r->text.bytes;
    fxt_cache_begin(&s->cache);
    if (r->text.size <= 32000 && !r->timed && !r->category.size && r->arg_count <= 1) {
        fxt_blob_t b = {string(sink, r->name, r->kind), FXT_BLOB_DATA, data,
                        (uint16_t)r->text.size};
        if (r->arg_count && is(r->args->name, "type") && r->args->type == MODEL_ARG_UINT)
            b.type = (uint8_t)r->args->u;
        else if (r->arg_count)
            model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
        return wrote(sink, fxt_write_blob(&s->writer, &b), r->kind);
    }
    fxt_large_blob_t b = {
        .plain = !r->timed, .data = data, .size = r->text.size, .length = r->text.size};
    b.category = string(sink, r->category, r->kind);
    b.name = string(sink, r->name, r->kind);
    if (r->timed) {
        b.time = ticks(sink, r->time, r->kind);
        b.thread = thread(sink, r->thread);
        b.args = args(sink, r, 0);
    } else if (r->arg_count) {
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
    }
    return wrote(sink, fxt_write_large_blob(&s->writer, &b), r->kind);
}

static int record(model_sink_t *sink, const model_record_t *r)
{
    static const fxt_event_type_t types[MODEL_KINDS] = {
        [MODEL_INSTANT] = FXT_INSTANT,
        [MODEL_COUNTER] = FXT_COUNTER,
        [MODEL_BEGIN] = FXT_BEGIN,
        [MODEL_END] = FXT_END,
        [MODEL_COMPLETE] = FXT_COMPLETE,
        [MODEL_ASYNC_BEGIN] = FXT_ASYNC_BEGIN,
        [MODEL_ASYNC_INSTANT] = FXT_ASYNC_INSTANT,
        [MODEL_ASYNC_END] = FXT_ASYNC_END,
        [MODEL_FLOW_BEGIN] = FXT_FLOW_BEGIN,
        [MODEL_FLOW_STEP] = FXT_FLOW_STEP,
        [MODEL_FLOW_END] = FXT_FLOW_END,
    };
    sink_t *s = sink->memory;

    if (s->out.failed)
        return MODEL_E_WRITE;
    if (r->kind != MODEL_PROVIDER)
        enter(sink, r->kind, r->provider);
    switch (r->kind) {
    case MODEL_SWITCH: return write_switch(sink, r);
    case MODEL_ISR_ENTER:
    case MODEL_ISR_EXIT: return write_isr(sink, r);
    case MODEL_LOG: return write_log(sink, r);
    case MODEL_WAKEUP: return write_wakeup(sink, r);
    case MODEL_LOSS: return write_loss(sink, r);
    case MODEL_OBJECT: return write_object(sink, r);
    case MODEL_BLOB: return write_blob(sink, r);
    case MODEL_PROVIDER:
        if (!introduce(s, (uint32_t)r->correlation, r->name))
            model_drop(&sink->account, r->kind);
        return 0;
    case MODEL_NAME: // the events have the names of ids; FXT has none for values
        if (r->value_named)
            model_drop(&sink->account, r->kind);
        return 0;
    default: return write_event(sink, r, types[r->kind]);
    }
}

// ---- rows of a batch

static char *put_word(char *p, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        p[i] = (char)(word >> 8 * i);
    return p + 8;
}

static uint16_t index_of(const sink_t *s, model_text_t text)
{
    return fxt_cache_find_string(&s->cache, text.bytes, text.size);
}

// NULL: the tables do not have its texts.
static const alike_type_t *alike_type(sink_t *s, const batch_type_t *type, uint32_t number)
{
    alike_type_t *alike = &s->types[number % ALIKE];
    if (alike->number == number + 1 && alike->changes == s->cache.changes)
        return alike;
    const bool isr = type->space == MODEL_SPACE_NONE;
    char label[MODEL_LABEL_TEXT];
    model_record_t like = model_record(isr ? MODEL_ISR_ENTER : MODEL_INSTANT);
    like.space = type->space;
    like.id = type->id;
    like.class = type->class;
    like.name = type->name;
    *alike = (alike_type_t){number + 1, s->cache.changes, index_of(s, model_label(&like, label)),
                            index_of(s, model_text(isr ? "isr" : model_class_name(type->class)))};
    if (alike->name && alike->category)
        return alike;
    alike->number = 0;
    return NULL;
}

// The index of a thread; 0 if the table does not have it.
static uint8_t alike_thread(sink_t *s, alike_thread_t *alike, model_thread_t thread,
                            uint32_t number)
{
    if (alike->number == number + 1 && alike->changes == s->cache.changes)
        return alike->index;
    const uint8_t index = fxt_cache_find_thread(&s->cache, process_of(s, thread.process),
                                                thread.known ? thread.number : 0);
    *alike = (alike_thread_t){index ? number + 1 : 0, s->cache.changes, index};
    return index;
}

static bool has_texts(sink_t *s)
{
    if (s->texts.changes != s->cache.changes) {
        s->texts.changes = s->cache.changes;
        s->texts.id = index_of(s, model_text("id"));
        s->texts.hart = index_of(s, model_text("hart"));
        s->texts.value = index_of(s, model_text("value"));
    }
    return s->texts.id && s->texts.value;
}

static char *put_uint32(sink_t *s, char *p, uint16_t name, uint32_t value)
{
    fxt_cache_use_string(&s->cache, name);
    return put_word(p, FXT_ARG_UINT32 | 1 << 4 | (uint64_t)name << 16 | (uint64_t)value << 32);
}

// An event with a value, as write_event. False: the tables do not have all of it.
static bool put_value(sink_t *s, const model_batch_t *b, uint32_t row)
{
    const model_thread_t thread = b->dictionary->threads[b->thread[row]];
    const bool none = thread.known && !thread.number && !thread.process;
    const bool hart = b->hart[row] && b->hart[row] != MODEL_NO_HART, wide = b->value[row] >> 32;
    const uint32_t number = b->thread[row];
    const uint8_t who = none ? 0 : alike_thread(s, &s->threads[number % ALIKE], thread, number);
    const alike_type_t *what = alike_type(s, &b->dictionary->types[b->type[row]], b->type[row]);
    if (!what || (!who && !none) || !has_texts(s) || (hart && !s->texts.hart))
        return false;
    fxt_cache_begin(&s->cache);
    if (who)
        fxt_cache_use_thread(&s->cache, who);
    fxt_cache_use_string(&s->cache, what->name);
    fxt_cache_use_string(&s->cache, what->category);
    char *begin = model_out_begin(&s->out), *p = put_word(begin + 8, b->time[row] * s->scale);
    if (none)
        p = put_word(put_word(p, 0), 0);
    p = put_uint32(s, p, s->texts.id, b->dictionary->types[b->type[row]].id);
    if (hart)
        p = put_uint32(s, p, s->texts.hart, b->hart[row]);
    if (wide) {
        fxt_cache_use_string(&s->cache, s->texts.value);
        p = put_word(p, FXT_ARG_UINT64 | 2 << 4 | (uint64_t)s->texts.value << 16);
        p = put_word(p, b->value[row]);
    } else {
        p = put_uint32(s, p, s->texts.value, (uint32_t)b->value[row]);
    }
    put_word(begin, FXT_T_EVENT | (uint64_t)((p - begin) / 8) << 4 |
                        (uint64_t)FXT_INSTANT << 16 | (uint64_t)(2 + hart) << 20 |
                        (uint64_t)who << 24 | (uint64_t)what->category << 32 |
                        (uint64_t)what->name << 48);
    model_out_end(&s->out, p);
    return true;
}

// A trap on a track that has its name, as write_isr. False: the tables do not have all of it.
static bool put_isr(sink_t *s, const model_batch_t *b, uint32_t row)
{
    const unsigned hart = b->hart[row];
    if (hart >= TRACK_HARTS || !s->tracks[hart] ||
        !of_running(s, b->dictionary->threads[b->thread[row]], hart))
        return false;
    const model_thread_t track = {.known = true, .number = first_track + hart};
    const uint8_t who = alike_thread(s, &s->isr_threads[hart], track, hart);
    const alike_type_t *what = alike_type(s, &b->dictionary->types[b->type[row]], b->type[row]);
    if (!who || !what || !has_texts(s) || (hart && !s->texts.hart))
        return false;
    fxt_cache_begin(&s->cache);
    fxt_cache_use_thread(&s->cache, who);
    fxt_cache_use_string(&s->cache, what->name);
    fxt_cache_use_string(&s->cache, what->category);
    char *begin = model_out_begin(&s->out), *p = put_word(begin + 8, b->time[row] * s->scale);
    p = put_uint32(s, p, s->texts.id, b->dictionary->types[b->type[row]].id);
    if (hart)
        p = put_uint32(s, p, s->texts.hart, hart);
    put_word(begin, FXT_T_EVENT | (uint64_t)((p - begin) / 8) << 4 |
                        (uint64_t)(b->kind[row] == MODEL_ISR_ENTER ? FXT_BEGIN : FXT_END) << 16 |
                        (uint64_t)(1 + (hart != 0)) << 20 | (uint64_t)who << 24 |
                        (uint64_t)what->category << 32 | (uint64_t)what->name << 48);
    model_out_end(&s->out, p);
    return true;
}

// A switch between threads that are not idle, as write_switch.
static void put_switch(sink_t *s, const model_batch_t *b, uint32_t row)
{
    const model_thread_t outgoing = b->dictionary->threads[b->value[row]];
    const uint64_t hart = b->hart[row] == MODEL_NO_HART ? 0 : b->hart[row];
    char *p = model_out_begin(&s->out);
    fxt_cache_begin(&s->cache);
    p = put_word(p, FXT_T_SCHEDULING | 4 << 4 | hart << 20 | (uint64_t)FXT_STATE_SUSPENDED << 36 |
                        (uint64_t)FXT_S_SWITCH << 60);
    p = put_word(p, b->time[row] * s->scale);
    p = put_word(p, outgoing.known ? outgoing.number : 0);
    p = put_word(p, b->dictionary->threads[b->thread[row]].number);
    model_out_end(&s->out, p);
    set_running(&s->running, (unsigned)hart, b->dictionary->threads[b->thread[row]]);
}

// Events of the unit with a value, switches between threads, and traps.
static int rows(model_sink_t *sink, const model_batch_t *b, uint32_t first)
{
    sink_t *s = sink->memory;
    const batch_dictionary_t *d = b->dictionary;
    const uint64_t time_max = UINT64_MAX / s->scale;
    uint32_t row = first;
    for (; row < b->count && s->provider == OWN_PROVIDER && !s->counters && !s->legacy; row++) {
        const batch_type_t *type = &d->types[b->type[row]];
        const bool isr = b->form[row] == ROW_PLAIN && (b->kind[row] == MODEL_ISR_ENTER ||
                                                       b->kind[row] == MODEL_ISR_EXIT);
        if (b->context[row] || type->scope || type->provider || type->category.size ||
            type->space != (isr ? MODEL_SPACE_NONE : MODEL_SPACE_WEIR) || b->time[row] > time_max)
            break;
        if (isr) {
            if (!put_isr(s, b, row))
                break;
        } else if (b->form[row] == ROW_VALUE && b->kind[row] == MODEL_INSTANT) {
            if (!put_value(s, b, row))
                break;
        } else if (b->form[row] == ROW_SWITCH) {
            const model_thread_t outgoing = d->threads[b->value[row]],
                                 incoming = d->threads[b->thread[row]];
            if ((outgoing.known && !outgoing.number) || !incoming.known || !incoming.number)
                break;
            put_switch(s, b, row);
        } else {
            break;
        }
    }
    return s->out.failed ? MODEL_E_WRITE : (int)(row - first);
}

static int flush(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    return model_out_flush(&s->out);
}

const model_format_t model_fxt = {
    .name = "fxt",
    .title = "Fuchsia trace format: for Perfetto",
    .endings = "fxt,ftf",
    .settings = "layout=legacy  writing: context switches in the layout of the format's first "
                "text, with priorities\n"
                "counters=0|1   writing: also a counter for each id with numbers, which viewers "
                "draw as a curve; 0 by default\n",
    .flags = MODEL_SURVEYS | MODEL_LIVE | MODEL_SCOPES | MODEL_TICKS,
    .guess = guess,
    .source_size = source_size,
    .open = open,
    .next = next,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .rows = rows,
    .end = flush,
    .flush = flush,
};
