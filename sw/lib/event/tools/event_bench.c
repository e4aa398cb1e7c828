// SPDX-License-Identifier: Apache-2.0
// event-bench: decodes the stream of a unit from a flux file with the strict rules, and counts.
//
//     event-bench entries FILE       one entry at a time
//     event-bench runs FILE          runs into columns, and the rest one entry at a time
//     event-bench lax FILE           likewise, with the lenient rules
//
// Each prints the number of events and a checksum over time, hart, id, value and thread of all.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event.h"
#include "flux_file.h"

enum { THREADS = 1 << 12 };

typedef struct {
    event_decoder_t decoder;
    event_thread_t threads[THREADS];
    uint64_t time[FLUX_RUN_MAX], value[FLUX_RUN_MAX];
    uint32_t thread[FLUX_RUN_MAX], item[FLUX_RUN_MAX];
    uint8_t hart[FLUX_RUN_MAX], what[FLUX_RUN_MAX];
    uint64_t events, sum;
} bench_t;

static uint64_t mix(uint64_t time, uint64_t value, uint32_t thread, uint32_t hart)
{
    return time ^ value << 20 ^ (uint64_t)thread << 7 ^ hart << 3;
}

static int take_entry(bench_t *b, const flux_entry_t *entry)
{
    event_t e;
    int rc = event_decode(&b->decoder, entry, &e);
    if (rc < 0) {
        fprintf(stderr, "event-bench: byte %" PRIu64 ": expected %s, found %s\n",
                b->decoder.problem.offset, b->decoder.problem.expected, b->decoder.problem.found);
        return 1;
    }
    if (rc == 1 && e.kind != EVENT_LOSS) {
        const bool change = e.kind == EVENT_HAPPENED && e.id == WEIR_ID_THREAD_SWITCH;
        b->events++;
        b->sum += mix(e.time, change ? e.outgoing : e.value, e.thread, e.hart);
    }
    return 0;
}

// True if another run may follow.
static bool take_run(bench_t *b, flux_reader_t *r, const flux_run_t *run)
{
    const event_columns_t to = {b->time, b->value, b->thread, b->item, b->hart, b->what};
    event_names_t names;
    const uint32_t rows = event_decode_run(&b->decoder, run, &to, &names);
    for (uint32_t i = 0; i < rows; i++)
        b->sum += mix(b->time[i], b->value[i], b->thread[i], b->hart[i]);
    b->events += rows;
    flux_reader_unread(r, rows);
    return names.count == EVENT_NAMES;
}

static int read_all(bench_t *b, flux_reader_t *r, FILE *file, bool runs)
{
    static uint8_t chunk[64 << 10];
    const flux_entry_t *entry;
    flux_where_t where;
    int rc = 0;
    for (bool more = true; !rc && more;) {
        size_t size = fread(chunk, 1, sizeof chunk, file);
        more = size > 0;
        if (more)
            flux_reader_feed(r, chunk, size);
        else
            flux_reader_finish(r);
        for (;;) {
            const flux_run_t *run = runs ? flux_reader_run(r, &where) : NULL;
            while (run && take_run(b, r, run))
                run = flux_reader_run(r, &where);
            rc = flux_reader_next(r, &entry);
            if (rc != 1)
                break;
            rc = take_entry(b, entry);
            if (rc)
                return rc;
        }
    }
    return rc < 0;
}

int main(int argc, char **argv)
{
    static bench_t b;
    FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
    flux_reader_t *r = flux_reader_new(NULL, NULL, NULL);
    if (!file || !r) {
        fputs("usage: event-bench entries|runs|lax FILE\n", stderr);
        return 2;
    }
    event_decoder_init(&b.decoder, b.threads, THREADS, false, strcmp(argv[1], "lax") != 0);
    int rc = read_all(&b, r, file, strcmp(argv[1], "entries") != 0);
    printf("%" PRIu64 " %016" PRIx64 "\n", b.events, b.sum);
    fclose(file);
    free(r);
    return rc;
}
