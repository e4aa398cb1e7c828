/* SPDX-License-Identifier: Apache-2.0 */
/* The tx_user.h of program.c, for its variants. */
#ifndef TX_USER_H
#define TX_USER_H

#include <stdint.h>

/* mtime of the SoC: one tick a cycle */
#define TX_TRACE_TIME_SOURCE (*(volatile unsigned long *)0x50000010u)

#ifdef VARIANT_native /* ThreadX's own trace alone */
    #define TX_ENABLE_EVENT_TRACE
#endif

#if defined(VARIANT_weir) || defined(VARIANT_window) || defined(VARIANT_hint)
    /* docs/guides/rtos.md */
    #define TX_ENABLE_EVENT_TRACE
    #define WEIR_THREADX_HANDLE weir
    #include "weir_threadx.h"
#endif

#ifdef VARIANT_both /* each event to the unit and to ThreadX's own buffer */
    #define TX_ENABLE_EVENT_TRACE
    #define WEIR_THREADX_HANDLE weir
    #define WEIR_THREADX_ARGS 4
    #include "weir_threadx.h"
    #undef TX_TRACE_IN_LINE_INSERT
    #include "native_insert.h" /* ThreadX's own macro, by another name */
    #define TX_TRACE_IN_LINE_INSERT(event, first, second, third, fourth, group)                    \
        {                                                                                          \
            NATIVE_INSERT(event, first, second, third, fourth, group)                              \
            weir_threadx_event((uint32_t)(event), (uint32_t)(group), (uint32_t)(uintptr_t)(first), \
                               (uint32_t)(uintptr_t)(second), (uint32_t)(uintptr_t)(third),        \
                               (uint32_t)(uintptr_t)(fourth));                                     \
        }
#endif

#endif
