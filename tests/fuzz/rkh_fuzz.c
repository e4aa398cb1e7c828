// SPDX-License-Identifier: Apache-2.0
// RKH: fuzzing of the reader. Any bytes, whole and in chunks, must give the same frames and the
// same damage, every byte accounted for, and every frame can be written again, to the same bytes.
//
// The first bytes of an input choose the configuration and the chunks; the rest is the stream.
#include <string.h>

#include "random.h"
#include "rkh_args.h"
#include "rkh_emit.h"
#include "rkh_names.h"
#include "rkh_weir_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void add(uint64_t *hash, uint64_t v)
{
    *hash = (*hash ^ v) * 0x100000001b3u;
    *hash ^= *hash >> 29;
}

static void add_args(uint64_t *hash, const rkh_reader_t *r)
{
    rkh_args_t args;
    rkh_arg_t arg;
    int rc;
    rkh_args_begin(&args, &r->config, &r->frame);
    while ((rc = rkh_args_next(&args, &arg)) == 1) {
        add(hash, arg.type | (uint64_t)arg.width << 8 | (uint64_t)arg.size << 16);
        add(hash, arg.value + strlen(arg.name));
        for (uint32_t i = 0; arg.data && i < arg.size; i++)
            add(hash, arg.data[i]);
    }
    add(hash, (uint64_t)rc);
}

// The frame just read, written again: the same bytes, if it was timestamped and numbered as a
// writer does.
static void rewrite(const rkh_reader_t *r, const rkh_config_t *before, const uint8_t *bytes)
{
    static uint8_t memory[4096], memory2[4096];
    const rkh_frame_t *f = &r->frame;
    rkh_writer_t w, w2;
    if (f->args_size > 1000)
        return;
    REQUIRE(rkh_writer_init(&w, f->tcfg ? &r->config : before, memory, sizeof memory, NULL, NULL) ==
            0);
    if (f->tcfg) {
        REQUIRE(rkh_emit_tcfg(&w) == 0);
    } else {
        w.sequence = f->sequence;
        rkh_begin(&w, f->id, f->timestamp);
        rkh_put_bytes(&w, f->args, f->args_size);
        REQUIRE(rkh_end(&w) == 0);
        rkh_writer_init(&w2, before, memory2, sizeof memory2, NULL, NULL);
        w2.sequence = f->sequence;
        REQUIRE(rkh_emit_frame(&w2, f->id, f->timestamp, f->args, f->args_size) == 0);
        REQUIRE(w2.used == w.used && w2.sequence == w.sequence && !memcmp(memory2, memory, w.used));
    }
    REQUIRE(w.used == f->bytes + 2 && !memcmp(memory + 1, bytes + f->offset, f->bytes));
}

static uint64_t run(const rkh_config_t *config, const uint8_t *data, size_t size, uint32_t capacity,
                    bool whole)
{
    static uint8_t all[512];
    static rkh_name_t table[16];
    static char text[200];
    rkh_reader_t r;
    rkh_names_t names;
    rkh_weir_t weir;
    uint64_t hash = 0, frames = 0, damaged = 0, skipped = 0, inside = 0, end = 0;
    rkh_names_init(&names, table, 16, text, sizeof text);
    rkh_weir_init(&weir, 0);
    REQUIRE(rkh_reader_init(&r, config, all + sizeof all - capacity, capacity) == 0);
    for (size_t at = 0; at <= size;) {
        size_t part = whole ? size : 1 + below(20);
        part = part < size - at ? part : size - at;
        uint8_t *chunk = whole ? NULL
                               : malloc(part + !part); // of just this size, for the sanitizer
        if (chunk)
            memcpy(chunk, data + at, part);
        if (part)
            REQUIRE(rkh_feed(&r, chunk ? chunk : data + at, part) == 0);
        rkh_config_t before = r.config;
        for (int what; (what = part ? rkh_next(&r) : rkh_finish(&r)) != RKH_MORE;
             before = r.config) {
            uint64_t offset, bytes;
            if (what == RKH_FRAME) {
                const rkh_frame_t *f = &r.frame;
                offset = f->offset;
                bytes = f->bytes;
                frames++;
                add(&hash, f->offset);
                add(&hash, f->id | (uint64_t)f->sequence << 32 | (uint64_t)f->lost << 40 |
                               (uint64_t)f->restart << 48);
                add(&hash, f->time);
                add_args(&hash, &r);
                add(&hash, (uint64_t)rkh_names_take(&names, &r.config, f));
                rkh_weir_event_t e;
                int rc = rkh_weir_take(&weir, &r, &e);
                add(&hash, (uint64_t)rc);
                if (rc == 1)
                    add(&hash, e.time + e.value + e.id);
                rewrite(&r, &before, data);
                inside += bytes;
            } else {
                char line[160];
                offset = r.damage.offset;
                bytes = r.damage.bytes;
                damaged++;
                skipped += bytes;
                add(&hash, r.damage.kind | (uint64_t)r.damage.offset << 8);
                REQUIRE(strlen(rkh_damage_text(&r.damage, line, sizeof line)) < 120);
            }
            REQUIRE(offset >= end && bytes > 0 && offset + bytes <= size);
            end = offset + bytes;
        }
        free(chunk);
        at += part;
        if (!part)
            break;
    }
    REQUIRE(r.totals.bytes == size && r.totals.frames == frames && r.totals.damaged == damaged &&
            r.totals.skipped == skipped);
    REQUIRE(names.used <= 12);
    uint64_t flags = 0;
    for (size_t i = 0; i < size; i++)
        flags += data[i] == RKH_FLAG;
    REQUIRE(inside + skipped + flags == size); // nothing is silent
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t sizes[] = {0, 1, 2, 4, 8, 4, 2, 1};
    if (size < 4)
        return 0;
    rkh_config_t c = rkh_config_default;
    c.id_size = sizes[1 + data[0] % 3];
    c.sequence = !(data[0] & 4);
    c.timestamp = !(data[0] & 8);
    c.checksum = !(data[0] & 16);
    c.timestamp_size = sizes[1 + (data[0] >> 5) % 3];
    c.pointer_size = sizes[data[1] & 7];
    c.signal_size = sizes[data[1] >> 3 & 7];
    c.flags |= (uint32_t)data[2] << 7 & 0x1800;
    uint32_t capacity = data[2] & 1 ? 512 : 24;
    random_state = data[3];
    data += 4;
    size -= 4;
    REQUIRE(run(&c, data, size, capacity, true) == run(&c, data, size, capacity, false));
    rkh_config_t probed;
    if (data[-1] % 8 == 0 && rkh_probe(data, size, &probed))
        REQUIRE(rkh_config_valid(&probed));
    return 0;
}
