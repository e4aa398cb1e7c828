/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of the golden model: the worked examples of docs/, and the rules of the ports one by
 * one. */
#include "weir_golden.h"
#include "weir_golden_frame.h"
#include "weir_golden_checkpoint.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("line %d: not so: %s\n", __LINE__, #condition);                                 \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

/* ---- the stream */

static void bytes_are(const uint8_t *bytes, size_t size, const char *expected)
{
    char text[2 * WEIR_GOLDEN_ENTRY_MAX + 1] = "";
    for (size_t i = 0; i < size; i++)
        sprintf(text + 2 * i, "%02x", bytes[i]);
    if (strcmp(text, expected) != 0) {
        printf("entry: %s, must be %s\n", text, expected);
        failures++;
    }
}

/* Encodes an event `delta` ticks after time 1000 and compares; `expected` is hexadecimal. */
static void event_is(struct weir_golden_event event, uint64_t delta, const char *expected)
{
    struct weir_golden_stream stream = {.time = 1000};
    uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX];
    event.time = 1000 + delta;
    bytes_are(bytes, weir_golden_encode_event(&stream, &event, bytes), expected);
    CHECK(stream.time == event.time);
}

static void loss_is(bool begins, uint64_t dropped, uint64_t time, const char *expected)
{
    struct weir_golden_stream stream = {.time = 1000};
    uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX];
    bytes_are(bytes, weir_golden_encode_loss(&stream, begins, dropped, time, bytes), expected);
    CHECK(stream.time == time);
}

static void dropped_is(unsigned kind, unsigned source, uint32_t total, const char *expected)
{
    struct weir_golden_stream stream = {.time = 1000};
    uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX];
    bytes_are(bytes, weir_golden_encode_dropped(&stream, kind, source, total, 1001, bytes),
              expected);
}

static void test_stream(void)
{
    /* the three of docs/reference/stream.md */
    event_is((struct weir_golden_event){.id = 1, .value = 7}, 10, "2a0a1107");
    event_is((struct weir_golden_event){.id = 12, .value = 0x80000000}, 300,
             "824bac02510000008000");
    event_is((struct weir_golden_event){.is_switch = true, .value = 0x1234}, 1, "0a01223412");
    /* values: 0 has no byte, a set top bit brings a guard byte */
    event_is((struct weir_golden_event){.id = 1}, 0, "2801");
    event_is((struct weir_golden_event){.id = 1, .value = 127}, 0, "28117f");
    event_is((struct weir_golden_event){.id = 1, .value = 128}, 0, "28218000");
    event_is((struct weir_golden_event){.id = 1, .value = 0xffffffff}, 0, "2851ffffffff00");
    /* items: the last short one, the first long one, the largest (1049583), other harts (16 * (id +
     * 63) + hart) << 3 */
    event_is((struct weir_golden_event){.id = 11}, 0, "7801");
    event_is((struct weir_golden_event){.id = 12}, 0, "804b01");
    event_is((struct weir_golden_event){.id = 0xffff, .source = 4 * 15}, 0,
             "f8be8004"
             "01");
    event_is((struct weir_golden_event){.id = 1, .source = 4 * 1}, 0, "884001");
    event_is((struct weir_golden_event){.is_switch = true, .source = 4 * 2 + 3}, 0, "900102");
    /* the thread cache: filled, known, thread 0, victims in turn, and one that is hit in its turn
     * passed by */
    static const struct {
        uint32_t thread;
        unsigned hart;
        const char *bytes;
    } shown[] = {
        {0x1234, 0,
         "8230"
         "01"
         "22"
         "3412"},
        {0x1234, 0,
         "8230"
         "01"
         "02"},
        {0x1234, 3,
         "9a30"
         "01"
         "02"},
        {0, 0,
         "0a"
         "01"
         "02"},
        {0xa0, 0,
         "8231"
         "01"
         "22"
         "a000"},
        {0xb, 0,
         "8232"
         "01"
         "12"
         "0b"},
        {0xc, 0,
         "8233"
         "01"
         "12"
         "0c"}, /* full, victim 0 */
        {0x1234, 0,
         "8230"
         "01"
         "02"},
        {0xd, 15,
         "fa31"
         "01"
         "12"
         "0d"},
        {0xa0, 0,
         "8232"
         "01"
         "22"
         "a000"},
        {0xb, 0,
         "8233"
         "01"
         "12"
         "0b"},
        {0x1234, 0,
         "8230"
         "01"
         "02"},
        {0xd, 0,
         "8231"
         "01"
         "02"},
        {0xe, 0,
         "8232"
         "01"
         "12"
         "0e"},
    };
    struct weir_golden_stream stream = {.threads = 4};
    for (unsigned i = 0; i < sizeof shown / sizeof *shown; i++) {
        uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX];
        struct weir_golden_event e = {.is_switch = true,
                                      .value = shown[i].thread,
                                      .source = (uint8_t)(4 * shown[i].hart),
                                      .time = i + 1};
        bytes_are(bytes, weir_golden_encode_event(&stream, &e, bytes), shown[i].bytes);
    }
    /* 64-bit deltas */
    event_is((struct weir_golden_event){.id = 1}, (uint64_t)1 << 33, "2a808080802001");
    event_is((struct weir_golden_event){.id = 1}, (uint64_t)-1 - 1000,
             "2a"
             "97f8ffffffffffffff01"
             "01");

    /* loss: the three of docs/reference/stream.md, then the ends of the ranges */
    loss_is(true, 1001, 1003, "1a031105");
    dropped_is(WEIR_GOLDEN_USER, WEIR_GOLDEN_THREAD, 300, "821001212c01");
    loss_is(false, 931, 1001, "1a01218c00");
    loss_is(true, 1001, 1001, "1a011101");
    loss_is(false, 1000, 1000 + 0x7ffffffeu, "1afeffffff0751fcffffff00"); /* the age has 31 bits */
    loss_is(false, 1000, 1000 + 0x7fffffffu, "1affffffff0751feffffff00");
    loss_is(false, 1000, 1000 + 0x123456789, "1a89cf959a1251feffffff00"); /* that many or more */
    dropped_is(WEIR_GOLDEN_MASK, WEIR_GOLDEN_SNOOP, 0xffffffff,
               "82270151ffffffff00"); /* (256 + 320 + 48) << 3 | 2 */
    dropped_is(WEIR_GOLDEN_TORN, 4 * 15 + WEIR_GOLDEN_INTERRUPT, 0,
               "fa1d01"
               "01"); /* 256 + 192 + 16 + 15 */

    unsigned kind, source;
    CHECK(weir_golden_item(3, &kind, &source) == WEIR_GOLDEN_ITEM_LOSS);
    CHECK(weir_golden_item(255, &kind, &source) == WEIR_GOLDEN_ITEM_EVENT);
    CHECK(weir_golden_item(256, &kind, &source) == WEIR_GOLDEN_ITEM_DROPPED && kind == 0 &&
          source == 0);
    CHECK(weir_golden_item(256 + 320 + 48, &kind, &source) == WEIR_GOLDEN_ITEM_DROPPED &&
          kind == 5 && source == 3);
    CHECK(weir_golden_item(525312 + 64 + 16 + 3, &kind, &source) == WEIR_GOLDEN_ITEM_DROPPED &&
          kind == 9 && source == 13);
    CHECK(weir_golden_item(525311, &kind, &source) == WEIR_GOLDEN_ITEM_EVENT &&
          weir_golden_item(525312 + 512, &kind, &source) == WEIR_GOLDEN_ITEM_EVENT);
    CHECK(weir_golden_item(768, &kind, &source) == WEIR_GOLDEN_ITEM_EVENT);
    CHECK(weir_golden_item(16 * (1 + 63), &kind, &source) == WEIR_GOLDEN_ITEM_EVENT);
}

/* ---- ports */

static struct weir_golden unit;
static struct weir_golden_event event;
static struct weir_golden_answer answer;

