// SPDX-License-Identifier: Apache-2.0
// Records from the decoder of a stream, see model_event.h.
#include "model_event.h"

#include "weir_stream.h"

void model_event_loss(model_record_t *record, const event_t *loss, bool open)
{
    uint64_t all = 0;
    model_clear(record, MODEL_LOSS);
    record->timed = true;
    record->time = loss->time;
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
}

// The kinds have the order of the numbers of OBJECT_NAME.
void model_event_name(model_record_t *record, const event_t *named)
{
    enum { LAST = MODEL_OBJECT_UDP_SOCKET - MODEL_OBJECT_THREAD + 1 };
    model_clear(record, MODEL_OBJECT);
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

bool model_event_stands(model_record_t *record)
{
    if (record->kind != MODEL_INSTANT || record->space != MODEL_SPACE_WEIR || !record->arg_count ||
        record->args[0].type != MODEL_ARG_UINT || record->args[0].u > UINT32_MAX)
        return false;
    const uint32_t value = (uint32_t)record->args[0].u;
    switch (record->id) {
    case WEIR_ID_ISR_ENTER:
    case WEIR_ID_ISR_EXIT:
        record->kind = record->id == WEIR_ID_ISR_ENTER ? MODEL_ISR_ENTER : MODEL_ISR_EXIT;
        record->space = MODEL_SPACE_NONE;
        record->class = MODEL_CLASS_NONE;
        break;
    case WEIR_ID_SPAN_BEGIN:
    case WEIR_ID_SPAN_END:
        if (model_class(value) == MODEL_CLASS_NONE || value == WEIR_ID_THREAD_SWITCH)
            return false;
        record->kind = record->id == WEIR_ID_SPAN_BEGIN ? MODEL_BEGIN : MODEL_END;
        record->class = (uint8_t)model_class(value);
        break;
    default: return false;
    }
    record->id = value;
    record->name = (model_text_t){NULL, 0};
    record->args++;
    record->arg_count--;
    return true;
}

const model_record_t *model_event_span(const model_record_t *record, model_record_t *event,
                                       model_arg_t *value)
{
    if ((record->kind != MODEL_BEGIN && record->kind != MODEL_END) ||
        record->space != MODEL_SPACE_WEIR || record->arg_count || record->id > UINT16_MAX)
        return record;
    *event = *record;
    *value = (model_arg_t){
        .name = model_text("value"), .type = MODEL_ARG_UINT, .bits = 32, .u = record->id};
    event->kind = MODEL_INSTANT;
    event->id = record->kind == MODEL_BEGIN ? WEIR_ID_SPAN_BEGIN : WEIR_ID_SPAN_END;
    event->class = MODEL_CLASS_COM;
    event->name = (model_text_t){NULL, 0};
    event->args = value;
    event->arg_count = 1;
    return event;
}
