/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS for two harts of the demo SoC: 100 MHz, a tick of 200 us (20000 cycles). */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configNUMBER_OF_CORES 2
#define configUSE_CORE_AFFINITY 1
#define configRUN_MULTIPLE_PRIORITIES 1
#define configUSE_PASSIVE_IDLE_HOOK 1
#define configUSE_TICK_HOOK 1
#define configTICK_RATE_HZ 5000
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configMAX_PRIORITIES 4
#define configMINIMAL_STACK_SIZE 256
#define configTOTAL_HEAP_SIZE (32 * 1024)
#include "freertos_config.h"

/* The kernel's own log of its switches, for a test to compare with. */
void demo_switched_in(int core, const void *task);
#define traceTASK_SWITCHED_IN()                                                                    \
    demo_switched_in((int)portGET_CORE_ID(), pxCurrentTCBs[portGET_CORE_ID()])

#endif