static bool clock_of(unsigned hart, struct weir_golden_access access,
                     struct weir_golden_store store)
{
    struct weir_golden_store stores[WEIR_GOLDEN_HARTS] = {0};
    stores[hart] = store;
    return weir_golden_clock(&unit, &access, stores, false, &answer, &event);
}
static bool clock_with(struct weir_golden_access access, struct weir_golden_store store)
{
    return clock_of(0, access, store);
}
static bool idle(void)
{
    return clock_with((struct weir_golden_access){0}, (struct weir_golden_store){0});
}
static void settle(void)
{
    while (unit.settling || unit.waiting.valid || unit.filter.stored)
        idle();
}
static bool at_once(uint32_t addr, uint32_t data)
{
    return clock_with((struct weir_golden_access){true, true, addr, data, 0xf},
                      (struct weir_golden_store){0});
}
static bool store(uint32_t addr, uint32_t data)
{
    settle();
    return at_once(addr, data);
}
static bool narrow(uint32_t addr, uint32_t data)
{
    settle();
    return clock_with((struct weir_golden_access){true, true, addr, data, 0x3},
                      (struct weir_golden_store){0});
}
static uint32_t load(uint32_t addr)
{
    settle();
    clock_with((struct weir_golden_access){true, false, addr, 0, 0}, (struct weir_golden_store){0});
    return answer.value & answer.known;
}
static bool snoop(uint32_t data)
{
    return clock_with((struct weir_golden_access){0},
                      (struct weir_golden_store){true, 0x2000, data, 0xf, {0}});
}
static bool both(uint32_t addr, uint32_t data, uint32_t snooped)
{
    return clock_with((struct weir_golden_access){true, true, addr, data, 0xf},
                      (struct weir_golden_store){true, 0x2000, snooped, 0xf, {0}});
}
static bool must_wait(bool write, uint32_t addr)
{
    struct weir_golden_access access = {true, write, addr, 0, 0xf};
    return weir_golden_must_wait(&unit, &access);
}

enum {
    CTRL = 0x10,
    FAULT = 0x18,
    TIME_LO = 0x30,
    SWITCH_ID = 0x38,
    RUNNING = 0x108,
    MASK = 0x400,
    COUNT = 0x2000,
    SELECT = 0x80,
    SELECT_ID = 0x84,
    RANGE = 0x88,
    RATE_LIMIT = 0x90,
    FILTERED = 0x98,
    AFTER = 0x9c,
    TRIGGER = 0xa0,
    STATE = 0xa4,
    MATCH = 0xb0,
    VALUE = 0x10000,
    ID = 0x10004,
    IRQ_VALUE = 0x11000,
    IRQ_ID = 0x11004,
    USER_VALUE = 0x12000,
    USER_ID = 0x12004,
    WINDOW = 0x14000,
    IRQ_WINDOW = 0x15000,
    USER_WINDOW = 0x16000,
    NONE = WEIR_GOLDEN_NONE,
    TORN = WEIR_GOLDEN_TORN,
    BAD_ID = WEIR_GOLDEN_ID,
    MASKED = WEIR_GOLDEN_MASK,
};

static const struct weir_golden_parameters tiny = {.tiny = 1,
                                                   .harts = 1,
                                                   .value_w = 32,
                                                   .args = 1,
                                                   .fifo_log2 = 10},
                                           full = {.harts = 1,
                                                   .value_regs = 8,
                                                   .value_w = 32,
                                                   .args = 1,
                                                   .queue_log2 = 6,
                                                   .thread_cache = 16,
                                                   .fifo_log2 = 12,
                                                   .retire = 1,
                                                   .filter = 1,
                                                   .time_base = 1,
                                                   .peek = 1,
                                                   .protect = 1,
                                                   .ring = 1};

static void start_as(struct weir_golden_parameters has)
{
    weir_golden_reset(&unit, &has);
    unit.auth_pin = unit.auth[0] = unit.auth[1] = true;
    if (!has.tiny) {
        store(0x104, 0x2000);
        store(0x100, 1);
    }
    store(CTRL, 1);
}
static void start(unsigned value_regs)
{
    struct weir_golden_parameters has = full;
    has.value_regs = value_regs;
    start_as(has);
}

static void test_pairs(void)
{
    start(4);
    CHECK(!store(VALUE, 5));
    CHECK(load(VALUE) == 5);
    CHECK(store(ID, 1) && event.value == 5 && event.kind == 0 && event.class_ == WEIR_GOLDEN_USER &&
          event.time == 6);
    CHECK(load(VALUE) == 5);
    CHECK(store(ID, 1) && event.kind == TORN && event.class_ == NONE);
    store(VALUE, 1);
    CHECK(store(ID, 0x8001) && event.kind == BAD_ID && event.class_ == NONE);
    CHECK(store(ID, 1) && event.kind == TORN); /* the bad id has consumed the value register */
    store(VALUE, 1);
    CHECK(!narrow(VALUE, 2) && load(FAULT) == 1);
    CHECK(load(VALUE) == 1);
    CHECK(store(ID, 1) && event.kind == TORN);
    store(VALUE, 1);
    CHECK(narrow(ID, 1) && event.kind == BAD_ID);
    CHECK(store(ID, 0) && event.kind == BAD_ID); /* before TORN */
    store(IRQ_VALUE, 9);
    CHECK(store(IRQ_ID, 0x4000) && event.value == 9 && event.class_ == WEIR_GOLDEN_COM &&
          event.source == 1);
    CHECK(unit.offered[0][WEIR_GOLDEN_USER] == 1 && unit.offered[0][NONE] == 6 &&
          unit.offered[1][WEIR_GOLDEN_COM] == 1);
}

static void test_wide(void)
{
    enum { LOW = VALUE + 8, HIGH = VALUE + 12 };
    struct weir_golden_parameters has = full;
    has.value_regs = 2;
    has.value_w = 64;
    start_as(has);
    store(LOW, 5);
    CHECK(!store(HIGH, 7) && load(VALUE) == 5 && load(LOW) == 5 && load(HIGH) == 7);
    CHECK(store(ID, 1) && event.value == ((uint64_t)7 << 32 | 5) && event.kind == 0);
    store(VALUE, 6); /* 32 bits again */
    CHECK(load(HIGH) == 0 && store(ID, 1) && event.value == 6);
    store(HIGH, 9); /* behind nothing */
    CHECK(store(ID, 1) && event.kind == TORN);
    store(LOW, 1);
    store(RUNNING, 44);
    store(HIGH, 9); /* another thread's */
    CHECK(store(ID, 1) && event.kind == TORN);
    store(RUNNING, 0);
    CHECK(!store(HIGH, 3) && store(ID, 1) && event.value == ((uint64_t)3 << 32 | 1));
    store(LOW, 1);
    CHECK(!narrow(HIGH, 3) && load(FAULT) == 1 && store(ID, 1) && event.kind == TORN);
    store(LOW, 2);
    store(HIGH, 1);
    CHECK(store(ID, 0x8000) && event.value == 2 && event.is_switch);
    CHECK(store(WINDOW + 4, 8) && event.value == 8);
    store(FAULT, 1);
    CHECK(!store(HIGH + 4, 1) && load(FAULT) == 1); /* two words are all */
    start(2);
    CHECK(!store(HIGH, 3) && load(FAULT) == 1);
}

static void test_args(void)
{
    enum { LOW = VALUE + 8, WORD_1 = VALUE + 12, WORD_2 = VALUE + 16, WORD_3 = VALUE + 20 };
    struct weir_golden_parameters has = full;
    has.args = 3;
    start_as(has);
    store(VALUE, 1);
    store(WORD_2, 3);
    CHECK(load(LOW) == 1 && load(WORD_1) == 0 && load(WORD_2) == 3 && load(FAULT) == 0);
    CHECK(store(ID, 1) && event.value == 1 && event.extra == 2 && event.more[0] == 0 &&
          event.more[1] == 3);
    store(VALUE, 4);
    store(WORD_1, 5);
    CHECK(load(WORD_2) == 0 && store(ID, 2) && event.extra == 1 && event.more[0] == 5);
    store(WORD_1, 6);
    CHECK(store(ID, 2) && event.kind == TORN && event.extra == 0);
    store(VALUE, 7);
    store(WORD_1, 8);
    CHECK(store(ID, 0x8000) && event.is_switch && event.extra == 0);
    CHECK(!store(WORD_3, 1) && load(FAULT) == 1);

    const struct weir_golden_event event_of_all = {
        .time = 300, .value = 7, .more = {0, 0x80, 0xffffffff}, .extra = 3, .id = 12, .source = 4};
    struct weir_golden_stream stream = {0};
    uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX];
    const uint8_t expected[] = {0x8a, 0x0c, 0xac, 0x02, 0x01, 0x88, 0x0d, 0x21, 0x80, 0,    0x88,
                                0x0e, 0x51, 0xff, 0xff, 0xff, 0xff, 0,    0x88, 0x4b, 0x11, 7};
    CHECK(weir_golden_encode_event(&stream, &event_of_all, bytes) == sizeof expected &&
          memcmp(bytes, expected, sizeof expected) == 0 && stream.time == 300);
}

