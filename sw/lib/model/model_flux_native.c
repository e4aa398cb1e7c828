// SPDX-License-Identifier: Apache-2.0
// Writes definitions and samples of flux that is not of the trace unit as flux again, with nothing
// left out: what model_flux_foreign.c reads of it is the same. Bytes may differ: numbers are as
// short as possible.
#include "model_flux_native.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "flux_parse.h"
#include "flux_value.h"

typedef flux_native_t native_t;
typedef flux_native_trace_t trace_t;

// ---- tables

static uint64_t mixed(uint64_t a, uint64_t b)
{
    a = (a ^ b) * UINT64_C(0x9e3779b97f4a7c15);
    return a ^ a >> 29;
}

static uint64_t hash_text(model_text_t text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.bytes[i]) * UINT64_C(0x100000001b3);
    return hash | 1; // 0: no text
}

// The entry of a key, or a free one; NULL if the table is too full.
static flux_native_entry_t *entry_of(native_t *n, unsigned what, uint64_t item, uint64_t key)
{
    uint32_t i = (uint32_t)mixed(mixed(what, item), key) % FLUX_NATIVE_ENTRIES;
    for (;; i = (i + 1) % FLUX_NATIVE_ENTRIES) {
        flux_native_entry_t *e = &n->entries[i];
        if (e->what == what && e->item == item && e->key == key)
            return e;
        if (!e->what)
            return n->entry_count < FLUX_NATIVE_ENTRIES / 4 * 3 ? e : NULL;
    }
}

static flux_native_entry_t *find(native_t *n, unsigned what, uint64_t item, uint64_t key)
{
    flux_native_entry_t *e = entry_of(n, what, item, key);
    return e && e->what ? e : NULL;
}

static flux_native_entry_t *add(native_t *n, unsigned what, uint64_t item, uint64_t key)
{
    flux_native_entry_t *e = entry_of(n, what, item, key);
    if (!e)
        return NULL;
    n->entry_count += !e->what;
    *e = (flux_native_entry_t){.what = what, .item = item, .key = key};
    return e;
}

// The definition of a variable, or of the range it is in.
static flux_native_entry_t *variable_of(native_t *n, uint64_t item)
{
    flux_native_entry_t *e = find(n, FLUX_NATIVE_ITEM, item, 0);
    for (uint32_t i = n->range_count; !e && i-- > 0;)
        if (item >= n->ranges[i].first && item <= n->ranges[i].last) {
            e = add(n, FLUX_NATIVE_ITEM, item, 0);
            if (!e)
                return NULL;
            e->parent = n->ranges[i].parent;
            e->type = n->ranges[i].type;
        }
    return e;
}

static trace_t *trace_of(native_t *n, uint64_t number)
{
    for (unsigned i = 0; i < n->trace_count; i++)
        if (n->traces[i].id == number >> 32)
            return &n->traces[i];
    return NULL;
}

// ---- arguments of objects

static const model_arg_t *arg_of(const model_record_t *r, const char *name)
{
    for (unsigned i = 0; i < r->arg_count; i++)
        if (model_text_equal(r->args[i].name, model_text(name)))
            return &r->args[i];
    return NULL;
}

// The same of numbers, as the reader of flux gives them: an argument of another type is none.
static const model_arg_t *number_arg(const model_record_t *r, const char *name)
{
    const model_arg_t *arg = arg_of(r, name);
    return arg && (arg->type == MODEL_ARG_INT || arg->type == MODEL_ARG_UINT) ? arg : NULL;
}

static int64_t number_of(const model_record_t *r, const char *name, int64_t without)
{
    const model_arg_t *arg = number_arg(r, name);
    return arg ? arg->i : without;
}

static flux_text_t text_of(const model_record_t *r, const char *name)
{
    const model_arg_t *arg = arg_of(r, name);
    return arg && arg->type == MODEL_ARG_TEXT
               ? (flux_text_t){arg->text.bytes, (uint32_t)arg->text.size}
               : (flux_text_t){NULL, 0};
}

static flux_text_t of(model_text_t text) { return (flux_text_t){text.bytes, (uint32_t)text.size}; }

// ---- traces and domains

static bool is_taken(const native_t *n, uint32_t id)
{
    for (unsigned i = 0; i < n->trace_count; i++)
        if (n->traces[i].written == id)
            return true;
    return false;
}

