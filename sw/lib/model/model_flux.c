// SPDX-License-Identifier: Apache-2.0
// flux in the event model: any number of traces in one stream, each with its own clocks. Those of
// the trace unit are decoded by the library `event`; for the others see model_flux_foreign.c.
//
// The base of times is the longest tick in which the units of all clocks are whole. Those are all
// units of a file; if its first trace is that of a unit, or it is no file, those before the first
// sample. Later units are converted, and what is not exact is counted.
//
// The harts of a second unit are 16-31, and so on; it is process 65537, and its threads have the
// number of the unit in their upper 32 bits.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "flux_pack.h"
#include "model_event.h"
#include "model_flux.h"
#include "model_flux_native.h"
#include "model_flux_source.h"

typedef flux_source_t source_t;
typedef flux_trace_of_t trace_t;

static void configure(flux_reader_config_t *config, bool raw, uint32_t expansion)
{
    flux_reader_defaults(config);
    config->headless = raw;
    config->fixed_layout = raw;
    config->resync = true;
    config->expansion = expansion;
    config->traces = FLUX_TRACES;
    config->domains = FLUX_DOMAINS;
    flux_unpack_all(config);
}

static size_t source_size(const model_options_t *options)
{
    flux_reader_config_t config;
    configure(&config, options->raw, 0);
    return sizeof(source_t) + flux_reader_size(&config);
}

static void start(model_source_t *source)
{
    source_t *s = source->memory;
    flux_reader_config_t config;

    configure(&config, source->options.raw, s->expansion);
    s->reader = flux_reader_init(s->reader_memory, flux_reader_size(&config), &config, NULL, NULL);
    s->chunk_offset = s->chunk_size = 0;
    s->ended = false;
}

// ---- bytes

static int fill(model_source_t *source)
{
    source_t *s = source->memory;
    s->chunk_offset += s->chunk_size;
    s->chunk_size = 0;
    int64_t got = source->input.read(source->input.context, s->chunk, sizeof s->chunk,
                                     s->chunk_offset);
    if (got < 0)
        return MODEL_E_READ;
    s->chunk_size = (size_t)got;
    if (got) {
        flux_reader_feed(s->reader, s->chunk, (size_t)got);
    } else {
        s->ended = true;
        flux_reader_finish(s->reader);
    }
    return 0;
}

static int flux_problem(model_source_t *source, const flux_error_t *error)
{
    source_t *s = source->memory;
    uint64_t offset = error->where.offset + (error->where.depth ? 0 : error->at);

    if (error->code == FLUX_E_EXPANSION)
        return model_problem(&source->problem, offset, error->expected,
                             "more; --get expansion=0 lifts the limit");
    if (error->where.depth)
        return model_problem(&source->problem, offset, error->expected,
                             "something else at byte %u of a packed block",
                             (unsigned)(error->where.inner + error->at));
    if (error->code != FLUX_E_CUT && offset >= s->chunk_offset &&
        offset < s->chunk_offset + s->chunk_size)
        return model_problem(&source->problem, offset, error->expected, "byte %02x",
                             s->chunk[offset - s->chunk_offset]);
    return model_problem(&source->problem, offset, error->expected,
                         error->code == FLUX_E_CUT || s->ended ? "the end" : "something else");
}

// ---- rows

model_record_t *flux_push(source_t *s, model_kind_t kind)
{
    model_record_t *record = batch_add(s->batch, kind);
    if (record)
        return record;
    s->no_memory = true;
    model_clear(&s->spare, kind);
    return &s->spare;
}

model_arg_t *flux_push_args(source_t *s, model_record_t *record, unsigned count)
{
    model_arg_t *args = batch_take(&s->batch->memory, count * sizeof *args);
    s->no_memory = s->no_memory || !args;
    record->args = args;
    record->arg_count = args ? count : 0;
    return args;
}

model_text_t flux_copied(source_t *s, model_text_t text)
{
    const model_text_t copy = batch_text(s->batch, text);
    s->no_memory = s->no_memory || copy.size != text.size;
    return copy;
}

// The next record, at a time.
static model_record_t *push_at(source_t *s, model_kind_t kind, uint64_t time)
{
    model_record_t *record = flux_push(s, kind);
    record->timed = true;
    record->time = time;
    if (record != &s->spare)
        s->batch->time[s->batch->count - 1] = time;
    return record;
}

// ---- traces

static trace_t *trace_of(source_t *s, uint32_t id)
{
    if (s->last_trace < s->trace_count && s->traces[s->last_trace].id == id)
        return &s->traces[s->last_trace];
    for (unsigned i = 0; i < s->trace_count; i++)
        if (s->traces[i].id == id) {
            s->last_trace = i;
            return &s->traces[i];
        }
    return NULL;
}

static void label_all(trace_t *trace);

