// SPDX-License-Identifier: Apache-2.0
// Puts records in the order of their keys, however many there are, in constant memory: what does
// not fit is sorted piece by piece into a temporary file and merged from there. Records of one key
// keep their order.
#ifndef WEIR_CLI_ORDER_H
#define WEIR_CLI_ORDER_H

#include "model.h"

typedef struct order order_t;

// memory: bytes of records held at a time, or 0 for the usual (64 MiB, or what $WEIR_SORT_MEMORY
// says). Ends the program if there is no memory.
order_t *order_new(size_t memory);
void order_free(order_t *order);

// Adds a copy of a record. Returns 0, or -1 with errno if the temporary file cannot be written.
int order_add(order_t *order, uint64_t key, const model_record_t *record);
// All were added. Returns 0 or -1 with errno.
int order_finish(order_t *order);
// The next in order, valid until the next call: returns 1; 0 at the end; -1 with errno.
int order_next(order_t *order, const model_record_t **record);

#endif
