/* SPDX-License-Identifier: Apache-2.0 */
/* The self-test of the hook-up; weir_selftest.h is its manual. */
#ifdef WEIR_HOOKS
#include WEIR_HOOKS
#endif
#if defined(__riscv) && !defined(WEIR_STORE32) && !defined(WEIR_BARRIER)
#define ADJACENT 1 /* stores are plain: some may be written with nothing between them */
#else
#define ADJACENT 0
#endif

#include "weir_selftest.h"

#if defined(WEIR_OFF) || defined(WEIR_SOFT)

int weir_selftest(struct weir *w, const struct weir_selftest_config *config,
                  struct weir_selftest_report *report)
{
    (void)w;
    (void)config;
    if (!report)
        return WEIR_EINVAL;
    *report = (struct weir_selftest_report){0, 0, 0, 0};
    return 0;
}

#else

#include <stdbool.h>

#include "weir_state.h"

/* A narrow store to a register. Replace it together with WEIR_STORE32. */
#ifndef WEIR_STORE8
#define WEIR_STORE8(address, data) (*(volatile uint8_t *)(address) = (data))
#endif

/* All accesses before it are done before those after it. */
#if defined(__riscv)
#define FENCE() __asm__ volatile("fence iorw, iorw" ::: "memory")
#elif defined(__ARM_ARCH_PROFILE)
#define FENCE() __asm__ volatile("dsb" ::: "memory")
#else
#define FENCE() ((void)0)
#endif

enum {
    EVENTS = 6,         /* of the first part */
    ROUNDS = 6,         /* of an event, a switch, and an event */
    SEEN_MAX = 40,      /* events and switches of one part */
    BYTES_MAX = 512,    /* of its stream */
    POLL_MAX = 100000,  /* reads before the test gives up */
    STEADY = 512,       /* reads of the time, at least */
    TICKS = 16,         /* and changes of it */
    JUMP = 64,          /* ticks */
    LOADED = 4,         /* times that stores and events are compared under load */
    GAP = 32,           /* instructions between accesses that must not disturb each other */
    CACHE_ENTRIES = 32, /* of the thread cache, at most */
};

/* What the stream has: an event of `id`, or a switch (id 0). */
struct seen {
    uint16_t id;
    uint32_t value;
};

struct run {
    struct weir *w;
    struct weir_selftest_report *report;
    volatile uint32_t *words;
    unsigned hart;
    unsigned count;      /* entries of seen */
    unsigned passes;     /* times that events are compared with stores */
    unsigned taken;      /* words that the first read of the stream took from the FIFO */
    bool lost, readable; /* the stream reports a loss; it was understood */
    uint64_t time;       /* of its last entry */
    struct seen seen[SEEN_MAX];
};

static uint32_t load(const struct run *r, uint32_t offset)
{
    return WEIR_LOAD32(r->w->base + offset);
}

static void store(const struct run *r, uint32_t offset, uint32_t data)
{
    WEIR_STORE32(r->w->base + offset, data);
}

static uint32_t snoop_reg(unsigned hart, uint32_t offset)
{
    return WEIR_REG_SNOOP + WEIR_REG_SNOOP_STRIDE * hart + offset;
}

static uint32_t running(const struct run *r)
{
    FENCE();
    return load(r, snoop_reg(r->hart, WEIR_REG_SNOOP_RUNNING));
}

/* A write buffer has let all stores go before a read of the unit is answered. */
static void settle(const struct run *r)
{
    FENCE();
    (void)load(r, WEIR_REG_CTRL);
}

static void gap(void)
{
    for (unsigned i = 0; i < GAP; i++)
        __asm__ volatile("nop");
}

/* Whether the value is right; otherwise `fault` was found. */
static bool expect(struct run *r, unsigned fault, uint32_t expected, uint32_t found)
{
    r->report->tested |= 1u << fault;
    if (expected == found)
        return true;
    if (!r->report->faults) {
        r->report->expected = expected;
        r->report->found = found;
    }
    r->report->faults |= 1u << fault;
    return false;
}

static void tested(struct run *r, unsigned fault) { r->report->tested |= 1u << fault; }

/* ---- The stream */

struct reader {
    const uint8_t *at, *end;
    bool bad;
};

