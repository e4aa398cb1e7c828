/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the trace unit: the same accesses in, the same events out, the same bytes. */
#ifndef WEIR_GOLDEN_H
#define WEIR_GOLDEN_H

#include "weir_golden_parameters.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Written from theory.md and stream.md alone; it shares no code and no constants
 * with the RTL, the driver or the decoders, but for the names of the parameters. No simulator
 * types, no globals, no allocation.
 *
 * What the model leaves open is what the unit may choose: which events admit drops for want of
 * space, and when the entries of a loss are written. Whoever uses the model (a scoreboard) knows
 * that from the stream. */

enum { WEIR_GOLDEN_USER, WEIR_GOLDEN_COM, WEIR_GOLDEN_SYS, WEIR_GOLDEN_NONE, WEIR_GOLDEN_CLASSES };

/* Drop reasons. The first three, lack of space, have the number of the class. */
enum {
    WEIR_GOLDEN_TORN = 3,
    WEIR_GOLDEN_ID,
    WEIR_GOLDEN_MASK,
    WEIR_GOLDEN_RATE_LIMIT,
    WEIR_GOLDEN_OVERRUN,
    WEIR_GOLDEN_KINDS = 16 /* codes */
};

/* The name of a drop reason; NULL: a free code. */
const char *weir_golden_reason(unsigned kind);

/* Of a source's counters: the first of those by class. */
enum { WEIR_GOLDEN_DELIVERED = 16 };

/* Contexts of a source; a source is 4 * hart + context. */
enum {
    WEIR_GOLDEN_THREAD,
    WEIR_GOLDEN_INTERRUPT,
    WEIR_GOLDEN_USER_PORT,
    WEIR_GOLDEN_SNOOP,
    WEIR_GOLDEN_CONTEXTS
};

enum { WEIR_GOLDEN_ISR = 0xc001 };                           /* id */
enum { WEIR_GOLDEN_PIN = 0x4400, WEIR_GOLDEN_PIN_BUS = 32 }; /* id of pin 0; + this: of the bus */
enum { WEIR_GOLDEN_SW_ENTRY_WORDS = 32 };                    /* of an entry by software, at most */

enum { WEIR_GOLDEN_HARTS = 16, WEIR_GOLDEN_SOURCES = WEIR_GOLDEN_HARTS * WEIR_GOLDEN_CONTEXTS };
enum {
    WEIR_GOLDEN_PORTS = 3,
    WEIR_GOLDEN_VALUE_REGS_MAX = 16,
    WEIR_GOLDEN_ENTRY_MAX = 44,
    WEIR_GOLDEN_ENTRY_NARROW = 20,
    WEIR_GOLDEN_WORDS = 4
};

/* One offered event. */
struct weir_golden_event {
    uint64_t time; /* its timestamp: the cycle that accepted it, or a later one if snoop events went
                      before */
    uint64_t value;
    uint32_t more[WEIR_GOLDEN_WORDS - 1]; /* extra arguments */
    uint8_t extra;                        /* their number */
    uint32_t id; /* as stored; 0 for a THREAD_SWITCH that came from the snoop or from RUNNING,
                    WEIR_GOLDEN_ISR for a trap */
    uint8_t source;
    uint8_t class_; /* NONE if it is dropped whatever the free space */
    uint8_t kind; /* of that drop: WEIR_GOLDEN_TORN, _ID, _MASK, _RATE_LIMIT or _OVERRUN; else 0 */
    bool is_switch;    /* THREAD_SWITCH, whoever made it */
    bool is_hint;      /* of a custom HINT */
    uint32_t reserved; /* space is reserved for its store: cycles from its acceptance to its
                          timestamp, and one more; else 0 */
    bool waits;        /* it was: the store waited until there was space */
};

/* ---- Part A: ports, snoop and registers */

/* A register access accepted at a cycle. `addr` is the byte address in the unit; bits 1:0 are
 * ignored. */
struct weir_golden_access {
    bool valid, write;
    uint32_t addr, data;
    uint8_t strobes;
};