uint32_t flux_native_free_id(const native_t *n, uint32_t wanted, int64_t unit)
{
    uint32_t id = wanted;
    for (uint32_t next = 0; id == unit || is_taken(n, id); next++)
        id = next;
    return id;
}

static int use(native_t *n, trace_t *trace)
{
    const unsigned number = (unsigned)(trace - n->traces) + 1;
    if (n->current == number)
        return 0;
    n->current = number;
    return flux_emit_switch(&trace->trace, trace->written);
}

int flux_native_leave(native_t *n, uint32_t unit)
{
    if (!n->current)
        return 0;
    trace_t *trace = &n->traces[n->current - 1];
    n->current = 0;
    return flux_emit_switch(&trace->trace, unit);
}

// HEAD. A trace that begins again has nothing of what it had.
static int begin_trace(native_t *n, const model_record_t *r, int64_t unit)
{
    const uint32_t id = (uint32_t)(r->object.number >> 32);
    trace_t *trace = trace_of(n, r->object.number);
    if (!trace && n->trace_count == FLUX_NATIVE_TRACES)
        return FLUX_E_ROOM;
    const uint32_t written = trace ? trace->written : flux_native_free_id(n, id, unit);
    trace_t begun = {.id = id, .written = written, .laid_out = r->object.type == FLUX_V4};
    flux_trace_init(&begun.trace, n->buffer, begun.laid_out ? FLUX_V4 : FLUX_CLASSIC);
    const int rc = flux_emit_head(&begun.trace, &(flux_head_t){.trace = written,
                                                               .name = of(r->name),
                                                               .description = of(r->text),
                                                               .max_item = UINT32_MAX >> 1,
                                                               .max_entry = FLUX_NATIVE_BUFFER});
    if (rc)
        return rc;
    if (!trace)
        trace = &n->traces[n->trace_count++];
    *trace = begun;
    for (unsigned i = 0; i < n->domain_count; i++)
        if (n->domains[i].number >> 32 == id)
            n->domains[i].domain.open = false;
    n->current = (unsigned)(trace - n->traces) + 1;
    n->opened++;
    return 0;
}

static int open_domain(native_t *n, trace_t *trace, const model_record_t *r)
{
    unsigned i = 0;
    while (i < n->domain_count && n->domains[i].number != r->object.number)
        i++;
    for (unsigned closed = 0; i == FLUX_NATIVE_DOMAINS && closed < i; closed++)
        if (!n->domains[closed].domain.open)
            i = closed;
    if (i == FLUX_NATIVE_DOMAINS)
        return FLUX_E_ROOM;
    n->domain_count += i == n->domain_count;
    const flux_open_t open = {.item = (uint32_t)r->object.number,
                              .base = of(r->name),
                              .start = number_of(r, "start", 0),
                              .rate = number_of(r, "rate", 0)};
    const model_base_t unit = flux_unit(open.base);
    n->domains[i].number = r->object.number;
    n->domains[i].domain = (flux_domain_t){0};
    n->domains[i].rate = unit.denominator && n->base.denominator ? model_rate(n->base, unit)
                                                                 : model_rate_same;
    n->opened++;
    return flux_emit_open(&trace->trace, &n->domains[i].domain, &open);
}

static int close_domain(native_t *n, trace_t *trace, const model_record_t *r)
{
    for (unsigned i = 0; i < n->domain_count; i++)
        if (n->domains[i].number == r->object.number) {
            n->opened++;
            return flux_emit_close(&trace->trace, &n->domains[i].domain, number_of(r, "end", 0));
        }
    return FLUX_E_CLOSED;
}

// The domain of an item: the open one nearest above it. NULL without one.
static flux_native_domain_t *domain_of(native_t *n, flux_native_entry_t *variable)
{
    if (variable->opened == n->opened)
        return &n->domains[variable->domain];
    uint64_t number = variable->item;
    for (unsigned depth = 0; depth < FLUX_SCOPES_MAX; depth++) {
        for (unsigned i = 0; i < n->domain_count; i++)
            if (n->domains[i].number == number && n->domains[i].domain.open) {
                variable->opened = n->opened;
                variable->domain = i;
                return &n->domains[i];
            }
        if (!(uint32_t)number)
            break;
        const flux_native_entry_t *e = find(n, FLUX_NATIVE_ITEM, number, 0);
        number = (number >> 32 << 32) | (e ? e->parent : 0);
    }
    return NULL;
}