static void begin_unit(model_source_t *source, trace_t *trace)
{
    source_t *s = source->memory;
    trace->weir = true;
    trace->unit = s->units++;
    trace->of = s;
    event_decoder_init(&trace->decoder, NULL, 0, source->options.raw, source->options.strict);
    label_all(trace);
}

// A trace begins, or begins again.
static trace_t *begin_trace(model_source_t *source, const flux_head_t *head)
{
    source_t *s = source->memory;
    trace_t *trace = trace_of(s, head->trace);
    const bool weir = event_is_weir(head);

    if (trace && (head->mode == FLUX_MODE_SYNC || (weir && trace->weir))) {
        trace->repeated = true;
        trace->begun_again = source->position;
        return trace; // repeated; the unit's decoder knows what it may be
    }
    if (!trace && s->trace_count == FLUX_TRACES)
        return NULL; // the reader has no more either
    const bool again = trace != NULL;
    if (!again)
        trace = &s->traces[s->trace_count++];
    *trace = (trace_t){.id = head->trace, .number = ++s->heads};
    s->last_trace = (unsigned)(trace - s->traces);
    const model_text_t name = {head->name.data, head->name.size};
    if (s->heads > 1) {
        char *text = name.size ? batch_take(&s->batch->dictionary->texts, name.size) : NULL;
        if (text)
            memcpy(text, name.bytes, name.size);
        trace->name = (model_text_t){text, text ? name.size : 0};
    }
    if (weir)
        begin_unit(source, trace);
    if (weir && !trace->unit)
        return trace; // nothing to tell it from
    model_record_t *r = flux_push(s, MODEL_OBJECT);
    r->name = flux_copied(s, name);
    r->text = flux_copied(s, (model_text_t){head->description.data, head->description.size});
    r->object.kind = weir ? MODEL_OBJECT_PROCESS : MODEL_OBJECT_TRACE;
    r->object.type = weir || head->version != 4 ? 0 : FLUX_V4;
    r->object.number = weir ? FLUX_UNIT_PROCESS + trace->unit
                            : (uint64_t)head->trace << 32 | UINT32_MAX;
    return trace;
}

static uint16_t hart_of(const trace_t *trace, unsigned hart)
{
    return (uint16_t)(EVENT_HARTS * trace->unit + hart);
}

// ---- time

// The length of a unit like ns10; {0, 0} without one.
model_base_t flux_unit(flux_text_t unit)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs", "as"};
    model_base_t base = {1, 1};
    uint32_t letters = 0, at;
    uint64_t multiple = 0;

    while (letters < unit.size && unit.data[letters] >= 'a')
        letters++;
    for (at = letters;
         at < unit.size && unit.data[at] >= '0' && unit.data[at] <= '9' && multiple < 1000000000;
         at++)
        multiple = 10 * multiple + (uint64_t)(unit.data[at] - '0');
    for (size_t i = 0; i < sizeof units / sizeof *units; i++, base.denominator *= 1000)
        if (at == unit.size && strlen(units[i]) == letters &&
            !memcmp(units[i], unit.data, letters)) {
            base.numerator = letters == unit.size ? 1 : multiple;
            return base.numerator ? base : (model_base_t){0, 0};
        }
    return (model_base_t){0, 0};
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// The longest tick in which both are whole; a, if there is none with numbers of 64 bits. The
// denominators are powers of 1000.
static model_base_t common_base(model_base_t a, model_base_t b)
{
    uint64_t x, y;
    if (!a.denominator || !b.denominator)
        return a.denominator ? a : b;
    const uint64_t denominator = a.denominator > b.denominator ? a.denominator : b.denominator;
    if (__builtin_mul_overflow(a.numerator, denominator / a.denominator, &x) ||
        __builtin_mul_overflow(b.numerator, denominator / b.denominator, &y))
        return a;
    const model_base_t base = {gcd(x, y), denominator};
    const uint64_t both = gcd(base.numerator, base.denominator);
    if (x == base.numerator) // the same tick: keep its form
        return a;
    if (y == base.numerator)
        return b;
    return (model_base_t){base.numerator / both, base.denominator / both};
}

static void set_clock(model_source_t *source, const trace_t *trace, uint32_t item,
                      flux_text_t unit)
{
    source_t *s = source->memory;
    unsigned at = 0;
    while (at < s->clock_count &&
           (s->clocks[at].trace != trace->number || s->clocks[at].item != item))
        at++;
    if (at == FLUX_DOMAINS) // those of traces that have begun again
        at = 0;
    s->clock_count += at == s->clock_count;
    model_base_t base = flux_unit(unit);
    if (!base.denominator)
        base = source->options.base;
    const bool same = !base.denominator || !source->base.denominator ||
                      (base.numerator == source->base.numerator &&
                       base.denominator == source->base.denominator);
    s->clocks[at] = (flux_clock_t){.trace = trace->number,
                                   .item = item,
                                   .same = same,
                                   .comparable = base.denominator || !source->base.denominator};
    if (!same)
        s->clocks[at].rate = model_rate(base, source->base);
}

