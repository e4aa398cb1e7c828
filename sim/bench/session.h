// SPDX-License-Identifier: Apache-2.0
// Common to all benches: the scoreboard with its files, and the report at the end. Independent of
// the simulator.
#ifndef WEIR_BENCH_SESSION_H
#define WEIR_BENCH_SESSION_H

#include "options.h"
#include "scoreboard.h"

#include <chrono>
#include <cstdio>
#include <memory>

class Session
{
public:
    // `unit`: the parameters of the RTL. Throws std::runtime_error if a file cannot be written.
    Session(const Options &options, const weir_golden_parameters &unit);

    bool clock(const weir_pins &pins); // false from the first error on
    void jump(uint64_t ticks);
    void count(uint32_t count);
    uint64_t offered() const;
    uint64_t delivered() const;

    // Ends the run, prints `name value unit` lines; returns the exit code.
    int finish();

    const struct scoreboard_stats &stats() const { return *scoreboard_stats(scoreboard_.get()); }

private:
    struct Close {
        void operator()(FILE *file) const { fclose(file); }
        void operator()(scoreboard *sb) const { scoreboard_free(sb); }
    };
    std::unique_ptr<FILE, Close> stream_, frames_, log_, memory_;
    std::unique_ptr<scoreboard, Close> scoreboard_;
    bool crosses_;
    uint64_t corrupt_, words_ = 0;
    bool data_read_ = false;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

#endif
