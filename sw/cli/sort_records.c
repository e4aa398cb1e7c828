// SPDX-License-Identifier: Apache-2.0
// Sorting of records, see sort_records.h. A record is stored as bytes: a bit map of the nonzero
// words of its struct, these words, then its arguments likewise, then its texts. Only this process
// reads them, so the layout is that of memory.
#include "sort_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"

enum {
    MEMORY = 64 << 20,
    RUN_BUFFER = 1 << 16,
    RECORD_WORDS = (sizeof(model_record_t) + 7) / 8,
    ARG_WORDS = (sizeof(model_arg_t) + 7) / 8,
    MAP = 8, // bytes of the map of a struct: up to 64 words
};
_Static_assert(RECORD_WORDS <= 64 && ARG_WORDS <= 64, "the map of a record's words is 64 bits");

typedef struct {
    uint64_t key;
    uint32_t size; // bytes of the packed record
} head_t;

typedef struct {      // a sorted run in the temporary file
    uint64_t at, end; // part of the file not yet in the buffer
    uint8_t *buffer;
    size_t capacity, used, next;
    head_t head; // of the next record
    bool over;
} run_t;

typedef struct {
    uint64_t key;
    size_t offset; // of the head in memory
} entry_t;

struct order {
    uint8_t *memory;
    size_t capacity, used;
    entry_t *entries;
    size_t entry_count, entry_capacity;
    FILE *file;
    uint64_t file_size;
    run_t *runs;
    size_t run_count;
    size_t *heap; // of runs not yet at their end, smallest key first
    size_t heap_size;
    size_t next; // of entries, when all fit into memory
    model_record_t record;
    model_arg_t args[MODEL_ARGS_MAX];
};

order_t *order_new(size_t memory)
{
    order_t *o = xcalloc(1, sizeof *o);
    const char *limit = getenv("WEIR_SORT_MEMORY");
    o->capacity = memory ? memory : limit && atol(limit) > 0 ? (size_t)atol(limit) : MEMORY;
    o->memory = malloc(o->capacity);
    o->entry_capacity = o->capacity / 64 + 16;
    o->entries = malloc(o->entry_capacity * sizeof *o->entries);
    if (o->memory && o->entries)
        return o;
    order_free(o);
    return NULL;
}

void order_free(order_t *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < o->run_count; i++)
        free(o->runs[i].buffer);
    if (o->file)
        fclose(o->file);
    free(o->heap);
    free(o->runs);
    free(o->entries);
    free(o->memory);
    free(o);
}

// ---- packing

static size_t pack_words(uint8_t *out, const void *object, size_t size)
{
    uint64_t words[64] = {0}, map = 0;
    size_t used = MAP;

    memcpy(words, object, size);
    for (size_t i = 0; i < (size + 7) / 8; i++)
        if (words[i]) {
            map |= UINT64_C(1) << i;
            memcpy(out + used, &words[i], 8);
            used += 8;
        }
    memcpy(out, &map, MAP);
    return used;
}

static size_t unpack_words(const uint8_t *in, void *object, size_t size)
{
    uint64_t words[64] = {0}, map;
    size_t used = MAP;

    memcpy(&map, in, MAP);
    for (; map; map &= map - 1, used += 8)
        memcpy(&words[__builtin_ctzll(map)], in + used, 8);
    memcpy(object, words, size);
    return used;
}

static size_t most_size(const model_record_t *r)
{
    size_t size = MAP + 8 * RECORD_WORDS + r->category.size + r->name.size + r->text.size;
    for (unsigned i = 0; i < r->arg_count; i++)
        size += MAP + 8 * ARG_WORDS + r->args[i].name.size + r->args[i].text.size;
    return size;
}

static size_t pack_text(uint8_t *out, model_text_t text)
{
    if (text.size)
        memcpy(out, text.bytes, text.size);
    return text.size;
}

static size_t pack(uint8_t *out, const model_record_t *r)
{
    model_record_t plain = *r;
    plain.category.bytes = plain.name.bytes = plain.text.bytes = NULL;
    plain.args = NULL;
    size_t used = pack_words(out, &plain, sizeof plain);
    used += pack_text(out + used, r->category);
    used += pack_text(out + used, r->name);
    used += pack_text(out + used, r->text);
    for (unsigned i = 0; i < r->arg_count; i++) {
        model_arg_t arg = r->args[i];
        arg.name.bytes = arg.text.bytes = NULL;
        used += pack_words(out + used, &arg, sizeof arg);
        used += pack_text(out + used, r->args[i].name);
        used += pack_text(out + used, r->args[i].text);
    }
    return used;
}

static size_t unpack_text(const uint8_t *in, model_text_t *text)
{
    text->bytes = (const char *)in;
    return text->size;
}

static const model_record_t *unpack(order_t *o, const uint8_t *in)
{
    in += unpack_words(in, &o->record, sizeof o->record);
    in += unpack_text(in, &o->record.category);
    in += unpack_text(in, &o->record.name);
    in += unpack_text(in, &o->record.text);
    for (unsigned i = 0; i < o->record.arg_count; i++) {
        in += unpack_words(in, &o->args[i], sizeof o->args[i]);
        in += unpack_text(in, &o->args[i].name);
        in += unpack_text(in, &o->args[i].text);
    }
    o->record.args = o->args;
    return &o->record;
}

