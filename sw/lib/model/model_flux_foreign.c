// SPDX-License-Identifier: Apache-2.0
// flux that is not of the trace unit: each definition an object, each sample an instant with the
// name of its signal, the path of its scopes as category, and its value.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "flux_value.h"
#include "model_flux_source.h"

enum {
    WIDTH_MAX = 1 << 16,    // states of a logic value
    ELEMENTS_MAX = 1 << 16, // of an array, members of a struct
    DEPTH_MAX = 16,         // of structs in structs
    DF_DECIMAL = 13,        // of a float
};

// ---- definitions

static model_text_t of(flux_text_t text) { return (model_text_t){text.data, text.size}; }

static uint64_t number_of(const flux_trace_of_t *trace, uint32_t item)
{
    return (uint64_t)trace->id << 32 | item;
}

static model_record_t *push_object(flux_source_t *s, const flux_trace_of_t *trace,
                                   model_object_t kind, uint32_t item, uint32_t parent)
{
    model_record_t *r = flux_push(s, MODEL_OBJECT);
    r->object.kind = kind;
    r->object.number = number_of(trace, item);
    r->object.process = parent ? number_of(trace, parent) : 0;
    return r;
}

typedef struct { // arguments of an object, those without content left out
    model_arg_t arg[12];
    unsigned count;
} args_t;

static void add_text(args_t *args, const char *name, flux_text_t text)
{
    if (text.size)
        args->arg[args->count++] = (model_arg_t){
            .name = model_text(name), .type = MODEL_ARG_TEXT, .text = of(text)};
}

static void add_number(args_t *args, const char *name, int64_t number)
{
    args->arg[args->count++] = (model_arg_t){
        .name = model_text(name), .type = MODEL_ARG_INT, .bits = 64, .i = number};
}

static void add_label(flux_source_t *s, const flux_trace_of_t *trace, args_t *args,
                      const char *name, uint32_t item, uint32_t scope, uint64_t value)
{
    const model_arg_t *label = flux_items_find_label(&s->items, trace->number, item, scope, value);
    add_number(args, name, (int64_t)value);
    if (label) {
        args->arg[args->count - 1].type = MODEL_ARG_ENUM;
        args->arg[args->count - 1].text = label->text;
    }
}

static void set_args(flux_source_t *s, model_record_t *r, const args_t *args)
{
    r->args = batch_args(s->batch, args->arg, args->count);
    s->no_memory = s->no_memory || (!r->args && args->count);
    r->arg_count = r->args ? args->count : 0;
}

static void set_texts(flux_source_t *s, model_record_t *r, flux_text_t name,
                      flux_text_t description)
{
    r->name = flux_copied(s, of(name));
    r->text = flux_copied(s, of(description));
}

static void define_signal(flux_source_t *s, const flux_trace_of_t *trace,
                          const flux_entry_t *entry)
{
    const flux_signal_t *d = &entry->signal;
    model_record_t *r = push_object(s, trace, MODEL_OBJECT_VARIABLE, d->item, d->parent);
    args_t args = {.count = 0};
    r->object.type = d->type;
    set_texts(s, r, d->name, d->description);
    add_text(&args, "descriptor", d->descriptor);
    add_text(&args, "tags", d->tags);
    if (entry->layout == FLUX_EXTENDED)
        add_number(&args, "scale", d->scale);
    if (d->modifiers)
        add_number(&args, "modifiers", d->modifiers);
    if (d->last > d->item)
        add_number(&args, "last", d->last);
    if (d->scattered) {
        add_number(&args, "from", d->from);
        add_number(&args, "to", d->to);
    }
    set_args(s, r, &args);
}

