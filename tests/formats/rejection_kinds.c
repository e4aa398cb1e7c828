// SPDX-License-Identifier: Apache-2.0
// Input and arguments that the libraries of the formats reject, and their errors: arguments out of
// range, memory too small, failing functions of the caller. rejection_kinds PART FILE, where PART
// is one of those in main and FILE can be read.
#undef NDEBUG
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "event.h"
#include "flux_file.h"
#include "flux_pack.h"
#include "fxt.h"
#include "fxt_names.h"
#include "rkh_args.h"
#include "rkh_emit.h"
#include "rkh_names.h"
#include "rkh_read.h"
#include "rkh_weir_read.h"
#include "txtb_read.h"
#include "txtb_ring.h"
#include "txtb_write.h"
#include "vcd.h"

// ---- a stream that stops: accepts or delivers a limited number of calls

static unsigned calls;
static uint8_t store[1 << 16];
static size_t stored;

static int take(void *context, const void *bytes, size_t size)
{
    (void)context;
    if (!calls || stored + size > sizeof store)
        return 1;
    calls--;
    memcpy(store + stored, bytes, size);
    stored += size;
    return 0;
}

static void begin(unsigned good)
{
    calls = good;
    stored = 0;
}

// ---- RKH

static int received; // arguments of the caller's functions

static int flush(void *context, const uint8_t *bytes, uint32_t size)
{
    received += context == &received;
    return take(context, bytes, size);
}

// Bytes for a reader, to the end of the stream: returns the last result.
static int read_rkh(rkh_reader_t *r, const rkh_config_t *config, const void *bytes, size_t size)
{
    static uint8_t memory[300];
    int rc = rkh_reader_init(r, config, memory, sizeof memory), last = 0;
    assert(!rc && !rkh_feed(r, bytes, size));
    while ((rc = rkh_next(r)))
        last = rc;
    rc = rkh_finish(r);
    return rc ? rc : last;
}

