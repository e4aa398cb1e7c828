// SPDX-License-Identifier: Apache-2.0
// Weir's events in RKH frames.
#include "rkh_weir.h"

#define CONFIG(ids)                                                                                                    \
    {                                                                                                                  \
        .id_size = ids, .sequence = true, .stamp = true, .checksum = true, .stamp_size = 4, .pointer_size = 4,         \
        .signal_size = 1, .ticks_size = 1, .blocks_size = 1, .elements_size = 1, .event_size = 1, .block_size = 1,     \
        .version = 0x3000, .flags = RKH_F_USER | RKH_F_ALL,                                                            \
    }
const rkh_config_t rkh_weir_config = CONFIG(1);
const rkh_config_t rkh_weir_config_harts = CONFIG(2);

enum { KINDS = 8, KIND_BITS = 3 };

const char *rkh_weir_kind_name(unsigned kind)
{
    static const char names[][8] = { "USER", "COM", "SYS", "THREAD", "ISR", "LOSS", "TIME" };
    return kind < sizeof names / sizeof *names ? names[kind] : "?";
}

void rkh_weir_init(rkh_weir_t *s, uint32_t hz)
{
    s->hz = hz;
    s->high = 0;
    s->base = 0;
    s->told = false;
}

// ---- writing ---------------------------------------------------------------------------------------------------------------

static void begin(rkh_writer_t *w, unsigned hart, unsigned kind, uint64_t time)
{
    rkh_begin(w, rkh_id(w->config->id_size, RKH_GROUP_USR, hart << KIND_BITS | kind), (uint32_t)time);
}

// A number of 64 bits: a piece of memory of 8 octets.
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
        s->told = true;
    }
    return rc;
}

int rkh_weir_emit_start(rkh_weir_t *s, rkh_writer_t *w, uint64_t time)
{
    int rc = rkh_emit_tcfg(w);
    for (unsigned kind = 0; rc == 0 && kind <= RKH_WEIR_TIME; kind++)
        rc = rkh_emit_user(w, (uint32_t)time, kind, rkh_weir_kind_name(kind));
    return rc ? rc : emit_time(s, w, time);
}

int rkh_weir_emit(rkh_weir_t *s, rkh_writer_t *w, const rkh_weir_event_t *e)
{
    if ((unsigned)e->kind > RKH_WEIR_LOSS || e->kind == RKH_WEIR_ISR || e->hart >= (w->config->id_size == 1 ? 4u : 16u))
        return RKH_E_ARG;
    if (!s->told || (uint32_t)(e->time >> 32) != s->high) {
        int rc = emit_time(s, w, e->time);
        if (rc)
            return rc;
    }
    begin(w, e->hart, e->kind, e->time);
    if (e->kind == RKH_WEIR_THREAD) {
        rkh_arg(w, RKH_OBJ, 0, e->value);
    } else if (e->kind == RKH_WEIR_LOSS) {
        for (int i = 0; i < 4; i++)
            rkh_arg_u32(w, e->refused[i]);
        rkh_arg_u8(w, e->cause);
        long_number(w, e->source);
        long_number(w, e->first);
        long_number(w, e->last);
    } else {
        rkh_arg_u16(w, e->id);
        if (e->value >> 32)
            long_number(w, e->value);
        else
            rkh_arg(w, e->value >> 16 ? RKH_U32 : e->value >> 8 ? RKH_U16 : RKH_U8, 0, e->value);
    }
    return rkh_end(w);
}

// ---- reading ---------------------------------------------------------------------------------------------------------------

// The next number of the arguments: any unsigned type, an address, or memory of 8 octets.
static bool number(const uint8_t **at, const uint8_t *end, unsigned pointer_size, uint64_t *value)
{
    if (*at == end)
        return false;
    unsigned type = *(*at)++ & 15, size;
    switch (type) {
    case RKH_U8: size = 1; break;
    case RKH_U16: size = 2; break;
    case RKH_U32: case RKH_X32: size = 4; break;
    case RKH_OBJ: size = pointer_size; break;
    case RKH_MEM:
        if (*at == end || *(*at)++ != 8)
            return false;
        size = 8;
        break;
    default: return false;
    }
    if ((size_t)(end - *at) < size)
        return false;
    *value = rkh_number(*at, size);
    *at += size;
    return true;
}

int rkh_weir_take(rkh_weir_t *s, const rkh_reader_t *r, rkh_weir_event_t *e)
{
    const rkh_frame_t *f = &r->frame;
    const uint8_t *at = f->args, *end = at + f->args_size;
    uint64_t v[9];
    unsigned count = 0;
    if (f->tcfg || f->group != RKH_GROUP_USR)
        return 0;
    if (f->restart)
        s->base = 0;
    while (at < end) {
        if (count == sizeof v / sizeof *v || !number(&at, end, r->config.pointer_size, &v[count]))
            return RKH_E_FORMAT;
        count++;
    }
    static const uint8_t counts[KINDS] = { 2, 2, 2, 1, 0, 8, 2, 0 };
    unsigned kind = f->event & (KINDS - 1);
    if (!counts[kind] || count != counts[kind] || f->event >> KIND_BITS > 15)
        return RKH_E_FORMAT;
    if (kind == RKH_WEIR_TIME) {
        if (v[0] >> 32 || v[1] >> 32)
            return RKH_E_FORMAT;
        s->base = (v[0] << 32 | f->stamp) - f->time;
        s->high = (uint32_t)v[0];
        s->hz = (uint32_t)v[1];
        s->told = true;
        return 0;
    }
    e->kind = (rkh_weir_kind_t)kind;
    e->hart = f->event >> KIND_BITS;
    e->time = f->time + s->base;
    e->id = 0;
    e->value = e->source = e->first = e->last = 0;
    e->cause = 0;
    for (int i = 0; i < 4; i++)
        e->refused[i] = 0;
    if (kind == RKH_WEIR_THREAD) {
        e->value = v[0];
    } else if (kind == RKH_WEIR_LOSS) {
        for (int i = 0; i < 4; i++) {
            if (v[i] >> 32)
                return RKH_E_FORMAT;
            e->refused[i] = (uint32_t)v[i];
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
        e->value = v[1];
    }
    return 1;
}
