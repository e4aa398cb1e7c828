// SPDX-License-Identifier: Apache-2.0
// RKH: random frames of random configurations are written, cut into random chunks, and read:
// everything must come back.
//
//     rkh-roundtrip FIRST COUNT        seeds FIRST to FIRST + COUNT - 1
#include <string.h>

#include "random.h"
#include "rkh_args.h"
#include "rkh_emit.h"
#include "rkh_names.h"
#include "rkh_weir_read.h"

enum { FRAMES = 60, BYTES = 300, STREAM = FRAMES * 2 * (BYTES + 40) };

static unsigned one_of(unsigned a, unsigned b, unsigned c, unsigned d)
{
    const unsigned all[] = {a, b, c, d};
    return all[below(4)];
}

// ---- a stream that grows

static uint8_t stream[STREAM];
static size_t stream_size;

static int grow(void *context, const uint8_t *bytes, uint32_t size)
{
    (void)context;
    REQUIRE(stream_size + size <= STREAM);
    memcpy(stream + stream_size, bytes, size);
    stream_size += size;
    return 0;
}

// ---- what was written

typedef struct {
    uint32_t id, size;
    uint64_t time;
    uint8_t sequence;
    bool tcfg;
    uint8_t args[BYTES];
} expected_t;

static expected_t expected[FRAMES];

static uint8_t byte(void) { return below(3) ? (uint8_t)any() : below(2) ? RKH_FLAG : RKH_ESCAPE; }

static rkh_config_t random_config(void)
{
    rkh_config_t c = {
        .id_size = (uint8_t)one_of(1, 1, 2, 4),
        .sequence = below(4),
        .timestamp = below(4),
        .checksum = below(4),
        .timestamp_size = (uint8_t)one_of(1, 2, 4, 4),
        .pointer_size = (uint8_t)one_of(2, 4, 4, 8),
        .signal_size = (uint8_t)one_of(1, 2, 4, 0),
        .ticks_size = (uint8_t)one_of(1, 2, 4, 4),
        .blocks_size = (uint8_t)one_of(1, 2, 4, 4),
        .elements_size = (uint8_t)one_of(1, 2, 4, 4),
        .event_size = (uint8_t)one_of(1, 2, 4, 4),
        .block_size = (uint8_t)one_of(1, 2, 4, 4),
        .pools = (uint8_t)below(16),
        .version = (uint16_t)any(),
        .hz = (uint16_t)any(),
        .flags = (uint32_t)any() & 0x7fff,
    };
    return c;
}

static void feed_all(rkh_reader_t *r, int (*take)(rkh_reader_t *r, int what))
{
    for (size_t at = 0; at < stream_size;) {
        size_t part = 1 + below(below(4) ? 40 : 1000);
        part = part < stream_size - at ? part : stream_size - at;
        uint8_t *chunk = malloc(part); // of just this size, for the sanitizer
        memcpy(chunk, stream + at, part);
        at += part;
        REQUIRE(rkh_feed(r, chunk, part) == 0);
        for (int what; (what = rkh_next(r)) != RKH_MORE;)
            REQUIRE(take(r, what) == 0);
        free(chunk);
    }
    REQUIRE(rkh_finish(r) == RKH_MORE);
}

static unsigned taken;

static int take_raw(rkh_reader_t *r, int what)
{
    REQUIRE(what == RKH_FRAME);
    const expected_t *e = &expected[taken++];
    const rkh_frame_t *f = &r->frame;
    REQUIRE(f->tcfg == e->tcfg && f->id == e->id && f->lost == 0 && !f->restart);
    REQUIRE(f->args_size == e->size && !memcmp(f->args, e->args, e->size));
    if (!f->tcfg)
        REQUIRE(f->sequence == e->sequence && (!r->config.timestamp || f->time == e->time));
    REQUIRE(stream[f->offset - 1] == RKH_FLAG && stream[f->offset + f->bytes] == RKH_FLAG);
    REQUIRE(rkh_id(r->config.id_size, f->group, f->event) == f->id);
    return 0;
}

