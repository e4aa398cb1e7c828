/* SPDX-License-Identifier: Apache-2.0 */
/* Stress test of the two stores VALUE and ID: two threads emit without pause, and are interrupted
 * and preempted at every instant between them. */
#include "soc.h"
#include "threads.h"
#include "weir.h"

/* Each emitter has its own id and tags its values with it: tag << 24 | sequence number. */
enum { FIRST = 1, SECOND = 2, HANDLER = 3 };
enum { SWEEP = 67 };
#if defined(SOC_PICORV32)
enum {
    INTERRUPTS = 12000,
    SLICE = 420
}; /* cycles from setting the timer, including the exit of the handler */
#elif defined(SOC_VEXRISCV)
enum { INTERRUPTS = 18000, SLICE = 170 }; /* rarely between the two stores */
#else
enum { INTERRUPTS = 12000, SLICE = 110 };
#endif

static const struct weir_config config = {
    .base = SOC_WEIR, .unit = "ns10", .sink = soc_host, .watermark = 512};
static struct weir weir;
static struct thread first, second;
static uint32_t interrupts;

static void finish(void)
{
    struct weir_counts n;
    soc_check(weir_finish(&weir), "weir_finish");
    soc_check(weir_counters(&weir, &n), "weir_counters");
    printf("value registers %u\n", weir.value_regs);
    for (int class = 0; class < 4; class ++)
        printf("class %d offered %lu\n", class, (unsigned long)n.offered[class]);
    for (unsigned kind = 0; kind < WEIR_DROP_COUNT; kind++)
        printf("kind %u dropped %lu\n", kind, (unsigned long)n.dropped[kind]);
    exit(0);
}

void on_timer(void)
{
    weir_emit_isr(&weir, HANDLER, HANDLER << 24 | ++interrupts);
    if (interrupts == INTERRUPTS)
        finish();
    if (interrupts % 4) /* three of four also preempt */
        thread_running = thread_running == &first ? &second : &first;
    soc_timer_at(SOC_MTIME + SLICE + interrupts % SWEEP);
}

void on_weir(void) { soc_check(weir_irq(&weir), "weir_irq"); }

static void run_first(void)
{
    for (uint32_t n = 1;; n++)
        weir_emit(&weir, FIRST, FIRST << 24 | n);
}

static void run_second(void)
{
    for (uint32_t n = 1;; n++)
        weir_emit(&weir, SECOND, SECOND << 24 | n);
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    thread_make(&first, run_first);
    thread_make(&second, run_second);
    thread_running = &first;
    soc_check(weir_snoop(&weir, 0, &thread_running), "weir_snoop");
    soc_timer_at(SOC_MTIME + 1000);
    threads_start();
}
