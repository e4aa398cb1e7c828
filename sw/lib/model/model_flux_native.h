// SPDX-License-Identifier: Apache-2.0
// Writes flux that is not of the trace unit. Private to the model.
#ifndef MODEL_FLUX_NATIVE_H
#define MODEL_FLUX_NATIVE_H

#include "flux_emit.h"
#include "model.h"

enum {
    FLUX_NATIVE_TRACES = 64,
    FLUX_NATIVE_DOMAINS = 64,
    FLUX_NATIVE_RANGES = 256,
    FLUX_NATIVE_ENTRIES = 1 << 17, // of all definitions; 3/4 are used
    FLUX_NATIVE_DEPTH = 17,        // of structs in structs
    FLUX_NATIVE_PAYLOAD = 1 << 19, // bytes of a value
    FLUX_NATIVE_BUFFER = 1 << 20,  // bytes of the longest entry
};

enum {
    FLUX_NATIVE_ITEM = 1, // a scope or a variable
    FLUX_NATIVE_MEMBER,   // key: hash of its name; value: its number
    FLUX_NATIVE_NUMBER,   // the same; key: its number
    FLUX_NATIVE_LABEL,    // key: of scope and value; value: hash of the text
};

typedef struct {
    uint8_t what; // FLUX_NATIVE_...; 0: free
    uint8_t type, modifiers;
    uint32_t parent;
    uint32_t domain; // valid if opened is that of all
    uint32_t opened;
    uint64_t item; // trace << 32 | item, as in the model
    uint64_t key, value;
} flux_native_entry_t;

typedef struct {
    uint32_t id, written; // in the model, in the file
    bool laid_out;        // its layout is known
    flux_trace_t trace;
} flux_native_trace_t;

typedef struct {
    uint64_t number; // trace << 32 | item
    model_rate_t rate;
    flux_domain_t domain;
} flux_native_domain_t;

typedef struct { // cleared, then set buffer and base
    flux_buffer_t *buffer; // its memory has FLUX_NATIVE_BUFFER bytes, whatever its size
    model_base_t base;     // of the records

    // private
    unsigned current; // trace of the next entry, 1 up; 0: that of the unit
    flux_native_trace_t traces[FLUX_NATIVE_TRACES];
    unsigned trace_count;
    flux_native_domain_t domains[FLUX_NATIVE_DOMAINS];
    unsigned domain_count;
    uint32_t opened; // changes of the open domains
    struct {
        uint64_t first, last;
        uint32_t parent;
        uint8_t type;
    } ranges[FLUX_NATIVE_RANGES];
    uint32_t range_count;
    uint32_t entry_count;
    flux_native_entry_t entries[FLUX_NATIVE_ENTRIES];
    uint8_t scratch[FLUX_NATIVE_DEPTH][FLUX_NATIVE_PAYLOAD];
} flux_native_t;

// The length of a unit like ns10; {0, 0} without one.
model_base_t flux_unit(flux_text_t unit);

// Whether flux_native_object writes a record.
bool flux_native_takes(const model_record_t *record);
// Writes a definition, or counts it as dropped. unit: the id of the unit's trace in the file, or
// -1. Returns 0 or MODEL_E_WRITE.
int flux_native_object(model_sink_t *sink, flux_native_t *native, const model_record_t *record,
                       int64_t unit);
// Writes a sample of a variable. Returns 1; 0 if it is none of an open domain, or has no value that
// the variable can have; or MODEL_E_WRITE.
int flux_native_sample(model_sink_t *sink, flux_native_t *native, const model_record_t *record);
// The wanted id, or another that no trace in the file has. unit: id of the unit's; -1 without one.
uint32_t flux_native_free_id(const flux_native_t *native, uint32_t wanted, int64_t unit);
// What follows belongs to the trace of the unit. Returns 0 or FLUX_E_*.
int flux_native_leave(flux_native_t *native, uint32_t unit);

#endif
