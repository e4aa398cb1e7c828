// SPDX-License-Identifier: Apache-2.0
// FastLZ block format, levels 1 and 2: packs and unpacks raw blocks; freestanding C11, no
// allocation. flux.md describes the format. The code checks every length and distance
// against the bounds of the block.
#ifndef FLUX_FASTLZ_H
#define FLUX_FASTLZ_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Unpacks a block of either level. Returns the bytes written to out, or 0 if the block is damaged
// or out too small.
uint32_t flux_fastlz_unpack(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size);

// Packs size bytes. level: 1 (distances below 8 KiB), 2 (below 72 KiB), or 0 for FastLZ's own
// choice: 2 from 64 KiB, otherwise 1. table is scratch memory. Returns the bytes written to out, or
// 0 if they do not fit.
#define FLUX_FASTLZ_TABLE 8192
uint32_t flux_fastlz_pack(int level, const uint8_t *in, uint32_t size, uint8_t *out,
                          uint32_t out_size, uint32_t table[FLUX_FASTLZ_TABLE]);

#ifdef __cplusplus
}
#endif

#endif
