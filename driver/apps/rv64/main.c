/* SPDX-License-Identifier: Apache-2.0 */
/* Threads on a core of 64 bits with caches that write back (Rocket): they yield by ECALL, and the
 * timer preempts them, anywhere in an event of two or three stores. The unit watches
 *
 *   a word of memory that is not cached, a pointer stored by `sd`; or, with BY_TP,
 *   the register tp, by the retire view, with traps. The core goes on while a store is on its way,
 *   so a switch by tp right behind an event needs a fence (BARE: without it, and wrong).
 *
 * With RING the unit writes the trace to cached memory by itself; with PLAIN, too, without
 * sections.
 *
 * Each value that a thread emits has its number in the upper half, so a wrong thread is seen. */
#include "soc.h"
#include "weir.h"

#define MTIME (*(volatile uint64_t *)0x0200bff8u)
#define MTIMECMP (*(volatile uint64_t *)0x02004000u)
#define PLIC(offset) (*(volatile uint32_t *)(uintptr_t)(0x0c000000u + (offset)))
enum { PLIC_PRIORITY = 4, PLIC_ENABLE = 0x2000, PLIC_THRESHOLD = 0x200000, PLIC_CLAIM = 0x200004 };

enum {
    BEHIND = 1,
    PAIR = 2,
    BEFORE = 3,
    WIDE = 4,
    TICK = 5,
    DRAINED = 6, /* USER ids */
    LEAVES = 7,
    FIBER = 8
};
enum { THREADS = 4, TIMER = 7, EXTERNAL = 11, FROM_M = 11 };
enum { MSTATUS = 0x1880 }; /* of a thread: machine mode, and its interrupts on after MRET */

struct frame {
    uint64_t mepc, ra, mstatus, gp, tp, others[27];
};

struct thread {
    struct frame *frame;
    uint64_t number, sum, left;
};

/* Thread 0 is main: it runs before the others, and after them. */
static struct thread threads[THREADS + 1];
static uint64_t stacks[THREADS][512] __attribute__((aligned(16)));
#define running (*(struct thread *volatile *)0x60000000u) /* the unit watches this word */
static uint64_t period; /* of the timer, in ticks of CLINT; varies */
static uint32_t ticks, drains;
static int drain_error;

static struct weir_named table[THREADS + 2];
static const struct weir_event_name names[] = {
    {BEHIND, "behind"}, {PAIR, "pair"},       {BEFORE, "before"}, {WIDE, "wide"},
    {TICK, "tick"},     {DRAINED, "drained"}, {LEAVES, "leaves"}, {FIBER, "fiber"}};
#ifdef RING
static uint64_t memory[(64 << 10) / 8 + 512]; /* head, and 64 KiB of ring */
#ifdef PLAIN                                  /* of weir_wide */
static const struct weir_ring_memory ring = {.memory = memory, .bytes = sizeof memory, .stop = 1};
#else
static const struct weir_ring_memory ring = {
    .memory = memory, .bytes = sizeof memory, .section_log2 = 10};
#endif
#endif
static const struct weir_config config = {.base = SOC_WEIR,
                                          .unit = "ns10",
                                          .sink = soc_host,
                                          .watermark = 128,
                                          .event_names = names,
                                          .event_name_count = sizeof names / sizeof names[0],
                                          .names = table,
                                          .name_max = THREADS + 2};
static struct weir weir;

static struct thread *current(void)
{
#ifdef BY_TP
    struct thread *thread;
    __asm__ volatile("mv %0, tp" : "=r"(thread));
    return thread;
#else
    return running;
#endif
}

/* The next thread that has something to do, else main. */
static struct thread *next(const struct thread *thread)
{
    for (uint64_t k = 1; k <= THREADS; k++) {
        struct thread *const other = &threads[(thread->number + k - 1) % THREADS + 1];
        if (other->left)
            return other;
    }
    return threads;
}

/* Timer: an event of the handler, and the next thread. PLIC: reads the trace. ECALL: yields. */
struct frame *on_trap(uint64_t cause, struct frame *frame)
{
    struct thread *const from = current();
    struct thread *to = from;
    from->frame = frame;
    if (cause == (1ull << 63 | TIMER)) {
        weir_emit_isr(&weir, TICK, ++ticks);
        period = period * 5 % 61 + 20;
        MTIMECMP = MTIME + period;
        to = next(from);
    } else if (cause == (1ull << 63 | EXTERNAL)) {
        const uint32_t source = PLIC(PLIC_CLAIM);
        const int error = weir_irq(&weir);
        if (error < 0)
            drain_error = error;
        drains++;
        weir_emit_isr(&weir, DRAINED, source);
        PLIC(PLIC_CLAIM) = source;
    } else if (cause == FROM_M) {
        frame->mepc += 4;
        to = next(from);
    } else {
        printf("trap %lx at %lx\n", (unsigned long)cause, (unsigned long)frame->mepc);
        exit(99);
    }
#ifndef BY_TP
    running = to; /* with the same thread, too: not a switch */
#endif
    return to->frame;
}

static void yield(void) { __asm__ volatile("ecall" ::: "memory"); }