/* What a hart has done, as its retire ports show it at a cycle. */
struct weir_golden_retire {
    uint8_t rd; /* register written, 0: none */
    uint32_t rd_data;
    bool csr_valid;
    uint16_t csr;
    uint32_t csr_data;
    bool trap, interrupt, returns;
    uint16_t code;
    bool hint; /* a custom HINT: csr is its immediate, csr_data the value of rs1 */
    bool sltiu, user; /* not slti; in user mode */
};

/* A store accepted on the data bus of a hart at a cycle, and what the hart has done. */
struct weir_golden_store {
    bool valid;
    uint32_t addr, data;
    uint8_t strobes;
    struct weir_golden_retire retire;
};

/* The answer of a register read, as far as the model can know it. */
struct weir_golden_answer {
    uint32_t value;
    uint32_t known; /* mask of the bits of `value` that the unit must give */
};

struct weir_golden_value_reg {
    bool owned, fresh;
    uint8_t port; /* the owner: a thread at a port of the hart */
    uint32_t thread;
    uint64_t value;
    uint32_t more[WEIR_GOLDEN_WORDS - 1];
    uint8_t extra; /* words stored to it behind the first: the number of the last */
};

/* Something of the register port on its way through the arbiter. */
struct weir_golden_waiting {
    bool valid;
    bool is_running; /* a store to RUNNING: whether it is a switch is judged when it leaves the
                        arbiter */
    bool enabled;    /* the unit was enabled when it was accepted */
    unsigned ahead;  /* items of the snoop of its hart that go before it */
    struct weir_golden_event event;
};

/* What the snoop saw in one cycle and has not left yet: a trap entered, a trap left, a word that
 * may change the running thread, or in its place a HINT and its value; 4 * code + 2 * interrupt of
 * the trap. */
struct weir_golden_record {
    bool enters, returns, has_word;
    bool every; /* the word is a THREAD_SWITCH even of the running thread */
    uint32_t cause, word;
    bool is_hint, sltiu, user, in_trap;
    uint16_t immediate;
};

/* One hart: its snoop, its running thread and the value registers of its ports; the records that
 * wait for their grants, oldest first, and whether there were four before the last grant; how many
 * items were dropped and not reported yet; causes of the traps that it is in, innermost last. */
struct weir_golden_hart {
    uint32_t snoop_ctrl, snoop_addr, snoop_mask, running, port_mask;
    struct weir_golden_value_reg bank[WEIR_GOLDEN_VALUE_REGS_MAX];
    struct weir_golden_value_reg
        value_reg[WEIR_GOLDEN_PORTS]; /* of the ports that are not in the bank */
    unsigned victim;
    unsigned records;
    struct weir_golden_record record[4];
    bool full;
    uint32_t over;
    unsigned traps;
    uint32_t cause[4]; /* 4 * code + 2 * interrupt */
    bool settling;     /* one may leave at the coming cycle */
    unsigned search[2]; /* cycles for which the unit searches for the value register of the thread:
                           once a switch has left at the coming cycle; and still */
};

/* The event pins. They count as one hart more, its interrupt port: source 4 * harts + 1. */
struct weir_golden_pins {
    uint32_t rise, fall, bus; /* registers */
    unsigned samples;         /* since it is enabled, 3 or more */
    uint32_t sample[3];       /* the last first */
    bool reported;            /* the bus was, */
    uint32_t reported_bus;    /* so */
    unsigned count; /* samples that wait, oldest first: events to tell, bit 32 the bus; levels of
                       the pins, and of the bus */
    struct weir_golden_pins_sample {
        uint64_t todo;
        uint32_t level, bus;
    } waits[4];
    uint32_t over; /* events that were given up and not reported yet */
};

/* filter: registers and state. What software reads of the state is a copy, older than the events of
 * the coming cycle and of the last two. */
enum { WEIR_GOLDEN_OPEN, WEIR_GOLDEN_CLOSED, WEIR_GOLDEN_FREEZING, WEIR_GOLDEN_FROZEN };

struct weir_golden_trigger {
    uint32_t state;
    uint32_t left; /* while FREEZING: events that still pass */
    uint32_t filtered;
};