static void rkh(const char *path)
{
    (void)path;
    rkh_writer_t w;
    rkh_reader_t r;
    rkh_names_t n;
    rkh_weir_t s;
    rkh_name_t table[4];
    char text[40];
    uint8_t memory[64];
    const rkh_config_t good = rkh_config_default;
    rkh_config_t bad;

    const struct {
        size_t at;
        uint8_t value;
    } wrong[] = {
        {offsetof(rkh_config_t, id_size), 0},        {offsetof(rkh_config_t, id_size), 3},
        {offsetof(rkh_config_t, id_size), 8},        {offsetof(rkh_config_t, timestamp_size), 8},
        {offsetof(rkh_config_t, timestamp_size), 0}, {offsetof(rkh_config_t, pools), 16},
        {offsetof(rkh_config_t, pointer_size), 3},   {offsetof(rkh_config_t, signal_size), 16},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bad = good;
        ((uint8_t *)&bad)[wrong[i].at] = wrong[i].value;
        assert(!rkh_config_valid(&bad));
        assert(rkh_writer_init(&w, &bad, memory, sizeof memory, NULL, NULL) == RKH_E_ARG &&
               rkh_reader_init(&r, &bad, memory, sizeof memory) == RKH_E_ARG);
    }
    assert(rkh_writer_init(&w, &good, NULL, sizeof memory, NULL, NULL) == RKH_E_ARG &&
           rkh_writer_init(&w, &good, memory, 0, NULL, NULL) == RKH_E_ARG);
    assert(rkh_reader_init(&r, &good, NULL, sizeof memory) == RKH_E_ARG &&
           rkh_reader_init(&r, &good, memory, 0) == RKH_E_ARG);

    assert(!rkh_writer_init(&w, &good, memory, sizeof memory, flush, NULL));
    assert(rkh_end(&w) == RKH_E_ARG);
    begin(1);
    rkh_begin(&w, rkh_id(1, RKH_GROUP_USR, 1), 0);
    rkh_arg_i32(&w, -1);
    assert(rkh_end(&w) == 0 && rkh_flush(&w) == 0 &&
           memmem(store, stored, "\x04\xff\xff\xff\xff", 5));
    for (unsigned i = 0; i < 20; i++) // the flush function fails: frames are dropped and counted
        (void)rkh_emit_frame(&w, 1, 0, "abcdefgh", 8);
    assert(w.dropped > 10 && rkh_flush(&w) == RKH_E_WRITE);

    // values that no unit writes; and full memory
    assert(!rkh_writer_init(&w, &rkh_weir_config, memory, sizeof memory, NULL, NULL));
    rkh_weir_init(&s, 1000);
    assert(rkh_weir_emit(&s, &w, &(rkh_weir_event_t){.kind = (rkh_weir_kind_t)77}) == RKH_E_ARG);
    assert(rkh_weir_begin(&s, &w, &(rkh_weir_event_t){.kind = RKH_WEIR_LOSS}) == RKH_E_ARG);
    assert(rkh_weir_emit_value(&s, &w, (rkh_weir_kind_t)77, 0, 0, 1, 1) == RKH_E_ARG);
    while (!rkh_weir_emit_value(&s, &w, RKH_WEIR_USER, 0, 0, 1, 1))
        ;
    assert(rkh_weir_emit_start(&s, &w, 0) == RKH_E_ROOM);
    assert(rkh_weir_emit(&s, &w, &(rkh_weir_event_t){.kind = RKH_WEIR_LOSS, .time = UINT64_MAX}) ==
           RKH_E_ROOM);
    rkh_weir_init(&s, 1000);
    assert(rkh_weir_emit(&s, &w, &(rkh_weir_event_t){.kind = RKH_WEIR_LOSS, .time = UINT64_MAX}) ==
           RKH_E_ROOM);
    assert(!strcmp(rkh_weir_kind_name((rkh_weir_kind_t)99), "?") &&
           !strcmp(rkh_group_name(8), "?"));

    // a chunk before the end of the last; an early end
    assert(!rkh_reader_init(&r, &good, memory, sizeof memory));
    assert(!rkh_feed(&r, "\x7e\x01\x7e", 3) && rkh_feed(&r, "\x7e", 1) == RKH_E_ARG &&
           rkh_finish(&r) == RKH_MORE);

    // skipped bytes, and the reason
    char line[120];
    const char tcfg[] = {0x7e, (char)rkh_id(1, RKH_GROUP_FWK, RKH_FWK_TCFG), 0x7e};
    const struct {
        const char *bytes;
        size_t size;
        const char *says;
    } damage[] = {
        {"abc\x7e", 4, "byte 0: 3 bytes: expected a flag (0x7e) before them"},
        {"\x7e\xa1", 2, "byte 1: 1 bytes: expected a flag (0x7e) behind them, found the end"},
        {tcfg, 3, "byte 1: 1 bytes: expected a frame of at least 2 bytes, found 1"},
        {"\x7e\x01\x7e", 3, "byte 1: 1 bytes: expected a frame of at least 7 bytes, found 1"},
    };
    for (unsigned i = 0; i < sizeof damage / sizeof *damage; i++) {
        assert(read_rkh(&r, &good, damage[i].bytes, damage[i].size) == RKH_DAMAGE &&
               !strcmp(rkh_damage_text(&r.damage, line, sizeof line), damage[i].says));
        assert(i > 1 || (!r.damage.expected && !r.damage.found));
    }
    assert(!rkh_event_name(8, 0) && !rkh_event_name(200, 1));

    // frames without names; a name that begins with &; a target that restarts, and one that does
    // not
    static const uint8_t object[] = {4, 3, 2, 1, '&', 'l', 'e', 'd', 0};
    rkh_names_init(&n, table, 4, text, sizeof text);
    assert(!rkh_names_take(&n, &good,
                           &(rkh_frame_t){.group = RKH_GROUP_USR,
                                          .event = RKH_FWK_OBJ,
                                          .args = object,
                                          .args_size = sizeof object}));
    assert(!rkh_names_take(&n, &good,
                           &(rkh_frame_t){.group = RKH_GROUP_FWK,
                                          .event = RKH_FWK_TCFG,
                                          .args = object,
                                          .args_size = sizeof object}));
    assert(rkh_names_take(&n, &good,
                          &(rkh_frame_t){.group = RKH_GROUP_FWK,
                                         .event = RKH_FWK_OBJ,
                                         .args = object,
                                         .args_size = sizeof object}) == 1);
    assert(n.text_used == 4 && !strcmp(rkh_names_find(&n, RKH_NAME_OBJECT, 0x01020304), "led"));
    for (unsigned later = 0; later < 2; later++) {
        begin(~0u);
        assert(!rkh_writer_init(&w, &good, memory, sizeof memory, flush, NULL) &&
               !rkh_emit_tcfg(&w));
        w.sequence = 5;
        assert(!rkh_emit_frame(&w, 1, 100, "x", 1) && !rkh_flush(&w) && !rkh_emit_tcfg(&w));
        w.sequence = 0;
        assert(!rkh_emit_frame(&w, 1, later ? 200 : 50, "x", 1) && !rkh_flush(&w));
        assert(read_rkh(&r, &good, store, stored) == RKH_FRAME && r.frame.restart == !later &&
               r.frame.lost == (later ? 250 : 0));
    }

    // a whole frame leaves none open, with little space or much
    for (unsigned room = 0; room < 2; room++) {
        static uint8_t many[1000];
        assert(!rkh_writer_init(&w, &good, many, room ? sizeof many : 20, NULL, NULL));
        rkh_begin(&w, rkh_id(1, RKH_GROUP_USR, 1), 0);
        rkh_arg_u8(&w, 1);
        assert(!rkh_emit_frame(&w, rkh_id(1, RKH_GROUP_USR, 2), 0, "x", 1) &&
               rkh_end(&w) == RKH_E_ARG);
    }

    // numbers of predefined records: of each size, the type that has it
    static const uint8_t zeros[256];
    unsigned numbers[5] = {0};
    for (unsigned sizes = 1; sizes <= 4; sizes *= 2) {
        rkh_config_t c = good;
        c.ticks_size = c.blocks_size = c.elements_size = c.event_size = c.block_size = (uint8_t)
            sizes;
        c.flags = UINT32_MAX;
        for (unsigned group = 0; group < 8; group++)
            for (uint32_t event = 0; event < 64; event++) {
                if (!rkh_event_name(group, event) || group == RKH_GROUP_USR)
                    continue;
                rkh_args_t args;
                rkh_arg_t arg;
                rkh_args_begin(&args, &c,
                               &(rkh_frame_t){.group = (uint8_t)group,
                                              .event = event,
                                              .args = zeros,
                                              .args_size = sizeof zeros});
                while (rkh_args_next(&args, &arg) == 1)
                    if (arg.type != RKH_OBJ && arg.type != RKH_FUN && arg.type != RKH_SIG &&
                        arg.type != RKH_STR && arg.type != RKH_MEM) {
                        assert(arg.size == 1   ? arg.type == RKH_U8
                               : arg.size == 2 ? arg.type == RKH_U16
                                               : arg.size == 4 && arg.type == RKH_U32);
                        numbers[arg.size]++;
                    }
            }
    }
    assert(numbers[1] && numbers[2] && numbers[4]);

    // arguments that depend on a flag
    static const struct {
        unsigned group;
        const char *event, *argument;
        uint32_t flag;
    } only[] = {
        {0, "GET", "least", RKH_F_POOL_MINIMUM},
        {1, "FIFO", "least", RKH_F_QUEUE_MINIMUM},
        {2, "FIFO", "sender", RKH_F_SENDER},
        {2, "LIFO", "least", RKH_F_QUEUE_MINIMUM},
    };
    for (unsigned i = 0; i < sizeof only / sizeof *only; i++)
        for (unsigned set = 0; set < 2; set++) {
            rkh_config_t c = good;
            rkh_args_t args;
            rkh_arg_t arg;
            uint32_t event = 0;
            unsigned there = 0;
            while (!rkh_event_name(only[i].group, event) ||
                   strcmp(rkh_event_name(only[i].group, event), only[i].event))
                assert(++event < 64);
            c.flags = set ? only[i].flag : ~only[i].flag;
            rkh_args_begin(&args, &c,
                           &(rkh_frame_t){.group = (uint8_t)only[i].group,
                                          .event = event,
                                          .args = zeros,
                                          .args_size = sizeof zeros});
            while (rkh_args_next(&args, &arg) == 1)
                there += !strcmp(arg.name, only[i].argument);
            assert(there == set);
        }

    // a configuration, packed and read again
    uint8_t packed[RKH_TCFG_SIZE];
    rkh_config_t config = good;
    config.signal_size = 2, config.timestamp_size = 4, config.pointer_size = 8,
    config.ticks_size = 2, config.blocks_size = 1, config.elements_size = 2;
    config.event_size = 2, config.block_size = 2, config.pools = 3, config.version = 0x1234,
    config.hz = 1000;
    rkh_tcfg_pack(&config, packed);
    assert(packed[6] == 0x24 && packed[7] == 0x82 && packed[8] == 0x12 && packed[9] == 2 &&
           packed[10] == 0x23);
    rkh_config_t again = good;
    assert(!rkh_tcfg_unpack(&again, packed) && again.signal_size == 2 && again.block_size == 2 &&
           again.pools == 3 && again.pointer_size == 8 && again.hz == 1000 &&
           again.version == 0x1234);

    // a stream of Weir: its begin, impossible harts, small numbers in small types, a time in two
    // parts
    static uint8_t much[4096];
    rkh_weir_event_t e;
    received = 0;
    begin(~0u);
    assert(!rkh_writer_init(&w, &rkh_weir_config, much, sizeof much, flush, &received));
    rkh_weir_init(&s, 1000);
    assert(!rkh_weir_emit_start(&s, &w, 5) && !rkh_flush(&w) && received == 1);
    rkh_names_init(&n, table, 4, text, sizeof text);
    unsigned frames = 0, names = 0, times = 0;
    assert(!rkh_reader_init(&r, &rkh_weir_config, memory, sizeof memory) &&
           !rkh_feed(&r, store, stored));
    for (int rc; (rc = rkh_next(&r)); frames++) {
        assert(rc == RKH_FRAME);
        names += r.frame.group == RKH_GROUP_FWK && r.frame.event == RKH_FWK_TUSR &&
                 memmem(r.frame.args, r.frame.args_size, rkh_weir_kind_name(names),
                        strlen(rkh_weir_kind_name(names)));
        times += r.frame.group == RKH_GROUP_USR && r.frame.event == RKH_WEIR_TIME; // of hart 0
    }
    assert(frames == 10 && names == 8 && times == 1);
    assert(rkh_weir_emit_value(&s, &w, RKH_WEIR_USER, 3, 5, 1, 1) == 0 &&
           rkh_weir_emit_value(&s, &w, RKH_WEIR_USER, 16, 5, 1, 1) == RKH_E_ARG);
    // the upper bits of a hart: an argument I8, 1 to 3
    for (unsigned upper = 0; upper <= 4; upper++)
        for (unsigned whole = 0; whole < 2; whole++) {
            static const uint8_t id[] = {RKH_U16, 1, 0, RKH_U8, 7};
            const uint8_t args[] = {RKH_I8, (uint8_t)upper};
            assert(!rkh_flush(&w));
            stored = 0;
            rkh_begin(&w, rkh_id(1, RKH_GROUP_USR, 2 << RKH_WEIR_KIND_BITS | RKH_WEIR_USER), 5);
            for (unsigned i = 0; i < 1 + whole; i++)
                rkh_put(&w, args[i], 1);
            for (unsigned i = 0; whole && i < sizeof id; i++)
                rkh_put(&w, id[i], 1);
            assert(!rkh_end(&w) && !rkh_flush(&w));
            memmove(store + 1, store, stored);
            store[0] = 0x7e;
            assert(read_rkh(&r, &rkh_weir_config, store, stored + 1) == RKH_FRAME);
            const int rc = rkh_weir_take(&s, &r, &e);
            assert(rc == (whole && upper >= 1 && upper <= 3 ? 1 : RKH_E_FORMAT));
            assert(rc != 1 || (e.hart == 2 + 4 * upper && e.id == 1 && e.value == 7));
        }
    // with ids of two bytes, the id has the whole hart: no event begins with such an argument
    for (unsigned upper = 0; upper < 2; upper++) {
        static uint8_t room[100];
        unsigned before = 7;
        begin(~0u);
        assert(!rkh_writer_init(&w, &rkh_weir_config_harts, room, sizeof room, flush, NULL));
        rkh_begin(&w, rkh_id(2, RKH_GROUP_USR, 6 << RKH_WEIR_KIND_BITS | RKH_WEIR_USER), 5);
        if (upper) {
            rkh_put(&w, RKH_I8, 1);
            rkh_put(&w, 1, 1);
        }
        rkh_arg_u16(&w, 1);
        rkh_arg_u8(&w, 7);
        assert(!rkh_end(&w) && !rkh_flush(&w));
        memmove(store + 1, store, stored);
        store[0] = 0x7e;
        assert(read_rkh(&r, &rkh_weir_config_harts, store, stored + 1) == RKH_FRAME);
        assert(rkh_weir_hart(&r, &before) == 6 && !before);
        assert(rkh_weir_take(&s, &r, &e) == (upper ? RKH_E_FORMAT : 1) &&
               (upper || (e.hart == 6 && e.id == 1 && e.value == 7)));
    }

    // a name is no event; that of an id of more than 16 bits is none of Weir's
    for (unsigned kind = 0; kind < 4; kind++) {
        static uint8_t room[100];
        begin(~0u);
        assert(!rkh_writer_init(&w, &rkh_weir_config, room, sizeof room, flush, NULL));
        if (kind == 0) {
            assert(!rkh_weir_emit_name(&s, &w, 1, 5, 0x4001, "name"));
        } else if (kind == 1) {
            assert(!rkh_weir_emit_value_name(&s, &w, 1, 5, 0x4001, 7, "seven"));
        } else {
            rkh_begin(&w, rkh_id(1, RKH_GROUP_USR, RKH_WEIR_NAME), 5);
            rkh_arg_u32(&w, kind == 2 ? 0xffff : 0x10000);
            rkh_arg_string(&w, "name");
            assert(!rkh_end(&w));
        }
        assert(!rkh_flush(&w));
        memmove(store + 1, store, stored);
        store[0] = 0x7e;
        assert(read_rkh(&r, &rkh_weir_config, store, stored + 1) == RKH_FRAME &&
               (r.frame.event & (RKH_WEIR_KINDS - 1)) == RKH_WEIR_NAME &&
               rkh_weir_take(&s, &r, &e) == (kind < 3 ? 0 : RKH_E_FORMAT));
    }
    assert(!rkh_writer_init(&w, &rkh_weir_config, much, sizeof much, flush, NULL));
    begin(~0u);
    for (unsigned bytes = 1; bytes <= 8; bytes++) {
        static const unsigned sizes[] = {1, 2, 4, 4, 10, 10, 10, 10};
        stored = 0;
        assert(!rkh_flush(&w));
        stored = 0;
        assert(!rkh_weir_emit(&s, &w,
                              &(rkh_weir_event_t){.kind = RKH_WEIR_USER,
                                                  .time = 6,
                                                  .id = 1,
                                                  .value = (uint64_t)1 << (8 * bytes - 1)}) &&
               !rkh_flush(&w));
        memmove(store + 1, store, stored);
        store[0] = 0x7e;
        assert(read_rkh(&r, &rkh_weir_config, store, stored + 1) == RKH_FRAME &&
               r.frame.args_size == 3 + 1 + sizes[bytes - 1] - (bytes > 4));
        assert(rkh_weir_take(&s, &r, &e) == 1 && e.value == (uint64_t)1 << (8 * bytes - 1) &&
               e.id == 1);
        rkh_args_t args;
        rkh_arg_t arg;
        rkh_args_begin(&args, &r.config, &r.frame);
        while (rkh_args_next(&args, &arg) == 1)
            assert(!arg.width); // printed in its natural width
    }
    assert(!rkh_writer_init(&w, &rkh_weir_config_harts, much, sizeof much, NULL, NULL));
    rkh_weir_init(&s, 1000);
    assert(!rkh_weir_emit_value(&s, &w, RKH_WEIR_USER, 15, 5, 1, 1) &&
           rkh_weir_emit_value(&s, &w, RKH_WEIR_USER, 16, 5, 1, 1) == RKH_E_ARG);

    config = rkh_weir_config;
    config.timestamp_size = 2;
    begin(~0u);
    assert(!rkh_writer_init(&w, &config, much, sizeof much, flush, NULL));
    rkh_begin(&w, rkh_id(1, RKH_GROUP_USR, RKH_WEIR_TIME), 0x4567);
    rkh_arg_u32(&w, 1);
    rkh_arg_u32(&w, 1000);
    rkh_arg_u16(&w, 0xcdef);
    assert(!rkh_end(&w));
    rkh_begin(&w, rkh_id(1, RKH_GROUP_USR, RKH_WEIR_COM), 0x4568);
    rkh_arg_u16(&w, 0x4001);
    assert(!rkh_end(&w) && !rkh_flush(&w) && !rkh_reader_init(&r, &config, memory, sizeof memory) &&
           !rkh_feed(&r, store, stored));
    rkh_weir_init(&s, 0);
    assert(rkh_next(&r) == RKH_FRAME && !rkh_weir_take(&s, &r, &e) && s.hz == 1000);
    assert(rkh_next(&r) == RKH_FRAME && rkh_weir_take(&s, &r, &e) == 1 && e.time == 0x1cdef4568 &&
           e.kind == RKH_WEIR_COM && e.id == 0x4001);

    // a reader of a stream can write its continuation: the high half of the time is written again
    // where it changes
    for (unsigned changes = 0; changes < 2; changes++) {
        static uint8_t behind[256];
        rkh_writer_t on;
        rkh_weir_t state = s;
        assert(!rkh_writer_init(&on, &rkh_weir_config, behind, sizeof behind, NULL, NULL));
        assert(!rkh_weir_emit(&state, &on,
                              &(rkh_weir_event_t){.kind = RKH_WEIR_USER,
                                                  .time = (uint64_t)(1 + changes) << 32,
                                                  .id = 1,
                                                  .value = 1}));
        unsigned heard = 0;
        rkh_reader_t of;
        static uint8_t room[64];
        assert(!rkh_reader_init(&of, &rkh_weir_config, room, sizeof room) &&
               !rkh_feed(&of, behind, on.used));
        while (rkh_next(&of) == RKH_FRAME)
            heard++;
        assert(heard == 1 + changes);
    }

    // entries of a loss: an end, a begin, or the total of one of the 64 counters; no others
    assert(!rkh_writer_init(&w, &rkh_weir_config, much, sizeof much, flush, NULL));
    assert(!rkh_reader_init(&r, &rkh_weir_config, memory, sizeof memory));
    for (unsigned what = 0; what < 256; what++) {
        rkh_begin(&w, rkh_id(1, RKH_GROUP_USR, RKH_WEIR_LOSS), 0);
        rkh_arg_u8(&w, (uint8_t)what);
        rkh_arg_u32(&w, 5);
        stored = 0;
        assert(!rkh_end(&w) && !rkh_flush(&w) && !rkh_feed(&r, store, stored) &&
               rkh_next(&r) == RKH_FRAME);
        const bool known = what == RKH_WEIR_LOSS_ENDS || what == RKH_WEIR_LOSS_BEGINS ||
                           (what >= RKH_WEIR_LOSS_TOTAL && what < RKH_WEIR_LOSS_TOTAL + 64);
        assert(rkh_weir_take(&s, &r, &e) == (known ? 1 : RKH_E_FORMAT) &&
               (!known || (e.part && e.what == what && e.value == 5)));
        assert(rkh_next(&r) == RKH_MORE);
    }

    assert(!rkh_writer_init(&w, &config, much, sizeof much, flush, NULL) &&
           !rkh_reader_init(&r, &config, memory, sizeof memory));
    rkh_begin(&w, rkh_id(1, RKH_GROUP_USR, RKH_WEIR_COM), 0x4569);
    rkh_arg_u16(&w, 0x4001);
    rkh_arg_string(&w, "no number");
    stored = 0;
    assert(!rkh_end(&w) && !rkh_flush(&w) && !rkh_feed(&r, store, stored));
    assert(rkh_next(&r) == RKH_FRAME && rkh_weir_take(&s, &r, &e) == 1 && e.value == 0);

    // dictionaries: without entries, full, without text; names of one key and another kind
    rkh_names_init(&n, NULL, 0, NULL, 0);
    assert(rkh_names_set(&n, RKH_NAME_OBJECT, 1, "a", 1) == RKH_E_ROOM && n.left_out == 1 &&
           !rkh_names_find(&n, RKH_NAME_OBJECT, 1));
    rkh_names_init(&n, table, 4, text, sizeof text);
    for (unsigned key = 1; key <= 3; key++)
        assert(rkh_names_set(&n, RKH_NAME_OBJECT, key, "name", 4) == 1);
    assert(rkh_names_set(&n, RKH_NAME_SIGNAL, 1, "name", 4) == RKH_E_ROOM &&
           rkh_names_set(&n, RKH_NAME_OBJECT, 9, "name", 4) == RKH_E_ROOM && n.used == 3);
    assert(
        rkh_names_set(&n, RKH_NAME_OBJECT, 2, "b", 1) == 1 &&
        !strcmp(rkh_names_find(&n, RKH_NAME_OBJECT, 2), "b")); // a shorter one, in the same entry
    assert(rkh_names_set(&n, RKH_NAME_OBJECT, 2, "a name that has no room any more", 32) ==
               RKH_E_ROOM &&
           n.left_out == 3);
    for (unsigned key = 1; key <= 30; key++)
        assert(!rkh_names_find(&n, RKH_NAME_USER, key));
}