const flux_clock_t *flux_clock(model_source_t *source, const trace_t *trace,
                               const flux_domain_t *domain)
{
    source_t *s = source->memory;
    const flux_clock_t *clock = &s->clocks[s->last_clock];
    if (clock->trace == trace->number && clock->item == domain->item)
        return clock;
    for (unsigned i = 0; i < s->clock_count; i++)
        if (s->clocks[i].trace == trace->number && s->clocks[i].item == domain->item) {
            s->last_clock = i;
            return &s->clocks[i];
        }
    set_clock(source, trace, domain->item, (flux_text_t){domain->base, domain->base_size});
    return flux_clock(source, trace, domain);
}

static uint64_t time_of(model_source_t *source, const flux_clock_t *clock, uint64_t position,
                        model_kind_t kind)
{
    bool exact;
    if (clock->same)
        return position;
    const uint64_t time = model_scale(&clock->rate, position, &exact);
    if (!exact)
        model_reduce(&source->account, kind, MODEL_LESS_TIME);
    return time;
}

uint64_t flux_time(model_source_t *source, const trace_t *trace, const flux_domain_t *domain,
                   int64_t position, model_kind_t kind)
{
    return time_of(source, flux_clock(source, trace, domain), (uint64_t)position, kind);
}

void flux_doubt(model_source_t *source, const flux_clock_t *clock, const flux_domain_t *domain,
                uint64_t samples)
{
    if (domain->uncertain || !clock->comparable)
        source->account.reduced[MODEL_INSTANT][MODEL_LESS_TIME] += samples;
}

// ---- definitions of a unit's stream

static void name_id(source_t *s, const trace_t *trace, const flux_signal_t *signal)
{
    const event_item_t what = event_item(signal->item);
    if (what.kind != EVENT_ITEM_ID || what.id == WEIR_ID_THREAD_SWITCH || !signal->name.size)
        return;
    model_record_t *record = flux_push(s, MODEL_NAME);
    record->space = MODEL_SPACE_WEIR;
    record->id = what.id;
    record->hart = hart_of(trace, what.hart);
    record->class = (uint8_t)what.class;
    record->name = flux_copied(s, (model_text_t){signal->name.data, signal->name.size});
}

static model_thread_t thread_of(const trace_t *trace, uint32_t number, bool known)
{
    return (model_thread_t){.process = trace->unit && number ? FLUX_UNIT_PROCESS + trace->unit : 0,
                            .number = number ? (uint64_t)trace->unit << 32 | number : 0,
                            .known = known};
}

// An object of a unit: threads have the numbers of thread_of.
static void set_object(const trace_t *trace, model_record_t *record)
{
    if (trace->unit) {
        record->object.number |= (uint64_t)trace->unit << 32;
        record->object.process = FLUX_UNIT_PROCESS + trace->unit;
    }
}

static void label(source_t *s, const trace_t *trace, const flux_entry_t *entry,
                  model_account_t *account)
{
    const event_item_t what = event_item(entry->label.item);
    const model_text_t text = {entry->label.label.data, entry->label.label.size};

    if (what.kind != EVENT_ITEM_ID || entry->label.scope != FLUX_ENUM_SIGNAL) {
        model_drop(account, MODEL_NAME);
        return;
    }
    if (what.id == WEIR_ID_THREAD_SWITCH) {
        model_record_t *thread = flux_push(s, MODEL_OBJECT);
        thread->object.kind = MODEL_OBJECT_THREAD;
        thread->object.number = entry->label.value;
        thread->name = flux_copied(s, text);
        set_object(trace, thread);
        return;
    }
    model_record_t *record = flux_push(s, MODEL_NAME);
    record->space = MODEL_SPACE_WEIR;
    record->id = what.id;
    record->hart = hart_of(trace, what.hart);
    record->class = (uint8_t)what.class;
    record->value_named = true;
    record->value = entry->label.value;
    record->name = flux_copied(s, text);
}

static void push_name(source_t *s, const trace_t *trace, const event_t *e)
{
    model_record_t *record = flux_push(s, MODEL_OBJECT);
    model_event_name(record, e);
    record->name = flux_copied(s, record->name);
    set_object(trace, record);
}

static model_text_t event_name(source_t *s, const trace_t *trace, uint32_t item, unsigned id)
{
    const flux_item_of_t *found = flux_items_find(&s->items, trace->number, item);
    return found && found->name.size ? found->name : model_text(model_id_name(id));
}

// ---- events of a unit, one by one

