// SPDX-License-Identifier: Apache-2.0
// Records from the decoder of a stream, see model_event.h.
#include "model_event.h"

#include "weir_stream.h"

void model_event_loss(model_record_t *record, const event_t *loss, uint64_t offset, bool open,
                      model_account_t *account)
{
    uint64_t all = 0;
    model_clear(record, MODEL_LOSS);
    record->timed = true;
    record->time = loss->time;
    record->offset = offset;
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        all += record->loss.count[class] = loss->dropped[class];
    record->loss.cause = loss->cause;
    record->loss.source = loss->source;
    record->loss.first = loss->first;
    record->loss.last = loss->last;
    record->loss.first_unknown = loss->unknown & EVENT_UNKNOWN_FIRST;
    record->loss.last_unknown = loss->unknown & EVENT_UNKNOWN_LAST;
    record->loss.more = loss->unknown & EVENT_UNKNOWN_COUNT;
    record->loss.counted = all || !record->loss.more;
    record->loss.open = open;
    if (loss->unknown) // the stream was cut: its begin, its end, or a part of it is only a bound
        model_reduce(account, MODEL_LOSS, MODEL_LESS_LOSS);
}

// The kinds have the order of the numbers of OBJECT_NAME.
void model_event_name(model_record_t *record, const event_t *named, uint64_t offset)
{
    enum { LAST = MODEL_OBJECT_UDP_SOCKET - MODEL_OBJECT_THREAD + 1 };
    model_clear(record, MODEL_OBJECT);
    record->offset = offset;
    record->object.kind = MODEL_OBJECT_THREAD;
    if (named->id == WEIR_ID_OBJECT_NAME) {
        record->object.kind = !named->object || named->object > LAST
                                  ? MODEL_OBJECT_OTHER
                                  : (model_object_t)(MODEL_OBJECT_THREAD + named->object - 1);
        record->object.type = named->object;
    }
    record->object.number = named->named;
    record->name = model_text(named->name);
}
