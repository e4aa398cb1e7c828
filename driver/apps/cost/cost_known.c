/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's calls where the address of the unit, and that it has windows, are known when
 * compiling. */
#define WEIR_BASE SOC_WEIR
#define WEIR_WINDOW 1
#include "cost.h"
#include "weir.h"

static const struct weir weir; /* is not looked at */

#define SITE __attribute__((noinline, noclone, aligned(16))) static void
SITE site_emit(uint32_t value) { weir_emit(&weir, ID, value); }
SITE site_fast(uint32_t value) { weir_emit_fast(&weir, ID, value); }
COST_CASE(known_emit, site_emit(value))
COST_CASE(known_fast, site_fast(value))

struct cost cost_known_emit(void) { return known_emit(); }
struct cost cost_known_fast(void) { return known_fast(); }
