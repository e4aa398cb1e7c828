// SPDX-License-Identifier: Apache-2.0
// Input of the command: flux entries of a file or of standard input, and one line on stderr for what is wrong with it.
#ifndef WEIR_CLI_INPUT_H
#define WEIR_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flux_read.h"
#include "octets.h"

typedef struct {
    const char *name;           // as told in messages
    octets_in_t octets;
    bool raw;                   // a FIFO dump: no HEAD, definitions, OPEN
    bool failed;                // the input is wrong; the error was told
    bool ended;                 // nothing more to read
    flux_reader_t *reader;
    uint64_t chunk_offset;      // of the chunk in the input
    size_t chunk_size;
    uint8_t chunk[1 << 16];
} input_t;

// Takes octets that were opened.
void input_open(input_t *input, const octets_in_t *opened, bool raw);

void input_close(input_t *input);

// The next entry, valid until the next call. Returns 1; 0 at the end or when the input is wrong: then failed is set and
// the error was told.
int input_next(input_t *input, const flux_entry_t **entry);

// Tells that the input is wrong: one line, "weir: FILE: offset N: expected ..., found ...". Sets failed and ended.
void input_wrong(input_t *input, uint64_t offset, const char *expected, const char *found);

#endif
