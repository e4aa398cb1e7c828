/* SPDX-License-Identifier: Apache-2.0 */
/* Driver of the Weir trace unit: bare-metal C11, no allocation, no state but the caller's struct
 * weir.
 *
 * The same calls record without a unit, in software, and cost nothing when trace is off: one
 * definition for the whole build says which.
 *
 *   (none)        the unit; the stream is flux
 *   WEIR_TXTB     software: a ThreadX trace buffer in memory, the newest events stay (weir_soft.h)
 *   WEIR_RKH      software: RKH frames, drained to the sink as the unit's stream is (weir_soft.h)
 *   WEIR_OFF      nothing: calls are type-checked, and gone (weir_off.h) */
#ifndef WEIR_H
#define WEIR_H

#include <stddef.h>
#include <stdint.h>

#ifdef WEIR_HOOKS /* a header with the hooks below, for all files: -DWEIR_HOOKS='"board_trace.h"'  \
                   */
    #include WEIR_HOOKS
#endif

#if defined(WEIR_OFF) + defined(WEIR_TXTB) + defined(WEIR_RKH) > 1
    #error "one of WEIR_OFF, WEIR_TXTB, WEIR_RKH, or none"
#endif
#if defined(WEIR_TXTB) || defined(WEIR_RKH)
    #define WEIR_SOFT
#endif

#include "weir_regs.h"
#include "weir_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Life of a trace:
 *
 *   weir_init  ->  weir_start  ->  weir_emit ...  ->  weir_finish
 *                  (head)          (weir_irq or weir_drain carry the stream to the sink)
 *
 * The bytes that the sink gets between weir_start and the end of weir_finish are one flux file.
 *
 * Who may call what:
 *
 *   threads                    weir_emit, any number of threads at once, preempted anywhere, if the
 * unit learns of every switch: by weir_snoop, or by WEIR_ID_THREAD_SWITCH. It keeps threads apart
 * by that alone. interrupt handlers         weir_emit_isr, weir_irq U-mode weir_emit_user, on units
 * with a user port anyone of them             the _fast twins of these on units with windows
 *   threads and handlers       weir_time, weir_loss, weir_trigger_state, weir_authorised,
 * weir_sw_entry: at any time one owner at a time        everything else: not reentrant. While the
 * unit's interrupt is used, weir_irq is the one that drains, and weir_drain is left to it.
 *
 * No function allocates or sleeps. Functions that hand bytes to the sink last as long as the sink
 * takes; those that may return EBUSY read a register until the unit rests, and give up after 100000
 * times (weir_sw_entry: after 8). Before weir_init a struct weir must be all 0, if anything else
 * may be called by then.
 *
 * Compiled with WEIR_OFF every call below is nothing: arguments are type-checked, but not evaluated
 * (as with assert), nothing is written through them, and results are 0. */

/* ---- Hooks: define in the header WEIR_HOOKS, or with -D, the same for all files */

/* The unit's base address, when it is known at compile time: saves a load at every weir_emit.
 * weir_init checks that it is the one in the config. Not defined by default. #define WEIR_BASE
 * 0x40000000u */

/* 1 if the unit is known to have windows (FEATURES), 0 if it is known to have none: saves a
 * question at every weir_emit_fast. weir_init checks a 1. Not defined by default. #define
 * WEIR_WINDOW 1 */

/* Number of the hart that runs, 0 .. harts - 1. A thread must not move to another hart inside
 * weir_emit. */
#ifndef WEIR_HART
    #define WEIR_HART() 0u
#endif

/* Between the two stores of an event. Nothing is needed when stores of one hart reach the unit in
 * program order, as those to strongly ordered I/O do; elsewhere: __asm__ volatile("fence o, o" :::
 * "memory"). */
#ifndef WEIR_BARRIER
    #define WEIR_BARRIER() ((void)0)
#endif

/* How registers are reached, should a plain access not do. */
#ifndef WEIR_STORE32
    #define WEIR_STORE32(address, data) (*(volatile uint32_t *)(address) = (data))
    #define WEIR_LOAD32(address) (*(const volatile uint32_t *)(address))
#endif

/* Keep everything else of this hart away, for a few stores, and let it in again: what records in
 * software needs around each event, and what sends several words that belong together (weir_log.h,
 * weir_rkhtrc.h). WEIR_LOCK() is a uint32_t that WEIR_UNLOCK gets back; they nest. By default,
 * interrupts of machine mode are off meanwhile. */
#if !defined(WEIR_LOCK) && defined(__riscv)
    #define WEIR_LOCK() weir_lock_()
    #define WEIR_UNLOCK(before) __asm__ volatile("csrs mstatus, %0" : : "r"((before)&8u) : "memory")
static inline uint32_t weir_lock_(void)
{
    unsigned long before;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(before) : : "memory");
    return (uint32_t)before;
}
#endif

/* What software timestamps its events with, where there is no unit: the low 32 bits of a count of
 * ticks, each `unit` of the config long. By default, the cycle counter of machine mode. */
#if !defined(WEIR_CLOCK) && defined(__riscv)
    #define WEIR_CLOCK() weir_clock_()
static inline uint32_t weir_clock_(void)
{
    unsigned long now;
    __asm__ volatile("csrr %0, mcycle" : "=r"(now));
    return (uint32_t)now;
}
#endif

/* ---- Errors: what a function may return beside 0 and counts */

