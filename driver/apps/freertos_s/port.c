/* SPDX-License-Identifier: Apache-2.0 */
/* The port of portmacro.h; ../rv64/start.S has its assembler. */
#include "FreeRTOS.h"
#include "task.h"

#include "port.h"
#include "soc.h"
#include "weir.h"

enum { SOFTWARE = 1, TIMER = 5, EXTERNAL = 9 };
enum { SSTATUS = 0x120 }; /* of a task: supervisor mode, and its interrupts on after SRET */
enum { TICK = configCPU_CLOCK_HZ / 100 / configTICK_RATE_HZ };

struct frame {
    uint64_t sepc, ra, sstatus, gp, tp, others[27];
};
struct frame *on_trap(uint64_t cause, struct frame *frame);
void trap_return(struct frame *frame) __attribute__((noreturn));
void demo_interrupt(uint32_t source); /* of the PLIC */

extern struct frame *volatile *volatile pxCurrentTCB; /* its first word is the top of the stack */

static uint64_t next;

static void timer_at(uint64_t time) /* by SBI */
{
    register uint64_t a0 __asm__("a0") = time;
    register uint64_t a1 __asm__("a1");
    register uint64_t a6 __asm__("a6") = 0;
    register uint64_t a7 __asm__("a7") = 0x54494d45;
    __asm__ volatile("ecall" : "+r"(a0), "=r"(a1) : "r"(a6), "r"(a7) : "memory");
    configASSERT(a0 == 0);
}

StackType_t *pxPortInitialiseStack(StackType_t *top, TaskFunction_t code, void *parameters)
{
    struct frame *const frame = (struct frame *)(void *)top - 1;
    frame->sepc = (uintptr_t)code;
    frame->ra = 0; /* it must not return */
    frame->sstatus = SSTATUS;
    __asm__ volatile("mv %0, gp" : "=r"(frame->gp));
    __asm__ volatile("mv %0, tp" : "=r"(frame->tp));
    frame->others[5] = (uintptr_t)parameters;
    return (StackType_t *)(void *)frame;
}

struct frame *on_trap(uint64_t cause, struct frame *frame)
{
    *pxCurrentTCB = frame;
    if (cause == (1ull << 63 | SOFTWARE)) {
        __asm__ volatile("csrci sip, 2");
        vTaskSwitchContext();
    } else if (cause == (1ull << 63 | TIMER)) {
        traceISR_ENTER();
        timer_at(next += TICK);
        if (xTaskIncrementTick())
            portYIELD();
        traceISR_EXIT();
    } else if (cause == (1ull << 63 | EXTERNAL)) {
        traceISR_ENTER();
        const uint32_t source = PLIC(PLIC_CLAIM);
        demo_interrupt(source);
        PLIC(PLIC_CLAIM) = source;
        traceISR_EXIT();
    } else {
        printf("trap %lx at %lx\n", (unsigned long)cause, (unsigned long)frame->sepc);
        exit(99);
    }
    return *pxCurrentTCB;
}

BaseType_t xPortStartScheduler(void)
{
    next = MTIME + TICK;
    timer_at(next);
    __asm__ volatile("csrw sie, %0" : : "r"(1 << SOFTWARE | 1 << TIMER | 1 << EXTERNAL));
    trap_return(*pxCurrentTCB);
}

void vPortEndScheduler(void) {}
