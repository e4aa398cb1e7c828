// SPDX-License-Identifier: Apache-2.0
// Bus masters of the bench, and the driver that brings them to the unit's register port; no
// simulator types.
#ifndef WEIR_BENCH_BUS_H
#define WEIR_BENCH_BUS_H

#include "random.h"
#include "weir_golden.h"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

// Addresses and bits of the unit as a bench uses them, from docs/registers.md and docs/theory.md.
namespace reg
{
enum : uint32_t {
    MAGIC = 0x000,
    VERSION = 0x004,
    CONFIG = 0x008,
    FEATURES = 0x00c,
    CTRL = 0x010,
    STATUS = 0x014,
    FAULT = 0x018,
    IRQ_ENABLE = 0x01c,
    IRQ_STATUS = 0x020,
    WATERMARK = 0x024,
    LEVEL = 0x028,
    TAIL = 0x02c,
    TIME_LO = 0x030,
    TIME_HI = 0x034,
    SWITCH_ID = 0x038,
    TIME_STEP = 0x03c,
    TIME_CTRL = 0x040,
    PEEK_AT = 0x044,
    PEEK_DATA = 0x048,
    FIFO_POINTERS = 0x04c,
    SNAPSHOT = 0x050,
    LOCK = 0x05c,
    SELECT = 0x080,
    SELECT_ID = 0x084,
    RANGE = 0x088,
    RATE_LIMIT = 0x090,
    FILTERED = 0x098,
    FREEZE_AFTER = 0x09c,
    TRIGGER = 0x0a0,
    TRIGGER_STATE = 0x0a4,
    MATCH = 0x0b0,
    SNOOP_CTRL = 0x100,
    SNOOP_ADDR = 0x104,
    RUNNING = 0x108,
    SNOOP_MASK = 0x10c,
    SNOOP_ISR = 2,
    SNOOP_EVERY = 4,
    PORT_MASK = 0x400,
    CHECKPOINT = 0x60,
    AUTH = 0x64,
    SW_ENTRY = 0x68,
    SW_ENTRY_BEGIN = 0x4000,
    SW_ENTRY_WORD = 0x4004,
    SW_ENTRY_END = 0x4008,
    SW_ENTRY_HART = 0x10,
    FRAME_CTRL = 0x480,
    FRAME_HZ = 0x484,
    DATA = 0x1000,
    COUNT = 0x2000,
    PORT_VALUE = 0,
    PORT_ID = 4,
    PORT_LOW = 8,
    PORT_MORE = 12,
    THREAD_PORT = 0x10000,
    INTERRUPT_PORT = 0x11000,
    USER_PORT = 0x12000, // of hart 0
    WINDOW = 0x4000,     // from the port to its window
    GUARANTEED = 0x8000, // from a port or window to the same whose stores wait
    PINS = 0x4a0,
    PIN_RISE = 0x4a4,
    PIN_FALL = 0x4a8,
    PIN_BUS = 0x4ac,
    WAIT = 0x490,
    WAIT_MOST = 0xffffff,
    HART = 0x10000,    // from the ports of a hart to those of the next,
    SNOOP_HART = 0x20, // from its snoop registers,
    MASK_HART = 4,     // and from its PORT_MASK
    RING_CTRL = 0x600,
    RING_BASE = 0x604,
    RING_SIZE = 0x608,
    RING_STATUS = 0x60c,
    RING_ENABLE = 1,
    RING_STOP = 2,
    RING_FIFO = 4,
    CTRL_ENABLE = 1,
    CTRL_CLEAR = 2,
    STATUS_BUSY = 1,
    STATUS_LOSS = 8,
};

// The addresses of all counters of a unit with these parameters.
inline std::vector<uint32_t> counters(const weir_golden_parameters &unit)
{
    std::vector<uint32_t> addresses;
    for (uint32_t source = 0; source < 4 * unit.harts + 2 * (unit.pins > 0);
         source++) { // the pins are the last
        bool has = source >= 4 * unit.harts
                       ? source % 4 == 1
                       : source % 4 < unit.contexts || (source % 4 == 3 && unit.snoop);
        for (uint32_t kind = 0; has && kind < 8; kind++)
            if (kind < 6 ||
                (kind == 6 ? unit.filter
                           : (unit.harts > 1 && unit.snoop) || unit.retire || unit.pins))
                addresses.push_back(COUNT + 128 * source + 4 * kind);
        for (uint32_t group = 0; has && unit.offered && group < 4; group++)
            addresses.push_back(COUNT + 128 * source + 64 + 4 * group);
    }
    return addresses;
}

// Bytes that the unit takes of the address space.
inline uint32_t space(const weir_golden_parameters &unit)
{
    uint32_t bytes = 2 * HART;
    while (bytes < (unit.harts + 1) * HART)
        bytes *= 2;
    return bytes;
}
} // namespace reg

// The external counter as a cycle of the unit's clock finds it: in Gray code, and what it was
// before and after the step under way.
struct ExternalTime {
    uint64_t gray = 0, least = 0, most = 0;
};

// What the memory of a ring answers: it takes a word; it could not write one.
struct MemoryPins {
    bool ready = true, error = false;
    bool idle = true; // it has all words that it took
};

// The event pins as an edge finds them, and as they are for a moment before that: glitches that no
// cycle sees.
struct EventPins {
    uint32_t level = 0, before = 0;
};

struct Access {
    bool write = false;
    uint32_t addr = 0, data = 0;
    uint8_t strobes = 0xf;
};

