/* SPDX-License-Identifier: Apache-2.0 */
/* RKH's trace macros (rkhtrc.h), for code that is instrumented with them. The records go to the
 * unit, to a ThreadX buffer, or, with WEIR_RKH, into RKH's own frames. `weir` shows the same
 * records from each.
 *
 *   struct weir_rkh rkh;                            compile with -DWEIR_RKH_HANDLE=rkh; once, after
 *   weir_rkh_init(&rkh, &weir);                     weir_init
 *
 *   RKH_TRC_BEGIN(RKH_TE_SMA_FIFO, prio, signal)    a predefined record, with the arguments that
 *       RKH_TRC_SYM(object);                        docs/reference/rkh.md lists
 *       RKH_TRC_SIG(signal);
 *   RKH_TRC_END()
 *
 *   enum { LOW_POWER = RKH_TE_USER, DISCONNECTED };
 *   RKH_TRC_USR_BEGIN(LOW_POWER)                    a record of the application, whose arguments
 *       RKH_TUSR_UI8(3, level);                     carry their types
 *       RKH_TUSR_STR("hello");
 *   RKH_TRC_USR_END()
 *
 * BEGIN takes WEIR_LOCK and END releases it, so nothing may jump out between them. The _NOCRIT
 * variants are for code that holds a lock already. Threads and interrupt handlers may use all of
 * them. On the unit, the record of a handler uses the thread port: if it interrupts the two stores
 * of a weir_emit, the unit drops that event.
 *
 * Ids have one byte: group << 5 | event. Events of the application are RKH_TE_USER + n, n up to
 * 4095; readers show them as the unit's USER id 0x3000 + n. A record has up to 255 bytes of
 * arguments. On the unit it is one event for each four bytes, and two more.
 *
 * Filters work at run time: by event, by priority of the active object, by signal. A record that is
 * filtered out costs a function call. With WEIR_OFF everything costs nothing. */
#ifndef WEIR_RKHTRC_H
#define WEIR_RKHTRC_H

#include "weir.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RKH_TE_USER = 0xc0, WEIR_RKH_USER_ID = 0x3000, WEIR_RKH_USER_EVENTS = 0x1000 };

/* Filters and the current record, in memory of the caller. A set bit filters records out. */
struct weir_rkh {
    const struct weir *w;
    uint32_t events[8];     /* by id; user events from RKH_TE_USER + 63 on share one bit */
    uint32_t priorities[2]; /* of active objects, 0-63; higher ones always pass */
    uint32_t signals[8];    /* 0-255; higher ones always pass */
    uint32_t word;          /* bytes not sent yet */
    uint32_t sum;           /* of the words sent */
    uint16_t te, bytes;
};

enum { WEIR_RKH_NONE = 0xffff }; /* no priority, no signal: passes these filters */

/* Initializes *r. All records pass. */
void weir_rkh_init(struct weir_rkh *r, const struct weir *w);

/* Filters records of an event, a group of events (0-7), a priority of active objects (0-63) or a
 * signal (0-255). `out`: 1: they are filtered out, 0: they pass. Allowed at any time. Returns 0, or
 * EINVAL: r is NULL, or the number is out of range. */
WEIR_MUST_CHECK int weir_rkh_filter_event(struct weir_rkh *r, unsigned te, int out);
WEIR_MUST_CHECK int weir_rkh_filter_group(struct weir_rkh *r, unsigned group, int out);
WEIR_MUST_CHECK int weir_rkh_filter_priority(struct weir_rkh *r, unsigned priority, int out);
WEIR_MUST_CHECK int weir_rkh_filter_signal(struct weir_rkh *r, unsigned signal, int out);

/* ---- Private: code of the macros */

int weir_rkh_begin_(struct weir_rkh *r, unsigned te, unsigned priority,
                    unsigned signal);                                   /* 0: filtered out */
void weir_rkh_put_(struct weir_rkh *r, uint32_t value, unsigned bytes); /* 1-4 */
void weir_rkh_bytes_(struct weir_rkh *r, const void *bytes, unsigned count);
void weir_rkh_end_(struct weir_rkh *r);