// ---- definitions

// Scopes, references, variables and members: what differs between layouts.
static bool has_layout(const model_record_t *r)
{
    return r->object.kind == MODEL_OBJECT_SCOPE || r->object.kind == MODEL_OBJECT_REFERENCE ||
           r->object.kind == MODEL_OBJECT_VARIABLE || r->object.kind == MODEL_OBJECT_MEMBER;
}

static int emit_definition(flux_trace_t *trace, const model_record_t *r)
{
    const uint32_t item = (uint32_t)r->object.number, parent = (uint32_t)r->object.process,
                   from = (uint32_t)number_of(r, "from", 0), to = (uint32_t)number_of(r, "to", 0);
    const int32_t scale = (int32_t)number_of(r, "scale", 0);
    const uint8_t type = (uint8_t)r->object.type,
                  modifiers = (uint8_t)number_of(r, "modifiers", 0);
    const flux_text_t tags = text_of(r, "tags"), descriptor = text_of(r, "descriptor");
    switch (r->object.kind) {
    case MODEL_OBJECT_SCOPE:
        return flux_emit_scope(trace, &(flux_scope_t){.item = item,
                                                      .parent = parent,
                                                      .name = of(r->name),
                                                      .description = of(r->text),
                                                      .tags = tags});
    case MODEL_OBJECT_REFERENCE:
        return flux_emit_reference(trace, &(flux_reference_t){.item = item,
                                                              .parent = parent,
                                                              .name = of(r->name),
                                                              .description = of(r->text),
                                                              .tags = tags,
                                                              .scattered = number_arg(r, "from"),
                                                              .from = from,
                                                              .to = to});
    case MODEL_OBJECT_VARIABLE:
        return flux_emit_signal(trace, &(flux_signal_t){.item = item,
                                                        .last = (uint32_t)number_of(r, "last", 0),
                                                        .parent = parent,
                                                        .name = of(r->name),
                                                        .description = of(r->text),
                                                        .type = type,
                                                        .modifiers = modifiers,
                                                        .descriptor = descriptor,
                                                        .tags = tags,
                                                        .scale = scale,
                                                        .scattered = number_arg(r, "from"),
                                                        .from = from,
                                                        .to = to});
    default:
        return flux_emit_member(
            trace, &(flux_member_t){.item = item,
                                    .member = (uint32_t)number_of(r, "member", 0),
                                    .parent = number_arg(r, "parent")
                                                  ? (uint32_t)number_of(r, "parent", 0) + 1
                                                  : 0,
                                    .label = of(r->name),
                                    .type = type,
                                    .modifiers = modifiers,
                                    .descriptor = descriptor,
                                    .description = of(r->text),
                                    .icon = text_of(r, "icon"),
                                    .tags = tags,
                                    .scale = scale});
    }
}

static int define_variable(native_t *n, trace_t *trace, const model_record_t *r)
{
    const int64_t last = number_of(r, "last", 0);
    flux_native_entry_t *e = NULL;
    if (last && n->range_count < FLUX_NATIVE_RANGES) {
        const uint64_t high = r->object.number >> 32 << 32;
        n->ranges[n->range_count].first = r->object.number;
        n->ranges[n->range_count].last = high | (uint32_t)last;
        n->ranges[n->range_count].type = (uint8_t)r->object.type;
        n->ranges[n->range_count++].parent = (uint32_t)r->object.process;
    } else if (!last && (e = add(n, FLUX_NATIVE_ITEM, r->object.number, 0))) {
        e->parent = (uint32_t)r->object.process;
        e->type = (uint8_t)r->object.type;
    }
    if (!last && !e)
        return FLUX_E_ROOM;
    return emit_definition(&trace->trace, r);
}

