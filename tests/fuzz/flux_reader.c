// SPDX-License-Identifier: Apache-2.0
// flux reader: its limits, stopping and continuing, its table of items, and payloads that do not
// fit their type.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flux.h"
#include "flux_file.h"
#include "flux_pack.h"

static int failures;

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "flux_reader: line %d: not %s\n", __LINE__, #condition);               \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

// ---- a stream to read

static uint8_t stream[1 << 16];
static flux_buffer_t buffer;
static flux_trace_t trace;
static flux_domain_t ns;

static void start(void)
{
    flux_buffer_init(&buffer, stream, sizeof stream, NULL, NULL);
    flux_trace_init(&trace, &buffer, FLUX_CLASSIC);
    flux_emit_head(&trace, &(flux_head_t){.max_item = 9});
    flux_emit_scope(&trace, &(flux_scope_t){.item = 1, .name = FLUX_STR("s")});
    flux_emit_signal(&trace, &(flux_signal_t){.item = 2,
                                              .parent = 1,
                                              .name = FLUX_STR("l"),
                                              .type = FLUX_LOGIC,
                                              .descriptor = FLUX_STR("default<bits=12>")});
    flux_emit_open(&trace, &ns, &(flux_open_t){.base = FLUX_STR("ns")});
}

static void samples(int count)
{
    for (int i = 0; i < count; i++)
        flux_emit_integer(&trace, &ns, 2, ns.current + 1, i);
}

static void bytes(const void *data, uint32_t size) { flux_emit_raw(&buffer, data, size); }

// ---- a reader of it

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

static const flux_visitor_t visitor = {.data = on_data, .error = on_error};
static flux_reader_config_t config;
static flux_reader_t *reader;
static seen_t seen;

// Memory for a reader, of exactly this size, for the sanitizer; its content is arbitrary.
static void *anything(size_t size)
{
    static bool ones;
    ones = !ones;
    return memset(malloc(size), ones ? 0xff : 0, size);
}

static flux_reader_t *reader_of(const flux_visitor_t *v, void *ctx)
{
    const size_t size = flux_reader_size(&config);
    return flux_reader_init(anything(size), size, &config, v, ctx);
}

static void defaults(void)
{
    flux_reader_defaults(&config);
    flux_unpack_all(&config);
    config.entry_max = sizeof stream;
    config.window = config.ring = 8192;
    config.items = 16;
}

// Reads the stream in two chunks. Returns the error.
static int read_in_two(uint32_t cut)
{
    free(reader);
    reader = reader_of(&visitor, &seen);
    seen = (seen_t){0};
    int rc = flux_reader_push(reader, stream, cut);
    rc = rc ? rc : flux_reader_push(reader, stream + cut, buffer.used - cut);
    return rc ? rc : flux_reader_end(reader);
}

static int read_stream(void) { return read_in_two(0); }

// ---- tests

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
        flux_emit_signal(&trace,
                         &(flux_signal_t){.item = i, .name = FLUX_STR("x"), .type = FLUX_INTEGER});
    samples(1);
    defaults();
    EXPECT(read_stream() == 0 && seen.samples == 1);
    flux_emit_signal(&trace,
                     &(flux_signal_t){.item = 17, .name = FLUX_STR("x"), .type = FLUX_INTEGER});
    EXPECT(read_stream() == FLUX_E_MEMORY);
    config.items = 0;
    EXPECT(read_stream() == 0);

    start();
    for (int i = 0; i < 3; i++)
        flux_emit_signal(
            &trace,
            &(flux_signal_t){.item = 20, .last = 22, .name = FLUX_STR("x"), .type = FLUX_TEXT});
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
    flux_emit_open(&trace, &more, &(flux_open_t){.item = 1});
    flux_emit_open(&trace, &more, &(flux_open_t){.item = 1});
    defaults();
    config.domains = 2;
    EXPECT(read_stream() == 0);
    config.domains = 1;
    EXPECT(read_stream() == FLUX_E_MEMORY);

    start(); // repeated heads free the previous contents of the trace
    for (int i = 0; i < 100; i++) {
        flux_emit_head(&trace, &(flux_head_t){0});
        flux_emit_scope(&trace, &(flux_scope_t){.item = (uint32_t)i + 1});
        flux_emit_open(&trace, &ns, &(flux_open_t){.item = (uint32_t)i + 1});
    }
    EXPECT(read_stream() == 0);

    start();
    static uint8_t text[200];
    samples(1);
    flux_emit_text(&trace, &ns, 2, ns.current, (flux_text_t){(char *)text, 200});
    defaults();
    config.entry_max = 203;
    EXPECT(read_stream() == 0);
    config.entry_max = 202;
    EXPECT(read_stream() == FLUX_E_BIG && seen.samples == 1);
}

// Far more unpacked bytes than fit in the window at once.
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
            flux_emit_block(&buffer, &(flux_block_t){mode, size, packed_size, packed});
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
        defaults(); // sizes that are wrong by one, bytes too many
        for (int wrong = -1; wrong <= 1; wrong += 2) {
            start();
            flux_emit_block(&buffer,
                            &(flux_block_t){mode, size + (uint32_t)wrong, packed_size, packed});
            EXPECT(read_stream() == FLUX_E_PACK);
            start();
            flux_emit_block(&buffer,
                            &(flux_block_t){mode, size, packed_size + (uint32_t)wrong, packed});
            EXPECT(read_stream() == FLUX_E_PACK);
        }
    }
}

