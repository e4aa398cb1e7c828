// SPDX-License-Identifier: Apache-2.0
// Common functions of adapters that decode a stream of the trace unit. Private to the model.
#ifndef MODEL_EVENT_H
#define MODEL_EVENT_H

#include "event.h"
#include "model.h"

// Sets *record from an EVENT_LOSS; open: the input ended before the loss.
void model_event_loss(model_record_t *record, const event_t *loss, bool open);

// Sets *record, a MODEL_OBJECT, from an event that completes a name. The decoder owns the name, as
// it owns named->name.
void model_event_name(model_record_t *record, const event_t *named);

// Software reports handlers and spans by events of the unit. Changes an instant of such an id into
// the kind that it reports: its first argument becomes the id, the others stay. True if it did; a
// begin or end then lacks a name, that of its id.
bool model_event_stands(model_record_t *record);

// The reverse, for formats without durations: if *record begins or ends a span that an id of the
// unit names, sets *event to the event of it, whose argument is *value, and returns event. Returns
// any other record itself.
const model_record_t *model_event_span(const model_record_t *record, model_record_t *event,
                                       model_arg_t *value);

#endif
