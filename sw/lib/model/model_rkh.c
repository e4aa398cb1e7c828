// SPDX-License-Identifier: Apache-2.0
// RKH frames in the event model: reads streams of the trace unit (rkh_weir.h) and of RKH itself,
// and writes the former.
//
// Of RKH itself, a predefined record is an instant of MODEL_SPACE_RKH, user event n an instant of
// MODEL_SPACE_WEIR with id n, a dictionary record an object or a name. Lost frames, by their
// sequence numbers, are a LOSS without classes.
#include <string.h>

#include "batch.h"
#include "model_event.h"
#include "rkh_args.h"
#include "rkh_names.h"
#include "rkh_weir_read.h"
#include "weir_stream.h"

enum {
    CHUNK = 1 << 16, // also the bytes in which open looks for the rate
    PROBE = 4096,    // bytes with which it begins to look for the configuration
    FOREIGN = 12,    // frames of RKH itself that make a stream one of RKH; one of the unit begins
                     // with 8, the names of its kinds
    LONGEST = 4096,  // bytes of a frame
    PENDING = 3,
    HARTS = 16,
    NAMES = 2048, // entries for names of ids
};

// ---- reading

typedef struct {
    rkh_reader_t reader;
    rkh_config_t config; // at the begin
    rkh_weir_t weir;
    rkh_names_t names; // of ids of the unit (hart << 16 | id), or of user events
    rkh_name_t table[NAMES];
    char text[NAMES * 16];
    event_decoder_t entries; // makes losses and names from the unit's entries
    event_t named;           // its name is that of the previous frame, or NULL
    bool is_weir, ended, over, begun;
    uint64_t chunk_offset;
    size_t chunk_size;
    uint64_t last_time;
    model_thread_t running[HARTS];
    char title[32];
    model_record_t pending[PENDING];
    unsigned pending_first, pending_count;
    rkh_arg_t rkh_args[MODEL_ARGS_MAX]; // hold the names
    model_arg_t args[MODEL_ARGS_MAX];
    uint8_t chunk[CHUNK], memory[LONGEST];
} source_t;

static size_t source_size(const model_options_t *options)
{
    (void)options;
    return sizeof(source_t);
}

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
    s->ended = !got;
    rkh_feed(&s->reader, s->chunk, s->chunk_size);
    return 0;
}

static void push(source_t *s, const model_record_t *record)
{
    if (s->pending_count < PENDING)
        s->pending[(s->pending_first + s->pending_count++) % PENDING] = *record;
}

// The arguments of a frame without the first `skip`; RKH_E_FORMAT if they are wrong.
static int take_args(model_source_t *source, model_record_t *record, unsigned skip)
{
    source_t *s = source->memory;
    rkh_args_t args;
    rkh_arg_t arg;
    int rc;
    bool number = true; // all so far are unsigned
    rkh_args_begin(&args, &s->reader.config, &s->reader.frame);
    for (unsigned n = 0; (rc = rkh_args_next(&args, &arg)) == 1; n++) {
        if (n < skip)
            continue;
        if (record->arg_count == MODEL_ARGS_MAX) {
            model_reduce(&source->account, record->kind, MODEL_LESS_ARGS);
            break;
        }
        rkh_arg_t *from = &s->rkh_args[record->arg_count];
        model_arg_t *to = &s->args[record->arg_count];
        *from = arg;
        *to = (model_arg_t){.name = model_text(from->name),
                            .type = MODEL_ARG_UINT,
                            .bits = (uint8_t)(8 * from->size),
                            .u = from->value};
        static const char *const words[] = {"value", "value1", "value2", "value3"};
        number = number && from->type <= RKH_U32 && from->type % 2 == RKH_U8 % 2;
        if (record->space == MODEL_SPACE_WEIR && record->arg_count < sizeof words / sizeof *words &&
            !to->name.size && (number || !record->arg_count))
            to->name = model_text(
                words[record->arg_count]); // extra arguments of an event; arguments of a program's
                                           // record have no names
        switch (from->type) {
        case RKH_I8:
        case RKH_I16:
        case RKH_I32:
            to->type = MODEL_ARG_INT;
            to->i = (int64_t)from->value;
            break;
        case RKH_OBJ:
        case RKH_FUN: to->type = MODEL_ARG_POINTER; break;
        case RKH_STR:
        case RKH_MEM:
            to->type = from->type == RKH_STR ? MODEL_ARG_TEXT : MODEL_ARG_BYTES;
            to->text = (model_text_t){(const char *)from->data, from->size};
            to->bits = 0;
            if (s->is_weir && from->type == RKH_MEM && from->size == 8) { // a 64-bit number
                to->type = MODEL_ARG_UINT;
                to->u = rkh_number(from->data, 8);
                to->bits = 64;
            }
            break;
        default: break;
        }
        record->arg_count++;
    }
    record->args = s->args;
    return rc < 0 ? rc : 0;
}