// A frame in one go or in three steps: the same.
static int write_frame(rkh_writer_t *w, uint32_t id, uint32_t time, const uint8_t *args,
                       uint32_t size)
{
    if (below(2))
        return rkh_emit_frame(w, id, time, args, size);
    rkh_begin(w, id, time);
    rkh_put_bytes(w, args, size);
    return rkh_end(w);
}

static void raw_frames(void)
{
    rkh_config_t c = random_config();
    uint8_t memory[2 * BYTES + 40], room[BYTES + 40];
    rkh_writer_t w;
    rkh_reader_t r;
    uint64_t mask = c.timestamp_size == 4 ? UINT32_MAX : (1u << 8 * c.timestamp_size) - 1,
             time = any() & mask;
    uint8_t sequence = 0;
    bool begun = false;
    REQUIRE(rkh_writer_init(&w, &c, memory, sizeof memory, grow, NULL) == 0);
    unsigned count = 1 + below(FRAMES);
    for (unsigned i = 0; i < count; i++) {
        expected_t *e = &expected[i];
        *e = (expected_t){.tcfg = below(10) == 0};
        if (e->tcfg) {
            e->id = rkh_id(c.id_size, RKH_GROUP_FWK, RKH_FWK_TCFG);
            e->size = RKH_TCFG_SIZE;
            rkh_tcfg_pack(&c, e->args);
            REQUIRE(rkh_emit_tcfg(&w) == 0);
            continue;
        }
        do
            e->id = c.id_size == 1 ? byte() : (uint32_t)any() >> (c.id_size == 2 ? 16 : 0);
        while (e->id == rkh_id(c.id_size, RKH_GROUP_FWK, RKH_FWK_TCFG));
        time += below(8) ? below(200) & mask : any() & mask;
        time = begun ? time : time & mask; // before the first frame, wraps are not to be seen
        begun = true;
        e->time = time;
        e->sequence = c.sequence ? sequence++ : 0;
        e->size = below(4) ? below(20) : below(BYTES);
        for (uint32_t k = 0; k < e->size; k++)
            e->args[k] = byte();
        REQUIRE(write_frame(&w, e->id, (uint32_t)time, e->args, e->size) == 0);
    }
    REQUIRE(rkh_flush(&w) == 0 && w.dropped == 0);
    taken = 0;
    REQUIRE(rkh_reader_init(&r, &c, room, sizeof room) == 0);
    feed_all(&r, take_raw);
    REQUIRE(taken == count && r.totals.frames == count && r.totals.bytes == stream_size &&
            r.totals.lost == 0 && r.totals.damaged == 0 && r.totals.skipped == 0);
}

// ---- arguments of user events

enum { ARGS = 12 };
static rkh_arg_t sent[ARGS];
static uint8_t pieces[ARGS][80];
static unsigned sent_count;

static int take_args(rkh_reader_t *r, int what)
{
    REQUIRE(what == RKH_FRAME && r->frame.group == RKH_GROUP_USR);
    rkh_args_t args;
    rkh_arg_t arg;
    rkh_args_begin(&args, &r->config, &r->frame);
    for (unsigned i = 0; i < sent_count; i++) {
        REQUIRE(rkh_args_next(&args, &arg) == 1);
        REQUIRE(arg.type == sent[i].type && arg.size == sent[i].size &&
                arg.width == sent[i].width && !*arg.name);
        if (arg.type == RKH_STR || arg.type == RKH_MEM)
            REQUIRE(!memcmp(arg.data, sent[i].data, arg.size));
        else
            REQUIRE(arg.value == sent[i].value);
    }
    REQUIRE(rkh_args_next(&args, &arg) == 0);
    taken++;
    return 0;
}

