/* SPDX-License-Identifier: Apache-2.0 */
/* What the unit counted of each hart, for a test to compare with the trace. */
#ifndef SOC_COUNTS_H
#define SOC_COUNTS_H

#include "soc.h"
#include "weir.h"

/* Prints a line per hart, once the trace is finished. */
static inline void soc_counts(const struct weir *w)
{
    for (unsigned hart = 0; hart < w->harts; hart++) {
        uint32_t offered = 0, dropped = 0;
        for (unsigned context = 0; context <= WEIR_CONTEXT_SNOOP; context++) {
            struct weir_counts n;
            const int result = weir_counters_of(w, hart, context, &n);
            if (result == WEIR_ENOTSUP) /* no such source in this unit */
                continue;
            soc_check(result, "weir_counters_of");
            for (unsigned class = 0; class < 4; class ++)
                offered += n.offered[class];
            for (unsigned reason = 0; reason < WEIR_DROP_COUNT; reason++)
                dropped += n.dropped[reason];
        }
        printf("hart %u offered %lu dropped %lu\n", hart, (unsigned long)offered,
               (unsigned long)dropped);
    }
}

#endif
