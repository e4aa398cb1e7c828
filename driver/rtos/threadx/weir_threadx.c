/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of ThreadX that the glue replaces: see weir_threadx.h. */
#include "tx_api.h"
#include "tx_trace.h"

#include "weir_threadx.h"

#if defined(TX_THREAD_SMP_MAX_CORES) && TX_THREAD_SMP_MAX_CORES > 1 && !defined(WEIR_OFF)
#error "ThreadX SMP: weir_threadx.h is for one hart; events of all harts would be those of hart 0"
#endif

#ifdef WEIR_SOFT
    #define NOWHERE ((uintptr_t)0)
    #define SOMEWHERE ((uintptr_t)1)
#elif defined(WEIR_THREADX_HINT)
    #define NOWHERE ((uintptr_t)0)
    #define SOMEWHERE weir_port(&WEIR_THREADX_HANDLE, 0, WEIR_CONTEXT_INTERRUPT)
#elif defined(WEIR_THREADX_WINDOW)
    #define NOWHERE ((uintptr_t)0)
    #define SOMEWHERE middle()
static uintptr_t middle(void)
{
    const uintptr_t port = weir_port(&WEIR_THREADX_HANDLE, 0, WEIR_CONTEXT_INTERRUPT);
    return port ? port + WEIR_THREADX_MIDDLE : 0;
}
#else
/* Events of groups that are filtered out, and events before weir_init, end here. */
static uint32_t nowhere[WEIR_REG_HART_PORT_ARG / 4 + 3];
    #define NOWHERE ((uintptr_t)nowhere)
    #define SOMEWHERE weir_port(&WEIR_THREADX_HANDLE, 0, WEIR_CONTEXT_INTERRUPT)
#endif

#define DEFINE(n) uintptr_t weir_threadx_port_##n = NOWHERE;
WEIR_THREADX_GROUPS(DEFINE)

#define ADDRESS(n) &weir_threadx_port_##n,
static uintptr_t *const ports[] = {WEIR_THREADX_GROUPS(ADDRESS)};

static ULONG filtered_out;
static UCHAR aimed; /* the ports are those of the unit */

static VOID aim(VOID)
{
    const uintptr_t port = SOMEWHERE;
    for (unsigned n = 0; n < sizeof ports / sizeof *ports; n++)
        *ports[n] = port && !(filtered_out >> n & 1u) ? port : NOWHERE;
    aimed = port != 0;
}

/* ThreadX calls these two when an object is created and deleted, before other threads may use it.
 * Its types are the driver's WEIR_OBJECT_... If the table of names is full, a trace that runs has
 * the name once; else it is lost. */
VOID _tx_trace_object_register(UCHAR type, VOID *object, CHAR *name, ULONG parameter_1,
                               ULONG parameter_2)
{
    (void)parameter_1;
    (void)parameter_2;
    if (!aimed)
        aim();
    if (name && weir_object_name(&WEIR_THREADX_HANDLE, type, (uint32_t)(uintptr_t)object, name) < 0)
        return;
}

VOID _tx_trace_object_unregister(VOID *object)
{
    weir_forget(&WEIR_THREADX_HANDLE, (uint32_t)(uintptr_t)object);
}

/* ThreadX's own function records nothing before tx_trace_enable gave it a buffer. */
UINT _tx_trace_user_event_insert(ULONG event, ULONG first, ULONG second, ULONG third, ULONG fourth)
{
    TX_INTERRUPT_SAVE_AREA

        (void)
        event,
        (void)first, (void)second, (void)third, (void)fourth; /* with WEIR_OFF */
    TX_DISABLE
    TX_TRACE_IN_LINE_INSERT(event, first, second, third, fourth, TX_TRACE_USER_EVENTS)
    TX_RESTORE
    return TX_SUCCESS;
}

UINT _tx_trace_event_filter(ULONG groups)
{
    TX_INTERRUPT_SAVE_AREA

    TX_DISABLE
    filtered_out |= groups;
    _tx_trace_event_enable_bits &= ~groups; /* as ThreadX's own function does */
    aim();
    TX_RESTORE
    return TX_SUCCESS;
}

UINT _tx_trace_event_unfilter(ULONG groups)
{
    TX_INTERRUPT_SAVE_AREA

    TX_DISABLE
    filtered_out &= ~groups;
    _tx_trace_event_enable_bits |= groups;
    aim();
    TX_RESTORE
    return TX_SUCCESS;
}
