/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the whole unit: what goes into its pins, cycle by cycle, makes what comes out,
 * without an RTL beside it. */
#ifndef WEIR_GOLDEN_UNIT_H
#define WEIR_GOLDEN_UNIT_H

#include "weir_golden.h"
#include "weir_golden_checkpoint.h"
#include "weir_golden_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/* weir_golden.h has the rules of ports, snoop, filter and registers, and the bytes of an entry.
 * This part adds what it leaves open: admission, loss, queue, pack, FIFO, checkpoints, software
 * entries, frames, the ring, and so the answer of every read. Written from theory.md, *The
 * pace of the stages* among it. No globals, no allocation, no simulator types. */

enum {
    WEIR_GOLDEN_QUEUE_MOST = 64,
    WEIR_GOLDEN_PIPE_MOST = 3,
    WEIR_GOLDEN_PARTS = 4
};

/* Levels of the pins in a cycle. */
struct weir_golden_inputs {
    struct weir_golden_access access;      /* `valid`: at the register port, accepted or not */
    const struct weir_golden_store *store; /* of each hart; NULL: no hart stores or retires */
    uint32_t pins;                         /* pins_i */
    bool trigger, auth;                    /* trigger_i, auth_i */
    bool m_ready, m_error, m_idle;         /* the memory of the ring */
    bool frame_ready;
    uint64_t mtime; /* external counter */
};

struct weir_golden_entry { /* admitted, and not in pack yet */
    struct weir_golden_event event;
    uint8_t item; /* enum weir_golden_item */
    uint8_t kind; /* of a total */
    bool begins;  /* of a loss */
    uint64_t time, dropped;
    uint32_t total;
    uint64_t cycle; /* that made it */
};

/* Entries are found in bytes of the stream again, by frames and ring. */
struct weir_golden_parser {
    uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX];
    unsigned size;
    bool aside;    /* inside of a checkpoint */
    bool argument; /* the entry before was an extra argument of the next */
};

struct weir_golden_unit {
    struct weir_golden g;
    uint32_t *fifo; /* the caller's: 1 << fifo_log2 words; kept by a reset */
    uint64_t cycle; /* since reset */

    /* answers and pins of the coming cycle */
    uint32_t rdata; /* answer of the read that the last cycle accepted */
    bool trigger_out[3];
    bool m_valid;
    uint32_t m_addr;
    uint64_t m_data; /* a word; of weir_wide a row of two */

    /* the rest is private */
    bool front_still, still; /* surely quiet: ports, snoop and registers; all behind them */
    uint64_t zero_until; /* first cycle at which the counters are cleared */
    struct {
        bool valid, reserved, of_port;
        struct weir_golden_event event;
    } pipe[WEIR_GOLDEN_PIPE_MOST]; /* from the arbiter to admit; [0] is at admit */
    uint64_t times[WEIR_GOLDEN_PIPE_MOST];
    bool port_reserved; /* space is reserved for what the port has in the arbiter */

    /* admit */
    unsigned entry, capacity, reserve_bytes; /* bytes */
    int64_t space;                           /* free and not reserved, */
    int64_t freed;                           /* of it in the last cycle */
    unsigned places, places_freed;           /* in use; freed in the last cycle */
    bool overload, reserved;
    bool made;     /* an entry was, in the last cycle */
    unsigned stir; /* cycles since space changed, up to 3 */
    uint32_t dropped[WEIR_GOLDEN_SOURCES][WEIR_GOLDEN_KINDS];
    uint32_t delivered[WEIR_GOLDEN_SOURCES][WEIR_GOLDEN_CLASSES];
    bool changed[WEIR_GOLDEN_SOURCES][WEIR_GOLDEN_KINDS];

    struct {                     /* weir_tiny */
        bool hold, waits, counts; /* no event now; one waited; a drop was counted */
        bool report;              /* `entry` is judged, as an event would be */
        struct weir_golden_entry entry;
        int64_t freed; /* in the cycle before the last */
    } tiny;

    /* loss */
    uint8_t loss; /* enum in weir_golden_unit.c */
    bool overload_ended, again, looked, irq_loss;
    bool stuck; /* it needed space to go on, in the last cycle */
    unsigned look_at;
    uint64_t first_time, last_time, last_cycle;

