// SPDX-License-Identifier: Apache-2.0
// Packs records for the page, see view_pack.h.
#include "view_pack.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// Kinds of a definition; bytes.js has the same names.
enum {
    DEFINE_HEAD = 1,
    DEFINE_THREAD,
    DEFINE_SERIES,
    DEFINE_TEMPLATE,
    DEFINE_THREAD_NAME,
    DEFINE_SERIES_NAME,
    DEFINE_VALUE_NAME,
    DEFINE_OBJECT,
    DEFINE_ORIGIN
};
enum { COLUMN_TIME, COLUMN_TEMPLATE, COLUMN_THREAD, COLUMN_VALUES, COLUMNS };
enum { THREAD_UNKNOWN, THREAD_NONE, THREADS_FIXED }; // indexes of threads; seen threads follow
// Of zlib. 6 takes three times as long, for a tenth of the bytes.
enum { LEVEL = 1 };

typedef struct {
    uint8_t *bytes;
    size_t size, capacity;
    bool failed;
} buffer_t;

// Keys, numbered in order of appearance.
typedef struct {
    buffer_t keys;
    struct {
        size_t at, size;
    } * list;
    uint32_t count, capacity;
    uint32_t *buckets;     // number plus 1; 0: free
    uint32_t bucket_count; // a power of two
    uint32_t kept;         // places that new keys do not get, for those of "others"
} table_t;

// What rows have by the numbers of the dictionary: the indexes never change.
enum { CACHE = 1024 };
typedef struct {
    uint32_t type; // + 1; 0: free
    uint32_t template;
    uint16_t hart;
    uint8_t kind;
} type_cache_t;
typedef struct {
    uint32_t number, index; // number: + 1; 0: free
} thread_cache_t;

struct view_pack {
    type_cache_t types[CACHE];
    thread_cache_t threads_of[CACHE];
    uint64_t origin, last; // ticks
    bool begun;
    unsigned events;
    buffer_t head, definitions, columns[COLUMNS], key, plain, packed, text;
    buffer_t first; // definitions and columns of the first block
    size_t first_definitions;
    unsigned first_events;
    table_t threads, series, templates;
    struct {
        uint32_t id;
        model_space_t space;
        uint16_t hart;
        bool named;
    } * series_info; // of each series
    struct {
        model_text_t name;
        model_space_t space;
        uint32_t id;
        uint16_t hart;
    } * names; // of ids, defined before their records
    size_t name_count;
    uint64_t previous; // ticks of the previous event
    view_left_t left;
};

// ---- bytes

static void put(buffer_t *b, const void *bytes, size_t size)
{
    if (b->failed || !size)
        return;
    if (b->capacity - b->size < size) {
        size_t capacity = 2 * b->capacity + size + 256;
        uint8_t *more = realloc(b->bytes, capacity);
        b->failed = !more;
        if (!more)
            return;
        b->bytes = more;
        b->capacity = capacity;
    }
    memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
}

static void put_number(buffer_t *b, uint64_t number)
{
    uint8_t bytes[10], *at = b->capacity - b->size < sizeof bytes || b->failed
                                 ? bytes
                                 : b->bytes + b->size;
    size_t size = 0;
    for (; number > 127; number >>= 7)
        at[size++] = (uint8_t)(number | 128);
    at[size++] = (uint8_t)number;
    if (at == bytes)
        put(b, bytes, size);
    else
        b->size += size;
}

static void put_signed(buffer_t *b, int64_t number)
{
    put_number(b, (uint64_t)number << 1 ^ (uint64_t)(number >> 63));
}

static void put_text(buffer_t *b, model_text_t text)
{
    put_number(b, text.size);
    put(b, text.bytes, text.size);
}

// ---- tables

static uint32_t hash(const uint8_t *bytes, size_t size)
{
    uint64_t sum = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3;
    return (uint32_t)(sum ^ sum >> 32);
}

