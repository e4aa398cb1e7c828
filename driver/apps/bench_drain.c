/* SPDX-License-Identifier: Apache-2.0 */
/* What a hart pays that reads its own trace: weir_drain moves events from the FIFO to a sink that
 * does nothing, and to one that stores each word to a register, as a device takes it. */
#include "soc.h"
#include "weir.h"

enum { EVENTS = 300, ID = 1 }; /* fewer than any FIFO holds, so that none is dropped */

static volatile uint32_t device;
static size_t taken;

static int nothing(void *context, const void *bytes, size_t count)
{
    (void)context, (void)bytes;
    taken += count;
    return 0;
}

static int words(void *context, const void *bytes, size_t count)
{
    const uint32_t *const word = bytes; /* 4-aligned */
    for (size_t i = 0; i < count / 4; i++)
        device = word[i];
    for (size_t i = count & ~(size_t)3; i < count; i++)
        device = ((const uint8_t *)bytes)[i];
    return nothing(context, bytes, count);
}

static void measure(const char *name, weir_sink *sink)
{
    static struct weir weir;
    const struct weir_config config = {.base = SOC_WEIR, .unit = "ns10", .sink = sink};
    struct weir_counts n;
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_drain(&weir), "weir_drain"); /* warms a cache */
    for (uint32_t i = 0; i < EVENTS; i++) {
        weir_emit(&weir, ID, i);
        for (volatile int wait = 0; wait < 4; wait++)
            ;
    }
    taken = 0;
    const uint32_t start = soc_cycles();
    soc_check(weir_drain(&weir), "weir_drain");
    const uint32_t cycles = soc_cycles() - start;
    printf(SOC_CORE " drain %s %lu cycles %lu bytes %d events\n", name, (unsigned long)cycles,
           (unsigned long)taken, EVENTS);
    soc_check(weir_counters(&weir, &n), "weir_counters");
    if (n.offered[WEIR_CLASS_USER] != EVENTS || n.dropped[WEIR_CLASS_USER])
        exit(1);
    soc_check(weir_finish(&weir), "weir_finish");
}

int main(void)
{
    measure("warming", nothing);
    measure("nothing", nothing);
    measure("words", words);
    return 0;
}
