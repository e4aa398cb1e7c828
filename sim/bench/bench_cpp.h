// SPDX-License-Identifier: Apache-2.0
// The parts of the plain C++ bench.
#ifndef WEIR_BENCH_CPP_H
#define WEIR_BENCH_CPP_H

// `bench load ...` and `bench play ...` parse their own options from the third word on, and return the exit code.
int load_bench(int argc, char **argv);
int play_bench(int argc, char **argv);

#endif