static bool may_wait(uint32_t addr, uint32_t data)
{
    struct weir_golden_access access = {true, true, addr, data, 0xf};
    return weir_golden_may_wait(&unit, &access);
}

static bool may_reserve(uint32_t addr, uint32_t data)
{
    struct weir_golden_access access = {true, true, addr, data, 0xf};
    return weir_golden_may_reserve(&unit, &access);
}

static void test_guaranteed(void)
{
    enum { G = 0x8000, WAIT = 0x490, FRAME_CTRL = 0x480 };
    start(4);
    struct weir_golden_access held = {true, true, ID + G, 1, 0xf};
    CHECK(load(WAIT) == 4096 && !store(WAIT, 0xff000003) && load(WAIT) == 3);
    store(VALUE + G, 5);
    CHECK(load(VALUE) == 5 && load(VALUE + G) == 5);
    CHECK(may_wait(ID + G, 1) && !may_wait(ID, 1) && !may_wait(ID + G, 0x9000) &&
          !may_wait(VALUE + G, 1));
    CHECK(may_wait(USER_ID + G, 1)); /* torn, as it turns out */
    struct weir_golden_access read = {true, false, ID + G, 1, 0xf};
    CHECK(!weir_golden_may_wait(&unit, &read));
    CHECK(may_wait(WINDOW + G + 4, 1) && !may_wait(WINDOW + G, 1) && !may_wait(WINDOW + 4, 1));
    weir_golden_held(&unit, &held);
    weir_golden_held(&unit, &held);
    CHECK(may_wait(ID + G, 1));
    CHECK(store(ID + G, 1) && event.value == 5 && event.kind == 0 && event.reserved == 1 &&
          event.waits);
    store(VALUE, 6);
    for (int i = 0; i < 3; i++)
        weir_golden_held(&unit, &held);
    CHECK(!may_wait(ID + G, 1));
    CHECK(may_reserve(ID + G, 1) && !may_reserve(ID, 1) && !may_reserve(ID + G, 0x9000));
    CHECK(store(ID + G, 1) && event.reserved == 1 && !event.waits &&
          event.value == 6); /* reserved only what space there is; the next may wait again */
    store(VALUE, 7);
    CHECK(may_wait(ID + G, 1));
    store(WAIT, 0);
    CHECK(!may_wait(ID + G, 1) && may_reserve(ID + G, 1));
    unit.framing = true;
    CHECK(may_wait(ID + G, 1));
    unit.framing = false;
    unit.ring_ctrl = 1;
    CHECK(may_wait(ID + G, 1));
    unit.ring_ctrl = 3;
    CHECK(!may_wait(ID + G, 1));
    unit.ring_ctrl = 5;
    CHECK(!may_wait(ID + G, 1));
    unit.framing = true;
    CHECK(may_wait(ID + G, 1)); /* to frames, and to a ring beside them */
    unit.ring_ctrl = 3;
    CHECK(!may_wait(ID + G, 1)); /* frames get nothing */
    unit.framing = false;
    unit.ring_ctrl = 0;
    store(WAIT, 5);
    CHECK(may_wait(ID + G, 1));
    both(ID + G, 1, 77); /* the snooped store goes first */
    CHECK(event.source == 3);
    CHECK(idle() && event.id == 1 && event.reserved == 2 && event.waits);
    CHECK(may_wait(WINDOW + G + 4, 1));
    store(STATE, 3);
    idle();
    CHECK(!may_wait(WINDOW + G + 4, 1));
    store(STATE, 0);
    store(CTRL, 0);
    CHECK(!may_wait(WINDOW + G + 4, 1));
    start_as(tiny);
    CHECK(!may_wait(WINDOW + G + 4, 1) && !store(WINDOW + G + 4, 1) && load(FAULT) == 1);
}

static void test_windows(void)
{
    start(4);
    store(VALUE, 5);
    CHECK(store(WINDOW + 4 * 1023, 7) && event.id == 1023 && event.value == 7 &&
          event.source == 0 && event.kind == 0);
    CHECK(store(IRQ_WINDOW + 4, 8) && event.id == 1 && event.source == 1);
    CHECK(store(USER_WINDOW + 8, 9) && event.id == 2 && event.source == 2);
    CHECK(store(WINDOW, 7) && event.kind == BAD_ID && event.value == 7);
    CHECK(load(WINDOW + 4) == 0 && load(FAULT) == 0);
    CHECK(!narrow(WINDOW + 4, 7) && load(FAULT) == 1);
    CHECK(store(ID, 1) && event.value == 5); /* a window touches no value register */
    start_as(tiny);
    CHECK(!store(WINDOW + 4, 7) && load(FAULT) == 1);
}

static void test_mask(void)
{
    start(4);
    CHECK(load(MASK) == 0x30707);
    store(USER_VALUE, 1);
    CHECK(store(USER_ID, 0xc001) && event.kind == MASKED && event.class_ == NONE &&
          event.source == 2);
    CHECK(store(USER_ID, 0x8000) && event.kind == MASKED && event.is_switch &&
          load(RUNNING) == 0); /* before TORN */
    CHECK(store(USER_ID, 1) && event.kind == TORN);
    store(MASK, 0xfff8fffe);
    CHECK(load(MASK) == 0x00706);
    CHECK(store(WINDOW + 4, 1) && event.kind == MASKED);
    CHECK(store(WINDOW, 1) && event.kind == BAD_ID); /* before MASK */
    CHECK(store(USER_WINDOW + 4, 1) && event.kind == MASKED);
    CHECK(store(IRQ_WINDOW + 4, 1) && event.kind == 0);
    start_as(tiny); /* no PORT_MASK: every port may emit all */
    CHECK(load(MASK) == 0 && load(FAULT) == 1);
    store(IRQ_VALUE, 3);
    CHECK(store(IRQ_ID, 0xc001) && event.kind == 0);
}

static void test_threads(void)
{
    start(2);
    store(VALUE, 10); /* thread 0 */
    CHECK(snoop(1) && event.is_switch && event.source == WEIR_GOLDEN_SNOOP && event.value == 1);
    CHECK(!snoop(1));
    CHECK(load(VALUE) == 0);
    store(VALUE, 11);
    CHECK(store(RUNNING, 0) && event.is_switch && event.source == WEIR_GOLDEN_SNOOP);
    CHECK(!store(RUNNING, 0));
    CHECK(store(ID, 1) && event.value == 10);
    store(VALUE, 12);
    snoop(2);
    store(VALUE,
          13); /* both value registers are fresh: value register 0, of thread 0, is the victim */
    snoop(0);
    CHECK(store(ID, 1) && event.kind == TORN);
    snoop(1);
    CHECK(store(ID, 1) && event.value == 11);
    snoop(2);
    CHECK(store(ID, 1) && event.value == 13);

    start(2); /* the same thread at two ports is two owners */
    store(VALUE, 10);
    CHECK(load(USER_VALUE) == 0);
    store(USER_VALUE, 11);
    CHECK(load(VALUE) == 10 && load(USER_VALUE) == 11);
    CHECK(store(ID, 1) && event.value == 10 && store(USER_ID, 1) && event.value == 11);

    start(1);
    store(VALUE, 10);
    snoop(1);
    store(VALUE, 11);
    CHECK(store(ID, 1) && event.value == 11);
    snoop(0);
    CHECK(store(ID, 1) && event.kind == TORN);

    start(4); /* a switch by software, under both ids */
    store(VALUE, 7);
    CHECK(store(ID, 0x8000) && event.is_switch && event.class_ == WEIR_GOLDEN_SYS &&
          event.source == 0);
    CHECK(load(RUNNING) == 7);
    store(SWITCH_ID, 0xc000);
    store(VALUE, 8);
    CHECK(store(ID, 0x8000) && event.kind == BAD_ID);
    store(VALUE, 8);
    CHECK(store(ID, 0xc000) && event.is_switch && load(RUNNING) == 8);
    store(SWITCH_ID, 0x8001);
    CHECK(load(FAULT) == 1 && load(SWITCH_ID) == 0xc000);
}

