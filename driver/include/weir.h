/* SPDX-License-Identifier: Apache-2.0 */
/* Driver of the Weir trace unit: freestanding C11. It allocates nothing and keeps all its state in
 * the caller's struct weir.
 *
 * One definition, the same for all files, selects what records. The calls stay the same.
 *
 *   (none)        the unit: the stream is flux
 *   WEIR_TXTB     software: a ThreadX trace buffer in memory keeps the newest events (weir_soft.h)
 *   WEIR_RKH      software: RKH frames, drained to the sink like the unit's stream (weir_soft.h)
 *   WEIR_OFF      nothing: calls are type-checked and compile to no code (weir_off.h) */
#ifndef WEIR_H
#define WEIR_H

#include <stddef.h>
#include <stdint.h>

/* A header that defines the hooks below, for all files: -DWEIR_HOOKS='"board_trace.h"' */
#ifdef WEIR_HOOKS
    #include WEIR_HOOKS
#endif

#if defined(WEIR_OFF) + defined(WEIR_TXTB) + defined(WEIR_RKH) > 1
    #error "define at most one of WEIR_OFF, WEIR_TXTB, WEIR_RKH"
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
 *                  (head)          (weir_irq or weir_drain moves the stream to the sink)
 *
 * The bytes that the sink takes from weir_start to the end of weir_finish are one flux file.
 *
 * Callers:
 *
 *   threads                weir_emit: any number of threads at once, preempted anywhere, if the
 *                          unit learns of every thread switch (weir_snoop, or events of id
 *                          WEIR_ID_THREAD_SWITCH). The unit tells threads apart by switches alone.
 *   interrupt handlers     weir_emit_isr, weir_irq
 *   U-mode                 weir_emit_user, on units with a user port
 *   any of them            the _fast variants, on units with event windows
 *   threads and handlers   weir_time, weir_loss, weir_trigger_state, weir_authorised,
 *                          weir_sw_entry: at any time
 *   one caller at a time   all other functions: they are not reentrant. If you use the unit's
 *                          interrupt, let weir_irq drain; call weir_drain only after weir_irq
 *                          returned an error.
 *
 * No function sleeps. Functions that call the sink take as long as the sink does. Functions that
 * can return EBUSY poll a register, at most 100000 times (weir_sw_entry: at most 8 attempts).
 *
 * If a function may be called before weir_init, zero the struct weir first. Such a call returns
 * ESTATE. The weir_emit functions are the exception: call them only after weir_init succeeded.
 *
 * With WEIR_OFF all calls compile to nothing. As with assert, arguments are type-checked but not
 * evaluated. Nothing is written through pointers, and results are 0. */

/* ---- Hooks: define them in the header WEIR_HOOKS or with -D, the same for all files */

/* WEIR_BASE: the unit's base address, if it is known at compile time. Saves a load in each
 * weir_emit. weir_init checks it against config.base. Not defined by default.
 *
 *   #define WEIR_BASE 0x40000000u */

/* WEIR_WINDOW: 1 if the unit is known to have event windows (FEATURES.WINDOW), 0 if it is known to
 * have none. Saves a comparison in each weir_emit_fast. weir_init checks a 1. Not defined by
 * default.
 *
 *   #define WEIR_WINDOW 1 */

/* Number of the calling hart, 0 to harts - 1. A thread must not move to another hart inside
 * weir_emit. */
#ifndef WEIR_HART
    #define WEIR_HART() 0u
#endif

/* Runs between the stores of an event. Empty if the stores of a hart reach the unit in program
 * order, as stores to strongly ordered I/O do. Otherwise use a fence:
 *
 *   __asm__ volatile("fence o, o" ::: "memory") */
#ifndef WEIR_BARRIER
    #define WEIR_BARRIER() ((void)0)
#endif

/* Register access. Replace both if a plain volatile access does not work on your bus. */
#ifndef WEIR_STORE32
    #define WEIR_STORE32(address, data) (*(volatile uint32_t *)(address) = (data))
    #define WEIR_LOAD32(address) (*(const volatile uint32_t *)(address))
#endif

/* A critical section of this hart, a few stores long; sections may nest. Software recording needs
 * it for each event. weir_log.h and weir_rkhtrc.h need it to keep several events together.
 * WEIR_LOCK() returns a uint32_t that WEIR_UNLOCK takes. The default disables machine-mode
 * interrupts. */
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

/* Time source of software recording: the low 32 bits of a free-running counter. One tick is as long
 * as config.unit says. The default is the cycle counter of machine mode. */
#if !defined(WEIR_CLOCK) && defined(__riscv)
    #define WEIR_CLOCK() weir_clock_()
