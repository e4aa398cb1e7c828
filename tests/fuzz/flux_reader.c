// SPDX-License-Identifier: Apache-2.0
// flux reader: its limits, stopping and going on, what it knows of items, and payloads that do not fit their type.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flux.h"
#include "flux_pack.h"

static int failures;

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "flux_reader: line %d: not %s\n", __LINE__, #condition);                                   \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)

// ---- a stream to read ------------------------------------------------------------------------------------------------

static uint8_t stream[1 << 16];
static flux_buffer_t buffer;
static flux_trace_t trace;
static flux_domain_t ns;

static void start(void)
{
    flux_buffer_init(&buffer, stream, sizeof stream, NULL, NULL);
    flux_trace_init(&trace, &buffer, FLUX_CLASSIC);
    flux_emit_head(&trace, &(flux_head_t){ .max_item = 9 });
    flux_emit_scope(&trace, &(flux_scope_t){ .item = 1, .name = FLUX_STR("s") });
    flux_emit_signal(&trace, &(flux_signal_t){ .item = 2, .parent = 1, .name = FLUX_STR("l"), .type = FLUX_LOGIC,
                                               .descriptor = FLUX_STR("default<bits=12>") });
    flux_emit_open(&trace, &ns, &(flux_open_t){ .base = FLUX_STR("ns") });
}

static void samples(int count)
{
    for (int i = 0; i < count; i++)
        flux_emit_integer(&trace, &ns, 2, ns.current + 1, i);
}

static void octets(const void *data, uint32_t size)
{
    flux_emit_raw(&buffer, data, size);
}

// ---- a reader of it --------------------------------------------------------------------------------------------------

typedef struct {
    int samples, errors, stop_at, stop_with;
    int64_t last;
} seen_t;

static int on_data(void *ctx, const flux_where_t *where, const flux_data_t *d)
{
    seen_t *seen = ctx;
    (void)where;
    seen->last = d->position;
    return ++seen->samples == seen->stop_at ? seen->stop_with : 0;
}

static int on_error(void *ctx, const flux_error_t *error)
{
    seen_t *seen = ctx;
    (void)error;
    seen->errors++;
    return 0;
}

static const flux_visitor_t visitor = { .data = on_data, .error = on_error };
static flux_reader_config_t config;
static flux_reader_t *reader;
static seen_t seen;

static void defaults(void)
{
    flux_reader_defaults(&config);
    flux_unpack_all(&config);
    config.window = config.ring = 8192;
    config.items = 16;
}

// Reads the stream in two chunks, in memory of just the size needed, so that the sanitizer sees what is beyond. Returns
// the error.
static int read_in_two(uint32_t cut)
{
    free(reader);
    size_t size = flux_reader_size(&config);
    reader = flux_reader_init(malloc(size), size, &config, &visitor, &seen);
    seen = (seen_t){ 0 };
    int rc = flux_reader_push(reader, stream, cut);
    rc = rc ? rc : flux_reader_push(reader, stream + cut, buffer.used - cut);
    return rc ? rc : flux_reader_end(reader);
}

static int read_stream(void)
{
    return read_in_two(0);
}

// ---- tests -----------------------------------------------------------------------------------------------------------

static void configurations(void)
{
    uint64_t memory[8];
    defaults();
    size_t size = flux_reader_size(&config);
    void *enough = malloc(size);
    EXPECT(flux_reader_init(enough, size - 1, &config, NULL, NULL) == NULL);
    EXPECT(flux_reader_init(NULL, size, &config, NULL, NULL) == NULL);
    EXPECT(flux_reader_init(memory, sizeof memory, &config, NULL, NULL) == NULL);
    flux_reader_t *r = flux_reader_init(enough, size, &config, NULL, NULL);
    EXPECT(r && flux_reader_push(r, "", 0) == FLUX_E_ARG); // no visitor
    EXPECT(flux_reader_feed(r, "abc", 3) == 0 && flux_reader_feed(r, "abc", 3) == FLUX_E_ARG);
    free(enough);
    config.entry_max = 63;
    EXPECT(flux_reader_size(&config) == 0);
    defaults();
    config.traces = 0;
    EXPECT(flux_reader_size(&config) == 0);
    defaults();
    config.domains = 0;
    EXPECT(flux_reader_size(&config) == 0);
}

