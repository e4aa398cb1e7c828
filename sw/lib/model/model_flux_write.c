// SPDX-License-Identifier: Apache-2.0
// Writes the model's records as a stream of the trace unit: flux with the items of
// docs/reference/stream.md.
//
// An event is one unsigned value of 32 bits. Records without an id of the unit get one of USER,
// from 0x3fff downwards; the signal has their name. Definitions and samples of other flux stay what
// they are, in traces of their own (model_flux_native.c). The stream of the unit begins with its
// first record; a file without records is an empty stream of the unit.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "flux_pack.h"
#include "model_event.h"
#include "model_flux.h"
#include "model_flux_native.h"
#include "model_text.h"
#include "weir_stream.h"
#include "wide.h"

enum {
    HARTS = 16,
    BUFFER = 1 << 16,
    IDS = 1 << 14,
    LAST_ADDED_ID = WEIR_ID_USER_LAST,
    FIRST_ADDED_ID = 0x1000,
    VALUES = 1 << 12,
    VALUES_TRACE = 0x1fffff, // a number that no other trace has
    NAMED = 1 << 12,
    DESCRIPTION = 256 // bytes
};

typedef struct { // an id for records that have none
    uint64_t key;
    uint32_t id; // 0: free entry
} added_id_t;

typedef struct { // for a file that continues this one
    model_thread_t running[HARTS];
    uint64_t time;                          // written last
    uint64_t loss_end;                      // of the loss written last
    uint32_t counter[EVENT_COUNTERS];       // of drops: reason, context, hart
} state_t;

typedef struct {
    model_out_t out;
    flux_buffer_t buffer;
    flux_trace_t trace;
    flux_domain_t domain;
    model_rate_t rate; // from ticks to the units of the file
    bool harts[HARTS]; // defined
    bool traps_defined[HARTS];
    state_t state;
    added_id_t added[IDS];
    uint32_t next_id;
    added_id_t values[VALUES]; // items of the trace of values
    uint32_t next_value;       // 0: it has not begun
    struct {
        uint64_t thread, name; // hash of the name written
    } named[NAMED];
    bool counter_defined[EVENT_COUNTERS];
    struct {
        uint32_t words, number;
    } runs[HARTS][2];    // of events with the name of a thread, or of another object
    uint32_t run_id;     // of the event written last, if it is of such a run; else 0
    uint32_t run_number; // of whom that run names
    bool begun;    // the stream of the unit
    bool keeps_head; // that of the unit: the stream stays what it is
    bool coarse;   // several entries may have one time
    bool again;    // something is written that a survey knows first: the output must begin anew
    uint32_t unit; // id of its trace
    flux_native_t native;
    // with packed blocks, behind the first record: a reader knows the file by its HEAD
    bool packs;
    flux_buffer_t packed;
    flux_packer_t packer;
    uint8_t memory[FLUX_NATIVE_BUFFER], packed_memory[FLUX_NATIVE_BUFFER];
    uint8_t scratch[FLUX_NATIVE_BUFFER];
    max_align_t work[FLUX_PACK_WORK / sizeof(max_align_t)];
} sink_t;

size_t model_flux_sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
}

static int handler(void *context, const uint8_t *bytes, uint32_t size)
{
    model_output_t *output = context;
    return output->write(output->context, bytes, size);
}

static uint64_t hash(uint64_t start, model_text_t text)
{
    for (size_t i = 0; i < text.size; i++)
        start = (start ^ (uint8_t)text.bytes[i]) * UINT64_C(0x100000001b3);
    return start;
}

// The unit of time, if flux has a name for a tick's length, else 1 ps.
static flux_text_t unit_of(sink_t *s, model_base_t base, char text[8])
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs", "as"};
    model_base_t unit = {1, 1};

    s->rate = model_rate_same;
    if (!base.denominator || !base.numerator)
        return FLUX_STR("ticks");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++, unit.denominator *= 1000)
        for (unsigned multiple = 1; multiple <= 100; multiple *= 10)
            if (wide_equal(wide_product(base.numerator, unit.denominator),
                           wide_product(multiple, base.denominator))) {
                int size = multiple == 1 ? snprintf(text, 8, "%s", units[i])
                                         : snprintf(text, 8, "%s%u", units[i], multiple);
                return (flux_text_t){text, (uint32_t)size};
            }
    s->rate = model_rate(base, (model_base_t){1, UINT64_C(1000000000000)});
    return FLUX_STR("ps");
}

static int define_hart(sink_t *s, unsigned hart)
{
    char name[16];
    if (s->harts[hart])
        return 0;
    s->harts[hart] = true;
    int size = snprintf(name, sizeof name, "hart%u", hart);
    uint32_t scope = WEIR_ITEM_ROW_SCOPE + hart;
    int rc = flux_emit_scope(&s->trace,
                             &(flux_scope_t){.item = scope, .name = {name, (uint32_t)size}});
    return rc ? rc
              : flux_emit_signal(&s->trace,
                                 &(flux_signal_t){
                                     .item = hart ? WEIR_ITEM_ROW_THREAD + hart : WEIR_ITEM_THREAD,
                                     .parent = scope,
                                     .name = FLUX_STR("thread"),
                                     .type = FLUX_EVENT,
                                 });
}

