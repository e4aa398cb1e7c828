/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the driver on the host, on the device with faults of mock_unit.h. `driver_test head
 * PRESET` and `driver_test names` print the input of test_driver.py. */
#include "mock_unit.h"

#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "weir.h"
#include "weir_crash.h"
#include "weir_device.h"

#ifdef WEIR_WINDOW
enum { WEIR_WINDOW_KNOWN = WEIR_WINDOW };
#else
enum { WEIR_WINDOW_KNOWN = 0 };
#endif

/* ---- A sink that can fail */

static uint8_t sunk[4096];
static size_t sunk_count, sink_calls;
static int sink_fails; /* number of next calls that fail */

static int sink(void *context, const void *bytes, size_t count)
{
    assert(context == &sink_fails);
    assert(count > 0 && (uintptr_t)bytes % 4 == 0);
    sink_calls++;
    if (sink_fails) {
        sink_fails--;
        return 5;
    }
    assert(sunk_count + count <= sizeof sunk);
    memcpy(sunk + sunk_count, bytes, count);
    sunk_count += count;
    return 0;
}

static struct weir_named names[3];
static const struct weir_event_name events[] = {
    {1, "one"},
    {11, "eleven"},
    {12, "twelve"},
    {0x4001, "\xc3\x9c"
             "bung"},
    {0x7fff,
     "a name that is cut at sixty-three bytes, inside \xc3\xbc or before it: \xc3\xbc\xc3\xbc"},
};
static struct weir_config config;
static struct weir w;

static void fresh(void)
{
    assert(mock.undefined == 0);
    mock_reset();
    mock.config = 1 | 4 << 8 | 5 << 13 | 10 << 18 | 8 << 23;
    mock.features = MOCK_ARGS_1 | MOCK_NARROW;
    mock.authorised = 1u << 30;
    config = (struct weir_config){
        .base = MOCK_BASE,
        .unit = "ns10",
        .event_names = events,
        .event_name_count = 5,
        .names = names,
        .name_max = 3,
        .sink = sink,
        .sink_context = &sink_fails,
        .watermark = 100,
    };
    sunk_count = sink_calls = 0;
    sink_fails = 0;
    memset(&w, 0, sizeof w);
}

static void full(void) /* a unit with all features */
{
    fresh();
    mock.config = 1 | 8 << 8 | 6 << 13 | 12 << 18 | 16 << 23;
    mock.features = MOCK_PROTECT | MOCK_FILTER | MOCK_RETIRE | MOCK_CHECKPOINT | MOCK_ARGS_4 |
                    MOCK_NARROW;
}

static void tiny(void) /* a unit without optional features */
{
    fresh();
    mock.config = 1 | 10 << 18;
    mock.features = MOCK_TINY | MOCK_ARGS_1 | MOCK_NARROW;
}

static void start(void)
{
    assert(weir_init(&w, &config) == 0);
    assert(weir_start(&w) == 0);
    sunk_count = 0;
}

static void started(void)
{
    fresh();
    start();
}

static void fill(unsigned words)
{
    mock.read = 0;
    mock.written = words;
    for (unsigned i = 0; i < words; i++)
        mock.fifo[i] = 0x03020100u + 0x04040404u * i;
}

static void expect_bytes(size_t count) /* 0, 1, 2 ... as written by fill */
{
    assert(sunk_count == count);
    for (size_t i = 0; i < count; i++)
        assert(sunk[i] == (uint8_t)i);
}

/* ---- Tests */

static int head_describes(const char *what)
{
    const size_t size = strlen(what);
    for (size_t i = 0; i + size <= sunk_count; i++)
        if (!memcmp(sunk + i, what, size))
            return 1;
    return 0;
}

static void test_init(void)
{
    fresh();
    mock_store(MOCK_BASE + 0x010, 1);
    mock_store(MOCK_BASE + 0x01c, 1);
    mock_store(MOCK_BASE + 0x100, 1);
    mock.busy = 7;
    names[1].kind = 1;
    assert(weir_init(&w, &config) == 0);
    assert(mock_register(0x010) == 0 && mock_register(0x01c) == 0 && mock_register(0x100) == 0 &&
           mock.clears == 1 && mock.busy == 0);
    assert(mock_register(0x038) == 0x8000 && names[1].kind == 0 && sink_calls == 0);
    assert(w.harts == 1 && w.value_regs == 4 && w.thread_cache == 8 && w.fifo_log2 == 10);
    assert(w.contexts == 2 && w.windows && w.snoop && w.time && w.offered);
    full();
    mock_store(MOCK_BASE + 0x400, 0);
    mock_store(MOCK_BASE + 0x060, 7);
    assert(weir_init(&w, &config) == 0 && w.contexts == 3 && mock_register(0x400) == 0x30707 &&
           w.checkpoint && mock.checkpoint == 0);
    assert(weir_checkpoint(&w, 1000, 0) == 0 && mock.checkpoint == 1000);
    assert(weir_checkpoint(&w, 0, 1) == 0 && mock.checkpoint == 0x80000000);
    assert(weir_checkpoint(&w, 0x10000, 0) == WEIR_EINVAL &&
           weir_checkpoint(NULL, 0, 0) == WEIR_EINVAL);
    fresh();
    assert(weir_checkpoint(&w, 1, 0) == WEIR_ESTATE && weir_init(&w, &config) == 0 &&
           weir_checkpoint(&w, 1, 0) == WEIR_ENOTSUP);
    tiny();
    assert(weir_init(&w, &config) == (WEIR_WINDOW_KNOWN ? WEIR_ENOTSUP : 0));
    assert(w.harts == 1 && w.value_regs == 0 && w.thread_cache == 0 && w.contexts == 2 &&
           !w.windows && !w.snoop && !w.time && !w.offered);

    assert(weir_init(NULL, &config) == WEIR_EINVAL && weir_init(&w, NULL) == WEIR_EINVAL);
    fresh();
    config.base += 2;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
    static const char *const no_units[] = {
        NULL, "",    "10 ns", "ns1",    "ns20", "ns1000",
        "n",  "nss", "Hz",    "10ns",   "NS",   "s 10",
        "m",  "min", "ns10 ", "ns10ns", "nns",  "a unit of time that no reader ever heard of"};
    for (size_t i = 0; i < sizeof no_units / sizeof *no_units; i++) {
        fresh();
        config.unit = no_units[i];
        assert(weir_init(&w, &config) == WEIR_EUNIT);
    }
    static const char *const units[] = {"s", "ms", "us10", "ns", "ps100", "fs", "as10"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        fresh();
        config.unit = units[i];
        assert(weir_init(&w, &config) == 0);
    }
    fresh();
    config.sink = NULL;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
    fresh();
    config.names = NULL;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
    fresh();
    config.event_names = NULL;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
    fresh();
    config.watermark = 887; /* of 1024 words, an eighth and two entries are for SYS */
    assert(weir_init(&w, &config) == WEIR_EWATERMARK);
    config.watermark = 886;
    assert(weir_init(&w, &config) == 0);
    fresh();
    mock.hart = 1; /* of a unit of one hart */
    assert(weir_init(&w, &config) == WEIR_EHART && !mock.store_count);
    fresh();
    mock.cached = 1; /* reads of CTRL answer what was stored */
    assert(weir_init(&w, &config) == WEIR_EPORT);
    fresh();
    mock.swapped = 1; /* bytes of stores */
    assert(weir_init(&w, &config) == WEIR_EPORT);
    mock.undefined = 0; /* of the swapped stores */
    const struct weir_event_name reserved[] = {{0x8000, "switch"}}, zero[] = {{0, "zero"}},
                                 nameless[] = {{1, NULL}}, other[] = {{0xc000, "switch"}};
    const struct weir_event_name *const bad[] = {reserved, zero, nameless, other};
    for (int i = 0; i < 4; i++) {
        fresh();
        config.event_names = bad[i];
        config.event_name_count = 1;
        assert(weir_init(&w, &config) == WEIR_EINVAL);
    }
    fresh();
    mock.magic = 0x52494556;
    assert(weir_init(&w, &config) == WEIR_ENODEV);
    fresh();
    mock.version = 0x00030403;
    assert(weir_init(&w, &config) == WEIR_EVERSION); /* the previous register map */
    fresh();
    mock.version = 0x00030603;
    assert(weir_init(&w, &config) == WEIR_EVERSION);
    fresh();
    mock.version = 0x00030504;
    assert(weir_init(&w, &config) == WEIR_EVERSION);
    fresh();
    mock.version = 0x09090503;
    assert(weir_init(&w, &config) == 0); /* another IP version, same map and stream */
    fresh();
    mock.busy = ~0u;
    assert(weir_init(&w, &config) == WEIR_EBUSY);
}

static void test_states(void)
{
    struct weir_counts n;
    fresh();
    assert(weir_start(&w) == WEIR_ESTATE && weir_enable(&w) == WEIR_ESTATE &&
           weir_disable(&w) == WEIR_ESTATE);
    assert(weir_drain(&w) == WEIR_ESTATE && weir_finish(&w) == WEIR_ESTATE &&
           weir_names_repeat(&w) == WEIR_ESTATE);
    assert(weir_snoop(&w, 0, (void *)0x1000) == WEIR_ESTATE &&
           weir_thread_name(&w, 1, "x") == WEIR_ESTATE);
    assert(weir_counters(&w, &n) == WEIR_ESTATE && weir_counters_of(&w, 0, 0, &n) == WEIR_ESTATE &&
           weir_irq(&w) == 0);
    uint64_t time;
    assert(weir_time(&w, &time) == WEIR_ESTATE && weir_loss(&w) == WEIR_ESTATE &&
           weir_port_mask(&w, 0, 0, 7) == WEIR_ESTATE);
    assert(weir_time(NULL, &time) == WEIR_EINVAL && weir_time(&w, NULL) == WEIR_EINVAL &&
           weir_loss(NULL) == WEIR_EINVAL);
    assert(weir_port_mask(NULL, 0, 0, 7) == WEIR_EINVAL &&
           weir_counters_of(NULL, 0, 0, &n) == WEIR_EINVAL);
    weir_forget(&w, 1);
    assert(weir_start(NULL) == WEIR_EINVAL && weir_drain(NULL) == WEIR_EINVAL &&
           weir_finish(NULL) == WEIR_EINVAL);
    assert(weir_irq(NULL) == WEIR_EINVAL && weir_names_repeat(NULL) == WEIR_EINVAL &&
           weir_counters(&w, NULL) == WEIR_EINVAL);
    assert(mock.store_count == 0 && mock_register(0x010) == 0 && mock_register(0x01c) == 0);

    assert(weir_init(&w, &config) == 0);
    assert(weir_drain(&w) == WEIR_ESTATE && weir_finish(&w) == WEIR_ESTATE &&
           weir_enable(&w) == WEIR_ESTATE);
    assert(weir_start(&w) == 0 && mock_register(0x010) == 1 && mock.clears == 2);
    assert(mock_register(0x01c) == 1 && mock_register(0x024) == 100);
    assert(weir_start(&w) == WEIR_ESTATE);
    assert(weir_disable(&w) == 0 && mock_register(0x010) == 0 && weir_enable(&w) == 0 &&
           mock_register(0x010) == 1);
    assert(weir_finish(&w) == 0 && mock_register(0x010) == 0 && mock_register(0x01c) == 0);
    assert(weir_finish(&w) == WEIR_ESTATE && weir_drain(&w) == WEIR_ESTATE &&
           weir_enable(&w) == WEIR_ESTATE);
    assert(weir_start(&w) == 0 && mock.clears == 3); /* another file */

    fresh();
    config.watermark = 0;
    assert(weir_init(&w, &config) == 0 && weir_start(&w) == 0 && mock_register(0x01c) == 0);
    fill(1);
    assert(weir_drain(&w) == 4 && mock_register(0x01c) == 0);
    fresh();
    sink_fails = 1;
    assert(weir_init(&w, &config) == 0 && weir_start(&w) == WEIR_ESINK &&
           mock_register(0x010) == 0);
    fresh();
    assert(weir_init(&w, &config) == 0);
    mock.busy = ~0u;
    assert(weir_start(&w) == WEIR_EBUSY && sunk_count == 0);
}

