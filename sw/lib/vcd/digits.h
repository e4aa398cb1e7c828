// SPDX-License-Identifier: Apache-2.0
// Decimal digits, eight at a time, in one register. For everything that writes many numbers as
// text.
#ifndef DIGITS_H
#define DIGITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { DIGITS_ROOM = 28 }; // bytes that digits_put may write: the number, and 8 behind it

#define DIGITS_BELOW UINT32_C(100000000)

// The digits of a number below 10^8: a byte each, the first one in the lowest byte, leading zeros
// among them.
static inline uint64_t digits_eight(uint32_t number)
{
    uint64_t x = number / 10000 | (uint64_t)(number % 10000) << 32; // two of four digits
    uint64_t high = (x * 10486 >> 20) & UINT64_C(0x7f0000007f);     // of 100
    x = high | (x - 100 * high) << 16;
    high = (x * 103 >> 10) & UINT64_C(0x000f000f000f000f); // of 10
    return high | (x - 10 * high) << 8;
}

// Writes eight digits, of which the first `size` count.
static inline char *digits_store(char *at, uint64_t digits, unsigned size)
{
    digits |= UINT64_C(0x3030303030303030);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    digits = __builtin_bswap64(digits);
#endif
    memcpy(at, &digits, sizeof digits);
    return at + size;
}

// Writes a number below 10^8, and returns the end.
static inline char *digits_put_short(char *at, uint32_t number)
{
    const uint64_t digits = digits_eight(number);
    unsigned zeros = 0;
#if defined(__GNUC__)
    zeros = (unsigned)__builtin_ctzll(digits | (uint64_t)1 << 56) / 8;
#else
    while (zeros < 7 && !(digits >> 8 * zeros & 0xff))
        zeros++;
#endif
    return digits_store(at, digits >> 8 * zeros, 8 - zeros);
}

// Writes a number, and returns its end. The place has DIGITS_ROOM bytes.
static inline char *digits_put(char *at, uint64_t number)
{
    if (number < DIGITS_BELOW)
        return digits_put_short(at, (uint32_t)number);
    const uint64_t upper = number / DIGITS_BELOW;
    const uint32_t lower = (uint32_t)(number - upper * DIGITS_BELOW);
    if (upper < DIGITS_BELOW) {
        at = digits_put_short(at, (uint32_t)upper);
    } else {
        at = digits_put_short(at, (uint32_t)(upper / DIGITS_BELOW));
        at = digits_store(at, digits_eight((uint32_t)(upper % DIGITS_BELOW)), 8);
    }
    return digits_store(at, digits_eight(lower), 8);
}

#endif
