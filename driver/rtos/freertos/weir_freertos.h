/* SPDX-License-Identifier: Apache-2.0 */
/* Glue for FreeRTOS: tasks get their names in the trace. Include it at the end of FreeRTOSConfig.h.
 *
 * Thread switches need nothing here: the unit sees them itself (weir_snoop_freertos). Only where software records, the kernel
 * tells of them.
 *
 * Before including, name the application's handle:   #define WEIR_FREERTOS_HANDLE weir   (a global `struct weir weir`)
 * and call weir_init before the first task is created. The kernel calls these hooks with interrupts masked. */
#ifndef WEIR_FREERTOS_H
#define WEIR_FREERTOS_H

#ifndef __ASSEMBLER__
#include "weir.h"

extern struct weir WEIR_FREERTOS_HANDLE;

/* A full table is no reason to stop: the task is shown by its number. */
static inline void weir_freertos_created(const void *task, const char *name)
{
    if (weir_thread_name(&WEIR_FREERTOS_HANDLE, (uint32_t)(uintptr_t)task, name) < 0) {
    }
}

static inline void weir_freertos_deleted(const void *task)
{
    weir_thread_forget(&WEIR_FREERTOS_HANDLE, (uint32_t)(uintptr_t)task);
}

#define traceTASK_CREATE(task) weir_freertos_created((task), (task)->pcTaskName)
#define traceTASK_DELETE(task) weir_freertos_deleted(task)
#ifdef WEIR_SOFT /* nobody else sees a switch */
#define traceTASK_SWITCHED_IN() weir_switched(&WEIR_FREERTOS_HANDLE, (uint32_t)(uintptr_t)pxCurrentTCB)
#endif
#endif

#endif
