// SPDX-License-Identifier: Apache-2.0
// TXTB: fuzzing of the reader. Any bytes: no memory that is not its own, an end, the same with a
// small window and a large one, and what is delivered can be written and read again. The first byte
// chooses the small window's size.
#include <string.h>

#include "random.h"
#include "txtb_read.h"
#include "txtb_write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
    const uint8_t *data;
    size_t size;
} input_t;

static int64_t read_input(void *context, void *bytes, size_t size, uint64_t offset)
{
    const input_t *in = context;
    if (offset >= in->size)
        return 0;
    size_t left = in->size - (size_t)offset;
    size = size < left ? size : left;
    memcpy(bytes, in->data + offset, size);
    return (int64_t)size;
}

static uint8_t copy[1 << 16];
static size_t copy_size;

static int write_copy(void *context, const void *bytes, size_t size)
{
    (void)context;
    if (copy_size + size > sizeof copy)
        return 1;
    memcpy(copy + copy_size, bytes, size);
    copy_size += size;
    return 0;
}

typedef struct {
    uint64_t hash, objects, events, buffers;
} digest_t;

static void add(digest_t *g, uint64_t v)
{
    g->hash = (g->hash ^ v) * 0x100000001b3u;
    g->hash ^= g->hash >> 29;
}

// The end of objects, events or buffers, and its error.
static void add_end(digest_t *g, int rc, const txtb_problem_t *problem)
{
    add(g, (uint64_t)rc << 8 | problem->kind);
    add(g, problem->offset);
    add(g, problem->expected);
    add(g, problem->found);
}

static digest_t run(input_t *in, size_t memory_size)
{
    digest_t g = {0, 0, 0, 0};
    static uint8_t all[8192];
    uint8_t *memory = all + sizeof all - memory_size; // its end is the array's, for the sanitizer
    txtb_reader_t r;
    uint64_t from = 0;
    int rc;
    char text[200];
    while ((rc = txtb_open(&r, read_input, in, from, memory, memory_size)) == 1) {
        txtb_object_t o;
        txtb_event_t e = {0};
        uint64_t objects = 0, last = 0;
        g.buffers++;
        REQUIRE(r.offset >= from && r.end > r.offset && r.events > 0);
        while ((rc = txtb_next_object(&r, &o)) == 1) {
            unsigned priority = 0;
            REQUIRE(++objects <= r.objects);
            add(&g, o.type | (uint64_t)o.address << 8 | (uint64_t)o.available << 40);
            add(&g, o.parameter[0] | (uint64_t)o.parameter[1] << 32);
            add(&g, (uint64_t)txtb_object_priority(&o, &priority) << 16 | priority);
            // a small window cuts long names: only what both have is compared
            for (uint32_t i = 0; i < o.name_size && i < TXTB_MEMORY_LEAST - TXTB_OBJECT_SIZE; i++)
                add(&g, (uint8_t)o.name[i]);
        }
        REQUIRE(rc == 0 || rc == TXTB_E_CUT);
        add_end(&g, rc, &r.problem);
        g.objects += objects;
        uint64_t events = 0;
        while ((rc = txtb_next_event(&r, &e)) == 1) {
            uint32_t f = 0, t = 0;
            REQUIRE(e.context && e.time >= last && (e.timestamp & ~r.header.mask) == 0);
            last = e.time;
            events++;
            add(&g, e.context | (uint64_t)e.id << 32);
            add(&g, e.time);
            add(&g, e.offset);
            add(&g, txtb_is_switch(&e, &f, &t) ? f | (uint64_t)t << 32 : 1);
            for (unsigned i = 0; i < 4; i++) {
                txtb_field_t field = txtb_field(e.id, i);
                add(&g, field.kind + strlen(field.name));
                add(&g, e.info[i]);
            }
        }
        REQUIRE(rc == 0 || rc == TXTB_E_CUT);
        REQUIRE(events + r.unused <= r.events);
        REQUIRE(rc == TXTB_E_CUT || r.cut || events + r.unused == r.events);
        REQUIRE(strlen(txtb_problem_text(&r.problem, text, sizeof text)) > 0);
        add_end(&g, rc, &r.problem);
        g.events += events;
        add(&g, r.unused);
        from = r.end;
        if (g.buffers > 50)
            break;
    }
    REQUIRE(rc >= 0);
    add_end(&g, rc, &r.problem);
    REQUIRE(strlen(txtb_problem_text(&r.problem, text, sizeof text)) > 0);
    return g;
}

// Writes the first buffer again, the other byte order, and reads that.
static void rewrite(input_t *in)
{
    static uint8_t memory[4096], memory2[4096];
    txtb_reader_t r, r2;
    txtb_writer_t w;
    txtb_object_t o, o2;
    txtb_event_t e, e2;
    uint32_t objects = 0, events = 0;
    if (txtb_open(&r, read_input, in, 0, memory, sizeof memory) != 1 || r.header.name_size > 4000 ||
        !r.header.name_size)
        return;
    while (txtb_next_object(&r, &o) == 1)
        objects++;
    while (txtb_next_event(&r, &e) == 1)
        events++;
    txtb_writer_config_t config = {.big_endian = !r.header.big_endian,
                                   .mask = r.header.mask,
                                   .name_size = r.header.name_size,
                                   .objects = objects,
                                   .events = events};
    REQUIRE(txtb_open(&r, read_input, in, 0, memory, sizeof memory) == 1);
    copy_size = 0;
    if (!events || txtb_writer_init(&w, &config, write_copy, NULL))
        return;
    while (txtb_next_object(&r, &o) == 1)
        if (txtb_write_object(&w, &o))
            return;
    while (txtb_next_event(&r, &e) == 1)
        if (txtb_write_event(&w, &e))
            return;
    if (txtb_writer_end(&w))
        return;
    input_t again = {copy, copy_size};
    REQUIRE(txtb_open(&r, read_input, in, 0, memory, sizeof memory) == 1);
    REQUIRE(txtb_open(&r2, read_input, &again, 0, memory2, sizeof memory2) == 1 && r2.offset == 0 &&
            r2.end == copy_size);
    while (txtb_next_object(&r, &o) == 1) {
        REQUIRE(txtb_next_object(&r2, &o2) == 1);
        REQUIRE(o.type == o2.type && o.address == o2.address && o.available == o2.available &&
                o.name_size == o2.name_size && !memcmp(o.name, o2.name, o.name_size));
    }
    while (txtb_next_event(&r, &e) == 1) {
        REQUIRE(txtb_next_event(&r2, &e2) == 1);
        REQUIRE(e.context == e2.context && e.priority == e2.priority && e.id == e2.id &&
                e.time == e2.time && !memcmp(e.info, e2.info, sizeof e.info));
    }
    REQUIRE(txtb_next_event(&r2, &e2) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    input_t in = {data + 1, size - 1};
    digest_t small = run(&in, TXTB_MEMORY_LEAST + data[0]), large = run(&in, 8192);
    REQUIRE(small.buffers == large.buffers && small.objects == large.objects &&
            small.events == large.events && small.hash == large.hash);
    rewrite(&in);
    return 0;
}