#ifdef BY_TP
static struct thread fiber;

/* The fence waits only because a load is behind it. */
static void run_as(const struct thread *thread)
{
#ifdef BARE
    __asm__ volatile("mv tp, %0" : : "r"(thread) : "memory");
#else
    __asm__ volatile("fence o, r\n\tld tp, %0" : : "m"(thread) : "memory");
#endif
}

/* A part of a thread that is traced as a thread of its own: a switch without a trap. */
static void as_fiber(const struct thread *me, uint32_t value)
{
    __asm__ volatile("csrci mstatus, 8" ::: "memory");
    weir_emit_fast(&weir, LEAVES, value);
    run_as(&fiber);
    weir_emit_fast(&weir, FIBER, value);
    run_as(me);
    __asm__ volatile("csrsi mstatus, 8" ::: "memory");
}
#else
static void as_fiber(const struct thread *me, uint32_t value)
{
    (void)me;
    (void)value;
}
#endif

/* VALUE and ID in one store of 64 bits. */
static void emit_pair(uint32_t id, uint32_t value)
{
    *(volatile uint64_t *)(SOC_WEIR + 0x10000u) = (uint64_t)id << 32 | value;
}

static void thread(struct thread *me)
{
    for (uint32_t n = 0; me->left; n++, me->left--) {
        const uint32_t mine = (uint32_t)me->number << 16 | (n & 0xffff);
        weir_emit_fast(&weir, BEHIND, mine); /* right behind the switch */
        for (uint64_t k = 0; k < (me->sum & 7); k++)
            me->sum = me->sum * 6364136223846793005u + k;
        emit_pair(PAIR, mine);
        as_fiber(me, mine);
        me->sum += mine;
        weir_emit64(&weir, WIDE, me->number << 48 | 0x123400000000u | mine);
        weir_emit_fast(&weir, BEFORE, mine); /* right before the next one */
        yield();
    }
    for (;;)
        yield();
}

static void thread_make(struct thread *made, uint64_t number, uint64_t *stack_end)
{
    made->number = number;
    made->sum = number;
    made->left = SOC_RUN / THREADS;
    made->frame = (struct frame *)(void *)stack_end - 1;
    struct frame *const frame = made->frame;
    __asm__ volatile("mv %0, gp" : "=r"(frame->gp));
    __asm__ volatile("mv %0, tp" : "=r"(frame->tp));
#ifdef BY_TP
    frame->tp = (uintptr_t)made;
#endif
    frame->mepc = (uintptr_t)thread;
    frame->mstatus = MSTATUS;
    frame->others[5] = (uintptr_t)made; /* a0 */
}

int main(void)
{
    static const char *const text[] = {"main", "alpha", "beta", "gamma", "delta"};
    soc_check(weir_init(&weir, &config), "weir_init");
    for (unsigned n = 0; n <= THREADS; n++) {
        if (n)
            thread_make(&threads[n], n, stacks[n - 1] + 512);
        soc_check(weir_thread_name(&weir, (uint32_t)(uintptr_t)&threads[n], text[n]), "name");
    }
#ifdef BY_TP
    soc_check(weir_thread_name(&weir, (uint32_t)(uintptr_t)&fiber, "fiber"), "name");
#else
    running = threads;
#endif
#ifdef RING
    soc_check(weir_ring(&weir, &ring), "weir_ring");
#endif
    soc_check(weir_start(&weir), "weir_start");
#ifdef BY_TP
    uint64_t local;
    __asm__ volatile("mv %0, tp\n\tmv tp, %1" : "=&r"(local) : "r"(threads));
    soc_check(weir_snoop_register(&weir, 0, WEIR_SNOOP_GPR, 4, ~0u, (uint32_t)(uintptr_t)threads),
              "weir_snoop_register");
    soc_check(weir_traps(&weir, 0, 1), "weir_traps");
#else
    soc_check(weir_snoop(&weir, 0, &running), "weir_snoop");
#endif
    PLIC(PLIC_PRIORITY) = 1; /* of source 1 */
    PLIC(PLIC_ENABLE) = 2;
    PLIC(PLIC_THRESHOLD) = 0;
    MTIMECMP = MTIME + 30;
    __asm__ volatile("csrs mie, %0\n\tcsrsi mstatus, 8"
                     :
                     : "r"((uint64_t)1 << TIMER | 1 << EXTERNAL)
                     : "memory");
    while (next(threads) != threads)
        yield();
    __asm__ volatile("csrci mstatus, 8" ::: "memory");
    soc_check(weir_finish(&weir), "weir_finish");
    soc_check(drain_error, "weir_irq");
#ifdef BY_TP
    __asm__ volatile("mv tp, %0" : : "r"(local)); /* stdio has thread-local variables */
#endif
#ifdef RING
    const void *image;
    size_t bytes;
    soc_check(weir_ring_image(&weir, &image, &bytes), "weir_ring_image");
    for (size_t n = 0; n < bytes; n++) /* it begins at any address */
        SOC_HOST_BYTE = ((const uint8_t *)image)[n];
#endif
    printf("ticks %lu drains %lu\n", (unsigned long)ticks, (unsigned long)drains);
    return 0;
}
