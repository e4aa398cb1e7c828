// SPDX-License-Identifier: Apache-2.0
// flux-bench: writes a trace of plain integer events as flux, with and without LZ4, and as CTF, and
// reads flux.
//
//     flux-bench events COUNT
//     flux-bench write COUNT FILE
//     flux-bench write-lz4 COUNT FILE
//     flux-bench write-new COUNT FILE  values that do not repeat
//     flux-bench write-new-lz4 COUNT FILE
//     flux-bench ctf COUNT DIRECTORY
//     flux-bench read FILE             integers in runs
//     flux-bench visit FILE            one by one
//     flux-bench pull FILE             likewise
//
// Each prints the number of events and of bytes, and a checksum over item, position and value of
// all events.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flux.h"
#include "flux_file.h"
#include "flux_pack.h"

#define ITEMS 8
#define BLOCK (256u << 10)

// ---- the events

// A program of 64 routines of 8 events each, called at random: the events of a routine are the same
// in each call, except for its first value, which counts, and jitter of the steps. Positions rise
// by 0 to 1007. With `fresh`, every value is drawn anew, from as many.
typedef struct {
    uint64_t random;
    uint32_t routine, call, at; // at: next event of the routine
    bool fresh;
    int64_t position;
    uint32_t item;
    int32_t value;
} event_t;

static const event_t first_event = {.random = 88172645463325252u};

static void next_event(event_t *e)
{
    static const int16_t steps[8] = {0, 1, 10, 10, 25, 100, 100, 1000};
    if (e->at == 0 || e->fresh) {
        e->random ^= e->random << 13;
        e->random ^= e->random >> 7;
        e->random ^= e->random << 17;
    }
    if (e->at == 0) {
        e->routine = e->random & 63;
        e->call++;
    }
    uint32_t hash = (e->routine * 8 + e->at + 1) * 2654435761u;
    hash ^= hash >> 15;
    e->item = 1 + (hash & (ITEMS - 1));
    e->position += steps[hash >> 3 & 7] + (e->at == 0 ? e->random >> 8 & 7 : 0);
    if (e->fresh)
        e->value = (int32_t)(e->random >> 32 & 0x3fff) - 0x1000;
    else if (e->at == 0)
        e->value = (int32_t)(e->call & 0x7fff);
    else
        e->value = (int32_t)(hash >> 8 & 0x3fff) - 0x1000;
    e->at = (e->at + 1) & 7;
}

static uint64_t checksum(uint64_t sum, uint32_t item, int64_t position, int64_t value)
{
    return sum + (item ^ (uint64_t)position ^ (uint64_t)value << 20);
}

static int report(uint64_t events, uint64_t bytes, uint64_t sum)
{
    printf("%" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", events, bytes, sum);
    return 0;
}

static int make_events(uint64_t count)
{
    event_t e = first_event;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        next_event(&e);
        sum = checksum(sum, e.item, e.position, e.value);
    }
    return report(count, 0, sum);
}

static int complain(const char *path)
{
    perror(path);
    return 1;
}

// ---- flux

static int emit_all(uint64_t count, FILE *file, bool lz4, bool fresh)
{
    static uint8_t memory[BLOCK], packed[BLOCK], out[2 * BLOCK];
    static uint64_t work[FLUX_PACK_WORK / 8];
    flux_buffer_t outer, inner;
    flux_packer_t packer = {&outer, FLUX_LZ4, packed, sizeof packed, work};
    flux_buffer_init(&outer, out, sizeof out, flux_file_handler, file);
    flux_buffer_init(&inner, memory, sizeof memory, flux_packer_handler, &packer);
    flux_trace_t trace;
    flux_domain_t time;
    flux_trace_init(&trace, &outer, FLUX_CLASSIC);
    int rc = flux_emit_head(
        &trace, &(flux_head_t){.name = FLUX_STR("bench"), .max_item = ITEMS, .max_entry = 64});
    for (uint32_t i = 1; i <= ITEMS; i++)
        rc |= flux_emit_signal(
            &trace, &(flux_signal_t){.item = i, .name = FLUX_STR("count"), .type = FLUX_INTEGER});
    rc |= flux_emit_open(&trace, &time, &(flux_open_t){.base = FLUX_STR("ns")});
    if (lz4)
        trace.buffer = &inner;
    event_t e = first_event;
    e.fresh = fresh;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count && !rc; i++) {
        next_event(&e);
        rc = flux_emit_integer(&trace, &time, e.item, e.position, e.value);
        sum = checksum(sum, e.item, e.position, e.value);
    }
    rc |= flux_emit_close(&trace, &time, e.position);
    rc |= flux_flush(&inner);
    rc |= flux_flush(&outer);
    return rc ? FLUX_E_FILE : report(count, (uint64_t)ftell(file), sum);
}

typedef struct {
    uint64_t events, sum;
} total_t;

static int on_data(void *ctx, const flux_where_t *where, const flux_data_t *d)
{
    total_t *total = ctx;
    (void)where;
    total->events++;
    total->sum = checksum(total->sum, d->item, d->position, d->integer);
    return 0;
}

