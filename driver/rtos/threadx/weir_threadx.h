/* SPDX-License-Identifier: Apache-2.0 */
/* Glue for ThreadX: each event that ThreadX would record in its own trace buffer goes to the unit.
 * Put this into tx_user.h (and define TX_INCLUDE_USER_DEFINE_FILE, as always for that file):
 *
 *     #define TX_ENABLE_EVENT_TRACE
 *     #define WEIR_THREADX_HANDLE weir      (a global `struct weir weir`)
 *     #include "weir_threadx.h"
 *
 * Compile weir_threadx.c instead of ThreadX's tx_trace_object_register.c and
 * tx_trace_object_unregister.c, and also ../weir_rtos.c. Call weir_init before tx_kernel_enter,
 * which creates objects of ThreadX itself.
 *
 * Switches need no glue: the unit sees them (weir_snoop of &_tx_thread_current_ptr; NULL is idle).
 *
 * The id of a ThreadX event is WEIR_ID_THREADX + its number, the value its first information field
 * (for ISR_ENTER and ISR_EXIT the number of the ISR). So `weir convert --to txtb` writes ThreadX's
 * own events for TraceX, and no table of names is needed. THREAD_RESUME and THREAD_SUSPEND become
 * THREAD_READY and THREAD_SUSPEND of weir_rtos.h, since TraceX takes them as switches, which the
 * unit reports. TIME_SLICE and RUNNING are not recorded for the same reason. User events (4096 + n)
 * become events of id n. */
#ifndef WEIR_THREADX_H
#define WEIR_THREADX_H

#include "weir.h"
#include "weir_rtos.h"

/* Recorded groups of events: a sum of ThreadX's TX_TRACE_..._EVENTS */
#ifndef WEIR_THREADX_EVENTS
    #define WEIR_THREADX_EVENTS 0xffffffffu
#endif

/* Size of the table of names of objects other than threads, for weir_threadx_names_repeat */
#ifndef WEIR_THREADX_OBJECTS
    #define WEIR_THREADX_OBJECTS 32
#endif

extern struct weir WEIR_THREADX_HANDLE;

/* Emits the name of one object or thread, the next at each call. Call it now and then from one
 * thread. */
void weir_threadx_names_repeat(void);

/* `event` is a constant, so this compiles to two stores. ThreadX calls it with interrupts masked.
 */
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

/* ThreadX's hook, which tx_trace.h leaves alone if it is defined. The third and fourth field are
 * not recorded. */
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
