// SPDX-License-Identifier: Apache-2.0
// libweir: a trace as columns, see weir/columns.h.
#include "weir/columns.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "trace_impl.h"

enum { CHUNK = 1 << 16, COLUMNS_MAX = 9, VERSION = 1 };

typedef enum { U16, U32, U64, NAME, UTF8 } type_t; // NAME: int32, with a dictionary

static const struct {
    const char *format;
    size_t size; // of an element; UTF8: of an offset
} types[] = {
    [U16] = {"S", 2}, [U32] = {"I", 4}, [U64] = {"L", 8}, [NAME] = {"i", 4}, [UTF8] = {"u", 4}};

typedef struct {
    const char *name;
    type_t type;
    bool nullable;
} field_t;

static const struct {
    const char *name;
    field_t fields[COLUMNS_MAX + 1];
} tables[] = {
    [WEIR_TRACE_EVENTS] = {"events",
                           {{"time", U64, true},
                            {"hart", U16, true},
                            {"kind", NAME, false},
                            {"id", U32, true},
                            {"name", NAME, false},
                            {"thread", U64, true},
                            {"thread_name", NAME, true},
                            {"value", U64, true},
                            {"text", UTF8, true}}},
    [WEIR_TRACE_RUNS] = {"runs",
                         {{"start", U64, false},
                          {"end", U64, false},
                          {"hart", U16, false},
                          {"thread", U64, true},
                          {"thread_name", NAME, true}}},
    [WEIR_TRACE_INTERRUPTS] = {"interrupts",
                               {{"start", U64, false},
                                {"end", U64, false},
                                {"hart", U16, false},
                                {"cause", U32, false},
                                {"depth", U16, false}}},
    [WEIR_TRACE_LOSSES] = {"losses",
                           {{"time", U64, true},
                            {"first", U64, false},
                            {"last", U64, false},
                            {"hart", U16, true},
                            {"events", U64, true}}},
    [WEIR_TRACE_NAMES] = {"names",
                          {{"kind", NAME, false},
                           {"number", U64, false},
                           {"value", U64, true},
                           {"name", UTF8, false}}},
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
};

// Memory that doubles.
typedef struct {
    uint8_t *bytes;
    size_t size, room;
} grow_t;

typedef struct { // a set of texts, numbered from 0
    grow_t offsets, texts;
    uint32_t count;
    uint32_t *slots; // hash table of number + 1; 0: free
    uint32_t mask;
} dictionary_t;

typedef struct {
    grow_t data, texts, valid;
    int64_t nulls;
    dictionary_t dictionary;
} column_t;

typedef struct {
    weir_trace_t *trace;
    weir_trace_table_t table;
    unsigned columns;
    column_t column[COLUMNS_MAX];
    uint64_t rows;
    bool no_memory, done, owns;
    uint64_t first, last; // times
    grow_t type_names;    // EVENTS: number of the name of a type + 1
    grow_t thread_names;  // and of a thread + 1; its text may be missing: UINT32_MAX
    analysis_t *analysis;
    analysis_results_t results; // where analysis reports
    batch_space_t space;
    char text[4096];
} columns_t;

// ---- memory

static uint8_t *grow(columns_t *c, grow_t *g, size_t size)
{
    if (g->room - g->size < size) {
        size_t room = g->room ? 2 * g->room : 4096;
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

static void grow_free(grow_t *g)
{
    free(g->bytes);
    *g = (grow_t){0};
}

// ---- dictionaries

static uint32_t hash(const char *text, size_t size)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ (uint8_t)text[i]) * 16777619u;
    return h ^ h >> 15;
}

static uint32_t *slot(const dictionary_t *d, const char *text, size_t size)
{
    const int32_t *offsets = (const int32_t *)(void *)d->offsets.bytes;
    for (uint32_t i = hash(text, size) & d->mask;; i = (i + 1) & d->mask) {
        const uint32_t n = d->slots[i];
        if (!n || ((size_t)(offsets[n] - offsets[n - 1]) == size &&
                   !memcmp(d->texts.bytes + offsets[n - 1], text, size)))
            return &d->slots[i];
    }
}