static uint32_t number(struct reader *s)
{
    uint32_t value = 0;
    for (unsigned shift = 0; s->at < s->end; shift += 7) {
        const uint8_t byte = *s->at++;
        if (shift < 32)
            value |= (uint32_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
    s->bad = true;
    return 0;
}

/* The entries of a stream (docs/reference/stream.md) that began with a CLEAR. */
static void parse(struct run *r, const uint8_t *bytes, size_t size)
{
    struct reader s = {bytes, bytes + size, false};
    uint32_t cache[CACHE_ENTRIES] = {0};
    while (s.at < s.end && !s.bad) {
        const uint32_t header = number(&s), item = header >> 3;
        if (header & 5) /* a data entry has nothing else */
            break;
        if (header & 2)
            r->time += number(&s);
        unsigned length = number(&s) >> 4;
        uint32_t value = 0;
        const bool empty = !length;
        if (length > (size_t)(s.end - s.at))
            s.bad = true;
        for (unsigned i = 0; i < length && !s.bad; i++) {
            const uint8_t byte = *s.at++;
            if (i < 4)
                value |= (uint32_t)byte << 8 * i;
        }
        struct seen seen = {0, value};
        const uint32_t bias = WEIR_ITEM_ID_BIAS;
        const unsigned entry = (item - WEIR_ITEM_CACHE_ENTRY) / 16;
        if (item == WEIR_ITEM_LOSS || (item >= WEIR_ITEM_DROPPED && item < WEIR_ITEM_CACHE_ENTRY) ||
            item >= WEIR_ITEM_DROPPED_MORE) {
            r->lost = true;
            continue;
        }
        if (item >= 16 * (bias + 1) && (item & 15) == r->hart)
            seen.id = (uint16_t)(item / 16 - bias);
        else if (!r->hart && item > WEIR_ITEM_USER_SHORT &&
                 item <= WEIR_ITEM_USER_SHORT + WEIR_ITEM_USER_SHORT_IDS)
            seen.id = (uint16_t)(item - WEIR_ITEM_USER_SHORT);
        else if (item >= WEIR_ITEM_CACHE_ENTRY && entry < CACHE_ENTRIES && (item & 15) == r->hart) {
            if (!empty)
                cache[entry] = value;
            seen.value = cache[entry];
        } else if (item != (r->hart ? WEIR_ITEM_ROW_THREAD + r->hart : WEIR_ITEM_THREAD))
            continue; /* of another hart, or of a pin */
        if (r->count == SEEN_MAX)
            s.bad = true;
        else
            r->seen[r->count++] = seen;
    }
    r->readable = !s.bad && s.at == s.end;
}

static int stop(struct run *r)
{
    FENCE();
    store(r, WEIR_REG_CTRL, 0);
    for (unsigned i = 0; i < POLL_MAX; i++)
        if (!(load(r, WEIR_REG_STATUS) & WEIR_STATUS_BUSY_MASK))
            return 0;
    return WEIR_EBUSY;
}

/* Empties the unit and enables it: the next entry is the first. */
static int begin(struct run *r)
{
    if (stop(r))
        return WEIR_EBUSY;
    store(r, WEIR_REG_CTRL, WEIR_CTRL_CLEAR_MASK);
    if (r->w->snoop)
        store(r, snoop_reg(r->hart, WEIR_REG_SNOOP_RUNNING), 0);
    store(r, WEIR_REG_CTRL, WEIR_CTRL_ENABLE_MASK);
    settle(r);
    return 0;
}

/* Disables it and reads what it recorded into seen. */
static int end(struct run *r)
{
    uint32_t words[BYTES_MAX / 4 + 1];
    unsigned count = 0;
    if (stop(r))
        return WEIR_EBUSY;
    const uint32_t before = load(r, WEIR_REG_LEVEL);
    r->taken = 1;
    for (uint32_t level = before; level && count < BYTES_MAX / 4; level--) {
        words[count++] = load(r, WEIR_REG_DATA);
        if (count == 1)
            r->taken = before - load(r, WEIR_REG_LEVEL);
    }
    const uint32_t tail = load(r, WEIR_REG_TAIL);
    words[count] = tail & WEIR_TAIL_BYTES_MASK;
    r->count = 0;
    r->lost = false;
    r->time = 0;
    parse(r, (const uint8_t *)words,
          4 * count + ((tail & WEIR_TAIL_COUNT_MASK) >> WEIR_TAIL_COUNT_LSB));
    return 0;
}

/* ---- The register port */

/* MAGIC shows at offset 0 only: with an address bit missing, it does at the offset of this bit. */
static bool address_bits(struct run *r, uint32_t end)
{
    for (uint32_t bit = 4; bit < end; bit <<= 1)
        if (load(r, bit) == WEIR_MAGIC_VALUE)
            return expect(r, WEIR_SELFTEST_DECODE, 0, bit);
    return true;
}

static bool control_page(struct run *r)
{
    if (!expect(r, WEIR_SELFTEST_BASE, WEIR_MAGIC_VALUE, load(r, WEIR_REG_MAGIC)))
        return false;
    /* A register that no store changes: a cache would. */
    store(r, WEIR_REG_MAGIC, ~WEIR_MAGIC_VALUE);
    FENCE();
    if (!expect(r, WEIR_SELFTEST_CACHED, WEIR_MAGIC_VALUE, load(r, WEIR_REG_MAGIC)))
        return false;
    /* After a weir_init that failed, a trace that somebody wants may be in the data page. */
    if (!address_bits(r, r->w->state == UNKNOWN ? WEIR_REG_DATA
                                                : WEIR_REG_HART_STRIDE * (r->w->harts + 1u)))
        return false;
    static const uint32_t patterns[] = {0x5a3c, 0xa5c3, 0x00ff, 0xff00};
    for (unsigned i = 0; i < 4; i++) {
        store(r, WEIR_REG_WATERMARK, patterns[i]);
        FENCE();
        if (!expect(r, WEIR_SELFTEST_LANES, patterns[i], load(r, WEIR_REG_WATERMARK)))
            return false;
    }
    WEIR_STORE8(r->w->base + WEIR_REG_WATERMARK, 0x5a); /* has no effect: it is no whole word */
    FENCE();
    return expect(r, WEIR_SELFTEST_LANES, patterns[3], load(r, WEIR_REG_WATERMARK));
}

static uint32_t event_value(unsigned n) { return 0x40120304u + (n << 24 | n << 12 | n); }

/* Events of this hart arrive, once and in order. */
static int events(struct run *r)
{
    if (begin(r))
        return WEIR_EBUSY;
    for (unsigned n = 0; n < EVENTS; n += 2) {
        const uint32_t first = event_value(n), second = event_value(n + 1);
        weir_emit(r->w, (uint16_t)(n + 1), first);
        weir_emit(r->w, (uint16_t)(n + 2), second);
        gap();
    }
    if (end(r))
        return WEIR_EBUSY;
    tested(r, WEIR_SELFTEST_REPEATED);
    if (r->taken > 1 && !expect(r, WEIR_SELFTEST_REPEATED, 1, r->taken))
        return 0;
    if (!expect(r, WEIR_SELFTEST_DECODE, 1, r->count != 0 || r->lost))
        return 0;
    if (!expect(r, WEIR_SELFTEST_CACHED, 1, r->readable)) /* the data page repeats its words */
        return 0;
    tested(r, WEIR_SELFTEST_REORDERED);
    tested(r, WEIR_SELFTEST_MERGED);
    bool all[EVENTS] = {false}, ordered = true;
    unsigned found = 0;
    for (unsigned i = 0; i < r->count; i++) {
        const unsigned n = r->seen[i].id - 1u;
        ordered &= n == i && n < EVENTS && r->seen[i].value == event_value(n);
        if (n < EVENTS && !all[n]) {
            all[n] = true;
            found++;
        }
    }
    if (r->lost && ordered && found == EVENTS) /* each id again, without a value */
        (void)expect(r, WEIR_SELFTEST_REPEATED, 0, 1);
    else if (r->count > EVENTS) /* value and id again */
        (void)expect(r, WEIR_SELFTEST_REPEATED, EVENTS, r->count);
    else if (r->count && (r->lost || (found == EVENTS && r->count == EVENTS)))
        /* an id without its value; where all are, values do not arrive at all */
        (void)expect(r, WEIR_SELFTEST_REORDERED, 1, ordered && !r->lost);
    else
        (void)expect(r, WEIR_SELFTEST_MERGED, EVENTS, r->count == EVENTS ? found : r->count);
    return 0;
}

/* Each page of this hart is there: its port has its own value, and counts the events of port and
 * event window. Their id is 0, so that they are dropped at once, without an entry each. */
static int pages(struct run *r)
{
    const struct weir *const w = r->w;
    const uint32_t ways = w->windows ? 2 : 1; /* pages of a kind: also guaranteed ones */
    if (begin(r))
        return WEIR_EBUSY;
    for (unsigned context = 0; context < w->contexts; context++) {
        uintptr_t port = weir_port_(w->ports, context);
        for (unsigned way = 0; way < ways; way++, port += WEIR_REG_HART_GUARANTEED_PORT) {
            const uint32_t value = 0x13579bdfu + (uint32_t)port;
            WEIR_STORE32(port + WEIR_REG_HART_PORT_VALUE, value);
            FENCE();
            if (!expect(r, WEIR_SELFTEST_DECODE, value,
                        WEIR_LOAD32(port + WEIR_REG_HART_PORT_VALUE)))
                return 0;
            WEIR_STORE32(port + WEIR_REG_HART_PORT_ID, 0);
            if (w->windows)
                WEIR_STORE32(port + WEIR_REG_HART_WINDOW, 0);
            FENCE();
        }
        const uint32_t counter = WEIR_REG_COUNTERS +
                                 WEIR_REG_COUNTERS_STRIDE * (4 * r->hart + context) +
                                 WEIR_REG_COUNTERS_DROPPED_STRIDE * WEIR_DROP_ID;
        if (!expect(r, WEIR_SELFTEST_DECODE, ways * ways, load(r, counter)))
            return 0;
    }
    const uint32_t entry = WEIR_REG_SW_ENTRY + WEIR_REG_SW_ENTRY_STRIDE * r->hart;
    if (w->sw_entry)
        (void)expect(r, WEIR_SELFTEST_DECODE, WEIR_SW_ENTRY_TORN,
                     load(r, entry + WEIR_REG_SW_ENTRY_END));
    return 0;
}

/* Time stood still for many reads, and then went on by more ticks than reads: a counter that is no
 * Gray code. The unit follows its maximum, so it stands still and jumps. */
static bool jumps(unsigned still, uint32_t step) { return step >= JUMP && still >= JUMP / 4; }

static void time_rises(struct run *r, uint32_t last, bool bad)
{
    unsigned changes = 0, still = 0, i = 0;
    for (; i < POLL_MAX && !bad && (i < STEADY || changes < TICKS); i++) {
        const uint32_t now = load(r, WEIR_REG_TIME_LO), step = now - last;
        bad = jumps(still, step) || step >> 31;
        still = step ? 0 : still + 1;
        changes += step != 0;
        last = now;
    }
    if (bad || changes >= TICKS)
        (void)expect(r, WEIR_SELFTEST_TIME_JUMPS, 0, bad);
}

/* Time of the unit passes: between two entries, or in its register. */
static void time_runs(struct run *r)
{
    if (!r->w->time) {
        (void)expect(r, WEIR_SELFTEST_TIME, 1, r->time != 0);
        return;
    }
    const uint32_t before = load(r, WEIR_REG_TIME_LO);
    uint32_t now = before;
    unsigned i = 0;
    for (; i < POLL_MAX && now == before; i++)
        now = load(r, WEIR_REG_TIME_LO);
    if (expect(r, WEIR_SELFTEST_TIME, 1, now != before) && r->passes == 1)
        time_rises(r, now, jumps(i, now - before));
}

/* The rate of time against that of a counter of the SoC. Each count is between two reads of time,
 * and both may be a tick further than they read: so the bounds are certain. */
static void time_rate(struct run *r, const struct weir_selftest_config *c)
{
    enum { COUNTS = 1 << 20, LONGEST = 0, SHORTEST = -12 /* no clock is faster */ };
    uint64_t hz = 1; /* of ticks */
    int exponent = unit_exponent(r->w->config->unit);
    bool wrong = exponent < SHORTEST;
    if (exponent > LONGEST)
        return;
    for (; exponent < 0 && !wrong; exponent++)
        hz *= 10;
    const uint32_t before = load(r, WEIR_REG_TIME_LO), from = c->timer(c->timer_context);
    const uint32_t after = load(r, WEIR_REG_TIME_LO);
    bool known = wrong;
    for (unsigned i = 0; i < POLL_MAX && !known; i++) {
        const uint32_t least = load(r, WEIR_REG_TIME_LO) - after;
        const uint32_t count = c->timer(c->timer_context) - from;
        const uint32_t most = load(r, WEIR_REG_TIME_LO) - before;
        if (most >> 31 || count >= COUNTS)
            return;
        /* The time that passed: from `low` to `high`; by the counter `right`, within hz */
        const uint64_t low = (uint64_t)(least - (least != 0)) * c->timer_hz;
        const uint64_t high = ((uint64_t)most + 1) * c->timer_hz, right = count * hz;
        wrong = low > right + hz + right / 64 || high + hz + right / 64 < right;
        known = wrong || (count >= 256 && high - low < right / 128);
    }
    if (known)
        (void)expect(r, WEIR_SELFTEST_TIME_RATE, 1, !wrong);
}

/* Needs words in the FIFO. */
static void interrupt(struct run *r, const struct weir_selftest_config *c)
{
    if (!c->irq)
        return;
    store(r, WEIR_REG_IRQ_ENABLE, 0);
    FENCE();
    gap();
    if (!expect(r, WEIR_SELFTEST_IRQ_STUCK, 0, c->irq(c->irq_context) != 0) || begin(r))
        return;
    for (unsigned n = 0; n < EVENTS; n++)
        weir_emit(r->w, 1, event_value(n));
    store(r, WEIR_REG_WATERMARK, 1);
    store(r, WEIR_REG_IRQ_ENABLE, WEIR_IRQ_ENABLE_WATERMARK_MASK);
    bool pending = false;
    for (unsigned i = 0; i < 100 && !pending; i++)
        pending = c->irq(c->irq_context) != 0;
    (void)expect(r, WEIR_SELFTEST_IRQ_MISSING, 1, pending);
    store(r, WEIR_REG_IRQ_ENABLE, 0);
    bool still = true;
    for (unsigned i = 0; i < 100 && still; i++)
        still = c->irq(c->irq_context) != 0;
    (void)expect(r, WEIR_SELFTEST_IRQ_STUCK, 0, still);
    (void)end(r);
}

/* ---- The snoop */

enum {
    STORES = WEIR_SNOOP_CTRL_ENABLE_MASK | WEIR_SNOOP_STORE << WEIR_SNOOP_CTRL_MATCH_ON_LSB,
};

static const uint32_t before_value = 0x10325476u, here = 0x2b4d6f81u, behind = 0x3c5e7092u;

static void watch(struct run *r, uintptr_t address, uint32_t control)
{
    store(r, snoop_reg(r->hart, WEIR_REG_SNOOP_CTRL), 0);
    store(r, snoop_reg(r->hart, WEIR_REG_SNOOP_ADDR), (uint32_t)address);
    store(r, snoop_reg(r->hart, WEIR_REG_SNOOP_MASK), WEIR_SNOOP_MASK_MASK);
    store(r, snoop_reg(r->hart, WEIR_REG_SNOOP_RUNNING), 0);
    store(r, snoop_reg(r->hart, WEIR_REG_SNOOP_CTRL), control | HINTS_RESET);
    settle(r);
}

/* Stores to the watched word, between stores to its neighbours. The values are in registers before
 * the first: an instruction that makes one may put it on the core's data bus, and a snoop in a
 * wrong phase would see the right value. */
static uint32_t store_words(struct run *r)
{
    volatile uint32_t *const words = r->words;
    uint32_t first = before_value, second = here, third = behind;
    __asm__ volatile("" : "+r"(first), "+r"(second), "+r"(third));
    words[0] = first;
    words[1] = second;
    words[2] = third;
    return running(r);
}

static bool same_bytes(uint32_t a, uint32_t b)
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned n = 0;
        for (unsigned j = 0; j < 4; j++)
            n += (a >> 8 * i & 255) == (b >> 8 * j & 255);
        if (n != 1)
            return false;
    }
    return true;
}

