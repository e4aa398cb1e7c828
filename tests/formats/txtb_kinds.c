// SPDX-License-Identifier: Apache-2.0
// TXTB: writes a random file (by its seed: with the writer, or as the dump of a ring that has
// wrapped), and prints its content.
//
//     txtb_kinds FILE SEED
//
// Lines: "object ADDRESS NAME"; "event CONTEXT PRIORITY ID TIMESTAMP INFO1 INFO2 INFO3 INFO4".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "txtb_ring.h"
#include "txtb_write.h"

enum { OBJECTS = 9, EVENTS = 200 };

static uint64_t state;

static uint32_t any(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

static int write_file(void *context, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) != size;
}

static void check(int rc)
{
    if (rc < 0) {
        fprintf(stderr, "txtb_kinds: %d\n", rc);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    static txtb_object_t objects[OBJECTS];
    static char names[OBJECTS][40];
    static txtb_event_t events[EVENTS];
    FILE *file = argc == 3 ? fopen(argv[1], "wb") : NULL;
    if (!file)
        return 2;
    unsigned long seed = strtoul(argv[2], NULL, 10);
    state = seed;
    bool ring = seed % 3 == 2;
    txtb_writer_config_t config = {.big_endian = seed % 2 && !ring,
                                   .mask = seed % 4 == 1 ? 0xffff : 0xffffffff,
                                   .name_size = (uint16_t)(ring || seed % 5 ? 32 : 16),
                                   .base = any() & 0xfffff0,
                                   .objects = OBJECTS,
                                   .events = EVENTS};
    for (unsigned i = 0; i < OBJECTS; i++) {
        int length = snprintf(names[i], sizeof names[i], "object_%u_%x", i, any() & 0xffff);
        objects[i] = (txtb_object_t){
            .type = (uint8_t)(i < 4 ? TXTB_THREAD : 1 + any() % 28),
            .address = 0x20000000 + i * 0x100,
            .name = names[i],
            .name_size = (uint32_t)length < config.name_size ? (uint32_t)length : config.name_size};
        if (i < 4)
            txtb_object_set_priority(&objects[i], i + 3);
        printf("object %u %.*s\n", objects[i].address, (int)objects[i].name_size, names[i]);
    }
    uint32_t running = 0;
    uint64_t time = any();
    for (unsigned i = 0; i < EVENTS; i++) {
        txtb_event_t *e = &events[i];
        uint32_t to = any() % 5 ? objects[any() % 4].address : 0,
                 priority = txtb_priority(any() % 32, any() % 32);
        if (to != running && any() % 2) {
            check(txtb_switch(e, running, to, priority));
            running = to;
        } else {
            e->context = running ? running : any() % 2 ? TXTB_ISR : TXTB_INIT;
            e->priority = running ? priority : 0;
            e->id = any() % 2 ? TXTB_USER_FIRST + any() % 1000 : 130 + any() % 60;
            for (int k = 0; k < 4; k++)
                e->info[k] = any();
        }
        e->time = time += any() % 1000;
    }
    unsigned first = 0;
    if (ring) {
        static uint32_t memory[12 + 10 * 12 + 50 * 8 + 3];
        txtb_ring_t r;
        int32_t entries = txtb_ring_init(&r, memory, sizeof memory, OBJECTS + 1, config.mask,
                                         config.base);
        check(entries);
        for (unsigned i = 0; i < OBJECTS; i++)
            check(txtb_ring_object(&r, &objects[i]));
        for (unsigned i = 0; i < EVENTS; i++) {
            const txtb_event_t *e = &events[i];
            txtb_ring_event(&r, e->context, e->priority, e->id, (uint32_t)e->time, e->info[0],
                            e->info[1], e->info[2], e->info[3]);
        }
        first = EVENTS - (unsigned)entries;
        write_file(file, memory, sizeof memory);
    } else {
        txtb_writer_t w;
        check(txtb_writer_init(&w, &config, write_file, file));
        for (unsigned i = 0; i < OBJECTS; i++)
            check(txtb_write_object(&w, &objects[i]));
        for (unsigned i = 0; i < EVENTS; i++)
            check(txtb_write_event(&w, &events[i]));
        check(txtb_writer_end(&w));
    }
    for (unsigned i = first; i < EVENTS; i++) {
        const txtb_event_t *e = &events[i];
        printf("event %u %u %u %u %u %u %u %u\n", e->context, e->priority, e->id,
               (uint32_t)e->time & config.mask, e->info[0], e->info[1], e->info[2], e->info[3]);
    }
    return fclose(file) ? 1 : 0;
}
