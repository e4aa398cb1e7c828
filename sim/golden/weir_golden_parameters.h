/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters that the RTL was built with. Made by `make regs` from parameters.toml: the
 * golden model knows their names from there, but nothing else of the RTL. */
#ifndef WEIR_GOLDEN_PARAMETERS_H
#define WEIR_GOLDEN_PARAMETERS_H

struct weir_golden_parameters {
    unsigned tiny; /* 1: the top module is weir_tiny */
    unsigned wide; /* 1: the top module is weir_wide */
    unsigned harts; /* 1 to 16: harts to trace */
    unsigned value_regs; /* 0 to 16: threads that may be preempted between VALUE and ID */
    unsigned value_w; /* 32, 64: bits of a value; 64: events carry doubles or 64-bit addresses */
    unsigned args; /* 1 to 4: words of an event; more: printf-like events with arguments */
    /* 2 to 6: entries buffered in a burst, log2: the longest burst without a drop */
    unsigned queue_log2;
    unsigned thread_cache; /* 0, 4 to 16: threads named by one byte: fewer bytes a switch */
    unsigned fifo_log2; /* 7 to 15: words of FIFO, log2: the time between two drains */
    /* 0, 1: 1: trace traps, and registers or CSRs written, by the core's retire port */
    unsigned retire;
    unsigned pins; /* 0 to 32: pins of other hardware to trace */
    unsigned filter; /* 0, 1: 1: select, rate-limit and trigger events in hardware */
    /* 0, 1: 1: time in ticks of any length, or of an external counter (mtime) */
    unsigned time_base;
    unsigned checkpoint; /* 0, 1: 1: readers may join late; software writes whole entries */
    unsigned peek; /* 0, 1: 1: read the stream without taking it, and after a crash or reset */
    unsigned protect; /* 0, 1: 1: user port and PORT_MASK, LOCK, authorisation pin */
    unsigned frame; /* 0, 1, 2, 4: bytes of a frame's id, for a UART or probe; 0: no frame sink */
    unsigned ring; /* 0, 1: 1: write the stream to memory by a bus manager */
};

/* Their values: a build defines them as UNIT_NAME. */
#define WEIR_GOLDEN_BUILT_WITH \
    {UNIT_TINY, UNIT_WIDE, UNIT_HARTS, UNIT_VALUE_REGS, UNIT_VALUE_W, UNIT_ARGS, \
     UNIT_QUEUE_LOG2, UNIT_THREAD_CACHE, UNIT_FIFO_LOG2, UNIT_RETIRE, UNIT_PINS, \
     UNIT_FILTER, UNIT_TIME_BASE, UNIT_CHECKPOINT, UNIT_PEEK, UNIT_PROTECT, UNIT_FRAME, \
     UNIT_RING}

/* The presets, then further sets for tests: SET(name, values). */
#define WEIR_GOLDEN_SETS(SET) \
    SET(tiny, 1, 0, 1, 0, 32, 1, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    SET(small, 0, 0, 1, 4, 32, 1, 5, 8, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    SET(full, 0, 0, 1, 8, 32, 4, 6, 16, 12, 1, 8, 1, 1, 1, 1, 1, 1, 1) \
    SET(wide, 0, 1, 1, 4, 32, 1, 5, 8, 10, 0, 0, 0, 0, 0, 0, 0, 0, 1) \
    SET(tiny_short, 1, 0, 1, 0, 32, 1, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    SET(small_one, 0, 0, 1, 1, 32, 1, 5, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    SET(small_frames, 0, 0, 1, 0, 32, 1, 5, 8, 8, 0, 0, 1, 0, 1, 0, 1, 2, 0) \
    SET(full_short, 0, 0, 1, 3, 32, 4, 2, 4, 8, 1, 3, 1, 1, 1, 1, 1, 1, 1) \
    SET(two_harts, 0, 0, 2, 8, 32, 3, 6, 16, 9, 1, 32, 1, 1, 1, 1, 1, 1, 1) \
    SET(many_harts, 0, 0, 5, 2, 32, 2, 4, 13, 7, 0, 2, 0, 0, 0, 0, 0, 0, 0) \
    SET(value64, 0, 0, 1, 2, 64, 1, 5, 8, 8, 0, 0, 1, 0, 1, 0, 1, 0, 0) \
    SET(wide_short, 0, 1, 1, 4, 32, 1, 4, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1) \
    SET(wide_harts, 0, 1, 3, 0, 32, 1, 5, 13, 9, 1, 0, 0, 0, 0, 0, 0, 0, 1)

#endif
