/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel of the miniature of ThreadX; tx_api.h documents it. */
#include "tx_api.h"

#include "soc.h"

TX_THREAD *volatile _tx_thread_current_ptr, *volatile _tx_thread_execute_ptr;
volatile ULONG _tx_thread_system_state = 0xf0f0f0f0; /* initialization */
volatile UINT _tx_thread_preempt_disable;
static TX_THREAD *created;

VOID _tx_thread_schedule(VOID);
VOID _tx_thread_system_return(VOID);

static void choose(void)
{
    TX_THREAD *thread = created;
    while (thread && thread->tx_thread_state != TX_READY)
        thread = thread->next;
    _tx_thread_execute_ptr = thread;
}

/* Called with interrupts masked. If a thread called, switches to the thread that should run. */
static void system_resume(TX_THREAD *thread)
{
    const UINT before = thread->tx_thread_state;
    thread->tx_thread_state = TX_READY;
    choose();
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_THREAD_RESUME, thread, before, &before, _tx_thread_execute_ptr,
                            TX_TRACE_INTERNAL_EVENTS)
    if (!_tx_thread_system_state && _tx_thread_execute_ptr != _tx_thread_current_ptr)
        _tx_thread_system_return();
}

static void system_suspend(UINT state, VOID *object, ULONG wait)
{
    TX_THREAD *const thread = _tx_thread_current_ptr;
    thread->tx_thread_state = state;
    thread->waits_for = object;
    thread->wait = wait;
    choose();
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_THREAD_SUSPEND, thread, state, &state, _tx_thread_execute_ptr,
                            TX_TRACE_INTERNAL_EVENTS)
    _tx_thread_system_return();
}

static int resume_who_waits(VOID *object)
{
    for (TX_THREAD *thread = created; thread; thread = thread->next) {
        if (thread->tx_thread_state != TX_READY && thread->waits_for == object) {
            system_resume(thread);
            return 1;
        }
    }
    return 0;
}

VOID tx_kernel_enter(VOID)
{
    tx_application_define(NULL);
    _tx_thread_system_state = 0;
    __asm__ volatile("csrw mie, %0" : : "r"(1u << 7 | 1u << 11));
    _tx_thread_schedule();
}

static void begin(void)
{
    _tx_thread_current_ptr->entry(0);
    for (;;)
        tx_thread_sleep(1000000);
}

UINT tx_thread_create(TX_THREAD *thread, CHAR *name, VOID (*entry)(ULONG), UINT priority)
{
    ULONG *const frame = thread->stack + sizeof thread->stack / sizeof *thread->stack - 32;
    frame[0] = 1;
    frame[2] = (ULONG)(uintptr_t)begin;
    __asm__ volatile("mv %0, gp" : "=r"(frame[3]));
    __asm__ volatile("mv %0, tp" : "=r"(frame[4]));
    thread->tx_thread_stack_ptr = frame;
    thread->tx_thread_name = name;
    thread->tx_thread_priority = priority;
    thread->entry = entry;
    TX_TRACE_OBJECT_REGISTER(TX_TRACE_OBJECT_TYPE_THREAD, thread, name, thread->stack,
                             sizeof thread->stack)
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_THREAD_CREATE, thread, priority, thread->stack,
                            sizeof thread->stack, TX_TRACE_THREAD_EVENTS)
    TX_THREAD **place = &created;
    while (*place && (*place)->tx_thread_priority <= priority)
        place = &(*place)->next;
    thread->next = *place;
    *place = thread;
    system_resume(thread);
    return TX_SUCCESS;
}

UINT tx_thread_sleep(ULONG ticks)
{
    const uint32_t lock = soc_irq_save();
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_THREAD_SLEEP, ticks, _tx_thread_current_ptr->tx_thread_state,
                            &ticks, 0, TX_TRACE_THREAD_EVENTS)
    system_suspend(TX_SLEEP, NULL, ticks);
    soc_irq_restore(lock);
    return TX_SUCCESS;
}

VOID _tx_timer_interrupt(VOID)
{
    for (TX_THREAD *thread = created; thread; thread = thread->next)
        if (thread->tx_thread_state == TX_SLEEP && --thread->wait == 0)
            system_resume(thread);
}

UINT tx_semaphore_create(TX_SEMAPHORE *semaphore, CHAR *name, ULONG count)
{
    *semaphore = (TX_SEMAPHORE){.tx_semaphore_name = name, .tx_semaphore_count = count};
    TX_TRACE_OBJECT_REGISTER(TX_TRACE_OBJECT_TYPE_SEMAPHORE, semaphore, name, count, 0)
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_SEMAPHORE_CREATE, semaphore, count, &semaphore, 0,
                            TX_TRACE_SEMAPHORE_EVENTS)
    return TX_SUCCESS;
}