static void limits(void)
{
    start();
    for (uint32_t i = 3; i <= 16; i++)
        flux_emit_signal(&trace, &(flux_signal_t){ .item = i, .name = FLUX_STR("x"), .type = FLUX_INTEGER });
    samples(1);
    defaults();
    EXPECT(read_stream() == 0 && seen.samples == 1);
    flux_emit_signal(&trace, &(flux_signal_t){ .item = 17, .name = FLUX_STR("x"), .type = FLUX_INTEGER });
    EXPECT(read_stream() == FLUX_E_MEMORY);
    config.items = 0;
    EXPECT(read_stream() == 0);

    start();
    for (int i = 0; i < 3; i++)
        flux_emit_signal(&trace, &(flux_signal_t){ .item = 20, .last = 22, .name = FLUX_STR("x"), .type = FLUX_TEXT });
    defaults();
    config.ranges = 3;
    EXPECT(read_stream() == 0);
    config.ranges = 2;
    EXPECT(read_stream() == FLUX_E_MEMORY);

    start();
    flux_emit_switch(&trace, 1);
    flux_emit_switch(&trace, 0);
    flux_emit_switch(&trace, 1);
    defaults();
    config.traces = 2;
    EXPECT(read_stream() == 0);
    config.traces = 1;
    EXPECT(read_stream() == FLUX_E_MEMORY);

    start();
    flux_domain_t more;
    flux_emit_open(&trace, &more, &(flux_open_t){ .item = 1 });
    flux_emit_open(&trace, &more, &(flux_open_t){ .item = 1 });
    defaults();
    config.domains = 2;
    EXPECT(read_stream() == 0);
    config.domains = 1;
    EXPECT(read_stream() == FLUX_E_MEMORY);

    start(); // heads that begin the trace anew free what it had
    for (int i = 0; i < 100; i++) {
        flux_emit_head(&trace, &(flux_head_t){ 0 });
        flux_emit_scope(&trace, &(flux_scope_t){ .item = (uint32_t)i + 1 });
        flux_emit_open(&trace, &ns, &(flux_open_t){ .item = (uint32_t)i + 1 });
    }
    EXPECT(read_stream() == 0);

    start();
    static uint8_t text[200];
    samples(1);
    flux_emit_text(&trace, &ns, 2, ns.current, (flux_text_t){ (char *)text, 200 });
    defaults();
    config.entry_max = 203;
    EXPECT(read_stream() == 0);
    config.entry_max = 202;
    EXPECT(read_stream() == FLUX_E_BIG && seen.samples == 1);
}

// Far more unpacked octets than fit in the window at once.
static void windows(void)
{
    static uint8_t content[4096], packed[4096];
    static uint64_t work[FLUX_PACK_WORK / 8];
    uint32_t size = 0;
    while (size + 4 <= sizeof content) {
        memcpy(content + size, "\x12\x01\x11\x05", 4);
        size += 4;
    }
    for (uint8_t mode = 0; mode < FLUX_MODES; mode++) {
        uint32_t packed_size = flux_pack(mode, content, size, packed, sizeof packed, work);
        start();
        for (int i = 0; i < 20; i++)
            flux_emit_block(&buffer, &(flux_block_t){ mode, size, packed_size, packed });
        defaults();
        config.window = size;
        EXPECT(read_stream() == 0 && seen.samples == 20 * 1024);
        config.window = size - 1;
        EXPECT(read_stream() == FLUX_E_MEMORY && seen.samples == 0);
        defaults();
        config.work = 100;
        EXPECT(read_stream() == (mode >= FLUX_ZLIB ? FLUX_E_PACK : 0));
        config.unpack[mode] = NULL;
        EXPECT(read_stream() == FLUX_E_MODE);
        defaults(); // sizes that are wrong by one, octets too many
        for (int wrong = -1; wrong <= 1; wrong += 2) {
            start();
            flux_emit_block(&buffer, &(flux_block_t){ mode, size + (uint32_t)wrong, packed_size, packed });
            EXPECT(read_stream() == FLUX_E_PACK);
            start();
            flux_emit_block(&buffer, &(flux_block_t){ mode, size, packed_size + (uint32_t)wrong, packed });
            EXPECT(read_stream() == FLUX_E_PACK);
        }
    }
}

