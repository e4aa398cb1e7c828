// SPDX-License-Identifier: Apache-2.0
// flux in the event model: the stream of the trace unit, decoded by the library `event`, and any
// other flux, each sample an instant.
#include <string.h>

#include "flux_pack.h"
#include "flux_read.h"
#include "flux_value.h"
#include "model.h"
#include "model_event.h"
#include "model_flux.h"

enum {
    CHUNK = 1 << 16,
    NAMES = 1 << 14,   // entries for names of items; 3/4 of them are used
    THREADS = 1 << 12, // entries in the decoder's table
    PENDING = 4,
};

typedef struct {
    uint32_t trace, item;
    uint32_t parent;
    uint8_t type;
    uint8_t size; // of name; 0 with used: defined without a name
    bool used;
    char name[64];
} name_t;

typedef struct {
    flux_reader_t *reader;
    event_decoder_t decoder;
    bool cut_args; // the input ends before the event of extra arguments: reported
    event_thread_t threads[THREADS];
    name_t names[NAMES];
    size_t names_used;
    bool weir, known; // known: weir is decided
    bool ended, over; // the input; the records
    bool rejected;    // its HEAD was rejected: nothing more is read
    bool cut;         // the input ends within an entry: reported
    uint32_t trace;   // of the first HEAD
    uint64_t chunk_offset;
    size_t chunk_size;
    char title[256];
    model_record_t pending[PENDING];
    unsigned pending_first, pending_count;
    model_arg_t arg[1 + EVENT_ARGS];
    uint8_t chunk[CHUNK];
    max_align_t reader_memory[];
} source_t;

static void configure(flux_reader_config_t *config, bool raw)
{
    flux_reader_defaults(config);
    config->headless = raw;
    config->fixed_layout = raw;
    config->resync = true;
    flux_unpack_all(config);
}

static size_t source_size(const model_options_t *options)
{
    flux_reader_config_t config;
    configure(&config, options->raw);
    return sizeof(source_t) + flux_reader_size(&config);
}

static void start(model_source_t *source)
{
    source_t *s = source->memory;
    flux_reader_config_t config;

    configure(&config, source->options.raw);
    s->reader = flux_reader_init(s->reader_memory, flux_reader_size(&config), &config, NULL, NULL);
    event_decoder_init(&s->decoder, s->threads, THREADS, source->options.raw,
                       source->options.strict);
}

// ---- names of items

static name_t *name_place(source_t *s, uint32_t trace, uint32_t item)
{
    size_t i = ((item ^ trace << 20) * UINT32_C(2654435769) >> 7) % NAMES;
    while (s->names[i].used && (s->names[i].item != item || s->names[i].trace != trace))
        i = (i + 1) % NAMES;
    return &s->names[i];
}

static const name_t *name_of(source_t *s, uint32_t trace, uint32_t item)
{
    name_t *place = name_place(s, trace, item);
    return place->used ? place : NULL;
}