static int define_member(native_t *n, trace_t *trace, const model_record_t *r)
{
    const uint32_t member = (uint32_t)number_of(r, "member", 0);
    const uint8_t modifiers = (uint8_t)number_of(r, "modifiers", 0);
    // by its name, and by its number for those without one
    for (unsigned unnamed = 0; unnamed < 2; unnamed++) {
        if (!unnamed && !r->name.size)
            continue;
        flux_native_entry_t *e = add(n, unnamed ? FLUX_NATIVE_NUMBER : FLUX_NATIVE_MEMBER,
                                     r->object.number, unnamed ? member : hash_text(r->name));
        if (!e)
            return FLUX_E_ROOM;
        e->value = member;
        e->type = (uint8_t)r->object.type;
        e->modifiers = modifiers;
    }
    return emit_definition(&trace->trace, r);
}

static uint64_t label_key(uint32_t scope, uint64_t value) { return mixed(mixed(1, scope), value); }

static int define_label(native_t *n, trace_t *trace, const model_record_t *r)
{
    const flux_enum_t label = {.item = (uint32_t)r->object.number,
                               .scope = (uint32_t)number_of(r, "scope", 0),
                               .value = (uint64_t)number_of(r, "value", 0),
                               .label = of(r->name)};
    flux_native_entry_t *e = add(n, FLUX_NATIVE_LABEL, r->object.number,
                                 label_key(label.scope, label.value));
    if (!e)
        return FLUX_E_ROOM;
    e->value = hash_text(r->name);
    return flux_emit_enum(&trace->trace, &label);
}

static int attach(trace_t *trace, const model_record_t *r)
{
    const uint32_t item = (uint32_t)r->object.number;
    if (!arg_of(r, "distance"))
        return flux_emit_label(&trace->trace, &(flux_label_t){item,
                                                              (uint32_t)number_of(r, "style", 0),
                                                              number_of(r, "x", 0),
                                                              number_of(r, "y", 0)});
    return flux_emit_relation(&trace->trace,
                              &(flux_relation_t){.item = item,
                                                 .type = (uint8_t)number_of(r, "type", 0),
                                                 .target = (uint32_t)number_of(r, "target", 0),
                                                 .style = (uint32_t)number_of(r, "style", 0),
                                                 .distance = number_of(r, "distance", 0),
                                                 .base = (uint32_t)number_of(r, "base", 0)});
}

// ---- values

static uint32_t put_integer(uint8_t *bytes, uint64_t number, bool is_signed)
{
    const uint64_t rest = is_signed && number >> 63 ? UINT64_MAX : 0;
    uint32_t size = 0;
    uint64_t left = number;
    while (size < 8 && left != rest) {
        bytes[size++] = (uint8_t)left;
        left = rest ? left >> 8 | UINT64_C(0xff) << 56 : left >> 8;
    }
    if (size ? (bytes[size - 1] >> 7) != (rest != 0) : rest != 0)
        bytes[size++] = (uint8_t)rest;
    return size;
}

// An argument that is an integer: INT, UINT, WIDE, ENUM. False: it is none.
static bool integer(const model_arg_t *arg, uint8_t space[9], const uint8_t **data, uint32_t *size)
{
    if (arg->type == MODEL_ARG_WIDE) {
        *data = (const uint8_t *)arg->text.bytes;
        *size = (uint32_t)arg->text.size;
        return true;
    }
    *data = space;
    *size = put_integer(space, arg->u, arg->type == MODEL_ARG_INT || arg->type == MODEL_ARG_ENUM);
    return arg->type == MODEL_ARG_INT || arg->type == MODEL_ARG_UINT ||
           arg->type == MODEL_ARG_BOOL || arg->type == MODEL_ARG_ENUM;
}

static uint32_t put_float(uint8_t *bytes, const model_arg_t *arg)
{
    uint64_t number;
    const uint32_t size = arg->bits == 32 ? 4 : 8;
    if (size == 4) {
        const float single = (float)arg->f;
        uint32_t half;
        memcpy(&half, &single, sizeof half);
        number = half;
    } else {
        memcpy(&number, &arg->f, sizeof number);
    }
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
    return size;
}