static void test_without_owner(void)
{
    start(0);
    store(VALUE, 5);
    store(USER_VALUE, 6);
    store(IRQ_VALUE, 7);
    CHECK(load(VALUE) == 5 && load(USER_VALUE) == 6 && load(IRQ_VALUE) == 7);
    snoop(1);
    CHECK(load(VALUE) == 0 && load(USER_VALUE) == 0 && load(IRQ_VALUE) == 7);
    CHECK(store(ID, 1) && event.kind == TORN && store(USER_ID, 1) && event.kind == TORN &&
          store(IRQ_ID, 1) && event.kind == 0);
    CHECK(load(IRQ_VALUE) == 0); /* not fresh any more */
    store(VALUE, 5);
    snoop(1);
    CHECK(load(VALUE) == 5); /* the same thread: no switch */
    CHECK(store(USER_ID, 0x8000) && event.kind == MASKED && load(VALUE) == 5);
    store(RUNNING, 2);
    CHECK(load(VALUE) == 0);
    store(VALUE, 5);
    both(VALUE, 6, 3); /* the access takes effect before the switch */
    CHECK(load(VALUE) == 0);
    start_as(tiny);
    store(VALUE, 5);
    store(IRQ_VALUE, 6);
    CHECK(store(IRQ_ID, 0x8000) && event.is_switch);
    CHECK(store(ID, 1) && event.kind == TORN);
    CHECK(!must_wait(true, VALUE));
}

/* What the hart has done at a cycle, and nothing else. */
static bool retires(struct weir_golden_retire retire)
{
    return clock_with((struct weir_golden_access){0}, (struct weir_golden_store){.retire = retire});
}

static void test_retire(void)
{
    start_as(full);
    store(0x100, 4 << 16 | 1 << 4 | 3); /* x4, and traps */
    store(0x10c, 0xfffffff0);
    CHECK(retires((struct weir_golden_retire){.rd = 4, .rd_data = 0x1007}) && event.is_switch &&
          event.value == 0x1000 && event.source == WEIR_GOLDEN_SNOOP);
    CHECK(!retires((struct weir_golden_retire){.rd = 5, .rd_data = 0x2000}) &&
          !retires((struct weir_golden_retire){.rd = 4, .rd_data = 0x1008}));
    for (unsigned i = 1; i <= 5; i++)
        CHECK(retires((struct weir_golden_retire){.trap = true, .code = (uint16_t)i}) &&
              event.id == WEIR_GOLDEN_ISR && event.value == 4 * i + 1);
    for (unsigned i = 5; i >= 2; i--)
        CHECK(retires((struct weir_golden_retire){.returns = true}) && event.value == 4 * i);
    CHECK(retires((struct weir_golden_retire){.returns = true}) &&
          event.value == 4 * 4095); /* four are kept */
    /* of one cycle: the trap, the return, the switch */
    CHECK(retires((struct weir_golden_retire){.rd = 4,
                                              .rd_data = 0x2000,
                                              .trap = true,
                                              .interrupt = true,
                                              .code = 7,
                                              .returns = true}) &&
          event.value == 31);
    CHECK(weir_golden_arbitrating(&unit) && idle() && event.value == 30 &&
          weir_golden_arbitrating(&unit) && idle() && event.is_switch && event.value == 0x2000);
    CHECK(!weir_golden_arbitrating(&unit) && !idle());
    event_is((struct weir_golden_event){.id = WEIR_GOLDEN_ISR, .source = 3, .value = 31}, 20,
             "1214121f"); /* those of stream.md */
    event_is((struct weir_golden_event){.id = WEIR_GOLDEN_ISR, .source = 3, .value = 30}, 90,
             "125a121e");
    event_is((struct weir_golden_event){.id = WEIR_GOLDEN_ISR, .source = 4 * 2 + 3, .value = 0}, 0,
             "900202");
    event_is((struct weir_golden_event){.id = WEIR_GOLDEN_ISR, .source = 0, .value = 0}, 0,
             "80c08003"
             "01"); /* of software: an id like others */
}

static bool hints(bool sltiu, uint16_t immediate, bool user, uint32_t value)
{
    return retires((struct weir_golden_retire){
        .hint = true, .sltiu = sltiu, .csr = immediate, .user = user, .csr_data = value});
}

static void test_hints(void)
{
    start_as(full);
    CHECK(!hints(false, 1, false, 5)); /* not enabled */
    store(0x100, 8);
    CHECK(load(0x494) == 0x0302 && !store(0x494, 0xffffc141) && load(0x494) == 0xc141);
    store(0x10c, 0); /* is for words alone */
    CHECK(hints(false, 0xfff, false, 0xabcdef01) && event.id == 0xfff && event.source == 0 &&
          event.value == 0xabcdef01 && event.class_ == WEIR_GOLDEN_USER);
    CHECK(hints(true, 0x7ff, false, 1) && event.id == 0x47ff && event.class_ == WEIR_GOLDEN_COM);
    CHECK(hints(true, 0x800, false, 1) && event.id == 0xc000 && event.class_ == WEIR_GOLDEN_SYS);
    CHECK(hints(false, 0, false, 1) && event.kind == WEIR_GOLDEN_ID);
    CHECK(hints(true, 0x801, true, 1) && event.kind == WEIR_GOLDEN_MASK && event.source == 2);
    CHECK(!retires((struct weir_golden_retire){.trap = true}) && hints(false, 2, false, 1) &&
          event.source == 1 && !retires((struct weir_golden_retire){.returns = true}) &&
          hints(false, 2, false, 1) && event.source == 0);
    CHECK(store(WINDOW + 4 * 512, 7) && event.id == 0x4100 && store(WINDOW + 4 * 1023, 7) &&
          event.id == 0xc1ff);
    store(0x494, 0x80);
    CHECK(hints(true, 0, false, 0x1234) && event.is_switch && load(0x108) == 0x1234);
    CHECK(hints(true, 0, true, 5) && event.kind == WEIR_GOLDEN_MASK && load(0x108) == 0x1234);
}

static void test_arbiter(void)
{
    start(4);
    store(VALUE, 5);
    uint64_t before = unit.time;
    CHECK(both(ID, 1, 1) && event.is_switch && event.time == before + 1 &&
          weir_golden_arbitrating(&unit));
    CHECK(must_wait(true, VALUE) && must_wait(true, CTRL) && must_wait(false, VALUE) &&
          must_wait(false, RUNNING));
    CHECK(!must_wait(false, CTRL) && !must_wait(false, ID) && must_wait(false, USER_VALUE));
    CHECK(snoop(2) && event.value == 5 && event.id == 1 &&
          event.time == before + 2); /* the port's event goes before what comes later */
    CHECK(snoop(2) && event.is_switch && event.value == 2 && event.time == before + 3);
    CHECK(must_wait(true, ID) && !idle() && must_wait(true, ID) && !idle() &&
          !must_wait(true, ID)); /* the same thread again: no switch, but its turn */

    both(RUNNING, 4, 3); /* judged behind the snooped store */
    CHECK(unit.hart[0].running == 3 && must_wait(false, RUNNING));
    CHECK(idle() && event.value == 4 && event.source == WEIR_GOLDEN_SNOOP &&
          event.time == unit.time);
    CHECK(must_wait(true, VALUE));
    CHECK(!idle() && load(RUNNING) == 4);
    both(RUNNING, 3, 3);
    CHECK(must_wait(true, ID) && !idle() && must_wait(true, ID) && !idle() && load(RUNNING) == 3);

    store(VALUE, 8); /* a VALUE store at the cycle of a switch is still of the thread that ran */
    both(VALUE, 9, 0);
    CHECK(load(VALUE) == 0);
    snoop(3);
    CHECK(load(VALUE) == 9);
    CHECK(at_once(ID, 0x8000) && must_wait(true, ID));
    CHECK(load(RUNNING) == 9);
    store(SWITCH_ID, 0xc000);
    CHECK(at_once(ID, 0xc000) && event.kind == TORN && must_wait(true, ID)); /* a switch or not */
}

