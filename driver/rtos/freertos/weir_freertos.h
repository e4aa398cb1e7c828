/* SPDX-License-Identifier: Apache-2.0 */
/* Glue for FreeRTOS: names tasks in the trace, and makes events of what the kernel does
 * (../weir_rtos.h). Include it at the end of FreeRTOSConfig.h. It adds nothing to a thread switch:
 * the unit sees switches itself (weir_snoop_freertos). Only with software recording does the kernel
 * report them.
 *
 * Before the include, define the application's handle, a global `struct weir weir`; call weir_init
 * before the first object is created and the first pvPortMalloc, as the hooks emit without a check.
 * Two groups of events can be switched off there:
 *
 *     #define WEIR_FREERTOS_HANDLE weir
 *     #define WEIR_FREERTOS_COM 0    no queues, semaphores, mutexes, notifications, event groups,
 *                                    stream buffers, memory
 *     #define WEIR_FREERTOS_SYS 0    no tasks that become ready, sleep ...; ticks, interrupts,
 *                                    timers
 *
 * A trace macro that is already defined stays as it is; then it makes no event. Your own
 * traceTASK_CREATE and traceTASK_DELETE call weir_freertos_created and weir_freertos_deleted, or
 * tasks have no names; in software, your own traceTASK_SWITCHED_IN calls weir_switched. Define one
 * that does on a unit without snoop, too: here the kernel reports switches in software only.
 *
 * FreeRTOS has no hook at the entry of an interrupt: start a handler that you want to see with
 * traceISR_ENTER(). End it with traceISR_EXIT(), or with portYIELD_FROM_ISR() if the port's macro
 * traces the exit; not with both.
 *
 * Tasks and timers have their names; queues, semaphores and mutexes get one by vQueueAddToRegistry.
 * WEIR_FREERTOS_STACK(task) records how much of its stack a task never used.
 *
 * With configNUMBER_OF_CORES above 1, build all files with the hooks of ../weir_smp.h (without
 * hooks it is an error), and snoop each core's word: weir_snoop(&weir, core, &pxCurrentTCBs[core]).
 * For V10.4 to V11. */
#ifndef WEIR_FREERTOS_H
#define WEIR_FREERTOS_H

#ifndef __ASSEMBLER__
#include "weir.h"
#include "weir_rtos.h"

/* With the defaults every event would go to the port of hart 0. */
#if defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1 && !defined(WEIR_OFF) &&           \
    (defined(WEIR_HART_DEFAULT_) || defined(WEIR_LOCK_DEFAULT_))
#error "several cores: -DWEIR_HOOKS='\"weir_smp.h\"' for all files, or own WEIR_HART and WEIR_LOCK"
#endif

#ifndef WEIR_FREERTOS_COM
#define WEIR_FREERTOS_COM 1
#endif
#ifndef WEIR_FREERTOS_SYS
#define WEIR_FREERTOS_SYS 1
#endif

extern struct weir WEIR_FREERTOS_HANDLE;

/* From a task, in one store. Without event windows the kernel may be interrupted between two: the
 * unit keeps them together. Several cores mask interrupts, as the task must not move meanwhile. */
#if defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1
#define WEIR_FREERTOS_EMIT(id, value) WEIR_FREERTOS_EMIT_SHARED(id, value)
#else
#define WEIR_FREERTOS_EMIT(id, value)                                                              \
    weir_emit_fast(&WEIR_FREERTOS_HANDLE, (uint16_t)(id), (uint32_t)(uintptr_t)(value))
#endif

/* From a handler. */
#define WEIR_FREERTOS_EMIT_ISR(id, value)                                                          \
    weir_emit_fast_isr(&WEIR_FREERTOS_HANDLE, (uint16_t)(id), (uint32_t)(uintptr_t)(value))

/* From kernel code that handlers and tasks share: through the interrupt port, with interrupts
 * masked, unless it needs no care: one HINT (WEIR_HINT is 1), which is its hart's; or one store of
 * one core (WEIR_WINDOW is 1). */
#if ((defined(WEIR_HINT) && WEIR_HINT) ||                                                          \
     (defined(WEIR_WINDOW) && WEIR_WINDOW &&                                                       \
      !(defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1))) &&                          \
    !defined(WEIR_SOFT)
