/* SPDX-License-Identifier: Apache-2.0 */
/* Software back ends of the driver, for parts without the unit. weir.h includes this file when
 * WEIR_TXTB or WEIR_RKH is defined. The calls are those of weir.h; this comment lists the
 * differences. Software records one hart.
 *
 * Each event is recorded under WEIR_LOCK, with a timestamp from WEIR_CLOCK. Record at least one
 * event every 2^32 ticks, or times are wrong. Compile driver/src/weir_soft.c (weir.c may stay in
 * the build; it is empty then), and
 *
 *   WEIR_TXTB   driver/src/txtb_ring.c
 *   WEIR_RKH    driver/src/rkh_emit.c, rkh_config.c, rkh_weir.c
 *
 *                      WEIR_TXTB                            WEIR_RKH
 *   config.memory      48 bytes, 48 for each of             two halves: events fill one, the sink
 *                      name_max + 1 objects,                takes the other; 640 bytes or more
 *                      32 for each event
 *   when full          overwrites the oldest event          drops events, counts them and reports
 *                                                           them in the stream
 *   config.sink        gets the whole buffer (a .trx        gets frames from weir_start,
 *                      file) from weir_finish; NULL:        weir_drain and weir_finish
 *                      dump config.memory yourself
 *   weir_drain, _irq   return 0                             as with the unit
 *   event ids          up to 0xefff; drops others           all
 *                      (WEIR_DROP_ID)
 *   weir_loss          1 once the buffer is full: the       as with the unit
 *                      next event overwrites the oldest
 *   names              in the registry of the buffer        frames for threads, events for other
 *                                                           objects
 *
 *   weir_emit_user     is weir_emit, for machine mode
 *   weir_snoop         each event first compares the word with the last running thread, and records
 *                      a switch if it changed. Threads without events stay invisible, unless
 *                      weir_switched reports them
 *
 *   Not supported, return ENOTSUP: weir_rescue, weir_start_frames, weir_lock, weir_peek,
 *   weir_clock_hz, weir_wait, weir_port_mask, weir_ring, weir_checkpoint, weir_sw_entry,
 * weir_select, weir_rate_limit, weir_pins_watch, weir_trigger_arm, weir_trigger_state,
 * weir_filtered, weir_snoop_register, weir_traps, weir_hints, weir_counters_of. weir_ring_image and
 * weir_ring_full return ESTATE, weir_authorised returns 1.
 *
 *   Not used: config.base, watermark, clock_hz, mtime */
#ifndef WEIR_SOFT_H
#define WEIR_SOFT_H

#if defined(WEIR_TXTB)
#include "txtb_ring.h"
#else
#include "rkh_weir.h"
#endif

#if !defined(WEIR_LOCK) || !defined(WEIR_CLOCK)
#error "this hart needs WEIR_LOCK, WEIR_UNLOCK and WEIR_CLOCK (weir_hooks.h)"
#endif

/* The driver's state, as in weir.h. */
struct weir {
    const struct weir_config *config;
    uint8_t harts;                /* 1 */
    uint8_t contexts;             /* 2 */
    uint8_t snoop, time, offered; /* 1 */
    uint8_t filter;               /* 0 */
    volatile uint8_t state;
    volatile uint8_t enabled, draining;
    uint8_t known; /* `running` is valid */
    const volatile uint32_t
        *word; /* holds the running thread; NULL: only weir_switched reports it */
    uint32_t running;
    uint32_t clock, clock_high; /* clock at the last event; 64 bits */
    uint64_t start;
    uint32_t offered_count[4], dropped_count[WEIR_DROP_COUNT];
    size_t next_name;
    const void *chunk;        /* bytes for the sink */
    volatile size_t pending;  /* bytes the sink has not taken yet */
    volatile uint8_t in_sink; /* the sink is running */
#if defined(WEIR_TXTB)
    txtb_ring_t ring;
    uint8_t wrapped;
#else
    rkh_writer_t writer;
    rkh_weir_t frames;
    void *spare; /* the half that events do not fill */
    struct {     /* the loss that no LOSS has reported yet */
        volatile uint8_t open, cause;
        uint16_t source;
        uint32_t dropped[4];
        uint64_t first, last;
    } loss;
#endif
};

/* Private: called by the inline functions of weir.h */
void weir_soft_emit_(struct weir *w, unsigned context, uint16_t id, uint32_t value);
void weir_soft_emit_args_(struct weir *w, unsigned context, uint16_t id, unsigned count,
                          const uint32_t *values);

#if defined(WEIR_RKH)
/* Private: called by weir_rkhtrc.c under WEIR_LOCK. Writes one frame of RKH; with `user`, one of a
 * USER event with any arguments. begin returns 0 if the record is not recorded. */
int weir_soft_record_begin_(struct weir *w, unsigned id, int user);
void weir_soft_record_byte_(struct weir *w, uint8_t byte);
void weir_soft_record_end_(struct weir *w);
#endif

#endif /* WEIR_SOFT_H */
