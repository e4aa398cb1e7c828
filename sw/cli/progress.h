// SPDX-License-Identifier: Apache-2.0
// A line on a terminal that says how far long work is. Nothing is shown when stderr is no terminal,
// or in the first half second.
#ifndef WEIR_CLI_PROGRESS_H
#define WEIR_CLI_PROGRESS_H

#include <stdint.h>

// step: what is done ("reading"), name: with what; done of all bytes (all UINT64_MAX: not known),
// records so far. Cheap: looks at the clock only now and then.
void progress(const char *step, const char *name, uint64_t done, uint64_t all, uint64_t records);
// As progress, but to be called a block of bytes, not a record.
void progress_block(const char *step, const char *name, uint64_t done);
// Removes the line; before anything else is written to the terminal.
void progress_end(void);

#endif
