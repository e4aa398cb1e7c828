/* SPDX-License-Identifier: Apache-2.0 */
/* The rest of the driver's manual. weir.h includes it; its rules on callers hold here, too. */
#ifndef WEIR_MORE_H
#define WEIR_MORE_H

#ifdef WEIR_SOFT
#include "weir_soft.h"
#else

/* State of the driver. The caller provides the memory and never writes to it after weir_init.
 * The members that describe the unit may be read after weir_init. theory.md, parameters,
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
    uint8_t retire;       /* 1: weir_snoop_register, weir_traps, weir_hints */
    uint8_t pins;         /* number of event pins: weir_pins_watch */
    uint8_t time;         /* 1: weir_time */
    uint8_t time_base;    /* 1: config.clock_hz, config.mtime, weir_clock_hz */
    uint8_t peek;         /* 1: weir_peek; weir_rescue works after a reset of the unit */
    uint8_t lock;         /* 1: weir_lock */
    uint8_t offered;      /* 1: the unit counts delivered events, so offered ones are known */
    uint8_t filter;       /* 1: weir_select, weir_rate_limit, weir_trigger_arm */
    uint8_t frame;        /* 1: weir_start_frames */
    uint8_t has_ring;     /* 1: weir_ring */
    uint8_t wide;         /* 1: values have 64 bits (VALUE_W; not the preset wide): weir_emit64 */
    uint8_t args;         /* values of an event, 1 to 4: weir_emit_args */
    uint8_t guaranteed;   /* 1: weir_emit_wait waits; weir_wait */
    uint8_t checkpoint;   /* 1: weir_checkpoint */
    uint8_t sw_entry;     /* 1: weir_sw_entry */
    uint8_t auth;         /* 1: the SoC can deny reads of the trace: weir_authorised */

    /* Private to the driver */
    uint8_t locked;                      /* the unit is locked */
    uint8_t framing;                     /* the trace was started by weir_start_frames */
    volatile uint8_t draining;           /* weir_drain runs */
    volatile uint8_t paused;             /* weir_disable */
    uint16_t armed;                      /* bit n: a snoop of hart n was set up */
    uintptr_t wait_port;                 /* thread port of hart 0 for weir_emit_wait */
    const struct weir_ring_memory *ring; /* argument of weir_ring */
    volatile uint32_t *ring_begin;       /* first word of the ring buffer */
    const uint8_t *image;                /* result of weir_ring_image */
    size_t image_bytes;
    volatile uint8_t state;   /* threads and weir_irq share this and the next two */
    volatile size_t pending;  /* bytes in chunk that the sink has not taken yet */
    volatile uint8_t in_sink; /* the sink is running */
    uint8_t hart;             /* that called weir_init */
    uint16_t usual_words;     /* that the FIFO takes before it drops events of class USER and COM */
    volatile uint32_t given;  /* words that the sink took */
    size_t next_name;         /* entry that weir_names_repeat emits next */
    uint32_t chunk[WEIR_CHUNK_WORDS];
};
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The text of an error: "EINVAL: an argument is invalid, or the handle is NULL". Of 0 and counts:
 * "no error". */
static inline const char *weir_error_text(int error);

/* ---- Pause and lock */

/* Pause a trace and resume it. After weir_disable the unit accepts no events; accepted ones still
 * drain. weir_enable also announces the thread that runs now on the calling hart, if weir_snoop
 * watches it, so call it where weir_snoop may be called. Other harts, and users of weir_switched or
 * weir_snoop_register, show the thread from before the pause until they report the next.
 *
 * Both return 0, EINVAL or ESTATE (no trace runs, or it is locked); weir_enable also ESTATE if the
 * unit was reset in the pause. */
WEIR_MUST_CHECK int weir_disable(struct weir *w);
WEIR_MUST_CHECK int weir_enable(struct weir *w);

/* Locks a running trace until the unit is reset: software can no longer stop it or change what it
 * records. Calls that would do so return ESTATE from now on, weir_finish, weir_clock_hz, weir_snoop
 * and weir_wait among them: set up all harts before. So do weir_init and weir_rescue of later
 * programs. Events, draining, thread names, counters and times work as before.
 *
 * Returns 0, EINVAL, ESTATE (no trace is running) or ENOTSUP (`lock` is 0). */
WEIR_MUST_CHECK int weir_lock(struct weir *w);

