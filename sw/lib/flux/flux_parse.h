// SPDX-License-Identifier: Apache-2.0
// flux, internal: one entry from bytes to struct, without any state.
#ifndef FLUX_PARSE_H
#define FLUX_PARSE_H

#include "flux_read.h"

#define FLUX_MORE 1 // code: the bytes are not enough to decide; need says how many would help

// The bytes of an entry, and the error in it. The first error remains, and `at` points to it.
typedef struct {
    const uint8_t *start, *at, *end;
    uint64_t limit;       // largest entry, in bytes
    bool final;           // true: no bytes follow end
    int kind;             // of the entry, as soon as it is known
    int code;             // 0, FLUX_MORE or a negative error
    uint64_t need;        // with FLUX_MORE: bytes from start
    const char *expected; // with an error
} flux_cursor_t;

flux_cursor_t flux_cursor(const uint8_t *data, const uint8_t *end, uint64_t limit, bool final);

// Reads the entry at c->start in the given layout. Returns c->code. 0: *e is set, with raw and
// raw_size, except where, trace, and the position and domain of data.
int flux_parse(flux_cursor_t *c, flux_layout_t layout, flux_entry_t *e);

// True if the layouts of version 6 write entries with this tag differently.
bool flux_layout_matters(int tag);

// Detects the layout of the definition at c->start. Returns 0, FLUX_MORE or a negative error, with
// the reason in *c.
int flux_parse_layout(flux_cursor_t *c, flux_layout_t *layout);

#endif
