// SPDX-License-Identifier: Apache-2.0
// Tables of a trace, column by column, see columns.h.
#include "columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t sizes[] = { // of an element; UTF8: of an offset
    [COLUMNS_U16] = 2,
    [COLUMNS_U32] = 4,
    [COLUMNS_U64] = 8,
    [COLUMNS_NAME] = 4,
    [COLUMNS_UTF8] = 4};

#define TRACE                                                                                      \
    {                                                                                              \
        "trace", COLUMNS_NAME, true, false                                                         \
    }
const columns_schema_t columns_schemas[COLUMNS_TABLES] = {
    [COLUMNS_EVENTS] = {"events",
                        {{"time", COLUMNS_U64, true, true},
                         {"hart", COLUMNS_U16, true, false},
                         {"kind", COLUMNS_NAME, false, false},
                         {"id", COLUMNS_U32, true, false},
                         {"name", COLUMNS_NAME, false, false},
                         {"thread", COLUMNS_U64, true, false},
                         {"thread_name", COLUMNS_NAME, true, false},
                         {"value", COLUMNS_U64, true, false},
                         {"text", COLUMNS_UTF8, true, false},
                         TRACE}},
    [COLUMNS_RUNS] = {"runs",
                      {{"start", COLUMNS_U64, false, true},
                       {"end", COLUMNS_U64, false, true},
                       {"hart", COLUMNS_U16, false, false},
                       {"thread", COLUMNS_U64, true, false},
                       {"thread_name", COLUMNS_NAME, true, false},
                       TRACE,
                       {"period", COLUMNS_U64, true, true}}},
    [COLUMNS_INTERRUPTS] = {"interrupts",
                            {{"start", COLUMNS_U64, false, true},
                             {"end", COLUMNS_U64, false, true},
                             {"hart", COLUMNS_U16, false, false},
                             {"cause", COLUMNS_U32, false, false},
                             {"depth", COLUMNS_U16, false, false},
                             TRACE}},
    [COLUMNS_LOSSES] = {"losses",
                        {{"time", COLUMNS_U64, true, true},
                         {"first", COLUMNS_U64, false, true},
                         {"last", COLUMNS_U64, false, true},
                         {"hart", COLUMNS_U16, true, false},
                         {"events", COLUMNS_U64, true, false},
                         TRACE}},
    [COLUMNS_NAMES] = {"names",
                       {{"kind", COLUMNS_NAME, false, false},
                        {"number", COLUMNS_U64, false, false},
                        {"value", COLUMNS_U64, true, false},
                        {"name", COLUMNS_UTF8, false, false},
                        TRACE}},
};

enum {
    EVENT_TIME,
    EVENT_HART,
    EVENT_KIND,
    EVENT_ID,
    EVENT_NAME,
    EVENT_THREAD,
    EVENT_THREAD_NAME,
    EVENT_VALUE,
    EVENT_TEXT,
    EVENT_TRACE,
};
enum { EVENT_KINDS = MODEL_LOSS + 1 };

typedef struct { // a thread with a name, or with rows without one, or with runs
    uint64_t process, number;
    uint32_t name, later; // + 1; 0: none
    bool unnamed;         // it has such rows
    bool ran;
    uint64_t start; // of its last run
} thread_t;

typedef struct { // what rows of a type have
    uint32_t id;
    int32_t name; // -1: that of their kind
    bool has_id, is_number;
    bool known; // this entry is set
} type_t;

typedef struct { // what rows of a thread have
    uint64_t number;
    int32_t name, trace; // -1: none
    bool has, known;     // has: it is not unknown; known: this entry is set
} row_thread_t;

struct columns_private {
    unsigned trace_count;
    int32_t *trace_numbers;              // in the dictionary of the column
    int32_t hart_traces[ANALYSIS_HARTS]; // with several
    bool looked;                         // ahead, to the end
    bool begun;
    uint64_t last;               // time
    columns_bytes_t threads;     // thread_t
    uint32_t *slots, mask;       // of threads: number + 1
    columns_dictionary_t names;  // of threads
    columns_bytes_t types;       // type_t of the trace's dictionary
    columns_bytes_t row_threads; // row_thread_t of it
    int32_t kind_names[EVENT_KINDS];
    uint32_t ids; // NAMES: types that were looked at
    uint8_t id_named[65536 / 8];
    analysis_t *analysis;
    analysis_results_t results;
    batch_space_t space;
    columns_bytes_t clean; // a text without bytes that are not UTF-8
    char text[4096];
};

