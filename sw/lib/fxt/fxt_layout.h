// SPDX-License-Identifier: Apache-2.0
// FXT: numbers of the format that reader and writer share. Private.
#ifndef FXT_LAYOUT_H
#define FXT_LAYOUT_H

#include "fxt_types.h"

#define FXT_MAGIC_WORD 0x0016547846040010u

enum { // bits 0-3 of every header
    FXT_T_METADATA = 0,
    FXT_T_INITIALIZATION = 1,
    FXT_T_STRING = 2,
    FXT_T_THREAD = 3,
    FXT_T_EVENT = 4,
    FXT_T_BLOB = 5,
    FXT_T_USERSPACE_OBJECT = 6,
    FXT_T_KERNEL_OBJECT = 7,
    FXT_T_SCHEDULING = 8,
    FXT_T_LOG = 9,
    FXT_T_LARGE = 15,
};
enum {
    FXT_M_PROVIDER_INFO = 1,
    FXT_M_PROVIDER_SECTION = 2,
    FXT_M_PROVIDER_EVENT = 3,
    FXT_M_TRACE_INFO = 4
};
enum { FXT_S_LEGACY_SWITCH = 0, FXT_S_SWITCH = 1, FXT_S_WAKEUP = 2 };

// True if a word follows the arguments of such an event.
static inline bool fxt_event_has_extra(fxt_event_type_t type)
{
    return type == FXT_COUNTER || type >= FXT_COMPLETE;
}

#endif
