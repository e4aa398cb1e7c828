/* SPDX-License-Identifier: Apache-2.0 */
/* Events of an RTOS, besides thread switches: the ids that the glue of every kernel uses, and their
 * names.
 *
 * The value is the address of the object (a queue, a thread ...) unless the list gives another.
 * COM: communication between threads. SYS: the kernel itself. Events of handlers go through the
 * interrupt port.
 *
 * To let readers show the names, put them into the configuration:
 *
 *     static const struct weir_event_name events[] = {{1, "sample"}, WEIR_RTOS_EVENT_NAMES};
 */
#ifndef WEIR_RTOS_H
#define WEIR_RTOS_H

#include "weir.h"

/* X(name, id, text) */
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
    X(NOTIFY, 0x4140, "notify")            /* value: the thread that is notified */                \
    X(NOTIFY_WAIT, 0x4145, "notify waits") /* value: the thread that waits */                      \
    X(EVENT_SET, 0x4150, "event set")                                                              \
    X(EVENT_WAIT, 0x4155, "event waits")                                                           \
    X(EVENT_CLEAR, 0x4156, "event clear")                                                          \
    X(STREAM_SEND, 0x4160, "stream send")                                                          \
    X(STREAM_RECEIVE, 0x4164, "stream receive")                                                    \
    X(THREAD_CREATE, 0xc110, "thread create")     /* value: the thread */                          \
    X(THREAD_DELETE, 0xc111, "thread delete")     /* value: the thread */                          \
    X(THREAD_READY, 0xc112, "thread ready")       /* value: the thread */                          \
    X(THREAD_SUSPEND, 0xc113, "thread suspend")   /* value: the thread */                          \
    X(THREAD_RESUME, 0xc114, "thread resume")     /* value: the thread */                          \
    X(THREAD_PRIORITY, 0xc115, "thread priority") /* value: the new priority */                    \
    X(THREAD_SLEEP, 0xc116, "thread sleep")       /* value: the thread */                          \
    X(ISR_ENTER, 0xc120, "isr enter")             /* value: cause */                               \
    X(ISR_EXIT, 0xc121, "isr exit")               /* value: cause */                               \
    X(TICK, 0xc122, "tick")                       /* value: ticks before it */                     \
    X(TIMER, 0xc123, "timer")                     /* value: the timer that expired */              \
    X(IDLE, 0xc124, "idle")                       /* value: 0 */

#define WEIR_RTOS_ID_(name, id, text) WEIR_RTOS_##name = id,
enum { WEIR_RTOS_EVENTS(WEIR_RTOS_ID_) };

#define WEIR_RTOS_NAME_(name, id, text) {id, text},
#define WEIR_RTOS_EVENT_NAMES WEIR_RTOS_EVENTS(WEIR_RTOS_NAME_)

#endif