static model_record_t record_of(const rkh_reader_t *r, model_kind_t kind)
{
    model_record_t record = model_record(kind);
    record.timed = r->config.timestamp;
    record.time = r->frame.time;
    return record;
}

static void keep_name(model_source_t *source, uint64_t key, model_text_t name)
{
    source_t *s = source->memory;
    if (rkh_names_set(&s->names, RKH_NAME_USER, key, name.bytes, (uint32_t)name.size) < 0)
        model_reduce(&source->account, MODEL_NAME, MODEL_LESS_TEXT);
}

static model_text_t name_of(source_t *s, uint64_t key)
{
    return model_text(rkh_names_find(&s->names, RKH_NAME_USER, key));
}

// The object or user event that a dictionary frame names.
static int take_name(model_source_t *source)
{
    static const uint8_t kinds[] = {
        [RKH_FWK_OBJ] = MODEL_OBJECT_OTHER,           [RKH_FWK_SIG] = MODEL_OBJECT_SIGNAL,
        [RKH_FWK_FUN] = MODEL_OBJECT_FUNCTION,        [RKH_FWK_AO] = MODEL_OBJECT_ACTIVE,
        [RKH_FWK_STATE] = MODEL_OBJECT_STATE_MACHINE, [RKH_FWK_PSTATE] = MODEL_OBJECT_STATE_MACHINE,
        [RKH_FWK_TIMER] = MODEL_OBJECT_TIMER,         [RKH_FWK_EPOOL] = MODEL_OBJECT_BLOCK_POOL,
        [RKH_FWK_QUEUE] = MODEL_OBJECT_QUEUE,         [RKH_FWK_ACTOR] = MODEL_OBJECT_ACTIVE,
    };
    source_t *s = source->memory;
    uint32_t event = s->reader.frame.event;
    model_record_t record = model_record(event == RKH_FWK_TUSR ? MODEL_NAME : MODEL_OBJECT);
    int rc = take_args(source, &record, 0);
    if (rc)
        return rc;
    uint64_t key = s->args[record.arg_count - 2].u; // the last number, then the name
    record.name = s->args[record.arg_count - 1].text;
    if (record.name.size && *record.name.bytes == '&')
        record.name = (model_text_t){record.name.bytes + 1, record.name.size - 1};
    if (record.arg_count > 2)
        record.object.process = s->args[0].u; // a state's active object
    record.arg_count = 0;
    if (event == RKH_FWK_TUSR) {
        if (s->is_weir) // the kinds of Weir's frames
            return 0;
        record.space = MODEL_SPACE_WEIR;
        record.id = (uint32_t)key;
        record.class = (uint8_t)model_class(record.id);
        keep_name(source, key, record.name);
    } else {
        // Skips a name that events have just spelled: a converter writes both.
        if (s->named.name && s->named.named == key &&
            model_text_equal(record.name, model_text(s->named.name)))
            return 0;
        record.object.kind = s->is_weir && event == RKH_FWK_OBJ ? MODEL_OBJECT_THREAD
                                                                : (model_object_t)kinds[event];
        record.object.type = event;
        record.object.number = key;
    }
    push(s, &record);
    return 0;
}

// NAME of Weir: id, text, and optionally a value.
static int take_id_name(model_source_t *source)
{
    source_t *s = source->memory;
    model_record_t record = model_record(MODEL_NAME);
    unsigned before;
    const int hart = rkh_weir_hart(&s->reader, &before);
    int rc = take_args(source, &record, before);
    if (rc || record.arg_count < 2)
        return rc;
    record.hart = (uint16_t)hart;
    record.space = MODEL_SPACE_WEIR;
    record.id = (uint32_t)s->args[0].u;
    record.class = (uint8_t)model_class(record.id);
    record.name = s->args[1].text;
    record.value_named = record.arg_count > 2;
    record.value = record.value_named ? s->args[2].u : 0;
    if (!record.value_named)
        keep_name(source, (uint64_t)record.hart << 16 | record.id, record.name);
    record.arg_count = 0;
    push(s, &record);
    return 0;
}

