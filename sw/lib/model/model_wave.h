// SPDX-License-Identifier: Apache-2.0
// A trace as waves: common part of VCD and FST. Private to the model.
//
// Scope weir: `loss`, 1 from the first to the last lost event; `dropped`, their number so far.
// Scope hartN: `thread`, the number of the running thread; `isr`, the cause of the current trap + 1
// (0: none); and for each id its last value, with an event at each occurrence. Records without a
// hart are in scope `events`.
#ifndef MODEL_WAVE_H
#define MODEL_WAVE_H

#include "batch.h"
#include "model_text.h"

typedef enum {
    MODEL_WAVE_VECTOR,
    MODEL_WAVE_EVENT,
    MODEL_WAVE_REAL,
    MODEL_WAVE_STRING
} model_wave_type_t;

// Functions of a wave file format. `variable` returns the number of a new variable.
typedef struct {
    void (*scope)(void *context, const char *name);
    void (*upscope)(void *context);
    uint32_t (*variable)(void *context, const char *name, model_wave_type_t type, unsigned bits);
    void (*defined)(void *context);
    void (*time)(void *context, uint64_t time);
    void (*number)(void *context, uint32_t variable, uint64_t value); // VECTOR; EVENT: it happens
    void (*real)(void *context, uint32_t variable, double value);     // NULL: the format has none
    void (*string)(void *context, uint32_t variable,
                   model_text_t value); // NULL: the format has none
    bool (*failed)(void *context);
} model_wave_file_t;

enum { MODEL_WAVE_HARTS = 1024 };

typedef struct {
    const model_wave_file_t *file;
    void *context;
    model_rate_t rate; // from ticks to time units of the file
    uint64_t time;     // the latest time in the file
    uint32_t loss, dropped;
    uint32_t thread[MODEL_WAVE_HARTS], thread_name[MODEL_WAVE_HARTS],
        isr[MODEL_WAVE_HARTS]; // + 1; 0: none
    uint64_t lost_until, dropped_now, dropped_next;
    bool losing;
} model_wave_t;

// The time unit as a power of ten of seconds: that of a tick if it is one, else 1 ps; 1 ns for
// ticks of unknown length.
int model_wave_exponent(model_base_t base);

// Returns 0 or MODEL_E_ROOM.
int model_wave_begin(model_wave_t *w, model_sink_t *sink, const model_wave_file_t *file,
                     void *context);
int model_wave_record(model_wave_t *w, model_sink_t *sink, const model_record_t *record);
// As model_format_t.rows.
int model_wave_rows(model_wave_t *w, model_sink_t *sink, const model_batch_t *batch, uint32_t row);
void model_wave_end(model_wave_t *w, model_sink_t *sink);

#endif