// States as few bits as possible, equal leading ones left out. 0 bytes if they do not fit.
static bool put_logic(flux_payload_t *p, model_text_t states, uint8_t *df)
{
    uint8_t all = 0;
    size_t lead = 0;
    for (size_t i = 0; i < states.size; i++) {
        const char *state = memchr(flux_logic_chars, states.bytes[i], 16);
        if (!state)
            return false;
        all |= (uint8_t)(state - flux_logic_chars);
        if (lead + 1 == i && states.bytes[i] == states.bytes[0])
            lead = i;
    }
    if (!states.size)
        return false;
    const uint8_t level = all > 3 ? 3 : all > 1 ? 2 : 1;
    const size_t bits = (size_t)1 << (level - 1), per_byte = 8 / bits;
    const size_t tail = states.size - 1 - lead, size = tail / per_byte + 1;
    *df = (uint8_t)(level + 8);
    if (!tail && all <= 1) { // all 0 or all 1 take no byte
        *df = all ? 5 : 1;
        return true;
    }
    if (size > p->size)
        return false;
    const size_t fill = size * per_byte - tail;
    uint32_t byte = 0;
    for (size_t i = 0; i < size * per_byte; i++) {
        const char state = states.bytes[i < fill ? 0 : states.size - tail + (i - fill)];
        byte = byte << bits |
               (uint32_t)((const char *)memchr(flux_logic_chars, state, 16) - flux_logic_chars);
        if (i % per_byte == per_byte - 1)
            p->data[p->used++] = (uint8_t)byte;
    }
    return true;
}

static bool add_element(flux_payload_t *p, const model_arg_t *arg)
{
    const uint8_t *data;
    uint8_t bytes[9];
    uint32_t size;
    if (arg->type == MODEL_ARG_FLOAT) {
        if (arg->bits == 32)
            flux_add_float32_element(p, (float)arg->f);
        else
            flux_add_float_element(p, arg->f);
    } else if (arg->type == MODEL_ARG_TEXT || arg->type == MODEL_ARG_BYTES) {
        flux_add_element(p, arg->text.bytes, (uint32_t)arg->text.size);
    } else if (integer(arg, bytes, &data, &size)) {
        flux_add_element(p, data, size);
    } else {
        return false;
    }
    return !p->error;
}

// The elements of an array, behind their number.
static bool add_array(flux_payload_t *p, const model_arg_t *arg)
{
    flux_add_count(p, arg->count);
    for (uint32_t i = 0; i < arg->count; i++)
        if (arg->items[i].type != arg->items[0].type && !model_arg_is_simple(&arg->items[i]) &&
            arg->items[i].type != MODEL_ARG_WIDE && arg->items[i].type != MODEL_ARG_ENUM)
            return false;
        else if (!add_element(p, &arg->items[i]))
            return false;
    return !p->error;
}

// Which of the types of enums gives a member's value this label.
static uint8_t enum_type(native_t *n, uint64_t item, uint32_t member, uint8_t defined,
                         const model_arg_t *arg)
{
    const uint64_t value = arg->u, wanted = arg->text.size ? hash_text(arg->text) : 0;
    const flux_native_entry_t *own = find(n, FLUX_NATIVE_LABEL, item,
                                          label_key(FLUX_ENUM_MEMBER + member, value)),
                              *all = find(n, FLUX_NATIVE_LABEL, item,
                                          label_key(FLUX_ENUM_SIGNAL, value));
    const uint64_t local = own ? own->value : 0, global = all ? all->value : 0;
    if (defined == FLUX_M_MERGE_ENUM && wanted == (local ? local : global))
        return defined;
    if (defined == FLUX_M_GLOBAL_ENUM && wanted == global)
        return defined;
    return wanted == local    ? FLUX_M_LOCAL_ENUM
           : wanted == global ? FLUX_M_GLOBAL_ENUM
                              : FLUX_M_MERGE_ENUM;
}

static uint8_t array_type(const model_arg_t *arg, uint8_t defined)
{
    if (!arg->count && defined == FLUX_M_FLOAT_ARRAY)
        return FLUX_M_FLOAT_ARRAY | 0x20;
    if (!arg->count)
        return defined >= FLUX_M_ENUM_ARRAY && defined <= FLUX_M_TEXT_ARRAY ? defined
                                                                            : FLUX_M_INTEGER_ARRAY;
    switch (arg->items[0].type) {
    case MODEL_ARG_ENUM: return FLUX_M_ENUM_ARRAY;
    case MODEL_ARG_FLOAT:
        return FLUX_M_FLOAT_ARRAY | (arg->items[0].bits == 32 ? 0x10 : 0x20);
    case MODEL_ARG_BYTES: return FLUX_M_FLOAT_ARRAY; // decimals
    case MODEL_ARG_TEXT: return FLUX_M_TEXT_ARRAY;
    default: return FLUX_M_INTEGER_ARRAY;
    }
}