static void rings(void)
{
    static const uint8_t section[] = "\0\6\1\x10\0\x04\0\x12\1\x11\5............";
    start();
    octets(section, 23);
    octets(section, 23);
    uint32_t sections_end = buffer.used;
    samples(30); // where the last section should be
    defaults();
    EXPECT(read_in_two(sections_end) == FLUX_E_SECTION && seen.samples == 2);
    EXPECT(read_stream() == FLUX_E_SECTION && seen.samples == 2);
    config.resync = true;
    EXPECT(read_stream() == 0 && seen.samples == 2 && seen.errors == 1);
    EXPECT(flux_reader_skipped(reader).samples == 30);

    start(); // rubbish between two sections
    octets(section, 23);
    octets("\0\x77xyz\0\1flu\0\6\x70\x10\0\1\0", 18);
    octets("\0\6\x81\x10\0\4\0\x12\1\x11\5............", 23);
    EXPECT(read_stream() == 0 && seen.samples == 2 && seen.errors >= 1);

    start();
    octets("\0\6\x81\x10\0\4\0\x12\1\x11\5............", 23);
    defaults();
    config.ring = 4 + 48;
    EXPECT(read_stream() == 0 && seen.samples == 1);
    config.ring = 16;
    EXPECT(read_stream() == FLUX_E_MEMORY);
}

// Positions and traces that begin anew, where the fast path has plenty to read.
static void positions(void)
{
    start();
    flux_emit_current(&trace, &ns, INT64_MAX - 1);
    samples(1);
    octets("\x12\1\x11\5", 4);
    for (int i = 0; i < 30; i++)
        octets("\x10\x11\5", 3);
    defaults();
    EXPECT(read_stream() == FLUX_E_RANGE && seen.samples == 1 && seen.last == INT64_MAX);

    start(); // a repeated head changes nothing
    samples(30);
    flux_emit_head(&trace, &(flux_head_t){ .mode = FLUX_MODE_SYNC });
    samples(30);
    EXPECT(read_stream() == 0 && seen.samples == 60 && seen.last == 60);
    trace.layout = FLUX_V4; // of another version: it is another trace
    flux_emit_head(&trace, &(flux_head_t){ .mode = FLUX_MODE_SYNC });
    samples(30);
    EXPECT(read_stream() == FLUX_E_CLOSED && seen.samples == 60);
}

static void stopping(void)
{
    start();
    samples(100);
    defaults();
    EXPECT(read_stream() == 0 && seen.samples == 100 && seen.last == 100);
    for (int at = 1; at <= 100; at++) { // in the fast path and at its end
        size_t size = flux_reader_size(&config);
        free(reader);
        reader = flux_reader_init(malloc(size), size, &config, &visitor, &seen);
        seen = (seen_t){ .stop_at = at, .stop_with = at % 2 ? 77 : -77 };
        EXPECT(flux_reader_push(reader, stream, buffer.used) == seen.stop_with && seen.samples == at);
        EXPECT(flux_reader_push(reader, "x", 1) == (at < 100 ? FLUX_E_ARG : 0));
        EXPECT(flux_reader_push(reader, NULL, 0) == 0 && seen.samples == 100 && seen.last == 100);
    }
    EXPECT(flux_reader_error(reader) == NULL);
    octets("\0\x77", 2);
    EXPECT(read_stream() == FLUX_E_TAG && flux_reader_error(reader)->code == FLUX_E_TAG);
    EXPECT(flux_reader_error(reader)->where.offset == buffer.used - 2 && flux_reader_error(reader)->at == 1);
    EXPECT(flux_reader_push(reader, NULL, 0) == FLUX_E_TAG && flux_reader_end(reader) == FLUX_E_TAG);
}

// ---- every width, one by one and in runs -----------------------------------------------------------------------------

typedef struct {
    uint64_t offset;
    int64_t position, value;
    uint32_t item, inner;
    uint8_t df, tag;
} noted_t;

#define NOTES 65536
typedef struct {
    noted_t notes[NOTES];
    uint32_t count, runs, longest;
} notes_t;

static notes_t octet_by_octet, one_by_one, in_runs;

static void note(notes_t *n, noted_t noted)
{
    if (n->count < NOTES)
        n->notes[n->count++] = noted;
}

static int note_data(void *ctx, const flux_where_t *where, const flux_data_t *d)
{
    note(ctx, (noted_t){ where->offset, d->position, d->integer, d->item, where->inner, d->df, d->tag });
    return 0;
}

static int note_samples(void *ctx, const flux_where_t *where, const flux_run_t *run)
{
    notes_t *n = ctx;
    for (uint32_t i = 0; i < run->count; i++) {
        const flux_sample_t *s = &run->samples[i];
        note(n, (noted_t){ where->offset + (where->depth ? 0 : s->offset), s->position, s->value, s->item,
                           where->depth ? where->inner + s->offset : 0, s->df, s->tag });
    }
    n->runs++;
    n->longest = run->count > n->longest ? run->count : n->longest;
    return 0;
}

