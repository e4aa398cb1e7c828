// SPDX-License-Identifier: Apache-2.0
// Common definitions of reading and writing flux. Private to the model.
#ifndef MODEL_FLUX_H
#define MODEL_FLUX_H

#include "model.h"

size_t model_flux_sink_size(const model_options_t *options);
int model_flux_begin(model_sink_t *sink);
int model_flux_record(model_sink_t *sink, const model_record_t *record);
// As model_format_t.rows: events of the unit with a value, and switches.
int model_flux_rows(model_sink_t *sink, const model_batch_t *batch, uint32_t row);
int model_flux_flush(model_sink_t *sink);
int model_flux_end(model_sink_t *sink);

#endif