static void test_harts(void)
{
    enum { HART_1 = 0x20000 };
    struct weir_golden_parameters has = full;
    has.harts = 2;
    start_as(has);
    store(0x124, 0x2000);
    store(0x120, 1);
    store(HART_1, 5);
    CHECK(clock_with((struct weir_golden_access){true, true, HART_1 + 4, 1, 0xf},
                     (struct weir_golden_store){true, 0x2000, 9, 0xf, {0}}) &&
          event.source == 3);
    /* in the order in which they came: the event of hart 1 waits, and then its snoop sees a switch
     */
    CHECK(clock_of(1, (struct weir_golden_access){0},
                   (struct weir_golden_store){true, 0x2000, 7, 0xf, {0}}) &&
          event.source == 4 && event.value == 5);
    CHECK(idle() && event.source == 7 && event.value == 7);
    /* while it waits, stores of any hart that may be events wait, too; no others, but those of the
     * hart whose thread may change */
    start_as(has);
    store(HART_1, 5);
    CHECK(clock_with((struct weir_golden_access){true, true, HART_1 + 4, 1, 0xf},
                     (struct weir_golden_store){true, 0x2000, 9, 0xf, {0}}) &&
          event.source == 3 && unit.waiting.valid);
    for (unsigned hart = 0; hart < 2; hart++) {
        const uint32_t of = hart * (HART_1 - VALUE), running = RUNNING + hart * 0x20;
        CHECK(must_wait(true, ID + of) && must_wait(true, IRQ_ID + of) &&
              must_wait(true, USER_ID + of) && must_wait(true, running));
        CHECK(must_wait(true, WINDOW + of) && must_wait(true, WINDOW + of + 4) &&
              must_wait(true, IRQ_WINDOW + of + 4) && must_wait(true, USER_WINDOW + of + 4));
        CHECK(must_wait(true, VALUE + of) == !hart && must_wait(false, VALUE + of) == !hart &&
              must_wait(false, running) == !hart && !must_wait(true, CTRL) &&
              !must_wait(false, WINDOW + of + 4));
    }
    CHECK(idle() && event.source == 4 && !must_wait(true, HART_1 + 4) &&
          !must_wait(true, WINDOW + 4) && !must_wait(true, ID)); /* no value is searched for */
    CHECK(!idle() && !must_wait(true, WINDOW + 4) && !must_wait(true, ID));
    has.harts = 16;
    start_as(has);
    store(0x100000, 5); /* of the last */
    CHECK(store(0x100004, 1) && event.source == 60 && event.value == 5 && !idle());
}

/* The pins are a source of their own. */
static void test_pins(void)
{
    struct weir_golden_parameters has = full;
    has.pins = 1;
    start_as(has);
    store(0x4a4, 0xffffffff);
    CHECK(load(0x4a4) == 1);
    for (unsigned i = 0; i < 4; i++)
        idle();
    unit.pins_level = 1;
    CHECK(!idle() && !idle() && idle() && event.id == WEIR_GOLDEN_PIN && event.value == 1 &&
          event.source == 4 + WEIR_GOLDEN_INTERRUPT && !idle());
    has.pins = 2; /* the two of one cycle, one by one */
    start_as(has);
    store(0x4a4, 3);
    for (unsigned i = 0; i < 4; i++)
        idle();
    unit.pins_level = 3;
    CHECK(!idle() && !idle() && idle() && event.id == WEIR_GOLDEN_PIN &&
          weir_golden_arbitrating(&unit));
    CHECK(idle() && event.id == WEIR_GOLDEN_PIN + 1 && !weir_golden_arbitrating(&unit));
}

static void test_disabled(void)
{
    start(4);
    store(VALUE, 5);
    store(IRQ_VALUE, 6);
    store(CTRL, 0);
    CHECK(load(VALUE) == 0 && load(IRQ_VALUE) == 6);
    CHECK(!store(VALUE, 5) && !store(ID, 1) && !narrow(ID, 1) && !store(WINDOW + 4, 1) &&
          load(FAULT) == 0 && !snoop(9));
    CHECK(!store(RUNNING, 3) && load(RUNNING) == 3);
    CHECK(!narrow(WINDOW + 4, 1) && load(FAULT) == 0);
    load(VALUE + 8);
    CHECK(load(FAULT) == 1);
    store(FAULT, 1);
    store(CTRL, 1);
    CHECK(store(ID, 1) && event.kind == TORN);
    CHECK(store(IRQ_ID, 1) && event.kind == TORN);
    CHECK(unit.offered[0][NONE] == 1 && unit.offered[1][NONE] == 1);
    store(CTRL, 3); /* CLEAR while enabled does nothing */
    CHECK(load(FAULT) == 1 && unit.offered[0][NONE] == 1);
    store(CTRL, 0);
    store(CTRL, 2);
    CHECK(unit.offered[0][NONE] == 0 && unit.time == 0);
    store(CTRL, 1);
    CHECK(store(WINDOW + 4, 1) && event.time == 2);
    store(CTRL, 0);
    store(CTRL, 3); /* while counters are cleared, no snooped store is looked at */
    CHECK(!snoop(77) && load(RUNNING) == 3 && snoop(77));
}

/* ---- filter */

static bool offers(uint32_t id) { return store(WINDOW + 4 * id, id); }

/* An event of any id, by the interrupt port. */
static bool pair(uint32_t id, uint32_t value)
{
    store(IRQ_VALUE, value);
    return store(IRQ_ID, id);
}

static void test_selection(void)
{
    start(4);
    CHECK(load(SELECT) == 7 && load(SELECT_ID) == 0 && load(FILTERED) == 0 && load(STATE) == 0);
    store(SELECT, 0xfffffffd); /* no COM, ids in none of three sets */
    CHECK(load(SELECT) == 0x1705);
    store(RANGE, 20 << 16 | 10);
    store(RANGE + 4, 0xffffu << 16 | 0xfff0);
    store(SELECT_ID, 0xff << 16 | 0x55);
    CHECK(offers(9) && !offers(10) && !offers(20) && offers(21) && !offers(0x55) &&
          !offers(0x155) && offers(0x54));
    CHECK(!pair(0x4000, 1) && pair(0xffef, 1) && !pair(0xfff0, 1) && !idle() && !idle() &&
          load(FILTERED) == 6);
    store(SELECT, 0x107);
    CHECK(!offers(9) && offers(10) && offers(20) && !offers(21) &&
          snoop(5)); /* a switch has no id */
    store(SELECT, 3);
    CHECK(!snoop(6) && load(RUNNING) == 6 && offers(9) && !pair(0xfff0, 1));
    CHECK(pair(0x9000, 1) && event.kind == BAD_ID);
    store(SELECT, 0);
    CHECK(store(ID, 1) && event.kind == TORN && !offers(1));
    store(CTRL, 0);
    store(CTRL, 3);
    CHECK(load(FILTERED) == 0 && load(SELECT) == 0);
}

static bool is_rate_limited_now(uint32_t id)
{
    return offers(id) && event.kind == WEIR_GOLDEN_RATE_LIMIT && event.class_ == NONE;
}

