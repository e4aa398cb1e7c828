/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the whole unit, from theory.md alone: admit, loss, queue, pack, FIFO,
 * checkpoints, software entries, frames and ring, one cycle after the other. */
#include "weir_golden_unit.h"

#include <string.h>

enum { /* addresses that this part answers or watches */
       PAGE_CONTROL = 0x0000,
       PAGE_DATA = 0x1000,
       PAGE_COUNT = 0x2000,
       PAGE_SW_ENTRY = 0x4000,
       PORTS = 0x10000,
       PAGE_WINDOWS = 0x4000,
       PORT_ID = 0x4,
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
       REG_SNAPSHOT_POINTERS = 0x054,
       REG_SNAPSHOT_TAIL = 0x058,
       REG_CHECKPOINT = 0x060,
       REG_SW_DROPPED = 0x068,
       REG_RUNNING = 0x108,
       SNOOP_HART = 0x20,
       REG_FRAME_CTRL = 0x480,
       REG_RING_CTRL = 0x600,
       REG_RING_STATUS = 0x60c,
       REG_RING_AT = 0x610,
       WHOLE_WORD = 0xf,
};

enum { /* the pace of the stages: docs/explanation/theory.md */
       QUEUE_CYCLES = 2, /* from the cycle that makes an entry to the first that pack can take it */
       QUIET_CYCLES = 64,
       SW_ENTRY_BYTES = 128,
       COUNTER_CYCLES = 2, /* of the search for totals */
       DEBT_MOST = 14,     /* bytes of a checkpoint that may be left when the next begins */
       RECORDED_AFTER = 3, /* cycles from the store that begins a stream until a reset keeps it */
       SETTLE = 3,         /* cycles until what has changed in the free space has had its effect */
       FRAME_TIMESTAMP = 4,
       RING_USED_WORDS = 16,
       WIDE_REST = 15, /* cycles without more bytes, until a row is written that is not full */
       WIDE_FOLD = 0xfff, /* bits that the thread cache of weir_wide compares at once */
       ROW = 8,
       HEADER = 7, /* bytes of a section's header */
};

enum { LOSS_NONE, LOSS_BEGIN, LOSS_OPEN, LOSS_TOTALS, LOSS_END };
enum { INSERT_NONE, INSERT_CHECKPOINT, INSERT_SOFTWARE };
enum {
    RING_OFF,
    RING_CLEARS, /* its table of what a checkpoint reports */
    RING_HEADERS,
    RING_SETTLES,
    RING_ENTERS,
    RING_STATE,
    RING_RUNS,
    RING_COMMITS,
    RING_FULL
};
enum { ITEM_ARG = 192, ITEM_ARG_END = 240, ITEM_LOSS = 3, ITEM_CHECKPOINT = 4, ITEM_IDS = 1024 };
enum { SW_ENTRY_WRITTEN = 1, SW_ENTRY_LATER = 2, SW_ENTRY_END = 8 };

/* ---- Sizes */

/* Harts that counters and checkpoints have: the pins count as one. */
static unsigned sources(const struct weir_golden_unit *u)
{
    return u->g.has.harts + (u->g.has.pins > 0);
}

static unsigned up_to_power(unsigned n)
{
    unsigned power = 1;
    while (power < n)
        power *= 2;
    return power;
}

/* Counters of drops that the search for totals looks at, in the order of their addresses. */
static unsigned counters(const struct weir_golden_unit *u)
{
    return u->g.has.tiny ? 2 * 8 : up_to_power(sources(u)) * 4 * 8;
}

/* Fields of a checkpoint that may be reported. */
static unsigned fields(const struct weir_golden_unit *u)
{
    return up_to_power(sources(u)) * 4 * 8 + u->g.has.thread_cache;
}

/* Bytes of FIFO that are reserved for a checkpoint and for software entries. */
static unsigned reserve(const struct weir_golden_parameters *has)
{
    if (!has->checkpoint)
        return 0;
    return (8 * (32 * has->harts + (has->pins ? 8 : 0) + has->thread_cache) + 32) / 4 * 4 +
           SW_ENTRY_BYTES;
}

static unsigned depth(const struct weir_golden_unit *u) { return 1u << u->g.has.fifo_log2; }

static unsigned places(const struct weir_golden_unit *u)
{
    return u->g.has.tiny ? 4 : 1u << u->g.has.queue_log2;
}

/* An event may have extra arguments. */
static bool has_args(const struct weir_golden_unit *u) { return u->g.has.args > 1; }

static unsigned pipe_length(const struct weir_golden_unit *u)
{
    return u->g.has.tiny ? 1 : 2 + u->g.has.filter;
}

/* LEVEL counts a word a cycle later where a sink reads it besides the bus. */
static bool has_register(const struct weir_golden_unit *u)
{
    return u->g.has.frame || u->g.has.ring;
}

/* And a read takes it a cycle after that. Of weir_wide it takes all that LEVEL counts. */
static unsigned words_coming(const struct weir_golden_unit *u)
{
    return u->pushed[0] + (has_register(u) && !u->g.has.wide ? u->pushed[1] : 0);
}

/* Reads of counters, and what makes events besides the port of one hart. */
static bool counts_all_the_time(const struct weir_golden_unit *u)
{
    return u->g.has.retire || sources(u) > 1;
}

static bool ring_on(const struct weir_golden_unit *u) { return u->g.ring_ctrl & 1; }

/* The data page, or frames in its place, have the stream: not a ring alone. */
static bool to_page(const struct weir_golden_unit *u)
{
    return !ring_on(u) || (u->g.ring_ctrl & 4);
}

static bool framing(const struct weir_golden_unit *u) { return u->g.framing && to_page(u); }

/* ---- What the bus sees of the FIFO */

static bool hidden(const struct weir_golden_unit *u)
{
    return weir_golden_closed(&u->g) || u->g.framing || !to_page(u);
}

static unsigned words_stored(const struct weir_golden_unit *u)
{
    return to_page(u) ? (unsigned)(u->written - u->read) : 0;
}

static unsigned level_stored(const struct weir_golden_unit *u)
{
    unsigned stored = words_stored(u), late = has_register(u) ? u->pushed[0] : 0;
    return stored > late ? stored - late : 0;
}

static unsigned level(const struct weir_golden_unit *u) { return hidden(u) ? 0 : level_stored(u); }

/* A word that can be taken in the coming cycle. */
static bool shows_stored(const struct weir_golden_unit *u)
{
    return words_stored(u) > words_coming(u);
}

static bool shows_word(const struct weir_golden_unit *u) { return !hidden(u) && shows_stored(u); }

static uint32_t word_at(const struct weir_golden_unit *u, uint64_t at)
{
    return u->fifo[at & (depth(u) - 1)];
}

static uint32_t tail_of(const struct weir_golden_unit *u)
{
    uint32_t tail = u->tail_size << 24;
    for (unsigned i = 0; i < u->tail_size; i++)
        tail |= (uint32_t)u->tail[i] << 8 * i;
    return tail;
}

static uint32_t pointers(const struct weir_golden_unit *u, uint64_t read, uint64_t written)
{
    const uint32_t mask = 2 * depth(u) - 1;
    return ((uint32_t)read & mask) | ((uint32_t)written & mask) << 16;
}

bool weir_golden_unit_irq(const struct weir_golden_unit *u)
{
    return ((u->g.irq_enable & 1) && level(u) >= u->g.watermark) ||
           ((u->g.irq_enable & 2) && u->irq_loss);
}

bool weir_golden_unit_trigger(const struct weir_golden_unit *u) { return u->trigger_out[0]; }

bool weir_golden_unit_frame(const struct weir_golden_unit *u, uint8_t *byte)
{
    if (u->frame_at == u->frame_size)
        return false;
    *byte = u->frame[u->frame_at];
    return true;
}

/* ---- Free space, as admit sees it: without what was freed in the last cycle */

static int64_t space_known(const struct weir_golden_unit *u)
{
    return u->space - u->freed - u->tiny.freed;
}

static unsigned places_known(const struct weir_golden_unit *u)
{
    return u->places + u->places_freed;
}

static bool fits_two(const struct weir_golden_unit *u)
{
    return space_known(u) >= 2 * (int64_t)u->entry;
}

static bool fits(const struct weir_golden_unit *u, bool sys)
{
    return space_known(u) >= 2 * (int64_t)u->entry + (sys ? 0 : u->capacity / 8);
}

static bool has_places(const struct weir_golden_unit *u, bool sys)
{
    if (u->g.has.tiny)
        return true;
    return places_known(u) + (sys ? 2 : places(u) / 4 + 1) <= places(u);
}

static bool goes(const struct weir_golden_unit *u, bool sys)
{
    return fits(u, sys) && has_places(u, sys) && (sys || !u->overload);
}

static bool pack_busy(const struct weir_golden_unit *u)
{
    return u->pack.valid || u->put_size || u->done;
}

/* A report entry can be made; the one that begins a loss has its space reserved. */
static bool report_goes(const struct weir_golden_unit *u)
{
    return fits_two(u) && has_places(u, true);
}

static bool begin_goes(const struct weir_golden_unit *u)
{
    return space_known(u) >= (int64_t)u->entry && places_known(u) + 1 <= places(u);
}

/* One may be made: no space is reserved for a store beside it. */
static bool report_near(const struct weir_golden_unit *u)
{
    return u->loss == LOSS_BEGIN || u->loss == LOSS_END || u->looked;
}

/* ---- Which access waits */

static bool is_counter(const struct weir_golden_unit *u, const struct weir_golden_access *a)
{
    unsigned source, counter;
    return !a->write && weir_golden_counter(&u->g, a->addr, &source, &counter);
}

static bool is_peek(const struct weir_golden_unit *u, const struct weir_golden_access *a)
{
    return u->g.has.peek && !a->write && (a->addr & ~3u) == REG_PEEK_DATA;
}

/* Of a guaranteed store: its class is SYS. */
static bool is_sys(const struct weir_golden_unit *u, const struct weir_golden_access *a)
{
    const uint32_t id = a->addr & PAGE_WINDOWS ? weir_golden_window_id(&u->g, a->addr) : a->data;
    return id == u->g.switch_id || id >= 0xc000;
}

static bool may_reserve_now(const struct weir_golden_unit *u, const struct weir_golden_access *a)
{
    return !u->pipe[0].valid && !u->reserved && !report_near(u) && goes(u, is_sys(u, a));
}