static void define_reference(flux_source_t *s, const flux_trace_of_t *trace,
                             const flux_entry_t *entry)
{
    const flux_reference_t *d = &entry->reference;
    model_record_t *r = push_object(s, trace, MODEL_OBJECT_REFERENCE, d->item, d->parent);
    args_t args = {.count = 0};
    r->object.type = entry->layout;
    set_texts(s, r, d->name, d->description);
    add_text(&args, "tags", d->tags);
    if (d->scattered) {
        add_number(&args, "from", d->from);
        add_number(&args, "to", d->to);
    }
    set_args(s, r, &args);
}

static void define_member(flux_source_t *s, const flux_trace_of_t *trace,
                          const flux_entry_t *entry)
{
    const flux_member_t *d = &entry->member;
    model_record_t *r = push_object(s, trace, MODEL_OBJECT_MEMBER, d->item, 0);
    args_t args = {.count = 0};
    r->object.type = d->type;
    set_texts(s, r, d->label, d->description);
    add_number(&args, "member", d->member);
    if (d->parent)
        add_number(&args, "parent", d->parent - 1);
    if (d->modifiers)
        add_number(&args, "modifiers", d->modifiers);
    add_text(&args, "descriptor", d->descriptor);
    add_text(&args, "icon", d->icon);
    add_text(&args, "tags", d->tags);
    if (entry->layout == FLUX_EXTENDED)
        add_number(&args, "scale", d->scale);
    set_args(s, r, &args);
}

static void define_label(flux_source_t *s, const flux_trace_of_t *trace, const flux_enum_t *d)
{
    model_record_t *r = push_object(s, trace, MODEL_OBJECT_LABEL, d->item, 0);
    args_t args = {.count = 0};
    set_texts(s, r, d->label, (flux_text_t){NULL, 0});
    add_number(&args, "value", (int64_t)d->value);
    add_number(&args, "scope", d->scope);
    set_args(s, r, &args);
}

static void define_domain(flux_source_t *s, const flux_trace_of_t *trace,
                          const flux_entry_t *entry)
{
    const bool opens = entry->kind == FLUX_OPEN;
    const uint32_t item = opens ? entry->open.item : entry->close.item;
    model_record_t *r = push_object(s, trace, MODEL_OBJECT_DOMAIN, item, 0);
    args_t args = {.count = 0};
    if (opens) {
        r->name = flux_copied(s, of(entry->open.base));
        add_number(&args, "start", entry->open.start);
        add_number(&args, "rate", entry->open.rate);
    } else {
        add_number(&args, "end", entry->close.end);
    }
    set_args(s, r, &args);
}

// A relation or a label of the last sample of an item.
static void define_attached(flux_source_t *s, const flux_trace_of_t *trace,
                            const flux_entry_t *entry)
{
    const bool relates = entry->kind == FLUX_ATRE;
    const flux_relation_t *d = &entry->relation;
    const uint32_t item = relates ? d->item : entry->attached.item;
    model_record_t *r = push_object(s, trace, MODEL_OBJECT_RELATION, item, 0);
    const flux_item_of_t *of_item = flux_items_find(&s->items, trace->number, item);
    args_t args = {.count = 0};
    if (of_item && of_item->sampled) {
        r->timed = true;
        r->time = of_item->time;
    }
    if (relates) {
        add_number(&args, "type", d->type);
        add_label(s, trace, &args, "target", item, FLUX_ENUM_TARGET, d->target);
        add_label(s, trace, &args, "style", item, FLUX_ENUM_RELATION, d->style);
        add_number(&args, "distance", d->distance);
        add_label(s, trace, &args, "base", item, FLUX_ENUM_BASE, d->base);
    } else {
        add_label(s, trace, &args, "style", item, FLUX_ENUM_LABEL, entry->attached.style);
        add_number(&args, "x", entry->attached.x);
        add_number(&args, "y", entry->attached.y);
    }
    s->batch->time[s->batch->count - 1] = r->time;
    set_args(s, r, &args);
}

