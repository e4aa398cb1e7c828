// SPDX-License-Identifier: Apache-2.0
// flux: random traces over everything the format can say, written through every kind of buffer and
// read back in every way; what comes out must be what went in.
//
//     flux_roundtrip FIRST_SEED COUNT [DIRECTORY]
// One trace per seed. Prints what differs and the seed, and fails. Streams are also stored in
// DIRECTORY, as SEED.flux.
#include <string.h>

#include "flux.h"
#include "flux_copy.h"
#include "flux_pack.h"
#include "random.h"

// ---- random

// A number whose width is as random as its bits.
static uint64_t any_width(void) { return any() >> below(64) >> (chance(4) ? 1 : 0); }

static int64_t any_signed(void)
{
    uint64_t v = any_width();
    return (int64_t)(chance(2) ? v : ~v);
}

static uint32_t small(void) { return chance(8) ? (uint32_t)any_width() : below(200); }

// ---- memory of one trace

static uint8_t arena[1 << 20];
static size_t arena_used;

static void *keep(const void *data, size_t size)
{
    if (arena_used + size + 16 > sizeof arena) {
        fprintf(stderr, "flux_roundtrip: arena too small\n");
        exit(2);
    }
    void *p = arena + arena_used;
    arena_used += (size + 15) & ~(size_t)15;
    if (data && size)
        memcpy(p, data, size);
    return p;
}

static flux_text_t any_text(uint32_t max)
{
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz <=>/,\"\\0123456789\xc3\xa9";
    uint32_t size = chance(3) ? 0 : below(max + 1);
    char *data = keep(NULL, size);
    for (uint32_t i = 0; i < size; i++)
        data[i] = alphabet[below(sizeof alphabet - 1)];
    return (flux_text_t){data, size};
}

// ---- what was written

typedef struct {
    flux_entry_t entry;
    uint32_t lap; // rings: which entering of a section
    // what the value functions must say of the payload of a sample
    uint8_t type;   // FLUX_..., 0: nothing to check
    uint32_t count; // elements, states or members
    int64_t *integers;
    double *floats;
    flux_text_t *texts;
    uint8_t *states;
    uint32_t *members; // ids; their types in states
} record_t;

#define RECORDS 4096
static record_t records[RECORDS];
static uint32_t record_count, lap;

static record_t *record(const flux_entry_t *entry)
{
    if (record_count == RECORDS) {
        fprintf(stderr, "flux_roundtrip: too many records\n");
        exit(2);
    }
    record_t *r = &records[record_count++];
    *r = (record_t){.entry = *entry, .lap = lap};
    return r;
}

// ---- differences

static uint64_t seed;
static const char *stage = "";

static void differ(const char *what, int kind, uint32_t index)
{
    fprintf(stderr, "flux_roundtrip: seed %" PRIu64 ": %s: %s of entry %" PRIu32 " (%s)\n", seed,
            stage, what, index, flux_kind_name(kind));
    exit(1);
}

static bool same_text(flux_text_t a, flux_text_t b)
{
    return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size));
}

static bool same_bytes(const uint8_t *a, uint32_t a_size, const uint8_t *b, uint32_t b_size)
{
    return a_size == b_size && (!a_size || !memcmp(a, b, a_size));
}

static bool same_signal(const flux_signal_t *a, const flux_signal_t *b)
{
    return a->item == b->item && a->last == b->last && a->parent == b->parent &&
           same_text(a->name, b->name) && same_text(a->description, b->description) &&
           a->type == b->type && a->modifiers == b->modifiers &&
           same_text(a->descriptor, b->descriptor) && same_text(a->tags, b->tags) &&
           a->scale == b->scale && a->scattered == b->scattered && a->from == b->from &&
           a->to == b->to;
}

static bool same_member(const flux_member_t *a, const flux_member_t *b)
{
    return a->item == b->item && a->member == b->member && a->parent == b->parent &&
           same_text(a->label, b->label) && a->type == b->type && a->modifiers == b->modifiers &&
           same_text(a->descriptor, b->descriptor) && same_text(a->description, b->description) &&
           same_text(a->icon, b->icon) && same_text(a->tags, b->tags) && a->scale == b->scale;
}

static bool same_entry(const flux_entry_t *a, const flux_entry_t *b)
{
    switch (a->kind) {
    case FLUX_HEAD:
        return a->head.trace == b->head.trace && same_text(a->head.name, b->head.name) &&
               same_text(a->head.description, b->head.description) &&
               a->head.version == b->head.version && a->head.mode == b->head.mode &&
               a->head.max_item == b->head.max_item && a->head.max_entry == b->head.max_entry;
    case FLUX_SWTH: return a->switched == b->switched;
    case FLUX_SCPD:
        return a->scope.item == b->scope.item && a->scope.parent == b->scope.parent &&
               same_text(a->scope.name, b->scope.name) &&
               same_text(a->scope.description, b->scope.description) &&
               same_text(a->scope.tags, b->scope.tags);
    case FLUX_SIGD:
    case FLUX_MSGD:
    case FLUX_SSGD: return same_signal(&a->signal, &b->signal);
    case FLUX_SIRD:
    case FLUX_SSRD:
        return a->reference.item == b->reference.item &&
               a->reference.parent == b->reference.parent &&
               same_text(a->reference.name, b->reference.name) &&
               same_text(a->reference.description, b->reference.description) &&
               same_text(a->reference.tags, b->reference.tags) &&
               a->reference.scattered == b->reference.scattered &&
               a->reference.from == b->reference.from && a->reference.to == b->reference.to;
    case FLUX_OPEN:
        return a->open.item == b->open.item && same_text(a->open.base, b->open.base) &&
               a->open.start == b->open.start && a->open.rate == b->open.rate;
    case FLUX_CLOS: return a->close.item == b->close.item && a->close.end == b->close.end;
    case FLUX_DOMD: return same_text(a->base, b->base);
    case FLUX_CURR:
        return a->current.item == b->current.item && a->current.position == b->current.position;
    case FLUX_ENMD:
        return a->label.item == b->label.item && a->label.scope == b->label.scope &&
               same_text(a->label.label, b->label.label) && a->label.value == b->label.value;
    case FLUX_MEMD: return same_member(&a->member, &b->member);
    case FLUX_DATA:
        return a->data.item == b->data.item && a->data.tag == b->data.tag &&
               a->data.df == b->data.df && a->data.position == b->data.position &&
               a->data.integer == b->data.integer && a->data.trace == b->data.trace &&
               a->data.layout == b->data.layout &&
               same_bytes(a->data.data, a->data.size, b->data.data, b->data.size);
    case FLUX_ATRE:
        return a->relation.item == b->relation.item && a->relation.type == b->relation.type &&
               a->relation.target == b->relation.target && a->relation.style == b->relation.style &&
               a->relation.distance == b->relation.distance && a->relation.base == b->relation.base;
    case FLUX_ATLA:
        return a->attached.item == b->attached.item && a->attached.style == b->attached.style &&
               a->attached.x == b->attached.x && a->attached.y == b->attached.y;
    case FLUX_CREQ:
    case FLUX_CRES:
        return a->control.control == b->control.control &&
               a->control.message == b->control.message && a->control.count == b->control.count &&
               same_bytes(a->control.members, a->control.size, b->control.members, b->control.size);
    }
    return false;
}

