// SPDX-License-Identifier: Apache-2.0
// A progress line on a terminal, shown after half a second; not shown if stderr is not a terminal.
#ifndef WEIR_CLI_PROGRESS_H
#define WEIR_CLI_PROGRESS_H

#include <stdint.h>

// step: the work ("reading"); name: of the file; done of all bytes (all UINT64_MAX: unknown);
// records so far. Cheap: reads the clock only once in many calls.
void progress(const char *step, const char *name, uint64_t done, uint64_t all, uint64_t records);
// As progress, for a call per block of bytes or rows rather than per record.
void progress_block(const char *step, const char *name, uint64_t done, uint64_t all,
                    uint64_t records);
// Removes the line. Call it before writing anything else to the terminal.
void progress_end(void);

#endif