// Unpackers stay within their memory, however small, for any input.
static void unpackers(void)
{
    enum { SIZE = 40000, GUARD = 4096, STEP = 509 };
    static uint8_t content[SIZE], packed[SIZE + 1000], out[SIZE], room[FLUX_UNPACK_WORK + GUARD];
    static uint64_t work[FLUX_PACK_WORK / 8];
    uint32_t random = 1;
    for (uint32_t i = 0; i < SIZE; i++)
        content[i] = (uint8_t)((random = random * 1103515245 + 12345) >> 27);
    for (uint8_t mode = 0; mode < FLUX_MODES; mode++) {
        const uint32_t packed_size = flux_pack(mode, content, SIZE, packed, sizeof packed, work);
        int enough = 0;
        defaults();
        for (uint32_t size = 0; size <= FLUX_UNPACK_WORK;
             size = size + STEP > FLUX_UNPACK_WORK && size < FLUX_UNPACK_WORK ? FLUX_UNPACK_WORK
                                                                              : size + STEP)
            for (uint32_t less = 0; less < 2; less++) { // less: it unpacks to more than that
                memset(room, 0xee, sizeof room);
                const int rc = config.unpack[mode](packed, packed_size, out, SIZE - less, room,
                                                   size);
                EXPECT(!less || rc);
                EXPECT(rc || !memcmp(out, content, SIZE));
                EXPECT(less || !enough || !rc); // what was enough before is now
                enough |= !rc;
                for (uint32_t i = size; i < sizeof room; i++)
                    if (room[i] != 0xee) {
                        EXPECT(!"work has the configured size");
                        return;
                    }
            }
        EXPECT(enough);
    }
}

// The base of a domain has 31 bytes at most, wherever the stream is cut.
static void bases(void)
{
    for (uint8_t size = 29; size <= 33; size++)
        for (int open = 0; open < 2; open++) {
            start();
            const uint32_t at = buffer.used;
            bytes(open ? "\0\x20\1" : "\0\x22", open ? 3 : 2);
            bytes(&size, 1);
            bytes("abcdefghijklmnopqrstuvwxyz0123456", size);
            if (open)
                bytes("\0\0", 2);
            samples(1);
            defaults();
            for (uint32_t cut = at; cut < buffer.used; cut++) {
                const int rc = read_in_two(cut);
                EXPECT(rc == (size > FLUX_BASE_MAX ? FLUX_E_BIG : 0) &&
                       seen.samples == (size <= FLUX_BASE_MAX));
                const flux_error_t *e = flux_reader_error(reader);
                EXPECT(!e == (size <= FLUX_BASE_MAX) &&
                       (!e || (e->where.offset == at && e->at == (open ? 3u : 2u))));
            }
        }
}

// A repeated HEAD begins a trace: items, ranges and domains of the previous one are free again.
static void anew(void)
{
    enum { ROUNDS = 5, OPEN = 3 };
    flux_buffer_init(&buffer, stream, sizeof stream, NULL, NULL);
    flux_trace_init(&trace, &buffer, FLUX_CLASSIC);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        flux_domain_t own[OPEN];
        flux_emit_head(&trace, &(flux_head_t){0});
        for (uint32_t i = 0; i < OPEN; i++)
            flux_emit_scope(&trace, &(flux_scope_t){.item = 10 * (round + 1) + i});
        for (uint32_t i = 0; i < 2; i++)
            flux_emit_signal(&trace, &(flux_signal_t){.item = 100 * (round + 1) + 10 * i,
                                                      .last = 100 * (round + 1) + 10 * i + 9,
                                                      .parent = 10 * (round + 1) + i,
                                                      .type = FLUX_INTEGER});
        for (uint32_t i = 0; i < OPEN; i++)
            flux_emit_open(&trace, &own[i],
                           &(flux_open_t){.item = 10 * (round + 1) + i, .start = 1000 * i});
        for (uint32_t n = 0; n < 30; n++)
            for (uint32_t i = 0; i < 2; i++)
                flux_emit_integer(&trace, &own[i], 100 * (round + 1) + 10 * i + n % 10,
                                  own[i].current + 1 + i, n);
        flux_emit_integer(&trace, &own[2], 10 * (round + 1) + 2, own[2].current, 7);
    }
    defaults();
    config.domains = OPEN, config.ranges = 2, config.items = OPEN;
    flux_reader_t *r = reader_of(NULL, NULL);
    const flux_entry_t *e;
    flux_item_t item;
    uint32_t heads = 0, data = 0;
    int64_t position[OPEN] = {0};
    EXPECT(flux_reader_feed(r, stream, buffer.used) == 0);
    flux_reader_finish(r);
    int rc;
    while ((rc = flux_reader_next(r, &e)) == 1) {
        if (e->kind == FLUX_HEAD) {
            heads++;
            for (uint32_t id = 1; id < 1000; id++)
                EXPECT(!flux_reader_item(r, id, &item));
            for (uint32_t i = 0; i < OPEN; i++)
                position[i] = 1000 * i;
        } else if (e->kind == FLUX_DATA) {
            const uint32_t i = e->data.item < 100 ? 2 : e->data.item / 10 % 10;
            position[i] += i == 2 ? 0 : 1 + i;
            EXPECT(e->data.position == position[i] && e->data.domain->item == 10 * heads + i);
            EXPECT(i == 2 ||
                   (flux_reader_item(r, e->data.item, &item) && item.parent == 10 * heads + i));
            data++;
        }
    }
    EXPECT(rc == 0 && heads == ROUNDS && data == ROUNDS * 61);
    free(r);
}

// Items with an OPEN of their own, beside the root, in any order: each sample has the right
// position.
static void own_positions(void)
{
    for (int fill = 0; fill < 2; fill++) // of the reader's memory
        for (uint32_t order = 0; order < 6; order++)
            for (uint32_t items = 0; items <= 16; items += 16) {
                static const uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
                static const uint32_t opened[3] = {0, 7, 8};
                flux_domain_t own[3];
                flux_buffer_init(&buffer, stream, sizeof stream, NULL, NULL);
                flux_trace_init(&trace, &buffer, FLUX_CLASSIC);
                flux_emit_head(&trace, &(flux_head_t){0});
                for (uint32_t i = 0; i < 3; i++) {
                    const uint32_t which = orders[order][i];
                    flux_emit_open(&trace, &own[which],
                                   &(flux_open_t){.item = opened[which], .start = 1000 * which});
                    for (uint32_t k = 0; k < 3; k++)
                        for (uint32_t n = 0; n <= i; n++)
                            flux_emit_integer(&trace, &own[orders[order][n]],
                                              opened[orders[order][n]] ? opened[orders[order][n]]
                                                                       : 3,
                                              own[orders[order][n]].current + 1, k);
                }
                defaults();
                config.items = items;
                config.domains = 3;
                flux_reader_t *r = reader_of(NULL, NULL);
                const flux_entry_t *e;
                int64_t position[3] = {0, 1000, 2000};
                uint32_t count = 0;
                EXPECT(flux_reader_feed(r, stream, buffer.used) == 0);
                flux_reader_finish(r);
                while (flux_reader_next(r, &e) == 1)
                    if (e->kind == FLUX_DATA) {
                        const uint32_t which = e->data.item == 7 ? 1 : e->data.item == 8 ? 2 : 0;
                        EXPECT(e->data.position == ++position[which] &&
                               e->data.domain->item == opened[which]);
                        count++;
                    }
                EXPECT(count == 3 * (1 + 2 + 3));
                free(r);
            }
}

