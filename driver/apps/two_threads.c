/* SPDX-License-Identifier: Apache-2.0 */
/* Two bare-metal threads, switched by a timer, on any core: the driver without an RTOS. */
#include "soc.h"
#include "threads.h"
#include "weir.h"

enum { SLICE = 2500 * SOC_PACE, TURNS = 80 }; /* cycles; turns of both threads together */
enum { PRIME = 1, FACTORS = 2, TURN = 3 };    /* USER ids */

static struct thread hunter, divider;
static struct weir_named names[2];
static const struct weir_event_name events[] = {
    {PRIME, "prime"}, {FACTORS, "factors"}, {TURN, "turn"}};
static uint32_t memory[WEIR_SOFT_WORDS(65536)];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = 3,
    .names = names,
    .name_max = 2,
    .sink = soc_host,
    .watermark = 64,
    .memory = memory,
    .memory_bytes = sizeof memory,
};
static struct weir weir;
static uint32_t turns;

static void finish(void)
{
    struct weir_counts n;
    soc_check(weir_finish(&weir), "weir_finish");
    soc_check(weir_counters(&weir, &n), "weir_counters");
    uint32_t offered = 0, dropped = 0;
    for (int class = 0; class < 4; class ++)
        offered += n.offered[class];
    for (unsigned kind = 0; kind < WEIR_DROP_COUNT; kind++)
        dropped += n.dropped[kind];
    printf("two_threads on " SOC_CORE ": offered %lu delivered %lu dropped %lu\n",
           (unsigned long)offered, (unsigned long)(offered - dropped), (unsigned long)dropped);
    exit(0);
}

void on_timer(void)
{
    weir_emit_isr(&weir, TURN, ++turns);
    if (turns == TURNS)
        finish();
    soc_timer_at(SOC_MTIME + SLICE);
    thread_running = thread_running == &hunter ? &divider : &hunter;
    weir_switched(&weir, (uint32_t)(uintptr_t)thread_running);
    soc_check(weir_irq(&weir), "weir_irq"); /* for SoCs without the unit's interrupt */
}

void on_weir(void) { soc_check(weir_irq(&weir), "weir_irq"); }

static void hunt(void) /* finds primes */
{
    for (uint32_t n = 2;; n++) {
        uint32_t d = 2;
        while (d * d <= n && n % d)
            d++;
        if (d * d > n)
            weir_emit(&weir, PRIME, n);
        if (n % 64 == 0)
            soc_check(weir_names_repeat(&weir), "weir_names_repeat");
    }
}

static void divide(void) /* factors numbers and counts the factors */
{
    for (uint32_t n = 1000000;; n++) {
        uint32_t factors = 0;
        for (uint32_t rest = n, d = 2; rest > 1; d++)
            for (; rest % d == 0 && rest > 1; rest /= d)
                factors++;
        weir_emit(&weir, FACTORS, factors);
    }
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_thread_name(&weir, (uint32_t)(uintptr_t)&hunter, "hunter"), "weir_thread_name");
    soc_check(weir_thread_name(&weir, (uint32_t)(uintptr_t)&divider, "divider"),
              "weir_thread_name");
    soc_check(weir_start(&weir), "weir_start");

    thread_make(&hunter, hunt);
    thread_make(&divider, divide);
    thread_running = &hunter;
    soc_check(weir_snoop(&weir, 0, &thread_running), "weir_snoop");
    soc_timer_at(SOC_MTIME + SLICE);
    threads_start();
}