/* Copies up to `count` of the oldest words in the FIFO and leaves them there. Not reentrant: no
 * concurrent drain or peek.
 *
 * Returns the number of words, EINVAL, ESTATE, EACCES or ENOTSUP (`peek` is 0). */
WEIR_MUST_CHECK int weir_peek(struct weir *w, uint32_t *words, size_t count);

/* Asks whether the SoC authorises reading the trace now (units with `auth`; theory.md,
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
 * Returns 0, EINVAL (hz is 0, or ticks of config.unit cannot be made from this clock: 2^-24 to
 * below 256 ticks per cycle), ESTATE, or ENOTSUP (config.clock_hz or time_base is 0, or
 * config.mtime is 1). */
WEIR_MUST_CHECK int weir_clock_hz(struct weir *w, uint32_t hz);

/* ---- Crash: for exception handlers, with interrupts off, on any stack. WEIR_CRASH_ENTRY of
 * weir_crash.h provides a good stack. Stop the other harts first: none may drain meanwhile. */

/* Stops the trace and leaves the contents of the unit to a debugger or to weir_rescue. Two stores,
 * no stack. */
WEIR_INLINE void weir_freeze(struct weir *w);

/* Hands everything to the last byte to `sink` (NULL: the sink of the config), like weir_finish.
 * Works whatever code was interrupted, even the sink. Polls; uses about 300 bytes of stack, plus
 * the stack of the sink.
 *
 * *uncertain_bytes (may be NULL): the number of first bytes that the interrupted sink may have
 * taken already; 0 if the sink was not running. If a drain was interrupted and never resumes, a
 * unit with `peek` still has the word that it was moving; on others it may be lost. Returns the
 * results of weir_finish. */
WEIR_MUST_CHECK int weir_crash(struct weir *w, weir_sink *sink, void *context,
                               size_t *uncertain_bytes);

/* Call it at each boot, before weir_init. It hands the sink what the unit still holds of the trace
 * before the reset. After power-up that is nothing: it returns 0 and does not call the sink. After
 * a trace that was finished it may hand over the last one to three bytes of that once more. Then
 * call weir_init for the next trace.
 *
 * If the reset was of the hart only: the bytes follow those that the sink took before the reset,
 * except a chunk that the sink had not taken. (If *w survived the reset, weir_finish delivers that
 * chunk as well.) After ESINK or EACCES weir_finish continues. If the unit was reset, too, and has
 * `peek`: the bytes are those in the FIFO at the reset. After ESINK or EACCES weir_finish returns
 * ESTATE then, and the next weir_rescue starts over.
 *
 * Returns 0, EINVAL, EUNIT, ENODEV, EVERSION, ESTATE, ENOTSUP, EBUSY, ERING, ESINK or EACCES, as
 * weir_init and weir_finish do; ENOTSUP in software. */
WEIR_MUST_CHECK int weir_rescue(struct weir *w, const struct weir_config *config);

/* ---- Spans: durations on a thread, two stores at each end. `weir`, its viewer and most formats
 * show them as durations; TXTB and RKH have an event at each end. They nest: the innermost one ends
 * first. Each thread has its own. `id` gives the name, that of the events of this id
 * (config.event_names, WEIR_NAME). */

WEIR_INLINE void weir_span_begin(const struct weir *w, uint16_t id);
WEIR_INLINE void weir_span_end(const struct weir *w, uint16_t id);

/* ---- More ways to emit */

/* weir_emit for U-mode, through the user port, whose page the PMP opens to U-mode. U-mode must be
 * able to read *w, or WEIR_BASE must be defined. A unit without user port (contexts is 2) ignores
 * the stores and sets FAULT.ACCESS. */
WEIR_INLINE void weir_emit_user(const struct weir *w, uint16_t id, uint32_t value);

/* The guaranteed variants: the store stalls until there is free space, for at most the number of
 * cycles set by weir_wait (4096 after weir_init). After that the unit admits the event, or drops
 * and counts it, as any other. On units without guaranteed ports (`guaranteed` is 0) these are the
 * functions above.
 *
 * While the store stalls, its hart executes nothing, and other harts cannot reach the unit. So only
 * hardware can make space meanwhile: frames or a ring. On buses that can withdraw a stalled store
 * (Wishbone, TL-UL) another master can read, too. Otherwise the stall of a full FIFO is useless. */