// Without remembered items, the same entries are delivered; and damage has no effect but lost
// positions.
static void same_entries(void)
{
    for (int layout = FLUX_CLASSIC; layout <= FLUX_EXTENDED; layout++)
        for (int damaged = 0; damaged < 2; damaged++) {
            int kinds[2][40], count[2] = {0, 0};
            int64_t positions[2] = {0, 0};
            flux_buffer_init(&buffer, stream, sizeof stream, NULL, NULL);
            flux_trace_init(&trace, &buffer, (flux_layout_t)layout);
            for (int part = 0; part <= damaged; part++) {
                flux_emit_head(&trace, &(flux_head_t){.trace = 5, .mode = FLUX_MODE_SYNC});
                flux_emit_scope(&trace, &(flux_scope_t){.item = 1,
                                                        .name = FLUX_STR("s"),
                                                        .description = FLUX_STR("a scope"),
                                                        .tags = FLUX_STR("tag")});
                flux_emit_signal(&trace, &(flux_signal_t){.item = 2,
                                                          .parent = 1,
                                                          .name = FLUX_STR("i"),
                                                          .type = FLUX_INTEGER,
                                                          .tags = FLUX_STR("tag"),
                                                          .descriptor = FLUX_STR("hex")});
                flux_emit_signal(&trace, &(flux_signal_t){.item = 3,
                                                          .last = 5,
                                                          .parent = 1,
                                                          .name = FLUX_STR("m"),
                                                          .type = FLUX_INTEGER,
                                                          .tags = FLUX_STR("tag")});
                flux_emit_signal(&trace, &(flux_signal_t){.item = 6,
                                                          .parent = 1,
                                                          .name = FLUX_STR("l"),
                                                          .type = FLUX_LOGIC,
                                                          .scattered = true,
                                                          .to = 7,
                                                          .tags = FLUX_STR("tag")});
                flux_emit_open(&trace, &ns,
                               &(flux_open_t){.base = FLUX_STR("ns"), .start = 1000 * part});
                samples(3);
                flux_emit_current(&trace, &ns, 50 + 1000 * part);
                samples(3);
                if (part < damaged)
                    bytes("\0\x77\0\0", 4);
            }
            for (int with = 0; with < 2; with++) {
                defaults();
                config.items = with ? 16 : 0;
                config.resync = true;
                flux_reader_t *r = reader_of(NULL, NULL);
                const flux_entry_t *e;
                EXPECT(flux_reader_feed(r, stream, buffer.used) == 0);
                flux_reader_finish(r);
                while (flux_reader_next(r, &e) == 1 && count[with] < 40) {
                    kinds[with][count[with]++] = e->kind;
                    positions[with] += e->kind == FLUX_DATA ? e->data.position : 0;
                    EXPECT(e->kind == FLUX_ERROR ||
                           (e->trace == 5 && e->layout == (flux_layout_t)layout) ||
                           (layout == FLUX_EXTENDED && e->kind == FLUX_HEAD));
                }
                EXPECT(flux_reader_skipped(r).samples == 0 &&
                       flux_reader_skipped(r).bytes == (damaged ? 4 : 0));
                free(r);
            }
            EXPECT(count[0] == (damaged ? 2 * 13 + 1 : 13) && count[1] == count[0] &&
                   !memcmp(kinds[0], kinds[1], sizeof *kinds[0] * (size_t)count[0]));
            EXPECT(positions[0] == positions[1] &&
                   positions[0] == (1 + 2 + 3 + 51 + 52 + 53) * (1 + damaged) + 6 * 1000 * damaged);
        }
}

// A wrong first entry is reported at once, with its offset.
static void before_head(void)
{
    static const uint8_t may_stand[] = {FLUX_HEAD, FLUX_SWTH, FLUX_PBLK, FLUX_SECT};
    for (unsigned first = 0; first < 2; first++)
        for (unsigned tag = 0; tag < 256; tag++) {
            const uint8_t two[] = {(uint8_t)first, (uint8_t)tag, 0, 0};
            const bool may = !first && memchr(may_stand, (int)tag, sizeof may_stand);
            for (uint32_t size = 2; size <= 4; size++) {
                defaults();
                free(reader);
                reader = reader_of(&visitor, &seen);
                const int rc = flux_reader_push(reader, two, size);
                EXPECT(may ? rc != FLUX_E_HEAD || tag == FLUX_HEAD : rc == FLUX_E_HEAD);
                const flux_error_t *e = flux_reader_error(reader);
                EXPECT(may || (e && e->where.offset == 0 && e->at == 0));
            }
        }
}

