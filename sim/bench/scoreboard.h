/* SPDX-License-Identifier: Apache-2.0 */
/* Scoreboard: watches the pins of the unit, drives the golden model and checks every byte that the
 * unit gives. */
#ifndef WEIR_SCOREBOARD_H
#define WEIR_SCOREBOARD_H

#include "weir_golden.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Belongs to no simulator. Feed it the pins of `weir` once per rising clock edge, with the values
 * they had just before the edge; from the first edge of reset on, since time counts from there. It
 * learns everything else by itself: from the accesses it sees at the register port it takes the
 * stream (data page, TAIL), the register answers and the moments when the unit says that it has
 * drained.
 *
 * What is checked: every byte of the stream; every register answer that the contract determines;
 * that an event is dropped for space only when space was short, and delivered only when it was
 * there; that a loss is reported from its first drop to its last, in time, with the total of every
 * counter that changed; the unit's counters by source; that accesses wait when they must, and not
 * for long when they need not; the interrupt; the trigger's pin; every byte of the memory of the
 * ring, if the data page has the stream, too (RING_CTRL.FIFO); if it has not, only where the writes
 * go.
 *
 * While frames take the stream (FRAME_CTRL), it learns the stream from them, and checks every byte
 * of them. The reader then ends by: write CTRL.ENABLE 0; read STATUS until neither BUSY nor LOSS is
 * set; read FRAME_CTRL until its BUSY is 0; and the count page. It may CLEAR only then.
 *
 * For all of it to be checked the reader at the port must end by: write CTRL.ENABLE 0; read STATUS
 * until BUSY is 0; read LEVEL; read that many words of the data page; if that STATUS had LOSS, do
 * it again (the rest of the loss waited for the space); read LEVEL again (0); read TAIL; and the
 * count page. Doing so in the middle of a run is checked too. */

struct weir_pins {
    bool rst_n;
    bool reg_valid, reg_ready, reg_write;
    uint32_t reg_addr; /* byte address in the unit */
    uint32_t reg_wdata;
    uint8_t reg_wstrb;
    uint32_t reg_rdata; /* as the pins show it: the answer of the read accepted one cycle before */
    struct weir_golden_store snoop[WEIR_GOLDEN_HARTS];
    bool auth; /* the pin auth_i */
    bool trigger_in, trigger_out;
    uint32_t pins;                    /* event pins: the levels that a cycle sees */
    uint64_t mtime_least, mtime_most; /* what a cycle can see of the external counter: before and
                                         after a step under way */
    uint64_t mtime;        /* looked up inside, with TIME_BASE: what the unit has read of it, */
    bool mtime_known;      /* if it follows it, */
    bool entry;            /* and that it makes an entry in the cycle before this cycle */
    bool m_valid, m_ready; /* writes of the ring; they are in memory when accepted, */
    bool m_error;          /* or one was not */
    bool m_idle;           /* the memory has all that it took */
    uint32_t m_addr;
    uint64_t m_wdata; /* 32 bits; of weir_wide 64 */
    bool irq;
    bool frame_valid, frame_ready;
    uint8_t frame_data;
};

struct scoreboard_config {
    struct weir_golden_parameters unit; /* the parameters of the RTL */
    FILE *report;                       /* where errors are reported; NULL: nowhere */
    FILE *stream; /* gets the bytes of every checked entry, CLEAR or not; NULL: nobody */
    FILE *memory; /* gets the memory of the ring, when the unit is seen drained; NULL: nobody */
    uint64_t cut; /* at this cycle instead, if it is not 0, whatever goes on */
    FILE *frames; /* gets the bytes of checked frames; NULL: nobody */
    FILE *log;    /* gets one line per event once its fate is known; NULL: nobody.
                     "time source class id value delivered|dropped kind", `thread` for the id
                     of a THREAD_SWITCH, id and value hexadecimal, drop reason or - */
};

/* Where an event came from: the three ports, the snoop, the pins. What became of it: of each class
 * delivered, delivered while a loss went on, dropped for space; then dropped for another reason, by
 * kind. How the stream was taken from the unit when it was offered: by the ring, in frames, or from
 * the data page, of which no word was taken in a while (cycles), some, or many (words). */
enum {
    SCOREBOARD_PORTS = 5,
    SCOREBOARD_FATES = 9 + WEIR_GOLDEN_KINDS - WEIR_GOLDEN_TORN,
    SCOREBOARD_READERS = 5,
    SCOREBOARD_WHILE = 256,
    SCOREBOARD_MANY = 16
};

