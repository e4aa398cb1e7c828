/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the driver without a unit. Compiled once with WEIR_TXTB and once with WEIR_RKH, each
 * with its own weir_soft.c. */
#include "cost.h"
#include "weir.h"

static int take(void *context, const void *bytes, size_t count)
{
    (void)bytes;
    *(uint32_t *)context += (uint32_t)count;
    return 0;
}

static uint32_t taken;
static uint32_t memory[WEIR_SOFT_WORDS(16384)];
static const struct weir_config config = {
    .unit = "ns10",
    .sink = take,
    .sink_context = &taken,
    .memory = memory,
    .memory_bytes = sizeof memory,
};
static struct weir weir;

static void start(void)
{
    taken = 0;
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    weir_switched(&weir, 0x1000);
    soc_check(weir_drain(&weir), "weir_drain");
    taken = 0;
}

static void enable(int on)
{
    soc_check(on ? weir_enable(&weir) : weir_disable(&weir), "weir_enable");
}

static uint32_t bytes(void)
{
#ifdef WEIR_TXTB
    return (weir.ring.at - weir.ring.first) * 4 - 32; /* without the switch */
#else
    soc_check(weir_drain(&weir), "weir_drain");
    return taken;
#endif
}

COST_CASE(emit, weir_emit(&weir, ID, value))
COST_CASE(thread_switch, weir_switched(&weir, value))

#ifdef WEIR_TXTB
const struct cost_soft cost_txtb = {start, enable, emit, thread_switch, bytes};
#else
const struct cost_soft cost_rkh = {start, enable, emit, thread_switch, bytes};
#endif
