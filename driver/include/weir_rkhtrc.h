/* SPDX-License-Identifier: Apache-2.0 */
/* RKH's trace macros (its rkhtrc.h), for code that is instrumented with them: records go to the
 * unit, to a ThreadX buffer, or, with WEIR_RKH, into frames as RKH's own. `weir` shows the same
 * records from each.
 *
 *   struct weir_rkh rkh;                                   -DWEIR_RKH_HANDLE=rkh; then once, after
 * weir_init: weir_rkh_init(&rkh, &weir);
 *
 *   RKH_TRC_BEGIN(RKH_TE_SMA_FIFO, prio, signal)          a predefined record: its arguments as
 * docs/formats/rkh.md lists them RKH_TRC_SYM(object); RKH_TRC_SIG(signal); RKH_TRC_END()
 *
 *   enum { LOW_POWER = RKH_TE_USER, DISCONNECTED };       the application's own: arguments tell
 * their types RKH_TRC_USR_BEGIN(LOW_POWER) RKH_TUSR_UI8(3, level); RKH_TUSR_STR("hello");
 *   RKH_TRC_USR_END()
 *
 * BEGIN and END hold WEIR_LOCK between them, so nothing may jump out; the twins ..._NOCRIT are for
 * code that holds a lock already. They are for threads and interrupt handlers; on the unit, the
 * pair of a weir_emit that a handler's record interrupts is dropped, as with any event of the
 * thread port. Ids are those of one byte: group << 5 | event; user events are RKH_TE_USER + n, n up
 * to 4095, and readers show them as the unit's USER id 0x3000 + n. A record is up to 255 bytes of
 * arguments. On the unit a record is one event for each four bytes, and two more.
 *
 * Filters, at run time: by event, by the priority of the active object, by signal. What is filtered
 * out costs a call; with WEIR_OFF everything costs nothing. */
#ifndef WEIR_RKHTRC_H
#define WEIR_RKHTRC_H

#include "weir.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RKH_TE_USER = 0xc0, WEIR_RKH_USER_ID = 0x3000, WEIR_RKH_USER_EVENTS = 0x1000 };

/* Filters and the record under way; caller's memory. A set bit leaves records out. */
struct weir_rkh {
    const struct weir *w;
    uint32_t events[8];     /* by id; all user events from RKH_TE_USER + 63 on are one */
    uint32_t priorities[2]; /* of active objects, 0-63; higher ones are never left out */
    uint32_t signals[8];    /* 0-255; higher ones are never left out */
    uint32_t word, sum;     /* bytes that are not sent yet; what was */
    uint16_t te, bytes;
};

enum { WEIR_RKH_NONE = 0xffff }; /* no priority, no signal: these filters do not look */

/* Nothing is left out. */
void weir_rkh_init(struct weir_rkh *r, const struct weir *w);

/* Leaves records of this event, active object's priority (0-63) or signal (0-255) out, or lets them
 * in again (`out` is 0); at any time. Returns 0, or EINVAL: r is NULL, or the number is out of
 * range. */
WEIR_MUST_CHECK int weir_rkh_filter_event(struct weir_rkh *r, unsigned te, int out);
WEIR_MUST_CHECK int weir_rkh_filter_group(struct weir_rkh *r, unsigned group,
                                          int out); /* all events of a group, 0-7 */
WEIR_MUST_CHECK int weir_rkh_filter_priority(struct weir_rkh *r, unsigned priority, int out);
WEIR_MUST_CHECK int weir_rkh_filter_signal(struct weir_rkh *r, unsigned signal, int out);

/* ---- Records: RKH_TRC_... are these */

int weir_rkh_begin_(struct weir_rkh *r, unsigned te, unsigned priority,
                    unsigned signal);                                   /* 0: left out */
void weir_rkh_put_(struct weir_rkh *r, uint32_t value, unsigned bytes); /* 1-4 */
void weir_rkh_bytes_(struct weir_rkh *r, const void *bytes, unsigned count);
void weir_rkh_end_(struct weir_rkh *r);

#ifdef WEIR_OFF
    #define WEIR_RKH_BEGIN_(te, priority, signal)                                                  \
        if (0) {                                                                                   \
            (void)(te);                                                                            \
            (void)(priority);                                                                      \
            (void)(signal);
    #define WEIR_RKH_LOCK_
    #define WEIR_RKH_END_ }
    #define WEIR_RKH_UNLOCK_
    #define WEIR_RKH_PUT_(value, bytes) ((void)(uint32_t)(value))
    #define WEIR_RKH_BYTES_(pointer, count) ((void)(const void *)(pointer), (void)(count))
#else
extern struct weir_rkh WEIR_RKH_HANDLE;

    #define WEIR_RKH_LOCK_                                                                         \
        {                                                                                          \
            const uint32_t weir_rkh_before_ = WEIR_LOCK();
    #define WEIR_RKH_UNLOCK_                                                                       \
        WEIR_UNLOCK(weir_rkh_before_);                                                             \
        }
    #define WEIR_RKH_BEGIN_(te, priority, signal)                                                  \
        if (weir_rkh_begin_(&WEIR_RKH_HANDLE, te, priority, signal)) {
    #define WEIR_RKH_END_                                                                          \
        weir_rkh_end_(&WEIR_RKH_HANDLE);                                                           \
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

/* Arguments of predefined records, in the sizes of Weir's configuration: addresses 4, all others 1.
 * Senders and least rooms are not in it, so these two are nothing. */
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

/* Arguments of user events; `width` is how wide a viewer should print the number, 0-15, 0 for any.
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
