/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS for the demo and for objects.c: 100 MHz, a tick of 100 us (10000 cycles; on SERV 2 ms).
 */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configMTIME_BASE_ADDRESS 0x50000010UL
#define configMTIMECMP_BASE_ADDRESS 0x50000018UL
#define configCPU_CLOCK_HZ 100000000UL
#ifdef SOC_SERV
#define configTICK_RATE_HZ 500UL
#else
#define configTICK_RATE_HZ 10000UL
#endif
#ifdef DEMO_V10
#define configUSE_16_BIT_TICKS 0
#else
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#endif
#define configUSE_PREEMPTION 1
#define configUSE_TIME_SLICING 1
#define configUSE_IDLE_HOOK 1
#define configUSE_TICK_HOOK 1
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#define configMAX_PRIORITIES 4
#define configMAX_TASK_NAME_LEN 16
#define configMINIMAL_STACK_SIZE 512
#ifdef DEMO_OBJECTS
#define configTOTAL_HEAP_SIZE (32 * 1024)
#else
#define configTOTAL_HEAP_SIZE (24 * 1024)
#endif
#define configSUPPORT_STATIC_ALLOCATION 0
#define configCHECK_FOR_STACK_OVERFLOW 0
#define INCLUDE_vTaskDelay 1
#define INCLUDE_xTaskDelayUntil 1
#ifdef DEMO_OBJECTS
#define INCLUDE_vTaskSuspend 1
#define INCLUDE_vTaskDelete 1
#define configUSE_MUTEXES 1
#define configUSE_TIMERS 1
#define configUSE_STREAM_BUFFERS 1
#define configQUEUE_REGISTRY_SIZE 4
#define INCLUDE_uxTaskGetStackHighWaterMark 1
#define configTIMER_TASK_PRIORITY 3
#define configTIMER_QUEUE_LENGTH 4
#define configTIMER_TASK_STACK_DEPTH 256
#endif

#ifndef __ASSEMBLER__
void demo_assert(const char *file, int line);
#define configASSERT(x) ((x) ? (void)0 : demo_assert(__FILE__, __LINE__))

#define WEIR_FREERTOS_HANDLE weir
#ifndef DEMO_OBJECTS /* the demo traces what costs nothing: names and switches */
#define WEIR_FREERTOS_COM 0
#define WEIR_FREERTOS_SYS 0
#endif
#include "weir_freertos.h"

/* The kernel's own log of its switches, for a test to compare with. Not in the demo. */
#ifdef WEIR_VERIFY
void demo_switched_in(const void *task);
#define traceTASK_SWITCHED_IN() demo_switched_in(pxCurrentTCB)
#endif
#endif

#endif
