// SPDX-License-Identifier: Apache-2.0
// The driver on the RTL, with any parameters. A random program of threads, handlers and U-mode code
// emits more than it drains. The scoreboard checks the pins. Arguments: seed, file for the bytes of
// the sink, file for the offered events, a line "context id value" each; values are unique except
// for switches. Prints the driver's view of the unit and its counters.
#include "scoreboard.h"
#include "unit_cpp.h"
#include "weir.h"
#include "weir_selftest.h"

#include <sys/mman.h>

#include <cassert>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace
{

constexpr uintptr_t kBase = 0x40000000;
constexpr unsigned kRounds = 12000;
enum : unsigned {
    kThread = WEIR_CONTEXT_THREAD,
    kInterrupt = WEIR_CONTEXT_INTERRUPT,
    kUser = WEIR_CONTEXT_USER_MODE
};

std::unique_ptr<Unit> unit;
scoreboard *board;
uint64_t cycles_run, frame_bytes;
bool frame_ready = true;
EventPins event_pins;

void cycle(const Access *access, const Store &store, weir_pins *pins)
{
    *pins = unit->settle(cycles_run >= 4, access, {store}, false, {}, frame_ready, {}, true,
                         event_pins);
    frame_bytes += pins->frame_valid && pins->frame_ready;
    if (!scoreboard_clock(board, pins))
        exit(3);
    unit->edge();
    cycles_run++;
}

void idle(unsigned cycles)
{
    weir_pins pins;
    while (cycles--)
        cycle(nullptr, {}, &pins);
}

FILE *trace, *offered_log;
unsigned sink_fails;

int sink(void *, const void *bytes, size_t count)
{
    if (sink_fails && sink_fails--)
        return 1;
    return fwrite(bytes, 1, count, trace) == count ? 0 : 1;
}

// The word that the snoop watches, at a 32-bit address
volatile uint32_t *running_word;

void good(int result, const char *what)
{
    if (result < 0) {
        fprintf(stderr, "%s: error %d\n", what, result);
        exit(4);
    }
}

const weir_event_name names[] = {{1, "one"}, {5000, "five thousand"}};
weir_config config = {};
struct weir w;
std::mt19937 rng;

unsigned any(unsigned n) { return static_cast<unsigned>(rng() % n); }

void offer(unsigned context, uint16_t id, uint32_t value)
{
    fprintf(offered_log, "%u %u %" PRIu32 "\n", context, id, value);
    const bool fast = any(2);
    if (!any(3)) { // guaranteed, with all kinds of limits
        if (w.guaranteed)
            good(weir_wait(&w, any(3) * 20), "weir_wait");
        else
            assert(weir_wait(&w, 1) == WEIR_ENOTSUP);
        context == kThread      ? weir_emit_wait(&w, id, value)
        : context == kInterrupt ? weir_emit_wait_isr(&w, id, value)
                                : weir_emit_wait_user(&w, id, value);
        return;
    }
    if (context == kThread)
        fast ? weir_emit_fast(&w, id, value) : weir_emit(&w, id, value);
    else if (context == kInterrupt)
        fast ? weir_emit_fast_isr(&w, id, value) : weir_emit_isr(&w, id, value);
    else
        fast ? weir_emit_fast_user(&w, id, value) : weir_emit_user(&w, id, value);
}

void switch_to(uint32_t thread)
{
    if (!w.snoop) {
        offer(kThread, WEIR_ID_THREAD_SWITCH, thread);
        return;
    }
    if (thread != *running_word)
        fprintf(offered_log, "3 %u %" PRIu32 "\n", WEIR_ID_THREAD_SWITCH, thread);
    *running_word = thread;
    weir_pins pins;
    cycle(nullptr,
          {true, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(running_word)), thread, 0xf, {}},
          &pins);
}

uint16_t some_id()
{
    static const uint16_t special[] = {0,      1,      1023,   1024,   0x3fff, 0x4001,
                                       0x7fff, 0x8001, 0xbfff, 0xc001, 0xffff};
    return any(4) ? static_cast<uint16_t>(1 + any(1100))
                  : special[any(sizeof special / sizeof *special)];
}

