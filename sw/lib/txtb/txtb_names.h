// SPDX-License-Identifier: Apache-2.0
// TXTB: names of objects, events, their fields and states; what entries mean.
#ifndef TXTB_NAMES_H
#define TXTB_NAMES_H

#include "txtb.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- objects

// "thread", "timer", ...; "?" for unknown types. Names of the two parameters, index 0 and 1; NULL
// without a meaning.
const char *txtb_type_name(unsigned type);
const char *txtb_parameter_name(unsigned type, unsigned index);

// The priority of a thread, 0-1023, at its registration; false without one in the registry.
bool txtb_object_priority(const txtb_object_t *object, unsigned *priority);

// ---- events

// "THREAD_RESUME", ...; NULL for ids without a name (user events, reserved ones).
const char *txtb_event_name(uint32_t id);
// The range of an id: "ThreadX" (1-199), "FileX" (200-299), "NetX" (300-599), "USBX" (600-999),
// "user" (from 1025), "reserved".
const char *txtb_event_range(uint32_t id);

// Kinds of information fields.
typedef enum {
    TXTB_FIELD_NONE, // nothing
    TXTB_FIELD_NUMBER,
    TXTB_FIELD_HEX,     // flags
    TXTB_FIELD_ADDRESS, // of memory
    TXTB_FIELD_OBJECT,  // of an object in the registry
    TXTB_FIELD_THREAD,  // of a thread; 0: none
    TXTB_FIELD_WAIT,    // ticks to wait; 0xffffffff: forever
    TXTB_FIELD_STATE,   // state of a thread: txtb_state_name
} txtb_field_kind_t;

typedef struct {
    txtb_field_kind_t kind;
    char name[20]; // "" for NONE
} txtb_field_t;

// Field index 0-3 of an event. Fields of ids without a name are HEX, "info1" to "info4".
txtb_field_t txtb_field(uint32_t id, unsigned index);

// "ready", "sleep", ...; NULL for numbers without a meaning.
const char *txtb_state_name(uint32_t state);

// The inverse of txtb_switch, also for traces of ThreadX itself: true if after this event another
// thread will run (as soon as no ISR does). *from and *to are 0 for idle.
bool txtb_is_switch(const txtb_event_t *event, uint32_t *from, uint32_t *to);

#ifdef __cplusplus
}
#endif
#endif
