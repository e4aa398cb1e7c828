/* SPDX-License-Identifier: Apache-2.0 */
/* Scoreboard: compares every byte and register answer of the unit with the golden model, and judges
 * its drops. */
#include "scoreboard.h"

#include "transcribe.h"
#include "weir_golden.h"
#include "weir_golden_frame.h"
#include "weir_golden_ring.h"
#include "weir_golden_checkpoint.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Slack: what the contract leaves to the implementation */

enum {
    /* Cycles within which the unit may still be working on something that the pins have shown: an
     * access on its way to the counters, a word on its way to LEVEL, an entry about to be queued.
     */
    SETTLE_CYCLES = 64,
    /* Bytes by which the scoreboard's idea of the space may differ from admit's at the moment of
     * the decision: five words, which a reader at full speed takes in the edges between a store and
     * its admission; with FILTER one more. */
    FREE_SLACK = 20,
    /* The same while frames take the stream: two entries more may be on their way to the pins. */
    FRAME_SLACK = FREE_SLACK + 2 * WEIR_GOLDEN_ENTRY_NARROW + 4,
    /* Two rows more of the ring of weir_wide: one waits at its port, and one is known to be whole
     * only when the next comes. */
    ROWS_SLACK = 16,
    /* The same for places in the queue. */
    QUEUE_SLACK = 1,
    /* Cycles from a store that space  reserved for until that space is there again, if the store
       makes no event; with FILTER one more. */
    RESERVE_CYCLES = 4,
    /* Cycles that pack may take for one entry, or an extra argument of an event, besides one for
       LANES bytes. */
    PACK_CYCLES = 7,
    /* And the thread cache for a switch, besides one for each cache entry. */
    SEARCH_CYCLES = 3,
    /* The entry that begins a loss is queued at the latest this long after the first drop, cycles
     * of delivered events not counted; without a queue it waits for pack, besides. */
    BEGIN_CYCLES = 4,
    BEGIN_PACK_CYCLES = 24,
    /* A loss has ended at the latest this long after it could end and there was nothing else to do;
       for each hart. */
    END_CYCLES = 3 * SETTLE_CYCLES,
    /* A reset keeps a stream whose first store came at least three cycles before. */
    RECORDED_AFTER = 3,
    /* Cycles that reg_ready_o may be low for none of the reasons that the model knows, as
     * signals.md says. With PEEK: a read of a word of the FIFO. With several sources: a store in
     * the cycle of the grant of the event before. A read of a counter: until what the port did
     * before is counted, behind what its hart did in that cycle (with RETIRE up to three items),
     * each a turn of all sources, and then behind the other harts. Without a queue an event waits
     * for pack, a cycle a byte and three an entry: two entries of 16 bytes; of a loss that ends (a
     * disabled unit, or a read of a counter) besides all totals, of 9 bytes. While counters are
     * cleared: two for each counter that a source may have, and a few more. */
    READY_PEEK_CYCLES = 2,
    READY_GRANT_CYCLES = 1,
    READY_COUNT_CYCLES = 4,
    ITEMS_RETIRE = 3,
    READY_ENTRY_CYCLES = 16 + 3,
    READY_TOTAL_CYCLES = 9 + 3,
    READY_TOTALS = 12,
    CLEAR_HART_CYCLES = 2 * 16 * 4,
    /* Bytes of the timestamp of a frame. */
    FRAME_TIMESTAMP = 4,
    CLEAR_CYCLES = 16,
    /* Cycles after an access until the interrupt pin has followed it. */
    IRQ_CYCLES = 4,
    /* Cycles that a store to RUNNING is on its way to admit, when nothing is before it; with FILTER
       one more. */
    PASS_CYCLES = 2,
    /* Entries of the stream that a sink may still tell when authorisation ends: the one whose frame
     * is under way, and one that is complete behind it; besides that of which all but the flag was
     * taken, or but a byte, escaped or not, and the flag: they wait to be taken. */
    CLOSED_ENTRIES = 2,
    CLOSED_BYTES = 2,

    ENTRY_MAX = WEIR_GOLDEN_ENTRY_MAX,
    QUIET = 64,    /* cycles without a drop that end a loss */
    PACKING = 128, /* more than the queue holds */
    HISTORY = 16,  /* entries and accesses shown with an error */
    LINE = 128,    /* characters of such an entry */
    MTIME_CYCLES =
        4, /* from a cycle that sees the external counter to the first at which it is time */
    SW_ENTRIES = 1024, /* entries by software: more than the FIFO holds */
    SW_ENTRY_MAX = 4 * WEIR_GOLDEN_SW_ENTRY_WORDS,
    CHECKPOINTS = 1 << 15, /* and entries by software: the largest FIFO holds as many words */
    EVERIES = 64,     /* stores to register CHECKPOINT that the stream may not have reached yet */
    JUMPS = 64,       /* of time that the stream may not have reached yet */
    INTERVALS = 16,   /* stores to FRAME_CTRL that a frame may have begun before */
    FRAME_CYCLES = 8, /* from a frame's begin, when it looks at INTERVAL, to its first byte */
};

enum { /* the unit's own pages, as docs/reference/registers.md says */
       PAGE_MASK = 0x1ff000,
       PAGE_CONTROL = 0x0000,
       PAGE_DATA = 0x1000,
       PAGE_COUNT = 0x2000,
       PAGE_SW_ENTRY = 0x4000,
       SW_ENTRY_END = 8,
       SW_ENTRY_WRITTEN = 1,
       SW_ENTRY_LATER = 2,
       REG_SW_DROPPED = 0x068,
       REG_RUNNING = 0x108,
       SNOOP_HART = 0x20,
       REG_CTRL = 0x010,
       REG_STATUS = 0x014,
       REG_FAULT = 0x018,
       REG_IRQ_STATUS = 0x020,
       REG_LEVEL = 0x028,
       REG_TAIL = 0x02c,
       REG_TIME_LO = 0x030,
       REG_TIME_HI = 0x034,
       REG_PEEK_DATA = 0x048,
       REG_FIFO_POINTERS = 0x04c,
       REG_SNAPSHOT = 0x050,
       REG_CHECKPOINT = 0x060,
       REG_FRAME_CTRL = 0x480,
       REG_RING_CTRL = 0x600,
       REG_RING_AT = 0x610,
       SOURCES = WEIR_GOLDEN_SOURCES,
       KINDS = WEIR_GOLDEN_KINDS,
       DELIVERED = WEIR_GOLDEN_DELIVERED,
       COUNTERS = DELIVERED + 8, /* of a source: dropped by reason, delivered by class behind */
       STATUS_BUSY = 1,
       STATUS_OVERLOAD = 2,
       STATUS_EMPTY = 4,
       STATUS_LOSS = 8,
};

/* What a checkpoint begins with. */
static const uint8_t CURR[4] = {0, 0x23, 0, 8};

/* An offered event whose fate is not known yet, and how much had been read when it was offered. */
struct pending {
    struct weir_golden_event event;
    uint64_t cycle;         /* unlike its time, without jumps */
    uint64_t popped;        /* bytes read up to its cycle */
    uint64_t popped_before; /* bytes read SETTLE_CYCLES earlier */
    uint32_t filtered;      /* since the event before it: events filtered out, */
    unsigned states;        /* and states that the trigger came to, a set */
    unsigned held;          /* cycles that its store waited for space, with no other reason */
    bool ring_still; /* a ring beside the reader, if there is one, had all that the reader had taken
                      */
    bool beside; /* space  reserved for another at the cycle after its own, at which it is judged,
                    with FILTER the next, or a few before */
    uint8_t reader; /* see scoreboard.h */
};

/* An entry on its way through the queue and pack. */
struct packing {
    uint64_t end;  /* cycle at which it is surely in the FIFO */
    unsigned size; /* bytes; until then admit counts entry_most() */
};

struct scoreboard {
    struct scoreboard_config config;
    struct scoreboard_stats stats;
    struct weir_golden model;
    bool running; /* out of reset */

    /* the read accepted at the last cycle, whose answer is on the pins now */
    bool read_pending;
    uint32_t read_addr;
    struct weir_golden_answer read_expected;
    uint64_t read_before,
        read_time;          /* the time before the cycle that accepted it, and of that cycle */
    unsigned read_sw_entry; /* of the END of a software entry: its number of words */
    bool read_closed;       /* it was not authorised */
    bool read_disabled; /* the unit was disabled, with nothing held, when the read was accepted */

    /* offered events whose fate is not known, oldest first, in a ring of `size` (a power of two) */
    struct pending *ring;
    size_t size, head, count;

    /* the stream */
    struct weir_golden_stream stream;
    uint8_t entry[2 * ENTRY_MAX]; /* bytes read, from the start of an entry */
    unsigned entry_size;
    uint8_t expected[ENTRY_MAX]; /* bytes that the open entry should have had, for the report */
    unsigned expected_size;
    struct weir_golden_checkpoint checkpoint;                /* what a checkpoint would say */
    uint8_t checkpoint_wanted[WEIR_GOLDEN_CHECKPOINT_BYTES]; /* the checkpoint that is being read:
                                                           what it must be, */
    unsigned checkpoint_size, checkpoint_at; /* how long, and how much has come; 0: none is */
    struct {
        unsigned size;
        uint64_t popped;
    } checkpointed[CHECKPOINTS]; /* those before it, a ring: bytes, and how many were read when it
                               was complete */
    unsigned checkpointed_at;    /* where the next will be */
    uint64_t checkpoint_cycle; /* the last cycle at which what a checkpoint is due by changed, or it
                                  was not to be */
    uint64_t since_checkpoint; /* bytes of entries since it */
    struct {
        uint64_t time;
        uint32_t bytes;
    } every[EVERIES];       /* stores to register CHECKPOINT that count, oldest first, */
    unsigned everies;       /* and how many */
    bool checkpoint_asked;  /* NOW was written, */
    uint64_t asked_time;    /* then, and no checkpoint is sure to have begun since */
    bool checkpoint_delays; /* it may have held up the next entry */
    uint8_t tail[3];        /* bytes taken from TAIL: the next word begins with them */
    unsigned ahead;         /* how many */
    uint64_t reported;      /* bytes of complete entries since reset or CLEAR */
    uint64_t popped;        /* bytes read from the data page since reset or CLEAR */
    uint64_t popped_ring[SETTLE_CYCLES];
    uint64_t paced, pace; /* bytes read up to the begin of this while; in the one before */

    /* with PEEK: the last words that were taken, and those that were only looked at, by place
     * modulo the depth; place + 1, or 0 */
    struct word {
        uint64_t place;
        uint32_t word;
    } * taken, *looked;
    uint32_t peek_at; /* where the read that is pending looks */
    bool left;        /* the last reset has left a snapshot */
    uint64_t live_cycle; /* of the store that began the stream after a reset */

    /* frames: bytes since the last that reported an entry, and those that the entries read since
     * must have made */
    struct weir_golden_frames frames;
    struct transcriber transcriber;
    uint8_t frame[WEIR_GOLDEN_FRAMES_MAX], wanted[WEIR_GOLDEN_FRAMES_MAX];
    size_t frame_size, frame_at, wanted_size; /* frame_at: where the frame under way begins */
    struct {
        uint32_t value;
        uint64_t cycle;
    } interval[INTERVALS];  /* of starts: what was stored when, the one in force first, */
    unsigned intervals;     /* and how many */
    uint64_t flag_cycle;    /* when the flag of the frame before came to the pins, */
    uint64_t byte_cycle[4]; /* and the byte that is there */
    bool frames_ending;     /* CLEAR came while frames were under way: what comes is of before */
    uint64_t ending_bytes;  /* bytes of these since */
    struct weir_golden_access waiting; /* not accepted in the last cycle */
    unsigned waited, switches; /* it has waited: without a reason, and for an event being counted */
    bool frame_held;           /* a byte waits on the pins */
    uint8_t frame_byte;        /* which */

    /* from time to cycles, where the stream is: cycle = time - lead */
    uint64_t lead;
    struct {
        uint64_t time, ticks;
    } jump[JUMPS];
    unsigned jumps;
    /* with TIME_BASE, where it is not so simple: cycles and times of entries that were not read
     * yet, a ring of `made_size` (a power of two) */
    struct made {
        uint64_t cycle, time;
    } * made;
    size_t made_size, made_head, made_count;
    uint64_t time_before[2]; /* of the cycle before the last; of the one before that */
    struct {
        uint64_t least, most;
    } mtime[MTIME_CYCLES]; /* what the last cycles can have seen of the external counter */
    uint64_t mtime_cycles; /* since the unit follows it */

    /* the ring: what the unit has written, and what it must have written when it has drained; NULL:
     * there is none */
    uint8_t *memory, *expected_memory;
    uint64_t ring_cycle; /* the last cycle at which it wrote, or was not authorised to */
    bool unseen;         /* it has the stream alone: nothing of it is seen here */
    struct weir_golden_ring sections;
    /* weir_wide: the row that the ring writes, which may become fuller */
    bool row_open;
    uint32_t row_at; /* its offset in the ring buffer */
    uint8_t row[8];
    unsigned row_taken; /* bytes of it that were taken as the stream */