static bool grow_table(table_t *t)
{
    if (t->count < t->capacity)
        return true;
    uint32_t capacity = t->capacity ? 2 * t->capacity : 64;
    void *list = realloc(t->list, capacity * sizeof *t->list);
    if (list)
        t->list = list;
    uint32_t *buckets = calloc(2 * (size_t)capacity, sizeof *buckets);
    if (!list || !buckets) {
        free(buckets);
        return false;
    }
    free(t->buckets);
    t->buckets = buckets;
    t->bucket_count = 2 * capacity;
    t->capacity = capacity;
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t bucket = hash(t->keys.bytes + t->list[i].at, t->list[i].size);
        while (t->buckets[bucket & (t->bucket_count - 1)])
            bucket++;
        t->buckets[bucket & (t->bucket_count - 1)] = i + 1;
    }
    return true;
}

// The number of a key; *new: whether it was added. VIEW_MAX: the table is full. -1: no memory.
static int64_t number_of(table_t *t, const buffer_t *key, bool *new)
{
    *new = false;
    if (key->failed || !grow_table(t))
        return -1;
    uint32_t bucket = hash(key->bytes, key->size);
    for (; t->buckets[bucket & (t->bucket_count - 1)]; bucket++) {
        uint32_t i = t->buckets[bucket & (t->bucket_count - 1)] - 1;
        if (t->list[i].size == key->size &&
            !memcmp(t->keys.bytes + t->list[i].at, key->bytes, key->size))
            return i;
    }
    if (t->count >= VIEW_MAX - THREADS_FIXED - t->kept)
        return VIEW_MAX;
    t->buckets[bucket & (t->bucket_count - 1)] = t->count + 1;
    t->list[t->count].at = t->keys.size;
    t->list[t->count].size = key->size;
    put(&t->keys, key->bytes, key->size);
    if (t->keys.failed)
        return -1;
    *new = true;
    return t->count++;
}

static void free_table(table_t *t)
{
    free(t->keys.bytes);
    free(t->list);
    free(t->buckets);
}

// ---- definitions

// The index of a thread. Its number alone identifies it, as in `weir stats`.
static int64_t thread_of(view_pack_t *p, model_thread_t thread)
{
    bool new;
    if (!thread.known)
        return THREAD_UNKNOWN;
    if (!thread.number)
        return THREAD_NONE;
    p->key.size = 0;
    put_number(&p->key, thread.number);
    int64_t i = number_of(&p->threads, &p->key, &new);
    if (i == VIEW_MAX) {
        p->left.overflow++;
        return THREAD_UNKNOWN;
    }
    if (i >= 0 && new) {
        put_number(&p->definitions, DEFINE_THREAD);
        put_number(&p->definitions, thread.number);
        put_number(&p->definitions, thread.process);
    }
    return i < 0 ? i : i + THREADS_FIXED;
}

static model_kind_t kind_of_series(model_kind_t kind)
{
    switch (kind) {
    case MODEL_ISR_EXIT: return MODEL_ISR_ENTER;
    case MODEL_END:
    case MODEL_COMPLETE: return MODEL_BEGIN;
    case MODEL_ASYNC_INSTANT:
    case MODEL_ASYNC_END: return MODEL_ASYNC_BEGIN;
    case MODEL_FLOW_STEP:
    case MODEL_FLOW_END: return MODEL_FLOW_BEGIN;
    default: return kind;
    }
}

static void name_series(view_pack_t *p, uint32_t series, model_text_t name)
{
    put_number(&p->definitions, DEFINE_SERIES_NAME);
    put_number(&p->definitions, series);
    put_text(&p->definitions, name);
    p->series_info[series].named = true;
}

static void define_series(view_pack_t *p, uint32_t number, const model_record_t *r,
                          model_text_t category, model_text_t name)
{
    buffer_t *d = &p->definitions;
    put_number(d, DEFINE_SERIES);
    put_number(d, kind_of_series(r->kind));
    put_number(d, r->space);
    put_number(d, r->id);
    put_number(d, r->hart == MODEL_NO_HART ? 0 : r->hart + 1u);
    put_number(d, r->class);
    put_text(d, category);
    put_text(d, name);
    void *series_info = realloc(p->series_info, (number + 1) * sizeof *p->series_info);
    if (!series_info) {
        d->failed = true;
        return;
    }
    p->series_info = series_info;
    p->series_info[number].id = r->id;
    p->series_info[number].space = r->space;
    p->series_info[number].hart = r->hart;
    p->series_info[number].named = name.size != 0;
    if (name.size || !r->space)
        return;
    for (size_t i = 0; i < p->name_count; i++)
        if (p->names[i].space == r->space && p->names[i].id == r->id &&
            (p->names[i].hart == MODEL_NO_HART || p->names[i].hart == r->hart))
            name_series(p, number, p->names[i].name);
}