// ---- TXTB

static int gives; // number of calls before it fails

static int64_t part(void *context, void *bytes, size_t size, uint64_t offset)
{
    const size_t all = *(const size_t *)context;
    if (gives-- <= 0)
        return -1;
    const size_t count = offset >= all ? 0 : all - offset < size ? (size_t)(all - offset) : size;
    memcpy(bytes, store + offset, count);
    return (int64_t)count;
}

// A buffer whose oldest entry is in the middle, cut behind each byte, read in memory of several
// sizes: complete parts are delivered in their order, and the missing rest is reported to the byte.
static void cut_buffers(void)
{
    enum { OBJECTS = 3, EVENTS = 6, OLDEST = 4 };
    static const size_t memories[] = {
        TXTB_MEMORY_LEAST, TXTB_MEMORY_LEAST + 1, 300, 331, 1000, 4096};
    static uint8_t memory[4096];
    static char name[300];
    memset(name, 'n', sizeof name);
    for (unsigned kind = 0; kind < 8; kind++) {
        const size_t before = kind & 1 ? 5 : 0;         // the id is at the input's begin, or later
        const uint32_t name_size = kind & 2 ? 300 : 32; // longer than memory, or not
        const bool big = kind & 4;
        txtb_writer_t w;
        begin(~0u);
        memset(store, 'T', before);
        stored = before;
        assert(!txtb_writer_init(&w,
                                 &(txtb_writer_config_t){.big_endian = big,
                                                         .mask = 0xffffffff,
                                                         .base = 0x1000,
                                                         .name_size = (uint16_t)name_size,
                                                         .objects = OBJECTS - 1,
                                                         .events = EVENTS},
                                 take, NULL));
        for (uint32_t i = 0; i < OBJECTS - 1; i++)
            assert(!txtb_write_object(&w, &(txtb_object_t){.type = TXTB_THREAD,
                                                           .address = 0x2000 + i,
                                                           .name = name,
                                                           .name_size = 200 + i}));
        for (uint32_t i = 0; i < EVENTS; i++)
            assert(!txtb_write_event(&w, &(txtb_event_t){.context = 0x2000,
                                                         .id = TXTB_USER_FIRST + i,
                                                         .time = (i + EVENTS - OLDEST) % EVENTS}));
        assert(!txtb_writer_end(&w));
        const size_t all = stored, object = TXTB_OBJECT_SIZE + name_size,
                     ring = before + TXTB_HEADER_SIZE + OBJECTS * object;
        assert(all == ring + EVENTS * TXTB_EVENT_SIZE);
        for (unsigned byte = 0,
                      current = 0x1000 + (uint32_t)(ring - before) + OLDEST * TXTB_EVENT_SIZE;
             byte < 4; byte++)
            store[before + 32 + byte] = (uint8_t)(current >> 8 * (big ? 3 - byte : byte));
        for (size_t size = 0; size <= all; size++) {
            const size_t capacity = memories[(size + kind) % (sizeof memories / sizeof *memories)];
            txtb_reader_t r;
            txtb_object_t o;
            txtb_event_t e;
            gives = 1 << 30;
            const bool found = before
                                   ? size > ring
                                   : size >= TXTB_HEADER_SIZE; // the begin has a buffer that is cut
            assert(txtb_open(&r, part, &size, 0, memory, capacity) == found);
            if (!found) {
                if (size < before + 4)
                    assert(r.problem.kind == TXTB_NO_ID && r.problem.offset == 0);
                else
                    assert(r.problem.kind == TXTB_BAD_CUT && r.problem.offset == before &&
                           r.problem.found ==
                               (size < before + TXTB_HEADER_SIZE ? size - before : 0));
                continue;
            }
            assert(r.header.reserved[0] == 0xaaaaaaaa && r.header.reserved[1] == 0xbbbbbbbb &&
                   r.header.reserved[2] == 0xcccccccc && !r.header.reserved1 &&
                   r.header.name_size == name_size);
            assert(r.offset == before && r.end == all && r.objects == OBJECTS &&
                   r.events == EVENTS && r.header.big_endian == big);
            int rc;
            uint32_t objects = 0, events = 0;
            while ((rc = txtb_next_object(&r, &o)) == 1) {
                const uint32_t length = 200 + objects < name_size ? 200 + objects : name_size,
                               most = (uint32_t)capacity - TXTB_OBJECT_SIZE;
                assert(o.type == TXTB_THREAD && o.address == 0x2000 + objects &&
                       o.name_size == (length < most ? length : most) &&
                       !memcmp(o.name, name, o.name_size));
                objects++;
            }
            const size_t whole = size < ring ? (size - before - TXTB_HEADER_SIZE) / object
                                             : OBJECTS;
            assert(objects == (whole < OBJECTS - 1 ? whole : OBJECTS - 1) &&
                   rc == (whole < OBJECTS ? TXTB_E_CUT : 0));
            assert(!rc || (r.problem.kind == TXTB_BAD_CUT && r.problem.offset == size &&
                           r.problem.expected == all - before && r.problem.found == size - before));
            const size_t there = size < ring ? 0 : (size - ring) / TXTB_EVENT_SIZE;
            for (uint32_t i = 0; i < EVENTS; i++) {
                const uint32_t index = (OLDEST + i) % EVENTS;
                if (index >= there)
                    continue;
                assert(txtb_next_event(&r, &e) == 1 && e.id == TXTB_USER_FIRST + index &&
                       e.time == i && e.offset == ring + index * TXTB_EVENT_SIZE);
                events++;
            }
            rc = txtb_next_event(&r, &e);
            assert(events == there && rc == (size < all ? TXTB_E_CUT : 0) &&
                   txtb_next_event(&r, &e) == 0);
            assert(!rc || (r.problem.kind == TXTB_BAD_CUT && r.problem.offset == size &&
                           r.problem.expected == all - before && r.problem.found == size - before));
        }
    }
}

// A buffer in the store, of a ring of three entries and this number of events more, with bytes
// before it, between header and registry, between registry and ring, and behind it.
enum { BEFORE, HEAD, REGISTRY, BEHIND, GAPS };
static void gapped(uint32_t objects, unsigned wrapped, const size_t gaps[GAPS])
{
    enum { ENTRIES = 3, WORDS = (48 + 2 * 48 + ENTRIES * 32) / 4 };
    static char name[TXTB_NAME_SIZE];
    uint32_t words[WORDS];
    const uint32_t registry = 48 * objects;
    txtb_ring_t ring;
    memset(name, 'n', sizeof name);
    assert(txtb_ring_init(&ring, words, 48 + registry + ENTRIES * 32, objects, ~0u, 0x1000) ==
           ENTRIES);
    for (uint32_t i = 0; i < objects; i++)
        assert(!txtb_ring_object(&ring, &(txtb_object_t){.type = TXTB_THREAD,
                                                         .address = 0x2000,
                                                         .name = name,
                                                         .name_size = sizeof name}));
    for (unsigned i = 0; i < ENTRIES + wrapped; i++)
        txtb_ring_event(&ring, 0x2000, 0, TXTB_USER_FIRST, i, 1, 2, 3, 4);
    const uint32_t to_registry = (uint32_t)gaps[HEAD],
                   to_ring = to_registry + (uint32_t)gaps[REGISTRY];
    words[3] += to_registry, words[5] += to_registry;
    words[6] += to_ring, words[7] += to_ring, words[8] += to_ring;
    uint8_t *at = store + gaps[BEFORE];
    memcpy(at, words, 48);
    memcpy(at + 48 + to_registry, words + 12, registry);
    memcpy(at + 48 + to_ring + registry, words + 12 + registry / 4, ENTRIES * 32);
    stored = gaps[BEFORE] + 48 + to_ring + registry + ENTRIES * 32 + gaps[BEHIND];
}

// What an input has besides a buffer is counted to the byte, except unused memory; of an input that
// ends in the buffer, what is there.
static void others(void)
{
    static const size_t sizes[] = {0, 1, 2, 255, 256, 257, 512, 513, 600};
    static const uint8_t fills[][2] = {{0, 0}, {0xff, 0xff}, {0, 0xff}, {0xff, 0},
                                       {7, 7}, {0, 7},       {7, 0xff}, {0xff, 7}};
    uint8_t memory[TXTB_MEMORY_LEAST];
    txtb_reader_t r;
    txtb_object_t o;
    txtb_event_t e;
    uint64_t bytes, buffers, first;
    gives = 1 << 30;
    for (unsigned gap = 0; gap < GAPS; gap++)
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (unsigned fill = 0; fill < sizeof fills / sizeof *fills; fill++) {
                size_t gaps[GAPS] = {0};
                const size_t size = gaps[gap] = sizes[i];
                gapped(2, 1, gaps);
                uint8_t *const there = gap == BEFORE     ? store
                                       : gap == HEAD     ? store + 48
                                       : gap == REGISTRY ? store + 3 * 48
                                                         : store + stored - size;
                bool used = false;
                for (size_t k = 0; k < size; k++) {
                    there[k] = fills[fill][k >= size / 2];
                    used |= there[k] != there[0] || there[k] == 7;
                }
                assert(txtb_open(&r, part, &stored, 0, memory, sizeof memory) == 1 &&
                       r.offset == gaps[BEFORE] && !r.sequential);
                while (txtb_next_object(&r, &o) == 1)
                    ;
                while (txtb_next_event(&r, &e) == 1)
                    ;
                assert(!txtb_others(&r, &bytes, &buffers, &first) && bytes == (used ? size : 0) &&
                       !buffers && !first);
            }

    for (uint32_t objects = 0; objects < 3; objects++)
        for (unsigned wrapped = 0; wrapped < 3; wrapped++)
            for (size_t one = 0; one < 3; one++)
                for (size_t other = 0; other < 3; other++) {
                    const size_t gaps[GAPS] = {[HEAD] = one, [REGISTRY] = other},
                                 behind = 48 + one + 48 * objects;
                    memset(store, 7, sizeof store);
                    gapped(objects, wrapped, gaps);
                    const size_t all = stored;
                    for (size_t size = 48; size <= all; size++) {
                        const size_t head = size - 48 < one ? size - 48 : one,
                                     rest = size < behind           ? 0
                                            : size - behind < other ? size - behind
                                                                    : other;
                        assert(txtb_open(&r, part, &size, 0, memory, sizeof memory) == 1);
                        while (txtb_next_object(&r, &o) == 1)
                            ;
                        int rc;
                        while ((rc = txtb_next_event(&r, &e)) == 1)
                            ;
                        assert(rc == (size < all ? TXTB_E_CUT : 0));
                        assert(!txtb_others(&r, &bytes, &buffers, &first) && bytes == head + rest &&
                               !buffers && !first);
                    }
                }
}

