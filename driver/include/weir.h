/* SPDX-License-Identifier: Apache-2.0 */
/* Driver of the Weir trace unit: freestanding C11. It allocates nothing and keeps all its state in
 * the caller's struct weir. This page has what every program needs; weir_more.h, which it includes,
 * has the rest, and weir_hooks.h what you can replace.
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

/* Version of this interface; that of the unit is in the register VERSION. */
#define WEIR_DRIVER_VERSION_MAJOR 1
#define WEIR_DRIVER_VERSION_MINOR 0

#if defined(WEIR_OFF) + defined(WEIR_TXTB) + defined(WEIR_RKH) > 1
#error "define at most one of WEIR_OFF, WEIR_TXTB, WEIR_RKH"
#endif
#if defined(WEIR_TXTB) || defined(WEIR_RKH)
#define WEIR_SOFT
#endif

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push /* C++ sees the casts of C */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

#include "weir_hooks.h"
#include "weir_hint.h"
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
 *                          If more threads than `value_regs` are between the two stores of an
 *                          event, the unit drops one of these events and counts it (TORN).
 *   like weir_emit         weir_emit64, weir_emit_args, weir_emit_wait and their _isr and _user;
 *                          weir_span_begin, weir_span_end; weir_printf (weir_log.h)
 *   interrupt handlers     weir_emit_isr, weir_irq
 *   U-mode                 weir_emit_user, weir_emit_at, on units with a user port
 *   any code               weir_hint. And on one hart weir_emit_fast and _fast_isr in the mode of
 *                          the driver, _fast_user in U-mode, for ids that the event window reaches,
 *                          on units with event windows; else as the same without _fast
 *   threads and handlers   names (weir_thread_name, weir_object_name, weir_forget,
 *                          weir_names_repeat), weir_time, weir_loss, weir_trigger_state,
 *                          weir_authorised, weir_sw_entry: at any time, in hooks of a kernel, too
 *   with interrupts off    weir_switched
 *   one caller at a time   all other functions: they are not reentrant
 *
 * One drain at a time: otherwise the words of two mix. On one hart weir_irq may interrupt
 * weir_drain. With several harts, if the handler of the unit's interrupt calls weir_irq, call
 * weir_drain on that hart only: it cannot stop a handler that runs on another. If the handler only
 * stores 0 to WEIR_REG_IRQ_ENABLE and wakes a thread, this thread may drain on any hart.
 *
 * No function sleeps. With weir_smp.h, names and logs wait for the harts that hold or asked for the
 * lock before, with interrupts off. Functions that call the sink take as long as the sink does.
 * Functions that can return EBUSY poll a register: at most 100000 times for each wait, of which
 * weir_start has up to two, and weir_finish, weir_crash and weir_rescue one after each drain
 * (weir_sw_entry: at most 8 attempts).
 *
 * If a function may be called before weir_init, or after it failed, zero the struct weir before
 * weir_init. Such a call returns ESTATE. Calls that return nothing and store do not check the
 * handle: call weir_emit and its variants, weir_span_begin, weir_span_end, weir_switched,
 * weir_printf, RKH's macros and weir_freeze only after weir_init succeeded.
 *
 * With WEIR_OFF all calls compile to nothing. As with assert, arguments are type-checked but not
 * evaluated. Nothing is written through pointers, and results are 0. */

/* ---- Errors: functions return 0 or a count on success, and one of these on failure.
 * weir_error_text gives the text. */

