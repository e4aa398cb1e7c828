// SPDX-License-Identifier: Apache-2.0
// TXTB: writes a large trace buffer, or reads one several times, for txtb_bench.py.
//
//     txtb-bench write EVENTS FILE
//     txtb-bench read PASSES FILE
//
// Prints events and a checksum of their times, contexts, ids and fields.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "txtb_read.h"
#include "txtb_write.h"

static uint64_t sum_of(const txtb_event_t *e)
{
    return e->time + e->context + e->id * 3u + e->info[0] * 5ull + e->info[3] * 7ull;
}

static int write_file(void *context, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) != size;
}

static int64_t read_file(void *context, void *bytes, size_t size, uint64_t offset)
{
    if (fseek(context, (long)offset, SEEK_SET))
        return -1;
    return (int64_t)fread(bytes, 1, size, context);
}

int main(int argc, char **argv)
{
    static uint8_t memory[1 << 17];
    uint64_t count = 0, sum = 0;
    if (argc != 4)
        return 2;
    bool writes = !strcmp(argv[1], "write");
    uint32_t number = (uint32_t)strtoul(argv[2], NULL, 10);
    FILE *file = fopen(argv[3], writes ? "wb" : "rb");
    if (!file)
        return 2;
    if (writes) {
        txtb_writer_t w;
        txtb_writer_config_t config = {.objects = 4, .events = number};
        static const uint32_t ids[] = {68,  69,   36,   120,
                                       112, 4097, 4098, 5000}; // tracex-parser does not know them
        uint32_t state = 1, running = 0x20000100;
        txtb_event_t e = {0};
        txtb_writer_init(&w, &config, write_file, file);
        for (uint32_t i = 0; i < 4; i++) {
            char name[] = "thread 0";
            name[7] = (char)('0' + i);
            txtb_write_object(&w, &(txtb_object_t){.type = TXTB_THREAD,
                                                   .address = 0x20000100 + 0x100 * i,
                                                   .name = name,
                                                   .name_size = 8});
        }
        for (; count < number; count++) {
            state = state * 1664525 + 1013904223;
            e.time += 20 + (state >> 24);
            if (state >> 30 == 0) {
                uint32_t to = 0x20000100 + 0x100 * (state >> 20 & 3);
                txtb_switch(&e, running, to, txtb_priority(5, 5));
                running = to;
            } else {
                e.context = running;
                e.id = ids[state >> 16 & 7];
                for (int k = 0; k < 4; k++)
                    e.info[k] = state >> k;
            }
            txtb_write_event(&w, &e);
            sum += sum_of(&e);
        }
        if (txtb_writer_end(&w))
            return 1;
    } else {
        txtb_reader_t r;
        txtb_object_t o;
        txtb_event_t e;
        for (uint32_t pass = 0; pass < number; pass++) {
            count = sum = 0;
            if (txtb_open(&r, read_file, file, 0, memory, sizeof memory) != 1)
                return 1;
            while (txtb_next_object(&r, &o) == 1)
                ;
            for (; txtb_next_event(&r, &e) == 1; count++)
                sum += sum_of(&e);
        }
    }
    printf("%" PRIu64 " %" PRIu64 "\n", count, sum);
    return fclose(file) ? 1 : 0;
}