// A timer counts down if at least four steps do, and at least twice as many as go up, each taken as
// the shorter way around; equal times are no steps.
static void directions(void)
{
    enum { START = 0x9000, MOST = 12 };
    uint8_t memory[TXTB_MEMORY_LEAST];
    static const uint32_t strides[] = {1, 0x123, 0x7fff}; // of a timer of 16 bits
    for (unsigned down = 0; down < MOST; down++)
        for (unsigned up = 0; up < MOST; up++)
            for (unsigned i = 0; i < 3; i++)
                for (unsigned equal = 0; equal < 2; equal++) {
                    txtb_writer_t w;
                    txtb_reader_t r;
                    txtb_event_t e;
                    uint16_t time = START;
                    unsigned downs = down, ups = up, events = 1 + (1 + equal) * (down + up);
                    begin(~0u);
                    assert(!txtb_writer_init(
                        &w, &(txtb_writer_config_t){.mask = 0xffff, .events = events}, take, NULL));
                    for (unsigned n = 0; n < events; n++) {
                        if (n && !(equal && n % 2)) {
                            const bool falls = downs && (!ups || n % 3);
                            time = (uint16_t)(time + (falls ? -strides[i] : strides[i]));
                            downs -= falls;
                            ups -= !falls;
                        }
                        assert(!txtb_write_event(&w, &(txtb_event_t){.context = 0x2000,
                                                                     .id = TXTB_USER_FIRST + n,
                                                                     .time = time}));
                    }
                    assert(!txtb_writer_end(&w));
                    gives = 1 << 30;
                    assert(txtb_open(&r, part, &stored, 0, memory, sizeof memory) == 1);
                    assert(txtb_counts_down(&r) == (down >= TXTB_STEPS_LEAST && down >= 2 * up));
                    for (unsigned n = 0; n < events; n++) // which leaves the reader as it was
                        assert(txtb_next_event(&r, &e) == 1 && e.id == TXTB_USER_FIRST + n);
                    assert(!txtb_next_event(&r, &e));
                }
}

static void txtb(const char *path)
{
    (void)path;
    txtb_writer_t w;
    txtb_ring_t ring;
    uint32_t words[64] = {0};
    uint8_t memory[TXTB_MEMORY_LEAST];
    const txtb_writer_config_t config = {
        .mask = 0xffff, .base = 0x1000, .name_size = 300, .objects = 2, .events = 3};
    const txtb_object_t object = {
        .type = TXTB_THREAD, .address = 0x2000, .name = "a", .name_size = 1};
    const txtb_event_t event = {.context = 0x2000, .id = TXTB_USER_FIRST};

    assert(txtb_ring_init(&ring, NULL, sizeof words, 1, ~0u, 0) == TXTB_E_ARG &&
           txtb_ring_init(&ring, words, 60, 1, ~0u, 0) == TXTB_E_ARG);
    assert(txtb_ring_init(&ring, words, sizeof words, 100, ~0u, 0) == TXTB_E_ARG &&
           txtb_ring_init(&ring, words, sizeof words, 1, ~0u, ~0u - 8) == TXTB_E_ARG);
    assert(txtb_ring_init(&ring, words, sizeof words, 1, ~0u, 0) == (256 - 48 - 48) / 32);

    begin(~0u);
    assert(txtb_writer_init(&w, &(txtb_writer_config_t){.events = 0x7fffffff}, take, NULL) ==
               TXTB_E_ARG &&
           txtb_writer_init(&w, &config, NULL, NULL) == TXTB_E_ARG);
    assert(!txtb_writer_init(&w, &(txtb_writer_config_t){.objects = 1, .events = 1}, take,
                             NULL)); // a mask and a size of names of their own
    assert(stored == 48 && store[4] == 0xff && store[7] == 0xff);
    assert(!txtb_write_object(&w, &object) && txtb_write_object(&w, &object) == TXTB_E_ROOM);
    assert(!txtb_write_event(&w, &event) && txtb_write_event(&w, &event) == TXTB_E_ROOM &&
           txtb_write_object(&w, &object) == TXTB_E_ARG);
    assert(txtb_write_event(&w, &(txtb_event_t){.context = 0}) < 0);
    unsigned all = 0;
    for (unsigned good = 0;; good++) { // every failure of writing is reported, and is final
        begin(good);
        int rc = txtb_writer_init(&w, &config, take, NULL);
        if (!rc)
            rc = txtb_write_object(&w, &object);
        if (!rc)
            rc = txtb_write_event(&w, &event);
        const int end = txtb_writer_end(&w);
        if (!rc && !end)
            break;
        assert((!rc || rc == TXTB_E_WRITE) && end == TXTB_E_WRITE &&
               txtb_writer_end(&w) == TXTB_E_WRITE);
        all = good;
    }
    assert(all > 5);

    // every failure of reading is reported, with memory of any size
    size_t size = stored;
    txtb_reader_t r;
    txtb_object_t o;
    txtb_event_t e;
    assert(txtb_open(&r, NULL, &size, 0, memory, sizeof memory) == TXTB_E_ARG &&
           txtb_open(&r, part, &size, 0, NULL, sizeof memory) == TXTB_E_ARG);
    assert(txtb_open(&r, part, &size, 0, memory, TXTB_MEMORY_LEAST - 1) == TXTB_E_ARG);
    unsigned failed[3] = {0};
    for (int good = 0; good < 40; good++) {
        gives = good;
        int rc = txtb_open(&r, part, &size, 0, memory, sizeof memory);
        assert(rc == 1 || rc == TXTB_E_READ);
        failed[0] += rc != 1;
        if (rc == 1) {
            while ((rc = txtb_next_object(&r, &o)) == 1)
                ;
            failed[1] += rc == TXTB_E_READ;
            while ((rc = txtb_next_event(&r, &e)) == 1)
                ;
            failed[2] += rc == TXTB_E_READ;
            assert(rc == 0 || rc == TXTB_E_READ);
        }
    }
    assert(failed[0] && failed[1] && failed[2] && failed[2] < 30 &&
           !txtb_next_event(&r, &e)); // and with enough of them, none

    // every field of a header, of either order; positions of errors; other bytes that look like one
    for (unsigned big = 0; big < 2; big++) {
        begin(~0u);
        assert(!txtb_writer_init(&w,
                                 &(txtb_writer_config_t){.big_endian = big,
                                                         .mask = 0xffffffff,
                                                         .base = 0x1000,
                                                         .name_size = 300,
                                                         .objects = 1,
                                                         .events = 1},
                                 take, NULL));
        assert(!txtb_write_object(&w, &object) && !txtb_write_event(&w, &event) &&
               !txtb_writer_end(&w));
        for (unsigned i = 36; i < 48; i++)
            store[i] = (uint8_t)i;
        store[16] = 0x12, store[17] = 0x34;
        size = stored;
        gives = 1000;
        assert(txtb_open(&r, part, &size, 0, memory, sizeof memory) == 1 &&
               r.header.name_size == 300 && r.header.reserved1 == (big ? 0x1234 : 0x3412));
        for (unsigned i = 0; i < 3; i++)
            assert(r.header.reserved[i] ==
                   (big ? 0x24252627 + i * 0x04040404 : 0x27262524 + i * 0x04040404));
        assert(txtb_next_object(&r, &o) == 1 && o.address == 0x2000 &&
               txtb_next_event(&r, &e) == 1 && e.id == TXTB_USER_FIRST && !r.wraps);
    }
    memmove(store + 8, store, stored);
    memcpy(store, "TXTBBTXT", 8);
    size = stored + 8;
    assert(txtb_open(&r, part, &size, 0, memory, sizeof memory) == 1 && r.offset == 8 &&
           r.problem.kind == TXTB_NO_ID);
    size = 8 + 48; // only a header
    assert(txtb_open(&r, part, &size, 0, memory, sizeof memory) == 0 &&
           r.problem.kind != TXTB_NO_ID);
    memset(store, 'x', 8);
    assert(txtb_open(&r, part, &size, 0, memory, sizeof memory) == 0 && r.problem.offset == 8 &&
           r.problem.kind == TXTB_BAD_CUT && r.problem.expected == stored && r.problem.found == 0);
    memmove(store, store + 8, stored);
    size = stored;
    memcpy(store + 12, store + 20, 4); // the registry begins behind its end
    store[12 + 3]++;
    assert(txtb_open(&r, part, &size, 0, memory, sizeof memory) == 0 && r.problem.offset == 20 &&
           r.problem.kind == TXTB_BAD_POINTERS);

    // what is wrong in a header: where, what it should be, and what it is
    static const struct {
        unsigned word;
        uint32_t value;
        txtb_problem_t is;
    } headers[] = {
        {1, 0, {TXTB_BAD_MASK, 4, 1, 0}},
        {5, 0x1000, {TXTB_BAD_POINTERS, 20, 0x1030, 0x1000}},
        {5, 0x105f, {TXTB_BAD_REGISTRY, 20, 48, 47}},
        {7, 0x1040, {TXTB_BAD_POINTERS, 28, 0x1060, 0x1040}},
        {7, 0x1060, {TXTB_BAD_ENTRIES, 28, 32, 0}},
        {7, 0x10c4, {TXTB_BAD_ENTRIES, 28, 32, 100}},
        {8, 0x1040, {TXTB_BAD_CURRENT, 32, 0x1060, 0x1040}},
    };
    for (unsigned i = 0; i < sizeof headers / sizeof *headers; i++) {
        const txtb_problem_t *const is = &headers[i].is;
        assert(txtb_ring_init(&ring, words, sizeof words, 1, ~0u, 0x1000) > 0);
        words[headers[i].word] = headers[i].value;
        memcpy(store, words, size = sizeof words);
        assert(txtb_open(&r, part, &size, 0, memory, sizeof memory) == 0 &&
               r.problem.kind == is->kind && r.problem.offset == is->offset &&
               r.problem.expected == is->expected && r.problem.found == is->found);
    }

    // no id from here on: its offset
    memset(store, 0, 600);
    size = 600;
    for (uint64_t from = 0; from < 700; from += 50)
        assert(txtb_open(&r, part, &size, from, memory, sizeof memory) == 0 &&
               r.problem.kind == TXTB_NO_ID && r.problem.offset == from);
    cut_buffers();
    others();
    directions();

    // times that repeat, rise and wrap
    begin(~0u);
    assert(!txtb_writer_init(
        &w, &(txtb_writer_config_t){.mask = 0xffff, .base = 0x1000, .objects = 0, .events = 4},
        take, NULL));
    for (unsigned i = 0; i < 4; i++)
        assert(!txtb_write_event(
            &w, &(txtb_event_t){.context = 0x2000,
                                .id = TXTB_USER_FIRST,
                                .time = (uint64_t[]){0xfff0, 0xfff0, 0xfff1, 0x10005}[i]}));
    assert(!txtb_writer_end(&w));
    size = stored;
    assert(txtb_open(&r, part, &size, 0, memory, sizeof memory) == 1);
    while (txtb_next_event(&r, &e) == 1)
        ;
    assert(r.wraps == 1 && e.time == 0x10005);

    // for each size of memory, the entries that fit
    for (uint32_t objects = 0; objects < 4; objects++)
        for (uint32_t bytes_of = 0; bytes_of <= sizeof words; bytes_of++) {
            const int32_t entries = ((int32_t)(bytes_of / 4 * 4) - TXTB_HEADER_SIZE -
                                     (int32_t)objects * (TXTB_OBJECT_SIZE + TXTB_NAME_SIZE)) /
                                    TXTB_EVENT_SIZE;
            const int32_t result = txtb_ring_init(&ring, words, bytes_of, objects, ~0u, 0);
            assert(entries > 0 ? result == entries &&
                                     words[7] == words[6] + (uint32_t)entries * TXTB_EVENT_SIZE
                               : result == TXTB_E_ARG);
            if (entries > 0) { // and a header that agrees
                size_t whole = bytes_of;
                memcpy(store, words, whole);
                gives = 1 << 30;
                assert(txtb_open(&r, part, &whole, 0, memory, sizeof memory) == 1 &&
                       r.objects == objects && r.events == (uint32_t)entries && !r.sequential &&
                       !r.misplaced);
                assert(!r.header.reserved1 && r.header.name_size == TXTB_NAME_SIZE &&
                       r.header.mask == ~0u && r.end == 48 + 48 * objects + 32 * (unsigned)entries);
                assert(txtb_next_object(&r, &o) == 0 && txtb_next_event(&r, &e) == 0 &&
                       r.unused == (uint32_t)entries);
            }
        }

    assert(txtb_ring_init(&ring, words, sizeof words, 1, ~0u, 0) > 0 && words[9] == 0xaaaaaaaa &&
           words[10] == 0xbbbbbbbb && words[11] == 0xcccccccc);
    // of a ring, deleting an object changes its entry only, whatever the events have
    uint32_t as_before[64];
    assert(txtb_ring_init(&ring, words, sizeof words, 2, ~0u, 0) == 3 &&
           !txtb_ring_object(&ring, &object));
    for (unsigned i = 0; i < 3; i++)
        txtb_ring_event(&ring, object.address, object.address, object.address, object.address,
                        object.address, object.address, object.address, object.address);
    memcpy(as_before, words, sizeof words);
    txtb_ring_object_deleted(&ring, object.address);
    assert(*(uint8_t *)&words[12] == 1);
    *(uint8_t *)&words[12] = 0;
    assert(!memcmp(words, as_before, sizeof words));

    memset(&e, 0xff, sizeof e);
    assert(!txtb_switch(&e, 7, 8, 0x1234) && e.context == 7 && e.info[0] == 7 && !e.info[1] &&
           !e.info[2] && e.info[3] == 8 && e.priority == 0x1234 && e.id == TXTB_THREAD_SUSPEND);
    memset(&e, 0xff, sizeof e);
    assert(!txtb_switch(&e, 0, 8, 0x1234) && e.context == TXTB_ISR && e.info[0] == 8 &&
           e.info[3] == 8 && !e.priority && e.id == TXTB_THREAD_RESUME);

    assert(txtb_priority(5, 7) == 0x80070005 && txtb_priority(1023, 1023) == 0x83ff03ff &&
           txtb_priority(0, 0) == 0x80000000);
    // the priority of threads that have one
    for (unsigned type = 0; type < 30; type++)
        for (unsigned first = 0; first < 256; first++) {
            unsigned priority = 77;
            const txtb_object_t of = {.type = (uint8_t)type,
                                      .reserved = {(uint8_t)first, (uint8_t)(type + 200)}};
            const bool tells = type == TXTB_THREAD && first >= 0x80;
            assert(txtb_object_priority(&of, &priority) == tells &&
                   priority == (tells ? (first & 3) * 256 + type + 200 : 77));
        }

    assert(!txtb_parameter_name(TXTB_THREAD, 2) && !txtb_parameter_name(200, 0) &&
           !txtb_state_name(200));
    assert(!strcmp(txtb_event_range(TXTB_USER_LAST + 1), "reserved") &&
           txtb_field(1, 4).kind == TXTB_FIELD_NONE);
}

