// SPDX-License-Identifier: Apache-2.0
// What the parts of the decoder share. Private to the library.
#ifndef EVENT_STATE_H
#define EVENT_STATE_H

#include "event.h"

enum { EVENT_RUN_HEADER = 0xff }; // top byte of the first value of a name run

// The class of an id: WEIR_CLASS_*.
unsigned event_class_of(unsigned id);

// The thread of a hart has run up to this time.
void event_stop_running(event_decoder_t *d, unsigned hart, uint64_t time);
// A thread runs on a hart from this time on. Returns its table entry; NULL if the table is full.
event_thread_t *event_now_runs(event_decoder_t *d, unsigned hart, uint32_t thread, uint64_t time);
// The same for a switch, which the table counts.
void event_switch_to(event_decoder_t *d, unsigned hart, uint32_t thread, uint64_t time);
void event_set_name(event_decoder_t *d, uint32_t thread, const char *name, size_t length);
// Takes a value inside a name. False: it may be its begin or its end.
static inline bool event_inside_run(event_run_t *run, uint64_t value)
{
    if (run->state != EVENT_RUN_NAME || run->used + 4 >= run->length ||
        value >> 24 >= EVENT_RUN_HEADER)
        return false;
    for (unsigned i = 0; i < 4; i++)
        run->name[run->used + i] = (char)(value >> 8 * i & 0xff);
    run->used += 4;
    return true;
}
// Takes the next value of a hart's name run. True if it completes a name.
bool event_next_of_run(event_run_t *run, uint32_t value);
// The same, of a THREAD_NAME or OBJECT_NAME. True if the run now has a name that counts.
bool event_completes_name(event_decoder_t *d, unsigned id, event_run_t *run, uint32_t value);
// Takes an event, a THREAD_NAME or OBJECT_NAME among them: sets event->name if it completes a name.
void event_take_name(event_decoder_t *d, event_t *event);

#endif
