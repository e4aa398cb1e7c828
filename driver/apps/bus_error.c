/* SPDX-License-Identifier: Apache-2.0 */
/* Stores that the bus answers with an error, for SoCs whose bus can: they never happened, so such a
 * store to the watched word is no switch. */
#include "soc.h"
#include "weir.h"

enum { ROUNDS = 100, FIRST = 1, BETWEEN = 2 };
static volatile uint32_t *const nobody = (volatile uint32_t *)0x90000000u; /* nothing answers */
static volatile uint32_t word = 0x100; /* the scheduler's variable */
static volatile uint32_t traps;

static const struct weir_config config = {.base = SOC_WEIR, .unit = "ns10", .sink = soc_host};
static struct weir weir;

/* A fault of a store of four bytes: counts it and goes on behind it. */
void irq_entry(void);
__asm__(".text\n.balign 4\n.globl irq_entry\n"
        "irq_entry: addi sp, sp, -16\n sw t0, 0(sp)\n sw t1, 4(sp)\n"
        " la t0, traps\n lw t1, 0(t0)\n addi t1, t1, 1\n sw t1, 0(t0)\n"
        " csrr t0, mepc\n addi t0, t0, 4\n csrw mepc, t0\n"
        " lw t0, 0(sp)\n lw t1, 4(sp)\n addi sp, sp, 16\n mret\n");

static void failing_store(volatile uint32_t *at, uint32_t value)
{
    __asm__ volatile(".option push\n\t.option norvc\n\tsw %0, 0(%1)\n\t.option pop"
                     :
                     : "r"(value), "r"(at)
                     : "memory");
}

static void watch(volatile uint32_t *at)
{
    *(volatile uint32_t *)(SOC_WEIR + WEIR_REG_SNOOP +
                           WEIR_REG_SNOOP_ADDR) = (uint32_t)(uintptr_t)at;
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_snoop(&weir, 0, &word), "weir_snoop");
    for (uint32_t n = 0; n < ROUNDS; n++) {
        weir_emit_fast(&weir, FIRST, n);
        watch(nobody);
        failing_store(nobody, 0x1000 + n);
        watch(&word);
        weir_emit_fast(&weir, BETWEEN, n);
        word = 0x200 + n;
        soc_check(weir_drain(&weir), "weir_drain");
    }
    soc_check(weir_finish(&weir), "weir_finish");
    printf("traps %lu\n", (unsigned long)traps);
    return traps == ROUNDS ? 0 : 1;
}
