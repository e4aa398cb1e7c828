// SPDX-License-Identifier: Apache-2.0
// Drives all inputs of the unit from bytes: software at the register port, harts that retire, event
// pins, the trigger pin, authorisation, a slow or failing memory, a slow receiver of frames, an
// external counter. For sets with these features; sim/bench/inputs_cpp.cpp drives the others.
#include "unit_pins.h"

#include "input_bytes.h"
#include "record.h"
#include "unit_cpp.h"

#include <cstdio>
#include <iterator>
#include <memory>
#include <stdexcept>

namespace
{

constexpr uint32_t watched_register = 4, watched_csr = 0x340;
constexpr uint32_t steps[] = {1 << 24,    10 << 24,   0x00155555, 0x0019999a,
                              0x01800000, 0x05f5e100, 0xffffffff, 0x00040000};
constexpr uint32_t registers[] = {
    reg::CTRL,          reg::FAULT,          reg::IRQ_ENABLE, reg::IRQ_STATUS,   reg::WATERMARK,
    reg::SWITCH_ID,     reg::RUNNING,        reg::WAIT,       reg::SNOOP_CTRL,   reg::SNOOP_ADDR,
    reg::SNOOP_MASK,    reg::PORT_MASK,      reg::PIN_RISE,   reg::PIN_FALL,     reg::PIN_BUS,
    reg::TIME_LO,       reg::SELECT,         reg::SELECT_ID,  reg::RANGE,        reg::RANGE + 4,
    reg::RATE_LIMIT,    reg::RATE_LIMIT + 4, reg::FILTERED,   reg::FREEZE_AFTER, reg::TRIGGER,
    reg::TRIGGER_STATE, reg::MATCH,          reg::MATCH + 4,  reg::MATCH + 8,    reg::MATCH + 16,
    reg::MATCH + 20,    reg::PEEK_AT,        reg::CHECKPOINT, reg::AUTH,         reg::SW_DROPPED,
    reg::TIME_STEP,     reg::TIME_CTRL,      reg::FRAME_CTRL, reg::RING_CTRL,    reg::RING_BASE,
    reg::RING_SIZE,     reg::RING_STATUS,    reg::FRAME_HZ,   reg::SNAPSHOT,     reg::FIFO_POINTERS,
    reg::PEEK_DATA,     reg::TIME_HI,        reg::TAIL};
constexpr unsigned begin_edges = 4; // in reset, first of all
constexpr unsigned patience = 256,
                   never =
                       100000; // cycles: a sink that is slow is no more then; nothing takes so long

struct Free {
    void operator()(scoreboard *sb) const { scoreboard_free(sb); }
};

// Bytes as actions. When there are none left, all is 0.
class Pins : InputBytes
{
public:
    Pins(const uint8_t *bytes, size_t size, const std::string &record)
        : InputBytes(bytes, size, Unit::parameters), record_(record, Unit::parameters)
    {
        scoreboard_config config = {};
        config.unit = Unit::parameters;
        config.report = stderr;
        check_.reset(scoreboard_new(&config));
        if (!check_)
            throw std::runtime_error("out of memory");
    }

    const struct scoreboard_stats &stats() const { return *scoreboard_stats(check_.get()); }

    bool run()
    {
        reset(begin_edges);
        begin();
        while (good_ && left_)
            action();
        burst_ = 0;
        if (good_ && !drain()) {
            idle(2);
            reset(1);
        }
        Drain last(unit_), nobody(unit_);
        RegisterDriver driver(last, nobody);
        last.start();
        while (good_ && !last.done()) {
            const bool ready = cycle(driver.access());
            driver.edge(ready, rdata_);
        }
        return scoreboard_finish(check_.get());
    }

private:
    // ---- cycles and accesses