static bool same_float(double a, double b) { return !memcmp(&a, &b, sizeof a); }

// What a member list says, against what was put in.
static bool same_members(const record_t *w, flux_layout_t layout, const uint8_t *data,
                         uint32_t size)
{
    flux_members_t members;
    flux_field_t f;
    uint32_t i = 0;
    int rc;
    flux_members_begin(&members, layout, data, size);
    while ((rc = flux_members_next(&members, &f)) == 1) {
        int64_t integer;
        double real;
        if (i == w->count || f.member != w->members[i] || f.type != w->states[i])
            return false;
        switch (f.type) {
        case FLUX_M_FLOAT:
            if (flux_float(f.data, f.size, &real) || !same_float(real, w->floats[i]))
                return false;
            break;
        case FLUX_M_TEXT:
        case FLUX_M_BINARY:
            if (!same_text((flux_text_t){(const char *)f.data, f.size}, w->texts[i]))
                return false;
            break;
        case FLUX_M_STRUCT: { // one member inside
            flux_members_t inner;
            flux_field_t g;
            flux_members_begin(&inner, layout, f.data, f.size);
            if (flux_members_next(&inner, &g) != 1 || flux_integer(g.data, g.size, &integer) ||
                integer != w->integers[i] || flux_members_next(&inner, &g) != 0)
                return false;
            break;
        }
        case FLUX_M_ENUM_ARRAY:
        case FLUX_M_INTEGER_ARRAY:
        case FLUX_M_FLOAT_ARRAY:
        case FLUX_M_TEXT_ARRAY: { // the same twice
            flux_array_t array;
            flux_bytes_t e;
            if (flux_array_begin_member(&array, f.type, f.modifiers, f.data, f.size))
                return false;
            for (int k = 0; k < 2; k++) {
                if (flux_array_next(&array, &e) != 1)
                    return false;
                if (f.type == FLUX_M_FLOAT_ARRAY) {
                    if (flux_float(e.data, e.size, &real) || !same_float(real, w->floats[i]))
                        return false;
                } else if (f.type == FLUX_M_TEXT_ARRAY) {
                    if (!same_text((flux_text_t){(const char *)e.data, e.size}, w->texts[i]))
                        return false;
                } else if (flux_integer(e.data, e.size, &integer) || integer != w->integers[i]) {
                    return false;
                }
            }
            if (flux_array_next(&array, &e) != 0)
                return false;
            break;
        }
        default:
            if (flux_integer(f.data, f.size, &integer) || integer != w->integers[i])
                return false;
        }
        i++;
    }
    return rc == 0 && i == w->count;
}

static bool same_array(const record_t *w, const flux_data_t *d)
{
    flux_array_t array;
    flux_bytes_t e;
    uint32_t i = 0;
    int rc;
    if (flux_array_begin(&array, w->type, d->df, d->data, d->size))
        return false;
    while ((rc = flux_array_next(&array, &e)) == 1) {
        int64_t integer;
        double real;
        if (i == w->count)
            return false;
        if (w->type == FLUX_FLOAT_ARRAY) {
            if (flux_float(e.data, e.size, &real) || !same_float(real, w->floats[i]))
                return false;
        } else if (w->type == FLUX_TEXT_ARRAY) {
            if (!same_text((flux_text_t){(const char *)e.data, e.size}, w->texts[i]))
                return false;
        } else if (flux_integer(e.data, e.size, &integer) || integer != w->integers[i]) {
            return false;
        }
        i++;
    }
    return rc == 0 && i == w->count;
}

static bool same_value(const record_t *w, const flux_entry_t *e)
{
    if (e->kind == FLUX_CREQ || e->kind == FLUX_CRES)
        return same_members(w, e->layout, e->control.members, e->control.size);
    const flux_data_t *d = &e->data;
    int64_t integer;
    double real;
    uint8_t states[256];
    switch (w->type) {
    case FLUX_INTEGER:
    case FLUX_EVENT:
        return flux_integer(d->data, d->size, &integer) == 0 && integer == w->integers[0];
    case FLUX_FLOAT:
        return flux_float(d->data, d->size, &real) == 0 && same_float(real, w->floats[0]);
    case FLUX_LOGIC:
        return flux_logic(d->df, d->data, d->size, states, w->count) == 0 &&
               !memcmp(states, w->states, w->count);
    case FLUX_STRUCT: return same_members(w, d->layout, d->data, d->size);
    case FLUX_UNKNOWN: return true;
    }
    return same_array(w, d);
}

// ---- writing

#define TRACES 3
#define ITEMS 12
#define DOMAINS 4
#define OUT_MAX (1u << 19)

typedef struct {
    uint32_t id, parent, last;
    bool scope;
} item_t;

typedef struct {
    flux_domain_t domain;
    uint32_t item;
} open_t;

