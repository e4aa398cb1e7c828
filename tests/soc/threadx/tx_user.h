/* SPDX-License-Identifier: Apache-2.0 */
/* The tx_user.h of a traced application. */
#define TX_ENABLE_EVENT_TRACE
#define WEIR_THREADX_HANDLE weir
#include "weir_threadx.h"