/* The unit did not see the store of store_words. Why? */
static void find_snoop(struct run *r)
{
    const uintptr_t word = (uintptr_t)&r->words[1];
    for (unsigned i = 0; i < 64; i++) /* stores that push it out of a buffer */
        r->words[3] = i;
    if (running(r) == here) {
        (void)expect(r, WEIR_SELFTEST_SNOOP_LATE, here, 0);
        return;
    }
    const unsigned own = r->hart;
    for (unsigned hart = 0; hart < r->w->harts; hart++) {
        if (hart == own)
            continue;
        r->hart = hart;
        watch(r, word, STORES);
        const bool there = store_words(r) == here;
        watch(r, 0, 0);
        r->hart = own;
        if (there) {
            (void)expect(r, WEIR_SELFTEST_SNOOP_HART, own, hart);
            return;
        }
    }
    const uintptr_t others[] = {word >> 2,         word << 2,     word & 0x0fffffff,
                                word & 0x00ffffff, word & 0xffff, word & 0x3fff};
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        watch(r, others[i], STORES);
        const uint32_t seen = others[i] == word ? 0 : store_words(r);
        if (seen == here || seen == before_value || seen == behind) {
            (void)expect(r, WEIR_SELFTEST_SNOOP_ADDRESS, (uint32_t)word, (uint32_t)others[i]);
            return;
        }
    }
    (void)expect(r, WEIR_SELFTEST_SNOOP_NONE, here, 0);
}

