// SPDX-License-Identifier: Apache-2.0
// RKH: writes a large stream of Weir's events, or reads one, for rkh_bench.py.
//
//     rkh-bench write EVENTS FILE
//     rkh-bench read FILE             frames and damage only
//     rkh-bench events FILE           Weir's events of them
//
// Prints frames (or events) and a checksum of their times.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rkh_weir_read.h"

static uint8_t memory[1 << 16], room[4096];

static int write_file(void *context, const uint8_t *bytes, uint32_t size)
{
    return fwrite(bytes, 1, size, context) != size;
}

int main(int argc, char **argv)
{
    uint64_t count = 0, sum = 0;
    if (argc < 3)
        return 2;
    bool writes = !strcmp(argv[1], "write"), events = !strcmp(argv[1], "events");
    FILE *file = fopen(argv[argc - 1], writes ? "wb" : "rb");
    if (!file)
        return 2;
    rkh_weir_t s;
    rkh_weir_event_t e = {.kind = RKH_WEIR_USER};
    rkh_weir_init(&s, 100000000);
    if (writes) {
        uint64_t number = strtoull(argv[2], NULL, 10);
        uint32_t state = 1;
        rkh_writer_t w;
        rkh_writer_init(&w, &rkh_weir_config, memory, sizeof memory, write_file, file);
        rkh_weir_emit_start(&s, &w, 0);
        for (; count < number; count++) {
            state = state * 1664525 + 1013904223;
            e.time += 20 + (state >> 24);
            e.kind = state >> 30 ? RKH_WEIR_USER : RKH_WEIR_THREAD;
            e.id = (uint16_t)(state >> 16 & 0x3f);
            e.value = e.kind == RKH_WEIR_USER ? state >> (state >> 8 & 24)
                                              : 0x20000000 + (state >> 16 & 0x300);
            if (rkh_weir_emit(&s, &w, &e))
                return 1;
            sum += e.time;
        }
        if (rkh_flush(&w))
            return 1;
    } else {
        rkh_reader_t r;
        rkh_reader_init(&r, &rkh_weir_config, room, sizeof room);
        for (size_t n; (n = fread(memory, 1, sizeof memory, file)) > 0;) {
            rkh_feed(&r, memory, n);
            for (int what; (what = rkh_next(&r)) != RKH_MORE;)
                if (what == RKH_FRAME && (!events || rkh_weir_take(&s, &r, &e) == 1)) {
                    count++;
                    sum += events ? e.time : r.frame.time;
                }
        }
        if (r.totals.damaged || r.totals.lost)
            return 1;
    }
    printf("%" PRIu64 " %" PRIu64 "\n", count, sum);
    return fclose(file) ? 1 : 0;
}
