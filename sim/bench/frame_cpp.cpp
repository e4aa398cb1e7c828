// SPDX-License-Identifier: Apache-2.0
// Bench of the frame sink: random entries in as words, every byte out against the golden model; and
// of the UART, whose line a receiver decodes.
#include "random.h"
#include "weir_golden_frame.h"

#include "Vframe_top.h"
#include "verilated.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

struct Options {
    uint64_t seed = 1, entries = 5000, hz = 100000000;
    unsigned divide = 0, interval = 50;
    bool clears = true, strange = true;
    std::string frames, stream;
};

void usage(const char *program)
{
    printf("usage: %s [option...]\n"
           "Runs random entries through the frame sink and compares every byte with the golden "
           "model.\n"
           "  --seed N       seed of the stimulus (1)\n"
           "  --entries N    how many (5000)\n"
           "  --interval N   events between two starts (50)\n"
           "  --serial N     send by the UART, N sixteenths of a cycle a bit, and decode its line\n"
           "  --no-clear     never CLEAR, so that the stream is one\n"
           "  --plain        only entries that the unit writes today\n"
           "  --frames FILE  write the bytes of the frames as they were received\n"
           "  --stream FILE  write the bytes of the entries\n",
           program);
}

Options parse(int argc, char **argv)
{
    Options o;
    for (int i = 1; i < argc; i++) {
        std::string option = argv[i];
        auto text = [&]() -> const char * {
            if (++i == argc)
                throw std::runtime_error(option + " needs a value");
            return argv[i];
        };
        auto number = [&] {
            const char *digits = text();
            char *end;
            uint64_t n = strtoull(digits, &end, 0);
            if (*end || end == digits || *digits == '-')
                throw std::runtime_error(option + ": '" + digits + "' is not a number");
            return n;
        };
        if (option == "--help") {
            usage(argv[0]);
            exit(0);
        } else if (option == "--seed") {
            o.seed = number();
        } else if (option == "--entries") {
            o.entries = number();
        } else if (option == "--interval") {
            o.interval = static_cast<unsigned>(number());
        } else if (option == "--serial") {
            o.divide = static_cast<unsigned>(number());
        } else if (option == "--no-clear") {
            o.clears = false;
        } else if (option == "--plain") {
            o.strange = false;
        } else if (option == "--frames") {
            o.frames = text();
        } else if (option == "--stream") {
            o.stream = text();
        } else {
            throw std::runtime_error("unknown option '" + option + "'; --help lists them");
        }
    }
    if (o.interval > 0xffff || (o.divide && (o.divide < 16 || o.divide > 0xffff0)))
        throw std::runtime_error(
            "an interval is at most 65535, a bit takes 16 to 0xffff0 sixteenths of a cycle");
    return o;
}

// Makes entries as the unit does, with the golden model, and the frames that they must become.
class Entries
{
public:
    Entries(Random &random, const Options &options) : random_(random), options_(options)
    {
        frames_.id = FRAME_ID;
        frames_.timestamp = FRAME_TIMESTAMP;
        frames_.interval = options.interval;
        frames_.hz = static_cast<uint32_t>(options.hz);
    }

    std::vector<uint8_t> entry, frames; // of the last entry made

    void clear()
    {
        stream_ = {};
        frames_.begun = false;
        time_ = 0;
    }

