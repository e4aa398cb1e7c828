/* SPDX-License-Identifier: Apache-2.0 */
/* What driver/apps/soc/soc.h is on the demo SoC, on the host: the application is unchanged. */
#ifndef SOC_H
#define SOC_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SOC_WEIR 0x40000000u
#define SOC_PACE 1

int soc_host(void *context, const void *bytes, size_t count);
void soc_check(int result, const char *what);
int host_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define printf host_printf

/* The trap entry of the application is the target's. */
#define __asm__(text) struct host_no_trap_entry

#endif