typedef struct {
    uint32_t id;
    flux_trace_t trace;
    item_t items[ITEMS];
    uint32_t item_count;
    open_t opens[DOMAINS];
    uint32_t open_count;
    flux_text_t base;
    bool repeated; // a SYNC head was written
} model_t;

static model_t models[TRACES];
static uint32_t model_count;
static model_t *current;

static uint8_t out[OUT_MAX];
static uint32_t out_size;

static int collect(void *arg, const uint8_t *data, uint32_t size)
{
    (void)arg;
    if (size > OUT_MAX - out_size)
        return -1;
    memcpy(out + out_size, data, size);
    out_size += size;
    return 0;
}

static flux_entry_t entry_of(int kind)
{
    return (flux_entry_t){.kind = kind, .trace = current->id, .layout = current->trace.layout};
}

// Records an entry that was written; what did not fit must not appear. Any other error is one.
static record_t *wrote(int rc, const flux_entry_t *entry)
{
    if (rc == 0)
        return record(entry);
    if (rc != FLUX_E_ROOM)
        differ("error of the emitter", entry->kind, record_count);
    return NULL;
}

// The open item over an item: itself, or the nearest above it.
static open_t *opened(model_t *m, uint32_t id)
{
    for (;;) {
        for (uint32_t i = 0; i < m->open_count; i++)
            if (m->opens[i].item == id && m->opens[i].domain.open)
                return &m->opens[i];
        if (id == 0)
            return NULL;
        uint32_t parent = 0;
        for (uint32_t i = 0; i < m->item_count; i++)
            if (id >= m->items[i].id && id <= m->items[i].last)
                parent = m->items[i].parent;
        id = parent;
    }
}

static uint32_t some_parent(void)
{
    uint32_t at = current->item_count ? below(current->item_count + 1) : 0;
    return at && current->items[at - 1].scope ? current->items[at - 1].id : 0;
}

static bool write_head(bool sync)
{
    flux_entry_t e = entry_of(FLUX_HEAD);
    e.head = (flux_head_t){current->id,
                           any_text(12),
                           any_text(30),
                           current->trace.layout == FLUX_V4 ? 4 : 6,
                           sync,
                           (uint32_t)any_width(),
                           (uint32_t)any_width()};
    return wrote(flux_emit_head(&current->trace, &e.head), &e);
}

static void write_definition(bool first)
{
    if (current->item_count == ITEMS)
        return;
    bool extended = current->trace.layout == FLUX_EXTENDED;
    uint32_t id = 1 + (current->item_count ? current->items[current->item_count - 1].last : 0) +
                  below(3);
    if (chance(20))
        id += below(1u << 20);
    item_t item = {id, some_parent(), id, false};
    uint32_t what = first ? below(2) : below(6);
    flux_entry_t e;
    record_t *done = NULL;
    if (what == 0) {
        e = entry_of(FLUX_SCPD);
        item.scope = true;
        e.scope = (flux_scope_t){id, item.parent, any_text(10), any_text(10),
                                 extended ? any_text(10) : FLUX_STR("")};
        done = wrote(flux_emit_scope(&current->trace, &e.scope), &e);
    } else if (what < 4) {
        e = entry_of(what == 1 ? FLUX_SIGD : what == 2 ? FLUX_MSGD : FLUX_SSGD);
        e.signal = (flux_signal_t){.item = id,
                                   .parent = item.parent,
                                   .name = any_text(10),
                                   .description = any_text(10),
                                   .type = (uint8_t)(1 + below(11)),
                                   .descriptor = chance(3) ? FLUX_STR("default<bits=16>")
                                                           : any_text(20)};
        if (extended) {
            e.signal.tags = any_text(10);
            e.signal.scale = (int32_t)any_signed();
        }
        if (what == 2)
            item.last = e.signal.last = id + below(5);
        if (what == 3) {
            e.signal.scattered = true;
            e.signal.from = small();
            e.signal.to = small();
        }
        done = wrote(flux_emit_signal(&current->trace, &e.signal), &e);
    } else {
        e = entry_of(what == 4 ? FLUX_SIRD : FLUX_SSRD);
        e.reference = (flux_reference_t){.item = small(),
                                         .parent = item.parent,
                                         .name = any_text(10),
                                         .description = any_text(10),
                                         .tags = extended ? any_text(10) : FLUX_STR("")};
        if (what == 5) {
            e.reference.scattered = true;
            e.reference.from = small();
            e.reference.to = small();
        }
        wrote(flux_emit_reference(&current->trace, &e.reference), &e);
        return;
    }
    if (done)
        current->items[current->item_count++] = item;
}

static void write_open(uint32_t item)
{
    static const char *const bases[] = {"ns", "us", "ps100", "Hz", ""};
    open_t *o = NULL;
    for (uint32_t i = 0; i < current->open_count; i++)
        if (current->opens[i].item == item)
            o = &current->opens[i];
    if (!o && current->open_count == DOMAINS)
        return;
    const char *base = bases[below(5)];
    flux_entry_t e = entry_of(FLUX_OPEN);
    flux_domain_t domain = {0};
    int64_t start = chance(3) ? any_signed() >> 2 : (int64_t)below(1000);
    e.open = (flux_open_t){
        item, {base, (uint32_t)strlen(base)}, start, chance(4) ? any_signed() : 0, false};
    int rc = flux_emit_open(&current->trace, &domain, &e.open);
    if (!e.open.base.size)
        e.open.base = current->base; // as the reader says it
    if (!wrote(rc, &e) ||
        (o && o->domain.open && current->repeated)) // repeated: whoever has the trace ignores it
        return;
    if (!o)
        o = &current->opens[current->open_count++];
    *o = (open_t){domain, item};
}

static void write_close(void)
{
    if (!current->open_count)
        return;
    open_t *o = &current->opens[below(current->open_count)];
    if (!o->domain.open || (o->item == 0 && !chance(4))) // closing the root ends most of the trace
        return;
    flux_entry_t e = entry_of(FLUX_CLOS);
    e.close = (flux_close_t){o->item, any_signed()};
    wrote(flux_emit_close(&current->trace, &o->domain, e.close.end), &e);
}