#define WEIR_FREERTOS_EMIT_SHARED(id, value) WEIR_FREERTOS_EMIT_ISR(id, value)
#else
#define WEIR_FREERTOS_EMIT_SHARED(id, value)                                                       \
    do {                                                                                           \
        const uint32_t weir_before_ = WEIR_MASK();                                                 \
        WEIR_FREERTOS_EMIT_ISR(id, value);                                                         \
        WEIR_UNMASK(weir_before_);                                                                 \
    } while (0)
#endif

/* ---- Names. If the table is full, a name before weir_start is lost: readers show the number. A
 * later one is emitted once and not repeated. */

static inline void weir_freertos_created(const void *task, const char *name)
{
    if (weir_thread_name(&WEIR_FREERTOS_HANDLE, (uint32_t)(uintptr_t)task, name) < 0) {
    }
}

static inline void weir_freertos_named(unsigned kind, const void *object, const char *name)
{
    if (name &&
        weir_object_name(&WEIR_FREERTOS_HANDLE, kind, (uint32_t)(uintptr_t)object, name) < 0) {
    }
}

static inline void weir_freertos_deleted(const void *object)
{
    weir_forget(&WEIR_FREERTOS_HANDLE, (uint32_t)(uintptr_t)object);
}

/* Bytes of the stack that `task` never used, as two events. NULL is the running task; its first
 * event has the value 0. Needs INCLUDE_uxTaskGetStackHighWaterMark. Call it from a task. */
#define WEIR_FREERTOS_STACK(task)                                                                  \
    do {                                                                                           \
        const uint32_t weir_free_ =                                                                \
            (uint32_t)(uxTaskGetStackHighWaterMark(task) * sizeof(StackType_t));                   \
        const uint32_t weir_outer_ = WEIR_MASK();                                                  \
        WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_STACK, (task));                                           \
        WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_STACK_FREE, weir_free_);                                  \
        WEIR_UNMASK(weir_outer_);                                                                  \
    } while (0)

#if WEIR_FREERTOS_SYS
#define WEIR_FREERTOS_EMIT_SYS(id, value) WEIR_FREERTOS_EMIT_SHARED(id, value)
#else
#define WEIR_FREERTOS_EMIT_SYS(id, value) ((void)0)
#endif

#ifndef traceTASK_CREATE
#define traceTASK_CREATE(task)                                                                     \
    do {                                                                                           \
        weir_freertos_created((task), (task)->pcTaskName);                                         \
        WEIR_FREERTOS_EMIT_SYS(WEIR_RTOS_THREAD_CREATE, (task));                                   \
    } while (0)
#endif
#ifndef traceTASK_DELETE
#define traceTASK_DELETE(task)                                                                     \
    do {                                                                                           \
        weir_freertos_deleted(task);                                                               \
        WEIR_FREERTOS_EMIT_SYS(WEIR_RTOS_THREAD_DELETE, (task));                                   \
    } while (0)
#endif

#if defined(WEIR_SOFT) && !defined(traceTASK_SWITCHED_IN) /* no hardware sees the switch */
#define traceTASK_SWITCHED_IN()                                                                    \
    weir_switched(&WEIR_FREERTOS_HANDLE, (uint32_t)(uintptr_t)pxCurrentTCB)
#endif

#ifndef traceTIMER_CREATE
#define traceTIMER_CREATE(timer)                                                                   \
    weir_freertos_named(WEIR_OBJECT_TIMER, (timer), (timer)->pcTimerName)
#endif
#ifndef traceTIMER_COMMAND_RECEIVED /* in the timer's task, before it frees the timer */
#define traceTIMER_COMMAND_RECEIVED(timer, command, ticks)                                         \
    do {                                                                                           \
        if ((command) == tmrCOMMAND_DELETE)                                                        \
            weir_freertos_deleted(timer);                                                          \
    } while (0)
#endif
#ifndef traceQUEUE_REGISTRY_ADD
#define traceQUEUE_REGISTRY_ADD(queue, name)                                                       \
    weir_freertos_named(WEIR_FREERTOS_KIND(queue, WEIR_OBJECT_QUEUE, WEIR_OBJECT_SEMAPHORE,        \
                                           WEIR_OBJECT_MUTEX),                                     \
                        (queue), (name))
#endif

/* The kernel implements semaphores and mutexes as queues: both have items of 0 bytes, and a mutex
 * has no head. */
#define WEIR_FREERTOS_KIND(queue, queue_id, semaphore_id, mutex_id)                                \
    ((queue)->uxItemSize ? (queue_id) : (queue)->pcHead ? (semaphore_id) : (mutex_id))
