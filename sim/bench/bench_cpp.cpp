// SPDX-License-Identifier: Apache-2.0
// Plain C++ bench of `weir`: random stimulus in volume.
#include "bench_cpp.h"
#include "record.h"
#include "session.h"
#include "stimulus.h"
#include "unit_cpp.h"

#include <cstring>
#include <exception>
#include <stdexcept>

static int run(const Options &options)
{
    Record record(options.record, Unit::parameters);
    Unit unit(options.seed, options.fst);
    Session session(options, Unit::parameters);
    Random random(options.seed), hart_random(~options.seed), memory(options.seed ^ 0x55),
        errors(options.seed ^ 0x6572), late(options.seed ^ 0x6c617465),
        resets(options.seed ^ 0x7265736574);
    double memory_ready = 1; // chance that it takes a word of the ring
    Reader reader(random);
    Harts harts(Unit::parameters.harts, hart_random);
    Wires wires(options.seed, Unit::parameters.pins);
    Taker taker(options.seed);
    Ticker ticker(options.seed);
    const bool has_ticker = Unit::parameters.time_base;
    Software software(Unit::parameters, random, reader, harts, wires, options.events, options.jumps,
                      options.clears, !options.clears && !options.frames.empty());
    RegisterDriver driver(software, reader, options.seed);
    software.resets = options.resets && options.clears;
    uint64_t unwritten = 0; // cycles until the memory has what it took
    uint64_t waits = 0;     // cycles that an access has waited

    for (unsigned reset = 4; !software.finished(); reset -= reset > 0) {
        if (uint64_t ticks = software.take_jump(unit.time_to_jump())) {
            unit.jump(ticks);
            session.jump(ticks);
            record.jump(ticks);
        }
        if (reset == 0 && software.resets && software.may_be_reset() &&
            (software.wants_reset() || resets.chance(0.000005))) {
            reset = static_cast<unsigned>(resets.between(1, 4));
            driver.reset();
            reader.reset();
            software.reset();
        }
        const MemoryPins m = {memory.chance(memory_ready), errors.chance(0.001), unwritten == 0};
        const bool frame_ready = taker.ready();
        const ExternalTime mtime = has_ticker ? ticker.clock() : ExternalTime{};
        const weir_pins &pins = unit.settle(reset == 0, driver.access(), harts.stores(),
                                            software.trigger_pin(), m, frame_ready, mtime,
                                            software.auth_pin(), wires.now());
        if (pins.m_valid && m.ready && late.chance(0.2))
            unwritten = late.between(1, 40);
        else
            unwritten -= unwritten > 0;
        if (reset && software.started())
            record.reset();
        if (reset == 0)
            record.cycle(driver.access(), pins.reg_ready, harts.stores(), software.trigger_pin(), m,
                         frame_ready, mtime, software.auth_pin(), wires.now());
        if (memory.chance(0.001))
            memory_ready = memory.of((const double[]){1, 1, 0.5, 0.2, 0.05});
        waits = driver.access() && !pins.reg_ready ? waits + 1 : 0;
        if (waits > 1000000)
            throw std::runtime_error("an access waits for a million cycles");
        if (!session.clock(pins))
            break;
        unit.edge();
        if (reset == 0) {
            software.offered(session.offered());
            driver.edge(pins.reg_ready, pins.reg_rdata);
            harts.clock();
            wires.clock();
            // With WAIT = 0 a store waits for frames without limit, and thread switches alone may
            // fill their link.
            if (driver.held() > 10000000)
                harts.pause();
            if (driver.held() > 20000000)
                throw std::runtime_error("a guaranteed store waits for ever");
        }
    }
    return session.finish();
}

int main(int argc, char **argv)
{
    try {
        if (argc > 1 && strcmp(argv[1], "load") == 0)
            return load_bench(argc, argv);
        if (argc > 1 && strcmp(argv[1], "play") == 0)
            return play_bench(argc, argv);
        if (argc > 1 && strcmp(argv[1], "inputs") == 0)
            return inputs_bench(argc, argv);
        return run(Options::parse(argc, argv, Unit::waves));
    } catch (const std::exception &error) {
        fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
}
