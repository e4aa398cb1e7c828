/* SPDX-License-Identifier: Apache-2.0 */
/* Glue for ThreadX: each event that ThreadX would record in its own trace buffer goes to the unit.
 * Put this into tx_user.h (and define TX_INCLUDE_USER_DEFINE_FILE, as always for that file):
 *
 *     #define TX_ENABLE_EVENT_TRACE
 *     #define WEIR_THREADX_HANDLE weir      (a global `struct weir weir`)
 *     #include "weir_threadx.h"
 *
 * Compile weir_threadx.c. It replaces five files of ThreadX: tx_trace_object_register.c,
 * tx_trace_object_unregister.c, tx_trace_user_event_insert.c, tx_trace_event_filter.c and
 * tx_trace_event_unfilter.c. Call weir_init before tx_kernel_enter, which creates objects of
 * ThreadX itself. tx_trace_enable is not needed.
 *
 * Switches need no glue: the unit sees them (weir_snoop of &_tx_thread_current_ptr; NULL is idle).
 *
 * An event of one field is two stores, or behind the filter of its group one store with WEIR_WINDOW
 * and one instruction without a store with WEIR_HINT (weir_hooks.h). Set WEIR_WINDOW_THIRD to
 * WEIR_ID_THREADX, 0x5000, for all files: without it ThreadX's ids are out of reach of both.
 *
 * The id of a ThreadX event is WEIR_ID_THREADX + its number, the value its first information field.
 * With WEIR_THREADX_ARGS above 1 the next fields are extra arguments. So `weir convert --to txtb`
 * writes ThreadX's own events for TraceX, and no table of names is needed. Exceptions:
 *
 *     ISR_ENTER, ISR_EXIT              isr enter, isr exit of weir_rtos.h: readers show intervals.
 *                                      The value is the number of the ISR
 *     THREAD_RESUME, THREAD_SUSPEND    thread ready, thread suspend of weir_rtos.h: TraceX takes
 *                                      them as switches, which the unit reports
 *     TIME_SLICE, RUNNING              not recorded, for the same reason
 *     user events, 4096 + n            events of id n
 *
 * For ThreadX on one hart: weir_threadx.c does not compile for ThreadX SMP. */
#ifndef WEIR_THREADX_H
#define WEIR_THREADX_H

#include "weir.h"
#include "weir_rtos.h"

/* Recorded groups of events: a sum of ThreadX's TX_TRACE_..._EVENTS. tx_trace_event_filter selects
 * among them at run time. */
#ifndef WEIR_THREADX_EVENTS
#define WEIR_THREADX_EVENTS 0xffffffffu
#endif

/* Information fields of an event that are recorded, 1 to 4. Each above the first costs a store. The
 * unit must have as many values per event (ARGS). */
#ifndef WEIR_THREADX_ARGS
    #define WEIR_THREADX_ARGS 1
#endif

extern struct weir WEIR_THREADX_HANDLE;

/* weir_threadx_port_N: where the events of group 1 << N go: to the interrupt port, or, if the group
 * is filtered out, to memory that nobody reads; with WEIR_HINT or WEIR_WINDOW 0. ThreadX calls the
 * hook with interrupts masked, so nothing comes between the stores of an event. Variables and no
 * array: GCC loads an element of an array in one instruction more.
 *
 * With WEIR_WINDOW it is the middle of the port's event window, so that the offset of each id fits
 * into a store. */
#if defined(WEIR_HINT) && WEIR_HINT
    #define WEIR_THREADX_HINT 1
#elif defined(WEIR_WINDOW) && WEIR_WINDOW
    #define WEIR_THREADX_WINDOW 1
    #define WEIR_THREADX_MIDDLE (WEIR_REG_HART_WINDOW + 0x800u)
