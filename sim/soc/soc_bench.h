// SPDX-License-Identifier: Apache-2.0
// Shared by both harnesses of a demo SoC: options, scoreboard, console, host channel, progress and
// verdict.
#ifndef WEIR_SOC_BENCH_H
#define WEIR_SOC_BENCH_H

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "scoreboard.h"

// Pins of a demo SoC just before a rising edge, named as in soc_pins.svh
struct SocPins {
    bool rst_n;     // of the SoC
    weir_pins unit; // snoop[0] has the snooped store of any hart, and each its hart's retire view
    uint8_t snoop_hart;
    bool console_valid, exit_valid, host_valid;
    uint8_t console_data, host_strb;
    uint32_t exit_code, host_data;
    bool core_store;
    uint8_t core_hart;
    uint32_t core_addr, core_data;
    uint8_t core_strb;
    bool rvfi_done, rvfi_intr, rvfi_user;
    uint32_t rvfi_insn, rvfi_rs1, rvfi_addr, rvfi_data;
    uint8_t rvfi_strb;
};

struct SocOptions {
    std::string hex; // --hex FILE: the program
    std::string out; // --out FILE: gets the bytes of the host channel
    std::string log; // --log FILE: gets a line per event at the pins, see scoreboard.h
    std::string
        ports; // --ports FILE: gets a line per store to a port page: "cycle address data strobes"
    std::string stores; // --stores FILE: gets a line per store outside of RAM and to watched words,
                        // as completed by the core's data port: "cycle address data strobes hart"
    std::string retired; // --retired FILE: gets, in program order as the core's RVFI shows it:
                         //   "T cycle"                      the next instruction begins a handler
                         //   "R cycle"                      a return from a trap
                         //   "H cycle instruction rs1 user" slti or sltiu with rd x0
                         //   "S cycle address data strobes" a store, as of --stores
    std::vector<uint32_t> watch;      // --watch ADDRESS, repeatable: words in RAM for these logs
    uint32_t run = 1000 * 1000;       // --run N: cycles that the program should run
    std::string fst;                  // --fst FILE: gets the waveform, in builds with -fst
    uint32_t fault = 0;               // --fault N: Weir is hooked up wrongly, see soc_faults.sv
    uint64_t max = 100 * 1000 * 1000; // --max N: ends the run after N cycles
    bool progress = true;             // --quiet: no progress line

    // Parses the command line. On an error prints a message on stderr and returns false.
    bool parse(int argc, char **argv);
};

class SocBench
{
public:
    SocBench() = default;
    SocBench(const SocBench &) = delete;
    SocBench &operator=(const SocBench &) = delete;
    ~SocBench();

    // Opens the files and creates the scoreboard. On an error prints a message and returns false.
    bool open(const SocOptions &options);

    // One rising edge, also during reset. Returns false when the run is over.
    bool clock(const SocPins &pins);

    // Closes the files, prints the totals on stderr and returns the exit status of the harness: the
    // exit code of the program, or 2 if it did not end, or 3 if the scoreboard found an error: the
    // unit was wrong, or was not drained at the end.
    int finish(const char *harness);

private:
    void show_progress();
    bool logged(uint32_t address) const;
    void log_retired(const SocPins &pins);

    SocOptions options_;
    scoreboard *scoreboard_ = nullptr;
    FILE *out_ = nullptr;
    FILE *log_ = nullptr;
    FILE *ports_ = nullptr;
    FILE *stores_ = nullptr;
    FILE *retired_ = nullptr;
    uint64_t cycles_ = 0, next_look_ = 0, host_bytes_ = 0;
    uint64_t waited_ = 0; // cycles in which a store to a port stalled
    bool ended_ = false, checked_ = true, progress_shown_ = false, at_line_start_ = true;
    uint32_t exit_code_ = 0;
    std::chrono::steady_clock::time_point start_, shown_;
};

#endif
