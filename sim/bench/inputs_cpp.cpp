// SPDX-License-Identifier: Apache-2.0
// Drives the unit from bytes: a fuzzer searches for bytes, and a test replays those that it found.
#include "bench_cpp.h"
#include "input_bytes.h"
#include "unit_cpp.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

namespace
{

constexpr uint32_t registers[] = {
    reg::CTRL,     reg::FAULT,    reg::IRQ_ENABLE, reg::IRQ_STATUS, reg::WATERMARK,  reg::SWITCH_ID,
    reg::RUNNING,  reg::WAIT,     reg::SNOOP_CTRL, reg::SNOOP_ADDR, reg::SNOOP_MASK, reg::PORT_MASK,
    reg::PIN_RISE, reg::PIN_FALL, reg::PIN_BUS,    reg::TIME_LO};

// Bytes as actions. When there are none left, all is 0.
class Inputs : InputBytes
{
public:
    Inputs(const uint8_t *bytes, size_t size, const weir_golden_parameters &unit)
        : InputBytes(bytes, size, unit)
    {
        for (unsigned h = 0; h < unit.harts; h++)
            if (!unit.tiny) {
                write(reg::SNOOP_ADDR + reg::SNOOP_HART * h, current);
                write(reg::SNOOP_MASK + reg::SNOOP_HART * h, ~0u);
                write(reg::SNOOP_CTRL + reg::SNOOP_HART * h, 1);
            }
        write(reg::WAIT, 8);
        write(reg::CTRL, reg::CTRL_ENABLE);
    }

    bool more() const { return left_ || !accesses_.empty() || idle_ || burst_; }

    // The begin of a cycle in which no access waits: what it does. Returns the access, or nullptr.
    const Access *next(Stores &stores, EventPins &pins, unsigned &reset)
    {
        stores = {};
        pins.before = pins.level;
        if (burst_) {
            burst_--;
            store(stores, left_ + burst_);
        }
        if (idle_) {
            idle_--;
            return nullptr;
        }
        for (unsigned n = 0; n < 4 && accesses_.empty() && left_; n++)
            action(stores, pins, reset);
        if (accesses_.empty())
            return nullptr;
        access_ = accesses_.front();
        accesses_.pop_front();
        return &access_;
    }

private:
    // Replaces writes that a scoreboard cannot follow, or that would never end.
    void write(uint32_t addr, uint32_t data, uint8_t strobes = 0xf)
    {
        addr %= reg::space(unit_);
        if ((addr & 0xfffffffc) == reg::CTRL)
            data &= ~uint32_t{reg::CTRL_CLEAR};
        if ((addr & 0xfffffffc) == reg::WAIT)
            data &= 0xff;
        accesses_.push_back({true, addr, data, strobes});
    }
    void read(uint32_t addr) { accesses_.push_back({false, addr % reg::space(unit_), 0, 0xf}); }

    void store(Stores &stores, size_t pick)
    {
        Store &s = stores[pick % unit_.harts];
        s.valid = true;
        s.addr = current;
        s.data = threads[pick % std::size(threads)];
        s.strobes = 0xf;
    }

    void action(Stores &stores, EventPins &pins, unsigned &reset)
    {
        const uint8_t head = byte(), more = head >> 4;
        switch (head & 15) {
        case 0: idle_ = more ? more : byte(); break;
        case 1:
            write(port(byte()) + reg::PORT_VALUE, number(more & 4), more & 8 ? byte() & 15 : 0xf);
            break;
        case 2:
            event_ = port(byte());
            value_ = number(more & 3);
            id_ = number(2);
            offer();
            break;
        case 3:
            write(port(byte()) + reg::WINDOW + number(2) % 0x1000, number(more & 4),
                  more & 8 ? byte() & 15 : 0xf);
            break;
        case 4: // beside the access to come
            store(stores, byte());
            if (more & 1)
                stores[0].addr ^= number(2);
            if (more & 2)
                stores[0].strobes = byte() & 15;
            break;
        case 5:
            for (unsigned n = 0; n <= more; n++)
                read(reg::DATA);
            break;
        case 6: {
            const uint8_t which = byte();
            write(registers[which % std::size(registers)] + 4 * (which >> 4), number(more & 4));
            break;
        }
        case 7: read(number(3)); break;
        case 8: // CLEAR, if nobody knows whether the unit is busy: FAULT tells whether it worked
            write(reg::FAULT, 3);
            write(reg::CTRL, 0);
            for (unsigned n = 0; n < more; n++)
                read(reg::STATUS);
            accesses_.push_back({true, reg::CTRL, reg::CTRL_CLEAR, 0xf});
            read(reg::FAULT);
            break;
        case 9:
            for (unsigned n = 0; n < 4u * (more + 1); n++)
                offer();
            break;
        case 10: write(reg::CTRL, more & 1); break;
        case 11:
            pins.level = number(1 + (more & 3));
            if (more & 4)
                pins.before = ~pins.level;
            break;
        case 12: write(number(3), number(more & 4), more & 8 ? byte() & 15 : 0xf); break;
        case 13: burst_ = 4u * (more + 1); break;
        case 14:
            for (uint32_t addr : {reg::STATUS, reg::LEVEL, reg::FAULT, reg::IRQ_STATUS})
                if (more >> (addr / 4 & 3) & 1)
                    read(addr);
            break;
        default: reset = more == 15 ? 4 : 0;
        }
    }

