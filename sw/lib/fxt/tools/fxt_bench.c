// SPDX-License-Identifier: Apache-2.0
// fxt-bench: writes a trace of plain events, and reads FXT.
//
//     fxt-bench write COUNT FILE      writes COUNT events and switches
//     fxt-bench read FILE             reads a file, using every record
//
// Each prints the number of events and of bytes, and the sum of their times.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fxt.h"

enum { CHUNK = 1 << 18, THREADS = 16, NAMES = 32 };

typedef struct {
    uint64_t events, bytes, sum;
} total_t;

static int report(const total_t *t)
{
    printf("%" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", t->events, t->bytes, t->sum);
    return 0;
}

// ---- writing: of 8 records, a switch, a counter, two durations (begin and end), two instants with
// arguments

static int to_file(void *context, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) != size;
}

static int write_all(uint64_t count, FILE *file)
{
    static uint8_t record[FXT_RECORD_MAX];
    static fxt_cached_string_t places[256];
    fxt_writer_t w;
    fxt_cache_t cache;
    char name[NAMES][16];
    total_t total = {0};
    uint64_t random = 88172645463325252u, time = 1000, thread = 0;
    fxt_arg_t args[2] = {{.type = FXT_ARG_UINT32}, {.type = FXT_ARG_UINT64}};

    setvbuf(file, NULL, _IOFBF, CHUNK);
    fxt_writer_init(&w, to_file, file, record, sizeof record);
    fxt_cache_init(&cache, &w, places, 256, 1);
    fxt_write_magic(&w);
    fxt_write_provider(&w, 1, "bench", 5);
    fxt_write_init(&w, 1000000000);
    for (uint64_t i = 0; i < THREADS; i++) {
        const fxt_arg_t process = {
            .type = FXT_ARG_KOID, .name = fxt_text("process"), .value.u64 = 1};
        snprintf(name[0], sizeof name[0], "thread %u", (unsigned)i);
        fxt_write_kernel_object(
            &w,
            &(fxt_kernel_object_t){FXT_OBJECT_THREAD, 100 + i, fxt_text(name[0]), {&process, 1}});
    }
    for (unsigned i = 0; i < NAMES; i++)
        snprintf(name[i], sizeof name[i], "routine %u", i);
    int rc = 0;
    for (uint64_t i = 0; i < count && !rc; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        time += 1 + (random & 1023);
        total.events++;
        total.sum += time;
        if (i % 8 == 0) {
            uint64_t next = random >> 20 & (THREADS - 1);
            rc = fxt_write_switch(&w, &(fxt_switch_t){.time = time,
                                                      .outgoing_state = FXT_STATE_BLOCKED,
                                                      .outgoing.thread = 100 + thread,
                                                      .incoming.thread = 100 + next});
            thread = next;
            continue;
        }
        static const fxt_event_type_t types[8] = {0,       FXT_BEGIN,   FXT_INSTANT, FXT_BEGIN,
                                                  FXT_END, FXT_COUNTER, FXT_INSTANT, FXT_END};
        fxt_event_t e = {.type = types[i % 8], .time = time};
        const char *routine = name[(i / 8 * 5 + (i % 8 == 3 || i % 8 == 4)) % NAMES];
        fxt_cache_begin(&cache);
        rc |= fxt_cache_thread(&cache, 1, 100 + thread, &e.thread);
        rc |= fxt_cache_string(&cache, "work", 4, &e.category);
        rc |= fxt_cache_string(&cache, routine, strlen(routine), &e.name);
        if (e.type == FXT_INSTANT || e.type == FXT_COUNTER) {
            rc |= fxt_cache_string(&cache, "value", 5, &args[0].name);
            rc |= fxt_cache_string(&cache, "address", 7, &args[1].name);
            args[0].value.u32 = (uint32_t)random;
            args[1].value.u64 = random;
            e.args = (fxt_args_t){args, e.type == FXT_COUNTER ? 1 : 2};
        }
        rc |= fxt_write_event(&w, &e);
    }
    total.bytes = (uint64_t)ftell(file);
    return rc ? 1 : report(&total);
}

// ---- reading

static int visit(void *ctx, const fxt_record_t *r)
{
    total_t *t = ctx;
    if (r->kind == FXT_EVENT) {
        t->events++;
        t->sum += r->event.time;
    } else if (r->kind == FXT_SWITCH) {
        t->events++;
        t->sum += r->context_switch.time;
    } else if (r->kind == FXT_ERROR) {
        char text[300];
        fprintf(stderr, "fxt-bench: %s\n", fxt_error_text(&r->error, text, sizeof text));
        return 1;
    }
    return 0;
}

static int read_all(FILE *file)
{
    static uint8_t chunk[CHUNK];
    fxt_reader_config_t config;
    total_t total = {0};
    size_t got;
    int rc = 0;

    fxt_reader_defaults(&config);
    size_t size = fxt_reader_size(&config);
    void *memory = malloc(size);
    fxt_reader_t *r = memory ? fxt_reader_init(memory, size, &config) : NULL;
    if (!r)
        return 1;
    while (!rc && (got = fread(chunk, 1, sizeof chunk, file)) > 0)
        rc = fxt_reader_push(r, chunk, got, visit, &total);
    rc = rc ? rc : fxt_reader_end(r, visit, &total);
    total.bytes = fxt_reader_totals(r)->bytes;
    free(memory);
    return rc ? 1 : report(&total);
}

int main(int argc, char **argv)
{
    bool writes = argc == 4 && !strcmp(argv[1], "write");
    if (!writes && (argc != 3 || strcmp(argv[1], "read"))) {
        fputs("usage: fxt-bench write COUNT FILE | read FILE\n", stderr);
        return 2;
    }
    const char *path = argv[argc - 1];
    FILE *file = fopen(path, writes ? "wb" : "rb");
    if (!file) {
        perror(path);
        return 2;
    }
    int rc = writes ? write_all(strtoull(argv[2], NULL, 10), file) : read_all(file);
    if (fclose(file)) {
        perror(path);
        return 2;
    }
    return rc;
}
