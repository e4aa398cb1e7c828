/* SPDX-License-Identifier: Apache-2.0 */
/* The software back ends on the host, with sanitizers: life cycle, a sink that fails, full memory,
 * time, accounting. Writes the recording to the file in its argument, for test_soft.py to read. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEIR_RKH_HANDLE rkh
#include "weir_crash.h"
#include "weir_rkhtrc.h"

struct weir_rkh rkh;
uint32_t mock_clock, mock_locked;

uint32_t mock_lock(void) { return mock_locked++; }

void mock_unlock(uint32_t before)
{
    assert(mock_locked == before + 1);
    mock_locked = before;
}

static uint8_t sunk[1 << 20];
static size_t sunk_count;
static int sink_drops;

static int sink(void *context, const void *bytes, size_t count)
{
    assert(context == &sunk && count > 0 && !mock_locked);
    if (sink_drops) {
        sink_drops--;
        return 1;
    }
    assert(sunk_count + count <= sizeof sunk);
    memcpy(sunk + sunk_count, bytes, count);
    sunk_count += count;
    return 0;
}

static struct weir_named names[3];
static const struct weir_event_name events[] = {{1, "one"}, {0x4001, "common"}};
static uint32_t memory[WEIR_SOFT_WORDS(1024)];
static struct weir_config config;
static struct weir w;

static void fresh(void)
{
    config = (struct weir_config){
        .unit = "ns10",
        .event_names = events,
        .event_name_count = 2,
        .names = names,
        .name_max = 3,
        .sink = sink,
        .sink_context = &sunk,
        .memory = memory,
        .memory_bytes = sizeof memory,
    };
    memset(&w, 0, sizeof w);
    sunk_count = 0;
    sink_drops = 0;
    mock_clock = 1000;
    assert(!mock_locked);
}

static void start(void)
{
    assert(weir_init(&w, &config) == 0);
    assert(weir_start(&w) == 0);
}

static void test_arguments(void)
{
    struct weir_counts n;
    uint64_t time;
    fresh();
    assert(weir_init(NULL, &config) == WEIR_EINVAL && weir_init(&w, NULL) == WEIR_EINVAL);
    assert(weir_start(&w) == WEIR_ESTATE && weir_drain(&w) == WEIR_ESTATE &&
           weir_finish(&w) == WEIR_ESTATE);
    assert(weir_counters(&w, &n) == WEIR_ESTATE && weir_loss(&w) == WEIR_ESTATE &&
           weir_time(&w, &time) == WEIR_ESTATE);
    assert(weir_snoop(&w, 0, memory) == WEIR_ESTATE && weir_thread_name(&w, 1, "a") == WEIR_ESTATE);
    weir_emit(&w, 1, 2); /* not recorded */
    config.memory = NULL;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
    fresh();
    config.memory_bytes = 100;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
    fresh();
    config.unit = "";
    assert(weir_init(&w, &config) == WEIR_EUNIT);
    fresh();
    start();
    assert(weir_start(&w) == WEIR_ESTATE);
    assert(weir_snoop(&w, 1, memory) == WEIR_EINVAL &&
           weir_snoop(&w, 0, (char *)memory + 2) == WEIR_EINVAL);
    assert(weir_port_mask(&w, 0, 0, 1) == WEIR_ENOTSUP &&
           weir_port_mask(&w, 0, 3, 1) == WEIR_EINVAL);
    assert(weir_wait(&w, 1) == WEIR_ENOTSUP && weir_wait(&w, 0x1000000) == WEIR_EINVAL);
    uint32_t count = 1;
    assert(weir_lock(&w) == WEIR_ENOTSUP && weir_peek(&w, &count, 1) == WEIR_ENOTSUP &&
           weir_clock_hz(&w, 1) == WEIR_ENOTSUP);
    assert(weir_checkpoint(&w, 1, 1) == WEIR_ENOTSUP &&
           weir_checkpoint(&w, 0x10000, 0) == WEIR_EINVAL);
    assert(weir_select(&w, NULL) == WEIR_ENOTSUP && weir_rate_limit(&w, 0, 1, 1) == WEIR_ENOTSUP &&
           weir_rate_limit(&w, 2, 1, 1) == WEIR_EINVAL);
    assert(weir_start_frames(&w, 1, 0) == WEIR_ENOTSUP &&
           weir_start_frames(&w, 1, 0x10000) == WEIR_EINVAL);
    assert(weir_ring(&w, NULL) == WEIR_ENOTSUP && weir_ring_full(&w) == WEIR_ESTATE);
    assert(weir_pins_watch(&w, 1, 1, 1) == WEIR_ENOTSUP &&
           weir_pins_watch(NULL, 0, 0, 0) == WEIR_EINVAL);
    assert(weir_trigger_arm(&w, NULL, 0) == WEIR_ENOTSUP &&
           weir_trigger_arm(&w, NULL, 4) == WEIR_EINVAL);
    assert(weir_trigger_state(&w) == WEIR_ENOTSUP && weir_filtered(&w, &count) == WEIR_ENOTSUP &&
           count == 0 && !w.filter);
    assert(weir_counters_of(&w, 0, 0, &n) == WEIR_ENOTSUP &&
           weir_counters_of(&w, 1, 0, &n) == WEIR_EINVAL);
    assert(weir_thread_name(&w, 1, "a") == 0 && weir_thread_name(&w, 2, "b") == 0 &&
           weir_thread_name(&w, 3, "") == 0);
    assert(weir_thread_name(&w, 4, "d") == WEIR_ENOSPC && weir_thread_name(&w, 2, "B") == 0);
    weir_forget(&w, 1);
    assert(weir_thread_name(&w, 4, "d") == 0);
}