/* One of two events, each with a constant id: one store, or a HINT, needs no care. */
#define WEIR_FREERTOS_EITHER(emit, first, first_id, second_id, value)                              \
    do {                                                                                           \
        if (first)                                                                                 \
            emit(first_id, (value));                                                               \
        else                                                                                       \
            emit(second_id, (value));                                                              \
    } while (0)
/* An event of the kind of the queue, likewise. */
#define WEIR_FREERTOS_OF_KIND(emit, queue, queue_id, semaphore_id, mutex_id)                       \
    do {                                                                                           \
        if ((queue)->uxItemSize)                                                                   \
            emit(queue_id, (queue));                                                               \
        else if ((queue)->pcHead)                                                                  \
            emit(semaphore_id, (queue));                                                           \
        else                                                                                       \
            emit(mutex_id, (queue));                                                               \
    } while (0)

#ifndef traceQUEUE_DELETE
#define traceQUEUE_DELETE(queue)                                                                   \
    do {                                                                                           \
        WEIR_FREERTOS_QUEUE_DELETED(queue);                                                        \
        weir_freertos_deleted(queue);                                                              \
    } while (0)
#endif

/* ---- SYS */

#if WEIR_FREERTOS_SYS
#ifndef traceMOVED_TASK_TO_READY_STATE
#define traceMOVED_TASK_TO_READY_STATE(task)                                                       \
    WEIR_FREERTOS_EMIT_SHARED(WEIR_RTOS_THREAD_READY, (task))
#endif
#ifndef traceTASK_DELAY
#define traceTASK_DELAY() WEIR_FREERTOS_EMIT(WEIR_RTOS_THREAD_SLEEP, pxCurrentTCB)
#endif
#ifndef traceTASK_DELAY_UNTIL
#define traceTASK_DELAY_UNTIL(tick) WEIR_FREERTOS_EMIT(WEIR_RTOS_THREAD_SLEEP, pxCurrentTCB)
#endif
#ifndef traceTASK_SUSPEND
#define traceTASK_SUSPEND(task) WEIR_FREERTOS_EMIT(WEIR_RTOS_THREAD_SUSPEND, (task))
#endif
#ifndef traceTASK_RESUME
#define traceTASK_RESUME(task) WEIR_FREERTOS_EMIT(WEIR_RTOS_THREAD_RESUME, (task))
#endif
#ifndef traceTASK_RESUME_FROM_ISR
#define traceTASK_RESUME_FROM_ISR(task) WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_THREAD_RESUME, (task))
#endif
#ifndef traceTASK_PRIORITY_SET
#define traceTASK_PRIORITY_SET(task, priority)                                                     \
    WEIR_FREERTOS_EMIT(WEIR_RTOS_THREAD_PRIORITY, (priority))
#endif
#ifndef traceTASK_INCREMENT_TICK
#define traceTASK_INCREMENT_TICK(tick) WEIR_FREERTOS_EMIT_SHARED(WEIR_RTOS_TICK, (tick))
#endif
#ifndef traceTASK_PRIORITY_INHERIT
#define traceTASK_PRIORITY_INHERIT(task, priority)                                                 \
    WEIR_FREERTOS_EMIT(WEIR_RTOS_THREAD_PRIORITY, (priority))
#endif
#ifndef traceTASK_PRIORITY_DISINHERIT
#define traceTASK_PRIORITY_DISINHERIT(task, priority)                                              \
    WEIR_FREERTOS_EMIT(WEIR_RTOS_THREAD_PRIORITY, (priority))
#endif
/* Commands to timers, from tasks and handlers: start, reset, new period; stop. */
#ifndef traceTIMER_COMMAND_SEND
#define traceTIMER_COMMAND_SEND(timer, command, ticks, sent)                                       \
    do {                                                                                           \
        if ((command) == tmrCOMMAND_STOP || (command) == tmrCOMMAND_STOP_FROM_ISR)                 \
            WEIR_FREERTOS_EMIT_SHARED(WEIR_RTOS_TIMER_STOP, (timer));                              \
        else if ((command) >= tmrCOMMAND_START && (command) != tmrCOMMAND_DELETE)                  \
            WEIR_FREERTOS_EMIT_SHARED(WEIR_RTOS_TIMER_START, (timer));                             \
    } while (0)