    /* queue, and what goes to pack */
    struct weir_golden_entry queue[WEIR_GOLDEN_QUEUE_MOST];
    unsigned queue_head, queued;
    uint64_t head_since; /* cycle at which its first entry can go on */
    bool head_known;
    struct weir_golden_stream stream;
    struct {
        uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX];
        unsigned end[WEIR_GOLDEN_PARTS]; /* of its parts */
        unsigned parts, next;            /* that it has; that goes to pack next */
        bool valid;
        uint64_t since; /* cycle at which pack can take it */
        bool leaves;    /* the queue, in the next cycle */
        uint64_t time;
    } head;
    struct {
        bool valid, last_part;
        const uint8_t *bytes;
        unsigned size, at;
        unsigned used; /* bytes of an event so far */
        uint8_t copy[WEIR_GOLDEN_ENTRY_MAX];
        bool is_argument;
    } pack;
    uint8_t put[4];
    unsigned put_size;
    bool done, passed;
    unsigned unused;

    struct { /* weir_wide: what is behind the queue */
        bool searches; /* the thread cache has `entry`, */
        struct weir_golden_entry entry;
        unsigned search; /* and needs these cycles more */
        bool packs;      /* pack has an entry of these bytes, and has made pieces of `at` */
        uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX];
        unsigned size, at;
        uint8_t piece[WEIR_GOLDEN_ENTRY_MAX];
        unsigned piece_size; /* 0: none */
        bool spills;         /* a word is left of the piece before */
        uint32_t word;
        bool done[2]; /* an entry was written; space that it did not need, a cycle later */
        unsigned unused[2];
        uint64_t ring_read; /* that of the unit, before the last cycle */
        unsigned part, rest; /* bytes of a row that are in memory; cycles without more of them */
    } wide;

    /* checkpoints and software entries */
    struct weir_golden_checkpoint checkpoint;
    uint8_t inserted[WEIR_GOLDEN_CHECKPOINT_BYTES];
    unsigned insert_size, insert_at, insert_wait;
    uint8_t inserting; /* enum in weir_golden_unit.c */
    bool asked, due, sw_pending, sw_late;
    uint32_t packed_since, debt;
    uint32_t sw_words, sw_lost;

    /* FIFO: words written, read at the data page or by frames, and by the ring, since CLEAR */
    uint64_t written, read, ring_read, freed_words;
    unsigned pushed[2]; /* in the last cycles */
    uint8_t tail[4];
    unsigned tail_size;
    bool fault_empty;
    uint32_t time_hi;
    unsigned peek_waited, count_waited;
    uint32_t count_addr, count_value, peek_word;
    struct {
        uint64_t written, read;
        uint32_t tail;
    } was, snapshot;
    bool has_snapshot;
    uint64_t live_since; /* cycle of the store that began the stream after a reset */
    uint64_t mtime[4];

    /* frames */
    struct weir_golden_frames frames;
    struct weir_golden_parser frame_parser;
    uint8_t frame[WEIR_GOLDEN_FRAMES_MAX];
    size_t frame_size, frame_at;
    uint64_t frame_pos; /* bytes of the stream that it has taken */
    uint64_t frame_time;
    struct weir_golden_event frame_event;
    bool frame_parsed;

    /* ring */
    struct weir_golden_parser ring_parser;
    struct weir_golden_checkpoint ring_checkpoint;
    uint8_t ring_bytes[WEIR_GOLDEN_CHECKPOINT_BYTES];
    unsigned ring_size, ring_at;
    uint8_t ring_state;
    unsigned ring_count;
    uint64_t ring_pos, ring_time;
    uint32_t ring_offset, ring_word;
    unsigned ring_generation, ring_words;
    bool ring_ready, ring_full, ring_wrapped, ring_dirty;
};

/* Once: all as after power-up. `fifo` has 1 << has->fifo_log2 words and stays the caller's. */
void weir_golden_unit_init(struct weir_golden_unit *u, const struct weir_golden_parameters *has,
                           uint32_t *fifo);

/* Reset: what a reset keeps is kept (PEEK: the words of the FIFO, and the snapshot). */
void weir_golden_unit_reset(struct weir_golden_unit *u);

/* True if this access, or none, is accepted in the coming cycle: reg_ready_o. */
bool weir_golden_unit_ready(const struct weir_golden_unit *u,
                            const struct weir_golden_access *access);

/* One cycle. Returns whether in->access was accepted; if it was a read, `rdata` is its answer. */
bool weir_golden_unit_clock(struct weir_golden_unit *u, const struct weir_golden_inputs *in);

/* Pins of the coming cycle. */
bool weir_golden_unit_irq(const struct weir_golden_unit *u);
bool weir_golden_unit_trigger(const struct weir_golden_unit *u);
bool weir_golden_unit_frame(const struct weir_golden_unit *u, uint8_t *byte); /* frame_valid_o */

/* True if nothing happens by itself while these inputs stay, and no access comes. The register port
 * may still clear its counters. */
bool weir_golden_unit_quiet(const struct weir_golden_unit *u, const struct weir_golden_inputs *in);

/* What a read of in->access would answer in the coming cycle. Changes nothing. */
uint32_t weir_golden_unit_look(const struct weir_golden_unit *u,
                               const struct weir_golden_inputs *in);

/* What there is outside: it is asked for the external counter at a cycle. */
struct weir_golden_outside {
    void *context;
    uint64_t (*mtime)(void *context, uint64_t cycle); /* NULL: in->mtime stays as it is */
};

/* If it is quiet: passes up to `cycles` at once, with these inputs and no access, the same as
 * stepping, and returns how many. Else returns 0. */
uint64_t weir_golden_unit_jump(struct weir_golden_unit *u, const struct weir_golden_inputs *in,
                               uint64_t cycles, const struct weir_golden_outside *outside);

#ifdef __cplusplus
}
#endif
#endif