// A new file: keeps what the checkpoint at its begin needs.
static void forget(sink_t *s)
{
    const state_t state = s->state;
    memset(s, 0, sizeof *s);
    s->state = state;
}

int model_flux_begin(model_sink_t *sink)
{
    static const char *const modes[FLUX_MODES] = {
        [FLUX_LZ4] = "lz4", [FLUX_FASTLZ] = "fastlz", [FLUX_ZLIB] = "zlib", [FLUX_GZIP] = "gzip"};
    sink_t *s = sink->memory;
    if (sink->continues)
        forget(s);
    size_t size;
    const char *pack = model_setting(&sink->options, "pack", &size);
    unsigned mode = 0;

    while (pack && mode < FLUX_MODES &&
           (strlen(modes[mode]) != size || memcmp(pack, modes[mode], size)))
        mode++;
    if (mode == FLUX_MODES) {
        model_problem(&sink->problem, 0, "pack=lz4, fastlz, zlib or gzip", "pack=%.*s", (int)size,
                      pack);
        return MODEL_E_OPTION;
    }
    s->next_id = LAST_ADDED_ID;
    flux_buffer_init(&s->packed, s->packed_memory, sizeof s->packed_memory, handler, &sink->output);
    s->packer = (flux_packer_t){&s->packed, (uint8_t)mode, s->scratch, sizeof s->scratch, s->work};
    s->packs = pack != NULL;
    flux_buffer_init(&s->buffer, s->memory, BUFFER, handler, &sink->output);
    flux_trace_init(&s->trace, &s->buffer, FLUX_CLASSIC);
    s->native.buffer = &s->buffer;
    s->native.base = sink->base;
    return 0;
}

static int put_event(sink_t *s, uint32_t item, uint64_t time, uint32_t value);
static uint32_t item_of(unsigned hart, uint32_t id);
static int define_counter(sink_t *s, unsigned counter);

// The state at the begin of a file that continues another one, as at the begin of a section.
static int write_checkpoint(sink_t *s)
{
    enum { BEGIN = 1, END = 2, CONTEXTS = 4 };
    const int64_t time = (int64_t)s->state.time;
    int rc = 0;
    for (unsigned hart = 0; hart < HARTS && !rc; hart++)
        if (s->state.running[hart].known)
            rc = define_hart(s, hart);
    for (unsigned counter = 0; counter < EVENT_COUNTERS && !rc; counter++)
        if (s->state.counter[counter])
            rc = define_counter(s, counter);
    rc = rc ? rc : flux_emit_current(&s->trace, &s->domain, time);
    rc = rc ? rc
            : flux_emit_unsigned(&s->trace, &s->domain, WEIR_ITEM_CHECKPOINT, time, BEGIN);
    for (unsigned source = 0; source < HARTS * CONTEXTS && !rc; source++) {
        const unsigned hart = source / CONTEXTS, context = source % CONTEXTS;
        for (unsigned reason = 0; reason < WEIR_DROP_CODES && !rc; reason++) {
            const uint32_t total = s->state.counter[reason << 6 | context << 4 | hart];
            if (total)
                rc = flux_emit_unsigned(&s->trace, &s->domain,
                                        WEIR_ITEM_DROPPED_OF(reason, context, hart), time, total);
        }
        if (!context && s->state.running[hart].known && !rc)
            rc = put_event(s, item_of(hart, WEIR_ID_THREAD_SWITCH), s->state.time,
                           (uint32_t)s->state.running[hart].number);
    }
    return rc ? rc : flux_emit_unsigned(&s->trace, &s->domain, WEIR_ITEM_CHECKPOINT, time, END);
}

_Static_assert(EVENT_STREAM_VERSION == 3, "what this file writes is of this version");

// The description in HEAD: that of the unit, if the input is its stream. Else no unit has written
// these entries. The word `coarse` lets several have one time: those of several harts or inputs.
static flux_text_t description_of(model_sink_t *sink, char text[DESCRIPTION])
{
    static const char begin[] = "weir ip ", coarse[] = " coarse ", stream[] = " stream 3";
    sink_t *s = sink->memory;
    const model_text_t title = sink->title;
    const bool file = sink->survey || sink->learns,
               repeats = sink->survey &&
                         (sink->survey->repeats || sink->survey->count[MODEL_LOSS]);
    const int size = (int)title.size - (int)(sizeof stream - 1);

    s->coarse = true;
    if (sink->input_count > 1 || !sink->from || strcmp(sink->from, sink->format->name) ||
        title.size >= DESCRIPTION - sizeof coarse || size < (int)(sizeof begin - 1) ||
        memcmp(title.bytes, begin, sizeof begin - 1) ||
        memcmp(title.bytes + size, stream, sizeof stream - 1))
        return FLUX_STR("weir ip 0.0 regs 0 coarse stream 3");
    s->keeps_head = true;
    (void)snprintf(text, DESCRIPTION, "%.*s", (int)title.size, title.bytes);
    const bool was = strstr(text, coarse);
    s->coarse = was || !file || repeats; // live: a loss is written at its end
    if (s->coarse && !was)
        (void)snprintf(text + size, DESCRIPTION - (size_t)size, " coarse%s", stream);
    return (flux_text_t){text, (uint32_t)strlen(text)};
}

