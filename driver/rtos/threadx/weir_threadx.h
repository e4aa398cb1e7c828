/* SPDX-License-Identifier: Apache-2.0 */
/* Glue for ThreadX: what ThreadX would record in its own trace buffer goes to the unit, one event
 * each. Put this into tx_user.h (and define TX_INCLUDE_USER_DEFINE_FILE, as always for that file):
 *
 *     #define TX_ENABLE_EVENT_TRACE
 *     #define WEIR_THREADX_HANDLE weir      (a global `struct weir weir`)
 *     #include "weir_threadx.h"
 *
 * and compile weir_threadx.c instead of ThreadX's tx_trace_object_register.c and
 * tx_trace_object_unregister.c, and
 * ../weir_rtos.c. Call weir_init before tx_kernel_enter, since ThreadX creates objects of its own
 * there.
 *
 * Switches need nothing: the unit sees them (weir_snoop of &_tx_thread_current_ptr; NULL is idle).
 *
 * The id of a ThreadX event is WEIR_ID_THREADX + its number, its value the first information field
 * (of ISR_ENTER and ISR_EXIT the number of the ISR). So `weir convert --to txtb` gives TraceX
 * ThreadX's own events, and no table of names is needed. THREAD_RESUME and THREAD_SUSPEND mean a
 * switch to TraceX, which the unit tells: they become THREAD_READY and THREAD_SUSPEND of
 * weir_rtos.h. TIME_SLICE and RUNNING are left out for the same reason. User events (4096 + n)
 * become events of id n. */
#ifndef WEIR_THREADX_H
#define WEIR_THREADX_H

#include "weir.h"
#include "weir_rtos.h"

/* The groups of events that are recorded: a sum of ThreadX's TX_TRACE_..._EVENTS. */
#ifndef WEIR_THREADX_EVENTS
    #define WEIR_THREADX_EVENTS 0xffffffffu
#endif

/* Objects that are no threads and whose names can be repeated. */
#ifndef WEIR_THREADX_OBJECTS
    #define WEIR_THREADX_OBJECTS 32
#endif

extern struct weir WEIR_THREADX_HANDLE;

/* Emits the name of one object, or of one thread, the next each time: call it from time to time
 * from a thread. */
void weir_threadx_names_repeat(void);

/* `event` is known when compiling: one pair of stores is left of this. ThreadX calls it with
 * interrupts masked. */
WEIR_INLINE void weir_threadx_event(uint32_t event, uint32_t first, uint32_t second,
                                    uint32_t system_state)
{
    enum {
        RESUME = 1,
        SUSPEND = 2,
        ISR_ENTER = 3,
        ISR_EXIT = 4,
        TIME_SLICE = 5,
        RUNNING = 6,
        USER = 4096
    };
    const uint32_t id = event == RESUME    ? WEIR_RTOS_THREAD_READY
                        : event == SUSPEND ? WEIR_RTOS_THREAD_SUSPEND
                        : event >= USER    ? event - USER
                                           : WEIR_ID_THREADX + event;
    const uint32_t value = event == ISR_ENTER || event == ISR_EXIT ? second : first;
    if (event == TIME_SLICE || event == RUNNING)
        return;
    if (system_state) /* a handler, or initialization */
        weir_emit_isr(&WEIR_THREADX_HANDLE, (uint16_t)id, value);
    else
        weir_emit(&WEIR_THREADX_HANDLE, (uint16_t)id, value);
}

/* ThreadX's hook; it may be defined before tx_trace.h would. The third and the fourth field are not
 * carried. */
#define TX_TRACE_IN_LINE_INSERT(event, first, second, third, fourth, group)                        \
    {                                                                                              \
        (void)(third);                                                                             \
        (void)(fourth);                                                                            \
        if ((group)&WEIR_THREADX_EVENTS)                                                           \
            weir_threadx_event((uint32_t)(event), (uint32_t)(uintptr_t)(first),                    \
                               (uint32_t)(uintptr_t)(second),                                      \
                               (uint32_t)TX_THREAD_GET_SYSTEM_STATE());                            \
    }

#endif