    // One cycle. Returns whether the access was accepted; `rdata_` is what the pins had.
    bool cycle(const Access *access, bool rst_n = true)
    {
        if (burst_ && rst_n) {
            burst_--;
            store(burst_kind_ + 37 * burst_);
        }
        if (!rst_n)
            stores_ = {};
        edge_++;
        const bool hurry = waited_ > patience || hurry_;
        const MemoryPins memory{hurry || memory_ >> edge_ % 8 & 1, error_};
        const bool frame = hurry || frame_ >> edge_ % 8 & 1;
        const ExternalTime mtime = unit_.time_base ? tick() : ExternalTime{};
        const weir_pins &now = unit_model_.settle(rst_n, access, stores_, trigger_, memory, frame,
                                                  mtime, auth_, pins_);
        const bool ready = now.reg_ready;
        rdata_ = now.reg_rdata;
        if (rst_n)
            record_.cycle(access, ready, stores_, trigger_, memory, frame, mtime, auth_, pins_);
        else if (edge_ > begin_edges)
            record_.reset();
        good_ = scoreboard_clock(check_.get(), &now) && good_;
        unit_model_.edge();
        stores_ = {};
        pins_.before = pins_.level;
        error_ = false;
        waited_ = access && !ready ? waited_ + 1 : 0;
        if (waited_ > never)
            throw std::runtime_error("reg_ready_o stays low");
        return ready;
    }
    void idle(unsigned edges)
    {
        while (good_ && edges--)
            cycle(nullptr);
    }
    void access(const Access &what)
    {
        while (good_ && !cycle(&what))
            ;
    }
    void read(uint32_t addr) { access({false, addr % reg::space(unit_), 0, 0xf}); }
    uint32_t ask(uint32_t addr)
    {
        read(addr);
        idle(1);
        return rdata_;
    }
    void put(uint32_t addr, uint32_t data, uint8_t strobes = 0xf)
    {
        access({true, addr % reg::space(unit_), data, strobes});
    }

    // Writes that a scoreboard cannot follow, or that software must not do, are others.
    void write(uint32_t addr, uint32_t data, uint8_t strobes = 0xf)
    {
        addr %= reg::space(unit_);
        const bool whole = strobes == 0xf && !locked_;
        switch (addr & 0xfffffffc) {
        case reg::CTRL: data &= ~uint32_t{reg::CTRL_CLEAR}; break;
        case reg::WAIT: data &= 0xff; break;
        case reg::TIME_STEP: data |= data < 1 << 18 ? 1 << 18 : 0; break;
        case reg::TIME_CTRL: mtime_ = whole ? data & 1 : mtime_ || (data & 1); break;
        case reg::FRAME_CTRL: // the interval in force when an entry is reported must be known: see
                              // anew()
            data = (data & 1) | interval_ << 16;
            frame_next_ = whole ? data & 1 : frame_next_ || (data & 1);
            break;
        case reg::FRAME_HZ: // only when no frame is under way: see clear()
            if (unit_.frame)
                return;
            break;
        case reg::RING_CTRL: // a ring alone leaves nothing to frames
            data |= framing_ || frame_next_ ? uint32_t{reg::RING_FIFO} : 0;
            break;
        case reg::RING_SIZE: // a window that can be looked at in no time
            data &= 0x1f0f;
            break;
        case reg::LOCK: // only of a unit that is disabled: see lock()
            return;
        }
        put(addr, data, strobes);
    }

    // A word of the data page, if LEVEL says that there is one: one of a state, or of a wide value,
    // may be 0.
    void word()
    {
        if (!level_)
            level_ = ask(reg::LEVEL);
        if (!level_)
            return;
        level_--;
        read(reg::DATA);
    }
    void any_read(uint32_t addr)
    {
        addr %= reg::space(unit_);
        if ((addr & 0xfffff000) == reg::DATA)
            word();
        else
            read(addr);
    }

    // ---- what surrounds the unit

    ExternalTime tick()
    {
        phase_ += rate_;
        const uint64_t gone = phase_ >> 4;
        phase_ &= 15;
        count_ += gone;
        ExternalTime now{0, count_, count_};
        now.least -= gone && (edge_ & 3); // the last step is under way
        const uint64_t before = now.least ^ now.least >> 1, after = now.most ^ now.most >> 1,
                       settled = edge_ * UINT64_C(0x9e3779b97f4a7c15);
        now.gray = before ^ ((before ^ after) & settled);
        return now;
    }

