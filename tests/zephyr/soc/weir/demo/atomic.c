/* SPDX-License-Identifier: Apache-2.0 */
/* What compilers call for atomic accesses of harts without the extension A, by lock 3 of the demo
 * SoC (sim/soc/soc_harts.sv). Loads and stores of a word need no call. */
#include <stdbool.h>
#include <stdint.h>

#define LOCK (*(volatile uint32_t *)0x5000003cu)

static inline unsigned long take(void)
{
    unsigned long before, hart;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(before) : : "memory");
    __asm__ volatile("csrr %0, mhartid" : "=r"(hart));
    do
        LOCK = (uint32_t)hart + 1;
    while (LOCK != hart + 1);
    __asm__ volatile("" : : : "memory");
    return before;
}

static inline void give(unsigned long before)
{
    __asm__ volatile("" : : : "memory");
    LOCK = 0;
    __asm__ volatile("csrs mstatus, %0" : : "r"(before & 8) : "memory");
}

bool compare_exchange(volatile void *at, void *expected, uint32_t wanted, bool weak, int success,
                      int failure) __asm__("__atomic_compare_exchange_4");
bool compare_exchange(volatile void *at, void *expected, uint32_t wanted, bool weak, int success,
                      int failure)
{
    volatile uint32_t *const word = at;
    const unsigned long before = take();
    const uint32_t found = *word;
    const bool same = found == *(uint32_t *)expected;
    if (same)
        *word = wanted;
    give(before);
    *(uint32_t *)expected = found;
    return same;
}

#define MODIFY(name, what)                                                                         \
    uint32_t name(volatile void *at, uint32_t value, int order) __asm__("__atomic_" #name "_4");   \
    uint32_t name(volatile void *at, uint32_t value, int order)                                    \
    {                                                                                              \
        volatile uint32_t *const word = at;                                                        \
        const unsigned long before = take();                                                       \
        const uint32_t found = *word;                                                              \
        *word = what;                                                                              \
        give(before);                                                                              \
        return found;                                                                              \
    }
MODIFY(exchange, value)
MODIFY(fetch_add, found + value)
MODIFY(fetch_sub, found - value)
MODIFY(fetch_or, found | value)
MODIFY(fetch_and, found &value)
MODIFY(fetch_xor, found ^ value)
