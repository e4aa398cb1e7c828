/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of the driver under Zephyr (../../include/weir_hooks.h): address and harts from devicetree,
 * locks of the kernel. weir.h includes it where Zephyr's configuration has CONFIG_WEIR. */
#ifndef WEIR_ZEPHYR_HOOKS_H
#define WEIR_ZEPHYR_HOOKS_H

#include <stdint.h>

#include <zephyr/devicetree.h>
#include <zephyr/kernel.h>

#define WEIR_ZEPHYR_NODE DT_INST(0, weir_trace)

/* A constant, so that events of U-mode read no memory. */
#define WEIR_BASE ((uintptr_t)DT_REG_ADDR(WEIR_ZEPHYR_NODE))

#define WEIR_NAME_SIZE CONFIG_WEIR_NAME_SIZE

#ifdef CONFIG_WEIR_HINT
#define WEIR_HINT 1
#endif

#ifdef CONFIG_WEIR_WINDOW
#define WEIR_WINDOW 1
#endif

#ifdef CONFIG_WEIR_S_MODE
#define WEIR_S_MODE
#endif

#ifdef CONFIG_WEIR_BARRIER
#define WEIR_BARRIER() __asm__ volatile("fence iow, iow" ::: "memory")
#endif

#ifdef CONFIG_SMP
/* The place of a hart in the property cpus is its number at the unit. */
#define WEIR_ZEPHYR_HART_IF_(node, property, index)                                                \
    +(DT_REG_ADDR(DT_PHANDLE_BY_IDX(node, property, index)) == hartid ? (index) : 0)
static inline unsigned weir_zephyr_hart_of(uintptr_t hartid)
{
    return 0u DT_FOREACH_PROP_ELEM(WEIR_ZEPHYR_NODE, cpus, WEIR_ZEPHYR_HART_IF_);
}

/* With interrupts masked: a thread that may move to another CPU has no hart. */
#define WEIR_HART() weir_zephyr_hart_of(arch_curr_cpu()->arch.hartid)

/* Excludes the handlers of this CPU, and the other CPUs. Nests. */
uint32_t weir_zephyr_lock(void);
void weir_zephyr_unlock(uint32_t before);
#define WEIR_LOCK() weir_zephyr_lock()
#define WEIR_UNLOCK(before) weir_zephyr_unlock(before)
#else
#define WEIR_HART() ((unsigned)CONFIG_WEIR_HART)
#endif

#endif