void flux_foreign_define(model_source_t *source, flux_trace_of_t *trace, const flux_entry_t *entry)
{
    flux_source_t *s = source->memory;
    const uint64_t before = s->items.left_out;

    switch (entry->kind) {
    case FLUX_SCPD: {
        args_t args = {.count = 0};
        model_record_t *r = push_object(s, trace, MODEL_OBJECT_SCOPE, entry->scope.item,
                                        entry->scope.parent);
        flux_items_scope(&s->items, trace->number, &entry->scope);
        r->object.type = entry->layout;
        set_texts(s, r, entry->scope.name, entry->scope.description);
        add_text(&args, "tags", entry->scope.tags);
        set_args(s, r, &args);
        break;
    }
    case FLUX_SIGD:
    case FLUX_MSGD:
    case FLUX_SSGD:
        flux_items_signal(&s->items, trace->number, entry->layout, &entry->signal);
        define_signal(s, trace, entry);
        break;
    case FLUX_SIRD:
    case FLUX_SSRD: define_reference(s, trace, entry); break;
    case FLUX_MEMD:
        flux_items_member(&s->items, trace->number, &entry->member);
        define_member(s, trace, entry);
        break;
    case FLUX_ENMD:
        flux_items_label(&s->items, trace->number, &entry->label);
        define_label(s, trace, &entry->label);
        break;
    case FLUX_OPEN:
    case FLUX_CLOS: define_domain(s, trace, entry); break;
    case FLUX_ATRE:
    case FLUX_ATLA: define_attached(s, trace, entry); break;
    default: break;
    }
    source->account.reduced[MODEL_OBJECT][MODEL_LESS_TEXT] += s->items.left_out - before;
}

// ---- values

typedef struct {
    flux_source_t *s;
    const flux_trace_of_t *trace;
    const flux_item_of_t *item;
    flux_layout_t layout;
    bool bad;  // the payload does not fit its type
    bool less; // a part of the value is left out
} value_t;

static const model_text_t value_name = {"value", 5};

static model_text_t bytes_of(const uint8_t *data, uint32_t size)
{
    return (model_text_t){(const char *)data, size};
}

// An integer of any size, as short as possible.
static void set_integer(model_arg_t *arg, const uint8_t *data, uint32_t size)
{
    int64_t number;
    arg->bits = 64;
    if (!flux_integer(data, size, &number)) {
        arg->type = MODEL_ARG_INT;
        arg->i = number;
        return;
    }
    uint32_t used = size; // flux_integer takes every number of 8 bytes
    while (used > 9 && data[used - 1] == (data[used - 2] >> 7 ? 0xff : 0))
        used--;
    if (used == 9 && !data[8]) {
        arg->type = MODEL_ARG_UINT;
        for (unsigned i = 8; i-- > 0;)
            arg->u = arg->u << 8 | data[i];
        return;
    }
    arg->type = MODEL_ARG_WIDE;
    arg->bits = 0;
    arg->text = bytes_of(data, used);
}

// An integer with a label, if one of the scopes has one for it.
static void set_enum(value_t *v, model_arg_t *arg, const uint8_t *data, uint32_t size,
                     uint32_t scope, uint32_t second)
{
    set_integer(arg, data, size);
    if (arg->type != MODEL_ARG_INT && arg->type != MODEL_ARG_UINT)
        return;
    const uint32_t trace = v->trace->number, item = v->item->item;
    const model_arg_t *label = flux_items_find_label(&v->s->items, trace, item, scope, arg->u);
    if (!label && second != scope)
        label = flux_items_find_label(&v->s->items, trace, item, second, arg->u);
    if (label || v->item->type == FLUX_STRUCT) {
        arg->type = MODEL_ARG_ENUM;
        arg->text = label ? label->text : (model_text_t){NULL, 0};
    }
}

static bool set_float(model_arg_t *arg, const uint8_t *data, uint32_t size)
{
    arg->type = MODEL_ARG_FLOAT;
    arg->bits = (uint8_t)(8 * size);
    return !flux_float(data, size, &arg->f);
}