// ---- memory

static uint8_t *grow(columns_t *c, columns_bytes_t *g, size_t size)
{
    if (g->room - g->size < size) {
        size_t room = g->room ? 2 * g->room : g->last ? g->last + g->last / 8 : 4096;
        while (room - g->size < size)
            room *= 2;
        uint8_t *bytes = realloc(g->bytes, room);
        if (!bytes) {
            c->no_memory = true;
            return NULL;
        }
        g->bytes = bytes;
        g->room = room;
    }
    uint8_t *at = g->bytes + g->size;
    g->size += size;
    return at;
}

static uint32_t hash(const void *bytes, size_t size)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ ((const uint8_t *)bytes)[i]) * 16777619u;
    return h ^ h >> 15;
}

// ---- texts

// Bytes of the UTF-8 sequence at a place; 0: it is none.
static size_t sequence(const uint8_t *p, size_t left)
{
    const size_t size = *p < 0x80   ? 1
                        : *p < 0xc2 ? 0
                        : *p < 0xe0 ? 2
                        : *p < 0xf0 ? 3
                        : *p < 0xf5 ? 4
                                    : 0;
    if (size > left)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) || (*p == 0xf0 && p[1] < 0x90) ||
        (*p == 0xf4 && p[1] > 0x8f))
        return 0;
    return size;
}

// Arrow's texts are UTF-8: other bytes become U+FFFD.
static model_text_t utf8(columns_t *c, model_text_t text)
{
    const uint8_t *from = (const uint8_t *)text.bytes;
    size_t i = 0, size;
    while (i < text.size && (size = sequence(from + i, text.size - i)))
        i += size;
    if (i == text.size)
        return text;
    columns_bytes_t *clean = &c->private->clean;
    clean->size = 0;
    for (i = 0; i < text.size; i += size ? size : 1) {
        size = sequence(from + i, text.size - i);
        uint8_t *to = grow(c, clean, size ? size : 3);
        if (!to)
            return (model_text_t){NULL, 0};
        memcpy(to, size ? from + i : (const uint8_t *)"\xef\xbf\xbd", size ? size : 3);
    }
    return (model_text_t){(const char *)clean->bytes, clean->size};
}

static uint32_t *text_slot(const columns_dictionary_t *d, model_text_t text)
{
    const int32_t *offsets = (const int32_t *)(void *)d->offsets.bytes;
    for (uint32_t i = hash(text.bytes, text.size) & d->mask;; i = (i + 1) & d->mask) {
        const uint32_t n = d->slots[i];
        if (!n || ((size_t)(offsets[n] - offsets[n - 1]) == text.size &&
                   (!text.size || !memcmp(d->texts.bytes + offsets[n - 1], text.bytes, text.size))))
            return &d->slots[i];
    }
}

// A hash table of count numbers + 1 gets twice the room when it is half full. Returns whether its
// entries must be put in again.
static bool more_slots(columns_t *c, uint32_t **slots, uint32_t *mask, uint32_t count)
{
    if (*slots && count < *mask / 2)
        return false;
    const uint32_t room = *slots ? 2 * (*mask + 1) : 256;
    uint32_t *larger = calloc(room, sizeof *larger);
    if (!larger) {
        c->no_memory = true;
        return false;
    }
    free(*slots);
    *slots = larger;
    *mask = room - 1;
    return true;
}

static model_text_t text_of(const columns_dictionary_t *d, uint32_t n)
{
    const int32_t *offsets = (const int32_t *)(void *)d->offsets.bytes;
    return (model_text_t){(const char *)d->texts.bytes + offsets[n],
                          (size_t)(offsets[n + 1] - offsets[n])};
}

