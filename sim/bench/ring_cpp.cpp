// SPDX-License-Identifier: Apache-2.0
// Bench of `weir_ring` alone: random entries in, writes out to a memory that takes its time. The
// memory is looked at in the middle of things, by the flux reader, and at the end, byte by byte, by
// the golden model.
#include "random.h"
#include "weir_golden.h"
#include "weir_golden_ring.h"

#include "flux.h"

#include "Vweir_ring.h"
#include "verilated.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

struct Entry {
    uint32_t item;
    uint64_t time, value;
    bool part; // an extra argument of the event that comes behind it
    bool operator==(const Entry &e) const
    {
        return item == e.item && time == e.time && value == e.value;
    }
};

// What one run is like.
struct Shape {
    unsigned window, section, base, harts;
    bool stop, discard;
    double pause, ready, idle; // of entries, of the bus, of posted words on their way
};

void fail(const std::string &what) { throw std::runtime_error(what); }

// ---- entries, as bytes

void put_pint(std::vector<uint8_t> &to, uint64_t n)
{
    for (; n > 127; n >>= 7)
        to.push_back(static_cast<uint8_t>(n | 128));
    to.push_back(static_cast<uint8_t>(n));
}

void put_entry(std::vector<uint8_t> &to, const Entry &e, uint64_t delta, bool event)
{
    uint8_t value[5];
    unsigned size = 0;
    for (uint64_t rest = e.value; rest; rest >>= 8)
        value[size++] = static_cast<uint8_t>(rest);
    if (size && value[size - 1] & 128)
        value[size++] = 0;
    put_pint(to, e.item << 3 | (delta ? 2 : 0));
    if (delta)
        put_pint(to, delta);
    to.push_back(static_cast<uint8_t>(size << 4 | (event ? 2 : 1)));
    to.insert(to.end(), value, value + size);
}

class Source
{
public:
    Source(Random &random, unsigned harts) : random_(random), harts_(harts) {}

    void next()
    {
        uint32_t hart = static_cast<uint32_t>(random_.below(harts_));
        uint64_t delta = random_.chance(0.02) ? random_.next() >> (24 + random_.below(39))
                                              : random_.between(1, 300);
        Entry e = {0, time_ + delta, random_.any_width(32), false};
        bool event = random_.chance(0.2);
        if (event && THREAD_CACHE && random_.chance(0.8)) {
            uint32_t entry = static_cast<uint32_t>(random_.below(THREAD_CACHE));
            e.item = 768 + 16 * entry + hart;
            if (filled_[entry] && random_.chance(0.6))
                e.value = 0;
            else if (!e.value)
                e.value = 1;
            filled_[entry] = true;
        } else if (event)
            e.item = hart ? 16 + hart : 1;
        else if (random_.chance(0.1))
            e.item = 256 + dropped() + hart;
        else if (random_.chance(0.05))
            e.item = 3;
        else if (!hart && random_.chance(0.5))
            e.item = 4 + static_cast<uint32_t>(random_.between(1, 11));
        else
            e.item = 16 * (static_cast<uint32_t>(random_.of((const uint32_t[]){
                               12, 200, 0x3fff, 0x4000, 0x7fff, 0xc000, 0xffff})) +
                           63) +
                     hart;
        time_ = e.time;
        uint32_t words = e.item >= 1024 && random_.chance(0.3)
                             ? static_cast<uint32_t>(random_.below(ARGS))
                             : 0;
        for (uint32_t word = 0; word < words; word++, delta = 0)
            put({192 + 16 * word + hart, e.time, random_.any_width(32), true}, delta, false);
        put(e, delta, event);
    }

    std::vector<uint8_t> bytes;
    std::vector<Entry> entries;
    std::vector<size_t> ends; // bytes up to the end of each

private:
    void put(const Entry &e, uint64_t delta, bool event)
    {
        put_entry(bytes, e, delta, event);
        entries.push_back(e);
        ends.push_back(bytes.size());
    }

    uint32_t dropped() // SYS of the snoop, or any kind of a port
    {
        auto context = static_cast<uint32_t>(random_.below(4));
        return 16 * context + 64 * (context == 3 ? 2 : static_cast<uint32_t>(random_.below(7)));
    }

