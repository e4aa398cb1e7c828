// SPDX-License-Identifier: Apache-2.0
// Totals of the events of a trace by class: offered, delivered, dropped.
#ifndef WEIR_CLI_TOTALS_H
#define WEIR_CLI_TOTALS_H

#include "model.h"

typedef struct { // cleared by the caller
    uint64_t delivered[MODEL_CLASSES], dropped[MODEL_CLASSES], losses;
    bool open;                        // the last loss is still open
    bool first_unknown, last_unknown; // of any loss
    uint64_t uncounted;               // losses with an incomplete count
} totals_t;

void totals_record(totals_t *totals, const model_record_t *record);
void totals_print(const totals_t *totals);

#endif