static void test_rate_limits(void)
{
    start(4);
    store(RATE_LIMIT, 0x80000000 | 4 << 16 | 2); /* 2 of USER in 16 ticks */
    CHECK(load(RATE_LIMIT) == (0x80000000 | 4 << 16 | 2));
    CHECK(offers(1) && event.kind == 0);
    uint64_t first = event.time;
    CHECK(offers(1) && event.kind == 0 && is_rate_limited_now(1) && pair(0x4000, 1) &&
          event.kind == 0 && pair(0xc001, 1) && event.kind == 0);
    while (unit.time < first + 14)
        idle();
    CHECK(is_rate_limited_now(1) && event.time == first + 15);
    CHECK(offers(1) && event.kind == 0 && event.time == first + 16);
    CHECK(offers(1) && event.kind == 0 && is_rate_limited_now(1));
    store(RATE_LIMIT, 0x80000000 | 4 << 16 | 2); /* a new window */
    CHECK(offers(1) && event.kind == 0);
    store(RATE_LIMIT + 4, 0x80000000); /* none of COM */
    CHECK(pair(0x4000, 1) && event.kind == WEIR_GOLDEN_RATE_LIMIT && event.source == 1);
    store(RATE_LIMIT + 4, 1);
    CHECK(pair(0x4000, 1) && event.kind == 0 && pair(0x4000, 1) && event.kind == 0);
    store(SELECT, 6); /* what is filtered out opens no window */
    store(RATE_LIMIT, 0x80000000 | 31 << 16 | 1);
    CHECK(!offers(1));
    store(SELECT, 7);
    CHECK(offers(1) && event.kind == 0 && is_rate_limited_now(1));
}

static void test_trigger(void)
{
    start(4);
    store(MATCH, 0xffffu << 16 | 7); /* id 7 */
    store(MATCH + 0x10, 0);
    store(MATCH + 0x14, 0x10); /* any id, value 0x10-0x1f */
    store(MATCH + 0x18, 0xfffffff0);
    store(TRIGGER, 1 | 2 << 4); /* 7 starts, 0x1x stops */
    CHECK(load(STATE) == 0 && offers(1) && offers(0x10) && !offers(0x11) && !offers(1) &&
          load(STATE) == 1);
    CHECK(store(ID, 1) && event.kind == TORN && !snoop(0x1000) && load(RUNNING) == 0x1000);
    CHECK(offers(7) && offers(8) && load(STATE) == 1 && load(STATE) == 0);
    store(SELECT, 0); /* a cause need not be selected */
    CHECK(!offers(0x1f));
    idle();
    idle();
    CHECK(load(STATE) == 1);
    store(SELECT, 7);
    store(TRIGGER, 2 << 8);
    store(AFTER, 2);
    store(STATE, 0);
    CHECK(offers(0x12) && store(ID, 1) && event.kind == TORN && load(STATE) == 0 &&
          load(STATE) == (2 << 16 | 2));
    CHECK(offers(0x13) && load(STATE) == (2 << 16 | 2) && load(STATE) == (2 << 16 | 2) &&
          load(STATE) == (1 << 16 | 2) && offers(3) && !offers(4));
    idle();
    idle();
    CHECK(load(STATE) == 3 && load(0x14) == 0x10 && !store(ID, 1) && !offers(7));
    store(AFTER, 0);
    store(STATE, 2);
    CHECK(load(STATE) == 3 && !offers(7));
    store(STATE, 0);
    CHECK(offers(0x12) && !offers(1));

    store(TRIGGER, 4 | 4 << 4 | 4 << 12); /* the pin, to and fro */
    store(STATE, 1);
    CHECK(!offers(1));
    unit.trigger_pin = true;
    idle();
    CHECK(!unit.filter.pulse && offers(1) &&
          unit.filter.pulse); /* seen by the cycle before that of the event */
    CHECK(offers(1) && !unit.filter.pulse);
    store(TRIGGER, 4 | 4 << 4 | 1 << 16);
    CHECK(offers(1));
    unit.trigger_pin = false;
    idle();
    CHECK(offers(1) && !offers(1)); /* the last one */
}

/* ---- what the unit has */

static bool faults(uint32_t addr)
{
    store(FAULT, 1);
    load(addr);
    return load(FAULT);
}

static void test_pages(void)
{
    start(8);
    CHECK(load(0x08) == (1 | 8 << 8 | 6 << 13 | 12 << 18 | 16 << 23));
    CHECK(load(0x0c) == (1 | 1 << 1 | 1 << 2 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 8 | 32 << 24));
    for (unsigned source = 0; source < 4; source++) {
        CHECK(!faults(COUNT + 128 * source) && !faults(COUNT + 128 * source + 4 * 6));
        CHECK(!faults(COUNT + 128 * source + 4 * 7)); /* OVERRUN, with RETIRE */
        CHECK(!faults(COUNT + 128 * source + 64) && !faults(COUNT + 128 * source + 72) &&
              faults(COUNT + 128 * source + 76));
    }
    CHECK(faults(COUNT + 512) && faults(0x3000) && faults(0x4000) && faults(0xf000) &&
          faults(0x13000) && faults(0x17000) && faults(0x1b000));
    CHECK(weir_golden_is_clear(&(struct weir_golden_access){true, true, CTRL, 2, 0xf}) &&
          !weir_golden_is_clear(&(struct weir_golden_access){true, false, CTRL, 2, 0xf}));
    CHECK(!faults(USER_VALUE) && !faults(USER_WINDOW) && !faults(TIME_LO) && !faults(MASK) &&
          faults(MASK + 4));
    store(FAULT, 1);
    store(COUNT, 1);
    CHECK(load(FAULT) == 0);
    narrow(COUNT, 1);
    CHECK(load(FAULT) == 1);

    start_as(tiny);
    CHECK(load(0x08) == (1 | 10 << 18) && load(0x0c) == (1 << 7 | 1 << 8 | 32 << 24));
    CHECK(!faults(COUNT + 128 * 1) && faults(COUNT + 128 * 2) && faults(COUNT + 128 * 3) &&
          faults(COUNT + 64));
    CHECK(!faults(COUNT + 4 * 5) && faults(COUNT + 4 * 6) && faults(SELECT) && faults(STATE));
    CHECK(faults(USER_VALUE) && faults(WINDOW) && faults(TIME_LO) && faults(MASK) &&
          faults(RUNNING) && faults(0x100));
}

static void test_overrun(void)
{
    struct weir_golden_parameters has = full;
    has.retire = 0;
    start_as(has);
    CHECK(faults(COUNT + 4 * 7)); /* one hart: nothing is passed over */
    has.harts = 2;
    start_as(has);
    CHECK(!faults(COUNT + 4 * 7));
    has.harts = 1;
    has.pins = 1;
    start_as(has);
    CHECK(!faults(COUNT + 4 * 7));
}

/* Of what there was before a reset, only the bits that are always 0 are known. */
static void test_locked(void)
{
    enum { SNAPSHOT = 0x50, PLACES = 0x54, TAIL = 0x58, FRAME_CTRL = 0x480 };
    struct weir_golden_parameters has = full;
    has.frame = 1;
    weir_golden_reset(&unit, &has);
    unit.auth_pin = unit.auth[0] = unit.auth[1] = true;
    load(SNAPSHOT);
    CHECK(answer.known == ~1u);
    load(PLACES);
    CHECK(answer.known == 0xe000e000);
    load(TAIL);
    CHECK(answer.known == 0xfc000000);
    store(CTRL, 2);
    load(SNAPSHOT);
    CHECK(answer.known == 0xffffffff && answer.value == 0);
    store(FRAME_CTRL, 7 << 16 | 1);
    CHECK(load(FRAME_CTRL) == (7 << 16 | 1));
}

/* A ring of 2^window bytes in sections of 2^section. */
static bool ring_is(struct weir_golden_parameters has, unsigned section, unsigned window)
{
    weir_golden_reset(&unit, &has);
    store(0x608, section << 8 | window);
    store(0x600, 1);
    return load(0x600) == 1 && load(FAULT) == 0;
}

