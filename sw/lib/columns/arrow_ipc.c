// SPDX-License-Identifier: Apache-2.0
// Columns as Arrow's format for files and streams, see arrow_ipc.h. Messages are FlatBuffers: a
// table has a list of the places of its fields (vtable) before it, and distances to what is behind
// it. So everything is written in one direction. Names and numbers of fields are those of Arrow's
// Schema.fbs, Message.fbs and File.fbs.
#include "arrow_ipc.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 4, // V5
    SCHEMA = 1,  // messages
    DICTIONARY_BATCH = 2,
    RECORD_BATCH = 3,
    INT = 2, // types
    UTF8 = 5,
    ALIGN = 64, // of the buffers of a batch
    FIELDS = 7, // at most, of a table
    BUFFERS = 3 * COLUMNS_MAX,
};

// ---- FlatBuffers

// Adds cleared bytes, whose place is a multiple of align. Returns the place.
static size_t add(arrow_ipc_t *a, size_t size, size_t align)
{
    const size_t at = (a->used + align - 1) / align * align;
    if (a->room < at + size) {
        const size_t room = 2 * (at + size) + 1024;
        uint8_t *bytes = realloc(a->bytes, room);
        if (!bytes) {
            a->no_memory = true;
            a->used = 0; // what is made from here on is not used
            return 0;
        }
        a->bytes = bytes;
        a->room = room;
    }
    memset(a->bytes + a->used, 0, at + size - a->used);
    a->used = at + size;
    return at;
}

static void put(arrow_ipc_t *a, size_t at, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size && at + i < a->used; i++)
        a->bytes[at + i] = (uint8_t)(value >> 8 * i);
}

// The reference at a place is to what comes at another place.
static size_t refer(arrow_ipc_t *a, size_t at, size_t target)
{
    put(a, at, target - at, 4);
    return target;
}

// A table with fields of these sizes, 0: without this one. at has their places.
static size_t table(arrow_ipc_t *a, size_t from, unsigned count, const uint8_t *sizes, size_t *at)
{
    size_t end = 4;
    const size_t list = add(a, 4 + 2 * count, 2), begin = (a->used + 7) / 8 * 8;
    put(a, list, 4 + 2 * count, 2);
    for (unsigned i = 0; i < count; i++) {
        if (!sizes[i])
            continue;
        end = (end + sizes[i] - 1) / sizes[i] * sizes[i];
        put(a, list + 4 + 2 * i, end, 2);
        at[i] = begin + end;
        end += sizes[i];
    }
    put(a, list + 2, end, 2);
    add(a, end, 8);
    put(a, begin, begin - list, 4);
    return refer(a, from, begin);
}

// A vector; returns the place of its first element.
static size_t vector(arrow_ipc_t *a, size_t from, size_t count, size_t size, size_t align)
{
    add(a, 0, align);
    const size_t head = add(a, align, align) + align - 4; // the elements are aligned
    refer(a, from, head);
    put(a, head, count, 4);
    return add(a, count * size, 1);
}

static void text(arrow_ipc_t *a, size_t from, const char *bytes)
{
    const size_t size = strlen(bytes), at = vector(a, from, size, 1, 4);
    add(a, 1, 1); // a 0 behind it
    if (!a->no_memory)
        memcpy(a->bytes + at, bytes, size);
}

static void metadata(arrow_ipc_t *a, size_t from, const char *const *pairs, unsigned count)
{
    const size_t list = vector(a, from, count, 4, 4);
    for (unsigned i = 0; i < count; i++) {
        size_t at[2];
        table(a, list + 4 * i, 2, (const uint8_t[]){4, 4}, at);
        text(a, at[0], pairs[2 * i]);
        text(a, at[1], pairs[2 * i + 1]);
    }
}

static void integer(arrow_ipc_t *a, size_t from, unsigned bits, bool is_signed)
{
    size_t at[2];
    table(a, from, 2, (const uint8_t[]){4, 1}, at);
    put(a, at[0], bits, 4);
    put(a, at[1], is_signed, 1);
}

static void field(arrow_ipc_t *a, size_t from, const columns_field_t *f, unsigned id)
{
    static const char *const unit[] = {"unit", "tick"};
    static const unsigned bits[] = {[COLUMNS_U16] = 16, [COLUMNS_U32] = 32, [COLUMNS_U64] = 64};
    const bool is_text = f->type == COLUMNS_NAME || f->type == COLUMNS_UTF8,
               named = f->type == COLUMNS_NAME;
    size_t at[FIELDS] = {0}, in[2];
    // name, nullable, type's kind, type, dictionary, children, metadata
    table(a, from, FIELDS, (const uint8_t[]){4, 1, 1, 4, named ? 4 : 0, 4, f->ticks ? 4 : 0}, at);
    text(a, at[0], f->name);
    put(a, at[1], f->nullable, 1);
    put(a, at[2], is_text ? UTF8 : INT, 1);
    if (is_text)
        table(a, at[3], 0, NULL, NULL);
    else
        integer(a, at[3], bits[f->type], false);
    if (named) { // id, type of the numbers
        table(a, at[4], 2, (const uint8_t[]){8, 4}, in);
        put(a, in[0], id, 8);
        integer(a, in[1], 32, true);
    }
    vector(a, at[5], 0, 4, 4);
    if (f->ticks)
        metadata(a, at[6], unit, 1);
}

