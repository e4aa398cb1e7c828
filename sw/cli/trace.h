// SPDX-License-Identifier: Apache-2.0
// A trace file, opened: its flux entries, and, if it is Weir's, its events; with the names and totals met so far.
#ifndef WEIR_CLI_TRACE_H
#define WEIR_CLI_TRACE_H

#include "event.h"
#include "input.h"
#include "text.h"

enum {
    TRACE_THREADS = 1 << 12,    // places in the table of threads
    TRACE_ITEMS = 1 << 15,      // places in the table of items; 3/4 of them are used
};

// A scope or signal that was defined, or an item that had a sample.
typedef struct {
    uint32_t trace, item, parent;
    uint32_t order;             // 1 for the first met, ...; 0: this place is free
    uint8_t type;               // FLUX_...
    bool scope;
    uint64_t samples;
    char name[48];              // clean text, cut; "" if it was not defined
} item_t;

typedef struct {
    bool raw;                   // a FIFO dump: Weir's, without head
    const char *unit;           // of a raw dump's ticks, or NULL
    bool strict;                // event_decoder_init
} trace_options_t;

typedef struct {
    input_t input;
    bool weir;                  // HEAD says it is Weir's, or it is raw
    uint32_t id;                // of the first HEAD
    unsigned version;           // of flux
    char name[TEXT_NAME_MAX], description[TEXT_NAME_MAX];   // of the first HEAD
    char unit[FLUX_BASE_MAX + 1];       // of the first OPEN
    int exponent;               // of that unit
    event_decoder_t decoder;
    event_thread_t *threads;
    item_t *items;
    size_t items_used;
    uint64_t items_left_out;    // samples of items for which there was no place
    const flux_entry_t *pending;
    bool over;                  // trace_event has come to the end
} trace_t;

// Takes octets that were opened and reads the head. Returns EXIT_GOOD, or EXIT_BAD_INPUT, nothing could be read, with the reason
// told; then there is nothing to close.
int trace_open(trace_t *trace, const octets_in_t *opened, trace_options_t options);

void trace_close(trace_t *trace);

// The next entry of any kind; as input_next.
int trace_entry(trace_t *trace, const flux_entry_t **entry);

// The next event or loss of a Weir trace; a loss still open where the stream ends comes last (trace_open_loss). Returns 1,
// or 0 at the end or after an error (input.failed).
int trace_event(trace_t *trace, event_t *event);

// Whether the loss that trace_event gave is one that is still open at the end of the stream.
bool trace_open_loss(const trace_t *trace);

// Reads all events of a Weir trace, so that threads, items and totals are known.
void trace_survey(trace_t *trace);

// What was met of an item of the trace, or NULL.
item_t *trace_item(const trace_t *trace, uint32_t id, uint32_t item);

// Name of a thread as a terminal may see it, or its value. columns 0: all of it. Returns text.
char *trace_thread_name(const trace_t *trace, uint32_t thread, bool known, char text[TEXT_NAME_MAX], int columns);

// Threads met, in the order they were met: a table of decoder.totals.threads pointers, to be freed.
const event_thread_t **trace_threads(const trace_t *trace);

// The item that carries an id of a hart.
uint32_t trace_item_of(unsigned hart, unsigned id);

// Name of an id: that of its signal if one was defined, else "THREAD_SWITCH", "THREAD_NAME" or "". Returns text.
char *trace_id_name(const trace_t *trace, unsigned hart, unsigned id, char text[TEXT_NAME_MAX]);

#endif