/* A store to the watched word arrives, whole, with its own data, before the next access of the
 * unit. Returns false if nothing more can be tested. */
static bool one_store(struct run *r)
{
    for (unsigned n = WEIR_SELFTEST_SNOOP_NONE; n <= WEIR_SELFTEST_SNOOP_LANES; n++)
        if (n != WEIR_SELFTEST_SNOOP_HART || r->w->harts > 1)
            tested(r, n);
    tested(r, WEIR_SELFTEST_SNOOP_LATE);
    uint32_t found = store_words(r);
    if (found == here) {
        *(volatile uint8_t *)&r->words[1] = 0xee; /* a narrow store is no switch */
        found = running(r);
        return expect(r, WEIR_SELFTEST_SNOOP_LANES, here, found);
    }
    for (unsigned i = 0; i < 64 && !found; i++)
        found = running(r);
    if (found == here)
        return expect(r, WEIR_SELFTEST_SNOOP_LATE, here, 0);
    if (!found)
        find_snoop(r);
    else if (found == before_value || found == behind)
        (void)expect(r, WEIR_SELFTEST_SNOOP_PHASE, here, found);
    else
        (void)expect(r,
                     same_bytes(here, found) ? WEIR_SELFTEST_SNOOP_LANES : WEIR_SELFTEST_SNOOP_DATA,
                     here, found);
    return false;
}

