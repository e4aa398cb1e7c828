/* SPDX-License-Identifier: Apache-2.0 */
/* A port of FreeRTOS for two RISC-V cores, as far as compiling the kernel needs it. */
#ifndef PORTMACRO_H
#define PORTMACRO_H

#include <stdint.h>

typedef uint32_t StackType_t;
typedef int32_t BaseType_t;
typedef uint32_t UBaseType_t;
typedef uint32_t TickType_t;
#define portSTACK_TYPE StackType_t
#define portBASE_TYPE BaseType_t
#define portMAX_DELAY 0xffffffffu
#define portTICK_TYPE_IS_ATOMIC 1
#define portTICK_PERIOD_MS (1000 / configTICK_RATE_HZ)
#define portSTACK_GROWTH (-1)
#define portBYTE_ALIGNMENT 16
#define portCRITICAL_NESTING_IN_TCB 1
#define portPOINTER_SIZE_TYPE uintptr_t

BaseType_t port_core(void);
uint32_t port_mask(void);
void port_unmask(uint32_t before), port_yield(void), port_yield_core(BaseType_t core);
void port_lock(BaseType_t core, int lock), port_unlock(BaseType_t core, int lock);
void vTaskEnterCritical(void), vTaskExitCritical(void);
UBaseType_t vTaskEnterCriticalFromISR(void);
void vTaskExitCriticalFromISR(UBaseType_t before);
#define portGET_CORE_ID() port_core()
#define portYIELD() port_yield()
#define portYIELD_CORE(core) port_yield_core(core)
#define portYIELD_FROM_ISR(x) ((x) ? port_yield() : (void)0)
#define portEND_SWITCHING_ISR(x) portYIELD_FROM_ISR(x)
#define portCHECK_IF_IN_ISR() 0
#define portDISABLE_INTERRUPTS() ((void)port_mask())
#define portENABLE_INTERRUPTS() port_unmask(8)
#define portSET_INTERRUPT_MASK() port_mask()
#define portCLEAR_INTERRUPT_MASK(before) port_unmask(before)
#define portSET_INTERRUPT_MASK_FROM_ISR() port_mask()
#define portCLEAR_INTERRUPT_MASK_FROM_ISR(before) port_unmask(before)
#define portGET_TASK_LOCK(core) port_lock(core, 0)
#define portRELEASE_TASK_LOCK(core) port_unlock(core, 0)
#define portGET_ISR_LOCK(core) port_lock(core, 1)
#define portRELEASE_ISR_LOCK(core) port_unlock(core, 1)
#define portENTER_CRITICAL() vTaskEnterCritical()
#define portEXIT_CRITICAL() vTaskExitCritical()
#define portENTER_CRITICAL_FROM_ISR() vTaskEnterCriticalFromISR()
#define portEXIT_CRITICAL_FROM_ISR(before) vTaskExitCriticalFromISR(before)
#define portTASK_FUNCTION_PROTO(function, parameters) void function(void *parameters)
#define portTASK_FUNCTION(function, parameters) void function(void *parameters)
#define portMEMORY_BARRIER() __asm__ volatile("" ::: "memory")

#endif
