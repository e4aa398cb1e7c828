/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's self-test on the device, with a snoop, behind mistakes that integrators make: those
 * of soc_faults.sv, and those that are easier to make in C. The self-test is built so that it
 * reports its stores and its basic blocks (-fsanitize-coverage): the snoop sees the stores to the
 * words of the test, and each block takes a cycle.
 *
 * Prints a line for each mistake: parameters, mistake, result of the test, faults, what was tested,
 * and what the first fault expected and found. */
#include "weir_device.h"
#include "weir_selftest.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MISTAKES(M)                                                                                \
    M(none)                                                                                        \
    /* the register port */                                                                        \
    M(cached)                                                                                      \
    M(data_page_cached)                                                                            \
    M(reads_buffered)                                                                              \
    M(data_page_missing)                                                                           \
    M(bytes_swapped)                                                                               \
    M(upper_half_lost)                                                                             \
    M(strobes_tied)                                                                                \
    M(counters_missing)                                                                            \
    M(sw_entry_missing)                                                                            \
    M(stores_merged)                                                                               \
    M(values_lost)                                                                                 \
    M(pairs_lost)                                                                                  \
    M(port_bit_stuck)                                                                              \
    M(pairs_reordered)                                                                             \
    M(stores_reordered)                                                                            \
    M(stores_twice)                                                                                \
    M(pairs_twice)                                                                                 \
    M(reads_twice)                                                                                 \
    M(reads_ahead)                                                                                 \
    M(stores_posted)                                                                               \
    M(store_posted)                                                                                \
    M(stores_posted_under_load)                                                                    \
    M(windows_posted)                                                                              \
    /* time and interrupt */                                                                       \
    M(time_stands)                                                                                 \
    M(time_of_no_gray_code)                                                                        \
    M(time_jumps_at_first)                                                                         \
    M(time_runs_back)                                                                              \
    M(clock_of_half_the_rate)                                                                      \
    M(clock_of_twice_the_rate)                                                                     \
    M(irq_missing)                                                                                 \
    M(irq_inverted)                                                                                \
    M(irq_held)                                                                                    \
    /* the snoop */                                                                                \
    M(snoop_missing)                                                                               \
    M(snoop_of_low_words_missing)                                                                  \
    M(snoop_data_before)                                                                           \
    M(snoop_address_before)                                                                        \
    M(snoop_address_shifted)                                                                       \
    M(snoop_address_shifted_up)                                                                    \
    M(snoop_address_28_bits)                                                                       \
    M(snoop_address_24_bits)                                                                       \
    M(snoop_address_16_bits)                                                                       \
    M(snoop_address_14_bits)                                                                       \
    M(snoop_address_and_data_before)                                                               \
    M(snoop_strobes_tied)                                                                          \
    M(snoop_bytes_swapped)                                                                         \
    M(snoop_halves_alike)                                                                          \
    M(snoop_bit_stuck)                                                                             \
    M(snoop_not_of_word)                                                                           \
    M(snoop_pushed_by_stores)                                                                      \
    M(snoop_late)                                                                                  \
    M(snoop_late_by_a_store)                                                                       \
    M(snoop_late_but_for_reads)                                                                    \
    M(snoop_merges)                                                                                \
    M(snoop_replays)                                                                               \
    M(snoop_swaps)                                                                                 \
    M(snoop_misses_before_stores)                                                                  \
    M(snoop_of_other_hart)                                                                         \
    /* no mistakes */                                                                              \
    M(pins_move)                                                                                   \
    M(other_hart_emits)

#define NAME(name) name,
enum mistake { MISTAKES(NAME) COUNT };
#undef NAME
#define NAME(name) #name,
static const char *const names[] = {MISTAKES(NAME)};

enum { BASE = 0x40000000, WORDS = 0x2b345670, WORD = 0x2b346678, LOW_WORDS = 0x20040, PAGE = 4096 };
enum { DELAY = 24 /* below GAP of the self-test */, ACCESS = 3, STORES = 8, SPACE = 0x40000 };

struct store {
    uint64_t due;
    uint32_t address, data;
    unsigned strobes;
};

struct queue {
    struct store all[STORES];
    unsigned count;
};

unsigned unit_hart;
static struct weir_device *dev;
static struct weir w;
static enum mistake wrong;
static unsigned store_hart;        /* whose snoop has the stores */
static int running, loaded, loads; /* the self-test; another bus master */
static struct queue posted, snooped;
static struct store before, pending; /* of the snoop; a store that the self-test makes now */
static struct store value;           /* the last of a port */
static uint32_t cache[SPACE / 4], latest, time_reads, last_read;
static uint8_t cached_word[SPACE / 4];
static unsigned pairs, status_reads, busy_from;
static int irq_was;

