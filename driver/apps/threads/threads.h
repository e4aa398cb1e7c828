/* SPDX-License-Identifier: Apache-2.0 */
/* A minimal replacement of an RTOS: preemptive threads on any core. */
#ifndef THREADS_H
#define THREADS_H

#include <stdint.h>

struct thread {
    uint32_t *sp;
    _Alignas(16) uint32_t stack[512];
};

/* The running thread, watched by the snoop. A store by the handlers below is a switch. */
extern struct thread *volatile thread_running;

void thread_make(struct thread *thread, void (*entry)(void));

/* Enables the interrupts of timer and Weir and continues as thread_running. */
_Noreturn void threads_start(void);

/* Handlers of the program. They run with interrupts masked on their own stack and may store to
 * thread_running. */
void on_timer(void);
void on_weir(void);

#endif
