/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS for two harts of the demo SoC: 100 MHz, a tick of 200 us (20000 cycles). */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configNUMBER_OF_CORES 2
#define configUSE_CORE_AFFINITY 1
#define configRUN_MULTIPLE_PRIORITIES 1
#define configUSE_PASSIVE_IDLE_HOOK 1
#define configUSE_PREEMPTION 1
#define configUSE_TIME_SLICING 1
#define configUSE_IDLE_HOOK 1
#define configUSE_TICK_HOOK 1
#define configCPU_CLOCK_HZ 100000000UL
#define configTICK_RATE_HZ 5000
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configMAX_PRIORITIES 4
#define configMAX_TASK_NAME_LEN 16
#define configMINIMAL_STACK_SIZE 256
#define configTOTAL_HEAP_SIZE (32 * 1024)
#define configSUPPORT_STATIC_ALLOCATION 0
#define configCHECK_FOR_STACK_OVERFLOW 0
#define configUSE_MUTEXES 1
#define configQUEUE_REGISTRY_SIZE 4
#define INCLUDE_vTaskDelay 1
#define INCLUDE_vTaskDelete 1
#define INCLUDE_vTaskSuspend 1

void demo_assert(const char *file, int line);
#define configASSERT(x) ((x) ? (void)0 : demo_assert(__FILE__, __LINE__))

#define WEIR_FREERTOS_HANDLE weir
#include "weir_freertos.h"

/* The kernel's own log of its switches, for a test to compare with. */
void demo_switched_in(int core, const void *task);
#define traceTASK_SWITCHED_IN()                                                                    \
    demo_switched_in((int)portGET_CORE_ID(), pxCurrentTCBs[portGET_CORE_ID()])

#endif