static void pint(uint64_t value, int padding)
{
    uint8_t number[12];
    uint32_t size = 0;
    for (; value > 127 || padding > 0; value >>= 7) {
        padding -= value <= 127;
        number[size++] = (uint8_t)(value | 0x80);
    }
    number[size++] = (uint8_t)value;
    octets(number, size);
}

static void read_noted(notes_t *n, const flux_visitor_t *v, uint32_t chunk)
{
    size_t size = flux_reader_size(&config);
    free(reader);
    reader = flux_reader_init(malloc(size), size, &config, v, n);
    n->count = n->runs = n->longest = 0;
    int rc = 0;
    for (uint32_t at = 0; at < buffer.used && rc == 0; at += chunk)
        rc = flux_reader_push(reader, stream + at, chunk < buffer.used - at ? chunk : buffer.used - at);
    EXPECT(rc == 0 && flux_reader_end(reader) == 0);
}

static void same_notes(const notes_t *a, const notes_t *b)
{
    EXPECT(a->count == b->count && a->count < NOTES);
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        const noted_t *x = &a->notes[i], *y = &b->notes[i];
        bool same = x->offset == y->offset && x->position == y->position && x->value == y->value && x->item == y->item &&
                    x->inner == y->inner && x->df == y->df && x->tag == y->tag;
        EXPECT(same);
        if (!same)
            return;
    }
}

static void compare_all(uint32_t written)
{
    static const flux_visitor_t singles = { .data = note_data }, runs = { .data = note_data, .samples = note_samples };
    read_noted(&octet_by_octet, &singles, 1); // never many octets at once: nothing is read fast
    read_noted(&one_by_one, &singles, buffer.used);
    read_noted(&in_runs, &runs, buffer.used);
    EXPECT(octet_by_octet.count == written);
    same_notes(&octet_by_octet, &one_by_one);
    same_notes(&octet_by_octet, &in_runs);
}

static void widths(void)
{
    static const uint32_t items[] = { 1, 15, 16, 255, 2047, 2048, (1u << 18) - 1, 1u << 18, UINT32_MAX };
    static const uint8_t value[] = { 1, 2, 3, 4, 5, 6, 7, 0x80, 0xff, 0x7f, 0x80, 0 };
    uint32_t written;
    defaults();
    for (uint32_t i = 0; i < sizeof items / sizeof *items; i++) {
        start();
        written = 0;
        for (int bits = -1; bits < 56; bits++) // of delta; -1: none
            for (uint32_t size = 0; size <= 9; size++) {
                uint32_t df = 1 + (written & 1), tag = written >> 1 & 1, padding = written % 7 == 3;
                pint((uint64_t)items[i] << 3 | (bits < 0 ? 0 : 2) | tag, written % 11 == 5);
                if (bits >= 0)
                    pint(bits ? (uint64_t)1 << bits | (written & 1) : 0, written % 13 == 6);
                pint(size << 4 | (written % 17 == 8 && size == 4 ? 5u : df), (int)padding); // 5: a float
                octets(value + (written % 3 ? 0 : sizeof value - size), size);
                written++;
            }
        compare_all(written);
        EXPECT(in_runs.runs > 1);
    }
    start(); // runs as long as they get
    samples(2000);
    compare_all(2000);
    EXPECT(in_runs.longest == FLUX_RUN_MAX && in_runs.notes[1999].position == 2000 && in_runs.notes[1999].value == 1999);

    start(); // two domains: a run ends where the other begins, and every position is that of its own
    flux_domain_t own;
    flux_emit_signal(&trace, &(flux_signal_t){ .item = 3, .name = FLUX_STR("i"), .type = FLUX_INTEGER });
    flux_emit_open(&trace, &own, &(flux_open_t){ .item = 3, .base = FLUX_STR("us"), .start = -1000000 });
    for (int i = 0; i < 100; i++) {
        samples(i % 5);
        flux_emit_integer(&trace, &own, 3, own.current + 7, -i);
    }
    compare_all(100 + 200);
    EXPECT(in_runs.notes[299].position == -1000000 + 700 && in_runs.notes[298].position == 200);

    static uint8_t content[4000], packed[4096]; // in a block
    static uint64_t work[FLUX_PACK_WORK / 8];
    for (uint32_t i = 0; i < sizeof content; i += 4)
        memcpy(content + i, "\x12\x01\x11\x05", 4);
    start();
    uint32_t block_at = buffer.used;
    uint32_t packed_size = flux_pack(FLUX_LZ4, content, sizeof content, packed, sizeof packed, work);
    flux_emit_block(&buffer, &(flux_block_t){ FLUX_LZ4, sizeof content, packed_size, packed });
    compare_all(1000);
    for (uint32_t i = 0; i < 1000; i++)
        EXPECT(in_runs.notes[i].offset == block_at && in_runs.notes[i].inner == 4 * i);

    start(); // an item of 33 bits
    samples(3);
    octets("\xfa\xff\xff\xff\xff\1\1\x11\5", 9);
    samples(30);
    flux_visitor_t v = { .data = note_data, .samples = note_samples };
    in_runs.count = 0;
    free(reader);
    reader = flux_reader_init(malloc(flux_reader_size(&config)), flux_reader_size(&config), &config, &v, &in_runs);
    EXPECT(flux_reader_push(reader, stream, buffer.used) == FLUX_E_PINT && in_runs.count == 3);

    start(); // the last positions there are
    flux_emit_current(&trace, &ns, INT64_MAX - 300);
    samples(300);
    compare_all(300);
    octets("\x12\1\x11\5", 4);
    for (int i = 0; i < 30; i++)
        octets("\x10\x11\5", 3);
    in_runs.count = 0;
    free(reader);
    reader = flux_reader_init(malloc(flux_reader_size(&config)), flux_reader_size(&config), &config, &v, &in_runs);
    EXPECT(flux_reader_push(reader, stream, buffer.used) == FLUX_E_RANGE && in_runs.count == 300);
}