static void write_current(open_t *o, int64_t position)
{
    flux_entry_t e = entry_of(FLUX_CURR);
    e.current = (flux_current_t){o->item, position};
    wrote(flux_emit_current(&current->trace, &o->domain, position), &e);
}

static int64_t later(int64_t now)
{
    uint64_t room = (uint64_t)INT64_MAX - (uint64_t)now;
    uint64_t delta = chance(3) ? 0 : chance(20) ? any_width() : below(300);
    return (int64_t)((uint64_t)now + (delta > room ? room : delta));
}

// A member list of up to six members; fills in the record's side of it.
static void some_members(flux_payload_t *p, record_t *w)
{
    static const uint8_t types[] = {FLUX_M_INTEGER,       FLUX_M_FLOAT,       FLUX_M_TEXT,
                                    FLUX_M_LOCAL_ENUM,    FLUX_M_GLOBAL_ENUM, FLUX_M_MERGE_ENUM,
                                    FLUX_M_BINARY,        FLUX_M_STRUCT,      FLUX_M_ENUM_ARRAY,
                                    FLUX_M_INTEGER_ARRAY, FLUX_M_FLOAT_ARRAY, FLUX_M_TEXT_ARRAY};
    w->count = below(7);
    w->members = keep(NULL, w->count * sizeof *w->members);
    w->states = keep(NULL, w->count);
    w->integers = keep(NULL, w->count * sizeof *w->integers);
    w->floats = keep(NULL, w->count * sizeof *w->floats);
    w->texts = keep(NULL, w->count * sizeof *w->texts);
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t id = w->members[i] = small();
        uint8_t type = types[below(sizeof types)];
        if ((type == FLUX_M_GLOBAL_ENUM || type == FLUX_M_MERGE_ENUM) && p->layout == FLUX_EXTENDED)
            type = FLUX_M_LOCAL_ENUM;
        w->states[i] = type;
        w->integers[i] = any_signed();
        bool is_unsigned = chance(2) && w->integers[i] >= 0;
        w->floats[i] = (double)any_signed() / 3;
        w->texts[i] = any_text(20);
        uint8_t nested[64];
        flux_payload_t n;
        flux_payload_init(&n, nested, sizeof nested, p->layout);
        switch (type) {
        case FLUX_M_INTEGER:
            if (is_unsigned)
                flux_add_unsigned(p, id, (uint64_t)w->integers[i]);
            else
                flux_add_integer(p, id, w->integers[i]);
            break;
        case FLUX_M_BINARY: flux_add_member(p, id, type, w->texts[i].data, w->texts[i].size); break;
        case FLUX_M_FLOAT: flux_add_float(p, id, w->floats[i]); break;
        case FLUX_M_TEXT: flux_add_text(p, id, w->texts[i]); break;
        case FLUX_M_STRUCT:
            flux_add_integer(&n, small(), w->integers[i]);
            flux_add_member(p, id, type, n.data, n.used);
            break;
        case FLUX_M_ENUM_ARRAY:
        case FLUX_M_INTEGER_ARRAY:
        case FLUX_M_FLOAT_ARRAY:
        case FLUX_M_TEXT_ARRAY: // the same twice
            flux_add_count(&n, 2);
            for (int k = 0; k < 2; k++)
                if (type == FLUX_M_FLOAT_ARRAY)
                    flux_add_float_element(&n, w->floats[i]);
                else if (type == FLUX_M_TEXT_ARRAY)
                    flux_add_element(&n, w->texts[i].data, w->texts[i].size);
                else
                    flux_add_integer_element(&n, w->integers[i]);
            flux_add_member(p, id, type | 0x20, n.data, n.used);
            break;
        default: flux_add_enum(p, id, type, w->integers[i]);
        }
    }
}

// An array of up to five elements.
static uint8_t some_array(flux_payload_t *p, record_t *w)
{
    bool counted = chance(2), narrow = chance(2),
         any = chance(3); // any: elements of any width, floats with their length
    w->type = (uint8_t)(FLUX_EVENT_ARRAY + below(4));
    w->count = below(6);
    w->integers = keep(NULL, w->count * sizeof *w->integers);
    w->floats = keep(NULL, w->count * sizeof *w->floats);
    w->texts = keep(NULL, w->count * sizeof *w->texts);
    if (counted)
        flux_add_count(p, w->count);
    for (uint32_t i = 0; i < w->count; i++) {
        w->integers[i] = any_signed();
        w->floats[i] = narrow ? (double)((float)any_signed() / 3) : (double)any_signed() / 3;
        w->texts[i] = any_text(20);
        if (w->type == FLUX_TEXT_ARRAY)
            flux_add_element(p, w->texts[i].data, w->texts[i].size);
        else if (w->type != FLUX_FLOAT_ARRAY)
            flux_add_integer_element(p, w->integers[i]);
        else if (any && narrow)
            flux_add_element(p, &(float){(float)w->floats[i]}, 4);
        else if (any)
            flux_add_element(p, &w->floats[i], 8);
        else if (narrow)
            flux_add_float32_element(p, (float)w->floats[i]);
        else
            flux_add_float_element(p, w->floats[i]);
    }
    if (w->type == FLUX_EVENT_ARRAY)
        return counted ? 3 : 2;
    return (uint8_t)((counted ? 3 : 1) + (w->type == FLUX_TEXT_ARRAY ? 0
                                          : any                      ? 12
                                          : narrow                   ? 4
                                                                     : 8));
}

