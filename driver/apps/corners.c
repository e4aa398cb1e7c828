/* SPDX-License-Identifier: Apache-2.0 */
/* Invalid accesses have a defined effect: narrow stores, reserved ids, unknown offsets, an empty
 * FIFO, disabling between the two stores of an event. Also checks event windows and counters. */
#include "soc.h"
#include "weir.h"

#define REG(offset) (*(volatile uint32_t *)(SOC_WEIR + (offset)))
#define HALF(offset) (*(volatile uint16_t *)(SOC_WEIR + (offset)))
#define BYTE(offset) (*(volatile uint8_t *)(SOC_WEIR + (offset)))

enum { THREAD_PORT = WEIR_REG_HART, INTERRUPT_PORT = THREAD_PORT + WEIR_REG_HART_PORT_STRIDE };
enum { VALUE = WEIR_REG_HART_PORT_VALUE, ID = WEIR_REG_HART_PORT_ID };

static const struct weir_config config = {.base = SOC_WEIR, .unit = "ns10", .sink = soc_host};
static struct weir weir;
static int wrong;

static void expect_(int line, const char *what, uint32_t got, uint32_t expected)
{
    if (got != expected) {
        printf("line %d: %s is %08lx, expected %08lx\n", line, what, (unsigned long)got,
               (unsigned long)expected);
        wrong = 1;
    }
}
#define EXPECT(what, expected) expect_(__LINE__, #what, (what), (expected))

static uint32_t fault(void) /* reads and clears it */
{
    const uint32_t bits = REG(WEIR_REG_FAULT);
    REG(WEIR_REG_FAULT) = bits;
    return bits;
}

/* Checks how the counters changed since the last call: offered events, and drops by TORN and ID. */
static void expect_moves(int line, uint32_t offered, uint32_t torn, uint32_t id)
{
    static struct weir_counts before;
    struct weir_counts now;
    soc_check(weir_counters(&weir, &now), "weir_counters");
    uint32_t offered_now = 0, dropped_now = 0;
    for (int class = 0; class < 4; class ++)
        offered_now += now.offered[class] - before.offered[class];
    for (unsigned kind = 0; kind < WEIR_DROP_COUNT; kind++)
        dropped_now += now.dropped[kind] - before.dropped[kind];
    expect_(line, "events offered", offered_now, offered);
    expect_(line, "events of no class",
            now.offered[WEIR_CLASS_NONE] - before.offered[WEIR_CLASS_NONE], torn + id);
    expect_(line, "events dropped", dropped_now, torn + id);
    expect_(line, "events torn", now.dropped[WEIR_DROP_TORN] - before.dropped[WEIR_DROP_TORN],
            torn);
    expect_(line, "events with a wrong id",
            now.dropped[WEIR_DROP_ID] - before.dropped[WEIR_DROP_ID], id);
    before = now;
}
#define EXPECT_MOVES(offered, torn, id) expect_moves(__LINE__, offered, torn, id)

static void port_stores(uint32_t port)
{
    REG(port + VALUE) = 0x12345678;
    EXPECT(REG(port + VALUE), 0x12345678);
    EXPECT(REG(port + ID), 0);
    REG(port + ID) = 1;
    EXPECT_MOVES(1, 0, 0);
    REG(port + ID) = 1; /* the ID store before consumed the value */
    EXPECT_MOVES(1, 1, 0);
    EXPECT(fault(), 0);

    BYTE(port + VALUE) = 1; /* a narrow value is not held ... */
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    REG(port + ID) = 1;
    EXPECT_MOVES(1, 1, 0);
    REG(port + VALUE) = 2; /* ... and invalidates the one that was */
    HALF(port + VALUE + 2) = 3;
    EXPECT(REG(port + VALUE), 2);
    REG(port + ID) = 1;
    EXPECT_MOVES(1, 1, 0);
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);

    for (unsigned lane = 0; lane < 4; lane++) { /* a narrow id drops the event with its value */
        REG(port + VALUE) = 4;
        BYTE(port + ID + lane) = 1;
        EXPECT_MOVES(1, 0, 1);
        EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
        REG(port + ID) = 1;
        EXPECT_MOVES(1, 1, 0);
    }
    REG(port + VALUE) = 5;
    HALF(port + ID) = 1;
    EXPECT_MOVES(1, 0, 1);
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);

    static const uint32_t dropped[] = {0, 0x8001, 0xbfff, 0x10000, 0x10001, 0xffffffff};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        REG(port + VALUE) = 6;
        REG(port + ID) = dropped[i];
        EXPECT_MOVES(1, 0, 1);
    }
    static const uint32_t good[] = {0x3fff, 0x4000, 0x7fff, 0xc000, 0xffff};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        REG(port + VALUE) = 0;
        REG(port + ID) = good[i];
        EXPECT_MOVES(1, 0, 0);
    }
    EXPECT(fault(), 0);

    EXPECT(REG(port + 8), 0);
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    REG(port + 0xffc) = 1;
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    EXPECT_MOVES(0, 0, 0);

    REG(port + VALUE) = 7; /* disabled between the two stores */
    soc_check(weir_disable(&weir), "weir_disable");
    REG(port + ID) = 1;
    EXPECT_MOVES(0, 0, 0);
    BYTE(port + VALUE) = 1;
    EXPECT(fault(), 0);
    soc_check(weir_enable(&weir), "weir_enable");
    REG(port + ID) = 1;
    EXPECT_MOVES(1, 1, 0);
}