    void make()
    {
        entry.assign(64, 0);
        frames.assign(WEIR_GOLDEN_FRAMES_MAX, 0);
        uint64_t gap = random_.chance(0.03) && time_ >> 62 == 0
                           ? random_.next() >> (66 - FRAME_TIME_W) >>
                                 random_.below(FRAME_TIME_W - 1)
                           : random_.below(random_.chance(0.1) ? 70000 : 200);
        time_ += gap ? gap : 1;
        size_t size, framed = 0;
        unsigned source = 4 * static_cast<unsigned>(random_.below(FRAME_ID == 1 ? 4 : 16)) +
                          static_cast<unsigned>(random_.below(4));
        switch (random_.below(options_.strange ? 12 : 10)) {
        case 0:
        case 1: { // loss
            bool begins = random_.chance(0.5);
            uint64_t age = random_.any_width(33), dropped = age > time_ ? 0 : time_ - age;
            size = weir_golden_encode_loss(&stream_, begins, dropped, time_, entry.data());
            framed = weir_golden_frame_loss(&frames_, begins, dropped, time_, frames.data());
            break;
        }
        case 2:
        case 3: {
            unsigned kind = static_cast<unsigned>(random_.below(options_.strange ? 8 : 7));
            uint32_t total = random_.any_width(32);
            size = weir_golden_encode_dropped(&stream_, kind, source, total, time_, entry.data());
            framed = weir_golden_frame_dropped(&frames_, kind, source, total, time_, frames.data());
            break;
        }
        default: {
            weir_golden_event event = {};
            event.time = time_;
            event.source = static_cast<uint8_t>(source);
            event.is_switch = random_.chance(0.2);
            do
                event.id = random_.chance(0.3) ? static_cast<uint32_t>(random_.between(1, 20))
                                               : static_cast<uint32_t>(random_.between(1, 0xffff));
            while (event.id >> 14 == 2);
            if (source % 4 == 3 && random_.chance(0.5))
                event.id = WEIR_GOLDEN_ISR;
            event.class_ = static_cast<uint8_t>(
                event.id >> 14 == 3 || event.is_switch ? 2 : event.id >> 14);
            event.value = random_.chance(0.2) ? 0x7d7e7d7e >> random_.below(32)
                                              : random_.any_width(32);
            size = weir_golden_encode_event(&stream_, &event, entry.data());
            framed = weir_golden_frame_event(&frames_, &event, frames.data());
            break;
        }
        case 10:
        case 11: size = strange();
        }
        entry.resize(size);
        frames.resize(framed);
    }

private:
    void pint(size_t &at, uint64_t n)
    {
        for (; n > 0x7f; n >>= 7)
            entry[at++] = static_cast<uint8_t>(n | 0x80);
        entry[at++] = static_cast<uint8_t>(n);
    }

    // An entry that is no event of the unit: only its time counts.
    size_t strange()
    {
        static const uint64_t items[] = {4,
                                         32,
                                         48,
                                         240,
                                         255,
                                         768,
                                         1007,
                                         1023,
                                         16 * (0x8000 + 63),
                                         16 * (0xbfff + 63) + 15,
                                         16 * 65599,
                                         1u << 21,
                                         1u << 21 | 16 * 163,
                                         1u << 24 | 16 * 163,
                                         1u << 31 | 16 * 163,
                                         0xffffffff,
                                         5,
                                         300,
                                         1,
                                         3,
                                         2,
                                         47};
        bool fits = false;
        uint64_t item = random_.of(items);
        unsigned tag = random_.chance(0.2) ? 5 : 0;
        fits = item == 5 || item == 300 || item == 1 || item == 3 || item == 2 || item == 47;
        size_t at = 0, size = fits ? random_.between(6, 40)
                                   : random_.below(40); // an item of ours: too long a value
        pint(at, item << 3 | 2 | tag);
        if (tag)
            entry[at++] = static_cast<uint8_t>(random_.between(2, 255));
        pint(at, time_ - stream_.time);
        stream_.time = time_;
        entry.resize(at + 2 + size);
        pint(at, size << 4 | random_.below(16));
        for (size_t i = 0; i < size; i++)
            entry[at + i] = static_cast<uint8_t>(i == size - 1 ? random_.between(1, 255)
                                                               : random_.below(256));
        return at + size;
    }

    Random &random_;
    const Options &options_;
    weir_golden_stream stream_ = {};
    weir_golden_frames frames_ = {};
    uint64_t time_ = 0;
};

// Decodes the line. Every cycle is looked at: a cycle more than one cycle off is an error.
class Receiver
{
public:
    explicit Receiver(unsigned divide) : divide_(divide) {}

