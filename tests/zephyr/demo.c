/* SPDX-License-Identifier: Apache-2.0 */
/* Console and sink of the applications: the demo SoC takes every byte. */
#include <zephyr/kernel.h>

#include "demo.h"

int arch_printk_char_out(int c)
{
    CONSOLE = (uint8_t)c;
    return c;
}

int weir_zephyr_sink(void *context, const void *bytes, size_t count)
{
    ARG_UNUSED(context);
    const uint32_t *word = bytes;
    for (; count >= 4; count -= 4)
        HOST = *word++;
    const uint8_t *byte = (const uint8_t *)word;
    while (count--)
        HOST_BYTE = *byte++;
    return 0;
}
