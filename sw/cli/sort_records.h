// SPDX-License-Identifier: Apache-2.0
// Sorts any number of records by key in constant memory: an external merge sort with a temporary
// file. The sort is stable.
#ifndef WEIR_CLI_SORT_RECORDS_H
#define WEIR_CLI_SORT_RECORDS_H

#include "model.h"

typedef struct order order_t;

// memory: bytes of records in memory; 0: $WEIR_SORT_MEMORY, or 64 MiB. NULL if there is no memory.
order_t *order_new(size_t memory);
void order_free(order_t *order);

// Adds a copy of a record. Returns 0, or -1 with errno if the temporary file cannot be written.
int order_add(order_t *order, uint64_t key, const model_record_t *record);
// Ends adding. Returns 0, or -1 with errno.
int order_finish(order_t *order);
// The next record in order, valid until the next call. Returns 1, 0 at the end, -1 with errno.
int order_next(order_t *order, const model_record_t **record);

#endif