/* Every call with NULL for handle or result, and before weir_init; calls that only a unit supports;
 * the state after a crash. */
static void test_no_handle(void)
{
    struct weir_counts n;
    uint64_t time;
    uint32_t word = 0;
    const void *image;
    size_t bytes;
    static const uint8_t entry[] = {0, 0x30, 0};
    const struct weir_ring_memory ring = {.memory = memory}, none = {.memory = NULL},
                                  odd = {.memory = (char *)memory + 2};
    const struct weir_selection all = {.classes = 7}, classes = {.classes = 8},
                                ranges = {.classes = 7, .range_count = 3};
    fresh();
    assert(weir_start(NULL) == WEIR_EINVAL && weir_enable(NULL) == WEIR_EINVAL &&
           weir_disable(NULL) == WEIR_EINVAL && weir_drain(NULL) == WEIR_EINVAL);
    assert(weir_irq(NULL) == WEIR_EINVAL && weir_finish(NULL) == WEIR_EINVAL &&
           weir_lock(NULL) == WEIR_EINVAL && weir_loss(NULL) == WEIR_EINVAL);
    assert(weir_rescue(NULL, &config) == WEIR_EINVAL && weir_rescue(&w, NULL) == WEIR_EINVAL &&
           weir_rescue(&w, &config) == WEIR_ENOTSUP);
    assert(weir_snoop(NULL, 0, &word) == WEIR_EINVAL && weir_snoop(&w, 0, NULL) == WEIR_EINVAL &&
           weir_names_repeat(NULL) == WEIR_EINVAL);
    assert(weir_thread_name(NULL, 1, "a") == WEIR_EINVAL &&
           weir_thread_name(&w, 1, NULL) == WEIR_EINVAL);
    assert(weir_counters(NULL, &n) == WEIR_EINVAL && weir_counters(&w, NULL) == WEIR_EINVAL &&
           weir_time(NULL, &time) == WEIR_EINVAL && weir_time(&w, NULL) == WEIR_EINVAL);
    assert(weir_counters_of(NULL, 0, 0, &n) == WEIR_EINVAL &&
           weir_counters_of(&w, 0, 0, NULL) == WEIR_EINVAL &&
           weir_counters_of(&w, 0, 0, &n) == WEIR_ESTATE);
    assert(weir_peek(NULL, &word, 1) == WEIR_EINVAL && weir_peek(&w, NULL, 1) == WEIR_EINVAL &&
           weir_peek(&w, NULL, 0) == WEIR_ESTATE && weir_peek(&w, &word, 1) == WEIR_ESTATE);
    assert(weir_authorised(NULL, NULL) == WEIR_EINVAL && weir_authorised(&w, NULL) == WEIR_ESTATE);
    assert(weir_clock_hz(NULL, 1) == WEIR_EINVAL && weir_clock_hz(&w, 0) == WEIR_EINVAL &&
           weir_clock_hz(&w, 1) == WEIR_ESTATE && weir_lock(&w) == WEIR_ESTATE);
    assert(weir_ring_image(NULL, &image, &bytes) == WEIR_EINVAL &&
           weir_ring_image(&w, NULL, &bytes) == WEIR_EINVAL &&
           weir_ring_image(&w, &image, NULL) == WEIR_EINVAL);
    assert(weir_ring_image(&w, &image, &bytes) == WEIR_ESTATE &&
           weir_ring_full(NULL) == WEIR_EINVAL &&
           weir_crash(NULL, NULL, NULL, NULL) == WEIR_EINVAL);
    assert(weir_crash(&w, NULL, NULL, NULL) == WEIR_EINVAL && weir_wait(&w, 1) == WEIR_ESTATE &&
           weir_enable(&w) == WEIR_ESTATE && weir_disable(&w) == WEIR_ESTATE);
    assert(weir_irq(&w) == 0 && weir_names_repeat(&w) == WEIR_ESTATE);
    weir_forget(NULL, 1);
    weir_forget(&w, 1);
    weir_emit_args(&w, 1, 2, (const uint32_t[]){1, 2}); /* not recorded */

    static const struct weir_event_name bad[][1] = {
        {{0, "zero"}}, {{0x8000, "switch"}}, {{0xc000, "other"}}, {{1, NULL}}};
    for (unsigned i = 0; i < 4; i++) {
        fresh();
        config.event_names = bad[i];
        config.event_name_count = 1;
        assert(weir_init(&w, &config) == WEIR_EINVAL);
    }
    static const struct weir_event_name own[] = {{0xc001, "own"}};
    fresh();
    config.event_names = own;
    config.event_name_count = 1;
    assert(weir_init(&w, &config) == 0);
    fresh();
    config.event_names = NULL;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
    fresh();
    config.names = NULL;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
    fresh();
    config.unit = NULL;
    assert(weir_init(&w, &config) == WEIR_EUNIT);
    fresh();
    config.memory = (char *)memory + 2;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
    fresh();
    config.memory_bytes = (size_t)1 << 36;
    assert(weir_init(&w, &config) == WEIR_EINVAL);
    fresh();
    config.event_name_count = config.name_max = 0;
    config.event_names = NULL;
    config.names = NULL;
    assert(weir_init(&w, &config) == 0 && weir_start(&w) == 0 && weir_names_repeat(&w) == 0 &&
           weir_thread_name(&w, 1, "a") == WEIR_ENOSPC);
    fresh();
    config.sink = NULL; /* optional for a ring in memory */
#ifdef WEIR_RKH
    assert(weir_init(&w, &config) == WEIR_EINVAL);
#else
    assert(weir_init(&w, &config) == 0 && weir_start(&w) == 0 && weir_finish(&w) == 0);
#endif

    fresh();
    start();
    assert(weir_wait(&w, 1) == WEIR_ENOTSUP && weir_port_mask(&w, 0, 0, 8) == WEIR_EINVAL &&
           weir_port_mask(&w, 1, 0, 1) == WEIR_EINVAL);
    assert(weir_ring(&w, &ring) == WEIR_ENOTSUP && weir_ring(&w, &none) == WEIR_EINVAL &&
           weir_ring(&w, &odd) == WEIR_EINVAL);
    assert(
        weir_sw_entry(&w, entry, 3) == WEIR_ENOTSUP && weir_sw_entry(&w, NULL, 3) == WEIR_EINVAL &&
        weir_sw_entry(&w, entry, 2) == WEIR_EINVAL && weir_sw_entry(&w, entry, 129) == WEIR_EINVAL);
    assert(weir_select(&w, &all) == WEIR_ENOTSUP && weir_select(&w, &classes) == WEIR_EINVAL &&
           weir_select(&w, &ranges) == WEIR_EINVAL);
    assert(weir_rate_limit(&w, 0, WEIR_NO_RATE_LIMIT, 31) == WEIR_ENOTSUP &&
           weir_rate_limit(&w, 0, (unsigned)WEIR_NO_RATE_LIMIT + 1, 1) == WEIR_EINVAL &&
           weir_rate_limit(&w, 0, 1, 32) == WEIR_EINVAL);
    assert(weir_snoop_register(&w, 0, WEIR_SNOOP_GPR, 31, 1, 0) == WEIR_ENOTSUP &&
           weir_snoop_register(&w, 0, WEIR_SNOOP_GPR, 0, 1, 0) == WEIR_EINVAL);
    assert(weir_snoop_register(&w, 0, WEIR_SNOOP_GPR, 32, 1, 0) == WEIR_EINVAL &&
           weir_snoop_register(&w, 0, WEIR_SNOOP_CSR, 0, 1, 0) == WEIR_ENOTSUP);
    assert(weir_snoop_register(&w, 0, WEIR_SNOOP_CSR, 0x1000, 1, 0) == WEIR_EINVAL &&
           weir_snoop_register(&w, 0, 7, 0, 1, 0) == WEIR_EINVAL);
    assert(weir_traps(&w, 0, 0) == WEIR_ENOTSUP && weir_traps(&w, 0, 1) == WEIR_ENOTSUP &&
           weir_traps(&w, 0, 2) == WEIR_EINVAL && weir_traps(&w, 1, 1) == WEIR_EINVAL);
    assert(weir_hints(&w, 0, 0) == WEIR_ENOTSUP && weir_hints(&w, 0, 1) == WEIR_ENOTSUP &&
           weir_hints(&w, 0, 2) == WEIR_EINVAL && weir_hints(&w, 1, 1) == WEIR_EINVAL);
    assert(weir_port(&w, 0, 0) == 0);
    weir_emit_at(0, 1, 2); /* nothing: there is no port */
    assert(weir_filtered(&w, NULL) == WEIR_EINVAL &&
           weir_counters_of(&w, 0, WEIR_CONTEXT_SNOOP + 1, &n) == WEIR_EINVAL);
    uint32_t denied = 9;
    assert(weir_authorised(&w, &denied) == 1 && denied == 0 && weir_authorised(&w, NULL) == 1);
    assert(weir_names_repeat(&w) == 0); /* no names */
    word = 5;
    assert(weir_snoop(&w, 0, &word) == 0); /* a trace is running: announces at once */
    assert(weir_counters(&w, &n) == 0 && n.offered[WEIR_CLASS_SYS] == 1);
    word = 6;
    weir_emit_args(&w, 1, 2, (const uint32_t[]){1, 2}); /* switch recorded before the event */
    weir_emit_args(&w, 0, 2, (const uint32_t[]){1, 2});
    assert(weir_counters(&w, &n) == 0 && n.offered[WEIR_CLASS_SYS] == 2 &&
           n.offered[WEIR_CLASS_USER] == 1 && n.dropped[WEIR_DROP_ID] == 1);
    weir_emit_args(&w, WEIR_ID_THREAD_SWITCH, 2, (const uint32_t[]){7, 1}); /* a switch */
    assert(weir_counters(&w, &n) == 0 && n.offered[WEIR_CLASS_SYS] == 3 && w.running == 7);
    word = 7;
    assert(weir_thread_name(&w, 1, "a") == 0 && weir_thread_name(&w, 2, "b") == 0);
    for (unsigned i = 0; i < 5; i++)
        assert(weir_names_repeat(&w) == 3); /* cyclic, skips the free entry */
    weir_forget(&w, 9);                     /* no such thread */
    weir_emit_wait(&w, 1, 2);
    weir_emit64(&w, 1, 3);
    weir_freeze(&w);
    weir_emit(&w, 1, 2);
    assert(weir_counters(&w, &n) == 0 && n.offered[WEIR_CLASS_USER] == 3);
    size_t uncertain_bytes = 9;
    assert(weir_crash(&w, sink, &sunk, &uncertain_bytes) == 0 && uncertain_bytes == 0 &&
           sunk_count > 0 && weir_crash(&w, NULL, NULL, NULL) == WEIR_ESTATE);
    weir_forget(&w, 1);          /* after the trace: only the table */
    assert(weir_start(&w) == 0); /* the next file begins with known names */
    sink_drops = 1;
    weir_emit(&w, 1, 2);
    assert(weir_finish(&w) == WEIR_ESINK && weir_crash(&w, NULL, NULL, NULL) == 0);
}

