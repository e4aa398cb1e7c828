/* SPDX-License-Identifier: Apache-2.0 */
/* Scoreboard: compares every octet and register answer of the unit with the golden model, and judges its refusals. */
#include "scoreboard.h"

#include "weir_golden.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Slack: what the contract leaves to the implementation ---- */

enum {
    /* Edges within which the unit may still be working on something that the pins have shown: an access on its way to
     * the counters, a word on its way to LEVEL, a record about to be queued. */
    SETTLE_EDGES = 64,
    /* Octets by which the scoreboard's idea of the room may differ from admit's at the moment of the decision: eight
     * words, which a reader at full speed takes in the edges between a store and its admission. */
    ROOM_SLACK = 32,
    /* The same for places in the queue. */
    QUEUE_SLACK = 4,
    /* Edges that pack may take for one entry: one an octet and a few more. */
    PACK_EDGES = 4,
    /* A refusal is told in a record at the latest this long after there was nothing else to do, and room for the record
     * and for one more, which is kept for the next time the unit is disabled. */
    RECORD_EDGES = 2 * SETTLE_EDGES,

    /* Edges after an access until the interrupt pin has followed it. */
    IRQ_EDGES = 4,

    ENTRY_MAX = WEIR_GOLDEN_LOSS_MAX,
    PACKING = 64, /* more than the queue holds */
    HISTORY = 16, /* entries and accesses shown with an error */
    DOUBTS = 8,
};

enum { /* the control page, as docs/registers.md says */
    PAGE_MASK = 0x7000,
    PAGE_CONTROL = 0x0000,
    PAGE_DATA = 0x1000,
    REG_CTRL = 0x010, REG_STATUS = 0x014, REG_FAULT = 0x018, REG_IRQ_STATUS = 0x020, REG_LEVEL = 0x028,
    REG_TAIL = 0x02c, REG_TIME_LO = 0x030, REG_TIME_HI = 0x034, REG_OFFERED = 0x040, REG_REFUSED = 0x050,
    REG_CAUSE = 0x060,
    COUNTERS = 11, /* OFFERED, REFUSED, CAUSE */
    STATUS_BUSY = 1, STATUS_EMPTY = 4, STATUS_LOSS = 8,
};

/* An offered event whose fate is not known yet, and how much had been read when it was offered. */
struct pending {
    struct weir_golden_event event;
    uint64_t edge;           /* unlike its time, without jumps */
    uint64_t popped;         /* octets read up to its edge */
    uint64_t popped_before;  /* octets read SETTLE_EDGES earlier */
};

/* An entry on its way through the queue and pack. */
struct packing {
    uint64_t end;            /* edge at which it is surely in the FIFO */
    unsigned size, worst;    /* octets: as it is, and as admit counts it until then */
};

struct scoreboard {
    struct scoreboard_config config;
    struct scoreboard_stats stats;
    struct weir_golden model;
    bool running;                     /* out of reset */

    /* the read accepted at the last edge, whose answer is on the pins now */
    bool read_pending;
    uint32_t read_addr;
    struct weir_golden_answer read_expected;
    uint64_t read_time;               /* the edge that accepted it, as the unit counts */
    bool read_disabled;               /* the unit was disabled, with nothing held, when the read was accepted */

    /* offered events whose fate is not known, oldest first, in a ring of `size` (a power of two) */
    struct pending *ring;
    size_t size, head, count;

    /* the stream */
    struct weir_golden_stream stream;
    struct weir_golden_loss loss;     /* refusals since the last record */
    uint64_t seen_time, seen_edge;    /* the last event whose fate is known */
    uint8_t entry[2 * ENTRY_MAX];     /* octets read, from the start of an entry */
    unsigned entry_size;
    uint8_t expected[ENTRY_MAX];      /* octets that the open entry should have had, for the report */
    unsigned expected_size;
    unsigned doubt[DOUBTS], doubts;   /* where `entry` has a word that read 0 and may have been an empty FIFO */
    uint8_t tail[3];                  /* octets taken from TAIL: the next word begins with them */
    unsigned ahead;                   /* how many */
    uint64_t told;                    /* octets of complete entries since reset or CLEAR */
    uint64_t popped;                  /* octets read from the data page since reset or CLEAR */
    uint64_t popped_ring[SETTLE_EDGES];

    /* room and places */
    struct packing packing[PACKING];  /* the last entries, a ring */
    unsigned packing_at;
    bool overload;                    /* the unit may be in overload */
    bool surely_overload;             /* the unit must be in overload */
    unsigned record_size;             /* octets of the record told since the last event, or 0 */
    uint64_t late_from;               /* edge from which untold refusals should have been told */

    /* counters since CLEAR */
    uint32_t refused[4], cause[3];