// Stores on the data buses of the harts, as the snoop sees them, and what the harts have done.
using Store = weir_golden_store;
using Stores = std::array<Store, WEIR_GOLDEN_HARTS>;

// Makes one access after another. The driver calls clock() once per cycle, then looks at wanted().
class Master
{
public:
    virtual ~Master() = default;
    virtual void clock() = 0;
    virtual const Access *
    wanted() const = 0;       // the access it wants to make now, or nullptr; may change until taken
    virtual void taken() = 0; // the driver took it
    virtual void answer(uint32_t data) = 0; // the answer of a read that was taken
};

// Stops the unit and reads all that it has: what must be done for the scoreboard to see it drained.
class Drain : public Master
{
public:
    explicit Drain(const weir_golden_parameters &unit) : counters_(reg::counters(unit)) {}

    void start() { next(true, reg::CTRL); }
    bool done() const { return done_; }

    void clock() override {}
    const Access *wanted() const override { return wants_ ? &access_ : nullptr; }
    void taken() override
    {
        wants_ = false;
        if (access_.write)
            next(false, reg::STATUS);
    }
    void answer(uint32_t data) override
    {
        switch (access_.addr) {
        case reg::STATUS:
            again_ = data & reg::STATUS_LOSS;
            next(false, data & reg::STATUS_BUSY ? reg::STATUS : reg::LEVEL);
            break;
        case reg::LEVEL: // the last time it is 0
            level_ = data;
            next(false, level_ ? reg::DATA : again_ ? reg::STATUS : reg::TAIL);
            break;
        case reg::DATA:
            next(false, --level_ ? reg::DATA : again_ ? reg::STATUS : reg::LEVEL);
            break;
        default: // TAIL, then the counters
            if (count_ < counters_.size())
                next(false, counters_[count_++]);
            else
                done_ = true;
        }
    }

private:
    void next(bool write, uint32_t addr)
    {
        access_ = {write, addr, 0, 0xf};
        wants_ = true;
    }

    std::vector<uint32_t> counters_;
    size_t count_ = 0;
    Access access_;
    uint32_t level_ = 0;
    bool wants_ = false, again_ = false, done_ = false;
};

// Shares the register port among masters, in turn; one access a cycle. While a store waits for
// space, the other master has its turns all the same.
class RegisterDriver
{
public:
    // With a seed it withdraws accesses that wait, now and then, and makes them again later.
    RegisterDriver(Master &first, Master &second, uint64_t seed = 0)
        : masters_{&first, &second}, random_(seed ^ 0x77697468), withdraws_(seed != 0)
    {
    }

    // The unit was reset: nothing is under way.
    void reset()
    {
        valid_ = is_parked_ = answer_due_ = false;
        waited_ = pause_ = 0;
    }

    // What the pins show in the cycle before the next cycle; nullptr: no access.
    const Access *access() const { return valid_ ? &access_ : nullptr; }

    // A cycle: `ready` and `rdata` are what the pins had before it.
    void edge(bool ready, uint32_t rdata)
    {
        if (answer_due_)
            masters_[answer_to_]->answer(rdata);
        answer_due_ = false;
        if (valid_ && ready) {
            answer_due_ = !access_.write;
            answer_to_ = current_;
            valid_ = false;
            waited_ = 0;
        } else if (valid_ && ++waited_ > (is_guaranteed() ? 1000000 : 10000)) {
            throw std::runtime_error(
                "reg_ready_o stays low: " + std::string(access_.write ? "write " : "read ") +
                std::to_string(access_.addr) + " " + std::to_string(access_.data));
        }
        for (Master *master : masters_)
            master->clock();
        size_t other = 1 - current_;
        const bool gives_way = waited_ % 4 == 3 && is_guaranteed() && masters_[other]->wanted();
        if (valid_ && gives_way) {
            park();
            take(other);
        } else if (valid_ && !ready && !is_parked_ && withdraws_ && random_.chance(0.1)) {
            park();
            pause_ = random_.below(3);
            if (masters_[other]->wanted())
                take(other);
        } else if (!valid_ && is_parked_ && pause_ == 0) {
            access_ = parked_;
            valid_ = true;
            is_parked_ = false;
            current_ = parked_of_;
        }
        if (is_parked_ && !valid_) {
            pause_ -= pause_ > 0;
            return;
        }
        for (size_t i = 0; i < masters_.size() && !valid_; i++) {
            size_t turn = (current_ + 1 + i) % masters_.size();
            if (masters_[turn]->wanted())
                take(turn);
        }
    }

private:
    bool is_guaranteed() const
    {
        return access_.write && access_.addr >= reg::HART && (access_.addr & reg::GUARANTEED);
    }
    void park()
    {
        parked_ = access_;
        parked_of_ = current_;
        is_parked_ = true;
        valid_ = false;
    }
    void take(size_t turn)
    {
        access_ = *masters_[turn]->wanted();
        valid_ = true;
        current_ = turn;
        masters_[turn]->taken();
    }

    std::array<Master *, 2> masters_;
    Access access_, parked_;
    bool valid_ = false, is_parked_ = false, answer_due_ = false;
    size_t current_ = 0, answer_to_ = 0, parked_of_ = 0;
    unsigned waited_ = 0;
    Random random_;
    const bool withdraws_;
    uint64_t pause_ = 0; // cycles until the withdrawn access comes back
};

#endif