    /* the loss that is going on */
    bool losing;  /* an event was dropped, and the end is not reported */
    bool begun;   /* the beginning is reported */
    bool may_end; /* there may have been an overload, or all was quiet for a while */
    uint64_t first_time, first_cycle, last_time, last_cycle; /* of its first and last drop */
    uint64_t delivered_since;                                /* its first drop */
    int pass_at;                      /* the counter that was reported last, or -1 */
    uint64_t passes, drops;           /* ascending runs of counters, and drops, since it began */
    uint32_t dropped[SOURCES][KINDS]; /* totals since CLEAR, up to where the stream is */
    uint32_t delivered[SOURCES][WEIR_GOLDEN_CLASSES]; /* likewise */
    uint32_t totals[SOURCES][KINDS];                  /* as the stream reported them */
    uint64_t late_from;      /* cycle from which the loss could have ended */
    uint64_t disabled_cycle; /* the last at which the unit was disabled */

    /* space and places */
    struct packing packing[PACKING]; /* the last entries, a ring */
    unsigned packing_at;
    bool overload;        /* the unit may be in overload */
    bool surely_overload; /* the unit must be in overload */
    unsigned loss_bytes;  /* of loss entries since the last event whose fate is known */

    /* what the register answers have shown */
    bool not_busy;          /* BUSY is 0 */
    uint64_t running_cycle; /* of the last store to RUNNING, or 0 */
    bool quiet;             /* disabled, and BUSY and LOSS read 0 since: nothing more comes */
    bool drained;           /* quiet, everything was read, and all is reported */
    bool level_exact;       /* `level` is LEVEL; else it is the least it can be */
    uint32_t level;
    bool fault_empty_known, fault_empty;
    bool clear_uncertain; /* CTRL.CLEAR was written while BUSY is unknown: the next FAULT tells */
    bool time_known;      /* TIME_LO was read: */
    uint64_t time_read;   /* the time that it gave */
    bool lag_known, lags; /* that was the time before the cycle that accepted the read */
    bool loss_known, loss_status;        /* IRQ_STATUS.LOSS, while quiet */
    uint64_t dropped_cycle;              /* of the last drop, or 0 */
    uint64_t perhaps_dropped_cycle;      /* the same, counting events that nobody has read about */
    uint64_t loss_cleared_cycle;         /* 1 was written to IRQ_STATUS.LOSS */
    uint32_t counter[SOURCES][COUNTERS]; /* answers read while quiet */
    bool counter_read[SOURCES][COUNTERS];
    bool any_counter_read;
    uint32_t certain[SOURCES][KINDS]; /* drops since CLEAR, whatever the free space, up to now */
    uint64_t access_cycle;            /* of the last accepted access */
    uint64_t clear_cycle;             /* of reset or the last CTRL.CLEAR that may have worked */
    unsigned held,
        was_held;      /* cycles that a store waits for space; that the one accepted last did */
    uint32_t filtered; /* as of struct pending, for the event that comes next */
    unsigned states;
    struct {
        uint8_t bytes[SW_ENTRY_MAX];
        unsigned size;
    } sw_entry[SW_ENTRIES]; /* entries by software that the stream has not shown yet, oldest first,
                             */
    unsigned sw_entries, sw_entry_at; /* how many, and bytes of the first that have come */
    uint32_t sw_entries_dropped;      /* since reset or CLEAR */
    uint64_t reserve_cycle; /* the last at which a store was accepted that space may have been
                              reserved for; 0: none */
    bool closed;            /* what was traced cannot be read, */
    uint64_t closed_cycle;  /* since then; or can be */
    unsigned closed_entries, closed_words; /* that frames and ring have reported since, */
    uint64_t
        closed_bytes; /* bytes of frames since; an entry whose flag waited then is not counted */
    bool pulse[2];    /* trigger_o is due at the coming cycle; at the next */

    struct past { /* the last entries and drops */
        struct weir_golden_event event;
        const char *fate, *kind; /* NULL: no event, but `text` */
        char text[80];
    } history[HISTORY];
    unsigned history_at;
    struct weir_golden_access access[HISTORY]; /* the last accesses, and their cycles */
    uint64_t access_at[HISTORY];
    unsigned accesses;
};

/* ---- Reports */

static void say(struct scoreboard *sb, const char *format, ...)
{
    if (!sb->config.report)
        return;
    va_list args;
    va_start(args, format);
    vfprintf(sb->config.report, format, args);
    va_end(args);
}

static void say_bytes(struct scoreboard *sb, const char *what, const uint8_t *bytes, size_t size)
{
    say(sb, "  %s", what);
    for (size_t i = 0; i < size; i++)
        say(sb, " %02x", bytes[i]);
    say(sb, "\n");
}

static const char *class_name(unsigned class_)
{
    static const char *const name[] = {"USER", "COM", "SYS", "NONE"};
    return name[class_];
}

static void describe(char *text, size_t size, const struct weir_golden_event *e, const char *fate,
                     const char *kind)
{
    char id[16];
    if (e->is_switch)
        snprintf(id, sizeof id, "thread");
    else
        snprintf(id, sizeof id, "%" PRIx32, e->id);
    char words[48];
    int used = snprintf(words, sizeof words, "%" PRIx64, e->value);
    for (unsigned i = 0; i < e->extra; i++)
        used += snprintf(words + used, sizeof words - (size_t)used, "+%" PRIx32, e->more[i]);
    snprintf(text, size, "%" PRIu64 " %u %s %s %s %s %s", e->time, e->source, class_name(e->class_),
             id, words, fate, kind);
}

static struct pending *pending_at(struct scoreboard *sb, size_t i)
{
    return &sb->ring[(sb->head + i) & (sb->size - 1)];
}

static void fail(struct scoreboard *sb, const char *format, ...)
{
    if (sb->stats.errors++)
        return; /* what follows an error is noise */
    say(sb, "scoreboard: cycle %" PRIu64 ", time %" PRIu64 ": ", sb->stats.cycles, sb->model.time);
    if (sb->config.report) {
        va_list args;
        va_start(args, format);
        vfprintf(sb->config.report, format, args);
        va_end(args);
    }
    say(sb,
        "\n  bytes read %" PRIu64 ", of complete entries %" PRIu64 ", stream at time %" PRIu64 "\n",
        sb->popped, sb->reported, sb->stream.time);
    say_bytes(sb, "open entry:", sb->entry, sb->entry_size);
    if (sb->expected_size)
        say_bytes(sb, "expected:  ", sb->expected, sb->expected_size);
    say(sb, "  before it (time source class id value fate kind):\n");
    for (unsigned i = 0; i < HISTORY; i++) {
        const struct past *p = &sb->history[(sb->history_at + i) % HISTORY];
        char text[LINE];
        if (p->fate)
            describe(text, sizeof text, &p->event, p->fate, p->kind);
        if (p->fate || *p->text)
            say(sb, "    %s\n", p->fate ? text : p->text);
    }
    say(sb, "  the last accesses (cycle, address, data, strobes):\n");
    for (unsigned i = sb->accesses < HISTORY ? 0 : sb->accesses - HISTORY; i < sb->accesses; i++) {
        const struct weir_golden_access *a = &sb->access[i % HISTORY];
        if (a->write)
            say(sb, "    %" PRIu64 " write %05" PRIx32 " %08" PRIx32 " %x\n",
                sb->access_at[i % HISTORY], a->addr, a->data, a->strobes);
        else
            say(sb, "    %" PRIu64 " read  %05" PRIx32 "\n", sb->access_at[i % HISTORY], a->addr);
    }
    say(sb, "  offered and not reported yet: %zu\n", sb->count);
    for (size_t i = 0; i < sb->count && i < HISTORY; i++) {
        char text[LINE];
        struct pending *p = pending_at(sb, i);
        describe(text, sizeof text, &p->event, "?",
                 p->event.kind ? weir_golden_reason(p->event.kind) : "-");
        say(sb, "    %s\n", text);
    }
}

static struct past *new_past(struct scoreboard *sb)
{
    struct past *past = &sb->history[sb->history_at];
    sb->history_at = (sb->history_at + 1) % HISTORY;
    return past;
}

static void note(struct scoreboard *sb, const char *format, ...)
{
    struct past *past = new_past(sb);
    va_list args;
    va_start(args, format);
    vsnprintf(past->text, sizeof past->text, format, args);
    va_end(args);
    past->fate = NULL;
}

/* ---- Free space: how much there was, at least and at most */

/* Bytes of the largest entry of this unit. */
static unsigned entry_most(const struct scoreboard *sb)
{
    return sb->config.unit.value_w == 64
               ? 25
               : WEIR_GOLDEN_ENTRY_NARROW + 8 * (sb->config.unit.args - 1);
}

static int64_t free_slack(const struct scoreboard *sb)
{
    return (sb->model.framing ? FRAME_SLACK : FREE_SLACK) + 4 * sb->config.unit.filter +
           (sb->config.unit.wide ? ROWS_SLACK : 0);
}

/* Harts; the pins count as one. */
static unsigned sources(const struct scoreboard *sb)
{
    return sb->config.unit.harts + (sb->config.unit.pins > 0);
}

/* Bytes of FIFO that are reserved for a checkpoint: CURR, both syncs, every place, and 14 of the
 * checkpoints before. */
static unsigned reserved_bytes(const struct scoreboard *sb)
{
    if (!sb->config.unit.checkpoint)
        return 0;
    unsigned of_source = 0; /* items of reasons from 8 on are longer */
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (weir_golden_reason(kind))
            of_source += kind < 8 ? 8 : 10;
    unsigned places = of_source * (4 * sb->config.unit.harts + (sb->config.unit.pins > 0)) +
                      8 * sb->config.unit.thread_cache;
    return (12 + 2 * 3 + places + 14) / 4 * 4 + SW_ENTRY_MAX;
}

static uint64_t fifo_bytes(const struct scoreboard *sb)
{
    return (uint64_t)4 << sb->config.unit.fifo_log2;
}

/* What admit has of it. */
static uint64_t capacity(const struct scoreboard *sb)
{
    return fifo_bytes(sb) - reserved_bytes(sb);
}

/* Cycles that the end of a loss may take: a search of all counters. */
static unsigned end_cycles(const struct scoreboard *sb)
{
    return (weir_golden_reason(8) ? 2 : 1) * END_CYCLES * sources(sb);
}

/* Cycles that the unit may need for a checkpoint: one for each field that may be set, and three for
 * each that is. */
static unsigned checkpoint_cycles(const struct scoreboard *sb)
{
    unsigned reasons = weir_golden_reason(8) ? 16 : 8;
    return 4 * (reasons * (4 * sb->config.unit.harts + (sb->config.unit.pins > 0)) +
                sb->config.unit.thread_cache);
}

static unsigned queue_at_most(const struct scoreboard *sb, uint64_t cycle)
{
    unsigned n = 0;
    for (unsigned i = 0; i < PACKING; i++)
        n += sb->packing[i].end > cycle;
    return n;
}

/* Bytes that were surely not reserved at the event's cycle; negative if none. */
static int64_t free_at_least(const struct scoreboard *sb, const struct pending *p)
{
    int64_t used = (int64_t)(sb->reported - p->popped_before);
    for (unsigned i = 0; i < PACKING; i++)
        if (sb->packing[i].end > p->cycle)
            used += entry_most(sb) - sb->packing[i].size;
    return (int64_t)capacity(sb) - used;
}

/* Bytes that can have been free at the event's cycle: every entry counted as small as it is. */
static int64_t free_at_most(const struct scoreboard *sb, const struct pending *p)
{
    int64_t space = (int64_t)capacity(sb) - (int64_t)(sb->reported - p->popped);
    /* Of those that were not all read, perhaps not all space was given back, or they were not
     * written. The last is the first to look at. */
    for (unsigned i = sb->checkpointed_at + CHECKPOINTS - 1;
         sb->checkpointed[i % CHECKPOINTS].popped > p->popped; i--)
        space += sb->checkpointed[i % CHECKPOINTS].size;
    return space;
}

static int64_t free_needed(const struct scoreboard *sb, unsigned class_)
{
    return 2 * entry_most(sb) + (class_ == WEIR_GOLDEN_SYS ? 0 : (int64_t)capacity(sb) / 8);
}

/* Entries in the queue that leave too few places for an event of this class. */
static unsigned queue_full(const struct scoreboard *sb, unsigned class_)
{
    unsigned places = 1u << sb->config.unit.queue_log2;
    return class_ == WEIR_GOLDEN_SYS ? places - 1 : places - places / 4;
}

/* The cycle at which pack surely had nothing more to do. */
static uint64_t pack_idle(const struct scoreboard *sb)
{
    return sb->packing[(sb->packing_at + PACKING - 1) % PACKING].end;
}

static void entry_queued(struct scoreboard *sb, uint64_t cycle, unsigned size, unsigned words,
                         bool searched)
{
    uint64_t start = pack_idle(sb) > cycle ? pack_idle(sb) : cycle;
    if (sb->checkpoint_delays)
        start += reserved_bytes(sb); /* three cycles an entry, and one a place */
    sb->checkpoint_delays = false;
    if (searched && sb->stream.threads)
        start += sb->stream.threads + SEARCH_CYCLES;
    unsigned lanes = sb->config.unit.tiny ? 1 : 4;
    sb->packing[sb->packing_at] = (struct packing){
        start + (size + lanes - 1) / lanes + words * PACK_CYCLES, size};
    sb->packing_at = (sb->packing_at + 1) % PACKING;
}

/* Before an event is judged: an overload may have ended, even before the loss entries since the
 * event before. `own`: bytes of its own entry, which are reported but were not when it was judged.
 */
