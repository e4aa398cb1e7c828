// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine for one seed (splitmix64).
#ifndef WEIR_BENCH_RANDOM_H
#define WEIR_BENCH_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <iterator>

class Random
{
public:
    explicit Random(uint64_t seed) : state_(seed) {}
    uint64_t seed() const { return state_; } // of the numbers to come

    uint64_t next()
    {
        uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
    uint64_t below(uint64_t n) { return next() % n; } // 0 .. n - 1
    uint64_t between(uint64_t low, uint64_t high)
    {
        return low + below(high - low + 1);
    } // both included
    bool chance(double p) { return static_cast<double>(next() >> 11) * 0x1p-53 < p; }
    uint32_t any_width(unsigned bits) // a number of 0 to `bits` bits, each width as likely
    {
        unsigned width = static_cast<unsigned>(below(bits + 1));
        return width ? static_cast<uint32_t>(uint64_t{1} << (width - 1) |
                                             (next() & ((uint64_t{1} << (width - 1)) - 1)))
                     : 0;
    }
    template <typename List>
    const auto &of(const List &list)
    {
        return list[below(std::size(list))];
    }

private:
    uint64_t state_;
};

#endif
