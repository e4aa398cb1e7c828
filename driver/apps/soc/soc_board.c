/* SPDX-License-Identifier: Apache-2.0 */
/* In place of soc.c on boards (fpga/boards), which are short of memory: no stdio; what goes wrong
 * is printed by hand. */
#include <unistd.h>

#include "soc.h"

static void print(const char *text)
{
    while (*text)
        SOC_CONSOLE = (uint8_t)*text++;
}

int soc_host(void *context, const void *bytes,
             size_t count) /* there is no host channel: the trace leaves by frames */
{
    (void)context, (void)bytes, (void)count;
    return 1;
}

void soc_check(int result, const char *what)
{
    if (result < 0) {
        const char digits[] = {(char)('0' - result % 10), '\n', 0};
        print(what);
        print(": error -");
        print(digits);
        _exit(1);
    }
}

void _exit(int status)
{
    SOC_EXIT = (uint32_t)status;
    for (;;)
        ;
}