#endif
#ifndef traceTIMER_EXPIRED
#define traceTIMER_EXPIRED(timer) WEIR_FREERTOS_EMIT(WEIR_RTOS_TIMER, (timer))
#endif
#ifndef traceISR_ENTER
#define traceISR_ENTER() WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_ISR_ENTER, WEIR_CAUSE())
#endif
#ifndef traceISR_EXIT
#define traceISR_EXIT() WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_ISR_EXIT, WEIR_CAUSE())
#endif
#ifndef traceISR_EXIT_TO_SCHEDULER
#define traceISR_EXIT_TO_SCHEDULER() WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_ISR_EXIT, WEIR_CAUSE())
#endif
#endif

/* ---- COM */

#if WEIR_FREERTOS_COM
#define WEIR_FREERTOS_QUEUE_DELETED(queue)                                                         \
    WEIR_FREERTOS_OF_KIND(WEIR_FREERTOS_EMIT, queue, WEIR_RTOS_QUEUE_DELETE,                       \
                          WEIR_RTOS_SEMAPHORE_DELETE, WEIR_RTOS_MUTEX_DELETE)
#define WEIR_FREERTOS_PUT(emit, queue, suffix)                                                     \
    WEIR_FREERTOS_OF_KIND(emit, queue, WEIR_RTOS_QUEUE_SEND##suffix,                               \
                          WEIR_RTOS_SEMAPHORE_GIVE##suffix, WEIR_RTOS_MUTEX_GIVE##suffix)
#define WEIR_FREERTOS_GET(emit, queue, suffix)                                                     \
    WEIR_FREERTOS_OF_KIND(emit, queue, WEIR_RTOS_QUEUE_RECEIVE##suffix,                            \
                          WEIR_RTOS_SEMAPHORE_TAKE##suffix, WEIR_RTOS_MUTEX_TAKE##suffix)

/* Also called for a mutex, before traceCREATE_MUTEX: then it looks like a semaphore. */
#ifndef traceQUEUE_CREATE
#define traceQUEUE_CREATE(queue)                                                                   \
    WEIR_FREERTOS_EITHER(WEIR_FREERTOS_EMIT, (queue)->uxItemSize, WEIR_RTOS_QUEUE_CREATE,          \
                         WEIR_RTOS_SEMAPHORE_CREATE, queue)
#endif
#ifndef traceCREATE_MUTEX
#define traceCREATE_MUTEX(queue) WEIR_FREERTOS_EMIT(WEIR_RTOS_MUTEX_CREATE, (queue))
#endif
#ifndef traceQUEUE_SEND
#define traceQUEUE_SEND(queue) WEIR_FREERTOS_PUT(WEIR_FREERTOS_EMIT, queue, )
#endif
#ifndef traceQUEUE_SEND_FAILED
#define traceQUEUE_SEND_FAILED(queue) WEIR_FREERTOS_PUT(WEIR_FREERTOS_EMIT, queue, _FAILED)
#endif
#ifndef traceQUEUE_SEND_FROM_ISR
#define traceQUEUE_SEND_FROM_ISR(queue) WEIR_FREERTOS_PUT(WEIR_FREERTOS_EMIT_ISR, queue, )
#endif
#ifndef traceQUEUE_SEND_FROM_ISR_FAILED
#define traceQUEUE_SEND_FROM_ISR_FAILED(queue)                                                     \
    WEIR_FREERTOS_PUT(WEIR_FREERTOS_EMIT_ISR, queue, _FAILED)
#endif
#ifndef traceBLOCKING_ON_QUEUE_SEND /* only queues: giving never blocks */
#define traceBLOCKING_ON_QUEUE_SEND(queue) WEIR_FREERTOS_EMIT(WEIR_RTOS_QUEUE_SEND_WAIT, (queue))
#endif
#ifndef traceQUEUE_RECEIVE
#define traceQUEUE_RECEIVE(queue) WEIR_FREERTOS_GET(WEIR_FREERTOS_EMIT, queue, )
#endif
#ifndef traceQUEUE_RECEIVE_FAILED
#define traceQUEUE_RECEIVE_FAILED(queue) WEIR_FREERTOS_GET(WEIR_FREERTOS_EMIT, queue, _FAILED)
#endif
#ifndef traceQUEUE_RECEIVE_FROM_ISR
#define traceQUEUE_RECEIVE_FROM_ISR(queue) WEIR_FREERTOS_GET(WEIR_FREERTOS_EMIT_ISR, queue, )
#endif
#ifndef traceQUEUE_RECEIVE_FROM_ISR_FAILED
#define traceQUEUE_RECEIVE_FROM_ISR_FAILED(queue)                                                  \
    WEIR_FREERTOS_GET(WEIR_FREERTOS_EMIT_ISR, queue, _FAILED)
#endif
#ifndef traceBLOCKING_ON_QUEUE_RECEIVE
#define traceBLOCKING_ON_QUEUE_RECEIVE(queue) WEIR_FREERTOS_GET(WEIR_FREERTOS_EMIT, queue, _WAIT)
#endif
#ifndef traceBLOCKING_ON_QUEUE_PEEK
#define traceBLOCKING_ON_QUEUE_PEEK(queue) WEIR_FREERTOS_GET(WEIR_FREERTOS_EMIT, queue, _WAIT)
#endif
#ifndef traceQUEUE_PEEK_FROM_ISR
#define traceQUEUE_PEEK_FROM_ISR(queue) WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_QUEUE_PEEK, (queue))
#endif
#ifndef traceQUEUE_PEEK
#define traceQUEUE_PEEK(queue) WEIR_FREERTOS_EMIT(WEIR_RTOS_QUEUE_PEEK, (queue))
#endif
#ifndef traceTASK_NOTIFY
#define traceTASK_NOTIFY(index) WEIR_FREERTOS_EMIT(WEIR_RTOS_NOTIFY, pxTCB)
#endif
#ifndef traceTASK_NOTIFY_FROM_ISR
#define traceTASK_NOTIFY_FROM_ISR(index) WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_NOTIFY, pxTCB)
#endif
#ifndef traceTASK_NOTIFY_GIVE_FROM_ISR
#define traceTASK_NOTIFY_GIVE_FROM_ISR(index) WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_NOTIFY, pxTCB)
#endif
#ifndef traceTASK_NOTIFY_TAKE_BLOCK
#define traceTASK_NOTIFY_TAKE_BLOCK(index) WEIR_FREERTOS_EMIT(WEIR_RTOS_NOTIFY_WAIT, pxCurrentTCB)
#endif
#ifndef traceTASK_NOTIFY_WAIT_BLOCK
#define traceTASK_NOTIFY_WAIT_BLOCK(index) WEIR_FREERTOS_EMIT(WEIR_RTOS_NOTIFY_WAIT, pxCurrentTCB)
#endif
#ifndef traceTASK_NOTIFY_TAKE
#define traceTASK_NOTIFY_TAKE(index) WEIR_FREERTOS_EMIT(WEIR_RTOS_NOTIFY_TAKE, pxCurrentTCB)
#endif
#ifndef traceTASK_NOTIFY_WAIT
#define traceTASK_NOTIFY_WAIT(index) WEIR_FREERTOS_EMIT(WEIR_RTOS_NOTIFY_TAKE, pxCurrentTCB)
#endif
#ifndef traceEVENT_GROUP_CREATE
#define traceEVENT_GROUP_CREATE(group) WEIR_FREERTOS_EMIT(WEIR_RTOS_EVENT_CREATE, (group))
#endif
#ifndef traceEVENT_GROUP_DELETE
#define traceEVENT_GROUP_DELETE(group) WEIR_FREERTOS_EMIT(WEIR_RTOS_EVENT_DELETE, (group))
#endif
#ifndef traceEVENT_GROUP_SET_BITS_FROM_ISR
#define traceEVENT_GROUP_SET_BITS_FROM_ISR(group, bits)                                            \
    WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_EVENT_SET, (group))
#endif
#ifndef traceEVENT_GROUP_CLEAR_BITS_FROM_ISR
#define traceEVENT_GROUP_CLEAR_BITS_FROM_ISR(group, bits)                                          \
    WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_EVENT_CLEAR, (group))