// The next entry is one of the unit's stream.
static int enter_unit(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    char text[8], description[DESCRIPTION];

    if (s->begun)
        return flux_native_leave(&s->native, s->unit);
    s->begun = true;
    s->native.current = 0;
    s->unit = flux_native_free_id(&s->native, 0, -1);
    int rc = flux_emit_head(
        &s->trace,
        &(flux_head_t){
            .trace = s->unit,
            .name = FLUX_STR("weir"),
            .description = description_of(sink, description),
            .max_item = WEIR_ITEM_MAX,
            .max_entry = WEIR_SIZE_ENTRY_MAX,
        });
    for (unsigned hart = 0; hart < HARTS && !rc; hart++)
        if (!hart || (sink->survey && model_survey_hart(sink->survey, hart)))
            rc = define_hart(s, hart);
    if (!rc)
        rc = flux_emit_signal(&s->trace, &(flux_signal_t){.item = WEIR_ITEM_LOSS,
                                                          .name = FLUX_STR("loss"),
                                                          .type = FLUX_INTEGER});
    if (!rc)
        rc = flux_emit_open(&s->trace, &s->domain,
                            &(flux_open_t){.base = unit_of(s, sink->base, text)});
    return rc || !sink->continues ? rc : write_checkpoint(s);
}

// ---- ids

static uint32_t item_of(unsigned hart, uint32_t id)
{
    if (id == WEIR_ID_THREAD_SWITCH)
        return hart ? WEIR_ITEM_ROW_THREAD + hart : WEIR_ITEM_THREAD;
    if (!hart && id <= WEIR_ITEM_USER_SHORT_IDS)
        return WEIR_ITEM_USER_SHORT + id;
    return HARTS * (id + WEIR_ITEM_ID_BIAS) + hart;
}

static uint32_t isr_item(unsigned hart) { return hart ? WEIR_ITEM_ROW_ISR + hart : WEIR_ITEM_ISR; }

// A name as long as an entry has room for it.
static flux_text_t fitting(model_sink_t *sink, const model_record_t *r)
{
    enum { NAME_MAX_SIZE = BUFFER - 64 };
    if (r->name.size <= NAME_MAX_SIZE)
        return (flux_text_t){r->name.bytes, (uint32_t)r->name.size};
    model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT);
    return (flux_text_t){r->name.bytes, NAME_MAX_SIZE};
}

static int define_id(sink_t *s, unsigned hart, uint32_t id, flux_text_t name)
{
    int rc = define_hart(s, hart);
    return rc ? rc
              : flux_emit_signal(&s->trace, &(flux_signal_t){
                                                .item = item_of(hart, id),
                                                .parent = WEIR_ITEM_ROW_SCOPE + hart,
                                                .name = name,
                                                .type = FLUX_INTEGER,
                                            });
}

// True if the trace has events of this id.
static bool used_id(const model_survey_t *survey, uint32_t id)
{
    for (size_t i = 0; survey && i < survey->series_capacity; i++)
        if (survey->series[i].order && survey->series[i].space == MODEL_SPACE_WEIR &&
            survey->series[i].id == id)
            return true;
    return false;
}

// An event with an id of the unit. All others get one that is free.
static bool has_id(const model_record_t *r)
{
    return r->kind == MODEL_INSTANT && r->space == MODEL_SPACE_WEIR && r->id <= 0xffff &&
           r->id != WEIR_ID_THREAD_SWITCH && model_class(r->id) != MODEL_CLASS_NONE;
}

// Chooses an id for records without one of the unit: one for each kind, space, id, category, name.
// *id is 0 if none is left.
static int add_id(model_sink_t *sink, const model_record_t *r, unsigned hart, uint32_t *id)
{
    sink_t *s = sink->memory;
    char text[MODEL_LABEL_TEXT], name[192];
    uint64_t key = hash(UINT64_C(0xcbf29ce484222325) + r->space + ((uint64_t)r->id << 20) +
                            ((uint64_t)r->kind << 8),
                        r->category);
    key = hash(key * 31 + (r->space ? 0 : 7), r->space ? model_text("") : r->name) * 16 + hart;

    size_t i = (key >> 20) % IDS;
    for (; s->added[i].id; i = (i + 1) % IDS)
        if (s->added[i].key == key) {
            *id = s->added[i].id;
            return 0;
        }
    s->again = s->again || sink->learns; // only a survey knows which ids are free
    while (s->next_id >= FIRST_ADDED_ID && used_id(sink->survey, s->next_id))
        s->next_id--;
    *id = 0;
    if (s->next_id < FIRST_ADDED_ID)
        return 0;
    *id = s->next_id--;
    s->added[i] = (added_id_t){key, *id};
    model_text_t label = model_label(r, text);
    bool kind = r->kind != MODEL_INSTANT && r->kind != MODEL_COUNTER && r->kind != MODEL_LOG;
    int size = snprintf(name, sizeof name, "%.*s%s%.*s%s%s",
                        (int)(r->category.size < 80 ? r->category.size : 80),
                        r->category.size ? r->category.bytes : "", r->category.size ? "." : "",
                        (int)(label.size < 80 ? label.size : 80), label.bytes, kind ? " " : "",
                        kind ? model_kind_name(r->kind) : "");
    return define_id(s, hart, *id, (flux_text_t){name, (uint32_t)size});
}