/* The RTOS's own word is where the test's words are: its value, stored back, is seen. */
static void own_word(struct run *r, volatile uint32_t *word)
{
    const uint32_t value = *word;
    watch(r, (uintptr_t)word, STORES);
    store(r, snoop_reg(r->hart, WEIR_REG_SNOOP_RUNNING), ~value);
    settle(r);
    *word = value;
    uint32_t found = running(r);
    for (unsigned i = 0; i < 64 && found != value; i++)
        found = running(r);
    (void)expect(r, WEIR_SELFTEST_SNOOP_WORD, value, found);
    watch(r, (uintptr_t)&r->words[1], STORES);
}

static uint32_t switch_value(unsigned n) { return 0x20406081u + (n << 24 | n << 16 | n << 8); }

/* Each store to the watched word is a switch of its own. */
static int all_stores(struct run *r)
{
    if (begin(r))
        return WEIR_EBUSY;
    for (unsigned n = 0; n < EVENTS; n += 2) {
        const uint32_t first = switch_value(n), second = switch_value(n + 1);
        volatile uint32_t *const word = &r->words[1];
        *word = first; /* nothing else is stored between the two */
        __asm__ volatile("nop\n\tnop");
        *word = second;
        gap();
    }
    if (end(r))
        return WEIR_EBUSY;
    unsigned right = 0; /* each in its place: they may also be reordered */
    for (unsigned n = 0; n < EVENTS && n < r->count; n++)
        right += !r->seen[n].id && r->seen[n].value == switch_value(n);
    (void)expect(r, WEIR_SELFTEST_SNOOP_MERGED, EVENTS, r->count == EVENTS ? right : r->count);
    return 0;
}

/* What the stream must have of events around switches: event 2n, switch n, event 2n + 1. An event
 * whose value and id met different threads is lost. */
