// SPDX-License-Identifier: Apache-2.0
// FastLZ: a codec for the block format of flux blocks of mode 1.
//
// A block is a sequence of instructions, each with a control byte. Below 32: that number of
// literals plus one follow. Otherwise the upper three bits give the length of a match and the lower
// five the upper bits of its distance.
#include "flux_fastlz.h"

#include <stdbool.h>
#include <string.h>

#define NEAR 8191 // the largest distance code of 13 bits
#define MATCH_MIN 3

uint32_t flux_fastlz_unpack(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size)
{
    const uint8_t *end = in + in_size;
    uint32_t at = 0;
    if (in_size == 0 || in[0] >> 5 > 1)
        return 0;
    bool level2 = in[0] >> 5;
    uint32_t control = *in++ & 31;
    for (;;) {
        if (control < 32) {
            uint32_t run = control + 1;
            if (run > (uint32_t)(end - in) || run > out_size - at)
                return 0;
            memcpy(out + at, in, run);
            in += run;
            at += run;
        } else {
            uint32_t length = (control >> 5) - 1, distance = (control & 31) << 8;
            uint32_t more = 255;
            if (length == 6)
                do {
                    if (in == end)
                        return 0;
                    more = *in++;
                    if (length > out_size)
                        return 0;
                    length += more;
                } while (level2 && more == 255);
            if (in == end)
                return 0;
            uint32_t low = *in++;
            if (level2 && low == 255 && distance == 31 << 8) {
                if (end - in < 2)
                    return 0;
                distance = ((uint32_t)in[0] << 8 | in[1]) + NEAR;
                in += 2;
            } else {
                distance += low;
            }
            distance++;
            length += MATCH_MIN;
            if (distance > at || length > out_size - at)
                return 0;
            if (distance >= length)
                memcpy(out + at, out + at - distance, length);
            else
                for (uint32_t i = 0; i < length; i++)
                    out[at + i] = out[at + i - distance];
            at += length;
        }
        if (in == end)
            return at;
        control = *in++;
    }
}

typedef struct {
    uint8_t *out;
    uint32_t at, size;
    bool full;
} sink_t;

static void put(sink_t *s, uint32_t byte)
{
    if (s->at < s->size)
        s->out[s->at++] = (uint8_t)byte;
    else
        s->full = true;
}

static void put_literals(sink_t *s, const uint8_t *from, uint32_t count)
{
    while (count && !s->full) {
        uint32_t run = count < 32 ? count : 32;
        put(s, run - 1);
        if (run > s->size - s->at) {
            s->full = true;
            return;
        }
        memcpy(s->out + s->at, from, run);
        s->at += run;
        from += run;
        count -= run;
    }
}

// A match of length bytes at least MATCH_MIN, distance at least 1.
static void put_match(sink_t *s, bool level2, uint32_t length, uint32_t distance)
{
    bool far = level2 && distance > NEAR;
    uint32_t code = far ? NEAR : distance - 1;
    while (length) {
        // level 1 has one byte of length: divides longer matches so that the rest is a match or
        // nothing
        uint32_t most = level2 ? length : 2 + 7 + 255;
        uint32_t part = length <= most              ? length
                        : length - most < MATCH_MIN ? most - MATCH_MIN
                                                    : most;
        uint32_t rest = part - (MATCH_MIN - 1);
        length -= part;
        if (rest < 7) {
            put(s, rest << 5 | code >> 8);
        } else {
            put(s, 7 << 5 | code >> 8);
            for (rest -= 7; level2 && rest >= 255; rest -= 255)
                put(s, 255);
            put(s, rest);
        }
        put(s, code & 255);
        if (far) {
            put(s, (distance - 1 - NEAR) >> 8);
            put(s, (distance - 1 - NEAR) & 255);
        }
    }
}

static uint32_t hash_of(const uint8_t *p)
{
    uint32_t v = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
    return v * 2654435761u >> 19; // 13 bits: FLUX_FASTLZ_TABLE
}

uint32_t flux_fastlz_pack(int level, const uint8_t *in, uint32_t size, uint8_t *out,
                          uint32_t out_size, uint32_t table[FLUX_FASTLZ_TABLE])
{
    bool level2 = level ? level == 2 : size >= 65536;
    uint32_t reach = level2 ? NEAR + 65536 : NEAR + 1;
    sink_t sink = {out, 0, out_size, false};
    uint32_t at = 0, literal = 0;
    if (size == 0)
        return 0;
    memset(table, 0, FLUX_FASTLZ_TABLE * sizeof *table); // positions + 1
    while (size - at >= MATCH_MIN && !sink.full) {
        uint32_t *slot = &table[hash_of(in + at)], from = *slot;
        *slot = at + 1;
        // the first instruction must be literals, because its upper bits hold the level
        if (at == 0 || !from-- || at - from > reach || memcmp(in + from, in + at, MATCH_MIN)) {
            at++;
            continue;
        }
        uint32_t length = MATCH_MIN;
        while (at + length < size && in[from + length] == in[at + length])
            length++;
        if (level2 && at - from > NEAR && length < 5) { // would not save bytes
            at++;
            continue;
        }
        put_literals(&sink, in + literal, at - literal);
        put_match(&sink, level2, length, at - from);
        at += length;
        literal = at;
    }
    put_literals(&sink, in + literal, size - literal);
    if (sink.full)
        return 0;
    out[0] |= level2 ? 1 << 5 : 0;
    return sink.at;
}