// ---- values that no entry of the unit has: they are signals of a trace of their own

static model_text_t named(const model_record_t *r, char text[192])
{
    char label[MODEL_LABEL_TEXT];
    const model_text_t name = model_label(r, label);
    const bool kind = r->kind != MODEL_INSTANT && r->kind != MODEL_COUNTER;
    const int size = snprintf(text, 192, "%.*s%s%s", (int)(name.size < 150 ? name.size : 150),
                              name.bytes, kind ? " " : "", kind ? model_kind_name(r->kind) : "");
    return (model_text_t){text, (size_t)size};
}

static int value_object(model_sink_t *sink, model_object_t kind, uint32_t type, uint32_t item,
                        uint32_t parent, model_text_t name)
{
    sink_t *s = sink->memory;
    model_record_t object = model_record(MODEL_OBJECT);
    object.object.kind = kind;
    object.object.type = type;
    object.object.number = (uint64_t)VALUES_TRACE << 32 | item;
    object.object.process = (uint64_t)VALUES_TRACE << 32 | parent;
    object.name = name;
    return flux_native_object(sink, &s->native, &object, s->begun ? (int64_t)s->unit : -1);
}

// The item of a key. *made: it is new. 0: there are too many.
static uint32_t value_item(sink_t *s, uint64_t key, bool *made)
{
    size_t i = key * UINT64_C(0x9e3779b97f4a7c15) >> 52;
    for (; s->values[i % VALUES].id; i++)
        if (s->values[i % VALUES].key == key)
            return s->values[i % VALUES].id;
    if (s->next_value > VALUES / 4 * 3)
        return 0;
    *made = true;
    s->values[i % VALUES] = (added_id_t){key, s->next_value};
    return s->next_value++;
}

// The variable of a record: in the scope of its category. 0: there is none, or *rc is bad.
static uint32_t value_variable(model_sink_t *sink, const model_record_t *r, int *rc)
{
    static const uint8_t types[MODEL_ARG_TYPES] = {[MODEL_ARG_INT] = FLUX_INTEGER,
                                                   [MODEL_ARG_UINT] = FLUX_INTEGER,
                                                   [MODEL_ARG_FLOAT] = FLUX_FLOAT,
                                                   [MODEL_ARG_TEXT] = FLUX_TEXT,
                                                   [MODEL_ARG_BYTES] = FLUX_BINARY};
    sink_t *s = sink->memory;
    const unsigned type = types[r->args->type];
    const uint64_t scope_key = hash(UINT64_C(0x84222325cbf29ce4), r->category),
                   key = hash(scope_key * 31 + (uint64_t)type + ((uint64_t)r->kind << 8) +
                                  ((uint64_t)r->space << 16) + ((uint64_t)r->id << 24) +
                                  (r->correlation * UINT64_C(0x9e3779b97f4a7c15)),
                              r->space ? model_text("") : r->name);
    bool made = false;
    uint32_t scope = 0;
    char text[192];
    if (!s->next_value) {
        s->next_value = 1;
        *rc = value_object(sink, MODEL_OBJECT_TRACE, 0, UINT32_MAX, 0, model_text("values"));
        const flux_text_t unit = unit_of(s, sink->base, text);
        if (!*rc)
            *rc = value_object(sink, MODEL_OBJECT_DOMAIN, 0, 0, 0,
                               (model_text_t){unit.data, unit.size});
    }
    if (r->category.size && !*rc) {
        scope = value_item(s, scope_key, &made);
        if (made)
            *rc = value_object(sink, MODEL_OBJECT_SCOPE, 0, scope, 0,
                               (model_text_t){r->category.bytes,
                                              r->category.size < 192 ? r->category.size : 192});
        if (!scope)
            return 0;
        made = false;
    }
    const uint32_t item = *rc ? 0 : value_item(s, key, &made);
    if (made)
        *rc = value_object(sink, MODEL_OBJECT_VARIABLE, type, item, scope, named(r, text));
    return item;
}

// Whether a record without an id of the unit has a value that is none of 32 bits without sign. The
// type decides, not the value, so that a series stays together.
static bool other_value(const model_record_t *r)
{
    if (!r->arg_count)
        return false;
    switch (r->args->type) {
    case MODEL_ARG_UINT: return r->args->bits == 64;
    case MODEL_ARG_INT:
    case MODEL_ARG_FLOAT:
    case MODEL_ARG_TEXT:
    case MODEL_ARG_BYTES: return true;
    default: return false;
    }
}