// The number of a text, a new one if necessary.
static int32_t number(columns_t *c, columns_dictionary_t *d, model_text_t text)
{
    text = utf8(c, text);
    if (!d->offsets.size) {
        uint8_t *zero = grow(c, &d->offsets, 4);
        if (!zero || (!d->texts.bytes && (!grow(c, &d->texts, 8))))
            return 0;
        d->texts.size = 0;
        memset(zero, 0, 4);
    }
    if (more_slots(c, &d->slots, &d->mask, d->count))
        for (uint32_t i = 0; i < d->count; i++)
            *text_slot(d, text_of(d, i)) = i + 1;
    if (c->no_memory)
        return 0;
    uint32_t *at = text_slot(d, text);
    if (*at)
        return (int32_t)*at - 1;
    uint8_t *copy = grow(c, &d->texts, text.size), *offset = grow(c, &d->offsets, 4);
    if (!copy || !offset || d->texts.size > INT32_MAX) {
        c->no_memory = true;
        return 0;
    }
    if (text.size)
        memcpy(copy, text.bytes, text.size);
    const int32_t end = (int32_t)d->texts.size;
    memcpy(offset, &end, 4);
    *at = ++d->count;
    return (int32_t)d->count - 1;
}

// ---- rows

static void put_valid(columns_t *c, unsigned index, bool valid)
{
    if (!c->schema->fields[index].nullable)
        return;
    uint8_t *at = grow(c, &c->column[index].valid, 1);
    if (at)
        *at = valid;
}

static void put(columns_t *c, unsigned index, bool valid, uint64_t value)
{
    const size_t size = sizes[c->schema->fields[index].type];
    uint8_t *at = grow(c, &c->column[index].data, size);
    if (!at)
        return;
    value = valid ? value : 0;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value <<= 8 * (8 - size);
#endif
    memcpy(at, &value, size);
    put_valid(c, index, valid);
}

static void put_number(columns_t *c, unsigned index, int32_t n)
{
    put(c, index, n >= 0, (uint32_t)n);
}

static void put_name(columns_t *c, unsigned index, const char *text)
{
    put_number(c, index, number(c, &c->column[index].dictionary, model_text(text)));
}

// A column of texts has an offset more than rows.
static bool first_offset(columns_t *c, columns_column_t *column)
{
    if (column->data.size)
        return true;
    uint8_t *zero = grow(c, &column->data, 4);
    if (zero)
        memset(zero, 0, 4);
    return zero;
}

static void put_text(columns_t *c, unsigned index, bool valid, model_text_t text)
{
    columns_column_t *column = &c->column[index];
    if (!first_offset(c, column))
        return;
    text = valid ? utf8(c, text) : (model_text_t){NULL, 0};
    if (text.size) {
        uint8_t *at = grow(c, &column->texts, text.size);
        if (at)
            memcpy(at, text.bytes, text.size);
    }
    uint8_t *offset = grow(c, &column->data, 4);
    const int32_t end = (int32_t)column->texts.size;
    if (!offset || column->texts.size > INT32_MAX) {
        c->no_memory = true;
        return;
    }
    memcpy(offset, &end, 4);
    put_valid(c, index, valid);
}

// ---- threads

static thread_t *threads_of(const columns_t *c)
{
    return (thread_t *)(void *)c->private->threads.bytes;
}

static uint32_t *thread_slot(const columns_t *c, uint64_t process, uint64_t number)
{
    const struct columns_private *p = c->private;
    const uint64_t mixed = (process * 31 + number) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = (uint32_t)(mixed >> 32) & p->mask;; i = (i + 1) & p->mask) {
        const uint32_t n = p->slots[i];
        if (!n ||
            (threads_of(c)[n - 1].process == process && threads_of(c)[n - 1].number == number))
            return &p->slots[i];
    }
}

// The entry of a thread; NULL without memory.
static thread_t *thread_entry(columns_t *c, uint64_t process, uint64_t number)
{
    struct columns_private *p = c->private;
    const uint32_t count = (uint32_t)(p->threads.size / sizeof(thread_t));
    if (more_slots(c, &p->slots, &p->mask, count))
        for (uint32_t i = 0; i < count; i++)
            *thread_slot(c, threads_of(c)[i].process, threads_of(c)[i].number) = i + 1;
    if (!p->slots)
        return NULL;
    uint32_t *at = thread_slot(c, process, number);
    if (!*at) {
        thread_t *one = (void *)grow(c, &p->threads, sizeof *one);
        if (!one)
            return NULL;
        *one = (thread_t){.process = process, .number = number};
        *at = count + 1;
    }
    return &threads_of(c)[*at - 1];
}