static void expect_store(unsigned number, uint32_t offset, uint32_t data)
{
    assert(mock.stores[number].address == MOCK_BASE + offset && mock.stores[number].data == data);
}

static void test_emit(void)
{
    started();
    weir_emit(&w, 0x3fff, 0xdeadbeef);
    weir_emit_isr(&w, 7, 8);
    mock.hart = 2;
    weir_emit(&w, 9, 10);
    weir_emit_isr(&w, 11, 12);
    weir_emit_user(&w, 0x4001, 13);
    assert(mock.store_count == 10);
    expect_store(0, 0x10000, 0xdeadbeef);
    expect_store(1, 0x10004, 0x3fff);
    expect_store(2, 0x11000, 8);
    expect_store(3, 0x11004, 7);
    expect_store(4, 0x30000, 10);
    expect_store(5, 0x30004, 9);
    expect_store(6, 0x31000, 12);
    expect_store(7, 0x31004, 11);
    expect_store(8, 0x32000, 13);
    expect_store(9, 0x32004, 0x4001);
#ifdef WEIR_BASE
    fresh();
    config.base = MOCK_BASE + 0x100000;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
#endif
}

static void test_emit_fast(void)
{
    full();
    start();
    weir_emit_fast(&w, 1, 10);
    weir_emit_fast(&w, 511, 11);
    weir_emit_fast(&w, 512, 12); /* not in the window: two stores */
    weir_emit_fast_isr(&w, 2, 13);
    weir_emit_fast_user(&w, 3, 14);
    mock.hart = 1;
    weir_emit_fast_isr(&w, 0xc000, 15);
    weir_emit_fast_user(&w, 0, 16); /* the unit drops it, like id 0 at the port */
    mock.hart = 0;                  /* ids of the RTOS glue, and those beside them */
    weir_emit_fast(&w, 0x41ff, 17);
    weir_emit_fast_isr(&w, 0xc100, 18);
    weir_emit_fast(&w, 0x4200, 19);
    assert(mock_register(0x494) == 0xc141 && mock.store_count == 14);
    expect_store(10, 0x14bfc, 17);
    expect_store(11, 0x15c00, 18);
    expect_store(12, 0x10000, 19);
    expect_store(13, 0x10004, 0x4200);
    expect_store(0, 0x14004, 10);
    expect_store(1, 0x147fc, 11);
    expect_store(2, 0x10000, 12);
    expect_store(3, 0x10004, 512);
    expect_store(4, 0x15008, 13);
    expect_store(5, 0x1600c, 14);
    expect_store(6, 0x21000, 15);
    expect_store(7, 0x21004, 0xc000);
    expect_store(8, 0x22000, 16);
    expect_store(9, 0x22004, 0);
    if (WEIR_WINDOW_KNOWN)
        return;
    tiny();
    start();
    weir_emit_fast(&w, 1, 10);
    weir_emit_fast_isr(&w, 1023, 11);
    assert(mock.store_count == 4);
    expect_store(0, 0x10000, 10);
    expect_store(1, 0x10004, 1);
    expect_store(2, 0x11000, 11);
    expect_store(3, 0x11004, 1023);
}

static void test_emit64(void)
{
    full();
    mock.features = MOCK_PROTECT | MOCK_CHECKPOINT | MOCK_ARGS_1 | MOCK_WIDE;
    start();
    assert(w.wide);
    weir_emit64(&w, 1, 0x1122334455667788);
    weir_emit64_isr(&w, 0x4000, 7);
    mock.hart = 1;
    weir_emit64_user(&w, 2, (uint64_t)9 << 32);
    assert(mock.store_count == 9);
    expect_store(0, 0x10008, 0x55667788);
    expect_store(1, 0x1000c, 0x11223344);
    expect_store(2, 0x10004, 1);
    expect_store(3, 0x11008, 7);
    expect_store(4, 0x1100c, 0);
    expect_store(5, 0x11004, 0x4000);
    expect_store(6, 0x22008, 0);
    expect_store(7, 0x2200c, 9);
    expect_store(8, 0x22004, 2);
    started(); /* without the feature */
    weir_emit64(&w, 1, 0x1122334455667788);
    assert(!w.wide && mock.store_count == 2);
    expect_store(0, 0x10000, 0x55667788);
    expect_store(1, 0x10004, 1);
}

static void test_emit_args(void)
{
    static const uint32_t words[] = {10, 20, 30, 40, 50};
    full();
    start();
    assert(w.args == 4);
    weir_emit_args(&w, 1, 4, words);
    weir_emit_args_isr(&w, 0x4000, 2, words + 1);
    mock.hart = 1;
    weir_emit_args_user(&w, 2, 1, words + 2);
    weir_emit_args(&w, 3, 5, words); /* more than any unit supports */
    assert(mock.store_count == 5 + 3 + 2 + 5);
    for (unsigned i = 0; i < 4; i++) {
        expect_store(i, i ? 0x10008 + 4 * i : 0x10000, words[i]);
        expect_store(10 + i, i ? 0x20008 + 4 * i : 0x20000, words[i]);
    }
    expect_store(4, 0x10004, 1);
    expect_store(5, 0x11000, 20);
    expect_store(6, 0x1100c, 30);
    expect_store(7, 0x11004, 0x4000);
    expect_store(8, 0x22000, 30);
    expect_store(9, 0x22004, 2);
    expect_store(14, 0x20004, 3);
    started(); /* without the feature */
    weir_emit_args(&w, 1, 4, words);
    assert(w.args == 1 && mock.store_count == 2);
    expect_store(0, 0x10000, 10);
    expect_store(1, 0x10004, 1);
}

static void test_emit_wait(void)
{
    full();
    mock_store(MOCK_BASE + 0x490, 0);
    start();
    assert(mock_register(0x490) == 0x1000 && w.guaranteed);
    weir_emit_wait(&w, 1, 10);
    weir_emit_wait_isr(&w, 0x4000, 11);
    mock.hart = 1;
    weir_emit_wait_user(&w, 0xc000, 12);
    assert(mock.store_count == 6);
    expect_store(0, 0x18000, 10);
    expect_store(1, 0x18004, 1);
    expect_store(2, 0x19000, 11);
    expect_store(3, 0x19004, 0x4000);
    expect_store(4, 0x2a000, 12);
    expect_store(5, 0x2a004, 0xc000);
    assert(weir_wait(&w, 0) == 0 && mock_register(0x490) == 0 && weir_wait(&w, 0xffffff) == 0 &&
           mock_register(0x490) == 0xffffff);
    assert(weir_wait(&w, 0x1000000) == WEIR_EINVAL && weir_wait(NULL, 1) == WEIR_EINVAL &&
           mock_register(0x490) == 0xffffff);
    if (WEIR_WINDOW_KNOWN)
        return;
    tiny();
    start();
    assert(!w.guaranteed && weir_wait(&w, 1) == WEIR_ENOTSUP);
    weir_emit_wait(&w, 1, 10);
    expect_store(0, 0x10000, 10);
    expect_store(1, 0x10004, 1);
}

static void test_port_mask(void)
{
    full();
    start();
    assert(weir_port_mask(&w, 0, WEIR_CONTEXT_USER_MODE, 1 << WEIR_CLASS_USER) == 0 &&
           mock_register(0x400) == 0x10707);
    assert(weir_port_mask(&w, 0, WEIR_CONTEXT_THREAD, 0) == 0 && mock_register(0x400) == 0x10700);
    assert(weir_port_mask(&w, 0, WEIR_CONTEXT_INTERRUPT, 1 << WEIR_CLASS_SYS) == 0 &&
           mock_register(0x400) == 0x10400);
    assert(weir_port_mask(&w, 0, WEIR_CONTEXT_THREAD, 7) == 0 && mock_register(0x400) == 0x10407);
    assert(weir_port_mask(&w, 1, 0, 7) == WEIR_EINVAL &&
           weir_port_mask(&w, 0, WEIR_CONTEXT_SNOOP, 7) == WEIR_EINVAL);
    assert(weir_port_mask(&w, 0, 0, 8) == WEIR_EINVAL && mock_register(0x400) == 0x10407);
    started();
    assert(weir_port_mask(&w, 0, 0, 7) == WEIR_ENOTSUP);
}

/* A register of the filter, by its offset. */
static uint32_t filter(uint32_t offset) { return mock_register(offset); }

