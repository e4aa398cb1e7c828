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
    if (asked_ == reg::LEVEL)
        level_ = data;
    else if (level_)
        level_--;
    bool data_page = blind_ || level_;
    access_.addr = data_page ? reg::DATA + 4 * static_cast<uint32_t>(random_.below(1024))
                             : reg::LEVEL;
}

// ---- Hart

void Hart::clock()
{
    store_.valid = burst_ || random_.chance(rate);
    store_.retire = {};
    if (retires && rate > 0)
        retire();
    if (retires && rate > 0)
        hint();
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

void Hart::retire()
{
    weir_golden_retire &r = store_.retire;
    double often = burst_ && traps > 0 ? 0.5 : traps; // more than can leave
    r.trap = random_.chance(often);
    r.interrupt = random_.chance(0.5);
    r.code = static_cast<uint16_t>(random_.below(random_.chance(0.9) ? 16 : 4095));
    r.returns = random_.chance(often);
    if (!store_.valid)
        return;
    r.rd = static_cast<uint8_t>(random_.chance(0.8) ? index % 32 : random_.below(32));
    r.rd_data = thread[random_.below(threads)];
    r.csr_valid = random_.chance(0.8);
    r.csr = static_cast<uint16_t>(index ^ (random_.chance(0.2) ? 1u << random_.below(12) : 0));
    r.csr_data = thread[random_.below(threads)];
}

void Hart::hint()
{
    if (!hint_burst_ && more_.chance(hints))
        hint_burst_ = more_.chance(0.3) ? static_cast<unsigned>(more_.between(1, 12)) : 1;
    if (!hint_burst_)
        return;
    hint_burst_--;
    static const uint32_t edges[] = {0, 0, 1, 2047, 2048, 2048, 2049, 4095};
    weir_golden_retire &r = store_.retire;
    r.hint = true;
    r.csr_valid = false;
    r.sltiu = more_.chance(0.6);
    r.user = more_.chance(0.2);
    r.csr = static_cast<uint16_t>(more_.chance(0.2) ? more_.of(edges) : more_.below(4096));
    r.csr_data = more_.any_width(32);
}

void Hart::switch_now(Random &random)
{
    store_.valid = true;
    store_.addr = current;
    store_.data = thread[random.below(threads)];
    store_.strobes = 0xf;
}

void Harts::clock()
{
    for (size_t i = 0; i < size(); i++) {
        (*this)[i].clock();
        stores_[i] = (*this)[i].store();
    }
    if (burst_ == 0 && together && size() > 1 && more_.chance(0.003))
        burst_ = more_.between(1, 12);
    if (burst_ == 0)
        return;
    burst_--;
    for (size_t i = 0; i < size(); i++) {
        (*this)[i].switch_now(more_);
        stores_[i] = (*this)[i].store();
    }
}

// ---- Wires

// A few of them, mostly; they may be a bus.
uint32_t Wires::some()
{
    if (random_.chance(0.05))
        return ~0u;
    uint32_t set = 1u << random_.below(pins_);
    while (random_.chance(0.3))
        set |= 1u << random_.below(pins_);
    return set;
}

void Wires::clock()
{
    if (!pins_)
        return;
    if (burst_)
        burst_--;
    else if (random_.chance(0.05 * rate * std::min(1.0, 4.0 / pins_)))
        burst_ = static_cast<unsigned>(random_.between(1, 12));
    if (burst_ || random_.chance(rate))
        now_.level ^= !burst_               ? some()
                      : random_.chance(0.5) ? ~0u
                                            : static_cast<uint32_t>(random_.next());
    now_.before = now_.level;
    if (random_.chance(rate)) // a glitch between two edges
        now_.before ^= some();
}

// ---- Ticker

ExternalTime Ticker::clock()
{
    static const double rates[] = {0.003, 0.1, 0.4, 0.9, 1.01, 2.7};
    if (random_.chance(0.0003))
        rate_ = random_.of(rates);
    rate_ *= 1 + 0.001 * (random_.chance(0.5) ? 1 : -1);
    phase_ += rate_;
    uint64_t steps = static_cast<uint64_t>(phase_);
    phase_ -= static_cast<double>(steps);
    count_ += steps;
    ExternalTime now{0, count_, count_};
    now.least -= steps && random_.chance(0.7); // the last step is under way
    const uint64_t before = now.least ^ now.least >> 1, after = now.most ^ now.most >> 1,
                   settled = random_.next();
    now.gray = before ^ ((before ^ after) & settled);
    return now;
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
    std::list<Step> rest = std::exchange(steps_, {});
    what();
    steps_.splice(steps_.end(), rest);
}

void Software::reset()
{
    steps_.clear();
    answer_due_ = false;
    on_answer_ = nullptr;
    started_ = framing_ = mtime_ = false;
    phase_end_ = operations_ = jump_ = 0;
    closes_ = 0;
    auth_ = true;
    time_ = 0;
    switch_id_ = 0x8000;
    for (Hart &hart : harts_)
        hart.rate = hart.traps = hart.hints = 0;
    harts_.together = false;
    wires_.rate = 0;
    resets_++;
    wants_reset_ = false;
}

void Software::clock()
{
    time_++;
    pin_ ^= random_.chance(changes_);
    if (closes_ > 0)
        auth_ ^= random_.chance(auth_ ? closes_ : opens_);
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
    bool ready = !answer_due_ && !steps_.empty() && steps_.front().makes_access &&
                 !steps_.front().wait;
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

uint64_t Software::take_jump(uint64_t most)
{
    uint64_t ticks = std::min(std::exchange(jump_, 0), most);
    time_ += ticks;
    return ticks;
}

// ---- Software: what it does

uint32_t Software::any_port()
{
    uint32_t block = reg::HART * any_hart();
    if (random_.chance(0.7))
        return block + reg::THREAD_PORT;
    return block + (unit_.protect && random_.chance(0.6) ? reg::USER_PORT : reg::INTERRUPT_PORT);
}

uint32_t Software::any_id()
{
    switch (id_kind_ ? id_kind_ : random_.below(16)) {
    case 1:
    case 2:
    case 3: return static_cast<uint32_t>(random_.between(1, 11));
    case 4:
    case 5:
    case 6: return static_cast<uint32_t>(random_.between(1, 0x3fff));
    case 7:
    case 8: return static_cast<uint32_t>(random_.between(0x4000, 0x7fff));
    case 9: return 0x4000;
    case 10:
    case 11: return static_cast<uint32_t>(random_.between(0xc000, 0xffff));
    case 12: return static_cast<uint32_t>(random_.between(0x8000, 0xbfff));
    case 13: {
        static const uint32_t edges[] = {0,       1,       11,      12,         15,
                                         16,      0x3fff,  0x4000,  0x7fff,     0x8000,
                                         0x8001,  0xbfff,  0xc000,  0xc001,     0xffff,
                                         0x10000, 0x18000, 0x1c000, 0x80008000, 0xffffffff};
        return random_.of(edges);
    }
    case 14: return switch_id_;
    default: return random_.any_width(32);
    }
}

uint32_t Software::any_value()
{
    if (random_.chance(0.1)) {
        static const uint32_t edges[] = {0,         1,          0x7f,       0x80,      0xff,
                                         0x100,     0x7fff,     0x8000,     0x7fffff,  0x800000,
                                         0x1000000, 0x7fffffff, 0x80000000, 0xffffffff};
        return random_.of(edges);
    }
    if (random_.chance(0.1))
        return any_thread();
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

// A value, of several words if the unit has such.
void Software::value(uint32_t port)
{
    const unsigned words = unit_.value_w == 64 ? 2 : unit_.args;
    if (words == 1 || random_.chance(0.3)) {
        write(port + alias() + reg::PORT_VALUE, any_value());
        return;
    }
    write(port + alias() + reg::PORT_LOW, any_value());
    if (random_.chance(0.05))
        switch_thread(port);
    unsigned last = words - static_cast<unsigned>(random_.below(words) * random_.below(2));
    for (unsigned word = 1; word < last; word++)
        if (random_.chance(0.95)) // in their order, most often
            write(port + alias() + reg::PORT_MORE +
                      4 * (random_.chance(0.95) ? word - 1
                                                : static_cast<uint32_t>(random_.below(words - 1))),
                  random_.any_width(32), random_.chance(0.02 * odd_) ? narrow() : 0xf);
    if (random_.chance(0.05))
        read(port + alias() + reg::PORT_LOW + 4 * static_cast<uint32_t>(random_.below(words)));
}

void Software::pair(uint32_t port)
{
    value(port);
    if (random_.chance(0.2))
        wait(random_.below(6));
    uint32_t interrupt = (port & ~(reg::HART - 1)) + reg::INTERRUPT_PORT % reg::HART;
    if (port != interrupt &&
        random_.chance(0.1)) { // interrupted, and perhaps another thread runs now
        if (random_.chance(0.5))
            offer(interrupt);
        if (random_.chance(0.5))
            switch_thread(interrupt);
        if (random_.chance(0.3))
            read(port + alias() + reg::PORT_VALUE);
    }
    write(port + alias() + reg::PORT_ID, any_id());
}

void Software::window(uint32_t port)
{
    static const uint32_t edges[] = {0, 1, 2, 11, 12, 15, 16, 511, 512, 767, 768, 1023};
    uint32_t id = static_cast<uint32_t>(random_.chance(0.3) ? random_.of(edges)
                                                            : random_.between(1, 1023));
    uint8_t strobes = random_.chance(0.1 * odd_) ? narrow() : 0xf;
    write(port + alias() + reg::WINDOW + 4 * id +
              static_cast<uint32_t>(random_.chance(0.1) ? random_.below(4) : 0),
          any_value(), strobes);
}

void Software::offer(uint32_t port)
{
    if (random_.chance(windows_))
        window(port);
    else
        pair(port);
}

// By RUNNING, or as software without a snoop does it.
void Software::switch_thread(uint32_t port)
{
    if (!unit_.tiny && random_.chance(0.8)) {
        write(reg::RUNNING + reg::SNOOP_HART * (port / reg::HART - 1), any_thread());
    } else {
        write(port + reg::PORT_VALUE, any_thread());
        write(port + alias() + reg::PORT_ID, switch_id_);
    }
}

// The label of a thread as an entry of its own, mostly whole: ENMD of item 1, padded in the number
// of the item.
void Software::software_entry()
{
    uint32_t base = reg::SW_ENTRY_HART * any_hart();
    size_t letters = static_cast<size_t>(random_.chance(0.8) ? random_.below(16)
                                                             : random_.below(111));
    std::vector<uint8_t> bytes{0x00, 0x30, 1};
    std::vector<uint8_t> rest{0, static_cast<uint8_t>(letters)}; // scope, label, value
    for (size_t i = 0; i < letters; i++)
        rest.push_back(static_cast<uint8_t>('a' + random_.below(26)));
    for (uint32_t thread = any_thread(), more = 1; more; thread >>= 7) {
        more = thread > 0x7f;
        rest.push_back(static_cast<uint8_t>((thread & 0x7f) | more << 7));
    }
    for (; (bytes.size() + rest.size()) % 4; bytes.push_back(0))
        bytes.back() |= 0x80;
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    uint32_t words = static_cast<uint32_t>(bytes.size() / 4), said = words;
    const bool read_later = !clears_; // by others, who read no part of an entry
    if (random_.chance(0.05) && !read_later)
        said = static_cast<uint32_t>(random_.below(40));
    double wrong = random_.chance(0.3) ? 0.1 : 0; // in each word
    write(reg::SW_ENTRY_BEGIN + base, random_.chance(0.98) || read_later ? said : any_value());
    for (uint32_t i = 0; i < words; i++) {
        uint32_t word = 0;
        for (uint32_t k = 0; k < 4; k++)
            word |= static_cast<uint32_t>(bytes[4 * i + k]) << 8 * k;
        write(reg::SW_ENTRY_WORD + base, word | (i == 0 && random_.chance(0.02)),
              random_.chance(0.99) || read_later ? 0xf : narrow());
        if (!random_.chance(wrong))
            continue;
        switch (random_.below(5)) {
        case 0: switch_thread(any_port()); break;
        case 1:
            write(reg::SW_ENTRY_BEGIN + reg::SW_ENTRY_HART * any_hart(),
                  read_later ? 0 : static_cast<uint32_t>(random_.below(4)));
            break;
        case 2: write(reg::SW_ENTRY_WORD + reg::SW_ENTRY_HART * any_hart(), word); break;
        case 3:
            read(read_later ? reg::SW_DROPPED
                            : reg::SW_ENTRY_END + reg::SW_ENTRY_HART * any_hart());
            break; // an end here would write what is no entry
        default: write(reg::SW_ENTRY_END + base, word);
        }
    }
    read(reg::SW_ENTRY_END + base);
    if (random_.chance(0.2))
        read(reg::SW_DROPPED);
}

// Ticks of a cycle: none is 0, few are whole.
uint32_t Software::any_step()
{
    static const uint32_t some[] = {1 << 24,    10 << 24,   0x00155555, 0x0019999a,
                                    0x01800000, 0x05f5e100, 0xffffffff, 0x00040000};
    if (random_.chance(0.5))
        return random_.of(some);
    return static_cast<uint32_t>(
        random_.between(1 << 18, random_.chance(0.3) ? 1 << 24 : 0xffffffff));
}

void Software::register_access()
{
    if (unit_.peek && random_.chance(0.1)) {
        if (random_.chance(0.7))
            write(reg::PEEK_AT, static_cast<uint32_t>(random_.next()),
                  random_.chance(0.9) ? 0xf : narrow());
        for (uint64_t n = random_.below(6); n; n--)
            read(reg::PEEK_DATA);
        read(reg::PEEK_AT + 4 * static_cast<uint32_t>(random_.below(6)));
        return;
    }
    if (unit_.time_base && random_.chance(0.1)) {
        write(reg::TIME_STEP, any_step());
        read(reg::TIME_STEP + 4 * static_cast<uint32_t>(random_.below(2)));
        return;
    }
    if (unit_.pins && random_.chance(0.1)) {
        write(reg::PIN_RISE + 4 * static_cast<uint32_t>(random_.below(3)), any_pins(),
              random_.chance(0.9) ? 0xf : narrow());
        read(reg::PIN_RISE + 4 * static_cast<uint32_t>(random_.below(3)));
        return;
    }
    static const uint32_t plain[] = {reg::MAGIC,
                                     reg::VERSION,
                                     reg::CONFIG,
                                     reg::FEATURES,
                                     reg::CTRL,
                                     reg::STATUS,
                                     reg::FAULT,
                                     reg::IRQ_ENABLE,
                                     reg::IRQ_STATUS,
                                     reg::WATERMARK,
                                     reg::LEVEL,
                                     reg::TAIL,
                                     reg::TIME_LO,
                                     reg::TIME_HI,
                                     reg::SWITCH_ID,
                                     reg::SNOOP_CTRL,
                                     reg::SNOOP_ADDR,
                                     reg::SNOOP_MASK,
                                     reg::RUNNING,
                                     reg::PORT_MASK,
                                     reg::WAIT,
                                     reg::WINDOW_IDS,
                                     reg::AUTH,
                                     reg::RUNNING,
                                     reg::TAIL,
                                     reg::THREAD_PORT + reg::GUARANTEED,
                                     reg::THREAD_PORT,
                                     reg::THREAD_PORT + 4,
                                     reg::INTERRUPT_PORT,
                                     reg::INTERRUPT_PORT + 4,
                                     reg::USER_PORT,
                                     reg::USER_PORT + 4,
                                     reg::THREAD_PORT + reg::WINDOW,
                                     reg::USER_PORT + reg::WINDOW + 0xffc,
                                     reg::DATA};
    static const uint32_t read_only[] = {reg::MAGIC,        reg::VERSION,       reg::CONFIG,
                                         reg::FEATURES,     reg::STATUS,        reg::LEVEL,
                                         reg::TAIL,         reg::TIME_LO,       reg::TIME_HI,
                                         reg::COUNT,        reg::COUNT + 0x80,  reg::COUNT + 0x14,
                                         reg::COUNT + 0x40, reg::COUNT + 0x188, reg::COUNT + 0xc8};
    switch (random_.below(14)) {
    case 0: write(reg::FAULT, static_cast<uint32_t>(random_.below(4))); break;
    case 1: write(reg::IRQ_STATUS, static_cast<uint32_t>(random_.below(4))); break;
    case 2: write(reg::IRQ_ENABLE, static_cast<uint32_t>(random_.next())); break;
    case 3: write(reg::WATERMARK, random_.any_width(random_.chance(0.8) ? 10 : 32)); break;
    case 4:
        switch_id_ = random_.chance(0.5) ? 0x8000 : 0xc000;
        write(reg::SWITCH_ID, switch_id_);
        break;
    case 5: { // dropped by the register
        static const uint32_t wrong[] = {0,      0x4000,  0x8001,     0xbfff,
                                         0xc001, 0x18000, 0xc0000000, 0xffffffff};
        write(reg::SWITCH_ID, random_.of(wrong));
        break;
    }
    case 6: write(random_.of(read_only), static_cast<uint32_t>(random_.next())); break;
    case 7:
        read(reg::TIME_LO);
        read(reg::TIME_HI);
        break;
    case 8:
    case 9: read(random_.of(counters_)); break;
    case 10:
        if (unit_.protect)
            write(reg::PORT_MASK + reg::MASK_HART * any_hart(),
                  static_cast<uint32_t>(random_.chance(0.5) ? 0x30707
                                                            : random_.next() | random_.next()));
        break;
    case 11: // a state at once; a narrow store to a register
        if (unit_.checkpoint && random_.chance(0.7)) {
            read(reg::CHECKPOINT,
                 [this](uint32_t checkpoint) { write(reg::CHECKPOINT, checkpoint | 0x80000000); });
            break;
        }
        write(random_.of(plain), static_cast<uint32_t>(random_.next()), narrow());
        break;
    default:
        uint32_t addr = random_.of(plain) |
                        static_cast<uint32_t>(random_.chance(0.2) ? random_.below(4) : 0);
        read(reader_.careful && (addr & ~3u) == reg::DATA ? reg::LEVEL : addr);
    }
}

// A register of filter, with something that selects, rate limits or triggers not too seldom.
void Software::filter_register()
{
    uint32_t k = 4 * static_cast<uint32_t>(random_.below(2));
    uint32_t any = static_cast<uint32_t>(random_.next());
    uint32_t id = any_id() & 0xffff,
             mask = random_.chance(0.5) ? 0xffff
                                        : any & 0xffff & static_cast<uint32_t>(random_.next());
    switch (random_.below(13)) {
    case 0: write(reg::SELECT, random_.chance(0.5) ? any | 7 : any); break;
    case 1: write(reg::SELECT_ID, id | mask << 16); break;
    case 2: { // mostly some of the ids there are
        uint32_t last = any_id() & 0xffff;
        write(reg::RANGE + k,
              random_.chance(0.8) ? std::min(id, last) | std::max(id, last) << 16 : any);
        break;
    }
    case 3:
    case 4:
        write(reg::RATE_LIMIT + k,
              static_cast<uint32_t>(random_.below(random_.chance(0.5) ? 4 : 60)) |
                  static_cast<uint32_t>(random_.below(12)) << 16 |
                  (random_.chance(0.8) ? 0x80000000 : 0) | (random_.chance(0.05) ? any : 0));
        break;
    case 5:
        write(reg::FREEZE_AFTER,
              random_.chance(0.5) ? static_cast<uint32_t>(random_.below(4)) : any & 0x1f);
        break;
    case 6:
    case 7:
        write(reg::TRIGGER,
              random_.chance(0.5) ? any : any & static_cast<uint32_t>(random_.next()));
        break;
    case 8:
    case 9: write(reg::TRIGGER_STATE, random_.chance(0.7) ? 0 : any); break;
    case 10: write(reg::MATCH + 4 * k, id | mask << 16); break;
    case 11:
        write(reg::MATCH + 4 * k + 4, any_value());
        write(reg::MATCH + 4 * k + 8, random_.chance(0.5)   ? 0
                                      : random_.chance(0.5) ? random_.any_width(4)
                                                            : 1u << random_.below(32));
        break;
    default: read(reg::SELECT + 4 * static_cast<uint32_t>(random_.below(32))); break;
    }
}

// How filter stands when a phase begins: half of the time it passes everything.
void Software::arrange_filter()
{
    operations_ = 2000;
    changes_ = filters_ = 0;
    write(reg::SELECT, 7);
    write(reg::RATE_LIMIT, 0);
    write(reg::RATE_LIMIT + 4, 0);
    write(reg::TRIGGER, 0);
    write(reg::TRIGGER_STATE, 0);
    if (random_.chance(0.5))
        return;
    static const double chances[] = {0.01, 0.05, 0.2};
    filters_ = random_.of(chances);
    changes_ = random_.of(chances);
    for (uint64_t n = random_.between(2, 12); n; n--)
        filter_register();
}

void Software::undefined_access()
{
    // those that no unit has, and those that some have
    static const uint32_t nothing[] = {
        0x4a0,   0x4a4,   0x4ac,   0x4b0,   0x2200,  0x2298,  0x229c,  0x22c0,  0x2300,  0x03c,
        0x040,   0x06c,   0x0a8,   0x0ac,   0x0bc,   0x0cc,   0x0d0,   0x0fc,   0x10c,   0x11c,
        0x120,   0x128,   0x2e8,   0x300,   0x404,   0x480,   0x484,   0x488,   0x48c,   0x490,
        0x494,   0x43c,   0xffc,   0x201c,  0x2050,  0x2098,  0x21fc,  0x2020,  0x2ffc,  0x3000,
        0x3ffc,  0x4000,  0x4008,  0x4ffc,  0x8000,  0xfffc,  0x10008, 0x1000c, 0x10ffc, 0x11008,
        0x11ffc, 0x13000, 0x13004, 0x17000, 0x17ffc, 0x18000, 0x18004, 0x1c000, 0x1fffc, 0x030,
        0x034,   0x080,   0x098,   0x0a4,   0x0c8,   0x100,   0x104,   0x400,   0x2018,  0x2198,
        0x2040,  0x20cc,  0x2100,  0x2114,  0x2188,  0x21c8,  0x12000, 0x12004, 0x12008};
    uint32_t addr = random_.of(nothing);
    write(reg::FAULT, 3);
    if (random_.chance(0.1))
        write(reg::DATA + 4 * static_cast<uint32_t>(random_.below(1024)),
              static_cast<uint32_t>(random_.next()));
    else if (random_.chance(0.5) && !(unit_.frame && (addr & ~4u) == reg::FRAME_CTRL) &&
             addr != reg::TIME_CTRL) // these must not change now
        write(addr, static_cast<uint32_t>(random_.next()), random_.chance(0.8) ? 0xf : narrow());
    else
        read(addr);
    read(reg::FAULT);
    if (!unit_.tiny && addr == reg::WAIT)
        write(reg::WAIT, 20);
    if (unit_.protect && addr == reg::PORT_MASK)
        write(reg::PORT_MASK, 0x30707);
}

// Addresses that differ from one that there is in one bit, and those that differ in one bit from
// them.
void Software::addresses_beside()
{
    for (unsigned n = 0; n < 100; n++) {
        uint32_t flip = 4u << random_.below(10), addr;
        switch (random_.below(4)) {
        case 0: addr = any_port() + (random_.chance(0.5) ? reg::PORT_VALUE : reg::PORT_ID); break;
        case 1: addr = random_.of(counters_); break;
        case 2:
            addr = reg::SW_ENTRY_BEGIN + reg::SW_ENTRY_HART * any_hart() +
                   4 * static_cast<uint32_t>(random_.below(3));
            break;
        default:
            addr = any_port() ^ 0x1000 * static_cast<uint32_t>(random_.below(16));
            flip = 0; // another page of the hart
        }
        addr ^= flip ^ (random_.chance(0.2) ? 4u << random_.below(10) : 0);
        write(reg::FAULT, 3);
        if (random_.chance(0.5) && (addr & ~0xfffu) != reg::SW_ENTRY_BEGIN)
            write(addr, any_value(), random_.chance(0.9) ? 0xf : narrow());
        else
            read(addr);
        read(reg::FAULT);
    }
}

// Registers of the control page that some unit has, and a few addresses where there is none.
bool Software::looked_at(uint32_t addr)
{
    static const struct {
        uint32_t from, to;
    } ranges[] = {{0, 0x70}, {0x80, 0xcc}, {0x480, 0x494}, {0x4a0, 0x4b0}, {0x600, 0x614}};
    for (auto range : ranges)
        if (addr >= range.from && addr < range.to)
            return true;
    return (addr >= reg::SNOOP_CTRL && addr < reg::SNOOP_CTRL + reg::SNOOP_HART * unit_.harts) ||
           (addr >= reg::PORT_MASK && addr < reg::PORT_MASK + reg::MASK_HART * unit_.harts) ||
           random_.chance(0.03);
}

// All registers of a drained unit: stored, if they can be, then read.
void Software::all_registers()
{
    for (unsigned n = 0; n < 12; n++) {
        for (uint32_t addr = 0; addr < 0x1000; addr += 4) {
            if (!looked_at(addr) || addr == reg::CTRL || addr == reg::LOCK)
                continue;
            if (random_.chance(0.2))
                write(reg::FAULT, 3);
            uint32_t data = static_cast<uint32_t>(random_.next());
            if (addr == reg::FAULT && random_.chance(0.5))
                read(reg::DATA); // empty
            if (addr == reg::SWITCH_ID && random_.chance(0.5))
                data = random_.chance(0.5) ? 0x8000 : 0xc000;
            write(addr, data, random_.chance(0.95) ? 0xf : narrow());
            if (random_.chance(0.2))
                read(reg::FAULT);
        }
        read_registers();
    }
}

void Software::read_registers()
{
    for (uint32_t addr = 0; addr < 0x1000; addr += 4) {
        if (!looked_at(addr))
            continue;
        if (random_.chance(0.2))
            write(reg::FAULT, 3);
        read(addr);
        if (random_.chance(0.2))
            read(reg::FAULT);
    }
}

void Software::disable_in_the_middle()
{
    uint32_t port = any_port();
    if (random_.chance(0.5))
        write(port + reg::PORT_VALUE, any_value());
    write(reg::CTRL, 0);
    write(reg::FAULT, 3);
    for (uint64_t n = random_.below(5); n; n--) { // nothing of this counts
        switch (random_.below(7)) {
        case 0:
            write(port + reg::PORT_VALUE, any_value(), random_.chance(0.7) ? 0xf : narrow());
            break;
        case 1: write(port + reg::PORT_ID, any_id(), random_.chance(0.7) ? 0xf : narrow()); break;
        case 2: write(reg::RUNNING + reg::SNOOP_HART * any_hart(), any_thread()); break;
        case 3: read(port + reg::PORT_VALUE); break;
        case 4: register_access(); break;
        case 5: window(port); break;
        default: wait(random_.below(40));
        }
    }
    read(reg::FAULT);
    write(reg::CTRL, reg::CTRL_ENABLE);
    if (random_.chance(0.5))
        write(port + reg::PORT_ID, any_id());
}

// FRAME_CTRL in mid-run: INTERVAL counts from the next frame on, ENABLE from the next CLEAR.
void Software::change_sink_and_back()
{
    static const uint32_t intervals[] = {0, 1, 2, 3, 20, 500};
    if (more_.chance(0.5))
        write(reg::FRAME_CTRL, static_cast<uint32_t>(!framing_) | more_.of(intervals) << 16);
    write(reg::FRAME_CTRL, framing_ | more_.of(intervals) << 16);
}

// TIME_CTRL in mid-run counts from the next CLEAR on.
void Software::change_time_and_back()
{
    write(reg::TIME_CTRL, !mtime_);
    wait(more_.below(20));
    write(reg::TIME_CTRL, mtime_);
}

void Software::one_operation()
{
    wait(gap());
    if (unit_.frame && more_.chance(0.01))
        change_sink_and_back();
    if (unit_.time_base && more_.chance(0.01))
        change_time_and_back();
    if (random_.chance(filters_))
        filter_register();
    uint32_t port = any_port();
    if (unit_.checkpoint && random_.chance(0.1 * odd_)) {
        software_entry();
        return;
    }
    if (!random_.chance(odd_)) {
        offer(port);
        return;
    }
    switch (random_.below(16)) {
    case 0:
    case 1:
        write(port + alias() + reg::PORT_ID, any_id()); // torn, most of the time
        break;
    case 2: write(port + reg::PORT_VALUE, any_value()); break;
    case 3:
        write(port + reg::PORT_VALUE + static_cast<uint32_t>(random_.below(4)), any_value(),
              narrow());
        break;
    case 4:
        write(port + reg::PORT_ID + static_cast<uint32_t>(random_.below(4)), any_id(), narrow());
        break;
    case 5:
    case 6:
    case 7: switch_thread(port); break;
    case 8:
        for (uint64_t n = random_.between(2, 40); n; n--)
            switch_thread(port);
        break;
    case 9:
        write(port + reg::PORT_VALUE, any_thread());
        write(port + reg::PORT_ID, switch_id_);
        if (random_.chance(0.5))
            write(port + reg::PORT_ID, any_id());
        break;
    case 10: read(port + reg::PORT_VALUE); break;
    case 11: undefined_access(); break;
    case 12:
        if (random_.chance(0.2))
            disable_in_the_middle();
        break;
    case 13:
        if (random_.chance(0.1))
            write(reg::CTRL, reg::CTRL_ENABLE | reg::CTRL_CLEAR); // enabled: no CLEAR
        break;
    default: register_access();
    }
}

// The ring's registers: mostly valid values, at a time when they can be written.
void Software::set_ring()
{
    if (!unit_.ring || random_.chance(unit_.wide ? 0.5 : 0.2))
        return;
    if (unit_.wide) { // the stream as it is, and nowhere else
        const uint32_t multiple = random_.chance(0.9) ? 8 : 1;
        const auto size = static_cast<uint32_t>(random_.chance(0.9) ? random_.between(4, 12)
                                                                    : random_.below(4));
        const uint32_t section = random_.chance(0.1) ? 1u << random_.between(8, 12) : 0;
        const bool stops = clears_ && started_ && random_.chance(0.1);
        const bool both = random_.chance(0.1);
        alone_ |= clears_;
        write(reg::RING_BASE, static_cast<uint32_t>(random_.next()) / multiple * multiple);
        write(reg::RING_SIZE, section | size);
        write(reg::RING_CTRL, uint32_t{reg::RING_ENABLE} | (stops ? uint32_t{reg::RING_STOP} : 0) |
                                  (both ? uint32_t{reg::RING_FIFO} : 0));
        for (uint32_t at = reg::RING_CTRL; at <= reg::RING_STATUS; at += 4)
            read(at);
        return;
    }
    uint32_t least = 8; // bytes of the smallest section, log2: a checkpoint must fit
    while (1u << (least - 8) < unit_.harts)
        least++;
    least += unit_.thread_cache || unit_.args > 1 || (unit_.pins && unit_.harts == 1);
    auto section = static_cast<uint32_t>(random_.between(8, 10));
    if (least > 9)
        section += least - 8;
    auto window = static_cast<uint32_t>(random_.chance(0.9) ? section + random_.between(1, 3)
                                                            : random_.below(section + 1));
    if (random_.chance(0.1))
        section = static_cast<uint32_t>(random_.below(8));
    if (section < 8)
        window = section; // none of both
    write(reg::RING_BASE, static_cast<uint32_t>(random_.next()));
    write(reg::RING_SIZE, section << 8 | window);
    const bool alone = clears_ && started_ && more_.chance(0.2);
    alone_ |= alone;
    write(reg::RING_CTRL,
          static_cast<uint32_t>(random_.below(4)) | (alone ? 0 : uint32_t{reg::RING_FIFO}));
    if (random_.chance(0.3))
        write(reg::RING_SIZE, static_cast<uint32_t>(random_.next())); // too late, if it is enabled
    for (uint32_t at = reg::RING_CTRL; at <= reg::RING_STATUS; at += 4)
        read(at);
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

// A ring that was not authorised may have a whole FIFO before it, and a memory that takes a word in
// twenty cycles.
static constexpr unsigned busy_polls = 100000;

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

// `then` gets whether a full ring has the stream alone: it takes no more, so a loss stays open.
void Software::ask_stuck(std::function<void(bool)> then)
{
    if (!alone_) {
        call([then] { then(false); });
        return;
    }
    read(reg::RING_CTRL, [this, then](uint32_t ctrl) {
        before_the_rest([&] {
            read(reg::RING_STATUS, [ctrl, then](uint32_t status) {
                then(status & reg::RING_FULL && !(ctrl & reg::RING_FIFO));
            });
        });
    });
}

// Reads all that the disabled unit has; once more if the rest of a loss waited for the space.
void Software::read_everything(unsigned times)
{
    poll_busy(busy_polls, [this, times](uint32_t status) {
        if (random_.chance(0.2)) // TAIL before all words are read says nothing about the end
            read(reg::TAIL);
        read_words();
        if (!(status & reg::STATUS_LOSS))
            return;
        if (times == 0)
            throw std::runtime_error("STATUS.LOSS stays 1 though all is read");
        ask_stuck([this, times](bool stuck) {
            if (!stuck)
                before_the_rest([&] { read_everything(times - 1); });
        });
    });
}

// Waits until all that the disabled unit has was sent in frames, or the loss stays open.
void Software::poll_frames(unsigned polls)
{
    wait(20);
    read(reg::STATUS, [this, polls](uint32_t status) {
        if (polls == 0 && !(alone_ && status & reg::STATUS_LOSS))
            throw std::runtime_error("frames are never sent");
        before_the_rest([&] {
            if (polls == 0)
                ask_stuck([](bool stuck) {
                    if (!stuck)
                        throw std::runtime_error("frames are never sent");
                });
            else if (status & (reg::STATUS_BUSY | reg::STATUS_LOSS))
                poll_frames(polls - 1);
            else
                read(reg::FRAME_CTRL, [this, polls](uint32_t frames) {
                    if (frames & 2)
                        before_the_rest([&] { poll_frames(polls - 1); });
                });
        });
    });
}

// Of a drained unit: who takes the stream from now on.
void Software::choose_sink()
{
    framing_ = clears_ ? !started_ || random_.chance(0.3) : frames_;
    static const uint32_t intervals[] = {0, 1, 2, 20, 500};
    poll_busy(busy_polls); // for the scoreboard to know
    write(reg::FRAME_CTRL, framing_ | random_.of(intervals) << 16);
    write(reg::FRAME_HZ, random_.any_width(32));
    write(reg::CTRL, reg::CTRL_CLEAR);
}

// Of a drained unit: what a tick is from now on.
void Software::choose_time()
{
    mtime_ = random_.chance(0.3) || ++times_ % 4 == 0; // in every run
    poll_busy(busy_polls);                             // for the scoreboard to know
    write(reg::TIME_STEP, any_step());
    write(reg::TIME_CTRL, mtime_ | static_cast<uint32_t>(random_.next() & ~1u));
    wait(random_.below(12));
    write(reg::CTRL, reg::CTRL_CLEAR);
}

void Software::drain()
{
    write(reg::CTRL, 0);
    stall_reader();
    if (framing_)
        poll_frames(300000);
    else
        read_everything(alone_ ? 100000 : 4); // a loss may wait for the memory of a ring
    read(reg::LEVEL);
    if (random_.chance(0.5))
        read(reg::DATA); // empty
    if (unit_.wide)
        read(reg::RING_AT);
    read(reg::TAIL);
    for (uint32_t counter : counters_)
        read(counter);
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

// CLEAR while frames are under way: they end, and then the next stream may begin.
void Software::cut_frames()
{
    stall_reader();
    write(reg::FAULT, 7);
    write(reg::CTRL, 0);
    if (more_.chance(0.7))
        poll_busy(busy_polls);
    else
        wait(more_.below(200));
    write(reg::CTRL, reg::CTRL_CLEAR);
    read(reg::FAULT);
    poll_cut_frames(1000000);
}

void Software::poll_cut_frames(unsigned polls)
{
    read(reg::FRAME_CTRL, [this, polls](uint32_t frames) {
        if (polls == 0)
            throw std::runtime_error("frames never end");
        if (frames & 2)
            before_the_rest([&] { poll_cut_frames(polls - 1); });
    });
}

void Software::jump()
{
    if (time_ >> 62 || mtime_)
        return;
    std::vector<double> rates;
    for (Hart &hart : harts_)
        rates.push_back(hart.rate);
    const double wires = wires_.rate;
    call([this] {
        wires_.rate = 0;
        harts_.together = false;
        for (Hart &hart : harts_)
            hart.rate = 0;
    });
    stall_reader();
    if (framing_)
        poll_frames(300000);
    wait(std::max(
        1000u, 300 * (unit_.harts +
                      (unit_.pins >
                       0)))); // nothing may be on its way to its timestamp, nor the end of a loss
    call([this] {
        static const unsigned carries[] = {32, 32, 33, 40, 48, 56, 60};
        uint64_t carry = uint64_t{1} << random_.of(carries);
        uint64_t past = time_ & (carry - 1);
        switch (random_.below(3)) {
        case 0:
            jump_ = carry - past - random_.below(std::min<uint64_t>(200, carry - past));
            break; // to just before a carry
        case 1: jump_ = random_.next() & (2 * carry - 1); break;
        default: jump_ = (uint64_t{1} << 32) - 100 + random_.below(200); // about 2^32 from here
        }
    });
    wait(4);
    call([this, rates, wires] {
        wires_.rate = wires;
        for (size_t i = 0; i < rates.size(); i++)
            harts_[i].rate = rates[i];
    });
}

// ---- Software: phases

void Software::begin_phase()
{
    if (!started_)
        read_registers(); // as reset leaves them
    phase_end_ = offered_ + random_.between(20, 600);
    static const unsigned gaps[] = {0, 1, 1, 2, 2, 3, 3, 4};
    gap_kind_ = random_.of(gaps);
    id_kind_ = random_.chance(0.3) ? static_cast<unsigned>(random_.between(1, 11)) : 0;
    value_bits_ = random_.chance(0.3) ? 7 : 32;
    static const double odds[] = {0, 0.05, 0.3, 0.3, 0.8};
    odd_ = random_.of(odds);
    static const double chances[] = {0, 0, 0.3, 0.9};
    windows_ = !unit_.tiny ? random_.of(chances) : 0;
    static const double guarantees[] = {0, 0, 0.02, 0.1, 0.5};
    guarantee_ = !unit_.tiny ? random_.of(guarantees) : 0;
    if (framing_) // a frame takes its time
        guarantee_ = std::min(guarantee_, 0.05);
    const bool all_together = more_.chance(0.3);
    for (unsigned h = 0; h < unit_.harts; h++) {
        Hart &hart = harts_[h];
        for (uint32_t &thread : hart.thread)
            if (random_.chance(0.3))
                thread = random_.any_width(32);
        static const double rates[] = {0,   0,  0.01, 0.05,
                                       0.3, 0.9}; // 1: a read of a counter would wait for ever
        hart.rate = random_.of(rates);
        if (unit_.harts >
            1) // bursts do; harts that never pause would keep accesses to their pages waiting
            hart.rate = std::min(hart.rate, 0.15) * random_.chance(1.5 / unit_.harts);
        if (unit_.value_regs) // each switch is searched for: there must be time between some
            hart.rate = std::min(hart.rate, 0.3);
        if (random_.chance(0.2))
            hart.current = static_cast<uint32_t>(random_.next()) & ~3u;
        hart.retires = unit_.retire;
        static const double traps[] = {0, 0.02, 0.1, 0.3};
        hart.traps = unit_.retire && random_.chance(0.5) ? random_.of(traps) : 0;
        if (hart.traps > 0) // what comes must leave some time
            hart.rate = std::min(hart.rate, 0.4), hart.traps = std::min(hart.traps, hart.rate / 2);
        if (random_.chance(0.3))
            hart.index = static_cast<uint32_t>(random_.below(random_.chance(0.5) ? 32 : 4096));
        if (!unit_.tiny) {
            write(reg::SNOOP_ADDR + reg::SNOOP_HART * h,
                  hart.current | static_cast<uint32_t>(random_.below(4)));
            uint32_t mask = random_.chance(0.7) ? ~0u : ~static_cast<uint32_t>(random_.below(16));
            write(reg::SNOOP_MASK + reg::SNOOP_HART * h,
                  random_.chance(0.9) ? mask : static_cast<uint32_t>(random_.next()));
            uint32_t kind = static_cast<uint32_t>(random_.chance(0.9) ? random_.below(3) : 3) << 4;
            uint32_t control = hart.index << 16 | kind | random_.chance(0.25) * reg::SNOOP_EVERY |
                               random_.chance(0.7) * reg::SNOOP_ISR | random_.chance(0.9);
            if (more_.chance(0.6))
                control |= reg::SNOOP_HINT;
            static const double hints[] = {0, 0.002, 0.01, 0.05};
            hart.hints = unit_.retire ? more_.of(hints) / unit_.harts : 0;
            write(reg::SNOOP_CTRL + reg::SNOOP_HART * h,
                  random_.chance(0.9) ? control : static_cast<uint32_t>(random_.next()));
        }
    }
    double stores = 0;
    for (const Hart &hart : harts_)
        stores += hart.rate;
    harts_.together = all_together && stores > 0;
    if (unit_.pins)
        choose_pins();
    static const uint32_t waits[] = {0, 0, 1, 8, 40, 120};
    uint32_t wait = random_.chance(0.3) ? 1u << random_.below(9) : random_.of(waits);
    for (const Hart &hart :
         harts_) // switches may take more than frames or a ring give: for ever would be just that
        if ((hart.rate > 0 || wires_.rate > 0) &&
            (framing_ || alone_ || ((unit_.ring || unit_.frame) && !started_)))
            wait = std::max(wait, uint32_t{1});
    if (!unit_.tiny) {
        static const uint32_t ids[] = {0x0302, 0x0302, 0xc141, 0x80c0, 0xc080, 0x4000};
        write(reg::WAIT, wait);
        write(reg::WINDOW_IDS,
              more_.chance(0.8) ? more_.of(ids) : static_cast<uint32_t>(more_.next()));
    }
    if (unit_.checkpoint && random_.chance(0.8))
        write(reg::CHECKPOINT,
              random_.chance(0.1)
                  ? 0
                  : static_cast<uint32_t>(random_.between(20, random_.chance(0.8) ? 200 : 3000)));
    if (unit_.protect) { // who has waited for authorisation gets it
        static const double chances[] = {0, 0.002, 0.005, 0.02};
        static const double comes[] = {0.003, 0.02, 0.1};
        double closes = random_.of(chances), opens = random_.of(comes);
        authorise(true);
        call([this, closes, opens] {
            closes_ = closes;
            opens_ = opens;
        });
    }
    if (unit_.filter)
        arrange_filter();
    switch (random_.below(6)) {
    case 0: reader_.stall(); break;
    case 1: reader_.run(static_cast<unsigned>(random_.between(10, 100)), false); break;
    case 2: reader_.run(static_cast<unsigned>(random_.between(0, 10)), !reader_.careful); break;
    default: reader_.run(static_cast<unsigned>(random_.below(4)), false);
    }
    if (filters_ && random_.chance(0.3)) // filter under pressure
        reader_.run(static_cast<unsigned>(random_.between(40, 200)), false);
    if (random_.chance(0.08)) { // until nothing fits
        phase_end_ += (4u << unit_.fifo_log2) / 4;
        operations_ += 4u << unit_.fifo_log2;
        gap_kind_ = 0;
        id_kind_ = random_.chance(0.3) ? 10 : 0; // not even SYS
        if (!unit_.tiny) {                       // in vain
            guarantee_ = 0.6;
            write(reg::WAIT, static_cast<uint32_t>(random_.between(1, 10)));
        }
        reader_.stall();
    }
    if (!started_ && unit_.time_base)
        choose_time();
    if (!started_ && unit_.frame && (clears_ || frames_))
        choose_sink();
    if (!started_)
        set_ring();
    if (!started_ || random_.chance(0.5))
        write(reg::CTRL, reg::CTRL_ENABLE);
    started_ = true;
}

uint32_t Software::any_pins()
{
    return random_.chance(0.3)   ? 0
           : random_.chance(0.3) ? ~0u
                                 : static_cast<uint32_t>(random_.next());
}

// Which pins are events, of what kind, and how much they do.
void Software::choose_pins()
{
    static const double rates[] = {0, 0.001, 0.01, 0.1};
    wires_.rate = random_.of(rates);
    write(reg::PIN_RISE, any_pins());
    write(reg::PIN_FALL, any_pins());
    write(reg::PIN_BUS, any_pins());
    read(reg::PIN_RISE + 4 * static_cast<uint32_t>(random_.below(3)));
}

// The level of auth_i, until the next phase.
void Software::authorise(bool level)
{
    if (!unit_.protect)
        return;
    call([this, level] {
        closes_ = 0;
        auth_ = level;
    });
    wait(4);
}

void Software::end_phase()
{
    authorise(true);
    if (jumps_ && random_.chance(0.1))
        jump();
    if (offered_ >= events_) {
        addresses_beside();
        if (unit_.protect && more_.chance(0.5)) { // who reads goes on
            write(reg::CTRL, 0);
            write(reg::LOCK, 1);
        }
        drain();
        all_registers();
        if (unit_.protect) { // nothing of this has an effect, mostly
            write(reg::LOCK, static_cast<uint32_t>(random_.next() | 1));
            for (unsigned n = 0; n < 150; n++) {
                if (unit_.filter && random_.chance(0.4))
                    filter_register();
                else
                    register_access();
            }
            set_ring();
            for (uint32_t addr :
                 {reg::CTRL, reg::SWITCH_ID, reg::TIME_STEP, reg::TIME_CTRL, reg::LOCK, reg::FAULT})
                read(addr);
        }
        finished_ = true;
        return;
    }
    if (resets && unit_.protect && more_.chance(0.03)) { // only a reset goes on behind that
        write(reg::CTRL, 0);
        write(reg::LOCK, 1);
        drain();
        call([this] { wants_reset_ = true; });
        wait(1000);
        return;
    }
    uint64_t end = clears_ ? random_.below(8) : random_.between(4, 8);
    if (framing_ &&
        (end == 2 ||
         end == 3)) // only a drained unit can be cleared: which frames were under way is not known
        end = 0;
    if (framing_ && clears_ && end == 0 && more_.chance(0.3)) {
        cut_frames();
        set_ring();
        write(reg::CTRL, reg::CTRL_ENABLE);
        return;
    }
    switch (end) {
    case 0:
        drain();
        if (unit_.time_base && random_.chance(0.7))
            choose_time();
        if (unit_.frame && random_.chance(0.8))
            choose_sink();
        else if (random_.chance(0.5)) {
            const auto enable = static_cast<uint32_t>(random_.below(2));
            write(reg::CTRL, reg::CTRL_CLEAR | enable);
            if (enable && more_.chance(0.7)) // and then nobody looks
                wait(more_.below(1500));
        }
        set_ring();
        write(reg::CTRL, reg::CTRL_ENABLE);
        break;
    case 1:
    case 4:
        drain();
        write(reg::CTRL, reg::CTRL_ENABLE);
        break;
    case 2:
        authorise(random_.chance(0.7));
        clear_while_perhaps_busy();
        set_ring();
        write(reg::CTRL, reg::CTRL_ENABLE);
        break;
    case 3: // CLEAR with words unread
        authorise(random_.chance(0.7));
        write(reg::CTRL, 0);
        stall_reader();
        poll_busy(busy_polls);
        if (more_.chance(0.7)) { // and then nobody looks
            write(reg::CTRL, reg::CTRL_CLEAR | reg::CTRL_ENABLE);
            wait(more_.below(1500));
            break;
        }
        write(reg::CTRL, reg::CTRL_CLEAR);
        set_ring();
        write(reg::CTRL, reg::CTRL_ENABLE);
        break;
    default: break;
    }
}

void Software::refill()
{
    if (started_ && offered_ < phase_end_ && (!unit_.filter || operations_)) {
        operations_--;
        one_operation();
        return;
    }
    if (started_)
        end_phase();
    if (!finished_)
        call([this] { begin_phase(); });
}