static void push_event(model_source_t *source, const trace_t *trace, uint32_t item,
                       const event_t *e, uint64_t time)
{
    source_t *s = source->memory;
    model_record_t *record = push_at(
        s, e->id == WEIR_ID_THREAD_SWITCH ? MODEL_SWITCH : MODEL_INSTANT, time);
    record->hart = hart_of(trace, e->hart);
    record->space = MODEL_SPACE_WEIR;
    record->id = e->id;
    record->class = (uint8_t)e->class;
    if (record->kind == MODEL_SWITCH) {
        record->thread = thread_of(trace, e->thread, true);
        record->change.outgoing = thread_of(trace, e->outgoing, e->thread_known);
    } else {
        record->thread = thread_of(trace, e->thread, e->thread_known);
        if (model_is_pin(e->id) &&
            !e->thread_known) { // of no hart, although it has the number of one
            record->thread = thread_of(trace, 0, true);
            record->hart = MODEL_NO_HART;
        }
        record->name = flux_copied(s, event_name(s, trace, item, e->id));
        static const char *const names[EVENT_ARGS] = {"value1", "value2", "value3"};
        model_arg_t *args = flux_push_args(s, record, 1 + e->arg_count);
        for (unsigned i = 0; i < record->arg_count; i++)
            args[i] = (model_arg_t){.name = model_text(i ? names[i - 1] : "value"),
                                    .type = MODEL_ARG_UINT,
                                    .bits = !i && e->value >> 32 ? 64 : 32,
                                    .u = i ? e->args[i - 1] : e->value};
        if (model_event_stands(record)) {
            if (record != &s->spare)
                s->batch->kind[s->batch->count - 1] = (uint8_t)record->kind;
            if (record->space == MODEL_SPACE_WEIR) {
                const uint32_t of = e->hart == 0 && record->id <= WEIR_ITEM_USER_SHORT_IDS
                                        ? WEIR_ITEM_USER_SHORT + record->id
                                        : 16 * (record->id + WEIR_ITEM_ID_BIAS) + e->hart;
                record->name = flux_copied(s, event_name(s, trace, of, record->id));
            }
        }
    }
    if (record != &s->spare)
        s->batch->hart[s->batch->count - 1] = record->hart;
    if (e->name)
        push_name(s, trace, e);
}

// A switch to a thread that the stream reported before its begin: the running thread is unknown
// from here on.
static void push_nameless(source_t *s, const trace_t *trace, uint32_t item, uint64_t time)
{
    model_record_t *record = push_at(s, MODEL_SWITCH, time);
    record->hart = hart_of(trace, event_item(item).hart);
    record->space = MODEL_SPACE_WEIR;
    record->id = WEIR_ID_THREAD_SWITCH;
    record->class = MODEL_CLASS_SYS;
}

static void push_trap(source_t *s, const trace_t *trace, const event_t *e, uint64_t time)
{
    model_record_t *record = push_at(s, e->enters ? MODEL_ISR_ENTER : MODEL_ISR_EXIT, time);
    record->hart = hart_of(trace, e->hart);
    record->id = e->trap;
    record->thread = thread_of(trace, e->thread, e->thread_known);
}

static void push_loss(model_source_t *source, const trace_t *trace, const flux_clock_t *clock,
                      const event_t *loss, bool open)
{
    source_t *s = source->memory;
    model_record_t *record = push_at(s, MODEL_LOSS, 0);
    model_event_loss(record, loss, open);
    if (clock) {
        record->time = time_of(source, clock, record->time, MODEL_LOSS);
        record->loss.first = time_of(source, clock, record->loss.first, MODEL_LOSS);
        record->loss.last = time_of(source, clock, record->loss.last, MODEL_LOSS);
    }
    if (trace->unit && record->loss.source) { // a set of the first 16 harts
        record->loss.source = 0;
        model_reduce(&source->account, MODEL_LOSS, MODEL_LESS_LOSS);
    }
    if (record != &s->spare)
        s->batch->time[s->batch->count - 1] = record->time;
}

// ---- runs of samples of a unit

enum { RUN_ROWS = FLUX_RUN_MAX + EVENT_NAMES }; // of a run, at most

// The number of something in the dictionary; counts what it has no room for.
static uint32_t noted(model_source_t *source, uint32_t number, model_kind_t kind,
                      model_less_t less)
{
    if (number == BATCH_UNKNOWN)
        model_reduce(&source->account, kind, less);
    return number;
}

static uint32_t add_thread(source_t *s, const trace_t *trace, uint32_t number, unsigned at)
{
    s->threads[at].index = batch_thread(s->batch->dictionary, thread_of(trace, number, true));
    s->threads[at].number = (uint64_t)trace->unit << 32 | number;
    s->full = s->full || s->threads[at].index == BATCH_UNKNOWN;
    return s->threads[at].index;
}

static uint32_t thread_index(source_t *s, const trace_t *trace, uint32_t number)
{
    const unsigned at = ((number ^ trace->unit) * UINT32_C(2654435769) >> 16) % FLUX_THREADS;
    if (!number)
        return BATCH_NO_THREAD;
    return s->threads[at].number == ((uint64_t)trace->unit << 32 | number) &&
                   s->threads[at].index != BATCH_UNKNOWN
               ? s->threads[at].index
               : add_thread(s, trace, number, at);
}