struct weir_golden_filter {
    uint32_t select, select_id, range[2], rate_limit[2], freeze_after, trigger;
    struct {
        uint32_t id, value, mask;
    } match[2];
    struct {
        uint64_t end;
        uint32_t events;
    } window[2]; /* of a rate limit: the cycle after it, and events in it */
    struct weir_golden_trigger now, soon, shown; /* `soon` is `shown` a cycle later */
    bool stored;                                 /* at the last cycle one of these was stored to */
    bool pin[2]; /* levels that the last cycle saw, and the one before */
    bool pulse;  /* a cause in OUT came to the event of this cycle, or would have */
};

struct weir_golden {
    struct weir_golden_parameters has;
    uint64_t time;  /* ticks since reset or CLEAR, or of the external counter */
    uint64_t cycle; /* cycles since reset */
    uint32_t time_step, step_before,
        fraction; /* ticks of a cycle, 8.24; the same, a cycle before; of the time, 24 bits */
    bool mtime, mtime_active; /* the external counter will be time from the next CLEAR on; it is */
    uint64_t external; /* what the unit has read of that counter before the coming cycle, to be set
                          by the caller */
    bool auth_pin;     /* level of the pin auth_i before the coming edge, to be set by the caller */
    bool auth[2];      /* levels that the last cycle saw, and the one before */
    uint32_t denied;   /* reads that could not */
    bool trigger_pin;  /* level of the pin trigger_i before the coming edge, to be set by the caller
                        */
    struct weir_golden_filter filter;
    bool ready;          /* level of reg_ready_o in the coming cycle, to be set by the caller */
    uint32_t pins_level; /* levels of pins_i before the coming cycle, to be set by the caller */
    struct weir_golden_pins pins;
    bool enable;
    uint32_t switch_id;
    struct weir_golden_hart hart[WEIR_GOLDEN_HARTS];
    unsigned
        last_grant; /* the hart that had the last, or `harts`: a port; or behind that: the pins */
    uint32_t irq_enable, watermark;
    bool frame_enable, framing; /* frames will take the stream from the next CLEAR on; they do */
    uint32_t frame_interval, frame_hz;
    uint32_t peek_at;
    bool locked;
    bool live;                 /* a stream goes on, or has since reset */
    uint32_t checkpoint_every; /* bytes between two states */
    struct {
        bool open;                   /* it is whole so far */
        unsigned hart, words, count; /* who began it; words that it is to have, and has */
        uint32_t word[WEIR_GOLDEN_SW_ENTRY_WORDS];
    } sw_entry;              /* the entry that software makes */
    unsigned sw_entry_ended; /* words of the one that is whole, and whose END was read at the last
                                cycle: the unit may write it; else 0 */
    bool memory_error; /* level of the pin m_error_i before the coming edge, to be set by the caller
                        */
    bool fault_access, fault_ring;
    bool empty; /* nothing can be in the stream: the ring's registers can be written */
    uint32_t ring_ctrl, ring_base, ring_size;
    struct weir_golden_waiting waiting;
    uint32_t wait, waited; /* WAIT; cycles at which a store for a guaranteed alias was not accepted,
                              since one was */
    uint32_t window_ids;      /* WINDOW_IDS */
    bool clearing; /* since reset or CLEAR reg_ready_o was low: the counters may be on their way to
                      0 */
    bool settling; /* a running thread may change at the coming cycle */
    bool granted;  /* something left the arbiter at the last */
    bool shared;   /* what the register port offers was in the arbiter at the last, and others */
    uint32_t offered[WEIR_GOLDEN_SOURCES][WEIR_GOLDEN_CLASSES];
};

/* Everything as after reset. */
void weir_golden_reset(struct weir_golden *g, const struct weir_golden_parameters *has);

/* One clock cycle. The pin `trigger_pin`, `access` and `store` (of each hart) are what was accepted
 * at it; `busy` is STATUS.BUSY before it (looked at for CTRL.CLEAR only). `answer` gets the answer
 * of an accepted read. Returns true and fills `event` if an event got the timestamp of this cycle
 * and is offered: filter has not filtered out it. Offered events are counted here; drops for space
 * are not known here. */
bool weir_golden_clock(struct weir_golden *g, const struct weir_golden_access *access,
                       const struct weir_golden_store *store, bool busy,
                       struct weir_golden_answer *answer, struct weir_golden_event *event);