static void write_data(void)
{
    uint32_t id = 1 + below(40);
    if (current->item_count && !chance(4)) {
        const item_t *item = &current->items[below(current->item_count)];
        id = item->id + below(item->last - item->id + 1);
    } else if (chance(10)) {
        id = (uint32_t)any_width() | 1;
    }
    open_t *o = opened(current, id);
    if (!o)
        return;
    flux_domain_t *t = &o->domain;
    flux_entry_t e = entry_of(FLUX_DATA);
    int64_t at = later(t->current);
    record_t w = {0};
    uint8_t bytes[600];
    flux_payload_t p;
    flux_payload_init(&p, bytes, sizeof bytes, current->trace.layout);
    e.data = (flux_data_t){.item = id,
                           .position = at,
                           .df = FLUX_DF_INTEGER,
                           .data = bytes,
                           .trace = current->id,
                           .layout = current->trace.layout};
    // a model of what the payload must be, as bytes: written here, not with the emitter
    int64_t integer = any_signed();
    double real = (double)any_signed() / 7;
    uint32_t what = below(14);
    int rc;
    switch (what) {
    case 0:
    case 1:
    case 2:
    case 3: {
        uint64_t bits = (uint64_t)integer;
        bool is_unsigned = what == 2 && integer >= 0;
        while (integer && e.data.size < 9) { // shortest: until the top bit is the sign
            bytes[e.data.size++] = (uint8_t)bits;
            bits = (uint64_t)((int64_t)bits >> 8);
            if ((bits == 0 && bytes[e.data.size - 1] < 0x80) ||
                (bits == UINT64_MAX && bytes[e.data.size - 1] >= 0x80))
                break;
        }
        w.type = what == 3 ? FLUX_EVENT : FLUX_INTEGER;
        w.integers = keep(&integer, sizeof integer);
        e.data.integer = integer;
        e.data.df = what == 3 ? FLUX_DF_EVENT : FLUX_DF_INTEGER;
        rc = what == 3     ? flux_emit_event(&current->trace, t, id, at, integer)
             : is_unsigned ? flux_emit_unsigned(&current->trace, t, id, at, (uint64_t)integer)
                           : flux_emit_integer(&current->trace, t, id, at, integer);
        break;
    }
    case 4: { // an unsigned number of all 64 bits
        uint64_t big = any() | 1ull << 63;
        for (int i = 0; i < 8; i++)
            bytes[i] = (uint8_t)(big >> (8 * i));
        bytes[8] = 0;
        e.data.size = 9;
        rc = flux_emit_unsigned(&current->trace, t, id, at, big);
        break;
    }
    case 5:
        memcpy(bytes, &real, 8);
        e.data.size = 8;
        e.data.df = FLUX_DF_FLOAT64;
        w.type = FLUX_FLOAT;
        w.floats = keep(&real, sizeof real);
        rc = flux_emit_float(&current->trace, t, id, at, real);
        break;
    case 6: {
        float narrow = (float)real;
        real = (double)narrow;
        memcpy(bytes, &narrow, 4);
        e.data.size = 4;
        e.data.df = FLUX_DF_FLOAT32;
        w.type = FLUX_FLOAT;
        w.floats = keep(&real, sizeof real);
        rc = flux_emit_float32(&current->trace, t, id, at, narrow);
        break;
    }
    case 7:
    case 8: {
        flux_text_t text = any_text(chance(20) ? 500 : 40);
        memcpy(bytes, text.data, text.size);
        e.data.size = text.size;
        if (text.size <= 8)
            flux_integer(bytes, text.size, &e.data.integer);
        rc = what == 7 ? flux_emit_text(&current->trace, t, id, at, text)
                       : flux_emit_binary(&current->trace, t, id, at, text.data, text.size);
        break;
    }
    case 9:
        e.data.df = FLUX_DF_NONE;
        rc = flux_emit_none(&current->trace, t, id, at);
        break;
    case 10: {
        uint8_t states[256];
        uint32_t kinds = chance(3) ? 2 : chance(2) ? 4 : 16;
        w.type = FLUX_LOGIC;
        w.count = 1 + below(chance(5) ? 200 : 20);
        for (uint32_t i = 0; i < w.count; i++)
            states[i] = i && chance(3) ? states[i - 1] : (uint8_t)below(kinds);
        if (chance(4))
            memset(states, states[0], w.count);
        w.states = keep(states, w.count);
        rc = flux_emit_logic(&current->trace, t, id, at, states, w.count);
        break;
    }
    case 11:
        w.type = FLUX_STRUCT;
        some_members(&p, &w);
        rc = flux_emit_payload(&current->trace, t, id, at, 1, &p);
        break;
    case 12:
        e.data.df = some_array(&p, &w);
        rc = flux_emit_payload(&current->trace, t, id, at, e.data.df, &p);
        break;
    default:
        e.data.tag = chance(3)                          ? 0
                     : current->trace.layout == FLUX_V4 ? 1
                                                        : (uint8_t)(1 + below(255));
        e.data.size = chance(2) ? 1 : below(40); // integers of any width
        for (uint32_t i = 0; i < e.data.size; i++)
            bytes[i] = (uint8_t)any();
        if (e.data.size <= 8)
            flux_integer(bytes, e.data.size, &e.data.integer);
        rc = flux_emit_data(&current->trace, t, &e.data);
    }
    if (what == 11 || what == 12) {
        e.data.size = p.used;
        if ((e.data.df == 1 || e.data.df == 2) && p.used <= 8)
            flux_integer(bytes, p.used, &e.data.integer);
    }
    e.data.data = keep(bytes, sizeof bytes < e.data.size ? sizeof bytes : e.data.size);
    record_t *done = wrote(rc, &e);
    if (!done)
        return;
    if (what == 10)
        done->entry.data.df =
            255; // how logic is packed is not checked by bytes, but by what it says
    done->type = w.type;
    done->count = w.count;
    done->integers = w.integers;
    done->floats = w.floats;
    done->texts = w.texts;
    done->states = w.states;
    done->members = w.members;
}

