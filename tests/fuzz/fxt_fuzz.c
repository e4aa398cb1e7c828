// SPDX-License-Identifier: Apache-2.0
// FXT: fuzzing of the reader and the writer. Any bytes, pushed whole and pulled in small chunks,
// must give the same records and never touch memory that is not theirs; every byte is delivered or
// counted as passed over; and what was delivered, written again and read again, is the same.
//
// The first two bytes of an input choose the configuration and the chunks; the rest is the stream.
#include <string.h>

#include "fxt.h"
#include "random.h"

enum { LINE = 1 << 17, LINES = 1 << 16, WRITTEN = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char line[LINE];
static uint8_t composed[FXT_RECORD_MAX], written[WRITTEN];

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
    return hash;
}

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

// ---- what was delivered

typedef struct {
    uint64_t hash, records, bytes; // bytes: delivered
    uint64_t last;                 // record that began last
    bool rewrite, over; // over: a record that others refer to, or by which one of unknown type is
                        // known, could not be written
    bool unknown;       // the last one written was of unknown type
    fxt_writer_t writer;
    size_t size;           // of what was written
    uint64_t texts[LINES]; // of the records written
    size_t count;
} digest_t;

static int to_written(void *context, const void *bytes, size_t size)
{
    digest_t *g = context;
    if (size > WRITTEN - g->size)
        return 1;
    memcpy(written + g->size, bytes, size);
    g->size += size;
    return 0;
}

static void check_strings(const fxt_record_t *r)
{
    if (r->kind == FXT_EVENT) {
        REQUIRE(r->event.args.count <= FXT_ARGS_MAX);
        REQUIRE(r->event.name.text || r->event.name.index);
        REQUIRE(r->event.thread.index || !r->event.thread.unknown);
    }
}

static int visit(void *ctx, const fxt_record_t *r)
{
    digest_t *g = ctx;
    fxt_record_text(r, line, sizeof line);
    uint64_t text = hash_text(14695981039346656037u, line);
    g->records++;
    g->hash = hash_number(hash_number(hash_number(g->hash, text), (uint64_t)r->kind), r->offset);
    REQUIRE(r->provider && r->provider->ticks_per_second);
    fxt_nanoseconds(r->offset * 0x123456789abcdef, r->provider->ticks_per_second);
    if (r->kind == FXT_ERROR) {
        REQUIRE(r->error.code <= FXT_E_HEADER && *r->error.what >= 0 &&
                (r->error.rejected || !r->error.skipped));
        REQUIRE(!strstr(line, "error -"));
        return 0;
    }
    REQUIRE(r->offset >= g->last);
    g->last = r->offset;
    g->bytes += r->raw_size;
    check_strings(r);
    if (!g->rewrite || g->over || g->count == LINES)
        return 0;
    size_t before = g->size;
    int rc = fxt_write(&g->writer, r);
    REQUIRE(rc == 0 || rc == FXT_E_ARG || rc == FXT_E_ORDER || rc == FXT_E_WRITE);
    if (rc == 0) {
        REQUIRE(!r->raw || g->size - before <= r->raw_size);
        g->texts[g->count++] = text;
        g->unknown = r->kind == FXT_UNKNOWN;
    } else if (rc == FXT_E_WRITE || g->unknown || (r->kind == FXT_STRING && r->string.index) ||
               r->kind == FXT_KERNEL_OBJECT || r->kind == FXT_USERSPACE_OBJECT) {
        g->over = true;
    }
    return 0;
}

// ---- reading

typedef struct {
    void *memory;
    size_t size;
} space_t;

static fxt_reader_t *reader(const fxt_reader_config_t *config, space_t *space)
{
    size_t size = fxt_reader_size(config);
    REQUIRE(size);
    if (!space->memory)
        space->memory = malloc(space->size = size);
    REQUIRE(space->size == size);
    return fxt_reader_init(space->memory, size, config);
}

static void finish(const fxt_reader_t *r, digest_t *g, size_t size)
{
    const fxt_totals_t *t = fxt_reader_totals(r);
    uint64_t records = 0;
    for (int kind = 0; kind < FXT_KINDS; kind++)
        records += t->records[kind];
    REQUIRE(records == g->records && t->bytes == size);
    if (!t->records[FXT_LARGE_BLOB] && !strstr(line, "ends"))
        REQUIRE(g->bytes + t->skipped <= size);
    g->hash = hash_number(hash_number(g->hash, t->skipped), records);
}

static void pull(fxt_reader_t *r, digest_t *g, const uint8_t *data, size_t size, size_t chunk)
{
    const fxt_record_t *record;
    for (size_t done = 0, part; done < size; done += part) {
        part = size - done < chunk ? size - done : chunk;
        uint8_t *copy = malloc(part); // its own, so that reading beyond it is seen
        memcpy(copy, data + done, part);
        REQUIRE(fxt_reader_feed(r, copy, part) == 0);
        while (fxt_reader_next(r, &record))
            visit(g, record);
        free(copy);
        chunk = chunk * 7 % 61 + 1;
    }
    fxt_reader_finish(r);
    while (fxt_reader_next(r, &record))
        visit(g, record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static space_t
        all[8][3]; // of each configuration its own: memory of exactly the size that it needs
    static digest_t whole, parts;
    fxt_object_t object;

    if (size < 2)
        return 0;
    const unsigned option = data[0], chunk = data[1];
    data += 2;
    size -= 2;
    space_t *spaces = all[option >> 2 & 7];
    fxt_reader_config_t config = {
        .names = option & 4 ? 3 : 60,
        .text = option & 8 ? 40 : 40000,
        .providers = option & 16 ? 1 : 3,
        .order = (fxt_order_t)(option >> 5 & 3 ? (option >> 5 & 3) - 1 : 0),
        .strict = option & 1};

    memset(&whole, 0, offsetof(digest_t, texts));
    whole.count = 0;
    whole.rewrite = true;
    fxt_writer_init(&whole.writer, to_written, &whole, composed, sizeof composed);
    REQUIRE(!fxt_write_magic(&whole.writer));
    fxt_reader_t *r = reader(&config, &spaces[0]);
    fxt_reader_push(r, data, size, visit, &whole);
    fxt_reader_end(r, visit, &whole);
    finish(r, &whole, size);
    fxt_reader_kernel_object(r, 5, &object);
    fxt_reader_userspace_object(r, 5, 5, &object);

    memset(&parts, 0, offsetof(digest_t, texts));
    r = reader(&config, &spaces[1]);
    pull(r, &parts, data, size, chunk + 1);
    finish(r, &parts, size);
    REQUIRE(whole.hash == parts.hash);

    // what was written is read: the magic, then the same
    config.order = FXT_ORDER_AUTO;
    config.strict = false;
    r = reader(&config, &spaces[2]);
    fxt_reader_feed(r, written, whole.size);
    fxt_reader_finish(r);
    const fxt_record_t *record;
    REQUIRE(fxt_reader_next(r, &record) && record->kind == FXT_MAGIC);
    size_t count = 0;
    while (fxt_reader_next(r, &record)) {
        if (record->kind == FXT_ERROR) {
            REQUIRE(!record->error.rejected);
            continue;
        }
        REQUIRE(count < whole.count);
        REQUIRE(whole.texts[count++] ==
                hash_text(14695981039346656037u, fxt_record_text(record, line, sizeof line)));
    }
    REQUIRE(count == whole.count);
    return 0;
}