/* weir_tiny has no queue: an offer waits until pack has what was before. */
static bool waits_for_pack(const struct weir_golden_unit *u, const struct weir_golden_access *a)
{
    bool offers = a->write && (a->addr & ~0x1fffu) == PORTS && (a->addr & 0xffc) == PORT_ID;
    return u->g.has.tiny && offers && u->tiny.hold;
}

bool weir_golden_unit_ready(const struct weir_golden_unit *u, const struct weir_golden_access *a)
{
    if (u->cycle < u->zero_until)
        return false;
    if (!a->valid)
        return true;
    /* Nothing of the model changes: it only searches for its value register. */
    struct weir_golden *g = (struct weir_golden *)(uintptr_t)&u->g;
    if (weir_golden_must_wait(g, a) || weir_golden_turn_waits(g, a) || waits_for_pack(u, a))
        return false;
    if (is_counter(u, a))
        return u->count_addr == a->addr &&
               u->count_waited == (counts_all_the_time(u) ? 2u : 1u);
    if (is_peek(u, a))
        return u->peek_waited == 2;
    return !weir_golden_may_wait(g, a) || may_reserve_now(u, a);
}

/* weir_tiny: a loss can give pack an entry that ends it. */
static bool tiny_goes_on(const struct weir_golden_unit *u)
{
    const bool first = !u->tiny.hold || u->pipe[0].valid || u->tiny.report; /* an event is */
    return !u->pack.valid && fits_two(u) && !u->tiny.waits && !first;
}

/* ---- Busy */

static bool loss_stuck(const struct weir_golden_unit *u)
{
    return (u->loss == LOSS_OPEN && u->overload && space_known(u) < (int64_t)u->capacity / 2) ||
           (u->loss >= LOSS_OPEN && !fits_two(u));
}

static bool pipe_empty(const struct weir_golden_unit *u)
{
    for (unsigned i = 0; i < pipe_length(u); i++)
        if (u->pipe[i].valid || u->pipe[i].of_port)
            return false;
    return true;
}

/* Something is in the arbiter, or leaves it in this cycle, be it as no event. */
static bool arbitrates(const struct weir_golden *g)
{
    bool some = weir_golden_arbitrating(g);
    for (unsigned h = 0; h < g->has.harts; h++)
        some |= g->hart[h].settling;
    return some;
}

static bool nothing_coming(const struct weir_golden_unit *u)
{
    return pipe_empty(u) && !arbitrates(&u->g);
}

/* Bytes of the stream that a sink at `pos` can take: full words when they are shown, then those
 * that fill none. */
static bool has_byte(const struct weir_golden_unit *u, uint64_t pos)
{
    uint64_t late = u->pushed[0] + u->pushed[1];
    return pos / 4 < u->written ? pos / 4 + late < u->written : pos % 4 < u->tail_size;
}

static uint8_t byte_at(const struct weir_golden_unit *u, uint64_t pos)
{
    return pos / 4 < u->written ? (uint8_t)(word_at(u, pos / 4) >> 8 * (pos % 4))
                                : u->tail[pos % 4];
}

static bool all_taken(const struct weir_golden_unit *u, uint64_t pos)
{
    return pos == 4 * u->written + u->tail_size;
}

/* ---- weir_wide: the ring, which takes rows; what is behind the queue */

static bool wide_idle(const struct weir_golden_unit *u)
{
    return !u->wide.searches && !u->wide.packs && !u->wide.piece_size && !u->wide.spills &&
           !u->wide.done[0];
}

/* Words that the ring can take. */
static uint64_t wide_level(const struct weir_golden_unit *u)
{
    return u->written - u->ring_read - u->pushed[0];
}

/* Bytes behind the last row, if nothing else is on its way. */
static unsigned wide_part(const struct weir_golden_unit *u)
{
    return 4 * (wide_level(u) > 0) + u->tail_size;
}

static bool wide_rests(const struct weir_golden_unit *u)
{
    return wide_idle(u) && !u->queued && !u->pushed[0];
}

static bool wide_ring_on(const struct weir_golden_unit *u) { return ring_on(u) && !u->ring_full; }

/* Bytes of a row that is not full wait to be written. */
static bool wide_waits(const struct weir_golden_unit *u)
{
    return wide_rests(u) && wide_level(u) < 2 && wide_part(u) != u->wide.part;
}

static bool ring_still(const struct weir_golden_unit *u)
{
    if (u->g.has.wide)
        return !wide_ring_on(u) ||
               (wide_rests(u) && wide_level(u) < 2 && wide_part(u) == u->wide.part);
    const bool nothing = all_taken(u, u->ring_pos) || weir_golden_closed(&u->g);
    switch (u->ring_state) {
    case RING_OFF: return !ring_on(u);
    case RING_FULL: return !to_page(u) || nothing;
    case RING_RUNS: return nothing && (!u->ring_dirty || weir_golden_closed(&u->g));
    default: return false;
    }
}

static bool ring_busy(const struct weir_golden_unit *u, bool memory_idle)
{
    return u->g.has.ring && (!ring_still(u) || u->m_valid || !memory_idle);
}

static bool pack_idle(const struct weir_golden_unit *u)
{
    if (u->g.has.wide)
        return !u->queued && wide_idle(u) && !u->wide.done[1] &&
               u->wide.ring_read == u->ring_read;
    return !u->queued && !u->head.valid && !pack_busy(u) && !u->inserting && !u->sw_pending &&
           !u->passed;
}

static bool busy(const struct weir_golden_unit *u, bool memory_idle)
{
    bool admit = u->pipe[0].valid || u->tiny.report ||
                 (u->loss != LOSS_NONE && (u->stir < SETTLE || !u->stuck));
    return !nothing_coming(u) || admit || !pack_idle(u) ||
           (has_register(u) && u->pushed[0]) || ring_busy(u, memory_idle);
}

static bool frames_busy(const struct weir_golden_unit *u)
{
    return u->frame_at < u->frame_size || u->frame_parsed ||
           (framing(u) && !all_taken(u, u->frame_pos));
}

/* ---- Entries to bytes, one chunk a cycle */

/* Bytes of a PInt. */
static unsigned pint_size(const uint8_t *bytes)
{
    unsigned size = 1;
    while (*bytes++ & 0x80)
        size++;
    return size;
}

/* The length of an entry that is complete. */
static unsigned entry_size(const uint8_t *bytes)
{
    unsigned at = pint_size(bytes), shift = 0, size = 0;
    if (bytes[0] & 2)
        at += pint_size(bytes + at);
    do
        size |= (unsigned)(bytes[at] & 0x7f) << shift, shift += 7;
    while (bytes[at++] & 0x80);
    return at + (size >> 4);
}

/* Bytes that pack writes in one cycle, from `at` of this entry on: the header with a short delta;
 * else the header, and a long delta in fours; size, type and up to three bytes of the value; the
 * rest in fours. */
static unsigned chunk_size(const uint8_t *bytes, unsigned size, unsigned at)
{
    unsigned head = pint_size(bytes), delta = bytes[0] & 2 ? pint_size(bytes + head) : 0;
    if (head + delta <= 4)
        head += delta, delta = 0;
    if (at == 0)
        return head;
    unsigned left = at < head + delta ? head + delta - at : size - at;
    return left < 4 ? left : 4;
}

/* tiny writes one byte a cycle. */
static unsigned next_chunk(const struct weir_golden_unit *u)
{
    if (u->g.has.tiny)
        return 1;
    return chunk_size(u->pack.bytes, u->pack.size, u->pack.at);
}

static void put_bytes(struct weir_golden_unit *u, const uint8_t *bytes, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        u->tail[u->tail_size++] = bytes[i];
        if (u->tail_size == 4) {
            uint32_t word = 0;
            for (unsigned k = 0; k < 4; k++)
                word |= (uint32_t)u->tail[k] << 8 * k;
            u->fifo[u->written++ & (depth(u) - 1)] = word;
            u->tail_size = 0;
        }
    }
}

static struct weir_golden_entry *queue_front(struct weir_golden_unit *u)
{
    return &u->queue[u->queue_head];
}

static void enqueue(struct weir_golden_unit *u, const struct weir_golden_entry *entry)
{
    struct weir_golden_entry *place =
        &u->queue[(u->queue_head + u->queued++) % WEIR_GOLDEN_QUEUE_MOST];
    *place = *entry;
    place->cycle = u->cycle;
}

/* Cycles in which the thread cache searches for a switch, before it goes on. */
static unsigned search_cycles(const struct weir_golden_unit *u, const struct weir_golden_event *e)
{
    uint32_t thread = (uint32_t)e->value;
    if (!u->stream.threads || !e->is_switch || !thread)
        return 0;
    for (unsigned i = 0; i < u->stream.filled; i++)
        if (u->stream.cache[i] == thread)
            return i + 2;
    return u->stream.filled + 1;
}

static size_t encode(struct weir_golden_unit *u, const struct weir_golden_entry *e,
                     uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX])
{
    if (e->item == WEIR_GOLDEN_ITEM_EVENT)
        return weir_golden_encode_event(&u->stream, &e->event, bytes);
    if (e->item == WEIR_GOLDEN_ITEM_LOSS)
        return weir_golden_encode_loss(&u->stream, e->begins, e->dropped, e->time, bytes);
    return weir_golden_encode_dropped(&u->stream, e->kind, e->event.source, e->total, e->time,
                                      bytes);
}

/* The entry of these bytes is next: where its parts end. */
static void make_head(struct weir_golden_unit *u, size_t size)
{
    unsigned at = 0;
    for (u->head.parts = 0; at < size; u->head.parts++)
        u->head.end[u->head.parts] = at += entry_size(u->head.bytes + at);
    u->head.time = u->stream.time;
    u->head.next = 0;
    u->head.valid = true;
}

static void leave_queue(struct weir_golden_unit *u)
{
    u->queue_head = (u->queue_head + 1) % WEIR_GOLDEN_QUEUE_MOST;
    u->queued--;
    u->places--;
    u->places_freed++;
    u->head_known = false;
    u->head_since = u->cycle + 1;
}

/* An entry can leave the queue. */
static bool front_there(const struct weir_golden_unit *u)
{
    if (!u->queued)
        return false;
    const uint64_t made = u->queue[u->queue_head].cycle;
    return u->cycle >= made + (u->g.has.tiny ? 0 : QUEUE_CYCLES) && u->cycle >= u->head_since;
}

/* The first entry of the queue becomes the next of pack, when it is there and searched for. */
static void find_head(struct weir_golden_unit *u)
{
    if (u->head.valid || (!u->head_known && !front_there(u)))
        return;
    const struct weir_golden_entry *front = queue_front(u);
    if (!u->head_known) {
        u->head_known = true;
        u->head_since = u->cycle + (front->item == WEIR_GOLDEN_ITEM_EVENT
                                        ? search_cycles(u, &front->event)
                                        : 0);
    }
    if (u->cycle < u->head_since)
        return;
    make_head(u, encode(u, front, u->head.bytes));
    u->head.since = u->cycle;
}

