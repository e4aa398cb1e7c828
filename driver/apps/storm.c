/* SPDX-License-Identifier: Apache-2.0 */
/* An interrupt storm: handlers nest four deep. They and the program emit without pause. The FIFO is
 * drained at some times and overflows at others. The counters at the end must add up. For cores
 * with machine CSRs. */
#include "soc.h"
#include "weir.h"

enum {
    MAIN = 1,
    PAIR = 2,
    FAST = 3,
    DEEPEST = 4,
    INTERRUPTS = 1500
}; /* FAST + depth: ids 4 to 7 */

static const struct weir_config config = {.base = SOC_WEIR, .unit = "ns10", .sink = soc_host};
static struct weir weir;
static volatile uint32_t depth, interrupts, pairs, fast[DEEPEST + 1];
static volatile uint32_t deepest;

__attribute__((interrupt("machine"))) void irq_entry(void)
{
    uint32_t pc, status;
    __asm__ volatile("csrr %0, mepc\n\tcsrr %1, mstatus" : "=r"(pc), "=r"(status));
    const uint32_t here = ++depth, n = ++interrupts;
    if (here > deepest)
        deepest = here;
    soc_timer_at(n < INTERRUPTS
                     ? SOC_MTIME + (n % 16 < 8 ? 20 : 1000) + (n * 2654435761u >> 26) * SOC_PACE
                     : ~0u);
    weir_emit_fast_isr(&weir, (uint16_t)(FAST + here), ++fast[here]);
    if (here < DEEPEST)
        __asm__ volatile("csrsi mstatus, 8" : : : "memory");
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t pair = ++pairs; /* an interrupt here uses a number twice or skips it: the
                                     test only expects that it does not fall */
        weir_emit_isr(&weir, PAIR, pair);
    }
    __asm__ volatile("csrci mstatus, 8" : : : "memory");
    depth = here - 1;
    __asm__ volatile("csrw mepc, %0\n\tcsrw mstatus, %1" : : "r"(pc), "r"(status));
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    soc_timer_at(SOC_MTIME + 500);
    __asm__ volatile("csrw mie, %0\n\tcsrsi mstatus, 8" : : "r"(1u << 7));
    uint32_t n = 0;
    while (interrupts < INTERRUPTS) {
        weir_emit(&weir, MAIN, ++n);
        if (n % 4 == 0 && interrupts / 256 % 2 == 0) /* in between, more than the FIFO holds */
            soc_check(weir_drain(&weir), "weir_drain");
    }
    while (depth)
        ;
    struct weir_counts c;
    soc_check(weir_finish(&weir), "weir_finish");
    soc_check(weir_counters(&weir, &c), "weir_counters");
    printf("main %lu deepest %lu interrupts %lu\n", (unsigned long)n, (unsigned long)deepest,
           (unsigned long)interrupts);
    for (unsigned i = 1; i <= DEEPEST; i++)
        printf("fast %u %lu\n", i, (unsigned long)fast[i]);
    printf("offered user %lu none %lu\n", (unsigned long)c.offered[WEIR_CLASS_USER],
           (unsigned long)c.offered[WEIR_CLASS_NONE]);
    printf("dropped user %lu torn %lu\n", (unsigned long)c.dropped[WEIR_DROP_USER],
           (unsigned long)c.dropped[WEIR_DROP_TORN]);
    return 0;
}
