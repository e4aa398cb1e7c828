/* SPDX-License-Identifier: Apache-2.0 */
/* Test of the device: it jumps over quiet time and takes short ways; a golden model that steps
 * through every cycle must give the same answers, interrupts, bytes and words at the same cycles.
 */
#include "weir_device.h"
#include "weir_golden_unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
static uint64_t ring_words; /* and bytes of frames, of units with a ring */

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition) && ++failures < 20)                                                       \
            printf("line %d: not so: %s\n", __LINE__, #condition);                                 \
    } while (0)

static uint64_t state;

static uint32_t dice(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static uint32_t word(void) { return dice(1u << 31) << 1 ^ dice(1u << 31); }

/* What left a unit, as a sum that depends on the order, and how much. */
struct seen {
    uint64_t sum, count;
    uint64_t irqs; /* of their cycles, in the same way */
    bool irq;
};

static const struct weir_device *under_test;

static void see(struct seen *s, uint64_t what)
{
    s->sum = (s->sum ^ what) * 0x100000001b3;
    s->count++;
}

/* ---- The device */

static void on_irq(void *context, bool level)
{
    struct seen *s = context;
    s->irqs = (s->irqs ^ weir_device_cycle(under_test)) * 0x100000001b3;
    s->irq = level;
}

static void on_frame(void *context, uint8_t byte) { see(context, byte); }

static bool on_memory(void *context, uint32_t addr, uint32_t data)
{
    see(context, (uint64_t)addr << 32 | data);
    return true;
}

/* ---- The model, a cycle at a time, always the long way */

struct stepped {
    struct weir_golden_unit u;
    struct weir_golden_inputs in;
    struct weir_golden_store store[WEIR_GOLDEN_HARTS];
    struct seen seen;
    uint32_t fifo[1 << 15];
};

static bool step(struct stepped *s)
{
    uint8_t byte;
    s->in.store = s->store;
    s->u.still = s->u.front_still = false;
    if (weir_golden_unit_frame(&s->u, &byte))
        see(&s->seen, byte);
    for (unsigned i = 0; i <= s->u.g.has.wide && s->u.m_valid; i++) /* a row has two words */
        see(&s->seen, (uint64_t)(s->u.m_addr + 4 * i) << 32 | (uint32_t)(s->u.m_data >> 32 * i));
    bool accepted = weir_golden_unit_clock(&s->u, &s->in);
    memset(s->store, 0, sizeof s->store);
    bool irq = weir_golden_unit_irq(&s->u);
    if (irq != s->seen.irq)
        s->seen.irqs = (s->seen.irqs ^ s->u.cycle) * 0x100000001b3;
    s->seen.irq = irq;
    return accepted;
}

static uint32_t step_access(struct stepped *s, bool write, uint32_t addr, uint32_t data,
                            uint8_t strobes)
{
    s->in.access = (struct weir_golden_access){true, write, addr, data, strobes};
    while (!step(s))
        ;
    s->in.access.valid = false;
    return s->u.rdata;
}

static void random_access(const struct weir_golden_parameters *has, bool *write, uint32_t *addr,
                          uint32_t *data, uint8_t *strobes)
{
    static const uint32_t registers[] = {0x010, 0x010, 0x014, 0x014, 0x018, 0x01c, 0x020, 0x024,
                                         0x028, 0x028, 0x02c, 0x030, 0x034, 0x044, 0x048, 0x04c,
                                         0x060, 0x068, 0x090, 0x098, 0x0a4, 0x100, 0x108, 0x480,
                                         0x490, 0x4a4, 0x600, 0x60c, 0x610, 0x2000, 0x2080, 0x20c0};
    const uint32_t port = (1 + dice(has->harts)) << 16 | dice(8) / 7 << 15 | dice(2) << 12;
    *write = true;
    *data = word() >> dice(32);
    *strobes = dice(40) ? 15 : (uint8_t)dice(16);
    switch (dice(8)) {
    case 0:
    case 1: *addr = port; break;
    case 2:
    case 3: *addr = port + 4, *data = 1 + dice(0x7fff); break;
    case 4: *addr = port + 0x4000 + 4 * dice(1024); break;
    case 5: *addr = 0x1000, *write = false; break;
    default:
        *addr = registers[dice(sizeof registers / sizeof *registers)];
        *write = dice(3) == 0;
        if (*addr == 0x010)
            *data = dice(12) ? 1 : dice(4);
        if (*addr == 0x024)
            *data = dice(40);
        if (*addr == 0x490)
            *data = dice(200);
        if (*addr == 0x060)
            *data = dice(3) ? 0 : (uint32_t)dice(2) << 31 | dice(300);
    }
}

/* A device, and its golden model to be clocked cycle by cycle. */
static struct weir_device *both(struct stepped *s, const struct weir_device_config *config)
{
    struct weir_device *d = weir_device_new(config);
    CHECK(d);
    if (!d)
        exit(1);
    under_test = d;
    memset(s, 0, sizeof *s);
    weir_golden_unit_init(&s->u, weir_device_parameters(d), s->fifo);
    s->in.auth = s->in.m_ready = s->in.m_idle = true;
    return d;
}

static void store_both(struct weir_device *d, struct stepped *s, uint32_t addr, uint32_t data)
{
    weir_device_write(d, addr, data, 15);
    (void)step_access(s, true, addr, data, 15);
}

static void advance_both(struct weir_device *d, struct stepped *s, uint64_t cycles)
{
    weir_device_advance(d, cycles);
    while (cycles--)
        step(s);
}

static void compare(const char *name, const struct weir_golden_parameters *has, uint64_t seed,
                    unsigned actions)
{
    static struct stepped s;
    struct seen seen = {0};
    struct weir_device *d = both(&s, &(struct weir_device_config){.parameters = *has,
                                                                  .context = &seen,
                                                                  .irq = on_irq,
                                                                  .frame = on_frame,
                                                                  .memory = on_memory});
    s.in.frame_ready = true;
    state = seed;
    if (has->ring && seed % 2) { /* in the even runs the data page has the stream */
        const uint32_t ring[][2] = {{0x604, 0x80001000},
                                    {0x608, has->wide ? 6 : 0x0e10},
                                    {0x600, has->wide ? 1 : 5}};
        for (unsigned i = 0; i < 3; i++)
            store_both(d, &s, ring[i][0], ring[i][1]);
        CHECK(weir_device_read(d, 0x600) & 1);
        (void)step_access(&s, false, 0x600, 0, 15);
    }
    uint64_t jumped = 0;
    const unsigned mood = (unsigned)seed % 3; /* of the gaps: short, long, mixed */
    for (unsigned n = 0; n < actions && failures < 5; n++) {
        bool write;
        uint32_t addr, data;
        uint8_t strobes;
        switch (dice(12)) {
        default:
            random_access(has, &write, &addr, &data, &strobes);
            uint32_t mine = step_access(&s, write, addr, data, strobes);
            if (write)
                weir_device_write(d, addr, data, strobes);
            else
                CHECK(weir_device_read(d, addr) == mine);
            break;
        case 0: { /* a store that the snoop looks for, or not; visible in a cycle of its own */
            unsigned hart = dice(has->harts);
            addr = s.u.g.hart[hart].snoop_addr, data = dice(4);
            weir_device_snoop(d, hart, addr + 4 * dice(2) * 0, data, 15);
            weir_device_advance(d, 1);
            s.store[hart] = (struct weir_golden_store){
                .valid = true, .addr = addr, .data = data, .strobes = 15};
            step(&s);
            break;
        }
        case 1:
            data = dice(4);
            weir_device_pins(d, data);
            s.in.pins = has->pins ? data & (0xffffffffu >> (32 - has->pins)) : 0;
            break;
        case 2:
            write = dice(8);
            weir_device_auth(d, write);
            s.in.auth = write;
            break;
        case 3:
            if (has->retire && dice(4) == 0) {
                weir_device_trap(d, 0, 7, true);
                weir_device_advance(d, 1);
                s.store[0].retire.trap = s.store[0].retire.interrupt = true;
                s.store[0].retire.code = 7;
                step(&s);
            }
            if (has->retire && dice(4) == 0) {
                const uint32_t bits = word();
                const bool user = dice(2);
                const uint32_t sltiu = dice(2), rd = dice(8) == 0; /* with rd it is no HINT */
                weir_device_hint(d, 0, bits << 20 | 0x2013 | sltiu << 12 | rd << 7, bits, user);
                weir_device_advance(d, 1);
                s.store[0].retire.hint = !rd;
                s.store[0].retire.sltiu = sltiu;
                s.store[0].retire.user = user;
                s.store[0].retire.csr = bits & 0xfff;
                s.store[0].retire.csr_data = bits;
                step(&s);
            }
            break;
        case 4:
            if (dice(400) == 0) { /* reset in mid-flight */
                weir_device_reset(d);
                weir_golden_unit_reset(&s.u);
                bool irq = weir_golden_unit_irq(&s.u);
                if (irq != s.seen.irq)
                    s.seen.irqs = (s.seen.irqs ^ s.u.cycle) * 0x100000001b3;
                s.seen.irq = irq;
            }
        }
        uint64_t gap = mood == 0 ? dice(6) : mood == 1 ? dice(300) : dice(3) ? dice(5) : dice(900);
        advance_both(d, &s, gap);
        jumped += gap;
        CHECK(weir_device_cycle(d) == s.u.cycle);
        CHECK(weir_device_irq(d) == weir_golden_unit_irq(&s.u));
        CHECK(memcmp(&seen, &s.seen, sizeof seen) == 0);
        struct weir_golden_inputs look = s.in;
        addr = dice(2) ? 0x28 : 0x14;
        look.access = (struct weir_golden_access){true, false, addr, 0, 15};
        CHECK(weir_device_peek(d, addr) == weir_golden_unit_look(&s.u, &look));
    }
    if (failures)
        printf("%s, seed %u\n", name, (unsigned)seed);
    /* the rest of the stream, and every counter */
    for (uint32_t addr = 0x2000; addr < 0x2000 + 128u * 4 * (has->harts + 1); addr += 4)
        CHECK(weir_device_read(d, addr) == step_access(&s, false, addr, 0, 15));
    for (unsigned i = 0; i < 600; i++)
        CHECK(weir_device_read(d, 0x1000) == step_access(&s, false, 0x1000, 0, 15));
    CHECK(jumped > actions || mood == 0);
    ring_words += has->ring ? seen.count : 0;
    weir_device_free(d);
}

/* Time in which nothing happens costs nothing, also after events: or a platform polls it. */
static void test_still(void)
{
    static const char *const presets[] = {"tiny", "small", "full", "wide"};
    for (unsigned i = 0; i < 4; i++) {
        struct weir_device *d = weir_device_new(&(struct weir_device_config){.preset = presets[i]});
        weir_device_write(d, 0x10, 1, 15);
        for (unsigned n = 0; n < 5; n++)
            weir_device_write(d, 0x10000, n, 15), weir_device_write(d, 0x10004, 1, 15);
        weir_device_advance(d, 1000);
        CHECK(weir_device_read(d, 0x28) > 3 && weir_device_still(d));
        weir_device_free(d);
    }
}

/* ---- The interface */

static void test_transfer(void)
{
    struct weir_device *d = weir_device_new(&(struct weir_device_config){.preset = "full"});
    uint8_t bytes[8] = {0}, enables[8] = {1, 1, 1, 1, 0, 0, 0, 0};
    CHECK(d && weir_device_space(d) == 0x20000);
    weir_device_transfer(d, false, 0, bytes, 8, NULL); /* MAGIC and VERSION */
    CHECK(memcmp(bytes, "WEIR", 4) == 0 && bytes[4]);
    weir_device_transfer(d, false, 1, bytes, 6, NULL); /* misaligned, over a word's end */
    CHECK(memcmp(bytes, "EIR", 3) == 0);
    memset(bytes, 0xee, sizeof bytes);
    weir_device_transfer(d, false, 0, bytes, 8, enables);
    CHECK(memcmp(bytes, "WEIR", 4) == 0 && bytes[4] == 0xee && bytes[7] == 0xee);
    const uint32_t wait = 0x00123456;
    memcpy(bytes, &wait, 4);
    weir_device_transfer(d, true, 0x490, bytes, 4, NULL);
    CHECK(weir_device_peek(d, 0x490) == wait && weir_device_read(d, 0x20490) == wait);
    weir_device_transfer(d, true, 0x491, bytes, 1, NULL); /* a narrow store: a fault, no effect */
    CHECK(weir_device_read(d, 0x490) == wait && (weir_device_read(d, 0x18) & 1));
    uint64_t cycle = weir_device_cycle(d);
    for (uint32_t addr = 0; addr < 0x20000; addr += 4)
        (void)weir_device_peek(d, addr);
    CHECK(weir_device_cycle(d) == cycle && weir_device_still(d));
    weir_device_until(d, cycle + 1000);
    weir_device_until(d, cycle);
    CHECK(weir_device_cycle(d) == cycle + 1000);
    weir_device_free(d);
}

/* An event that reaches the watermark on a long way of its own: the interrupt at its cycle. */
static void test_watermark(void)
{
    static const uint32_t stores[][2] = {{0x24, 2}, {0x1c, 1}, {0x10, 1}, {0x10000, 0x12345678},
                                         {0x10004, 9}, {0x10000, 7}, {0x10004, 0x5000}};
    static struct stepped s;
    struct seen seen = {0};
    struct weir_device *d = both(
        &s, &(struct weir_device_config){.preset = "small", .context = &seen, .irq = on_irq});
    for (unsigned i = 0; i < sizeof stores / sizeof *stores; i++) {
        store_both(d, &s, stores[i][0], stores[i][1]);
        advance_both(d, &s, 200);
    }
    CHECK(seen.irq && s.seen.irq && seen.irqs == s.seen.irqs);
    weir_device_free(d);
}

/* A switch alone, to a thread that the thread cache has or has not, or a bad event, and a look at
 * any cycle of its way. */
static void test_way(const char *preset, unsigned last, unsigned cycles)
{
    static const uint32_t reads[] = {0x14, 0x28, 0x2c, 0x28, 0x1000, 0x2c, 0x14};
    static struct stepped s;
    struct seen seen = {0};
    struct weir_device *d = both(
        &s, &(struct weir_device_config){.preset = preset, .context = &seen, .irq = on_irq});
    const bool tiny = s.u.g.has.tiny;
    for (unsigned n = 0; n < 9; n++) {
        const uint32_t value = n < 8 ? n + 1 : last;
        const uint32_t id = n % 2 ? 9 : n == 8 && last == 9 ? 0x9000 : 0x8000; /* bad: 0x9000 */
        const uint32_t stores[][2] = {{0x10, 1}, {0x10000, value}, {0x10004, id}};
        for (unsigned i = 0; i < 3; i++)
            store_both(d, &s, stores[i][0], stores[i][1]);
        advance_both(d, &s, n < 8 ? 300 : cycles);
    }
    for (unsigned i = 0; i < sizeof reads / sizeof *reads; i++)
        CHECK(weir_device_read(d, reads[i]) == step_access(&s, false, reads[i], 0, 15));
    CHECK(tiny || s.u.stream.filled > 3);
    weir_device_free(d);
}

/* auth_i low for a cycle: that cycle alone is closed, though nothing else happens around it. */
static void test_pulse(void)
{
    struct weir_device *d = weir_device_new(&(struct weir_device_config){.preset = "full"});
    weir_device_write(d, 0x10, 1, 15);
    weir_device_write(d, 0x10000, 1, 15), weir_device_write(d, 0x10004, 9, 15);
    weir_device_advance(d, 1000);
    weir_device_auth(d, false);
    weir_device_advance(d, 1);
    weir_device_auth(d, true);
    weir_device_advance(d, 1000);
    for (unsigned i = 0; i < 4; i++) {
        CHECK(weir_device_read(d, 0x28) > 0);
        weir_device_write(d, 0x24, 9, 15);
    }
    CHECK(weir_device_read(d, 0x1000));
    weir_device_free(d);
}

static uint64_t tick(void *context, uint64_t cycle)
{
    (void)context;
    return 3 * cycle + 0x100000000;
}

/* The time follows the external counter, however much of it passed at once. */
static void test_mtime(void)
{
    struct weir_device *d[2];
    for (unsigned k = 0; k < 2; k++) {
        d[k] = weir_device_new(&(struct weir_device_config){.preset = "full", .mtime = tick});
        weir_device_write(d[k], 0x40, 1, 15);
        weir_device_write(d[k], 0x10, 2, 15);
    }
    for (unsigned n = 1; n < 12; n++) {
        weir_device_advance(d[0], 100 * n);
        for (unsigned i = 0; i < 100 * n; i++)
            weir_device_advance(d[1], 1);
        for (unsigned i = 0; i < n; i++) {
            const uint32_t low = weir_device_read(d[0], 0x30), high = weir_device_read(d[0], 0x34);
            CHECK(low == weir_device_read(d[1], 0x30) && high == weir_device_read(d[1], 0x34));
            CHECK(high == 1 && low + 30 > 3 * weir_device_cycle(d[0]));
        }
    }
    weir_device_free(d[0]), weir_device_free(d[1]);
}

/* A look shows what a read would, and one at a byte in the middle of a word is of that word. */
static void test_peek(void)
{
    static const uint32_t addresses[] = {0x14, 0x28,   0x2c,   0x48,   0x49,   0x4b,
                                         0x4c, 0x1000, 0x1004, 0x2000, 0x20c0, 0x2080};
    struct weir_device *d = weir_device_new(&(struct weir_device_config){.preset = "full"});
    weir_device_write(d, 0x10, 1, 15);
    for (unsigned n = 0; n < 8; n++) {
        weir_device_write(d, 0x10000, 0x12345678 + n, 15), weir_device_write(d, 0x10004, 9, 15);
        weir_device_advance(d, 100);
    }
    for (unsigned n = 0; n < 8; n++)
        for (unsigned i = 0; i < sizeof addresses / sizeof *addresses; i++) {
            weir_device_write(d, 0x44, n + i, 15);
            weir_device_advance(d, 100);
            const uint32_t look = weir_device_peek(d, addresses[i]);
            CHECK(weir_device_read(d, addresses[i]) == look);
        }
    weir_device_free(d);
}

/* CLEAR with ENABLE, and nobody uses the port: the pins are traced as soon as the counters are 0.
 */
static void test_clear(void)
{
    struct weir_device *d = weir_device_new(&(struct weir_device_config){.preset = "full"});
    weir_device_pins(d, 5);
    weir_device_write(d, 0x4ac, 7, 15);
    weir_device_advance(d, 100);
    weir_device_write(d, 0x10, 3, 15);
    weir_device_advance(d, 10000);
    CHECK(weir_device_read(d, 0x28) > 0);
    weir_device_free(d);
}

static void test_parameters(void)
{
    static const struct weir_golden_parameters wrong[] = {
        {.harts = 0, .value_w = 32, .args = 1, .queue_log2 = 5, .fifo_log2 = 10},
        {.harts = 17, .value_w = 32, .args = 1, .queue_log2 = 5, .fifo_log2 = 10},
        {.harts = 1, .value_w = 33, .args = 1, .queue_log2 = 5, .fifo_log2 = 10},
        {.harts = 1, .value_w = 32, .args = 5, .queue_log2 = 5, .fifo_log2 = 10},
        {.harts = 1, .value_w = 32, .args = 1, .queue_log2 = 7, .fifo_log2 = 10},
        {.harts = 1, .value_w = 32, .args = 1, .queue_log2 = 5, .fifo_log2 = 40},
        {.harts = 1, .value_w = 32, .args = 1, .queue_log2 = 5, .fifo_log2 = 10, .pins = 33},
        {.harts = 5, .value_w = 32, .args = 1, .queue_log2 = 5, .fifo_log2 = 10, .frame = 1},
        {.wide = 1, .harts = 1, .value_w = 32, .args = 1, .queue_log2 = 5, .fifo_log2 = 10},
        {.wide = 1, .harts = 1, .value_w = 32, .args = 1, .queue_log2 = 5, .fifo_log2 = 10,
         .ring = 1, .filter = 1},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!weir_device_new(&(struct weir_device_config){.parameters = wrong[i]}));
    CHECK(!weir_device_new(&(struct weir_device_config){.preset = "huge"}));
    weir_device_free(NULL);
}

int main(int argc, char **argv)
{
    const unsigned actions = argc > 1 ? (unsigned)atoi(argv[1]) : 1500;
    const uint64_t seeds = argc > 2 ? (uint64_t)atoi(argv[2]) : 3;
#define COMPARE(name, ...)                                                                         \
    for (uint64_t seed = 1; seed <= seeds; seed++)                                                 \
        compare(#name, &(const struct weir_golden_parameters){__VA_ARGS__}, seed, actions);
    WEIR_GOLDEN_SETS(COMPARE)
    CHECK(ring_words > 5000);
    test_still();
    test_transfer();
    test_watermark();
    for (unsigned i = 0; i < 4 * 5 * 40; i++) {
        static const char *const presets[] = {"tiny", "small", "full", "wide"};
        test_way(presets[i % 4], (const unsigned[]){1, 3, 7, 9, 0x12345678}[i / 4 % 5], i / 20);
    }
    test_pulse();
    test_mtime();
    test_peek();
    test_clear();
    test_parameters();
    if (!failures)
        printf("device: as its cycles one by one\n");
    return failures != 0;
}