    /* what the register answers have shown */
    bool not_busy;                    /* BUSY is 0 */
    bool quiet;                       /* disabled, and BUSY and LOSS read 0 since: nothing more comes */
    bool drained;                     /* quiet, everything was read, and all is told */
    bool level_exact;                 /* `level` is LEVEL; else it is the least it can be */
    uint32_t level;
    bool fault_empty_known, fault_empty;
    bool clear_in_doubt;              /* CTRL.CLEAR was written while BUSY is unknown: the next FAULT tells */
    bool time_known;                  /* TIME_LO was read: */
    uint64_t time_read;               /* the time that it gave */
    uint32_t time_lag;                /* edges between that and the edge that accepted the read */
    bool loss_known, loss_status;     /* IRQ_STATUS.LOSS, while quiet */
    uint64_t refused_edge;            /* of the last refusal, or 0 */
    uint64_t perhaps_refused_edge;    /* the same, counting events that nobody has read about */
    uint64_t loss_cleared_edge;       /* 1 was written to IRQ_STATUS.LOSS */
    uint32_t counter[COUNTERS];       /* answers read while quiet */
    bool counter_read[COUNTERS];
    uint64_t access_edge;             /* of the last accepted access */

    char history[HISTORY][96];        /* the last entries and refusals */
    unsigned history_at;
    struct weir_golden_access access[HISTORY]; /* the last accesses, and their edges */
    uint64_t access_at[HISTORY];
    unsigned accesses;
};

/* ---- Reports ---- */

static void say(struct scoreboard *sb, const char *format, ...)
{
    if (!sb->config.report)
        return;
    va_list args;
    va_start(args, format);
    vfprintf(sb->config.report, format, args);
    va_end(args);
}

static void say_octets(struct scoreboard *sb, const char *what, const uint8_t *octets, size_t size)
{
    say(sb, "  %s", what);
    for (size_t i = 0; i < size; i++)
        say(sb, " %02x", octets[i]);
    say(sb, "\n");
}

static const char *class_name(unsigned class_)
{
    static const char *const name[] = {"USER", "COM", "SYS", "NONE"};
    return name[class_];
}

static void describe(char *text, size_t size, const struct weir_golden_event *e, const char *fate, unsigned cause)
{
    char id[16];
    if (e->is_switch)
        snprintf(id, sizeof id, "thread");
    else
        snprintf(id, sizeof id, "%" PRIx32, e->id);
    snprintf(text, size, "%" PRIu64 " %u %s %s %" PRIx32 " %s %u", e->time, e->source, class_name(e->class_), id,
             e->value, fate, cause);
}

static struct pending *pending_at(struct scoreboard *sb, size_t i)
{
    return &sb->ring[(sb->head + i) & (sb->size - 1)];
}

static void fail(struct scoreboard *sb, const char *format, ...)
{
    if (sb->stats.errors++)
        return; /* what follows an error is noise */
    say(sb, "scoreboard: edge %" PRIu64 ", time %" PRIu64 ": ", sb->stats.edges, sb->model.time);
    if (sb->config.report) {
        va_list args;
        va_start(args, format);
        vfprintf(sb->config.report, format, args);
        va_end(args);
    }
    say(sb, "\n  octets read %" PRIu64 ", of complete entries %" PRIu64 ", stream at time %" PRIu64 "\n", sb->popped,
        sb->told, sb->stream.time);
    say_octets(sb, "open entry:", sb->entry, sb->entry_size);
    if (sb->expected_size)
        say_octets(sb, "expected:  ", sb->expected, sb->expected_size);
    say(sb, "  before it (time source class id value fate cause):\n");
    for (unsigned i = 0; i < HISTORY; i++) {
        const char *line = sb->history[(sb->history_at + i) % HISTORY];
        if (*line)
            say(sb, "    %s\n", line);
    }
    say(sb, "  the last accesses (edge, address, data, strobes):\n");
    for (unsigned i = sb->accesses < HISTORY ? 0 : sb->accesses - HISTORY; i < sb->accesses; i++) {
        const struct weir_golden_access *a = &sb->access[i % HISTORY];
        if (a->write)
            say(sb, "    %" PRIu64 " write %04" PRIx32 " %08" PRIx32 " %x\n", sb->access_at[i % HISTORY], a->addr, a->data,
                a->strobes);
        else
            say(sb, "    %" PRIu64 " read  %04" PRIx32 "\n", sb->access_at[i % HISTORY], a->addr);
    }
    say(sb, "  offered and not told yet: %zu\n", sb->count);
    for (size_t i = 0; i < sb->count && i < HISTORY; i++) {
        char text[80];
        struct pending *p = pending_at(sb, i);
        describe(text, sizeof text, &p->event, "?", p->event.cause);
        say(sb, "    %s\n", text);
    }
}

