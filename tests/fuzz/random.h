// SPDX-License-Identifier: Apache-2.0
// What the programs of tests/fuzz share: random numbers that depend on a seed alone, and REQUIRE.
#ifndef FUZZ_RANDOM_H
#define FUZZ_RANDOM_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t random_state;
static char random_seed_text[40]; // printed when a condition fails; empty in a fuzzer

// What must hold; else says so, and aborts.
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %snot %s\n", __FILE__, __LINE__, random_seed_text,             \
                    #condition);                                                                   \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static inline void random_begin(uint64_t seed)
{
    random_state = seed * 0x100000001b3u;
    snprintf(random_seed_text, sizeof random_seed_text, "seed %" PRIu64 ": ", seed);
}

// 64 bits (splitmix64).
static inline uint64_t any(void)
{
    random_state += 0x9e3779b97f4a7c15u;
    uint64_t z = (random_state ^ random_state >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// 0 to n - 1; 0 if n is 0.
static inline uint32_t below(uint32_t n) { return (uint32_t)((any() >> 32) * n >> 32); }

static inline bool chance(uint32_t one_in) { return below(one_in) == 0; }

// A number of any width of 0 to bits, as likely each.
static inline uint64_t number(unsigned bits)
{
    unsigned width = below(bits + 1);
    return width ? any() >> (64 - width) : 0;
}

#endif