static void test_filter(void)
{
    full();
    for (uint32_t offset = 0x080; offset < 0x0c8; offset += 4)
        if (offset != 0x098 && (offset < 0x0a8 || offset >= 0x0b0) && offset != 0x0bc)
            mock_store(MOCK_BASE + offset, ~0u);
    assert(weir_select(&w, NULL) == WEIR_ESTATE && weir_rate_limit(&w, 0, 1, 1) == WEIR_ESTATE);
    assert(weir_trigger_arm(&w, NULL, 0) == WEIR_ESTATE && weir_trigger_state(&w) == WEIR_ESTATE);
    assert(weir_init(&w, &config) == 0 && w.filter);
    assert(filter(0x080) == 7 && filter(0x090) == 0 && filter(0x094) == 0 && filter(0x0a0) == 0 &&
           filter(0x0a4) == 0);

    struct weir_selection s = {.classes = 1 << WEIR_CLASS_COM | 1 << WEIR_CLASS_SYS};
    assert(weir_select(&w, &s) == 0 && filter(0x080) == 6);
    s = (struct weir_selection){
        .classes = 1, .range_count = 2, .range = {{1, 0x3fff}, {0x4000, 0xfffe}}, .invert = 1};
    assert(weir_select(&w, &s) == 0 && filter(0x080) == 0x1301 && filter(0x088) == 0x3fff0001 &&
           filter(0x08c) == 0xfffe4000);
    s = (struct weir_selection){.classes = 7, .id = 0x1230, .mask = 0xfff0};
    assert(weir_select(&w, &s) == 0 && filter(0x080) == 0x407 && filter(0x084) == 0xfff01230);
    assert(weir_select(&w, NULL) == 0 && filter(0x080) == 7);
    s.classes = 8;
    assert(weir_select(&w, &s) == WEIR_EINVAL && weir_select(NULL, NULL) == WEIR_EINVAL);
    s = (struct weir_selection){.range_count = 3};
    assert(weir_select(&w, &s) == WEIR_EINVAL && filter(0x080) == 7);

    assert(weir_rate_limit(&w, WEIR_CLASS_USER, 10, 12) == 0 && filter(0x090) == 0x800c000a);
    assert(weir_rate_limit(&w, WEIR_CLASS_COM, 0xffff, 31) == 0 && filter(0x094) == 0x801fffff &&
           filter(0x090) == 0x800c000a);
    assert(weir_rate_limit(&w, WEIR_CLASS_COM, 0, 0) == 0 && filter(0x094) == 0x80000000);
    assert(weir_rate_limit(&w, WEIR_CLASS_USER, WEIR_NO_RATE_LIMIT, 3) == 0 && filter(0x090) == 0);
    assert(weir_rate_limit(&w, WEIR_CLASS_SYS, 1, 1) == WEIR_EINVAL &&
           weir_rate_limit(&w, 0, 0x10001, 1) == WEIR_EINVAL);
    assert(weir_rate_limit(&w, 0, 1, 32) == WEIR_EINVAL &&
           weir_rate_limit(NULL, 0, 1, 1) == WEIR_EINVAL);

    const struct weir_trigger t = {
        .match = {{0x8000, 0xffff, 0x11223344, 0xff00ff00}, {7, 0xf, 1, 3}},
        .start = WEIR_CAUSE_PIN,
        .stop = WEIR_CAUSE_MATCH_0,
        .freeze = WEIR_CAUSE_MATCH_1,
        .out = 7,
        .freeze_after = 1000,
        .falling = 1,
    };
    assert(weir_trigger_arm(&w, &t, WEIR_TRIGGER_CLOSED) == 0 && filter(0x0a0) == 0x17214 &&
           filter(0x0a4) == 1);
    assert(filter(0x0b0) == 0xffff8000 && filter(0x0b4) == 0x11223344 &&
           filter(0x0b8) == 0xff00ff00);
    assert(filter(0x0c0) == 0xf0007 && filter(0x0c4) == 1 && filter(0x0c8) == 3 &&
           filter(0x09c) == 1000);
    assert(weir_trigger_arm(&w, NULL, WEIR_TRIGGER_FROZEN) == 0 && filter(0x0a4) == 3 &&
           filter(0x0a0) == 0x17214);
    mock.trigger_state = 0x12340002;
    assert(weir_trigger_state(&w) == WEIR_TRIGGER_FREEZING &&
           weir_trigger_state(NULL) == WEIR_EINVAL);
    const struct weir_trigger wrong = {.out = 8};
    assert(weir_trigger_arm(&w, &wrong, 0) == WEIR_EINVAL &&
           weir_trigger_arm(&w, NULL, 4) == WEIR_EINVAL);
    assert(weir_trigger_arm(NULL, NULL, 0) == WEIR_EINVAL && filter(0x0a0) == 0x17214);

    uint32_t count;
    mock.filtered = 77;
    assert(weir_filtered(&w, &count) == 0 && count == 77);
    assert(weir_filtered(&w, NULL) == WEIR_EINVAL && weir_filtered(NULL, &count) == WEIR_EINVAL);
    started();
    assert(weir_select(&w, NULL) == WEIR_ENOTSUP && weir_rate_limit(&w, 0, 1, 1) == WEIR_ENOTSUP);
    assert(weir_trigger_arm(&w, &t, 0) == WEIR_ENOTSUP && weir_trigger_state(&w) == WEIR_ENOTSUP);
    assert(weir_filtered(&w, &count) == WEIR_ENOTSUP && count == 0);
}

static void test_pins(void)
{
    struct weir_counts of_pins, all, without;
    full();
    mock.features |= MOCK_PINS_8;
    for (uint32_t offset = 0x4a4; offset < 0x4b0; offset += 4)
        mock_store(MOCK_BASE + offset, ~0u);
    assert(weir_pins_watch(&w, 0, 0, 0) == WEIR_ESTATE &&
           weir_pins_watch(NULL, 0, 0, 0) == WEIR_EINVAL);
    assert(weir_init(&w, &config) == 0 && w.pins == 8 && !mock_register(0x4a4) &&
           !mock_register(0x4a8) && !mock_register(0x4ac));
    assert(weir_pins_watch(&w, 0x81, 0x42, 0xf0) == 0 && mock_register(0x4a4) == 0x81 &&
           mock_register(0x4a8) == 0x42 && mock_register(0x4ac) == 0xf0);
    assert(weir_pins_watch(&w, 0x100, 0, 0) == WEIR_EINVAL &&
           weir_pins_watch(&w, 0, 0, 1u << 31) == WEIR_EINVAL && mock_register(0x4a4) == 0x81);
    assert(weir_counters_of(&w, 1, WEIR_CONTEXT_INTERRUPT, &of_pins) == 0 &&
           of_pins.dropped[WEIR_DROP_OVERRUN] == 1000 + 0x280 + 28);
    assert(weir_counters_of(&w, 1, WEIR_CONTEXT_SNOOP, &of_pins) == WEIR_EINVAL &&
           weir_counters_of(&w, 2, 1, &of_pins) == WEIR_EINVAL);
    assert(weir_counters_of(&w, 1, WEIR_CONTEXT_INTERRUPT, &of_pins) == 0 &&
           weir_counters(&w, &all) == 0);
    w.pins = 0;
    assert(weir_counters(&w, &without) == 0 &&
           all.dropped[WEIR_DROP_COM] - without.dropped[WEIR_DROP_COM] ==
               of_pins.dropped[WEIR_DROP_COM]);
    assert(all.offered[WEIR_CLASS_COM] - without.offered[WEIR_CLASS_COM] ==
           of_pins.offered[WEIR_CLASS_COM]);
    full();
    mock.features |= 4 * MOCK_PINS_8;
    assert(weir_init(&w, &config) == 0 && w.pins == 32);
    assert(weir_pins_watch(&w, ~0u, 0, 1u << 31) == 0 && mock_register(0x4a4) == ~0u &&
           mock_register(0x4ac) == 1u << 31);
    assert(weir_start(&w) == 0 && weir_lock(&w) == 0 &&
           weir_pins_watch(&w, 0, 0, 0) == WEIR_ESTATE && mock_register(0x4a4) == ~0u);
    started();
    assert(weir_pins_watch(&w, 1, 0, 0) == WEIR_ENOTSUP &&
           weir_counters_of(&w, 1, 1, &of_pins) == WEIR_EINVAL && !mock.undefined);
}

static void test_tiny(void) /* no access to features that the unit lacks: mock.undefined is 0 */
{
    if (WEIR_WINDOW_KNOWN)
        return;
    tiny();
    start();
    struct weir_counts n;
    uint64_t time = 7;
    assert(weir_snoop(&w, 0, (void *)0x1000) == WEIR_ENOTSUP &&
           weir_time(&w, &time) == WEIR_ENOTSUP && time == 0);
    assert(weir_counters(&w, &n) == 0 && n.dropped[5] == 2 * 1000 + 20 + 148 && n.offered[0] == 0);
    assert(weir_counters_of(&w, 0, WEIR_CONTEXT_USER_MODE, &n) == WEIR_ENOTSUP);
    assert(weir_counters_of(&w, 0, WEIR_CONTEXT_SNOOP, &n) == WEIR_ENOTSUP);
    assert(weir_disable(&w) == 0 && weir_enable(&w) == 0 && weir_finish(&w) == 0 &&
           weir_start(&w) == 0);
    assert(mock.undefined == 0);
}

static void test_drain(void)
{
    for (unsigned words = 0; words <= MOCK_WORDS; words++) {
        started();
        fill(words);
        assert(weir_drain(&w) == (int)(4 * words));
        expect_bytes(4 * words);
    }
    started();
    fill(40);
    sink_fails = 2; /* the driver offers the first chunk again: nothing lost or doubled */
    assert(weir_drain(&w) == WEIR_ESINK && sunk_count == 0);
    assert(weir_drain(&w) == WEIR_ESINK && sunk_count == 0);
    assert(weir_drain(&w) == 160);
    expect_bytes(160);

    started();
    fill(64);
    assert(weir_irq(&w) == 256 && mock_register(0x01c) == 1);
    fill(1);
    sink_fails = 1;
    assert(weir_irq(&w) == WEIR_ESINK &&
           mock_register(0x01c) == 0); /* otherwise the interrupt would repeat */
    assert(weir_drain(&w) == 4 && mock_register(0x01c) == 1);
}

/* The unit's interrupt comes just before weir_drain disables it, and while it drains. */
static void interrupt_before_drain(void)
{
    assert(!w.draining && weir_irq(&w) == 160); /* else it would come again and again */
}

static int sink_interrupted(void *context, const void *bytes, size_t count)
{
    assert(mock_register(0x01c) == 0 && weir_irq(&w) == 0);
    return sink(context, bytes, count);
}

static void test_drain_interrupted(void)
{
    started();
    fill(40);
    mock.interrupt = interrupt_before_drain;
    assert(weir_drain(&w) == 0 && mock_register(0x01c) == 1 && !mock.interrupt);
    expect_bytes(160);
    started();
    fill(40);
    config.sink = sink_interrupted;
    assert(weir_drain(&w) == 160 && mock_register(0x01c) == 1);
    expect_bytes(160);
    started();
    fill(1);
    sink_fails = 1;
    assert(weir_drain(&w) == WEIR_ESINK && mock_register(0x01c) == 0);
    assert(weir_drain(&w) == 4 && mock_register(0x01c) == 1);
}

/* The unit's interrupt, which is a level, comes just before the driver disables it. Each call of
 * the handler must lower the level or disable it, else the hart never leaves the handler. */
static void level_before_store(void)
{
    assert(mock_register(0x01c) == 1 && (weir_irq(&w) == 80 || mock_register(0x01c) == 0));
}

/* Taken before the store and handled after it: it finds a trace that still runs. */
static void on_its_way(void)
{
    const size_t before = sunk_count;
    assert(mock_register(0x01c) == 0 && !w.draining);
    const int bytes = weir_irq(&w);
    assert(bytes == WEIR_ESINK || bytes == 80 - (int)before);
}

static int level_sink_fails(void *context, const void *bytes, size_t count)
{
    (void)context, (void)bytes, (void)count;
    return 1;
}