static int stop_run(void *ctx, const flux_where_t *where, const flux_run_t *run)
{
    seen_t *seen = ctx;
    (void)where;
    seen->samples += (int)run->count;
    seen->last = run->samples[run->count - 1].position;
    return 42;
}

// Stopped behind each run, and gone on.
static void stopping_runs(void)
{
    static const flux_visitor_t v = { .data = on_data, .samples = stop_run };
    start();
    samples(1000);
    defaults();
    free(reader);
    size_t size = flux_reader_size(&config);
    reader = flux_reader_init(malloc(size), size, &config, &v, &seen);
    seen = (seen_t){ 0 };
    EXPECT(flux_reader_push(reader, stream, buffer.used) == 42 && seen.samples == 256 && seen.last == 256);
    EXPECT(flux_reader_push(reader, NULL, 0) == 42 && seen.samples == 512);
    EXPECT(flux_reader_push(reader, NULL, 0) == 42 && seen.samples == 768);
    EXPECT(flux_reader_push(reader, NULL, 0) == 42 && seen.samples > 990);
    EXPECT(flux_reader_end(reader) == 0 && seen.samples == 1000 && seen.last == 1000);
}

static void items(void)
{
    flux_item_t item;
    start();
    flux_emit_signal(&trace, &(flux_signal_t){ .item = 30, .last = 32, .parent = 1, .type = FLUX_EVENT });
    flux_emit_signal(&trace, &(flux_signal_t){ .item = 4, .type = FLUX_LOGIC, .scattered = true, .from = 4, .to = 7 });
    flux_emit_signal(&trace, &(flux_signal_t){ .item = 5, .type = FLUX_LOGIC });
    defaults();
    EXPECT(read_stream() == 0);
    EXPECT(flux_reader_item(reader, 1, &item) && item.scope && item.parent == 0);
    EXPECT(flux_reader_item(reader, 2, &item) && !item.scope && item.parent == 1 && item.type == FLUX_LOGIC && item.width == 12);
    EXPECT(flux_reader_item(reader, 31, &item) && item.item == 31 && item.parent == 1 && item.type == FLUX_EVENT);
    EXPECT(flux_reader_item(reader, 4, &item) && item.width == 4);
    EXPECT(flux_reader_item(reader, 5, &item) && item.width == 1);
    EXPECT(!flux_reader_item(reader, 33, &item) && !flux_reader_item(reader, 0, &item));
}