/* True if nothing happens by itself: cycles without an access, a store and a change of a pin change
 * only `time`, `cycle` and what is known of the last grant, until something comes from outside. */
bool weir_golden_quiet(const struct weir_golden *g);

/* `cycles` such cycles at once: the same as stepping, if it is quiet. While time is the external
 * counter, time becomes `external`. */
void weir_golden_advance(struct weir_golden *g, uint64_t cycles);

/* A cycle with this access, the same as weir_golden_clock, if it is quiet before; for an access
 * that offers nothing and stores to no register: a read, or a store of a value. */
void weir_golden_quick(struct weir_golden *g, const struct weir_golden_access *access,
                       struct weir_golden_answer *answer);

/* True if, at the coming cycle, what was traced cannot be read, for want of authorisation: then the
 * FIFO looks empty. */
bool weir_golden_closed(const struct weir_golden *g);

/* True if this access may not be accepted at the coming cycle, because a running thread may change
 * at it, or a register of filter. */
bool weir_golden_must_wait(const struct weir_golden *g, const struct weir_golden_access *access);

/* True if it would be an offer just behind another, whose grant others wait for, too: a unit may
 * let it wait for that cycle (theory.md, *regs*). */
bool weir_golden_turn_waits(const struct weir_golden *g, const struct weir_golden_access *access);

/* The id of the event that a store to this address of an event window offers. */
uint32_t weir_golden_window_id(const struct weir_golden *g, uint32_t addr);

/* True if space is reserved for this store if it is accepted at the coming cycle and there is
 * space: it goes to a guaranteed port or window. */
bool weir_golden_may_reserve(struct weir_golden *g, const struct weir_golden_access *access);

/* True if this store may be held, for lack of space, at the coming cycle: it would have space
 * reserved, and may wait for it. */
bool weir_golden_may_wait(struct weir_golden *g, const struct weir_golden_access *access);

/* This access was at the register port at the coming cycle, and not accepted. */
void weir_golden_held(struct weir_golden *g, const struct weir_golden_access *access);

/* True if something waits for its grant in the arbiter. */
bool weir_golden_arbitrating(const struct weir_golden *g);

/* True if this write carries CTRL.CLEAR (whether it works or not). */
bool weir_golden_is_clear(const struct weir_golden_access *access);

/* What a CTRL.CLEAR that worked `cycles` cycles ago does to the model. */
void weir_golden_clear(struct weir_golden *g, uint64_t cycles);

/* True if `addr` is a counter that the unit has; `source` and `counter` say which: counter is a
 * drop reason, or WEIR_GOLDEN_DELIVERED + a class. */
bool weir_golden_counter(const struct weir_golden *g, uint32_t addr, unsigned *source,
                         unsigned *counter);

/* ---- Part B: the stream */

/* The state of the stream: the time of its last entry, and the thread cache. Zero it at reset and
 * at CLEAR, but for `threads`. */
struct weir_golden_stream {
    uint64_t time;
    unsigned threads; /* cache entries of the cache that works; 0: none */
    unsigned filled, victim;
    uint32_t cache[WEIR_GOLDEN_VALUE_REGS_MAX];
};

/* Bytes of one entry; return how many. `stream` moves on to the time of the entry. */
size_t weir_golden_encode_event(struct weir_golden_stream *stream,
                                const struct weir_golden_event *event,
                                uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX]);
/* A loss that begins or ends at `time`; `dropped` is the time of its first or last drop. */
size_t weir_golden_encode_loss(struct weir_golden_stream *stream, bool begins, uint64_t dropped,
                               uint64_t time, uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX]);
size_t weir_golden_encode_dropped(struct weir_golden_stream *stream, unsigned kind, unsigned source,
                                  uint32_t total, uint64_t time,
                                  uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX]);

/* What an item is, if it is not an event: */
enum weir_golden_item { WEIR_GOLDEN_ITEM_EVENT, WEIR_GOLDEN_ITEM_LOSS, WEIR_GOLDEN_ITEM_DROPPED };
enum weir_golden_item weir_golden_item(uint64_t item, unsigned *kind, unsigned *source);

#ifdef __cplusplus
}
#endif
#endif