// The number of a text, a new one if necessary.
static int32_t number(columns_t *c, dictionary_t *d, const char *text, size_t size)
{
    if (!d->offsets.size) {
        uint8_t *zero = grow(c, &d->offsets, 4);
        grow(c, &d->texts, 0);
        if (!zero)
            return 0;
        memset(zero, 0, 4);
    }
    if (!d->slots || d->count >= d->mask / 2) {
        const uint32_t room = d->slots ? 2 * (d->mask + 1) : 256;
        uint32_t *old = d->slots, before = d->mask;
        uint32_t *slots = calloc(room, sizeof *slots);
        if (!slots) {
            c->no_memory = true;
            return 0;
        }
        d->slots = slots;
        d->mask = room - 1;
        const int32_t *offsets = (const int32_t *)(void *)d->offsets.bytes;
        for (uint32_t i = 0; old && i <= before; i++)
            if (old[i])
                *slot(d, (const char *)d->texts.bytes + offsets[old[i] - 1],
                      (size_t)(offsets[old[i]] - offsets[old[i] - 1])) = old[i];
        free(old);
    }
    uint32_t *at = slot(d, text, size);
    if (*at)
        return (int32_t)*at - 1;
    uint8_t *copy = grow(c, &d->texts, size), *offset = grow(c, &d->offsets, 4);
    if (!copy || !offset || d->texts.size > INT32_MAX) {
        c->no_memory = true;
        return 0;
    }
    if (size)
        memcpy(copy, text, size);
    const int32_t end = (int32_t)d->texts.size;
    memcpy(offset, &end, 4);
    *at = ++d->count;
    return (int32_t)d->count - 1;
}

// ---- rows

// Room for the validity of this number of rows more, all null. Returns the bits of all rows.
static uint8_t *more_valid(columns_t *c, column_t *column, uint64_t rows)
{
    const size_t bytes = (c->rows + rows + 7) / 8, before = column->valid.size;
    if (bytes > before) {
        uint8_t *at = grow(c, &column->valid, bytes - before);
        if (!at)
            return NULL;
        memset(at, 0, bytes - before);
    }
    return column->valid.bytes;
}

static void set_valid(uint8_t *bits, uint64_t row) { bits[row / 8] |= (uint8_t)(1u << row % 8); }

static void put_valid(columns_t *c, unsigned index, bool valid)
{
    column_t *column = &c->column[index];
    uint8_t *bits = tables[c->table].fields[index].nullable ? more_valid(c, column, 1) : NULL;
    if (!bits)
        return;
    if (valid)
        set_valid(bits, c->rows);
    column->nulls += !valid;
}

static void put(columns_t *c, unsigned index, bool valid, uint64_t value)
{
    column_t *column = &c->column[index];
    const size_t size = types[tables[c->table].fields[index].type].size;
    uint8_t *at = grow(c, &column->data, size);
    if (!at)
        return;
    value = valid ? value : 0;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value <<= 8 * (8 - size);
#endif
    memcpy(at, &value, size);
    put_valid(c, index, valid);
}

static void put_name(columns_t *c, unsigned index, const char *text, size_t size)
{
    put(c, index, true, (uint32_t)number(c, &c->column[index].dictionary, text, size));
}

// A column of texts has an offset more than rows.
static bool first_offset(columns_t *c, column_t *column)
{
    if (column->data.size)
        return true;
    uint8_t *zero = grow(c, &column->data, 4);
    if (zero)
        memset(zero, 0, 4);
    return zero;
}