// Frames of the unit are entries of its stream: the stream's decoder makes losses from them, and
// names from the events that spell them. Of all other events it needs only the time.
static int take_entry(model_source_t *source, const rkh_weir_event_t *e)
{
    source_t *s = source->memory;
    uint8_t bytes[8];
    uint64_t value = 0;
    flux_entry_t entry = {.kind = FLUX_DATA};
    event_t decoded;
    entry.where.offset = s->reader.frame.offset;
    entry.raw_size = s->reader.frame.bytes;
    entry.data.position = (int64_t)e->time;
    entry.data.df = FLUX_DF_INTEGER;
    entry.data.item = WEIR_ITEM_USER_SHORT + 1;
    const bool spells = e->kind == RKH_WEIR_COM &&
                        (e->id == WEIR_ID_THREAD_NAME || e->id == WEIR_ID_OBJECT_NAME);
    if (e->kind == RKH_WEIR_LOSS) {
        bool total = e->what >= RKH_WEIR_LOSS_TOTAL;
        value = total ? e->value : e->value << 1 | e->what;
        const unsigned counter = (unsigned)(e->what - RKH_WEIR_LOSS_TOTAL); // 4 * reason + context
        entry.data.item = total ? WEIR_ITEM_DROPPED_OF(counter / 4, counter % 4, e->hart)
                                : WEIR_ITEM_LOSS;
    } else if (spells) {
        value = e->value;
        entry.data.item = 16 * (e->id + WEIR_ITEM_ID_BIAS) + e->hart;
    }
    if (e->kind == RKH_WEIR_LOSS || spells) {
        for (int i = 0; i < 8; i++)
            bytes[i] = (uint8_t)(value >> 8 * i);
        entry.data.data = bytes;
        entry.data.size = sizeof bytes;
    }
    int rc = event_decode(&s->entries, &entry, &decoded);
    if (rc < 0)
        return model_problem(&source->problem, entry.where.offset, s->entries.problem.expected,
                             "%s", s->entries.problem.found);
    if (rc && decoded.kind == EVENT_HAPPENED)
        s->named = decoded;
    if (rc && decoded.kind == EVENT_LOSS) {
        model_record_t record;
        model_event_loss(&record, &decoded, false);
        push(s, &record);
    }
    return 0;
}

static int take_weir(model_source_t *source)
{
    source_t *s = source->memory;
    rkh_weir_event_t e;
    unsigned before;
    s->named.name = NULL;
    int rc = rkh_weir_take(&s->weir, &s->reader, &e);
    if (rc == 0 && (s->reader.frame.event & 7) == RKH_WEIR_NAME)
        return take_id_name(source);
    if (rc <= 0)
        return rc;
    if (e.kind != RKH_WEIR_LOSS || e.part) {
        rc = take_entry(source, &e);
        if (rc || e.kind == RKH_WEIR_LOSS)
            return rc;
    }
    model_thread_t *running = &s->running[e.hart];
    model_record_t record = record_of(&s->reader, MODEL_INSTANT);
    record.time = e.time;
    record.hart = (uint16_t)e.hart;
    record.space = MODEL_SPACE_WEIR;
    record.thread = *running;
    switch (e.kind) {
    case RKH_WEIR_THREAD:
        record.kind = MODEL_SWITCH;
        record.id = WEIR_ID_THREAD_SWITCH;
        record.class = MODEL_CLASS_SYS;
        record.change.outgoing = *running;
        *running = record.thread = (model_thread_t){.number = e.value, .known = true};
        break;
    case RKH_WEIR_ISR:
        record.kind = e.enter ? MODEL_ISR_ENTER : MODEL_ISR_EXIT;
        record.space = MODEL_SPACE_NONE;
        record.id = (uint32_t)e.value;
        record.class = MODEL_CLASS_NONE;
        break;
    case RKH_WEIR_LOSS:
        record.kind = MODEL_LOSS;
        record.space = MODEL_SPACE_NONE;
        record.hart = MODEL_NO_HART;
        record.class = MODEL_CLASS_NONE;
        record.thread = (model_thread_t){.known = false};
        record.loss.counted = true;
        for (unsigned class = 0; class < MODEL_CLASSES; class ++)
            record.loss.count[class] = e.dropped[class];
        record.loss.cause = e.cause;
        record.loss.source = e.source;
        record.loss.first = e.first;
        record.loss.last = e.last;
        break;
    default:
        record.id = e.id;
        record.class = (uint8_t)model_class(e.id);
        if (model_is_pin(e.id) &&
            !running->known) { // of no hart, although it has the number of one
            record.thread = (model_thread_t){.number = 0, .known = true};
            record.hart = MODEL_NO_HART;
        }
        record.name = name_of(s, (uint64_t)e.hart << 16 | e.id);
        if (!record.name.size)
            record.name = model_text(model_id_name(e.id));
        (void)rkh_weir_hart(&s->reader, &before);
        rc = take_args(source, &record, before + 1);
        if (rc < 0)
            return rc;
        if (model_event_stands(&record) && record.space == MODEL_SPACE_WEIR)
            record.name = name_of(s, (uint64_t)e.hart << 16 | record.id);
    }
    push(s, &record);
    if (s->named.name) {
        model_event_name(&record, &s->named);
        push(s, &record);
    }
    return 0;
}

