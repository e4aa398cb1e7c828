/* SPDX-License-Identifier: Apache-2.0 */
/* A fair lock of several harts: the one that asked first is next. While a hart waits, each other
 * one has the lock at most once, besides the one that has it already; so a hart that takes it again
 * at once starves nobody. It needs loads, stores and fences of memory that all harts share, no
 * atomic instruction: Lamport's bakery. weir_smp.h and Zephyr's module lock the driver with it.
 *
 * Before the include define WEIR_FAIR_HARTS, the same in all files, and WEIR_FAIR_RELAX if a hart
 * that waits shall do something. Call take and give with the
 * interrupts of the hart masked, from the first to the second, so that a handler may take it, too.
 * Waiting is bounded by the time of WEIR_FAIR_HARTS - 1 critical sections. */
#ifndef WEIR_FAIR_H
#define WEIR_FAIR_H

#include <stdint.h>

#ifndef WEIR_FAIR_RELAX
#define WEIR_FAIR_RELAX() ((void)0)
#endif

/* One for the whole program. Each hart writes its own two words. Volatile: without extension A,
 * clang makes a call of a library of each access that is called atomic. */
struct weir_fair {
    volatile uint32_t number;   /* 0: neither has the lock nor waits. The lowest is next */
    volatile uint32_t choosing; /* it looks for its number */
};
__attribute__((weak)) struct weir_fair weir_fair[WEIR_FAIR_HARTS];

/* Whether hart `me` has the lock. */
static inline int weir_fair_has(unsigned me) { return weir_fair[me].number != 0; }

/* Waits for the lock, which hart `me` must not have. */
static inline void weir_fair_take(unsigned me)
{
    uint32_t last = 0, number;
    weir_fair[me].choosing = 1u;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    for (unsigned hart = 0; hart < WEIR_FAIR_HARTS; hart++) {
        number = weir_fair[hart].number;
        /* by the difference: numbers grow while somebody waits, and wrap */
        if (number && (!last || (int32_t)(number - last) > 0))
            last = number;
    }
    const uint32_t mine = last + 1 ? last + 1 : 1;
    weir_fair[me].number = mine;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    weir_fair[me].choosing = 0u;
    for (unsigned hart = 0; hart < WEIR_FAIR_HARTS; hart++) {
        if (hart == me)
            continue;
        while (weir_fair[hart].choosing)
            WEIR_FAIR_RELAX();
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        /* of two that chose at once, the one of the lower hart is first */
        while ((number = weir_fair[hart].number) != 0 &&
               ((int32_t)(number - mine) < 0 || (number == mine && hart < me)))
            WEIR_FAIR_RELAX();
    }
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline void weir_fair_give(unsigned me)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    weir_fair[me].number = 0u;
}

#endif