#endif
#ifndef traceEVENT_GROUP_WAIT_BITS_END
#define traceEVENT_GROUP_WAIT_BITS_END(group, bits, timed_out)                                     \
    WEIR_FREERTOS_EITHER(WEIR_FREERTOS_EMIT, timed_out, WEIR_RTOS_EVENT_FAILED,                    \
                         WEIR_RTOS_EVENT_GOT, group)
#endif
#ifndef traceEVENT_GROUP_SYNC_BLOCK
#define traceEVENT_GROUP_SYNC_BLOCK(group, set, bits)                                              \
    WEIR_FREERTOS_EMIT(WEIR_RTOS_EVENT_WAIT, (group))
#endif
#ifndef traceEVENT_GROUP_SYNC_END
#define traceEVENT_GROUP_SYNC_END(group, set, bits, timed_out)                                     \
    WEIR_FREERTOS_EITHER(WEIR_FREERTOS_EMIT, timed_out, WEIR_RTOS_EVENT_FAILED,                    \
                         WEIR_RTOS_EVENT_GOT, group)
#endif
#ifndef traceMALLOC /* value: the block */
#define traceMALLOC(block, bytes)                                                                  \
    WEIR_FREERTOS_EITHER(WEIR_FREERTOS_EMIT_SHARED, block, WEIR_RTOS_MEMORY_TAKE,                  \
                         WEIR_RTOS_MEMORY_TAKE_FAILED, block)
