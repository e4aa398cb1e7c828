// SPDX-License-Identifier: Apache-2.0
// Definitions of a flux stream in one hash table, see model_flux_items.h.
#include "model_flux_items.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ITEM, MEMBER, LABEL };

struct flux_items_entry { // what: ITEM, ...; a, b: member; scope and value of a label
    uint32_t what, trace, item, a;
    uint64_t b;
    void *thing; // NULL: free
};

static uint32_t hash(const struct flux_items_entry *e)
{
    uint64_t h = ((uint64_t)e->trace << 34 ^ (uint64_t)e->item << 2 ^ e->what) *
                 UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 31 ^ e->a ^ e->b * UINT64_C(0xff51afd7ed558ccd)) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(h >> 32);
}

static bool same(const struct flux_items_entry *a, const struct flux_items_entry *b)
{
    return a->item == b->item && a->trace == b->trace && a->what == b->what && a->a == b->a &&
           a->b == b->b;
}

// The place of an entry, or a free one.
static struct flux_items_entry *place(const flux_items_t *items, const struct flux_items_entry *e)
{
    uint32_t i = hash(e) & (items->room - 1);
    while (items->entries[i].thing && !same(&items->entries[i], e))
        i = (i + 1) & (items->room - 1);
    return &items->entries[i];
}

static void *find(const flux_items_t *items, struct flux_items_entry e)
{
    return items->room ? place(items, &e)->thing : NULL;
}

// Doubles the table. What it leaves behind is less than the table itself.
static bool grow(flux_items_t *items)
{
    flux_items_t larger = *items;
    larger.room = items->room ? 2 * items->room : 256;
    larger.entries = batch_take(&items->dictionary->texts, larger.room * sizeof *larger.entries);
    if (!larger.entries)
        return false;
    memset(larger.entries, 0, larger.room * sizeof *larger.entries);
    for (uint32_t i = 0; i < items->room; i++)
        if (items->entries[i].thing)
            *place(&larger, &items->entries[i]) = items->entries[i];
    items->entries = larger.entries;
    items->room = larger.room;
    return true;
}

// The thing of an entry, new and cleared if necessary. NULL without room.
static void *add(flux_items_t *items, struct flux_items_entry e, size_t size)
{
    if (items->count >= FLUX_ITEMS_MAX || (items->count >= items->room / 4 * 3 && !grow(items)))
        return find(items, e);
    struct flux_items_entry *at = place(items, &e);
    if (at->thing)
        return at->thing;
    e.thing = batch_take(&items->dictionary->texts, size);
    if (!e.thing)
        return NULL;
    memset(e.thing, 0, size);
    *at = e;
    items->count++;
    return e.thing;
}

// A copy, unless the text before is the same. Counts what has no room.
static model_text_t keep(flux_items_t *items, model_text_t before, model_text_t text)
{
    if (model_text_equal(before, text))
        return before;
    char *bytes = text.size ? batch_take(&items->dictionary->texts, text.size) : NULL;
    items->left_out += !bytes && text.size;
    if (!bytes)
        return (model_text_t){NULL, 0};
    memcpy(bytes, text.bytes, text.size);
    return (model_text_t){bytes, text.size};
}

static model_text_t of(flux_text_t text) { return (model_text_t){text.data, text.size}; }

static flux_item_of_t *add_item(flux_items_t *items, uint32_t trace, uint32_t item)
{
    flux_item_of_t *found = add(
        items, (struct flux_items_entry){.what = ITEM, .trace = trace, .item = item},
        sizeof *found);
    if (!found) {
        items->left_out++;
        return NULL;
    }
    memset(found->types, 0, sizeof found->types);
    found->trace = trace;
    found->item = item;
    found->path_scopes = UINT32_MAX;
    return found;
}

void flux_items_scope(flux_items_t *items, uint32_t trace, const flux_scope_t *scope)
{
    flux_item_of_t *item = add_item(items, trace, scope->item);
    items->scopes++;
    if (!item)
        return;
    item->signal = false;
    item->parent = scope->parent;
    item->name = keep(items, item->name, of(scope->name));
}