static void approach(struct scoreboard *sb, const struct pending *p, unsigned own)
{
    if (free_at_most(sb, p) + own + sb->loss_bytes + free_slack(sb) >= (int64_t)capacity(sb) / 2)
        sb->surely_overload = false;
    sb->loss_bytes = 0;
    if (sb->overload && free_at_least(sb, p) + own >= (int64_t)capacity(sb) / 2 + free_slack(sb)) {
        sb->overload = false;
        sb->late_from = p->cycle;
    }
}

/* ---- Fates */

static struct pending take_first(struct scoreboard *sb)
{
    struct pending p = *pending_at(sb, 0);
    sb->head = (sb->head + 1) & (sb->size - 1);
    sb->count--;
    return p;
}

static void remember(struct scoreboard *sb, const struct weir_golden_event *e, const char *fate,
                     const char *kind)
{
    struct past *past = new_past(sb); /* described only if somebody reads it */
    past->event = *e;
    past->fate = fate;
    past->kind = kind;
    if (sb->config.log) {
        char text[LINE];
        describe(text, sizeof text, e, fate, kind);
        fprintf(sb->config.log, "%s\n", text);
    }
}

static bool has_ring(const struct scoreboard *sb) { return sb->model.ring_ctrl & 1; }

/* A ring that takes the stream at another pace than the reader that is seen here. That of weir_wide
 * is that reader. */
static bool has_ring_beside(const struct scoreboard *sb)
{
    return has_ring(sb) && !sb->config.unit.wide;
}

/* Whether space  reserved for an event that came after this one. */
static unsigned is_reserved(struct scoreboard *sb, const struct pending *p)
{
    for (size_t i = 0; i < sb->count; i++) {
        const struct pending *next = pending_at(sb, i);
        if (next->cycle > p->cycle && next->event.reserved)
            return p->beside || next->cycle - p->cycle < next->event.reserved;
    }
    return p->beside || (sb->model.waiting.valid && sb->model.waiting.event.reserved);
}

static void judge_drop(struct scoreboard *sb, const struct pending *p)
{
    unsigned class_ = p->event.class_;
    unsigned reserved = is_reserved(sb, p);
    bool short_space = free_at_least(sb, p) < free_needed(sb, class_) + free_slack(sb) +
                                                  (int64_t)(reserved * entry_most(sb));
    bool short_queue = sb->config.unit.queue_log2 &&
                       queue_at_most(sb, p->cycle) + QUEUE_SLACK + reserved >=
                           queue_full(sb, class_);
    if (p->event.waits)
        fail(sb,
             "%s event of time %" PRIu64
             " dropped for lack of space, though its store waited for it",
             class_name(class_), p->event.time);
    bool overload = sb->overload && class_ != WEIR_GOLDEN_SYS;
    if (!short_space && !short_queue && !overload &&
        !has_ring_beside(sb)) /* which may be slower than the reader */
        fail(sb,
             "%s event of time %" PRIu64 " (source %u, id %" PRIx32
             ") dropped for lack of space, but %" PRId64 " bytes were free",
             class_name(class_), p->event.time, p->event.source, p->event.id, free_at_least(sb, p));
    sb->overload |= short_space || has_ring_beside(sb);
    sb->surely_overload |= free_at_most(sb, p) + free_slack(sb) < free_needed(sb, class_);
}

/* The store of a delivered event waited for space: it was short until just before. */
static void check_wait(struct scoreboard *sb, const struct pending *p)
{
    unsigned class_ = p->event.class_;
    sb->stats.reserved++;
    bool overload = sb->overload && class_ != WEIR_GOLDEN_SYS;
    bool short_queue = queue_at_most(sb, p->cycle) + QUEUE_SLACK + 1 >= queue_full(sb, class_);
    if (p->held > SETTLE_CYCLES &&
        free_at_least(sb, p) >= free_needed(sb, class_) + free_slack(sb) + entry_most(sb) &&
        !overload && !short_queue && !has_ring_beside(sb))
        fail(sb,
             "the store of the %s event of time %" PRIu64 " has waited for %u cycles, but %" PRId64
             " bytes were free",
             class_name(class_), p->event.time, p->held, free_at_least(sb, p));
}

/* What filter did up to an event that was judged, crossed with the pressure there was. */
static void cover_filter(struct scoreboard *sb, const struct pending *p)
{
    if (!sb->overload)
        return;
    sb->stats.pressed_filtered += p->filtered;
    sb->stats.pressed_rate_limit += p->event.kind == WEIR_GOLDEN_RATE_LIMIT;
    for (unsigned i = 0; i < 4; i++)
        sb->stats.pressed_state[i] += p->states >> i & 1;
}

/* `fate` of its class, see scoreboard.h: 0, 1 or 2. */
static void cover_cross(struct scoreboard *sb, const struct pending *p, unsigned fate)
{
    const struct weir_golden_event *e = &p->event;
    unsigned port = e->source / 4u == sb->config.unit.harts ? 4 : e->source % 4;
    sb->stats.crossed[port][e->kind ? 9 + e->kind - WEIR_GOLDEN_TORN : 3 * e->class_ + fate]
                     [p->reader]++;
}

static unsigned reader_now(const struct scoreboard *sb)
{
    return has_ring(sb)                     ? 0
           : sb->model.framing              ? 1
           : sb->pace == 0                  ? 2
           : sb->pace < 4 * SCOREBOARD_MANY ? 3
                                            : 4;
}

static void drop_first(struct scoreboard *sb)
{
    struct pending p = take_first(sb);
    const struct weir_golden_event *e = &p.event;
    unsigned kind = e->kind ? e->kind : e->class_;
    approach(sb, &p, 0);
    if (!e->kind)
        judge_drop(sb, &p);
    cover_filter(sb, &p);
    cover_cross(sb, &p, 2);
    if (!sb->losing) {
        sb->losing = true;
        sb->begun = sb->may_end = false;
        sb->first_time = e->time;
        sb->first_cycle = p.cycle;
        sb->delivered_since = 0;
        sb->pass_at = -1;
        sb->passes = sb->drops = 0;
    } else if (p.cycle - sb->last_cycle >= QUIET)
        sb->may_end = true;
    sb->may_end |= !e->kind;
    sb->drops++;
    sb->last_time = e->time;
    sb->last_cycle = p.cycle;
    sb->late_from = p.cycle;
    sb->dropped[e->source][kind]++;
    sb->stats.dropped[e->class_]++;
    sb->stats.kind[kind]++;
    sb->dropped_cycle = sb->perhaps_dropped_cycle = p.cycle;
    remember(sb, e, "dropped", weir_golden_reason(kind));
}

/* Drops the pending events before `cycle`. */
static void drop_until(struct scoreboard *sb, uint64_t cycle)
{
    while (!sb->stats.errors && sb->count && pending_at(sb, 0)->cycle < cycle)
        drop_first(sb);
}

/* At `cycle` the loss must have been reported as begun, or is reported now. */
static void check_begin(struct scoreboard *sb, uint64_t cycle)
{
    uint64_t limit = BEGIN_CYCLES + sb->delivered_since;
    if (!sb->config.unit.queue_log2)
        limit += BEGIN_PACK_CYCLES * (sb->delivered_since + 1);
    if (cycle > sb->first_cycle + limit)
        fail(sb, "the loss that began at time %" PRIu64 " was not reported at once",
             sb->first_time);
}

static void deliver_first(struct scoreboard *sb, unsigned size)
{
    struct pending p = take_first(sb);
    const struct weir_golden_event *e = &p.event;
    approach(sb, &p, size);
    /* Free space was reserved at a cycle before, and each cycle since then may have taken some. */
    int64_t since = e->reserved ? (int64_t)e->reserved * entry_most(sb) : 0;
    int64_t space = free_at_most(sb, &p) + size; /* before it was reported itself */
    if (space + free_slack(sb) + since < free_needed(sb, e->class_))
        fail(sb, "%s event of time %" PRIu64 " delivered, but at most %" PRId64 " bytes were free",
             class_name(e->class_), e->time, space);
    if (sb->surely_overload && e->class_ != WEIR_GOLDEN_SYS && e->reserved < 2)
        fail(sb,
             "%s event of time %" PRIu64 " delivered in overload, before half of the FIFO was free",
             class_name(e->class_), e->time);
    if (sb->losing && !sb->begun)
        check_begin(sb, p.cycle);
    uint64_t idle = pack_idle(sb) > sb->late_from ? pack_idle(sb) : sb->late_from;
    if (sb->begun && !sb->overload && !has_ring_beside(sb) && p.cycle > idle + end_cycles(sb) &&
        free_at_least(sb, &p) >= 2 * entry_most(sb) + free_slack(sb))
        fail(sb,
             "event of time %" PRIu64 " delivered before the end of the loss since %" PRIu64
             " was reported",
             e->time, sb->first_time);
    if (e->waits)
        check_wait(sb, &p);
    cover_filter(sb, &p);
    cover_cross(sb, &p, sb->losing);
    entry_queued(sb, p.cycle, size, 1u + e->extra, e->is_switch);
    sb->delivered_since++;
    sb->delivered[e->source][e->class_]++;
    sb->stats.delivered[e->class_]++;
    sb->stats.event_bytes += size;
    sb->stats.wide += e->value >> 32 != 0;
    sb->stats.several += e->extra != 0;
    sb->stats.most += e->extra + 1u == sb->config.unit.args;
    remember(sb, e, "delivered", "-");
}

/* ---- Loss entries */

/* At `cycle` a total or the end is reported: an overload has ended, or all was quiet, or the unit
 * was disabled, since the loss began. */
static void check_may_end(struct scoreboard *sb, uint64_t time, uint64_t cycle)
{
    if (!sb->may_end && cycle < sb->last_cycle + QUIET && sb->disabled_cycle < sb->first_cycle)
        fail(sb,
             "the loss is reported to its end at time %" PRIu64 ", though %" PRIu64
             " was dropped only just",
             time, sb->last_time);
}

static void loss_reported(struct scoreboard *sb, uint64_t time, uint64_t cycle)
{
    if (!sb->begun) {
        check_begin(sb, cycle);
        sb->begun = true;
        sb->stats.losses++;
        note(sb, "%" PRIu64 " loss begins, since %" PRIu64, time, sb->first_time);
        return;
    }
    check_may_end(sb, time, cycle);
    if (sb->surely_overload &&
        capacity(sb) / 2 + sb->reported > capacity(sb) + sb->popped + (uint64_t)free_slack(sb))
        fail(sb, "the loss ends at time %" PRIu64 ", in overload", time);
    for (unsigned source = 0; source < SOURCES; source++)
        for (unsigned kind = 0; kind < KINDS; kind++)
            if (sb->totals[source][kind] != sb->dropped[source][kind])
                fail(sb, "the loss ends, but the total of %s of source %u is not reported",
                     weir_golden_reason(kind), source);
    sb->losing = sb->begun = false;
    sb->overload = sb->surely_overload = false;
    note(sb, "%" PRIu64 " loss has ended, last %" PRIu64, time, sb->last_time);
}

static void total_reported(struct scoreboard *sb, unsigned kind, unsigned source, uint64_t time,
                           uint64_t cycle)
{
    int at = (int)(8 * source + kind);
    check_may_end(sb, time, cycle);
    if ((sb->pass_at < 0 || sb->pass_at >= at) && ++sb->passes > sb->drops)
        fail(sb, "totals are not in ascending order, and nothing was dropped meanwhile");
    sb->pass_at = at;
    sb->totals[source][kind] = sb->dropped[source][kind];
    sb->stats.totals++;
    note(sb, "%" PRIu64 " dropped %s of source %u: %" PRIu32, time, weir_golden_reason(kind),
         source, sb->dropped[source][kind]);
}

/* ---- The stream */

/* The cycle of the next entry, which has this time. */
static uint64_t cycle_of(struct scoreboard *sb, uint64_t time)
{
    if (sb->config.unit.time_base) {
        const struct made *made = &sb->made[sb->made_head];
        if (!sb->made_count || made->time != time)
            fail(sb, "an entry of time %" PRIu64 ", the unit has made %s of %" PRIu64, time,
                 sb->made_count ? "one" : "none, the last", made->time);
        return made->cycle;
    }
    while (sb->jumps && time > sb->jump[0].time) {
        if (time <= sb->jump[0].time + sb->jump[0].ticks)
            fail(sb, "an entry of time %" PRIu64 ", when the unit was idle", time);
        sb->lead += sb->jump[0].ticks;
        memmove(sb->jump, sb->jump + 1, --sb->jumps * sizeof sb->jump[0]);
    }
    return time - sb->lead;
}

/* The unit has made an entry, of the cycle before the last, with FILTER of the one before that.
 * Returns false if there is no memory. */
static bool add_made(struct scoreboard *sb)
{
    unsigned filter = sb->config.unit.filter;
    if (sb->made_count == sb->made_size) {
        struct made *made = malloc(2 * sb->made_size * sizeof *made);
        if (!made)
            return false;
        for (size_t i = 0; i < sb->made_count; i++)
            made[i] = sb->made[(sb->made_head + i) & (sb->made_size - 1)];
        free(sb->made);
        sb->made = made;
        sb->made_head = 0;
        sb->made_size *= 2;
    }
    sb->made[(sb->made_head + sb->made_count++) & (sb->made_size - 1)] = (struct made){
        sb->stats.cycles - 2 - filter, sb->time_before[filter]};
    return true;
}

/* Reads a PInt at `*at`. Returns 1 if it is there, 0 if bytes are missing, -1 if it cannot be one.
 */
static int get_pint(const struct scoreboard *sb, unsigned *at, uint64_t *n)
{
    *n = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        if (*at >= sb->entry_size)
            return 0;
        uint8_t byte = sb->entry[(*at)++];
        *n |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return 1;
    }
    return -1;
}

