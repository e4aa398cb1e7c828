/* SPDX-License-Identifier: Apache-2.0 */
/* The port of portmacro.h; switch.S has its assembler. Hart 0 has the tick and Weir's interrupt. */
#include "FreeRTOS.h"
#include "task.h"

#include "soc.h"
#include "weir.h"

enum { SOFTWARE = 3, TIMER = 7, ECALL = 11, EXTERNAL = 11 };
enum { TICK = configCPU_CLOCK_HZ / configTICK_RATE_HZ };

static volatile BaseType_t inside[configNUMBER_OF_CORES], wanted[configNUMBER_OF_CORES];
static uint32_t depth[PORT_LOCKS]; /* of the hart that has the lock */

void port_lock(BaseType_t core, unsigned lock)
{
    const uint32_t me = (uint32_t)core + 1;
    while (SOC_LOCK(lock) != me)
        SOC_LOCK(lock) = me;
    depth[lock]++;
}

void port_unlock(BaseType_t core, unsigned lock)
{
    configASSERT(SOC_LOCK(lock) == (uint32_t)core + 1 && depth[lock]);
    if (--depth[lock] == 0)
        SOC_LOCK(lock) = 0;
}

BaseType_t port_in_handler(void)
{
    const uint32_t before = soc_irq_save(); /* the task must not move in between */
    const BaseType_t in = inside[port_core()];
    soc_irq_restore(before);
    return in;
}

void port_yield_from_isr(BaseType_t woken)
{
    if (woken)
        wanted[port_core()] = pdTRUE;
}

StackType_t *pxPortInitialiseStack(StackType_t *top, TaskFunction_t code, void *parameters)
{
    top -= 32;
    top[0] = (uint32_t)(uintptr_t)code;
    top[1] = 0;      /* it must not return */
    top[2] = 0x1880; /* mstatus: machine mode, interrupts on after mret */
    top[10] = (uint32_t)(uintptr_t)parameters;
    return top;
}

void port_trap(uint32_t cause, BaseType_t core)
{
    inside[core] = pdTRUE;
    wanted[core] = pdFALSE;
    if (cause == ECALL)
        wanted[core] = pdTRUE;
    else if (cause == (SOFTWARE | 1u << 31)) {
        SOC_SOFT(core) = 0;
        wanted[core] = pdTRUE;
    } else if (cause == (TIMER | 1u << 31)) {
        soc_timer_at(SOC_MTIMECMP + TICK);
        const UBaseType_t before = taskENTER_CRITICAL_FROM_ISR();
        port_yield_from_isr(xTaskIncrementTick());
        taskEXIT_CRITICAL_FROM_ISR(before);
    } else if (cause == (EXTERNAL | 1u << 31)) {
        traceISR_ENTER();
        soc_check(weir_irq(&weir), "weir_irq");
        traceISR_EXIT();
    } else {
        printf("hart %ld: exception %lx\n", (long)core, (unsigned long)cause);
        exit(98);
    }
    if (wanted[core])
        vTaskSwitchContext(core);
    inside[core] = pdFALSE;
}

static void begin(BaseType_t core, uint32_t interrupts)
{
    extern void port_first(void);
    (void)soc_irq_save();
    __asm__ volatile("csrw mie, %0" : : "r"(interrupts));
    vTaskSwitchContext(core);
    port_first();
}

void other_main(uint32_t hart) { begin((BaseType_t)hart, 1u << SOFTWARE); }

BaseType_t xPortStartScheduler(void)
{
    soc_timer_at(SOC_MTIME + TICK);
    soc_go = 1;
    begin(0, 1u << SOFTWARE | 1u << TIMER | 1u << EXTERNAL);
    return pdFAIL;
}

void vPortEndScheduler(void) {}