static char *new_history(struct scoreboard *sb)
{
    char *line = sb->history[sb->history_at];
    sb->history_at = (sb->history_at + 1) % HISTORY;
    return line;
}

/* ---- Room: how much there was, at least and at most ---- */

static uint64_t capacity(const struct scoreboard *sb) { return (uint64_t)4 << sb->config.fifo_log2; }

static unsigned queue_at_most(const struct scoreboard *sb, uint64_t edge)
{
    unsigned n = 0;
    for (unsigned i = 0; i < PACKING; i++)
        n += sb->packing[i].end > edge;
    return n;
}

/* Octets that were surely not promised at the event's edge; negative if none. */
static int64_t room_at_least(const struct scoreboard *sb, const struct pending *p)
{
    int64_t used = (int64_t)(sb->told - p->popped_before);
    for (unsigned i = 0; i < PACKING; i++)
        if (sb->packing[i].end > p->edge)
            used += sb->packing[i].worst - sb->packing[i].size;
    return (int64_t)capacity(sb) - used;
}

/* Octets that can have been free at the event's edge: every entry counted as small as it is. */
static int64_t room_at_most(const struct scoreboard *sb, const struct pending *p)
{
    return (int64_t)capacity(sb) - (int64_t)(sb->told - p->popped);
}

static int64_t room_needed(const struct scoreboard *sb, unsigned class_)
{
    int64_t need = WEIR_GOLDEN_EVENT_MAX + WEIR_GOLDEN_LOSS_MAX;
    return class_ == WEIR_GOLDEN_SYS ? need : need + (int64_t)capacity(sb) / 8;
}

static unsigned queue_places(const struct scoreboard *sb, unsigned class_)
{
    unsigned places = 1u << sb->config.queue_log2;
    return class_ == WEIR_GOLDEN_SYS ? places : places - places / 4;
}

/* The edge at which pack surely had nothing more to do. */
static uint64_t pack_idle(const struct scoreboard *sb)
{
    return sb->packing[(sb->packing_at + PACKING - 1) % PACKING].end;
}

static void entry_queued(struct scoreboard *sb, uint64_t edge, unsigned size, unsigned worst)
{
    uint64_t start = pack_idle(sb) > edge ? pack_idle(sb) : edge;
    sb->packing[sb->packing_at] = (struct packing){start + size + PACK_EDGES, size, worst};
    sb->packing_at = (sb->packing_at + 1) % PACKING;
}

/* Before an event is judged: the record told since the event before may have been queued just now, or long ago. */
static void approach(struct scoreboard *sb, const struct pending *p)
{
    if (sb->record_size)
        entry_queued(sb, p->edge, sb->record_size, WEIR_GOLDEN_LOSS_MAX);
    if (room_at_most(sb, p) + sb->record_size + ROOM_SLACK >= (int64_t)capacity(sb) / 2)
        sb->surely_overload = false;
    sb->record_size = 0;
    if (sb->overload && room_at_least(sb, p) >= (int64_t)capacity(sb) / 2 + ROOM_SLACK) {
        sb->overload = false;
        sb->late_from = p->edge;
    }
}

/* ---- Fates ---- */

static struct pending take_first(struct scoreboard *sb)
{
    struct pending p = *pending_at(sb, 0);
    sb->head = (sb->head + 1) & (sb->size - 1);
    sb->count--;
    sb->seen_time = p.event.time;
    sb->seen_edge = p.edge;
    return p;
}

static void remember(struct scoreboard *sb, const struct weir_golden_event *e, const char *fate, unsigned cause)
{
    char *line = new_history(sb);
    describe(line, sizeof sb->history[0], e, fate, cause);
    if (sb->config.log)
        fprintf(sb->config.log, "%s\n", line);
}

static void judge_no_room(struct scoreboard *sb, const struct pending *p)
{
    unsigned class_ = p->event.class_;
    bool short_room = room_at_least(sb, p) < room_needed(sb, class_) + ROOM_SLACK;
    bool short_queue = queue_at_most(sb, p->edge) + QUEUE_SLACK >= queue_places(sb, class_);
    bool overload = sb->overload && class_ != WEIR_GOLDEN_SYS;
    if (!short_room && !short_queue && !overload)
        fail(sb, "%s event of time %" PRIu64 " refused for want of room, but %" PRId64 " octets were free",
             class_name(class_), p->event.time, room_at_least(sb, p));
    sb->overload |= short_room;
    sb->surely_overload |= room_at_most(sb, p) + ROOM_SLACK < room_needed(sb, class_);
}