static inline uint32_t weir_clock_(void)
{
    unsigned long now;
    __asm__ volatile("csrr %0, mcycle" : "=r"(now));
    return (uint32_t)now;
}
#endif

/* ---- Errors: functions return 0 or a count on success, and one of these on failure */

enum weir_error {
    WEIR_EINVAL = -1,   /* an argument is invalid, or the handle is NULL */
    WEIR_ENODEV = -2,   /* no Weir unit at this address */
    WEIR_EVERSION = -3, /* the unit's register map or stream is not the version of this driver */
    WEIR_ESTATE = -4,   /* not allowed now (see "Life of a trace"), or locked by weir_lock */
    WEIR_EBUSY = -5,    /* the unit did not become idle in time */
    WEIR_ENOSPC = -6,   /* the table of thread names is full */
    WEIR_ESINK = -7,    /* the sink took nothing; the driver offers the same bytes again */
    WEIR_ENOTSUP = -8,  /* the unit was built without this feature */
    WEIR_EACCES = -9,   /* the SoC does not authorise reading the trace now: weir_authorised */
};

#if defined(__GNUC__)
    #define WEIR_MUST_CHECK __attribute__((warn_unused_result))
    /* always_inline, as -Os would make a call that is longer than the stores */
    #define WEIR_INLINE static inline __attribute__((always_inline))
#else
    #define WEIR_MUST_CHECK
    #define WEIR_INLINE static inline
#endif

/* ---- Configuration */

/* Takes `count` bytes (at least 1; `bytes` is 4-aligned). Takes all of them and returns 0, or takes
 * none and returns any other value. weir_start, weir_drain, weir_irq, weir_finish, weir_crash and
 * weir_rescue call it in their own context. */
typedef int weir_sink(void *context, const void *bytes, size_t count);

/* The name that readers show for an event id, on every hart. The id is of class USER, COM or SYS;
 * thread switches (WEIR_ID_THREAD_SWITCH, _ALT) cannot be renamed. Names end after 63 bytes. */
struct weir_event_name {
    uint16_t id;
    const char *name; /* UTF-8 */
};

/* One entry of the table of thread names. The caller owns the memory, the driver the contents. */
struct weir_thread_name {
    uint32_t thread;
    const char *name; /* NULL: the entry is free */
};

/* The driver keeps a pointer to it: it must stay valid and unchanged while the handle is in use. */
struct weir_config {
    uintptr_t base; /* address of the unit's control page, 4-aligned */

    /* One tick of time, as flux names it: "ns", "ns10" (10 ns), "us" ... Without clock_hz and
     * mtime it is the period of the unit's clock. In software it is a tick of WEIR_CLOCK. */
    const char *unit;
    uint32_t clock_hz; /* frequency of the unit's clock in Hz, from which the unit makes ticks of
                          `unit`, "ps" to "s"; 0: a tick is one cycle. Not used in software */
    uint8_t mtime;     /* 1: time is the SoC's external counter, which counts ticks of `unit`;
                          clock_hz is not used then. Not used in software */

    uint32_t trace_id;                         /* traceId of the file; usually 0 */
    const struct weir_event_name *event_names; /* NULL: readers show numbers */
    size_t event_name_count;
    struct weir_thread_name *thread_names; /* table for weir_thread_name; may be NULL */
    size_t thread_name_max;                /* entries in thread_names */
    weir_sink *sink;                       /* required; may be NULL with WEIR_TXTB */
    void *sink_context;                    /* first argument of the sink */
    uint16_t watermark;  /* FIFO level in words that raises the interrupt, at most the FIFO's
                            depth; 0: no interrupt, the application polls */
    void *memory;        /* software only: recording buffer, 4-aligned */
    size_t memory_bytes; /* software only: size of `memory`; weir_soft.h gives the minimum */
};

enum { WEIR_CHUNK_WORDS = 16 };

/* Size of an array of uint32_t for config.memory: `bytes` where software records, else one word.
 *
 *   static uint32_t memory[WEIR_SOFT_WORDS(8192)]; */
#ifdef WEIR_SOFT
    #define WEIR_SOFT_WORDS(bytes) (((bytes) + 3) / 4)
#else
    #define WEIR_SOFT_WORDS(bytes) 1
#endif

#ifdef WEIR_SOFT
    #include "weir_soft.h"
#else

/* State of the driver. The caller provides the memory and never writes to it after weir_init.
 * The members that describe the unit may be read after weir_init. docs/theory.md, parameters,
 * explains them. */
struct weir {
    uintptr_t ports;   /* thread port of hart 0 */
    uintptr_t windows; /* event window of that port; 0: the unit has no event windows */
    uintptr_t base;
    const struct weir_config *config;