static void write_other(void)
{
    flux_entry_t e;
    bool v4 = current->trace.layout == FLUX_V4, extended = current->trace.layout == FLUX_EXTENDED;
    switch (below(5)) {
    case 0:
        e = entry_of(FLUX_ENMD);
        e.label = (flux_enum_t){small(), small(), any_text(12), any_width()};
        wrote(flux_emit_enum(&current->trace, &e.label), &e);
        break;
    case 1:
        if (!current->item_count) // the layout would not be known yet
            break;
        e = entry_of(FLUX_MEMD);
        e.member = (flux_member_t){.item = small(),
                                   .member = small(),
                                   .parent = v4 ? 0 : small(),
                                   .label = any_text(12),
                                   .type = (uint8_t)below(14),
                                   .modifiers = (uint8_t)(below(4) << 6),
                                   .descriptor = any_text(12)};
        if (extended) {
            if (e.member.type == FLUX_M_GLOBAL_ENUM || e.member.type == FLUX_M_MERGE_ENUM)
                e.member.type = FLUX_M_LOCAL_ENUM;
            e.member.description = any_text(12);
            e.member.icon = any_text(12);
            e.member.tags = any_text(12);
            e.member.scale = (int32_t)any_signed();
        }
        wrote(flux_emit_member(&current->trace, &e.member), &e);
        break;
    case 2:
        e = entry_of(FLUX_ATRE);
        e.relation = (flux_relation_t){
            small(), v4 ? 0 : (uint8_t)below(4), small(), small(), any_signed(), v4 ? 0 : small()};
        wrote(flux_emit_relation(&current->trace, &e.relation), &e);
        break;
    case 3:
        e = entry_of(FLUX_ATLA);
        e.attached = (flux_label_t){small(), small(), v4 ? any_signed() : 0, v4 ? any_signed() : 0};
        wrote(flux_emit_label(&current->trace, &e.attached), &e);
        break;
    case 4: {
        bool request = chance(2);
        record_t w = {0};
        uint8_t bytes[600];
        flux_payload_t p;
        e = entry_of(request ? FLUX_CREQ : FLUX_CRES);
        flux_payload_init(&p, bytes, sizeof bytes, current->trace.layout);
        some_members(&p, &w);
        e.control = (flux_control_t){small(), small(), w.count, keep(bytes, p.used), p.used};
        record_t *done = wrote(request ? flux_emit_request(&current->trace, &e.control)
                                       : flux_emit_result(&current->trace, &e.control),
                               &e);
        if (done) {
            w.entry = done->entry;
            w.lap = done->lap;
            *done = w;
        }
        break;
    }
    }
}

static void write_base(void)
{
    flux_entry_t e = entry_of(FLUX_DOMD);
    e.base = any_text(FLUX_BASE_MAX);
    if (wrote(flux_emit_base(&current->trace, e.base), &e))
        current->base = e.base;
}

static void switch_trace(void)
{
    model_t *before = current;
    current = &models[below(model_count)];
    flux_entry_t e = entry_of(FLUX_SWTH);
    e.switched = current->id;
    if (!wrote(flux_emit_switch(&current->trace, current->id), &e))
        current = before;
}

static void begin_traces(flux_buffer_t *buffer, uint32_t count)
{
    model_count = count;
    for (uint32_t i = 0; i < count; i++) {
        current = &models[i];
        *current = (model_t){.id = i ? models[i - 1].id + 1 + below(1000) : below(4)};
        flux_trace_init(&current->trace, buffer, (flux_layout_t)below(3));
        write_head(chance(8));
        if (chance(4))
            write_base();
        if (!chance(6)) {
            write_definition(true);
            while (current->item_count && !chance(6))
                write_definition(false);
        }
        if (!current->item_count && current->trace.layout == FLUX_EXTENDED)
            current->trace.layout = FLUX_CLASSIC; // without definitions nobody can tell
        write_open(0);
    }
}

// Everything but what depends on positions that a ring may lose.
static void write_some(uint32_t entries, bool whole)
{
    for (uint32_t i = 0; i < entries; i++) {
        uint32_t what = below(40);
        if (what < 26)
            write_data();
        else if (what < 31)
            write_other();
        else if (what == 31 && current->open_count && current->opens[0].domain.open)
            write_current(&current->opens[0], any_signed() >> 1);
        else if (what == 32 && whole)
            switch_trace();
        else if (what == 33 && whole && current->item_count)
            write_definition(false);
        else if (what == 34 && whole && current->item_count)
            write_open(chance(8) ? 0 : current->items[below(current->item_count)].id);
        else if (what == 35 && whole)
            write_close();
        else if (what == 36 && whole)
            write_base();
        else if (what == 37 && whole && chance(3))
            current->repeated |= write_head(true); // a repeated head changes nothing
    }
}

// ---- buffers

static uint64_t pack_work[FLUX_PACK_WORK / 8];

static void write_linear(void)
{
    uint8_t memory[8192];
    flux_buffer_t buffer;
    flux_buffer_init(&buffer, memory, chance(3) ? 64 + below(200) : sizeof memory, collect, NULL);
    begin_traces(&buffer, 1 + below(TRACES));
    write_some(below(60), true);
    flux_flush(&buffer);
}

// Two buffers one behind the other, or three; entries before the buffer is switched are not packed.
static void write_packed(void)
{
    static uint8_t first[8192], second[16384], third[32768], scratch[2][16384];
    flux_buffer_t outer, middle, inner;
    flux_packer_t pack_middle = {&outer, (uint8_t)below(chance(4) ? 4 : 2), scratch[0],
                                 sizeof scratch[0], pack_work};
    bool three = chance(3);
    flux_packer_t pack_inner = {three ? &middle : &outer, (uint8_t)below(chance(4) ? 4 : 2),
                                scratch[1], sizeof scratch[1], pack_work};
    flux_buffer_init(&outer, third, sizeof third, collect, NULL);
    flux_buffer_init(&middle, second, sizeof second, flux_packer_handler, &pack_middle);
    flux_buffer_init(&inner, first, 512 + below(sizeof first - 512), flux_packer_handler,
                     &pack_inner);
    bool head_first = chance(2);
    begin_traces(head_first ? &outer : &inner, 1 + below(TRACES));
    flux_flush(&inner);
    for (uint32_t i = 0; i < model_count; i++)
        models[i].trace.buffer = &inner;
    write_some(below(200), true);
    flux_flush(&inner);
    flux_flush(&middle);
    flux_flush(&outer);
}