/* The bytes that a loss entry must have. Returns how many, 0 after an error. */
static unsigned expect_loss(struct scoreboard *sb, struct weir_golden_stream *stream, uint64_t time,
                            uint64_t cycle, uint8_t *bytes)
{
    if (!sb->losing && sb->count &&
        pending_at(sb, 0)->cycle == cycle) /* tells of the event dropped at the same cycle */
        drop_first(sb);
    if (!sb->losing)
        fail(sb, "a loss is reported at time %" PRIu64 ", but nothing was dropped", time);
    if (sb->stats.errors)
        return 0;
    return (unsigned)weir_golden_encode_loss(
        stream, !sb->begun, sb->begun ? sb->last_time : sb->first_time, time, bytes);
}

static unsigned expect_total(struct scoreboard *sb, struct weir_golden_stream *stream,
                             unsigned kind, unsigned source, uint64_t time, uint8_t *bytes)
{
    if (source >= SOURCES || kind >= KINDS || !sb->begun)
        fail(sb, "a total of kind %u of source %u %s", kind, source,
             sb->begun ? "" : "outside of a loss");
    else if (sb->totals[source][kind] == sb->dropped[source][kind])
        fail(sb, "the total of %s of source %u is reported, but it has not changed",
             weir_golden_reason(kind), source);
    if (sb->stats.errors)
        return 0;
    return (unsigned)weir_golden_encode_dropped(stream, kind, source, sb->dropped[source][kind],
                                                time, bytes);
}

static unsigned expect_event(struct scoreboard *sb, struct weir_golden_stream *stream,
                             uint64_t time, uint64_t cycle, uint8_t *bytes)
{
    const struct weir_golden_event *next = sb->count ? &pending_at(sb, 0)->event : NULL;
    if (!next || pending_at(sb, 0)->cycle != cycle || next->time != time || next->kind) {
        fail(sb, "an entry that no offered event explains (its time would be %" PRIu64 ")", time);
        return 0;
    }
    return (unsigned)weir_golden_encode_event(stream, next, bytes);
}

/* What is stored to FRAME_CTRL counts from the next frame on that begins. */
static void store_interval(struct scoreboard *sb)
{
    if (sb->intervals == INTERVALS)
        memmove(sb->interval, sb->interval + 1, --sb->intervals * sizeof *sb->interval);
    sb->interval[sb->intervals].value = sb->model.frame_interval;
    sb->interval[sb->intervals++].cycle = sb->stats.cycles;
}

/* The frame that comes next has begun after `cycle`: forget what was no longer in force then. */
static void forget_intervals(struct scoreboard *sb, uint64_t cycle)
{
    while (sb->intervals > 1 && sb->interval[1].cycle + FRAME_CYCLES < cycle)
        memmove(sb->interval, sb->interval + 1, --sb->intervals * sizeof *sb->interval);
}

/* The frames that this entry must have become with this INTERVAL, with what goes before them. */
static void expect_frames_with(struct scoreboard *sb, enum weir_golden_item item, unsigned kind,
                               unsigned source, uint64_t time, uint32_t interval)
{
    struct weir_golden_frames *f = &sb->frames;
    f->id = sb->config.unit.frame;
    f->timestamp = FRAME_TIMESTAMP;
    f->interval = interval;
    f->hz = sb->model.frame_hz;
    if (item == WEIR_GOLDEN_ITEM_EVENT)
        sb->wanted_size = weir_golden_frame_event(f, &pending_at(sb, 0)->event, sb->wanted);
    else if (item == WEIR_GOLDEN_ITEM_LOSS)
        sb->wanted_size = weir_golden_frame_loss(
            f, !sb->begun, sb->begun ? sb->last_time : sb->first_time, time, sb->wanted);
    else
        sb->wanted_size = weir_golden_frame_dropped(f, kind, source, sb->dropped[source][kind],
                                                    time, sb->wanted);
}

/* The same: one of the INTERVALs that were in force when the frame may have begun explains it. */
static void expect_frames(struct scoreboard *sb, enum weir_golden_item item, unsigned kind,
                          unsigned source, uint64_t time)
{
    const struct weir_golden_frames before = sb->frames;
    forget_intervals(sb, sb->flag_cycle);
    for (unsigned i = 0; i < sb->intervals; i++) {
        sb->frames = before;
        expect_frames_with(sb, item, kind, source, time, sb->interval[i].value);
        if (sb->wanted_size == sb->frame_size &&
            memcmp(sb->wanted, sb->frame, sb->wanted_size) == 0)
            return;
    }
}

/* Takes one entry off the bytes read. Returns false when nothing more can be done: bytes are
 * missing, or an error.
 *
 * Entries and events are in order of time, and no two entries have the same. So every event before
 * the time of an entry that has not appeared was dropped; and an event of the very time of an entry
 * that tells of loss was dropped, too, but is not yet counted in it. */
/* ---- The ring */

enum { RING_WINDOW_MOST = 24, MEMORY_BEFORE = 0xa5 };

static void ring_end(struct scoreboard *sb)
{
    free(sb->memory);
    free(sb->expected_memory);
    sb->memory = sb->expected_memory = NULL;
    sb->unseen = false;
}

/* RING_CTRL was stored. */
static void ring_begin(struct scoreboard *sb)
{
    unsigned window = sb->model.ring_size & 0x1f, section = sb->model.ring_size >> 8;
    if (!has_ring(sb) || sb->memory)
        return;
    sb->not_busy = sb->quiet = sb->drained = false;
    sb->unseen = !(sb->model.ring_ctrl & 4) && !sb->config.unit.wide;
    sb->row_open = false;
    if (sb->unseen)
        return;
    if (window > RING_WINDOW_MOST) {
        fail(sb, "a ring of 2^%u bytes is too large to be checked", window);
        return;
    }
    sb->memory = malloc((size_t)1 << window);
    sb->expected_memory = malloc((size_t)1 << window);
    if (!sb->memory || !sb->expected_memory) {
        fail(sb, "out of memory");
        return;
    }
    memset(sb->memory, MEMORY_BEFORE, (size_t)1 << window);
    memset(sb->expected_memory, MEMORY_BEFORE, (size_t)1 << window);
    if (!sb->config.unit.wide)
        weir_golden_ring_start(&sb->sections, sb->expected_memory, window, section,
                               sb->model.ring_ctrl & 2, entry_most(sb));
}

/* Words that the ring may still write when authorisation ends: the headers of a ring that begins, a
 * state, some entries. */
static unsigned closed_words(const struct scoreboard *sb)
{
    unsigned sections = 1u << ((sb->model.ring_size & 0x1f) - (sb->model.ring_size >> 8));
    return 2 * sections + WEIR_GOLDEN_CHECKPOINT_BYTES / 4 + 3 * ENTRY_MAX;
}

static void add_bytes(struct scoreboard *sb, const uint8_t *bytes, unsigned size);
static void check_drained(struct scoreboard *sb);

/* Bytes of the row that the ring writes are those of the stream, up to `count`. */
static void take_row(struct scoreboard *sb, unsigned count)
{
    unsigned known = sb->row_taken;
    if (count <= known)
        return;
    sb->row_taken = count;
    sb->popped += count - known;
    sb->drained = false;
    add_bytes(sb, sb->row + known, count - known);
}

/* A row of the ring of weir_wide: the next one, or the same again, with more bytes. Of a ring that
 * stops, the last row may be the end. */
static void row_write(struct scoreboard *sb, uint32_t offset, uint64_t data)
{
    uint32_t window = (uint32_t)1 << (sb->model.ring_size & 0x1f);
    if (!sb->row_open || offset != sb->row_at) {
        uint32_t next = sb->row_open ? (sb->row_at + 8) & (window - 1) : 0;
        if (offset != next)
            fail(sb, "the ring writes at offset %" PRIx32 ", must be %" PRIx32, offset, next);
        if (sb->row_open)
            take_row(sb, 8);
        sb->row_taken = 0;
        sb->row_at = offset;
        sb->row_open = true;
    }
    for (unsigned i = 0; i < 8; i++) {
        uint8_t byte = (uint8_t)(data >> 8 * i);
        if (i < sb->row_taken && byte != sb->row[i])
            fail(sb, "byte %u of a row changes when the row is written again", i);
        sb->row[i] = byte;
    }
    sb->unseen |= (sb->model.ring_ctrl & 2) && offset == window - 8;
    if (sb->memory)
        memcpy(sb->memory + offset, sb->row, 8);
}

/* RING_AT of weir_wide, when all was written: where the stream ends. */
static void ring_at_read(struct scoreboard *sb, uint32_t answer)
{
    if (!has_ring(sb) || sb->unseen || !sb->quiet || sb->drained)
        return;
    uint32_t window = (uint32_t)1 << (sb->model.ring_size & 0x1f);
    if (sb->row_open && answer == ((sb->row_at + 8) & (window - 1)))
        take_row(sb, 8);
    else if (answer != (sb->row_open ? sb->row_at + answer % 8 : 0))
        fail(sb, "RING_AT reads %08" PRIx32 ", the last row is at %08" PRIx32, answer, sb->row_at);
    else
        take_row(sb, answer % 8);
    for (unsigned i = answer % 8; i % 8; i++)
        if (sb->row[i])
            fail(sb, "byte %u of the last row is not 0", i);
    if (!sb->stats.errors)
        check_drained(sb);
}

static void ring_write(struct scoreboard *sb, uint32_t addr, uint64_t data)
{
    unsigned width = sb->config.unit.wide ? 8 : 4;
    if (sb->closed && ++sb->closed_words > closed_words(sb))
        fail(sb, "the ring writes, though it is not authorised since cycle %" PRIu64,
             sb->closed_cycle);
    uint32_t offset = addr - sb->model.ring_base;
    if (!has_ring(sb) || addr % width || offset >> (sb->model.ring_size & 0x1f))
        fail(sb, "a write of the ring to %08" PRIx32 ", outside of its window", addr);
    else if (sb->config.unit.wide)
        row_write(sb, offset, data);
    else if (sb->memory)
        for (unsigned i = 0; i < 4; i++)
            sb->memory[offset + i] = (uint8_t)(data >> 8 * i);
}

/* The value of an entry. */
static uint64_t value_of(const uint8_t *bytes, size_t size)
{
    uint64_t value = 0;
    size_t at = 0;
    for (unsigned pints = bytes[0] & 2 ? 2 : 1; pints; pints--)
        while (bytes[at++] & 0x80)
            ;
    for (size_t i = size - 1; i > at; i--)
        value = value << 8 | bytes[i];
    return value;
}

static void ring_entry(struct scoreboard *sb, const uint8_t *bytes, size_t size, uint64_t time,
                       uint32_t item)
{
    if (sb->memory && !sb->config.unit.wide)
        weir_golden_ring_entry(&sb->sections, bytes, size, time, item, value_of(bytes, size));
}

static void check_ring(struct scoreboard *sb)
{
    if (!sb->memory)
        return;
    size_t window = (size_t)1 << (sb->model.ring_size & 0x1f);
    for (size_t i = 0; i < window && !sb->stats.errors && !sb->config.unit.wide; i++)
        if (sb->memory[i] != sb->expected_memory[i])
            fail(sb, "byte %zu of the ring is %02x, must be %02x", i, sb->memory[i],
                 sb->expected_memory[i]);
    if (sb->config.memory && !sb->config.cut)
        fwrite(sb->memory, 1, window, sb->config.memory);
    sb->stats.rings++;
}

/* ---- State in the stream */

/* Whether a checkpoint may be in the stream at all. */
static bool may_checkpoint(const struct scoreboard *sb)
{
    return sb->config.unit.checkpoint && sb->model.enable && !sb->model.framing && !sb->unseen;
}

/* What is stored to register CHECKPOINT counts from now on. */
static void store_every(struct scoreboard *sb)
{
    if (sb->everies == EVERIES) {
        if (!sb->every[1].bytes || (sb->every[0].bytes && sb->every[0].bytes < sb->every[1].bytes))
            sb->every[1].bytes = sb->every[0].bytes;
        memmove(sb->every, sb->every + 1, --sb->everies * sizeof *sb->every);
    }
    sb->every[sb->everies].time = sb->model.time;
    sb->every[sb->everies++].bytes = sb->model.checkpoint_every;
}

/* Bytes after which a checkpoint may be due behind the last entry; 0: never. */
static uint32_t every_least(struct scoreboard *sb)
{
    uint32_t least = 0;
    while (sb->everies > 1 && sb->every[1].time < sb->stream.time)
        memmove(sb->every, sb->every + 1, --sb->everies * sizeof *sb->every);
    for (unsigned i = 0; i < sb->everies; i++)
        if (sb->every[i].bytes && (!least || sb->every[i].bytes < least))
            least = sb->every[i].bytes;
    return least;
}

/* A checkpoint begins. */
static void begin_checkpoint(struct scoreboard *sb)
{
    uint32_t least = every_least(sb);
    if (!sb->config.unit.checkpoint || sb->model.framing)
        fail(sb, "a checkpoint, which this unit must not write");
    else if (!sb->checkpoint_asked && (!least || sb->since_checkpoint < least))
        fail(sb, "a state %" PRIu64 " bytes after the one before, not %" PRIu32,
             sb->since_checkpoint, least);
    sb->checkpoint_size = (unsigned)weir_golden_checkpoint_write(&sb->checkpoint,
                                                                 sb->checkpoint_wanted);
    sb->checkpoint_at = 0;
    if (sb->checkpoint_size > reserved_bytes(sb))
        fail(sb, "a state of %u bytes", sb->checkpoint_size);
}

