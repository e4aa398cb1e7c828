// SPDX-License-Identifier: Apache-2.0
// TXTB: random buffers are written, as files and as rings in memory, and read: everything must come
// back, in order.
//
//     txtb-roundtrip FIRST COUNT        seeds FIRST to FIRST + COUNT - 1
#include <string.h>

#include "random.h"
#include "txtb_read.h"
#include "txtb_ring.h"
#include "txtb_write.h"

enum { OBJECTS = 12, EVENTS = 80, NAME = 100, FILE_SIZE = 1 << 15 };

static uint8_t file[FILE_SIZE];
static size_t file_size;
static unsigned slow;

static int append(void *context, const void *bytes, size_t size)
{
    (void)context;
    REQUIRE(file_size + size <= FILE_SIZE);
    memcpy(file + file_size, bytes, size);
    file_size += size;
    return 0;
}

// Gives at least one byte and rarely all that was asked for.
static int64_t read_file(void *context, void *bytes, size_t size, uint64_t offset)
{
    (void)context;
    if (offset >= file_size)
        return 0;
    size_t left = file_size - (size_t)offset;
    size = size < left ? size : left;
    if (slow)
        size = 1 + below((unsigned)size);
    memcpy(bytes, file + offset, size);
    return (int64_t)size;
}

static txtb_object_t objects[OBJECTS];
static char names[OBJECTS][NAME];
static txtb_event_t events[EVENTS];
static unsigned object_count, event_count;

static uint32_t random_mask(void)
{
    static const uint32_t masks[] = {0xffffffff, 0xffff, 0xff,       0xffffff,
                                     0x7fffffff, 1,      0x00fffff0, 0xfffffffe};
    return masks[below(sizeof masks / sizeof *masks)];
}

static void random_content(uint32_t mask, uint32_t name_size)
{
    uint32_t span = 1, step = mask & -mask;
    uint64_t time = 0;
    while (span < mask)
        span = span << 1 | 1;
    object_count = below(OBJECTS + 1);
    event_count = below(EVENTS + 1);
    for (unsigned i = 0; i < object_count; i++) {
        unsigned length = below(NAME), priority = 0;
        for (unsigned k = 0; k < length; k++)
            names[i][k] = (char)(1 + below(255));
        objects[i] = (txtb_object_t){.type = (uint8_t)(1 + below(28)),
                                     .address = (uint32_t)any() | 1,
                                     .parameter = {(uint32_t)any(), (uint32_t)any()},
                                     .name = names[i],
                                     .name_size = length < name_size ? length : name_size};
        if (objects[i].type == TXTB_THREAD && below(2)) {
            unsigned set = below(1024);
            txtb_object_set_priority(&objects[i], set);
            REQUIRE(txtb_object_priority(&objects[i], &priority) && priority == set);
        }
    }
    for (unsigned i = 0; i < event_count; i++) {
        txtb_event_t *e = &events[i];
        uint32_t gap = below(4) ? (uint32_t)any() % (span / 4 + 1) : (uint32_t)any() & span;
        time += i ? gap & ~(step - 1) : (uint32_t)any() & mask;
        *e = (txtb_event_t){.context = below(4)   ? (uint32_t)any() | 1
                                       : below(2) ? TXTB_ISR
                                                  : TXTB_INIT,
                            .priority = (uint32_t)any(),
                            .id = (uint32_t)any() & 0xffff,
                            .time = time};
        for (int k = 0; k < 4; k++)
            e->info[k] = (uint32_t)any();
    }
}

// Reads the buffer at or behind an offset, and compares: the objects with all of them, the events
// with those from `first` on.
static uint64_t read_back(uint64_t from, uint64_t at, unsigned first, uint32_t unused, bool big)
{
    static uint8_t memory[4096];
    txtb_reader_t r;
    txtb_object_t o;
    txtb_event_t e;
    size_t size = below(3) ? sizeof memory : TXTB_MEMORY_LEAST + below(200);
    slow = below(2);
    REQUIRE(txtb_open(&r, read_file, NULL, from, memory, size) == 1);
    REQUIRE(r.offset == at && r.header.big_endian == big && !r.sequential && !r.misplaced);
    for (unsigned i = 0; i < object_count; i++) {
        REQUIRE(txtb_next_object(&r, &o) == 1);
        const txtb_object_t *x = &objects[i];
        REQUIRE(o.type == x->type && o.available == x->available && o.address == x->address &&
                !memcmp(o.parameter, x->parameter, sizeof o.parameter) &&
                !memcmp(o.reserved, x->reserved, 2));
        REQUIRE(o.name_size == x->name_size && !memcmp(o.name, x->name, x->name_size));
    }
    REQUIRE(txtb_next_object(&r, &o) == 0);
    uint64_t base = 0;
    for (unsigned i = first; i < event_count; i++) {
        REQUIRE(txtb_next_event(&r, &e) == 1);
        const txtb_event_t *x = &events[i];
        REQUIRE(e.context == x->context && e.priority == x->priority && e.id == x->id &&
                !memcmp(e.info, x->info, sizeof e.info));
        base = i == first ? x->time - e.time : base; // wraps before the first are not to be seen
        REQUIRE(e.time == x->time - base && e.timestamp == ((uint32_t)x->time & r.header.mask));
    }
    REQUIRE(txtb_next_event(&r, &e) == 0 && txtb_next_event(&r, &e) == 0 && r.unused == unused);
    return r.end;
}

