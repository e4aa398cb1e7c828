// SPDX-License-Identifier: Apache-2.0
// The parameters that the RTL of this bench was built with, and the registers that skip idle time.
#ifndef WEIR_BENCH_PARAMETERS_H
#define WEIR_BENCH_PARAMETERS_H

#include "weir_golden.h"

#include <algorithm>

#if UNIT_TINY
#define UNIT_TOP(name) weir_tiny__DOT__##name
#elif UNIT_WIDE
#define UNIT_TOP(name) weir_wide__DOT__##name
#else
#define UNIT_TOP(name) weir__DOT__##name
#endif

constexpr weir_golden_parameters built_with = WEIR_GOLDEN_BUILT_WITH;

// A register of the time, 48 bits in weir_tiny, forward by `ticks`.
template <typename Register>
void move_time(Register &time, uint64_t ticks)
{
    time = (time + ticks) & (~uint64_t{0} >> (built_with.tiny ? 16 : 0));
}

// The age of the last drop, which stays at its greatest value.
template <typename Register, typename Bit>
void move_age(Register &age, Bit &full, uint64_t ticks)
{
    age = static_cast<Register>(
        std::min<uint64_t>(age + std::min<uint64_t>(ticks, 0x7fffffff), 0x7fffffff));
    full = static_cast<Bit>(age == 0x7fffffff);
}

// How far time may be moved, so that the gap to the next entry is one that the unit can tell. Not
// at all while a loss is reported: an entry that has its time may not have its delta yet.
inline uint64_t time_to_move(uint64_t delta, unsigned loss)
{
    const unsigned none = 0, open = 2; // states of weir_drop_report and weir_tiny_admit
    if (loss != none && loss != open)
        return 0;
    const uint64_t gap = (~uint64_t{0} >> (built_with.tiny ? 16 : 0)) - (1u << 24);
    return delta < gap ? gap - delta : 0;
}

#endif
