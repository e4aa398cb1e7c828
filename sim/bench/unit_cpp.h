// SPDX-License-Identifier: Apache-2.0
// The Verilated `weir` in plain C++: its pins, its clock, its waveform.
#ifndef WEIR_BENCH_UNIT_CPP_H
#define WEIR_BENCH_UNIT_CPP_H

#include "bus.h"
#include "scoreboard.h"

#include <memory>
#include <string>

class Unit
{
public:
    // `fst`: where to write a waveform, or empty. Registers without reset start with numbers made
    // from the seed.
    Unit(uint64_t seed, const std::string &fst);
    ~Unit();

    // The parameters of this build, and whether it can write a waveform.
    static const weir_golden_parameters parameters;
    static const bool waves;

    // Puts inputs on the pins and returns all pins as they are just before the next cycle; then the
    // cycle. `access` may be nullptr: none.
    const weir_pins &settle(bool rst_n, const Access *access, const Stores &stores,
                            bool trigger = false, const MemoryPins &memory = {},
                            bool frame_ready = true, const ExternalTime &mtime = {},
                            bool auth = true, const EventPins &event_pins = {});
    void edge();

    // Moves the unit's time forward, by `time_to_jump()` at most; nothing may be on its way to its
    // timestamp.
    uint64_t time_to_jump() const;
    void jump(uint64_t ticks);

    // All counters begin at `count`; the unit was disabled since reset, and its counters are zero.
    void count(uint32_t count);

private:
    struct Model;
    std::unique_ptr<Model> model_;
    weir_pins pins_{};
};

#endif