static void user_args(void)
{
    static const uint8_t sizes[] = {1, 1, 2, 2, 4, 4, 4};
    rkh_config_t c = random_config();
    uint8_t memory[4096], room[2048];
    rkh_writer_t w;
    rkh_reader_t r;
    rkh_writer_init(&w, &c, memory, sizeof memory, grow, NULL);
    rkh_begin(&w, rkh_id(c.id_size, RKH_GROUP_USR, below(32)), (uint32_t)any());
    sent_count = below(ARGS + 1);
    for (unsigned i = 0; i < sent_count; i++) {
        rkh_arg_t *a = &sent[i];
        *a = (rkh_arg_t){.type = (uint8_t)below(12), .data = pieces[i]};
        if (a->type == RKH_STR || a->type == RKH_MEM) {
            a->size = below(80);
            for (uint32_t k = 0; k < a->size; k++)
                pieces[i][k] = a->type == RKH_STR ? (uint8_t)(1 + below(255)) : byte();
            pieces[i][a->type == RKH_STR ? a->size : 0] = a->type == RKH_STR ? 0 : pieces[i][0];
            if (a->type == RKH_STR)
                rkh_arg_string(&w, (const char *)pieces[i]);
            else
                rkh_arg_memory(&w, pieces[i], (uint8_t)a->size);
            continue;
        }
        a->size = a->type < sizeof sizes ? sizes[a->type]
                  : a->type == RKH_SIG   ? c.signal_size
                                         : c.pointer_size;
        a->width = (uint8_t)below(16);
        a->value = a->size == 8 ? any() : any() & ((1ull << 8 * a->size) - 1);
        rkh_arg(&w, a->type, a->width, a->value);
        if (a->type == RKH_I8)
            a->value = (uint64_t)(int64_t)(int8_t)a->value;
        if (a->type == RKH_I16)
            a->value = (uint64_t)(int64_t)(int16_t)a->value;
        if (a->type == RKH_I32)
            a->value = (uint64_t)(int64_t)(int32_t)a->value;
    }
    REQUIRE(rkh_end(&w) == 0 && rkh_flush(&w) == 0);
    taken = 0;
    rkh_reader_init(&r, &c, room, sizeof room);
    feed_all(&r, take_args);
    REQUIRE(taken == 1);
}

// ---- dictionaries

static rkh_name_t table[64];
static char text[1024];
static rkh_names_t names;

static int take_name(rkh_reader_t *r, int what)
{
    REQUIRE(what == RKH_FRAME && rkh_names_take(&names, &r->config, &r->frame) == 1);
    rkh_args_t args;
    rkh_arg_t arg;
    int rc;
    rkh_args_begin(&args, &r->config, &r->frame);
    while ((rc = rkh_args_next(&args, &arg)) == 1)
        REQUIRE(*arg.name);
    REQUIRE(rc == 0);
    return 0;
}