static void test_level_before_store(void)
{
    for (int i = 0; i < 4; i++)
        for (int call = 0; call < 3; call++) {
            const int fails = i % 2;
            started();
            fill(20);
            mock.level = i / 2 ? level_before_store : NULL;
            mock.interrupt = on_its_way;
            config.sink = fails ? level_sink_fails : sink;
            const int result = call == 0   ? weir_finish(&w)
                               : call == 1 ? weir_drain(&w)
                                           : weir_crash(&w, NULL, NULL, NULL);
            assert(!mock.level && !mock.interrupt && result == (fails ? WEIR_ESINK : 0));
            config.sink = sink;
            assert(!fails || (call == 1 ? weir_drain(&w) == 80 : weir_finish(&w) == 0));
            expect_bytes(80);
        }
}

static void interrupt_in_finish(void)
{
    assert(mock_register(0x01c) == 0 && weir_irq(&w) == 0 && sunk_count == 0);
}

static void test_finish(void)
{
    for (unsigned tail = 0; tail < 4; tail++)
        for (int drops = 0; drops < 4; drops++) {
            started();
            fill(20);
            mock.tail = tail << 24 |
                        (0x525150u & ((1u << 8 * tail) - 1)); /* 80, 81, 82 follow 0 .. 79 */
            mock.busy = 3;
            mock.word_read = interrupt_in_finish;
            mock.words_before = tail + 4 * (unsigned)drops;
            int result;
            for (int i = 0; i < drops; i++) {
                sink_fails = 1;
                result = weir_finish(&w);
                assert(result == WEIR_ESINK && mock_register(0x010) == 0);
                sink_fails = 0;
            }
            result = weir_finish(&w);
            assert(result == 0 && !mock.word_read);
            expect_bytes(80 + tail);
        }
    started();
    mock.tail = 1u << 24 | 0x00;
    sink_fails = 1; /* at the tail itself */
    assert(weir_finish(&w) == WEIR_ESINK && weir_finish(&w) == 0);
    expect_bytes(1);
    started();
    fill(30);
    mock.written = 20;
    mock.late = 10; /* the rest of a loss, which had no free space before */
    assert(weir_loss(&w) == 1);
    assert(weir_finish(&w) == 0);
    expect_bytes(120);
    assert(weir_loss(&w) == 0);
    started();
    mock.stuck = 1;
    assert(weir_finish(&w) == WEIR_EBUSY);
    mock.stuck = 0;
    assert(weir_finish(&w) == 0);
    started();
    mock.busy = ~0u;
    assert(weir_finish(&w) == WEIR_EBUSY);
    mock.busy = 0;
    assert(weir_finish(&w) == 0);
}

/* Values of the name runs among the stores since `first`; returns the number of runs. Checks that
 * each run is whole. */
static unsigned runs(unsigned first, uint32_t numbers[], unsigned most)
{
    unsigned count = 0;
    for (unsigned at = first; at < mock.store_count;) {
        assert(mock.stores[at].address == MOCK_BASE + 0x11000); /* the interrupt port */
        const uint32_t head = mock.stores[at].data;
        assert(head >> 24 == 0xff && count < most);
        const unsigned events = 2 + ((head >> 16 & 0xff) + 3) / 4;
        for (unsigned i = 0; i < events; i++)
            assert(mock.stores[at + 2 * i + 1].data == mock.stores[at + 1].data);
        numbers[count++] = mock.stores[at + 2].data;
        at += 2 * events;
    }
    return count;
}

static void test_threads(void)
{
    uint32_t found[8];
    started();
    assert(weir_thread_name(&w, 1, "a") == 0 && weir_thread_name(&w, 2, "b") == 0 &&
           weir_thread_name(&w, 3, "c") == 0);
    assert(runs(0, found, 8) == 3 && found[0] == 1 && found[1] == 2 && found[2] == 3);
    assert(weir_thread_name(&w, 4, "d") == WEIR_ENOSPC && weir_thread_name(&w, 2, "bb") == 0);
    assert(runs(0, found, 8) == 5 && found[3] == 4 && found[4] == 2); /* once, even so */
    weir_forget(&w, 99);
    weir_forget(&w, 1);
    assert(weir_thread_name(&w, 4, "d") == 0 && weir_thread_name(&w, 5, "e") == WEIR_ENOSPC);
    assert(weir_thread_name(&w, 4, NULL) == WEIR_EINVAL);
    int emitted[6] = {0};
    for (int i = 0; i < 6; i++) {
        mock.store_count = 0;
        assert(weir_names_repeat(&w) == 3 && mock.store_count == 6);
        emitted[mock.stores[2].data]++;
    }
    assert(emitted[2] == 2 && emitted[3] == 2 && emitted[4] == 2);
    weir_forget(&w, 2);
    weir_forget(&w, 3);
    weir_forget(&w, 4);
    mock.store_count = 0;
    assert(weir_names_repeat(&w) == 0 && mock.store_count == 0);
    fresh();
    config.name_max = 0;
    config.names = NULL;
    assert(weir_init(&w, &config) == 0 && weir_thread_name(&w, 1, "a") == WEIR_ENOSPC &&
           weir_names_repeat(&w) == 0);
}

/* Names wait for space, and for a pause to end; the next drain emits them. */
static void test_names_wait(void)
{
    uint32_t found[8];
    started();
    mock.written = 1020; /* of 1024 words */
    assert(weir_thread_name(&w, 1, "a") == 0 && mock.store_count == 0 &&
           weir_names_repeat(&w) == 0 && mock.store_count == 0);
    mock.read = mock.written = 0;
    assert(weir_drain(&w) == 0 && runs(0, found, 8) == 1 && found[0] == 1);
    assert(weir_drain(&w) == 0 && weir_irq(&w) == 0 && runs(0, found, 8) == 1); /* once */
    for (unsigned words = 50; words <= 51; words++) { /* repeats give way at half the watermark */
        mock.written = words;
        mock.store_count = 0;
        assert(weir_names_repeat(&w) == (words == 50 ? 3 : 0) &&
               (mock.store_count == 0) == (words == 51));
    }
    mock.read = mock.written = 0;
    mock.store_count = 0;

    started();
    assert(weir_disable(&w) == 0 && weir_thread_name(&w, 1, "a") == 0 &&
           weir_thread_name(&w, 2, "b") == 0);
    weir_forget(&w, 2); /* never emitted */
    assert(mock.store_count == 0 && weir_enable(&w) == 0 && runs(0, found, 8) == 1 &&
           found[0] == 1);

    started();
    mock.written = 1020;
    assert(weir_thread_name(&w, 1, "a") == 0 && mock.store_count == 0);
    mock.read = mock.written = 0;
    assert(weir_irq(&w) == 0 && runs(0, found, 8) == 1);

    started();
    mock.written = 1020;
    assert(weir_thread_name(&w, 1, "a") == 0);
    mock.read = mock.written = 0;
    assert(weir_finish(&w) == 0 && runs(0, found, 8) == 1);

    fresh(); /* the head has the threads; other objects follow */
    assert(weir_init(&w, &config) == 0 && weir_thread_name(&w, 1, "a") == 0 &&
           weir_object_name(&w, WEIR_OBJECT_QUEUE, 7, "mail") == 0);
    assert(mock.store_count == 0 && weir_start(&w) == 0 && runs(0, found, 8) == 1 &&
           found[0] == 7 && mock.stores[1].data == WEIR_ID_OBJECT_NAME);
    assert(weir_object_name(&w, 0, 7, "x") == WEIR_EINVAL &&
           weir_object_name(NULL, 1, 7, "x") == WEIR_EINVAL &&
           weir_object_name(&w, 256, 7, "x") == WEIR_EINVAL);
    full();
    mock.features |= MOCK_FRAME; /* frames have no head */
    assert(weir_init(&w, &config) == 0 && w.frame);
    memset(&w, 0, sizeof w);
    assert(weir_object_name(&w, 1, 7, "x") == WEIR_ESTATE);
}

/* The driver copies names: the caller may free or change them at once. Names change at the worst
 * moments: when the idle hook, a drain or weir_start is about to look at the table. */
static char *text;

static void delete_both(void)
{
    weir_forget(&w, 1);
    weir_forget(&w, 2);
}

static void create_another(void)
{
    weir_forget(&w, 1);
    assert(weir_thread_name(&w, 1, "another") == 0);
}

static void test_names_race(void)
{
    uint32_t found[8];
    started();
    text = malloc(8);
    strcpy(text, "worker");
    assert(weir_thread_name(&w, 1, text) == 0);
    memset(text, 'x', 7);
    free(text);
    mock.store_count = 0;
    assert(weir_names_repeat(&w) == 4 && mock.stores[4].data == 0x6b726f77 &&
           mock.stores[6].data == 0x7265); /* "work" "er" */

    started();
    assert(weir_thread_name(&w, 1, "a") == 0 && weir_thread_name(&w, 2, "b") == 0);
    mock.store_count = 0;
    mock_before_lock = delete_both;
    assert(weir_names_repeat(&w) == 0 && mock.store_count == 0);

    started();
    mock.written = 1020;
    assert(weir_thread_name(&w, 1, "a") == 0);
    mock.read = mock.written = 0;
    mock_before_lock = create_another;
    assert(weir_drain(&w) == 0 && runs(0, found, 8) == 1 && mock.stores[4].data == 0x746f6e61);

    fresh();
    assert(weir_init(&w, &config) == 0 && weir_thread_name(&w, 1, "first") == 0);
    mock_before_lock = delete_both;
    assert(weir_start(&w) == 0 && !head_describes("first"));

    started(); /* two creations at once keep their own entries */
    mock_before_lock = create_another;
    assert(weir_thread_name(&w, 2, "b") == 0 && runs(0, found, 8) == 2 && found[0] == 1 &&
           found[1] == 2);
    mock.store_count = 0;
    assert(weir_names_repeat(&w) && weir_names_repeat(&w) && runs(0, found, 8) == 2 &&
           found[0] != found[1]);
}

/* A name that changes during weir_start is in the head, or follows it. */
static int name_at_each_call(void *context, const void *bytes, size_t count)
{
    assert(weir_thread_name(&w, 9, "late") == 0);
    return sink(context, bytes, count);
}

static void create_two_more(void)
{
    assert(weir_thread_name(&w, 2, "a name that is rather long") == 0 &&
           weir_thread_name(&w, 3, "b") == 0);
}