// ---- adding

static int by_key(const void *a, const void *b)
{
    const entry_t *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void sort(order_t *o)
{
    bool sorted = true;
    for (size_t i = 1; i < o->entry_count && sorted; i++)
        sorted = o->entries[i - 1].key <= o->entries[i].key;
    if (!sorted)
        qsort(o->entries, o->entry_count, sizeof *o->entries, by_key);
}

// Sorts the records in memory and appends them to the file as a run.
static int spill(order_t *o)
{
    if (!o->file && !(o->file = temporary_file()))
        return -1;
    run_t *runs = realloc(o->runs, (o->run_count + 1) * sizeof *runs);
    if (!runs)
        return -1;
    o->runs = runs;
    runs[o->run_count] = (run_t){.at = o->file_size};
    sort(o);
    for (size_t i = 0; i < o->entry_count; i++) {
        const uint8_t *at = o->memory + o->entries[i].offset;
        head_t head;
        memcpy(&head, at, sizeof head);
        if (fwrite(at, 1, sizeof head + head.size, o->file) != sizeof head + head.size)
            return -1;
        o->file_size += sizeof head + head.size;
    }
    runs[o->run_count++].end = o->file_size;
    o->entry_count = o->used = 0;
    return 0;
}

int order_add(order_t *o, uint64_t key, const model_record_t *record)
{
    size_t most = sizeof(head_t) + most_size(record);
    if ((o->used + most > o->capacity || o->entry_count == o->entry_capacity) && o->entry_count &&
        spill(o))
        return -1;
    if (most > o->capacity) {
        uint8_t *memory = realloc(o->memory, most);
        if (!memory)
            return -1;
        o->memory = memory;
        o->capacity = most;
    }
    head_t head = {.key = key};
    head.size = (uint32_t)pack(o->memory + o->used + sizeof head, record);
    memcpy(o->memory + o->used, &head, sizeof head);
    o->entries[o->entry_count++] = (entry_t){key, o->used};
    o->used += sizeof head + head.size;
    return 0;
}

// ---- merging

// Fills the buffer of a run with at least `size` bytes. Returns 0, or -1 with errno.
static int fill(order_t *o, run_t *run, size_t size)
{
    if (run->used - run->next >= size)
        return 0;
    memmove(run->buffer, run->buffer + run->next, run->used - run->next);
    run->used -= run->next;
    run->next = 0;
    if (size > run->capacity) {
        uint8_t *buffer = realloc(run->buffer, size);
        if (!buffer)
            return -1;
        run->buffer = buffer;
        run->capacity = size;
    }
    while (run->used < size) {
        size_t most = run->capacity - run->used, left = run->end - run->at;
        ssize_t got = pread(fileno(o->file), run->buffer + run->used, most < left ? most : left,
                            (off_t)run->at);
        if (got <= 0)
            return -1;
        run->used += (size_t)got;
        run->at += (uint64_t)got;
    }
    return 0;
}

static int peek(order_t *o, run_t *run)
{
    run->over = run->used == run->next && run->at == run->end;
    if (run->over)
        return 0;
    if (fill(o, run, sizeof run->head))
        return -1;
    memcpy(&run->head, run->buffer + run->next, sizeof run->head);
    return fill(o, run, sizeof run->head + run->head.size);
}

static bool earlier(const order_t *o, size_t a, size_t b)
{
    const run_t *x = &o->runs[a], *y = &o->runs[b];
    return x->head.key != y->head.key ? x->head.key < y->head.key : a < b;
}

static void sift(order_t *o, size_t i)
{
    for (;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++)
            if (child < o->heap_size && earlier(o, o->heap[child], o->heap[least]))
                least = child;
        if (least == i)
            return;
        size_t run = o->heap[i];
        o->heap[i] = o->heap[least];
        o->heap[least] = run;
        i = least;
    }
}

int order_finish(order_t *o)
{
    if (!o->run_count) {
        sort(o);
        return 0;
    }
    if ((o->entry_count && spill(o)) || fflush(o->file))
        return -1;
    o->heap = xcalloc(o->run_count, sizeof *o->heap);
    for (size_t i = 0; i < o->run_count; i++) {
        o->runs[i].buffer = malloc(RUN_BUFFER);
        o->runs[i].capacity = RUN_BUFFER;
        if (!o->runs[i].buffer || peek(o, &o->runs[i]))
            return -1;
        o->heap[o->heap_size++] = i;
    }
    for (size_t i = o->heap_size; i-- > 0;)
        sift(o, i);
    return 0;
}

int order_next(order_t *o, const model_record_t **record)
{
    if (!o->run_count) {
        if (o->next == o->entry_count)
            return 0;
        *record = unpack(o, o->memory + o->entries[o->next++].offset + sizeof(head_t));
        return 1;
    }
    if (!o->heap_size)
        return 0;
    // the caller no longer uses the previous record
    run_t *run = &o->runs[o->heap[0]];
    if (o->next) {
        run->next += sizeof run->head + run->head.size;
        if (peek(o, run))
            return -1;
        if (run->over)
            o->heap[0] = o->heap[--o->heap_size];
        sift(o, 0);
        if (!o->heap_size)
            return 0;
        run = &o->runs[o->heap[0]];
    }
    o->next = 1;
    *record = unpack(o, run->buffer + run->next + sizeof run->head);
    return 1;
}