static void refuse_first(struct scoreboard *sb)
{
    struct pending p = take_first(sb);
    const struct weir_golden_event *e = &p.event;
    unsigned cause = e->cause ? e->cause : WEIR_GOLDEN_ROOM;
    approach(sb, &p);
    if (cause == WEIR_GOLDEN_ROOM)
        judge_no_room(sb, &p);
    if (weir_golden_loss_empty(&sb->loss))
        sb->late_from = p.edge;
    weir_golden_loss_add(&sb->loss, e, cause);
    sb->stats.refused[e->class_]++;
    sb->refused[e->class_]++;
    for (unsigned i = 0; i < 3; i++) {
        sb->stats.cause[i] += cause >> i & 1;
        sb->cause[i] += cause >> i & 1;
    }
    sb->refused_edge = sb->perhaps_refused_edge = p.edge;
    remember(sb, e, "refused", cause);
}

/* Refuses the pending events before `time`. */
static void refuse_until(struct scoreboard *sb, uint64_t time)
{
    while (!sb->stats.errors && sb->count && pending_at(sb, 0)->event.time < time)
        refuse_first(sb);
}

static void deliver_first(struct scoreboard *sb, unsigned size)
{
    struct pending p = take_first(sb);
    const struct weir_golden_event *e = &p.event;
    approach(sb, &p);
    if (room_at_most(sb, &p) + ROOM_SLACK < room_needed(sb, e->class_))
        fail(sb, "%s event of time %" PRIu64 " delivered, but at most %" PRId64 " octets were free",
             class_name(e->class_), e->time, room_at_most(sb, &p));
    if (sb->surely_overload && e->class_ != WEIR_GOLDEN_SYS)
        fail(sb, "%s event of time %" PRIu64 " delivered in overload, before half of the FIFO was free",
             class_name(e->class_), e->time);
    uint64_t idle = pack_idle(sb) > sb->late_from ? pack_idle(sb) : sb->late_from;
    if (!weir_golden_loss_empty(&sb->loss) && !sb->overload && p.edge > idle + RECORD_EDGES &&
        room_at_least(sb, &p) >= 2 * WEIR_GOLDEN_LOSS_MAX + ROOM_SLACK)
        fail(sb, "event of time %" PRIu64 " delivered before the refusals since %" PRIu64 " were told", e->time,
             sb->loss.first);
    entry_queued(sb, p.edge, size, WEIR_GOLDEN_EVENT_MAX);
    sb->stats.delivered[e->class_]++;
    sb->stats.event_octets += size;
    remember(sb, e, "delivered", 0);
}

/* ---- The stream ---- */

/* Reads a PInt at `*at`. Returns 1 if it is there, 0 if octets are missing, -1 if it cannot be one. */
static int get_pint(const struct scoreboard *sb, unsigned *at, uint64_t *n)
{
    *n = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        if (*at >= sb->entry_size)
            return 0;
        uint8_t octet = sb->entry[(*at)++];
        *n |= (uint64_t)(octet & 0x7f) << shift;
        if (!(octet & 0x80))
            return 1;
    }
    return -1;
}

static void drop_octets(struct scoreboard *sb, unsigned at, unsigned size)
{
    memmove(sb->entry + at, sb->entry + at + size, sb->entry_size - at - size);
    sb->entry_size -= size;
}

/* The last word in doubt that begins at or before `at` was an empty FIFO. Returns false if there is none. */
static bool drop_doubt(struct scoreboard *sb, unsigned at)
{
    unsigned d = sb->doubts;
    while (d && sb->doubt[d - 1] > at)
        d--;
    if (d == 0)
        return false;
    drop_octets(sb, sb->doubt[d - 1], 4);
    sb->popped -= 4;
    sb->doubts--;
    for (d--; d < sb->doubts; d++)
        sb->doubt[d] = sb->doubt[d + 1] - 4;
    return true;
}

/* Compares what is there of the entry with the golden octets. Returns 1 if all is there and equal, 0 if it is equal as
 * far as it goes, -1 if not. A word in doubt that does not fit was an empty FIFO: it is taken out. */
static int compare(struct scoreboard *sb, const uint8_t *octets, unsigned size)
{
    for (;;) {
        unsigned n = sb->entry_size < size ? sb->entry_size : size, i = 0;
        while (i < n && sb->entry[i] == octets[i])
            i++;
        if (i == n)
            return n == size;
        if (!drop_doubt(sb, i))
            return -1;
    }
}

