// SPDX-License-Identifier: Apache-2.0
// Weir's events in RKH frames: reading.
#include "rkh_weir_read.h"

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

int rkh_weir_hart(const rkh_reader_t *r, unsigned *before)
{
    const rkh_frame_t *f = &r->frame;
    const uint32_t hart = f->event >> RKH_WEIR_KIND_BITS;
    *before = r->config.id_size == 1 && f->args_size && (f->args[0] & 15) == RKH_I8;
    if (hart > 15 || (*before && (f->args_size < 2 || f->args[1] < 1 || f->args[1] > 3)))
        return RKH_E_FORMAT;
    return (int)(hart + (*before ? 4u * f->args[1] : 0));
}

int rkh_weir_take(rkh_weir_t *s, const rkh_reader_t *r, rkh_weir_event_t *e)
{
    enum { MOST = 8 };
    // Number of arguments; USER, COM, SYS: 1 or more.
    static const uint8_t counts[RKH_WEIR_KINDS] = {0, 0, 0, 1, 2, 8, 2, 2},
                         others[RKH_WEIR_KINDS] = {0, 0, 0, 1, 2, 2, 3, 3};
    const rkh_frame_t *f = &r->frame;
    const uint8_t *at = f->args, *end = at + f->args_size;
    uint64_t v[MOST + 1];
    bool is_number[MOST + 1];
    unsigned count = 0, kind = f->event & (RKH_WEIR_KINDS - 1), before;
    if (f->tcfg || f->group != RKH_GROUP_USR)
        return 0;
    const int hart = rkh_weir_hart(r, &before);
    if (hart < 0)
        return RKH_E_FORMAT;
    at += 2 * before;
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
    e->hart = (unsigned)hart;
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