static void in_order(struct run *r)
{
    bool seen[2 * ROUNDS] = {false}; /* with the right thread, or on the wrong side of a switch */
    unsigned switches = 0, late = 0, early = 0;
    tested(r, WEIR_SELFTEST_SNOOP_LATE);
    tested(r, WEIR_SELFTEST_POSTED);
    for (unsigned i = 0; i < r->count; i++) {
        const struct seen *s = &r->seen[i];
        if (!s->id) {
            switches += s->value == switch_value(switches);
            continue;
        }
        if (s->id > 2 || s->value >= 2 * ROUNDS)
            continue;
        seen[s->value] = true;
        late += switches < (s->value + 1) / 2;
        early += switches > (s->value + 1) / 2;
    }
    for (unsigned n = 0; n < 2 * ROUNDS; n++)
        if (!seen[n])
            *(n & 1 ? &late : &early) += 1;
    if (switches != ROUNDS)
        (void)expect(r, WEIR_SELFTEST_SNOOP_MERGED, ROUNDS, switches);
    else if (late)
        (void)expect(r, WEIR_SELFTEST_SNOOP_LATE, 0, late);
    else
        (void)expect(r, WEIR_SELFTEST_POSTED, 0, early);
}

/* An event, a switch and an event, each by a pair of stores. What the compiler puts between them
 * would hide a short buffer of posted writes, or a snoop that is a little late. */
static void pair_around(struct run *r, unsigned n)
{
#if ADJACENT
    const uintptr_t port = weir_port_(r->w->ports, WEIR_CONTEXT_THREAD);
    const uint32_t before = 2 * n, thread = switch_value(n), after = 2 * n + 1, one = 1, two = 2;
    __asm__ volatile(".balign 8\n\t"
                     "sw %[before], %[value](%[port])\n\t"
                     "sw %[one], %[id](%[port])\n\t"
                     "sw %[thread], 4(%[words])\n\t"
                     "sw %[after], %[value](%[port])\n\t"
                     "sw %[two], %[id](%[port])"
                     :
                     : [port] "r"(port), [words] "r"(r->words), [before] "r"(before),
                       [after] "r"(after), [thread] "r"(thread), [one] "r"(one), [two] "r"(two),
                       [value] "i"(WEIR_REG_HART_PORT_VALUE), [id] "i"(WEIR_REG_HART_PORT_ID)
                     : "memory");
#else
    weir_emit(r->w, 1, 2 * n);
    r->words[1] = switch_value(n);
    weir_emit(r->w, 2, 2 * n + 1);
#endif
}

/* The same with one store for an event: it comes sooner. */
static void store_around(struct run *r, unsigned n)
{
#if ADJACENT
    const uintptr_t windows = weir_port_(r->w->windows, WEIR_CONTEXT_THREAD);
    const uint32_t before = 2 * n, thread = switch_value(n), after = 2 * n + 1;
    __asm__ volatile(".balign 8\n\t"
                     "sw %[before], 4(%[windows])\n\t" /* id 1 */
                     "sw %[thread], 4(%[words])\n\t"
                     "sw %[after], 8(%[windows])" /* id 2 */
                     :
                     : [windows] "r"(windows), [words] "r"(r->words), [before] "r"(before),
                       [after] "r"(after), [thread] "r"(thread)
                     : "memory");
#else
    weir_emit_fast(r->w, 1, 2 * n);
    r->words[1] = switch_value(n);
    weir_emit_fast(r->w, 2, 2 * n + 1);
#endif
}

/* Events directly before and behind a switch belong to the right threads. */
static int around_switches(struct run *r)
{
    for (unsigned way = 0; way < 2; way++) {
        if (way && (r->report->faults || !r->w->windows))
            break;
        if (begin(r))
            return WEIR_EBUSY;
        for (unsigned n = 0; n < ROUNDS; n++) {
            if (way)
                store_around(r, n);
            else
                pair_around(r, n);
            gap();
        }
        if (end(r))
            return WEIR_EBUSY;
        in_order(r);
    }
    return 0;
}

/* ---- The retire view: register t2 as the running thread */

#if defined(__riscv)
enum { T2 = 7 };

/* Writes t2 and then reads RUNNING, twice; nothing else writes t2 between them. */
static uint32_t t2_then_running(const struct run *r, uint32_t thread)
{
    const uintptr_t address = r->w->base + snoop_reg(r->hart, WEIR_REG_SNOOP_RUNNING);
    uint32_t first, second;
    __asm__ volatile("mv t2, %2\n\tfence iorw, iorw\n\tlw %0, 0(%3)\n\tlw %1, 0(%3)"
                     : "=&r"(first), "=&r"(second)
                     : "r"(thread), "r"(address)
                     : "t2", "memory");
    return second;
}

/* Two events of a thread: the first one instruction behind the write of t2, as the RVFI of Ibex is
 * a cycle late; the second right before the next write. */
static void events_in_t2(const struct run *r, uint32_t thread, uint32_t next, uint32_t value)
{
    const uintptr_t port = r->w->ports + WEIR_REG_HART_STRIDE * r->hart;
    const uint32_t one = 1, two = 2;
    __asm__ volatile("mv t2, %0\n\tnop\n\tsw %2, 0(%3)\n\tsw %4, 4(%3)\n\t"
                     "sw %2, 0(%3)\n\tsw %5, 4(%3)\n\tmv t2, %1"
                     :
                     : "r"(thread), "r"(next), "r"(value), "r"(port), "r"(one), "r"(two)
                     : "t2", "memory");
}