static int take_native(model_source_t *source)
{
    source_t *s = source->memory;
    const rkh_frame_t *f = &s->reader.frame;
    model_record_t record = record_of(&s->reader, MODEL_INSTANT);
    const char *name = rkh_event_name(f->group, f->event);
    if (f->group == RKH_GROUP_USR) {
        record.space = MODEL_SPACE_WEIR;
        record.id = f->event;
        record.class = (uint8_t)model_class(record.id);
        record.name = name_of(s, record.id);
    } else {
        record.space = MODEL_SPACE_RKH;
        record.id = rkh_id(1, f->group, f->event);
        record.class = MODEL_CLASS_NONE;
        record.category = model_text(rkh_group_name(f->group));
        record.name = model_text(name ? name : "");
    }
    int rc = take_args(source, &record, 0);
    if (rc == 0)
        push(s, &record);
    return rc;
}

static void push_loss(source_t *s, bool counted, uint64_t count)
{
    model_record_t record = record_of(&s->reader, MODEL_LOSS);
    record.loss.counted = counted;
    record.loss.count[MODEL_CLASS_NONE] = count;
    record.loss.first = s->last_time;
    record.loss.last = record.time = record.time + (s->is_weir ? s->weir.base : 0);
    push(s, &record);
}

static bool names_something(const rkh_frame_t *f)
{
    return f->group == RKH_GROUP_FWK &&
           ((f->event >= RKH_FWK_OBJ && f->event <= RKH_FWK_FUN) || f->event == RKH_FWK_TUSR ||
            (f->event >= RKH_FWK_AO && f->event <= RKH_FWK_ACTOR));
}

static int take_frame(model_source_t *source)
{
    source_t *s = source->memory;
    const rkh_frame_t *f = &s->reader.frame;
    source->position = f->offset;
    if (f->tcfg)
        return 0;
    if (!s->begun || f->restart) {
        event_decoder_init(&s->entries, NULL, 0, true, false);
        event_coarse(&s->entries); // frames do not have this information
        if (s->reader.config.sequence && f->sequence)
            event_cut(&s->entries);
        s->begun = true;
    }
    if (f->lost || f->restart) {
        push_loss(s, !f->restart, f->lost);
        // a lost frame may have been a switch
        memset(s->running, 0, sizeof s->running);
    }
    int rc = names_something(f)                        ? take_name(source)
             : s->is_weir && f->group == RKH_GROUP_USR ? take_weir(source)
                                                       : take_native(source);
    if (rc == RKH_E_FORMAT)
        return model_problem(&source->problem, f->offset, "the arguments of this record", "others");
    s->last_time = f->time + (s->is_weir ? s->weir.base : 0);
    return 0;
}

static int damage_problem(model_source_t *source)
{
    source_t *s = source->memory;
    const rkh_damage_t *d = &s->reader.damage;
    uint64_t at = d->offset;
    unsigned size = (unsigned)d->bytes;
    if (d->kind == RKH_DAMAGE_START && !source->options.strict) { // a capture can begin anywhere
        source->account.unknown++;
        return 0;
    }
    source->account.damaged += d->bytes;
    switch (d->kind) {
    case RKH_DAMAGE_START:
        return model_problem(&source->problem, at, "a flag (0x7e)", "%u bytes before the first",
                             size);
    case RKH_DAMAGE_ESCAPE:
        return model_problem(&source->problem, at, "0x5d or 0x5e after each escape (0x7d)",
                             "another byte in %u", size);
    case RKH_DAMAGE_SHORT:
        return model_problem(&source->problem, at,
                             "a frame with id, sequence number, timestamp and checksum", "%u bytes",
                             (unsigned)d->found);
    case RKH_DAMAGE_LONG:
        return model_problem(&source->problem, at, "a frame of at most 4096 bytes", "%u bytes",
                             (unsigned)d->found);
    case RKH_DAMAGE_CHECKSUM:
        return model_problem(&source->problem, at, "bytes whose sum is 0",
                             "a checksum of 0x%02x where 0x%02x is right", (unsigned)d->found,
                             (unsigned)d->expected);
    case RKH_DAMAGE_TCFG:
        return model_problem(&source->problem, at, "a configuration (TCFG) that can be",
                             "%u bytes that are none", size);
    default:
        return model_problem(&source->problem, at, "a flag (0x7e) behind the frame",
                             "the end after %u bytes", size);
    }
}