// ---- flux

static void flux(const char *path)
{
    static const int codes[] = {FLUX_E_ARG,    FLUX_E_ROOM,  FLUX_E_SINK,    FLUX_E_BACK,
                                FLUX_E_TAG,    FLUX_E_HEAD,  FLUX_E_VERSION, FLUX_E_PINT,
                                FLUX_E_CUT,    FLUX_E_BIG,   FLUX_E_RANGE,   FLUX_E_CLOSED,
                                FLUX_E_PACK,   FLUX_E_MODE,  FLUX_E_DEPTH,   FLUX_E_SECTION,
                                FLUX_E_MEMORY, FLUX_E_VALUE, FLUX_E_FILE};
    char one[200], other[200];
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) { // each with a text of its own
        const flux_error_t error = {.code = codes[i]};
        flux_error_text(&error, one, sizeof one);
        assert(strstr(one, ": expected something else") && !strstr(one, ": error:"));
        for (unsigned k = 0; k < i; k++) {
            const flux_error_t before = {.code = codes[k]};
            assert(strcmp(one, flux_error_text(&before, other, sizeof other)));
        }
    }
    assert(!strcmp(flux_error_text(&(flux_error_t){.code = FLUX_E_TAG,
                                                   .at = 1,
                                                   .where = {.offset = 7},
                                                   .expected = "known tag"},
                                   one, sizeof one),
                   "byte 7: entry at +1: unknown tag: expected known tag"));
    assert(!strcmp(flux_error_text(&(flux_error_t){.code = FLUX_E_CUT,
                                                   .kind = FLUX_CURR,
                                                   .where = {.offset = 7, .inner = 3, .depth = 2},
                                                   .expected = "time"},
                                   one, sizeof one),
                   "byte 7, in its block byte 3 (depth 2): CURR at +0: cut off: expected time"));
    assert(strstr(flux_error_text(&(flux_error_t){.code = 99}, one, sizeof one), ": error:") &&
           !strcmp(flux_kind_name(FLUX_ERROR), "error") && !strcmp(flux_kind_name(-1), "?"));

    // files: this one, none, one with an impossible configuration, a directory
    static const flux_visitor_t visitor;
    flux_reader_config_t config;
    flux_reader_defaults(&config);
    assert(config.entry_max == 1 << 20 && config.window == 4 << 20 && config.ring == 16 << 20 &&
           config.work == 64 << 10 && config.items == 65536 && config.ranges == 256 &&
           config.traces == 64 && config.domains == 64);
    flux_unpack_all(&config);
    flux_reader_t *r = flux_reader_new(&config, &visitor, NULL),
                  *usual = flux_reader_new(NULL, &visitor, NULL);
    assert(r && usual && flux_reader_push_file(r, path) == 0 &&
           flux_reader_push_file(usual, "/nowhere/at.all") == FLUX_E_FILE);
    assert(flux_reader_push_file(usual, "/") == FLUX_E_FILE);
    const int free_before = dup(0); // what is read is closed
    close(free_before);
    free(r);
    r = flux_reader_new(NULL, &visitor, NULL);
    assert(r && flux_reader_push_file(r, path) == 0);
    const int free_behind = dup(0);
    assert(free_behind == free_before && !close(free_behind));
    free(r);
    free(usual);
    config.traces = 0;
    assert(!flux_reader_new(&config, &visitor, NULL));
    assert(freopen(path, "rb", stdin));
    for (unsigned again = 0; again < 2; again++) { // standard input is the caller's, and stays open
        r = flux_reader_new(NULL, &visitor, NULL);
        assert(r && !fseek(stdin, 0, SEEK_SET) && flux_reader_push_file(r, "-") == 0 &&
               ftell(stdin) > 0);
        free(r);
    }

    // an impossible width; bytes skipped one by one
    static const uint8_t stream[] = "\0\1flux\6\0\1t\0\0\x0a\x80\x20"
                                    "\0\x11\1\0\1v\0\3\x0e"
                                    "bits=167772160"
                                    "\0\x20\0\2ns\0\0"
                                    "\0\x77\xaa\xbb"
                                    "\0\1flux\6\0\1t\0\0\x0a\x80\x20";
    flux_reader_defaults(&config);
    config.resync = true;
    r = flux_reader_new(&config, NULL, NULL);
    const flux_entry_t *entry;
    flux_item_t item;
    unsigned kinds[FLUX_ERROR + 1] = {0};
    assert(r && !flux_reader_feed(r, stream, sizeof stream - 1));
    flux_reader_finish(r);
    while (flux_reader_next(r, &entry) == 1) {
        kinds[entry->kind]++;
        assert(entry->kind != FLUX_OPEN ||
               (flux_reader_item(r, 1, &item) && item.type == FLUX_LOGIC && item.width == 1 << 24));
    }
    assert(kinds[FLUX_HEAD] == 2 && kinds[FLUX_ERROR] == 1 && kinds[FLUX_OPEN] == 1 &&
           flux_reader_skipped(r).bytes == 4 && !flux_reader_skipped(r).samples);
    free(r);

    // blocks larger than zlib, LZ4 and others accept
    uint8_t small[8] = {0};
    static uint64_t work[FLUX_PACK_WORK / 8];
    assert(!flux_pack(FLUX_LZ4, small, 0x7f000000, small, sizeof small, work) &&
           !flux_pack(77, small, sizeof small, small, sizeof small, work));
    assert(flux_unpack_lz4(small, UINT32_MAX, small, sizeof small, work, sizeof work) < 0 &&
           flux_unpack_lz4(small, sizeof small, small, UINT32_MAX, work, sizeof work) < 0);
}

// ---- FXT

// Number of errors of a strict reader about text that is not UTF-8.
static unsigned not_utf8(void)
{
    char line[200];
    fxt_reader_config_t config;
    fxt_reader_defaults(&config);
    config.strict = true;
    const size_t size = fxt_reader_size(&config);
    void *const space = malloc(size);
    fxt_reader_t *const r = fxt_reader_init(space, size, &config);
    const fxt_record_t *found;
    unsigned errors = 0;
    assert(r && !fxt_reader_feed(r, store, stored));
    fxt_reader_finish(r);
    while (fxt_reader_next(r, &found))
        if (found->kind == FXT_ERROR) {
            const bool utf8 = strstr(fxt_error_text(&found->error, line, sizeof line), "UTF-8");
            assert(utf8 == (found->error.code == FXT_E_UTF8));
            errors += utf8;
        }
    free(space);
    return errors;
}