    // What a hart does beside the access to come.
    void store(unsigned pick)
    {
        Store &s = stores_[pick % unit_.harts];
        const uint32_t thread = threads[pick % std::size(threads)];
        const bool plain = !unit_.retire || !(pick & 0x80);
        if (plain) {
            s.valid = true;
            s.addr = current;
            s.data = thread;
            s.strobes = 0xf;
        }
        if (!unit_.retire)
            return;
        if (pick & 0x40) {
            s.retire.rd = watched_register;
            s.retire.csr_valid = true;
            s.retire.csr = watched_csr;
            s.retire.rd_data = s.retire.csr_data = thread;
        }
        s.retire.trap = (pick & 0x90) == 0x90;
        s.retire.interrupt = pick & 8;
        s.retire.code = static_cast<uint16_t>(pick & 7);
        s.retire.returns = (pick & 0xa0) == 0xa0;
    }

    void side(uint8_t which, uint8_t more)
    {
        switch (which & 7) {
        case 0: trigger_ = !trigger_; break;
        case 1:
            auth_ = more & 1 || !unit_.protect;
            level_ = 0;
            break;
        case 2: frame_ = byte(); break;
        case 3: memory_ = byte(); break;
        case 4: error_ = true; break;
        case 5:
            rate_ = byte(); // sixteenths of a step a cycle
            break;
        case 6:
            if (active_) // the most that the unit follows in a cycle, less the steps of tick()
                count_ += number(1 + (more & 3)) & 0xfff >> (more & 8 ? 8 : 1);
            else
                count_ += static_cast<uint64_t>(number(1 + (more & 3))) << (more & 8 ? 28 : 0);
            break;
        default: // the word, register or CSR that a hart's thread is taken from; its traps
            write(reg::SNOOP_CTRL + reg::SNOOP_HART * (more % unit_.harts),
                  (which >> 4 & 1 ? watched_csr : watched_register) << 16 |
                      static_cast<uint32_t>(which >> 4 & 3) << 4 |
                      (which >> 6 & 1) * reg::SNOOP_EVERY | (which >> 3 & 1) * reg::SNOOP_ISR | 1);
        }
    }

    // ---- what software does

    void begin()
    {
        for (unsigned h = 0; h < unit_.harts && !unit_.tiny; h++) {
            write(reg::SNOOP_ADDR + reg::SNOOP_HART * h, current);
            write(reg::SNOOP_MASK + reg::SNOOP_HART * h, ~0u);
            write(reg::SNOOP_CTRL + reg::SNOOP_HART * h,
                  1 | (unit_.retire ? uint32_t{reg::SNOOP_ISR} : 0));
        }
        write(reg::WAIT, 8);
        write(reg::CTRL, reg::CTRL_ENABLE);
    }

    void reset(unsigned edges)
    {
        while (good_ && edges--)
            cycle(nullptr, false);
        locked_ = frame_next_ = framing_ = mtime_ = active_ = false;
        level_ = interval_ = 0;
    }

    // Who waits for everything does not meet sinks that are slow, nor closed ones. Returns whether
    // all has left: a full ring that nobody else reads with cannot take the end of a loss.
    bool drain()
    {
        bool all = true;
        auth_ = hurry_ = true;
        idle(4);
        write(reg::CTRL, 0);
        for (unsigned polls = 0; good_; polls++) {
            if (polls > never)
                throw std::runtime_error("the unit is never drained");
            const uint32_t status = ask(reg::STATUS);
            if (status & reg::STATUS_BUSY)
                continue;
            for (uint32_t words = ask(reg::LEVEL); good_ && words; words--)
                read(reg::DATA);
            all = !(status & reg::STATUS_LOSS);
            if (!all && !ring_is_stuck())
                continue;
            if (!framing_ || !(ask(reg::FRAME_CTRL) & 2))
                break;
        }
        level_ = 0;
        ask(reg::LEVEL);
        ask(reg::TAIL);
        hurry_ = false;
        return all;
    }
    bool ring_is_stuck()
    {
        return unit_.ring && ask(reg::RING_STATUS) & reg::RING_FULL &&
               !(ask(reg::RING_CTRL) & reg::RING_FIFO);
    }

