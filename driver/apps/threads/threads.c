/* SPDX-License-Identifier: Apache-2.0 */
/* Threads and interrupts. switch.S has the part that needs assembler. */
#include "threads.h"

#include "soc.h"

struct thread *volatile thread_running;

void thread_make(struct thread *thread, void (*entry)(void))
{
    uint32_t *frame = thread->stack + sizeof thread->stack / sizeof *thread->stack - 32;
    for (int i = 0; i < 32; i++)
        frame[i] = 0;
    frame[0] = (uint32_t)(uintptr_t)entry;
    frame[2] = 0x1880; /* mstatus: interrupts on after mret, machine mode */
    __asm__ volatile("mv %0, gp" : "=r"(frame[3]));
    __asm__ volatile("mv %0, tp" : "=r"(frame[4]));
    thread->sp = frame;
}

#ifdef SOC_PICORV32
enum { TIMER = 1u << 5, WEIR = 1u << 6 };

void threads_trap(uint32_t pending)
{
    if (pending & ~(uint32_t)(TIMER | WEIR)) {
        printf("trap %08lx\n", (unsigned long)pending);
        exit(98);
    }
    if (pending & WEIR)
        on_weir();
    if (pending & TIMER)
        on_timer();
}

/* Enables interrupts only after the switch to the thread's stack. Bits 1 and 2 are illegal
 * instruction and bus error. */
void threads_start(void)
{
    const uint32_t *frame = thread_running->sp;
    __asm__ volatile("mv sp, %0\n\t.insn r 0x0b, 6, 3, x0, %2, x0\n\tjr %1"
                     :
                     : "r"(frame + 32), "r"(frame[0]), "r"(~(uint32_t)(TIMER | WEIR | 6))
                     : "memory");
    __builtin_unreachable();
}
#else
void threads_trap(uint32_t cause)
{
#ifdef SOC_SERV /* one interrupt for both: ask the SoC which */
    if (cause == 0x80000007u && SOC_PENDING & 2)
        on_weir();
    else
#endif
        if (cause == 0x80000007u)
        on_timer();
    else if (cause == 0x8000000bu)
        on_weir();
    else {
        printf("trap %08lx\n", (unsigned long)cause);
        exit(98);
    }
}

/* Enables interrupts only after the switch to the thread's stack. */
void threads_start(void)
{
    const uint32_t *frame = thread_running->sp;
    __asm__ volatile("csrw mie, %2\n\tmv sp, %0\n\tcsrsi mstatus, 8\n\tjr %1"
                     :
                     : "r"(frame + 32), "r"(frame[0]), "r"(1u << 7 | 1u << 11)
                     : "memory");
    __builtin_unreachable();
}
#endif