static bool add_struct(native_t *n, flux_payload_t *p, uint64_t item, const model_arg_t *arg,
                       unsigned depth);

static bool add_member(native_t *n, flux_payload_t *p, uint64_t item, const model_arg_t *arg,
                       unsigned depth)
{
    const flux_native_entry_t *e = find(n, FLUX_NATIVE_MEMBER, item, hash_text(arg->name));
    uint32_t member = e ? (uint32_t)e->value : 0;
    if (!e) { // its name is its number
        for (size_t i = 0; i < arg->name.size; i++) {
            if (arg->name.bytes[i] < '0' || arg->name.bytes[i] > '9' || i > 9)
                return false;
            member = 10 * member + (uint32_t)(arg->name.bytes[i] - '0');
        }
        e = find(n, FLUX_NATIVE_NUMBER, item, member);
    }
    const uint8_t defined = e ? e->type : FLUX_M_UNKNOWN,
                  flags = e ? e->modifiers & (FLUX_M_UNTIL | FLUX_M_HIDDEN) : 0;
    const uint8_t *data;
    uint8_t bytes[9], type;
    uint32_t size;
    flux_payload_t inner;
    switch (arg->type) {
    case MODEL_ARG_TEXT:
    case MODEL_ARG_BYTES:
        type = arg->type == MODEL_ARG_TEXT ? FLUX_M_TEXT : FLUX_M_BINARY;
        data = (const uint8_t *)arg->text.bytes;
        size = (uint32_t)arg->text.size;
        break;
    case MODEL_ARG_FLOAT:
        type = FLUX_M_FLOAT;
        data = bytes;
        size = put_float(bytes, arg);
        break;
    case MODEL_ARG_ARRAY:
    case MODEL_ARG_STRUCT:
        if (depth + 1 == FLUX_NATIVE_DEPTH)
            return false;
        flux_payload_init(&inner, n->scratch[depth + 1], FLUX_NATIVE_PAYLOAD, p->layout);
        type = arg->type == MODEL_ARG_STRUCT ? FLUX_M_STRUCT : array_type(arg, defined);
        if (!(arg->type == MODEL_ARG_STRUCT ? add_struct(n, &inner, item, arg, depth + 1)
                                            : add_array(&inner, arg)))
            return false;
        data = inner.data;
        size = inner.used;
        break;
    default:
        type = arg->type == MODEL_ARG_ENUM ? enum_type(n, item, member, defined, arg)
                                           : FLUX_M_INTEGER;
        if (!integer(arg, bytes, &data, &size))
            return false;
    }
    flux_add_member(p, member, type | flags, data, size);
    return !p->error;
}

static bool add_struct(native_t *n, flux_payload_t *p, uint64_t item, const model_arg_t *arg,
                       unsigned depth)
{
    for (uint32_t i = 0; i < arg->count; i++)
        if (!add_member(n, p, item, &arg->items[i], depth))
            return false;
    return true;
}

// The payload of a value. False: it is no value of this type.
static bool set_value(native_t *n, flux_data_t *d, uint8_t type, uint64_t item,
                      const model_arg_t *arg, flux_layout_t layout)
{
    enum { DF_DECIMAL = 13, DYNAMIC = 3 };
    flux_payload_t p;
    flux_payload_init(&p, n->scratch[0], FLUX_NATIVE_PAYLOAD, layout);
    d->df = FLUX_DF_INTEGER;
    d->data = p.data;
    switch (arg->type) {
    case MODEL_ARG_NULL: d->df = FLUX_DF_NONE; break;
    case MODEL_ARG_LOGIC:
        if (type != FLUX_LOGIC || !put_logic(&p, arg->text, &d->df))
            return false;
        break;
    case MODEL_ARG_FLOAT:
        p.used = put_float(p.data, arg);
        d->df = p.used == 4 ? FLUX_DF_FLOAT32 : FLUX_DF_FLOAT64;
        break;
    case MODEL_ARG_STRUCT:
        if (!add_struct(n, &p, item, arg, 0))
            return false;
        break;
    case MODEL_ARG_ARRAY:
        if (type < FLUX_EVENT_ARRAY || type > FLUX_TEXT_ARRAY || !add_array(&p, arg))
            return false;
        d->df = type == FLUX_EVENT_ARRAY  ? 2 | DYNAMIC
                : type == FLUX_TEXT_ARRAY ? 1 | DYNAMIC
                : type == FLUX_FLOAT_ARRAY
                    ? DYNAMIC + (arg->count && arg->items[0].type == MODEL_ARG_FLOAT
                                     ? arg->items[0].bits / 8
                                     : 0)
                    : DYNAMIC + 4;
        if (type == FLUX_FLOAT_ARRAY && d->df == DYNAMIC)
            d->df = arg->count ? DYNAMIC + 12 : DYNAMIC + 8; // decimals; an empty one
        break;
    case MODEL_ARG_TEXT:
    case MODEL_ARG_BYTES:
        d->data = (const uint8_t *)arg->text.bytes;
        d->size = (uint32_t)arg->text.size;
        d->df = type == FLUX_FLOAT ? DF_DECIMAL : FLUX_DF_INTEGER;
        return true;
    default:
        d->df = type == FLUX_EVENT ? FLUX_DF_EVENT : FLUX_DF_INTEGER;
        return integer(arg, n->scratch[0], &d->data, &d->size);
    }
    d->size = p.used;
    return !p.error;
}