/* With extra arguments, an entry goes to pack by a register, part by part, and is searched for
 * there. When its last part is in the register, it leaves the queue in the next cycle. */
static void fill_register(struct weir_golden_unit *u)
{
    if (u->head.valid || !front_there(u))
        return;
    const struct weir_golden_entry *front = queue_front(u);
    u->head.since = u->cycle + 1 +
                    (front->item == WEIR_GOLDEN_ITEM_EVENT ? search_cycles(u, &front->event) : 0);
    make_head(u, encode(u, front, u->head.bytes));
    u->head.leaves = u->head.parts == 1;
}

static uint64_t value_of(const uint8_t *bytes, unsigned size)
{
    unsigned at = pint_size(bytes);
    if (bytes[0] & 2)
        at += pint_size(bytes + at);
    at += pint_size(bytes + at);
    uint64_t value = 0;
    for (unsigned i = size; i > at; i--)
        value = value << 8 | bytes[i - 1];
    return value;
}

static uint32_t item_of(const uint8_t *bytes)
{
    uint32_t n = 0;
    unsigned shift = 0;
    do
        n |= (uint32_t)(*bytes & 0x7f) << shift, shift += 7;
    while (*bytes++ & 0x80);
    return n >> 3;
}

static uint64_t delta_of(const uint8_t *bytes)
{
    if (!(bytes[0] & 2))
        return 0;
    uint64_t n = 0;
    unsigned shift = 0;
    for (bytes += pint_size(bytes);; bytes++) {
        n |= (uint64_t)(*bytes & 0x7f) << shift, shift += 7;
        if (!(*bytes & 0x80))
            return n;
    }
}

/* Checkpoints and software entries may come now, and the stream goes where they belong. */
static bool inserts(const struct weir_golden_unit *u)
{
    return u->g.has.checkpoint && u->g.enable && !u->g.framing;
}

static bool sw_entry_can(const struct weir_golden_unit *u, unsigned words)
{
    bool begins = u->due && !(u->pack.valid && u->pack.is_argument) && !u->sw_pending;
    return inserts(u) && !ring_on(u) && !u->inserting && !u->sw_pending && !begins &&
           u->debt + 4 * words + 3 <= u->reserve_bytes;
}

static void begin_insert(struct weir_golden_unit *u, uint8_t what)
{
    u->inserting = what;
    u->insert_at = 0;
    if (what == INSERT_CHECKPOINT) {
        u->insert_size = (unsigned)weir_golden_checkpoint_write(&u->checkpoint, u->inserted);
        u->asked = false;
        u->due = false;
    } else {
        u->sw_pending = false;
        u->insert_size = 4 * u->sw_words;
    }
    u->insert_wait = what == INSERT_CHECKPOINT ? fields(u) : u->sw_words + 1;
}

/* What is inserted goes to pack, a chunk a cycle; it looks at its fields, or fetches its words,
 * besides. */
static void insert(struct weir_golden_unit *u)
{
    if (u->put_size || u->pack.valid || u->done)
        return;
    if (u->insert_wait && (u->insert_at >= 12 || u->inserting == INSERT_SOFTWARE)) {
        u->insert_wait--;
        return;
    }
    unsigned left = u->insert_size - u->insert_at, size = left < 4 ? left : 4;
    memcpy(u->put, u->inserted + u->insert_at, size);
    u->put_size = size;
    u->insert_at += size;
    u->debt += size;
    if (u->insert_at < u->insert_size)
        return;
    if (u->inserting == INSERT_CHECKPOINT)
        u->packed_since = 0;
    u->inserting = INSERT_NONE;
}

static void take_part(struct weir_golden_unit *u)
{
    unsigned begin = u->head.next ? u->head.end[u->head.next - 1] : 0;
    u->pack.size = u->head.end[u->head.next] - begin;
    memcpy(u->pack.copy, u->head.bytes + begin, u->pack.size);
    u->pack.bytes = u->pack.copy;
    u->pack.at = 0;
    if (u->head.next == 0)
        u->pack.used = 0;
    u->pack.valid = true;
    u->pack.last_part = ++u->head.next == u->head.parts;
    u->pack.is_argument = !u->pack.last_part;
    weir_golden_checkpoint_entry(&u->checkpoint, u->head.time, item_of(u->pack.bytes),
                                 value_of(u->pack.bytes, u->pack.size));
    u->passed = true;
    u->head.leaves = u->head.next + 1 == u->head.parts;
    if (!u->pack.last_part)
        return;
    u->head.valid = false;
    if (!has_args(u))
        leave_queue(u);
}

/* ---- weir_wide: an entry in every cycle */

static unsigned fold(uint32_t thread) { return (thread >> 2 ^ thread >> 14) & WIDE_FOLD; }

/* Cycles that the thread cache needs for a switch besides the one that every entry takes. */
static unsigned wide_search(const struct weir_golden_unit *u,
                            const struct weir_golden_entry *entry)
{
    const uint32_t thread = (uint32_t)entry->event.value;
    unsigned agree = 0;
    if (!u->stream.threads || entry->item != WEIR_GOLDEN_ITEM_EVENT || !entry->event.is_switch ||
        !thread)
        return 0;
    for (unsigned i = 0; i < u->stream.filled; i++) {
        if (u->stream.cache[i] == thread)
            return agree;
        agree += fold(u->stream.cache[i]) == fold(thread);
    }
    return agree > 1 ? agree - 1 : 0;
}

/* Bytes of the next piece: an entry whose header and delta have at most four is one; else its
 * header, the delta in fours, and its end beside the last of these. */
static unsigned wide_piece(const struct weir_golden_unit *u)
{
    const uint8_t *bytes = u->wide.bytes;
    const unsigned head = pint_size(bytes), delta = bytes[0] & 2 ? pint_size(bytes + head) : 0;
    const unsigned left = head + delta - u->wide.at;
    if (u->wide.at == 0 ? left <= 4 || !delta : left <= 4)
        return u->wide.size - u->wide.at;
    return u->wide.at == 0 ? head : 4;
}

static void wide_word(struct weir_golden_unit *u, uint32_t word)
{
    u->fifo[u->written++ & (depth(u) - 1)] = word;
}

/* Bytes of a piece fill words: two of them go to the FIFO, a third in the next cycle. */
static void wide_put(struct weir_golden_unit *u)
{
    unsigned words = (u->tail_size + u->wide.piece_size) / 4, came = 0;
    if (u->wide.spills) {
        wide_word(u, u->wide.word);
        came = 1;
        u->wide.spills = false;
        if (words == 3)
            return;
    }
    for (unsigned i = 0; i < u->wide.piece_size; i++) {
        u->tail[u->tail_size++] = u->wide.piece[i];
        if (u->tail_size < 4)
            continue;
        uint32_t word = 0;
        for (unsigned k = 0; k < 4; k++)
            word |= (uint32_t)u->tail[k] << 8 * k;
        u->tail_size = 0;
        if (came++ < 2) {
            wide_word(u, word);
        } else {
            u->wide.word = word;
            u->wide.spills = true;
        }
    }
    u->wide.piece_size = 0;
}

static void wide_pack(struct weir_golden_unit *u)
{
    if (!u->wide.packs || u->wide.piece_size)
        return;
    u->wide.piece_size = wide_piece(u);
    memcpy(u->wide.piece, u->wide.bytes + u->wide.at, u->wide.piece_size);
    u->wide.at += u->wide.piece_size;
    if (u->wide.at < u->wide.size)
        return;
    u->wide.packs = false;
    u->wide.done[0] = true;
    u->wide.unused[0] = u->entry - u->wide.size;
}

static void wide_cache(struct weir_golden_unit *u)
{
    if (!u->wide.searches || u->wide.packs || (u->wide.search && u->wide.search--))
        return;
    u->wide.size = (unsigned)encode(u, &u->wide.entry, u->wide.bytes);
    u->wide.at = 0;
    u->wide.packs = true;
    u->wide.searches = false;
}

/* From the last stage to the first, so that each takes what the one before it had. */
static void clock_wide(struct weir_golden_unit *u)
{
    const uint64_t before = u->written;
    if (u->wide.done[1]) {
        u->space += u->wide.unused[1];
        u->freed += u->wide.unused[1];
        u->stir = 0;
    }
    u->wide.done[1] = u->wide.done[0];
    u->wide.unused[1] = u->wide.unused[0];
    u->wide.done[0] = false;
    wide_put(u);
    wide_pack(u);
    wide_cache(u);
    if (!u->wide.searches && u->queued && u->cycle >= queue_front(u)->cycle + QUEUE_CYCLES) {
        u->wide.entry = *queue_front(u);
        u->wide.search = wide_search(u, &u->wide.entry);
        u->wide.searches = true;
        leave_queue(u);
    }
    u->pushed[1] = u->pushed[0];
    u->pushed[0] = (unsigned)(u->written - before);
}

static void clock_pack(struct weir_golden_unit *u)
{
    const uint64_t before = u->written;
    if (!u->queued && !u->head.valid && pack_idle(u) && !u->due) {
        u->pushed[1] = u->pushed[0];
        u->pushed[0] = 0;
        return;
    }
    if (u->g.has.wide) {
        clock_wide(u);
        return;
    }
    if (u->done) { /* the entry is written: what it did not need is free */
        u->space += u->unused;
        u->freed += u->unused;
        u->packed_since += u->entry - u->unused;
        u->done = false;
        u->stir = 0;
    }
    if (u->put_size) {
        put_bytes(u, u->put, u->put_size);
        u->put_size = 0;
    }
    bool last = false;
    if (u->pack.valid) {
        unsigned size = next_chunk(u);
        if (u->g.has.tiny) {
            put_bytes(u, u->pack.bytes + u->pack.at, size);
        } else {
            memcpy(u->put, u->pack.bytes + u->pack.at, size);
            u->put_size = size;
        }
        u->pack.at += size;
        u->pack.used += size;
        last = u->pack.at == u->pack.size;
        if (last && u->pack.last_part) {
            u->done = true;
            u->unused = u->entry - u->pack.used;
        }
        u->pack.valid = !last;
    }
    u->passed = false;
    if (u->head.leaves) {
        leave_queue(u);
        u->head.leaves = false;
    }
    if (!has_args(u))
        find_head(u);
    bool between = !(u->pack.is_argument && (u->pack.valid || last || u->head.next));
    if (u->inserting)
        insert(u);
    else if (u->due && between && !u->sw_pending)
        begin_insert(u, INSERT_CHECKPOINT);
    else if (u->sw_pending && between)
        begin_insert(u, INSERT_SOFTWARE);
    else if (!u->pack.valid && u->head.valid && u->cycle >= u->head.since)
        take_part(u);
    if (has_args(u))
        fill_register(u);
    u->pushed[1] = u->pushed[0];
    u->pushed[0] = (unsigned)(u->written - before);
}