// A counter of 1 MHz, if a cycle is 27 ns, or 10 ns without a time base
uint32_t microseconds(void *)
{
    return static_cast<uint32_t>(cycles_run / (w.time_base ? 37 : 100));
}

// Whether the self-test finds that time runs at a wrong rate
bool rate_is_wrong(const char *unit, uint32_t clock_hz)
{
    weir_config said = config;
    said.unit = unit;
    said.clock_hz = clock_hz;
    good(weir_init(&w, &said), "weir_init");
    weir_selftest_config test = {};
    weir_selftest_report report;
    test.timer = microseconds;
    assert(weir_selftest(&w, &test, &report) == WEIR_EINVAL); // no rate of the counter
    test.timer_hz = 1000000;
    assert(weir_selftest(&w, &test, &report) > 0); // this host has no snoop
    assert((report.tested >> WEIR_SELFTEST_TIME_RATE & 1) == w.time);
    return report.faults >> WEIR_SELFTEST_TIME_RATE & 1;
}

// The self-test finds a wrong clock_hz, and a wrong unit.
void check_rate()
{
    const std::mt19937 before = rng;
    if (w.time_base) {
        for (const char *unit : {"ns", "ns10", "us"})
            for (const uint32_t hz : {36650000u, 37000000u, 37350000u})
                assert(!rate_is_wrong(unit, hz));
        for (const uint32_t hz : {10000000u, 35500000u, 38500000u, 48000000u, 370000000u})
            assert(rate_is_wrong("ns", hz) && rate_is_wrong("us", hz));
    } else if (w.time) {
        assert(!rate_is_wrong("ns10", 0) && rate_is_wrong("ns", 0) && rate_is_wrong("ns100", 0) &&
               rate_is_wrong("fs", 0) && rate_is_wrong("s", 0));
    }
    rng = before;
    good(weir_init(&w, &config), "weir_init");
}

// The highest watermark that weir_init takes raises the interrupt before an event is dropped, and a
// little above it one is dropped first.
void check_watermark()
{
    const unsigned depth = 1u << w.fifo_log2, slack = 8;
    weir_config high = config;
    for (high.watermark = static_cast<uint16_t>(depth);
         weir_init(&w, &high) == WEIR_EWATERMARK;)
        high.watermark--;
    assert(high.watermark > depth / 3 && high.watermark < depth);
    for (const unsigned above : {0u, slack}) {
        good(weir_start(&w), "weir_start");
        unit_store(kBase + WEIR_REG_WATERMARK, high.watermark + above);
        struct weir_counts counts = {};
        weir_pins pins = {};
        for (unsigned n = 0; !pins.irq && !counts.dropped[WEIR_DROP_USER]; n++) {
            weir_emit(&w, 1, 0x1234u << n % 16);
            idle(20);
            cycle(nullptr, {}, &pins);
            good(weir_counters(&w, &counts), "weir_counters");
            assert(n < 2 * depth);
        }
        assert((pins.irq != 0) == (above == 0));
        good(weir_finish(&w), "weir_finish");
    }
    good(weir_init(&w, &config), "weir_init");
}

void start_trace(struct weir_counts *since)
{
    good(weir_start(&w), "weir_start");
    if (w.snoop) {
        if (*running_word)
            fprintf(offered_log, "3 %u %" PRIu32 "\n", WEIR_ID_THREAD_SWITCH, *running_word);
        good(weir_snoop(&w, 0, const_cast<const uint32_t *>(running_word)), "weir_snoop");
    } else {
        assert(weir_snoop(&w, 0, const_cast<const uint32_t *>(running_word)) == WEIR_ENOTSUP);
    }
    good(weir_counters(&w, since), "weir_counters");
    for (unsigned kind = 0; kind < WEIR_DROP_COUNT; kind++)
        assert(since->dropped[kind] == 0);
}

void emit(std::initializer_list<uint16_t> ids)
{
    for (uint16_t id : ids)
        weir_emit(&w, id, id);
    idle(8);
}