static void fxt(const char *path)
{
    (void)path;
    static uint8_t record[FXT_RECORD_MAX];
    static const fxt_string_t bad = {"x", FXT_STRING_MAX + 1, 0};
    const fxt_args_t too_many = {NULL, FXT_ARGS_MAX + 1};
    const fxt_arg_t unnamed = {.type = FXT_ARG_NULL, .name = bad};
    fxt_writer_t w;
    begin(~0u);
    fxt_writer_init(&w, take, NULL, record, sizeof record);
    assert(fxt_write_event(&w, &(fxt_event_t){.args = {&unnamed, 1}}) == FXT_E_ARG &&
           fxt_write_blob(&w, &(fxt_blob_t){.name = bad}) == FXT_E_ARG);
    assert(fxt_write_userspace_object(&w, &(fxt_userspace_object_t){.name = bad}) == FXT_E_ARG &&
           fxt_write_kernel_object(&w, &(fxt_kernel_object_t){.args = too_many}) == FXT_E_ARG);
    assert(fxt_write_switch(&w, &(fxt_switch_t){.args = too_many}) == FXT_E_ARG);
    assert(fxt_write_large_blob(&w, &(fxt_large_blob_t){.plain = true, .at = 8}) == FXT_E_ARG);
    assert(fxt_write_large_blob(&w, &(fxt_large_blob_t){.plain = true,
                                                        .size = (uint64_t)1 << 34,
                                                        .length = (size_t)1 << 34}) == FXT_E_ARG);
    assert(fxt_write_large_blob(&w, &(fxt_large_blob_t){.plain = true, .category = bad}) ==
           FXT_E_ARG);
    assert(fxt_write_large_blob(&w, &(fxt_large_blob_t){.plain = true, .name = bad}) == FXT_E_ARG &&
           fxt_write_large_blob(&w, &(fxt_large_blob_t){.args = too_many}) == FXT_E_ARG);
    assert(fxt_write(&w, &(fxt_record_t){.kind = FXT_UNKNOWN, .raw = record, .raw_size = 4}) ==
           FXT_E_ARG);
    assert(fxt_write(&w, &(fxt_record_t){.kind = FXT_UNKNOWN, .raw = record, .raw_size = 12}) ==
           FXT_E_ARG);
    assert(fxt_write(&w, &(fxt_record_t){.kind = (fxt_kind_t)77}) == FXT_E_ARG && stored == 0);
    static char text[70000];
    memset(text, 'x', sizeof text - 1);
    assert(fxt_text(text).length == UINT16_MAX);
    for (unsigned good = 0; good < 3; good++) { // a large blob of three writes
        begin(good);
        fxt_writer_init(&w, take, NULL, record, sizeof record);
        assert(fxt_write_large_blob(
                   &w, &(fxt_large_blob_t){
                           .plain = true, .data = store, .size = 20, .length = 20}) == FXT_E_WRITE);
        assert(fxt_write_large_blob(
                   &w, &(fxt_large_blob_t){
                           .plain = true, .data = store, .size = 20, .length = 20}) == FXT_E_WRITE);
        assert(fxt_write(&w, &(fxt_record_t){.kind = FXT_UNKNOWN, .raw = record, .raw_size = 8}) ==
               FXT_E_WRITE);
    }

    // a cache without entries, texts that it rejects, a writer that fails
    static fxt_cache_t cache;
    fxt_cached_string_t places[8];
    fxt_string_t string;
    fxt_thread_t thread;
    begin(0);
    fxt_writer_init(&w, take, NULL, record, sizeof record);
    assert(fxt_cache_init(&cache, &w, places, FXT_STRINGS_MAX + 1, 1) == FXT_E_ARG &&
           !fxt_cache_init(&cache, &w, places, 0, 1));
    fxt_cache_begin(&cache);
    assert(!fxt_cache_string(&cache, "x", 1, &string) && !string.index);
    assert(!fxt_cache_init(&cache, &w, places, 8, 1));
    fxt_cache_begin(&cache);
    assert(fxt_cache_string(&cache, text, FXT_STRING_MAX + 1, &string) == FXT_E_ARG &&
           fxt_cache_string(&cache, "x", 1, &string) == FXT_E_WRITE);
    assert(fxt_cache_thread(&cache, 1, 2, &thread) == FXT_E_WRITE);
    begin(~0u);
    fxt_writer_init(&w, take, NULL, record, sizeof record);
    assert(!fxt_cache_thread(&cache, 1, 2, &thread) &&
           !fxt_cache_thread(&cache, 3, 2, &thread)); // another process's thread of that number
    assert(thread.index);

    // the same text, with any byte behind it
    static fxt_cached_string_t many[64];
    assert(!fxt_cache_init(&cache, &w, many, 64, 1));
    fxt_cache_begin(&cache);
    for (unsigned i = 0; i < 8; i++) {
        char other[] = "sixteen bytes !0";
        const size_t before = stored;
        other[16] += (char)i;
        assert(!fxt_cache_string(&cache, other, 16, &string) && string.index &&
               (stored > before) == !i);
    }

    // texts of errors
    static const struct {
        int code;
        const char *what, *says;
    } errors[] = {
        {FXT_E_HEADER, "", "expected a record header, found 0x0000000000000004"},
        {FXT_E_CUT, "", "the stream ends: expected 3 bytes, found 4"},
        {FXT_E_SHORT, "its name", "ends in its name: expected 3 bytes, found 4"},
        {FXT_E_ARG_SIZE, "", "size of an argument: expected 1 to 3 words, found 4"},
        {FXT_E_ARG_SHORT, "an argument's value",
         "argument ends in an argument's value: expected 3 bytes, found 4"},
        {FXT_E_STRING, "its name", "its name: expected a string of the table, found index 4"},
        {FXT_E_THREAD, "its thread", "its thread: expected a thread of the table, found index 4"},
        {FXT_E_VALUE, "its rate", "its rate: expected at most 3, found 4"},
        {FXT_E_MEMORY, "names", "limit of this reader: expected at most 3 names"},
        {FXT_E_RESERVED, "", "unused bits: expected 0, found 0x4"},
        {FXT_E_PADDING, "its name", "padding of its name: expected 0, found 0x04"},
        {FXT_E_LENGTH, "its name", "its name: expected at most 3 bytes, found 4"},
        {FXT_E_UTF8, "its name", "its name: expected UTF-8, found other bytes"},
        {FXT_E_MORE, "", "expected the end of the record, found 4 bytes more"},
        {FXT_E_MORE, "argument", "expected the end of the argument, found 4 bytes more"},
        {FXT_E_INDEX, "", "expected an index of at least 1, found 0"},
        {FXT_E_UNKNOWN, "record", "expected a known record, found type 4"},
        {FXT_E_FIRST, "", "expected the magic record first, found 0x0000000000000004"},
        {FXT_E_PROVIDER, "", "expected a provider that was introduced, found 4"},
        {FXT_E_ARG, "", "argument out of range"},
        {FXT_E_SIZE, "", "record too long"},
        {FXT_E_WRITE, "", "write failed"},
        {FXT_E_ORDER, "", "unknown record of the other byte order"},
        {-99, "", "error -99"},
    };
    char line[200], wanted[200];
    for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++) {
        fxt_record_t whole = {.kind = FXT_ERROR};
        whole.error = (fxt_error_t){.code = errors[i].code,
                                    .kind = i % 2 ? FXT_UNKNOWN : FXT_LOG,
                                    .offset = 48,
                                    .at = i % 3,
                                    .what = errors[i].what,
                                    .expected = 3,
                                    .found = 4,
                                    .rejected = true,
                                    .skipped = i % 4};
        size_t size = (size_t)snprintf(wanted, sizeof wanted, "byte 48%s", i % 2 ? "" : ": log");
        if (i % 3)
            size += (size_t)snprintf(wanted + size, sizeof wanted - size, "%s at +%u",
                                     i % 2 ? ": record" : "", i % 3);
        size += (size_t)snprintf(wanted + size, sizeof wanted - size, ": %s", errors[i].says);
        if (i % 4)
            size += (size_t)snprintf(wanted + size, sizeof wanted - size, " (%u bytes passed over)",
                                     i % 4);
        assert(!strcmp(fxt_error_text(&whole.error, line, sizeof line), wanted));
        for (size_t room = 0; room <= size + 1; room++) { // cut wherever it is
            const size_t rest = !room ? 0 : room <= size ? room - 1 : size;
            memset(line, '!', sizeof line);
            fxt_error_text(&whole.error, line, room);
            assert(line[room] == '!' &&
                   (!room || (strlen(line) == rest && !memcmp(line, wanted, rest))));
            memset(line, '!', sizeof line);
            fxt_record_text(&whole, line, room);
            assert(line[room] == '!' && (!room || strlen(line) < room));
        }
        assert(strstr(fxt_record_text(&whole, line, sizeof line), errors[i].says));
    }
    const fxt_error_t below = {.code = FXT_E_VALUE,
                               .kind = FXT_INITIALIZATION,
                               .at = 8,
                               .what = "its rate",
                               .expected = 1};
    assert(!strcmp(fxt_error_text(&below, line, sizeof line),
                   "byte 0: initialization at +8: its rate: expected at least 1, found 0"));
    assert(!strcmp(fxt_kind_name((fxt_kind_t)99), "?") &&
           !strcmp(fxt_event_name((fxt_event_type_t)99), "?"));
    assert(!strcmp(fxt_event_name(FXT_FLOW_END), "flow-end") && // the last one, and the next number
           !strcmp(fxt_event_name((fxt_event_type_t)(FXT_FLOW_END + 1)), "?") &&
           !strcmp(fxt_kind_name(FXT_UNKNOWN), "unknown") &&
           !strcmp(fxt_kind_name((fxt_kind_t)FXT_KINDS), "?"));

    // impossible sizes of memory
    assert(!fxt_names_size(UINT32_MAX, UINT32_MAX, 64));
    fxt_reader_config_t config;
    fxt_reader_defaults(&config);
    config.names = config.text = UINT32_MAX;
    assert(!fxt_reader_size(&config) && !fxt_reader_init(store, sizeof store, &config));

    // UTF-8: the first and last character of each length, and errors
    static const char *const good_text[] = {"\xe0\xa0\x80",     "\xed\x9f\xbf", "\xf0\x90\x80\x80",
                                            "\xf4\x8f\xbf\xbf", "\xc2\x80",     "\xee\x80\x80"};
    static const char *const bad_text[] = {"\xe0\x9f\x80",     "\xed\xa0\x80", "\xf0\x8f\x80\x80",
                                           "\xf4\x90\x80\x80", "\xc1\x80",     "\x80"};
    for (unsigned i = 0; i < 12; i++) {
        const char *const name = i < 6 ? good_text[i] : bad_text[i - 6];
        begin(~0u);
        fxt_writer_init(&w, take, NULL, record, sizeof record);
        assert(!fxt_write_magic(&w) && !fxt_write_init(&w, 1000) &&
               !fxt_write_string(&w, 1, name, strlen(name)));
        assert(not_utf8() == (i >= 6));
    }

    // a character in which a byte, not the first one, is none of those that continue one
    for (unsigned i = 0; i < 6; i++)
        for (size_t at = 1; at < strlen(good_text[i]); at++)
            for (unsigned k = 0; k < 4; k++) {
                char name[8];
                strcpy(name, good_text[i]);
                name[at] = "x\x7f\xc0\xff"[k];
                begin(~0u);
                fxt_writer_init(&w, take, NULL, record, sizeof record);
                assert(!fxt_write_magic(&w) && !fxt_write_init(&w, 1000) &&
                       !fxt_write_string(&w, 1, name, strlen(name)));
                assert(not_utf8() == 1);
            }

    // a character cut by the end of its text, with any byte behind it
    for (unsigned i = 0; i < 6; i++)
        for (size_t left_out = 1; left_out < strlen(good_text[i]); left_out++) {
            static char ends[16], behind[56];
            const size_t part = strlen(good_text[i]) - left_out;
            memset(ends, 'x', sizeof ends);
            memset(behind, 'y', sizeof behind);
            memcpy(ends + sizeof ends - part, good_text[i], part);
            begin(~0u);
            fxt_writer_init(&w, take, NULL, record, sizeof record);
            assert(!fxt_write_magic(&w) && !fxt_write_init(&w, 1000) &&
                   !fxt_write_string(&w, 1, ends, sizeof ends) &&
                   !fxt_write_string(&w, 2, behind, sizeof behind));
            assert((store[8 + 16 + 8 + sizeof ends] & 0xc0) ==
                   0x80); // the next record begins with what could be the rest of it
            assert(not_utf8() == 1);
        }
}

// ---- VCD

