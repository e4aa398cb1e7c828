/* SPDX-License-Identifier: Apache-2.0 */
/* Callbacks of Zephyr's user tracing: see weir_zephyr.h. They ignore calls before weir_init, since
 * Zephyr starts threads of its own before main. */
#include "weir_zephyr.h"

static void emit(uint16_t id, const volatile void *value)
{
    if (!WEIR_ZEPHYR_HANDLE.ports) /* not initialized yet */
        return;
    if (k_is_in_isr())
        weir_emit_isr(&WEIR_ZEPHYR_HANDLE, id, (uint32_t)(uintptr_t)value);
    else
        weir_emit(&WEIR_ZEPHYR_HANDLE, id, (uint32_t)(uintptr_t)value);
}

/* ---- Threads */

static void name(struct k_thread *thread)
{
    const char *const text = k_thread_name_get(thread);
    if (text && *text)
        if (weir_thread_name(&WEIR_ZEPHYR_HANDLE, (uint32_t)(uintptr_t)thread, text) < 0) {
        } /* if the table is full, readers show the number of the thread */
}

void sys_trace_thread_create_user(struct k_thread *thread)
{
    name(thread);
    emit(WEIR_RTOS_THREAD_CREATE, thread);
}

void sys_trace_thread_name_set_user(struct k_thread *thread) { name(thread); }

void sys_trace_thread_abort_user(struct k_thread *thread)
{
    emit(WEIR_RTOS_THREAD_DELETE, thread);
    weir_forget(&WEIR_ZEPHYR_HANDLE, (uint32_t)(uintptr_t)thread);
}

void sys_trace_thread_sched_ready_user(struct k_thread *thread)
{
    emit(WEIR_RTOS_THREAD_READY, thread);
}

void sys_trace_thread_pend_user(struct k_thread *thread) { emit(WEIR_RTOS_THREAD_SUSPEND, thread); }

void sys_trace_thread_suspend_user(struct k_thread *thread)
{
    emit(WEIR_RTOS_THREAD_SUSPEND, thread);
}

void sys_trace_thread_resume_user(struct k_thread *thread)
{
    emit(WEIR_RTOS_THREAD_RESUME, thread);
}

void sys_trace_thread_priority_set_user(struct k_thread *thread, int priority)
{
    (void)thread;
    emit(WEIR_RTOS_THREAD_PRIORITY, (void *)(intptr_t)priority);
}

void sys_trace_idle_user(void) { emit(WEIR_RTOS_IDLE, NULL); }

/* ---- Interrupts */

static void emit_cause(uint16_t id)
{
    if (WEIR_ZEPHYR_HANDLE.ports)
        weir_emit_isr(&WEIR_ZEPHYR_HANDLE, id, WEIR_CAUSE());
}

void sys_trace_isr_enter_user(void) { emit_cause(WEIR_RTOS_ISR_ENTER); }

void sys_trace_isr_exit_user(void) { emit_cause(WEIR_RTOS_ISR_EXIT); }

/* ---- Objects */

void sys_trace_k_sem_init_user(struct k_sem *sem, int result)
{
    (void)result;
    emit(WEIR_RTOS_SEMAPHORE_CREATE, sem);
}

void sys_trace_k_sem_give_enter_user(struct k_sem *sem) { emit(WEIR_RTOS_SEMAPHORE_GIVE, sem); }

void sys_trace_k_sem_take_blocking_user(struct k_sem *sem, k_timeout_t timeout)
{
    (void)timeout;
    emit(WEIR_RTOS_SEMAPHORE_TAKE_WAIT, sem);
}

void sys_trace_k_sem_take_exit_user(struct k_sem *sem, k_timeout_t timeout, int result)
{
    (void)timeout;
    emit(result ? WEIR_RTOS_SEMAPHORE_TAKE_FAILED : WEIR_RTOS_SEMAPHORE_TAKE, sem);
}

void sys_trace_k_mutex_init_user(struct k_mutex *mutex, int result)
{
    (void)result;
    emit(WEIR_RTOS_MUTEX_CREATE, mutex);
}

void sys_trace_k_mutex_lock_blocking_user(struct k_mutex *mutex, k_timeout_t timeout)
{
    (void)timeout;
    emit(WEIR_RTOS_MUTEX_TAKE_WAIT, mutex);
}

void sys_trace_k_mutex_lock_exit_user(struct k_mutex *mutex, k_timeout_t timeout, int result)
{
    (void)timeout;
    emit(result ? WEIR_RTOS_MUTEX_TAKE_FAILED : WEIR_RTOS_MUTEX_TAKE, mutex);
}

void sys_trace_k_mutex_unlock_exit_user(struct k_mutex *mutex, int result)
{
    emit(result ? WEIR_RTOS_MUTEX_GIVE_FAILED : WEIR_RTOS_MUTEX_GIVE, mutex);
}

void sys_trace_k_msgq_init_user(struct k_msgq *queue) { emit(WEIR_RTOS_QUEUE_CREATE, queue); }

void sys_trace_k_msgq_put_blocking_user(struct k_msgq *queue, k_timeout_t timeout)
{
    (void)timeout;
    emit(WEIR_RTOS_QUEUE_SEND_WAIT, queue);
}

void sys_trace_k_msgq_put_exit_user(struct k_msgq *queue, k_timeout_t timeout, int result)
{
    (void)timeout;
    emit(result ? WEIR_RTOS_QUEUE_SEND_FAILED : WEIR_RTOS_QUEUE_SEND, queue);
}

void sys_trace_k_msgq_get_blocking_user(struct k_msgq *queue, k_timeout_t timeout)
{
    (void)timeout;
    emit(WEIR_RTOS_QUEUE_RECEIVE_WAIT, queue);
}

void sys_trace_k_msgq_get_exit_user(struct k_msgq *queue, k_timeout_t timeout, int result)
{
    (void)timeout;
    emit(result ? WEIR_RTOS_QUEUE_RECEIVE_FAILED : WEIR_RTOS_QUEUE_RECEIVE, queue);
}

void sys_trace_k_event_post_enter_user(struct k_event *event, uint32_t events, uint32_t mask)
{
    (void)events;
    (void)mask;
    emit(WEIR_RTOS_EVENT_SET, event);
}

void sys_trace_k_event_wait_blocking_user(struct k_event *event, uint32_t events, uint32_t options,
                                          k_timeout_t timeout)
{
    (void)events;
    (void)options;
    (void)timeout;
    emit(WEIR_RTOS_EVENT_WAIT, event);
}
