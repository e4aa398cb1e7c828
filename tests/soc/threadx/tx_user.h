/* SPDX-License-Identifier: Apache-2.0 */
/* What an application of ThreadX writes to have its events traced. */
#define TX_ENABLE_EVENT_TRACE
#define WEIR_THREADX_HANDLE weir
#include "weir_threadx.h"
