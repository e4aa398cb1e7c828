// SPDX-License-Identifier: Apache-2.0
// Entry points of the plain C++ benches: random, play, load and replayed inputs.
#ifndef WEIR_BENCH_CPP_H
#define WEIR_BENCH_CPP_H

#include <cstddef>
#include <cstdint>

// `bench load ...`, `bench play ...` and `bench inputs ...` parse their own options from the third
// word on, and return the exit code.
int load_bench(int argc, char **argv);
int play_bench(int argc, char **argv);
int inputs_bench(int argc, char **argv);

// Drives the unit's inputs from bytes. Returns false if the scoreboard found and reported an error.
bool run_inputs(const uint8_t *bytes, size_t size);

#endif