static bool set_logic(value_t *v, model_arg_t *arg, uint8_t df, const uint8_t *data, uint32_t size)
{
    const uint32_t width = v->item->width;
    uint8_t *states = width <= WIDTH_MAX ? batch_take(&v->s->batch->memory, width) : NULL;
    if (!states || flux_logic(df, data, size, states, width))
        return false;
    const unsigned bits = 1u << ((df & 3) - 1); // states that the width leaves no room for
    v->less = v->less || (uint64_t)size * 8 >= (uint64_t)(width + 8 / bits) * bits;
    for (uint32_t i = 0; i < width; i++)
        states[i] = (uint8_t)flux_logic_chars[states[i] & 15];
    arg->type = MODEL_ARG_LOGIC;
    arg->text = bytes_of(states, width);
    return true;
}

// Items of an array or a struct, as they come.
typedef struct {
    model_arg_t *items;
    uint32_t count, room;
} list_t;

static model_arg_t *list_add(value_t *v, list_t *list)
{
    if (list->count == ELEMENTS_MAX) {
        v->less = true;
        return NULL;
    }
    if (list->count == list->room) {
        const uint32_t room = list->room ? 2 * list->room : 8;
        model_arg_t *items = batch_take(&v->s->batch->memory, room * sizeof *items);
        if (!items) {
            v->s->no_memory = true;
            return NULL;
        }
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->room = room;
    }
    list->items[list->count] = (model_arg_t){.type = MODEL_ARG_NULL};
    return &list->items[list->count++];
}

enum { ELEMENT_ENUM, ELEMENT_INTEGER, ELEMENT_FLOAT, ELEMENT_TEXT };

// The elements of an array. member: of a struct; UINT32_MAX: the sample itself.
static bool set_array(value_t *v, model_arg_t *arg, flux_array_t *array, unsigned element,
                      uint32_t member)
{
    list_t list = {.count = 0};
    flux_bytes_t bytes;
    int rc;
    for (uint32_t n = 0; (rc = flux_array_next(array, &bytes)) == 1; n++) {
        model_arg_t *to = list_add(v, &list);
        if (!to)
            break;
        const flux_member_of_t *name = member == UINT32_MAX
                                           ? flux_items_find_member(&v->s->items, v->trace->number,
                                                                    v->item->item, n)
                                           : NULL;
        if (name)
            to->name = name->name;
        if (element == ELEMENT_FLOAT && !array->fixed) { // decimals, see set_value
            to->type = MODEL_ARG_BYTES;
            to->text = bytes_of(bytes.data, bytes.size);
            v->less = true;
        } else if (element == ELEMENT_FLOAT) {
            if (!set_float(to, bytes.data, bytes.size))
                return false;
        } else if (element == ELEMENT_TEXT) {
            to->type = MODEL_ARG_TEXT;
            to->text = bytes_of(bytes.data, bytes.size);
        } else if (element == ELEMENT_ENUM) {
            set_enum(v, to, bytes.data, bytes.size,
                     FLUX_ENUM_MEMBER + (member == UINT32_MAX ? n : member), FLUX_ENUM_SIGNAL);
        } else {
            set_integer(to, bytes.data, bytes.size);
        }
    }
    arg->type = MODEL_ARG_ARRAY;
    arg->items = list.items;
    arg->count = list.count;
    return rc >= 0;
}

static bool set_struct(value_t *v, model_arg_t *arg, const uint8_t *data, uint32_t size,
                       unsigned depth);

