/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of Zephyr's kernel. Zephyr's header of the same name leaves most of them empty; this one,
 * which CMake puts before it, fills those that make events (../../weir_rtos.h). A hook that a
 * version of Zephyr lacks is never used.
 *
 * The kernel includes this everywhere, so it includes nothing of Zephyr's but the devicetree, and
 * nothing of the driver's. On one CPU a hook is one store to the event window, or two stores with
 * interrupts masked where the unit has none; on several it is a call. */
#ifndef WEIR_ZEPHYR_TRACING_USER_H
#define WEIR_ZEPHYR_TRACING_USER_H

#include_next <tracing_user.h>

#include <stdint.h>

#include "weir_regs.h"
#include "weir_rtos.h"

struct k_thread;

/* Implemented in weir_zephyr.c */
void weir_zephyr_created(struct k_thread *thread);
void weir_zephyr_named(struct k_thread *thread);
void weir_zephyr_deleted(struct k_thread *thread);

#if defined(CONFIG_WEIR_WINDOW) && !defined(CONFIG_SMP)
#include <zephyr/devicetree.h>

/* The interrupt port's. A thread that is interrupted here loses nothing. Before the trace begins
 * the unit ignores the store. */
#define WEIR_ZEPHYR_WINDOW                                                                         \
    (DT_REG_ADDR(DT_INST(0, weir_trace)) + WEIR_REG_HART +                                         \
     WEIR_REG_HART_STRIDE * CONFIG_WEIR_HART + WEIR_REG_HART_PORT_STRIDE + WEIR_REG_HART_WINDOW)

/* `id` is one of weir_rtos.h: in the third or fourth quarter of the window. */
static inline void weir_zephyr_event(uint32_t id, uint32_t value)
{
#ifdef CONFIG_WEIR_BARRIER
    __asm__ volatile("fence ow, ow" : : : "memory");
#endif
    *(volatile uint32_t *)(uintptr_t)(WEIR_ZEPHYR_WINDOW + (id >= 0xc000 ? 0xc00 : 0x800) +
                                      4 * (id & 0xff)) = value;
#ifdef CONFIG_WEIR_BARRIER
    __asm__ volatile("fence ow, ow" : : : "memory");
#endif
}
#elif defined(CONFIG_RISCV) && !defined(CONFIG_SMP)
/* The interrupt port, or memory that nobody reads while there is no trace. */
extern uintptr_t weir_zephyr_port;

static inline void weir_zephyr_event(uint32_t id, uint32_t value)
{
    unsigned long before;
#ifdef CONFIG_WEIR_S_MODE
    __asm__ volatile("csrrci %0, sstatus, 2" : "=r"(before) : : "memory");
#else
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(before) : : "memory");
#endif
    const uintptr_t port = weir_zephyr_port;
#ifdef CONFIG_WEIR_BARRIER
    __asm__ volatile("fence ow, ow" : : : "memory");
#endif
    *(volatile uint32_t *)(port + WEIR_REG_HART_PORT_VALUE) = value;
#ifdef CONFIG_WEIR_BARRIER
    __asm__ volatile("fence ow, ow" : : : "memory");
#endif
    *(volatile uint32_t *)(port + WEIR_REG_HART_PORT_ID) = id;
#ifdef CONFIG_WEIR_BARRIER
    __asm__ volatile("fence ow, ow" : : : "memory");
#endif
#ifdef CONFIG_WEIR_S_MODE
    __asm__ volatile("csrs sstatus, %0" : : "r"(before & 2) : "memory");
#else
    __asm__ volatile("csrs mstatus, %0" : : "r"(before & 8) : "memory");
#endif
}
#else
void weir_zephyr_event(uint32_t id, uint32_t value);
#endif