// Writes the first argument of such a record. Returns 1; 0 if it has no place; or MODEL_E_WRITE.
static int write_value(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    model_record_t sample = *r;
    int rc = 0;
    const uint32_t item = value_variable(sink, r, &rc);
    if (rc || !item)
        return rc;
    sample.item = (uint64_t)VALUES_TRACE << 32 | item;
    sample.arg_count = 1;
    rc = flux_native_sample(sink, &s->native, &sample);
    if (rc <= 0)
        return rc;
    const bool less[] = {[MODEL_LESS_ID] = r->space != MODEL_SPACE_NONE,
                         [MODEL_LESS_KIND] = r->kind != MODEL_INSTANT && r->kind != MODEL_COUNTER,
                         [MODEL_LESS_HART] = r->hart != MODEL_NO_HART,
                         [MODEL_LESS_THREAD] = r->thread.known,
                         [MODEL_LESS_TEXT] = r->text.size != 0,
                         [MODEL_LESS_ARGS] = r->arg_count > 1 ||
                                             !model_text_equal(r->args->name, model_text("value"))};
    for (unsigned part = 0; part < sizeof less / sizeof *less; part++)
        if (less[part])
            model_reduce(&sink->account, r->kind, (model_less_t)part);
    return 1;
}

// ---- records

static uint64_t timestamp(model_sink_t *sink, const model_record_t *r, uint64_t time)
{
    sink_t *s = sink->memory;
    bool exact;
    time = model_scale(&s->rate, time, &exact);
    if (!exact || time > INT64_MAX)
        model_reduce(&sink->account, r->kind, MODEL_LESS_TIME);
    return time > INT64_MAX ? INT64_MAX : time;
}

// The next entry has the time of the one before. HEAD must say so: a survey knows it.
static void repeat(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    const model_survey_t *survey = sink->survey;
    if (!s->coarse && (sink->learns || (survey && (survey->repeats || survey->count[MODEL_LOSS]))))
        s->again = true;
}

static uint64_t rising(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    uint64_t time = timestamp(sink, r, r->time);
    if (time <= s->state.time)
        repeat(sink);
    if (time < s->state.time) {
        model_reduce(&sink->account, r->kind, MODEL_LESS_TIME);
        time = s->state.time;
    }
    return s->state.time = time;
}

static unsigned hart_of(model_sink_t *sink, const model_record_t *r)
{
    if (r->hart < HARTS)
        return r->hart;
    model_reduce(&sink->account, r->kind, MODEL_LESS_HART);
    return r->hart == MODEL_NO_HART ? 0 : r->hart % HARTS;
}

static uint32_t value_of(model_sink_t *sink, const model_record_t *r)
{
    const model_arg_t *arg = model_only_value(r);
    model_arg_t simple;
    char text[8];
    bool whole;
    if (!arg && r->arg_count == 1 && r->args->type == MODEL_ARG_ENUM)
        arg = model_arg_simple(r->args, &simple, text, sizeof text, &whole);
    if (!arg && r->arg_count) {
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
        arg = r->args;
        if (arg->type != MODEL_ARG_UINT && arg->type != MODEL_ARG_INT &&
            arg->type != MODEL_ARG_BOOL && arg->type != MODEL_ARG_POINTER &&
            arg->type != MODEL_ARG_OBJECT)
            return 0;
    }
    if (!arg) { // flux has no event without a value
        if (r->kind == MODEL_INSTANT)
            model_reduce(&sink->account, r->kind, MODEL_LESS_VALUE);
        return 0;
    }
    if (arg->type == MODEL_ARG_FLOAT ||
        (arg->type == MODEL_ARG_INT ? arg->i < 0 || arg->i > UINT32_MAX : arg->u > UINT32_MAX))
        model_reduce(&sink->account, r->kind, MODEL_LESS_VALUE);
    return arg->type == MODEL_ARG_FLOAT ? 0 : (uint32_t)arg->u;
}

// Follows the runs of events that name threads and objects.
static void note_run(sink_t *s, unsigned hart, uint32_t id, uint32_t value)
{
    s->run_id = id == WEIR_ID_THREAD_NAME || id == WEIR_ID_OBJECT_NAME ? id : 0;
    if (!s->run_id)
        return;
    const bool object = id == WEIR_ID_OBJECT_NAME;
    if (value >> 24 == 0xff)
        s->runs[hart][object].words = 0;
    else if (++s->runs[hart][object].words == 1)
        s->runs[hart][object].number = value;
    s->run_number = s->runs[hart][object].number;
}

// Whether the events written last have this object and its name.
static bool in_run(const sink_t *s, const model_record_t *r)
{
    const bool thread = r->object.kind == MODEL_OBJECT_THREAD;
    return s->run_id == (thread ? WEIR_ID_THREAD_NAME : WEIR_ID_OBJECT_NAME) &&
           s->run_number == r->object.number;
}