UINT tx_semaphore_get(TX_SEMAPHORE *semaphore, ULONG wait)
{
    const uint32_t lock = soc_irq_save();
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_SEMAPHORE_GET, semaphore, wait, semaphore->tx_semaphore_count,
                            &wait, TX_TRACE_SEMAPHORE_EVENTS)
    if (semaphore->tx_semaphore_count)
        semaphore->tx_semaphore_count--;
    else {
        semaphore->tx_semaphore_suspended_count++;
        system_suspend(TX_SEMAPHORE_SUSP, semaphore, wait);
    }
    soc_irq_restore(lock);
    return TX_SUCCESS;
}

UINT tx_semaphore_put(TX_SEMAPHORE *semaphore)
{
    const uint32_t lock = soc_irq_save();
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_SEMAPHORE_PUT, semaphore, semaphore->tx_semaphore_count,
                            semaphore->tx_semaphore_suspended_count, &semaphore,
                            TX_TRACE_SEMAPHORE_EVENTS)
    if (semaphore->tx_semaphore_suspended_count) {
        semaphore->tx_semaphore_suspended_count--;
        resume_who_waits(semaphore);
    } else
        semaphore->tx_semaphore_count++;
    soc_irq_restore(lock);
    return TX_SUCCESS;
}

UINT tx_queue_create(TX_QUEUE *queue, CHAR *name, ULONG *start, ULONG capacity)
{
    *queue = (TX_QUEUE){
        .tx_queue_name = name, .tx_queue_start = start, .tx_queue_capacity = capacity};
    TX_TRACE_OBJECT_REGISTER(TX_TRACE_OBJECT_TYPE_QUEUE, queue, name, 4 * capacity, 1)
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_CREATE, queue, 1, start, 4 * capacity,
                            TX_TRACE_QUEUE_EVENTS)
    return TX_SUCCESS;
}

UINT tx_queue_send(TX_QUEUE *queue, VOID *message, ULONG wait)
{
    const uint32_t lock = soc_irq_save();
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_SEND, queue, message, wait, queue->tx_queue_enqueued,
                            TX_TRACE_QUEUE_EVENTS)
    const int full = queue->tx_queue_enqueued == queue->tx_queue_capacity;
    if (!full) {
        queue->tx_queue_start[(queue->first + queue->tx_queue_enqueued++) %
                              queue->tx_queue_capacity] = *(ULONG *)message;
        resume_who_waits(queue);
    }
    soc_irq_restore(lock);
    return full ? TX_QUEUE_FULL : TX_SUCCESS;
}

UINT tx_queue_receive(TX_QUEUE *queue, VOID *message, ULONG wait)
{
    const uint32_t lock = soc_irq_save();
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_RECEIVE, queue, message, wait, queue->tx_queue_enqueued,
                            TX_TRACE_QUEUE_EVENTS)
    while (!queue->tx_queue_enqueued)
        system_suspend(TX_QUEUE_SUSP, queue, wait);
    *(ULONG *)message = queue->tx_queue_start[queue->first];
    queue->first = (queue->first + 1) % queue->tx_queue_capacity;
    queue->tx_queue_enqueued--;
    soc_irq_restore(lock);
    return TX_SUCCESS;
}

/* As in ThreadX: without a buffer, which tx_trace_enable gives, a user event is an error, and the
 * filter is bits that the macro of an event reads. The glue replaces these. */
static VOID *buffer;
ULONG _tx_trace_event_enable_bits;

__attribute__((weak)) UINT tx_trace_user_event_insert(ULONG event, ULONG first, ULONG second,
                                                      ULONG third, ULONG fourth)
{
    if (!buffer)
        return TX_NOT_DONE;
    const uint32_t lock = soc_irq_save();
    TX_TRACE_IN_LINE_INSERT(event, first, second, third, fourth, TX_TRACE_USER_EVENTS)
    soc_irq_restore(lock);
    return TX_SUCCESS;
}

__attribute__((weak)) UINT tx_trace_event_filter(ULONG groups)
{
    _tx_trace_event_enable_bits &= ~groups;
    return TX_SUCCESS;
}

__attribute__((weak)) UINT tx_trace_event_unfilter(ULONG groups)
{
    _tx_trace_event_enable_bits |= groups;
    return TX_SUCCESS;
}

VOID tx_trace_isr_enter_insert(ULONG isr)
{
    ULONG stack = 0;
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_ISR_ENTER, &stack, isr, _tx_thread_system_state,
                            _tx_thread_preempt_disable, TX_TRACE_INTERNAL_EVENTS)
}

VOID tx_trace_isr_exit_insert(ULONG isr)
{
    ULONG stack = 0;
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_ISR_EXIT, &stack, isr, _tx_thread_system_state,
                            _tx_thread_preempt_disable, TX_TRACE_INTERNAL_EVENTS)
}