enum weir_error {
    WEIR_EINVAL = -1,   /* an argument is wrong, or the handle is NULL */
    WEIR_ENODEV = -2,   /* no Weir at this address */
    WEIR_EVERSION = -3, /* a Weir with another register map or another stream than this driver's */
    WEIR_ESTATE = -4,   /* not now: see "Life of a trace"; or the unit is locked (weir_lock) */
    WEIR_EBUSY = -5,    /* the unit did not come to rest */
    WEIR_ENOSPC = -6,   /* the table of thread names is full */
    WEIR_ESINK = -7,    /* the sink did not take the bytes; they are kept and offered again */
    WEIR_ENOTSUP = -8,  /* the unit was built without this */
    WEIR_EACCES = -9,   /* what was traced cannot be read now: see weir_authorised */
};

#if defined(__GNUC__)
    #define WEIR_MUST_CHECK __attribute__((warn_unused_result))
    #define WEIR_INLINE                                                                            \
        static inline                                                                              \
            __attribute__((always_inline)) /* at -Os, too: the stores are shorter than a call */
#else
    #define WEIR_MUST_CHECK
    #define WEIR_INLINE static inline
#endif

/* ---- Configuration */

/* Takes `count` bytes (1 or more, the first one 4-aligned): all, and returns 0, or none, and
 * returns anything else. It is called by weir_start, weir_drain, weir_irq and weir_finish, in their
 * context. */
typedef int weir_sink(void *context, const void *bytes, size_t count);

/* The name that readers show for an event of this id (USER, COM or SYS, but none of THREAD_SWITCH),
 * on every hart. At most 63 bytes of it are used. */
struct weir_event_name {
    uint16_t id;
    const char *name; /* UTF-8 */
};

/* One entry of the table of thread names; memory of the caller, contents of the driver. */
struct weir_thread_name {
    uint32_t thread;
    const char *name; /* NULL: entry is free */
};

/* Read by the driver as long as it is used: must stay where it is. Members left 0 or NULL have the
 * meaning said. */
struct weir_config {
    uintptr_t base;    /* address of the control page */
    const char *unit;  /* a tick of time as flux names it: "ns", "ns10" (10 ns), "us" ...; a period
                          of the unit's clock, but for the next two */
    uint32_t clock_hz; /* not 0: the frequency of that clock in Hz, from which the unit makes ticks
                          of "ps" to "s" as `unit` says */
    uint8_t
        mtime; /* not 0: time is the external counter, whose ticks are as `unit` says; clock_hz is
                  not looked at. Software looks at neither: there `unit` is a tick of WEIR_CLOCK */
    uint32_t trace_id;                         /* traceId of the file; 0 is usual */
    const struct weir_event_name *event_names; /* may be NULL: readers show numbers */
    size_t event_name_count;
    struct weir_thread_name *thread_names; /* table for weir_thread_name; may be NULL */
    size_t thread_name_max;                /* entries in it */
    weir_sink *sink;                       /* not NULL, but for WEIR_TXTB */
    void *sink_context;
    uint16_t watermark;  /* words in the FIFO at which the unit interrupts, at most its depth; 0: no
                            interrupt, drain by polling */
    void *memory;        /* software only: where it records, 4-aligned; else not used */
    size_t memory_bytes; /* of it: weir_soft.h says how many */
};

enum { WEIR_CHUNK_WORDS = 16 };

/* The size of an array of uint32_t for config.memory: `bytes` of it where software records, else
 * one word. static uint32_t memory[WEIR_SOFT_WORDS(8192)]; */
#ifdef WEIR_SOFT
    #define WEIR_SOFT_WORDS(bytes) (((bytes) + 3) / 4)
#else
    #define WEIR_SOFT_WORDS(bytes) 1
#endif

#ifdef WEIR_SOFT
    #include "weir_soft.h"
#else

/* The driver's state; caller's memory, to be touched by the driver only. What the unit was built
 * with may be read after weir_init; docs/theory.md, parameters, says what it means. */
struct weir {
    uintptr_t ports;   /* thread port of hart 0 */
    uintptr_t windows; /* its window; 0: the unit has none */
    uintptr_t base;
    const struct weir_config *config;
    uint8_t harts; /* what the unit was built with: harts, ... */
    uint8_t
        contexts;  /* ports of a hart: 2 (thread, interrupt) or 3 (user port and port masks, too) */
    uint8_t slots; /* threads between their two stores whose values are kept; 0 and 1: only one's */
    uint8_t
        threads; /* threads whose switches cost least: slots of the thread cache; 0: it has none */
    uint8_t fifo_log2;  /* words of FIFO, log2 */
    uint8_t snoop;      /* 1: weir_snoop */
    uint8_t retire;     /* 1: weir_snoop_register, weir_traps */
    uint8_t pins;       /* event pins, weir_pins_watch; 0: it has none */
    uint8_t time;       /* 1: weir_time */
    uint8_t time_base;  /* 1: config.clock_hz, config.mtime, weir_clock_hz */
    uint8_t peek;       /* 1: weir_peek; and weir_rescue outlives a reset of the unit */
    uint8_t lock;       /* 1: weir_lock */
    uint8_t locked;     /* weir_lock has done it */
    uint8_t offered;    /* 1: offered events are counted */
    uint8_t filter;     /* 1: weir_select, weir_rate_limit, weir_trigger_arm */
    uint8_t frame;      /* 1: weir_start_frames */
    uint8_t framing;    /* it was called last */
    uint8_t has_ring;   /* 1: weir_ring */
    uint8_t wide;       /* 1: values have 64 bits, weir_emit64 */
    uint8_t args;       /* words that an event may have, 1 to 4: weir_emit_args */
    uint8_t guaranteed; /* 1: weir_wait, and weir_emit_wait waits */
    uintptr_t patient;  /* thread port of hart 0 for weir_emit_wait */
    uint8_t checkpoint; /* 1: weir_checkpoint */
    uint8_t raw;        /* 1: weir_sw_entry */
    uint8_t auth;       /* 1: what was traced can be read only while the SoC authorises it */
    const struct weir_ring *ring; /* what weir_ring said */
    const uint8_t *image;         /* what weir_ring_image gives */
    size_t image_bytes;
    volatile uint8_t state;  /* this and the next: threads and weir_irq share them */
    volatile size_t held;    /* bytes in chunk that the sink has not taken yet */
    volatile uint8_t giving; /* the sink is being called */
    size_t next_name;        /* entry that weir_names_repeat emits next */
    uint32_t chunk[WEIR_CHUNK_WORDS];
};
#endif