// Every call of the filter, each with a few events. weir_init restores the default.
void check_filter()
{
    uint32_t filtered;
    struct weir_counts n;
    if (!w.filter) {
        assert(weir_select(&w, nullptr) == WEIR_ENOTSUP &&
               weir_filtered(&w, &filtered) == WEIR_ENOTSUP);
        return;
    }
    good(weir_start(&w), "weir_start");
    weir_selection few = {};
    few.classes = 1 << WEIR_CLASS_USER;
    few.range_count = 1;
    few.range[0] = {10, 12};
    few.mask = 0xff00;
    few.id = 0x1200;
    good(weir_select(&w, &few), "weir_select");
    emit({9, 10, 12, 13, 0x1234, 0x4000, 0xc001});
    good(weir_counters(&w, &n), "weir_counters");
    good(weir_filtered(&w, &filtered), "weir_filtered");
    assert(n.offered[WEIR_CLASS_USER] == 3 && n.offered[WEIR_CLASS_COM] == 0 &&
           n.offered[WEIR_CLASS_SYS] == 0 && filtered == 4);

    good(weir_select(&w, nullptr), "weir_select");
    good(weir_rate_limit(&w, WEIR_CLASS_COM, 2, 31), "weir_rate_limit");
    emit({0x4000, 0x4001, 0x4002, 0x7fff, 1, 0xc001});
    good(weir_rate_limit(&w, WEIR_CLASS_COM, WEIR_NO_RATE_LIMIT, 0), "weir_rate_limit");
    emit({0x4003});
    good(weir_counters(&w, &n), "weir_counters");
    assert(n.offered[WEIR_CLASS_COM] == 3 && n.dropped[WEIR_DROP_RATE_LIMIT] == 2 &&
           n.offered[WEIR_CLASS_USER] == 4);

    struct weir_trigger trigger = {};
    trigger.match[0] = {7, 0xffff, 0, 0};
    trigger.match[1] = {0, 0, 9, 0xffffffff};
    trigger.start = WEIR_CAUSE_MATCH_0;
    trigger.freeze = WEIR_CAUSE_MATCH_1;
    trigger.freeze_after = 2;
    good(weir_trigger_arm(&w, &trigger, WEIR_TRIGGER_CLOSED), "weir_trigger_arm");
    emit({1, 9, 2});
    assert(weir_trigger_state(&w) == WEIR_TRIGGER_CLOSED);
    emit({7, 8});
    assert(weir_trigger_state(&w) == WEIR_TRIGGER_OPEN);
    emit({9, 10});
    assert(weir_trigger_state(&w) == WEIR_TRIGGER_FREEZING);
    emit({11, 12, 13});
    assert(weir_trigger_state(&w) == WEIR_TRIGGER_FROZEN);
    good(weir_counters(&w, &n), "weir_counters");
    good(weir_filtered(&w, &filtered), "weir_filtered");
    assert(n.offered[WEIR_CLASS_USER] == 4 + 5 && filtered == 4 + 5);
    good(weir_finish(&w), "weir_finish");
    good(weir_init(&w, &config), "weir_init");
    assert(weir_trigger_state(&w) == WEIR_TRIGGER_OPEN);
}

void set_pins(uint32_t levels)
{
    event_pins.level = event_pins.before = levels;
    idle(8);
}

// Edges and a bus, counted as a separate source; a pin that opens the trigger.
void check_pins()
{
    struct weir_counts n, all;
    if (!w.pins) {
        assert(weir_pins_watch(&w, 1, 1, 1) == WEIR_ENOTSUP &&
               weir_counters_of(&w, w.harts, kInterrupt, &n) == WEIR_EINVAL);
        return;
    }
    assert(w.pins == Unit::parameters.pins &&
           (w.pins == 32 || weir_pins_watch(&w, 1u << w.pins, 0, 0) == WEIR_EINVAL));
    good(weir_start(&w), "weir_start");
    set_pins(7); // no pin is watched
    good(weir_pins_watch(&w, 1, 3, 4), "weir_pins_watch");
    for (uint32_t levels : {0, 1, 5, 2, 6}) // 3, 1, 1, 2, 1 events; and the first of the bus
        set_pins(levels);
    good(weir_counters_of(&w, w.harts, kInterrupt, &n), "weir_counters_of");
    good(weir_counters(&w, &all), "weir_counters");
    assert(n.offered[WEIR_CLASS_COM] == 9 && all.offered[WEIR_CLASS_COM] == 9);
    for (unsigned kind = 0; kind < WEIR_DROP_COUNT; kind++)
        assert(n.dropped[kind] == 0);

    struct weir_trigger trigger = {};
    trigger.match[0] = {WEIR_ID_PIN + 1, 0xffff, 0, 1};
    trigger.start = WEIR_CAUSE_MATCH_0;
    good(weir_trigger_arm(&w, &trigger, WEIR_TRIGGER_CLOSED), "weir_trigger_arm");
    set_pins(7);
    assert(weir_trigger_state(&w) == WEIR_TRIGGER_CLOSED);
    set_pins(5); // pin 1 falls
    assert(weir_trigger_state(&w) == WEIR_TRIGGER_OPEN);
    good(weir_finish(&w), "weir_finish");
    set_pins(0); // disabled
    assert(weir_counters_of(&w, w.harts, kInterrupt, &n) == 0 && n.offered[WEIR_CLASS_COM] == 10);
    good(weir_init(&w, &config), "weir_init");
}