static bool set_member(value_t *v, model_arg_t *arg, const flux_field_t *f, unsigned depth)
{
    const flux_member_of_t *named = flux_items_find_member(&v->s->items, v->trace->number,
                                                           v->item->item, f->member);
    const uint32_t own = FLUX_ENUM_MEMBER + f->member;
    flux_array_t array;
    if (named && named->name.size) {
        arg->name = named->name;
    } else { // its number
        char text[12];
        const int size = snprintf(text, sizeof text, "%" PRIu32, f->member);
        arg->name = flux_copied(v->s, (model_text_t){text, (size_t)size});
    }
    // the definition has the modifiers of a sample that agrees with it
    const uint8_t flags = FLUX_M_UNTIL | FLUX_M_HIDDEN;
    v->less = v->less || (named ? (f->modifiers ^ named->modifiers) & flags : f->modifiers & flags);
    switch (f->type) {
    case FLUX_M_TEXT:
        arg->type = MODEL_ARG_TEXT;
        arg->text = bytes_of(f->data, f->size);
        return true;
    case FLUX_M_GLOBAL_ENUM:
        set_enum(v, arg, f->data, f->size, FLUX_ENUM_SIGNAL, FLUX_ENUM_SIGNAL);
        return true;
    case FLUX_M_LOCAL_ENUM: set_enum(v, arg, f->data, f->size, own, own); return true;
    case FLUX_M_MERGE_ENUM: set_enum(v, arg, f->data, f->size, own, FLUX_ENUM_SIGNAL); return true;
    case FLUX_M_INTEGER: set_integer(arg, f->data, f->size); return true;
    case FLUX_M_FLOAT: return set_float(arg, f->data, f->size);
    case FLUX_M_STRUCT: return set_struct(v, arg, f->data, f->size, depth + 1);
    case FLUX_M_ENUM_ARRAY:
    case FLUX_M_INTEGER_ARRAY:
    case FLUX_M_FLOAT_ARRAY:
    case FLUX_M_TEXT_ARRAY:
        return !flux_array_begin_member(&array, f->type, f->modifiers, f->data, f->size) &&
               set_array(v, arg, &array, f->type - FLUX_M_ENUM_ARRAY, f->member);
    default: // binary, and logic, whose form is unknown
        v->less = v->less || f->type != FLUX_M_BINARY;
        arg->type = MODEL_ARG_BYTES;
        arg->text = bytes_of(f->data, f->size);
        return true;
    }
}

static bool set_struct(value_t *v, model_arg_t *arg, const uint8_t *data, uint32_t size,
                       unsigned depth)
{
    list_t list = {.count = 0};
    flux_members_t members;
    flux_field_t field;
    int rc = 1;
    if (depth == DEPTH_MAX) {
        v->less = true;
        arg->type = MODEL_ARG_BYTES;
        arg->text = bytes_of(data, size);
        return true;
    }
    flux_members_begin(&members, v->layout, data, size);
    while ((rc = flux_members_next(&members, &field)) == 1) {
        model_arg_t *to = list_add(v, &list);
        if (!to)
            break;
        model_arg_t member = {.type = MODEL_ARG_NULL}; // the list may move
        if (!set_member(v, &member, &field, depth))
            return false;
        list.items[list.count - 1] = member;
    }
    arg->type = MODEL_ARG_STRUCT;
    arg->items = list.items;
    arg->count = list.count;
    return rc >= 0;
}

void flux_foreign_message(model_source_t *source, flux_trace_of_t *trace,
                          const flux_entry_t *entry)
{
    static const flux_item_of_t none = {0}; // nothing defines its members
    flux_source_t *s = source->memory;
    const flux_control_t *c = &entry->control;
    value_t v = {.s = s, .trace = trace, .item = &none, .layout = entry->layout};
    args_t args = {.count = 0};
    model_arg_t values = {.name = model_text("values")};
    if (!set_struct(&v, &values, c->members, c->size, 0)) {
        source->account.unknown++;
        return;
    }
    model_record_t *r = push_object(s, trace, MODEL_OBJECT_MESSAGE, c->control, 0);
    r->object.type = (uint32_t)entry->kind;
    r->name = model_text(entry->kind == FLUX_CREQ ? "request" : "result");
    add_number(&args, "message", c->message);
    args.arg[args.count++] = values;
    set_args(s, r, &args);
    if (v.less)
        model_reduce(&source->account, MODEL_OBJECT, MODEL_LESS_VALUE);
}

