// SPDX-License-Identifier: Apache-2.0
// Writes a VCD file with every kind of variable to standard output; tests read it. Also checks the
// arguments that the writer rejects.
#include <assert.h>
#include <stdio.h>

#include "vcd.h"

static int to_stdout(void *context, const void *bytes, size_t size)
{
    (void)context;
    return fwrite(bytes, 1, size, stdout) != size;
}

static int failing(void *context, const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    ++*(int *)context;
    return 1;
}

int main(void)
{
    struct vcd_writer w;
    struct vcd_variable wire, vector, wide, event, many[200], pair;
    int calls = 0;

    assert(vcd_begin(&w, to_stdout, NULL, 5, "ns", NULL) == VCD_E_ARG);
    assert(vcd_begin(&w, to_stdout, NULL, 10, "as", NULL) == VCD_E_ARG);
    assert(vcd_begin(&w, to_stdout, NULL, 10, "ns", "two\nlines") == VCD_E_ARG);
    assert(!vcd_begin(&w, to_stdout, NULL, 10, "ns", "all kinds"));
    assert(vcd_vector(&w, "no scope", 1, &wire) == VCD_E_ORDER);
    assert(vcd_upscope(&w) == VCD_E_ORDER);
    assert(!vcd_scope(&w, "top"));
    assert(!vcd_vector(&w, "wire", 1, &wire));
    assert(vcd_vector(&w, "none", 0, &vector) == VCD_E_ARG);
    assert(vcd_vector(&w, "too wide", 65, &vector) == VCD_E_ARG);
    assert(!vcd_scope(&w, "inner scope"));
    assert(!vcd_vector(&w, "count[3]", 32, &vector));
    assert(!vcd_vector(&w, "9 \xc3\xbc", 64, &wide));
    assert(!vcd_event(&w, "", &event));
    for (unsigned i = 0; i < 200; i++) {
        char name[16];
        snprintf(name, sizeof name, "v%u", i);
        assert(!vcd_vector(&w, name, 8, &many[i]));
    }
    assert(!vcd_vector(&w, "pair", 2, &pair));
    assert(!vcd_upscope(&w));
    assert(vcd_end_definitions(&w) == VCD_E_ORDER);
    assert(vcd_time(&w, 0) == VCD_E_ORDER);
    assert(!vcd_upscope(&w));
    assert(!vcd_end_definitions(&w));
    assert(vcd_scope(&w, "late") == VCD_E_ORDER);
    assert(vcd_change(&w, wire, 1) == VCD_E_ORDER);
    assert(!vcd_time(&w, 0));
    assert(!vcd_change(&w, wire, 0));
    assert(vcd_change(&w, wire, 2) == VCD_E_ARG);
    assert(!vcd_time(&w, 5));
    assert(!vcd_change(&w, wire, 1));
    assert(!vcd_change(&w, vector, 0));
    assert(!vcd_time(&w, 5));
    assert(!vcd_change(&w, wide, UINT64_MAX));
    assert(!vcd_change(&w, event, 0));
    assert(vcd_time(&w, 4) == VCD_E_ORDER);
    assert(!vcd_time(&w, UINT64_C(10000000000)));
    assert(!vcd_change(&w, vector, 0xdeadbeef));
    assert(vcd_change(&w, vector, UINT64_C(1) << 32) == VCD_E_ARG);
    for (unsigned i = 0; i < 200; i++)
        assert(!vcd_change(&w, many[i], i));
    for (unsigned i = 0; i < 4; i++)
        assert(!vcd_time(&w, UINT64_C(10000000001) + i) && !vcd_change(&w, pair, i));
    assert(vcd_change(&w, pair, 4) == VCD_E_ARG);
    if (fflush(stdout))
        return 1;

    assert(vcd_begin(&w, failing, &calls, 1, "s", NULL) == VCD_E_WRITE);
    assert(vcd_scope(&w, "x") == VCD_E_WRITE);
    assert(calls == 1);
    return 0;
}