/* Units that are no integer number of ticks per second still record. A sink that fails at the start
 * ends weir_start. */
static void test_units(void)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "s10", "ms100", "ps", "as100"},
                             *const wrong[] = {"s1", "ns1000", "hours", "m1", "ns10x", "10 ns"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        fresh();
        config.unit = wrong[i];
        assert(weir_init(&w, &config) == WEIR_EUNIT);
    }
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
        fresh();
        config.unit = units[i];
        start();
        weir_emit(&w, 1, 2);
        assert(weir_finish(&w) == 0);
    }
    fresh();
    assert(weir_init(&w, &config) == 0);
    sink_drops = 1;
#ifdef WEIR_RKH
    assert(weir_start(&w) == WEIR_ESINK && weir_start(&w) == 0);
#else
    assert(weir_start(&w) == 0 && weir_finish(&w) == WEIR_ESINK &&
           weir_finish(&w) == 0); /* delivers everything at the end */
#endif
}

/* RKH's records: filters, records of the application, full memory. */
static void test_records(void)
{
    struct weir_counts n;
    uint32_t word = 7;
    char text[] = "a string of a record";
    uint8_t bytes[300] = {0};
    fresh();
    weir_rkh_init(&rkh, &w);
    assert(weir_rkh_filter_event(NULL, 0, 1) == WEIR_EINVAL &&
           weir_rkh_filter_group(NULL, 0, 1) == WEIR_EINVAL);
    assert(weir_rkh_filter_priority(NULL, 0, 1) == WEIR_EINVAL &&
           weir_rkh_filter_signal(NULL, 0, 1) == WEIR_EINVAL);
    assert(weir_rkh_filter_event(&rkh, RKH_TE_USER + WEIR_RKH_USER_EVENTS, 1) == WEIR_EINVAL &&
           weir_rkh_filter_group(&rkh, 8, 1) == WEIR_EINVAL);
    assert(weir_rkh_filter_priority(&rkh, 64, 1) == WEIR_EINVAL &&
           weir_rkh_filter_signal(&rkh, 256, 1) == WEIR_EINVAL);
    start();
    unsigned made = 0;
    for (unsigned round = 0; round < 2; round++) { /* all pass, then each is filtered out once */
        const unsigned was = made;
        assert(weir_rkh_filter_event(&rkh, 0x21, round) == 0 &&
               weir_rkh_filter_group(&rkh, 2, round) == 0);
        assert(weir_rkh_filter_priority(&rkh, 33, round) == 0 &&
               weir_rkh_filter_signal(&rkh, 200, round) == 0);
        assert(weir_rkh_filter_event(&rkh, RKH_TE_USER + 500, round) == 0); /* and all above 63 */
        RKH_TRC_BEGIN(0x21, 1, 1) RKH_TRC_SYM(0);
        made++;
        RKH_TRC_END()
        RKH_TRC_BEGIN(0x45, 1, 1) RKH_TRC_SYM(0);
        made++;
        RKH_TRC_END()
        RKH_TRC_BEGIN(0x22, 33, 1) RKH_TRC_SYM(0);
        made++;
        RKH_TRC_END()
        RKH_TRC_BEGIN(0x22, 1, 200) RKH_TRC_SYM(0);
        RKH_TRC_SIG(200);
        made++;
        RKH_TRC_END()
        RKH_TRC_USR_BEGIN(RKH_TE_USER + 900) RKH_TUSR_UI8(3, 1);
        made++;
        RKH_TRC_USR_END()
        assert(made - was == (round ? 0 : 5) && weir_drain(&w) >= 0);
    }
    RKH_TRC_USR_BEGIN(RKH_TE_USER + WEIR_RKH_USER_EVENTS) made++;
    RKH_TRC_USR_END()
    assert(made == 5);
    assert(weir_snoop(&w, 0, &word) == 0);
    word = 8;
    RKH_TRC_USR_BEGIN(RKH_TE_USER + 1) RKH_TUSR_STR(text);
    RKH_TRC_USR_END()
    RKH_TRC_USR_BEGIN(RKH_TE_USER + 2) RKH_TUSR_MEM(bytes, 250);
    WEIR_RKH_BYTES_(bytes, 300);
    RKH_TRC_USR_END() /* 255 bytes */
    assert(weir_finish(&w) == 0 && weir_counters(&w, &n) == 0 && n.offered[WEIR_CLASS_SYS] >= 2);
#ifdef WEIR_RKH
    assert(n.offered[WEIR_CLASS_USER] == 7 && memmem(sunk, sunk_count, text, sizeof text));
    sunk_count = 0;
    assert(weir_start(&w) == 0);
    for (unsigned i = 0; i < 200; i++) {
        RKH_TRC_USR_BEGIN(RKH_TE_USER + 2) RKH_TUSR_UI32(0, i);
        RKH_TRC_USR_END()
        RKH_TRC_BEGIN(0x23, 1, 1) RKH_TRC_SYM(i);
        RKH_TRC_END()
    }
    assert(weir_counters(&w, &n) == 0 && n.offered[WEIR_CLASS_USER] == 400 &&
           n.dropped[WEIR_DROP_USER] > 200);
    assert(weir_disable(&w) == 0);
#else
    assert(n.offered[WEIR_CLASS_USER] == 0 && n.offered[WEIR_CLASS_COM] > 70);
    assert(weir_start(&w) == 0 && weir_disable(&w) == 0);
#endif
    RKH_TRC_USR_BEGIN(RKH_TE_USER + 2) RKH_TUSR_UI32(0, 1);
    RKH_TRC_USR_END() /* nothing */
    assert(weir_counters(&w, &n) == 0 &&
           n.offered[WEIR_CLASS_USER] == (made == 5 && n.dropped[WEIR_DROP_USER] ? 400u : 0u));
}

