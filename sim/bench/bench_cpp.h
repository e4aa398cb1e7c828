// SPDX-License-Identifier: Apache-2.0
// The parts of the plain C++ bench.
#ifndef WEIR_BENCH_CPP_H
#define WEIR_BENCH_CPP_H

#include <cstddef>
#include <cstdint>

// `bench load ...`, `bench play ...` and `bench inputs ...` parse their own options from the third
// word on, and return the exit code.
int load_bench(int argc, char **argv);
int play_bench(int argc, char **argv);
int inputs_bench(int argc, char **argv);

// Does at the unit's inputs what bytes say. Returns false if the scoreboard found an error; it has
// reported of it then.
bool run_inputs(const uint8_t *bytes, size_t size);

#endif
