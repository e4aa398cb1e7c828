// SPDX-License-Identifier: Apache-2.0
// Load bench of `weir`: a steady stream of events against a reader of fixed rate, or a burst;
// prints what was delivered.
#include "bench_cpp.h"
#include "random.h"
#include "session.h"
#include "unit_cpp.h"

#include <cinttypes>
#include <cstdlib>
#include <cstring>
#include <deque>

namespace
{

struct Load {
    double rate = 0.01;        // events a cycle
    bool periodic = false;     // else each cycle has the same chance
    std::string kind = "pair"; // pair, window, running, snoop or retire
    uint64_t row_every = 0;    // cycles in which memory takes a row of the ring; 0: no ring
    uint64_t wait = 0;         // WAIT: cycles that stores wait for space at most; 0: none
    uint64_t word_every = 16;  // cycles from one word read to the next; 0: no reader
    uint64_t switch_every = 0; // cycles between two THREAD_SWITCHes by snoop; 0: none
    uint64_t warm_up = 100000, cycles = 400000;
    uint64_t events = 0; // arrivals to stop after; 0: never
    uint64_t seed = 1;
};

// Events arrive whether the port takes them or not; they wait in line for it.
class Arrivals : public Master
{
public:
    explicit Arrivals(const Load &load) : load_(load), random_(load.seed)
    {
        for (unsigned h = 0; h < Unit::parameters.harts && !Unit::parameters.tiny; h++) {
            const uint32_t of_hart = reg::SNOOP_HART * h;
            setup_.push_back({true, reg::SNOOP_ADDR + of_hart, thread_word, 0xf});
            setup_.push_back({true, reg::SNOOP_CTRL + of_hart,
                              load_.kind == "retire" ? snoop_x4 : 1, 0xf});
        }
        if (load_.row_every) {
            setup_.push_back({true, reg::RING_BASE, 0x40000000, 0xf});
            setup_.push_back({true, reg::RING_SIZE, 20, 0xf});
            setup_.push_back({true, reg::RING_CTRL, reg::RING_ENABLE, 0xf});
        }
        if (load_.wait)
            setup_.push_back({true, reg::WAIT, static_cast<uint32_t>(load_.wait), 0xf});
        setup_.push_back({true, reg::CTRL, reg::CTRL_ENABLE, 0xf});
    }

    void clock() override
    {
        stores_ = {};
        if (!running_)
            return;
        cycle_++;
        if (load_.switch_every && cycle_ % load_.switch_every == 0)
            stores_[0] = {true, thread_word, next_thread(), 0xf, {}};
        due_ += load_.rate;
        bool arrives = load_.periodic ? due_ >= 1 : random_.chance(load_.rate);
        if (!arrives || (load_.events && arrived_ == load_.events))
            return;
        due_ -= 1;
        arrived_++;
        Store &store = stores_[arrived_ % Unit::parameters.harts];
        if (load_.kind == "snoop") {
            store = {true, thread_word, next_thread(), 0xf, {}};
        } else if (load_.kind == "retire") {
            store.retire.rd = 4;
            store.retire.rd_data = next_thread();
        } else
            waiting_++;
    }
    const Access *wanted() const override
    {
        if (!setup_.empty())
            return &setup_.front();
        return waiting_ ? &access_ : nullptr;
    }
    void taken() override
    {
        if (!setup_.empty()) {
            setup_.pop_front();
            running_ = setup_.empty();
            if (running_)
                next();
        } else if (load_.kind == "pair" && access_.addr == reg::THREAD_PORT + alias()) {
            access_ = {true, alias() + reg::THREAD_PORT + reg::PORT_ID,
                       static_cast<uint32_t>(random_.between(1, 11)), 0xf};
        } else {
            waiting_--;
            next();
        }
    }
    void answer(uint32_t) override {}

