/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's software back-ends: included by weir.h when WEIR_TXTB or WEIR_RKH is defined, for
 * parts without the unit. The calls are those of weir.h, with the same meaning, but for what is
 * said here. They watch one hart.
 *
 * Each event is recorded under WEIR_LOCK and timestamped with WEIR_CLOCK, which must be looked at
 * at least once in 2^32 ticks, by any event, for times that are longer. Compile
 * driver/src/weir_soft.c (weir.c is then empty), and
 *
 *   WEIR_TXTB   sw/lib/txtb/txtb_ring.c
 *   WEIR_RKH    sw/lib/rkh/rkh_emit.c, rkh_config.c, rkh_weir.c
 *
 *                    WEIR_TXTB                                         WEIR_RKH
 *   config.memory    48 bytes, 48 for each of thread_name_max + 1     two halves: one is filled
 * while the sink takes the objects, 32 for each event                        other; 640 bytes or
 * more when full        the oldest event is written over                  events are dropped,
 * counted, and told in the stream the sink         gets the whole buffer from weir_finish, a .trx
 * gets frames from weir_start, weir_drain and weir_finish file; may be NULL: dump config.memory
 *   weir_drain, _irq 0                                                 as with the unit
 *   ids              up to 0xefff; above: dropped, WEIR_DROP_ID        all
 *   weir_loss        1 once an event was written over                  as with the unit
 *
 *   weir_emit_user       is weir_emit: of machine mode
 *   weir_snoop           each event looks at the word, and if it has changed, a switch is recorded
 * before the event. So threads that make no event are not seen, unless weir_switched tells of them
 *   weir_names_repeat    emits the name of one thread, in RKH; 0 in TXTB, where the registry always
 * has them weir_rescue, weir_start_frames, weir_lock, weir_peek, weir_clock_hz, weir_wait,
 * weir_port_mask, weir_ring, weir_checkpoint, weir_sw_entry, the filter (weir_select to
 * weir_filtered), weir_snoop_register, weir_traps, weir_counters_of     ENOTSUP weir_ring_image,
 * weir_ring_full      ESTATE weir_authorised                      1 config.base, watermark,
 * clock_hz, mtime     not used */
#ifndef WEIR_SOFT_H
#define WEIR_SOFT_H

#if defined(WEIR_TXTB)
    #include "txtb_ring.h"
#else
    #include "rkh_weir.h"
#endif

#if !defined(WEIR_LOCK) || !defined(WEIR_CLOCK)
    #error "this hart needs WEIR_LOCK, WEIR_UNLOCK and WEIR_CLOCK (weir.h, hooks)"
#endif

/* The driver's state, as in weir.h. */
struct weir {
    const struct weir_config *config;
    uint8_t harts;                /* 1 */
    uint8_t contexts;             /* 2 */
    uint8_t snoop, time, offered; /* 1 */
    uint8_t filter;               /* 0 */
    volatile uint8_t state;
    volatile uint8_t enabled;
    uint8_t known;                 /* it is known which thread runs */
    const volatile uint32_t *word; /* that says which thread runs; NULL: weir_switched does */
    uint32_t running;
    uint32_t clock, clock_high; /* the time of the last event, before the start is subtracted */
    uint64_t start;
    uint32_t offered_count[4], dropped_count[WEIR_DROP_COUNT];
    size_t next_name;
    const void *chunk;       /* of what is held: for the sink */
    volatile size_t held;    /* bytes the sink has not taken yet */
    volatile uint8_t giving; /* the sink is being called */
#if defined(WEIR_TXTB)
    txtb_ring_t ring;
    uint8_t wrapped;
#else
    rkh_writer_t writer;
    rkh_weir_t frames;
    void *spare; /* the half that is not written to */
    struct {     /* the loss that is going on */
        volatile uint8_t open, cause;
        uint16_t source;
        uint32_t dropped[4];
        uint64_t first, last;
    } loss;
#endif
};

/* Only the code of weir_emit and its twins. */
void weir_soft_emit_(struct weir *w, unsigned context, uint16_t id, uint32_t value);
void weir_soft_emit_args_(struct weir *w, unsigned context, uint16_t id, unsigned count,
                          const uint32_t *words);

#if defined(WEIR_RKH)
/* Only the code of weir_rkhtrc.c, under WEIR_LOCK: a frame of RKH, or, `user`, of an event of this
 * USER id with other arguments than one value. begin returns 0 if nothing is recorded now. */
int weir_soft_record_begin_(struct weir *w, unsigned id, int user);
void weir_soft_record_byte_(struct weir *w, uint8_t byte);
void weir_soft_record_end_(struct weir *w);
#endif

#endif /* WEIR_SOFT_H */