// Bytes in front that are no buffer, but look like one: after an id, the mask is 0. The last ones
// make no id together with what follows.
static void noise(void)
{
    uint8_t *bytes = file + file_size;
    unsigned size = below(3) ? 0 : 8 + below(200);
    for (unsigned i = 0; i < size; i++)
        bytes[i] = i + 8 >= size ? 0 : below(3) ? (uint8_t) "TXTBTXTB"[below(8)] : (uint8_t)any();
    for (unsigned i = 0; i + 8 < size; i++)
        if (!memcmp(bytes + i, "TXTB", 4) || !memcmp(bytes + i, "BTXT", 4))
            memset(bytes + i + 4, 0, 4);
    file_size += size;
}

static void files(void)
{
    uint64_t at[2] = {0, 0};
    txtb_writer_t w;
    for (int n = 0; n < 1 + (below(4) == 0); n++) {
        txtb_writer_config_t config = {.big_endian = below(2),
                                       .mask = random_mask(),
                                       .base = (uint32_t)any() & 0x7ffffff0,
                                       .name_size = (uint16_t)(1 + below(70))};
        random_content(config.mask, config.name_size);
        config.objects = object_count + below(3);
        config.events = event_count + (below(4) ? 0 : below(5)) + !event_count;
        noise();
        at[n] = file_size;
        REQUIRE(txtb_writer_init(&w, &config, append, NULL) == 0);
        for (unsigned i = 0; i < object_count; i++)
            REQUIRE(txtb_write_object(&w, &objects[i]) == 0);
        for (unsigned i = 0; i < event_count; i++)
            REQUIRE(txtb_write_event(&w, &events[i]) == 0);
        REQUIRE(event_count == 0 || txtb_write_object(&w, &objects[0]) == TXTB_E_ARG);
        REQUIRE(event_count < config.events ||
                txtb_write_event(&w, &(txtb_event_t){.context = 1}) == TXTB_E_ROOM);
        REQUIRE(txtb_write_event(&w, &(txtb_event_t){.context = 0}) == TXTB_E_ARG);
        REQUIRE(txtb_writer_end(&w) == 0);
        REQUIRE(read_back(at[n], at[n], 0, config.events - event_count, config.big_endian) ==
                file_size);
        if (!n) // found from before, too
            REQUIRE(read_back(0, at[0], 0, config.events - event_count, config.big_endian) ==
                    file_size);
    }
}

static void rings(void)
{
    static uint32_t memory[FILE_SIZE / 8];
    txtb_ring_t ring;
    uint32_t mask = random_mask(), size = 200 + below(sizeof memory - 200);
    random_content(mask, TXTB_NAME_SIZE);
    uint32_t room = object_count + below(4);
    int32_t entries = txtb_ring_init(&ring, memory, size, room, mask, (uint32_t)any() & 0x3fffffff);
    if (entries < 0) {
        REQUIRE(size / 4 < 20 + room * 12);
        return;
    }
    for (unsigned i = 0; i < object_count; i++)
        REQUIRE(txtb_ring_object(&ring, &objects[i]) == 0);
    if (room == object_count)
        REQUIRE(txtb_ring_object(&ring, &objects[0]) == TXTB_E_ROOM);
    if (object_count && below(2)) {
        unsigned gone = below(object_count);
        txtb_ring_object_deleted(&ring, objects[gone].address);
        for (unsigned i = 0; i < object_count; i++)
            objects[i].available |= objects[i].address == objects[gone].address;
    }
    for (unsigned i = 0; i < event_count; i++) {
        const txtb_event_t *e = &events[i];
        txtb_ring_event(&ring, e->context, e->priority, e->id, (uint32_t)e->time, e->info[0],
                        e->info[1], e->info[2], e->info[3]);
    }
    noise();
    size_t at = file_size;
    append(NULL, memory, size);
    unsigned first = event_count > (unsigned)entries ? event_count - (unsigned)entries : 0;
    const uint16_t one = 1;
    read_back(at, at, first, (uint32_t)entries - (event_count - first), !*(const uint8_t *)&one);
}

// Changes between threads: TraceX's way and back.
static void switches(void)
{
    for (int i = 0; i < 20; i++) {
        uint32_t from = below(3), to = below(3), f, t;
        txtb_event_t e = {0};
        if (!from && !to) {
            REQUIRE(txtb_switch(&e, from, to, 0) == TXTB_E_ARG);
            continue;
        }
        REQUIRE(txtb_switch(&e, from, to, txtb_priority(5, 5)) == 0 && e.context);
        REQUIRE(txtb_is_switch(&e, &f, &t) == (from != to) && f == from && t == to);
    }
}

int main(int argc, char **argv)
{
    unsigned long first = argc > 1 ? strtoul(argv[1], NULL, 10) : 0,
                  count = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    static void (*const kinds[])(void) = {files, rings, switches};
    for (unsigned long seed = first; seed < first + count; seed++) {
        random_begin(seed);
        file_size = 0;
        kinds[seed % (sizeof kinds / sizeof *kinds)]();
    }
    printf("%lu buffers\n", count);
    return 0;
}
