/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS in supervisor mode on Rocket: 100 MHz, a tick of 100 us (10000 cycles). */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configUSE_PREEMPTION 1
#define configUSE_TIME_SLICING 1
#define configUSE_IDLE_HOOK 1
#define configUSE_TICK_HOOK 0
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#define configCPU_CLOCK_HZ 100000000UL
#define configTICK_RATE_HZ 10000
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_64_BITS
#define configMAX_PRIORITIES 5
#define configMAX_TASK_NAME_LEN 16
#define configMINIMAL_STACK_SIZE 256
#define configTOTAL_HEAP_SIZE (64 * 1024)
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
void demo_switched_in(const void *task);
#define traceTASK_SWITCHED_IN() demo_switched_in(pxCurrentTCB)

#endif