/* ---- Loss: docs/explanation/theory.md, admit */

static struct weir_golden_entry report_of(struct weir_golden_unit *u, enum weir_golden_item item,
                                          bool begins)
{
    struct weir_golden_entry e = {.item = (uint8_t)item, .begins = begins};
    e.dropped = begins ? u->first_time : u->last_time;
    if (item == WEIR_GOLDEN_ITEM_DROPPED) {
        unsigned source = u->look_at / 8;
        e.kind = (uint8_t)(u->look_at % 8);
        e.event.source = (uint8_t)source;
        e.total = u->dropped[source][e.kind];
        u->changed[source][e.kind] = false;
    }
    return e;
}

static void report(struct weir_golden_unit *u, enum weir_golden_item item, bool begins)
{
    struct weir_golden_entry e = report_of(u, item, begins);
    e.time = u->times[pipe_length(u) - 1];
    enqueue(u, &e);
    u->made = true;
    u->space -= u->entry;
    u->places++;
    u->stir = 0;
}

/* A cycle of the loss, after its event, if there was one: delivered, dropped. */
static void clock_loss(struct weir_golden_unit *u, bool event, bool delivered, bool dropped,
                       bool begin_fits, bool report_fits, bool resume, bool flush)
{
    const uint8_t was = u->loss;
    const bool looked = u->looked, again = u->again, overload = u->overload;
    const bool quiet = u->cycle >= u->last_cycle + QUIET_CYCLES;
    const bool may_end = !overload && (u->overload_ended || quiet || flush);
    u->looked = false;
    switch (was) {
    case LOSS_NONE:
        if (dropped)
            u->loss = LOSS_BEGIN;
        break;
    case LOSS_BEGIN:
        if (begin_fits && !delivered) {
            report(u, WEIR_GOLDEN_ITEM_LOSS, true);
            u->loss = LOSS_OPEN;
        }
        break;
    case LOSS_OPEN:
        u->look_at = 0;
        if (may_end)
            u->loss = LOSS_TOTALS;
        break;
    case LOSS_TOTALS:
        if (!looked) {
            u->looked = !event;
            break;
        }
        bool differs = u->changed[u->look_at / 8][u->look_at % 8];
        if (differs && (!report_fits || delivered))
            break;
        if (differs)
            report(u, WEIR_GOLDEN_ITEM_DROPPED, false);
        if (++u->look_at == counters(u))
            u->loss = LOSS_END;
        break;
    default:
        if (again) {
            u->loss = LOSS_OPEN;
        } else if (report_fits && !delivered) {
            report(u, WEIR_GOLDEN_ITEM_LOSS, false);
            u->loss = dropped ? LOSS_BEGIN : LOSS_NONE;
        }
    }
    if (overload && resume)
        u->overload_ended = true;
    else if (was == LOSS_NONE || (was == LOSS_OPEN && may_end))
        u->overload_ended = false;
    if (dropped)
        u->again = true;
    else if (was == LOSS_OPEN)
        u->again = false;
}

/* ---- admit */

static void drop(struct weir_golden_unit *u, const struct weir_golden_event *e)
{
    unsigned kind = e->kind ? e->kind : e->class_;
    u->dropped[e->source][kind]++;
    u->changed[e->source][kind] = true;
    u->irq_loss = true;
}

static void clock_admit(struct weir_golden_unit *u, bool reserve_now, bool flush)
{
    if (!u->pipe[0].valid && !u->pipe[0].reserved && !reserve_now && u->loss == LOSS_NONE &&
        !u->overload && !u->overload_ended) {
        u->freed = 0;
        u->places_freed = 0;
        u->made = false;
        return;
    }
    const struct weir_golden_event *e = &u->pipe[0].event;
    const bool event = u->pipe[0].valid, wanted = event && !e->kind;
    const bool sys = e->class_ == WEIR_GOLDEN_SYS, claims = u->pipe[0].reserved && u->reserved;
    const bool reserved = claims && wanted, resume = space_known(u) >= (int64_t)u->capacity / 2;
    const bool delivered = wanted && (reserved || goes(u, sys)), dropped = event && !delivered;
    const bool overloads = wanted && !reserved && !fits(u, sys);
    const bool begin_fits = begin_goes(u), report_fits = report_goes(u);
    u->made = delivered;
    if (delivered || reserve_now || (claims && !wanted))
        u->stir = 0;
    const int64_t freed = claims && !wanted ? u->entry : 0;
    u->freed = freed;
    u->places_freed = freed > 0;
    u->space += freed;
    u->places -= freed > 0;
    if (delivered) {
        u->delivered[e->source][e->class_]++;
        enqueue(u, &(struct weir_golden_entry){.event = *e, .item = WEIR_GOLDEN_ITEM_EVENT});
        if (!reserved) {
            u->space -= u->entry;
            u->places++;
        }
    }
    if (reserve_now) {
        u->space -= u->entry;
        u->places++;
    }
    u->reserved = reserve_now || (u->reserved && !claims);
    if (dropped && (u->loss == LOSS_NONE || (u->loss == LOSS_END && report_fits && !u->again)))
        u->first_time = e->time;
    clock_loss(u, event, delivered, dropped, begin_fits, report_fits, resume, flush);
    if (dropped) {
        drop(u, e);
        u->last_time = e->time;
        u->last_cycle = u->cycle;
    }
    if (overloads)
        u->overload = true;
    else if (resume)
        u->overload = false;
}

/* ---- weir_tiny: admit without a queue */

/* What the loss does in this cycle; true: it gives pack an entry, which is judged in the next. */
static bool tiny_reports(struct weir_golden_unit *u, bool event, bool dropped, bool flush,
                         bool resume)
{
    const bool goes_on = tiny_goes_on(u), free = !u->pack.valid;
    const bool first = !u->tiny.hold || event || u->tiny.report;
    const bool quiet = u->cycle + 1 >= u->last_cycle + QUIET_CYCLES;
    const bool may_end = !u->overload && (u->overload_ended || quiet || flush) && !event &&
                         !u->tiny.report;
    const uint8_t was = u->loss;
    const bool looked = u->looked, again = u->again;
    bool reports = false;
    u->looked = false;
    switch (was) {
    case LOSS_NONE:
        if (dropped)
            u->loss = LOSS_BEGIN;
        break;
    case LOSS_BEGIN:
        reports = free && space_known(u) >= (int64_t)u->entry && !first;
        if (reports) {
            u->tiny.entry = report_of(u, WEIR_GOLDEN_ITEM_LOSS, true);
            u->loss = LOSS_OPEN;
        }
        break;
    case LOSS_OPEN:
        u->look_at = 0;
        if (may_end)
            u->loss = LOSS_TOTALS;
        break;
    case LOSS_TOTALS:
        if (!looked) {
            u->looked = !event && !u->tiny.counts;
            break;
        }
        reports = u->changed[u->look_at / 8][u->look_at % 8] && goes_on;
        if (u->changed[u->look_at / 8][u->look_at % 8] && !reports)
            break;
        if (reports)
            u->tiny.entry = report_of(u, WEIR_GOLDEN_ITEM_DROPPED, false);
        if (++u->look_at == counters(u))
            u->loss = LOSS_END;
        break;
    default:
        reports = !again && goes_on;
        if (again) {
            u->loss = LOSS_OPEN;
        } else if (reports) {
            u->tiny.entry = report_of(u, WEIR_GOLDEN_ITEM_LOSS, false);
            u->loss = dropped ? LOSS_BEGIN : LOSS_NONE;
        }
    }
    if (u->overload && resume)
        u->overload_ended = true;
    else if (was == LOSS_NONE || (was == LOSS_OPEN && may_end))
        u->overload_ended = false;
    u->again = dropped || (was == LOSS_OPEN ? false : again);
    return reports;
}

static void clock_tiny(struct weir_golden_unit *u, bool waits, bool flush)
{
    const struct weir_golden_event *e = &u->pipe[0].event;
    const bool event = u->pipe[0].valid, wanted = event && !e->kind;
    const bool sys = e->class_ == WEIR_GOLDEN_SYS, resume = space_known(u) >= u->capacity / 2;
    const bool delivered = wanted && goes(u, sys), dropped = event && !delivered;
    const bool overloads = wanted && !fits(u, sys), reported = u->tiny.report;
    const bool ends = u->loss >= LOSS_TOTALS && !u->pack.valid && fits_two(u) && !u->tiny.waits;
    if (dropped && u->loss == LOSS_NONE)
        u->first_time = e->time;
    const bool reports = tiny_reports(u, event, dropped, flush, resume);
    u->tiny.hold = reports || event || reported || u->pack.valid || ends;
    u->tiny.freed = u->freed;
    u->freed = 0;
    u->places_freed = 0;
    u->made = delivered || reported;
    if (u->made) {
        struct weir_golden_entry entry = {.event = *e, .item = WEIR_GOLDEN_ITEM_EVENT};
        if (reported) {
            entry = u->tiny.entry;
            entry.time = u->times[0];
        }
        enqueue(u, &entry);
        u->places++;
        u->space -= u->entry;
        u->stir = 0;
    }
    u->tiny.report = reports;
    u->tiny.counts = dropped;
    u->tiny.waits = waits;
    if (dropped) {
        if (u->loss == LOSS_BEGIN)
            u->first_time = e->time;
        drop(u, e);
        u->last_time = e->time;
        u->last_cycle = u->cycle;
    }
    if (overloads)
        u->overload = true;
    else if (resume)
        u->overload = false;
}

/* ---- Space comes back when all that have the stream have taken a word */

static void free_words(struct weir_golden_unit *u)
{
    uint64_t taken = to_page(u) ? u->read : u->written;
    if (u->g.has.wide && ring_on(u))
        taken = u->wide.ring_read;
    const bool ring_takes = ring_on(u) && !(u->ring_state == RING_FULL && !to_page(u));
    if (ring_on(u) && u->ring_read < taken)
        taken = u->ring_read;
    if (!to_page(u) && !ring_takes && !u->g.has.wide)
        taken = u->freed_words;
    for (; u->freed_words < taken; u->freed_words++) {
        u->stir = 0;
        if (u->debt >= 4) {
            u->debt -= 4;
        } else {
            u->space += 4;
            u->freed += 4;
        }
    }
}

