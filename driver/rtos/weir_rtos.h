/* SPDX-License-Identifier: Apache-2.0 */
/* Events of an RTOS, besides thread switches: the ids that the glue of every kernel uses, and their
 * names.
 *
 * The value is the address of the object (a queue, a thread ...) unless the list gives another.
 * COM: communication between threads. SYS: the kernel itself. Events of handlers go through the
 * interrupt port. This header needs no other, so that hooks inside a kernel can include it.
 *
 * To let readers show the names, put them into the configuration:
 *
 *     static const struct weir_event_name events[] = {{1, "sample"}, WEIR_RTOS_EVENT_NAMES};
 */
#ifndef WEIR_RTOS_H
#define WEIR_RTOS_H

/* X(name, id, text) */
/* clang-format off */
#define WEIR_RTOS_EVENTS(X)                                                                        \
    X(QUEUE_SEND, 0x4110, "queue send")                                                            \
    X(QUEUE_SEND_WAIT, 0x4111, "queue send waits")                                                 \
    X(QUEUE_SEND_FAILED, 0x4112, "queue send failed")                                              \
    X(QUEUE_RECEIVE, 0x4114, "queue receive")                                                      \
    X(QUEUE_RECEIVE_WAIT, 0x4115, "queue receive waits")                                           \
    X(QUEUE_RECEIVE_FAILED, 0x4116, "queue receive failed")                                        \
    X(QUEUE_PEEK, 0x4118, "queue peek")                                                            \
    X(QUEUE_CREATE, 0x411e, "queue create")                                                        \
    X(QUEUE_DELETE, 0x411f, "queue delete")                                                        \
    X(SEMAPHORE_GIVE, 0x4120, "semaphore give")                                                    \
    X(SEMAPHORE_GIVE_FAILED, 0x4122, "semaphore give failed")                                      \
    X(SEMAPHORE_TAKE, 0x4124, "semaphore take")                                                    \
    X(SEMAPHORE_TAKE_WAIT, 0x4125, "semaphore take waits")                                         \
    X(SEMAPHORE_TAKE_FAILED, 0x4126, "semaphore take failed")                                      \
    X(SEMAPHORE_CREATE, 0x412e, "semaphore create")                                                \
    X(SEMAPHORE_DELETE, 0x412f, "semaphore delete")                                                \
    X(MUTEX_GIVE, 0x4130, "mutex give")                                                            \
    X(MUTEX_GIVE_FAILED, 0x4132, "mutex give failed")                                              \
    X(MUTEX_TAKE, 0x4134, "mutex take")                                                            \
    X(MUTEX_TAKE_WAIT, 0x4135, "mutex take waits")                                                 \
    X(MUTEX_TAKE_FAILED, 0x4136, "mutex take failed")                                              \
    X(MUTEX_CREATE, 0x413e, "mutex create")                                                        \
    X(MUTEX_DELETE, 0x413f, "mutex delete")                                                        \
    X(NOTIFY, 0x4140, "notify") /* value: the thread that is notified */                           \
    X(NOTIFY_TAKE, 0x4144, "notify taken") /* value: the thread that takes it */                   \
    X(NOTIFY_WAIT, 0x4145, "notify waits") /* value: the thread that waits */                      \
    X(EVENT_SET, 0x4150, "event set")                                                              \
    X(EVENT_GOT, 0x4154, "event got")                                                              \
    X(EVENT_WAIT, 0x4155, "event waits")                                                           \
    X(EVENT_CLEAR, 0x4156, "event clear")                                                          \
    X(EVENT_FAILED, 0x4157, "event failed")                                                        \
    X(EVENT_CREATE, 0x415e, "event create")                                                        \
    X(EVENT_DELETE, 0x415f, "event delete")                                                        \
    X(STREAM_SEND, 0x4160, "stream send")                                                          \
    X(STREAM_SEND_WAIT, 0x4161, "stream send waits")                                               \
    X(STREAM_SEND_FAILED, 0x4162, "stream send failed")                                            \
    X(STREAM_RECEIVE, 0x4164, "stream receive")                                                    \
    X(STREAM_RECEIVE_WAIT, 0x4165, "stream receive waits")                                         \
    X(STREAM_RECEIVE_FAILED, 0x4166, "stream receive failed")                                      \
    X(STREAM_CREATE, 0x416e, "stream create")                                                      \
    X(STREAM_DELETE, 0x416f, "stream delete")                                                      \
    X(CONDITION_SIGNAL, 0x4170, "condition signal")                                                \
    X(CONDITION_BROADCAST, 0x4171, "condition broadcast")                                          \
    X(CONDITION_MET, 0x4174, "condition met")                                                      \
    X(CONDITION_WAIT, 0x4175, "condition waits")                                                   \
    X(CONDITION_FAILED, 0x4176, "condition failed")                                                \
    X(CONDITION_CREATE, 0x417e, "condition create")                                                \
    X(MAILBOX_SEND, 0x4180, "mailbox send")                                                        \
    X(MAILBOX_SEND_WAIT, 0x4181, "mailbox send waits")                                             \
    X(MAILBOX_RECEIVE, 0x4184, "mailbox receive")                                                  \
    X(MAILBOX_RECEIVE_WAIT, 0x4185, "mailbox receive waits")                                       \
    X(MAILBOX_RECEIVE_FAILED, 0x4186, "mailbox receive failed")                                    \
    X(MAILBOX_CREATE, 0x418e, "mailbox create")                                                    \
    X(MEMORY_FREE, 0x4190, "memory free")                                                          \
    X(MEMORY_TAKE, 0x4194, "memory take")                                                          \
    X(MEMORY_TAKE_WAIT, 0x4195, "memory take waits")                                               \
    X(MEMORY_TAKE_FAILED, 0x4196, "memory take failed")                                            \
    X(MEMORY_CREATE, 0x419e, "memory create")                                                      \
    X(POLL_SIGNAL, 0x41a0, "poll signal")                                                          \
    X(POLL_READY, 0x41a4, "poll ready") /* value: the list of poll events */                       \
    X(POLL_WAIT, 0x41a5, "poll waits") /* value: the list of poll events */                        \
    X(POLL_FAILED, 0x41a6, "poll failed") /* value: the list of poll events */                     \
    X(WORK_SUBMIT, 0x41b0, "work submit")                                                          \
    X(WORK_SCHEDULE, 0x41b1, "work schedule")                                                      \
    X(WORK_CANCEL, 0x41b6, "work cancel")                                                          \
    X(THREAD_CREATE, 0xc110, "thread create") /* value: the thread */                              \
    X(THREAD_DELETE, 0xc111, "thread delete") /* value: the thread */                              \
    X(THREAD_READY, 0xc112, "thread ready") /* value: the thread */                                \
    X(THREAD_SUSPEND, 0xc113, "thread suspend") /* value: the thread */                            \
    X(THREAD_RESUME, 0xc114, "thread resume") /* value: the thread */                              \
    X(THREAD_PRIORITY, 0xc115, "thread priority") /* value: the new priority */                    \
    X(THREAD_SLEEP, 0xc116, "thread sleep") /* value: the thread */                                \
    X(STACK, 0xc117, "stack") /* value: the thread of the next stack free */                       \
    X(STACK_FREE, 0xc118, "stack free") /* value: bytes never used */                              \
    X(ISR_ENTER, 0xc120, "isr enter") /* value: cause */                                           \
    X(ISR_EXIT, 0xc121, "isr exit") /* value: cause */                                             \
    X(TICK, 0xc122, "tick") /* value: ticks before it */                                           \
    X(TIMER, 0xc123, "timer") /* value: the timer that expired */                                  \
    X(IDLE, 0xc124, "idle") /* value: 0 */                                                         \
    X(TIMER_START, 0xc125, "timer start") /* value: the timer */                                   \
    X(TIMER_STOP, 0xc126, "timer stop") /* value: the timer */                                     \
    X(IRQ, 0xc127, "irq") /* value: source at the interrupt controller */
/* clang-format on */

#define WEIR_RTOS_ID_(name, id, text) WEIR_RTOS_##name = id,
enum { WEIR_RTOS_EVENTS(WEIR_RTOS_ID_) };

#define WEIR_RTOS_NAME_(name, id, text) {id, text},
#define WEIR_RTOS_EVENT_NAMES WEIR_RTOS_EVENTS(WEIR_RTOS_NAME_)

#endif