// ---- records

// An entry that is longer than the buffer gets a larger one for the moment.
static int again_with_room(native_t *n, int rc)
{
    if (rc != FLUX_E_ROOM || n->buffer->size == FLUX_NATIVE_BUFFER || flux_flush(n->buffer))
        return rc;
    n->buffer->size = FLUX_NATIVE_BUFFER;
    return 0;
}

static int control(native_t *n, trace_t *trace, const model_record_t *r)
{
    const model_arg_t *values = arg_of(r, "values");
    flux_payload_t p;
    flux_payload_init(&p, n->scratch[0], FLUX_NATIVE_PAYLOAD, trace->trace.layout);
    if (values && !add_struct(n, &p, 0, values, 0))
        return FLUX_E_ARG;
    const flux_control_t c = {.control = (uint32_t)r->object.number,
                              .message = (uint32_t)number_of(r, "message", 0),
                              .count = values ? values->count : 0,
                              .members = p.data,
                              .size = p.used};
    return r->object.type == FLUX_CREQ ? flux_emit_request(&trace->trace, &c)
                                       : flux_emit_result(&trace->trace, &c);
}

static int define(native_t *n, trace_t *trace, const model_record_t *r)
{
    flux_native_entry_t *e;
    switch (r->object.kind) {
    case MODEL_OBJECT_SCOPE:
        e = add(n, FLUX_NATIVE_ITEM, r->object.number, 0);
        if (!e)
            return FLUX_E_ROOM;
        e->parent = (uint32_t)r->object.process;
        return emit_definition(&trace->trace, r);
    case MODEL_OBJECT_VARIABLE: return define_variable(n, trace, r);
    case MODEL_OBJECT_REFERENCE: return emit_definition(&trace->trace, r);
    case MODEL_OBJECT_MEMBER: return define_member(n, trace, r);
    case MODEL_OBJECT_LABEL: return define_label(n, trace, r);
    case MODEL_OBJECT_DOMAIN:
        return arg_of(r, "end") ? close_domain(n, trace, r) : open_domain(n, trace, r);
    case MODEL_OBJECT_RELATION: return attach(trace, r);
    default: return control(n, trace, r);
    }
}

// The layout of a definition.
static flux_layout_t layout_of(const model_record_t *r)
{
    const bool scoped = r->object.kind == MODEL_OBJECT_SCOPE ||
                        r->object.kind == MODEL_OBJECT_REFERENCE;
    return (scoped ? r->object.type == FLUX_EXTENDED : arg_of(r, "scale") != NULL) ? FLUX_EXTENDED
                                                                                   : FLUX_CLASSIC;
}