static int retire(struct run *r)
{
    const uint32_t control = WEIR_SNOOP_CTRL_ENABLE_MASK |
                             WEIR_SNOOP_GPR << WEIR_SNOOP_CTRL_MATCH_ON_LSB |
                             (uint32_t)T2 << WEIR_SNOOP_CTRL_INDEX_LSB;
    if (begin(r))
        return WEIR_EBUSY;
    watch(r, 0, control);
    bool there = false;
    for (unsigned i = 0; i < 64 && !there; i++)
        there = t2_then_running(r, here) == here;
    if (!expect(r, WEIR_SELFTEST_RETIRE_NONE, 1, there))
        return 0;
    if (begin(r))
        return WEIR_EBUSY;
    for (unsigned n = 0; n < ROUNDS; n++)
        events_in_t2(r, switch_value(n), ~switch_value(n), n);
    if (end(r))
        return WEIR_EBUSY;
    uint32_t thread = 0;
    unsigned early = 0, late = 0, right[3] = {0};
    for (unsigned i = 0; i < r->count; i++) {
        const struct seen *s = &r->seen[i];
        if (!s->id)
            thread = s->value;
        else if (s->value < ROUNDS && s->id <= 2) {
            right[s->id] += thread == switch_value(s->value);
            early += thread == ~switch_value(s->value);
            late += thread != switch_value(s->value) && thread != ~switch_value(s->value);
        }
    }
    /* An event whose value and id met different threads is lost. */
    if (expect(r, WEIR_SELFTEST_RETIRE_EARLY, 0, early) &&
        expect(r, WEIR_SELFTEST_RETIRE_LATE, 0, late) &&
        expect(r, WEIR_SELFTEST_RETIRE_LATE, ROUNDS, right[1]))
        (void)expect(r, WEIR_SELFTEST_RETIRE_EARLY, ROUNDS, right[2]);
    return 0;
}
#endif

/* ---- The whole */

static int run_all(struct run *r, const struct weir_selftest_config *c)
{
    const uint32_t *const faults = &r->report->faults;
    if (!control_page(r))
        return 0;
    int error = events(r);
    if (!error && !*faults)
        error = pages(r);
    /* Of a stream that was not read well, time may seem to stand still. */
    if (!error && !(*faults & (1u << WEIR_SELFTEST_DECODE | 1u << WEIR_SELFTEST_CACHED |
                               1u << WEIR_SELFTEST_REPEATED))) {
        time_runs(r);
        interrupt(r, c);
    }
    if (error || *faults & ((1u << WEIR_SELFTEST_TIME) - 1) || !r->w->snoop)
        return error;
    error = begin(r);
    if (error)
        return error;
    watch(r, (uintptr_t)&r->words[1], STORES);
    if (one_store(r)) {
        if (c->word)
            own_word(r, (volatile uint32_t *)c->word);
        error = all_stores(r);
    }
    for (unsigned i = 0; i < r->passes && !error && !(*faults >> WEIR_SELFTEST_SNOOP_NONE); i++)
        error = around_switches(r);
#if defined(__riscv)
    /* The view of another hart would show nothing of this one. */
    if (!error && r->w->retire && !c->no_retire && !(*faults >> WEIR_SELFTEST_SNOOP_HART & 1))
        error = retire(r);
#endif
    return error;
}

static int count_of(uint32_t faults)
{
    int count = 0;
    for (; faults; faults &= faults - 1)
        count++;
    return count;
}

int weir_selftest(struct weir *w, const struct weir_selftest_config *config,
                  struct weir_selftest_report *report)
{
    static const struct weir_selftest_config nothing;
    _Alignas(16) volatile uint32_t words[4];
    if (!w || !report)
        return WEIR_EINVAL;
    *report = (struct weir_selftest_report){0, 0, 0, 0};
    /* After a weir_init that failed, the control page is all that is tested. */
    if (w->locked || (w->state == UNKNOWN ? !w->config : w->state != READY && w->state != FINISHED))
        return WEIR_ESTATE;
    const struct weir_selftest_config *const c = config ? config : &nothing;
    if ((uintptr_t)c->words % 16 || (uintptr_t)c->word % 4 || (c->timer && !c->timer_hz))
        return WEIR_EINVAL;
    struct run r = {.w = w, .report = report, .hart = WEIR_HART(), .passes = 1};
    r.words = c->words ? c->words : words;
    if (w->state == UNKNOWN) {
        (void)control_page(&r);
        return count_of(report->faults);
    }
    if (w->auth && !(load(&r, WEIR_REG_AUTH) & WEIR_AUTH_NOW_MASK))
        return address_bits(&r, WEIR_REG_DATA) ? WEIR_EACCES : 1;

