/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS for the demo and for objects.c: 100 MHz, a tick of 100 us (10000 cycles; on SERV 2 ms).
 */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configMTIME_BASE_ADDRESS 0x50000010UL
#define configMTIMECMP_BASE_ADDRESS 0x50000018UL
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
#define configUSE_TICK_HOOK 1
#define configMAX_PRIORITIES 4
#define configMINIMAL_STACK_SIZE 512
#ifdef DEMO_OBJECTS
#define configTOTAL_HEAP_SIZE (32 * 1024)
#else
#define configTOTAL_HEAP_SIZE (24 * 1024)
#endif
#define INCLUDE_xTaskDelayUntil 1
#ifdef DEMO_OBJECTS
#define configUSE_TIMERS 1
#define configUSE_STREAM_BUFFERS 1
#define INCLUDE_uxTaskGetStackHighWaterMark 1
#define configTIMER_TASK_PRIORITY 3
#define configTIMER_QUEUE_LENGTH 4
#define configTIMER_TASK_STACK_DEPTH 256
#else /* the demo traces what costs nothing: names and switches */
#define DEMO_SMALL
#define WEIR_FREERTOS_COM 0
#define WEIR_FREERTOS_SYS 0
#endif
#include "freertos_config.h"

#ifndef __ASSEMBLER__
/* The kernel's own log of its switches, for a test to compare with. Not in the demo. */
#ifdef WEIR_VERIFY
void demo_switched_in(const void *task);
#define traceTASK_SWITCHED_IN() demo_switched_in(pxCurrentTCB)
#endif
#endif

#endif