static void put_text(columns_t *c, unsigned index, bool valid, const char *text, size_t size)
{
    column_t *column = &c->column[index];
    if (!first_offset(c, column))
        return;
    if (valid && size) {
        uint8_t *at = grow(c, &column->texts, size);
        if (at)
            memcpy(at, text, size);
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

// ---- events

// A number that is remembered for a number of the dictionary of the trace: 0 is not yet known.
static uint32_t *remembered(columns_t *c, grow_t *table, uint32_t index)
{
    while (table->size <= 4 * (size_t)index) {
        const size_t before = table->size;
        uint8_t *at = grow(c, table, 4 * (size_t)index + 256 * 4 - before);
        if (!at)
            return NULL;
        memset(at, 0, table->size - before);
    }
    return (uint32_t *)(void *)table->bytes + index;
}

// The number of the name of a type; or, with a record, of its own name.
static int32_t type_name(columns_t *c, const model_batch_t *b, uint32_t type, model_kind_t kind,
                         const model_record_t *r)
{
    const batch_type_t *t = &b->dictionary->types[type];
    uint32_t *known = r ? NULL : remembered(c, &c->type_names, type);
    if (known && *known)
        return (int32_t)*known - 1;
    const model_text_t name = r ? r->name : t->name;
    const model_space_t space = r ? r->space : t->space;
    const uint32_t id = r ? r->id : t->id;
    const char *fixed = space == MODEL_SPACE_WEIR ? model_id_name(id) : "";
    char text[16];
    if (!name.size && !*fixed) {
        if (space == MODEL_SPACE_WEIR && kind != MODEL_SWITCH && kind != MODEL_LOSS)
            snprintf(text, sizeof text, "0x%04" PRIx32, id);
        fixed = space == MODEL_SPACE_WEIR && kind != MODEL_SWITCH && kind != MODEL_LOSS
                    ? text
                    : model_kind_name(kind);
    }
    const int32_t n = number(c, &c->column[EVENT_NAME].dictionary, name.size ? name.bytes : fixed,
                             name.size ? name.size : strlen(fixed));
    if (known)
        *known = (uint32_t)n + 1;
    return n;
}

static void put_thread(columns_t *c, unsigned index, model_thread_t thread)
{
    const char *name = thread.number
                           ? weir_trace_thread_name(c->trace, thread.process, thread.number)
                           : "";
    if (thread.number && !*name && thread.process)
        name = weir_trace_thread_name(c->trace, 0, thread.number);
    put(c, index, thread.known || thread.number, thread.number);
    if (*name)
        put_name(c, index + 1, name, strlen(name));
    else
        put(c, index + 1, false, 0);
}

// The number of the name of a thread; -1 without one.
static int32_t thread_name(columns_t *c, const model_batch_t *b, uint32_t thread)
{
    enum { NONE = UINT32_MAX };
    uint32_t *known = remembered(c, &c->thread_names, thread);
    if (!known)
        return -1;
    if (!*known) {
        const model_thread_t t = b->dictionary->threads[thread];
        const char *name = t.number ? weir_trace_thread_name(c->trace, t.process, t.number) : "";
        if (t.number && !*name && t.process)
            name = weir_trace_thread_name(c->trace, 0, t.number);
        dictionary_t *d = &c->column[EVENT_THREAD_NAME].dictionary;
        *known = *name ? (uint32_t)number(c, d, name, strlen(name)) + 1 : (uint32_t)NONE;
    }
    return *known == (uint32_t)NONE ? -1 : (int32_t)*known - 1;
}

static bool is_plain(const model_batch_t *b, uint32_t row)
{
    return b->form[row] <= ROW_SWITCH && b->kind[row] <= MODEL_LOSS;
}

static bool has_id(model_space_t space, model_kind_t kind)
{
    return kind != MODEL_LOSS &&
           (space != MODEL_SPACE_NONE || kind == MODEL_ISR_ENTER || kind == MODEL_ISR_EXIT);
}

// Rows without a record, column by column.
static void put_plain(columns_t *c, const model_batch_t *b, uint32_t row, uint32_t end)
{
    const uint32_t n = end - row;
    column_t *column = c->column;
    uint8_t *valid[COLUMNS_MAX];
    for (unsigned i = 0; i < COLUMNS_MAX; i++) {
        valid[i] = tables[WEIR_TRACE_EVENTS].fields[i].nullable ? more_valid(c, &column[i], n)
                                                                : NULL;
        if (c->no_memory)
            return;
    }
    if (!first_offset(c, &column[EVENT_TEXT]))
        return;
    uint64_t *time = (void *)grow(c, &column[EVENT_TIME].data, 8ul * n),
             *thread = (void *)grow(c, &column[EVENT_THREAD].data, 8ul * n),
             *value = (void *)grow(c, &column[EVENT_VALUE].data, 8ul * n);
    uint16_t *hart = (void *)grow(c, &column[EVENT_HART].data, 2ul * n);
    uint32_t *id = (void *)grow(c, &column[EVENT_ID].data, 4ul * n);
    int32_t *kind = (void *)grow(c, &column[EVENT_KIND].data, 4ul * n),
            *name = (void *)grow(c, &column[EVENT_NAME].data, 4ul * n),
            *named = (void *)grow(c, &column[EVENT_THREAD_NAME].data, 4ul * n),
            *text = (void *)grow(c, &column[EVENT_TEXT].data, 4ul * n);
    if (c->no_memory)
        return;
    const int32_t last_text = (int32_t)column[EVENT_TEXT].texts.size;
    memcpy(time, &b->time[row], 8ul * n);
    for (uint32_t i = 0; i < n; i++, row++) {
        const uint64_t at = c->rows + i;
        const model_kind_t k = (model_kind_t)b->kind[row];
        const batch_type_t *t = &b->dictionary->types[b->type[row]];
        const model_thread_t *ran = &b->dictionary->threads[b->thread[row]];
        const int32_t ran_name = thread_name(c, b, b->thread[row]);
        const bool has[] = {b->hart[row] != MODEL_NO_HART, has_id(t->space, k),
                            ran->known || ran->number, ran_name >= 0, b->form[row] == ROW_VALUE};
        set_valid(valid[EVENT_TIME], at);
        hart[i] = has[0] ? b->hart[row] : 0;
        kind[i] = (int32_t)k;
        id[i] = has[1] ? t->id : 0;
        name[i] = type_name(c, b, b->type[row], k, NULL);
        thread[i] = has[2] ? ran->number : 0;
        named[i] = has[3] ? ran_name : 0;
        value[i] = has[4] ? b->value[row] : 0;
        text[i] = last_text;
        static const uint8_t of[] = {EVENT_HART, EVENT_ID, EVENT_THREAD, EVENT_THREAD_NAME,
                                     EVENT_VALUE};
        for (unsigned j = 0; j < sizeof of; j++)
            valid[of[j]][at / 8] |= (uint8_t)(has[j] << at % 8);
        for (unsigned j = 0; j < sizeof of; j++)
            column[of[j]].nulls += !has[j];
    }
    column[EVENT_TEXT].nulls += n;
    c->rows += n;
}

// The arguments of a record as text. Returns its size.
static size_t arguments(columns_t *c, const model_record_t *r)
{
    size_t size = 0;
    for (unsigned i = 0; i < r->arg_count; i++) {
        char value[512];
        bool whole;
        const model_arg_t *arg = &r->args[i];
        const size_t length = model_arg_text(arg, value, sizeof value, &whole);
        const int printed = snprintf(c->text + size, sizeof c->text - size, "%s%.*s%s%.*s",
                                     i ? " " : "", (int)arg->name.size, arg->name.bytes,
                                     arg->name.size ? "=" : "", (int)length, value);
        size += printed < 0 ? 0 : (size_t)printed;
        if (size >= sizeof c->text - 1)
            return sizeof c->text - 1;
    }
    return size;
}

static void put_event(columns_t *c, const model_batch_t *b, uint32_t row)
{
    const model_kind_t kind = (model_kind_t)b->kind[row];
    if (kind > MODEL_LOSS)
        return;
    const model_record_t *r = batch_get(b, row, &c->space);
    put(c, EVENT_TIME, r->timed, r->time);
    put(c, EVENT_HART, r->hart != MODEL_NO_HART, r->hart);
    put(c, EVENT_KIND, true, kind); // the dictionary has all kinds, in their order
    put(c, EVENT_ID, has_id(r->space, kind), r->id);
    put(c, EVENT_NAME, true,
        (uint32_t)type_name(c, b, b->type[row], kind, b->form[row] == ROW_RECORD ? r : NULL));
    put_thread(c, EVENT_THREAD, r->thread);
    const bool number = r->arg_count == 1 &&
                        (r->args[0].type == MODEL_ARG_UINT || r->args[0].type == MODEL_ARG_POINTER);
    put(c, EVENT_VALUE, number, number ? r->args[0].u : 0);
    const size_t size = r->text.size || number ? 0 : arguments(c, r);
    put_text(c, EVENT_TEXT, r->text.size || size, r->text.size ? r->text.bytes : c->text,
             r->text.size ? r->text.size : size);
    c->rows++;
}

static void put_events(columns_t *c, const model_batch_t *b)
{
    for (uint32_t row = 0; row < b->count; row++) {
        uint32_t end = row;
        while (end < b->count && is_plain(b, end))
            end++;
        if (end > row)
            put_plain(c, b, row, end);
        row = end;
        if (row < b->count)
            put_event(c, b, row);
    }
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
    c->rows++;
}

static void analyse(columns_t *c, const model_batch_t *b, uint32_t row)
{
    const model_kind_t kind = (model_kind_t)b->kind[row];
    const model_thread_t *threads = b->dictionary->threads;
    if (b->form[row] == ROW_SWITCH)
        analysis_switch(c->analysis, b->hart[row], threads[b->value[row]], threads[b->thread[row]],
                        b->time[row]);
    else if (b->form[row] != ROW_RECORD && (kind == MODEL_ISR_ENTER || kind == MODEL_ISR_EXIT))
        analysis_handler(c->analysis, b->hart[row], b->dictionary->types[b->type[row]].id,
                         kind == MODEL_ISR_ENTER, b->time[row]);
    else if (kind == MODEL_SWITCH || kind == MODEL_ISR_ENTER || kind == MODEL_ISR_EXIT)
        analysis_record(c->analysis, batch_get(b, row, &c->space));
}

// ---- names

static void put_named(columns_t *c, const char *kind, uint64_t number, bool valued, uint64_t value,
                      const char *name, size_t size)
{
    put_name(c, 0, kind, strlen(kind));
    put(c, 1, true, number);
    put(c, 2, valued, value);
    put_text(c, 3, true, name, size);
    c->rows++;
}

// Names of ids: of the types of the trace, each id once.
static void put_ids(columns_t *c, const batch_dictionary_t *d)
{
    uint8_t *seen = calloc(1, 65536 / 8);
    if (!seen) {
        c->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < d->type_count; i++) {
        const batch_type_t *t = &d->types[i];
        if (t->space != MODEL_SPACE_WEIR || t->id > 0xffff || !t->name.size ||
            seen[t->id / 8] >> t->id % 8 & 1)
            continue;
        seen[t->id / 8] |= (uint8_t)(1u << t->id % 8);
        put_named(c, "id", t->id, false, 0, t->name.bytes, t->name.size);
    }
    free(seen);
}

// ---- a pass

// Reads the trace once: times, names of threads; for the table of names also the others.
static int survey(columns_t *c)
{
    const model_batch_t *b, *last = NULL;
    bool any = false;
    int rc;
    while ((rc = trace_rows(c->trace, &b)) == 1 || rc == WEIR_TRACE_E_BAD) {
        if (rc != 1)
            continue;
        trace_learn(c->trace, b);
        last = b;
        for (uint32_t row = 0; row < b->count; row++) {
            const model_record_t *r = b->form[row] == ROW_RECORD ? b->records[b->value[row]] : NULL;
            if (!r || r->timed) {
                const uint64_t time = r ? r->time : b->time[row];
                c->first = !any || time < c->first ? time : c->first;
                c->last = !any || time > c->last ? time : c->last;
                any = true;
            }
            if (r && r->kind == MODEL_NAME && r->value_named && c->table == WEIR_TRACE_NAMES)
                put_named(c, "value", r->id, true, r->value, r->name.bytes, r->name.size);
        }
    }
    if (rc == 0 && c->table == WEIR_TRACE_NAMES) {
        if (last)
            put_ids(c, last->dictionary);
        for (size_t i = 0; i < c->trace->thread_count; i++)
            put_named(c, "thread", c->trace->threads[i].number, false, 0, c->trace->threads[i].name,
                      strlen(c->trace->threads[i].name));
    }
    return c->no_memory ? WEIR_TRACE_E_MEMORY : rc;
}

// Adds rows of the table until there are enough of them, or the trace ends.
static int fill(columns_t *c)
{
    const model_batch_t *b;
    int rc = 0;
    while (!c->done && c->rows < CHUNK) {
        rc = c->table == WEIR_TRACE_NAMES ? 0 : trace_rows(c->trace, &b);
        if (rc == WEIR_TRACE_E_BAD) {
            c->trace->damage++;
            continue;
        }
        if (rc < 0)
            return rc;
        if (rc == 0) {
            c->done = true;
            if (c->analysis)
                analysis_end(c->analysis, c->last);
            break;
        }
        if (c->table == WEIR_TRACE_EVENTS)
            put_events(c, b);
        for (uint32_t row = 0; c->table != WEIR_TRACE_EVENTS && row < b->count; row++) {
            if (c->analysis)
                analyse(c, b, row);
            else if (b->kind[row] == MODEL_LOSS)
                put_loss(c, batch_get(b, row, &c->space));
        }
    }
    return c->no_memory ? trace_fail(c->trace, WEIR_TRACE_E_MEMORY, "no memory") : 0;
}

// ---- the Arrow C Data Interface

typedef struct {
    const void *buffers[3];
    void *owned[3];
    struct ArrowArray *children[COLUMNS_MAX], storage[COLUMNS_MAX], dictionary;
} array_t;

static void release_array(struct ArrowArray *array)
{
    array_t *own = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    if (array->dictionary && array->dictionary->release)
        array->dictionary->release(array->dictionary);
    for (unsigned i = 0; i < 3; i++)
        free(own->owned[i]);
    free(own);
    array->release = NULL;
}

static bool new_array(struct ArrowArray *array, int64_t length, int64_t buffers)
{
    array_t *own = calloc(1, sizeof *own);
    if (!own)
        return false;
    *array = (struct ArrowArray){.length = length,
                                 .n_buffers = buffers,
                                 .buffers = own->buffers,
                                 .release = release_array,
                                 .private_data = own};
    return true;
}

// Gives memory to an array.
static void give(struct ArrowArray *array, unsigned buffer, grow_t *g)
{
    array_t *own = array->private_data;
    own->buffers[buffer] = own->owned[buffer] = g->bytes;
    *g = (grow_t){0};
}

static bool copy(struct ArrowArray *array, unsigned buffer, const void *bytes, size_t size)
{
    array_t *own = array->private_data;
    void *to = calloc(1, size + 8);
    if (!to)
        return false;
    if (size)
        memcpy(to, bytes, size);
    own->buffers[buffer] = own->owned[buffer] = to;
    return true;
}

static bool make_dictionary(struct ArrowArray *array, const dictionary_t *d)
{
    static const int32_t zero;
    return new_array(array, d->count, 3) &&
           copy(array, 1, d->offsets.size ? d->offsets.bytes : (const void *)&zero,
                d->offsets.size ? d->offsets.size : 4) &&
           copy(array, 2, d->texts.bytes, d->texts.size);
}

static bool make_column(columns_t *c, unsigned index, struct ArrowArray *array)
{
    column_t *column = &c->column[index];
    const type_t type = tables[c->table].fields[index].type;
    if (!new_array(array, (int64_t)c->rows, type == UTF8 ? 3 : 2))
        return false;
    array->null_count = column->nulls;
    if (column->nulls)
        give(array, 0, &column->valid);
    give(array, 1, &column->data);
    if (type == UTF8) {
        if (!column->texts.bytes && !grow(c, &column->texts, 8))
            return false;
        give(array, 2, &column->texts);
    }
    column->nulls = 0;
    if (type == NAME) {
        array->dictionary = &((array_t *)array->private_data)->dictionary;
        return make_dictionary(array->dictionary, &column->dictionary);
    }
    return true;
}

static void clear_rows(columns_t *c)
{
    for (unsigned i = 0; i < c->columns; i++) {
        c->column[i].data.size = c->column[i].texts.size = c->column[i].valid.size = 0;
        c->column[i].nulls = 0;
    }
    c->rows = 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    columns_t *c = stream->private_data;
    *out = (struct ArrowArray){0};
    const int rc = fill(c);
    if (rc < 0)
        return rc == WEIR_TRACE_E_MEMORY ? ENOMEM : EIO;
    if (!c->rows)
        return 0; // the end
    bool good = new_array(out, (int64_t)c->rows, 1);
    if (good) {
        array_t *own = out->private_data;
        out->children = own->children;
        out->n_children = c->columns;
        for (unsigned i = 0; i < c->columns; i++)
            own->children[i] = &own->storage[i];
        for (unsigned i = 0; good && i < c->columns; i++)
            good = make_column(c, i, &own->storage[i]);
    }
    if (!good && out->release)
        out->release(out);
    clear_rows(c);
    if (!good)
        trace_fail(c->trace, WEIR_TRACE_E_MEMORY, "no memory");
    return good ? 0 : ENOMEM;
}

typedef struct {
    struct ArrowSchema *children[COLUMNS_MAX], storage[COLUMNS_MAX], dictionary;
    char *metadata;
} schema_t;

static void release_schema(struct ArrowSchema *schema)
{
    schema_t *own = schema->private_data;
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    free(own->metadata);
    free(own);
    schema->release = NULL;
}

static bool new_schema(struct ArrowSchema *schema, const char *format, const char *name,
                       bool nullable)
{
    schema_t *own = calloc(1, sizeof *own);
    if (!own)
        return false;
    *schema = (struct ArrowSchema){.format = format,
                                   .name = name,
                                   .flags = nullable ? ARROW_FLAG_NULLABLE : 0,
                                   .release = release_schema,
                                   .private_data = own};
    return true;
}

// Pairs of texts, each with its size before it, as the interface says.
static char *metadata(const char *const *pairs, int32_t count)
{
    size_t size = 4;
    for (int32_t i = 0; i < 2 * count; i++)
        size += 4 + strlen(pairs[i]);
    char *bytes = malloc(size), *at = bytes;
    if (!bytes)
        return NULL;
    memcpy(at, &count, 4);
    at += 4;
    for (int32_t i = 0; i < 2 * count; i++) {
        const int32_t length = (int32_t)strlen(pairs[i]);
        memcpy(at, &length, 4);
        memcpy(at + 4, pairs[i], (size_t)length);
        at += 4 + length;
    }
    return bytes;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    columns_t *c = stream->private_data;
    char numerator[24], denominator[24], version[12];
    const model_base_t base = c->trace->source.base;
    snprintf(numerator, sizeof numerator, "%" PRIu64, base.numerator);
    snprintf(denominator, sizeof denominator, "%" PRIu64, base.denominator);
    snprintf(version, sizeof version, "%d", (int)VERSION);
    const char *const pairs[] = {
        "weir_columns",        version,   "table",
        tables[c->table].name, "format",  weir_trace_format(c->trace),
        "tick_numerator",      numerator, "tick_denominator",
        denominator,
    };
    bool good = new_schema(out, "+s", "", false);
    if (good) {
        schema_t *own = out->private_data;
        out->metadata = own->metadata = metadata(pairs, sizeof pairs / sizeof *pairs / 2);
        good = own->metadata != NULL;
        out->children = own->children;
        out->n_children = c->columns;
        for (unsigned i = 0; i < c->columns; i++)
            own->children[i] = &own->storage[i];
        for (unsigned i = 0; good && i < c->columns; i++) {
            const field_t *f = &tables[c->table].fields[i];
            struct ArrowSchema *child = &own->storage[i];
            good = new_schema(child, types[f->type].format, f->name, f->nullable);
            if (good && f->type == NAME) {
                child->dictionary = &((schema_t *)child->private_data)->dictionary;
                good = new_schema(child->dictionary, "u", "", false);
            }
        }
    }
    if (!good && out->release)
        out->release(out);
    return good ? 0 : ENOMEM;
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    return weir_trace_error(((columns_t *)stream->private_data)->trace);
}

static void columns_free(columns_t *c)
{
    for (unsigned i = 0; i < c->columns; i++) {
        grow_free(&c->column[i].data);
        grow_free(&c->column[i].texts);
        grow_free(&c->column[i].valid);
        grow_free(&c->column[i].dictionary.offsets);
        grow_free(&c->column[i].dictionary.texts);
        free(c->column[i].dictionary.slots);
    }
    grow_free(&c->type_names);
    grow_free(&c->thread_names);
    free(c->analysis);
    free(c);
}

static void release_stream(struct ArrowArrayStream *stream)
{
    columns_t *c = stream->private_data;
    weir_trace_t *trace = c->owns ? c->trace : NULL;
    columns_free(c);
    weir_trace_close(trace);
    stream->release = NULL;
}

int weir_trace_columns(weir_trace_t *trace, weir_trace_table_t table,
                       struct ArrowArrayStream *stream)
{
    *stream = (struct ArrowArrayStream){0};
    if ((unsigned)table >= sizeof tables / sizeof *tables)
        return trace_fail(trace, WEIR_TRACE_E_ARGUMENT, "there is no table %u", (unsigned)table);
    int rc = weir_trace_rewind(trace);
    if (rc)
        return rc;
    columns_t *c = calloc(1, sizeof *c);
    if (!c)
        return trace_fail(trace, WEIR_TRACE_E_MEMORY, "no memory");
    c->trace = trace;
    c->table = table;
    trace->damage = 0;
    while (tables[table].fields[c->columns].name && ++c->columns < COLUMNS_MAX)
        ;
    for (unsigned kind = 0; table == WEIR_TRACE_EVENTS && kind <= MODEL_LOSS; kind++) {
        const char *name = model_kind_name((model_kind_t)kind);
        number(c, &c->column[EVENT_KIND].dictionary, name, strlen(name));
    }
    if (table != WEIR_TRACE_LOSSES)
        rc = survey(c);
    if (!rc && table != WEIR_TRACE_NAMES)
        rc = weir_trace_rewind(trace);
    if (!rc && (table == WEIR_TRACE_RUNS || table == WEIR_TRACE_INTERRUPTS)) {
        c->results.run = table == WEIR_TRACE_RUNS ? put_run : NULL;
        c->results.handler = table == WEIR_TRACE_INTERRUPTS ? put_handler : NULL;
        c->analysis = calloc(1, sizeof *c->analysis);
        if (c->analysis)
            analysis_init(c->analysis, &c->results, c, c->first);
        else
            rc = WEIR_TRACE_E_MEMORY;
    }
    if (rc) {
        columns_free(c);
        return rc == WEIR_TRACE_E_MEMORY ? trace_fail(trace, rc, "no memory") : rc;
    }
    *stream = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release_stream, c};
    return 0;
}

void weir_trace_give(struct ArrowArrayStream *stream)
{
    ((columns_t *)stream->private_data)->owns = true;
}

uint64_t weir_trace_damage(const weir_trace_t *trace) { return trace->damage; }