static void schema(arrow_ipc_t *a, size_t from, const columns_t *c)
{
    size_t at[3]; // byte order, fields, metadata
    table(a, from, 3, (const uint8_t[]){2, 4, 4}, at);
    put(a, at[0], __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, 2);
    const size_t list = vector(a, at[1], c->count, 4, 4);
    for (unsigned i = 0; i < c->count; i++)
        field(a, list + 4 * i, &c->schema->fields[i], i);
    metadata(a, at[2], a->metadata, a->pairs);
}

// ---- messages

static int out(arrow_ipc_t *a, const void *bytes, size_t size)
{
    a->size += size;
    return size ? a->output->write(a->output->context, bytes, size) : 0;
}

static int fill_up(arrow_ipc_t *a, size_t size)
{
    static const uint8_t zeros[ALIGN];
    return out(a, zeros, (ALIGN - size % ALIGN) % ALIGN);
}

typedef struct { // what is behind a message
    const void *bytes[BUFFERS];
    size_t size[BUFFERS];
    unsigned count;
    uint64_t nodes[COLUMNS_MAX][2]; // rows, nulls
    unsigned node_count;
} body_t;

static void add_buffer(body_t *body, const void *bytes, size_t size)
{
    body->bytes[body->count] = bytes;
    body->size[body->count++] = size;
}

static size_t rounded(size_t size) { return (size + ALIGN - 1) / ALIGN * ALIGN; }

static size_t begin_message(arrow_ipc_t *a, unsigned kind, const body_t *body)
{
    size_t at[4], size = 0;
    for (unsigned i = 0; body && i < body->count; i++)
        size += rounded(body->size[i]);
    a->used = 0;
    add(a, 4, 4);
    table(a, 0, 4, (const uint8_t[]){2, 1, 4, 8}, at); // version, header's kind, header, body
    put(a, at[0], VERSION, 2);
    put(a, at[1], kind, 1);
    put(a, at[3], size, 8);
    return at[2];
}

static void record_batch(arrow_ipc_t *a, size_t from, uint64_t rows, const body_t *body)
{
    size_t at[3]; // rows, nodes, buffers
    table(a, from, 3, (const uint8_t[]){8, 4, 4}, at);
    put(a, at[0], rows, 8);
    size_t place = vector(a, at[1], body->node_count, 16, 8);
    for (unsigned i = 0; i < body->node_count; i++, place += 16) {
        put(a, place, body->nodes[i][0], 8);
        put(a, place + 8, body->nodes[i][1], 8);
    }
    place = vector(a, at[2], body->count, 16, 8);
    uint64_t offset = 0;
    for (unsigned i = 0; i < body->count; i++, place += 16) {
        put(a, place, offset, 8);
        put(a, place + 8, body->size[i], 8);
        offset += rounded(body->size[i]);
    }
}

static int end_message(arrow_ipc_t *a, const body_t *body, arrow_block_t *block)
{
    if (a->no_memory)
        return MODEL_E_ROOM;
    const size_t head = rounded(a->size % ALIGN + 8 + a->used) - a->size % ALIGN;
    uint8_t prefix[8] = {0xff, 0xff, 0xff, 0xff};
    for (unsigned i = 0; i < 4; i++)
        prefix[4 + i] = (uint8_t)((head - 8) >> 8 * i);
    *block = (arrow_block_t){.offset = a->size, .head = (uint32_t)head};
    int rc = out(a, prefix, sizeof prefix);
    rc = rc ? rc : out(a, a->bytes, a->used);
    rc = rc ? rc : fill_up(a, (size_t)(a->size % ALIGN));
    block->body = a->size;
    for (unsigned i = 0; body && i < body->count && !rc; i++) {
        rc = out(a, body->bytes[i], body->size[i]);
        rc = rc ? rc : fill_up(a, body->size[i]);
    }
    block->body = a->size - block->body;
    return rc;
}

// ---- dictionaries