/* Every id and its class. */
static void test_ids(void)
{
    struct weir_counts n;
    fresh();
    start();
    for (uint32_t id = 0; id < 0x10000; id++)
        if (id != WEIR_ID_THREAD_SWITCH) {
            weir_emit(&w, (uint16_t)id, id);
            if (id % 16 == 0)
                assert(weir_drain(&w) >= 0);
            sunk_count = 0;
        }
    assert(weir_counters(&w, &n) == 0);
#ifdef WEIR_TXTB
    const uint32_t sys = 0x3000, none = 0x4000 + 0x1000;
#else
    const uint32_t sys = 0x4000, none = 0x4000;
#endif
    assert(n.offered[WEIR_CLASS_USER] == 0x3fff && n.offered[WEIR_CLASS_COM] == 0x4000 &&
           n.offered[WEIR_CLASS_SYS] == sys);
    assert(n.offered[WEIR_CLASS_NONE] == none && n.dropped[WEIR_DROP_ID] == none);
    assert(n.dropped[WEIR_DROP_USER] + n.dropped[WEIR_DROP_COM] + n.dropped[WEIR_DROP_SYS] == 0);
}

/* Times of more than 32 bits, if the clock is read often enough. */
static void test_time(void)
{
    uint64_t time;
    fresh();
    mock_clock = 0xfffffff0;
    start();
    for (uint64_t expected = 0; expected < 1ull << 35; expected += 0x7fffffff) {
        assert(weir_time(&w, &time) == 0 && time == expected);
        mock_clock += 0x7fffffff;
    }
}