// The value of a sample. False: the payload does not fit the type of its signal.
static bool set_value(value_t *v, model_arg_t *arg, const flux_data_t *d)
{
    const uint8_t type = v->item->signal ? v->item->type : FLUX_UNKNOWN;
    flux_array_t array;
    switch (type) {
    case FLUX_EVENT:
    case FLUX_INTEGER:
        set_enum(v, arg, d->data, d->size, FLUX_ENUM_SIGNAL, FLUX_ENUM_SIGNAL);
        return d->df == FLUX_DF_INTEGER || d->df == FLUX_DF_EVENT;
    case FLUX_LOGIC: return set_logic(v, arg, d->df, d->data, d->size);
    case FLUX_FLOAT:
        if (d->df == DF_DECIMAL) { // its scale is missing
            arg->type = MODEL_ARG_BYTES;
            arg->text = bytes_of(d->data, d->size);
            v->less = true;
            return true;
        }
        return ((d->df == FLUX_DF_FLOAT32 && d->size == 4) ||
                (d->df == FLUX_DF_FLOAT64 && d->size == 8)) &&
               set_float(arg, d->data, d->size);
    case FLUX_TEXT:
    case FLUX_BINARY:
        arg->type = type == FLUX_TEXT ? MODEL_ARG_TEXT : MODEL_ARG_BYTES;
        arg->text = bytes_of(d->data, d->size);
        return d->df == FLUX_DF_INTEGER;
    case FLUX_STRUCT:
        return d->df == FLUX_DF_INTEGER && set_struct(v, arg, d->data, d->size, 0);
    case FLUX_EVENT_ARRAY:
    case FLUX_INTEGER_ARRAY:
    case FLUX_FLOAT_ARRAY:
    case FLUX_TEXT_ARRAY:
        return !flux_array_begin(&array, type, d->df, d->data, d->size) &&
               set_array(v, arg, &array, type - FLUX_EVENT_ARRAY, UINT32_MAX);
    default: // no type: only a guess
        if (d->df == FLUX_DF_EVENT || (d->df == FLUX_DF_INTEGER && d->size <= 8))
            set_integer(arg, d->data, d->size);
        else
            return false;
        return true;
    }
}

// ---- samples

// The number of the type of rows with values of this kind.
static uint32_t type_of(model_source_t *source, flux_trace_of_t *trace, flux_item_of_t *item,
                        model_arg_type_t type, uint8_t bits)
{
    flux_source_t *s = source->memory;
    const unsigned at = type == MODEL_ARG_FLOAT && bits == 32 ? FLUX_ITEMS_FLOAT32 : type;
    const model_text_t path = flux_items_path(&s->items, item, trace->name);
    if (item->types[at])
        return item->types[at];
    const batch_arg_t arg = {value_name, type, bits};
    const batch_type_t whole = {.class = MODEL_CLASS_NONE,
                                .args = 1,
                                .item = number_of(trace, item->item),
                                .category = path,
                                .name = item->name,
                                .arg = &arg};
    item->types[at] = batch_type(s->batch->dictionary, &whole);
    if (item->types[at] == BATCH_UNKNOWN)
        model_reduce(&source->account, MODEL_INSTANT, MODEL_LESS_ID);
    return item->types[at];
}

static void push_row(flux_source_t *s, uint32_t type, uint64_t time, uint64_t cell)
{
    model_batch_t *b = s->batch;
    const uint32_t row = b->count, at = batch_cells(b, 1);
    if (batch_reserve(b, 1) || at == UINT32_MAX) {
        s->no_memory = true;
        return;
    }
    b->count++;
    b->cells[at] = cell;
    b->kind[row] = MODEL_INSTANT;
    b->form[row] = ROW_ARGS;
    b->time[row] = time;
    b->hart[row] = MODEL_NO_HART;
    b->type[row] = type;
    b->thread[row] = b->context[row] = BATCH_UNKNOWN;
    b->value[row] = at;
}