static inline unsigned type_place(uint64_t key)
{
    return (unsigned)(key * UINT64_C(0x9e3779b97f4a7c15) >> 52) % FLUX_TYPES;
}

static uint32_t add_type(model_source_t *source, const trace_t *trace, uint32_t item, unsigned at)
{
    source_t *s = source->memory;
    const event_item_t what = event_item(item);
    batch_type_t type = {.space = MODEL_SPACE_WEIR, .id = what.id, .class = (uint8_t)what.class};
    if (what.id != WEIR_ID_THREAD_SWITCH)
        type.name = event_name(s, trace, item, what.id);
    s->types[at].key = (uint64_t)trace->number << 32 | item;
    s->types[at].index = batch_type(s->batch->dictionary, &type);
    return noted(source, s->types[at].index, MODEL_INSTANT, MODEL_LESS_ID);
}

static inline uint32_t type_index(model_source_t *source, const trace_t *trace, uint32_t item)
{
    const source_t *s = source->memory;
    const uint64_t key = (uint64_t)trace->number << 32 | item;
    const unsigned at = type_place(key);
    return s->types[at].key == key ? s->types[at].index : add_type(source, trace, item, at);
}

static uint32_t trap_index(model_source_t *source, uint32_t value)
{
    source_t *s = source->memory;
    const uint32_t code = value >> 2, interrupt = value >> 1 & 1;
    uint32_t *known = code < FLUX_TRAPS ? &s->traps[interrupt][code] : NULL;
    if (known && *known)
        return *known;
    const batch_type_t type = {.id = interrupt << 31 | code, .class = MODEL_CLASS_NONE};
    const uint32_t index = batch_type(s->batch->dictionary, &type);
    if (known)
        *known = index;
    return noted(source, index, MODEL_ISR_ENTER, MODEL_LESS_ID);
}

// ---- labels of the decoder: numbers of the dictionary

static uint32_t label_thread(void *context, uint32_t thread, bool known)
{
    const trace_t *trace = context;
    return known ? thread_index(trace->of, trace, thread) : BATCH_UNKNOWN;
}

static uint32_t label_item(void *context, uint32_t item)
{
    const trace_t *trace = context;
    trace->of->pins = trace->of->pins || model_is_pin(event_item(item).id);
    return type_index(trace->of->source, trace, item);
}

static void label_all(trace_t *trace)
{
    event_label(&trace->decoder, &(event_labels_t){label_thread, label_item, trace});
}

// What is rare about rows of a run.
static void correct_rows(model_source_t *source, const uint8_t *whats, uint32_t first,
                         uint32_t count)
{
    const source_t *s = source->memory;
    const model_batch_t *b = s->batch;
    for (uint32_t row = first; row < first + count; row++) {
        const unsigned what = whats[row - first];
        const bool known = what & EVENT_ROW_KNOWN, change = what & EVENT_ROW_SWITCH;
        if (!known && !change && !(what & EVENT_ROW_TRAP) &&
            model_is_pin(b->dictionary->types[b->type[row]].id)) {
            b->thread[row] = BATCH_NO_THREAD; // see push_event
            b->hart[row] = MODEL_NO_HART;
        }
        if (known || change)
            noted(source, b->thread[row], MODEL_SWITCH, MODEL_LESS_THREAD);
        if (known && change)
            noted(source, (uint32_t)b->value[row], MODEL_SWITCH, MODEL_LESS_THREAD);
    }
}

// Finishes rows of events of a run, from one on, of which take_events has filled the columns but
// for the hart. *changes: the switches and traps before them.
static void push_rows(model_source_t *source, const trace_t *trace, const flux_clock_t *clock,
                      uint32_t from, uint32_t count, uint32_t *changes)
{
    source_t *s = source->memory;
    model_batch_t *b = s->batch;
    const uint32_t first = b->count, *const change = s->names.change;
    const uint8_t *const harts = s->hart + from;
    uint16_t *restrict const hart = b->hart + first;
    const uint16_t base = hart_of(trace, 0);
    for (uint32_t i = 0; i < count && !clock->same; i++)
        b->time[first + i] = time_of(source, clock, b->time[first + i], MODEL_INSTANT);
    for (uint32_t i = 0; i < count; i++)
        hart[i] = base + harts[i];
    for (; *changes < s->names.change_count && change[*changes] < from + count; ++*changes) {
        const uint32_t row = first + change[*changes] - from;
        const bool trap = s->what[change[*changes]] & EVENT_ROW_TRAP;
        b->form[row] = trap ? ROW_PLAIN : ROW_SWITCH;
        b->kind[row] = !trap               ? MODEL_SWITCH
                       : b->value[row] & 1 ? MODEL_ISR_ENTER
                                           : MODEL_ISR_EXIT;
        if (trap)
            b->type[row] = trap_index(source, (uint32_t)b->value[row]);
    }
    if (s->pins || s->full)
        correct_rows(source, s->what + from, first, count);
    b->count += count;
}

