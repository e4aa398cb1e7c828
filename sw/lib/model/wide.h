// SPDX-License-Identifier: Apache-2.0
// Unsigned numbers of 128 bits, for exact products of times and bases: of the compiler where it has
// them, else (32-bit machines) of two halves. Private to the host tools.
#ifndef WIDE_H
#define WIDE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __SIZEOF_INT128__

typedef unsigned __int128 wide_t;

static inline wide_t wide_product(uint64_t a, uint64_t b) { return (wide_t)a * b; }
static inline uint64_t wide_high(wide_t a) { return (uint64_t)(a >> 64); }
static inline uint64_t wide_low(wide_t a) { return (uint64_t)a; }
static inline bool wide_less(wide_t a, wide_t b) { return a < b; }
static inline wide_t wide_half(wide_t a) { return a >> 1; }

// The quotient, rounded down. *exact: without a rest. divisor is not 0.
static inline wide_t wide_quotient(wide_t a, wide_t divisor, bool *exact)
{
    wide_t result = a / divisor;
    *exact = result * divisor == a;
    return result;
}

#else

typedef struct {
    uint64_t high, low;
} wide_t;

static inline wide_t wide_product(uint64_t a, uint64_t b)
{
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t middle = ah * bl + (al * bl >> 32), other = al * bh + (uint32_t)middle;
    return (wide_t){ah * bh + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)(al * bl)};
}

static inline uint64_t wide_high(wide_t a) { return a.high; }
static inline uint64_t wide_low(wide_t a) { return a.low; }

static inline bool wide_less(wide_t a, wide_t b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static inline wide_t wide_half(wide_t a)
{
    return (wide_t){a.high >> 1, a.high << 63 | a.low >> 1};
}

// The quotient, rounded down. *exact: without a rest. divisor is not 0.
static inline wide_t wide_quotient(wide_t a, wide_t divisor, bool *exact)
{
    wide_t rest = {0, 0};
    if (!a.high && !divisor.high) {
        *exact = !(a.low % divisor.low);
        return (wide_t){0, a.low / divisor.low};
    }
    for (unsigned bit = 0; bit < 128; bit++) { // a becomes the quotient
        bool over = rest.high >> 63;
        rest = (wide_t){rest.high << 1 | rest.low >> 63, rest.low << 1 | a.high >> 63};
        a = (wide_t){a.high << 1 | a.low >> 63, a.low << 1};
        if (!over && wide_less(rest, divisor))
            continue;
        rest.high -= divisor.high + (rest.low < divisor.low);
        rest.low -= divisor.low;
        a.low |= 1;
    }
    *exact = !rest.high && !rest.low;
    return a;
}

#endif

static inline bool wide_equal(wide_t a, wide_t b) { return !wide_less(a, b) && !wide_less(b, a); }

#endif
