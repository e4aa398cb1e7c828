/* SPDX-License-Identifier: Apache-2.0 */
/* Self-test of the hook-up: whether the unit sees what this hart does, as it does it. Run it once
 * on a new SoC, on each hart, in simulation and on the chip. Link driver/src/weir_selftest.c.
 *
 *   const struct weir_selftest_config test = {.word = &running}; // what weir_snoop will get
 *   struct weir_selftest_report report;
 *   if (weir_selftest(&weir, &test, &report) > 0)
 *       for (unsigned n = 0; n < WEIR_SELFTEST_COUNT; n++)
 *           if (report.faults >> n & 1)
 *               puts(weir_selftest_text(n));
 *
 * It stores known values to a watched word, with known events around them, and compares the
 * registers and the stream with what must be there.
 *
 * It uses each kind of page that the unit has, of the calling hart. It does not fill the FIFO: that
 * a guaranteed store waits for space is not tested.
 *
 * It finds what happens while it runs. A write buffer that posts only while another bus master is
 * busy needs that master: give `load`, or run the test again while every other master is busy. */
#ifndef WEIR_SELFTEST_H
#define WEIR_SELFTEST_H

#include "weir.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What can be wrong; bit numbers of report.faults and report.tested. A fault that hides others ends
 * the test: repair it, then run the test again. */
enum weir_selftest_fault {
    WEIR_SELFTEST_BASE,          /* no unit answers at the control page */
    WEIR_SELFTEST_CACHED,        /* the unit's address range is cached or prefetched */
    WEIR_SELFTEST_LANES,         /* data or byte lanes of the register port are wrong */
    WEIR_SELFTEST_DECODE,        /* pages of the unit or of this hart are not where they must be: an
                                    address bit is missing, or the range is too small */
    WEIR_SELFTEST_MERGED,        /* stores to the unit are merged or lost on the way */
    WEIR_SELFTEST_REORDERED,     /* stores to the unit arrive in another order */
    WEIR_SELFTEST_REPEATED,      /* reads or stores of the unit are made twice on the way, or a read
                                    takes the next word, too */
    WEIR_SELFTEST_TIME,          /* the time base does not run */
    WEIR_SELFTEST_TIME_JUMPS,    /* it runs back or jumps: time_gray_i is no Gray code. Tested only
                                    if 16 ticks pass within 100000 reads */
    WEIR_SELFTEST_TIME_RATE,     /* it is too fast or too slow against config.timer: clock_hz is not
                                    the frequency of clk_i, or unit is no tick */
    WEIR_SELFTEST_IRQ_MISSING,   /* the unit's interrupt does not reach the interrupt controller */
    WEIR_SELFTEST_IRQ_STUCK,     /* the interrupt is pending while the unit does not raise it */
    WEIR_SELFTEST_SNOOP_NONE,    /* the snoop sees no store to the watched word: not connected, on
                                    another bus or hart, behind a cache, or its strobes are 0 */
    WEIR_SELFTEST_SNOOP_HART,    /* the stores of this hart are at the snoop of another */
    WEIR_SELFTEST_SNOOP_ADDRESS, /* the snoop gets the address shifted, or without upper bits */
    WEIR_SELFTEST_SNOOP_PHASE,   /* the snoop joins the address of one access and the data of
                                    another: one bus phase off */
    WEIR_SELFTEST_SNOOP_DATA,    /* the snoop gets other data: wires are wrong, or it is one bus
                                    phase off and what it takes is no value of the test */
    WEIR_SELFTEST_SNOOP_LANES,   /* the snoop's byte lanes are swapped, or its strobes are not
                                    connected */
    WEIR_SELFTEST_SNOOP_WORD,    /* the snoop sees the test's words, and not the word of
                                    config.word: it is in another memory, such as a cached one */
    WEIR_SELFTEST_SNOOP_MERGED,  /* stores to the watched word are merged, reordered or lost */
    WEIR_SELFTEST_SNOOP_LATE,    /* the snoop sees a store after a later access to the unit: events
                                    behind a switch go to the thread before it */
    WEIR_SELFTEST_POSTED,        /* stores to the unit wait on the way (a write buffer, a bridge):
                                    events before a switch go to the thread behind it */
    WEIR_SELFTEST_RETIRE_NONE,   /* the retire view shows no register write of this hart */
    WEIR_SELFTEST_RETIRE_LATE,   /* the retire view is later than an access to the unit with one
                                    instruction between: events behind a switch go to the thread
                                    before it */
    WEIR_SELFTEST_RETIRE_EARLY,  /* the retire view is ahead of the hart's stores to the unit:
                                    events before a switch by a register go to the thread behind
                                    it */
    WEIR_SELFTEST_COUNT
};

