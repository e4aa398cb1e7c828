// SPDX-License-Identifier: Apache-2.0
// Constrained random stimulus: software at the ports, the hart's stores, and the reader.
#include "stimulus.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

// ---- Reader

void Reader::clock()
{
    if (wait_)
        wait_--;
}

void Reader::answer(uint32_t data)
{
    waiting_ = false;
    wait_ = pause_;
    if (access_.addr == reg::LEVEL)
        level_ = data;
    else if (level_)
        level_--;
    bool data_page = blind_ || level_;
    access_.addr = data_page ? reg::DATA + 4 * static_cast<uint32_t>(random_.below(1024)) : reg::LEVEL;
}

// ---- Hart

void Hart::clock()
{
    store_.valid = burst_ || random_.chance(rate);
    if (!store_.valid)
        return;
    if (burst_)
        burst_--;
    else if (random_.chance(0.1))
        burst_ = static_cast<unsigned>(random_.between(1, 40));
    store_.data = thread[random_.below(threads)];
    store_.strobes = 0xf;
    store_.addr = current | static_cast<uint32_t>(random_.chance(0.1) ? random_.below(4) : 0);
    if (random_.chance(0.1))
        store_.addr = current ^ 4u << random_.below(30);
    if (random_.chance(0.1))
        store_.strobes = static_cast<uint8_t>(random_.below(16));
}

// ---- Software: the machinery

void Software::write(uint32_t addr, uint32_t data, uint8_t strobes)
{
    steps_.push_back({0, true, {true, addr, data, strobes}, nullptr});
}

void Software::read(uint32_t addr, std::function<void(uint32_t)> then)
{
    steps_.push_back({0, true, {false, addr, 0, 0xf}, std::move(then)});
}

void Software::wait(uint64_t cycles) { steps_.push_back({cycles, false, {}, nullptr}); }

void Software::call(std::function<void()> what)
{
    steps_.push_back({0, false, {}, [what = std::move(what)](uint32_t) { what(); }});
}

