/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by bench_events.c and its parts. A case is code that handles one value; it runs EVENTS
 * times at ten sites. */
#ifndef COST_H
#define COST_H

#include "soc.h"

enum { EVENTS = 100, ID = 7 };

struct cost {
    uint32_t cycles, instructions;
};

/* Instructions retired; 0 on cores without this counter. */
static inline uint32_t cost_instructions(void)
{
    uint32_t count = 0;
#if defined(SOC_PICORV32)
    __asm__ volatile("rdinstret %0" : "=r"(count));
#elif !defined(SOC_VEXRISCV) && !defined(SOC_SERV)
    __asm__ volatile("csrr %0, minstret" : "=r"(count));
#endif
    return count;
}

/* The next value: exactly one instruction between two events, in every case. */
#define COST_NEXT __asm__ volatile("addi %0, %0, 1" : "+r"(value))

/* Runs once to fill caches and once to measure. */
#define COST_CASE(name, code)                                                                      \
    __attribute__((noinline, aligned(16))) static struct cost name##_once(void)                    \
    {                                                                                              \
        uint32_t value = 1;                                                                        \
        const uint32_t instructions = cost_instructions();                                         \
        const uint32_t start = soc_cycles();                                                       \
        for (int i = 0; i < EVENTS / 10; i++) {                                                    \
            code;                                                                                  \
            COST_NEXT;                                                                             \
            code;                                                                                  \
            COST_NEXT;                                                                             \
            code;                                                                                  \
            COST_NEXT;                                                                             \
            code;                                                                                  \
            COST_NEXT;                                                                             \
            code;                                                                                  \
            COST_NEXT;                                                                             \
            code;                                                                                  \
            COST_NEXT;                                                                             \
            code;                                                                                  \
            COST_NEXT;                                                                             \
            code;                                                                                  \
            COST_NEXT;                                                                             \
            code;                                                                                  \
            COST_NEXT;                                                                             \
            code;                                                                                  \
            COST_NEXT;                                                                             \
        }                                                                                          \
        const uint32_t end = soc_cycles();                                                         \
        return (struct cost){end - start, cost_instructions() - instructions};                     \
    }                                                                                              \
    static struct cost name(void)                                                                  \
    {                                                                                              \
        (void)name##_once();                                                                       \
        return name##_once();                                                                      \
    }

/* A software trace, measured in a translation unit of its own: weir_soft.c as ThreadX trace buffer
 * and as RKH frames, and barectf's generated tracer. */
struct cost_soft {
    void (*start)(void); /* begins an empty record */
    void (*enable)(int on);
    struct cost (*emit)(void), (*thread_switch)(void);
    uint32_t (*bytes)(void); /* bytes recorded so far */
};
struct cost cost_known_emit(void), cost_known_fast(void); /* cost_known.c */
extern const struct cost_soft cost_txtb, cost_rkh, cost_barectf;

#endif
