// SPDX-License-Identifier: Apache-2.0
// Play bench of `weir`: performs the accesses and stores of a script, cycle by cycle, then drains
// the unit.
#include "bench_cpp.h"
#include "session.h"
#include "unit_cpp.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

namespace
{

// What a line of the script does in one cycle.
struct Line {
    std::optional<Access> access;
    Stores stores{};                // of the harts
    uint64_t idle = 0;              // cycles of nothing,
    bool reset = false;             // and the unit held in reset
    std::optional<bool> pin, auth;  // trigger_i and auth_i from now on
    std::optional<uint32_t> pins;   // event pins from now on
    std::optional<uint32_t> before; // and what they are for a moment before this cycle
    std::optional<bool> ring, error, idle_memory,
        frame; // m_ready_i, m_error_i, m_idle_i and frame_ready_i from now on
    std::optional<ExternalTime> mtime; // the external counter from now on
    uint64_t jump = 0;                 // ticks by which the unit's time moves before
    std::optional<uint32_t> count;     // where all counters begin
    bool once = false;                 // the access ends with this cycle, accepted or not
};

uint64_t number(const std::string &word, uint64_t most)
{
    char *end = nullptr;
    errno = 0;
    uint64_t n = strtoull(word.c_str(), &end, 16);
    if (errno || word.empty() || *end || word[0] == '-' || n > most)
        throw std::runtime_error("'" + word +
                                 "' is not a hexadecimal number up to the width of its place");
    return n;
}

uint32_t hexadecimal(const std::string &word, uint32_t most)
{
    return static_cast<uint32_t>(number(word, most));
}

Line parse(const std::string &text)
{
    Line line;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ';');) {
        std::istringstream words(part);
        std::vector<std::string> w;
        for (std::string word; words >> word;)
            w.push_back(word);
        if (!w.empty() && w[0] == "try") {
            line.once = true;
            w.erase(w.begin());
        }
        if (w.empty())
            continue;
        // What a hart does is a letter and the number of the hart, or none: hart 0.
        Store *hart = w[0].size() <= 3 && w[0].find_first_not_of("0123456789", 1) == w[0].npos
                          ? &line.stores.at(w[0].size() > 1 ? std::stoul(w[0].substr(1)) : 0)
                          : nullptr;
        uint8_t strobes = w.size() > 3 && w[0] != "time"
                              ? static_cast<uint8_t>(hexadecimal(w[3], 0xf))
                              : 0xf;
        if (w[0] == "w" && (w.size() == 3 || w.size() == 4))
            line.access = Access{true, hexadecimal(w[1], reg::space(Unit::parameters) - 1),
                                 hexadecimal(w[2], 0xffffffff), strobes};
        else if (w[0] == "r" && w.size() == 2)
            line.access = Access{false, hexadecimal(w[1], reg::space(Unit::parameters) - 1), 0,
                                 0xf};
        else if (hart && w[0][0] == 's' && (w.size() == 3 || w.size() == 4)) {
            hart->valid = true;
            hart->addr = hexadecimal(w[1], 0xffffffff);
            hart->data = hexadecimal(w[2], 0xffffffff);
            hart->strobes = strobes;
        } else if (hart && w[0][0] == 'g' && w.size() == 3) {
            hart->retire.rd = static_cast<uint8_t>(hexadecimal(w[1], 31));
            hart->retire.rd_data = hexadecimal(w[2], 0xffffffff);
        } else if (hart && w[0][0] == 'c' && w.size() == 3) {
            hart->retire.csr_valid = true;
            hart->retire.csr = static_cast<uint16_t>(hexadecimal(w[1], 0xfff));
            hart->retire.csr_data = hexadecimal(w[2], 0xffffffff);
        } else if (hart && w[0][0] == 'e' && w.size() == 3) {
            hart->retire.trap = true;
            hart->retire.code = static_cast<uint16_t>(hexadecimal(w[1], 0xfff));
            hart->retire.interrupt = hexadecimal(w[2], 1);
        } else if (hart && w[0][0] == 'x' && w.size() == 1)
            hart->retire.returns = true;
        else if (hart && w[0][0] == 'h' && w.size() == 3) { // sltiu 1000, user mode 2000
            const uint32_t what = hexadecimal(w[1], 0x3fff);
            hart->retire.hint = true;
            hart->retire.csr = static_cast<uint16_t>(what & 0xfff);
            hart->retire.sltiu = what & 0x1000;
            hart->retire.user = what & 0x2000;
            hart->retire.csr_data = hexadecimal(w[2], 0xffffffff);
        }
        else if (w[0] == "t" && w.size() == 2)
            line.pin = hexadecimal(w[1], 1);
        else if (w[0] == "p" && w.size() == 2)
            line.pins = hexadecimal(w[1], 0xffffffff);
        else if (w[0] == "a" && w.size() == 2)
            line.auth = hexadecimal(w[1], 1);
        else if (w[0] == "glitch" && w.size() == 2)
            line.before = hexadecimal(w[1], 0xffffffff);
        else if (w[0] == "ring" && w.size() == 2)
            line.ring = hexadecimal(w[1], 1);
        else if (w[0] == "error" && w.size() == 2)
            line.error = hexadecimal(w[1], 1);
        else if (w[0] == "idle" && w.size() == 2)
            line.idle_memory = hexadecimal(w[1], 1);
        else if (w[0] == "frame" && w.size() == 2)
            line.frame = hexadecimal(w[1], 1);
        else if (w[0] == "time" && w.size() == 4)
            line.mtime = ExternalTime{number(w[1], UINT64_MAX), number(w[2], UINT64_MAX),
                                      number(w[3], UINT64_MAX)};
        else if (w[0] == "jump" && w.size() == 2)
            line.jump = number(w[1], UINT64_MAX);
        else if (w[0] == "count" && w.size() == 2)
            line.count = hexadecimal(w[1], 0xffffffff);
        else if ((w[0] == "i" || w[0] == "reset") && w.size() == 2) {
            line.idle = hexadecimal(w[1], 0xffffff);
            line.reset = w[0] == "reset";
        } else
            throw std::runtime_error(
                "'" + part +
                "' is none of: w ADDR DATA [STROBES], r ADDR, sHART ADDR DATA [STROBES], gHART "
                "REGISTER DATA, cHART CSR DATA, eHART CODE INTERRUPT, xHART, t LEVEL, p LEVELS, a "
                "LEVEL, glitch LEVELS, ring LEVEL, error LEVEL, idle LEVEL, frame LEVEL, time GRAY "
                "LEAST MOST, "
                "jump TICKS, count N, i CYCLES, reset CYCLES");
    }
    return line;
}