// The texts of a column from one on; offsets begin with 0.
static int dictionary(arrow_ipc_t *a, const columns_dictionary_t *d, unsigned id, uint32_t from,
                      arrow_block_t *block)
{
    const int32_t *offsets = (const int32_t *)(void *)d->offsets.bytes;
    const uint32_t count = d->count - from;
    const int32_t begin = d->count ? offsets[from] : 0;
    int32_t *moved = calloc(count + 1, sizeof *moved);
    size_t at[3]; // id, texts, whether they are added
    if (!moved)
        return MODEL_E_ROOM;
    for (uint32_t i = 0; i <= count && d->count; i++)
        moved[i] = offsets[from + i] - begin;
    body_t body = {.nodes = {{count, 0}}, .node_count = 1};
    add_buffer(&body, NULL, 0);
    add_buffer(&body, moved, (count + 1) * sizeof *moved);
    add_buffer(&body, d->texts.bytes ? d->texts.bytes + begin : NULL, (size_t)moved[count]);
    table(a, begin_message(a, DICTIONARY_BATCH, &body), 3, (const uint8_t[]){8, 4, 1}, at);
    put(a, at[0], id, 8);
    put(a, at[2], from != 0, 1);
    record_batch(a, at[1], count, &body);
    const int rc = end_message(a, &body, block);
    free(moved);
    return rc;
}

// Those that have grown; all: also the others.
static int dictionaries(arrow_ipc_t *a, const columns_t *c, bool all)
{
    int rc = 0;
    for (unsigned i = 0; i < c->count && !rc; i++) {
        const columns_dictionary_t *d = &c->column[i].dictionary;
        if (c->schema->fields[i].type != COLUMNS_NAME || (a->written[i] == d->count && !all))
            continue;
        rc = dictionary(a, d, i, a->written[i], &a->dictionaries[a->dictionary_count]);
        a->written[i] = d->count;
        a->dictionary_count += all;
    }
    return rc;
}

// ---- the whole

static const char magic[8] = "ARROW1";

int arrow_begin(arrow_ipc_t *a, const columns_t *c)
{
    arrow_block_t block;
    int rc = a->stream ? 0 : out(a, magic, sizeof magic);
    if (rc)
        return rc;
    schema(a, begin_message(a, SCHEMA, NULL), c);
    rc = end_message(a, NULL, &block);
    // a stream begins with all its dictionaries
    return rc || !a->stream ? rc : dictionaries(a, c, true);
}

int arrow_batch(arrow_ipc_t *a, const columns_t *c)
{
    body_t body = {.node_count = c->count};
    int rc = a->stream ? dictionaries(a, c, false) : 0;
    if (rc)
        return rc;
    for (unsigned i = 0; i < c->count; i++) {
        const columns_column_t *column = &c->column[i];
        body.nodes[i][0] = c->rows;
        body.nodes[i][1] = (uint64_t)column->nulls;
        add_buffer(&body, column->valid.bytes, column->nulls ? column->valid.size : 0);
        add_buffer(&body, column->data.bytes, column->data.size);
        if (c->schema->fields[i].type == COLUMNS_UTF8)
            add_buffer(&body, column->texts.bytes, column->texts.size);
    }
    if (a->batch_count == a->batch_room) {
        const size_t room = 2 * a->batch_room + 64;
        arrow_block_t *batches = realloc(a->batches, room * sizeof *batches);
        if (!batches)
            return MODEL_E_ROOM;
        a->batches = batches;
        a->batch_room = room;
    }
    record_batch(a, begin_message(a, RECORD_BATCH, &body), c->rows, &body);
    rc = end_message(a, &body, &a->batches[a->batch_count]);
    a->batch_count += !a->stream;
    return rc;
}

static void blocks(arrow_ipc_t *a, size_t from, const arrow_block_t *list, size_t count)
{
    size_t at = vector(a, from, count, 24, 8);
    for (size_t i = 0; i < count; i++, at += 24) {
        put(a, at, list[i].offset, 8);
        put(a, at + 8, list[i].head, 4);
        put(a, at + 16, list[i].body, 8);
    }
}

int arrow_end(arrow_ipc_t *a, const columns_t *c)
{
    static const uint8_t end[8] = {0xff, 0xff, 0xff, 0xff};
    size_t at[4]; // version, schema, dictionaries, batches
    uint8_t size[4];
    int rc = a->stream ? 0 : dictionaries(a, c, true);
    rc = rc ? rc : out(a, end, sizeof end);
    if (rc || a->stream)
        return rc;
    a->used = 0;
    add(a, 4, 4);
    table(a, 0, 4, (const uint8_t[]){2, 4, 4, 4}, at);
    put(a, at[0], VERSION, 2);
    schema(a, at[1], c);
    blocks(a, at[2], a->dictionaries, a->dictionary_count);
    blocks(a, at[3], a->batches, a->batch_count);
    if (a->no_memory)
        return MODEL_E_ROOM;
    for (unsigned i = 0; i < 4; i++)
        size[i] = (uint8_t)(a->used >> 8 * i);
    rc = out(a, a->bytes, a->used);
    rc = rc ? rc : out(a, size, sizeof size);
    return rc ? rc : out(a, magic, 6);
}

void arrow_free(arrow_ipc_t *a)
{
    free(a->bytes);
    free(a->batches);
}