/* Something that admit knows nothing of has come in the stream. */
static void add_reserved(struct scoreboard *sb, unsigned size)
{
    sb->reported += size;
    sb->stats.bytes += size;
    sb->checkpointed[sb->checkpointed_at].size = size;
    sb->checkpointed[sb->checkpointed_at].popped = sb->popped;
    sb->checkpointed_at = (sb->checkpointed_at + 1) % CHECKPOINTS;
    sb->checkpoint_cycle = sb->stats.cycles;
    sb->checkpoint_delays = true;
}

/* Takes what has come of it. Returns whether it is complete. */
static bool take_checkpoint(struct scoreboard *sb)
{
    unsigned left = sb->checkpoint_size - sb->checkpoint_at,
             size = sb->entry_size < left ? sb->entry_size : left;
    if (memcmp(sb->entry, sb->checkpoint_wanted + sb->checkpoint_at, size) != 0) {
        fail(sb, "a checkpoint is not what it must be, from byte %u on", sb->checkpoint_at);
        say_bytes(sb, "expected:", sb->checkpoint_wanted, sb->checkpoint_size);
        return false;
    }
    sb->checkpoint_at += size;
    sb->entry_size -= size;
    memmove(sb->entry, sb->entry + size, sb->entry_size);
    if (size < left)
        return false;
    if (sb->config.stream)
        fwrite(sb->checkpoint_wanted, 1, sb->checkpoint_size, sb->config.stream);
    note(sb, "%" PRIu64 " state, %u bytes", sb->stream.time, sb->checkpoint_size);
    add_reserved(sb, sb->checkpoint_size);
    sb->stats.checkpoints++;
    sb->stats.checkpoints_in_loss += sb->checkpoint.loss;
    sb->since_checkpoint = 0;
    sb->checkpoint_asked &= sb->stream.time <= sb->asked_time;
    sb->checkpoint_size = 0;
    return true;
}

/* An event was delivered that came when a checkpoint was due, and could be written: but for three
 * entries in pack, or begun. Free space comes back when both the reader and a ring have a word; a
 * ring that skips a checkpoint writes nothing for a cycle a byte. */
static void check_due(struct scoreboard *sb, const struct pending *p)
{
    unsigned last = (sb->checkpointed_at + CHECKPOINTS - 1) % CHECKPOINTS;
    bool paid = p->popped_before >= sb->checkpointed[last].popped && p->ring_still;
    if (sb->model.checkpoint_every &&
        sb->since_checkpoint > sb->model.checkpoint_every + 3 * entry_most(sb) && paid &&
        p->cycle > sb->checkpoint_cycle + SETTLE_CYCLES && p->cycle > pack_idle(sb) + SETTLE_CYCLES)
        fail(sb, "no state %" PRIu64 " bytes after the one before", sb->since_checkpoint);
}

/* Takes what has come of an entry by software. Returns whether it is complete. */
static bool take_sw_entry(struct scoreboard *sb)
{
    unsigned left = sb->sw_entry[0].size - sb->sw_entry_at,
             size = sb->entry_size < left ? sb->entry_size : left;
    if (memcmp(sb->entry, sb->sw_entry[0].bytes + sb->sw_entry_at, size) != 0) {
        fail(sb, "an entry by software is not what it must be, from byte %u on", sb->sw_entry_at);
        say_bytes(sb, "expected:", sb->sw_entry[0].bytes, sb->sw_entry[0].size);
        return false;
    }
    sb->sw_entry_at += size;
    sb->entry_size -= size;
    memmove(sb->entry, sb->entry + size, sb->entry_size);
    if (size < left)
        return false;
    if (sb->config.stream)
        fwrite(sb->sw_entry[0].bytes, 1, sb->sw_entry[0].size, sb->config.stream);
    note(sb, "%" PRIu64 " entry by software, %u bytes", sb->stream.time, sb->sw_entry[0].size);
    add_reserved(sb, sb->sw_entry[0].size);
    sb->stats.sw_entries++;
    sb->stats.pressed_sw_entries += sb->overload;
    memmove(sb->sw_entry, sb->sw_entry + 1, --sb->sw_entries * sizeof *sb->sw_entry);
    sb->sw_entry_at = 0;
    return true;
}

/* END was read, of an entry that was whole (`words`) or not (0). */
static void sw_entry_read(struct scoreboard *sb, unsigned words, uint32_t answer)
{
    bool on = sb->model.enable && !sb->model.framing && !has_ring(sb);
    unsigned last = (sb->checkpointed_at + CHECKPOINTS - 1) % CHECKPOINTS;
    bool paid = sb->popped_ring[(sb->stats.cycles + 1) % SETTLE_CYCLES] >=
                sb->checkpointed[last].popped;
    if (!words) {
        sb->sw_entries_dropped++;
        sb->stats.sw_entries_torn++;
    } else if (answer == SW_ENTRY_LATER) {
        sb->sw_entries_dropped++;
        sb->stats.sw_entries_later++;
        if (on && !sb->sw_entries && !sb->model.checkpoint_every && !sb->checkpoint_asked && paid &&
            sb->stats.cycles > sb->checkpoint_cycle + 2 * SETTLE_CYCLES + checkpoint_cycles(sb))
            fail(sb, "an entry by software of %u words is dropped, though nothing was in its way",
                 words);
    } else if (answer != SW_ENTRY_WRITTEN) {
        fail(sb, "END of an entry by software reads %08" PRIx32, answer);
    } else if (!on || sb->sw_entries == SW_ENTRIES) {
        fail(sb, on ? "too many entries by software"
                    : "an entry by software is written, though the stream does not take it");
    } else {
        memcpy(sb->sw_entry[sb->sw_entries].bytes, sb->model.sw_entry.word, 4 * words);
        sb->sw_entry[sb->sw_entries++].size = 4 * words;
        sb->drained = false;
        sb->checkpoint_cycle = sb->stats.cycles;
    }
}

static bool take_entry(struct scoreboard *sb)
{
    if (!sb->checkpoint_size && sb->sw_entries &&
        (sb->sw_entry_at || (sb->entry_size && sb->entry[0] == 0))) {
        if (!sb->sw_entry_at && sb->entry_size < sizeof CURR)
            return false;
        /* A checkpoint may come first, and its CURR begins with a 0, too. */
        if (sb->sw_entry_at || memcmp(sb->entry, CURR, sizeof CURR) != 0 ||
            memcmp(sb->sw_entry[0].bytes, CURR, sizeof CURR) == 0)
            return !sb->stats.errors && take_sw_entry(sb);
    }
    if (!sb->checkpoint_size && sb->entry_size && sb->entry[0] == 0)
        begin_checkpoint(sb);
    if (sb->checkpoint_size)
        return !sb->stats.errors && take_checkpoint(sb);
    unsigned at = 0, kind = 0, source = 0;
    uint64_t header, delta = 0;
    int found = get_pint(sb, &at, &header);
    if (found > 0 && (header & 2))
        found = get_pint(sb, &at, &delta);
    if (found == 0)
        return false;
    if (found < 0 || (delta == 0 && !sb->config.unit.time_base))
        fail(sb, found < 0 ? "a number that is too long"
                           : "an entry in the same tick as the one before");
    uint64_t time = sb->stream.time + delta;
    uint8_t bytes[ENTRY_MAX];
    sb->stream.threads = sb->model.framing ? 0 : sb->config.unit.thread_cache;
    struct weir_golden_stream stream = sb->stream;
    if (time > sb->model.time)
        fail(sb, "an entry of the future (its time would be %" PRIu64 ")", time);
    const uint64_t cycle = cycle_of(sb, time);
    drop_until(sb, cycle);
    if (sb->stats.errors)
        return false;

    enum weir_golden_item item = weir_golden_item(header >> 3, &kind, &source);
    unsigned size = item == WEIR_GOLDEN_ITEM_LOSS ? expect_loss(sb, &stream, time, cycle, bytes)
                    : item == WEIR_GOLDEN_ITEM_DROPPED
                        ? expect_total(sb, &stream, kind, source, time, bytes)
                        : expect_event(sb, &stream, time, cycle, bytes);
    if (memcmp(sb->entry, bytes, sb->entry_size < size ? sb->entry_size : size) != 0) {
        memcpy(sb->expected, bytes, size);
        sb->expected_size = size;
        fail(sb, "the stream is not what it must be");
    }
    if (sb->stats.errors || sb->entry_size < size)
        return false;

    if (sb->model.framing)
        expect_frames(sb, item, kind, source, time);
    if (sb->config.stream)
        fwrite(bytes, 1, size, sb->config.stream);
    ring_entry(sb, bytes, size, time, (uint32_t)(header >> 3));
    sb->since_checkpoint += size;
    weir_golden_checkpoint_entry(&sb->checkpoint, time, (uint32_t)(header >> 3),
                                 value_of(bytes, size));
    if (stream.filled != sb->stream.filled)
        sb->stats.filled++;
    else if (memcmp(stream.cache, sb->stream.cache, sizeof stream.cache))
        sb->stats.refilled++;
    else if (stream.threads && item == WEIR_GOLDEN_ITEM_EVENT &&
             pending_at(sb, 0)->event.is_switch && pending_at(sb, 0)->event.value)
        sb->stats.known++;
    sb->stream = stream;
    sb->reported += size;
    if (sb->model.framing)
        sb->popped = sb->reported;
    sb->stats.bytes += size;
    sb->entry_size -= size;
    memmove(sb->entry, sb->entry + size, sb->entry_size);
    if (sb->made_count) {
        sb->made_head = (sb->made_head + 1) & (sb->made_size - 1);
        sb->made_count--;
    }
    sb->stats.same_tick += delta == 0;
    sb->stats.steps += sb->model.time_step != 1u << 24;
    sb->stats.mtime += sb->model.mtime_active;
    if (item == WEIR_GOLDEN_ITEM_EVENT) {
        check_due(sb, pending_at(sb, 0));
        deliver_first(sb, size);
        return !sb->stats.errors;
    }
    if (item == WEIR_GOLDEN_ITEM_LOSS)
        loss_reported(sb, time, cycle);
    else
        total_reported(sb, kind, source, time, cycle);
    entry_queued(sb, cycle, size, 1, false);
    sb->loss_bytes += size;
    if (!sb->stats.errors && sb->count && pending_at(sb, 0)->cycle == cycle)
        drop_first(sb);
    return !sb->stats.errors;
}

static void add_bytes(struct scoreboard *sb, const uint8_t *bytes, unsigned size)
{
    if (sb->entry_size + size > sizeof sb->entry) {
        fail(sb, "an entry that does not end");
        return;
    }
    memcpy(sb->entry + sb->entry_size, bytes, size);
    sb->entry_size += size;
    while (take_entry(sb))
        ;
}

/* A byte of frames was taken. When a frame tells an entry, that is read as if it came from the bus;
 * then all bytes since the entry before must be those that the golden model makes of it. */
static void frame_byte(struct scoreboard *sb, uint8_t byte)
{
    uint8_t entry[ENTRY_MAX];
    if (sb->frames_ending) { /* the frame under way, and those of at most one entry more */
        sb->stats.frames_cut += sb->ending_bytes == 0;
        if (++sb->ending_bytes > 2 * WEIR_GOLDEN_FRAMES_MAX)
            fail(sb, "frames go on though the unit was cleared at cycle %" PRIu64, sb->clear_cycle);
        return;
    }
    if (!sb->model.framing || sb->frame_size == sizeof sb->frame) {
        fail(sb, "byte %02x of %s", byte,
             sb->model.framing ? "a frame that does not end"
                               : "frames, though none take the stream");
        return;
    }
    sb->frame[sb->frame_size++] = byte;
    sb->closed_bytes++;
    sb->drained = false;
    size_t size = sb->frame_size - 1 - sb->frame_at;
    if (byte != 0x7e)
        return;
    const uint8_t *frame = sb->frame + sb->frame_at;
    sb->frame_at = sb->frame_size;
    if (!size)
        return;
    sb->transcriber.id = sb->config.unit.frame;
    sb->transcriber.timestamp = FRAME_TIMESTAMP;
    int found = transcribe(&sb->transcriber, frame, (unsigned)size, sb->stream.time, entry);
    if (found == 0)
        return;
    if (found > 0) {
        unsigned waiting = CLOSED_BYTES + (size > 1 && frame[size - 2] == 0x7d);
        if (sb->closed && sb->closed_bytes > waiting && ++sb->closed_entries > CLOSED_ENTRIES)
            fail(sb, "frames tell an entry, though they are not authorised since cycle %" PRIu64,
                 sb->closed_cycle);
        sb->wanted_size = 0;
        add_bytes(sb, entry, (unsigned)found);
    }
    if (!sb->stats.errors && (found < 0 || sb->entry_size || sb->wanted_size != sb->frame_size ||
                              memcmp(sb->wanted, sb->frame, sb->wanted_size) != 0)) {
        fail(sb, "the frames of the entry at time %" PRIu64 " are not what they must be",
             sb->stream.time);
        say_bytes(sb, "frames:  ", sb->frame, sb->frame_size);
        say_bytes(sb, "expected:", sb->wanted, sb->wanted_size);
    }
    if (sb->config.frames)
        fwrite(sb->frame, 1, sb->frame_size, sb->config.frames);
    sb->stats.frame_bytes += sb->frame_size;
    sb->frame_size = sb->frame_at = 0;
    sb->flag_cycle = sb->byte_cycle[3]; /* the next may have begun behind bytes that waited */
}