// Steps that `what` adds come before all that is waiting.
void Software::before_the_rest(const std::function<void()> &what)
{
    std::deque<Step> rest = std::exchange(steps_, {});
    what();
    steps_.insert(steps_.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
}

void Software::clock()
{
    time_++;
    if (answer_due_)
        return;
    if (!steps_.empty() && steps_.front().wait) {
        steps_.front().wait--;
        return;
    }
    while (!steps_.empty() && !steps_.front().makes_access && !steps_.front().wait) {
        auto then = std::move(steps_.front().then);
        steps_.pop_front();
        if (then)
            then(0);
    }
    if (steps_.empty() && !finished_)
        refill();
}

const Access *Software::wanted() const
{
    bool ready = !answer_due_ && !steps_.empty() && steps_.front().makes_access && !steps_.front().wait;
    return ready ? &steps_.front().access : nullptr;
}

void Software::taken()
{
    Step step = std::move(steps_.front());
    steps_.pop_front();
    answer_due_ = !step.access.write;
    on_answer_ = std::move(step.then);
}

void Software::answer(uint32_t data)
{
    answer_due_ = false;
    if (auto then = std::move(on_answer_))
        then(data);
}

uint64_t Software::take_jump()
{
    time_ += jump_;
    return std::exchange(jump_, 0);
}

// ---- Software: what it does

uint32_t Software::any_id()
{
    switch (id_kind_ ? id_kind_ : random_.below(16)) {
    case 1: case 2: case 3:
        return static_cast<uint32_t>(random_.between(1, 11));
    case 4: case 5: case 6:
        return static_cast<uint32_t>(random_.between(1, 0x3fff));
    case 7: case 8:
        return static_cast<uint32_t>(random_.between(0x4000, 0x7fff));
    case 9:
        return 0x4000;
    case 10: case 11:
        return static_cast<uint32_t>(random_.between(0xc000, 0xffff));
    case 12:
        return static_cast<uint32_t>(random_.between(0x8000, 0xbfff));
    case 13: {
        static const uint32_t edges[] = {0, 1, 11, 12, 15, 16, 0x3fff, 0x4000, 0x7fff, 0x8000, 0x8001, 0xbfff, 0xc000,
                                         0xc001, 0xffff, 0x10000, 0x18000, 0x1c000, 0x80008000, 0xffffffff};
        return random_.of(edges);
    }
    case 14:
        return switch_id_;
    default:
        return random_.any_width(32);
    }
}

uint32_t Software::any_value()
{
    if (random_.chance(0.1)) {
        static const uint32_t edges[] = {0, 1, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0x7fffff, 0x800000, 0x1000000,
                                         0x7fffffff, 0x80000000, 0xffffffff};
        return random_.of(edges);
    }
    if (random_.chance(0.1))
        return hart_.thread[random_.below(Hart::threads)];
    return random_.any_width(value_bits_);
}

uint64_t Software::gap()
{
    switch (gap_kind_) {
    case 0: return 0;
    case 1: return random_.below(4);
    case 2: return random_.below(20);
    case 3: return random_.chance(0.1) ? random_.below(200) : 0;
    default: return random_.chance(0.01) ? random_.below(5000) : random_.below(16);
    }
}

uint8_t Software::narrow() { return static_cast<uint8_t>(random_.below(15)); }

void Software::pair(uint32_t port)
{
    write(port + reg::PORT_VALUE, any_value());
    if (random_.chance(0.2))
        wait(random_.below(6));
    if (port == reg::THREAD_PORT && random_.chance(0.1)) { // interrupted, and perhaps another thread runs now
        if (random_.chance(0.5))
            pair(reg::INTERRUPT_PORT);
        if (random_.chance(0.5))
            write(reg::RUNNING, hart_.thread[random_.below(Hart::threads)]);
        if (random_.chance(0.3))
            read(port + reg::PORT_VALUE);
    }
    write(port + reg::PORT_ID, any_id());
}

void Software::register_access()
{
    static const uint32_t plain[] = {reg::MAGIC, reg::VERSION, reg::CONFIG, reg::CTRL, reg::STATUS, reg::FAULT,
                                     reg::IRQ_ENABLE, reg::IRQ_STATUS, reg::WATERMARK, reg::LEVEL, reg::TAIL,
                                     reg::TIME_LO, reg::TIME_HI, reg::SWITCH_ID, reg::SNOOP_CTRL, reg::SNOOP_ADDR,
                                     reg::RUNNING, reg::THREAD_PORT, reg::THREAD_PORT + 4, reg::INTERRUPT_PORT,
                                     reg::INTERRUPT_PORT + 4, reg::DATA};
    static const uint32_t read_only[] = {reg::MAGIC, reg::VERSION, reg::CONFIG, reg::STATUS, reg::LEVEL, reg::TAIL,
                                         reg::TIME_LO, reg::TIME_HI, reg::OFFERED, reg::REFUSED, reg::CAUSE};
    switch (random_.below(12)) {
    case 0:
        write(reg::FAULT, static_cast<uint32_t>(random_.below(4)));
        break;
    case 1:
        write(reg::IRQ_STATUS, static_cast<uint32_t>(random_.below(4)));
        break;
    case 2:
        write(reg::IRQ_ENABLE, static_cast<uint32_t>(random_.next()));
        break;
    case 3:
        write(reg::WATERMARK, random_.any_width(random_.chance(0.8) ? 10 : 32));
        break;
    case 4:
        switch_id_ = random_.chance(0.5) ? 0x8000 : 0xc000;
        write(reg::SWITCH_ID, switch_id_);
        break;
    case 5: { // refused by the register
        static const uint32_t wrong[] = {0, 0x4000, 0x8001, 0xbfff, 0xc001, 0x18000, 0xc0000000, 0xffffffff};
        write(reg::SWITCH_ID, random_.of(wrong));
        break;
    }
    case 6:
        write(random_.of(read_only), static_cast<uint32_t>(random_.next()));
        break;
    case 7:
        read(reg::TIME_LO);
        read(reg::TIME_HI);
        break;
    case 8:
        read(static_cast<uint32_t>(reg::OFFERED + 4 * random_.below(11)));
        break;
    case 9: // a narrow store to a register
        write(random_.of(plain), static_cast<uint32_t>(random_.next()), narrow());
        break;
    default:
        read(random_.of(plain) | static_cast<uint32_t>(random_.chance(0.2) ? random_.below(4) : 0));
    }
}

void Software::undefined_access()
{
    static const uint32_t nothing[] = {0x00c, 0x03c, 0x06c, 0x0fc, 0x10c, 0x11c, 0x120, 0x128, 0x2e8, 0x300, 0xffc,
                                       0x2000, 0x3ffc, 0x4008, 0x400c, 0x4ffc, 0x5008, 0x5ffc, 0x6000, 0x6004, 0x7000,
                                       0x7ffc};
    uint32_t addr = random_.of(nothing);
    write(reg::FAULT, 3);
    if (random_.chance(0.1))
        write(reg::DATA + 4 * static_cast<uint32_t>(random_.below(1024)), static_cast<uint32_t>(random_.next()));
    else if (random_.chance(0.5))
        write(addr, static_cast<uint32_t>(random_.next()), random_.chance(0.8) ? 0xf : narrow());
    else
        read(addr);
    read(reg::FAULT);
}

void Software::disable_in_the_middle()
{
    uint32_t port = random_.chance(0.7) ? reg::THREAD_PORT : reg::INTERRUPT_PORT;
    if (random_.chance(0.5))
        write(port + reg::PORT_VALUE, any_value());
    write(reg::CTRL, 0);
    write(reg::FAULT, 3);
    for (uint64_t n = random_.below(5); n; n--) { // nothing of this counts
        switch (random_.below(6)) {
        case 0: write(port + reg::PORT_VALUE, any_value(), random_.chance(0.7) ? 0xf : narrow()); break;
        case 1: write(port + reg::PORT_ID, any_id(), random_.chance(0.7) ? 0xf : narrow()); break;
        case 2: write(reg::RUNNING, hart_.thread[random_.below(Hart::threads)]); break;
        case 3: read(port + reg::PORT_VALUE); break;
        case 4: register_access(); break;
        default: wait(random_.below(40));
        }
    }
    read(reg::FAULT);
    write(reg::CTRL, reg::CTRL_ENABLE);
    if (random_.chance(0.5))
        write(port + reg::PORT_ID, any_id());
}

void Software::one_operation()
{
    wait(gap());
    if (!random_.chance(odd_)) {
        pair(random_.chance(0.8) ? reg::THREAD_PORT : reg::INTERRUPT_PORT);
        return;
    }
    uint32_t port = random_.chance(0.7) ? reg::THREAD_PORT : reg::INTERRUPT_PORT;
    switch (random_.below(16)) {
    case 0: case 1:
        write(port + reg::PORT_ID, any_id()); // torn, most of the time
        break;
    case 2:
        write(port + reg::PORT_VALUE, any_value());
        break;
    case 3:
        write(port + reg::PORT_VALUE + static_cast<uint32_t>(random_.below(4)), any_value(), narrow());
        break;
    case 4:
        write(port + reg::PORT_ID + static_cast<uint32_t>(random_.below(4)), any_id(), narrow());
        break;
    case 5: case 6: case 7:
        write(reg::RUNNING, hart_.thread[random_.below(Hart::threads)]);
        break;
    case 8:
        for (uint64_t n = random_.between(2, 40); n; n--)
            write(reg::RUNNING, hart_.thread[random_.below(Hart::threads)]);
        break;
    case 9: // a software switch
        write(port + reg::PORT_VALUE, hart_.thread[random_.below(Hart::threads)]);
        write(port + reg::PORT_ID, switch_id_);
        break;
    case 10:
        read(port + reg::PORT_VALUE);
        break;
    case 11:
        undefined_access();
        break;
    case 12:
        if (random_.chance(0.2))
            disable_in_the_middle();
        break;
    case 13:
        if (random_.chance(0.1))
            write(reg::CTRL, reg::CTRL_ENABLE | reg::CTRL_CLEAR); // enabled: no CLEAR
        break;
    default:
        register_access();
    }
}

// ---- Software: draining

void Software::stall_reader()
{
    call([this] {
        reader_.stall();
        await_reader();
    });
}

void Software::await_reader()
{
    if (reader_.idle())
        return;
    before_the_rest([this] {
        wait(8);
        call([this] { await_reader(); });
    });
}

// Reads STATUS until BUSY is 0; `then` gets that STATUS. What waits goes on afterwards.
void Software::poll_busy(unsigned polls, std::function<void(uint32_t)> then)
{
    read(reg::STATUS, [this, polls, then](uint32_t status) {
        if (status & reg::STATUS_BUSY) {
            if (polls == 0)
                throw std::runtime_error("STATUS.BUSY stays 1");
            before_the_rest([&] { poll_busy(polls - 1, then); });
        } else if (then) {
            before_the_rest([&] { then(status); });
        }
    });
}

void Software::read_words()
{
    read(reg::LEVEL, [this](uint32_t level) {
        before_the_rest([&] {
            for (uint32_t i = 0; i < level; i++)
                read(reg::DATA);
        });
    });
}

// Reads all that the disabled unit has; once more if a loss record waited for the room.
void Software::read_everything(unsigned times)
{
    poll_busy(10000, [this, times](uint32_t status) {
        if (random_.chance(0.2)) // TAIL before all words are read says nothing about the end
            read(reg::TAIL);
        read_words();
        if (status & reg::STATUS_LOSS) {
            if (times == 0)
                throw std::runtime_error("STATUS.LOSS stays 1 though all is read");
            read_everything(times - 1);
        }
    });
}

void Software::drain()
{
    write(reg::CTRL, 0);
    stall_reader();
    read_everything(4);
    read(reg::LEVEL);
    if (random_.chance(0.5))
        read(reg::DATA); // empty
    read(reg::TAIL);
    for (uint32_t offset = reg::OFFERED; offset < reg::COUNTERS_END; offset += 4)
        read(offset);
    read(reg::STATUS);
    read(reg::IRQ_STATUS);
    if (random_.chance(0.5)) {
        write(reg::IRQ_STATUS, static_cast<uint32_t>(random_.below(4)));
        read(reg::IRQ_STATUS);
    }
    write(reg::IRQ_ENABLE, static_cast<uint32_t>(random_.below(4)));
    wait(random_.below(16)); // the interrupt is checked meanwhile
    read(reg::FAULT);
}

void Software::clear_while_perhaps_busy()
{
    stall_reader();
    write(reg::FAULT, 3);
    write(reg::CTRL, 0);
    wait(random_.chance(0.7) ? random_.below(40) : 0);
    write(reg::CTRL, reg::CTRL_CLEAR);
    read(reg::FAULT);
}

void Software::jump()
{
    if (time_ >> 62)
        return;
    double rate = hart_.rate;
    call([this] { hart_.rate = 0; });
    wait(100); // nothing may be on its way to its stamp
    call([this] {
        static const unsigned carries[] = {32, 32, 33, 40, 48};
        uint64_t carry = uint64_t{1} << random_.of(carries);
        uint64_t past = time_ & (carry - 1);
        switch (random_.below(3)) {
        case 0: jump_ = carry - past - random_.below(std::min<uint64_t>(200, carry - past)); break; // to just before a carry
        case 1: jump_ = random_.next() & (2 * carry - 1); break;
        default: jump_ = (uint64_t{1} << 32) - 100 + random_.below(200); // about 2^32 from here
        }
    });
    wait(4);
    call([this, rate] { hart_.rate = rate; });
}

// ---- Software: phases

void Software::begin_phase()
{
    phase_end_ = offered_ + random_.between(20, 600);
    static const unsigned gaps[] = {0, 1, 1, 2, 2, 3, 3, 4};
    gap_kind_ = random_.of(gaps);
    id_kind_ = random_.chance(0.3) ? static_cast<unsigned>(random_.between(1, 11)) : 0;
    value_bits_ = random_.chance(0.3) ? 7 : 32;
    static const double odds[] = {0, 0.05, 0.3, 0.3, 0.8};
    odd_ = random_.of(odds);
    for (uint32_t &thread : hart_.thread)
        if (random_.chance(0.3))
            thread = random_.any_width(32);
    static const double rates[] = {0, 0, 0.01, 0.05, 0.3, 1};
    hart_.rate = random_.of(rates);
    if (random_.chance(0.2))
        hart_.current = static_cast<uint32_t>(random_.next()) & ~3u;
    write(reg::SNOOP_ADDR, hart_.current | static_cast<uint32_t>(random_.below(4)));
    write(reg::SNOOP_CTRL, static_cast<uint32_t>(random_.chance(0.8) ? random_.next() | 1 : 0));
    switch (random_.below(6)) {
    case 0: reader_.stall(); break;
    case 1: reader_.run(static_cast<unsigned>(random_.between(10, 100)), false); break;
    case 2: reader_.run(static_cast<unsigned>(random_.between(0, 10)), true); break;
    default: reader_.run(static_cast<unsigned>(random_.below(4)), false);
    }
    if (!started_ || random_.chance(0.5))
        write(reg::CTRL, reg::CTRL_ENABLE);
    started_ = true;
}

void Software::end_phase()
{
    if (jumps_ && random_.chance(0.1))
        jump();
    if (offered_ >= events_) {
        drain();
        finished_ = true;
        return;
    }
    switch (clears_ ? random_.below(8) : random_.between(4, 8)) {
    case 0:
        drain();
        if (random_.chance(0.5))
            write(reg::CTRL, reg::CTRL_CLEAR | static_cast<uint32_t>(random_.below(2)));
        write(reg::CTRL, reg::CTRL_ENABLE);
        break;
    case 1: case 4:
        drain();
        write(reg::CTRL, reg::CTRL_ENABLE);
        break;
    case 2:
        clear_while_perhaps_busy();
        write(reg::CTRL, reg::CTRL_ENABLE);
        break;
    case 3: // CLEAR with words unread
        write(reg::CTRL, 0);
        stall_reader();
        poll_busy(10000);
        write(reg::CTRL, reg::CTRL_CLEAR);
        write(reg::CTRL, reg::CTRL_ENABLE);
        break;
    default:
        break;
    }
}

void Software::refill()
{
    if (started_ && offered_ < phase_end_) {
        one_operation();
        return;
    }
    if (started_)
        end_phase();
    if (!finished_)
        call([this] { begin_phase(); });
}