/* With CONFIG_WEIR_HINT one instruction: sltiu x0, as in weir_hint.h. No hart, no lock. */
static inline void weir_zephyr_put(uint32_t id, uint32_t value)
{
#if defined(CONFIG_RISCV) && defined(CONFIG_WEIR_HINT)
    if (__builtin_constant_p(id)) {
        __asm__ volatile(".insn i 0x13, 3, x0, %z0, %1"
                         :
                         : "rJ"(value),
                           "i"(__builtin_constant_p(id)
                                   ? (int)(id & 0x7ff) - (id >= 0xc000 ? 0x800 : 0)
                                   : 0));
        return;
    }
#endif
    weir_zephyr_event(id, value);
}

#define WEIR_ZEPHYR_EVENT(name, object)                                                            \
    weir_zephyr_put(WEIR_RTOS_##name, (uint32_t)(uintptr_t)(object))
/* One event if the call succeeded, another if it did not. */
#define WEIR_ZEPHYR_EITHER(good, name, failed, object)                                             \
    ((good) ? WEIR_ZEPHYR_EVENT(name, object) : WEIR_ZEPHYR_EVENT(failed, object))

/* ---- Threads. A switch makes no call here: the unit sees it. */

#undef sys_port_trace_k_thread_switched_in
#undef sys_port_trace_k_thread_switched_out
#define sys_port_trace_k_thread_switched_in()
#define sys_port_trace_k_thread_switched_out()

#undef sys_port_trace_k_thread_create
#undef sys_port_trace_k_thread_name_set
#undef sys_port_trace_k_thread_abort_enter
#define sys_port_trace_k_thread_create(thread) weir_zephyr_created(thread)
#define sys_port_trace_k_thread_name_set(thread, ret) weir_zephyr_named(thread)
#define sys_port_trace_k_thread_abort_enter(thread) weir_zephyr_deleted(thread)

#undef sys_port_trace_k_thread_sched_ready
#undef sys_port_trace_k_thread_sched_pend
#undef sys_port_trace_k_thread_suspend_enter
#undef sys_port_trace_k_thread_resume_enter
#undef sys_port_trace_k_thread_sched_priority_set
#undef sys_port_trace_k_thread_sleep_enter
#undef sys_port_trace_k_thread_usleep_enter
#define sys_port_trace_k_thread_sched_ready(thread) WEIR_ZEPHYR_EVENT(THREAD_READY, thread)
#define sys_port_trace_k_thread_sched_pend(thread) WEIR_ZEPHYR_EVENT(THREAD_SUSPEND, thread)
#define sys_port_trace_k_thread_suspend_enter(thread) WEIR_ZEPHYR_EVENT(THREAD_SUSPEND, thread)
#define sys_port_trace_k_thread_resume_enter(thread) WEIR_ZEPHYR_EVENT(THREAD_RESUME, thread)
#define sys_port_trace_k_thread_sched_priority_set(thread, prio)                                   \
    weir_zephyr_put(WEIR_RTOS_THREAD_PRIORITY, (uint32_t)(prio))
#define sys_port_trace_k_thread_sleep_enter(timeout) WEIR_ZEPHYR_EVENT(THREAD_SLEEP, _current)
#define sys_port_trace_k_thread_usleep_enter(us) WEIR_ZEPHYR_EVENT(THREAD_SLEEP, _current)

/* ---- Timers and work */

#undef sys_port_trace_k_timer_start
#undef sys_port_trace_k_timer_stop
#define sys_port_trace_k_timer_start(timer, ...) WEIR_ZEPHYR_EVENT(TIMER_START, timer)
#define sys_port_trace_k_timer_stop(timer) WEIR_ZEPHYR_EVENT(TIMER_STOP, timer)

#undef sys_port_trace_k_work_submit_to_queue_enter
#undef sys_port_trace_k_work_schedule_for_queue_enter
#undef sys_port_trace_k_work_reschedule_for_queue_enter
#undef sys_port_trace_k_work_cancel_enter
#undef sys_port_trace_k_work_cancel_sync_enter
#undef sys_port_trace_k_work_cancel_delayable_enter
#undef sys_port_trace_k_work_cancel_delayable_sync_enter
#define sys_port_trace_k_work_submit_to_queue_enter(queue, work)                                   \
    WEIR_ZEPHYR_EVENT(WORK_SUBMIT, work)
#define sys_port_trace_k_work_schedule_for_queue_enter(queue, work, delay)                         \
    WEIR_ZEPHYR_EVENT(WORK_SCHEDULE, work)
#define sys_port_trace_k_work_reschedule_for_queue_enter(queue, work, delay)                       \
    WEIR_ZEPHYR_EVENT(WORK_SCHEDULE, work)
#define sys_port_trace_k_work_cancel_enter(work) WEIR_ZEPHYR_EVENT(WORK_CANCEL, work)
#define sys_port_trace_k_work_cancel_sync_enter(work, sync) WEIR_ZEPHYR_EVENT(WORK_CANCEL, work)
#define sys_port_trace_k_work_cancel_delayable_enter(work) WEIR_ZEPHYR_EVENT(WORK_CANCEL, work)
#define sys_port_trace_k_work_cancel_delayable_sync_enter(work, sync)                              \
    WEIR_ZEPHYR_EVENT(WORK_CANCEL, work)

/* ---- Semaphores, mutexes, condition variables, events */

#undef sys_port_trace_k_sem_init
#undef sys_port_trace_k_sem_give_enter
#undef sys_port_trace_k_sem_take_blocking
#undef sys_port_trace_k_sem_take_exit
#define sys_port_trace_k_sem_init(sem, ret) WEIR_ZEPHYR_EVENT(SEMAPHORE_CREATE, sem)
#define sys_port_trace_k_sem_give_enter(sem) WEIR_ZEPHYR_EVENT(SEMAPHORE_GIVE, sem)
#define sys_port_trace_k_sem_take_blocking(sem, timeout) WEIR_ZEPHYR_EVENT(SEMAPHORE_TAKE_WAIT, sem)
#define sys_port_trace_k_sem_take_exit(sem, timeout, ret)                                          \
    WEIR_ZEPHYR_EITHER((ret) == 0, SEMAPHORE_TAKE, SEMAPHORE_TAKE_FAILED, sem)

#undef sys_port_trace_k_mutex_init
#undef sys_port_trace_k_mutex_lock_blocking
#undef sys_port_trace_k_mutex_lock_exit
#undef sys_port_trace_k_mutex_unlock_exit
#define sys_port_trace_k_mutex_init(mutex, ret) WEIR_ZEPHYR_EVENT(MUTEX_CREATE, mutex)
#define sys_port_trace_k_mutex_lock_blocking(mutex, timeout)                                       \
    WEIR_ZEPHYR_EVENT(MUTEX_TAKE_WAIT, mutex)
#define sys_port_trace_k_mutex_lock_exit(mutex, timeout, ret)                                      \
    WEIR_ZEPHYR_EITHER((ret) == 0, MUTEX_TAKE, MUTEX_TAKE_FAILED, mutex)
#define sys_port_trace_k_mutex_unlock_exit(mutex, ret)                                             \
    WEIR_ZEPHYR_EITHER((ret) == 0, MUTEX_GIVE, MUTEX_GIVE_FAILED, mutex)

#undef sys_port_trace_k_condvar_init
#undef sys_port_trace_k_condvar_signal_enter
#undef sys_port_trace_k_condvar_broadcast_enter
#undef sys_port_trace_k_condvar_wait_enter
#undef sys_port_trace_k_condvar_wait_exit
#define sys_port_trace_k_condvar_init(condvar, ret) WEIR_ZEPHYR_EVENT(CONDITION_CREATE, condvar)
#define sys_port_trace_k_condvar_signal_enter(condvar) WEIR_ZEPHYR_EVENT(CONDITION_SIGNAL, condvar)
#define sys_port_trace_k_condvar_broadcast_enter(condvar)                                          \
    WEIR_ZEPHYR_EVENT(CONDITION_BROADCAST, condvar)
/* With the timeout before the result from 4.0 on, without it in 3.7. */
#define WEIR_ZEPHYR_SECOND_(first, second, ...) second
#define sys_port_trace_k_condvar_wait_enter(condvar, ...) WEIR_ZEPHYR_EVENT(CONDITION_WAIT, condvar)
#define sys_port_trace_k_condvar_wait_exit(condvar, ...)                                           \
    WEIR_ZEPHYR_EITHER(WEIR_ZEPHYR_SECOND_(__VA_ARGS__, __VA_ARGS__, 0) == 0, CONDITION_MET,       \
                       CONDITION_FAILED, condvar)

#undef sys_port_trace_k_event_init
#undef sys_port_trace_k_event_post_enter
#undef sys_port_trace_k_event_wait_blocking
#undef sys_port_trace_k_event_wait_exit
#define sys_port_trace_k_event_init(event) WEIR_ZEPHYR_EVENT(EVENT_CREATE, event)
#define sys_port_trace_k_event_post_enter(event, ...) WEIR_ZEPHYR_EVENT(EVENT_SET, event)
#define sys_port_trace_k_event_wait_blocking(event, ...) WEIR_ZEPHYR_EVENT(EVENT_WAIT, event)
#define sys_port_trace_k_event_wait_exit(event, events, ret)                                       \
    WEIR_ZEPHYR_EITHER((ret) != 0, EVENT_GOT, EVENT_FAILED, event)

/* ---- Queues: message queues, FIFOs, LIFOs, stacks */

#undef sys_port_trace_k_msgq_init
#undef sys_port_trace_k_msgq_put_blocking
#undef sys_port_trace_k_msgq_put_exit
#undef sys_port_trace_k_msgq_put_front_blocking
#undef sys_port_trace_k_msgq_put_front_exit
#undef sys_port_trace_k_msgq_get_blocking
#undef sys_port_trace_k_msgq_get_exit
#undef sys_port_trace_k_msgq_peek
#define sys_port_trace_k_msgq_init(msgq) WEIR_ZEPHYR_EVENT(QUEUE_CREATE, msgq)
#define sys_port_trace_k_msgq_put_blocking(msgq, timeout) WEIR_ZEPHYR_EVENT(QUEUE_SEND_WAIT, msgq)
#define sys_port_trace_k_msgq_put_exit(msgq, timeout, ret)                                         \
    WEIR_ZEPHYR_EITHER((ret) == 0, QUEUE_SEND, QUEUE_SEND_FAILED, msgq)
#define sys_port_trace_k_msgq_put_front_blocking(msgq, timeout)                                    \
    WEIR_ZEPHYR_EVENT(QUEUE_SEND_WAIT, msgq)
#define sys_port_trace_k_msgq_put_front_exit(msgq, timeout, ret)                                   \
    WEIR_ZEPHYR_EITHER((ret) == 0, QUEUE_SEND, QUEUE_SEND_FAILED, msgq)
#define sys_port_trace_k_msgq_get_blocking(msgq, timeout)                                          \
    WEIR_ZEPHYR_EVENT(QUEUE_RECEIVE_WAIT, msgq)
#define sys_port_trace_k_msgq_get_exit(msgq, timeout, ret)                                         \
    WEIR_ZEPHYR_EITHER((ret) == 0, QUEUE_RECEIVE, QUEUE_RECEIVE_FAILED, msgq)
#define sys_port_trace_k_msgq_peek(msgq, ret) WEIR_ZEPHYR_EVENT(QUEUE_PEEK, msgq)

#undef sys_port_trace_k_queue_init
#undef sys_port_trace_k_queue_queue_insert_exit
#undef sys_port_trace_k_queue_append_list_exit
#undef sys_port_trace_k_queue_get_blocking
#undef sys_port_trace_k_queue_get_exit
#define sys_port_trace_k_queue_init(queue) WEIR_ZEPHYR_EVENT(QUEUE_CREATE, queue)
#define sys_port_trace_k_queue_queue_insert_exit(queue, alloc, ret)                                \
    WEIR_ZEPHYR_EITHER((ret) == 0, QUEUE_SEND, QUEUE_SEND_FAILED, queue)
#define sys_port_trace_k_queue_append_list_exit(queue, ret)                                        \
    WEIR_ZEPHYR_EITHER((ret) == 0, QUEUE_SEND, QUEUE_SEND_FAILED, queue)
#define sys_port_trace_k_queue_get_blocking(queue, timeout)                                        \
    WEIR_ZEPHYR_EVENT(QUEUE_RECEIVE_WAIT, queue)
#define sys_port_trace_k_queue_get_exit(queue, timeout, data)                                      \
    WEIR_ZEPHYR_EITHER((data) != 0, QUEUE_RECEIVE, QUEUE_RECEIVE_FAILED, queue)

#undef sys_port_trace_k_stack_init
#undef sys_port_trace_k_stack_push_exit
#undef sys_port_trace_k_stack_pop_blocking
#undef sys_port_trace_k_stack_pop_exit
#define sys_port_trace_k_stack_init(stack) WEIR_ZEPHYR_EVENT(QUEUE_CREATE, stack)
#define sys_port_trace_k_stack_push_exit(stack, ret)                                               \
    WEIR_ZEPHYR_EITHER((ret) == 0, QUEUE_SEND, QUEUE_SEND_FAILED, stack)
#define sys_port_trace_k_stack_pop_blocking(stack, timeout)                                        \
    WEIR_ZEPHYR_EVENT(QUEUE_RECEIVE_WAIT, stack)
#define sys_port_trace_k_stack_pop_exit(stack, timeout, ret)                                       \
    WEIR_ZEPHYR_EITHER((ret) == 0, QUEUE_RECEIVE, QUEUE_RECEIVE_FAILED, stack)

/* ---- Pipes: put and get until 4.0, write and read from 4.1 on */

#undef sys_port_trace_k_pipe_init
#undef sys_port_trace_k_pipe_put_blocking
#undef sys_port_trace_k_pipe_put_exit
#undef sys_port_trace_k_pipe_get_blocking
#undef sys_port_trace_k_pipe_get_exit
#undef sys_port_trace_k_pipe_write_blocking
#undef sys_port_trace_k_pipe_write_exit
#undef sys_port_trace_k_pipe_read_blocking
#undef sys_port_trace_k_pipe_read_exit
#define sys_port_trace_k_pipe_init(pipe, ...) WEIR_ZEPHYR_EVENT(STREAM_CREATE, pipe)
#define sys_port_trace_k_pipe_put_blocking(pipe, timeout) WEIR_ZEPHYR_EVENT(STREAM_SEND_WAIT, pipe)
#define sys_port_trace_k_pipe_put_exit(pipe, timeout, ret)                                         \
    WEIR_ZEPHYR_EITHER((ret) >= 0, STREAM_SEND, STREAM_SEND_FAILED, pipe)
#define sys_port_trace_k_pipe_get_blocking(pipe, timeout)                                          \
    WEIR_ZEPHYR_EVENT(STREAM_RECEIVE_WAIT, pipe)
#define sys_port_trace_k_pipe_get_exit(pipe, timeout, ret)                                         \
    WEIR_ZEPHYR_EITHER((ret) >= 0, STREAM_RECEIVE, STREAM_RECEIVE_FAILED, pipe)
#define sys_port_trace_k_pipe_write_blocking(pipe, timeout)                                        \
    WEIR_ZEPHYR_EVENT(STREAM_SEND_WAIT, pipe)
#define sys_port_trace_k_pipe_write_exit(pipe, ret)                                                \
    WEIR_ZEPHYR_EITHER((ret) >= 0, STREAM_SEND, STREAM_SEND_FAILED, pipe)
#define sys_port_trace_k_pipe_read_blocking(pipe, timeout)                                         \
    WEIR_ZEPHYR_EVENT(STREAM_RECEIVE_WAIT, pipe)
#define sys_port_trace_k_pipe_read_exit(pipe, ret)                                                 \
    WEIR_ZEPHYR_EITHER((ret) >= 0, STREAM_RECEIVE, STREAM_RECEIVE_FAILED, pipe)

/* ---- Mailboxes, memory, poll */

#undef sys_port_trace_k_mbox_init
#undef sys_port_trace_k_mbox_message_put_enter
#undef sys_port_trace_k_mbox_message_put_blocking
#undef sys_port_trace_k_mbox_get_blocking
#undef sys_port_trace_k_mbox_get_exit
#define sys_port_trace_k_mbox_init(mbox) WEIR_ZEPHYR_EVENT(MAILBOX_CREATE, mbox)
#define sys_port_trace_k_mbox_message_put_enter(mbox, timeout)                                     \
    WEIR_ZEPHYR_EVENT(MAILBOX_SEND, mbox)
#define sys_port_trace_k_mbox_message_put_blocking(mbox, timeout)                                  \
    WEIR_ZEPHYR_EVENT(MAILBOX_SEND_WAIT, mbox)
#define sys_port_trace_k_mbox_get_blocking(mbox, timeout)                                          \
    WEIR_ZEPHYR_EVENT(MAILBOX_RECEIVE_WAIT, mbox)
#define sys_port_trace_k_mbox_get_exit(mbox, timeout, ret)                                         \
    WEIR_ZEPHYR_EITHER((ret) == 0, MAILBOX_RECEIVE, MAILBOX_RECEIVE_FAILED, mbox)

#undef sys_port_trace_k_mem_slab_init
#undef sys_port_trace_k_mem_slab_alloc_blocking
#undef sys_port_trace_k_mem_slab_alloc_exit
#undef sys_port_trace_k_mem_slab_free_enter
#undef sys_port_trace_k_heap_init
#undef sys_port_trace_k_heap_alloc_exit
#undef sys_port_trace_k_heap_free
#define sys_port_trace_k_mem_slab_init(slab, ret) WEIR_ZEPHYR_EVENT(MEMORY_CREATE, slab)
#define sys_port_trace_k_mem_slab_alloc_blocking(slab, timeout)                                    \
    WEIR_ZEPHYR_EVENT(MEMORY_TAKE_WAIT, slab)
#define sys_port_trace_k_mem_slab_alloc_exit(slab, timeout, ret)                                   \
    WEIR_ZEPHYR_EITHER((ret) == 0, MEMORY_TAKE, MEMORY_TAKE_FAILED, slab)
#define sys_port_trace_k_mem_slab_free_enter(slab) WEIR_ZEPHYR_EVENT(MEMORY_FREE, slab)
#define sys_port_trace_k_heap_init(heap) WEIR_ZEPHYR_EVENT(MEMORY_CREATE, heap)
#define sys_port_trace_k_heap_alloc_exit(heap, timeout, memory)                                    \
    WEIR_ZEPHYR_EITHER((memory) != 0, MEMORY_TAKE, MEMORY_TAKE_FAILED, heap)
#define sys_port_trace_k_heap_free(heap) WEIR_ZEPHYR_EVENT(MEMORY_FREE, heap)

#undef sys_port_trace_k_poll_api_poll_enter
#undef sys_port_trace_k_poll_api_poll_exit
#undef sys_port_trace_k_poll_api_signal_raise
#define sys_port_trace_k_poll_api_poll_enter(events) WEIR_ZEPHYR_EVENT(POLL_WAIT, events)
#define sys_port_trace_k_poll_api_poll_exit(events, ret)                                           \
    WEIR_ZEPHYR_EITHER((ret) == 0, POLL_READY, POLL_FAILED, events)
#define sys_port_trace_k_poll_api_signal_raise(signal, ret) WEIR_ZEPHYR_EVENT(POLL_SIGNAL, signal)

#endif