    // One cycle; returns a byte, or -1.
    int clock(bool line)
    {
        if (!busy_) {
            if (line)
                return -1;
            busy_ = true;
            cycle_ = 0;
            byte_ = 0;
        }
        uint64_t at = 16 * cycle_++, bit = at / divide_, into = at % divide_;
        bool sure = divide_ < 64 ? into + 16 > divide_ / 2 && into <= divide_ / 2
                                 : into >= 16 && into + 32 <= divide_;
        if (sure && bit == 0 && line)
            throw std::runtime_error("UART: the start bit is too short");
        if (sure && bit >= 1 && bit <= 8) {
            unsigned mask = 1u << (bit - 1);
            if (seen_ == bit && line != !!(byte_ & mask))
                throw std::runtime_error("UART: the line changes inside a bit");
            seen_ = static_cast<unsigned>(bit);
            byte_ |= line ? mask : 0;
        }
        if (bit < 9 || !sure)
            return -1;
        if (!line)
            throw std::runtime_error("UART: no stop bit");
        if (divide_ >= 64 && into + 48 <= divide_) // not yet its last sure cycle
            return -1;
        busy_ = false;
        seen_ = 0;
        return byte_;
    }

private:
    uint64_t divide_, cycle_ = 0;
    unsigned seen_ = 0;
    bool busy_ = false;
    int byte_ = 0;
};

struct Close {
    void operator()(FILE *file) const { fclose(file); }
};
using File = std::unique_ptr<FILE, Close>;

File open_file(const std::string &name)
{
    File file(name.empty() ? nullptr : fopen(name.c_str(), "wb"));
    if (!file && !name.empty())
        throw std::runtime_error(name + ": cannot be written");
    return file;
}

// What must still come out: the frames of each entry.
class Expected
{
public:
    void add(const std::vector<uint8_t> &frames)
    {
        if (!frames.empty())
            entries_.push_back(frames);
    }

    // Whether it will be seen from the bytes which entries were taken before a CLEAR now.
    bool can_clear() const
    {
        size_t next = at_ ? 1 : 0;
        return !at_clear_ && (entries_.size() <= next || entries_[next].front() != 0x7e);
    }

    // The entry whose bytes come out, and perhaps the one behind it, were taken before the CLEAR;
    // the others are gone.
    void clear()
    {
        size_t keep = at_ ? 1 : 0;
        may_come_ = entries_.size() > keep ? 1 : 0;
        keep += may_come_;
        entries_.resize(keep);
        at_clear_ = keep;
    }

    void take(uint8_t byte, uint64_t cycle)
    {
        if (at_clear_ && at_ == 0 && byte == 0x7e && entries_.size() > at_clear_ - 1 &&
            at_clear_ == may_come_) {
            entries_.pop_front(); // it was not taken
            at_clear_ = may_come_ = 0;
        }
        if (entries_.empty() || entries_.front()[at_] != byte) {
            fprintf(stderr, "cycle %" PRIu64 ": byte %02x, must be ", cycle, byte);
            if (entries_.empty())
                fprintf(stderr, "none\n");
            else
                fprintf(stderr, "%02x, number %zu of an entry\n", entries_.front()[at_], at_);
            throw std::runtime_error("the frames are not what they must be");
        }
        if (++at_ == entries_.front().size()) {
            at_ = 0;
            entries_.pop_front();
            if (at_clear_ && --at_clear_ == 0)
                may_come_ = 0;
        }
    }

    bool done() const { return entries_.size() == may_come_; }

private:
    std::deque<std::vector<uint8_t>> entries_;
    size_t at_ = 0, at_clear_ = 0, may_come_ = 0;
};