// A definition that fits both layouts is read in the shorter one, whatever follows.
static void the_shorter_one(void)
{
    static const struct {
        const char *bytes;
        uint8_t size;
    } next[] = {
        {"\0\4\0", 3},   {"\0\5\0\0\0", 5}, {"\0\x20\0\0\0\0", 6},     {"\0\x21\0\0", 4},
        {"\0\x22\0", 3}, {"\0\x23\0\0", 4}, {"\0\x31\1\1\0\0\0\0", 8},
    };
    for (uint8_t type = 1; type <= 11; type++)
        for (uint32_t i = 0; i < sizeof next / sizeof *next; i++)
            for (int more = 0; more < 2; more++) {
                // in the other layout, its type is the size of a text, which ends in its
                // descriptor; and the last text includes the next entry
                const uint8_t rest[] = {0, 0, 3, 0, next[i].size},
                              size = (uint8_t)(type - 1 + sizeof rest);
                flux_buffer_init(&buffer, stream, sizeof stream, NULL, NULL);
                flux_trace_init(&trace, &buffer, FLUX_CLASSIC);
                flux_emit_head(&trace, &(flux_head_t){0});
                const uint32_t at = buffer.used;
                bytes("\0\x31\1\1\0\0", 6);
                bytes(&type, 1);
                bytes(&size, 1);
                bytes("description", type - 1u);
                bytes(rest, sizeof rest);
                const uint32_t end = buffer.used;
                bytes(next[i].bytes, next[i].size);
                if (more)
                    bytes("\0\x22\0", 3);
                for (uint32_t cut = at; cut <= buffer.used; cut++) {
                    defaults();
                    config.entry_max = 256, config.work = config.window = config.ring = 0;
                    flux_reader_t *r = reader_of(NULL, NULL);
                    const flux_entry_t *e;
                    uint32_t members = 0;
                    EXPECT(flux_reader_feed(r, stream, cut) == 0);
                    for (int part = 0; part < 2; part++) {
                        while (flux_reader_next(r, &e) == 1)
                            if (e->kind == FLUX_MEMD && !members++)
                                EXPECT(e->layout == FLUX_CLASSIC && e->raw_size == end - at &&
                                       e->member.type == type);
                        if (!part && !flux_reader_error(
                                         r)) // the next entry may be of an item that is not open
                            EXPECT(flux_reader_feed(r, stream + cut, buffer.used - cut) == 0);
                        flux_reader_finish(r);
                    }
                    EXPECT(members);
                    free(r);
                }
            }
}

// A stream that arrives slowly is not held up: a definition is delivered at the latest when 7 bytes
// behind it are there.
static void without_delay(void)
{
    for (uint8_t type = 1; type <= 11; type++) {
        flux_buffer_init(&buffer, stream, sizeof stream, NULL, NULL);
        flux_trace_init(&trace, &buffer, FLUX_CLASSIC);
        flux_emit_head(&trace, &(flux_head_t){0});
        flux_emit_signal(&trace, &(flux_signal_t){.item = 1, .name = FLUX_STR("x"), .type = type});
        const uint32_t end = buffer.used;
        flux_emit_open(&trace, &ns, &(flux_open_t){.base = FLUX_STR("ns")});
        EXPECT(buffer.used > end + 7);
        defaults();
        flux_reader_t *r = reader_of(NULL, NULL);
        const flux_entry_t *e;
        EXPECT(flux_reader_feed(r, stream, end + 7) == 0);
        EXPECT(flux_reader_next(r, &e) == 1 && e->kind == FLUX_HEAD);
        EXPECT(flux_reader_next(r, &e) == 1 && e->kind == FLUX_SIGD && e->signal.type == type &&
               e->layout == FLUX_CLASSIC);
        EXPECT(flux_reader_next(r, &e) == 0);
        free(r);
    }
}