#endif
#ifndef traceFREE
#define traceFREE(block, bytes) WEIR_FREERTOS_EMIT_SHARED(WEIR_RTOS_MEMORY_FREE, (block))
#endif
#ifndef traceEVENT_GROUP_SET_BITS
#define traceEVENT_GROUP_SET_BITS(group, bits) WEIR_FREERTOS_EMIT(WEIR_RTOS_EVENT_SET, (group))
#endif
#ifndef traceEVENT_GROUP_WAIT_BITS_BLOCK
#define traceEVENT_GROUP_WAIT_BITS_BLOCK(group, bits)                                              \
    WEIR_FREERTOS_EMIT(WEIR_RTOS_EVENT_WAIT, (group))
#endif
#ifndef traceEVENT_GROUP_CLEAR_BITS
#define traceEVENT_GROUP_CLEAR_BITS(group, bits) WEIR_FREERTOS_EMIT(WEIR_RTOS_EVENT_CLEAR, (group))
#endif
#ifndef traceSTREAM_BUFFER_CREATE /* V11 adds the kind of buffer */
#define traceSTREAM_BUFFER_CREATE(buffer, ...) WEIR_FREERTOS_EMIT(WEIR_RTOS_STREAM_CREATE, (buffer))
#endif
#ifndef traceSTREAM_BUFFER_DELETE
#define traceSTREAM_BUFFER_DELETE(buffer) WEIR_FREERTOS_EMIT(WEIR_RTOS_STREAM_DELETE, (buffer))
#endif
#ifndef traceBLOCKING_ON_STREAM_BUFFER_SEND
#define traceBLOCKING_ON_STREAM_BUFFER_SEND(buffer)                                                \
    WEIR_FREERTOS_EMIT(WEIR_RTOS_STREAM_SEND_WAIT, (buffer))
#endif
#ifndef traceBLOCKING_ON_STREAM_BUFFER_RECEIVE
#define traceBLOCKING_ON_STREAM_BUFFER_RECEIVE(buffer)                                             \
    WEIR_FREERTOS_EMIT(WEIR_RTOS_STREAM_RECEIVE_WAIT, (buffer))
#endif
#ifndef traceSTREAM_BUFFER_SEND_FAILED
#define traceSTREAM_BUFFER_SEND_FAILED(buffer)                                                     \
    WEIR_FREERTOS_EMIT(WEIR_RTOS_STREAM_SEND_FAILED, (buffer))
#endif
#ifndef traceSTREAM_BUFFER_RECEIVE_FAILED
#define traceSTREAM_BUFFER_RECEIVE_FAILED(buffer)                                                  \
    WEIR_FREERTOS_EMIT(WEIR_RTOS_STREAM_RECEIVE_FAILED, (buffer))
#endif
#ifndef traceSTREAM_BUFFER_SEND
#define traceSTREAM_BUFFER_SEND(buffer, bytes) WEIR_FREERTOS_EMIT(WEIR_RTOS_STREAM_SEND, (buffer))
#endif
#ifndef traceSTREAM_BUFFER_SEND_FROM_ISR
#define traceSTREAM_BUFFER_SEND_FROM_ISR(buffer, bytes)                                            \
    WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_STREAM_SEND, (buffer))
#endif
#ifndef traceSTREAM_BUFFER_RECEIVE
#define traceSTREAM_BUFFER_RECEIVE(buffer, bytes)                                                  \
    WEIR_FREERTOS_EMIT(WEIR_RTOS_STREAM_RECEIVE, (buffer))
#endif
#ifndef traceSTREAM_BUFFER_RECEIVE_FROM_ISR
#define traceSTREAM_BUFFER_RECEIVE_FROM_ISR(buffer, bytes)                                         \
    WEIR_FREERTOS_EMIT_ISR(WEIR_RTOS_STREAM_RECEIVE, (buffer))
#endif
#else
#define WEIR_FREERTOS_QUEUE_DELETED(queue) ((void)0)
#endif
#endif

#endif
