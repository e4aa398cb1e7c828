// SPDX-License-Identifier: Apache-2.0
// What a flux stream defines: scopes, signals, members, labels. Private to the model.
#ifndef MODEL_FLUX_ITEMS_H
#define MODEL_FLUX_ITEMS_H

#include "batch.h"
#include "flux_types.h"

enum {
    FLUX_ITEMS_MAX = 1 << 20, // definitions that are remembered
    FLUX_ITEMS_RANGES = 256,  // MSGD
    FLUX_ITEMS_FLOAT32 = MODEL_ARG_TYPES,
    FLUX_ITEMS_VALUES,
};

typedef struct {
    uint32_t trace, item; // trace: a number of its own for each HEAD
    uint32_t parent;
    uint8_t type; // FLUX_INTEGER, ...
    bool signal, labelled, sampled;
    uint32_t width;           // logic: states
    model_text_t name;        // of a piece of a vector with its bits: "data[7:4]"
    model_text_t path;        // names of the scopes around it: "top.core"
    uint32_t path_scopes;     // definitions of scopes when path was made
    uint64_t time;            // of its last sample
    uint32_t types[FLUX_ITEMS_VALUES]; // numbers of the dictionary, by type of value; 0: not yet
} flux_item_of_t;

typedef struct {
    model_text_t name;
    uint8_t type, modifiers;
} flux_member_of_t;

typedef struct {
    batch_dictionary_t *dictionary; // its memory holds everything
    struct flux_items_entry *entries;
    uint32_t count, room; // room: a power of two
    uint32_t scopes;      // definitions of scopes so far
    struct {
        uint32_t trace, last;
        flux_item_of_t item; // the first
    } ranges[FLUX_ITEMS_RANGES];
    uint32_t range_count;
    uint64_t left_out; // definitions without room
    flux_item_of_t *last; // found last
} flux_items_t;

void flux_items_scope(flux_items_t *items, uint32_t trace, const flux_scope_t *scope);
void flux_items_signal(flux_items_t *items, uint32_t trace, flux_layout_t layout,
                       const flux_signal_t *signal);
void flux_items_member(flux_items_t *items, uint32_t trace, const flux_member_t *member);
void flux_items_label(flux_items_t *items, uint32_t trace, const flux_enum_t *label);

// NULL without a definition.
flux_item_of_t *flux_items_find(flux_items_t *items, uint32_t trace, uint32_t item);
// The same, as an item without name and type if it has no definition. NULL without memory.
flux_item_of_t *flux_items_met(flux_items_t *items, uint32_t trace, uint32_t item);
const flux_member_of_t *flux_items_find_member(const flux_items_t *items, uint32_t trace,
                                               uint32_t item, uint32_t member);
// An argument "value" of type ENUM; NULL without a label.
const model_arg_t *flux_items_find_label(const flux_items_t *items, uint32_t trace, uint32_t item,
                                         uint32_t scope, uint64_t value);
// The path of an item, behind the name of its trace.
model_text_t flux_items_path(flux_items_t *items, flux_item_of_t *item, model_text_t trace);

#endif