static void test_names_in_start(void)
{
    enum { BYTES = 16384 };
    uint32_t found[8];
    uint8_t *const memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    assert(memory != MAP_FAILED);
    fresh();
    config.sink = name_at_each_call;
    assert(weir_init(&w, &config) == 0 && weir_start(&w) == 0);
    assert(runs(0, found, 8) == 1 && found[0] == 9 && weir_drain(&w) == 0 &&
           runs(0, found, 8) == 1);

    /* Heads of a ring: at the end of the memory before the buffer, whole, and of one moment. */
    static uint8_t heads[4][1024];
    size_t bytes[4];
    const struct weir_ring_memory ring = {.memory = memory, .bytes = BYTES, .section_log2 = 9};
    for (int i = 0; i < 4; i++) { /* 0: no name, 1: two go; 2: three names, 3: two come */
        full();
        mock.config &= (1 << 23) - 1;
        mock.features = MOCK_RING | MOCK_ARGS_1 | MOCK_NARROW;
        mock.ring_memory = 1;
        assert(weir_init(&w, &config) == 0 && weir_ring(&w, &ring) == 0);
        if (i)
            assert(weir_thread_name(&w, 1, "a") == 0);
        if (i == 1)
            assert(weir_thread_name(&w, 2, "second") == 0);
        if (i == 2)
            create_two_more();
        mock_before_lock = i == 1 ? delete_both : i == 3 ? create_two_more : NULL;
        assert(weir_start(&w) == 0);
        bytes[i] = (size_t)((const uint8_t *)w.ring_begin - w.image);
        assert(bytes[i] <= sizeof heads[i] && w.image + w.image_bytes == memory + BYTES);
        memcpy(heads[i], w.image, bytes[i]);
        assert(weir_finish(&w) == 0);
    }
    assert(bytes[0] == bytes[1] && !memcmp(heads[0], heads[1], bytes[0]));
    assert(bytes[2] == bytes[3] && !memcmp(heads[2], heads[3], bytes[2]));
    assert(munmap(memory, BYTES) == 0);
}

/* In an overload the unit would drop a name: it waits until a drain has freed space. */
static void test_names_in_overload(void)
{
    uint32_t found[8];
    started();
    mock.written = 890; /* of 1024: events of class COM are dropped from here on */
    assert(weir_thread_name(&w, 1, "a") == 0 && mock.store_count == 0);
    mock.read = mock.written = 0;
    assert(weir_drain(&w) == 0 && runs(0, found, 8) == 1 && found[0] == 1);

    started();
    while (!weir_loss(&w))
        weir_emit(&w, 1, 5);
    mock.store_count = 0;
    assert(weir_thread_name(&w, 1, "a") == 0 && mock.store_count == 0 && weir_drain(&w) == 0 &&
           mock.store_count == 0);
    for (unsigned i = 0; i < 1024; i++)
        (void)weir_device_read(mock.device, 0x1000);
    weir_device_advance(mock.device, 2000);
    assert(weir_drain(&w) == 0 && runs(0, found, 8) == 1 && found[0] == 1);
    weir_device_write(mock.device, 0x018, ~0u, 15); /* the reads of an empty FIFO */
}

/* Switches that RUNNING has announced since weir_start: the unit's counter. */
static uint32_t announced(void) { return mock_register(0x2000 + 0x180 + 0x40 + 8); }

static void test_snoop(void)
{
    uint32_t *const word = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    assert(word != MAP_FAILED);
    *word = 0x1000;
    started();
    mock_store(MOCK_BASE + 0x108, 77);
    const unsigned before = mock.store_count;
    weir_switched(&w, 5); /* no snoop yet: an event of the interrupt port */
    assert(mock.store_count == before + 2 && mock.stores[before].address == MOCK_BASE + 0x11000 &&
           mock.stores[before].data == 5 && mock.stores[before + 1].data == WEIR_ID_THREAD_SWITCH);
    assert(weir_snoop(&w, 0, word) == 0);
    weir_switched(&w, 6); /* the unit sees it */
    assert(mock.store_count == before + 2);
    mock.hart = 1; /* has no snoop */
    weir_switched(&w, 7);
    assert(mock.store_count == before + 4);
    mock.hart = 0;
    assert(mock_register(0x104) == (uint32_t)(uintptr_t)word && mock_register(0x100) == 1);
    assert(mock_register(0x108) == 0x1000 && announced() == 2);
    assert(weir_disable(&w) == 0);
    *word = 0x2000;
    assert(weir_enable(&w) == 0 && mock_register(0x108) == 0x2000 &&
           announced() == 3); /* announces the thread that runs after the pause */
    assert(weir_finish(&w) == 0 && weir_start(&w) == 0 && mock_register(0x108) == 0x2000 &&
           announced() == 1); /* here as well */

    assert(weir_snoop(&w, 1, word) == WEIR_EINVAL && weir_snoop(&w, 0, NULL) == WEIR_EINVAL);
    assert(weir_snoop(&w, 0, (char *)word + 2) == WEIR_EINVAL);
    if (sizeof(void *) > 4)
        assert(weir_snoop(&w, 0, (void *)(uintptr_t)0x100001000ull) == WEIR_EINVAL);
    assert(weir_snoop_register(&w, 0, WEIR_SNOOP_GPR, 4, 0xffffffff, 1) == WEIR_ENOTSUP &&
           weir_traps(&w, 0, 1) == WEIR_ENOTSUP && weir_hints(&w, 0, 1) == WEIR_ENOTSUP);
    munmap(word, 4096);
}

static void test_retire_view(void)
{
    fresh();
    mock.features |= MOCK_RETIRE;
    assert(weir_init(&w, &config) == 0 && w.retire && weir_start(&w) == 0);
    assert(!w.armed && weir_snoop_register(&w, 0, WEIR_SNOOP_GPR, 4, 0xfffffffc, 0x1003) == 0);
    assert(w.armed == 1);
    assert(mock_register(0x100) == (0x40000 | 1 << 4 | 1) && mock_register(0x10c) == 0xfffffffc);
    assert(mock_register(0x108) == 0x1000 && announced() == 1);
    assert(weir_traps(&w, 0, 1) == 0 && mock_register(0x100) == (0x40000 | 1 << 4 | 3));
    assert(weir_disable(&w) == 0 && weir_enable(&w) == 0 &&
           announced() == 1); /* the running thread is unknown */
    assert(weir_snoop_register(&w, 0, WEIR_SNOOP_CSR, 0x340, 0xffffffff, 5) == 0);
    assert(mock_register(0x100) == (0x3400000 | 2 << 4 | 3) && mock_register(0x108) == 5);
    assert(weir_hints(&w, 0, 1) == 0 && mock_register(0x100) == (0x3400000 | 2 << 4 | 0xb));
    assert(weir_traps(&w, 0, 0) == 0 && mock_register(0x100) == (0x3400000 | 2 << 4 | 9));
    assert(weir_snoop_register(&w, 0, WEIR_SNOOP_GPR, 4, 0xffffffff, 5) == 0);
    assert(mock_register(0x100) == (0x40000 | 1 << 4 | 9));
    assert(weir_hints(&w, 0, 0) == 0 && mock_register(0x100) == (0x40000 | 1 << 4 | 1));

    assert(weir_snoop_register(&w, 0, WEIR_SNOOP_GPR, 0, 1, 0) == WEIR_EINVAL &&
           weir_snoop_register(&w, 0, WEIR_SNOOP_GPR, 32, 1, 0) == WEIR_EINVAL);
    assert(weir_snoop_register(&w, 0, WEIR_SNOOP_CSR, 0x1000, 1, 0) == WEIR_EINVAL &&
           weir_snoop_register(&w, 0, 3, 1, 1, 0) == WEIR_EINVAL);
    assert(weir_snoop_register(&w, 0, WEIR_SNOOP_STORE, 0, 1, 0) == WEIR_EINVAL &&
           weir_snoop_register(&w, 1, WEIR_SNOOP_GPR, 4, 1, 0) == WEIR_EINVAL);
    assert(weir_traps(&w, 1, 1) == WEIR_EINVAL && weir_traps(&w, 0, 2) == WEIR_EINVAL &&
           weir_traps(NULL, 0, 1) == WEIR_EINVAL && weir_hints(&w, 1, 1) == WEIR_EINVAL &&
           weir_hints(&w, 0, 2) == WEIR_EINVAL);
    assert(mock.undefined == 0);
}

static uint64_t time_of_interrupt;
static void read_time(void)
{
    mock.time += 0x20;
    assert(weir_time(&w, &time_of_interrupt) == 0);
}

static void test_time(void)
{
    started();
    for (uint64_t start = 0x4ffffff80ull; start < 0x500000010ull;
         start++) { /* an interrupt that reads the time as well */
        mock.time = start;
        mock.interrupt = read_time;
        uint64_t got;
        assert(weir_time(&w, &got) == 0);
        assert(got >= start && got <= start + 0x40);
        assert(time_of_interrupt >= start + 0x20 && time_of_interrupt <= start + 0x40);
    }
}

static void test_counters(void)
{
    struct weir_counts n;
    full();
    start();
    assert(weir_counters(&w, &n) == 0);
    for (uint32_t i = 0; i < 7; i++)
        assert(n.dropped[i] == 4 * (1000 + 4 * i) + 128 + 256 + 384);
    for (uint32_t i = 0; i < 3; i++)
        assert(n.offered[i] == n.dropped[i] + 4 * (1064 + 4 * i) + 128 + 256 + 384);
    assert(n.offered[3] ==
           n.dropped[3] + n.dropped[4] + n.dropped[5] + n.dropped[6] + n.dropped[7]);
    for (uint32_t context = 0; context < 4; context++) {
        assert(weir_counters_of(&w, 0, context, &n) == 0);
        for (uint32_t i = 0; i < 7; i++)
            assert(n.dropped[i] == 1000 + 128 * context + 4 * i);
        for (uint32_t i = 0; i < 3; i++)
            assert(n.offered[i] == n.dropped[i] + 1064 + 128 * context + 4 * i);
    }
    assert(weir_counters_of(&w, 1, 0, &n) == WEIR_EINVAL &&
           weir_counters_of(&w, 0, 4, &n) == WEIR_EINVAL);
    started();
    assert(weir_counters(&w, &n) == 0 && n.dropped[0] == 3 * 1000 + 128 + 384 && n.dropped[6] == 0);
}

/* ---- Input of test_driver.py */

static void write_head(const char *preset)
{
    if (!strcmp(preset, "full"))
        full();
    else if (!strcmp(preset, "tiny"))
        tiny();
    else
        fresh();
    config.trace_id = 300;
    assert(weir_init(&w, &config) == 0);
    assert(weir_thread_name(&w, 0x80001000, "idle") == 0 &&
           weir_thread_name(&w, 5, events[4].name) == 0);
    assert(weir_start(&w) == 0);
    fwrite(sunk, 1, sunk_count, stdout);
}

static void write_names(const char *name, uint32_t thread)
{
    started();
    assert(weir_thread_name(&w, thread, name) == 0);
    mock.store_count = 0;
    const int count = weir_names_repeat(&w);
    assert(count >= 0 && mock.store_count == 2 * (unsigned)count);
    for (int i = 0; i < count; i++) {
        assert(mock.stores[2 * i + 1].data == 0x4000);
        printf("%08x\n", mock.stores[2 * i].data);
    }
}

