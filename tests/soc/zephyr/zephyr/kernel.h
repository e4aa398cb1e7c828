/* SPDX-License-Identifier: Apache-2.0 */
/* A miniature of Zephyr for tests of the glue and the trace: names of types and of the word that
 * holds the running thread, the callbacks of CONFIG_TRACING_USER at their call sites, and the
 * switch sequence of the RISC-V port (kernel.c, switch.S). Written from the documentation; contains
 * no code of Zephyr. */
#ifndef ZEPHYR_KERNEL_H
#define ZEPHYR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t ticks;
} k_timeout_t;
#define K_FOREVER ((k_timeout_t){-1})
#define K_NO_WAIT ((k_timeout_t){0})
#define K_TICKS(n) ((k_timeout_t){n})

struct k_thread {
    uint32_t callee_saved[14]; /* ra, sp, s0-s11 */
    int priority, swap_result;
    void *pends_on; /* NULL: ready, or asleep */
    int64_t wakes_in;
    const char *name;
    void (*entry)(void);
    struct k_thread *next;
    _Alignas(16) uint32_t stack[256];
};
typedef struct k_thread *k_tid_t;

struct k_sem {
    unsigned count, limit;
};
struct k_mutex {
    struct k_thread *owner;
};
struct k_msgq {
    uint32_t *buffer;
    uint32_t max, used, first;
};
struct k_event {
    uint32_t events;
};

struct z_kernel {
    struct {
        uint32_t nested;
        void *irq_stack;
        struct k_thread *volatile current;
    } cpus[1];
    struct k_thread *cache; /* who should run */
};
extern struct z_kernel _kernel;

bool k_is_in_isr(void);
k_tid_t k_thread_create(struct k_thread *thread, void (*entry)(void), int priority);
int k_thread_name_set(k_tid_t thread, const char *name);
const char *k_thread_name_get(k_tid_t thread);
void k_sleep(k_timeout_t timeout);
int k_sem_init(struct k_sem *sem, unsigned count, unsigned limit);
void k_sem_give(struct k_sem *sem);
int k_sem_take(struct k_sem *sem, k_timeout_t timeout);
int k_mutex_init(struct k_mutex *mutex);
int k_mutex_lock(struct k_mutex *mutex, k_timeout_t timeout);
int k_mutex_unlock(struct k_mutex *mutex);
void k_msgq_init(struct k_msgq *queue, uint32_t *buffer, uint32_t max); /* messages of one word */
int k_msgq_put(struct k_msgq *queue, const void *message, k_timeout_t timeout);
int k_msgq_get(struct k_msgq *queue, void *message, k_timeout_t timeout);
void z_tick(void);                 /* called by the timer's handler */
void z_cstart(void (*main)(void)); /* main becomes the first thread; never returns */

void sys_trace_thread_create_user(struct k_thread *thread);
void sys_trace_thread_name_set_user(struct k_thread *thread);
void sys_trace_thread_sched_ready_user(struct k_thread *thread);
void sys_trace_thread_pend_user(struct k_thread *thread);
void sys_trace_isr_enter_user(void);
void sys_trace_isr_exit_user(void);
void sys_trace_idle_user(void);
void sys_trace_k_sem_init_user(struct k_sem *sem, int result);
void sys_trace_k_sem_give_enter_user(struct k_sem *sem);
void sys_trace_k_sem_take_blocking_user(struct k_sem *sem, k_timeout_t timeout);
void sys_trace_k_sem_take_exit_user(struct k_sem *sem, k_timeout_t timeout, int result);
void sys_trace_k_mutex_init_user(struct k_mutex *mutex, int result);
void sys_trace_k_mutex_lock_blocking_user(struct k_mutex *mutex, k_timeout_t timeout);
void sys_trace_k_mutex_lock_exit_user(struct k_mutex *mutex, k_timeout_t timeout, int result);
void sys_trace_k_mutex_unlock_exit_user(struct k_mutex *mutex, int result);
void sys_trace_k_msgq_init_user(struct k_msgq *queue);
void sys_trace_k_msgq_put_blocking_user(struct k_msgq *queue, k_timeout_t timeout);
void sys_trace_k_msgq_put_exit_user(struct k_msgq *queue, k_timeout_t timeout, int result);
void sys_trace_k_msgq_get_blocking_user(struct k_msgq *queue, k_timeout_t timeout);
void sys_trace_k_msgq_get_exit_user(struct k_msgq *queue, k_timeout_t timeout, int result);

#endif
