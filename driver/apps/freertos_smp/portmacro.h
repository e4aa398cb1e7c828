/* SPDX-License-Identifier: Apache-2.0 */
/* A port of FreeRTOS for several RISC-V harts in machine mode, without the extension A: the locks
 * of the kernel are those of the demo SoC, and its software interrupts make another hart yield. */
#ifndef PORTMACRO_H
#define PORTMACRO_H

#include <stdint.h>

#include "soc.h"

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

static inline BaseType_t port_core(void)
{
    BaseType_t hart;
    __asm__ volatile("csrr %0, mhartid" : "=r"(hart));
    return hart;
}
#define portGET_CORE_ID() port_core()
#define portSET_INTERRUPT_MASK() soc_irq_save()
#define portCLEAR_INTERRUPT_MASK(before) soc_irq_restore(before)
#define portSET_INTERRUPT_MASK_FROM_ISR() soc_irq_save()
#define portCLEAR_INTERRUPT_MASK_FROM_ISR(before) soc_irq_restore(before)
#define portDISABLE_INTERRUPTS() ((void)soc_irq_save())
#define portENABLE_INTERRUPTS() soc_irq_restore(8)

#define portYIELD() __asm__ volatile("ecall" ::: "memory")
#define portYIELD_CORE(core) (SOC_SOFT(core) = 1)
void port_yield_from_isr(BaseType_t woken); /* at the end of the handler */
#define portYIELD_FROM_ISR(woken) port_yield_from_isr(woken)
#define portEND_SWITCHING_ISR(woken) portYIELD_FROM_ISR(woken)
BaseType_t port_in_handler(void);
#define portCHECK_IF_IN_ISR() port_in_handler()

/* Locks of the kernel: a hart may take one that it has again. Interrupts of the hart are off. */
enum { PORT_TASK_LOCK, PORT_ISR_LOCK, PORT_LOCKS };
void port_lock(BaseType_t core, unsigned lock), port_unlock(BaseType_t core, unsigned lock);
#define portGET_TASK_LOCK(core) port_lock(core, PORT_TASK_LOCK)
#define portRELEASE_TASK_LOCK(core) port_unlock(core, PORT_TASK_LOCK)
#define portGET_ISR_LOCK(core) port_lock(core, PORT_ISR_LOCK)
#define portRELEASE_ISR_LOCK(core) port_unlock(core, PORT_ISR_LOCK)

void vTaskEnterCritical(void), vTaskExitCritical(void);
UBaseType_t vTaskEnterCriticalFromISR(void);
void vTaskExitCriticalFromISR(UBaseType_t before);
#define portENTER_CRITICAL() vTaskEnterCritical()
#define portEXIT_CRITICAL() vTaskExitCritical()
#define portENTER_CRITICAL_FROM_ISR() vTaskEnterCriticalFromISR()
#define portEXIT_CRITICAL_FROM_ISR(before) vTaskExitCriticalFromISR(before)

#define portTASK_FUNCTION_PROTO(function, parameters) void function(void *parameters)
#define portTASK_FUNCTION(function, parameters) void function(void *parameters)
#define portMEMORY_BARRIER() __asm__ volatile("" ::: "memory")

#endif