static void enter_section(flux_ring_t *ring)
{
    (void)ring;
    lap++;
    for (uint32_t i = 0; i < current->open_count; i++)
        if (current->opens[i].domain.open)
            write_current(&current->opens[i], current->opens[i].domain.current);
}

// A dump of a ring at any moment: what its sections still hold must come back in order.
static uint32_t write_ring(void)
{
    static uint8_t head[16384], memory[8192];
    flux_buffer_t buffer;
    flux_ring_t ring;
    flux_buffer_init(&buffer, head, sizeof head, collect, NULL);
    begin_traces(&buffer, 1);
    if (current->item_count && chance(2))
        write_open(current->items[0].id);
    flux_flush(&buffer);
    uint32_t sections = 2 + below(6), size = sections * (7 + 64 + below(200)) + below(sections);
    current->trace.buffer = &ring.buffer;
    if (flux_ring_init(&ring, memory, size, sections, enter_section, NULL))
        differ("flux_ring_init", 0, 0);
    write_some(below(chance(4) ? 1500 : 200), false);
    collect(NULL, memory, size);
    return lap > sections ? lap - sections : 0; // entries of this lap and before are overwritten
}

// ---- reading

static uint32_t read_count, read_limit; // records seen, and those that must come
static uint64_t bytes_seen;
static uint64_t runs; // delivered
static bool plain;    // no blocks, no sections: offsets add up

static uint32_t skip_lap;

static void check(const flux_entry_t *e)
{
    if (e->kind == FLUX_PBLK || e->kind == FLUX_SECT)
        return;
    while (read_count < record_count && records[read_count].lap &&
           records[read_count].lap <= skip_lap)
        read_count++;
    if (read_count == record_count)
        differ("one too many", e->kind, read_count);
    const record_t *w = &records[read_count];
    flux_entry_t expected = w->entry;
    if (e->kind != expected.kind)
        differ("kind", e->kind, read_count);
    if (expected.kind == FLUX_DATA && expected.data.df == 255) { // logic
        expected.data.df = e->data.df;
        expected.data.size = e->data.size;
        expected.data.data = e->data.data;
        expected.data.integer = e->data.integer;
    }
    if (!same_entry(&expected, e))
        differ("content", e->kind, read_count);
    if (!same_value(w, e))
        differ("value", e->kind, read_count);
    if (plain && e->where.offset < bytes_seen)
        differ("offset", e->kind, read_count);
    bytes_seen = e->where.offset + 1;
    read_count++;
}

static void check_pulled(const flux_entry_t *e)
{
    check(e);
    if (!e->raw)
        return;
    if (plain && memcmp(out + e->where.offset, e->raw, e->raw_size))
        differ("raw bytes", e->kind, read_count);
    // what was read can be written again, to the same bytes
    uint8_t again[4096];
    flux_buffer_t buffer;
    flux_trace_t trace;
    flux_buffer_init(&buffer, again, sizeof again, NULL, NULL);
    flux_trace_init(&trace, &buffer, e->layout);
    int rc = flux_emit_entry(&trace, e);
    if (rc == 1)
        return;
    if (rc || !same_bytes(again, buffer.used, e->raw, e->raw_size))
        differ("rewrite", e->kind, read_count);
}

#define VISIT(name, type, tag, member)                                                             \
    static int on_##name(void *ctx, const flux_where_t *where, type v)                             \
    {                                                                                              \
        (void)ctx;                                                                                 \
        flux_entry_t e = {                                                                         \
            .kind = tag, .where = *where, .layout = records[read_count].entry.layout};             \
        e.member = v;                                                                              \
        check(&e);                                                                                 \
        return 0;                                                                                  \
    }
#define VISIT_AT(name, type, tag, member)                                                          \
    static int on_##name(void *ctx, const flux_where_t *where, const type *v)                      \
    {                                                                                              \
        (void)ctx;                                                                                 \
        flux_entry_t e = {                                                                         \
            .kind = tag, .where = *where, .layout = records[read_count].entry.layout};             \
        e.member = *v;                                                                             \
        check(&e);                                                                                 \
        return 0;                                                                                  \
    }
VISIT_AT(head, flux_head_t, FLUX_HEAD, head)
VISIT(switched, uint32_t, FLUX_SWTH, switched)
VISIT_AT(scope, flux_scope_t, FLUX_SCPD, scope)
VISIT_AT(signal, flux_signal_t, v->scattered ? FLUX_SSGD : v->last ? FLUX_MSGD : FLUX_SIGD, signal)
VISIT_AT(reference, flux_reference_t, v->scattered ? FLUX_SSRD : FLUX_SIRD, reference)
VISIT_AT(label, flux_enum_t, FLUX_ENMD, label)
VISIT_AT(member, flux_member_t, FLUX_MEMD, member)
VISIT_AT(open, flux_open_t, FLUX_OPEN, open)
VISIT_AT(close, flux_close_t, FLUX_CLOS, close)
VISIT(base, flux_text_t, FLUX_DOMD, base)
VISIT_AT(current, flux_current_t, FLUX_CURR, current)
VISIT_AT(data, flux_data_t, FLUX_DATA, data)
VISIT_AT(relation, flux_relation_t, FLUX_ATRE, relation)
VISIT_AT(attached, flux_label_t, FLUX_ATLA, attached)
VISIT_AT(request, flux_control_t, FLUX_CREQ, control)
VISIT_AT(result, flux_control_t, FLUX_CRES, control)