    Random &random_;
    unsigned harts_;
    bool filled_[16] = {};
    uint64_t time_ = 0;
};

// ---- reading an image

// The entries of the stream that an image holds, in its order; the state at section starts is
// checked against them.
class Image
{
public:
    Image()
    {
        flux_reader_config_t config;
        flux_reader_defaults(&config);
        config.headless = true;
        config.fixed_layout = true;
        config.layout = FLUX_CLASSIC;
        config_ = config;
        memory_.resize(flux_reader_size(&config));
    }

    std::vector<Entry> read(const std::vector<uint8_t> &bytes, unsigned *sections)
    {
        flux_reader_t *r = flux_reader_init(memory_.data(), memory_.size(), &config_, nullptr,
                                            nullptr);
        const flux_entry_t *e;
        std::vector<Entry> found;
        bool state = false;
        int rc;
        *sections = 0;
        flux_reader_feed(r, bytes.data(), bytes.size());
        for (unsigned fed = 1;; fed = 0) {
            while ((rc = flux_reader_next(r, &e)) == 1) {
                if (e->kind == FLUX_SECT)
                    *sections += e->section.used != 0;
                else if (e->kind == FLUX_CURR)
                    state = true; // until checkpoint 2 or 3
                else if (e->kind != FLUX_DATA)
                    fail("the image holds an entry that is none of a ring");
                else if (e->data.item == 4)
                    state = value_of(*e) == 1;
                else if (!state)
                    found.push_back({e->data.item, static_cast<uint64_t>(e->data.position),
                                     value_of(*e), is_part(e->data.item)});
            }
            if (rc < 0) {
                char text[200];
                fail(std::string("the image does not open: ") +
                     flux_error_text(flux_reader_error(r), text, sizeof text));
            }
            if (!fed)
                return found;
            flux_reader_finish(r);
        }
    }

private:
    static bool is_part(uint32_t item) { return item >= 192 && item < 240; }

    static uint64_t value_of(const flux_entry_t &e)
    {
        uint64_t value = 0;
        for (uint32_t i = 0; i < e.data.size; i++)
            value |= static_cast<uint64_t>(e.data.data[i]) << 8 * i;
        return value;
    }

    flux_reader_config_t config_;
    std::vector<uint8_t> memory_;
};

// ---- one run

struct Totals {
    uint64_t runs, entries, words, cycles, cuts, wraps, fulls, parts;
} totals;

class Run
{
public:
    Run(uint64_t seed, unsigned entries, unsigned cuts, bool corrupt)
        : random_(seed), shape_(shape()), source_(random_, shape_.harts)
    {
        context_.randReset(2);
        context_.randSeed(static_cast<int>(seed % 0x3fffffff) + 1);
        top_ = std::make_unique<Vweir_ring>(&context_);
        memory_.resize(size_t{1} << shape_.window);
        for (uint8_t &byte : memory_)
            byte = static_cast<uint8_t>(random_.next());
        for (unsigned i = 0; i < entries; i++)
            source_.next();
        expected_ = memory_;
        run(cuts);
        if (corrupt)
            memory_[random_.below(memory_.size())] ^= 1;
        finish();
    }

private:
    Shape shape()
    {
        static const double chances[] = {0.0, 0.1, 0.5, 0.9, 0.99};
        Shape s = {};
        s.harts = HARTS;
        unsigned least = THREAD_CACHE || ARGS > 1 ? 9 : 8;
        for (unsigned harts = 1; harts < s.harts; harts *= 2)
            least++;
        s.section = static_cast<unsigned>(random_.between(least, least + 3));
        s.window = s.section + static_cast<unsigned>(random_.between(1, 3));
        s.base = static_cast<unsigned>(random_.next()) & ~3u;
        s.stop = random_.chance(0.3);
        s.discard = random_.chance(0.5);
        s.pause = random_.of(chances);
        s.ready = 1 - random_.of(chances);
        s.idle = random_.of(chances);
        return s;
    }