static model_text_t name_text(const name_t *name)
{
    return name ? (model_text_t){name->name, name->size} : (model_text_t){NULL, 0};
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

// The next entry: 1, 0 at the end, or MODEL_E_READ.
static int entry_next(model_source_t *source, const flux_entry_t **entry)
{
    source_t *s = source->memory;
    for (;;) {
        int rc = flux_reader_next(s->reader, entry);
        if (rc == 1)
            return 1;
        if (rc < 0 || s->ended)
            return 0;
        rc = fill(source);
        if (rc)
            return rc;
    }
}

static int flux_problem(model_source_t *source, const flux_error_t *error)
{
    source_t *s = source->memory;
    uint64_t offset = error->where.offset + (error->where.depth ? 0 : error->at);

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

// ---- records

// Returns the next record of the list. No entry makes more records than the list has.
static model_record_t *next_record(source_t *s)
{
    return &s->pending[(s->pending_first + s->pending_count++) % PENDING];
}

static model_record_t *push(source_t *s, model_kind_t kind, uint64_t offset)
{
    model_record_t *record = next_record(s);
    model_clear(record, kind);
    record->offset = offset;
    return record;
}

static void define(model_source_t *source, const flux_entry_t *entry, uint32_t item,
                   uint32_t parent, flux_text_t text, uint8_t type, bool signal)
{
    source_t *s = source->memory;
    name_t *name = name_place(s, entry->trace, item);

    if (!name->used) {
        if (s->names_used >= NAMES / 4 * 3) {
            model_reduce(&source->account, MODEL_NAME, MODEL_LESS_TEXT);
            return;
        }
        s->names_used++;
    }
    *name = (name_t){
        .used = true, .trace = entry->trace, .item = item, .parent = parent, .type = type};
    if (text.size > sizeof name->name)
        model_reduce(&source->account, MODEL_NAME, MODEL_LESS_TEXT);
    name->size = (uint8_t)(text.size > sizeof name->name ? sizeof name->name : text.size);
    memcpy(name->name, text.data, name->size);
    event_item_t what = event_item(item);
    if (!signal || !s->weir || what.kind != EVENT_ITEM_ID || what.id == WEIR_ID_THREAD_SWITCH ||
        !text.size)
        return;
    model_record_t *record = push(s, MODEL_NAME, entry->where.offset);
    record->space = MODEL_SPACE_WEIR;
    record->id = what.id;
    record->hart = (uint16_t)what.hart;
    record->class = (uint8_t)what.class;
    record->name = name_text(name);
}

static void label(source_t *s, const flux_entry_t *entry)
{
    event_item_t what = event_item(entry->label.item);
    model_text_t text = {entry->label.label.data, entry->label.label.size};

    if (!s->weir || what.kind != EVENT_ITEM_ID || entry->label.scope != FLUX_ENUM_SIGNAL)
        return;
    if (what.id == WEIR_ID_THREAD_SWITCH) {
        model_record_t *thread = push(s, MODEL_OBJECT, entry->where.offset);
        thread->object.kind = MODEL_OBJECT_THREAD;
        thread->object.number = entry->label.value;
        thread->name = text;
        return;
    }
    model_record_t *record = push(s, MODEL_NAME, entry->where.offset);
    record->space = MODEL_SPACE_WEIR;
    record->id = what.id;
    record->hart = (uint16_t)what.hart;
    record->class = (uint8_t)what.class;
    record->value_named = true;
    record->value = entry->label.value;
    record->name = text;
}

static model_thread_t thread_of(uint64_t number, bool known)
{
    return (model_thread_t){.number = number, .known = known};
}

static void push_event(source_t *s, const flux_entry_t *entry, const event_t *e)
{
    model_record_t *record = push(s, e->id == WEIR_ID_THREAD_SWITCH ? MODEL_SWITCH : MODEL_INSTANT,
                                  e->offset);
    record->timed = true;
    record->time = e->time;
    record->hart = (uint16_t)e->hart;
    record->space = MODEL_SPACE_WEIR;
    record->id = e->id;
    record->class = (uint8_t)e->class;
    if (record->kind == MODEL_SWITCH) {
        record->thread = thread_of(e->thread, true);
        record->change.outgoing = thread_of(e->outgoing, e->thread_known);
    } else {
        record->thread = thread_of(e->thread, e->thread_known);
        if (model_is_pin(e->id) &&
            !e->thread_known) { // of no hart, although it has the number of one
            record->thread = thread_of(0, true);
            record->hart = MODEL_NO_HART;
        }
        record->name = name_text(name_of(s, entry->trace, entry->data.item));
        if (!record->name.size)
            record->name = model_text(model_id_name(e->id));
        static const char *const names[EVENT_ARGS] = {"value1", "value2", "value3"};
        s->arg[0] = (model_arg_t){.name = model_text("value"),
                                  .type = MODEL_ARG_UINT,
                                  .bits = e->value >> 32 ? 64 : 32,
                                  .u = e->value};
        for (unsigned i = 0; i < e->arg_count; i++)
            s->arg[1 + i] = (model_arg_t){
                .name = model_text(names[i]), .type = MODEL_ARG_UINT, .bits = 32, .u = e->args[i]};
        record->args = s->arg;
        record->arg_count = 1 + e->arg_count;
    }
    if (e->name)
        model_event_name(next_record(s), e, entry->where.offset);
}

// A switch to a thread that the stream reported before its begin: the running thread is unknown
// from here on.
static void push_nameless(source_t *s, const flux_entry_t *entry)
{
    model_record_t *record = push(s, MODEL_SWITCH, entry->where.offset);
    record->timed = true;
    record->time = (uint64_t)entry->data.position;
    record->hart = (uint16_t)event_item(entry->data.item).hart;
    record->space = MODEL_SPACE_WEIR;
    record->id = WEIR_ID_THREAD_SWITCH;
    record->class = MODEL_CLASS_SYS;
}

static void push_trap(source_t *s, const event_t *e)
{
    model_record_t *record = push(s, e->enters ? MODEL_ISR_ENTER : MODEL_ISR_EXIT, e->offset);
    record->timed = true;
    record->time = e->time;
    record->hart = (uint16_t)e->hart;
    record->id = e->trap;
    record->thread = thread_of(e->thread, e->thread_known);
}

// A sample of any other flux: an instant with the signal's name, its scope as category, its value
// if it has one.
static void push_sample(model_source_t *source, const flux_entry_t *entry)
{
    source_t *s = source->memory;
    const flux_data_t *data = &entry->data;
    const name_t *name = name_of(s, entry->trace, data->item);
    int64_t integer;
    double number;

    if (data->position < 0) {
        model_drop(&source->account, MODEL_INSTANT);
        return;
    }
    model_record_t *record = push(s, MODEL_INSTANT, entry->where.offset);
    record->timed = true;
    record->time = (uint64_t)data->position;
    record->name = name_text(name);
    record->category = name ? name_text(name_of(s, entry->trace, name->parent)) : record->category;
    if (!name || !name->size)
        model_reduce(&source->account, MODEL_INSTANT, MODEL_LESS_ID);
    s->arg[0] = (model_arg_t){.name = model_text("value"),
                              .type = MODEL_ARG_BYTES,
                              .text = {(const char *)data->data, data->size}};
    uint8_t type = name ? name->type : FLUX_INTEGER;
    if ((type == FLUX_INTEGER || type == FLUX_EVENT) &&
        !flux_integer(data->data, data->size, &integer)) {
        s->arg[0].type = MODEL_ARG_INT;
        s->arg[0].i = integer;
        s->arg[0].bits = 64;
    } else if (type == FLUX_FLOAT && !flux_float(data->data, data->size, &number)) {
        s->arg[0].type = MODEL_ARG_FLOAT;
        s->arg[0].f = number;
        s->arg[0].bits = data->size == 4 ? 32 : 64;
    } else if (type == FLUX_TEXT) {
        s->arg[0].type = MODEL_ARG_TEXT;
    }
    record->args = s->arg;
    record->arg_count = data->df != FLUX_DF_NONE;
}

static int take(model_source_t *source, const flux_entry_t *entry)
{
    source_t *s = source->memory;

    switch (entry->kind) {
    case FLUX_ERROR:
        if (s->cut) // a part missing behind the cut is not a second problem
            return 0;
        s->cut = entry->error.code == FLUX_E_CUT;
        return flux_problem(source, &entry->error);
    case FLUX_HEAD:
        if (!s->known)
            s->weir = event_is_weir(&entry->head);
        s->known = true;
        break;
    case FLUX_SCPD:
        define(source, entry, entry->scope.item, entry->scope.parent, entry->scope.name, 0, false);
        break;
    case FLUX_SIGD:
    case FLUX_SSGD:
        define(source, entry, entry->signal.item, entry->signal.parent, entry->signal.name,
               entry->signal.type, true);
        break;
    case FLUX_ENMD: label(s, entry); break;
    case FLUX_DATA:
        if (!s->weir)
            push_sample(source, entry);
        break;
    case FLUX_ATRE:
    case FLUX_ATLA:
    case FLUX_CREQ:
    case FLUX_CRES: source->account.unknown++; break;
    default: break;
    }
    if (!s->weir)
        return 0;
    event_t event;
    uint64_t nameless = s->decoder.totals.nameless;
    int rc = event_decode(&s->decoder, entry, &event);
    if (rc < 0) {
        if (entry->kind ==
            FLUX_HEAD) // another version, or a second trace: the rest would be misread
            s->rejected = true;
        return model_problem(&source->problem, s->decoder.problem.offset,
                             s->decoder.problem.expected, "%s", s->decoder.problem.found);
    }
    if (s->decoder.totals.nameless > nameless)
        push_nameless(s, entry);
    if (rc == 1 && event.kind == EVENT_TRAP)
        push_trap(s, &event);
    else if (rc == 1 && event.kind == EVENT_LOSS)
        model_event_loss(next_record(s), &event, entry->where.offset, false, &source->account);
    else if (rc == 1)
        push_event(s, entry, &event);
    return 0;
}

static int next(model_source_t *source, const model_record_t **record)
{
    source_t *s = source->memory;
    while (!s->pending_count) {
        const flux_entry_t *entry;
        int rc = s->rejected ? 0 : entry_next(source, &entry);
        if (rc < 0)
            return rc;
        source->bytes = s->decoder.totals.bytes;
        if (!rc) {
            event_t open_loss;
            uint64_t begun;
            if (s->weir && !s->over && !s->cut_args && event_unfinished(&s->decoder, &begun)) {
                s->cut_args = true;
                return model_problem(&source->problem, begun, "the event of these words",
                                     "the end of the stream");
            }
            if (s->weir && !s->over && event_open_loss(&s->decoder, &open_loss))
                model_event_loss(next_record(s), &open_loss, source->position, true,
                                 &source->account);
            s->over = true;
            if (!s->pending_count)
                return 0;
            break;
        }
        source->position = entry->where.offset;
        rc = take(source, entry);
        if (rc)
            return rc;
    }
    *record = &s->pending[s->pending_first];
    s->pending_first = (s->pending_first + 1) % PENDING;
    s->pending_count--;
    return 1;
}

// ---- opening

// The length of a unit like ns10; {0, 0} without one.
static model_base_t base_of(flux_text_t unit)
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

static void title(model_source_t *source, const flux_head_t *head)
{
    source_t *s = source->memory;
    flux_text_t text = head->description.size ? head->description : head->name;
    size_t size = text.size < sizeof s->title ? text.size : sizeof s->title;
    memcpy(s->title, text.data, size);
    source->title = (model_text_t){s->title, size};
}

// OPEN has the base, and follows the definitions: the first chunk is read twice.
static int open(model_source_t *source)
{
    source_t *s = source->memory;
    const flux_entry_t *entry;
    bool headed = source->options.raw;

    source->base = source->options.base;
    s->known = s->weir = source->options.raw;
    start(source);
    int rc = fill(source);
    if (rc)
        return rc;
    while (flux_reader_next(s->reader, &entry) == 1) {
        if (entry->kind == FLUX_HEAD && !headed) {
            headed = true;
            title(source, &entry->head);
        }
        if (entry->kind == FLUX_ERROR && !headed)
            return flux_problem(source, &entry->error);
        if (entry->kind == FLUX_OPEN) {
            source->base = base_of(entry->open.base);
            break;
        }
        if (entry->kind == FLUX_DATA)
            break;
    }
    if (!headed && !s->chunk_size)
        return model_problem(&source->problem, 0, "HEAD of a flux trace", "the end");
    start(source);
    if (s->chunk_size)
        flux_reader_feed(s->reader, s->chunk, s->chunk_size);
    else
        flux_reader_finish(s->reader);
    return 0;
}

static int guess(const uint8_t *bytes, size_t size)
{
    static const uint8_t head[] = {0, FLUX_HEAD, 'f', 'l', 'u', 'x'};
    return size >= sizeof head && !memcmp(bytes, head, sizeof head) ? 100 : 0;
}

_Static_assert(EVENT_STREAM_VERSION == 3,
               "the description below, and what model_flux_write.c writes, is of this version");
const char model_flux_description[] = "weir ip 0.0 regs 0 stream 3";

const model_format_t model_flux = {
    .name = "flux",
    .title = "flux: streams of the trace unit, and any other flux",
    .endings = "recTr,flux",
    .flags = MODEL_SURVEYS | MODEL_LIVE | MODEL_ORDERED | MODEL_APART,
    .guess = guess,
    .source_size = source_size,
    .open = open,
    .next = next,
    .sink_size = model_flux_sink_size,
    .begin = model_flux_begin,
    .record = model_flux_record,
    .end = model_flux_flush,
    .flush = model_flux_flush,
};