    /* What the unit was built with */
    uint8_t harts;
    uint8_t contexts;     /* ports of a hart: 2 (thread, interrupt), or 3 (also user port and port
                             masks) */
    uint8_t value_regs;   /* threads of a hart between the two stores of an event whose values the
                             unit holds; 0 and 1: one thread */
    uint8_t thread_cache; /* entries of the thread cache; 0: no cache. A switch to a thread in the
                             cache takes the fewest bytes */
    uint8_t fifo_log2;    /* FIFO depth in words, log2 */
    uint8_t snoop;        /* 1: weir_snoop */
    uint8_t retire;       /* 1: weir_snoop_register, weir_traps */
    uint8_t pins;         /* number of event pins: weir_pins_watch */
    uint8_t time;         /* 1: weir_time */
    uint8_t time_base;    /* 1: config.clock_hz, config.mtime, weir_clock_hz */
    uint8_t peek;         /* 1: weir_peek; weir_rescue works after a reset of the unit */
    uint8_t lock;         /* 1: weir_lock */
    uint8_t offered;      /* 1: the unit counts offered events */
    uint8_t filter;       /* 1: weir_select, weir_rate_limit, weir_trigger_arm */
    uint8_t frame;        /* 1: weir_start_frames */
    uint8_t has_ring;     /* 1: weir_ring */
    uint8_t wide;         /* 1: values have 64 bits: weir_emit64 */
    uint8_t args;         /* values of an event, 1 to 4: weir_emit_args */
    uint8_t guaranteed;   /* 1: weir_emit_wait waits; weir_wait */
    uint8_t checkpoint;   /* 1: weir_checkpoint */
    uint8_t sw_entry;     /* 1: weir_sw_entry */
    uint8_t auth;         /* 1: the SoC can deny reads of the trace: weir_authorised */

    /* Private to the driver */
    uint8_t locked;               /* weir_lock succeeded */
    uint8_t framing;              /* the trace was started by weir_start_frames */
    uintptr_t wait_port;          /* thread port of hart 0 for weir_emit_wait */
    const struct weir_ring *ring; /* argument of weir_ring */
    const uint8_t *image;         /* result of weir_ring_image */
    size_t image_bytes;
    volatile uint8_t state;   /* threads and weir_irq share this and the next two */
    volatile size_t pending;  /* bytes in chunk that the sink has not taken yet */
    volatile uint8_t in_sink; /* the sink is running */
    size_t next_name;         /* entry that weir_names_repeat emits next */
    uint32_t chunk[WEIR_CHUNK_WORDS];
};
#endif

/* ---- Life of a trace */

/* Finds the unit, checks its magic number and versions, and reads what it was built with. Leaves
 * the unit disabled, with an empty FIFO, snoops and event pins off, and the port masks of reset.
 * Discards the contents of the FIFO and empties the table of thread names.
 *
 * Returns 0, EINVAL (config: a member is invalid, base is not WEIR_BASE, clock_hz cannot make ticks
 * of `unit`, or an event id cannot be named), ENODEV, EVERSION, ESTATE (the unit is locked), EBUSY,
 * or ENOTSUP (WEIR_WINDOW is 1 and the unit has no event windows; or clock_hz or mtime is set and
 * time_base is 0). */
WEIR_MUST_CHECK int weir_init(struct weir *w, const struct weir_config *config);

/* Clears the unit, hands the head of the file to the sink, enables the interrupt (if
 * config.watermark is not 0) and the unit. The head carries the thread names known by now. May be
 * called again after weir_finish, for another file.
 *
 * Returns 0, EINVAL (a ring whose memory is too small, or a section size that the unit does not
 * support), ESTATE, EBUSY or ESINK. After ESINK the sink may hold part of a head. */
WEIR_MUST_CHECK int weir_start(struct weir *w);

/* Like weir_start, for units with a frame sink: hardware sends the trace as RKH frames from the
 * unit's byte stream. There is no head, the sink gets nothing, and weir_drain finds nothing. A ring
 * (weir_ring) gets nothing either. Send thread names with weir_names_repeat.
 *
 * `hz`: ticks per second, sent to readers; 0: not known. `interval`: the unit repeats the start of
 * the stream, for readers that join late, once every `interval` events, at most 65535; 0: only at
 * the beginning.
 *
 * Returns 0, EINVAL, ESTATE, EBUSY or ENOTSUP (`frame` is 0). After it, weir_finish returns EBUSY
 * if frames are still leaving after its poll limit; call it again. */
WEIR_MUST_CHECK int weir_start_frames(struct weir *w, uint32_t hz, unsigned interval);

