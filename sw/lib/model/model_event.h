// SPDX-License-Identifier: Apache-2.0
// Common functions of adapters that decode a stream of the trace unit. Private to the model.
#ifndef MODEL_EVENT_H
#define MODEL_EVENT_H

#include "event.h"
#include "model.h"

// Sets *record from an EVENT_LOSS at an offset of the input; open: the input ended before the loss.
// Counts what the stream does not report.
void model_event_loss(model_record_t *record, const event_t *loss, uint64_t offset, bool open,
                      model_account_t *account);

// Sets *record, a MODEL_OBJECT, from an event that completes a name, at an offset of the input. The
// decoder owns the name, as it owns named->name.
void model_event_name(model_record_t *record, const event_t *named, uint64_t offset);

#endif