// Entries of maximum length, in memory that ends where they do, with any cuts and chunks.
static void tight(void)
{
    flux_reader_defaults(&config);
    config.entry_max = 64,
    config.window = config.ring = config.work = config.items = config.ranges = 0;
    flux_buffer_init(&buffer, stream, sizeof stream, NULL, NULL);
    flux_trace_init(&trace, &buffer, FLUX_CLASSIC);
    flux_emit_head(&trace, &(flux_head_t){0});
    flux_emit_open(&trace, &ns, &(flux_open_t){.base = FLUX_STR("ns")});
    for (uint32_t i = 0; i < 60; i++) {
        const uint32_t before = buffer.used;
        flux_emit_text(
            &trace, &ns, 2, ns.current + 1,
            (flux_text_t){"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                          59 - i % 5 * (i % 13)});
        EXPECT(buffer.used - before <= 64);
    }
    for (uint32_t chunk = 1; chunk < 200; chunk++) {
        free(reader);
        reader = reader_of(&visitor, &seen);
        seen = (seen_t){0};
        int rc = 0;
        for (uint32_t at = 0, n = 0; at < buffer.used && rc == 0; n++) {
            const uint32_t part = n % 2 ? chunk : 1 + chunk * 7 % 64, left = buffer.used - at;
            uint8_t *own = malloc(part < left ? part : left); // for the sanitizer
            memcpy(own, stream + at, part < left ? part : left);
            rc = flux_reader_push(reader, own, part < left ? part : left);
            free(own);
            at += part < left ? part : left;
        }
        EXPECT(rc == 0 && flux_reader_end(reader) == 0 && seen.samples == 60 && seen.last == 60);
    }
}

// The largest entry that the file reader accepts, and one byte more.
static void of_files(void)
{
    static uint8_t section[7 + 65535] = {0, FLUX_SECT, 1, 0xff, 0xff, 0xff, 0xff};
    static const flux_visitor_t none = {0};
    start();
    free(reader);
    reader = flux_reader_new(NULL, &none, NULL);
    EXPECT(reader && flux_reader_push(reader, stream, buffer.used) == 0);
    uint32_t sections = 0;
    int rc = 0;
    while (sections < 3000 && !(rc = flux_reader_push(reader, section, sizeof section)))
        sections++;
    EXPECT(rc == FLUX_E_MEMORY && (uint64_t)sections * 65535 <= 64u << 20 &&
           (uint64_t)(sections + 1) * (65535 + 64) > 64u << 20);

    static const struct {
        const char *bytes;
        uint32_t size;
        int rc;
    } blocks[] = {
        // 32 MiB unpacked, and one more; an entry of 4 MiB, and one more
        {"\0\5\0\x80\x80\x80\x10\1x", 9, FLUX_E_PACK},
        {"\0\5\0\x81\x80\x80\x10\1x", 9, FLUX_E_MEMORY},
        {"\0\5\0\x01\xf8\xff\xff\1", 8, 0},
        {"\0\5\0\x01\xf9\xff\xff\1", 8, FLUX_E_BIG},
    };
    for (uint32_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        start();
        free(reader);
        reader = flux_reader_new(NULL, &none, NULL);
        bytes(blocks[i].bytes, blocks[i].size);
        EXPECT(flux_reader_push(reader, stream, buffer.used) == blocks[i].rc);
    }
}

static void rings(void)
{
    static const uint8_t section[] = "\0\6\1\x10\0\x04\0\x12\1\x11\5............";
    start();
    bytes(section, 23);
    bytes(section, 23);
    uint32_t sections_end = buffer.used;
    samples(30); // in place of the last section
    defaults();
    EXPECT(read_in_two(sections_end) == FLUX_E_SECTION && seen.samples == 2);
    EXPECT(read_stream() == FLUX_E_SECTION && seen.samples == 2);
    config.resync = true;
    EXPECT(read_stream() == 0 && seen.samples == 2 && seen.errors == 1);
    EXPECT(flux_reader_skipped(reader).samples == 30);

    start(); // rubbish between two sections
    bytes(section, 23);
    bytes("\0\x77xyz\0\1flu\0\6\x70\x10\0\1\0", 18);
    bytes("\0\6\x81\x10\0\4\0\x12\1\x11\5............", 23);
    EXPECT(read_stream() == 0 && seen.samples == 2 && seen.errors >= 1);

    // sections of many sizes, used in part or completely, found behind rubbish; and pulled: the
    // offset of each, without bytes of its own
    static const uint16_t sizes[] = {16, 255, 256, 257, 300, 511, 512, 1000, 4000};
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint32_t part = 1; part <= 4; part++) {
            const uint16_t size = sizes[i], used = (uint16_t)(size / 4 * part / 4 * 4);
            uint8_t header[7] = {
                0, 6, 1, (uint8_t)size, (uint8_t)(size >> 8), (uint8_t)used, (uint8_t)(used >> 8)};
            uint32_t at[2];
            const flux_layout_t layout = i % 2 ? FLUX_V4 : FLUX_CLASSIC;
            flux_buffer_init(&buffer, stream, sizeof stream, NULL, NULL);
            flux_trace_init(&trace, &buffer, layout);
            flux_emit_head(&trace, &(flux_head_t){.trace = i});
            flux_emit_open(&trace, &ns, &(flux_open_t){.base = FLUX_STR("ns")});
            for (uint32_t n = 0; n < 2; n++) {
                at[n] = buffer.used;
                header[2] = n ? 0x81 : 1;
                bytes(header, 7);
                for (uint32_t k = 0; k < size; k += 4)
                    bytes("\x12\1\x11\5", size - k < 4 ? size - k : 4);
                if (!n)
                    bytes("\0\x77rubbish", 9);
            }
            defaults();
            config.ring = 16384;
            config.resync = true;
            EXPECT(read_stream() == 0 && seen.samples == 2 * used / 4 && seen.errors == 1 &&
                   flux_reader_skipped(reader).bytes == 9);
            flux_reader_t *r = reader_of(NULL, NULL);
            const flux_entry_t *e;
            uint32_t n = 0;
            flux_reader_feed(r, stream, buffer.used);
            flux_reader_finish(r);
            while (flux_reader_next(r, &e) == 1) {
                EXPECT((e->kind == FLUX_SECT || e->kind == FLUX_ERROR) == !e->raw &&
                       (e->raw || !e->raw_size || e->kind == FLUX_ERROR));
                if (e->kind == FLUX_SECT && n < 2) {
                    EXPECT(e->where.offset == at[n] && !e->where.inner && !e->where.depth &&
                           e->section.size == size && e->section.used == used);
                    EXPECT(e->trace == i && e->layout == layout);
                    n++;
                }
            }
            EXPECT(n == 2);
            free(r);
        }

    start();
    bytes("\0\6\x81\x10\0\4\0\x12\1\x11\5............", 23);
    defaults();
    config.ring = 4 + 48;
    EXPECT(read_stream() == 0 && seen.samples == 1);
    config.ring = 16;
    EXPECT(read_stream() == FLUX_E_MEMORY);
}

// All possible generations of a few sections, in the order of docs/reference/flux.md.
static void orders(void)
{
    enum { SECTIONS = 4 };
    static const uint8_t generations[] = {0, 1, 2, 15};
    for (uint32_t choice = 0; choice < 256; choice++) {
        uint8_t generation[SECTIONS];
        uint32_t first = 0, expected[SECTIONS], count = 0, seen_count = 0;
        bool filled = true;
        start();
        const uint32_t begin = buffer.used;
        for (uint32_t i = 0; i < SECTIONS; i++) {
            generation[i] = generations[choice >> 2 * i & 3];
            filled &= generation[i] != 0;
            const uint8_t section[] = {
                0,          6,    (uint8_t)(generation[i] | (i + 1 == SECTIONS ? 0x80 : 0)),
                16,         0,    3,
                0,          0x10, 0x11,
                (uint8_t)i, 0,    0,
                0,          0,    0,
                0,          0,    0,
                0,          0,    0,
                0,          0};
            bytes(section, sizeof section);
        }
        while (filled && first < SECTIONS && generation[first] == generation[0])
            first++;
        for (uint32_t i = 0; i < SECTIONS; i++)
            if (generation[(first + i) % SECTIONS])
                expected[count++] = (first + i) % SECTIONS;
        defaults();
        flux_reader_t *r = reader_of(NULL, NULL);
        const flux_entry_t *e;
        EXPECT(flux_reader_feed(r, stream, buffer.used) == 0);
        flux_reader_finish(r);
        int rc;
        while ((rc = flux_reader_next(r, &e)) == 1) {
            if (e->kind == FLUX_SECT)
                EXPECT(seen_count < count && e->where.offset == begin + 23 * expected[seen_count] &&
                       e->section.generation == generation[expected[seen_count]]);
            else if (e->kind == FLUX_DATA)
                EXPECT(seen_count < count && e->data.integer == expected[seen_count++]);
        }
        EXPECT(rc == 0 && seen_count == count);
        free(r);
    }
}

// Streams that end too early; and a search after damage waits for no more bytes than necessary.
static void places(void)
{
    static const flux_where_t begin = {0, 0, 0};
    for (int resync = 0; resync < 2; resync++) {
        defaults();
        config.resync = resync;
        flux_reader_t *r = reader_of(NULL, NULL);
        const flux_entry_t *e;
        flux_reader_finish(r);
        const int rc = flux_reader_next(r, &e);
        EXPECT(rc == (resync ? 1 : FLUX_E_HEAD));
        const flux_error_t *error = resync ? &e->error : flux_reader_error(r);
        EXPECT(error && error->code == FLUX_E_HEAD && error->where.offset == begin.offset &&
               error->where.inner == begin.inner && error->where.depth == begin.depth &&
               error->at == 0);
        EXPECT(!resync ||
               (e->kind == FLUX_ERROR && !e->where.offset && !e->where.inner && !e->where.depth));
        EXPECT(flux_reader_next(r, &e) == (resync ? 0 : FLUX_E_HEAD));
        free(r);
    }

    static const uint8_t rubbish[] = "\0\x77xyz\0\1flu\0\0\0\0\0\6\x70\x10\0\1\0\0\1flux\5--------";
    start();
    defaults();
    config.resync = true;
    EXPECT(read_in_two(buffer.used) == 0);
    free(reader);
    reader = reader_of(&visitor, &seen);
    EXPECT(flux_reader_push(reader, stream, buffer.used) == 0);
    for (uint32_t i = 0; i < sizeof rubbish; i++) {
        EXPECT(flux_reader_push(reader, rubbish + i, 1) == 0);
        const uint64_t skipped = flux_reader_skipped(reader).bytes;
        EXPECT(skipped <= i + 1 && skipped + 6 >= i + 1);
    }
}

// Positions and traces that restart, with plenty of data for the fast path.
static void positions(void)
{
    start();
    flux_emit_current(&trace, &ns, INT64_MAX - 1);
    samples(1);
    bytes("\x12\1\x11\5", 4);
    for (int i = 0; i < 30; i++)
        bytes("\x10\x11\5", 3);
    defaults();
    EXPECT(read_stream() == FLUX_E_RANGE && seen.samples == 1 && seen.last == INT64_MAX);

    start(); // a repeated head changes nothing
    samples(30);
    flux_emit_head(&trace, &(flux_head_t){.mode = FLUX_MODE_SYNC});
    samples(30);
    EXPECT(read_stream() == 0 && seen.samples == 60 && seen.last == 60);
    trace.layout = FLUX_V4; // of another version: another trace
    flux_emit_head(&trace, &(flux_head_t){.mode = FLUX_MODE_SYNC});
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
        free(reader);
        reader = reader_of(&visitor, &seen);
        seen = (seen_t){.stop_at = at, .stop_with = at % 2 ? 77 : -77};
        EXPECT(flux_reader_push(reader, stream, buffer.used) == seen.stop_with &&
               seen.samples == at);
        EXPECT(flux_reader_push(reader, "x", 1) == (at < 100 ? FLUX_E_ARG : 0));
        EXPECT(flux_reader_push(reader, NULL, 0) == 0 && seen.samples == 100 && seen.last == 100);
    }
    EXPECT(flux_reader_error(reader) == NULL);
    bytes("\0\x77", 2);
    EXPECT(read_stream() == FLUX_E_TAG && flux_reader_error(reader)->code == FLUX_E_TAG);
    EXPECT(flux_reader_error(reader)->where.offset == buffer.used - 2 &&
           flux_reader_error(reader)->at == 1);
    EXPECT(flux_reader_push(reader, NULL, 0) == FLUX_E_TAG &&
           flux_reader_end(reader) == FLUX_E_TAG);
}