static bool checkpoint_due(const struct weir_golden_unit *u)
{
    return inserts(u) && to_page(u) && !u->inserting && u->debt <= DEBT_MOST &&
           (u->asked || (u->g.checkpoint_every && u->packed_since >= u->g.checkpoint_every));
}

static void clock_checkpoints(struct weir_golden_unit *u)
{
    if (!u->g.has.checkpoint)
        return;
    u->asked &= inserts(u) && to_page(u);
    u->due = checkpoint_due(u);
}

/* ---- A sink finds entries in the bytes */

enum found { PART, ENTRY, ASIDE }; /* of an entry; the last of one; of a checkpoint */

static enum found parse(struct weir_golden_parser *p, uint8_t byte)
{
    if (p->size == 0 && byte == 0)
        p->aside = true;
    const enum found part = p->aside ? ASIDE : PART;
    p->bytes[p->size++] = byte;
    unsigned at = 0, pints = p->bytes[0] & 2 ? 3 : 2, n = 0, shift = 0;
    if (p->bytes[0] == 0) { /* CURR, of 8 bytes */
        if (p->size == 12)
            p->size = 0;
        return part;
    }
    for (; pints; pints--) {
        n = shift = 0;
        do {
            if (at == p->size)
                return part;
            n |= shift < 28 ? (unsigned)(p->bytes[at] & 0x7f) << shift : 0, shift += 7;
        } while (p->bytes[at++] & 0x80);
    }
    if (p->size < at + (n >> 4))
        return part;
    const uint32_t item = item_of(p->bytes);
    if (p->aside) {
        p->aside = !(item == ITEM_CHECKPOINT && value_of(p->bytes, p->size) != 1);
        p->size = 0;
        return ASIDE;
    }
    p->argument = item >= ITEM_ARG && item < ITEM_ARG_END;
    return ENTRY;
}

/* ---- frame */

static void end_frames(struct weir_golden_unit *u)
{
    size_t end = u->frame_at;
    while (end < u->frame_size && u->frame[end] != 0x7e)
        end++;
    if (end < u->frame_size)
        u->frame_size = end + 1; /* the frame under way, to its end */
}

/* The event of an item, as the model has it. */
static void event_of(struct weir_golden_event *e, uint32_t item, uint64_t value, uint64_t time)
{
    e->time = time;
    e->value = value;
    e->is_switch = item == 1 || (item > 16 && item < 32);
    const bool trap = item == 2 || (item > 32 && item < 48);
    if (e->is_switch || trap) {
        e->source = (uint8_t)(4 * (item < 3 ? 0 : item % 16) + WEIR_GOLDEN_SNOOP);
        e->class_ = WEIR_GOLDEN_SYS;
        e->id = trap ? WEIR_GOLDEN_ISR : 0;
        return;
    }
    e->id = item < 16 ? item - 4 : item / 16 - 63;
    e->source = (uint8_t)(item < 16 ? 0 : 4 * (item % 16));
    e->class_ = (uint8_t)(e->id >= 0x8000   ? WEIR_GOLDEN_SYS
                          : e->id >= 0x4000 ? WEIR_GOLDEN_COM
                                            : WEIR_GOLDEN_USER);
}

/* The entry that was found becomes frames; those of extra arguments wait for their event. */
static void make_frames(struct weir_golden_unit *u)
{
    struct weir_golden_parser *p = &u->frame_parser;
    struct weir_golden_event *e = &u->frame_event;
    const uint32_t item = item_of(p->bytes);
    const uint64_t value = value_of(p->bytes, p->size);
    unsigned kind = 0, source = 0;
    u->frame_time += delta_of(p->bytes);
    p->size = 0;
    u->frame_parsed = false;
    if (p->argument) {
        e->more[e->extra++] = (uint32_t)value;
        return;
    }
    struct weir_golden_frames *f = &u->frames;
    f->id = u->g.has.frame;
    f->timestamp = FRAME_TIMESTAMP;
    f->interval = u->g.frame_interval;
    f->hz = u->g.frame_hz;
    u->frame_at = 0;
    const enum weir_golden_item what = weir_golden_item(item, &kind, &source);
    if (what == WEIR_GOLDEN_ITEM_LOSS) {
        u->frame_size = weir_golden_frame_loss(f, value & 1, u->frame_time - (value >> 1),
                                               u->frame_time, u->frame);
    } else if (what == WEIR_GOLDEN_ITEM_DROPPED) {
        u->frame_size = weir_golden_frame_dropped(f, kind, source, (uint32_t)value, u->frame_time,
                                                  u->frame);
    } else {
        /* the first words came first: the model has the value first */
        uint32_t words[WEIR_GOLDEN_WORDS];
        for (unsigned i = 0; i < e->extra; i++)
            words[i] = e->more[i];
        event_of(e, item, value, u->frame_time);
        for (unsigned i = 0; i < e->extra; i++)
            e->more[i] = words[i];
        u->frame_size = weir_golden_frame_event(f, e, u->frame);
    }
    *e = (struct weir_golden_event){0};
}

static void clock_frames(struct weir_golden_unit *u, bool ready)
{
    if (!u->g.has.frame)
        return;
    if (u->frame_at < u->frame_size && ready)
        u->frame_at++;
    if (framing(u) && !u->frame_parsed && !weir_golden_closed(&u->g) &&
        has_byte(u, u->frame_pos)) {
        u->frame_parsed = parse(&u->frame_parser, byte_at(u, u->frame_pos)) == ENTRY;
        u->frame_pos++;
        u->read = u->frame_pos / 4;
    }
    if (u->frame_parsed && u->frame_at == u->frame_size)
        make_frames(u);
}

/* ---- ring: sections in memory */

static uint32_t section_size(const struct weir_golden_unit *u)
{
    return (uint32_t)1 << (u->g.ring_size >> 8 & 31);
}

static uint64_t buffer_size(const struct weir_golden_unit *u)
{
    return (uint64_t)1 << (u->g.ring_size & 31);
}

static uint32_t section_start(const struct weir_golden_unit *u)
{
    return u->ring_offset & ~(section_size(u) - 1);
}

static bool last_section(const struct weir_golden_unit *u)
{
    return (uint64_t)section_start(u) + section_size(u) == buffer_size(u);
}

static void ring_write(struct weir_golden_unit *u, uint32_t offset, uint64_t word)
{
    u->m_valid = true;
    u->m_addr = u->g.ring_base + offset;
    u->m_data = word;
}

static uint32_t header_word(const struct weir_golden_unit *u, unsigned generation)
{
    uint32_t content = section_size(u) - HEADER;
    return 0x0600 | (generation | (last_section(u) ? 0x80 : 0)) << 16 | content << 24;
}

/* The second word: used bytes, and the first byte of CURR, 0. */
static uint32_t used_word(const struct weir_golden_unit *u, uint32_t used)
{
    return (section_size(u) - HEADER) >> 8 | used << 8;
}

/* A byte of the section. True: it filled a word, which is on its way. */
static void ring_byte(struct weir_golden_unit *u, uint8_t byte)
{
    u->ring_word |= (uint32_t)byte << 8 * (u->ring_offset % 4);
    u->ring_dirty = true;
    if (++u->ring_offset % 4)
        return;
    ring_write(u, u->ring_offset - 4, u->ring_word);
    u->ring_word = 0;
    u->ring_words++;
}

static bool ring_has_space(const struct weir_golden_unit *u)
{
    return section_start(u) + section_size(u) - u->ring_offset > u->entry;
}

static void ring_enter(struct weir_golden_unit *u, uint32_t start)
{
    u->ring_offset = start;
    u->ring_state = RING_ENTERS;
    u->ring_count = 0;
}

/* A cycle of the ring; its port is free. */
static void step_ring(struct weir_golden_unit *u, bool memory_idle)
{
    const bool closed = weir_golden_closed(&u->g);
    switch (u->ring_state) {
    case RING_OFF:
        if (ring_on(u)) {
            u->ring_state = RING_CLEARS;
            u->ring_count = fields(u);
        }
        break;
    case RING_CLEARS:
        if (--u->ring_count == 0) {
            u->ring_state = RING_HEADERS;
            u->ring_offset = 0;
        }
        break;
    case RING_HEADERS: /* the word that says that it is empty first */
        if (u->ring_count++ % 2 == 0) {
            ring_write(u, u->ring_offset + 4, used_word(u, 0));
            break;
        }
        ring_write(u, u->ring_offset, header_word(u, 0));
        if (last_section(u))
            u->ring_state = RING_SETTLES;
        else
            u->ring_offset += section_size(u);
        break;
    case RING_SETTLES:
        if (memory_idle) {
            u->ring_ready = true;
            u->ring_generation = 1;
            ring_enter(u, 0);
        }
        break;
    case RING_ENTERS:
        if (u->ring_count++ == 0) {
            ring_write(u, u->ring_offset + 4, used_word(u, 0));
            break;
        }
        ring_write(u, u->ring_offset, header_word(u, u->ring_generation));
        u->ring_size = (unsigned)weir_golden_checkpoint_write(&u->ring_checkpoint, u->ring_bytes);
        u->ring_at = 1; /* the first byte is in the header */
        u->ring_offset += HEADER + 1;
        u->ring_word = 0;
        u->ring_state = RING_STATE;
        break;
    case RING_STATE:
        ring_byte(u, u->ring_bytes[u->ring_at++]);
        if (u->ring_at == u->ring_size)
            u->ring_state = RING_RUNS;
        break;
    case RING_RUNS: {
        const bool begins = u->ring_parser.size == 0 && !u->ring_parser.argument;
        const bool starved = all_taken(u, u->ring_pos);
        if (begins && !u->ring_parser.aside &&
            (!ring_has_space(u) || u->ring_words >= RING_USED_WORDS ||
             (starved && u->ring_dirty && !closed))) {
            u->ring_state = RING_COMMITS;
            u->ring_count = u->ring_offset % 4 ? 0 : 1;
            break;
        }
        if (closed || !has_byte(u, u->ring_pos))
            break;
        const uint8_t byte = byte_at(u, u->ring_pos++);
        u->ring_read = u->ring_pos / 4;
        const enum found found = parse(&u->ring_parser, byte);
        if (found != ASIDE)
            ring_byte(u, byte);
        if (found == ENTRY) {
            u->ring_time += delta_of(u->ring_parser.bytes);
            weir_golden_checkpoint_entry(&u->ring_checkpoint, u->ring_time,
                                         item_of(u->ring_parser.bytes),
                                         value_of(u->ring_parser.bytes, u->ring_parser.size));
            u->ring_parser.size = 0;
        }
        break;
    }
    case RING_COMMITS: /* bytes first, then the number that covers them */
        if (u->ring_count++ == 0) {
            ring_write(u, u->ring_offset & ~3u, u->ring_word);
            break;
        }
        ring_write(u, section_start(u) + 4,
                   used_word(u, u->ring_offset - section_start(u) - HEADER));
        u->ring_words = 0;
        u->ring_dirty = false;
        if (ring_has_space(u)) {
            u->ring_state = RING_RUNS;
        } else if (last_section(u) && (u->g.ring_ctrl & 2)) {
            u->ring_state = RING_FULL;
            u->ring_full = true;
        } else {
            u->ring_wrapped |= last_section(u);
            if (last_section(u))
                u->ring_generation = u->ring_generation == 15 ? 1 : u->ring_generation + 1;
            ring_enter(u, last_section(u) ? 0 : section_start(u) + section_size(u));
        }
        break;
    default: /* FULL: beside the data page it takes all and writes nothing */
        if (to_page(u) && !closed && has_byte(u, u->ring_pos))
            u->ring_read = ++u->ring_pos / 4;
    }
}