WEIR_INLINE void weir_emit_wait(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_wait_isr(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_wait_user(const struct weir *w, uint16_t id, uint32_t value);

/* Sets the longest stall of weir_emit_wait in cycles, 1 to WEIR_WAIT_CYCLES_MASK. 0 is special: if
 * hardware alone drains the stream (frames, or only a ring that keeps the newest), stall without
 * limit, so a link or memory that stops hangs the hart; else never stall.
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

/* weir_emit_fast for U-mode. */
WEIR_INLINE void weir_emit_fast_user(const struct weir *w, uint16_t id, uint32_t value);

/* Address of a port of a hart (WEIR_CONTEXT_*), for code that cannot read *w, such as a U-mode
 * thread: pass it the number, and weir_emit_at touches no memory but the unit. 0 if the unit lacks
 * the port, and in software; weir_emit_at then does nothing. */
uintptr_t weir_port(const struct weir *w, unsigned hart, unsigned context);
WEIR_INLINE void weir_emit_at(uintptr_t port, uint16_t id, uint32_t value);

/* Sets the classes that a port of a hart may emit. `context`: WEIR_CONTEXT_THREAD, _INTERRUPT or
 * _USER_MODE. `classes`: a set of 1 << WEIR_CLASS_USER, _COM and _SYS. The unit drops and counts
 * events of other classes (WEIR_DROP_MASK). After weir_init the thread and interrupt ports may emit
 * all classes, the user port USER and COM.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (contexts is 2). */
WEIR_MUST_CHECK int weir_port_mask(struct weir *w, unsigned hart, unsigned context,
                                   unsigned classes);

/* ---- Without a sink: frames */

/* Like weir_start, for units with a frame sink: hardware sends the trace as RKH frames from the
 * unit's byte stream. There is no head, the sink gets nothing, and weir_drain finds nothing. A ring
 * (weir_ring) gets nothing either. Names of threads and objects follow as events. Those of event
 * ids are not sent: give them to the reader, in a dictionary or in the ELF (WEIR_NAME).
 *
 * `hz`: ticks per second, sent to readers; 0: not known. `interval`: the unit repeats the start of
 * the stream, for readers that join late, once every `interval` events, at most 65535; 0: only at
 * the beginning.
 *
 * Returns 0, EINVAL, ESTATE, EBUSY or ENOTSUP (`frame` is 0). After it, weir_finish returns EBUSY
 * if frames are still leaving after its poll limit; call it again. */
WEIR_MUST_CHECK int weir_start_frames(struct weir *w, uint32_t hz, unsigned interval);

/* ---- Ring: the unit writes the trace to memory by itself. theory.md, ring, is exact. */

struct weir_ring_memory {
    void *memory; /* 4-aligned (8 if section_log2 is 0); uncached, or cached coherently; it crosses
                     no multiple of 4 GiB, and from 4 GiB on, the ring's bus has its upper address
                     bits (UPPER of weir_ring_axi); must stay valid as long as you need the trace */
    size_t bytes; /* size of `memory`: the head, then the largest power of two that fits, the ring
                     buffer. So 64 KiB of memory have a ring of 32 KiB. The head has 1.5 KiB for one
                     hart of `full`, about 2 KiB more with WEIR_RTOS_EVENT_NAMES; both again for
                     each further hart; and the names of threads */
    uint8_t section_log2; /* bytes of a section, log2, at most 16, and less than the ring buffer.
                             At least 8; add 1 for each doubling of the harts, and 1 for any of:
                             thread cache, events of several values, event pins at one hart.
                             0: no sections, for units of the preset wide, which have none: `stop`
                             must be 1 and `stream` 0 */
    uint8_t stop;         /* 1: stop when full, keep the oldest; 0: keep the newest */
    uint8_t stream;       /* 1: the sink gets the trace as well */
};

/* From the next weir_start on, the unit writes the trace to memory; no hart is involved. NULL: to
 * the sink only, as after weir_init. The driver keeps the pointer to *ring. If `stream` is 0, the
 * sink is never called, and weir_drain finds nothing.
 *
 * weir_start then returns ERING if the unit's first writes do not appear in `memory`. Of units of
 * the preset wide, which write nothing at the start, weir_finish returns it; the trace is lost.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (has_ring is 0). */
WEIR_MUST_CHECK int weir_ring(struct weir *w, const struct weir_ring_memory *ring);

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
 * (time, running threads, thread cache, totals of drops; docs/reference/stream.md, Sections).
 * `bytes`: one checkpoint after every `bytes` bytes, 1 to 65535; 0: none, as after weir_init.
 * `now`: if not 0, one more as soon as possible, while the trace is enabled. `bytes` counts in
 * this call, too: 0 ends the periodic ones.
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
 * the unit is disabled, or other callers interfered each time; always while frames or a ring take
 * the stream) or ENOTSUP (`sw_entry` is 0). */
WEIR_MUST_CHECK int weir_sw_entry(struct weir *w, const void *entry, size_t bytes);

/* ---- Filter and trigger: docs/explanation/theory.md, filter, is exact */

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
 * class alone: without SYS, events have no thread or an old one. Events during the call may be
 * filtered by the old, the new or mixed settings.
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
 * The events are of class COM and pass filter, rate limit and trigger like others (theory.md,
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
 * _FROZEN. weir_init leaves it open, without causes. After a start, events show the right thread
 * from its next switch on.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (`filter` is 0). */
WEIR_MUST_CHECK int weir_trigger_arm(struct weir *w, const struct weir_trigger *trigger,
                                     unsigned state);

/* Returns the state of the trigger, WEIR_TRIGGER_*; or EINVAL, ESTATE or ENOTSUP. */
WEIR_MUST_CHECK int weir_trigger_state(const struct weir *w);

/* *count: events filtered out since weir_start, modulo 2^32. Returns 0, EINVAL, ESTATE or ENOTSUP;
 * after the last two *count is 0. */
WEIR_MUST_CHECK int weir_filtered(const struct weir *w, uint32_t *count);

/* ---- More about threads */

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

/* Makes events of the HINTs of the hart: weir_hint. `on`: 1 or 0; after weir_init 0, with WEIR_HINT
 * 1. User mode may emit USER and COM by them, as by its port.
 *
 * Returns 0, EINVAL, ESTATE or ENOTSUP (`retire` is 0). */
WEIR_MUST_CHECK int weir_hints(struct weir *w, unsigned hart, int on);

/* weir_snoop for FreeRTOS on one hart. Call it after the tasks are created and before
 * vTaskStartScheduler:
 *
 *   extern void *volatile pxCurrentTCB;
 *   weir_snoop_freertos(&w, &pxCurrentTCB); */
WEIR_MUST_CHECK WEIR_INLINE int weir_snoop_freertos(struct weir *w,
                                                    void *const volatile *current_tcb);

/* ---- Counters, loss and time */

/* Events since weir_start, modulo 2^32. The delivered events of a class are offered - dropped,
 * always, as `offered` is the sum of the unit's counters of delivered and dropped events.
 * Drops by WEIR_DROP_TORN, _ID, _MASK, _RATE_LIMIT and _OVERRUN count as class NONE. The counters
 * are exact once the trace is finished; before, events may arrive between two reads. */
struct weir_counts {
    uint32_t dropped[WEIR_DROP_COUNT]; /* by drop reason, WEIR_DROP_*; the first ones are "no free
                                          space", one for each class */
    uint32_t offered[4]; /* by class, WEIR_CLASS_*; all 0 on units without member `offered` */
};

/* All sources together. Returns 0, EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_counters(const struct weir *w, struct weir_counts *counts);

/* One source: a port or the snoop of a hart (WEIR_CONTEXT_*). The event pins count as the interrupt
 * port of hart w->harts, one above the last hart.
 *
 * Returns 0, EINVAL (no such hart or context), ESTATE or ENOTSUP (the unit lacks this source). */
WEIR_MUST_CHECK int weir_counters_of(const struct weir *w, unsigned hart, unsigned context,
                                     struct weir_counts *counts);

/* Returns 1 while the unit drops events: from the first drop until the stream has reported the
 * whole loss. Otherwise 0, or EINVAL or ESTATE. */
WEIR_MUST_CHECK int weir_loss(const struct weir *w);

/* *time: the current time in ticks of config.unit, as in timestamps: since weir_start, or, with
 * config.mtime, of the external counter. Returns 0, EINVAL, ESTATE or ENOTSUP; after the last two
 * *time is 0. */
WEIR_MUST_CHECK int weir_time(const struct weir *w, uint64_t *time);

#ifdef __cplusplus
}
#endif

#endif /* WEIR_MORE_H */