/* ---- Life of a trace */

/* Finds the unit, checks magic and versions, learns what it was built with, and leaves it disabled,
 * empty and silent, with port masks as after reset. What an earlier owner left in its FIFO is lost;
 * the table of thread names is emptied. Returns 0, EINVAL (the config: what its members say, and
 * base is not 4-aligned or not WEIR_BASE, a unit that cannot be made of clock_hz, an id that cannot
 * be named), ENODEV, EVERSION, ESTATE (it is locked), EBUSY, or ENOTSUP (WEIR_WINDOW is 1 and the
 * unit has none; config.clock_hz or config.mtime, and time_base is 0). */
WEIR_MUST_CHECK int weir_init(struct weir *w, const struct weir_config *config);

/* Clears the unit, gives the head of the file to the sink, arms the interrupt (if config.watermark
 * is not 0) and enables the unit. Thread names known by now are in the head. May be called again
 * after weir_finish, for another file. Returns 0, EINVAL (a ring: its memory is too small, or the
 * unit has no sections of that size), ESTATE, EBUSY or ESINK; after ESINK the sink may hold a part
 * of a head. */
WEIR_MUST_CHECK int weir_start(struct weir *w);

/* The same for units with a frame sink: the trace leaves by itself as RKH frames, at the unit's
 * byte stream; no file has a head, the sink gets nothing and weir_drain finds nothing. `hz`: ticks
 * a second, told to readers; 0: not known. `interval`: a start of the stream, for readers that come
 * late, goes before the first event after each so many, at most 65535; 0: only at the begin. Thread
 * names are told by weir_names_repeat. A ring (weir_ring) gets nothing. Returns 0, EINVAL, ESTATE,
 * EBUSY or ENOTSUP (`frame` is 0). After it, weir_finish gives EBUSY while frames are still being
 * sent for long: it may be called again. */
WEIR_MUST_CHECK int weir_start_frames(struct weir *w, uint32_t hz, unsigned interval);

/* Disables the unit, gives what is left to the sink, to the last byte, and closes the file: the
 * sink gets nothing after this. Returns 0, EINVAL, ESTATE, EBUSY, or ESINK or EACCES: then it may
 * be called again, and goes on where it stopped. */
WEIR_MUST_CHECK int weir_finish(struct weir *w);

/* ---- Crash: for exception handlers, with interrupts off, on whatever stack there is (weir_crash.h
 * gives them a good one) */

/* Stops the trace where it is, and leaves what the unit holds to a debugger or to weir_rescue: two
 * stores, no stack. */
WEIR_INLINE void weir_freeze(struct weir *w);

/* Hands everything to the last byte to `sink` (NULL: the config's) as weir_finish does, whatever
 * was interrupted, the sink included. *doubt (may be NULL): so many of its first bytes the
 * interrupted sink may have taken already; 0 if it was not at work. Polls; uses about 300 bytes of
 * stack, and those of the sink. An interrupt that never returns to a drain may lose the word that
 * was being moved. Returns as weir_finish. */
WEIR_MUST_CHECK int weir_crash(struct weir *w, weir_sink *sink, void *context, size_t *doubt);

/* In place of weir_init, after a reset of the hart that was not the unit's: hands the sink what the
 * unit still holds of the trace before. These bytes follow those that the sink had got by then and
 * those of a chunk the sink had not taken. (If *w outlived the reset, weir_finish has the chunk,
 * too.) After a reset of the unit, too, if it has `peek`: then what its FIFO held at that reset,
 * after ESINK from the begin. Then weir_init. Returns as weir_init and weir_finish; ENOTSUP in
 * software. */
WEIR_MUST_CHECK int weir_rescue(struct weir *w, const struct weir_config *config);

/* A pause inside a trace: after weir_disable nothing is offered, and what was accepted still
 * drains; weir_enable goes on, and announces the thread that runs by then (call it as weir_snoop).
 * Return 0, EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_disable(struct weir *w);
WEIR_MUST_CHECK int weir_enable(struct weir *w);

/* Locks a trace that runs, until a reset of the unit: nobody can change any more what is traced,
 * nor stop it. From then on calls that would do so return ESTATE, and so do weir_init and
 * weir_rescue of whoever comes later; events, draining, names of threads, counters and times are as
 * before. Returns 0, EINVAL, ESTATE (no trace runs) or ENOTSUP (`lock` is 0). */
WEIR_MUST_CHECK int weir_lock(struct weir *w);

