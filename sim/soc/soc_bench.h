// SPDX-License-Identifier: Apache-2.0
// What both harnesses of a demo SoC share: options, scoreboard, console, host channel, progress and
// the verdict.
#ifndef WEIR_SOC_BENCH_H
#define WEIR_SOC_BENCH_H

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "scoreboard.h"

// The pins of a demo SoC as they are just before a rising edge; the names are those of
// soc_pins.svh.
struct SocPins {
    weir_pins unit; // the snooped store at snoop[0], of whichever hart
    uint8_t snoop_hart;
    bool console_valid, exit_valid, host_valid;
    uint8_t console_data, host_strb;
    uint32_t exit_code, host_data;
    bool core_store;
    uint8_t core_hart;
    uint32_t core_addr, core_data;
    uint8_t core_strb;
};

struct SocOptions {
    std::string hex; // --hex FILE: the program
    std::string out; // --out FILE: gets the bytes of the host channel
    std::string log; // --log FILE: gets one line per event seen at the pins, see scoreboard.h
    std::string
        ports; // --ports FILE: gets one line per store to a port page: "cycle address data strobes"
    std::string
        stores; // --stores FILE: gets one line per store outside of RAM, and to the watched word,
                // as the core's own data port completed it: "cycle address data strobes hart"
    std::vector<uint32_t>
        watch; // --watch ADDRESS, any number: words in RAM whose stores --stores shows, too
    uint32_t run = 1000 * 1000; // --run N: what the program reads as the clock cycles to go on
    std::string fst;            // --fst FILE: gets the waveform, if the harness was built for it
    uint64_t max = 100 * 1000 * 1000; // --max N: ends the run after N clock cycles
    bool progress = true;             // --quiet: no progress line

    // Fills this from the command line; false, with a message on stderr, if that is wrong.
    bool parse(int argc, char **argv);
};

class SocBench
{
public:
    SocBench() = default;
    SocBench(const SocBench &) = delete;
    SocBench &operator=(const SocBench &) = delete;
    ~SocBench();

    // Opens the files and makes the scoreboard; false, with a message on stderr, if that fails.
    bool open(const SocOptions &options);

    // One rising edge, the edges in reset included. False when the run is over.
    bool clock(const SocPins &pins);

    // Closes the files, prints the totals on stderr and returns the exit status of the harness: the
    // exit code of the program, or 2 if it did not end, or 3 if the scoreboard is not content: the
    // unit was wrong, or was not drained at the end.
    int finish(const char *harness);

private:
    void show_progress();

    SocOptions options_;
    scoreboard *scoreboard_ = nullptr;
    FILE *out_ = nullptr;
    FILE *log_ = nullptr;
    FILE *ports_ = nullptr;
    FILE *stores_ = nullptr;
    uint64_t cycles_ = 0, next_look_ = 0, host_bytes_ = 0;
    uint64_t waited_ = 0; // cycles in which a store to a port was not accepted
    bool ended_ = false, checked_ = true, progress_shown_ = false, at_line_start_ = true;
    uint32_t exit_code_ = 0;
    std::chrono::steady_clock::time_point start_, shown_;
};

#endif