static int next(model_source_t *source, const model_record_t **record)
{
    source_t *s = source->memory;
    while (!s->pending_count) {
        int what = rkh_next(&s->reader), rc = 0;
        if (what == RKH_MORE && s->ended) {
            what = rkh_finish(&s->reader);
            event_t decoded;
            if (what == RKH_MORE && !s->over && s->begun &&
                event_open_loss(&s->entries, &decoded)) {
                model_record_t record;
                model_event_loss(&record, &decoded, true);
                push(s, &record);
                s->over = true;
                break;
            }
            if (what == RKH_MORE)
                return 0;
        }
        if (what == RKH_MORE)
            rc = fill(source);
        else if (what == RKH_FRAME)
            rc = take_frame(source);
        else
            rc = damage_problem(source);
        if (rc)
            return rc;
    }
    *record = &s->pending[s->pending_first];
    s->pending_first = (s->pending_first + 1) % PENDING;
    s->pending_count--;
    return 1;
}

// ---- opening

// Finds the configuration in the first bytes: as few as suffice, so that a slow line is read at
// once.
static int probe(model_source_t *source)
{
    source_t *s = source->memory;
    int64_t got = 1;
    for (size_t size = 0, enough = PROBE; size < CHUNK && got; enough *= 2) {
        for (; size < enough && got; size += (size_t)got) {
            got = source->input.read(source->input.context, s->chunk + size, enough - size, size);
            if (got < 0)
                return MODEL_E_READ;
        }
        if (rkh_probe(s->chunk, size, &s->config))
            return 0;
    }
    return source->options.raw ? 0
                               : model_problem(&source->problem, 0,
                                               "RKH frames (settings can give their configuration)",
                                               "something else");
}

// The configuration: from settings, else from the first bytes.
static int configure(model_source_t *source)
{
    source_t *s = source->memory;
    rkh_config_t *c = &s->config;
    uint64_t id = 1, timestamp = 4, sequence = 1, checksum = 1;
    if (!source->options.settings || !*source->options.settings)
        return probe(source);
    if (model_setting_number(&source->options, "id", &id) ||
        model_setting_number(&source->options, "timestamp", &timestamp) ||
        model_setting_number(&source->options, "sequence", &sequence) ||
        model_setting_number(&source->options, "checksum", &checksum) || id > 4 || timestamp > 4) {
        model_problem(
            &source->problem, 0,
            "numbers behind id= (1, 2, 4), timestamp= (0, 1, 2, 4), sequence=, checksum= (0, 1)",
            "%s", source->options.settings);
        return MODEL_E_OPTION;
    }
    c->id_size = (uint8_t)id;
    c->timestamp = timestamp;
    c->timestamp_size = (uint8_t)timestamp;
    c->sequence = sequence;
    c->checksum = checksum;
    if (!rkh_config_valid(c)) {
        model_problem(&source->problem, 0, "id=1, 2 or 4 and timestamp=0, 1, 2 or 4", "%s",
                      source->options.settings);
        return MODEL_E_OPTION;
    }
    return 0;
}

static void begin_again(source_t *s)
{
    s->chunk_offset = s->chunk_size = 0;
    s->ended = false;
    rkh_reader_init(&s->reader, &s->config, s->memory, sizeof s->memory);
}

// Reads the rate, and whether it is a stream of the trace unit, from the first bytes, which are
// read twice. The division of the input into chunks has no effect on the result.
static int open(model_source_t *source)
{
    source_t *s = source->memory;
    uint16_t hz = 0;
    s->config = rkh_config_default;
    int rc = configure(source);
    if (rc)
        return rc;
    begin_again(s);
    rkh_weir_init(&s->weir, 0);
    unsigned users = 0, weirs = 0, others = 0;
    uint16_t version = 0;
    bool decided = false;
    while (!decided && !s->ended && s->chunk_offset < 4 * CHUNK) {
        rc = fill(source);
        if (rc)
            return rc;
        for (int what; !decided && (what = rkh_next(&s->reader)) != RKH_MORE;) {
            rkh_weir_event_t e;
            decided = s->reader.frame.offset >= CHUNK;
            if (what != RKH_FRAME || decided)
                continue;
            if (s->reader.frame.tcfg) {
                hz = s->reader.config.hz;
                version = s->reader.config.version;
            } else if (s->reader.frame.group == RKH_GROUP_USR) {
                users++;
                weirs += rkh_weir_take(&s->weir, &s->reader, &e) >= 0;
            } else {
                others++;
            }
            // a stream of the unit has its rate in its first frames, one of RKH no user's frames
            decided = (s->weir.started && s->weir.hz) || (hz && others >= FOREIGN && !users);
        }
    }
    s->is_weir = s->weir.started || (users >= 8 && weirs >= users - users / 8);
    source->base = source->options.base;
    uint32_t rate = s->is_weir && s->weir.hz ? s->weir.hz : hz;
    if (rate)
        source->base = (model_base_t){1, rate};
    const char *name = s->is_weir ? "weir" : "RKH";
    size_t size = strlen(name);
    memcpy(s->title, name, size);
    if (version && !s->is_weir) {
        static const char hex[] = "0123456789abcdef";
        const char digits[] = {' ',
                               hex[version >> 12],
                               '.',
                               hex[version >> 8 & 15],
                               '.',
                               hex[version >> 4 & 15],
                               hex[version & 15]};
        memcpy(s->title + size, digits, sizeof digits);
        size += sizeof digits;
    }
    source->title = (model_text_t){s->title, size};
    begin_again(s);
    uint32_t known = s->weir.hz;
    rkh_names_init(&s->names, s->table, NAMES, s->text, sizeof s->text);
    rkh_weir_init(&s->weir, known);
    return 0;
}

