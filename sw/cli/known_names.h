// SPDX-License-Identifier: Apache-2.0
// The names that a recording has had so far, for its next piece to repeat.
#ifndef WEIR_CLI_KNOWN_NAMES_H
#define WEIR_CLI_KNOWN_NAMES_H

#include "model.h"

enum {
    KNOWN_SLOTS = 1 << 17,           // a power of two
    KNOWN_MAX = KNOWN_SLOTS / 4 * 3, // further names are left out
};

typedef struct {
    model_record_t *names[KNOWN_MAX]; // NAME, OBJECT and PROVIDER, in order of their first record
    uint32_t count;
    uint32_t slots[KNOWN_SLOTS]; // private: 1 plus the place of a name
} known_names_t;                 // cleared by the caller

// Notes what a record names: an id, a value, an object, a provider. The latest name counts.
void known_names_record(known_names_t *known, const model_record_t *record);
void known_names_free(known_names_t *known);

#endif
