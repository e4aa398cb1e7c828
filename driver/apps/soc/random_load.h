/* SPDX-License-Identifier: Apache-2.0 */
/* Random load for the programs of `make regress-system` (tests/soc/system.py): bursts of events
 * from threads and handlers. The seed is SOC_RUN, so each run has its own; its two low bits are the
 * load, from a few events to more than the FIFO holds while interrupts are masked. */
#ifndef RANDOM_LOAD_H
#define RANDOM_LOAD_H

#include "soc.h"
#include "weir.h"

static uint32_t random_state;

static inline uint32_t random_bits(void) /* xorshift, as SERV does not multiply */
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static inline uint32_t below(uint32_t n)
{
    uint32_t mask = n - 1, bits;
    for (unsigned shift = 1; shift < 32; shift *= 2)
        mask |= mask >> shift;
    do
        bits = random_bits() >> 4 & mask;
    while (bits >= n);
    return bits;
}

static inline void random_begin(void) { random_state = SOC_RUN * 2654435761u | 1; }

static inline uint32_t random_level(void) { return SOC_RUN & 3; }

/* Ids of one class that no reader takes for a name, a span or a switch. */
static inline uint16_t random_id(void)
{
    static const uint16_t first[] = {1, 0x5000, 0xd000};
    return (uint16_t)(first[below(3)] + below(0x2f00));
}

static inline void random_spin(void)
{
    static const uint16_t longest[] = {200, 60, 12, 3};
    for (volatile uint32_t n = below(longest[random_level()]) / SOC_PACE; n; n--)
        ;
}

/* In a thread. */
static inline void random_events(const struct weir *w)
{
    for (uint32_t n = below(8); n; n--) {
        if (below(2))
            weir_emit(w, random_id(), random_bits());
        else
            weir_emit_fast(w, (uint16_t)(1 + below(511)), random_bits());
        random_spin();
    }
}

/* In a handler. */
static inline void random_events_isr(const struct weir *w)
{
    for (uint32_t n = below(3); n; n--) {
        if (below(2))
            weir_emit_isr(w, random_id(), random_bits());
        else
            weir_emit_fast_isr(w, (uint16_t)(1 + below(511)), random_bits());
    }
}

/* With interrupts masked, so that nobody drains: at the highest load more than the FIFO holds. */
static inline void random_burst(const struct weir *w)
{
    static const uint16_t most[] = {2, 20, 100, 900};
    for (uint32_t n = below(most[random_level()]) / (SOC_PACE > 4 ? 8 : 1); n; n--)
        weir_emit(w, random_id(), random_bits());
}

/* The end of a program: what the unit counted. */
static inline _Noreturn void random_end(struct weir *w)
{
    struct weir_counts counts;
    uint32_t offered = 0, dropped = 0;
    soc_check(weir_finish(w), "weir_finish");
    soc_check(weir_counters(w, &counts), "weir_counters");
    for (unsigned i = 0; i < sizeof counts.offered / sizeof *counts.offered; i++)
        offered += counts.offered[i];
    for (unsigned i = 0; i < sizeof counts.dropped / sizeof *counts.dropped; i++)
        dropped += counts.dropped[i];
    printf("offered %lu dropped %lu\n", (unsigned long)offered, (unsigned long)dropped);
    exit(0);
}

#endif