/* Pauses: while disabled, events are neither recorded nor counted. weir_enable announces the
 * running thread. */
static void test_pause(void)
{
    struct weir_counts n;
    uint32_t word = 77;
    fresh();
    start();
    assert(weir_disable(&w) == 0);
    weir_emit(&w, 1, 2);
    assert(weir_snoop(&w, 0, &word) == 0);
    assert(weir_counters(&w, &n) == 0 && n.offered[WEIR_CLASS_USER] == 0 &&
           n.offered[WEIR_CLASS_SYS] == 0);
    assert(weir_enable(&w) == 0);
    weir_emit(&w, 1, 2);
    word = 78;
    weir_emit(&w, 1, 2);
    weir_switched(&w, 78); /* no switch: it already runs */
    assert(weir_counters(&w, &n) == 0 && n.offered[WEIR_CLASS_USER] == 2 &&
           n.offered[WEIR_CLASS_SYS] == 2);
    assert(weir_finish(&w) == 0 && weir_finish(&w) == WEIR_ESTATE && weir_start(&w) == 0);
}

/* A name that is given in a pause waits for its end, whoever asks for it. Behind it, spans and the
 * thread of FreeRTOS are recorded. */
static void test_names_in_pause(void)
{
    static const char no_start[] =
        "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
        "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
        "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
        "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80";
    void *tcb = &w;
    struct weir_counts n;
    fresh();
    start();
    assert(weir_disable(&w) == 0 && weir_thread_name(&w, 1, "a") == 0 &&
           weir_thread_name(&w, 2, no_start) == 0); /* of no character, nothing is left */
    assert(weir_drain(&w) >= 0 && weir_names_repeat(&w) == 0 && names[0].pending &&
           names[1].pending && names[1].bytes == 0);
    assert(weir_enable(&w) == 0 && !names[0].pending && !names[1].pending);
    assert(weir_counters(&w, &n) == 0);
    const uint32_t before = n.offered[WEIR_CLASS_COM];
    weir_span_begin(&w, 5);
    weir_span_end(&w, 5);
    assert(weir_counters(&w, &n) == 0 && n.dropped[WEIR_DROP_COM] == 0 &&
           n.offered[WEIR_CLASS_COM] == before + 2);
    assert(weir_snoop_freertos(&w, &tcb) == 0 && w.running == (uint32_t)(uintptr_t)tcb);
    assert(weir_irq(&w) >= 0 && weir_finish(&w) == 0);
}