static void dictionaries(void)
{
    static const uint8_t objects[] = {RKH_FWK_OBJ,   RKH_FWK_FUN,   RKH_FWK_AO,
                                      RKH_FWK_TIMER, RKH_FWK_QUEUE, RKH_FWK_ACTOR};
    rkh_config_t c = rkh_config_default;
    c.id_size = (uint8_t)one_of(1, 2, 4, 1);
    c.pointer_size = (uint8_t)one_of(2, 4, 8, 4);
    c.signal_size = (uint8_t)one_of(1, 2, 4, 4);
    uint8_t memory[512], room[200];
    rkh_writer_t w;
    rkh_reader_t r;
    struct {
        rkh_name_kind_t kind;
        uint64_t key;
        char name[24];
    } names_sent[20];
    rkh_writer_init(&w, &c, memory, sizeof memory, grow, NULL);
    rkh_names_init(&names, table, 64, text, sizeof text);
    unsigned count = below(21);
    for (unsigned i = 0; i < count; i++) {
        bool address = below(2);
        names_sent[i].kind = address ? RKH_NAME_OBJECT : (rkh_name_kind_t)(2 + below(3));
        names_sent[i].key = below(12);
        snprintf(names_sent[i].name, sizeof names_sent[i].name, "%sname %u", below(2) ? "&" : "",
                 below(100000));
        const char *name = names_sent[i].name;
        uint32_t time = (uint32_t)any();
        int rc = address && below(3) == 0 ? rkh_emit_state(&w, RKH_FWK_STATE + below(2), time,
                                                           any() & 0xff, names_sent[i].key, name)
                 : address ? rkh_emit_object(&w, objects[below(sizeof objects)], time,
                                             names_sent[i].key, name)
                 : names_sent[i].kind == RKH_NAME_SIGNAL
                     ? rkh_emit_signal(&w, time, (uint32_t)names_sent[i].key, name)
                 : names_sent[i].kind == RKH_NAME_USER
                     ? rkh_emit_user(&w, time, (uint32_t)names_sent[i].key, name)
                     : rkh_emit_pool(&w, time, (uint8_t)names_sent[i].key, name);
        REQUIRE(rc == 0);
    }
    rkh_flush(&w);
    rkh_reader_init(&r, &c, room, sizeof room);
    feed_all(&r, take_name);
    for (unsigned kind = RKH_NAME_OBJECT; kind <= RKH_NAME_POOL; kind++)
        for (uint64_t key = 0; key < 12; key++) {
            const char *last = NULL;
            for (unsigned i = 0; i < count; i++)
                if (names_sent[i].kind == kind && names_sent[i].key == key)
                    last = names_sent[i].name + (*names_sent[i].name == '&');
            const char *found = rkh_names_find(&names, (rkh_name_kind_t)kind, key);
            REQUIRE(!last == !found && (!last || !strcmp(last, found)));
        }
    REQUIRE(names.left_out == 0);
}

// ---- Weir's events

static rkh_weir_event_t events[FRAMES];
static rkh_weir_t weir;

static int take_weir(rkh_reader_t *r, int what)
{
    rkh_weir_event_t e;
    REQUIRE(what == RKH_FRAME);
    int rc = rkh_weir_take(&weir, r, &e);
    REQUIRE(rc >= 0);
    if (!rc)
        return 0;
    const rkh_weir_event_t *x = &events[taken++];
    REQUIRE(e.kind == x->kind && e.hart == x->hart && e.time == x->time && e.id == x->id &&
            e.value == x->value && e.enter == x->enter && e.part == x->part && e.what == x->what);
    REQUIRE(!memcmp(e.dropped, x->dropped, sizeof e.dropped) && e.cause == x->cause &&
            e.source == x->source && e.first == x->first && e.last == x->last);
    return 0;
}