/* Takes one entry off the octets read. Returns false when nothing more can be done: octets are missing, or an error. */
static bool take_entry(struct scoreboard *sb)
{
    unsigned at = 0;
    uint64_t header, delta = 0;
    int found = get_pint(sb, &at, &header);
    if (found > 0 && (header & 2))
        found = get_pint(sb, &at, &delta);
    if (drop_doubt(sb, at - 1)) /* a word in doubt within a PInt: here none ends in a 0 octet */
        return true;
    if (found == 0)
        return false;
    uint64_t time = sb->stream.time + delta;
    uint8_t octets[ENTRY_MAX];
    struct weir_golden_stream stream = sb->stream;

    if (found > 0)
        refuse_until(sb, time);
    if (sb->stats.errors)
        return false;

    struct pending *next = sb->count ? pending_at(sb, 0) : NULL;
    bool is_record = found > 0 && header >> 3 == 3;
    unsigned size;
    if (is_record) { /* tells what was refused up to `time` */
        if (next && next->event.time == time)
            refuse_first(sb);
        if (sb->stats.errors)
            return false;
        if (sb->seen_time != time || weir_golden_loss_empty(&sb->loss)) {
            fail(sb, "a loss record of time %" PRIu64 ", but %s", time,
                 sb->seen_time != time ? "no event was offered then" : "there is nothing to tell");
            return false;
        }
        size = (unsigned)weir_golden_encode_loss(&stream, &sb->loss, time, octets);
    } else {
        if (found < 0 || !next || next->event.time != time || next->event.cause) {
            fail(sb, "an entry that no offered event explains (its time would be %" PRIu64 ")", time);
            return false;
        }
        size = (unsigned)weir_golden_encode_event(&stream, &next->event, octets);
    }

    int same = compare(sb, octets, size);
    if (same < 0) {
        memcpy(sb->expected, octets, size);
        sb->expected_size = size;
        fail(sb, "the stream is not what it must be");
    }
    if (same <= 0)
        return false;
    if (sb->doubts && sb->doubt[sb->doubts - 1] + 4 > size) /* the next entry would begin with 0 */
        return drop_doubt(sb, size);
    if (sb->config.stream)
        fwrite(octets, 1, size, sb->config.stream);
    sb->stream = stream;
    sb->told += size;
    sb->stats.octets += size;
    drop_octets(sb, 0, size);
    sb->doubts = 0;
    if (is_record) {
        snprintf(new_history(sb), sizeof sb->history[0], "%" PRIu64 " loss record", time);
        sb->stats.records++;
        sb->loss = (struct weir_golden_loss){0};
        sb->record_size = size;
    } else {
        deliver_first(sb, size);
    }
    return !sb->stats.errors;
}

static void add_octets(struct scoreboard *sb, const uint8_t *octets, unsigned size)
{
    if (sb->entry_size + size > sizeof sb->entry) {
        fail(sb, "an entry without end");
        return;
    }
    memcpy(sb->entry + sb->entry_size, octets, size);
    sb->entry_size += size;
    while (take_entry(sb))
        ;
}

static void empty_read(struct scoreboard *sb)
{
    sb->fault_empty = sb->fault_empty_known = true;
}

static void word_read(struct scoreboard *sb, uint32_t word)
{
    if (sb->level == 0 && sb->level_exact) {
        if (word)
            fail(sb, "the FIFO is empty, the data page reads %08" PRIx32, word);
        empty_read(sb);
        return;
    }
    if (word == 0 && sb->level == 0) {
        if (sb->entry_size == 0 || sb->ahead) { /* no entry begins with 0, nor with zeros TAIL has shown */
            empty_read(sb);
            return;
        }
        if (sb->doubts == DOUBTS) {
            fail(sb, "more zeros than an entry can have");
            return;
        }
        sb->doubt[sb->doubts++] = sb->entry_size;
        sb->fault_empty_known = sb->fault_empty;
    }
    if (sb->level)
        sb->level--;
    sb->popped += 4;
    sb->drained = false;

    uint8_t octets[4];
    for (unsigned i = 0; i < 4; i++)
        octets[i] = (uint8_t)(word >> 8 * i);
    if (memcmp(octets, sb->tail, sb->ahead) != 0)
        fail(sb, "the word %08" PRIx32 " does not begin with what TAIL has shown", word);
    unsigned known = sb->ahead;
    sb->ahead = 0;
    add_octets(sb, octets + known, 4 - known);
}

/* ---- Drained: everything must have been told ---- */

static void check_counters(struct scoreboard *sb)
{
    static const char *const name[] = {"OFFERED", "REFUSED", "CAUSE"};
    for (unsigned i = 0; i < COUNTERS; i++) {
        uint32_t expected = i < 4 ? sb->model.offered[i] : i < 8 ? sb->refused[i - 4] : sb->cause[i - 8];
        if (sb->counter_read[i] && sb->counter[i] != expected)
            fail(sb, "%s[%u] reads %" PRIu32 ", must be %" PRIu32, name[i / 4], i % 4, sb->counter[i], expected);
    }
    if (sb->loss_known) {
        bool surely = sb->refused_edge > sb->loss_cleared_edge + SETTLE_EDGES;
        bool perhaps = sb->perhaps_refused_edge && sb->perhaps_refused_edge + SETTLE_EDGES > sb->loss_cleared_edge;
        if ((surely && !sb->loss_status) || (!perhaps && sb->loss_status))
            fail(sb, "IRQ_STATUS.LOSS is %d; last refused at edge %" PRIu64 ", cleared at %" PRIu64, sb->loss_status,
                 sb->perhaps_refused_edge, sb->loss_cleared_edge);
    }
}

