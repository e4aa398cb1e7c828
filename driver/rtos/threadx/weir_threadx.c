/* SPDX-License-Identifier: Apache-2.0 */
/* ThreadX's object registry, which puts names into the trace: see weir_threadx.h. */
#include "tx_api.h"

#include "weir_threadx.h"

enum { THREAD = 1 };

static struct {
    const VOID *object; /* NULL: free */
    const CHAR *name;
    UCHAR type;
} objects[WEIR_THREADX_OBJECTS];

/* ThreadX calls these two when an object is created and deleted, before other threads may use it.
 * If the table is full, the name is emitted once and never repeated. */
VOID _tx_trace_object_register(UCHAR type, VOID *object, CHAR *name, ULONG parameter_1,
                               ULONG parameter_2)
{
    (void)parameter_1;
    (void)parameter_2;
    if (!name)
        return;
    if (type == THREAD) {
        if (weir_thread_name(&WEIR_THREADX_HANDLE, (uint32_t)(uintptr_t)object, name) < 0) {
        }
        return;
    }
    for (unsigned i = 0; i < WEIR_THREADX_OBJECTS; i++) {
        if (!objects[i].object || objects[i].object == object) {
            objects[i].object = object;
            objects[i].name = name;
            objects[i].type = type;
            break;
        }
    }
    weir_object_name(&WEIR_THREADX_HANDLE, type, object, name);
}

VOID _tx_trace_object_unregister(VOID *object)
{
    weir_thread_forget(&WEIR_THREADX_HANDLE, (uint32_t)(uintptr_t)object);
    for (unsigned i = 0; i < WEIR_THREADX_OBJECTS; i++)
        if (objects[i].object == object)
            objects[i].object = NULL;
}

void weir_threadx_names_repeat(void)
{
    static unsigned next;
    for (; next < WEIR_THREADX_OBJECTS; next++) {
        if (objects[next].object) {
            weir_object_name(&WEIR_THREADX_HANDLE, objects[next].type, objects[next].object,
                             objects[next].name);
            next++;
            return;
        }
    }
    next = 0;
    if (weir_names_repeat(&WEIR_THREADX_HANDLE) < 0) {
    }
}