static int64_t series_of(view_pack_t *p, const model_record_t *r)
{
    model_text_t none = {NULL, 0};
    bool new;
    p->key.size = 0;
    put_number(&p->key, kind_of_series(r->kind));
    put_number(&p->key, r->space);
    put_number(&p->key, r->id);
    put_number(&p->key, r->hart);
    // events of an id are one series, even if its name changes
    put_text(&p->key, r->space ? none : r->category);
    put_text(&p->key, r->space ? none : r->name);
    int64_t i = number_of(&p->series, &p->key, &new);
    if (i == VIEW_MAX)
        return i;
    if (i >= 0 && new)
        define_series(p, (uint32_t)i, r, r->category, r->name);
    else if (i >= 0 && r->name.size && !p->series_info[i].named)
        name_series(p, (uint32_t)i, r->name);
    return i;
}

// ---- events

enum { PREFIX_MAX = 9 }; // numbers before the arguments of some kinds of record, see trace.js

typedef struct {
    uint64_t numbers[PREFIX_MAX];
    unsigned count;
} prefix_t;

static bool prefix_of(view_pack_t *p, const model_record_t *r, prefix_t *prefix)
{
    int64_t thread;
    *prefix = (prefix_t){0};
    switch (r->kind) {
    case MODEL_SWITCH:
        thread = thread_of(p, r->change.outgoing);
        if (thread < 0)
            return false;
        prefix->numbers[prefix->count++] = (uint64_t)thread;
        prefix->numbers[prefix->count++] = r->change.state;
        if (r->change.has_priority) {
            prefix->numbers[prefix->count++] = r->change.outgoing_priority;
            prefix->numbers[prefix->count++] = r->change.incoming_priority;
        }
        break;
    case MODEL_COMPLETE:
        prefix->numbers[prefix->count++] = r->until > r->time ? r->until - r->time : 0;
        break;
    case MODEL_COUNTER:
    case MODEL_ASYNC_BEGIN:
    case MODEL_ASYNC_INSTANT:
    case MODEL_ASYNC_END:
    case MODEL_FLOW_BEGIN:
    case MODEL_FLOW_STEP:
    case MODEL_FLOW_END: prefix->numbers[prefix->count++] = r->correlation; break;
    case MODEL_LOSS:
        prefix->numbers[prefix->count++] = r->time > r->loss.first ? r->time - r->loss.first : 0;
        prefix->numbers[prefix->count++] = r->loss.last > r->loss.first
                                               ? r->loss.last - r->loss.first
                                               : 0;
        for (unsigned class = 0; class < MODEL_CLASSES; class ++)
            prefix->numbers[prefix->count++] = r->loss.count[class];
        prefix->numbers[prefix->count++] = r->loss.cause;
        prefix->numbers[prefix->count++] = r->loss.source;
        prefix->numbers[prefix->count++] = r->loss.counted;
        break;
    default: break;
    }
    return true;
}

// The type in which put_arg writes an argument.
static model_arg_type_t simple_type(model_arg_type_t type)
{
    return type <= MODEL_ARG_BYTES ? type : type == MODEL_ARG_ENUM ? MODEL_ARG_INT : MODEL_ARG_TEXT;
}