static void tail_read(struct scoreboard *sb, uint32_t answer)
{
    unsigned count = answer >> 24 & 3;
    uint8_t tail[3] = {(uint8_t)answer, (uint8_t)(answer >> 8), (uint8_t)(answer >> 16)};
    for (unsigned i = count; i < 3; i++)
        if (tail[i])
            fail(sb, "TAIL shows octets beyond its count: %08" PRIx32, answer);
    if (!sb->quiet || !sb->level_exact || sb->level)
        return;
    if (count < sb->ahead || memcmp(tail, sb->tail, sb->ahead) != 0 || (sb->drained && count != sb->ahead))
        fail(sb, "TAIL reads %08" PRIx32 ", which is not what it has shown before", answer);
    if (sb->stats.errors || sb->drained)
        return;
    unsigned known = sb->ahead;
    memcpy(sb->tail, tail, sizeof tail);
    sb->ahead = count;
    add_octets(sb, tail + known, count - known);
    if (sb->stats.errors)
        return;
    if (sb->entry_size)
        fail(sb, "drained, but the last entry is not complete");
    else if (sb->count || !weir_golden_loss_empty(&sb->loss))
        fail(sb, "drained, but not every event was delivered or told as refused");
    else
        check_counters(sb);
    sb->overload = sb->surely_overload = false;
    sb->drained = true;
    sb->stats.drained++;
}

/* ---- Register answers ---- */

/* Events that nobody has read about before reset or CLEAR. */
static void forget_pending(struct scoreboard *sb)
{
    for (size_t i = 0; i < sb->count; i++) {
        sb->stats.unread[pending_at(sb, i)->event.class_]++;
        sb->perhaps_refused_edge = pending_at(sb, i)->edge;
    }
    sb->count = 0;
}

/* CTRL.CLEAR has worked. */
static void clear(struct scoreboard *sb)
{
    forget_pending(sb);
    sb->loss = (struct weir_golden_loss){0};
    sb->stream = (struct weir_golden_stream){0};
    sb->seen_time = 0;
    sb->entry_size = sb->doubts = sb->ahead = 0;
    sb->told = sb->popped = sb->record_size = 0;
    memset(sb->popped_ring, 0, sizeof sb->popped_ring);
    memset(sb->refused, 0, sizeof sb->refused);
    memset(sb->cause, 0, sizeof sb->cause);
    memset(sb->counter_read, 0, sizeof sb->counter_read);
    sb->overload = sb->surely_overload = false;
    sb->level = 0;
    sb->not_busy = sb->quiet = sb->level_exact = sb->drained = true;
    sb->loss_known = false;
    snprintf(new_history(sb), sizeof sb->history[0], "%" PRIu64 " CLEAR", sb->model.time);
}

static void status_read(struct scoreboard *sb, uint32_t answer)
{
    bool busy = answer & STATUS_BUSY, empty = answer & STATUS_EMPTY, loss = answer & STATUS_LOSS;
    if (sb->quiet && (busy || loss))
        fail(sb, "STATUS reads %08" PRIx32 " though everything was told", answer);
    if (sb->not_busy && busy)
        fail(sb, "STATUS.BUSY is 1 again");
    if (sb->level ? empty : sb->level_exact && !empty)
        fail(sb, "STATUS.EMPTY is %d, LEVEL is %s%" PRIu32, empty, sb->level_exact ? "" : "at least ", sb->level);
    sb->not_busy = sb->read_disabled && !busy;
    sb->quiet = sb->not_busy && !loss;
}

static void level_read(struct scoreboard *sb, uint32_t answer)
{
    if (answer < sb->level || (sb->level_exact && answer != sb->level) || answer > capacity(sb) / 4)
        fail(sb, "LEVEL is %" PRIu32 ", must be %s %" PRIu32, answer, sb->level_exact ? "" : "at least", sb->level);
    sb->level = answer;
    sb->level_exact = sb->quiet;
}

static void fault_read(struct scoreboard *sb, uint32_t answer)
{
    bool empty = answer >> 1 & 1;
    if (sb->fault_empty_known && sb->fault_empty != empty)
        fail(sb, "FAULT.EMPTY is %d", empty);
    sb->fault_empty = empty;
    sb->fault_empty_known = true;
    if (sb->clear_in_doubt && !(answer & 1)) { /* no fault: the CLEAR has worked */
        sb->model.fault_access = false;
        weir_golden_clear(&sb->model);
        clear(sb);
    }
    sb->clear_in_doubt = false;
}

