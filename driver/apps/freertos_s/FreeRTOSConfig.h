/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS in supervisor mode on Rocket: 100 MHz, a tick of 100 us (10000 cycles). */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configUSE_TICK_HOOK 0
#define configTICK_RATE_HZ 10000
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_64_BITS
#define configMAX_PRIORITIES 5
#define configMINIMAL_STACK_SIZE 256
#define configTOTAL_HEAP_SIZE (64 * 1024)
#include "freertos_config.h"

/* The kernel's own log of its switches, for a test to compare with. */
void demo_switched_in(const void *task);
#define traceTASK_SWITCHED_IN() demo_switched_in(pxCurrentTCB)

#endif