// ---- every width, one by one and in runs

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

static notes_t byte_by_byte, one_by_one, in_runs;

static void note(notes_t *n, noted_t noted)
{
    if (n->count < NOTES)
        n->notes[n->count++] = noted;
}

static int note_data(void *ctx, const flux_where_t *where, const flux_data_t *d)
{
    note(ctx,
         (noted_t){where->offset, d->position, d->integer, d->item, where->inner, d->df, d->tag});
    return 0;
}

static int note_samples(void *ctx, const flux_where_t *where, const flux_run_t *run)
{
    notes_t *n = ctx;
    for (uint32_t i = 0; i < run->count; i++) {
        const flux_sample_t *s = &run->samples[i];
        note(n, (noted_t){where->offset + (where->depth ? 0 : s->offset), s->position, s->value,
                          s->item, where->depth ? where->inner + s->offset : 0, s->df, s->tag});
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
    bytes(number, size);
}

static void read_noted(notes_t *n, const flux_visitor_t *v, uint32_t chunk)
{
    free(reader);
    reader = reader_of(v, n);
    n->count = n->runs = n->longest = 0;
    int rc = 0;
    for (uint32_t at = 0; at < buffer.used && rc == 0; at += chunk)
        rc = flux_reader_push(reader, stream + at,
                              chunk < buffer.used - at ? chunk : buffer.used - at);
    EXPECT(rc == 0 && flux_reader_end(reader) == 0);
}

static void same_notes(const notes_t *a, const notes_t *b)
{
    EXPECT(a->count == b->count && a->count < NOTES);
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        const noted_t *x = &a->notes[i], *y = &b->notes[i];
        bool same = x->offset == y->offset && x->position == y->position && x->value == y->value &&
                    x->item == y->item && x->inner == y->inner && x->df == y->df &&
                    x->tag == y->tag;
        EXPECT(same);
        if (!same)
            return;
    }
}

static void compare_all(uint32_t written)
{
    static const flux_visitor_t singles = {.data = note_data},
                                runs = {.data = note_data, .samples = note_samples};
    read_noted(&byte_by_byte, &singles, 1); // few bytes at a time: the fast path is never used
    read_noted(&one_by_one, &singles, buffer.used);
    read_noted(&in_runs, &runs, buffer.used);
    EXPECT(byte_by_byte.count == written);
    same_notes(&byte_by_byte, &one_by_one);
    same_notes(&byte_by_byte, &in_runs);
}