static void window_stores(uint32_t port)
{
    const uint32_t window = port + WEIR_REG_HART_WINDOW;
    REG(port + VALUE) = 8; /* windows do not disturb the two stores */
    REG(window + 4 * 1) = 1;
    REG(window + 4 * 1023) = 0xffffffff;
    EXPECT_MOVES(2, 0, 0);
    EXPECT(REG(window + 4 * 1), 0);
    EXPECT(fault(), 0);
    REG(window + 4 * 0) = 1;
    EXPECT_MOVES(1, 0, 1);
    EXPECT(fault(), 0);
    BYTE(window + 4 * 1) = 1; /* narrow: only a fault */
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    HALF(window + 4 * 1 + 2) = 1;
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    EXPECT_MOVES(0, 0, 0);
    EXPECT(REG(port + VALUE), 8);
    REG(port + ID) = 1;
    EXPECT_MOVES(1, 0, 0);

    soc_check(weir_disable(&weir), "weir_disable");
    REG(window + 4 * 1) = 1;
    BYTE(window + 4 * 1) = 1;
    EXPECT(fault(), 0);
    EXPECT_MOVES(0, 0, 0);
    soc_check(weir_enable(&weir), "weir_enable");
}

static void pages_that_are_not(void)
{
    static const uint32_t pages[] = {0x4000,
                                     0xf000,
                                     THREAD_PORT + 0x2000,
                                     THREAD_PORT + 0x3000,
                                     THREAD_PORT + 0x6000,
                                     THREAD_PORT + 0x7000,
                                     THREAD_PORT + 0xa000,
                                     THREAD_PORT + 0xf000};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        EXPECT(REG(pages[i]), 0);
        EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
        REG(pages[i] + 4) = 1;
        EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    }
    EXPECT_MOVES(0, 0, 0);
}

static void counters(void)
{
    const uint32_t snoop = WEIR_REG_COUNTERS + WEIR_REG_COUNTERS_STRIDE * WEIR_CONTEXT_SNOOP;
    EXPECT(REG(snoop + 4 * WEIR_DROP_MASK), 0);
    EXPECT(REG(snoop + WEIR_REG_COUNTERS_DELIVERED + 4 * WEIR_CLASS_USER), 0);
    REG(snoop) = 1; /* read-only */
    EXPECT(REG(snoop), 0);
    EXPECT(fault(), 0);
    static const uint32_t none[] = {WEIR_REG_COUNTERS +
                                        WEIR_REG_COUNTERS_STRIDE * WEIR_CONTEXT_USER_MODE,
                                    WEIR_REG_COUNTERS + 4 * WEIR_DROP_RATE_LIMIT,
                                    WEIR_REG_COUNTERS + 28,
                                    WEIR_REG_COUNTERS + 80,
                                    WEIR_REG_COUNTERS + 512,
                                    WEIR_REG_COUNTERS + 0x1ffc};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        EXPECT(REG(none[i]), 0);
        EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    }
    BYTE(WEIR_REG_COUNTERS) = 1;
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
}

static void registers(void)
{
    EXPECT(BYTE(WEIR_REG_MAGIC), 'W'); /* narrow loads are allowed */
    EXPECT(HALF(WEIR_REG_MAGIC + 2), 'I' | 'R' << 8);
    EXPECT(fault(), 0);
    BYTE(WEIR_REG_WATERMARK) = 1;
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    HALF(WEIR_REG_WATERMARK) = 1;
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    EXPECT(REG(WEIR_REG_WATERMARK), 0);
    EXPECT(REG(0x03c), 0);
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    EXPECT(REG(WEIR_REG_PORT_MASK), 0); /* this unit has no user port */
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    REG(0xffc) = 1;
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    REG(WEIR_REG_SWITCH_ID) = 0x1234;
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    EXPECT(REG(WEIR_REG_SWITCH_ID), WEIR_ID_THREAD_SWITCH);
    REG(WEIR_REG_DATA) = 1;
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
    REG(WEIR_REG_CTRL) = WEIR_CTRL_ENABLE_MASK | WEIR_CTRL_CLEAR_MASK; /* no CLEAR while enabled */
    EXPECT(fault(), WEIR_FAULT_ACCESS_MASK);
}

static void empty_fifo(void)
{
    while (weir_drain(&weir) > 0)
        ;
    EXPECT(REG(WEIR_REG_DATA + 0x7fc), 0);
    EXPECT(fault(), WEIR_FAULT_EMPTY_MASK);
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    port_stores(THREAD_PORT);
    window_stores(THREAD_PORT);
    empty_fifo();
    port_stores(INTERRUPT_PORT);
    window_stores(INTERRUPT_PORT);
    pages_that_are_not();
    counters();
    registers();
    empty_fifo();
    soc_check(weir_finish(&weir), "weir_finish");
    EXPECT_MOVES(0, 0, 0);
    printf("%s\n", wrong ? "wrong" : "as specified");
    return wrong;
}