    void stop()
    {
        running_ = false;
        waiting_ = 0;
    }
    const Stores &stores() const { return stores_; }
    uint64_t arrived() const { return arrived_; }
    bool all_taken() const { return load_.events && arrived_ == load_.events && waiting_ == 0; }

private:
    static constexpr uint32_t thread_word = 0x20000000;
    static constexpr uint32_t snoop_x4 = 1 | 1 << 4 | 4 << 16;
    uint32_t alias() const { return load_.wait ? uint32_t{reg::GUARANTEED} : 0; }
    // Two threads; for the ring four in turn, so that each hart has another one every time.
    uint32_t next_thread()
    {
        thread_++;
        return 0x20001000 + (load_.row_every ? 0x100 * (thread_ / Unit::parameters.harts % 4)
                                             : thread_ % 2);
    }
    void next()
    {
        uint32_t value = static_cast<uint32_t>(0x40000000 |
                                               random_.below(0x40000000)); // four bytes, always
        if (load_.kind == "running")
            access_ = {true, reg::RUNNING, next_thread(), 0xf};
        else if (load_.kind == "window")
            access_ = {true,
                       static_cast<uint32_t>(alias() + reg::THREAD_PORT + reg::WINDOW +
                                             hart_++ % Unit::parameters.harts * 0x10000 +
                                             4 * random_.between(1, 11)),
                       value, 0xf};
        else
            access_ = {true, reg::THREAD_PORT + alias(), value, 0xf};
    }

    const Load &load_;
    Random random_;
    std::deque<Access> setup_;
    Access access_;
    Stores stores_{};
    uint32_t hart_ = 0;
    bool running_ = false;
    uint64_t cycle_ = 0, arrived_ = 0, waiting_ = 0;
    uint32_t thread_ = 0;
    double due_ = 0;
};

// Reads one word of the data page every word_every cycles; at the end, all words.
class Sink : public Master
{
public:
    explicit Sink(const Load &load) : load_(load) {}

    void clock() override
    {
        cycle_++;
        if (load_.word_every && cycle_ % load_.word_every == 0 && running_)
            due_ = true;
    }
    const Access *wanted() const override
    {
        return due_ ? &access_ : draining_ ? drain_.wanted() : nullptr;
    }
    void taken() override
    {
        if (draining_)
            return drain_.taken();
        due_ = false;
        words_++;
        waiting_ = true;
    }
    void answer(uint32_t data) override
    {
        waiting_ = false;
        if (draining_)
            drain_.answer(data);
    }
    void pause() { running_ = due_ = false; }
    void drain()
    {
        draining_ = true;
        drain_.start();
    }
    bool quiet() const { return !waiting_; }
    bool done() const { return drain_.done(); }
    uint64_t words() const { return words_; }

private:
    const Load &load_;
    Access access_{false, reg::DATA, 0, 0xf};
    Drain drain_{Unit::parameters};
    uint64_t cycle_ = 0, words_ = 0;
    bool running_ = true, due_ = false, waiting_ = false, draining_ = false;
};

void print(const char *name, double value, const char *unit)
{
    printf("%s %.6g %s\n", name, value, unit);
}

int run(const Load &load, const Options &options)
{
    Unit unit(load.seed, options.fst);
    Session session(options, Unit::parameters);
    Arrivals arrivals(load);
    Sink sink(load);
    RegisterDriver driver(arrivals, sink);
    struct scoreboard_stats begin = {}, end = {};
    uint64_t words_begin = 0, words_end = 0;
    uint64_t last = load.warm_up + load.cycles, first_event = 0, last_event = 0;
    enum { LOAD, CALM, DRAIN } phase = LOAD;
    uint64_t calm = 0, rows = 0;

    for (uint64_t cycle = 0; !sink.done(); cycle++) {
        if (cycle == load.warm_up) {
            begin = session.stats();
            words_begin = sink.words();
        }
        if (phase == LOAD && (cycle == last || arrivals.all_taken())) {
            end = session.stats();
            words_end = sink.words();
            last = cycle;
            arrivals.stop();
            phase = CALM;
        }
        if (phase == CALM && calm == 0 &&
            (!load.wait || !driver.access())) // what waits is still read for
            sink.pause();
        if (phase == CALM && (calm || !load.wait || !driver.access()) && ++calm > 8 &&
            sink.quiet() && !driver.access()) {
            sink.drain();
            phase = DRAIN;
        }
        uint64_t offered = session.offered();
        const MemoryPins memory = {!load.row_every || cycle % load.row_every == 0, false, true};
        const weir_pins &pins = unit.settle(cycle >= 4, driver.access(), arrivals.stores(), false,
                                            memory);
        rows += phase == LOAD && cycle >= load.warm_up && pins.m_valid && pins.m_ready;
        if (!session.clock(pins))
            break;
        if (session.offered() != offered) {
            last_event = cycle;
            if (offered == 0)
                first_event = cycle;
        }
        unit.edge();
        if (pins.rst_n)
            driver.edge(pins.reg_ready, pins.reg_rdata);
    }
    int result = session.finish();

    double cycles = static_cast<double>(last - load.warm_up);
    auto events = [](const uint64_t(&n)[4]) {
        return static_cast<double>(n[0] + n[1] + n[2] + n[3]);
    };
    double delivered = events(end.delivered) - events(begin.delivered);
    double bytes = static_cast<double>(end.event_bytes - begin.event_bytes);
    print("window", cycles, "cycles");
    print("window_offered", (events(end.offered) - events(begin.offered)) / cycles, "events/cycle");
    print("window_delivered", delivered / cycles, "events/cycle");
    print("window_delivered_bytes", bytes / cycles, "bytes/cycle");
    print("window_stream_bytes", static_cast<double>(end.bytes - begin.bytes) / cycles,
          "bytes/cycle");
    print("window_drain",
          static_cast<double>(4 * (words_end - words_begin) + 8 * rows) / cycles,
          "bytes/cycle");
    print("window_event_size", delivered > 0 ? bytes / delivered : 0, "bytes/event");
    print("burst",
          (events(session.stats().offered) - 1) / static_cast<double>(last_event - first_event),
          "events/cycle");
    return result;
}

void help(const char *program)
{
    printf("usage: %s load [option...]\n"
           "Offers events at a steady rate, reads at a fixed rate, and prints what was offered and "
           "delivered in a window\n"
           "after the start (`window_*`), and how fast the events were taken (`burst`).\n"
           "  --rate R            events a cycle (0.01)\n"
           "  --periodic          at equal distances; else a chance R in each cycle\n"
           "  --kind KIND         pair (VALUE, then ID: USER), window (USER), running (stores to "
           "RUNNING: SYS), snoop or retire (SYS)\n"
           "  --row-every N       the ring of a wide unit has the stream; memory takes a row in "
           "every N cycles (0: no ring)\n"
           "  --wait N            stores wait for space, N cycles at most (0: they do not wait)\n"
           "  --word-every N      the reader takes a word in every N cycles (16); 0: no reader\n"
           "  --switch-every N    besides, a THREAD_SWITCH by snoop in every N cycles (0: none)\n"
           "  --warm-up N         cycles before the window (100000)\n"
           "  --cycles N          cycles of the window (400000)\n"
           "  --events N          stop after N events\n"
           "  --seed N            seed of arrivals and values (1)\n",
           program);
    if (Unit::waves)
        printf("  --fst FILE          write a waveform\n");
    printf("Exit code: 0 all as it must be, 1 the scoreboard found an error, 2 the bench could not "
           "run.\n");
}

} // namespace