#ifdef WEIR_TXTB
/* No thread at the start is no switch. Memory that goes before weir_start is noticed. */
static void test_first_switch(void)
{
    struct weir_counts n;
    fresh();
    start();
    const uint32_t at = w.ring.at;
    weir_switched(&w, 0);
    assert(w.ring.at == at && weir_counters(&w, &n) == 0 && n.offered[WEIR_CLASS_SYS] == 1);
    weir_switched(&w, 5);
    assert(w.ring.at != at && weir_finish(&w) == 0);
    config.memory_bytes = 100;
    assert(weir_start(&w) == WEIR_EINVAL);
}
#endif

/* Nothing drains for a while; then the stream reports all drops. */
static void overflow(const char *path, unsigned count)
{
    struct weir_counts n;
    fresh();
    weir_rkh_init(&rkh, &w);
    start();
    for (unsigned i = 0; i < 3 * count; i++) {
        mock_clock += 10;
#ifdef WEIR_RKH
        if (i % 10 == 7) { /* a record, whose length is known only at its end */
            RKH_TRC_USR_BEGIN(RKH_TE_USER + 2) RKH_TUSR_MEM(memory, i % 200);
            RKH_TRC_USR_END()
        } else if (i % 10 == 8) {
            RKH_TRC_BEGIN(0x22, 1, 1) RKH_TRC_SYM(i);
            RKH_TRC_SIG(1);
            RKH_TRC_END()
        } else
#endif
            weir_emit(&w, i % 50 ? 1 : i % 100 ? 0 : 0x4001, i);
        if (i / count != 1)
            assert(weir_drain(&w) >= 0);
    }
    assert(weir_finish(&w) == 0 && weir_counters(&w, &n) == 0);
#ifdef WEIR_RKH
    assert(weir_loss(&w) == 0 && (count < 100 || n.dropped[WEIR_DROP_USER] > 10));
#endif
    printf("dropped %u %u %u %u\n", n.dropped[WEIR_DROP_USER], n.dropped[WEIR_DROP_COM],
           n.dropped[WEIR_DROP_SYS], n.dropped[WEIR_DROP_ID]);
    printf("delivered %u\n", n.offered[WEIR_CLASS_USER] + n.offered[WEIR_CLASS_COM] -
                                 n.dropped[WEIR_DROP_USER] - n.dropped[WEIR_DROP_COM]);
    FILE *out = fopen(path, "wb");
    assert(out && fwrite(sunk, 1, sunk_count, out) == sunk_count && fclose(out) == 0);
}

/* In software, all calls are one. */
static void emit_somehow(unsigned way, uint16_t id, uint32_t value)
{
    static void (*const ways[])(const struct weir *, uint16_t, uint32_t) = {
        weir_emit,      weir_emit_isr,      weir_emit_user,      weir_emit_wait,
        weir_emit_fast, weir_emit_fast_isr, weir_emit_fast_user, weir_emit_wait_isr};
    static void (*const wide[])(const struct weir *, uint16_t,
                                uint64_t) = {weir_emit64, weir_emit64_isr, weir_emit64_user};
    if (way < 8)
        ways[way](&w, id, value);
    else
        wide[way - 8](&w, id, 1ull << 40 | value);
}