static uint64_t now(void) { return weir_device_cycle(dev); }

static void push(struct queue *q, struct store s)
{
    s.due = now() + DELAY;
    q->all[q->count++] = s;
}

static struct store pop(struct queue *q)
{
    const struct store s = q->all[0];
    memmove(q->all, q->all + 1, --q->count * sizeof s);
    return s;
}

/* ---- The snoop */

static void snoop(struct store s)
{
    weir_device_snoop(dev, store_hart, s.address, s.data, s.strobes);
}

static void snoop_all(void)
{
    while (snooped.count)
        snoop(pop(&snooped));
}

/* A store of the hart, on its way to the snoop. */
static void on_the_bus(struct store s)
{
    const struct store last = before;
    before = s;
    switch (wrong) {
    case snoop_missing:
    case snoop_of_low_words_missing: return;
    case snoop_data_before: s.data = last.data; break;
    case snoop_address_before: s.address = last.address; break;
    case snoop_address_shifted: s.address >>= 2; break;
    case snoop_address_shifted_up: s.address <<= 2; break;
    case snoop_address_28_bits: s.address &= 0x0fffffff; break;
    case snoop_address_24_bits: s.address &= 0x00ffffff; break;
    case snoop_address_16_bits: s.address &= 0xffff; break;
    case snoop_address_14_bits: s.address &= 0x3fff; break;
    case snoop_address_and_data_before: /* repaired one after the other */
        s.address &= 0x00ffffff;
        s.data = last.data;
        break;
    case snoop_strobes_tied: s.strobes = 15; break;
    case snoop_bytes_swapped: s.data = __builtin_bswap32(s.data); break;
    case snoop_halves_alike: s.data = (s.data & 0xffff) * 0x10001; break;
    case snoop_bit_stuck: s.data &= ~1u; break;
    case snoop_not_of_word:
        if (s.address == WORD)
            return;
        break;
    case snoop_pushed_by_stores: /* a buffer of two */
        push(&snooped, s);
        if (snooped.count > 2)
            snoop(pop(&snooped));
        return;
    case snoop_late:
    case snoop_late_but_for_reads:
    case snoop_late_by_a_store:
    case snoop_misses_before_stores: push(&snooped, s); return;
    case snoop_replays: /* the last two */
        snoop(s);
        snoop(last);
        break;
    case snoop_merges:
        if (snooped.count && snooped.all[0].address != s.address)
            snoop_all();
        snooped.count = 0;
        push(&snooped, s);
        return;
    case snoop_swaps: /* two stores to one word, one directly behind the other */
        if (snooped.count && snooped.all[0].address == s.address) {
            snoop(s);
            snoop_all();
        } else {
            snoop_all();
            push(&snooped, s);
        }
        return;
    default: break;
    }
    snoop(s);
}

/* ---- Time, and what waits for it */

static void write_unit(struct store s)
{
    weir_device_write(dev, s.address, s.data, s.strobes);
    weir_device_advance(dev, ACCESS);
}

static void write_posted(void)
{
    while (posted.count)
        write_unit(pop(&posted));
}

static void pass(unsigned cycles)
{
    weir_device_advance(dev, cycles);
    while (posted.count && posted.all[0].due <= now())
        write_unit(pop(&posted));
    while (snooped.count && snooped.all[0].due <= now() && wrong != snoop_pushed_by_stores)
        snoop(pop(&snooped));
    if (wrong == pins_move)
        weir_device_pins(dev, (uint32_t)(now() / 512));
    if (wrong == other_hart_emits && running && now() % 64 == 0) {
        const uint32_t port = WEIR_REG_HART + WEIR_REG_HART_STRIDE * !unit_hart;
        weir_device_write(dev, port + WEIR_REG_HART_PORT_VALUE, 3, 15);
        weir_device_write(dev, port + WEIR_REG_HART_PORT_ID, 1, 15);
    }
}

/* The store that was announced has been made. */
static void made(void)
{
    if (!pending.strobes)
        return;
    pending.data = *(const volatile uint32_t *)(uintptr_t)pending.address;
    pending.due = now();
    const struct store s = pending;
    pending.strobes = 0;
    on_the_bus(s);
}