/* Copies up to `count` of the oldest words in the FIFO and takes none: whoever drains gets them all
 * the same. Nobody may drain meanwhile, nor look. Returns how many, EINVAL, ESTATE, EACCES, or
 * ENOTSUP (`peek` is 0). */
WEIR_MUST_CHECK int weir_peek(struct weir *w, uint32_t *words, size_t count);

/* Whether what was traced can be read now: 1, or 0 while the SoC does not authorise it (`auth`;
 * theory.md, authorisation). *denied (may be NULL): reads that were denied since reset, 2^31 - 1
 * for that many or more. Without authorisation the trace goes on, into the FIFO; what hands bytes
 * to the sink (weir_drain, weir_irq, weir_finish, weir_crash, weir_rescue) and weir_peek return
 * EACCES, nothing is lost by that, and they go on when they are called again. Returns 1, 0, EINVAL
 * or ESTATE. */
WEIR_MUST_CHECK int weir_authorised(const struct weir *w, uint32_t *denied);

/* The unit's clock has this frequency in Hz from about now on: ticks stay as long as config.unit
 * says. For who scales that clock. A tick is exact to 2^-25 of a tick per clock edge; what is a
 * fraction of a tick is kept. Returns 0, EINVAL (config.unit cannot be made of this clock: 2^-24 to
 * 256 ticks per clock edge), ESTATE, or ENOTSUP (config.clock_hz is 0, or time_base is). */
WEIR_MUST_CHECK int weir_clock_hz(struct weir *w, uint32_t hz);

/* ---- Events: two stores, no lock; allowed once weir_init succeeded, ignored by the unit while it
 * is disabled */

/* Offers an event from a thread. `id` is USER or COM (weir_stream.h), a SYS id, or
 * WEIR_ID_THREAD_SWITCH, where `value` is the thread that runs from now on (for units without
 * snoop). Never blocks, never fails: what the unit has no room for it counts. Not for interrupt
 * handlers: the pair of the thread they interrupt would be dropped. */
WEIR_INLINE void weir_emit(const struct weir *w, uint16_t id, uint32_t value);

/* The same from an interrupt handler. In handlers that interrupt one another: the pair of the outer
 * one may be dropped. */
WEIR_INLINE void weir_emit_isr(const struct weir *w, uint16_t id, uint32_t value);

/* The same from U-mode, through the user port: the page that a PMP gives away (the handle must be
 * readable there, or WEIR_BASE be defined). A unit without user port (contexts is 2) ignores it and
 * sets FAULT.ACCESS. */
WEIR_INLINE void weir_emit_user(const struct weir *w, uint16_t id, uint32_t value);

/* The same, but guaranteed: the store waits until there is room, so that nothing is lost, and the
 * hart with it: at most for the clock edges that weir_wait says (4096 after weir_init); then the
 * event is dropped and counted as any other. On units without guaranteed ports (guaranteed is 0)
 * the invariant twins above. While a thread waits so, its hart does nothing else, and other harts
 * cannot reach the unit: the FIFO must be drained by frames, by a ring, or by a master that does
 * not go through the same bus, else the wait is spent in vain. */
