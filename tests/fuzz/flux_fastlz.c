// SPDX-License-Identifier: Apache-2.0
// FastLZ: random bytes of every texture packed at both levels and unpacked again; damaged blocks
// never access memory beyond theirs (run with sanitizers).
#include <string.h>

#include "flux_fastlz.h"
#include "random.h"

static void fill(uint8_t *data, uint32_t size)
{
    uint32_t kinds = 1 + below(255), repeat = 1 + below(40);
    for (uint32_t at = 0; at < size;) {
        uint32_t run = 1 + below(repeat * 4);
        if (at && !below(3)) { // from before, also from far away
            uint32_t from = below(at);
            for (uint32_t i = 0; i < run && at < size; i++)
                data[at++] = data[from + i];
        } else if (below(2)) {
            uint8_t byte = (uint8_t)below(kinds);
            for (uint32_t i = 0; i < run && at < size; i++)
                data[at++] = byte;
        } else {
            for (uint32_t i = 0; i < run && at < size; i++)
                data[at++] = (uint8_t)below(kinds);
        }
    }
}

static int fail(const char *what, uint32_t round)
{
    fprintf(stderr, "flux_fastlz: round %u: %s\n", (unsigned)round, what);
    return 1;
}

int main(void)
{
    static uint32_t table[FLUX_FASTLZ_TABLE];
    for (uint32_t round = 0; round < 3000; round++) {
        random_begin(round);
        uint32_t size = 1 + below(round % 20 ? 2000 : 200000), bound = size + size / 16 + 64;
        int level = (int)below(3);
        uint8_t *data = malloc(size), *packed = malloc(bound), *back = malloc(size);
        fill(data, size);
        uint32_t used = flux_fastlz_pack(level, data, size, packed, bound, table);
        if (!used)
            return fail("does not pack", round);
        if ((packed[0] >> 5) != (level ? level == 2 : size >= 65536))
            return fail("wrong level", round);
        uint8_t *exact = malloc(used); // of exactly this size, for the sanitizer
        memcpy(exact, packed, used);
        if (flux_fastlz_unpack(exact, used, back, size) != size || memcmp(data, back, size))
            return fail("does not come back", round);
        if (flux_fastlz_unpack(exact, used, back, size - 1) != 0)
            return fail("overflows", round);
        uint32_t less = below(used);
        if (flux_fastlz_pack(level, data, size, packed, less, table) != 0)
            return fail("packs into too little room", round);
        for (int i = 0; i < 20; i++) {
            exact[below(used)] = (uint8_t)below(256);
            if (flux_fastlz_unpack(exact, used, back, size) > size)
                return fail("unpacks too much", round);
        }
        for (uint32_t cut = 0; cut < used && cut < 50; cut++)
            if (flux_fastlz_unpack(exact, cut, back, size) > size)
                return fail("unpacks too much of a cut block", round);
        free(exact);
        free(data);
        free(packed);
        free(back);
    }
    // a far match is used where it saves bytes, and never makes the block larger
    for (uint32_t length = 2; length <= 7; length++) {
        static uint8_t data[12300], packed[1000];
        uint32_t without = 0, saves = 0;
        for (uint32_t place = 0; place <= 32; place++) { // the literals before it, in groups of 32
            random_begin(length);
            memset(data, 0, sizeof data);
            for (uint32_t i = 0; i < 200; i++) {
                data[i] = (uint8_t)below(256);
                data[12000 + i] = (uint8_t)below(256);
            }
            if (place) {
                uint8_t *const there = data + 12000 + place;
                memcpy(there, data + 100, length);
                there[-1] = data[99] ^ 1;
                there[length] = data[100 + length] ^ 1;
            }
            const uint32_t used = flux_fastlz_pack(2, data, sizeof data, packed, sizeof packed,
                                                   table);
            without = place ? without : used;
            if (!used || used > without)
                return fail("a larger block by a match of bytes", length);
            saves += used < without;
        }
        if (!saves != (length < 5))
            return fail("bytes saved by a match of bytes", length);
    }
    // one literal, for each possible level: two are known
    for (uint32_t level = 0; level < 8; level++) {
        const uint8_t literal[] = {(uint8_t)(level << 5), 'x'};
        uint8_t to[4];
        if (flux_fastlz_unpack(literal, 2, to, sizeof to) != (level < 2) ||
            flux_fastlz_unpack(literal, 1, to, sizeof to) ||
            flux_fastlz_unpack(literal, 0, to, sizeof to))
            return fail("level", level);
    }
    // a block by hand: level 2, literals "ab", a match of 3 at distance 2, a match of 300 at
    // distance 1
    static const uint8_t block[] = {0x21, 'a', 'b', 0x20, 0x01, 0xe0, 0xff, 0x24, 0x00};
    uint8_t out[400];
    uint32_t size = flux_fastlz_unpack(block, sizeof block, out, sizeof out);
    if (size != 2 + 3 + 9 + 255 + 0x24 || memcmp(out, "ababaaaaa", 9))
        return fail("known block", size);
    return 0;
}