// The trace goes to frames, whose bytes the scoreboard checks; the sink gets nothing.
void check_frames()
{
    if (!w.frame) {
        assert(weir_start_frames(&w, 1, 0) == WEIR_ENOTSUP);
        return;
    }
    const long before = ftell(trace);
    assert(weir_start_frames(&w, 1, 0x10000) == WEIR_EINVAL);
    good(weir_start_frames(&w, 37000000, 4), "weir_start_frames");
    assert(weir_start_frames(&w, 1, 0) == WEIR_ESTATE && weir_start(&w) == WEIR_ESTATE);
    for (uint32_t n = 0; n < 9; n++) {
        weir_emit(&w, 7, n);
        assert(weir_drain(&w) == 0);
    }
    frame_ready = false; // the frame sink stalls, so the end must wait
    assert(weir_finish(&w) == WEIR_EBUSY);
    frame_ready = true;
    const uint64_t sent = frame_bytes;
    good(weir_finish(&w), "weir_finish");
    assert(frame_bytes > sent + 100 && ftell(trace) == before);
}

void check_time()
{
    uint64_t before, after;
    if (!w.time) {
        assert(weir_time(&w, &before) == WEIR_ENOTSUP);
        return;
    }
    const uint64_t then = cycles_run;
    good(weir_time(&w, &before), "weir_time");
    idle(any(100));
    good(weir_time(&w, &after), "weir_time");
    assert(after > before && after - before <= (cycles_run - then) * (w.time_base ? 28 : 1));
}

void print_counters(const char *what, const struct weir_counts &n)
{
    printf("%s", what);
    for (uint32_t count : n.dropped)
        printf(" %" PRIu32, count);
    for (uint32_t count : n.offered)
        printf(" %" PRIu32, count);
    printf("\n");
}

void run()
{
    bool loss = false;
    struct weir_counts n;
    start_trace(&n);
    if (w.contexts == 3) {
        good(weir_port_mask(&w, 0, kInterrupt, 1 << WEIR_CLASS_USER | 1 << WEIR_CLASS_SYS),
             "weir_port_mask");
        good(weir_port_mask(&w, 0, kUser, 1 << WEIR_CLASS_USER), "weir_port_mask");
    } else {
        assert(weir_port_mask(&w, 0, kInterrupt, 0) == WEIR_ENOTSUP);
    }
    unsigned sw_entries = 0;
    for (unsigned round = 0; round < kRounds; round++) {
        if (any(12) == 0)
            switch_to(0x1000 + 0x10 * any(6));
        else
            offer(any(w.contexts), some_id(),
                  round | (any(2) ? static_cast<uint32_t>(rng()) << 16 : 0));
        if (any(50) == 0)
            check_time();
        if (round % 200 == 199) { // a name, as a software entry
            static const uint8_t name[] = {0x00, 0x30, 0x01, 0x00, 0x05, 't',
                                           'h',  'r',  'e',  'e',  0xb0, 0x20};
            const int written = weir_sw_entry(&w, name, sizeof name);
            assert(w.sw_entry ? written == 0 || written == WEIR_EBUSY : written == WEIR_ENOTSUP);
            sw_entries += written == 0;
        }
        if (any(2500) == 0) {
            sink_fails = any(3) == 0;
            const int bytes = weir_drain(&w);
            assert(bytes >= 0 || bytes == WEIR_ESINK);
            sink_fails = 0;
            good(weir_drain(&w), "weir_drain");
        }
        loss |= weir_loss(&w) == 1;
        if (any(400) == 0) {
            good(weir_disable(&w), "weir_disable");
            idle(any(300));
            good(weir_enable(&w), "weir_enable"); // announces nothing: no switch meanwhile
        }
    }
    good(weir_finish(&w), "weir_finish");
    assert(loss && weir_loss(&w) == 0 && (sw_entries > 5) == (w.sw_entry == 1));

    good(weir_counters(&w, &n), "weir_counters");
    print_counters("all", n);
    for (unsigned context = 0; context < 4; context++) {
        struct weir_counts of;
        const int error = weir_counters_of(&w, 0, context, &of);
        assert(error == (context < w.contexts || (context == 3 && w.snoop) ? 0 : WEIR_ENOTSUP));
        print_counters("source", of);
    }
}

} // namespace