/* A cycle of the ring of weir_wide: a row, or the bytes that have filled none for a while. */
static void clock_wide_ring(struct weir_golden_unit *u, bool ready)
{
    const bool free = !u->m_valid || ready, on = wide_ring_on(u), waits = wide_waits(u);
    const bool takes = on && free && wide_level(u) >= 2;
    const bool rests = on && free && waits && u->wide.rest == WIDE_REST;
    const uint32_t offset = u->ring_offset & ~(uint32_t)(ROW - 1);
    const unsigned words = takes ? 2 : (unsigned)wide_level(u), part = wide_part(u);
    u->wide.ring_read = u->ring_read;
    u->wide.rest = waits ? u->wide.rest + (u->wide.rest < WIDE_REST) : 0;
    u->m_valid &= !free;
    if (!takes && !rests)
        return;
    uint64_t row = words < 2 ? (uint64_t)(tail_of(u) & 0xffffff) << 32 * words : 0;
    for (unsigned i = 0; i < words; i++)
        row |= (uint64_t)word_at(u, u->ring_read + i) << 32 * i;
    ring_write(u, offset, row);
    u->wide.part = rests ? part : 0;
    u->ring_offset = offset + u->wide.part;
    if (rests)
        return;
    u->ring_read += 2;
    u->ring_offset += ROW;
    if (u->ring_offset < buffer_size(u))
        return;
    u->ring_offset = 0;
    u->ring_full = u->g.ring_ctrl & 2;
    u->ring_wrapped |= !u->ring_full;
}

static void clock_ring(struct weir_golden_unit *u, bool ready, bool memory_idle)
{
    if (!u->g.has.ring)
        return;
    if (u->g.has.wide) {
        clock_wide_ring(u, ready);
        return;
    }
    if (u->m_valid && !ready)
        return;
    const bool settled = !u->m_valid && memory_idle;
    u->m_valid = false;
    step_ring(u, settled);
}

/* ---- Registers */

static uint32_t read_counter(const struct weir_golden_unit *u, uint32_t addr)
{
    unsigned source, counter;
    if (!weir_golden_counter(&u->g, addr, &source, &counter))
        return 0;
    return counter < WEIR_GOLDEN_DELIVERED ? u->dropped[source][counter]
                                           : u->delivered[source][counter - WEIR_GOLDEN_DELIVERED];
}

static bool snapshot_shows(const struct weir_golden_unit *u)
{
    return u->has_snapshot && !u->g.live;
}

/* Of what the model of the registers does not know; before the cycle that accepts the read. */
static uint32_t answer_of(const struct weir_golden_unit *u, const struct weir_golden_access *a,
                          const struct weir_golden_inputs *in)
{
    const uint32_t page = a->addr & ~0xfffu;
    if (page == PAGE_DATA) {
        if (shows_word(u))
            return word_at(u, u->read);
        return 0;
    }
    if (page >= PAGE_COUNT && page < PAGE_SW_ENTRY)
        return u->count_value;
    if (page != PAGE_CONTROL)
        return 0;
    switch (a->addr & 0xffc) {
    case REG_STATUS:
        return (uint32_t)busy(u, in->m_idle) | (uint32_t)u->overload << 1 |
               (uint32_t)!shows_word(u) << 2 | (uint32_t)(u->loss != LOSS_NONE) << 3;
    case REG_FAULT: return (uint32_t)u->fault_empty << 1;
    case REG_IRQ_STATUS:
        return (uint32_t)(level(u) >= u->g.watermark) | (uint32_t)u->irq_loss << 1;
    case REG_LEVEL: return level(u);
    case REG_TAIL: return hidden(u) ? 0 : tail_of(u);
    case REG_TIME_LO: return (uint32_t)u->g.time;
    case REG_TIME_HI: return u->time_hi;
    case REG_PEEK_DATA: return u->peek_word;
    case REG_FIFO_POINTERS: return pointers(u, u->read, u->written);
    case REG_SNAPSHOT: return snapshot_shows(u);
    case REG_SNAPSHOT_POINTERS:
        return snapshot_shows(u) ? pointers(u, u->snapshot.read, u->snapshot.written) : 0;
    case REG_SNAPSHOT_TAIL: return snapshot_shows(u) ? u->snapshot.tail : 0;
    case REG_CHECKPOINT: return (uint32_t)u->asked << 31;
    case REG_SW_DROPPED: return u->sw_lost;
    case REG_FRAME_CTRL: return (uint32_t)frames_busy(u) << 1;
    case REG_RING_STATUS:
        return (uint32_t)(u->g.has.wide ? ring_on(u) : u->ring_ready) |
               (uint32_t)u->ring_full << 1 | (uint32_t)u->ring_wrapped << 2 |
               (uint32_t)ring_busy(u, in->m_idle) << 3;
    case REG_RING_AT: return u->ring_offset;
    default: return 0;
    }
}

/* What a read does besides. */
static void read_has_effect(struct weir_golden_unit *u, const struct weir_golden_access *a)
{
    const uint32_t page = a->addr & ~0xfffu;
    if (page == PAGE_DATA && !weir_golden_closed(&u->g)) {
        u->fault_empty |= !shows_word(u);
        u->read += shows_word(u);
    } else if (page == PAGE_CONTROL && (a->addr & 0xffc) == REG_TIME_LO) {
        u->time_hi = (uint32_t)(u->g.time >> 32);
    }
}

/* What END of a software entry reads, when its words are whole. */
static uint32_t end_sw_entry(struct weir_golden_unit *u)
{
    if (!u->g.sw_entry_ended || u->sw_late || !sw_entry_can(u, u->g.sw_entry_ended)) {
        u->sw_lost++;
        return SW_ENTRY_LATER;
    }
    u->sw_words = u->g.sw_entry_ended;
    for (unsigned i = 0; i < u->sw_words; i++)
        for (unsigned k = 0; k < 4; k++)
            u->inserted[4 * i + k] = (uint8_t)(u->g.sw_entry.word[i] >> 8 * k);
    u->sw_pending = true;
    return SW_ENTRY_WRITTEN;
}

/* Everything of the stream, as after CLEAR. */
static void forget_stream(struct weir_golden_unit *u)
{
    const struct weir_golden_parameters *has = &u->g.has;
    u->space = u->capacity;
    u->freed = 0;
    u->places = u->places_freed = 0;
    u->overload = u->reserved = u->port_reserved = false;
    memset(u->dropped, 0, sizeof u->dropped);
    memset(u->delivered, 0, sizeof u->delivered);
    memset(u->changed, 0, sizeof u->changed);
    u->loss = LOSS_NONE;
    u->overload_ended = u->again = u->looked = false;
    u->queue_head = u->queued = 0;
    u->head_known = u->head.valid = u->head.leaves = false;
    u->stream = (struct weir_golden_stream){.threads = u->g.framing ? 0 : has->thread_cache};
    memset(&u->pack, 0, sizeof u->pack);
    u->put_size = 0;
    u->done = u->passed = false;
    memset(&u->wide, 0, sizeof u->wide);
    memset(&u->checkpoint, 0, sizeof u->checkpoint);
    u->inserting = INSERT_NONE;
    u->asked = u->due = u->sw_pending = false;
    u->packed_since = u->debt = u->sw_lost = 0;
    u->written = u->read = u->ring_read = u->freed_words = 0;
    memset(u->pushed, 0, sizeof u->pushed);
    u->tail_size = 0;
    end_frames(u);
    u->frames = (struct weir_golden_frames){0};
    u->frame_parser = u->ring_parser = (struct weir_golden_parser){0};
    u->frame_event = (struct weir_golden_event){0};
    u->frame_pos = u->frame_time = u->ring_pos = u->ring_time = 0;
    u->frame_parsed = false;
    memset(&u->ring_checkpoint, 0, sizeof u->ring_checkpoint);
    u->ring_state = RING_OFF;
    u->ring_offset = u->ring_words = u->ring_generation = 0;
    u->ring_ready = u->ring_full = u->ring_wrapped = u->ring_dirty = false;
}

/* Cycles in which the counters are cleared: one for each, as many for delivered events as for
 * drops. A checkpoint has fewer fields. */
static unsigned zero_cycles(const struct weir_golden_unit *u)
{
    return u->g.has.tiny ? counters(u) : 2 * counters(u);
}

/* A store takes IRQ_STATUS.LOSS back before the drops of its cycle, which set it again. */
static void acknowledge(struct weir_golden_unit *u, const struct weir_golden_access *a)
{
    if (a->strobes == WHOLE_WORD && (a->addr & ~3u) == REG_IRQ_STATUS && (a->data & 2))
        u->irq_loss = false;
}

static void write_has_effect(struct weir_golden_unit *u, const struct weir_golden_access *a,
                             bool cleared)
{
    if (a->strobes != WHOLE_WORD)
        return;
    const uint32_t page = a->addr & ~0xfffu, offset = a->addr & 0xffc;
    if (cleared) {
        forget_stream(u);
        u->zero_until = u->cycle + 3 + zero_cycles(u);
    }
    if (page == PAGE_SW_ENTRY && u->g.has.checkpoint && offset % 16 == 0)
        u->sw_late = u->sw_pending || u->inserting == INSERT_SOFTWARE;
    if (page != PAGE_CONTROL)
        return;
    if (offset == REG_FAULT && (a->data & 2))
        u->fault_empty = false;
    if (offset == REG_CHECKPOINT && u->g.has.checkpoint && a->data >> 31)
        u->asked = inserts(u) && to_page(u);
}

