/* SPDX-License-Identifier: Apache-2.0 */
/* Console for stdio, host channel, end of the program. */
#include "soc.h"

static int console_put(char c, FILE *file)
{
    (void)file;
    SOC_CONSOLE = (uint8_t)c;
    return (unsigned char)c;
}

static FILE console = FDEV_SETUP_STREAM(console_put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdout = &console;

int soc_host(void *context, const void *bytes, size_t count)
{
    (void)context;
    const uint32_t *word = bytes;
    for (; count >= 4; count -= 4)
        SOC_HOST = *word++;
    const uint8_t *byte = (const uint8_t *)word;
    while (count--)
        SOC_HOST_BYTE = *byte++;
    return 0;
}

void soc_check(int result, const char *what)
{
    if (result < 0) {
        printf("%s: error %d\n", what, result);
        exit(1);
    }
}

void _exit(int status)
{
#if defined(WEIR_OFF) || defined(WEIR_TXTB) ||                                                     \
    defined(WEIR_RKH) /* the unit is unused: lets the bench check that it is idle */
    enum { STATUS = 0x14, LEVEL = 0x28, TAIL = 0x2c };
    (void)*(volatile uint32_t *)(SOC_WEIR + STATUS);
    (void)*(volatile uint32_t *)(SOC_WEIR + LEVEL);
    (void)*(volatile uint32_t *)(SOC_WEIR + TAIL);
#endif
    SOC_EXIT = (uint32_t)status;
    for (;;)
        ;
}