// The layout of a trace is that of its first definition that has one. Whether a reader finds it
// there, if a tag follows: our own reader is asked.
static bool set_layout(native_t *n, trace_t *trace, const model_record_t *r)
{
    flux_buffer_t buffer;
    flux_trace_t probe;
    flux_layout_t found;
    trace->laid_out = true;
    trace->trace.layout = layout_of(r);
    flux_buffer_init(&buffer, n->scratch, FLUX_NATIVE_BUFFER, NULL, NULL);
    flux_trace_init(&probe, &buffer, trace->trace.layout);
    if (emit_definition(&probe, r) || flux_emit_switch(&probe, trace->written))
        return false;
    flux_cursor_t c = flux_cursor(buffer.data, buffer.data + buffer.used, UINT64_MAX, true);
    return !flux_parse_layout(&c, &found) && found == trace->trace.layout;
}

bool flux_native_takes(const model_record_t *r)
{
    return r->kind == MODEL_OBJECT && r->object.kind >= MODEL_OBJECT_TRACE &&
           r->object.kind < MODEL_OBJECTS;
}

// Writes a definition of a trace.
static int object(native_t *n, trace_t *trace, const model_record_t *r)
{
    const uint32_t size = n->buffer->size;
    const trace_t before = *trace;
    const bool typed = r->object.kind == MODEL_OBJECT_VARIABLE ||
                       r->object.kind == MODEL_OBJECT_MEMBER;
    if (typed && r->object.type > 15)
        return FLUX_E_ARG;
    int rc = !trace->laid_out && has_layout(r) && !set_layout(n, trace, r) ? FLUX_E_ARG
                                                                           : use(n, trace);
    rc = rc ? rc : again_with_room(n, define(n, trace, r));
    if (n->buffer->size != size) {
        rc = define(n, trace, r);
        rc = flux_flush(n->buffer) ? FLUX_E_SINK : rc;
        n->buffer->size = size;
    }
    if (rc) { // it was not written: the next one may be the first
        trace->laid_out = before.laid_out;
        trace->trace.layout = before.trace.layout;
    } else if (trace->laid_out && !before.laid_out) { // a reader finds it by a tag behind it
        rc = flux_emit_switch(&trace->trace, trace->written);
    }
    return rc;
}

int flux_native_object(model_sink_t *sink, native_t *n, const model_record_t *r, int64_t unit)
{
    trace_t *trace = trace_of(n, r->object.number);
    const int rc = r->object.kind == MODEL_OBJECT_TRACE ? begin_trace(n, r, unit)
                   : trace                              ? object(n, trace, r)
                                                        : FLUX_E_ARG;
    if (rc == FLUX_E_SINK)
        return MODEL_E_WRITE;
    if (rc)
        model_drop(&sink->account, r->kind);
    return 0;
}

// Writes a sample at its place: behind, or before the one before it.
static int emit(flux_trace_t *trace, flux_domain_t *domain, const flux_data_t *d)
{
    int rc = flux_emit_data(trace, domain, d);
    if (rc == FLUX_E_BACK && !(rc = flux_emit_current(trace, domain, d->position)))
        rc = flux_emit_data(trace, domain, d);
    return rc;
}

int flux_native_sample(model_sink_t *sink, native_t *n, const model_record_t *r)
{
    trace_t *trace = trace_of(n, r->item);
    flux_native_entry_t *variable = trace ? variable_of(n, r->item) : NULL;
    const uint32_t size = n->buffer->size;
    bool exact;
    if (trace && !variable) // of a signal without a definition
        variable = add(n, FLUX_NATIVE_ITEM, r->item, 0);
    flux_native_domain_t *domain = variable && r->arg_count == 1 ? domain_of(n, variable) : NULL;
    if (!domain)
        return 0;
    flux_data_t d = {.item = (uint32_t)r->item, .tag = r->tag};
    const uint64_t position = model_scale(&domain->rate, r->time, &exact);
    if (position > INT64_MAX ||
        !set_value(n, &d, variable->type, r->item, r->args, trace->trace.layout))
        return 0;
    if (!exact)
        model_reduce(&sink->account, r->kind, MODEL_LESS_TIME);
    d.position = (int64_t)position;
    int rc = use(n, trace);
    if (!rc)
        rc = again_with_room(n, emit(&trace->trace, &domain->domain, &d));
    if (n->buffer->size != size) {
        rc = emit(&trace->trace, &domain->domain, &d);
        rc = flux_flush(n->buffer) ? FLUX_E_SINK : rc;
        n->buffer->size = size;
    }
    if (rc == FLUX_E_SINK)
        return MODEL_E_WRITE;
    if (rc)
        model_drop(&sink->account, r->kind);
    return 1;
}