WEIR_INLINE void weir_emit_wait(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_wait_isr(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_wait_user(const struct weir *w, uint16_t id, uint32_t value);

/* How many clock edges a store of weir_emit_wait may take: 1 to WEIR_WAIT_CYCLES_MASK; 0: none, but
 * for ever while the trace goes to frames, or to a ring alone that keeps the newest. Returns 0,
 * EINVAL, ESTATE, or ENOTSUP (guaranteed is 0). */
WEIR_MUST_CHECK int weir_wait(struct weir *w, uint32_t edges);

/* The first three with a value of 64 bits, in three stores; the high half comes behind the low
 * half. On a unit whose values have 32 bits (wide is 0) the low half alone, in two. A thread value
 * has 32 bits in any case. In software: the low half alone. */
WEIR_INLINE void weir_emit64(const struct weir *w, uint16_t id, uint64_t value);
WEIR_INLINE void weir_emit64_isr(const struct weir *w, uint16_t id, uint64_t value);
WEIR_INLINE void weir_emit64_user(const struct weir *w, uint16_t id, uint64_t value);

/* The first three with several words, in one event: words[0] is its value, as without `_args`;
 * `count` 1 to WEIR_ARGS_MAX, in count + 1 stores. All of them are recorded, or none is. On a unit
 * whose events have fewer words (args), the first of them alone. A thread value is one word in any
 * case. In software: all, the four information fields of TXTB, the arguments of an RKH frame. */
WEIR_INLINE void weir_emit_args(const struct weir *w, uint16_t id, unsigned count,
                                const uint32_t *words);
WEIR_INLINE void weir_emit_args_isr(const struct weir *w, uint16_t id, unsigned count,
                                    const uint32_t *words);
WEIR_INLINE void weir_emit_args_user(const struct weir *w, uint16_t id, unsigned count,
                                     const uint32_t *words);

enum { WEIR_ARGS_MAX = 4 };

/* The first three in one store, through the window of the port: cheaper, and nothing can come
 * between, so that nobody else's pair is ever touched, wherever they are called. With an id above
 * WEIR_WINDOW_ID_LAST, or on a unit without windows, they are the two stores of their twins above,
 * and have their rules. */
WEIR_INLINE void weir_emit_fast(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_fast_isr(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_fast_user(const struct weir *w, uint16_t id, uint32_t value);

enum { WEIR_WINDOW_ID_LAST = WEIR_PAGE_CONTEXT_STRIDE / 4 - 1 };

/* Says which classes a port (WEIR_CONTEXT_THREAD, _INTERRUPT or _USER_MODE) of a hart may emit: a
 * set of 1 << WEIR_CLASS_USER, _COM and _SYS. Events of others are dropped and counted
 * (WEIR_DROP_MASK). After weir_init: all classes for thread and interrupt port, USER and COM for
 * the user port. Returns 0, EINVAL, ESTATE, or ENOTSUP (contexts is 2). */
WEIR_MUST_CHECK int weir_port_mask(struct weir *w, unsigned hart, unsigned context,
                                   unsigned classes);

/* ---- The ring: units that write the trace to memory by themselves; docs/theory.md, ring, is exact
 */

struct weir_ring {
    void *memory; /* 4-aligned, not cached, or cached coherently; stays while the trace is of use */
    size_t bytes; /* of it: the head, some 1 to 2 KiB, and a power of two behind it, as great as
                     fits, for the trace itself */
    uint8_t section_log2; /* bytes of a section, log2: 8 (one more each time the harts double, and
                             one with a thread cache, events of several words or, at one hart, event
                             pins) to 16, and fewer than of that power of two */
    uint8_t stop;   /* 1: stop when the memory is full, and keep the oldest; 0: keep the newest */
    uint8_t stream; /* 1: the sink gets the trace, too */
};

/* Says that from the next weir_start on the trace goes to memory, without a hart; NULL: to the sink
 * alone, as after weir_init. *ring is kept, not copied. With `stream` 0 the sink is never called,
 * and weir_drain finds nothing. Returns 0, EINVAL, ESTATE, or ENOTSUP (has_ring is 0). */
WEIR_MUST_CHECK int weir_ring(struct weir *w, const struct weir_ring *ring);

/* Where the memory of the ring holds a file that flux readers open: the head, and the ring behind
 * it. To be looked at, copied, or dumped by a debugger, at any time after weir_start, the newest
 * entry is at most a few words behind; after weir_finish it is whole. Returns 0, EINVAL or ESTATE
 * (there is none). */
WEIR_MUST_CHECK int weir_ring_image(const struct weir *w, const void **image, size_t *bytes);

/* Returns 1: the ring has stopped, as its memory is full; what came later is with the sink only, or
 * dropped. Else 0, or EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_ring_full(const struct weir *w);

/* ---- Readers that join late */

/* Puts what a reader must know who begins there into the stream: time, running threads, slots of
 * the thread cache, totals of drops (docs/formats/stream.md, Sections). From now on behind every
 * `bytes` bytes (1-65535; 0: never, as after weir_init), and once more as soon as can be if `now`
 * is not 0 (while the trace is on). It takes room of the FIFO that is kept for it; after one the
 * next waits until as many bytes were read. Not in the ring, where each section begins with it.
 * Returns 0, EINVAL, ESTATE or ENOTSUP (the unit cannot). */
WEIR_MUST_CHECK int weir_checkpoint(struct weir *w, unsigned bytes, int now);

/* Puts an entry of flux that software has made into the stream, between two events: a definition,
 * or a name (ENMD), as flux_emit.h makes them; not a sample. `bytes` of it, 3 to 128 less those
 * that fill its last word, the first 0x00, then its tag and a number, which is padded. From threads
 * and handlers of all harts at once: whole, or not at all. Not while frames take the stream, nor
 * with a ring. Returns 0, EINVAL, ESTATE, EBUSY (not written: no room now, as the one before was
 * not read yet, the unit is disabled, or others kept coming in between; ask again), or ENOTSUP
 * (`raw` is 0). */
WEIR_MUST_CHECK int weir_sw_entry(struct weir *w, const void *entry, size_t bytes);

/* ---- What is offered: units with a filter; docs/theory.md, filter, is exact */

/* Which events are offered. An event of the others is filtered out: it is not in the trace and in
 * no counter but weir_filtered; a switch of threads that is filtered out is followed all the same.
 */
struct weir_selection {
    unsigned classes;     /* a set of 1 << WEIR_CLASS_USER, _COM and _SYS */
    unsigned range_count; /* 0-2 of `range` are used */
    struct {
        uint16_t first, last;
    } range[2];        /* ids, both included */
    uint16_t id, mask; /* and the ids that are `id` in the bits of `mask`, unless mask is 0 */
    int invert;        /* 1: the ids in none of these; with none of these, and 0: all ids */
};

/* Selects; NULL: everything, as after weir_init. THREAD_SWITCH is selected by its class alone. An
 * event that comes meanwhile may be judged by the old, the new or the halves of both. Returns 0,
 * EINVAL, ESTATE or ENOTSUP. */
WEIR_MUST_CHECK int weir_select(struct weir *w, const struct weir_selection *selection);

/* At most `events` (0-65535) events of a class (WEIR_CLASS_USER or _COM), of all harts together, in
 * a window of 2^edges_log2 (0-31) clock edges, which the first of them opens. Those above are
 * dropped, WEIR_DROP_RATE_LIMIT. `events` WEIR_NO_RATE_LIMIT: no rate limit, as after weir_init.
 * Returns 0, EINVAL, ESTATE or ENOTSUP. */
WEIR_MUST_CHECK int weir_rate_limit(struct weir *w, unsigned class_, unsigned events,
                                    unsigned edges_log2);
enum { WEIR_NO_RATE_LIMIT = 0x10000 };

/* Says which event pins (bit n: pin n) are watched: an event of id WEIR_ID_PIN + n and value 1 for
 * each rising edge, of value 0 for each falling one; and an event of id WEIR_ID_PIN_BUS with the
 * levels of the pins of `bus`, each at its bit, when these have changed and settled, the first as
 * soon as they are watched. A pin may be in all three. The events are of class COM and go through
 * weir_select, weir_rate_limit and the trigger as others (docs/theory.md, pins); 0, 0, 0, as after
 * weir_init: none. Returns 0, EINVAL (a pin that the unit has not), ESTATE or ENOTSUP (`pins` is
 * 0). */
WEIR_MUST_CHECK int weir_pins_watch(struct weir *w, uint32_t rising, uint32_t falling,
                                    uint32_t bus);

/* Causes of the trigger, as bits of a set: an event like match[0] or match[1], the edge of the
 * unit's pin trigger_i. */
enum { WEIR_CAUSE_MATCH_0 = 1, WEIR_CAUSE_MATCH_1 = 2, WEIR_CAUSE_PIN = 4 };

/* An event, selected or not, that is `id` in the bits of id_mask and `value` in the bits of
 * value_mask. All 0: any event. */
struct weir_match {
    uint16_t id, id_mask;
    uint32_t value, value_mask;
};

struct weir_trigger {
    struct weir_match match[2];
    unsigned start;  /* sets of causes: events pass from the one on that is the cause */
    unsigned stop;   /* and up to the one that is the cause */
    unsigned freeze; /* after freeze_after more the unit takes nothing any more, until the next
                        weir_trigger_arm */
    unsigned out;    /* a pulse on the unit's pin trigger_o */
    uint16_t freeze_after; /* events */
    int falling;           /* 1: the falling edge of the pin, 0: the rising one */
};

/* Says what the trigger is to do (NULL: as before), and its state: WEIR_TRIGGER_OPEN (events pass;
 * may stop and freeze), _CLOSED (waits for start), _FREEZING (as if the cause for freeze had come),
 * _FROZEN. weir_init leaves it open, without causes. Returns 0, EINVAL, ESTATE or ENOTSUP. */
WEIR_MUST_CHECK int weir_trigger_arm(struct weir *w, const struct weir_trigger *trigger,
                                     unsigned state);

/* Returns the state now, WEIR_TRIGGER_*; or EINVAL, ESTATE or ENOTSUP. */
WEIR_MUST_CHECK int weir_trigger_state(const struct weir *w);

/* *count: events filtered out since weir_start, modulo 2^32. Returns 0, EINVAL, ESTATE or ENOTSUP;
 * *count is 0 with the last two. */
WEIR_MUST_CHECK int weir_filtered(const struct weir *w, uint32_t *count);

/* ---- Threads */

/* Lets the unit watch the word in which the RTOS keeps its running thread (4 bytes, 4-aligned), and
 * announces the thread that runs now: call it from a thread of this hart, or before the scheduler
 * starts, after weir_start. From then on every switch is an event that costs no instruction.
 * Returns 0, EINVAL (hart, alignment, or a word the bus cannot show), ESTATE, or ENOTSUP: then the
 * RTOS says who runs, with WEIR_ID_THREAD_SWITCH. */
WEIR_MUST_CHECK int weir_snoop(struct weir *w, unsigned hart, const volatile void *word);

/* The same where a register of the hart names the running thread: `kind` is WEIR_SNOOP_GPR and
 * `index` 1-31 (tp is 4), or WEIR_SNOOP_CSR and `index` the number of the CSR. Bits of `mask` that
 * are 0 count as 0 in the thread value. `running` is the thread that runs now; no call can find
 * that out later, so call it again after weir_start and weir_enable. Returns 0, EINVAL, ESTATE, or
 * ENOTSUP (the unit has no retire view). */
WEIR_MUST_CHECK int weir_snoop_register(struct weir *w, unsigned hart, unsigned kind,
                                        unsigned index, uint32_t mask, uint32_t running);

/* From now on (`on` is 1), or no more (0; so after weir_init): each entry into a trap of the hart
 * is an event, and each return from one, with its cause, and costs no instruction. Returns 0,
 * EINVAL, ESTATE, or ENOTSUP (the unit has no retire view). */
WEIR_MUST_CHECK int weir_traps(struct weir *w, unsigned hart, int on);

/* The recipe for FreeRTOS on one hart:
 *     extern void *volatile pxCurrentTCB;
 *     weir_snoop_freertos(&w, &pxCurrentTCB);    between the creation of the tasks and
 * vTaskStartScheduler */
WEIR_MUST_CHECK WEIR_INLINE int weir_snoop_freertos(struct weir *w,
                                                    void *const volatile *current_tcb);

/* Says that `thread` runs from now on, 0 for none: for the hook of an RTOS at its switch, with
 * interrupts off. Nothing to a unit that snoops, which has seen it; all that is known of switches
 * elsewhere: to a unit without snoop, and in software. */
WEIR_INLINE void weir_switched(const struct weir *w, uint32_t thread);

/* Gives a thread a name, or a new name; `thread` is the value its switches carry (on FreeRTOS: its
 * handle). The text is not copied: it must stay until weir_thread_forget. Readers see at most 63
 * bytes. Returns 0, EINVAL, ESTATE or ENOSPC. */
WEIR_MUST_CHECK int weir_thread_name(struct weir *w, uint32_t thread, const char *name);

/* The thread and its text go away. Unknown threads are fine. */
void weir_thread_forget(struct weir *w, uint32_t thread);

/* Emits the name of one thread, the next each time, as a run of THREAD_NAME events. Call it from
 * time to time from a thread (an idle hook is a good place), so that a reader who comes late learns
 * the names. Not while weir_thread_forget may run. Returns the number of events offered, 0 if there
 * are no names, EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_names_repeat(struct weir *w);

/* ---- The stream */

/* Hands the words that are in the FIFO now to the sink. Returns how many bytes the sink took,
 * EINVAL, ESTATE, ESINK or EACCES. */
WEIR_MUST_CHECK int weir_drain(struct weir *w);

/* Handler of the unit's interrupt (a level): drains. If the sink takes nothing the interrupt is
 * masked until a weir_drain that succeeds. Returns how many bytes the sink took (0 if no trace runs
 * any more), EINVAL, ESINK or EACCES. */
WEIR_MUST_CHECK int weir_irq(struct weir *w);

/* ---- Questions */

/* Events since weir_start, modulo 2^32. Delivered are offered - dropped, where WEIR_DROP_TORN, _ID,
 * _MASK, _RATE_LIMIT and _OVERRUN are of class NONE. Exact when the trace is finished, else events
 * may come between two reads. */
struct weir_counters {
    uint32_t dropped[WEIR_DROP_COUNT]; /* by kind, WEIR_DROP_*: for want of room by class, and for
                                          other reasons */
    uint32_t offered[4]; /* by class, WEIR_CLASS_*; all 0 if the unit does not count them (member
                            `offered`) */
};

/* All sources together. Returns 0, EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_counters(const struct weir *w, struct weir_counters *counters);

/* One source: a port of a hart, or its snoop (WEIR_CONTEXT_*); or the event pins, which are the
 * interrupt port of the hart behind the last (w->harts). Returns 0, EINVAL (no such hart or
 * context), ESTATE, or ENOTSUP (a unit without this port or without snoop). */
WEIR_MUST_CHECK int weir_counters_of(const struct weir *w, unsigned hart, unsigned context,
                                     struct weir_counters *counters);

/* Whether events are being dropped. Returns 1 from the first that is until the stream has told all
 * of that loss, else 0; or EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_loss(const struct weir *w);

/* *time: the time that events are timestamped with, in ticks (config.unit): since weir_start, or,
 * with config.mtime, of the external counter. Returns 0, EINVAL, ESTATE or ENOTSUP; *time is 0 with
 * the last two. */
WEIR_MUST_CHECK int weir_time(const struct weir *w, uint64_t *time);

/* ---- Only the code of the inline functions below */

#ifdef WEIR_SOFT
WEIR_INLINE void weir_freeze(struct weir *w) { w->enabled = 0; }

/* The handle is the application's own, and no constant: what software records it keeps there. */
WEIR_INLINE void weir_emit_(const struct weir *w, unsigned context, uint16_t id, uint32_t value)
{
    weir_soft_emit_((struct weir *)(uintptr_t)w, context, id, value);
}

WEIR_INLINE void weir_emit_wait_(const struct weir *w, unsigned context, uint16_t id,
                                 uint32_t value)
{
    weir_emit_(w, context, id, value);
}

WEIR_INLINE void weir_emit64_(const struct weir *w, unsigned context, uint16_t id, uint64_t value)
{
    weir_emit_(w, context, id, (uint32_t)value);
}

WEIR_INLINE void weir_emit_args_(const struct weir *w, unsigned context, uint16_t id,
                                 unsigned count, const uint32_t *words)
{
    weir_soft_emit_args_((struct weir *)(uintptr_t)w, context, id, count, words);
}

WEIR_INLINE void weir_emit_fast_(const struct weir *w, unsigned context, uint16_t id,
                                 uint32_t value)
{
    weir_emit_(w, context, id, value);
}

WEIR_INLINE void weir_switched(const struct weir *w, uint32_t thread)
{
    weir_emit_(w, WEIR_CONTEXT_INTERRUPT, WEIR_ID_THREAD_SWITCH, thread);
}
#else
WEIR_INLINE void weir_freeze(struct weir *w)
{
    WEIR_STORE32(w->base + WEIR_REG_CTRL, 0);
    WEIR_STORE32(w->base + WEIR_REG_IRQ_ENABLE, 0);
}

WEIR_INLINE uintptr_t weir_port_(uintptr_t first, unsigned context)
{
    return first + WEIR_PAGE_HART_STRIDE * WEIR_HART() + WEIR_PAGE_CONTEXT_STRIDE * context;
}

WEIR_INLINE void weir_pair_(uintptr_t port, uint16_t id, uint32_t value)
{
    WEIR_STORE32(port + WEIR_PAGE_PORT_VALUE, value);
    WEIR_BARRIER();
    WEIR_STORE32(port + WEIR_PAGE_PORT_ID, id);
}

WEIR_INLINE void weir_emit_(const struct weir *w, unsigned context, uint16_t id, uint32_t value)
{
    #ifdef WEIR_BASE
    (void)w;
    const uintptr_t port = weir_port_(WEIR_BASE + WEIR_PAGE_HART_STRIDE, context);
    #else
    const uintptr_t port = weir_port_(w->ports, context);
    #endif
    weir_pair_(port, id, value);
}

WEIR_INLINE void weir_emit64_(const struct weir *w, unsigned context, uint16_t id, uint64_t value)
{
    if (!w->wide) {
        weir_emit_(w, context, id, (uint32_t)value);
        return;
    }
    const uintptr_t port = weir_port_(w->ports, context);
    WEIR_STORE32(port + WEIR_PAGE_PORT_LOW, (uint32_t)value);
    WEIR_BARRIER();
    WEIR_STORE32(port + WEIR_PAGE_PORT_HIGH, (uint32_t)(value >> 32));
    WEIR_BARRIER();
    WEIR_STORE32(port + WEIR_PAGE_PORT_ID, id);
}

WEIR_INLINE void weir_emit_args_(const struct weir *w, unsigned context, uint16_t id,
                                 unsigned count, const uint32_t *words)
{
    const uintptr_t port = weir_port_(w->ports, context);
    WEIR_STORE32(port + WEIR_PAGE_PORT_VALUE, words[0]);
    for (unsigned i = 1; i < count && i < w->args; i++) {
        WEIR_BARRIER();
        WEIR_STORE32(port + WEIR_PAGE_PORT_ARG + 4 * (i - 1), words[i]);
    }
    WEIR_BARRIER();
    WEIR_STORE32(port + WEIR_PAGE_PORT_ID, id);
}

WEIR_INLINE void weir_emit_wait_(const struct weir *w, unsigned context, uint16_t id,
                                 uint32_t value)
{
    weir_pair_(weir_port_(w->patient, context), id, value);
}

WEIR_INLINE void weir_emit_fast_(const struct weir *w, unsigned context, uint16_t id,
                                 uint32_t value)
{
    #if defined(WEIR_WINDOW) && !(WEIR_WINDOW)
    const uintptr_t windows = 0;
    #elif defined(WEIR_WINDOW) && defined(WEIR_BASE)
    const uintptr_t windows = WEIR_BASE + WEIR_PAGE_HART_STRIDE + WEIR_PAGE_WINDOW;
    #else
    const uintptr_t windows = w->windows;
    #endif
    #ifdef WEIR_WINDOW
    const int there = WEIR_WINDOW;
    #else
    const int there = windows != 0;
    #endif
    if (there && id <= WEIR_WINDOW_ID_LAST)
        WEIR_STORE32(weir_port_(windows, context) + 4u * id, value);
    else
        weir_emit_(w, context, id, value);
}

WEIR_INLINE void weir_switched(const struct weir *w, uint32_t thread)
{
    if (!w->snoop)
        weir_emit_(w, WEIR_CONTEXT_INTERRUPT, WEIR_ID_THREAD_SWITCH, thread);
}
#endif

WEIR_INLINE void weir_emit(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_(w, WEIR_CONTEXT_THREAD, id, value);
}

WEIR_INLINE void weir_emit_isr(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_(w, WEIR_CONTEXT_INTERRUPT, id, value);
}

WEIR_INLINE void weir_emit_user(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_(w, WEIR_CONTEXT_USER_MODE, id, value);
}

WEIR_INLINE void weir_emit64(const struct weir *w, uint16_t id, uint64_t value)
{
    weir_emit64_(w, WEIR_CONTEXT_THREAD, id, value);
}

WEIR_INLINE void weir_emit64_isr(const struct weir *w, uint16_t id, uint64_t value)
{
    weir_emit64_(w, WEIR_CONTEXT_INTERRUPT, id, value);
}

WEIR_INLINE void weir_emit64_user(const struct weir *w, uint16_t id, uint64_t value)
{
    weir_emit64_(w, WEIR_CONTEXT_USER_MODE, id, value);
}

WEIR_INLINE void weir_emit_args(const struct weir *w, uint16_t id, unsigned count,
                                const uint32_t *words)
{
    weir_emit_args_(w, WEIR_CONTEXT_THREAD, id, count, words);
}

WEIR_INLINE void weir_emit_args_isr(const struct weir *w, uint16_t id, unsigned count,
                                    const uint32_t *words)
{
    weir_emit_args_(w, WEIR_CONTEXT_INTERRUPT, id, count, words);
}

WEIR_INLINE void weir_emit_args_user(const struct weir *w, uint16_t id, unsigned count,
                                     const uint32_t *words)
{
    weir_emit_args_(w, WEIR_CONTEXT_USER_MODE, id, count, words);
}

WEIR_INLINE void weir_emit_wait(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_wait_(w, WEIR_CONTEXT_THREAD, id, value);
}

WEIR_INLINE void weir_emit_wait_isr(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_wait_(w, WEIR_CONTEXT_INTERRUPT, id, value);
}

WEIR_INLINE void weir_emit_wait_user(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_wait_(w, WEIR_CONTEXT_USER_MODE, id, value);
}

WEIR_INLINE void weir_emit_fast(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_fast_(w, WEIR_CONTEXT_THREAD, id, value);
}

WEIR_INLINE void weir_emit_fast_isr(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_fast_(w, WEIR_CONTEXT_INTERRUPT, id, value);
}

WEIR_INLINE void weir_emit_fast_user(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_fast_(w, WEIR_CONTEXT_USER_MODE, id, value);
}

WEIR_INLINE int weir_snoop_freertos(struct weir *w, void *const volatile *current_tcb)
{
    return weir_snoop(w, 0, current_tcb);
}

#ifdef __cplusplus
}
#endif

#ifdef WEIR_OFF
    #include "weir_off.h"
#endif
#endif /* WEIR_H */
