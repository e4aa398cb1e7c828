/* SPDX-License-Identifier: Apache-2.0 */
/* A port of FreeRTOS for one RISC-V hart of 64 bits in supervisor mode, below SBI. A task yields by
 * the software interrupt, which waits for the end of a critical section. */
#ifndef PORTMACRO_H
#define PORTMACRO_H

#include <stdint.h>

typedef uint64_t StackType_t;
typedef int64_t BaseType_t;
typedef uint64_t UBaseType_t;
typedef uint64_t TickType_t;
#define portSTACK_TYPE StackType_t
#define portBASE_TYPE BaseType_t
#define portMAX_DELAY 0xffffffffffffffffu
#define portTICK_TYPE_IS_ATOMIC 1
#define portTICK_PERIOD_MS (1000 / configTICK_RATE_HZ)
#define portSTACK_GROWTH (-1)
#define portBYTE_ALIGNMENT 16
#define portCRITICAL_NESTING_IN_TCB 1
#define portPOINTER_SIZE_TYPE uintptr_t

#define portDISABLE_INTERRUPTS() __asm__ volatile("csrci sstatus, 2" ::: "memory")
#define portENABLE_INTERRUPTS() __asm__ volatile("csrsi sstatus, 2" ::: "memory")
#define portSET_INTERRUPT_MASK_FROM_ISR() 0
#define portCLEAR_INTERRUPT_MASK_FROM_ISR(before) ((void)(before))
#define portYIELD() __asm__ volatile("csrsi sip, 2" ::: "memory")
#define portYIELD_FROM_ISR(woken) ((woken) ? portYIELD() : (void)0)
#define portEND_SWITCHING_ISR(woken) portYIELD_FROM_ISR(woken)

void vTaskEnterCritical(void), vTaskExitCritical(void);
#define portENTER_CRITICAL() vTaskEnterCritical()
#define portEXIT_CRITICAL() vTaskExitCritical()

#define portTASK_FUNCTION_PROTO(function, parameters) void function(void *parameters)
#define portTASK_FUNCTION(function, parameters) void function(void *parameters)
#define portMEMORY_BARRIER() __asm__ volatile("" ::: "memory")

#endif
