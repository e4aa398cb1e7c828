// SPDX-License-Identifier: Apache-2.0
// What became of the events of a trace: offered, delivered, dropped, by class.
#ifndef WEIR_CLI_TOTALS_H
#define WEIR_CLI_TOTALS_H

#include "model.h"

typedef struct { // cleared by the caller
    uint64_t delivered[MODEL_CLASSES], dropped[MODEL_CLASSES], losses;
    bool open;                        // the last loss is
    bool first_unknown, last_unknown; // of some loss
    uint64_t uncounted;               // losses of more events than were counted
} totals_t;

void totals_record(totals_t *totals, const model_record_t *record);
void totals_print(const totals_t *totals);

#endif