enum weir_error {
    WEIR_EINVAL = -1,      /* an argument is invalid, or the handle is NULL */
    WEIR_ENODEV = -2,      /* no Weir unit at this address */
    WEIR_EVERSION = -3,    /* the unit's register map or stream is not the version of this driver */
    WEIR_ESTATE = -4,      /* not allowed now (see "Life of a trace"), or locked by weir_lock */
    WEIR_EBUSY = -5,       /* the unit did not become idle in time */
    WEIR_ENOSPC = -6,      /* the table of names is full */
    WEIR_ESINK = -7,       /* the sink rejected bytes; the driver offers them again */
    WEIR_ENOTSUP = -8,     /* the unit was built without this feature */
    WEIR_EACCES = -9,      /* the SoC does not authorise reading the trace now: weir_authorised */
    WEIR_EUNIT = -10,      /* config.unit is no unit of time, or clock_hz cannot make its ticks */
    WEIR_EWATERMARK = -11, /* the FIFO drops events before it holds config.watermark words */
    WEIR_EHART = -12,      /* WEIR_HART() of the caller is not below the number of the unit's harts;
                              or a name from another hart than weir_init's, and WEIR_LOCK is the
                              default */
    WEIR_EPORT = -13,      /* a register does not read as it was stored: the range is cached, or the
                              byte lanes are wrong; weir_selftest says which */
    WEIR_ERING = -14,      /* what the ring writes is not in its memory: that is cached without
                              coherence, or the unit writes elsewhere */
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
 * none and returns any other value. With the unit, `count` is at most 160 in weir_start, otherwise
 * at most 64. In weir_start a rejection ends the call with ESINK and leaves part of a head; the
 * next weir_start begins with its first byte. weir_start, weir_drain, weir_irq, weir_finish,
 * weir_crash and weir_rescue call the sink in their own context. */
typedef int weir_sink(void *context, const void *bytes, size_t count);

/* The name that readers show for an event id, on every hart. The id is of class USER, COM or SYS;
 * thread switches (WEIR_ID_THREAD_SWITCH, _ALT) cannot be renamed. Names end after 63 bytes. */
struct weir_event_name {
    uint16_t id;
    const char *name; /* UTF-8 */
};

/* Bytes of a name that the table of names holds, 4 to 63; longer ones are cut. Define it the same
 * for all files. */
#ifndef WEIR_NAME_SIZE
#define WEIR_NAME_SIZE 23
#endif

#ifdef WEIR_ALIKE_ /* weir_hooks.h */
WEIR_ALIKE_(WEIR_NEEDS_)
#endif

/* One entry of the table of names: a thread or another object of a kernel, with a copy of its name.
 * The caller owns the memory, the driver the contents. */
struct weir_named {
    uint32_t number; /* thread value or address of the object */
    uint16_t crc;    /* of number and name, as THREAD_NAME and OBJECT_NAME have it */
    uint8_t kind;    /* WEIR_OBJECT_...; 0: the entry is free */
    uint8_t bytes;   /* of the name */
    uint8_t pending; /* 1: the stream does not have the name yet */
    char name[WEIR_NAME_SIZE];
};

/* The driver keeps a pointer to it: it must stay valid and unchanged while the handle is in use. */
struct weir_config {
    uintptr_t base; /* address of the unit's control page, 4-aligned */

    /* One tick of time, as flux names it: s, ms, us, ns, ps, fs or as, alone or with 10 or 100 for
     * that multiple ("ns10" is 10 ns). Without clock_hz and mtime it is the period of the unit's
     * clock. In software it is a tick of WEIR_CLOCK. */
    const char *unit;
    uint32_t clock_hz; /* frequency of the unit's clock in Hz, from which the unit makes ticks of
                          `unit`, 2^-24 to below 256 in a cycle: at 100 MHz "ps100" to "ms100".
                          0: a tick is one cycle. Not used in software */
    uint8_t mtime;     /* 1: time is the SoC's external counter, which counts ticks of `unit`;
                          clock_hz is not used then. Not used in software */