static void weir_events(void)
{
    const rkh_config_t *c = below(2) ? &rkh_weir_config : &rkh_weir_config_harts;
    uint8_t memory[256], room[100];
    rkh_writer_t w;
    rkh_reader_t r;
    uint64_t time = any() >> below(64);
    rkh_weir_t s;
    rkh_weir_init(&s, 100000000);
    rkh_writer_init(&w, c, memory, sizeof memory, grow, NULL);
    REQUIRE(rkh_weir_emit_start(&s, &w, time) == 0);
    unsigned count = below(FRAMES);
    for (unsigned i = 0; i < count; i++) {
        rkh_weir_event_t *e = &events[i];
        static const rkh_weir_kind_t kinds[] = {RKH_WEIR_USER,   RKH_WEIR_COM, RKH_WEIR_SYS,
                                                RKH_WEIR_THREAD, RKH_WEIR_ISR, RKH_WEIR_LOSS};
        time += any() >> (24 + below(40));
        *e = (rkh_weir_event_t){
            .kind = kinds[below(6)], .hart = below(16), .time = time};
        if (e->kind == RKH_WEIR_LOSS && below(2)) {
            e->part = true;
            e->what = (uint8_t)(below(4) ? RKH_WEIR_LOSS_TOTAL + below(32) : below(2));
            e->value = (uint32_t)any();
        } else if (e->kind == RKH_WEIR_LOSS) {
            for (int k = 0; k < 4; k++)
                e->dropped[k] = (uint32_t)any();
            e->cause = (uint8_t)any();
            e->source = any();
            e->first = any();
            e->last = any();
        } else if (e->kind == RKH_WEIR_THREAD || e->kind == RKH_WEIR_ISR) {
            e->value = (uint32_t)any();
            e->enter = e->kind == RKH_WEIR_ISR && below(2);
        } else {
            e->id = (uint16_t)any();
            e->value = any() >> below(64);
        }
        if (e->kind <= RKH_WEIR_THREAD && e->value <= UINT32_MAX && below(2))
            REQUIRE(rkh_weir_emit_value(&s, &w, e->kind, e->hart, time, e->id,
                                        (uint32_t)e->value) == 0);
        else
            REQUIRE(rkh_weir_emit(&s, &w, e) == 0);
        if (below(10) == 0)
            REQUIRE(rkh_weir_emit_name(&s, &w, e->hart, time, (uint16_t)any(), "a name") == 0);
        if (below(10) == 0)
            REQUIRE(rkh_weir_emit_value_name(&s, &w, e->hart, time, (uint16_t)any(),
                                             any() >> below(64), "a value") == 0);
        if (below(20) == 0)
            REQUIRE(rkh_weir_emit_start(&s, &w, time) == 0);
    }
    REQUIRE(rkh_flush(&w) == 0);
    taken = 0;
    rkh_weir_init(&weir, 0);
    rkh_reader_init(&r, c, room, sizeof room);
    feed_all(&r, take_weir);
    REQUIRE(taken == count && weir.hz == 100000000 && r.totals.lost == 0);
}

// ---- a writer without room

static unsigned drop;

static int grow_sometimes(void *context, const uint8_t *bytes, uint32_t size)
{
    return drop && below(drop) == 0 ? 1 : grow(context, bytes, size);
}

static unsigned kept, lost;

static int take_whole(rkh_reader_t *r, int what)
{
    REQUIRE(what == RKH_FRAME && r->frame.args_size >= 1);
    kept++;
    lost += r->frame.lost;
    return 0;
}

// Frames that find no room are dropped and counted by the sequence numbers; those before and behind
// are whole.
static void no_room(void)
{
    rkh_config_t c = rkh_config_default;
    uint8_t memory[80], room[200], bytes[100];
    rkh_writer_t w;
    rkh_reader_t r;
    drop = below(2) ? 3 : 0;
    rkh_writer_init(&w, &c, memory, sizeof memory, drop ? grow_sometimes : grow, NULL);
    unsigned fine = 0, dropped = 0, trailing = 0;
    for (unsigned i = 0; i < 100; i++) {
        uint32_t size = 1 + below(100);
        for (uint32_t k = 0; k < size; k++)
            bytes[k] = byte();
        int rc = write_frame(&w, 0xc0, i, bytes, size);
        REQUIRE(rc == 0 || rc == RKH_E_ROOM || (drop && rc == RKH_E_WRITE));
        fine += rc == 0;
        dropped += rc != 0;
        trailing = rc ? trailing + 1 : 0;
    }
    drop = 0;
    REQUIRE(rkh_flush(&w) == 0 && w.dropped == dropped && w.used == 0);
    kept = lost = 0;
    rkh_reader_init(&r, &c, room, sizeof room);
    r.sequenced = true; // the first number is 0
    feed_all(&r, take_whole);
    REQUIRE(kept == fine && lost == dropped - trailing);
}

int main(int argc, char **argv)
{
    unsigned long first = argc > 1 ? strtoul(argv[1], NULL, 10) : 0,
                  count = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    static void (*const kinds[])(void) = {raw_frames, user_args, dictionaries, weir_events,
                                          no_room};
    for (unsigned long seed = first; seed < first + count; seed++) {
        random_begin(seed);
        stream_size = 0;
        kinds[seed % (sizeof kinds / sizeof *kinds)]();
    }
    printf("%lu streams\n", count);
    return 0;
}
