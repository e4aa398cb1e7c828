// SPDX-License-Identifier: Apache-2.0
// Totals of events, see totals.h.
#include "totals.h"

#include <inttypes.h>
#include <stdio.h>

void totals_record(totals_t *t, const model_record_t *r)
{
    if (!r->timed || r->kind > MODEL_LOSS)
        return;
    if (r->kind != MODEL_LOSS) {
        const bool sys = r->kind == MODEL_SWITCH || r->kind == MODEL_ISR_ENTER ||
                         r->kind == MODEL_ISR_EXIT; // whatever the format knows of ids
        t->delivered[sys                        ? MODEL_CLASS_SYS
                     : r->class < MODEL_CLASSES ? r->class
                                                : MODEL_CLASS_NONE]++;
        return;
    }
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        t->dropped[class] += r->loss.count[class];
    t->losses++;
    t->open = r->loss.open;
    t->first_unknown |= r->loss.first_unknown;
    t->last_unknown |= r->loss.last_unknown;
    t->uncounted += r->loss.more || !r->loss.counted;
}

void totals_print(const totals_t *t)
{
    static const char *const labels[] = {"offered", "delivered", "dropped"};
    const char *separator = " ";

    printf("  %-12s", "events");
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        printf(" %12s", model_class_name(class));
    printf(" %12s\n", "all");
    for (unsigned row = 0; row < 3; row++) {
        uint64_t all = 0;
        printf("  %-12s", labels[row]);
        for (unsigned class = 0; class < MODEL_CLASSES; class ++) {
            uint64_t count = (row == 2 ? 0 : t->delivered[class]) +
                             (row == 1 ? 0 : t->dropped[class]);
            printf(" %12" PRIu64, count);
            all += count;
        }
        printf(" %12" PRIu64 "\n", all);
    }
    printf("  %-12s %12" PRIu64 "%s\n", "losses", t->losses,
           t->open ? ", the last still open" : "");
    if (!t->first_unknown && !t->last_unknown && !t->uncounted)
        return;
    printf("  %-12s", "unknown");
    for (unsigned i = 0; i < 3; i++)
        if ((const bool[]){t->first_unknown, t->last_unknown, t->uncounted != 0}[i]) {
            printf("%s%s", separator, (const char *const[]){"begin", "end", "count"}[i]);
            separator = ", ";
        }
    printf(" of a loss\n");
}
