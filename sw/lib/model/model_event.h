// SPDX-License-Identifier: Apache-2.0
// What those share that decode a stream of the trace unit, whatever carries it. Private to the
// model.
#ifndef MODEL_EVENT_H
#define MODEL_EVENT_H

#include "event.h"
#include "model.h"

// Makes *record of an EVENT_LOSS, at an offset of the input; open: it had not ended when the input
// did. What the stream does not tell of it is counted.
void model_event_loss(model_record_t *record, const event_t *loss, uint64_t offset, bool open,
                      model_account_t *account);

// Makes *record, a MODEL_OBJECT, of an event that completed a name, at an offset of the input. The
// name is the decoder's, as named->name.
void model_event_name(model_record_t *record, const event_t *named, uint64_t offset);

#endif
