/* SPDX-License-Identifier: Apache-2.0 */
/* Turns an RKH frame of the unit back into the stream entry that it carries. */
#include "transcribe.h"

enum {
    MOST = 64,
    GROUP_USR = 6,
    THREAD = 3,
    ISR = 4,
    LOSS = 5,
    TIME = 6,
    ARGS_MOST = 1 + WEIR_GOLDEN_WORDS
};

static uint64_t number(const uint8_t *bytes, unsigned size)
{
    uint64_t n = 0;
    while (size--)
        n = n << 8 | bytes[size];
    return n;
}

/* Escapes undone. Returns how many bytes, 0 if there are too many. */
static unsigned plain_bytes(const uint8_t *frame, unsigned size, uint8_t plain[MOST])
{
    unsigned n = 0;
    for (unsigned i = 0; i < size; i++) {
        if (n == MOST || (frame[i] == 0x7d && i + 1 == size))
            return 0;
        plain[n++] = frame[i] == 0x7d ? frame[++i] ^ 0x20 : frame[i];
    }
    return n;
}

static unsigned put_pint(uint8_t *bytes, uint64_t n)
{
    unsigned size = 0;
    for (; n > 0x7f; n >>= 7)
        bytes[size++] = (uint8_t)(n | 0x80);
    bytes[size++] = (uint8_t)n;
    return size;
}

static unsigned put_entry(uint8_t *entry, uint64_t item, uint64_t delta, unsigned df,
                          uint64_t value)
{
    unsigned used = put_pint(entry, item << 3 | (delta ? 2 : 0)), bytes = 0;
    if (delta)
        used += put_pint(entry + used, delta);
    while (value >> 8 * bytes || (bytes && value >> (8 * bytes - 1)))
        bytes++;
    entry[used++] = (uint8_t)(bytes << 4 | df);
    for (unsigned i = 0; i < bytes; i++)
        entry[used++] = (uint8_t)(value >> 8 * i);
    return used;
}

int transcribe(struct transcriber *t, const uint8_t *frame, unsigned size, uint64_t before,
               uint8_t entry[WEIR_GOLDEN_ENTRY_MAX])
{
    static const uint8_t sizes[] = {[1] = 1, [3] = 2, [5] = 4, [6] = 4, [9] = 4};
    uint8_t plain[MOST];
    unsigned n = plain_bytes(frame, size, plain), count = 0, at = t->id + 1 + t->timestamp;
    if (n < t->id + 2)
        return -1;
    unsigned group = t->id == 1 ? plain[0] >> 5 : plain[t->id - 1],
             event = t->id == 1 ? plain[0] & 31 : plain[0];
    if (group != GROUP_USR)
        return 0;
    uint64_t args[ARGS_MOST], timestamp = number(plain + t->id + 1, t->timestamp);
    while (at < n - 1) {
        unsigned bytes = plain[at] < sizeof sizes ? sizes[plain[at]] : 0;
        if (!bytes || at + 1 + bytes > n - 1 || count == ARGS_MOST)
            return -1;
        args[count++] = number(plain + at + 1, bytes);
        at += 1 + bytes;
    }
    unsigned kind = event & 7, hart = event >> 3;
    if (kind == TIME && count == (t->timestamp == 2 ? 3 : 2)) {
        t->high = t->timestamp == 2 ? args[0] << 16 | args[2] : args[0];
        return 0;
    }
    unsigned first = kind == THREAD ? 0 : 1; /* of the words */
    if (kind > LOSS || count <= first || (count > first + 1 && kind >= THREAD))
        return -1;
    uint64_t time = t->high << 8 * t->timestamp | timestamp, value = args[first], item;
    if (time < before || hart > 15)
        return -1;
    if (kind == THREAD)
        item = hart ? 16 + hart : 1;
    else if (kind == ISR)
        item = hart ? 32 + hart : 2;
    else if (kind == LOSS)
        item = args[0] < 2    ? 3
               : args[0] < 48 ? 16 * args[0] + hart
                              : 525312 + 16 * (args[0] - 48) + hart; /* reasons from 8 on */
    else
        item = hart == 0 && args[0] <= 11 ? 4 + args[0] : 16 * (args[0] + 63) + hart;
    if (kind == LOSS && args[0] < 2)
        value = value << 1 | args[0];
    if (kind == ISR)
        value = (value & 0x7fffffff) << 2 | value >> 31 << 1 | (args[0] & 1);
    unsigned used = 0;
    for (unsigned i = first + 1; i < count; i++, before = time)
        used += put_entry(entry + used, 192 + 16 * (i - first - 1) + hart, time - before, 1,
                          args[i]);
    return (int)(used + put_entry(entry + used, item, time - before,
                                  kind == THREAD || kind == ISR ? 2 : 1, value));
}