static void vcd(const char *path)
{
    (void)path;
    struct vcd_writer w;
    struct vcd_variable variable, real;
    static const char *const names[][2] = {
        {"a", "a"},     {"z", "z"},     {"A", "A"},   {"Z", "Z"},     {"_", "_"},
        {"a0", "a0"},   {"a9", "a9"},   {"0", "\\0"}, {"9x", "\\9x"}, {"`", "\\`"},
        {"{", "\\{"},   {"@", "\\@"},   {"[", "\\["}, {"/", "\\/"},   {"a/", "\\a/"},
        {"a:", "\\a:"}, {"a b", "a_b"}, {"~", "\\~"}, {"!", "\\!"},   {"", "_"},
    };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        char text[200];
        begin(~0u);
        assert(!vcd_begin(&w, take, NULL, 100, "us", NULL) && !vcd_scope(&w, names[i][0]) &&
               !vcd_event(&w, names[i][0], &variable) && !vcd_upscope(&w) &&
               !vcd_end_definitions(&w));
        const size_t size = (size_t)snprintf(
            text, sizeof text,
            "$timescale 100 us $end\n$scope module %s $end\n$var event 1 ! %s $end\n$upscope "
            "$end\n$enddefinitions $end\n",
            names[i][1], names[i][1]);
        assert(stored == size && !memcmp(store, text, size));
    }
    begin(~0u);
    assert(vcd_begin(&w, take, NULL, 1, "ns", "$end") == VCD_E_ARG &&
           !vcd_begin(&w, take, NULL, 1, "ns", NULL));
    assert(!vcd_scope(&w, "") && !vcd_vector(&w, "a{b", 8, &variable) &&
           !vcd_vector(&w, "\x7f", 8, &variable) && !vcd_vector(&w, " ", 8, &variable));
    assert(!vcd_real(&w, "level", &real) && vcd_change_real(&w, real, 1) == VCD_E_ORDER);
    assert(!vcd_upscope(&w) && !vcd_end_definitions(&w) && vcd_end_definitions(&w) == VCD_E_ORDER);
    assert(vcd_upscope(&w) == VCD_E_ORDER && vcd_vector(&w, "late", 1, &variable) == VCD_E_ORDER &&
           vcd_event(&w, "late", &variable) == VCD_E_ORDER);
    assert(!vcd_time(&w, 0) && vcd_change(&w, (struct vcd_variable){99, 8}, 0) == VCD_E_ARG &&
           vcd_change(&w, (struct vcd_variable){0, 65}, 0) == VCD_E_ARG);
    assert(vcd_change_real(&w, variable, 1) == VCD_E_ARG &&
           vcd_change_real(&w, (struct vcd_variable){99, VCD_REAL}, 1) == VCD_E_ARG);
    assert(!vcd_change_real(&w, real, 0.5) && memmem(store, stored, "r0.5 ", 5) &&
           memmem(store, stored, "$var real 64 ", 13));
    assert(memmem(store, stored, "\\a{b ", 5) && memmem(store, stored, "_ $end", 6));
}

// ---- events of the stream

static uint8_t bytes[64];

static uint32_t number(uint8_t *to, uint64_t n)
{
    uint32_t size = 0;
    for (; n > 127; n >>= 7)
        to[size++] = (uint8_t)(n | 128);
    to[size++] = (uint8_t)n;
    return size;
}

// A data entry, encoded as a unit does.
static flux_entry_t data(uint32_t item, uint64_t delta, int64_t position, uint64_t value)
{
    const event_item_t what = event_item(item);
    const bool happens = what.kind == EVENT_ITEM_ISR ||
                         ((what.kind == EVENT_ITEM_ID || what.kind == EVENT_ITEM_CACHE_ENTRY) &&
                          what.id == WEIR_ID_THREAD_SWITCH);
    flux_entry_t e = {.kind = FLUX_DATA, .raw = bytes};
    uint32_t size = 0;
    while (size < 8 && value >> 8 * size)
        size++;
    size += size && value >> (8 * size - 1);
    e.raw_size = number(bytes, (uint64_t)item << 3 | (delta ? 2 : 0));
    if (delta)
        e.raw_size += number(bytes + e.raw_size, delta);
    e.raw_size += number(bytes + e.raw_size,
                         (uint64_t)size << 4 | (happens ? FLUX_DF_EVENT : FLUX_DF_INTEGER));
    e.data = (flux_data_t){.item = item,
                           .df = happens ? FLUX_DF_EVENT : FLUX_DF_INTEGER,
                           .size = size,
                           .data = bytes + e.raw_size,
                           .position = position,
                           .delta = delta};
    for (uint32_t i = 0; i < size; i++)
        bytes[e.raw_size++] = i < 8 ? (uint8_t)(value >> 8 * i) : 0;
    return e;
}

static event_decoder_t decoder;
static event_thread_t met[4];
static int64_t now;

static void strict(void)
{
    event_decoder_init(&decoder, met, 4, false, true);
    now = 0;
}

static event_t got;
static uint32_t given; // bytes

static int give(flux_entry_t entry)
{
    given += entry.raw_size;
    return event_decode(&decoder, &entry, &got);
}

// The next entry, a tick later; or at the same time.
static int next(uint32_t item, uint64_t value)
{
    now++;
    return give(data(item, (uint64_t)now - decoder.time, now, value));
}

static int same(uint32_t item, uint64_t value) { return give(data(item, 0, now, value)); }

static uint32_t item_of(int kind, unsigned hart, unsigned number)
{
    for (uint32_t item = 0; item < WEIR_ITEM_MAX; item++) {
        const event_item_t what = event_item(item);
        if ((int)what.kind == kind && what.hart == hart &&
            (kind != EVENT_ITEM_CACHE_ENTRY || what.cache_entry == number) &&
            (kind != EVENT_ITEM_ARG || what.arg == number))
            return item;
    }
    assert(!"no such item");
    return 0;
}

static void rejected_because(int rc, const char *expected)
{
    if (rc != EVENT_E_BAD || !strstr(decoder.problem.expected, expected) ||
        !*decoder.problem.found) {
        fprintf(stderr, "%d, \"%s\" instead of \"%s\", found \"%s\"\n", rc,
                decoder.problem.expected, expected, decoder.problem.found);
        abort();
    }
    *decoder.problem.expected = *decoder.problem.found = 0;
}

static flux_entry_t head(const char *name, const char *description)
{
    return (flux_entry_t){.kind = FLUX_HEAD,
                          .head = {.name = {name, (uint32_t)strlen(name)},
                                   .description = {description, (uint32_t)strlen(description)},
                                   .version = 6,
                                   .max_item = WEIR_ITEM_MAX,
                                   .max_entry = WEIR_SIZE_ENTRY_MAX}};
}

// Begin, total and end of a loss, with all possible ages and totals of a few ticks, against
// docs/reference/stream.md.
static void small_losses(void)
{
    const uint32_t dropped = WEIR_ITEM_DROPPED;
    enum { BEGINS = 1 };
    unsigned good = 0;
    for (uint64_t begin = 1; begin <= 4; begin++)
        for (uint64_t age = 0; age <= 6; age++)
            for (uint64_t pause = 1; pause <= 3; pause++)
                for (uint64_t total = 0; total <= 8; total++)
                    for (uint64_t age_of_last = 0; age_of_last <= 20; age_of_last++) {
                        strict();
                        now = (int64_t)begin - 1;
                        const int began = next(WEIR_ITEM_LOSS, 2 * age + BEGINS);
                        assert(began == (age <= begin ? 0 : EVENT_E_BAD)); // inside the stream
                        if (began) {
                            char found[80];
                            snprintf(found, sizeof found, "%u ticks before %u, loss until 0",
                                     (unsigned)age, (unsigned)begin);
                            assert(!strcmp(decoder.problem.found, found));
                            continue;
                        }
                        const uint64_t first = begin - age, total_at = begin + pause,
                                       end = total_at + 1;
                        now = (int64_t)total_at - 1;
                        const int counted = next(dropped, total);
                        assert(counted ==
                               (total && total <= total_at - first
                                    ? 0
                                    : EVENT_E_BAD)); // of ticks before this one, one each
                        if (counted)
                            continue;
                        const uint64_t last = end - age_of_last;
                        const bool fits = age_of_last <= end && last >= first && last < total_at &&
                                          total <= last - first + 1 && (total > 1 || last == first);
                        const int ended = next(WEIR_ITEM_LOSS, 2 * age_of_last);
                        assert(ended == (fits ? 1 : EVENT_E_BAD));
                        if (fits)
                            assert(got.kind == EVENT_LOSS && got.first == first &&
                                   got.last == last && got.dropped[WEIR_CLASS_USER] == total &&
                                   got.time == end && !got.unknown && !decoder.totals.unknown);
                        good += fits;
                    }
    assert(good > 100);

    // enough ticks for a total to wrap, and one less
    for (unsigned more = 0; more < 2; more++)
        for (uint64_t total = 0; total < 2; total++) {
            strict();
            assert(next(WEIR_ITEM_LOSS, 2 * 1 + BEGINS) == 0);
            now = UINT32_MAX - 1 + (int64_t)more;
            if (more || total)
                assert(next(dropped, total) == 0);
            else
                rejected_because(next(dropped, total), "a total that rises");
        }

    // ticks that are longer than a cycle have 65536 of them
    for (uint64_t age = 0; age < 3; age++)
        for (unsigned wrong = 0; wrong < 2; wrong++) {
            strict();
            assert(give(head("weir", "weir ip 1 coarse stream 3")) == 0);
            now = 4;
            assert(next(WEIR_ITEM_LOSS, 2 * age + BEGINS) == 0);
            assert(same(dropped, (age + 1) * 65536 + wrong) == (wrong ? EVENT_E_BAD : 0));
        }

    // an end older than the stream: the last drop is not reported, and was not after the first
    event_decoder_init(&decoder, met, 4, true, false);
    now = 2;
    assert(next(WEIR_ITEM_LOSS, 2 * 3 + BEGINS) == 0 && next(dropped, 1) == 0 &&
           next(WEIR_ITEM_LOSS, 2 * 6) == 1);
    assert(got.first == 0 && got.last == 0 && got.unknown == EVENT_UNKNOWN_LAST &&
           got.dropped[WEIR_CLASS_USER] == 1);
    assert(decoder.totals.unknown == EVENT_UNKNOWN_LAST);
    assert(next(WEIR_ITEM_LOSS, BEGINS) == 0 && next(dropped, 2) == 0 &&
           next(WEIR_ITEM_LOSS, 2 * 2) == 1 && !got.unknown); // the next one is complete
    assert(decoder.totals.unknown == EVENT_UNKNOWN_LAST && decoder.totals.losses == 2);
}

// With all cache entries valid, each names its thread, and none takes the thread of another.
static void all_cache_entries(void)
{
    uint32_t entries[EVENT_CACHE_ENTRIES];
    for (unsigned i = 0; i < EVENT_CACHE_ENTRIES; i++)
        entries[i] = item_of(EVENT_ITEM_CACHE_ENTRY, i % 3, i);
    strict();
    for (unsigned i = 0; i < EVENT_CACHE_ENTRIES; i++)
        assert(next(entries[i], 0x1000 + i) == 1 && got.thread == 0x1000 + i);
    for (unsigned i = 0; i < EVENT_CACHE_ENTRIES; i++)
        for (unsigned k = 0; k < EVENT_CACHE_ENTRIES; k++) {
            char found[60];
            snprintf(found, sizeof found, "entry %u, which would repeat entry %u", i, k);
            assert(next(entries[i], 0x1000 + k) == EVENT_E_BAD &&
                   !strcmp(decoder.problem.found, found));
            rejected_because(EVENT_E_BAD, "the cache entry of this thread");
        }
    for (unsigned i = 0; i < EVENT_CACHE_ENTRIES; i++)
        assert(next(entries[i], 0) == 1 && got.thread == 0x1000 + i && got.hart == i % 3);
    assert(decoder.totals.switches == 2 * EVENT_CACHE_ENTRIES);
}