static int guess(const uint8_t *bytes, size_t size)
{
    rkh_config_t config;
    return rkh_probe(bytes, size, &config) ? bytes[0] == RKH_FLAG ? 80 : 50 : 0;
}

// ---- writing

typedef struct {
    rkh_writer_t writer;
    rkh_config_t config;
    rkh_weir_t weir;
    uint64_t time;
    bool started;
    int error;
    model_rate_t rate; // from ticks to those of the timestamps
    uint8_t memory[CHUNK];
} sink_t;

static size_t sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
}

static int flush(void *context, const uint8_t *bytes, uint32_t size)
{
    model_sink_t *sink = context;
    sink_t *s = sink->memory;
    int rc = sink->output.write(sink->output.context, bytes, size);
    if (rc)
        s->error = rc;
    return rc;
}

static int begin(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    uint64_t hz = 0;
    s->config = rkh_weir_config;
    // a rate that is a whole number of ticks a second, of 32 bits; else ns
    if (sink->base.numerator && sink->base.denominator % sink->base.numerator == 0)
        hz = sink->base.denominator / sink->base.numerator;
    s->rate = model_rate_same;
    if (sink->base.numerator && (!hz || hz > UINT32_MAX)) {
        hz = 1000000000;
        s->rate = model_rate(sink->base, (model_base_t){1, hz});
    }
    s->config.hz = hz <= UINT16_MAX ? (uint16_t)hz : 0;
    rkh_weir_init(&s->weir, (uint32_t)hz);
    return rkh_writer_init(&s->writer, &s->config, s->memory, sizeof s->memory, flush, sink)
               ? MODEL_E_ROOM
               : 0;
}

static int start(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    if (s->started)
        return 0;
    s->started = true;
    return rkh_weir_emit_start(&s->weir, &s->writer, s->time);
}

// Text with a final 0, cut to size - 1 bytes.
static const char *terminated(model_sink_t *sink, const model_record_t *record, model_text_t text,
                              char *to, size_t size)
{
    size_t length = text.size < size ? text.size : size - 1;
    const char *zero = length ? memchr(text.bytes, 0, length) : NULL;
    length = zero ? (size_t)(zero - text.bytes) : length;
    if (length)
        memcpy(to, text.bytes, length);
    to[length] = 0;
    if (length < text.size)
        model_reduce(&sink->account, record->kind, MODEL_LESS_TEXT);
    return to;
}

static void write_arg(model_sink_t *sink, const model_record_t *record, const model_arg_t *arg)
{
    sink_t *s = sink->memory;
    rkh_writer_t *w = &s->writer;
    uint8_t bytes[8];
    char text[256];
    uint64_t value = arg->u;
    switch (arg->type) {
    case MODEL_ARG_INT:
        if (arg->i < 0 && arg->i >= INT32_MIN) {
            rkh_arg(w,
                    arg->i >= INT8_MIN    ? RKH_I8
                    : arg->i >= INT16_MIN ? RKH_I16
                                          : RKH_I32,
                    0, (uint64_t)arg->i);
            return;
        }
        value = (uint64_t)arg->i;
        if (arg->i < 0)
            model_reduce(&sink->account, record->kind,
                         MODEL_LESS_VALUE); // 64 bits: its sign is lost
        break;
    case MODEL_ARG_POINTER:
        if (value >> 32 == 0) {
            rkh_arg(w, RKH_OBJ, 0, value);
            return;
        }
        break;
    case MODEL_ARG_FLOAT:
        memcpy(&value, &arg->f, sizeof value);
        model_reduce(&sink->account, record->kind, MODEL_LESS_VALUE);
        break;
    case MODEL_ARG_TEXT:
        rkh_arg_string(w, terminated(sink, record, arg->text, text, sizeof text));
        return;
    case MODEL_ARG_BYTES:
        if (arg->text.size > UINT8_MAX)
            model_reduce(&sink->account, record->kind, MODEL_LESS_VALUE);
        rkh_arg_memory(w, arg->text.bytes,
                       (uint8_t)(arg->text.size > UINT8_MAX ? UINT8_MAX : arg->text.size));
        return;
    default: break;
    }
    if (value >> 32) {
        for (int i = 0; i < 8; i++)
            bytes[i] = (uint8_t)(value >> 8 * i);
        rkh_arg_memory(w, bytes, sizeof bytes);
    } else {
        rkh_arg(w, value >> 16 ? RKH_U32 : value >> 8 ? RKH_U16 : RKH_U8, 0, value);
    }
}

