/* SPDX-License-Identifier: Apache-2.0 */
/* Two hundred threads, some without a name, some with a name that is too long. Each runs, emits an
 * event, and gets its name repeated for readers that join late. */
#include "soc.h"
#include "weir.h"

enum { THREADS = 200, EVENT = 1, ROUNDS = 2 };

static char texts[THREADS][72];
static uint32_t blocks[THREADS]; /* control blocks; their addresses are the thread values */
static uint32_t *volatile running;
static struct weir_named names[THREADS];
static uint32_t memory[WEIR_SOFT_WORDS(40960)];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .names = names,
    .name_max = THREADS,
    .sink = soc_host,
    .memory = memory,
    .memory_bytes = sizeof memory,
};
static struct weir weir;

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    for (uint32_t i = 0; i < THREADS; i++) {
        if (i % 50 == 49) /* longer than 63 bytes */
            for (int k = 0; k < 70; k++)
                texts[i][k] = (char)('a' + (i + (uint32_t)k) % 26);
        else if (i % 10)
            snprintf(texts[i], sizeof texts[i], "thread %lu", (unsigned long)i);
        soc_check(weir_thread_name(&weir, (uint32_t)(uintptr_t)&blocks[i], texts[i]),
                  "weir_thread_name");
    }
    if (weir_thread_name(&weir, 1, "one too many") != WEIR_ENOSPC)
        return 1;
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_snoop(&weir, 0, &running), "weir_snoop");
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < THREADS; i++) {
            running = &blocks[i * 7 % THREADS];
            weir_emit(&weir, EVENT, i * 7 % THREADS);
            if (round == 1)
                soc_check(weir_names_repeat(&weir), "weir_names_repeat");
            soc_check(weir_drain(&weir), "weir_drain");
        }
    soc_check(weir_finish(&weir), "weir_finish");
    for (uint32_t i = 0; i < THREADS; i++)
        printf("%lu %s\n", (unsigned long)(uintptr_t)&blocks[i], texts[i]);
    return 0;
}