static void widths(void)
{
    static const uint32_t items[] = {1,        15,        16, 255, 2047, 2048, (1u << 18) - 1,
                                     1u << 18, UINT32_MAX};
    static const uint8_t value[] = {1, 2, 3, 4, 5, 6, 7, 0x80, 0xff, 0x7f, 0x80, 0};
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
                pint(size << 4 | (written % 17 == 8 ? 3 + written % 3 : df),
                     (int)padding); // 3 to 5: a float or others, which no run has
                bytes(value + (written % 3 ? 0 : sizeof value - size), size);
                written++;
            }
        compare_all(written);
        EXPECT(in_runs.runs > 1);
    }
    start(); // runs of maximum length
    samples(2000);
    compare_all(2000);
    EXPECT(in_runs.longest == FLUX_RUN_MAX && in_runs.notes[1999].position == 2000 &&
           in_runs.notes[1999].value == 1999);

    start(); // two domains: a run ends at a change of domain, and every position is that of its own
             // domain
    flux_domain_t own;
    flux_emit_signal(&trace,
                     &(flux_signal_t){.item = 3, .name = FLUX_STR("i"), .type = FLUX_INTEGER});
    flux_emit_open(&trace, &own,
                   &(flux_open_t){.item = 3, .base = FLUX_STR("us"), .start = -1000000});
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
    uint32_t packed_size = flux_pack(FLUX_LZ4, content, sizeof content, packed, sizeof packed,
                                     work);
    flux_emit_block(&buffer, &(flux_block_t){FLUX_LZ4, sizeof content, packed_size, packed});
    compare_all(1000);
    for (uint32_t i = 0; i < 1000; i++)
        EXPECT(in_runs.notes[i].offset == block_at && in_runs.notes[i].inner == 4 * i);

    start(); // in sections of a ring
    for (uint8_t last = 0; last < 2; last++) {
        const uint8_t header[7] = {0, FLUX_SECT, last ? 0x81 : 1, 0x90, 1, 0x90, 1};
        bytes(header, sizeof header);
        bytes(content, 400);
    }
    compare_all(200);
    EXPECT(in_runs.runs == 2 && in_runs.longest > 90);

    start(); // an item of 33 bits
    samples(3);
    bytes("\xfa\xff\xff\xff\xff\1\1\x11\5", 9);
    samples(30);
    flux_visitor_t v = {.data = note_data, .samples = note_samples};
    in_runs.count = 0;
    free(reader);
    reader = reader_of(&v, &in_runs);
    EXPECT(flux_reader_push(reader, stream, buffer.used) == FLUX_E_PINT && in_runs.count == 3);

    start(); // many samples at the last possible position
    flux_emit_current(&trace, &ns, INT64_MAX - 1);
    samples(1);
    for (int i = 0; i < 30; i++)
        bytes("\x10\x11\5", 3);
    compare_all(31);
    EXPECT(in_runs.longest > 20 && in_runs.notes[30].position == INT64_MAX);

    start(); // the last possible positions
    flux_emit_current(&trace, &ns, INT64_MAX - 300);
    samples(300);
    compare_all(300);
    bytes("\x12\1\x11\5", 4);
    for (int i = 0; i < 30; i++)
        bytes("\x10\x11\5", 3);
    in_runs.count = 0;
    free(reader);
    reader = reader_of(&v, &in_runs);
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

// Stops behind each run, and continues.
static void stopping_runs(void)
{
    static const flux_visitor_t v = {.data = on_data, .samples = stop_run};
    start();
    samples(1000);
    defaults();
    free(reader);
    reader = reader_of(&v, &seen);
    seen = (seen_t){0};
    EXPECT(flux_reader_push(reader, stream, buffer.used) == 42 && seen.samples == 256 &&
           seen.last == 256);
    EXPECT(flux_reader_push(reader, NULL, 0) == 42 && seen.samples == 512);
    EXPECT(flux_reader_push(reader, NULL, 0) == 42 && seen.samples == 768);
    EXPECT(flux_reader_push(reader, NULL, 0) == 42 && seen.samples > 990);
    EXPECT(flux_reader_end(reader) == 0 && seen.samples == 1000 && seen.last == 1000);
}