    uint32_t trace_id;                         /* traceId of the file; usually 0 */
    const struct weir_event_name *event_names; /* NULL: readers show numbers */
    size_t event_name_count;
    struct weir_named *names; /* table for weir_thread_name and weir_object_name; may be NULL */
    size_t name_max;          /* entries in names */
    weir_sink *sink;          /* required; may be NULL with WEIR_TXTB */
    void *sink_context;       /* first argument of the sink */
    uint16_t watermark;       /* FIFO level in words that raises the interrupt; 0: no interrupt, the
                                 application polls. Half of the FIFO leaves time to drain. The
                                 FIFO must hold as many before it drops USER events, which it does
                                 at about seven eighths, less what a checkpoint reserves */
    void *memory;             /* software only: recording buffer, 4-aligned */
    size_t memory_bytes;      /* software only: size of `memory`; weir_soft.h gives the minimum */
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

/* State of the driver: weir_more.h, or weir_soft.h */
struct weir;

/* ---- Life of a trace */

/* Finds the unit, checks its magic number and versions, and reads what it was built with. Leaves
 * the unit disabled, with an empty FIFO, snoops and event pins off, and the port masks of reset.
 * Discards the contents of the FIFO and empties the table of names. If it fails, the unit is as it
 * was, or disabled.
 *
 * It accesses the control page only, and checks WEIR_HART() of the calling hart only.
 * weir_selftest.h checks the other pages, each hart's snoop and the interrupt.
 *
 * Returns 0, EINVAL (config: a member is invalid, base is not WEIR_BASE, or an event id cannot be
 * named), EUNIT, EWATERMARK, EHART, ENODEV, EVERSION, EPORT, ESTATE (the unit is locked), EBUSY, or
 * ENOTSUP (WEIR_WINDOW is 1 and the unit has no event windows, or WEIR_HINT is 1 and it has no
 * retire view; or clock_hz or mtime is set and time_base is 0). */
WEIR_MUST_CHECK int weir_init(struct weir *w, const struct weir_config *config);

/* Clears the unit, hands the head of the file to the sink, enables the interrupt (if
 * config.watermark is not 0) and the unit. The head carries the thread names known by now; the
 * names of other objects follow as events. May be called again after weir_finish, for another file.
 *
 * Returns 0, EINVAL (a ring whose memory is too small, or a section size that the unit does not
 * support), ESTATE, EBUSY, ERING or ESINK. After ESINK the sink may hold part of a head. */
WEIR_MUST_CHECK int weir_start(struct weir *w);

/* Disables the unit, hands the rest of the stream to the sink, to the last byte, and closes the
 * file. The sink gets nothing after it.
 *
 * Returns 0, EINVAL, ESTATE (no trace runs; or the unit was reset meanwhile: the file is closed,
 * and lacks what the FIFO held then and all that came later), ERING (of a ring without sections),
 * EBUSY, ESINK or EACCES. After the last three, call it again: it continues where it stopped. */
WEIR_MUST_CHECK int weir_finish(struct weir *w);

/* ---- Events: two stores, no lock. Allowed after weir_init succeeded; a disabled unit ignores
 * them. */

/* Offers an event from a thread. `id` is of class USER, COM or SYS (weir_stream.h), or
 * WEIR_ID_THREAD_SWITCH; then `value` is the thread that runs from now on (for units without
 * snoop).
 *
 * Never blocks and never fails: if there is no free space, the unit drops the event and counts it.
 * Do not call it from interrupt handlers: the event of the interrupted thread would be dropped. On
 * several harts a thread that may move to another masks interrupts around it (WEIR_MASK); then
 * either this or weir_emit_isr. */
WEIR_INLINE void weir_emit(const struct weir *w, uint16_t id, uint32_t value);

/* weir_emit for interrupt handlers, and for threads that mask interrupts (WEIR_MASK). If handlers
 * nest, the event of the outer one may be dropped. */
WEIR_INLINE void weir_emit_isr(const struct weir *w, uint16_t id, uint32_t value);

/* Both in one store, through the event window of the port. They are cheaper, and never disturb the
 * two stores of another event: any code may call them. The event counts for the thread port, or
 * for the interrupt port (_isr). The window has the ids up to
 * WEIR_WINDOW_ID_LAST, and 256 each from WEIR_WINDOW_THIRD and WEIR_WINDOW_FOURTH on: those of the
 * RTOS glue (weir_hooks.h). With another id, or on a unit without event windows, they are the
 * functions above, with their rules. On several harts a thread must not move during the call, as in
 * weir_emit (WEIR_MASK). */
WEIR_INLINE void weir_emit_fast(const struct weir *w, uint16_t id, uint32_t value);
WEIR_INLINE void weir_emit_fast_isr(const struct weir *w, uint16_t id, uint32_t value);

/* In one instruction without a store: weir_hint(id, value), see weir_hint.h. */

enum { WEIR_WINDOW_ID_LAST = WEIR_REG_HART_WINDOW_EVENT_COUNT / 2 - 1 };

/* ---- Draining */

/* Hands the words that are in the FIFO to the sink, then emits names that the stream lacks: they
 * leave with the next drain. The unit's interrupt is disabled meanwhile, and stays so after ESINK
 * and EACCES.
 *
 * Returns the number of bytes that the sink took, EINVAL, ESTATE, ESINK or EACCES. Before ESINK the
 * sink may have taken bytes of this call. */
WEIR_MUST_CHECK int weir_drain(struct weir *w);

/* Handler of the unit's interrupt, which is level-sensitive: drains. If it returns ESINK or EACCES,
 * it has disabled the interrupt; only a weir_drain that succeeds enables it again. Words below the
 * watermark raise no interrupt: call weir_drain now and then for them, too.
 *
 * With several harts, the others go on to fill the FIFO meanwhile. If the sink takes as long for a
 * word as they take to make one, the interrupt comes again at once and this hart runs nothing else:
 * no event is lost, but its threads starve. Where that can happen, store 0 to WEIR_REG_IRQ_ENABLE
 * in the handler, and wake a thread, on any hart, by something that remembers it, such as a
 * semaphore. The thread calls weir_drain, which enables the interrupt again: the unit drops what is
 * too much, and counts it. After ESINK or EACCES weir_drain leaves the interrupt off: the thread
 * calls it again, until it returns neither.
 *
 * Enable the interrupt at the controller only after weir_init: without a running trace this neither
 * drains nor disables it, and the level stays.
 *
 * Returns the number of bytes that the sink took (0 if no trace is running), EINVAL, ESINK or
 * EACCES. */
WEIR_MUST_CHECK int weir_irq(struct weir *w);

/* ---- Threads and names */

/* Tells the unit which word in memory holds the RTOS's running thread (4 bytes, 4-aligned), and
 * announces the thread that runs now, if `hart` is the calling hart. The first thread of another
 * hart shows from its first store to its word on. From then on each switch is an event that costs
 * no instruction. Call it after weir_start, on `hart` or before that hart's scheduler starts.
 *
 * Returns 0, EINVAL (hart or alignment, or the address has more than 32 bits), ESTATE or ENOTSUP.
 * After ENOTSUP call weir_switched at each switch. */
WEIR_MUST_CHECK int weir_snoop(struct weir *w, unsigned hart, const volatile void *word);

/* Reports that `thread` runs from now on, 0 for none. Call it from the RTOS's hook at a switch,
 * with interrupts off, and once after weir_start and after each weir_enable, for the thread that
 * runs then: what it reports before weir_start, or in a pause, is lost. With the unit it does
 * nothing from the first weir_snoop or weir_snoop_register of this hart on: then the unit sees
 * switches itself. In software it always records. So one program may have both calls. It is for
 * units without snoop, for a snoop that cannot see the word (a write-back cache), and for software
 * recording. */
WEIR_INLINE void weir_switched(const struct weir *w, uint32_t thread);

/* Names a thread or renames it. `thread` is the value that its switches carry (on FreeRTOS: its
 * handle). The driver copies the text, WEIR_NAME_SIZE bytes at most. While a trace runs it emits
 * the name at once; if the FIFO is too full for that, or drops events, at the end of a weir_drain
 * that frees space.
 *
 * Returns 0, EINVAL, ESTATE, EHART, or ENOSPC: the table is full. Then the name was emitted once
 * if a trace runs and the FIFO has space; else it is lost. */
WEIR_MUST_CHECK int weir_thread_name(struct weir *w, uint32_t thread, const char *name);

/* The same for another object of a kernel, such as a queue. `kind` is WEIR_OBJECT_..., and `object`
 * its address, the value of its events. Returns the results of weir_thread_name. */
WEIR_MUST_CHECK int weir_object_name(struct weir *w, unsigned kind, uint32_t object,
                                     const char *name);

/* Kinds of objects, numbered like ThreadX's registry */
enum {
    WEIR_OBJECT_THREAD = 1,
    WEIR_OBJECT_TIMER = 2,
    WEIR_OBJECT_QUEUE = 3,
    WEIR_OBJECT_SEMAPHORE = 4,
    WEIR_OBJECT_MUTEX = 5,
    WEIR_OBJECT_EVENT_FLAGS = 6,
    WEIR_OBJECT_BLOCK_POOL = 7,
    WEIR_OBJECT_BYTE_POOL = 8,
};

/* Removes the name of a thread or object that ends. One without a name is no error. With the
 * default WEIR_LOCK call it on the hart of weir_init only: nothing checks that. */
void weir_forget(struct weir *w, uint32_t number);

/* Emits one name of the table, the next at each call, so that readers that join late learn it. Call
 * it now and then, from anywhere. With a watermark it does nothing while the FIFO holds more than
 * watermark / 2 words; then an idle task may call it without a pause. Without a watermark, with
 * frames, with a ring alone, and with WEIR_RKH, it does not give way to events: call it from a
 * timer, or names fill the trace.
 *
 * Returns the number of events offered (0: no names, or it gave way), EINVAL, ESTATE or EHART. */
WEIR_MUST_CHECK int weir_names_repeat(struct weir *w);

#ifdef __cplusplus
}
#endif

#include "weir_more.h"

#include "weir_inline.h"

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#ifdef WEIR_OFF
#include "weir_off.h"
#endif
#endif /* WEIR_H */
