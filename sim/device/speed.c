/* SPDX-License-Identifier: Apache-2.0 */
/* Speed of the device, in CPU time, the median of some runs: prints "name number" lines. */
#include "weir_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 5, READS = 10000000, EVENTS = 2500000, STORES = 100000000, PAUSES = 10000000 };

static uint32_t sum; /* of what is read, so that it is */

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* Each returns how often it did what it does. */
static double reads(struct weir_device *d)
{
    for (unsigned i = 0; i < READS; i++)
        sum += weir_device_read(d, 0x14);
    return READS;
}

static double events(struct weir_device *d) /* one every 80 cycles, drained in blocks */
{
    double accesses = 0;
    for (unsigned i = 0; i < EVENTS; i++) {
        weir_device_write(d, 0x10000, i, 15);
        weir_device_write(d, 0x10004, 1 + i % 4096, 15);
        weir_device_advance(d, 78);
        accesses += 2;
        for (unsigned l = i % 64 ? 0 : weir_device_read(d, 0x28); l; l--, accesses++)
            sum += weir_device_read(d, 0x1000);
    }
    return accesses;
}

static double stores(struct weir_device *d)
{
    for (unsigned i = 0; i < STORES; i++)
        weir_device_snoop(d, 0, 0x20000000 + 4 * (i & 0xffff), i, 15);
    return STORES;
}

static double idle(struct weir_device *d)
{
    for (unsigned i = 0; i < PAUSES; i++)
        weir_device_advance(d, 1000);
    return 1000.0 * PAUSES;
}

static const struct {
    const char *name;
    double (*run)(struct weir_device *d);
} cells[] = {{"reads", reads}, {"events", events}, {"stores", stores}, {"idle", idle}};

static int less(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    static const char *const presets[] = {"tiny", "small", "full", "wide"};
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (unsigned p = 0; p < 4; p++) {
        struct weir_device *d = weir_device_new(&(struct weir_device_config){.preset = presets[p]});
        if (!d)
            return 1;
        weir_device_write(d, 0x10, 1, 15);
        weir_device_advance(d, 100);
        for (unsigned c = 0; c < sizeof cells / sizeof *cells; c++) {
            double rates[RUNS];
            for (unsigned r = 0; r < RUNS; r++) {
                double begin = seconds(), count = cells[c].run(d);
                rates[r] = count / (seconds() - begin) / 1e6;
            }
            qsort(rates, RUNS, sizeof *rates, less);
            printf("%s_%s %.1f\n", presets[p], cells[c].name, rates[RUNS / 2]);
        }
        weir_device_free(d);
    }
    return sum == 1;
}