static void test_time_base(void)
{
    static const struct {
        const char *unit;
        uint32_t hz, step;
    } steps[] = {
        {"ns10", 100000000, 1 << 24},
        {"ns", 100000000, 10 << 24},
        {"us", 100000000, 167772},
        {"ns100", 48000000, 3495253},
        {"ns", 33333333, 503316485},
        {"ps100", 400000000, 25 << 24},
        {"ms10", 32768, 51200},
        {"s", 1, 1 << 24},
        {"s", 1 << 24, 1},
        {"ns", 3921569, 4278189674},
        {"ns", 3900000, 0},
        {"ps", 1000000000, 0},
        {"s100", 4000000000, 0},
        {"ns1000", 1000000, 0},
        {"ns20", 1000000, 0},
        {"", 1000000, 0},
        {"fs", 4000000000, 0},
        {"n", 1000000, 0},
        {"nss", 1000000, 0},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        full();
        mock.features |= MOCK_TIME_BASE;
        config.unit = steps[i].unit;
        config.clock_hz = steps[i].hz;
        assert(weir_init(&w, &config) == (steps[i].step ? 0 : WEIR_EUNIT));
        if (!steps[i].step)
            continue;
        assert(w.time_base && mock_register(0x03c) == steps[i].step &&
               (mock_register(0x040) & 1) == 0);
        assert(weir_start(&w) == 0 && head_describes(" coarse stream 3") &&
               head_describes(steps[i].unit));
        assert(weir_clock_hz(&w, 0) == WEIR_EINVAL && weir_clock_hz(NULL, 1) == WEIR_EINVAL);
    }
    full(); /* ticks of 1 ns while the clock frequency changes */
    mock.features |= MOCK_TIME_BASE;
    config.unit = "ns";
    config.clock_hz = 100000000;
    assert(weir_clock_hz(&w, 50000000) == WEIR_ESTATE && weir_init(&w, &config) == 0);
    assert(weir_clock_hz(&w, 50000000) == 0 && mock_register(0x03c) == 20 << 24);
    assert(weir_clock_hz(&w, 1000000) == WEIR_EINVAL && mock_register(0x03c) == 20 << 24);
    config.mtime = 1; /* at any clock */
    assert(weir_init(&w, &config) == 0 && (mock_register(0x040) & 1) == 1 &&
           weir_clock_hz(&w, 50000000) == WEIR_ENOTSUP);
    assert(weir_start(&w) == 0 && head_describes(" coarse stream 3"));
    config.mtime = 0;
    config.clock_hz = 0; /* ticks are cycles */
    assert(weir_init(&w, &config) == 0 && (mock_register(0x040) & 1) == 0 &&
           mock_register(0x03c) == 1 << 24);
    fresh(); /* without a time base */
    config.clock_hz = 100000000;
    assert(weir_init(&w, &config) == WEIR_ENOTSUP);
    config.clock_hz = 0;
    config.mtime = 1;
    assert(weir_init(&w, &config) == WEIR_ENOTSUP);
    config.mtime = 0;
    assert(weir_init(&w, &config) == 0 && weir_clock_hz(&w, 100000000) == WEIR_ENOTSUP);
    assert(weir_start(&w) == 0 && !head_describes("coarse"));
}

static void test_peek(void)
{
    uint32_t words[40];
    full();
    mock.features |= MOCK_PEEK;
    assert(weir_peek(&w, words, 1) == WEIR_ESTATE && weir_peek(NULL, words, 1) == WEIR_EINVAL &&
           weir_peek(&w, NULL, 1) == WEIR_EINVAL);
    start();
    fill(30);
    mock.read = 3;
    assert(weir_peek(&w, words, 20) == 20 && words[0] == mock.fifo[3] &&
           words[19] == mock.fifo[22] && mock.read == 3);
    assert(weir_peek(&w, words, 40) == 27 && words[26] == mock.fifo[29] && mock.read == 3 &&
           weir_peek(&w, NULL, 0) == 0);
    assert(weir_finish(&w) == 0); /* delivers all of it, too */
    assert(sunk_count == 4 * 27 && sunk[0] == 12);

    full(); /* a reset of the unit left 37 words, wrapped in the FIFO, and 3 bytes */
    mock.features |= MOCK_PEEK;
    fill(40);
    mock.read = mock.written = 0;
    mock.snapshot = 1;
    mock.snapshot_pointers = 40u << 16 | 3;
    mock.snapshot_tail = 3u << 24 | 0xa2a1a0;
    sink_fails = 1;
    assert(weir_rescue(&w, &config) == WEIR_ESINK && sunk_count == 0);
    assert(weir_finish(&w) == WEIR_ESTATE); /* weir_rescue starts over */
    assert(weir_rescue(&w, &config) == 0 && sunk_count == 4 * 37 + 3);
    for (size_t i = 0; i < 4 * 37; i++)
        assert(sunk[i] == (uint8_t)(12 + i));
    assert(sunk[4 * 37] == 0xa0 && sunk[4 * 37 + 2] == 0xa2);
    sunk_count = 0;
    mock.snapshot = 0; /* or nothing */
    assert(weir_rescue(&w, &config) == 0 && sunk_count == 0);
    for (unsigned peek = 0; peek < 2; peek++) { /* a reset of the hart alone; the sink fails */
        full();
        mock.features |= peek ? MOCK_PEEK : 0;
        start();
        fill(20);
        memset(&w, 0xa5, sizeof w);
        sink_fails = 1;
        assert(weir_rescue(&w, &config) == WEIR_ESINK && sunk_count == 0);
        assert(weir_finish(&w) == 0); /* continues */
        expect_bytes(80);
    }
    fresh();
    assert(weir_init(&w, &config) == 0 && weir_peek(&w, words, 1) == WEIR_ENOTSUP);
}

/* A software entry for each length of padding. The driver retries after interference and returns
 * EBUSY without free space. */
static void test_sw_entry(void)
{
    static const uint8_t name[] = {0x00, 0x30, 0x81, 0x02, 0x00, 0x03, 'o',
                                   'n',  'e',  0x05, 0,    0,    0};
    started();
    assert(weir_sw_entry(&w, name, 10) == WEIR_ENOTSUP);
    full();
    assert(weir_sw_entry(&w, name, 10) == WEIR_ESTATE &&
           weir_sw_entry(NULL, name, 10) == WEIR_EINVAL &&
           weir_sw_entry(&w, NULL, 10) == WEIR_EINVAL);
    start();
    assert(weir_sw_entry(&w, name, 2) == WEIR_EINVAL && weir_sw_entry(&w, name, 3) == WEIR_EINVAL &&
           weir_sw_entry(&w, name + 1, 9) == WEIR_EINVAL &&
           weir_sw_entry(&w, name, 129) == WEIR_EINVAL);
    for (unsigned bytes = 10; bytes <= 13; bytes++) {
        const uint8_t *const got = (const uint8_t *)mock.sw_entry;
        unsigned at = 3, padding = (4 - bytes % 4) % 4;
        mock.sw_entry_torn = bytes - 10;
        assert(weir_sw_entry(&w, name, bytes) == 0 && mock.sw_entry_count == (bytes + 3) / 4 &&
               !mock.sw_entry_torn);
        assert(!memcmp(got, name, 3) && got[at] == (padding ? 0x82 : 0x02));
        for (; padding; padding--)
            assert(got[++at] == (padding == 1 ? 0 : 0x80));
        assert(!memcmp(got + at + 1, name + 4, bytes - 4));
    }
    mock.sw_entry_later = 1;
    assert(weir_sw_entry(&w, name, 10) == WEIR_EBUSY && weir_sw_entry(&w, name, 10) == 0);
    mock.sw_entry_torn = 100;
    assert(weir_sw_entry(&w, name, 10) == WEIR_EBUSY && mock.sw_entry_torn == 92);
    mock.sw_entry_torn = 0;
}

/* Without authorisation the sink gets nothing, nothing is lost, and draining continues later. */
static void test_authorised(void)
{
    uint32_t words[40], denied;
    full();
    mock.features |= MOCK_PEEK;
    mock.authorised = 1000;
    assert(weir_authorised(&w, NULL) == WEIR_ESTATE && weir_authorised(NULL, NULL) == WEIR_EINVAL);
    start();
    sunk_count = 0;
    fill(40);
    mock.fifo[7] = 0; /* a word of a checkpoint may be 0 */
    assert(weir_authorised(&w, NULL) == 1 && weir_peek(&w, words, 5) == 5);
    mock.authorised = 0;
    assert(weir_authorised(&w, &denied) == 0 && denied == 0 &&
           weir_peek(&w, words, 5) == WEIR_EACCES && weir_authorised(&w, &denied) == 0 &&
           denied == 5);
    assert(weir_drain(&w) == WEIR_EACCES && weir_irq(&w) == WEIR_EACCES &&
           weir_finish(&w) == WEIR_EACCES && sunk_count == 0 && mock.read == 0);
    mock.authorised = 20; /* authorisation ends in the middle of a chunk */
    assert(weir_finish(&w) == WEIR_EACCES && sunk_count == 80 && mock.read == 20);
    mock.authorised = 20; /* and between the last word and TAIL */
    assert(weir_finish(&w) == WEIR_EACCES && sunk_count == 160 && mock.read == 40);
    mock.tail = 2u << 24 | 0xbbaa;
    mock.authorised = 2;
    assert(weir_finish(&w) == 0 && sunk_count == 162 && sunk[161] == 0xbb);
    for (size_t i = 0; i < 160; i++)
        assert(sunk[i] == (i / 4 == 7 ? 0 : (uint8_t)i));

    full(); /* contents left by a reset */
    mock.features |= MOCK_PEEK;
    fill(40);
    mock.read = mock.written = 0;
    mock.snapshot = 1;
    mock.snapshot_pointers = 30u << 16;
    mock.authorised = 31;
    mock.tail = 0;
    assert(weir_rescue(&w, &config) == WEIR_EACCES);
    sunk_count = 0;
    mock.authorised = 33;
    assert(weir_rescue(&w, &config) == 0 && sunk_count == 120);
}

static void test_lock(void)
{
    full();
    mock.features |= MOCK_TIME_BASE;
    config.clock_hz = 100000000;
    assert(weir_lock(&w) == WEIR_ESTATE && weir_lock(NULL) == WEIR_EINVAL &&
           weir_init(&w, &config) == 0 && weir_lock(&w) == WEIR_ESTATE);
    assert(weir_start(&w) == 0 && weir_lock(&w) == 0 && mock_register(0x05c) == 1);
    assert(weir_disable(&w) == WEIR_ESTATE && weir_enable(&w) == WEIR_ESTATE &&
           weir_finish(&w) == WEIR_ESTATE && (mock_register(0x010) & 1));
    assert(weir_select(&w, NULL) == WEIR_ESTATE &&
           weir_rate_limit(&w, WEIR_CLASS_USER, WEIR_NO_RATE_LIMIT, 0) == WEIR_ESTATE);
    assert(weir_trigger_arm(&w, NULL, WEIR_TRIGGER_OPEN) == WEIR_ESTATE &&
           weir_trigger_state(&w) == WEIR_TRIGGER_OPEN);
    assert(weir_port_mask(&w, 0, 0, 7) == WEIR_ESTATE &&
           weir_snoop(&w, 0, (void *)0x1000) == WEIR_ESTATE &&
           weir_clock_hz(&w, 1000000) == WEIR_ESTATE);
    assert(weir_start(&w) == WEIR_ESTATE);
    sunk_count = 0;
    fill(20);
    assert(weir_drain(&w) >= 0 && sunk_count == 80);
    assert(weir_init(&w, &config) == WEIR_ESTATE && weir_rescue(&w, &config) == WEIR_ESTATE);
    started();
    assert(weir_lock(&w) == WEIR_ENOTSUP);
}