    void set_inputs(bool rst_n)
    {
        Vweir_ring &t = *top_;
        t.rst_ni = rst_n;
        t.clear_i = 0;
        t.enable_i = enabled_;
        t.stop_i = shape_.stop;
        t.discard_i = shape_.discard;
        t.base_i = shape_.base >> 2;
        t.window_i = static_cast<uint8_t>(shape_.window);
        t.section_i = static_cast<uint8_t>(shape_.section);
        size_t given = given_ ? source_.ends[given_ - 1] : 0, word = 4 * taken_;
        // At times the end of what was given is still on its way.
        bool rest = given - word < 4 && !random_.chance(0.3);
        t.word_valid_i = given - word >= 4 && !random_.chance(0.1);
        t.word_i = static_cast<uint32_t>(random_.next());
        if (t.word_valid_i)
            memcpy(&t.word_i, &source_.bytes[word], 4);
        t.rest_i = rest;
        t.tail_count_i = static_cast<uint8_t>(rest ? given - word : random_.below(4));
        t.tail_i = static_cast<uint32_t>(random_.next()) & 0xffffff;
        if (rest) {
            uint32_t tail = 0;
            for (size_t i = 0; i < given - word; i++)
                tail |= static_cast<uint32_t>(source_.bytes[word + i]) << 8 * i;
            t.tail_i = tail;
        }
        t.auth_i = !random_.chance(0.03);
        t.m_ready_i = posted_.size() < 64 && random_.chance(shape_.ready);
        t.m_idle_i = posted_.empty();
    }

    void cycle(bool rst_n)
    {
        Vweir_ring &t = *top_;
        set_inputs(rst_n);
        t.clk_i = 0;
        t.eval();
        bool write = rst_n && t.m_valid_o && t.m_ready_i,
             taken = rst_n && t.word_valid_i && t.word_ready_o;
        if (waits_ && (!t.m_valid_o || t.m_addr_o != waited_[0] || t.m_wdata_o != waited_[1]))
            fail("a write changed while it waited");
        waits_ = rst_n && t.m_valid_o && !t.m_ready_i;
        waited_[0] = t.m_addr_o;
        waited_[1] = t.m_wdata_o;
        quiet_ = rst_n && !t.busy_o &&
                 t.auth_i; // without authorisation, what waits makes nobody busy
        if (write) {
            uint32_t offset = t.m_addr_o - shape_.base;
            if (offset >= memory_.size() || offset % 4)
                fail("a write outside the window");
            posted_.push_back({offset, t.m_wdata_o});
            totals.words++;
        }
        if (!posted_.empty() && !random_.chance(shape_.idle)) {
            memcpy(&memory_[posted_.front().offset], &posted_.front().data, 4);
            posted_.pop_front();
        }
        t.clk_i = 1;
        t.eval();
        taken_ += taken;
        totals.cycles++;
    }

    // What is in memory now: entries in a row, none wrong, the newest among those that were given.
    void look(size_t least)
    {
        unsigned sections;
        std::vector<Entry> found = image_.read(memory_, &sections);
        totals.cuts++;
        if (found.empty()) {
            if (least)
                fail("the image holds no entry");
            return;
        }
        auto first = std::lower_bound(source_.entries.begin(), source_.entries.end(), found[0].time,
                                      [](const Entry &e, uint64_t time) { return e.time < time; });
        while (first != source_.entries.end() && first->time == found[0].time &&
               !(*first == found[0])) // a section may begin between two of one time
            first++;
        size_t from = static_cast<size_t>(first - source_.entries.begin());
        if (from + found.size() > given_ || !std::equal(found.begin(), found.end(), first))
            fail("the image holds what was not given, or not in this order");
        if (found.back().part)
            fail("the image ends inside an event");
        if (from + found.size() < seen_)
            fail("entries that were in the image are gone, and they are not the oldest");
        seen_ = from + found.size();
        size_t all = memory_.size() >> shape_.section;
        if (top_->wrapped_o && posted_.empty() && sections + 1 < all) // but the one that is entered
            fail("sections are missing");
        if (!shape_.stop && least && seen_ < least)
            fail("the newest entries are missing");
    }

