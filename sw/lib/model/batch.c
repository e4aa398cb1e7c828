// SPDX-License-Identifier: Apache-2.0
// Batches and dictionaries, see batch.h.
#include "batch.h"

#include <stdlib.h>
#include <string.h>

// ---- memory

enum { BLOCK = 64 << 10 };

struct batch_block {
    batch_block_t *next;
    size_t size, used;
    max_align_t bytes[];
};

void *batch_take(batch_memory_t *memory, size_t size)
{
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    batch_block_t *block = memory->current;
    while (block && block->size - block->used < size)
        block = block->next;
    if (!block) {
        const size_t room = size > BLOCK ? size : BLOCK;
        block = malloc(sizeof *block + room);
        if (!block)
            return NULL;
        *block = (batch_block_t){.size = room};
        batch_block_t **end = memory->current ? &memory->current->next : &memory->first;
        block->next = *end;
        *end = block;
    }
    memory->current = block;
    void *taken = (char *)block->bytes + block->used;
    block->used += size;
    return taken;
}

void batch_memory_clear(batch_memory_t *memory)
{
    for (batch_block_t *block = memory->first; block; block = block->next)
        block->used = 0;
    memory->current = memory->first;
}

void batch_memory_free(batch_memory_t *memory)
{
    for (batch_block_t *block = memory->first, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *memory = (batch_memory_t){NULL, NULL};
}

static model_text_t copy_text(batch_memory_t *memory, model_text_t text)
{
    char *bytes = text.size ? batch_take(memory, text.size) : NULL;
    if (!bytes)
        return (model_text_t){NULL, 0};
    memcpy(bytes, text.bytes, text.size);
    return (model_text_t){bytes, text.size};
}

// Replaces a text by a copy. False without memory.
static bool keep_text(batch_memory_t *memory, model_text_t *text)
{
    const size_t size = text->size;
    *text = copy_text(memory, *text);
    return text->size == size;
}

// Makes an array larger. Returns false without memory.
static bool grow(void *array, size_t size, uint32_t room)
{
    void *before, *after;
    memcpy(&before, array, sizeof before);
    after = realloc(before, size * room);
    if (!after)
        return false;
    memcpy(array, &after, sizeof after);
    return true;
}

// ---- dictionary: slots hold numbers + 1

static uint64_t mixed(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint64_t hash_text(uint64_t hash, model_text_t text)
{
    uint64_t word;
    size_t at = 0;
    for (; text.size - at >= sizeof word; at += sizeof word) {
        memcpy(&word, text.bytes + at, sizeof word);
        hash = mixed(hash, word);
    }
    for (word = text.size; at < text.size; at++)
        word = word << 8 | (uint8_t)text.bytes[at];
    return mixed(hash, word);
}

static uint64_t hash_type(const batch_type_t *type)
{
    uint64_t hash = mixed((uint64_t)type->id << 32 | (uint64_t)type->space << 24 |
                              (uint32_t)type->class << 16 | (uint32_t)type->scope << 8 | type->args,
                          type->provider);
    hash = hash_text(hash_text(mixed(hash, type->item), type->category), type->name);
    for (unsigned i = 0; i < type->args; i++)
        hash = hash_text(hash + type->arg[i].type + ((uint64_t)type->arg[i].bits << 8),
                         type->arg[i].name);
    return hash;
}

static uint64_t hash_context(model_context_t c)
{
    return mixed((uint64_t)c.word << 32 | (uint32_t)c.threshold << 16 | c.priority,
                 (uint64_t)c.kind << 1 | c.has_priority);
}

static uint64_t hash_thread(model_thread_t thread)
{
    return mixed(mixed(thread.known, thread.process), thread.number);
}

static bool same_type(const batch_type_t *a, const batch_type_t *b)
{
    if (a->space != b->space || a->id != b->id || a->class != b->class || a->scope != b->scope ||
        a->args != b->args || a->provider != b->provider || a->item != b->item ||
        !model_text_equal(a->category, b->category) || !model_text_equal(a->name, b->name))
        return false;
    for (unsigned i = 0; i < a->args; i++)
        if (a->arg[i].type != b->arg[i].type || a->arg[i].bits != b->arg[i].bits ||
            !model_text_equal(a->arg[i].name, b->arg[i].name))
            return false;
    return true;
}

static bool same_context(model_context_t a, model_context_t b)
{
    return a.kind == b.kind && a.has_priority == b.has_priority && a.priority == b.priority &&
           a.threshold == b.threshold && a.word == b.word;
}

static bool same_thread(model_thread_t a, model_thread_t b)
{
    return a.known == b.known && a.process == b.process && a.number == b.number;
}

static uint64_t hash_of(const batch_dictionary_t *d, const batch_index_t *index, uint32_t number)
{
    return index == &d->type_index     ? hash_type(&d->types[number])
           : index == &d->thread_index ? hash_thread(d->threads[number])
                                       : hash_context(d->contexts[number]);
}

static void insert(batch_index_t *index, uint64_t hash, uint32_t number)
{
    uint32_t slot = (uint32_t)hash & index->mask;
    while (index->slots[slot])
        slot = (slot + 1) & index->mask;
    index->slots[slot] = number + 1;
}

// Keeps a quarter of the slots free, with all `count` entries in them.
static bool index_holds(const batch_dictionary_t *d, batch_index_t *index, uint32_t count)
{
    if (index->mask && count + 1 <= index->mask / 4 * 3)
        return true;
    const uint32_t slots = index->mask ? 2 * (index->mask + 1) : 64;
    uint32_t *before = index->slots, *after = calloc(slots, sizeof *after);
    if (!after)
        return false;
    index->slots = after;
    index->mask = slots - 1;
    // type 0 is found by nobody: a trap of cause 0 is known, and looks the same
    for (uint32_t i = index == &d->type_index; i < count; i++)
        insert(index, hash_of(d, index, i), i);
    free(before);
    return true;
}

// Whether an array can have one entry more.
static bool has_room(void *array, size_t size, uint32_t count, uint32_t *room)
{
    if (count < *room)
        return true;
    if (count >= BATCH_ENTRIES_MAX || !grow(array, size, *room ? 2 * *room : 64))
        return false;
    *room = *room ? 2 * *room : 64;
    return true;
}

// The same for a table of a dictionary. One that becomes too small stays in the memory of
// the texts: another thread may read the entries that it has.
static bool table_has_room(batch_dictionary_t *d, void *table, size_t size, uint32_t count,
                           uint32_t *room)
{
    if (count < *room)
        return true;
    const uint32_t more = *room ? 2 * *room : 64;
    void *before, *after = count < BATCH_ENTRIES_MAX ? batch_take(&d->texts, size * more) : NULL;
    if (!after)
        return false;
    memcpy(&before, table, sizeof before);
    if (count)
        memcpy(after, before, size * count);
    memcpy(table, &after, sizeof after);
    *room = more;
    return true;
}

// Replaces the texts and arguments of a type by copies. False without memory.
static bool copy_type(batch_memory_t *memory, batch_type_t *type)
{
    bool whole = keep_text(memory, &type->category) && keep_text(memory, &type->name);
    batch_arg_t *arg = type->args ? batch_take(memory, type->args * sizeof *arg) : NULL;
    whole = whole && (arg || !type->args);
    for (unsigned i = 0; whole && i < type->args; i++) {
        arg[i] = type->arg[i];
        whole = keep_text(memory, &arg[i].name);
    }
    type->arg = arg;
    return whole;
}

uint32_t batch_type(batch_dictionary_t *d, const batch_type_t *type)
{
    const uint64_t hash = hash_type(type);
    for (uint32_t slot = (uint32_t)hash & d->type_index.mask; d->type_index.slots[slot];
         slot = (slot + 1) & d->type_index.mask)
        if (same_type(&d->types[d->type_index.slots[slot] - 1], type))
            return d->type_index.slots[slot] - 1;
    batch_type_t copy = *type;
    if (!copy_type(&d->texts, &copy) ||
        !table_has_room(d, &d->types, sizeof *d->types, d->type_count, &d->type_room) ||
        !index_holds(d, &d->type_index, d->type_count)) {
        d->left_out++;
        return BATCH_UNKNOWN;
    }
    d->types[d->type_count] = copy;
    insert(&d->type_index, hash, d->type_count);
    return d->type_count++;
}

uint32_t batch_thread(batch_dictionary_t *d, model_thread_t thread)
{
    if (d->last_thread < d->thread_count && same_thread(d->threads[d->last_thread], thread))
        return d->last_thread;
    const uint64_t hash = hash_thread(thread);
    for (uint32_t slot = (uint32_t)hash & d->thread_index.mask; d->thread_index.slots[slot];
         slot = (slot + 1) & d->thread_index.mask)
        if (same_thread(d->threads[d->thread_index.slots[slot] - 1], thread))
            return d->last_thread = d->thread_index.slots[slot] - 1;
    if (!table_has_room(d, &d->threads, sizeof *d->threads, d->thread_count, &d->thread_room) ||
        !index_holds(d, &d->thread_index, d->thread_count)) {
        d->left_out++;
        return BATCH_UNKNOWN;
    }
    d->threads[d->thread_count] = thread;
    insert(&d->thread_index, hash, d->thread_count);
    return d->thread_count++;
}

uint16_t batch_context(batch_dictionary_t *d, model_context_t context)
{
    if (d->last_context < d->context_count && same_context(d->contexts[d->last_context], context))
        return (uint16_t)d->last_context;
    const uint64_t hash = hash_context(context);
    for (uint32_t slot = (uint32_t)hash & d->context_index.mask; d->context_index.slots[slot];
         slot = (slot + 1) & d->context_index.mask)
        if (same_context(d->contexts[d->context_index.slots[slot] - 1], context)) {
            d->last_context = d->context_index.slots[slot] - 1;
            return (uint16_t)d->last_context;
        }
    if (d->context_count > UINT16_MAX ||
        !table_has_room(d, &d->contexts, sizeof *d->contexts, d->context_count, &d->context_room) ||
        !index_holds(d, &d->context_index, d->context_count)) {
        d->left_out++;
        return BATCH_UNKNOWN;
    }
    d->contexts[d->context_count] = context;
    insert(&d->context_index, hash, d->context_count);
    return (uint16_t)d->context_count++;
}

int batch_dictionary_init(batch_dictionary_t *d)
{
    *d = (batch_dictionary_t){0};
    if (!index_holds(d, &d->type_index, 0) || !index_holds(d, &d->thread_index, 0) ||
        !index_holds(d, &d->context_index, 0))
        return MODEL_E_ROOM;
    (void)batch_type(d, &(batch_type_t){.class = MODEL_CLASS_NONE});
    memset(d->type_index.slots, 0, (d->type_index.mask + 1) * sizeof *d->type_index.slots);
    (void)batch_thread(d, (model_thread_t){0});
    (void)batch_thread(d, (model_thread_t){.known = true});
    (void)batch_context(d, (model_context_t){0});
    return d->type_count == 1 && d->thread_count == 2 && d->context_count == 1 ? 0 : MODEL_E_ROOM;
}

int batch_dictionary_copy(batch_dictionary_t *to, const batch_dictionary_t *from)
{
    bool same = true;
    for (uint32_t i = 1; i < from->type_count && same; i++)
        same = batch_type(to, &from->types[i]) == i;
    for (uint32_t i = BATCH_NO_THREAD + 1; i < from->thread_count && same; i++)
        same = batch_thread(to, from->threads[i]) == i;
    for (uint32_t i = 1; i < from->context_count && same; i++)
        same = batch_context(to, from->contexts[i]) == i;
    return same ? 0 : MODEL_E_ROOM;
}

void batch_dictionary_free(batch_dictionary_t *d)
{
    free(d->type_index.slots);
    free(d->thread_index.slots);
    free(d->context_index.slots);
    batch_memory_free(&d->texts);
    *d = (batch_dictionary_t){0};
}

// ---- batches

void batch_count(const model_batch_t *b, uint32_t row, uint32_t end,
                 uint64_t records[MODEL_KINDS])
{
    const uint8_t *const kind = b->kind;
    uint32_t instants = 0, switches = 0;
    for (uint32_t i = row; i < end; i++) {
        instants += kind[i] == MODEL_INSTANT;
        switches += kind[i] == MODEL_SWITCH;
    }
    for (uint32_t i = row; i < end && instants + switches < end - row; i++)
        if (kind[i] > MODEL_SWITCH)
            records[kind[i]]++;
    records[MODEL_INSTANT] += instants;
    records[MODEL_SWITCH] += switches;
}

int batch_init(model_batch_t *batch, batch_dictionary_t *dictionary)
{
    *batch = (model_batch_t){.dictionary = dictionary};
    return batch_reserve(batch, BATCH_ROWS);
}

void batch_free(model_batch_t *b)
{
    free(b->kind);
    free(b->form);
    free(b->hart);
    free(b->context);
    free(b->type);
    free(b->thread);
    free(b->time);
    free(b->value);
    free(b->cells);
    free(b->sides);
    free(b->records);
    batch_memory_free(&b->memory);
    *b = (model_batch_t){0};
}

void batch_clear(model_batch_t *batch)
{
    batch->count = batch->record_count = batch->cell_count = batch->side_count = 0;
    batch_memory_clear(&batch->memory);
}

int batch_reserve(model_batch_t *b, uint32_t rows)
{
    if (rows <= b->room - b->count)
        return 0;
    if (rows > UINT32_MAX / 4 - b->count)
        return MODEL_E_ROOM;
    const uint32_t least = b->count + rows, room = least > 2 * b->room ? least : 2 * b->room;
    if (!grow(&b->kind, sizeof *b->kind, room) || !grow(&b->form, sizeof *b->form, room) ||
        !grow(&b->hart, sizeof *b->hart, room) ||
        !grow(&b->context, sizeof *b->context, room) || !grow(&b->type, sizeof *b->type, room) ||
        !grow(&b->thread, sizeof *b->thread, room) || !grow(&b->time, sizeof *b->time, room) ||
        !grow(&b->value, sizeof *b->value, room))
        return MODEL_E_ROOM;
    b->room = room;
    return 0;
}

model_record_t *batch_add(model_batch_t *b, model_kind_t kind)
{
    if (batch_reserve(b, 1) ||
        !has_room(&b->records, sizeof *b->records, b->record_count, &b->record_room))
        return NULL;
    model_record_t *record = batch_take(&b->memory, sizeof *record);
    if (!record)
        return NULL;
    model_clear(record, kind);
    const uint32_t row = b->count++;
    b->records[b->record_count] = record;
    b->kind[row] = (uint8_t)kind;
    b->form[row] = ROW_RECORD;
    b->hart[row] = MODEL_NO_HART;
    b->context[row] = BATCH_UNKNOWN;
    b->type[row] = b->thread[row] = BATCH_UNKNOWN;
    b->time[row] = 0;
    b->value[row] = b->record_count++;
    return record;
}

model_text_t batch_text(model_batch_t *batch, model_text_t text)
{
    return copy_text(&batch->memory, text);
}

uint32_t batch_cells(model_batch_t *b, uint32_t count)
{
    const uint32_t first = b->cell_count;
    if (count > b->cell_room - first) {
        if (count > UINT32_MAX / 32 || first > UINT32_MAX / 32)
            return UINT32_MAX;
        const uint32_t room = 2 * b->cell_room > first + count ? 2 * b->cell_room : first + count;
        if (!grow(&b->cells, sizeof *b->cells, room))
            return UINT32_MAX;
        b->cell_room = room;
    }
    b->cell_count += count;
    return first;
}

// Copies what an argument refers to. False without memory.
static bool keep_arg(model_batch_t *batch, model_arg_t *arg)
{
    bool whole = keep_text(&batch->memory, &arg->name) && keep_text(&batch->memory, &arg->text);
    if (whole && (arg->type == MODEL_ARG_ARRAY || arg->type == MODEL_ARG_STRUCT)) {
        arg->items = batch_args(batch, arg->items, arg->count);
        whole = arg->items || !arg->count;
    }
    return whole;
}

const model_arg_t *batch_args(model_batch_t *batch, const model_arg_t *args, unsigned count)
{
    model_arg_t *copy = count ? batch_take(&batch->memory, count * sizeof *copy) : NULL;
    for (unsigned i = 0; copy && i < count; i++) {
        copy[i] = args[i];
        if (!keep_arg(batch, &copy[i]))
            return NULL;
    }
    return copy;
}

uint64_t batch_side(model_batch_t *b, const model_arg_t *arg, bool *whole)
{
    if (!arg || !has_room(&b->sides, sizeof *b->sides, b->side_count, &b->side_room)) {
        *whole = false;
        return 0;
    }
    b->sides[b->side_count] = arg;
    return b->side_count++;
}

uint64_t batch_cell(model_batch_t *b, const model_arg_t *arg, bool *whole)
{
    if (batch_is_number(arg->type)) {
        uint64_t bits;
        if (arg->type != MODEL_ARG_FLOAT)
            return arg->u;
        memcpy(&bits, &arg->f, sizeof bits);
        return bits;
    }
    return batch_side(b, batch_args(b, arg, 1), whole);
}

model_arg_t batch_arg(const model_batch_t *b, const batch_arg_t *arg, uint64_t cell)
{
    model_arg_t value = {.u = cell};
    if (!batch_is_number(arg->type))
        value = *b->sides[cell];
    else if (arg->type == MODEL_ARG_FLOAT)
        memcpy(&value.f, &cell, sizeof value.f);
    value.name = arg->name;
    value.type = arg->type;
    value.bits = arg->bits;
    return value;
}

// ---- records as rows

static const model_text_t value_name = {"value", 5};

static bool is_value(const model_arg_t *arg)
{
    return arg->type == MODEL_ARG_UINT && arg->bits == (arg->u >> 32 ? 64 : 32) &&
           model_text_equal(arg->name, value_name);
}

// Whether the columns can hold a record.
static bool is_row(const model_record_t *r)
{
    const bool linked = batch_head(r->kind) == 1 && r->kind != MODEL_COMPLETE;
    return r->timed && r->kind <= MODEL_WAKEUP && !r->tag && !r->text.size && !r->value &&
           !r->value_named && (linked || !r->correlation) &&
           (r->kind == MODEL_COMPLETE || !r->until);
}

// Adds a row of these columns; its cells and its value are for the caller.
static uint32_t add_row(model_batch_t *b, const model_record_t *r, uint32_t type, batch_form_t form)
{
    const uint32_t row = b->count++;
    b->kind[row] = (uint8_t)r->kind;
    b->form[row] = form;
    b->time[row] = r->time;
    b->hart[row] = r->hart;
    b->type[row] = type;
    b->thread[row] = batch_thread(b->dictionary, r->thread);
    b->context[row] = batch_context(b->dictionary, r->context);
    b->value[row] = 0;
    return row;
}

// Cells before the arguments.
static unsigned put_head(model_batch_t *b, const model_record_t *r, uint64_t *cell)
{
    if (r->kind == MODEL_SWITCH) {
        cell[0] = batch_thread(b->dictionary, r->change.outgoing);
        cell[1] = (unsigned)r->change.state | (uint64_t)r->change.has_priority << 8;
        cell[2] = (uint64_t)r->change.incoming_priority << 32 | r->change.outgoing_priority;
    } else {
        cell[0] = r->kind == MODEL_COMPLETE ? r->until : r->correlation;
    }
    return batch_head(r->kind);
}

// A record in columns. 0, MODEL_E_ROOM, or 1: it needs a record.
static int put_row(model_batch_t *b, const model_record_t *r)
{
    enum { TYPES = 1 << 16 }; // beyond this number names are data, and no type has them
    batch_arg_t arg[MODEL_ARGS_MAX];
    const bool plain_switch = r->kind == MODEL_SWITCH && !r->change.state &&
                              !r->change.has_priority && !r->change.outgoing_priority &&
                              !r->change.incoming_priority;
    const unsigned head = plain_switch && !r->arg_count ? 0 : batch_head(r->kind);
    const bool value = !head && r->kind != MODEL_SWITCH && r->arg_count == 1 && is_value(r->args);
    const unsigned args = value ? 0 : r->arg_count;
    const batch_type_t type = {.space = r->space,
                               .id = r->id,
                               .class = r->class,
                               .scope = r->scope,
                               .args = (uint8_t)args,
                               .provider = r->provider,
                               .item = r->item,
                               .category = r->category,
                               .name = r->name,
                               .arg = arg};
    for (unsigned i = 0; i < args; i++)
        arg[i] = (batch_arg_t){r->args[i].name, r->args[i].type, r->args[i].bits};
    if (b->dictionary->type_count >= TYPES)
        return 1;
    const uint32_t number = batch_type(b->dictionary, &type);
    uint64_t cells[BATCH_HEAD_MAX + MODEL_ARGS_MAX];
    bool whole = number != BATCH_UNKNOWN && !batch_reserve(b, 1);
    unsigned count = head ? put_head(b, r, cells) : 0;
    for (unsigned i = 0; i < args; i++)
        cells[count++] = batch_cell(b, &r->args[i], &whole);
    const uint32_t first = whole && count ? batch_cells(b, count) : 0;
    if (!whole || first == UINT32_MAX)
        return MODEL_E_ROOM;
    const uint32_t row = add_row(b, r, number,
                                 count             ? ROW_ARGS
                                 : value           ? ROW_VALUE
                                 : plain_switch    ? ROW_SWITCH
                                                   : ROW_PLAIN);
    if (count)
        memcpy(b->cells + first, cells, count * sizeof *cells);
    b->value[row] = count          ? first
                    : value        ? r->args->u
                    : plain_switch ? batch_thread(b->dictionary, r->change.outgoing)
                                   : 0;
    return 0;
}

int batch_put(model_batch_t *b, const model_record_t *from)
{
    if (is_row(from)) {
        const int rc = put_row(b, from);
        if (rc <= 0)
            return rc;
    }
    model_record_t *to = batch_add(b, from->kind);
    if (!to)
        return MODEL_E_ROOM;
    *to = *from;
    b->time[b->count - 1] = from->time;
    b->hart[b->count - 1] = from->hart;
    to->args = batch_args(b, from->args, from->arg_count);
    if (keep_text(&b->memory, &to->category) && keep_text(&b->memory, &to->name) &&
        keep_text(&b->memory, &to->text) && (to->args || !from->arg_count))
        return 0;
    b->count--;
    b->record_count--;
    return MODEL_E_ROOM;
}

// Takes the cells of a row apart.
static void get_args(const model_batch_t *b, uint32_t row, const batch_type_t *type,
                     batch_space_t *space)
{
    model_record_t *r = &space->record;
    const uint64_t *cell = &b->cells[b->value[row]];
    if (r->kind == MODEL_SWITCH) {
        r->change.outgoing = b->dictionary->threads[cell[0]];
        r->change.state = (model_state_t)(cell[1] & 0xff);
        r->change.has_priority = cell[1] >> 8;
        r->change.outgoing_priority = (uint32_t)cell[2];
        r->change.incoming_priority = (uint32_t)(cell[2] >> 32);
    } else if (r->kind == MODEL_COMPLETE) {
        r->until = cell[0];
    } else if (batch_head(r->kind)) {
        r->correlation = cell[0];
    }
    cell += batch_head(r->kind);
    for (unsigned i = 0; i < type->args; i++)
        space->args[i] = batch_arg(b, &type->arg[i], cell[i]);
    r->args = space->args;
    r->arg_count = type->args;
}

const model_record_t *batch_get(const model_batch_t *b, uint32_t row, batch_space_t *space)
{
    if (b->form[row] == ROW_RECORD)
        return b->records[b->value[row]];
    const batch_type_t *type = &b->dictionary->types[b->type[row]];
    model_record_t *r = &space->record;
    model_clear(r, b->kind[row]);
    r->timed = true;
    r->time = b->time[row];
    r->hart = b->hart[row];
    r->space = type->space;
    r->id = type->id;
    r->class = type->class;
    r->scope = type->scope;
    r->provider = type->provider;
    r->item = type->item;
    r->category = type->category;
    r->name = type->name;
    r->thread = b->dictionary->threads[b->thread[row]];
    r->context = b->dictionary->contexts[b->context[row]];
    if (b->form[row] == ROW_ARGS) {
        get_args(b, row, type, space);
    } else if (b->form[row] == ROW_SWITCH) {
        r->change.outgoing = b->dictionary->threads[b->value[row]];
    } else if (b->form[row] == ROW_VALUE) {
        space->args[0] = (model_arg_t){.name = value_name,
                                       .type = MODEL_ARG_UINT,
                                       .bits = b->value[row] >> 32 ? 64 : 32,
                                       .u = b->value[row]};
        r->args = space->args;
        r->arg_count = 1;
    }
    return r;
}
