/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the trace unit: the same accesses in, the same events out, the same octets. */
#ifndef WEIR_GOLDEN_H
#define WEIR_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Written from docs/theory.md and docs/formats/stream.md alone; it shares no code and no constants with the RTL, the
 * driver or the decoders. No simulator types, no globals, no allocation. One hart.
 *
 * What the model leaves open is what the unit may choose: which events admit refuses for want of room, and where loss
 * records sit. Whoever uses the model (a scoreboard) knows that from the stream. */

enum { WEIR_GOLDEN_USER, WEIR_GOLDEN_COM, WEIR_GOLDEN_SYS, WEIR_GOLDEN_NONE, WEIR_GOLDEN_CLASSES };

/* Causes of refusal, a set. */
enum { WEIR_GOLDEN_ROOM = 1, WEIR_GOLDEN_TORN = 2, WEIR_GOLDEN_ID = 4 };

/* Contexts of a source; a source is 4 * hart + context. */
enum { WEIR_GOLDEN_THREAD, WEIR_GOLDEN_INTERRUPT, WEIR_GOLDEN_USER_PORT, WEIR_GOLDEN_SNOOP };

enum { WEIR_GOLDEN_SLOTS_MAX = 31, WEIR_GOLDEN_EVENT_MAX = 20, WEIR_GOLDEN_LOSS_MAX = 88 };

/* One offered event. */
struct weir_golden_event {
    uint64_t time;     /* the edge that accepted it, or the later one at which it took effect */
    uint32_t value;
    uint32_t id;       /* as stored; 0 for a THREAD_SWITCH that came from the snoop or from RUNNING */
    uint8_t source;
    uint8_t class_;
    uint8_t cause;     /* 0, WEIR_GOLDEN_TORN or WEIR_GOLDEN_ID: refused whatever the room */
    bool is_switch;    /* THREAD_SWITCH, whoever made it */
};

/* ---- Part A: ports, snoop and registers ---- */

/* A register access accepted at an edge. `addr` is the byte address in the unit; bits 1:0 are ignored. */
struct weir_golden_access {
    bool valid, write;
    uint32_t addr, data;
    uint8_t strobes;
};

/* A store accepted on the data bus of the hart at an edge. */
struct weir_golden_store {
    bool valid;
    uint32_t addr, data;
    uint8_t strobes;
};

/* The answer of a register read, as far as the model can know it. */
struct weir_golden_answer {
    uint32_t value;
    uint32_t known;    /* mask of the bits of `value` that the unit must give */
};

struct weir_golden_latch {
    bool owned, fresh;
    uint32_t thread, value;
};

struct weir_golden {
    unsigned slots, queue_log2, fifo_log2;
    uint64_t time;     /* edges since reset */
    bool enable;
    bool snoop_enable;
    uint32_t snoop_addr;
    uint32_t running;
    uint32_t switch_id;
    uint32_t irq_enable, watermark;
    bool fault_access;
    struct weir_golden_latch thread[WEIR_GOLDEN_SLOTS_MAX];
    struct weir_golden_latch interrupt;
    unsigned victim;
    struct weir_golden_access held; /* a port access that waits for snoop events */
    uint32_t offered[WEIR_GOLDEN_CLASSES];
};

/* Everything as after reset. The parameters are those of the RTL; 1 <= slots <= WEIR_GOLDEN_SLOTS_MAX. */
void weir_golden_reset(struct weir_golden *g, unsigned slots, unsigned queue_log2, unsigned fifo_log2);

/* One clock edge. `access` and `store` are what was accepted at it; `busy` is STATUS.BUSY before it (looked at for
 * CTRL.CLEAR only). `answer` gets the answer of an accepted read. Returns true and fills `event` if an event was
 * offered at this edge. The counters of events are kept here for OFFERED only: refusals for room are not known here. */
bool weir_golden_clock(struct weir_golden *g, const struct weir_golden_access *access,
                       const struct weir_golden_store *store, bool busy, struct weir_golden_answer *answer,
                       struct weir_golden_event *event);

/* True if this access may not be accepted at the coming edge, because an earlier one is held behind snoop events. */
bool weir_golden_must_wait(const struct weir_golden *g, const struct weir_golden_access *access);

/* True if this write carries CTRL.CLEAR (whether it works or not). */
bool weir_golden_is_clear(const struct weir_golden_access *access);

/* What a CTRL.CLEAR that works does to the model. */
void weir_golden_clear(struct weir_golden *g);

/* ---- Part B: the stream ---- */

/* The state of the stream: the time of its last entry. Zero it at reset and at CLEAR. */
struct weir_golden_stream {
    uint64_t time;
};

/* Refusals gathered for one loss record. Zero it to begin. */
struct weir_golden_loss {
    uint32_t count[WEIR_GOLDEN_CLASSES];
    uint32_t cause;
    uint64_t source;
    uint64_t first, last;
};

/* Adds one refused event; `cause` is its cause. Call in order of time. */
void weir_golden_loss_add(struct weir_golden_loss *loss, const struct weir_golden_event *event, unsigned cause);

bool weir_golden_loss_empty(const struct weir_golden_loss *loss);

/* Octets of one entry; return how many. `stream` moves on to the time of the entry. */
size_t weir_golden_encode_event(struct weir_golden_stream *stream, const struct weir_golden_event *event,
                                uint8_t octets[WEIR_GOLDEN_EVENT_MAX]);
size_t weir_golden_encode_loss(struct weir_golden_stream *stream, const struct weir_golden_loss *loss, uint64_t time,
                               uint8_t octets[WEIR_GOLDEN_LOSS_MAX]);

#ifdef __cplusplus
}
#endif
#endif