/* The compiler calls these in weir_selftest.c. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_store1(uint8_t *address);
void __sanitizer_cov_store2(uint16_t *address);
void __sanitizer_cov_store4(uint32_t *address);
void __sanitizer_cov_store8(uint64_t *address);
void __sanitizer_cov_store16(void *address);

static void stored(uintptr_t at, unsigned strobes)
{
    made();
    if (at - WORDS < 16 || at - LOW_WORDS < 16 || at - WORD < 4)
        pending = (struct store){0, (uint32_t)at & ~3u, 0, strobes << at % 4};
}

void __sanitizer_cov_store1(uint8_t *address) { stored((uintptr_t)address, 1); }
void __sanitizer_cov_store2(uint16_t *address) { stored((uintptr_t)address, 3); }
void __sanitizer_cov_store4(uint32_t *address) { stored((uintptr_t)address, 15); }
void __sanitizer_cov_store8(uint64_t *address) { stored((uintptr_t)address, 0); }
void __sanitizer_cov_store16(void *address) { stored((uintptr_t)address, 0); }

void __sanitizer_cov_trace_pc(void)
{
    made();
    if (running)
        pass(1);
}

/* ---- The register port */

static int is_port(uint32_t at) { return at >= WEIR_REG_HART; }

static int is_id(uint32_t at) { return is_port(at) && at % PAGE == WEIR_REG_HART_PORT_ID; }

static int is_window(uint32_t at)
{
    return is_port(at) && at % WEIR_REG_HART_STRIDE >= WEIR_REG_HART_WINDOW;
}

static int waits(uint32_t at)
{
    return wrong == stores_posted || wrong == store_posted ||
           (wrong == stores_posted_under_load && loaded) ||
           (wrong == windows_posted && is_window(at));
}

static void store_unit(uint32_t at, uint32_t data, unsigned strobes)
{
    struct store s = {0, at, data, strobes};
    made();
    if (wrong == snoop_merges || wrong == snoop_swaps)
        snoop_all();
    if (wrong == snoop_misses_before_stores)
        snooped.count = 0;
    pass(0);
    if (waits(at)) {
        if (posted.count == (wrong == store_posted ? 1 : STORES))
            write_unit(pop(&posted));
        push(&posted, s);
        pass(1);
        return;
    }
    switch (wrong) {
    case cached: cache[at / 4] = data; break;
    case bytes_swapped: s.data = __builtin_bswap32(data); break;
    case upper_half_lost: s.data &= 0xff; break;
    case strobes_tied: s.strobes = 15; break;
    case stores_merged:
        for (unsigned i = 0; i < posted.count; i++)
            if (posted.all[i].address == at) {
                posted.all[i].data = data;
                return;
            }
        push(&posted, s);
        return;
    case values_lost: /* of two words that a bridge merged, one arrives */
        if (is_port(at) && !is_id(at))
            return;
        break;
    case pairs_lost:
        pairs += is_id(at);
        if (is_id(at) && pairs % 4 == 0)
            return;
        break;
    case port_bit_stuck:
        if (is_id(at))
            s.data |= 8;
        break;
    case pairs_reordered: /* the second event first */
        if (!is_port(at))
            break;
        push(&posted, s);
        if (posted.count == 4) {
            write_unit(posted.all[2]);
            write_unit(posted.all[3]);
            posted.count = 2;
            write_posted();
        }
        return;
    case stores_reordered:
        if (is_port(at) && !is_id(at)) {
            push(&posted, s);
            return;
        }
        break;
    case stores_twice: write_unit(s); break;
    case pairs_twice: /* two words that a bridge merged */
        if (is_id(at)) {
            write_unit(s);
            write_unit(value);
        } else if (is_port(at))
            value = s;
        break;
    default: break;
    }
    write_unit(s);
    if (wrong == snoop_late_by_a_store)
        snoop_all();
}

void unit_store(uintptr_t address, uint32_t data)
{
    store_unit((uint32_t)address - BASE, data, 15);
}

void unit_store8(uintptr_t address, uint8_t data) { store_unit((uint32_t)address - BASE, data, 1); }

static uint32_t gray_taken_for_binary(uint32_t time)
{
    for (unsigned shift = 1; shift < 32; shift <<= 1)
        time ^= time >> shift;
    return latest = time > latest ? time : latest;
}

static uint32_t read_time(uint32_t time)
{
    time_reads++;
    switch (wrong) {
    case time_stands: return 0;
    case time_of_no_gray_code: return gray_taken_for_binary(time);
    case time_jumps_at_first: return time_reads < 64 ? 0 : time;
    case time_runs_back: return time & 64 ? time - 128 : time;
    default: return time;
    }
}

