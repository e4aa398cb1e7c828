// SPDX-License-Identifier: Apache-2.0
// The command line of the benches.
#include "options.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void help(const char *program, bool waves)
{
    printf("usage: %s [option...]\n"
           "Runs random stimulus on the RTL of the trace unit and compares every byte with the "
           "golden model.\n"
           "  --seed N         seed of the stimulus (1)\n"
           "  --events N       stop after N offered events and drain (20000)\n"
           "  --no-jumps       do not move the unit's time forward over idle stretches\n"
           "  --no-clear       never CLEAR the unit, so that the stream is one\n"
           "  --no-resets      reset the unit at the begin only, as the SystemC bench does\n"
           "  --stream FILE    write the checked bytes of the stream\n"
           "  --frames FILE    write the checked bytes of the frames; with --no-clear, frames take "
           "the stream from the begin\n"
           "  --log FILE       write one line per event: time source class id value fate kind\n"
           "  --crosses        print how often a fate met a port and a way of reading\n"
           "  --record FILE    write what is done at the pins as a script for `play`; plain C++ "
           "bench only\n"
           "  --corrupt N      flip a bit of the N-th word of the stream, to see the scoreboard "
           "fail\n",
           program);
    if (waves)
        printf("  --fst FILE       write a waveform, for gtkwave or surfer\n");
    if (waves)
        printf("`%s load --help`, `%s play --help` and `%s inputs --help` tell of the other "
               "benches.\n",
               program, program, program);
    printf("Exit code: 0 all as it must be, 1 the scoreboard found an error, 2 the bench could not "
           "run.\n");
}

static uint64_t number(const char *program, const char *option, const char *text)
{
    char *end;
    errno = 0;
    uint64_t n = strtoull(text, &end, 0);
    if (errno || *end || end == text || *text == '-') {
        fprintf(stderr, "%s: %s: '%s' is not a number\n", program, option, text);
        exit(2);
    }
    return n;
}

Options Options::parse(int argc, char **argv, bool waves)
{
    Options o;
    for (int i = 1; i < argc; i++) {
        std::string option = argv[i];
        auto value = [&] {
            if (i + 1 == argc) {
                fprintf(stderr, "%s: %s needs a value\n", argv[0], argv[i]);
                exit(2);
            }
            return argv[++i];
        };
        if (option == "--help") {
            help(argv[0], waves);
            exit(0);
        } else if (option == "--seed") {
            o.seed = number(argv[0], "--seed", value());
        } else if (option == "--events") {
            o.events = number(argv[0], "--events", value());
        } else if (option == "--no-jumps") {
            o.jumps = false;
        } else if (option == "--no-clear") {
            o.clears = false;
        } else if (option == "--no-resets") {
            o.resets = false;
        } else if (option == "--crosses") {
            o.crosses = true;
        } else if (option == "--corrupt") {
            o.corrupt = number(argv[0], "--corrupt", value());
        } else if (option == "--record") {
            o.record = value();
        } else if (option == "--stream") {
            o.stream = value();
        } else if (option == "--frames") {
            o.frames = value();
        } else if (option == "--log") {
            o.log = value();
        } else if (option == "--fst" && waves) {
            o.fst = value();
        } else {
            fprintf(stderr, "%s: unknown option '%s'; --help lists them\n", argv[0], argv[i]);
            exit(2);
        }
    }
    return o;
}
