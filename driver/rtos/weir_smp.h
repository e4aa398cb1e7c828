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
 * The glue of FreeRTOS does so. WEIR_FIRST_HART is mhartid of the unit's hart 0.
 *
 * The lock of the table of names is a word of memory, and needs the extension A. Harts without it
 * have a lock in hardware. Before the include, define
 *
 *     WEIR_SMP_TAKE(me)   tries to take it for the hart `me`, its number plus 1; 0: another has it
 *     WEIR_SMP_OWNER()    the `me` of the hart that has it; 0: nobody
 *     WEIR_SMP_FREE()     frees it
 *
 * which also order the memory accesses of a hart that reorders them. */
#ifndef WEIR_SMP_H
#define WEIR_SMP_H

#include <stdint.h>

#ifndef WEIR_FIRST_HART
#define WEIR_FIRST_HART 0u
#endif

#ifndef WEIR_SMP_TAKE
#ifndef __riscv_atomic
#error "several harts need the extension A for the lock of the driver, or WEIR_SMP_TAKE"
#endif
/* One for the whole program. */
__attribute__((weak)) uint32_t weir_smp_owner;

static inline int weir_smp_take(uint32_t me)
{
    uint32_t nobody = 0;
    return __atomic_compare_exchange_n(&weir_smp_owner, &nobody, me, 0, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}
#define WEIR_SMP_TAKE(me) weir_smp_take(me)
#define WEIR_SMP_OWNER() __atomic_load_n(&weir_smp_owner, __ATOMIC_RELAXED)
#define WEIR_SMP_FREE() __atomic_store_n(&weir_smp_owner, 0, __ATOMIC_RELEASE)
#endif

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
    const uint32_t me = weir_smp_hart() + 1;
    if (WEIR_SMP_OWNER() == me)
        return before | 1u;
    while (!WEIR_SMP_TAKE(me))
        ;
    __asm__ volatile("" : : : "memory");
    return before;
}

static inline void weir_smp_unlock(uint32_t before)
{
    __asm__ volatile("" : : : "memory");
    if (!(before & 1u))
        WEIR_SMP_FREE();
    weir_smp_unmask(before);
}
#define WEIR_LOCK() weir_smp_lock()
#define WEIR_UNLOCK(before) weir_smp_unlock(before)

#endif
