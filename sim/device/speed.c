/* SPDX-License-Identifier: Apache-2.0 */
/* Speed of the device, in CPU time: prints "name number" lines. */
#include "weir_device.h"

#include <stdio.h>
#include <time.h>

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

int main(void)
{
    static const char *const presets[] = {"tiny", "small", "full", "wide"};
    for (unsigned p = 0; p < 4; p++) {
        setvbuf(stdout, NULL, _IOLBF, 0);
        struct weir_device *d = weir_device_new(
            &(struct weir_device_config){.preset = presets[p]});
        if (!d)
            return 1;
        uint32_t sum = 0;
        const unsigned n = 100000;
        weir_device_write(d, 0x10, 1, 15);
        weir_device_advance(d, 100);
        double begin = seconds();
        for (unsigned i = 0; i < n; i++)
            sum += weir_device_read(d, 0x14);
        printf("%s_reads %.1f\n", presets[p], n / (seconds() - begin) / 1e6);
        unsigned accesses = 0;
        begin = seconds();
        for (unsigned i = 0; i < n / 4; i++) { /* an event every 80 cycles, drained in blocks */
            weir_device_write(d, 0x10000, i, 15);
            weir_device_write(d, 0x10004, 1 + i % 4096, 15);
            weir_device_advance(d, 78);
            accesses += 2;
            for (unsigned l = i % 64 ? 0 : weir_device_read(d, 0x28); l; l--, accesses++)
                sum += weir_device_read(d, 0x1000);
        }
        printf("%s_events %.1f\n", presets[p], accesses / (seconds() - begin) / 1e6);
        begin = seconds();
        for (unsigned i = 0; i < 10 * n; i++)
            weir_device_snoop(d, 0, 0x20000000 + 4 * (i & 0xffff), i, 15);
        printf("%s_stores %.1f\n", presets[p], 10 * n / (seconds() - begin) / 1e6);
        begin = seconds();
        for (unsigned i = 0; i < n; i++)
            weir_device_advance(d, 1000);
        printf("%s_idle %.1f\n", presets[p], 1000.0 * n / (seconds() - begin) / 1e6);
        weir_device_free(d);
        if (sum == 1)
            return 1;
    }
    return 0;
}