static void items(void)
{
    flux_item_t item;
    start();
    flux_emit_signal(&trace,
                     &(flux_signal_t){.item = 30, .last = 32, .parent = 1, .type = FLUX_EVENT});
    flux_emit_signal(
        &trace,
        &(flux_signal_t){.item = 4, .type = FLUX_LOGIC, .scattered = true, .from = 4, .to = 7});
    flux_emit_signal(&trace, &(flux_signal_t){.item = 5, .type = FLUX_LOGIC});
    defaults();
    EXPECT(read_stream() == 0);
    EXPECT(flux_reader_item(reader, 1, &item) && item.scope && item.parent == 0);
    EXPECT(flux_reader_item(reader, 2, &item) && !item.scope && item.parent == 1 &&
           item.type == FLUX_LOGIC && item.width == 12);
    EXPECT(flux_reader_item(reader, 31, &item) && item.item == 31 && item.parent == 1 &&
           item.type == FLUX_EVENT);
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
    EXPECT(flux_integer((const uint8_t *)"\xff\xff\xff\xff\xff\xff\xff\x7f\0\0", 10, &integer) ==
               0 &&
           integer == INT64_MAX);
    EXPECT(flux_integer((const uint8_t *)"\xff\xff\xff\xff\xff\xff\xff\xff\0", 9, &integer) ==
           FLUX_E_RANGE);
    EXPECT(flux_integer((const uint8_t *)"\0\0\0\0\0\0\0\x80\xff", 9, &integer) == 0 &&
           integer == INT64_MIN);
    EXPECT(flux_integer((const uint8_t *)"\0\0\0\0\0\0\0\x7f\xff", 9, &integer) == FLUX_E_RANGE);
    EXPECT(flux_float((const uint8_t *)"\0\0\xc0", 3, &real) == FLUX_E_VALUE);
    EXPECT(flux_logic(1, NULL, 0, states, 0) == FLUX_E_VALUE &&
           flux_logic(0, NULL, 0, states, 4) == FLUX_E_VALUE);
    EXPECT(flux_logic(9, NULL, 0, states, 4) == FLUX_E_VALUE &&
           flux_logic(13, stream, 1, states, 4) == FLUX_E_VALUE);
    EXPECT(flux_logic(1, stream, 1, states, 4) == FLUX_E_VALUE);
    EXPECT(flux_logic(9, (const uint8_t *)"\xfa", 1, states, 4) == 0 &&
           !memcmp(states, "\1\0\1\0", 4));

    flux_array_t a;
    flux_bytes_t e;
    EXPECT(flux_array_begin(&a, FLUX_INTEGER, 5, stream, 0) == FLUX_E_VALUE);
    EXPECT(flux_array_begin(&a, FLUX_FLOAT_ARRAY, 1, stream, 0) == FLUX_E_VALUE);
    EXPECT(flux_array_begin(&a, FLUX_TEXT_ARRAY, 3, (const uint8_t *)"", 0) == FLUX_E_VALUE);
    const uint8_t one_too_many[] = {1, 1, 5, 1, 6};
    EXPECT(flux_array_begin(&a, FLUX_INTEGER_ARRAY, 7, one_too_many, 5) == 0);
    EXPECT(flux_array_next(&a, &e) == 1 && e.size == 1 && e.data[0] == 5 &&
           flux_array_next(&a, &e) == FLUX_E_VALUE);
    EXPECT(flux_array_begin(&a, FLUX_INTEGER_ARRAY, 7, one_too_many, 3) == 0);
    EXPECT(flux_array_next(&a, &e) == 1 && flux_array_next(&a, &e) == 0 &&
           flux_array_next(&a, &e) == 0);
    const uint8_t too_few[] = {3, 1, 5};
    EXPECT(flux_array_begin(&a, FLUX_INTEGER_ARRAY, 7, too_few, 3) == 0);
    EXPECT(flux_array_next(&a, &e) == 1 && flux_array_next(&a, &e) == FLUX_E_VALUE);
    EXPECT(flux_array_begin(&a, FLUX_FLOAT_ARRAY, 9, stream, 12) == 0);
    EXPECT(flux_array_next(&a, &e) == 1 && e.size == 8 && flux_array_next(&a, &e) == FLUX_E_VALUE);

    for (uint8_t there = 0; there < 6;
         there++) // texts of members and elements that end with their payload, or before it
        for (uint8_t promised = 0; promised < 12; promised++) {
            const uint8_t member[] = {3, FLUX_M_TEXT, promised, 'a', 'b', 'c', 'd', 'e'},
                          element[] = {1, promised, 'a', 'b', 'c', 'd', 'e'};
            uint8_t *own = malloc(8);
            flux_members_t all;
            flux_field_t one;
            memcpy(own + 8 - 3 - there, member, 3u + there);
            flux_members_begin(&all, FLUX_CLASSIC, own + 8 - 3 - there, 3u + there);
            EXPECT(flux_members_next(&all, &one) == (promised <= there ? 1 : FLUX_E_VALUE) &&
                   (promised > there || one.size == promised));
            EXPECT(promised > there ||
                   flux_members_next(&all, &one) == (promised == there ? 0 : FLUX_E_VALUE) ||
                   there - promised > 1);
            memcpy(own + 8 - 2 - there, element, 2u + there);
            EXPECT(flux_array_begin(&a, FLUX_TEXT_ARRAY, 3, own + 8 - 2 - there, 2u + there) == 0);
            EXPECT(flux_array_next(&a, &e) == (promised <= there ? 1 : FLUX_E_VALUE) &&
                   (promised > there || e.size == promised));
            free(own);
        }
    for (unsigned type = 0; type < 256; type++) // which types are arrays, and of what width
        for (unsigned width = 0; width < 256; width++) {
            const bool member = type >= FLUX_M_ENUM_ARRAY && type <= FLUX_M_TEXT_ARRAY,
                       real = type == FLUX_M_FLOAT_ARRAY;
            EXPECT((flux_array_begin_member(&a, (uint8_t)type, (uint8_t)width, one_too_many, 5) ==
                    0) == (member && (!real || width & FLUX_M_WIDTH)));
            const bool signal = type >= FLUX_EVENT_ARRAY && type <= FLUX_TEXT_ARRAY && width < 16 &&
                                width % 4;
            EXPECT((flux_array_begin(&a, (uint8_t)type, (uint8_t)width, one_too_many, 5) == 0) ==
                   (signal && (type != FLUX_FLOAT_ARRAY || width / 4)));
        }

    flux_members_t m;
    flux_field_t f;
    const uint8_t members[] = {3, 0x43, 1, 7, 4, 0x06, 5, 1};
    flux_members_begin(&m, FLUX_CLASSIC, members, sizeof members);
    EXPECT(flux_members_next(&m, &f) == 1 && f.member == 3 && f.type == FLUX_M_INTEGER &&
           f.modifiers == 0x40 && f.size == 1);
    EXPECT(flux_members_next(&m, &f) == FLUX_E_VALUE); // 5 bytes announced, 1 present
    flux_members_begin(&m, FLUX_EXTENDED, members, 4);
    EXPECT(flux_members_next(&m, &f) == 1 && f.type == FLUX_M_FLOAT &&
           flux_members_next(&m, &f) == 0);
    flux_members_begin(&m, FLUX_EXTENDED, (const uint8_t *)"\0\x0c\0", 3);
    EXPECT(flux_members_next(&m, &f) == FLUX_E_VALUE);
    flux_members_begin(&m, FLUX_CLASSIC, members, 1);
    EXPECT(flux_members_next(&m, &f) == FLUX_E_VALUE);
    for (int layout = FLUX_CLASSIC; layout <= FLUX_EXTENDED; layout++) { // a type that is not known
        flux_members_begin(&m, (flux_layout_t)layout, (const uint8_t *)"\3\0\1\7", 4);
        EXPECT(flux_members_next(&m, &f) == 1 && f.member == 3 && f.type == FLUX_M_UNKNOWN &&
               f.size == 1 && f.data[0] == 7 && flux_members_next(&m, &f) == 0);
    }
}

int main(void)
{
    configurations();
    limits();
    windows();
    unpackers();
    bases();
    anew();
    own_positions();
    same_entries();
    before_head();
    the_shorter_one();
    without_delay();
    tight();
    of_files();
    rings();
    orders();
    places();
    positions();
    stopping();
    widths();
    stopping_runs();
    items();
    values();
    free(reader);
    return failures != 0;
}