// Names have rows of their own, behind that of the event that completes them. Moves the columns of
// the decoder, to make place.
static void make_place(model_batch_t *b, const event_names_t *names, uint32_t count)
{
    for (uint32_t n = names->count, end = count; n; n--) {
        const uint32_t from = names->name[n - 1].row + 1, rows = end - from;
        uint64_t *const time = b->time + b->count + from, *const value = b->value + b->count + from;
        uint32_t *const type = b->type + b->count + from, *const runs = b->thread + b->count + from;
        memmove(time + n, time, rows * sizeof *time);
        memmove(value + n, value, rows * sizeof *value);
        memmove(type + n, type, rows * sizeof *type);
        memmove(runs + n, runs, rows * sizeof *runs);
        end = from;
    }
}

// Takes events of a unit. Returns how many samples.
static uint32_t take_events(model_source_t *source, trace_t *trace, const flux_run_t *run)
{
    source_t *s = source->memory;
    model_batch_t *b = s->batch;
    const event_columns_t to = {b->time + b->count,
                                b->value + b->count,
                                b->thread + b->count,
                                b->type + b->count,
                                s->hart,
                                s->what};
    const flux_clock_t *clock = flux_clock(source, trace, run->domain);
    const uint32_t count = event_decode_run(&trace->decoder, run, &to, &s->names);
    const uint32_t rows = count + s->names.count;
    if (count)
        trace->repeated = trace->falls = false;
    uint32_t done = 0, changes = 0;
    make_place(b, &s->names, count);
    memset(b->kind + b->count, MODEL_INSTANT, rows * sizeof *b->kind);
    memset(b->form + b->count, ROW_VALUE, rows * sizeof *b->form);
    memset(b->context + b->count, 0, rows * sizeof *b->context);
    for (uint32_t n = 0; n < s->names.count; n++) {
        const event_name_t *name = &s->names.name[n];
        push_rows(source, trace, clock, done, name->row + 1 - done, &changes);
        push_name(s, trace, &(event_t){.id = name->is_object ? WEIR_ID_OBJECT_NAME
                                                             : WEIR_ID_THREAD_NAME,
                                       .object = name->object,
                                       .named = name->named,
                                       .name = name->name});
        done = name->row + 1;
        if (s->no_memory) // the rows behind it have no place
            return count;
    }
    push_rows(source, trace, clock, done, count - done, &changes);
    flux_doubt(source, clock, run->domain, count);
    return count;
}

// Takes the samples that come next, as far as they are events of a unit, or plain integers. True if
// more may follow: they have many names.
static bool take_run(model_source_t *source)
{
    source_t *s = source->memory;
    flux_where_t where;
    const flux_run_t *run = flux_reader_run(s->reader, &where);
    uint32_t count = 0;
    bool more = false;

    if (!run)
        return false;
    trace_t *trace = trace_of(s, run->trace);
    if (trace && !trace->rejected && !batch_reserve(s->batch, run->count + EVENT_NAMES)) {
        count = trace->weir ? take_events(source, trace, run)
                            : flux_foreign_run(source, trace, run);
        more = trace->weir && s->names.count == EVENT_NAMES;
    }
    flux_reader_unread(s->reader, count);
    if (count)
        source->position = where.offset;
    return more;
}

// ---- entries

// A time for a message.
static const char *time_text(char text[48], model_base_t base, uint64_t time)
{
    if (base.denominator)
        snprintf(text, 48, "%.2f us",
                 (double)time * 1e6 * (double)base.numerator / (double)base.denominator);
    else
        snprintf(text, 48, "%" PRIu64 " ticks", time);
    return text;
}

// Behind a second HEAD, the times begin below those before it.
static int begins_anew(model_source_t *source, trace_t *trace, const flux_entry_t *entry,
                       uint64_t before)
{
    const flux_clock_t *clock = flux_clock(source, trace, entry->data.domain);
    const uint64_t first = time_of(source, clock, (uint64_t)entry->data.position, MODEL_INSTANT),
                   last = time_of(source, clock, before, MODEL_INSTANT);
    char from[48], to[48];
    return model_problem(&source->problem, trace->begun_again, "times that go on",
                         "another trace, which begins here: its time, %s, is before %s. Cut the "
                         "file here, and merge the two: weir convert A B -o OUT",
                         time_text(from, source->base, first), time_text(to, source->base, last));
}