// The template of a record. The text of a LOG is its last argument.
static int64_t template_of(view_pack_t *p, int64_t series, const model_record_t *r, unsigned prefix)
{
    bool new, log = r->kind == MODEL_LOG;
    p->key.size = 0;
    put_number(&p->key, (uint64_t)series);
    put_number(&p->key, r->kind);
    put_number(&p->key, prefix);
    put_number(&p->key, r->arg_count + log);
    for (unsigned i = 0; i < r->arg_count; i++) {
        put_number(&p->key, simple_type(r->args[i].type));
        put_text(&p->key, r->args[i].name);
    }
    if (log) {
        put_number(&p->key, MODEL_ARG_TEXT);
        put_text(&p->key, model_text("message"));
    }
    int64_t i = number_of(&p->templates, &p->key, &new);
    if (new) {
        put_number(&p->definitions, DEFINE_TEMPLATE);
        put(&p->definitions, p->key.bytes, p->key.size);
    }
    return i;
}

static void put_arg(buffer_t *b, const model_arg_t *arg)
{
    char text[512];
    uint8_t bytes[8];
    uint64_t bits;
    model_arg_t simple;
    bool whole;
    arg = model_arg_simple(arg, &simple, text, sizeof text, &whole);
    switch (arg->type) {
    case MODEL_ARG_NULL: break;
    case MODEL_ARG_INT: put_signed(b, arg->i); break;
    case MODEL_ARG_FLOAT:
        memcpy(&bits, &arg->f, sizeof bits);
        for (int i = 0; i < 8; i++)
            bytes[i] = (uint8_t)(bits >> 8 * i);
        put(b, bytes, 8);
        break;
    case MODEL_ARG_TEXT:
    case MODEL_ARG_BYTES: put_text(b, arg->text); break;
    default: put_number(b, arg->u);
    }
}

static int add_event(view_pack_t *p, const model_record_t *record)
{
    model_record_t other;
    prefix_t prefix;
    if (!record->timed) {
        p->left.untimed++;
        return 0;
    }
    if (!p->begun) {
        p->begun = true;
        p->origin = p->last = p->previous = record->time;
        put_number(&p->definitions, DEFINE_ORIGIN);
        put_number(&p->definitions, p->origin);
    }
    int64_t series = series_of(p, record), template = -1;
    if (series < 0 || !prefix_of(p, record, &prefix))
        return MODEL_E_ROOM;
    if (series < VIEW_MAX)
        template = template_of(p, series, record, prefix.count);
    if (series == VIEW_MAX ||
        template == VIEW_MAX) { // the tables are full: draw it as one of the others
        p->left.overflow++;
        other = model_record(MODEL_INSTANT);
        other.timed = true;
        other.time = record->time;
        other.thread = record->thread;
        other.name = model_text("others");
        prefix.count = 0;
        record = &other;
        p->series.kept = p->templates.kept = 0;
        series = series_of(p, record);
        template = series < 0 ? -1 : template_of(p, series, record, 0);
        p->series.kept = p->templates.kept = 1;
    }
    int64_t thread = thread_of(p, record->thread);
    if (series < 0 || template <0 || thread < 0)
        return MODEL_E_ROOM;
    uint64_t time = record->time;
    if (time < p->last) {
        p->left.late++;
        time = p->last;
    }
    put_number(&p->columns[COLUMN_TIME], time - p->previous);
    put_number(&p->columns[COLUMN_TEMPLATE], (uint64_t) template);
    put_number(&p->columns[COLUMN_THREAD], (uint64_t)thread);
    for (unsigned i = 0; i < prefix.count; i++)
        put_number(&p->columns[COLUMN_VALUES], prefix.numbers[i]);
    for (unsigned i = 0; i < record->arg_count; i++)
        put_arg(&p->columns[COLUMN_VALUES], &record->args[i]);
    if (record->kind == MODEL_LOG)
        put_text(&p->columns[COLUMN_VALUES], record->text);
    p->last = p->previous = time;
    p->events++;
    return 0;
}

// ---- rows of a batch

static type_cache_t *type_place(view_pack_t *p, const model_batch_t *b, uint32_t row)
{
    return &p->types[(b->type[row] ^ (uint32_t)b->hart[row] << 6) % CACHE];
}

// The template of a row whose like was packed before. False: none was.
static bool known_template(view_pack_t *p, const model_batch_t *b, uint32_t row, uint32_t *template)
{
    const type_cache_t *known = type_place(p, b, row);
    *template = known->template;
    return known->type == b->type[row] + 1 && known->hart == b->hart[row] &&
           known->kind == b->kind[row];
}