static int write_instant(model_sink_t *sink, const model_record_t *record, rkh_weir_event_t *e)
{
    sink_t *s = sink->memory;
    if (record->space != MODEL_SPACE_WEIR || record->id > UINT16_MAX) {
        model_drop(&sink->account, record->kind);
        return 0;
    }
    e->kind = record->class == MODEL_CLASS_COM   ? RKH_WEIR_COM
              : record->class == MODEL_CLASS_SYS ? RKH_WEIR_SYS
                                                 : RKH_WEIR_USER;
    e->id = (uint16_t)record->id;
    int rc = rkh_weir_begin(&s->weir, &s->writer, e);
    if (rc)
        return rc;
    for (unsigned i = 0; i < record->arg_count; i++)
        write_arg(sink, record, &record->args[i]);
    return rkh_end(&s->writer);
}

static int write_object(model_sink_t *sink, const model_record_t *record)
{
    static const uint8_t events[MODEL_OBJECTS] = {
        [MODEL_OBJECT_OTHER] = RKH_FWK_OBJ,    [MODEL_OBJECT_THREAD] = RKH_FWK_OBJ,
        [MODEL_OBJECT_TIMER] = RKH_FWK_TIMER,  [MODEL_OBJECT_QUEUE] = RKH_FWK_QUEUE,
        [MODEL_OBJECT_FUNCTION] = RKH_FWK_FUN, [MODEL_OBJECT_ACTIVE] = RKH_FWK_AO,
    };
    sink_t *s = sink->memory;
    unsigned event = record->object.kind < MODEL_OBJECTS ? events[record->object.kind] : 0;
    char name[201] = "&";
    if (!event || record->object.number >> 32 || !record->name.size) {
        model_drop(&sink->account, record->kind);
        return 0;
    }
    terminated(sink, record, record->name, name + 1, sizeof name - 1);
    return rkh_emit_object(&s->writer, event, (uint32_t)s->time, record->object.number,
                           name + (name[1] != '&')); // of two, readers omit the first
}

static int write_name(model_sink_t *sink, const model_record_t *record, const rkh_weir_event_t *e)
{
    sink_t *s = sink->memory;
    char text[200];
    if (record->space != MODEL_SPACE_WEIR || record->id > UINT16_MAX) {
        model_drop(&sink->account, record->kind);
        return 0;
    }
    const char *name = terminated(sink, record, record->name, text, sizeof text);
    return record->value_named ? rkh_weir_emit_value_name(&s->weir, &s->writer, e->hart, e->time,
                                                          (uint16_t)record->id, record->value, name)
                               : rkh_weir_emit_name(&s->weir, &s->writer, e->hart, e->time,
                                                    (uint16_t)record->id, name);
}

// Events with a value, and switches, of harts that the ids have.
static int rows(model_sink_t *sink, const model_batch_t *b, uint32_t first)
{
    sink_t *s = sink->memory;
    const batch_dictionary_t *d = b->dictionary;
    uint32_t row = first;
    bool exact;
    for (; row < b->count && s->started; row++) {
        const batch_type_t *type = &d->types[b->type[row]];
        const model_thread_t thread = d->threads[b->thread[row]];
        const bool instant = b->form[row] == ROW_VALUE && b->kind[row] == MODEL_INSTANT;
        const unsigned hart = b->hart[row] == MODEL_NO_HART ? 0 : b->hart[row];
        const uint64_t time = model_scale(&s->rate, b->time[row], &exact),
                       value = instant ? b->value[row] : thread.number;
        if (!exact || hart >= HARTS || value >> 32 || time > INT64_MAX || b->context[row] ||
            type->scope ||
            !(instant ? type->space == MODEL_SPACE_WEIR && type->id <= UINT16_MAX
                      : b->form[row] == ROW_SWITCH && thread.known && !thread.process))
            break;
        s->time = time;
        const rkh_weir_kind_t kind = !instant                        ? RKH_WEIR_THREAD
                                     : type->class == MODEL_CLASS_COM ? RKH_WEIR_COM
                                     : type->class == MODEL_CLASS_SYS ? RKH_WEIR_SYS
                                                                      : RKH_WEIR_USER;
        const int rc = rkh_weir_emit_value(&s->weir, &s->writer, kind, hart, time,
                                           (uint16_t)type->id, (uint32_t)value);
        if (s->error)
            return s->error;
        if (rc)
            model_drop(&sink->account, b->kind[row]);
    }
    return (int)(row - first);
}