static void check_frames(struct scoreboard *sb, const struct weir_pins *pins)
{
    if (sb->frame_held && (!pins->frame_valid || pins->frame_data != sb->frame_byte))
        fail(sb, "byte %02x of a frame did not hold until it was taken", sb->frame_byte);
    if (!sb->frame_held && pins->frame_valid) {
        memmove(sb->byte_cycle + 1, sb->byte_cycle, 3 * sizeof *sb->byte_cycle);
        sb->byte_cycle[0] = sb->stats.cycles;
    }
    sb->frame_held = pins->frame_valid && !pins->frame_ready;
    sb->frame_byte = pins->frame_data;
    if (pins->frame_valid && pins->frame_ready)
        frame_byte(sb, pins->frame_data);
}

static void take_word(struct scoreboard *sb, uint32_t word)
{
    if (!sb->taken)
        return;
    uint64_t place = sb->popped / 4, at = place & (fifo_bytes(sb) / 4 - 1);
    if (sb->looked[at].place == place + 1 && sb->looked[at].word != word)
        fail(sb,
             "a word was %08" PRIx32 " when it was looked at, is %08" PRIx32 " when it is taken",
             sb->looked[at].word, word);
    sb->taken[at] = (struct word){place + 1, word};
}

/* A word of the FIFO was looked at: the one still to be taken that is there; or, if there is none
 * yet, the last one taken from there. */
static void peek_read(struct scoreboard *sb, uint32_t answer)
{
    uint64_t depth = fifo_bytes(sb) / 4, read = sb->popped / 4,
             place = read + ((sb->peek_at - read) & (depth - 1));
    struct word *old = &sb->taken[sb->peek_at], *now = &sb->looked[sb->peek_at];
    bool there = place - read < sb->level,
         known = place >= depth && old->place == place - depth + 1;
    if (sb->model.framing || sb->unseen)
        return;
    sb->stats.peeks++;
    if (!there && known && answer == old->word)
        return;
    if (!there && sb->level_exact) {
        if (known)
            fail(sb,
                 "place %" PRIu32 " shows %08" PRIx32 ", but %08" PRIx32 " was taken from there",
                 sb->peek_at, answer, old->word);
        return;
    }
    if (!there && !known)
        return;
    if (now->place == place + 1 && now->word != answer)
        fail(sb, "place %" PRIu32 " shows %08" PRIx32 " and then %08" PRIx32, sb->peek_at,
             now->word, answer);
    *now = (struct word){place + 1, answer};
}

static void fifo_pointers_read(struct scoreboard *sb, uint32_t answer)
{
    uint32_t mask = 2u * (uint32_t)(fifo_bytes(sb) / 4) - 1, read = answer & 0xffff,
             level = ((answer >> 16) - read) & mask;
    if (sb->model.framing || sb->unseen)
        return;
    if (read != ((uint32_t)(sb->popped / 4) & mask) || level < sb->level ||
        (sb->level_exact && level != sb->level) || level > fifo_bytes(sb) / 4)
        fail(sb, "FIFO_POINTERS reads %08" PRIx32 ", %" PRIu64 " words were taken, LEVEL %" PRIu32,
             answer, sb->popped / 4, sb->level);
}

/* No word of the stream is 0, but of a checkpoint, so 0 is the answer of an empty FIFO. A reader
 * that may meet checkpoints knows LEVEL. */
static void word_read(struct scoreboard *sb, uint32_t word)
{
    bool may_be_0 = word == 0 && (sb->config.unit.checkpoint || sb->config.unit.value_w == 64) &&
                    sb->level;
    if (!may_be_0 && (word == 0 ? sb->level > 0 : sb->level_exact && sb->level == 0))
        fail(sb, "the data page reads %08" PRIx32 ", LEVEL is %s%" PRIu32, word,
             sb->level_exact ? "" : "at least ", sb->level);
    if (word == 0 && !may_be_0) {
        sb->fault_empty = sb->fault_empty_known = true;
        return;
    }
    if (sb->level)
        sb->level--;
    take_word(sb, word);
    sb->popped += 4;
    sb->drained = false;

    uint8_t bytes[4];
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
    if (memcmp(bytes, sb->tail, sb->ahead) != 0)
        fail(sb, "the word %08" PRIx32 " does not begin with what TAIL has shown", word);
    unsigned known = sb->ahead;
    sb->ahead = 0;
    add_bytes(sb, bytes + known, 4 - known);
}

/* ---- Drained: everything must have been reported */

static void check_counters(struct scoreboard *sb)
{
    for (unsigned source = 0; source < SOURCES; source++)
        for (unsigned i = 0; i < COUNTERS; i++) {
            if (!sb->counter_read[source][i])
                continue;
            uint32_t expected = i < DELIVERED ? sb->dropped[source][i]
                                              : sb->delivered[source][i - DELIVERED];
            if (sb->counter[source][i] != expected)
                fail(sb, "source %u has %s %s %" PRIu32 ", must be %" PRIu32, source,
                     i < DELIVERED ? "dropped" : "delivered",
                     i < DELIVERED ? weir_golden_reason(i) : class_name(i - DELIVERED),
                     sb->counter[source][i], expected);
        }
    if (sb->loss_known) {
        bool surely = sb->dropped_cycle > sb->loss_cleared_cycle + SETTLE_CYCLES;
        bool perhaps = sb->perhaps_dropped_cycle &&
                       sb->perhaps_dropped_cycle + SETTLE_CYCLES > sb->loss_cleared_cycle;
        if ((surely && !sb->loss_status) || (!perhaps && sb->loss_status))
            fail(sb,
                 "IRQ_STATUS.LOSS is %d; last dropped at cycle %" PRIu64 ", cleared at %" PRIu64,
                 sb->loss_status, sb->perhaps_dropped_cycle, sb->loss_cleared_cycle);
    }
}

static void check_drained(struct scoreboard *sb)
{
    if (sb->entry_size || sb->checkpoint_size || sb->sw_entries)
        fail(sb, "drained, but the last entry is not complete");
    else if (sb->count)
        fail(sb, "drained, but not every event was delivered or reported as dropped");
    else if (sb->losing)
        fail(sb, "drained, but the end of the loss is not reported");
    else
        check_counters(sb);
    sb->overload = sb->surely_overload = false;
    check_ring(sb);
    sb->drained = true;
    sb->stats.drained++;
    sb->stats.locked_drains += sb->model.locked;
}

static void tail_read(struct scoreboard *sb, uint32_t answer)
{
    if (sb->model.framing) {
        if (answer)
            fail(sb, "TAIL reads %08" PRIx32 " while frames take the stream", answer);
        return;
    }
    unsigned count = answer >> 24 & 3;
    uint8_t tail[3] = {(uint8_t)answer, (uint8_t)(answer >> 8), (uint8_t)(answer >> 16)};
    for (unsigned i = count; i < 3; i++)
        if (tail[i])
            fail(sb, "TAIL shows bytes beyond its count: %08" PRIx32, answer);
    if (!sb->quiet || !sb->level_exact || sb->level || sb->unseen ||
        (sb->config.unit.wide && has_ring(sb)))
        return;
    if (count < sb->ahead || memcmp(tail, sb->tail, sb->ahead) != 0 ||
        (sb->drained && count != sb->ahead))
        fail(sb, "TAIL reads %08" PRIx32 ", which is not what it has shown before", answer);
    if (sb->stats.errors || sb->drained)
        return;
    unsigned known = sb->ahead;
    memcpy(sb->tail, tail, sizeof tail);
    sb->ahead = count;
    add_bytes(sb, tail + known, count - known);
    if (sb->stats.errors)
        return;
    check_drained(sb);
}

/* ---- Register answers */

/* Events that nobody has read about before reset or CLEAR. */
static void forget_pending(struct scoreboard *sb)
{
    for (size_t i = 0; i < sb->count; i++) {
        sb->stats.unread[pending_at(sb, i)->event.class_]++;
        sb->perhaps_dropped_cycle = pending_at(sb, i)->cycle;
    }
    sb->count = 0;
}

static void forget_words(struct scoreboard *sb)
{
    if (sb->taken)
        memset(sb->taken, 0, fifo_bytes(sb) / 4 * 2 * sizeof *sb->taken);
}

/* CTRL.CLEAR has worked. */
static void clear(struct scoreboard *sb, bool framing)
{
    sb->frames_ending |= framing && !sb->drained && !sb->unseen;
    sb->ending_bytes = 0;
    forget_pending(sb);
    ring_end(sb);
    sb->stream = (struct weir_golden_stream){0};
    sb->checkpoint = (struct weir_golden_checkpoint){0};
    sb->checkpoint_size = 0;
    sb->sw_entries = sb->sw_entry_at = sb->sw_entries_dropped = 0;
    sb->checkpointed_at = 0;
    sb->checkpointed[CHECKPOINTS - 1].popped = 0; /* of the one before the first */
    sb->since_checkpoint = 0;
    sb->checkpoint_asked = sb->checkpoint_delays = false;
    sb->checkpoint_cycle = sb->stats.cycles;
    sb->everies = 0;
    store_every(sb);
    sb->frames = (struct weir_golden_frames){0};
    sb->transcriber = (struct transcriber){0};
    sb->frame_size = sb->frame_at = 0;
    sb->lead = -sb->clear_cycle;
    sb->jumps = 0;
    sb->made_count = 0;
    sb->losing = sb->begun = false;
    sb->entry_size = sb->ahead = 0;
    sb->reported = sb->popped = sb->loss_bytes = 0;
    forget_words(sb);
    memset(sb->popped_ring, 0, sizeof sb->popped_ring);
    sb->paced = sb->pace = 0;
    memset(sb->dropped, 0, sizeof sb->dropped);
    memset(sb->delivered, 0, sizeof sb->delivered);
    memset(sb->totals, 0, sizeof sb->totals);
    memset(sb->certain, 0, sizeof sb->certain);
    memset(sb->counter_read, 0, sizeof sb->counter_read);
    sb->overload = sb->surely_overload = false;
    sb->level = 0;
    sb->not_busy = sb->quiet = sb->level_exact = sb->drained = true;
    sb->loss_known = sb->time_known = false;
    note(sb, "%" PRIu64 " CLEAR", sb->model.time);
}

static void status_read(struct scoreboard *sb, uint32_t answer)
{
    bool busy = answer & STATUS_BUSY, empty = answer & STATUS_EMPTY, loss = answer & STATUS_LOSS;
    bool again = busy && sb->read_disabled; /* not by a store to RUNNING that is still on its way */
    if (sb->quiet && (again || loss))
        fail(sb, "STATUS reads %08" PRIx32 " though everything was reported", answer);
    if (sb->not_busy && again)
        fail(sb, "STATUS.BUSY is 1 again");
    if (sb->read_closed ? !empty : sb->level ? empty : sb->level_exact && !empty)
        fail(sb, "STATUS.EMPTY is %d, LEVEL is %s%" PRIu32, empty,
             sb->level_exact ? "" : "at least ", sb->level);
    if (sb->drained && (answer & STATUS_OVERLOAD))
        fail(sb, "STATUS reads %08" PRIx32 ": an overload of an empty FIFO", answer);
    sb->not_busy = sb->read_disabled && !busy &&
                   !(sb->model.framing &&
                     loss); /* frames may make space for the rest of the loss */
    sb->quiet = sb->not_busy && !loss;
}

static void level_read(struct scoreboard *sb, uint32_t answer)
{
    if (sb->read_closed) {
        if (answer)
            fail(sb, "LEVEL is %" PRIu32 ", though not authorised", answer);
        return;
    }
    if (answer < sb->level || (sb->level_exact && answer != sb->level) ||
        answer > 1u << sb->config.unit.fifo_log2)
        fail(sb, "LEVEL is %" PRIu32 ", must be %s %" PRIu32, answer,
             sb->level_exact ? "" : "at least", sb->level);
    sb->level = answer;
    sb->level_exact = sb->quiet;
}

static void frame_ctrl_read(struct scoreboard *sb, uint32_t answer)
{
    bool busy = answer & 2;
    if (sb->frames_ending && !busy && sb->frame_held)
        fail(sb, "FRAME_CTRL.BUSY is 0, but a byte waits");
    if (sb->frames_ending) {
        sb->frames_ending = busy;
        return;
    }
    if (busy ? sb->drained && sb->model.framing : sb->frame_size || sb->frame_held)
        fail(sb, "FRAME_CTRL.BUSY is %d", busy);
    if (sb->model.framing && sb->quiet && !busy && !sb->unseen && !sb->stats.errors)
        check_drained(sb);
}

static void fault_read(struct scoreboard *sb, uint32_t answer)
{
    bool empty = answer >> 1 & 1;
    if (sb->fault_empty_known && sb->fault_empty != empty)
        fail(sb, "FAULT.EMPTY is %d", empty);
    sb->fault_empty = empty;
    sb->fault_empty_known = true;
    if (sb->clear_uncertain && !(answer & 1)) { /* no fault: the CLEAR has worked */
        sb->model.fault_access = false;
        const bool framing = sb->model.framing;
        if (!sb->model.live)
            sb->live_cycle = sb->clear_cycle;
        weir_golden_clear(&sb->model, sb->stats.cycles - 1 - sb->clear_cycle);
        clear(sb, framing);
    }
    sb->clear_uncertain = false;
}

