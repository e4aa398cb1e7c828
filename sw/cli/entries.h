// SPDX-License-Identifier: Apache-2.0
// The entries of a flux file, one a line.
#ifndef WEIR_CLI_ENTRIES_H
#define WEIR_CLI_ENTRIES_H

#include <stdbool.h>

#include "bytes.h"

// Prints them to stdout. raw: the file is what a FIFO gave. Returns an exit code; what was wrong
// was told.
int entries_dump(const char *path, bool raw);

#endif
