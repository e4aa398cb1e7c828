// SPDX-License-Identifier: Apache-2.0
// The parameters that the RTL of this bench was built with, and the registers by which time is
// moved in it.
#ifndef WEIR_BENCH_PARAMETERS_H
#define WEIR_BENCH_PARAMETERS_H

#include "weir_golden.h"

#include <algorithm>

#ifdef UNIT_weir_tiny
    #define UNIT_TOP(name) weir_tiny__DOT__##name
#else
    #define UNIT_TOP(name) weir__DOT__##name
#endif

constexpr weir_golden_parameters built_with = {
    UNIT_HARTS,           UNIT_CONTEXTS, UNIT_VALUE_REGS, UNIT_WINDOW,       UNIT_SNOOP,
    UNIT_RETIRE,          UNIT_FILTER,   UNIT_TIME,       UNIT_TIME_W,       UNIT_TIME_BASE,
    UNIT_OFFERED,         UNIT_LANES,    UNIT_QUEUE_LOG2, UNIT_THREAD_CACHE, UNIT_CHECKPOINT,
    UNIT_FIFO_LOG2,       UNIT_PEEK,     UNIT_LOCK,       UNIT_FRAME,        UNIT_FRAME_ID,
    UNIT_FRAME_TIMESTAMP, UNIT_RING,     UNIT_GUARANTEED, UNIT_VALUE_W,      UNIT_AUTH,
    UNIT_SW_ENTRY,        UNIT_PINS,     UNIT_ARGS,
};

// A register of TIME_W bits, forward by `ticks`.
template <typename Register>
void move_time(Register &time, uint64_t ticks)
{
    time = (time + ticks) & (~uint64_t{0} >> (64 - built_with.time_w));
}

// The age of the last drop, which stays at its greatest value.
template <typename Register, typename Bit>
void move_age(Register &age, Bit &full, uint64_t ticks)
{
    age = static_cast<Register>(
        std::min<uint64_t>(age + std::min<uint64_t>(ticks, 0x7fffffff), 0x7fffffff));
    full = static_cast<Bit>(age == 0x7fffffff);
}

// How far time may be moved, so that the gap to the next entry is one that the unit can tell.
inline uint64_t time_to_move(uint64_t delta)
{
    const uint64_t gap = (~uint64_t{0} >> (64 - built_with.time_w)) - (1u << 24);
    return delta < gap ? gap - delta : 0;
}

#endif