/* Disables the unit, hands the rest of the stream to the sink, to the last byte, and closes the
 * file. The sink gets nothing after it.
 *
 * Returns 0, EINVAL, ESTATE, EBUSY, ESINK or EACCES. After the last three, call it again: it
 * continues where it stopped. */
WEIR_MUST_CHECK int weir_finish(struct weir *w);

/* ---- Crash: for exception handlers, with interrupts off, on any stack. WEIR_CRASH_ENTRY of
 * weir_crash.h provides a good stack. */

/* Stops the trace and leaves the contents of the unit to a debugger or to weir_rescue. Two stores,
 * no stack. */
WEIR_INLINE void weir_freeze(struct weir *w);

/* Hands everything to the last byte to `sink` (NULL: the sink of the config), like weir_finish.
 * Works whatever code was interrupted, even the sink. Polls; uses about 300 bytes of stack, plus
 * the stack of the sink.
 *
 * *uncertain_bytes (may be NULL): the number of first bytes that the interrupted sink may have
 * taken already; 0 if the sink was not running. If a drain was interrupted and never resumes, the
 * word that it was moving may be lost. Returns the results of weir_finish. */
WEIR_MUST_CHECK int weir_crash(struct weir *w, weir_sink *sink, void *context,
                               size_t *uncertain_bytes);

/* After a reset of the hart: hands the sink what the unit still holds of the previous trace. Call
 * it instead of weir_init, and weir_init after it.
 *
 * If the reset was of the hart only: the bytes follow those that the sink took before the reset,
 * except a chunk that the sink had not taken. (If *w survived the reset, weir_finish delivers that
 * chunk as well.) If the unit was reset, too, and has `peek`: the bytes are those in the FIFO at
 * the reset, and after ESINK the next call starts over.
 *
 * Returns the results of weir_init and weir_finish; ENOTSUP in software. */
WEIR_MUST_CHECK int weir_rescue(struct weir *w, const struct weir_config *config);

/* Pause a trace and resume it. After weir_disable the unit accepts no events; accepted ones still
 * drain. weir_enable also announces the thread that runs now, so call it where weir_snoop may be
 * called. Both return 0, EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_disable(struct weir *w);
WEIR_MUST_CHECK int weir_enable(struct weir *w);

/* Locks a running trace until the unit is reset: software can no longer stop it or change what it
 * records. Calls that would do so return ESTATE from now on; so do weir_init and weir_rescue of
 * later programs. Events, draining, thread names, counters and times work as before.
 *
 * Returns 0, EINVAL, ESTATE (no trace is running) or ENOTSUP (`lock` is 0). */
WEIR_MUST_CHECK int weir_lock(struct weir *w);

/* Copies up to `count` of the oldest words in the FIFO and leaves them there. Not reentrant: no
 * concurrent drain or peek.
 *
 * Returns the number of words, EINVAL, ESTATE, EACCES or ENOTSUP (`peek` is 0). */
WEIR_MUST_CHECK int weir_peek(struct weir *w, uint32_t *words, size_t count);

/* Asks whether the SoC authorises reading the trace now (units with `auth`; docs/theory.md,
 * authorisation). *denied (may be NULL): reads denied since reset; the count saturates at 2^31 - 1.
 *
 * Without authorisation the unit continues to record into the FIFO. weir_peek and all functions
 * that hand the trace to the sink return EACCES. They lose nothing and continue at the next call.
 *
 * Returns 1 (authorised, or the unit lacks `auth`), 0, EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_authorised(const struct weir *w, uint32_t *denied);

/* Call after changing the clock frequency: `hz` is the new frequency of the unit's clock. Ticks
 * keep the length of config.unit, to 2^-25 tick per cycle; fractions of a tick are not lost.
 *
 * Returns 0, EINVAL (ticks of config.unit cannot be made from this clock: 2^-24 to 256 ticks per
 * cycle), ESTATE, or ENOTSUP (config.clock_hz or time_base is 0). */
WEIR_MUST_CHECK int weir_clock_hz(struct weir *w, uint32_t hz);

/* ---- Events: two stores, no lock. Allowed after weir_init succeeded; a disabled unit ignores
 * them. */

/* Offers an event from a thread. `id` is of class USER, COM or SYS (weir_stream.h), or
 * WEIR_ID_THREAD_SWITCH; then `value` is the thread that runs from now on (for units without
 * snoop).
 *
 * Never blocks and never fails: if there is no free space, the unit drops the event and counts it.
 * Do not call it from interrupt handlers: the event of the interrupted thread would be dropped. */
WEIR_INLINE void weir_emit(const struct weir *w, uint16_t id, uint32_t value);

/* weir_emit for interrupt handlers. If handlers nest, the event of the outer one may be dropped. */
WEIR_INLINE void weir_emit_isr(const struct weir *w, uint16_t id, uint32_t value);

