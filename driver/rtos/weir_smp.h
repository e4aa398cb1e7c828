/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of the driver for several RISC-V harts in machine mode that run one program: FreeRTOS with
 * configNUMBER_OF_CORES above 1, or a scheduler of your own. Select it for all files:
 *
 *     -DWEIR_HOOKS='"weir_smp.h"'
 *
 * A thread that may move to another hart emits with interrupts masked, or the event gets the thread
 * of that hart:
 *
 *     const uint32_t before = WEIR_MASK();
 *     weir_emit_isr(&weir, 1, 42);
 *     WEIR_UNMASK(before);
 *
 * The glue of FreeRTOS does so. The lock of the driver's names excludes all harts and is fair
 * (weir_fair.h); harts need no extension A.
 *
 * WEIR_FIRST_HART is mhartid of the unit's hart 0. WEIR_SMP_HARTS is the number of harts that run
 * the program: mhartid is below their sum. 16 are the most that a unit has; with fewer the lock is
 * faster. */
#ifndef WEIR_SMP_H
#define WEIR_SMP_H

#include <stdint.h>

#ifndef WEIR_FIRST_HART
#define WEIR_FIRST_HART 0u
#endif
#ifndef WEIR_SMP_HARTS
#define WEIR_SMP_HARTS 16u
#endif
#define WEIR_FAIR_HARTS WEIR_SMP_HARTS
#include "weir_fair.h"

static inline unsigned weir_smp_hart(void)
{
    unsigned long hart;
    __asm__ volatile("csrr %0, mhartid" : "=r"(hart));
    return (unsigned)hart - WEIR_FIRST_HART;
}
#define WEIR_HART() weir_smp_hart()

/* Masks the interrupts of this hart. */
static inline uint32_t weir_smp_mask(void)
{
    unsigned long before;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(before) : : "memory");
    return (uint32_t)before & 8u;
}

static inline void weir_smp_unmask(uint32_t before)
{
    __asm__ volatile("csrs mstatus, %0" : : "r"((unsigned long)before & 8u) : "memory");
}
#define WEIR_MASK() weir_smp_mask()
#define WEIR_UNMASK(before) weir_smp_unmask(before)

/* Masks the interrupts of this hart and keeps the other harts out. Nests: bit 0 of the result says
 * that the hart had the lock already, bit 3 that its interrupts were on. */
static inline uint32_t weir_smp_lock(void)
{
    const uint32_t before = weir_smp_mask();
    const unsigned me = weir_smp_hart();
    if (weir_fair_has(me))
        return before | 1u;
    weir_fair_take(me);
    return before;
}

static inline void weir_smp_unlock(uint32_t before)
{
    if (!(before & 1u))
        weir_fair_give(weir_smp_hart());
    weir_smp_unmask(before);
}
#define WEIR_LOCK() weir_smp_lock()
#define WEIR_UNLOCK(before) weir_smp_unlock(before)

#endif