static void irq_status_read(struct scoreboard *sb, uint32_t answer)
{
    bool watermark = answer & 1, reached = sb->level >= sb->model.watermark;
    if (reached ? !watermark : sb->level_exact && watermark)
        fail(sb, "IRQ_STATUS.WATERMARK is %d, LEVEL %" PRIu32, watermark, sb->level);
    sb->loss_known = sb->quiet;
    sb->loss_status = answer & 2;
}

/* The time in the answer may or may not count the edge that accepts the read, but always the same. */
static void time_lo_read(struct scoreboard *sb, uint32_t answer)
{
    uint32_t lag = (uint32_t)sb->read_time - answer;
    if (lag > 1 || (sb->time_known && lag != sb->time_lag))
        fail(sb, "TIME_LO is %" PRIu32 ", %" PRIu32 " edges behind", answer, lag);
    sb->time_lag = lag;
    sb->time_read = sb->read_time - lag;
    sb->time_known = true;
}

static void time_hi_read(struct scoreboard *sb, uint32_t answer)
{
    if (sb->time_known && answer != sb->time_read >> 32)
        fail(sb, "TIME_HI is %" PRIu32 ", TIME_LO was read at %" PRIu64, answer, sb->time_read);
}

static void counter_read(struct scoreboard *sb, unsigned i, uint32_t answer)
{
    if (!sb->quiet) {
        if (i < 4 && sb->model.offered[i] - answer > SETTLE_EDGES)
            fail(sb, "OFFERED[%u] reads %" PRIu32 ", %" PRIu32 " were offered", i, answer, sb->model.offered[i]);
        return;
    }
    if (sb->counter_read[i] && sb->counter[i] != answer)
        fail(sb, "a counter has changed to %" PRIu32 " though nothing was offered", answer);
    sb->counter[i] = answer;
    sb->counter_read[i] = true;
}

static void answer_read(struct scoreboard *sb, uint32_t answer)
{
    uint32_t page = sb->read_addr & PAGE_MASK, offset = sb->read_addr & 0xffc;
    const struct weir_golden_answer *expected = &sb->read_expected;
    uint32_t known = expected->known;
    bool clear_in_doubt = sb->clear_in_doubt;
    sb->read_pending = false;
    sb->stats.answers++;
    if (page == PAGE_DATA) {
        word_read(sb, answer);
    } else if (page == PAGE_CONTROL) {
        switch (offset) {
        case REG_STATUS: status_read(sb, answer); break;
        case REG_FAULT: fault_read(sb, answer); known &= ~(uint32_t)clear_in_doubt; break;
        case REG_IRQ_STATUS: irq_status_read(sb, answer); break;
        case REG_LEVEL: level_read(sb, answer); break;
        case REG_TAIL: tail_read(sb, answer); break;
        case REG_TIME_LO: time_lo_read(sb, answer); break;
        case REG_TIME_HI: time_hi_read(sb, answer); break;
        default:
            if (offset >= REG_OFFERED && offset < REG_OFFERED + 4 * COUNTERS)
                counter_read(sb, (offset - REG_OFFERED) / 4, answer);
        }
    }
    if ((answer ^ expected->value) & known)
        fail(sb, "address %04" PRIx32 " reads %08" PRIx32 ", must be %08" PRIx32 " (mask %08" PRIx32 ")", sb->read_addr,
             answer, expected->value, known);
    if (sb->drained)
        check_counters(sb);
}

/* ---- Accesses ---- */

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
    *pending_at(sb, sb->count++) = (struct pending){*event, sb->stats.edges, sb->popped,
                                                    sb->popped_ring[(sb->stats.edges + 1) % SETTLE_EDGES]};
    sb->stats.offered[event->class_]++;
    sb->drained = false;
    return true;
}

static bool writes(const struct weir_golden_access *a, uint32_t reg)
{
    return a->valid && a->write && a->strobes == 0xf && (a->addr & (PAGE_MASK | 0xffc)) == reg;
}

static void access_accepted(struct scoreboard *sb, const struct weir_golden_access *a)
{
    sb->access_edge = sb->stats.edges;
    sb->access[sb->accesses % HISTORY] = *a;
    sb->access_at[sb->accesses++ % HISTORY] = sb->stats.edges;
    if (sb->clear_in_doubt && (a->write || (a->addr & (PAGE_MASK | 0xffc)) != REG_FAULT))
        fail(sb, "CTRL.CLEAR while BUSY is not known: FAULT must be read next");
    if (weir_golden_must_wait(&sb->model, a))
        fail(sb, "a port access was accepted while another is held");
    if (weir_golden_is_clear(a) && !sb->model.enable) {
        if (sb->not_busy) {
            clear(sb);
        } else {
            sb->clear_in_doubt = true;
            if (sb->model.fault_access || (a->data & 1))
                fail(sb, "CTRL.CLEAR while BUSY is not known: FAULT.ACCESS must be 0 before, and ENABLE stay 0");
        }
    }
    if (writes(a, REG_FAULT) && (a->data & 2)) {
        sb->fault_empty = false;
        sb->fault_empty_known = true;
    }
    if (writes(a, REG_IRQ_STATUS) && (a->data & 2)) {
        sb->loss_cleared_edge = sb->stats.edges;
        sb->loss_known = sb->quiet;
        sb->loss_status = false;
    }
}

