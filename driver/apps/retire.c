/* SPDX-License-Identifier: Apache-2.0 */
/* Units with a retire view see switches and traps in the instructions that the hart retires. Each
 * thread has its own address in `tp`, as in many kernels; the handler restores it with the other
 * registers, so the trace costs no instruction. HINTs stand beside the stores of events, before and
 * behind them, so that any other order shows. The first third of the run watches the word
 * `thread_running`, the second `tp`, the last the CSR mscratch, if the core has it. */
#include "soc.h"
#include "threads.h"
#include "weir.h"

enum { TICK = 700 * SOC_PACE };
enum { ENTERED = 1, LEAVES = 2, STEP = 3 }; /* USER ids; of the first two the value is the cause */
enum { BEFORE = 4, BEHIND = 5, IN_HANDLER = 6 }; /* of HINTs: around STEP; inside the first two */
#ifdef SOC_PICORV32 /* causes as the unit reports them: the number of the interrupt */
static const uint32_t TIMER_CAUSE = 0x80000005, DRAIN_CAUSE = 0x80000006;
#else
static const uint32_t TIMER_CAUSE = 0x80000007, DRAIN_CAUSE = 0x8000000b;
#endif

static void spin(void);

enum { THREADS = 3 };
static struct thread threads[THREADS];
static const struct weir_event_name events[] = {
    {ENTERED, "handler entered"}, {LEAVES, "handler leaves"}, {STEP, "step"},
    {BEFORE, "before"},   {BEHIND, "behind"},       {IN_HANDLER, "in handler"}};
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .sink = soc_host,
    .watermark = 64,
};
static struct weir weir;
static uint32_t end, third;
static int watched;

static uint32_t self(void) { return (uint32_t)(uintptr_t)thread_running; }

static void watch(int what)
{
    int error;
    if (what == 0)
        error = weir_snoop(&weir, 0, &thread_running);
    else if (what == 1)
        error = weir_snoop_register(&weir, 0, WEIR_SNOOP_GPR, 4, 0xffffffff, self());
#ifdef SOC_PICORV32 /* no writable CSRs */
    else
        error = 0;
#else
    else
        error = weir_snoop_register(&weir, 0, WEIR_SNOOP_CSR, 0x340, 0xffffffff, self());
#endif
    soc_check(error, "watch");
    watched = what;
}

/* Now and then selects the thread that already runs: not a switch. */
static void schedule(uint32_t now)
{
    thread_running = &threads[now / TICK * 5 / 2 % THREADS];
#ifndef SOC_PICORV32
    __asm__ volatile("csrw mscratch, %0" : : "r"(thread_running));
#endif
}

void on_timer(void)
{
    const uint32_t now = SOC_MTIME;
    weir_emit_fast_isr(&weir, ENTERED, TIMER_CAUSE);
    weir_hint(IN_HANDLER, now);
    if (now >= end) {
        soc_check(weir_finish(&weir), "weir_finish");
        exit(0);
    }
    soc_timer_at(now + TICK - now % TICK + now / TICK % 13 * 29);
    schedule(now);
    weir_hint(IN_HANDLER, now);
    weir_emit_fast_isr(&weir, LEAVES, TIMER_CAUSE);
}

void on_weir(void)
{
    weir_emit_fast_isr(&weir, ENTERED, DRAIN_CAUSE);
    soc_check(weir_irq(&weir), "weir_irq");
    weir_emit_fast_isr(&weir, LEAVES, DRAIN_CAUSE);
}

static void spin(void)
{
    for (uint32_t n = 0;; n++) {
        weir_hint(BEFORE, n);
        weir_emit_fast(&weir, STEP, n);
        weir_hint(BEHIND, n);
        for (volatile int pause = 0; pause < 20; pause++)
            ;
        if (SOC_MTIME - (end - 3 * third) >= third * (uint32_t)(watched + 1) && watched < 2) {
            const uint32_t lock = soc_irq_save(); /* no switch meanwhile */
            watch(watched + 1);
            soc_irq_restore(lock);
        }
    }
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    for (unsigned i = 0; i < THREADS; i++) {
        thread_make(&threads[i], spin);
        threads[i].sp[4] = (uint32_t)(uintptr_t)&threads[i]; /* tp */
    }
    thread_running = threads;
    soc_check(weir_start(&weir), "weir_start");
    watch(0);
    soc_check(weir_traps(&weir, 0, 1), "weir_traps");
    soc_check(weir_hints(&weir, 0, 1), "weir_hints");
    third = SOC_RUN / 3;
    end = SOC_MTIME + 3 * third;
    soc_timer_at(SOC_MTIME + TICK);
    __asm__ volatile("mv tp, %0" : : "r"(threads)); /* main() becomes the first thread */
    threads_start();
}
