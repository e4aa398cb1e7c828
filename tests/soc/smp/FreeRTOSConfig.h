/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS on two cores, traced: tests/soc/test_smp.py compiles it. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configNUMBER_OF_CORES 2
#define configUSE_CORE_AFFINITY 1
#define configRUN_MULTIPLE_PRIORITIES 1
#define configUSE_PASSIVE_IDLE_HOOK 0
#define configUSE_PREEMPTION 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 0
#define configCPU_CLOCK_HZ 100000000UL
#define configTICK_RATE_HZ 1000
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configMAX_PRIORITIES 4
#define configMAX_TASK_NAME_LEN 16
#define configMINIMAL_STACK_SIZE 512
#define configTOTAL_HEAP_SIZE 8192
#define configSUPPORT_STATIC_ALLOCATION 0
#define configUSE_MUTEXES 1
#define configQUEUE_REGISTRY_SIZE 4
#define INCLUDE_vTaskDelay 1
#define INCLUDE_vTaskDelete 1
#define INCLUDE_vTaskSuspend 1
#define configASSERT(x) ((void)(x))

#define WEIR_FREERTOS_HANDLE weir
#include "weir_freertos.h"

#endif