void columns_later(columns_t *c, uint64_t process, uint64_t thread, model_text_t name)
{
    thread_t *one = thread_entry(c, process, thread);
    if (one && !one->later && name.size)
        one->later = (uint32_t)number(c, &c->private->names, name) + 1;
}

static void name_thread(columns_t *c, const model_record_t *r)
{
    thread_t *one = thread_entry(c, r->object.process, r->object.number);
    if (!one)
        return;
    const uint32_t name = (uint32_t)number(c, &c->private->names, r->name) + 1;
    if (one->name == name)
        return;
    c->late = c->late || (one->unnamed && !one->name);
    one->name = name;
    if (c->private->row_threads.size)
        memset(c->private->row_threads.bytes, 0, c->private->row_threads.size);
}

static int32_t name_of(columns_t *c, uint64_t process, uint64_t number)
{
    const thread_t *one = thread_entry(c, process, number);
    return !one ? -1 : (int32_t)(one->name ? one->name : one->later) - 1;
}

// The number of the name of a thread, in the column of this number; -1 without one.
static int32_t thread_name(columns_t *c, unsigned index, model_thread_t thread)
{
    struct columns_private *p = c->private;
    for (; thread.number;) {
        int32_t name = name_of(c, thread.process, thread.number);
        if (name < 0 && thread.process)
            name = name_of(c, 0, thread.number);
        if (name >= 0)
            return number(c, &c->column[index].dictionary, text_of(&p->names, (uint32_t)name));
        if (!c->look_ahead || p->looked)
            break;
        p->looked = !c->look_ahead(c->context, c);
    }
    if (!thread.number)
        return -1;
    for (uint64_t process = thread.process;; process = 0) { // either may get a name
        thread_t *one = thread_entry(c, process, thread.number);
        if (one)
            one->unnamed = true;
        if (!process)
            return -1;
    }
}

// The number of the trace of a thread; -1: unknown.
static int32_t trace_of(const columns_t *c, model_thread_t thread)
{
    const struct columns_private *p = c->private;
    if (p->trace_count < 2)
        return p->trace_count ? p->trace_numbers[0] : -1;
    return thread.process && thread.process <= p->trace_count ? p->trace_numbers[thread.process - 1]
                                                              : -1;
}

static void put_thread(columns_t *c, unsigned index, model_thread_t thread)
{
    put(c, index, thread.known || thread.number, thread.number);
    put_number(c, index + 1, thread_name(c, index + 1, thread));
}

// ---- events

static bool has_id(model_space_t space, model_kind_t kind)
{
    return kind != MODEL_LOSS &&
           (space != MODEL_SPACE_NONE || kind == MODEL_ISR_ENTER || kind == MODEL_ISR_EXIT);
}

static bool is_nameless(model_kind_t kind) { return kind == MODEL_SWITCH || kind == MODEL_LOSS; }

// The number of the name of an event; -1: that of its kind.
static int32_t event_name(columns_t *c, model_text_t name, model_space_t space, uint32_t id,
                          bool *is_number)
{
    char text[16];
    *is_number = false;
    if (!name.size && space != MODEL_SPACE_WEIR)
        return -1;
    if (!name.size)
        name = model_text(model_id_name(id));
    if (!name.size) {
        snprintf(text, sizeof text, "0x%04" PRIx32, id);
        name = model_text(text);
        *is_number = true;
    }
    return number(c, &c->column[EVENT_NAME].dictionary, name);
}

static int32_t kind_name(columns_t *c, model_kind_t kind)
{
    int32_t *known = &c->private->kind_names[kind];
    if (*known < 0)
        *known = number(c, &c->column[EVENT_NAME].dictionary, model_text(model_kind_name(kind)));
    return *known;
}

// The entries of the types, or of the threads, of a dictionary; new ones are cleared.
static void *entries(columns_t *c, columns_bytes_t *table, uint32_t count, size_t size)
{
    const size_t before = table->size, more = count * size - before;
    if (count * size <= before)
        return table->bytes;
    uint8_t *at = grow(c, table, more);
    if (!at)
        return NULL;
    memset(at, 0, more);
    return table->bytes;
}

static void learn_type(columns_t *c, type_t *to, const batch_type_t *from)
{
    bool is_number;
    const int32_t name = event_name(c, from->name, from->space, from->id, &is_number);
    *to = (type_t){from->id, name, from->space != MODEL_SPACE_NONE, is_number, true};
}