int run(const Options &o)
{
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(static_cast<int>(o.seed & 0x3fffffff) + 1);
    Vframe_top top(&context);
    Random random(o.seed);
    Entries entries(random, o);
    Expected expected;
    Receiver receiver(o.divide ? o.divide : 16);
    File frames_file = open_file(o.frames), stream_file = open_file(o.stream);

    std::deque<uint8_t> on_line; // taken by the UART, and not received
    std::deque<uint8_t> bytes;   // written, and not taken
    size_t written = 0;          // how many of them the unit has packed
    bool shown = false, held = false;
    uint8_t held_byte = 0;
    uint64_t made = 0, bytes_out = 0, clears = 0, cycle = 0, quiet = 0;
    double rate = 0.1, take = 0.5;

    top.interval_i = static_cast<uint16_t>(o.interval);
    top.hz_i = static_cast<uint32_t>(o.hz);
    top.serial_i = o.divide != 0;
    top.divide_i = o.divide;
    for (;; cycle++) {
        if (cycle % 500 == 0) {
            static const double rates[] = {0.01, 0.05, 0.1, 0.3, 1}, takes[] = {0.05, 0.5, 0.9, 1};
            rate = random.of(rates);
            take = random.of(takes);
        }
        bool reset = cycle < 3;
        bool clear = !reset && o.clears && expected.can_clear() && random.chance(0.0005);
        if (!reset && !clear && made < o.entries && bytes.size() < 400 && random.chance(rate)) {
            entries.make();
            bytes.insert(bytes.end(), entries.entry.begin(), entries.entry.end());
            expected.add(entries.frames);
            if (stream_file)
                fwrite(entries.entry.data(), 1, entries.entry.size(), stream_file.get());
            made++;
        }
        size_t level = written / 4;
        shown = shown || (level && random.chance(0.7));
        bool show = shown && !reset && !clear;
        uint32_t word = 0, tail = 0;
        for (unsigned i = 0; i < 4 && show; i++)
            word |= static_cast<uint32_t>(bytes[i]) << 8 * i;
        for (unsigned i = 0; i < written % 4; i++)
            tail |= static_cast<uint32_t>(bytes[4 * level + i]) << 8 * i;

        top.rst_ni = !reset;
        top.clear_i = clear;
        top.word_valid_i = show;
        top.word_i = show ? word : static_cast<uint32_t>(random.next());
        top.tail_valid_i = level == 0;
        top.tail_i = tail;
        top.tail_count_i = written % 4;
        top.frame_ready_i = random.chance(take);
        top.clk_i = 0;
        top.eval();

        bool popped = top.word_ready_o, taken = top.frame_taken_o, idle = top.idle_o;
        if (!reset) {
            if (held && (!top.frame_valid_o || top.frame_data_o != held_byte))
                throw std::runtime_error("a byte did not hold until it was taken");
            held = top.frame_valid_o && !taken;
            held_byte = top.frame_data_o;
            if (popped && !show)
                throw std::runtime_error("a word was taken that was not there");
            if (taken)
                expected.take(top.frame_data_o, cycle);
            bytes_out += taken;
            int byte = o.divide ? receiver.clock(top.tx_o) : taken ? top.frame_data_o : -1;
            if (o.divide && byte >= 0) {
                if (on_line.empty() || on_line.front() != byte)
                    throw std::runtime_error("the UART sends another byte than it took");
                on_line.pop_front();
            }
            if (o.divide && taken)
                on_line.push_back(top.frame_data_o);
            if (frames_file && byte >= 0)
                fputc(byte, frames_file.get());
        }
        top.clk_i = 1;
        top.eval();

        if (clear) {
            bytes.clear();
            written = 0;
            shown = false;
            entries.clear();
            expected.clear();
            clears++;
            quiet = 0;
            continue;
        }
        if (popped && !reset) {
            bytes.erase(bytes.begin(), bytes.begin() + 4);
            written -= 4;
            shown = false;
        }
        if (!reset)
            written = std::min(bytes.size(), written + random.below(5));
        bool rest = !reset && idle && made == o.entries && written == bytes.size();
        quiet = rest ? quiet + 1 : 0;
        if (quiet > 20 + (o.divide ? o.divide : 0)) // the last byte may still be on the line
            break;
        if (cycle > 10000000 + o.entries * 400 * (1 + o.divide))
            throw std::runtime_error("the frame sink never comes to rest");
    }
    if (!expected.done() || !on_line.empty())
        throw std::runtime_error("all is idle, but not every frame came");
    printf("entries %" PRIu64 " entries\nframe_bytes %" PRIu64 " bytes\nclears %" PRIu64
           " clears\ncycles %" PRIu64 " cycles\n",
           made, bytes_out, clears, cycle);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    Options options;
    try {
        options = parse(argc, argv);
    } catch (const std::exception &error) {
        fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
    try {
        return run(options);
    } catch (const std::exception &error) {
        fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 1;
    }
}
