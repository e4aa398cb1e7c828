// SPDX-License-Identifier: Apache-2.0
// The source of flux: what its files share. Private to the model.
//
//   model_flux.c          reads entries, chooses the base, events of units
//   model_flux_foreign.c  definitions and samples of any other trace
//   model_flux_items.c    what the stream has defined
#ifndef MODEL_FLUX_SOURCE_H
#define MODEL_FLUX_SOURCE_H

#include "batch.h"
#include "event.h"
#include "flux_read.h"
#include "model_flux_items.h"

enum {
    FLUX_TRACES = 64, // of a stream, as many as the reader allows
    FLUX_DOMAINS = 64,
    FLUX_CHUNK = 1 << 16,
    FLUX_THREADS = 256, // with an index in a table
    FLUX_TYPES = 4096,
    FLUX_TRAPS = 1 << 10, // causes with a number in a table
    FLUX_UNIT_PROCESS = 1 << 16,
};

// A unit of time, and how its positions become times of the source's base.
typedef struct {
    uint32_t trace, item; // trace: flux_trace_of_t.number
    model_rate_t rate;
    bool same;       // times are positions
    bool comparable; // false: its unit is unknown, that of the source is not
} flux_clock_t;

typedef struct { // a trace of the stream, from one HEAD to the next with its id
    uint32_t id, number; // number: one for each HEAD, from 1 up
    bool weir;           // a stream of the unit
    bool rejected;       // its HEAD was rejected: its entries are not decoded
    bool falls;          // its times have fallen: reported, until they rise again
    uint64_t begun_again; // offset of the HEAD that was repeated last
    bool repeated;        // there is one, and no event since
    bool cut_args, over; // the stream ends before the event of extra arguments; its end was taken
    unsigned unit;       // of the traces of units: 0, 1, ...
    model_text_t name;   // in front of paths; empty for the first trace
    event_decoder_t decoder;
    struct flux_source *of;
} flux_trace_of_t;

typedef struct flux_source {
    flux_reader_t *reader;
    uint32_t expansion; // see flux_reader_config_t
    flux_trace_of_t traces[FLUX_TRACES];
    unsigned trace_count, last_trace; // last_trace: found last
    uint32_t heads;
    unsigned units;
    flux_clock_t clocks[FLUX_DOMAINS];
    unsigned clock_count, last_clock;
    flux_items_t items;
    bool ended, over; // the input; the records
    bool cut;         // the input ends within an entry: reported
    bool no_memory;
    uint64_t chunk_offset;
    size_t chunk_size;
    char title[256];
    model_batch_t *batch; // that is being filled
    model_source_t *source; // of the batch
    model_record_t spare;   // for flux_push, without memory
    // of the dictionary; 0: not yet
    struct {
        uint64_t key; // number of the trace << 32 | item
        uint32_t index;
    } types[FLUX_TYPES]; // of the unit's items, by the lower bits of a hash
    uint32_t traps[2][FLUX_TRAPS];
    struct {
        uint64_t number;
        uint32_t index;
    } threads[FLUX_THREADS];
    bool full, pins; // a thread has no number; an item is an event pin
    // columns of a run that are not those of the batch
    uint8_t hart[FLUX_RUN_MAX], what[FLUX_RUN_MAX];
    event_names_t names;
    uint8_t chunk[FLUX_CHUNK];
    max_align_t reader_memory[];
} flux_source_t;

// The next record, with a row of its own. Without memory: a record that nobody reads.
model_record_t *flux_push(flux_source_t *s, model_kind_t kind);
model_text_t flux_copied(flux_source_t *s, model_text_t text);
// Gives a record room for arguments. NULL without memory.
model_arg_t *flux_push_args(flux_source_t *s, model_record_t *record, unsigned count);
// The time of a position of a domain. Counts `kind` if it is not exact.
uint64_t flux_time(model_source_t *source, const flux_trace_of_t *trace,
                   const flux_domain_t *domain, int64_t position, model_kind_t kind);
const flux_clock_t *flux_clock(model_source_t *source, const flux_trace_of_t *trace,
                               const flux_domain_t *domain);
// Counts samples whose clock, or whose place in time, is doubtful.
void flux_doubt(model_source_t *source, const flux_clock_t *clock, const flux_domain_t *domain,
                uint64_t samples);

// A definition of a trace that is not of a unit.
void flux_foreign_define(model_source_t *source, flux_trace_of_t *trace,
                         const flux_entry_t *entry);
// A request to a device, or its result, in any trace.
void flux_foreign_message(model_source_t *source, flux_trace_of_t *trace,
                          const flux_entry_t *entry);
// A sample of it. Returns 0, or MODEL_E_BAD if strict and its payload is wrong.
int flux_foreign_sample(model_source_t *source, flux_trace_of_t *trace, const flux_entry_t *entry);
// Samples of it: makes rows of the first ones, as long as they are integers without anything else.
// Returns how many.
uint32_t flux_foreign_run(model_source_t *source, flux_trace_of_t *trace, const flux_run_t *run);

#endif