    void run(unsigned cuts)
    {
        size_t next_cut = 0, hold = 0;
        for (unsigned i = 0; i < 3; i++)
            cycle(false);
        enabled_ = true;
        double cut = static_cast<double>(cuts) /
                     (static_cast<double>(source_.bytes.size()) * 1.3 + 1);
        for (uint64_t still = 0; still < 200000;) {
            bool was_quiet = quiet_;
            size_t before = taken_ + given_ + totals.words;
            if (given_ < source_.entries.size() && !hold && !random_.chance(shape_.pause))
                given_ += std::min<size_t>(random_.of((const size_t[]){1, 1, 1, 5, 40}),
                                           source_.entries.size() - given_);
            while (given_ &&
                   source_.entries[given_ - 1].part) // the words of an event come together
                given_++;
            if (!hold && random_.chance(0.001))
                hold = random_.below(600);
            hold -= hold > 0;
            cycle(true);
            still = taken_ + given_ + totals.words == before ? still + 1 : 0;
            if (top_->ready_o && random_.chance(cut))
                look(0);
            if (quiet_ && !was_quiet && !top_->full_o && given_)
                look(given_); // all that was given is there
            if (quiet_ && (given_ == source_.entries.size() || (top_->full_o && !shape_.discard)) &&
                ++next_cut > 20)
                return;
        }
        fail("the ring stopped");
    }

    void finish()
    {
        struct weir_golden_ring golden;
        weir_golden_ring_start(&golden, expected_.data(), shape_.window, shape_.section,
                               shape_.stop, 20 + 8 * (ARGS - 1));
        size_t from = 0;
        for (size_t i = 0; i < given_; i++) {
            const Entry &e = source_.entries[i];
            totals.parts += e.part;
            if (e.part)
                continue;
            weir_golden_ring_entry(&golden, &source_.bytes[from], source_.ends[i] - from, e.time,
                                   e.item, e.value);
            from = source_.ends[i];
        }
        for (size_t i = 0; i < memory_.size(); i++)
            if (memory_[i] != expected_[i])
                fail("byte " + std::to_string(i) + " is " + std::to_string(memory_[i]) + ", not " +
                     std::to_string(expected_[i]));
        if (top_->full_o != golden.full || top_->wrapped_o != golden.wrapped ||
            top_->at_o != golden.at)
            fail("full, wrapped or the place is not that of the model");
        totals.runs++;
        totals.entries += given_;
        totals.wraps += golden.wrapped;
        totals.fulls += golden.full;
    }

    VerilatedContext context_;
    std::unique_ptr<Vweir_ring> top_;
    Random random_;
    Shape shape_;
    Source source_;
    Image image_;
    struct Post {
        uint32_t offset, data;
    };
    std::deque<Post> posted_;
    std::vector<uint8_t> memory_, expected_;
    size_t given_ = 0, taken_ = 0, seen_ = 0; // entries; words; entries that an image held
    bool enabled_ = false, quiet_ = false, waits_ = false;
    uint32_t waited_[2] = {};
};

} // namespace

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: %s SEED RUNS ENTRIES [CUTS [corrupt]]\n", argv[0]);
        return 2;
    }
    uint64_t seed = strtoull(argv[1], nullptr, 0), runs = strtoull(argv[2], nullptr, 0);
    unsigned entries = static_cast<unsigned>(strtoul(argv[3], nullptr, 0));
    unsigned cuts = argc > 4 ? static_cast<unsigned>(strtoul(argv[4], nullptr, 0)) : 20;
    for (uint64_t i = 0; i < runs; i++) {
        try {
            Run(seed + i, static_cast<unsigned>(Random(seed + i).between(1, entries)), cuts,
                argc > 5);
        } catch (const std::exception &error) {
            fprintf(stderr, "seed %llu: %s\n", static_cast<unsigned long long>(seed + i),
                    error.what());
            return 1;
        }
    }
    printf("runs %llu runs\nentries %llu entries\nwords %llu words\ncycles %llu cycles\ncuts %llu "
           "images\nwraps %llu runs\nfulls %llu runs\nparts %llu entries\n",
           (unsigned long long)totals.runs, (unsigned long long)totals.entries,
           (unsigned long long)totals.words, (unsigned long long)totals.cycles,
           (unsigned long long)totals.cuts, (unsigned long long)totals.wraps,
           (unsigned long long)totals.fulls, (unsigned long long)totals.parts);
    return 0;
}