uint32_t unit_load(uintptr_t address)
{
    const uint32_t at = (uint32_t)address - BASE;
    made();
    write_posted();
    if (wrong != snoop_late && wrong != snoop_pushed_by_stores)
        snoop_all();
    pass(0);
    if (at == WEIR_REG_STATUS && running && status_reads++ >= busy_from)
        return WEIR_STATUS_BUSY_MASK;
    if (wrong == cached || (wrong == data_page_cached && at == WEIR_REG_DATA && running)) {
        if (!cached_word[at / 4])
            cache[at / 4] = weir_device_read(dev, at);
        cached_word[at / 4] = 1;
        return cache[at / 4];
    }
    if (wrong == reads_buffered && at == WEIR_REG_DATA && last_read == at)
        return cache[at / 4];
    last_read = at;
    if (wrong == reads_twice || (wrong == reads_ahead && at == WEIR_REG_DATA && running))
        (void)weir_device_read(dev, at);
    const uint32_t data = weir_device_read(dev, at);
    pass(ACCESS);
    cache[at / 4] = data;
    if (at == WEIR_REG_TIME_LO)
        return read_time(data);
    if ((wrong == data_page_missing && at == WEIR_REG_DATA) ||
        (wrong == counters_missing && at >= WEIR_REG_COUNTERS && at < WEIR_REG_SW_ENTRY) ||
        (wrong == sw_entry_missing && at >= WEIR_REG_SW_ENTRY && at < WEIR_REG_HART))
        return running ? UINT32_MAX : data;
    return data;
}

/* ---- The test */

static int irq(void *context)
{
    (void)context;
    const int level = weir_device_irq(dev);
    irq_was |= level;
    return wrong == irq_missing    ? 0
           : wrong == irq_inverted ? !level
           : wrong == irq_held     ? irq_was
                                   : level;
}

/* 1 MHz, if a cycle is 10 ns */
static uint32_t timer(void *context)
{
    (void)context;
    return (uint32_t)(now() / (wrong == clock_of_half_the_rate    ? 50
                               : wrong == clock_of_twice_the_rate ? 200
                                                                  : 100));
}

static void load(void *context, int on)
{
    (void)context;
    loads += on != loaded;
    loaded = on;
}

static int sink(void *context, const void *bytes, size_t count)
{
    (void)context, (void)bytes, (void)count;
    return 0;
}

static const struct weir_config config = {.base = BASE, .unit = "ns10", .sink = sink};
static struct weir_selftest_config test_config = {
    .words = (volatile uint32_t *)WORDS,
    .word = (volatile void *)WORD,
    .irq = irq,
    .load = load,
    .timer = timer,
    .timer_hz = 1000000,
};

/* An external counter of 1 kHz, if a cycle is 10 ns */
static uint64_t mtime(void *context, uint64_t cycle)
{
    (void)context;
    return cycle / 100000;
}

static uint32_t fast_timer(void *context)
{
    (void)context;
    return (uint32_t)(now() * 40);
}