static bool known_thread(const view_pack_t *p, const model_batch_t *b, uint32_t number,
                         uint32_t *index)
{
    const model_thread_t thread = b->dictionary->threads[number];
    const thread_cache_t *known = &p->threads_of[number % CACHE];
    *index = !thread.known ? THREAD_UNKNOWN : !thread.number ? THREAD_NONE : known->index;
    return !thread.known || !thread.number || known->number == number + 1;
}

// Packs an event with a value, or a switch, like others before it. False: another row.
static bool add_row(view_pack_t *p, const model_batch_t *b, uint32_t row)
{
    const bool change = b->form[row] == ROW_SWITCH;
    uint32_t template, thread, outgoing = 0;
    if ((!change && (b->form[row] != ROW_VALUE || b->kind[row] != MODEL_INSTANT)) || !p->begun ||
        b->time[row] < p->last || !known_template(p, b, row, &template) ||
        !known_thread(p, b, b->thread[row], &thread) ||
        (change && !known_thread(p, b, (uint32_t)b->value[row], &outgoing)))
        return false;
    put_number(&p->columns[COLUMN_TIME], b->time[row] - p->previous);
    put_number(&p->columns[COLUMN_TEMPLATE], template);
    put_number(&p->columns[COLUMN_THREAD], thread);
    put_number(&p->columns[COLUMN_VALUES], change ? outgoing : b->value[row]);
    if (change)
        put_number(&p->columns[COLUMN_VALUES], MODEL_STATE_UNKNOWN);
    p->last = p->previous = b->time[row];
    p->events++;
    return true;
}

static void note_thread(view_pack_t *p, const model_batch_t *b, uint32_t number)
{
    const uint64_t overflow = p->left.overflow;
    const int64_t index = thread_of(p, b->dictionary->threads[number]);
    if (index >= THREADS_FIXED && p->left.overflow == overflow)
        p->threads_of[number % CACHE] = (thread_cache_t){number + 1, (uint32_t)index};
    p->left.overflow = overflow; // counted with the record
}

// Keeps the indexes of a row that was packed as a record.
static void note_row(view_pack_t *p, const model_batch_t *b, uint32_t row, const model_record_t *r)
{
    const bool change = b->form[row] == ROW_SWITCH;
    if (!change && (b->form[row] != ROW_VALUE || b->kind[row] != MODEL_INSTANT))
        return;
    const int64_t series = series_of(p, r),
                  template = series < 0 || series >= VIEW_MAX
                                 ? -1
                                 : template_of(p, series, r, change ? 2 : 0);
    if (template >= 0 && template < VIEW_MAX)
        *type_place(p, b, row) = (type_cache_t){.type = b->type[row] + 1,
                                                .template = (uint32_t) template,
                                                .hart = b->hart[row],
                                                .kind = b->kind[row]};
    note_thread(p, b, b->thread[row]);
    if (change)
        note_thread(p, b, (uint32_t)b->value[row]);
}

int view_pack_rows(view_pack_t *p, const model_batch_t *b, uint32_t row)
{
    batch_space_t space;
    for (; row < b->count && p->events < VIEW_BLOCK; row++) {
        if (add_row(p, b, row))
            continue;
        const model_record_t *r = batch_get(b, row, &space);
        const int rc = view_pack_record(p, r);
        if (rc)
            return rc;
        if (r->timed)
            note_row(p, b, row, r);
    }
    for (unsigned c = 0; c < COLUMNS; c++)
        if (p->columns[c].failed)
            return MODEL_E_ROOM;
    return (int)row;
}

// ---- definitions without an event

