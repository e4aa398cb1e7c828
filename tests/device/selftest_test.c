/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's self-test on the device, behind wrong address decoders. This host has no snoop: of a
 * unit with one, SNOOP_NONE is found. Prints a line for each: parameters, TINY, PROTECT, decoder,
 * results of weir_init and of the test, faults, whether DECODE was tested, and what was found. With
 * "locked" in place of a decoder, another handle's trace runs, and the unit is locked. */
#include "weir_device.h"
#include "weir_selftest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BASE = 0x40000000, FIRST_BIT = 2 };

static struct weir_device *dev;
static struct weir w;

/* The decoder: `zero` are address bits at 0, all or of the ports only; `one` are at 1; from `end`
 * on nothing answers. */
static uint32_t zero, zero_of_ports, one, end;

static uint32_t decoded(uint32_t at)
{
    return ((at >= 0x10000 ? at & ~zero_of_ports : at) & ~zero) | one;
}

static void store(uintptr_t address, uint32_t data, unsigned strobes)
{
    const uint32_t at = (uint32_t)address - BASE;
    if (at < end)
        weir_device_write(dev, decoded(at), data, strobes);
    weir_device_advance(dev, 3);
}

void unit_store(uintptr_t address, uint32_t data) { store(address, data, 15); }

void unit_store8(uintptr_t address, uint8_t data) { store(address, data, 1); }

uint32_t unit_load(uintptr_t address)
{
    const uint32_t at = (uint32_t)address - BASE;
    return at < end ? weir_device_read(dev, decoded(at)) : 0;
}

static int sink(void *context, const void *bytes, size_t count)
{
    (void)context, (void)bytes, (void)count;
    return 0;
}

static const struct weir_config config = {.base = BASE, .unit = "ns10", .sink = sink};

/* A trace of somebody else, with the unit locked. */
static void lock(void)
{
    static struct weir owner;
    static const struct weir_config watched = {
        .base = BASE, .unit = "ns10", .sink = sink, .watermark = 16};
    if (weir_init(&owner, &watched) || weir_start(&owner) || weir_lock(&owner))
        exit(1);
}

static void test(const char *set, const struct weir_golden_parameters *has, const char *decoder)
{
    struct weir_selftest_report report;
    dev = weir_device_new(&(struct weir_device_config){.parameters = *has});
    if (!dev)
        exit(1);
    const int locked = !strcmp(decoder, "locked");
    if (locked)
        lock();
    const int ready = weir_init(&w, &config);
    const int found = weir_selftest(&w, NULL, &report);
    printf("%s %u %u %s %d %d %x %d %x\n", set, has->tiny, has->protect, decoder, ready, found,
           (unsigned)report.faults, (int)(report.tested >> WEIR_SELFTEST_DECODE & 1),
           (unsigned)report.found);
    if (locked && weir_device_peek(dev, WEIR_REG_WATERMARK) != 16)
        printf("%s: the trace has another watermark\n", set);
#ifdef WEIR_HINT
    for (unsigned hart = 0; hart < has->harts; hart++)
        if (weir_device_peek(dev, WEIR_REG_SNOOP + WEIR_REG_SNOOP_STRIDE * hart) !=
            WEIR_SNOOP_CTRL_HINT_MASK)
            printf("%s: HINTs of hart %u are off\n", set, hart);
#endif
    weir_device_free(dev);
}

static void all(const char *set, const struct weir_golden_parameters *has)
{
    zero = zero_of_ports = one = 0;
    end = UINT32_MAX;
    test(set, has, "good");
#ifndef WEIR_HINT
    char name[32];
    for (unsigned bit = FIRST_BIT; 1u << bit < 0x10000u * (has->harts + 1); bit++) {
        snprintf(name, sizeof name, "zero%u", bit);
        zero = 1u << bit;
        test(set, has, name);
        zero = 0;
        snprintf(name, sizeof name, "one%u", bit);
        one = 1u << bit;
        test(set, has, name);
        one = 0;
        if (bit >= 12) {
            snprintf(name, sizeof name, "port%u", bit);
            zero_of_ports = 1u << bit;
            test(set, has, name);
            zero_of_ports = 0;
        }
    }
    for (end = 0x10000; end < 0x20000; end += 0x1000) {
        snprintf(name, sizeof name, "end%x", (unsigned)end);
        test(set, has, name);
    }
    end = UINT32_MAX;
    if (has->protect)
        test(set, has, "locked");
#endif
}

int main(void)
{
#ifdef WEIR_HINT
#define SET(name, ...)                                                                             \
    if ((struct weir_golden_parameters){__VA_ARGS__}.retire)                                       \
        all(#name, &(struct weir_golden_parameters){__VA_ARGS__});
#else
#define SET(name, ...) all(#name, &(struct weir_golden_parameters){__VA_ARGS__});
#endif
    WEIR_GOLDEN_SETS(SET)
    return 0;
}
