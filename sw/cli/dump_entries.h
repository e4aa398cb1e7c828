// SPDX-License-Identifier: Apache-2.0
// The entries of a flux file, one line each.
#ifndef WEIR_CLI_DUMP_ENTRIES_H
#define WEIR_CLI_DUMP_ENTRIES_H

#include <stdbool.h>

#include "files.h"

// Prints them to stdout. raw: the file is FIFO data. Reports errors and returns an exit code.
int entries_dump(const char *path, bool raw);

#endif