static int add_object(view_pack_t *p, const model_record_t *r)
{
    buffer_t *d = &p->definitions;
    if (r->object.kind == MODEL_OBJECT_THREAD) {
        int64_t thread = thread_of(p, (model_thread_t){r->object.process, r->object.number, true});
        if (thread < 0)
            return MODEL_E_ROOM;
        if (thread >= THREADS_FIXED) {
            put_number(d, DEFINE_THREAD_NAME);
            put_number(d, (uint64_t)thread);
            put_text(d, r->name);
        }
        return 0;
    }
    put_number(d, DEFINE_OBJECT);
    put_number(d, r->object.kind);
    put_number(d, r->object.number);
    put_number(d, r->object.process);
    put_text(d, r->name);
    return 0;
}

static int add_name(view_pack_t *p, const model_record_t *r)
{
    if (r->value_named) {
        put_number(&p->definitions, DEFINE_VALUE_NAME);
        put_number(&p->definitions, r->space);
        put_number(&p->definitions, r->id);
        put_number(&p->definitions, r->value);
        put_text(&p->definitions, r->name);
        return 0;
    }
    for (uint32_t i = 0; r->space && i < p->series.count; i++)
        if (p->series_info[i].space == r->space && p->series_info[i].id == r->id &&
            (p->series_info[i].hart == r->hart || r->hart == MODEL_NO_HART))
            name_series(p, i, r->name);
    // for later series
    size_t i = 0;
    while (i < p->name_count && (p->names[i].space != r->space || p->names[i].id != r->id ||
                                 p->names[i].hart != r->hart))
        i++;
    if (i == VIEW_MAX) {
        p->left.overflow++;
        return 0;
    }
    if (i == p->name_count) {
        void *names = realloc(p->names, (i + 1) * sizeof *p->names);
        if (!names)
            return MODEL_E_ROOM;
        p->names = names;
        memset(&p->names[i], 0, sizeof *p->names);
        p->names[i].space = r->space;
        p->names[i].id = r->id;
        p->names[i].hart = r->hart;
        p->name_count++;
    }
    char *copy = malloc(r->name.size + 1);
    if (!copy)
        return MODEL_E_ROOM;
    if (r->name.size)
        memcpy(copy, r->name.bytes, r->name.size);
    free((char *)p->names[i].name.bytes);
    p->names[i].name = (model_text_t){copy, r->name.size};
    return 0;
}

// ---- blocks

static void put_head(buffer_t *d, const view_head_t *head)
{
    d->size = 0;
    put_number(d, DEFINE_HEAD);
    put_text(d, head->file);
    put_text(d, head->title);
    put_number(d, head->base.numerator);
    put_number(d, head->base.denominator);
    put_number(d, head->first);
    put_number(d, head->known ? head->last - head->first : 0);
    put_number(d, head->known ? head->records : 0);
}

view_pack_t *view_pack_new(const view_head_t *head)
{
    view_pack_t *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->series.kept = p->templates.kept = 1;
    p->begun = head->known;
    p->origin = p->last = p->previous = head->first;
    put_head(&p->head, head);
    if (p->head.failed) {
        view_pack_free(p);
        return NULL;
    }
    return p;
}

void view_pack_free(view_pack_t *p)
{
    if (!p)
        return;
    buffer_t *buffers[] = {&p->head,  &p->definitions, &p->key, &p->first,
                           &p->plain, &p->packed,      &p->text};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        free(buffers[i]->bytes);
    for (unsigned c = 0; c < COLUMNS; c++)
        free(p->columns[c].bytes);
    for (size_t i = 0; i < p->name_count; i++)
        free((char *)p->names[i].name.bytes);
    free_table(&p->threads);
    free_table(&p->series);
    free_table(&p->templates);
    free(p->names);
    free(p->series_info);
    free(p);
}

int view_pack_record(view_pack_t *p, const model_record_t *r)
{
    int rc = 0;
    if (r->kind <= MODEL_LOSS)
        rc = add_event(p, r);
    else if (r->kind == MODEL_OBJECT)
        rc = add_object(p, r);
    else if (r->kind == MODEL_NAME)
        rc = add_name(p, r);
    else
        p->left.blobs++;
    bool failed = p->definitions.failed || p->key.failed;
    for (unsigned c = 0; c < COLUMNS; c++)
        failed = failed || p->columns[c].failed;
    return rc ? rc : failed ? MODEL_E_ROOM : 0;
}

