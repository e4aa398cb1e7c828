// SPDX-License-Identifier: Apache-2.0
// Bus masters of the benches, and the driver that connects them to the unit's register port.
// Independent of the simulator.
#ifndef WEIR_BENCH_BUS_H
#define WEIR_BENCH_BUS_H

#include "random.h"
#include "weir_golden.h"
#include "weir_regs.h"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

// Addresses and bits of the unit as a bench uses them. The golden model has its own, from the
// documents.
namespace reg
{
enum : uint32_t {
    MAGIC = WEIR_REG_MAGIC,
    VERSION = WEIR_REG_VERSION,
    CONFIG = WEIR_REG_CONFIG,
    FEATURES = WEIR_REG_FEATURES,
    CTRL = WEIR_REG_CTRL,
    STATUS = WEIR_REG_STATUS,
    FAULT = WEIR_REG_FAULT,
    IRQ_ENABLE = WEIR_REG_IRQ_ENABLE,
    IRQ_STATUS = WEIR_REG_IRQ_STATUS,
    WATERMARK = WEIR_REG_WATERMARK,
    LEVEL = WEIR_REG_LEVEL,
    TAIL = WEIR_REG_TAIL,
    TIME_LO = WEIR_REG_TIME_LO,
    TIME_HI = WEIR_REG_TIME_HI,
    SWITCH_ID = WEIR_REG_SWITCH_ID,
    TIME_STEP = WEIR_REG_TIME_STEP,
    TIME_CTRL = WEIR_REG_TIME_CTRL,
    PEEK_AT = WEIR_REG_PEEK_AT,
    PEEK_DATA = WEIR_REG_PEEK_DATA,
    FIFO_POINTERS = WEIR_REG_FIFO_POINTERS,
    SNAPSHOT = WEIR_REG_SNAPSHOT,
    LOCK = WEIR_REG_LOCK,
    SELECT = WEIR_REG_SELECT,
    SELECT_ID = WEIR_REG_SELECT_ID,
    RANGE = WEIR_REG_RANGE,
    RATE_LIMIT = WEIR_REG_RATE_LIMIT,
    FILTERED = WEIR_REG_FILTERED,
    FREEZE_AFTER = WEIR_REG_FREEZE_AFTER,
    TRIGGER = WEIR_REG_TRIGGER,
    TRIGGER_STATE = WEIR_REG_TRIGGER_STATE,
    MATCH = WEIR_REG_MATCH,
    SNOOP_CTRL = WEIR_REG_SNOOP + WEIR_REG_SNOOP_CTRL,
    SNOOP_ADDR = WEIR_REG_SNOOP + WEIR_REG_SNOOP_ADDR,
    RUNNING = WEIR_REG_SNOOP + WEIR_REG_SNOOP_RUNNING,
    SNOOP_MASK = WEIR_REG_SNOOP + WEIR_REG_SNOOP_MASK,
    SNOOP_ISR = WEIR_SNOOP_CTRL_ISR_MASK,
    SNOOP_EVERY = WEIR_SNOOP_CTRL_EVERY_MASK,
    SNOOP_HINT = WEIR_SNOOP_CTRL_HINT_MASK,
    PORT_MASK = WEIR_REG_PORT_MASK,
    CHECKPOINT = WEIR_REG_CHECKPOINT,
    AUTH = WEIR_REG_AUTH,
    SW_DROPPED = WEIR_REG_SW_DROPPED,
    SW_ENTRY_BEGIN = WEIR_REG_SW_ENTRY + WEIR_REG_SW_ENTRY_BEGIN,
    SW_ENTRY_WORD = WEIR_REG_SW_ENTRY + WEIR_REG_SW_ENTRY_WORD,
    SW_ENTRY_END = WEIR_REG_SW_ENTRY + WEIR_REG_SW_ENTRY_END,
    SW_ENTRY_HART = WEIR_REG_SW_ENTRY_STRIDE,
    FRAME_CTRL = WEIR_REG_FRAME_CTRL,
    FRAME_HZ = WEIR_REG_FRAME_HZ,
    DATA = WEIR_REG_DATA,
    COUNT = WEIR_REG_COUNTERS,
    PORT_VALUE = WEIR_REG_HART_PORT_VALUE,
    PORT_ID = WEIR_REG_HART_PORT_ID,
    PORT_LOW = WEIR_REG_HART_PORT_LOW,
    PORT_MORE = WEIR_REG_HART_PORT_ARG,
    THREAD_PORT = WEIR_REG_HART,
    INTERRUPT_PORT = THREAD_PORT + WEIR_REG_HART_PORT_STRIDE,
    USER_PORT = THREAD_PORT + 2 * WEIR_REG_HART_PORT_STRIDE, // of hart 0
    WINDOW = WEIR_REG_HART_WINDOW, // from the port to its window
    // from a port or window to the same whose stores wait
    GUARANTEED = WEIR_REG_HART_GUARANTEED_PORT,
    PIN_RISE = WEIR_REG_PIN_RISE,
    PIN_FALL = WEIR_REG_PIN_FALL,
    PIN_BUS = WEIR_REG_PIN_BUS,
    WAIT = WEIR_REG_WAIT,
    WINDOW_IDS = WEIR_REG_WINDOW_IDS,
    WAIT_MOST = WEIR_WAIT_CYCLES_MASK,
    HART = WEIR_REG_HART_STRIDE, // from the ports of a hart to those of the next,
    SNOOP_HART = WEIR_REG_SNOOP_STRIDE, // from its snoop registers,
    MASK_HART = WEIR_REG_PORT_MASK_STRIDE, // and from its PORT_MASK
    RING_CTRL = WEIR_REG_RING_CTRL,
    RING_BASE = WEIR_REG_RING_BASE,
    RING_SIZE = WEIR_REG_RING_SIZE,
    RING_STATUS = WEIR_REG_RING_STATUS,
    RING_AT = WEIR_REG_RING_AT,
    RING_ENABLE = WEIR_RING_CTRL_ENABLE_MASK,
    RING_STOP = WEIR_RING_CTRL_STOP_MASK,
    RING_FIFO = WEIR_RING_CTRL_FIFO_MASK,
    RING_FULL = WEIR_RING_STATUS_FULL_MASK,
    CTRL_ENABLE = WEIR_CTRL_ENABLE_MASK,
    CTRL_CLEAR = WEIR_CTRL_CLEAR_MASK,
    STATUS_BUSY = WEIR_STATUS_BUSY_MASK,
    STATUS_LOSS = WEIR_STATUS_LOSS_MASK,
};

// The addresses of all counters of a unit with these parameters.
inline std::vector<uint32_t> counters(const weir_golden_parameters &unit)
{
    std::vector<uint32_t> addresses;
    weir_golden model = {};
    model.has = unit;
    unsigned source, counter;
    for (uint32_t addr = COUNT; addr < COUNT + 128 * WEIR_GOLDEN_SOURCES; addr += 4)
        if (weir_golden_counter(&model, addr, &source, &counter))
            addresses.push_back(addr);
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
    explicit Drain(const weir_golden_parameters &unit)
        : counters_(reg::counters(unit)), end_(unit.wide ? reg::RING_AT : reg::TAIL)
    {
    }

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
            next(false, level_ ? reg::DATA : again_ ? reg::STATUS : end_);
            break;
        case reg::RING_AT: next(false, reg::TAIL); break;
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
    const uint32_t end_; // the first register that tells the end
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
        held_ = 0;
    }

    // Cycles for which a guaranteed store has not been accepted; withdrawn, it still counts.
    uint64_t held() const { return held_; }

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
            held_ = access_.write ? 0 : held_;
            valid_ = false;
            waited_ = 0;
        } else if (valid_ && ++waited_ > (is_guaranteed() ? 1000000 : 10000)) {
            throw std::runtime_error(
                "reg_ready_o stays low: " + std::string(access_.write ? "write " : "read ") +
                std::to_string(access_.addr) + " " + std::to_string(access_.data));
        }
        held_ += is_parked_ || (valid_ && is_guaranteed());
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
    uint64_t held_ = 0;
    Random random_;
    const bool withdraws_;
    uint64_t pause_ = 0; // cycles until the withdrawn access comes back
};

#endif