/* weir_emit for U-mode, through the user port, whose page the PMP opens to U-mode. U-mode must be
 * able to read *w, or WEIR_BASE must be defined. A unit without user port (contexts is 2) ignores
 * the stores and sets FAULT.ACCESS. */
WEIR_INLINE void weir_emit_user(const struct weir *w, uint16_t id, uint32_t value);

/* The guaranteed variants: the store stalls until there is free space, so that no event is lost.
 * The stall ends after the number of cycles set by weir_wait (4096 after weir_init). Then the unit
 * drops the event and counts it. On units without guaranteed ports (`guaranteed` is 0) these are
 * the functions above.
 *
 * While the store stalls, its hart executes nothing, and other harts cannot reach the unit. So
 * frames, a ring, or a master on another bus must drain the FIFO; otherwise the stall is useless.
 */
WEIR_INLINE void weir_emit_wait(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_wait_isr(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_wait_user(const struct weir *w, uint16_t id, uint32_t value);

/* Sets the longest stall of weir_emit_wait in cycles, 1 to WEIR_WAIT_CYCLES_MASK. 0: never stall,
 * unless hardware alone drains the stream (frames, or only a ring that keeps the newest); then
 * stall without limit.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (`guaranteed` is 0). */
WEIR_MUST_CHECK int weir_wait(struct weir *w, uint32_t cycles);

/* weir_emit, _isr and _user with a 64-bit value, in three stores. A unit with 32-bit values (`wide`
 * is 0) gets the low half, in two stores; so does software recording. A thread value has 32 bits in
 * any case. */
WEIR_INLINE void weir_emit64(const struct weir *w, uint16_t id, uint64_t value);
WEIR_INLINE void weir_emit64_isr(const struct weir *w, uint16_t id, uint64_t value);
WEIR_INLINE void weir_emit64_user(const struct weir *w, uint16_t id, uint64_t value);

/* weir_emit, _isr and _user with `count` values in one event, 1 to WEIR_ARGS_MAX, in count + 1
 * stores. The unit records all of them or none. values[0] is the value of the event, the others are
 * its extra arguments. A unit with fewer values per event (`args`) records the first ones. A thread
 * switch has one value in any case. Software records all of them: as the information fields of
 * TXTB, or as the arguments of an RKH frame. */
WEIR_INLINE void weir_emit_args(const struct weir *w, uint16_t id, unsigned count,
                                const uint32_t *values);
WEIR_INLINE void weir_emit_args_isr(const struct weir *w, uint16_t id, unsigned count,
                                    const uint32_t *values);
WEIR_INLINE void weir_emit_args_user(const struct weir *w, uint16_t id, unsigned count,
                                     const uint32_t *values);

enum { WEIR_ARGS_MAX = 4 };

/* weir_emit, _isr and _user in one store, through the event window of the port. They are cheaper,
 * and never disturb the two stores of another event: any code may call them. With an id above
 * WEIR_WINDOW_ID_LAST, or on a unit without event windows, they are the functions above, with their
 * rules. */
WEIR_INLINE void weir_emit_fast(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_fast_isr(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_fast_user(const struct weir *w, uint16_t id, uint32_t value);

enum { WEIR_WINDOW_ID_LAST = WEIR_PAGE_CONTEXT_STRIDE / 4 - 1 };

/* Sets the classes that a port of a hart may emit. `context`: WEIR_CONTEXT_THREAD, _INTERRUPT or
 * _USER_MODE. `classes`: a set of 1 << WEIR_CLASS_USER, _COM and _SYS. The unit drops and counts
 * events of other classes (WEIR_DROP_MASK). After weir_init the thread and interrupt ports may emit
 * all classes, the user port USER and COM.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (contexts is 2). */
WEIR_MUST_CHECK int weir_port_mask(struct weir *w, unsigned hart, unsigned context,
                                   unsigned classes);

/* ---- Ring: the unit writes the trace to memory by itself. docs/theory.md, ring, is exact. */

struct weir_ring {
    void *memory; /* 4-aligned; uncached, or cached coherently; must stay valid as long as you need
                     the trace */
    size_t bytes; /* size of `memory`: the head (1 to 2 KiB), then the largest power of two that
                     fits, the ring buffer */
    uint8_t section_log2; /* bytes of a section, log2, at most 16, and less than the ring buffer.
                             At least 8; add 1 for each doubling of the harts, and 1 for any of:
                             thread cache, events of several values, event pins at one hart */
    uint8_t stop;         /* 1: stop when full, keep the oldest; 0: keep the newest */
    uint8_t stream;       /* 1: the sink gets the trace as well */
};

/* From the next weir_start on, the unit writes the trace to memory; no hart is involved. NULL: to
 * the sink only, as after weir_init. The driver keeps the pointer to *ring. If `stream` is 0, the
 * sink is never called, and weir_drain finds nothing.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (has_ring is 0). */
WEIR_MUST_CHECK int weir_ring(struct weir *w, const struct weir_ring *ring);

/* Returns where in the memory of the ring the trace file lies: the head, then the ring buffer.
 * Any flux reader opens it. Read, copy or dump it at any time after weir_start; the newest entry
 * may lack its last few words. After weir_finish the file is complete.
 *
 * Returns 0, EINVAL or ESTATE (there is no ring). */
WEIR_MUST_CHECK int weir_ring_image(const struct weir *w, const void **image, size_t *bytes);

/* Returns 1 if the ring has stopped because its memory is full: later events go to the sink only,
 * or are dropped. Otherwise 0, or EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_ring_full(const struct weir *w);

/* ---- Readers that join late */

/* Makes the unit put checkpoints into the stream: all that a reader must know who starts there
 * (time, running threads, thread cache, totals of drops; docs/formats/stream.md, Sections).
 * `bytes`: one checkpoint after every `bytes` bytes, 1 to 65535; 0: none, as after weir_init.
 * `now`: if not 0, one more as soon as possible, while the trace is enabled.
 *
 * Checkpoints have reserved FIFO space, so they cause no drops. The next one waits until the reader
 * has freed that space. The ring needs no checkpoints: each of its sections begins with one.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (`checkpoint` is 0). */
WEIR_MUST_CHECK int weir_checkpoint(struct weir *w, unsigned bytes, int now);

/* Puts a software entry into the stream, between two events: a flux entry that flux_emit.h made, a
 * definition or a name (ENMD), not a sample. It is written whole or not at all. Threads and
 * handlers of all harts may call it at once. Not allowed while frames or a ring take the stream.
 *
 * `bytes` is 3 to 128 after rounding up to whole words. The entry starts with 0x00, its tag and a
 * number, which the driver pads to fill the last word.
 *
 * Returns 0, EINVAL, ESTATE, EBUSY (not written, try again: the previous entry was not read yet,
 * the unit is disabled, or other callers interfered each time) or ENOTSUP (`sw_entry` is 0). */
WEIR_MUST_CHECK int weir_sw_entry(struct weir *w, const void *entry, size_t bytes);

/* ---- Filter and trigger: docs/theory.md, filter, is exact */

/* Which events pass the filter. The others are filtered out: only weir_filtered counts them. The
 * unit follows a thread switch even if its event is filtered out. */
struct weir_selection {
    unsigned classes;     /* a set of 1 << WEIR_CLASS_USER, _COM and _SYS */
    unsigned range_count; /* number of entries used in `range`, 0 to 2 */
    struct {
        uint16_t first, last; /* ids, both inclusive */
    } range[2];
    uint16_t id, mask; /* if mask is not 0: also ids that equal `id` in the bits of `mask` */
    int invert;        /* 1: pass the ids that match none of these. Without ranges and mask, 0
                          passes all ids */
};

/* Sets the filter. NULL: pass everything, as after weir_init. Thread switches are selected by their
 * class alone. Events during the call may be filtered by the old, the new or mixed settings.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (`filter` is 0). */
WEIR_MUST_CHECK int weir_select(struct weir *w, const struct weir_selection *selection);

/* Limits a class (WEIR_CLASS_USER or _COM), on all harts together, to `events` (0 to 65535) in an
 * interval of 2^cycles_log2 cycles (cycles_log2 0 to 31). The first event starts the interval. The
 * unit drops events above the limit (WEIR_DROP_RATE_LIMIT). WEIR_NO_RATE_LIMIT for `events`: no
 * limit, as after weir_init.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (`filter` is 0). */
WEIR_MUST_CHECK int weir_rate_limit(struct weir *w, unsigned class_, unsigned events,
                                    unsigned cycles_log2);
enum { WEIR_NO_RATE_LIMIT = 0x10000 };

/* Selects the event pins to record; bit n is pin n. A pin may be in all three sets.
 *
 *   rising, falling   an event of id WEIR_ID_PIN + n, with value 1 for a rising edge of the pin and
 *                     0 for a falling one
 *   bus               an event of id WEIR_ID_PIN_BUS with the levels of these pins, each at its
 *                     bit: one now, and one whenever a level changed and all are stable again
 *
 * The events are of class COM and pass filter, rate limit and trigger like others (docs/theory.md,
 * pins). 0, 0, 0: none, as after weir_init.
 *
 * Returns 0, EINVAL (the unit lacks one of these pins), ESTATE or ENOTSUP (`pins` is 0). */
WEIR_MUST_CHECK int weir_pins_watch(struct weir *w, uint32_t rising, uint32_t falling,
                                    uint32_t bus);

/* Causes of the trigger, as bits of a set: an event that matches match[0] or match[1], or an edge
 * at the unit's pin trigger_i. */
enum { WEIR_CAUSE_MATCH_0 = 1, WEIR_CAUSE_MATCH_1 = 2, WEIR_CAUSE_PIN = 4 };

/* Matches an event that equals `id` in the bits of id_mask and `value` in the bits of value_mask,
 * even if it is filtered out. All 0: any event. */
struct weir_match {
    uint16_t id, id_mask;
    uint32_t value, value_mask;
};

struct weir_trigger {
    struct weir_match match[2];
    unsigned start;        /* causes that let events pass, the causing event included */
    unsigned stop;         /* causes that stop events after the causing one */
    unsigned freeze;       /* causes that stop the unit, until the next weir_trigger_arm ... */
    uint16_t freeze_after; /* ... after this many further events */
    unsigned out;          /* causes of a pulse at the unit's pin trigger_o */
    int falling;           /* edge of trigger_i: 1: falling, 0: rising */
};

/* Sets what the trigger does (NULL: no change) and its state: WEIR_TRIGGER_OPEN (events pass until
 * stop or freeze), _CLOSED (waits for start), _FREEZING (as if a cause of freeze had occurred),
 * _FROZEN. weir_init leaves it open, without causes.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (`filter` is 0). */
WEIR_MUST_CHECK int weir_trigger_arm(struct weir *w, const struct weir_trigger *trigger,
                                     unsigned state);

/* Returns the state of the trigger, WEIR_TRIGGER_*; or EINVAL, ESTATE or ENOTSUP. */
WEIR_MUST_CHECK int weir_trigger_state(const struct weir *w);

/* *count: events filtered out since weir_start, modulo 2^32. Returns 0, EINVAL, ESTATE or ENOTSUP;
 * after the last two *count is 0. */
WEIR_MUST_CHECK int weir_filtered(const struct weir *w, uint32_t *count);

/* ---- Threads */

/* Tells the unit which word in memory holds the RTOS's running thread (4 bytes, 4-aligned), and
 * announces the thread that runs now. From then on each switch is an event that costs no
 * instruction. Call it after weir_start, from a thread of this hart or before the scheduler starts.
 *
 * Returns 0, EINVAL (hart or alignment, or the address has more than 32 bits), ESTATE or ENOTSUP:
 * then report switches with WEIR_ID_THREAD_SWITCH. */
WEIR_MUST_CHECK int weir_snoop(struct weir *w, unsigned hart, const volatile void *word);

/* weir_snoop for a register of the hart that names the running thread. `match_on` is WEIR_SNOOP_GPR
 * with `index` 1 to 31 (tp is 4), or WEIR_SNOOP_CSR with the number of the CSR as `index`. The
 * thread value is the register with the bits outside `mask` cleared. `running` is the thread that
 * runs now. The unit cannot read the register: call this again after weir_start and weir_enable.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (`retire` is 0). */
WEIR_MUST_CHECK int weir_snoop_register(struct weir *w, unsigned hart, unsigned match_on,
                                        unsigned index, uint32_t mask, uint32_t running);

/* Records traps of the hart: each entry, with its cause, and each return is an event that costs no
 * instruction. `on`: 1 or 0; 0 after weir_init.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (`retire` is 0). */
WEIR_MUST_CHECK int weir_traps(struct weir *w, unsigned hart, int on);

/* weir_snoop for FreeRTOS on one hart. Call it after the tasks are created and before
 * vTaskStartScheduler:
 *
 *   extern void *volatile pxCurrentTCB;
 *   weir_snoop_freertos(&w, &pxCurrentTCB); */
WEIR_MUST_CHECK WEIR_INLINE int weir_snoop_freertos(struct weir *w,
                                                    void *const volatile *current_tcb);

/* Reports that `thread` runs from now on, 0 for none. Call it from the RTOS's hook at a switch,
 * with interrupts off. It does nothing on units with snoop, which see switches themselves. Units
 * without snoop and software recording need it. */
WEIR_INLINE void weir_switched(const struct weir *w, uint32_t thread);

/* Names a thread or renames it. `thread` is the value that its switches carry (on FreeRTOS: its
 * handle). The driver keeps the pointer: the text must stay valid until weir_thread_forget. Names
 * end after 63 bytes.
 *
 * Returns 0, EINVAL, ESTATE or ENOSPC. */
WEIR_MUST_CHECK int weir_thread_name(struct weir *w, uint32_t thread, const char *name);

/* Removes the name of a thread that ends. A thread without name is no error. */
void weir_thread_forget(struct weir *w, uint32_t thread);

/* Emits one name of the table, the next at each call, as a run of THREAD_NAME events, so that
 * readers that join late learn it. Call it now and then from one thread, such as the idle hook, and
 * not concurrently with weir_thread_forget.
 *
 * Returns the number of events offered (0: no names), EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_names_repeat(struct weir *w);

/* ---- Draining */

/* Hands the words that are in the FIFO now to the sink.
 *
 * Returns the number of bytes that the sink took, EINVAL, ESTATE, ESINK or EACCES. */
WEIR_MUST_CHECK int weir_drain(struct weir *w);

/* Handler of the unit's interrupt, which is level-sensitive: drains. If it returns ESINK or EACCES,
 * it has disabled the interrupt; the next weir_drain that succeeds enables it again.
 *
 * Returns the number of bytes that the sink took (0 if no trace is running), EINVAL, ESINK or
 * EACCES. */
WEIR_MUST_CHECK int weir_irq(struct weir *w);

/* ---- Counters, loss and time */

/* Events since weir_start, modulo 2^32. The delivered events of a class are offered - dropped.
 * Drops by WEIR_DROP_TORN, _ID, _MASK, _RATE_LIMIT and _OVERRUN count as class NONE. The counters
 * are exact once the trace is finished; before, events may arrive between two reads. */
struct weir_counters {
    uint32_t dropped[WEIR_DROP_COUNT]; /* by drop reason, WEIR_DROP_*; the first ones are "no free
                                          space", one for each class */
    uint32_t offered[4]; /* by class, WEIR_CLASS_*; all 0 on units without member `offered` */
};

/* All sources together. Returns 0, EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_counters(const struct weir *w, struct weir_counters *counters);

/* One source: a port or the snoop of a hart (WEIR_CONTEXT_*). The event pins count as the interrupt
 * port of hart w->harts, one above the last hart.
 *
 * Returns 0, EINVAL (no such hart or context), ESTATE or ENOTSUP (the unit lacks this source). */
WEIR_MUST_CHECK int weir_counters_of(const struct weir *w, unsigned hart, unsigned context,
                                     struct weir_counters *counters);

/* Returns 1 while the unit drops events: from the first drop until the stream has reported the
 * whole loss. Otherwise 0, or EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_loss(const struct weir *w);

/* *time: the current time in ticks of config.unit, as in timestamps: since weir_start, or, with
 * config.mtime, of the external counter. Returns 0, EINVAL, ESTATE or ENOTSUP; after the last two
 * *time is 0. */
WEIR_MUST_CHECK int weir_time(const struct weir *w, uint64_t *time);

/* ---- Private: code of the inline functions */

#ifdef WEIR_SOFT
WEIR_INLINE void weir_freeze(struct weir *w) { w->enabled = 0; }

/* Software records into the handle itself, so the object behind the pointer is never const. */
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
                                 unsigned count, const uint32_t *values)
{
    weir_soft_emit_args_((struct weir *)(uintptr_t)w, context, id, count, values);
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
                                 unsigned count, const uint32_t *values)
{
    const uintptr_t port = weir_port_(w->ports, context);
    WEIR_STORE32(port + WEIR_PAGE_PORT_VALUE, values[0]);
    for (unsigned i = 1; i < count && i < w->args; i++) {
        WEIR_BARRIER();
        WEIR_STORE32(port + WEIR_PAGE_PORT_ARG + 4 * (i - 1), values[i]);
    }
    WEIR_BARRIER();
    WEIR_STORE32(port + WEIR_PAGE_PORT_ID, id);
}

WEIR_INLINE void weir_emit_wait_(const struct weir *w, unsigned context, uint16_t id,
                                 uint32_t value)
{
    weir_pair_(weir_port_(w->wait_port, context), id, value);
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
    const int has_window = WEIR_WINDOW;
    #else
    const int has_window = windows != 0;
    #endif
    if (has_window && id <= WEIR_WINDOW_ID_LAST)
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
                                const uint32_t *values)
{
    weir_emit_args_(w, WEIR_CONTEXT_THREAD, id, count, values);
}

WEIR_INLINE void weir_emit_args_isr(const struct weir *w, uint16_t id, unsigned count,
                                    const uint32_t *values)
{
    weir_emit_args_(w, WEIR_CONTEXT_INTERRUPT, id, count, values);
}

WEIR_INLINE void weir_emit_args_user(const struct weir *w, uint16_t id, unsigned count,
                                     const uint32_t *values)
{
    weir_emit_args_(w, WEIR_CONTEXT_USER_MODE, id, count, values);
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