/* The ring: where head and ring buffer are, use of the sink, a unit that rejects it, a full ring.
 */
static void test_ring(void)
{
    enum { BYTES = 16384 };
    const void *image;
    size_t bytes;
    uint8_t *const memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    assert(memory != MAP_FAILED);
    struct weir_ring_memory ring = {.memory = memory, .bytes = BYTES, .section_log2 = 9};
    full();
    assert(weir_ring(&w, &ring) == WEIR_ESTATE && weir_ring(NULL, NULL) == WEIR_EINVAL);
    assert(weir_init(&w, &config) == 0 && weir_ring(&w, &ring) == WEIR_ENOTSUP);
    full(); /* a section may be small without thread cache and arguments */
    mock.config &= (1 << 23) - 1;
    mock.features = MOCK_RING | MOCK_ARGS_1 | MOCK_NARROW;
    assert(weir_init(&w, &config) == 0);
    ring.section_log2 = 7;
    assert(weir_ring(&w, &ring) == WEIR_EINVAL);
    ring.section_log2 = 17;
    assert(weir_ring(&w, &ring) == WEIR_EINVAL);
    ring.section_log2 = 0; /* the unit has sections */
    ring.stop = 1;
    assert(weir_ring(&w, &ring) == WEIR_EINVAL);
    ring.stop = 0;
    ring.section_log2 = 8;
    ring.memory = NULL;
    assert(weir_ring(&w, &ring) == WEIR_EINVAL);
    ring.memory = memory + 2;
    assert(weir_ring(&w, &ring) == WEIR_EINVAL);
    ring.memory = memory;
    ring.bytes = (size_t)1 << 32;
    assert(weir_ring(&w, &ring) == WEIR_EINVAL);
    ring.bytes = BYTES;
    assert(weir_ring_image(NULL, &image, &bytes) == WEIR_EINVAL &&
           weir_ring_image(&w, NULL, &bytes) == WEIR_EINVAL);
    assert(weir_ring_image(&w, &image, NULL) == WEIR_EINVAL &&
           weir_ring_image(&w, &image, &bytes) == WEIR_ESTATE);
    assert(weir_ring_full(NULL) == WEIR_EINVAL && weir_ring_full(&w) == WEIR_ESTATE);

    assert(weir_ring(&w, &ring) == 0 && weir_start(&w) == WEIR_ERING); /* written elsewhere */
    mock.ring_memory = 1;
    mock.ring_slow = 3;
    assert(weir_start(&w) == 0 && sink_calls == 0 && mock_register(0x600) == 1);
    assert(weir_ring(&w, &ring) == WEIR_ESTATE);
    assert(weir_ring_image(&w, &image, &bytes) == 0 &&
           (const uint8_t *)image + bytes == memory + BYTES);
    assert(mock_register(0x608) == (13 | 8 << 8) &&
           mock_register(0x604) == (uint32_t)(uintptr_t)memory + BYTES - 8192);
    assert(bytes > 8192 && bytes < 8192 + 4096 &&
           !memcmp(image, "\0\1flux", 6)); /* the head is before the ring buffer */
    assert(weir_ring_full(&w) == 0);
    mock.ring_status = 2;
    mock.stuck = 1; /* no free space for the rest of the loss */
    assert(weir_ring_full(&w) == 1 && weir_finish(&w) == 0 && sink_calls == 0);
    mock.stuck = 0;
    mock.ring_status = 0;

    const struct weir_ring_memory both = {
        .memory = memory, .bytes = BYTES, .section_log2 = 9, .stop = 1, .stream = 1};
    assert(weir_ring(&w, &both) == 0 && weir_start(&w) == 0 && sink_calls > 0 &&
           mock_register(0x600) == 7);
    mock.ring_status = 2;
    mock.stuck = 1; /* but the sink could take it */
    assert(weir_finish(&w) == WEIR_EBUSY);
    mock.stuck = 0;
    assert(weir_finish(&w) == 0);
    assert(weir_ring(&w, NULL) == 0 && weir_start(&w) == 0 &&
           weir_ring_image(&w, &image, &bytes) == WEIR_ESTATE && weir_finish(&w) == 0);

    const struct weir_ring_memory tight = {.memory = memory, .bytes = 600, .section_log2 = 9},
                                  head_only = {.memory = memory, .bytes = 2200, .section_log2 = 12},
                                  coarse = {.memory = memory, .bytes = BYTES, .section_log2 = 13},
                                  slow = {.memory = memory, .bytes = BYTES, .section_log2 = 9};
    assert(weir_ring(&w, &tight) == 0 && weir_start(&w) == WEIR_EINVAL);
    assert(weir_ring(&w, &head_only) == 0 && weir_start(&w) == WEIR_EINVAL);
    const struct weir_ring_memory wide = {.memory = memory, .bytes = BYTES, .section_log2 = 12};
    assert(weir_ring(&w, &wide) == 0 && weir_start(&w) == 0 && weir_finish(&w) == 0);
    assert(weir_ring(&w, &coarse) == 0 &&
           weir_start(&w) == WEIR_EINVAL); /* fewer than two sections */
    mock.ring_slow = ~0u;
    assert(weir_ring(&w, &slow) == 0 && weir_start(&w) == WEIR_EBUSY);
    assert(munmap(memory, BYTES) == 0);
}

/* The ring of weir_wide, without sections: it keeps the oldest, and the image ends with the trace.
 */
static void test_plain_ring(void)
{
    enum { BYTES = 8192 + 2048 };
    const void *image;
    size_t bytes;
    uint8_t *const memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    assert(memory != MAP_FAILED);
    fresh();
    mock.features = MOCK_RING | MOCK_ROWS | MOCK_ARGS_1 | MOCK_NARROW;
    struct weir_ring_memory ring = {.memory = memory, .bytes = BYTES - 1, .stop = 1};
    assert(weir_init(&w, &config) == 0 && weir_ring(&w, &ring) == 0);
    ring.stream = 1;
    assert(weir_ring(&w, &ring) == WEIR_EINVAL);
    ring = (struct weir_ring_memory){.memory = memory, .bytes = BYTES};
    assert(weir_ring(&w, &ring) == WEIR_EINVAL); /* what it overwrites, no reader can do without */
    ring.stop = 1;
    ring.memory = memory + 4;
    assert(weir_ring(&w, &ring) == WEIR_EINVAL); /* rows of 8 bytes */
    ring.memory = memory;
    ring.bytes = 600; /* too few for the head */
    assert(weir_ring(&w, &ring) == 0 && weir_start(&w) == WEIR_EINVAL);
    ring.bytes = BYTES - 1;
    assert(weir_start(&w) == 0 && sink_calls == 0);
    assert(mock_register(0x600) == 3 && mock_register(0x608) == 13 &&
           mock_register(0x604) == (uint32_t)(uintptr_t)memory + BYTES - 8 - 8192);
    assert(weir_ring_image(&w, &image, &bytes) == 0 &&
           (const uint8_t *)image + bytes == memory + BYTES - 8 - 8192 &&
           (const uint8_t *)image >= memory && !memcmp(image, "\0\1flux", 6));
    mock.ring_status = 2; /* full: all of it is trace */
    assert(weir_ring_full(&w) == 1 && weir_ring_image(&w, &image, &bytes) == 0 &&
           (const uint8_t *)image + bytes == memory + BYTES - 8);
    mock.ring_status = 0;
    assert(weir_finish(&w) == 0); /* it wrote nothing */
    assert(weir_start(&w) == 0);
    for (unsigned n = 0; n < 4; n++)
        weir_emit(&w, 1, n);
    assert(weir_finish(&w) == WEIR_ERING && weir_finish(&w) == WEIR_ESTATE); /* elsewhere */
    mock.ring_memory = 1;
    assert(weir_start(&w) == 0);
    for (unsigned n = 0; n < 4; n++)
        weir_emit(&w, 1, n);
    assert(weir_finish(&w) == 0 && memory[BYTES - 8 - 8192] != 0xff);
    ring.section_log2 = 9; /* the unit has no sections */
    assert(weir_ring(&w, &ring) == WEIR_EINVAL);
    assert(munmap(memory, BYTES) == 0);
}