/* A trace with all kinds of events. The sink fails now and then; nothing is lost or doubled. */
static void record(const char *path, unsigned count)
{
    fresh();
    assert(weir_init(&w, &config) == 0);
    assert(weir_thread_name(&w, 0x1000, "a \xc3\xbc") == 0);
    assert(weir_start(&w) == 0);
    assert(weir_thread_name(
               &w, 0x2000,
               "a name that is longer than thirty-two bytes, and even than sixty-three of them") ==
           0);
    weir_switched(&w, 0x1000);
    for (unsigned i = 0; i < count; i++) {
        mock_clock += i % 7 ? 10 : 0x7e7d;
        const uint32_t value = i * 0x01010101u;
        const uint32_t values[] = {value, i % 256, i * 300, i + 1, 7}; /* 5: one too many */
        const uint16_t id = (uint16_t)(1 + i % 50);
        if (i % 5 == 4)
            weir_switched(&w, i % 10 == 9 ? 0 : 0x2000);
        else if (i % 3 == 2 && i / 3 % 3)
            (i / 3 % 3 == 1 ? weir_emit_args_isr : weir_emit_args_user)(&w, id, 2 + i % 4, values);
        else if (i % 3 == 2)
            weir_emit_args(&w, id, 2 + i % 4, values);
        else if (i % 3)
            emit_somehow(i / 3 % 11, id, value);
        else
            weir_emit_isr(&w, 0x4001, i);
        sink_drops = i % 3 == 0;
        const int drained = weir_drain(&w);
        assert(drained >= 0 || (drained == WEIR_ESINK && sink_drops == 0));
    }
    sink_drops = 2;
    int error = 0;
    while ((error = weir_finish(&w)) == WEIR_ESINK)
        ;
    assert(error == 0 && weir_counters(&w, &(struct weir_counts){{0}, {0}}) == 0);
    FILE *out = fopen(path, "wb");
    assert(out && fwrite(sunk, 1, sunk_count, out) == sunk_count && fclose(out) == 0);
}

#ifdef WEIR_RKH
static int sink_interrupted(void *context, const void *bytes, size_t count)
{
    const int taken = sink(context, bytes, count);
    assert(weir_irq(&w) == 0 && sunk_count == count); /* weir_drain goes on itself */
    return taken;
}

/* A drain that interrupts another takes nothing, and a drop alone is reported by weir_finish. */
static void test_drain(void)
{
    fresh();
    start();
    weir_emit(&w, 1, 2);
    sunk_count = 0;
    config.sink = sink_interrupted;
    const size_t bytes = w.writer.used;
    assert(bytes && weir_drain(&w) == (int)bytes && sunk_count == bytes);
    config.sink = sink;
    sunk_count = 0;
    weir_emit(&w, 0x8001, 5); /* a reserved id */
    assert(weir_loss(&w) == 1 && weir_finish(&w) == 0 && !weir_loss(&w) && !w.writer.used &&
           sunk_count);
}

static size_t space(void) { return sizeof memory / 8 * 4 - w.writer.used; }

static const struct weir_named *name_of(uint32_t number)
{
    for (unsigned i = 0; i < 3; i++)
        if (names[i].kind && names[i].number == number)
            return &names[i];
    abort();
}

/* Without space, events, switches and records are counted as dropped, and names wait for a drain.
 */
static void test_full(void)
{
    struct weir_counts n;
    const uint32_t values[] = {1, 2};
    fresh();
    weir_rkh_init(&rkh, &w);
    start();
    while (space() >= 96)
        weir_emit(&w, 1, 2);
    weir_emit_args(&w, 1, 2, values);
    assert(weir_counters(&w, &n) == 0 && n.dropped[WEIR_DROP_USER] == 1 && weir_loss(&w) == 1);
    weir_emit_args(&w, 1, 2, values); /* behind a loss, which has no space either */
    weir_switched(&w, 5);
    assert(weir_counters(&w, &n) == 0 && n.dropped[WEIR_DROP_USER] == 2 &&
           n.dropped[WEIR_DROP_SYS] == 1);
    assert(weir_thread_name(&w, 1, "a thread") == 0 && name_of(1)->pending);
    assert(weir_object_name(&w, WEIR_OBJECT_QUEUE, 2, "a queue") == 0 && name_of(2)->pending &&
           weir_names_repeat(&w) == 0);
    assert(weir_drain(&w) > 0 && weir_loss(&w) == 0 && weir_drain(&w) > 0 && !name_of(1)->pending &&
           !name_of(2)->pending);
    assert(weir_finish(&w) == 0 && weir_start(&w) == 0);
    while (space() >= 160)
        weir_emit(&w, 1, 2);
    assert(weir_thread_name(&w, 3, "another") == 0 && name_of(3)->pending);
    assert(weir_drain(&w) > 0 && weir_drain(&w) > 0 && !name_of(3)->pending);

    /* A record that turns out to be too long gives its frame number back. */
    while (space() >= 200)
        weir_emit(&w, 1, 2);
    const uint8_t sequence = w.writer.sequence;
    RKH_TRC_USR_BEGIN(RKH_TE_USER + 2) RKH_TUSR_MEM(memory, 250);
    RKH_TRC_USR_END()
    assert(w.writer.sequence == sequence && weir_counters(&w, &n) == 0 &&
           n.dropped[WEIR_DROP_USER] == 1 && weir_finish(&w) == 0);
}