static int event(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    unsigned hart = hart_of(sink, r);
    uint32_t id = r->id;
    int rc = define_hart(s, hart);

    if (!has_id(r)) {
        if (!rc)
            rc = add_id(sink, r, hart, &id);
        if (!id) {
            model_drop(&sink->account, r->kind);
            return rc;
        }
        if (r->kind != MODEL_INSTANT)
            model_reduce(&sink->account, r->kind, MODEL_LESS_KIND);
        model_reduce(&sink->account, r->kind, MODEL_LESS_ID);
    } else if (r->category.size) {
        model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT);
    }
    const model_thread_t running = s->state.running[hart];
    if (r->thread.known && (r->thread.number != running.number || !running.known))
        model_reduce(&sink->account, r->kind, MODEL_LESS_THREAD);
    if (r->text.size)
        model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT);
    uint32_t value = value_of(sink, r);
    note_run(s, hart, id, value);
    return rc ? rc
              : flux_emit_unsigned(&s->trace, &s->domain, item_of(hart, id),
                                   (int64_t)rising(sink, r), value);
}

// A value of data format 2, event, but unsigned as all others
static int put_event(sink_t *s, uint32_t item, uint64_t time, uint32_t value)
{
    uint8_t bytes[5];
    uint32_t size = 0;

    for (uint64_t rest = value; rest; rest >>= 8)
        bytes[size++] = (uint8_t)rest;
    if (size && bytes[size - 1] >> 7)
        bytes[size++] = 0;
    flux_data_t data = {.item = item,
                        .df = FLUX_DF_EVENT,
                        .size = size,
                        .data = bytes,
                        .position = (int64_t)time};
    return flux_emit_data(&s->trace, &s->domain, &data);
}

static int emit_event(model_sink_t *sink, const model_record_t *r, uint32_t item, uint32_t value)
{
    return put_event(sink->memory, item, rising(sink, r), value);
}

static int trap(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    const uint32_t code = r->id & INT32_MAX;
    unsigned hart = hart_of(sink, r);

    if (code >> 30) { // the value has 30 bits for the code
        model_drop(&sink->account, r->kind);
        return 0;
    }
    if (r->arg_count)
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
    int rc = define_hart(s, hart);
    if (!rc && !s->traps_defined[hart]) {
        s->traps_defined[hart] = true;
        rc = flux_emit_signal(&s->trace, &(flux_signal_t){
                                             .item = isr_item(hart),
                                             .parent = WEIR_ITEM_ROW_SCOPE + hart,
                                             .name = FLUX_STR("isr"),
                                             .type = FLUX_EVENT,
                                         });
    }
    return rc ? rc
              : emit_event(sink, r, isr_item(hart),
                           code << 2 | r->id >> 31 << 1 | (r->kind == MODEL_ISR_ENTER));
}

static int change(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    unsigned hart = hart_of(sink, r);
    int rc = define_hart(s, hart);

    if (r->thread.number > UINT32_MAX)
        model_reduce(&sink->account, r->kind, MODEL_LESS_THREAD);
    if (r->thread.process)
        model_reduce(&sink->account, r->kind, MODEL_LESS_PROCESS);
    if (r->change.state || r->change.has_priority)
        model_reduce(&sink->account, r->kind, MODEL_LESS_STATE);
    if (r->arg_count)
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
    s->state.running[hart] = (model_thread_t){.number = (uint32_t)r->thread.number, .known = true};
    return rc ? rc
              : emit_event(sink, r, item_of(hart, WEIR_ID_THREAD_SWITCH),
                           (uint32_t)r->thread.number);
}

// A loss consists of its begin, totals of counters, and its end. All are written at the time of the
// record, in ticks of their own if enough passed since the previous entry.

// The drop reason of a class of the record.
static unsigned reason_of(const model_record_t *r, unsigned class)
{
    if (class < MODEL_CLASS_NONE)
        return WEIR_DROP_USER + class;
    unsigned reason = WEIR_DROP_TORN;
    while (reason < EVENT_DROP_UNKNOWN && !(r->loss.cause >> WEIR_DROP_CAUSE(reason) & 1))
        reason++;
    return reason;
}

static int report(sink_t *s, uint32_t item, uint64_t value, bool own_tick)
{
    s->state.time += own_tick;
    return flux_emit_unsigned(&s->trace, &s->domain, item, (int64_t)s->state.time, value);
}

static int define_counter(sink_t *s, unsigned counter)
{
    const unsigned kind = counter >> 6, context = counter >> 4 & 3, hart = counter & 15;
    static const char *const kinds[WEIR_DROP_COUNT] = WEIR_DROP_NAMES;
    static const char *const contexts[] = {"thread", "interrupt", "user", "snoop"};
    char name[48], number[16];
    if (s->counter_defined[counter])
        return 0;
    s->counter_defined[counter] = true;
    int rc = define_hart(s, hart);
    snprintf(number, sizeof number, "%u", kind);
    int size = snprintf(name, sizeof name, "dropped %s %s",
                        kind < WEIR_DROP_COUNT       ? kinds[kind]
                        : kind == EVENT_DROP_UNKNOWN ? "unknown"
                                                     : number,
                        contexts[context]);
    return rc ? rc
              : flux_emit_signal(&s->trace, &(flux_signal_t){
                                                .item = WEIR_ITEM_DROPPED_OF(kind, context, hart),
                                                .parent = WEIR_ITEM_ROW_SCOPE + hart,
                                                .name = {name, (uint32_t)size},
                                                .type = FLUX_INTEGER,
                                            });
}

