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

enum { KINDS = 8, KIND_BITS = 3 };

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

static void begin(rkh_writer_t *w, unsigned hart, unsigned kind, uint64_t time)
{
    rkh_begin(w, rkh_id(w->config->id_size, RKH_GROUP_USR, hart << KIND_BITS | kind),
              (uint32_t)time);
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
    for (unsigned kind = 0; rc == 0 && kind < KINDS; kind++)
        rc = rkh_emit_user(w, (uint32_t)time, kind, rkh_weir_kind_name(kind));
    return rc ? rc : emit_time(s, w, time);
}

// Before a frame: TIME, if its upper half has changed.
static int ready(rkh_weir_t *s, rkh_writer_t *w, unsigned hart, uint64_t time)
{
    if (hart >= (w->config->id_size == 1 ? 4u : 16u))
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
    uint8_t args[8], *to = args;
    unsigned size = 4;
    int rc = (unsigned)kind > RKH_WEIR_THREAD ? RKH_E_ARG : ready(s, w, hart, time);
    if (rc)
        return rc;
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
    return rkh_emit_frame(w, rkh_id(w->config->id_size, RKH_GROUP_USR, hart << KIND_BITS | kind),
                          (uint32_t)time, args, (uint32_t)(to - args));
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

// ---- reading

// Skips the next argument. *value is its number, if it is unsigned, an address, or memory of 8
// bytes; else *is_number is false. Returns false if it is incomplete.
static bool argument(const uint8_t **at, const uint8_t *end, const rkh_config_t *config,
                     uint64_t *value, bool *is_number)
{
    const uint8_t *p = *at;
    unsigned type = *p++ & 15;
    size_t size, left = (size_t)(end - p);
    *is_number = type == RKH_U8 || type == RKH_U16 || type == RKH_U32 || type == RKH_X32 ||
                 type == RKH_OBJ || type == RKH_FUN;
    switch (type) {
    case RKH_I8:
    case RKH_U8: size = 1; break;
    case RKH_I16:
    case RKH_U16: size = 2; break;
    case RKH_I32:
    case RKH_U32:
    case RKH_X32: size = 4; break;
    case RKH_OBJ:
    case RKH_FUN: size = config->pointer_size; break;
    case RKH_SIG: size = config->signal_size; break;
    case RKH_STR:
        for (size = 0; size < left && p[size]; size++)
            ;
        size++;
        break;
    case RKH_MEM:
        if (!left)
            return false;
        size = *p++;
        left--;
        *is_number = size == 8;
        break;
    default: return false;
    }
    if (left < size)
        return false;
    *value = *is_number ? rkh_number(p, (unsigned)size) : 0;
    *at = p + size;
    return true;
}

int rkh_weir_take(rkh_weir_t *s, const rkh_reader_t *r, rkh_weir_event_t *e)
{
    enum { MOST = 8 };
    // Number of arguments; USER, COM, SYS: 1 or more.
    static const uint8_t counts[KINDS] = {0, 0, 0, 1, 2, 8, 2, 2},
                         others[KINDS] = {0, 0, 0, 1, 2, 2, 3, 3};
    const rkh_frame_t *f = &r->frame;
    const uint8_t *at = f->args, *end = at + f->args_size;
    uint64_t v[MOST + 1];
    bool is_number[MOST + 1];
    unsigned count = 0, kind = f->event & (KINDS - 1);
    if (f->tcfg || f->group != RKH_GROUP_USR)
        return 0;
    if (f->restart)
        s->base = 0;
    while (at < end) {
        unsigned i = count < MOST ? count : MOST;
        if (!argument(&at, end, &r->config, &v[i], &is_number[i]) ||
            (kind > RKH_WEIR_SYS && is_number[i] == (kind == RKH_WEIR_NAME && i == 1)))
            return RKH_E_FORMAT;
        count++;
    }
    if (kind <= RKH_WEIR_SYS ? !count || !is_number[0]
                             : count != counts[kind] + 0u && count != others[kind] + 0u)
        return RKH_E_FORMAT;
    if (f->event >> KIND_BITS > 15)
        return RKH_E_FORMAT;
    if (kind == RKH_WEIR_TIME) {
        if (v[0] >> 32 || v[1] >> 32 || (count == 3) != (r->config.timestamp_size == 2) ||
            (count == 3 && v[2] >> 16))
            return RKH_E_FORMAT;
        s->base = (v[0] << 32 | (count == 3 ? v[2] << 16 : 0) | f->timestamp) - f->time;
        s->high = (uint32_t)v[0];
        s->hz = (uint32_t)v[1];
        s->started = true;
        return 0;
    }
    if (kind == RKH_WEIR_NAME)
        return v[0] >> 16 ? RKH_E_FORMAT : 0;
    e->kind = (rkh_weir_kind_t)kind;
    e->hart = f->event >> KIND_BITS;
    e->time = f->time + s->base;
    e->id = 0;
    e->value = e->source = e->first = e->last = 0;
    e->cause = 0;
    e->enter = e->part = false;
    e->what = 0;
    for (int i = 0; i < 4; i++)
        e->dropped[i] = 0;
    if (kind == RKH_WEIR_THREAD) {
        e->value = v[0];
    } else if (kind == RKH_WEIR_ISR) {
        if (v[0] > 1)
            return RKH_E_FORMAT;
        e->enter = v[0];
        e->value = v[1];
    } else if (kind == RKH_WEIR_LOSS && count == 2) {
        if (v[0] > 79 || (v[0] > RKH_WEIR_LOSS_BEGINS && v[0] < RKH_WEIR_LOSS_TOTAL) || v[1] >> 32)
            return RKH_E_FORMAT;
        e->part = true;
        e->what = (uint8_t)v[0];
        e->value = v[1];
    } else if (kind == RKH_WEIR_LOSS) {
        for (int i = 0; i < 4; i++) {
            if (v[i] >> 32)
                return RKH_E_FORMAT;
            e->dropped[i] = (uint32_t)v[i];
        }
        if (v[4] >> 8)
            return RKH_E_FORMAT;
        e->cause = (uint8_t)v[4];
        e->source = v[5];
        e->first = v[6];
        e->last = v[7];
    } else {
        if (v[0] >> 16)
            return RKH_E_FORMAT;
        e->id = (uint16_t)v[0];
        e->value = count > 1 ? v[1] : 0;
    }
    return 1;
}