static void test_ring(void)
{
    struct weir_golden_parameters plain = full, has;
    plain.thread_cache = 0;
    CHECK(ring_is(plain, 8, 9) && !ring_is(plain, 7, 9) && !ring_is(plain, 8, 8) &&
          ring_is(plain, 16, 17) && !ring_is(plain, 17, 18));
    has = plain, has.thread_cache = 16;
    CHECK(!ring_is(has, 8, 9) && ring_is(has, 9, 10));
    has = plain, has.args = 2;
    CHECK(!ring_is(has, 8, 9) && ring_is(has, 9, 10));
    has = plain, has.pins = 1;
    CHECK(!ring_is(has, 8, 9) && ring_is(has, 9, 10));
    has.harts = 4;
    CHECK(!ring_is(has, 9, 10) && ring_is(has, 10, 11));
    has.thread_cache = 16;
    CHECK(!ring_is(has, 10, 11) && ring_is(has, 11, 12));
    for (has.ring = 0; has.ring < 2; has.ring++) { /* an error of the memory is reported until it is
                                                      cleared, by a unit with a ring */
        start_as(has);
        unit.memory_error = true;
        idle();
        unit.memory_error = false;
        CHECK(load(FAULT) == 4 * has.ring);
        store(FAULT, 1);
        CHECK(load(FAULT) == 4 * has.ring);
        store(FAULT, 4);
        CHECK(load(FAULT) == 0);
    }
}

/* CONFIG and FEATURES tell each parameter, and nothing else. */
static void test_features(void)
{
    enum { CONFIG = 0x8, FEATURES = 0xc };
    /* what one more of the parameter adds to the register */
    static const struct {
        size_t parameter;
        unsigned from, to;
        uint32_t adds, offset;
    } shown[] = {
        {offsetof(struct weir_golden_parameters, harts), 1, 16, 1, CONFIG},
        {offsetof(struct weir_golden_parameters, value_regs), 0, 16, 1 << 8, CONFIG},
        {offsetof(struct weir_golden_parameters, queue_log2), 2, 12, 1 << 13, CONFIG},
        {offsetof(struct weir_golden_parameters, fifo_log2), 8, 20, 1 << 18, CONFIG},
        {offsetof(struct weir_golden_parameters, thread_cache), 0, 16, 1 << 23, CONFIG},
        {offsetof(struct weir_golden_parameters, tiny), 0, 1, 1 << 7, FEATURES},
        {offsetof(struct weir_golden_parameters, retire), 0, 1, 1 << 0, FEATURES},
        {offsetof(struct weir_golden_parameters, filter), 0, 1, 1 << 1, FEATURES},
        {offsetof(struct weir_golden_parameters, time_base), 0, 1, 1 << 2, FEATURES},
        {offsetof(struct weir_golden_parameters, checkpoint), 0, 1, 1 << 3, FEATURES},
        {offsetof(struct weir_golden_parameters, peek), 0, 1, 1 << 4, FEATURES},
        {offsetof(struct weir_golden_parameters, protect), 0, 1, 1 << 5, FEATURES},
        {offsetof(struct weir_golden_parameters, ring), 0, 1, 1 << 6, FEATURES},
        {offsetof(struct weir_golden_parameters, args), 1, 4, 1 << 8, FEATURES},
        {offsetof(struct weir_golden_parameters, frame), 0, 4, 1 << 12, FEATURES},
        {offsetof(struct weir_golden_parameters, pins), 0, 32, 1 << 16, FEATURES},
        {offsetof(struct weir_golden_parameters, value_w), 32, 64, 1 << 24, FEATURES},
    };
    struct weir_golden_parameters has = {
        .harts = 1, .value_w = 32, .args = 1, .queue_log2 = 2, .fifo_log2 = 8};
    start_as(tiny);
    CHECK(load(CONFIG) == (1 | 10 << 18) && load(FEATURES) == (1 << 7 | 1 << 8 | 32 << 24));
    start_as(has);
    const uint32_t config = load(CONFIG), features = load(FEATURES);
    CHECK(config == (1 | 2 << 13 | 8 << 18) && features == (1 << 8 | 32 << 24));
    for (unsigned i = 0; i < sizeof shown / sizeof *shown; i++)
        for (unsigned value = shown[i].from; value <= shown[i].to; value++) {
            struct weir_golden_parameters other = has;
            *(unsigned *)(void *)((char *)&other + shown[i].parameter) = value;
            start_as(other);
            const uint32_t more = (value - shown[i].from) * shown[i].adds;
            CHECK(load(CONFIG) == config + (shown[i].offset == CONFIG ? more : 0) &&
                  load(FEATURES) == features + (shown[i].offset == FEATURES ? more : 0));
        }
}

/* The END of an entry by software was read at this cycle, or it was not. */
static void test_sw_entry(void)
{
    enum { BEGIN = 0x4000, WORD = BEGIN + 4, END = BEGIN + 8 };
    struct weir_golden_parameters has = full;
    has.checkpoint = 1;
    start_as(has);
    for (uint32_t words = 1; words <= WEIR_GOLDEN_SW_ENTRY_WORDS; words++) {
        store(BEGIN, words);
        for (uint32_t i = 0; i < words; i++) {
            store(WORD, i << 8);
            CHECK(!unit.sw_entry_ended);
        }
        CHECK(load(END) == 0 && unit.sw_entry_ended == words && !idle() && !unit.sw_entry_ended);
        CHECK(load(END) != 0 && !unit.sw_entry_ended); /* it is no more */
    }
    store(BEGIN, 2);
    store(WORD, 0);
    CHECK(load(END) != 0 && !unit.sw_entry_ended);
}

/* A word takes 1, 2 or 4 bytes of a frame: the fewest that hold it. */
static void test_frames(void)
{
    static const struct {
        uint64_t value;
        unsigned size;
    } words[] = {{0, 1},      {1, 1},       {0xff, 1},    {0x100, 2},     {0x101, 2},
                 {0xffff, 2}, {0x10000, 4}, {0x10001, 4}, {0xffffffff, 4}};
    enum {
        WORDS = sizeof words / sizeof *words,
        FLAG = 0x7e,
        ESCAPE = 0x7d,
        U8 = 1,
        U16 = 3,
        U32 = 5
    };
    for (unsigned i = 0; i < WORDS; i++)
        for (unsigned k = 0; k < WORDS; k++) {
            struct weir_golden_frames frames = {
                .id = 1, .timestamp = 4, .begun = true, .sequence = 9};
            const struct weir_golden_event e = {.time = 0x01020304,
                                                .id = 0x0706,
                                                .value = words[i].value,
                                                .more = {(uint32_t)words[k].value},
                                                .extra = 1};
            uint8_t bytes[WEIR_GOLDEN_FRAMES_MAX], frame[64],
                expected[64] = {6 << 5, 9, 4, 3, 2, 1, U16, 6, 7}, sum = 0;
            const size_t size = weir_golden_frame_event(&frames, &e, bytes);
            size_t used = 0, wanted = 9;
            for (unsigned part = 0; part < 2; part++) {
                const unsigned n = words[part ? k : i].size;
                expected[wanted++] = n == 1 ? U8 : n == 2 ? U16 : U32;
                for (unsigned byte = 0; byte < n; byte++)
                    expected[wanted++] = (uint8_t)(words[part ? k : i].value >> 8 * byte);
            }
            for (size_t byte = 0; byte < wanted; byte++)
                sum = (uint8_t)(sum + expected[byte]);
            expected[wanted++] = (uint8_t)-sum;
            for (size_t at = 0; at + 1 < size; at++)
                frame[used++] = bytes[at] == ESCAPE ? bytes[++at] ^ 0x20 : bytes[at];
            CHECK(bytes[size - 1] == FLAG && used == wanted &&
                  memcmp(frame, expected, wanted) == 0);
        }
}

/* A checkpoint leaves out what is no item of it. */
static void test_checkpoint(void)
{
    enum { ITEM_CACHE_END = 768 + 16 * WEIR_GOLDEN_CHECKPOINT_CACHE_ENTRIES };
    static struct weir_golden_checkpoint checkpoint;
    static uint8_t bytes[WEIR_GOLDEN_CHECKPOINT_BYTES];
    size_t empty = weir_golden_checkpoint_write(&checkpoint, bytes);
    weir_golden_checkpoint_entry(&checkpoint, 5, ITEM_CACHE_END, 7);
    CHECK(weir_golden_checkpoint_write(&checkpoint, bytes) == empty);
    weir_golden_checkpoint_entry(&checkpoint, 6, ITEM_CACHE_END - 16,
                                 7); /* the last cache entry: it, and the running thread */
    CHECK(weir_golden_checkpoint_write(&checkpoint, bytes) == empty + 4 + 3);
}