/* ---- The interface */

void weir_golden_unit_init(struct weir_golden_unit *u, const struct weir_golden_parameters *has,
                           uint32_t *fifo)
{
    memset(u, 0, sizeof *u);
    memset(fifo, 0, sizeof *fifo << has->fifo_log2);
    u->fifo = fifo;
    u->g.has = *has;
    weir_golden_unit_reset(u);
    u->has_snapshot = false;
}

void weir_golden_unit_reset(struct weir_golden_unit *u)
{
    const struct weir_golden_parameters has = u->g.has;
    uint32_t *const fifo = u->fifo;
    const bool recorded = has.peek && u->g.live && u->cycle >= u->live_since + RECORDED_AFTER;
    const bool kept = recorded || u->has_snapshot;
    if (recorded) {
        u->snapshot.written = u->was.written;
        u->snapshot.read = u->was.read;
        u->snapshot.tail = u->was.tail;
    }
    const uint64_t snapshot_written = u->snapshot.written, snapshot_read = u->snapshot.read;
    const uint32_t snapshot_tail = u->snapshot.tail;
    memset(u, 0, sizeof *u);
    weir_golden_reset(&u->g, &has);
    u->fifo = fifo;
    u->snapshot.written = snapshot_written;
    u->snapshot.read = snapshot_read;
    u->snapshot.tail = snapshot_tail;
    u->has_snapshot = kept;
    u->entry = has.value_w == 64 ? 25 : WEIR_GOLDEN_ENTRY_NARROW + 8 * (has.args - 1);
    u->reserve_bytes = reserve(&has);
    u->capacity = (4u << has.fifo_log2) - u->reserve_bytes;
    forget_stream(u);
    u->zero_until = 1 + zero_cycles(u);
    u->stir = SETTLE;
}

/* A store to RUNNING of a hart, which goes the way of an event even if it makes none. */
static bool is_running(const struct weir_golden_unit *u, const struct weir_golden_access *a)
{
    const uint32_t of_hart = (a->addr & ~3u) - REG_RUNNING;
    return !u->g.has.tiny && a->write && a->strobes == WHOLE_WORD && of_hart % SNOOP_HART == 0 &&
           of_hart / SNOOP_HART < u->g.has.harts;
}

/* The model of ports, snoop and registers goes on by a cycle, and what it offers goes to admit. */
static void clock_front(struct weir_golden_unit *u, const struct weir_golden_access *access,
                        const struct weir_golden_inputs *in, bool was_busy,
                        struct weir_golden_answer *answer)
{
    static const struct weir_golden_store none[WEIR_GOLDEN_HARTS];
    const unsigned last = pipe_length(u) - 1;
    const bool is_store = access->valid && access->write;
    const bool offers = is_store &&
                        (is_running(u, access) ||
                         (u->g.enable && access->addr >= PORTS &&
                          (access->addr & PAGE_WINDOWS ? access->strobes == WHOLE_WORD
                                                       : (access->addr & 0xffc) == PORT_ID)));
    const bool waited = u->g.waiting.valid;
    if (!access->valid && !in->store && (u->front_still || weir_golden_quiet(&u->g))) {
        u->front_still = true;
        weir_golden_advance(&u->g, 1);
        return;
    }
    u->front_still = false;
    const bool offered = weir_golden_clock(&u->g, access, in->store ? in->store : none, was_busy,
                                           answer, &u->pipe[last].event);
    const bool left = (waited || is_store) && !u->g.waiting.valid;
    u->pipe[last].valid = offered;
    u->pipe[last].reserved = u->port_reserved && left;
    u->pipe[last].of_port = left && (waited || offers);
    u->port_reserved &= !left;
}

static void shift_pipe(struct weir_golden_unit *u)
{
    const unsigned length = pipe_length(u);
    for (unsigned i = 1; i < length; i++) {
        u->pipe[i - 1].valid = u->pipe[i].valid;
        u->pipe[i - 1].reserved = u->pipe[i].reserved;
        u->pipe[i - 1].of_port = u->pipe[i].of_port;
        if (u->pipe[i].valid)
            u->pipe[i - 1].event = u->pipe[i].event;
    }
    u->times[2] = u->times[1];
    u->times[1] = u->times[0];
    u->pipe[length - 1].valid = u->pipe[length - 1].reserved = u->pipe[length - 1].of_port = false;
}

/* How long the read of a counter, or of a word of the FIFO, has been there. */
static void clock_waits(struct weir_golden_unit *u, const struct weir_golden_access *a,
                        bool accepted)
{
    const bool counter = a->valid && is_counter(u, a) && u->cycle >= u->zero_until && !accepted;
    bool coming = u->g.waiting.valid;
    for (unsigned i = 0; i < pipe_length(u); i++)
        coming |= u->pipe[i].of_port;
    const bool looks = u->loss == LOSS_TOTALS && !u->looked;
    const bool notes = u->g.has.tiny && u->looked && tiny_goes_on(u); /* that it is reported */
    const bool other = coming || u->tiny.counts || notes ||
                       (!counts_all_the_time(u) && (u->pipe[0].valid || looks));
    if (!counter || (u->count_waited && u->count_addr != a->addr))
        u->count_waited = 0;
    if (counter && (u->count_waited || !other)) {
        if (u->count_waited == 0)
            u->count_value = read_counter(u, a->addr);
        u->count_addr = a->addr;
        u->count_waited++;
    }
    const bool peeks = a->valid && is_peek(u, a) && u->cycle >= u->zero_until &&
                       !u->g.filter.stored && !accepted;
    if (peeks && u->peek_waited == 0)
        u->peek_word = word_at(u, u->g.peek_at);
    u->peek_waited = peeks ? u->peek_waited + 1 : 0;
}

static void clock_back(struct weir_golden_unit *u, const struct weir_golden_inputs *in,
                       bool reserve_now, bool flush)
{
    u->stir += u->stir < SETTLE;
    clock_frames(u, in->frame_ready);
    clock_ring(u, in->m_ready, in->m_idle);
    if (u->g.has.tiny)
        clock_tiny(u, u->g.enable && in->access.valid && waits_for_pack(u, &in->access),
                   !u->g.enable);
    else
        clock_admit(u, reserve_now, flush);
    clock_pack(u);
    free_words(u);
    clock_checkpoints(u);
}

/* The levels of the pins, as the model of the registers gets them. */
static void sample_pins(struct weir_golden_unit *u, const struct weir_golden_inputs *in)
{
    const bool ready = u->cycle >= u->zero_until;
    u->front_still &= u->g.ready == ready && u->g.trigger_pin == in->trigger &&
                      u->g.auth_pin == in->auth && u->g.pins_level == in->pins &&
                      u->g.memory_error == in->m_error;
    u->g.ready = ready;
    u->g.trigger_pin = in->trigger;
    u->g.auth_pin = in->auth;
    u->g.pins_level = in->pins;
    u->g.memory_error = in->m_error;
    if (!u->g.has.time_base)
        return;
    u->g.external = u->mtime[3];
    memmove(u->mtime + 1, u->mtime, 3 * sizeof *u->mtime);
    u->mtime[0] = in->mtime;
}

/* What a reset shows of the cycle before it. */
static void remember(struct weir_golden_unit *u)
{
    if (!u->g.has.peek)
        return;
    u->was.written = u->written;
    u->was.read = u->read;
    u->was.tail = tail_of(u);
}

/* A read was accepted: what software gets. `mine` is what this part knew before the cycle. */
static void answer_read(struct weir_golden_unit *u, const struct weir_golden_access *access,
                        const struct weir_golden_answer *answer, uint32_t mine)
{
    const uint32_t offset = access->addr & 0xffc;
    if (u->g.has.checkpoint && (access->addr & ~0xfffu) == PAGE_SW_ENTRY &&
        offset % 16 == SW_ENTRY_END && offset / 16 < u->g.has.harts) {
        if (!answer->known)
            mine = end_sw_entry(u);
        else
            u->sw_lost++;
    }
    u->rdata = (answer->value & answer->known) | (mine & ~answer->known);
}

/* A cycle in which nothing becomes free. */
static void pass_freed(struct weir_golden_unit *u)
{
    u->tiny.freed = u->g.has.tiny ? u->freed : 0;
    u->freed = 0;
}

/* An access that offers nothing, stores to no register and does not wait. */
static bool is_simple(const struct weir_golden_access *a)
{
    if (!a->write)
        return a->addr < PAGE_COUNT ? (a->addr & ~3u) != REG_PEEK_DATA : a->addr >= PORTS;
    return a->addr >= PORTS && !(a->addr & PAGE_WINDOWS) && (a->addr & 0xffc) != PORT_ID;
}

/* The short way, the same as the long one: nothing is under way, and the access starts nothing. */
static bool clock_quickly(struct weir_golden_unit *u, const struct weir_golden_inputs *in)
{
    const struct weir_golden_access *access = &in->access;
    struct weir_golden_answer answer = {0, 0};
    if (!u->still || !u->front_still || !access->valid || in->store || !is_simple(access) ||
        u->loss != LOSS_NONE || u->overload || u->cycle < u->zero_until ||
        !u->g.ready || u->g.trigger_pin != in->trigger || u->g.auth_pin != in->auth ||
        u->g.pins_level != in->pins || u->g.memory_error != in->m_error)
        return false;
    if (u->g.has.time_base && (u->mtime[0] != in->mtime || u->mtime[3] != in->mtime ||
                               u->g.external != in->mtime))
        return false;
    remember(u);
    pass_freed(u);
    const uint32_t mine = access->write ? 0 : answer_of(u, access, in);
    if (!access->write)
        read_has_effect(u, access);
    u->times[2] = u->times[1];
    u->times[1] = u->times[0];
    weir_golden_quick(&u->g, access, &answer);
    u->times[0] = u->g.time;
    if (!access->write) {
        u->rdata = (answer.value & answer.known) | (mine & ~answer.known);
        if (u->freed_words < u->read) { /* a word was taken */
            free_words(u);
            clock_checkpoints(u);
            u->still = !u->due;
        }
    }
    u->cycle++;
    return true;
}