    void offer()
    {
        write(event_ + reg::PORT_VALUE, value_);
        if (unit_.args > 1 && value_ & 1)
            write(event_ + reg::PORT_MORE, id_);
        write(event_ + reg::PORT_ID, id_);
        value_ += 0x01010101;
    }

    std::deque<Access> accesses_;
    Access access_;
    unsigned idle_ = 0, burst_ = 0;
    uint32_t event_ = reg::THREAD_PORT, value_ = 0, id_ = 5;
};

struct Free {
    void operator()(scoreboard *sb) const { scoreboard_free(sb); }
};

} // namespace

bool run_inputs(const uint8_t *bytes, size_t size)
{
    scoreboard_config config = {};
    config.unit = Unit::parameters;
    config.report = stderr;
    std::unique_ptr<scoreboard, Free> check(scoreboard_new(&config));
    if (!check)
        throw std::runtime_error("out of memory");
    Unit unit(1, "");
    Inputs inputs(bytes, size, Unit::parameters);
    Stores stores{};
    EventPins pins;
    const Access *access = nullptr;
    unsigned reset = 4, waited = 0;
    bool good = true;
    while (good && (reset || access || inputs.more())) {
        const bool held = reset > 0;
        if (held)
            reset--, stores = {};
        else if (!access)
            access = inputs.next(stores, pins, reset);
        const weir_pins &now = unit.settle(!held, held ? nullptr : access, stores, false, {}, true,
                                           {}, true, pins);
        good = scoreboard_clock(check.get(), &now);
        unit.edge();
        stores = {};
        pins.before = pins.level;
        if (held)
            continue;
        if (access && now.reg_ready)
            access = nullptr;
        waited = access ? waited + 1 : 0;
        if (waited > 10000)
            throw std::runtime_error("reg_ready_o stays low");
    }
    Drain drain(Unit::parameters), nobody(Unit::parameters);
    RegisterDriver driver(drain, nobody);
    drain.start();
    while (good && !drain.done()) {
        const weir_pins &now = unit.settle(true, driver.access(), stores, false, {}, true, {}, true,
                                           pins);
        good = scoreboard_clock(check.get(), &now);
        unit.edge();
        driver.edge(now.reg_ready, now.reg_rdata);
    }
    return scoreboard_finish(check.get());
}

int inputs_bench(int argc, char **argv)
{
    if (argc < 3 || strcmp(argv[2], "--help") == 0) {
        printf("usage: %s inputs FILE...\n"
               "Does at the unit's inputs what the bytes of each file say, as "
               "tests/fuzz/unit_fuzz.cpp does, and compares with the golden model.\n"
               "Exit code: 0 all as it must be, 1 the scoreboard found an error, 2 the bench could "
               "not run.\n",
               argv[0]);
        return argc < 3 ? 2 : 0;
    }
    bool good = true;
    for (int i = 2; i < argc; i++) {
        std::ifstream file(argv[i], std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        if (!file)
            throw std::runtime_error(std::string(argv[i]) + ": cannot be read");
        if (!run_inputs(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size())) {
            fprintf(stderr, "%s: %s\n", argv[0], argv[i]);
            good = false;
        }
    }
    return good ? 0 : 1;
}
