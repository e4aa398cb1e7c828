// SPDX-License-Identifier: Apache-2.0
// Weir's events in RKH frames.
#include "rkh_weir.h"

#define CONFIG(ids)                                                                                \
    {                                                                                              \
        .id_size = ids, .sequence = true, .timestamp = true, .checksum = true,                     \
        .timestamp_size = 4, .pointer_size = 4, .signal_size = 1, .ticks_size = 1,                 \
        .blocks_size = 1, .elements_size = 1, .event_size = 1, .block_size = 1, .version = 0x3000, \
        .flags = RKH_F_USER | RKH_F_ALL,                                                           \
    }
const rkh_config_t rkh_weir_config = CONFIG(1);
const rkh_config_t rkh_weir_config_harts = CONFIG(2);

const char *rkh_weir_kind_name(unsigned kind)
{
    static const char names[][8] = {"USER", "COM", "SYS", "THREAD", "ISR", "LOSS", "TIME", "NAME"};
    return kind < sizeof names / sizeof *names ? names[kind] : "?";
}

void rkh_weir_init(rkh_weir_t *s, uint32_t hz)
{
    s->hz = hz;
    s->high = 0;
    s->base = 0;
    s->started = false;
}

// ---- writing

enum { SHORT_HARTS = 4 }; // of an id of one byte

// The upper bits of a hart, if an argument has them; else 0.
static unsigned upper(const rkh_writer_t *w, unsigned hart)
{
    return w->config->id_size == 1 ? hart / SHORT_HARTS : 0;
}

static uint32_t id_of(const rkh_writer_t *w, unsigned hart, unsigned kind)
{
    const unsigned lower = hart - SHORT_HARTS * upper(w, hart);
    return rkh_id(w->config->id_size, RKH_GROUP_USR, lower << RKH_WEIR_KIND_BITS | kind);
}

static void begin(rkh_writer_t *w, unsigned hart, unsigned kind, uint64_t time)
{
    rkh_begin(w, id_of(w, hart, kind), (uint32_t)time);
    if (upper(w, hart))
        rkh_arg(w, RKH_I8, 0, upper(w, hart));
}

// A 64-bit number: 8 bytes of memory.
static void long_number(rkh_writer_t *w, uint64_t value)
{
    rkh_put(w, RKH_MEM | 8 << 8, 2);
    rkh_put(w, value, 8);
}

static int emit_time(rkh_weir_t *s, rkh_writer_t *w, uint64_t time)
{
    begin(w, 0, RKH_WEIR_TIME, time);
    rkh_arg_u32(w, (uint32_t)(time >> 32));
    rkh_arg_u32(w, s->hz);
    int rc = rkh_end(w);
    if (rc == 0) {
        s->high = (uint32_t)(time >> 32);
        s->started = true;
    }
    return rc;
}

int rkh_weir_emit_start(rkh_weir_t *s, rkh_writer_t *w, uint64_t time)
{
    int rc = rkh_emit_tcfg(w);
    for (unsigned kind = 0; rc == 0 && kind < RKH_WEIR_KINDS; kind++)
        rc = rkh_emit_user(w, (uint32_t)time, kind, rkh_weir_kind_name(kind));
    return rc ? rc : emit_time(s, w, time);
}

// Before a frame: TIME, if its upper half has changed.
static int ready(rkh_weir_t *s, rkh_writer_t *w, unsigned hart, uint64_t time)
{
    if (hart > 15)
        return RKH_E_ARG;
    return s->started && (uint32_t)(time >> 32) == s->high ? 0 : emit_time(s, w, time);
}

// All bytes before the arguments.
static int start(rkh_weir_t *s, rkh_writer_t *w, unsigned hart, unsigned kind, uint64_t time)
{
    int rc = ready(s, w, hart, time);
    if (rc == 0)
        begin(w, hart, kind, time);
    return rc;
}