/* What the self-test may use; zero means nothing. */
struct weir_selftest_config {
    volatile uint32_t *words; /* 4 words of the memory in which the RTOS keeps its running thread,
                                 16-aligned. The test changes them. NULL: words of the stack, which
                                 may be cached where the RTOS's word is not */
    volatile void *word; /* the word that weir_snoop will get, 4-aligned. The test stores its own
                            value back to it. NULL: not tested */
    int (*irq)(void *context); /* 1 if the unit's interrupt is pending at the interrupt controller
                                  of this hart, else 0. Where controller or core keeps an interrupt
                                  pending, clear it first. NULL: the interrupt is not tested */
    void *irq_context;
    void (*load)(void *context, int on); /* starts (1) or stops (0) the other bus masters, such as a
                                            DMA that copies all the time. With it the test runs a
                                            second time under this load. NULL: it does not */
    void *load_context;
    uint32_t (*timer)(void *context); /* a counter of the SoC that counts up, by all 32 bits, and
                                         whose rate does not depend on what clock_hz says, such as
                                         mtime. The rate of the unit's time is compared with it: an
                                         error of 4 % is found, one of 1 % passes. Not tested if 256
                                         counts take longer than 100000 reads, if unit is longer
                                         than 1 s, or if timer is NULL */
    void *timer_context;
    uint32_t timer_hz; /* its rate, not 0 */
    uint8_t no_retire; /* 1: the unit has a retire view, and its inputs are tied to 0: the view is
                          not tested. Then use neither weir_snoop_register nor weir_traps */
};

struct weir_selftest_report {
    uint32_t faults;   /* bit n: fault n was found */
    uint32_t tested;   /* bit n: fault n would have been found */
    uint32_t expected; /* of the first fault found: a value that had to be somewhere, */
    uint32_t found;    /* and what was there */
};

/* Tests the hook-up of the calling hart. Call it after weir_init, when no trace runs, and while no
 * other hart uses the unit. After a weir_init that failed with ENODEV, EVERSION, EPORT or EBUSY it
 * tests the control page only. It runs with the interrupts of the hart off (WEIR_LOCK), for about
 * 10000 accesses of the unit, twice as many with `load`, at most 200000 reads more with `timer`;
 * uses about 1 KiB of stack; and leaves the unit as after weir_init. `config` may be NULL. If you
 * replace WEIR_STORE32 (weir_hooks.h), replace WEIR_STORE8(address, data), a store of one byte,
 * too, for weir_selftest.c.
 *
 * Returns 0 (nothing is wrong), the number of faults found, EINVAL, ESTATE (before weir_init, a
 * trace runs, or the unit is locked), EBUSY or EACCES (auth_i does not let software read the
 * trace). */
WEIR_MUST_CHECK int weir_selftest(struct weir *w, const struct weir_selftest_config *config,
                                  struct weir_selftest_report *report);

/* A sentence about fault n, with what to look at; NULL if n is no fault. */
const char *weir_selftest_text(unsigned n);

#ifdef __cplusplus
}
#endif
#endif