static int record(model_sink_t *sink, const model_record_t *record)
{
    sink_t *s = sink->memory;
    model_record_t span;
    model_arg_t value;
    record = model_event_span(record, &span, &value);
    rkh_weir_event_t e = {.hart = record->hart == MODEL_NO_HART ? 0 : record->hart};
    bool exact = true, fits = true;
    int rc;
    if (record->timed)
        s->time = model_scale(&s->rate, record->time, &exact);
    if (!exact)
        model_reduce(&sink->account, record->kind, MODEL_LESS_TIME);
    if (e.hart >= HARTS || s->time > INT64_MAX) { // no reader takes such a time
        model_drop(&sink->account, record->kind);
        return 0;
    }
    e.time = s->time;
    rc = start(sink);
    if (rc == 0)
        switch (record->kind) {
        case MODEL_INSTANT: rc = write_instant(sink, record, &e); break;
        case MODEL_SWITCH:
            e.kind = RKH_WEIR_THREAD;
            e.value = (uint32_t)record->thread.number;
            if (record->thread.number >> 32 || !record->thread.known)
                model_reduce(&sink->account, record->kind, MODEL_LESS_THREAD);
            if (record->thread.process)
                model_reduce(&sink->account, record->kind, MODEL_LESS_PROCESS);
            if (record->change.has_priority || record->change.state != MODEL_STATE_UNKNOWN)
                model_reduce(&sink->account, record->kind, MODEL_LESS_STATE);
            if (record->arg_count)
                model_reduce(&sink->account, record->kind, MODEL_LESS_ARGS);
            rc = rkh_weir_emit(&s->weir, &s->writer, &e);
            break;
        case MODEL_ISR_ENTER:
        case MODEL_ISR_EXIT:
            e.kind = RKH_WEIR_ISR;
            e.enter = record->kind == MODEL_ISR_ENTER;
            e.value = record->id;
            if (record->arg_count)
                model_reduce(&sink->account, record->kind, MODEL_LESS_ARGS);
            rc = rkh_weir_emit(&s->weir, &s->writer, &e);
            break;
        case MODEL_LOSS:
            e.kind = RKH_WEIR_LOSS;
            e.hart = 0;
            for (unsigned class = 0; class < MODEL_CLASSES; class ++) {
                fits = fits && record->loss.count[class] <= UINT32_MAX;
                e.dropped[class] = record->loss.count[class] > UINT32_MAX
                                       ? UINT32_MAX
                                       : (uint32_t)record->loss.count[class];
            }
            e.cause = (uint8_t)record->loss.cause;
            e.source = record->loss.source;
            e.first = model_scale(&s->rate, record->loss.first, &exact);
            e.last = model_scale(&s->rate, record->loss.last, &exact);
            if (!fits || !record->loss.counted || record->loss.cause > UINT8_MAX)
                model_reduce(&sink->account, record->kind, MODEL_LESS_LOSS);
            rc = rkh_weir_emit(&s->weir, &s->writer, &e);
            break;
        case MODEL_OBJECT: rc = write_object(sink, record); break;
        case MODEL_NAME: rc = write_name(sink, record, &e); break;
        default: model_drop(&sink->account, record->kind);
        }
    if (s->error)
        return s->error;
    if (rc == RKH_E_ROOM || rc == RKH_E_ARG) // larger than memory
        model_drop(&sink->account, record->kind);
    return 0;
}

static int flush_all(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    rkh_flush(&s->writer);
    return s->error;
}

static int end(model_sink_t *sink)
{
    start(sink);
    return flush_all(sink);
}

const model_format_t model_rkh = {
    .name = "rkh",
    .title = "RKH trace frames",
    .endings = "rkh",
    .settings = "id=1|2|4           reading: bytes of an id\n"
                "timestamp=0|1|2|4      reading: bytes of a timestamp\n"
                "sequence=0|1       reading: frames have a sequence number\n"
                "checksum=0|1       reading: frames have a checksum\n",
    .flags = MODEL_ORDERED,
    .guess = guess,
    .source_size = source_size,
    .open = open,
    .next = next,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .rows = rows,
    .end = end,
    .flush = flush_all,
};