static void store(uintptr_t address, uint32_t data, uint8_t strobes)
{
    const Access access = {true, static_cast<uint32_t>(address - kBase), data, strobes};
    weir_pins pins;
    do
        cycle(&access, {}, &pins);
    while (!pins.reg_ready);
    idle(any(3));
}

void unit_store(uintptr_t address, uint32_t data) { store(address, data, 0xf); }

void unit_store8(uintptr_t address, uint8_t data) { store(address, data, 1); }

uint32_t unit_load(uintptr_t address)
{
    const Access access = {false, static_cast<uint32_t>(address - kBase), 0, 0};
    weir_pins pins;
    do
        cycle(&access, {}, &pins);
    while (!pins.reg_ready);
    cycle(nullptr, {}, &pins);
    return pins.reg_rdata;
}

int main(int argc, char **argv)
{
    if (argc != 4 || !(trace = fopen(argv[2], "wb")) || !(offered_log = fopen(argv[3], "w")))
        return 1;
    const auto seed = static_cast<uint32_t>(strtoul(argv[1], nullptr, 10));
    rng.seed(seed);
    running_word = static_cast<uint32_t *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0));
    assert(running_word != MAP_FAILED);

    unit = std::make_unique<Unit>(seed, "");
    scoreboard_config watched = {};
    watched.unit = Unit::parameters;
    watched.report = stderr;
    board = scoreboard_new(&watched);
    idle(4 + any(200));

    config.base = kBase;
    config.unit = "ns10";
    config.event_names = names;
    config.event_name_count = 2;
    config.sink = sink;
    good(weir_init(&w, &config), "weir_init");
    const weir_golden_parameters &has = Unit::parameters;
    assert(w.harts == has.harts && w.contexts == (has.protect ? 3 : 2) &&
           w.value_regs == has.value_regs && w.thread_cache == has.thread_cache &&
           w.fifo_log2 == has.fifo_log2);
    assert((w.windows != 0) == !has.tiny && w.snoop == !has.tiny && w.time == !has.tiny &&
           w.offered == !has.tiny && w.filter == has.filter);

    assert(w.time_base == has.time_base);
    config.unit = "ns"; // a cycle of this clock is 27.027 ns
    config.clock_hz = 37000000;
    assert(w.time_base ? weir_init(&w, &config) == 0 : weir_init(&w, &config) == WEIR_ENOTSUP);
    if (!w.time_base) {
        config.unit = "ns10";
        config.clock_hz = 0;
        good(weir_init(&w, &config), "weir_init");
        assert(weir_clock_hz(&w, 1) == WEIR_ENOTSUP);
    }

    check_rate();
    check_watermark();
    check_filter();
    check_pins();
    check_frames();
    for (int file = 0; file < 2; file++) { // the second trace must be independent of the first
        good(freopen(argv[2], "wb", trace) ? 0 : -1, "freopen");
        good(freopen(argv[3], "w", offered_log) ? 0 : -1, "freopen");
        run();
    }
    if (!scoreboard_finish(board))
        return 3;
    scoreboard_free(board);
    return fclose(trace) || fclose(offered_log) ? 1 : 0;
}
