// SPDX-License-Identifier: Apache-2.0
// The names that a recording has had so far, for its next piece to repeat.
#ifndef WEIR_CLI_KEPT_NAMES_H
#define WEIR_CLI_KEPT_NAMES_H

#include "model.h"

enum {
    KEPT_SLOTS = 1 << 17,          // a power of two
    KEPT_MAX = KEPT_SLOTS / 4 * 3, // further names are not kept
};

typedef struct {
    model_record_t *names[KEPT_MAX]; // NAME and OBJECT, in order of their first record
    uint32_t count;
    uint32_t slots[KEPT_SLOTS]; // private: 1 plus the place of a name
} kept_names_t;                 // cleared by the caller

// Notes what a record names: an id, a value, an object. The latest name counts.
void kept_names_record(kept_names_t *kept, const model_record_t *record);
void kept_names_free(kept_names_t *kept);

#endif