static uint64_t age(uint64_t now, uint64_t then)
{
    return now <= then ? 0 : now - then < WEIR_LOSS_AGE_MAX ? now - then : WEIR_LOSS_AGE_MAX;
}

// From the first to the last drop of a loss, at most up to its time. The stream has one loss after
// the other, and no more drops than fit.
typedef struct {
    uint64_t first, last;
} extent_t;

static extent_t extent_of(model_sink_t *sink, const model_record_t *r, uint64_t time,
                          uint64_t drops)
{
    enum { TICK_DROPS = 65536 }; // at most, of ticks that are coarse
    const sink_t *s = sink->memory;
    const extent_t was = {timestamp(sink, r, r->loss.first), timestamp(sink, r, r->loss.last)};
    const uint64_t ticks = drops / TICK_DROPS;
    extent_t e = was;
    if (e.last > time)
        e.last = time;
    if (drops == 1)
        e.first = e.last;
    else if (e.first + ticks > e.last)
        e.first = e.last > ticks ? e.last - ticks : 0;
    if (e.first < s->state.loss_end)
        e.first = s->state.loss_end;
    if (e.last < e.first)
        e.last = e.first;
    if (e.first != was.first || e.last != was.last || time - e.first > WEIR_LOSS_AGE_MAX)
        model_reduce(&sink->account, r->kind, MODEL_LESS_TIME);
    return e;
}

static int loss(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    unsigned source = r->loss.source ? (unsigned)__builtin_ctzll(r->loss.source) : 0, entries = 2;
    uint64_t drops = 0;
    int rc = 0;

    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        drops += r->loss.count[class];
    if (!r->loss.counted || !drops) {
        model_drop(&sink->account, r->kind);
        return 0;
    }
    const uint64_t before = s->state.time, time = rising(sink, r);
    const extent_t e = extent_of(sink, r, time, drops);
    if (!r->loss.source || r->loss.source & (r->loss.source - 1) ||
        (r->loss.cause >> 1 & ((r->loss.cause >> 1) - 1)))
        model_reduce(&sink->account, r->kind, MODEL_LESS_LOSS);
    bool too_many = false; // for a total of 32 bits
    for (unsigned class = 0; class < MODEL_CLASSES; class ++) {
        entries += r->loss.count[class] != 0;
        too_many = too_many || r->loss.count[class] > UINT32_MAX;
    }
    if (too_many)
        model_reduce(&sink->account, r->kind, MODEL_LESS_VALUE);
    s->state.loss_end = time;
    // a total contains all drops before its time
    bool separate_ticks = time - before >= entries && e.last + 1 < time;
    if (!separate_ticks)
        repeat(sink);
    s->state.time = separate_ticks ? time - entries : time;
    for (unsigned class = 0; class < MODEL_CLASSES && !rc; class ++) {
        unsigned counter = reason_of(r, class) << 6 | (source % 4) << 4 | source / 4;
        if (r->loss.count[class])
            rc = define_counter(s, counter);
    }
    if (!rc)
        rc = report(s, WEIR_ITEM_LOSS, 2 * age(s->state.time + separate_ticks, e.first) + 1,
                    separate_ticks);
    for (unsigned class = 0; class < MODEL_CLASSES && !rc; class ++) {
        unsigned counter = reason_of(r, class) << 6 | (source % 4) << 4 | source / 4;
        uint64_t count = r->loss.count[class] > UINT32_MAX ? UINT32_MAX : r->loss.count[class];
        if (count)
            rc = report(s, WEIR_ITEM_DROPPED_OF(counter >> 6, source % 4, source / 4),
                        s->state.counter[counter] += (uint32_t)count, separate_ticks);
    }
    return rc ? rc : report(s, WEIR_ITEM_LOSS, 2 * age(time, e.last), separate_ticks);
}

static int name_thread(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    uint64_t key = hash(UINT64_C(0xcbf29ce484222325), r->name) | 1;
    size_t i = r->object.number * UINT64_C(0x9e3779b97f4a7c15) >> 52;

    if (r->object.number > UINT32_MAX || !r->object.number) {
        model_drop(&sink->account, r->kind);
        return 0;
    }
    if (r->object.process)
        model_reduce(&sink->account, r->kind, MODEL_LESS_PROCESS);
    if (r->arg_count)
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
    if (s->named[i % NAMED].thread == r->object.number && s->named[i % NAMED].name == key)
        return 0;
    s->named[i % NAMED].thread = r->object.number;
    s->named[i % NAMED].name = key;
    return flux_emit_enum(&s->trace,
                          &(flux_enum_t){.item = WEIR_ITEM_THREAD,
                                         .scope = FLUX_ENUM_SIGNAL,
                                         .value = r->object.number,
                                         .label = fitting(sink, r)});
}

