// SPDX-License-Identifier: Apache-2.0
// Coverage-guided fuzzing of the unit: its RTL (Verilated), the golden model and the scoreboard are
// what the fuzzer explores; bytes are what software, harts and pins do, and any difference between
// RTL and golden model ends it. A unit with FILTER gets them at all its inputs.
#include "bench_cpp.h"
#include "unit_cpp.h"
#include "unit_pins.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!(Unit::parameters.filter ? run_pins(data, size) : run_inputs(data, size)))
        abort();
    return 0;
}