std::vector<Line> read_script(const std::string &name)
{
    std::ifstream file;
    if (name != "-")
        file.open(name);
    std::istream &in = name == "-" ? std::cin : file;
    if (!in)
        throw std::runtime_error(name + ": cannot be read");
    std::vector<Line> script;
    std::string text;
    for (unsigned number = 1; std::getline(in, text); number++) {
        if (text.empty() || text[0] == '#')
            continue;
        try {
            script.push_back(parse(text));
        } catch (const std::exception &error) {
            throw std::runtime_error(name + ": line " + std::to_string(number) + ": " +
                                     error.what());
        }
    }
    return script;
}

int run(const std::vector<Line> &script, const Options &options)
{
    Unit unit(options.seed, options.fst);
    Session session(options, Unit::parameters);
    Stores stores{};
    bool good = true, pin = false, auth = true, frame = true;
    MemoryPins memory;
    ExternalTime mtime;
    EventPins event_pins;

    // One cycle; tells of the answer of the read that was accepted in the cycle before. Returns the
    // pins.
    bool read = false;
    uint32_t read_addr = 0;
    auto cycle = [&](bool rst_n, const Access *access) {
        const weir_pins &pins = unit.settle(rst_n, access, stores, pin, memory, frame, mtime, auth,
                                            event_pins);
        stores = {};
        event_pins.before = event_pins.level;
        good = session.clock(pins);
        if (read)
            printf("read %05x %08x\n", read_addr, pins.reg_rdata);
        read = rst_n && pins.reg_valid && pins.reg_ready && !pins.reg_write;
        read_addr = pins.reg_addr;
        unit.edge();
        return pins;
    };

    for (unsigned i = 0; i < 4; i++)
        cycle(false, nullptr);
    for (const Line &line : script) {
        if (!good)
            break;
        stores = line.stores;
        pin = line.pin.value_or(pin);
        auth = line.auth.value_or(auth);
        event_pins.level = line.pins.value_or(event_pins.level);
        event_pins.before = line.before.value_or(event_pins.level);
        memory = {line.ring.value_or(memory.ready), line.error.value_or(memory.error),
                  line.idle_memory.value_or(memory.idle)};
        frame = line.frame.value_or(frame);
        mtime = line.mtime.value_or(mtime);
        if (uint64_t ticks = std::min(line.jump, unit.time_to_jump())) {
            unit.jump(ticks);
            session.jump(ticks);
        }
        if (line.count) {
            unit.count(*line.count);
            session.count(*line.count);
        }
        for (uint64_t i = 0; i < line.idle && good; i++)
            cycle(!line.reset, nullptr);
        if (line.access)
            for (unsigned i = 0; good && !cycle(true, &*line.access).reg_ready && !line.once; i++)
                if (i == 10000)
                    throw std::runtime_error("reg_ready_o stays low");
        if (!line.access && !line.idle)
            cycle(true, nullptr);
    }
    if (good)
        cycle(true, nullptr); // the answer of the last read
    if (!std::exchange(auth, true))
        for (unsigned i = 0; good && i < 3; i++)
            cycle(true, nullptr); // until all may be read

    Drain drain(Unit::parameters), nobody(Unit::parameters);
    RegisterDriver driver(drain, nobody);
    drain.start();
    while (good && !drain.done()) {
        const weir_pins &pins = unit.settle(true, driver.access(), Stores{}, pin, {}, true, mtime,
                                            true, event_pins);
        good = session.clock(pins);
        unit.edge();
        driver.edge(pins.reg_ready, pins.reg_rdata);
    }
    return session.finish();
}

} // namespace

