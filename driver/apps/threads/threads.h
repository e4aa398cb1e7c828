/* SPDX-License-Identifier: Apache-2.0 */
/* Two preemptive threads on any core, as small as it gets: what an RTOS does, for programs without
 * one. */
#ifndef THREADS_H
#define THREADS_H

#include <stdint.h>

struct thread {
    uint32_t *sp;
    _Alignas(16) uint32_t stack[512];
};

/* The running thread. A switch is a store to this word by the handlers below, and nothing else:
 * what the snoop watches. */
extern struct thread *volatile thread_running;

void thread_make(struct thread *thread, void (*entry)(void));

/* Enables the interrupts of timer and Weir and becomes thread_running. */
_Noreturn void threads_start(void);

/* Handlers of the program: with interrupts masked, on their own stack. May store to thread_running.
 */
void on_timer(void);
void on_weir(void);

#endif