/* Memory above 4 GiB: RING_BASE has the lower 32 bits of its address, the bus adds the others. */
static void test_far_ring(void)
{
    enum { BYTES = 16384 };
    uint8_t *const memory = mmap((void *)(uintptr_t)0x500010000u, BYTES, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(memory != MAP_FAILED && (uintptr_t)memory >> 32);
    struct weir_ring_memory ring = {.memory = memory, .bytes = BYTES, .section_log2 = 9};
    full();
    mock.config &= (1 << 23) - 1;
    mock.features = MOCK_RING | MOCK_ARGS_1 | MOCK_NARROW;
    mock.ring_memory = 1;
    mock.ring_upper = (uintptr_t)memory >> 32 << 32;
    assert(weir_init(&w, &config) == 0 && weir_ring(&w, &ring) == 0 && weir_start(&w) == 0);
    assert(mock_register(0x604) == (uint32_t)(uintptr_t)memory + BYTES - 8192);
    assert(weir_finish(&w) == 0);
    ring.memory = (void *)(uintptr_t)0x4ffffe000u; /* two pieces of 4 GiB */
    assert(weir_ring(&w, &ring) == WEIR_EINVAL);
    assert(munmap(memory, BYTES) == 0);
}

/* weir_crash: whatever was interrupted, the given sink or that of the config gets everything. */
static uint8_t last[4096];
static size_t last_count;

static int crash_sink(void *context, const void *bytes, size_t count)
{
    assert(context == last && last_count + count <= sizeof last);
    memcpy(last + last_count, bytes, count);
    last_count += count;
    return 0;
}

static size_t uncertain_bytes;
static jmp_buf crashed;

static int crashing_sink(void *context, const void *bytes, size_t count)
{
    (void)context, (void)bytes;
    assert(weir_crash(&w, crash_sink, last, &uncertain_bytes) == 0 && uncertain_bytes == count);
    longjmp(crashed, 1); /* the crashed code does not continue */
}

static void crash_now(void) { longjmp(crashed, 1); }

/* Between the read of a word and its count: with PEEK the word is not lost. */
static void test_crash_at_a_word(void)
{
    enum { BYTES = 16384 };
    uint8_t *const memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    assert(memory != MAP_FAILED);
    const struct weir_ring_memory both = {
        .memory = memory, .bytes = BYTES, .section_log2 = 9, .stream = 1};
    for (volatile unsigned n = 0; n < 20; n++) {
        full();
        mock.features |= MOCK_PEEK | (n % 2 ? MOCK_RING : 0);
        mock.ring_memory = 1;
        assert(weir_init(&w, &config) == 0 && (n % 2 == 0 || weir_ring(&w, &both) == 0) &&
               weir_start(&w) == 0);
        sunk_count = 0;
        fill(20);
        mock.word_read = crash_now;
        mock.words_before = n;
        if (!setjmp(crashed)) {
            const int given = weir_drain(&w);
            assert(given < 0); /* weir_drain does not return */
        }
        mock.authorised = 0; /* the word waits for it, too */
        assert(mock.read == n + 1 && weir_crash(&w, NULL, NULL, NULL) == WEIR_EACCES);
        mock.authorised = 1u << 30;
        assert(weir_crash(&w, NULL, NULL, NULL) == 0);
        expect_bytes(80);
    }
    assert(munmap(memory, BYTES) == 0);
}

static void test_crash(void)
{
    fresh();
    assert(weir_crash(NULL, NULL, NULL, NULL) == WEIR_EINVAL &&
           weir_crash(&w, NULL, NULL, NULL) == WEIR_EINVAL);
    assert(weir_init(&w, &config) == 0 && weir_crash(&w, NULL, NULL, NULL) == WEIR_ESTATE);
    started();
    /* A reset of the unit alone: the file is closed, with an error, also in a pause, and also if
     * the first attempt fails. */
    for (int i = 0; i < 6; i++) {
        started();
        if (i / 2 == 1)
            assert(weir_disable(&w) == 0);
        if (i / 2 == 2)
            weir_freeze(&w);
        weir_device_reset(mock.device);
        if (i / 2 == 1)
            assert(weir_enable(&w) == WEIR_ESTATE);
        mock.busy = i % 2 ? ~0u : 0;
        if (i % 2)
            assert(weir_finish(&w) == WEIR_EBUSY);
        mock.busy = 0;
        assert((i == 4 ? weir_crash(&w, NULL, NULL, NULL) : weir_finish(&w)) == WEIR_ESTATE &&
               w.config == &config);
        assert(weir_start(&w) == 0 && weir_disable(&w) == 0 && weir_finish(&w) == 0);
    }
    started();
    weir_freeze(&w);
    assert(mock_register(0x010) == 0 && mock_register(0x01c) == 0);
    fill(20);
    uncertain_bytes = 9;
    assert(weir_crash(&w, NULL, NULL, &uncertain_bytes) == 0 && uncertain_bytes == 0 &&
           w.config == &config);
    expect_bytes(80);
    started();
    fill(20);
    last_count = 0;
    assert(weir_crash(&w, crash_sink, last, NULL) == 0 && last_count == 80 && sunk_count == 0);
    started();
    fill(20);
    sink_fails = 2; /* what a sink did not take is not uncertain; its error is the result */
    uncertain_bytes = 9;
    assert(weir_drain(&w) == WEIR_ESINK &&
           weir_crash(&w, NULL, NULL, &uncertain_bytes) == WEIR_ESINK && uncertain_bytes == 0 &&
           w.config == &config);
    uncertain_bytes = 9;
    assert(weir_crash(&w, NULL, NULL, &uncertain_bytes) == 0 && uncertain_bytes == 0);
    expect_bytes(80);
    started();
    mock.busy = ~0u; /* interrupts weir_finish */
    assert(weir_finish(&w) == WEIR_EBUSY);
    mock.busy = 0;
    assert(weir_crash(&w, NULL, NULL, NULL) == 0 &&
           weir_crash(&w, NULL, NULL, NULL) == WEIR_ESTATE);
    started();
    fill(20);
    last_count = 0;
    config.sink = crashing_sink; /* in the sink: the chunk may arrive twice */
    if (!setjmp(crashed)) {
        const int given = weir_drain(&w);
        assert(given < 0); /* weir_drain does not return */
    }
    assert(uncertain_bytes > 0 && last_count == 80 && !memcmp(last, mock.fifo, 80) &&
           weir_finish(&w) == WEIR_ESTATE);
}

/* NULL for a handle or a result, and calls before weir_init, where no other test has them. */
static void test_no_handle(void)
{
    struct weir_counts n;
    fresh();
    assert(weir_enable(NULL) == WEIR_EINVAL && weir_disable(NULL) == WEIR_EINVAL &&
           weir_wait(NULL, 1) == WEIR_EINVAL && weir_wait(&w, 1) == WEIR_ESTATE);
    assert(weir_start_frames(NULL, 1, 0) == WEIR_EINVAL &&
           weir_snoop(NULL, 0, (void *)0x1000) == WEIR_EINVAL);
    assert(weir_snoop_register(NULL, 0, WEIR_SNOOP_GPR, 4, 0, 0) == WEIR_EINVAL &&
           weir_thread_name(NULL, 1, "x") == WEIR_EINVAL);
    assert(weir_thread_name(&w, 1, NULL) == WEIR_EINVAL && weir_counters(NULL, &n) == WEIR_EINVAL &&
           weir_counters_of(&w, 0, 0, NULL) == WEIR_EINVAL);
    weir_forget(NULL, 1);
    full();
    start();
    assert(weir_lock(&w) == 0 && weir_wait(&w, 1) == WEIR_ESTATE);
    fresh();
    config.event_name_count = 0;
    config.event_names = NULL;
    config.name_max = 0;
    config.names = NULL;
    assert(weir_init(&w, &config) == 0 && weir_start(&w) == 0 &&
           weir_thread_name(&w, 1, "x") == WEIR_ENOSPC);
    fresh(); /* ids after the reserved ones may have a name */
    static const struct weir_event_name own[] = {{0xc001, "own"}};
    config.event_names = own;
    config.event_name_count = 1;
    assert(weir_init(&w, &config) == 0);
    full(); /* the sink fails for the bytes after the last word that a reset left */
    mock.features |= MOCK_PEEK;
    mock.snapshot = 1;
    mock.snapshot_tail = 1u << 24 | 0xa0;
    sink_fails = 1;
    assert(weir_rescue(&w, &config) == WEIR_ESINK);
    fresh();
    assert(weir_rescue(&w, &config) == 0); /* no PEEK */
    full();
    mock.features |= MOCK_PEEK;
    mock.snapshot = 1;
    mock.authorised = 0;
    assert(weir_rescue(&w, &config) == WEIR_EACCES);
}

static void test_errors(void)
{
    static const char *const names_of[] = {
        [-WEIR_EINVAL] = "EINVAL",         [-WEIR_ENODEV] = "ENODEV",
        [-WEIR_EVERSION] = "EVERSION",     [-WEIR_ESTATE] = "ESTATE",
        [-WEIR_EBUSY] = "EBUSY",           [-WEIR_ENOSPC] = "ENOSPC",
        [-WEIR_ESINK] = "ESINK",           [-WEIR_ENOTSUP] = "ENOTSUP",
        [-WEIR_EACCES] = "EACCES",         [-WEIR_EUNIT] = "EUNIT",
        [-WEIR_EWATERMARK] = "EWATERMARK", [-WEIR_EHART] = "EHART",
        [-WEIR_EPORT] = "EPORT",           [-WEIR_ERING] = "ERING"};
    for (int i = 1; i < (int)(sizeof names_of / sizeof *names_of); i++) {
        const size_t size = strlen(names_of[i]);
        assert(!strncmp(weir_error_text(-i), names_of[i], size) &&
               !strncmp(weir_error_text(-i) + size, ": ", 2));
    }
    assert(!strcmp(weir_error_text(0), "no error") && !strcmp(weir_error_text(7), "no error") &&
           strcmp(weir_error_text(-99), "no error"));
}

/* Ports by address: code that cannot read the handle. */
static void test_port(void)
{
    full();
    assert(weir_port(&w, 0, WEIR_CONTEXT_USER_MODE) == 0 &&
           weir_port(NULL, 0, WEIR_CONTEXT_USER_MODE) == 0);
    start();
    const uintptr_t port = weir_port(&w, 0, WEIR_CONTEXT_USER_MODE);
    weir_emit_at(port, 5, 6);
    weir_emit_at(0, 7, 8);
    assert(mock.store_count == 2);
    expect_store(0, 0x12000, 6);
    expect_store(1, 0x12004, 5);
    assert(weir_port(&w, 1, 0) == 0 && weir_port(&w, 0, 3) == 0);
    started();
    assert(weir_port(&w, 0, WEIR_CONTEXT_USER_MODE) == 0);
}

/* On a bus with stores in any order the unit gets each register when the driver stores it. */
static void test_relaxed_bus(void)
{
    enum { BYTES = 16384 };
    uint8_t *const memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    assert(memory != MAP_FAILED);
    const struct weir_ring_memory ring = {.memory = memory, .bytes = BYTES, .section_log2 = 9};
    full();
    mock.config &= (1 << 23) - 1;
    mock.features = MOCK_RING | MOCK_ARGS_1 | MOCK_NARROW;
    mock.ring_memory = mock.reorders = 1;
    assert(weir_init(&w, &config) == 0 && weir_ring(&w, &ring) == 0 && weir_start(&w) == 0);
    mock_barrier();
    assert(mock_register(0x600) == 1 && mock_register(0x608) == (13 | 9 << 8) &&
           mock_register(0x604) == (uint32_t)(uintptr_t)memory + BYTES - 8192 &&
           mock_register(0x010) == 1);
    weir_emit(&w, 1, 5);
    assert(weir_finish(&w) == 0);
    mock_barrier();
    assert(mock_register(0x010) == 0 && ((volatile uint8_t *)memory)[BYTES - 8192] != 0xff);
    assert(munmap(memory, BYTES) == 0);
}

int main(int argc, char **argv)
{
    unsigned thread;
    if (argc == 3 && !strcmp(argv[1], "head")) {
        write_head(argv[2]);
    } else if (argc == 4 && !strcmp(argv[1], "names") && sscanf(argv[2], "%x", &thread) == 1) {
        write_names(argv[3], thread);
    } else {
        test_init();
        test_states();
        test_emit();
        test_emit_fast();
        test_emit64();
        test_emit_args();
        test_emit_wait();
        test_port();
        test_port_mask();
        test_filter();
        test_pins();
        test_tiny();
        test_drain();
        test_drain_interrupted();
        test_level_before_store();
        test_finish();
        test_threads();
        test_names_wait();
        test_names_race();
        test_names_in_start();
        test_names_in_overload();
        test_errors();
        test_snoop();
        test_retire_view();
        test_time();
        test_time_base();
        test_peek();
        test_sw_entry();
        test_authorised();
        test_lock();
        test_ring();
        test_plain_ring();
        test_far_ring();
        test_crash();
        test_crash_at_a_word();
        test_no_handle();
        test_counters();
        test_relaxed_bus();
        assert(mock.undefined == 0);
        puts("good");
    }
    return 0;
}
