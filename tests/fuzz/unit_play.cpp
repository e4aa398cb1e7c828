// SPDX-License-Identifier: Apache-2.0
// Plays inputs of the unit's fuzzer, at all inputs of a unit with FILTER, without the fuzzer.
#include "unit_pins.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>

// In how many inputs something has happened.
struct Count {
    const char *what;
    uint64_t (*of)(const struct scoreboard_stats &);
    unsigned inputs;
};

static Count counts[] = {
#define COUNT(what, of)                                                                            \
    {                                                                                              \
        what, [](const struct scoreboard_stats &s) -> uint64_t { return of; }, 0                   \
    }
    COUNT("delivered", s.delivered[0] + s.delivered[1] + s.delivered[2]),
    COUNT("dropped_space", s.kind[0] + s.kind[1] + s.kind[2]),
    COUNT("dropped_torn", s.kind[3]),
    COUNT("dropped_id", s.kind[4]),
    COUNT("dropped_mask", s.kind[5]),
    COUNT("dropped_rate_limit", s.kind[6]),
    COUNT("dropped_overrun", s.kind[7]),
    COUNT("losses", s.losses),
    COUNT("filtered", s.filtered),
    COUNT("trigger_closed", s.state[1]),
    COUNT("trigger_frozen", s.state[3]),
    COUNT("pulses", s.pulses),
    COUNT("checkpoints", s.checkpoints),
    COUNT("thread_cache_known", s.known),
    COUNT("traps", s.traps),
    COUNT("pins", s.pins),
    COUNT("steps", s.steps),
    COUNT("mtime", s.mtime),
    COUNT("frame_bytes", s.frame_bytes),
    COUNT("rings", s.rings),
    COUNT("sw_entries", s.sw_entries),
    COUNT("denied", s.denied),
    COUNT("locked", s.locked),
    COUNT("peeks", s.peeks),
    COUNT("reserved", s.reserved),
    COUNT("wide", s.wide),
    COUNT("several", s.several),
#undef COUNT
};

int main(int argc, char **argv)
{
    std::string record;
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "--record") == 0) {
        record = argv[2];
        first = 3;
    }
    if (first >= argc || argv[first][0] == '-') {
        fprintf(stderr,
                "usage: %s [--record SCRIPT] FILE...\n"
                "Does at all inputs of the unit what the bytes of each file say, compares with the "
                "golden model, and prints in how many of them\n"
                "what happened. --record: as a script for the play bench. Exit code: 0 all as it "
                "must be, 1 a difference, 2 wrong usage.\n",
                argv[0]);
        return 2;
    }
    bool good = true;
    for (int i = first; i < argc; i++) {
        std::ifstream file(argv[i], std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        try {
            struct scoreboard_stats stats = {};
            const bool same = file && run_pins(reinterpret_cast<const uint8_t *>(bytes.data()),
                                               bytes.size(), record, &stats);
            for (Count &count : counts)
                count.inputs += count.of(stats) > 0;
            if (same)
                continue;
        } catch (const std::exception &error) {
            fprintf(stderr, "%s: %s\n", argv[0], error.what());
        }
        fprintf(stderr, "%s: %s\n", argv[0], argv[i]);
        good = false;
    }
    for (const Count &count : counts)
        printf("%s %u inputs\n", count.what, count.inputs);
    return good ? 0 : 1;
}