static int name(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    int rc = 0;

    if (r->space != MODEL_SPACE_WEIR || r->id > 0xffff || model_class(r->id) == MODEL_CLASS_NONE ||
        r->id == WEIR_ID_THREAD_SWITCH || r->value_named) {
        model_drop(&sink->account, r->kind);
        return 0;
    }
    const flux_text_t text = fitting(sink, r);
    for (unsigned hart = 0; hart < HARTS && !rc; hart++)
        if (r->hart == hart || (r->hart == MODEL_NO_HART && s->harts[hart]))
            rc = define_id(s, hart, r->id, text);
    return rc;
}

int model_flux_rows(model_sink_t *sink, const model_batch_t *b, uint32_t first)
{
    sink_t *s = sink->memory;
    const batch_dictionary_t *d = b->dictionary;
    uint32_t row = first;
    bool exact;
    if (!s->begun || s->native.current)
        return 0;
    for (; row < b->count; row++) {
        const unsigned hart = b->hart[row];
        const batch_type_t *type = &d->types[b->type[row]];
        const model_thread_t thread = d->threads[b->thread[row]];
        const uint64_t time = model_scale(&s->rate, b->time[row], &exact);
        int rc;
        if (hart >= HARTS || !s->harts[hart] || b->context[row] || type->scope ||
            type->category.size || type->item || !exact || time < s->state.time + !s->coarse ||
            time > INT64_MAX)
            break;
        if (b->form[row] == ROW_VALUE && b->kind[row] == MODEL_INSTANT) {
            if (type->space != MODEL_SPACE_WEIR || type->id > 0xffff || b->value[row] >> 32 ||
                type->class == MODEL_CLASS_NONE || type->id == WEIR_ID_THREAD_SWITCH ||
                (thread.known && (thread.number != s->state.running[hart].number ||
                                  !s->state.running[hart].known)))
                break;
            note_run(s, hart, type->id, (uint32_t)b->value[row]);
            rc = flux_emit_unsigned(&s->trace, &s->domain, item_of(hart, type->id), (int64_t)time,
                                    b->value[row]);
        } else if (b->form[row] == ROW_SWITCH && thread.known && !thread.process &&
                   !(thread.number >> 32)) {
            s->state.running[hart] = thread;
            rc = put_event(s, item_of(hart, WEIR_ID_THREAD_SWITCH), time,
                           (uint32_t)thread.number);
        } else {
            break;
        }
        if (rc)
            return MODEL_E_WRITE;
        s->state.time = time;
    }
    return (int)(row - first);
}

// An event without an id of the unit.
static bool is_foreign(const model_record_t *r)
{
    return r->timed && r->space != MODEL_SPACE_WEIR &&
           (r->kind == MODEL_INSTANT || (r->kind >= MODEL_COUNTER && r->kind <= MODEL_LOG));
}

static int write_record(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    model_record_t span;
    model_arg_t value;
    if (flux_native_takes(r))
        return flux_native_object(sink, &s->native, r, s->begun ? (int64_t)s->unit : -1);
    int rc = r->item ? flux_native_sample(sink, &s->native, r) : 0;
    if (rc)
        return rc < 0 ? rc : 0;
    if (is_foreign(r) && other_value(r)) {
        rc = write_value(sink, r);
        if (rc)
            return rc < 0 ? rc : 0;
    }
    if (r->tag)
        model_reduce(&sink->account, r->kind, MODEL_LESS_TAG);
    rc = enter_unit(sink);
    if (rc)
        return MODEL_E_WRITE;
    r = model_event_span(r, &span, &value);
    switch (r->kind) {
    case MODEL_SWITCH: rc = change(sink, r); break;
    case MODEL_LOSS: rc = loss(sink, r); break;
    case MODEL_OBJECT:
        if (r->object.kind == MODEL_OBJECT_THREAD && !(s->keeps_head && in_run(s, r)))
            rc = name_thread(sink, r);
        else if (!in_run(s, r))
            model_drop(&sink->account, r->kind);
        break;
    case MODEL_NAME: rc = name(sink, r); break;
    case MODEL_PROVIDER:
    case MODEL_BLOB: model_drop(&sink->account, r->kind); break;
    case MODEL_ISR_ENTER:
    case MODEL_ISR_EXIT: rc = trap(sink, r); break;
    default:
        if (r->timed)
            rc = event(sink, r);
        else
            model_drop(&sink->account, r->kind);
    }
    return rc ? MODEL_E_WRITE : 0;
}

int model_flux_record(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    if (sink->learns && r->hart && r->hart != MODEL_NO_HART)
        return MODEL_E_SURVEY; // the unit begins with all harts
    const int rc = write_record(sink, r);
    if (!rc && s->again)
        return MODEL_E_SURVEY;
    if (!rc && s->packs && s->buffer.used && s->buffer.handler == handler) {
        if (flux_flush(&s->buffer))
            return MODEL_E_WRITE;
        s->buffer.handler = flux_packer_handler;
        s->buffer.arg = &s->packer;
    }
    return rc;
}

int model_flux_end(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    const bool empty = !s->begun && !s->native.trace_count;
    return empty && enter_unit(sink) ? MODEL_E_WRITE : model_flux_flush(sink);
}

int model_flux_flush(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    return flux_flush(&s->buffer) || flux_flush(&s->packed) ? MODEL_E_WRITE : 0;
}