// An entry of a unit's trace.
static int take_weir(model_source_t *source, trace_t *trace, const flux_entry_t *entry)
{
    source_t *s = source->memory;
    const bool data = entry->kind == FLUX_DATA;
    event_t event;
    const uint64_t nameless = trace->decoder.totals.nameless;
    const uint64_t before = trace->decoder.time;
    const bool falls = data && (uint64_t)entry->data.position < before;
    const bool again = falls && trace->repeated;
    if (falls && trace->falls) { // the problem is reported
        model_drop(&source->account, MODEL_INSTANT);
        return 0;
    }
    trace->repeated = trace->repeated && !data;
    trace->falls = data ? falls : trace->falls;
    if (again)
        return begins_anew(source, trace, entry, before);
    const int rc = event_decode(&trace->decoder, entry, &event);
    if (rc < 0) {
        if (entry->kind == FLUX_HEAD) // another version: the rest would be misread
            trace->rejected = true;
        return model_problem(&source->problem, trace->decoder.problem.offset,
                             trace->decoder.problem.expected, "%s", trace->decoder.problem.found);
    }
    const flux_clock_t *clock = data ? flux_clock(source, trace, entry->data.domain) : NULL;
    if (trace->decoder.totals.nameless > nameless)
        push_nameless(s, trace, entry->data.item,
                      time_of(source, clock, (uint64_t)entry->data.position, MODEL_SWITCH));
    if (rc == 1 && event.kind == EVENT_LOSS) {
        push_loss(source, trace, clock, &event, false);
    } else if (rc == 1) {
        const uint64_t time = time_of(source, clock, event.time, MODEL_INSTANT);
        if (event.kind == EVENT_TRAP)
            push_trap(s, trace, &event, time);
        else
            push_event(source, trace, entry->data.item, &event, time);
    }
    return 0;
}

static int take(model_source_t *source, const flux_entry_t *entry)
{
    source_t *s = source->memory;

    if (entry->kind == FLUX_ERROR) {
        if (s->cut) // a part missing behind the cut is not a second problem
            return 0;
        source->account.unknown += entry->error.kind == FLUX_PBLK; // that block's content
        s->cut = entry->error.code == FLUX_E_CUT;
        return flux_problem(source, &entry->error);
    }
    trace_t *trace = entry->kind == FLUX_HEAD ? begin_trace(source, &entry->head)
                                              : trace_of(s, entry->trace);
    if (!trace || trace->rejected) {
        if (entry->kind == FLUX_DATA)
            model_drop(&source->account, MODEL_INSTANT);
        return 0;
    }
    switch (entry->kind) {
    case FLUX_SWTH: return 0;
    case FLUX_OPEN:
        set_clock(source, trace, entry->open.item, entry->open.base);
        break;
    case FLUX_DATA:
        flux_doubt(source, flux_clock(source, trace, entry->data.domain), entry->data.domain, 1);
        break;
    case FLUX_CREQ:
    case FLUX_CRES: flux_foreign_message(source, trace, entry); return 0;
    default: break;
    }
    if (!trace->weir && entry->kind == FLUX_DATA)
        return flux_foreign_sample(source, trace, entry);
    if (!trace->weir) {
        flux_foreign_define(source, trace, entry);
        return 0;
    }
    switch (entry->kind) {
    case FLUX_SCPD: flux_items_scope(&s->items, trace->number, &entry->scope); break;
    case FLUX_SIGD:
    case FLUX_SSGD:
        flux_items_signal(&s->items, trace->number, entry->layout, &entry->signal);
        s->types[type_place((uint64_t)trace->number << 32 | entry->signal.item)].key = 0;
        label_all(trace);
        name_id(s, trace, &entry->signal);
        break;
    case FLUX_ENMD: label(s, trace, entry, &source->account); break;
    case FLUX_MEMD:
    case FLUX_SIRD:
    case FLUX_SSRD: model_drop(&source->account, MODEL_NAME); break;
    case FLUX_ATRE:
    case FLUX_ATLA: source->account.unknown++; break;
    default: break;
    }
    return take_weir(source, trace, entry);
}

// What the end of the input means.
static int take_end(model_source_t *source)
{
    source_t *s = source->memory;
    event_t open_loss;
    uint64_t begun;

    for (unsigned i = 0; i < s->trace_count; i++) {
        trace_t *trace = &s->traces[i];
        if (!trace->weir || trace->over)
            continue;
        if (!trace->cut_args && event_unfinished(&trace->decoder, &begun)) {
            trace->cut_args = true;
            return model_problem(&source->problem, begun, "the event of these words",
                                 "the end of the stream");
        }
        trace->over = true;
        if (event_open_loss(&trace->decoder, &open_loss)) {
            const flux_clock_t *clock = NULL;
            for (unsigned c = 0; c < s->clock_count; c++)
                clock = s->clocks[c].trace == trace->number ? &s->clocks[c] : clock;
            push_loss(source, trace, clock, &open_loss, true);
        }
    }
    if (!s->over) {
        source->account.dropped[MODEL_INSTANT] += flux_reader_skipped(s->reader).samples;
        source->account.damaged = flux_reader_skipped(s->reader).bytes;
    }
    s->over = true;
    return s->batch->count > 0;
}

static uint64_t event_bytes(const source_t *s)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < s->trace_count; i++)
        bytes += s->traces[i].weir ? s->traces[i].decoder.totals.bytes : 0;
    return bytes;
}