static void values(void)
{
    int64_t integer = 0;
    double real;
    uint8_t states[4];
    EXPECT(flux_integer((const uint8_t *)"", 0, &integer) == 0 && integer == 0);
    EXPECT(flux_integer((const uint8_t *)"\xff\xff\xff\xff\xff\xff\xff\x7f\0\0", 10, &integer) == 0 && integer == INT64_MAX);
    EXPECT(flux_integer((const uint8_t *)"\xff\xff\xff\xff\xff\xff\xff\xff\0", 9, &integer) == FLUX_E_RANGE);
    EXPECT(flux_integer((const uint8_t *)"\0\0\0\0\0\0\0\x80\xff", 9, &integer) == 0 && integer == INT64_MIN);
    EXPECT(flux_integer((const uint8_t *)"\0\0\0\0\0\0\0\x7f\xff", 9, &integer) == FLUX_E_RANGE);
    EXPECT(flux_float((const uint8_t *)"\0\0\xc0", 3, &real) == FLUX_E_VALUE);
    EXPECT(flux_logic(1, NULL, 0, states, 0) == FLUX_E_VALUE && flux_logic(0, NULL, 0, states, 4) == FLUX_E_VALUE);
    EXPECT(flux_logic(9, NULL, 0, states, 4) == FLUX_E_VALUE && flux_logic(13, stream, 1, states, 4) == FLUX_E_VALUE);
    EXPECT(flux_logic(1, stream, 1, states, 4) == FLUX_E_VALUE);
    EXPECT(flux_logic(9, (const uint8_t *)"\xfa", 1, states, 4) == 0 && !memcmp(states, "\1\0\1\0", 4));

    flux_array_t a;
    flux_octets_t e;
    EXPECT(flux_array_begin(&a, FLUX_INTEGER, 5, stream, 0) == FLUX_E_VALUE);
    EXPECT(flux_array_begin(&a, FLUX_FLOAT_ARRAY, 1, stream, 0) == FLUX_E_VALUE);
    EXPECT(flux_array_begin(&a, FLUX_TEXT_ARRAY, 3, (const uint8_t *)"", 0) == FLUX_E_VALUE);
    const uint8_t one_too_many[] = { 1, 1, 5, 1, 6 };
    EXPECT(flux_array_begin(&a, FLUX_INTEGER_ARRAY, 7, one_too_many, 5) == 0);
    EXPECT(flux_array_next(&a, &e) == 1 && e.size == 1 && e.data[0] == 5 && flux_array_next(&a, &e) == FLUX_E_VALUE);
    EXPECT(flux_array_begin(&a, FLUX_INTEGER_ARRAY, 7, one_too_many, 3) == 0);
    EXPECT(flux_array_next(&a, &e) == 1 && flux_array_next(&a, &e) == 0 && flux_array_next(&a, &e) == 0);
    const uint8_t too_few[] = { 3, 1, 5 };
    EXPECT(flux_array_begin(&a, FLUX_INTEGER_ARRAY, 7, too_few, 3) == 0);
    EXPECT(flux_array_next(&a, &e) == 1 && flux_array_next(&a, &e) == FLUX_E_VALUE);
    EXPECT(flux_array_begin(&a, FLUX_FLOAT_ARRAY, 9, stream, 12) == 0);
    EXPECT(flux_array_next(&a, &e) == 1 && e.size == 8 && flux_array_next(&a, &e) == FLUX_E_VALUE);

    flux_members_t m;
    flux_field_t f;
    const uint8_t members[] = { 3, 0x43, 1, 7, 4, 0x06, 5, 1 };
    flux_members_begin(&m, FLUX_CLASSIC, members, sizeof members);
    EXPECT(flux_members_next(&m, &f) == 1 && f.member == 3 && f.type == FLUX_M_INTEGER && f.modifiers == 0x40 && f.size == 1);
    EXPECT(flux_members_next(&m, &f) == FLUX_E_VALUE); // 5 octets promised, 1 there
    flux_members_begin(&m, FLUX_EXTENDED, members, 4);
    EXPECT(flux_members_next(&m, &f) == 1 && f.type == FLUX_M_FLOAT && flux_members_next(&m, &f) == 0);
    flux_members_begin(&m, FLUX_EXTENDED, (const uint8_t *)"\0\x0c\0", 3);
    EXPECT(flux_members_next(&m, &f) == FLUX_E_VALUE);
    flux_members_begin(&m, FLUX_CLASSIC, members, 1);
    EXPECT(flux_members_next(&m, &f) == FLUX_E_VALUE);
}

int main(void)
{
    configurations();
    limits();
    windows();
    rings();
    positions();
    stopping();
    widths();
    stopping_runs();
    items();
    values();
    free(reader);
    return failures != 0;
}