static void check_irq(struct scoreboard *sb, bool irq)
{
    if (sb->clear_in_doubt || sb->stats.edges < sb->access_edge + IRQ_EDGES)
        return;
    bool by_level = sb->model.irq_enable & 1, by_loss = sb->model.irq_enable & 2;
    bool reached = sb->level >= sb->model.watermark;
    if ((by_level && !reached && !sb->level_exact) || (by_loss && !sb->loss_known))
        return;
    if (irq != ((by_level && reached) || (by_loss && sb->loss_status)))
        fail(sb, "the interrupt is %d, LEVEL %" PRIu32 ", WATERMARK %" PRIu32 ", IRQ_ENABLE %" PRIu32, irq, sb->level,
             sb->model.watermark, sb->model.irq_enable);
}

static void reset(struct scoreboard *sb)
{
    forget_pending(sb);
    struct scoreboard fresh = {.config = sb->config, .stats = sb->stats, .ring = sb->ring, .size = sb->size};
    *sb = fresh;
    weir_golden_reset(&sb->model, sb->config.slots, sb->config.queue_log2, sb->config.fifo_log2);
    sb->fault_empty_known = true;
}

/* ---- The interface ---- */

struct scoreboard *scoreboard_new(const struct scoreboard_config *config)
{
    struct scoreboard *sb = calloc(1, sizeof *sb);
    if (!sb)
        return NULL;
    sb->config = *config;
    sb->size = 1024;
    sb->ring = malloc(sb->size * sizeof *sb->ring);
    if (!sb->ring) {
        free(sb);
        return NULL;
    }
    reset(sb);
    return sb;
}

void scoreboard_free(struct scoreboard *sb)
{
    if (sb)
        free(sb->ring);
    free(sb);
}

void scoreboard_jump(struct scoreboard *sb, uint64_t ticks)
{
    sb->model.time += ticks;
}

bool scoreboard_clock(struct scoreboard *sb, const struct weir_pins *pins)
{
    if (sb->stats.errors)
        return false;
    if (!pins->rst_n) {
        if (sb->running)
            reset(sb);
        return true;
    }
    sb->running = true;
    sb->stats.edges++;
    if (sb->read_pending)
        answer_read(sb, pins->reg_rdata);
    check_irq(sb, pins->irq);
    sb->popped_ring[sb->stats.edges % SETTLE_EDGES] = sb->popped;

    struct weir_golden_access access = {pins->reg_valid && pins->reg_ready, pins->reg_write, pins->reg_addr,
                                        pins->reg_wdata, pins->reg_wstrb};
    struct weir_golden_store store = {pins->snoop_valid, pins->snoop_addr, pins->snoop_data, pins->snoop_strb};
    if (access.valid)
        access_accepted(sb, &access);
    if (access.valid && !access.write) {
        sb->read_pending = true;
        sb->read_addr = access.addr;
        sb->read_disabled = !sb->model.enable && !sb->model.held.valid;
        sb->read_time = sb->model.time + 1;
    }
    struct weir_golden_event event;
    if (weir_golden_clock(&sb->model, &access, &store, !sb->not_busy, &sb->read_expected, &event) && !add_pending(sb, &event))
        fail(sb, "out of memory");
    if (access.valid && !access.write && (access.addr & PAGE_MASK) == PAGE_DATA && !sb->quiet)
        sb->not_busy = false; /* room for a loss record may have come */
    if (sb->model.enable) {
        sb->not_busy = sb->quiet = sb->drained = sb->level_exact = sb->loss_known = false;
        memset(sb->counter_read, 0, sizeof sb->counter_read);
    }
    return sb->stats.errors == 0;
}

bool scoreboard_finish(struct scoreboard *sb)
{
    if (sb->stats.errors == 0 && !sb->running)
        fail(sb, "the unit was never out of reset");
    if (sb->stats.errors == 0 && !sb->drained)
        fail(sb, "the run ends before the unit was seen drained");
    return sb->stats.errors == 0;
}

const struct scoreboard_stats *scoreboard_stats(const struct scoreboard *sb)
{
    return &sb->stats;
}