static void irq_status_read(struct scoreboard *sb, uint32_t answer)
{
    bool watermark = answer & 1, reached = (sb->read_closed ? 0 : sb->level) >= sb->model.watermark;
    if (reached ? !watermark : (sb->read_closed || sb->level_exact) && watermark)
        fail(sb, "IRQ_STATUS.WATERMARK is %d, LEVEL %" PRIu32, watermark, sb->level);
    sb->loss_known = sb->quiet;
    sb->loss_status = answer & 2;
}

/* The time in the answer may or may not count the cycle that accepts the read, but always the same.
 */
static void time_lo_read(struct scoreboard *sb, uint32_t answer)
{
    bool before = answer == (uint32_t)sb->read_before, with = answer == (uint32_t)sb->read_time;
    if (!(sb->lag_known ? (sb->lags ? before : with) : before || with))
        fail(sb,
             "TIME_LO is %" PRIu32 " at an edge of time %" PRIu64 ", after one of time %" PRIu64,
             answer, sb->read_time, sb->read_before);
    if (before != with) {
        sb->lags = before;
        sb->lag_known = true;
    }
    sb->time_read = before ? sb->read_before : sb->read_time;
    sb->time_known = true;
}

static void time_hi_read(struct scoreboard *sb, uint32_t answer)
{
    uint64_t expected = sb->time_read >> 32;
    if (sb->time_known && answer != expected)
        fail(sb, "TIME_HI is %" PRIu32 ", TIME_LO was read at %" PRIu64, answer, sb->time_read);
}

/* While events are on their way, an answer must be what can be so. */
static void counter_read(struct scoreboard *sb, unsigned source, unsigned counter, uint32_t answer)
{
    if (sb->quiet) {
        if (sb->counter_read[source][counter] && sb->counter[source][counter] != answer)
            fail(sb, "a counter has changed to %" PRIu32 " though nothing was offered", answer);
        sb->counter[source][counter] = answer;
        sb->counter_read[source][counter] = sb->any_counter_read = true;
        return;
    }
    uint32_t least, most; /* modulo 2^32 */
    if (counter >= WEIR_GOLDEN_TORN && counter < DELIVERED) {
        most = sb->certain[source][counter];
        least = most - SETTLE_CYCLES;
    } else {
        least = most = counter < DELIVERED ? sb->dropped[source][counter]
                                           : sb->delivered[source][counter - DELIVERED];
        for (size_t i = 0; i < sb->count; i++)
            most += pending_at(sb, i)->event.source == source &&
                    pending_at(sb, i)->event.class_ == counter % DELIVERED;
    }
    if (answer - least > most - least)
        fail(sb,
             "counter %u of source %u reads %" PRIu32 ", cannot be more than %" PRIu32
             " nor less than %" PRIu32,
             counter, source, answer, most, least);
}

static void answer_read(struct scoreboard *sb, uint32_t answer)
{
    uint32_t page = sb->read_addr & PAGE_MASK, offset = sb->read_addr & 0xffc;
    unsigned source, counter;
    const struct weir_golden_answer *expected = &sb->read_expected;
    uint32_t known = expected->known;
    bool clear_uncertain = sb->clear_uncertain;
    sb->read_pending = false;
    sb->stats.answers++;
    if (sb->read_closed &&
        (page == PAGE_DATA ||
         (page == PAGE_CONTROL && (offset == REG_TAIL || offset == REG_PEEK_DATA)))) {
        /* 0, as the model says */
    } else if (page == PAGE_DATA) {
        word_read(sb, answer);
    } else if (page == PAGE_CONTROL) {
        switch (offset) {
        case REG_STATUS: status_read(sb, answer); break;
        case REG_FAULT:
            fault_read(sb, answer);
            known &= ~(uint32_t)clear_uncertain;
            break;
        case REG_IRQ_STATUS: irq_status_read(sb, answer); break;
        case REG_LEVEL: level_read(sb, answer); break;
        case REG_TAIL: tail_read(sb, answer); break;
        case REG_SW_DROPPED:
            if (sb->config.unit.checkpoint && answer != sb->sw_entries_dropped)
                fail(sb, "register SW_DROPPED reads %" PRIu32 ", must be %" PRIu32, answer,
                     sb->sw_entries_dropped);
            break;
        case REG_PEEK_DATA:
            if (sb->taken)
                peek_read(sb, answer);
            break;
        case REG_FIFO_POINTERS:
            if (sb->taken)
                fifo_pointers_read(sb, answer);
            break;
        case REG_SNAPSHOT:
            if (sb->taken && !sb->model.live && (answer & 1) != sb->left)
                fail(sb, "SNAPSHOT.VALID is %" PRIu32, answer & 1);
            break;
        case REG_FRAME_CTRL:
            if (sb->config.unit.frame)
                frame_ctrl_read(sb, answer);
            break;
        case REG_RING_AT:
            if (sb->config.unit.wide)
                ring_at_read(sb, answer);
            break;
        case REG_TIME_LO:
            if (!sb->config.unit.tiny)
                time_lo_read(sb, answer);
            break;
        case REG_TIME_HI:
            if (!sb->config.unit.tiny)
                time_hi_read(sb, answer);
            break;
        }
    } else if (page == PAGE_SW_ENTRY && sb->config.unit.checkpoint && offset % 16 == SW_ENTRY_END &&
               offset / 16 < sb->config.unit.harts) {
        sw_entry_read(sb, sb->read_sw_entry, answer);
    } else if (weir_golden_counter(&sb->model, sb->read_addr, &source, &counter)) {
        counter_read(sb, source, counter, answer);
    }
    if ((answer ^ expected->value) & known)
        fail(sb,
             "address %05" PRIx32 " reads %08" PRIx32 ", must be %08" PRIx32 " (mask %08" PRIx32
             ")",
             sb->read_addr, answer, expected->value, known);
    if (sb->drained)
        check_counters(sb);
}

/* ---- Accesses */

static bool add_pending(struct scoreboard *sb, const struct weir_golden_event *event)
{
    if (sb->count == sb->size) {
        struct pending *ring = malloc(2 * sb->size * sizeof *ring);
        if (!ring)
            return false;
        for (size_t i = 0; i < sb->count; i++)
            ring[i] = *pending_at(sb, i);
        free(sb->ring);
        sb->ring = ring;
        sb->head = 0;
        sb->size *= 2;
    }
    *pending_at(sb, sb->count++) = (struct pending){
        *event,
        sb->stats.cycles,
        sb->popped,
        sb->popped_ring[(sb->stats.cycles + 1) % SETTLE_CYCLES],
        sb->filtered,
        sb->states,
        event->waits ? sb->was_held : 0,
        !has_ring(sb) || sb->stats.cycles > sb->ring_cycle + reserved_bytes(sb) + SETTLE_CYCLES,
        sb->reserve_cycle &&
            sb->stats.cycles <= sb->reserve_cycle + RESERVE_CYCLES + sb->config.unit.filter,
        (uint8_t)reader_now(sb)};
    sb->filtered = sb->states = 0;
    sb->stats.offered[event->class_]++;
    sb->stats.context[event->source % 4]++;
    bool of_pins = event->source / 4u == sb->config.unit.harts;
    sb->stats.pins += of_pins && !event->kind;
    sb->stats.pins_bus += of_pins && event->id == WEIR_GOLDEN_PIN + WEIR_GOLDEN_PIN_BUS;
    sb->stats.pins_overrun += of_pins && event->kind == WEIR_GOLDEN_OVERRUN;
    sb->stats.pressed_pins += of_pins && sb->overload;
    sb->stats.hints += event->is_hint && !event->kind;
    sb->stats.hints_in_trap += event->is_hint && !event->kind &&
                               event->source % 4 == WEIR_GOLDEN_INTERRUPT;
    sb->stats.hints_bad += event->is_hint && event->kind == WEIR_GOLDEN_ID;
    sb->stats.hints_masked += event->is_hint && event->kind == WEIR_GOLDEN_MASK;
    sb->stats.hints_switch += event->is_hint && !event->kind && event->is_switch;
    sb->stats.pressed_hints += event->is_hint && sb->overload;
    sb->stats.traps += event->source % 4 == WEIR_GOLDEN_SNOOP && event->id == WEIR_GOLDEN_ISR;
    if (event->kind)
        sb->certain[event->source][event->kind]++;
    sb->drained = false;
    return true;
}

static bool writes(const struct weir_golden_access *a, uint32_t reg)
{
    return a->valid && a->write && a->strobes == 0xf && (a->addr & (PAGE_MASK | 0xffc)) == reg;
}

/* Something is on its way to admit: it waits for the arbiter, or is a store to RUNNING, which is an
 * event or not only then. */
static bool passing(const struct scoreboard *sb)
{
    return weir_golden_arbitrating(&sb->model) ||
           (sb->running_cycle &&
            sb->stats.cycles <= sb->running_cycle + PASS_CYCLES + sb->config.unit.filter);
}

static void access_accepted(struct scoreboard *sb, const struct weir_golden_access *a)
{
    sb->access_cycle = sb->stats.cycles;
    sb->access[sb->accesses % HISTORY] = *a;
    sb->access_at[sb->accesses++ % HISTORY] = sb->stats.cycles;
    if (sb->clear_uncertain && (a->write || (a->addr & (PAGE_MASK | 0xffc)) != REG_FAULT))
        fail(sb, "CTRL.CLEAR while BUSY is not known: FAULT must be read next");
    if (!sb->config.unit.tiny && a->write && a->strobes == 0xf && sb->model.enable &&
        (a->addr >> 16) && (a->addr & 0x4000))
        sb->stats.windows++;
    sb->stats.locked += a->write && sb->model.locked;
    uint32_t running = (a->addr & (PAGE_MASK | 0xffc)) - REG_RUNNING;
    if (!sb->config.unit.tiny && a->write && a->strobes == 0xf && running % SNOOP_HART == 0 &&
        running / SNOOP_HART < sb->config.unit.harts)
        sb->running_cycle = sb->stats.cycles;
    if (weir_golden_is_clear(a) && !sb->model.enable && !sb->model.locked) {
        sb->clear_cycle = sb->stats.cycles;
        if (sb->not_busy && !passing(sb)) {
            clear(sb, sb->model.framing);
        } else {
            sb->clear_uncertain = true;
            if (sb->model.fault_access || (a->data & 1))
                fail(sb, "CTRL.CLEAR while BUSY is not known: FAULT.ACCESS must be 0 before, and "
                         "ENABLE stay 0");
        }
    }
    if (writes(a, REG_FAULT) && (a->data & 2)) {
        sb->fault_empty = false;
        sb->fault_empty_known = true;
    }
    if (writes(a, REG_IRQ_STATUS) && (a->data & 2)) {
        sb->loss_cleared_cycle = sb->stats.cycles;
        sb->loss_known = sb->quiet;
        sb->loss_status = false;
    }
}

static unsigned ready_limit(const struct scoreboard *sb, const struct weir_golden_access *a,
                            bool counter)
{
    const struct weir_golden_parameters *unit = &sb->config.unit;
    bool of_port = a->write && a->addr >> 16;
    if (!unit->queue_log2)
        return (counter || of_port ? 2 * READY_ENTRY_CYCLES : 0) +
               (counter || (of_port && !sb->model.enable) ? READY_TOTALS * READY_TOTAL_CYCLES : 0);
    if (counter)
        return READY_COUNT_CYCLES + unit->harts + (unit->retire ? ITEMS_RETIRE : 1) * sources(sb);
    if (a->write)
        return sources(sb) > 1 ? READY_GRANT_CYCLES : 0;
    bool word = (a->addr & PAGE_MASK) == PAGE_DATA || (a->addr & ~3u) == REG_PEEK_DATA;
    return unit->peek && word ? READY_PEEK_CYCLES : 0;
}

/* This access is the one that was not accepted in the last cycle. */
static bool waits_still(const struct scoreboard *sb, const struct weir_golden_access *now)
{
    const struct weir_golden_access *was = &sb->waiting;
    return was->valid && now->valid && now->write == was->write && now->addr == was->addr &&
           (!now->write || (now->data == was->data && now->strobes == was->strobes));
}

/* Accesses that must wait do, and others do not wait for long. */
static void check_ready(struct scoreboard *sb, const struct weir_pins *pins)
{
    struct weir_golden_access wanted = {pins->reg_valid, pins->reg_write, pins->reg_addr,
                                        pins->reg_wdata, pins->reg_wstrb};
    if (!waits_still(sb, &wanted))
        sb->waited = sb->switches = 0;
    if (!wanted.valid)
        return;
    bool must_wait = weir_golden_must_wait(&sb->model, &wanted);
    unsigned clear_cycles = CLEAR_HART_CYCLES * sources(sb) + CLEAR_CYCLES;
    bool clearing = sb->stats.cycles <= sb->clear_cycle + clear_cycles + READY_COUNT_CYCLES;
    bool counters = (pins->reg_addr & PAGE_MASK & ~0x1000u) == PAGE_COUNT;
    bool count_page = counters && sources(sb) == 1 && !sb->config.unit.retire;
    unsigned limit = clearing ? clear_cycles : ready_limit(sb, &wanted, counters);
    sb->stats.must_wait += must_wait;
    sb->stats.waits += !pins->reg_ready;
    if (pins->reg_ready && must_wait)
        fail(sb,
             "address %05" PRIx32
             " accepted while the running thread, or a register of filter, may change",
             pins->reg_addr);
    bool space = weir_golden_may_wait(&sb->model, &wanted);
    if (!pins->reg_ready) {
        weir_golden_held(&sb->model, &wanted);
        sb->stats.held += space;
        sb->held += space && !must_wait && !sb->model.granted;
    } else if (space || sb->held) {
        sb->stats.expired += !space && wanted.write && (wanted.addr >> 16) &&
                             (wanted.addr & 0x8000);
        sb->was_held = sb->held;
        sb->held = 0;
    }
    bool counts = count_page && sb->model.granted; /* and a total of a loss may be read next */
    bool excused = space || must_wait || counts;
    sb->waited += !pins->reg_ready && !excused;
    sb->switches += !pins->reg_ready && counts;
    if (!pins->reg_ready && sb->waited > limit + sb->switches)
        fail(sb, "address %05" PRIx32 " has waited for %u cycles without a reason", pins->reg_addr,
             sb->waited);
}