// A number, in the smallest type.
static void number(rkh_writer_t *w, uint64_t value)
{
    if (value >> 32)
        long_number(w, value);
    else
        rkh_arg(w, value >> 16 ? RKH_U32 : value >> 8 ? RKH_U16 : RKH_U8, 0, value);
}

int rkh_weir_emit_value(rkh_weir_t *s, rkh_writer_t *w, rkh_weir_kind_t kind, unsigned hart,
                        uint64_t time, uint16_t id, uint32_t value)
{
    uint8_t args[10], *to = args;
    unsigned size = 4;
    int rc = (unsigned)kind > RKH_WEIR_THREAD ? RKH_E_ARG : ready(s, w, hart, time);
    if (rc)
        return rc;
    if (upper(w, hart)) {
        *to++ = RKH_I8;
        *to++ = (uint8_t)upper(w, hart);
    }
    if (kind == RKH_WEIR_THREAD) {
        *to++ = RKH_OBJ;
    } else {
        size = value >> 16 ? 4 : value >> 8 ? 2 : 1;
        *to++ = RKH_U16;
        *to++ = (uint8_t)id;
        *to++ = (uint8_t)(id >> 8);
        *to++ = size == 4 ? RKH_U32 : size == 2 ? RKH_U16 : RKH_U8;
    }
    for (; size; size--, value >>= 8)
        *to++ = (uint8_t)value;
    return rkh_emit_frame(w, id_of(w, hart, kind), (uint32_t)time, args, (uint32_t)(to - args));
}

int rkh_weir_begin(rkh_weir_t *s, rkh_writer_t *w, const rkh_weir_event_t *e)
{
    int rc = (unsigned)e->kind > RKH_WEIR_SYS ? RKH_E_ARG : start(s, w, e->hart, e->kind, e->time);
    if (rc == 0)
        rkh_arg_u16(w, e->id);
    return rc;
}

int rkh_weir_emit(rkh_weir_t *s, rkh_writer_t *w, const rkh_weir_event_t *e)
{
    int rc = (unsigned)e->kind > RKH_WEIR_LOSS ? RKH_E_ARG : start(s, w, e->hart, e->kind, e->time);
    if (rc)
        return rc;
    if (e->kind == RKH_WEIR_THREAD) {
        rkh_arg(w, RKH_OBJ, 0, e->value);
    } else if (e->kind == RKH_WEIR_ISR) {
        rkh_arg_u8(w, e->enter);
        rkh_arg(w, RKH_X32, 0, e->value);
    } else if (e->kind == RKH_WEIR_LOSS && e->part) {
        rkh_arg_u8(w, e->what);
        rkh_arg_u32(w, (uint32_t)e->value);
    } else if (e->kind == RKH_WEIR_LOSS) {
        for (int i = 0; i < 4; i++)
            rkh_arg_u32(w, e->dropped[i]);
        rkh_arg_u8(w, e->cause);
        long_number(w, e->source);
        long_number(w, e->first);
        long_number(w, e->last);
    } else {
        rkh_arg_u16(w, e->id);
        number(w, e->value);
    }
    return rkh_end(w);
}

static int emit_name(rkh_weir_t *s, rkh_writer_t *w, unsigned hart, uint64_t time, uint16_t id,
                     const uint64_t *value, const char *name)
{
    int rc = start(s, w, hart, RKH_WEIR_NAME, time);
    if (rc)
        return rc;
    rkh_arg_u16(w, id);
    rkh_arg_string(w, name);
    if (value)
        number(w, *value);
    return rkh_end(w);
}

int rkh_weir_emit_name(rkh_weir_t *s, rkh_writer_t *w, unsigned hart, uint64_t time, uint16_t id,
                       const char *name)
{
    return emit_name(s, w, hart, time, id, NULL, name);
}

int rkh_weir_emit_value_name(rkh_weir_t *s, rkh_writer_t *w, unsigned hart, uint64_t time,
                             uint16_t id, uint64_t value, const char *name)
{
    return emit_name(s, w, hart, time, id, &value, name);
}