    void clear(uint8_t more)
    {
        if (locked_)
            return;
        if (framing_ || frame_next_ || mtime_ ||
            active_) { // of a drained unit only, see scoreboard.h
            drain();
            if (unit_.frame && more & 8)
                put(reg::FRAME_HZ, number(1 + (more & 3)));
            idle(more & 4 ? 8 : 0); // the external counter is read meanwhile
            put(reg::CTRL, reg::CTRL_CLEAR);
            framing_ = frame_next_;
            active_ = mtime_;
        } else { // if nobody knows whether the unit is busy: FAULT tells whether it worked
            write(reg::FAULT, 3);
            write(reg::CTRL, 0);
            for (unsigned n = 0; n < more; n++)
                read(reg::STATUS);
            put(reg::CTRL, reg::CTRL_CLEAR);
            read(reg::FAULT);
        }
        level_ = 0;
    }

    // Once and for all, until reset: the unit stays disabled, so that it can be drained.
    void lock(uint8_t byte)
    {
        write(reg::CTRL, 0);
        put(reg::LOCK, byte | 1u);
        locked_ = unit_.protect;
    }

    // An entry by software, whole or not.
    void raw(uint8_t kind)
    {
        const uint32_t base = reg::SW_ENTRY_HART * (kind % unit_.harts),
                       words = 1 + (kind >> 2 & 7);
        write(reg::SW_ENTRY_BEGIN + base, kind & 0x40 ? words + 1 : words);
        for (uint32_t n = 0; n < words; n++)
            write(reg::SW_ENTRY_WORD + base,
                  n ? number(2) * 0x10001 : 0x00013000u + (kind & 0x80 ? 1 : 0));
        read(reg::SW_ENTRY_END + base);
    }

    // A ring that can be enabled, mostly: after CLEAR, sections of the least size on, a window of
    // two to eight.
    void ring(uint8_t kind)
    {
        const uint32_t section = 8 + (kind & 3);
        write(reg::RING_BASE, static_cast<uint32_t>(byte()) << 12);
        write(reg::RING_SIZE, section << 8 | (section + (kind >> 2 & 3)));
        write(reg::RING_CTRL, reg::RING_ENABLE | (kind & 0x10 ? uint32_t{reg::RING_STOP} : 0) |
                                  (kind & 0x20 ? 0 : uint32_t{reg::RING_FIFO}));
    }

    // Another stream: who takes it, and what a tick is.
    void anew(uint8_t kind)
    {
        if (framing_)
            drain();
        interval_ = kind & 8 ? 2 : 0;
        write(reg::FRAME_CTRL, kind & 1);
        write(reg::TIME_CTRL, kind >> 1 & 1);
        clear(kind >> 4);
        if (kind & 4)
            ring(byte());
        write(reg::CTRL, reg::CTRL_ENABLE);
    }

    void offer()
    {
        if (words_) // the first of several
            write(event_ + reg::PORT_LOW, value_);
        else
            write(event_ + reg::PORT_VALUE, value_);
        for (unsigned n = 1; n < words_; n++)
            write(event_ + reg::PORT_MORE + 4 * (n - 1), id_ + n);
        write(event_ + reg::PORT_ID, id_);
        value_ += 0x01010101;
    }