#ifdef WEIR_OFF
#define WEIR_RKH_BEGIN_(te, priority, signal)                                                      \
    if (0) {                                                                                       \
        (void)(te);                                                                                \
        (void)(priority);                                                                          \
        (void)(signal);
#define WEIR_RKH_LOCK_
#define WEIR_RKH_END_ }
#define WEIR_RKH_UNLOCK_
#define WEIR_RKH_PUT_(value, bytes) ((void)(uint32_t)(value))
#define WEIR_RKH_BYTES_(pointer, count) ((void)(const void *)(pointer), (void)(count))
#else
extern struct weir_rkh WEIR_RKH_HANDLE;

#define WEIR_RKH_LOCK_                                                                             \
    {                                                                                              \
        const uint32_t weir_rkh_before_ = WEIR_LOCK();
#define WEIR_RKH_UNLOCK_                                                                           \
    WEIR_UNLOCK(weir_rkh_before_);                                                                 \
    }
#define WEIR_RKH_BEGIN_(te, priority, signal)                                                      \
    if (weir_rkh_begin_(&WEIR_RKH_HANDLE, te, priority, signal)) {
#define WEIR_RKH_END_                                                                              \
    weir_rkh_end_(&WEIR_RKH_HANDLE);                                                               \
    }
#define WEIR_RKH_PUT_(value, bytes) weir_rkh_put_(&WEIR_RKH_HANDLE, (uint32_t)(value), bytes)
#define WEIR_RKH_BYTES_(pointer, count) weir_rkh_bytes_(&WEIR_RKH_HANDLE, pointer, count)
#endif

#define RKH_TRC_BEGIN(te, prio, sig) WEIR_RKH_LOCK_ WEIR_RKH_BEGIN_(te, prio, sig)
#define RKH_TRC_END() WEIR_RKH_END_ WEIR_RKH_UNLOCK_
#define RKH_TRC_BEGIN_NOCRIT(te, prio, sig) WEIR_RKH_BEGIN_(te, prio, sig)
#define RKH_TRC_END_NOCRIT() WEIR_RKH_END_
#define RKH_TRC_BEGIN_WOAO(te, sig) RKH_TRC_BEGIN(te, WEIR_RKH_NONE, sig)
#define RKH_TRC_BEGIN_WOSIG(te, prio) RKH_TRC_BEGIN(te, prio, WEIR_RKH_NONE)
#define RKH_TRC_BEGIN_WOAOSIG(te) RKH_TRC_BEGIN(te, WEIR_RKH_NONE, WEIR_RKH_NONE)
#define RKH_TRC_USR_BEGIN(te) RKH_TRC_BEGIN_WOAOSIG(te)
#define RKH_TRC_USR_END() RKH_TRC_END()
#define RKH_TRC_USR_BEGIN_NOCRIT(te) RKH_TRC_BEGIN_NOCRIT(te, WEIR_RKH_NONE, WEIR_RKH_NONE)
#define RKH_TRC_USR_END_NOCRIT() RKH_TRC_END_NOCRIT()

/* Arguments of predefined records, in the sizes of Weir's configuration: addresses have 4 bytes,
 * all others 1. The configuration has no senders and no minimum of free blocks or queue entries:
 * these macros write nothing. */
#define RKH_TRC_UI8(value) WEIR_RKH_PUT_(value, 1)
#define RKH_TRC_UI16(value) WEIR_RKH_PUT_(value, 2)
#define RKH_TRC_UI32(value) WEIR_RKH_PUT_(value, 4)
#define RKH_TRC_SYM(object) WEIR_RKH_PUT_((uintptr_t)(object), 4)
#define RKH_TRC_FUN(function) WEIR_RKH_PUT_((uintptr_t)(function), 4)
#define RKH_TRC_SIG(signal) WEIR_RKH_PUT_(signal, 1)
#define RKH_TRC_NE(elements) WEIR_RKH_PUT_(elements, 1)
#define RKH_TRC_NBLK(blocks) WEIR_RKH_PUT_(blocks, 1)
#define RKH_TRC_NTICK(ticks) WEIR_RKH_PUT_(ticks, 1)
#define RKH_TRC_BSIZE(size) WEIR_RKH_PUT_(size, 1)
#define RKH_TRC_ESIZE(size) WEIR_RKH_PUT_(size, 1)
#define RKH_TRC_SNDR(sender) ((void)(sender))
#define RKH_TRC_QUE_NMIN(least) ((void)(least))
#define RKH_TRC_MP_NMIN(least) ((void)(least))
#define RKH_TRC_STR(text) WEIR_RKH_BYTES_(text, weir_rkh_length_(text) + 1)

/* Arguments of user events. `width`: the columns in which a viewer prints the number, 0-15; 0: any.
 */
#define WEIR_RKH_TYPED_(width, type, value, bytes)                                                 \
    (WEIR_RKH_PUT_(((unsigned)(width)&15) << 4 | (type), 1), WEIR_RKH_PUT_(value, bytes))
#define RKH_TUSR_I8(width, value) WEIR_RKH_TYPED_(width, 0, value, 1)
#define RKH_TUSR_UI8(width, value) WEIR_RKH_TYPED_(width, 1, value, 1)
#define RKH_TUSR_I16(width, value) WEIR_RKH_TYPED_(width, 2, value, 2)
#define RKH_TUSR_UI16(width, value) WEIR_RKH_TYPED_(width, 3, value, 2)
#define RKH_TUSR_I32(width, value) WEIR_RKH_TYPED_(width, 4, value, 4)
#define RKH_TUSR_UI32(width, value) WEIR_RKH_TYPED_(width, 5, value, 4)
#define RKH_TUSR_X32(width, value) WEIR_RKH_TYPED_(width, 6, value, 4)
#define RKH_TUSR_STR(text) (WEIR_RKH_PUT_(7, 1), RKH_TRC_STR(text))
#define RKH_TUSR_MEM(pointer, count)                                                               \
    (WEIR_RKH_PUT_(8 | (uint32_t)(uint8_t)(count) << 8, 2),                                        \
     WEIR_RKH_BYTES_(pointer, (uint8_t)(count)))
#define RKH_TUSR_OBJ(object) WEIR_RKH_TYPED_(0, 9, (uintptr_t)(object), 4)
#define RKH_TUSR_FUN(function) WEIR_RKH_TYPED_(0, 10, (uintptr_t)(function), 4)
#define RKH_TUSR_SIG(signal) WEIR_RKH_TYPED_(0, 11, signal, 1)

static inline unsigned weir_rkh_length_(const char *text)
{
    unsigned n = 0;
    while (text[n])
        n++;
    return n;
}

#ifdef __cplusplus
}
#endif
#endif /* WEIR_RKHTRC_H */
