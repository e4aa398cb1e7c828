// SPDX-License-Identifier: Apache-2.0
// The harness-independent half of a demo SoC's bench; soc_bench.h documents it.
#include "soc_bench.h"

#include "parameters.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace
{

constexpr int kTimedOut = 2, kUnitWrong = 3;
constexpr uint32_t kPorts = 0x10000; // offset of the port pages in the unit

double seconds_since(std::chrono::steady_clock::time_point t)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}

bool open_for_writing(const std::string &name, FILE **file)
{
    if (name.empty())
        return true;
    *file = fopen(name.c_str(), "wb");
    if (!*file)
        perror(name.c_str());
    return *file != nullptr;
}

} // namespace

bool SocOptions::parse(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--quiet") {
            progress = false;
            continue;
        }
        std::string *text = name == "--hex"       ? &hex
                            : name == "--out"     ? &out
                            : name == "--log"     ? &log
                            : name == "--ports"   ? &ports
                            : name == "--stores"  ? &stores
                            : name == "--retired" ? &retired
                            : name == "--fst"     ? &fst
                                                  : nullptr;
        const bool number = name == "--max" || name == "--run" || name == "--fault" ||
                            name == "--watch";
        if ((!text && !number) || i + 1 == argc) {
            fprintf(stderr,
                    "usage: %s --hex FILE [--out FILE] [--log FILE] [--ports FILE] [--stores FILE] "
                    "[--retired FILE]\n"
                    "       [--watch ADDRESS]... [--run CYCLES] [--max CYCLES] [--fault N] "
                    "[--fst FILE] [--quiet]\n",
                    argv[0]);
            return false;
        }
        const char *value = argv[++i];
        if (text) {
            *text = value;
        } else {
            char *end;
            const unsigned long long n = strtoull(value, &end, 0);
            if (*end || end == value || *value == '-' || (name != "--max" && n > UINT32_MAX)) {
                fprintf(stderr, "%s: %s needs a number, not '%s'\n", argv[0], name.c_str(), value);
                return false;
            }
            if (name == "--max")
                max = n;
            else if (name == "--run")
                run = static_cast<uint32_t>(n);
            else if (name == "--fault")
                fault = static_cast<uint32_t>(n);
            else
                watch.push_back(static_cast<uint32_t>(n));
        }
    }
    if (hex.empty())
        fprintf(stderr, "%s: no program: --hex FILE\n", argv[0]);
    return !hex.empty();
}

SocBench::~SocBench()
{
    if (scoreboard_)
        scoreboard_free(scoreboard_);
    if (out_)
        fclose(out_);
    if (log_)
        fclose(log_);
    if (ports_)
        fclose(ports_);
    if (stores_)
        fclose(stores_);
    if (retired_)
        fclose(retired_);
}

bool SocBench::open(const SocOptions &options)
{
    options_ = options;
    FILE *program = fopen(options.hex.c_str(), "rb");
    if (!program) {
        perror(options.hex.c_str());
        return false;
    }
    fclose(program);
    if (!open_for_writing(options.out, &out_) || !open_for_writing(options.log, &log_) ||
        !open_for_writing(options.ports, &ports_) || !open_for_writing(options.stores, &stores_) ||
        !open_for_writing(options.retired, &retired_))
        return false;

    scoreboard_config config = {};
    config.unit = built_with;
    config.report = stderr;
    config.log = log_;
    scoreboard_ = scoreboard_new(&config);
    start_ = shown_ = std::chrono::steady_clock::now();
    return scoreboard_ != nullptr;
}

bool SocBench::clock(const SocPins &pins)
{
    weir_pins unit = pins.unit;
    unit.m_ready = unit.m_idle = unit.auth = true;
    unit.pins &= (1u << built_with.pins) - 1;
    unit.mtime_most = unit.mtime_least;
    if (pins.snoop_hart) { // the store goes to its hart, each retire view stays
        std::swap(unit.snoop[0], unit.snoop[pins.snoop_hart]);
        std::swap(unit.snoop[0].retire, unit.snoop[pins.snoop_hart].retire);
    }
    if (checked_)
        checked_ = scoreboard_clock(scoreboard_, &unit);
    if (!pins.rst_n)
        return true;

    ++cycles_;
    if (pins.console_valid) {
        if (progress_shown_)
            fprintf(stderr, "\r\033[K");
        progress_shown_ = false;
        at_line_start_ = pins.console_data == '\n';
        putchar(pins.console_data);
    }
    if (pins.host_valid) {
        for (unsigned lane = 0; lane < 4; ++lane) {
            if (!(pins.host_strb >> lane & 1))
                continue;
            ++host_bytes_;
            if (out_)
                putc(static_cast<int>(pins.host_data >> 8 * lane & 0xff), out_);
        }
    }
    if (unit.reg_valid && unit.reg_write && unit.reg_addr >= kPorts && !unit.reg_ready)
        ++waited_;
    if (ports_ && unit.reg_valid && unit.reg_ready && unit.reg_write && unit.reg_addr >= kPorts)
        fprintf(ports_, "%llu %05x %08x %x\n", static_cast<unsigned long long>(cycles_),
                unit.reg_addr, unit.reg_wdata, unit.reg_wstrb);
    if (retired_)
        log_retired(pins);
    if (stores_ && pins.core_store && logged(pins.core_addr))
        fprintf(stores_, "%llu %08x %08x %x %u\n", static_cast<unsigned long long>(cycles_),
                pins.core_addr, pins.core_data, pins.core_strb, pins.core_hart);
    if (cycles_ >= next_look_)
        show_progress();
    if (pins.exit_valid) {
        ended_ = true;
        exit_code_ = pins.exit_code;
    }
    return !ended_ && checked_ && cycles_ < options_.max;
}