static int on_samples(void *ctx, const flux_where_t *where, const flux_run_t *run)
{
    total_t *total = ctx;
    (void)where;
    uint64_t sum = total->sum;
    for (uint32_t i = 0; i < run->count; i++)
        sum = checksum(sum, run->samples[i].item, run->samples[i].position, run->samples[i].value);
    total->sum = sum;
    total->events += run->count;
    return 0;
}

static int pull_file(flux_reader_t *r, const char *path, total_t *total)
{
    static uint8_t chunk[64 << 10];
    const flux_entry_t *e;
    FILE *file = fopen(path, "rb");
    int rc = file ? 0 : FLUX_E_FILE;
    for (bool more = true; !rc && more;) {
        size_t size = fread(chunk, 1, sizeof chunk, file);
        more = size > 0;
        if (more)
            flux_reader_feed(r, chunk, size);
        else
            flux_reader_finish(r);
        while ((rc = flux_reader_next(r, &e)) == 1)
            if (e->kind == FLUX_DATA)
                on_data(total, &e->where, &e->data);
    }
    if (file)
        fclose(file);
    return rc;
}

static int read_all(const char *how, const char *path)
{
    static const flux_visitor_t runs = {.data = on_data, .samples = on_samples},
                                singles = {.data = on_data};
    total_t total = {0};
    flux_reader_t *r = flux_reader_new(NULL, !strcmp(how, "read") ? &runs : &singles, &total);
    if (!r)
        return complain(path);
    int rc = !strcmp(how, "pull") ? pull_file(r, path, &total) : flux_reader_push_file(r, path);
    if (rc == FLUX_E_FILE)
        return complain(path);
    if (rc) {
        char text[200];
        fprintf(stderr, "flux-bench: %s: %s\n", path,
                flux_error_text(flux_reader_error(r), text, sizeof text));
        return 1;
    }
    free(r);
    return report(total.events, 0, total.sum);
}

// ---- CTF

// CTF 1.8 in its simplest form: one packet; an event is its id (1 byte), 4 bytes of clock and 4 of
// value.
static int write_metadata(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return complain(path);
    fputs("/* CTF 1.8 */\n"
          "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
          "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
          "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
          "typealias integer { size = 32; align = 8; signed = true; } := int32_t;\n"
          "trace { major = 1; minor = 8; byte_order = le; packet.header := struct { uint32_t "
          "magic; }; };\n"
          "clock { name = c; freq = 1000000000; };\n"
          "typealias integer { size = 32; align = 8; signed = false; map = clock.c.value; } := "
          "time_t;\n"
          "stream { packet.context := struct { uint64_t packet_size; uint64_t content_size; };\n"
          "  event.header := struct { uint8_t id; time_t timestamp; }; };\n",
          file);
    for (int i = 1; i <= ITEMS; i++)
        fprintf(file, "event { name = s%d; id = %d; fields := struct { int32_t value; }; };\n", i,
                i);
    return fclose(file) ? complain(path) : 0;
}

static void little(uint8_t *p, uint64_t value, int size)
{
    for (int i = 0; i < size; i++)
        p[i] = (uint8_t)(value >> (8 * i));
}

static int write_ctf(uint64_t count, const char *directory)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/metadata", directory);
    if (write_metadata(path))
        return 1;
    snprintf(path, sizeof path, "%s/stream", directory);
    FILE *file = fopen(path, "wb");
    if (!file)
        return complain(path);
    uint8_t head[20];
    uint64_t size = sizeof head + 9 * count;
    little(head, 0xc1fc1fc1u, 4);
    little(head + 4, 8 * size, 8);
    little(head + 12, 8 * size, 8);
    size_t done = fwrite(head, 1, sizeof head, file);
    event_t e = first_event;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint8_t bytes[9];
        next_event(&e);
        bytes[0] = (uint8_t)e.item;
        little(bytes + 1, (uint64_t)e.position, 4); // the reader counts the wraps
        little(bytes + 5, (uint32_t)e.value, 4);
        done += fwrite(bytes, 1, sizeof bytes, file);
        sum = checksum(sum, e.item, e.position, e.value);
    }
    return fclose(file) || done != size ? complain(path) : report(count, size, sum);
}

int main(int argc, char **argv)
{
    if (argc == 3 &&
        (!strcmp(argv[1], "read") || !strcmp(argv[1], "visit") || !strcmp(argv[1], "pull")))
        return read_all(argv[1], argv[2]);
    if (argc == 3 && !strcmp(argv[1], "events"))
        return make_events(strtoull(argv[2], NULL, 10));
    if (argc == 4 && !strcmp(argv[1], "ctf"))
        return write_ctf(strtoull(argv[2], NULL, 10), argv[3]);
    if (argc == 4 && !strncmp(argv[1], "write", 5)) {
        FILE *file = fopen(argv[3], "wb");
        if (!file)
            return complain(argv[3]);
        int rc = emit_all(strtoull(argv[2], NULL, 10), file, strstr(argv[1], "-lz4"),
                          strstr(argv[1], "-new"));
        return fclose(file) || rc ? complain(argv[3]) : 0;
    }
    fputs("usage: flux-bench read|visit|pull FILE | events COUNT | write[-new][-lz4] COUNT FILE | "
          "ctf COUNT DIRECTORY\n",
          stderr);
    return 2;
}