static void learn_thread(columns_t *c, row_thread_t *to, model_thread_t thread)
{
    const int32_t name = thread_name(c, EVENT_THREAD_NAME, thread), trace = trace_of(c, thread);
    *to = (row_thread_t){thread.number, name, trace, thread.known || thread.number, true};
    to->number = to->has ? to->number : 0;
}

static bool is_plain(const model_batch_t *b, uint32_t row)
{
    return b->form[row] <= ROW_SWITCH && b->kind[row] <= MODEL_LOSS;
}

// Rows without a record, column by column.
static void put_plain(columns_t *c, const model_batch_t *b, uint32_t row, uint32_t end)
{
    const size_t n = end - row;
    columns_column_t *column = c->column;
    struct columns_private *p = c->private;
    type_t *types = entries(c, &p->types, b->dictionary->type_count, sizeof *types);
    row_thread_t *threads = entries(c, &p->row_threads, b->dictionary->thread_count,
                                    sizeof *threads);
    if (!types || !threads || !first_offset(c, &column[EVENT_TEXT]))
        return;
    uint8_t *valid[COLUMNS_MAX] = {0}, *data[COLUMNS_MAX];
    for (unsigned i = 0; i < c->count && !c->no_memory; i++) {
        if (c->schema->fields[i].nullable)
            valid[i] = grow(c, &column[i].valid, n);
        data[i] = grow(c, &column[i].data, n * sizes[c->schema->fields[i].type]);
    }
    if (c->no_memory)
        return;
    memcpy(data[EVENT_TIME], &b->time[row], 8 * n);
    memset(valid[EVENT_TIME], 1, n);

    uint16_t *hart = (void *)data[EVENT_HART];
    for (size_t i = 0; i < n; i++) {
        const uint16_t h = b->hart[row + i];
        hart[i] = h != MODEL_NO_HART ? h : 0;
        valid[EVENT_HART][i] = h != MODEL_NO_HART;
    }

    int32_t *kind = (void *)data[EVENT_KIND], *name = (void *)data[EVENT_NAME];
    uint32_t *id = (void *)data[EVENT_ID];
    for (size_t i = 0; i < n; i++) {
        const model_kind_t k = (model_kind_t)b->kind[row + i];
        type_t *t = &types[b->type[row + i]];
        if (!t->known)
            learn_type(c, t, &b->dictionary->types[b->type[row + i]]);
        const bool has = t->has_id || k == MODEL_ISR_ENTER || k == MODEL_ISR_EXIT;
        kind[i] = (int32_t)k;
        id[i] = has ? t->id : 0;
        valid[EVENT_ID][i] = has;
        name[i] = t->name >= 0 && !(t->is_number && is_nameless(k)) ? t->name : kind_name(c, k);
    }

    uint64_t *thread = (void *)data[EVENT_THREAD];
    int32_t *named = (void *)data[EVENT_THREAD_NAME], *trace = (void *)data[EVENT_TRACE];
    for (size_t i = 0; i < n; i++) {
        const uint32_t which = b->thread[row + i];
        if (!threads[which].known)
            learn_thread(c, &threads[which], b->dictionary->threads[which]);
        const row_thread_t *t = &threads[which];
        thread[i] = t->number;
        valid[EVENT_THREAD][i] = t->has;
        named[i] = t->name < 0 ? 0 : t->name;
        valid[EVENT_THREAD_NAME][i] = t->name >= 0;
        trace[i] = t->trace < 0 ? 0 : t->trace;
        valid[EVENT_TRACE][i] = t->trace >= 0;
    }

    uint64_t *value = (void *)data[EVENT_VALUE];
    for (size_t i = 0; i < n; i++) {
        const bool has = b->form[row + i] == ROW_VALUE;
        value[i] = has ? b->value[row + i] : 0;
        valid[EVENT_VALUE][i] = has;
    }

    int32_t *text = (void *)data[EVENT_TEXT];
    const int32_t last_text = (int32_t)column[EVENT_TEXT].texts.size;
    for (size_t i = 0; i < n; i++)
        text[i] = last_text;
    memset(valid[EVENT_TEXT], 0, n);
    c->rows += n;
}

