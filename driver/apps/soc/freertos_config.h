/* SPDX-License-Identifier: Apache-2.0 */
/* What the FreeRTOS programs of the SoCs have in common. A FreeRTOSConfig.h includes it behind what
 * is its own. */
#define configUSE_PREEMPTION 1
#define configUSE_TIME_SLICING 1
#define configUSE_IDLE_HOOK 1
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#define configCPU_CLOCK_HZ 100000000UL
#define configMAX_TASK_NAME_LEN 16
#define configSUPPORT_STATIC_ALLOCATION 0
#define configCHECK_FOR_STACK_OVERFLOW 0
#define INCLUDE_vTaskDelay 1
#ifndef DEMO_SMALL /* tasks that end, mutexes, names of objects */
#define configUSE_MUTEXES 1
#define configQUEUE_REGISTRY_SIZE 4
#define INCLUDE_vTaskDelete 1
#define INCLUDE_vTaskSuspend 1
#endif

#ifndef __ASSEMBLER__
void demo_assert(const char *file, int line);
#define configASSERT(x) ((x) ? (void)0 : demo_assert(__FILE__, __LINE__))

#define WEIR_FREERTOS_HANDLE weir
#include "weir_freertos.h"
#endif