    void further(uint8_t more)
    {
        switch (more) {
        case 0:
        case 1:
        case 2: raw(byte()); break;
        case 3:
        case 4: ring(byte()); break;
        case 5:
            drain();
            if (byte() & 1)
                read(reg::DATA); // empty
            break;
        case 6: lock(byte()); break;
        case 7:
            write(reg::PEEK_AT, byte());
            for (unsigned n = 6; n; n--)
                read(reg::PEEK_DATA);
            break;
        case 8: { // events of a class in a window of cycles
            const uint8_t kind = byte();
            write(reg::RATE_LIMIT + 4 * (kind >> 3 & 1),
                  0x80000000 | (kind & 7) | static_cast<uint32_t>(kind >> 4) << 16);
            break;
        }
        case 9: write(reg::CHECKPOINT, byte() | (left_ & 1 ? 0x80000000 : 0)); break;
        case 10: write(reg::TIME_STEP, steps[byte() % std::size(steps)]); break;
        case 11: words_ = byte() % (unit_.value_w == 64 ? 3 : unit_.args + 1); break;
        case 12: any_read(reg::COUNT + 4 * number(2) % 0x1000); break;
        case 13:
            write(reg::MATCH + 16 * (left_ & 1), id_ | 0xffff0000);
            write(reg::TRIGGER, number(4));
            break;
        case 14: anew(byte()); break;
        default: // of a stream that began two cycles before nothing is kept
            idle(2);
            reset(1 + (byte() & 3));
        }
    }

    void action()
    {
        const uint8_t head = byte(), more = head >> 4;
        switch (head & 15) {
        case 0: idle(more ? more : byte()); break;
        case 1: {
            const uint8_t kind = byte();
            write(port(kind) + 4 * (kind >> 3 & 1 ? byte() & 7 : 0), number(more & 4),
                  more & 8 ? byte() & 15 : 0xf);
            break;
        }
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
            store(byte());
            if (more & 1)
                stores_[0].addr ^= number(2);
            if (more & 2)
                stores_[0].strobes = byte() & 15;
            if (more & 4)
                stores_[unit_.harts - 1].retire.code = static_cast<uint16_t>(number(2) & 0xfff);
            break;
        case 5:
            for (unsigned n = 0; good_ && n < (more < 8 ? more + 1u : 8u * (more - 6u)); n++)
                word();
            break;
        case 6: {
            const uint8_t which = byte();
            const uint32_t addr = registers[which % std::size(registers)];
            write(addr + (addr >= reg::SNOOP_CTRL && addr <= reg::SNOOP_MASK
                              ? reg::SNOOP_HART * (which / std::size(registers) % unit_.harts)
                              : 0),
                  number(more & 4 ? 4 : more & 3));
            break;
        }
        case 7:
            if (more & 8)
                any_read(number(3));
            else
                any_read(registers[byte() % std::size(registers)]);
            break;
        case 8: clear(more); break;
        case 9:
            for (unsigned n = 0; good_ && n < 4u * (more + 1); n++)
                offer();
            break;
        case 10: write(reg::CTRL, more & 1); break;
        case 11:
            pins_.level = number(1 + (more & 3));
            if (more & 4)
                pins_.before = ~pins_.level;
            break;
        case 12: write(number(3), number(more & 4), more & 8 ? byte() & 15 : 0xf); break;
        case 13:
            burst_ = 4u * (more + 1);
            burst_kind_ = byte();
            break;
        case 14: side(byte(), more); break;
        default: further(more);
        }
    }

    Record record_;
    std::unique_ptr<scoreboard, Free> check_;
    Unit unit_model_{1, ""};
    bool good_ = true;

    Stores stores_{};
    EventPins pins_;
    bool trigger_ = false, auth_ = true, error_ = false, hurry_ = false;
    uint8_t frame_ = 0xff, memory_ = 0xff; // cycles of eight at which these take something
    uint64_t edge_ = 0, count_ = 0;
    uint32_t rate_ = 16, phase_ = 0;
    unsigned burst_ = 0, burst_kind_ = 0, waited_ = 0;
    uint32_t rdata_ = 0;

    uint32_t level_ = 0; // words that are there for certain
    uint32_t interval_ = 0;
    bool locked_ = false, frame_next_ = false, framing_ = false, mtime_ = false, active_ = false;
    uint32_t event_ = reg::THREAD_PORT, value_ = 0, id_ = 5;
    unsigned words_ = 0;
};

} // namespace

bool run_pins(const uint8_t *bytes, size_t size, const std::string &record,
              struct scoreboard_stats *stats)
{
    Pins pins(bytes, size, record);
    const bool good = pins.run();
    if (stats)
        *stats = pins.stats();
    return good;
}
