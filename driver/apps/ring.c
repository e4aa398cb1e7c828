/* SPDX-License-Identifier: Apache-2.0 */
/* A trace without a sink: the unit writes it to a ring in memory by itself. A debugger can dump
 * that memory at any time: it is a file with the newest events. Here the program sends it to the
 * host channel at the end, in place of a dump. */
#include "soc.h"
#include "weir.h"

enum { SAMPLE = 1, FAR = 300, THREADS = 3 };

static int never(void *context, const void *bytes, size_t count)
{
    (void)context, (void)bytes, (void)count;
    return -1;
}

static uint32_t memory[3072]; /* head, and 8 KiB of ring */
static const struct weir_ring_memory ring = {
    .memory = memory, .bytes = sizeof memory, .section_log2 = 9};
static struct weir_named names[THREADS];
static const struct weir_event_name events[] = {{SAMPLE, "sample"}};
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = 1,
    .names = names,
    .name_max = THREADS,
    .sink = never,
};
static struct weir weir;

int main(void)
{
    static const char *const name[THREADS] = {"idle", "pump", "valve"};
    soc_check(weir_init(&weir, &config), "weir_init");
    for (uint32_t i = 0; i < THREADS; i++)
        soc_check(weir_thread_name(&weir, 0x100 * i, name[i]), "weir_thread_name");
    soc_check(weir_ring(&weir, &ring), "weir_ring");
    soc_check(weir_start(&weir), "weir_start");
    uint32_t n = 0;
    for (const uint32_t start = soc_cycles(); soc_cycles() - start < SOC_RUN; n++) {
        if (n % 16 == 0)
            weir_emit(&weir, WEIR_ID_THREAD_SWITCH, 0x100 * (n / 16 % THREADS));
        weir_emit_fast(&weir, SAMPLE, n);
        if (n % 5 == 0)
            weir_emit(&weir, FAR, n * 0x01234567u);
    }
    soc_check(weir_finish(&weir), "weir_finish");

    const void *image;
    size_t bytes;
    soc_check(weir_ring_image(&weir, &image, &bytes), "weir_ring_image");
    const uint8_t *byte = image;
    for (size_t i = 0; i < bytes; i++)
        SOC_HOST_BYTE = byte[i];
    printf("%lu rounds, %lu bytes of image, full %d\n", (unsigned long)n, (unsigned long)bytes,
           weir_ring_full(&weir));
    return 0;
}