static int read_rows(model_source_t *source, model_batch_t *batch)
{
    source_t *s = source->memory;
    int rc = 0;

    s->batch = batch;
    s->source = source;
    while (batch->count <= BATCH_ROWS - RUN_ROWS && !rc) {
        const flux_entry_t *entry;
        while (take_run(source) && batch->count <= BATCH_ROWS - RUN_ROWS)
            ;
        if (batch->count > BATCH_ROWS - RUN_ROWS)
            break;
        rc = flux_reader_next(s->reader, &entry);
        if (rc == 1) {
            source->position = entry->where.offset;
            rc = take(source, entry);
        } else if (rc < 0 || s->ended) {
            source->bytes = event_bytes(s);
            return take_end(source);
        } else if (batch->count) { // do not wait for input
            break;
        } else {
            rc = fill(source);
        }
        if (s->no_memory)
            return MODEL_E_ROOM;
    }
    source->bytes = event_bytes(s);
    return rc ? rc : 1;
}

// ---- opening

static void title(model_source_t *source, const flux_head_t *head)
{
    source_t *s = source->memory;
    flux_text_t text = head->description.size ? head->description : head->name;
    size_t size = text.size < sizeof s->title ? text.size : sizeof s->title;
    memcpy(s->title, text.data, size);
    source->title = (model_text_t){s->title, size};
}

// Finds the base and the title: reads up to the first OPEN of a unit's stream; of another one, all
// of a file, or up to the first sample.
static int scout(model_source_t *source)
{
    source_t *s = source->memory;
    bool headed = source->options.raw, weir = source->options.raw, sampled = false;
    const bool file = source->input.size != UINT64_MAX;

    source->base = (model_base_t){0, 0};
    while (!(weir && source->base.denominator) && !(sampled && (weir || !file))) {
        const flux_entry_t *entry;
        flux_where_t where;
        while (headed && file && flux_reader_run(s->reader, &where)) // skips samples
            sampled = true;
        int rc = flux_reader_next(s->reader, &entry);
        if (rc < 0 || (!rc && s->ended))
            break;
        if (!rc && (rc = fill(source)))
            return rc;
        if (!rc)
            continue;
        if (entry->kind == FLUX_HEAD && !headed) {
            headed = true;
            weir = event_is_weir(&entry->head);
            title(source, &entry->head);
        }
        if (entry->kind == FLUX_ERROR && !headed)
            return flux_problem(source, &entry->error);
        if (entry->kind == FLUX_OPEN) {
            source->base = common_base(source->base, flux_unit(entry->open.base));
            sampled = sampled || weir; // no further
        }
        sampled = sampled || entry->kind == FLUX_DATA;
    }
    if (!source->base.denominator)
        source->base = source->options.base;
    if (!headed && !s->chunk_size && !s->chunk_offset)
        return model_problem(&source->problem, 0, "HEAD of a flux trace", "the end");
    return 0;
}

static int open(model_source_t *source)
{
    source_t *s = source->memory;
    flux_reader_config_t defaults;
    uint64_t expansion;

    flux_reader_defaults(&defaults);
    expansion = defaults.expansion;
    if (model_setting_number(&source->options, "expansion", &expansion) || expansion > UINT32_MAX) {
        model_problem(&source->problem, 0, "expansion= with a number", "%s",
                      source->options.settings);
        return MODEL_E_OPTION;
    }
    s->expansion = (uint32_t)expansion;
    s->batch = source->batch;
    s->items.dictionary = source->batch->dictionary;
    start(source);
    const int rc = scout(source);
    start(source);
    if (source->options.raw) {
        s->traces[s->trace_count++] = (trace_t){.number = ++s->heads};
        begin_unit(source, &s->traces[0]);
    }
    return rc;
}

static int guess(const uint8_t *bytes, size_t size)
{
    static const uint8_t head[] = {0, FLUX_HEAD, 'f', 'l', 'u', 'x'};
    return size >= sizeof head && !memcmp(bytes, head, sizeof head) ? 100 : 0;
}

const model_format_t model_flux = {
    .name = "flux",
    .title = "flux: streams of the trace unit, and any other flux",
    .endings = "recTr,flux",
    .settings = "expansion=N        reading: limit of the bytes in packed blocks, for each byte of "
                "the file; 256 by default, 0 for none\n"
                "pack=lz4|fastlz|zlib|gzip  writing: packed blocks\n",
    .flags = MODEL_SURVEYS | MODEL_SERIES | MODEL_LIVE | MODEL_ORDERED | MODEL_APART |
             MODEL_ITEMS | MODEL_VALUES | MODEL_TAGS | MODEL_ONE_PASS | MODEL_CONTINUES,
    .guess = guess,
    .source_size = source_size,
    .open = open,
    .read = read_rows,
    .sink_size = model_flux_sink_size,
    .begin = model_flux_begin,
    .record = model_flux_record,
    .rows = model_flux_rows,
    .end = model_flux_end,
    .flush = model_flux_flush,
};