bool weir_golden_unit_clock(struct weir_golden_unit *u, const struct weir_golden_inputs *in)
{
    if (clock_quickly(u, in))
        return true;
    static const struct weir_golden_access nothing;
    const struct weir_golden_access *access = &in->access;
    const bool accepted = access->valid && weir_golden_unit_ready(u, access);
    const bool reads = accepted && !access->write, writes = accepted && access->write;
    const bool flush = !u->g.enable && u->loss != LOSS_NONE && nothing_coming(u);
    struct weir_golden_answer answer = {0, 0};
    uint32_t mine = 0;
    const bool was_live = u->g.live;
    bool reserve_now = false, was_busy = false, clears = false;
    const bool stuck = loss_stuck(u);
    remember(u);
    sample_pins(u, in);
    if (writes) {
        reserve_now = weir_golden_may_reserve(&u->g, access) && may_reserve_now(u, access);
        was_busy = weir_golden_is_clear(access) && busy(u, in->m_idle);
        clears = !u->g.enable && !u->g.locked && !was_busy && weir_golden_is_clear(access);
        acknowledge(u, access);
    }
    if (access->valid && !accepted)
        weir_golden_held(&u->g, access);
    if (reads)
        mine = answer_of(u, access, in);
    if (access->valid || u->count_waited || u->peek_waited)
        clock_waits(u, access, accepted);
    if (reads)
        read_has_effect(u, access);
    u->still &= !writes && (access->addr & ~0xfffu) != PAGE_DATA;
    if (u->still)
        pass_freed(u);
    else
        clock_back(u, in, reserve_now, flush);
    shift_pipe(u);
    u->port_reserved |= reserve_now;
    clock_front(u, accepted ? access : &nothing, in, was_busy, &answer);
    u->times[0] = u->g.time;
    u->tiny.hold |= u->g.has.tiny && u->pipe[0].valid;
    u->still &= !u->pipe[pipe_length(u) - 1].valid && !in->store && u->front_still;
    if (reads)
        answer_read(u, access, &answer, mine);
    if (writes)
        write_has_effect(u, access, clears);
    if (u->g.live && !was_live)
        u->live_since = u->cycle;
    u->stuck = stuck;
    u->trigger_out[0] = u->trigger_out[1];
    u->trigger_out[1] = u->trigger_out[2];
    u->trigger_out[2] = u->g.filter.pulse;
    u->cycle++;
    return accepted;
}

/* ---- Quiet time */

/* The loss goes no further without free space. Its look at totals moves in every cycle, and it
 * begins as soon as all was quiet for a while. */
static bool loss_still(const struct weir_golden_unit *u)
{
    const bool moves = (u->loss == LOSS_OPEN && !u->overload) || u->loss == LOSS_TOTALS ||
                       (u->loss == LOSS_END && u->again);
    return u->loss == LOSS_NONE || (u->stir == SETTLE && u->stuck && loss_stuck(u) && !moves);
}

static bool is_back_quiet(const struct weir_golden_unit *u, const struct weir_golden_inputs *in)
{
    const bool closed = weir_golden_closed(&u->g);
    const bool loss = loss_still(u);
    const bool overload = u->overload && space_known(u) >= (int64_t)u->capacity / 2;
    const bool frames = u->frame_at < u->frame_size
                            ? !in->frame_ready
                            : !u->frame_parsed &&
                                  (!framing(u) || closed || !has_byte(u, u->frame_pos));
    const bool rests = u->g.has.wide && wide_waits(u); /* it counts the cycles of that */
    const bool ring = !u->g.has.ring ||
                      (u->m_valid ? !in->m_ready && !rests : ring_still(u));
    const bool tiny = u->tiny.hold || u->tiny.waits || u->tiny.counts || u->tiny.report ||
                      u->tiny.freed;
    const bool still = !u->freed && !u->places_freed && !u->pushed[0] && !u->pushed[1] && !u->made;
    const bool pulse = u->trigger_out[0] || u->trigger_out[1] || u->trigger_out[2];
    const bool due = u->g.has.checkpoint && (u->due || checkpoint_due(u));
    return pipe_empty(u) && !tiny && pack_idle(u) && still && loss && !overload && frames && ring &&
           !pulse && !u->count_waited && !u->peek_waited && !due;
}

/* The model has seen these levels. */
static bool are_inputs_seen(const struct weir_golden_unit *u, const struct weir_golden_inputs *in,
                            bool with_mtime)
{
    for (unsigned i = 0; i < 4 && with_mtime; i++)
        if (u->mtime[i] != in->mtime && u->g.has.time_base)
            return false;
    return !in->access.valid && !in->store && u->g.trigger_pin == in->trigger &&
           u->g.auth_pin == in->auth && u->g.pins_level == in->pins &&
           u->g.memory_error == in->m_error && u->g.ready == (u->cycle >= u->zero_until);
}

bool weir_golden_unit_quiet(const struct weir_golden_unit *u, const struct weir_golden_inputs *in)
{
    return are_inputs_seen(u, in, true) && weir_golden_quiet(&u->g) && is_back_quiet(u, in);
}

static void jump(struct weir_golden_unit *u, const struct weir_golden_inputs *in, uint64_t cycles,
                 const struct weir_golden_outside *outside)
{
    u->cycle += cycles;
    if (u->g.has.time_base) {
        for (unsigned i = 0; i < 4; i++)
            u->mtime[i] = !outside || !outside->mtime ? in->mtime
                          : u->cycle > i ? outside->mtime(outside->context, u->cycle - 1 - i)
                                         : 0;
        u->g.external = u->mtime[3];
    }
    const unsigned last = cycles < WEIR_GOLDEN_PIPE_MOST ? (unsigned)cycles
                                                         : WEIR_GOLDEN_PIPE_MOST;
    for (unsigned i = WEIR_GOLDEN_PIPE_MOST; i-- > last;)
        u->times[i] = u->times[i - last];
    weir_golden_advance(&u->g, cycles - last);
    for (unsigned i = last; i-- > 0;) {
        weir_golden_advance(&u->g, 1);
        u->times[i] = u->g.time;
    }
    remember(u);
    u->stir = SETTLE;
    pass_freed(u);
    if (cycles > 1)
        pass_freed(u);
}

/* Cycles, or a few more, in which pack writes the head, and tells what it did not need. */
static unsigned pack_cycles(const struct weir_golden_unit *u)
{
    unsigned cycles = 0, begin = 0;
    for (unsigned i = 0; i < u->head.parts; begin = u->head.end[i++])
        for (unsigned at = begin; at < u->head.end[i]; cycles++)
            at += u->g.has.tiny ? 1 : chunk_size(u->head.bytes + begin, u->head.end[i] - begin,
                                                 at - begin);
    return cycles + 2;
}

/* One event is on its way to admit, everything behind is idle, and it is delivered for sure: all of
 * its way at once, if `cycles` are enough and nobody sees what is between. */
static bool deliver_at_once(struct weir_golden_unit *u, uint64_t cycles)
{
    const unsigned length = pipe_length(u);
    const struct weir_golden_event *e = NULL;
    unsigned at = 0;
    for (unsigned i = 0; i < length; i++) {
        if ((u->pipe[i].valid && e) || u->pipe[i].reserved)
            return false;
        if (u->pipe[i].valid)
            e = &u->pipe[i].event, at = i;
    }
    const unsigned words = level_stored(u) + WEIR_GOLDEN_ENTRY_MAX / 4 + 1;
    if (!e || e->kind || u->loss != LOSS_NONE || u->overload || u->queued || u->tiny.counts ||
        u->tiny.report || u->asked || u->g.framing || ring_on(u) || u->freed || u->places ||
        !pack_idle(u) || u->pushed[0] || u->pushed[1] || !fits(u, false) ||
        ((u->g.irq_enable & 1) && level(u) < u->g.watermark && words >= u->g.watermark))
        return false;
    if (u->g.checkpoint_every && u->packed_since + WEIR_GOLDEN_ENTRY_MAX >= u->g.checkpoint_every)
        return false;
    const struct weir_golden_stream before = u->stream;
    const uint64_t least = at + 1 + QUEUE_CYCLES + has_args(u) + SETTLE + 1;
    const unsigned search = search_cycles(u, e);
    if (cycles < least)
        return false;
    make_head(u, weir_golden_encode_event(&u->stream, e, u->head.bytes));
    if (cycles < least + search + pack_cycles(u)) {
        u->stream = before;
        u->head.valid = false;
        return false;
    }
    const unsigned size = u->head.end[u->head.parts - 1];
    for (unsigned i = 0, from = 0; i < u->head.parts; from = u->head.end[i++])
        weir_golden_checkpoint_entry(
            &u->checkpoint, u->head.time, item_of(u->head.bytes + from),
            value_of(u->head.bytes + from, u->head.end[i] - from));
    put_bytes(u, u->head.bytes, size);
    u->delivered[e->source][e->class_]++;
    u->space -= size;
    u->packed_since += size;
    u->head.valid = u->head_known = false;
    u->pipe[at].valid = false;
    for (unsigned i = 0; i < length; i++)
        u->pipe[i].of_port = false;
    u->stir = SETTLE;
    u->tiny.hold = u->tiny.waits = false;
    return true;
}

uint64_t weir_golden_unit_jump(struct weir_golden_unit *u, const struct weir_golden_inputs *in,
                               uint64_t cycles, const struct weir_golden_outside *outside)
{
    const bool clock = outside && outside->mtime;
    if (u->pack.valid || u->queued || !cycles || !are_inputs_seen(u, in, !clock) ||
        !(u->front_still || weir_golden_quiet(&u->g)))
        return 0;
    u->front_still = true;
    if (!u->still && !(!pipe_empty(u) && deliver_at_once(u, cycles)) && !is_back_quiet(u, in))
        return 0;
    u->still = true;
    if (u->cycle < u->zero_until && u->zero_until - u->cycle < cycles)
        cycles = u->zero_until - u->cycle;
    jump(u, in, cycles, outside);
    return cycles;
}

uint32_t weir_golden_unit_look(const struct weir_golden_unit *u,
                               const struct weir_golden_inputs *in)
{
    static const struct weir_golden_store none[WEIR_GOLDEN_HARTS];
    struct weir_golden g = u->g;
    struct weir_golden_answer answer = {0, 0};
    struct weir_golden_event event;
    const uint32_t page = in->access.addr & ~0xfffu;
    uint32_t mine = page >= PAGE_COUNT && page < PAGE_SW_ENTRY ? read_counter(u, in->access.addr)
                    : is_peek(u, &in->access)                  ? word_at(u, u->g.peek_at)
                                                               : answer_of(u, &in->access, in);
    (void)weir_golden_clock(&g, &in->access, none, true, &answer, &event);
    return (answer.value & answer.known) | (mine & ~answer.known);
}
