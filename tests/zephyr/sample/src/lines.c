/* SPDX-License-Identifier: Apache-2.0 */
/* Two sources of the PLIC besides the unit, on the SoC with Rocket: the program raises their lines,
 * their handlers lower them. */
#include <zephyr/irq.h>
#include <zephyr/kernel.h>

#include "demo.h"
#include "lines.h"

#define LINES (*(volatile uint32_t *)0x60000ffc) /* bit n: source n + 1 */
#define IRQ(source) (((source) + 1) << CONFIG_1ST_LEVEL_INTERRUPT_BITS | RISCV_IRQ_MEXT)
enum { FIRST = 3, SECOND = 6 };

static volatile uint32_t handled[9];

static void lower(const void *source)
{
    handled[(uintptr_t)source]++;
    LINES = 0;
}

void lines_begin(void)
{
    IRQ_CONNECT(IRQ(FIRST), 1, lower, (void *)FIRST, 0);
    IRQ_CONNECT(IRQ(SECOND), 2, lower, (void *)SECOND, 0);
    irq_enable(IRQ(FIRST));
    irq_enable(IRQ(SECOND));
}

void lines_raise(uint32_t n) { LINES = 1u << ((n % 3 ? FIRST : SECOND) - 1); }

void lines_end(void)
{
    printk("source_3 %u\nsource_6 %u\n", handled[FIRST], handled[SECOND]);
}