// Stores outside of RAM and to watched words.
bool SocBench::logged(uint32_t address) const
{
    return address >> 28 || std::count(options_.watch.begin(), options_.watch.end(), address);
}

// From the manuals, not from weir_rvfi.sv: this log judges what that makes of the same pins.
void SocBench::log_retired(const SocPins &pins)
{
    constexpr uint32_t kMret = 0x30200073, kRetirq = 0x0400000b; // the second is PicoRV32's
    const auto cycle = static_cast<unsigned long long>(cycles_);
    const uint32_t insn = pins.rvfi_insn;
    if (pins.rvfi_intr)
        fprintf(retired_, "T %llu\n", cycle);
    if (!pins.rvfi_done)
        return;
    if ((insn & 0xfff) == 0x13 && (insn >> 12 & 7) >= 2 && (insn >> 12 & 7) <= 3)
        fprintf(retired_, "H %llu %08x %08x %d\n", cycle, insn, pins.rvfi_rs1, pins.rvfi_user);
    else if (insn == kMret || insn == kRetirq)
        fprintf(retired_, "R %llu\n", cycle);
    else if (pins.rvfi_strb && logged(pins.rvfi_addr))
        fprintf(retired_, "S %llu %08x %08x %x\n", cycle, pins.rvfi_addr, pins.rvfi_data,
                pins.rvfi_strb);
}

// One line on stderr, never in the middle of a line of the console: on a terminal it replaces the
// one before.
void SocBench::show_progress()
{
    next_look_ = cycles_ + 10000;
    const bool terminal = isatty(STDERR_FILENO);
    if (!options_.progress || !at_line_start_ || seconds_since(shown_) < (terminal ? 0.5 : 5))
        return;
    shown_ = std::chrono::steady_clock::now();
    fflush(stdout);
    fprintf(stderr, "%s  %.1f M cycles, %.0f kHz, %llu bytes of trace%s",
            terminal ? "\r\033[K" : "", static_cast<double>(cycles_) / 1e6,
            static_cast<double>(cycles_) / seconds_since(start_) / 1e3,
            static_cast<unsigned long long>(host_bytes_), terminal ? "" : "\n");
    fflush(stderr);
    progress_shown_ = terminal;
}

int SocBench::finish(const char *harness)
{
    const double seconds = seconds_since(start_);
    fflush(stdout);
    if (progress_shown_)
        fprintf(stderr, "\r\033[K");

    if (!ended_ && checked_)
        fprintf(stderr, "%s: the program did not end in %llu cycles\n", harness,
                static_cast<unsigned long long>(cycles_));
    const bool good = scoreboard_finish(scoreboard_) && checked_;
    const auto *stats = scoreboard_stats(scoreboard_);
    bool written = true;
    if (out_)
        written = !ferror(out_) && fclose(out_) == 0;
    out_ = nullptr;
    if (!written)
        perror(options_.out.c_str());

    fprintf(
        stderr,
        "%s: %llu cycles in %.2f s, %.0f kHz; %llu bytes and %llu register answers checked, %llu "
        "stall cycles at its ports: %s\n",
        harness, static_cast<unsigned long long>(cycles_), seconds,
        static_cast<double>(cycles_) / seconds / 1e3, static_cast<unsigned long long>(stats->bytes),
        static_cast<unsigned long long>(stats->answers), static_cast<unsigned long long>(waited_),
        good ? "no mismatch" : "MISMATCH, or the FIFO was not drained");
    if (ended_ && exit_code_)
        return exit_code_ < 255 ? static_cast<int>(exit_code_) : 255;
    if (!good || !written)
        return kUnitWrong;
    return ended_ ? 0 : kTimedOut;
}