static void event(const char *path)
{
    (void)path;
    small_losses();
    all_cache_entries();
    const uint32_t checkpoint = WEIR_ITEM_CHECKPOINT, user = WEIR_ITEM_USER_SHORT + 1,
                   dropped = item_of(EVENT_ITEM_DROPPED, 0, 0),
                   cache_entry = item_of(EVENT_ITEM_CACHE_ENTRY, 0, 3);
    const uint32_t thread = WEIR_ITEM_THREAD;
    enum { LOSS_BEGINS = 1 };

    // heads
    flux_entry_t h = head("weir", "weir ip 1 stream 3");
    strict();
    assert(give(h) == 0);
    rejected_because(give(h), "one HEAD");
    event_decoder_init(&decoder, met, 4, false, false);
    assert(give(h) == 0 && give(h) == 0); // a section of a ring has it, too
    h.head.trace = 1;
    rejected_because(give(h), "one HEAD");
    static const char *const versions[] = {
        "weir ip 1",          "weir ip 1 stream 2",     "weir ip 1 stream x",
        "weir ip 1 stream /", "weir ip 1 stream 99999", "weir ip 1 stream 3x"};
    for (unsigned i = 0; i < sizeof versions / sizeof *versions; i++) {
        strict();
        rejected_because(give(head("weir", versions[i])), "stream version 3");
    }
    for (unsigned version = 0; version <= 1000; version++) { // and the versions that they can have
        char description[60], found[60];
        snprintf(description, sizeof description, "weir ip 1.%u regs 3 stream %u", version,
                 version);
        snprintf(found, sizeof found, "version %u", version);
        strict();
        assert(give(head("weir", description)) == (version == 3 ? 0 : EVENT_E_BAD) &&
               (version == 3 || !strcmp(decoder.problem.found, found)));
    }
    for (unsigned i = 0; i < 5; i++) { // errors that no unit makes
        strict();
        h = head("weir", "weir ip 1 stream 3");
        h.head.version -= i == 0;
        h.head.mode += i == 1;
        h.head.max_item += i == 2;
        h.head.max_entry = i == 3 ? 21 : i == 4 ? WEIR_SIZE_ENTRY_MAX_WIDE : h.head.max_entry;
        if (i == 4)
            assert(give(h) == 0);
        else
            rejected_because(give(h), "HEAD of flux version 6");
    }
    strict();
    rejected_because(give(head("other", "x")), "the HEAD of a Weir stream");
    rejected_because(give(head("weir", "x")), "the HEAD of a Weir stream");
    rejected_because(give(head("weir", "weir ip")), "the HEAD of a Weir stream");
    rejected_because(give(head("weir", "weir ip ")), "stream version 3"); // Weir's, of no version
    rejected_because(
        give(head("weir", "quite another description of a stream of events, by somebody else")),
        "the HEAD of a Weir stream");

    // checkpoints: they repeat what is known already
    strict();
    assert(next(user, 1) == 1);
    rejected_because(next(checkpoint, 1), "a checkpoint without deltas");
    rejected_because(same(checkpoint, 2), "checkpoint 1");
    assert(same(checkpoint, 1) == 0);
    rejected_because(next(cache_entry, 0x3000), "a checkpoint without deltas");
    rejected_because(same(checkpoint, 1), "checkpoint 2 or 3");
    rejected_because(same(checkpoint, 4), "checkpoint 2 or 3");
    rejected_because(same(user, 1), "a checkpoint of running threads");
    rejected_because(same(cache_entry, 0), "a checkpoint of running threads");
    rejected_because(same(item_of(EVENT_ITEM_CACHE_ENTRY, 1, 3), 7),
                     "a checkpoint of running threads");
    rejected_because(same(item_of(EVENT_ITEM_ISR, 0, 0), 1), "a checkpoint of running threads");
    assert(same(cache_entry, 0x3000) == 0 && same(thread, 0x1000) == 0 &&
           same(thread, 0x1000) == 0);
    rejected_because(same(thread, 0x2000), "the thread that runs");
    rejected_because(same(dropped, 5),
                     "the total reported before"); // of a stream read from its begin
    assert(same(checkpoint, 2) == 0 && same(checkpoint, 1) == 0);
    rejected_because(same(cache_entry, 0x4000), "the thread of this cache entry");
    rejected_because(same(checkpoint, 2), "all valid cache entries");
    strict();
    assert(next(user, 1) == 1 && next(WEIR_ITEM_LOSS, 2 * 1 + LOSS_BEGINS) >= 0 &&
           same(checkpoint, 1) == 0);
    rejected_because(same(checkpoint, 2), "checkpoint 3: a loss is open");
    strict(); // a stream that begins with a checkpoint may report any totals, once
    assert(same(checkpoint, 1) == 0 && same(dropped, 5) == 0);
    rejected_because(same(dropped, 6), "the total reported before");
    assert(same(checkpoint, 3) == 0);

    // timestamps, encodings
    strict();
    assert(next(user, 1) == 1);
    rejected_because(give(data(user, 0, -1, 1)), "a timestamp that does not fall");
    rejected_because(give(data(user, 0, 0, 1)), "a timestamp that does not fall");
    rejected_because(same(user, 1), "a timestamp later than the one before");
    strict();
    assert(give(head("weir", "weir ip 1 coarse stream 3")) == 0 && next(user, 1) == 1 &&
           same(user, 1) == 1); // except for coarse ticks
    strict();
    assert(next(user, 1) == 1);
    now++;
    h = data(user, 1, now, 300);
    bytes[h.raw_size++] = 0;
    h.where.offset = 1000; // the problem is at the wrong byte, or at the block that has it
    rejected_because(give(h), "the entry to end");
    assert(decoder.problem.offset == 1000 + h.raw_size - 1);
    h.where.depth = 1;
    rejected_because(give(h), "the entry to end");
    assert(decoder.problem.offset == 1000);
    h.raw_size -= 1;
    bytes[0] ^= 1;
    rejected_because(give(h), "byte");
    h = data(user, 1, now, UINT64_MAX);
    assert(give(h) == 1);
    rejected_because(next(thread, (uint64_t)1 << 32), "an unsigned value of 32 bits");

    // extra arguments belong to the event that follows
    strict();
    const uint32_t first = item_of(EVENT_ITEM_ARG, 0, 1), second = item_of(EVENT_ITEM_ARG, 0, 2),
                   elsewhere = item_of(EVENT_ITEM_ARG, 1, 2);
    rejected_because(next(second, 1), "an event, or its first extra argument");
    assert(next(first, 1) == 0);
    rejected_because(same(elsewhere, 1), "the next extra argument or the event");
    assert(next(first, 1) == 0);
    rejected_because(next(second, 1), "the next extra argument or the event");
    assert(next(first, 1) == 0);
    rejected_because(same(dropped, 1), "the next extra argument or the event");
    assert(next(first, 1) == 0);
    rejected_because(same(thread, 1), "the next extra argument or the event");
    assert(next(first, 1) == 0);
    rejected_because(next(user, 1), "the next extra argument or the event");
    given = 0;
    assert(next(first, 1) == 0 && same(second, 2) == 0 && same(user, 3) == 1 &&
           got.arg_count == 2 && got.bytes == given);

    // names: too long, in the table or not, of items without names
    event_decoder_init(&decoder, met, 4, false, false);
    char longer[EVENT_NAME_MAX + 8];
    memset(longer, 'x', sizeof longer);
    memcpy(longer + EVENT_NAME_MAX - 1, "\xe6\x97\xa5", 3); // a character that is cut
    flux_entry_t label = {.kind = FLUX_ENMD,
                          .label = {.item = thread,
                                    .scope = FLUX_ENUM_SIGNAL,
                                    .label = {longer, sizeof longer},
                                    .value = 7}};
    assert(give(label) == 0 && strlen(event_find(&decoder, 7)->name) == EVENT_NAME_MAX - 1);
    for (label.label.value = 8; label.label.value < 20; label.label.value++) // the table is full
        assert(give(label) == 0);
    assert(!event_find(&decoder, 19) && decoder.totals.left_out);
    label.label.item = user;
    assert(give(label) == 0);
    label.label.item = thread;
    label.label.scope = FLUX_ENUM_TARGET;
    assert(give(label) == 0);
    strict();
    rejected_because(give(label), "a label of scope 0");
    label.label.scope = FLUX_ENUM_SIGNAL;
    label.label.item = user;
    rejected_because(give(label), "a label of scope 0");
    label.label.item = thread;
    label.label.value = (uint64_t)1 << 32;
    rejected_because(give(label), "a label of scope 0");

    // definitions, and entries that other programs put around a stream
    assert(give((flux_entry_t){.kind = FLUX_SECT}) == 0 &&
           give((flux_entry_t){.kind = FLUX_CLOS}) == 0 &&
           give((flux_entry_t){.kind = FLUX_PBLK}) == 0);
    assert(give((flux_entry_t){.kind = FLUX_CURR}) == 0 &&
           give((flux_entry_t){.kind = FLUX_OPEN}) == 0);
    assert(give((flux_entry_t){.kind = FLUX_SCPD, .scope = {.item = WEIR_ITEM_ROW_SCOPE}}) == 0);
    rejected_because(give((flux_entry_t){.kind = FLUX_SCPD,
                                         .scope = {.item = WEIR_ITEM_ROW_SCOPE, .parent = 1}}),
                     "the scope of a hart");
    rejected_because(give((flux_entry_t){.kind = FLUX_OPEN, .open = {.item = 1}}),
                     "OPEN of item 0");
    rejected_because(give((flux_entry_t){.kind = FLUX_OPEN, .open = {.start = 1}}),
                     "OPEN of item 0");
    rejected_because(give((flux_entry_t){.kind = FLUX_OPEN, .open = {.rate = 1}}),
                     "OPEN of item 0");
    rejected_because(give((flux_entry_t){.kind = FLUX_CURR, .current = {.item = 1}}),
                     "the position of item 0");
    rejected_because(
        give((flux_entry_t){
            .kind = FLUX_MSGD,
            .signal = {.item = user, .type = FLUX_INTEGER, .parent = WEIR_ITEM_ROW_SCOPE}}),
        "as SIGD");
    rejected_because(
        give((flux_entry_t){
            .kind = FLUX_SSGD,
            .signal = {.item = user, .type = FLUX_INTEGER, .parent = WEIR_ITEM_ROW_SCOPE}}),
        "as SIGD");
    rejected_because(
        give((flux_entry_t){
            .kind = FLUX_SIGD,
            .signal = {.item = checkpoint, .type = FLUX_INTEGER, .parent = WEIR_ITEM_ROW_SCOPE}}),
        "a signal of the map");
    rejected_because(give((flux_entry_t){.kind = FLUX_MEMD}), "an entry of a Weir stream");
    rejected_because(give((flux_entry_t){.kind = FLUX_OPEN, .layout = FLUX_EXTENDED}),
                     "definitions of the classic layout");
    h = data(user, 1, 100, 1);
    h.data.trace = 5;
    rejected_because(give(h), "one trace");
    event_decoder_init(&decoder, NULL, 0, true, true); // of a FIFO only
    assert(give((flux_entry_t){.kind = FLUX_SECT}) == 0 &&
           give((flux_entry_t){.kind = FLUX_CURR}) == 0);
    rejected_because(give((flux_entry_t){.kind = FLUX_OPEN}), "an entry of the FIFO");
    assert(
        give((flux_entry_t){
            .kind = FLUX_ENMD,
            .label = {.item = thread, .scope = FLUX_ENUM_SIGNAL, .label = {"a", 1}, .value = 7}}) ==
        0); // by software

    assert(!strcmp(event_class_name(99), "?"));
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*check)(const char *);
    } parts[] = {{"rkh", rkh}, {"txtb", txtb}, {"flux", flux},
                 {"fxt", fxt}, {"vcd", vcd},   {"event", event}};
    for (unsigned i = 0; count == 3 && i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(arguments[1], parts[i].name)) {
            parts[i].check(arguments[2]);
            return 0;
        }
    return 2;
}