int load_bench(int argc, char **argv)
{
    Load load;
    Options options;
    for (int i = 2; i < argc; i++) {
        std::string option = argv[i];
        if (option == "--help") {
            help(argv[0]);
            return 0;
        }
        if (option == "--periodic") {
            load.periodic = true;
            continue;
        }
        const char *text = i + 1 < argc ? argv[++i] : "";
        char *end = nullptr;
        uint64_t number = strtoull(text, &end, 0);
        bool good = end != text && !*end && *text != '-';
        if (option == "--rate") {
            load.rate = strtod(text, &end);
            good = end != text && !*end && load.rate > 0 && load.rate <= 1;
        } else if (option == "--kind") {
            load.kind = text;
            good = load.kind == "pair" || (load.kind == "window" && !Unit::parameters.tiny) ||
                   (load.kind == "retire" && Unit::parameters.retire) ||
                   ((load.kind == "running" || load.kind == "snoop") && !Unit::parameters.tiny);
        } else if (option == "--fst" && Unit::waves) {
            options.fst = text;
            good = *text;
        } else if (option == "--wait") {
            load.wait = number;
            good &= !Unit::parameters.tiny && number <= reg::WAIT_MOST;
        } else if (option == "--row-every") {
            load.row_every = number;
            good &= Unit::parameters.wide;
        } else if (option == "--word-every") {
            load.word_every = number;
        } else if (option == "--switch-every") {
            load.switch_every = number;
            good &= !Unit::parameters.tiny;
        } else if (option == "--warm-up") {
            load.warm_up = number;
        } else if (option == "--cycles") {
            load.cycles = number;
        } else if (option == "--events") {
            load.events = number;
        } else if (option == "--seed") {
            load.seed = number;
        } else {
            fprintf(stderr, "%s: unknown option '%s'; --help lists them\n", argv[0],
                    option.c_str());
            return 2;
        }
        if (!good) {
            fprintf(stderr, "%s: %s: bad value '%s'\n", argv[0], option.c_str(), text);
            return 2;
        }
    }
    return run(load, options);
}
