/* SPDX-License-Identifier: Apache-2.0 */
/* A miniature of ThreadX for tests of the glue and the trace: names, the first members of control
 * blocks, trace events with their information fields, the object registry, and the switch sequence
 * of the port for RV32 (kernel.c, switch.S). Written from the documentation; contains no code of
 * ThreadX. */
#ifndef TX_API_H
#define TX_API_H

#include <stddef.h>
#include <stdint.h>

#include "tx_user.h"

typedef void VOID;
typedef char CHAR;
typedef unsigned char UCHAR;
typedef unsigned int UINT;
typedef unsigned long ULONG;

typedef struct TX_THREAD_STRUCT {
    ULONG tx_thread_id, tx_thread_run_count;
    VOID *tx_thread_stack_ptr;
    CHAR *tx_thread_name;
    UINT tx_thread_priority, tx_thread_state;
    ULONG wait;      /* remaining ticks of sleep, or TX_WAIT_FOREVER */
    VOID *waits_for; /* semaphore or queue */
    VOID (*entry)(ULONG);
    struct TX_THREAD_STRUCT *next; /* all threads, by priority */
    ULONG stack[256];
} TX_THREAD;

typedef struct {
    ULONG tx_semaphore_count, tx_semaphore_suspended_count;
    CHAR *tx_semaphore_name;
} TX_SEMAPHORE;

typedef struct {
    ULONG tx_queue_enqueued, tx_queue_capacity, first;
    CHAR *tx_queue_name;
    ULONG *tx_queue_start;
} TX_QUEUE;

enum { TX_SUCCESS = 0, TX_QUEUE_FULL = 0x0b, TX_NOT_DONE = 0x20 };
enum { TX_READY = 0, TX_SLEEP = 4, TX_QUEUE_SUSP = 5, TX_SEMAPHORE_SUSP = 6 };
#define TX_WAIT_FOREVER 0xffffffffUL
#define TX_NO_WAIT 0UL

/* Numbers and groups of events, and types of objects. */
#define TX_TRACE_THREAD_RESUME 1
#define TX_TRACE_THREAD_SUSPEND 2
#define TX_TRACE_ISR_ENTER 3
#define TX_TRACE_ISR_EXIT 4
#define TX_TRACE_TIME_SLICE 5
#define TX_TRACE_QUEUE_CREATE 60
#define TX_TRACE_QUEUE_RECEIVE 68
#define TX_TRACE_QUEUE_SEND 69
#define TX_TRACE_SEMAPHORE_CREATE 81
#define TX_TRACE_SEMAPHORE_GET 83
#define TX_TRACE_SEMAPHORE_PUT 88
#define TX_TRACE_THREAD_CREATE 100
#define TX_TRACE_THREAD_SLEEP 112
#define TX_TRACE_INTERNAL_EVENTS 0x0001UL
#define TX_TRACE_QUEUE_EVENTS 0x0040UL
#define TX_TRACE_SEMAPHORE_EVENTS 0x0080UL
#define TX_TRACE_THREAD_EVENTS 0x0100UL
#define TX_TRACE_USER_EVENTS 0x80000000UL
#define TX_TRACE_OBJECT_TYPE_THREAD ((UCHAR)1)
#define TX_TRACE_OBJECT_TYPE_QUEUE ((UCHAR)3)
#define TX_TRACE_OBJECT_TYPE_SEMAPHORE ((UCHAR)4)
#define TX_TRACE_OBJECT_REGISTER(type, object, name, a, b)                                         \
    _tx_trace_object_register((UCHAR)(type), (VOID *)(object), (CHAR *)(name), (ULONG)(a),         \
                              (ULONG)(b));
#define TX_TRACE_OBJECT_UNREGISTER(object) _tx_trace_object_unregister((VOID *)(object));
VOID _tx_trace_object_register(UCHAR type, VOID *object, CHAR *name, ULONG parameter_1,
                               ULONG parameter_2);
VOID _tx_trace_object_unregister(VOID *object);

#define TX_INTERRUPT_SAVE_AREA uint32_t interrupt_save;
#define TX_DISABLE __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(interrupt_save) : : "memory");
#define TX_RESTORE __asm__ volatile("csrs mstatus, %0" : : "r"(interrupt_save & 8) : "memory");
extern ULONG _tx_trace_event_enable_bits;

extern TX_THREAD *volatile _tx_thread_current_ptr, *volatile _tx_thread_execute_ptr;
extern volatile ULONG
    _tx_thread_system_state; /* 0: a thread runs; else the depth of interrupts, or initialization */
extern volatile UINT _tx_thread_preempt_disable;
#define TX_THREAD_GET_SYSTEM_STATE() _tx_thread_system_state

VOID tx_kernel_enter(VOID);
VOID tx_application_define(VOID *first_unused_memory);
UINT tx_thread_create(TX_THREAD *thread, CHAR *name, VOID (*entry)(ULONG), UINT priority);
UINT tx_thread_sleep(ULONG ticks);
UINT tx_semaphore_create(TX_SEMAPHORE *semaphore, CHAR *name, ULONG count);
UINT tx_semaphore_get(TX_SEMAPHORE *semaphore, ULONG wait);
UINT tx_semaphore_put(TX_SEMAPHORE *semaphore);
UINT tx_queue_create(TX_QUEUE *queue, CHAR *name, ULONG *start,
                     ULONG capacity); /* messages of one word */
UINT tx_queue_send(TX_QUEUE *queue, VOID *message, ULONG wait);
UINT tx_queue_receive(TX_QUEUE *queue, VOID *message, ULONG wait);
#define tx_trace_user_event_insert _tx_trace_user_event_insert
#define tx_trace_event_filter _tx_trace_event_filter
#define tx_trace_event_unfilter _tx_trace_event_unfilter
UINT tx_trace_user_event_insert(ULONG event, ULONG first, ULONG second, ULONG third, ULONG fourth);
UINT tx_trace_event_filter(ULONG groups);
UINT tx_trace_event_unfilter(ULONG groups);
VOID tx_trace_isr_enter_insert(ULONG isr);
VOID tx_trace_isr_exit_insert(ULONG isr);
VOID _tx_timer_interrupt(VOID); /* called by the timer's handler */

#endif
