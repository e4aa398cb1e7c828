/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the random code that hints.py generates: three threads, one of them in user mode where the
 * core has it, and the end of each handler. The threads take no notice of each other; the timer
 * switches at random times, also to the thread that already runs.
 *
 * With QUIET nobody drains, nothing but HINTs goes to the unit, and the program begins at a fixed
 * cycle, also where there is no unit: two such runs can be compared cycle by cycle. */
#include "soc.h"
#include "threads.h"
#include "weir.h"

enum { ENTERED = 1 };               /* id of the HINT that begins a handler; the cause */
enum { THREADS = 3, VARIANTS = 4 }; /* as hints.py has them */
enum { TICK = 1200 * SOC_PACE, BEGIN = 150000 };
enum { USER_CALL = 8, MACHINE_CALL = 11 };

extern void (*const hint_threads[THREADS])(void);
extern void (*const hint_handlers[VARIANTS])(void);

struct thread *volatile thread_running;
_Alignas(16) uint32_t hint_memory[THREADS + 1][256]; /* that the random code may use */
static struct thread threads[THREADS];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .sink = soc_host,
#ifndef QUIET
    .watermark = 64,
#endif
};
static struct weir weir;
static uint32_t end, seed = HINT_SEED;

static uint32_t below(uint32_t n) /* a random number */
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % n;
}

static void finish(void)
{
    if (weir.base && weir_finish(&weir) < 0)
        exit(97);
    for (unsigned context = 0; weir.base && context < 4; context++) {
        struct weir_counts n;
        soc_check(weir_counters_of(&weir, 0, context, &n), "weir_counters_of");
        printf("context %u offered", context);
        for (unsigned i = 0; i < WEIR_CLASS_COUNT; i++)
            printf(" %lu", (unsigned long)n.offered[i]);
        printf(" dropped");
        for (unsigned i = 0; i < WEIR_DROP_COUNT; i++)
            printf(" %lu", (unsigned long)n.dropped[i]);
        printf("\n");
    }
    exit(0);
}

static void on_clock(void)
{
    const uint32_t now = SOC_MTIME;
    if (now >= end)
        finish();
    soc_timer_at(now + TICK / 4 + below(TICK));
    thread_running = &threads[below(THREADS)];
}

/* One handler for all causes. `cause` is mcause; with PicoRV32 the pending interrupts. */
void threads_trap(uint32_t cause)
{
#ifdef SOC_PICORV32
    enum { TIMER = 1u << 5, WEIR = 1u << 6 };
    weir_hint(ENTERED, 0x80000000u | (uint32_t)__builtin_ctz(cause));
    const int timer = (cause & TIMER) != 0, drain = (cause & WEIR) != 0;
    if (cause & ~(uint32_t)(TIMER | WEIR))
        exit(98);
#else
    weir_hint(ENTERED, cause);
    int timer = cause == 0x80000007u, drain = cause == 0x8000000bu;
#ifdef SOC_SERV
    drain = timer && SOC_PENDING & 2;
    timer = timer && !drain;
#endif
    if (cause == USER_CALL || cause == MACHINE_CALL)
        *thread_running->sp += 4; /* pc */
    else if (!timer && !drain)
        exit(98);
#endif
    hint_handlers[below(VARIANTS)]();
    if (drain)
        soc_check(weir_irq(&weir), "weir_irq");
    if (timer)
        on_clock();
}

static void begin(void)
{
    const uint32_t *frame = thread_running->sp;
#ifdef SOC_PICORV32
    __asm__ volatile("mv sp, %0\n\t.insn r 0x0b, 6, 3, x0, %2, x0\n\tjr %1"
                     :
                     : "r"(frame + 32), "r"(frame[0]), "r"(~(uint32_t)(1 << 5 | 1 << 6 | 6))
                     : "memory");
#else
    __asm__ volatile("csrw mie, %2\n\tmv sp, %0\n\tcsrsi mstatus, 8\n\tjr %1"
                     :
                     : "r"(frame + 32), "r"(frame[0]), "r"(1u << 7 | 1u << 11)
                     : "memory");
#endif
    __builtin_unreachable();
}

int main(void)
{
    const int result = weir_init(&weir, &config);
    const int has_unit = result == 0;
#ifdef QUIET
    if (!has_unit)
        weir.base = 0;
#else
    soc_check(result, "weir_init");
#endif
    for (unsigned i = 0; i < THREADS; i++) {
        uint32_t *frame = threads[i].stack + sizeof threads[i].stack / sizeof *threads[i].stack -
                          32;
        frame[0] = (uint32_t)(uintptr_t)hint_threads[i];
        frame[2] = HINT_USER_THREADS >> i & 1 ? 0x80 : 0x1880; /* mstatus: MPIE, MPP */
        threads[i].sp = frame;
    }
    thread_running = threads;
    if (has_unit) {
        soc_check(weir_start(&weir), "weir_start");
        soc_check(weir_snoop(&weir, 0, &thread_running), "weir_snoop");
        soc_check(weir_traps(&weir, 0, 1), "weir_traps");
        soc_check(weir_hints(&weir, 0, 1), "weir_hints");
    }
#if HINT_USER_THREADS /* U-mode may do everything: memory and port are not what is tested here */
    enum { R = 1, W = 2, X = 4, NAPOT = 3 << 3 };
    __asm__ volatile("csrw pmpaddr0, %0\n\tcsrw pmpcfg0, %1"
                     :
                     : "r"(0xffffffff), "r"(NAPOT | R | W | X));
#endif
#ifdef QUIET /* wakes up in one and the same cycle */
    if (SOC_MTIME >= BEGIN)
        exit(96);
    soc_timer_at(BEGIN);
    __asm__ volatile("csrw mie, %0\n\twfi\n\tcsrw mie, zero" : : "r"(1u << 7));
#endif
    const uint32_t now = SOC_MTIME;
    end = now + SOC_RUN;
    soc_timer_at(now + TICK);
    begin();
}