// A sample with a tag has a record.
static void push_tagged(flux_source_t *s, flux_trace_of_t *trace, flux_item_of_t *item,
                        uint64_t time, uint8_t tag, const model_arg_t *arg)
{
    model_record_t *r = flux_push(s, MODEL_INSTANT);
    r->timed = true;
    r->time = s->batch->time[s->batch->count - 1] = time;
    r->tag = tag;
    r->item = number_of(trace, item->item);
    r->category = flux_items_path(&s->items, item, trace->name);
    r->name = item->name;
    r->args = batch_args(s->batch, arg, 1);
    r->arg_count = r->args != NULL;
    s->no_memory = s->no_memory || !r->args;
}

int flux_foreign_sample(model_source_t *source, flux_trace_of_t *trace, const flux_entry_t *entry)
{
    flux_source_t *s = source->memory;
    const flux_data_t *d = &entry->data;
    flux_item_of_t *item = flux_items_met(&s->items, trace->number, d->item);
    model_arg_t arg = {.name = value_name, .type = MODEL_ARG_NULL};

    if (d->position < 0 || !item) {
        s->no_memory = s->no_memory || (!item && s->items.count < FLUX_ITEMS_MAX);
        model_drop(&source->account, MODEL_INSTANT);
        return 0;
    }
    if (!item->signal) // no definition
        model_reduce(&source->account, MODEL_INSTANT, MODEL_LESS_ID);
    value_t v = {.s = s, .trace = trace, .item = item, .layout = entry->layout};
    if (d->df != FLUX_DF_NONE && !set_value(&v, &arg, d)) {
        if (source->options.strict && item->signal)
            return model_problem(&source->problem, entry->where.offset,
                                 "a value of the signal's type", "data format %u, %u bytes", d->df,
                                 (unsigned)d->size);
        arg = (model_arg_t){
            .name = value_name, .type = MODEL_ARG_BYTES, .text = bytes_of(d->data, d->size)};
        v.less = true;
    }
    if (v.less)
        model_reduce(&source->account, MODEL_INSTANT, MODEL_LESS_VALUE);
    const uint64_t time = flux_time(source, trace, d->domain, d->position, MODEL_INSTANT);
    item->sampled = true;
    item->time = time;
    if (d->tag) {
        push_tagged(s, trace, item, time, d->tag, &arg);
        return 0;
    }
    bool whole = true;
    const uint32_t type = type_of(source, trace, item, arg.type, arg.bits);
    const uint64_t cell = batch_cell(s->batch, &arg, &whole);
    s->no_memory = s->no_memory || !whole;
    push_row(s, type, time, cell);
    return 0;
}

uint32_t flux_foreign_run(model_source_t *source, flux_trace_of_t *trace, const flux_run_t *run)
{
    flux_source_t *s = source->memory;
    const flux_clock_t *clock = flux_clock(source, trace, run->domain);
    uint32_t count = 0;
    for (; count < run->count; count++) {
        const flux_sample_t *sample = &run->samples[count];
        flux_item_of_t *item = flux_items_find(&s->items, trace->number, sample->item);
        if (!item || !item->signal || item->labelled || sample->tag || sample->position < 0 ||
            sample->df != (item->type == FLUX_EVENT     ? FLUX_DF_EVENT
                           : item->type == FLUX_INTEGER ? FLUX_DF_INTEGER
                                                        : UINT8_MAX))
            break;
        bool exact = true;
        const uint64_t time = clock->same ? (uint64_t)sample->position
                                          : model_scale(&clock->rate, (uint64_t)sample->position,
                                                        &exact);
        if (!exact)
            model_reduce(&source->account, MODEL_INSTANT, MODEL_LESS_TIME);
        item->sampled = true;
        item->time = time;
        push_row(s, type_of(source, trace, item, MODEL_ARG_INT, 64), time,
                 (uint64_t)sample->value);
    }
    flux_doubt(source, clock, run->domain, count);
    return count;
}