// A sample of a run has no payload: what it says is compared with that of the sample written.
static int on_samples(void *ctx, const flux_where_t *where, const flux_run_t *run)
{
    if (!run->count || run->count > FLUX_RUN_MAX ||
        run->domain->current != run->samples[run->count - 1].position)
        differ("run", FLUX_DATA, read_count);
    for (uint32_t i = 0; i < run->count; i++) {
        const flux_sample_t *s = &run->samples[i];
        const flux_data_t *w = &records[read_count].entry.data;
        const bool is_data = read_count < record_count &&
                             records[read_count].entry.kind == FLUX_DATA;
        int64_t integer = is_data && w->df != 255 ? w->integer : s->value; // 255: logic
        if (s->value != integer)
            differ("value in a run", FLUX_DATA, read_count);
        flux_where_t here = *where;
        if (here.depth)
            here.inner += s->offset;
        else
            here.offset += s->offset;
        flux_data_t d = {.item = s->item,
                         .tag = s->tag,
                         .df = s->df,
                         .position = s->position,
                         .integer = s->value,
                         .trace = run->trace,
                         .layout = run->layout,
                         .domain = run->domain};
        if (is_data) {
            d.data = w->data;
            d.size = w->size;
        }
        on_data(ctx, &here, &d);
    }
    runs++;
    return 0;
}

static const flux_visitor_t visitor = {.head = on_head,
                                       .switched = on_switched,
                                       .scope = on_scope,
                                       .signal = on_signal,
                                       .reference = on_reference,
                                       .label = on_label,
                                       .member = on_member,
                                       .open = on_open,
                                       .close = on_close,
                                       .base = on_base,
                                       .current = on_current,
                                       .data = on_data,
                                       .relation = on_relation,
                                       .attached = on_attached,
                                       .request = on_request,
                                       .result = on_result};
static flux_visitor_t visitor_of_runs; // the same, and on_samples

static flux_reader_config_t config;
static void *reader_memory;
static size_t reader_size;

static flux_reader_t *new_reader(const char *name, const flux_visitor_t *v)
{
    stage = name;
    read_count = 0;
    bytes_seen = 0;
    return flux_reader_init(reader_memory, reader_size, &config, v, NULL);
}

static void expect_end(int rc)
{
    while (read_count < record_count && records[read_count].lap &&
           records[read_count].lap <= skip_lap)
        read_count++;
    if (rc || read_count != read_limit)
        differ(rc ? "error of the reader" : "end", 0, read_count);
}

static void read_all(void)
{
    read_limit = record_count;
    const flux_visitor_t *v = &visitor;
    flux_reader_t *r = NULL;
    int rc;
    for (int with_runs = 0; with_runs < 2; with_runs++, v = &visitor_of_runs) {
        r = new_reader(with_runs ? "push, whole, runs" : "push, whole", v);
        rc = flux_reader_push(r, out, out_size);
        expect_end(rc ? rc : flux_reader_end(r));
    }

    r = new_reader("push, chunks", chance(2) ? &visitor : &visitor_of_runs);
    uint32_t most = chance(3) ? 1 : 1 + below(100);
    rc = 0;
    for (uint32_t at = 0, size; rc == 0 && at < out_size; at += size) {
        size = 1 + below(most);
        size = size < out_size - at ? size : out_size - at;
        // a copy of exactly this size lets the sanitizer see a read beyond the chunk
        uint8_t *chunk = malloc(size);
        memcpy(chunk, out + at, size);
        rc = flux_reader_push(r, chunk, size);
        free(chunk);
    }
    expect_end(rc ? rc : flux_reader_end(r));

    r = new_reader("pull", NULL);
    const flux_entry_t *e;
    flux_reader_feed(r, out, out_size);
    flux_reader_finish(r);
    while ((rc = flux_reader_next(r, &e)) == 1)
        check_pulled(e);
    expect_end(rc);
}

// A stream that is cut: everything before the cut comes, and then one error, unless the cut is
// between two entries.
static void read_cut(void)
{
    flux_reader_t *r = new_reader("cut", NULL);
    const flux_entry_t *e;
    uint32_t cut = below(out_size), whole = 0;
    uint64_t end = 0;
    int rc;
    flux_reader_feed(r, out, cut);
    flux_reader_finish(r);
    while ((rc = flux_reader_next(r, &e)) == 1) {
        if (e->kind >= FLUX_SCPD && e->kind <= FLUX_SSRD && e->where.offset + e->raw_size == cut)
            return; // the cut may have left just what the other layout would write
        check_pulled(e);
        end = e->where.offset + e->raw_size;
        whole++;
    }
    if (end > cut || (rc == 0 && end != cut) ||
        (rc != 0 && rc != FLUX_E_CUT && !(rc == FLUX_E_HEAD && cut == 0)))
        differ("the cut", 0, whole);
    uint64_t from = flux_reader_error(r) ? flux_reader_error(r)->where.offset : end;
    if (from != end)
        differ("where it was cut", 0, whole);
}

static void store(const char *directory)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%" PRIu64 ".flux", directory, seed);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(out, 1, out_size, file) != out_size || fclose(file)) {
        perror(path);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4)
        return fprintf(stderr, "usage: flux_roundtrip first_seed count [directory]\n"), 2;
    uint64_t first = strtoull(argv[1], NULL, 0), count = strtoull(argv[2], NULL, 0), entries = 0,
             bytes = 0;
    flux_reader_defaults(&config);
    flux_unpack_all(&config);
    visitor_of_runs = visitor;
    visitor_of_runs.samples = on_samples;
    config.entry_max = 65536 + 16;
    config.window = 1 << 18;
    config.ring = 1 << 16;
    config.items = 64;
    config.ranges = 32;
    config.traces = TRACES;
    config.domains = TRACES * DOMAINS;
    reader_size = flux_reader_size(&config);
    reader_memory = malloc(reader_size);
    for (seed = first; seed < first + count; seed++) {
        random_begin(seed);
        arena_used = record_count = out_size = lap = skip_lap = 0;
        stage = "write";
        uint32_t how = below(8);
        plain = how < 4;
        if (how < 4)
            write_linear();
        else if (how < 6)
            write_packed();
        else
            skip_lap = write_ring();
        if (argc == 4)
            store(argv[3]);
        read_all();
        if (plain && out_size)
            read_cut();
        entries += record_count;
        bytes += out_size;
    }
    free(reader_memory);
    printf("%" PRIu64 " traces, %" PRIu64 " entries, %" PRIu64 " bytes, %" PRIu64
           " runs of integers\n",
           count, entries, bytes, runs);
    return 0;
}
