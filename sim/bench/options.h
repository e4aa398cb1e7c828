// SPDX-License-Identifier: Apache-2.0
// The command line of the benches.
#ifndef WEIR_BENCH_OPTIONS_H
#define WEIR_BENCH_OPTIONS_H

#include <cstdint>
#include <string>

struct Options {
    uint64_t seed = 1, events = 20000;
    bool jumps = true, clears = true, crosses = false, resets = true;
    uint64_t corrupt = 0, cut = 0;
    std::string fst, record, stream, frames, log, memory;

    // Exits with a message on --help (0) and on anything that it does not know (2).
    static Options parse(int argc, char **argv, bool waves);
};

#endif
