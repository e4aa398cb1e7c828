/* SPDX-License-Identifier: Apache-2.0 */
/* Firmware of the example platform, compiled for the host: two harts emit, each with a scheduler
 * that switches threads; hart 0 drains by interrupt. The value of an event is the hart's own time
 * at it, so that its timestamp can be checked. */
#include "weir.h"

enum { BASE = 0x40000000, CURRENT = 0x80001000, FLAG = 0x80003000, DONE = 0x80003004 };

static struct weir w;

static int sink(void *context, const void *bytes, size_t count)
{
    (void)context;
    platform_output(bytes, count);
    return 0;
}

static const struct weir_event_name names[] = {{1, "step"}, {2, "irq"}};
static struct weir_config config = {.base = BASE,
                                    .unit = "ns10",
                                    .event_names = names,
                                    .event_name_count = 2,
                                    .sink = sink,
                                    .watermark = 64};

static unsigned failed;
static void must(int result) { failed += result < 0; }

/* What a handler does; hart 0 takes the interrupt. */
void firmware_interrupt(void)
{
    must(weir_irq(&w));
    must(weir_drain(&w));
}

static void emit_all(unsigned hart)
{
    uint32_t dice = 12345 + hart;
    for (unsigned i = 0; i < platform_events; i++) {
        dice = dice * 1664525 + 1013904223;
        if (i % 8 == 0) /* the scheduler stores the running thread's block */
            platform_store(CURRENT + 0x1000 * hart, 0x80002000 + 0x100 * (dice >> 29));
        platform_work(20 + (dice >> 26));
        weir_emit(&w, 1, (uint32_t)platform_cycle());
    }
}

unsigned firmware_main(unsigned hart)
{
    if (hart == 0) {
        must(weir_init(&w, &config));
        for (unsigned h = 0; h < w.harts; h++)
            must(weir_snoop(&w, h, (const volatile void *)(uintptr_t)(CURRENT + 0x1000 * h)));
        must(weir_start(&w));
        platform_store(FLAG, 1);
    } else {
        while (!platform_load(FLAG))
            platform_work(100);
    }
    emit_all(hart);
    /* Memory knows no time: a hart that has run ahead must not say so before. A read of the unit
     * waits for it. */
    (void)platform_load(BASE);
    if (hart) {
        platform_store(DONE, 1);
        return failed;
    }
    while (!platform_load(DONE))
        platform_work(100);
    must(weir_finish(&w));
    return failed;
}
