/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of the driver for several RISC-V harts in machine mode that run one program: FreeRTOS with
 * configNUMBER_OF_CORES above 1, or a scheduler of your own. Select it for all files:
 *
 *     -DWEIR_HOOKS='"weir_smp.h"'
 *
 * A thread that may move to another hart emits with interrupts masked, or the event gets the thread
 * of that hart:
 *
 *     const uint32_t before = WEIR_LOCK();
 *     weir_emit_isr(&weir, 1, 42);
 *     WEIR_UNLOCK(before);
 *
 * The glue of FreeRTOS does so. WEIR_FIRST_HART is mhartid of the unit's hart 0. */
#ifndef WEIR_SMP_H
#define WEIR_SMP_H

#include <stdint.h>

#ifndef __riscv_atomic
#error "several harts need the extension A for the lock of the driver"
#endif

#ifndef WEIR_FIRST_HART
#define WEIR_FIRST_HART 0u
#endif

static inline unsigned weir_smp_hart(void)
{
    unsigned long hart;
    __asm__ volatile("csrr %0, mhartid" : "=r"(hart));
    return (unsigned)hart - WEIR_FIRST_HART;
}
#define WEIR_HART() weir_smp_hart()

/* The hart that has the lock, plus 1; 0: nobody. One for the whole program. */
__attribute__((weak)) uint32_t weir_smp_owner;

/* Masks the interrupts of this hart and keeps the other harts out. Nests: bit 0 of the result says
 * that the hart had the lock already, bit 3 that its interrupts were on. */
static inline uint32_t weir_smp_lock(void)
{
    unsigned long before;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(before) : : "memory");
    const uint32_t me = weir_smp_hart() + 1;
    if (__atomic_load_n(&weir_smp_owner, __ATOMIC_RELAXED) == me)
        return ((uint32_t)before & 8u) | 1u;
    uint32_t nobody = 0;
    while (!__atomic_compare_exchange_n(&weir_smp_owner, &nobody, me, 0, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
        nobody = 0;
    return (uint32_t)before & 8u;
}

static inline void weir_smp_unlock(uint32_t before)
{
    if (!(before & 1u))
        __atomic_store_n(&weir_smp_owner, 0, __ATOMIC_RELEASE);
    __asm__ volatile("csrs mstatus, %0" : : "r"((unsigned long)before & 8u) : "memory");
}
#define WEIR_LOCK() weir_smp_lock()
#define WEIR_UNLOCK(before) weir_smp_unlock(before)

#endif
