/* SPDX-License-Identifier: Apache-2.0 */
/* weir_printf against printf: the program prints each line to the console and traces it. Both texts
 * must be equal. */
#include "soc.h"
#include "weir.h"
#include "weir_log.h"
#include "weir_names.h"

WEIR_NAME(1, "sample");

static uint32_t memory[WEIR_SOFT_WORDS(16384)];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .sink = soc_host,
    .memory = memory,
    .memory_bytes = sizeof memory,
};
static struct weir weir;

#define BOTH(...)                                                                                  \
    do {                                                                                           \
        printf("log " __VA_ARGS__);                                                                \
        printf("\n");                                                                              \
        weir_printf(&weir, __VA_ARGS__);                                                           \
        soc_check(weir_drain(&weir), "weir_drain");                                                \
    } while (0)

int main(void)
{
    static const char *const words[] = {"zero", "eins", "deux", "tre"};
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    weir_emit(&weir, 1, 42);

    BOTH("plain text");
    BOTH("100 %% of nothing");
    for (int i = -1; i < 3; i++) {
        const unsigned u = (unsigned)i;
        BOTH("%d %u %5d|%-5d|%05d %+d % d", i, u, i, i, i, i, i);
        BOTH("%x %#x %X %o", u, u, u, u);
    }
    BOTH("char %c, short %hd, byte %hhu, text %s, part %.3s, wide %8s|%-8s|", 'x', (short)-5,
         (unsigned char)250, words[1], words[2], words[3], words[0]);
    BOTH("width %*d, precision %.*s", 7, -3, 2, words[1]);
    BOTH("long %ld %lu, size %zu, pointer %p", -7L, 0xfedcba98ul, sizeof weir, (void *)0x20001000);
    weir_printf(&weir, "long long %lld %llx, double %.3f %g %e, float %.1f", -1234567890123ll,
                0xfedcba9876543210ull, 3.14159, 1e-9, 12345.678, 0.5f);
    char ram[8] = "ram";
    weir_printf(&weir, "not of the program: %s", ram);
    weir_printf_isr(&weir, "eight %d %d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7, 8);
    weir_emit(&weir, 1, 43);
    soc_check(weir_finish(&weir), "weir_finish");
    return 0;
}