unsigned view_pack_events(const view_pack_t *p) { return p->events; }

bool view_pack_any(const view_pack_t *p)
{
    return p->events || p->definitions.size || p->head.size;
}

const view_left_t *view_pack_left(const view_pack_t *p) { return &p->left; }

static void put_base64(buffer_t *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char line[4096];
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i < 3 ? size - i : 3;
        uint32_t bits = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? bytes[i + 2] : 0);
        line[used++] = digits[bits >> 18];
        line[used++] = digits[bits >> 12 & 63];
        line[used++] = left > 1 ? digits[bits >> 6 & 63] : '=';
        line[used++] = left > 2 ? digits[bits & 63] : '=';
        if (used == sizeof line) {
            put(out, line, used);
            used = 0;
        }
    }
    put(out, line, used);
}

// Ends the block: moves its definitions and columns.
static void take_rest(view_pack_t *p, buffer_t *to)
{
    put(to, p->definitions.bytes, p->definitions.size);
    for (unsigned c = 0; c < COLUMNS; c++) {
        put_number(to, p->columns[c].size);
        put(to, p->columns[c].bytes, p->columns[c].size);
        p->columns[c].size = 0;
    }
    p->definitions.size = 0;
    p->events = 0;
}

// Begins a block with the head, if it has one.
static void put_begin(view_pack_t *p, unsigned events, size_t definitions)
{
    p->plain.size = 0;
    put_number(&p->plain, events);
    put_number(&p->plain, p->head.size + definitions);
    put(&p->plain, p->head.bytes, p->head.size);
    p->head.size = 0;
}

const uint8_t *view_pack_plain(view_pack_t *p, size_t *size)
{
    put_begin(p, p->events, p->definitions.size);
    take_rest(p, &p->plain);
    *size = p->plain.size;
    return p->plain.failed ? NULL : p->plain.bytes;
}

int view_pack_end_first(view_pack_t *p)
{
    p->head.size = p->first.size = 0;
    p->first_events = p->events;
    p->first_definitions = p->definitions.size;
    take_rest(p, &p->first);
    return p->first.failed ? MODEL_E_ROOM : 0;
}

static const char *pack_block(view_pack_t *p, const uint8_t *plain, size_t plain_size, size_t *size)
{
    buffer_t *packed = &p->packed, *text = &p->text;
    packed->size = text->size = 0;
    uLongf capacity = compressBound(plain_size);
    if (packed->capacity < capacity) {
        uint8_t *more = realloc(packed->bytes, capacity);
        if (!more)
            return NULL;
        packed->bytes = more;
        packed->capacity = capacity;
    }
    if (compress2(packed->bytes, &capacity, plain, plain_size, LEVEL) != Z_OK)
        return NULL;
    put_base64(text, packed->bytes, capacity);
    put(text, "", 1);
    if (text->failed)
        return NULL;
    *size = text->size - 1;
    return (const char *)text->bytes;
}

const char *view_pack_block(view_pack_t *p, size_t *size)
{
    size_t plain_size;
    const uint8_t *plain = view_pack_plain(p, &plain_size);
    return plain ? pack_block(p, plain, plain_size, size) : NULL;
}

const char *view_pack_first(view_pack_t *p, const view_head_t *head, size_t *size)
{
    put_head(&p->head, head);
    const bool failed = p->head.failed;
    put_begin(p, p->first_events, p->first_definitions);
    put(&p->plain, p->first.bytes, p->first.size);
    return failed || p->plain.failed ? NULL : pack_block(p, p->plain.bytes, p->plain.size, size);
}

void view_report(const char *name, const view_left_t *left)
{
    if (left->untimed)
        fprintf(stderr, "weir: %s: left out %" PRIu64 " records without time\n", name,
                left->untimed);
    if (left->overflow)
        fprintf(stderr,
                "weir: %s: %" PRIu64
                " records of further ids are drawn as \"others\", of further threads as \"?\"\n",
                name, left->overflow);
    if (left->blobs)
        fprintf(stderr, "weir: %s: left out %" PRIu64 " blobs and providers\n", name, left->blobs);
}