    const uint32_t before = WEIR_LOCK();
    const uint32_t step = w->time_base ? load(&r, WEIR_REG_TIME_STEP) : 0;
    if (step && step < WEIR_TIME_STEP_RESET) /* a long tick: cycles instead, while the test runs */
        store(&r, WEIR_REG_TIME_STEP, WEIR_TIME_STEP_RESET);
    int error = run_all(&r, c);
    if (c->load && !error && !report->faults) {
        r.passes = LOADED;
        c->load(c->load_context, 1);
        error = run_all(&r, c);
        c->load(c->load_context, 0);
    }
    if (w->snoop)
        watch(&r, 0, 0);
    store(&r, WEIR_REG_IRQ_ENABLE, 0);
    store(&r, WEIR_REG_WATERMARK, WEIR_WATERMARK_WORDS_RESET);
    if (step)
        store(&r, WEIR_REG_TIME_STEP, step);
    if (stop(&r) && !report->faults)
        error = WEIR_EBUSY;
    store(&r, WEIR_REG_CTRL, WEIR_CTRL_CLEAR_MASK);
    store(&r, WEIR_REG_IRQ_STATUS, WEIR_IRQ_STATUS_LOSS_MASK);
    store(&r, WEIR_REG_FAULT, WEIR_FAULT_ACCESS_MASK | WEIR_FAULT_EMPTY_MASK);
    /* behind CLEAR, so that ticks are those of the config again */
    if (c->timer && w->time && !error && !(report->faults & ((1u << WEIR_SELFTEST_TIME_RATE) - 1)))
        time_rate(&r, c);
    WEIR_UNLOCK(before);

    return report->faults ? count_of(report->faults) : error;
}

#endif

const char *weir_selftest_text(unsigned n)
{
    static const char *const texts[WEIR_SELFTEST_COUNT] = {
        [WEIR_SELFTEST_BASE] =
            "no unit answers at config.base: compare it with the address decoder",
        [WEIR_SELFTEST_CACHED] =
            "the unit's address range is cached: map it as device memory, or move it into the "
            "uncached range",
        [WEIR_SELFTEST_LANES] =
            "data or byte lanes of the register port are wrong: look at the bus shell's strobes",
        [WEIR_SELFTEST_DECODE] =
            "pages of the unit do not answer, or in the place of others: the address decoder must "
            "pass 64 KiB * (HARTS + 1), and all address bits",
        [WEIR_SELFTEST_MERGED] =
            "stores to the unit are merged or lost: map it as device memory without merging",
        [WEIR_SELFTEST_REORDERED] =
            "stores to the unit are reordered: define WEIR_BARRIER, or map it strongly ordered",
        [WEIR_SELFTEST_REPEATED] =
            "each read or store of the unit is made twice, or a read takes the next word, too: "
            "look at bridges and width converters",
        [WEIR_SELFTEST_TIME] = "time does not run: look at the clock, or at time_gray_i with mtime",
        [WEIR_SELFTEST_TIME_JUMPS] =
            "time runs back or jumps: a counter reaches time_gray_i through weir_gray only, also "
            "one of the same clock",
        [WEIR_SELFTEST_TIME_RATE] =
            "time is too fast or too slow against config.timer: clock_hz is not the frequency of "
            "clk_i, or unit is not its period (with mtime: not that of the counter)",
        [WEIR_SELFTEST_IRQ_MISSING] = "irq_o does not reach the interrupt controller",
        [WEIR_SELFTEST_IRQ_STUCK] =
            "the interrupt is pending without a reason: look at polarity and number; where core or "
            "controller keeps it pending, config.irq must clear it before it looks",
        [WEIR_SELFTEST_SNOOP_NONE] =
            "the snoop sees no store to the watched word: not connected, another bus or hart, "
            "behind a cache, or its strobes are 0; or the test's words are in another memory than "
            "your RTOS's word: give config.words there",
        [WEIR_SELFTEST_SNOOP_HART] = "the stores of this hart are at the snoop of another hart",
        [WEIR_SELFTEST_SNOOP_ADDRESS] =
            "the snoop's address is shifted or cut: it takes byte addresses of 32 bits",
        [WEIR_SELFTEST_SNOOP_PHASE] =
            "the snoop joins the address of one access and the data of another: take the snoop of "
            "your bus (docs/reference/buses.md)",
        [WEIR_SELFTEST_SNOOP_DATA] =
            "the snoop gets other data than the store: wires are wrong, or it is one bus phase off",
        [WEIR_SELFTEST_SNOOP_LANES] =
            "the snoop's byte lanes are swapped, or snoop_strb_i is not the store's strobes",
        [WEIR_SELFTEST_SNOOP_WORD] =
            "the snoop sees the test's words, but not config.word, your RTOS's own: it is in "
            "another memory, such as one behind a cache, or on another bus",
        [WEIR_SELFTEST_SNOOP_MERGED] =
            "stores to the watched word are merged, reordered or lost before the snoop: tap before "
            "write buffers and caches",
        [WEIR_SELFTEST_SNOOP_LATE] =
            "the snoop sees stores too late: events behind a switch go to the thread before it; "
            "tap where the core's bus accepts a store",
        [WEIR_SELFTEST_POSTED] =
            "stores to the unit wait on their way: events before a switch go to the thread behind "
            "it; remove the write buffer, or tap behind it",
        [WEIR_SELFTEST_RETIRE_NONE] = "the retire view shows no register write of this hart",
        [WEIR_SELFTEST_RETIRE_LATE] =
            "the retire view is too late: events behind a switch go to the thread before it",
        [WEIR_SELFTEST_RETIRE_EARLY] =
            "the hart goes on while its stores to the unit are on their way: events before a "
            "switch by a register go to the thread behind it; watch a store, or load the register "
            "from memory behind a fence",
    };
    return n < WEIR_SELFTEST_COUNT ? texts[n] : 0;
}