static void expect(int good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* A device behind a right hook-up, and the driver on it. */
static void ready(const struct weir_golden_parameters *has, const struct weir_config *c)
{
    dev = weir_device_new(&(struct weir_device_config){.parameters = *has, .mtime = mtime});
    wrong = none;
    expect(dev && weir_init(&w, c) == 0, "weir_init");
    posted.count = snooped.count = pending.strobes = 0;
    latest = time_reads = last_read = pairs = status_reads = 0;
    irq_was = loads = 0;
    memset(cached_word, 0, sizeof cached_word);
    store_hart = unit_hart;
}

static int selftest(const struct weir_selftest_config *c, struct weir_selftest_report *report)
{
    running = 1;
    const int result = weir_selftest(&w, c, report);
    running = 0;
    return result;
}

static void test(const char *set, const struct weir_golden_parameters *has, enum mistake mistake)
{
    struct weir_selftest_report report;
    ready(has, &config); /* which has checks of its own */
    if (w.pins)
        expect(weir_pins_watch(&w, 1, 1, 0) == 0, "weir_pins_watch");
    wrong = mistake;
    if (wrong == snoop_of_other_hart)
        store_hart = !unit_hart;
    const uintptr_t words = wrong == snoop_of_low_words_missing ? LOW_WORDS : WORDS;
    test_config.words = (volatile uint32_t *)words;
    const int result = selftest(&test_config, &report);
    printf("%s %u ", set, unit_hart);
    printf("%s%s %d %x %x %x %x\n", names[wrong], busy_from == UINT_MAX ? "" : "_stops", result,
           (unsigned)report.faults, (unsigned)report.tested, (unsigned)report.expected,
           (unsigned)report.found);
    expect(!loaded && loads <= 2, "the load goes on");
    weir_device_free(dev);
}

static int is_tested(const struct weir_selftest_report *r, unsigned fault)
{
    return r->tested >> fault & 1;
}

/* What is no mistake of the hook-up. */
static void arguments(const struct weir_golden_parameters *has)
{
    struct weir_selftest_report r;
    struct weir_selftest_config c = test_config;
    memset(&w, 0, sizeof w);
    expect(weir_selftest(NULL, &c, &r) == WEIR_EINVAL && weir_selftest(&w, &c, NULL) == WEIR_EINVAL,
           "NULL");
    expect(weir_selftest(&w, &c, &r) == WEIR_ESTATE, "before weir_init");
    ready(has, &config);
    c.words = (volatile uint32_t *)(uintptr_t)(WORDS + 4);
    expect(weir_selftest(&w, &c, &r) == WEIR_EINVAL, "words that are not aligned");
    c = test_config;
    c.word = (volatile void *)(uintptr_t)(WORD + 2);
    expect(weir_selftest(&w, &c, &r) == WEIR_EINVAL, "a word that is not aligned");
    c = test_config;
    c.word = NULL;
    expect(selftest(&c, &r) == 0 && !is_tested(&r, WEIR_SELFTEST_SNOOP_WORD), "no word");
    expect(weir_start(&w) == 0 && weir_selftest(&w, &c, &r) == WEIR_ESTATE, "a trace runs");
    expect(weir_finish(&w) == 0 && selftest(&c, &r) == 0, "behind a trace");
    weir_device_auth(dev, false);
    expect(selftest(&c, &r) == (has->protect ? WEIR_EACCES : 0), "auth_i is low");
    weir_device_free(dev);

    for (unsigned n = 0; n < WEIR_SELFTEST_COUNT; n++)
        for (unsigned other = 0; other < n; other++)
            expect(strcmp(weir_selftest_text(n), weir_selftest_text(other)) != 0,
                   "two texts alike");
    expect(!weir_selftest_text(WEIR_SELFTEST_COUNT), "a text of no fault");
}

/* A slow counter as time: it is no fault that its rate takes too long to measure. */
static void slow_time(const struct weir_golden_parameters *has)
{
    struct weir_selftest_report r;
    struct weir_config slow = config;
    struct weir_selftest_config c = test_config;
    slow.mtime = 1;
    for (unsigned way = 0; way < 3; way++) {
        slow.unit = way == 2 ? "s10" : "ms";
        if (way == 1) {
            c.timer = fast_timer;
            c.timer_hz = 4000000000u;
        }
        ready(has, &slow);
        expect(selftest(&c, &r) == 0 && is_tested(&r, WEIR_SELFTEST_TIME) &&
                   !is_tested(&r, WEIR_SELFTEST_TIME_JUMPS) &&
                   !is_tested(&r, WEIR_SELFTEST_TIME_RATE),
               "slow time");
        weir_device_free(dev);
    }
}

static void all(const char *set, const struct weir_golden_parameters *has)
{
    for (unit_hart = 0; unit_hart < has->harts && unit_hart < 2; unit_hart++)
        for (unsigned mistake = none; mistake < COUNT; mistake++)
            test(set, has, (enum mistake)mistake);
    unit_hart = 0;
    if (strcmp(set, "tiny") && strcmp(set, "full"))
        return;
    arguments(has);
    if (has->time_base)
        slow_time(has);
    /* The unit never becomes idle, from each time on that the test waits for it. */
    for (unsigned mistake = none; mistake <= irq_held; mistake += irq_held)
        for (busy_from = status_reads = 0; status_reads >= busy_from; busy_from++)
            test(set, has, (enum mistake)mistake);
    busy_from = UINT_MAX;
}

int main(void)
{
    static const uintptr_t pages[] = {WORDS, WORD, LOW_WORDS};
    for (unsigned i = 0; i < sizeof pages / sizeof *pages; i++) {
        void *const at = (void *)(pages[i] / PAGE * PAGE);
        expect(mmap(at, PAGE, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == at,
               "mmap");
    }
    busy_from = UINT_MAX;
#define SET(name, ...)                                                                             \
    if (strstr("tiny small full value64 two_harts wide", #name))                                   \
        all(#name, &(struct weir_golden_parameters){__VA_ARGS__});
    WEIR_GOLDEN_SETS(SET)
    return 0;
}