/* An object's name is recorded whole or waits, wherever memory ends, also if a loss is reported
 * before it, and bytes are escaped. */
static void test_names_whole(void)
{
    struct weir_counts n, after;
    unsigned whole = 0, waited = 0;
    for (unsigned bytes = 0; bytes < 200; bytes++) {
        fresh();
        weir_rkh_init(&rkh, &w);
        start();
        mock_clock += 0x7d7e7d7e;
        while (space() >= 300)
            weir_emit(&w, 1, 0x01010101);
        RKH_TRC_USR_BEGIN(RKH_TE_USER + 2) RKH_TUSR_MEM(sunk + sizeof sunk - 200, bytes);
        RKH_TRC_USR_END()
        weir_emit(&w, 0x8001, 5); /* a reserved id: a loss */
        assert(weir_loss(&w) == 1 && weir_counters(&w, &n) == 0);
        assert(weir_object_name(&w, WEIR_OBJECT_QUEUE, 0x7e7d7e7d, "~}~") == 0 &&
               weir_counters(&w, &after) == 0);
        assert(after.dropped[WEIR_DROP_COM] == n.dropped[WEIR_DROP_COM]);
        waited += name_of(0x7e7d7e7d)->pending;
        whole += !name_of(0x7e7d7e7d)->pending;
        assert(weir_finish(&w) == 0);
    }
    assert(whole && waited);
}

static unsigned taken_before_failure;

static int sink_that_fails(void *context, const void *bytes, size_t count)
{
    return taken_before_failure-- ? sink(context, bytes, count) : 1;
}

/* The start of a stream may be longer than memory: weir_start ends where the sink fails. */
static void test_long_start(void)
{
    static const char name[] = "a name of sixty bytes, which takes its space in any memory...";
    static struct weir_event_name many[8];
    unsigned failures = 0;
    for (unsigned i = 0; i < 8; i++)
        many[i] = (struct weir_event_name){(uint16_t)(i + 1), name};
    for (int error = WEIR_ESINK; error; failures++) {
        fresh();
        config.event_names = many;
        config.event_name_count = 8;
        config.memory_bytes = 640;
        config.sink = sink_that_fails;
        taken_before_failure = failures;
        assert(weir_init(&w, &config) == 0);
        for (unsigned i = 1; i <= 3; i++)
            assert(weir_thread_name(&w, i, name) == 0);
        error = weir_start(&w);
        assert(error == 0 || error == WEIR_ESINK);
    }
    assert(failures > 3);
}

/* A frame written at once equals the frame written byte by byte, wherever memory ends. */
static void test_frames(void)
{
    static uint8_t a[64], b[64];
    for (uint32_t seed = 1; seed < 20000; seed++) {
        rkh_writer_t one, other;
        rkh_weir_t s, t;
        uint32_t random = seed * 2654435761u;
        const uint32_t capacity = 1 + seed % sizeof a,
                       value = seed % 4 ? random : random % 4 * 0x7d7e7d7du;
        const rkh_config_t config2 = seed % 8 ? rkh_weir_config : rkh_weir_config_harts;
        const unsigned kind = random >> 30, hart = random >> 20 & 15;
        assert(rkh_writer_init(&one, &config2, a, capacity, NULL, NULL) == 0);
        assert(rkh_writer_init(&other, &config2, b, capacity, NULL, NULL) == 0);
        rkh_weir_init(&s, 1);
        rkh_weir_init(&t, 1);
        for (unsigned i = 0; i < 4; i++) {
            const int mine = rkh_weir_emit_value(&s, &one, kind, hart, random, (uint16_t)random,
                                                 value);
            const int theirs = rkh_weir_emit(&t, &other,
                                             &(rkh_weir_event_t){.kind = kind,
                                                                 .hart = hart,
                                                                 .time = random,
                                                                 .id = (uint16_t)random,
                                                                 .value = value});
            assert(mine == theirs && one.used == other.used && one.dropped == other.dropped &&
                   !memcmp(a, b, one.used));
        }
    }
}
#endif

int main(int count, char **arguments)
{
    if (count == 4) {
        overflow(arguments[2], (unsigned)atoi(arguments[3]));
        return 0;
    }
    assert(count == 3);
    test_arguments();
    test_no_handle();
    test_units();
    test_records();
    test_ids();
    test_time();
    test_pause();
    test_names_in_pause();
#ifdef WEIR_RKH
    test_frames();
    test_drain();
    test_full();
    test_names_whole();
    test_long_start();
#else
    test_first_switch();
#endif
    record(arguments[1], (unsigned)atoi(arguments[2]));
    puts("good");
    return 0;
}
