// SPDX-License-Identifier: Apache-2.0
// TXTB: names and meanings.
#include "txtb_names.h"

#include <string.h>

#include "txtb_table.h"

enum {
    TYPES = sizeof types / sizeof *types,
    EVENTS = sizeof events / sizeof *events,
    STATES = sizeof states / sizeof *states
};
_Static_assert((int)TYPES == (int)TXTB_OBJECT_TYPES, "txtb_table.h has all types");

const char *txtb_type_name(unsigned type) { return type < TYPES ? types[type].name : "?"; }

const char *txtb_parameter_name(unsigned type, unsigned index)
{
    return type < TYPES && index < 2 ? types[type].parameter[index] : NULL;
}

const char *txtb_state_name(uint32_t state) { return state < STATES ? states[state] : NULL; }

// Index of an id in the table, EVENTS if it has none.
static unsigned find(uint32_t id)
{
    unsigned low = 0, high = EVENTS;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (events[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < EVENTS && events[low].id == id ? low : EVENTS;
}

const char *txtb_event_name(uint32_t id)
{
    unsigned at = find(id);
    return at < EVENTS ? events[at].name : NULL;
}

const char *txtb_event_range(uint32_t id)
{
    if (id >= TXTB_USER_LEAST && id <= TXTB_USER_LAST)
        return "user";
    return !id || id > 999 ? "reserved"
           : id < 200      ? "ThreadX"
           : id < 300      ? "FileX"
           : id < 600      ? "NetX"
                           : "USBX";
}

txtb_field_t txtb_field(uint32_t id, unsigned index)
{
    static const char kinds[] = "-nxaotws"; // in the order of txtb_field_kind_t
    txtb_field_t field = {.kind = TXTB_FIELD_NONE};
    unsigned at = find(id);
    if (index > 3)
        return field;
    if (at == EVENTS)
        return (txtb_field_t){TXTB_FIELD_HEX, {'i', 'n', 'f', 'o', (char)('1' + index)}};
    const char *p = events[at].fields;
    while (index--)
        p = strchr(p, ' ') + 1;
    if (*p == '-')
        return field;
    const char *colon = strchr(p, ':');
    memcpy(field.name, p, (size_t)(colon - p));
    field.kind = (txtb_field_kind_t)(strchr(kinds, colon[1]) - kinds);
    return field;
}

bool txtb_object_priority(const txtb_object_t *object, unsigned *priority)
{
    if (object->type != TXTB_THREAD || !(object->reserved[0] & 0x80))
        return false;
    *priority = (object->reserved[0] & 3u) << 8 | object->reserved[1];
    return true;
}

bool txtb_is_switch(const txtb_event_t *event, uint32_t *from, uint32_t *to)
{
    uint32_t next;
    switch (event->id) {
    case TXTB_THREAD_RESUME:
    case TXTB_THREAD_SUSPEND: next = event->info[3]; break;
    case TXTB_TIME_SLICE: next = event->info[0]; break;
    case TXTB_THREAD_RELINQUISH: next = event->info[1]; break;
    default: return false;
    }
    *from = event->context == TXTB_ISR ? event->priority : event->context;
    *to = next;
    return event->context != TXTB_INIT && next != *from &&
           (next || event->id == TXTB_THREAD_SUSPEND);
}