struct scoreboard_stats {
    uint64_t cycles; /* cycles out of reset */
    uint64_t offered[4], delivered[4],
        dropped[4];     /* by class: USER, COM, SYS, NONE; never cleared */
    uint64_t unread[4]; /* offered before a CLEAR or reset, and their fate was not read before it:
                           offered = delivered + dropped + unread once the unit is seen drained */
    uint64_t kind[WEIR_GOLDEN_KINDS]; /* drops by reason */
    uint64_t filtered;  /* events that filter has not offered */
    uint64_t state[4];  /* times that the trigger became OPEN, CLOSED, FREEZING, FROZEN */
    uint64_t pulses;    /* on trigger_o */
    uint64_t pressed_rate_limit, pressed_filtered,
        pressed_state[4]; /* the same three in an overload */
    uint64_t crossed[SCOREBOARD_PORTS][SCOREBOARD_FATES]
                    [SCOREBOARD_READERS]; /* events whose fate is known, by these three */
    uint64_t context[4]; /* offered by context: thread, interrupt, user port, snoop */
    uint64_t windows;    /* offered by windows */
    uint64_t checkpoints,
        checkpoints_in_loss; /* that checkpoint has put into the stream; while a loss went on */
    uint64_t known, filled, refilled; /* switches of the thread cache: named a cache entry, filled
                                         one, filled it again */
    uint64_t same_tick;               /* entries with the time of the one before */
    uint64_t steps, mtime; /* entries while a step was set, while time was the external counter */
    uint64_t pins, pins_bus, pins_overrun; /* offered events of pins; of the bus; overruns */
    uint64_t pressed_pins;                 /* events of pins in an overload */
    uint64_t hints, hints_in_trap, hints_switch, hints_bad, hints_masked; /* events of HINTs: with a
                                               class; in a trap; switches; dropped for id, class */
    uint64_t pressed_hints;                /* in an overload */
    uint64_t traps;                        /* offered: entries into traps, and returns */
    uint64_t bytes;                        /* bytes of the stream that were checked */
    uint64_t event_bytes;                  /* of these, bytes of events */
    uint64_t frame_bytes;                  /* bytes of frames that were checked */
    uint64_t losses, totals;               /* losses that began, and totals reported */
    uint64_t must_wait, waits;             /* cycles at which an access had to wait, and did wait */
    uint64_t reserved, held; /* events whose stores waited for space, if there was none; cycles that
                                these waited */
    uint64_t wide;           /* delivered, with more than 32 bits */
    uint64_t several, most;  /* with several words; with as many as the unit has */
    uint64_t expired;        /* stores that waited too long */
    uint64_t answers;        /* register answers that were compared */
    uint64_t peeks;          /* words that were looked at without taking them */
    uint64_t sw_entries, pressed_sw_entries; /* entries by software that came in the stream; the
                                                same in an overload */
    uint64_t sw_entries_later,
        sw_entries_torn;             /* that the unit did not write: not now; not whole */
    uint64_t denied, pressed_denied; /* reads that were denied; the same in an overload */
    uint64_t locked;                 /* stores while the unit was locked */
    uint64_t rings;                  /* times that the memory of a ring was compared */
    uint64_t resets;                 /* of a unit that ran */
    uint64_t withdrawn;  /* accesses that waited and were withdrawn, but of guaranteed stores */
    uint64_t all_stores; /* cycles in which all of several harts stored */
    uint64_t frame_ctrl, time_ctrl; /* stores to these in mid-run that changed something */
    uint64_t frames_cut;            /* frames under way at a CLEAR */
    uint64_t idle_clears;           /* CLEARs with ENABLE whose end no access has waited for */
    uint64_t alone_words;           /* that a ring has written that has the stream alone */
    uint64_t late_words;    /* cycles in which the memory of a ring had not all that it took */
    uint64_t locked_drains; /* of drained: while the unit was locked */
    uint64_t drained;       /* times that the unit was seen drained, and everything was reported */
    uint64_t errors;
};

struct scoreboard;

/* Returns NULL if there is no memory. */
struct scoreboard *scoreboard_new(const struct scoreboard_config *config);
void scoreboard_free(struct scoreboard *sb);

/* One rising edge. Returns false from the first error on: nothing is checked any more. */
bool scoreboard_clock(struct scoreboard *sb, const struct weir_pins *pins);

/* The time register of the unit was moved forward by `ticks` between two edges. */
void scoreboard_jump(struct scoreboard *sb, uint64_t ticks);

/* The counters of the unit, which was disabled since reset, begin at `count`. */
void scoreboard_count(struct scoreboard *sb, uint32_t count);

/* Ends the run. Returns true if there was no error and the unit was seen drained at the end. */
bool scoreboard_finish(struct scoreboard *sb);

const struct scoreboard_stats *scoreboard_stats(const struct scoreboard *sb);

#ifdef __cplusplus
}
#endif
#endif