// The arguments of a record as text.
static model_text_t arguments(columns_t *c, const model_record_t *r)
{
    char *text = c->private->text;
    const size_t room = sizeof c->private->text;
    size_t size = 0;
    for (unsigned i = 0; i < r->arg_count && size < room - 1; i++) {
        char value[512];
        bool whole;
        const model_arg_t *arg = &r->args[i];
        const size_t length = model_arg_text(arg, value, sizeof value, &whole);
        const int printed = snprintf(text + size, room - size, "%s%.*s%s%.*s", i ? " " : "",
                                     (int)arg->name.size, arg->name.bytes ? arg->name.bytes : "",
                                     arg->name.size ? "=" : "", (int)length, value);
        size += printed < 0 ? 0 : (size_t)printed;
    }
    return (model_text_t){text, size < room ? size : room - 1};
}

static void put_event(columns_t *c, const model_batch_t *b, uint32_t row)
{
    const model_kind_t kind = (model_kind_t)b->kind[row];
    bool is_number;
    if (kind > MODEL_LOSS)
        return;
    const model_record_t *r = batch_get(b, row, &c->private->space);
    const int32_t name = event_name(c, r->name, r->space, r->id, &is_number);
    put(c, EVENT_TIME, r->timed, r->time);
    put(c, EVENT_HART, r->hart != MODEL_NO_HART, r->hart);
    put(c, EVENT_KIND, true, kind); // the dictionary has all kinds, in their order
    put(c, EVENT_ID, has_id(r->space, kind), r->id);
    put_number(c, EVENT_NAME,
               name >= 0 && !(is_number && is_nameless(kind)) ? name : kind_name(c, kind));
    put_thread(c, EVENT_THREAD, r->thread);
    const bool number = r->arg_count == 1 &&
                        (r->args[0].type == MODEL_ARG_UINT || r->args[0].type == MODEL_ARG_POINTER);
    put(c, EVENT_VALUE, number, number ? r->args[0].u : 0);
    const model_text_t text = r->text.size || number ? r->text : arguments(c, r);
    put_text(c, EVENT_TEXT, text.size, text);
    put_number(c, EVENT_TRACE, trace_of(c, r->thread));
    c->rows++;
}

// ---- losses

static void put_loss(columns_t *c, const model_record_t *r)
{
    uint64_t count = 0;
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        count += r->loss.count[class];
    put(c, 0, r->timed, r->time);
    put(c, 1, true, r->loss.first);
    put(c, 2, true, r->loss.last);
    put(c, 3, r->hart != MODEL_NO_HART, r->hart);
    put(c, 4, r->loss.counted, count);
    put_number(c, 5, trace_of(c, r->thread));
    c->rows++;
}

// ---- runs and interrupts

static void put_run(void *context, const analysis_run_t *run)
{
    columns_t *c = context;
    put(c, 0, true, run->from);
    put(c, 1, true, run->to);
    put(c, 2, true, run->hart);
    put_thread(c, 3, run->thread);
    const int32_t of_thread = trace_of(c, run->thread);
    put_number(c, 5,
               of_thread >= 0 || run->hart >= ANALYSIS_HARTS ? of_thread
                                                             : c->private->hart_traces[run->hart]);
    thread_t *one = NULL;
    if (run->thread.known && run->thread.number)
        one = thread_entry(c, run->thread.process, run->thread.number);
    const bool again = one && one->ran && run->from >= one->start;
    put(c, 6, again, again ? run->from - one->start : 0);
    if (one) {
        one->ran = true;
        one->start = run->from;
    }
    c->rows++;
}

static void put_handler(void *context, const analysis_handler_t *handler)
{
    columns_t *c = context;
    put(c, 0, true, handler->from);
    put(c, 1, true, handler->to);
    put(c, 2, true, handler->hart);
    put(c, 3, true, handler->cause);
    put(c, 4, true, handler->depth);
    put_number(c, 5, c->private->hart_traces[handler->hart % ANALYSIS_HARTS]);
    c->rows++;
}

