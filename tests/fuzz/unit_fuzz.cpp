// SPDX-License-Identifier: Apache-2.0
// Coverage-guided fuzzing of the unit: its RTL (Verilated), the golden model and the scoreboard are what the fuzzer explores; octets are what
// software, harts and pins do, and any difference between RTL and golden model ends it.
#include "bench_cpp.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!run_inputs(data, size))
        abort();
    return 0;
}
