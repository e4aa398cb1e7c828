// SPDX-License-Identifier: Apache-2.0
// The Verilated `weir` in plain C++: its pins, its clock, its waveform.
#ifndef WEIR_BENCH_UNIT_CPP_H
#define WEIR_BENCH_UNIT_CPP_H

#include "bus.h"
#include "scoreboard.h"

#include <memory>
#include <string>

class Unit {
public:
    // `fst`: where to write a waveform, or empty. Registers without reset start with numbers made from the seed.
    Unit(uint64_t seed, const std::string &fst);
    ~Unit();

    // The parameters of this build, and whether it can write a waveform.
    static const unsigned slots, queue_log2, fifo_log2;
    static const bool waves;

    // Puts inputs on the pins and returns all pins as they are just before the next edge; then the edge. `access` may be
    // nullptr: none.
    weir_pins before_edge(bool rst_n, const Access *access, const Store &store);
    void edge();

    void jump(uint64_t ticks); // moves the unit's time forward; nothing may be on its way to its stamp

private:
    struct Model;
    std::unique_ptr<Model> model_;
};

#endif