static void analyse(columns_t *c, const model_batch_t *b, uint32_t row)
{
    struct columns_private *p = c->private;
    const model_kind_t kind = (model_kind_t)b->kind[row];
    const model_thread_t *threads = b->dictionary->threads;
    const model_record_t *r = b->form[row] == ROW_RECORD ? b->records[b->value[row]] : NULL;
    const uint16_t hart = r ? r->hart : b->hart[row];
    const model_thread_t thread = r ? r->thread : threads[b->thread[row]];
    if (!r || r->timed) {
        const uint64_t time = r ? r->time : b->time[row];
        if (!p->begun)
            analysis_init(p->analysis, &p->results, c, time, c->inputs);
        p->begun = true;
        p->last = time > p->last ? time : p->last;
        analysis_time(p->analysis, thread, time);
    }
    if (hart < ANALYSIS_HARTS)
        p->hart_traces[hart] = trace_of(c, thread);
    if (b->form[row] == ROW_SWITCH)
        analysis_switch(p->analysis, b->hart[row], threads[b->value[row]], threads[b->thread[row]],
                        b->time[row]);
    else if (!r && (kind == MODEL_ISR_ENTER || kind == MODEL_ISR_EXIT))
        analysis_handler(p->analysis, b->hart[row], b->dictionary->types[b->type[row]].id,
                         kind == MODEL_ISR_ENTER, b->time[row]);
    else if (p->begun &&
             (kind == MODEL_SWITCH || kind == MODEL_ISR_ENTER || kind == MODEL_ISR_EXIT))
        analysis_record(p->analysis, batch_get(b, row, &p->space));
}

// ---- names

static void put_named(columns_t *c, const char *kind, uint64_t number, bool valued, uint64_t value,
                      model_text_t name, int32_t trace)
{
    put_name(c, 0, kind);
    put(c, 1, true, number);
    put(c, 2, valued, value);
    put_text(c, 3, true, name);
    put_number(c, 4, trace);
    c->rows++;
}

// The name of an id, once.
static void put_id(columns_t *c, model_space_t space, uint32_t id, model_text_t name, int32_t trace)
{
    uint8_t *named = c->private->id_named;
    if (space != MODEL_SPACE_WEIR || id > 0xffff || !name.size || named[id / 8] >> id % 8 & 1)
        return;
    named[id / 8] |= (uint8_t)(1u << id % 8);
    put_named(c, "id", id, false, 0, name, trace);
}

static void put_threads(columns_t *c)
{
    const columns_dictionary_t *names = &c->private->names;
    for (size_t i = 0; i < c->private->threads.size / sizeof(thread_t); i++) {
        const thread_t *one = &threads_of(c)[i];
        if (one->name)
            put_named(c, "thread", one->number, false, 0, text_of(names, one->name - 1),
                      trace_of(c, (model_thread_t){.process = one->process}));
    }
}

// ---- all tables

static void put_record(columns_t *c, const model_batch_t *b, uint32_t row)
{
    const model_record_t *r = b->form[row] == ROW_RECORD ? b->records[b->value[row]] : NULL;
    if (r && r->kind == MODEL_OBJECT && r->object.kind == MODEL_OBJECT_THREAD)
        name_thread(c, r);
    switch (c->table) {
    case COLUMNS_EVENTS: put_event(c, b, row); break;
    case COLUMNS_LOSSES:
        if (b->kind[row] == MODEL_LOSS)
            put_loss(c, batch_get(b, row, &c->private->space));
        break;
    case COLUMNS_NAMES:
        if (r && r->kind == MODEL_NAME && r->value_named)
            put_named(c, "value", r->id, true, r->value, r->name, trace_of(c, r->thread));
        else if (r && r->kind == MODEL_NAME)
            put_id(c, r->space, r->id, r->name, trace_of(c, r->thread));
        break;
    default: analyse(c, b, row); break;
    }
}

void columns_rows(columns_t *c, const model_batch_t *b)
{
    for (uint32_t row = 0; row < b->count && !c->no_memory; row++) {
        uint32_t end = row;
        while (c->table == COLUMNS_EVENTS && end < b->count && is_plain(b, end))
            end++;
        if (end > row)
            put_plain(c, b, row, end);
        row = end;
        if (row < b->count)
            put_record(c, b, row);
    }
    const batch_dictionary_t *d = b->dictionary;
    for (uint32_t *seen = &c->private->ids; c->table == COLUMNS_NAMES && *seen < d->type_count;) {
        const batch_type_t *t = &d->types[(*seen)++];
        put_id(c, t->space, t->id, t->name, trace_of(c, (model_thread_t){0}));
    }
}