static void check_irq(struct scoreboard *sb, bool irq)
{
    if (sb->clear_uncertain || sb->stats.cycles < sb->access_cycle + IRQ_CYCLES ||
        sb->stats.cycles < sb->closed_cycle + IRQ_CYCLES)
        return;
    bool by_level = sb->model.irq_enable & 1, by_loss = sb->model.irq_enable & 2;
    bool reached = (sb->closed ? 0 : sb->level) >= sb->model.watermark;
    if ((by_level && !reached && !sb->closed && !sb->level_exact) || (by_loss && !sb->loss_known))
        return;
    if (irq != ((by_level && reached) || (by_loss && sb->loss_status)))
        fail(sb,
             "the interrupt is %d, LEVEL %" PRIu32 ", WATERMARK %" PRIu32 ", IRQ_ENABLE %" PRIu32,
             irq, sb->level, sb->model.watermark, sb->model.irq_enable);
}

/* A cycle of the model; counts what filter does. Returns false if there is no memory. */
static bool clock_model(struct scoreboard *sb, const struct weir_golden_access *access,
                        const struct weir_golden_store *store)
{
    struct weir_golden_trigger was = sb->model.filter.now;
    struct weir_golden_event event;
    bool offered = weir_golden_clock(&sb->model, access, store, !sb->not_busy, &sb->read_expected,
                                     &event);
    const struct weir_golden_trigger *now = &sb->model.filter.now;
    bool filtered = now->filtered != was.filtered && now->filtered;
    sb->filtered += filtered;
    sb->stats.filtered += filtered;
    if (now->state != was.state) {
        sb->states |= 1u << now->state;
        sb->stats.state[now->state]++;
    }
    return !offered || add_pending(sb, &event);
}

/* What the unit has read of the external counter: what the cycle MTIME_CYCLES before can have seen,
 * and never less than before. */
static void see_mtime(struct scoreboard *sb, const struct weir_pins *pins)
{
    unsigned at = (unsigned)(sb->stats.cycles % MTIME_CYCLES);
    uint64_t least = sb->mtime[at].least, most = sb->mtime[at].most;
    sb->mtime_cycles = pins->mtime_known ? sb->mtime_cycles + 1 : 0;
    const bool known = sb->mtime_cycles > MTIME_CYCLES; /* it stood while CLEAR read it */
    if (known && (pins->mtime < least || pins->mtime > most || pins->mtime < sb->model.external))
        fail(sb,
             "the external counter is read as %" PRIu64 ", was %" PRIu64 " to %" PRIu64
             ", and %" PRIu64 " before",
             pins->mtime, least, most, sb->model.external);
    sb->mtime[at].least = pins->mtime_least;
    sb->mtime[at].most = pins->mtime_most;
    sb->model.external = known ? pins->mtime : least;
}

static void check_trigger(struct scoreboard *sb, const struct weir_pins *pins)
{
    if (pins->trigger_out != sb->pulse[0])
        fail(sb, "trigger_o is %d", pins->trigger_out);
    sb->stats.pulses += pins->trigger_out;
    sb->pulse[0] = sb->pulse[1];
    sb->pulse[1] = sb->model.filter.pulse;
    sb->model.trigger_pin = pins->trigger_in;
    sb->model.pins_level = pins->pins;
}

/* Without authorisation the ring waits, and nobody is busy with that. */
static void check_auth(struct scoreboard *sb, const struct weir_pins *pins)
{
    bool closed = weir_golden_closed(&sb->model);
    if (closed != sb->closed) {
        sb->closed_cycle = sb->stats.cycles;
        sb->closed_entries = sb->closed_words = 0;
        sb->closed_bytes = 0;
        if (has_ring(sb) && !closed)
            sb->not_busy = sb->quiet = sb->drained = false;
    }
    sb->closed = closed;
    sb->model.auth_pin = pins->auth;
    sb->model.ready = pins->reg_ready;
    sb->model.memory_error = pins->m_error;
}

static void reset(struct scoreboard *sb)
{
    const bool recorded = sb->model.live && sb->stats.cycles + 1 >= sb->live_cycle + RECORDED_AFTER;
    forget_pending(sb);
    ring_end(sb);
    struct scoreboard fresh = {.config = sb->config,
                               .stats = sb->stats,
                               .ring = sb->ring,
                               .size = sb->size,
                               .made = sb->made,
                               .made_size = sb->made_size,
                               .taken = sb->taken,
                               .looked = sb->looked,
                               .left = recorded || sb->left};
    *sb = fresh;
    forget_words(sb);
    weir_golden_reset(&sb->model, &sb->config.unit);
    store_interval(sb);
    sb->clear_cycle = sb->stats.cycles;
    sb->lead = -sb->clear_cycle;
    sb->fault_empty_known = true;
}

/* What stimulus there was. */
static void cover_pins(struct scoreboard *sb, const struct weir_pins *pins)
{
    struct weir_golden_access now = {pins->reg_valid, pins->reg_write, pins->reg_addr,
                                     pins->reg_wdata, pins->reg_wstrb};
    const struct weir_golden_access *was = &sb->waiting;
    bool guaranteed = was->write && was->addr >> 16 && (was->addr & 0x8000);
    sb->stats.withdrawn += was->valid && !waits_still(sb, &now) && !guaranteed;
    sb->waiting = now;
    sb->waiting.valid &= !pins->reg_ready;
    bool all = sb->config.unit.harts > 1;
    for (unsigned h = 0; h < sb->config.unit.harts; h++)
        all &= pins->snoop[h].valid;
    sb->stats.all_stores += all;
    sb->stats.alone_words += sb->unseen && pins->m_valid && pins->m_ready;
    sb->stats.late_words += has_ring(sb) && !pins->m_idle;
    sb->stats.idle_clears += sb->model.clearing && sb->model.enable && pins->reg_ready &&
                             !pins->reg_valid;
}

/* ---- The interface */

struct scoreboard *scoreboard_new(const struct scoreboard_config *config)
{
    struct scoreboard *sb = calloc(1, sizeof *sb);
    if (!sb)
        return NULL;
    sb->config = *config;
    sb->size = 1024;
    sb->ring = malloc(sb->size * sizeof *sb->ring);
    sb->made_size = 64;
    sb->made = calloc(sb->made_size, sizeof *sb->made);
    if (config->unit.peek) {
        sb->taken = calloc(fifo_bytes(sb) / 4 * 2, sizeof *sb->taken);
        sb->looked = sb->taken + fifo_bytes(sb) / 4;
    }
    if (!sb->ring || !sb->made || (config->unit.peek && !sb->taken)) {
        scoreboard_free(sb);
        return NULL;
    }
    reset(sb);
    return sb;
}

void scoreboard_free(struct scoreboard *sb)
{
    if (sb) {
        ring_end(sb);
        free(sb->ring);
        free(sb->made);
        free(sb->taken);
    }
    free(sb);
}

void scoreboard_jump(struct scoreboard *sb, uint64_t ticks)
{
    if (!sb->config.unit.time_base) {
        if (sb->jumps == JUMPS) {
            fail(sb, "time has jumped too often before the stream was read");
            return;
        }
        sb->jump[sb->jumps].time = sb->model.time;
        sb->jump[sb->jumps++].ticks = ticks;
    }
    sb->model.time += ticks;
}

void scoreboard_count(struct scoreboard *sb, uint32_t count)
{
    for (unsigned source = 0; source < SOURCES; source++) {
        for (unsigned kind = 0; kind < KINDS; kind++)
            sb->dropped[source][kind] = sb->totals[source][kind] = sb->certain[source][kind] =
                count;
        for (unsigned class_ = 0; class_ < WEIR_GOLDEN_CLASSES; class_++)
            sb->delivered[source][class_] = count;
    }
}

bool scoreboard_clock(struct scoreboard *sb, const struct weir_pins *pins)
{
    if (sb->stats.errors)
        return false;
    if (!pins->rst_n) {
        if (sb->running) {
            sb->stats.resets++;
            reset(sb);
        }
        return true;
    }
    sb->running = true;
    sb->stats.cycles++;
    if (sb->read_pending)
        answer_read(sb, pins->reg_rdata);
    check_auth(sb, pins);
    check_irq(sb, pins->irq);
    check_ready(sb, pins);
    cover_pins(sb, pins);
    check_frames(sb, pins);
    check_trigger(sb, pins);
    sb->popped_ring[sb->stats.cycles % SETTLE_CYCLES] = sb->popped;
    if (sb->stats.cycles % SCOREBOARD_WHILE == 0) {
        sb->pace = sb->popped - sb->paced;
        sb->paced = sb->popped;
    }

    struct weir_golden_access access = {pins->reg_valid && pins->reg_ready, pins->reg_write,
                                        pins->reg_addr, pins->reg_wdata, pins->reg_wstrb};
    if (access.valid)
        access_accepted(sb, &access);
    if (access.valid && !access.write) {
        sb->read_pending = true;
        sb->read_addr = access.addr;
        sb->read_disabled = !sb->model.enable && !passing(sb);
        sb->read_before = sb->model.time;
        sb->peek_at = sb->model.peek_at;
        sb->read_closed = sb->closed;
    }
    const uint32_t denied = sb->model.denied;
    const bool mtime = sb->model.mtime, live = sb->model.live;
    see_mtime(sb, pins);
    if (pins->entry && sb->config.unit.time_base && !sb->unseen && !add_made(sb))
        fail(sb, "out of memory");
    sb->time_before[1] = sb->time_before[0];
    sb->time_before[0] = sb->model.time;
    if (access.valid && weir_golden_may_reserve(&sb->model, &access)) {
        sb->reserve_cycle = sb->stats.cycles;
        for (size_t i = sb->count;
             i && pending_at(sb, i - 1)->cycle + 1 + sb->config.unit.filter >= sb->stats.cycles;
             i--)
            pending_at(sb, i - 1)->beside = true;
    }
    if (!clock_model(sb, &access, pins->snoop))
        fail(sb, "out of memory");
    if (sb->model.live && !live)
        sb->live_cycle = sb->stats.cycles;
    sb->read_time = sb->model.time;
    sb->read_sw_entry = sb->model.sw_entry_ended;
    sb->stats.denied += sb->model.denied - denied;
    sb->stats.pressed_denied += sb->model.denied != denied && sb->overload;
    if (writes(&access, REG_CHECKPOINT)) {
        if (access.data >> 31 && sb->model.enable) {
            sb->checkpoint_asked = true;
            sb->asked_time = sb->model.time;
        }
        store_every(sb);
        sb->checkpoint_cycle = sb->stats.cycles;
    }
    if (sb->model.frame_interval != sb->interval[sb->intervals - 1].value) {
        store_interval(sb);
        sb->stats.frame_ctrl += sb->model.enable;
    }
    sb->stats.time_ctrl += sb->model.enable && sb->model.mtime != mtime;
    if (!may_checkpoint(sb))
        sb->checkpoint_cycle = sb->stats.cycles;
    if (writes(&access, REG_RING_CTRL))
        ring_begin(sb);
    if (pins->m_valid || sb->closed)
        sb->ring_cycle = sb->stats.cycles;
    if (pins->m_valid && pins->m_ready)
        ring_write(sb, pins->m_addr, pins->m_wdata);
    if (sb->memory && sb->config.memory && sb->config.cut == sb->stats.cycles)
        fwrite(sb->memory, 1, (size_t)1 << (sb->model.ring_size & 0x1f), sb->config.memory);
    if (access.valid && !access.write && (access.addr & PAGE_MASK) == PAGE_DATA && !sb->quiet)
        sb->not_busy = false; /* space for the rest of a loss may have come */
    if (!sb->model.enable)
        sb->disabled_cycle = sb->stats.cycles;
    if (sb->model.enable) {
        sb->not_busy = sb->quiet = sb->drained = sb->level_exact = sb->loss_known = false;
        if (sb->any_counter_read)
            memset(sb->counter_read, 0, sizeof sb->counter_read);
        sb->any_counter_read = false;
    }
    if (sb->model.framing) { /* the bus sees an empty FIFO */
        sb->level = 0;
        sb->level_exact = true;
    }
    return sb->stats.errors == 0;
}

bool scoreboard_finish(struct scoreboard *sb)
{
    if (sb->stats.errors == 0 && !sb->running)
        fail(sb, "the unit was never out of reset");
    if (sb->stats.errors == 0 && !sb->drained && !sb->unseen)
        fail(sb, "the run ends before the unit was seen drained");
    if (sb->unseen) /* nobody reads the fate of these */
        forget_pending(sb);
    return sb->stats.errors == 0;
}

const struct scoreboard_stats *scoreboard_stats(const struct scoreboard *sb) { return &sb->stats; }