#endif
#define WEIR_THREADX_GROUPS(X)                                                                     \
    X(0)                                                                                           \
    X(1)                                                                                           \
    X(2)                                                                                           \
    X(3)                                                                                           \
    X(4)                                                                                           \
    X(5)                                                                                           \
    X(6)                                                                                           \
    X(7)                                                                                           \
    X(8)                                                                                           \
    X(9)                                                                                           \
    X(10)                                                                                          \
    X(11)                                                                                          \
    X(12)                                                                                          \
    X(13)                                                                                          \
    X(14)                                                                                          \
    X(15)                                                                                          \
    X(16)                                                                                          \
    X(17)                                                                                          \
    X(18)                                                                                          \
    X(19)                                                                                          \
    X(20)                                                                                          \
    X(21)                                                                                          \
    X(22)                                                                                          \
    X(23)                                                                                          \
    X(24)                                                                                          \
    X(25)                                                                                          \
    X(26)                                                                                          \
    X(27)                                                                                          \
    X(28)                                                                                          \
    X(29)                                                                                          \
    X(30)                                                                                          \
    X(31)
#define WEIR_THREADX_DECLARE_(n) extern uintptr_t weir_threadx_port_##n;
WEIR_THREADX_GROUPS(WEIR_THREADX_DECLARE_)

WEIR_INLINE uintptr_t weir_threadx_port(uint32_t group)
{
#define WEIR_THREADX_SELECT_(n) group == 1u << n ? weir_threadx_port_##n:
    return WEIR_THREADX_GROUPS(WEIR_THREADX_SELECT_) 0;
}

/* `event` and `group` are constants, so this compiles to the stores and the load of the port. */
WEIR_INLINE void weir_threadx_event(uint32_t event, uint32_t group, uint32_t first, uint32_t second,
                                    uint32_t third, uint32_t fourth)
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
    const uint32_t id = event == RESUME      ? 0u + WEIR_RTOS_THREAD_READY
                        : event == SUSPEND   ? 0u + WEIR_RTOS_THREAD_SUSPEND
                        : event == ISR_ENTER ? 0u + WEIR_RTOS_ISR_ENTER
                        : event == ISR_EXIT  ? 0u + WEIR_RTOS_ISR_EXIT
                        : event >= USER      ? event - USER
                                             : WEIR_ID_THREADX + event;
    const uint16_t id16 = id & 0xffffu;
    const int isr = event == ISR_ENTER || event == ISR_EXIT;
    const uint32_t values[] = {isr ? second : first, isr ? first : second, third, fourth};
    if (event == TIME_SLICE || event == RUNNING || !(group & WEIR_THREADX_EVENTS))
        return;
#ifdef WEIR_SOFT
    if (weir_threadx_port(group))
        weir_emit_args_isr(&WEIR_THREADX_HANDLE, id16, WEIR_THREADX_ARGS, values);
#else
    uintptr_t port = weir_threadx_port(group);
    #if defined(WEIR_THREADX_HINT) || defined(WEIR_THREADX_WINDOW)
    if (!port)
        return;
    #endif
    #ifdef WEIR_THREADX_HINT
    if (WEIR_THREADX_ARGS == 1 && __builtin_constant_p(id) && WEIR_HINT_REACHES(id)) {
        WEIR_HINT_ASM_(WEIR_CONSTANT_(id > 4095), WEIR_CONSTANT_(WEIR_HINT_IMMEDIATE_(id)),
                       values[0]);
        return;
    }
    #endif
    #ifdef WEIR_THREADX_WINDOW
    /* Of a user event the id is not known here. */
    const uint32_t at = __builtin_constant_p(id) ? weir_window_at_(id) : 0;
    if (WEIR_THREADX_ARGS == 1 && at) {
        weir_put_last_(port + 4 * at - 0x800, values[0]);
        return;
    }
    port -= WEIR_THREADX_MIDDLE;
    #endif
    weir_stores_(port, id16, WEIR_THREADX_ARGS, values);
#endif
}

/* ThreadX's hook, which tx_trace.h leaves alone if it is defined. */
#ifdef WEIR_OFF
    #define TX_TRACE_IN_LINE_INSERT(event, first, second, third, fourth, group)
#else
    #define TX_TRACE_IN_LINE_INSERT(event, first, second, third, fourth, group)                    \
        {                                                                                          \
            weir_threadx_event((uint32_t)(event), (uint32_t)(group), (uint32_t)(uintptr_t)(first), \
                               (uint32_t)(uintptr_t)(second), (uint32_t)(uintptr_t)(third),        \
                               (uint32_t)(uintptr_t)(fourth));                                     \
        }
#endif

#endif
