// SPDX-License-Identifier: Apache-2.0
// FXT (Fuchsia trace format), reader and writer. docs/reference/fxt.md describes the format.
#ifndef FXT_H
#define FXT_H

#include "fxt_cache.h"
#include "fxt_read.h"
#include "fxt_types.h"
#include "fxt_write.h"

#endif