// The number behind a key of a descriptor: content<key=number>. 0 without one.
static uint32_t descriptor_number(flux_text_t text, const char *key)
{
    const uint32_t size = (uint32_t)strlen(key);
    for (uint32_t i = 0; i + size < text.size; i++) {
        uint64_t number = 0;
        if (memcmp(text.data + i, key, size) || !i || (text.data[i - 1] != '<' &&
                                                       text.data[i - 1] != ' ' &&
                                                       text.data[i - 1] != ','))
            continue;
        for (i += size; i < text.size && text.data[i] >= '0' && text.data[i] <= '9' &&
                        number <= UINT32_MAX;
             i++)
            number = 10 * number + (uint64_t)(text.data[i] - '0');
        return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
    }
    return 0;
}

static uint32_t width_of(const flux_signal_t *s, flux_layout_t layout)
{
    const uint32_t piece = s->from > s->to ? s->from - s->to : s->to - s->from;
    if (s->scattered)
        return piece < UINT32_MAX ? piece + 1 : piece;
    const uint32_t width = layout == FLUX_EXTENDED ? s->scale > 0 ? (uint32_t)s->scale : 0
                                                   : descriptor_number(s->descriptor, "bits=");
    return width ? width : 1;
}

static void set_signal(flux_items_t *items, flux_item_of_t *item, const flux_signal_t *s,
                       flux_layout_t layout)
{
    char text[300];
    model_text_t name = of(s->name);
    item->signal = true;
    item->parent = s->parent;
    item->type = s->type;
    item->width = width_of(s, layout);
    if (s->scattered && name.size < 256) {
        const int size = snprintf(text, sizeof text, "%.*s[%" PRIu32 ":%" PRIu32 "]",
                                  (int)name.size, name.size ? name.bytes : "",
                                  s->from > s->to ? s->from : s->to,
                                  s->from > s->to ? s->to : s->from);
        name = (model_text_t){text, (size_t)size};
    }
    item->name = keep(items, item->name, name);
}

void flux_items_signal(flux_items_t *items, uint32_t trace, flux_layout_t layout,
                       const flux_signal_t *s)
{
    if (s->last > s->item) {
        if (items->range_count == FLUX_ITEMS_RANGES) {
            items->left_out++;
            return;
        }
        flux_item_of_t *first = &items->ranges[items->range_count].item;
        *first = (flux_item_of_t){.trace = trace, .item = s->item};
        set_signal(items, first, s, layout);
        items->ranges[items->range_count].trace = trace;
        items->ranges[items->range_count++].last = s->last;
        return;
    }
    flux_item_of_t *item = add_item(items, trace, s->item);
    if (item)
        set_signal(items, item, s, layout);
}

void flux_items_member(flux_items_t *items, uint32_t trace, const flux_member_t *m)
{
    flux_member_of_t *found = add(items,
                                  (struct flux_items_entry){.what = MEMBER,
                                                            .trace = trace,
                                                            .item = m->item,
                                                            .a = m->member},
                                  sizeof *found);
    if (!found) {
        items->left_out++;
        return;
    }
    found->type = m->type;
    found->modifiers = m->modifiers;
    found->name = keep(items, found->name, of(m->label));
}

