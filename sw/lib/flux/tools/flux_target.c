// SPDX-License-Identifier: Apache-2.0
// flux on a core: cycles of an entry, and a complete trace through a buffer to the host channel.
#include "flux_emit.h"
#include "soc.h"

#define SAMPLES 200

_Static_assert(sizeof(flux_buffer_t) == 28 && sizeof(flux_trace_t) == 8 &&
                   sizeof(flux_domain_t) == 72,
               "what docs/evidence/flux-target.md says of them");

static uint8_t memory[4096];
static flux_buffer_t buffer;
static flux_trace_t trace;
static flux_domain_t time;

static int to_host(void *arg, const uint8_t *data, uint32_t size)
{
    (void)arg;
    return soc_host(NULL, data, size) < 0;
}

static void start(void)
{
    flux_buffer_init(&buffer, memory, sizeof memory, to_host, NULL);
    flux_trace_init(&trace, &buffer, FLUX_CLASSIC);
}

static void definitions(void)
{
    soc_check(flux_emit_head(
                  &trace, &(flux_head_t){.name = FLUX_STR("core"), .max_item = 3, .max_entry = 64}),
              "head");
    soc_check(flux_emit_scope(&trace, &(flux_scope_t){.item = 1, .name = FLUX_STR("hart0")}),
              "scope");
    soc_check(flux_emit_signal(&trace, &(flux_signal_t){.item = 2,
                                                        .parent = 1,
                                                        .name = FLUX_STR("count"),
                                                        .type = FLUX_INTEGER}),
              "signal");
    soc_check(flux_emit_signal(&trace, &(flux_signal_t){.item = 3,
                                                        .parent = 1,
                                                        .name = FLUX_STR("load"),
                                                        .type = FLUX_STRUCT}),
              "signal");
    soc_check(flux_emit_open(&trace, &time, &(flux_open_t){.base = FLUX_STR("ns10")}), "open");
    soc_check(flux_emit_member(&trace, &(flux_member_t){.item = 3,
                                                        .member = 0,
                                                        .label = FLUX_STR("cpu"),
                                                        .type = FLUX_M_INTEGER}),
              "member");
    soc_check(flux_emit_enum(&trace, &(flux_enum_t){.item = 2, .label = FLUX_STR("none")}), "enum");
}

// Cycles of SAMPLES samples with this value and delta; the figure includes the loop.
static uint32_t integers(int64_t value, uint32_t delta)
{
    int64_t position = time.current;
    const uint32_t begun = soc_cycles();
    for (int i = 0; i < SAMPLES; i++) {
        position += delta;
        if (flux_emit_integer(&trace, &time, 2, position, value))
            exit(1);
    }
    return soc_cycles() - begun;
}

static void report(const char *what, uint32_t cycles)
{
    const uint32_t tenths = (cycles * 10 + SAMPLES / 2) / SAMPLES;
    printf("%s_flux_%s %lu.%lu cycles\n", SOC_CORE, what, (unsigned long)(tenths / 10),
           (unsigned long)(tenths % 10));
    soc_check(flux_flush(&buffer), "flush");
}

int main(void)
{
    start();
    definitions();
    soc_check(flux_flush(&buffer), "flush");
    report("integer_8_bit", integers(7, 100));
    report("integer_16_bit", integers(0x1234, 1000));
    report("integer_32_bit", integers(0x12345678, 1000));
    report("integer_64_bit", integers(0x123456789abcdef0, 100000));
    uint8_t bytes[32];
    flux_payload_t payload;
    flux_payload_init(&payload, bytes, sizeof bytes, FLUX_CLASSIC);
    flux_add_integer(&payload, 0, 42);
    soc_check(flux_emit_payload(&trace, &time, 3, time.current, 1, &payload), "struct");
    soc_check(flux_emit_close(&trace, &time, time.current), "close");
    soc_check(flux_flush(&buffer), "flush");
    return 0;
}