/* A jump over quiet time is the same as its cycles one by one: two models get the same accesses,
 * stores and pins at random cycles, and one of them jumps whenever it is quiet. */
static uint32_t random_word(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

/* Something that software or the SoC does: most of it at a few addresses, where it matters. */
static struct weir_golden_access random_access(uint64_t *state, const struct weir_golden *g)
{
    static const uint32_t registers[] = {
        0x010, 0x010, 0x010, 0x014, 0x018, 0x030, 0x038, 0x03c, 0x040, 0x05c, 0x060, 0x080,
        0x084, 0x090, 0x094, 0x098, 0x09c, 0x0a0, 0x0a4, 0x0a4, 0x0b0, 0x0b4, 0x0b8, 0x100,
        0x100, 0x104, 0x108, 0x10c, 0x120, 0x400, 0x480, 0x490, 0x494, 0x4a4, 0x4a8, 0x4ac,
        0x600};
    const uint32_t port = (1 + random_word(state) % g->has.harts) << 16 |
                          (random_word(state) & 0x8000) | random_word(state) % 3 << 12;
    struct weir_golden_access a = {true, random_word(state) % 4 != 0, port, random_word(state), 15};
    switch (random_word(state) % 8) {
    case 0:
    case 1: break; /* a value, often of a thread that another store names, too */
    case 2: a.addr += 4, a.data = random_word(state) % 12; break;
    case 3: a.addr += 4, a.data = 0x8000; break;
    case 4: a.addr += 0x4000 + 4 * (random_word(state) % 64); break;
    case 5: a.addr = 0x4000 + 16 * (random_word(state) % g->has.harts) +
                     4 * (random_word(state) % 3);
            a.data = random_word(state) % 3 << 8;
            break;
    default: a.addr = registers[random_word(state) % (sizeof registers / sizeof *registers)];
    }
    if (a.addr == 0x010 && random_word(state) % 8)
        a.data |= 1; /* mostly enabled */
    if (a.addr == 0x05c || (a.addr == 0x4ac && random_word(state) % 4))
        a.data = 0; /* never locked; a bus of pins only now and then */
    if (a.addr == 0x010 && random_word(state) % 4 == 0)
        a.data = 0;
    if (random_word(state) % 16 == 0)
        a.strobes = 3;
    return a;
}

static void test_quiet_of(const char *name, const struct weir_golden_parameters *has, uint64_t seed)
{
    static struct weir_golden stepped, jumped;
    uint64_t state = seed, jumps = 0, cycles = 0;
    weir_golden_reset(&stepped, has);
    weir_golden_reset(&jumped, has);
    for (unsigned n = 0; n < 2000; n++) {
        struct weir_golden_access access = {0};
        struct weir_golden_store store[WEIR_GOLDEN_HARTS] = {{0}};
        const uint32_t dice = random_word(&state);
        const uint64_t gap = dice % 3 ? dice / 8 % 8 : dice / 8 % 400;
        if (dice % 4 < 3)
            access = random_access(&state, &stepped);
        for (unsigned h = 0; h < has->harts; h++) {
            store[h].valid = random_word(&state) % 4 == 0;
            store[h].addr = stepped.hart[h].snoop_addr;
            store[h].data = random_word(&state) % 4;
            store[h].strobes = 15;
            store[h].retire.trap = random_word(&state) % 32 == 0;
            store[h].retire.returns = random_word(&state) % 32 == 0;
            store[h].retire.code = 7;
            store[h].retire.hint = random_word(&state) % 16 == 0;
            store[h].retire.sltiu = random_word(&state) % 2;
            store[h].retire.csr = random_word(&state) % 2 << 11;
            store[h].retire.user = random_word(&state) % 4 == 0;
        }
        const bool ready = !stepped.clearing || dice % 2;
        const bool auth = random_word(&state) % 8, trigger = random_word(&state) % 2;
        const uint32_t pins = random_word(&state) % 4 ? stepped.pins_level
                                                      : random_word(&state) & random_word(&state);
        const uint64_t external = stepped.external + random_word(&state) % 100;
        struct weir_golden *both[2] = {&stepped, &jumped};
        struct weir_golden_answer answer[2] = {{0, 0}, {0, 0}};
        struct weir_golden_event event[2];
        bool offered[2];
        const struct weir_golden_store none[WEIR_GOLDEN_HARTS] = {{0}};
        const struct weir_golden_access nothing = {0};
        access.valid &= ready && !weir_golden_must_wait(&stepped, &access);
        for (unsigned i = 0; i < 2; i++) {
            both[i]->ready = ready;
            both[i]->auth_pin = auth;
            both[i]->trigger_pin = trigger;
            both[i]->pins_level = pins;
            both[i]->external = external;
            offered[i] = weir_golden_clock(both[i], &access, store, false, &answer[i], &event[i]);
        }
        CHECK(offered[0] == offered[1] && answer[0].value == answer[1].value);
        CHECK(memcmp(&event[0], &event[1], sizeof event[0]) == 0);
        for (uint64_t i = 0; i < gap; i++) {
            struct weir_golden_answer a;
            struct weir_golden_event e;
            CHECK(!weir_golden_clock(&stepped, &nothing, none, false, &a, &e) ||
                  !weir_golden_quiet(&jumped));
            if (weir_golden_quiet(&jumped)) {
                for (i++; i < gap; i++) /* `stepped` has nothing to offer for all of them */
                    CHECK(!weir_golden_clock(&stepped, &nothing, none, false, &a, &e));
                weir_golden_advance(&jumped, stepped.cycle - jumped.cycle);
                jumps++;
                break;
            }
            (void)weir_golden_clock(&jumped, &nothing, none, false, &a, &e);
        }
        cycles += gap;
        if (memcmp(&stepped, &jumped, sizeof stepped) != 0) {
            printf("%s, seed %u: a jump is not its cycles\n", name, (unsigned)seed);
            failures++;
            return;
        }
    }
    CHECK(jumps > 500 && cycles > 50000);
}

static void test_quiet(void)
{
#define QUIET_OF(name, ...)                                                                        \
    for (uint64_t seed = 1; seed <= 4; seed++)                                                     \
        test_quiet_of(#name, &(const struct weir_golden_parameters){__VA_ARGS__}, seed);
    WEIR_GOLDEN_SETS(QUIET_OF)
#undef QUIET_OF
    /* A jump that nobody steps: it is as long as its parts, to the last fraction of a tick. */
    struct weir_golden whole, parts;
    weir_golden_reset(&whole, &(const struct weir_golden_parameters){.harts = 1, .time_base = 1});
    whole.time_step = whole.step_before = 0x14d55555;
    whole.fraction = 0xffffff;
    parts = whole;
    weir_golden_advance(&whole, (uint64_t)7 << 40);
    for (unsigned i = 0; i < 7 << 20; i++)
        weir_golden_advance(&parts, 1 << 20);
    CHECK(whole.time == parts.time && whole.fraction == parts.fraction);
    CHECK(whole.cycle == (uint64_t)7 << 40 && parts.cycle == whole.cycle);
}

int main(void)
{
    test_quiet();
    test_stream();
    test_pairs();
    test_windows();
    test_guaranteed();
    test_wide();
    test_args();
    test_mask();
    test_threads();
    test_without_owner();
    test_arbiter();
    test_retire();
    test_hints();
    test_disabled();
    test_selection();
    test_rate_limits();
    test_trigger();
    test_pages();
    test_harts();
    test_pins();
    test_overrun();
    test_locked();
    test_ring();
    test_checkpoint();
    test_features();
    test_sw_entry();
    test_frames();
    if (!failures)
        printf("golden model: as documented\n");
    return failures ? 1 : 0;
}
