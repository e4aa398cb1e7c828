/* SPDX-License-Identifier: Apache-2.0 */
/* The self-test of the hook-up on a new SoC, and a trace behind it. */
#include "soc.h"
#include "weir.h"
#include "weir_selftest.h"

#ifdef SOC_WORDS /* where the RTOS of this SoC has its running thread */
static volatile uint32_t *const words = (volatile uint32_t *)SOC_WORDS;
#else
static volatile uint32_t words[4] __attribute__((aligned(16)));
#endif
#ifndef SOC_ROCKET
#define OWN_WORD 0x30000u /* in the page of fault 25 of the SoC */
#else
#define OWN_WORD ((uintptr_t)&words[3])
#endif
enum { WRONG_UNIT = 1 }; /* SOC_RUN (option --run): a cycle is 10 ns, and config.unit is another */
#ifndef NO_RETIRE
#define NO_RETIRE 0
#endif
static struct weir_config config = {.base = SOC_WEIR, .unit = "ns10", .sink = soc_host};
static struct weir weir;

/* The unit's interrupt, as the interrupt controller of this SoC sees it. */
static int pending(void *context)
{
    (void)context;
    return (SOC_PENDING & 2) != 0;
}

/* Counts the cycles of a clock of 100 MHz. */
static uint32_t timer(void *context)
{
    (void)context;
    return SOC_MTIME;
}

/* Another bus master, which makes the SoC's fault 24. */
static void load(void *context, int on)
{
    (void)context;
    SOC_REG(0x2c) = (uint32_t)on;
}

void on_timer(void) {}
void on_weir(void) {}
void other_main(uint32_t hart) { (void)hart; }

int main(void)
{
    const struct weir_selftest_config test = {
        .words = words,
        .word = (volatile void *)OWN_WORD,
        .irq = pending,
        .load = load,
        .timer = timer,
        .timer_hz = 100000000,
        .no_retire = NO_RETIRE,
    };
    struct weir_selftest_report report;
    if (SOC_RUN == WRONG_UNIT)
        config.unit = "ns";
    const int ready = weir_init(&weir, &config);
    const int found = weir_selftest(&weir, &test, &report);
    printf("init %d selftest %d faults %08lx tested %08lx expected %08lx found %08lx\n", ready,
           found, (unsigned long)report.faults, (unsigned long)report.tested,
           (unsigned long)report.expected, (unsigned long)report.found);
    for (unsigned n = 0; n < WEIR_SELFTEST_COUNT; n++)
        if (report.faults >> n & 1)
            printf("fault %u: %s\n", n, weir_selftest_text(n));
    if (!ready && !found) { /* the unit is as after weir_init */
        soc_check(weir_start(&weir), "weir_start");
        weir_emit(&weir, 1, 7);
        soc_check(weir_finish(&weir), "weir_finish");
    }
    exit(0);
}
