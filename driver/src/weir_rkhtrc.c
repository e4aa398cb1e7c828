/* SPDX-License-Identifier: Apache-2.0 */
/* RKH's trace records; weir_rkhtrc.h is the manual. */
/* The header wants a handle for its macros, which this file does not use. */
#undef WEIR_RKH_HANDLE
#define WEIR_RKH_HANDLE weir_rkh_unused_
#include "weir_rkhtrc.h"

#ifndef WEIR_OFF

enum { BYTES_MAX = 255, LAST_EVENT = 255 };

void weir_rkh_init(struct weir_rkh *r, const struct weir *w) { *r = (struct weir_rkh){.w = w}; }

static int set(uint32_t *bits, unsigned count, unsigned n, int out)
{
    if (n >= count)
        return WEIR_EINVAL;
    bits[n / 32] = (bits[n / 32] & ~(UINT32_C(1) << n % 32)) | (uint32_t)(out != 0) << n % 32;
    return 0;
}

static uint32_t is_set(const uint32_t *bits, unsigned count, unsigned n)
{
    return n < count ? bits[n / 32] >> n % 32 & 1 : 0;
}

int weir_rkh_filter_event(struct weir_rkh *r, unsigned te, int out)
{
    return r && te < RKH_TE_USER + WEIR_RKH_USER_EVENTS
               ? set(r->events, 256, te < LAST_EVENT ? te : LAST_EVENT, out)
               : WEIR_EINVAL;
}

int weir_rkh_filter_group(struct weir_rkh *r, unsigned group, int out)
{
    if (!r || group > 7)
        return WEIR_EINVAL;
    r->events[group] = out ? ~UINT32_C(0) : 0;
    return 0;
}

int weir_rkh_filter_priority(struct weir_rkh *r, unsigned priority, int out)
{
    return r ? set(r->priorities, 64, priority, out) : WEIR_EINVAL;
}

int weir_rkh_filter_signal(struct weir_rkh *r, unsigned signal, int out)
{
    return r ? set(r->signals, 256, signal, out) : WEIR_EINVAL;
}

int weir_rkh_begin_(struct weir_rkh *r, unsigned te, unsigned priority, unsigned signal)
{
    if (te >= RKH_TE_USER + WEIR_RKH_USER_EVENTS ||
        is_set(r->events, 256, te < LAST_EVENT ? te : LAST_EVENT) ||
        is_set(r->priorities, 64, priority) || is_set(r->signals, 256, signal))
        return 0;
    r->te = (uint16_t)te;
    r->bytes = 0;
    r->word = r->sum = 0;
#ifdef WEIR_RKH
    return weir_soft_record_begin_((struct weir *)(uintptr_t)r->w,
                                   te < RKH_TE_USER ? te : WEIR_RKH_USER_ID + te - RKH_TE_USER,
                                   te >= RKH_TE_USER);
#else
    return 1;
#endif
}

#ifdef WEIR_RKH
static void put(struct weir_rkh *r, uint8_t byte)
{
    if (r->bytes == BYTES_MAX)
        return;
    r->bytes++;
    weir_soft_record_byte_((struct weir *)(uintptr_t)r->w, byte);
}

void weir_rkh_end_(struct weir_rkh *r) { weir_soft_record_end_((struct weir *)(uintptr_t)r->w); }
#else
static void send(struct weir_rkh *r)
{
    r->sum += r->word;
    weir_emit(r->w, WEIR_ID_DATA, r->word);
    r->word = 0;
}

static void put(struct weir_rkh *r, uint8_t byte)
{
    if (r->bytes == BYTES_MAX)
        return;
    r->word |= (uint32_t)byte << 8 * (r->bytes % 4);
    if (++r->bytes % 4 == 0)
        send(r);
}

/* The last but one event of the run carries its sum, as in weir_log.h. */
void weir_rkh_end_(struct weir_rkh *r)
{
    if (r->bytes % 4)
        send(r);
    const uint32_t value = (uint32_t)r->te << 16 | r->bytes, sum = r->sum + value;
    if (r->bytes)
        weir_emit(r->w, WEIR_ID_DATA, (sum ^ sum >> 16) & 0xffffu);
    weir_emit(r->w, WEIR_ID_RECORD, value);
}
#endif

void weir_rkh_put_(struct weir_rkh *r, uint32_t value, unsigned bytes)
{
    for (; bytes; bytes--, value >>= 8)
        put(r, (uint8_t)value);
}

void weir_rkh_bytes_(struct weir_rkh *r, const void *bytes, unsigned count)
{
    for (const uint8_t *at = bytes; count; count--)
        put(r, *at++);
}

#endif
