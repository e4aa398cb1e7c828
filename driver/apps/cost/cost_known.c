/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's calls with WEIR_BASE and WEIR_WINDOW defined. */
#define WEIR_BASE SOC_WEIR
#define WEIR_WINDOW 1
#include "cost.h"
#include "weir.h"

/* The others of this program do without, to be compared: no weir.c checks that the unit has
 * windows. It does. */
WEIR_ALIKE_WINDOW_(WEIR_HAS_)

static const struct weir weir; /* never read */

#define SITE __attribute__((noinline, noclone, aligned(16))) static void
SITE site_emit(uint32_t value) { weir_emit(&weir, ID, value); }
SITE site_fast(uint32_t value) { weir_emit_fast(&weir, ID, value); }
COST_CASE(known_emit, site_emit(value))
COST_CASE(known_fast, site_fast(value))

struct cost cost_known_emit(void) { return known_emit(); }
struct cost cost_known_fast(void) { return known_fast(); }