void flux_items_label(flux_items_t *items, uint32_t trace, const flux_enum_t *label)
{
    model_arg_t *found = add(items,
                             (struct flux_items_entry){.what = LABEL,
                                                       .trace = trace,
                                                       .item = label->item,
                                                       .a = label->scope,
                                                       .b = label->value},
                             sizeof *found);
    if (!found) {
        items->left_out++;
        return;
    }
    // rows that have it point to it, so a new text is a new label
    if (found->text.size && !model_text_equal(found->text, of(label->label))) {
        model_arg_t *renamed = batch_take(&items->dictionary->texts, sizeof *renamed);
        if (!renamed) {
            items->left_out++;
            return;
        }
        *renamed = *found;
        found = renamed;
        place(items, &(struct flux_items_entry){.what = LABEL,
                                                .trace = trace,
                                                .item = label->item,
                                                .a = label->scope,
                                                .b = label->value})
            ->thing = renamed;
    }
    *found = (model_arg_t){.name = {"value", 5},
                           .type = MODEL_ARG_ENUM,
                           .bits = 64,
                           .i = (int64_t)label->value,
                           .text = keep(items, found->text, of(label->label))};
    flux_item_of_t *item = flux_items_met(items, trace, label->item);
    if (item && label->scope == FLUX_ENUM_SIGNAL)
        item->labelled = true;
}

flux_item_of_t *flux_items_find(flux_items_t *items, uint32_t trace, uint32_t item)
{
    flux_item_of_t *found = items->last;
    if (found && found->item == item && found->trace == trace)
        return found;
    found = find(items, (struct flux_items_entry){.what = ITEM, .trace = trace, .item = item});
    for (uint32_t i = items->range_count; !found && i-- > 0;) {
        const flux_item_of_t *first = &items->ranges[i].item;
        char text[300];
        if (items->ranges[i].trace != trace || item < first->item || item > items->ranges[i].last)
            continue;
        found = add_item(items, trace, item);
        if (!found)
            return NULL;
        found->signal = true;
        found->parent = first->parent;
        found->type = first->type;
        found->width = first->width;
        const int size = snprintf(text, sizeof text, "%.*s[%" PRIu32 "]",
                                  (int)(first->name.size < 256 ? first->name.size : 256),
                                  first->name.size ? first->name.bytes : "", item - first->item);
        found->name = keep(items, found->name, (model_text_t){text, (size_t)size});
    }
    if (found)
        items->last = found;
    return found;
}

flux_item_of_t *flux_items_met(flux_items_t *items, uint32_t trace, uint32_t item)
{
    flux_item_of_t *found = flux_items_find(items, trace, item);
    return found ? found : add_item(items, trace, item);
}

const flux_member_of_t *flux_items_find_member(const flux_items_t *items, uint32_t trace,
                                               uint32_t item, uint32_t member)
{
    return find(items, (struct flux_items_entry){
                           .what = MEMBER, .trace = trace, .item = item, .a = member});
}

const model_arg_t *flux_items_find_label(const flux_items_t *items, uint32_t trace, uint32_t item,
                                         uint32_t scope, uint64_t value)
{
    return find(items, (struct flux_items_entry){
                           .what = LABEL, .trace = trace, .item = item, .a = scope, .b = value});
}

// Writes a name and a point in front of what is at `at`. Returns the new begin, or at without room.
static size_t put_front(char *text, size_t size, size_t at, model_text_t name)
{
    const size_t all = name.size + (at < size);
    if (!name.size || all > at)
        return at;
    if (at < size)
        text[at - 1] = '.';
    memcpy(text + at - all, name.bytes, name.size);
    return at - all;
}

model_text_t flux_items_path(flux_items_t *items, flux_item_of_t *item, model_text_t trace)
{
    enum { SIZE = 1024, DEPTH = 64 };
    char text[SIZE];
    size_t at = sizeof text;
    uint32_t parent = item->parent;
    if (item->path_scopes == items->scopes)
        return item->path;
    for (unsigned depth = 0; parent && depth < DEPTH; depth++) {
        const flux_item_of_t *scope = find(
            items, (struct flux_items_entry){.what = ITEM, .trace = item->trace, .item = parent});
        if (!scope)
            break;
        at = put_front(text, sizeof text, at, scope->name);
        parent = scope->parent;
    }
    at = put_front(text, sizeof text, at, trace);
    item->path = keep(items, item->path, (model_text_t){text + at, sizeof text - at});
    item->path_scopes = items->scopes;
    memset(item->types, 0, sizeof item->types);
    return item->path;
}
