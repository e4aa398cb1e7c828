/* SPDX-License-Identifier: Apache-2.0 */
/* Glue for Zephyr: weir_zephyr.c implements the callbacks of CONFIG_TRACING_USER, which trace
 * names, objects and interrupts (../weir_rtos.h). Switches need no glue: the unit sees the kernel
 * store its running thread (weir_zephyr_snoop).
 *
 *     prj.conf:          CONFIG_TRACING=y, CONFIG_TRACING_USER=y, CONFIG_THREAD_NAME=y
 *     CMakeLists.txt:    target_sources(app PRIVATE .../weir_zephyr.c .../weir.c .../flux_emit.c)
 *
 * The handle is a global `struct weir weir`, or another with -DWEIR_ZEPHYR_HANDLE=name. Versions of
 * Zephyr that lack a callback never call it. */
#ifndef WEIR_ZEPHYR_H
#define WEIR_ZEPHYR_H

#include <zephyr/kernel.h>

#include "weir.h"
#include "weir_rtos.h"

#ifndef WEIR_ZEPHYR_HANDLE
#define WEIR_ZEPHYR_HANDLE weir
#endif

extern struct weir WEIR_ZEPHYR_HANDLE;

/* Makes the unit watch the running thread of the first CPU. Call it from a thread, after
 * weir_start. Returns the results of weir_snoop. */
WEIR_MUST_CHECK static inline int weir_zephyr_snoop(struct weir *w)
{
    return weir_snoop(w, 0, &_kernel.cpus[0].current);
}

#endif