void columns_end(columns_t *c)
{
    if (c->table == COLUMNS_NAMES)
        put_threads(c);
    if (c->private->begun)
        analysis_end(c->private->analysis, c->private->last);
    if (c->table == COLUMNS_INTERRUPTS)
        c->left_out = c->private->analysis->left_out;
}

void columns_pack(columns_t *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        columns_column_t *column = &c->column[i];
        uint8_t *valid = column->valid.bytes;
        const size_t rows = column->valid.size;
        size_t all = 0;
        for (size_t row = 0; row < rows; row++)
            all += valid[row];
        column->nulls = (int64_t)(rows - all);
        if (!column->nulls)
            continue;
        for (size_t row = 0; row + 8 <= rows; row += 8) {
            uint64_t eight;
            memcpy(&eight, valid + row, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
            eight = __builtin_bswap64(eight);
#endif
            // the byte n of eight goes to bit n of the product's highest byte
            valid[row / 8] = (uint8_t)(eight * UINT64_C(0x0102040810204080) >> 56);
        }
        if (rows % 8) {
            uint8_t last = 0;
            for (size_t row = rows & ~(size_t)7; row < rows; row++)
                last |= (uint8_t)(valid[row] << row % 8);
            valid[rows / 8] = last;
        }
        column->valid.size = (rows + 7) / 8;
    }
}

void columns_clear(columns_t *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        c->column[i].data.size = c->column[i].texts.size = c->column[i].valid.size = 0;
        c->column[i].nulls = 0;
    }
    c->rows = 0;
}

static void dictionary_free(columns_dictionary_t *d)
{
    free(d->offsets.bytes);
    free(d->texts.bytes);
    free(d->slots);
}

void columns_free(columns_t *c)
{
    if (!c)
        return;
    for (unsigned i = 0; i < c->count; i++) {
        free(c->column[i].data.bytes);
        free(c->column[i].texts.bytes);
        free(c->column[i].valid.bytes);
        dictionary_free(&c->column[i].dictionary);
    }
    struct columns_private *p = c->private;
    if (p) {
        dictionary_free(&p->names);
        free(p->trace_numbers);
        free(p->threads.bytes);
        free(p->slots);
        free(p->types.bytes);
        free(p->row_threads.bytes);
        free(p->clean.bytes);
        free(p->analysis);
    }
    free(p);
    free(c);
}

model_text_t columns_trace(const char *path)
{
    const char *slash = strrchr(path, '/');
    path = slash ? slash + 1 : path;
    const char *dot = strrchr(path, '.');
    return (model_text_t){path, dot && dot != path ? (size_t)(dot - path) : strlen(path)};
}

columns_t *columns_new(columns_table_t table, const model_text_t *traces, unsigned count)
{
    columns_t *c = calloc(1, sizeof *c);
    struct columns_private *p = calloc(1, sizeof *p);
    if (!c || !p) {
        free(c);
        free(p);
        return NULL;
    }
    c->private = p;
    c->table = table;
    c->schema = &columns_schemas[table];
    while (c->count < COLUMNS_MAX && c->schema->fields[c->count].name)
        c->count++;
    unsigned trace = 0;
    while (strcmp(c->schema->fields[trace].name, "trace"))
        trace++;
    p->trace_count = c->inputs = count;
    p->trace_numbers = calloc(count + 1, sizeof *p->trace_numbers);
    c->no_memory = !p->trace_numbers;
    for (unsigned i = 0; i < count && !c->no_memory; i++)
        p->trace_numbers[i] = number(c, &c->column[trace].dictionary, traces[i]);
    for (unsigned i = 0; i < ANALYSIS_HARTS; i++)
        p->hart_traces[i] = -1;
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
        p->kind_names[kind] = -1;
        if (table == COLUMNS_EVENTS)
            number(c, &c->column[EVENT_KIND].dictionary,
                   model_text(model_kind_name((model_kind_t)kind)));
    }
    if (table == COLUMNS_RUNS || table == COLUMNS_INTERRUPTS) {
        p->results.run = table == COLUMNS_RUNS ? put_run : NULL;
        p->results.handler = table == COLUMNS_INTERRUPTS ? put_handler : NULL;
        p->analysis = calloc(1, sizeof *p->analysis);
        c->no_memory = c->no_memory || !p->analysis;
    }
    if (c->no_memory) {
        columns_free(c);
        return NULL;
    }
    return c;
}