int play_bench(int argc, char **argv)
{
    Options options;
    std::string script, cut;
    for (int i = 2; i < argc; i++) {
        std::string option = argv[i];
        if (option == "--help") {
            printf(
                "usage: %s play [--seed N] [--corrupt N] [--log FILE] [--stream FILE] [--memory "
                "FILE [--cut EDGE]]%s SCRIPT\n"
                "Plays SCRIPT (- is standard input), one line a cycle, all numbers hexadecimal; # "
                "begins a comment:\n"
                "  w ADDR DATA [STROBES]   write at the register port, as long as it takes\n"
                "  r ADDR                  read; prints `read ADDR VALUE`\n"
                "  sHART ADDR DATA [STROBES]  store on a hart's data bus (s: of hart 0); after a "
                "`;` in the same cycle as an access\n"
                "  gHART REGISTER DATA     the hart writes a register\n"
                "  cHART CSR DATA          the hart writes a CSR\n"
                "  eHART CODE INTERRUPT    the hart enters a trap: an interrupt (1) or an "
                "exception (0)\n"
                "  xHART                   the hart returns from one\n"
                "  t LEVEL                 the pin trigger_i, from this cycle on; alone or after a "
                "`;`\n"
                "  p LEVELS                the event pins, pin 0 in the low bit; likewise\n"
                "  a LEVEL                 the pin auth_i, which is high at the begin and the end; "
                "likewise\n"
                "  glitch LEVELS           the event pins for a moment before this edge\n"
                "  ring LEVEL, frame LEVEL the pins m_ready_i and frame_ready_i, which are high at "
                "the begin and the end; likewise\n"
                "  error LEVEL, idle LEVEL the pins m_error_i and m_idle_i, which is high at the "
                "begin "
                "and the end; likewise\n"
                "  time GRAY LEAST MOST    the external counter; what it is at least and at most; "
                "likewise\n"
                "  jump TICKS              the unit's time moves forward before this cycle; "
                "nothing may be on its way to its timestamp\n"
                "  count N                 all counters begin at N; after reset, while the unit is "
                "disabled\n"
                "  try w ..., try r ...    an access that ends with this cycle, accepted or not\n"
                "  i CYCLES                nothing\n"
                "  reset CYCLES            reset\n"
                "Registers without reset begin with numbers made from the seed (1). --corrupt "
                "flips a bit of the N-th word of the stream.\n"
                "Then stops the unit and reads all that it has. --memory gets what a ring has in "
                "memory then,\n"
                "or what it has at an edge counted from reset.\n"
                "Exit code: 0 all as it must be, 1 the scoreboard found an error, 2 the bench "
                "could not run.\n",
                argv[0], Unit::waves ? " [--fst FILE]" : "");
            return 0;
        }
        if ((option == "--seed" || option == "--corrupt") && i + 1 < argc) {
            (option == "--seed" ? options.seed : options.corrupt) = strtoull(argv[++i], nullptr,
                                                                             10);
            continue;
        }
        std::string *value = option == "--log"                    ? &options.log
                             : option == "--stream"               ? &options.stream
                             : option == "--memory"               ? &options.memory
                             : option == "--cut"                  ? &cut
                             : option == "--fst" && Unit::waves   ? &options.fst
                             : script.empty() && option[0] != '-' ? &script
                             : script.empty() && option == "-"    ? &script
                                                                  : nullptr;
        if (!value || (value != &script && i + 1 == argc)) {
            fprintf(stderr, "%s: what is '%s'? --help lists the options\n", argv[0],
                    option.c_str());
            return 2;
        }
        *value = value == &script ? option : argv[++i];
    }
    if (script.empty()) {
        fprintf(stderr, "%s: no script; see --help\n", argv[0]);
        return 2;
    }
    if (!cut.empty())
        options.cut = hexadecimal(cut, 0xffffffff);
    return run(read_script(script), options);
}
