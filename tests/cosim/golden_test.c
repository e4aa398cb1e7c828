/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of the golden model: the worked examples of docs/, and the rules of the ports one by one. */
#include "weir_golden.h"

#include <stdio.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                                                                                \
    do {                                                                                                                \
        if (!(condition)) {                                                                                             \
            printf("line %d: not so: %s\n", __LINE__, #condition);                                                      \
            failures++;                                                                                                 \
        }                                                                                                               \
    } while (0)

/* ---- the stream ---- */

/* Encodes an event `delta` ticks after time 1000 and compares; `expected` is hexadecimal. */
static void event_is(struct weir_golden_event event, uint64_t delta, const char *expected)
{
    struct weir_golden_stream stream = {1000};
    uint8_t octets[WEIR_GOLDEN_EVENT_MAX];
    char text[2 * sizeof octets + 1] = "";
    event.time = 1000 + delta;
    size_t size = weir_golden_encode_event(&stream, &event, octets);
    for (size_t i = 0; i < size; i++)
        sprintf(text + 2 * i, "%02x", octets[i]);
    if (strcmp(text, expected) != 0 || stream.time != event.time) {
        printf("event: %s, must be %s\n", text, expected);
        failures++;
    }
}

static void loss_is(const struct weir_golden_loss *loss, uint64_t time, const char *expected)
{
    struct weir_golden_stream stream = {1000};
    uint8_t octets[WEIR_GOLDEN_LOSS_MAX];
    char text[2 * sizeof octets + 1] = "";
    size_t size = weir_golden_encode_loss(&stream, loss, time, octets);
    for (size_t i = 0; i < size; i++)
        sprintf(text + 2 * i, "%02x", octets[i]);
    if (strcmp(text, expected) != 0) {
        printf("loss record: %s, must be %s\n", text, expected);
        failures++;
    }
}

static void test_stream(void)
{
    /* the three of docs/formats/stream.md */
    event_is((struct weir_golden_event){.id = 1, .value = 7}, 10, "2a0a1107");
    event_is((struct weir_golden_event){.id = 12, .value = 0x80000000}, 300, "821bac02510000008000");
    event_is((struct weir_golden_event){.is_switch = true, .value = 0x1234}, 1, "0a01223412");
    /* values: 0 has no octet, a set top bit brings a guard octet */
    event_is((struct weir_golden_event){.id = 1}, 0, "2801");
    event_is((struct weir_golden_event){.id = 1, .value = 127}, 0, "28117f");
    event_is((struct weir_golden_event){.id = 1, .value = 128}, 0, "28218000");
    event_is((struct weir_golden_event){.id = 1, .value = 0xffffffff}, 0, "2851ffffffff00");
    /* items: the last short one, the first long one, the largest, other harts (header 16 * (id + 15) + hart) << 3 */
    event_is((struct weir_golden_event){.id = 11}, 0, "7801");
    event_is((struct weir_golden_event){.id = 12}, 0, "801b01");
    event_is((struct weir_golden_event){.id = 0xffff, .source = 4 * 15}, 0, "f88e8004" "01");
    event_is((struct weir_golden_event){.id = 1, .source = 4 * 1}, 0, "881001");
    event_is((struct weir_golden_event){.is_switch = true, .source = 4 * 2 + 3}, 0, "900102");
    /* 64-bit deltas */
    event_is((struct weir_golden_event){.id = 1}, (uint64_t)1 << 33, "2a808080802001");
    event_is((struct weir_golden_event){.id = 1}, (uint64_t)-1 - 1000, "2a" "97f8ffffffffffffff01" "01");

    struct weir_golden_loss loss = {0};
    struct weir_golden_event event = {.time = 900, .source = WEIR_GOLDEN_THREAD, .class_ = WEIR_GOLDEN_USER};
    CHECK(weir_golden_loss_empty(&loss));
    weir_golden_loss_add(&loss, &event, WEIR_GOLDEN_ROOM);
    event = (struct weir_golden_event){.time = 1001, .source = WEIR_GOLDEN_INTERRUPT, .class_ = WEIR_GOLDEN_NONE};
    weir_golden_loss_add(&loss, &event, WEIR_GOLDEN_ID);
    CHECK(!weir_golden_loss_empty(&loss));
    loss_is(&loss, 1001,
            "1a01" "a103" /* item 3, delta 1; 26 octets, and the size in two octets */
            "00030101" "03030101" "04030105" "05030103" "0603028403" "070302e903");
}

/* ---- ports ---- */

static struct weir_golden unit;
static struct weir_golden_event event;
static struct weir_golden_answer answer;

static bool clock_with(struct weir_golden_access access, struct weir_golden_store store)
{
    return weir_golden_clock(&unit, &access, &store, false, &answer, &event);
}
static bool store(uint32_t addr, uint32_t data)
{
    return clock_with((struct weir_golden_access){true, true, addr, data, 0xf}, (struct weir_golden_store){0});
}
static bool narrow(uint32_t addr, uint32_t data)
{
    return clock_with((struct weir_golden_access){true, true, addr, data, 0x3}, (struct weir_golden_store){0});
}
static uint32_t load(uint32_t addr)
{
    clock_with((struct weir_golden_access){true, false, addr, 0, 0}, (struct weir_golden_store){0});
    return answer.value & answer.known;
}
static bool snoop(uint32_t data)
{
    return clock_with((struct weir_golden_access){0}, (struct weir_golden_store){true, 0x2000, data, 0xf});
}
static bool idle(void) { return clock_with((struct weir_golden_access){0}, (struct weir_golden_store){0}); }

enum { CTRL = 0x10, FAULT = 0x18, SWITCH_ID = 0x38, RUNNING = 0x108, VALUE = 0x4000, ID = 0x4004, IRQ_VALUE = 0x5000, IRQ_ID = 0x5004 };

static void start(unsigned slots)
{
    weir_golden_reset(&unit, slots, 5, 10);
    store(0x104, 0x2000);
    store(0x100, 1);
    store(CTRL, 1);
}

static void test_pairs(void)
{
    start(4);
    CHECK(!store(VALUE, 5));
    CHECK(load(VALUE) == 5);
    CHECK(store(ID, 1) && event.value == 5 && event.cause == 0 && event.class_ == WEIR_GOLDEN_USER && event.time == 6);
    CHECK(load(VALUE) == 5);
    CHECK(store(ID, 1) && event.cause == WEIR_GOLDEN_TORN && event.class_ == WEIR_GOLDEN_USER);
    store(VALUE, 1);
    CHECK(store(ID, 0x8001) && event.cause == WEIR_GOLDEN_ID && event.class_ == WEIR_GOLDEN_NONE);
    CHECK(store(ID, 1) && event.cause == WEIR_GOLDEN_TORN); /* the bad id has consumed the latch */
    store(VALUE, 1);
    CHECK(!narrow(VALUE, 2) && load(FAULT) == 1);
    CHECK(load(VALUE) == 1);
    CHECK(store(ID, 1) && event.cause == WEIR_GOLDEN_TORN);
    store(VALUE, 1);
    CHECK(narrow(ID, 1) && event.cause == WEIR_GOLDEN_ID);
    CHECK(store(ID, 0) && event.cause == WEIR_GOLDEN_ID); /* before TORN */
    store(IRQ_VALUE, 9);
    CHECK(store(IRQ_ID, 0x4000) && event.value == 9 && event.class_ == WEIR_GOLDEN_COM && event.source == 1);
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
    store(VALUE, 13); /* both latches are fresh: latch 0, of thread 0, is the victim */
    snoop(0);
    CHECK(store(ID, 1) && event.cause == WEIR_GOLDEN_TORN);
    snoop(1);
    CHECK(store(ID, 1) && event.value == 11);
    snoop(2);
    CHECK(store(ID, 1) && event.value == 13);

    start(1);
    store(VALUE, 10);
    snoop(1);
    store(VALUE, 11);
    CHECK(store(ID, 1) && event.value == 11);
    snoop(0);
    CHECK(store(ID, 1) && event.cause == WEIR_GOLDEN_TORN);

    start(4); /* a switch by software, under both ids */
    store(VALUE, 7);
    CHECK(store(ID, 0x8000) && event.is_switch && event.class_ == WEIR_GOLDEN_SYS && event.source == 0);
    CHECK(load(RUNNING) == 7);
    store(SWITCH_ID, 0xc000);
    store(VALUE, 8);
    CHECK(store(ID, 0x8000) && event.cause == WEIR_GOLDEN_ID);
    store(VALUE, 8);
    CHECK(store(ID, 0xc000) && event.is_switch && load(RUNNING) == 8);
    store(SWITCH_ID, 0x8001);
    CHECK(load(FAULT) == 1 && load(SWITCH_ID) == 0xc000);
}

static void test_collision(void)
{
    start(4);
    store(VALUE, 5);
    uint64_t before = unit.time;
    CHECK(clock_with((struct weir_golden_access){true, true, VALUE, 6, 0xf},
                     (struct weir_golden_store){true, 0x2000, 1, 0xf}) && event.is_switch && event.time == before + 1);
    struct weir_golden_access next = {true, true, ID, 1, 0xf};
    CHECK(weir_golden_must_wait(&unit, &next));
    CHECK(snoop(2)); /* edge on edge: the store to VALUE waits on */
    CHECK(!idle()); /* and takes effect now: it is thread 2's */
    CHECK(!weir_golden_must_wait(&unit, &next));
    CHECK(load(VALUE) == 6);
    CHECK(store(ID, 1) && event.value == 6);
    CHECK(clock_with((struct weir_golden_access){true, true, ID, 1, 0xf},
                     (struct weir_golden_store){true, 0x2000, 0, 0xf}) && event.is_switch);
    CHECK(idle() && event.value == 5 && !event.is_switch && event.time == unit.time); /* of thread 0, an edge later */
}

static void test_disabled(void)
{
    start(4);
    store(VALUE, 5);
    store(IRQ_VALUE, 6);
    store(CTRL, 0);
    CHECK(load(VALUE) == 0 && load(IRQ_VALUE) == 6);
    CHECK(!store(VALUE, 5) && !store(ID, 1) && !narrow(ID, 1) && load(FAULT) == 0 && !snoop(9));
    CHECK(!store(RUNNING, 3) && load(RUNNING) == 3);
    load(0x4008);
    CHECK(load(FAULT) == 1);
    store(FAULT, 1);
    store(CTRL, 1);
    CHECK(store(ID, 1) && event.cause == WEIR_GOLDEN_TORN);
    CHECK(store(IRQ_ID, 1) && event.cause == WEIR_GOLDEN_TORN);
    CHECK(unit.offered[WEIR_GOLDEN_USER] == 2);
    store(CTRL, 3); /* CLEAR while enabled does nothing */
    CHECK(load(FAULT) == 1 && unit.offered[WEIR_GOLDEN_USER] == 2);
    store(CTRL, 0);
    store(CTRL, 2);
    CHECK(unit.offered[WEIR_GOLDEN_USER] == 0);
}

int main(void)
{
    test_stream();
    test_pairs();
    test_threads();
    test_collision();
    test_disabled();
    if (!failures)
        printf("golden model: as documented\n");
    return failures ? 1 : 0;
}
